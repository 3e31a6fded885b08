// RUN: amp-opt %s --amp-training-pipeline="level=O1 loss-scale=dynamic" | FileCheck %s --check-prefix=NONE
// RUN: amp-opt %s --amp-training-pipeline="level=O1 loss-scale=dynamic recompute=on" | FileCheck %s --check-prefixes=CHECK,CHEAP
// RUN: amp-opt %s --amp-training-pipeline="level=O1 loss-scale=dynamic activation-memory=40000" | FileCheck %s --check-prefixes=CHECK,CHEAP
// RUN: amp-opt %s --amp-training-pipeline="level=O1 loss-scale=dynamic activation-memory=20000" | FileCheck %s --check-prefixes=CHECK,PRODUCT

// The options of the pipelines for what is kept for the backward pass: 32768 bytes for each
// of %h, %y and the f16 copy of %x.
// NONE-NOT: amp.recompute
// CHECK: amp.backward
// CHEAP-NOT: amp.linear
// PRODUCT: amp.linear {{.*}} {amp.recompute
// CHECK: amp.gelu %{{.*}} {amp.recompute}
// CHECK: amp.step
amp.variable parameter @w : tensor<64x64xf32> = #amp.init<zeros>
amp.variable parameter @v : tensor<64x64xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w, @v] {lr = 0.1 : f64}
func.func @train(%x: tensor<256x64xf32>) -> tensor<f32> {
  %w = amp.read @w : tensor<64x64xf32>
  %v = amp.read @v : tensor<64x64xf32>
  %h = amp.linear %x, %w : (tensor<256x64xf32>, tensor<64x64xf32>) -> tensor<256x64xf32>
  %y = amp.gelu %h : (tensor<256x64xf32>) -> tensor<256x64xf32>
  %z = amp.linear %y, %v : (tensor<256x64xf32>, tensor<64x64xf32>) -> tensor<256x64xf32>
  %loss = amp.sum %z : (tensor<256x64xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%w, %v) : (tensor<f32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>)
  amp.step @opt(%g#0, %g#1) : tensor<64x64xf32>, tensor<64x64xf32>
  return %loss : tensor<f32>
}
