// RUN: amp-opt %s --amp-decompose -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-decompose=target=cuda -split-input-file | FileCheck %s --check-prefix=CUDA

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

// The bits, as signed numbers, are compared with p; 35 elements take 9 blocks.
// CHECK-LABEL: func.func @dropout
// CHECK-SAME: (%[[X:.*]]: tensor<5x7xbf16>, %[[STATE:.*]]: tensor<2xi64>)
// CHECK-DAG: %[[BITS:.*]] = amp.random_bits %[[STATE]] {shape = array<i64: 5, 7>} : (tensor<2xi64>) -> tensor<5x7xi32>
// CHECK-DAG: %[[LEAST:.*]] = amp.constant dense<-2147483648> : tensor<i32>
// CHECK: %[[SIGNED:.*]] = amp.add %[[BITS]], %[[LEAST]]
// CHECK: %[[P:.*]] = amp.constant dense<-1073741824> : tensor<i32>
// CHECK: %[[KEPT:.*]] = amp.compare ge, %[[SIGNED]], %[[P]]
// CHECK-DAG: %[[WIDE:.*]] = amp.cast %[[X]] : tensor<5x7xbf16> to tensor<5x7xf32>
// CHECK-DAG: %[[SCALE:.*]] = amp.constant dense<1.33333337> : tensor<f32>
// CHECK: %[[SCALED:.*]] = amp.mul %[[WIDE]], %[[SCALE]]
// CHECK-DAG: %[[Y:.*]] = amp.cast %[[SCALED]] : tensor<5x7xf32> to tensor<5x7xbf16>
// CHECK-DAG: %[[ZERO:.*]] = amp.constant dense<0.000000e+00> : tensor<bf16>
// CHECK: %[[RESULT:.*]] = amp.where %[[KEPT]], %[[Y]], %[[ZERO]]
// CHECK: %[[USED:.*]] = amp.constant dense<[0, 9]> : tensor<2xi64>
// CHECK: %[[NEXT:.*]] = amp.add %[[STATE]], %[[USED]]
// CHECK: return %[[RESULT]], %[[NEXT]]
func.func @dropout(%x: tensor<5x7xbf16>, %s: tensor<2xi64>) -> (tensor<5x7xbf16>, tensor<2xi64>) {
  %y, %n = amp.dropout %x, %s {p = 0.25 : f64} : (tensor<5x7xbf16>, tensor<2xi64>) -> (tensor<5x7xbf16>, tensor<2xi64>)
  return %y, %n : tensor<5x7xbf16>, tensor<2xi64>
}

// CHECK-LABEL: func.func @dropout_evaluation
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[STATE:.*]]: tensor<2xi64>)
// CHECK-NEXT: return %[[X]], %[[STATE]]
func.func @dropout_evaluation(%x: tensor<8xf32>, %s: tensor<2xi64>) -> (tensor<8xf32>, tensor<2xi64>) {
  %y, %n = amp.dropout %x, %s {training = false} : (tensor<8xf32>, tensor<2xi64>) -> (tensor<8xf32>, tensor<2xi64>)
  return %y, %n : tensor<8xf32>, tensor<2xi64>
}

// -----

//===----------------------------------------------------------------------===//
// Normalization
//===----------------------------------------------------------------------===//

// Two passes in f32, one rounding; the statistics are not rounded to f16. What the rounded mean leaves is taken off.
// CHECK-LABEL: func.func @batch_norm
// CHECK-SAME: (%[[IN:.*]]: tensor<4x8xf16>, %[[W:.*]]: tensor<8xf32>, %[[M:.*]]: tensor<8xf32>, %[[V:.*]]: tensor<8xf32>)
// CHECK: %[[X:.*]] = amp.cast %[[IN]] : tensor<4x8xf16> to tensor<4x8xf32>
// CHECK: %[[MEAN:.*]] = amp.mean %[[X]] {dims = array<i64: 0>, keepdim = true}
// CHECK: %[[CENTRED:.*]] = amp.sub %[[X]], %[[MEAN]]
// CHECK: %[[SQUARE:.*]] = amp.mul %[[CENTRED]], %[[CENTRED]]
// CHECK: %[[VAR:.*]] = amp.mean %[[SQUARE]] {dims = array<i64: 0>, keepdim = true}
// CHECK: %[[REST:.*]] = amp.mean %[[CENTRED]] {dims = array<i64: 0>, keepdim = true}
// CHECK: %[[EXACT:.*]] = amp.sub %[[CENTRED]], %[[REST]]
// CHECK: %[[ROOT:.*]] = amp.rsqrt
// CHECK: amp.mul %[[EXACT]], %[[ROOT]]
// CHECK: amp.cast %{{.*}} : tensor<4x8xf32> to tensor<4x8xf16>
// 4 / 3.
// CHECK: amp.constant dense<1.33333337> : tensor<f32>
// CHECK-NOT: f16
// CHECK: return
func.func @batch_norm(%x: tensor<4x8xf16>, %w: tensor<8xf32>, %m: tensor<8xf32>, %v: tensor<8xf32>)
    -> (tensor<4x8xf16>, tensor<8xf32>, tensor<8xf32>) {
  %y, %mean, %var = amp.batch_norm %x weight(%w) running_mean(%m) running_var(%v) {training = true}
    : (tensor<4x8xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf16>, tensor<8xf32>, tensor<8xf32>)
  return %y, %mean, %var : tensor<4x8xf16>, tensor<8xf32>, tensor<8xf32>
}

// -----

//===----------------------------------------------------------------------===//
// Convolutions and pooling
//===----------------------------------------------------------------------===//

// A convolution of a library, which adds the bias and rounds; what compute_type says is
// passed on.
// CHECK-LABEL: func.func @conv2d
// CHECK-NEXT: %[[Y:.*]] = amp.convolution %{{.*}}, %{{.*}}, %{{.*}} {compute_type = f32, dilation = array<i64: 1, 1>, padding = array<i64: 1, 1>, stride = array<i64: 1, 1>} : (tensor<4x3x16x16xf16>, tensor<8x3x3x3xf16>, tensor<8xf16>) -> tensor<4x8x16x16xf16>
// CHECK-NEXT: return %[[Y]]

// Without it, a product of 16-bit operands for each sample with an f32 result.
// CUDA-LABEL: func.func @conv2d
// CUDA: amp.im2col %{{.*}} {dilation = array<i64: 1, 1>, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 1>, stride = array<i64: 1, 1>} : (tensor<4x3x16x16xf16>) -> tensor<4x27x256xf16>
// CUDA: amp.matmul %{{.*}}, %{{.*}} {compute_type = f32} : (tensor<8x27xf16>, tensor<4x27x256xf16>) -> tensor<4x8x256xf32>
// CUDA: amp.add
// CUDA: amp.cast %{{.*}} : tensor<4x8x16x16xf32> to tensor<4x8x16x16xf16>
func.func @conv2d(%x: tensor<4x3x16x16xf16>, %w: tensor<8x3x3x3xf16>, %b: tensor<8xf16>) -> tensor<4x8x16x16xf16> {
  %y = amp.conv2d %x, %w, %b {padding = array<i64: 1, 1>, compute_type = f32}
    : (tensor<4x3x16x16xf16>, tensor<8x3x3x3xf16>, tensor<8xf16>) -> tensor<4x8x16x16xf16>
  return %y : tensor<4x8x16x16xf16>
}

// What a transposed convolution computes is the derivative of a convolution by its input;
// the bias is added to the f32 sums. With 4 elements of output padding and a stride of 2
// there is room for two windows more, of zeros.
// CHECK-LABEL: func.func @conv_transpose1d
// CHECK: %[[X:.*]] = amp.slice_backward %{{.*}} {offsets = array<i64: 0, 0, 0>, shape = array<i64: 4, 6, 7>
// CHECK: amp.convolution_backward_input %[[X]], %{{.*}} {compute_type = f32, dilation = array<i64: 5>, groups = 2 : i64, padding = array<i64: 0>, size = array<i64: 18>, stride = array<i64: 2>} : (tensor<4x6x7xf16>, tensor<6x3x2xf16>) -> tensor<4x6x18xf32>
// CHECK: amp.add
// CHECK: amp.cast %{{.*}} : tensor<4x6x18xf32> to tensor<4x6x18xf16>
func.func @conv_transpose1d(%x: tensor<4x6x5xf16>, %w: tensor<6x3x2xf16>, %b: tensor<6xf16>) -> tensor<4x6x18xf16> {
  %y = amp.conv_transpose1d %x, %w, %b {stride = array<i64: 2>, dilation = array<i64: 5>, output_padding = array<i64: 4>, groups = 2 : i64}
    : (tensor<4x6x5xf16>, tensor<6x3x2xf16>, tensor<6xf16>) -> tensor<4x6x18xf16>
  return %y : tensor<4x6x18xf16>
}

// One op, which compares exactly.
// CHECK-LABEL: func.func @max_pool2d
// CHECK: %[[X:.*]] = amp.reshape %{{.*}} {shape = array<i64: 2, 36, 1>}
// CHECK: %[[VALUES:.*]], %{{.*}} = amp.max_windows %[[X]] {begin = array<i64: -1, -1>, count = array<i64: 3, 3>, divisor = array<i64: 1, 1>, end = array<i64: 2, 2>, size = array<i64: 6, 6>, step = array<i64: 1, 1>, stride = array<i64: 2, 2>} : (tensor<2x36x1xf16>) -> (tensor<2x9x1xf16>, tensor<2x9x1xi32>)
// CHECK-NEXT: amp.reshape %[[VALUES]] {shape = array<i64: 1, 2, 3, 3>}
// CHECK-NEXT: return
func.func @max_pool2d(%x: tensor<1x2x6x6xf16>) -> tensor<1x2x3x3xf16> {
  %y = amp.max_pool2d %x {kernel_size = array<i64: 3, 3>, stride = array<i64: 2, 2>, padding = array<i64: 1, 1>}
    : (tensor<1x2x6x6xf16>) -> tensor<1x2x3x3xf16>
  return %y : tensor<1x2x3x3xf16>
}

// -----

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

// Scores and probabilities are f32.
// CHECK-LABEL: func.func @attention
// CHECK: %[[Y:.*]], %{{.*}} = amp.attention %{{.*}} {compute_type = f32, is_causal = true, scale = {{.*}}} : (tensor<1x2x4x3xbf16>, tensor<1x2x5x3xbf16>, tensor<1x2x5x3xbf16>) -> (tensor<1x2x4x3xbf16>, tensor<1x2x4xf32>)
// CHECK: amp.reshape %[[Y]] {shape = array<i64: 2, 4, 3>}
func.func @attention(%q: tensor<2x4x3xbf16>, %k: tensor<2x5x3xbf16>) -> tensor<2x4x3xbf16> {
  %y = amp.scaled_dot_product_attention %q, %k, %k {is_causal = true}
    : (tensor<2x4x3xbf16>, tensor<2x5x3xbf16>, tensor<2x5x3xbf16>) -> tensor<2x4x3xbf16>
  return %y : tensor<2x4x3xbf16>
}
