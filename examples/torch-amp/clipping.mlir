// Gradient clipping: the norm of all gradients together is kept at 0.5 or less. What is
// clipped are the true gradients, not the scaled ones.

amp.variable parameter @fc1.weight : tensor<16x64xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @fc1.bias : tensor<16xf32> = #amp.init<uniform(-0.125, 0.125)>
amp.variable parameter @fc2.weight : tensor<10x16xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @fc2.bias : tensor<10xf32> = #amp.init<uniform(-0.25, 0.25)>

amp.optimizer sgd @sgd [@fc1.weight, @fc1.bias, @fc2.weight, @fc2.bias] {lr = 0.25 : f64}

func.func @train(%images: tensor<?x64xui8> {amp.name = "images"},
                 %labels: tensor<?xi64> {amp.name = "labels"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"},
        tensor<f32> {amp.name = "norm", amp.reduction = "mean"}) {
  %w1 = amp.read @fc1.weight : tensor<16x64xf32>
  %b1 = amp.read @fc1.bias : tensor<16xf32>
  %w2 = amp.read @fc2.weight : tensor<10x16xf32>
  %b2 = amp.read @fc2.bias : tensor<10xf32>

  // Pixels are 0 to 16.
  %pixels = amp.cast %images : tensor<?x64xui8> to tensor<?x64xf32>
  %sixteenth = amp.constant dense<0.0625> : tensor<f32>
  %x = amp.mul %pixels, %sixteenth : (tensor<?x64xf32>, tensor<f32>) -> tensor<?x64xf32>

  %loss = amp.autocast -> tensor<f32> {
    %h = amp.linear %x, %w1, %b1 : (tensor<?x64xf32>, tensor<16x64xf32>, tensor<16xf32>) -> tensor<?x16xf32>
    %a = amp.tanh %h : (tensor<?x16xf32>) -> tensor<?x16xf32>
    %y = amp.linear %a, %w2, %b2 : (tensor<?x16xf32>, tensor<10x16xf32>, tensor<10xf32>) -> tensor<?x10xf32>
    %l = amp.cross_entropy %y, %labels : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>
    amp.yield %l : tensor<f32>
  }

  %g:4 = amp.backward %loss wrt(%w1, %b1, %w2, %b2)
    : (tensor<f32>, tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>)
    -> (tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>)

  // amp-scale-loss unscales before the clipping. The norm is that of the gradients before it.
  %c:4, %norm = amp.clip_grad_norm(%g#0, %g#1, %g#2, %g#3) {max_norm = 0.5 : f64}
    : (tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>)
    -> (tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>, tensor<f32>)
  amp.step @sgd(%c#0, %c#1, %c#2, %c#3) : tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>
  return %loss, %norm : tensor<f32>, tensor<f32>
}
