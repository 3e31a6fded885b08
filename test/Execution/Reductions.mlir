// RUN: amp-check %s
// RUN: amp-check %s --options="level=O1 dtype=f16"
// RUN: amp-check %s --options="level=O1 dtype=bf16"
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}

func.func @sums() {
  %x = check.input dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 9.0]]> : tensor<2x3xf32>
  %all = amp.sum %x : (tensor<2x3xf32>) -> tensor<f32>
  check.equal %all, dense<24.0> : tensor<f32>
  %rows = amp.sum %x {dims = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>
  check.equal %rows, dense<[6.0, 18.0]> : tensor<2xf32>
  %mean = amp.mean %x {dims = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>
  check.equal %mean, dense<[2.0, 6.0]> : tensor<2xf32>
  %cumsum = amp.cumsum %x {dim = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.equal %cumsum, dense<[[1.0, 3.0, 6.0], [4.0, 9.0, 18.0]]> : tensor<2x3xf32>
  return
}

// Columns whose number does not divide by what a block of a GPU has, so long that blocks
// share each.
func.func @shared_columns() {
  %x = check.input dense<1.0> : tensor<517x301xf32>
  %sum = amp.sum %x {dims = array<i64: 0>} : (tensor<517x301xf32>) -> tensor<301xf32>
  check.equal %sum, dense<517.0> : tensor<301xf32>
  %y = check.input dense<2.0> : tensor<2011x300xf32>
  %amax = amp.amax %y {dims = array<i64: 0>} : (tensor<2011x300xf32>) -> tensor<300xf32>
  check.equal %amax, dense<2.0> : tensor<300xf32>
  return
}

// Divided by n - 1: (1 + 0 + 1) / 2 and (4 + 1 + 9) / 2.
func.func @variance() {
  %x = check.input dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 9.0]]> : tensor<2x3xf32>
  %var = amp.var %x {dims = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>
  check.equal %var, dense<[1.0, 7.0]> : tensor<2xf32>
  return
}

// The first of equal elements, and NaN before all others.
func.func @extremes() {
  %x = check.input dense<[[2.0, 7.0, 7.0], [0x7FC00000, 9.0, 1.0]]> : tensor<2x3xf32>
  %amax = amp.amax %x {dims = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>
  check.equal %amax, dense<[7.0, 0x7FC00000]> : tensor<2xf32>
  %argmax = amp.argmax %x {dim = 1 : i64} : (tensor<2x3xf32>) -> tensor<2xi64>
  check.equal %argmax, dense<[1, 0]> : tensor<2xi64>
  return
}

// Equal elements in their order, NaN above all; the gradient goes to where they were.
func.func @topk() {
  %x = check.input dense<[[2.0, 7.0, 1.0, 7.0], [0x7FC00000, 9.0, 1.0, 3.0]]> : tensor<2x4xf32>
  %most, %where = amp.topk %x {k = 3 : i64} : (tensor<2x4xf32>) -> (tensor<2x3xf32>, tensor<2x3xi64>)
  check.equal %most, dense<[[7.0, 7.0, 2.0], [0x7FC00000, 9.0, 3.0]]> : tensor<2x3xf32>
  check.equal %where, dense<[[1, 3, 0], [0, 1, 3]]> : tensor<2x3xi64>
  %least, %place = amp.topk %x {k = 1 : i64, largest = false} : (tensor<2x4xf32>) -> (tensor<2x1xf32>, tensor<2x1xi64>)
  check.equal %least, dense<1.0> : tensor<2x1xf32>
  check.equal %place, dense<2> : tensor<2x1xi64>
  %w = check.input dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %y = amp.mul %most, %w : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %loss = amp.sum %y : (tensor<2x3xf32>) -> tensor<f32>
  %dx = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  check.equal %dx, dense<[[30.0, 10.0, 0.0, 20.0], [10.0, 20.0, 0.0, 30.0]]> : tensor<2x4xf32>
  return
}

// Of a long row few are chosen chunk by chunk, and many by a sort: equal elements stay in their
// order, and the row's last element comes first or last.
func.func @topk_of_long_rows() {
  %ones = check.input dense<1.0> : tensor<299xf32>
  %two = check.input dense<2.0> : tensor<1xf32>
  %x = amp.concat %ones, %two {dim = 0 : i64} : (tensor<299xf32>, tensor<1xf32>) -> tensor<300xf32>
  %few, %places = amp.topk %x {k = 3 : i64} : (tensor<300xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  check.equal %few, dense<[2.0, 1.0, 1.0]> : tensor<3xf32>
  check.equal %places, dense<[299, 0, 1]> : tensor<3xi64>
  %many, %order = amp.topk %x {k = 40 : i64, largest = false} : (tensor<300xf32>) -> (tensor<40xf32>, tensor<40xi64>)
  check.equal %many, dense<1.0> : tensor<40xf32>
  check.equal %order, dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39]> : tensor<40xi64>
  %loss = amp.sum %few : (tensor<3xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%ones, %two) : (tensor<f32>, tensor<299xf32>, tensor<1xf32>) -> (tensor<299xf32>, tensor<1xf32>)
  %sum = amp.sum %g#0 : (tensor<299xf32>) -> tensor<f32>
  check.equal %sum, dense<2.0> : tensor<f32>
  check.equal %g#1, dense<1.0> : tensor<1xf32>
  return
}

// 2048 + 1 + 1 is 2048 where each sum is rounded to f16, and 2050 where the last one is.
func.func @accumulation() {
  %x = check.input dense<[2048.0, 1.0, 1.0]> : tensor<3xf16>
  %sum = amp.sum %x : (tensor<3xf16>) -> tensor<f16>
  check.equal %sum, dense<2050.0> : tensor<f16>
  return
}
