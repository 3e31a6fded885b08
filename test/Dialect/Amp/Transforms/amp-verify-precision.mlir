// RUN: amp-opt %s --amp-verify-precision --verify-diagnostics | FileCheck %s
// RUN: amp-opt %s --amp-assign-precision --amp-verify-precision="all" --verify-diagnostics -o %t
// RUN: amp-opt %s --amp-assign-precision="assigner=eager dtype=bf16" --amp-verify-precision="all" --verify-diagnostics -o %t
// RUN: amp-opt %s --amp-assign-precision="level=O3" --amp-verify-precision="all" --verify-diagnostics -o %t

// What amp-assign-precision makes is right, and what is right is left as it is.

// A function that was not assigned is not checked.
// CHECK-LABEL: func.func @not_assigned
// CHECK: amp.linear {{.*}} -> tensor<8x8xf32>
func.func @not_assigned(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = amp.linear %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Allowed in 16 bits, of either type, denied in f32, neutral in any; an output type that
// the graph asks for; f64 and integers.
// CHECK-LABEL: func.func @right
func.func @right(%h: tensor<8x8xf16>, %b: tensor<8x8xbf16>, %x: tensor<8x8xf32>, %d: tensor<8x8xf64>, %i: tensor<8x8xi32>)
    attributes {amp.assigned = {level = "O1", preset = "torch-cuda"}} {
  %0 = amp.linear %h, %h {compute_type = f32} : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf16>
  %1 = amp.linear %b, %b {compute_type = f32} : (tensor<8x8xbf16>, tensor<8x8xbf16>) -> tensor<8x8xbf16>
  %2 = amp.exp %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = amp.relu %h : (tensor<8x8xf16>) -> tensor<8x8xf16>
  %4 = amp.relu %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %5 = amp.sum %h {dtype = f32} : (tensor<8x8xf16>) -> tensor<f32>
  %6 = amp.sum %h {dtype = f16} : (tensor<8x8xf16>) -> tensor<f16>
  %7 = amp.linear %d, %d : (tensor<8x8xf64>, tensor<8x8xf64>) -> tensor<8x8xf64>
  %8 = amp.sum %i : (tensor<8x8xi32>) -> tensor<i32>
  return
}

// An exemption, and the ops of a derivative, which run as their forward ops do.
// CHECK-LABEL: func.func @exempt
func.func @exempt(%h: tensor<8x8xf16>, %x: tensor<8x8xf32>) -> tensor<8x8xf32>
    attributes {amp.assigned = {level = "O1", preset = "torch-cuda"}} {
  %0 = amp.exp %h {amp.exempt = "attribute amp.precision", amp.precision = "allow"} : (tensor<8x8xf16>) -> tensor<8x8xf16>
  %1 = amp.mse_loss %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<f32>
  %2 = amp.backward %1 wrt(%x) : (tensor<f32>, tensor<8x8xf32>) -> tensor<8x8xf32> {
  ^bb0(%seed: tensor<f32>):
    %3 = amp.matmul %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %3 : tensor<8x8xf32>
  }
  return %2 : tensor<8x8xf32>
}

// Where the model was cast as a whole, what follows a loss is f32.
// CHECK-LABEL: func.func @after_loss
func.func @after_loss(%h: tensor<8x8xf16>, %x: tensor<8x8xf32>) -> tensor<f32>
    attributes {amp.assigned = {level = "O2", preset = "cast-model"}} {
  %0 = amp.exp %h : (tensor<8x8xf16>) -> tensor<8x8xf16>
  %1 = amp.mse_loss %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<f32>
  %2 = amp.mul %1, %1 {amp.exempt = "after the loss"} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}
