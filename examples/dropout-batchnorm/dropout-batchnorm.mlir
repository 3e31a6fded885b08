// The digits with batch normalization and dropout: two hidden layers of linear, batch_norm,
// relu and dropout. @train and @evaluate share all variables: the parameters, the running
// statistics and the state of the random numbers. Run it with
//
//   amp-run examples/dropout-batchnorm/dropout-batchnorm.mlir --precision=f16 \
//     --data images=examples/digits/digits.npz:train_images \
//     --data labels=examples/digits/digits.npz:train_labels \
//     --data test_images=examples/digits/digits.npz:test_images \
//     --data test_labels=examples/digits/digits.npz:test_labels \
//     --eval-entry=evaluate --epochs=30 --shuffle

amp.variable parameter @fc1.weight : tensor<128x64xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @bn1.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @bn1.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable buffer @bn1.running_mean : tensor<128xf32> = #amp.init<zeros>
amp.variable buffer @bn1.running_var : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @fc2.weight : tensor<128x128xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @bn2.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @bn2.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable buffer @bn2.running_mean : tensor<128xf32> = #amp.init<zeros>
amp.variable buffer @bn2.running_var : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @fc3.weight : tensor<10x128xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @fc3.bias : tensor<10xf32> = #amp.init<uniform(-0.0883883476, 0.0883883476)>
// A seed and the number of the next block, 0 at first.
amp.variable rng @rng : tensor<2xi64> = #amp.init<seed>

amp.optimizer sgd @sgd [@fc1.weight, @bn1.weight, @bn1.bias, @fc2.weight, @bn2.weight, @bn2.bias, @fc3.weight, @fc3.bias]
  {lr = 0.05 : f64, momentum = 0.9 : f64}

func.func @train(%images: tensor<?x64xui8> {amp.name = "images"},
                %labels: tensor<?xi64> {amp.name = "labels"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"},
        tensor<f32> {amp.name = "accuracy", amp.reduction = "mean"}) {
  %w1 = amp.read @fc1.weight : tensor<128x64xf32>
  %scale1 = amp.read @bn1.weight : tensor<128xf32>
  %shift1 = amp.read @bn1.bias : tensor<128xf32>
  %mean1 = amp.read @bn1.running_mean : tensor<128xf32>
  %var1 = amp.read @bn1.running_var : tensor<128xf32>
  %w2 = amp.read @fc2.weight : tensor<128x128xf32>
  %scale2 = amp.read @bn2.weight : tensor<128xf32>
  %shift2 = amp.read @bn2.bias : tensor<128xf32>
  %mean2 = amp.read @bn2.running_mean : tensor<128xf32>
  %var2 = amp.read @bn2.running_var : tensor<128xf32>
  %w3 = amp.read @fc3.weight : tensor<10x128xf32>
  %b3 = amp.read @fc3.bias : tensor<10xf32>
  %state0 = amp.read @rng : tensor<2xi64>

  // Pixels are 0 to 16.
  %pixels = amp.cast %images : tensor<?x64xui8> to tensor<?x64xf32>
  %scale = amp.constant dense<0.0625> : tensor<f32>
  %x0 = amp.mul %pixels, %scale : (tensor<?x64xf32>, tensor<f32>) -> tensor<?x64xf32>

  %h1 = amp.linear %x0, %w1 : (tensor<?x64xf32>, tensor<128x64xf32>) -> tensor<?x128xf32>
  %n1, %new_mean1, %new_var1 = amp.batch_norm %h1 weight(%scale1) bias(%shift1)
    running_mean(%mean1) running_var(%var1) {training = true}
    : (tensor<?x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<?x128xf32>, tensor<128xf32>, tensor<128xf32>)
  amp.assign @bn1.running_mean, %new_mean1 : tensor<128xf32>
  amp.assign @bn1.running_var, %new_var1 : tensor<128xf32>
  %a1 = amp.relu %n1 : (tensor<?x128xf32>) -> tensor<?x128xf32>
  %x1, %state1 = amp.dropout %a1, %state0 {p = 0.25 : f64}
    : (tensor<?x128xf32>, tensor<2xi64>) -> (tensor<?x128xf32>, tensor<2xi64>)
  %h2 = amp.linear %x1, %w2 : (tensor<?x128xf32>, tensor<128x128xf32>) -> tensor<?x128xf32>
  %n2, %new_mean2, %new_var2 = amp.batch_norm %h2 weight(%scale2) bias(%shift2)
    running_mean(%mean2) running_var(%var2) {training = true}
    : (tensor<?x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<?x128xf32>, tensor<128xf32>, tensor<128xf32>)
  amp.assign @bn2.running_mean, %new_mean2 : tensor<128xf32>
  amp.assign @bn2.running_var, %new_var2 : tensor<128xf32>
  %a2 = amp.relu %n2 : (tensor<?x128xf32>) -> tensor<?x128xf32>
  %x2, %state2 = amp.dropout %a2, %state1 {p = 0.25 : f64}
    : (tensor<?x128xf32>, tensor<2xi64>) -> (tensor<?x128xf32>, tensor<2xi64>)
  amp.assign @rng, %state2 : tensor<2xi64>
  %logits = amp.linear %x2, %w3, %b3 : (tensor<?x128xf32>, tensor<10x128xf32>, tensor<10xf32>) -> tensor<?x10xf32>
  %loss = amp.cross_entropy %logits, %labels : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>

  %class = amp.argmax %logits {dim = 1 : i64} : (tensor<?x10xf32>) -> tensor<?xi64>
  %hit = amp.compare eq, %class, %labels : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi1>
  %hits = amp.cast %hit : tensor<?xi1> to tensor<?xf32>
  %accuracy = amp.mean %hits : (tensor<?xf32>) -> tensor<f32>

  %g:8 = amp.backward %loss wrt(%w1, %scale1, %shift1, %w2, %scale2, %shift2, %w3, %b3)
    : (tensor<f32>, tensor<128x64xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<10x128xf32>, tensor<10xf32>)
    -> (tensor<128x64xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<10x128xf32>, tensor<10xf32>)
  amp.step @sgd(%g#0, %g#1, %g#2, %g#3, %g#4, %g#5, %g#6, %g#7)
    : tensor<128x64xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<10x128xf32>, tensor<10xf32>
  return %loss, %accuracy : tensor<f32>, tensor<f32>
}

func.func @evaluate(%images: tensor<?x64xui8> {amp.name = "test_images"},
                   %labels: tensor<?xi64> {amp.name = "test_labels"})
    -> (tensor<f32> {amp.name = "test_loss", amp.reduction = "mean"},
        tensor<f32> {amp.name = "test_accuracy", amp.reduction = "mean"}) {
  %w1 = amp.read @fc1.weight : tensor<128x64xf32>
  %scale1 = amp.read @bn1.weight : tensor<128xf32>
  %shift1 = amp.read @bn1.bias : tensor<128xf32>
  %mean1 = amp.read @bn1.running_mean : tensor<128xf32>
  %var1 = amp.read @bn1.running_var : tensor<128xf32>
  %w2 = amp.read @fc2.weight : tensor<128x128xf32>
  %scale2 = amp.read @bn2.weight : tensor<128xf32>
  %shift2 = amp.read @bn2.bias : tensor<128xf32>
  %mean2 = amp.read @bn2.running_mean : tensor<128xf32>
  %var2 = amp.read @bn2.running_var : tensor<128xf32>
  %w3 = amp.read @fc3.weight : tensor<10x128xf32>
  %b3 = amp.read @fc3.bias : tensor<10xf32>

  %pixels = amp.cast %images : tensor<?x64xui8> to tensor<?x64xf32>
  %scale = amp.constant dense<0.0625> : tensor<f32>
  %x0 = amp.mul %pixels, %scale : (tensor<?x64xf32>, tensor<f32>) -> tensor<?x64xf32>

  %h1 = amp.linear %x0, %w1 : (tensor<?x64xf32>, tensor<128x64xf32>) -> tensor<?x128xf32>
  %n1 = amp.batch_norm %h1 weight(%scale1) bias(%shift1) running_mean(%mean1) running_var(%var1)
    : (tensor<?x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128xf32>
  %x1 = amp.relu %n1 : (tensor<?x128xf32>) -> tensor<?x128xf32>
  %h2 = amp.linear %x1, %w2 : (tensor<?x128xf32>, tensor<128x128xf32>) -> tensor<?x128xf32>
  %n2 = amp.batch_norm %h2 weight(%scale2) bias(%shift2) running_mean(%mean2) running_var(%var2)
    : (tensor<?x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128xf32>
  %x2 = amp.relu %n2 : (tensor<?x128xf32>) -> tensor<?x128xf32>
  %logits = amp.linear %x2, %w3, %b3 : (tensor<?x128xf32>, tensor<10x128xf32>, tensor<10xf32>) -> tensor<?x10xf32>
  %loss = amp.cross_entropy %logits, %labels : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>

  %class = amp.argmax %logits {dim = 1 : i64} : (tensor<?x10xf32>) -> tensor<?xi64>
  %hit = amp.compare eq, %class, %labels : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi1>
  %hits = amp.cast %hit : tensor<?xi1> to tensor<?xf32>
  %accuracy = amp.mean %hits : (tensor<?xf32>) -> tensor<f32>
  return %loss, %accuracy : tensor<f32>, tensor<f32>
}
