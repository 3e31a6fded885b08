// RUN: amp-opt %s --pass-pipeline="builtin.module(func.func(amp-vectorize-row-kernels))" -verify-diagnostics --mlir-print-op-on-diagnostic=false

func.func @tensors(%x: tensor<4x8xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'amprt.row_kernel' op is on tensors; bufferize before amp-vectorize-row-kernels}}
  %0 = amprt.row_kernel ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>)
      maps [affine_map<(r, c) -> (r, c)>, affine_map<(r, c) -> (r)>] reduced [1] -> tensor<4xf32> {
  ^bb0(%e: f32):
    %1 = amprt.reduce <add> %e : f32
    amprt.yield %1 : f32
  }
  return %0 : tensor<4xf32>
}
