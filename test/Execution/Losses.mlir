// RUN: amp-check %s
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}

func.func @squares() {
  %x = check.input dense<[1.0, 2.0, 5.0, 4.0]> : tensor<4xf32>
  %y = check.input dense<[1.0, 4.0, 2.0, 4.5]> : tensor<4xf32>
  %mse = amp.mse_loss %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  check.equal %mse, dense<3.3125> : tensor<f32>
  %l1 = amp.l1_loss %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  check.equal %l1, dense<1.375> : tensor<f32>
  // (0 + 1.5 + 2.5 + 0.125) / 4.
  %huber = amp.huber_loss %x, %y {delta = 1.0 : f64} : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  check.equal %huber, dense<1.03125> : tensor<f32>
  %dx = amp.backward %mse wrt(%x) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  check.equal %dx, dense<[0.0, -1.0, 1.5, -0.25]> : tensor<4xf32>
  return
}

// ln 4 where all classes are alike; the gradient is (softmax - one_hot) / n. 8 units
// of 2^-23.
func.func @cross_entropy() {
  %x = check.input dense<0.0> : tensor<2x4xf32>
  %t = check.input dense<[1, 3]> : tensor<2xi64>
  %loss = amp.cross_entropy %x, %t : (tensor<2x4xf32>, tensor<2xi64>) -> tensor<f32>
  check.close %loss, dense<1.3862943611198906> : tensor<f32> rtol(9.6e-7)
  %dx = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  check.close %dx, dense<[[0.125, -0.375, 0.125, 0.125], [0.125, 0.125, 0.125, -0.375]]> : tensor<2x4xf32> rtol(9.6e-7)
  return
}

// ln 2 at 0; log(1 + e^-x) at large x does not overflow.
func.func @logits() {
  %x = check.input dense<[0.0, 200.0, -200.0]> : tensor<3xf32>
  %t = check.input dense<[0.0, 1.0, 1.0]> : tensor<3xf32>
  %loss = amp.binary_cross_entropy_with_logits %x, %t {reduction = #amp.reduction<none>} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  check.close %loss, dense<[0.6931471805599453, 0.0, 200.0]> : tensor<3xf32> rtol(9.6e-7)
  return
}
