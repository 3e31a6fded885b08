// RUN: amp-opt %s --amp-pipeline="entry=train" -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-pipeline="entry=train level=O1 dtype=bf16" -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-pipeline="entry=train target=cuda" -split-input-file | FileCheck %s

// A step of a recurrent layer is a product and one kernel, forwards and backwards, whatever
// is joined, carried, kept or narrowed.

// CHECK-LABEL: func.func @train(
// CHECK: amprt.repeat 5 times {
// CHECK-NOT: {{amprt.launch|amprt.fill|memref.copy}}
// CHECK: amprt.gemm
// CHECK-NOT: {{amprt.gemm|amprt.fill|memref.copy}}
// CHECK: amprt.launch
// CHECK-NOT: {{amprt.gemm|amprt.launch|amprt.fill|memref.copy}}
// CHECK: {{^    [}]$}}
// CHECK: amprt.repeat 5 times {
// CHECK-NOT: {{amprt.gemm|amprt.fill|memref.copy}}
// CHECK: amprt.launch
// CHECK-NOT: {{amprt.launch|amprt.fill|memref.copy}}
// CHECK: amprt.gemm
// CHECK-NOT: {{amprt.gemm|amprt.launch|amprt.fill|memref.copy}}
// CHECK: {{^    [}]$}}
// CHECK-NOT: amprt.repeat
// CHECK: return
amp.variable parameter @w_ih : tensor<64x8xf32> = #amp.init<zeros>
amp.variable parameter @w_hh : tensor<64x16xf32> = #amp.init<zeros>
amp.variable parameter @b_ih : tensor<64xf32> = #amp.init<zeros>
amp.variable parameter @b_hh : tensor<64xf32> = #amp.init<zeros>
amp.optimizer sgd @optimizer [@w_ih, @w_hh, @b_ih, @b_hh] {lr = 0.1 : f64}
func.func @train(%x: tensor<4x5x8xf32>, %y: tensor<4x5x16xf32>) -> tensor<f32> {
  %w_ih = amp.read @w_ih : tensor<64x8xf32>
  %w_hh = amp.read @w_hh : tensor<64x16xf32>
  %b_ih = amp.read @b_ih : tensor<64xf32>
  %b_hh = amp.read @b_hh : tensor<64xf32>
  %zero = amp.constant dense<0.0> : tensor<1x4x16xf32>
  %h:3 = amp.lstm %x, %zero, %zero, %w_ih, %w_hh, %b_ih, %b_hh {batch_first = true} : (tensor<4x5x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<4x5x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  %l = amp.mse_loss %h#0, %y {reduction = #amp.reduction<mean>} : (tensor<4x5x16xf32>, tensor<4x5x16xf32>) -> tensor<f32>
  %d:4 = amp.backward %l wrt(%w_ih, %w_hh, %b_ih, %b_hh) : (tensor<f32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>)
  amp.step @optimizer(%d#0, %d#1, %d#2, %d#3) : tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>
  return %l : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @train(
// CHECK: amprt.repeat 5 times {
// CHECK-NOT: {{amprt.launch|amprt.fill|memref.copy}}
// CHECK: amprt.gemm
// CHECK-NOT: {{amprt.gemm|amprt.fill|memref.copy}}
// CHECK: amprt.launch
// CHECK-NOT: {{amprt.gemm|amprt.launch|amprt.fill|memref.copy}}
// CHECK: {{^    [}]$}}
// CHECK: amprt.repeat 5 times {
// CHECK-NOT: {{amprt.gemm|amprt.fill|memref.copy}}
// CHECK: amprt.launch
// CHECK-NOT: {{amprt.launch|amprt.fill|memref.copy}}
// CHECK: amprt.gemm
// CHECK-NOT: {{amprt.gemm|amprt.launch|amprt.fill|memref.copy}}
// CHECK: {{^    [}]$}}
// CHECK-NOT: amprt.repeat
// CHECK: return
amp.variable parameter @w_ih : tensor<48x8xf32> = #amp.init<zeros>
amp.variable parameter @w_hh : tensor<48x16xf32> = #amp.init<zeros>
amp.variable parameter @b_ih : tensor<48xf32> = #amp.init<zeros>
amp.variable parameter @b_hh : tensor<48xf32> = #amp.init<zeros>
amp.optimizer sgd @optimizer [@w_ih, @w_hh, @b_ih, @b_hh] {lr = 0.1 : f64}
func.func @train(%x: tensor<4x5x8xf32>, %y: tensor<4x5x16xf32>) -> tensor<f32> {
  %w_ih = amp.read @w_ih : tensor<48x8xf32>
  %w_hh = amp.read @w_hh : tensor<48x16xf32>
  %b_ih = amp.read @b_ih : tensor<48xf32>
  %b_hh = amp.read @b_hh : tensor<48xf32>
  %zero = amp.constant dense<0.0> : tensor<1x4x16xf32>
  %h:2 = amp.gru %x, %zero, %w_ih, %w_hh, %b_ih, %b_hh {batch_first = true} : (tensor<4x5x8xf32>, tensor<1x4x16xf32>, tensor<48x8xf32>, tensor<48x16xf32>, tensor<48xf32>, tensor<48xf32>) -> (tensor<4x5x16xf32>, tensor<1x4x16xf32>)
  %l = amp.mse_loss %h#0, %y {reduction = #amp.reduction<mean>} : (tensor<4x5x16xf32>, tensor<4x5x16xf32>) -> tensor<f32>
  %d:4 = amp.backward %l wrt(%w_ih, %w_hh, %b_ih, %b_hh) : (tensor<f32>, tensor<48x8xf32>, tensor<48x16xf32>, tensor<48xf32>, tensor<48xf32>) -> (tensor<48x8xf32>, tensor<48x16xf32>, tensor<48xf32>, tensor<48xf32>)
  amp.step @optimizer(%d#0, %d#1, %d#2, %d#3) : tensor<48x8xf32>, tensor<48x16xf32>, tensor<48xf32>, tensor<48xf32>
  return %l : tensor<f32>
}
