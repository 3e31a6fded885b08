// RUN: amp-opt %s --amp-inline-calls | FileCheck %s
// RUN: amp-opt %s --amp-training-pipeline="entry=main level=O1" | FileCheck %s --check-prefix=ASSIGNED

// Calls become the callee's ops, calls of calls included.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<8x8xf32>)
// CHECK-NOT: call
// CHECK: %[[T:.*]] = amp.tanh %[[X]]
// A function with the decorator becomes a region of its settings.
// CHECK: %[[R:.*]] = amp.autocast dtype(bf16) cache(false) -> tensor<8x8xf32> {
// CHECK:   %[[A:.*]] = amp.tanh %[[T]]
// CHECK:   %[[M:.*]] = amp.matmul %[[A]], %[[A]]
// CHECK:   amp.yield %[[M]]
// CHECK: %[[O:.*]] = amp.autocast enabled(false) -> tensor<8x8xf32> {
// CHECK:   amp.exp %[[R]]
// CHECK: return %[[O]]

// Regions were found in what is called: nothing else is assigned.
// ASSIGNED-LABEL: func.func @main
// ASSIGNED: amp.tanh %{{.*}} -> tensor<8x8xf32>
// ASSIGNED: amp.matmul {{.*}} -> tensor<8x8xbf16>
// ASSIGNED-NOT: func.func
func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = func.call @activate(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = func.call @product(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = func.call @island(%1) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
func.func private @activate(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = amp.tanh %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func private @product(%x: tensor<8x8xf32>) -> tensor<8x8xf32>
    attributes {amp.autocast = {cache = false, dtype = bf16}} {
  %0 = func.call @activate(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = amp.matmul %0, %0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
func.func private @island(%x: tensor<8x8xf32>) -> tensor<8x8xf32>
    attributes {amp.autocast = {enabled = false}} {
  %0 = amp.exp %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
