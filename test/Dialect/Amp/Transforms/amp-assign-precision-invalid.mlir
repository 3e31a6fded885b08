// RUN: split-file %s %t
// RUN: not amp-opt %t/empty.mlir --amp-assign-precision="dtype=f8" 2>&1 | FileCheck %s --check-prefix=DTYPE
// RUN: not amp-opt %t/empty.mlir --amp-assign-precision="level=O4" 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not amp-opt %t/empty.mlir --amp-assign-precision="preset=torch" 2>&1 | FileCheck %s --check-prefix=PRESET
// RUN: not amp-opt %t/empty.mlir --amp-assign-precision="assigner=greedy" 2>&1 | FileCheck %s --check-prefix=ASSIGNER
// RUN: not amp-opt %t/empty.mlir --amp-assign-precision="tf32=some" 2>&1 | FileCheck %s --check-prefix=TF32
// RUN: not amp-opt %t/empty.mlir --amp-assign-precision="keep-batchnorm-f32=yes" 2>&1 | FileCheck %s --check-prefix=BATCHNORM
// RUN: not amp-opt %t/empty.mlir --amp-assign-precision="keep-f32=(" 2>&1 | FileCheck %s --check-prefix=REGEX
// RUN: not amp-opt %t/empty.mlir --amp-assign-precision="policy=%t/missing.yaml" 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not amp-opt %t/empty.mlir --amp-assign-precision="policy=%t/misspelt.yaml" 2>&1 | FileCheck %s --check-prefix=MISSPELT
// RUN: not amp-opt %t/empty.mlir --amp-assign-precision="policy=%t/key.yaml" 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: not amp-opt %t/empty.mlir --amp-assign-precision="policy=%t/syntax.json" 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not amp-opt %t/empty.mlir --amp-assign-precision="policy=%t/preset.yaml" 2>&1 | FileCheck %s --check-prefix=OTHER-PRESET
// RUN: amp-opt %t/ops.mlir --amp-assign-precision --split-input-file --verify-diagnostics
// RUN: amp-opt %t/ops.mlir --amp-assign-precision="assigner=eager" --split-input-file --verify-diagnostics
// RUN: amp-opt %t/ops.mlir --amp-assign-precision="assigner=propagate" --split-input-file --verify-diagnostics
// RUN: amp-opt %t/unlisted.mlir --amp-assign-precision="fail-on-unlisted" --split-input-file --verify-diagnostics
// RUN: amp-opt %t/kept.mlir --amp-assign-precision="keep-f32=^head" --verify-diagnostics
// RUN: not amp-opt %t/region-dtype.mlir --amp-assign-precision 2>&1 | FileCheck %s --check-prefix=REGION

//--- empty.mlir
// DTYPE: for the --dtype option: expected f16 or bf16, found 'f8'
// LEVEL: for the --level option: expected O0, O1, O2 or O3, found 'O4'
// PRESET: for the --preset option: expected torch-cuda, torch-cpu, apex, tensorflow or keras, found 'torch'
// ASSIGNER: for the --assigner option: expected min-cut, eager or propagate, found 'greedy'
// TF32: for the --tf32 option: expected none, gemm, conv or all, found 'some'
// BATCHNORM: for the --keep-batchnorm-f32 option: 'yes' is invalid value for boolean argument! Try 0 or 1
// REGEX: error: amp-assign-precision: keep-f32: regular expression '(' is not valid: parentheses not balanced
// A policy file's errors name file, line and column.
// MISSING: error: policy file '{{.*}}missing.yaml': cannot open: No such file or directory
// MISSPELT: error: {{.*}}misspelt.yaml:3:3: unknown op 'layernorm'; did you mean 'layer_norm'?
// KEY: error: {{.*}}key.yaml:2:1: unknown key 'op'; expected preset, unlisted, ops or match
// SYNTAX: error: {{.*}}syntax.json:1:{{[0-9]+}}: this is neither YAML nor JSON
// OTHER-PRESET: error: {{.*}}preset.yaml:1:9: written for preset 'apex', but the preset is 'torch-cuda'; the option 'preset' chooses it
func.func @empty() { return }

//--- misspelt.yaml
ops:
  linear: allow
  layernorm: deny
//--- key.yaml
unlisted: f32
op: {linear: allow}
//--- syntax.json
{"ops": {"linear": "allow"
//--- preset.yaml
preset: apex

//--- ops.mlir
// What is behind a branch must not silently stay in f32.
// expected-error @+1 {{expects a body without control flow}}
func.func @control(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  cf.br ^bb1(%x : tensor<8x8xf32>)
^bb1(%y: tensor<8x8xf32>):
  %0 = amp.matmul %y, %y : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// A banned op is an error that says what to do instead.
func.func @banned(%x: tensor<4x8xf32>, %t: tensor<4x8xf32>) -> tensor<f32> {
  // expected-error @+3 {{'amp.binary_cross_entropy' op is unsafe under autocast (preset torch-cuda): its gradient with respect to a 16-bit input overflows}}
  // expected-note @+2 {{compute the loss from logits, by 'amp.binary_cross_entropy_with_logits', which is safe; --amp-fuse-safe-losses does so where a sigmoid feeds the loss}}
  // expected-note @+1 {{or put the op into an 'amp.autocast enabled(false)' region and cast its input to f32 there}}
  %l = amp.binary_cross_entropy %x, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// With autocast off it is not.
func.func @banned_outside(%x: tensor<4x8xf32>, %t: tensor<4x8xf32>) -> tensor<f32> {
  %l = amp.autocast enabled(false) -> tensor<f32> {
    %0 = amp.binary_cross_entropy %x, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
    amp.yield %0 : tensor<f32>
  }
  return %l : tensor<f32>
}

// -----

// All errors of a function are shown, not the first alone.
func.func @two_errors(%b: tensor<8xbf16>) -> (tensor<8xbf16>, tensor<8xbf16>) {
  // expected-error @+1 {{'amp.atan2' op promotes its operands, in a region of 'f16', to the widest of 'f16' and f32, but operand 0 is 'bf16'; cast it before the op}}
  %0 = amp.atan2 %b, %b : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<8xbf16>
  // expected-error @+1 {{'amp.dot' op promotes its operands, in a region of 'f16', to the widest of 'f16' and f32, but operand 0 is 'bf16'; cast it before the op}}
  %1 = amp.dot %0, %b : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<bf16>
  return %0, %0 : tensor<8xbf16>, tensor<8xbf16>
}

// -----

// Rules that contradict each other.
module attributes {amp.policy = {match = [
    {location = "^head", category = "deny"},
    {symbol = "weight$", category = "allow"}]}} {
  amp.variable parameter @head.weight : tensor<8x8xf32> = #amp.init<zeros>
  func.func @contradiction(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %w = amp.read @head.weight : tensor<8x8xf32>
    // expected-error @unknown {{is matched by contradictory rules: '^head' (attribute amp.policy) says deny, 'weight$' (attribute amp.policy) says allow}}
    %0 = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32> loc("head")
    return %0 : tensor<4x8xf32>
  }
}

// -----

func.func @no_category(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{'amp.relu' op attribute amp.precision: unknown category 'f16'; expected allow, deny, deny-set-output, deny-append-output, promote, follow, clear or banned}}
  %0 = amp.relu %x {amp.precision = "f16"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @no_key(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{'amp.relu' op attribute amp.precision, type: unknown key 'type'; expected category or operands}}
  %0 = amp.relu %x {amp.precision = {type = "f16"}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// expected-error @+1 {{attribute amp.policy, ops.layernorm: unknown op 'layernorm'; did you mean 'layer_norm'?}}
func.func @policy(%x: tensor<4x8xf32>) attributes {amp.policy = {ops = {layernorm = "deny"}}} {
  // expected-note @-1 {{an op of another dialect is listed under its full name, such as 'mydialect.op'; the others are: }}
  return
}

// -----

// A function's precision depends on its caller's state: a recursive one has none.
// expected-note @+1 {{a function's precision depends on the state of its caller, so that a recursive one has none; write the recursion out}}
func.func @recursive(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'func.call' op makes 'recursive' recursive}}
  %0 = func.call @recursive(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Also through others, that nothing else calls.
// expected-note @+1 {{a function's precision depends on the state of its caller}}
func.func private @ping(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = func.call @pong(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @pong(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'func.call' op makes 'ping' recursive}}
  %0 = func.call @ping(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @entry(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = func.call @ping(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// An entry for an operand that the op does not take in another type than the rest.
func.func @operand(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
  // expected-error @+2 {{'amp.linear' op expects operands of one element type, found 'f16' and a bias of 'f32'}}
  // expected-error @+1 {{'amp.linear' op cannot take operands of the types that attribute amp.precision gives them one by one}}
  %0 = amp.linear %x, %w, %b {amp.precision = {category = "allow", operands = {"2" = "deny"}}}
    : (tensor<4x8xf32>, tensor<8x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

//--- unlisted.mlir
func.func @unlisted(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = amp.exp %x : (tensor<8xf32>) -> tensor<8xf32>
  // expected-error @+2 {{'arith.remf' op is in no list of preset 'torch-cuda', and unlisted ops are errors}}
  // expected-note @+1 {{name 'arith.remf' in a policy file, under 'ops', with a category}}
  %1 = arith.remf %0, %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// What autocast leaves alone need not be listed: other types, and what is outside of it.
func.func @not_eligible(%i: tensor<8xi32>, %x: tensor<8xf32>) -> (tensor<8xi32>, tensor<8xf32>) {
  %0 = arith.addi %i, %i : tensor<8xi32>
  %1 = amp.autocast enabled(false) -> tensor<8xf32> {
    %2 = arith.remf %x, %x : tensor<8xf32>
    amp.yield %2 : tensor<8xf32>
  }
  return %0, %1 : tensor<8xi32>, tensor<8xf32>
}

// -----

// A policy that lists it makes it known.
module attributes {amp.policy = {ops = {arith.remf = "follow"}}} {
  func.func @listed(%x: tensor<8xf32>) -> tensor<8xf32> {
    %0 = arith.remf %x, %x : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

//--- kept.mlir
// keep-f32 is a rule as those of a policy.
module attributes {amp.policy = {match = [{location = "^head", category = "allow"}]}} {
  func.func @contradiction(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
    // expected-error @unknown {{is matched by contradictory rules: '^head' (attribute amp.policy) says allow, '^head' (keep-f32) says deny}}
    %0 = amp.relu %x : (tensor<4x8xf32>) -> tensor<4x8xf32> loc("head")
    return %0 : tensor<4x8xf32>
  }
}

//--- region-dtype.mlir
// REGION: error: 'amp.autocast' op expects dtype f16 or bf16, found 'f32'
func.func @region(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = amp.autocast dtype(f32) -> tensor<4x8xf32> {
    amp.yield %x : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}
