// RUN: amp-opt %s --amp-functionalize-state | FileCheck %s

// Arguments: inputs, then variables by name, then destinations of the results. Reads give
// the present value, also after an assignment; each variable that was assigned is written
// to its own argument and returned, after the results.

// CHECK-DAG: amp.variable parameter @w
// CHECK-DAG: amp.variable buffer @a
amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.variable buffer @a : tensor<4xf32> = #amp.init<zeros>
amp.variable buffer @bytes : tensor<4xui8> = #amp.init<zeros>
amp.variable buffer @untouched : tensor<4xf32> = #amp.init<zeros>
// A place in a flat buffer is told in bytes.
amp.flat_buffer @state [@untouched, @w]

// CHECK-LABEL: func.func @train(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4xui8> {amp.element_type = ui8, amp.name = "x"}
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<4xf32> {amp.variable = @a}
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4xf32> {amp.flat_buffer = @state, amp.flat_buffer_bytes = 32 : i64, amp.flat_buffer_offset = 16 : i64, amp.variable = @w}
// CHECK-SAME: %[[D0:[a-z0-9]+]]: tensor<f32> {amp.name = "loss", amp.output = "mean"}
// CHECK-SAME: %[[D1:[a-z0-9]+]]: tensor<4xui8> {amp.element_type = ui8, amp.output = ""}
// CHECK-SAME: -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}, tensor<4xui8>, tensor<4xf32>)
// CHECK-NOT: amp.read
// CHECK-NOT: amp.assign
// CHECK: %[[SUM:.*]] = amp.add %[[W]], %[[A]]
// CHECK: %[[TWICE:.*]] = amp.add %[[SUM]], %[[SUM]]
// CHECK: %[[LOSS:.*]] = amp.sum %[[TWICE]]
// CHECK: %[[R0:.*]] = bufferization.materialize_in_destination %[[LOSS]] in %[[D0]]
// CHECK: %[[R1:.*]] = bufferization.materialize_in_destination %[[X]] in %[[D1]]
// CHECK: %[[R2:.*]] = bufferization.materialize_in_destination %[[TWICE]] in %[[W]]
// CHECK: return %[[R0]], %[[R1]], %[[R2]]
func.func @train(%x: tensor<4xui8> {amp.name = "x"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}, tensor<4xui8>) {
  %w = amp.read @w : tensor<4xf32>
  %a = amp.read @a : tensor<4xf32>
  %0 = amp.add %w, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  amp.assign @w, %0 : tensor<4xf32>
  %new = amp.read @w : tensor<4xf32>
  %1 = amp.add %new, %new : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  amp.assign @w, %1 : tensor<4xf32>
  %2 = amp.sum %1 : (tensor<4xf32>) -> tensor<f32>
  return %2, %x : tensor<f32>, tensor<4xui8>
}

// Each function has arguments of its own, for the variables that it touches.
// CHECK-LABEL: func.func @evaluate(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4xf32> {amp.flat_buffer = @state, amp.flat_buffer_bytes = 32 : i64, amp.flat_buffer_offset = 16 : i64, amp.variable = @w}
// CHECK-SAME: %{{.*}}: tensor<4xf32> {amp.output = ""})
func.func @evaluate() -> tensor<4xf32> {
  %w = amp.read @w : tensor<4xf32>
  %0 = amp.neg %w : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
