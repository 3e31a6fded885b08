// RUN: amp-opt %S/../Inputs/mlp.mlir --amp-pipeline="entry=train batch=32 level=O1 loss-scale=dynamic target=cuda" --amp-cuda-kernel-pipeline="chip=sm_80" -o %t.mlir
// RUN: FileCheck %s --check-prefix=PROGRAM < %t.mlir

// All kernels of a step are assembled into one image; the launch list stays.
// PROGRAM-LABEL: func.func @train(
// PROGRAM: amprt.launch @kernels::@kernel_0
// PROGRAM-NOT: gpu.module
// PROGRAM: gpu.binary @kernels [#gpu.object<#nvvm.target<O = 3, chip = "sm_80", features = "+ptx80">
// An ELF image.
// PROGRAM-SAME: bin = "\7FELF
