// RUN: amp-opt %s --amp-infer-index-ranges | FileCheck %s

// Class numbers, and the one that is ignored; once for two losses of one kind.
// CHECK-LABEL: func.func @classes
// CHECK-SAME: %arg1: tensor<4xi64> {amp.index_ranges = [#amp.index_range<0, 10 ignored -100 for "'amp.cross_entropy' at {{.*}}mlir:[[@LINE+4]]:8">]}
// CHECK-SAME: %arg2: tensor<4xi64> {amp.index_ranges = [#amp.index_range<0, 10 ignored 255 for "'amp.nll_loss' at 'picture'">]}
func.func @classes(%x: tensor<4x10xf32>, %t: tensor<4xi64>, %u: tensor<4xi64>)
    -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %a = amp.cross_entropy %x, %t : (tensor<4x10xf32>, tensor<4xi64>) -> tensor<f32>
  %b = amp.cross_entropy %x, %t {label_smoothing = 0.1 : f64}
      : (tensor<4x10xf32>, tensor<4xi64>) -> tensor<f32> loc("again")
  %c = amp.nll_loss %x, %u {ignore_index = 255 : i64}
      : (tensor<4x10xf32>, tensor<4xi64>) -> tensor<f32> loc("picture")
  return %a, %b, %c : tensor<f32>, tensor<f32>, tensor<f32>
}

// Elements pass through changes of shape and wider types; two ops may ask for different
// things.
// CHECK-LABEL: func.func @passed_on
// CHECK-SAME: %arg1: tensor<2x2xui8> {amp.index_ranges = [
// CHECK-SAME: #amp.index_range<0, 5 ignored -100 for "'amp.cross_entropy'
// CHECK-SAME: #amp.index_range<0, 3 for "'amp.embedding'
func.func @passed_on(%table: tensor<3x5xf32>, %i: tensor<2x2xui8>)
    -> (tensor<4x5xf32>, tensor<f32>) {
  %t = amp.transpose %i {permutation = array<i64: 1, 0>} : (tensor<2x2xui8>) -> tensor<2x2xui8>
  %v = amp.reshape %t {shape = array<i64: 4>} : (tensor<2x2xui8>) -> tensor<4xui8>
  %w = amp.cast %v : tensor<4xui8> to tensor<4xi64>
  %y = amp.embedding %table, %w : (tensor<3x5xf32>, tensor<4xi64>) -> tensor<4x5xf32>
  %l = amp.cross_entropy %y, %v : (tensor<4x5xf32>, tensor<4xui8>) -> tensor<f32>
  return %y, %l : tensor<4x5xf32>, tensor<f32>
}

// Places along a dimension, and such as count from the end.
// CHECK-LABEL: func.func @places
// CHECK-SAME: %arg1: tensor<2xi64> {amp.index_ranges = [#amp.index_range<0, 8 for "'amp.index_select'
// CHECK-SAME: %arg2: tensor<2xi64> {amp.index_ranges = [#amp.index_range<-4, 4 for "'amp.index_put'
func.func @places(%x: tensor<4x8xf32>, %i: tensor<2xi64>, %j: tensor<2xi64>, %v: tensor<2x8xf32>)
    -> (tensor<4x2xf32>, tensor<4x8xf32>) {
  %a = amp.index_select %x, %i {dim = -1 : i64} : (tensor<4x8xf32>, tensor<2xi64>) -> tensor<4x2xf32>
  %b = amp.index_put %x, %j, %v
      : (tensor<4x8xf32>, tensor<2xi64>, tensor<2x8xf32>) -> tensor<4x8xf32>
  return %a, %b : tensor<4x2xf32>, tensor<4x8xf32>
}

// What is computed with, cut off or narrowed may hold anything, as may what is no index,
// and what has a number of classes that is not known.
// CHECK-LABEL: func.func @anything
// CHECK-NOT: amp.index_ranges
// CHECK: return
func.func @anything(%x: tensor<2x10xf32>, %i: tensor<4xi64>, %j: tensor<2xi64>, %k: tensor<2xi64>,
    %u: tensor<2x?xf32>, %n: tensor<2xi64>)
    -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<2x10xf32>, tensor<f32>) {
  %s = amp.slice %i {offsets = array<i64: 0>, sizes = array<i64: 2>} : (tensor<4xi64>) -> tensor<2xi64>
  %a = amp.cross_entropy %x, %s : (tensor<2x10xf32>, tensor<2xi64>) -> tensor<f32>
  %one = amp.constant dense<1> : tensor<2xi64>
  %d = amp.sub %j, %one : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %b = amp.cross_entropy %x, %d : (tensor<2x10xf32>, tensor<2xi64>) -> tensor<f32>
  %e = amp.cast %k : tensor<2xi64> to tensor<2xui8>
  %c = amp.cross_entropy %x, %e : (tensor<2x10xf32>, tensor<2xui8>) -> tensor<f32>
  %h = amp.one_hot %k {classes = 10 : i64, dtype = f32} : (tensor<2xi64>) -> tensor<2x10xf32>
  %f = amp.cross_entropy %u, %n : (tensor<2x?xf32>, tensor<2xi64>) -> tensor<f32>
  return %a, %b, %c, %h, %f : tensor<f32>, tensor<f32>, tensor<f32>, tensor<2x10xf32>, tensor<f32>
}

// CHECK-LABEL: func.func private @declared
func.func private @declared(tensor<4xi64>)

// Slices of a sequence are its elements.
// CHECK-LABEL: func.func @steps
// CHECK-SAME: %arg1: tensor<5x4xi64> {amp.index_ranges = [#amp.index_range<0, 3 for "'amp.embedding'
func.func @steps(%table: tensor<3x8xf32>, %i: tensor<5x4xi64>) -> tensor<5x4x8xf32> {
  %ys = amp.scan each(%i) with(%table) : (tensor<5x4xi64>, tensor<3x8xf32>) -> tensor<5x4x8xf32> {
  ^bb0(%k: tensor<4xi64>, %t: tensor<3x8xf32>):
    %y = amp.embedding %t, %k : (tensor<3x8xf32>, tensor<4xi64>) -> tensor<4x8xf32>
    amp.yield %y : tensor<4x8xf32>
  }
  return %ys : tensor<5x4x8xf32>
}
