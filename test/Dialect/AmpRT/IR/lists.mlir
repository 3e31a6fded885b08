// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s

// CHECK-LABEL: func.func @tensors
// CHECK: amprt.map_list ins(%{{.*}}, %{{.*}} : tensor<4x8xf16>, tensor<8xf16>) scalars(%{{.*}} : tensor<f32>) outs(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>, tensor<8xf32> {
// CHECK-NEXT: ^bb0(%{{.*}}: f16, %{{.*}}: f32, %{{.*}}: f32):
// CHECK: amprt.yield %{{.*}} : f32
// CHECK: amprt.reduce_list ins(%{{.*}}, %{{.*}} : tensor<4x8xf16>, tensor<8xf16>) outs(%{{.*}} : tensor<f32>) -> tensor<f32> {
// CHECK: amprt.live_out %{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<f32>
func.func @tensors(%g: tensor<4x8xf16>, %h: tensor<8xf16>, %rate: tensor<f32>, %w: tensor<4x8xf32>, %v: tensor<8xf32>) {
  %new:2 = amprt.map_list ins(%g, %h : tensor<4x8xf16>, tensor<8xf16>) scalars(%rate : tensor<f32>)
      outs(%w, %v : tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>, tensor<8xf32> {
  ^bb0(%x: f16, %r: f32, %old: f32):
    %0 = arith.extf %x : f16 to f32
    %1 = arith.mulf %0, %r : f32
    %2 = arith.subf %old, %1 : f32
    amprt.yield %2 : f32
  }
  %sum = amprt.reduce_list ins(%g, %h : tensor<4x8xf16>, tensor<8xf16>) outs(%rate : tensor<f32>) -> tensor<f32> {
  ^bb0(%x: f16, %so_far: f32):
    %0 = arith.extf %x : f16 to f32
    %1 = arith.addf %0, %so_far : f32
    amprt.yield %1 : f32
  }
  amprt.live_out %new#0, %sum : tensor<4x8xf32>, tensor<f32>
  return
}

// Two lists of destinations, of two types, and none of inputs.
// CHECK-LABEL: func.func @buffers
// CHECK: amprt.map_list outs(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : memref<4xf32>, memref<2xf32>, memref<4xf16>, memref<2xf16>) {
func.func @buffers(%a: memref<4xf32>, %b: memref<2xf32>, %c: memref<4xf16>, %d: memref<2xf16>) {
  amprt.map_list outs(%a, %b, %c, %d : memref<4xf32>, memref<2xf32>, memref<4xf16>, memref<2xf16>) {
  ^bb0(%x: f32, %y: f16):
    %0 = arith.truncf %x : f32 to f16
    amprt.yield %x, %0 : f32, f16
  }
  return
}
