// RUN: amp-opt %s --amp-assign-precision="assigner=eager" | FileCheck %s
// RUN: amp-opt %s --amp-assign-precision="assigner=eager" --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-assign-precision="assigner=eager" --amp-optimize-casts --amp-lower-casts | mlir-opt -o /dev/null
// RUN: amp-opt %s --amp-assign-precision="dtype=bf16" --amp-optimize-casts --amp-lower-casts | mlir-opt -o /dev/null

// No policy names them: the table of known ops says which function each one is.

// Inputs are low, and what they are summed up in is as wide as it was written.
// CHECK-LABEL: func.func @matmul
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<4x8xf16>, tensor<8x4xf16>) outs(%arg2 : tensor<4x4xf32>) -> tensor<4x4xf32>
func.func @matmul(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @conv
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}}ins({{.*}} : tensor<1x6x6x3xf16>, tensor<3x3x3x4xf16>) outs(%arg2 : tensor<1x4x4x4xf32>)
func.func @conv(%x: tensor<1x6x6x3xf32>, %w: tensor<3x3x3x4xf32>, %o: tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x6x6x3xf32>, tensor<3x3x3x4xf32>) outs(%o : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %0 : tensor<1x4x4x4xf32>
}

// A sum of products that somebody spelled out is one, too.
// CHECK-LABEL: func.func @contraction
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<4x8xf16>, tensor<4x8xf16>) outs(%arg2 : tensor<4x4xf32>)
// CHECK: ^bb0(%[[A:.*]]: f16, %[[B:.*]]: f16, %[[SUM:.*]]: f32):
// CHECK: %[[WA:.*]] = arith.extf %[[A]] : f16 to f32
// CHECK: %[[WB:.*]] = arith.extf %[[B]] : f16 to f32
// CHECK: %[[P:.*]] = arith.mulf %[[WA]], %[[WB]] : f32
// CHECK: arith.addf %[[SUM]], %[[P]] : f32
func.func @contraction(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%c : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// An elementwise op gives what it takes, and computes as it was written. A function of the
// math dialect decides what it is: exp is denied.
// CHECK-LABEL: func.func @elementwise
// CHECK: %[[LOW:.*]] = arith.negf
// CHECK: %[[INIT:.*]] = tensor.empty() : tensor<4x8xf16>
// CHECK: %[[Y:.*]] = linalg.generic {{.*}} ins(%[[LOW]] : tensor<4x8xf16>) outs(%[[INIT]] : tensor<4x8xf16>)
// CHECK: ^bb0(%[[IN:.*]]: f16, %{{.*}}: f16):
// CHECK: %[[WIDE:.*]] = arith.extf %[[IN]] : f16 to f32
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[WIDE]], %[[WIDE]] : f32
// CHECK: %[[NARROW:.*]] = arith.truncf %[[SQUARE]] : f32 to f16
// CHECK: linalg.yield %[[NARROW]] : f16
// CHECK: %[[BACK:.*]] = amp.cast %[[Y]] : tensor<4x8xf16> to tensor<4x8xf32>
// CHECK: linalg.generic {{.*}} ins(%[[BACK]] : tensor<4x8xf32>) outs(%{{.*}} : tensor<4x8xf32>)
// CHECK: math.exp %{{.*}} : f32
#id = affine_map<(i, j) -> (i, j)>
func.func @elementwise(%x: tensor<4x8xf16>) -> tensor<4x8xf32> {
  %wide = arith.extf %x : tensor<4x8xf16> to tensor<4x8xf32>
  %low = arith.negf %wide {amp.precision = "allow"} : tensor<4x8xf32>
  %o = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%low : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.mulf %in, %in : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %e = math.exp %in : f32
    %s = arith.addf %e, %e : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// A sum is denied, a maximum is not.
// CHECK-LABEL: func.func @reductions
// CHECK: linalg.reduce { arith.addf } ins(%{{.*}} : tensor<4x8xf32>) outs(%arg1 : tensor<4xf32>)
// CHECK: linalg.reduce ins(%{{.*}} : tensor<4x8xf16>) outs(%arg1 : tensor<4xf32>)
// CHECK: arith.maximumf
func.func @reductions(%x: tensor<4x8xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %low = arith.negf %x {amp.precision = "allow"} : tensor<4x8xf32>
  %0 = linalg.reduce { arith.addf } ins(%low : tensor<4x8xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.maximumf } ins(%low : tensor<4x8xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// Sizes that are not known are those of what was to be written to.
// CHECK-LABEL: func.func @dynamic
// CHECK: %[[SIZE:.*]] = tensor.dim %arg1
// CHECK: tensor.empty(%[[SIZE]]) : tensor<?xf16>
// CHECK: linalg.negf ins(%{{.*}} : tensor<?xf16>) outs(%{{.*}} : tensor<?xf16>)
func.func @dynamic(%x: tensor<?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  %low = arith.negf %x {amp.precision = "allow"} : tensor<?xf32>
  %0 = linalg.negf ins(%low : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// What was written in 16 bits computes so, and buffers are left to who made them.
// CHECK-LABEL: func.func @written
// CHECK: linalg.matmul ins(%arg0, %arg1 : tensor<4x8xf16>, tensor<8x4xf16>) outs(%arg2 : tensor<4x4xf16>)
// CHECK: linalg.matmul ins(%arg3, %arg3 : memref<4x4xf32>, memref<4x4xf32>)
func.func @written(%a: tensor<4x8xf16>, %b: tensor<8x4xf16>, %c: tensor<4x4xf16>, %m: memref<4x4xf32>) -> tensor<4x4xf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf16>, tensor<8x4xf16>) outs(%c : tensor<4x4xf16>) -> tensor<4x4xf16>
  linalg.matmul ins(%m, %m : memref<4x4xf32>, memref<4x4xf32>) outs(%m : memref<4x4xf32>)
  return %0 : tensor<4x4xf16>
}
