// Written by amp.torch from GPT2, with PyTorch 2.15.0+cu132.

amp.variable parameter @positions.weight : tensor<1024x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.0.norm1.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.0.norm1.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.0.attention.qkv.weight : tensor<2304x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.0.attention.qkv.bias : tensor<2304xf32> = #amp.init<zeros>
amp.variable parameter @blocks.0.attention.out.weight : tensor<768x768xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.0.attention.out.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.0.norm2.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.0.norm2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.0.mlp.0.weight : tensor<3072x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.0.mlp.0.bias : tensor<3072xf32> = #amp.init<zeros>
amp.variable parameter @blocks.0.mlp.2.weight : tensor<768x3072xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.0.mlp.2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.1.norm1.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.1.norm1.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.1.attention.qkv.weight : tensor<2304x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.1.attention.qkv.bias : tensor<2304xf32> = #amp.init<zeros>
amp.variable parameter @blocks.1.attention.out.weight : tensor<768x768xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.1.attention.out.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.1.norm2.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.1.norm2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.1.mlp.0.weight : tensor<3072x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.1.mlp.0.bias : tensor<3072xf32> = #amp.init<zeros>
amp.variable parameter @blocks.1.mlp.2.weight : tensor<768x3072xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.1.mlp.2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.2.norm1.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.2.norm1.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.2.attention.qkv.weight : tensor<2304x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.2.attention.qkv.bias : tensor<2304xf32> = #amp.init<zeros>
amp.variable parameter @blocks.2.attention.out.weight : tensor<768x768xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.2.attention.out.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.2.norm2.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.2.norm2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.2.mlp.0.weight : tensor<3072x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.2.mlp.0.bias : tensor<3072xf32> = #amp.init<zeros>
amp.variable parameter @blocks.2.mlp.2.weight : tensor<768x3072xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.2.mlp.2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.3.norm1.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.3.norm1.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.3.attention.qkv.weight : tensor<2304x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.3.attention.qkv.bias : tensor<2304xf32> = #amp.init<zeros>
amp.variable parameter @blocks.3.attention.out.weight : tensor<768x768xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.3.attention.out.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.3.norm2.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.3.norm2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.3.mlp.0.weight : tensor<3072x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.3.mlp.0.bias : tensor<3072xf32> = #amp.init<zeros>
amp.variable parameter @blocks.3.mlp.2.weight : tensor<768x3072xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.3.mlp.2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.4.norm1.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.4.norm1.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.4.attention.qkv.weight : tensor<2304x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.4.attention.qkv.bias : tensor<2304xf32> = #amp.init<zeros>
amp.variable parameter @blocks.4.attention.out.weight : tensor<768x768xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.4.attention.out.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.4.norm2.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.4.norm2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.4.mlp.0.weight : tensor<3072x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.4.mlp.0.bias : tensor<3072xf32> = #amp.init<zeros>
amp.variable parameter @blocks.4.mlp.2.weight : tensor<768x3072xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.4.mlp.2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.5.norm1.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.5.norm1.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.5.attention.qkv.weight : tensor<2304x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.5.attention.qkv.bias : tensor<2304xf32> = #amp.init<zeros>
amp.variable parameter @blocks.5.attention.out.weight : tensor<768x768xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.5.attention.out.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.5.norm2.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.5.norm2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.5.mlp.0.weight : tensor<3072x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.5.mlp.0.bias : tensor<3072xf32> = #amp.init<zeros>
amp.variable parameter @blocks.5.mlp.2.weight : tensor<768x3072xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.5.mlp.2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.6.norm1.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.6.norm1.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.6.attention.qkv.weight : tensor<2304x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.6.attention.qkv.bias : tensor<2304xf32> = #amp.init<zeros>
amp.variable parameter @blocks.6.attention.out.weight : tensor<768x768xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.6.attention.out.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.6.norm2.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.6.norm2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.6.mlp.0.weight : tensor<3072x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.6.mlp.0.bias : tensor<3072xf32> = #amp.init<zeros>
amp.variable parameter @blocks.6.mlp.2.weight : tensor<768x3072xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.6.mlp.2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.7.norm1.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.7.norm1.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.7.attention.qkv.weight : tensor<2304x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.7.attention.qkv.bias : tensor<2304xf32> = #amp.init<zeros>
amp.variable parameter @blocks.7.attention.out.weight : tensor<768x768xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.7.attention.out.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.7.norm2.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.7.norm2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.7.mlp.0.weight : tensor<3072x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.7.mlp.0.bias : tensor<3072xf32> = #amp.init<zeros>
amp.variable parameter @blocks.7.mlp.2.weight : tensor<768x3072xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.7.mlp.2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.8.norm1.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.8.norm1.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.8.attention.qkv.weight : tensor<2304x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.8.attention.qkv.bias : tensor<2304xf32> = #amp.init<zeros>
amp.variable parameter @blocks.8.attention.out.weight : tensor<768x768xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.8.attention.out.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.8.norm2.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.8.norm2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.8.mlp.0.weight : tensor<3072x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.8.mlp.0.bias : tensor<3072xf32> = #amp.init<zeros>
amp.variable parameter @blocks.8.mlp.2.weight : tensor<768x3072xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.8.mlp.2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.9.norm1.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.9.norm1.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.9.attention.qkv.weight : tensor<2304x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.9.attention.qkv.bias : tensor<2304xf32> = #amp.init<zeros>
amp.variable parameter @blocks.9.attention.out.weight : tensor<768x768xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.9.attention.out.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.9.norm2.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.9.norm2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.9.mlp.0.weight : tensor<3072x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.9.mlp.0.bias : tensor<3072xf32> = #amp.init<zeros>
amp.variable parameter @blocks.9.mlp.2.weight : tensor<768x3072xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.9.mlp.2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.10.norm1.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.10.norm1.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.10.attention.qkv.weight : tensor<2304x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.10.attention.qkv.bias : tensor<2304xf32> = #amp.init<zeros>
amp.variable parameter @blocks.10.attention.out.weight : tensor<768x768xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.10.attention.out.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.10.norm2.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.10.norm2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.10.mlp.0.weight : tensor<3072x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.10.mlp.0.bias : tensor<3072xf32> = #amp.init<zeros>
amp.variable parameter @blocks.10.mlp.2.weight : tensor<768x3072xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.10.mlp.2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.11.norm1.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.11.norm1.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.11.attention.qkv.weight : tensor<2304x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.11.attention.qkv.bias : tensor<2304xf32> = #amp.init<zeros>
amp.variable parameter @blocks.11.attention.out.weight : tensor<768x768xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.11.attention.out.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.11.norm2.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @blocks.11.norm2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @blocks.11.mlp.0.weight : tensor<3072x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @blocks.11.mlp.0.bias : tensor<3072xf32> = #amp.init<zeros>
amp.variable parameter @blocks.11.mlp.2.weight : tensor<768x3072xf32> = #amp.init<normal(0.0, 0.004082482904638631)>
amp.variable parameter @blocks.11.mlp.2.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @norm.weight : tensor<768xf32> = #amp.init<constant(1.0)>
amp.variable parameter @norm.bias : tensor<768xf32> = #amp.init<zeros>
amp.variable parameter @tokens.weight : tensor<50257x768xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable rng @rng : tensor<2xi64> = #amp.init<seed>
amp.optimizer adamw @optimizer [@positions.weight, @blocks.0.norm1.weight, @blocks.0.norm1.bias, @blocks.0.attention.qkv.weight, @blocks.0.attention.qkv.bias, @blocks.0.attention.out.weight, @blocks.0.attention.out.bias, @blocks.0.norm2.weight, @blocks.0.norm2.bias, @blocks.0.mlp.0.weight, @blocks.0.mlp.0.bias, @blocks.0.mlp.2.weight, @blocks.0.mlp.2.bias, @blocks.1.norm1.weight, @blocks.1.norm1.bias, @blocks.1.attention.qkv.weight, @blocks.1.attention.qkv.bias, @blocks.1.attention.out.weight, @blocks.1.attention.out.bias, @blocks.1.norm2.weight, @blocks.1.norm2.bias, @blocks.1.mlp.0.weight, @blocks.1.mlp.0.bias, @blocks.1.mlp.2.weight, @blocks.1.mlp.2.bias, @blocks.2.norm1.weight, @blocks.2.norm1.bias, @blocks.2.attention.qkv.weight, @blocks.2.attention.qkv.bias, @blocks.2.attention.out.weight, @blocks.2.attention.out.bias, @blocks.2.norm2.weight, @blocks.2.norm2.bias, @blocks.2.mlp.0.weight, @blocks.2.mlp.0.bias, @blocks.2.mlp.2.weight, @blocks.2.mlp.2.bias, @blocks.3.norm1.weight, @blocks.3.norm1.bias, @blocks.3.attention.qkv.weight, @blocks.3.attention.qkv.bias, @blocks.3.attention.out.weight, @blocks.3.attention.out.bias, @blocks.3.norm2.weight, @blocks.3.norm2.bias, @blocks.3.mlp.0.weight, @blocks.3.mlp.0.bias, @blocks.3.mlp.2.weight, @blocks.3.mlp.2.bias, @blocks.4.norm1.weight, @blocks.4.norm1.bias, @blocks.4.attention.qkv.weight, @blocks.4.attention.qkv.bias, @blocks.4.attention.out.weight, @blocks.4.attention.out.bias, @blocks.4.norm2.weight, @blocks.4.norm2.bias, @blocks.4.mlp.0.weight, @blocks.4.mlp.0.bias, @blocks.4.mlp.2.weight, @blocks.4.mlp.2.bias, @blocks.5.norm1.weight, @blocks.5.norm1.bias, @blocks.5.attention.qkv.weight, @blocks.5.attention.qkv.bias, @blocks.5.attention.out.weight, @blocks.5.attention.out.bias, @blocks.5.norm2.weight, @blocks.5.norm2.bias, @blocks.5.mlp.0.weight, @blocks.5.mlp.0.bias, @blocks.5.mlp.2.weight, @blocks.5.mlp.2.bias, @blocks.6.norm1.weight, @blocks.6.norm1.bias, @blocks.6.attention.qkv.weight, @blocks.6.attention.qkv.bias, @blocks.6.attention.out.weight, @blocks.6.attention.out.bias, @blocks.6.norm2.weight, @blocks.6.norm2.bias, @blocks.6.mlp.0.weight, @blocks.6.mlp.0.bias, @blocks.6.mlp.2.weight, @blocks.6.mlp.2.bias, @blocks.7.norm1.weight, @blocks.7.norm1.bias, @blocks.7.attention.qkv.weight, @blocks.7.attention.qkv.bias, @blocks.7.attention.out.weight, @blocks.7.attention.out.bias, @blocks.7.norm2.weight, @blocks.7.norm2.bias, @blocks.7.mlp.0.weight, @blocks.7.mlp.0.bias, @blocks.7.mlp.2.weight, @blocks.7.mlp.2.bias, @blocks.8.norm1.weight, @blocks.8.norm1.bias, @blocks.8.attention.qkv.weight, @blocks.8.attention.qkv.bias, @blocks.8.attention.out.weight, @blocks.8.attention.out.bias, @blocks.8.norm2.weight, @blocks.8.norm2.bias, @blocks.8.mlp.0.weight, @blocks.8.mlp.0.bias, @blocks.8.mlp.2.weight, @blocks.8.mlp.2.bias, @blocks.9.norm1.weight, @blocks.9.norm1.bias, @blocks.9.attention.qkv.weight, @blocks.9.attention.qkv.bias, @blocks.9.attention.out.weight, @blocks.9.attention.out.bias, @blocks.9.norm2.weight, @blocks.9.norm2.bias, @blocks.9.mlp.0.weight, @blocks.9.mlp.0.bias, @blocks.9.mlp.2.weight, @blocks.9.mlp.2.bias, @blocks.10.norm1.weight, @blocks.10.norm1.bias, @blocks.10.attention.qkv.weight, @blocks.10.attention.qkv.bias, @blocks.10.attention.out.weight, @blocks.10.attention.out.bias, @blocks.10.norm2.weight, @blocks.10.norm2.bias, @blocks.10.mlp.0.weight, @blocks.10.mlp.0.bias, @blocks.10.mlp.2.weight, @blocks.10.mlp.2.bias, @blocks.11.norm1.weight, @blocks.11.norm1.bias, @blocks.11.attention.qkv.weight, @blocks.11.attention.qkv.bias, @blocks.11.attention.out.weight, @blocks.11.attention.out.bias, @blocks.11.norm2.weight, @blocks.11.norm2.bias, @blocks.11.mlp.0.weight, @blocks.11.mlp.0.bias, @blocks.11.mlp.2.weight, @blocks.11.mlp.2.bias, @norm.weight, @norm.bias, @tokens.weight]
  {lr = 0.0006 : f64, weight_decay = 0.1 : f64, beta1 = 0.9 : f64, beta2 = 0.95 : f64, eps = 1.0e-08 : f64, groups = [{parameters = [@blocks.0.norm1.weight, @blocks.0.norm1.bias, @blocks.0.attention.qkv.bias, @blocks.0.attention.out.bias, @blocks.0.norm2.weight, @blocks.0.norm2.bias, @blocks.0.mlp.0.bias, @blocks.0.mlp.2.bias, @blocks.1.norm1.weight, @blocks.1.norm1.bias, @blocks.1.attention.qkv.bias, @blocks.1.attention.out.bias, @blocks.1.norm2.weight, @blocks.1.norm2.bias, @blocks.1.mlp.0.bias, @blocks.1.mlp.2.bias, @blocks.2.norm1.weight, @blocks.2.norm1.bias, @blocks.2.attention.qkv.bias, @blocks.2.attention.out.bias, @blocks.2.norm2.weight, @blocks.2.norm2.bias, @blocks.2.mlp.0.bias, @blocks.2.mlp.2.bias, @blocks.3.norm1.weight, @blocks.3.norm1.bias, @blocks.3.attention.qkv.bias, @blocks.3.attention.out.bias, @blocks.3.norm2.weight, @blocks.3.norm2.bias, @blocks.3.mlp.0.bias, @blocks.3.mlp.2.bias, @blocks.4.norm1.weight, @blocks.4.norm1.bias, @blocks.4.attention.qkv.bias, @blocks.4.attention.out.bias, @blocks.4.norm2.weight, @blocks.4.norm2.bias, @blocks.4.mlp.0.bias, @blocks.4.mlp.2.bias, @blocks.5.norm1.weight, @blocks.5.norm1.bias, @blocks.5.attention.qkv.bias, @blocks.5.attention.out.bias, @blocks.5.norm2.weight, @blocks.5.norm2.bias, @blocks.5.mlp.0.bias, @blocks.5.mlp.2.bias, @blocks.6.norm1.weight, @blocks.6.norm1.bias, @blocks.6.attention.qkv.bias, @blocks.6.attention.out.bias, @blocks.6.norm2.weight, @blocks.6.norm2.bias, @blocks.6.mlp.0.bias, @blocks.6.mlp.2.bias, @blocks.7.norm1.weight, @blocks.7.norm1.bias, @blocks.7.attention.qkv.bias, @blocks.7.attention.out.bias, @blocks.7.norm2.weight, @blocks.7.norm2.bias, @blocks.7.mlp.0.bias, @blocks.7.mlp.2.bias, @blocks.8.norm1.weight, @blocks.8.norm1.bias, @blocks.8.attention.qkv.bias, @blocks.8.attention.out.bias, @blocks.8.norm2.weight, @blocks.8.norm2.bias, @blocks.8.mlp.0.bias, @blocks.8.mlp.2.bias, @blocks.9.norm1.weight, @blocks.9.norm1.bias, @blocks.9.attention.qkv.bias, @blocks.9.attention.out.bias, @blocks.9.norm2.weight, @blocks.9.norm2.bias, @blocks.9.mlp.0.bias, @blocks.9.mlp.2.bias, @blocks.10.norm1.weight, @blocks.10.norm1.bias, @blocks.10.attention.qkv.bias, @blocks.10.attention.out.bias, @blocks.10.norm2.weight, @blocks.10.norm2.bias, @blocks.10.mlp.0.bias, @blocks.10.mlp.2.bias, @blocks.11.norm1.weight, @blocks.11.norm1.bias, @blocks.11.attention.qkv.bias, @blocks.11.attention.out.bias, @blocks.11.norm2.weight, @blocks.11.norm2.bias, @blocks.11.mlp.0.bias, @blocks.11.mlp.2.bias, @norm.weight, @norm.bias], lr = 0.0006 : f64, weight_decay = 0.0 : f64}], schedule = #amp.schedule<cosine, {iterations = 9900, eta_min = 6.0e-05, warmup = 100}>}

func.func @train(%text: tensor<?x1024xi64> {amp.name = "text"},
                 %target: tensor<?x1024xi64> {amp.name = "target"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %positions_weight = amp.read @positions.weight : tensor<1024x768xf32>
  %blocks_0_norm1_weight = amp.read @blocks.0.norm1.weight : tensor<768xf32>
  %blocks_0_norm1_bias = amp.read @blocks.0.norm1.bias : tensor<768xf32>
  %blocks_0_attention_qkv_weight = amp.read @blocks.0.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_0_attention_qkv_bias = amp.read @blocks.0.attention.qkv.bias : tensor<2304xf32>
  %blocks_0_attention_out_weight = amp.read @blocks.0.attention.out.weight : tensor<768x768xf32>
  %blocks_0_attention_out_bias = amp.read @blocks.0.attention.out.bias : tensor<768xf32>
  %blocks_0_norm2_weight = amp.read @blocks.0.norm2.weight : tensor<768xf32>
  %blocks_0_norm2_bias = amp.read @blocks.0.norm2.bias : tensor<768xf32>
  %blocks_0_mlp_0_weight = amp.read @blocks.0.mlp.0.weight : tensor<3072x768xf32>
  %blocks_0_mlp_0_bias = amp.read @blocks.0.mlp.0.bias : tensor<3072xf32>
  %blocks_0_mlp_2_weight = amp.read @blocks.0.mlp.2.weight : tensor<768x3072xf32>
  %blocks_0_mlp_2_bias = amp.read @blocks.0.mlp.2.bias : tensor<768xf32>
  %blocks_1_norm1_weight = amp.read @blocks.1.norm1.weight : tensor<768xf32>
  %blocks_1_norm1_bias = amp.read @blocks.1.norm1.bias : tensor<768xf32>
  %blocks_1_attention_qkv_weight = amp.read @blocks.1.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_1_attention_qkv_bias = amp.read @blocks.1.attention.qkv.bias : tensor<2304xf32>
  %blocks_1_attention_out_weight = amp.read @blocks.1.attention.out.weight : tensor<768x768xf32>
  %blocks_1_attention_out_bias = amp.read @blocks.1.attention.out.bias : tensor<768xf32>
  %blocks_1_norm2_weight = amp.read @blocks.1.norm2.weight : tensor<768xf32>
  %blocks_1_norm2_bias = amp.read @blocks.1.norm2.bias : tensor<768xf32>
  %blocks_1_mlp_0_weight = amp.read @blocks.1.mlp.0.weight : tensor<3072x768xf32>
  %blocks_1_mlp_0_bias = amp.read @blocks.1.mlp.0.bias : tensor<3072xf32>
  %blocks_1_mlp_2_weight = amp.read @blocks.1.mlp.2.weight : tensor<768x3072xf32>
  %blocks_1_mlp_2_bias = amp.read @blocks.1.mlp.2.bias : tensor<768xf32>
  %blocks_2_norm1_weight = amp.read @blocks.2.norm1.weight : tensor<768xf32>
  %blocks_2_norm1_bias = amp.read @blocks.2.norm1.bias : tensor<768xf32>
  %blocks_2_attention_qkv_weight = amp.read @blocks.2.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_2_attention_qkv_bias = amp.read @blocks.2.attention.qkv.bias : tensor<2304xf32>
  %blocks_2_attention_out_weight = amp.read @blocks.2.attention.out.weight : tensor<768x768xf32>
  %blocks_2_attention_out_bias = amp.read @blocks.2.attention.out.bias : tensor<768xf32>
  %blocks_2_norm2_weight = amp.read @blocks.2.norm2.weight : tensor<768xf32>
  %blocks_2_norm2_bias = amp.read @blocks.2.norm2.bias : tensor<768xf32>
  %blocks_2_mlp_0_weight = amp.read @blocks.2.mlp.0.weight : tensor<3072x768xf32>
  %blocks_2_mlp_0_bias = amp.read @blocks.2.mlp.0.bias : tensor<3072xf32>
  %blocks_2_mlp_2_weight = amp.read @blocks.2.mlp.2.weight : tensor<768x3072xf32>
  %blocks_2_mlp_2_bias = amp.read @blocks.2.mlp.2.bias : tensor<768xf32>
  %blocks_3_norm1_weight = amp.read @blocks.3.norm1.weight : tensor<768xf32>
  %blocks_3_norm1_bias = amp.read @blocks.3.norm1.bias : tensor<768xf32>
  %blocks_3_attention_qkv_weight = amp.read @blocks.3.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_3_attention_qkv_bias = amp.read @blocks.3.attention.qkv.bias : tensor<2304xf32>
  %blocks_3_attention_out_weight = amp.read @blocks.3.attention.out.weight : tensor<768x768xf32>
  %blocks_3_attention_out_bias = amp.read @blocks.3.attention.out.bias : tensor<768xf32>
  %blocks_3_norm2_weight = amp.read @blocks.3.norm2.weight : tensor<768xf32>
  %blocks_3_norm2_bias = amp.read @blocks.3.norm2.bias : tensor<768xf32>
  %blocks_3_mlp_0_weight = amp.read @blocks.3.mlp.0.weight : tensor<3072x768xf32>
  %blocks_3_mlp_0_bias = amp.read @blocks.3.mlp.0.bias : tensor<3072xf32>
  %blocks_3_mlp_2_weight = amp.read @blocks.3.mlp.2.weight : tensor<768x3072xf32>
  %blocks_3_mlp_2_bias = amp.read @blocks.3.mlp.2.bias : tensor<768xf32>
  %blocks_4_norm1_weight = amp.read @blocks.4.norm1.weight : tensor<768xf32>
  %blocks_4_norm1_bias = amp.read @blocks.4.norm1.bias : tensor<768xf32>
  %blocks_4_attention_qkv_weight = amp.read @blocks.4.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_4_attention_qkv_bias = amp.read @blocks.4.attention.qkv.bias : tensor<2304xf32>
  %blocks_4_attention_out_weight = amp.read @blocks.4.attention.out.weight : tensor<768x768xf32>
  %blocks_4_attention_out_bias = amp.read @blocks.4.attention.out.bias : tensor<768xf32>
  %blocks_4_norm2_weight = amp.read @blocks.4.norm2.weight : tensor<768xf32>
  %blocks_4_norm2_bias = amp.read @blocks.4.norm2.bias : tensor<768xf32>
  %blocks_4_mlp_0_weight = amp.read @blocks.4.mlp.0.weight : tensor<3072x768xf32>
  %blocks_4_mlp_0_bias = amp.read @blocks.4.mlp.0.bias : tensor<3072xf32>
  %blocks_4_mlp_2_weight = amp.read @blocks.4.mlp.2.weight : tensor<768x3072xf32>
  %blocks_4_mlp_2_bias = amp.read @blocks.4.mlp.2.bias : tensor<768xf32>
  %blocks_5_norm1_weight = amp.read @blocks.5.norm1.weight : tensor<768xf32>
  %blocks_5_norm1_bias = amp.read @blocks.5.norm1.bias : tensor<768xf32>
  %blocks_5_attention_qkv_weight = amp.read @blocks.5.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_5_attention_qkv_bias = amp.read @blocks.5.attention.qkv.bias : tensor<2304xf32>
  %blocks_5_attention_out_weight = amp.read @blocks.5.attention.out.weight : tensor<768x768xf32>
  %blocks_5_attention_out_bias = amp.read @blocks.5.attention.out.bias : tensor<768xf32>
  %blocks_5_norm2_weight = amp.read @blocks.5.norm2.weight : tensor<768xf32>
  %blocks_5_norm2_bias = amp.read @blocks.5.norm2.bias : tensor<768xf32>
  %blocks_5_mlp_0_weight = amp.read @blocks.5.mlp.0.weight : tensor<3072x768xf32>
  %blocks_5_mlp_0_bias = amp.read @blocks.5.mlp.0.bias : tensor<3072xf32>
  %blocks_5_mlp_2_weight = amp.read @blocks.5.mlp.2.weight : tensor<768x3072xf32>
  %blocks_5_mlp_2_bias = amp.read @blocks.5.mlp.2.bias : tensor<768xf32>
  %blocks_6_norm1_weight = amp.read @blocks.6.norm1.weight : tensor<768xf32>
  %blocks_6_norm1_bias = amp.read @blocks.6.norm1.bias : tensor<768xf32>
  %blocks_6_attention_qkv_weight = amp.read @blocks.6.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_6_attention_qkv_bias = amp.read @blocks.6.attention.qkv.bias : tensor<2304xf32>
  %blocks_6_attention_out_weight = amp.read @blocks.6.attention.out.weight : tensor<768x768xf32>
  %blocks_6_attention_out_bias = amp.read @blocks.6.attention.out.bias : tensor<768xf32>
  %blocks_6_norm2_weight = amp.read @blocks.6.norm2.weight : tensor<768xf32>
  %blocks_6_norm2_bias = amp.read @blocks.6.norm2.bias : tensor<768xf32>
  %blocks_6_mlp_0_weight = amp.read @blocks.6.mlp.0.weight : tensor<3072x768xf32>
  %blocks_6_mlp_0_bias = amp.read @blocks.6.mlp.0.bias : tensor<3072xf32>
  %blocks_6_mlp_2_weight = amp.read @blocks.6.mlp.2.weight : tensor<768x3072xf32>
  %blocks_6_mlp_2_bias = amp.read @blocks.6.mlp.2.bias : tensor<768xf32>
  %blocks_7_norm1_weight = amp.read @blocks.7.norm1.weight : tensor<768xf32>
  %blocks_7_norm1_bias = amp.read @blocks.7.norm1.bias : tensor<768xf32>
  %blocks_7_attention_qkv_weight = amp.read @blocks.7.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_7_attention_qkv_bias = amp.read @blocks.7.attention.qkv.bias : tensor<2304xf32>
  %blocks_7_attention_out_weight = amp.read @blocks.7.attention.out.weight : tensor<768x768xf32>
  %blocks_7_attention_out_bias = amp.read @blocks.7.attention.out.bias : tensor<768xf32>
  %blocks_7_norm2_weight = amp.read @blocks.7.norm2.weight : tensor<768xf32>
  %blocks_7_norm2_bias = amp.read @blocks.7.norm2.bias : tensor<768xf32>
  %blocks_7_mlp_0_weight = amp.read @blocks.7.mlp.0.weight : tensor<3072x768xf32>
  %blocks_7_mlp_0_bias = amp.read @blocks.7.mlp.0.bias : tensor<3072xf32>
  %blocks_7_mlp_2_weight = amp.read @blocks.7.mlp.2.weight : tensor<768x3072xf32>
  %blocks_7_mlp_2_bias = amp.read @blocks.7.mlp.2.bias : tensor<768xf32>
  %blocks_8_norm1_weight = amp.read @blocks.8.norm1.weight : tensor<768xf32>
  %blocks_8_norm1_bias = amp.read @blocks.8.norm1.bias : tensor<768xf32>
  %blocks_8_attention_qkv_weight = amp.read @blocks.8.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_8_attention_qkv_bias = amp.read @blocks.8.attention.qkv.bias : tensor<2304xf32>
  %blocks_8_attention_out_weight = amp.read @blocks.8.attention.out.weight : tensor<768x768xf32>
  %blocks_8_attention_out_bias = amp.read @blocks.8.attention.out.bias : tensor<768xf32>
  %blocks_8_norm2_weight = amp.read @blocks.8.norm2.weight : tensor<768xf32>
  %blocks_8_norm2_bias = amp.read @blocks.8.norm2.bias : tensor<768xf32>
  %blocks_8_mlp_0_weight = amp.read @blocks.8.mlp.0.weight : tensor<3072x768xf32>
  %blocks_8_mlp_0_bias = amp.read @blocks.8.mlp.0.bias : tensor<3072xf32>
  %blocks_8_mlp_2_weight = amp.read @blocks.8.mlp.2.weight : tensor<768x3072xf32>
  %blocks_8_mlp_2_bias = amp.read @blocks.8.mlp.2.bias : tensor<768xf32>
  %blocks_9_norm1_weight = amp.read @blocks.9.norm1.weight : tensor<768xf32>
  %blocks_9_norm1_bias = amp.read @blocks.9.norm1.bias : tensor<768xf32>
  %blocks_9_attention_qkv_weight = amp.read @blocks.9.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_9_attention_qkv_bias = amp.read @blocks.9.attention.qkv.bias : tensor<2304xf32>
  %blocks_9_attention_out_weight = amp.read @blocks.9.attention.out.weight : tensor<768x768xf32>
  %blocks_9_attention_out_bias = amp.read @blocks.9.attention.out.bias : tensor<768xf32>
  %blocks_9_norm2_weight = amp.read @blocks.9.norm2.weight : tensor<768xf32>
  %blocks_9_norm2_bias = amp.read @blocks.9.norm2.bias : tensor<768xf32>
  %blocks_9_mlp_0_weight = amp.read @blocks.9.mlp.0.weight : tensor<3072x768xf32>
  %blocks_9_mlp_0_bias = amp.read @blocks.9.mlp.0.bias : tensor<3072xf32>
  %blocks_9_mlp_2_weight = amp.read @blocks.9.mlp.2.weight : tensor<768x3072xf32>
  %blocks_9_mlp_2_bias = amp.read @blocks.9.mlp.2.bias : tensor<768xf32>
  %blocks_10_norm1_weight = amp.read @blocks.10.norm1.weight : tensor<768xf32>
  %blocks_10_norm1_bias = amp.read @blocks.10.norm1.bias : tensor<768xf32>
  %blocks_10_attention_qkv_weight = amp.read @blocks.10.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_10_attention_qkv_bias = amp.read @blocks.10.attention.qkv.bias : tensor<2304xf32>
  %blocks_10_attention_out_weight = amp.read @blocks.10.attention.out.weight : tensor<768x768xf32>
  %blocks_10_attention_out_bias = amp.read @blocks.10.attention.out.bias : tensor<768xf32>
  %blocks_10_norm2_weight = amp.read @blocks.10.norm2.weight : tensor<768xf32>
  %blocks_10_norm2_bias = amp.read @blocks.10.norm2.bias : tensor<768xf32>
  %blocks_10_mlp_0_weight = amp.read @blocks.10.mlp.0.weight : tensor<3072x768xf32>
  %blocks_10_mlp_0_bias = amp.read @blocks.10.mlp.0.bias : tensor<3072xf32>
  %blocks_10_mlp_2_weight = amp.read @blocks.10.mlp.2.weight : tensor<768x3072xf32>
  %blocks_10_mlp_2_bias = amp.read @blocks.10.mlp.2.bias : tensor<768xf32>
  %blocks_11_norm1_weight = amp.read @blocks.11.norm1.weight : tensor<768xf32>
  %blocks_11_norm1_bias = amp.read @blocks.11.norm1.bias : tensor<768xf32>
  %blocks_11_attention_qkv_weight = amp.read @blocks.11.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_11_attention_qkv_bias = amp.read @blocks.11.attention.qkv.bias : tensor<2304xf32>
  %blocks_11_attention_out_weight = amp.read @blocks.11.attention.out.weight : tensor<768x768xf32>
  %blocks_11_attention_out_bias = amp.read @blocks.11.attention.out.bias : tensor<768xf32>
  %blocks_11_norm2_weight = amp.read @blocks.11.norm2.weight : tensor<768xf32>
  %blocks_11_norm2_bias = amp.read @blocks.11.norm2.bias : tensor<768xf32>
  %blocks_11_mlp_0_weight = amp.read @blocks.11.mlp.0.weight : tensor<3072x768xf32>
  %blocks_11_mlp_0_bias = amp.read @blocks.11.mlp.0.bias : tensor<3072xf32>
  %blocks_11_mlp_2_weight = amp.read @blocks.11.mlp.2.weight : tensor<768x3072xf32>
  %blocks_11_mlp_2_bias = amp.read @blocks.11.mlp.2.bias : tensor<768xf32>
  %norm_weight = amp.read @norm.weight : tensor<768xf32>
  %norm_bias = amp.read @norm.bias : tensor<768xf32>
  %tokens_weight = amp.read @tokens.weight : tensor<50257x768xf32>
  %tokens = amp.embedding %tokens_weight, %text : (tensor<50257x768xf32>, tensor<?x1024xi64>) -> tensor<?x1024x768xf32> loc("tokens")
  %add = amp.add %tokens, %positions_weight : (tensor<?x1024x768xf32>, tensor<1024x768xf32>) -> tensor<?x1024x768xf32> loc("add")
  %rng = amp.read @rng : tensor<2xi64>
  %dropout_0, %dropout_1 = amp.dropout %add, %rng {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("dropout")
  %norm1 = amp.layer_norm %dropout_0 weight(%blocks_0_norm1_weight) bias(%blocks_0_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.0.norm1")
  %qkv = amp.linear %norm1, %blocks_0_attention_qkv_weight, %blocks_0_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.0.attention.qkv")
  %attention_0, %attention_1, %attention_2 = amp.split %qkv {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.0.attention")
  %attention = amp.reshape %attention_0 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.0.attention")
  %attention_3 = amp.transpose %attention {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.0.attention")
  %attention_4 = amp.reshape %attention_1 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.0.attention")
  %attention_5 = amp.transpose %attention_4 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.0.attention")
  %attention_6 = amp.reshape %attention_2 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.0.attention")
  %attention_7 = amp.transpose %attention_6 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.0.attention")
  %attention_0_1, %attention_1_1 = amp.scaled_dot_product_attention %attention_3, %attention_5, %attention_7 random(%dropout_1) {dropout_p = 0.1 : f64, is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<2xi64>) -> (tensor<?x12x1024x64xf32>, tensor<2xi64>) loc("blocks.0.attention")
  %attention_8 = amp.transpose %attention_0_1 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.0.attention")
  %attention_9 = amp.reshape %attention_8 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.0.attention")
  %out = amp.linear %attention_9, %blocks_0_attention_out_weight, %blocks_0_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.0.attention.out")
  %dropout_0_1, %dropout_1_1 = amp.dropout %out, %attention_1_1 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.0.attention.dropout")
  %_0 = amp.add %dropout_0, %dropout_0_1 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.0")
  %norm2 = amp.layer_norm %_0 weight(%blocks_0_norm2_weight) bias(%blocks_0_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.0.norm2")
  %_0_1 = amp.linear %norm2, %blocks_0_mlp_0_weight, %blocks_0_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.0.mlp.0")
  %_1 = amp.gelu %_0_1 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.0.mlp.1")
  %_2 = amp.linear %_1, %blocks_0_mlp_2_weight, %blocks_0_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.0.mlp.2")
  %_3_0, %_3_1 = amp.dropout %_2, %dropout_1_1 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.0.mlp.3")
  %_0_2 = amp.add %_0, %_3_0 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.0")
  %norm1_1 = amp.layer_norm %_0_2 weight(%blocks_1_norm1_weight) bias(%blocks_1_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.1.norm1")
  %qkv_1 = amp.linear %norm1_1, %blocks_1_attention_qkv_weight, %blocks_1_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.1.attention.qkv")
  %attention_0_2, %attention_1_2, %attention_2_1 = amp.split %qkv_1 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.1.attention")
  %attention_10 = amp.reshape %attention_0_2 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.1.attention")
  %attention_11 = amp.transpose %attention_10 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.1.attention")
  %attention_12 = amp.reshape %attention_1_2 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.1.attention")
  %attention_13 = amp.transpose %attention_12 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.1.attention")
  %attention_14 = amp.reshape %attention_2_1 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.1.attention")
  %attention_15 = amp.transpose %attention_14 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.1.attention")
  %attention_0_3, %attention_1_3 = amp.scaled_dot_product_attention %attention_11, %attention_13, %attention_15 random(%_3_1) {dropout_p = 0.1 : f64, is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<2xi64>) -> (tensor<?x12x1024x64xf32>, tensor<2xi64>) loc("blocks.1.attention")
  %attention_16 = amp.transpose %attention_0_3 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.1.attention")
  %attention_17 = amp.reshape %attention_16 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.1.attention")
  %out_1 = amp.linear %attention_17, %blocks_1_attention_out_weight, %blocks_1_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.1.attention.out")
  %dropout_0_2, %dropout_1_2 = amp.dropout %out_1, %attention_1_3 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.1.attention.dropout")
  %_1_1 = amp.add %_0_2, %dropout_0_2 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.1")
  %norm2_1 = amp.layer_norm %_1_1 weight(%blocks_1_norm2_weight) bias(%blocks_1_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.1.norm2")
  %_0_3 = amp.linear %norm2_1, %blocks_1_mlp_0_weight, %blocks_1_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.1.mlp.0")
  %_1_2 = amp.gelu %_0_3 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.1.mlp.1")
  %_2_1 = amp.linear %_1_2, %blocks_1_mlp_2_weight, %blocks_1_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.1.mlp.2")
  %_3_0_1, %_3_1_1 = amp.dropout %_2_1, %dropout_1_2 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.1.mlp.3")
  %_1_3 = amp.add %_1_1, %_3_0_1 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.1")
  %norm1_2 = amp.layer_norm %_1_3 weight(%blocks_2_norm1_weight) bias(%blocks_2_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.2.norm1")
  %qkv_2 = amp.linear %norm1_2, %blocks_2_attention_qkv_weight, %blocks_2_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.2.attention.qkv")
  %attention_0_4, %attention_1_4, %attention_2_2 = amp.split %qkv_2 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.2.attention")
  %attention_18 = amp.reshape %attention_0_4 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.2.attention")
  %attention_19 = amp.transpose %attention_18 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.2.attention")
  %attention_20 = amp.reshape %attention_1_4 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.2.attention")
  %attention_21 = amp.transpose %attention_20 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.2.attention")
  %attention_22 = amp.reshape %attention_2_2 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.2.attention")
  %attention_23 = amp.transpose %attention_22 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.2.attention")
  %attention_0_5, %attention_1_5 = amp.scaled_dot_product_attention %attention_19, %attention_21, %attention_23 random(%_3_1_1) {dropout_p = 0.1 : f64, is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<2xi64>) -> (tensor<?x12x1024x64xf32>, tensor<2xi64>) loc("blocks.2.attention")
  %attention_24 = amp.transpose %attention_0_5 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.2.attention")
  %attention_25 = amp.reshape %attention_24 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.2.attention")
  %out_2 = amp.linear %attention_25, %blocks_2_attention_out_weight, %blocks_2_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.2.attention.out")
  %dropout_0_3, %dropout_1_3 = amp.dropout %out_2, %attention_1_5 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.2.attention.dropout")
  %_2_2 = amp.add %_1_3, %dropout_0_3 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.2")
  %norm2_2 = amp.layer_norm %_2_2 weight(%blocks_2_norm2_weight) bias(%blocks_2_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.2.norm2")
  %_0_4 = amp.linear %norm2_2, %blocks_2_mlp_0_weight, %blocks_2_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.2.mlp.0")
  %_1_4 = amp.gelu %_0_4 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.2.mlp.1")
  %_2_3 = amp.linear %_1_4, %blocks_2_mlp_2_weight, %blocks_2_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.2.mlp.2")
  %_3_0_2, %_3_1_2 = amp.dropout %_2_3, %dropout_1_3 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.2.mlp.3")
  %_2_4 = amp.add %_2_2, %_3_0_2 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.2")
  %norm1_3 = amp.layer_norm %_2_4 weight(%blocks_3_norm1_weight) bias(%blocks_3_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.3.norm1")
  %qkv_3 = amp.linear %norm1_3, %blocks_3_attention_qkv_weight, %blocks_3_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.3.attention.qkv")
  %attention_0_6, %attention_1_6, %attention_2_3 = amp.split %qkv_3 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.3.attention")
  %attention_26 = amp.reshape %attention_0_6 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.3.attention")
  %attention_27 = amp.transpose %attention_26 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.3.attention")
  %attention_28 = amp.reshape %attention_1_6 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.3.attention")
  %attention_29 = amp.transpose %attention_28 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.3.attention")
  %attention_30 = amp.reshape %attention_2_3 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.3.attention")
  %attention_31 = amp.transpose %attention_30 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.3.attention")
  %attention_0_7, %attention_1_7 = amp.scaled_dot_product_attention %attention_27, %attention_29, %attention_31 random(%_3_1_2) {dropout_p = 0.1 : f64, is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<2xi64>) -> (tensor<?x12x1024x64xf32>, tensor<2xi64>) loc("blocks.3.attention")
  %attention_32 = amp.transpose %attention_0_7 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.3.attention")
  %attention_33 = amp.reshape %attention_32 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.3.attention")
  %out_3 = amp.linear %attention_33, %blocks_3_attention_out_weight, %blocks_3_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.3.attention.out")
  %dropout_0_4, %dropout_1_4 = amp.dropout %out_3, %attention_1_7 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.3.attention.dropout")
  %_3 = amp.add %_2_4, %dropout_0_4 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.3")
  %norm2_3 = amp.layer_norm %_3 weight(%blocks_3_norm2_weight) bias(%blocks_3_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.3.norm2")
  %_0_5 = amp.linear %norm2_3, %blocks_3_mlp_0_weight, %blocks_3_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.3.mlp.0")
  %_1_5 = amp.gelu %_0_5 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.3.mlp.1")
  %_2_5 = amp.linear %_1_5, %blocks_3_mlp_2_weight, %blocks_3_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.3.mlp.2")
  %_3_0_3, %_3_1_3 = amp.dropout %_2_5, %dropout_1_4 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.3.mlp.3")
  %_3_2 = amp.add %_3, %_3_0_3 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.3")
  %norm1_4 = amp.layer_norm %_3_2 weight(%blocks_4_norm1_weight) bias(%blocks_4_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.4.norm1")
  %qkv_4 = amp.linear %norm1_4, %blocks_4_attention_qkv_weight, %blocks_4_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.4.attention.qkv")
  %attention_0_8, %attention_1_8, %attention_2_4 = amp.split %qkv_4 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.4.attention")
  %attention_34 = amp.reshape %attention_0_8 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.4.attention")
  %attention_35 = amp.transpose %attention_34 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.4.attention")
  %attention_36 = amp.reshape %attention_1_8 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.4.attention")
  %attention_37 = amp.transpose %attention_36 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.4.attention")
  %attention_38 = amp.reshape %attention_2_4 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.4.attention")
  %attention_39 = amp.transpose %attention_38 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.4.attention")
  %attention_0_9, %attention_1_9 = amp.scaled_dot_product_attention %attention_35, %attention_37, %attention_39 random(%_3_1_3) {dropout_p = 0.1 : f64, is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<2xi64>) -> (tensor<?x12x1024x64xf32>, tensor<2xi64>) loc("blocks.4.attention")
  %attention_40 = amp.transpose %attention_0_9 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.4.attention")
  %attention_41 = amp.reshape %attention_40 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.4.attention")
  %out_4 = amp.linear %attention_41, %blocks_4_attention_out_weight, %blocks_4_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.4.attention.out")
  %dropout_0_5, %dropout_1_5 = amp.dropout %out_4, %attention_1_9 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.4.attention.dropout")
  %_4 = amp.add %_3_2, %dropout_0_5 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.4")
  %norm2_4 = amp.layer_norm %_4 weight(%blocks_4_norm2_weight) bias(%blocks_4_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.4.norm2")
  %_0_6 = amp.linear %norm2_4, %blocks_4_mlp_0_weight, %blocks_4_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.4.mlp.0")
  %_1_6 = amp.gelu %_0_6 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.4.mlp.1")
  %_2_6 = amp.linear %_1_6, %blocks_4_mlp_2_weight, %blocks_4_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.4.mlp.2")
  %_3_0_4, %_3_1_4 = amp.dropout %_2_6, %dropout_1_5 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.4.mlp.3")
  %_4_1 = amp.add %_4, %_3_0_4 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.4")
  %norm1_5 = amp.layer_norm %_4_1 weight(%blocks_5_norm1_weight) bias(%blocks_5_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.5.norm1")
  %qkv_5 = amp.linear %norm1_5, %blocks_5_attention_qkv_weight, %blocks_5_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.5.attention.qkv")
  %attention_0_10, %attention_1_10, %attention_2_5 = amp.split %qkv_5 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.5.attention")
  %attention_42 = amp.reshape %attention_0_10 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.5.attention")
  %attention_43 = amp.transpose %attention_42 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.5.attention")
  %attention_44 = amp.reshape %attention_1_10 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.5.attention")
  %attention_45 = amp.transpose %attention_44 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.5.attention")
  %attention_46 = amp.reshape %attention_2_5 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.5.attention")
  %attention_47 = amp.transpose %attention_46 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.5.attention")
  %attention_0_11, %attention_1_11 = amp.scaled_dot_product_attention %attention_43, %attention_45, %attention_47 random(%_3_1_4) {dropout_p = 0.1 : f64, is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<2xi64>) -> (tensor<?x12x1024x64xf32>, tensor<2xi64>) loc("blocks.5.attention")
  %attention_48 = amp.transpose %attention_0_11 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.5.attention")
  %attention_49 = amp.reshape %attention_48 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.5.attention")
  %out_5 = amp.linear %attention_49, %blocks_5_attention_out_weight, %blocks_5_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.5.attention.out")
  %dropout_0_6, %dropout_1_6 = amp.dropout %out_5, %attention_1_11 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.5.attention.dropout")
  %_5 = amp.add %_4_1, %dropout_0_6 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.5")
  %norm2_5 = amp.layer_norm %_5 weight(%blocks_5_norm2_weight) bias(%blocks_5_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.5.norm2")
  %_0_7 = amp.linear %norm2_5, %blocks_5_mlp_0_weight, %blocks_5_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.5.mlp.0")
  %_1_7 = amp.gelu %_0_7 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.5.mlp.1")
  %_2_7 = amp.linear %_1_7, %blocks_5_mlp_2_weight, %blocks_5_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.5.mlp.2")
  %_3_0_5, %_3_1_5 = amp.dropout %_2_7, %dropout_1_6 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.5.mlp.3")
  %_5_1 = amp.add %_5, %_3_0_5 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.5")
  %norm1_6 = amp.layer_norm %_5_1 weight(%blocks_6_norm1_weight) bias(%blocks_6_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.6.norm1")
  %qkv_6 = amp.linear %norm1_6, %blocks_6_attention_qkv_weight, %blocks_6_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.6.attention.qkv")
  %attention_0_12, %attention_1_12, %attention_2_6 = amp.split %qkv_6 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.6.attention")
  %attention_50 = amp.reshape %attention_0_12 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.6.attention")
  %attention_51 = amp.transpose %attention_50 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.6.attention")
  %attention_52 = amp.reshape %attention_1_12 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.6.attention")
  %attention_53 = amp.transpose %attention_52 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.6.attention")
  %attention_54 = amp.reshape %attention_2_6 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.6.attention")
  %attention_55 = amp.transpose %attention_54 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.6.attention")
  %attention_0_13, %attention_1_13 = amp.scaled_dot_product_attention %attention_51, %attention_53, %attention_55 random(%_3_1_5) {dropout_p = 0.1 : f64, is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<2xi64>) -> (tensor<?x12x1024x64xf32>, tensor<2xi64>) loc("blocks.6.attention")
  %attention_56 = amp.transpose %attention_0_13 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.6.attention")
  %attention_57 = amp.reshape %attention_56 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.6.attention")
  %out_6 = amp.linear %attention_57, %blocks_6_attention_out_weight, %blocks_6_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.6.attention.out")
  %dropout_0_7, %dropout_1_7 = amp.dropout %out_6, %attention_1_13 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.6.attention.dropout")
  %_6 = amp.add %_5_1, %dropout_0_7 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.6")
  %norm2_6 = amp.layer_norm %_6 weight(%blocks_6_norm2_weight) bias(%blocks_6_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.6.norm2")
  %_0_8 = amp.linear %norm2_6, %blocks_6_mlp_0_weight, %blocks_6_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.6.mlp.0")
  %_1_8 = amp.gelu %_0_8 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.6.mlp.1")
  %_2_8 = amp.linear %_1_8, %blocks_6_mlp_2_weight, %blocks_6_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.6.mlp.2")
  %_3_0_6, %_3_1_6 = amp.dropout %_2_8, %dropout_1_7 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.6.mlp.3")
  %_6_1 = amp.add %_6, %_3_0_6 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.6")
  %norm1_7 = amp.layer_norm %_6_1 weight(%blocks_7_norm1_weight) bias(%blocks_7_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.7.norm1")
  %qkv_7 = amp.linear %norm1_7, %blocks_7_attention_qkv_weight, %blocks_7_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.7.attention.qkv")
  %attention_0_14, %attention_1_14, %attention_2_7 = amp.split %qkv_7 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.7.attention")
  %attention_58 = amp.reshape %attention_0_14 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.7.attention")
  %attention_59 = amp.transpose %attention_58 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.7.attention")
  %attention_60 = amp.reshape %attention_1_14 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.7.attention")
  %attention_61 = amp.transpose %attention_60 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.7.attention")
  %attention_62 = amp.reshape %attention_2_7 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.7.attention")
  %attention_63 = amp.transpose %attention_62 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.7.attention")
  %attention_0_15, %attention_1_15 = amp.scaled_dot_product_attention %attention_59, %attention_61, %attention_63 random(%_3_1_6) {dropout_p = 0.1 : f64, is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<2xi64>) -> (tensor<?x12x1024x64xf32>, tensor<2xi64>) loc("blocks.7.attention")
  %attention_64 = amp.transpose %attention_0_15 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.7.attention")
  %attention_65 = amp.reshape %attention_64 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.7.attention")
  %out_7 = amp.linear %attention_65, %blocks_7_attention_out_weight, %blocks_7_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.7.attention.out")
  %dropout_0_8, %dropout_1_8 = amp.dropout %out_7, %attention_1_15 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.7.attention.dropout")
  %_7 = amp.add %_6_1, %dropout_0_8 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.7")
  %norm2_7 = amp.layer_norm %_7 weight(%blocks_7_norm2_weight) bias(%blocks_7_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.7.norm2")
  %_0_9 = amp.linear %norm2_7, %blocks_7_mlp_0_weight, %blocks_7_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.7.mlp.0")
  %_1_9 = amp.gelu %_0_9 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.7.mlp.1")
  %_2_9 = amp.linear %_1_9, %blocks_7_mlp_2_weight, %blocks_7_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.7.mlp.2")
  %_3_0_7, %_3_1_7 = amp.dropout %_2_9, %dropout_1_8 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.7.mlp.3")
  %_7_1 = amp.add %_7, %_3_0_7 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.7")
  %norm1_8 = amp.layer_norm %_7_1 weight(%blocks_8_norm1_weight) bias(%blocks_8_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.8.norm1")
  %qkv_8 = amp.linear %norm1_8, %blocks_8_attention_qkv_weight, %blocks_8_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.8.attention.qkv")
  %attention_0_16, %attention_1_16, %attention_2_8 = amp.split %qkv_8 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.8.attention")
  %attention_66 = amp.reshape %attention_0_16 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.8.attention")
  %attention_67 = amp.transpose %attention_66 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.8.attention")
  %attention_68 = amp.reshape %attention_1_16 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.8.attention")
  %attention_69 = amp.transpose %attention_68 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.8.attention")
  %attention_70 = amp.reshape %attention_2_8 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.8.attention")
  %attention_71 = amp.transpose %attention_70 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.8.attention")
  %attention_0_17, %attention_1_17 = amp.scaled_dot_product_attention %attention_67, %attention_69, %attention_71 random(%_3_1_7) {dropout_p = 0.1 : f64, is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<2xi64>) -> (tensor<?x12x1024x64xf32>, tensor<2xi64>) loc("blocks.8.attention")
  %attention_72 = amp.transpose %attention_0_17 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.8.attention")
  %attention_73 = amp.reshape %attention_72 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.8.attention")
  %out_8 = amp.linear %attention_73, %blocks_8_attention_out_weight, %blocks_8_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.8.attention.out")
  %dropout_0_9, %dropout_1_9 = amp.dropout %out_8, %attention_1_17 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.8.attention.dropout")
  %_8 = amp.add %_7_1, %dropout_0_9 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.8")
  %norm2_8 = amp.layer_norm %_8 weight(%blocks_8_norm2_weight) bias(%blocks_8_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.8.norm2")
  %_0_10 = amp.linear %norm2_8, %blocks_8_mlp_0_weight, %blocks_8_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.8.mlp.0")
  %_1_10 = amp.gelu %_0_10 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.8.mlp.1")
  %_2_10 = amp.linear %_1_10, %blocks_8_mlp_2_weight, %blocks_8_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.8.mlp.2")
  %_3_0_8, %_3_1_8 = amp.dropout %_2_10, %dropout_1_9 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.8.mlp.3")
  %_8_1 = amp.add %_8, %_3_0_8 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.8")
  %norm1_9 = amp.layer_norm %_8_1 weight(%blocks_9_norm1_weight) bias(%blocks_9_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.9.norm1")
  %qkv_9 = amp.linear %norm1_9, %blocks_9_attention_qkv_weight, %blocks_9_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.9.attention.qkv")
  %attention_0_18, %attention_1_18, %attention_2_9 = amp.split %qkv_9 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.9.attention")
  %attention_74 = amp.reshape %attention_0_18 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.9.attention")
  %attention_75 = amp.transpose %attention_74 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.9.attention")
  %attention_76 = amp.reshape %attention_1_18 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.9.attention")
  %attention_77 = amp.transpose %attention_76 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.9.attention")
  %attention_78 = amp.reshape %attention_2_9 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.9.attention")
  %attention_79 = amp.transpose %attention_78 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.9.attention")
  %attention_0_19, %attention_1_19 = amp.scaled_dot_product_attention %attention_75, %attention_77, %attention_79 random(%_3_1_8) {dropout_p = 0.1 : f64, is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<2xi64>) -> (tensor<?x12x1024x64xf32>, tensor<2xi64>) loc("blocks.9.attention")
  %attention_80 = amp.transpose %attention_0_19 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.9.attention")
  %attention_81 = amp.reshape %attention_80 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.9.attention")
  %out_9 = amp.linear %attention_81, %blocks_9_attention_out_weight, %blocks_9_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.9.attention.out")
  %dropout_0_10, %dropout_1_10 = amp.dropout %out_9, %attention_1_19 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.9.attention.dropout")
  %_9 = amp.add %_8_1, %dropout_0_10 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.9")
  %norm2_9 = amp.layer_norm %_9 weight(%blocks_9_norm2_weight) bias(%blocks_9_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.9.norm2")
  %_0_11 = amp.linear %norm2_9, %blocks_9_mlp_0_weight, %blocks_9_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.9.mlp.0")
  %_1_11 = amp.gelu %_0_11 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.9.mlp.1")
  %_2_11 = amp.linear %_1_11, %blocks_9_mlp_2_weight, %blocks_9_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.9.mlp.2")
  %_3_0_9, %_3_1_9 = amp.dropout %_2_11, %dropout_1_10 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.9.mlp.3")
  %_9_1 = amp.add %_9, %_3_0_9 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.9")
  %norm1_10 = amp.layer_norm %_9_1 weight(%blocks_10_norm1_weight) bias(%blocks_10_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.10.norm1")
  %qkv_10 = amp.linear %norm1_10, %blocks_10_attention_qkv_weight, %blocks_10_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.10.attention.qkv")
  %attention_0_20, %attention_1_20, %attention_2_10 = amp.split %qkv_10 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.10.attention")
  %attention_82 = amp.reshape %attention_0_20 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.10.attention")
  %attention_83 = amp.transpose %attention_82 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.10.attention")
  %attention_84 = amp.reshape %attention_1_20 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.10.attention")
  %attention_85 = amp.transpose %attention_84 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.10.attention")
  %attention_86 = amp.reshape %attention_2_10 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.10.attention")
  %attention_87 = amp.transpose %attention_86 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.10.attention")
  %attention_0_21, %attention_1_21 = amp.scaled_dot_product_attention %attention_83, %attention_85, %attention_87 random(%_3_1_9) {dropout_p = 0.1 : f64, is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<2xi64>) -> (tensor<?x12x1024x64xf32>, tensor<2xi64>) loc("blocks.10.attention")
  %attention_88 = amp.transpose %attention_0_21 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.10.attention")
  %attention_89 = amp.reshape %attention_88 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.10.attention")
  %out_10 = amp.linear %attention_89, %blocks_10_attention_out_weight, %blocks_10_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.10.attention.out")
  %dropout_0_11, %dropout_1_11 = amp.dropout %out_10, %attention_1_21 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.10.attention.dropout")
  %_10 = amp.add %_9_1, %dropout_0_11 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.10")
  %norm2_10 = amp.layer_norm %_10 weight(%blocks_10_norm2_weight) bias(%blocks_10_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.10.norm2")
  %_0_12 = amp.linear %norm2_10, %blocks_10_mlp_0_weight, %blocks_10_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.10.mlp.0")
  %_1_12 = amp.gelu %_0_12 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.10.mlp.1")
  %_2_12 = amp.linear %_1_12, %blocks_10_mlp_2_weight, %blocks_10_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.10.mlp.2")
  %_3_0_10, %_3_1_10 = amp.dropout %_2_12, %dropout_1_11 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.10.mlp.3")
  %_10_1 = amp.add %_10, %_3_0_10 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.10")
  %norm1_11 = amp.layer_norm %_10_1 weight(%blocks_11_norm1_weight) bias(%blocks_11_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.11.norm1")
  %qkv_11 = amp.linear %norm1_11, %blocks_11_attention_qkv_weight, %blocks_11_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.11.attention.qkv")
  %attention_0_22, %attention_1_22, %attention_2_11 = amp.split %qkv_11 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.11.attention")
  %attention_90 = amp.reshape %attention_0_22 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.11.attention")
  %attention_91 = amp.transpose %attention_90 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.11.attention")
  %attention_92 = amp.reshape %attention_1_22 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.11.attention")
  %attention_93 = amp.transpose %attention_92 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.11.attention")
  %attention_94 = amp.reshape %attention_2_11 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.11.attention")
  %attention_95 = amp.transpose %attention_94 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.11.attention")
  %attention_0_23, %attention_1_23 = amp.scaled_dot_product_attention %attention_91, %attention_93, %attention_95 random(%_3_1_10) {dropout_p = 0.1 : f64, is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<2xi64>) -> (tensor<?x12x1024x64xf32>, tensor<2xi64>) loc("blocks.11.attention")
  %attention_96 = amp.transpose %attention_0_23 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.11.attention")
  %attention_97 = amp.reshape %attention_96 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.11.attention")
  %out_11 = amp.linear %attention_97, %blocks_11_attention_out_weight, %blocks_11_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.11.attention.out")
  %dropout_0_12, %dropout_1_12 = amp.dropout %out_11, %attention_1_23 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.11.attention.dropout")
  %_11 = amp.add %_10_1, %dropout_0_12 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.11")
  %norm2_11 = amp.layer_norm %_11 weight(%blocks_11_norm2_weight) bias(%blocks_11_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.11.norm2")
  %_0_13 = amp.linear %norm2_11, %blocks_11_mlp_0_weight, %blocks_11_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.11.mlp.0")
  %_1_13 = amp.gelu %_0_13 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.11.mlp.1")
  %_2_13 = amp.linear %_1_13, %blocks_11_mlp_2_weight, %blocks_11_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.11.mlp.2")
  %_3_0_11, %_3_1_11 = amp.dropout %_2_13, %dropout_1_12 {p = 0.1 : f64} : (tensor<?x1024x768xf32>, tensor<2xi64>) -> (tensor<?x1024x768xf32>, tensor<2xi64>) loc("blocks.11.mlp.3")
  %_11_1 = amp.add %_11, %_3_0_11 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.11")
  %norm = amp.layer_norm %_11_1 weight(%norm_weight) bias(%norm_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("norm")
  %head = amp.linear %norm, %tokens_weight : (tensor<?x1024x768xf32>, tensor<50257x768xf32>) -> tensor<?x1024x50257xf32> loc("head")
  %flatten_12 = amp.reshape %head {shape = array<i64: -1, 50257>} : (tensor<?x1024x50257xf32>) -> tensor<?x50257xf32> loc("flatten_12")
  %flatten_13 = amp.reshape %target {shape = array<i64: -1>} : (tensor<?x1024xi64>) -> tensor<?xi64> loc("flatten_13")
  %cross_entropy_loss = amp.cross_entropy %flatten_12, %flatten_13 {reduction = #amp.reduction<mean>} : (tensor<?x50257xf32>, tensor<?xi64>) -> tensor<f32> loc("cross_entropy_loss")
  %d_positions_weight, %d_blocks_0_norm1_weight, %d_blocks_0_norm1_bias, %d_blocks_0_attention_qkv_weight, %d_blocks_0_attention_qkv_bias, %d_blocks_0_attention_out_weight, %d_blocks_0_attention_out_bias, %d_blocks_0_norm2_weight, %d_blocks_0_norm2_bias, %d_blocks_0_mlp_0_weight, %d_blocks_0_mlp_0_bias, %d_blocks_0_mlp_2_weight, %d_blocks_0_mlp_2_bias, %d_blocks_1_norm1_weight, %d_blocks_1_norm1_bias, %d_blocks_1_attention_qkv_weight, %d_blocks_1_attention_qkv_bias, %d_blocks_1_attention_out_weight, %d_blocks_1_attention_out_bias, %d_blocks_1_norm2_weight, %d_blocks_1_norm2_bias, %d_blocks_1_mlp_0_weight, %d_blocks_1_mlp_0_bias, %d_blocks_1_mlp_2_weight, %d_blocks_1_mlp_2_bias, %d_blocks_2_norm1_weight, %d_blocks_2_norm1_bias, %d_blocks_2_attention_qkv_weight, %d_blocks_2_attention_qkv_bias, %d_blocks_2_attention_out_weight, %d_blocks_2_attention_out_bias, %d_blocks_2_norm2_weight, %d_blocks_2_norm2_bias, %d_blocks_2_mlp_0_weight, %d_blocks_2_mlp_0_bias, %d_blocks_2_mlp_2_weight, %d_blocks_2_mlp_2_bias, %d_blocks_3_norm1_weight, %d_blocks_3_norm1_bias, %d_blocks_3_attention_qkv_weight, %d_blocks_3_attention_qkv_bias, %d_blocks_3_attention_out_weight, %d_blocks_3_attention_out_bias, %d_blocks_3_norm2_weight, %d_blocks_3_norm2_bias, %d_blocks_3_mlp_0_weight, %d_blocks_3_mlp_0_bias, %d_blocks_3_mlp_2_weight, %d_blocks_3_mlp_2_bias, %d_blocks_4_norm1_weight, %d_blocks_4_norm1_bias, %d_blocks_4_attention_qkv_weight, %d_blocks_4_attention_qkv_bias, %d_blocks_4_attention_out_weight, %d_blocks_4_attention_out_bias, %d_blocks_4_norm2_weight, %d_blocks_4_norm2_bias, %d_blocks_4_mlp_0_weight, %d_blocks_4_mlp_0_bias, %d_blocks_4_mlp_2_weight, %d_blocks_4_mlp_2_bias, %d_blocks_5_norm1_weight, %d_blocks_5_norm1_bias, %d_blocks_5_attention_qkv_weight, %d_blocks_5_attention_qkv_bias, %d_blocks_5_attention_out_weight, %d_blocks_5_attention_out_bias, %d_blocks_5_norm2_weight, %d_blocks_5_norm2_bias, %d_blocks_5_mlp_0_weight, %d_blocks_5_mlp_0_bias, %d_blocks_5_mlp_2_weight, %d_blocks_5_mlp_2_bias, %d_blocks_6_norm1_weight, %d_blocks_6_norm1_bias, %d_blocks_6_attention_qkv_weight, %d_blocks_6_attention_qkv_bias, %d_blocks_6_attention_out_weight, %d_blocks_6_attention_out_bias, %d_blocks_6_norm2_weight, %d_blocks_6_norm2_bias, %d_blocks_6_mlp_0_weight, %d_blocks_6_mlp_0_bias, %d_blocks_6_mlp_2_weight, %d_blocks_6_mlp_2_bias, %d_blocks_7_norm1_weight, %d_blocks_7_norm1_bias, %d_blocks_7_attention_qkv_weight, %d_blocks_7_attention_qkv_bias, %d_blocks_7_attention_out_weight, %d_blocks_7_attention_out_bias, %d_blocks_7_norm2_weight, %d_blocks_7_norm2_bias, %d_blocks_7_mlp_0_weight, %d_blocks_7_mlp_0_bias, %d_blocks_7_mlp_2_weight, %d_blocks_7_mlp_2_bias, %d_blocks_8_norm1_weight, %d_blocks_8_norm1_bias, %d_blocks_8_attention_qkv_weight, %d_blocks_8_attention_qkv_bias, %d_blocks_8_attention_out_weight, %d_blocks_8_attention_out_bias, %d_blocks_8_norm2_weight, %d_blocks_8_norm2_bias, %d_blocks_8_mlp_0_weight, %d_blocks_8_mlp_0_bias, %d_blocks_8_mlp_2_weight, %d_blocks_8_mlp_2_bias, %d_blocks_9_norm1_weight, %d_blocks_9_norm1_bias, %d_blocks_9_attention_qkv_weight, %d_blocks_9_attention_qkv_bias, %d_blocks_9_attention_out_weight, %d_blocks_9_attention_out_bias, %d_blocks_9_norm2_weight, %d_blocks_9_norm2_bias, %d_blocks_9_mlp_0_weight, %d_blocks_9_mlp_0_bias, %d_blocks_9_mlp_2_weight, %d_blocks_9_mlp_2_bias, %d_blocks_10_norm1_weight, %d_blocks_10_norm1_bias, %d_blocks_10_attention_qkv_weight, %d_blocks_10_attention_qkv_bias, %d_blocks_10_attention_out_weight, %d_blocks_10_attention_out_bias, %d_blocks_10_norm2_weight, %d_blocks_10_norm2_bias, %d_blocks_10_mlp_0_weight, %d_blocks_10_mlp_0_bias, %d_blocks_10_mlp_2_weight, %d_blocks_10_mlp_2_bias, %d_blocks_11_norm1_weight, %d_blocks_11_norm1_bias, %d_blocks_11_attention_qkv_weight, %d_blocks_11_attention_qkv_bias, %d_blocks_11_attention_out_weight, %d_blocks_11_attention_out_bias, %d_blocks_11_norm2_weight, %d_blocks_11_norm2_bias, %d_blocks_11_mlp_0_weight, %d_blocks_11_mlp_0_bias, %d_blocks_11_mlp_2_weight, %d_blocks_11_mlp_2_bias, %d_norm_weight, %d_norm_bias, %d_tokens_weight = amp.backward %cross_entropy_loss wrt(%positions_weight, %blocks_0_norm1_weight, %blocks_0_norm1_bias, %blocks_0_attention_qkv_weight, %blocks_0_attention_qkv_bias, %blocks_0_attention_out_weight, %blocks_0_attention_out_bias, %blocks_0_norm2_weight, %blocks_0_norm2_bias, %blocks_0_mlp_0_weight, %blocks_0_mlp_0_bias, %blocks_0_mlp_2_weight, %blocks_0_mlp_2_bias, %blocks_1_norm1_weight, %blocks_1_norm1_bias, %blocks_1_attention_qkv_weight, %blocks_1_attention_qkv_bias, %blocks_1_attention_out_weight, %blocks_1_attention_out_bias, %blocks_1_norm2_weight, %blocks_1_norm2_bias, %blocks_1_mlp_0_weight, %blocks_1_mlp_0_bias, %blocks_1_mlp_2_weight, %blocks_1_mlp_2_bias, %blocks_2_norm1_weight, %blocks_2_norm1_bias, %blocks_2_attention_qkv_weight, %blocks_2_attention_qkv_bias, %blocks_2_attention_out_weight, %blocks_2_attention_out_bias, %blocks_2_norm2_weight, %blocks_2_norm2_bias, %blocks_2_mlp_0_weight, %blocks_2_mlp_0_bias, %blocks_2_mlp_2_weight, %blocks_2_mlp_2_bias, %blocks_3_norm1_weight, %blocks_3_norm1_bias, %blocks_3_attention_qkv_weight, %blocks_3_attention_qkv_bias, %blocks_3_attention_out_weight, %blocks_3_attention_out_bias, %blocks_3_norm2_weight, %blocks_3_norm2_bias, %blocks_3_mlp_0_weight, %blocks_3_mlp_0_bias, %blocks_3_mlp_2_weight, %blocks_3_mlp_2_bias, %blocks_4_norm1_weight, %blocks_4_norm1_bias, %blocks_4_attention_qkv_weight, %blocks_4_attention_qkv_bias, %blocks_4_attention_out_weight, %blocks_4_attention_out_bias, %blocks_4_norm2_weight, %blocks_4_norm2_bias, %blocks_4_mlp_0_weight, %blocks_4_mlp_0_bias, %blocks_4_mlp_2_weight, %blocks_4_mlp_2_bias, %blocks_5_norm1_weight, %blocks_5_norm1_bias, %blocks_5_attention_qkv_weight, %blocks_5_attention_qkv_bias, %blocks_5_attention_out_weight, %blocks_5_attention_out_bias, %blocks_5_norm2_weight, %blocks_5_norm2_bias, %blocks_5_mlp_0_weight, %blocks_5_mlp_0_bias, %blocks_5_mlp_2_weight, %blocks_5_mlp_2_bias, %blocks_6_norm1_weight, %blocks_6_norm1_bias, %blocks_6_attention_qkv_weight, %blocks_6_attention_qkv_bias, %blocks_6_attention_out_weight, %blocks_6_attention_out_bias, %blocks_6_norm2_weight, %blocks_6_norm2_bias, %blocks_6_mlp_0_weight, %blocks_6_mlp_0_bias, %blocks_6_mlp_2_weight, %blocks_6_mlp_2_bias, %blocks_7_norm1_weight, %blocks_7_norm1_bias, %blocks_7_attention_qkv_weight, %blocks_7_attention_qkv_bias, %blocks_7_attention_out_weight, %blocks_7_attention_out_bias, %blocks_7_norm2_weight, %blocks_7_norm2_bias, %blocks_7_mlp_0_weight, %blocks_7_mlp_0_bias, %blocks_7_mlp_2_weight, %blocks_7_mlp_2_bias, %blocks_8_norm1_weight, %blocks_8_norm1_bias, %blocks_8_attention_qkv_weight, %blocks_8_attention_qkv_bias, %blocks_8_attention_out_weight, %blocks_8_attention_out_bias, %blocks_8_norm2_weight, %blocks_8_norm2_bias, %blocks_8_mlp_0_weight, %blocks_8_mlp_0_bias, %blocks_8_mlp_2_weight, %blocks_8_mlp_2_bias, %blocks_9_norm1_weight, %blocks_9_norm1_bias, %blocks_9_attention_qkv_weight, %blocks_9_attention_qkv_bias, %blocks_9_attention_out_weight, %blocks_9_attention_out_bias, %blocks_9_norm2_weight, %blocks_9_norm2_bias, %blocks_9_mlp_0_weight, %blocks_9_mlp_0_bias, %blocks_9_mlp_2_weight, %blocks_9_mlp_2_bias, %blocks_10_norm1_weight, %blocks_10_norm1_bias, %blocks_10_attention_qkv_weight, %blocks_10_attention_qkv_bias, %blocks_10_attention_out_weight, %blocks_10_attention_out_bias, %blocks_10_norm2_weight, %blocks_10_norm2_bias, %blocks_10_mlp_0_weight, %blocks_10_mlp_0_bias, %blocks_10_mlp_2_weight, %blocks_10_mlp_2_bias, %blocks_11_norm1_weight, %blocks_11_norm1_bias, %blocks_11_attention_qkv_weight, %blocks_11_attention_qkv_bias, %blocks_11_attention_out_weight, %blocks_11_attention_out_bias, %blocks_11_norm2_weight, %blocks_11_norm2_bias, %blocks_11_mlp_0_weight, %blocks_11_mlp_0_bias, %blocks_11_mlp_2_weight, %blocks_11_mlp_2_bias, %norm_weight, %norm_bias, %tokens_weight) : (tensor<f32>, tensor<1024x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<50257x768xf32>) -> (tensor<1024x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<50257x768xf32>)
  %d_positions_weight_clipped, %d_blocks_0_norm1_weight_clipped, %d_blocks_0_norm1_bias_clipped, %d_blocks_0_attention_qkv_weight_clipped, %d_blocks_0_attention_qkv_bias_clipped, %d_blocks_0_attention_out_weight_clipped, %d_blocks_0_attention_out_bias_clipped, %d_blocks_0_norm2_weight_clipped, %d_blocks_0_norm2_bias_clipped, %d_blocks_0_mlp_0_weight_clipped, %d_blocks_0_mlp_0_bias_clipped, %d_blocks_0_mlp_2_weight_clipped, %d_blocks_0_mlp_2_bias_clipped, %d_blocks_1_norm1_weight_clipped, %d_blocks_1_norm1_bias_clipped, %d_blocks_1_attention_qkv_weight_clipped, %d_blocks_1_attention_qkv_bias_clipped, %d_blocks_1_attention_out_weight_clipped, %d_blocks_1_attention_out_bias_clipped, %d_blocks_1_norm2_weight_clipped, %d_blocks_1_norm2_bias_clipped, %d_blocks_1_mlp_0_weight_clipped, %d_blocks_1_mlp_0_bias_clipped, %d_blocks_1_mlp_2_weight_clipped, %d_blocks_1_mlp_2_bias_clipped, %d_blocks_2_norm1_weight_clipped, %d_blocks_2_norm1_bias_clipped, %d_blocks_2_attention_qkv_weight_clipped, %d_blocks_2_attention_qkv_bias_clipped, %d_blocks_2_attention_out_weight_clipped, %d_blocks_2_attention_out_bias_clipped, %d_blocks_2_norm2_weight_clipped, %d_blocks_2_norm2_bias_clipped, %d_blocks_2_mlp_0_weight_clipped, %d_blocks_2_mlp_0_bias_clipped, %d_blocks_2_mlp_2_weight_clipped, %d_blocks_2_mlp_2_bias_clipped, %d_blocks_3_norm1_weight_clipped, %d_blocks_3_norm1_bias_clipped, %d_blocks_3_attention_qkv_weight_clipped, %d_blocks_3_attention_qkv_bias_clipped, %d_blocks_3_attention_out_weight_clipped, %d_blocks_3_attention_out_bias_clipped, %d_blocks_3_norm2_weight_clipped, %d_blocks_3_norm2_bias_clipped, %d_blocks_3_mlp_0_weight_clipped, %d_blocks_3_mlp_0_bias_clipped, %d_blocks_3_mlp_2_weight_clipped, %d_blocks_3_mlp_2_bias_clipped, %d_blocks_4_norm1_weight_clipped, %d_blocks_4_norm1_bias_clipped, %d_blocks_4_attention_qkv_weight_clipped, %d_blocks_4_attention_qkv_bias_clipped, %d_blocks_4_attention_out_weight_clipped, %d_blocks_4_attention_out_bias_clipped, %d_blocks_4_norm2_weight_clipped, %d_blocks_4_norm2_bias_clipped, %d_blocks_4_mlp_0_weight_clipped, %d_blocks_4_mlp_0_bias_clipped, %d_blocks_4_mlp_2_weight_clipped, %d_blocks_4_mlp_2_bias_clipped, %d_blocks_5_norm1_weight_clipped, %d_blocks_5_norm1_bias_clipped, %d_blocks_5_attention_qkv_weight_clipped, %d_blocks_5_attention_qkv_bias_clipped, %d_blocks_5_attention_out_weight_clipped, %d_blocks_5_attention_out_bias_clipped, %d_blocks_5_norm2_weight_clipped, %d_blocks_5_norm2_bias_clipped, %d_blocks_5_mlp_0_weight_clipped, %d_blocks_5_mlp_0_bias_clipped, %d_blocks_5_mlp_2_weight_clipped, %d_blocks_5_mlp_2_bias_clipped, %d_blocks_6_norm1_weight_clipped, %d_blocks_6_norm1_bias_clipped, %d_blocks_6_attention_qkv_weight_clipped, %d_blocks_6_attention_qkv_bias_clipped, %d_blocks_6_attention_out_weight_clipped, %d_blocks_6_attention_out_bias_clipped, %d_blocks_6_norm2_weight_clipped, %d_blocks_6_norm2_bias_clipped, %d_blocks_6_mlp_0_weight_clipped, %d_blocks_6_mlp_0_bias_clipped, %d_blocks_6_mlp_2_weight_clipped, %d_blocks_6_mlp_2_bias_clipped, %d_blocks_7_norm1_weight_clipped, %d_blocks_7_norm1_bias_clipped, %d_blocks_7_attention_qkv_weight_clipped, %d_blocks_7_attention_qkv_bias_clipped, %d_blocks_7_attention_out_weight_clipped, %d_blocks_7_attention_out_bias_clipped, %d_blocks_7_norm2_weight_clipped, %d_blocks_7_norm2_bias_clipped, %d_blocks_7_mlp_0_weight_clipped, %d_blocks_7_mlp_0_bias_clipped, %d_blocks_7_mlp_2_weight_clipped, %d_blocks_7_mlp_2_bias_clipped, %d_blocks_8_norm1_weight_clipped, %d_blocks_8_norm1_bias_clipped, %d_blocks_8_attention_qkv_weight_clipped, %d_blocks_8_attention_qkv_bias_clipped, %d_blocks_8_attention_out_weight_clipped, %d_blocks_8_attention_out_bias_clipped, %d_blocks_8_norm2_weight_clipped, %d_blocks_8_norm2_bias_clipped, %d_blocks_8_mlp_0_weight_clipped, %d_blocks_8_mlp_0_bias_clipped, %d_blocks_8_mlp_2_weight_clipped, %d_blocks_8_mlp_2_bias_clipped, %d_blocks_9_norm1_weight_clipped, %d_blocks_9_norm1_bias_clipped, %d_blocks_9_attention_qkv_weight_clipped, %d_blocks_9_attention_qkv_bias_clipped, %d_blocks_9_attention_out_weight_clipped, %d_blocks_9_attention_out_bias_clipped, %d_blocks_9_norm2_weight_clipped, %d_blocks_9_norm2_bias_clipped, %d_blocks_9_mlp_0_weight_clipped, %d_blocks_9_mlp_0_bias_clipped, %d_blocks_9_mlp_2_weight_clipped, %d_blocks_9_mlp_2_bias_clipped, %d_blocks_10_norm1_weight_clipped, %d_blocks_10_norm1_bias_clipped, %d_blocks_10_attention_qkv_weight_clipped, %d_blocks_10_attention_qkv_bias_clipped, %d_blocks_10_attention_out_weight_clipped, %d_blocks_10_attention_out_bias_clipped, %d_blocks_10_norm2_weight_clipped, %d_blocks_10_norm2_bias_clipped, %d_blocks_10_mlp_0_weight_clipped, %d_blocks_10_mlp_0_bias_clipped, %d_blocks_10_mlp_2_weight_clipped, %d_blocks_10_mlp_2_bias_clipped, %d_blocks_11_norm1_weight_clipped, %d_blocks_11_norm1_bias_clipped, %d_blocks_11_attention_qkv_weight_clipped, %d_blocks_11_attention_qkv_bias_clipped, %d_blocks_11_attention_out_weight_clipped, %d_blocks_11_attention_out_bias_clipped, %d_blocks_11_norm2_weight_clipped, %d_blocks_11_norm2_bias_clipped, %d_blocks_11_mlp_0_weight_clipped, %d_blocks_11_mlp_0_bias_clipped, %d_blocks_11_mlp_2_weight_clipped, %d_blocks_11_mlp_2_bias_clipped, %d_norm_weight_clipped, %d_norm_bias_clipped, %d_tokens_weight_clipped, %grad_norm = amp.clip_grad_norm(%d_positions_weight, %d_blocks_0_norm1_weight, %d_blocks_0_norm1_bias, %d_blocks_0_attention_qkv_weight, %d_blocks_0_attention_qkv_bias, %d_blocks_0_attention_out_weight, %d_blocks_0_attention_out_bias, %d_blocks_0_norm2_weight, %d_blocks_0_norm2_bias, %d_blocks_0_mlp_0_weight, %d_blocks_0_mlp_0_bias, %d_blocks_0_mlp_2_weight, %d_blocks_0_mlp_2_bias, %d_blocks_1_norm1_weight, %d_blocks_1_norm1_bias, %d_blocks_1_attention_qkv_weight, %d_blocks_1_attention_qkv_bias, %d_blocks_1_attention_out_weight, %d_blocks_1_attention_out_bias, %d_blocks_1_norm2_weight, %d_blocks_1_norm2_bias, %d_blocks_1_mlp_0_weight, %d_blocks_1_mlp_0_bias, %d_blocks_1_mlp_2_weight, %d_blocks_1_mlp_2_bias, %d_blocks_2_norm1_weight, %d_blocks_2_norm1_bias, %d_blocks_2_attention_qkv_weight, %d_blocks_2_attention_qkv_bias, %d_blocks_2_attention_out_weight, %d_blocks_2_attention_out_bias, %d_blocks_2_norm2_weight, %d_blocks_2_norm2_bias, %d_blocks_2_mlp_0_weight, %d_blocks_2_mlp_0_bias, %d_blocks_2_mlp_2_weight, %d_blocks_2_mlp_2_bias, %d_blocks_3_norm1_weight, %d_blocks_3_norm1_bias, %d_blocks_3_attention_qkv_weight, %d_blocks_3_attention_qkv_bias, %d_blocks_3_attention_out_weight, %d_blocks_3_attention_out_bias, %d_blocks_3_norm2_weight, %d_blocks_3_norm2_bias, %d_blocks_3_mlp_0_weight, %d_blocks_3_mlp_0_bias, %d_blocks_3_mlp_2_weight, %d_blocks_3_mlp_2_bias, %d_blocks_4_norm1_weight, %d_blocks_4_norm1_bias, %d_blocks_4_attention_qkv_weight, %d_blocks_4_attention_qkv_bias, %d_blocks_4_attention_out_weight, %d_blocks_4_attention_out_bias, %d_blocks_4_norm2_weight, %d_blocks_4_norm2_bias, %d_blocks_4_mlp_0_weight, %d_blocks_4_mlp_0_bias, %d_blocks_4_mlp_2_weight, %d_blocks_4_mlp_2_bias, %d_blocks_5_norm1_weight, %d_blocks_5_norm1_bias, %d_blocks_5_attention_qkv_weight, %d_blocks_5_attention_qkv_bias, %d_blocks_5_attention_out_weight, %d_blocks_5_attention_out_bias, %d_blocks_5_norm2_weight, %d_blocks_5_norm2_bias, %d_blocks_5_mlp_0_weight, %d_blocks_5_mlp_0_bias, %d_blocks_5_mlp_2_weight, %d_blocks_5_mlp_2_bias, %d_blocks_6_norm1_weight, %d_blocks_6_norm1_bias, %d_blocks_6_attention_qkv_weight, %d_blocks_6_attention_qkv_bias, %d_blocks_6_attention_out_weight, %d_blocks_6_attention_out_bias, %d_blocks_6_norm2_weight, %d_blocks_6_norm2_bias, %d_blocks_6_mlp_0_weight, %d_blocks_6_mlp_0_bias, %d_blocks_6_mlp_2_weight, %d_blocks_6_mlp_2_bias, %d_blocks_7_norm1_weight, %d_blocks_7_norm1_bias, %d_blocks_7_attention_qkv_weight, %d_blocks_7_attention_qkv_bias, %d_blocks_7_attention_out_weight, %d_blocks_7_attention_out_bias, %d_blocks_7_norm2_weight, %d_blocks_7_norm2_bias, %d_blocks_7_mlp_0_weight, %d_blocks_7_mlp_0_bias, %d_blocks_7_mlp_2_weight, %d_blocks_7_mlp_2_bias, %d_blocks_8_norm1_weight, %d_blocks_8_norm1_bias, %d_blocks_8_attention_qkv_weight, %d_blocks_8_attention_qkv_bias, %d_blocks_8_attention_out_weight, %d_blocks_8_attention_out_bias, %d_blocks_8_norm2_weight, %d_blocks_8_norm2_bias, %d_blocks_8_mlp_0_weight, %d_blocks_8_mlp_0_bias, %d_blocks_8_mlp_2_weight, %d_blocks_8_mlp_2_bias, %d_blocks_9_norm1_weight, %d_blocks_9_norm1_bias, %d_blocks_9_attention_qkv_weight, %d_blocks_9_attention_qkv_bias, %d_blocks_9_attention_out_weight, %d_blocks_9_attention_out_bias, %d_blocks_9_norm2_weight, %d_blocks_9_norm2_bias, %d_blocks_9_mlp_0_weight, %d_blocks_9_mlp_0_bias, %d_blocks_9_mlp_2_weight, %d_blocks_9_mlp_2_bias, %d_blocks_10_norm1_weight, %d_blocks_10_norm1_bias, %d_blocks_10_attention_qkv_weight, %d_blocks_10_attention_qkv_bias, %d_blocks_10_attention_out_weight, %d_blocks_10_attention_out_bias, %d_blocks_10_norm2_weight, %d_blocks_10_norm2_bias, %d_blocks_10_mlp_0_weight, %d_blocks_10_mlp_0_bias, %d_blocks_10_mlp_2_weight, %d_blocks_10_mlp_2_bias, %d_blocks_11_norm1_weight, %d_blocks_11_norm1_bias, %d_blocks_11_attention_qkv_weight, %d_blocks_11_attention_qkv_bias, %d_blocks_11_attention_out_weight, %d_blocks_11_attention_out_bias, %d_blocks_11_norm2_weight, %d_blocks_11_norm2_bias, %d_blocks_11_mlp_0_weight, %d_blocks_11_mlp_0_bias, %d_blocks_11_mlp_2_weight, %d_blocks_11_mlp_2_bias, %d_norm_weight, %d_norm_bias, %d_tokens_weight) {max_norm = 1.0 : f64, norm_type = 2.0 : f64} : (tensor<1024x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<50257x768xf32>) -> (tensor<1024x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<50257x768xf32>, tensor<f32>)
  amp.step @optimizer(%d_positions_weight_clipped, %d_blocks_0_norm1_weight_clipped, %d_blocks_0_norm1_bias_clipped, %d_blocks_0_attention_qkv_weight_clipped, %d_blocks_0_attention_qkv_bias_clipped, %d_blocks_0_attention_out_weight_clipped, %d_blocks_0_attention_out_bias_clipped, %d_blocks_0_norm2_weight_clipped, %d_blocks_0_norm2_bias_clipped, %d_blocks_0_mlp_0_weight_clipped, %d_blocks_0_mlp_0_bias_clipped, %d_blocks_0_mlp_2_weight_clipped, %d_blocks_0_mlp_2_bias_clipped, %d_blocks_1_norm1_weight_clipped, %d_blocks_1_norm1_bias_clipped, %d_blocks_1_attention_qkv_weight_clipped, %d_blocks_1_attention_qkv_bias_clipped, %d_blocks_1_attention_out_weight_clipped, %d_blocks_1_attention_out_bias_clipped, %d_blocks_1_norm2_weight_clipped, %d_blocks_1_norm2_bias_clipped, %d_blocks_1_mlp_0_weight_clipped, %d_blocks_1_mlp_0_bias_clipped, %d_blocks_1_mlp_2_weight_clipped, %d_blocks_1_mlp_2_bias_clipped, %d_blocks_2_norm1_weight_clipped, %d_blocks_2_norm1_bias_clipped, %d_blocks_2_attention_qkv_weight_clipped, %d_blocks_2_attention_qkv_bias_clipped, %d_blocks_2_attention_out_weight_clipped, %d_blocks_2_attention_out_bias_clipped, %d_blocks_2_norm2_weight_clipped, %d_blocks_2_norm2_bias_clipped, %d_blocks_2_mlp_0_weight_clipped, %d_blocks_2_mlp_0_bias_clipped, %d_blocks_2_mlp_2_weight_clipped, %d_blocks_2_mlp_2_bias_clipped, %d_blocks_3_norm1_weight_clipped, %d_blocks_3_norm1_bias_clipped, %d_blocks_3_attention_qkv_weight_clipped, %d_blocks_3_attention_qkv_bias_clipped, %d_blocks_3_attention_out_weight_clipped, %d_blocks_3_attention_out_bias_clipped, %d_blocks_3_norm2_weight_clipped, %d_blocks_3_norm2_bias_clipped, %d_blocks_3_mlp_0_weight_clipped, %d_blocks_3_mlp_0_bias_clipped, %d_blocks_3_mlp_2_weight_clipped, %d_blocks_3_mlp_2_bias_clipped, %d_blocks_4_norm1_weight_clipped, %d_blocks_4_norm1_bias_clipped, %d_blocks_4_attention_qkv_weight_clipped, %d_blocks_4_attention_qkv_bias_clipped, %d_blocks_4_attention_out_weight_clipped, %d_blocks_4_attention_out_bias_clipped, %d_blocks_4_norm2_weight_clipped, %d_blocks_4_norm2_bias_clipped, %d_blocks_4_mlp_0_weight_clipped, %d_blocks_4_mlp_0_bias_clipped, %d_blocks_4_mlp_2_weight_clipped, %d_blocks_4_mlp_2_bias_clipped, %d_blocks_5_norm1_weight_clipped, %d_blocks_5_norm1_bias_clipped, %d_blocks_5_attention_qkv_weight_clipped, %d_blocks_5_attention_qkv_bias_clipped, %d_blocks_5_attention_out_weight_clipped, %d_blocks_5_attention_out_bias_clipped, %d_blocks_5_norm2_weight_clipped, %d_blocks_5_norm2_bias_clipped, %d_blocks_5_mlp_0_weight_clipped, %d_blocks_5_mlp_0_bias_clipped, %d_blocks_5_mlp_2_weight_clipped, %d_blocks_5_mlp_2_bias_clipped, %d_blocks_6_norm1_weight_clipped, %d_blocks_6_norm1_bias_clipped, %d_blocks_6_attention_qkv_weight_clipped, %d_blocks_6_attention_qkv_bias_clipped, %d_blocks_6_attention_out_weight_clipped, %d_blocks_6_attention_out_bias_clipped, %d_blocks_6_norm2_weight_clipped, %d_blocks_6_norm2_bias_clipped, %d_blocks_6_mlp_0_weight_clipped, %d_blocks_6_mlp_0_bias_clipped, %d_blocks_6_mlp_2_weight_clipped, %d_blocks_6_mlp_2_bias_clipped, %d_blocks_7_norm1_weight_clipped, %d_blocks_7_norm1_bias_clipped, %d_blocks_7_attention_qkv_weight_clipped, %d_blocks_7_attention_qkv_bias_clipped, %d_blocks_7_attention_out_weight_clipped, %d_blocks_7_attention_out_bias_clipped, %d_blocks_7_norm2_weight_clipped, %d_blocks_7_norm2_bias_clipped, %d_blocks_7_mlp_0_weight_clipped, %d_blocks_7_mlp_0_bias_clipped, %d_blocks_7_mlp_2_weight_clipped, %d_blocks_7_mlp_2_bias_clipped, %d_blocks_8_norm1_weight_clipped, %d_blocks_8_norm1_bias_clipped, %d_blocks_8_attention_qkv_weight_clipped, %d_blocks_8_attention_qkv_bias_clipped, %d_blocks_8_attention_out_weight_clipped, %d_blocks_8_attention_out_bias_clipped, %d_blocks_8_norm2_weight_clipped, %d_blocks_8_norm2_bias_clipped, %d_blocks_8_mlp_0_weight_clipped, %d_blocks_8_mlp_0_bias_clipped, %d_blocks_8_mlp_2_weight_clipped, %d_blocks_8_mlp_2_bias_clipped, %d_blocks_9_norm1_weight_clipped, %d_blocks_9_norm1_bias_clipped, %d_blocks_9_attention_qkv_weight_clipped, %d_blocks_9_attention_qkv_bias_clipped, %d_blocks_9_attention_out_weight_clipped, %d_blocks_9_attention_out_bias_clipped, %d_blocks_9_norm2_weight_clipped, %d_blocks_9_norm2_bias_clipped, %d_blocks_9_mlp_0_weight_clipped, %d_blocks_9_mlp_0_bias_clipped, %d_blocks_9_mlp_2_weight_clipped, %d_blocks_9_mlp_2_bias_clipped, %d_blocks_10_norm1_weight_clipped, %d_blocks_10_norm1_bias_clipped, %d_blocks_10_attention_qkv_weight_clipped, %d_blocks_10_attention_qkv_bias_clipped, %d_blocks_10_attention_out_weight_clipped, %d_blocks_10_attention_out_bias_clipped, %d_blocks_10_norm2_weight_clipped, %d_blocks_10_norm2_bias_clipped, %d_blocks_10_mlp_0_weight_clipped, %d_blocks_10_mlp_0_bias_clipped, %d_blocks_10_mlp_2_weight_clipped, %d_blocks_10_mlp_2_bias_clipped, %d_blocks_11_norm1_weight_clipped, %d_blocks_11_norm1_bias_clipped, %d_blocks_11_attention_qkv_weight_clipped, %d_blocks_11_attention_qkv_bias_clipped, %d_blocks_11_attention_out_weight_clipped, %d_blocks_11_attention_out_bias_clipped, %d_blocks_11_norm2_weight_clipped, %d_blocks_11_norm2_bias_clipped, %d_blocks_11_mlp_0_weight_clipped, %d_blocks_11_mlp_0_bias_clipped, %d_blocks_11_mlp_2_weight_clipped, %d_blocks_11_mlp_2_bias_clipped, %d_norm_weight_clipped, %d_norm_bias_clipped, %d_tokens_weight_clipped) : tensor<1024x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<2304x768xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<3072x768xf32>, tensor<3072xf32>, tensor<768x3072xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<50257x768xf32>
  amp.assign @rng, %_3_1_11 : tensor<2xi64>
  return %cross_entropy_loss : tensor<f32>
}

func.func @evaluate(%text: tensor<?x1024xi64> {amp.name = "text"},
                    %target: tensor<?x1024xi64> {amp.name = "target"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %positions_weight = amp.read @positions.weight : tensor<1024x768xf32>
  %blocks_0_norm1_weight = amp.read @blocks.0.norm1.weight : tensor<768xf32>
  %blocks_0_norm1_bias = amp.read @blocks.0.norm1.bias : tensor<768xf32>
  %blocks_0_attention_qkv_weight = amp.read @blocks.0.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_0_attention_qkv_bias = amp.read @blocks.0.attention.qkv.bias : tensor<2304xf32>
  %blocks_0_attention_out_weight = amp.read @blocks.0.attention.out.weight : tensor<768x768xf32>
  %blocks_0_attention_out_bias = amp.read @blocks.0.attention.out.bias : tensor<768xf32>
  %blocks_0_norm2_weight = amp.read @blocks.0.norm2.weight : tensor<768xf32>
  %blocks_0_norm2_bias = amp.read @blocks.0.norm2.bias : tensor<768xf32>
  %blocks_0_mlp_0_weight = amp.read @blocks.0.mlp.0.weight : tensor<3072x768xf32>
  %blocks_0_mlp_0_bias = amp.read @blocks.0.mlp.0.bias : tensor<3072xf32>
  %blocks_0_mlp_2_weight = amp.read @blocks.0.mlp.2.weight : tensor<768x3072xf32>
  %blocks_0_mlp_2_bias = amp.read @blocks.0.mlp.2.bias : tensor<768xf32>
  %blocks_1_norm1_weight = amp.read @blocks.1.norm1.weight : tensor<768xf32>
  %blocks_1_norm1_bias = amp.read @blocks.1.norm1.bias : tensor<768xf32>
  %blocks_1_attention_qkv_weight = amp.read @blocks.1.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_1_attention_qkv_bias = amp.read @blocks.1.attention.qkv.bias : tensor<2304xf32>
  %blocks_1_attention_out_weight = amp.read @blocks.1.attention.out.weight : tensor<768x768xf32>
  %blocks_1_attention_out_bias = amp.read @blocks.1.attention.out.bias : tensor<768xf32>
  %blocks_1_norm2_weight = amp.read @blocks.1.norm2.weight : tensor<768xf32>
  %blocks_1_norm2_bias = amp.read @blocks.1.norm2.bias : tensor<768xf32>
  %blocks_1_mlp_0_weight = amp.read @blocks.1.mlp.0.weight : tensor<3072x768xf32>
  %blocks_1_mlp_0_bias = amp.read @blocks.1.mlp.0.bias : tensor<3072xf32>
  %blocks_1_mlp_2_weight = amp.read @blocks.1.mlp.2.weight : tensor<768x3072xf32>
  %blocks_1_mlp_2_bias = amp.read @blocks.1.mlp.2.bias : tensor<768xf32>
  %blocks_2_norm1_weight = amp.read @blocks.2.norm1.weight : tensor<768xf32>
  %blocks_2_norm1_bias = amp.read @blocks.2.norm1.bias : tensor<768xf32>
  %blocks_2_attention_qkv_weight = amp.read @blocks.2.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_2_attention_qkv_bias = amp.read @blocks.2.attention.qkv.bias : tensor<2304xf32>
  %blocks_2_attention_out_weight = amp.read @blocks.2.attention.out.weight : tensor<768x768xf32>
  %blocks_2_attention_out_bias = amp.read @blocks.2.attention.out.bias : tensor<768xf32>
  %blocks_2_norm2_weight = amp.read @blocks.2.norm2.weight : tensor<768xf32>
  %blocks_2_norm2_bias = amp.read @blocks.2.norm2.bias : tensor<768xf32>
  %blocks_2_mlp_0_weight = amp.read @blocks.2.mlp.0.weight : tensor<3072x768xf32>
  %blocks_2_mlp_0_bias = amp.read @blocks.2.mlp.0.bias : tensor<3072xf32>
  %blocks_2_mlp_2_weight = amp.read @blocks.2.mlp.2.weight : tensor<768x3072xf32>
  %blocks_2_mlp_2_bias = amp.read @blocks.2.mlp.2.bias : tensor<768xf32>
  %blocks_3_norm1_weight = amp.read @blocks.3.norm1.weight : tensor<768xf32>
  %blocks_3_norm1_bias = amp.read @blocks.3.norm1.bias : tensor<768xf32>
  %blocks_3_attention_qkv_weight = amp.read @blocks.3.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_3_attention_qkv_bias = amp.read @blocks.3.attention.qkv.bias : tensor<2304xf32>
  %blocks_3_attention_out_weight = amp.read @blocks.3.attention.out.weight : tensor<768x768xf32>
  %blocks_3_attention_out_bias = amp.read @blocks.3.attention.out.bias : tensor<768xf32>
  %blocks_3_norm2_weight = amp.read @blocks.3.norm2.weight : tensor<768xf32>
  %blocks_3_norm2_bias = amp.read @blocks.3.norm2.bias : tensor<768xf32>
  %blocks_3_mlp_0_weight = amp.read @blocks.3.mlp.0.weight : tensor<3072x768xf32>
  %blocks_3_mlp_0_bias = amp.read @blocks.3.mlp.0.bias : tensor<3072xf32>
  %blocks_3_mlp_2_weight = amp.read @blocks.3.mlp.2.weight : tensor<768x3072xf32>
  %blocks_3_mlp_2_bias = amp.read @blocks.3.mlp.2.bias : tensor<768xf32>
  %blocks_4_norm1_weight = amp.read @blocks.4.norm1.weight : tensor<768xf32>
  %blocks_4_norm1_bias = amp.read @blocks.4.norm1.bias : tensor<768xf32>
  %blocks_4_attention_qkv_weight = amp.read @blocks.4.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_4_attention_qkv_bias = amp.read @blocks.4.attention.qkv.bias : tensor<2304xf32>
  %blocks_4_attention_out_weight = amp.read @blocks.4.attention.out.weight : tensor<768x768xf32>
  %blocks_4_attention_out_bias = amp.read @blocks.4.attention.out.bias : tensor<768xf32>
  %blocks_4_norm2_weight = amp.read @blocks.4.norm2.weight : tensor<768xf32>
  %blocks_4_norm2_bias = amp.read @blocks.4.norm2.bias : tensor<768xf32>
  %blocks_4_mlp_0_weight = amp.read @blocks.4.mlp.0.weight : tensor<3072x768xf32>
  %blocks_4_mlp_0_bias = amp.read @blocks.4.mlp.0.bias : tensor<3072xf32>
  %blocks_4_mlp_2_weight = amp.read @blocks.4.mlp.2.weight : tensor<768x3072xf32>
  %blocks_4_mlp_2_bias = amp.read @blocks.4.mlp.2.bias : tensor<768xf32>
  %blocks_5_norm1_weight = amp.read @blocks.5.norm1.weight : tensor<768xf32>
  %blocks_5_norm1_bias = amp.read @blocks.5.norm1.bias : tensor<768xf32>
  %blocks_5_attention_qkv_weight = amp.read @blocks.5.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_5_attention_qkv_bias = amp.read @blocks.5.attention.qkv.bias : tensor<2304xf32>
  %blocks_5_attention_out_weight = amp.read @blocks.5.attention.out.weight : tensor<768x768xf32>
  %blocks_5_attention_out_bias = amp.read @blocks.5.attention.out.bias : tensor<768xf32>
  %blocks_5_norm2_weight = amp.read @blocks.5.norm2.weight : tensor<768xf32>
  %blocks_5_norm2_bias = amp.read @blocks.5.norm2.bias : tensor<768xf32>
  %blocks_5_mlp_0_weight = amp.read @blocks.5.mlp.0.weight : tensor<3072x768xf32>
  %blocks_5_mlp_0_bias = amp.read @blocks.5.mlp.0.bias : tensor<3072xf32>
  %blocks_5_mlp_2_weight = amp.read @blocks.5.mlp.2.weight : tensor<768x3072xf32>
  %blocks_5_mlp_2_bias = amp.read @blocks.5.mlp.2.bias : tensor<768xf32>
  %blocks_6_norm1_weight = amp.read @blocks.6.norm1.weight : tensor<768xf32>
  %blocks_6_norm1_bias = amp.read @blocks.6.norm1.bias : tensor<768xf32>
  %blocks_6_attention_qkv_weight = amp.read @blocks.6.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_6_attention_qkv_bias = amp.read @blocks.6.attention.qkv.bias : tensor<2304xf32>
  %blocks_6_attention_out_weight = amp.read @blocks.6.attention.out.weight : tensor<768x768xf32>
  %blocks_6_attention_out_bias = amp.read @blocks.6.attention.out.bias : tensor<768xf32>
  %blocks_6_norm2_weight = amp.read @blocks.6.norm2.weight : tensor<768xf32>
  %blocks_6_norm2_bias = amp.read @blocks.6.norm2.bias : tensor<768xf32>
  %blocks_6_mlp_0_weight = amp.read @blocks.6.mlp.0.weight : tensor<3072x768xf32>
  %blocks_6_mlp_0_bias = amp.read @blocks.6.mlp.0.bias : tensor<3072xf32>
  %blocks_6_mlp_2_weight = amp.read @blocks.6.mlp.2.weight : tensor<768x3072xf32>
  %blocks_6_mlp_2_bias = amp.read @blocks.6.mlp.2.bias : tensor<768xf32>
  %blocks_7_norm1_weight = amp.read @blocks.7.norm1.weight : tensor<768xf32>
  %blocks_7_norm1_bias = amp.read @blocks.7.norm1.bias : tensor<768xf32>
  %blocks_7_attention_qkv_weight = amp.read @blocks.7.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_7_attention_qkv_bias = amp.read @blocks.7.attention.qkv.bias : tensor<2304xf32>
  %blocks_7_attention_out_weight = amp.read @blocks.7.attention.out.weight : tensor<768x768xf32>
  %blocks_7_attention_out_bias = amp.read @blocks.7.attention.out.bias : tensor<768xf32>
  %blocks_7_norm2_weight = amp.read @blocks.7.norm2.weight : tensor<768xf32>
  %blocks_7_norm2_bias = amp.read @blocks.7.norm2.bias : tensor<768xf32>
  %blocks_7_mlp_0_weight = amp.read @blocks.7.mlp.0.weight : tensor<3072x768xf32>
  %blocks_7_mlp_0_bias = amp.read @blocks.7.mlp.0.bias : tensor<3072xf32>
  %blocks_7_mlp_2_weight = amp.read @blocks.7.mlp.2.weight : tensor<768x3072xf32>
  %blocks_7_mlp_2_bias = amp.read @blocks.7.mlp.2.bias : tensor<768xf32>
  %blocks_8_norm1_weight = amp.read @blocks.8.norm1.weight : tensor<768xf32>
  %blocks_8_norm1_bias = amp.read @blocks.8.norm1.bias : tensor<768xf32>
  %blocks_8_attention_qkv_weight = amp.read @blocks.8.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_8_attention_qkv_bias = amp.read @blocks.8.attention.qkv.bias : tensor<2304xf32>
  %blocks_8_attention_out_weight = amp.read @blocks.8.attention.out.weight : tensor<768x768xf32>
  %blocks_8_attention_out_bias = amp.read @blocks.8.attention.out.bias : tensor<768xf32>
  %blocks_8_norm2_weight = amp.read @blocks.8.norm2.weight : tensor<768xf32>
  %blocks_8_norm2_bias = amp.read @blocks.8.norm2.bias : tensor<768xf32>
  %blocks_8_mlp_0_weight = amp.read @blocks.8.mlp.0.weight : tensor<3072x768xf32>
  %blocks_8_mlp_0_bias = amp.read @blocks.8.mlp.0.bias : tensor<3072xf32>
  %blocks_8_mlp_2_weight = amp.read @blocks.8.mlp.2.weight : tensor<768x3072xf32>
  %blocks_8_mlp_2_bias = amp.read @blocks.8.mlp.2.bias : tensor<768xf32>
  %blocks_9_norm1_weight = amp.read @blocks.9.norm1.weight : tensor<768xf32>
  %blocks_9_norm1_bias = amp.read @blocks.9.norm1.bias : tensor<768xf32>
  %blocks_9_attention_qkv_weight = amp.read @blocks.9.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_9_attention_qkv_bias = amp.read @blocks.9.attention.qkv.bias : tensor<2304xf32>
  %blocks_9_attention_out_weight = amp.read @blocks.9.attention.out.weight : tensor<768x768xf32>
  %blocks_9_attention_out_bias = amp.read @blocks.9.attention.out.bias : tensor<768xf32>
  %blocks_9_norm2_weight = amp.read @blocks.9.norm2.weight : tensor<768xf32>
  %blocks_9_norm2_bias = amp.read @blocks.9.norm2.bias : tensor<768xf32>
  %blocks_9_mlp_0_weight = amp.read @blocks.9.mlp.0.weight : tensor<3072x768xf32>
  %blocks_9_mlp_0_bias = amp.read @blocks.9.mlp.0.bias : tensor<3072xf32>
  %blocks_9_mlp_2_weight = amp.read @blocks.9.mlp.2.weight : tensor<768x3072xf32>
  %blocks_9_mlp_2_bias = amp.read @blocks.9.mlp.2.bias : tensor<768xf32>
  %blocks_10_norm1_weight = amp.read @blocks.10.norm1.weight : tensor<768xf32>
  %blocks_10_norm1_bias = amp.read @blocks.10.norm1.bias : tensor<768xf32>
  %blocks_10_attention_qkv_weight = amp.read @blocks.10.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_10_attention_qkv_bias = amp.read @blocks.10.attention.qkv.bias : tensor<2304xf32>
  %blocks_10_attention_out_weight = amp.read @blocks.10.attention.out.weight : tensor<768x768xf32>
  %blocks_10_attention_out_bias = amp.read @blocks.10.attention.out.bias : tensor<768xf32>
  %blocks_10_norm2_weight = amp.read @blocks.10.norm2.weight : tensor<768xf32>
  %blocks_10_norm2_bias = amp.read @blocks.10.norm2.bias : tensor<768xf32>
  %blocks_10_mlp_0_weight = amp.read @blocks.10.mlp.0.weight : tensor<3072x768xf32>
  %blocks_10_mlp_0_bias = amp.read @blocks.10.mlp.0.bias : tensor<3072xf32>
  %blocks_10_mlp_2_weight = amp.read @blocks.10.mlp.2.weight : tensor<768x3072xf32>
  %blocks_10_mlp_2_bias = amp.read @blocks.10.mlp.2.bias : tensor<768xf32>
  %blocks_11_norm1_weight = amp.read @blocks.11.norm1.weight : tensor<768xf32>
  %blocks_11_norm1_bias = amp.read @blocks.11.norm1.bias : tensor<768xf32>
  %blocks_11_attention_qkv_weight = amp.read @blocks.11.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_11_attention_qkv_bias = amp.read @blocks.11.attention.qkv.bias : tensor<2304xf32>
  %blocks_11_attention_out_weight = amp.read @blocks.11.attention.out.weight : tensor<768x768xf32>
  %blocks_11_attention_out_bias = amp.read @blocks.11.attention.out.bias : tensor<768xf32>
  %blocks_11_norm2_weight = amp.read @blocks.11.norm2.weight : tensor<768xf32>
  %blocks_11_norm2_bias = amp.read @blocks.11.norm2.bias : tensor<768xf32>
  %blocks_11_mlp_0_weight = amp.read @blocks.11.mlp.0.weight : tensor<3072x768xf32>
  %blocks_11_mlp_0_bias = amp.read @blocks.11.mlp.0.bias : tensor<3072xf32>
  %blocks_11_mlp_2_weight = amp.read @blocks.11.mlp.2.weight : tensor<768x3072xf32>
  %blocks_11_mlp_2_bias = amp.read @blocks.11.mlp.2.bias : tensor<768xf32>
  %norm_weight = amp.read @norm.weight : tensor<768xf32>
  %norm_bias = amp.read @norm.bias : tensor<768xf32>
  %tokens_weight = amp.read @tokens.weight : tensor<50257x768xf32>
  %tokens = amp.embedding %tokens_weight, %text : (tensor<50257x768xf32>, tensor<?x1024xi64>) -> tensor<?x1024x768xf32> loc("tokens")
  %add = amp.add %tokens, %positions_weight : (tensor<?x1024x768xf32>, tensor<1024x768xf32>) -> tensor<?x1024x768xf32> loc("add")
  %norm1 = amp.layer_norm %add weight(%blocks_0_norm1_weight) bias(%blocks_0_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.0.norm1")
  %qkv = amp.linear %norm1, %blocks_0_attention_qkv_weight, %blocks_0_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.0.attention.qkv")
  %attention_0, %attention_1, %attention_2 = amp.split %qkv {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.0.attention")
  %attention = amp.reshape %attention_0 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.0.attention")
  %attention_3 = amp.transpose %attention {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.0.attention")
  %attention_4 = amp.reshape %attention_1 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.0.attention")
  %attention_5 = amp.transpose %attention_4 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.0.attention")
  %attention_6 = amp.reshape %attention_2 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.0.attention")
  %attention_7 = amp.transpose %attention_6 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.0.attention")
  %attention_8 = amp.scaled_dot_product_attention %attention_3, %attention_5, %attention_7 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.0.attention")
  %attention_9 = amp.transpose %attention_8 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.0.attention")
  %attention_10 = amp.reshape %attention_9 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.0.attention")
  %out = amp.linear %attention_10, %blocks_0_attention_out_weight, %blocks_0_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.0.attention.out")
  %_0 = amp.add %add, %out : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.0")
  %norm2 = amp.layer_norm %_0 weight(%blocks_0_norm2_weight) bias(%blocks_0_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.0.norm2")
  %_0_1 = amp.linear %norm2, %blocks_0_mlp_0_weight, %blocks_0_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.0.mlp.0")
  %_1 = amp.gelu %_0_1 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.0.mlp.1")
  %_2 = amp.linear %_1, %blocks_0_mlp_2_weight, %blocks_0_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.0.mlp.2")
  %_0_2 = amp.add %_0, %_2 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.0")
  %norm1_1 = amp.layer_norm %_0_2 weight(%blocks_1_norm1_weight) bias(%blocks_1_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.1.norm1")
  %qkv_1 = amp.linear %norm1_1, %blocks_1_attention_qkv_weight, %blocks_1_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.1.attention.qkv")
  %attention_0_1, %attention_1_1, %attention_2_1 = amp.split %qkv_1 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.1.attention")
  %attention_11 = amp.reshape %attention_0_1 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.1.attention")
  %attention_12 = amp.transpose %attention_11 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.1.attention")
  %attention_13 = amp.reshape %attention_1_1 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.1.attention")
  %attention_14 = amp.transpose %attention_13 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.1.attention")
  %attention_15 = amp.reshape %attention_2_1 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.1.attention")
  %attention_16 = amp.transpose %attention_15 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.1.attention")
  %attention_17 = amp.scaled_dot_product_attention %attention_12, %attention_14, %attention_16 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.1.attention")
  %attention_18 = amp.transpose %attention_17 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.1.attention")
  %attention_19 = amp.reshape %attention_18 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.1.attention")
  %out_1 = amp.linear %attention_19, %blocks_1_attention_out_weight, %blocks_1_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.1.attention.out")
  %_1_1 = amp.add %_0_2, %out_1 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.1")
  %norm2_1 = amp.layer_norm %_1_1 weight(%blocks_1_norm2_weight) bias(%blocks_1_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.1.norm2")
  %_0_3 = amp.linear %norm2_1, %blocks_1_mlp_0_weight, %blocks_1_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.1.mlp.0")
  %_1_2 = amp.gelu %_0_3 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.1.mlp.1")
  %_2_1 = amp.linear %_1_2, %blocks_1_mlp_2_weight, %blocks_1_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.1.mlp.2")
  %_1_3 = amp.add %_1_1, %_2_1 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.1")
  %norm1_2 = amp.layer_norm %_1_3 weight(%blocks_2_norm1_weight) bias(%blocks_2_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.2.norm1")
  %qkv_2 = amp.linear %norm1_2, %blocks_2_attention_qkv_weight, %blocks_2_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.2.attention.qkv")
  %attention_0_2, %attention_1_2, %attention_2_2 = amp.split %qkv_2 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.2.attention")
  %attention_20 = amp.reshape %attention_0_2 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.2.attention")
  %attention_21 = amp.transpose %attention_20 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.2.attention")
  %attention_22 = amp.reshape %attention_1_2 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.2.attention")
  %attention_23 = amp.transpose %attention_22 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.2.attention")
  %attention_24 = amp.reshape %attention_2_2 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.2.attention")
  %attention_25 = amp.transpose %attention_24 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.2.attention")
  %attention_26 = amp.scaled_dot_product_attention %attention_21, %attention_23, %attention_25 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.2.attention")
  %attention_27 = amp.transpose %attention_26 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.2.attention")
  %attention_28 = amp.reshape %attention_27 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.2.attention")
  %out_2 = amp.linear %attention_28, %blocks_2_attention_out_weight, %blocks_2_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.2.attention.out")
  %_2_2 = amp.add %_1_3, %out_2 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.2")
  %norm2_2 = amp.layer_norm %_2_2 weight(%blocks_2_norm2_weight) bias(%blocks_2_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.2.norm2")
  %_0_4 = amp.linear %norm2_2, %blocks_2_mlp_0_weight, %blocks_2_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.2.mlp.0")
  %_1_4 = amp.gelu %_0_4 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.2.mlp.1")
  %_2_3 = amp.linear %_1_4, %blocks_2_mlp_2_weight, %blocks_2_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.2.mlp.2")
  %_2_4 = amp.add %_2_2, %_2_3 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.2")
  %norm1_3 = amp.layer_norm %_2_4 weight(%blocks_3_norm1_weight) bias(%blocks_3_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.3.norm1")
  %qkv_3 = amp.linear %norm1_3, %blocks_3_attention_qkv_weight, %blocks_3_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.3.attention.qkv")
  %attention_0_3, %attention_1_3, %attention_2_3 = amp.split %qkv_3 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.3.attention")
  %attention_29 = amp.reshape %attention_0_3 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.3.attention")
  %attention_30 = amp.transpose %attention_29 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.3.attention")
  %attention_31 = amp.reshape %attention_1_3 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.3.attention")
  %attention_32 = amp.transpose %attention_31 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.3.attention")
  %attention_33 = amp.reshape %attention_2_3 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.3.attention")
  %attention_34 = amp.transpose %attention_33 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.3.attention")
  %attention_35 = amp.scaled_dot_product_attention %attention_30, %attention_32, %attention_34 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.3.attention")
  %attention_36 = amp.transpose %attention_35 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.3.attention")
  %attention_37 = amp.reshape %attention_36 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.3.attention")
  %out_3 = amp.linear %attention_37, %blocks_3_attention_out_weight, %blocks_3_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.3.attention.out")
  %_3 = amp.add %_2_4, %out_3 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.3")
  %norm2_3 = amp.layer_norm %_3 weight(%blocks_3_norm2_weight) bias(%blocks_3_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.3.norm2")
  %_0_5 = amp.linear %norm2_3, %blocks_3_mlp_0_weight, %blocks_3_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.3.mlp.0")
  %_1_5 = amp.gelu %_0_5 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.3.mlp.1")
  %_2_5 = amp.linear %_1_5, %blocks_3_mlp_2_weight, %blocks_3_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.3.mlp.2")
  %_3_1 = amp.add %_3, %_2_5 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.3")
  %norm1_4 = amp.layer_norm %_3_1 weight(%blocks_4_norm1_weight) bias(%blocks_4_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.4.norm1")
  %qkv_4 = amp.linear %norm1_4, %blocks_4_attention_qkv_weight, %blocks_4_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.4.attention.qkv")
  %attention_0_4, %attention_1_4, %attention_2_4 = amp.split %qkv_4 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.4.attention")
  %attention_38 = amp.reshape %attention_0_4 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.4.attention")
  %attention_39 = amp.transpose %attention_38 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.4.attention")
  %attention_40 = amp.reshape %attention_1_4 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.4.attention")
  %attention_41 = amp.transpose %attention_40 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.4.attention")
  %attention_42 = amp.reshape %attention_2_4 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.4.attention")
  %attention_43 = amp.transpose %attention_42 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.4.attention")
  %attention_44 = amp.scaled_dot_product_attention %attention_39, %attention_41, %attention_43 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.4.attention")
  %attention_45 = amp.transpose %attention_44 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.4.attention")
  %attention_46 = amp.reshape %attention_45 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.4.attention")
  %out_4 = amp.linear %attention_46, %blocks_4_attention_out_weight, %blocks_4_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.4.attention.out")
  %_4 = amp.add %_3_1, %out_4 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.4")
  %norm2_4 = amp.layer_norm %_4 weight(%blocks_4_norm2_weight) bias(%blocks_4_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.4.norm2")
  %_0_6 = amp.linear %norm2_4, %blocks_4_mlp_0_weight, %blocks_4_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.4.mlp.0")
  %_1_6 = amp.gelu %_0_6 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.4.mlp.1")
  %_2_6 = amp.linear %_1_6, %blocks_4_mlp_2_weight, %blocks_4_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.4.mlp.2")
  %_4_1 = amp.add %_4, %_2_6 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.4")
  %norm1_5 = amp.layer_norm %_4_1 weight(%blocks_5_norm1_weight) bias(%blocks_5_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.5.norm1")
  %qkv_5 = amp.linear %norm1_5, %blocks_5_attention_qkv_weight, %blocks_5_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.5.attention.qkv")
  %attention_0_5, %attention_1_5, %attention_2_5 = amp.split %qkv_5 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.5.attention")
  %attention_47 = amp.reshape %attention_0_5 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.5.attention")
  %attention_48 = amp.transpose %attention_47 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.5.attention")
  %attention_49 = amp.reshape %attention_1_5 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.5.attention")
  %attention_50 = amp.transpose %attention_49 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.5.attention")
  %attention_51 = amp.reshape %attention_2_5 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.5.attention")
  %attention_52 = amp.transpose %attention_51 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.5.attention")
  %attention_53 = amp.scaled_dot_product_attention %attention_48, %attention_50, %attention_52 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.5.attention")
  %attention_54 = amp.transpose %attention_53 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.5.attention")
  %attention_55 = amp.reshape %attention_54 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.5.attention")
  %out_5 = amp.linear %attention_55, %blocks_5_attention_out_weight, %blocks_5_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.5.attention.out")
  %_5 = amp.add %_4_1, %out_5 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.5")
  %norm2_5 = amp.layer_norm %_5 weight(%blocks_5_norm2_weight) bias(%blocks_5_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.5.norm2")
  %_0_7 = amp.linear %norm2_5, %blocks_5_mlp_0_weight, %blocks_5_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.5.mlp.0")
  %_1_7 = amp.gelu %_0_7 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.5.mlp.1")
  %_2_7 = amp.linear %_1_7, %blocks_5_mlp_2_weight, %blocks_5_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.5.mlp.2")
  %_5_1 = amp.add %_5, %_2_7 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.5")
  %norm1_6 = amp.layer_norm %_5_1 weight(%blocks_6_norm1_weight) bias(%blocks_6_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.6.norm1")
  %qkv_6 = amp.linear %norm1_6, %blocks_6_attention_qkv_weight, %blocks_6_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.6.attention.qkv")
  %attention_0_6, %attention_1_6, %attention_2_6 = amp.split %qkv_6 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.6.attention")
  %attention_56 = amp.reshape %attention_0_6 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.6.attention")
  %attention_57 = amp.transpose %attention_56 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.6.attention")
  %attention_58 = amp.reshape %attention_1_6 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.6.attention")
  %attention_59 = amp.transpose %attention_58 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.6.attention")
  %attention_60 = amp.reshape %attention_2_6 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.6.attention")
  %attention_61 = amp.transpose %attention_60 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.6.attention")
  %attention_62 = amp.scaled_dot_product_attention %attention_57, %attention_59, %attention_61 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.6.attention")
  %attention_63 = amp.transpose %attention_62 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.6.attention")
  %attention_64 = amp.reshape %attention_63 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.6.attention")
  %out_6 = amp.linear %attention_64, %blocks_6_attention_out_weight, %blocks_6_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.6.attention.out")
  %_6 = amp.add %_5_1, %out_6 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.6")
  %norm2_6 = amp.layer_norm %_6 weight(%blocks_6_norm2_weight) bias(%blocks_6_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.6.norm2")
  %_0_8 = amp.linear %norm2_6, %blocks_6_mlp_0_weight, %blocks_6_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.6.mlp.0")
  %_1_8 = amp.gelu %_0_8 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.6.mlp.1")
  %_2_8 = amp.linear %_1_8, %blocks_6_mlp_2_weight, %blocks_6_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.6.mlp.2")
  %_6_1 = amp.add %_6, %_2_8 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.6")
  %norm1_7 = amp.layer_norm %_6_1 weight(%blocks_7_norm1_weight) bias(%blocks_7_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.7.norm1")
  %qkv_7 = amp.linear %norm1_7, %blocks_7_attention_qkv_weight, %blocks_7_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.7.attention.qkv")
  %attention_0_7, %attention_1_7, %attention_2_7 = amp.split %qkv_7 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.7.attention")
  %attention_65 = amp.reshape %attention_0_7 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.7.attention")
  %attention_66 = amp.transpose %attention_65 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.7.attention")
  %attention_67 = amp.reshape %attention_1_7 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.7.attention")
  %attention_68 = amp.transpose %attention_67 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.7.attention")
  %attention_69 = amp.reshape %attention_2_7 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.7.attention")
  %attention_70 = amp.transpose %attention_69 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.7.attention")
  %attention_71 = amp.scaled_dot_product_attention %attention_66, %attention_68, %attention_70 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.7.attention")
  %attention_72 = amp.transpose %attention_71 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.7.attention")
  %attention_73 = amp.reshape %attention_72 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.7.attention")
  %out_7 = amp.linear %attention_73, %blocks_7_attention_out_weight, %blocks_7_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.7.attention.out")
  %_7 = amp.add %_6_1, %out_7 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.7")
  %norm2_7 = amp.layer_norm %_7 weight(%blocks_7_norm2_weight) bias(%blocks_7_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.7.norm2")
  %_0_9 = amp.linear %norm2_7, %blocks_7_mlp_0_weight, %blocks_7_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.7.mlp.0")
  %_1_9 = amp.gelu %_0_9 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.7.mlp.1")
  %_2_9 = amp.linear %_1_9, %blocks_7_mlp_2_weight, %blocks_7_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.7.mlp.2")
  %_7_1 = amp.add %_7, %_2_9 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.7")
  %norm1_8 = amp.layer_norm %_7_1 weight(%blocks_8_norm1_weight) bias(%blocks_8_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.8.norm1")
  %qkv_8 = amp.linear %norm1_8, %blocks_8_attention_qkv_weight, %blocks_8_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.8.attention.qkv")
  %attention_0_8, %attention_1_8, %attention_2_8 = amp.split %qkv_8 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.8.attention")
  %attention_74 = amp.reshape %attention_0_8 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.8.attention")
  %attention_75 = amp.transpose %attention_74 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.8.attention")
  %attention_76 = amp.reshape %attention_1_8 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.8.attention")
  %attention_77 = amp.transpose %attention_76 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.8.attention")
  %attention_78 = amp.reshape %attention_2_8 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.8.attention")
  %attention_79 = amp.transpose %attention_78 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.8.attention")
  %attention_80 = amp.scaled_dot_product_attention %attention_75, %attention_77, %attention_79 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.8.attention")
  %attention_81 = amp.transpose %attention_80 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.8.attention")
  %attention_82 = amp.reshape %attention_81 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.8.attention")
  %out_8 = amp.linear %attention_82, %blocks_8_attention_out_weight, %blocks_8_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.8.attention.out")
  %_8 = amp.add %_7_1, %out_8 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.8")
  %norm2_8 = amp.layer_norm %_8 weight(%blocks_8_norm2_weight) bias(%blocks_8_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.8.norm2")
  %_0_10 = amp.linear %norm2_8, %blocks_8_mlp_0_weight, %blocks_8_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.8.mlp.0")
  %_1_10 = amp.gelu %_0_10 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.8.mlp.1")
  %_2_10 = amp.linear %_1_10, %blocks_8_mlp_2_weight, %blocks_8_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.8.mlp.2")
  %_8_1 = amp.add %_8, %_2_10 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.8")
  %norm1_9 = amp.layer_norm %_8_1 weight(%blocks_9_norm1_weight) bias(%blocks_9_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.9.norm1")
  %qkv_9 = amp.linear %norm1_9, %blocks_9_attention_qkv_weight, %blocks_9_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.9.attention.qkv")
  %attention_0_9, %attention_1_9, %attention_2_9 = amp.split %qkv_9 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.9.attention")
  %attention_83 = amp.reshape %attention_0_9 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.9.attention")
  %attention_84 = amp.transpose %attention_83 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.9.attention")
  %attention_85 = amp.reshape %attention_1_9 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.9.attention")
  %attention_86 = amp.transpose %attention_85 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.9.attention")
  %attention_87 = amp.reshape %attention_2_9 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.9.attention")
  %attention_88 = amp.transpose %attention_87 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.9.attention")
  %attention_89 = amp.scaled_dot_product_attention %attention_84, %attention_86, %attention_88 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.9.attention")
  %attention_90 = amp.transpose %attention_89 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.9.attention")
  %attention_91 = amp.reshape %attention_90 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.9.attention")
  %out_9 = amp.linear %attention_91, %blocks_9_attention_out_weight, %blocks_9_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.9.attention.out")
  %_9 = amp.add %_8_1, %out_9 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.9")
  %norm2_9 = amp.layer_norm %_9 weight(%blocks_9_norm2_weight) bias(%blocks_9_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.9.norm2")
  %_0_11 = amp.linear %norm2_9, %blocks_9_mlp_0_weight, %blocks_9_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.9.mlp.0")
  %_1_11 = amp.gelu %_0_11 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.9.mlp.1")
  %_2_11 = amp.linear %_1_11, %blocks_9_mlp_2_weight, %blocks_9_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.9.mlp.2")
  %_9_1 = amp.add %_9, %_2_11 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.9")
  %norm1_10 = amp.layer_norm %_9_1 weight(%blocks_10_norm1_weight) bias(%blocks_10_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.10.norm1")
  %qkv_10 = amp.linear %norm1_10, %blocks_10_attention_qkv_weight, %blocks_10_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.10.attention.qkv")
  %attention_0_10, %attention_1_10, %attention_2_10 = amp.split %qkv_10 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.10.attention")
  %attention_92 = amp.reshape %attention_0_10 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.10.attention")
  %attention_93 = amp.transpose %attention_92 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.10.attention")
  %attention_94 = amp.reshape %attention_1_10 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.10.attention")
  %attention_95 = amp.transpose %attention_94 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.10.attention")
  %attention_96 = amp.reshape %attention_2_10 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.10.attention")
  %attention_97 = amp.transpose %attention_96 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.10.attention")
  %attention_98 = amp.scaled_dot_product_attention %attention_93, %attention_95, %attention_97 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.10.attention")
  %attention_99 = amp.transpose %attention_98 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.10.attention")
  %attention_100 = amp.reshape %attention_99 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.10.attention")
  %out_10 = amp.linear %attention_100, %blocks_10_attention_out_weight, %blocks_10_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.10.attention.out")
  %_10 = amp.add %_9_1, %out_10 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.10")
  %norm2_10 = amp.layer_norm %_10 weight(%blocks_10_norm2_weight) bias(%blocks_10_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.10.norm2")
  %_0_12 = amp.linear %norm2_10, %blocks_10_mlp_0_weight, %blocks_10_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.10.mlp.0")
  %_1_12 = amp.gelu %_0_12 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.10.mlp.1")
  %_2_12 = amp.linear %_1_12, %blocks_10_mlp_2_weight, %blocks_10_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.10.mlp.2")
  %_10_1 = amp.add %_10, %_2_12 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.10")
  %norm1_11 = amp.layer_norm %_10_1 weight(%blocks_11_norm1_weight) bias(%blocks_11_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.11.norm1")
  %qkv_11 = amp.linear %norm1_11, %blocks_11_attention_qkv_weight, %blocks_11_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.11.attention.qkv")
  %attention_0_11, %attention_1_11, %attention_2_11 = amp.split %qkv_11 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.11.attention")
  %attention_101 = amp.reshape %attention_0_11 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.11.attention")
  %attention_102 = amp.transpose %attention_101 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.11.attention")
  %attention_103 = amp.reshape %attention_1_11 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.11.attention")
  %attention_104 = amp.transpose %attention_103 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.11.attention")
  %attention_105 = amp.reshape %attention_2_11 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.11.attention")
  %attention_106 = amp.transpose %attention_105 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.11.attention")
  %attention_107 = amp.scaled_dot_product_attention %attention_102, %attention_104, %attention_106 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.11.attention")
  %attention_108 = amp.transpose %attention_107 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.11.attention")
  %attention_109 = amp.reshape %attention_108 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.11.attention")
  %out_11 = amp.linear %attention_109, %blocks_11_attention_out_weight, %blocks_11_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.11.attention.out")
  %_11 = amp.add %_10_1, %out_11 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.11")
  %norm2_11 = amp.layer_norm %_11 weight(%blocks_11_norm2_weight) bias(%blocks_11_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.11.norm2")
  %_0_13 = amp.linear %norm2_11, %blocks_11_mlp_0_weight, %blocks_11_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.11.mlp.0")
  %_1_13 = amp.gelu %_0_13 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.11.mlp.1")
  %_2_13 = amp.linear %_1_13, %blocks_11_mlp_2_weight, %blocks_11_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.11.mlp.2")
  %_11_1 = amp.add %_11, %_2_13 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.11")
  %norm = amp.layer_norm %_11_1 weight(%norm_weight) bias(%norm_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("norm")
  %head = amp.linear %norm, %tokens_weight : (tensor<?x1024x768xf32>, tensor<50257x768xf32>) -> tensor<?x1024x50257xf32> loc("head")
  %flatten_12 = amp.reshape %head {shape = array<i64: -1, 50257>} : (tensor<?x1024x50257xf32>) -> tensor<?x50257xf32> loc("flatten_12")
  %flatten_13 = amp.reshape %target {shape = array<i64: -1>} : (tensor<?x1024xi64>) -> tensor<?xi64> loc("flatten_13")
  %cross_entropy_loss = amp.cross_entropy %flatten_12, %flatten_13 {reduction = #amp.reduction<mean>} : (tensor<?x50257xf32>, tensor<?xi64>) -> tensor<f32> loc("cross_entropy_loss")
  return %cross_entropy_loss : tensor<f32>
}

func.func @predict(%text: tensor<?x1024xi64> {amp.name = "text"})
    -> (tensor<?x1024x50257xf32> {amp.name = "output"}) {
  %positions_weight = amp.read @positions.weight : tensor<1024x768xf32>
  %blocks_0_norm1_weight = amp.read @blocks.0.norm1.weight : tensor<768xf32>
  %blocks_0_norm1_bias = amp.read @blocks.0.norm1.bias : tensor<768xf32>
  %blocks_0_attention_qkv_weight = amp.read @blocks.0.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_0_attention_qkv_bias = amp.read @blocks.0.attention.qkv.bias : tensor<2304xf32>
  %blocks_0_attention_out_weight = amp.read @blocks.0.attention.out.weight : tensor<768x768xf32>
  %blocks_0_attention_out_bias = amp.read @blocks.0.attention.out.bias : tensor<768xf32>
  %blocks_0_norm2_weight = amp.read @blocks.0.norm2.weight : tensor<768xf32>
  %blocks_0_norm2_bias = amp.read @blocks.0.norm2.bias : tensor<768xf32>
  %blocks_0_mlp_0_weight = amp.read @blocks.0.mlp.0.weight : tensor<3072x768xf32>
  %blocks_0_mlp_0_bias = amp.read @blocks.0.mlp.0.bias : tensor<3072xf32>
  %blocks_0_mlp_2_weight = amp.read @blocks.0.mlp.2.weight : tensor<768x3072xf32>
  %blocks_0_mlp_2_bias = amp.read @blocks.0.mlp.2.bias : tensor<768xf32>
  %blocks_1_norm1_weight = amp.read @blocks.1.norm1.weight : tensor<768xf32>
  %blocks_1_norm1_bias = amp.read @blocks.1.norm1.bias : tensor<768xf32>
  %blocks_1_attention_qkv_weight = amp.read @blocks.1.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_1_attention_qkv_bias = amp.read @blocks.1.attention.qkv.bias : tensor<2304xf32>
  %blocks_1_attention_out_weight = amp.read @blocks.1.attention.out.weight : tensor<768x768xf32>
  %blocks_1_attention_out_bias = amp.read @blocks.1.attention.out.bias : tensor<768xf32>
  %blocks_1_norm2_weight = amp.read @blocks.1.norm2.weight : tensor<768xf32>
  %blocks_1_norm2_bias = amp.read @blocks.1.norm2.bias : tensor<768xf32>
  %blocks_1_mlp_0_weight = amp.read @blocks.1.mlp.0.weight : tensor<3072x768xf32>
  %blocks_1_mlp_0_bias = amp.read @blocks.1.mlp.0.bias : tensor<3072xf32>
  %blocks_1_mlp_2_weight = amp.read @blocks.1.mlp.2.weight : tensor<768x3072xf32>
  %blocks_1_mlp_2_bias = amp.read @blocks.1.mlp.2.bias : tensor<768xf32>
  %blocks_2_norm1_weight = amp.read @blocks.2.norm1.weight : tensor<768xf32>
  %blocks_2_norm1_bias = amp.read @blocks.2.norm1.bias : tensor<768xf32>
  %blocks_2_attention_qkv_weight = amp.read @blocks.2.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_2_attention_qkv_bias = amp.read @blocks.2.attention.qkv.bias : tensor<2304xf32>
  %blocks_2_attention_out_weight = amp.read @blocks.2.attention.out.weight : tensor<768x768xf32>
  %blocks_2_attention_out_bias = amp.read @blocks.2.attention.out.bias : tensor<768xf32>
  %blocks_2_norm2_weight = amp.read @blocks.2.norm2.weight : tensor<768xf32>
  %blocks_2_norm2_bias = amp.read @blocks.2.norm2.bias : tensor<768xf32>
  %blocks_2_mlp_0_weight = amp.read @blocks.2.mlp.0.weight : tensor<3072x768xf32>
  %blocks_2_mlp_0_bias = amp.read @blocks.2.mlp.0.bias : tensor<3072xf32>
  %blocks_2_mlp_2_weight = amp.read @blocks.2.mlp.2.weight : tensor<768x3072xf32>
  %blocks_2_mlp_2_bias = amp.read @blocks.2.mlp.2.bias : tensor<768xf32>
  %blocks_3_norm1_weight = amp.read @blocks.3.norm1.weight : tensor<768xf32>
  %blocks_3_norm1_bias = amp.read @blocks.3.norm1.bias : tensor<768xf32>
  %blocks_3_attention_qkv_weight = amp.read @blocks.3.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_3_attention_qkv_bias = amp.read @blocks.3.attention.qkv.bias : tensor<2304xf32>
  %blocks_3_attention_out_weight = amp.read @blocks.3.attention.out.weight : tensor<768x768xf32>
  %blocks_3_attention_out_bias = amp.read @blocks.3.attention.out.bias : tensor<768xf32>
  %blocks_3_norm2_weight = amp.read @blocks.3.norm2.weight : tensor<768xf32>
  %blocks_3_norm2_bias = amp.read @blocks.3.norm2.bias : tensor<768xf32>
  %blocks_3_mlp_0_weight = amp.read @blocks.3.mlp.0.weight : tensor<3072x768xf32>
  %blocks_3_mlp_0_bias = amp.read @blocks.3.mlp.0.bias : tensor<3072xf32>
  %blocks_3_mlp_2_weight = amp.read @blocks.3.mlp.2.weight : tensor<768x3072xf32>
  %blocks_3_mlp_2_bias = amp.read @blocks.3.mlp.2.bias : tensor<768xf32>
  %blocks_4_norm1_weight = amp.read @blocks.4.norm1.weight : tensor<768xf32>
  %blocks_4_norm1_bias = amp.read @blocks.4.norm1.bias : tensor<768xf32>
  %blocks_4_attention_qkv_weight = amp.read @blocks.4.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_4_attention_qkv_bias = amp.read @blocks.4.attention.qkv.bias : tensor<2304xf32>
  %blocks_4_attention_out_weight = amp.read @blocks.4.attention.out.weight : tensor<768x768xf32>
  %blocks_4_attention_out_bias = amp.read @blocks.4.attention.out.bias : tensor<768xf32>
  %blocks_4_norm2_weight = amp.read @blocks.4.norm2.weight : tensor<768xf32>
  %blocks_4_norm2_bias = amp.read @blocks.4.norm2.bias : tensor<768xf32>
  %blocks_4_mlp_0_weight = amp.read @blocks.4.mlp.0.weight : tensor<3072x768xf32>
  %blocks_4_mlp_0_bias = amp.read @blocks.4.mlp.0.bias : tensor<3072xf32>
  %blocks_4_mlp_2_weight = amp.read @blocks.4.mlp.2.weight : tensor<768x3072xf32>
  %blocks_4_mlp_2_bias = amp.read @blocks.4.mlp.2.bias : tensor<768xf32>
  %blocks_5_norm1_weight = amp.read @blocks.5.norm1.weight : tensor<768xf32>
  %blocks_5_norm1_bias = amp.read @blocks.5.norm1.bias : tensor<768xf32>
  %blocks_5_attention_qkv_weight = amp.read @blocks.5.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_5_attention_qkv_bias = amp.read @blocks.5.attention.qkv.bias : tensor<2304xf32>
  %blocks_5_attention_out_weight = amp.read @blocks.5.attention.out.weight : tensor<768x768xf32>
  %blocks_5_attention_out_bias = amp.read @blocks.5.attention.out.bias : tensor<768xf32>
  %blocks_5_norm2_weight = amp.read @blocks.5.norm2.weight : tensor<768xf32>
  %blocks_5_norm2_bias = amp.read @blocks.5.norm2.bias : tensor<768xf32>
  %blocks_5_mlp_0_weight = amp.read @blocks.5.mlp.0.weight : tensor<3072x768xf32>
  %blocks_5_mlp_0_bias = amp.read @blocks.5.mlp.0.bias : tensor<3072xf32>
  %blocks_5_mlp_2_weight = amp.read @blocks.5.mlp.2.weight : tensor<768x3072xf32>
  %blocks_5_mlp_2_bias = amp.read @blocks.5.mlp.2.bias : tensor<768xf32>
  %blocks_6_norm1_weight = amp.read @blocks.6.norm1.weight : tensor<768xf32>
  %blocks_6_norm1_bias = amp.read @blocks.6.norm1.bias : tensor<768xf32>
  %blocks_6_attention_qkv_weight = amp.read @blocks.6.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_6_attention_qkv_bias = amp.read @blocks.6.attention.qkv.bias : tensor<2304xf32>
  %blocks_6_attention_out_weight = amp.read @blocks.6.attention.out.weight : tensor<768x768xf32>
  %blocks_6_attention_out_bias = amp.read @blocks.6.attention.out.bias : tensor<768xf32>
  %blocks_6_norm2_weight = amp.read @blocks.6.norm2.weight : tensor<768xf32>
  %blocks_6_norm2_bias = amp.read @blocks.6.norm2.bias : tensor<768xf32>
  %blocks_6_mlp_0_weight = amp.read @blocks.6.mlp.0.weight : tensor<3072x768xf32>
  %blocks_6_mlp_0_bias = amp.read @blocks.6.mlp.0.bias : tensor<3072xf32>
  %blocks_6_mlp_2_weight = amp.read @blocks.6.mlp.2.weight : tensor<768x3072xf32>
  %blocks_6_mlp_2_bias = amp.read @blocks.6.mlp.2.bias : tensor<768xf32>
  %blocks_7_norm1_weight = amp.read @blocks.7.norm1.weight : tensor<768xf32>
  %blocks_7_norm1_bias = amp.read @blocks.7.norm1.bias : tensor<768xf32>
  %blocks_7_attention_qkv_weight = amp.read @blocks.7.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_7_attention_qkv_bias = amp.read @blocks.7.attention.qkv.bias : tensor<2304xf32>
  %blocks_7_attention_out_weight = amp.read @blocks.7.attention.out.weight : tensor<768x768xf32>
  %blocks_7_attention_out_bias = amp.read @blocks.7.attention.out.bias : tensor<768xf32>
  %blocks_7_norm2_weight = amp.read @blocks.7.norm2.weight : tensor<768xf32>
  %blocks_7_norm2_bias = amp.read @blocks.7.norm2.bias : tensor<768xf32>
  %blocks_7_mlp_0_weight = amp.read @blocks.7.mlp.0.weight : tensor<3072x768xf32>
  %blocks_7_mlp_0_bias = amp.read @blocks.7.mlp.0.bias : tensor<3072xf32>
  %blocks_7_mlp_2_weight = amp.read @blocks.7.mlp.2.weight : tensor<768x3072xf32>
  %blocks_7_mlp_2_bias = amp.read @blocks.7.mlp.2.bias : tensor<768xf32>
  %blocks_8_norm1_weight = amp.read @blocks.8.norm1.weight : tensor<768xf32>
  %blocks_8_norm1_bias = amp.read @blocks.8.norm1.bias : tensor<768xf32>
  %blocks_8_attention_qkv_weight = amp.read @blocks.8.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_8_attention_qkv_bias = amp.read @blocks.8.attention.qkv.bias : tensor<2304xf32>
  %blocks_8_attention_out_weight = amp.read @blocks.8.attention.out.weight : tensor<768x768xf32>
  %blocks_8_attention_out_bias = amp.read @blocks.8.attention.out.bias : tensor<768xf32>
  %blocks_8_norm2_weight = amp.read @blocks.8.norm2.weight : tensor<768xf32>
  %blocks_8_norm2_bias = amp.read @blocks.8.norm2.bias : tensor<768xf32>
  %blocks_8_mlp_0_weight = amp.read @blocks.8.mlp.0.weight : tensor<3072x768xf32>
  %blocks_8_mlp_0_bias = amp.read @blocks.8.mlp.0.bias : tensor<3072xf32>
  %blocks_8_mlp_2_weight = amp.read @blocks.8.mlp.2.weight : tensor<768x3072xf32>
  %blocks_8_mlp_2_bias = amp.read @blocks.8.mlp.2.bias : tensor<768xf32>
  %blocks_9_norm1_weight = amp.read @blocks.9.norm1.weight : tensor<768xf32>
  %blocks_9_norm1_bias = amp.read @blocks.9.norm1.bias : tensor<768xf32>
  %blocks_9_attention_qkv_weight = amp.read @blocks.9.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_9_attention_qkv_bias = amp.read @blocks.9.attention.qkv.bias : tensor<2304xf32>
  %blocks_9_attention_out_weight = amp.read @blocks.9.attention.out.weight : tensor<768x768xf32>
  %blocks_9_attention_out_bias = amp.read @blocks.9.attention.out.bias : tensor<768xf32>
  %blocks_9_norm2_weight = amp.read @blocks.9.norm2.weight : tensor<768xf32>
  %blocks_9_norm2_bias = amp.read @blocks.9.norm2.bias : tensor<768xf32>
  %blocks_9_mlp_0_weight = amp.read @blocks.9.mlp.0.weight : tensor<3072x768xf32>
  %blocks_9_mlp_0_bias = amp.read @blocks.9.mlp.0.bias : tensor<3072xf32>
  %blocks_9_mlp_2_weight = amp.read @blocks.9.mlp.2.weight : tensor<768x3072xf32>
  %blocks_9_mlp_2_bias = amp.read @blocks.9.mlp.2.bias : tensor<768xf32>
  %blocks_10_norm1_weight = amp.read @blocks.10.norm1.weight : tensor<768xf32>
  %blocks_10_norm1_bias = amp.read @blocks.10.norm1.bias : tensor<768xf32>
  %blocks_10_attention_qkv_weight = amp.read @blocks.10.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_10_attention_qkv_bias = amp.read @blocks.10.attention.qkv.bias : tensor<2304xf32>
  %blocks_10_attention_out_weight = amp.read @blocks.10.attention.out.weight : tensor<768x768xf32>
  %blocks_10_attention_out_bias = amp.read @blocks.10.attention.out.bias : tensor<768xf32>
  %blocks_10_norm2_weight = amp.read @blocks.10.norm2.weight : tensor<768xf32>
  %blocks_10_norm2_bias = amp.read @blocks.10.norm2.bias : tensor<768xf32>
  %blocks_10_mlp_0_weight = amp.read @blocks.10.mlp.0.weight : tensor<3072x768xf32>
  %blocks_10_mlp_0_bias = amp.read @blocks.10.mlp.0.bias : tensor<3072xf32>
  %blocks_10_mlp_2_weight = amp.read @blocks.10.mlp.2.weight : tensor<768x3072xf32>
  %blocks_10_mlp_2_bias = amp.read @blocks.10.mlp.2.bias : tensor<768xf32>
  %blocks_11_norm1_weight = amp.read @blocks.11.norm1.weight : tensor<768xf32>
  %blocks_11_norm1_bias = amp.read @blocks.11.norm1.bias : tensor<768xf32>
  %blocks_11_attention_qkv_weight = amp.read @blocks.11.attention.qkv.weight : tensor<2304x768xf32>
  %blocks_11_attention_qkv_bias = amp.read @blocks.11.attention.qkv.bias : tensor<2304xf32>
  %blocks_11_attention_out_weight = amp.read @blocks.11.attention.out.weight : tensor<768x768xf32>
  %blocks_11_attention_out_bias = amp.read @blocks.11.attention.out.bias : tensor<768xf32>
  %blocks_11_norm2_weight = amp.read @blocks.11.norm2.weight : tensor<768xf32>
  %blocks_11_norm2_bias = amp.read @blocks.11.norm2.bias : tensor<768xf32>
  %blocks_11_mlp_0_weight = amp.read @blocks.11.mlp.0.weight : tensor<3072x768xf32>
  %blocks_11_mlp_0_bias = amp.read @blocks.11.mlp.0.bias : tensor<3072xf32>
  %blocks_11_mlp_2_weight = amp.read @blocks.11.mlp.2.weight : tensor<768x3072xf32>
  %blocks_11_mlp_2_bias = amp.read @blocks.11.mlp.2.bias : tensor<768xf32>
  %norm_weight = amp.read @norm.weight : tensor<768xf32>
  %norm_bias = amp.read @norm.bias : tensor<768xf32>
  %tokens_weight = amp.read @tokens.weight : tensor<50257x768xf32>
  %tokens = amp.embedding %tokens_weight, %text : (tensor<50257x768xf32>, tensor<?x1024xi64>) -> tensor<?x1024x768xf32> loc("tokens")
  %add = amp.add %tokens, %positions_weight : (tensor<?x1024x768xf32>, tensor<1024x768xf32>) -> tensor<?x1024x768xf32> loc("add")
  %norm1 = amp.layer_norm %add weight(%blocks_0_norm1_weight) bias(%blocks_0_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.0.norm1")
  %qkv = amp.linear %norm1, %blocks_0_attention_qkv_weight, %blocks_0_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.0.attention.qkv")
  %attention_0, %attention_1, %attention_2 = amp.split %qkv {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.0.attention")
  %attention = amp.reshape %attention_0 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.0.attention")
  %attention_3 = amp.transpose %attention {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.0.attention")
  %attention_4 = amp.reshape %attention_1 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.0.attention")
  %attention_5 = amp.transpose %attention_4 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.0.attention")
  %attention_6 = amp.reshape %attention_2 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.0.attention")
  %attention_7 = amp.transpose %attention_6 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.0.attention")
  %attention_8 = amp.scaled_dot_product_attention %attention_3, %attention_5, %attention_7 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.0.attention")
  %attention_9 = amp.transpose %attention_8 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.0.attention")
  %attention_10 = amp.reshape %attention_9 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.0.attention")
  %out = amp.linear %attention_10, %blocks_0_attention_out_weight, %blocks_0_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.0.attention.out")
  %_0 = amp.add %add, %out : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.0")
  %norm2 = amp.layer_norm %_0 weight(%blocks_0_norm2_weight) bias(%blocks_0_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.0.norm2")
  %_0_1 = amp.linear %norm2, %blocks_0_mlp_0_weight, %blocks_0_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.0.mlp.0")
  %_1 = amp.gelu %_0_1 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.0.mlp.1")
  %_2 = amp.linear %_1, %blocks_0_mlp_2_weight, %blocks_0_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.0.mlp.2")
  %_0_2 = amp.add %_0, %_2 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.0")
  %norm1_1 = amp.layer_norm %_0_2 weight(%blocks_1_norm1_weight) bias(%blocks_1_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.1.norm1")
  %qkv_1 = amp.linear %norm1_1, %blocks_1_attention_qkv_weight, %blocks_1_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.1.attention.qkv")
  %attention_0_1, %attention_1_1, %attention_2_1 = amp.split %qkv_1 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.1.attention")
  %attention_11 = amp.reshape %attention_0_1 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.1.attention")
  %attention_12 = amp.transpose %attention_11 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.1.attention")
  %attention_13 = amp.reshape %attention_1_1 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.1.attention")
  %attention_14 = amp.transpose %attention_13 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.1.attention")
  %attention_15 = amp.reshape %attention_2_1 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.1.attention")
  %attention_16 = amp.transpose %attention_15 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.1.attention")
  %attention_17 = amp.scaled_dot_product_attention %attention_12, %attention_14, %attention_16 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.1.attention")
  %attention_18 = amp.transpose %attention_17 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.1.attention")
  %attention_19 = amp.reshape %attention_18 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.1.attention")
  %out_1 = amp.linear %attention_19, %blocks_1_attention_out_weight, %blocks_1_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.1.attention.out")
  %_1_1 = amp.add %_0_2, %out_1 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.1")
  %norm2_1 = amp.layer_norm %_1_1 weight(%blocks_1_norm2_weight) bias(%blocks_1_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.1.norm2")
  %_0_3 = amp.linear %norm2_1, %blocks_1_mlp_0_weight, %blocks_1_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.1.mlp.0")
  %_1_2 = amp.gelu %_0_3 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.1.mlp.1")
  %_2_1 = amp.linear %_1_2, %blocks_1_mlp_2_weight, %blocks_1_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.1.mlp.2")
  %_1_3 = amp.add %_1_1, %_2_1 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.1")
  %norm1_2 = amp.layer_norm %_1_3 weight(%blocks_2_norm1_weight) bias(%blocks_2_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.2.norm1")
  %qkv_2 = amp.linear %norm1_2, %blocks_2_attention_qkv_weight, %blocks_2_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.2.attention.qkv")
  %attention_0_2, %attention_1_2, %attention_2_2 = amp.split %qkv_2 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.2.attention")
  %attention_20 = amp.reshape %attention_0_2 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.2.attention")
  %attention_21 = amp.transpose %attention_20 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.2.attention")
  %attention_22 = amp.reshape %attention_1_2 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.2.attention")
  %attention_23 = amp.transpose %attention_22 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.2.attention")
  %attention_24 = amp.reshape %attention_2_2 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.2.attention")
  %attention_25 = amp.transpose %attention_24 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.2.attention")
  %attention_26 = amp.scaled_dot_product_attention %attention_21, %attention_23, %attention_25 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.2.attention")
  %attention_27 = amp.transpose %attention_26 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.2.attention")
  %attention_28 = amp.reshape %attention_27 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.2.attention")
  %out_2 = amp.linear %attention_28, %blocks_2_attention_out_weight, %blocks_2_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.2.attention.out")
  %_2_2 = amp.add %_1_3, %out_2 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.2")
  %norm2_2 = amp.layer_norm %_2_2 weight(%blocks_2_norm2_weight) bias(%blocks_2_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.2.norm2")
  %_0_4 = amp.linear %norm2_2, %blocks_2_mlp_0_weight, %blocks_2_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.2.mlp.0")
  %_1_4 = amp.gelu %_0_4 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.2.mlp.1")
  %_2_3 = amp.linear %_1_4, %blocks_2_mlp_2_weight, %blocks_2_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.2.mlp.2")
  %_2_4 = amp.add %_2_2, %_2_3 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.2")
  %norm1_3 = amp.layer_norm %_2_4 weight(%blocks_3_norm1_weight) bias(%blocks_3_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.3.norm1")
  %qkv_3 = amp.linear %norm1_3, %blocks_3_attention_qkv_weight, %blocks_3_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.3.attention.qkv")
  %attention_0_3, %attention_1_3, %attention_2_3 = amp.split %qkv_3 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.3.attention")
  %attention_29 = amp.reshape %attention_0_3 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.3.attention")
  %attention_30 = amp.transpose %attention_29 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.3.attention")
  %attention_31 = amp.reshape %attention_1_3 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.3.attention")
  %attention_32 = amp.transpose %attention_31 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.3.attention")
  %attention_33 = amp.reshape %attention_2_3 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.3.attention")
  %attention_34 = amp.transpose %attention_33 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.3.attention")
  %attention_35 = amp.scaled_dot_product_attention %attention_30, %attention_32, %attention_34 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.3.attention")
  %attention_36 = amp.transpose %attention_35 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.3.attention")
  %attention_37 = amp.reshape %attention_36 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.3.attention")
  %out_3 = amp.linear %attention_37, %blocks_3_attention_out_weight, %blocks_3_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.3.attention.out")
  %_3 = amp.add %_2_4, %out_3 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.3")
  %norm2_3 = amp.layer_norm %_3 weight(%blocks_3_norm2_weight) bias(%blocks_3_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.3.norm2")
  %_0_5 = amp.linear %norm2_3, %blocks_3_mlp_0_weight, %blocks_3_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.3.mlp.0")
  %_1_5 = amp.gelu %_0_5 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.3.mlp.1")
  %_2_5 = amp.linear %_1_5, %blocks_3_mlp_2_weight, %blocks_3_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.3.mlp.2")
  %_3_1 = amp.add %_3, %_2_5 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.3")
  %norm1_4 = amp.layer_norm %_3_1 weight(%blocks_4_norm1_weight) bias(%blocks_4_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.4.norm1")
  %qkv_4 = amp.linear %norm1_4, %blocks_4_attention_qkv_weight, %blocks_4_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.4.attention.qkv")
  %attention_0_4, %attention_1_4, %attention_2_4 = amp.split %qkv_4 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.4.attention")
  %attention_38 = amp.reshape %attention_0_4 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.4.attention")
  %attention_39 = amp.transpose %attention_38 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.4.attention")
  %attention_40 = amp.reshape %attention_1_4 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.4.attention")
  %attention_41 = amp.transpose %attention_40 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.4.attention")
  %attention_42 = amp.reshape %attention_2_4 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.4.attention")
  %attention_43 = amp.transpose %attention_42 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.4.attention")
  %attention_44 = amp.scaled_dot_product_attention %attention_39, %attention_41, %attention_43 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.4.attention")
  %attention_45 = amp.transpose %attention_44 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.4.attention")
  %attention_46 = amp.reshape %attention_45 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.4.attention")
  %out_4 = amp.linear %attention_46, %blocks_4_attention_out_weight, %blocks_4_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.4.attention.out")
  %_4 = amp.add %_3_1, %out_4 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.4")
  %norm2_4 = amp.layer_norm %_4 weight(%blocks_4_norm2_weight) bias(%blocks_4_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.4.norm2")
  %_0_6 = amp.linear %norm2_4, %blocks_4_mlp_0_weight, %blocks_4_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.4.mlp.0")
  %_1_6 = amp.gelu %_0_6 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.4.mlp.1")
  %_2_6 = amp.linear %_1_6, %blocks_4_mlp_2_weight, %blocks_4_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.4.mlp.2")
  %_4_1 = amp.add %_4, %_2_6 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.4")
  %norm1_5 = amp.layer_norm %_4_1 weight(%blocks_5_norm1_weight) bias(%blocks_5_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.5.norm1")
  %qkv_5 = amp.linear %norm1_5, %blocks_5_attention_qkv_weight, %blocks_5_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.5.attention.qkv")
  %attention_0_5, %attention_1_5, %attention_2_5 = amp.split %qkv_5 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.5.attention")
  %attention_47 = amp.reshape %attention_0_5 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.5.attention")
  %attention_48 = amp.transpose %attention_47 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.5.attention")
  %attention_49 = amp.reshape %attention_1_5 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.5.attention")
  %attention_50 = amp.transpose %attention_49 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.5.attention")
  %attention_51 = amp.reshape %attention_2_5 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.5.attention")
  %attention_52 = amp.transpose %attention_51 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.5.attention")
  %attention_53 = amp.scaled_dot_product_attention %attention_48, %attention_50, %attention_52 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.5.attention")
  %attention_54 = amp.transpose %attention_53 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.5.attention")
  %attention_55 = amp.reshape %attention_54 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.5.attention")
  %out_5 = amp.linear %attention_55, %blocks_5_attention_out_weight, %blocks_5_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.5.attention.out")
  %_5 = amp.add %_4_1, %out_5 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.5")
  %norm2_5 = amp.layer_norm %_5 weight(%blocks_5_norm2_weight) bias(%blocks_5_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.5.norm2")
  %_0_7 = amp.linear %norm2_5, %blocks_5_mlp_0_weight, %blocks_5_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.5.mlp.0")
  %_1_7 = amp.gelu %_0_7 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.5.mlp.1")
  %_2_7 = amp.linear %_1_7, %blocks_5_mlp_2_weight, %blocks_5_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.5.mlp.2")
  %_5_1 = amp.add %_5, %_2_7 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.5")
  %norm1_6 = amp.layer_norm %_5_1 weight(%blocks_6_norm1_weight) bias(%blocks_6_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.6.norm1")
  %qkv_6 = amp.linear %norm1_6, %blocks_6_attention_qkv_weight, %blocks_6_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.6.attention.qkv")
  %attention_0_6, %attention_1_6, %attention_2_6 = amp.split %qkv_6 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.6.attention")
  %attention_56 = amp.reshape %attention_0_6 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.6.attention")
  %attention_57 = amp.transpose %attention_56 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.6.attention")
  %attention_58 = amp.reshape %attention_1_6 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.6.attention")
  %attention_59 = amp.transpose %attention_58 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.6.attention")
  %attention_60 = amp.reshape %attention_2_6 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.6.attention")
  %attention_61 = amp.transpose %attention_60 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.6.attention")
  %attention_62 = amp.scaled_dot_product_attention %attention_57, %attention_59, %attention_61 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.6.attention")
  %attention_63 = amp.transpose %attention_62 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.6.attention")
  %attention_64 = amp.reshape %attention_63 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.6.attention")
  %out_6 = amp.linear %attention_64, %blocks_6_attention_out_weight, %blocks_6_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.6.attention.out")
  %_6 = amp.add %_5_1, %out_6 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.6")
  %norm2_6 = amp.layer_norm %_6 weight(%blocks_6_norm2_weight) bias(%blocks_6_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.6.norm2")
  %_0_8 = amp.linear %norm2_6, %blocks_6_mlp_0_weight, %blocks_6_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.6.mlp.0")
  %_1_8 = amp.gelu %_0_8 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.6.mlp.1")
  %_2_8 = amp.linear %_1_8, %blocks_6_mlp_2_weight, %blocks_6_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.6.mlp.2")
  %_6_1 = amp.add %_6, %_2_8 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.6")
  %norm1_7 = amp.layer_norm %_6_1 weight(%blocks_7_norm1_weight) bias(%blocks_7_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.7.norm1")
  %qkv_7 = amp.linear %norm1_7, %blocks_7_attention_qkv_weight, %blocks_7_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.7.attention.qkv")
  %attention_0_7, %attention_1_7, %attention_2_7 = amp.split %qkv_7 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.7.attention")
  %attention_65 = amp.reshape %attention_0_7 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.7.attention")
  %attention_66 = amp.transpose %attention_65 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.7.attention")
  %attention_67 = amp.reshape %attention_1_7 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.7.attention")
  %attention_68 = amp.transpose %attention_67 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.7.attention")
  %attention_69 = amp.reshape %attention_2_7 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.7.attention")
  %attention_70 = amp.transpose %attention_69 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.7.attention")
  %attention_71 = amp.scaled_dot_product_attention %attention_66, %attention_68, %attention_70 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.7.attention")
  %attention_72 = amp.transpose %attention_71 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.7.attention")
  %attention_73 = amp.reshape %attention_72 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.7.attention")
  %out_7 = amp.linear %attention_73, %blocks_7_attention_out_weight, %blocks_7_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.7.attention.out")
  %_7 = amp.add %_6_1, %out_7 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.7")
  %norm2_7 = amp.layer_norm %_7 weight(%blocks_7_norm2_weight) bias(%blocks_7_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.7.norm2")
  %_0_9 = amp.linear %norm2_7, %blocks_7_mlp_0_weight, %blocks_7_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.7.mlp.0")
  %_1_9 = amp.gelu %_0_9 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.7.mlp.1")
  %_2_9 = amp.linear %_1_9, %blocks_7_mlp_2_weight, %blocks_7_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.7.mlp.2")
  %_7_1 = amp.add %_7, %_2_9 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.7")
  %norm1_8 = amp.layer_norm %_7_1 weight(%blocks_8_norm1_weight) bias(%blocks_8_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.8.norm1")
  %qkv_8 = amp.linear %norm1_8, %blocks_8_attention_qkv_weight, %blocks_8_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.8.attention.qkv")
  %attention_0_8, %attention_1_8, %attention_2_8 = amp.split %qkv_8 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.8.attention")
  %attention_74 = amp.reshape %attention_0_8 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.8.attention")
  %attention_75 = amp.transpose %attention_74 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.8.attention")
  %attention_76 = amp.reshape %attention_1_8 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.8.attention")
  %attention_77 = amp.transpose %attention_76 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.8.attention")
  %attention_78 = amp.reshape %attention_2_8 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.8.attention")
  %attention_79 = amp.transpose %attention_78 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.8.attention")
  %attention_80 = amp.scaled_dot_product_attention %attention_75, %attention_77, %attention_79 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.8.attention")
  %attention_81 = amp.transpose %attention_80 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.8.attention")
  %attention_82 = amp.reshape %attention_81 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.8.attention")
  %out_8 = amp.linear %attention_82, %blocks_8_attention_out_weight, %blocks_8_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.8.attention.out")
  %_8 = amp.add %_7_1, %out_8 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.8")
  %norm2_8 = amp.layer_norm %_8 weight(%blocks_8_norm2_weight) bias(%blocks_8_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.8.norm2")
  %_0_10 = amp.linear %norm2_8, %blocks_8_mlp_0_weight, %blocks_8_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.8.mlp.0")
  %_1_10 = amp.gelu %_0_10 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.8.mlp.1")
  %_2_10 = amp.linear %_1_10, %blocks_8_mlp_2_weight, %blocks_8_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.8.mlp.2")
  %_8_1 = amp.add %_8, %_2_10 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.8")
  %norm1_9 = amp.layer_norm %_8_1 weight(%blocks_9_norm1_weight) bias(%blocks_9_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.9.norm1")
  %qkv_9 = amp.linear %norm1_9, %blocks_9_attention_qkv_weight, %blocks_9_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.9.attention.qkv")
  %attention_0_9, %attention_1_9, %attention_2_9 = amp.split %qkv_9 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.9.attention")
  %attention_83 = amp.reshape %attention_0_9 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.9.attention")
  %attention_84 = amp.transpose %attention_83 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.9.attention")
  %attention_85 = amp.reshape %attention_1_9 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.9.attention")
  %attention_86 = amp.transpose %attention_85 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.9.attention")
  %attention_87 = amp.reshape %attention_2_9 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.9.attention")
  %attention_88 = amp.transpose %attention_87 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.9.attention")
  %attention_89 = amp.scaled_dot_product_attention %attention_84, %attention_86, %attention_88 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.9.attention")
  %attention_90 = amp.transpose %attention_89 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.9.attention")
  %attention_91 = amp.reshape %attention_90 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.9.attention")
  %out_9 = amp.linear %attention_91, %blocks_9_attention_out_weight, %blocks_9_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.9.attention.out")
  %_9 = amp.add %_8_1, %out_9 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.9")
  %norm2_9 = amp.layer_norm %_9 weight(%blocks_9_norm2_weight) bias(%blocks_9_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.9.norm2")
  %_0_11 = amp.linear %norm2_9, %blocks_9_mlp_0_weight, %blocks_9_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.9.mlp.0")
  %_1_11 = amp.gelu %_0_11 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.9.mlp.1")
  %_2_11 = amp.linear %_1_11, %blocks_9_mlp_2_weight, %blocks_9_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.9.mlp.2")
  %_9_1 = amp.add %_9, %_2_11 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.9")
  %norm1_10 = amp.layer_norm %_9_1 weight(%blocks_10_norm1_weight) bias(%blocks_10_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.10.norm1")
  %qkv_10 = amp.linear %norm1_10, %blocks_10_attention_qkv_weight, %blocks_10_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.10.attention.qkv")
  %attention_0_10, %attention_1_10, %attention_2_10 = amp.split %qkv_10 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.10.attention")
  %attention_92 = amp.reshape %attention_0_10 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.10.attention")
  %attention_93 = amp.transpose %attention_92 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.10.attention")
  %attention_94 = amp.reshape %attention_1_10 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.10.attention")
  %attention_95 = amp.transpose %attention_94 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.10.attention")
  %attention_96 = amp.reshape %attention_2_10 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.10.attention")
  %attention_97 = amp.transpose %attention_96 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.10.attention")
  %attention_98 = amp.scaled_dot_product_attention %attention_93, %attention_95, %attention_97 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.10.attention")
  %attention_99 = amp.transpose %attention_98 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.10.attention")
  %attention_100 = amp.reshape %attention_99 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.10.attention")
  %out_10 = amp.linear %attention_100, %blocks_10_attention_out_weight, %blocks_10_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.10.attention.out")
  %_10 = amp.add %_9_1, %out_10 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.10")
  %norm2_10 = amp.layer_norm %_10 weight(%blocks_10_norm2_weight) bias(%blocks_10_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.10.norm2")
  %_0_12 = amp.linear %norm2_10, %blocks_10_mlp_0_weight, %blocks_10_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.10.mlp.0")
  %_1_12 = amp.gelu %_0_12 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.10.mlp.1")
  %_2_12 = amp.linear %_1_12, %blocks_10_mlp_2_weight, %blocks_10_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.10.mlp.2")
  %_10_1 = amp.add %_10, %_2_12 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.10")
  %norm1_11 = amp.layer_norm %_10_1 weight(%blocks_11_norm1_weight) bias(%blocks_11_norm1_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.11.norm1")
  %qkv_11 = amp.linear %norm1_11, %blocks_11_attention_qkv_weight, %blocks_11_attention_qkv_bias : (tensor<?x1024x768xf32>, tensor<2304x768xf32>, tensor<2304xf32>) -> tensor<?x1024x2304xf32> loc("blocks.11.attention.qkv")
  %attention_0_11, %attention_1_11, %attention_2_11 = amp.split %qkv_11 {sizes = array<i64: 768, 768, 768>, dim = 2 : i64} : (tensor<?x1024x2304xf32>) -> (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) loc("blocks.11.attention")
  %attention_101 = amp.reshape %attention_0_11 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.11.attention")
  %attention_102 = amp.transpose %attention_101 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.11.attention")
  %attention_103 = amp.reshape %attention_1_11 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.11.attention")
  %attention_104 = amp.transpose %attention_103 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.11.attention")
  %attention_105 = amp.reshape %attention_2_11 {shape = array<i64: -1, 1024, 12, 64>} : (tensor<?x1024x768xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.11.attention")
  %attention_106 = amp.transpose %attention_105 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x1024x12x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.11.attention")
  %attention_107 = amp.scaled_dot_product_attention %attention_102, %attention_104, %attention_106 {is_causal = true} : (tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>, tensor<?x12x1024x64xf32>) -> tensor<?x12x1024x64xf32> loc("blocks.11.attention")
  %attention_108 = amp.transpose %attention_107 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<?x12x1024x64xf32>) -> tensor<?x1024x12x64xf32> loc("blocks.11.attention")
  %attention_109 = amp.reshape %attention_108 {shape = array<i64: -1, 1024, 768>} : (tensor<?x1024x12x64xf32>) -> tensor<?x1024x768xf32> loc("blocks.11.attention")
  %out_11 = amp.linear %attention_109, %blocks_11_attention_out_weight, %blocks_11_attention_out_bias : (tensor<?x1024x768xf32>, tensor<768x768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.11.attention.out")
  %_11 = amp.add %_10_1, %out_11 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.11")
  %norm2_11 = amp.layer_norm %_11 weight(%blocks_11_norm2_weight) bias(%blocks_11_norm2_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.11.norm2")
  %_0_13 = amp.linear %norm2_11, %blocks_11_mlp_0_weight, %blocks_11_mlp_0_bias : (tensor<?x1024x768xf32>, tensor<3072x768xf32>, tensor<3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.11.mlp.0")
  %_1_13 = amp.gelu %_0_13 {approximate = #amp.gelu<tanh>} : (tensor<?x1024x3072xf32>) -> tensor<?x1024x3072xf32> loc("blocks.11.mlp.1")
  %_2_13 = amp.linear %_1_13, %blocks_11_mlp_2_weight, %blocks_11_mlp_2_bias : (tensor<?x1024x3072xf32>, tensor<768x3072xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("blocks.11.mlp.2")
  %_11_1 = amp.add %_11, %_2_13 : (tensor<?x1024x768xf32>, tensor<?x1024x768xf32>) -> tensor<?x1024x768xf32> loc("blocks.11")
  %norm = amp.layer_norm %_11_1 weight(%norm_weight) bias(%norm_bias) {normalized_shape = array<i64: 768>, eps = 1.0e-05 : f64} : (tensor<?x1024x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<?x1024x768xf32> loc("norm")
  %head = amp.linear %norm, %tokens_weight : (tensor<?x1024x768xf32>, tensor<50257x768xf32>) -> tensor<?x1024x50257xf32> loc("head")
  return %head : tensor<?x1024x50257xf32>
}
