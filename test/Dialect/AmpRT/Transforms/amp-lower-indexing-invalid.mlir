// RUN: amp-opt %s --pass-pipeline="builtin.module(func.func(amp-lower-indexing))" -verify-diagnostics --mlir-print-op-on-diagnostic=false

func.func @tensors(%x: tensor<1x9x4xf32>, %i: tensor<1x6x1xi64>, %y: tensor<1x6x4xf32>) -> tensor<1x6x4xf32> {
  // expected-error @+1 {{'amprt.read_at' op is on tensors; bufferize before amp-lower-indexing}}
  %0 = amprt.read_at ins(%x, %i : tensor<1x9x4xf32>, tensor<1x6x1xi64>) outs(%y : tensor<1x6x4xf32>) -> tensor<1x6x4xf32>
  return %0 : tensor<1x6x4xf32>
}
