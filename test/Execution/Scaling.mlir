// RUN: amp-check %s
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}

amp.grad_scaler @scaler
amp.grad_scaler @grows {init_scale = 4.0 : f64, growth_interval = 1 : i64}

// torch.amp.GradScaler: 65536 at first, halved after gradients that are not finite.
func.func @overflow() {
  %g = check.input dense<[65536.0, 0x7F800000]> : tensor<2xf32>
  %u, %found = amp.unscale @scaler(%g) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<i1>)
  amp.update_scale @scaler(%found) : tensor<i1>
  %scale = amp.get_scale @scaler : tensor<f32>
  check.equal %u, dense<[1.0, 0x7F800000]> : tensor<2xf32>
  check.equal %found, dense<true> : tensor<i1>
  check.equal %scale, dense<32768.0> : tensor<f32>
  return
}

// Doubled after as many steps as the interval has.
func.func @growth() {
  %g = check.input dense<[8.0, -2.0]> : tensor<2xf32>
  %u, %found = amp.unscale @grows(%g) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<i1>)
  amp.update_scale @grows(%found) : tensor<i1>
  %scale = amp.get_scale @grows : tensor<f32>
  check.equal %u, dense<[2.0, -0.5]> : tensor<2xf32>
  check.equal %found, dense<false> : tensor<i1>
  check.equal %scale, dense<8.0> : tensor<f32>
  return
}
