// A gradient penalty: what is minimized is the loss and the norm of its gradient, so that
// the gradient of a gradient is needed. Two entry points train the same network: @simple
// leaves the loss scale to whoever runs the graph, @train writes out every op of it.

amp.variable parameter @fc1.weight : tensor<16x64xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @fc1.bias : tensor<16xf32> = #amp.init<uniform(-0.125, 0.125)>
amp.variable parameter @fc2.weight : tensor<10x16xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @fc2.bias : tensor<10xf32> = #amp.init<uniform(-0.25, 0.25)>

amp.optimizer sgd @sgd [@fc1.weight, @fc1.bias, @fc2.weight, @fc2.bias] {lr = 0.25 : f64}
amp.grad_scaler @scaler

func.func @simple(%images: tensor<?x64xui8> {amp.name = "images"},
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

  %ce = amp.autocast -> tensor<f32> {
    %h = amp.linear %x, %w1, %b1 : (tensor<?x64xf32>, tensor<16x64xf32>, tensor<16xf32>) -> tensor<?x16xf32>
    %a = amp.tanh %h : (tensor<?x16xf32>) -> tensor<?x16xf32>
    %y = amp.linear %a, %w2, %b2 : (tensor<?x16xf32>, tensor<10x16xf32>, tensor<10xf32>) -> tensor<?x10xf32>
    %l = amp.cross_entropy %y, %labels : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>
    amp.yield %l : tensor<f32>
  }

  %p:4 = amp.backward %ce wrt(%w1, %b1, %w2, %b2)
    : (tensor<f32>, tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>)
    -> (tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>)

  %norm, %loss = amp.autocast -> tensor<f32>, tensor<f32> {
    %q0 = amp.mul %p#0, %p#0 : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
    %s0 = amp.sum %q0 : (tensor<16x64xf32>) -> tensor<f32>
    %q1 = amp.mul %p#1, %p#1 : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %s1 = amp.sum %q1 : (tensor<16xf32>) -> tensor<f32>
    %q2 = amp.mul %p#2, %p#2 : (tensor<10x16xf32>, tensor<10x16xf32>) -> tensor<10x16xf32>
    %s2 = amp.sum %q2 : (tensor<10x16xf32>) -> tensor<f32>
    %q3 = amp.mul %p#3, %p#3 : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
    %s3 = amp.sum %q3 : (tensor<10xf32>) -> tensor<f32>
    %s01 = amp.add %s0, %s1 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %s23 = amp.add %s2, %s3 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %square = amp.add %s01, %s23 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %root = amp.sqrt %square : (tensor<f32>) -> tensor<f32>
    %total = amp.add %ce, %root : (tensor<f32>, tensor<f32>) -> tensor<f32>
    amp.yield %root, %total : tensor<f32>, tensor<f32>
  }

  %g:4 = amp.backward %loss wrt(%w1, %b1, %w2, %b2)
    : (tensor<f32>, tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>)
    -> (tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>)
  amp.step @sgd(%g#0, %g#1, %g#2, %g#3) : tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>
  return %loss, %norm : tensor<f32>, tensor<f32>
}

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

  %ce = amp.autocast -> tensor<f32> {
    %h = amp.linear %x, %w1, %b1 : (tensor<?x64xf32>, tensor<16x64xf32>, tensor<16xf32>) -> tensor<?x16xf32>
    %a = amp.tanh %h : (tensor<?x16xf32>) -> tensor<?x16xf32>
    %y = amp.linear %a, %w2, %b2 : (tensor<?x16xf32>, tensor<10x16xf32>, tensor<10xf32>) -> tensor<?x10xf32>
    %l = amp.cross_entropy %y, %labels : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>
    amp.yield %l : tensor<f32>
  }

  // The gradients of the loss, of which the penalty is made. Scaled, they do not vanish in
  // f16; what the penalty needs are the true ones, so that the scale is divided out.
  %one = amp.constant dense<1.0> : tensor<f32>
  %seed = amp.scale @scaler, %one : tensor<f32>
  %p:4 = amp.backward %ce wrt(%w1, %b1, %w2, %b2) seed(%seed)
    : (tensor<f32>, tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>, tensor<f32>)
    -> (tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>)
  %scale = amp.get_scale @scaler : tensor<f32>
  %p0 = amp.div %p#0, %scale : (tensor<16x64xf32>, tensor<f32>) -> tensor<16x64xf32>
  %p1 = amp.div %p#1, %scale : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  %p2 = amp.div %p#2, %scale : (tensor<10x16xf32>, tensor<f32>) -> tensor<10x16xf32>
  %p3 = amp.div %p#3, %scale : (tensor<10xf32>, tensor<f32>) -> tensor<10xf32>

  // Squares, their sum and its square root: in a region again, as the loss is.
  %norm, %loss = amp.autocast -> tensor<f32>, tensor<f32> {
    %q0 = amp.mul %p0, %p0 : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
    %s0 = amp.sum %q0 : (tensor<16x64xf32>) -> tensor<f32>
    %q1 = amp.mul %p1, %p1 : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %s1 = amp.sum %q1 : (tensor<16xf32>) -> tensor<f32>
    %q2 = amp.mul %p2, %p2 : (tensor<10x16xf32>, tensor<10x16xf32>) -> tensor<10x16xf32>
    %s2 = amp.sum %q2 : (tensor<10x16xf32>) -> tensor<f32>
    %q3 = amp.mul %p3, %p3 : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
    %s3 = amp.sum %q3 : (tensor<10xf32>) -> tensor<f32>
    %s01 = amp.add %s0, %s1 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %s23 = amp.add %s2, %s3 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %square = amp.add %s01, %s23 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %root = amp.sqrt %square : (tensor<f32>) -> tensor<f32>
    %total = amp.add %ce, %root : (tensor<f32>, tensor<f32>) -> tensor<f32>
    amp.yield %root, %total : tensor<f32>, tensor<f32>
  }

  // The gradients of both, and the rest of the step as amp-scale-loss would write it.
  %g:4 = amp.backward %loss wrt(%w1, %b1, %w2, %b2) seed(%seed)
    : (tensor<f32>, tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>, tensor<f32>)
    -> (tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>)
  %u:4, %found_inf = amp.unscale @scaler(%g#0, %g#1, %g#2, %g#3)
    : (tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>)
    -> (tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>, tensor<i1>)
  amp.step @sgd(%u#0, %u#1, %u#2, %u#3) skip_if(%found_inf)
    : tensor<16x64xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>, tensor<i1>
  amp.update_scale @scaler(%found_inf) : tensor<i1>
  return %loss, %norm : tensor<f32>, tensor<f32>
}
