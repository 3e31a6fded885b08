// A classifier for 8x8 images of handwritten digits: two hidden layers, trained with
// SGD and momentum. Run it with
//
//   amp-run examples/digits/digits.mlir --precision=f16 \
//     --data images=examples/digits/digits.npz:train_images \
//     --data labels=examples/digits/digits.npz:train_labels \
//     --data test_images=examples/digits/digits.npz:test_images \
//     --data test_labels=examples/digits/digits.npz:test_labels \
//     --eval-entry=evaluate --epochs=30 --shuffle

amp.variable parameter @fc1.weight : tensor<128x64xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @fc1.bias : tensor<128xf32> = #amp.init<uniform(-0.125, 0.125)>
amp.variable parameter @fc2.weight : tensor<128x128xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @fc2.bias : tensor<128xf32> = #amp.init<uniform(-0.0883883476, 0.0883883476)>
amp.variable parameter @fc3.weight : tensor<10x128xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @fc3.bias : tensor<10xf32> = #amp.init<uniform(-0.0883883476, 0.0883883476)>

amp.optimizer sgd @sgd [@fc1.weight, @fc1.bias, @fc2.weight, @fc2.bias, @fc3.weight, @fc3.bias]
  {lr = 0.05 : f64, momentum = 0.9 : f64}

func.func @train(%images: tensor<?x64xui8> {amp.name = "images"},
                 %labels: tensor<?xi64> {amp.name = "labels"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"},
        tensor<f32> {amp.name = "accuracy", amp.reduction = "mean"}) {
  %w1 = amp.read @fc1.weight : tensor<128x64xf32>
  %b1 = amp.read @fc1.bias : tensor<128xf32>
  %w2 = amp.read @fc2.weight : tensor<128x128xf32>
  %b2 = amp.read @fc2.bias : tensor<128xf32>
  %w3 = amp.read @fc3.weight : tensor<10x128xf32>
  %b3 = amp.read @fc3.bias : tensor<10xf32>

  // Pixels are 0 to 16.
  %pixels = amp.cast %images : tensor<?x64xui8> to tensor<?x64xf32>
  %scale = amp.constant dense<0.0625> : tensor<f32>
  %x = amp.mul %pixels, %scale : (tensor<?x64xf32>, tensor<f32>) -> tensor<?x64xf32>

  %h1 = amp.linear %x, %w1, %b1 : (tensor<?x64xf32>, tensor<128x64xf32>, tensor<128xf32>) -> tensor<?x128xf32>
  %a1 = amp.relu %h1 : (tensor<?x128xf32>) -> tensor<?x128xf32>
  %h2 = amp.linear %a1, %w2, %b2 : (tensor<?x128xf32>, tensor<128x128xf32>, tensor<128xf32>) -> tensor<?x128xf32>
  %a2 = amp.relu %h2 : (tensor<?x128xf32>) -> tensor<?x128xf32>
  %logits = amp.linear %a2, %w3, %b3 : (tensor<?x128xf32>, tensor<10x128xf32>, tensor<10xf32>) -> tensor<?x10xf32>
  %loss = amp.cross_entropy %logits, %labels : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>

  %class = amp.argmax %logits {dim = 1 : i64} : (tensor<?x10xf32>) -> tensor<?xi64>
  %hit = amp.compare eq, %class, %labels : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi1>
  %hits = amp.cast %hit : tensor<?xi1> to tensor<?xf32>
  %accuracy = amp.mean %hits : (tensor<?xf32>) -> tensor<f32>

  %g:6 = amp.backward %loss wrt(%w1, %b1, %w2, %b2, %w3, %b3)
    : (tensor<f32>, tensor<128x64xf32>, tensor<128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<10x128xf32>, tensor<10xf32>)
    -> (tensor<128x64xf32>, tensor<128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<10x128xf32>, tensor<10xf32>)
  amp.step @sgd(%g#0, %g#1, %g#2, %g#3, %g#4, %g#5)
    : tensor<128x64xf32>, tensor<128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<10x128xf32>, tensor<10xf32>
  return %loss, %accuracy : tensor<f32>, tensor<f32>
}

func.func @evaluate(%images: tensor<?x64xui8> {amp.name = "test_images"},
                    %labels: tensor<?xi64> {amp.name = "test_labels"})
    -> (tensor<f32> {amp.name = "test_loss", amp.reduction = "mean"},
        tensor<f32> {amp.name = "test_accuracy", amp.reduction = "mean"}) {
  %w1 = amp.read @fc1.weight : tensor<128x64xf32>
  %b1 = amp.read @fc1.bias : tensor<128xf32>
  %w2 = amp.read @fc2.weight : tensor<128x128xf32>
  %b2 = amp.read @fc2.bias : tensor<128xf32>
  %w3 = amp.read @fc3.weight : tensor<10x128xf32>
  %b3 = amp.read @fc3.bias : tensor<10xf32>
  %pixels = amp.cast %images : tensor<?x64xui8> to tensor<?x64xf32>
  %scale = amp.constant dense<0.0625> : tensor<f32>
  %x = amp.mul %pixels, %scale : (tensor<?x64xf32>, tensor<f32>) -> tensor<?x64xf32>
  %h1 = amp.linear %x, %w1, %b1 : (tensor<?x64xf32>, tensor<128x64xf32>, tensor<128xf32>) -> tensor<?x128xf32>
  %a1 = amp.relu %h1 : (tensor<?x128xf32>) -> tensor<?x128xf32>
  %h2 = amp.linear %a1, %w2, %b2 : (tensor<?x128xf32>, tensor<128x128xf32>, tensor<128xf32>) -> tensor<?x128xf32>
  %a2 = amp.relu %h2 : (tensor<?x128xf32>) -> tensor<?x128xf32>
  %logits = amp.linear %a2, %w3, %b3 : (tensor<?x128xf32>, tensor<10x128xf32>, tensor<10xf32>) -> tensor<?x10xf32>
  %loss = amp.cross_entropy %logits, %labels : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>
  %class = amp.argmax %logits {dim = 1 : i64} : (tensor<?x10xf32>) -> tensor<?xi64>
  %hit = amp.compare eq, %class, %labels : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi1>
  %hits = amp.cast %hit : tensor<?xi1> to tensor<?xf32>
  %accuracy = amp.mean %hits : (tensor<?xf32>) -> tensor<f32>
  return %loss, %accuracy : tensor<f32>, tensor<f32>
}
