// RUN: amp-opt %s --amp-rotate-loops -split-input-file | FileCheck %s

#v = affine_map<(d0, d1) -> (d0, d1)>
#b = affine_map<(d0) -> (d0)>

// A bias that each step would make wider is made so before the loop; what depends on the
// state is not.
// CHECK-LABEL: func.func @invariant(
// CHECK-SAME: %[[H0:.*]]: tensor<4x8xf32>, %{{.*}}: tensor<8x8xf32>, %[[BIAS:.*]]: tensor<8xbf16>)
// CHECK: %[[WIDE:.*]] = linalg.generic {{.*}} ins(%[[BIAS]] : tensor<8xbf16>)
// CHECK: scf.for
// CHECK: amprt.gemm {{.*}} bias(%[[WIDE]] :
// CHECK: linalg.generic
// CHECK: scf.yield
func.func @invariant(%h0: tensor<4x8xf32>, %w: tensor<8x8xf32>, %bias: tensor<8xbf16>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%h = %h0) -> (tensor<4x8xf32>) {
    %e0 = tensor.empty() : tensor<8xf32>
    %wide = linalg.generic {indexing_maps = [#b, #b], iterator_types = ["parallel"]}
        ins(%bias : tensor<8xbf16>) outs(%e0 : tensor<8xf32>) {
    ^bb0(%a: bf16, %o: f32):
      %s = arith.extf %a : bf16 to f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    %e1 = tensor.empty() : tensor<4x8xf32>
    %p = amprt.gemm ins(%h, %w : tensor<4x8xf32>, tensor<8x8xf32>) bias(%wide : tensor<8xf32>) outs(%e1 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %e2 = tensor.empty() : tensor<4x8xf32>
    %n = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel", "parallel"]}
        ins(%p : tensor<4x8xf32>) outs(%e2 : tensor<4x8xf32>) {
    ^bb0(%a: f32, %o: f32):
      %s = math.tanh %a : f32
      linalg.yield %s : f32
    } -> tensor<4x8xf32>
    scf.yield %n : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}

// -----

#v = affine_map<(d0, d1) -> (d0, d1)>

// The gradient of a state is a product and what came directly: both are carried, and added
// by who reads the state, and once behind the loop.
// CHECK-LABEL: func.func @terms(
// CHECK: %[[ZERO:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: %[[FIRST:.*]] = linalg.fill ins(%[[ZERO]] : f32)
// CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %[[FIRST]])
// CHECK: %[[H:.*]] = linalg.generic {{.*}} ins(%[[A]], %[[B]] :
// CHECK: arith.addf
// CHECK: %[[N:.*]] = linalg.generic {{.*}} ins(%[[H]] :
// CHECK: %[[P:.*]] = amprt.gemm ins(%[[N]],
// CHECK-NOT: arith.addf
// CHECK: scf.yield %[[N]], %[[P]]
// CHECK: linalg.generic {{.*}} ins(%[[R]]#0, %[[R]]#1 :
// CHECK: arith.addf
func.func @terms(%h0: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%h = %h0) -> (tensor<4x8xf32>) {
    %e1 = tensor.empty() : tensor<4x8xf32>
    %n = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel", "parallel"]}
        ins(%h : tensor<4x8xf32>) outs(%e1 : tensor<4x8xf32>) {
    ^bb0(%a: f32, %o: f32):
      %s = arith.mulf %a, %a : f32
      linalg.yield %s : f32
    } -> tensor<4x8xf32>
    %e2 = tensor.empty() : tensor<4x8xf32>
    %p = amprt.gemm ins(%n, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%e2 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %e3 = tensor.empty() : tensor<4x8xf32>
    %s = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel", "parallel"]}
        ins(%n, %p : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e3 : tensor<4x8xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %t = arith.addf %a, %b : f32
      linalg.yield %t : f32
    } -> tensor<4x8xf32>
    scf.yield %s : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}

// -----

#v = affine_map<(d0, d1) -> (d0, d1)>

// A state that a product reads is added up at the end: there is no kernel before it.
// CHECK-LABEL: func.func @read_by_product(
// CHECK: scf.for {{.*}} iter_args(%[[H:.*]] = %{{.*}}) ->
// CHECK: amprt.gemm ins(%[[H]],
// CHECK: arith.addf
// CHECK: scf.yield
func.func @read_by_product(%h0: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%h = %h0) -> (tensor<4x8xf32>) {
    %e1 = tensor.empty() : tensor<4x8xf32>
    %n = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel", "parallel"]}
        ins(%h : tensor<4x8xf32>) outs(%e1 : tensor<4x8xf32>) {
    ^bb0(%a: f32, %o: f32):
      %s = arith.mulf %a, %a : f32
      linalg.yield %s : f32
    } -> tensor<4x8xf32>
    %e2 = tensor.empty() : tensor<4x8xf32>
    %p = amprt.gemm ins(%h, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%e2 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %e3 = tensor.empty() : tensor<4x8xf32>
    %s = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel", "parallel"]}
        ins(%n, %p : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e3 : tensor<4x8xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %t = arith.addf %a, %b : f32
      linalg.yield %t : f32
    } -> tensor<4x8xf32>
    scf.yield %s : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}
