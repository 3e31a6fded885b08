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

// Logits that are alike lose ln 2 in each row. The weights 3 and 1 of the targets make
// means of (3 ln 2 + ln 2) / 4 and, of images whose second pixel is ignored, of ln 2; the
// gradient of the mean is weight (softmax - one_hot) / 4.
func.func @cross_entropy_weighted() {
  %x = check.input dense<0.0> : tensor<2x2xf32>
  %t = check.input dense<[0, 1]> : tensor<2xi64>
  %w = check.input dense<[3.0, 1.0]> : tensor<2xf32>
  %mean = amp.cross_entropy %x, %t, %w : (tensor<2x2xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<f32>
  check.close %mean, dense<0.6931471805599453> : tensor<f32> rtol(9.6e-7)
  %each = amp.cross_entropy %x, %t, %w {reduction = #amp.reduction<none>} : (tensor<2x2xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<2xf32>
  check.close %each, dense<[2.0794415416798357, 0.6931471805599453]> : tensor<2xf32> rtol(9.6e-7)
  %dx = amp.backward %mean wrt(%x) : (tensor<f32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.close %dx, dense<[[-0.375, 0.375], [0.125, -0.125]]> : tensor<2x2xf32> rtol(9.6e-7)
  %image = check.input dense<0.0> : tensor<1x2x3xf32>
  %labels = check.input dense<[[1, -100, 0]]> : tensor<1x3xi64>
  %pixels = amp.cross_entropy %image, %labels {reduction = #amp.reduction<none>} : (tensor<1x2x3xf32>, tensor<1x3xi64>) -> tensor<1x3xf32>
  check.close %pixels, dense<[[0.6931471805599453, 0.0, 0.6931471805599453]]> : tensor<1x3xf32> rtol(9.6e-7)
  return
}

// Probabilities: ln 2 times their sums, 1 and 2; that of the first class has the slope
// ln 2, half of it in the mean of two rows. A class of probability 0 may have a logit of -inf.
func.func @cross_entropy_probabilities() {
  %x = check.input dense<0.0> : tensor<2x2xf32>
  %p = check.input dense<[[0.25, 0.75], [1.0, 1.0]]> : tensor<2x2xf32>
  %each = amp.cross_entropy %x, %p {reduction = #amp.reduction<none>} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2xf32>
  check.close %each, dense<[0.6931471805599453, 1.3862943611198906]> : tensor<2xf32> rtol(9.6e-7)
  %mean = amp.cross_entropy %x, %p : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<f32>
  %g:2 = amp.backward %mean wrt(%x, %p) : (tensor<f32>, tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  check.close %g#0, dense<[[0.125, -0.125], [0.0, 0.0]]> : tensor<2x2xf32> rtol(9.6e-7)
  check.close %g#1, dense<0.34657359027997264> : tensor<2x2xf32> rtol(9.6e-7)
  %out = check.input dense<[[0xFF800000, 0.0]]> : tensor<1x2xf32>
  %sure = check.input dense<[[0.0, 1.0]]> : tensor<1x2xf32>
  %none = amp.cross_entropy %out, %sure : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<f32>
  check.equal %none, dense<0.0> : tensor<f32>
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

// Two steps, each of two classes that are alike. Three of four readings are the target [1]:
// [1, 1], [0, 1] and [1, 0]; none has it twice, which takes three steps. Of all readings of the
// target, two thirds have it in a step.
func.func @ctc_loss() {
  %x = check.input dense<-0.6931471805599453> : tensor<2x2x2xf32>
  %t = check.input dense<[[1, 1], [1, 1]]> : tensor<2x2xi64>
  %n = check.input dense<2> : tensor<2xi64>
  %m = check.input dense<[1, 2]> : tensor<2xi64>
  %each = amp.ctc_loss %x, %t, %n, %m {reduction = #amp.reduction<none>}
      : (tensor<2x2x2xf32>, tensor<2x2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2xf32>
  check.close %each, dense<[0.28768207245178090, 0x7F800000]> : tensor<2xf32> rtol(9.6e-7)
  %mean = amp.ctc_loss %x, %t, %n, %m {zero_infinity = true}
      : (tensor<2x2x2xf32>, tensor<2x2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<f32>
  check.close %mean, dense<0.14384103622589045> : tensor<f32> rtol(9.6e-7)
  %dx = amp.backward %mean wrt(%x) : (tensor<f32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  check.close %dx, dense<[[[0.08333333333, -0.08333333333], [0.0, 0.0]], [[0.08333333333, -0.08333333333], [0.0, 0.0]]]> : tensor<2x2x2xf32> atol(5.0e-7)
  return
}

// A label or a length that does not exist is NaN, and so is its loss alone.
func.func @ctc_loss_of_no_class() {
  %x = check.input dense<-0.6931471805599453> : tensor<2x3x2xf32>
  %t = check.input dense<[[1], [2], [1]]> : tensor<3x1xi64>
  %n = check.input dense<2> : tensor<3xi64>
  %m = check.input dense<[1, 1, 2]> : tensor<3xi64>
  %each = amp.ctc_loss %x, %t, %n, %m {reduction = #amp.reduction<none>}
      : (tensor<2x3x2xf32>, tensor<3x1xi64>, tensor<3xi64>, tensor<3xi64>) -> tensor<3xf32>
  check.close %each, dense<[0.28768207245178090, 0x7FC00000, 0x7FC00000]> : tensor<3xf32> rtol(9.6e-7)
  return
}
