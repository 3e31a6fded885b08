// RUN: amp-opt %s --amp-assign-precision="assigner=propagate preset=tensorflow" | FileCheck %s --check-prefixes=CHECK,F16 -D\$LOW=f16
// RUN: amp-opt %s --amp-assign-precision="assigner=propagate preset=tensorflow dtype=bf16" | FileCheck %s --check-prefixes=CHECK,BF16 -D\$LOW=bf16
// RUN: amp-opt %s --amp-assign-precision="assigner=propagate preset=tensorflow" | amp-opt --amp-verify-precision="all"

// TensorFlow's rules about neutral ops, one by one. By its lists matmul is allowed, exp
// denied, tanh neutral, relu clear, and gelu in none.

// 1. Allowed ops are low.
// CHECK-LABEL: func.func @allowed
// CHECK: amp.matmul {{.*}} {compute_type = f32} : {{.*}} -> tensor<8x8x[[$LOW]]>
func.func @allowed(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.matmul %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// Without one everything is f32.
// CHECK-LABEL: func.func @none_allowed
// CHECK-NOT: amp.cast
// CHECK: amp.relu {{.*}} -> tensor<8x8xf32>
// CHECK: amp.tanh {{.*}} -> tensor<8x8xf32>
func.func @none_allowed(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = amp.relu %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %t = amp.tanh %r : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %t : tensor<8x8xf32>
}

// What is 16-bit in the source is not painted, and stays.
// CHECK-LABEL: func.func @halves
// CHECK-NOT: amp.cast
// CHECK: amp.tanh {{.*}} -> tensor<8xf16>
func.func @halves(%h: tensor<8xf16>) -> tensor<8xf16> {
  %t = amp.tanh %h : (tensor<8xf16>) -> tensor<8xf16>
  return %t : tensor<8xf16>
}

// 2. What a denied op made taints neutral ops, and clear ones on the way to them: all stay
// f32, though there is an allowed op on either side.
// CHECK-LABEL: func.func @tainted
// CHECK: amp.exp {{.*}} -> tensor<8x8xf32>
// CHECK: amp.relu {{.*}} -> tensor<8x8xf32>
// CHECK: amp.tanh {{.*}} -> tensor<8x8xf32>
// CHECK: amp.matmul {{.*}} -> tensor<8x8x[[$LOW]]>
func.func @tainted(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.matmul %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %e = amp.exp %y : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = amp.relu %e : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %t = amp.tanh %r : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = amp.matmul %t, %t : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %z : tensor<8x8xf32>
}

// A clear op that leads to an allowed one alone is not on such a way.
// CHECK-LABEL: func.func @clear_not_tainted
// CHECK: amp.exp {{.*}} -> tensor<8x8xf32>
// CHECK: amp.relu {{.*}} -> tensor<8x8x[[$LOW]]>
// CHECK: amp.matmul
func.func @clear_not_tainted(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = amp.exp %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = amp.relu %e : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = amp.matmul %r, %r : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// 3. Neutral and clear ops with an allowed op above and one below are low, also where
// another operand is f32.
// CHECK-LABEL: func.func @between
// CHECK: amp.tanh {{.*}} -> tensor<8x8x[[$LOW]]>
// CHECK: amp.relu {{.*}} -> tensor<8x8x[[$LOW]]>
// CHECK: amp.add {{.*}} -> tensor<8x8x[[$LOW]]>
// CHECK: amp.matmul
func.func @between(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.matmul %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %t = amp.tanh %y : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = amp.relu %t : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %a = amp.add %r, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = amp.matmul %a, %a : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %z : tensor<8x8xf32>
}

// 4. A neutral op with an allowed one above alone stays f32; in bf16, which has f32's
// range, it is low.
// CHECK-LABEL: func.func @below
// CHECK: amp.matmul {{.*}} -> tensor<8x8x[[$LOW]]>
// F16: amp.tanh {{.*}} -> tensor<8x8xf32>
// BF16: amp.tanh {{.*}} -> tensor<8x8xbf16>
func.func @below(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.matmul %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %t = amp.tanh %y : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %t : tensor<8x8xf32>
}

// But not with a tainted operand.
// CHECK-LABEL: func.func @below_tainted
// CHECK: amp.matmul {{.*}} -> tensor<8x8x[[$LOW]]>
// CHECK: amp.add {{.*}} -> tensor<8x8xf32>
func.func @below_tainted(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.matmul %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %e = amp.exp %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %a = amp.add %y, %e : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %a : tensor<8x8xf32>
}

// Nor is one above an allowed op alone, in either type.
// CHECK-LABEL: func.func @above
// CHECK: amp.tanh {{.*}} -> tensor<8x8xf32>
// CHECK: amp.matmul
func.func @above(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %t = amp.tanh %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = amp.matmul %t, %t : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// 5. Clear ops beside a low one are low, above and below it, and those beside them.
// CHECK-LABEL: func.func @flood
// CHECK: amp.abs {{.*}} -> tensor<8x8x[[$LOW]]>
// CHECK: amp.relu {{.*}} -> tensor<8x8x[[$LOW]]>
// CHECK: amp.matmul {{.*}} -> tensor<8x8x[[$LOW]]>
// CHECK: amp.relu {{.*}} -> tensor<8x8x[[$LOW]]>
// CHECK: amp.neg {{.*}} -> tensor<8x8x[[$LOW]]>
func.func @flood(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %a = amp.abs %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %b = amp.relu %a : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = amp.matmul %b, %b : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %c = amp.relu %y : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %d = amp.neg %c : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}

// An op in no list stays in f32, and nothing goes through it: the op below it has no
// allowed one above.
// CHECK-LABEL: func.func @unlisted
// CHECK: amp.matmul {{.*}} -> tensor<8x8x[[$LOW]]>
// CHECK: amp.gelu {{.*}} -> tensor<8x8xf32>
// CHECK: amp.tanh {{.*}} -> tensor<8x8xf32>
// CHECK: amp.matmul {{.*}} -> tensor<8x8x[[$LOW]]>
func.func @unlisted(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.matmul %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %g = amp.gelu %y : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %t = amp.tanh %g : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = amp.matmul %t, %t : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %z : tensor<8x8xf32>
}
