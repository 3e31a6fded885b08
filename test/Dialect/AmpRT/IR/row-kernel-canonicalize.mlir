// RUN: amp-opt %s --canonicalize | FileCheck %s

#full = affine_map<(r, c) -> (r, c)>
#row = affine_map<(r, c) -> (r)>

// What nobody reads is not computed, nor is what it alone is computed from read.
// CHECK-LABEL: func.func @unread
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4x8xf32>
// CHECK: %[[SUMS:.*]] = amprt.row_kernel ins(%[[X]] : tensor<4x8xf32>) outs(%{{.*}} : tensor<4xf32>) maps [#{{.*}}, #{{.*}}] reduced [1] -> tensor<4xf32> {
// CHECK-NEXT: ^bb0(%[[ELEMENT:.*]]: f32):
// CHECK-NEXT: %[[SUM:.*]] = amprt.reduce <add> %[[ELEMENT]]
// CHECK-NEXT: amprt.yield %[[SUM]] : f32
// CHECK: return %[[SUMS]]
func.func @unread(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %s = tensor.empty() : tensor<4xf32>
  %0:2 = amprt.row_kernel ins(%x, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e, %s : tensor<4x8xf32>, tensor<4xf32>)
      maps [#full, #full, #full, #row] reduced [1] -> tensor<4x8xf32>, tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %1 = amprt.reduce <add> %a : f32
    %2 = arith.mulf %a, %b : f32
    amprt.yield %2, %1 : f32, f32
  }
  return %0#1 : tensor<4xf32>
}

// What alone says how long a loop is stays.
// CHECK-LABEL: func.func @only_name
// CHECK: amprt.row_kernel ins(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4x8xf32>) outs(%{{.*}} : tensor<4xf32>)
func.func @only_name(%x: tensor<4xf32>, %y: tensor<4x8xf32>) -> tensor<4xf32> {
  %s = tensor.empty() : tensor<4xf32>
  %0 = amprt.row_kernel ins(%x, %y : tensor<4xf32>, tensor<4x8xf32>) outs(%s : tensor<4xf32>)
      maps [#row, #full, #row] reduced [1] -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %1 = amprt.reduce <add> %a : f32
    amprt.yield %1 : f32
  }
  return %0 : tensor<4xf32>
}

// On buffers all is written; what is not read goes.
// CHECK-LABEL: func.func @buffers
// CHECK: amprt.row_kernel ins(%{{.*}} : memref<4x8xf32>) outs(%{{.*}}, %{{.*}} : memref<4x8xf32>, memref<4xf32>)
func.func @buffers(%x: memref<4x8xf32>, %y: memref<4x8xf32>, %e: memref<4x8xf32>, %s: memref<4xf32>) {
  amprt.row_kernel ins(%x, %y : memref<4x8xf32>, memref<4x8xf32>) outs(%e, %s : memref<4x8xf32>, memref<4xf32>)
      maps [#full, #full, #full, #row] reduced [1] {
  ^bb0(%a: f32, %b: f32):
    %1 = amprt.reduce <add> %a : f32
    amprt.yield %a, %1 : f32, f32
  }
  return
}
