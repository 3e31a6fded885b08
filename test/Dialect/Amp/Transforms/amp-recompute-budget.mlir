// RUN: amp-opt %s --amp-differentiate --amp-recompute=budget=140000 | FileCheck %s --check-prefixes=CHECK,CHEAP
// RUN: amp-opt %s --amp-differentiate --amp-recompute=budget=131072 | FileCheck %s --check-prefixes=CHECK,CHEAP
// RUN: amp-opt %s --amp-differentiate --amp-recompute=budget=131071 | FileCheck %s --check-prefixes=CHECK,REDUCTION
// RUN: amp-opt %s --amp-differentiate --amp-recompute=budget=65535 | FileCheck %s --check-prefixes=CHECK,PRODUCT
// RUN: amp-opt %s --amp-differentiate --amp-recompute="kind=off budget=65536" | FileCheck %s --check-prefixes=SOME
// RUN: amp-opt %s --amp-differentiate --amp-recompute=budget=131071 --amp-decompose --cse | FileCheck %s --check-prefix=PARTS

// A budget turns to reductions when cheap ops are not enough, and to products when those
// are not. 65536 bytes are kept for each of %h and %p.
// CHECK-LABEL: func.func @stages
// CHECK: amp.backward
// CHEAP-NOT: amp.softmax %
// CHEAP-NOT: amp.matmul %{{.*}} {amp.recompute}
// REDUCTION-NOT: amp.matmul %{{.*}} {amp.recompute}
// REDUCTION: amp.softmax %{{.*}} {amp.recompute, dim = 1 : i64}
// REDUCTION-NOT: amp.matmul %{{.*}} {amp.recompute}
// PRODUCT: %[[H:.*]] = amp.matmul %{{.*}} {amp.recompute}
// PRODUCT: amp.softmax %[[H]] {amp.recompute, dim = 1 : i64}
// CHECK: return
// The parts of a softmax that is computed again are not those of the first one.
// PARTS-LABEL: func.func @stages
// PARTS: amp.exp %
// PARTS: amp.matmul
// PARTS: amp.exp %{{.*}} {amp.recompute}
func.func @stages(%x: tensor<256x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x64xf32>)
    -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<f32>) {
  %h = amp.matmul %x, %w : (tensor<256x64xf32>, tensor<64x64xf32>) -> tensor<256x64xf32>
  %p = amp.softmax %h {dim = 1 : i64} : (tensor<256x64xf32>) -> tensor<256x64xf32>
  %z = amp.matmul %p, %v : (tensor<256x64xf32>, tensor<64x64xf32>) -> tensor<256x64xf32>
  %y = amp.gelu %h : (tensor<256x64xf32>) -> tensor<256x64xf32>
  %s = amp.add %y, %z : (tensor<256x64xf32>, tensor<256x64xf32>) -> tensor<256x64xf32>
  %loss = amp.sum %s : (tensor<256x64xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%w, %v) : (tensor<f32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>)
  return %g#0, %g#1, %loss : tensor<64x64xf32>, tensor<64x64xf32>, tensor<f32>
}

// No more is computed again than the budget asks for, what takes the least work per byte
// first: %b from the argument with one op, not %c with two.
// SOME-LABEL: func.func @least_work
// SOME: amp.backward
// SOME-NOT: amp.tanh
// SOME: amp.exp %{{.*}} {amp.recompute}
// SOME-NOT: amp.tanh
// SOME: return
func.func @least_work(%x: tensor<256x64xf32>, %v: tensor<64x64xf32>, %u: tensor<64x64xf32>)
    -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %c0 = amp.neg %x : (tensor<256x64xf32>) -> tensor<256x64xf32>
  %c = amp.tanh %c0 : (tensor<256x64xf32>) -> tensor<256x64xf32>
  %b = amp.exp %x : (tensor<256x64xf32>) -> tensor<256x64xf32>
  %0 = amp.matmul %c, %u : (tensor<256x64xf32>, tensor<64x64xf32>) -> tensor<256x64xf32>
  %1 = amp.matmul %b, %v : (tensor<256x64xf32>, tensor<64x64xf32>) -> tensor<256x64xf32>
  %s = amp.add %0, %1 : (tensor<256x64xf32>, tensor<256x64xf32>) -> tensor<256x64xf32>
  %loss = amp.sum %s : (tensor<256x64xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%u, %v) : (tensor<f32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>)
  return %g#0, %g#1 : tensor<64x64xf32>, tensor<64x64xf32>
}
