// Gradient accumulation: four micro-batches make one step, as if they were one batch four
// times as large.

amp.variable parameter @fc1.weight : tensor<16x64xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @fc1.bias : tensor<16xf32> = #amp.init<uniform(-0.125, 0.125)>
amp.variable parameter @fc2.weight : tensor<10x16xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @fc2.bias : tensor<10xf32> = #amp.init<uniform(-0.25, 0.25)>

amp.optimizer sgd @sgd [@fc1.weight, @fc1.bias, @fc2.weight, @fc2.bias] {lr = 0.25 : f64}

func.func @train(%images: tensor<?x64xui8> {amp.name = "images"},
                 %labels: tensor<?xi64> {amp.name = "labels"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"},
        tensor<f32> {amp.name = "updates", amp.reduction = "sum"}) {
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

  // Every run adds to the sums, still scaled. The fourth gives the mean of the four, and
  // only then there is something to unscale, a step and an update of the scale.
  %mean:4, %complete = amp.accumulate "sums"(%g#0, %g#1, %g#2, %g#3) {k = 4 : i64}
    : (tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>)
    -> (tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>, tensor<i1>)
  amp.step @sgd(%mean#0, %mean#1, %mean#2, %mean#3) when(%complete)
    : tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>, tensor<i1>

  %updates = amp.cast %complete : tensor<i1> to tensor<f32>
  return %loss, %updates : tensor<f32>, tensor<f32>
}
