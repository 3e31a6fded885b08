// RUN: amp-check %s --split-input-file --verify-diagnostics

func.func @no_tolerance() {
  %x = check.input dense<1.0> : tensor<2xf32>
  %y = amp.neg %x : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error @+1 {{'check.close' op expects atol or rtol; check.equal compares bits}}
  check.close %y, dense<-1.0> : tensor<2xf32>
  return
}

// -----

func.func @negative_tolerance() {
  %x = check.input dense<1.0> : tensor<2xf32>
  %y = amp.neg %x : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error @+1 {{'check.close' op expects a finite tolerance of at least 0}}
  check.close %y, dense<-1.0> : tensor<2xf32> rtol(-1.0)
  return
}

// -----

func.func @close_integers() {
  %x = check.input dense<1> : tensor<2xi64>
  // expected-error @+1 {{must be statically shaped tensor of 64-bit float or 32-bit float or 16-bit float or bfloat16 type values}}
  check.close %x, dense<1> : tensor<2xi64> atol(1.0)
  return
}

// -----

func.func @in_a_region() {
  %y = amp.autocast -> tensor<2xf32> {
    // expected-error @+1 {{'check.input' op expects parent op 'func.func'}}
    %x = check.input dense<1.0> : tensor<2xf32>
    amp.yield %x : tensor<2xf32>
  }
  return
}

// -----

func.func @number_of_types(%x: tensor<2xf32>) {
  // expected-error @+1 {{"check.takes" expects 1 types, one for each operand}}
  %y = amp.neg %x {check.takes = [f32, f32]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @no_type(%x: tensor<2xf32>) {
  // expected-error @+1 {{"check.gives" expects a list of element types}}
  %y = amp.neg %x {check.gives = ["f32"]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected-error @+1 {{check.casts expects numbers of casts, such as {f16 = 1}}}
func.func @casts(%x: tensor<2xf32> {check.casts = {f16 = "once"}}) {
  return
}

// -----

func.func @holds(%x: tensor<2xf32>) {
  // expected-error @+1 {{check.holds expects lists of function types by the names of ops}}
  %y = amp.neg %x {check.holds = {amp.neg = [f32]}} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @misspelt(%x: tensor<2xf32>) {
  // expected-error @+1 {{"check.take" is no expectation}}
  %y = amp.neg %x {check.take = [f32]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected-error @+1 {{"check.takes" is no expectation of an argument}}
func.func @argument(%x: tensor<2xf32> {check.takes = [f32]}) {
  return
}
