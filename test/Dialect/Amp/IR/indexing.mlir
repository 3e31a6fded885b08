// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Indexing: every op comes back as it was written: pretty, generic and as bytecode.

// CHECK-LABEL: func.func @one_hot(
func.func @one_hot(%t: tensor<4xi64>) {
  // CHECK: amp.one_hot %{{.*}} {classes = 10 : i64, dtype = f32} : (tensor<4xi64>) -> tensor<4x10xf32>
  %hot = amp.one_hot %t {classes = 10 : i64, dtype = f32} : (tensor<4xi64>) -> tensor<4x10xf32>
  return
}

// CHECK-LABEL: func.func @places(
func.func @places(%x: tensor<2x5x3xf16>, %i: tensor<1x4x1xi64>, %j: tensor<2x?x3xi32>,
                  %g: tensor<2x4x3xf16>, %h: tensor<2x?x3xi64>, %k: tensor<2x4x3xi32>) {
  // CHECK: amp.read_at %{{.*}}, %{{.*}} : (tensor<2x5x3xf16>, tensor<1x4x1xi64>) -> tensor<2x4x3xf16>
  %read = amp.read_at %x, %i : (tensor<2x5x3xf16>, tensor<1x4x1xi64>) -> tensor<2x4x3xf16>
  // CHECK: amp.read_at %{{.*}}, %{{.*}} {constant_at = 2 : i64, zeros} : (tensor<2x5x3xf16>, tensor<2x?x3xi32>) -> tensor<2x?x3xf16>
  %zeros = amp.read_at %x, %j {zeros, constant_at = 2 : i64} : (tensor<2x5x3xf16>, tensor<2x?x3xi32>) -> tensor<2x?x3xf16>
  // CHECK: amp.sum_at %{{.*}}, %{{.*}} {size = 5 : i64} : (tensor<2x4x3xf16>, tensor<1x4x1xi64>) -> tensor<2x5x3xf16>
  %sum = amp.sum_at %g, %i {size = 5 : i64} : (tensor<2x4x3xf16>, tensor<1x4x1xi64>) -> tensor<2x5x3xf16>
  // CHECK: amp.sum_at %{{.*}}, %{{.*}}, %{{.*}} {size = 5 : i64} : (tensor<2x?x3xi64>, tensor<2x?x3xi32>, tensor<2x5x3xi64>) -> tensor<2x5x3xi64>
  %z = amp.constant dense<0> : tensor<2x5x3xi64>
  %onto = amp.sum_at %h, %j, %z {size = 5 : i64} : (tensor<2x?x3xi64>, tensor<2x?x3xi32>, tensor<2x5x3xi64>) -> tensor<2x5x3xi64>
  // CHECK: amp.last_at %{{.*}} {size = 5 : i64} : (tensor<1x4x1xi64>) -> tensor<1x5x1xi64>
  %last = amp.last_at %i {size = 5 : i64} : (tensor<1x4x1xi64>) -> tensor<1x5x1xi64>
  // CHECK: amp.last_at %{{.*}} {size = 6 : i64} : (tensor<2x4x3xi32>) -> tensor<2x6x3xi64>
  %lasts = amp.last_at %k {size = 6 : i64} : (tensor<2x4x3xi32>) -> tensor<2x6x3xi64>
  return
}

// CHECK-LABEL: func.func @indexing(
func.func @indexing(%h: tensor<4x8xf16>, %d: tensor<?x8xf16>, %v: tensor<3xi64>, %u: tensor<?xi64>,
                   %m: tensor<4x3xi64>, %s: tensor<3x8xf16>, %w: tensor<4x3xf16>,
                   %b: tensor<8xf16>, %i: tensor<4x8xi32>) {
  // CHECK: amp.index_select %{{.*}}, %{{.*}} {dim = -1 : i64} : (tensor<4x8xf16>, tensor<3xi64>) -> tensor<4x3xf16>
  %select = amp.index_select %h, %v {dim = -1 : i64} : (tensor<4x8xf16>, tensor<3xi64>) -> tensor<4x3xf16>
  // CHECK: amp.index_select %{{.*}}, %{{.*}} {dim = 0 : i64} : (tensor<4x8xi32>, tensor<?xi64>) -> tensor<?x8xi32>
  %selected = amp.index_select %i, %u {dim = 0 : i64} : (tensor<4x8xi32>, tensor<?xi64>) -> tensor<?x8xi32>
  // CHECK: amp.gather %{{.*}}, %{{.*}} {dim = 1 : i64} : (tensor<4x8xf16>, tensor<4x3xi64>) -> tensor<4x3xf16>
  %gather = amp.gather %h, %m {dim = 1 : i64} : (tensor<4x8xf16>, tensor<4x3xi64>) -> tensor<4x3xf16>
  // CHECK: amp.gather %{{.*}}, %{{.*}} {dim = 0 : i64} : (tensor<?x8xf16>, tensor<4x3xi64>) -> tensor<4x3xf16>
  %gathered = amp.gather %d, %m {dim = 0 : i64} : (tensor<?x8xf16>, tensor<4x3xi64>) -> tensor<4x3xf16>
  // CHECK: amp.index_copy %{{.*}}, %{{.*}}, %{{.*}} {dim = 0 : i64} : (tensor<4x8xf16>, tensor<3xi64>, tensor<3x8xf16>) -> tensor<4x8xf16>
  %copy = amp.index_copy %h, %v, %s {dim = 0 : i64}
    : (tensor<4x8xf16>, tensor<3xi64>, tensor<3x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.index_copy %{{.*}}, %{{.*}}, %{{.*}} {dim = -2 : i64} : (tensor<?x8xf16>, tensor<?xi64>, tensor<3x8xf16>) -> tensor<?x8xf16>
  %copied = amp.index_copy %d, %u, %s {dim = -2 : i64}
    : (tensor<?x8xf16>, tensor<?xi64>, tensor<3x8xf16>) -> tensor<?x8xf16>
  // CHECK: amp.index_put %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}} : (tensor<4x8xf16>, tensor<3xi64>, tensor<3x8xf16>) -> tensor<4x8xf16>
  %put = amp.index_put %h, %v, %s : (tensor<4x8xf16>, tensor<3xi64>, tensor<3x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.index_put %{{.*}}, %{{.*}}, %{{.*}} {accumulate = true} : (tensor<?x8xf16>, tensor<4x3xi64>, tensor<8xf16>) -> tensor<?x8xf16>
  %added = amp.index_put %d, %m, %b {accumulate = true}
    : (tensor<?x8xf16>, tensor<4x3xi64>, tensor<8xf16>) -> tensor<?x8xf16>
  // CHECK: amp.scatter_add %{{.*}}, %{{.*}}, %{{.*}} {dim = 1 : i64} : (tensor<4x8xf16>, tensor<4x3xi64>, tensor<4x3xf16>) -> tensor<4x8xf16>
  %scatter = amp.scatter_add %h, %m, %w {dim = 1 : i64}
    : (tensor<4x8xf16>, tensor<4x3xi64>, tensor<4x3xf16>) -> tensor<4x8xf16>
  // CHECK: amp.scatter_add %{{.*}}, %{{.*}}, %{{.*}} {dim = 1 : i64} : (tensor<?x8xf16>, tensor<4x3xi64>, tensor<4x8xf16>) -> tensor<?x8xf16>
  %scattered = amp.scatter_add %d, %m, %h {dim = 1 : i64}
    : (tensor<?x8xf16>, tensor<4x3xi64>, tensor<4x8xf16>) -> tensor<?x8xf16>
  return
}

// CHECK-LABEL: func.func @embedding(
func.func @embedding(%w: tensor<1000x64xf16>, %i: tensor<4x?xi64>, %j: tensor<i32>) {
  // CHECK: amp.embedding %{{.*}}, %{{.*}} : (tensor<1000x64xf16>, tensor<4x?xi64>) -> tensor<4x?x64xf16>
  %0 = amp.embedding %w, %i : (tensor<1000x64xf16>, tensor<4x?xi64>) -> tensor<4x?x64xf16>
  // CHECK: amp.embedding %{{.*}}, %{{.*}} {padding_idx = -1 : i64} : (tensor<1000x64xf16>, tensor<i32>) -> tensor<64xf16>
  %1 = amp.embedding %w, %j {padding_idx = -1 : i64} : (tensor<1000x64xf16>, tensor<i32>) -> tensor<64xf16>
  return
}
