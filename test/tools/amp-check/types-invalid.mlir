// RUN: amp-check %s --split-input-file --verify-diagnostics --amp-decompose --canonicalize

// What goes away is still stated.

func.func @gone(%x: tensor<8xf32>) {
  // expected-error @+2 {{expected operands f32, found nothing}}
  // expected-error @+1 {{expected results f32, found nothing}}
  %y = amp.exp %x {check.takes = [f32], check.gives = [f32]} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @gone_with_its_region(%x: tensor<8xf32>) -> tensor<8xf32> {
  %loss = amp.sum %x : (tensor<8xf32>) -> tensor<f32>
  // expected-error @+1 {{the op whose region is stated is gone}}
  %g = amp.backward %loss wrt(%x) {check.holds = {amp.exp = []}} : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%seed: tensor<f32>):
    %dx = amp.mul %x, %seed : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
    amp.yield %dx : tensor<8xf32>
  }
  return %g : tensor<8xf32>
}

// -----

// expected-error @+1 {{expected casts f16: 1, found none}}
func.func @not_cast(%x: tensor<8xf32> {check.casts = {f16 = 1}}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

// expected-error @below {{states no type, so that nothing can fail}}
module {
  func.func @nothing(%x: tensor<8xf32>) -> tensor<8xf32> {
    return %x : tensor<8xf32>
  }
}
