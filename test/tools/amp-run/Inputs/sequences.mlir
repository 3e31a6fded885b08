// A model of sequences that are filled up with zeros: the sum of a sequence's elements,
// weighted.
amp.variable parameter @weight : tensor<1xf32> = dense<0.5> : tensor<1xf32>
amp.optimizer sgd @opt [@weight] {lr = 0.01 : f64}

func.func @train(%x: tensor<?x?xf32> {amp.name = "x"}, %n: tensor<?xi64> {amp.name = "n"},
                 %y: tensor<?xf32> {amp.name = "y"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"},
        tensor<f32> {amp.name = "elements", amp.reduction = "sum"}) {
  %w = amp.read @weight : tensor<1xf32>
  %p = amp.mul %x, %w : (tensor<?x?xf32>, tensor<1xf32>) -> tensor<?x?xf32>
  %s = amp.sum %p {dims = array<i64: 1>} : (tensor<?x?xf32>) -> tensor<?xf32>
  %loss = amp.mse_loss %s, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<f32>
  %ones = amp.ones_like %x : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %elements = amp.sum %ones : (tensor<?x?xf32>) -> tensor<f32>
  %dw = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<1xf32>) -> tensor<1xf32>
  amp.step @opt(%dw) : tensor<1xf32>
  return %loss, %elements : tensor<f32>, tensor<f32>
}

// What it gives for each element.
func.func @evaluate(%x: tensor<?x?xf32> {amp.name = "x"}, %n: tensor<?xi64> {amp.name = "n"},
                    %y: tensor<?xf32> {amp.name = "y"})
    -> (tensor<f32> {amp.name = "error", amp.reduction = "mean"},
        tensor<f32> {amp.name = "elements", amp.reduction = "sum"},
        tensor<?x?xf32> {amp.name = "parts"}) {
  %w = amp.read @weight : tensor<1xf32>
  %p = amp.mul %x, %w : (tensor<?x?xf32>, tensor<1xf32>) -> tensor<?x?xf32>
  %s = amp.sum %p {dims = array<i64: 1>} : (tensor<?x?xf32>) -> tensor<?xf32>
  %e = amp.mse_loss %s, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<f32>
  %ones = amp.ones_like %x : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %elements = amp.sum %ones : (tensor<?x?xf32>) -> tensor<f32>
  return %e, %elements, %p : tensor<f32>, tensor<f32>, tensor<?x?xf32>
}

// Sizes that are not open are not cut.
func.func @closed(%x: tensor<?x4xf32> {amp.name = "x"}, %n: tensor<?xi64> {amp.name = "n"})
    -> tensor<?x4xf32> {
  %w = amp.read @weight : tensor<1xf32>
  %p = amp.mul %x, %w : (tensor<?x4xf32>, tensor<1xf32>) -> tensor<?x4xf32>
  return %p : tensor<?x4xf32>
}
