// RUN: amp-opt %s --amp-differentiate --amp-recompute --split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-differentiate --amp-recompute --amp-materialize-state --amp-decompose --amp-optimize-casts --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=LOWERED
// RUN: amp-opt %s --amp-differentiate --amp-recompute=kind=off --split-input-file | FileCheck %s --check-prefix=OFF
// RUN: amp-opt %s --amp-differentiate --amp-recompute --remarks-filter=amp-recompute --remark-format=emitRemark --split-input-file -o %t 2>&1 | FileCheck %s --check-prefix=REMARK

// Not a value is computed again where nobody asks for it.
// OFF-NOT: amp.recompute

// The derivative of GELU keeps its operand; the result, which the product's derivative
// reads, follows from it.
// CHECK-LABEL: func.func @gelu
// CHECK: %[[H:.*]] = amp.matmul %{{.*}}, %{{.*}}
// CHECK: %[[Y:.*]] = amp.gelu %[[H]] : (tensor
// CHECK: amp.matmul %[[Y]]
// CHECK: amp.backward
// CHECK: %[[AGAIN:.*]] = amp.gelu %[[H]] {amp.recompute}
// CHECK: %[[T:.*]] = amp.transpose %[[AGAIN]] {amp.recompute,
// CHECK: amp.matmul %[[T]],
// CHECK: amp.gelu_backward %{{.*}}, %[[H]]
// Its bytes and those of the graph.
// REMARK: [[@LINE+5]]:8: remark: [Passed] recomputed | Category:amp-recompute | bytes=16384, op=amp.gelu
// REMARK: [[@LINE+7]]:10: remark: [Analysis] kept | Category:amp-recompute | after=16384, before=32768, ops=1
func.func @gelu(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x64xf32>)
    -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %h = amp.matmul %x, %w : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %y = amp.gelu %h : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %z = amp.matmul %y, %v : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %loss = amp.sum %z : (tensor<64x64xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%w, %v) : (tensor<f32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>)
  return %g#0, %g#1 : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// The derivative of ReLU reads its result, as the product's does: there is nothing to save.
// CHECK-LABEL: func.func @relu
// CHECK: %[[Y:.*]] = amp.relu
// CHECK: amp.backward
// CHECK-NOT: amp.relu %
// CHECK: amp.relu_backward %{{.*}}, %[[Y]]
// REMARK-NOT: op=amp.relu
func.func @relu(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x64xf32>)
    -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %h = amp.matmul %x, %w : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %y = amp.relu %h : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %z = amp.matmul %y, %v : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %loss = amp.sum %z : (tensor<64x64xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%w, %v) : (tensor<f32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>)
  return %g#0, %g#1 : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// From arguments and variables a chain costs nothing; the casts do not become one again.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[X:.*]]: tensor<256x64xf32>)
// CHECK: amp.backward
// CHECK: %[[E:.*]] = amp.exp %[[X]] {amp.recompute}
// CHECK: amp.cast %[[E]] {amp.recompute}
// LOWERED-LABEL: func.func @chain
// LOWERED: amp.cast %{{.*}} : tensor<256x64xf32> to tensor<256x64xf16>
// LOWERED: amp.matmul
// LOWERED: amp.exp %{{.*}} {amp.recompute}
// LOWERED: amp.cast %{{.*}} {amp.recompute} : tensor<256x64xf32> to tensor<256x64xf16>
// LOWERED: amp.matmul
amp.variable parameter @w : tensor<64x64xf16> = #amp.init<zeros>
func.func @chain(%x: tensor<256x64xf32>) -> (tensor<64x64xf16>, tensor<f16>) {
  %w = amp.read @w : tensor<64x64xf16>
  %e = amp.exp %x : (tensor<256x64xf32>) -> tensor<256x64xf32>
  %h = amp.cast %e : tensor<256x64xf32> to tensor<256x64xf16>
  %z = amp.matmul %h, %w : (tensor<256x64xf16>, tensor<64x64xf16>) -> tensor<256x64xf16>
  %loss = amp.sum %z : (tensor<256x64xf16>) -> tensor<f16>
  %g = amp.backward %loss wrt(%w) : (tensor<f16>, tensor<64x64xf16>) -> tensor<64x64xf16>
  return %g, %loss : tensor<64x64xf16>, tensor<f16>
}

// -----

// A variable that is written before the backward pass is no longer there: what was read is
// kept in any case, or what was computed from it.
// CHECK-LABEL: func.func @written
// CHECK: amp.backward
// CHECK-NOT: amp.exp %{{.*}} {amp.recompute}
// CHECK: return
// The same where an op writes variables that it does not name.
// CHECK-LABEL: func.func @stepped
// CHECK: amp.backward
// CHECK-NOT: amp.exp %{{.*}} {amp.recompute}
// CHECK: return
// And one that is written later.
// CHECK-LABEL: func.func @written_later
// CHECK: amp.backward
// CHECK: amp.exp %{{.*}} {amp.recompute}
// CHECK: return
amp.variable buffer @b : tensor<64x64xf32> = #amp.init<zeros>
amp.variable parameter @p : tensor<64x64xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@p] {lr = 0.1 : f64}
func.func @written(%w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %b = amp.read @b : tensor<64x64xf32>
  %e = amp.exp %b : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %z = amp.matmul %e, %w : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  amp.assign @b, %z : tensor<64x64xf32>
  %loss = amp.sum %z : (tensor<64x64xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %g : tensor<64x64xf32>
}
func.func @stepped(%w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %b = amp.read @p : tensor<64x64xf32>
  %e = amp.exp %b : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %z = amp.matmul %e, %w : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  amp.step @opt(%w) : tensor<64x64xf32>
  %loss = amp.sum %z : (tensor<64x64xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %g : tensor<64x64xf32>
}
func.func @written_later(%w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %b = amp.read @b : tensor<64x64xf32>
  %e = amp.exp %b : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %z = amp.matmul %e, %w : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %loss = amp.sum %z : (tensor<64x64xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  amp.assign @b, %z : tensor<64x64xf32>
  return %g : tensor<64x64xf32>
}

// -----

// A result of the function is there anyway, and a small value is not worth an op.
// CHECK-LABEL: func.func @there_anyway
// CHECK: amp.backward
// CHECK-NOT: amp.exp %{{.*}} {amp.recompute}
// CHECK: return
// CHECK-LABEL: func.func @small
// CHECK: amp.backward
// CHECK-NOT: amp.exp %{{.*}} {amp.recompute}
// CHECK: return
func.func @there_anyway(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %e = amp.exp %x : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %z = amp.matmul %e, %w : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %loss = amp.sum %z : (tensor<64x64xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %g, %e : tensor<64x64xf32>, tensor<64x64xf32>
}
func.func @small(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = amp.exp %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = amp.matmul %e, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %loss = amp.sum %z : (tensor<8x8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %g : tensor<8x8xf32>
}

// -----

// The bits of a dropout are drawn in each pass, in the derivative and where its result is
// computed again; the parts of the composite op do not become those of the forward pass.
// CHECK-LABEL: func.func @dropout
// CHECK: %[[H:.*]] = amp.matmul
// CHECK: amp.dropout %{{.*}}, %{{.*}} {p = 2.500000e-01 : f64}
// CHECK: amp.backward
// CHECK: %[[Y:.*]] = amp.gelu %[[H]] {amp.recompute}
// CHECK: amp.dropout %[[Y]], %{{.*}} {amp.recompute,
// CHECK: amp.random_bits %{{.*}} {amp.recompute,
// LOWERED-LABEL: func.func @dropout
// LOWERED: amp.random_bits %{{.*}} {shape = array<i64: 64, 64>}
// LOWERED: amp.matmul
// LOWERED: amp.random_bits %{{.*}} {amp.recompute, shape = array<i64: 64, 64>}
// LOWERED: amp.where {{.*}} {amp.recompute}
// LOWERED-NOT: amp.random_bits
// LOWERED: amp.matmul
amp.variable rng @rng : tensor<2xi64> = #amp.init<seed>
func.func @dropout(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x64xf32>)
    -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<f32>) {
  %r = amp.read @rng : tensor<2xi64>
  %h = amp.matmul %x, %w : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %y = amp.gelu %h : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %d, %next = amp.dropout %y, %r {p = 0.25 : f64} : (tensor<64x64xf32>, tensor<2xi64>) -> (tensor<64x64xf32>, tensor<2xi64>)
  amp.assign @rng, %next : tensor<2xi64>
  %z = amp.matmul %d, %v : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %loss = amp.sum %z : (tensor<64x64xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%w, %v) : (tensor<f32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>)
  return %g#0, %g#1, %loss : tensor<64x64xf32>, tensor<64x64xf32>, tensor<f32>
}

// -----

// In a chain of residual branches the sums are kept, though the branches are half as
// large: the last sum would need all that come before it at once.
// CHECK-LABEL: func.func @residual
// CHECK: amp.backward
// CHECK-NOT: amp.add %{{.*}} {amp.recompute
// CHECK: return
func.func @residual(%x: tensor<256x64xf16>, %w: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %f0 = amp.matmul %x, %w : (tensor<256x64xf16>, tensor<64x64xf16>) -> tensor<256x64xf16>
  %x0 = amp.cast %f0 : tensor<256x64xf16> to tensor<256x64xf32>
  %a0 = amp.gelu %x0 : (tensor<256x64xf32>) -> tensor<256x64xf32>
  %h0 = amp.cast %a0 : tensor<256x64xf32> to tensor<256x64xf16>
  %f1 = amp.matmul %h0, %w : (tensor<256x64xf16>, tensor<64x64xf16>) -> tensor<256x64xf16>
  %d1 = amp.cast %f1 : tensor<256x64xf16> to tensor<256x64xf32>
  %x1 = amp.add %x0, %d1 : (tensor<256x64xf32>, tensor<256x64xf32>) -> tensor<256x64xf32>
  %a1 = amp.gelu %x1 : (tensor<256x64xf32>) -> tensor<256x64xf32>
  %h1 = amp.cast %a1 : tensor<256x64xf32> to tensor<256x64xf16>
  %f2 = amp.matmul %h1, %w : (tensor<256x64xf16>, tensor<64x64xf16>) -> tensor<256x64xf16>
  %d2 = amp.cast %f2 : tensor<256x64xf16> to tensor<256x64xf32>
  %x2 = amp.add %x1, %d2 : (tensor<256x64xf32>, tensor<256x64xf32>) -> tensor<256x64xf32>
  %a2 = amp.gelu %x2 : (tensor<256x64xf32>) -> tensor<256x64xf32>
  %loss = amp.sum %a2 : (tensor<256x64xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<64x64xf16>) -> tensor<64x64xf16>
  return %g : tensor<64x64xf16>
}

// -----

// Two losses share the forward pass; each region computes what it uses.
// CHECK-LABEL: func.func @two_losses
// CHECK: amp.backward
// CHECK: amp.gelu %{{.*}} {amp.recompute}
// CHECK: amp.backward
// CHECK: amp.gelu %{{.*}} {amp.recompute}
// CHECK: return
func.func @two_losses(%x: tensor<64x64xf32>, %v: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %h = amp.matmul %x, %x : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %y = amp.gelu %h : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %z = amp.matmul %y, %v : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %sum = amp.sum %z : (tensor<64x64xf32>) -> tensor<f32>
  %mean = amp.mean %z : (tensor<64x64xf32>) -> tensor<f32>
  %g:2 = amp.backward %sum wrt(%x, %v) : (tensor<f32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>)
  %k:2 = amp.backward %mean wrt(%x, %v) : (tensor<f32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>)
  return %g#1, %k#1 : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// A custom function decides itself what it saves: its result is kept.
// CHECK-LABEL: func.func @custom_function
// CHECK: %[[H:.*]] = amp.matmul
// CHECK: %[[R:.*]]:2 = amp.custom_function
// CHECK: amp.backward
// CHECK-NOT: amp.custom_function
// CHECK: amp.mul %{{.*}}, %[[R]]#1
// CHECK: amp.yield
func.func @custom_function(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %h = amp.matmul %x, %w : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %y, %s = amp.custom_function(%h) saved(1) : (tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  ^bb0(%a: tensor<64x64xf32>):
    %b = amp.exp %a : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %c = amp.sqrt %b : (tensor<64x64xf32>) -> tensor<64x64xf32>
    amp.yield %c, %b : tensor<64x64xf32>, tensor<64x64xf32>
  } backward {
  ^bb0(%saved: tensor<64x64xf32>, %g: tensor<64x64xf32>):
    %d = amp.mul %g, %saved : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    amp.yield %d : tensor<64x64xf32>
  }
  %loss = amp.sum %y : (tensor<64x64xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %g : tensor<64x64xf32>
}
