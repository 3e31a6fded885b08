// RUN: amp-check %s
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}

func.func @exact() {
  %x = check.input dense<[-2.0, -0.0, 3.0, 0x7FC00000, 0xFF800000]> : tensor<5xf32>
  %relu = amp.relu %x : (tensor<5xf32>) -> tensor<5xf32>
  check.equal %relu, dense<[0.0, 0.0, 3.0, 0x7FC00000, 0.0]> : tensor<5xf32>
  %abs = amp.abs %x : (tensor<5xf32>) -> tensor<5xf32>
  check.equal %abs, dense<[2.0, 0.0, 3.0, 0x7FC00000, 0x7F800000]> : tensor<5xf32>
  %square = amp.square %x : (tensor<5xf32>) -> tensor<5xf32>
  check.equal %square, dense<[4.0, 0.0, 9.0, 0x7FC00000, 0x7F800000]> : tensor<5xf32>
  return
}

// torch.maximum: "If one of the elements being compared is a NaN, then that element is
// returned."
func.func @maximum() {
  %x = check.input dense<[1.0, 0x7FC00000, 3.0]> : tensor<3xf32>
  %y = check.input dense<[2.0, 2.0, 0x7FC00000]> : tensor<3xf32>
  %max = amp.maximum %x, %y : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  check.equal %max, dense<[2.0, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>
  return
}

// The type that is computed is rounded once: the sum of the first pair is 65520.
func.func @overflow() {
  %x = check.input dense<[65504.0, 2048.0]> : tensor<2xf16>
  %y = check.input dense<[16.0, 3.0]> : tensor<2xf16>
  %sum = amp.add %x, %y : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
  check.equal %sum, dense<[0x7C00, 2052.0]> : tensor<2xf16>
  return
}

// Decimal expansions of e, ln 2, 1 / (1 + 1 / e), tanh 1 and erf 1; 4 units of 2^-23.
func.func @functions() {
  %x = check.input dense<[0.0, 1.0]> : tensor<2xf32>
  %exp = amp.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  check.close %exp, dense<[1.0, 2.718281828459045]> : tensor<2xf32> rtol(4.8e-7)
  %softplus = amp.softplus %x : (tensor<2xf32>) -> tensor<2xf32>
  check.close %softplus, dense<[0.6931471805599453, 1.3132616875182228]> : tensor<2xf32> rtol(4.8e-7)
  %sigmoid = amp.sigmoid %x : (tensor<2xf32>) -> tensor<2xf32>
  check.close %sigmoid, dense<[0.5, 0.7310585786300049]> : tensor<2xf32> rtol(4.8e-7)
  %tanh = amp.tanh %x : (tensor<2xf32>) -> tensor<2xf32>
  check.close %tanh, dense<[0.0, 0.7615941559557649]> : tensor<2xf32> rtol(4.8e-7)
  %erf = amp.erf %x : (tensor<2xf32>) -> tensor<2xf32>
  check.close %erf, dense<[0.0, 0.8427007929497149]> : tensor<2xf32> rtol(4.8e-7)
  return
}

// log sqrt π, 0, 0, log 24, log(4 sqrt(π) / 3); -γ - 2 log 2, -γ, 1 - γ,
// 25/12 - γ and, by reflection, 8/3 - γ - 2 log 2; π²/2, π²/6, π²/6 - 1, π²/6 - 205/144 and
// π²/2 + 40/9.
func.func @gamma() {
  %x = check.input dense<[0.5, 1.0, 2.0, 5.0, -1.5]> : tensor<5xf32>
  %lgamma = amp.lgamma %x : (tensor<5xf32>) -> tensor<5xf32>
  check.close %lgamma, dense<[0.5723649429247001, 0.0, 0.0, 3.1780538303479458,
    0.8600470153764810]> : tensor<5xf32> rtol(9.6e-7)
  %digamma = amp.digamma %x : (tensor<5xf32>) -> tensor<5xf32>
  check.close %digamma, dense<[-1.9635100260214235, -0.5772156649015329, 0.4227843350984671,
    1.5061176684318005, 0.7031566406452432]> : tensor<5xf32> rtol(2.4e-6)
  %sum = amp.sum %digamma : (tensor<5xf32>) -> tensor<f32>
  %slope = amp.backward %sum wrt(%x) : (tensor<f32>, tensor<5xf32>) -> tensor<5xf32>
  check.close %slope, dense<[4.934802200544679, 1.6449340668482264, 0.6449340668482264,
    0.2213229557371153, 9.379246644989124]> : tensor<5xf32> rtol(9.6e-7)
  %poles = check.input dense<[0.0, -2.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1.0e10]>
    : tensor<6xf32>
  %at_poles = amp.lgamma %poles : (tensor<6xf32>) -> tensor<6xf32>
  check.close %at_poles, dense<[0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000,
    2.2025850927e11]> : tensor<6xf32> rtol(9.6e-7)
  return
}

// log(1/2), log(1 / (1 + e)) and log(1 / (1 + 1/e)); its slope is 1 - sigmoid(x). Both
// exponentials of 1000 are out of range.
func.func @log_sigmoid() {
  %x = check.input dense<[0.0, -1.0, 1.0, -1000.0, 1000.0, 0x7FC00000]> : tensor<6xf32>
  %y = amp.log_sigmoid %x : (tensor<6xf32>) -> tensor<6xf32>
  check.close %y, dense<[-0.6931471805599453, -1.3132616875182228, -0.31326168751822286,
    -1000.0, 0.0, 0x7FC00000]> : tensor<6xf32> rtol(4.8e-7)
  %loss = amp.sum %y : (tensor<6xf32>) -> tensor<f32>
  %dx = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<6xf32>) -> tensor<6xf32>
  check.close %dx, dense<[0.5, 0.7310585786300049, 0.2689414213699951, 1.0, 0.0,
    0x7FC00000]> : tensor<6xf32> rtol(4.8e-7)
  return
}

// 1/2, 2/3, 1 and 0; hardswish is x times that. Slopes are 1/6, and 1/2 + x/3.
func.func @hard() {
  %x = check.input dense<[0.0, 1.0, 4.0, -4.0]> : tensor<4xf32>
  %sigmoid = amp.hardsigmoid %x : (tensor<4xf32>) -> tensor<4xf32>
  check.close %sigmoid, dense<[0.5, 0.6666666666666667, 1.0, 0.0]> : tensor<4xf32> rtol(2.4e-7)
  %swish = amp.hardswish %x : (tensor<4xf32>) -> tensor<4xf32>
  check.close %swish, dense<[0.0, 0.6666666666666667, 4.0, 0.0]> : tensor<4xf32> rtol(3.6e-7)
  %both = amp.add %sigmoid, %swish : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %loss = amp.sum %both : (tensor<4xf32>) -> tensor<f32>
  %dx = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  check.close %dx, dense<[0.6666666666666667, 1.0, 1.0, 0.0]> : tensor<4xf32> rtol(4.8e-7)
  return
}

// x tanh(log(1 + exp(x))): tanh(log(2)) is 3/5; exp(1000) is out of range.
func.func @mish() {
  %x = check.input dense<[0.0, 1.0, -1.0, 1000.0, -1000.0]> : tensor<5xf32>
  %y = amp.mish %x : (tensor<5xf32>) -> tensor<5xf32>
  check.close %y, dense<[0.0, 0.8650983882673103, -0.30340146137410895,
    1000.0, 0.0]> : tensor<5xf32> rtol(2.9e-6)
  %loss = amp.sum %y : (tensor<5xf32>) -> tensor<f32>
  %dx = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<5xf32>) -> tensor<5xf32>
  check.close %dx, dense<[0.6, 1.0490362200997922, 0.059216755877395, 1.0, 0.0]>
    : tensor<5xf32> rtol(2.9e-6)
  return
}

// Bounds belong to the middle; a NaN stays.
func.func @shrinks() {
  %x = check.input dense<[-2.0, -0.5, 0.25, 0.5, 2.0, 0x7FC00000]> : tensor<6xf32>
  %hard = amp.hardshrink %x : (tensor<6xf32>) -> tensor<6xf32>
  check.equal %hard, dense<[-2.0, 0.0, 0.0, 0.0, 2.0, 0x7FC00000]> : tensor<6xf32>
  %soft = amp.softshrink %x : (tensor<6xf32>) -> tensor<6xf32>
  check.equal %soft, dense<[-1.5, 0.0, 0.0, 0.0, 1.5, 0x7FC00000]> : tensor<6xf32>
  %threshold = amp.threshold %x {threshold = 0.25 : f64, value = 8.0 : f64}
    : (tensor<6xf32>) -> tensor<6xf32>
  check.equal %threshold, dense<[8.0, 8.0, 8.0, 0.5, 2.0, 0x7FC00000]> : tensor<6xf32>
  return
}

// alpha (exp(x / alpha) - 1) with alpha 2, and x - tanh(x), below and above 0.
func.func @celu_and_tanhshrink() {
  %x = check.input dense<[-2.0, 0.0, 3.0]> : tensor<3xf32>
  %celu = amp.celu %x {alpha = 2.0 : f64} : (tensor<3xf32>) -> tensor<3xf32>
  check.close %celu, dense<[-1.2642411176571153, 0.0, 3.0]> : tensor<3xf32> rtol(4.8e-7)
  %shrink = amp.tanhshrink %x : (tensor<3xf32>) -> tensor<3xf32>
  check.close %shrink, dense<[-1.035972419924183, 0.0, 2.0049452463132695]>
    : tensor<3xf32> rtol(4.8e-7)
  return
}

// The second half is 0, whose sigmoid is 1/2.
func.func @glu() {
  %x = check.input dense<[[1.0, -3.0, 0.0, 0.0], [5.0, 7.0, 0.0, 0.0]]> : tensor<2x4xf32>
  %y = amp.glu %x : (tensor<2x4xf32>) -> tensor<2x2xf32>
  check.equal %y, dense<[[0.5, -1.5], [2.5, 3.5]]> : tensor<2x2xf32>
  return
}

// 12 is 1100, 10 is 1010; not x is -1 - x.
func.func @bits() {
  %a = check.input dense<[12, -1]> : tensor<2xi32>
  %b = check.input dense<[10, 5]> : tensor<2xi32>
  %and = amp.bitwise_and %a, %b : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  check.equal %and, dense<[8, 5]> : tensor<2xi32>
  %or = amp.bitwise_or %a, %b : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  check.equal %or, dense<[14, -1]> : tensor<2xi32>
  %xor = amp.bitwise_xor %a, %b : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  check.equal %xor, dense<[6, -6]> : tensor<2xi32>
  %not = amp.bitwise_not %a : (tensor<2xi32>) -> tensor<2xi32>
  check.equal %not, dense<[-13, 0]> : tensor<2xi32>
  return
}

// The slope of relu at 0 is 0, that of abs too, as PyTorch has it.
func.func @gradients() {
  %x = check.input dense<[-1.0, 0.0, 2.0]> : tensor<3xf32>
  %w = check.input dense<[10.0, 100.0, 1000.0]> : tensor<3xf32>
  %relu = amp.relu %x : (tensor<3xf32>) -> tensor<3xf32>
  %abs = amp.abs %x : (tensor<3xf32>) -> tensor<3xf32>
  %both = amp.add %relu, %abs : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %weighted = amp.mul %both, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %loss = amp.sum %weighted : (tensor<3xf32>) -> tensor<f32>
  %dx = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
  check.equal %dx, dense<[-10.0, 0.0, 2000.0]> : tensor<3xf32>
  return
}
