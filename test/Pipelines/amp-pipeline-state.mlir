// RUN: amp-opt %s --amp-pipeline -split-input-file | FileCheck %s

// State stays right where it cannot be updated in place without a copy.

amp.variable buffer @a : tensor<8xf32> = #amp.init<zeros>
amp.variable buffer @b : tensor<8xf32> = #amp.init<zeros>

// Two variables change places: neither is overwritten before it was saved, the one as the
// result.
// CHECK-LABEL: func.func @swap(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<8xf32> {amp.variable = @a}, %[[B:[a-z0-9]+]]: memref<8xf32> {amp.variable = @b}, %[[OUT:[a-z0-9]+]]: memref<8xf32> {amp.output = ""}
// CHECK: memref.copy %[[A]], %[[OUT]]
// CHECK-NEXT: memref.copy %[[B]], %[[A]]
// CHECK-NEXT: memref.copy %[[OUT]], %[[B]]
// CHECK-NEXT: return
func.func @swap() -> tensor<8xf32> {
  %a = amp.read @a : tensor<8xf32>
  %b = amp.read @b : tensor<8xf32>
  amp.assign @a, %b : tensor<8xf32>
  amp.assign @b, %a : tensor<8xf32>
  return %a : tensor<8xf32>
}

// -----

amp.variable buffer @a : tensor<8xf32> = #amp.init<zeros>

// The old value is read after the new one was computed: the new one waits elsewhere.
// CHECK-LABEL: func.func @late_read(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<8xf32>, %[[A:[a-z0-9]+]]: memref<8xf32> {amp.variable = @a}, %[[OUT:[a-z0-9]+]]: memref<8xf32>
// CHECK: %[[NEW:.*]] = memref.view
// CHECK: amprt.launch @{{.*}}(%[[NEW]], %[[OUT]], %[[A]], %[[X]]) {{.*}}num_outputs = 2
// CHECK: memref.copy %[[NEW]], %[[A]]
func.func @late_read(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = amp.read @a : tensor<8xf32>
  %new = amp.add %a, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  amp.assign @a, %new : tensor<8xf32>
  %old = amp.mul %a, %new : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %old : tensor<8xf32>
}

// -----

amp.variable buffer @a : tensor<8xf32> = #amp.init<zeros>

// Without a late read the update is in place: one launch, no buffer, no copy.
// CHECK-LABEL: func.func @in_place(
// CHECK-SAME: memref<0xi8> {amp.name = "arena"}, %[[X:[a-z0-9]+]]: memref<8xf32>, %[[A:[a-z0-9]+]]: memref<8xf32> {amp.variable = @a}
// CHECK-NEXT: amprt.launch @{{.*}}(%[[A]], %[[X]]) {{.*}}num_outputs = 1
// CHECK-NEXT: return
func.func @in_place(%x: tensor<8xf32>) {
  %a = amp.read @a : tensor<8xf32>
  %new = amp.add %a, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  amp.assign @a, %new : tensor<8xf32>
  return
}
