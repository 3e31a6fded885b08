// Functions with a backward pass of their own, and a function that needs f32: a matrix
// product, a normalization, and a loss that nobody may change.

amp.variable parameter @fc1.weight : tensor<64x16xf32> = #amp.init<uniform(-0.125, 0.125)>
amp.variable parameter @fc2.weight : tensor<10x16xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @fc2.bias : tensor<10xf32> = #amp.init<uniform(-0.25, 0.25)>

amp.optimizer sgd @sgd [@fc1.weight, @fc2.weight, @fc2.bias] {lr = 1.0 : f64}

func.func @train(%images: tensor<?x64xui8> {amp.name = "images"},
                 %labels: tensor<?xi64> {amp.name = "labels"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %w1 = amp.read @fc1.weight : tensor<64x16xf32>
  %w2 = amp.read @fc2.weight : tensor<10x16xf32>
  %b2 = amp.read @fc2.bias : tensor<10xf32>

  // Pixels are 0 to 16.
  %pixels = amp.cast %images : tensor<?x64xui8> to tensor<?x64xf32>
  %sixteenth = amp.constant dense<0.0625> : tensor<f32>
  %x = amp.mul %pixels, %sixteenth : (tensor<?x64xf32>, tensor<f32>) -> tensor<?x64xf32>

  %loss = amp.autocast -> tensor<f32> {
    // The matrix product runs in 16 bits, and so does the backward region: it sees the
    // state that the forward region saw.
    %h, %saved:2 = amp.custom_function(%x, %w1) saved(2)
        : (tensor<?x64xf32>, tensor<64x16xf32>) -> (tensor<?x16xf32>, tensor<?x64xf32>, tensor<64x16xf32>) {
    ^bb0(%a: tensor<?x64xf32>, %b: tensor<64x16xf32>):
      %ab = amp.matmul %a, %b : (tensor<?x64xf32>, tensor<64x16xf32>) -> tensor<?x16xf32>
      amp.yield %ab, %a, %b : tensor<?x16xf32>, tensor<?x64xf32>, tensor<64x16xf32>
    } backward {
    ^bb0(%a: tensor<?x64xf32>, %b: tensor<64x16xf32>, %dab: tensor<?x16xf32>):
      %bt = amp.transpose %b {permutation = array<i64: 1, 0>} : (tensor<64x16xf32>) -> tensor<16x64xf32>
      %da = amp.matmul %dab, %bt : (tensor<?x16xf32>, tensor<16x64xf32>) -> tensor<?x64xf32>
      %at = amp.transpose %a {permutation = array<i64: 1, 0>} : (tensor<?x64xf32>) -> tensor<64x?xf32>
      %db = amp.matmul %at, %dab : (tensor<64x?xf32>, tensor<?x16xf32>) -> tensor<64x16xf32>
      amp.yield %da, %db : tensor<?x64xf32>, tensor<64x16xf32>
    }
    %t = amp.tanh %h : (tensor<?x16xf32>) -> tensor<?x16xf32>

    // Rows of length one. 10^-12 is nothing in f16, and squares are soon too large: the
    // input is cast to f32, and both regions run as with autocast off.
    %n, %unit, %length = amp.custom_function(%t) cast_inputs(f32) saved(2)
        : (tensor<?x16xf32>) -> (tensor<?x16xf32>, tensor<?x16xf32>, tensor<?x1xf32>) {
    ^bb0(%v: tensor<?x16xf32>):
      %square = amp.mul %v, %v : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
      %sum = amp.sum %square {dims = array<i64: 1>, keepdim = true} : (tensor<?x16xf32>) -> tensor<?x1xf32>
      %eps = amp.constant dense<1.0e-12> : tensor<f32>
      %positive = amp.add %sum, %eps : (tensor<?x1xf32>, tensor<f32>) -> tensor<?x1xf32>
      %root = amp.sqrt %positive : (tensor<?x1xf32>) -> tensor<?x1xf32>
      %u = amp.div %v, %root : (tensor<?x16xf32>, tensor<?x1xf32>) -> tensor<?x16xf32>
      amp.yield %u, %u, %root : tensor<?x16xf32>, tensor<?x16xf32>, tensor<?x1xf32>
    } backward {
    ^bb0(%u: tensor<?x16xf32>, %root: tensor<?x1xf32>, %du: tensor<?x16xf32>):
      // (du - u (u . du)) / length
      %product = amp.mul %u, %du : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
      %dot = amp.sum %product {dims = array<i64: 1>, keepdim = true} : (tensor<?x16xf32>) -> tensor<?x1xf32>
      %along = amp.mul %u, %dot : (tensor<?x16xf32>, tensor<?x1xf32>) -> tensor<?x16xf32>
      %across = amp.sub %du, %along : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
      %dv = amp.div %across, %root : (tensor<?x16xf32>, tensor<?x1xf32>) -> tensor<?x16xf32>
      amp.yield %dv : tensor<?x16xf32>
    }
    %y = amp.linear %n, %w2, %b2 : (tensor<?x16xf32>, tensor<10x16xf32>, tensor<10xf32>) -> tensor<?x10xf32>

    // What cannot be changed and needs f32: autocast is off, and what goes in is cast.
    // Here a cross entropy that somebody wrote with exp and log.
    %l = amp.autocast enabled(false) -> tensor<f32> {
      %z = amp.cast %y : tensor<?x10xf32> to tensor<?x10xf32>
      %e = amp.exp %z : (tensor<?x10xf32>) -> tensor<?x10xf32>
      %sum = amp.sum %e {dims = array<i64: 1>} : (tensor<?x10xf32>) -> tensor<?xf32>
      %log = amp.log %sum : (tensor<?xf32>) -> tensor<?xf32>
      %hot = amp.one_hot %labels {classes = 10 : i64, dtype = f32} : (tensor<?xi64>) -> tensor<?x10xf32>
      %picked = amp.mul %z, %hot : (tensor<?x10xf32>, tensor<?x10xf32>) -> tensor<?x10xf32>
      %right = amp.sum %picked {dims = array<i64: 1>} : (tensor<?x10xf32>) -> tensor<?xf32>
      %row = amp.sub %log, %right : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      %mean = amp.mean %row : (tensor<?xf32>) -> tensor<f32>
      amp.yield %mean : tensor<f32>
    }
    amp.yield %l : tensor<f32>
  }

  %g:3 = amp.backward %loss wrt(%w1, %w2, %b2)
    : (tensor<f32>, tensor<64x16xf32>, tensor<10x16xf32>, tensor<10xf32>)
    -> (tensor<64x16xf32>, tensor<10x16xf32>, tensor<10xf32>)
  amp.step @sgd(%g#0, %g#1, %g#2) : tensor<64x16xf32>, tensor<10x16xf32>, tensor<10xf32>
  return %loss : tensor<f32>
}
