// The exponential overflows from the first step on.
amp.variable parameter @w : tensor<4xf32> = #amp.init<constant(200.0)>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @train(%x: tensor<?x4xf32> {amp.name = "x"})
    -> (tensor<f32> {amp.name = "loss"}) {
  %w = amp.read @w : tensor<4xf32>
  %h = amp.mul %x, %w : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %e = amp.exp %h : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %l = amp.mean %e : (tensor<?x4xf32>) -> tensor<f32>
  %g = amp.backward %l wrt(%w) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  amp.step @opt(%g) : tensor<4xf32>
  return %l : tensor<f32>
}
