// RUN: amp-opt %s --amp-expand-random-words | FileCheck %s
// RUN: amp-opt %s --amp-expand-random-words --canonicalize --cse | FileCheck %s --check-prefix=SHARED

// 20 multiplications of 32 by 32 bits, 10 rounds of two, and the choice of a word.
// CHECK-LABEL: func.func @word
// CHECK-SAME: (%[[SEED:.*]]: i64, %[[FIRST:.*]]: i64, %[[PLACE:.*]]: i64)
// CHECK: %[[QUARTER:.*]] = arith.shrui %[[PLACE]], %{{.*}} : i64
// CHECK: arith.addi %[[FIRST]], %[[QUARTER]] : i64
// CHECK-COUNT-20: arith.extui %{{.*}} : i32 to i64
// CHECK-NOT: arith.extui
// CHECK: arith.trunci %[[PLACE]] : i64 to i32
// CHECK-COUNT-3: arith.select
// CHECK: return %{{.*}} : i32
func.func @word(%seed: i64, %first: i64, %place: i64) -> i32 {
  %0 = amprt.random_word %seed, %first[%place] : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @words
// CHECK-COUNT-20: arith.extui %{{.*}} : vector<8xi32> to vector<8xi64>
// CHECK-COUNT-3: arith.select %{{.*}} : vector<8xi1>, vector<8xi32>
func.func @words(%seed: vector<8xi64>, %first: vector<8xi64>, %place: vector<8xi64>) -> vector<8xi32> {
  %0 = amprt.random_word %seed, %first[%place] : vector<8xi32>
  return %0 : vector<8xi32>
}

// Two words of the same block are computed once.
// SHARED-LABEL: func.func @neighbours
// SHARED-COUNT-18: arith.extui
// SHARED-NOT: arith.extui
// SHARED: return
func.func @neighbours(%seed: i64, %first: i64) -> (i32, i32) {
  %c4 = arith.constant 4 : i64
  %c5 = arith.constant 5 : i64
  %0 = amprt.random_word %seed, %first[%c4] : i32
  %1 = amprt.random_word %seed, %first[%c5] : i32
  return %0, %1 : i32, i32
}
