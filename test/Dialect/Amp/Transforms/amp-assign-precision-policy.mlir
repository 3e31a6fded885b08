// RUN: split-file %s %t
// RUN: amp-opt %t/file.mlir --allow-unregistered-dialect --amp-assign-precision="policy=%t/policy.yaml" | FileCheck %t/file.mlir
// RUN: amp-opt %t/file.mlir --allow-unregistered-dialect --amp-assign-precision="policy=%t/policy.json" | FileCheck %t/file.mlir
// RUN: amp-opt %t/file.mlir --allow-unregistered-dialect --amp-assign-precision="policy=%t/policy.yaml assigner=eager" | FileCheck %t/file.mlir
// RUN: amp-opt %t/file.mlir --allow-unregistered-dialect --amp-assign-precision="policy=%t/policy.yaml" | amp-opt --allow-unregistered-dialect --amp-verify-precision="all"
// RUN: amp-opt %t/attributes.mlir --amp-assign-precision | FileCheck %t/attributes.mlir
// RUN: amp-opt %t/attributes.mlir --amp-assign-precision | amp-opt --allow-unregistered-dialect --amp-verify-precision="all"
// RUN: amp-opt %t/precedence.mlir --amp-assign-precision="policy=%t/precedence.yaml keep-f32=kept" | FileCheck %t/precedence.mlir
// RUN: amp-opt %t/foreign.mlir --allow-unregistered-dialect --amp-assign-precision="assigner=eager" | FileCheck %t/foreign.mlir
// RUN: amp-opt %t/foreign.mlir --allow-unregistered-dialect --amp-assign-precision | FileCheck %t/foreign.mlir
// RUN: amp-opt %t/unlisted.mlir --amp-assign-precision="preset=tensorflow assigner=eager" | FileCheck %t/unlisted.mlir --check-prefixes=CHECK,F32
// RUN: amp-opt %t/unlisted.mlir --amp-assign-precision="preset=tensorflow policy=%t/unlisted.yaml assigner=eager" | FileCheck %t/unlisted.mlir --check-prefixes=CHECK,FOLLOW
// RUN: amp-opt %t/mask.mlir --amp-assign-precision="policy=%t/mask.yaml" | FileCheck %t/mask.mlir
// RUN: amp-opt %t/foreign.mlir --allow-unregistered-dialect --amp-assign-precision | amp-opt --allow-unregistered-dialect --amp-verify-precision="all"

// Who says in which type an op runs: a file, attributes, rules, and the preset last.

//--- policy.yaml
preset: torch-cuda
ops:
  exp: allow
  mine.linear:
    category: allow
    operands: {1: deny, 2: follow}
match:
  - location: '^head(\.[0-9]+)?$'
    category: deny
  - symbol: '^router\.'
    category: deny
//--- policy.json
{"ops": {"exp": "allow", "mine.linear": {"category": "allow", "operands": {"1": "deny", "2": "follow"}}},
 "match": [{"location": "^head", "category": "deny"}, {"symbol": "^router", "category": "deny"}]}

//--- file.mlir
amp.variable parameter @router.weight : tensor<8x8xf32> = #amp.init<zeros>
amp.variable parameter @body.router : tensor<8x8xf32> = #amp.init<zeros>

// A denied op is allowed by the file. Who said so is said at the op, so that
// amp-verify-precision does not hold the preset against it.
// CHECK-LABEL: func.func @ops
// CHECK: %[[E:.*]] = amp.exp %{{.*}} {amp.exempt = "{{.*}}policy.{{yaml:3|json:1}}"} : (tensor<4x8xf16>) -> tensor<4x8xf16>
func.func @ops(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = amp.exp %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Operands may have a category of their own: f32, or what arrives.
// CHECK-LABEL: func.func @operands
// CHECK-SAME: (%[[H:.*]]: tensor<8xf16>, %[[X:.*]]: tensor<8xf32>)
// CHECK-DAG: %[[XH:.*]] = amp.cast %[[X]] : tensor<8xf32> to tensor<8xf16>
// CHECK-DAG: %[[HW:.*]] = amp.cast %[[H]] : tensor<8xf16> to tensor<8xf32>
// CHECK: "mine.linear"(%[[XH]], %[[HW]], %[[X]], %[[XH]]) {amp.exempt = "{{.*}}"} : (tensor<8xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf16>) -> tensor<8xf16>
func.func @operands(%h: tensor<8xf16>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "mine.linear"(%x, %h, %x, %x) : (tensor<8xf32>, tensor<8xf16>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// By the name of an op's location, the first one in it, or of a variable that it reads,
// also through casts and where a cast is not alone.
// CHECK-LABEL: func.func @rules
// CHECK: amp.matmul {{.*}} -> tensor<8x8xf16>
// CHECK: amp.matmul {{.*}} {amp.exempt = "{{.*}}"} : {{.*}} -> tensor<8x8xf32>
// CHECK: amp.matmul {{.*}} {amp.exempt = "{{.*}}"} : {{.*}} -> tensor<8x8xf32>
// CHECK: amp.matmul {{.*}} {amp.exempt = "{{.*}}"} : {{.*}} -> tensor<8x8xf32>
// CHECK: amp.matmul {{.*}} -> tensor<8x8xf16>
func.func @rules(%x: tensor<8x8xf32>) {
  %router = amp.read @router.weight : tensor<8x8xf32>
  %body = amp.read @body.router : tensor<8x8xf32>
  %0 = amp.matmul %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc("forehead")
  %1 = amp.matmul %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc(fused["head.1", "body"])
  %2 = amp.matmul %x, %router : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %h = amp.cast %router : tensor<8x8xf32> to tensor<8x8xbf16>
  %r = amp.cast %h : tensor<8x8xbf16> to tensor<8x8xf32>
  %3 = amp.matmul %x, %r : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %4 = amp.matmul %x, %body : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

//--- attributes.mlir
// amp.policy on the module holds for all functions, on a function for that one, and there
// it wins. amp.precision on the op wins over both.
module attributes {amp.policy = {ops = {exp = "allow"}, match = [{location = "^kept", category = "deny"}]}} {
  // CHECK-LABEL: func.func @module
  // CHECK: amp.exp {{.*}} {amp.exempt = "attribute amp.policy"} : {{.*}} -> tensor<8xf16>
  // CHECK: amp.log {{.*}} -> tensor<8xf32>
  func.func @module(%x: tensor<8xf32>) -> tensor<8xf32> {
    %0 = amp.exp %x : (tensor<8xf32>) -> tensor<8xf32>
    %1 = amp.log %0 : (tensor<8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  // CHECK-LABEL: func.func @function
  // CHECK: amp.exp {{.*}} {amp.exempt = "attribute amp.policy"} : {{.*}} -> tensor<8xf32>
  // CHECK: amp.log {{.*}} {amp.exempt = "attribute amp.policy"} : {{.*}} -> tensor<8xf16>
  // CHECK: amp.log {{.*}} {amp.exempt = "attribute amp.policy"} : {{.*}} -> tensor<8xf32>
  func.func @function(%x: tensor<8xf32>) -> tensor<8xf32>
      attributes {amp.policy = {ops = {exp = "deny", log = "allow"}}} {
    %0 = amp.exp %x : (tensor<8xf32>) -> tensor<8xf32>
    %1 = amp.log %0 : (tensor<8xf32>) -> tensor<8xf32>
    %2 = amp.log %1 : (tensor<8xf32>) -> tensor<8xf32> loc("kept")
    return %2 : tensor<8xf32>
  }
  // A user's category is a user's, also where the preset says the same.
  // CHECK-LABEL: func.func @op
  // CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[W:.*]]: tensor<8x8xf32>)
  // CHECK: amp.exp {{.*}} {amp.exempt = "attribute amp.precision", amp.precision = "deny"} : {{.*}} -> tensor<8xf32>
  // CHECK: amp.mm {{.*}} {amp.exempt = "attribute amp.precision", amp.precision = {category = "deny"}} : {{.*}} -> tensor<8x8xf32>
  // Operands by index, those that the op asks about: none is cast here.
  // CHECK: amp.add %[[W]], %[[W]] {amp.exempt = "attribute amp.precision", amp.precision = {category = "allow", operands = {"0" = "follow", "1" = "deny"}}} : {{.*}} -> tensor<8x8xf32>
  func.func @op(%x: tensor<8xf32>, %w: tensor<8x8xf32>) {
    %0 = amp.exp %x {amp.precision = "deny"} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = amp.mm %w, %w {amp.precision = {category = "deny"}}
      : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = amp.add %w, %w {amp.precision = {category = "allow", operands = {"0" = "follow", "1" = "deny"}}}
      : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    return
  }
  // A callee has its own policy, and the module's, not its caller's.
  // CHECK: func.func private @callee
  // CHECK: amp.log {{.*}} -> tensor<8xf32>
  // CHECK-LABEL: func.func @caller
  // CHECK: amp.log {{.*}} -> tensor<8xf16>
  func.func private @callee(%x: tensor<8xf32>) -> tensor<8xf32> {
    %0 = amp.log %x : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  func.func @caller(%x: tensor<8xf32>) -> tensor<8xf32> attributes {amp.policy = {ops = {log = "allow"}}} {
    %0 = amp.log %x : (tensor<8xf32>) -> tensor<8xf32>
    %1 = func.call @callee(%0) : (tensor<8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
}

//--- precedence.yaml
ops: {tanh: allow, exp: allow, log: allow}
//--- precedence.mlir
// The file changes the preset, the module's attribute the file, the function's that; rules
// come before all of these, and the op's own attribute before rules.
module attributes {amp.policy = {ops = {tanh = "deny", exp = "deny"}}} {
  // CHECK-LABEL: func.func @precedence
  // CHECK: amp.log {{.*}} {amp.exempt = "{{.*}}precedence.yaml:1"} : {{.*}} -> tensor<8xf16>
  // CHECK: amp.exp {{.*}} {amp.exempt = "attribute amp.policy"} : {{.*}} -> tensor<8xf32>
  // CHECK: amp.tanh {{.*}} {amp.exempt = "attribute amp.policy"} : {{.*}} -> tensor<8xf16>
  // CHECK: amp.tanh {{.*}} {amp.exempt = "keep-f32"} : {{.*}} -> tensor<8xf32>
  // CHECK: amp.tanh {{.*}} {amp.exempt = "attribute amp.precision", amp.precision = "allow"} : {{.*}} -> tensor<8xf16>
  func.func @precedence(%x: tensor<8xf32>) -> tensor<8xf32> attributes {amp.policy = {ops = {tanh = "allow"}}} {
    %0 = amp.log %x : (tensor<8xf32>) -> tensor<8xf32>
    %1 = amp.exp %0 : (tensor<8xf32>) -> tensor<8xf32>
    %2 = amp.tanh %1 : (tensor<8xf32>) -> tensor<8xf32>
    %3 = amp.tanh %2 : (tensor<8xf32>) -> tensor<8xf32> loc("kept")
    %4 = amp.tanh %3 {amp.precision = "allow"} : (tensor<8xf32>) -> tensor<8xf32> loc("kept")
    return %4 : tensor<8xf32>
  }
}

//--- foreign.mlir
// Ops of other dialects take part where a policy names them, registered or not; f64 and
// integers pass, and a dialect that nobody names takes what it declares.
module attributes {amp.policy = {ops = {arith.addf = "allow", "mine.fused" = "deny", "mine.shape" = "follow"}}} {
  // CHECK-LABEL: func.func @foreign
  // CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[D:.*]]: tensor<8xf64>, %[[I:.*]]: tensor<8xi64>)
  // CHECK: %[[XH:.*]] = amp.cast %[[X]] : tensor<8xf32> to tensor<8xf16>
  // CHECK: %[[S:.*]] = arith.addf %[[XH]], %[[XH]] {amp.exempt = "attribute amp.policy"} : tensor<8xf16>
  // CHECK: %[[F:.*]] = "mine.shape"(%[[S]]) {amp.exempt = "attribute amp.policy"} : (tensor<8xf16>) -> tensor<8xf16>
  // CHECK: %[[FW:.*]] = amp.cast %[[F]] : tensor<8xf16> to tensor<8xf32>
  // CHECK: %[[R:.*]]:3 = "mine.fused"(%[[FW]], %[[D]], %[[I]]) {amp.exempt = "attribute amp.policy"} : (tensor<8xf32>, tensor<8xf64>, tensor<8xi64>) -> (tensor<8xf32>, tensor<8xf64>, tensor<8xi64>)
  // CHECK: "yours.op"(%[[FW]]) : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK: %[[L:.*]] = "yours.op"({{.*}}) {{{.*}}amp.precision = "allow"{{.*}}} : (tensor<8xf16>) -> tensor<8xf16>
  // CHECK: %[[LW:.*]] = amp.cast %[[L]] : tensor<8xf16> to tensor<8xf32>
  // CHECK: return %[[LW]], %[[R]]#1, %[[R]]#2
  func.func @foreign(%x: tensor<8xf32>, %d: tensor<8xf64>, %i: tensor<8xi64>) -> (tensor<8xf32>, tensor<8xf64>, tensor<8xi64>) {
    %0 = arith.addf %x, %x : tensor<8xf32>
    %1 = "mine.shape"(%0) : (tensor<8xf32>) -> tensor<8xf32>
    %2:3 = "mine.fused"(%1, %d, %i) : (tensor<8xf32>, tensor<8xf64>, tensor<8xi64>) -> (tensor<8xf32>, tensor<8xf64>, tensor<8xi64>)
    %3 = "yours.op"(%1) : (tensor<8xf32>) -> tensor<8xf32>
    %4 = "yours.op"(%2#0) {amp.precision = "allow"} : (tensor<8xf32>) -> tensor<8xf32>
    return %4, %2#1, %2#2 : tensor<8xf32>, tensor<8xf64>, tensor<8xi64>
  }

  // torch-mlir's ops go by PyTorch's names.
  // CHECK-LABEL: func.func @torch
  // CHECK: "torch.aten.mm"({{.*}}) : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf16>
  // CHECK: "torch.aten.exp"({{.*}}) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: "torch.aten.mse_loss.out"({{.*}}) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<f32>
  func.func @torch(%x: tensor<8x8xf32>) -> tensor<f32> {
    %0 = "torch.aten.mm"(%x, %x) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = "torch.aten.exp"(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = "torch.aten.mse_loss.out"(%0, %1) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<f32>
    return %2 : tensor<f32>
  }
}

//--- unlisted.yaml
unlisted: follow
//--- unlisted.mlir
// A file may say what becomes of ops in no list. TensorFlow leaves them in f32.
// CHECK-LABEL: func.func @unlisted
// CHECK: %[[Y:.*]] = amp.matmul {{.*}} -> tensor<8x8xf16>
// F32: %[[YW:.*]] = amp.cast %[[Y]] : tensor<8x8xf16> to tensor<8x8xf32>
// F32: amp.gelu %[[YW]] : (tensor<8x8xf32>) -> tensor<8x8xf32>
// FOLLOW: amp.gelu %[[Y]] : (tensor<8x8xf16>) -> tensor<8x8xf16>
func.func @unlisted(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.matmul %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = amp.gelu %y : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %z : tensor<8x8xf32>
}

//--- mask.yaml
ops: {scaled_dot_product_attention: {category: allow, operands: {3: deny}}}
//--- mask.mlir
// Attention in 16 bits with its mask in f32, whose large negative numbers overflow f16.
// CHECK-LABEL: func.func @mask
// CHECK-SAME: %[[M:[a-z0-9]+]]: tensor<16x16xf32>)
// CHECK: amp.scaled_dot_product_attention {{.*}}, %[[M]] {{.*}} : (tensor<2x16x8xf16>, tensor<2x16x8xf16>, tensor<2x16x8xf16>, tensor<16x16xf32>) -> tensor<2x16x8xf16>
func.func @mask(%q: tensor<2x16x8xf32>, %m: tensor<16x16xf32>) -> tensor<2x16x8xf32> {
  %0 = amp.scaled_dot_product_attention %q, %q, %q, %m
    : (tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<16x16xf32>) -> tensor<2x16x8xf32>
  return %0 : tensor<2x16x8xf32>
}
