// RUN: amp-opt %s --amp-inline-calls --split-input-file --verify-diagnostics

func.func @ping(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = func.call @pong(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @pong(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'func.call' op makes 'ping' recursive; write the recursion out}}
  %0 = func.call @ping(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = func.call @branches(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// expected-error @+1 {{expects a body without control flow}}
func.func private @branches(%x: tensor<8xf32>) -> tensor<8xf32> {
  cf.br ^bb1(%x : tensor<8xf32>)
^bb1(%y: tensor<8xf32>):
  return %y : tensor<8xf32>
}
