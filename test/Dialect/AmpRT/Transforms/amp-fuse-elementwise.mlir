// RUN: amp-opt %s --amp-fuse-elementwise | FileCheck %s
// RUN: amp-opt %s --amp-fuse-elementwise=max-ops=3 | FileCheck %s --check-prefix=SMALL

// Four ops of two ops each: one body of five, or, as two and one make three at most with
// the ends counted, as many as there were.
// CHECK-LABEL: func @chain
// CHECK-COUNT-1: linalg.generic
// CHECK: math.exp
// CHECK-NEXT: math.absf
// CHECK-NEXT: math.exp
// CHECK-NEXT: math.absf
// CHECK-NEXT: linalg.yield
// CHECK-NOT: linalg.generic
// SMALL-LABEL: func @chain
// SMALL-COUNT-4: linalg.generic
// SMALL-NOT: linalg.generic
#map = affine_map<(d0) -> (d0)>
func.func @chain(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %y = math.exp %in : f32
    linalg.yield %y : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %y = math.absf %in : f32
    linalg.yield %y : f32
  } -> tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %y = math.exp %in : f32
    linalg.yield %y : f32
  } -> tensor<8xf32>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%2 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %y = math.absf %in : f32
    linalg.yield %y : f32
  } -> tensor<8xf32>
  return %3 : tensor<8xf32>
}
