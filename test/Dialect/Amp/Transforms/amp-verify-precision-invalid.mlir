// RUN: amp-opt %s --allow-unregistered-dialect --amp-verify-precision --split-input-file --verify-diagnostics
// RUN: not amp-opt %s --allow-unregistered-dialect --amp-verify-precision="all" --split-input-file 2>&1 | FileCheck %s

// Each violation is reported at the op, with what should have prevented it. All of a
// function's are.

func.func @lists(%h: tensor<8x8xf16>, %x: tensor<8x8xf32>)
    attributes {amp.assigned = {level = "O1", preset = "torch-cuda"}} {
  // expected-error @+1 {{'amp.linear' op is in category 'allow' (preset torch-cuda), but operand 0 is 'tensor<8x8xf32>'; run amp-assign-precision}}
  %0 = amp.linear %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-error @+1 {{'amp.exp' op is in category 'deny' (preset torch-cuda), but operand 0 is 'tensor<8x8xf16>'; run amp-assign-precision}}
  %1 = amp.exp %h : (tensor<8x8xf16>) -> tensor<8x8xf16>
  // expected-error @+1 {{'amp.sum' op is in category 'deny-set-output' (preset torch-cuda), but gives 'tensor<f16>'; run amp-assign-precision}}
  %2 = amp.sum %h : (tensor<8x8xf16>) -> tensor<f16>
  // expected-error @+1 {{'amp.norm' op is in category 'deny-append-output' (preset torch-cuda), but gives 'tensor<f16>'; run amp-assign-precision}}
  %3 = amp.norm %h : (tensor<8x8xf16>) -> tensor<f16>
  // expected-error @+1 {{'amp.binary_cross_entropy' op is banned (preset torch-cuda); run amp-fuse-safe-losses before amp-assign-precision}}
  %4 = amp.binary_cross_entropy %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<f32>
  return
}

// -----

// The preset that the function was assigned by is asked, and the function's own policy.
func.func @other_preset(%h: tensor<8x8xf16>)
    attributes {amp.assigned = {level = "O1", preset = "apex"}, amp.policy = {ops = {tanh = "deny"}}} {
  // expected-error @+1 {{'amp.gelu' op is in category 'deny' (preset apex), but operand 0 is 'tensor<8x8xf16>'}}
  %0 = amp.gelu %h : (tensor<8x8xf16>) -> tensor<8x8xf16>
  // expected-error @+1 {{'amp.tanh' op is in category 'deny' (attribute amp.policy), but operand 0 is 'tensor<8x8xf16>'}}
  %1 = amp.tanh %h : (tensor<8x8xf16>) -> tensor<8x8xf16>
  return
}

// -----

// At the levels that cast the model: an op before the loss in f32, a loss in 16 bits.
func.func @cast_model(%h: tensor<8x8xf16>, %x: tensor<8x8xf32>)
    attributes {amp.assigned = {level = "O2", preset = "cast-model"}} {
  // expected-error @+1 {{'amp.exp' op is in category 'allow' (unlisted), but operand 0 is 'tensor<8x8xf32>'}}
  %0 = amp.exp %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-error @+1 {{'amp.mse_loss' op is in category 'deny' (preset cast-model), but operand 0 is 'tensor<8x8xf16>'}}
  %1 = amp.mse_loss %h, %h : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<f16>
  return
}

// -----

// Sums of 16-bit products have an explicit type, also where the lists do not hold: in an
// exempt op, and in derivatives.
func.func @compute_type(%h: tensor<8x8xf16>, %x: tensor<8x8xf32>) -> tensor<8x8xf32>
    attributes {amp.assigned = {level = "O1", preset = "torch-cuda"}} {
  // expected-error @+1 {{'amp.mm' op sums products of 'f16' without an explicit compute_type; run amp-assign-precision}}
  %0 = amp.mm %h, %h : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf16>
  // expected-error @+1 {{'amp.mm' op sums products of 'f16' without an explicit compute_type; run amp-assign-precision}}
  %1 = amp.mm %h, %h {amp.exempt = "outside of autocast"} : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf16>
  %2 = amp.mse_loss %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<f32>
  %3 = amp.backward %2 wrt(%x) : (tensor<f32>, tensor<8x8xf32>) -> tensor<8x8xf32> {
  ^bb0(%seed: tensor<f32>):
    // expected-error @+1 {{'amp.mm' op sums products of 'f16' without an explicit compute_type; run amp-assign-precision}}
    %4 = amp.mm %h, %h : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf32>
    amp.yield %4 : tensor<8x8xf32>
  }
  return %3 : tensor<8x8xf32>
}

// -----

// Operands that take part in an op's precision have one type. Only an op of another
// dialect can have several.
module attributes {amp.policy = {ops = {test.fused = "follow"}}} {
  func.func @mixed(%h: tensor<8xf16>, %x: tensor<8xf32>)
      attributes {amp.assigned = {level = "O1", preset = "torch-cuda"}} {
    // expected-error @+1 {{'test.fused' op mixes operands of 'f16' and 'f32', which take part in its precision alike; run amp-assign-precision}}
    %0 = "test.fused"(%h, %x) : (tensor<8xf16>, tensor<8xf32>) -> tensor<8xf32>
    return
  }
}

// -----

func.func @region(%x: tensor<8xf32>) -> tensor<8xf32>
    attributes {amp.assigned = {level = "O1", preset = "torch-cuda"}} {
  // expected-error @+1 {{'amp.autocast' op is left in a function that has been assigned; run amp-assign-precision}}
  %0 = amp.autocast -> tensor<8xf32> {
    amp.yield %x : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

// expected-error @+1 {{'amp.assigned' expects a preset and a level, found {level = "O1"}}}
func.func @no_preset() attributes {amp.assigned = {level = "O1"}} {
  return
}

// -----

// expected-error @+1 {{level must be O0, O1, O2 or O3, found 'O4'}}
func.func @unknown_level() attributes {amp.assigned = {level = "O4", preset = "torch-cuda"}} {
  return
}

// -----

// expected-error @+1 {{unknown precision preset 'torch'; expected torch-cuda, torch-cpu, apex, tensorflow, keras or cast-model}}
func.func @unknown_preset() attributes {amp.assigned = {level = "O1", preset = "torch"}} {
  return
}

// -----

// With `all` a function without the attribute is an error itself, unless there is nothing
// in it to assign; a declaration is none.
// CHECK: [[@LINE+2]]:1: error: was not assigned; run amp-assign-precision
// CHECK-NOT: was not assigned
func.func @not_assigned(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = amp.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @nothing() {
  return
}
func.func private @declaration()
