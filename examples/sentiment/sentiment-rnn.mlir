// Written by amp.torch from SentimentRNN, with PyTorch 2.15.0+cu132.

amp.variable parameter @embedding.weight : tensor<2000x100xf32> = #amp.init<normal(0.0, 1.0)>
amp.variable parameter @lstm.weight_ih_l0 : tensor<1024x100xf32> = #amp.init<uniform(-0.0625, 0.0625)>
amp.variable parameter @lstm.weight_hh_l0 : tensor<1024x256xf32> = #amp.init<uniform(-0.0625, 0.0625)>
amp.variable parameter @lstm.bias_ih_l0 : tensor<1024xf32> = #amp.init<uniform(-0.0625, 0.0625)>
amp.variable parameter @lstm.bias_hh_l0 : tensor<1024xf32> = #amp.init<uniform(-0.0625, 0.0625)>
amp.variable parameter @linear.weight : tensor<1x256xf32> = #amp.init<uniform(-0.06249999999999999, 0.06249999999999999)>
amp.variable parameter @linear.bias : tensor<1xf32> = #amp.init<uniform(-0.0625, 0.0625)>
amp.optimizer adam @optimizer [@embedding.weight, @lstm.weight_ih_l0, @lstm.weight_hh_l0, @lstm.bias_ih_l0, @lstm.bias_hh_l0, @linear.weight, @linear.bias]
  {lr = 0.001 : f64, weight_decay = 0.0 : f64, beta1 = 0.9 : f64, beta2 = 0.999 : f64, eps = 1.0e-08 : f64}

func.func @train(%words: tensor<?x?xi64> {amp.name = "words"},
                 %lengths: tensor<?xi64> {amp.name = "lengths"},
                 %target: tensor<?xf32> {amp.name = "target"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"},
        tensor<f32> {amp.name = "right", amp.reduction = "mean"}) {
  %embedding_weight = amp.read @embedding.weight : tensor<2000x100xf32>
  %lstm_weight_ih_l0 = amp.read @lstm.weight_ih_l0 : tensor<1024x100xf32>
  %lstm_weight_hh_l0 = amp.read @lstm.weight_hh_l0 : tensor<1024x256xf32>
  %lstm_bias_ih_l0 = amp.read @lstm.bias_ih_l0 : tensor<1024xf32>
  %lstm_bias_hh_l0 = amp.read @lstm.bias_hh_l0 : tensor<1024xf32>
  %linear_weight = amp.read @linear.weight : tensor<1x256xf32>
  %linear_bias = amp.read @linear.bias : tensor<1xf32>
  %embedding = amp.embedding %embedding_weight, %words : (tensor<2000x100xf32>, tensor<?x?xi64>) -> tensor<?x?x100xf32> loc("embedding")
  %lstm = amp.slice %words {offsets = array<i64: 0, 0>, sizes = array<i64: -1, 1>} : (tensor<?x?xi64>) -> tensor<?x1xi64> loc("lstm")
  %lstm_1 = amp.reshape %lstm {shape = array<i64: -1>} : (tensor<?x1xi64>) -> tensor<?xi64> loc("lstm")
  %lstm_1_f32 = amp.cast %lstm_1 : tensor<?xi64> to tensor<?xf32> loc("lstm")
  %lstm_2 = amp.zeros_like %lstm_1_f32 : (tensor<?xf32>) -> tensor<?xf32> loc("lstm")
  %lstm_3 = amp.reshape %lstm_2 {shape = array<i64: 1, -1, 1>} : (tensor<?xf32>) -> tensor<1x?x1xf32> loc("lstm")
  %c = amp.constant dense<0.0> : tensor<1x1x256xf32> loc("lstm")
  %lstm_4 = amp.add %lstm_3, %c : (tensor<1x?x1xf32>, tensor<1x1x256xf32>) -> tensor<1x?x256xf32> loc("lstm")
  %lstm_5 = amp.reshape %lstm_2 {shape = array<i64: 1, -1, 1>} : (tensor<?xf32>) -> tensor<1x?x1xf32> loc("lstm")
  %c_1 = amp.constant dense<0.0> : tensor<1x1x256xf32> loc("lstm")
  %lstm_6 = amp.add %lstm_5, %c_1 : (tensor<1x?x1xf32>, tensor<1x1x256xf32>) -> tensor<1x?x256xf32> loc("lstm")
  %lstm_0, %lstm_1_1, %lstm_2_1 = amp.lstm %embedding, %lstm_4, %lstm_6, %lstm_weight_ih_l0, %lstm_weight_hh_l0, %lstm_bias_ih_l0, %lstm_bias_hh_l0 {batch_first = true} : (tensor<?x?x100xf32>, tensor<1x?x256xf32>, tensor<1x?x256xf32>, tensor<1024x100xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>) -> (tensor<?x?x256xf32>, tensor<1x?x256xf32>, tensor<1x?x256xf32>) loc("lstm")
  %c_2 = amp.constant dense<1> : tensor<i64> loc("sub")
  %sub = amp.sub %lengths, %c_2 : (tensor<?xi64>, tensor<i64>) -> tensor<?xi64> loc("sub")
  %view = amp.reshape %sub {shape = array<i64: -1, 1, 1>} : (tensor<?xi64>) -> tensor<?x1x1xi64> loc("view")
  %c_3 = amp.constant dense<true> : tensor<i1> loc("expand")
  %lstm_2_i64 = amp.cast %lstm_2 : tensor<?xf32> to tensor<?xi64> loc("expand")
  %expand = amp.reshape %lstm_2_i64 {shape = array<i64: -1, 1, 1>} : (tensor<?xi64>) -> tensor<?x1x1xi64> loc("expand")
  %c_4 = amp.constant dense<0> : tensor<1x1x256xi64> loc("expand")
  %expand_1 = amp.add %expand, %c_4 : (tensor<?x1x1xi64>, tensor<1x1x256xi64>) -> tensor<?x1x256xi64> loc("expand")
  %expand_2 = amp.where %c_3, %view, %expand_1 : (tensor<i1>, tensor<?x1x1xi64>, tensor<?x1x256xi64>) -> tensor<?x1x256xi64> loc("expand")
  %gather = amp.gather %lstm_0, %expand_2 {dim = 1 : i64} : (tensor<?x?x256xf32>, tensor<?x1x256xi64>) -> tensor<?x1x256xf32> loc("gather")
  %flatten = amp.reshape %gather {shape = array<i64: -1, 256>} : (tensor<?x1x256xf32>) -> tensor<?x256xf32> loc("flatten")
  %linear = amp.linear %flatten, %linear_weight, %linear_bias : (tensor<?x256xf32>, tensor<1x256xf32>, tensor<1xf32>) -> tensor<?x1xf32> loc("linear")
  %sigmoid = amp.sigmoid %linear : (tensor<?x1xf32>) -> tensor<?x1xf32> loc("sigmoid")
  %flatten_1 = amp.reshape %sigmoid {shape = array<i64: -1>} : (tensor<?x1xf32>) -> tensor<?xf32> loc("flatten_1")
  %binary_cross_entropy = amp.binary_cross_entropy %flatten_1, %target {reduction = #amp.reduction<mean>} : (tensor<?xf32>, tensor<?xf32>) -> tensor<f32> loc("binary_cross_entropy")
  %c_5 = amp.constant dense<0.5> : tensor<f32> loc("gt")
  %gt = amp.compare gt, %flatten_1, %c_5 : (tensor<?xf32>, tensor<f32>) -> tensor<?xi1> loc("gt")
  %c_6 = amp.constant dense<0.5> : tensor<f32> loc("gt_1")
  %gt_1 = amp.compare gt, %target, %c_6 : (tensor<?xf32>, tensor<f32>) -> tensor<?xi1> loc("gt_1")
  %gt_i64 = amp.cast %gt : tensor<?xi1> to tensor<?xi64> loc("eq_3")
  %gt_1_i64 = amp.cast %gt_1 : tensor<?xi1> to tensor<?xi64> loc("eq_3")
  %eq_3 = amp.compare eq, %gt_i64, %gt_1_i64 : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi1> loc("eq_3")
  %eq_3_f32 = amp.cast %eq_3 : tensor<?xi1> to tensor<?xf32> loc("to")
  %mean = amp.mean %eq_3_f32 : (tensor<?xf32>) -> tensor<f32> loc("mean")
  %d_embedding_weight, %d_lstm_weight_ih_l0, %d_lstm_weight_hh_l0, %d_lstm_bias_ih_l0, %d_lstm_bias_hh_l0, %d_linear_weight, %d_linear_bias = amp.backward %binary_cross_entropy wrt(%embedding_weight, %lstm_weight_ih_l0, %lstm_weight_hh_l0, %lstm_bias_ih_l0, %lstm_bias_hh_l0, %linear_weight, %linear_bias) : (tensor<f32>, tensor<2000x100xf32>, tensor<1024x100xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x256xf32>, tensor<1xf32>) -> (tensor<2000x100xf32>, tensor<1024x100xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x256xf32>, tensor<1xf32>)
  amp.step @optimizer(%d_embedding_weight, %d_lstm_weight_ih_l0, %d_lstm_weight_hh_l0, %d_lstm_bias_ih_l0, %d_lstm_bias_hh_l0, %d_linear_weight, %d_linear_bias) : tensor<2000x100xf32>, tensor<1024x100xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1x256xf32>, tensor<1xf32>
  return %binary_cross_entropy, %mean : tensor<f32>, tensor<f32>
}

func.func @evaluate(%words: tensor<?x?xi64> {amp.name = "words"},
                    %lengths: tensor<?xi64> {amp.name = "lengths"},
                    %target: tensor<?xf32> {amp.name = "target"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"},
        tensor<f32> {amp.name = "right", amp.reduction = "mean"}) {
  %embedding_weight = amp.read @embedding.weight : tensor<2000x100xf32>
  %lstm_weight_ih_l0 = amp.read @lstm.weight_ih_l0 : tensor<1024x100xf32>
  %lstm_weight_hh_l0 = amp.read @lstm.weight_hh_l0 : tensor<1024x256xf32>
  %lstm_bias_ih_l0 = amp.read @lstm.bias_ih_l0 : tensor<1024xf32>
  %lstm_bias_hh_l0 = amp.read @lstm.bias_hh_l0 : tensor<1024xf32>
  %linear_weight = amp.read @linear.weight : tensor<1x256xf32>
  %linear_bias = amp.read @linear.bias : tensor<1xf32>
  %embedding = amp.embedding %embedding_weight, %words : (tensor<2000x100xf32>, tensor<?x?xi64>) -> tensor<?x?x100xf32> loc("embedding")
  %lstm = amp.slice %words {offsets = array<i64: 0, 0>, sizes = array<i64: -1, 1>} : (tensor<?x?xi64>) -> tensor<?x1xi64> loc("lstm")
  %lstm_1 = amp.reshape %lstm {shape = array<i64: -1>} : (tensor<?x1xi64>) -> tensor<?xi64> loc("lstm")
  %lstm_1_f32 = amp.cast %lstm_1 : tensor<?xi64> to tensor<?xf32> loc("lstm")
  %lstm_2 = amp.zeros_like %lstm_1_f32 : (tensor<?xf32>) -> tensor<?xf32> loc("lstm")
  %lstm_3 = amp.reshape %lstm_2 {shape = array<i64: 1, -1, 1>} : (tensor<?xf32>) -> tensor<1x?x1xf32> loc("lstm")
  %c = amp.constant dense<0.0> : tensor<1x1x256xf32> loc("lstm")
  %lstm_4 = amp.add %lstm_3, %c : (tensor<1x?x1xf32>, tensor<1x1x256xf32>) -> tensor<1x?x256xf32> loc("lstm")
  %lstm_5 = amp.reshape %lstm_2 {shape = array<i64: 1, -1, 1>} : (tensor<?xf32>) -> tensor<1x?x1xf32> loc("lstm")
  %c_1 = amp.constant dense<0.0> : tensor<1x1x256xf32> loc("lstm")
  %lstm_6 = amp.add %lstm_5, %c_1 : (tensor<1x?x1xf32>, tensor<1x1x256xf32>) -> tensor<1x?x256xf32> loc("lstm")
  %lstm_0, %lstm_1_1, %lstm_2_1 = amp.lstm %embedding, %lstm_4, %lstm_6, %lstm_weight_ih_l0, %lstm_weight_hh_l0, %lstm_bias_ih_l0, %lstm_bias_hh_l0 {batch_first = true} : (tensor<?x?x100xf32>, tensor<1x?x256xf32>, tensor<1x?x256xf32>, tensor<1024x100xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>) -> (tensor<?x?x256xf32>, tensor<1x?x256xf32>, tensor<1x?x256xf32>) loc("lstm")
  %c_2 = amp.constant dense<1> : tensor<i64> loc("sub")
  %sub = amp.sub %lengths, %c_2 : (tensor<?xi64>, tensor<i64>) -> tensor<?xi64> loc("sub")
  %view = amp.reshape %sub {shape = array<i64: -1, 1, 1>} : (tensor<?xi64>) -> tensor<?x1x1xi64> loc("view")
  %c_3 = amp.constant dense<true> : tensor<i1> loc("expand")
  %lstm_2_i64 = amp.cast %lstm_2 : tensor<?xf32> to tensor<?xi64> loc("expand")
  %expand = amp.reshape %lstm_2_i64 {shape = array<i64: -1, 1, 1>} : (tensor<?xi64>) -> tensor<?x1x1xi64> loc("expand")
  %c_4 = amp.constant dense<0> : tensor<1x1x256xi64> loc("expand")
  %expand_1 = amp.add %expand, %c_4 : (tensor<?x1x1xi64>, tensor<1x1x256xi64>) -> tensor<?x1x256xi64> loc("expand")
  %expand_2 = amp.where %c_3, %view, %expand_1 : (tensor<i1>, tensor<?x1x1xi64>, tensor<?x1x256xi64>) -> tensor<?x1x256xi64> loc("expand")
  %gather = amp.gather %lstm_0, %expand_2 {dim = 1 : i64} : (tensor<?x?x256xf32>, tensor<?x1x256xi64>) -> tensor<?x1x256xf32> loc("gather")
  %flatten = amp.reshape %gather {shape = array<i64: -1, 256>} : (tensor<?x1x256xf32>) -> tensor<?x256xf32> loc("flatten")
  %linear = amp.linear %flatten, %linear_weight, %linear_bias : (tensor<?x256xf32>, tensor<1x256xf32>, tensor<1xf32>) -> tensor<?x1xf32> loc("linear")
  %sigmoid = amp.sigmoid %linear : (tensor<?x1xf32>) -> tensor<?x1xf32> loc("sigmoid")
  %flatten_1 = amp.reshape %sigmoid {shape = array<i64: -1>} : (tensor<?x1xf32>) -> tensor<?xf32> loc("flatten_1")
  %binary_cross_entropy = amp.binary_cross_entropy %flatten_1, %target {reduction = #amp.reduction<mean>} : (tensor<?xf32>, tensor<?xf32>) -> tensor<f32> loc("binary_cross_entropy")
  %c_5 = amp.constant dense<0.5> : tensor<f32> loc("gt")
  %gt = amp.compare gt, %flatten_1, %c_5 : (tensor<?xf32>, tensor<f32>) -> tensor<?xi1> loc("gt")
  %c_6 = amp.constant dense<0.5> : tensor<f32> loc("gt_1")
  %gt_1 = amp.compare gt, %target, %c_6 : (tensor<?xf32>, tensor<f32>) -> tensor<?xi1> loc("gt_1")
  %gt_i64 = amp.cast %gt : tensor<?xi1> to tensor<?xi64> loc("eq_3")
  %gt_1_i64 = amp.cast %gt_1 : tensor<?xi1> to tensor<?xi64> loc("eq_3")
  %eq_3 = amp.compare eq, %gt_i64, %gt_1_i64 : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi1> loc("eq_3")
  %eq_3_f32 = amp.cast %eq_3 : tensor<?xi1> to tensor<?xf32> loc("to")
  %mean = amp.mean %eq_3_f32 : (tensor<?xf32>) -> tensor<f32> loc("mean")
  return %binary_cross_entropy, %mean : tensor<f32>, tensor<f32>
}

func.func @predict(%words: tensor<?x?xi64> {amp.name = "words"},
                   %lengths: tensor<?xi64> {amp.name = "lengths"})
    -> (tensor<?xf32> {amp.name = "output"}) {
  %embedding_weight = amp.read @embedding.weight : tensor<2000x100xf32>
  %lstm_weight_ih_l0 = amp.read @lstm.weight_ih_l0 : tensor<1024x100xf32>
  %lstm_weight_hh_l0 = amp.read @lstm.weight_hh_l0 : tensor<1024x256xf32>
  %lstm_bias_ih_l0 = amp.read @lstm.bias_ih_l0 : tensor<1024xf32>
  %lstm_bias_hh_l0 = amp.read @lstm.bias_hh_l0 : tensor<1024xf32>
  %linear_weight = amp.read @linear.weight : tensor<1x256xf32>
  %linear_bias = amp.read @linear.bias : tensor<1xf32>
  %embedding = amp.embedding %embedding_weight, %words : (tensor<2000x100xf32>, tensor<?x?xi64>) -> tensor<?x?x100xf32> loc("embedding")
  %lstm = amp.slice %words {offsets = array<i64: 0, 0>, sizes = array<i64: -1, 1>} : (tensor<?x?xi64>) -> tensor<?x1xi64> loc("lstm")
  %lstm_1 = amp.reshape %lstm {shape = array<i64: -1>} : (tensor<?x1xi64>) -> tensor<?xi64> loc("lstm")
  %lstm_1_f32 = amp.cast %lstm_1 : tensor<?xi64> to tensor<?xf32> loc("lstm")
  %lstm_2 = amp.zeros_like %lstm_1_f32 : (tensor<?xf32>) -> tensor<?xf32> loc("lstm")
  %lstm_3 = amp.reshape %lstm_2 {shape = array<i64: 1, -1, 1>} : (tensor<?xf32>) -> tensor<1x?x1xf32> loc("lstm")
  %c = amp.constant dense<0.0> : tensor<1x1x256xf32> loc("lstm")
  %lstm_4 = amp.add %lstm_3, %c : (tensor<1x?x1xf32>, tensor<1x1x256xf32>) -> tensor<1x?x256xf32> loc("lstm")
  %lstm_5 = amp.reshape %lstm_2 {shape = array<i64: 1, -1, 1>} : (tensor<?xf32>) -> tensor<1x?x1xf32> loc("lstm")
  %c_1 = amp.constant dense<0.0> : tensor<1x1x256xf32> loc("lstm")
  %lstm_6 = amp.add %lstm_5, %c_1 : (tensor<1x?x1xf32>, tensor<1x1x256xf32>) -> tensor<1x?x256xf32> loc("lstm")
  %lstm_0, %lstm_1_1, %lstm_2_1 = amp.lstm %embedding, %lstm_4, %lstm_6, %lstm_weight_ih_l0, %lstm_weight_hh_l0, %lstm_bias_ih_l0, %lstm_bias_hh_l0 {batch_first = true} : (tensor<?x?x100xf32>, tensor<1x?x256xf32>, tensor<1x?x256xf32>, tensor<1024x100xf32>, tensor<1024x256xf32>, tensor<1024xf32>, tensor<1024xf32>) -> (tensor<?x?x256xf32>, tensor<1x?x256xf32>, tensor<1x?x256xf32>) loc("lstm")
  %c_2 = amp.constant dense<1> : tensor<i64> loc("sub")
  %sub = amp.sub %lengths, %c_2 : (tensor<?xi64>, tensor<i64>) -> tensor<?xi64> loc("sub")
  %view = amp.reshape %sub {shape = array<i64: -1, 1, 1>} : (tensor<?xi64>) -> tensor<?x1x1xi64> loc("view")
  %c_3 = amp.constant dense<true> : tensor<i1> loc("expand")
  %lstm_2_i64 = amp.cast %lstm_2 : tensor<?xf32> to tensor<?xi64> loc("expand")
  %expand = amp.reshape %lstm_2_i64 {shape = array<i64: -1, 1, 1>} : (tensor<?xi64>) -> tensor<?x1x1xi64> loc("expand")
  %c_4 = amp.constant dense<0> : tensor<1x1x256xi64> loc("expand")
  %expand_1 = amp.add %expand, %c_4 : (tensor<?x1x1xi64>, tensor<1x1x256xi64>) -> tensor<?x1x256xi64> loc("expand")
  %expand_2 = amp.where %c_3, %view, %expand_1 : (tensor<i1>, tensor<?x1x1xi64>, tensor<?x1x256xi64>) -> tensor<?x1x256xi64> loc("expand")
  %gather = amp.gather %lstm_0, %expand_2 {dim = 1 : i64} : (tensor<?x?x256xf32>, tensor<?x1x256xi64>) -> tensor<?x1x256xf32> loc("gather")
  %flatten = amp.reshape %gather {shape = array<i64: -1, 256>} : (tensor<?x1x256xf32>) -> tensor<?x256xf32> loc("flatten")
  %linear = amp.linear %flatten, %linear_weight, %linear_bias : (tensor<?x256xf32>, tensor<1x256xf32>, tensor<1xf32>) -> tensor<?x1xf32> loc("linear")
  %sigmoid = amp.sigmoid %linear : (tensor<?x1xf32>) -> tensor<?x1xf32> loc("sigmoid")
  %flatten_1 = amp.reshape %sigmoid {shape = array<i64: -1>} : (tensor<?x1xf32>) -> tensor<?xf32> loc("flatten_1")
  return %flatten_1 : tensor<?xf32>
}
