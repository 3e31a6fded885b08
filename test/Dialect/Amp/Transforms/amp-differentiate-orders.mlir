// RUN: amp-opt %s --amp-differentiate | FileCheck %s
// RUN: amp-opt %s --amp-differentiate --amp-scale-loss | FileCheck %s --check-prefix=SCALED

// Gradients of gradients, of losses that share ops, and of ops without a derivative of
// their own.

//===----------------------------------------------------------------------===//
// Gradients of gradients
//===----------------------------------------------------------------------===//

// The first gradient becomes ops of the function, with 1 as the seed. The first loss has
// no use then, and is gone.
// CHECK-LABEL: func.func @second
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>)
// CHECK-NEXT: %[[Y:.*]] = amp.tanh %[[X]]
// CHECK-NOT: amp.backward
// CHECK: %[[ONE:.*]] = amp.constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[DY:.*]] = amp.broadcast_to
// CHECK: %[[DX:.*]] = amp.tanh_backward %[[DY]], %[[Y]]
// CHECK: %[[LOSS:.*]] = amp.sum %[[DX]]
// CHECK: amp.backward %[[LOSS]] wrt(%[[X]])
// CHECK-NEXT: ^bb0
// CHECK: %[[G:.*]] = amp.broadcast_to
// CHECK: %[[GDY:.*]] = amp.mul %[[G]], %[[DY]]
// CHECK: %[[MINUS_2:.*]] = amp.constant dense<-2.000000e+00> : tensor<f32>
// CHECK: %[[SLOPE:.*]] = amp.mul %[[MINUS_2]], %[[Y]]
// CHECK: %[[SAVED:.*]] = amp.mul %[[GDY]], %[[SLOPE]]
// CHECK: %[[D2:.*]] = amp.tanh_backward %[[SAVED]], %[[Y]]
// CHECK-NEXT: amp.yield %[[D2]]
func.func @second(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = amp.tanh %x : (tensor<8xf32>) -> tensor<8xf32>
  %l0 = amp.sum %y : (tensor<8xf32>) -> tensor<f32>
  %d = amp.backward %l0 wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %l1 = amp.sum %d : (tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %l1 wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// Through a seed, and a region that was written by hand.
// CHECK-LABEL: func.func @seed_and_region
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[S:.*]]: tensor<8xf32>)
// CHECK-NEXT: %[[D:.*]] = amp.mul %[[S]], %[[X]]
// CHECK-NEXT: amp.backward %[[D]] wrt(%[[S]], %[[X]]) seed(%[[X]])
// CHECK-NEXT: ^bb0(%[[SEED:.*]]: tensor<8xf32>):
// CHECK-NEXT: %[[DS:.*]] = amp.mul %[[SEED]], %[[X]]
// CHECK-NEXT: %[[DX:.*]] = amp.mul %[[SEED]], %[[S]]
// CHECK-NEXT: amp.yield %[[DS]], %[[DX]]
func.func @seed_and_region(%x: tensor<8xf32>, %s: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %y = amp.exp %x : (tensor<8xf32>) -> tensor<8xf32>
  %d = amp.backward %y wrt(%x) seed(%s) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%seed: tensor<8xf32>):
    %p = amp.mul %seed, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    amp.yield %p : tensor<8xf32>
  }
  %g:2 = amp.backward %d wrt(%s, %x) seed(%x)
      : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %g#0, %g#1 : tensor<8xf32>, tensor<8xf32>
}

// Of two earlier gradients the second loss uses one: the other stays an amp.backward.
// CHECK-LABEL: func.func @only_what_is_used
// CHECK: amp.backward %{{.*}} wrt(%arg1)
// CHECK: amp.yield
// CHECK: amp.backward %{{.*}} wrt(%arg0)
// CHECK-NOT: amp.backward
func.func @only_what_is_used(%x: tensor<8xf32>, %w: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>) {
  %y = amp.mul %x, %w : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %e = amp.exp %y : (tensor<8xf32>) -> tensor<8xf32>
  %l = amp.sum %e : (tensor<8xf32>) -> tensor<f32>
  %dw = amp.backward %l wrt(%w) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %dx = amp.backward %l wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %l1 = amp.sum %dx : (tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %l1 wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %dw, %g : tensor<8xf32>, tensor<8xf32>
}

// A gradient that has another end besides the second loss keeps its amp.backward for that
// one, so that loss scaling sees it.
// CHECK-LABEL: func.func @other_end
// CHECK: %[[DX:.*]] = amp.mul
// CHECK: %[[KEPT:.*]] = amp.backward
// CHECK: amp.sum %[[DX]]
// CHECK: %[[G:.*]] = amp.backward
// CHECK: return %[[KEPT]], %[[G]]
func.func @other_end(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = amp.exp %x : (tensor<8xf32>) -> tensor<8xf32>
  %l = amp.sum %e : (tensor<8xf32>) -> tensor<f32>
  %dx = amp.backward %l wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %l1 = amp.sum %dx : (tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %l1 wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %dx, %g : tensor<8xf32>, tensor<8xf32>
}

// Both gradients of this parameter are scaled and tested.
// SCALED-LABEL: func.func @both_step
// SCALED: amp.scale
// SCALED: %[[A:.*]] = amp.backward
// SCALED: %[[UA:.*]], %[[FA:.*]] = amp.unscale @{{.*}}(%[[A]])
// SCALED: amp.scale
// SCALED: %[[B:.*]] = amp.backward
// SCALED: %[[UB:.*]], %[[FB:.*]] = amp.unscale @{{.*}}(%[[B]])
// SCALED: %[[G:.*]] = amp.add %[[UA]], %[[UB]]
// SCALED: amp.step @sgd(%[[G]]) skip_if(%[[FA]], %[[FB]])
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @sgd [@w] {lr = 0.01 : f64}
func.func @both_step() {
  %w = amp.read @w : tensor<8xf32>
  %e = amp.exp %w : (tensor<8xf32>) -> tensor<8xf32>
  %l0 = amp.sum %e : (tensor<8xf32>) -> tensor<f32>
  %d = amp.backward %l0 wrt(%w) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %l1 = amp.sum %d : (tensor<8xf32>) -> tensor<f32>
  %d2 = amp.backward %l1 wrt(%w) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %g = amp.add %d, %d2 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  amp.step @sgd(%g) : tensor<8xf32>
  return
}

// The third derivative of x³ is 6, by two gradients that become ops.
// CHECK-LABEL: func.func @third
// CHECK-NOT: amp.backward
// CHECK: amp.backward
// CHECK: amp.yield
// CHECK-NOT: amp.backward
func.func @third(%x: tensor<f32>) -> tensor<f32> {
  %xx = amp.mul %x, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %y = amp.mul %xx, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %d = amp.backward %y wrt(%x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %d2 = amp.backward %d wrt(%x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %d3 = amp.backward %d2 wrt(%x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %d3 : tensor<f32>
}

// Gradients run in their types, the second as the first, and what is several ops is in f32
// and rounded once; ops that come into a function with assigned precision are exempt from
// what its policy says.
// CHECK-LABEL: func.func @sixteen_bits
// CHECK: amp.sigmoid_backward %{{.*}} {amp.exempt = "derivative"} : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
// CHECK: amp.backward
// CHECK: amp.sub %{{.*}} -> tensor<8xf32>
// CHECK-NEXT: %[[WIDE:.*]] = amp.mul %{{.*}} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT: %[[ROUNDED:.*]] = amp.cast %[[WIDE]] : tensor<8xf32> to tensor<8xf16>
// CHECK-NEXT: %[[D:.*]] = amp.sigmoid_backward %[[ROUNDED]], %{{.*}} : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
// CHECK: amp.cast %[[D]] : tensor<8xf16> to tensor<8xf32>
func.func @sixteen_bits(%x: tensor<8xf32>) -> tensor<8xf32>
    attributes {amp.assigned = {level = "O1", preset = "torch-cuda"}} {
  %h = amp.cast %x : tensor<8xf32> to tensor<8xf16>
  %y = amp.sigmoid %h : (tensor<8xf16>) -> tensor<8xf16>
  %w = amp.cast %y : tensor<8xf16> to tensor<8xf32>
  %l0 = amp.sum %w : (tensor<8xf32>) -> tensor<f32>
  %d = amp.backward %l0 wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %l1 = amp.sum %d : (tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %l1 wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// The second derivative of a custom function is that of its backward region. What arrives
// at a saved value belongs to the input, or the result, that was saved.
// CHECK-LABEL: func.func @custom_function
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>)
// CHECK: %[[C:.*]]:3 = amp.custom_function(%[[X]])
// CHECK: %[[S:.*]] = amp.sqrt %[[C]]#1
// CHECK: %[[P:.*]] = amp.mul %[[S]], %[[C]]#2
// CHECK: amp.mul %[[ONES:.*]], %[[P]]
// CHECK: amp.backward
// CHECK: %[[G:.*]] = amp.broadcast_to
// CHECK: %[[DP:.*]] = amp.mul %[[G]], %[[ONES]]
// CHECK: %[[DS:.*]] = amp.mul %[[DP]], %[[C]]#2
// CHECK: %[[DRESULT:.*]] = amp.mul %[[DP]], %[[S]]
// CHECK: %[[TWICE:.*]] = amp.mul %{{.*}}, %[[S]]
// CHECK: %[[DINPUT:.*]] = amp.div %[[DS]], %[[TWICE]]
// CHECK: %[[S2:.*]] = amp.sqrt %[[C]]#1
// CHECK: %[[P2:.*]] = amp.mul %[[S2]], %[[C]]#2
// CHECK: %[[THROUGH:.*]] = amp.mul %[[DRESULT]], %[[P2]]
// CHECK: %[[D:.*]] = amp.add %[[THROUGH]], %[[DINPUT]]
// CHECK: amp.yield %[[D]]
func.func @custom_function(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %y, %s:2 = amp.custom_function(%x) saved(2)
      : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %e = amp.exp %a : (tensor<8xf32>) -> tensor<8xf32>
    amp.yield %e, %a, %e : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  } backward {
  ^bb0(%input: tensor<8xf32>, %result: tensor<8xf32>, %dy: tensor<8xf32>):
    %r = amp.sqrt %input : (tensor<8xf32>) -> tensor<8xf32>
    %p = amp.mul %r, %result : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %d = amp.mul %dy, %p : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    amp.yield %d : tensor<8xf32>
  }
  %l0 = amp.sum %y : (tensor<8xf32>) -> tensor<f32>
  %d = amp.backward %l0 wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %l1 = amp.sum %d : (tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %l1 wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %y, %g : tensor<8xf32>, tensor<8xf32>
}

// A gradient in a region written by hand depends on what is outside, and by its seed.
// CHECK-LABEL: func.func @nested
// CHECK-SAME: (%[[X:.*]]: tensor<f32>)
// CHECK: %[[Y:.*]] = amp.exp %[[X]]
// CHECK: amp.backward %[[Y]] wrt(%[[X]]) seed(%[[Y]])
// CHECK-NEXT: ^bb0(%[[SEED:.*]]: tensor<f32>):
// CHECK-NEXT: %[[P:.*]] = amp.mul %[[SEED]], %[[Y]]
// CHECK-NEXT: amp.backward %[[P]] wrt(%[[X]])
// CHECK-NEXT: ^bb0(%[[G:.*]]: tensor<f32>):
// CHECK-DAG: %[[DSEED:.*]] = amp.mul %[[G]], %[[Y]]
// CHECK-DAG: %[[DY:.*]] = amp.mul %[[G]], %[[SEED]]
// CHECK: %[[SUM:.*]] = amp.add
// CHECK-NEXT: %[[DX:.*]] = amp.mul %[[SUM]], %[[Y]]
// CHECK-NEXT: amp.yield %[[DX]]
func.func @nested(%x: tensor<f32>) -> tensor<f32> {
  %y = amp.exp %x : (tensor<f32>) -> tensor<f32>
  %g = amp.backward %y wrt(%x) seed(%y) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%seed: tensor<f32>):
    %p = amp.mul %seed, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %d = amp.backward %p wrt(%x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    amp.yield %d : tensor<f32>
  }
  return %g : tensor<f32>
}

//===----------------------------------------------------------------------===//
// Several losses
//===----------------------------------------------------------------------===//

// They share the forward ops; each has a region of its own.
// CHECK-LABEL: func.func @two_losses
// CHECK-COUNT-1: amp.tanh
// CHECK-NOT: amp.tanh %
// CHECK: %[[A:.*]] = amp.backward %{{.*}} wrt(%arg0)
// CHECK: amp.tanh_backward
// CHECK: %[[B:.*]]:2 = amp.backward %{{.*}} wrt(%arg0, %arg1)
// CHECK: amp.tanh_backward
// CHECK: return %[[A]], %[[B]]#0, %[[B]]#1
func.func @two_losses(%x: tensor<8xf32>, %w: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %y = amp.tanh %x : (tensor<8xf32>) -> tensor<8xf32>
  %l0 = amp.sum %y : (tensor<8xf32>) -> tensor<f32>
  %p = amp.mul %y, %w : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %l1 = amp.sum %p : (tensor<8xf32>) -> tensor<f32>
  %a = amp.backward %l0 wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %b:2 = amp.backward %l1 wrt(%x, %w) : (tensor<f32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %a, %b#0, %b#1 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

//===----------------------------------------------------------------------===//
// Composite ops
//===----------------------------------------------------------------------===//

// What has a decomposition but no derivative is replaced where it stands, once for all
// losses, and only if one needs its derivative.
// CHECK-LABEL: func.func @composite
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>)
// CHECK-NEXT: %[[N:.*]] = amp.neg %[[X]]
// CHECK-NEXT: %[[P:.*]] = amp.softmax %[[N]] {dim = 1 : i64}
// CHECK-NEXT: amp.softmin %[[P]]
// CHECK: amp.backward
// CHECK: %[[D:.*]] = amp.softmax_backward %{{.*}}, %[[P]]
// CHECK-NEXT: %[[DX:.*]] = amp.neg %[[D]]
// CHECK-NEXT: amp.yield %[[DX]]
// CHECK: amp.backward %{{.*}} wrt(%[[P]])
// CHECK-NOT: amp.softmax_backward
// CHECK: return
func.func @composite(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %p = amp.softmin %x {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %aside = amp.softmin %p {dim = 0 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %l = amp.sum %p : (tensor<4x8xf32>) -> tensor<f32>
  %g = amp.backward %l wrt(%x) : (tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %h = amp.backward %l wrt(%p) : (tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %aside, %g, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// The same as a `wrt` value: its gradient is what arrives at it.
// CHECK-LABEL: func.func @composite_in_between
// CHECK: %[[P:.*]] = amp.softmax %
// CHECK: amp.backward %{{.*}} wrt(%{{.*}}, %[[P]])
// CHECK: %[[DP:.*]] = amp.broadcast_to
// CHECK: %[[DX:.*]] = amp.neg
// CHECK: amp.yield %[[DX]], %[[DP]]
func.func @composite_in_between(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %p = amp.softmin %x {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %l = amp.sum %p : (tensor<4x8xf32>) -> tensor<f32>
  %g:2 = amp.backward %l wrt(%x, %p) : (tensor<f32>, tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
  return %g#0, %g#1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// Its second derivative is that of its parts.
// CHECK-LABEL: func.func @second_of_composite
// CHECK: %[[P:.*]] = amp.softmax %
// CHECK: amp.softmax_backward %{{.*}}, %[[P]]
// CHECK: amp.backward
// CHECK: amp.softmax_backward %{{.*}}, %[[P]]
// CHECK: return
func.func @second_of_composite(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = amp.softmin %x {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %l = amp.sum %y : (tensor<4x8xf32>) -> tensor<f32>
  %d = amp.backward %l wrt(%x) : (tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %l1 = amp.sum %d : (tensor<4x8xf32>) -> tensor<f32>
  %g = amp.backward %l1 wrt(%x) : (tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %g : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @exempt_composite
// CHECK: amp.softmax %{{.*}} {amp.exempt = "part of amp.softmin", dim = 1 : i64}
func.func @exempt_composite(%x: tensor<4x8xf32>) -> tensor<4x8xf32>
    attributes {amp.assigned = {level = "O1", preset = "torch-cuda"}} {
  %p = amp.softmin %x {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %l = amp.sum %p : (tensor<4x8xf32>) -> tensor<f32>
  %g = amp.backward %l wrt(%x) : (tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %g : tensor<4x8xf32>
}

//===----------------------------------------------------------------------===//
// No dependence
//===----------------------------------------------------------------------===//

// Nothing varies with an integer: an op without a derivative is no obstacle behind one.
// CHECK-LABEL: func.func @through_integers
// CHECK: amp.backward
// CHECK-NEXT: ^bb0
// CHECK-NEXT: %[[ZERO:.*]] = amp.constant dense<0.000000e+00> : tensor<8xf32>
// CHECK-NEXT: amp.yield %[[ZERO]]
func.func private @unknown(tensor<8xi64>) -> tensor<8xf32>
func.func @through_integers(%x: tensor<8xf32>) -> tensor<8xf32> {
  %i = amp.cast %x : tensor<8xf32> to tensor<8xi64>
  %y = func.call @unknown(%i) : (tensor<8xi64>) -> tensor<8xf32>
  %l = amp.sum %y : (tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %l wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// A custom function whose backward region yields zeros lets no gradient pass.
// CHECK-LABEL: func.func @stopped
// CHECK: amp.backward
// CHECK-NOT: amp.exp
// CHECK: amp.yield
// CHECK: return
func.func @stopped(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = amp.custom_function(%x) : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<8xf32>):
    amp.yield %a : tensor<8xf32>
  } backward {
  ^bb0(%dy: tensor<8xf32>):
    %unused = amp.exp %dy : (tensor<8xf32>) -> tensor<8xf32>
    %unused2 = amp.exp %unused : (tensor<8xf32>) -> tensor<8xf32>
    %zero = amp.constant dense<0.0> : tensor<8xf32>
    amp.yield %zero : tensor<8xf32>
  }
  %l = amp.sum %y : (tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %l wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// Nor does a gradient pass an amp.detach, whose value the derivative reads all the same.
// CHECK-LABEL: func.func @detached
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>)
// CHECK: %[[C:.*]] = amp.detach
// CHECK: amp.backward
// CHECK: %[[DY:.*]] = amp.broadcast_to
// CHECK-NEXT: %[[DX:.*]] = amp.mul %[[DY]], %[[C]]
// CHECK-NEXT: amp.yield %[[DX]]
func.func @detached(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = amp.exp %x : (tensor<8xf32>) -> tensor<8xf32>
  %c = amp.detach %e : (tensor<8xf32>) -> tensor<8xf32>
  %y = amp.mul %c, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %l = amp.sum %y : (tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %l wrt(%x) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}
