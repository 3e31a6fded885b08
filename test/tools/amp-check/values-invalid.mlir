// RUN: amp-check %s --split-input-file --verify-diagnostics

// expected-error @below {{states no value, so that nothing can fail}}
module {
  func.func @nothing(%x: tensor<2xf32>) -> tensor<2xf32> {
    %y = amp.neg %x {check.takes = [f32]} : (tensor<2xf32>) -> tensor<2xf32>
    return %y : tensor<2xf32>
  }
}

// -----

// expected-error @+1 {{a function of inputs states no value}}
func.func @inputs() {
  %x = check.input dense<1.0> : tensor<2xf32>
  return
}

// -----

// expected-error @+1 {{a function that states values has no arguments and no results; its inputs are check.input}}
func.func @argument(%x: tensor<2xf32>) {
  check.equal %x, dense<1.0> : tensor<2xf32>
  return
}

// -----

func.func @input() {
  // expected-error @+1 {{an input is no result; state what an op makes}}
  %x = check.input dense<1.0> : tensor<2xf32>
  check.equal %x, dense<1.0> : tensor<2xf32>
  return
}

// -----

func.func private @elsewhere(tensor<2xf32>) -> tensor<2xf32>
// expected-error @+1 {{does not run: }}
func.func @external() {
  %x = check.input dense<1.0> : tensor<2xf32>
  // expected-error @+1 {{of @elsewhere cannot be compiled}}
  %y = func.call @elsewhere(%x) : (tensor<2xf32>) -> tensor<2xf32>
  check.equal %y, dense<1.0> : tensor<2xf32>
  return
}
