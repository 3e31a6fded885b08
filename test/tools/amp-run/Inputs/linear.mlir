// A linear model: one step of training, and its evaluation.
amp.variable parameter @weight : tensor<1x3xf32> = #amp.init<zeros>
amp.variable parameter @bias : tensor<1xf32> = dense<0.0> : tensor<1xf32>
amp.optimizer sgd @opt [@weight, @bias] {lr = 0.1 : f64}

func.func @train(%x: tensor<?x3xf32> {amp.name = "x"},
                 %y: tensor<?x1xf32> {amp.name = "y"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %w = amp.read @weight : tensor<1x3xf32>
  %b = amp.read @bias : tensor<1xf32>
  %p = amp.linear %x, %w, %b
      : (tensor<?x3xf32>, tensor<1x3xf32>, tensor<1xf32>) -> tensor<?x1xf32>
  %loss = amp.mse_loss %p, %y
      : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<f32>
  %dw, %db = amp.backward %loss wrt(%w, %b)
      : (tensor<f32>, tensor<1x3xf32>, tensor<1xf32>)
      -> (tensor<1x3xf32>, tensor<1xf32>)
  amp.step @opt(%dw, %db) : tensor<1x3xf32>, tensor<1xf32>
  return %loss : tensor<f32>
}

func.func @evaluate(%x: tensor<?x3xf32> {amp.name = "x"},
                    %y: tensor<?x1xf32> {amp.name = "y"})
    -> (tensor<f32> {amp.name = "error", amp.reduction = "mean"},
        tensor<?x1xf32> {amp.name = "prediction"}) {
  %w = amp.read @weight : tensor<1x3xf32>
  %b = amp.read @bias : tensor<1xf32>
  %p = amp.linear %x, %w, %b
      : (tensor<?x3xf32>, tensor<1x3xf32>, tensor<1xf32>) -> tensor<?x1xf32>
  %e = amp.mse_loss %p, %y
      : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<f32>
  return %e, %p : tensor<f32>, tensor<?x1xf32>
}
