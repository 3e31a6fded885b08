// RUN: amp-opt %s --amp-differentiate --amp-recompute=kind=blocks --split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-differentiate --amp-recompute="kind=blocks budget=2500000" --split-input-file -o /dev/null
// RUN: not amp-opt %s --amp-differentiate --amp-recompute="kind=blocks budget=1000" --split-input-file 2>&1 | FileCheck %s --check-prefix=LEAST
// RUN: amp-opt %s --amp-differentiate --amp-recompute=kind=blocks --remarks-filter=amp-recompute --remark-format=emitRemark --split-input-file -o %t 2>&1 | FileCheck %s --check-prefix=REMARK

// Three blocks, each of a wide product, an activation, a product back, a dropout and a sum.
// The sums are kept, and the states of the random numbers; the blocks are computed again, the
// last first, each from its own sum and with its own state, but for the last block.
// CHECK-LABEL: func.func @blocks
// CHECK: %[[D1:.*]], %[[R1:.*]] = amp.dropout
// CHECK: %[[X1:.*]] = amp.add %arg0, %[[D1]]
// CHECK: %[[D2:.*]], %[[R2:.*]] = amp.dropout %{{.*}}, %[[R1]]
// CHECK: %[[X2:.*]] = amp.add %[[X1]], %[[D2]]
// CHECK: %[[H3:.*]] = amp.matmul %[[X2]]
// CHECK: amp.backward
// CHECK-NOT: amp.dropout
// CHECK: amp.gelu_backward %{{.*}}, %[[H3]]
// CHECK: %[[H2:.*]] = amp.matmul %[[X1]], %{{.*}} {amp.recompute}
// CHECK: amp.gelu %[[H2]] {amp.recompute}
// CHECK: amp.gelu_backward %{{.*}}, %[[H2]]
// CHECK: %[[H1:.*]] = amp.matmul %arg0, %{{.*}} {amp.recompute}
// CHECK: amp.gelu_backward %{{.*}}, %[[H1]]
// CHECK: return
// LEAST: error: 'amp.backward' op cannot be computed by block with 1000 bytes kept for it: the least is {{[0-9]+}}
// REMARK: remark: [Analysis] blocks | Category:amp-recompute | before={{[0-9]+}}, blocks={{[34]}}, most={{[0-9]+}}
amp.variable rng @rng : tensor<2xi64> = #amp.init<seed>
func.func @blocks(%x0: tensor<256x64xf32>, %w: tensor<64x1024xf32>, %v: tensor<1024x64xf32>)
    -> (tensor<64x1024xf32>, tensor<1024x64xf32>) {
  %r0 = amp.read @rng : tensor<2xi64>
  %h1 = amp.matmul %x0, %w : (tensor<256x64xf32>, tensor<64x1024xf32>) -> tensor<256x1024xf32>
  %g1 = amp.gelu %h1 : (tensor<256x1024xf32>) -> tensor<256x1024xf32>
  %y1 = amp.matmul %g1, %v : (tensor<256x1024xf32>, tensor<1024x64xf32>) -> tensor<256x64xf32>
  %d1, %r1 = amp.dropout %y1, %r0 {p = 0.25 : f64} : (tensor<256x64xf32>, tensor<2xi64>) -> (tensor<256x64xf32>, tensor<2xi64>)
  %x1 = amp.add %x0, %d1 : (tensor<256x64xf32>, tensor<256x64xf32>) -> tensor<256x64xf32>
  %h2 = amp.matmul %x1, %w : (tensor<256x64xf32>, tensor<64x1024xf32>) -> tensor<256x1024xf32>
  %g2 = amp.gelu %h2 : (tensor<256x1024xf32>) -> tensor<256x1024xf32>
  %y2 = amp.matmul %g2, %v : (tensor<256x1024xf32>, tensor<1024x64xf32>) -> tensor<256x64xf32>
  %d2, %r2 = amp.dropout %y2, %r1 {p = 0.25 : f64} : (tensor<256x64xf32>, tensor<2xi64>) -> (tensor<256x64xf32>, tensor<2xi64>)
  %x2 = amp.add %x1, %d2 : (tensor<256x64xf32>, tensor<256x64xf32>) -> tensor<256x64xf32>
  %h3 = amp.matmul %x2, %w : (tensor<256x64xf32>, tensor<64x1024xf32>) -> tensor<256x1024xf32>
  %g3 = amp.gelu %h3 : (tensor<256x1024xf32>) -> tensor<256x1024xf32>
  %y3 = amp.matmul %g3, %v : (tensor<256x1024xf32>, tensor<1024x64xf32>) -> tensor<256x64xf32>
  %d3, %r3 = amp.dropout %y3, %r2 {p = 0.25 : f64} : (tensor<256x64xf32>, tensor<2xi64>) -> (tensor<256x64xf32>, tensor<2xi64>)
  %x3 = amp.add %x2, %d3 : (tensor<256x64xf32>, tensor<256x64xf32>) -> tensor<256x64xf32>
  amp.assign @rng, %r3 : tensor<2xi64>
  %loss = amp.sum %x3 : (tensor<256x64xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%w, %v) : (tensor<f32>, tensor<64x1024xf32>, tensor<1024x64xf32>) -> (tensor<64x1024xf32>, tensor<1024x64xf32>)
  return %g#0, %g#1 : tensor<64x1024xf32>, tensor<1024x64xf32>
}

// -----

// A network of one block is not computed again.
// CHECK-LABEL: func.func @one
// CHECK-NOT: amp.recompute
// CHECK: return
func.func @one(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %h = amp.matmul %x, %w : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %y = amp.tanh %h : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %loss = amp.sum %y : (tensor<64x64xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %g : tensor<64x64xf32>
}
