// The classic AMP recipe: 3 linear layers, widths 4096 -> 4096 -> 4096 -> 4096, with ReLU
// between, mean squared error, SGD. Written by generate.py.

amp.variable parameter @fc1.weight : tensor<4096x4096xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @fc1.bias : tensor<4096xf32> = #amp.init<uniform(-0.015625, 0.015625)>
amp.variable parameter @fc2.weight : tensor<4096x4096xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @fc2.bias : tensor<4096xf32> = #amp.init<uniform(-0.015625, 0.015625)>
amp.variable parameter @fc3.weight : tensor<4096x4096xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @fc3.bias : tensor<4096xf32> = #amp.init<uniform(-0.015625, 0.015625)>

amp.optimizer sgd @sgd
  [@fc1.weight,
   @fc1.bias,
   @fc2.weight,
   @fc2.bias,
   @fc3.weight,
   @fc3.bias]
  {lr = 0.001 : f64}

func.func @train(%x: tensor<?x4096xf32> {amp.name = "x"},
                 %y: tensor<?x4096xf32> {amp.name = "y"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %w1 = amp.read @fc1.weight : tensor<4096x4096xf32>
  %b1 = amp.read @fc1.bias : tensor<4096xf32>
  %w2 = amp.read @fc2.weight : tensor<4096x4096xf32>
  %b2 = amp.read @fc2.bias : tensor<4096xf32>
  %w3 = amp.read @fc3.weight : tensor<4096x4096xf32>
  %b3 = amp.read @fc3.bias : tensor<4096xf32>

  %h1 = amp.linear %x, %w1, %b1 : (tensor<?x4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>) -> tensor<?x4096xf32>
  %a1 = amp.relu %h1 : (tensor<?x4096xf32>) -> tensor<?x4096xf32>
  %h2 = amp.linear %a1, %w2, %b2 : (tensor<?x4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>) -> tensor<?x4096xf32>
  %a2 = amp.relu %h2 : (tensor<?x4096xf32>) -> tensor<?x4096xf32>
  %h3 = amp.linear %a2, %w3, %b3 : (tensor<?x4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>) -> tensor<?x4096xf32>
  %loss = amp.mse_loss %h3, %y : (tensor<?x4096xf32>, tensor<?x4096xf32>) -> tensor<f32>

  %g:6 = amp.backward %loss wrt(%w1, %b1, %w2, %b2, %w3, %b3)
    : (tensor<f32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>)
    -> (tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>)
  amp.step @sgd(%g#0, %g#1, %g#2, %g#3, %g#4, %g#5)
    : tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>
  return %loss : tensor<f32>
}
