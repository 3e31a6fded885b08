// RUN: amp-opt %s --amp-outline-kernels="fuse=false" | FileCheck %s
// RUN: amp-opt %s --amp-outline-kernels="fuse=false target=cuda" | FileCheck %s
// RUN: amp-opt %s --amp-outline-kernels -split-input-file | FileCheck %s --check-prefix=FUSED

#id = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
#columns = affine_map<(i, j) -> (j)>
#one = affine_map<(i, j) -> ()>
#swapped = affine_map<(i, j) -> (j, i)>

// A kernel is called after what it computes: the ops of its payload, what a reduction
// removes, and the type, or the conversion to it. A second kernel of the same name has a
// number, an equal one is the same kernel.
// CHECK-LABEL: func.func @names(
// CHECK: amprt.launch @kernels::@relu_cast_f16(
// CHECK: amprt.launch @kernels::@relu_gradient_f32(
// CHECK: amprt.launch @kernels::@exp_f32(
// CHECK: amprt.launch @kernels::@exp_f32_2(
// CHECK: amprt.launch @kernels::@exp_f32(
// CHECK: amprt.launch @kernels::@cast_f16(
// CHECK: amprt.launch @kernels::@mul_sum_rows(
// CHECK: amprt.launch @kernels::@max_columns(
// CHECK: amprt.launch @kernels::@any_all(
// CHECK: amprt.launch @kernels::@transpose_f32(
// CHECK: amprt.launch @kernels::@broadcast_f32(
// CHECK: amprt.launch @kernels::@fill_f64(
// CHECK: amprt.launch @kernels::@add_mul_sub_neg_exp_f32(
func.func @names(%x: memref<8x8xf32>, %y: memref<8x8xf32>, %h: memref<8x8xf16>,
                 %v: memref<8xf32>, %s: memref<f32>, %b: memref<8x8xi1>, %any: memref<i1>,
                 %z: memref<4x4xf32>, %third: memref<8xf64>) {
  %t = arith.constant 0.333333333333333333 : f64
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<8x8xf32>) outs(%h : memref<8x8xf16>) {
  ^bb0(%e: f32, %o: f16):
    %0 = arith.cmpf ole, %e, %zero : f32
    %1 = arith.select %0, %zero, %e : f32
    %2 = arith.truncf %1 : f32 to f16
    linalg.yield %2 : f16
  }
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %h : memref<8x8xf32>, memref<8x8xf16>) outs(%y : memref<8x8xf32>) {
  ^bb0(%e: f32, %k: f16, %o: f32):
    %w = arith.extf %k : f16 to f32
    %0 = arith.cmpf ole, %w, %zero : f32
    %1 = arith.select %0, %zero, %e : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<8x8xf32>) outs(%y : memref<8x8xf32>) {
  ^bb0(%e: f32, %o: f32):
    %0 = math.exp %e : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
    outs(%z : memref<4x4xf32>) {
  ^bb0(%e: f32):
    %0 = math.exp %e : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%y : memref<8x8xf32>) outs(%x : memref<8x8xf32>) {
  ^bb0(%e: f32, %o: f32):
    %0 = math.exp %e : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<8x8xf32>) outs(%h : memref<8x8xf16>) {
  ^bb0(%e: f32, %o: f16):
    %0 = arith.truncf %e : f32 to f16
    linalg.yield %0 : f16
  }
  linalg.generic {indexing_maps = [#id, #id, #rows], iterator_types = ["parallel", "reduction"]}
    ins(%x, %y : memref<8x8xf32>, memref<8x8xf32>) outs(%v : memref<8xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %0 = arith.mulf %a, %c : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#id, #columns], iterator_types = ["reduction", "parallel"]}
    ins(%x : memref<8x8xf32>) outs(%v : memref<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.maximumf %a, %o : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #one], iterator_types = ["reduction", "reduction"]}
    ins(%b : memref<8x8xi1>) outs(%any : memref<i1>) {
  ^bb0(%a: i1, %o: i1):
    %0 = arith.ori %a, %o : i1
    linalg.yield %0 : i1
  }
  linalg.generic {indexing_maps = [#swapped, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<8x8xf32>) outs(%y : memref<8x8xf32>) {
  ^bb0(%e: f32, %o: f32):
    linalg.yield %e : f32
  }
  linalg.generic {indexing_maps = [#columns, #id], iterator_types = ["parallel", "parallel"]}
    ins(%v : memref<8xf32>) outs(%y : memref<8x8xf32>) {
  ^bb0(%e: f32, %o: f32):
    linalg.yield %e : f32
  }
  linalg.fill ins(%t : f64) outs(%third : memref<8xf64>)
  // However long the payload is.
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<8x8xf32>) outs(%y : memref<8x8xf32>) {
  ^bb0(%e: f32, %o: f32):
    %0 = arith.addf %e, %e : f32
    %1 = arith.mulf %0, %e : f32
    %2 = arith.subf %1, %e : f32
    %3 = arith.mulf %2, %e : f32
    %4 = arith.negf %3 : f32
    %5 = math.exp %4 : f32
    %6 = math.tanh %5 : f32
    %7 = math.sqrt %6 : f32
    linalg.yield %7 : f32
  }
  return
}

// Ops that people know by one name have it.
// FUSED-LABEL: func.func @idiom(
// FUSED: amprt.launch @kernels::@softmax_rows_cast_f16(
// FUSED-NOT: amprt.launch
func.func @idiom(%x: memref<64x16xf32>, %y: memref<64x16xf16>) {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<64xf32>
  %d = memref.alloc() : memref<64x16xf32>
  %s = memref.alloc() : memref<64xf32>
  linalg.fill ins(%lowest : f32) outs(%m : memref<64xf32>)
  linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
    ins(%x : memref<64x16xf32>) outs(%m : memref<64xf32>) {
  ^bb0(%e: f32, %o: f32):
    %0 = arith.maximumf %e, %o : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #rows, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %m : memref<64x16xf32>, memref<64xf32>) outs(%d : memref<64x16xf32>) {
  ^bb0(%e: f32, %f: f32, %o: f32):
    %0 = arith.subf %e, %f : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  }
  linalg.fill ins(%zero : f32) outs(%s : memref<64xf32>)
  linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
    ins(%d : memref<64x16xf32>) outs(%s : memref<64xf32>) {
  ^bb0(%e: f32, %o: f32):
    %0 = arith.addf %e, %o : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #rows, #id], iterator_types = ["parallel", "parallel"]}
    ins(%d, %s : memref<64x16xf32>, memref<64xf32>) outs(%y : memref<64x16xf16>) {
  ^bb0(%e: f32, %f: f32, %o: f16):
    %0 = arith.divf %e, %f : f32
    %1 = arith.truncf %0 : f32 to f16
    linalg.yield %1 : f16
  }
  return
}
