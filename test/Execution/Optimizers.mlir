// RUN: amp-check %s
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}

amp.variable parameter @w : tensor<2xf32> = dense<[1.0, 2.0]> : tensor<2xf32>
amp.variable parameter @v : tensor<2xf32> = dense<[1.0, 2.0]> : tensor<2xf32>
amp.variable parameter @u : tensor<2xf32> = dense<[1.0, 2.0]> : tensor<2xf32>
amp.variable parameter @p : tensor<1xf32> = dense<[10.0]> : tensor<1xf32>
amp.variable parameter @n : tensor<2xf32> = dense<[1.0, 2.0]> : tensor<2xf32>
amp.variable parameter @r : tensor<2xf32> = dense<[1.0, 2.0]> : tensor<2xf32>
amp.variable parameter @m : tensor<2xf32> = dense<[1.0, 2.0]> : tensor<2xf32>
amp.variable parameter @d : tensor<2xf32> = dense<[1.0, 2.0]> : tensor<2xf32>
amp.optimizer sgd @sgd [@w] {lr = 0.5 : f64, momentum = 0.5 : f64}
amp.optimizer adam @adam [@v] {lr = 0.25 : f64, eps = 0.0 : f64}
amp.optimizer adamw @adamw [@u] {lr = 0.25 : f64, eps = 0.0 : f64, weight_decay = 0.5 : f64}
amp.optimizer nadam @nadam [@n] {lr = 0.25 : f64, eps = 0.0 : f64, beta1 = 0.5 : f64,
  momentum_decay = 0.0 : f64}
amp.optimizer radam @radam [@r] {lr = 0.25 : f64, beta1 = 0.5 : f64}
amp.optimizer adamax @adamax [@m] {lr = 0.25 : f64, eps = 0.0 : f64, beta2 = 0.5 : f64}
amp.optimizer adadelta @adadelta [@d] {lr = 0.5 : f64, rho = 0.75 : f64, eps = 0.25 : f64}
amp.optimizer sgd @plateau [@p] {lr = 1.0 : f64,
  schedule = #amp.schedule<plateau, {interval = 2, patience = 0, factor = 0.5}>}

// The buffer is g, then g + 0.5 g: w - 0.5 g - 0.75 g.
func.func @sgd_twice() {
  %g = check.input dense<[2.0, -4.0]> : tensor<2xf32>
  amp.step @sgd(%g) : tensor<2xf32>
  amp.step @sgd(%g) : tensor<2xf32>
  %w = amp.read @w : tensor<2xf32>
  check.equal %w, dense<[-1.5, 7.0]> : tensor<2xf32>
  return
}

// Corrected for their bias, the moments of the first step are g and g^2: a step of lr
// against the sign of g. 4 units of 2^-23.
func.func @adam_once() {
  %g = check.input dense<[0.125, -8.0]> : tensor<2xf32>
  amp.step @adam(%g) : tensor<2xf32>
  %v = amp.read @v : tensor<2xf32>
  check.close %v, dense<[0.75, 2.25]> : tensor<2xf32> rtol(4.8e-7)
  return
}

// The same of what is left after the decay: 1 - lr 0.5 = 0.875 of the weight.
func.func @adamw_once() {
  %g = check.input dense<[0.125, -8.0]> : tensor<2xf32>
  amp.step @adamw(%g) : tensor<2xf32>
  %u = amp.read @u : tensor<2xf32>
  check.close %u, dense<[0.625, 2.0]> : tensor<2xf32> rtol(4.8e-7)
  return
}

// Momentum 0.25 in each step: 0.75 / 0.75 of the gradient and 0.25 / (1 - 0.0625) of the
// average, which is half of it: a step of lr (1 + 2 / 15) against its sign.
func.func @nadam_once() {
  %g = check.input dense<[0.125, -8.0]> : tensor<2xf32>
  amp.step @nadam(%g) : tensor<2xf32>
  %n = amp.read @n : tensor<2xf32>
  check.close %n, dense<[0.71666667, 2.2833333]> : tensor<2xf32> rtol(4.8e-7)
  return
}

// Steps too few for a variance go along the average, corrected for its bias: g, then
// (0.25 g + 0.5 h) / 0.75.
func.func @radam_twice() {
  %g = check.input dense<[0.125, -8.0]> : tensor<2xf32>
  %h = check.input dense<[0.5, 1.0]> : tensor<2xf32>
  amp.step @radam(%g) : tensor<2xf32>
  amp.step @radam(%h) : tensor<2xf32>
  %r = amp.read @r : tensor<2xf32>
  check.close %r, dense<[0.875, 4.5]> : tensor<2xf32> rtol(4.8e-7)
  return
}

// By the largest gradient so far, of which half is forgotten: lr against the sign, then
// lr (0.09 g + 0.1 h) / (0.19 max(|g| / 2, |h|)).
func.func @adamax_twice() {
  %g = check.input dense<[1.0, -8.0]> : tensor<2xf32>
  %h = check.input dense<[2.0, 3.5]> : tensor<2xf32>
  amp.step @adamax(%g) : tensor<2xf32>
  amp.step @adamax(%h) : tensor<2xf32>
  %m = amp.read @m : tensor<2xf32>
  check.close %m, dense<[0.55921053, 2.3717105]> : tensor<2xf32> rtol(4.8e-7)
  return
}

// sqrt(eps) / sqrt((1 - rho) g^2 + eps) is 0.5 / sqrt(0.75 + 0.25) where g^2 is 3: a step
// of lr 0.5 g.
func.func @adadelta_once() {
  %g = check.input dense<[1.7320508, -1.7320508]> : tensor<2xf32>
  amp.step @adadelta(%g) : tensor<2xf32>
  %d = amp.read @d : tensor<2xf32>
  check.close %d, dense<[0.5669873, 2.4330127]> : tensor<2xf32> rtol(4.8e-7)
  return
}

// The mean of the first two metrics, 4, is the best; that of the next two, of which one
// does not count, is no better: the fifth step's rate is half.
func.func @stalled() {
  %g = check.input dense<[1.0]> : tensor<1xf32>
  %three = check.input dense<3.0> : tensor<f32>
  %five = check.input dense<5.0> : tensor<f32>
  %four = check.input dense<4.0> : tensor<f32>
  %inf = check.input dense<0x7F800000> : tensor<f32>
  amp.step @plateau(%g) metric(%three) : tensor<1xf32>, tensor<f32>
  amp.step @plateau(%g) metric(%five) : tensor<1xf32>, tensor<f32>
  amp.step @plateau(%g) metric(%four) : tensor<1xf32>, tensor<f32>
  amp.step @plateau(%g) metric(%inf) : tensor<1xf32>, tensor<f32>
  amp.step @plateau(%g) metric(%four) : tensor<1xf32>, tensor<f32>
  %p = amp.read @p : tensor<1xf32>
  check.equal %p, dense<[5.5]> : tensor<1xf32>
  return
}

// A step that is skipped changes nothing.
func.func @skipped() {
  %g = check.input dense<[2.0, -4.0]> : tensor<2xf32>
  %yes = check.input dense<true> : tensor<i1>
  amp.step @sgd(%g) skip_if(%yes) : tensor<2xf32>, tensor<i1>
  %w = amp.read @w : tensor<2xf32>
  check.equal %w, dense<[1.0, 2.0]> : tensor<2xf32>
  return
}
