// RUN: amp-opt %s | FileCheck %s

#full = affine_map<(r, c) -> (r, c)>
#row = affine_map<(r, c) -> (r)>
#column = affine_map<(r, c) -> (c)>
#one = affine_map<(r, c) -> ()>

// Rows: what the maximum and the sum are for is computed in the same kernel.
// CHECK-LABEL: func.func @softmax
func.func @softmax(%x: tensor<64x256xf16>) -> tensor<64x256xf16> {
  %e = tensor.empty() : tensor<64x256xf16>
  // CHECK: amprt.row_kernel ins(%{{.*}} : tensor<64x256xf16>) outs(%{{.*}} : tensor<64x256xf16>)
  // CHECK-SAME: maps [#[[FULL:.*]], #[[FULL]]] reduced [1] -> tensor<64x256xf16>
  %y = amprt.row_kernel ins(%x : tensor<64x256xf16>) outs(%e : tensor<64x256xf16>)
      maps [#full, #full] reduced [1] -> tensor<64x256xf16> {
  ^bb0(%0: f16):
    %1 = arith.extf %0 : f16 to f32
    // CHECK: %[[MAX:.*]] = amprt.reduce <maximumf> %{{.*}} : f32
    %2 = amprt.reduce <maximumf> %1 : f32
    %3 = arith.subf %1, %2 : f32
    %4 = math.exp %3 : f32
    // CHECK: amprt.reduce <add> %{{.*}} : f32
    %5 = amprt.reduce <add> %4 : f32
    %6 = arith.divf %4, %5 : f32
    %7 = arith.truncf %6 : f32 to f16
    amprt.yield %7 : f16
  }
  return %y : tensor<64x256xf16>
}

// Columns, with a value of each column and of each point.
// CHECK-LABEL: func.func @columns
func.func @columns(%x: memref<64x256xf32>, %y: memref<64x256xf32>, %sum: memref<256xf32>) {
  // CHECK: reduced [0]
  amprt.row_kernel ins(%x : memref<64x256xf32>) outs(%y, %sum : memref<64x256xf32>, memref<256xf32>)
      maps [#full, #full, #column] reduced [0] {
  ^bb0(%0: f32):
    %1 = amprt.reduce <add> %0 : f32
    %2 = arith.subf %0, %1 : f32
    amprt.yield %2, %1 : f32, f32
  }
  return
}

// Everything, with an index and a scalar.
// CHECK-LABEL: func.func @everything
func.func @everything(%x: memref<64x256xf32>, %scale: memref<f32>, %y: memref<f32>) {
  // CHECK: reduced [0, 1]
  amprt.row_kernel ins(%x, %scale : memref<64x256xf32>, memref<f32>) outs(%y : memref<f32>)
      maps [#full, #one, #one] reduced [0, 1] {
  ^bb0(%0: f32, %s: f32):
    // CHECK: amprt.index 1 : index
    %i = amprt.index 1 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.sitofp %j : i32 to f32
    %1 = arith.mulf %0, %f : f32
    %2 = amprt.reduce <add> %1 : f32
    %3 = arith.mulf %2, %s : f32
    amprt.yield %3 : f32
  }
  return
}

// Nothing: elements alone, in place, and what is repeated along a dimension of size 1.
// CHECK-LABEL: func.func @elements
func.func @elements(%x: memref<64x256xf32>, %y: memref<64x1xf32>) {
  // CHECK: reduced [] {
  amprt.row_kernel ins(%x, %y : memref<64x256xf32>, memref<64x1xf32>) outs(%x : memref<64x256xf32>)
      maps [#full, affine_map<(r, c) -> (r, 0)>, #full] reduced [] {
  ^bb0(%0: f32, %1: f32):
    %2 = arith.mulf %0, %1 : f32
    amprt.yield %2 : f32
  }
  return
}
