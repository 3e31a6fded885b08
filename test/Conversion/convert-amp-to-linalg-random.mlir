// RUN: amp-opt %s --convert-amp-to-linalg | FileCheck %s

// Seed and first block are read once; the rest follows from the element's number. 20
// multiplications of 32 by 32 bits: 10 rounds of two.

// CHECK-DAG: #[[$SEED:.*]] = affine_map<(d0, d1) -> (0)>
// CHECK-DAG: #[[$FIRST:.*]] = affine_map<(d0, d1) -> (1)>
// CHECK-DAG: #[[$ALL:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @random_bits
// CHECK-SAME: (%[[STATE:.*]]: tensor<2xi64>)
// CHECK: linalg.generic {indexing_maps = [#[[$SEED]], #[[$FIRST]], #[[$ALL]]], iterator_types = ["parallel", "parallel"]} ins(%[[STATE]], %[[STATE]] : tensor<2xi64>, tensor<2xi64>)
// CHECK: ^bb0(%[[KEY:.*]]: i64, %[[BLOCK:.*]]: i64, %{{.*}}: i32):
// CHECK: linalg.index 0
// CHECK: linalg.index 1
// CHECK: %[[QUARTER:.*]] = arith.shrui %[[I:.*]], %
// CHECK: arith.addi %[[BLOCK]], %[[QUARTER]] : i64
// CHECK-COUNT-20: arith.extui %{{.*}} : i32 to i64
// CHECK-NOT: arith.extui
// CHECK: arith.trunci %[[I]] : i64 to i32
// CHECK-COUNT-3: arith.select
// CHECK: linalg.yield %{{.*}} : i32
func.func @random_bits(%state: tensor<2xi64>) -> tensor<5x7xi32> {
  %bits = amp.random_bits %state {shape = array<i64: 5, 7>} : (tensor<2xi64>) -> tensor<5x7xi32>
  return %bits : tensor<5x7xi32>
}
