// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Recurrent: every op comes back as it was written: pretty, generic and as bytecode.
// Operands have sizes that make each dimension of the result tell where it comes from.

// CHECK-LABEL: func.func @cells(
func.func @cells(%x: tensor<4x8xf16>, %s: tensor<4x16xf16>,
                 %wi: tensor<64x8xf16>, %wh: tensor<64x16xf16>, %b: tensor<64xf16>,
                 %wi3: tensor<48x8xf16>, %wh3: tensor<48x16xf16>, %b3: tensor<48xf16>,
                 %wi1: tensor<16x8xf16>, %wh1: tensor<16x16xf16>, %b1: tensor<16xf16>,
                 %xd: tensor<?x8xf16>, %sd: tensor<?x?xf16>) {
  // CHECK: amp.lstm_cell %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<4x16xf16>, tensor<64x8xf16>, tensor<64x16xf16>, tensor<64xf16>, tensor<64xf16>) -> (tensor<4x16xf16>, tensor<4x16xf16>)
  %h0, %c0 = amp.lstm_cell %x, %s, %s, %wi, %wh, %b, %b : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<4x16xf16>, tensor<64x8xf16>, tensor<64x16xf16>, tensor<64xf16>, tensor<64xf16>) -> (tensor<4x16xf16>, tensor<4x16xf16>)
  // CHECK: amp.lstm_cell %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {compute_type = f32} : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<4x16xf16>, tensor<64x8xf16>, tensor<64x16xf16>) -> (tensor<4x16xf16>, tensor<4x16xf16>)
  %h1, %c1 = amp.lstm_cell %x, %s, %s, %wi, %wh {compute_type = f32} : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<4x16xf16>, tensor<64x8xf16>, tensor<64x16xf16>) -> (tensor<4x16xf16>, tensor<4x16xf16>)
  // The number of hidden units is that of the weight.
  // CHECK: amp.lstm_cell %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x8xf16>, tensor<?x?xf16>, tensor<?x?xf16>, tensor<64x8xf16>, tensor<64x16xf16>) -> (tensor<?x16xf16>, tensor<?x16xf16>)
  %h2, %c2 = amp.lstm_cell %xd, %sd, %sd, %wi, %wh : (tensor<?x8xf16>, tensor<?x?xf16>, tensor<?x?xf16>, tensor<64x8xf16>, tensor<64x16xf16>) -> (tensor<?x16xf16>, tensor<?x16xf16>)
  // CHECK: amp.gru_cell %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<48x8xf16>, tensor<48x16xf16>, tensor<48xf16>, tensor<48xf16>) -> tensor<4x16xf16>
  %h3 = amp.gru_cell %x, %s, %wi3, %wh3, %b3, %b3 : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<48x8xf16>, tensor<48x16xf16>, tensor<48xf16>, tensor<48xf16>) -> tensor<4x16xf16>
  // CHECK: amp.rnn_tanh_cell %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<16x8xf16>, tensor<16x16xf16>, tensor<16xf16>, tensor<16xf16>) -> tensor<4x16xf16>
  %h4 = amp.rnn_tanh_cell %x, %s, %wi1, %wh1, %b1, %b1 : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<16x8xf16>, tensor<16x16xf16>, tensor<16xf16>, tensor<16xf16>) -> tensor<4x16xf16>
  // CHECK: amp.rnn_relu_cell %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {compute_type = f32} : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<16x8xf16>, tensor<16x16xf16>) -> tensor<4x16xf16>
  %h5 = amp.rnn_relu_cell %x, %s, %wi1, %wh1 {compute_type = f32} : (tensor<4x8xf16>, tensor<4x16xf16>, tensor<16x8xf16>, tensor<16x16xf16>) -> tensor<4x16xf16>
  return
}

// CHECK-LABEL: func.func @layers(
func.func @layers(%x: tensor<32x4x8xf32>, %s: tensor<1x4x16xf32>, %xb: tensor<4x32x8xf32>,
                  %wi: tensor<64x8xf32>, %wh: tensor<64x16xf32>, %b: tensor<64xf32>,
                  %wi3: tensor<48x8xf32>, %wh3: tensor<48x16xf32>, %b3: tensor<48xf32>,
                  %wi1: tensor<16x8xf32>, %wh1: tensor<16x16xf32>, %b1: tensor<16xf32>,
                  %xd: tensor<?x?x8xf32>) {
  // CHECK: amp.lstm %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  %y0, %h0, %c0 = amp.lstm %x, %s, %s, %wi, %wh, %b, %b : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  // CHECK: amp.lstm %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {batch_first = true, compute_type = tf32} : (tensor<4x32x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>) -> (tensor<4x32x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  %y1, %h1, %c1 = amp.lstm %xb, %s, %s, %wi, %wh {batch_first = true, compute_type = tf32} : (tensor<4x32x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>) -> (tensor<4x32x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  // CHECK: amp.lstm %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x?x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>) -> (tensor<?x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  %y2, %h2, %c2 = amp.lstm %xd, %s, %s, %wi, %wh : (tensor<?x?x8xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>, tensor<64x8xf32>, tensor<64x16xf32>) -> (tensor<?x4x16xf32>, tensor<1x4x16xf32>, tensor<1x4x16xf32>)
  // CHECK: amp.gru %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {batch_first = true} : (tensor<4x32x8xf32>, tensor<1x4x16xf32>, tensor<48x8xf32>, tensor<48x16xf32>, tensor<48xf32>, tensor<48xf32>) -> (tensor<4x32x16xf32>, tensor<1x4x16xf32>)
  %y3, %h3 = amp.gru %xb, %s, %wi3, %wh3, %b3, %b3 {batch_first = true} : (tensor<4x32x8xf32>, tensor<1x4x16xf32>, tensor<48x8xf32>, tensor<48x16xf32>, tensor<48xf32>, tensor<48xf32>) -> (tensor<4x32x16xf32>, tensor<1x4x16xf32>)
  // CHECK: amp.rnn_tanh %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<16x8xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>)
  %y4, %h4 = amp.rnn_tanh %x, %s, %wi1, %wh1, %b1, %b1 : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<16x8xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>)
  // CHECK: amp.rnn_relu %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<16x8xf32>, tensor<16x16xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>)
  %y5, %h5 = amp.rnn_relu %x, %s, %wi1, %wh1 : (tensor<32x4x8xf32>, tensor<1x4x16xf32>, tensor<16x8xf32>, tensor<16x16xf32>) -> (tensor<32x4x16xf32>, tensor<1x4x16xf32>)
  return
}

// CHECK-LABEL: func.func @stacks(
func.func @stacks(%x: tensor<32x4x8xf16>, %s: tensor<4x4x16xf16>, %wi: tensor<64x8xf16>, %wh: tensor<64x16xf16>,
                  %wo: tensor<64x32xf16>, %r: tensor<2xi64>, %line: tensor<32x8xf16>, %s2: tensor<2x16xf16>,
                  %wi1: tensor<16x8xf16>, %wh1: tensor<16x16xf16>, %b1: tensor<16xf16>, %open: tensor<?x?x8xf16>) {
  // CHECK: amp.lstm %{{.*}} random(%{{[^ ]*}}) {bidirectional = true, dropout = 5.000000e-01 : f64, num_layers = 2 : i64} : (tensor<32x4x8xf16>, tensor<4x4x16xf16>, tensor<4x4x16xf16>, tensor<64x8xf16>, tensor<64x16xf16>, tensor<64x8xf16>, tensor<64x16xf16>, tensor<64x32xf16>, tensor<64x16xf16>, tensor<64x32xf16>, tensor<64x16xf16>, tensor<2xi64>) -> (tensor<32x4x32xf16>, tensor<4x4x16xf16>, tensor<4x4x16xf16>, tensor<2xi64>)
  %y0, %h0, %c0, %n0 = amp.lstm %x, %s, %s, %wi, %wh, %wi, %wh, %wo, %wh, %wo, %wh random(%r)
    {num_layers = 2 : i64, bidirectional = true, dropout = 0.5 : f64}
    : (tensor<32x4x8xf16>, tensor<4x4x16xf16>, tensor<4x4x16xf16>, tensor<64x8xf16>, tensor<64x16xf16>, tensor<64x8xf16>, tensor<64x16xf16>, tensor<64x32xf16>, tensor<64x16xf16>, tensor<64x32xf16>, tensor<64x16xf16>, tensor<2xi64>)
    -> (tensor<32x4x32xf16>, tensor<4x4x16xf16>, tensor<4x4x16xf16>, tensor<2xi64>)
  // Of a sequence without a batch; four weights are those of two layers without biases.
  // CHECK: amp.rnn_relu %{{.*}} {batch_first = true, num_layers = 2 : i64} : (tensor<32x8xf16>, tensor<2x16xf16>, tensor<16x8xf16>, tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf16>) -> (tensor<32x16xf16>, tensor<2x16xf16>)
  %y1, %h1 = amp.rnn_relu %line, %s2, %wi1, %wh1, %wh1, %wh1 {num_layers = 2 : i64, batch_first = true}
    : (tensor<32x8xf16>, tensor<2x16xf16>, tensor<16x8xf16>, tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf16>) -> (tensor<32x16xf16>, tensor<2x16xf16>)
  // CHECK: amp.rnn_tanh %{{.*}} {bidirectional = true} : (tensor<32x8xf16>, tensor<2x16xf16>, tensor<16x8xf16>, tensor<16x16xf16>, tensor<16xf16>, tensor<16xf16>, tensor<16x8xf16>, tensor<16x16xf16>, tensor<16xf16>, tensor<16xf16>) -> (tensor<32x32xf16>, tensor<2x16xf16>)
  %y2, %h2 = amp.rnn_tanh %line, %s2, %wi1, %wh1, %b1, %b1, %wi1, %wh1, %b1, %b1 {bidirectional = true}
    : (tensor<32x8xf16>, tensor<2x16xf16>, tensor<16x8xf16>, tensor<16x16xf16>, tensor<16xf16>, tensor<16xf16>, tensor<16x8xf16>, tensor<16x16xf16>, tensor<16xf16>, tensor<16xf16>) -> (tensor<32x32xf16>, tensor<2x16xf16>)
  // CHECK: amp.lstm %{{.*}} {batch_first = true, bidirectional = true, num_layers = 2 : i64} : (tensor<?x?x8xf16>, {{.*}}) -> (tensor<4x?x32xf16>, tensor<4x4x16xf16>, tensor<4x4x16xf16>)
  %y3, %h3, %c3 = amp.lstm %open, %s, %s, %wi, %wh, %wi, %wh, %wo, %wh, %wo, %wh {num_layers = 2 : i64, bidirectional = true, batch_first = true}
    : (tensor<?x?x8xf16>, tensor<4x4x16xf16>, tensor<4x4x16xf16>, tensor<64x8xf16>, tensor<64x16xf16>, tensor<64x8xf16>, tensor<64x16xf16>, tensor<64x32xf16>, tensor<64x16xf16>, tensor<64x32xf16>, tensor<64x16xf16>)
    -> (tensor<4x?x32xf16>, tensor<4x4x16xf16>, tensor<4x4x16xf16>)
  return
}

// CHECK-LABEL: func.func @lengths(
func.func @lengths(%x: tensor<32x4x8xf16>, %s: tensor<1x4x16xf16>, %s2: tensor<2x4x16xf16>,
                   %wi: tensor<64x8xf16>, %wh: tensor<64x16xf16>, %wi3: tensor<48x8xf16>, %wh3: tensor<48x16xf16>,
                   %wi1: tensor<16x8xf16>, %wh1: tensor<16x16xf16>, %n: tensor<4xi64>, %n32: tensor<4xi32>,
                   %open: tensor<?x?x8xf16>, %some: tensor<?xi64>, %r: tensor<2xi64>) {
  // CHECK: amp.lstm %{{.*}} lengths(%{{[^ ]*}}) : (tensor<32x4x8xf16>, tensor<1x4x16xf16>, tensor<1x4x16xf16>, tensor<64x8xf16>, tensor<64x16xf16>, tensor<4xi64>) -> (tensor<32x4x16xf16>, tensor<1x4x16xf16>, tensor<1x4x16xf16>)
  %y0, %h0, %c0 = amp.lstm %x, %s, %s, %wi, %wh lengths(%n) : (tensor<32x4x8xf16>, tensor<1x4x16xf16>, tensor<1x4x16xf16>, tensor<64x8xf16>, tensor<64x16xf16>, tensor<4xi64>) -> (tensor<32x4x16xf16>, tensor<1x4x16xf16>, tensor<1x4x16xf16>)
  // CHECK: amp.gru %{{.*}} lengths(%{{[^ ]*}}) : (tensor<32x4x8xf16>, tensor<1x4x16xf16>, tensor<48x8xf16>, tensor<48x16xf16>, tensor<4xi32>) -> (tensor<32x4x16xf16>, tensor<1x4x16xf16>)
  %y1, %h1 = amp.gru %x, %s, %wi3, %wh3 lengths(%n32) : (tensor<32x4x8xf16>, tensor<1x4x16xf16>, tensor<48x8xf16>, tensor<48x16xf16>, tensor<4xi32>) -> (tensor<32x4x16xf16>, tensor<1x4x16xf16>)
  // CHECK: amp.rnn_relu %{{.*}} lengths(%{{[^ ]*}}) {batch_first = true} : (tensor<?x?x8xf16>, tensor<1x4x16xf16>, tensor<16x8xf16>, tensor<16x16xf16>, tensor<?xi64>) -> (tensor<4x?x16xf16>, tensor<1x4x16xf16>)
  %y2, %h2 = amp.rnn_relu %open, %s, %wi1, %wh1 lengths(%some) {batch_first = true} : (tensor<?x?x8xf16>, tensor<1x4x16xf16>, tensor<16x8xf16>, tensor<16x16xf16>, tensor<?xi64>) -> (tensor<4x?x16xf16>, tensor<1x4x16xf16>)
  // CHECK: amp.rnn_tanh %{{.*}} lengths(%{{[^ ]*}}) random(%{{[^ ]*}}) {dropout = 5.000000e-01 : f64, num_layers = 2 : i64} : (tensor<32x4x8xf16>, tensor<2x4x16xf16>, tensor<16x8xf16>, tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf16>, tensor<4xi64>, tensor<2xi64>) -> (tensor<32x4x16xf16>, tensor<2x4x16xf16>, tensor<2xi64>)
  %y3, %h3, %next = amp.rnn_tanh %x, %s2, %wi1, %wh1, %wh1, %wh1 lengths(%n) random(%r) {num_layers = 2 : i64, dropout = 0.5 : f64}
    : (tensor<32x4x8xf16>, tensor<2x4x16xf16>, tensor<16x8xf16>, tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf16>, tensor<4xi64>, tensor<2xi64>)
    -> (tensor<32x4x16xf16>, tensor<2x4x16xf16>, tensor<2xi64>)
  return
}
