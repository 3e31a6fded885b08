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
