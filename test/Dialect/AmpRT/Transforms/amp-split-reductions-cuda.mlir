// RUN: amp-opt %s --amp-split-reductions=target=cuda | FileCheck %s
// RUN: amp-opt %s --amp-split-reductions=target=cuda --amp-outline-kernels=target=cuda | FileCheck %s --check-prefix=LAUNCH

#full = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// Blocks share 64 columns of 65,536 rows: their mean, their variance, and then the elements,
// each by kernels that fill the GPU.
// CHECK-LABEL: func.func @columns(
// CHECK: %[[SUM:.*]] = memref.alloc() : memref<64xf32>
// CHECK: amprt.row_kernel
// CHECK: amprt.reduce
// CHECK-NOT: amprt.reduce
// CHECK: %[[SQUARES:.*]] = memref.alloc() : memref<64xf32>
// CHECK: amprt.row_kernel ins(%{{.*}}, %[[SUM]] :
// CHECK: amprt.reduce
// CHECK: amprt.row_kernel ins(%{{.*}}, %[[SUM]], %[[SQUARES]] :
// CHECK-NOT: amprt.reduce
// CHECK: return
// LAUNCH-LABEL: func.func @columns(
// LAUNCH: amprt.launch {{.*}} grid = array<i64: [[BLOCKS:[1-9][0-9][0-9]]], 1, 1>
// LAUNCH: amprt.launch {{.*}} grid = array<i64: [[BLOCKS]], 1, 1>
// LAUNCH: amprt.launch {{.*}} grid = array<i64: 4096, 1, 1>
// LAUNCH-NOT: amprt.launch
// LAUNCH: return
func.func @columns(%x: memref<65536x64xf32>, %y: memref<65536x64xf32>) {
  %rows = arith.constant 65536.0 : f32
  amprt.row_kernel ins(%x : memref<65536x64xf32>) outs(%y : memref<65536x64xf32>) maps [#full, #full] reduced [0] {
  ^bb0(%e: f32):
    %s = amprt.reduce <add> %e : f32
    %m = arith.divf %s, %rows : f32
    %d = arith.subf %e, %m : f32
    %q = arith.mulf %d, %d : f32
    %v = amprt.reduce <add> %q : f32
    %n = arith.divf %d, %v : f32
    amprt.yield %n : f32
  }
  return
}

// What is summed does not wait for a sum: blocks share the columns in one kernel.
// CHECK-LABEL: func.func @once(
// CHECK: amprt.row_kernel
// CHECK: amprt.reduce
// CHECK-NOT: amprt.row_kernel
// CHECK: return
// LAUNCH-LABEL: func.func @once(
// LAUNCH: amprt.launch {{.*}} grid = array<i64: {{[1-9][0-9][0-9]}}, 1, 1>
// LAUNCH-NOT: amprt.launch
// LAUNCH: return
func.func @once(%x: memref<65536x64xf32>, %y: memref<65536x64xf32>, %z: memref<64xf32>) {
  amprt.row_kernel ins(%x : memref<65536x64xf32>) outs(%y, %z : memref<65536x64xf32>, memref<64xf32>)
      maps [#full, #full, #column] reduced [0] {
  ^bb0(%e: f32):
    %q = arith.mulf %e, %e : f32
    %s = amprt.reduce <add> %q : f32
    amprt.yield %q, %s : f32, f32
  }
  return
}

// A block has a row that it keeps.
// CHECK-LABEL: func.func @kept(
// CHECK: amprt.row_kernel
// CHECK-COUNT-2: amprt.reduce
// CHECK-NOT: amprt.row_kernel
// CHECK: return
func.func @kept(%x: memref<4x8192xf32>, %y: memref<4x8192xf32>) {
  amprt.row_kernel ins(%x : memref<4x8192xf32>) outs(%y : memref<4x8192xf32>) maps [#full, #full] reduced [1] {
  ^bb0(%e: f32):
    %m = amprt.reduce <maximumf> %e : f32
    %d = arith.subf %e, %m : f32
    %s = amprt.reduce <add> %d : f32
    %n = arith.divf %d, %s : f32
    amprt.yield %n : f32
  }
  return
}
