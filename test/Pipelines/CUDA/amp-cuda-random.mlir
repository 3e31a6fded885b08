// RUN: amp-opt %s --amp-pipeline="level=O0 target=cuda" --amp-cuda-kernel-pipeline="chip=sm_90 cuda-toolkit=%cuda_home" -o %t.mlir
// RUN: FileCheck %s < %t.mlir

// Dropout with what surrounds it is one kernel, which reads the state and, as both are small,
// writes the next one.

// CHECK-LABEL: func.func @step(
// CHECK: amprt.launch @kernels::@[[KERNEL:relu_[a-z0-9_]+]]({{.*}} : memref<33x7xf16>, memref<2xi64>, memref<33x7xf16>
// CHECK-NEXT: return
// CHECK: gpu.binary @kernels [#gpu.object<#nvvm.target<O = 3, chip = "sm_90"
// CHECK-SAME: assembly = "{{.*}}.entry [[KERNEL]](
amp.variable rng @rng : tensor<2xi64> = #amp.init<seed>
func.func @step(%x: tensor<33x7xf16>) -> tensor<33x7xf16> {
  %state = amp.read @rng : tensor<2xi64>
  %h = amp.relu %x : (tensor<33x7xf16>) -> tensor<33x7xf16>
  %y, %next = amp.dropout %h, %state {p = 0.1 : f64} : (tensor<33x7xf16>, tensor<2xi64>) -> (tensor<33x7xf16>, tensor<2xi64>)
  amp.assign @rng, %next : tensor<2xi64>
  return %y : tensor<33x7xf16>
}
