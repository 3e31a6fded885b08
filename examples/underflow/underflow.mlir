// A regression whose gradients lie below 2^-24, the smallest number of f16: the
// loss that is minimized is weighted by 2^-24, and the learning rate makes up for
// it. Two hidden layers; the target is tanh(x . c) plus noise. README.md has the
// commands that show what the loss scale does.

amp.variable parameter @fc1.weight : tensor<32x16xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @fc1.bias : tensor<32xf32> = #amp.init<uniform(-0.25, 0.25)>
amp.variable parameter @fc2.weight : tensor<32x32xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @fc2.bias : tensor<32xf32> = #amp.init<uniform(-0.176776695, 0.176776695)>
amp.variable parameter @fc3.weight : tensor<1x32xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @fc3.bias : tensor<1xf32> = #amp.init<uniform(-0.176776695, 0.176776695)>

// 0.125 * 2^24
amp.optimizer sgd @sgd [@fc1.weight, @fc1.bias, @fc2.weight, @fc2.bias, @fc3.weight, @fc3.bias]
  {lr = 2097152.0 : f64}

func.func @train(%x: tensor<?x16xf32> {amp.name = "x"},
                 %noise: tensor<?x1xf32> {amp.name = "noise"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %w1 = amp.read @fc1.weight : tensor<32x16xf32>
  %b1 = amp.read @fc1.bias : tensor<32xf32>
  %w2 = amp.read @fc2.weight : tensor<32x32xf32>
  %b2 = amp.read @fc2.bias : tensor<32xf32>
  %w3 = amp.read @fc3.weight : tensor<1x32xf32>
  %b3 = amp.read @fc3.bias : tensor<1xf32>

  %c = amp.constant dense<[0.5, -0.5, 0.25, -0.25, 0.5, -0.5, 0.25, -0.25,
                           0.5, -0.5, 0.25, -0.25, 0.5, -0.5, 0.25, -0.25]> : tensor<16xf32>
  %xc = amp.mul %x, %c : (tensor<?x16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
  %dot = amp.sum %xc {dims = array<i64: 1>, keepdim = true} : (tensor<?x16xf32>) -> tensor<?x1xf32>
  %signal = amp.tanh %dot : (tensor<?x1xf32>) -> tensor<?x1xf32>
  %target = amp.add %signal, %noise : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<?x1xf32>

  %h1 = amp.linear %x, %w1, %b1 : (tensor<?x16xf32>, tensor<32x16xf32>, tensor<32xf32>) -> tensor<?x32xf32>
  %a1 = amp.relu %h1 : (tensor<?x32xf32>) -> tensor<?x32xf32>
  %h2 = amp.linear %a1, %w2, %b2 : (tensor<?x32xf32>, tensor<32x32xf32>, tensor<32xf32>) -> tensor<?x32xf32>
  %a2 = amp.relu %h2 : (tensor<?x32xf32>) -> tensor<?x32xf32>
  %y = amp.linear %a2, %w3, %b3 : (tensor<?x32xf32>, tensor<1x32xf32>, tensor<1xf32>) -> tensor<?x1xf32>
  %loss = amp.mse_loss %y, %target : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<f32>

  %weight = amp.constant dense<5.9604644775390625e-08> : tensor<f32> // 2^-24
  %small = amp.mul %loss, %weight : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %g:6 = amp.backward %small wrt(%w1, %b1, %w2, %b2, %w3, %b3)
    : (tensor<f32>, tensor<32x16xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<1x32xf32>, tensor<1xf32>)
    -> (tensor<32x16xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<1x32xf32>, tensor<1xf32>)
  amp.step @sgd(%g#0, %g#1, %g#2, %g#3, %g#4, %g#5)
    : tensor<32x16xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<1x32xf32>, tensor<1xf32>
  return %loss : tensor<f32>
}
