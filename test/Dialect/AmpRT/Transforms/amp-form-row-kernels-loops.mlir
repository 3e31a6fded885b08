// RUN: amp-opt %s -split-input-file --amp-form-row-kernels --canonicalize | FileCheck %s

#v = affine_map<(d0, d1) -> (d0, d1)>

// What a step computes from a product is one kernel: two gates, the state of both, and what
// the state was before, which is kept.
// CHECK-LABEL: func.func @step(
// CHECK: scf.for {{.*}} iter_args(%[[H:.*]] = %{{.*}}, %[[ALL:.*]] = %{{.*}})
// CHECK: %[[P:.*]] = amprt.gemm ins(%[[H]],
// CHECK: %[[K:.*]]:2 = amprt.row_kernel ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
// CHECK-SAME: reduced []
// CHECK-DAG: math.tanh
// CHECK-DAG: math.exp
// CHECK: amprt.yield
// CHECK-NOT: linalg.generic
// CHECK: scf.yield
func.func @step(%h0: tensor<4x8xf32>, %all0: tensor<5x4x8xf32>, %w: tensor<8x16xf32>) -> (tensor<4x8xf32>, tensor<5x4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%h = %h0, %all = %all0) -> (tensor<4x8xf32>, tensor<5x4x8xf32>) {
    %e0 = tensor.empty() : tensor<4x16xf32>
    %p = amprt.gemm ins(%h, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%e0 : tensor<4x16xf32>) -> tensor<4x16xf32>
    %p0 = tensor.extract_slice %p[0, 0] [4, 8] [1, 1] : tensor<4x16xf32> to tensor<4x8xf32>
    %e1 = tensor.empty() : tensor<4x8xf32>
    %a = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel", "parallel"]}
        ins(%p0 : tensor<4x8xf32>) outs(%e1 : tensor<4x8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %t = math.tanh %x : f32
      linalg.yield %t : f32
    } -> tensor<4x8xf32>
    %p1 = tensor.extract_slice %p[0, 8] [4, 8] [1, 1] : tensor<4x16xf32> to tensor<4x8xf32>
    %e2 = tensor.empty() : tensor<4x8xf32>
    %b = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel", "parallel"]}
        ins(%p1 : tensor<4x8xf32>) outs(%e2 : tensor<4x8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %t = math.exp %x : f32
      linalg.yield %t : f32
    } -> tensor<4x8xf32>
    %e3 = tensor.empty() : tensor<4x8xf32>
    %n = linalg.generic {indexing_maps = [#v, #v, #v, #v], iterator_types = ["parallel", "parallel"]}
        ins(%h, %a, %b : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%e3 : tensor<4x8xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32, %o: f32):
      %t = arith.mulf %x, %y : f32
      %u = arith.addf %t, %z : f32
      linalg.yield %u : f32
    } -> tensor<4x8xf32>
    %k = tensor.insert_slice %h into %all[%i, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<4x8xf32> into tensor<5x4x8xf32>
    scf.yield %n, %k : tensor<4x8xf32>, tensor<5x4x8xf32>
  }
  return %r#0, %r#1 : tensor<4x8xf32>, tensor<5x4x8xf32>
}

// -----

#v = affine_map<(d0, d1) -> (d0, d1)>

// A reduction in a loop takes along what is computed from it, as everywhere.
// CHECK-LABEL: func.func @softmax_of_step(
// CHECK: scf.for
// CHECK: amprt.row_kernel {{.*}} reduced [1]
// CHECK: amprt.reduce <add>
// CHECK: arith.divf
// CHECK-NOT: linalg.generic
// CHECK: scf.yield
func.func @softmax_of_step(%h0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%h = %h0) -> (tensor<4x8xf32>) {
    %e0 = tensor.empty() : tensor<4xf32>
    %z = linalg.fill ins(%zero : f32) outs(%e0 : tensor<4xf32>) -> tensor<4xf32>
    %s = linalg.generic {indexing_maps = [#v, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
        ins(%h : tensor<4x8xf32>) outs(%z : tensor<4xf32>) {
    ^bb0(%x: f32, %o: f32):
      %t = arith.addf %x, %o : f32
      linalg.yield %t : f32
    } -> tensor<4xf32>
    %e1 = tensor.empty() : tensor<4x8xf32>
    %n = linalg.generic {indexing_maps = [#v, affine_map<(d0, d1) -> (d0)>, #v], iterator_types = ["parallel", "parallel"]}
        ins(%h, %s : tensor<4x8xf32>, tensor<4xf32>) outs(%e1 : tensor<4x8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %t = arith.divf %x, %y : f32
      linalg.yield %t : f32
    } -> tensor<4x8xf32>
    scf.yield %n : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}
