// RUN: amp-opt %s --amp-decompose --split-input-file | FileCheck %s --check-prefixes=CHECK,CPU
// RUN: amp-opt %s --amp-decompose=target=cuda --split-input-file --remarks-filter-missed=amp-decompose 2>%t.log | FileCheck %s --check-prefixes=CHECK,CUDA
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.log

// A CPU has a record for it, and stores no scores; a GPU has products and a softmax. A
// remark says so once in each module, and of which types there is none anywhere.
// REMARK: remark: [Missed] amp.attention | Category:amp-decompose | Reason="computed by several ops: only cpu has a library that does it in one"
// REMARK: remark: [Missed] amp.attention | Category:amp-decompose | Reason="computed by several ops: no device has a library that does it in one for tensor<{{.*}}xf64>"
// REMARK-COUNT-2: remark: [Missed] amp.attention | Category:amp-decompose | Reason="computed by several ops: only cpu has a library that does it in one"
// REMARK-NOT: remark:
// CHECK-LABEL: func.func @attention
// CPU: %[[Y:.*]], %[[L:.*]] = amp.attention %{{.*}} {compute_type = f32, is_causal = true, scale = 5.000000e-01 : f64} : {{.*}} -> (tensor<2x4x6x3xbf16>, tensor<2x4x6xf32>)
// CPU: %[[Z:.*]], %{{.*}} = amp.attention
// CPU-NOT: amp.matmul
// CPU: return %[[Y]], %[[Z]]
// CUDA: %[[Q:.*]] = amp.reshape %{{.*}} {shape = array<i64: 2, 2, 12, 8>}
// CUDA: %[[K:.*]] = amp.transpose %{{.*}} : (tensor<2x2x5x8xbf16>) -> tensor<2x2x8x5xbf16>
// CUDA: amp.matmul %[[Q]], %[[K]] {{.*}}-> tensor<2x2x12x5xf32>
// CUDA: amp.compare le
// CUDA: amp.matmul {{.*}}(tensor<2x2x12x5xf32>, tensor<2x2x5x3xf32>) -> tensor<2x2x12x3xf32>
// CUDA: amp.cast %{{.*}} : tensor<2x4x6x3xf32> to tensor<2x4x6x3xbf16>
func.func @attention(%q: tensor<2x4x6x8xbf16>, %k: tensor<2x2x5x8xbf16>, %v: tensor<2x2x5x3xbf16>)
    -> (tensor<2x4x6x3xbf16>, tensor<2x4x6x3xbf16>) {
  %0 = amp.scaled_dot_product_attention %q, %k, %v {enable_gqa = true, is_causal = true, scale = 0.5 : f64}
    : (tensor<2x4x6x8xbf16>, tensor<2x2x5x8xbf16>, tensor<2x2x5x3xbf16>) -> tensor<2x4x6x3xbf16>
  %1 = amp.scaled_dot_product_attention %q, %k, %v {enable_gqa = true}
    : (tensor<2x4x6x8xbf16>, tensor<2x2x5x8xbf16>, tensor<2x2x5x3xbf16>) -> tensor<2x4x6x3xbf16>
  return %0, %1 : tensor<2x4x6x3xbf16>, tensor<2x4x6x3xbf16>
}

// -----

// f64, and what has no elements, are products everywhere.
// CHECK-LABEL: func.func @wide
// CHECK: amp.matmul
// CHECK-NOT: amp.attention
// CHECK: return
func.func @wide(%q: tensor<4x8xf64>, %k: tensor<5x8xf64>) -> tensor<4x8xf64> {
  %0 = amp.scaled_dot_product_attention %q, %k, %k : (tensor<4x8xf64>, tensor<5x8xf64>, tensor<5x8xf64>) -> tensor<4x8xf64>
  return %0 : tensor<4x8xf64>
}

// -----

// CHECK-LABEL: func.func @empty
// CHECK: amp.matmul
func.func @empty(%q: tensor<4x8xf32>, %k: tensor<0x8xf32>) -> tensor<4x8xf32> {
  %0 = amp.scaled_dot_product_attention %q, %k, %k : (tensor<4x8xf32>, tensor<0x8xf32>, tensor<0x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// Leading dimensions become one, and a mask that is repeated along some of them is written
// out along those.
// CHECK-LABEL: func.func @leading
// CPU: %[[M:.*]] = amp.broadcast_to %{{.*}} {shape = array<i64: 3, 2, 1, 4, 5>}
// CPU: %[[MASK:.*]] = amp.reshape %[[M]] {shape = array<i64: 6, 1, 4, 5>}
// CPU: amp.attention %{{.*}}, %{{.*}}, %{{.*}}, %[[MASK]] {{.*}} : (tensor<6x7x4x8xf32>, tensor<6x7x5x8xf32>, tensor<6x7x5x8xf32>, tensor<6x1x4x5xi1>)
// CPU: amp.reshape %{{.*}} {shape = array<i64: 3, 2, 7, 4, 8>}
func.func @leading(%q: tensor<3x2x7x4x8xf32>, %k: tensor<3x2x7x5x8xf32>, %m: tensor<2x1x4x5xi1>) -> tensor<3x2x7x4x8xf32> {
  %0 = amp.scaled_dot_product_attention %q, %k, %k, %m : (tensor<3x2x7x4x8xf32>, tensor<3x2x7x5x8xf32>, tensor<3x2x7x5x8xf32>, tensor<2x1x4x5xi1>) -> tensor<3x2x7x4x8xf32>
  return %0 : tensor<3x2x7x4x8xf32>
}

// -----

// Random numbers are those of amp.dropout of the scores: 4 x 5 are five blocks.
// CHECK-LABEL: func.func @dropout
// CPU: amp.attention %{{.*}} random(%[[S:.*]]) {dropout_p = 5.000000e-01 : f64
// CPU: %[[USED:.*]] = amp.constant dense<[0, 5]>
// CPU: %[[NEXT:.*]] = amp.add %{{.*}}, %[[USED]]
// CPU: return %{{.*}}, %[[NEXT]]
// CUDA: amp.random_bits %{{.*}} {shape = array<i64: 1, 1, 4, 5>}
func.func @dropout(%q: tensor<4x8xf32>, %k: tensor<5x8xf32>, %s: tensor<2xi64>) -> (tensor<4x8xf32>, tensor<2xi64>) {
  %0, %1 = amp.scaled_dot_product_attention %q, %k, %k random(%s) {dropout_p = 0.5 : f64} : (tensor<4x8xf32>, tensor<5x8xf32>, tensor<5x8xf32>, tensor<2xi64>) -> (tensor<4x8xf32>, tensor<2xi64>)
  return %0, %1 : tensor<4x8xf32>, tensor<2xi64>
}
