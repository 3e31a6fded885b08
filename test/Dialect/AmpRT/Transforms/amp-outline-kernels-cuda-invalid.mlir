// RUN: amp-opt %s --amp-outline-kernels="target=cuda" -verify-diagnostics --mlir-print-op-on-diagnostic=false

func.func @grouping(%i: memref<1x6x1xi32>, %order: memref<1x6x1xi32>, %starts: memref<1x10x1xi32>) {
  // expected-error @+1 {{is more than a kernel on a GPU; run amp-expand-grouping before amp-outline-kernels}}
  amprt.group_at ins(%i : memref<1x6x1xi32>) outs(%order, %starts : memref<1x6x1xi32>, memref<1x10x1xi32>)
  return
}
