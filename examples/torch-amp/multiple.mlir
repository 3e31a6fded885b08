// Two models, two losses and two optimizers with one loss scale. Each loss contains both
// models' outputs, so that a model's gradient is the sum of two. All ops of the loss scale
// are written out: each optimizer skips on the test of its own gradients.

amp.variable parameter @a.fc1.weight : tensor<16x64xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @a.fc1.bias : tensor<16xf32> = #amp.init<uniform(-0.125, 0.125)>
amp.variable parameter @a.fc2.weight : tensor<10x16xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @a.fc2.bias : tensor<10xf32> = #amp.init<uniform(-0.25, 0.25)>
amp.variable parameter @b.weight : tensor<10x64xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @b.bias : tensor<10xf32> = #amp.init<uniform(-0.125, 0.125)>

amp.optimizer sgd @optimizer0 [@a.fc1.weight, @a.fc1.bias, @a.fc2.weight, @a.fc2.bias] {lr = 0.02 : f64}
amp.optimizer sgd @optimizer1 [@b.weight, @b.bias] {lr = 0.01 : f64}
amp.grad_scaler @scaler

func.func @train(%images: tensor<?x64xui8> {amp.name = "images"},
                 %labels: tensor<?xi64> {amp.name = "labels"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"},
        tensor<f32> {amp.name = "loss1", amp.reduction = "mean"},
        tensor<f32> {amp.name = "norm", amp.reduction = "mean"},
        tensor<f32> {amp.name = "skipped0", amp.reduction = "sum"},
        tensor<f32> {amp.name = "skipped1", amp.reduction = "sum"}) {
  %w1 = amp.read @a.fc1.weight : tensor<16x64xf32>
  %b1 = amp.read @a.fc1.bias : tensor<16xf32>
  %w2 = amp.read @a.fc2.weight : tensor<10x16xf32>
  %b2 = amp.read @a.fc2.bias : tensor<10xf32>
  %w = amp.read @b.weight : tensor<10x64xf32>
  %b = amp.read @b.bias : tensor<10xf32>

  // Pixels are 0 to 16.
  %pixels = amp.cast %images : tensor<?x64xui8> to tensor<?x64xf32>
  %sixteenth = amp.constant dense<0.0625> : tensor<f32>
  %x = amp.mul %pixels, %sixteenth : (tensor<?x64xf32>, tensor<f32>) -> tensor<?x64xf32>

  // Cross entropies of 2a + 3b and of 3a - 5b.
  %loss0, %loss1 = amp.autocast -> tensor<f32>, tensor<f32> {
    %h = amp.linear %x, %w1, %b1 : (tensor<?x64xf32>, tensor<16x64xf32>, tensor<16xf32>) -> tensor<?x16xf32>
    %t = amp.tanh %h : (tensor<?x16xf32>) -> tensor<?x16xf32>
    %ya = amp.linear %t, %w2, %b2 : (tensor<?x16xf32>, tensor<10x16xf32>, tensor<10xf32>) -> tensor<?x10xf32>
    %yb = amp.linear %x, %w, %b : (tensor<?x64xf32>, tensor<10x64xf32>, tensor<10xf32>) -> tensor<?x10xf32>
    %two = amp.constant dense<2.0> : tensor<f32>
    %three = amp.constant dense<3.0> : tensor<f32>
    %five = amp.constant dense<5.0> : tensor<f32>
    %a2 = amp.mul %ya, %two : (tensor<?x10xf32>, tensor<f32>) -> tensor<?x10xf32>
    %b3 = amp.mul %yb, %three : (tensor<?x10xf32>, tensor<f32>) -> tensor<?x10xf32>
    %y0 = amp.add %a2, %b3 : (tensor<?x10xf32>, tensor<?x10xf32>) -> tensor<?x10xf32>
    %a3 = amp.mul %ya, %three : (tensor<?x10xf32>, tensor<f32>) -> tensor<?x10xf32>
    %b5 = amp.mul %yb, %five : (tensor<?x10xf32>, tensor<f32>) -> tensor<?x10xf32>
    %y1 = amp.sub %a3, %b5 : (tensor<?x10xf32>, tensor<?x10xf32>) -> tensor<?x10xf32>
    %l0 = amp.cross_entropy %y0, %labels : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>
    %l1 = amp.cross_entropy %y1, %labels : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>
    amp.yield %l0, %l1 : tensor<f32>, tensor<f32>
  }

  // Both losses are scaled by the same scale: their gradients may be added.
  %scaled0 = amp.scale @scaler, %loss0 : tensor<f32>
  %g0:6 = amp.backward %scaled0 wrt(%w1, %b1, %w2, %b2, %w, %b)
    : (tensor<f32>, tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>, tensor<10x64xf32>, tensor<10xf32>)
    -> (tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>, tensor<10x64xf32>, tensor<10xf32>)
  %scaled1 = amp.scale @scaler, %loss1 : tensor<f32>
  %g1:6 = amp.backward %scaled1 wrt(%w1, %b1, %w2, %b2, %w, %b)
    : (tensor<f32>, tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>, tensor<10x64xf32>, tensor<10xf32>)
    -> (tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>, tensor<10x64xf32>, tensor<10xf32>)
  %dw1 = amp.add %g0#0, %g1#0 : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
  %db1 = amp.add %g0#1, %g1#1 : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %dw2 = amp.add %g0#2, %g1#2 : (tensor<10x16xf32>, tensor<10x16xf32>) -> tensor<10x16xf32>
  %db2 = amp.add %g0#3, %g1#3 : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
  %dw = amp.add %g0#4, %g1#4 : (tensor<10x64xf32>, tensor<10x64xf32>) -> tensor<10x64xf32>
  %db = amp.add %g0#5, %g1#5 : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>

  // The first optimizer's gradients are unscaled because they are clipped, the second's
  // because a step takes true gradients only.
  %u:4, %inf0 = amp.unscale @scaler(%dw1, %db1, %dw2, %db2)
    : (tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>)
    -> (tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>, tensor<i1>)
  %c:4, %norm = amp.clip_grad_norm(%u#0, %u#1, %u#2, %u#3) {max_norm = 2.0 : f64}
    : (tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>)
    -> (tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>, tensor<f32>)
  %v:2, %inf1 = amp.unscale @scaler(%dw, %db)
    : (tensor<10x64xf32>, tensor<10xf32>) -> (tensor<10x64xf32>, tensor<10xf32>, tensor<i1>)

  // One may skip while the other steps. The scale backs off if either skipped.
  amp.step @optimizer0(%c#0, %c#1, %c#2, %c#3) skip_if(%inf0)
    : tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>, tensor<i1>
  amp.step @optimizer1(%v#0, %v#1) skip_if(%inf1) : tensor<10x64xf32>, tensor<10xf32>, tensor<i1>
  amp.update_scale @scaler(%inf0, %inf1) : tensor<i1>, tensor<i1>

  %skipped0 = amp.cast %inf0 : tensor<i1> to tensor<f32>
  %skipped1 = amp.cast %inf1 : tensor<i1> to tensor<f32>
  return %loss0, %loss1, %norm, %skipped0, %skipped1
    : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}
