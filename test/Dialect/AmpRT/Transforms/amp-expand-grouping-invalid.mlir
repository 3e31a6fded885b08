// RUN: amp-opt %s --amp-expand-grouping -verify-diagnostics

func.func @tensors(%i: tensor<1x6x1xi64>, %o: tensor<1x6x1xi32>, %s: tensor<1x10x1xi32>) {
  // expected-error @+1 {{is on tensors; bufferize before amp-expand-grouping}}
  %0, %1 = amprt.group_at ins(%i : tensor<1x6x1xi64>) outs(%o, %s : tensor<1x6x1xi32>, tensor<1x10x1xi32>) -> tensor<1x6x1xi32>, tensor<1x10x1xi32>
  return
}
