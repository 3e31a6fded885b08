// RUN: amp-opt %s --amp-assign-precision="assigner=min-cut" | FileCheck %s --check-prefixes=CHECK,STRICT,KEPT
// RUN: amp-opt %s --amp-assign-precision | FileCheck %s --check-prefixes=CHECK,STRICT,KEPT
// RUN: amp-opt %s --amp-assign-precision="low-after-deny" | FileCheck %s --check-prefixes=CHECK,LOOSE,KEPT
// RUN: amp-opt %s --amp-assign-precision="keep-normalizations=false" | FileCheck %s --check-prefixes=CHECK,STRICT,APART
// RUN: amp-opt %s --amp-assign-precision="assigner=eager" | FileCheck %s --check-prefix=EAGER
// RUN: amp-opt %s --amp-assign-precision | amp-opt --amp-verify-precision="all"
// RUN: amp-opt %s --amp-assign-precision="low-after-deny keep-normalizations=false" | amp-opt --amp-verify-precision="all"
// RUN: amp-opt %s --amp-assign-precision --remarks-filter=amp-precision --remark-format=emitRemark -o %t 2>&1 | FileCheck %s --check-prefix=REMARK

// Neutral ops take the side on which the function moves the fewest bytes. A value of n
// elements costs 6n to cast, an op 2 or 4 bytes per element that it reads or writes.

// Between allowed ops: the neutral one takes f16, and its f32 operand is rounded once. By
// the eager rule it is f32: 1536 bytes of casts, not 1152, and 768 bytes of its own, not 384.
// CHECK-LABEL: func.func @between
// CHECK-SAME: (%[[X:.*]]: tensor<8x8xf32>, %[[B:.*]]: tensor<8x8xf32>)
// CHECK: %[[Y:.*]] = amp.mm {{.*}} -> tensor<8x8xf16>
// CHECK: %[[BH:.*]] = amp.cast %[[B]] : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK: %[[S:.*]] = amp.add %[[Y]], %[[BH]] : {{.*}} -> tensor<8x8xf16>
// CHECK: amp.mm %[[S]], %[[S]] {{.*}} -> tensor<8x8xf16>
// EAGER-LABEL: func.func @between
// EAGER: amp.add {{.*}} -> tensor<8x8xf32>
// REMARK: [[@LINE+1]]:1: remark: {{.*}}assigner | Category:amp-precision | Function={{.*}} | eager-cast-bytes=1536, eager-casts=4, eager-op-bytes=768, eager-saved-bytes=0, min-cut-cast-bytes=1152, min-cut-casts=3, min-cut-op-bytes=384, min-cut-saved-bytes=0
func.func @between(%x: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.mm %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %s = amp.add %y, %b : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = amp.mm %s, %s : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %z : tensor<8x8xf32>
}

// A shared value is cast once for all its users: that makes the second neutral op cheap.
// CHECK-LABEL: func.func @shared
// CHECK-SAME: (%[[X:.*]]: tensor<8x8xf32>)
// CHECK: %[[XH:.*]] = amp.cast %[[X]] : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK-NOT: amp.cast %[[X]]
// CHECK: %[[Y:.*]] = amp.mm %[[XH]], %[[XH]]
// CHECK: amp.add %[[Y]], %[[XH]] : {{.*}} -> tensor<8x8xf16>
func.func @shared(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.mm %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %s = amp.add %y, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %s : tensor<8x8xf32>
}

// What comes before an allowed op alone is rounded before it is worked on.
// CHECK-LABEL: func.func @before
// CHECK: amp.tanh {{.*}} -> tensor<8x8xf16>
// CHECK: amp.mm
// EAGER-LABEL: func.func @before
// EAGER: amp.tanh {{.*}} -> tensor<8x8xf32>
func.func @before(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %t = amp.tanh %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = amp.mm %t, %t : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// A value that no allowed op has touched is not rounded and widened again, however cheap
// that were: the denied op sees what it would see by the eager rule.
// CHECK-LABEL: func.func @not_rounded
// CHECK-SAME: (%[[X:.*]]: tensor<8x8xf32>)
// CHECK: %[[T:.*]] = amp.tanh %[[X]] : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK: amp.mm {{.*}} -> tensor<8x8xf16>
// CHECK: amp.exp %[[T]] : (tensor<8x8xf32>) -> tensor<8x8xf32>
func.func @not_rounded(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %t = amp.tanh %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = amp.mm %t, %t : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %e = amp.exp %t : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y, %e : tensor<8x8xf32>, tensor<8x8xf32>
}

// One that an allowed op has made is: its digits are gone.
// CHECK-LABEL: func.func @rounded
// CHECK: %[[Y:.*]] = amp.mm {{.*}} -> tensor<8x8xf16>
// CHECK: %[[T:.*]] = amp.tanh %[[Y]] : {{.*}} -> tensor<8x8xf16>
// CHECK: %[[TW:.*]] = amp.cast %[[T]] : tensor<8x8xf16> to tensor<8x8xf32>
// CHECK: amp.exp %[[TW]] : {{.*}} -> tensor<8x8xf32>
func.func @rounded(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.mm %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %t = amp.tanh %y : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %e = amp.exp %t : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %e : tensor<8x8xf32>
}

// What a denied op made stays f32 in ops that compute, unless low-after-deny.
// CHECK-LABEL: func.func @after_deny
// CHECK: %[[E:.*]] = amp.exp {{.*}} -> tensor<8x8xf32>
// STRICT: %[[T:.*]] = amp.tanh %[[E]] : (tensor<8x8xf32>) -> tensor<8x8xf32>
// STRICT: %[[TH:.*]] = amp.cast %[[T]]
// LOOSE: %[[EH:.*]] = amp.cast %[[E]] : tensor<8x8xf32> to tensor<8x8xf16>
// LOOSE: %[[TH:.*]] = amp.tanh %[[EH]] : (tensor<8x8xf16>) -> tensor<8x8xf16>
// CHECK: amp.mm %[[TH]], %[[TH]]
func.func @after_deny(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = amp.exp %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %t = amp.tanh %e : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = amp.mm %t, %t : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// Ops that only move elements lose nothing by it: rounding goes before them.
// CHECK-LABEL: func.func @clear_after_deny
// CHECK: %[[E:.*]] = amp.exp {{.*}} -> tensor<8x8xf32>
// CHECK: %[[EH:.*]] = amp.cast %[[E]] : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK: %[[R:.*]] = amp.relu %[[EH]] : (tensor<8x8xf16>) -> tensor<8x8xf16>
// CHECK: amp.mm %[[R]], %[[R]]
// The eager rule has no such freedom.
// EAGER-LABEL: func.func @clear_after_deny
// EAGER: amp.relu {{.*}} -> tensor<8x8xf32>
func.func @clear_after_deny(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = amp.exp %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = amp.relu %e : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = amp.mm %r, %r : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// But not if the value is then widened again.
// CHECK-LABEL: func.func @clear_between_denied
// CHECK: %[[E:.*]] = amp.exp {{.*}} -> tensor<8x8xf32>
// CHECK: %[[R:.*]] = amp.relu %[[E]] : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK: amp.mm {{.*}} -> tensor<8x8xf16>
// CHECK: amp.log %[[R]] : (tensor<8x8xf32>) -> tensor<8x8xf32>
func.func @clear_between_denied(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %e = amp.exp %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = amp.relu %e : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = amp.mm %r, %r : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %l = amp.log %r : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y, %l : tensor<8x8xf32>, tensor<8x8xf32>
}

// A user's own cast to f32 asks for f32, as a denied op does.
// CHECK-LABEL: func.func @asked
// CHECK: %[[W:.*]] = amp.cast %{{.*}} : tensor<8x8xf16> to tensor<8x8xf32>
// STRICT: amp.tanh %[[W]] : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK: amp.mm
func.func @asked(%h: tensor<8x8xf16>) -> tensor<8x8xf32> {
  %w = amp.cast %h : tensor<8x8xf16> to tensor<8x8xf32>
  %t = amp.tanh %w : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = amp.mm %t, %t : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// Ties go low: rounding one operand or widening the other is 18 bytes per element.
// CHECK-LABEL: func.func @tie
// CHECK: amp.add {{.*}} : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf16>
func.func @tie(%x: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.mm %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %s = amp.add %y, %b : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %s : tensor<8x8xf32>
}

// An f32 operand that is larger than the f16 one is not rounded to meet it.
// CHECK-LABEL: func.func @no_tie
// CHECK: amp.add {{.*}} : (tensor<1x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
func.func @no_tie(%x: tensor<1x8xf32>, %w: tensor<8x8xf32>, %b: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %y = amp.mm %x, %w : (tensor<1x8xf32>, tensor<8x8xf32>) -> tensor<1x8xf32>
  %s = amp.add %y, %b : (tensor<1x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %s : tensor<2x8xf32>
}

// A constant of one number is cast when it is compiled, and moves nothing.
// CHECK-LABEL: func.func @constant
// CHECK: amp.add {{.*}} : (tensor<1x8xf16>, tensor<2x8xf16>) -> tensor<2x8xf16>
// CHECK-LABEL: func.func @constant_data
// CHECK: amp.add {{.*}} : (tensor<1x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
func.func @constant(%x: tensor<1x8xf32>, %w: tensor<8x8xf32>) -> tensor<2x8xf32> {
  %y = amp.mm %x, %w : (tensor<1x8xf32>, tensor<8x8xf32>) -> tensor<1x8xf32>
  %c = amp.constant dense<1.0> : tensor<2x8xf32>
  %s = amp.add %y, %c : (tensor<1x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %s : tensor<2x8xf32>
}
func.func @constant_data(%x: tensor<1x8xf32>, %w: tensor<8x8xf32>) -> tensor<2x8xf32> {
  %y = amp.mm %x, %w : (tensor<1x8xf32>, tensor<8x8xf32>) -> tensor<1x8xf32>
  %c = amp.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0],
                           [7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.0]]> : tensor<2x8xf32>
  %s = amp.add %y, %c : (tensor<1x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %s : tensor<2x8xf32>
}

// What is saved for the backward pass counts, once, in the type of the op that saves it.
// The five rows of f32 outweigh the two of f16 here ...
// CHECK-LABEL: func.func @not_saved
// CHECK: amp.concat {{.*}} -> tensor<7x8xf32>
// CHECK: amp.tanh {{.*}} -> tensor<7x8xf32>
func.func @not_saved(%x: tensor<5x8xf32>, %a: tensor<2x8xf32>, %w: tensor<8x8xf32>) -> tensor<7x8xf32> {
  %y = amp.mm %a, %w : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
  %c = amp.concat %y, %x {dim = 0 : i64} : (tensor<2x8xf32>, tensor<5x8xf32>) -> tensor<7x8xf32>
  %t = amp.tanh %c : (tensor<7x8xf32>) -> tensor<7x8xf32>
  %loss = amp.sum %t : (tensor<7x8xf32>) -> tensor<f32>
  return %t : tensor<7x8xf32>
}
// ... but not with the result of tanh, that its derivative reads.
// CHECK-LABEL: func.func @saved
// CHECK: amp.concat {{.*}} -> tensor<7x8xf16>
// CHECK: amp.tanh {{.*}} -> tensor<7x8xf16>
// Saved are the operands of the product, 80 f16 elements, and the 56 of the result.
// REMARK: [[@LINE+1]]:1: remark: {{.*}}assigner | {{.*}}, eager-saved-bytes=384, {{.*}}, min-cut-saved-bytes=272
func.func @saved(%x: tensor<5x8xf32>, %a: tensor<2x8xf32>, %w: tensor<8x8xf32>)
    -> (tensor<7x8xf32>, tensor<5x8xf32>, tensor<8x8xf32>) {
  %y = amp.mm %a, %w : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
  %c = amp.concat %y, %x {dim = 0 : i64} : (tensor<2x8xf32>, tensor<5x8xf32>) -> tensor<7x8xf32>
  %t = amp.tanh %c : (tensor<7x8xf32>) -> tensor<7x8xf32>
  %loss = amp.sum %t : (tensor<7x8xf32>) -> tensor<f32>
  %dx, %dw = amp.backward %loss wrt(%x, %w) : (tensor<f32>, tensor<5x8xf32>, tensor<8x8xf32>) -> (tensor<5x8xf32>, tensor<8x8xf32>)
  return %t, %dx, %dw : tensor<7x8xf32>, tensor<5x8xf32>, tensor<8x8xf32>
}

// A 16-bit value of another type is not made one of the region's, whose range it may not
// fit into: the op takes what arrives, as by the eager rule.
// CHECK-LABEL: func.func @other_low_type
// CHECK-NOT: amp.cast
// CHECK: amp.tanh {{.*}} -> tensor<8xbf16>
// CHECK-NOT: amp.cast
// CHECK: return
func.func @other_low_type(%b: tensor<8xbf16>) -> tensor<8xbf16> {
  %t = amp.tanh %b : (tensor<8xbf16>) -> tensor<8xbf16>
  return %t : tensor<8xbf16>
}

// Each region has its own low type, and the choice goes through regions.
// CHECK-LABEL: func.func @regions
// CHECK: amp.mm {{.*}} -> tensor<8x8xbf16>
// CHECK: amp.add {{.*}} -> tensor<8x8xbf16>
// CHECK: amp.mm {{.*}} -> tensor<8x8xbf16>
func.func @regions(%x: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = amp.autocast dtype(bf16) -> tensor<8x8xf32> {
    %y = amp.mm %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %y : tensor<8x8xf32>
  }
  %1 = amp.autocast dtype(bf16) -> tensor<8x8xf32> {
    %s = amp.add %0, %b : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %z = amp.mm %s, %s : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %z : tensor<8x8xf32>
  }
  return %1 : tensor<8x8xf32>
}

//===----------------------------------------------------------------------===//
// Softmax and normalizations that are spelled out
//===----------------------------------------------------------------------===//

// What the lists protect as a whole stays f32 as a whole, though each part but the
// exponential is neutral. What follows it is not part of it.
// CHECK-LABEL: func.func @softmax
// CHECK: amp.mm {{.*}} -> tensor<8x8xf16>
// KEPT: amp.amax {{.*}} -> tensor<8x1xf32>
// KEPT: amp.sub {{.*}} -> tensor<8x8xf32>
// APART: amp.amax {{.*}} -> tensor<8x1xf16>
// APART: amp.sub {{.*}} -> tensor<8x8xf16>
// CHECK: amp.exp {{.*}} -> tensor<8x8xf32>
// CHECK: amp.sum {{.*}} -> tensor<8x1xf32>
// CHECK: %[[P:.*]] = amp.div {{.*}} -> tensor<8x8xf32>
// CHECK: %[[PH:.*]] = amp.cast %[[P]] : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK: amp.transpose %[[PH]] {{.*}} -> tensor<8x8xf16>
// CHECK: amp.mm
func.func @softmax(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.mm %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %m = amp.amax %y {dims = array<i64: 1>, keepdim = true} : (tensor<8x8xf32>) -> tensor<8x1xf32>
  %d = amp.sub %y, %m : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
  %e = amp.exp %d : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %s = amp.sum %e {dims = array<i64: 1>, keepdim = true} : (tensor<8x8xf32>) -> tensor<8x1xf32>
  %p = amp.div %e, %s : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
  %t = amp.transpose %p {permutation = array<i64: 1, 0>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = amp.mm %t, %t : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %z : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @log_softmax
// CHECK: amp.mm {{.*}} -> tensor<8x8xf16>
// KEPT: amp.amax {{.*}} -> tensor<8x1xf32>
// KEPT: amp.sub {{.*}} -> tensor<8x8xf32>
// APART: amp.amax {{.*}} -> tensor<8x1xf16>
// APART: amp.sub {{.*}} -> tensor<8x8xf16>
// CHECK: amp.log {{.*}} -> tensor<8x1xf32>
// CHECK: amp.sub {{.*}} -> tensor<8x8xf32>
func.func @log_softmax(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.mm %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %m = amp.amax %y {dims = array<i64: 1>, keepdim = true} : (tensor<8x8xf32>) -> tensor<8x1xf32>
  %d = amp.sub %y, %m : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
  %e = amp.exp %d : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %s = amp.sum %e {dims = array<i64: 1>, keepdim = true} : (tensor<8x8xf32>) -> tensor<8x1xf32>
  %l = amp.log %s : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %r = amp.sub %d, %l : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// Written with a square root, no part of a layer norm is in PyTorch's list.
// CHECK-LABEL: func.func @layer_norm
// CHECK: amp.mm {{.*}} -> tensor<8x8xf16>
// KEPT: amp.mean {{.*}} -> tensor<8x1xf32>
// KEPT: amp.sub {{.*}} -> tensor<8x8xf32>
// KEPT: amp.mul {{.*}} -> tensor<8x8xf32>
// KEPT: amp.mean {{.*}} -> tensor<8x1xf32>
// KEPT: amp.add {{.*}} -> tensor<8x1xf32>
// KEPT: amp.sqrt {{.*}} -> tensor<8x1xf32>
// KEPT: amp.div {{.*}} -> tensor<8x8xf32>
// APART: amp.mean {{.*}} -> tensor<8x1xf16>
// APART: amp.sub {{.*}} -> tensor<8x8xf16>
// APART: amp.mul {{.*}} -> tensor<8x8xf16>
// APART: amp.mean {{.*}} -> tensor<8x1xf16>
// APART: amp.add {{.*}} -> tensor<8x1xf16>
// APART: amp.sqrt {{.*}} -> tensor<8x1xf16>
// APART: amp.div {{.*}} -> tensor<8x8xf16>
// CHECK: amp.mm
func.func @layer_norm(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.mm %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %m = amp.mean %y {dims = array<i64: 1>, keepdim = true} : (tensor<8x8xf32>) -> tensor<8x1xf32>
  %c = amp.sub %y, %m : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
  %q = amp.mul %c, %c : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %v = amp.mean %q {dims = array<i64: 1>, keepdim = true} : (tensor<8x8xf32>) -> tensor<8x1xf32>
  %eps = amp.constant dense<1.0e-5> : tensor<f32>
  %a = amp.add %v, %eps : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x1xf32>
  %s = amp.sqrt %a : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = amp.div %c, %s : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
  %z = amp.mm %n, %n : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %z : tensor<8x8xf32>
}

// With the variance as one op, and the root's reciprocal.
// CHECK-LABEL: func.func @layer_norm_variance
// KEPT: amp.var {{.*}} -> tensor<8x1xf32>
// KEPT: amp.add {{.*}} -> tensor<8x1xf32>
// APART: amp.var {{.*}} -> tensor<8x1xf16>
// APART: amp.add {{.*}} -> tensor<8x1xf16>
// CHECK: amp.rsqrt {{.*}} -> tensor<8x1xf32>
// CHECK: amp.mul {{.*}} -> tensor<8x8xf32>
func.func @layer_norm_variance(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.mm %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %v = amp.var %y {dims = array<i64: 1>, keepdim = true} : (tensor<8x8xf32>) -> tensor<8x1xf32>
  %eps = amp.constant dense<1.0e-5> : tensor<f32>
  %a = amp.add %v, %eps : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x1xf32>
  %s = amp.rsqrt %a : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = amp.mul %y, %s : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
  return %n : tensor<8x8xf32>
}

// RMS norm: the same without the mean. Its square overflows f16 where the value does not.
// CHECK-LABEL: func.func @rms_norm
// CHECK: amp.mm {{.*}} -> tensor<8x8xf16>
// KEPT: amp.mul {{.*}} -> tensor<8x8xf32>
// KEPT: amp.mean {{.*}} -> tensor<8x1xf32>
// KEPT: amp.add {{.*}} -> tensor<8x1xf32>
// APART: amp.mul {{.*}} -> tensor<8x8xf16>
// APART: amp.mean {{.*}} -> tensor<8x1xf16>
// APART: amp.add {{.*}} -> tensor<8x1xf16>
// CHECK: amp.rsqrt {{.*}} -> tensor<8x1xf32>
// CHECK: amp.mul {{.*}} -> tensor<8x8xf32>
func.func @rms_norm(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.mm %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %q = amp.mul %y, %y : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %v = amp.mean %q {dims = array<i64: 1>, keepdim = true} : (tensor<8x8xf32>) -> tensor<8x1xf32>
  %eps = amp.constant dense<1.0e-5> : tensor<f32>
  %a = amp.add %v, %eps : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x1xf32>
  %s = amp.rsqrt %a : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = amp.mul %y, %s : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
  %z = amp.mm %n, %n : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %z : tensor<8x8xf32>
}

// Parts that make no whole are what they are: a root of something else.
// CHECK-LABEL: func.func @no_norm
// CHECK: amp.mean {{.*}} -> tensor<8x1xf16>
// CHECK: amp.sqrt {{.*}} -> tensor<8x1xf16>
// CHECK: amp.div {{.*}} -> tensor<8x8xf16>
func.func @no_norm(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.mm %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %v = amp.mean %y {dims = array<i64: 1>, keepdim = true} : (tensor<8x8xf32>) -> tensor<8x1xf32>
  %s = amp.sqrt %v : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %n = amp.div %y, %s : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
  %z = amp.mm %n, %n : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %z : tensor<8x8xf32>
}

// What a custom function gives has the type that its region comes to, and a neutral op
// after it takes that.
// CHECK-LABEL: func.func @after_custom_function
// CHECK: %[[Y:.*]] = amp.custom_function{{.*}} -> tensor<8x8xf16>
// CHECK: amp.tanh %[[Y]] : (tensor<8x8xf16>) -> tensor<8x8xf16>
func.func @after_custom_function(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.custom_function(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32> {
  ^bb0(%a: tensor<8x8xf32>):
    %n = amp.mm %a, %a : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %n : tensor<8x8xf32>
  } backward {
  ^bb0(%g: tensor<8x8xf32>):
    amp.yield %g : tensor<8x8xf32>
  }
  %t = amp.tanh %y : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %t : tensor<8x8xf32>
}

// By the eager rule a scalar counts where an op promotes its operands: 768 bytes of casts,
// of the operand of the product and of its result.
// CHECK-LABEL: func.func @promotes_scalar
// CHECK: amp.atan2 {{.*}} : (tensor<8x8xf16>, tensor<f16>) -> tensor<8x8xf16>
// EAGER-LABEL: func.func @promotes_scalar
// EAGER: amp.atan2 {{.*}} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
// REMARK: [[@LINE+1]]:1: remark: {{.*}}assigner | {{.*}} | eager-cast-bytes=768, eager-casts=2, eager-op-bytes=516, eager-saved-bytes=0, min-cut-cast-bytes=774, min-cut-casts=3, min-cut-op-bytes=258, min-cut-saved-bytes=0
func.func @promotes_scalar(%x: tensor<8x8xf32>, %s: tensor<f32>) -> tensor<8x8xf32> {
  %y = amp.mm %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = amp.atan2 %y, %s : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  return %z : tensor<8x8xf32>
}
