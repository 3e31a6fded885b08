// RUN: amp-opt %s --allow-unregistered-dialect --amp-check-graph --split-input-file --verify-diagnostics
// RUN: not amp-opt %s --allow-unregistered-dialect --amp-check-graph="as-errors" --split-input-file 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not amp-opt %s --allow-unregistered-dialect --amp-training-pipeline --split-input-file 2>&1 | FileCheck %s --check-prefix=PIPELINE

// ERROR: error: 'amp.variable' op variable 'unused' is never used
// PIPELINE: warning: variable 'unused' is never used

// Everything is used: nothing is said.
amp.variable parameter @w : tensor<4x4xf32> = #amp.init<zeros>
amp.variable buffer @seen : tensor<f32> = #amp.init<zeros> {statistic = "seen"}
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
amp.grad_scaler @scaler
func.func @train(%x: tensor<4x4xf32> {amp.name = "x"}) -> (tensor<f32> {amp.name = "loss"}) {
  %w = amp.read @w : tensor<4x4xf32>
  %loss = amp.autocast -> tensor<f32> {
    %y = amp.matmul %x, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %z = amp.autocast enabled(false) -> tensor<4x4xf32> {
      %1 = amp.exp %y : (tensor<4x4xf32>) -> tensor<4x4xf32>
      amp.yield %1 : tensor<4x4xf32>
    }
    %l = amp.mean %z : (tensor<4x4xf32>) -> tensor<f32>
    amp.yield %l : tensor<f32>
  }
  %dw = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  amp.step @opt(%dw) : tensor<4x4xf32>
  return %loss : tensor<f32>
}

// -----

// expected-warning @+1 {{variable 'unused' is never used: no op reads or assigns it, and no optimizer updates it}}
amp.variable parameter @unused : tensor<4xf32> = #amp.init<zeros>
amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-warning @+1 {{optimizer 'opt' is never used: no amp.step applies it, and its parameters keep their values}}
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
// expected-warning @+1 {{scaler 'scaler' is never used: no op names it, and no function that has an amp.step leaves the loss scale to amp-scale-loss}}
amp.grad_scaler @scaler
func.func @read() -> tensor<4xf32> {
  %0 = amp.read @w : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @regions(%x: tensor<4xf32>, %i: tensor<4xi64>) -> (tensor<4xi64>, tensor<4xf32>) {
  // expected-warning @+1 {{autocast has no effect: there is no op in the region to which precision is assigned}}
  %0 = amp.autocast -> tensor<4xi64> {
    %1 = amp.add %i, %i : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
    amp.yield %1 : tensor<4xi64>
  }
  // expected-warning @+1 {{turns autocast off where it is not on: a function with a region of its own is in autocast only in its regions}}
  %2 = amp.autocast enabled(false) -> tensor<4xf32> {
    %3 = amp.exp %x : (tensor<4xf32>) -> tensor<4xf32>
    amp.yield %3 : tensor<4xf32>
  }
  return %0, %2 : tensor<4xi64>, tensor<4xf32>
}

// -----

// A function that is called may be called in autocast.
func.func private @callee(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = amp.autocast enabled(false) -> tensor<4xf32> {
    %1 = amp.exp %x : (tensor<4xf32>) -> tensor<4xf32>
    amp.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
func.func @caller(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @callee(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A misspelt prefix; once for each name.
// expected-warning @+1 {{nobody reads the attribute 'amg.name': there is no dialect 'amg'; did you mean 'amp.name'?}}
func.func @prefix(%x: tensor<4xf32> {amg.name = "x"}, %y: tensor<4xf32> {amg.name = "y"}) -> tensor<4xf32> {
  // expected-warning @+1 {{nobody reads the attribute 'apm.precision': there is no dialect 'apm'; did you mean 'amp.precision'?}}
  %0 = amp.exp %x {apm.precision = "deny"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = amp.exp %0 {apm.precision = "deny"} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// expected-error @+1 {{has two arguments named 'x', 0 and 2; give one another 'amp.name'}}
func.func @arguments(%x: tensor<4xf32> {amp.name = "x"}, %y: tensor<4xf32>, %z: tensor<4xf32> {amp.name = "x"}) {
  return
}

// -----

// Also with the name that one has without the attribute.
// expected-error @+1 {{has two arguments named 'arg1', 0 and 1}}
func.func @default(%x: tensor<4xf32> {amp.name = "arg1"}, %y: tensor<4xf32>) {
  return
}

// -----

// expected-error @+1 {{has two results named 'y', 0 and 1; give one another 'amp.name'}}
func.func @results(%x: tensor<4xf32>) -> (tensor<4xf32> {amp.name = "y"}, tensor<4xf32> {amp.name = "y"}) {
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}
