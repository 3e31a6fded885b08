// RUN: amp-opt %s --amp-assign-precision="level=O0" | FileCheck %s --implicit-check-not=amp.cast

// Level O0 of Apex: nothing is cast, by model or by op. Regions dissolve, and no list is
// asked: a banned op is no error, and functions are not marked as assigned.

// CHECK-LABEL: func.func @model
// CHECK-NOT: amp.assigned
// CHECK-NOT: compute_type
// CHECK: amp.linear {{.*}} -> tensor<4x8xf32>
// CHECK: amp.softmax %{{.*}} {dim = 1 : i64} : {{.*}} -> tensor<4x8xf32>
// CHECK: amp.mse_loss {{.*}} -> tensor<f32>
func.func @model(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<f32> {
  %y = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %p = amp.softmax %y {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %loss = amp.mse_loss %p, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return %loss : tensor<f32>
}

// Regions in regions, their results and the decorator.
// CHECK-LABEL: func.func @regions
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NOT: amp.autocast
// CHECK: %[[A:.*]] = amp.relu %[[X]]
// CHECK: %[[B:.*]] = amp.tanh %[[A]]
// CHECK: %[[C:.*]] = amp.exp %[[B]] : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: return %[[C]]
func.func @regions(%x: tensor<4x8xf32>) -> tensor<4x8xf32>
    attributes {amp.autocast = {dtype = f16}} {
  %0 = amp.autocast dtype(bf16) -> tensor<4x8xf32> {
    %a = amp.relu %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = amp.autocast enabled(false) -> tensor<4x8xf32> {
      %b = amp.tanh %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
      amp.yield %b : tensor<4x8xf32>
    }
    amp.yield %1 : tensor<4x8xf32>
  }
  %c = amp.exp %0 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %c : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @banned
// CHECK: amp.binary_cross_entropy
func.func @banned(%p: tensor<8xf32>) -> tensor<f32> {
  %l = amp.binary_cross_entropy %p, %p : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  return %l : tensor<f32>
}

// There is no autocast in which `cast_inputs` could do something.
// CHECK-LABEL: func.func @custom
// CHECK: amp.custom_function(%{{.*}}) : (tensor<8xf16>) -> tensor<8xf16> {
func.func @custom(%x: tensor<8xf16>) -> tensor<8xf16> {
  %y = amp.custom_function(%x) cast_inputs(f32) : (tensor<8xf16>) -> tensor<8xf16> {
  ^bb0(%a: tensor<8xf16>):
    %0 = amp.relu %a : (tensor<8xf16>) -> tensor<8xf16>
    amp.yield %0 : tensor<8xf16>
  } backward {
  ^bb0(%g: tensor<8xf16>):
    amp.yield %g : tensor<8xf16>
  }
  return %y : tensor<8xf16>
}

// Functions keep their names and calls.
// CHECK-LABEL: func.func private @callee
// CHECK: amp.linear {{.*}} -> tensor<8x8xf32>
func.func private @callee(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = amp.linear %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// CHECK-LABEL: func.func @caller
// CHECK: call @callee
func.func @caller(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = amp.autocast -> tensor<8x8xf32> {
    %1 = func.call @callee(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %1 : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}
