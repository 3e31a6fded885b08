// RUN: amp-opt %s --amp-pipeline | FileCheck %s
// RUN: amp-opt %s --amp-pipeline="target=cuda" | FileCheck %s
// RUN: amp-opt %s --amp-pipeline="level=O2 dtype=bf16" | FileCheck %s

// Every op that moves or reduces elements reaches the program, in odd shapes too: no
// elements, scalars, strided parts, broadcasts. Nothing is left but launches, copies
// and views.

// CHECK-LABEL: func.func @ops(
// CHECK-NOT: {{linalg\.|tensor\.|bufferization\.|memref\.alloc|amp\.[a-z]+ %}}
// CHECK: return{{$}}
func.func @ops(%x: tensor<4x6xf32>, %e: tensor<0x6xf32>, %s: tensor<f32>, %b: tensor<4x6xui8>,
               %i: tensor<4xi16>, %p: tensor<4x6xi1>, %d: tensor<4x6xf64>, %h: tensor<4x6xf16>)
    -> (tensor<8x3xf32>, tensor<6x4xf32>, tensor<2x4x6xf32>, tensor<4x3xf32>, tensor<4x6xf32>,
        tensor<4x9xf32>, tensor<f32>, tensor<6xf32>, tensor<f32>, tensor<0x6xf32>, tensor<4x6xi8>,
        tensor<4xi64>, tensor<4x7xf32>, tensor<i1>, tensor<4x6xf32>, tensor<f64>, tensor<6xf16>,
        tensor<4x6xf32>, tensor<4x6xui8>, tensor<4x6xf32>) {
  %reshape = amp.reshape %x {shape = array<i64: 8, 3>} : (tensor<4x6xf32>) -> tensor<8x3xf32>
  %transpose = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %broadcast = amp.broadcast_to %x {shape = array<i64: 2, 4, 6>} : (tensor<4x6xf32>) -> tensor<2x4x6xf32>
  %slice = amp.slice %x {offsets = array<i64: 0, 1>, sizes = array<i64: 4, 3>, strides = array<i64: 1, 2>} : (tensor<4x6xf32>) -> tensor<4x3xf32>
  %scatter = amp.slice_backward %slice {shape = array<i64: 4, 6>, offsets = array<i64: 0, 1>, strides = array<i64: 1, 2>} : (tensor<4x3xf32>) -> tensor<4x6xf32>
  %concat = amp.concat %x, %slice {dim = 1 : i64} : (tensor<4x6xf32>, tensor<4x3xf32>) -> tensor<4x9xf32>
  %mean = amp.mean %x : (tensor<4x6xf32>) -> tensor<f32>
  %empty = amp.sum %e {dims = array<i64: 0>} : (tensor<0x6xf32>) -> tensor<6xf32>
  %scalar = amp.exp %s : (tensor<f32>) -> tensor<f32>
  %nothing = amp.relu %e : (tensor<0x6xf32>) -> tensor<0x6xf32>
  %bytes = amp.cast %b : tensor<4x6xui8> to tensor<4x6xi8>
  %argmax = amp.argmax %x {dim = 1 : i64} : (tensor<4x6xf32>) -> tensor<4xi64>
  %hot = amp.one_hot %i {classes = 7 : i64, dtype = f32} : (tensor<4xi16>) -> tensor<4x7xf32>
  %any = amp.any %p : (tensor<4x6xi1>) -> tensor<i1>
  %where = amp.where %p, %x, %s : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  %max = amp.amax %d : (tensor<4x6xf64>) -> tensor<f64>
  %min = amp.amin %h {dims = array<i64: 0>} : (tensor<4x6xf16>) -> tensor<6xf16>
  %softmax = amp.softmax %x {dim = 0 : i64} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %reshape, %transpose, %broadcast, %slice, %scatter, %concat, %mean, %empty, %scalar, %nothing,
         %bytes, %argmax, %hot, %any, %where, %max, %min, %softmax, %b, %x
    : tensor<8x3xf32>, tensor<6x4xf32>, tensor<2x4x6xf32>, tensor<4x3xf32>, tensor<4x6xf32>,
      tensor<4x9xf32>, tensor<f32>, tensor<6xf32>, tensor<f32>, tensor<0x6xf32>, tensor<4x6xi8>,
      tensor<4xi64>, tensor<4x7xf32>, tensor<i1>, tensor<4x6xf32>, tensor<f64>, tensor<6xf16>,
      tensor<4x6xf32>, tensor<4x6xui8>, tensor<4x6xf32>
}
