// Words to classes: a table and a loss, both read by data.
amp.variable parameter @table : tensor<5x3xf32> = #amp.init<normal(0.0, 1.0)>
amp.optimizer sgd @opt [@table] {lr = 0.1 : f64}

func.func @train(%label: tensor<?xi64> {amp.name = "label"},
                 %row: tensor<?x1xi32> {amp.name = "row"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %t = amp.read @table : tensor<5x3xf32>
  %e = amp.embedding %t, %row
      : (tensor<5x3xf32>, tensor<?x1xi32>) -> tensor<?x1x3xf32> loc("words")
  %x = amp.sum %e {dims = array<i64: 1>} : (tensor<?x1x3xf32>) -> tensor<?x3xf32>
  %loss = amp.cross_entropy %x, %label : (tensor<?x3xf32>, tensor<?xi64>) -> tensor<f32>
  %g = amp.backward %loss wrt(%t) : (tensor<f32>, tensor<5x3xf32>) -> tensor<5x3xf32>
  amp.step @opt(%g) : tensor<5x3xf32>
  return %loss : tensor<f32>
}
