// RUN: amp-check %s
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}
// RUN: amp-check %s --amp-assign-precision=implicit-region=false

// 2049 is no number of f16, and neither 257 nor 2049 is one of bf16.
func.func @autocast() {
  %x = check.input dense<[[2049.0, 257.0]]> : tensor<1x2xf32>
  %w = check.input dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %f16 = amp.autocast dtype(f16) -> tensor<1x2xf32> {
    %y = amp.matmul %x, %w {check.takes = [f16, f16], check.gives = [f16]} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    amp.yield %y : tensor<1x2xf32>
  }
  check.equal %f16, dense<[[2048.0, 257.0]]> : tensor<1x2xf32>
  %bf16 = amp.autocast dtype(bf16) -> tensor<1x2xf32> {
    %y = amp.matmul %x, %w {check.takes = [bf16, bf16], check.gives = [bf16]} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    amp.yield %y : tensor<1x2xf32>
  }
  check.equal %bf16, dense<[[2048.0, 256.0]]> : tensor<1x2xf32>
  %f32 = amp.autocast dtype(f16) -> tensor<1x2xf32> {
    %outer = amp.autocast enabled(false) -> tensor<1x2xf32> {
      %y = amp.matmul %x, %w {check.takes = [f32, f32], check.gives = [f32]} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
      amp.yield %y : tensor<1x2xf32>
    }
    amp.yield %outer : tensor<1x2xf32>
  }
  check.equal %f32, dense<[[2049.0, 257.0]]> : tensor<1x2xf32>
  return
}

// A backward pass that somebody wrote: ten times the derivative.
func.func @custom_function() {
  %x = check.input dense<[1.0, -2.0]> : tensor<2xf32>
  %y = amp.custom_function(%x) : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<2xf32>):
    %b = amp.relu %a : (tensor<2xf32>) -> tensor<2xf32>
    amp.yield %b : tensor<2xf32>
  } backward {
  ^bb0(%g: tensor<2xf32>):
    %ten = amp.constant dense<10.0> : tensor<f32>
    %d = amp.mul %g, %ten : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    amp.yield %d : tensor<2xf32>
  }
  check.equal %y, dense<[1.0, 0.0]> : tensor<2xf32>
  %loss = amp.sum %y : (tensor<2xf32>) -> tensor<f32>
  %dx = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  check.equal %dx, dense<10.0> : tensor<2xf32>
  return
}
