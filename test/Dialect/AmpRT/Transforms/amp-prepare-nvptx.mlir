// RUN: amp-opt %s --amp-prepare-nvptx | FileCheck %s

// Memory is aligned as PTX has it: an i64 to 8 bytes.
// CHECK: gpu.module @kernels attributes {llvm.data_layout = "e-{{[^"]*}}i64:64{{[^"]*}}"}
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @exact(
  // CHECK-SAME: %[[X:.*]]: f32, %[[Y:.*]]: f32, %[[N:.*]]: i32
  gpu.func @exact(%x: f32, %y: f32, %n: i32) {
    // CHECK: llvm.call_intrinsic "llvm.fabs"(%[[X]]) : (f32) -> f32
    %0 = math.absf %x : f32
    // CHECK: llvm.call_intrinsic "llvm.ceil"
    %1 = math.ceil %x : f32
    // CHECK: llvm.call_intrinsic "llvm.copysign"(%[[X]], %[[Y]])
    %2 = math.copysign %x, %y : f32
    // CHECK: llvm.call_intrinsic "llvm.floor"
    %3 = math.floor %x : f32
    // CHECK: llvm.call_intrinsic "llvm.fma"(%[[X]], %[[Y]], %[[X]])
    %4 = math.fma %x, %y, %x : f32
    // CHECK: llvm.call_intrinsic "llvm.roundeven"
    %5 = math.roundeven %x : f32
    // CHECK: llvm.call_intrinsic "llvm.round"
    %6 = math.round %x : f32
    // CHECK: llvm.call_intrinsic "llvm.sqrt"
    %7 = math.sqrt %x : f32
    // CHECK: llvm.call_intrinsic "llvm.trunc"
    %8 = math.trunc %x : f32
    // CHECK: %[[FALSE:.*]] = llvm.mlir.constant(false) : i1
    // CHECK: llvm.call_intrinsic "llvm.abs"(%[[N]], %[[FALSE]]) : (i32, i1) -> i32
    %9 = math.absi %n : i32
    gpu.return
  }

  // Rounded twice, each time as IEEE 754 says.
  // CHECK-LABEL: gpu.func @rsqrt(
  // CHECK: %[[ONE:.*]] = llvm.mlir.constant(1.000000e+00 : f64) : f64
  // CHECK: %[[ROOT:.*]] = llvm.call_intrinsic "llvm.sqrt"
  // CHECK: llvm.fdiv %[[ONE]], %[[ROOT]] : f64
  gpu.func @rsqrt(%x: f64) {
    %0 = math.rsqrt %x : f64
    gpu.return
  }

  // What is neither exact nor rounded once stays.
  // CHECK-LABEL: gpu.func @others(
  // CHECK: math.sin
  gpu.func @others(%x: f32) {
    %0 = math.sin %x : f32
    gpu.return
  }
}
