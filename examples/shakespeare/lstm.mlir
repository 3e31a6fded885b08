// Written by amp.torch from LanguageModel, with PyTorch 2.15.0+cu132.

amp.variable parameter @embedding.weight : tensor<68x256xf32> = #amp.init<normal(0.0, 1.0)>
amp.variable parameter @lstm.weight_ih_l0 : tensor<1024x256xf32> = #amp.init<uniform(-0.0625, 0.0625)>
amp.variable parameter @lstm.weight_hh_l0 : tensor<1024x256xf32> = #amp.init<uniform(-0.0625, 0.0625)>
amp.variable parameter @lstm.bias_ih_l0 : tensor<1024xf32> = #amp.init<uniform(-0.0625, 0.0625)>
amp.variable parameter @lstm.bias_hh_l0 : tensor<1024xf32> = #amp.init<uniform(-0.0625, 0.0625)>
amp.variable parameter @lstm.weight_ih_l1 : tensor<1024x256xf32> = #amp.init<uniform(-0.0625, 0.0625)>
amp.variable parameter @lstm.weight_hh_l1 : tensor<1024x256xf32> = #amp.init<uniform(-0.0625, 0.0625)>
amp.variable parameter @lstm.bias_ih_l1 : tensor<1024xf32> = #amp.init<uniform(-0.0625, 0.0625)>
amp.variable parameter @lstm.bias_hh_l1 : tensor<1024xf32> = #amp.init<uniform(-0.0625, 0.0625)>
amp.variable parameter @head.weight : tensor<68x256xf32> = #amp.init<uniform(-0.06249999999999999, 0.06249999999999999)>
amp.variable parameter @head.bias : tensor<68xf32> = #amp.init<uniform(-0.0625, 0.0625)>
amp.variable rng @rng : tensor<2xi64> = #amp.init<seed>
amp.optimizer adam @optimizer [@embedding.weight, @lstm.weight_ih_l0, @lstm.weight_hh_l0, @lstm.bias_ih_l0, @lstm.bias_hh_l0, @lstm.weight_ih_l1, @lstm.weight_hh_l1, @lstm.bias_ih_l1, @lstm.bias_hh_l1, @head.weight, @head.bias]
  {lr = 0.002 : f64, weight_decay = 0.0 : f64, beta1 = 0.9 : f64, beta2 = 0.999 : f64, eps = 1.0e-08 : f64}

func.func @train(%text: tensor<?x128xi64> {amp.name = "text"},
                 %target: tensor<?x128xi64> {amp.name = "target"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %embedding_weight = amp.read @embedding.weight : tensor<68x256xf32>
  %lstm_weight_ih_l0 = amp.read @lstm.weight_ih_l0 : tensor<1024x256xf32>
  %lstm_weight_hh_l0 = amp.read @lstm.weight_hh_l0 : tensor<1024x256xf32>
  %lstm_bias_ih_l0 = amp.read @lstm.bias_ih_l0 : tensor<1024xf32>
  %lstm_bias_hh_l0 = amp.read @lstm.bias_hh_l0 : tensor<1024xf32>
  %lstm_weight_ih_l1 = amp.read @lstm.weight_ih_l1 : tensor<1024x256xf32>
  %lstm_weight_hh_l1 = amp.read @lstm.weight_hh_l1 : tensor<1024x256xf32>
  %lstm_bias_ih_l1 = amp.read @lstm.bias_ih_l1 : tensor<1024xf32>
  %lstm_bias_hh_l1 = amp.read @lstm.bias_hh_l1 : tensor<1024xf32>
  %head_weight = amp.read @head.weight : tensor<68x256xf32>
  %head_bias = amp.read @head.bias : tensor<68xf32>
  %embedding = amp.embedding %embedding_weight, %text : (tensor<68x256xf32>, tensor<?x128xi64>) -> tensor<?x128x256xf32> loc("embedding")
  %lstm = amp.slice %text {offsets = array<i64: 0, 0>, sizes = array<i64: -1, 1>} : (tensor<?x128xi64>) -> tensor<?x1xi64> loc("lstm")
  %lstm_1 = amp.reshape %lstm {shape = array<i64: -1>} : (tensor<?x1xi64>) -> tensor<?xi64> loc("lstm")
  %lstm_1_f32 = amp.cast %lstm_1 : tensor<?xi64> to tensor<?xf32> loc("lstm")
  %lstm_2 = amp.zeros_like %lstm_1_f32 : (tensor<?xf32>) -> tensor<?xf32> loc("lstm")
  %lstm_3 = amp.reshape %lstm_2 {shape = array<i64: 1, -1, 1>} : (tensor<?xf32>) -> tensor<1x?x1xf32> loc("lstm")
  %c = amp.constant dense<0.0> : tensor<2x1x256xf32> loc("lstm")
  %lstm_4 = amp.add %lstm_3, %c : (tensor<1x?x1xf32>, tensor<2x1x256xf32>) -> tensor<2x?x256xf32> loc("lstm")
  %lstm_5 = amp.reshape %lstm_2 {shape = array<i64: 1, -1, 1>} : (tensor<?xf32>) -> tensor<1x?x1xf32> loc("lstm")
  %c_1 = amp.constant dense<0.0> : tensor<2x1x256xf32> loc("lstm")
  %lstm_6 = amp.add %lstm_5, %c_1 : (tensor<1x?x1xf32>, tensor<2x1x256xf32>) -> tensor<2x?x256xf32> loc("lstm")
  %rng = amp.read @rng : tensor<2xi64>
  %lstm_0, %lstm_1_1, %lstm_2_1, %lstm_3_1 = amp.lstm %embedding, %lstm_4, %lstm_6, %lstm_weight_ih_l0, %lstm_weight_hh_l0, %lstm_bias_ih_l0, %lstm_bias_hh_l0, %lstm_weight_ih_l1, %lstm_weight_hh_l1, %lstm_bias_ih_l1, %lstm_bias_hh_l1 random(%rng) {dropout = 0.2 : f64, num_layers = 2 : i64, batch_first = true} : (tensor<?x128x256xf32>, tensor<2x?x256xf32>, tensor<2x?x256xf32>, tensor<1024x256xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x256xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<2xi64>) -> (tensor<?x128x256xf32>, tensor<2x?x256xf32>, tensor<2x?x256xf32>, tensor<2xi64>) loc("lstm")
  %head = amp.linear %lstm_0, %head_weight, %head_bias : (tensor<?x128x256xf32>, tensor<68x256xf32>, tensor<68xf32>) -> tensor<?x128x68xf32> loc("head")
  %flatten = amp.reshape %head {shape = array<i64: -1, 68>} : (tensor<?x128x68xf32>) -> tensor<?x68xf32> loc("flatten")
  %flatten_1 = amp.reshape %target {shape = array<i64: -1>} : (tensor<?x128xi64>) -> tensor<?xi64> loc("flatten_1")
  %cross_entropy_loss = amp.cross_entropy %flatten, %flatten_1 {reduction = #amp.reduction<mean>} : (tensor<?x68xf32>, tensor<?xi64>) -> tensor<f32> loc("cross_entropy_loss")
  %d_embedding_weight, %d_lstm_weight_ih_l0, %d_lstm_weight_hh_l0, %d_lstm_bias_ih_l0, %d_lstm_bias_hh_l0, %d_lstm_weight_ih_l1, %d_lstm_weight_hh_l1, %d_lstm_bias_ih_l1, %d_lstm_bias_hh_l1, %d_head_weight, %d_head_bias = amp.backward %cross_entropy_loss wrt(%embedding_weight, %lstm_weight_ih_l0, %lstm_weight_hh_l0, %lstm_bias_ih_l0, %lstm_bias_hh_l0, %lstm_weight_ih_l1, %lstm_weight_hh_l1, %lstm_bias_ih_l1, %lstm_bias_hh_l1, %head_weight, %head_bias) : (tensor<f32>, tensor<68x256xf32>, tensor<1024x256xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x256xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<68x256xf32>, tensor<68xf32>) -> (tensor<68x256xf32>, tensor<1024x256xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x256xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<68x256xf32>, tensor<68xf32>)
  %d_embedding_weight_clipped, %d_lstm_weight_ih_l0_clipped, %d_lstm_weight_hh_l0_clipped, %d_lstm_bias_ih_l0_clipped, %d_lstm_bias_hh_l0_clipped, %d_lstm_weight_ih_l1_clipped, %d_lstm_weight_hh_l1_clipped, %d_lstm_bias_ih_l1_clipped, %d_lstm_bias_hh_l1_clipped, %d_head_weight_clipped, %d_head_bias_clipped, %grad_norm = amp.clip_grad_norm(%d_embedding_weight, %d_lstm_weight_ih_l0, %d_lstm_weight_hh_l0, %d_lstm_bias_ih_l0, %d_lstm_bias_hh_l0, %d_lstm_weight_ih_l1, %d_lstm_weight_hh_l1, %d_lstm_bias_ih_l1, %d_lstm_bias_hh_l1, %d_head_weight, %d_head_bias) {max_norm = 1.0 : f64, norm_type = 2.0 : f64} : (tensor<68x256xf32>, tensor<1024x256xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x256xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<68x256xf32>, tensor<68xf32>) -> (tensor<68x256xf32>, tensor<1024x256xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x256xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<68x256xf32>, tensor<68xf32>, tensor<f32>)
  amp.step @optimizer(%d_embedding_weight_clipped, %d_lstm_weight_ih_l0_clipped, %d_lstm_weight_hh_l0_clipped, %d_lstm_bias_ih_l0_clipped, %d_lstm_bias_hh_l0_clipped, %d_lstm_weight_ih_l1_clipped, %d_lstm_weight_hh_l1_clipped, %d_lstm_bias_ih_l1_clipped, %d_lstm_bias_hh_l1_clipped, %d_head_weight_clipped, %d_head_bias_clipped) : tensor<68x256xf32>, tensor<1024x256xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x256xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<68x256xf32>, tensor<68xf32>
  amp.assign @rng, %lstm_3_1 : tensor<2xi64>
  return %cross_entropy_loss : tensor<f32>
}

func.func @evaluate(%text: tensor<?x128xi64> {amp.name = "text"},
                    %target: tensor<?x128xi64> {amp.name = "target"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %embedding_weight = amp.read @embedding.weight : tensor<68x256xf32>
  %lstm_weight_ih_l0 = amp.read @lstm.weight_ih_l0 : tensor<1024x256xf32>
  %lstm_weight_hh_l0 = amp.read @lstm.weight_hh_l0 : tensor<1024x256xf32>
  %lstm_bias_ih_l0 = amp.read @lstm.bias_ih_l0 : tensor<1024xf32>
  %lstm_bias_hh_l0 = amp.read @lstm.bias_hh_l0 : tensor<1024xf32>
  %lstm_weight_ih_l1 = amp.read @lstm.weight_ih_l1 : tensor<1024x256xf32>
  %lstm_weight_hh_l1 = amp.read @lstm.weight_hh_l1 : tensor<1024x256xf32>
  %lstm_bias_ih_l1 = amp.read @lstm.bias_ih_l1 : tensor<1024xf32>
  %lstm_bias_hh_l1 = amp.read @lstm.bias_hh_l1 : tensor<1024xf32>
  %head_weight = amp.read @head.weight : tensor<68x256xf32>
  %head_bias = amp.read @head.bias : tensor<68xf32>
  %embedding = amp.embedding %embedding_weight, %text : (tensor<68x256xf32>, tensor<?x128xi64>) -> tensor<?x128x256xf32> loc("embedding")
  %lstm = amp.slice %text {offsets = array<i64: 0, 0>, sizes = array<i64: -1, 1>} : (tensor<?x128xi64>) -> tensor<?x1xi64> loc("lstm")
  %lstm_1 = amp.reshape %lstm {shape = array<i64: -1>} : (tensor<?x1xi64>) -> tensor<?xi64> loc("lstm")
  %lstm_1_f32 = amp.cast %lstm_1 : tensor<?xi64> to tensor<?xf32> loc("lstm")
  %lstm_2 = amp.zeros_like %lstm_1_f32 : (tensor<?xf32>) -> tensor<?xf32> loc("lstm")
  %lstm_3 = amp.reshape %lstm_2 {shape = array<i64: 1, -1, 1>} : (tensor<?xf32>) -> tensor<1x?x1xf32> loc("lstm")
  %c = amp.constant dense<0.0> : tensor<2x1x256xf32> loc("lstm")
  %lstm_4 = amp.add %lstm_3, %c : (tensor<1x?x1xf32>, tensor<2x1x256xf32>) -> tensor<2x?x256xf32> loc("lstm")
  %lstm_5 = amp.reshape %lstm_2 {shape = array<i64: 1, -1, 1>} : (tensor<?xf32>) -> tensor<1x?x1xf32> loc("lstm")
  %c_1 = amp.constant dense<0.0> : tensor<2x1x256xf32> loc("lstm")
  %lstm_6 = amp.add %lstm_5, %c_1 : (tensor<1x?x1xf32>, tensor<2x1x256xf32>) -> tensor<2x?x256xf32> loc("lstm")
  %lstm_0, %lstm_1_1, %lstm_2_1 = amp.lstm %embedding, %lstm_4, %lstm_6, %lstm_weight_ih_l0, %lstm_weight_hh_l0, %lstm_bias_ih_l0, %lstm_bias_hh_l0, %lstm_weight_ih_l1, %lstm_weight_hh_l1, %lstm_bias_ih_l1, %lstm_bias_hh_l1 {num_layers = 2 : i64, batch_first = true} : (tensor<?x128x256xf32>, tensor<2x?x256xf32>, tensor<2x?x256xf32>, tensor<1024x256xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x256xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>) -> (tensor<?x128x256xf32>, tensor<2x?x256xf32>, tensor<2x?x256xf32>) loc("lstm")
  %head = amp.linear %lstm_0, %head_weight, %head_bias : (tensor<?x128x256xf32>, tensor<68x256xf32>, tensor<68xf32>) -> tensor<?x128x68xf32> loc("head")
  %flatten = amp.reshape %head {shape = array<i64: -1, 68>} : (tensor<?x128x68xf32>) -> tensor<?x68xf32> loc("flatten")
  %flatten_1 = amp.reshape %target {shape = array<i64: -1>} : (tensor<?x128xi64>) -> tensor<?xi64> loc("flatten_1")
  %cross_entropy_loss = amp.cross_entropy %flatten, %flatten_1 {reduction = #amp.reduction<mean>} : (tensor<?x68xf32>, tensor<?xi64>) -> tensor<f32> loc("cross_entropy_loss")
  return %cross_entropy_loss : tensor<f32>
}

func.func @predict(%text: tensor<?x128xi64> {amp.name = "text"})
    -> (tensor<?x128x68xf32> {amp.name = "output"}) {
  %embedding_weight = amp.read @embedding.weight : tensor<68x256xf32>
  %lstm_weight_ih_l0 = amp.read @lstm.weight_ih_l0 : tensor<1024x256xf32>
  %lstm_weight_hh_l0 = amp.read @lstm.weight_hh_l0 : tensor<1024x256xf32>
  %lstm_bias_ih_l0 = amp.read @lstm.bias_ih_l0 : tensor<1024xf32>
  %lstm_bias_hh_l0 = amp.read @lstm.bias_hh_l0 : tensor<1024xf32>
  %lstm_weight_ih_l1 = amp.read @lstm.weight_ih_l1 : tensor<1024x256xf32>
  %lstm_weight_hh_l1 = amp.read @lstm.weight_hh_l1 : tensor<1024x256xf32>
  %lstm_bias_ih_l1 = amp.read @lstm.bias_ih_l1 : tensor<1024xf32>
  %lstm_bias_hh_l1 = amp.read @lstm.bias_hh_l1 : tensor<1024xf32>
  %head_weight = amp.read @head.weight : tensor<68x256xf32>
  %head_bias = amp.read @head.bias : tensor<68xf32>
  %embedding = amp.embedding %embedding_weight, %text : (tensor<68x256xf32>, tensor<?x128xi64>) -> tensor<?x128x256xf32> loc("embedding")
  %lstm = amp.slice %text {offsets = array<i64: 0, 0>, sizes = array<i64: -1, 1>} : (tensor<?x128xi64>) -> tensor<?x1xi64> loc("lstm")
  %lstm_1 = amp.reshape %lstm {shape = array<i64: -1>} : (tensor<?x1xi64>) -> tensor<?xi64> loc("lstm")
  %lstm_1_f32 = amp.cast %lstm_1 : tensor<?xi64> to tensor<?xf32> loc("lstm")
  %lstm_2 = amp.zeros_like %lstm_1_f32 : (tensor<?xf32>) -> tensor<?xf32> loc("lstm")
  %lstm_3 = amp.reshape %lstm_2 {shape = array<i64: 1, -1, 1>} : (tensor<?xf32>) -> tensor<1x?x1xf32> loc("lstm")
  %c = amp.constant dense<0.0> : tensor<2x1x256xf32> loc("lstm")
  %lstm_4 = amp.add %lstm_3, %c : (tensor<1x?x1xf32>, tensor<2x1x256xf32>) -> tensor<2x?x256xf32> loc("lstm")
  %lstm_5 = amp.reshape %lstm_2 {shape = array<i64: 1, -1, 1>} : (tensor<?xf32>) -> tensor<1x?x1xf32> loc("lstm")
  %c_1 = amp.constant dense<0.0> : tensor<2x1x256xf32> loc("lstm")
  %lstm_6 = amp.add %lstm_5, %c_1 : (tensor<1x?x1xf32>, tensor<2x1x256xf32>) -> tensor<2x?x256xf32> loc("lstm")
  %lstm_0, %lstm_1_1, %lstm_2_1 = amp.lstm %embedding, %lstm_4, %lstm_6, %lstm_weight_ih_l0, %lstm_weight_hh_l0, %lstm_bias_ih_l0, %lstm_bias_hh_l0, %lstm_weight_ih_l1, %lstm_weight_hh_l1, %lstm_bias_ih_l1, %lstm_bias_hh_l1 {num_layers = 2 : i64, batch_first = true} : (tensor<?x128x256xf32>, tensor<2x?x256xf32>, tensor<2x?x256xf32>, tensor<1024x256xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x256xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>) -> (tensor<?x128x256xf32>, tensor<2x?x256xf32>, tensor<2x?x256xf32>) loc("lstm")
  %head = amp.linear %lstm_0, %head_weight, %head_bias : (tensor<?x128x256xf32>, tensor<68x256xf32>, tensor<68xf32>) -> tensor<?x128x68xf32> loc("head")
  return %head : tensor<?x128x68xf32>
}
