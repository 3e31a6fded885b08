// Two groups, whose rates double after a warm-up of one step.
amp.variable parameter @a : tensor<f32> = #amp.init<zeros>
amp.variable parameter @b : tensor<f32> = #amp.init<zeros>
amp.optimizer sgd @opt [@a, @b] {lr = 0.5 : f64,
  groups = [{parameters = [@b], lr = 2.0 : f64}],
  schedule = #amp.schedule<constant, {warmup = 2}>}

func.func @train() -> (tensor<f32> {amp.name = "loss"}) {
  %a = amp.read @a : tensor<f32>
  %b = amp.read @b : tensor<f32>
  %loss = amp.add %a, %b : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%a, %b)
      : (tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  amp.step @opt(%g#0, %g#1) : tensor<f32>, tensor<f32>
  return %loss : tensor<f32>
}
