// RUN: amp-opt %s --amp-approximate-math | FileCheck %s
// RUN: amp-opt %s --amp-approximate-math=fma=false | FileCheck %s --check-prefix=SEPARATE

// exp, log, tanh and erf in f32 become arithmetic, on scalars and on vectors alike.
// CHECK-LABEL: func.func @approximated
// CHECK-NOT: math.{{exp|log|tanh|erf}} {{.*}} : {{f32|vector<8xf32>}}
// CHECK: return
func.func @approximated(%x: f32, %v: vector<8xf32>)
    -> (f32, f32, f32, f32, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>) {
  %0 = math.exp %x : f32
  %1 = math.log %x : f32
  %2 = math.tanh %x : f32
  %3 = math.erf %x : f32
  %4 = math.exp %v : vector<8xf32>
  %5 = math.log %v : vector<8xf32>
  %6 = math.tanh %v : vector<8xf32>
  %7 = math.erf %v : vector<8xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7
    : f32, f32, f32, f32, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>
}

// Other functions are left to the target, f64 to the C library.
// CHECK-LABEL: func.func @left
// CHECK: math.exp %{{.*}} : f64
// CHECK: math.log %{{.*}} : f64
// CHECK: math.tanh %{{.*}} : f64
// CHECK: math.erf %{{.*}} : f64
// CHECK: math.sqrt %{{.*}} : f32
// CHECK: math.powf %{{.*}} : f32
// CHECK: math.absf %{{.*}} : f32
func.func @left(%d: f64, %x: f32) -> (f64, f64, f64, f64, f32, f32, f32) {
  %0 = math.exp %d : f64
  %1 = math.log %d : f64
  %2 = math.tanh %d : f64
  %3 = math.erf %d : f64
  %4 = math.sqrt %x : f32
  %5 = math.powf %x, %x : f32
  %6 = math.absf %x : f32
  return %0, %1, %2, %3, %4, %5, %6 : f64, f64, f64, f64, f32, f32, f32
}

// Of what says that it is added to 1 only what the sum leaves is needed: one form for all x,
// without a choice.
// CHECK-LABEL: func.func @erf_for_sum
// CHECK-COUNT-1: arith.select
// CHECK-NOT: arith.select
// CHECK: return
func.func @erf_for_sum(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.erf %x fastmath<afn> : vector<8xf32>
  return %0 : vector<8xf32>
}

// A term of a sum has no special cases: two clamps.
// CHECK-LABEL: func.func @exp_for_sum
// CHECK-COUNT-2: arith.select
// CHECK-NOT: arith.select
// CHECK: return
func.func @exp_for_sum(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.exp %x fastmath<afn> : vector<8xf32>
  return %0 : vector<8xf32>
}

// Without fused multiply-add, which is a call of a library there, there is none.
// CHECK-LABEL: func.func @fused
// CHECK: math.fma {{.*}} : f32
// SEPARATE-LABEL: func.func @fused
// SEPARATE-NOT: math.fma
// SEPARATE: return
func.func @fused(%x: f32) -> (f32, f32, f32, f32) {
  %0 = math.exp %x : f32
  %1 = math.log %x : f32
  %2 = math.tanh %x : f32
  %3 = math.erf %x : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
