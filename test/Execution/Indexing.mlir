// RUN: amp-check %s
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}

func.func @reads() {
  %x = check.input dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %i = check.input dense<[2, 0]> : tensor<2xi64>
  %j = check.input dense<[[0, 0], [2, 1]]> : tensor<2x2xi64>
  %select = amp.index_select %x, %i {dim = 1 : i64} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  check.equal %select, dense<[[3.0, 1.0], [6.0, 4.0]]> : tensor<2x2xf32>
  %gather = amp.gather %x, %j {dim = 1 : i64} : (tensor<2x3xf32>, tensor<2x2xi64>) -> tensor<2x2xf32>
  check.equal %gather, dense<[[1.0, 1.0], [6.0, 5.0]]> : tensor<2x2xf32>
  %hot = amp.one_hot %i {classes = 3 : i64, dtype = f32} : (tensor<2xi64>) -> tensor<2x3xf32>
  check.equal %hot, dense<[[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]> : tensor<2x3xf32>
  return
}

// A row that is read twice gets both gradients.
func.func @embedding() {
  %w = check.input dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %i = check.input dense<[2, 0, 2]> : tensor<3xi64>
  %y = amp.embedding %w, %i : (tensor<3x2xf32>, tensor<3xi64>) -> tensor<3x2xf32>
  check.equal %y, dense<[[5.0, 6.0], [1.0, 2.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %loss = amp.sum %y : (tensor<3x2xf32>) -> tensor<f32>
  %dw = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.equal %dw, dense<[[1.0, 1.0], [0.0, 0.0], [2.0, 2.0]]> : tensor<3x2xf32>
  return
}

// The row of padding has no gradient, an index that does not exist a row of NaN and none.
// What is NaN stays in its row.
func.func @padding() {
  %w = check.input dense<[[1.0, 2.0], [3.0, 0x7FC00000], [5.0, 6.0]]> : tensor<3x2xf32>
  %i = check.input dense<[[2, 0], [0, 3]]> : tensor<2x2xi32>
  %y = amp.embedding %w, %i {padding_idx = -1 : i64} : (tensor<3x2xf32>, tensor<2x2xi32>) -> tensor<2x2x2xf32>
  check.equal %y, dense<[[[5.0, 6.0], [1.0, 2.0]], [[1.0, 2.0], [0x7FC00000, 0x7FC00000]]]> : tensor<2x2x2xf32>
  %loss = amp.sum %y : (tensor<2x2x2xf32>) -> tensor<f32>
  %dw = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.equal %dw, dense<[[2.0, 2.0], [0.0, 0.0], [0.0, 0.0]]> : tensor<3x2xf32>
  return
}

// Sums of f16 are f32, and rounded once: 2048 + 1 + 1 is 2050.
func.func @places() {
  %x = check.input dense<[[[2048.0], [1.0], [1.0], [7.0]]]> : tensor<1x4x1xf16>
  %i = check.input dense<[[[1], [1], [1], [-1]]]> : tensor<1x4x1xi64>
  %sum = amp.sum_at %x, %i {size = 3 : i64} : (tensor<1x4x1xf16>, tensor<1x4x1xi64>) -> tensor<1x3x1xf16>
  check.equal %sum, dense<[[[0.0], [2050.0], [0.0]]]> : tensor<1x3x1xf16>
  %last = amp.last_at %i {size = 3 : i64} : (tensor<1x4x1xi64>) -> tensor<1x3x1xi64>
  check.equal %last, dense<[[[-1], [2], [-1]]]> : tensor<1x3x1xi64>
  %read = amp.read_at %x, %last : (tensor<1x4x1xf16>, tensor<1x3x1xi64>) -> tensor<1x3x1xf16>
  check.equal %read, dense<[[[0x7E00], [1.0], [0x7E00]]]> : tensor<1x3x1xf16>
  %zeros = amp.read_at %x, %last {zeros} : (tensor<1x4x1xf16>, tensor<1x3x1xi64>) -> tensor<1x3x1xf16>
  check.equal %zeros, dense<[[[0.0], [1.0], [0.0]]]> : tensor<1x3x1xf16>
  return
}

// One element is a kernel, too.
func.func @one_place() {
  %x = check.input dense<[[[1.0], [2.0], [3.0]]]> : tensor<1x3x1xf32>
  %i = check.input dense<[[[2]]]> : tensor<1x1x1xi64>
  %read = amp.read_at %x, %i : (tensor<1x3x1xf32>, tensor<1x1x1xi64>) -> tensor<1x1x1xf32>
  check.equal %read, dense<[[[3.0]]]> : tensor<1x1x1xf32>
  %sum = amp.sum_at %read, %i {size = 3 : i64} : (tensor<1x1x1xf32>, tensor<1x1x1xi64>) -> tensor<1x3x1xf32>
  check.equal %sum, dense<[[[0.0], [0.0], [3.0]]]> : tensor<1x3x1xf32>
  return
}

// The last of two stays, and has the gradient.
func.func @index_copy() {
  %x = check.input dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %i = check.input dense<[1, 1]> : tensor<2xi64>
  %s = check.input dense<[[5.0, 6.0], [7.0, 8.0]]> : tensor<2x2xf32>
  %y = amp.index_copy %x, %i, %s {dim = 0 : i64} : (tensor<2x2xf32>, tensor<2xi64>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.equal %y, dense<[[1.0, 2.0], [7.0, 8.0]]> : tensor<2x2xf32>
  %loss = amp.sum %y : (tensor<2x2xf32>) -> tensor<f32>
  %dx, %ds = amp.backward %loss wrt(%x, %s) : (tensor<f32>, tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  check.equal %dx, dense<[[1.0, 1.0], [0.0, 0.0]]> : tensor<2x2xf32>
  check.equal %ds, dense<[[0.0, 0.0], [1.0, 1.0]]> : tensor<2x2xf32>
  return
}

func.func @scatter_add() {
  %x = check.input dense<[[1.0, 1.0, 1.0]]> : tensor<1x3xf32>
  %i = check.input dense<[[0, 2, 0]]> : tensor<1x3xi64>
  %v = check.input dense<[[10.0, 20.0, 30.0]]> : tensor<1x3xf32>
  %y = amp.scatter_add %x, %i, %v {dim = 1 : i64} : (tensor<1x3xf32>, tensor<1x3xi64>, tensor<1x3xf32>) -> tensor<1x3xf32>
  check.equal %y, dense<[[41.0, 1.0, 21.0]]> : tensor<1x3xf32>
  return
}
