// Written by amp.torch from UNet, with PyTorch 2.15.0+cu132.

amp.variable parameter @down1.0.weight : tensor<16x1x3x3xf32> = #amp.init<uniform(-0.33333333333333326, 0.33333333333333326)>
amp.variable parameter @down1.0.bias : tensor<16xf32> = #amp.init<uniform(-0.3333333333333333, 0.3333333333333333)>
amp.variable parameter @down1.1.weight : tensor<16xf32> = #amp.init<constant(1.0)>
amp.variable parameter @down1.1.bias : tensor<16xf32> = #amp.init<zeros>
amp.variable parameter @down1.3.weight : tensor<16x16x3x3xf32> = #amp.init<uniform(-0.08333333333333331, 0.08333333333333331)>
amp.variable parameter @down1.3.bias : tensor<16xf32> = #amp.init<uniform(-0.08333333333333333, 0.08333333333333333)>
amp.variable parameter @down1.4.weight : tensor<16xf32> = #amp.init<constant(1.0)>
amp.variable parameter @down1.4.bias : tensor<16xf32> = #amp.init<zeros>
amp.variable parameter @down2.0.weight : tensor<32x16x3x3xf32> = #amp.init<uniform(-0.08333333333333331, 0.08333333333333331)>
amp.variable parameter @down2.0.bias : tensor<32xf32> = #amp.init<uniform(-0.08333333333333333, 0.08333333333333333)>
amp.variable parameter @down2.1.weight : tensor<32xf32> = #amp.init<constant(1.0)>
amp.variable parameter @down2.1.bias : tensor<32xf32> = #amp.init<zeros>
amp.variable parameter @down2.3.weight : tensor<32x32x3x3xf32> = #amp.init<uniform(-0.05892556509887896, 0.05892556509887896)>
amp.variable parameter @down2.3.bias : tensor<32xf32> = #amp.init<uniform(-0.05892556509887897, 0.05892556509887897)>
amp.variable parameter @down2.4.weight : tensor<32xf32> = #amp.init<constant(1.0)>
amp.variable parameter @down2.4.bias : tensor<32xf32> = #amp.init<zeros>
amp.variable parameter @bottom.0.weight : tensor<64x32x3x3xf32> = #amp.init<uniform(-0.05892556509887896, 0.05892556509887896)>
amp.variable parameter @bottom.0.bias : tensor<64xf32> = #amp.init<uniform(-0.05892556509887897, 0.05892556509887897)>
amp.variable parameter @bottom.1.weight : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable parameter @bottom.1.bias : tensor<64xf32> = #amp.init<zeros>
amp.variable parameter @bottom.3.weight : tensor<64x64x3x3xf32> = #amp.init<uniform(-0.04166666666666666, 0.04166666666666666)>
amp.variable parameter @bottom.3.bias : tensor<64xf32> = #amp.init<uniform(-0.041666666666666664, 0.041666666666666664)>
amp.variable parameter @bottom.4.weight : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable parameter @bottom.4.bias : tensor<64xf32> = #amp.init<zeros>
amp.variable parameter @up2.weight : tensor<64x32x2x2xf32> = #amp.init<uniform(-0.08838834764831842, 0.08838834764831842)>
amp.variable parameter @up2.bias : tensor<32xf32> = #amp.init<uniform(-0.08838834764831843, 0.08838834764831843)>
amp.variable parameter @join2.0.weight : tensor<32x64x3x3xf32> = #amp.init<uniform(-0.04166666666666666, 0.04166666666666666)>
amp.variable parameter @join2.0.bias : tensor<32xf32> = #amp.init<uniform(-0.041666666666666664, 0.041666666666666664)>
amp.variable parameter @join2.1.weight : tensor<32xf32> = #amp.init<constant(1.0)>
amp.variable parameter @join2.1.bias : tensor<32xf32> = #amp.init<zeros>
amp.variable parameter @join2.3.weight : tensor<32x32x3x3xf32> = #amp.init<uniform(-0.05892556509887896, 0.05892556509887896)>
amp.variable parameter @join2.3.bias : tensor<32xf32> = #amp.init<uniform(-0.05892556509887897, 0.05892556509887897)>
amp.variable parameter @join2.4.weight : tensor<32xf32> = #amp.init<constant(1.0)>
amp.variable parameter @join2.4.bias : tensor<32xf32> = #amp.init<zeros>
amp.variable parameter @up1.weight : tensor<32x16x2x2xf32> = #amp.init<uniform(-0.12499999999999999, 0.12499999999999999)>
amp.variable parameter @up1.bias : tensor<16xf32> = #amp.init<uniform(-0.125, 0.125)>
amp.variable parameter @join1.0.weight : tensor<16x32x3x3xf32> = #amp.init<uniform(-0.05892556509887896, 0.05892556509887896)>
amp.variable parameter @join1.0.bias : tensor<16xf32> = #amp.init<uniform(-0.05892556509887897, 0.05892556509887897)>
amp.variable parameter @join1.1.weight : tensor<16xf32> = #amp.init<constant(1.0)>
amp.variable parameter @join1.1.bias : tensor<16xf32> = #amp.init<zeros>
amp.variable parameter @join1.3.weight : tensor<16x16x3x3xf32> = #amp.init<uniform(-0.08333333333333331, 0.08333333333333331)>
amp.variable parameter @join1.3.bias : tensor<16xf32> = #amp.init<uniform(-0.08333333333333333, 0.08333333333333333)>
amp.variable parameter @join1.4.weight : tensor<16xf32> = #amp.init<constant(1.0)>
amp.variable parameter @join1.4.bias : tensor<16xf32> = #amp.init<zeros>
amp.variable parameter @last.weight : tensor<1x16x1x1xf32> = #amp.init<uniform(-0.24999999999999997, 0.24999999999999997)>
amp.variable parameter @last.bias : tensor<1xf32> = #amp.init<uniform(-0.25, 0.25)>
amp.optimizer adam @optimizer [@down1.0.weight, @down1.0.bias, @down1.1.weight, @down1.1.bias, @down1.3.weight, @down1.3.bias, @down1.4.weight, @down1.4.bias, @down2.0.weight, @down2.0.bias, @down2.1.weight, @down2.1.bias, @down2.3.weight, @down2.3.bias, @down2.4.weight, @down2.4.bias, @bottom.0.weight, @bottom.0.bias, @bottom.1.weight, @bottom.1.bias, @bottom.3.weight, @bottom.3.bias, @bottom.4.weight, @bottom.4.bias, @up2.weight, @up2.bias, @join2.0.weight, @join2.0.bias, @join2.1.weight, @join2.1.bias, @join2.3.weight, @join2.3.bias, @join2.4.weight, @join2.4.bias, @up1.weight, @up1.bias, @join1.0.weight, @join1.0.bias, @join1.1.weight, @join1.1.bias, @join1.3.weight, @join1.3.bias, @join1.4.weight, @join1.4.bias, @last.weight, @last.bias]
  {lr = 0.002 : f64, weight_decay = 0.0 : f64, beta1 = 0.9 : f64, beta2 = 0.999 : f64, eps = 1.0e-08 : f64}

func.func @train(%noisy: tensor<?x32x32xui8> {amp.name = "noisy"},
                 %target: tensor<?x32x32xui8> {amp.name = "target"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %down1_0_weight = amp.read @down1.0.weight : tensor<16x1x3x3xf32>
  %down1_0_bias = amp.read @down1.0.bias : tensor<16xf32>
  %down1_1_weight = amp.read @down1.1.weight : tensor<16xf32>
  %down1_1_bias = amp.read @down1.1.bias : tensor<16xf32>
  %down1_3_weight = amp.read @down1.3.weight : tensor<16x16x3x3xf32>
  %down1_3_bias = amp.read @down1.3.bias : tensor<16xf32>
  %down1_4_weight = amp.read @down1.4.weight : tensor<16xf32>
  %down1_4_bias = amp.read @down1.4.bias : tensor<16xf32>
  %down2_0_weight = amp.read @down2.0.weight : tensor<32x16x3x3xf32>
  %down2_0_bias = amp.read @down2.0.bias : tensor<32xf32>
  %down2_1_weight = amp.read @down2.1.weight : tensor<32xf32>
  %down2_1_bias = amp.read @down2.1.bias : tensor<32xf32>
  %down2_3_weight = amp.read @down2.3.weight : tensor<32x32x3x3xf32>
  %down2_3_bias = amp.read @down2.3.bias : tensor<32xf32>
  %down2_4_weight = amp.read @down2.4.weight : tensor<32xf32>
  %down2_4_bias = amp.read @down2.4.bias : tensor<32xf32>
  %bottom_0_weight = amp.read @bottom.0.weight : tensor<64x32x3x3xf32>
  %bottom_0_bias = amp.read @bottom.0.bias : tensor<64xf32>
  %bottom_1_weight = amp.read @bottom.1.weight : tensor<64xf32>
  %bottom_1_bias = amp.read @bottom.1.bias : tensor<64xf32>
  %bottom_3_weight = amp.read @bottom.3.weight : tensor<64x64x3x3xf32>
  %bottom_3_bias = amp.read @bottom.3.bias : tensor<64xf32>
  %bottom_4_weight = amp.read @bottom.4.weight : tensor<64xf32>
  %bottom_4_bias = amp.read @bottom.4.bias : tensor<64xf32>
  %up2_weight = amp.read @up2.weight : tensor<64x32x2x2xf32>
  %up2_bias = amp.read @up2.bias : tensor<32xf32>
  %join2_0_weight = amp.read @join2.0.weight : tensor<32x64x3x3xf32>
  %join2_0_bias = amp.read @join2.0.bias : tensor<32xf32>
  %join2_1_weight = amp.read @join2.1.weight : tensor<32xf32>
  %join2_1_bias = amp.read @join2.1.bias : tensor<32xf32>
  %join2_3_weight = amp.read @join2.3.weight : tensor<32x32x3x3xf32>
  %join2_3_bias = amp.read @join2.3.bias : tensor<32xf32>
  %join2_4_weight = amp.read @join2.4.weight : tensor<32xf32>
  %join2_4_bias = amp.read @join2.4.bias : tensor<32xf32>
  %up1_weight = amp.read @up1.weight : tensor<32x16x2x2xf32>
  %up1_bias = amp.read @up1.bias : tensor<16xf32>
  %join1_0_weight = amp.read @join1.0.weight : tensor<16x32x3x3xf32>
  %join1_0_bias = amp.read @join1.0.bias : tensor<16xf32>
  %join1_1_weight = amp.read @join1.1.weight : tensor<16xf32>
  %join1_1_bias = amp.read @join1.1.bias : tensor<16xf32>
  %join1_3_weight = amp.read @join1.3.weight : tensor<16x16x3x3xf32>
  %join1_3_bias = amp.read @join1.3.bias : tensor<16xf32>
  %join1_4_weight = amp.read @join1.4.weight : tensor<16xf32>
  %join1_4_bias = amp.read @join1.4.bias : tensor<16xf32>
  %last_weight = amp.read @last.weight : tensor<1x16x1x1xf32>
  %last_bias = amp.read @last.bias : tensor<1xf32>
  %noisy_f32 = amp.cast %noisy : tensor<?x32x32xui8> to tensor<?x32x32xf32> loc("to")
  %unsqueeze = amp.unsqueeze %noisy_f32 {dim = 1 : i64} : (tensor<?x32x32xf32>) -> tensor<?x1x32x32xf32> loc("unsqueeze")
  %c = amp.constant dense<255.0> : tensor<f32> loc("div")
  %div = amp.div %unsqueeze, %c : (tensor<?x1x32x32xf32>, tensor<f32>) -> tensor<?x1x32x32xf32> loc("div")
  %_0 = amp.conv2d %div, %down1_0_weight, %down1_0_bias {padding = array<i64: 1, 1>} : (tensor<?x1x32x32xf32>, tensor<16x1x3x3xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("down1.0")
  %_1 = amp.group_norm %_0 weight(%down1_1_weight) bias(%down1_1_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x16x32x32xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("down1.1")
  %_2 = amp.silu %_1 : (tensor<?x16x32x32xf32>) -> tensor<?x16x32x32xf32> loc("down1.2")
  %_3 = amp.conv2d %_2, %down1_3_weight, %down1_3_bias {padding = array<i64: 1, 1>} : (tensor<?x16x32x32xf32>, tensor<16x16x3x3xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("down1.3")
  %_4 = amp.group_norm %_3 weight(%down1_4_weight) bias(%down1_4_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x16x32x32xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("down1.4")
  %_5 = amp.silu %_4 : (tensor<?x16x32x32xf32>) -> tensor<?x16x32x32xf32> loc("down1.5")
  %pool = amp.max_pool2d %_5 {kernel_size = array<i64: 2, 2>} : (tensor<?x16x32x32xf32>) -> tensor<?x16x16x16xf32> loc("pool")
  %_0_1 = amp.conv2d %pool, %down2_0_weight, %down2_0_bias {padding = array<i64: 1, 1>} : (tensor<?x16x16x16xf32>, tensor<32x16x3x3xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("down2.0")
  %_1_1 = amp.group_norm %_0_1 weight(%down2_1_weight) bias(%down2_1_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x32x16x16xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("down2.1")
  %_2_1 = amp.silu %_1_1 : (tensor<?x32x16x16xf32>) -> tensor<?x32x16x16xf32> loc("down2.2")
  %_3_1 = amp.conv2d %_2_1, %down2_3_weight, %down2_3_bias {padding = array<i64: 1, 1>} : (tensor<?x32x16x16xf32>, tensor<32x32x3x3xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("down2.3")
  %_4_1 = amp.group_norm %_3_1 weight(%down2_4_weight) bias(%down2_4_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x32x16x16xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("down2.4")
  %_5_1 = amp.silu %_4_1 : (tensor<?x32x16x16xf32>) -> tensor<?x32x16x16xf32> loc("down2.5")
  %pool_1 = amp.max_pool2d %_5_1 {kernel_size = array<i64: 2, 2>} : (tensor<?x32x16x16xf32>) -> tensor<?x32x8x8xf32> loc("pool")
  %_0_2 = amp.conv2d %pool_1, %bottom_0_weight, %bottom_0_bias {padding = array<i64: 1, 1>} : (tensor<?x32x8x8xf32>, tensor<64x32x3x3xf32>, tensor<64xf32>) -> tensor<?x64x8x8xf32> loc("bottom.0")
  %_1_2 = amp.group_norm %_0_2 weight(%bottom_1_weight) bias(%bottom_1_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x64x8x8xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x8x8xf32> loc("bottom.1")
  %_2_2 = amp.silu %_1_2 : (tensor<?x64x8x8xf32>) -> tensor<?x64x8x8xf32> loc("bottom.2")
  %_3_2 = amp.conv2d %_2_2, %bottom_3_weight, %bottom_3_bias {padding = array<i64: 1, 1>} : (tensor<?x64x8x8xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>) -> tensor<?x64x8x8xf32> loc("bottom.3")
  %_4_2 = amp.group_norm %_3_2 weight(%bottom_4_weight) bias(%bottom_4_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x64x8x8xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x8x8xf32> loc("bottom.4")
  %_5_2 = amp.silu %_4_2 : (tensor<?x64x8x8xf32>) -> tensor<?x64x8x8xf32> loc("bottom.5")
  %up2 = amp.conv_transpose2d %_5_2, %up2_weight, %up2_bias {stride = array<i64: 2, 2>} : (tensor<?x64x8x8xf32>, tensor<64x32x2x2xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("up2")
  %cat = amp.concat %_5_1, %up2 {dim = 1 : i64} : (tensor<?x32x16x16xf32>, tensor<?x32x16x16xf32>) -> tensor<?x64x16x16xf32> loc("cat")
  %_0_3 = amp.conv2d %cat, %join2_0_weight, %join2_0_bias {padding = array<i64: 1, 1>} : (tensor<?x64x16x16xf32>, tensor<32x64x3x3xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("join2.0")
  %_1_3 = amp.group_norm %_0_3 weight(%join2_1_weight) bias(%join2_1_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x32x16x16xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("join2.1")
  %_2_3 = amp.silu %_1_3 : (tensor<?x32x16x16xf32>) -> tensor<?x32x16x16xf32> loc("join2.2")
  %_3_3 = amp.conv2d %_2_3, %join2_3_weight, %join2_3_bias {padding = array<i64: 1, 1>} : (tensor<?x32x16x16xf32>, tensor<32x32x3x3xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("join2.3")
  %_4_3 = amp.group_norm %_3_3 weight(%join2_4_weight) bias(%join2_4_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x32x16x16xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("join2.4")
  %_5_3 = amp.silu %_4_3 : (tensor<?x32x16x16xf32>) -> tensor<?x32x16x16xf32> loc("join2.5")
  %up1 = amp.conv_transpose2d %_5_3, %up1_weight, %up1_bias {stride = array<i64: 2, 2>} : (tensor<?x32x16x16xf32>, tensor<32x16x2x2xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("up1")
  %cat_1 = amp.concat %_5, %up1 {dim = 1 : i64} : (tensor<?x16x32x32xf32>, tensor<?x16x32x32xf32>) -> tensor<?x32x32x32xf32> loc("cat_1")
  %_0_4 = amp.conv2d %cat_1, %join1_0_weight, %join1_0_bias {padding = array<i64: 1, 1>} : (tensor<?x32x32x32xf32>, tensor<16x32x3x3xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("join1.0")
  %_1_4 = amp.group_norm %_0_4 weight(%join1_1_weight) bias(%join1_1_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x16x32x32xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("join1.1")
  %_2_4 = amp.silu %_1_4 : (tensor<?x16x32x32xf32>) -> tensor<?x16x32x32xf32> loc("join1.2")
  %_3_4 = amp.conv2d %_2_4, %join1_3_weight, %join1_3_bias {padding = array<i64: 1, 1>} : (tensor<?x16x32x32xf32>, tensor<16x16x3x3xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("join1.3")
  %_4_4 = amp.group_norm %_3_4 weight(%join1_4_weight) bias(%join1_4_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x16x32x32xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("join1.4")
  %_5_4 = amp.silu %_4_4 : (tensor<?x16x32x32xf32>) -> tensor<?x16x32x32xf32> loc("join1.5")
  %last = amp.conv2d %_5_4, %last_weight, %last_bias : (tensor<?x16x32x32xf32>, tensor<1x16x1x1xf32>, tensor<1xf32>) -> tensor<?x1x32x32xf32> loc("last")
  %squeeze = amp.reshape %last {shape = array<i64: -1, 32, 32>} : (tensor<?x1x32x32xf32>) -> tensor<?x32x32xf32> loc("squeeze")
  %target_f32 = amp.cast %target : tensor<?x32x32xui8> to tensor<?x32x32xf32> loc("to_1")
  %c_1 = amp.constant dense<255.0> : tensor<f32> loc("div_1")
  %div_1 = amp.div %target_f32, %c_1 : (tensor<?x32x32xf32>, tensor<f32>) -> tensor<?x32x32xf32> loc("div_1")
  %mse_loss = amp.mse_loss %squeeze, %div_1 {reduction = #amp.reduction<mean>} : (tensor<?x32x32xf32>, tensor<?x32x32xf32>) -> tensor<f32> loc("mse_loss")
  %d_down1_0_weight, %d_down1_0_bias, %d_down1_1_weight, %d_down1_1_bias, %d_down1_3_weight, %d_down1_3_bias, %d_down1_4_weight, %d_down1_4_bias, %d_down2_0_weight, %d_down2_0_bias, %d_down2_1_weight, %d_down2_1_bias, %d_down2_3_weight, %d_down2_3_bias, %d_down2_4_weight, %d_down2_4_bias, %d_bottom_0_weight, %d_bottom_0_bias, %d_bottom_1_weight, %d_bottom_1_bias, %d_bottom_3_weight, %d_bottom_3_bias, %d_bottom_4_weight, %d_bottom_4_bias, %d_up2_weight, %d_up2_bias, %d_join2_0_weight, %d_join2_0_bias, %d_join2_1_weight, %d_join2_1_bias, %d_join2_3_weight, %d_join2_3_bias, %d_join2_4_weight, %d_join2_4_bias, %d_up1_weight, %d_up1_bias, %d_join1_0_weight, %d_join1_0_bias, %d_join1_1_weight, %d_join1_1_bias, %d_join1_3_weight, %d_join1_3_bias, %d_join1_4_weight, %d_join1_4_bias, %d_last_weight, %d_last_bias = amp.backward %mse_loss wrt(%down1_0_weight, %down1_0_bias, %down1_1_weight, %down1_1_bias, %down1_3_weight, %down1_3_bias, %down1_4_weight, %down1_4_bias, %down2_0_weight, %down2_0_bias, %down2_1_weight, %down2_1_bias, %down2_3_weight, %down2_3_bias, %down2_4_weight, %down2_4_bias, %bottom_0_weight, %bottom_0_bias, %bottom_1_weight, %bottom_1_bias, %bottom_3_weight, %bottom_3_bias, %bottom_4_weight, %bottom_4_bias, %up2_weight, %up2_bias, %join2_0_weight, %join2_0_bias, %join2_1_weight, %join2_1_bias, %join2_3_weight, %join2_3_bias, %join2_4_weight, %join2_4_bias, %up1_weight, %up1_bias, %join1_0_weight, %join1_0_bias, %join1_1_weight, %join1_1_bias, %join1_3_weight, %join1_3_bias, %join1_4_weight, %join1_4_bias, %last_weight, %last_bias) : (tensor<f32>, tensor<16x1x3x3xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16x3x3xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<32x16x3x3xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x32x3x3xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<64x32x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x32x2x2xf32>, tensor<32xf32>, tensor<32x64x3x3xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x32x3x3xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x16x2x2xf32>, tensor<16xf32>, tensor<16x32x3x3xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16x3x3xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<1x16x1x1xf32>, tensor<1xf32>) -> (tensor<16x1x3x3xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16x3x3xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<32x16x3x3xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x32x3x3xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<64x32x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x32x2x2xf32>, tensor<32xf32>, tensor<32x64x3x3xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x32x3x3xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x16x2x2xf32>, tensor<16xf32>, tensor<16x32x3x3xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16x3x3xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<1x16x1x1xf32>, tensor<1xf32>)
  amp.step @optimizer(%d_down1_0_weight, %d_down1_0_bias, %d_down1_1_weight, %d_down1_1_bias, %d_down1_3_weight, %d_down1_3_bias, %d_down1_4_weight, %d_down1_4_bias, %d_down2_0_weight, %d_down2_0_bias, %d_down2_1_weight, %d_down2_1_bias, %d_down2_3_weight, %d_down2_3_bias, %d_down2_4_weight, %d_down2_4_bias, %d_bottom_0_weight, %d_bottom_0_bias, %d_bottom_1_weight, %d_bottom_1_bias, %d_bottom_3_weight, %d_bottom_3_bias, %d_bottom_4_weight, %d_bottom_4_bias, %d_up2_weight, %d_up2_bias, %d_join2_0_weight, %d_join2_0_bias, %d_join2_1_weight, %d_join2_1_bias, %d_join2_3_weight, %d_join2_3_bias, %d_join2_4_weight, %d_join2_4_bias, %d_up1_weight, %d_up1_bias, %d_join1_0_weight, %d_join1_0_bias, %d_join1_1_weight, %d_join1_1_bias, %d_join1_3_weight, %d_join1_3_bias, %d_join1_4_weight, %d_join1_4_bias, %d_last_weight, %d_last_bias) : tensor<16x1x3x3xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16x3x3xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<32x16x3x3xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x32x3x3xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<64x32x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x32x2x2xf32>, tensor<32xf32>, tensor<32x64x3x3xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x32x3x3xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x16x2x2xf32>, tensor<16xf32>, tensor<16x32x3x3xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16x3x3xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<1x16x1x1xf32>, tensor<1xf32>
  return %mse_loss : tensor<f32>
}

func.func @evaluate(%noisy: tensor<?x32x32xui8> {amp.name = "noisy"},
                    %target: tensor<?x32x32xui8> {amp.name = "target"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %down1_0_weight = amp.read @down1.0.weight : tensor<16x1x3x3xf32>
  %down1_0_bias = amp.read @down1.0.bias : tensor<16xf32>
  %down1_1_weight = amp.read @down1.1.weight : tensor<16xf32>
  %down1_1_bias = amp.read @down1.1.bias : tensor<16xf32>
  %down1_3_weight = amp.read @down1.3.weight : tensor<16x16x3x3xf32>
  %down1_3_bias = amp.read @down1.3.bias : tensor<16xf32>
  %down1_4_weight = amp.read @down1.4.weight : tensor<16xf32>
  %down1_4_bias = amp.read @down1.4.bias : tensor<16xf32>
  %down2_0_weight = amp.read @down2.0.weight : tensor<32x16x3x3xf32>
  %down2_0_bias = amp.read @down2.0.bias : tensor<32xf32>
  %down2_1_weight = amp.read @down2.1.weight : tensor<32xf32>
  %down2_1_bias = amp.read @down2.1.bias : tensor<32xf32>
  %down2_3_weight = amp.read @down2.3.weight : tensor<32x32x3x3xf32>
  %down2_3_bias = amp.read @down2.3.bias : tensor<32xf32>
  %down2_4_weight = amp.read @down2.4.weight : tensor<32xf32>
  %down2_4_bias = amp.read @down2.4.bias : tensor<32xf32>
  %bottom_0_weight = amp.read @bottom.0.weight : tensor<64x32x3x3xf32>
  %bottom_0_bias = amp.read @bottom.0.bias : tensor<64xf32>
  %bottom_1_weight = amp.read @bottom.1.weight : tensor<64xf32>
  %bottom_1_bias = amp.read @bottom.1.bias : tensor<64xf32>
  %bottom_3_weight = amp.read @bottom.3.weight : tensor<64x64x3x3xf32>
  %bottom_3_bias = amp.read @bottom.3.bias : tensor<64xf32>
  %bottom_4_weight = amp.read @bottom.4.weight : tensor<64xf32>
  %bottom_4_bias = amp.read @bottom.4.bias : tensor<64xf32>
  %up2_weight = amp.read @up2.weight : tensor<64x32x2x2xf32>
  %up2_bias = amp.read @up2.bias : tensor<32xf32>
  %join2_0_weight = amp.read @join2.0.weight : tensor<32x64x3x3xf32>
  %join2_0_bias = amp.read @join2.0.bias : tensor<32xf32>
  %join2_1_weight = amp.read @join2.1.weight : tensor<32xf32>
  %join2_1_bias = amp.read @join2.1.bias : tensor<32xf32>
  %join2_3_weight = amp.read @join2.3.weight : tensor<32x32x3x3xf32>
  %join2_3_bias = amp.read @join2.3.bias : tensor<32xf32>
  %join2_4_weight = amp.read @join2.4.weight : tensor<32xf32>
  %join2_4_bias = amp.read @join2.4.bias : tensor<32xf32>
  %up1_weight = amp.read @up1.weight : tensor<32x16x2x2xf32>
  %up1_bias = amp.read @up1.bias : tensor<16xf32>
  %join1_0_weight = amp.read @join1.0.weight : tensor<16x32x3x3xf32>
  %join1_0_bias = amp.read @join1.0.bias : tensor<16xf32>
  %join1_1_weight = amp.read @join1.1.weight : tensor<16xf32>
  %join1_1_bias = amp.read @join1.1.bias : tensor<16xf32>
  %join1_3_weight = amp.read @join1.3.weight : tensor<16x16x3x3xf32>
  %join1_3_bias = amp.read @join1.3.bias : tensor<16xf32>
  %join1_4_weight = amp.read @join1.4.weight : tensor<16xf32>
  %join1_4_bias = amp.read @join1.4.bias : tensor<16xf32>
  %last_weight = amp.read @last.weight : tensor<1x16x1x1xf32>
  %last_bias = amp.read @last.bias : tensor<1xf32>
  %noisy_f32 = amp.cast %noisy : tensor<?x32x32xui8> to tensor<?x32x32xf32> loc("to")
  %unsqueeze = amp.unsqueeze %noisy_f32 {dim = 1 : i64} : (tensor<?x32x32xf32>) -> tensor<?x1x32x32xf32> loc("unsqueeze")
  %c = amp.constant dense<255.0> : tensor<f32> loc("div")
  %div = amp.div %unsqueeze, %c : (tensor<?x1x32x32xf32>, tensor<f32>) -> tensor<?x1x32x32xf32> loc("div")
  %_0 = amp.conv2d %div, %down1_0_weight, %down1_0_bias {padding = array<i64: 1, 1>} : (tensor<?x1x32x32xf32>, tensor<16x1x3x3xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("down1.0")
  %_1 = amp.group_norm %_0 weight(%down1_1_weight) bias(%down1_1_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x16x32x32xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("down1.1")
  %_2 = amp.silu %_1 : (tensor<?x16x32x32xf32>) -> tensor<?x16x32x32xf32> loc("down1.2")
  %_3 = amp.conv2d %_2, %down1_3_weight, %down1_3_bias {padding = array<i64: 1, 1>} : (tensor<?x16x32x32xf32>, tensor<16x16x3x3xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("down1.3")
  %_4 = amp.group_norm %_3 weight(%down1_4_weight) bias(%down1_4_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x16x32x32xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("down1.4")
  %_5 = amp.silu %_4 : (tensor<?x16x32x32xf32>) -> tensor<?x16x32x32xf32> loc("down1.5")
  %pool = amp.max_pool2d %_5 {kernel_size = array<i64: 2, 2>} : (tensor<?x16x32x32xf32>) -> tensor<?x16x16x16xf32> loc("pool")
  %_0_1 = amp.conv2d %pool, %down2_0_weight, %down2_0_bias {padding = array<i64: 1, 1>} : (tensor<?x16x16x16xf32>, tensor<32x16x3x3xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("down2.0")
  %_1_1 = amp.group_norm %_0_1 weight(%down2_1_weight) bias(%down2_1_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x32x16x16xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("down2.1")
  %_2_1 = amp.silu %_1_1 : (tensor<?x32x16x16xf32>) -> tensor<?x32x16x16xf32> loc("down2.2")
  %_3_1 = amp.conv2d %_2_1, %down2_3_weight, %down2_3_bias {padding = array<i64: 1, 1>} : (tensor<?x32x16x16xf32>, tensor<32x32x3x3xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("down2.3")
  %_4_1 = amp.group_norm %_3_1 weight(%down2_4_weight) bias(%down2_4_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x32x16x16xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("down2.4")
  %_5_1 = amp.silu %_4_1 : (tensor<?x32x16x16xf32>) -> tensor<?x32x16x16xf32> loc("down2.5")
  %pool_1 = amp.max_pool2d %_5_1 {kernel_size = array<i64: 2, 2>} : (tensor<?x32x16x16xf32>) -> tensor<?x32x8x8xf32> loc("pool")
  %_0_2 = amp.conv2d %pool_1, %bottom_0_weight, %bottom_0_bias {padding = array<i64: 1, 1>} : (tensor<?x32x8x8xf32>, tensor<64x32x3x3xf32>, tensor<64xf32>) -> tensor<?x64x8x8xf32> loc("bottom.0")
  %_1_2 = amp.group_norm %_0_2 weight(%bottom_1_weight) bias(%bottom_1_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x64x8x8xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x8x8xf32> loc("bottom.1")
  %_2_2 = amp.silu %_1_2 : (tensor<?x64x8x8xf32>) -> tensor<?x64x8x8xf32> loc("bottom.2")
  %_3_2 = amp.conv2d %_2_2, %bottom_3_weight, %bottom_3_bias {padding = array<i64: 1, 1>} : (tensor<?x64x8x8xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>) -> tensor<?x64x8x8xf32> loc("bottom.3")
  %_4_2 = amp.group_norm %_3_2 weight(%bottom_4_weight) bias(%bottom_4_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x64x8x8xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x8x8xf32> loc("bottom.4")
  %_5_2 = amp.silu %_4_2 : (tensor<?x64x8x8xf32>) -> tensor<?x64x8x8xf32> loc("bottom.5")
  %up2 = amp.conv_transpose2d %_5_2, %up2_weight, %up2_bias {stride = array<i64: 2, 2>} : (tensor<?x64x8x8xf32>, tensor<64x32x2x2xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("up2")
  %cat = amp.concat %_5_1, %up2 {dim = 1 : i64} : (tensor<?x32x16x16xf32>, tensor<?x32x16x16xf32>) -> tensor<?x64x16x16xf32> loc("cat")
  %_0_3 = amp.conv2d %cat, %join2_0_weight, %join2_0_bias {padding = array<i64: 1, 1>} : (tensor<?x64x16x16xf32>, tensor<32x64x3x3xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("join2.0")
  %_1_3 = amp.group_norm %_0_3 weight(%join2_1_weight) bias(%join2_1_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x32x16x16xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("join2.1")
  %_2_3 = amp.silu %_1_3 : (tensor<?x32x16x16xf32>) -> tensor<?x32x16x16xf32> loc("join2.2")
  %_3_3 = amp.conv2d %_2_3, %join2_3_weight, %join2_3_bias {padding = array<i64: 1, 1>} : (tensor<?x32x16x16xf32>, tensor<32x32x3x3xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("join2.3")
  %_4_3 = amp.group_norm %_3_3 weight(%join2_4_weight) bias(%join2_4_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x32x16x16xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("join2.4")
  %_5_3 = amp.silu %_4_3 : (tensor<?x32x16x16xf32>) -> tensor<?x32x16x16xf32> loc("join2.5")
  %up1 = amp.conv_transpose2d %_5_3, %up1_weight, %up1_bias {stride = array<i64: 2, 2>} : (tensor<?x32x16x16xf32>, tensor<32x16x2x2xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("up1")
  %cat_1 = amp.concat %_5, %up1 {dim = 1 : i64} : (tensor<?x16x32x32xf32>, tensor<?x16x32x32xf32>) -> tensor<?x32x32x32xf32> loc("cat_1")
  %_0_4 = amp.conv2d %cat_1, %join1_0_weight, %join1_0_bias {padding = array<i64: 1, 1>} : (tensor<?x32x32x32xf32>, tensor<16x32x3x3xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("join1.0")
  %_1_4 = amp.group_norm %_0_4 weight(%join1_1_weight) bias(%join1_1_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x16x32x32xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("join1.1")
  %_2_4 = amp.silu %_1_4 : (tensor<?x16x32x32xf32>) -> tensor<?x16x32x32xf32> loc("join1.2")
  %_3_4 = amp.conv2d %_2_4, %join1_3_weight, %join1_3_bias {padding = array<i64: 1, 1>} : (tensor<?x16x32x32xf32>, tensor<16x16x3x3xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("join1.3")
  %_4_4 = amp.group_norm %_3_4 weight(%join1_4_weight) bias(%join1_4_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x16x32x32xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("join1.4")
  %_5_4 = amp.silu %_4_4 : (tensor<?x16x32x32xf32>) -> tensor<?x16x32x32xf32> loc("join1.5")
  %last = amp.conv2d %_5_4, %last_weight, %last_bias : (tensor<?x16x32x32xf32>, tensor<1x16x1x1xf32>, tensor<1xf32>) -> tensor<?x1x32x32xf32> loc("last")
  %squeeze = amp.reshape %last {shape = array<i64: -1, 32, 32>} : (tensor<?x1x32x32xf32>) -> tensor<?x32x32xf32> loc("squeeze")
  %target_f32 = amp.cast %target : tensor<?x32x32xui8> to tensor<?x32x32xf32> loc("to_1")
  %c_1 = amp.constant dense<255.0> : tensor<f32> loc("div_1")
  %div_1 = amp.div %target_f32, %c_1 : (tensor<?x32x32xf32>, tensor<f32>) -> tensor<?x32x32xf32> loc("div_1")
  %mse_loss = amp.mse_loss %squeeze, %div_1 {reduction = #amp.reduction<mean>} : (tensor<?x32x32xf32>, tensor<?x32x32xf32>) -> tensor<f32> loc("mse_loss")
  return %mse_loss : tensor<f32>
}

func.func @predict(%noisy: tensor<?x32x32xui8> {amp.name = "noisy"})
    -> (tensor<?x32x32xf32> {amp.name = "output"}) {
  %down1_0_weight = amp.read @down1.0.weight : tensor<16x1x3x3xf32>
  %down1_0_bias = amp.read @down1.0.bias : tensor<16xf32>
  %down1_1_weight = amp.read @down1.1.weight : tensor<16xf32>
  %down1_1_bias = amp.read @down1.1.bias : tensor<16xf32>
  %down1_3_weight = amp.read @down1.3.weight : tensor<16x16x3x3xf32>
  %down1_3_bias = amp.read @down1.3.bias : tensor<16xf32>
  %down1_4_weight = amp.read @down1.4.weight : tensor<16xf32>
  %down1_4_bias = amp.read @down1.4.bias : tensor<16xf32>
  %down2_0_weight = amp.read @down2.0.weight : tensor<32x16x3x3xf32>
  %down2_0_bias = amp.read @down2.0.bias : tensor<32xf32>
  %down2_1_weight = amp.read @down2.1.weight : tensor<32xf32>
  %down2_1_bias = amp.read @down2.1.bias : tensor<32xf32>
  %down2_3_weight = amp.read @down2.3.weight : tensor<32x32x3x3xf32>
  %down2_3_bias = amp.read @down2.3.bias : tensor<32xf32>
  %down2_4_weight = amp.read @down2.4.weight : tensor<32xf32>
  %down2_4_bias = amp.read @down2.4.bias : tensor<32xf32>
  %bottom_0_weight = amp.read @bottom.0.weight : tensor<64x32x3x3xf32>
  %bottom_0_bias = amp.read @bottom.0.bias : tensor<64xf32>
  %bottom_1_weight = amp.read @bottom.1.weight : tensor<64xf32>
  %bottom_1_bias = amp.read @bottom.1.bias : tensor<64xf32>
  %bottom_3_weight = amp.read @bottom.3.weight : tensor<64x64x3x3xf32>
  %bottom_3_bias = amp.read @bottom.3.bias : tensor<64xf32>
  %bottom_4_weight = amp.read @bottom.4.weight : tensor<64xf32>
  %bottom_4_bias = amp.read @bottom.4.bias : tensor<64xf32>
  %up2_weight = amp.read @up2.weight : tensor<64x32x2x2xf32>
  %up2_bias = amp.read @up2.bias : tensor<32xf32>
  %join2_0_weight = amp.read @join2.0.weight : tensor<32x64x3x3xf32>
  %join2_0_bias = amp.read @join2.0.bias : tensor<32xf32>
  %join2_1_weight = amp.read @join2.1.weight : tensor<32xf32>
  %join2_1_bias = amp.read @join2.1.bias : tensor<32xf32>
  %join2_3_weight = amp.read @join2.3.weight : tensor<32x32x3x3xf32>
  %join2_3_bias = amp.read @join2.3.bias : tensor<32xf32>
  %join2_4_weight = amp.read @join2.4.weight : tensor<32xf32>
  %join2_4_bias = amp.read @join2.4.bias : tensor<32xf32>
  %up1_weight = amp.read @up1.weight : tensor<32x16x2x2xf32>
  %up1_bias = amp.read @up1.bias : tensor<16xf32>
  %join1_0_weight = amp.read @join1.0.weight : tensor<16x32x3x3xf32>
  %join1_0_bias = amp.read @join1.0.bias : tensor<16xf32>
  %join1_1_weight = amp.read @join1.1.weight : tensor<16xf32>
  %join1_1_bias = amp.read @join1.1.bias : tensor<16xf32>
  %join1_3_weight = amp.read @join1.3.weight : tensor<16x16x3x3xf32>
  %join1_3_bias = amp.read @join1.3.bias : tensor<16xf32>
  %join1_4_weight = amp.read @join1.4.weight : tensor<16xf32>
  %join1_4_bias = amp.read @join1.4.bias : tensor<16xf32>
  %last_weight = amp.read @last.weight : tensor<1x16x1x1xf32>
  %last_bias = amp.read @last.bias : tensor<1xf32>
  %noisy_f32 = amp.cast %noisy : tensor<?x32x32xui8> to tensor<?x32x32xf32> loc("to")
  %unsqueeze = amp.unsqueeze %noisy_f32 {dim = 1 : i64} : (tensor<?x32x32xf32>) -> tensor<?x1x32x32xf32> loc("unsqueeze")
  %c = amp.constant dense<255.0> : tensor<f32> loc("div")
  %div = amp.div %unsqueeze, %c : (tensor<?x1x32x32xf32>, tensor<f32>) -> tensor<?x1x32x32xf32> loc("div")
  %_0 = amp.conv2d %div, %down1_0_weight, %down1_0_bias {padding = array<i64: 1, 1>} : (tensor<?x1x32x32xf32>, tensor<16x1x3x3xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("down1.0")
  %_1 = amp.group_norm %_0 weight(%down1_1_weight) bias(%down1_1_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x16x32x32xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("down1.1")
  %_2 = amp.silu %_1 : (tensor<?x16x32x32xf32>) -> tensor<?x16x32x32xf32> loc("down1.2")
  %_3 = amp.conv2d %_2, %down1_3_weight, %down1_3_bias {padding = array<i64: 1, 1>} : (tensor<?x16x32x32xf32>, tensor<16x16x3x3xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("down1.3")
  %_4 = amp.group_norm %_3 weight(%down1_4_weight) bias(%down1_4_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x16x32x32xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("down1.4")
  %_5 = amp.silu %_4 : (tensor<?x16x32x32xf32>) -> tensor<?x16x32x32xf32> loc("down1.5")
  %pool = amp.max_pool2d %_5 {kernel_size = array<i64: 2, 2>} : (tensor<?x16x32x32xf32>) -> tensor<?x16x16x16xf32> loc("pool")
  %_0_1 = amp.conv2d %pool, %down2_0_weight, %down2_0_bias {padding = array<i64: 1, 1>} : (tensor<?x16x16x16xf32>, tensor<32x16x3x3xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("down2.0")
  %_1_1 = amp.group_norm %_0_1 weight(%down2_1_weight) bias(%down2_1_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x32x16x16xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("down2.1")
  %_2_1 = amp.silu %_1_1 : (tensor<?x32x16x16xf32>) -> tensor<?x32x16x16xf32> loc("down2.2")
  %_3_1 = amp.conv2d %_2_1, %down2_3_weight, %down2_3_bias {padding = array<i64: 1, 1>} : (tensor<?x32x16x16xf32>, tensor<32x32x3x3xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("down2.3")
  %_4_1 = amp.group_norm %_3_1 weight(%down2_4_weight) bias(%down2_4_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x32x16x16xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("down2.4")
  %_5_1 = amp.silu %_4_1 : (tensor<?x32x16x16xf32>) -> tensor<?x32x16x16xf32> loc("down2.5")
  %pool_1 = amp.max_pool2d %_5_1 {kernel_size = array<i64: 2, 2>} : (tensor<?x32x16x16xf32>) -> tensor<?x32x8x8xf32> loc("pool")
  %_0_2 = amp.conv2d %pool_1, %bottom_0_weight, %bottom_0_bias {padding = array<i64: 1, 1>} : (tensor<?x32x8x8xf32>, tensor<64x32x3x3xf32>, tensor<64xf32>) -> tensor<?x64x8x8xf32> loc("bottom.0")
  %_1_2 = amp.group_norm %_0_2 weight(%bottom_1_weight) bias(%bottom_1_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x64x8x8xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x8x8xf32> loc("bottom.1")
  %_2_2 = amp.silu %_1_2 : (tensor<?x64x8x8xf32>) -> tensor<?x64x8x8xf32> loc("bottom.2")
  %_3_2 = amp.conv2d %_2_2, %bottom_3_weight, %bottom_3_bias {padding = array<i64: 1, 1>} : (tensor<?x64x8x8xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>) -> tensor<?x64x8x8xf32> loc("bottom.3")
  %_4_2 = amp.group_norm %_3_2 weight(%bottom_4_weight) bias(%bottom_4_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x64x8x8xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x8x8xf32> loc("bottom.4")
  %_5_2 = amp.silu %_4_2 : (tensor<?x64x8x8xf32>) -> tensor<?x64x8x8xf32> loc("bottom.5")
  %up2 = amp.conv_transpose2d %_5_2, %up2_weight, %up2_bias {stride = array<i64: 2, 2>} : (tensor<?x64x8x8xf32>, tensor<64x32x2x2xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("up2")
  %cat = amp.concat %_5_1, %up2 {dim = 1 : i64} : (tensor<?x32x16x16xf32>, tensor<?x32x16x16xf32>) -> tensor<?x64x16x16xf32> loc("cat")
  %_0_3 = amp.conv2d %cat, %join2_0_weight, %join2_0_bias {padding = array<i64: 1, 1>} : (tensor<?x64x16x16xf32>, tensor<32x64x3x3xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("join2.0")
  %_1_3 = amp.group_norm %_0_3 weight(%join2_1_weight) bias(%join2_1_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x32x16x16xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("join2.1")
  %_2_3 = amp.silu %_1_3 : (tensor<?x32x16x16xf32>) -> tensor<?x32x16x16xf32> loc("join2.2")
  %_3_3 = amp.conv2d %_2_3, %join2_3_weight, %join2_3_bias {padding = array<i64: 1, 1>} : (tensor<?x32x16x16xf32>, tensor<32x32x3x3xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("join2.3")
  %_4_3 = amp.group_norm %_3_3 weight(%join2_4_weight) bias(%join2_4_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x32x16x16xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<?x32x16x16xf32> loc("join2.4")
  %_5_3 = amp.silu %_4_3 : (tensor<?x32x16x16xf32>) -> tensor<?x32x16x16xf32> loc("join2.5")
  %up1 = amp.conv_transpose2d %_5_3, %up1_weight, %up1_bias {stride = array<i64: 2, 2>} : (tensor<?x32x16x16xf32>, tensor<32x16x2x2xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("up1")
  %cat_1 = amp.concat %_5, %up1 {dim = 1 : i64} : (tensor<?x16x32x32xf32>, tensor<?x16x32x32xf32>) -> tensor<?x32x32x32xf32> loc("cat_1")
  %_0_4 = amp.conv2d %cat_1, %join1_0_weight, %join1_0_bias {padding = array<i64: 1, 1>} : (tensor<?x32x32x32xf32>, tensor<16x32x3x3xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("join1.0")
  %_1_4 = amp.group_norm %_0_4 weight(%join1_1_weight) bias(%join1_1_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x16x32x32xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("join1.1")
  %_2_4 = amp.silu %_1_4 : (tensor<?x16x32x32xf32>) -> tensor<?x16x32x32xf32> loc("join1.2")
  %_3_4 = amp.conv2d %_2_4, %join1_3_weight, %join1_3_bias {padding = array<i64: 1, 1>} : (tensor<?x16x32x32xf32>, tensor<16x16x3x3xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("join1.3")
  %_4_4 = amp.group_norm %_3_4 weight(%join1_4_weight) bias(%join1_4_bias) {num_groups = 4 : i64, eps = 1.0e-05 : f64} : (tensor<?x16x32x32xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<?x16x32x32xf32> loc("join1.4")
  %_5_4 = amp.silu %_4_4 : (tensor<?x16x32x32xf32>) -> tensor<?x16x32x32xf32> loc("join1.5")
  %last = amp.conv2d %_5_4, %last_weight, %last_bias : (tensor<?x16x32x32xf32>, tensor<1x16x1x1xf32>, tensor<1xf32>) -> tensor<?x1x32x32xf32> loc("last")
  %squeeze = amp.reshape %last {shape = array<i64: -1, 32, 32>} : (tensor<?x1x32x32xf32>) -> tensor<?x32x32xf32> loc("squeeze")
  return %squeeze : tensor<?x32x32xf32>
}
