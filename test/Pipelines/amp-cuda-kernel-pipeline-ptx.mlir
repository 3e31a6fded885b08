// RUN: env CUDA_HOME=%t/none amp-opt %S/Inputs/mlp.mlir --amp-pipeline="entry=train batch=32 level=O1 loss-scale=dynamic target=cuda" -o %t.mlir
// RUN: env CUDA_HOME=%t/none amp-opt %t.mlir --amp-cuda-kernel-pipeline="chip=sm_80" | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: env CUDA_HOME=%t/none amp-opt %t.mlir --amp-cuda-kernel-pipeline="chip=sm_100" | FileCheck %s --check-prefixes=CHECK,SM100
// RUN: env CUDA_HOME=%t/none amp-opt %t.mlir --amp-cuda-kernel-pipeline="chip=sm_120" | FileCheck %s --check-prefixes=CHECK,SM120
// RUN: env CUDA_HOME=%t/none amp-opt %t.mlir --amp-cuda-kernel-pipeline="chip=sm_121" | FileCheck %s --check-prefixes=CHECK,SM121
// RUN: env CUDA_HOME=%t/none amp-opt %s --amp-pipeline="entry=exact level=none target=cuda" --amp-cuda-kernel-pipeline="chip=sm_90" | FileCheck %s --check-prefix=EXACT

// All kernels of a step are one text, in the least version of PTX that has the chip; the
// launch list stays. No CUDA toolkit is needed, by a scaled training neither.
// CHECK-LABEL: func.func @train(
// CHECK: amprt.launch @kernels::@[[FIRST:[a-z0-9_]+]]
// CHECK-NOT: gpu.module
// CHECK: gpu.binary @kernels
// SM80-SAME: .version 8.0{{.*}}.target sm_80
// SM100-SAME: .version 8.6{{.*}}.target sm_100
// SM120-SAME: .version 8.7{{.*}}.target sm_120
// SM121-SAME: .version 8.8{{.*}}.target sm_121
// CHECK-SAME: .entry [[FIRST]]
// CHECK-NOT: .extern

// What is exact or rounded once needs no toolkit: square roots are rounded to nearest, and
// two i64 are loaded at once.
// EXACT-NOT: .extern
// EXACT-NOT: .approx
// EXACT: gpu.binary @kernels
// EXACT-NOT: .extern
// EXACT-NOT: .approx
// EXACT: sqrt.rn.f32
// EXACT-DAG: ld.global.nc.v2.b64
func.func @exact(%x: tensor<300xf32>, %n: tensor<300xi64>) -> (tensor<300xf32>, tensor<300xi64>) {
  %0 = amp.abs %x : (tensor<300xf32>) -> tensor<300xf32>
  %1 = amp.sqrt %0 : (tensor<300xf32>) -> tensor<300xf32>
  %2 = amp.rsqrt %1 : (tensor<300xf32>) -> tensor<300xf32>
  %3 = amp.floor %2 : (tensor<300xf32>) -> tensor<300xf32>
  %4 = amp.ceil %3 : (tensor<300xf32>) -> tensor<300xf32>
  %5 = amp.round %4 : (tensor<300xf32>) -> tensor<300xf32>
  %6 = amp.abs %n : (tensor<300xi64>) -> tensor<300xi64>
  return %5, %6 : tensor<300xf32>, tensor<300xi64>
}
