// Inference: the forward pass in an autocast region, and no gradient, no loss scale, no
// optimizer.

amp.variable parameter @fc1.weight : tensor<16x64xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @fc1.bias : tensor<16xf32> = #amp.init<uniform(-0.125, 0.125)>
amp.variable parameter @fc2.weight : tensor<10x16xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @fc2.bias : tensor<10xf32> = #amp.init<uniform(-0.25, 0.25)>

func.func @infer(%images: tensor<?x64xui8> {amp.name = "images"})
    -> (tensor<?x10xf32> {amp.name = "logits"}, tensor<?xi64> {amp.name = "digits"}) {
  %w1 = amp.read @fc1.weight : tensor<16x64xf32>
  %b1 = amp.read @fc1.bias : tensor<16xf32>
  %w2 = amp.read @fc2.weight : tensor<10x16xf32>
  %b2 = amp.read @fc2.bias : tensor<10xf32>

  // Pixels are 0 to 16.
  %pixels = amp.cast %images : tensor<?x64xui8> to tensor<?x64xf32>
  %sixteenth = amp.constant dense<0.0625> : tensor<f32>
  %x = amp.mul %pixels, %sixteenth : (tensor<?x64xf32>, tensor<f32>) -> tensor<?x64xf32>

  %logits = amp.autocast -> tensor<?x10xf32> {
    %h = amp.linear %x, %w1, %b1 : (tensor<?x64xf32>, tensor<16x64xf32>, tensor<16xf32>) -> tensor<?x16xf32>
    %a = amp.tanh %h : (tensor<?x16xf32>) -> tensor<?x16xf32>
    %y = amp.linear %a, %w2, %b2 : (tensor<?x16xf32>, tensor<10x16xf32>, tensor<10xf32>) -> tensor<?x10xf32>
    amp.yield %y : tensor<?x10xf32>
  }

  // 16-bit values leave the region, and the function in the type that it declares.
  %digits = amp.argmax %logits {dim = 1 : i64} : (tensor<?x10xf32>) -> tensor<?xi64>
  return %logits, %digits : tensor<?x10xf32>, tensor<?xi64>
}
