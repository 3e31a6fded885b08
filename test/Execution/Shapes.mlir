// RUN: amp-check %s
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}

func.func @moves() {
  %x = check.input dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %reshape = amp.reshape %x {shape = array<i64: 3, 2>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  check.equal %reshape, dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %transpose = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  check.equal %transpose, dense<[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]> : tensor<3x2xf32>
  %slice = amp.slice %x {offsets = array<i64: 0, 0>, sizes = array<i64: 2, 2>, strides = array<i64: 1, 2>} : (tensor<2x3xf32>) -> tensor<2x2xf32>
  check.equal %slice, dense<[[1.0, 3.0], [4.0, 6.0]]> : tensor<2x2xf32>
  %flip = amp.flip %x {dims = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.equal %flip, dense<[[3.0, 2.0, 1.0], [6.0, 5.0, 4.0]]> : tensor<2x3xf32>
  %concat = amp.concat %slice, %slice {dim = 0 : i64} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  check.equal %concat, dense<[[1.0, 3.0], [4.0, 6.0], [1.0, 3.0], [4.0, 6.0]]> : tensor<4x2xf32>
  %pad = amp.constant_pad_nd %x {low = array<i64: 0, 1>, high = array<i64: 1, -1>} : (tensor<2x3xf32>) -> tensor<3x3xf32>
  check.equal %pad, dense<[[0.0, 1.0, 2.0], [0.0, 4.0, 5.0], [0.0, 0.0, 0.0]]> : tensor<3x3xf32>
  return
}

// What was repeated sums its gradients.
func.func @broadcast_gradient() {
  %x = check.input dense<[1.0, 2.0]> : tensor<2xf32>
  %w = check.input dense<[[1.0, 2.0], [10.0, 20.0], [100.0, 200.0]]> : tensor<3x2xf32>
  %y = amp.broadcast_to %x {shape = array<i64: 3, 2>} : (tensor<2xf32>) -> tensor<3x2xf32>
  %p = amp.mul %y, %w : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %loss = amp.sum %p : (tensor<3x2xf32>) -> tensor<f32>
  %dx = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  check.equal %dx, dense<[111.0, 222.0]> : tensor<2xf32>
  return
}
