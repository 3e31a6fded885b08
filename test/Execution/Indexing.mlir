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

func.func @scatter_add() {
  %x = check.input dense<[[1.0, 1.0, 1.0]]> : tensor<1x3xf32>
  %i = check.input dense<[[0, 2, 0]]> : tensor<1x3xi64>
  %v = check.input dense<[[10.0, 20.0, 30.0]]> : tensor<1x3xf32>
  %y = amp.scatter_add %x, %i, %v {dim = 1 : i64} : (tensor<1x3xf32>, tensor<1x3xi64>, tensor<1x3xf32>) -> tensor<1x3xf32>
  check.equal %y, dense<[[41.0, 1.0, 21.0]]> : tensor<1x3xf32>
  return
}
