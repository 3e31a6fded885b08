// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s

// Elements and rows at places told at run time, on tensors and on buffers.

// CHECK-LABEL: func.func @tensors
func.func @tensors(%x: tensor<1x9x4xf16>, %i: tensor<1x6x1xi32>) -> tensor<1x9x4xf16> {
  %0 = tensor.empty() : tensor<1x6x4xf16>
  // CHECK: amprt.read_at ins(%{{.*}}, %{{.*}} : tensor<1x9x4xf16>, tensor<1x6x1xi32>) outs(%{{.*}} : tensor<1x6x4xf16>) {zeros} -> tensor<1x6x4xf16>
  %y = amprt.read_at ins(%x, %i : tensor<1x9x4xf16>, tensor<1x6x1xi32>) outs(%0 : tensor<1x6x4xf16>) {zeros} -> tensor<1x6x4xf16>
  %1 = tensor.empty() : tensor<1x6x1xi32>
  %2 = tensor.empty() : tensor<1x10x1xi32>
  // CHECK: amprt.group_at ins(%{{.*}} : tensor<1x6x1xi32>) outs(%{{.*}}, %{{.*}} : tensor<1x6x1xi32>, tensor<1x10x1xi32>) -> tensor<1x6x1xi32>, tensor<1x10x1xi32>
  %order, %starts = amprt.group_at ins(%i : tensor<1x6x1xi32>) outs(%1, %2 : tensor<1x6x1xi32>, tensor<1x10x1xi32>) -> tensor<1x6x1xi32>, tensor<1x10x1xi32>
  %3 = tensor.empty() : tensor<1x9x4xf16>
  // CHECK: amprt.sum_groups ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<1x6x4xf16>, tensor<1x6x1xi32>, tensor<1x10x1xi32>) outs(%{{.*}} : tensor<1x9x4xf16>) -> tensor<1x9x4xf16>
  %z = amprt.sum_groups ins(%y, %order, %starts : tensor<1x6x4xf16>, tensor<1x6x1xi32>, tensor<1x10x1xi32>) outs(%3 : tensor<1x9x4xf16>) -> tensor<1x9x4xf16>
  return %z : tensor<1x9x4xf16>
}

// CHECK-LABEL: func.func @parts
func.func @parts(%x: tensor<2x600x3xbf16>, %o: tensor<2x600x3xi32>, %s: tensor<2x8x3xi32>) -> tensor<2x7x3xbf16> {
  %0 = tensor.empty() : tensor<2x10x3xi32>
  // CHECK: amprt.cut_groups ins(%{{.*}} : tensor<2x8x3xi32>) outs(%{{.*}} : tensor<2x10x3xi32>) {part = 64 : i64} -> tensor<2x10x3xi32>
  %begins = amprt.cut_groups ins(%s : tensor<2x8x3xi32>) outs(%0 : tensor<2x10x3xi32>) {part = 64 : i64} -> tensor<2x10x3xi32>
  %1 = tensor.empty() : tensor<2x10x3xf32>
  // CHECK: amprt.sum_parts ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<2x600x3xbf16>, tensor<2x600x3xi32>, tensor<2x10x3xi32>) outs(%{{.*}} : tensor<2x10x3xf32>) {part = 64 : i64} -> tensor<2x10x3xf32>
  %parts = amprt.sum_parts ins(%x, %o, %begins : tensor<2x600x3xbf16>, tensor<2x600x3xi32>, tensor<2x10x3xi32>) outs(%1 : tensor<2x10x3xf32>) {part = 64 : i64} -> tensor<2x10x3xf32>
  %2 = tensor.empty() : tensor<2x7x3xbf16>
  // CHECK: amprt.sum_groups ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<2x600x3xbf16>, tensor<2x600x3xi32>, tensor<2x8x3xi32>) parts(%{{.*}} : tensor<2x10x3xf32>) outs(%{{.*}} : tensor<2x7x3xbf16>) {part = 64 : i64} -> tensor<2x7x3xbf16>
  %y = amprt.sum_groups ins(%x, %o, %s : tensor<2x600x3xbf16>, tensor<2x600x3xi32>, tensor<2x8x3xi32>) parts(%parts : tensor<2x10x3xf32>) outs(%2 : tensor<2x7x3xbf16>) {part = 64 : i64} -> tensor<2x7x3xbf16>
  return %y : tensor<2x7x3xbf16>
}

// CHECK-LABEL: func.func @computed
func.func @computed(%x: tensor<1x600x4xf16>, %i: tensor<1x600x1xi64>, %o: tensor<1x600x1xi32>, %s: tensor<1x10x1xi32>,
                    %p: tensor<1x10x4xf32>, %m: tensor<1x9x4xf32>, %r: tensor<1x1x1xf32>, %w: tensor<1x9x4xf32>, %l: tensor<1x9x4xf16>)
    -> (tensor<1x9x4xf32>, tensor<1x9x4xf16>, tensor<1x601x4xf16>) {
  // CHECK: amprt.map_groups ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<1x600x4xf16>, tensor<1x600x1xi32>, tensor<1x10x1xi32>)
  // CHECK-SAME: parts(%{{.*}} : tensor<1x10x4xf32>) others(%{{.*}} : tensor<1x9x4xf32>) scalars(%{{.*}} : tensor<1x1x1xf32>)
  // CHECK-SAME: outs(%{{.*}}, %{{.*}} : tensor<1x9x4xf32>, tensor<1x9x4xf16>) -> tensor<1x9x4xf32>, tensor<1x9x4xf16> attributes {part = 64 : i64} {
  // CHECK-NEXT: ^bb0(%{{.*}}: f16, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f16):
  // CHECK: amprt.yield %{{.*}}, %{{.*}} : f32, f16
  %y:2 = amprt.map_groups ins(%x, %o, %s : tensor<1x600x4xf16>, tensor<1x600x1xi32>, tensor<1x10x1xi32>)
      parts(%p : tensor<1x10x4xf32>) others(%m : tensor<1x9x4xf32>) scalars(%r : tensor<1x1x1xf32>)
      outs(%w, %l : tensor<1x9x4xf32>, tensor<1x9x4xf16>) -> tensor<1x9x4xf32>, tensor<1x9x4xf16>
      attributes {part = 64 : i64} {
  ^bb0(%sum: f16, %other: f32, %rate: f32, %old: f32, %low: f16):
    %0 = arith.addf %other, %old : f32
    amprt.yield %0, %sum : f32, f16
  }
  %e = tensor.empty() : tensor<1x601x4xf16>
  // CHECK: amprt.sum_distinct ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<1x600x4xf16>, tensor<1x600x1xi32>, tensor<1x10x1xi32>, tensor<1x600x1xi64>)
  // CHECK-SAME: parts(%{{.*}} : tensor<1x10x4xf32>) outs(%{{.*}} : tensor<1x601x4xf16>) {part = 64 : i64} -> tensor<1x601x4xf16>
  %z = amprt.sum_distinct ins(%x, %o, %s, %i : tensor<1x600x4xf16>, tensor<1x600x1xi32>, tensor<1x10x1xi32>, tensor<1x600x1xi64>)
      parts(%p : tensor<1x10x4xf32>) outs(%e : tensor<1x601x4xf16>) {part = 64 : i64} -> tensor<1x601x4xf16>
  return %y#0, %y#1, %z : tensor<1x9x4xf32>, tensor<1x9x4xf16>, tensor<1x601x4xf16>
}

// CHECK-LABEL: func.func @steps
func.func @steps(%i: memref<2x600x3xi64>, %a: memref<2x600x3xi32>, %b: memref<2x600x3xi32>, %s: memref<2x8x3xi32>,
                 %x: memref<2x600x3xf32>, %y: memref<2x7x3xf32>) {
  // CHECK: amprt.rank_at ins(%{{.*}} : memref<2x600x3xi64>) outs(%{{.*}} : memref<2x600x3xi32>) {places = 7 : i64, run = 512 : i64}
  amprt.rank_at ins(%i : memref<2x600x3xi64>) outs(%a : memref<2x600x3xi32>) {places = 7 : i64, run = 512 : i64}
  // CHECK: amprt.merge_at ins(%{{.*}}, %{{.*}} : memref<2x600x3xi64>, memref<2x600x3xi32>) outs(%{{.*}} : memref<2x600x3xi32>) {places = 7 : i64, run = 512 : i64}
  amprt.merge_at ins(%i, %a : memref<2x600x3xi64>, memref<2x600x3xi32>) outs(%b : memref<2x600x3xi32>) {places = 7 : i64, run = 512 : i64}
  // CHECK: amprt.find_at ins(%{{.*}}, %{{.*}} : memref<2x600x3xi64>, memref<2x600x3xi32>) outs(%{{.*}} : memref<2x8x3xi32>)
  amprt.find_at ins(%i, %b : memref<2x600x3xi64>, memref<2x600x3xi32>) outs(%s : memref<2x8x3xi32>)
  // CHECK: amprt.sum_groups ins(%{{.*}}, %{{.*}}, %{{.*}} : memref<2x600x3xf32>, memref<2x600x3xi32>, memref<2x8x3xi32>) outs(%{{.*}} : memref<2x7x3xf32>) {accumulate}
  amprt.sum_groups ins(%x, %b, %s : memref<2x600x3xf32>, memref<2x600x3xi32>, memref<2x8x3xi32>) outs(%y : memref<2x7x3xf32>) {accumulate}
  return
}
