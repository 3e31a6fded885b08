// Loops of a kernel graph on both devices, on small whole numbers, which are exact: what is
// carried goes on from iteration to iteration, each slice is that of its iteration, forwards
// and backwards, and the profile names what a loop repeats.
// RUN: amp-run %s --steps=2 --profile | FileCheck %s
// RUN: %if simulator %{ %simulated_gpu amp-run %s --steps=2 --profile --device=cuda | FileCheck %s %}

// CHECK: steps 2  states 1509  reversed 3041  swapped 1340  nested 2424
// CHECK-DAG: gemm 2x2x2 (loops.mlir:
// CHECK-DAG: repeat 4 times (loops.mlir:

#v = affine_map<(d0, d1) -> (d0, d1)>
#all = affine_map<(d0, d1) -> ()>
func.func @run(%states: tensor<f32> {amp.name = "states", amp.output = ""}, %reversed: tensor<f32> {amp.name = "reversed", amp.output = ""},
               %swapped: tensor<f32> {amp.name = "swapped", amp.output = ""}, %nested: tensor<f32> {amp.name = "nested", amp.output = ""})
    -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %x = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]], [[9.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]]]> : tensor<4x2x2xf32>
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 0.0]]> : tensor<2x2xf32>
  %e = tensor.empty() : tensor<2x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>

  // h = h w + x, kept for each step.
  %h0 = bufferization.alloc_tensor() copy(%z) : tensor<2x2xf32>
  %kept0 = tensor.empty() : tensor<4x2x2xf32>
  %h:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%old = %h0, %kept = %kept0) -> (tensor<2x2xf32>, tensor<4x2x2xf32>) {
    %xi = tensor.extract_slice %x[%i, 0, 0] [1, 2, 2] [1, 1, 1] : tensor<4x2x2xf32> to tensor<2x2xf32>
    %ep = tensor.empty() : tensor<2x2xf32>
    %p = amprt.gemm ins(%old, %w : tensor<2x2xf32>, tensor<2x2xf32>) outs(%ep : tensor<2x2xf32>) -> tensor<2x2xf32>
    %en = tensor.empty() : tensor<2x2xf32>
    %new = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel", "parallel"]}
        ins(%p, %xi : tensor<2x2xf32>, tensor<2x2xf32>) outs(%en : tensor<2x2xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    } -> tensor<2x2xf32>
    %k = tensor.insert_slice %new into %kept[%i, 0, 0] [1, 2, 2] [1, 1, 1] : tensor<2x2xf32> into tensor<4x2x2xf32>
    scf.yield %new, %k : tensor<2x2xf32>, tensor<4x2x2xf32>
  }

  // s = s + (i + 1) kept, from the last step to the first: the factor is a slice, too.
  %factors = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %s0 = bufferization.alloc_tensor() copy(%z) : tensor<2x2xf32>
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%old = %s0) -> (tensor<2x2xf32>) {
    %j = affine.apply affine_map<(d0) -> (-d0 + 3)>(%i)
    %ki = tensor.extract_slice %h#1[%j, 0, 0] [1, 2, 2] [1, 1, 1] : tensor<4x2x2xf32> to tensor<2x2xf32>
    %f = tensor.extract_slice %factors[%i] [1] [1] : tensor<4xf32> to tensor<f32>
    %en = tensor.empty() : tensor<2x2xf32>
    %new = linalg.generic {indexing_maps = [#v, #v, #all, #v], iterator_types = ["parallel", "parallel"]}
        ins(%old, %ki, %f : tensor<2x2xf32>, tensor<2x2xf32>, tensor<f32>) outs(%en : tensor<2x2xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
      %m = arith.mulf %b, %c : f32
      %t = arith.addf %a, %m : f32
      linalg.yield %t : f32
    } -> tensor<2x2xf32>
    scf.yield %new : tensor<2x2xf32>
  }

  // (a, b) becomes (b, 2 a), three times.
  %x0 = tensor.extract_slice %x[0, 0, 0] [1, 2, 2] [1, 1, 1] : tensor<4x2x2xf32> to tensor<2x2xf32>
  %x1 = tensor.extract_slice %x[1, 0, 0] [1, 2, 2] [1, 1, 1] : tensor<4x2x2xf32> to tensor<2x2xf32>
  %a0 = bufferization.alloc_tensor() copy(%x0) : tensor<2x2xf32>
  %b0 = bufferization.alloc_tensor() copy(%x1) : tensor<2x2xf32>
  %ab:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %a0, %b = %b0) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
    %en = tensor.empty() : tensor<2x2xf32>
    %twice = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<2x2xf32>) outs(%en : tensor<2x2xf32>) {
    ^bb0(%c: f32, %o: f32):
      %t = arith.addf %c, %c : f32
      linalg.yield %t : f32
    } -> tensor<2x2xf32>
    scf.yield %b, %twice : tensor<2x2xf32>, tensor<2x2xf32>
  }

  // n = 2 n + a row of x, whose matrix is the outer loop's and whose row is the inner one's.
  %ev = tensor.empty() : tensor<2xf32>
  %n0 = linalg.fill ins(%zero : f32) outs(%ev : tensor<2xf32>) -> tensor<2xf32>
  %n = scf.for %i = %c0 to %c4 step %c1 iter_args(%outer = %n0) -> (tensor<2xf32>) {
    %xi = tensor.extract_slice %x[%i, 0, 0] [1, 2, 2] [1, 1, 1] : tensor<4x2x2xf32> to tensor<2x2xf32>
    %row = scf.for %j = %c0 to %c2 step %c1 iter_args(%old = %outer) -> (tensor<2xf32>) {
      %xij = tensor.extract_slice %xi[%j, 0] [1, 2] [1, 1] : tensor<2x2xf32> to tensor<2xf32>
      %en = tensor.empty() : tensor<2xf32>
      %new = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
          ins(%old, %xij : tensor<2xf32>, tensor<2xf32>) outs(%en : tensor<2xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %t = arith.addf %a, %a : f32
        %u = arith.addf %t, %b : f32
        linalg.yield %u : f32
      } -> tensor<2xf32>
      scf.yield %new : tensor<2xf32>
    }
    scf.yield %row : tensor<2xf32>
  }

  // Sums in which each element has a factor of its own.
  %c22 = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %c2v = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %e_states = tensor.empty() : tensor<f32>
  %z_states = linalg.fill ins(%zero : f32) outs(%e_states : tensor<f32>) -> tensor<f32>
  %r_states = linalg.generic {indexing_maps = [#v, #v, #all], iterator_types = ["reduction", "reduction"]}
      ins(%h#0, %c22 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%z_states : tensor<f32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %m = arith.mulf %a, %c : f32
    %q = arith.addf %m, %o : f32
    linalg.yield %q : f32
  } -> tensor<f32>
  %d_states = bufferization.materialize_in_destination %r_states in %states : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %e_reversed = tensor.empty() : tensor<f32>
  %z_reversed = linalg.fill ins(%zero : f32) outs(%e_reversed : tensor<f32>) -> tensor<f32>
  %r_reversed = linalg.generic {indexing_maps = [#v, #v, #all], iterator_types = ["reduction", "reduction"]}
      ins(%s, %c22 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%z_reversed : tensor<f32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %m = arith.mulf %a, %c : f32
    %q = arith.addf %m, %o : f32
    linalg.yield %q : f32
  } -> tensor<f32>
  %d_reversed = bufferization.materialize_in_destination %r_reversed in %reversed : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %e_swapped = tensor.empty() : tensor<f32>
  %z_swapped = linalg.fill ins(%zero : f32) outs(%e_swapped : tensor<f32>) -> tensor<f32>
  %r_swapped = linalg.generic {indexing_maps = [#v, #v, #v, #all], iterator_types = ["reduction", "reduction"]}
      ins(%ab#0, %ab#1, %c22 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) outs(%z_swapped : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %ten = arith.constant 10.0 : f32
    %t = arith.mulf %b, %ten : f32
    %u = arith.addf %a, %t : f32
    %m = arith.mulf %u, %c : f32
    %q = arith.addf %m, %o : f32
    linalg.yield %q : f32
  } -> tensor<f32>
  %d_swapped = bufferization.materialize_in_destination %r_swapped in %swapped : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %e_nested = tensor.empty() : tensor<f32>
  %z_nested = linalg.fill ins(%zero : f32) outs(%e_nested : tensor<f32>) -> tensor<f32>
  %r_nested = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%n, %c2v : tensor<2xf32>, tensor<2xf32>) outs(%z_nested : tensor<f32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %m = arith.mulf %a, %c : f32
    %q = arith.addf %m, %o : f32
    linalg.yield %q : f32
  } -> tensor<f32>
  %d_nested = bufferization.materialize_in_destination %r_nested in %nested : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %d_states, %d_reversed, %d_swapped, %d_nested : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}
