// Written by amp.torch from Dense, with PyTorch 2.15.0+cu132.

amp.variable parameter @layers.0.weight : tensor<4096x64xf32> = #amp.init<uniform(-0.037977726265637494, 0.037977726265637494)>
amp.variable parameter @layers.0.bias : tensor<4096xf32> = #amp.init<zeros>
amp.variable parameter @layers.2.weight : tensor<4096x4096xf32> = #amp.init<uniform(-0.027063293868263706, 0.027063293868263706)>
amp.variable parameter @layers.2.bias : tensor<4096xf32> = #amp.init<zeros>
amp.variable parameter @layers.4.weight : tensor<10x4096xf32> = #amp.init<uniform(-0.038226642295632586, 0.038226642295632586)>
amp.variable parameter @layers.4.bias : tensor<10xf32> = #amp.init<zeros>
amp.optimizer adam @optimizer [@layers.0.weight, @layers.0.bias, @layers.2.weight, @layers.2.bias, @layers.4.weight, @layers.4.bias]
  {lr = 0.001 : f64, weight_decay = 0.0 : f64, beta1 = 0.9 : f64, beta2 = 0.999 : f64, eps = 1.0e-07 : f64}

func.func @train(%images: tensor<?x64xui8> {amp.name = "images"},
                 %target: tensor<?xi64> {amp.name = "target"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"},
        tensor<f32> {amp.name = "right", amp.reduction = "mean"}) {
  %layers_0_weight = amp.read @layers.0.weight : tensor<4096x64xf32>
  %layers_0_bias = amp.read @layers.0.bias : tensor<4096xf32>
  %layers_2_weight = amp.read @layers.2.weight : tensor<4096x4096xf32>
  %layers_2_bias = amp.read @layers.2.bias : tensor<4096xf32>
  %layers_4_weight = amp.read @layers.4.weight : tensor<10x4096xf32>
  %layers_4_bias = amp.read @layers.4.bias : tensor<10xf32>
  %images_f32 = amp.cast %images : tensor<?x64xui8> to tensor<?x64xf32> loc("to")
  %c = amp.constant dense<16.0> : tensor<f32> loc("div")
  %div = amp.div %images_f32, %c : (tensor<?x64xf32>, tensor<f32>) -> tensor<?x64xf32> loc("div")
  %_0 = amp.linear %div, %layers_0_weight, %layers_0_bias : (tensor<?x64xf32>, tensor<4096x64xf32>, tensor<4096xf32>) -> tensor<?x4096xf32> loc("layers.0")
  %_1 = amp.relu %_0 : (tensor<?x4096xf32>) -> tensor<?x4096xf32> loc("layers.1")
  %_2 = amp.linear %_1, %layers_2_weight, %layers_2_bias : (tensor<?x4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>) -> tensor<?x4096xf32> loc("layers.2")
  %_3 = amp.relu %_2 : (tensor<?x4096xf32>) -> tensor<?x4096xf32> loc("layers.3")
  %_4 = amp.linear %_3, %layers_4_weight, %layers_4_bias : (tensor<?x4096xf32>, tensor<10x4096xf32>, tensor<10xf32>) -> tensor<?x10xf32> loc("layers.4")
  %cross_entropy_loss = amp.cross_entropy %_4, %target {reduction = #amp.reduction<mean>} : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32> loc("cross_entropy_loss")
  %argmax = amp.argmax %_4 {dim = 1 : i64} : (tensor<?x10xf32>) -> tensor<?xi64> loc("argmax")
  %eq = amp.compare eq, %argmax, %target : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi1> loc("eq")
  %eq_f32 = amp.cast %eq : tensor<?xi1> to tensor<?xf32> loc("to_1")
  %mean = amp.mean %eq_f32 : (tensor<?xf32>) -> tensor<f32> loc("mean")
  %d_layers_0_weight, %d_layers_0_bias, %d_layers_2_weight, %d_layers_2_bias, %d_layers_4_weight, %d_layers_4_bias = amp.backward %cross_entropy_loss wrt(%layers_0_weight, %layers_0_bias, %layers_2_weight, %layers_2_bias, %layers_4_weight, %layers_4_bias) : (tensor<f32>, tensor<4096x64xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<10x4096xf32>, tensor<10xf32>) -> (tensor<4096x64xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<10x4096xf32>, tensor<10xf32>)
  amp.step @optimizer(%d_layers_0_weight, %d_layers_0_bias, %d_layers_2_weight, %d_layers_2_bias, %d_layers_4_weight, %d_layers_4_bias) : tensor<4096x64xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<10x4096xf32>, tensor<10xf32>
  return %cross_entropy_loss, %mean : tensor<f32>, tensor<f32>
}

func.func @evaluate(%images: tensor<?x64xui8> {amp.name = "images"},
                    %target: tensor<?xi64> {amp.name = "target"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"},
        tensor<f32> {amp.name = "right", amp.reduction = "mean"}) {
  %layers_0_weight = amp.read @layers.0.weight : tensor<4096x64xf32>
  %layers_0_bias = amp.read @layers.0.bias : tensor<4096xf32>
  %layers_2_weight = amp.read @layers.2.weight : tensor<4096x4096xf32>
  %layers_2_bias = amp.read @layers.2.bias : tensor<4096xf32>
  %layers_4_weight = amp.read @layers.4.weight : tensor<10x4096xf32>
  %layers_4_bias = amp.read @layers.4.bias : tensor<10xf32>
  %images_f32 = amp.cast %images : tensor<?x64xui8> to tensor<?x64xf32> loc("to")
  %c = amp.constant dense<16.0> : tensor<f32> loc("div")
  %div = amp.div %images_f32, %c : (tensor<?x64xf32>, tensor<f32>) -> tensor<?x64xf32> loc("div")
  %_0 = amp.linear %div, %layers_0_weight, %layers_0_bias : (tensor<?x64xf32>, tensor<4096x64xf32>, tensor<4096xf32>) -> tensor<?x4096xf32> loc("layers.0")
  %_1 = amp.relu %_0 : (tensor<?x4096xf32>) -> tensor<?x4096xf32> loc("layers.1")
  %_2 = amp.linear %_1, %layers_2_weight, %layers_2_bias : (tensor<?x4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>) -> tensor<?x4096xf32> loc("layers.2")
  %_3 = amp.relu %_2 : (tensor<?x4096xf32>) -> tensor<?x4096xf32> loc("layers.3")
  %_4 = amp.linear %_3, %layers_4_weight, %layers_4_bias : (tensor<?x4096xf32>, tensor<10x4096xf32>, tensor<10xf32>) -> tensor<?x10xf32> loc("layers.4")
  %cross_entropy_loss = amp.cross_entropy %_4, %target {reduction = #amp.reduction<mean>} : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32> loc("cross_entropy_loss")
  %argmax = amp.argmax %_4 {dim = 1 : i64} : (tensor<?x10xf32>) -> tensor<?xi64> loc("argmax")
  %eq = amp.compare eq, %argmax, %target : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi1> loc("eq")
  %eq_f32 = amp.cast %eq : tensor<?xi1> to tensor<?xf32> loc("to_1")
  %mean = amp.mean %eq_f32 : (tensor<?xf32>) -> tensor<f32> loc("mean")
  return %cross_entropy_loss, %mean : tensor<f32>, tensor<f32>
}

func.func @predict(%images: tensor<?x64xui8> {amp.name = "images"})
    -> (tensor<?x10xf32> {amp.name = "output"}) {
  %layers_0_weight = amp.read @layers.0.weight : tensor<4096x64xf32>
  %layers_0_bias = amp.read @layers.0.bias : tensor<4096xf32>
  %layers_2_weight = amp.read @layers.2.weight : tensor<4096x4096xf32>
  %layers_2_bias = amp.read @layers.2.bias : tensor<4096xf32>
  %layers_4_weight = amp.read @layers.4.weight : tensor<10x4096xf32>
  %layers_4_bias = amp.read @layers.4.bias : tensor<10xf32>
  %images_f32 = amp.cast %images : tensor<?x64xui8> to tensor<?x64xf32> loc("to")
  %c = amp.constant dense<16.0> : tensor<f32> loc("div")
  %div = amp.div %images_f32, %c : (tensor<?x64xf32>, tensor<f32>) -> tensor<?x64xf32> loc("div")
  %_0 = amp.linear %div, %layers_0_weight, %layers_0_bias : (tensor<?x64xf32>, tensor<4096x64xf32>, tensor<4096xf32>) -> tensor<?x4096xf32> loc("layers.0")
  %_1 = amp.relu %_0 : (tensor<?x4096xf32>) -> tensor<?x4096xf32> loc("layers.1")
  %_2 = amp.linear %_1, %layers_2_weight, %layers_2_bias : (tensor<?x4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>) -> tensor<?x4096xf32> loc("layers.2")
  %_3 = amp.relu %_2 : (tensor<?x4096xf32>) -> tensor<?x4096xf32> loc("layers.3")
  %_4 = amp.linear %_3, %layers_4_weight, %layers_4_bias : (tensor<?x4096xf32>, tensor<10x4096xf32>, tensor<10xf32>) -> tensor<?x10xf32> loc("layers.4")
  return %_4 : tensor<?x10xf32>
}
