// RUN: amp-opt %s --convert-amp-to-linalg | FileCheck %s

// Seed and first block are read once; the rest follows from the element's number.

// CHECK-DAG: #[[$SEED:.*]] = affine_map<(d0, d1) -> (0)>
// CHECK-DAG: #[[$FIRST:.*]] = affine_map<(d0, d1) -> (1)>
// CHECK-DAG: #[[$ALL:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @random_bits
// CHECK-SAME: (%[[STATE:.*]]: tensor<2xi64>)
// CHECK: linalg.generic {indexing_maps = [#[[$SEED]], #[[$FIRST]], #[[$ALL]]], iterator_types = ["parallel", "parallel"]} ins(%[[STATE]], %[[STATE]] : tensor<2xi64>, tensor<2xi64>)
// CHECK: ^bb0(%[[KEY:.*]]: i64, %[[BLOCK:.*]]: i64, %{{.*}}: i32):
// CHECK: linalg.index 0
// CHECK: linalg.index 1
// CHECK: %[[ROW:.*]] = arith.muli
// CHECK: %[[PLACE:.*]] = arith.addi %[[ROW]]
// CHECK: %[[WORD:.*]] = amprt.random_word %[[KEY]], %[[BLOCK]][%[[PLACE]]] : i32
// CHECK: linalg.yield %[[WORD]] : i32
func.func @random_bits(%state: tensor<2xi64>) -> tensor<5x7xi32> {
  %bits = amp.random_bits %state {shape = array<i64: 5, 7>} : (tensor<2xi64>) -> tensor<5x7xi32>
  return %bits : tensor<5x7xi32>
}
