// RUN: amp-check %s
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}

// Rounded to nearest, ties to even. f16: 65519 is the last number that does not become
// infinite, 2049 lies between 2048 and 2050, 2^-25 between 0 and the smallest subnormal.
func.func @f16() {
  %x = check.input dense<[1.0, 65504.0, 65519.0, 65520.0, 2049.0, 2051.0, 2.98023224e-08, 5.96046448e-08]> : tensor<8xf32>
  %y = amp.cast %x : tensor<8xf32> to tensor<8xf16>
  check.equal %y, dense<[1.0, 65504.0, 65504.0, 0x7C00, 2048.0, 2052.0, 0.0, 5.96046448e-08]> : tensor<8xf16>
  %z = amp.cast %y : tensor<8xf16> to tensor<8xf32>
  check.equal %z, dense<[1.0, 65504.0, 65504.0, 0x7F800000, 2048.0, 2052.0, 0.0, 5.96046448e-08]> : tensor<8xf32>
  return
}

// bf16 has f32's exponents and eight bits of mantissa.
func.func @bf16() {
  %x = check.input dense<[257.0, 259.0, 65520.0, 3.4028235e+38, 0xFF800000, 0x7FC00000, -0.0]> : tensor<7xf32>
  %y = amp.cast %x : tensor<7xf32> to tensor<7xbf16>
  check.equal %y, dense<[256.0, 260.0, 65536.0, 0x7F80, 0xFF80, 0x7FC0, -0.0]> : tensor<7xbf16>
  return
}

// Truncated towards zero.
func.func @integers() {
  %x = check.input dense<[-1.9, -0.5, 2.5, 1.0e+09]> : tensor<4xf32>
  %y = amp.cast %x : tensor<4xf32> to tensor<4xi64>
  check.equal %y, dense<[-1, 0, 2, 1000000000]> : tensor<4xi64>
  return
}
