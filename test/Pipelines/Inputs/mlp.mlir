// Two linear layers with a ReLU between, mean squared error, SGD with momentum.

amp.variable parameter @w1 : tensor<16x8xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @b1 : tensor<16xf32> = #amp.init<zeros>
amp.variable parameter @w2 : tensor<4x16xf32> = #amp.init<kaiming_uniform>
amp.optimizer sgd @opt [@w1, @b1, @w2] {lr = 0.1 : f64, momentum = 0.9 : f64}

func.func @train(%x: tensor<?x8xf32> {amp.name = "x"}, %t: tensor<?x4xf32> {amp.name = "t"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %w1 = amp.read @w1 : tensor<16x8xf32>
  %b1 = amp.read @b1 : tensor<16xf32>
  %w2 = amp.read @w2 : tensor<4x16xf32>
  %h = amp.linear %x, %w1, %b1 : (tensor<?x8xf32>, tensor<16x8xf32>, tensor<16xf32>) -> tensor<?x16xf32>
  %a = amp.relu %h : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %y = amp.linear %a, %w2 : (tensor<?x16xf32>, tensor<4x16xf32>) -> tensor<?x4xf32>
  %loss = amp.mse_loss %y, %t : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<f32>
  %g:3 = amp.backward %loss wrt(%w1, %b1, %w2)
    : (tensor<f32>, tensor<16x8xf32>, tensor<16xf32>, tensor<4x16xf32>)
    -> (tensor<16x8xf32>, tensor<16xf32>, tensor<4x16xf32>)
  amp.step @opt(%g#0, %g#1, %g#2) : tensor<16x8xf32>, tensor<16xf32>, tensor<4x16xf32>
  return %loss : tensor<f32>
}

func.func @evaluate(%x: tensor<?x8xf32> {amp.name = "x"}) -> (tensor<?x4xf32> {amp.name = "y"}) {
  %w1 = amp.read @w1 : tensor<16x8xf32>
  %b1 = amp.read @b1 : tensor<16xf32>
  %w2 = amp.read @w2 : tensor<4x16xf32>
  %h = amp.linear %x, %w1, %b1 : (tensor<?x8xf32>, tensor<16x8xf32>, tensor<16xf32>) -> tensor<?x16xf32>
  %a = amp.relu %h : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %y = amp.linear %a, %w2 : (tensor<?x16xf32>, tensor<4x16xf32>) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
