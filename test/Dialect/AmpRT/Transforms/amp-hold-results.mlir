// RUN: amp-opt %s --amp-hold-results | FileCheck %s
// RUN: amp-opt %s --amp-hold-results --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --amp-verify-in-place | FileCheck %s --check-prefix=BUFFERS

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:.*]]: tensor<4xf32>, %[[OUT:.*]]: tensor<f32>) {
// CHECK: %[[NEW:.*]] = amprt.map_list
// CHECK: %[[A:.*]] = bufferization.materialize_in_destination %[[NEW]]
// CHECK: %[[B:.*]] = bufferization.materialize_in_destination
// CHECK: amprt.live_out %[[A]], %[[B]] : tensor<4xf32>, tensor<f32>
// CHECK-NEXT: return{{$}}

// The list is written where it is; nothing is copied but what the result is.
// BUFFERS-LABEL: func.func @step(
// BUFFERS-SAME: %[[W:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<f32>) {
// BUFFERS-NOT: memref.alloc
// BUFFERS: amprt.map_list outs(%[[W]] : memref<4xf32>)
// BUFFERS-NOT: amprt.live_out
// BUFFERS: return
func.func @step(%w: tensor<4xf32>, %out: tensor<f32>) -> (tensor<4xf32>, tensor<f32> {amp.name = "loss"}) {
  %one = arith.constant dense<1.0> : tensor<f32>
  %new = amprt.map_list outs(%w : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%x: f32):
    %0 = arith.addf %x, %x : f32
    amprt.yield %0 : f32
  }
  %a = bufferization.materialize_in_destination %new in %w : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %b = bufferization.materialize_in_destination %one in %out : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %a, %b : tensor<4xf32>, tensor<f32>
}

// What returns nothing, or has no body, stays.
// CHECK-LABEL: func.func @nothing() {
// CHECK-NEXT: return
func.func @nothing() { return }
// CHECK: func.func private @external(tensor<4xf32>) -> tensor<4xf32>
func.func private @external(tensor<4xf32>) -> tensor<4xf32>
