// RUN: amp-opt %s --amp-expand-relu -verify-diagnostics

func.func @buffers(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) {
  // expected-error @+1 {{writes a buffer; run amp-expand-relu before one-shot-bufferize}}
  amprt.gemm ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>) {relu}
  return
}
