// RUN: split-file %s %t
// RUN: amp-opt %t/rules.mlir --allow-unregistered-dialect --amp-assign-precision --split-input-file --verify-diagnostics
// RUN: amp-opt %t/net.mlir --allow-unregistered-dialect --amp-assign-precision="keep-f32=fc3 unused=ignore" 2>&1 | FileCheck %s --check-prefix=IGNORE
// RUN: not amp-opt %t/net.mlir --allow-unregistered-dialect --amp-assign-precision="keep-f32=fc3 unused=error" 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: amp-opt %t/net.mlir --allow-unregistered-dialect --amp-assign-precision="policy=%t/policy.yaml" 2>&1 >/dev/null | FileCheck %s --check-prefix=FILE
// RUN: amp-opt %t/net.mlir --allow-unregistered-dialect --amp-assign-precision="policy=%t/used.yaml keep-f32=^fc1$" 2>&1 | FileCheck %s --check-prefix=USED
// RUN: amp-opt %t/net.mlir --allow-unregistered-dialect --amp-assign-precision="keep-f32=fc3" 2>&1 >/dev/null | FileCheck %s --check-prefix=PATTERN
// RUN: amp-opt %t/net.mlir --allow-unregistered-dialect --amp-assign-precision="keep-f32=add" 2>&1 >/dev/null | FileCheck %s --check-prefix=OPNAME
// RUN: amp-opt %t/net.mlir --allow-unregistered-dialect --amp-assign-precision="keep-f32=norm" 2>&1 >/dev/null | FileCheck %s --check-prefix=NOEFFECT
// RUN: not amp-opt %t/plain.mlir --amp-assign-precision="unused=loud" 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: amp-opt %t/nothing.mlir --amp-assign-precision 2>&1 | FileCheck %t/nothing.mlir --check-prefix=NOTHING
// RUN: amp-opt %t/plain.mlir --allow-unregistered-dialect --amp-assign-precision | FileCheck %t/plain.mlir

// What a policy says to no effect is said, once, at the end.

// IGNORE-NOT: warning
// ERROR: error: keep-f32: the pattern 'fc3' matches no op
// OPTION: for the --unused option: expected warn, error or ignore, found 'loud'
// FILE: warning: {{.*}}policy.yaml: 2 of 4 entries for ops are about none of the graph: 'mean' (2:3), 'mydialect.mpl' (3:3; did you mean 'mydialect.mlp'?)
// FILE: warning: {{.*}}policy.yaml:6:3: no such operand, 9 of 'linear', in any op that this is about
// FILE: warning: {{.*}}policy.yaml:8:15: the pattern '^hed' matches no op to which precision is assigned; it is searched for in names of locations
// FILE: warning: {{.*}}policy.yaml:10:13: the pattern 'fc1.weigth' matches no op to which precision is assigned; it is searched for in names of the variables that ops read; did you mean 'fc1.weight'?
// FILE-NOT: warning
// USED-NOT: warning
// PATTERN: warning: keep-f32: the pattern 'fc3' matches no op to which precision is assigned; it is searched for in names of locations and of the variables that ops read; did you mean 'fc1'?
// OPNAME: warning: keep-f32: the pattern 'add' matches no op to which precision is assigned; it is searched for in names of locations and of the variables that ops read; 'add' is the name of an op: a policy file, or the attribute amp.policy, says under 'ops' what becomes of all of that name
// NOEFFECT: warning: keep-f32: the pattern 'norm' has no effect: every op that it is about runs in the same type without it

//--- policy.yaml
ops:
  mean: deny
  mydialect.mpl: allow
  mydialect.mlp: allow
  # Operand 2 is the bias.
  linear: {category: allow, operands: {2: allow, 9: deny}}
match:
  - location: '^hed'
    category: deny
  - symbol: 'fc1.weigth'
    category: deny

//--- used.yaml
ops:
  mydialect.mlp: allow
  linear: {category: allow, operands: {2: allow}}
match:
  - symbol: '^fc1[.]'
    category: deny

//--- net.mlir
amp.variable parameter @fc1.weight : tensor<8x8xf32> = #amp.init<zeros>
amp.variable parameter @fc1.bias : tensor<8xf32> = #amp.init<zeros>
func.func @net(%x: tensor<4x8xf32>, %v: tensor<8x8xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
  %weight = amp.read @fc1.weight : tensor<8x8xf32>
  %bias = amp.read @fc1.bias : tensor<8xf32>
  %0 = amp.linear %x, %weight, %bias : (tensor<4x8xf32>, tensor<8x8xf32>, tensor<8xf32>) -> tensor<4x8xf32> loc("fc1")
  %1 = "mydialect.mlp"(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = amp.add %1, %0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = amp.linear %2, %v, %b : (tensor<4x8xf32>, tensor<8x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %4 = amp.exp %3 : (tensor<4x8xf32>) -> tensor<4x8xf32> loc("norm")
  return %4 : tensor<4x8xf32>
}

//--- rules.mlir
// An attribute of an op that autocast does not reach.
func.func @outside(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = amp.autocast -> tensor<4x8xf32> {
    %1 = amp.relu %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
    amp.yield %1 : tensor<4x8xf32>
  }
  // expected-warning @+1 {{attribute amp.precision has no effect: what it is about is outside of autocast, or has no operand whose type may be cast}}
  %2 = amp.exp %0 {amp.precision = "allow"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

// A function's entry takes the place of the module's, and an op's own of both.
// expected-warning @+1 {{attribute amp.policy, ops.relu: the entry for 'relu' is overridden: for every op that it is about, something that comes before it decides}}
module attributes {amp.policy = {ops = {relu = "deny", tanh = "deny"}}} {
  // expected-warning @+1 {{attribute amp.policy of '@f', ops.tanh: the entry for 'tanh' is overridden}}
  func.func @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {amp.policy = {ops = {relu = "allow", tanh = "allow"}}} {
    %0 = amp.relu %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = amp.tanh %0 {amp.precision = "deny"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
  func.func @g(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %0 = amp.tanh %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
}

// -----

// An attribute of an op that takes no part in it.
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
func.func @read() -> tensor<8xf32> {
  // expected-warning @+1 {{attribute amp.precision has no effect}}
  %0 = amp.read @w {amp.precision = "allow"} : tensor<8xf32>
  %1 = amp.exp %0 : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

//--- plain.mlir
// What nothing was assigned in is not marked as if it had been.
// CHECK-LABEL: func.func @foreign
// CHECK-NOT: amp.assigned
// CHECK-LABEL: func.func @integers
// CHECK-NOT: amp.assigned
// CHECK-LABEL: func.func @assigned
// CHECK-SAME: amp.assigned
func.func @foreign(%x: tensor<1x4x8xf32>) -> tensor<1x4x8xf32> {
  %0 = math.cbrt %x : tensor<1x4x8xf32>
  return %0 : tensor<1x4x8xf32>
}
func.func @integers(%x: tensor<4xi64>) -> tensor<4xi64> {
  %0 = amp.add %x, %x : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}
func.func @assigned(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = amp.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- nothing.mlir
// NOTHING: nothing.mlir:[[@LINE+1]]:1: warning: precision was assigned to nothing: no op is known, or named by the policy
func.func @foreign(%x: tensor<1x4x8xf32>) -> tensor<1x4x8xf32> {
  %0 = math.cbrt %x : tensor<1x4x8xf32>
  return %0 : tensor<1x4x8xf32>
}
