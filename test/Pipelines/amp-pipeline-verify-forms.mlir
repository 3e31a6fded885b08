// RUN: amp-opt %S/../../examples/digits/digits.mlir --amp-pipeline="entry=train batch=32 level=O1 loss-scale=dynamic verify-forms=true" --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHERE
// RUN: amp-opt %S/../../examples/digits/digits.mlir --amp-pipeline="entry=train batch=32 level=O1" --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=NOWHERE
// RUN: not amp-opt %s --amp-pipeline="entry=f verify-forms=true" 2>&1 | FileCheck %s

// RUN: bash -c 'for f in dropout-batchnorm/dropout-batchnorm torch-amp/accumulation torch-amp/clipping torch-amp/custom-functions torch-amp/penalty torch-amp/multiple; do for flags in target=cpu target=cuda flat-state=false level=O2; do amp-opt %S/../../examples/$f.mlir --amp-pipeline="entry=train batch=32 level=O1 loss-scale=dynamic verify-forms=true $flags" -o /dev/null || exit 1; done; done'

// Each stage is checked as it ends, if asked; what the pipelines make of the examples keeps
// to every form.
// WHERE: amp-verify-form{form=source}
// WHERE: amp-assign-precision
// WHERE: amp-verify-form{form=assigned}
// WHERE: amp-differentiate
// WHERE: amp-verify-form{form=scaled}
// WHERE: convert-amp-to-linalg
// WHERE: amp-verify-form{form=kernel}
// WHERE: one-shot-bufferize
// WHERE: amp-plan-memory
// WHERE: amp-verify-form{form=program}
// NOWHERE: amp-plan-memory
// NOWHERE-NOT: amp-verify-form

// CHECK: error: is not an op of a training graph
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
