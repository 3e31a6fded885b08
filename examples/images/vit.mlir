// Written by amp.torch from ViT, with PyTorch 2.15.0+cu132.

amp.variable parameter @token : tensor<1x1x128xf32> = #amp.init<zeros>
amp.variable parameter @positions : tensor<1x65x128xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @patches.weight : tensor<128x3x4x4xf32> = #amp.init<uniform(-0.14433756729740643, 0.14433756729740643)>
amp.variable parameter @patches.bias : tensor<128xf32> = #amp.init<uniform(-0.14433756729740646, 0.14433756729740646)>
amp.variable parameter @blocks.0.self_attn.in_proj_weight : tensor<384x128xf32> = #amp.init<uniform(-0.10825317547305482, 0.10825317547305482)>
amp.variable parameter @blocks.0.self_attn.in_proj_bias : tensor<384xf32> = #amp.init<zeros>
amp.variable parameter @blocks.0.self_attn.out_proj.weight : tensor<128x128xf32> = #amp.init<uniform(-0.08838834764831842, 0.08838834764831842)>
amp.variable parameter @blocks.0.self_attn.out_proj.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @blocks.0.linear1.weight : tensor<512x128xf32> = #amp.init<uniform(-0.08838834764831842, 0.08838834764831842)>
amp.variable parameter @blocks.0.linear1.bias : tensor<512xf32> = #amp.init<uniform(-0.08838834764831843, 0.08838834764831843)>
amp.variable parameter @blocks.0.linear2.weight : tensor<128x512xf32> = #amp.init<uniform(-0.04419417382415921, 0.04419417382415921)>
amp.variable parameter @blocks.0.linear2.bias : tensor<128xf32> = #amp.init<uniform(-0.044194173824159216, 0.044194173824159216)>
amp.variable parameter @blocks.0.norm1.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.0.norm1.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @blocks.0.norm2.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.0.norm2.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @blocks.1.self_attn.in_proj_weight : tensor<384x128xf32> = #amp.init<uniform(-0.10825317547305482, 0.10825317547305482)>
amp.variable parameter @blocks.1.self_attn.in_proj_bias : tensor<384xf32> = #amp.init<zeros>
amp.variable parameter @blocks.1.self_attn.out_proj.weight : tensor<128x128xf32> = #amp.init<uniform(-0.08838834764831842, 0.08838834764831842)>
amp.variable parameter @blocks.1.self_attn.out_proj.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @blocks.1.linear1.weight : tensor<512x128xf32> = #amp.init<uniform(-0.08838834764831842, 0.08838834764831842)>
amp.variable parameter @blocks.1.linear1.bias : tensor<512xf32> = #amp.init<uniform(-0.08838834764831843, 0.08838834764831843)>
amp.variable parameter @blocks.1.linear2.weight : tensor<128x512xf32> = #amp.init<uniform(-0.04419417382415921, 0.04419417382415921)>
amp.variable parameter @blocks.1.linear2.bias : tensor<128xf32> = #amp.init<uniform(-0.044194173824159216, 0.044194173824159216)>
amp.variable parameter @blocks.1.norm1.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.1.norm1.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @blocks.1.norm2.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.1.norm2.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @blocks.2.self_attn.in_proj_weight : tensor<384x128xf32> = #amp.init<uniform(-0.10825317547305482, 0.10825317547305482)>
amp.variable parameter @blocks.2.self_attn.in_proj_bias : tensor<384xf32> = #amp.init<zeros>
amp.variable parameter @blocks.2.self_attn.out_proj.weight : tensor<128x128xf32> = #amp.init<uniform(-0.08838834764831842, 0.08838834764831842)>
amp.variable parameter @blocks.2.self_attn.out_proj.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @blocks.2.linear1.weight : tensor<512x128xf32> = #amp.init<uniform(-0.08838834764831842, 0.08838834764831842)>
amp.variable parameter @blocks.2.linear1.bias : tensor<512xf32> = #amp.init<uniform(-0.08838834764831843, 0.08838834764831843)>
amp.variable parameter @blocks.2.linear2.weight : tensor<128x512xf32> = #amp.init<uniform(-0.04419417382415921, 0.04419417382415921)>
amp.variable parameter @blocks.2.linear2.bias : tensor<128xf32> = #amp.init<uniform(-0.044194173824159216, 0.044194173824159216)>
amp.variable parameter @blocks.2.norm1.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.2.norm1.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @blocks.2.norm2.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.2.norm2.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @blocks.3.self_attn.in_proj_weight : tensor<384x128xf32> = #amp.init<uniform(-0.10825317547305482, 0.10825317547305482)>
amp.variable parameter @blocks.3.self_attn.in_proj_bias : tensor<384xf32> = #amp.init<zeros>
amp.variable parameter @blocks.3.self_attn.out_proj.weight : tensor<128x128xf32> = #amp.init<uniform(-0.08838834764831842, 0.08838834764831842)>
amp.variable parameter @blocks.3.self_attn.out_proj.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @blocks.3.linear1.weight : tensor<512x128xf32> = #amp.init<uniform(-0.08838834764831842, 0.08838834764831842)>
amp.variable parameter @blocks.3.linear1.bias : tensor<512xf32> = #amp.init<uniform(-0.08838834764831843, 0.08838834764831843)>
amp.variable parameter @blocks.3.linear2.weight : tensor<128x512xf32> = #amp.init<uniform(-0.04419417382415921, 0.04419417382415921)>
amp.variable parameter @blocks.3.linear2.bias : tensor<128xf32> = #amp.init<uniform(-0.044194173824159216, 0.044194173824159216)>
amp.variable parameter @blocks.3.norm1.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.3.norm1.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @blocks.3.norm2.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.3.norm2.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @norm.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @norm.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @classifier.weight : tensor<10x128xf32> = #amp.init<uniform(-0.08838834764831842, 0.08838834764831842)>
amp.variable parameter @classifier.bias : tensor<10xf32> = #amp.init<uniform(-0.08838834764831843, 0.08838834764831843)>
amp.optimizer adamw @optimizer [@token, @positions, @patches.weight, @patches.bias, @blocks.0.self_attn.in_proj_weight, @blocks.0.self_attn.in_proj_bias, @blocks.0.self_attn.out_proj.weight, @blocks.0.self_attn.out_proj.bias, @blocks.0.linear1.weight, @blocks.0.linear1.bias, @blocks.0.linear2.weight, @blocks.0.linear2.bias, @blocks.0.norm1.weight, @blocks.0.norm1.bias, @blocks.0.norm2.weight, @blocks.0.norm2.bias, @blocks.1.self_attn.in_proj_weight, @blocks.1.self_attn.in_proj_bias, @blocks.1.self_attn.out_proj.weight, @blocks.1.self_attn.out_proj.bias, @blocks.1.linear1.weight, @blocks.1.linear1.bias, @blocks.1.linear2.weight, @blocks.1.linear2.bias, @blocks.1.norm1.weight, @blocks.1.norm1.bias, @blocks.1.norm2.weight, @blocks.1.norm2.bias, @blocks.2.self_attn.in_proj_weight, @blocks.2.self_attn.in_proj_bias, @blocks.2.self_attn.out_proj.weight, @blocks.2.self_attn.out_proj.bias, @blocks.2.linear1.weight, @blocks.2.linear1.bias, @blocks.2.linear2.weight, @blocks.2.linear2.bias, @blocks.2.norm1.weight, @blocks.2.norm1.bias, @blocks.2.norm2.weight, @blocks.2.norm2.bias, @blocks.3.self_attn.in_proj_weight, @blocks.3.self_attn.in_proj_bias, @blocks.3.self_attn.out_proj.weight, @blocks.3.self_attn.out_proj.bias, @blocks.3.linear1.weight, @blocks.3.linear1.bias, @blocks.3.linear2.weight, @blocks.3.linear2.bias, @blocks.3.norm1.weight, @blocks.3.norm1.bias, @blocks.3.norm2.weight, @blocks.3.norm2.bias, @norm.weight, @norm.bias, @classifier.weight, @classifier.bias]
  {lr = 0.0005 : f64, weight_decay = 0.05 : f64, beta1 = 0.9 : f64, beta2 = 0.999 : f64, eps = 1.0e-08 : f64}

func.func @train(%images: tensor<?x3x32x32xui8> {amp.name = "images"},
                 %target: tensor<?xi64> {amp.name = "target"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"},
        tensor<f32> {amp.name = "right", amp.reduction = "mean"}) {
  %token = amp.read @token : tensor<1x1x128xf32>
  %positions = amp.read @positions : tensor<1x65x128xf32>
  %patches_weight = amp.read @patches.weight : tensor<128x3x4x4xf32>
  %patches_bias = amp.read @patches.bias : tensor<128xf32>
  %blocks_0_self_attn_in_proj_weight = amp.read @blocks.0.self_attn.in_proj_weight : tensor<384x128xf32>
  %blocks_0_self_attn_in_proj_bias = amp.read @blocks.0.self_attn.in_proj_bias : tensor<384xf32>
  %blocks_0_self_attn_out_proj_weight = amp.read @blocks.0.self_attn.out_proj.weight : tensor<128x128xf32>
  %blocks_0_self_attn_out_proj_bias = amp.read @blocks.0.self_attn.out_proj.bias : tensor<128xf32>
  %blocks_0_linear1_weight = amp.read @blocks.0.linear1.weight : tensor<512x128xf32>
  %blocks_0_linear1_bias = amp.read @blocks.0.linear1.bias : tensor<512xf32>
  %blocks_0_linear2_weight = amp.read @blocks.0.linear2.weight : tensor<128x512xf32>
  %blocks_0_linear2_bias = amp.read @blocks.0.linear2.bias : tensor<128xf32>
  %blocks_0_norm1_weight = amp.read @blocks.0.norm1.weight : tensor<128xf32>
  %blocks_0_norm1_bias = amp.read @blocks.0.norm1.bias : tensor<128xf32>
  %blocks_0_norm2_weight = amp.read @blocks.0.norm2.weight : tensor<128xf32>
  %blocks_0_norm2_bias = amp.read @blocks.0.norm2.bias : tensor<128xf32>
  %blocks_1_self_attn_in_proj_weight = amp.read @blocks.1.self_attn.in_proj_weight : tensor<384x128xf32>
  %blocks_1_self_attn_in_proj_bias = amp.read @blocks.1.self_attn.in_proj_bias : tensor<384xf32>
  %blocks_1_self_attn_out_proj_weight = amp.read @blocks.1.self_attn.out_proj.weight : tensor<128x128xf32>
  %blocks_1_self_attn_out_proj_bias = amp.read @blocks.1.self_attn.out_proj.bias : tensor<128xf32>
  %blocks_1_linear1_weight = amp.read @blocks.1.linear1.weight : tensor<512x128xf32>
  %blocks_1_linear1_bias = amp.read @blocks.1.linear1.bias : tensor<512xf32>
  %blocks_1_linear2_weight = amp.read @blocks.1.linear2.weight : tensor<128x512xf32>
  %blocks_1_linear2_bias = amp.read @blocks.1.linear2.bias : tensor<128xf32>
  %blocks_1_norm1_weight = amp.read @blocks.1.norm1.weight : tensor<128xf32>
  %blocks_1_norm1_bias = amp.read @blocks.1.norm1.bias : tensor<128xf32>
  %blocks_1_norm2_weight = amp.read @blocks.1.norm2.weight : tensor<128xf32>
  %blocks_1_norm2_bias = amp.read @blocks.1.norm2.bias : tensor<128xf32>
  %blocks_2_self_attn_in_proj_weight = amp.read @blocks.2.self_attn.in_proj_weight : tensor<384x128xf32>
  %blocks_2_self_attn_in_proj_bias = amp.read @blocks.2.self_attn.in_proj_bias : tensor<384xf32>
  %blocks_2_self_attn_out_proj_weight = amp.read @blocks.2.self_attn.out_proj.weight : tensor<128x128xf32>
  %blocks_2_self_attn_out_proj_bias = amp.read @blocks.2.self_attn.out_proj.bias : tensor<128xf32>
  %blocks_2_linear1_weight = amp.read @blocks.2.linear1.weight : tensor<512x128xf32>
  %blocks_2_linear1_bias = amp.read @blocks.2.linear1.bias : tensor<512xf32>
  %blocks_2_linear2_weight = amp.read @blocks.2.linear2.weight : tensor<128x512xf32>
  %blocks_2_linear2_bias = amp.read @blocks.2.linear2.bias : tensor<128xf32>
  %blocks_2_norm1_weight = amp.read @blocks.2.norm1.weight : tensor<128xf32>
  %blocks_2_norm1_bias = amp.read @blocks.2.norm1.bias : tensor<128xf32>
  %blocks_2_norm2_weight = amp.read @blocks.2.norm2.weight : tensor<128xf32>
  %blocks_2_norm2_bias = amp.read @blocks.2.norm2.bias : tensor<128xf32>
  %blocks_3_self_attn_in_proj_weight = amp.read @blocks.3.self_attn.in_proj_weight : tensor<384x128xf32>
  %blocks_3_self_attn_in_proj_bias = amp.read @blocks.3.self_attn.in_proj_bias : tensor<384xf32>
  %blocks_3_self_attn_out_proj_weight = amp.read @blocks.3.self_attn.out_proj.weight : tensor<128x128xf32>
  %blocks_3_self_attn_out_proj_bias = amp.read @blocks.3.self_attn.out_proj.bias : tensor<128xf32>
  %blocks_3_linear1_weight = amp.read @blocks.3.linear1.weight : tensor<512x128xf32>
  %blocks_3_linear1_bias = amp.read @blocks.3.linear1.bias : tensor<512xf32>
  %blocks_3_linear2_weight = amp.read @blocks.3.linear2.weight : tensor<128x512xf32>
  %blocks_3_linear2_bias = amp.read @blocks.3.linear2.bias : tensor<128xf32>
  %blocks_3_norm1_weight = amp.read @blocks.3.norm1.weight : tensor<128xf32>
  %blocks_3_norm1_bias = amp.read @blocks.3.norm1.bias : tensor<128xf32>
  %blocks_3_norm2_weight = amp.read @blocks.3.norm2.weight : tensor<128xf32>
  %blocks_3_norm2_bias = amp.read @blocks.3.norm2.bias : tensor<128xf32>
  %norm_weight = amp.read @norm.weight : tensor<128xf32>
  %norm_bias = amp.read @norm.bias : tensor<128xf32>
  %classifier_weight = amp.read @classifier.weight : tensor<10x128xf32>
  %classifier_bias = amp.read @classifier.bias : tensor<10xf32>
  %images_f32 = amp.cast %images : tensor<?x3x32x32xui8> to tensor<?x3x32x32xf32> loc("to")
  %c = amp.constant dense<255.0> : tensor<f32> loc("div")
  %div = amp.div %images_f32, %c : (tensor<?x3x32x32xf32>, tensor<f32>) -> tensor<?x3x32x32xf32> loc("div")
  %c_1 = amp.constant dense<0.5> : tensor<f32> loc("sub")
  %sub = amp.sub %div, %c_1 : (tensor<?x3x32x32xf32>, tensor<f32>) -> tensor<?x3x32x32xf32> loc("sub")
  %patches = amp.conv2d %sub, %patches_weight, %patches_bias {stride = array<i64: 4, 4>} : (tensor<?x3x32x32xf32>, tensor<128x3x4x4xf32>, tensor<128xf32>) -> tensor<?x128x8x8xf32> loc("patches")
  %flatten = amp.reshape %patches {shape = array<i64: -1, 128, 64>} : (tensor<?x128x8x8xf32>) -> tensor<?x128x64xf32> loc("flatten")
  %transpose = amp.transpose %flatten {permutation = array<i64: 0, 2, 1>} : (tensor<?x128x64xf32>) -> tensor<?x64x128xf32> loc("transpose")
  %c_2 = amp.constant dense<true> : tensor<i1> loc("expand")
  %expand = amp.slice %images {offsets = array<i64: 0, 0, 0, 0>, sizes = array<i64: -1, 1, 1, 1>} : (tensor<?x3x32x32xui8>) -> tensor<?x1x1x1xui8> loc("expand")
  %expand_1 = amp.reshape %expand {shape = array<i64: -1>} : (tensor<?x1x1x1xui8>) -> tensor<?xui8> loc("expand")
  %expand_1_f32 = amp.cast %expand_1 : tensor<?xui8> to tensor<?xf32> loc("expand")
  %expand_2 = amp.zeros_like %expand_1_f32 : (tensor<?xf32>) -> tensor<?xf32> loc("expand")
  %expand_3 = amp.reshape %expand_2 {shape = array<i64: -1, 1, 1>} : (tensor<?xf32>) -> tensor<?x1x1xf32> loc("expand")
  %c_3 = amp.constant dense<0.0> : tensor<1x1x128xf32> loc("expand")
  %expand_4 = amp.add %expand_3, %c_3 : (tensor<?x1x1xf32>, tensor<1x1x128xf32>) -> tensor<?x1x128xf32> loc("expand")
  %expand_5 = amp.where %c_2, %token, %expand_4 : (tensor<i1>, tensor<1x1x128xf32>, tensor<?x1x128xf32>) -> tensor<?x1x128xf32> loc("expand")
  %cat = amp.concat %expand_5, %transpose {dim = 1 : i64} : (tensor<?x1x128xf32>, tensor<?x64x128xf32>) -> tensor<?x65x128xf32> loc("cat")
  %add = amp.add %cat, %positions : (tensor<?x65x128xf32>, tensor<1x65x128xf32>) -> tensor<?x65x128xf32> loc("add")
  %norm1 = amp.layer_norm %add weight(%blocks_0_norm1_weight) bias(%blocks_0_norm1_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.0.norm1")
  %self_attn = amp.transpose %norm1 {permutation = array<i64: 1, 0, 2>} : (tensor<?x65x128xf32>) -> tensor<65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_1 = amp.linear %self_attn, %blocks_0_self_attn_in_proj_weight, %blocks_0_self_attn_in_proj_bias : (tensor<65x?x128xf32>, tensor<384x128xf32>, tensor<384xf32>) -> tensor<65x?x384xf32> loc("blocks.0.self_attn")
  %self_attn_2 = amp.reshape %self_attn_1 {shape = array<i64: 65, -1, 3, 128>} : (tensor<65x?x384xf32>) -> tensor<65x?x3x128xf32> loc("blocks.0.self_attn")
  %self_attn_3 = amp.unsqueeze %self_attn_2 {dim = 0 : i64} : (tensor<65x?x3x128xf32>) -> tensor<1x65x?x3x128xf32> loc("blocks.0.self_attn")
  %self_attn_4 = amp.transpose %self_attn_3 {permutation = array<i64: 3, 1, 2, 0, 4>} : (tensor<1x65x?x3x128xf32>) -> tensor<3x65x?x1x128xf32> loc("blocks.0.self_attn")
  %self_attn_5 = amp.reshape %self_attn_4 {shape = array<i64: 3, 65, -1, 128>} : (tensor<3x65x?x1x128xf32>) -> tensor<3x65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_6 = amp.slice %self_attn_5 {offsets = array<i64: 0, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_7 = amp.squeeze %self_attn_6 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_8 = amp.slice %self_attn_5 {offsets = array<i64: 1, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_9 = amp.squeeze %self_attn_8 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_10 = amp.slice %self_attn_5 {offsets = array<i64: 2, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_11 = amp.squeeze %self_attn_10 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_12 = amp.reshape %self_attn_7 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.0.self_attn")
  %self_attn_13 = amp.transpose %self_attn_12 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_14 = amp.reshape %self_attn_9 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.0.self_attn")
  %self_attn_15 = amp.transpose %self_attn_14 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_16 = amp.reshape %self_attn_11 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.0.self_attn")
  %self_attn_17 = amp.transpose %self_attn_16 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_18 = amp.reshape %self_attn_13 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_19 = amp.reshape %self_attn_15 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_20 = amp.reshape %self_attn_17 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_21 = amp.scaled_dot_product_attention %self_attn_18, %self_attn_19, %self_attn_20 : (tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_22 = amp.transpose %self_attn_21 {permutation = array<i64: 2, 0, 1, 3>} : (tensor<?x4x65x32xf32>) -> tensor<65x?x4x32xf32> loc("blocks.0.self_attn")
  %self_attn_23 = amp.reshape %self_attn_22 {shape = array<i64: -1, 128>} : (tensor<65x?x4x32xf32>) -> tensor<?x128xf32> loc("blocks.0.self_attn")
  %self_attn_24 = amp.linear %self_attn_23, %blocks_0_self_attn_out_proj_weight, %blocks_0_self_attn_out_proj_bias : (tensor<?x128xf32>, tensor<128x128xf32>, tensor<128xf32>) -> tensor<?x128xf32> loc("blocks.0.self_attn")
  %self_attn_25 = amp.reshape %self_attn_24 {shape = array<i64: 65, -1, 128>} : (tensor<?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_26 = amp.transpose %self_attn_25 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x128xf32>) -> tensor<?x65x128xf32> loc("blocks.0.self_attn")
  %_0 = amp.add %add, %self_attn_26 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.0")
  %norm2 = amp.layer_norm %_0 weight(%blocks_0_norm2_weight) bias(%blocks_0_norm2_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.0.norm2")
  %linear1 = amp.linear %norm2, %blocks_0_linear1_weight, %blocks_0_linear1_bias : (tensor<?x65x128xf32>, tensor<512x128xf32>, tensor<512xf32>) -> tensor<?x65x512xf32> loc("blocks.0.linear1")
  %_0_1 = amp.gelu %linear1 : (tensor<?x65x512xf32>) -> tensor<?x65x512xf32> loc("blocks.0")
  %linear2 = amp.linear %_0_1, %blocks_0_linear2_weight, %blocks_0_linear2_bias : (tensor<?x65x512xf32>, tensor<128x512xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.0.linear2")
  %_0_2 = amp.add %_0, %linear2 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.0")
  %norm1_1 = amp.layer_norm %_0_2 weight(%blocks_1_norm1_weight) bias(%blocks_1_norm1_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.1.norm1")
  %self_attn_27 = amp.transpose %norm1_1 {permutation = array<i64: 1, 0, 2>} : (tensor<?x65x128xf32>) -> tensor<65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_28 = amp.linear %self_attn_27, %blocks_1_self_attn_in_proj_weight, %blocks_1_self_attn_in_proj_bias : (tensor<65x?x128xf32>, tensor<384x128xf32>, tensor<384xf32>) -> tensor<65x?x384xf32> loc("blocks.1.self_attn")
  %self_attn_29 = amp.reshape %self_attn_28 {shape = array<i64: 65, -1, 3, 128>} : (tensor<65x?x384xf32>) -> tensor<65x?x3x128xf32> loc("blocks.1.self_attn")
  %self_attn_30 = amp.unsqueeze %self_attn_29 {dim = 0 : i64} : (tensor<65x?x3x128xf32>) -> tensor<1x65x?x3x128xf32> loc("blocks.1.self_attn")
  %self_attn_31 = amp.transpose %self_attn_30 {permutation = array<i64: 3, 1, 2, 0, 4>} : (tensor<1x65x?x3x128xf32>) -> tensor<3x65x?x1x128xf32> loc("blocks.1.self_attn")
  %self_attn_32 = amp.reshape %self_attn_31 {shape = array<i64: 3, 65, -1, 128>} : (tensor<3x65x?x1x128xf32>) -> tensor<3x65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_33 = amp.slice %self_attn_32 {offsets = array<i64: 0, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_34 = amp.squeeze %self_attn_33 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_35 = amp.slice %self_attn_32 {offsets = array<i64: 1, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_36 = amp.squeeze %self_attn_35 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_37 = amp.slice %self_attn_32 {offsets = array<i64: 2, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_38 = amp.squeeze %self_attn_37 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_39 = amp.reshape %self_attn_34 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.1.self_attn")
  %self_attn_40 = amp.transpose %self_attn_39 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_41 = amp.reshape %self_attn_36 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.1.self_attn")
  %self_attn_42 = amp.transpose %self_attn_41 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_43 = amp.reshape %self_attn_38 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.1.self_attn")
  %self_attn_44 = amp.transpose %self_attn_43 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_45 = amp.reshape %self_attn_40 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_46 = amp.reshape %self_attn_42 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_47 = amp.reshape %self_attn_44 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_48 = amp.scaled_dot_product_attention %self_attn_45, %self_attn_46, %self_attn_47 : (tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_49 = amp.transpose %self_attn_48 {permutation = array<i64: 2, 0, 1, 3>} : (tensor<?x4x65x32xf32>) -> tensor<65x?x4x32xf32> loc("blocks.1.self_attn")
  %self_attn_50 = amp.reshape %self_attn_49 {shape = array<i64: -1, 128>} : (tensor<65x?x4x32xf32>) -> tensor<?x128xf32> loc("blocks.1.self_attn")
  %self_attn_51 = amp.linear %self_attn_50, %blocks_1_self_attn_out_proj_weight, %blocks_1_self_attn_out_proj_bias : (tensor<?x128xf32>, tensor<128x128xf32>, tensor<128xf32>) -> tensor<?x128xf32> loc("blocks.1.self_attn")
  %self_attn_52 = amp.reshape %self_attn_51 {shape = array<i64: 65, -1, 128>} : (tensor<?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_53 = amp.transpose %self_attn_52 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x128xf32>) -> tensor<?x65x128xf32> loc("blocks.1.self_attn")
  %_1 = amp.add %_0_2, %self_attn_53 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.1")
  %norm2_1 = amp.layer_norm %_1 weight(%blocks_1_norm2_weight) bias(%blocks_1_norm2_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.1.norm2")
  %linear1_1 = amp.linear %norm2_1, %blocks_1_linear1_weight, %blocks_1_linear1_bias : (tensor<?x65x128xf32>, tensor<512x128xf32>, tensor<512xf32>) -> tensor<?x65x512xf32> loc("blocks.1.linear1")
  %_1_1 = amp.gelu %linear1_1 : (tensor<?x65x512xf32>) -> tensor<?x65x512xf32> loc("blocks.1")
  %linear2_1 = amp.linear %_1_1, %blocks_1_linear2_weight, %blocks_1_linear2_bias : (tensor<?x65x512xf32>, tensor<128x512xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.1.linear2")
  %_1_2 = amp.add %_1, %linear2_1 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.1")
  %norm1_2 = amp.layer_norm %_1_2 weight(%blocks_2_norm1_weight) bias(%blocks_2_norm1_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.2.norm1")
  %self_attn_54 = amp.transpose %norm1_2 {permutation = array<i64: 1, 0, 2>} : (tensor<?x65x128xf32>) -> tensor<65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_55 = amp.linear %self_attn_54, %blocks_2_self_attn_in_proj_weight, %blocks_2_self_attn_in_proj_bias : (tensor<65x?x128xf32>, tensor<384x128xf32>, tensor<384xf32>) -> tensor<65x?x384xf32> loc("blocks.2.self_attn")
  %self_attn_56 = amp.reshape %self_attn_55 {shape = array<i64: 65, -1, 3, 128>} : (tensor<65x?x384xf32>) -> tensor<65x?x3x128xf32> loc("blocks.2.self_attn")
  %self_attn_57 = amp.unsqueeze %self_attn_56 {dim = 0 : i64} : (tensor<65x?x3x128xf32>) -> tensor<1x65x?x3x128xf32> loc("blocks.2.self_attn")
  %self_attn_58 = amp.transpose %self_attn_57 {permutation = array<i64: 3, 1, 2, 0, 4>} : (tensor<1x65x?x3x128xf32>) -> tensor<3x65x?x1x128xf32> loc("blocks.2.self_attn")
  %self_attn_59 = amp.reshape %self_attn_58 {shape = array<i64: 3, 65, -1, 128>} : (tensor<3x65x?x1x128xf32>) -> tensor<3x65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_60 = amp.slice %self_attn_59 {offsets = array<i64: 0, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_61 = amp.squeeze %self_attn_60 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_62 = amp.slice %self_attn_59 {offsets = array<i64: 1, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_63 = amp.squeeze %self_attn_62 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_64 = amp.slice %self_attn_59 {offsets = array<i64: 2, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_65 = amp.squeeze %self_attn_64 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_66 = amp.reshape %self_attn_61 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.2.self_attn")
  %self_attn_67 = amp.transpose %self_attn_66 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_68 = amp.reshape %self_attn_63 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.2.self_attn")
  %self_attn_69 = amp.transpose %self_attn_68 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_70 = amp.reshape %self_attn_65 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.2.self_attn")
  %self_attn_71 = amp.transpose %self_attn_70 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_72 = amp.reshape %self_attn_67 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_73 = amp.reshape %self_attn_69 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_74 = amp.reshape %self_attn_71 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_75 = amp.scaled_dot_product_attention %self_attn_72, %self_attn_73, %self_attn_74 : (tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_76 = amp.transpose %self_attn_75 {permutation = array<i64: 2, 0, 1, 3>} : (tensor<?x4x65x32xf32>) -> tensor<65x?x4x32xf32> loc("blocks.2.self_attn")
  %self_attn_77 = amp.reshape %self_attn_76 {shape = array<i64: -1, 128>} : (tensor<65x?x4x32xf32>) -> tensor<?x128xf32> loc("blocks.2.self_attn")
  %self_attn_78 = amp.linear %self_attn_77, %blocks_2_self_attn_out_proj_weight, %blocks_2_self_attn_out_proj_bias : (tensor<?x128xf32>, tensor<128x128xf32>, tensor<128xf32>) -> tensor<?x128xf32> loc("blocks.2.self_attn")
  %self_attn_79 = amp.reshape %self_attn_78 {shape = array<i64: 65, -1, 128>} : (tensor<?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_80 = amp.transpose %self_attn_79 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x128xf32>) -> tensor<?x65x128xf32> loc("blocks.2.self_attn")
  %_2 = amp.add %_1_2, %self_attn_80 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.2")
  %norm2_2 = amp.layer_norm %_2 weight(%blocks_2_norm2_weight) bias(%blocks_2_norm2_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.2.norm2")
  %linear1_2 = amp.linear %norm2_2, %blocks_2_linear1_weight, %blocks_2_linear1_bias : (tensor<?x65x128xf32>, tensor<512x128xf32>, tensor<512xf32>) -> tensor<?x65x512xf32> loc("blocks.2.linear1")
  %_2_1 = amp.gelu %linear1_2 : (tensor<?x65x512xf32>) -> tensor<?x65x512xf32> loc("blocks.2")
  %linear2_2 = amp.linear %_2_1, %blocks_2_linear2_weight, %blocks_2_linear2_bias : (tensor<?x65x512xf32>, tensor<128x512xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.2.linear2")
  %_2_2 = amp.add %_2, %linear2_2 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.2")
  %norm1_3 = amp.layer_norm %_2_2 weight(%blocks_3_norm1_weight) bias(%blocks_3_norm1_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.3.norm1")
  %self_attn_81 = amp.transpose %norm1_3 {permutation = array<i64: 1, 0, 2>} : (tensor<?x65x128xf32>) -> tensor<65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_82 = amp.linear %self_attn_81, %blocks_3_self_attn_in_proj_weight, %blocks_3_self_attn_in_proj_bias : (tensor<65x?x128xf32>, tensor<384x128xf32>, tensor<384xf32>) -> tensor<65x?x384xf32> loc("blocks.3.self_attn")
  %self_attn_83 = amp.reshape %self_attn_82 {shape = array<i64: 65, -1, 3, 128>} : (tensor<65x?x384xf32>) -> tensor<65x?x3x128xf32> loc("blocks.3.self_attn")
  %self_attn_84 = amp.unsqueeze %self_attn_83 {dim = 0 : i64} : (tensor<65x?x3x128xf32>) -> tensor<1x65x?x3x128xf32> loc("blocks.3.self_attn")
  %self_attn_85 = amp.transpose %self_attn_84 {permutation = array<i64: 3, 1, 2, 0, 4>} : (tensor<1x65x?x3x128xf32>) -> tensor<3x65x?x1x128xf32> loc("blocks.3.self_attn")
  %self_attn_86 = amp.reshape %self_attn_85 {shape = array<i64: 3, 65, -1, 128>} : (tensor<3x65x?x1x128xf32>) -> tensor<3x65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_87 = amp.slice %self_attn_86 {offsets = array<i64: 0, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_88 = amp.squeeze %self_attn_87 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_89 = amp.slice %self_attn_86 {offsets = array<i64: 1, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_90 = amp.squeeze %self_attn_89 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_91 = amp.slice %self_attn_86 {offsets = array<i64: 2, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_92 = amp.squeeze %self_attn_91 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_93 = amp.reshape %self_attn_88 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.3.self_attn")
  %self_attn_94 = amp.transpose %self_attn_93 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_95 = amp.reshape %self_attn_90 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.3.self_attn")
  %self_attn_96 = amp.transpose %self_attn_95 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_97 = amp.reshape %self_attn_92 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.3.self_attn")
  %self_attn_98 = amp.transpose %self_attn_97 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_99 = amp.reshape %self_attn_94 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_100 = amp.reshape %self_attn_96 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_101 = amp.reshape %self_attn_98 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_102 = amp.scaled_dot_product_attention %self_attn_99, %self_attn_100, %self_attn_101 : (tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_103 = amp.transpose %self_attn_102 {permutation = array<i64: 2, 0, 1, 3>} : (tensor<?x4x65x32xf32>) -> tensor<65x?x4x32xf32> loc("blocks.3.self_attn")
  %self_attn_104 = amp.reshape %self_attn_103 {shape = array<i64: -1, 128>} : (tensor<65x?x4x32xf32>) -> tensor<?x128xf32> loc("blocks.3.self_attn")
  %self_attn_105 = amp.linear %self_attn_104, %blocks_3_self_attn_out_proj_weight, %blocks_3_self_attn_out_proj_bias : (tensor<?x128xf32>, tensor<128x128xf32>, tensor<128xf32>) -> tensor<?x128xf32> loc("blocks.3.self_attn")
  %self_attn_106 = amp.reshape %self_attn_105 {shape = array<i64: 65, -1, 128>} : (tensor<?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_107 = amp.transpose %self_attn_106 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x128xf32>) -> tensor<?x65x128xf32> loc("blocks.3.self_attn")
  %_3 = amp.add %_2_2, %self_attn_107 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.3")
  %norm2_3 = amp.layer_norm %_3 weight(%blocks_3_norm2_weight) bias(%blocks_3_norm2_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.3.norm2")
  %linear1_3 = amp.linear %norm2_3, %blocks_3_linear1_weight, %blocks_3_linear1_bias : (tensor<?x65x128xf32>, tensor<512x128xf32>, tensor<512xf32>) -> tensor<?x65x512xf32> loc("blocks.3.linear1")
  %_3_1 = amp.gelu %linear1_3 : (tensor<?x65x512xf32>) -> tensor<?x65x512xf32> loc("blocks.3")
  %linear2_3 = amp.linear %_3_1, %blocks_3_linear2_weight, %blocks_3_linear2_bias : (tensor<?x65x512xf32>, tensor<128x512xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.3.linear2")
  %_3_2 = amp.add %_3, %linear2_3 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.3")
  %select_12 = amp.slice %_3_2 {offsets = array<i64: 0, 0, 0>, sizes = array<i64: -1, 1, -1>} : (tensor<?x65x128xf32>) -> tensor<?x1x128xf32> loc("select_12")
  %select_12_1 = amp.squeeze %select_12 {dims = array<i64: 1>} : (tensor<?x1x128xf32>) -> tensor<?x128xf32> loc("select_12")
  %norm = amp.layer_norm %select_12_1 weight(%norm_weight) bias(%norm_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128xf32> loc("norm")
  %classifier = amp.linear %norm, %classifier_weight, %classifier_bias : (tensor<?x128xf32>, tensor<10x128xf32>, tensor<10xf32>) -> tensor<?x10xf32> loc("classifier")
  %cross_entropy_loss = amp.cross_entropy %classifier, %target {reduction = #amp.reduction<mean>} : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32> loc("cross_entropy_loss")
  %argmax = amp.argmax %classifier {dim = 1 : i64} : (tensor<?x10xf32>) -> tensor<?xi64> loc("argmax")
  %eq_12 = amp.compare eq, %argmax, %target : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi1> loc("eq_12")
  %eq_12_f32 = amp.cast %eq_12 : tensor<?xi1> to tensor<?xf32> loc("to_1")
  %mean = amp.mean %eq_12_f32 : (tensor<?xf32>) -> tensor<f32> loc("mean")
  %d_token, %d_positions, %d_patches_weight, %d_patches_bias, %d_blocks_0_self_attn_in_proj_weight, %d_blocks_0_self_attn_in_proj_bias, %d_blocks_0_self_attn_out_proj_weight, %d_blocks_0_self_attn_out_proj_bias, %d_blocks_0_linear1_weight, %d_blocks_0_linear1_bias, %d_blocks_0_linear2_weight, %d_blocks_0_linear2_bias, %d_blocks_0_norm1_weight, %d_blocks_0_norm1_bias, %d_blocks_0_norm2_weight, %d_blocks_0_norm2_bias, %d_blocks_1_self_attn_in_proj_weight, %d_blocks_1_self_attn_in_proj_bias, %d_blocks_1_self_attn_out_proj_weight, %d_blocks_1_self_attn_out_proj_bias, %d_blocks_1_linear1_weight, %d_blocks_1_linear1_bias, %d_blocks_1_linear2_weight, %d_blocks_1_linear2_bias, %d_blocks_1_norm1_weight, %d_blocks_1_norm1_bias, %d_blocks_1_norm2_weight, %d_blocks_1_norm2_bias, %d_blocks_2_self_attn_in_proj_weight, %d_blocks_2_self_attn_in_proj_bias, %d_blocks_2_self_attn_out_proj_weight, %d_blocks_2_self_attn_out_proj_bias, %d_blocks_2_linear1_weight, %d_blocks_2_linear1_bias, %d_blocks_2_linear2_weight, %d_blocks_2_linear2_bias, %d_blocks_2_norm1_weight, %d_blocks_2_norm1_bias, %d_blocks_2_norm2_weight, %d_blocks_2_norm2_bias, %d_blocks_3_self_attn_in_proj_weight, %d_blocks_3_self_attn_in_proj_bias, %d_blocks_3_self_attn_out_proj_weight, %d_blocks_3_self_attn_out_proj_bias, %d_blocks_3_linear1_weight, %d_blocks_3_linear1_bias, %d_blocks_3_linear2_weight, %d_blocks_3_linear2_bias, %d_blocks_3_norm1_weight, %d_blocks_3_norm1_bias, %d_blocks_3_norm2_weight, %d_blocks_3_norm2_bias, %d_norm_weight, %d_norm_bias, %d_classifier_weight, %d_classifier_bias = amp.backward %cross_entropy_loss wrt(%token, %positions, %patches_weight, %patches_bias, %blocks_0_self_attn_in_proj_weight, %blocks_0_self_attn_in_proj_bias, %blocks_0_self_attn_out_proj_weight, %blocks_0_self_attn_out_proj_bias, %blocks_0_linear1_weight, %blocks_0_linear1_bias, %blocks_0_linear2_weight, %blocks_0_linear2_bias, %blocks_0_norm1_weight, %blocks_0_norm1_bias, %blocks_0_norm2_weight, %blocks_0_norm2_bias, %blocks_1_self_attn_in_proj_weight, %blocks_1_self_attn_in_proj_bias, %blocks_1_self_attn_out_proj_weight, %blocks_1_self_attn_out_proj_bias, %blocks_1_linear1_weight, %blocks_1_linear1_bias, %blocks_1_linear2_weight, %blocks_1_linear2_bias, %blocks_1_norm1_weight, %blocks_1_norm1_bias, %blocks_1_norm2_weight, %blocks_1_norm2_bias, %blocks_2_self_attn_in_proj_weight, %blocks_2_self_attn_in_proj_bias, %blocks_2_self_attn_out_proj_weight, %blocks_2_self_attn_out_proj_bias, %blocks_2_linear1_weight, %blocks_2_linear1_bias, %blocks_2_linear2_weight, %blocks_2_linear2_bias, %blocks_2_norm1_weight, %blocks_2_norm1_bias, %blocks_2_norm2_weight, %blocks_2_norm2_bias, %blocks_3_self_attn_in_proj_weight, %blocks_3_self_attn_in_proj_bias, %blocks_3_self_attn_out_proj_weight, %blocks_3_self_attn_out_proj_bias, %blocks_3_linear1_weight, %blocks_3_linear1_bias, %blocks_3_linear2_weight, %blocks_3_linear2_bias, %blocks_3_norm1_weight, %blocks_3_norm1_bias, %blocks_3_norm2_weight, %blocks_3_norm2_bias, %norm_weight, %norm_bias, %classifier_weight, %classifier_bias) : (tensor<f32>, tensor<1x1x128xf32>, tensor<1x65x128xf32>, tensor<128x3x4x4xf32>, tensor<128xf32>, tensor<384x128xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<512x128xf32>, tensor<512xf32>, tensor<128x512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<384x128xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<512x128xf32>, tensor<512xf32>, tensor<128x512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<384x128xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<512x128xf32>, tensor<512xf32>, tensor<128x512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<384x128xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<512x128xf32>, tensor<512xf32>, tensor<128x512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<10x128xf32>, tensor<10xf32>) -> (tensor<1x1x128xf32>, tensor<1x65x128xf32>, tensor<128x3x4x4xf32>, tensor<128xf32>, tensor<384x128xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<512x128xf32>, tensor<512xf32>, tensor<128x512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<384x128xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<512x128xf32>, tensor<512xf32>, tensor<128x512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<384x128xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<512x128xf32>, tensor<512xf32>, tensor<128x512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<384x128xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<512x128xf32>, tensor<512xf32>, tensor<128x512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<10x128xf32>, tensor<10xf32>)
  amp.step @optimizer(%d_token, %d_positions, %d_patches_weight, %d_patches_bias, %d_blocks_0_self_attn_in_proj_weight, %d_blocks_0_self_attn_in_proj_bias, %d_blocks_0_self_attn_out_proj_weight, %d_blocks_0_self_attn_out_proj_bias, %d_blocks_0_linear1_weight, %d_blocks_0_linear1_bias, %d_blocks_0_linear2_weight, %d_blocks_0_linear2_bias, %d_blocks_0_norm1_weight, %d_blocks_0_norm1_bias, %d_blocks_0_norm2_weight, %d_blocks_0_norm2_bias, %d_blocks_1_self_attn_in_proj_weight, %d_blocks_1_self_attn_in_proj_bias, %d_blocks_1_self_attn_out_proj_weight, %d_blocks_1_self_attn_out_proj_bias, %d_blocks_1_linear1_weight, %d_blocks_1_linear1_bias, %d_blocks_1_linear2_weight, %d_blocks_1_linear2_bias, %d_blocks_1_norm1_weight, %d_blocks_1_norm1_bias, %d_blocks_1_norm2_weight, %d_blocks_1_norm2_bias, %d_blocks_2_self_attn_in_proj_weight, %d_blocks_2_self_attn_in_proj_bias, %d_blocks_2_self_attn_out_proj_weight, %d_blocks_2_self_attn_out_proj_bias, %d_blocks_2_linear1_weight, %d_blocks_2_linear1_bias, %d_blocks_2_linear2_weight, %d_blocks_2_linear2_bias, %d_blocks_2_norm1_weight, %d_blocks_2_norm1_bias, %d_blocks_2_norm2_weight, %d_blocks_2_norm2_bias, %d_blocks_3_self_attn_in_proj_weight, %d_blocks_3_self_attn_in_proj_bias, %d_blocks_3_self_attn_out_proj_weight, %d_blocks_3_self_attn_out_proj_bias, %d_blocks_3_linear1_weight, %d_blocks_3_linear1_bias, %d_blocks_3_linear2_weight, %d_blocks_3_linear2_bias, %d_blocks_3_norm1_weight, %d_blocks_3_norm1_bias, %d_blocks_3_norm2_weight, %d_blocks_3_norm2_bias, %d_norm_weight, %d_norm_bias, %d_classifier_weight, %d_classifier_bias) : tensor<1x1x128xf32>, tensor<1x65x128xf32>, tensor<128x3x4x4xf32>, tensor<128xf32>, tensor<384x128xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<512x128xf32>, tensor<512xf32>, tensor<128x512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<384x128xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<512x128xf32>, tensor<512xf32>, tensor<128x512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<384x128xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<512x128xf32>, tensor<512xf32>, tensor<128x512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<384x128xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<512x128xf32>, tensor<512xf32>, tensor<128x512xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<10x128xf32>, tensor<10xf32>
  return %cross_entropy_loss, %mean : tensor<f32>, tensor<f32>
}

func.func @evaluate(%images: tensor<?x3x32x32xui8> {amp.name = "images"},
                    %target: tensor<?xi64> {amp.name = "target"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"},
        tensor<f32> {amp.name = "right", amp.reduction = "mean"}) {
  %token = amp.read @token : tensor<1x1x128xf32>
  %positions = amp.read @positions : tensor<1x65x128xf32>
  %patches_weight = amp.read @patches.weight : tensor<128x3x4x4xf32>
  %patches_bias = amp.read @patches.bias : tensor<128xf32>
  %blocks_0_self_attn_in_proj_weight = amp.read @blocks.0.self_attn.in_proj_weight : tensor<384x128xf32>
  %blocks_0_self_attn_in_proj_bias = amp.read @blocks.0.self_attn.in_proj_bias : tensor<384xf32>
  %blocks_0_self_attn_out_proj_weight = amp.read @blocks.0.self_attn.out_proj.weight : tensor<128x128xf32>
  %blocks_0_self_attn_out_proj_bias = amp.read @blocks.0.self_attn.out_proj.bias : tensor<128xf32>
  %blocks_0_linear1_weight = amp.read @blocks.0.linear1.weight : tensor<512x128xf32>
  %blocks_0_linear1_bias = amp.read @blocks.0.linear1.bias : tensor<512xf32>
  %blocks_0_linear2_weight = amp.read @blocks.0.linear2.weight : tensor<128x512xf32>
  %blocks_0_linear2_bias = amp.read @blocks.0.linear2.bias : tensor<128xf32>
  %blocks_0_norm1_weight = amp.read @blocks.0.norm1.weight : tensor<128xf32>
  %blocks_0_norm1_bias = amp.read @blocks.0.norm1.bias : tensor<128xf32>
  %blocks_0_norm2_weight = amp.read @blocks.0.norm2.weight : tensor<128xf32>
  %blocks_0_norm2_bias = amp.read @blocks.0.norm2.bias : tensor<128xf32>
  %blocks_1_self_attn_in_proj_weight = amp.read @blocks.1.self_attn.in_proj_weight : tensor<384x128xf32>
  %blocks_1_self_attn_in_proj_bias = amp.read @blocks.1.self_attn.in_proj_bias : tensor<384xf32>
  %blocks_1_self_attn_out_proj_weight = amp.read @blocks.1.self_attn.out_proj.weight : tensor<128x128xf32>
  %blocks_1_self_attn_out_proj_bias = amp.read @blocks.1.self_attn.out_proj.bias : tensor<128xf32>
  %blocks_1_linear1_weight = amp.read @blocks.1.linear1.weight : tensor<512x128xf32>
  %blocks_1_linear1_bias = amp.read @blocks.1.linear1.bias : tensor<512xf32>
  %blocks_1_linear2_weight = amp.read @blocks.1.linear2.weight : tensor<128x512xf32>
  %blocks_1_linear2_bias = amp.read @blocks.1.linear2.bias : tensor<128xf32>
  %blocks_1_norm1_weight = amp.read @blocks.1.norm1.weight : tensor<128xf32>
  %blocks_1_norm1_bias = amp.read @blocks.1.norm1.bias : tensor<128xf32>
  %blocks_1_norm2_weight = amp.read @blocks.1.norm2.weight : tensor<128xf32>
  %blocks_1_norm2_bias = amp.read @blocks.1.norm2.bias : tensor<128xf32>
  %blocks_2_self_attn_in_proj_weight = amp.read @blocks.2.self_attn.in_proj_weight : tensor<384x128xf32>
  %blocks_2_self_attn_in_proj_bias = amp.read @blocks.2.self_attn.in_proj_bias : tensor<384xf32>
  %blocks_2_self_attn_out_proj_weight = amp.read @blocks.2.self_attn.out_proj.weight : tensor<128x128xf32>
  %blocks_2_self_attn_out_proj_bias = amp.read @blocks.2.self_attn.out_proj.bias : tensor<128xf32>
  %blocks_2_linear1_weight = amp.read @blocks.2.linear1.weight : tensor<512x128xf32>
  %blocks_2_linear1_bias = amp.read @blocks.2.linear1.bias : tensor<512xf32>
  %blocks_2_linear2_weight = amp.read @blocks.2.linear2.weight : tensor<128x512xf32>
  %blocks_2_linear2_bias = amp.read @blocks.2.linear2.bias : tensor<128xf32>
  %blocks_2_norm1_weight = amp.read @blocks.2.norm1.weight : tensor<128xf32>
  %blocks_2_norm1_bias = amp.read @blocks.2.norm1.bias : tensor<128xf32>
  %blocks_2_norm2_weight = amp.read @blocks.2.norm2.weight : tensor<128xf32>
  %blocks_2_norm2_bias = amp.read @blocks.2.norm2.bias : tensor<128xf32>
  %blocks_3_self_attn_in_proj_weight = amp.read @blocks.3.self_attn.in_proj_weight : tensor<384x128xf32>
  %blocks_3_self_attn_in_proj_bias = amp.read @blocks.3.self_attn.in_proj_bias : tensor<384xf32>
  %blocks_3_self_attn_out_proj_weight = amp.read @blocks.3.self_attn.out_proj.weight : tensor<128x128xf32>
  %blocks_3_self_attn_out_proj_bias = amp.read @blocks.3.self_attn.out_proj.bias : tensor<128xf32>
  %blocks_3_linear1_weight = amp.read @blocks.3.linear1.weight : tensor<512x128xf32>
  %blocks_3_linear1_bias = amp.read @blocks.3.linear1.bias : tensor<512xf32>
  %blocks_3_linear2_weight = amp.read @blocks.3.linear2.weight : tensor<128x512xf32>
  %blocks_3_linear2_bias = amp.read @blocks.3.linear2.bias : tensor<128xf32>
  %blocks_3_norm1_weight = amp.read @blocks.3.norm1.weight : tensor<128xf32>
  %blocks_3_norm1_bias = amp.read @blocks.3.norm1.bias : tensor<128xf32>
  %blocks_3_norm2_weight = amp.read @blocks.3.norm2.weight : tensor<128xf32>
  %blocks_3_norm2_bias = amp.read @blocks.3.norm2.bias : tensor<128xf32>
  %norm_weight = amp.read @norm.weight : tensor<128xf32>
  %norm_bias = amp.read @norm.bias : tensor<128xf32>
  %classifier_weight = amp.read @classifier.weight : tensor<10x128xf32>
  %classifier_bias = amp.read @classifier.bias : tensor<10xf32>
  %images_f32 = amp.cast %images : tensor<?x3x32x32xui8> to tensor<?x3x32x32xf32> loc("to")
  %c = amp.constant dense<255.0> : tensor<f32> loc("div")
  %div = amp.div %images_f32, %c : (tensor<?x3x32x32xf32>, tensor<f32>) -> tensor<?x3x32x32xf32> loc("div")
  %c_1 = amp.constant dense<0.5> : tensor<f32> loc("sub")
  %sub = amp.sub %div, %c_1 : (tensor<?x3x32x32xf32>, tensor<f32>) -> tensor<?x3x32x32xf32> loc("sub")
  %patches = amp.conv2d %sub, %patches_weight, %patches_bias {stride = array<i64: 4, 4>} : (tensor<?x3x32x32xf32>, tensor<128x3x4x4xf32>, tensor<128xf32>) -> tensor<?x128x8x8xf32> loc("patches")
  %flatten = amp.reshape %patches {shape = array<i64: -1, 128, 64>} : (tensor<?x128x8x8xf32>) -> tensor<?x128x64xf32> loc("flatten")
  %transpose = amp.transpose %flatten {permutation = array<i64: 0, 2, 1>} : (tensor<?x128x64xf32>) -> tensor<?x64x128xf32> loc("transpose")
  %c_2 = amp.constant dense<true> : tensor<i1> loc("expand")
  %expand = amp.slice %images {offsets = array<i64: 0, 0, 0, 0>, sizes = array<i64: -1, 1, 1, 1>} : (tensor<?x3x32x32xui8>) -> tensor<?x1x1x1xui8> loc("expand")
  %expand_1 = amp.reshape %expand {shape = array<i64: -1>} : (tensor<?x1x1x1xui8>) -> tensor<?xui8> loc("expand")
  %expand_1_f32 = amp.cast %expand_1 : tensor<?xui8> to tensor<?xf32> loc("expand")
  %expand_2 = amp.zeros_like %expand_1_f32 : (tensor<?xf32>) -> tensor<?xf32> loc("expand")
  %expand_3 = amp.reshape %expand_2 {shape = array<i64: -1, 1, 1>} : (tensor<?xf32>) -> tensor<?x1x1xf32> loc("expand")
  %c_3 = amp.constant dense<0.0> : tensor<1x1x128xf32> loc("expand")
  %expand_4 = amp.add %expand_3, %c_3 : (tensor<?x1x1xf32>, tensor<1x1x128xf32>) -> tensor<?x1x128xf32> loc("expand")
  %expand_5 = amp.where %c_2, %token, %expand_4 : (tensor<i1>, tensor<1x1x128xf32>, tensor<?x1x128xf32>) -> tensor<?x1x128xf32> loc("expand")
  %cat = amp.concat %expand_5, %transpose {dim = 1 : i64} : (tensor<?x1x128xf32>, tensor<?x64x128xf32>) -> tensor<?x65x128xf32> loc("cat")
  %add = amp.add %cat, %positions : (tensor<?x65x128xf32>, tensor<1x65x128xf32>) -> tensor<?x65x128xf32> loc("add")
  %norm1 = amp.layer_norm %add weight(%blocks_0_norm1_weight) bias(%blocks_0_norm1_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.0.norm1")
  %self_attn = amp.transpose %norm1 {permutation = array<i64: 1, 0, 2>} : (tensor<?x65x128xf32>) -> tensor<65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_1 = amp.linear %self_attn, %blocks_0_self_attn_in_proj_weight, %blocks_0_self_attn_in_proj_bias : (tensor<65x?x128xf32>, tensor<384x128xf32>, tensor<384xf32>) -> tensor<65x?x384xf32> loc("blocks.0.self_attn")
  %self_attn_2 = amp.reshape %self_attn_1 {shape = array<i64: 65, -1, 3, 128>} : (tensor<65x?x384xf32>) -> tensor<65x?x3x128xf32> loc("blocks.0.self_attn")
  %self_attn_3 = amp.unsqueeze %self_attn_2 {dim = 0 : i64} : (tensor<65x?x3x128xf32>) -> tensor<1x65x?x3x128xf32> loc("blocks.0.self_attn")
  %self_attn_4 = amp.transpose %self_attn_3 {permutation = array<i64: 3, 1, 2, 0, 4>} : (tensor<1x65x?x3x128xf32>) -> tensor<3x65x?x1x128xf32> loc("blocks.0.self_attn")
  %self_attn_5 = amp.reshape %self_attn_4 {shape = array<i64: 3, 65, -1, 128>} : (tensor<3x65x?x1x128xf32>) -> tensor<3x65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_6 = amp.slice %self_attn_5 {offsets = array<i64: 0, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_7 = amp.squeeze %self_attn_6 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_8 = amp.slice %self_attn_5 {offsets = array<i64: 1, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_9 = amp.squeeze %self_attn_8 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_10 = amp.slice %self_attn_5 {offsets = array<i64: 2, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_11 = amp.squeeze %self_attn_10 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_12 = amp.reshape %self_attn_7 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.0.self_attn")
  %self_attn_13 = amp.transpose %self_attn_12 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_14 = amp.reshape %self_attn_9 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.0.self_attn")
  %self_attn_15 = amp.transpose %self_attn_14 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_16 = amp.reshape %self_attn_11 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.0.self_attn")
  %self_attn_17 = amp.transpose %self_attn_16 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_18 = amp.reshape %self_attn_13 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_19 = amp.reshape %self_attn_15 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_20 = amp.reshape %self_attn_17 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_21 = amp.scaled_dot_product_attention %self_attn_18, %self_attn_19, %self_attn_20 : (tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_22 = amp.transpose %self_attn_21 {permutation = array<i64: 2, 0, 1, 3>} : (tensor<?x4x65x32xf32>) -> tensor<65x?x4x32xf32> loc("blocks.0.self_attn")
  %self_attn_23 = amp.reshape %self_attn_22 {shape = array<i64: -1, 128>} : (tensor<65x?x4x32xf32>) -> tensor<?x128xf32> loc("blocks.0.self_attn")
  %self_attn_24 = amp.linear %self_attn_23, %blocks_0_self_attn_out_proj_weight, %blocks_0_self_attn_out_proj_bias : (tensor<?x128xf32>, tensor<128x128xf32>, tensor<128xf32>) -> tensor<?x128xf32> loc("blocks.0.self_attn")
  %self_attn_25 = amp.reshape %self_attn_24 {shape = array<i64: 65, -1, 128>} : (tensor<?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_26 = amp.transpose %self_attn_25 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x128xf32>) -> tensor<?x65x128xf32> loc("blocks.0.self_attn")
  %_0 = amp.add %add, %self_attn_26 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.0")
  %norm2 = amp.layer_norm %_0 weight(%blocks_0_norm2_weight) bias(%blocks_0_norm2_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.0.norm2")
  %linear1 = amp.linear %norm2, %blocks_0_linear1_weight, %blocks_0_linear1_bias : (tensor<?x65x128xf32>, tensor<512x128xf32>, tensor<512xf32>) -> tensor<?x65x512xf32> loc("blocks.0.linear1")
  %_0_1 = amp.gelu %linear1 : (tensor<?x65x512xf32>) -> tensor<?x65x512xf32> loc("blocks.0")
  %linear2 = amp.linear %_0_1, %blocks_0_linear2_weight, %blocks_0_linear2_bias : (tensor<?x65x512xf32>, tensor<128x512xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.0.linear2")
  %_0_2 = amp.add %_0, %linear2 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.0")
  %norm1_1 = amp.layer_norm %_0_2 weight(%blocks_1_norm1_weight) bias(%blocks_1_norm1_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.1.norm1")
  %self_attn_27 = amp.transpose %norm1_1 {permutation = array<i64: 1, 0, 2>} : (tensor<?x65x128xf32>) -> tensor<65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_28 = amp.linear %self_attn_27, %blocks_1_self_attn_in_proj_weight, %blocks_1_self_attn_in_proj_bias : (tensor<65x?x128xf32>, tensor<384x128xf32>, tensor<384xf32>) -> tensor<65x?x384xf32> loc("blocks.1.self_attn")
  %self_attn_29 = amp.reshape %self_attn_28 {shape = array<i64: 65, -1, 3, 128>} : (tensor<65x?x384xf32>) -> tensor<65x?x3x128xf32> loc("blocks.1.self_attn")
  %self_attn_30 = amp.unsqueeze %self_attn_29 {dim = 0 : i64} : (tensor<65x?x3x128xf32>) -> tensor<1x65x?x3x128xf32> loc("blocks.1.self_attn")
  %self_attn_31 = amp.transpose %self_attn_30 {permutation = array<i64: 3, 1, 2, 0, 4>} : (tensor<1x65x?x3x128xf32>) -> tensor<3x65x?x1x128xf32> loc("blocks.1.self_attn")
  %self_attn_32 = amp.reshape %self_attn_31 {shape = array<i64: 3, 65, -1, 128>} : (tensor<3x65x?x1x128xf32>) -> tensor<3x65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_33 = amp.slice %self_attn_32 {offsets = array<i64: 0, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_34 = amp.squeeze %self_attn_33 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_35 = amp.slice %self_attn_32 {offsets = array<i64: 1, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_36 = amp.squeeze %self_attn_35 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_37 = amp.slice %self_attn_32 {offsets = array<i64: 2, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_38 = amp.squeeze %self_attn_37 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_39 = amp.reshape %self_attn_34 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.1.self_attn")
  %self_attn_40 = amp.transpose %self_attn_39 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_41 = amp.reshape %self_attn_36 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.1.self_attn")
  %self_attn_42 = amp.transpose %self_attn_41 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_43 = amp.reshape %self_attn_38 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.1.self_attn")
  %self_attn_44 = amp.transpose %self_attn_43 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_45 = amp.reshape %self_attn_40 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_46 = amp.reshape %self_attn_42 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_47 = amp.reshape %self_attn_44 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_48 = amp.scaled_dot_product_attention %self_attn_45, %self_attn_46, %self_attn_47 : (tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_49 = amp.transpose %self_attn_48 {permutation = array<i64: 2, 0, 1, 3>} : (tensor<?x4x65x32xf32>) -> tensor<65x?x4x32xf32> loc("blocks.1.self_attn")
  %self_attn_50 = amp.reshape %self_attn_49 {shape = array<i64: -1, 128>} : (tensor<65x?x4x32xf32>) -> tensor<?x128xf32> loc("blocks.1.self_attn")
  %self_attn_51 = amp.linear %self_attn_50, %blocks_1_self_attn_out_proj_weight, %blocks_1_self_attn_out_proj_bias : (tensor<?x128xf32>, tensor<128x128xf32>, tensor<128xf32>) -> tensor<?x128xf32> loc("blocks.1.self_attn")
  %self_attn_52 = amp.reshape %self_attn_51 {shape = array<i64: 65, -1, 128>} : (tensor<?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_53 = amp.transpose %self_attn_52 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x128xf32>) -> tensor<?x65x128xf32> loc("blocks.1.self_attn")
  %_1 = amp.add %_0_2, %self_attn_53 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.1")
  %norm2_1 = amp.layer_norm %_1 weight(%blocks_1_norm2_weight) bias(%blocks_1_norm2_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.1.norm2")
  %linear1_1 = amp.linear %norm2_1, %blocks_1_linear1_weight, %blocks_1_linear1_bias : (tensor<?x65x128xf32>, tensor<512x128xf32>, tensor<512xf32>) -> tensor<?x65x512xf32> loc("blocks.1.linear1")
  %_1_1 = amp.gelu %linear1_1 : (tensor<?x65x512xf32>) -> tensor<?x65x512xf32> loc("blocks.1")
  %linear2_1 = amp.linear %_1_1, %blocks_1_linear2_weight, %blocks_1_linear2_bias : (tensor<?x65x512xf32>, tensor<128x512xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.1.linear2")
  %_1_2 = amp.add %_1, %linear2_1 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.1")
  %norm1_2 = amp.layer_norm %_1_2 weight(%blocks_2_norm1_weight) bias(%blocks_2_norm1_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.2.norm1")
  %self_attn_54 = amp.transpose %norm1_2 {permutation = array<i64: 1, 0, 2>} : (tensor<?x65x128xf32>) -> tensor<65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_55 = amp.linear %self_attn_54, %blocks_2_self_attn_in_proj_weight, %blocks_2_self_attn_in_proj_bias : (tensor<65x?x128xf32>, tensor<384x128xf32>, tensor<384xf32>) -> tensor<65x?x384xf32> loc("blocks.2.self_attn")
  %self_attn_56 = amp.reshape %self_attn_55 {shape = array<i64: 65, -1, 3, 128>} : (tensor<65x?x384xf32>) -> tensor<65x?x3x128xf32> loc("blocks.2.self_attn")
  %self_attn_57 = amp.unsqueeze %self_attn_56 {dim = 0 : i64} : (tensor<65x?x3x128xf32>) -> tensor<1x65x?x3x128xf32> loc("blocks.2.self_attn")
  %self_attn_58 = amp.transpose %self_attn_57 {permutation = array<i64: 3, 1, 2, 0, 4>} : (tensor<1x65x?x3x128xf32>) -> tensor<3x65x?x1x128xf32> loc("blocks.2.self_attn")
  %self_attn_59 = amp.reshape %self_attn_58 {shape = array<i64: 3, 65, -1, 128>} : (tensor<3x65x?x1x128xf32>) -> tensor<3x65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_60 = amp.slice %self_attn_59 {offsets = array<i64: 0, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_61 = amp.squeeze %self_attn_60 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_62 = amp.slice %self_attn_59 {offsets = array<i64: 1, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_63 = amp.squeeze %self_attn_62 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_64 = amp.slice %self_attn_59 {offsets = array<i64: 2, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_65 = amp.squeeze %self_attn_64 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_66 = amp.reshape %self_attn_61 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.2.self_attn")
  %self_attn_67 = amp.transpose %self_attn_66 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_68 = amp.reshape %self_attn_63 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.2.self_attn")
  %self_attn_69 = amp.transpose %self_attn_68 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_70 = amp.reshape %self_attn_65 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.2.self_attn")
  %self_attn_71 = amp.transpose %self_attn_70 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_72 = amp.reshape %self_attn_67 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_73 = amp.reshape %self_attn_69 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_74 = amp.reshape %self_attn_71 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_75 = amp.scaled_dot_product_attention %self_attn_72, %self_attn_73, %self_attn_74 : (tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_76 = amp.transpose %self_attn_75 {permutation = array<i64: 2, 0, 1, 3>} : (tensor<?x4x65x32xf32>) -> tensor<65x?x4x32xf32> loc("blocks.2.self_attn")
  %self_attn_77 = amp.reshape %self_attn_76 {shape = array<i64: -1, 128>} : (tensor<65x?x4x32xf32>) -> tensor<?x128xf32> loc("blocks.2.self_attn")
  %self_attn_78 = amp.linear %self_attn_77, %blocks_2_self_attn_out_proj_weight, %blocks_2_self_attn_out_proj_bias : (tensor<?x128xf32>, tensor<128x128xf32>, tensor<128xf32>) -> tensor<?x128xf32> loc("blocks.2.self_attn")
  %self_attn_79 = amp.reshape %self_attn_78 {shape = array<i64: 65, -1, 128>} : (tensor<?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_80 = amp.transpose %self_attn_79 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x128xf32>) -> tensor<?x65x128xf32> loc("blocks.2.self_attn")
  %_2 = amp.add %_1_2, %self_attn_80 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.2")
  %norm2_2 = amp.layer_norm %_2 weight(%blocks_2_norm2_weight) bias(%blocks_2_norm2_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.2.norm2")
  %linear1_2 = amp.linear %norm2_2, %blocks_2_linear1_weight, %blocks_2_linear1_bias : (tensor<?x65x128xf32>, tensor<512x128xf32>, tensor<512xf32>) -> tensor<?x65x512xf32> loc("blocks.2.linear1")
  %_2_1 = amp.gelu %linear1_2 : (tensor<?x65x512xf32>) -> tensor<?x65x512xf32> loc("blocks.2")
  %linear2_2 = amp.linear %_2_1, %blocks_2_linear2_weight, %blocks_2_linear2_bias : (tensor<?x65x512xf32>, tensor<128x512xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.2.linear2")
  %_2_2 = amp.add %_2, %linear2_2 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.2")
  %norm1_3 = amp.layer_norm %_2_2 weight(%blocks_3_norm1_weight) bias(%blocks_3_norm1_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.3.norm1")
  %self_attn_81 = amp.transpose %norm1_3 {permutation = array<i64: 1, 0, 2>} : (tensor<?x65x128xf32>) -> tensor<65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_82 = amp.linear %self_attn_81, %blocks_3_self_attn_in_proj_weight, %blocks_3_self_attn_in_proj_bias : (tensor<65x?x128xf32>, tensor<384x128xf32>, tensor<384xf32>) -> tensor<65x?x384xf32> loc("blocks.3.self_attn")
  %self_attn_83 = amp.reshape %self_attn_82 {shape = array<i64: 65, -1, 3, 128>} : (tensor<65x?x384xf32>) -> tensor<65x?x3x128xf32> loc("blocks.3.self_attn")
  %self_attn_84 = amp.unsqueeze %self_attn_83 {dim = 0 : i64} : (tensor<65x?x3x128xf32>) -> tensor<1x65x?x3x128xf32> loc("blocks.3.self_attn")
  %self_attn_85 = amp.transpose %self_attn_84 {permutation = array<i64: 3, 1, 2, 0, 4>} : (tensor<1x65x?x3x128xf32>) -> tensor<3x65x?x1x128xf32> loc("blocks.3.self_attn")
  %self_attn_86 = amp.reshape %self_attn_85 {shape = array<i64: 3, 65, -1, 128>} : (tensor<3x65x?x1x128xf32>) -> tensor<3x65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_87 = amp.slice %self_attn_86 {offsets = array<i64: 0, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_88 = amp.squeeze %self_attn_87 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_89 = amp.slice %self_attn_86 {offsets = array<i64: 1, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_90 = amp.squeeze %self_attn_89 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_91 = amp.slice %self_attn_86 {offsets = array<i64: 2, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_92 = amp.squeeze %self_attn_91 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_93 = amp.reshape %self_attn_88 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.3.self_attn")
  %self_attn_94 = amp.transpose %self_attn_93 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_95 = amp.reshape %self_attn_90 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.3.self_attn")
  %self_attn_96 = amp.transpose %self_attn_95 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_97 = amp.reshape %self_attn_92 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.3.self_attn")
  %self_attn_98 = amp.transpose %self_attn_97 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_99 = amp.reshape %self_attn_94 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_100 = amp.reshape %self_attn_96 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_101 = amp.reshape %self_attn_98 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_102 = amp.scaled_dot_product_attention %self_attn_99, %self_attn_100, %self_attn_101 : (tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_103 = amp.transpose %self_attn_102 {permutation = array<i64: 2, 0, 1, 3>} : (tensor<?x4x65x32xf32>) -> tensor<65x?x4x32xf32> loc("blocks.3.self_attn")
  %self_attn_104 = amp.reshape %self_attn_103 {shape = array<i64: -1, 128>} : (tensor<65x?x4x32xf32>) -> tensor<?x128xf32> loc("blocks.3.self_attn")
  %self_attn_105 = amp.linear %self_attn_104, %blocks_3_self_attn_out_proj_weight, %blocks_3_self_attn_out_proj_bias : (tensor<?x128xf32>, tensor<128x128xf32>, tensor<128xf32>) -> tensor<?x128xf32> loc("blocks.3.self_attn")
  %self_attn_106 = amp.reshape %self_attn_105 {shape = array<i64: 65, -1, 128>} : (tensor<?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_107 = amp.transpose %self_attn_106 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x128xf32>) -> tensor<?x65x128xf32> loc("blocks.3.self_attn")
  %_3 = amp.add %_2_2, %self_attn_107 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.3")
  %norm2_3 = amp.layer_norm %_3 weight(%blocks_3_norm2_weight) bias(%blocks_3_norm2_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.3.norm2")
  %linear1_3 = amp.linear %norm2_3, %blocks_3_linear1_weight, %blocks_3_linear1_bias : (tensor<?x65x128xf32>, tensor<512x128xf32>, tensor<512xf32>) -> tensor<?x65x512xf32> loc("blocks.3.linear1")
  %_3_1 = amp.gelu %linear1_3 : (tensor<?x65x512xf32>) -> tensor<?x65x512xf32> loc("blocks.3")
  %linear2_3 = amp.linear %_3_1, %blocks_3_linear2_weight, %blocks_3_linear2_bias : (tensor<?x65x512xf32>, tensor<128x512xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.3.linear2")
  %_3_2 = amp.add %_3, %linear2_3 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.3")
  %select_12 = amp.slice %_3_2 {offsets = array<i64: 0, 0, 0>, sizes = array<i64: -1, 1, -1>} : (tensor<?x65x128xf32>) -> tensor<?x1x128xf32> loc("select_12")
  %select_12_1 = amp.squeeze %select_12 {dims = array<i64: 1>} : (tensor<?x1x128xf32>) -> tensor<?x128xf32> loc("select_12")
  %norm = amp.layer_norm %select_12_1 weight(%norm_weight) bias(%norm_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128xf32> loc("norm")
  %classifier = amp.linear %norm, %classifier_weight, %classifier_bias : (tensor<?x128xf32>, tensor<10x128xf32>, tensor<10xf32>) -> tensor<?x10xf32> loc("classifier")
  %cross_entropy_loss = amp.cross_entropy %classifier, %target {reduction = #amp.reduction<mean>} : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32> loc("cross_entropy_loss")
  %argmax = amp.argmax %classifier {dim = 1 : i64} : (tensor<?x10xf32>) -> tensor<?xi64> loc("argmax")
  %eq_12 = amp.compare eq, %argmax, %target : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi1> loc("eq_12")
  %eq_12_f32 = amp.cast %eq_12 : tensor<?xi1> to tensor<?xf32> loc("to_1")
  %mean = amp.mean %eq_12_f32 : (tensor<?xf32>) -> tensor<f32> loc("mean")
  return %cross_entropy_loss, %mean : tensor<f32>, tensor<f32>
}

func.func @predict(%images: tensor<?x3x32x32xui8> {amp.name = "images"})
    -> (tensor<?x10xf32> {amp.name = "output"}) {
  %token = amp.read @token : tensor<1x1x128xf32>
  %positions = amp.read @positions : tensor<1x65x128xf32>
  %patches_weight = amp.read @patches.weight : tensor<128x3x4x4xf32>
  %patches_bias = amp.read @patches.bias : tensor<128xf32>
  %blocks_0_self_attn_in_proj_weight = amp.read @blocks.0.self_attn.in_proj_weight : tensor<384x128xf32>
  %blocks_0_self_attn_in_proj_bias = amp.read @blocks.0.self_attn.in_proj_bias : tensor<384xf32>
  %blocks_0_self_attn_out_proj_weight = amp.read @blocks.0.self_attn.out_proj.weight : tensor<128x128xf32>
  %blocks_0_self_attn_out_proj_bias = amp.read @blocks.0.self_attn.out_proj.bias : tensor<128xf32>
  %blocks_0_linear1_weight = amp.read @blocks.0.linear1.weight : tensor<512x128xf32>
  %blocks_0_linear1_bias = amp.read @blocks.0.linear1.bias : tensor<512xf32>
  %blocks_0_linear2_weight = amp.read @blocks.0.linear2.weight : tensor<128x512xf32>
  %blocks_0_linear2_bias = amp.read @blocks.0.linear2.bias : tensor<128xf32>
  %blocks_0_norm1_weight = amp.read @blocks.0.norm1.weight : tensor<128xf32>
  %blocks_0_norm1_bias = amp.read @blocks.0.norm1.bias : tensor<128xf32>
  %blocks_0_norm2_weight = amp.read @blocks.0.norm2.weight : tensor<128xf32>
  %blocks_0_norm2_bias = amp.read @blocks.0.norm2.bias : tensor<128xf32>
  %blocks_1_self_attn_in_proj_weight = amp.read @blocks.1.self_attn.in_proj_weight : tensor<384x128xf32>
  %blocks_1_self_attn_in_proj_bias = amp.read @blocks.1.self_attn.in_proj_bias : tensor<384xf32>
  %blocks_1_self_attn_out_proj_weight = amp.read @blocks.1.self_attn.out_proj.weight : tensor<128x128xf32>
  %blocks_1_self_attn_out_proj_bias = amp.read @blocks.1.self_attn.out_proj.bias : tensor<128xf32>
  %blocks_1_linear1_weight = amp.read @blocks.1.linear1.weight : tensor<512x128xf32>
  %blocks_1_linear1_bias = amp.read @blocks.1.linear1.bias : tensor<512xf32>
  %blocks_1_linear2_weight = amp.read @blocks.1.linear2.weight : tensor<128x512xf32>
  %blocks_1_linear2_bias = amp.read @blocks.1.linear2.bias : tensor<128xf32>
  %blocks_1_norm1_weight = amp.read @blocks.1.norm1.weight : tensor<128xf32>
  %blocks_1_norm1_bias = amp.read @blocks.1.norm1.bias : tensor<128xf32>
  %blocks_1_norm2_weight = amp.read @blocks.1.norm2.weight : tensor<128xf32>
  %blocks_1_norm2_bias = amp.read @blocks.1.norm2.bias : tensor<128xf32>
  %blocks_2_self_attn_in_proj_weight = amp.read @blocks.2.self_attn.in_proj_weight : tensor<384x128xf32>
  %blocks_2_self_attn_in_proj_bias = amp.read @blocks.2.self_attn.in_proj_bias : tensor<384xf32>
  %blocks_2_self_attn_out_proj_weight = amp.read @blocks.2.self_attn.out_proj.weight : tensor<128x128xf32>
  %blocks_2_self_attn_out_proj_bias = amp.read @blocks.2.self_attn.out_proj.bias : tensor<128xf32>
  %blocks_2_linear1_weight = amp.read @blocks.2.linear1.weight : tensor<512x128xf32>
  %blocks_2_linear1_bias = amp.read @blocks.2.linear1.bias : tensor<512xf32>
  %blocks_2_linear2_weight = amp.read @blocks.2.linear2.weight : tensor<128x512xf32>
  %blocks_2_linear2_bias = amp.read @blocks.2.linear2.bias : tensor<128xf32>
  %blocks_2_norm1_weight = amp.read @blocks.2.norm1.weight : tensor<128xf32>
  %blocks_2_norm1_bias = amp.read @blocks.2.norm1.bias : tensor<128xf32>
  %blocks_2_norm2_weight = amp.read @blocks.2.norm2.weight : tensor<128xf32>
  %blocks_2_norm2_bias = amp.read @blocks.2.norm2.bias : tensor<128xf32>
  %blocks_3_self_attn_in_proj_weight = amp.read @blocks.3.self_attn.in_proj_weight : tensor<384x128xf32>
  %blocks_3_self_attn_in_proj_bias = amp.read @blocks.3.self_attn.in_proj_bias : tensor<384xf32>
  %blocks_3_self_attn_out_proj_weight = amp.read @blocks.3.self_attn.out_proj.weight : tensor<128x128xf32>
  %blocks_3_self_attn_out_proj_bias = amp.read @blocks.3.self_attn.out_proj.bias : tensor<128xf32>
  %blocks_3_linear1_weight = amp.read @blocks.3.linear1.weight : tensor<512x128xf32>
  %blocks_3_linear1_bias = amp.read @blocks.3.linear1.bias : tensor<512xf32>
  %blocks_3_linear2_weight = amp.read @blocks.3.linear2.weight : tensor<128x512xf32>
  %blocks_3_linear2_bias = amp.read @blocks.3.linear2.bias : tensor<128xf32>
  %blocks_3_norm1_weight = amp.read @blocks.3.norm1.weight : tensor<128xf32>
  %blocks_3_norm1_bias = amp.read @blocks.3.norm1.bias : tensor<128xf32>
  %blocks_3_norm2_weight = amp.read @blocks.3.norm2.weight : tensor<128xf32>
  %blocks_3_norm2_bias = amp.read @blocks.3.norm2.bias : tensor<128xf32>
  %norm_weight = amp.read @norm.weight : tensor<128xf32>
  %norm_bias = amp.read @norm.bias : tensor<128xf32>
  %classifier_weight = amp.read @classifier.weight : tensor<10x128xf32>
  %classifier_bias = amp.read @classifier.bias : tensor<10xf32>
  %images_f32 = amp.cast %images : tensor<?x3x32x32xui8> to tensor<?x3x32x32xf32> loc("to")
  %c = amp.constant dense<255.0> : tensor<f32> loc("div")
  %div = amp.div %images_f32, %c : (tensor<?x3x32x32xf32>, tensor<f32>) -> tensor<?x3x32x32xf32> loc("div")
  %c_1 = amp.constant dense<0.5> : tensor<f32> loc("sub")
  %sub = amp.sub %div, %c_1 : (tensor<?x3x32x32xf32>, tensor<f32>) -> tensor<?x3x32x32xf32> loc("sub")
  %patches = amp.conv2d %sub, %patches_weight, %patches_bias {stride = array<i64: 4, 4>} : (tensor<?x3x32x32xf32>, tensor<128x3x4x4xf32>, tensor<128xf32>) -> tensor<?x128x8x8xf32> loc("patches")
  %flatten = amp.reshape %patches {shape = array<i64: -1, 128, 64>} : (tensor<?x128x8x8xf32>) -> tensor<?x128x64xf32> loc("flatten")
  %transpose = amp.transpose %flatten {permutation = array<i64: 0, 2, 1>} : (tensor<?x128x64xf32>) -> tensor<?x64x128xf32> loc("transpose")
  %c_2 = amp.constant dense<true> : tensor<i1> loc("expand")
  %expand = amp.slice %images {offsets = array<i64: 0, 0, 0, 0>, sizes = array<i64: -1, 1, 1, 1>} : (tensor<?x3x32x32xui8>) -> tensor<?x1x1x1xui8> loc("expand")
  %expand_1 = amp.reshape %expand {shape = array<i64: -1>} : (tensor<?x1x1x1xui8>) -> tensor<?xui8> loc("expand")
  %expand_1_f32 = amp.cast %expand_1 : tensor<?xui8> to tensor<?xf32> loc("expand")
  %expand_2 = amp.zeros_like %expand_1_f32 : (tensor<?xf32>) -> tensor<?xf32> loc("expand")
  %expand_3 = amp.reshape %expand_2 {shape = array<i64: -1, 1, 1>} : (tensor<?xf32>) -> tensor<?x1x1xf32> loc("expand")
  %c_3 = amp.constant dense<0.0> : tensor<1x1x128xf32> loc("expand")
  %expand_4 = amp.add %expand_3, %c_3 : (tensor<?x1x1xf32>, tensor<1x1x128xf32>) -> tensor<?x1x128xf32> loc("expand")
  %expand_5 = amp.where %c_2, %token, %expand_4 : (tensor<i1>, tensor<1x1x128xf32>, tensor<?x1x128xf32>) -> tensor<?x1x128xf32> loc("expand")
  %cat = amp.concat %expand_5, %transpose {dim = 1 : i64} : (tensor<?x1x128xf32>, tensor<?x64x128xf32>) -> tensor<?x65x128xf32> loc("cat")
  %add = amp.add %cat, %positions : (tensor<?x65x128xf32>, tensor<1x65x128xf32>) -> tensor<?x65x128xf32> loc("add")
  %norm1 = amp.layer_norm %add weight(%blocks_0_norm1_weight) bias(%blocks_0_norm1_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.0.norm1")
  %self_attn = amp.transpose %norm1 {permutation = array<i64: 1, 0, 2>} : (tensor<?x65x128xf32>) -> tensor<65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_1 = amp.linear %self_attn, %blocks_0_self_attn_in_proj_weight, %blocks_0_self_attn_in_proj_bias : (tensor<65x?x128xf32>, tensor<384x128xf32>, tensor<384xf32>) -> tensor<65x?x384xf32> loc("blocks.0.self_attn")
  %self_attn_2 = amp.reshape %self_attn_1 {shape = array<i64: 65, -1, 3, 128>} : (tensor<65x?x384xf32>) -> tensor<65x?x3x128xf32> loc("blocks.0.self_attn")
  %self_attn_3 = amp.unsqueeze %self_attn_2 {dim = 0 : i64} : (tensor<65x?x3x128xf32>) -> tensor<1x65x?x3x128xf32> loc("blocks.0.self_attn")
  %self_attn_4 = amp.transpose %self_attn_3 {permutation = array<i64: 3, 1, 2, 0, 4>} : (tensor<1x65x?x3x128xf32>) -> tensor<3x65x?x1x128xf32> loc("blocks.0.self_attn")
  %self_attn_5 = amp.reshape %self_attn_4 {shape = array<i64: 3, 65, -1, 128>} : (tensor<3x65x?x1x128xf32>) -> tensor<3x65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_6 = amp.slice %self_attn_5 {offsets = array<i64: 0, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_7 = amp.squeeze %self_attn_6 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_8 = amp.slice %self_attn_5 {offsets = array<i64: 1, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_9 = amp.squeeze %self_attn_8 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_10 = amp.slice %self_attn_5 {offsets = array<i64: 2, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_11 = amp.squeeze %self_attn_10 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_12 = amp.reshape %self_attn_7 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.0.self_attn")
  %self_attn_13 = amp.transpose %self_attn_12 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_14 = amp.reshape %self_attn_9 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.0.self_attn")
  %self_attn_15 = amp.transpose %self_attn_14 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_16 = amp.reshape %self_attn_11 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.0.self_attn")
  %self_attn_17 = amp.transpose %self_attn_16 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_18 = amp.reshape %self_attn_13 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_19 = amp.reshape %self_attn_15 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_20 = amp.reshape %self_attn_17 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_21 = amp.scaled_dot_product_attention %self_attn_18, %self_attn_19, %self_attn_20 : (tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.0.self_attn")
  %self_attn_22 = amp.transpose %self_attn_21 {permutation = array<i64: 2, 0, 1, 3>} : (tensor<?x4x65x32xf32>) -> tensor<65x?x4x32xf32> loc("blocks.0.self_attn")
  %self_attn_23 = amp.reshape %self_attn_22 {shape = array<i64: -1, 128>} : (tensor<65x?x4x32xf32>) -> tensor<?x128xf32> loc("blocks.0.self_attn")
  %self_attn_24 = amp.linear %self_attn_23, %blocks_0_self_attn_out_proj_weight, %blocks_0_self_attn_out_proj_bias : (tensor<?x128xf32>, tensor<128x128xf32>, tensor<128xf32>) -> tensor<?x128xf32> loc("blocks.0.self_attn")
  %self_attn_25 = amp.reshape %self_attn_24 {shape = array<i64: 65, -1, 128>} : (tensor<?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.0.self_attn")
  %self_attn_26 = amp.transpose %self_attn_25 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x128xf32>) -> tensor<?x65x128xf32> loc("blocks.0.self_attn")
  %_0 = amp.add %add, %self_attn_26 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.0")
  %norm2 = amp.layer_norm %_0 weight(%blocks_0_norm2_weight) bias(%blocks_0_norm2_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.0.norm2")
  %linear1 = amp.linear %norm2, %blocks_0_linear1_weight, %blocks_0_linear1_bias : (tensor<?x65x128xf32>, tensor<512x128xf32>, tensor<512xf32>) -> tensor<?x65x512xf32> loc("blocks.0.linear1")
  %_0_1 = amp.gelu %linear1 : (tensor<?x65x512xf32>) -> tensor<?x65x512xf32> loc("blocks.0")
  %linear2 = amp.linear %_0_1, %blocks_0_linear2_weight, %blocks_0_linear2_bias : (tensor<?x65x512xf32>, tensor<128x512xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.0.linear2")
  %_0_2 = amp.add %_0, %linear2 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.0")
  %norm1_1 = amp.layer_norm %_0_2 weight(%blocks_1_norm1_weight) bias(%blocks_1_norm1_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.1.norm1")
  %self_attn_27 = amp.transpose %norm1_1 {permutation = array<i64: 1, 0, 2>} : (tensor<?x65x128xf32>) -> tensor<65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_28 = amp.linear %self_attn_27, %blocks_1_self_attn_in_proj_weight, %blocks_1_self_attn_in_proj_bias : (tensor<65x?x128xf32>, tensor<384x128xf32>, tensor<384xf32>) -> tensor<65x?x384xf32> loc("blocks.1.self_attn")
  %self_attn_29 = amp.reshape %self_attn_28 {shape = array<i64: 65, -1, 3, 128>} : (tensor<65x?x384xf32>) -> tensor<65x?x3x128xf32> loc("blocks.1.self_attn")
  %self_attn_30 = amp.unsqueeze %self_attn_29 {dim = 0 : i64} : (tensor<65x?x3x128xf32>) -> tensor<1x65x?x3x128xf32> loc("blocks.1.self_attn")
  %self_attn_31 = amp.transpose %self_attn_30 {permutation = array<i64: 3, 1, 2, 0, 4>} : (tensor<1x65x?x3x128xf32>) -> tensor<3x65x?x1x128xf32> loc("blocks.1.self_attn")
  %self_attn_32 = amp.reshape %self_attn_31 {shape = array<i64: 3, 65, -1, 128>} : (tensor<3x65x?x1x128xf32>) -> tensor<3x65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_33 = amp.slice %self_attn_32 {offsets = array<i64: 0, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_34 = amp.squeeze %self_attn_33 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_35 = amp.slice %self_attn_32 {offsets = array<i64: 1, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_36 = amp.squeeze %self_attn_35 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_37 = amp.slice %self_attn_32 {offsets = array<i64: 2, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_38 = amp.squeeze %self_attn_37 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_39 = amp.reshape %self_attn_34 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.1.self_attn")
  %self_attn_40 = amp.transpose %self_attn_39 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_41 = amp.reshape %self_attn_36 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.1.self_attn")
  %self_attn_42 = amp.transpose %self_attn_41 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_43 = amp.reshape %self_attn_38 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.1.self_attn")
  %self_attn_44 = amp.transpose %self_attn_43 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_45 = amp.reshape %self_attn_40 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_46 = amp.reshape %self_attn_42 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_47 = amp.reshape %self_attn_44 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_48 = amp.scaled_dot_product_attention %self_attn_45, %self_attn_46, %self_attn_47 : (tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.1.self_attn")
  %self_attn_49 = amp.transpose %self_attn_48 {permutation = array<i64: 2, 0, 1, 3>} : (tensor<?x4x65x32xf32>) -> tensor<65x?x4x32xf32> loc("blocks.1.self_attn")
  %self_attn_50 = amp.reshape %self_attn_49 {shape = array<i64: -1, 128>} : (tensor<65x?x4x32xf32>) -> tensor<?x128xf32> loc("blocks.1.self_attn")
  %self_attn_51 = amp.linear %self_attn_50, %blocks_1_self_attn_out_proj_weight, %blocks_1_self_attn_out_proj_bias : (tensor<?x128xf32>, tensor<128x128xf32>, tensor<128xf32>) -> tensor<?x128xf32> loc("blocks.1.self_attn")
  %self_attn_52 = amp.reshape %self_attn_51 {shape = array<i64: 65, -1, 128>} : (tensor<?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.1.self_attn")
  %self_attn_53 = amp.transpose %self_attn_52 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x128xf32>) -> tensor<?x65x128xf32> loc("blocks.1.self_attn")
  %_1 = amp.add %_0_2, %self_attn_53 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.1")
  %norm2_1 = amp.layer_norm %_1 weight(%blocks_1_norm2_weight) bias(%blocks_1_norm2_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.1.norm2")
  %linear1_1 = amp.linear %norm2_1, %blocks_1_linear1_weight, %blocks_1_linear1_bias : (tensor<?x65x128xf32>, tensor<512x128xf32>, tensor<512xf32>) -> tensor<?x65x512xf32> loc("blocks.1.linear1")
  %_1_1 = amp.gelu %linear1_1 : (tensor<?x65x512xf32>) -> tensor<?x65x512xf32> loc("blocks.1")
  %linear2_1 = amp.linear %_1_1, %blocks_1_linear2_weight, %blocks_1_linear2_bias : (tensor<?x65x512xf32>, tensor<128x512xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.1.linear2")
  %_1_2 = amp.add %_1, %linear2_1 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.1")
  %norm1_2 = amp.layer_norm %_1_2 weight(%blocks_2_norm1_weight) bias(%blocks_2_norm1_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.2.norm1")
  %self_attn_54 = amp.transpose %norm1_2 {permutation = array<i64: 1, 0, 2>} : (tensor<?x65x128xf32>) -> tensor<65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_55 = amp.linear %self_attn_54, %blocks_2_self_attn_in_proj_weight, %blocks_2_self_attn_in_proj_bias : (tensor<65x?x128xf32>, tensor<384x128xf32>, tensor<384xf32>) -> tensor<65x?x384xf32> loc("blocks.2.self_attn")
  %self_attn_56 = amp.reshape %self_attn_55 {shape = array<i64: 65, -1, 3, 128>} : (tensor<65x?x384xf32>) -> tensor<65x?x3x128xf32> loc("blocks.2.self_attn")
  %self_attn_57 = amp.unsqueeze %self_attn_56 {dim = 0 : i64} : (tensor<65x?x3x128xf32>) -> tensor<1x65x?x3x128xf32> loc("blocks.2.self_attn")
  %self_attn_58 = amp.transpose %self_attn_57 {permutation = array<i64: 3, 1, 2, 0, 4>} : (tensor<1x65x?x3x128xf32>) -> tensor<3x65x?x1x128xf32> loc("blocks.2.self_attn")
  %self_attn_59 = amp.reshape %self_attn_58 {shape = array<i64: 3, 65, -1, 128>} : (tensor<3x65x?x1x128xf32>) -> tensor<3x65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_60 = amp.slice %self_attn_59 {offsets = array<i64: 0, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_61 = amp.squeeze %self_attn_60 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_62 = amp.slice %self_attn_59 {offsets = array<i64: 1, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_63 = amp.squeeze %self_attn_62 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_64 = amp.slice %self_attn_59 {offsets = array<i64: 2, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_65 = amp.squeeze %self_attn_64 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_66 = amp.reshape %self_attn_61 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.2.self_attn")
  %self_attn_67 = amp.transpose %self_attn_66 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_68 = amp.reshape %self_attn_63 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.2.self_attn")
  %self_attn_69 = amp.transpose %self_attn_68 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_70 = amp.reshape %self_attn_65 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.2.self_attn")
  %self_attn_71 = amp.transpose %self_attn_70 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_72 = amp.reshape %self_attn_67 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_73 = amp.reshape %self_attn_69 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_74 = amp.reshape %self_attn_71 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_75 = amp.scaled_dot_product_attention %self_attn_72, %self_attn_73, %self_attn_74 : (tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.2.self_attn")
  %self_attn_76 = amp.transpose %self_attn_75 {permutation = array<i64: 2, 0, 1, 3>} : (tensor<?x4x65x32xf32>) -> tensor<65x?x4x32xf32> loc("blocks.2.self_attn")
  %self_attn_77 = amp.reshape %self_attn_76 {shape = array<i64: -1, 128>} : (tensor<65x?x4x32xf32>) -> tensor<?x128xf32> loc("blocks.2.self_attn")
  %self_attn_78 = amp.linear %self_attn_77, %blocks_2_self_attn_out_proj_weight, %blocks_2_self_attn_out_proj_bias : (tensor<?x128xf32>, tensor<128x128xf32>, tensor<128xf32>) -> tensor<?x128xf32> loc("blocks.2.self_attn")
  %self_attn_79 = amp.reshape %self_attn_78 {shape = array<i64: 65, -1, 128>} : (tensor<?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.2.self_attn")
  %self_attn_80 = amp.transpose %self_attn_79 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x128xf32>) -> tensor<?x65x128xf32> loc("blocks.2.self_attn")
  %_2 = amp.add %_1_2, %self_attn_80 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.2")
  %norm2_2 = amp.layer_norm %_2 weight(%blocks_2_norm2_weight) bias(%blocks_2_norm2_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.2.norm2")
  %linear1_2 = amp.linear %norm2_2, %blocks_2_linear1_weight, %blocks_2_linear1_bias : (tensor<?x65x128xf32>, tensor<512x128xf32>, tensor<512xf32>) -> tensor<?x65x512xf32> loc("blocks.2.linear1")
  %_2_1 = amp.gelu %linear1_2 : (tensor<?x65x512xf32>) -> tensor<?x65x512xf32> loc("blocks.2")
  %linear2_2 = amp.linear %_2_1, %blocks_2_linear2_weight, %blocks_2_linear2_bias : (tensor<?x65x512xf32>, tensor<128x512xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.2.linear2")
  %_2_2 = amp.add %_2, %linear2_2 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.2")
  %norm1_3 = amp.layer_norm %_2_2 weight(%blocks_3_norm1_weight) bias(%blocks_3_norm1_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.3.norm1")
  %self_attn_81 = amp.transpose %norm1_3 {permutation = array<i64: 1, 0, 2>} : (tensor<?x65x128xf32>) -> tensor<65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_82 = amp.linear %self_attn_81, %blocks_3_self_attn_in_proj_weight, %blocks_3_self_attn_in_proj_bias : (tensor<65x?x128xf32>, tensor<384x128xf32>, tensor<384xf32>) -> tensor<65x?x384xf32> loc("blocks.3.self_attn")
  %self_attn_83 = amp.reshape %self_attn_82 {shape = array<i64: 65, -1, 3, 128>} : (tensor<65x?x384xf32>) -> tensor<65x?x3x128xf32> loc("blocks.3.self_attn")
  %self_attn_84 = amp.unsqueeze %self_attn_83 {dim = 0 : i64} : (tensor<65x?x3x128xf32>) -> tensor<1x65x?x3x128xf32> loc("blocks.3.self_attn")
  %self_attn_85 = amp.transpose %self_attn_84 {permutation = array<i64: 3, 1, 2, 0, 4>} : (tensor<1x65x?x3x128xf32>) -> tensor<3x65x?x1x128xf32> loc("blocks.3.self_attn")
  %self_attn_86 = amp.reshape %self_attn_85 {shape = array<i64: 3, 65, -1, 128>} : (tensor<3x65x?x1x128xf32>) -> tensor<3x65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_87 = amp.slice %self_attn_86 {offsets = array<i64: 0, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_88 = amp.squeeze %self_attn_87 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_89 = amp.slice %self_attn_86 {offsets = array<i64: 1, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_90 = amp.squeeze %self_attn_89 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_91 = amp.slice %self_attn_86 {offsets = array<i64: 2, 0, 0, 0>, sizes = array<i64: 1, -1, -1, -1>} : (tensor<3x65x?x128xf32>) -> tensor<1x65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_92 = amp.squeeze %self_attn_91 {dims = array<i64: 0>} : (tensor<1x65x?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_93 = amp.reshape %self_attn_88 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.3.self_attn")
  %self_attn_94 = amp.transpose %self_attn_93 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_95 = amp.reshape %self_attn_90 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.3.self_attn")
  %self_attn_96 = amp.transpose %self_attn_95 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_97 = amp.reshape %self_attn_92 {shape = array<i64: 65, -1, 32>} : (tensor<65x?x128xf32>) -> tensor<65x?x32xf32> loc("blocks.3.self_attn")
  %self_attn_98 = amp.transpose %self_attn_97 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x32xf32>) -> tensor<?x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_99 = amp.reshape %self_attn_94 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_100 = amp.reshape %self_attn_96 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_101 = amp.reshape %self_attn_98 {shape = array<i64: -1, 4, 65, 32>} : (tensor<?x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_102 = amp.scaled_dot_product_attention %self_attn_99, %self_attn_100, %self_attn_101 : (tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>, tensor<?x4x65x32xf32>) -> tensor<?x4x65x32xf32> loc("blocks.3.self_attn")
  %self_attn_103 = amp.transpose %self_attn_102 {permutation = array<i64: 2, 0, 1, 3>} : (tensor<?x4x65x32xf32>) -> tensor<65x?x4x32xf32> loc("blocks.3.self_attn")
  %self_attn_104 = amp.reshape %self_attn_103 {shape = array<i64: -1, 128>} : (tensor<65x?x4x32xf32>) -> tensor<?x128xf32> loc("blocks.3.self_attn")
  %self_attn_105 = amp.linear %self_attn_104, %blocks_3_self_attn_out_proj_weight, %blocks_3_self_attn_out_proj_bias : (tensor<?x128xf32>, tensor<128x128xf32>, tensor<128xf32>) -> tensor<?x128xf32> loc("blocks.3.self_attn")
  %self_attn_106 = amp.reshape %self_attn_105 {shape = array<i64: 65, -1, 128>} : (tensor<?x128xf32>) -> tensor<65x?x128xf32> loc("blocks.3.self_attn")
  %self_attn_107 = amp.transpose %self_attn_106 {permutation = array<i64: 1, 0, 2>} : (tensor<65x?x128xf32>) -> tensor<?x65x128xf32> loc("blocks.3.self_attn")
  %_3 = amp.add %_2_2, %self_attn_107 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.3")
  %norm2_3 = amp.layer_norm %_3 weight(%blocks_3_norm2_weight) bias(%blocks_3_norm2_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x65x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.3.norm2")
  %linear1_3 = amp.linear %norm2_3, %blocks_3_linear1_weight, %blocks_3_linear1_bias : (tensor<?x65x128xf32>, tensor<512x128xf32>, tensor<512xf32>) -> tensor<?x65x512xf32> loc("blocks.3.linear1")
  %_3_1 = amp.gelu %linear1_3 : (tensor<?x65x512xf32>) -> tensor<?x65x512xf32> loc("blocks.3")
  %linear2_3 = amp.linear %_3_1, %blocks_3_linear2_weight, %blocks_3_linear2_bias : (tensor<?x65x512xf32>, tensor<128x512xf32>, tensor<128xf32>) -> tensor<?x65x128xf32> loc("blocks.3.linear2")
  %_3_2 = amp.add %_3, %linear2_3 : (tensor<?x65x128xf32>, tensor<?x65x128xf32>) -> tensor<?x65x128xf32> loc("blocks.3")
  %select_12 = amp.slice %_3_2 {offsets = array<i64: 0, 0, 0>, sizes = array<i64: -1, 1, -1>} : (tensor<?x65x128xf32>) -> tensor<?x1x128xf32> loc("select_12")
  %select_12_1 = amp.squeeze %select_12 {dims = array<i64: 1>} : (tensor<?x1x128xf32>) -> tensor<?x128xf32> loc("select_12")
  %norm = amp.layer_norm %select_12_1 weight(%norm_weight) bias(%norm_bias) {normalized_shape = array<i64: 128>, eps = 1.0e-05 : f64} : (tensor<?x128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128xf32> loc("norm")
  %classifier = amp.linear %norm, %classifier_weight, %classifier_bias : (tensor<?x128xf32>, tensor<10x128xf32>, tensor<10xf32>) -> tensor<?x10xf32> loc("classifier")
  return %classifier : tensor<?x10xf32>
}
