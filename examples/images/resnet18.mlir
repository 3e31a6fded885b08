// Written by amp.torch from ResNet, with PyTorch 2.15.0+cu132.

amp.variable parameter @first.0.weight : tensor<64x3x3x3xf32> = #amp.init<normal(0.0, 0.05892556509887897)>
amp.variable parameter @first.1.weight : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable parameter @first.1.bias : tensor<64xf32> = #amp.init<zeros>
amp.variable parameter @stages.0.layers.0.weight : tensor<64x64x3x3xf32> = #amp.init<normal(0.0, 0.05892556509887897)>
amp.variable parameter @stages.0.layers.1.weight : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.0.layers.1.bias : tensor<64xf32> = #amp.init<zeros>
amp.variable parameter @stages.0.layers.3.weight : tensor<64x64x3x3xf32> = #amp.init<normal(0.0, 0.05892556509887897)>
amp.variable parameter @stages.0.layers.4.weight : tensor<64xf32> = #amp.init<zeros>
amp.variable parameter @stages.0.layers.4.bias : tensor<64xf32> = #amp.init<zeros>
amp.variable parameter @stages.1.layers.0.weight : tensor<64x64x3x3xf32> = #amp.init<normal(0.0, 0.05892556509887897)>
amp.variable parameter @stages.1.layers.1.weight : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.1.layers.1.bias : tensor<64xf32> = #amp.init<zeros>
amp.variable parameter @stages.1.layers.3.weight : tensor<64x64x3x3xf32> = #amp.init<normal(0.0, 0.05892556509887897)>
amp.variable parameter @stages.1.layers.4.weight : tensor<64xf32> = #amp.init<zeros>
amp.variable parameter @stages.1.layers.4.bias : tensor<64xf32> = #amp.init<zeros>
amp.variable parameter @stages.2.layers.0.weight : tensor<128x64x3x3xf32> = #amp.init<normal(0.0, 0.04166666666666667)>
amp.variable parameter @stages.2.layers.1.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.2.layers.1.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @stages.2.layers.3.weight : tensor<128x128x3x3xf32> = #amp.init<normal(0.0, 0.04166666666666667)>
amp.variable parameter @stages.2.layers.4.weight : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @stages.2.layers.4.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @stages.2.short.0.weight : tensor<128x64x1x1xf32> = #amp.init<normal(0.0, 0.125)>
amp.variable parameter @stages.2.short.1.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.2.short.1.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @stages.3.layers.0.weight : tensor<128x128x3x3xf32> = #amp.init<normal(0.0, 0.04166666666666667)>
amp.variable parameter @stages.3.layers.1.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.3.layers.1.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @stages.3.layers.3.weight : tensor<128x128x3x3xf32> = #amp.init<normal(0.0, 0.04166666666666667)>
amp.variable parameter @stages.3.layers.4.weight : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @stages.3.layers.4.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @stages.4.layers.0.weight : tensor<256x128x3x3xf32> = #amp.init<normal(0.0, 0.029462782549439483)>
amp.variable parameter @stages.4.layers.1.weight : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.4.layers.1.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.4.layers.3.weight : tensor<256x256x3x3xf32> = #amp.init<normal(0.0, 0.029462782549439483)>
amp.variable parameter @stages.4.layers.4.weight : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.4.layers.4.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.4.short.0.weight : tensor<256x128x1x1xf32> = #amp.init<normal(0.0, 0.08838834764831845)>
amp.variable parameter @stages.4.short.1.weight : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.4.short.1.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.5.layers.0.weight : tensor<256x256x3x3xf32> = #amp.init<normal(0.0, 0.029462782549439483)>
amp.variable parameter @stages.5.layers.1.weight : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.5.layers.1.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.5.layers.3.weight : tensor<256x256x3x3xf32> = #amp.init<normal(0.0, 0.029462782549439483)>
amp.variable parameter @stages.5.layers.4.weight : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.5.layers.4.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.6.layers.0.weight : tensor<512x256x3x3xf32> = #amp.init<normal(0.0, 0.020833333333333336)>
amp.variable parameter @stages.6.layers.1.weight : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.6.layers.1.bias : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.6.layers.3.weight : tensor<512x512x3x3xf32> = #amp.init<normal(0.0, 0.020833333333333336)>
amp.variable parameter @stages.6.layers.4.weight : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.6.layers.4.bias : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.6.short.0.weight : tensor<512x256x1x1xf32> = #amp.init<normal(0.0, 0.0625)>
amp.variable parameter @stages.6.short.1.weight : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.6.short.1.bias : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.7.layers.0.weight : tensor<512x512x3x3xf32> = #amp.init<normal(0.0, 0.020833333333333336)>
amp.variable parameter @stages.7.layers.1.weight : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.7.layers.1.bias : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.7.layers.3.weight : tensor<512x512x3x3xf32> = #amp.init<normal(0.0, 0.020833333333333336)>
amp.variable parameter @stages.7.layers.4.weight : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.7.layers.4.bias : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @classifier.weight : tensor<10x512xf32> = #amp.init<uniform(-0.04419417382415921, 0.04419417382415921)>
amp.variable parameter @classifier.bias : tensor<10xf32> = #amp.init<uniform(-0.044194173824159216, 0.044194173824159216)>
amp.variable buffer @first.1.running_mean : tensor<64xf32> = #amp.init<zeros>
amp.variable buffer @first.1.running_var : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable buffer @first.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.0.layers.1.running_mean : tensor<64xf32> = #amp.init<zeros>
amp.variable buffer @stages.0.layers.1.running_var : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.0.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.0.layers.4.running_mean : tensor<64xf32> = #amp.init<zeros>
amp.variable buffer @stages.0.layers.4.running_var : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.0.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.1.layers.1.running_mean : tensor<64xf32> = #amp.init<zeros>
amp.variable buffer @stages.1.layers.1.running_var : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.1.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.1.layers.4.running_mean : tensor<64xf32> = #amp.init<zeros>
amp.variable buffer @stages.1.layers.4.running_var : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.1.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.2.layers.1.running_mean : tensor<128xf32> = #amp.init<zeros>
amp.variable buffer @stages.2.layers.1.running_var : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.2.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.2.layers.4.running_mean : tensor<128xf32> = #amp.init<zeros>
amp.variable buffer @stages.2.layers.4.running_var : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.2.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.2.short.1.running_mean : tensor<128xf32> = #amp.init<zeros>
amp.variable buffer @stages.2.short.1.running_var : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.2.short.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.3.layers.1.running_mean : tensor<128xf32> = #amp.init<zeros>
amp.variable buffer @stages.3.layers.1.running_var : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.3.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.3.layers.4.running_mean : tensor<128xf32> = #amp.init<zeros>
amp.variable buffer @stages.3.layers.4.running_var : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.3.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.4.layers.1.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.4.layers.1.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.4.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.4.layers.4.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.4.layers.4.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.4.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.4.short.1.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.4.short.1.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.4.short.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.5.layers.1.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.5.layers.1.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.5.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.5.layers.4.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.5.layers.4.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.5.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.6.layers.1.running_mean : tensor<512xf32> = #amp.init<zeros>
amp.variable buffer @stages.6.layers.1.running_var : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.6.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.6.layers.4.running_mean : tensor<512xf32> = #amp.init<zeros>
amp.variable buffer @stages.6.layers.4.running_var : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.6.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.6.short.1.running_mean : tensor<512xf32> = #amp.init<zeros>
amp.variable buffer @stages.6.short.1.running_var : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.6.short.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.7.layers.1.running_mean : tensor<512xf32> = #amp.init<zeros>
amp.variable buffer @stages.7.layers.1.running_var : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.7.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.7.layers.4.running_mean : tensor<512xf32> = #amp.init<zeros>
amp.variable buffer @stages.7.layers.4.running_var : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.7.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.optimizer sgd @optimizer [@first.0.weight, @first.1.weight, @first.1.bias, @stages.0.layers.0.weight, @stages.0.layers.1.weight, @stages.0.layers.1.bias, @stages.0.layers.3.weight, @stages.0.layers.4.weight, @stages.0.layers.4.bias, @stages.1.layers.0.weight, @stages.1.layers.1.weight, @stages.1.layers.1.bias, @stages.1.layers.3.weight, @stages.1.layers.4.weight, @stages.1.layers.4.bias, @stages.2.layers.0.weight, @stages.2.layers.1.weight, @stages.2.layers.1.bias, @stages.2.layers.3.weight, @stages.2.layers.4.weight, @stages.2.layers.4.bias, @stages.2.short.0.weight, @stages.2.short.1.weight, @stages.2.short.1.bias, @stages.3.layers.0.weight, @stages.3.layers.1.weight, @stages.3.layers.1.bias, @stages.3.layers.3.weight, @stages.3.layers.4.weight, @stages.3.layers.4.bias, @stages.4.layers.0.weight, @stages.4.layers.1.weight, @stages.4.layers.1.bias, @stages.4.layers.3.weight, @stages.4.layers.4.weight, @stages.4.layers.4.bias, @stages.4.short.0.weight, @stages.4.short.1.weight, @stages.4.short.1.bias, @stages.5.layers.0.weight, @stages.5.layers.1.weight, @stages.5.layers.1.bias, @stages.5.layers.3.weight, @stages.5.layers.4.weight, @stages.5.layers.4.bias, @stages.6.layers.0.weight, @stages.6.layers.1.weight, @stages.6.layers.1.bias, @stages.6.layers.3.weight, @stages.6.layers.4.weight, @stages.6.layers.4.bias, @stages.6.short.0.weight, @stages.6.short.1.weight, @stages.6.short.1.bias, @stages.7.layers.0.weight, @stages.7.layers.1.weight, @stages.7.layers.1.bias, @stages.7.layers.3.weight, @stages.7.layers.4.weight, @stages.7.layers.4.bias, @classifier.weight, @classifier.bias]
  {lr = 0.05 : f64, weight_decay = 0.0005 : f64, momentum = 0.9 : f64}

func.func @train(%images: tensor<?x3x32x32xui8> {amp.name = "images"},
                 %target: tensor<?xi64> {amp.name = "target"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"},
        tensor<f32> {amp.name = "right", amp.reduction = "mean"}) {
  %first_0_weight = amp.read @first.0.weight : tensor<64x3x3x3xf32>
  %first_1_weight = amp.read @first.1.weight : tensor<64xf32>
  %first_1_bias = amp.read @first.1.bias : tensor<64xf32>
  %stages_0_layers_0_weight = amp.read @stages.0.layers.0.weight : tensor<64x64x3x3xf32>
  %stages_0_layers_1_weight = amp.read @stages.0.layers.1.weight : tensor<64xf32>
  %stages_0_layers_1_bias = amp.read @stages.0.layers.1.bias : tensor<64xf32>
  %stages_0_layers_3_weight = amp.read @stages.0.layers.3.weight : tensor<64x64x3x3xf32>
  %stages_0_layers_4_weight = amp.read @stages.0.layers.4.weight : tensor<64xf32>
  %stages_0_layers_4_bias = amp.read @stages.0.layers.4.bias : tensor<64xf32>
  %stages_1_layers_0_weight = amp.read @stages.1.layers.0.weight : tensor<64x64x3x3xf32>
  %stages_1_layers_1_weight = amp.read @stages.1.layers.1.weight : tensor<64xf32>
  %stages_1_layers_1_bias = amp.read @stages.1.layers.1.bias : tensor<64xf32>
  %stages_1_layers_3_weight = amp.read @stages.1.layers.3.weight : tensor<64x64x3x3xf32>
  %stages_1_layers_4_weight = amp.read @stages.1.layers.4.weight : tensor<64xf32>
  %stages_1_layers_4_bias = amp.read @stages.1.layers.4.bias : tensor<64xf32>
  %stages_2_layers_0_weight = amp.read @stages.2.layers.0.weight : tensor<128x64x3x3xf32>
  %stages_2_layers_1_weight = amp.read @stages.2.layers.1.weight : tensor<128xf32>
  %stages_2_layers_1_bias = amp.read @stages.2.layers.1.bias : tensor<128xf32>
  %stages_2_layers_3_weight = amp.read @stages.2.layers.3.weight : tensor<128x128x3x3xf32>
  %stages_2_layers_4_weight = amp.read @stages.2.layers.4.weight : tensor<128xf32>
  %stages_2_layers_4_bias = amp.read @stages.2.layers.4.bias : tensor<128xf32>
  %stages_2_short_0_weight = amp.read @stages.2.short.0.weight : tensor<128x64x1x1xf32>
  %stages_2_short_1_weight = amp.read @stages.2.short.1.weight : tensor<128xf32>
  %stages_2_short_1_bias = amp.read @stages.2.short.1.bias : tensor<128xf32>
  %stages_3_layers_0_weight = amp.read @stages.3.layers.0.weight : tensor<128x128x3x3xf32>
  %stages_3_layers_1_weight = amp.read @stages.3.layers.1.weight : tensor<128xf32>
  %stages_3_layers_1_bias = amp.read @stages.3.layers.1.bias : tensor<128xf32>
  %stages_3_layers_3_weight = amp.read @stages.3.layers.3.weight : tensor<128x128x3x3xf32>
  %stages_3_layers_4_weight = amp.read @stages.3.layers.4.weight : tensor<128xf32>
  %stages_3_layers_4_bias = amp.read @stages.3.layers.4.bias : tensor<128xf32>
  %stages_4_layers_0_weight = amp.read @stages.4.layers.0.weight : tensor<256x128x3x3xf32>
  %stages_4_layers_1_weight = amp.read @stages.4.layers.1.weight : tensor<256xf32>
  %stages_4_layers_1_bias = amp.read @stages.4.layers.1.bias : tensor<256xf32>
  %stages_4_layers_3_weight = amp.read @stages.4.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_4_layers_4_weight = amp.read @stages.4.layers.4.weight : tensor<256xf32>
  %stages_4_layers_4_bias = amp.read @stages.4.layers.4.bias : tensor<256xf32>
  %stages_4_short_0_weight = amp.read @stages.4.short.0.weight : tensor<256x128x1x1xf32>
  %stages_4_short_1_weight = amp.read @stages.4.short.1.weight : tensor<256xf32>
  %stages_4_short_1_bias = amp.read @stages.4.short.1.bias : tensor<256xf32>
  %stages_5_layers_0_weight = amp.read @stages.5.layers.0.weight : tensor<256x256x3x3xf32>
  %stages_5_layers_1_weight = amp.read @stages.5.layers.1.weight : tensor<256xf32>
  %stages_5_layers_1_bias = amp.read @stages.5.layers.1.bias : tensor<256xf32>
  %stages_5_layers_3_weight = amp.read @stages.5.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_5_layers_4_weight = amp.read @stages.5.layers.4.weight : tensor<256xf32>
  %stages_5_layers_4_bias = amp.read @stages.5.layers.4.bias : tensor<256xf32>
  %stages_6_layers_0_weight = amp.read @stages.6.layers.0.weight : tensor<512x256x3x3xf32>
  %stages_6_layers_1_weight = amp.read @stages.6.layers.1.weight : tensor<512xf32>
  %stages_6_layers_1_bias = amp.read @stages.6.layers.1.bias : tensor<512xf32>
  %stages_6_layers_3_weight = amp.read @stages.6.layers.3.weight : tensor<512x512x3x3xf32>
  %stages_6_layers_4_weight = amp.read @stages.6.layers.4.weight : tensor<512xf32>
  %stages_6_layers_4_bias = amp.read @stages.6.layers.4.bias : tensor<512xf32>
  %stages_6_short_0_weight = amp.read @stages.6.short.0.weight : tensor<512x256x1x1xf32>
  %stages_6_short_1_weight = amp.read @stages.6.short.1.weight : tensor<512xf32>
  %stages_6_short_1_bias = amp.read @stages.6.short.1.bias : tensor<512xf32>
  %stages_7_layers_0_weight = amp.read @stages.7.layers.0.weight : tensor<512x512x3x3xf32>
  %stages_7_layers_1_weight = amp.read @stages.7.layers.1.weight : tensor<512xf32>
  %stages_7_layers_1_bias = amp.read @stages.7.layers.1.bias : tensor<512xf32>
  %stages_7_layers_3_weight = amp.read @stages.7.layers.3.weight : tensor<512x512x3x3xf32>
  %stages_7_layers_4_weight = amp.read @stages.7.layers.4.weight : tensor<512xf32>
  %stages_7_layers_4_bias = amp.read @stages.7.layers.4.bias : tensor<512xf32>
  %classifier_weight = amp.read @classifier.weight : tensor<10x512xf32>
  %classifier_bias = amp.read @classifier.bias : tensor<10xf32>
  %first_1_running_mean = amp.read @first.1.running_mean : tensor<64xf32>
  %first_1_running_var = amp.read @first.1.running_var : tensor<64xf32>
  %first_1_num_batches_tracked = amp.read @first.1.num_batches_tracked : tensor<i64>
  %stages_0_layers_1_running_mean = amp.read @stages.0.layers.1.running_mean : tensor<64xf32>
  %stages_0_layers_1_running_var = amp.read @stages.0.layers.1.running_var : tensor<64xf32>
  %stages_0_layers_1_num_batches_tracked = amp.read @stages.0.layers.1.num_batches_tracked : tensor<i64>
  %stages_0_layers_4_running_mean = amp.read @stages.0.layers.4.running_mean : tensor<64xf32>
  %stages_0_layers_4_running_var = amp.read @stages.0.layers.4.running_var : tensor<64xf32>
  %stages_0_layers_4_num_batches_tracked = amp.read @stages.0.layers.4.num_batches_tracked : tensor<i64>
  %stages_1_layers_1_running_mean = amp.read @stages.1.layers.1.running_mean : tensor<64xf32>
  %stages_1_layers_1_running_var = amp.read @stages.1.layers.1.running_var : tensor<64xf32>
  %stages_1_layers_1_num_batches_tracked = amp.read @stages.1.layers.1.num_batches_tracked : tensor<i64>
  %stages_1_layers_4_running_mean = amp.read @stages.1.layers.4.running_mean : tensor<64xf32>
  %stages_1_layers_4_running_var = amp.read @stages.1.layers.4.running_var : tensor<64xf32>
  %stages_1_layers_4_num_batches_tracked = amp.read @stages.1.layers.4.num_batches_tracked : tensor<i64>
  %stages_2_layers_1_running_mean = amp.read @stages.2.layers.1.running_mean : tensor<128xf32>
  %stages_2_layers_1_running_var = amp.read @stages.2.layers.1.running_var : tensor<128xf32>
  %stages_2_layers_1_num_batches_tracked = amp.read @stages.2.layers.1.num_batches_tracked : tensor<i64>
  %stages_2_layers_4_running_mean = amp.read @stages.2.layers.4.running_mean : tensor<128xf32>
  %stages_2_layers_4_running_var = amp.read @stages.2.layers.4.running_var : tensor<128xf32>
  %stages_2_layers_4_num_batches_tracked = amp.read @stages.2.layers.4.num_batches_tracked : tensor<i64>
  %stages_2_short_1_running_mean = amp.read @stages.2.short.1.running_mean : tensor<128xf32>
  %stages_2_short_1_running_var = amp.read @stages.2.short.1.running_var : tensor<128xf32>
  %stages_2_short_1_num_batches_tracked = amp.read @stages.2.short.1.num_batches_tracked : tensor<i64>
  %stages_3_layers_1_running_mean = amp.read @stages.3.layers.1.running_mean : tensor<128xf32>
  %stages_3_layers_1_running_var = amp.read @stages.3.layers.1.running_var : tensor<128xf32>
  %stages_3_layers_1_num_batches_tracked = amp.read @stages.3.layers.1.num_batches_tracked : tensor<i64>
  %stages_3_layers_4_running_mean = amp.read @stages.3.layers.4.running_mean : tensor<128xf32>
  %stages_3_layers_4_running_var = amp.read @stages.3.layers.4.running_var : tensor<128xf32>
  %stages_3_layers_4_num_batches_tracked = amp.read @stages.3.layers.4.num_batches_tracked : tensor<i64>
  %stages_4_layers_1_running_mean = amp.read @stages.4.layers.1.running_mean : tensor<256xf32>
  %stages_4_layers_1_running_var = amp.read @stages.4.layers.1.running_var : tensor<256xf32>
  %stages_4_layers_1_num_batches_tracked = amp.read @stages.4.layers.1.num_batches_tracked : tensor<i64>
  %stages_4_layers_4_running_mean = amp.read @stages.4.layers.4.running_mean : tensor<256xf32>
  %stages_4_layers_4_running_var = amp.read @stages.4.layers.4.running_var : tensor<256xf32>
  %stages_4_layers_4_num_batches_tracked = amp.read @stages.4.layers.4.num_batches_tracked : tensor<i64>
  %stages_4_short_1_running_mean = amp.read @stages.4.short.1.running_mean : tensor<256xf32>
  %stages_4_short_1_running_var = amp.read @stages.4.short.1.running_var : tensor<256xf32>
  %stages_4_short_1_num_batches_tracked = amp.read @stages.4.short.1.num_batches_tracked : tensor<i64>
  %stages_5_layers_1_running_mean = amp.read @stages.5.layers.1.running_mean : tensor<256xf32>
  %stages_5_layers_1_running_var = amp.read @stages.5.layers.1.running_var : tensor<256xf32>
  %stages_5_layers_1_num_batches_tracked = amp.read @stages.5.layers.1.num_batches_tracked : tensor<i64>
  %stages_5_layers_4_running_mean = amp.read @stages.5.layers.4.running_mean : tensor<256xf32>
  %stages_5_layers_4_running_var = amp.read @stages.5.layers.4.running_var : tensor<256xf32>
  %stages_5_layers_4_num_batches_tracked = amp.read @stages.5.layers.4.num_batches_tracked : tensor<i64>
  %stages_6_layers_1_running_mean = amp.read @stages.6.layers.1.running_mean : tensor<512xf32>
  %stages_6_layers_1_running_var = amp.read @stages.6.layers.1.running_var : tensor<512xf32>
  %stages_6_layers_1_num_batches_tracked = amp.read @stages.6.layers.1.num_batches_tracked : tensor<i64>
  %stages_6_layers_4_running_mean = amp.read @stages.6.layers.4.running_mean : tensor<512xf32>
  %stages_6_layers_4_running_var = amp.read @stages.6.layers.4.running_var : tensor<512xf32>
  %stages_6_layers_4_num_batches_tracked = amp.read @stages.6.layers.4.num_batches_tracked : tensor<i64>
  %stages_6_short_1_running_mean = amp.read @stages.6.short.1.running_mean : tensor<512xf32>
  %stages_6_short_1_running_var = amp.read @stages.6.short.1.running_var : tensor<512xf32>
  %stages_6_short_1_num_batches_tracked = amp.read @stages.6.short.1.num_batches_tracked : tensor<i64>
  %stages_7_layers_1_running_mean = amp.read @stages.7.layers.1.running_mean : tensor<512xf32>
  %stages_7_layers_1_running_var = amp.read @stages.7.layers.1.running_var : tensor<512xf32>
  %stages_7_layers_1_num_batches_tracked = amp.read @stages.7.layers.1.num_batches_tracked : tensor<i64>
  %stages_7_layers_4_running_mean = amp.read @stages.7.layers.4.running_mean : tensor<512xf32>
  %stages_7_layers_4_running_var = amp.read @stages.7.layers.4.running_var : tensor<512xf32>
  %stages_7_layers_4_num_batches_tracked = amp.read @stages.7.layers.4.num_batches_tracked : tensor<i64>
  %images_f32 = amp.cast %images : tensor<?x3x32x32xui8> to tensor<?x3x32x32xf32> loc("to")
  %c = amp.constant dense<255.0> : tensor<f32> loc("div")
  %div = amp.div %images_f32, %c : (tensor<?x3x32x32xf32>, tensor<f32>) -> tensor<?x3x32x32xf32> loc("div")
  %c_1 = amp.constant dense<0.5> : tensor<f32> loc("sub")
  %sub = amp.sub %div, %c_1 : (tensor<?x3x32x32xf32>, tensor<f32>) -> tensor<?x3x32x32xf32> loc("sub")
  %_0 = amp.conv2d %sub, %first_0_weight {padding = array<i64: 1, 1>} : (tensor<?x3x32x32xf32>, tensor<64x3x3x3xf32>) -> tensor<?x64x32x32xf32> loc("first.0")
  %c_2 = amp.constant dense<1> : tensor<i64> loc("first.1")
  %_1 = amp.add %first_1_num_batches_tracked, %c_2 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("first.1")
  %_1_0, %_1_1, %_1_2 = amp.batch_norm %_0 weight(%first_1_weight) bias(%first_1_bias) running_mean(%first_1_running_mean) running_var(%first_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>) loc("first.1")
  %_2 = amp.relu %_1_0 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("first.2")
  %_0_1 = amp.conv2d %_2, %stages_0_layers_0_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.0")
  %c_3 = amp.constant dense<1> : tensor<i64> loc("stages.0.layers.1")
  %_1_3 = amp.add %stages_0_layers_1_num_batches_tracked, %c_3 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.0.layers.1")
  %_1_0_1, %_1_1_1, %_1_2_1 = amp.batch_norm %_0_1 weight(%stages_0_layers_1_weight) bias(%stages_0_layers_1_bias) running_mean(%stages_0_layers_1_running_mean) running_var(%stages_0_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>) loc("stages.0.layers.1")
  %_2_1 = amp.relu %_1_0_1 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.2")
  %_3 = amp.conv2d %_2_1, %stages_0_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.3")
  %c_4 = amp.constant dense<1> : tensor<i64> loc("stages.0.layers.4")
  %_4 = amp.add %stages_0_layers_4_num_batches_tracked, %c_4 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.0.layers.4")
  %_4_0, %_4_1, %_4_2 = amp.batch_norm %_3 weight(%stages_0_layers_4_weight) bias(%stages_0_layers_4_bias) running_mean(%stages_0_layers_4_running_mean) running_var(%stages_0_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>) loc("stages.0.layers.4")
  %_0_2 = amp.add %_4_0, %_2 : (tensor<?x64x32x32xf32>, tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.0")
  %_0_3 = amp.relu %_0_2 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.0")
  %_0_4 = amp.conv2d %_0_3, %stages_1_layers_0_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.0")
  %c_5 = amp.constant dense<1> : tensor<i64> loc("stages.1.layers.1")
  %_1_4 = amp.add %stages_1_layers_1_num_batches_tracked, %c_5 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.1.layers.1")
  %_1_0_2, %_1_1_2, %_1_2_2 = amp.batch_norm %_0_4 weight(%stages_1_layers_1_weight) bias(%stages_1_layers_1_bias) running_mean(%stages_1_layers_1_running_mean) running_var(%stages_1_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>) loc("stages.1.layers.1")
  %_2_2 = amp.relu %_1_0_2 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.2")
  %_3_1 = amp.conv2d %_2_2, %stages_1_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.3")
  %c_6 = amp.constant dense<1> : tensor<i64> loc("stages.1.layers.4")
  %_4_3 = amp.add %stages_1_layers_4_num_batches_tracked, %c_6 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.1.layers.4")
  %_4_0_1, %_4_1_1, %_4_2_1 = amp.batch_norm %_3_1 weight(%stages_1_layers_4_weight) bias(%stages_1_layers_4_bias) running_mean(%stages_1_layers_4_running_mean) running_var(%stages_1_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>) loc("stages.1.layers.4")
  %_1_5 = amp.add %_4_0_1, %_0_3 : (tensor<?x64x32x32xf32>, tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.1")
  %_1_6 = amp.relu %_1_5 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.1")
  %_0_5 = amp.conv2d %_1_6, %stages_2_layers_0_weight {stride = array<i64: 2, 2>, padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<128x64x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.2.layers.0")
  %c_7 = amp.constant dense<1> : tensor<i64> loc("stages.2.layers.1")
  %_1_7 = amp.add %stages_2_layers_1_num_batches_tracked, %c_7 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.2.layers.1")
  %_1_0_3, %_1_1_3, %_1_2_3 = amp.batch_norm %_0_5 weight(%stages_2_layers_1_weight) bias(%stages_2_layers_1_bias) running_mean(%stages_2_layers_1_running_mean) running_var(%stages_2_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>) loc("stages.2.layers.1")
  %_2_3 = amp.relu %_1_0_3 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.2.layers.2")
  %_3_2 = amp.conv2d %_2_3, %stages_2_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.2.layers.3")
  %c_8 = amp.constant dense<1> : tensor<i64> loc("stages.2.layers.4")
  %_4_4 = amp.add %stages_2_layers_4_num_batches_tracked, %c_8 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.2.layers.4")
  %_4_0_2, %_4_1_2, %_4_2_2 = amp.batch_norm %_3_2 weight(%stages_2_layers_4_weight) bias(%stages_2_layers_4_bias) running_mean(%stages_2_layers_4_running_mean) running_var(%stages_2_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>) loc("stages.2.layers.4")
  %_0_6 = amp.conv2d %_1_6, %stages_2_short_0_weight {stride = array<i64: 2, 2>} : (tensor<?x64x32x32xf32>, tensor<128x64x1x1xf32>) -> tensor<?x128x16x16xf32> loc("stages.2.short.0")
  %c_9 = amp.constant dense<1> : tensor<i64> loc("stages.2.short.1")
  %_1_8 = amp.add %stages_2_short_1_num_batches_tracked, %c_9 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.2.short.1")
  %_1_0_4, %_1_1_4, %_1_2_4 = amp.batch_norm %_0_6 weight(%stages_2_short_1_weight) bias(%stages_2_short_1_bias) running_mean(%stages_2_short_1_running_mean) running_var(%stages_2_short_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>) loc("stages.2.short.1")
  %_2_4 = amp.add %_4_0_2, %_1_0_4 : (tensor<?x128x16x16xf32>, tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.2")
  %_2_5 = amp.relu %_2_4 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.2")
  %_0_7 = amp.conv2d %_2_5, %stages_3_layers_0_weight {padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.0")
  %c_10 = amp.constant dense<1> : tensor<i64> loc("stages.3.layers.1")
  %_1_9 = amp.add %stages_3_layers_1_num_batches_tracked, %c_10 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.3.layers.1")
  %_1_0_5, %_1_1_5, %_1_2_5 = amp.batch_norm %_0_7 weight(%stages_3_layers_1_weight) bias(%stages_3_layers_1_bias) running_mean(%stages_3_layers_1_running_mean) running_var(%stages_3_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>) loc("stages.3.layers.1")
  %_2_6 = amp.relu %_1_0_5 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.2")
  %_3_3 = amp.conv2d %_2_6, %stages_3_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.3")
  %c_11 = amp.constant dense<1> : tensor<i64> loc("stages.3.layers.4")
  %_4_5 = amp.add %stages_3_layers_4_num_batches_tracked, %c_11 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.3.layers.4")
  %_4_0_3, %_4_1_3, %_4_2_3 = amp.batch_norm %_3_3 weight(%stages_3_layers_4_weight) bias(%stages_3_layers_4_bias) running_mean(%stages_3_layers_4_running_mean) running_var(%stages_3_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>) loc("stages.3.layers.4")
  %_3_4 = amp.add %_4_0_3, %_2_5 : (tensor<?x128x16x16xf32>, tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.3")
  %_3_5 = amp.relu %_3_4 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.3")
  %_0_8 = amp.conv2d %_3_5, %stages_4_layers_0_weight {stride = array<i64: 2, 2>, padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<256x128x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.4.layers.0")
  %c_12 = amp.constant dense<1> : tensor<i64> loc("stages.4.layers.1")
  %_1_10 = amp.add %stages_4_layers_1_num_batches_tracked, %c_12 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.4.layers.1")
  %_1_0_6, %_1_1_6, %_1_2_6 = amp.batch_norm %_0_8 weight(%stages_4_layers_1_weight) bias(%stages_4_layers_1_bias) running_mean(%stages_4_layers_1_running_mean) running_var(%stages_4_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.4.layers.1")
  %_2_7 = amp.relu %_1_0_6 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.4.layers.2")
  %_3_6 = amp.conv2d %_2_7, %stages_4_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.4.layers.3")
  %c_13 = amp.constant dense<1> : tensor<i64> loc("stages.4.layers.4")
  %_4_6 = amp.add %stages_4_layers_4_num_batches_tracked, %c_13 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.4.layers.4")
  %_4_0_4, %_4_1_4, %_4_2_4 = amp.batch_norm %_3_6 weight(%stages_4_layers_4_weight) bias(%stages_4_layers_4_bias) running_mean(%stages_4_layers_4_running_mean) running_var(%stages_4_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.4.layers.4")
  %_0_9 = amp.conv2d %_3_5, %stages_4_short_0_weight {stride = array<i64: 2, 2>} : (tensor<?x128x16x16xf32>, tensor<256x128x1x1xf32>) -> tensor<?x256x8x8xf32> loc("stages.4.short.0")
  %c_14 = amp.constant dense<1> : tensor<i64> loc("stages.4.short.1")
  %_1_11 = amp.add %stages_4_short_1_num_batches_tracked, %c_14 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.4.short.1")
  %_1_0_7, %_1_1_7, %_1_2_7 = amp.batch_norm %_0_9 weight(%stages_4_short_1_weight) bias(%stages_4_short_1_bias) running_mean(%stages_4_short_1_running_mean) running_var(%stages_4_short_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.4.short.1")
  %_4_7 = amp.add %_4_0_4, %_1_0_7 : (tensor<?x256x8x8xf32>, tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.4")
  %_4_8 = amp.relu %_4_7 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.4")
  %_0_10 = amp.conv2d %_4_8, %stages_5_layers_0_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.5.layers.0")
  %c_15 = amp.constant dense<1> : tensor<i64> loc("stages.5.layers.1")
  %_1_12 = amp.add %stages_5_layers_1_num_batches_tracked, %c_15 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.5.layers.1")
  %_1_0_8, %_1_1_8, %_1_2_8 = amp.batch_norm %_0_10 weight(%stages_5_layers_1_weight) bias(%stages_5_layers_1_bias) running_mean(%stages_5_layers_1_running_mean) running_var(%stages_5_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.5.layers.1")
  %_2_8 = amp.relu %_1_0_8 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.5.layers.2")
  %_3_7 = amp.conv2d %_2_8, %stages_5_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.5.layers.3")
  %c_16 = amp.constant dense<1> : tensor<i64> loc("stages.5.layers.4")
  %_4_9 = amp.add %stages_5_layers_4_num_batches_tracked, %c_16 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.5.layers.4")
  %_4_0_5, %_4_1_5, %_4_2_5 = amp.batch_norm %_3_7 weight(%stages_5_layers_4_weight) bias(%stages_5_layers_4_bias) running_mean(%stages_5_layers_4_running_mean) running_var(%stages_5_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.5.layers.4")
  %_5 = amp.add %_4_0_5, %_4_8 : (tensor<?x256x8x8xf32>, tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.5")
  %_5_1 = amp.relu %_5 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.5")
  %_0_11 = amp.conv2d %_5_1, %stages_6_layers_0_weight {stride = array<i64: 2, 2>, padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<512x256x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.6.layers.0")
  %c_17 = amp.constant dense<1> : tensor<i64> loc("stages.6.layers.1")
  %_1_13 = amp.add %stages_6_layers_1_num_batches_tracked, %c_17 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.6.layers.1")
  %_1_0_9, %_1_1_9, %_1_2_9 = amp.batch_norm %_0_11 weight(%stages_6_layers_1_weight) bias(%stages_6_layers_1_bias) running_mean(%stages_6_layers_1_running_mean) running_var(%stages_6_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>) loc("stages.6.layers.1")
  %_2_9 = amp.relu %_1_0_9 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.6.layers.2")
  %_3_8 = amp.conv2d %_2_9, %stages_6_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x512x4x4xf32>, tensor<512x512x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.6.layers.3")
  %c_18 = amp.constant dense<1> : tensor<i64> loc("stages.6.layers.4")
  %_4_10 = amp.add %stages_6_layers_4_num_batches_tracked, %c_18 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.6.layers.4")
  %_4_0_6, %_4_1_6, %_4_2_6 = amp.batch_norm %_3_8 weight(%stages_6_layers_4_weight) bias(%stages_6_layers_4_bias) running_mean(%stages_6_layers_4_running_mean) running_var(%stages_6_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>) loc("stages.6.layers.4")
  %_0_12 = amp.conv2d %_5_1, %stages_6_short_0_weight {stride = array<i64: 2, 2>} : (tensor<?x256x8x8xf32>, tensor<512x256x1x1xf32>) -> tensor<?x512x4x4xf32> loc("stages.6.short.0")
  %c_19 = amp.constant dense<1> : tensor<i64> loc("stages.6.short.1")
  %_1_14 = amp.add %stages_6_short_1_num_batches_tracked, %c_19 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.6.short.1")
  %_1_0_10, %_1_1_10, %_1_2_10 = amp.batch_norm %_0_12 weight(%stages_6_short_1_weight) bias(%stages_6_short_1_bias) running_mean(%stages_6_short_1_running_mean) running_var(%stages_6_short_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>) loc("stages.6.short.1")
  %_6 = amp.add %_4_0_6, %_1_0_10 : (tensor<?x512x4x4xf32>, tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.6")
  %_6_1 = amp.relu %_6 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.6")
  %_0_13 = amp.conv2d %_6_1, %stages_7_layers_0_weight {padding = array<i64: 1, 1>} : (tensor<?x512x4x4xf32>, tensor<512x512x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.7.layers.0")
  %c_20 = amp.constant dense<1> : tensor<i64> loc("stages.7.layers.1")
  %_1_15 = amp.add %stages_7_layers_1_num_batches_tracked, %c_20 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.7.layers.1")
  %_1_0_11, %_1_1_11, %_1_2_11 = amp.batch_norm %_0_13 weight(%stages_7_layers_1_weight) bias(%stages_7_layers_1_bias) running_mean(%stages_7_layers_1_running_mean) running_var(%stages_7_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>) loc("stages.7.layers.1")
  %_2_10 = amp.relu %_1_0_11 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.7.layers.2")
  %_3_9 = amp.conv2d %_2_10, %stages_7_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x512x4x4xf32>, tensor<512x512x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.7.layers.3")
  %c_21 = amp.constant dense<1> : tensor<i64> loc("stages.7.layers.4")
  %_4_11 = amp.add %stages_7_layers_4_num_batches_tracked, %c_21 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.7.layers.4")
  %_4_0_7, %_4_1_7, %_4_2_7 = amp.batch_norm %_3_9 weight(%stages_7_layers_4_weight) bias(%stages_7_layers_4_bias) running_mean(%stages_7_layers_4_running_mean) running_var(%stages_7_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>) loc("stages.7.layers.4")
  %_7 = amp.add %_4_0_7, %_6_1 : (tensor<?x512x4x4xf32>, tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.7")
  %_7_1 = amp.relu %_7 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.7")
  %mean = amp.mean %_7_1 {dims = array<i64: 2, 3>} : (tensor<?x512x4x4xf32>) -> tensor<?x512xf32> loc("mean")
  %classifier = amp.linear %mean, %classifier_weight, %classifier_bias : (tensor<?x512xf32>, tensor<10x512xf32>, tensor<10xf32>) -> tensor<?x10xf32> loc("classifier")
  %cross_entropy_loss = amp.cross_entropy %classifier, %target {reduction = #amp.reduction<mean>} : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32> loc("cross_entropy_loss")
  %argmax = amp.argmax %classifier {dim = 1 : i64} : (tensor<?x10xf32>) -> tensor<?xi64> loc("argmax")
  %eq_20 = amp.compare eq, %argmax, %target : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi1> loc("eq_20")
  %eq_20_f32 = amp.cast %eq_20 : tensor<?xi1> to tensor<?xf32> loc("to_1")
  %mean_1 = amp.mean %eq_20_f32 : (tensor<?xf32>) -> tensor<f32> loc("mean_1")
  amp.assign @first.1.running_mean, %_1_1 : tensor<64xf32>
  amp.assign @first.1.running_var, %_1_2 : tensor<64xf32>
  amp.assign @first.1.num_batches_tracked, %_1 : tensor<i64>
  amp.assign @stages.0.layers.1.running_mean, %_1_1_1 : tensor<64xf32>
  amp.assign @stages.0.layers.1.running_var, %_1_2_1 : tensor<64xf32>
  amp.assign @stages.0.layers.1.num_batches_tracked, %_1_3 : tensor<i64>
  amp.assign @stages.0.layers.4.running_mean, %_4_1 : tensor<64xf32>
  amp.assign @stages.0.layers.4.running_var, %_4_2 : tensor<64xf32>
  amp.assign @stages.0.layers.4.num_batches_tracked, %_4 : tensor<i64>
  amp.assign @stages.1.layers.1.running_mean, %_1_1_2 : tensor<64xf32>
  amp.assign @stages.1.layers.1.running_var, %_1_2_2 : tensor<64xf32>
  amp.assign @stages.1.layers.1.num_batches_tracked, %_1_4 : tensor<i64>
  amp.assign @stages.1.layers.4.running_mean, %_4_1_1 : tensor<64xf32>
  amp.assign @stages.1.layers.4.running_var, %_4_2_1 : tensor<64xf32>
  amp.assign @stages.1.layers.4.num_batches_tracked, %_4_3 : tensor<i64>
  amp.assign @stages.2.layers.1.running_mean, %_1_1_3 : tensor<128xf32>
  amp.assign @stages.2.layers.1.running_var, %_1_2_3 : tensor<128xf32>
  amp.assign @stages.2.layers.1.num_batches_tracked, %_1_7 : tensor<i64>
  amp.assign @stages.2.layers.4.running_mean, %_4_1_2 : tensor<128xf32>
  amp.assign @stages.2.layers.4.running_var, %_4_2_2 : tensor<128xf32>
  amp.assign @stages.2.layers.4.num_batches_tracked, %_4_4 : tensor<i64>
  amp.assign @stages.2.short.1.running_mean, %_1_1_4 : tensor<128xf32>
  amp.assign @stages.2.short.1.running_var, %_1_2_4 : tensor<128xf32>
  amp.assign @stages.2.short.1.num_batches_tracked, %_1_8 : tensor<i64>
  amp.assign @stages.3.layers.1.running_mean, %_1_1_5 : tensor<128xf32>
  amp.assign @stages.3.layers.1.running_var, %_1_2_5 : tensor<128xf32>
  amp.assign @stages.3.layers.1.num_batches_tracked, %_1_9 : tensor<i64>
  amp.assign @stages.3.layers.4.running_mean, %_4_1_3 : tensor<128xf32>
  amp.assign @stages.3.layers.4.running_var, %_4_2_3 : tensor<128xf32>
  amp.assign @stages.3.layers.4.num_batches_tracked, %_4_5 : tensor<i64>
  amp.assign @stages.4.layers.1.running_mean, %_1_1_6 : tensor<256xf32>
  amp.assign @stages.4.layers.1.running_var, %_1_2_6 : tensor<256xf32>
  amp.assign @stages.4.layers.1.num_batches_tracked, %_1_10 : tensor<i64>
  amp.assign @stages.4.layers.4.running_mean, %_4_1_4 : tensor<256xf32>
  amp.assign @stages.4.layers.4.running_var, %_4_2_4 : tensor<256xf32>
  amp.assign @stages.4.layers.4.num_batches_tracked, %_4_6 : tensor<i64>
  amp.assign @stages.4.short.1.running_mean, %_1_1_7 : tensor<256xf32>
  amp.assign @stages.4.short.1.running_var, %_1_2_7 : tensor<256xf32>
  amp.assign @stages.4.short.1.num_batches_tracked, %_1_11 : tensor<i64>
  amp.assign @stages.5.layers.1.running_mean, %_1_1_8 : tensor<256xf32>
  amp.assign @stages.5.layers.1.running_var, %_1_2_8 : tensor<256xf32>
  amp.assign @stages.5.layers.1.num_batches_tracked, %_1_12 : tensor<i64>
  amp.assign @stages.5.layers.4.running_mean, %_4_1_5 : tensor<256xf32>
  amp.assign @stages.5.layers.4.running_var, %_4_2_5 : tensor<256xf32>
  amp.assign @stages.5.layers.4.num_batches_tracked, %_4_9 : tensor<i64>
  amp.assign @stages.6.layers.1.running_mean, %_1_1_9 : tensor<512xf32>
  amp.assign @stages.6.layers.1.running_var, %_1_2_9 : tensor<512xf32>
  amp.assign @stages.6.layers.1.num_batches_tracked, %_1_13 : tensor<i64>
  amp.assign @stages.6.layers.4.running_mean, %_4_1_6 : tensor<512xf32>
  amp.assign @stages.6.layers.4.running_var, %_4_2_6 : tensor<512xf32>
  amp.assign @stages.6.layers.4.num_batches_tracked, %_4_10 : tensor<i64>
  amp.assign @stages.6.short.1.running_mean, %_1_1_10 : tensor<512xf32>
  amp.assign @stages.6.short.1.running_var, %_1_2_10 : tensor<512xf32>
  amp.assign @stages.6.short.1.num_batches_tracked, %_1_14 : tensor<i64>
  amp.assign @stages.7.layers.1.running_mean, %_1_1_11 : tensor<512xf32>
  amp.assign @stages.7.layers.1.running_var, %_1_2_11 : tensor<512xf32>
  amp.assign @stages.7.layers.1.num_batches_tracked, %_1_15 : tensor<i64>
  amp.assign @stages.7.layers.4.running_mean, %_4_1_7 : tensor<512xf32>
  amp.assign @stages.7.layers.4.running_var, %_4_2_7 : tensor<512xf32>
  amp.assign @stages.7.layers.4.num_batches_tracked, %_4_11 : tensor<i64>
  %d_first_0_weight, %d_first_1_weight, %d_first_1_bias, %d_stages_0_layers_0_weight, %d_stages_0_layers_1_weight, %d_stages_0_layers_1_bias, %d_stages_0_layers_3_weight, %d_stages_0_layers_4_weight, %d_stages_0_layers_4_bias, %d_stages_1_layers_0_weight, %d_stages_1_layers_1_weight, %d_stages_1_layers_1_bias, %d_stages_1_layers_3_weight, %d_stages_1_layers_4_weight, %d_stages_1_layers_4_bias, %d_stages_2_layers_0_weight, %d_stages_2_layers_1_weight, %d_stages_2_layers_1_bias, %d_stages_2_layers_3_weight, %d_stages_2_layers_4_weight, %d_stages_2_layers_4_bias, %d_stages_2_short_0_weight, %d_stages_2_short_1_weight, %d_stages_2_short_1_bias, %d_stages_3_layers_0_weight, %d_stages_3_layers_1_weight, %d_stages_3_layers_1_bias, %d_stages_3_layers_3_weight, %d_stages_3_layers_4_weight, %d_stages_3_layers_4_bias, %d_stages_4_layers_0_weight, %d_stages_4_layers_1_weight, %d_stages_4_layers_1_bias, %d_stages_4_layers_3_weight, %d_stages_4_layers_4_weight, %d_stages_4_layers_4_bias, %d_stages_4_short_0_weight, %d_stages_4_short_1_weight, %d_stages_4_short_1_bias, %d_stages_5_layers_0_weight, %d_stages_5_layers_1_weight, %d_stages_5_layers_1_bias, %d_stages_5_layers_3_weight, %d_stages_5_layers_4_weight, %d_stages_5_layers_4_bias, %d_stages_6_layers_0_weight, %d_stages_6_layers_1_weight, %d_stages_6_layers_1_bias, %d_stages_6_layers_3_weight, %d_stages_6_layers_4_weight, %d_stages_6_layers_4_bias, %d_stages_6_short_0_weight, %d_stages_6_short_1_weight, %d_stages_6_short_1_bias, %d_stages_7_layers_0_weight, %d_stages_7_layers_1_weight, %d_stages_7_layers_1_bias, %d_stages_7_layers_3_weight, %d_stages_7_layers_4_weight, %d_stages_7_layers_4_bias, %d_classifier_weight, %d_classifier_bias = amp.backward %cross_entropy_loss wrt(%first_0_weight, %first_1_weight, %first_1_bias, %stages_0_layers_0_weight, %stages_0_layers_1_weight, %stages_0_layers_1_bias, %stages_0_layers_3_weight, %stages_0_layers_4_weight, %stages_0_layers_4_bias, %stages_1_layers_0_weight, %stages_1_layers_1_weight, %stages_1_layers_1_bias, %stages_1_layers_3_weight, %stages_1_layers_4_weight, %stages_1_layers_4_bias, %stages_2_layers_0_weight, %stages_2_layers_1_weight, %stages_2_layers_1_bias, %stages_2_layers_3_weight, %stages_2_layers_4_weight, %stages_2_layers_4_bias, %stages_2_short_0_weight, %stages_2_short_1_weight, %stages_2_short_1_bias, %stages_3_layers_0_weight, %stages_3_layers_1_weight, %stages_3_layers_1_bias, %stages_3_layers_3_weight, %stages_3_layers_4_weight, %stages_3_layers_4_bias, %stages_4_layers_0_weight, %stages_4_layers_1_weight, %stages_4_layers_1_bias, %stages_4_layers_3_weight, %stages_4_layers_4_weight, %stages_4_layers_4_bias, %stages_4_short_0_weight, %stages_4_short_1_weight, %stages_4_short_1_bias, %stages_5_layers_0_weight, %stages_5_layers_1_weight, %stages_5_layers_1_bias, %stages_5_layers_3_weight, %stages_5_layers_4_weight, %stages_5_layers_4_bias, %stages_6_layers_0_weight, %stages_6_layers_1_weight, %stages_6_layers_1_bias, %stages_6_layers_3_weight, %stages_6_layers_4_weight, %stages_6_layers_4_bias, %stages_6_short_0_weight, %stages_6_short_1_weight, %stages_6_short_1_bias, %stages_7_layers_0_weight, %stages_7_layers_1_weight, %stages_7_layers_1_bias, %stages_7_layers_3_weight, %stages_7_layers_4_weight, %stages_7_layers_4_bias, %classifier_weight, %classifier_bias) : (tensor<f32>, tensor<64x3x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<128x64x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x64x1x1xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<256x128x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x128x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<512x256x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x256x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<10x512xf32>, tensor<10xf32>) -> (tensor<64x3x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<128x64x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x64x1x1xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<256x128x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x128x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<512x256x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x256x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<10x512xf32>, tensor<10xf32>)
  amp.step @optimizer(%d_first_0_weight, %d_first_1_weight, %d_first_1_bias, %d_stages_0_layers_0_weight, %d_stages_0_layers_1_weight, %d_stages_0_layers_1_bias, %d_stages_0_layers_3_weight, %d_stages_0_layers_4_weight, %d_stages_0_layers_4_bias, %d_stages_1_layers_0_weight, %d_stages_1_layers_1_weight, %d_stages_1_layers_1_bias, %d_stages_1_layers_3_weight, %d_stages_1_layers_4_weight, %d_stages_1_layers_4_bias, %d_stages_2_layers_0_weight, %d_stages_2_layers_1_weight, %d_stages_2_layers_1_bias, %d_stages_2_layers_3_weight, %d_stages_2_layers_4_weight, %d_stages_2_layers_4_bias, %d_stages_2_short_0_weight, %d_stages_2_short_1_weight, %d_stages_2_short_1_bias, %d_stages_3_layers_0_weight, %d_stages_3_layers_1_weight, %d_stages_3_layers_1_bias, %d_stages_3_layers_3_weight, %d_stages_3_layers_4_weight, %d_stages_3_layers_4_bias, %d_stages_4_layers_0_weight, %d_stages_4_layers_1_weight, %d_stages_4_layers_1_bias, %d_stages_4_layers_3_weight, %d_stages_4_layers_4_weight, %d_stages_4_layers_4_bias, %d_stages_4_short_0_weight, %d_stages_4_short_1_weight, %d_stages_4_short_1_bias, %d_stages_5_layers_0_weight, %d_stages_5_layers_1_weight, %d_stages_5_layers_1_bias, %d_stages_5_layers_3_weight, %d_stages_5_layers_4_weight, %d_stages_5_layers_4_bias, %d_stages_6_layers_0_weight, %d_stages_6_layers_1_weight, %d_stages_6_layers_1_bias, %d_stages_6_layers_3_weight, %d_stages_6_layers_4_weight, %d_stages_6_layers_4_bias, %d_stages_6_short_0_weight, %d_stages_6_short_1_weight, %d_stages_6_short_1_bias, %d_stages_7_layers_0_weight, %d_stages_7_layers_1_weight, %d_stages_7_layers_1_bias, %d_stages_7_layers_3_weight, %d_stages_7_layers_4_weight, %d_stages_7_layers_4_bias, %d_classifier_weight, %d_classifier_bias) : tensor<64x3x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<128x64x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x64x1x1xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<256x128x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x128x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<512x256x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x256x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<10x512xf32>, tensor<10xf32>
  return %cross_entropy_loss, %mean_1 : tensor<f32>, tensor<f32>
}

func.func @evaluate(%images: tensor<?x3x32x32xui8> {amp.name = "images"},
                    %target: tensor<?xi64> {amp.name = "target"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"},
        tensor<f32> {amp.name = "right", amp.reduction = "mean"}) {
  %first_0_weight = amp.read @first.0.weight : tensor<64x3x3x3xf32>
  %first_1_weight = amp.read @first.1.weight : tensor<64xf32>
  %first_1_bias = amp.read @first.1.bias : tensor<64xf32>
  %stages_0_layers_0_weight = amp.read @stages.0.layers.0.weight : tensor<64x64x3x3xf32>
  %stages_0_layers_1_weight = amp.read @stages.0.layers.1.weight : tensor<64xf32>
  %stages_0_layers_1_bias = amp.read @stages.0.layers.1.bias : tensor<64xf32>
  %stages_0_layers_3_weight = amp.read @stages.0.layers.3.weight : tensor<64x64x3x3xf32>
  %stages_0_layers_4_weight = amp.read @stages.0.layers.4.weight : tensor<64xf32>
  %stages_0_layers_4_bias = amp.read @stages.0.layers.4.bias : tensor<64xf32>
  %stages_1_layers_0_weight = amp.read @stages.1.layers.0.weight : tensor<64x64x3x3xf32>
  %stages_1_layers_1_weight = amp.read @stages.1.layers.1.weight : tensor<64xf32>
  %stages_1_layers_1_bias = amp.read @stages.1.layers.1.bias : tensor<64xf32>
  %stages_1_layers_3_weight = amp.read @stages.1.layers.3.weight : tensor<64x64x3x3xf32>
  %stages_1_layers_4_weight = amp.read @stages.1.layers.4.weight : tensor<64xf32>
  %stages_1_layers_4_bias = amp.read @stages.1.layers.4.bias : tensor<64xf32>
  %stages_2_layers_0_weight = amp.read @stages.2.layers.0.weight : tensor<128x64x3x3xf32>
  %stages_2_layers_1_weight = amp.read @stages.2.layers.1.weight : tensor<128xf32>
  %stages_2_layers_1_bias = amp.read @stages.2.layers.1.bias : tensor<128xf32>
  %stages_2_layers_3_weight = amp.read @stages.2.layers.3.weight : tensor<128x128x3x3xf32>
  %stages_2_layers_4_weight = amp.read @stages.2.layers.4.weight : tensor<128xf32>
  %stages_2_layers_4_bias = amp.read @stages.2.layers.4.bias : tensor<128xf32>
  %stages_2_short_0_weight = amp.read @stages.2.short.0.weight : tensor<128x64x1x1xf32>
  %stages_2_short_1_weight = amp.read @stages.2.short.1.weight : tensor<128xf32>
  %stages_2_short_1_bias = amp.read @stages.2.short.1.bias : tensor<128xf32>
  %stages_3_layers_0_weight = amp.read @stages.3.layers.0.weight : tensor<128x128x3x3xf32>
  %stages_3_layers_1_weight = amp.read @stages.3.layers.1.weight : tensor<128xf32>
  %stages_3_layers_1_bias = amp.read @stages.3.layers.1.bias : tensor<128xf32>
  %stages_3_layers_3_weight = amp.read @stages.3.layers.3.weight : tensor<128x128x3x3xf32>
  %stages_3_layers_4_weight = amp.read @stages.3.layers.4.weight : tensor<128xf32>
  %stages_3_layers_4_bias = amp.read @stages.3.layers.4.bias : tensor<128xf32>
  %stages_4_layers_0_weight = amp.read @stages.4.layers.0.weight : tensor<256x128x3x3xf32>
  %stages_4_layers_1_weight = amp.read @stages.4.layers.1.weight : tensor<256xf32>
  %stages_4_layers_1_bias = amp.read @stages.4.layers.1.bias : tensor<256xf32>
  %stages_4_layers_3_weight = amp.read @stages.4.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_4_layers_4_weight = amp.read @stages.4.layers.4.weight : tensor<256xf32>
  %stages_4_layers_4_bias = amp.read @stages.4.layers.4.bias : tensor<256xf32>
  %stages_4_short_0_weight = amp.read @stages.4.short.0.weight : tensor<256x128x1x1xf32>
  %stages_4_short_1_weight = amp.read @stages.4.short.1.weight : tensor<256xf32>
  %stages_4_short_1_bias = amp.read @stages.4.short.1.bias : tensor<256xf32>
  %stages_5_layers_0_weight = amp.read @stages.5.layers.0.weight : tensor<256x256x3x3xf32>
  %stages_5_layers_1_weight = amp.read @stages.5.layers.1.weight : tensor<256xf32>
  %stages_5_layers_1_bias = amp.read @stages.5.layers.1.bias : tensor<256xf32>
  %stages_5_layers_3_weight = amp.read @stages.5.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_5_layers_4_weight = amp.read @stages.5.layers.4.weight : tensor<256xf32>
  %stages_5_layers_4_bias = amp.read @stages.5.layers.4.bias : tensor<256xf32>
  %stages_6_layers_0_weight = amp.read @stages.6.layers.0.weight : tensor<512x256x3x3xf32>
  %stages_6_layers_1_weight = amp.read @stages.6.layers.1.weight : tensor<512xf32>
  %stages_6_layers_1_bias = amp.read @stages.6.layers.1.bias : tensor<512xf32>
  %stages_6_layers_3_weight = amp.read @stages.6.layers.3.weight : tensor<512x512x3x3xf32>
  %stages_6_layers_4_weight = amp.read @stages.6.layers.4.weight : tensor<512xf32>
  %stages_6_layers_4_bias = amp.read @stages.6.layers.4.bias : tensor<512xf32>
  %stages_6_short_0_weight = amp.read @stages.6.short.0.weight : tensor<512x256x1x1xf32>
  %stages_6_short_1_weight = amp.read @stages.6.short.1.weight : tensor<512xf32>
  %stages_6_short_1_bias = amp.read @stages.6.short.1.bias : tensor<512xf32>
  %stages_7_layers_0_weight = amp.read @stages.7.layers.0.weight : tensor<512x512x3x3xf32>
  %stages_7_layers_1_weight = amp.read @stages.7.layers.1.weight : tensor<512xf32>
  %stages_7_layers_1_bias = amp.read @stages.7.layers.1.bias : tensor<512xf32>
  %stages_7_layers_3_weight = amp.read @stages.7.layers.3.weight : tensor<512x512x3x3xf32>
  %stages_7_layers_4_weight = amp.read @stages.7.layers.4.weight : tensor<512xf32>
  %stages_7_layers_4_bias = amp.read @stages.7.layers.4.bias : tensor<512xf32>
  %classifier_weight = amp.read @classifier.weight : tensor<10x512xf32>
  %classifier_bias = amp.read @classifier.bias : tensor<10xf32>
  %first_1_running_mean = amp.read @first.1.running_mean : tensor<64xf32>
  %first_1_running_var = amp.read @first.1.running_var : tensor<64xf32>
  %stages_0_layers_1_running_mean = amp.read @stages.0.layers.1.running_mean : tensor<64xf32>
  %stages_0_layers_1_running_var = amp.read @stages.0.layers.1.running_var : tensor<64xf32>
  %stages_0_layers_4_running_mean = amp.read @stages.0.layers.4.running_mean : tensor<64xf32>
  %stages_0_layers_4_running_var = amp.read @stages.0.layers.4.running_var : tensor<64xf32>
  %stages_1_layers_1_running_mean = amp.read @stages.1.layers.1.running_mean : tensor<64xf32>
  %stages_1_layers_1_running_var = amp.read @stages.1.layers.1.running_var : tensor<64xf32>
  %stages_1_layers_4_running_mean = amp.read @stages.1.layers.4.running_mean : tensor<64xf32>
  %stages_1_layers_4_running_var = amp.read @stages.1.layers.4.running_var : tensor<64xf32>
  %stages_2_layers_1_running_mean = amp.read @stages.2.layers.1.running_mean : tensor<128xf32>
  %stages_2_layers_1_running_var = amp.read @stages.2.layers.1.running_var : tensor<128xf32>
  %stages_2_layers_4_running_mean = amp.read @stages.2.layers.4.running_mean : tensor<128xf32>
  %stages_2_layers_4_running_var = amp.read @stages.2.layers.4.running_var : tensor<128xf32>
  %stages_2_short_1_running_mean = amp.read @stages.2.short.1.running_mean : tensor<128xf32>
  %stages_2_short_1_running_var = amp.read @stages.2.short.1.running_var : tensor<128xf32>
  %stages_3_layers_1_running_mean = amp.read @stages.3.layers.1.running_mean : tensor<128xf32>
  %stages_3_layers_1_running_var = amp.read @stages.3.layers.1.running_var : tensor<128xf32>
  %stages_3_layers_4_running_mean = amp.read @stages.3.layers.4.running_mean : tensor<128xf32>
  %stages_3_layers_4_running_var = amp.read @stages.3.layers.4.running_var : tensor<128xf32>
  %stages_4_layers_1_running_mean = amp.read @stages.4.layers.1.running_mean : tensor<256xf32>
  %stages_4_layers_1_running_var = amp.read @stages.4.layers.1.running_var : tensor<256xf32>
  %stages_4_layers_4_running_mean = amp.read @stages.4.layers.4.running_mean : tensor<256xf32>
  %stages_4_layers_4_running_var = amp.read @stages.4.layers.4.running_var : tensor<256xf32>
  %stages_4_short_1_running_mean = amp.read @stages.4.short.1.running_mean : tensor<256xf32>
  %stages_4_short_1_running_var = amp.read @stages.4.short.1.running_var : tensor<256xf32>
  %stages_5_layers_1_running_mean = amp.read @stages.5.layers.1.running_mean : tensor<256xf32>
  %stages_5_layers_1_running_var = amp.read @stages.5.layers.1.running_var : tensor<256xf32>
  %stages_5_layers_4_running_mean = amp.read @stages.5.layers.4.running_mean : tensor<256xf32>
  %stages_5_layers_4_running_var = amp.read @stages.5.layers.4.running_var : tensor<256xf32>
  %stages_6_layers_1_running_mean = amp.read @stages.6.layers.1.running_mean : tensor<512xf32>
  %stages_6_layers_1_running_var = amp.read @stages.6.layers.1.running_var : tensor<512xf32>
  %stages_6_layers_4_running_mean = amp.read @stages.6.layers.4.running_mean : tensor<512xf32>
  %stages_6_layers_4_running_var = amp.read @stages.6.layers.4.running_var : tensor<512xf32>
  %stages_6_short_1_running_mean = amp.read @stages.6.short.1.running_mean : tensor<512xf32>
  %stages_6_short_1_running_var = amp.read @stages.6.short.1.running_var : tensor<512xf32>
  %stages_7_layers_1_running_mean = amp.read @stages.7.layers.1.running_mean : tensor<512xf32>
  %stages_7_layers_1_running_var = amp.read @stages.7.layers.1.running_var : tensor<512xf32>
  %stages_7_layers_4_running_mean = amp.read @stages.7.layers.4.running_mean : tensor<512xf32>
  %stages_7_layers_4_running_var = amp.read @stages.7.layers.4.running_var : tensor<512xf32>
  %images_f32 = amp.cast %images : tensor<?x3x32x32xui8> to tensor<?x3x32x32xf32> loc("to")
  %c = amp.constant dense<255.0> : tensor<f32> loc("div")
  %div = amp.div %images_f32, %c : (tensor<?x3x32x32xf32>, tensor<f32>) -> tensor<?x3x32x32xf32> loc("div")
  %c_1 = amp.constant dense<0.5> : tensor<f32> loc("sub")
  %sub = amp.sub %div, %c_1 : (tensor<?x3x32x32xf32>, tensor<f32>) -> tensor<?x3x32x32xf32> loc("sub")
  %_0 = amp.conv2d %sub, %first_0_weight {padding = array<i64: 1, 1>} : (tensor<?x3x32x32xf32>, tensor<64x3x3x3xf32>) -> tensor<?x64x32x32xf32> loc("first.0")
  %_1 = amp.batch_norm %_0 weight(%first_1_weight) bias(%first_1_bias) running_mean(%first_1_running_mean) running_var(%first_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("first.1")
  %_2 = amp.relu %_1 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("first.2")
  %_0_1 = amp.conv2d %_2, %stages_0_layers_0_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.0")
  %_1_1 = amp.batch_norm %_0_1 weight(%stages_0_layers_1_weight) bias(%stages_0_layers_1_bias) running_mean(%stages_0_layers_1_running_mean) running_var(%stages_0_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.1")
  %_2_1 = amp.relu %_1_1 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.2")
  %_3 = amp.conv2d %_2_1, %stages_0_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.3")
  %_4 = amp.batch_norm %_3 weight(%stages_0_layers_4_weight) bias(%stages_0_layers_4_bias) running_mean(%stages_0_layers_4_running_mean) running_var(%stages_0_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.4")
  %_0_2 = amp.add %_4, %_2 : (tensor<?x64x32x32xf32>, tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.0")
  %_0_3 = amp.relu %_0_2 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.0")
  %_0_4 = amp.conv2d %_0_3, %stages_1_layers_0_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.0")
  %_1_2 = amp.batch_norm %_0_4 weight(%stages_1_layers_1_weight) bias(%stages_1_layers_1_bias) running_mean(%stages_1_layers_1_running_mean) running_var(%stages_1_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.1")
  %_2_2 = amp.relu %_1_2 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.2")
  %_3_1 = amp.conv2d %_2_2, %stages_1_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.3")
  %_4_1 = amp.batch_norm %_3_1 weight(%stages_1_layers_4_weight) bias(%stages_1_layers_4_bias) running_mean(%stages_1_layers_4_running_mean) running_var(%stages_1_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.4")
  %_1_3 = amp.add %_4_1, %_0_3 : (tensor<?x64x32x32xf32>, tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.1")
  %_1_4 = amp.relu %_1_3 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.1")
  %_0_5 = amp.conv2d %_1_4, %stages_2_layers_0_weight {stride = array<i64: 2, 2>, padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<128x64x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.2.layers.0")
  %_1_5 = amp.batch_norm %_0_5 weight(%stages_2_layers_1_weight) bias(%stages_2_layers_1_bias) running_mean(%stages_2_layers_1_running_mean) running_var(%stages_2_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.2.layers.1")
  %_2_3 = amp.relu %_1_5 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.2.layers.2")
  %_3_2 = amp.conv2d %_2_3, %stages_2_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.2.layers.3")
  %_4_2 = amp.batch_norm %_3_2 weight(%stages_2_layers_4_weight) bias(%stages_2_layers_4_bias) running_mean(%stages_2_layers_4_running_mean) running_var(%stages_2_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.2.layers.4")
  %_0_6 = amp.conv2d %_1_4, %stages_2_short_0_weight {stride = array<i64: 2, 2>} : (tensor<?x64x32x32xf32>, tensor<128x64x1x1xf32>) -> tensor<?x128x16x16xf32> loc("stages.2.short.0")
  %_1_6 = amp.batch_norm %_0_6 weight(%stages_2_short_1_weight) bias(%stages_2_short_1_bias) running_mean(%stages_2_short_1_running_mean) running_var(%stages_2_short_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.2.short.1")
  %_2_4 = amp.add %_4_2, %_1_6 : (tensor<?x128x16x16xf32>, tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.2")
  %_2_5 = amp.relu %_2_4 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.2")
  %_0_7 = amp.conv2d %_2_5, %stages_3_layers_0_weight {padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.0")
  %_1_7 = amp.batch_norm %_0_7 weight(%stages_3_layers_1_weight) bias(%stages_3_layers_1_bias) running_mean(%stages_3_layers_1_running_mean) running_var(%stages_3_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.1")
  %_2_6 = amp.relu %_1_7 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.2")
  %_3_3 = amp.conv2d %_2_6, %stages_3_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.3")
  %_4_3 = amp.batch_norm %_3_3 weight(%stages_3_layers_4_weight) bias(%stages_3_layers_4_bias) running_mean(%stages_3_layers_4_running_mean) running_var(%stages_3_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.4")
  %_3_4 = amp.add %_4_3, %_2_5 : (tensor<?x128x16x16xf32>, tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.3")
  %_3_5 = amp.relu %_3_4 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.3")
  %_0_8 = amp.conv2d %_3_5, %stages_4_layers_0_weight {stride = array<i64: 2, 2>, padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<256x128x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.4.layers.0")
  %_1_8 = amp.batch_norm %_0_8 weight(%stages_4_layers_1_weight) bias(%stages_4_layers_1_bias) running_mean(%stages_4_layers_1_running_mean) running_var(%stages_4_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.4.layers.1")
  %_2_7 = amp.relu %_1_8 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.4.layers.2")
  %_3_6 = amp.conv2d %_2_7, %stages_4_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.4.layers.3")
  %_4_4 = amp.batch_norm %_3_6 weight(%stages_4_layers_4_weight) bias(%stages_4_layers_4_bias) running_mean(%stages_4_layers_4_running_mean) running_var(%stages_4_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.4.layers.4")
  %_0_9 = amp.conv2d %_3_5, %stages_4_short_0_weight {stride = array<i64: 2, 2>} : (tensor<?x128x16x16xf32>, tensor<256x128x1x1xf32>) -> tensor<?x256x8x8xf32> loc("stages.4.short.0")
  %_1_9 = amp.batch_norm %_0_9 weight(%stages_4_short_1_weight) bias(%stages_4_short_1_bias) running_mean(%stages_4_short_1_running_mean) running_var(%stages_4_short_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.4.short.1")
  %_4_5 = amp.add %_4_4, %_1_9 : (tensor<?x256x8x8xf32>, tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.4")
  %_4_6 = amp.relu %_4_5 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.4")
  %_0_10 = amp.conv2d %_4_6, %stages_5_layers_0_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.5.layers.0")
  %_1_10 = amp.batch_norm %_0_10 weight(%stages_5_layers_1_weight) bias(%stages_5_layers_1_bias) running_mean(%stages_5_layers_1_running_mean) running_var(%stages_5_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.5.layers.1")
  %_2_8 = amp.relu %_1_10 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.5.layers.2")
  %_3_7 = amp.conv2d %_2_8, %stages_5_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.5.layers.3")
  %_4_7 = amp.batch_norm %_3_7 weight(%stages_5_layers_4_weight) bias(%stages_5_layers_4_bias) running_mean(%stages_5_layers_4_running_mean) running_var(%stages_5_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.5.layers.4")
  %_5 = amp.add %_4_7, %_4_6 : (tensor<?x256x8x8xf32>, tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.5")
  %_5_1 = amp.relu %_5 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.5")
  %_0_11 = amp.conv2d %_5_1, %stages_6_layers_0_weight {stride = array<i64: 2, 2>, padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<512x256x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.6.layers.0")
  %_1_11 = amp.batch_norm %_0_11 weight(%stages_6_layers_1_weight) bias(%stages_6_layers_1_bias) running_mean(%stages_6_layers_1_running_mean) running_var(%stages_6_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x4x4xf32> loc("stages.6.layers.1")
  %_2_9 = amp.relu %_1_11 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.6.layers.2")
  %_3_8 = amp.conv2d %_2_9, %stages_6_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x512x4x4xf32>, tensor<512x512x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.6.layers.3")
  %_4_8 = amp.batch_norm %_3_8 weight(%stages_6_layers_4_weight) bias(%stages_6_layers_4_bias) running_mean(%stages_6_layers_4_running_mean) running_var(%stages_6_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x4x4xf32> loc("stages.6.layers.4")
  %_0_12 = amp.conv2d %_5_1, %stages_6_short_0_weight {stride = array<i64: 2, 2>} : (tensor<?x256x8x8xf32>, tensor<512x256x1x1xf32>) -> tensor<?x512x4x4xf32> loc("stages.6.short.0")
  %_1_12 = amp.batch_norm %_0_12 weight(%stages_6_short_1_weight) bias(%stages_6_short_1_bias) running_mean(%stages_6_short_1_running_mean) running_var(%stages_6_short_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x4x4xf32> loc("stages.6.short.1")
  %_6 = amp.add %_4_8, %_1_12 : (tensor<?x512x4x4xf32>, tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.6")
  %_6_1 = amp.relu %_6 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.6")
  %_0_13 = amp.conv2d %_6_1, %stages_7_layers_0_weight {padding = array<i64: 1, 1>} : (tensor<?x512x4x4xf32>, tensor<512x512x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.7.layers.0")
  %_1_13 = amp.batch_norm %_0_13 weight(%stages_7_layers_1_weight) bias(%stages_7_layers_1_bias) running_mean(%stages_7_layers_1_running_mean) running_var(%stages_7_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x4x4xf32> loc("stages.7.layers.1")
  %_2_10 = amp.relu %_1_13 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.7.layers.2")
  %_3_9 = amp.conv2d %_2_10, %stages_7_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x512x4x4xf32>, tensor<512x512x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.7.layers.3")
  %_4_9 = amp.batch_norm %_3_9 weight(%stages_7_layers_4_weight) bias(%stages_7_layers_4_bias) running_mean(%stages_7_layers_4_running_mean) running_var(%stages_7_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x4x4xf32> loc("stages.7.layers.4")
  %_7 = amp.add %_4_9, %_6_1 : (tensor<?x512x4x4xf32>, tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.7")
  %_7_1 = amp.relu %_7 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.7")
  %mean = amp.mean %_7_1 {dims = array<i64: 2, 3>} : (tensor<?x512x4x4xf32>) -> tensor<?x512xf32> loc("mean")
  %classifier = amp.linear %mean, %classifier_weight, %classifier_bias : (tensor<?x512xf32>, tensor<10x512xf32>, tensor<10xf32>) -> tensor<?x10xf32> loc("classifier")
  %cross_entropy_loss = amp.cross_entropy %classifier, %target {reduction = #amp.reduction<mean>} : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32> loc("cross_entropy_loss")
  %argmax = amp.argmax %classifier {dim = 1 : i64} : (tensor<?x10xf32>) -> tensor<?xi64> loc("argmax")
  %eq = amp.compare eq, %argmax, %target : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi1> loc("eq")
  %eq_f32 = amp.cast %eq : tensor<?xi1> to tensor<?xf32> loc("to_1")
  %mean_1 = amp.mean %eq_f32 : (tensor<?xf32>) -> tensor<f32> loc("mean_1")
  return %cross_entropy_loss, %mean_1 : tensor<f32>, tensor<f32>
}

func.func @predict(%images: tensor<?x3x32x32xui8> {amp.name = "images"})
    -> (tensor<?x10xf32> {amp.name = "output"}) {
  %first_0_weight = amp.read @first.0.weight : tensor<64x3x3x3xf32>
  %first_1_weight = amp.read @first.1.weight : tensor<64xf32>
  %first_1_bias = amp.read @first.1.bias : tensor<64xf32>
  %stages_0_layers_0_weight = amp.read @stages.0.layers.0.weight : tensor<64x64x3x3xf32>
  %stages_0_layers_1_weight = amp.read @stages.0.layers.1.weight : tensor<64xf32>
  %stages_0_layers_1_bias = amp.read @stages.0.layers.1.bias : tensor<64xf32>
  %stages_0_layers_3_weight = amp.read @stages.0.layers.3.weight : tensor<64x64x3x3xf32>
  %stages_0_layers_4_weight = amp.read @stages.0.layers.4.weight : tensor<64xf32>
  %stages_0_layers_4_bias = amp.read @stages.0.layers.4.bias : tensor<64xf32>
  %stages_1_layers_0_weight = amp.read @stages.1.layers.0.weight : tensor<64x64x3x3xf32>
  %stages_1_layers_1_weight = amp.read @stages.1.layers.1.weight : tensor<64xf32>
  %stages_1_layers_1_bias = amp.read @stages.1.layers.1.bias : tensor<64xf32>
  %stages_1_layers_3_weight = amp.read @stages.1.layers.3.weight : tensor<64x64x3x3xf32>
  %stages_1_layers_4_weight = amp.read @stages.1.layers.4.weight : tensor<64xf32>
  %stages_1_layers_4_bias = amp.read @stages.1.layers.4.bias : tensor<64xf32>
  %stages_2_layers_0_weight = amp.read @stages.2.layers.0.weight : tensor<128x64x3x3xf32>
  %stages_2_layers_1_weight = amp.read @stages.2.layers.1.weight : tensor<128xf32>
  %stages_2_layers_1_bias = amp.read @stages.2.layers.1.bias : tensor<128xf32>
  %stages_2_layers_3_weight = amp.read @stages.2.layers.3.weight : tensor<128x128x3x3xf32>
  %stages_2_layers_4_weight = amp.read @stages.2.layers.4.weight : tensor<128xf32>
  %stages_2_layers_4_bias = amp.read @stages.2.layers.4.bias : tensor<128xf32>
  %stages_2_short_0_weight = amp.read @stages.2.short.0.weight : tensor<128x64x1x1xf32>
  %stages_2_short_1_weight = amp.read @stages.2.short.1.weight : tensor<128xf32>
  %stages_2_short_1_bias = amp.read @stages.2.short.1.bias : tensor<128xf32>
  %stages_3_layers_0_weight = amp.read @stages.3.layers.0.weight : tensor<128x128x3x3xf32>
  %stages_3_layers_1_weight = amp.read @stages.3.layers.1.weight : tensor<128xf32>
  %stages_3_layers_1_bias = amp.read @stages.3.layers.1.bias : tensor<128xf32>
  %stages_3_layers_3_weight = amp.read @stages.3.layers.3.weight : tensor<128x128x3x3xf32>
  %stages_3_layers_4_weight = amp.read @stages.3.layers.4.weight : tensor<128xf32>
  %stages_3_layers_4_bias = amp.read @stages.3.layers.4.bias : tensor<128xf32>
  %stages_4_layers_0_weight = amp.read @stages.4.layers.0.weight : tensor<256x128x3x3xf32>
  %stages_4_layers_1_weight = amp.read @stages.4.layers.1.weight : tensor<256xf32>
  %stages_4_layers_1_bias = amp.read @stages.4.layers.1.bias : tensor<256xf32>
  %stages_4_layers_3_weight = amp.read @stages.4.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_4_layers_4_weight = amp.read @stages.4.layers.4.weight : tensor<256xf32>
  %stages_4_layers_4_bias = amp.read @stages.4.layers.4.bias : tensor<256xf32>
  %stages_4_short_0_weight = amp.read @stages.4.short.0.weight : tensor<256x128x1x1xf32>
  %stages_4_short_1_weight = amp.read @stages.4.short.1.weight : tensor<256xf32>
  %stages_4_short_1_bias = amp.read @stages.4.short.1.bias : tensor<256xf32>
  %stages_5_layers_0_weight = amp.read @stages.5.layers.0.weight : tensor<256x256x3x3xf32>
  %stages_5_layers_1_weight = amp.read @stages.5.layers.1.weight : tensor<256xf32>
  %stages_5_layers_1_bias = amp.read @stages.5.layers.1.bias : tensor<256xf32>
  %stages_5_layers_3_weight = amp.read @stages.5.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_5_layers_4_weight = amp.read @stages.5.layers.4.weight : tensor<256xf32>
  %stages_5_layers_4_bias = amp.read @stages.5.layers.4.bias : tensor<256xf32>
  %stages_6_layers_0_weight = amp.read @stages.6.layers.0.weight : tensor<512x256x3x3xf32>
  %stages_6_layers_1_weight = amp.read @stages.6.layers.1.weight : tensor<512xf32>
  %stages_6_layers_1_bias = amp.read @stages.6.layers.1.bias : tensor<512xf32>
  %stages_6_layers_3_weight = amp.read @stages.6.layers.3.weight : tensor<512x512x3x3xf32>
  %stages_6_layers_4_weight = amp.read @stages.6.layers.4.weight : tensor<512xf32>
  %stages_6_layers_4_bias = amp.read @stages.6.layers.4.bias : tensor<512xf32>
  %stages_6_short_0_weight = amp.read @stages.6.short.0.weight : tensor<512x256x1x1xf32>
  %stages_6_short_1_weight = amp.read @stages.6.short.1.weight : tensor<512xf32>
  %stages_6_short_1_bias = amp.read @stages.6.short.1.bias : tensor<512xf32>
  %stages_7_layers_0_weight = amp.read @stages.7.layers.0.weight : tensor<512x512x3x3xf32>
  %stages_7_layers_1_weight = amp.read @stages.7.layers.1.weight : tensor<512xf32>
  %stages_7_layers_1_bias = amp.read @stages.7.layers.1.bias : tensor<512xf32>
  %stages_7_layers_3_weight = amp.read @stages.7.layers.3.weight : tensor<512x512x3x3xf32>
  %stages_7_layers_4_weight = amp.read @stages.7.layers.4.weight : tensor<512xf32>
  %stages_7_layers_4_bias = amp.read @stages.7.layers.4.bias : tensor<512xf32>
  %classifier_weight = amp.read @classifier.weight : tensor<10x512xf32>
  %classifier_bias = amp.read @classifier.bias : tensor<10xf32>
  %first_1_running_mean = amp.read @first.1.running_mean : tensor<64xf32>
  %first_1_running_var = amp.read @first.1.running_var : tensor<64xf32>
  %stages_0_layers_1_running_mean = amp.read @stages.0.layers.1.running_mean : tensor<64xf32>
  %stages_0_layers_1_running_var = amp.read @stages.0.layers.1.running_var : tensor<64xf32>
  %stages_0_layers_4_running_mean = amp.read @stages.0.layers.4.running_mean : tensor<64xf32>
  %stages_0_layers_4_running_var = amp.read @stages.0.layers.4.running_var : tensor<64xf32>
  %stages_1_layers_1_running_mean = amp.read @stages.1.layers.1.running_mean : tensor<64xf32>
  %stages_1_layers_1_running_var = amp.read @stages.1.layers.1.running_var : tensor<64xf32>
  %stages_1_layers_4_running_mean = amp.read @stages.1.layers.4.running_mean : tensor<64xf32>
  %stages_1_layers_4_running_var = amp.read @stages.1.layers.4.running_var : tensor<64xf32>
  %stages_2_layers_1_running_mean = amp.read @stages.2.layers.1.running_mean : tensor<128xf32>
  %stages_2_layers_1_running_var = amp.read @stages.2.layers.1.running_var : tensor<128xf32>
  %stages_2_layers_4_running_mean = amp.read @stages.2.layers.4.running_mean : tensor<128xf32>
  %stages_2_layers_4_running_var = amp.read @stages.2.layers.4.running_var : tensor<128xf32>
  %stages_2_short_1_running_mean = amp.read @stages.2.short.1.running_mean : tensor<128xf32>
  %stages_2_short_1_running_var = amp.read @stages.2.short.1.running_var : tensor<128xf32>
  %stages_3_layers_1_running_mean = amp.read @stages.3.layers.1.running_mean : tensor<128xf32>
  %stages_3_layers_1_running_var = amp.read @stages.3.layers.1.running_var : tensor<128xf32>
  %stages_3_layers_4_running_mean = amp.read @stages.3.layers.4.running_mean : tensor<128xf32>
  %stages_3_layers_4_running_var = amp.read @stages.3.layers.4.running_var : tensor<128xf32>
  %stages_4_layers_1_running_mean = amp.read @stages.4.layers.1.running_mean : tensor<256xf32>
  %stages_4_layers_1_running_var = amp.read @stages.4.layers.1.running_var : tensor<256xf32>
  %stages_4_layers_4_running_mean = amp.read @stages.4.layers.4.running_mean : tensor<256xf32>
  %stages_4_layers_4_running_var = amp.read @stages.4.layers.4.running_var : tensor<256xf32>
  %stages_4_short_1_running_mean = amp.read @stages.4.short.1.running_mean : tensor<256xf32>
  %stages_4_short_1_running_var = amp.read @stages.4.short.1.running_var : tensor<256xf32>
  %stages_5_layers_1_running_mean = amp.read @stages.5.layers.1.running_mean : tensor<256xf32>
  %stages_5_layers_1_running_var = amp.read @stages.5.layers.1.running_var : tensor<256xf32>
  %stages_5_layers_4_running_mean = amp.read @stages.5.layers.4.running_mean : tensor<256xf32>
  %stages_5_layers_4_running_var = amp.read @stages.5.layers.4.running_var : tensor<256xf32>
  %stages_6_layers_1_running_mean = amp.read @stages.6.layers.1.running_mean : tensor<512xf32>
  %stages_6_layers_1_running_var = amp.read @stages.6.layers.1.running_var : tensor<512xf32>
  %stages_6_layers_4_running_mean = amp.read @stages.6.layers.4.running_mean : tensor<512xf32>
  %stages_6_layers_4_running_var = amp.read @stages.6.layers.4.running_var : tensor<512xf32>
  %stages_6_short_1_running_mean = amp.read @stages.6.short.1.running_mean : tensor<512xf32>
  %stages_6_short_1_running_var = amp.read @stages.6.short.1.running_var : tensor<512xf32>
  %stages_7_layers_1_running_mean = amp.read @stages.7.layers.1.running_mean : tensor<512xf32>
  %stages_7_layers_1_running_var = amp.read @stages.7.layers.1.running_var : tensor<512xf32>
  %stages_7_layers_4_running_mean = amp.read @stages.7.layers.4.running_mean : tensor<512xf32>
  %stages_7_layers_4_running_var = amp.read @stages.7.layers.4.running_var : tensor<512xf32>
  %images_f32 = amp.cast %images : tensor<?x3x32x32xui8> to tensor<?x3x32x32xf32> loc("to")
  %c = amp.constant dense<255.0> : tensor<f32> loc("div")
  %div = amp.div %images_f32, %c : (tensor<?x3x32x32xf32>, tensor<f32>) -> tensor<?x3x32x32xf32> loc("div")
  %c_1 = amp.constant dense<0.5> : tensor<f32> loc("sub")
  %sub = amp.sub %div, %c_1 : (tensor<?x3x32x32xf32>, tensor<f32>) -> tensor<?x3x32x32xf32> loc("sub")
  %_0 = amp.conv2d %sub, %first_0_weight {padding = array<i64: 1, 1>} : (tensor<?x3x32x32xf32>, tensor<64x3x3x3xf32>) -> tensor<?x64x32x32xf32> loc("first.0")
  %_1 = amp.batch_norm %_0 weight(%first_1_weight) bias(%first_1_bias) running_mean(%first_1_running_mean) running_var(%first_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("first.1")
  %_2 = amp.relu %_1 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("first.2")
  %_0_1 = amp.conv2d %_2, %stages_0_layers_0_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.0")
  %_1_1 = amp.batch_norm %_0_1 weight(%stages_0_layers_1_weight) bias(%stages_0_layers_1_bias) running_mean(%stages_0_layers_1_running_mean) running_var(%stages_0_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.1")
  %_2_1 = amp.relu %_1_1 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.2")
  %_3 = amp.conv2d %_2_1, %stages_0_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.3")
  %_4 = amp.batch_norm %_3 weight(%stages_0_layers_4_weight) bias(%stages_0_layers_4_bias) running_mean(%stages_0_layers_4_running_mean) running_var(%stages_0_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.4")
  %_0_2 = amp.add %_4, %_2 : (tensor<?x64x32x32xf32>, tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.0")
  %_0_3 = amp.relu %_0_2 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.0")
  %_0_4 = amp.conv2d %_0_3, %stages_1_layers_0_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.0")
  %_1_2 = amp.batch_norm %_0_4 weight(%stages_1_layers_1_weight) bias(%stages_1_layers_1_bias) running_mean(%stages_1_layers_1_running_mean) running_var(%stages_1_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.1")
  %_2_2 = amp.relu %_1_2 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.2")
  %_3_1 = amp.conv2d %_2_2, %stages_1_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.3")
  %_4_1 = amp.batch_norm %_3_1 weight(%stages_1_layers_4_weight) bias(%stages_1_layers_4_bias) running_mean(%stages_1_layers_4_running_mean) running_var(%stages_1_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.4")
  %_1_3 = amp.add %_4_1, %_0_3 : (tensor<?x64x32x32xf32>, tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.1")
  %_1_4 = amp.relu %_1_3 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.1")
  %_0_5 = amp.conv2d %_1_4, %stages_2_layers_0_weight {stride = array<i64: 2, 2>, padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<128x64x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.2.layers.0")
  %_1_5 = amp.batch_norm %_0_5 weight(%stages_2_layers_1_weight) bias(%stages_2_layers_1_bias) running_mean(%stages_2_layers_1_running_mean) running_var(%stages_2_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.2.layers.1")
  %_2_3 = amp.relu %_1_5 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.2.layers.2")
  %_3_2 = amp.conv2d %_2_3, %stages_2_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.2.layers.3")
  %_4_2 = amp.batch_norm %_3_2 weight(%stages_2_layers_4_weight) bias(%stages_2_layers_4_bias) running_mean(%stages_2_layers_4_running_mean) running_var(%stages_2_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.2.layers.4")
  %_0_6 = amp.conv2d %_1_4, %stages_2_short_0_weight {stride = array<i64: 2, 2>} : (tensor<?x64x32x32xf32>, tensor<128x64x1x1xf32>) -> tensor<?x128x16x16xf32> loc("stages.2.short.0")
  %_1_6 = amp.batch_norm %_0_6 weight(%stages_2_short_1_weight) bias(%stages_2_short_1_bias) running_mean(%stages_2_short_1_running_mean) running_var(%stages_2_short_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.2.short.1")
  %_2_4 = amp.add %_4_2, %_1_6 : (tensor<?x128x16x16xf32>, tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.2")
  %_2_5 = amp.relu %_2_4 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.2")
  %_0_7 = amp.conv2d %_2_5, %stages_3_layers_0_weight {padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.0")
  %_1_7 = amp.batch_norm %_0_7 weight(%stages_3_layers_1_weight) bias(%stages_3_layers_1_bias) running_mean(%stages_3_layers_1_running_mean) running_var(%stages_3_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.1")
  %_2_6 = amp.relu %_1_7 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.2")
  %_3_3 = amp.conv2d %_2_6, %stages_3_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.3")
  %_4_3 = amp.batch_norm %_3_3 weight(%stages_3_layers_4_weight) bias(%stages_3_layers_4_bias) running_mean(%stages_3_layers_4_running_mean) running_var(%stages_3_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.4")
  %_3_4 = amp.add %_4_3, %_2_5 : (tensor<?x128x16x16xf32>, tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.3")
  %_3_5 = amp.relu %_3_4 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.3")
  %_0_8 = amp.conv2d %_3_5, %stages_4_layers_0_weight {stride = array<i64: 2, 2>, padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<256x128x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.4.layers.0")
  %_1_8 = amp.batch_norm %_0_8 weight(%stages_4_layers_1_weight) bias(%stages_4_layers_1_bias) running_mean(%stages_4_layers_1_running_mean) running_var(%stages_4_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.4.layers.1")
  %_2_7 = amp.relu %_1_8 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.4.layers.2")
  %_3_6 = amp.conv2d %_2_7, %stages_4_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.4.layers.3")
  %_4_4 = amp.batch_norm %_3_6 weight(%stages_4_layers_4_weight) bias(%stages_4_layers_4_bias) running_mean(%stages_4_layers_4_running_mean) running_var(%stages_4_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.4.layers.4")
  %_0_9 = amp.conv2d %_3_5, %stages_4_short_0_weight {stride = array<i64: 2, 2>} : (tensor<?x128x16x16xf32>, tensor<256x128x1x1xf32>) -> tensor<?x256x8x8xf32> loc("stages.4.short.0")
  %_1_9 = amp.batch_norm %_0_9 weight(%stages_4_short_1_weight) bias(%stages_4_short_1_bias) running_mean(%stages_4_short_1_running_mean) running_var(%stages_4_short_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.4.short.1")
  %_4_5 = amp.add %_4_4, %_1_9 : (tensor<?x256x8x8xf32>, tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.4")
  %_4_6 = amp.relu %_4_5 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.4")
  %_0_10 = amp.conv2d %_4_6, %stages_5_layers_0_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.5.layers.0")
  %_1_10 = amp.batch_norm %_0_10 weight(%stages_5_layers_1_weight) bias(%stages_5_layers_1_bias) running_mean(%stages_5_layers_1_running_mean) running_var(%stages_5_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.5.layers.1")
  %_2_8 = amp.relu %_1_10 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.5.layers.2")
  %_3_7 = amp.conv2d %_2_8, %stages_5_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.5.layers.3")
  %_4_7 = amp.batch_norm %_3_7 weight(%stages_5_layers_4_weight) bias(%stages_5_layers_4_bias) running_mean(%stages_5_layers_4_running_mean) running_var(%stages_5_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.5.layers.4")
  %_5 = amp.add %_4_7, %_4_6 : (tensor<?x256x8x8xf32>, tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.5")
  %_5_1 = amp.relu %_5 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.5")
  %_0_11 = amp.conv2d %_5_1, %stages_6_layers_0_weight {stride = array<i64: 2, 2>, padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<512x256x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.6.layers.0")
  %_1_11 = amp.batch_norm %_0_11 weight(%stages_6_layers_1_weight) bias(%stages_6_layers_1_bias) running_mean(%stages_6_layers_1_running_mean) running_var(%stages_6_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x4x4xf32> loc("stages.6.layers.1")
  %_2_9 = amp.relu %_1_11 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.6.layers.2")
  %_3_8 = amp.conv2d %_2_9, %stages_6_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x512x4x4xf32>, tensor<512x512x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.6.layers.3")
  %_4_8 = amp.batch_norm %_3_8 weight(%stages_6_layers_4_weight) bias(%stages_6_layers_4_bias) running_mean(%stages_6_layers_4_running_mean) running_var(%stages_6_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x4x4xf32> loc("stages.6.layers.4")
  %_0_12 = amp.conv2d %_5_1, %stages_6_short_0_weight {stride = array<i64: 2, 2>} : (tensor<?x256x8x8xf32>, tensor<512x256x1x1xf32>) -> tensor<?x512x4x4xf32> loc("stages.6.short.0")
  %_1_12 = amp.batch_norm %_0_12 weight(%stages_6_short_1_weight) bias(%stages_6_short_1_bias) running_mean(%stages_6_short_1_running_mean) running_var(%stages_6_short_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x4x4xf32> loc("stages.6.short.1")
  %_6 = amp.add %_4_8, %_1_12 : (tensor<?x512x4x4xf32>, tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.6")
  %_6_1 = amp.relu %_6 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.6")
  %_0_13 = amp.conv2d %_6_1, %stages_7_layers_0_weight {padding = array<i64: 1, 1>} : (tensor<?x512x4x4xf32>, tensor<512x512x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.7.layers.0")
  %_1_13 = amp.batch_norm %_0_13 weight(%stages_7_layers_1_weight) bias(%stages_7_layers_1_bias) running_mean(%stages_7_layers_1_running_mean) running_var(%stages_7_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x4x4xf32> loc("stages.7.layers.1")
  %_2_10 = amp.relu %_1_13 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.7.layers.2")
  %_3_9 = amp.conv2d %_2_10, %stages_7_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x512x4x4xf32>, tensor<512x512x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.7.layers.3")
  %_4_9 = amp.batch_norm %_3_9 weight(%stages_7_layers_4_weight) bias(%stages_7_layers_4_bias) running_mean(%stages_7_layers_4_running_mean) running_var(%stages_7_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x4x4xf32> loc("stages.7.layers.4")
  %_7 = amp.add %_4_9, %_6_1 : (tensor<?x512x4x4xf32>, tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.7")
  %_7_1 = amp.relu %_7 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.7")
  %mean = amp.mean %_7_1 {dims = array<i64: 2, 3>} : (tensor<?x512x4x4xf32>) -> tensor<?x512xf32> loc("mean")
  %classifier = amp.linear %mean, %classifier_weight, %classifier_bias : (tensor<?x512xf32>, tensor<10x512xf32>, tensor<10xf32>) -> tensor<?x10xf32> loc("classifier")
  return %classifier : tensor<?x10xf32>
}
