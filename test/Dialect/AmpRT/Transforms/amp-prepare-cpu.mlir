// RUN: amp-opt %s --amp-prepare-cpu | FileCheck %s

// Extrema keep NaN and leave open which zero they are; what is not for an instruction stays, and
// what has a constant, of which arith-expand takes the zero.
// CHECK-LABEL: func.func @extrema
// CHECK: llvm.intr.maximum(%{{.*}}, %{{.*}}) {fastmathFlags = #llvm.fastmath<nsz>} : (f32, f32) -> f32
// CHECK: llvm.intr.minimum(%{{.*}}, %{{.*}}) {fastmathFlags = #llvm.fastmath<nsz>} : (f64, f64) -> f64
// CHECK: llvm.intr.maximum{{.*}} : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
// CHECK: arith.maximumf %{{.*}} : f16
// CHECK: arith.maximumf %{{.*}} : vector<2x8xf32>
// CHECK: arith.maxnumf %{{.*}} : f32
// CHECK: arith.maximumf %{{.*}}, %{{.*}} : f32
func.func @extrema(%x: f32, %d: f64, %v: vector<16xf32>, %h: f16, %m: vector<2x8xf32>)
    -> (f32, f64, vector<16xf32>, f16, vector<2x8xf32>, f32, f32) {
  %0 = arith.maximumf %x, %x : f32
  %1 = arith.minimumf %d, %d : f64
  %2 = arith.maximumf %v, %v : vector<16xf32>
  %3 = arith.maximumf %h, %h : f16
  %4 = arith.maximumf %m, %m : vector<2x8xf32>
  %5 = arith.maxnumf %x, %x : f32
  %zero = arith.constant 0.0 : f32
  %6 = arith.maximumf %x, %zero : f32
  return %0, %1, %2, %3, %4, %5, %6
    : f32, f64, vector<16xf32>, f16, vector<2x8xf32>, f32, f32
}
