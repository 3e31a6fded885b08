// Passes and pipelines of the plugin run in mlir-opt, beside its own.

// RUN: %mlir-opt %s --pass-pipeline='builtin.module(amp-assign-precision{dtype=bf16},func.func(amp-optimize-casts),amp-verify-precision,canonicalize)' | FileCheck %s

// CHECK-LABEL: func.func @predict
// CHECK-SAME: amp.assigned = {level = "O1", preset = "torch-cuda"}
// CHECK: %[[X:.*]] = amp.cast %arg0 : tensor<4x3xf32> to tensor<4x3xbf16>
// CHECK: amp.linear %[[X]], %{{.*}} {compute_type = f32}
func.func @predict(%x: tensor<4x3xf32>) -> tensor<4x2xf32> {
  %w = amp.read @w : tensor<2x3xf32>
  %y = amp.linear %x, %w : (tensor<4x3xf32>, tensor<2x3xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// External models are attached to dialects of mlir-opt's own.

// CHECK-LABEL: func.func @foreign
// CHECK: linalg.matmul {{.*}} ins(%{{.*}}, %{{.*}} : tensor<4x3xbf16>, tensor<3x2xbf16>) outs(%{{.*}} : tensor<4x2xf32>)
func.func @foreign(%x: tensor<4x3xf32>, %w: tensor<3x2xf32>, %out: tensor<4x2xf32>)
    -> tensor<4x2xf32> attributes {amp.policy = {ops = {linalg.matmul = "allow"}}} {
  %y = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>)
      outs(%out : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

amp.variable parameter @w : tensor<2x3xf32> = #amp.init<kaiming_uniform>

// A pipeline goes all the way, and its stages can be taken one by one.

// RUN: %mlir-opt %examples/digits/digits.mlir --pass-pipeline='builtin.module(amp-training-pipeline{entry=train batch=32 level=O1})' -o %t.scaled
// RUN: FileCheck %s --check-prefix=SCALED --input-file=%t.scaled
// SCALED: amp.read @fc3.weight.f16
// RUN: %mlir-opt %t.scaled --pass-pipeline='builtin.module(amp-lowering-pipeline,amp-program-pipeline)' -o %t.stages
// RUN: %mlir-opt %examples/digits/digits.mlir --pass-pipeline='builtin.module(amp-pipeline{entry=train batch=32 level=O1})' -o %t.whole
// RUN: FileCheck %s --check-prefix=PROGRAM --input-file=%t.whole
// PROGRAM: amprt.launch
// RUN: diff %t.stages %t.whole

// What is loaded twice is registered once, and is listed with what mlir-opt has itself.

// RUN: %mlir-opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin %s --pass-pipeline='builtin.module(amp-assign-precision)' -o /dev/null
// RUN: %mlir-opt --show-dialects | FileCheck %s --check-prefix=DIALECTS
// DIALECTS: amp,amprt,
// RUN: %mlir-opt --help | FileCheck %s --check-prefix=HELP
// HELP: --amp-assign-precision
// HELP: --amp-training-pipeline
