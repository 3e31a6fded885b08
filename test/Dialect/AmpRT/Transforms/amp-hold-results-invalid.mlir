// RUN: amp-opt %s --amp-hold-results -verify-diagnostics -split-input-file --mlir-print-op-on-diagnostic=false

// expected-error @+1 {{expects a body without control flow, and no callers}}
func.func @control_flow(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^bb1
^bb1:
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{expects a body without control flow, and no callers}}
func.func @called(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @caller(%x: tensor<4xf32>) {
  %0 = call @called(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-error @+1 {{result 0 is of type 'i32'; expected arrays of integers or floating-point numbers}}
func.func @number(%x: i32) -> i32 {
  return %x : i32
}
