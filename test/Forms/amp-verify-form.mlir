// RUN: amp-opt %s --amp-verify-form=form=source --amp-training-pipeline="batch=4 level=O1 loss-scale=dynamic" --amp-verify-form=form=scaled --amp-lowering-pipeline --amp-verify-form=form=kernel --amp-verify-form | FileCheck %s
// RUN: amp-opt %s --amp-specialize-shapes=batch=4 --amp-assign-precision --amp-verify-form=form=assigned --amp-verify-form -o /dev/null
// RUN: amp-opt %s --amp-pipeline="batch=4 level=O1 loss-scale=dynamic" --amp-verify-form=form=program -o /dev/null
// RUN: amp-opt %s --amp-pipeline="batch=4 level=O1 loss-scale=dynamic target=cuda" --amp-verify-form=form=program -o /dev/null
// RUN: not amp-opt %s --amp-verify-form=form=kernel 2>&1 | FileCheck %s --check-prefix=KERNEL
// RUN: not amp-opt %s --amp-verify-form=form=assigned 2>&1 | FileCheck %s --check-prefix=ASSIGNED
// RUN: not amp-opt %s --amp-specialize-shapes=batch=4 --amp-assign-precision --amp-verify-form=form=scaled 2>&1 | FileCheck %s --check-prefix=SCALED
// RUN: not amp-opt %s --amp-verify-form=form=any 2>&1 | FileCheck %s --check-prefix=FORM

// Each form of one network keeps to itself.

// CHECK-LABEL: func.func @train
// CHECK: linalg.generic
// KERNEL: error: 'amp.read' op is an op of a training graph, of which a kernel graph has none; run the whole of amp-lowering-pipeline
// ASSIGNED: error: 'amp.autocast' op is left in a graph whose precision is assigned; run amp-assign-precision
// SCALED: error: 'amp.backward' op has no region in a scaled graph; run amp-differentiate
// FORM: for the --form option: expected graph, source, assigned, scaled, kernel or program, found 'any'
amp.variable parameter @w : tensor<6x8xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @b : tensor<6xf32> = #amp.init<zeros>
amp.optimizer adam @adam [@w, @b] {lr = 0.01 : f64}
func.func @train(%x: tensor<?x8xf32> {amp.name = "x"}, %labels: tensor<?xi64> {amp.name = "labels"},
                 %seed: tensor<2xi64>)
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}, tensor<f32> {amp.name = "hits"}) {
  %w = amp.read @w : tensor<6x8xf32>
  %b = amp.read @b : tensor<6xf32>
  %logits = amp.autocast -> tensor<?x6xf32> {
    %h = amp.linear %x, %w, %b : (tensor<?x8xf32>, tensor<6x8xf32>, tensor<6xf32>) -> tensor<?x6xf32>
    %both = amp.concat %h, %h {dim = 1 : i64} : (tensor<?x6xf32>, tensor<?x6xf32>) -> tensor<?x12xf32>
    %some = amp.slice %both {offsets = array<i64: 0, 1>, sizes = array<i64: -1, 6>, strides = array<i64: 1, 2>}
        : (tensor<?x12xf32>) -> tensor<?x6xf32>
    amp.yield %some : tensor<?x6xf32>
  }
  %loss = amp.cross_entropy %logits, %labels : (tensor<?x6xf32>, tensor<?xi64>) -> tensor<f32>
  %best = amp.argmax %logits {dim = 1 : i64} : (tensor<?x6xf32>) -> tensor<?xi64>
  %three = amp.constant dense<3> : tensor<i64>
  %thirds = amp.floor_divide %best, %three : (tensor<?xi64>, tensor<i64>) -> tensor<?xi64>
  %divided = amp.floor_divide %labels, %thirds : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
  %floats = amp.cast %divided : tensor<?xi64> to tensor<?xf32>
  %hits = amp.sum %floats : (tensor<?xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%w, %b) : (tensor<f32>, tensor<6x8xf32>, tensor<6xf32>) -> (tensor<6x8xf32>, tensor<6xf32>)
  amp.step @adam(%g#0, %g#1) : tensor<6x8xf32>, tensor<6xf32>
  return %loss, %hits : tensor<f32>, tensor<f32>
}
