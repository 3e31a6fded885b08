// Written by amp.torch from GPT, with PyTorch 2.15.0+cu132.

amp.variable parameter @positions.weight : tensor<128x192xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.0.norm1.weight : tensor<192xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.0.norm1.bias : tensor<192xf32> = #amp.init<zeros>
amp.variable parameter @blocks.0.attention.qkv.weight : tensor<576x192xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.0.attention.qkv.bias : tensor<576xf32> = #amp.init<zeros>
amp.variable parameter @blocks.0.attention.out.weight : tensor<192x192xf32> = #amp.init<normal(0.0, 0.0070710678118654745)>
amp.variable parameter @blocks.0.attention.out.bias : tensor<192xf32> = #amp.init<zeros>
amp.variable parameter @blocks.0.norm2.weight : tensor<192xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.0.norm2.bias : tensor<192xf32> = #amp.init<zeros>
amp.variable parameter @blocks.0.mlp.0.weight : tensor<768x192xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.0.mlp.0.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.0.mlp.2.weight : tensor<192x768xf32> = #amp.init<normal(0.0, 0.0070710678118654745)>
amp.variable parameter @blocks.0.mlp.2.bias : tensor<192xf32> = #amp.init<zeros>
amp.variable parameter @blocks.1.norm1.weight : tensor<192xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.1.norm1.bias : tensor<192xf32> = #amp.init<zeros>
amp.variable parameter @blocks.1.attention.qkv.weight : tensor<576x192xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.1.attention.qkv.bias : tensor<576xf32> = #amp.init<zeros>
amp.variable parameter @blocks.1.attention.out.weight : tensor<192x192xf32> = #amp.init<normal(0.0, 0.0070710678118654745)>
amp.variable parameter @blocks.1.attention.out.bias : tensor<192xf32> = #amp.init<zeros>
amp.variable parameter @blocks.1.norm2.weight : tensor<192xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.1.norm2.bias : tensor<192xf32> = #amp.init<zeros>
amp.variable parameter @blocks.1.mlp.0.weight : tensor<768x192xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.1.mlp.0.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.1.mlp.2.weight : tensor<192x768xf32> = #amp.init<normal(0.0, 0.0070710678118654745)>
amp.variable parameter @blocks.1.mlp.2.bias : tensor<192xf32> = #amp.init<zeros>
amp.variable parameter @blocks.2.norm1.weight : tensor<192xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.2.norm1.bias : tensor<192xf32> = #amp.init<zeros>
amp.variable parameter @blocks.2.attention.qkv.weight : tensor<576x192xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.2.attention.qkv.bias : tensor<576xf32> = #amp.init<zeros>
amp.variable parameter @blocks.2.attention.out.weight : tensor<192x192xf32> = #amp.init<normal(0.0, 0.0070710678118654745)>
amp.variable parameter @blocks.2.attention.out.bias : tensor<192xf32> = #amp.init<zeros>
amp.variable parameter @blocks.2.norm2.weight : tensor<192xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.2.norm2.bias : tensor<192xf32> = #amp.init<zeros>
amp.variable parameter @blocks.2.mlp.0.weight : tensor<768x192xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.2.mlp.0.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.2.mlp.2.weight : tensor<192x768xf32> = #amp.init<normal(0.0, 0.0070710678118654745)>
amp.variable parameter @blocks.2.mlp.2.bias : tensor<192xf32> = #amp.init<zeros>
amp.variable parameter @blocks.3.norm1.weight : tensor<192xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.3.norm1.bias : tensor<192xf32> = #amp.init<zeros>
amp.variable parameter @blocks.3.attention.qkv.weight : tensor<576x192xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.3.attention.qkv.bias : tensor<576xf32> = #amp.init<zeros>
amp.variable parameter @blocks.3.attention.out.weight : tensor<192x192xf32> = #amp.init<normal(0.0, 0.0070710678118654745)>
amp.variable parameter @blocks.3.attention.out.bias : tensor<192xf32> = #amp.init<zeros>
amp.variable parameter @blocks.3.norm2.weight : tensor<192xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.3.norm2.bias : tensor<192xf32> = #amp.init<zeros>
amp.variable parameter @blocks.3.mlp.0.weight : tensor<768x192xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.3.mlp.0.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.3.mlp.2.weight : tensor<192x768xf32> = #amp.init<normal(0.0, 0.0070710678118654745)>
amp.variable parameter @blocks.3.mlp.2.bias : tensor<192xf32> = #amp.init<zeros>
amp.variable parameter @norm.weight : tensor<192xf32> = #amp.init<constant(1.0)>
amp.variable parameter @norm.bias : tensor<192xf32> = #amp.init<zeros>
amp.variable parameter @tokens.weight : tensor<68x192xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable rng @rng : tensor<2xi64> = #amp.init<seed>
amp.optimizer adamw @optimizer [@positions.weight, @blocks.0.norm1.weight, @blocks.0.norm1.bias, @blocks.0.attention.qkv.weight, @blocks.0.attention.qkv.bias, @blocks.0.attention.out.weight, @blocks.0.attention.out.bias, @blocks.0.norm2.weight, @blocks.0.norm2.bias, @blocks.0.mlp.0.weight, @blocks.0.mlp.0.bias, @blocks.0.mlp.2.weight, @blocks.0.mlp.2.bias, @blocks.1.norm1.weight, @blocks.1.norm1.bias, @blocks.1.attention.qkv.weight, @blocks.1.attention.qkv.bias, @blocks.1.attention.out.weight, @blocks.1.attention.out.bias, @blocks.1.norm2.weight, @blocks.1.norm2.bias, @blocks.1.mlp.0.weight, @blocks.1.mlp.0.bias, @blocks.1.mlp.2.weight, @blocks.1.mlp.2.bias, @blocks.2.norm1.weight, @blocks.2.norm1.bias, @blocks.2.attention.qkv.weight, @blocks.2.attention.qkv.bias, @blocks.2.attention.out.weight, @blocks.2.attention.out.bias, @blocks.2.norm2.weight, @blocks.2.norm2.bias, @blocks.2.mlp.0.weight, @blocks.2.mlp.0.bias, @blocks.2.mlp.2.weight, @blocks.2.mlp.2.bias, @blocks.3.norm1.weight, @blocks.3.norm1.bias, @blocks.3.attention.qkv.weight, @blocks.3.attention.qkv.bias, @blocks.3.attention.out.weight, @blocks.3.attention.out.bias, @blocks.3.norm2.weight, @blocks.3.norm2.bias, @blocks.3.mlp.0.weight, @blocks.3.mlp.0.bias, @blocks.3.mlp.2.weight, @blocks.3.mlp.2.bias, @norm.weight, @norm.bias, @tokens.weight]
  {lr = 0.001 : f64, weight_decay = 0.1 : f64, beta1 = 0.9 : f64, beta2 = 0.99 : f64, eps = 1.0e-08 : f64, groups = [{parameters = [@blocks.0.norm1.weight, @blocks.0.norm1.bias, @blocks.0.attention.qkv.bias, @blocks.0.attention.out.bias, @blocks.0.norm2.weight, @blocks.0.norm2.bias, @blocks.0.mlp.0.bias, @blocks.0.mlp.2.bias, @blocks.1.norm1.weight, @blocks.1.norm1.bias, @blocks.1.attention.qkv.bias, @blocks.1.attention.out.bias, @blocks.1.norm2.weight, @blocks.1.norm2.bias, @blocks.1.mlp.0.bias, @blocks.1.mlp.2.bias, @blocks.2.norm1.weight, @blocks.2.norm1.bias, @blocks.2.attention.qkv.bias, @blocks.2.attention.out.bias, @blocks.2.norm2.weight, @blocks.2.norm2.bias, @blocks.2.mlp.0.bias, @blocks.2.mlp.2.bias, @blocks.3.norm1.weight, @blocks.3.norm1.bias, @blocks.3.attention.qkv.bias, @blocks.3.attention.out.bias, @blocks.3.norm2.weight, @blocks.3.norm2.bias, @blocks.3.mlp.0.bias, @blocks.3.mlp.2.bias, @norm.weight, @norm.bias], lr = 0.001 : f64, weight_decay = 0.0 : f64}], schedule = #amp.schedule<cosine, {iterations = 900, eta_min = 0.0001, warmup = 100}>}

func.func @train(%text: tensor<?x128xi64> {amp.name = "text"},
                 %target: tensor<?x128xi64> {amp.name = "target"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %positions_weight = amp.read @positions.weight : tensor<128x192xf32>
  %blocks_0_norm1_weight = amp.read @blocks.0.norm1.weight : tensor<192xf32>
  %blocks_0_norm1_bias = amp.read @blocks.0.norm1.bias : tensor<192xf32>
  %blocks_0_attention_qkv_weight = amp.read @blocks.0.attention.qkv.weight : tensor<576x192xf32>
  %blocks_0_attention_qkv_bias = amp.read @blocks.0.attention.qkv.bias : tensor<576xf32>
  %blocks_0_attention_out_weight = amp.read @blocks.0.attention.out.weight : tensor<192x192xf32>
  %blocks_0_attention_out_bias = amp.read @blocks.0.attention.out.bias : tensor<192xf32>
  %blocks_0_norm2_weight = amp.read @blocks.0.norm2.weight : tensor<192xf32>
  %blocks_0_norm2_bias = amp.read @blocks.0.norm2.bias : tensor<192xf32>
  %blocks_0_mlp_0_weight = amp.read @blocks.0.mlp.0.weight : tensor<768x192xf32>
  %blocks_0_mlp_0_bias = amp.read @blocks.0.mlp.0.bias : tensor<768xf32>
  %blocks_0_mlp_2_weight = amp.read @blocks.0.mlp.2.weight : tensor<192x768xf32>
  %blocks_0_mlp_2_bias = amp.read @blocks.0.mlp.2.bias : tensor<192xf32>
  %blocks_1_norm1_weight = amp.read @blocks.1.norm1.weight : tensor<192xf32>
  %blocks_1_norm1_bias = amp.read @blocks.1.norm1.bias : tensor<192xf32>
  %blocks_1_attention_qkv_weight = amp.read @blocks.1.attention.qkv.weight : tensor<576x192xf32>
  %blocks_1_attention_qkv_bias = amp.read @blocks.1.attention.qkv.bias : tensor<576xf32>
  %blocks_1_attention_out_weight = amp.read @blocks.1.attention.out.weight : tensor<192x192xf32>
  %blocks_1_attention_out_bias = amp.read @blocks.1.attention.out.bias : tensor<192xf32>
  %blocks_1_norm2_weight = amp.read @blocks.1.norm2.weight : tensor<192xf32>
  %blocks_1_norm2_bias = amp.read @blocks.1.norm2.bias : tensor<192xf32>
  %blocks_1_mlp_0_weight = amp.read @blocks.1.mlp.0.weight : tensor<768x192xf32>
  %blocks_1_mlp_0_bias = amp.read @blocks.1.mlp.0.bias : tensor<768xf32>
  %blocks_1_mlp_2_weight = amp.read @blocks.1.mlp.2.weight : tensor<192x768xf32>
  %blocks_1_mlp_2_bias = amp.read @blocks.1.mlp.2.bias : tensor<192xf32>
  %blocks_2_norm1_weight = amp.read @blocks.2.norm1.weight : tensor<192xf32>
  %blocks_2_norm1_bias = amp.read @blocks.2.norm1.bias : tensor<192xf32>
  %blocks_2_attention_qkv_weight = amp.read @blocks.2.attention.qkv.weight : tensor<576x192xf32>
  %blocks_2_attention_qkv_bias = amp.read @blocks.2.attention.qkv.bias : tensor<576xf32>
  %blocks_2_attention_out_weight = amp.read @blocks.2.attention.out.weight : tensor<192x192xf32>
  %blocks_2_attention_out_bias = amp.read @blocks.2.attention.out.bias : tensor<192xf32>
  %blocks_2_norm2_weight = amp.read @blocks.2.norm2.weight : tensor<192xf32>
  %blocks_2_norm2_bias = amp.read @blocks.2.norm2.bias : tensor<192xf32>
  %blocks_2_mlp_0_weight = amp.read @blocks.2.mlp.0.weight : tensor<768x192xf32>
  %blocks_2_mlp_0_bias = amp.read @blocks.2.mlp.0.bias : tensor<768xf32>
  %blocks_2_mlp_2_weight = amp.read @blocks.2.mlp.2.weight : tensor<192x768xf32>
  %blocks_2_mlp_2_bias = amp.read @blocks.2.mlp.2.bias : tensor<192xf32>
  %blocks_3_norm1_weight = amp.read @blocks.3.norm1.weight : tensor<192xf32>
  %blocks_3_norm1_bias = amp.read @blocks.3.norm1.bias : tensor<192xf32>
  %blocks_3_attention_qkv_weight = amp.read @blocks.3.attention.qkv.weight : tensor<576x192xf32>
  %blocks_3_attention_qkv_bias = amp.read @blocks.3.attention.qkv.bias : tensor<576xf32>
  %blocks_3_attention_out_weight = amp.read @blocks.3.attention.out.weight : tensor<192x192xf32>
  %blocks_3_attention_out_bias = amp.read @blocks.3.attention.out.bias : tensor<192xf32>
  %blocks_3_norm2_weight = amp.read @blocks.3.norm2.weight : tensor<192xf32>
  %blocks_3_norm2_bias = amp.read @blocks.3.norm2.bias : tensor<192xf32>
  %blocks_3_mlp_0_weight = amp.read @blocks.3.mlp.0.weight : tensor<768x192xf32>
  %blocks_3_mlp_0_bias = amp.read @blocks.3.mlp.0.bias : tensor<768xf32>
  %blocks_3_mlp_2_weight = amp.read @blocks.3.mlp.2.weight : tensor<192x768xf32>
  %blocks_3_mlp_2_bias = amp.read @blocks.3.mlp.2.bias : tensor<192xf32>
  %norm_weight = amp.read @norm.weight : tensor<192xf32>
  %norm_bias = amp.read @norm.bias : tensor<192xf32>
  %tokens_weight = amp.read @tokens.weight : tensor<68x192xf32>
  %tokens = amp.embedding %tokens_weight, %text : (tensor<68x192xf32>, tensor<?x128xi64>) -> tensor<?x128x192xf32> loc("tokens")
  %add = amp.add %tokens, %positions_weight : (tensor<?x128x192xf32>, tensor<128x192xf32>) -> tensor<?x128x192xf32> loc("add")
  %rng = amp.read @rng : tensor<2xi64>
  %dropout_0, %dropout_1 = amp.dropout %add, %rng {p = 0.1 : f64} : (tensor<?x128x192xf32>, tensor<2xi64>) -> (tensor<?x128x192xf32>, tensor<2xi64>) loc("dropout")
  %norm1 = amp.layer_norm %dropout_0 weight(%blocks_0_norm1_weight) bias(%blocks_0_norm1_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.0.norm1")
  %qkv = amp.linear %norm1, %blocks_0_attention_qkv_weight, %blocks_0_attention_qkv_bias : (tensor<?x128x192xf32>, tensor<576x192xf32>, tensor<576xf32>) -> tensor<?x128x576xf32> loc("blocks.0.attention.qkv")
  %attention_0, %attention_1, %attention_2 = amp.split %qkv {sizes = array<i64: 192, 192, 192>, dim = 2 : i64} : (tensor<?x128x576xf32>) -> (tensor<?x128x192xf32>, tensor<?x128x192xf32>, tensor<?x128x192xf32>) loc("blocks.0.attention")
  %attention = amp.reshape %attention_0 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.0.attention")
  %attention_3 = amp.transpose %attention {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.0.attention")
  %attention_4 = amp.reshape %attention_1 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.0.attention")
  %attention_5 = amp.transpose %attention_4 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.0.attention")
  %attention_6 = amp.reshape %attention_2 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.0.attention")
  %attention_7 = amp.transpose %attention_6 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.0.attention")
  %attention_0_1, %attention_1_1 = amp.scaled_dot_product_attention %attention_3, %attention_5, %attention_7 random(%dropout_1) {dropout_p = 0.1 : f64, is_causal = true} : (tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>, tensor<2xi64>) -> (tensor<?x6x128x32xf32>, tensor<2xi64>) loc("blocks.0.attention")
  %attention_8 = amp.transpose %attention_0_1 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x6x128x32xf32>) -> tensor<?x128x6x32xf32> loc("blocks.0.attention")
  %attention_9 = amp.reshape %attention_8 {shape = array<i64: -1, 128, 192>} : (tensor<?x128x6x32xf32>) -> tensor<?x128x192xf32> loc("blocks.0.attention")
  %out = amp.linear %attention_9, %blocks_0_attention_out_weight, %blocks_0_attention_out_bias : (tensor<?x128x192xf32>, tensor<192x192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.0.attention.out")
  %dropout_0_1, %dropout_1_1 = amp.dropout %out, %attention_1_1 {p = 0.1 : f64} : (tensor<?x128x192xf32>, tensor<2xi64>) -> (tensor<?x128x192xf32>, tensor<2xi64>) loc("blocks.0.attention.dropout")
  %_0 = amp.add %dropout_0, %dropout_0_1 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.0")
  %norm2 = amp.layer_norm %_0 weight(%blocks_0_norm2_weight) bias(%blocks_0_norm2_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.0.norm2")
  %_0_1 = amp.linear %norm2, %blocks_0_mlp_0_weight, %blocks_0_mlp_0_bias : (tensor<?x128x192xf32>, tensor<768x192xf32>, tensor<768xf32>) -> tensor<?x128x768xf32> loc("blocks.0.mlp.0")
  %_1 = amp.gelu %_0_1 {approximate = #amp.gelu<tanh>} : (tensor<?x128x768xf32>) -> tensor<?x128x768xf32> loc("blocks.0.mlp.1")
  %_2 = amp.linear %_1, %blocks_0_mlp_2_weight, %blocks_0_mlp_2_bias : (tensor<?x128x768xf32>, tensor<192x768xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.0.mlp.2")
  %_3_0, %_3_1 = amp.dropout %_2, %dropout_1_1 {p = 0.1 : f64} : (tensor<?x128x192xf32>, tensor<2xi64>) -> (tensor<?x128x192xf32>, tensor<2xi64>) loc("blocks.0.mlp.3")
  %_0_2 = amp.add %_0, %_3_0 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.0")
  %norm1_1 = amp.layer_norm %_0_2 weight(%blocks_1_norm1_weight) bias(%blocks_1_norm1_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.1.norm1")
  %qkv_1 = amp.linear %norm1_1, %blocks_1_attention_qkv_weight, %blocks_1_attention_qkv_bias : (tensor<?x128x192xf32>, tensor<576x192xf32>, tensor<576xf32>) -> tensor<?x128x576xf32> loc("blocks.1.attention.qkv")
  %attention_0_2, %attention_1_2, %attention_2_1 = amp.split %qkv_1 {sizes = array<i64: 192, 192, 192>, dim = 2 : i64} : (tensor<?x128x576xf32>) -> (tensor<?x128x192xf32>, tensor<?x128x192xf32>, tensor<?x128x192xf32>) loc("blocks.1.attention")
  %attention_10 = amp.reshape %attention_0_2 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.1.attention")
  %attention_11 = amp.transpose %attention_10 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.1.attention")
  %attention_12 = amp.reshape %attention_1_2 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.1.attention")
  %attention_13 = amp.transpose %attention_12 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.1.attention")
  %attention_14 = amp.reshape %attention_2_1 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.1.attention")
  %attention_15 = amp.transpose %attention_14 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.1.attention")
  %attention_0_3, %attention_1_3 = amp.scaled_dot_product_attention %attention_11, %attention_13, %attention_15 random(%_3_1) {dropout_p = 0.1 : f64, is_causal = true} : (tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>, tensor<2xi64>) -> (tensor<?x6x128x32xf32>, tensor<2xi64>) loc("blocks.1.attention")
  %attention_16 = amp.transpose %attention_0_3 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x6x128x32xf32>) -> tensor<?x128x6x32xf32> loc("blocks.1.attention")
  %attention_17 = amp.reshape %attention_16 {shape = array<i64: -1, 128, 192>} : (tensor<?x128x6x32xf32>) -> tensor<?x128x192xf32> loc("blocks.1.attention")
  %out_1 = amp.linear %attention_17, %blocks_1_attention_out_weight, %blocks_1_attention_out_bias : (tensor<?x128x192xf32>, tensor<192x192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.1.attention.out")
  %dropout_0_2, %dropout_1_2 = amp.dropout %out_1, %attention_1_3 {p = 0.1 : f64} : (tensor<?x128x192xf32>, tensor<2xi64>) -> (tensor<?x128x192xf32>, tensor<2xi64>) loc("blocks.1.attention.dropout")
  %_1_1 = amp.add %_0_2, %dropout_0_2 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.1")
  %norm2_1 = amp.layer_norm %_1_1 weight(%blocks_1_norm2_weight) bias(%blocks_1_norm2_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.1.norm2")
  %_0_3 = amp.linear %norm2_1, %blocks_1_mlp_0_weight, %blocks_1_mlp_0_bias : (tensor<?x128x192xf32>, tensor<768x192xf32>, tensor<768xf32>) -> tensor<?x128x768xf32> loc("blocks.1.mlp.0")
  %_1_2 = amp.gelu %_0_3 {approximate = #amp.gelu<tanh>} : (tensor<?x128x768xf32>) -> tensor<?x128x768xf32> loc("blocks.1.mlp.1")
  %_2_1 = amp.linear %_1_2, %blocks_1_mlp_2_weight, %blocks_1_mlp_2_bias : (tensor<?x128x768xf32>, tensor<192x768xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.1.mlp.2")
  %_3_0_1, %_3_1_1 = amp.dropout %_2_1, %dropout_1_2 {p = 0.1 : f64} : (tensor<?x128x192xf32>, tensor<2xi64>) -> (tensor<?x128x192xf32>, tensor<2xi64>) loc("blocks.1.mlp.3")
  %_1_3 = amp.add %_1_1, %_3_0_1 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.1")
  %norm1_2 = amp.layer_norm %_1_3 weight(%blocks_2_norm1_weight) bias(%blocks_2_norm1_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.2.norm1")
  %qkv_2 = amp.linear %norm1_2, %blocks_2_attention_qkv_weight, %blocks_2_attention_qkv_bias : (tensor<?x128x192xf32>, tensor<576x192xf32>, tensor<576xf32>) -> tensor<?x128x576xf32> loc("blocks.2.attention.qkv")
  %attention_0_4, %attention_1_4, %attention_2_2 = amp.split %qkv_2 {sizes = array<i64: 192, 192, 192>, dim = 2 : i64} : (tensor<?x128x576xf32>) -> (tensor<?x128x192xf32>, tensor<?x128x192xf32>, tensor<?x128x192xf32>) loc("blocks.2.attention")
  %attention_18 = amp.reshape %attention_0_4 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.2.attention")
  %attention_19 = amp.transpose %attention_18 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.2.attention")
  %attention_20 = amp.reshape %attention_1_4 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.2.attention")
  %attention_21 = amp.transpose %attention_20 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.2.attention")
  %attention_22 = amp.reshape %attention_2_2 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.2.attention")
  %attention_23 = amp.transpose %attention_22 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.2.attention")
  %attention_0_5, %attention_1_5 = amp.scaled_dot_product_attention %attention_19, %attention_21, %attention_23 random(%_3_1_1) {dropout_p = 0.1 : f64, is_causal = true} : (tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>, tensor<2xi64>) -> (tensor<?x6x128x32xf32>, tensor<2xi64>) loc("blocks.2.attention")
  %attention_24 = amp.transpose %attention_0_5 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x6x128x32xf32>) -> tensor<?x128x6x32xf32> loc("blocks.2.attention")
  %attention_25 = amp.reshape %attention_24 {shape = array<i64: -1, 128, 192>} : (tensor<?x128x6x32xf32>) -> tensor<?x128x192xf32> loc("blocks.2.attention")
  %out_2 = amp.linear %attention_25, %blocks_2_attention_out_weight, %blocks_2_attention_out_bias : (tensor<?x128x192xf32>, tensor<192x192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.2.attention.out")
  %dropout_0_3, %dropout_1_3 = amp.dropout %out_2, %attention_1_5 {p = 0.1 : f64} : (tensor<?x128x192xf32>, tensor<2xi64>) -> (tensor<?x128x192xf32>, tensor<2xi64>) loc("blocks.2.attention.dropout")
  %_2_2 = amp.add %_1_3, %dropout_0_3 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.2")
  %norm2_2 = amp.layer_norm %_2_2 weight(%blocks_2_norm2_weight) bias(%blocks_2_norm2_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.2.norm2")
  %_0_4 = amp.linear %norm2_2, %blocks_2_mlp_0_weight, %blocks_2_mlp_0_bias : (tensor<?x128x192xf32>, tensor<768x192xf32>, tensor<768xf32>) -> tensor<?x128x768xf32> loc("blocks.2.mlp.0")
  %_1_4 = amp.gelu %_0_4 {approximate = #amp.gelu<tanh>} : (tensor<?x128x768xf32>) -> tensor<?x128x768xf32> loc("blocks.2.mlp.1")
  %_2_3 = amp.linear %_1_4, %blocks_2_mlp_2_weight, %blocks_2_mlp_2_bias : (tensor<?x128x768xf32>, tensor<192x768xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.2.mlp.2")
  %_3_0_2, %_3_1_2 = amp.dropout %_2_3, %dropout_1_3 {p = 0.1 : f64} : (tensor<?x128x192xf32>, tensor<2xi64>) -> (tensor<?x128x192xf32>, tensor<2xi64>) loc("blocks.2.mlp.3")
  %_2_4 = amp.add %_2_2, %_3_0_2 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.2")
  %norm1_3 = amp.layer_norm %_2_4 weight(%blocks_3_norm1_weight) bias(%blocks_3_norm1_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.3.norm1")
  %qkv_3 = amp.linear %norm1_3, %blocks_3_attention_qkv_weight, %blocks_3_attention_qkv_bias : (tensor<?x128x192xf32>, tensor<576x192xf32>, tensor<576xf32>) -> tensor<?x128x576xf32> loc("blocks.3.attention.qkv")
  %attention_0_6, %attention_1_6, %attention_2_3 = amp.split %qkv_3 {sizes = array<i64: 192, 192, 192>, dim = 2 : i64} : (tensor<?x128x576xf32>) -> (tensor<?x128x192xf32>, tensor<?x128x192xf32>, tensor<?x128x192xf32>) loc("blocks.3.attention")
  %attention_26 = amp.reshape %attention_0_6 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.3.attention")
  %attention_27 = amp.transpose %attention_26 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.3.attention")
  %attention_28 = amp.reshape %attention_1_6 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.3.attention")
  %attention_29 = amp.transpose %attention_28 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.3.attention")
  %attention_30 = amp.reshape %attention_2_3 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.3.attention")
  %attention_31 = amp.transpose %attention_30 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.3.attention")
  %attention_0_7, %attention_1_7 = amp.scaled_dot_product_attention %attention_27, %attention_29, %attention_31 random(%_3_1_2) {dropout_p = 0.1 : f64, is_causal = true} : (tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>, tensor<2xi64>) -> (tensor<?x6x128x32xf32>, tensor<2xi64>) loc("blocks.3.attention")
  %attention_32 = amp.transpose %attention_0_7 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x6x128x32xf32>) -> tensor<?x128x6x32xf32> loc("blocks.3.attention")
  %attention_33 = amp.reshape %attention_32 {shape = array<i64: -1, 128, 192>} : (tensor<?x128x6x32xf32>) -> tensor<?x128x192xf32> loc("blocks.3.attention")
  %out_3 = amp.linear %attention_33, %blocks_3_attention_out_weight, %blocks_3_attention_out_bias : (tensor<?x128x192xf32>, tensor<192x192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.3.attention.out")
  %dropout_0_4, %dropout_1_4 = amp.dropout %out_3, %attention_1_7 {p = 0.1 : f64} : (tensor<?x128x192xf32>, tensor<2xi64>) -> (tensor<?x128x192xf32>, tensor<2xi64>) loc("blocks.3.attention.dropout")
  %_3 = amp.add %_2_4, %dropout_0_4 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.3")
  %norm2_3 = amp.layer_norm %_3 weight(%blocks_3_norm2_weight) bias(%blocks_3_norm2_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.3.norm2")
  %_0_5 = amp.linear %norm2_3, %blocks_3_mlp_0_weight, %blocks_3_mlp_0_bias : (tensor<?x128x192xf32>, tensor<768x192xf32>, tensor<768xf32>) -> tensor<?x128x768xf32> loc("blocks.3.mlp.0")
  %_1_5 = amp.gelu %_0_5 {approximate = #amp.gelu<tanh>} : (tensor<?x128x768xf32>) -> tensor<?x128x768xf32> loc("blocks.3.mlp.1")
  %_2_5 = amp.linear %_1_5, %blocks_3_mlp_2_weight, %blocks_3_mlp_2_bias : (tensor<?x128x768xf32>, tensor<192x768xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.3.mlp.2")
  %_3_0_3, %_3_1_3 = amp.dropout %_2_5, %dropout_1_4 {p = 0.1 : f64} : (tensor<?x128x192xf32>, tensor<2xi64>) -> (tensor<?x128x192xf32>, tensor<2xi64>) loc("blocks.3.mlp.3")
  %_3_2 = amp.add %_3, %_3_0_3 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.3")
  %norm = amp.layer_norm %_3_2 weight(%norm_weight) bias(%norm_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("norm")
  %head = amp.linear %norm, %tokens_weight : (tensor<?x128x192xf32>, tensor<68x192xf32>) -> tensor<?x128x68xf32> loc("head")
  %flatten_4 = amp.reshape %head {shape = array<i64: -1, 68>} : (tensor<?x128x68xf32>) -> tensor<?x68xf32> loc("flatten_4")
  %flatten_5 = amp.reshape %target {shape = array<i64: -1>} : (tensor<?x128xi64>) -> tensor<?xi64> loc("flatten_5")
  %cross_entropy_loss = amp.cross_entropy %flatten_4, %flatten_5 {reduction = #amp.reduction<mean>} : (tensor<?x68xf32>, tensor<?xi64>) -> tensor<f32> loc("cross_entropy_loss")
  %d_positions_weight, %d_blocks_0_norm1_weight, %d_blocks_0_norm1_bias, %d_blocks_0_attention_qkv_weight, %d_blocks_0_attention_qkv_bias, %d_blocks_0_attention_out_weight, %d_blocks_0_attention_out_bias, %d_blocks_0_norm2_weight, %d_blocks_0_norm2_bias, %d_blocks_0_mlp_0_weight, %d_blocks_0_mlp_0_bias, %d_blocks_0_mlp_2_weight, %d_blocks_0_mlp_2_bias, %d_blocks_1_norm1_weight, %d_blocks_1_norm1_bias, %d_blocks_1_attention_qkv_weight, %d_blocks_1_attention_qkv_bias, %d_blocks_1_attention_out_weight, %d_blocks_1_attention_out_bias, %d_blocks_1_norm2_weight, %d_blocks_1_norm2_bias, %d_blocks_1_mlp_0_weight, %d_blocks_1_mlp_0_bias, %d_blocks_1_mlp_2_weight, %d_blocks_1_mlp_2_bias, %d_blocks_2_norm1_weight, %d_blocks_2_norm1_bias, %d_blocks_2_attention_qkv_weight, %d_blocks_2_attention_qkv_bias, %d_blocks_2_attention_out_weight, %d_blocks_2_attention_out_bias, %d_blocks_2_norm2_weight, %d_blocks_2_norm2_bias, %d_blocks_2_mlp_0_weight, %d_blocks_2_mlp_0_bias, %d_blocks_2_mlp_2_weight, %d_blocks_2_mlp_2_bias, %d_blocks_3_norm1_weight, %d_blocks_3_norm1_bias, %d_blocks_3_attention_qkv_weight, %d_blocks_3_attention_qkv_bias, %d_blocks_3_attention_out_weight, %d_blocks_3_attention_out_bias, %d_blocks_3_norm2_weight, %d_blocks_3_norm2_bias, %d_blocks_3_mlp_0_weight, %d_blocks_3_mlp_0_bias, %d_blocks_3_mlp_2_weight, %d_blocks_3_mlp_2_bias, %d_norm_weight, %d_norm_bias, %d_tokens_weight = amp.backward %cross_entropy_loss wrt(%positions_weight, %blocks_0_norm1_weight, %blocks_0_norm1_bias, %blocks_0_attention_qkv_weight, %blocks_0_attention_qkv_bias, %blocks_0_attention_out_weight, %blocks_0_attention_out_bias, %blocks_0_norm2_weight, %blocks_0_norm2_bias, %blocks_0_mlp_0_weight, %blocks_0_mlp_0_bias, %blocks_0_mlp_2_weight, %blocks_0_mlp_2_bias, %blocks_1_norm1_weight, %blocks_1_norm1_bias, %blocks_1_attention_qkv_weight, %blocks_1_attention_qkv_bias, %blocks_1_attention_out_weight, %blocks_1_attention_out_bias, %blocks_1_norm2_weight, %blocks_1_norm2_bias, %blocks_1_mlp_0_weight, %blocks_1_mlp_0_bias, %blocks_1_mlp_2_weight, %blocks_1_mlp_2_bias, %blocks_2_norm1_weight, %blocks_2_norm1_bias, %blocks_2_attention_qkv_weight, %blocks_2_attention_qkv_bias, %blocks_2_attention_out_weight, %blocks_2_attention_out_bias, %blocks_2_norm2_weight, %blocks_2_norm2_bias, %blocks_2_mlp_0_weight, %blocks_2_mlp_0_bias, %blocks_2_mlp_2_weight, %blocks_2_mlp_2_bias, %blocks_3_norm1_weight, %blocks_3_norm1_bias, %blocks_3_attention_qkv_weight, %blocks_3_attention_qkv_bias, %blocks_3_attention_out_weight, %blocks_3_attention_out_bias, %blocks_3_norm2_weight, %blocks_3_norm2_bias, %blocks_3_mlp_0_weight, %blocks_3_mlp_0_bias, %blocks_3_mlp_2_weight, %blocks_3_mlp_2_bias, %norm_weight, %norm_bias, %tokens_weight) : (tensor<f32>, tensor<128x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<576x192xf32>, tensor<576xf32>, tensor<192x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<768x192xf32>, tensor<768xf32>, tensor<192x768xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<576x192xf32>, tensor<576xf32>, tensor<192x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<768x192xf32>, tensor<768xf32>, tensor<192x768xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<576x192xf32>, tensor<576xf32>, tensor<192x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<768x192xf32>, tensor<768xf32>, tensor<192x768xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<576x192xf32>, tensor<576xf32>, tensor<192x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<768x192xf32>, tensor<768xf32>, tensor<192x768xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<68x192xf32>) -> (tensor<128x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<576x192xf32>, tensor<576xf32>, tensor<192x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<768x192xf32>, tensor<768xf32>, tensor<192x768xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<576x192xf32>, tensor<576xf32>, tensor<192x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<768x192xf32>, tensor<768xf32>, tensor<192x768xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<576x192xf32>, tensor<576xf32>, tensor<192x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<768x192xf32>, tensor<768xf32>, tensor<192x768xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<576x192xf32>, tensor<576xf32>, tensor<192x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<768x192xf32>, tensor<768xf32>, tensor<192x768xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<68x192xf32>)
  %d_positions_weight_clipped, %d_blocks_0_norm1_weight_clipped, %d_blocks_0_norm1_bias_clipped, %d_blocks_0_attention_qkv_weight_clipped, %d_blocks_0_attention_qkv_bias_clipped, %d_blocks_0_attention_out_weight_clipped, %d_blocks_0_attention_out_bias_clipped, %d_blocks_0_norm2_weight_clipped, %d_blocks_0_norm2_bias_clipped, %d_blocks_0_mlp_0_weight_clipped, %d_blocks_0_mlp_0_bias_clipped, %d_blocks_0_mlp_2_weight_clipped, %d_blocks_0_mlp_2_bias_clipped, %d_blocks_1_norm1_weight_clipped, %d_blocks_1_norm1_bias_clipped, %d_blocks_1_attention_qkv_weight_clipped, %d_blocks_1_attention_qkv_bias_clipped, %d_blocks_1_attention_out_weight_clipped, %d_blocks_1_attention_out_bias_clipped, %d_blocks_1_norm2_weight_clipped, %d_blocks_1_norm2_bias_clipped, %d_blocks_1_mlp_0_weight_clipped, %d_blocks_1_mlp_0_bias_clipped, %d_blocks_1_mlp_2_weight_clipped, %d_blocks_1_mlp_2_bias_clipped, %d_blocks_2_norm1_weight_clipped, %d_blocks_2_norm1_bias_clipped, %d_blocks_2_attention_qkv_weight_clipped, %d_blocks_2_attention_qkv_bias_clipped, %d_blocks_2_attention_out_weight_clipped, %d_blocks_2_attention_out_bias_clipped, %d_blocks_2_norm2_weight_clipped, %d_blocks_2_norm2_bias_clipped, %d_blocks_2_mlp_0_weight_clipped, %d_blocks_2_mlp_0_bias_clipped, %d_blocks_2_mlp_2_weight_clipped, %d_blocks_2_mlp_2_bias_clipped, %d_blocks_3_norm1_weight_clipped, %d_blocks_3_norm1_bias_clipped, %d_blocks_3_attention_qkv_weight_clipped, %d_blocks_3_attention_qkv_bias_clipped, %d_blocks_3_attention_out_weight_clipped, %d_blocks_3_attention_out_bias_clipped, %d_blocks_3_norm2_weight_clipped, %d_blocks_3_norm2_bias_clipped, %d_blocks_3_mlp_0_weight_clipped, %d_blocks_3_mlp_0_bias_clipped, %d_blocks_3_mlp_2_weight_clipped, %d_blocks_3_mlp_2_bias_clipped, %d_norm_weight_clipped, %d_norm_bias_clipped, %d_tokens_weight_clipped, %grad_norm = amp.clip_grad_norm(%d_positions_weight, %d_blocks_0_norm1_weight, %d_blocks_0_norm1_bias, %d_blocks_0_attention_qkv_weight, %d_blocks_0_attention_qkv_bias, %d_blocks_0_attention_out_weight, %d_blocks_0_attention_out_bias, %d_blocks_0_norm2_weight, %d_blocks_0_norm2_bias, %d_blocks_0_mlp_0_weight, %d_blocks_0_mlp_0_bias, %d_blocks_0_mlp_2_weight, %d_blocks_0_mlp_2_bias, %d_blocks_1_norm1_weight, %d_blocks_1_norm1_bias, %d_blocks_1_attention_qkv_weight, %d_blocks_1_attention_qkv_bias, %d_blocks_1_attention_out_weight, %d_blocks_1_attention_out_bias, %d_blocks_1_norm2_weight, %d_blocks_1_norm2_bias, %d_blocks_1_mlp_0_weight, %d_blocks_1_mlp_0_bias, %d_blocks_1_mlp_2_weight, %d_blocks_1_mlp_2_bias, %d_blocks_2_norm1_weight, %d_blocks_2_norm1_bias, %d_blocks_2_attention_qkv_weight, %d_blocks_2_attention_qkv_bias, %d_blocks_2_attention_out_weight, %d_blocks_2_attention_out_bias, %d_blocks_2_norm2_weight, %d_blocks_2_norm2_bias, %d_blocks_2_mlp_0_weight, %d_blocks_2_mlp_0_bias, %d_blocks_2_mlp_2_weight, %d_blocks_2_mlp_2_bias, %d_blocks_3_norm1_weight, %d_blocks_3_norm1_bias, %d_blocks_3_attention_qkv_weight, %d_blocks_3_attention_qkv_bias, %d_blocks_3_attention_out_weight, %d_blocks_3_attention_out_bias, %d_blocks_3_norm2_weight, %d_blocks_3_norm2_bias, %d_blocks_3_mlp_0_weight, %d_blocks_3_mlp_0_bias, %d_blocks_3_mlp_2_weight, %d_blocks_3_mlp_2_bias, %d_norm_weight, %d_norm_bias, %d_tokens_weight) {max_norm = 1.0 : f64, norm_type = 2.0 : f64} : (tensor<128x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<576x192xf32>, tensor<576xf32>, tensor<192x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<768x192xf32>, tensor<768xf32>, tensor<192x768xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<576x192xf32>, tensor<576xf32>, tensor<192x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<768x192xf32>, tensor<768xf32>, tensor<192x768xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<576x192xf32>, tensor<576xf32>, tensor<192x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<768x192xf32>, tensor<768xf32>, tensor<192x768xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<576x192xf32>, tensor<576xf32>, tensor<192x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<768x192xf32>, tensor<768xf32>, tensor<192x768xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<68x192xf32>) -> (tensor<128x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<576x192xf32>, tensor<576xf32>, tensor<192x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<768x192xf32>, tensor<768xf32>, tensor<192x768xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<576x192xf32>, tensor<576xf32>, tensor<192x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<768x192xf32>, tensor<768xf32>, tensor<192x768xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<576x192xf32>, tensor<576xf32>, tensor<192x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<768x192xf32>, tensor<768xf32>, tensor<192x768xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<576x192xf32>, tensor<576xf32>, tensor<192x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<768x192xf32>, tensor<768xf32>, tensor<192x768xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<68x192xf32>, tensor<f32>)
  amp.step @optimizer(%d_positions_weight_clipped, %d_blocks_0_norm1_weight_clipped, %d_blocks_0_norm1_bias_clipped, %d_blocks_0_attention_qkv_weight_clipped, %d_blocks_0_attention_qkv_bias_clipped, %d_blocks_0_attention_out_weight_clipped, %d_blocks_0_attention_out_bias_clipped, %d_blocks_0_norm2_weight_clipped, %d_blocks_0_norm2_bias_clipped, %d_blocks_0_mlp_0_weight_clipped, %d_blocks_0_mlp_0_bias_clipped, %d_blocks_0_mlp_2_weight_clipped, %d_blocks_0_mlp_2_bias_clipped, %d_blocks_1_norm1_weight_clipped, %d_blocks_1_norm1_bias_clipped, %d_blocks_1_attention_qkv_weight_clipped, %d_blocks_1_attention_qkv_bias_clipped, %d_blocks_1_attention_out_weight_clipped, %d_blocks_1_attention_out_bias_clipped, %d_blocks_1_norm2_weight_clipped, %d_blocks_1_norm2_bias_clipped, %d_blocks_1_mlp_0_weight_clipped, %d_blocks_1_mlp_0_bias_clipped, %d_blocks_1_mlp_2_weight_clipped, %d_blocks_1_mlp_2_bias_clipped, %d_blocks_2_norm1_weight_clipped, %d_blocks_2_norm1_bias_clipped, %d_blocks_2_attention_qkv_weight_clipped, %d_blocks_2_attention_qkv_bias_clipped, %d_blocks_2_attention_out_weight_clipped, %d_blocks_2_attention_out_bias_clipped, %d_blocks_2_norm2_weight_clipped, %d_blocks_2_norm2_bias_clipped, %d_blocks_2_mlp_0_weight_clipped, %d_blocks_2_mlp_0_bias_clipped, %d_blocks_2_mlp_2_weight_clipped, %d_blocks_2_mlp_2_bias_clipped, %d_blocks_3_norm1_weight_clipped, %d_blocks_3_norm1_bias_clipped, %d_blocks_3_attention_qkv_weight_clipped, %d_blocks_3_attention_qkv_bias_clipped, %d_blocks_3_attention_out_weight_clipped, %d_blocks_3_attention_out_bias_clipped, %d_blocks_3_norm2_weight_clipped, %d_blocks_3_norm2_bias_clipped, %d_blocks_3_mlp_0_weight_clipped, %d_blocks_3_mlp_0_bias_clipped, %d_blocks_3_mlp_2_weight_clipped, %d_blocks_3_mlp_2_bias_clipped, %d_norm_weight_clipped, %d_norm_bias_clipped, %d_tokens_weight_clipped) : tensor<128x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<576x192xf32>, tensor<576xf32>, tensor<192x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<768x192xf32>, tensor<768xf32>, tensor<192x768xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<576x192xf32>, tensor<576xf32>, tensor<192x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<768x192xf32>, tensor<768xf32>, tensor<192x768xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<576x192xf32>, tensor<576xf32>, tensor<192x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<768x192xf32>, tensor<768xf32>, tensor<192x768xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<576x192xf32>, tensor<576xf32>, tensor<192x192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<768x192xf32>, tensor<768xf32>, tensor<192x768xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<68x192xf32>
  amp.assign @rng, %_3_1_3 : tensor<2xi64>
  return %cross_entropy_loss : tensor<f32>
}

func.func @evaluate(%text: tensor<?x128xi64> {amp.name = "text"},
                    %target: tensor<?x128xi64> {amp.name = "target"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %positions_weight = amp.read @positions.weight : tensor<128x192xf32>
  %blocks_0_norm1_weight = amp.read @blocks.0.norm1.weight : tensor<192xf32>
  %blocks_0_norm1_bias = amp.read @blocks.0.norm1.bias : tensor<192xf32>
  %blocks_0_attention_qkv_weight = amp.read @blocks.0.attention.qkv.weight : tensor<576x192xf32>
  %blocks_0_attention_qkv_bias = amp.read @blocks.0.attention.qkv.bias : tensor<576xf32>
  %blocks_0_attention_out_weight = amp.read @blocks.0.attention.out.weight : tensor<192x192xf32>
  %blocks_0_attention_out_bias = amp.read @blocks.0.attention.out.bias : tensor<192xf32>
  %blocks_0_norm2_weight = amp.read @blocks.0.norm2.weight : tensor<192xf32>
  %blocks_0_norm2_bias = amp.read @blocks.0.norm2.bias : tensor<192xf32>
  %blocks_0_mlp_0_weight = amp.read @blocks.0.mlp.0.weight : tensor<768x192xf32>
  %blocks_0_mlp_0_bias = amp.read @blocks.0.mlp.0.bias : tensor<768xf32>
  %blocks_0_mlp_2_weight = amp.read @blocks.0.mlp.2.weight : tensor<192x768xf32>
  %blocks_0_mlp_2_bias = amp.read @blocks.0.mlp.2.bias : tensor<192xf32>
  %blocks_1_norm1_weight = amp.read @blocks.1.norm1.weight : tensor<192xf32>
  %blocks_1_norm1_bias = amp.read @blocks.1.norm1.bias : tensor<192xf32>
  %blocks_1_attention_qkv_weight = amp.read @blocks.1.attention.qkv.weight : tensor<576x192xf32>
  %blocks_1_attention_qkv_bias = amp.read @blocks.1.attention.qkv.bias : tensor<576xf32>
  %blocks_1_attention_out_weight = amp.read @blocks.1.attention.out.weight : tensor<192x192xf32>
  %blocks_1_attention_out_bias = amp.read @blocks.1.attention.out.bias : tensor<192xf32>
  %blocks_1_norm2_weight = amp.read @blocks.1.norm2.weight : tensor<192xf32>
  %blocks_1_norm2_bias = amp.read @blocks.1.norm2.bias : tensor<192xf32>
  %blocks_1_mlp_0_weight = amp.read @blocks.1.mlp.0.weight : tensor<768x192xf32>
  %blocks_1_mlp_0_bias = amp.read @blocks.1.mlp.0.bias : tensor<768xf32>
  %blocks_1_mlp_2_weight = amp.read @blocks.1.mlp.2.weight : tensor<192x768xf32>
  %blocks_1_mlp_2_bias = amp.read @blocks.1.mlp.2.bias : tensor<192xf32>
  %blocks_2_norm1_weight = amp.read @blocks.2.norm1.weight : tensor<192xf32>
  %blocks_2_norm1_bias = amp.read @blocks.2.norm1.bias : tensor<192xf32>
  %blocks_2_attention_qkv_weight = amp.read @blocks.2.attention.qkv.weight : tensor<576x192xf32>
  %blocks_2_attention_qkv_bias = amp.read @blocks.2.attention.qkv.bias : tensor<576xf32>
  %blocks_2_attention_out_weight = amp.read @blocks.2.attention.out.weight : tensor<192x192xf32>
  %blocks_2_attention_out_bias = amp.read @blocks.2.attention.out.bias : tensor<192xf32>
  %blocks_2_norm2_weight = amp.read @blocks.2.norm2.weight : tensor<192xf32>
  %blocks_2_norm2_bias = amp.read @blocks.2.norm2.bias : tensor<192xf32>
  %blocks_2_mlp_0_weight = amp.read @blocks.2.mlp.0.weight : tensor<768x192xf32>
  %blocks_2_mlp_0_bias = amp.read @blocks.2.mlp.0.bias : tensor<768xf32>
  %blocks_2_mlp_2_weight = amp.read @blocks.2.mlp.2.weight : tensor<192x768xf32>
  %blocks_2_mlp_2_bias = amp.read @blocks.2.mlp.2.bias : tensor<192xf32>
  %blocks_3_norm1_weight = amp.read @blocks.3.norm1.weight : tensor<192xf32>
  %blocks_3_norm1_bias = amp.read @blocks.3.norm1.bias : tensor<192xf32>
  %blocks_3_attention_qkv_weight = amp.read @blocks.3.attention.qkv.weight : tensor<576x192xf32>
  %blocks_3_attention_qkv_bias = amp.read @blocks.3.attention.qkv.bias : tensor<576xf32>
  %blocks_3_attention_out_weight = amp.read @blocks.3.attention.out.weight : tensor<192x192xf32>
  %blocks_3_attention_out_bias = amp.read @blocks.3.attention.out.bias : tensor<192xf32>
  %blocks_3_norm2_weight = amp.read @blocks.3.norm2.weight : tensor<192xf32>
  %blocks_3_norm2_bias = amp.read @blocks.3.norm2.bias : tensor<192xf32>
  %blocks_3_mlp_0_weight = amp.read @blocks.3.mlp.0.weight : tensor<768x192xf32>
  %blocks_3_mlp_0_bias = amp.read @blocks.3.mlp.0.bias : tensor<768xf32>
  %blocks_3_mlp_2_weight = amp.read @blocks.3.mlp.2.weight : tensor<192x768xf32>
  %blocks_3_mlp_2_bias = amp.read @blocks.3.mlp.2.bias : tensor<192xf32>
  %norm_weight = amp.read @norm.weight : tensor<192xf32>
  %norm_bias = amp.read @norm.bias : tensor<192xf32>
  %tokens_weight = amp.read @tokens.weight : tensor<68x192xf32>
  %tokens = amp.embedding %tokens_weight, %text : (tensor<68x192xf32>, tensor<?x128xi64>) -> tensor<?x128x192xf32> loc("tokens")
  %add = amp.add %tokens, %positions_weight : (tensor<?x128x192xf32>, tensor<128x192xf32>) -> tensor<?x128x192xf32> loc("add")
  %norm1 = amp.layer_norm %add weight(%blocks_0_norm1_weight) bias(%blocks_0_norm1_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.0.norm1")
  %qkv = amp.linear %norm1, %blocks_0_attention_qkv_weight, %blocks_0_attention_qkv_bias : (tensor<?x128x192xf32>, tensor<576x192xf32>, tensor<576xf32>) -> tensor<?x128x576xf32> loc("blocks.0.attention.qkv")
  %attention_0, %attention_1, %attention_2 = amp.split %qkv {sizes = array<i64: 192, 192, 192>, dim = 2 : i64} : (tensor<?x128x576xf32>) -> (tensor<?x128x192xf32>, tensor<?x128x192xf32>, tensor<?x128x192xf32>) loc("blocks.0.attention")
  %attention = amp.reshape %attention_0 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.0.attention")
  %attention_3 = amp.transpose %attention {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.0.attention")
  %attention_4 = amp.reshape %attention_1 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.0.attention")
  %attention_5 = amp.transpose %attention_4 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.0.attention")
  %attention_6 = amp.reshape %attention_2 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.0.attention")
  %attention_7 = amp.transpose %attention_6 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.0.attention")
  %attention_8 = amp.scaled_dot_product_attention %attention_3, %attention_5, %attention_7 {is_causal = true} : (tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.0.attention")
  %attention_9 = amp.transpose %attention_8 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x6x128x32xf32>) -> tensor<?x128x6x32xf32> loc("blocks.0.attention")
  %attention_10 = amp.reshape %attention_9 {shape = array<i64: -1, 128, 192>} : (tensor<?x128x6x32xf32>) -> tensor<?x128x192xf32> loc("blocks.0.attention")
  %out = amp.linear %attention_10, %blocks_0_attention_out_weight, %blocks_0_attention_out_bias : (tensor<?x128x192xf32>, tensor<192x192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.0.attention.out")
  %_0 = amp.add %add, %out : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.0")
  %norm2 = amp.layer_norm %_0 weight(%blocks_0_norm2_weight) bias(%blocks_0_norm2_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.0.norm2")
  %_0_1 = amp.linear %norm2, %blocks_0_mlp_0_weight, %blocks_0_mlp_0_bias : (tensor<?x128x192xf32>, tensor<768x192xf32>, tensor<768xf32>) -> tensor<?x128x768xf32> loc("blocks.0.mlp.0")
  %_1 = amp.gelu %_0_1 {approximate = #amp.gelu<tanh>} : (tensor<?x128x768xf32>) -> tensor<?x128x768xf32> loc("blocks.0.mlp.1")
  %_2 = amp.linear %_1, %blocks_0_mlp_2_weight, %blocks_0_mlp_2_bias : (tensor<?x128x768xf32>, tensor<192x768xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.0.mlp.2")
  %_0_2 = amp.add %_0, %_2 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.0")
  %norm1_1 = amp.layer_norm %_0_2 weight(%blocks_1_norm1_weight) bias(%blocks_1_norm1_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.1.norm1")
  %qkv_1 = amp.linear %norm1_1, %blocks_1_attention_qkv_weight, %blocks_1_attention_qkv_bias : (tensor<?x128x192xf32>, tensor<576x192xf32>, tensor<576xf32>) -> tensor<?x128x576xf32> loc("blocks.1.attention.qkv")
  %attention_0_1, %attention_1_1, %attention_2_1 = amp.split %qkv_1 {sizes = array<i64: 192, 192, 192>, dim = 2 : i64} : (tensor<?x128x576xf32>) -> (tensor<?x128x192xf32>, tensor<?x128x192xf32>, tensor<?x128x192xf32>) loc("blocks.1.attention")
  %attention_11 = amp.reshape %attention_0_1 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.1.attention")
  %attention_12 = amp.transpose %attention_11 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.1.attention")
  %attention_13 = amp.reshape %attention_1_1 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.1.attention")
  %attention_14 = amp.transpose %attention_13 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.1.attention")
  %attention_15 = amp.reshape %attention_2_1 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.1.attention")
  %attention_16 = amp.transpose %attention_15 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.1.attention")
  %attention_17 = amp.scaled_dot_product_attention %attention_12, %attention_14, %attention_16 {is_causal = true} : (tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.1.attention")
  %attention_18 = amp.transpose %attention_17 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x6x128x32xf32>) -> tensor<?x128x6x32xf32> loc("blocks.1.attention")
  %attention_19 = amp.reshape %attention_18 {shape = array<i64: -1, 128, 192>} : (tensor<?x128x6x32xf32>) -> tensor<?x128x192xf32> loc("blocks.1.attention")
  %out_1 = amp.linear %attention_19, %blocks_1_attention_out_weight, %blocks_1_attention_out_bias : (tensor<?x128x192xf32>, tensor<192x192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.1.attention.out")
  %_1_1 = amp.add %_0_2, %out_1 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.1")
  %norm2_1 = amp.layer_norm %_1_1 weight(%blocks_1_norm2_weight) bias(%blocks_1_norm2_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.1.norm2")
  %_0_3 = amp.linear %norm2_1, %blocks_1_mlp_0_weight, %blocks_1_mlp_0_bias : (tensor<?x128x192xf32>, tensor<768x192xf32>, tensor<768xf32>) -> tensor<?x128x768xf32> loc("blocks.1.mlp.0")
  %_1_2 = amp.gelu %_0_3 {approximate = #amp.gelu<tanh>} : (tensor<?x128x768xf32>) -> tensor<?x128x768xf32> loc("blocks.1.mlp.1")
  %_2_1 = amp.linear %_1_2, %blocks_1_mlp_2_weight, %blocks_1_mlp_2_bias : (tensor<?x128x768xf32>, tensor<192x768xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.1.mlp.2")
  %_1_3 = amp.add %_1_1, %_2_1 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.1")
  %norm1_2 = amp.layer_norm %_1_3 weight(%blocks_2_norm1_weight) bias(%blocks_2_norm1_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.2.norm1")
  %qkv_2 = amp.linear %norm1_2, %blocks_2_attention_qkv_weight, %blocks_2_attention_qkv_bias : (tensor<?x128x192xf32>, tensor<576x192xf32>, tensor<576xf32>) -> tensor<?x128x576xf32> loc("blocks.2.attention.qkv")
  %attention_0_2, %attention_1_2, %attention_2_2 = amp.split %qkv_2 {sizes = array<i64: 192, 192, 192>, dim = 2 : i64} : (tensor<?x128x576xf32>) -> (tensor<?x128x192xf32>, tensor<?x128x192xf32>, tensor<?x128x192xf32>) loc("blocks.2.attention")
  %attention_20 = amp.reshape %attention_0_2 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.2.attention")
  %attention_21 = amp.transpose %attention_20 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.2.attention")
  %attention_22 = amp.reshape %attention_1_2 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.2.attention")
  %attention_23 = amp.transpose %attention_22 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.2.attention")
  %attention_24 = amp.reshape %attention_2_2 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.2.attention")
  %attention_25 = amp.transpose %attention_24 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.2.attention")
  %attention_26 = amp.scaled_dot_product_attention %attention_21, %attention_23, %attention_25 {is_causal = true} : (tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.2.attention")
  %attention_27 = amp.transpose %attention_26 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x6x128x32xf32>) -> tensor<?x128x6x32xf32> loc("blocks.2.attention")
  %attention_28 = amp.reshape %attention_27 {shape = array<i64: -1, 128, 192>} : (tensor<?x128x6x32xf32>) -> tensor<?x128x192xf32> loc("blocks.2.attention")
  %out_2 = amp.linear %attention_28, %blocks_2_attention_out_weight, %blocks_2_attention_out_bias : (tensor<?x128x192xf32>, tensor<192x192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.2.attention.out")
  %_2_2 = amp.add %_1_3, %out_2 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.2")
  %norm2_2 = amp.layer_norm %_2_2 weight(%blocks_2_norm2_weight) bias(%blocks_2_norm2_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.2.norm2")
  %_0_4 = amp.linear %norm2_2, %blocks_2_mlp_0_weight, %blocks_2_mlp_0_bias : (tensor<?x128x192xf32>, tensor<768x192xf32>, tensor<768xf32>) -> tensor<?x128x768xf32> loc("blocks.2.mlp.0")
  %_1_4 = amp.gelu %_0_4 {approximate = #amp.gelu<tanh>} : (tensor<?x128x768xf32>) -> tensor<?x128x768xf32> loc("blocks.2.mlp.1")
  %_2_3 = amp.linear %_1_4, %blocks_2_mlp_2_weight, %blocks_2_mlp_2_bias : (tensor<?x128x768xf32>, tensor<192x768xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.2.mlp.2")
  %_2_4 = amp.add %_2_2, %_2_3 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.2")
  %norm1_3 = amp.layer_norm %_2_4 weight(%blocks_3_norm1_weight) bias(%blocks_3_norm1_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.3.norm1")
  %qkv_3 = amp.linear %norm1_3, %blocks_3_attention_qkv_weight, %blocks_3_attention_qkv_bias : (tensor<?x128x192xf32>, tensor<576x192xf32>, tensor<576xf32>) -> tensor<?x128x576xf32> loc("blocks.3.attention.qkv")
  %attention_0_3, %attention_1_3, %attention_2_3 = amp.split %qkv_3 {sizes = array<i64: 192, 192, 192>, dim = 2 : i64} : (tensor<?x128x576xf32>) -> (tensor<?x128x192xf32>, tensor<?x128x192xf32>, tensor<?x128x192xf32>) loc("blocks.3.attention")
  %attention_29 = amp.reshape %attention_0_3 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.3.attention")
  %attention_30 = amp.transpose %attention_29 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.3.attention")
  %attention_31 = amp.reshape %attention_1_3 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.3.attention")
  %attention_32 = amp.transpose %attention_31 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.3.attention")
  %attention_33 = amp.reshape %attention_2_3 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.3.attention")
  %attention_34 = amp.transpose %attention_33 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.3.attention")
  %attention_35 = amp.scaled_dot_product_attention %attention_30, %attention_32, %attention_34 {is_causal = true} : (tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.3.attention")
  %attention_36 = amp.transpose %attention_35 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x6x128x32xf32>) -> tensor<?x128x6x32xf32> loc("blocks.3.attention")
  %attention_37 = amp.reshape %attention_36 {shape = array<i64: -1, 128, 192>} : (tensor<?x128x6x32xf32>) -> tensor<?x128x192xf32> loc("blocks.3.attention")
  %out_3 = amp.linear %attention_37, %blocks_3_attention_out_weight, %blocks_3_attention_out_bias : (tensor<?x128x192xf32>, tensor<192x192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.3.attention.out")
  %_3 = amp.add %_2_4, %out_3 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.3")
  %norm2_3 = amp.layer_norm %_3 weight(%blocks_3_norm2_weight) bias(%blocks_3_norm2_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.3.norm2")
  %_0_5 = amp.linear %norm2_3, %blocks_3_mlp_0_weight, %blocks_3_mlp_0_bias : (tensor<?x128x192xf32>, tensor<768x192xf32>, tensor<768xf32>) -> tensor<?x128x768xf32> loc("blocks.3.mlp.0")
  %_1_5 = amp.gelu %_0_5 {approximate = #amp.gelu<tanh>} : (tensor<?x128x768xf32>) -> tensor<?x128x768xf32> loc("blocks.3.mlp.1")
  %_2_5 = amp.linear %_1_5, %blocks_3_mlp_2_weight, %blocks_3_mlp_2_bias : (tensor<?x128x768xf32>, tensor<192x768xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.3.mlp.2")
  %_3_1 = amp.add %_3, %_2_5 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.3")
  %norm = amp.layer_norm %_3_1 weight(%norm_weight) bias(%norm_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("norm")
  %head = amp.linear %norm, %tokens_weight : (tensor<?x128x192xf32>, tensor<68x192xf32>) -> tensor<?x128x68xf32> loc("head")
  %flatten_4 = amp.reshape %head {shape = array<i64: -1, 68>} : (tensor<?x128x68xf32>) -> tensor<?x68xf32> loc("flatten_4")
  %flatten_5 = amp.reshape %target {shape = array<i64: -1>} : (tensor<?x128xi64>) -> tensor<?xi64> loc("flatten_5")
  %cross_entropy_loss = amp.cross_entropy %flatten_4, %flatten_5 {reduction = #amp.reduction<mean>} : (tensor<?x68xf32>, tensor<?xi64>) -> tensor<f32> loc("cross_entropy_loss")
  return %cross_entropy_loss : tensor<f32>
}

func.func @predict(%text: tensor<?x128xi64> {amp.name = "text"})
    -> (tensor<?x128x68xf32> {amp.name = "output"}) {
  %positions_weight = amp.read @positions.weight : tensor<128x192xf32>
  %blocks_0_norm1_weight = amp.read @blocks.0.norm1.weight : tensor<192xf32>
  %blocks_0_norm1_bias = amp.read @blocks.0.norm1.bias : tensor<192xf32>
  %blocks_0_attention_qkv_weight = amp.read @blocks.0.attention.qkv.weight : tensor<576x192xf32>
  %blocks_0_attention_qkv_bias = amp.read @blocks.0.attention.qkv.bias : tensor<576xf32>
  %blocks_0_attention_out_weight = amp.read @blocks.0.attention.out.weight : tensor<192x192xf32>
  %blocks_0_attention_out_bias = amp.read @blocks.0.attention.out.bias : tensor<192xf32>
  %blocks_0_norm2_weight = amp.read @blocks.0.norm2.weight : tensor<192xf32>
  %blocks_0_norm2_bias = amp.read @blocks.0.norm2.bias : tensor<192xf32>
  %blocks_0_mlp_0_weight = amp.read @blocks.0.mlp.0.weight : tensor<768x192xf32>
  %blocks_0_mlp_0_bias = amp.read @blocks.0.mlp.0.bias : tensor<768xf32>
  %blocks_0_mlp_2_weight = amp.read @blocks.0.mlp.2.weight : tensor<192x768xf32>
  %blocks_0_mlp_2_bias = amp.read @blocks.0.mlp.2.bias : tensor<192xf32>
  %blocks_1_norm1_weight = amp.read @blocks.1.norm1.weight : tensor<192xf32>
  %blocks_1_norm1_bias = amp.read @blocks.1.norm1.bias : tensor<192xf32>
  %blocks_1_attention_qkv_weight = amp.read @blocks.1.attention.qkv.weight : tensor<576x192xf32>
  %blocks_1_attention_qkv_bias = amp.read @blocks.1.attention.qkv.bias : tensor<576xf32>
  %blocks_1_attention_out_weight = amp.read @blocks.1.attention.out.weight : tensor<192x192xf32>
  %blocks_1_attention_out_bias = amp.read @blocks.1.attention.out.bias : tensor<192xf32>
  %blocks_1_norm2_weight = amp.read @blocks.1.norm2.weight : tensor<192xf32>
  %blocks_1_norm2_bias = amp.read @blocks.1.norm2.bias : tensor<192xf32>
  %blocks_1_mlp_0_weight = amp.read @blocks.1.mlp.0.weight : tensor<768x192xf32>
  %blocks_1_mlp_0_bias = amp.read @blocks.1.mlp.0.bias : tensor<768xf32>
  %blocks_1_mlp_2_weight = amp.read @blocks.1.mlp.2.weight : tensor<192x768xf32>
  %blocks_1_mlp_2_bias = amp.read @blocks.1.mlp.2.bias : tensor<192xf32>
  %blocks_2_norm1_weight = amp.read @blocks.2.norm1.weight : tensor<192xf32>
  %blocks_2_norm1_bias = amp.read @blocks.2.norm1.bias : tensor<192xf32>
  %blocks_2_attention_qkv_weight = amp.read @blocks.2.attention.qkv.weight : tensor<576x192xf32>
  %blocks_2_attention_qkv_bias = amp.read @blocks.2.attention.qkv.bias : tensor<576xf32>
  %blocks_2_attention_out_weight = amp.read @blocks.2.attention.out.weight : tensor<192x192xf32>
  %blocks_2_attention_out_bias = amp.read @blocks.2.attention.out.bias : tensor<192xf32>
  %blocks_2_norm2_weight = amp.read @blocks.2.norm2.weight : tensor<192xf32>
  %blocks_2_norm2_bias = amp.read @blocks.2.norm2.bias : tensor<192xf32>
  %blocks_2_mlp_0_weight = amp.read @blocks.2.mlp.0.weight : tensor<768x192xf32>
  %blocks_2_mlp_0_bias = amp.read @blocks.2.mlp.0.bias : tensor<768xf32>
  %blocks_2_mlp_2_weight = amp.read @blocks.2.mlp.2.weight : tensor<192x768xf32>
  %blocks_2_mlp_2_bias = amp.read @blocks.2.mlp.2.bias : tensor<192xf32>
  %blocks_3_norm1_weight = amp.read @blocks.3.norm1.weight : tensor<192xf32>
  %blocks_3_norm1_bias = amp.read @blocks.3.norm1.bias : tensor<192xf32>
  %blocks_3_attention_qkv_weight = amp.read @blocks.3.attention.qkv.weight : tensor<576x192xf32>
  %blocks_3_attention_qkv_bias = amp.read @blocks.3.attention.qkv.bias : tensor<576xf32>
  %blocks_3_attention_out_weight = amp.read @blocks.3.attention.out.weight : tensor<192x192xf32>
  %blocks_3_attention_out_bias = amp.read @blocks.3.attention.out.bias : tensor<192xf32>
  %blocks_3_norm2_weight = amp.read @blocks.3.norm2.weight : tensor<192xf32>
  %blocks_3_norm2_bias = amp.read @blocks.3.norm2.bias : tensor<192xf32>
  %blocks_3_mlp_0_weight = amp.read @blocks.3.mlp.0.weight : tensor<768x192xf32>
  %blocks_3_mlp_0_bias = amp.read @blocks.3.mlp.0.bias : tensor<768xf32>
  %blocks_3_mlp_2_weight = amp.read @blocks.3.mlp.2.weight : tensor<192x768xf32>
  %blocks_3_mlp_2_bias = amp.read @blocks.3.mlp.2.bias : tensor<192xf32>
  %norm_weight = amp.read @norm.weight : tensor<192xf32>
  %norm_bias = amp.read @norm.bias : tensor<192xf32>
  %tokens_weight = amp.read @tokens.weight : tensor<68x192xf32>
  %tokens = amp.embedding %tokens_weight, %text : (tensor<68x192xf32>, tensor<?x128xi64>) -> tensor<?x128x192xf32> loc("tokens")
  %add = amp.add %tokens, %positions_weight : (tensor<?x128x192xf32>, tensor<128x192xf32>) -> tensor<?x128x192xf32> loc("add")
  %norm1 = amp.layer_norm %add weight(%blocks_0_norm1_weight) bias(%blocks_0_norm1_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.0.norm1")
  %qkv = amp.linear %norm1, %blocks_0_attention_qkv_weight, %blocks_0_attention_qkv_bias : (tensor<?x128x192xf32>, tensor<576x192xf32>, tensor<576xf32>) -> tensor<?x128x576xf32> loc("blocks.0.attention.qkv")
  %attention_0, %attention_1, %attention_2 = amp.split %qkv {sizes = array<i64: 192, 192, 192>, dim = 2 : i64} : (tensor<?x128x576xf32>) -> (tensor<?x128x192xf32>, tensor<?x128x192xf32>, tensor<?x128x192xf32>) loc("blocks.0.attention")
  %attention = amp.reshape %attention_0 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.0.attention")
  %attention_3 = amp.transpose %attention {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.0.attention")
  %attention_4 = amp.reshape %attention_1 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.0.attention")
  %attention_5 = amp.transpose %attention_4 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.0.attention")
  %attention_6 = amp.reshape %attention_2 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.0.attention")
  %attention_7 = amp.transpose %attention_6 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.0.attention")
  %attention_8 = amp.scaled_dot_product_attention %attention_3, %attention_5, %attention_7 {is_causal = true} : (tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.0.attention")
  %attention_9 = amp.transpose %attention_8 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x6x128x32xf32>) -> tensor<?x128x6x32xf32> loc("blocks.0.attention")
  %attention_10 = amp.reshape %attention_9 {shape = array<i64: -1, 128, 192>} : (tensor<?x128x6x32xf32>) -> tensor<?x128x192xf32> loc("blocks.0.attention")
  %out = amp.linear %attention_10, %blocks_0_attention_out_weight, %blocks_0_attention_out_bias : (tensor<?x128x192xf32>, tensor<192x192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.0.attention.out")
  %_0 = amp.add %add, %out : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.0")
  %norm2 = amp.layer_norm %_0 weight(%blocks_0_norm2_weight) bias(%blocks_0_norm2_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.0.norm2")
  %_0_1 = amp.linear %norm2, %blocks_0_mlp_0_weight, %blocks_0_mlp_0_bias : (tensor<?x128x192xf32>, tensor<768x192xf32>, tensor<768xf32>) -> tensor<?x128x768xf32> loc("blocks.0.mlp.0")
  %_1 = amp.gelu %_0_1 {approximate = #amp.gelu<tanh>} : (tensor<?x128x768xf32>) -> tensor<?x128x768xf32> loc("blocks.0.mlp.1")
  %_2 = amp.linear %_1, %blocks_0_mlp_2_weight, %blocks_0_mlp_2_bias : (tensor<?x128x768xf32>, tensor<192x768xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.0.mlp.2")
  %_0_2 = amp.add %_0, %_2 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.0")
  %norm1_1 = amp.layer_norm %_0_2 weight(%blocks_1_norm1_weight) bias(%blocks_1_norm1_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.1.norm1")
  %qkv_1 = amp.linear %norm1_1, %blocks_1_attention_qkv_weight, %blocks_1_attention_qkv_bias : (tensor<?x128x192xf32>, tensor<576x192xf32>, tensor<576xf32>) -> tensor<?x128x576xf32> loc("blocks.1.attention.qkv")
  %attention_0_1, %attention_1_1, %attention_2_1 = amp.split %qkv_1 {sizes = array<i64: 192, 192, 192>, dim = 2 : i64} : (tensor<?x128x576xf32>) -> (tensor<?x128x192xf32>, tensor<?x128x192xf32>, tensor<?x128x192xf32>) loc("blocks.1.attention")
  %attention_11 = amp.reshape %attention_0_1 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.1.attention")
  %attention_12 = amp.transpose %attention_11 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.1.attention")
  %attention_13 = amp.reshape %attention_1_1 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.1.attention")
  %attention_14 = amp.transpose %attention_13 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.1.attention")
  %attention_15 = amp.reshape %attention_2_1 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.1.attention")
  %attention_16 = amp.transpose %attention_15 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.1.attention")
  %attention_17 = amp.scaled_dot_product_attention %attention_12, %attention_14, %attention_16 {is_causal = true} : (tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.1.attention")
  %attention_18 = amp.transpose %attention_17 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x6x128x32xf32>) -> tensor<?x128x6x32xf32> loc("blocks.1.attention")
  %attention_19 = amp.reshape %attention_18 {shape = array<i64: -1, 128, 192>} : (tensor<?x128x6x32xf32>) -> tensor<?x128x192xf32> loc("blocks.1.attention")
  %out_1 = amp.linear %attention_19, %blocks_1_attention_out_weight, %blocks_1_attention_out_bias : (tensor<?x128x192xf32>, tensor<192x192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.1.attention.out")
  %_1_1 = amp.add %_0_2, %out_1 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.1")
  %norm2_1 = amp.layer_norm %_1_1 weight(%blocks_1_norm2_weight) bias(%blocks_1_norm2_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.1.norm2")
  %_0_3 = amp.linear %norm2_1, %blocks_1_mlp_0_weight, %blocks_1_mlp_0_bias : (tensor<?x128x192xf32>, tensor<768x192xf32>, tensor<768xf32>) -> tensor<?x128x768xf32> loc("blocks.1.mlp.0")
  %_1_2 = amp.gelu %_0_3 {approximate = #amp.gelu<tanh>} : (tensor<?x128x768xf32>) -> tensor<?x128x768xf32> loc("blocks.1.mlp.1")
  %_2_1 = amp.linear %_1_2, %blocks_1_mlp_2_weight, %blocks_1_mlp_2_bias : (tensor<?x128x768xf32>, tensor<192x768xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.1.mlp.2")
  %_1_3 = amp.add %_1_1, %_2_1 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.1")
  %norm1_2 = amp.layer_norm %_1_3 weight(%blocks_2_norm1_weight) bias(%blocks_2_norm1_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.2.norm1")
  %qkv_2 = amp.linear %norm1_2, %blocks_2_attention_qkv_weight, %blocks_2_attention_qkv_bias : (tensor<?x128x192xf32>, tensor<576x192xf32>, tensor<576xf32>) -> tensor<?x128x576xf32> loc("blocks.2.attention.qkv")
  %attention_0_2, %attention_1_2, %attention_2_2 = amp.split %qkv_2 {sizes = array<i64: 192, 192, 192>, dim = 2 : i64} : (tensor<?x128x576xf32>) -> (tensor<?x128x192xf32>, tensor<?x128x192xf32>, tensor<?x128x192xf32>) loc("blocks.2.attention")
  %attention_20 = amp.reshape %attention_0_2 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.2.attention")
  %attention_21 = amp.transpose %attention_20 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.2.attention")
  %attention_22 = amp.reshape %attention_1_2 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.2.attention")
  %attention_23 = amp.transpose %attention_22 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.2.attention")
  %attention_24 = amp.reshape %attention_2_2 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.2.attention")
  %attention_25 = amp.transpose %attention_24 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.2.attention")
  %attention_26 = amp.scaled_dot_product_attention %attention_21, %attention_23, %attention_25 {is_causal = true} : (tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.2.attention")
  %attention_27 = amp.transpose %attention_26 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x6x128x32xf32>) -> tensor<?x128x6x32xf32> loc("blocks.2.attention")
  %attention_28 = amp.reshape %attention_27 {shape = array<i64: -1, 128, 192>} : (tensor<?x128x6x32xf32>) -> tensor<?x128x192xf32> loc("blocks.2.attention")
  %out_2 = amp.linear %attention_28, %blocks_2_attention_out_weight, %blocks_2_attention_out_bias : (tensor<?x128x192xf32>, tensor<192x192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.2.attention.out")
  %_2_2 = amp.add %_1_3, %out_2 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.2")
  %norm2_2 = amp.layer_norm %_2_2 weight(%blocks_2_norm2_weight) bias(%blocks_2_norm2_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.2.norm2")
  %_0_4 = amp.linear %norm2_2, %blocks_2_mlp_0_weight, %blocks_2_mlp_0_bias : (tensor<?x128x192xf32>, tensor<768x192xf32>, tensor<768xf32>) -> tensor<?x128x768xf32> loc("blocks.2.mlp.0")
  %_1_4 = amp.gelu %_0_4 {approximate = #amp.gelu<tanh>} : (tensor<?x128x768xf32>) -> tensor<?x128x768xf32> loc("blocks.2.mlp.1")
  %_2_3 = amp.linear %_1_4, %blocks_2_mlp_2_weight, %blocks_2_mlp_2_bias : (tensor<?x128x768xf32>, tensor<192x768xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.2.mlp.2")
  %_2_4 = amp.add %_2_2, %_2_3 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.2")
  %norm1_3 = amp.layer_norm %_2_4 weight(%blocks_3_norm1_weight) bias(%blocks_3_norm1_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.3.norm1")
  %qkv_3 = amp.linear %norm1_3, %blocks_3_attention_qkv_weight, %blocks_3_attention_qkv_bias : (tensor<?x128x192xf32>, tensor<576x192xf32>, tensor<576xf32>) -> tensor<?x128x576xf32> loc("blocks.3.attention.qkv")
  %attention_0_3, %attention_1_3, %attention_2_3 = amp.split %qkv_3 {sizes = array<i64: 192, 192, 192>, dim = 2 : i64} : (tensor<?x128x576xf32>) -> (tensor<?x128x192xf32>, tensor<?x128x192xf32>, tensor<?x128x192xf32>) loc("blocks.3.attention")
  %attention_29 = amp.reshape %attention_0_3 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.3.attention")
  %attention_30 = amp.transpose %attention_29 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.3.attention")
  %attention_31 = amp.reshape %attention_1_3 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.3.attention")
  %attention_32 = amp.transpose %attention_31 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.3.attention")
  %attention_33 = amp.reshape %attention_2_3 {shape = array<i64: -1, 128, 6, 32>} : (tensor<?x128x192xf32>) -> tensor<?x128x6x32xf32> loc("blocks.3.attention")
  %attention_34 = amp.transpose %attention_33 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x128x6x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.3.attention")
  %attention_35 = amp.scaled_dot_product_attention %attention_30, %attention_32, %attention_34 {is_causal = true} : (tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>, tensor<?x6x128x32xf32>) -> tensor<?x6x128x32xf32> loc("blocks.3.attention")
  %attention_36 = amp.transpose %attention_35 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x6x128x32xf32>) -> tensor<?x128x6x32xf32> loc("blocks.3.attention")
  %attention_37 = amp.reshape %attention_36 {shape = array<i64: -1, 128, 192>} : (tensor<?x128x6x32xf32>) -> tensor<?x128x192xf32> loc("blocks.3.attention")
  %out_3 = amp.linear %attention_37, %blocks_3_attention_out_weight, %blocks_3_attention_out_bias : (tensor<?x128x192xf32>, tensor<192x192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.3.attention.out")
  %_3 = amp.add %_2_4, %out_3 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.3")
  %norm2_3 = amp.layer_norm %_3 weight(%blocks_3_norm2_weight) bias(%blocks_3_norm2_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.3.norm2")
  %_0_5 = amp.linear %norm2_3, %blocks_3_mlp_0_weight, %blocks_3_mlp_0_bias : (tensor<?x128x192xf32>, tensor<768x192xf32>, tensor<768xf32>) -> tensor<?x128x768xf32> loc("blocks.3.mlp.0")
  %_1_5 = amp.gelu %_0_5 {approximate = #amp.gelu<tanh>} : (tensor<?x128x768xf32>) -> tensor<?x128x768xf32> loc("blocks.3.mlp.1")
  %_2_5 = amp.linear %_1_5, %blocks_3_mlp_2_weight, %blocks_3_mlp_2_bias : (tensor<?x128x768xf32>, tensor<192x768xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("blocks.3.mlp.2")
  %_3_1 = amp.add %_3, %_2_5 : (tensor<?x128x192xf32>, tensor<?x128x192xf32>) -> tensor<?x128x192xf32> loc("blocks.3")
  %norm = amp.layer_norm %_3_1 weight(%norm_weight) bias(%norm_bias) {normalized_shape = array<i64: 192>, eps = 1.0e-05 : f64} : (tensor<?x128x192xf32>, tensor<192xf32>, tensor<192xf32>) -> tensor<?x128x192xf32> loc("norm")
  %head = amp.linear %norm, %tokens_weight : (tensor<?x128x192xf32>, tensor<68x192xf32>) -> tensor<?x128x68xf32> loc("head")
  return %head : tensor<?x128x68xf32>
}
