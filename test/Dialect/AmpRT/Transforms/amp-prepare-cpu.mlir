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

// What is chosen of 16-bit floats are bits: nothing is rounded.
// CHECK-LABEL: func.func @select
// CHECK-SAME: (%[[C:.*]]: i1, %[[X:.*]]: f16, %[[Y:.*]]: f16, %[[M:.*]]: vector<8xi1>
// CHECK-DAG: %[[A:.*]] = arith.bitcast %[[X]] : f16 to i16
// CHECK-DAG: %[[B:.*]] = arith.bitcast %[[Y]] : f16 to i16
// CHECK: %[[BITS:.*]] = arith.select %[[C]], %[[A]], %[[B]] : i16
// CHECK: arith.bitcast %[[BITS]] : i16 to f16
// CHECK: arith.select %[[M]], %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xi16>
// CHECK: arith.select %[[C]], %{{.*}}, %{{.*}} : f32
func.func @select(%c: i1, %x: f16, %y: f16, %m: vector<8xi1>, %v: vector<8xbf16>, %f: f32) -> (f16, vector<8xbf16>, f32) {
  %0 = arith.select %c, %x, %y : f16
  %1 = arith.select %m, %v, %v : vector<8xi1>, vector<8xbf16>
  %2 = arith.select %c, %f, %f : f32
  return %0, %1, %2 : f16, vector<8xbf16>, f32
}

// What is a bf16 already is not rounded: of widened ones, of constants that are exact, the larger, the chosen.
// CHECK-LABEL: func.func @exact
// CHECK: %[[RELU:.*]] = arith.maximumf
// CHECK: %[[BITS:.*]] = arith.bitcast %[[RELU]] : vector<8xf32> to vector<8xi32>
// CHECK: %[[HIGH:.*]] = arith.shrui %[[BITS]], %{{.*}} : vector<8xi32>
// CHECK: %[[HALF:.*]] = arith.trunci %[[HIGH]] : vector<8xi32> to vector<8xi16>
// CHECK: arith.bitcast %[[HALF]] : vector<8xi16> to vector<8xbf16>
// CHECK-NOT: arith.truncf
// CHECK: return
func.func @exact(%x: vector<8xbf16>, %c: i1, %y: bf16) -> (vector<8xbf16>, bf16, bf16) {
  %0 = arith.extf %x : vector<8xbf16> to vector<8xf32>
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %1 = arith.maximumf %0, %zero : vector<8xf32>
  %2 = arith.truncf %1 : vector<8xf32> to vector<8xbf16>
  %3 = arith.extf %y : bf16 to f32
  %4 = math.absf %3 : f32
  %5 = arith.negf %4 : f32
  %six = arith.constant 6.0 : f32
  %6 = arith.select %c, %5, %six : f32
  %7 = arith.truncf %6 : f32 to bf16
  %8 = arith.maximumf %3, %6 : f32
  %9 = arith.truncf %8 : f32 to bf16
  return %2, %7, %9 : vector<8xbf16>, bf16, bf16
}

// The rest is rounded: a sum, a constant between two, another type.
// CHECK-LABEL: func.func @rounded
// CHECK-COUNT-3: arith.truncf
func.func @rounded(%c: i1, %y: bf16, %h: f16) -> (bf16, bf16, bf16) {
  %0 = arith.extf %y : bf16 to f32
  %1 = arith.addf %0, %0 : f32
  %2 = arith.truncf %1 : f32 to bf16
  %tenth = arith.constant 0.1 : f32
  %3 = arith.select %c, %0, %tenth : f32
  %4 = arith.truncf %3 : f32 to bf16
  %5 = arith.extf %h : f16 to f32
  %6 = arith.truncf %5 : f32 to bf16
  return %2, %4, %6 : bf16, bf16, bf16
}

// Neighbours in bf16 are one word: the even ones are shifted, the odd ones masked, and both are rounded where they are.
// CHECK-LABEL: func.func @pairs
// CHECK-SAME: %[[X:.*]]: vector<8xbf16>
// CHECK: %[[WORDS:.*]] = vector.bitcast %[[X]] : vector<8xbf16> to vector<4xi32>
// CHECK: %[[EVEN:.*]] = arith.shli %[[WORDS]], %{{.*}} : vector<4xi32>
// CHECK: %[[ODD:.*]] = arith.andi %[[WORDS]], %{{.*}} : vector<4xi32>
// CHECK: %[[BOTH:.*]] = vector.shuffle %[[EVEN]], %[[ODD]] [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK: %[[WIDE:.*]] = arith.bitcast %[[BOTH]] : vector<8xi32> to vector<8xf32>
// CHECK: %[[SUM:.*]] = arith.addf %[[WIDE]], %[[WIDE]]
// CHECK: %[[BITS:.*]] = arith.bitcast %[[SUM]] : vector<8xf32> to vector<8xi32>
// CHECK: arith.cmpf uno, %[[SUM]], %[[SUM]]
// CHECK: %[[ROUNDED:.*]] = arith.select
// CHECK: %[[LOW:.*]] = vector.extract_strided_slice %[[ROUNDED]] {offsets = [0], sizes = [4]
// CHECK: %[[HIGH:.*]] = vector.extract_strided_slice %[[ROUNDED]] {offsets = [4], sizes = [4]
// CHECK: %[[SHIFTED:.*]] = arith.shrui %[[LOW]]
// CHECK: %[[MASKED:.*]] = arith.andi %[[HIGH]]
// CHECK: %[[JOINED:.*]] = arith.ori %[[SHIFTED]], %[[MASKED]]
// CHECK: vector.bitcast %[[JOINED]] : vector<4xi32> to vector<8xbf16>
// CHECK-NOT: arith.{{extf|truncf}} %
// CHECK: return
func.func @pairs(%x: vector<8xbf16>) -> vector<8xbf16> {
  %0 = vector.shuffle %x, %x [0, 2, 4, 6, 1, 3, 5, 7] : vector<8xbf16>, vector<8xbf16>
  %1 = arith.extf %0 : vector<8xbf16> to vector<8xf32>
  %2 = arith.addf %1, %1 : vector<8xf32>
  %3 = arith.truncf %2 : vector<8xf32> to vector<8xbf16>
  %4 = vector.shuffle %3, %3 [0, 4, 1, 5, 2, 6, 3, 7] : vector<8xbf16>, vector<8xbf16>
  return %4 : vector<8xbf16>
}

// What is one already is not rounded there, either.
// CHECK-LABEL: func.func @exact_pairs
// CHECK-NOT: arith.select
// CHECK: return
func.func @exact_pairs(%x: vector<8xbf16>) -> vector<8xbf16> {
  %0 = vector.shuffle %x, %x [0, 2, 4, 6, 1, 3, 5, 7] : vector<8xbf16>, vector<8xbf16>
  %1 = arith.extf %0 : vector<8xbf16> to vector<8xf32>
  %2 = math.absf %1 : vector<8xf32>
  %3 = arith.truncf %2 : vector<8xf32> to vector<8xbf16>
  %4 = vector.shuffle %3, %3 [0, 4, 1, 5, 2, 6, 3, 7] : vector<8xbf16>, vector<8xbf16>
  return %4 : vector<8xbf16>
}

// Other orders, and f16, stay.
// CHECK-LABEL: func.func @other_pairs
// CHECK-COUNT-2: vector.shuffle
// CHECK-COUNT-2: arith.extf
func.func @other_pairs(%x: vector<8xbf16>, %h: vector<8xf16>) -> (vector<8xf32>, vector<8xf32>) {
  %0 = vector.shuffle %x, %x [1, 3, 5, 7, 0, 2, 4, 6] : vector<8xbf16>, vector<8xbf16>
  %1 = vector.shuffle %h, %h [0, 2, 4, 6, 1, 3, 5, 7] : vector<8xf16>, vector<8xf16>
  %2 = arith.extf %0 : vector<8xbf16> to vector<8xf32>
  %3 = arith.extf %1 : vector<8xf16> to vector<8xf32>
  return %2, %3 : vector<8xf32>, vector<8xf32>
}
