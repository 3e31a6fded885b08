// Written by amp.torch from SimpleCNN, with PyTorch 2.15.0+cu132.

amp.variable parameter @features.0.weight : tensor<32x3x3x3xf32> = #amp.init<uniform(-0.19245008972987523, 0.19245008972987523)>
amp.variable parameter @features.0.bias : tensor<32xf32> = #amp.init<uniform(-0.19245008972987526, 0.19245008972987526)>
amp.variable parameter @features.3.weight : tensor<64x32x3x3xf32> = #amp.init<uniform(-0.05892556509887896, 0.05892556509887896)>
amp.variable parameter @features.3.bias : tensor<64xf32> = #amp.init<uniform(-0.05892556509887897, 0.05892556509887897)>
amp.variable parameter @classifier.weight : tensor<10x4096xf32> = #amp.init<uniform(-0.015624999999999998, 0.015624999999999998)>
amp.variable parameter @classifier.bias : tensor<10xf32> = #amp.init<uniform(-0.015625, 0.015625)>
amp.optimizer adam @optimizer [@features.0.weight, @features.0.bias, @features.3.weight, @features.3.bias, @classifier.weight, @classifier.bias]
  {lr = 0.001 : f64, weight_decay = 0.0 : f64, beta1 = 0.9 : f64, beta2 = 0.999 : f64, eps = 1.0e-08 : f64}

func.func @train(%images: tensor<?x3x32x32xui8> {amp.name = "images"},
                 %target: tensor<?xi64> {amp.name = "target"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"},
        tensor<f32> {amp.name = "right", amp.reduction = "mean"}) {
  %features_0_weight = amp.read @features.0.weight : tensor<32x3x3x3xf32>
  %features_0_bias = amp.read @features.0.bias : tensor<32xf32>
  %features_3_weight = amp.read @features.3.weight : tensor<64x32x3x3xf32>
  %features_3_bias = amp.read @features.3.bias : tensor<64xf32>
  %classifier_weight = amp.read @classifier.weight : tensor<10x4096xf32>
  %classifier_bias = amp.read @classifier.bias : tensor<10xf32>
  %images_f32 = amp.cast %images : tensor<?x3x32x32xui8> to tensor<?x3x32x32xf32> loc("to")
  %c = amp.constant dense<255.0> : tensor<f32> loc("div")
  %div = amp.div %images_f32, %c : (tensor<?x3x32x32xf32>, tensor<f32>) -> tensor<?x3x32x32xf32> loc("div")
  %_0 = amp.conv2d %div, %features_0_weight, %features_0_bias {padding = array<i64: 1, 1>} : (tensor<?x3x32x32xf32>, tensor<32x3x3x3xf32>, tensor<32xf32>) -> tensor<?x32x32x32xf32> loc("features.0")
  %_1 = amp.relu %_0 : (tensor<?x32x32x32xf32>) -> tensor<?x32x32x32xf32> loc("features.1")
  %_2 = amp.max_pool2d %_1 {kernel_size = array<i64: 2, 2>} : (tensor<?x32x32x32xf32>) -> tensor<?x32x16x16xf32> loc("features.2")
  %_3 = amp.conv2d %_2, %features_3_weight, %features_3_bias {padding = array<i64: 1, 1>} : (tensor<?x32x16x16xf32>, tensor<64x32x3x3xf32>, tensor<64xf32>) -> tensor<?x64x16x16xf32> loc("features.3")
  %_4 = amp.relu %_3 : (tensor<?x64x16x16xf32>) -> tensor<?x64x16x16xf32> loc("features.4")
  %_5 = amp.max_pool2d %_4 {kernel_size = array<i64: 2, 2>} : (tensor<?x64x16x16xf32>) -> tensor<?x64x8x8xf32> loc("features.5")
  %flatten = amp.reshape %_5 {shape = array<i64: -1, 4096>} : (tensor<?x64x8x8xf32>) -> tensor<?x4096xf32> loc("flatten")
  %classifier = amp.linear %flatten, %classifier_weight, %classifier_bias : (tensor<?x4096xf32>, tensor<10x4096xf32>, tensor<10xf32>) -> tensor<?x10xf32> loc("classifier")
  %cross_entropy_loss = amp.cross_entropy %classifier, %target {reduction = #amp.reduction<mean>} : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32> loc("cross_entropy_loss")
  %argmax = amp.argmax %classifier {dim = 1 : i64} : (tensor<?x10xf32>) -> tensor<?xi64> loc("argmax")
  %eq = amp.compare eq, %argmax, %target : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi1> loc("eq")
  %eq_f32 = amp.cast %eq : tensor<?xi1> to tensor<?xf32> loc("to_1")
  %mean = amp.mean %eq_f32 : (tensor<?xf32>) -> tensor<f32> loc("mean")
  %d_features_0_weight, %d_features_0_bias, %d_features_3_weight, %d_features_3_bias, %d_classifier_weight, %d_classifier_bias = amp.backward %cross_entropy_loss wrt(%features_0_weight, %features_0_bias, %features_3_weight, %features_3_bias, %classifier_weight, %classifier_bias) : (tensor<f32>, tensor<32x3x3x3xf32>, tensor<32xf32>, tensor<64x32x3x3xf32>, tensor<64xf32>, tensor<10x4096xf32>, tensor<10xf32>) -> (tensor<32x3x3x3xf32>, tensor<32xf32>, tensor<64x32x3x3xf32>, tensor<64xf32>, tensor<10x4096xf32>, tensor<10xf32>)
  amp.step @optimizer(%d_features_0_weight, %d_features_0_bias, %d_features_3_weight, %d_features_3_bias, %d_classifier_weight, %d_classifier_bias) : tensor<32x3x3x3xf32>, tensor<32xf32>, tensor<64x32x3x3xf32>, tensor<64xf32>, tensor<10x4096xf32>, tensor<10xf32>
  return %cross_entropy_loss, %mean : tensor<f32>, tensor<f32>
}

func.func @evaluate(%images: tensor<?x3x32x32xui8> {amp.name = "images"},
                    %target: tensor<?xi64> {amp.name = "target"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"},
        tensor<f32> {amp.name = "right", amp.reduction = "mean"}) {
  %features_0_weight = amp.read @features.0.weight : tensor<32x3x3x3xf32>
  %features_0_bias = amp.read @features.0.bias : tensor<32xf32>
  %features_3_weight = amp.read @features.3.weight : tensor<64x32x3x3xf32>
  %features_3_bias = amp.read @features.3.bias : tensor<64xf32>
  %classifier_weight = amp.read @classifier.weight : tensor<10x4096xf32>
  %classifier_bias = amp.read @classifier.bias : tensor<10xf32>
  %images_f32 = amp.cast %images : tensor<?x3x32x32xui8> to tensor<?x3x32x32xf32> loc("to")
  %c = amp.constant dense<255.0> : tensor<f32> loc("div")
  %div = amp.div %images_f32, %c : (tensor<?x3x32x32xf32>, tensor<f32>) -> tensor<?x3x32x32xf32> loc("div")
  %_0 = amp.conv2d %div, %features_0_weight, %features_0_bias {padding = array<i64: 1, 1>} : (tensor<?x3x32x32xf32>, tensor<32x3x3x3xf32>, tensor<32xf32>) -> tensor<?x32x32x32xf32> loc("features.0")
  %_1 = amp.relu %_0 : (tensor<?x32x32x32xf32>) -> tensor<?x32x32x32xf32> loc("features.1")
  %_2 = amp.max_pool2d %_1 {kernel_size = array<i64: 2, 2>} : (tensor<?x32x32x32xf32>) -> tensor<?x32x16x16xf32> loc("features.2")
  %_3 = amp.conv2d %_2, %features_3_weight, %features_3_bias {padding = array<i64: 1, 1>} : (tensor<?x32x16x16xf32>, tensor<64x32x3x3xf32>, tensor<64xf32>) -> tensor<?x64x16x16xf32> loc("features.3")
  %_4 = amp.relu %_3 : (tensor<?x64x16x16xf32>) -> tensor<?x64x16x16xf32> loc("features.4")
  %_5 = amp.max_pool2d %_4 {kernel_size = array<i64: 2, 2>} : (tensor<?x64x16x16xf32>) -> tensor<?x64x8x8xf32> loc("features.5")
  %flatten = amp.reshape %_5 {shape = array<i64: -1, 4096>} : (tensor<?x64x8x8xf32>) -> tensor<?x4096xf32> loc("flatten")
  %classifier = amp.linear %flatten, %classifier_weight, %classifier_bias : (tensor<?x4096xf32>, tensor<10x4096xf32>, tensor<10xf32>) -> tensor<?x10xf32> loc("classifier")
  %cross_entropy_loss = amp.cross_entropy %classifier, %target {reduction = #amp.reduction<mean>} : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32> loc("cross_entropy_loss")
  %argmax = amp.argmax %classifier {dim = 1 : i64} : (tensor<?x10xf32>) -> tensor<?xi64> loc("argmax")
  %eq = amp.compare eq, %argmax, %target : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi1> loc("eq")
  %eq_f32 = amp.cast %eq : tensor<?xi1> to tensor<?xf32> loc("to_1")
  %mean = amp.mean %eq_f32 : (tensor<?xf32>) -> tensor<f32> loc("mean")
  return %cross_entropy_loss, %mean : tensor<f32>, tensor<f32>
}

func.func @predict(%images: tensor<?x3x32x32xui8> {amp.name = "images"})
    -> (tensor<?x10xf32> {amp.name = "output"}) {
  %features_0_weight = amp.read @features.0.weight : tensor<32x3x3x3xf32>
  %features_0_bias = amp.read @features.0.bias : tensor<32xf32>
  %features_3_weight = amp.read @features.3.weight : tensor<64x32x3x3xf32>
  %features_3_bias = amp.read @features.3.bias : tensor<64xf32>
  %classifier_weight = amp.read @classifier.weight : tensor<10x4096xf32>
  %classifier_bias = amp.read @classifier.bias : tensor<10xf32>
  %images_f32 = amp.cast %images : tensor<?x3x32x32xui8> to tensor<?x3x32x32xf32> loc("to")
  %c = amp.constant dense<255.0> : tensor<f32> loc("div")
  %div = amp.div %images_f32, %c : (tensor<?x3x32x32xf32>, tensor<f32>) -> tensor<?x3x32x32xf32> loc("div")
  %_0 = amp.conv2d %div, %features_0_weight, %features_0_bias {padding = array<i64: 1, 1>} : (tensor<?x3x32x32xf32>, tensor<32x3x3x3xf32>, tensor<32xf32>) -> tensor<?x32x32x32xf32> loc("features.0")
  %_1 = amp.relu %_0 : (tensor<?x32x32x32xf32>) -> tensor<?x32x32x32xf32> loc("features.1")
  %_2 = amp.max_pool2d %_1 {kernel_size = array<i64: 2, 2>} : (tensor<?x32x32x32xf32>) -> tensor<?x32x16x16xf32> loc("features.2")
  %_3 = amp.conv2d %_2, %features_3_weight, %features_3_bias {padding = array<i64: 1, 1>} : (tensor<?x32x16x16xf32>, tensor<64x32x3x3xf32>, tensor<64xf32>) -> tensor<?x64x16x16xf32> loc("features.3")
  %_4 = amp.relu %_3 : (tensor<?x64x16x16xf32>) -> tensor<?x64x16x16xf32> loc("features.4")
  %_5 = amp.max_pool2d %_4 {kernel_size = array<i64: 2, 2>} : (tensor<?x64x16x16xf32>) -> tensor<?x64x8x8xf32> loc("features.5")
  %flatten = amp.reshape %_5 {shape = array<i64: -1, 4096>} : (tensor<?x64x8x8xf32>) -> tensor<?x4096xf32> loc("flatten")
  %classifier = amp.linear %flatten, %classifier_weight, %classifier_bias : (tensor<?x4096xf32>, tensor<10x4096xf32>, tensor<10xf32>) -> tensor<?x10xf32> loc("classifier")
  return %classifier : tensor<?x10xf32>
}
