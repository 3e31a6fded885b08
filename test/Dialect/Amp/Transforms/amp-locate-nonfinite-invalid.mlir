// RUN: amp-opt %s --amp-locate-nonfinite --verify-diagnostics

func.func @unknown(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  // expected-error@+1 {{'amp.exp' op has the unknown size in 'tensor<?x2xf32>'; run amp-specialize-shapes before amp-locate-nonfinite}}
  %e = amp.exp %x : (tensor<?x2xf32>) -> tensor<?x2xf32>
  return %e : tensor<?x2xf32>
}
