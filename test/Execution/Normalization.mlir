// RUN: amp-check %s
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}

// e^x / sum: 1, 2 and 5 of 8; large numbers do not overflow. 8 units of 2^-23.
func.func @softmax() {
  %x = check.input dense<[[0.0, 0.6931471805599453, 1.6094379124341003], [1000.0, 1000.0, 0xFF800000]]> : tensor<2x3xf32>
  %y = amp.softmax %x {dim = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.close %y, dense<[[0.125, 0.25, 0.625], [0.5, 0.5, 0.0]]> : tensor<2x3xf32> rtol(9.6e-7)
  %log = amp.log_softmax %x {dim = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.close %log, dense<[[-2.0794415416798357, -1.3862943611198906, -0.47000362924573563],
    [-0.6931471805599453, -0.6931471805599453, 0xFF800000]]> : tensor<2x3xf32> rtol(9.6e-7)
  return
}

// 1 / sqrt(1 + eps) with eps = 1e-5, and with weight and bias; 8 units of 2^-23.
func.func @layer_norm() {
  %x = check.input dense<[[1.0, 3.0], [-5.0, -7.0]]> : tensor<2x2xf32>
  %w = check.input dense<[2.0, 3.0]> : tensor<2xf32>
  %b = check.input dense<[0.0, 10.0]> : tensor<2xf32>
  %y = amp.layer_norm %x {normalized_shape = array<i64: 2>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.close %y, dense<[[-0.999995000037500, 0.999995000037500], [0.999995000037500, -0.999995000037500]]> : tensor<2x2xf32> rtol(9.6e-7)
  %z = amp.layer_norm %x weight(%w) bias(%b) {normalized_shape = array<i64: 2>} : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  check.close %z, dense<[[-1.999990000075, 12.9999850001125], [1.999990000075, 7.0000149998875]]> : tensor<2x2xf32> rtol(9.6e-7)
  return
}

// Of a batch whose mean is 2 and variance 1 (3 and 4).
func.func @batch_norm() {
  %x = check.input dense<[[1.0, 1.0], [3.0, 5.0]]> : tensor<2x2xf32>
  %y = amp.batch_norm %x {training = true, eps = 0.0 : f64} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.close %y, dense<[[-1.0, -1.0], [1.0, 1.0]]> : tensor<2x2xf32> rtol(9.6e-7)
  return
}

// Divided by sqrt((49 + 1) / 2) = 5.
func.func @rms_norm() {
  %x = check.input dense<[[7.0, -1.0]]> : tensor<1x2xf32>
  %y = amp.rms_norm %x {normalized_shape = array<i64: 2>, eps = 0.0 : f64} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  check.close %y, dense<[[1.4, -0.2]]> : tensor<1x2xf32> rtol(9.6e-7)
  return
}
