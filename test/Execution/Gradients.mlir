// RUN: amp-check %s
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}

// torch.nn.utils.clip_grad_norm_: the norm is 5, the factor 1 / (5 + 1e-6). 4 units of
// 2^-23.
func.func @clip_grad_norm() {
  %g = check.input dense<[3.0, 0.0]> : tensor<2xf32>
  %h = check.input dense<[-4.0]> : tensor<1xf32>
  %c:2, %norm = amp.clip_grad_norm(%g, %h) {max_norm = 1.0 : f64} : (tensor<2xf32>, tensor<1xf32>) -> (tensor<2xf32>, tensor<1xf32>, tensor<f32>)
  check.equal %norm, dense<5.0> : tensor<f32>
  check.close %c#0, dense<[0.599999880000024, 0.0]> : tensor<2xf32> rtol(4.8e-7)
  check.close %c#1, dense<[-0.799999840000032]> : tensor<1xf32> rtol(4.8e-7)
  return
}

func.func @clip_grad_value() {
  %g = check.input dense<[3.0, -0.25, 0x7FC00000]> : tensor<3xf32>
  %c = amp.clip_grad_value(%g) {clip_value = 0.5 : f64} : (tensor<3xf32>) -> tensor<3xf32>
  check.equal %c, dense<[0.5, -0.25, 0x7FC00000]> : tensor<3xf32>
  return
}

func.func @check_finite() {
  %g = check.input dense<[1.0, 65504.0]> : tensor<2xf16>
  %h = check.input dense<[1.0, 0x7FC00000]> : tensor<2xf32>
  %fine = amp.check_finite(%g) : (tensor<2xf16>) -> tensor<i1>
  check.equal %fine, dense<false> : tensor<i1>
  %found = amp.check_finite(%g, %h) : (tensor<2xf16>, tensor<2xf32>) -> tensor<i1>
  check.equal %found, dense<true> : tensor<i1>
  return
}
