// RUN: amp-opt %s --convert-amp-to-amprt -verify-diagnostics -split-input-file --mlir-print-op-on-diagnostic=false

func.func @eight_bits(%x: tensor<4x8xf8E4M3FN>, %w: tensor<16x8xf8E4M3FN>) -> tensor<4x16xf8E4M3FN> {
  // expected-error @+1 {{'amp.linear' op has no GEMM for elements of 'f8E4M3FN'; expected f64, f32, f16 or bf16}}
  %0 = amp.linear %x, %w : (tensor<4x8xf8E4M3FN>, tensor<16x8xf8E4M3FN>) -> tensor<4x16xf8E4M3FN>
  return %0 : tensor<4x16xf8E4M3FN>
}

// -----

func.func @unknown_size(%x: tensor<?x8xf32>, %w: tensor<16x8xf32>) -> tensor<?x16xf32> {
  // expected-error @+1 {{'amp.linear' op has an unknown size in dimension 0 of operand 0, 'tensor<?x8xf32>'; run amp-specialize-shapes before convert-amp-to-amprt}}
  %0 = amp.linear %x, %w : (tensor<?x8xf32>, tensor<16x8xf32>) -> tensor<?x16xf32>
  return %0 : tensor<?x16xf32>
}

// -----

// Without its state a step has nothing to read.
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @no_state(%g: tensor<8xf32>) {
  // expected-error @+1 {{'amp.step' op needs the variable 'opt.lr'; run amp-materialize-state before convert-amp-to-amprt}}
  amp.step @opt(%g) : tensor<8xf32>
  return
}

// -----

func.func @unknown_gradient(%g: tensor<?xf32>) -> tensor<i1> {
  // expected-error @+1 {{'amp.check_finite' op has an unknown size in dimension 0 of operand 0, 'tensor<?xf32>'; run amp-specialize-shapes before convert-amp-to-amprt}}
  %bad = amp.check_finite(%g) : (tensor<?xf32>) -> tensor<i1>
  return %bad : tensor<i1>
}
