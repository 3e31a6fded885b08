// Written by amp.torch from ResNet, with PyTorch 2.15.0+cu132.

amp.variable parameter @first.0.weight : tensor<64x3x3x3xf32> = #amp.init<normal(0.0, 0.05892556509887897)>
amp.variable parameter @first.1.weight : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable parameter @first.1.bias : tensor<64xf32> = #amp.init<zeros>
amp.variable parameter @stages.0.layers.0.weight : tensor<64x64x1x1xf32> = #amp.init<normal(0.0, 0.1767766952966369)>
amp.variable parameter @stages.0.layers.1.weight : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.0.layers.1.bias : tensor<64xf32> = #amp.init<zeros>
amp.variable parameter @stages.0.layers.3.weight : tensor<64x64x3x3xf32> = #amp.init<normal(0.0, 0.05892556509887897)>
amp.variable parameter @stages.0.layers.4.weight : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.0.layers.4.bias : tensor<64xf32> = #amp.init<zeros>
amp.variable parameter @stages.0.layers.6.weight : tensor<256x64x1x1xf32> = #amp.init<normal(0.0, 0.08838834764831845)>
amp.variable parameter @stages.0.layers.7.weight : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.0.layers.7.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.0.short.0.weight : tensor<256x64x1x1xf32> = #amp.init<normal(0.0, 0.08838834764831845)>
amp.variable parameter @stages.0.short.1.weight : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.0.short.1.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.1.layers.0.weight : tensor<64x256x1x1xf32> = #amp.init<normal(0.0, 0.1767766952966369)>
amp.variable parameter @stages.1.layers.1.weight : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.1.layers.1.bias : tensor<64xf32> = #amp.init<zeros>
amp.variable parameter @stages.1.layers.3.weight : tensor<64x64x3x3xf32> = #amp.init<normal(0.0, 0.05892556509887897)>
amp.variable parameter @stages.1.layers.4.weight : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.1.layers.4.bias : tensor<64xf32> = #amp.init<zeros>
amp.variable parameter @stages.1.layers.6.weight : tensor<256x64x1x1xf32> = #amp.init<normal(0.0, 0.08838834764831845)>
amp.variable parameter @stages.1.layers.7.weight : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.1.layers.7.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.2.layers.0.weight : tensor<64x256x1x1xf32> = #amp.init<normal(0.0, 0.1767766952966369)>
amp.variable parameter @stages.2.layers.1.weight : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.2.layers.1.bias : tensor<64xf32> = #amp.init<zeros>
amp.variable parameter @stages.2.layers.3.weight : tensor<64x64x3x3xf32> = #amp.init<normal(0.0, 0.05892556509887897)>
amp.variable parameter @stages.2.layers.4.weight : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.2.layers.4.bias : tensor<64xf32> = #amp.init<zeros>
amp.variable parameter @stages.2.layers.6.weight : tensor<256x64x1x1xf32> = #amp.init<normal(0.0, 0.08838834764831845)>
amp.variable parameter @stages.2.layers.7.weight : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.2.layers.7.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.3.layers.0.weight : tensor<128x256x1x1xf32> = #amp.init<normal(0.0, 0.125)>
amp.variable parameter @stages.3.layers.1.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.3.layers.1.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @stages.3.layers.3.weight : tensor<128x128x3x3xf32> = #amp.init<normal(0.0, 0.04166666666666667)>
amp.variable parameter @stages.3.layers.4.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.3.layers.4.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @stages.3.layers.6.weight : tensor<512x128x1x1xf32> = #amp.init<normal(0.0, 0.0625)>
amp.variable parameter @stages.3.layers.7.weight : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.3.layers.7.bias : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.3.short.0.weight : tensor<512x256x1x1xf32> = #amp.init<normal(0.0, 0.0625)>
amp.variable parameter @stages.3.short.1.weight : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.3.short.1.bias : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.4.layers.0.weight : tensor<128x512x1x1xf32> = #amp.init<normal(0.0, 0.125)>
amp.variable parameter @stages.4.layers.1.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.4.layers.1.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @stages.4.layers.3.weight : tensor<128x128x3x3xf32> = #amp.init<normal(0.0, 0.04166666666666667)>
amp.variable parameter @stages.4.layers.4.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.4.layers.4.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @stages.4.layers.6.weight : tensor<512x128x1x1xf32> = #amp.init<normal(0.0, 0.0625)>
amp.variable parameter @stages.4.layers.7.weight : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.4.layers.7.bias : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.5.layers.0.weight : tensor<128x512x1x1xf32> = #amp.init<normal(0.0, 0.125)>
amp.variable parameter @stages.5.layers.1.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.5.layers.1.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @stages.5.layers.3.weight : tensor<128x128x3x3xf32> = #amp.init<normal(0.0, 0.04166666666666667)>
amp.variable parameter @stages.5.layers.4.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.5.layers.4.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @stages.5.layers.6.weight : tensor<512x128x1x1xf32> = #amp.init<normal(0.0, 0.0625)>
amp.variable parameter @stages.5.layers.7.weight : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.5.layers.7.bias : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.6.layers.0.weight : tensor<128x512x1x1xf32> = #amp.init<normal(0.0, 0.125)>
amp.variable parameter @stages.6.layers.1.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.6.layers.1.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @stages.6.layers.3.weight : tensor<128x128x3x3xf32> = #amp.init<normal(0.0, 0.04166666666666667)>
amp.variable parameter @stages.6.layers.4.weight : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.6.layers.4.bias : tensor<128xf32> = #amp.init<zeros>
amp.variable parameter @stages.6.layers.6.weight : tensor<512x128x1x1xf32> = #amp.init<normal(0.0, 0.0625)>
amp.variable parameter @stages.6.layers.7.weight : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.6.layers.7.bias : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.7.layers.0.weight : tensor<256x512x1x1xf32> = #amp.init<normal(0.0, 0.08838834764831845)>
amp.variable parameter @stages.7.layers.1.weight : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.7.layers.1.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.7.layers.3.weight : tensor<256x256x3x3xf32> = #amp.init<normal(0.0, 0.029462782549439483)>
amp.variable parameter @stages.7.layers.4.weight : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.7.layers.4.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.7.layers.6.weight : tensor<1024x256x1x1xf32> = #amp.init<normal(0.0, 0.04419417382415922)>
amp.variable parameter @stages.7.layers.7.weight : tensor<1024xf32> = #amp.init<zeros>
amp.variable parameter @stages.7.layers.7.bias : tensor<1024xf32> = #amp.init<zeros>
amp.variable parameter @stages.7.short.0.weight : tensor<1024x512x1x1xf32> = #amp.init<normal(0.0, 0.04419417382415922)>
amp.variable parameter @stages.7.short.1.weight : tensor<1024xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.7.short.1.bias : tensor<1024xf32> = #amp.init<zeros>
amp.variable parameter @stages.8.layers.0.weight : tensor<256x1024x1x1xf32> = #amp.init<normal(0.0, 0.08838834764831845)>
amp.variable parameter @stages.8.layers.1.weight : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.8.layers.1.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.8.layers.3.weight : tensor<256x256x3x3xf32> = #amp.init<normal(0.0, 0.029462782549439483)>
amp.variable parameter @stages.8.layers.4.weight : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.8.layers.4.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.8.layers.6.weight : tensor<1024x256x1x1xf32> = #amp.init<normal(0.0, 0.04419417382415922)>
amp.variable parameter @stages.8.layers.7.weight : tensor<1024xf32> = #amp.init<zeros>
amp.variable parameter @stages.8.layers.7.bias : tensor<1024xf32> = #amp.init<zeros>
amp.variable parameter @stages.9.layers.0.weight : tensor<256x1024x1x1xf32> = #amp.init<normal(0.0, 0.08838834764831845)>
amp.variable parameter @stages.9.layers.1.weight : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.9.layers.1.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.9.layers.3.weight : tensor<256x256x3x3xf32> = #amp.init<normal(0.0, 0.029462782549439483)>
amp.variable parameter @stages.9.layers.4.weight : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.9.layers.4.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.9.layers.6.weight : tensor<1024x256x1x1xf32> = #amp.init<normal(0.0, 0.04419417382415922)>
amp.variable parameter @stages.9.layers.7.weight : tensor<1024xf32> = #amp.init<zeros>
amp.variable parameter @stages.9.layers.7.bias : tensor<1024xf32> = #amp.init<zeros>
amp.variable parameter @stages.10.layers.0.weight : tensor<256x1024x1x1xf32> = #amp.init<normal(0.0, 0.08838834764831845)>
amp.variable parameter @stages.10.layers.1.weight : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.10.layers.1.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.10.layers.3.weight : tensor<256x256x3x3xf32> = #amp.init<normal(0.0, 0.029462782549439483)>
amp.variable parameter @stages.10.layers.4.weight : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.10.layers.4.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.10.layers.6.weight : tensor<1024x256x1x1xf32> = #amp.init<normal(0.0, 0.04419417382415922)>
amp.variable parameter @stages.10.layers.7.weight : tensor<1024xf32> = #amp.init<zeros>
amp.variable parameter @stages.10.layers.7.bias : tensor<1024xf32> = #amp.init<zeros>
amp.variable parameter @stages.11.layers.0.weight : tensor<256x1024x1x1xf32> = #amp.init<normal(0.0, 0.08838834764831845)>
amp.variable parameter @stages.11.layers.1.weight : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.11.layers.1.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.11.layers.3.weight : tensor<256x256x3x3xf32> = #amp.init<normal(0.0, 0.029462782549439483)>
amp.variable parameter @stages.11.layers.4.weight : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.11.layers.4.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.11.layers.6.weight : tensor<1024x256x1x1xf32> = #amp.init<normal(0.0, 0.04419417382415922)>
amp.variable parameter @stages.11.layers.7.weight : tensor<1024xf32> = #amp.init<zeros>
amp.variable parameter @stages.11.layers.7.bias : tensor<1024xf32> = #amp.init<zeros>
amp.variable parameter @stages.12.layers.0.weight : tensor<256x1024x1x1xf32> = #amp.init<normal(0.0, 0.08838834764831845)>
amp.variable parameter @stages.12.layers.1.weight : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.12.layers.1.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.12.layers.3.weight : tensor<256x256x3x3xf32> = #amp.init<normal(0.0, 0.029462782549439483)>
amp.variable parameter @stages.12.layers.4.weight : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.12.layers.4.bias : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @stages.12.layers.6.weight : tensor<1024x256x1x1xf32> = #amp.init<normal(0.0, 0.04419417382415922)>
amp.variable parameter @stages.12.layers.7.weight : tensor<1024xf32> = #amp.init<zeros>
amp.variable parameter @stages.12.layers.7.bias : tensor<1024xf32> = #amp.init<zeros>
amp.variable parameter @stages.13.layers.0.weight : tensor<512x1024x1x1xf32> = #amp.init<normal(0.0, 0.0625)>
amp.variable parameter @stages.13.layers.1.weight : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.13.layers.1.bias : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.13.layers.3.weight : tensor<512x512x3x3xf32> = #amp.init<normal(0.0, 0.020833333333333336)>
amp.variable parameter @stages.13.layers.4.weight : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.13.layers.4.bias : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.13.layers.6.weight : tensor<2048x512x1x1xf32> = #amp.init<normal(0.0, 0.03125)>
amp.variable parameter @stages.13.layers.7.weight : tensor<2048xf32> = #amp.init<zeros>
amp.variable parameter @stages.13.layers.7.bias : tensor<2048xf32> = #amp.init<zeros>
amp.variable parameter @stages.13.short.0.weight : tensor<2048x1024x1x1xf32> = #amp.init<normal(0.0, 0.03125)>
amp.variable parameter @stages.13.short.1.weight : tensor<2048xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.13.short.1.bias : tensor<2048xf32> = #amp.init<zeros>
amp.variable parameter @stages.14.layers.0.weight : tensor<512x2048x1x1xf32> = #amp.init<normal(0.0, 0.0625)>
amp.variable parameter @stages.14.layers.1.weight : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.14.layers.1.bias : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.14.layers.3.weight : tensor<512x512x3x3xf32> = #amp.init<normal(0.0, 0.020833333333333336)>
amp.variable parameter @stages.14.layers.4.weight : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.14.layers.4.bias : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.14.layers.6.weight : tensor<2048x512x1x1xf32> = #amp.init<normal(0.0, 0.03125)>
amp.variable parameter @stages.14.layers.7.weight : tensor<2048xf32> = #amp.init<zeros>
amp.variable parameter @stages.14.layers.7.bias : tensor<2048xf32> = #amp.init<zeros>
amp.variable parameter @stages.15.layers.0.weight : tensor<512x2048x1x1xf32> = #amp.init<normal(0.0, 0.0625)>
amp.variable parameter @stages.15.layers.1.weight : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.15.layers.1.bias : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.15.layers.3.weight : tensor<512x512x3x3xf32> = #amp.init<normal(0.0, 0.020833333333333336)>
amp.variable parameter @stages.15.layers.4.weight : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable parameter @stages.15.layers.4.bias : tensor<512xf32> = #amp.init<zeros>
amp.variable parameter @stages.15.layers.6.weight : tensor<2048x512x1x1xf32> = #amp.init<normal(0.0, 0.03125)>
amp.variable parameter @stages.15.layers.7.weight : tensor<2048xf32> = #amp.init<zeros>
amp.variable parameter @stages.15.layers.7.bias : tensor<2048xf32> = #amp.init<zeros>
amp.variable parameter @classifier.weight : tensor<10x2048xf32> = #amp.init<uniform(-0.022097086912079605, 0.022097086912079605)>
amp.variable parameter @classifier.bias : tensor<10xf32> = #amp.init<uniform(-0.022097086912079608, 0.022097086912079608)>
amp.variable buffer @first.1.running_mean : tensor<64xf32> = #amp.init<zeros>
amp.variable buffer @first.1.running_var : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable buffer @first.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.0.layers.1.running_mean : tensor<64xf32> = #amp.init<zeros>
amp.variable buffer @stages.0.layers.1.running_var : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.0.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.0.layers.4.running_mean : tensor<64xf32> = #amp.init<zeros>
amp.variable buffer @stages.0.layers.4.running_var : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.0.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.0.layers.7.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.0.layers.7.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.0.layers.7.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.0.short.1.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.0.short.1.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.0.short.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.1.layers.1.running_mean : tensor<64xf32> = #amp.init<zeros>
amp.variable buffer @stages.1.layers.1.running_var : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.1.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.1.layers.4.running_mean : tensor<64xf32> = #amp.init<zeros>
amp.variable buffer @stages.1.layers.4.running_var : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.1.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.1.layers.7.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.1.layers.7.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.1.layers.7.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.2.layers.1.running_mean : tensor<64xf32> = #amp.init<zeros>
amp.variable buffer @stages.2.layers.1.running_var : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.2.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.2.layers.4.running_mean : tensor<64xf32> = #amp.init<zeros>
amp.variable buffer @stages.2.layers.4.running_var : tensor<64xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.2.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.2.layers.7.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.2.layers.7.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.2.layers.7.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.3.layers.1.running_mean : tensor<128xf32> = #amp.init<zeros>
amp.variable buffer @stages.3.layers.1.running_var : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.3.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.3.layers.4.running_mean : tensor<128xf32> = #amp.init<zeros>
amp.variable buffer @stages.3.layers.4.running_var : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.3.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.3.layers.7.running_mean : tensor<512xf32> = #amp.init<zeros>
amp.variable buffer @stages.3.layers.7.running_var : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.3.layers.7.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.3.short.1.running_mean : tensor<512xf32> = #amp.init<zeros>
amp.variable buffer @stages.3.short.1.running_var : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.3.short.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.4.layers.1.running_mean : tensor<128xf32> = #amp.init<zeros>
amp.variable buffer @stages.4.layers.1.running_var : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.4.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.4.layers.4.running_mean : tensor<128xf32> = #amp.init<zeros>
amp.variable buffer @stages.4.layers.4.running_var : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.4.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.4.layers.7.running_mean : tensor<512xf32> = #amp.init<zeros>
amp.variable buffer @stages.4.layers.7.running_var : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.4.layers.7.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.5.layers.1.running_mean : tensor<128xf32> = #amp.init<zeros>
amp.variable buffer @stages.5.layers.1.running_var : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.5.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.5.layers.4.running_mean : tensor<128xf32> = #amp.init<zeros>
amp.variable buffer @stages.5.layers.4.running_var : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.5.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.5.layers.7.running_mean : tensor<512xf32> = #amp.init<zeros>
amp.variable buffer @stages.5.layers.7.running_var : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.5.layers.7.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.6.layers.1.running_mean : tensor<128xf32> = #amp.init<zeros>
amp.variable buffer @stages.6.layers.1.running_var : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.6.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.6.layers.4.running_mean : tensor<128xf32> = #amp.init<zeros>
amp.variable buffer @stages.6.layers.4.running_var : tensor<128xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.6.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.6.layers.7.running_mean : tensor<512xf32> = #amp.init<zeros>
amp.variable buffer @stages.6.layers.7.running_var : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.6.layers.7.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.7.layers.1.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.7.layers.1.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.7.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.7.layers.4.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.7.layers.4.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.7.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.7.layers.7.running_mean : tensor<1024xf32> = #amp.init<zeros>
amp.variable buffer @stages.7.layers.7.running_var : tensor<1024xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.7.layers.7.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.7.short.1.running_mean : tensor<1024xf32> = #amp.init<zeros>
amp.variable buffer @stages.7.short.1.running_var : tensor<1024xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.7.short.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.8.layers.1.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.8.layers.1.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.8.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.8.layers.4.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.8.layers.4.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.8.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.8.layers.7.running_mean : tensor<1024xf32> = #amp.init<zeros>
amp.variable buffer @stages.8.layers.7.running_var : tensor<1024xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.8.layers.7.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.9.layers.1.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.9.layers.1.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.9.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.9.layers.4.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.9.layers.4.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.9.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.9.layers.7.running_mean : tensor<1024xf32> = #amp.init<zeros>
amp.variable buffer @stages.9.layers.7.running_var : tensor<1024xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.9.layers.7.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.10.layers.1.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.10.layers.1.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.10.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.10.layers.4.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.10.layers.4.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.10.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.10.layers.7.running_mean : tensor<1024xf32> = #amp.init<zeros>
amp.variable buffer @stages.10.layers.7.running_var : tensor<1024xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.10.layers.7.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.11.layers.1.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.11.layers.1.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.11.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.11.layers.4.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.11.layers.4.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.11.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.11.layers.7.running_mean : tensor<1024xf32> = #amp.init<zeros>
amp.variable buffer @stages.11.layers.7.running_var : tensor<1024xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.11.layers.7.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.12.layers.1.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.12.layers.1.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.12.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.12.layers.4.running_mean : tensor<256xf32> = #amp.init<zeros>
amp.variable buffer @stages.12.layers.4.running_var : tensor<256xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.12.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.12.layers.7.running_mean : tensor<1024xf32> = #amp.init<zeros>
amp.variable buffer @stages.12.layers.7.running_var : tensor<1024xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.12.layers.7.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.13.layers.1.running_mean : tensor<512xf32> = #amp.init<zeros>
amp.variable buffer @stages.13.layers.1.running_var : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.13.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.13.layers.4.running_mean : tensor<512xf32> = #amp.init<zeros>
amp.variable buffer @stages.13.layers.4.running_var : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.13.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.13.layers.7.running_mean : tensor<2048xf32> = #amp.init<zeros>
amp.variable buffer @stages.13.layers.7.running_var : tensor<2048xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.13.layers.7.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.13.short.1.running_mean : tensor<2048xf32> = #amp.init<zeros>
amp.variable buffer @stages.13.short.1.running_var : tensor<2048xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.13.short.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.14.layers.1.running_mean : tensor<512xf32> = #amp.init<zeros>
amp.variable buffer @stages.14.layers.1.running_var : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.14.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.14.layers.4.running_mean : tensor<512xf32> = #amp.init<zeros>
amp.variable buffer @stages.14.layers.4.running_var : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.14.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.14.layers.7.running_mean : tensor<2048xf32> = #amp.init<zeros>
amp.variable buffer @stages.14.layers.7.running_var : tensor<2048xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.14.layers.7.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.15.layers.1.running_mean : tensor<512xf32> = #amp.init<zeros>
amp.variable buffer @stages.15.layers.1.running_var : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.15.layers.1.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.15.layers.4.running_mean : tensor<512xf32> = #amp.init<zeros>
amp.variable buffer @stages.15.layers.4.running_var : tensor<512xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.15.layers.4.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.variable buffer @stages.15.layers.7.running_mean : tensor<2048xf32> = #amp.init<zeros>
amp.variable buffer @stages.15.layers.7.running_var : tensor<2048xf32> = #amp.init<constant(1.0)>
amp.variable buffer @stages.15.layers.7.num_batches_tracked : tensor<i64> = dense<0> : tensor<i64>
amp.optimizer sgd @optimizer [@first.0.weight, @first.1.weight, @first.1.bias, @stages.0.layers.0.weight, @stages.0.layers.1.weight, @stages.0.layers.1.bias, @stages.0.layers.3.weight, @stages.0.layers.4.weight, @stages.0.layers.4.bias, @stages.0.layers.6.weight, @stages.0.layers.7.weight, @stages.0.layers.7.bias, @stages.0.short.0.weight, @stages.0.short.1.weight, @stages.0.short.1.bias, @stages.1.layers.0.weight, @stages.1.layers.1.weight, @stages.1.layers.1.bias, @stages.1.layers.3.weight, @stages.1.layers.4.weight, @stages.1.layers.4.bias, @stages.1.layers.6.weight, @stages.1.layers.7.weight, @stages.1.layers.7.bias, @stages.2.layers.0.weight, @stages.2.layers.1.weight, @stages.2.layers.1.bias, @stages.2.layers.3.weight, @stages.2.layers.4.weight, @stages.2.layers.4.bias, @stages.2.layers.6.weight, @stages.2.layers.7.weight, @stages.2.layers.7.bias, @stages.3.layers.0.weight, @stages.3.layers.1.weight, @stages.3.layers.1.bias, @stages.3.layers.3.weight, @stages.3.layers.4.weight, @stages.3.layers.4.bias, @stages.3.layers.6.weight, @stages.3.layers.7.weight, @stages.3.layers.7.bias, @stages.3.short.0.weight, @stages.3.short.1.weight, @stages.3.short.1.bias, @stages.4.layers.0.weight, @stages.4.layers.1.weight, @stages.4.layers.1.bias, @stages.4.layers.3.weight, @stages.4.layers.4.weight, @stages.4.layers.4.bias, @stages.4.layers.6.weight, @stages.4.layers.7.weight, @stages.4.layers.7.bias, @stages.5.layers.0.weight, @stages.5.layers.1.weight, @stages.5.layers.1.bias, @stages.5.layers.3.weight, @stages.5.layers.4.weight, @stages.5.layers.4.bias, @stages.5.layers.6.weight, @stages.5.layers.7.weight, @stages.5.layers.7.bias, @stages.6.layers.0.weight, @stages.6.layers.1.weight, @stages.6.layers.1.bias, @stages.6.layers.3.weight, @stages.6.layers.4.weight, @stages.6.layers.4.bias, @stages.6.layers.6.weight, @stages.6.layers.7.weight, @stages.6.layers.7.bias, @stages.7.layers.0.weight, @stages.7.layers.1.weight, @stages.7.layers.1.bias, @stages.7.layers.3.weight, @stages.7.layers.4.weight, @stages.7.layers.4.bias, @stages.7.layers.6.weight, @stages.7.layers.7.weight, @stages.7.layers.7.bias, @stages.7.short.0.weight, @stages.7.short.1.weight, @stages.7.short.1.bias, @stages.8.layers.0.weight, @stages.8.layers.1.weight, @stages.8.layers.1.bias, @stages.8.layers.3.weight, @stages.8.layers.4.weight, @stages.8.layers.4.bias, @stages.8.layers.6.weight, @stages.8.layers.7.weight, @stages.8.layers.7.bias, @stages.9.layers.0.weight, @stages.9.layers.1.weight, @stages.9.layers.1.bias, @stages.9.layers.3.weight, @stages.9.layers.4.weight, @stages.9.layers.4.bias, @stages.9.layers.6.weight, @stages.9.layers.7.weight, @stages.9.layers.7.bias, @stages.10.layers.0.weight, @stages.10.layers.1.weight, @stages.10.layers.1.bias, @stages.10.layers.3.weight, @stages.10.layers.4.weight, @stages.10.layers.4.bias, @stages.10.layers.6.weight, @stages.10.layers.7.weight, @stages.10.layers.7.bias, @stages.11.layers.0.weight, @stages.11.layers.1.weight, @stages.11.layers.1.bias, @stages.11.layers.3.weight, @stages.11.layers.4.weight, @stages.11.layers.4.bias, @stages.11.layers.6.weight, @stages.11.layers.7.weight, @stages.11.layers.7.bias, @stages.12.layers.0.weight, @stages.12.layers.1.weight, @stages.12.layers.1.bias, @stages.12.layers.3.weight, @stages.12.layers.4.weight, @stages.12.layers.4.bias, @stages.12.layers.6.weight, @stages.12.layers.7.weight, @stages.12.layers.7.bias, @stages.13.layers.0.weight, @stages.13.layers.1.weight, @stages.13.layers.1.bias, @stages.13.layers.3.weight, @stages.13.layers.4.weight, @stages.13.layers.4.bias, @stages.13.layers.6.weight, @stages.13.layers.7.weight, @stages.13.layers.7.bias, @stages.13.short.0.weight, @stages.13.short.1.weight, @stages.13.short.1.bias, @stages.14.layers.0.weight, @stages.14.layers.1.weight, @stages.14.layers.1.bias, @stages.14.layers.3.weight, @stages.14.layers.4.weight, @stages.14.layers.4.bias, @stages.14.layers.6.weight, @stages.14.layers.7.weight, @stages.14.layers.7.bias, @stages.15.layers.0.weight, @stages.15.layers.1.weight, @stages.15.layers.1.bias, @stages.15.layers.3.weight, @stages.15.layers.4.weight, @stages.15.layers.4.bias, @stages.15.layers.6.weight, @stages.15.layers.7.weight, @stages.15.layers.7.bias, @classifier.weight, @classifier.bias]
  {lr = 0.05 : f64, weight_decay = 0.0005 : f64, momentum = 0.9 : f64}

func.func @train(%images: tensor<?x3x32x32xui8> {amp.name = "images"},
                 %target: tensor<?xi64> {amp.name = "target"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"},
        tensor<f32> {amp.name = "right", amp.reduction = "mean"}) {
  %first_0_weight = amp.read @first.0.weight : tensor<64x3x3x3xf32>
  %first_1_weight = amp.read @first.1.weight : tensor<64xf32>
  %first_1_bias = amp.read @first.1.bias : tensor<64xf32>
  %stages_0_layers_0_weight = amp.read @stages.0.layers.0.weight : tensor<64x64x1x1xf32>
  %stages_0_layers_1_weight = amp.read @stages.0.layers.1.weight : tensor<64xf32>
  %stages_0_layers_1_bias = amp.read @stages.0.layers.1.bias : tensor<64xf32>
  %stages_0_layers_3_weight = amp.read @stages.0.layers.3.weight : tensor<64x64x3x3xf32>
  %stages_0_layers_4_weight = amp.read @stages.0.layers.4.weight : tensor<64xf32>
  %stages_0_layers_4_bias = amp.read @stages.0.layers.4.bias : tensor<64xf32>
  %stages_0_layers_6_weight = amp.read @stages.0.layers.6.weight : tensor<256x64x1x1xf32>
  %stages_0_layers_7_weight = amp.read @stages.0.layers.7.weight : tensor<256xf32>
  %stages_0_layers_7_bias = amp.read @stages.0.layers.7.bias : tensor<256xf32>
  %stages_0_short_0_weight = amp.read @stages.0.short.0.weight : tensor<256x64x1x1xf32>
  %stages_0_short_1_weight = amp.read @stages.0.short.1.weight : tensor<256xf32>
  %stages_0_short_1_bias = amp.read @stages.0.short.1.bias : tensor<256xf32>
  %stages_1_layers_0_weight = amp.read @stages.1.layers.0.weight : tensor<64x256x1x1xf32>
  %stages_1_layers_1_weight = amp.read @stages.1.layers.1.weight : tensor<64xf32>
  %stages_1_layers_1_bias = amp.read @stages.1.layers.1.bias : tensor<64xf32>
  %stages_1_layers_3_weight = amp.read @stages.1.layers.3.weight : tensor<64x64x3x3xf32>
  %stages_1_layers_4_weight = amp.read @stages.1.layers.4.weight : tensor<64xf32>
  %stages_1_layers_4_bias = amp.read @stages.1.layers.4.bias : tensor<64xf32>
  %stages_1_layers_6_weight = amp.read @stages.1.layers.6.weight : tensor<256x64x1x1xf32>
  %stages_1_layers_7_weight = amp.read @stages.1.layers.7.weight : tensor<256xf32>
  %stages_1_layers_7_bias = amp.read @stages.1.layers.7.bias : tensor<256xf32>
  %stages_2_layers_0_weight = amp.read @stages.2.layers.0.weight : tensor<64x256x1x1xf32>
  %stages_2_layers_1_weight = amp.read @stages.2.layers.1.weight : tensor<64xf32>
  %stages_2_layers_1_bias = amp.read @stages.2.layers.1.bias : tensor<64xf32>
  %stages_2_layers_3_weight = amp.read @stages.2.layers.3.weight : tensor<64x64x3x3xf32>
  %stages_2_layers_4_weight = amp.read @stages.2.layers.4.weight : tensor<64xf32>
  %stages_2_layers_4_bias = amp.read @stages.2.layers.4.bias : tensor<64xf32>
  %stages_2_layers_6_weight = amp.read @stages.2.layers.6.weight : tensor<256x64x1x1xf32>
  %stages_2_layers_7_weight = amp.read @stages.2.layers.7.weight : tensor<256xf32>
  %stages_2_layers_7_bias = amp.read @stages.2.layers.7.bias : tensor<256xf32>
  %stages_3_layers_0_weight = amp.read @stages.3.layers.0.weight : tensor<128x256x1x1xf32>
  %stages_3_layers_1_weight = amp.read @stages.3.layers.1.weight : tensor<128xf32>
  %stages_3_layers_1_bias = amp.read @stages.3.layers.1.bias : tensor<128xf32>
  %stages_3_layers_3_weight = amp.read @stages.3.layers.3.weight : tensor<128x128x3x3xf32>
  %stages_3_layers_4_weight = amp.read @stages.3.layers.4.weight : tensor<128xf32>
  %stages_3_layers_4_bias = amp.read @stages.3.layers.4.bias : tensor<128xf32>
  %stages_3_layers_6_weight = amp.read @stages.3.layers.6.weight : tensor<512x128x1x1xf32>
  %stages_3_layers_7_weight = amp.read @stages.3.layers.7.weight : tensor<512xf32>
  %stages_3_layers_7_bias = amp.read @stages.3.layers.7.bias : tensor<512xf32>
  %stages_3_short_0_weight = amp.read @stages.3.short.0.weight : tensor<512x256x1x1xf32>
  %stages_3_short_1_weight = amp.read @stages.3.short.1.weight : tensor<512xf32>
  %stages_3_short_1_bias = amp.read @stages.3.short.1.bias : tensor<512xf32>
  %stages_4_layers_0_weight = amp.read @stages.4.layers.0.weight : tensor<128x512x1x1xf32>
  %stages_4_layers_1_weight = amp.read @stages.4.layers.1.weight : tensor<128xf32>
  %stages_4_layers_1_bias = amp.read @stages.4.layers.1.bias : tensor<128xf32>
  %stages_4_layers_3_weight = amp.read @stages.4.layers.3.weight : tensor<128x128x3x3xf32>
  %stages_4_layers_4_weight = amp.read @stages.4.layers.4.weight : tensor<128xf32>
  %stages_4_layers_4_bias = amp.read @stages.4.layers.4.bias : tensor<128xf32>
  %stages_4_layers_6_weight = amp.read @stages.4.layers.6.weight : tensor<512x128x1x1xf32>
  %stages_4_layers_7_weight = amp.read @stages.4.layers.7.weight : tensor<512xf32>
  %stages_4_layers_7_bias = amp.read @stages.4.layers.7.bias : tensor<512xf32>
  %stages_5_layers_0_weight = amp.read @stages.5.layers.0.weight : tensor<128x512x1x1xf32>
  %stages_5_layers_1_weight = amp.read @stages.5.layers.1.weight : tensor<128xf32>
  %stages_5_layers_1_bias = amp.read @stages.5.layers.1.bias : tensor<128xf32>
  %stages_5_layers_3_weight = amp.read @stages.5.layers.3.weight : tensor<128x128x3x3xf32>
  %stages_5_layers_4_weight = amp.read @stages.5.layers.4.weight : tensor<128xf32>
  %stages_5_layers_4_bias = amp.read @stages.5.layers.4.bias : tensor<128xf32>
  %stages_5_layers_6_weight = amp.read @stages.5.layers.6.weight : tensor<512x128x1x1xf32>
  %stages_5_layers_7_weight = amp.read @stages.5.layers.7.weight : tensor<512xf32>
  %stages_5_layers_7_bias = amp.read @stages.5.layers.7.bias : tensor<512xf32>
  %stages_6_layers_0_weight = amp.read @stages.6.layers.0.weight : tensor<128x512x1x1xf32>
  %stages_6_layers_1_weight = amp.read @stages.6.layers.1.weight : tensor<128xf32>
  %stages_6_layers_1_bias = amp.read @stages.6.layers.1.bias : tensor<128xf32>
  %stages_6_layers_3_weight = amp.read @stages.6.layers.3.weight : tensor<128x128x3x3xf32>
  %stages_6_layers_4_weight = amp.read @stages.6.layers.4.weight : tensor<128xf32>
  %stages_6_layers_4_bias = amp.read @stages.6.layers.4.bias : tensor<128xf32>
  %stages_6_layers_6_weight = amp.read @stages.6.layers.6.weight : tensor<512x128x1x1xf32>
  %stages_6_layers_7_weight = amp.read @stages.6.layers.7.weight : tensor<512xf32>
  %stages_6_layers_7_bias = amp.read @stages.6.layers.7.bias : tensor<512xf32>
  %stages_7_layers_0_weight = amp.read @stages.7.layers.0.weight : tensor<256x512x1x1xf32>
  %stages_7_layers_1_weight = amp.read @stages.7.layers.1.weight : tensor<256xf32>
  %stages_7_layers_1_bias = amp.read @stages.7.layers.1.bias : tensor<256xf32>
  %stages_7_layers_3_weight = amp.read @stages.7.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_7_layers_4_weight = amp.read @stages.7.layers.4.weight : tensor<256xf32>
  %stages_7_layers_4_bias = amp.read @stages.7.layers.4.bias : tensor<256xf32>
  %stages_7_layers_6_weight = amp.read @stages.7.layers.6.weight : tensor<1024x256x1x1xf32>
  %stages_7_layers_7_weight = amp.read @stages.7.layers.7.weight : tensor<1024xf32>
  %stages_7_layers_7_bias = amp.read @stages.7.layers.7.bias : tensor<1024xf32>
  %stages_7_short_0_weight = amp.read @stages.7.short.0.weight : tensor<1024x512x1x1xf32>
  %stages_7_short_1_weight = amp.read @stages.7.short.1.weight : tensor<1024xf32>
  %stages_7_short_1_bias = amp.read @stages.7.short.1.bias : tensor<1024xf32>
  %stages_8_layers_0_weight = amp.read @stages.8.layers.0.weight : tensor<256x1024x1x1xf32>
  %stages_8_layers_1_weight = amp.read @stages.8.layers.1.weight : tensor<256xf32>
  %stages_8_layers_1_bias = amp.read @stages.8.layers.1.bias : tensor<256xf32>
  %stages_8_layers_3_weight = amp.read @stages.8.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_8_layers_4_weight = amp.read @stages.8.layers.4.weight : tensor<256xf32>
  %stages_8_layers_4_bias = amp.read @stages.8.layers.4.bias : tensor<256xf32>
  %stages_8_layers_6_weight = amp.read @stages.8.layers.6.weight : tensor<1024x256x1x1xf32>
  %stages_8_layers_7_weight = amp.read @stages.8.layers.7.weight : tensor<1024xf32>
  %stages_8_layers_7_bias = amp.read @stages.8.layers.7.bias : tensor<1024xf32>
  %stages_9_layers_0_weight = amp.read @stages.9.layers.0.weight : tensor<256x1024x1x1xf32>
  %stages_9_layers_1_weight = amp.read @stages.9.layers.1.weight : tensor<256xf32>
  %stages_9_layers_1_bias = amp.read @stages.9.layers.1.bias : tensor<256xf32>
  %stages_9_layers_3_weight = amp.read @stages.9.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_9_layers_4_weight = amp.read @stages.9.layers.4.weight : tensor<256xf32>
  %stages_9_layers_4_bias = amp.read @stages.9.layers.4.bias : tensor<256xf32>
  %stages_9_layers_6_weight = amp.read @stages.9.layers.6.weight : tensor<1024x256x1x1xf32>
  %stages_9_layers_7_weight = amp.read @stages.9.layers.7.weight : tensor<1024xf32>
  %stages_9_layers_7_bias = amp.read @stages.9.layers.7.bias : tensor<1024xf32>
  %stages_10_layers_0_weight = amp.read @stages.10.layers.0.weight : tensor<256x1024x1x1xf32>
  %stages_10_layers_1_weight = amp.read @stages.10.layers.1.weight : tensor<256xf32>
  %stages_10_layers_1_bias = amp.read @stages.10.layers.1.bias : tensor<256xf32>
  %stages_10_layers_3_weight = amp.read @stages.10.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_10_layers_4_weight = amp.read @stages.10.layers.4.weight : tensor<256xf32>
  %stages_10_layers_4_bias = amp.read @stages.10.layers.4.bias : tensor<256xf32>
  %stages_10_layers_6_weight = amp.read @stages.10.layers.6.weight : tensor<1024x256x1x1xf32>
  %stages_10_layers_7_weight = amp.read @stages.10.layers.7.weight : tensor<1024xf32>
  %stages_10_layers_7_bias = amp.read @stages.10.layers.7.bias : tensor<1024xf32>
  %stages_11_layers_0_weight = amp.read @stages.11.layers.0.weight : tensor<256x1024x1x1xf32>
  %stages_11_layers_1_weight = amp.read @stages.11.layers.1.weight : tensor<256xf32>
  %stages_11_layers_1_bias = amp.read @stages.11.layers.1.bias : tensor<256xf32>
  %stages_11_layers_3_weight = amp.read @stages.11.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_11_layers_4_weight = amp.read @stages.11.layers.4.weight : tensor<256xf32>
  %stages_11_layers_4_bias = amp.read @stages.11.layers.4.bias : tensor<256xf32>
  %stages_11_layers_6_weight = amp.read @stages.11.layers.6.weight : tensor<1024x256x1x1xf32>
  %stages_11_layers_7_weight = amp.read @stages.11.layers.7.weight : tensor<1024xf32>
  %stages_11_layers_7_bias = amp.read @stages.11.layers.7.bias : tensor<1024xf32>
  %stages_12_layers_0_weight = amp.read @stages.12.layers.0.weight : tensor<256x1024x1x1xf32>
  %stages_12_layers_1_weight = amp.read @stages.12.layers.1.weight : tensor<256xf32>
  %stages_12_layers_1_bias = amp.read @stages.12.layers.1.bias : tensor<256xf32>
  %stages_12_layers_3_weight = amp.read @stages.12.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_12_layers_4_weight = amp.read @stages.12.layers.4.weight : tensor<256xf32>
  %stages_12_layers_4_bias = amp.read @stages.12.layers.4.bias : tensor<256xf32>
  %stages_12_layers_6_weight = amp.read @stages.12.layers.6.weight : tensor<1024x256x1x1xf32>
  %stages_12_layers_7_weight = amp.read @stages.12.layers.7.weight : tensor<1024xf32>
  %stages_12_layers_7_bias = amp.read @stages.12.layers.7.bias : tensor<1024xf32>
  %stages_13_layers_0_weight = amp.read @stages.13.layers.0.weight : tensor<512x1024x1x1xf32>
  %stages_13_layers_1_weight = amp.read @stages.13.layers.1.weight : tensor<512xf32>
  %stages_13_layers_1_bias = amp.read @stages.13.layers.1.bias : tensor<512xf32>
  %stages_13_layers_3_weight = amp.read @stages.13.layers.3.weight : tensor<512x512x3x3xf32>
  %stages_13_layers_4_weight = amp.read @stages.13.layers.4.weight : tensor<512xf32>
  %stages_13_layers_4_bias = amp.read @stages.13.layers.4.bias : tensor<512xf32>
  %stages_13_layers_6_weight = amp.read @stages.13.layers.6.weight : tensor<2048x512x1x1xf32>
  %stages_13_layers_7_weight = amp.read @stages.13.layers.7.weight : tensor<2048xf32>
  %stages_13_layers_7_bias = amp.read @stages.13.layers.7.bias : tensor<2048xf32>
  %stages_13_short_0_weight = amp.read @stages.13.short.0.weight : tensor<2048x1024x1x1xf32>
  %stages_13_short_1_weight = amp.read @stages.13.short.1.weight : tensor<2048xf32>
  %stages_13_short_1_bias = amp.read @stages.13.short.1.bias : tensor<2048xf32>
  %stages_14_layers_0_weight = amp.read @stages.14.layers.0.weight : tensor<512x2048x1x1xf32>
  %stages_14_layers_1_weight = amp.read @stages.14.layers.1.weight : tensor<512xf32>
  %stages_14_layers_1_bias = amp.read @stages.14.layers.1.bias : tensor<512xf32>
  %stages_14_layers_3_weight = amp.read @stages.14.layers.3.weight : tensor<512x512x3x3xf32>
  %stages_14_layers_4_weight = amp.read @stages.14.layers.4.weight : tensor<512xf32>
  %stages_14_layers_4_bias = amp.read @stages.14.layers.4.bias : tensor<512xf32>
  %stages_14_layers_6_weight = amp.read @stages.14.layers.6.weight : tensor<2048x512x1x1xf32>
  %stages_14_layers_7_weight = amp.read @stages.14.layers.7.weight : tensor<2048xf32>
  %stages_14_layers_7_bias = amp.read @stages.14.layers.7.bias : tensor<2048xf32>
  %stages_15_layers_0_weight = amp.read @stages.15.layers.0.weight : tensor<512x2048x1x1xf32>
  %stages_15_layers_1_weight = amp.read @stages.15.layers.1.weight : tensor<512xf32>
  %stages_15_layers_1_bias = amp.read @stages.15.layers.1.bias : tensor<512xf32>
  %stages_15_layers_3_weight = amp.read @stages.15.layers.3.weight : tensor<512x512x3x3xf32>
  %stages_15_layers_4_weight = amp.read @stages.15.layers.4.weight : tensor<512xf32>
  %stages_15_layers_4_bias = amp.read @stages.15.layers.4.bias : tensor<512xf32>
  %stages_15_layers_6_weight = amp.read @stages.15.layers.6.weight : tensor<2048x512x1x1xf32>
  %stages_15_layers_7_weight = amp.read @stages.15.layers.7.weight : tensor<2048xf32>
  %stages_15_layers_7_bias = amp.read @stages.15.layers.7.bias : tensor<2048xf32>
  %classifier_weight = amp.read @classifier.weight : tensor<10x2048xf32>
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
  %stages_0_layers_7_running_mean = amp.read @stages.0.layers.7.running_mean : tensor<256xf32>
  %stages_0_layers_7_running_var = amp.read @stages.0.layers.7.running_var : tensor<256xf32>
  %stages_0_layers_7_num_batches_tracked = amp.read @stages.0.layers.7.num_batches_tracked : tensor<i64>
  %stages_0_short_1_running_mean = amp.read @stages.0.short.1.running_mean : tensor<256xf32>
  %stages_0_short_1_running_var = amp.read @stages.0.short.1.running_var : tensor<256xf32>
  %stages_0_short_1_num_batches_tracked = amp.read @stages.0.short.1.num_batches_tracked : tensor<i64>
  %stages_1_layers_1_running_mean = amp.read @stages.1.layers.1.running_mean : tensor<64xf32>
  %stages_1_layers_1_running_var = amp.read @stages.1.layers.1.running_var : tensor<64xf32>
  %stages_1_layers_1_num_batches_tracked = amp.read @stages.1.layers.1.num_batches_tracked : tensor<i64>
  %stages_1_layers_4_running_mean = amp.read @stages.1.layers.4.running_mean : tensor<64xf32>
  %stages_1_layers_4_running_var = amp.read @stages.1.layers.4.running_var : tensor<64xf32>
  %stages_1_layers_4_num_batches_tracked = amp.read @stages.1.layers.4.num_batches_tracked : tensor<i64>
  %stages_1_layers_7_running_mean = amp.read @stages.1.layers.7.running_mean : tensor<256xf32>
  %stages_1_layers_7_running_var = amp.read @stages.1.layers.7.running_var : tensor<256xf32>
  %stages_1_layers_7_num_batches_tracked = amp.read @stages.1.layers.7.num_batches_tracked : tensor<i64>
  %stages_2_layers_1_running_mean = amp.read @stages.2.layers.1.running_mean : tensor<64xf32>
  %stages_2_layers_1_running_var = amp.read @stages.2.layers.1.running_var : tensor<64xf32>
  %stages_2_layers_1_num_batches_tracked = amp.read @stages.2.layers.1.num_batches_tracked : tensor<i64>
  %stages_2_layers_4_running_mean = amp.read @stages.2.layers.4.running_mean : tensor<64xf32>
  %stages_2_layers_4_running_var = amp.read @stages.2.layers.4.running_var : tensor<64xf32>
  %stages_2_layers_4_num_batches_tracked = amp.read @stages.2.layers.4.num_batches_tracked : tensor<i64>
  %stages_2_layers_7_running_mean = amp.read @stages.2.layers.7.running_mean : tensor<256xf32>
  %stages_2_layers_7_running_var = amp.read @stages.2.layers.7.running_var : tensor<256xf32>
  %stages_2_layers_7_num_batches_tracked = amp.read @stages.2.layers.7.num_batches_tracked : tensor<i64>
  %stages_3_layers_1_running_mean = amp.read @stages.3.layers.1.running_mean : tensor<128xf32>
  %stages_3_layers_1_running_var = amp.read @stages.3.layers.1.running_var : tensor<128xf32>
  %stages_3_layers_1_num_batches_tracked = amp.read @stages.3.layers.1.num_batches_tracked : tensor<i64>
  %stages_3_layers_4_running_mean = amp.read @stages.3.layers.4.running_mean : tensor<128xf32>
  %stages_3_layers_4_running_var = amp.read @stages.3.layers.4.running_var : tensor<128xf32>
  %stages_3_layers_4_num_batches_tracked = amp.read @stages.3.layers.4.num_batches_tracked : tensor<i64>
  %stages_3_layers_7_running_mean = amp.read @stages.3.layers.7.running_mean : tensor<512xf32>
  %stages_3_layers_7_running_var = amp.read @stages.3.layers.7.running_var : tensor<512xf32>
  %stages_3_layers_7_num_batches_tracked = amp.read @stages.3.layers.7.num_batches_tracked : tensor<i64>
  %stages_3_short_1_running_mean = amp.read @stages.3.short.1.running_mean : tensor<512xf32>
  %stages_3_short_1_running_var = amp.read @stages.3.short.1.running_var : tensor<512xf32>
  %stages_3_short_1_num_batches_tracked = amp.read @stages.3.short.1.num_batches_tracked : tensor<i64>
  %stages_4_layers_1_running_mean = amp.read @stages.4.layers.1.running_mean : tensor<128xf32>
  %stages_4_layers_1_running_var = amp.read @stages.4.layers.1.running_var : tensor<128xf32>
  %stages_4_layers_1_num_batches_tracked = amp.read @stages.4.layers.1.num_batches_tracked : tensor<i64>
  %stages_4_layers_4_running_mean = amp.read @stages.4.layers.4.running_mean : tensor<128xf32>
  %stages_4_layers_4_running_var = amp.read @stages.4.layers.4.running_var : tensor<128xf32>
  %stages_4_layers_4_num_batches_tracked = amp.read @stages.4.layers.4.num_batches_tracked : tensor<i64>
  %stages_4_layers_7_running_mean = amp.read @stages.4.layers.7.running_mean : tensor<512xf32>
  %stages_4_layers_7_running_var = amp.read @stages.4.layers.7.running_var : tensor<512xf32>
  %stages_4_layers_7_num_batches_tracked = amp.read @stages.4.layers.7.num_batches_tracked : tensor<i64>
  %stages_5_layers_1_running_mean = amp.read @stages.5.layers.1.running_mean : tensor<128xf32>
  %stages_5_layers_1_running_var = amp.read @stages.5.layers.1.running_var : tensor<128xf32>
  %stages_5_layers_1_num_batches_tracked = amp.read @stages.5.layers.1.num_batches_tracked : tensor<i64>
  %stages_5_layers_4_running_mean = amp.read @stages.5.layers.4.running_mean : tensor<128xf32>
  %stages_5_layers_4_running_var = amp.read @stages.5.layers.4.running_var : tensor<128xf32>
  %stages_5_layers_4_num_batches_tracked = amp.read @stages.5.layers.4.num_batches_tracked : tensor<i64>
  %stages_5_layers_7_running_mean = amp.read @stages.5.layers.7.running_mean : tensor<512xf32>
  %stages_5_layers_7_running_var = amp.read @stages.5.layers.7.running_var : tensor<512xf32>
  %stages_5_layers_7_num_batches_tracked = amp.read @stages.5.layers.7.num_batches_tracked : tensor<i64>
  %stages_6_layers_1_running_mean = amp.read @stages.6.layers.1.running_mean : tensor<128xf32>
  %stages_6_layers_1_running_var = amp.read @stages.6.layers.1.running_var : tensor<128xf32>
  %stages_6_layers_1_num_batches_tracked = amp.read @stages.6.layers.1.num_batches_tracked : tensor<i64>
  %stages_6_layers_4_running_mean = amp.read @stages.6.layers.4.running_mean : tensor<128xf32>
  %stages_6_layers_4_running_var = amp.read @stages.6.layers.4.running_var : tensor<128xf32>
  %stages_6_layers_4_num_batches_tracked = amp.read @stages.6.layers.4.num_batches_tracked : tensor<i64>
  %stages_6_layers_7_running_mean = amp.read @stages.6.layers.7.running_mean : tensor<512xf32>
  %stages_6_layers_7_running_var = amp.read @stages.6.layers.7.running_var : tensor<512xf32>
  %stages_6_layers_7_num_batches_tracked = amp.read @stages.6.layers.7.num_batches_tracked : tensor<i64>
  %stages_7_layers_1_running_mean = amp.read @stages.7.layers.1.running_mean : tensor<256xf32>
  %stages_7_layers_1_running_var = amp.read @stages.7.layers.1.running_var : tensor<256xf32>
  %stages_7_layers_1_num_batches_tracked = amp.read @stages.7.layers.1.num_batches_tracked : tensor<i64>
  %stages_7_layers_4_running_mean = amp.read @stages.7.layers.4.running_mean : tensor<256xf32>
  %stages_7_layers_4_running_var = amp.read @stages.7.layers.4.running_var : tensor<256xf32>
  %stages_7_layers_4_num_batches_tracked = amp.read @stages.7.layers.4.num_batches_tracked : tensor<i64>
  %stages_7_layers_7_running_mean = amp.read @stages.7.layers.7.running_mean : tensor<1024xf32>
  %stages_7_layers_7_running_var = amp.read @stages.7.layers.7.running_var : tensor<1024xf32>
  %stages_7_layers_7_num_batches_tracked = amp.read @stages.7.layers.7.num_batches_tracked : tensor<i64>
  %stages_7_short_1_running_mean = amp.read @stages.7.short.1.running_mean : tensor<1024xf32>
  %stages_7_short_1_running_var = amp.read @stages.7.short.1.running_var : tensor<1024xf32>
  %stages_7_short_1_num_batches_tracked = amp.read @stages.7.short.1.num_batches_tracked : tensor<i64>
  %stages_8_layers_1_running_mean = amp.read @stages.8.layers.1.running_mean : tensor<256xf32>
  %stages_8_layers_1_running_var = amp.read @stages.8.layers.1.running_var : tensor<256xf32>
  %stages_8_layers_1_num_batches_tracked = amp.read @stages.8.layers.1.num_batches_tracked : tensor<i64>
  %stages_8_layers_4_running_mean = amp.read @stages.8.layers.4.running_mean : tensor<256xf32>
  %stages_8_layers_4_running_var = amp.read @stages.8.layers.4.running_var : tensor<256xf32>
  %stages_8_layers_4_num_batches_tracked = amp.read @stages.8.layers.4.num_batches_tracked : tensor<i64>
  %stages_8_layers_7_running_mean = amp.read @stages.8.layers.7.running_mean : tensor<1024xf32>
  %stages_8_layers_7_running_var = amp.read @stages.8.layers.7.running_var : tensor<1024xf32>
  %stages_8_layers_7_num_batches_tracked = amp.read @stages.8.layers.7.num_batches_tracked : tensor<i64>
  %stages_9_layers_1_running_mean = amp.read @stages.9.layers.1.running_mean : tensor<256xf32>
  %stages_9_layers_1_running_var = amp.read @stages.9.layers.1.running_var : tensor<256xf32>
  %stages_9_layers_1_num_batches_tracked = amp.read @stages.9.layers.1.num_batches_tracked : tensor<i64>
  %stages_9_layers_4_running_mean = amp.read @stages.9.layers.4.running_mean : tensor<256xf32>
  %stages_9_layers_4_running_var = amp.read @stages.9.layers.4.running_var : tensor<256xf32>
  %stages_9_layers_4_num_batches_tracked = amp.read @stages.9.layers.4.num_batches_tracked : tensor<i64>
  %stages_9_layers_7_running_mean = amp.read @stages.9.layers.7.running_mean : tensor<1024xf32>
  %stages_9_layers_7_running_var = amp.read @stages.9.layers.7.running_var : tensor<1024xf32>
  %stages_9_layers_7_num_batches_tracked = amp.read @stages.9.layers.7.num_batches_tracked : tensor<i64>
  %stages_10_layers_1_running_mean = amp.read @stages.10.layers.1.running_mean : tensor<256xf32>
  %stages_10_layers_1_running_var = amp.read @stages.10.layers.1.running_var : tensor<256xf32>
  %stages_10_layers_1_num_batches_tracked = amp.read @stages.10.layers.1.num_batches_tracked : tensor<i64>
  %stages_10_layers_4_running_mean = amp.read @stages.10.layers.4.running_mean : tensor<256xf32>
  %stages_10_layers_4_running_var = amp.read @stages.10.layers.4.running_var : tensor<256xf32>
  %stages_10_layers_4_num_batches_tracked = amp.read @stages.10.layers.4.num_batches_tracked : tensor<i64>
  %stages_10_layers_7_running_mean = amp.read @stages.10.layers.7.running_mean : tensor<1024xf32>
  %stages_10_layers_7_running_var = amp.read @stages.10.layers.7.running_var : tensor<1024xf32>
  %stages_10_layers_7_num_batches_tracked = amp.read @stages.10.layers.7.num_batches_tracked : tensor<i64>
  %stages_11_layers_1_running_mean = amp.read @stages.11.layers.1.running_mean : tensor<256xf32>
  %stages_11_layers_1_running_var = amp.read @stages.11.layers.1.running_var : tensor<256xf32>
  %stages_11_layers_1_num_batches_tracked = amp.read @stages.11.layers.1.num_batches_tracked : tensor<i64>
  %stages_11_layers_4_running_mean = amp.read @stages.11.layers.4.running_mean : tensor<256xf32>
  %stages_11_layers_4_running_var = amp.read @stages.11.layers.4.running_var : tensor<256xf32>
  %stages_11_layers_4_num_batches_tracked = amp.read @stages.11.layers.4.num_batches_tracked : tensor<i64>
  %stages_11_layers_7_running_mean = amp.read @stages.11.layers.7.running_mean : tensor<1024xf32>
  %stages_11_layers_7_running_var = amp.read @stages.11.layers.7.running_var : tensor<1024xf32>
  %stages_11_layers_7_num_batches_tracked = amp.read @stages.11.layers.7.num_batches_tracked : tensor<i64>
  %stages_12_layers_1_running_mean = amp.read @stages.12.layers.1.running_mean : tensor<256xf32>
  %stages_12_layers_1_running_var = amp.read @stages.12.layers.1.running_var : tensor<256xf32>
  %stages_12_layers_1_num_batches_tracked = amp.read @stages.12.layers.1.num_batches_tracked : tensor<i64>
  %stages_12_layers_4_running_mean = amp.read @stages.12.layers.4.running_mean : tensor<256xf32>
  %stages_12_layers_4_running_var = amp.read @stages.12.layers.4.running_var : tensor<256xf32>
  %stages_12_layers_4_num_batches_tracked = amp.read @stages.12.layers.4.num_batches_tracked : tensor<i64>
  %stages_12_layers_7_running_mean = amp.read @stages.12.layers.7.running_mean : tensor<1024xf32>
  %stages_12_layers_7_running_var = amp.read @stages.12.layers.7.running_var : tensor<1024xf32>
  %stages_12_layers_7_num_batches_tracked = amp.read @stages.12.layers.7.num_batches_tracked : tensor<i64>
  %stages_13_layers_1_running_mean = amp.read @stages.13.layers.1.running_mean : tensor<512xf32>
  %stages_13_layers_1_running_var = amp.read @stages.13.layers.1.running_var : tensor<512xf32>
  %stages_13_layers_1_num_batches_tracked = amp.read @stages.13.layers.1.num_batches_tracked : tensor<i64>
  %stages_13_layers_4_running_mean = amp.read @stages.13.layers.4.running_mean : tensor<512xf32>
  %stages_13_layers_4_running_var = amp.read @stages.13.layers.4.running_var : tensor<512xf32>
  %stages_13_layers_4_num_batches_tracked = amp.read @stages.13.layers.4.num_batches_tracked : tensor<i64>
  %stages_13_layers_7_running_mean = amp.read @stages.13.layers.7.running_mean : tensor<2048xf32>
  %stages_13_layers_7_running_var = amp.read @stages.13.layers.7.running_var : tensor<2048xf32>
  %stages_13_layers_7_num_batches_tracked = amp.read @stages.13.layers.7.num_batches_tracked : tensor<i64>
  %stages_13_short_1_running_mean = amp.read @stages.13.short.1.running_mean : tensor<2048xf32>
  %stages_13_short_1_running_var = amp.read @stages.13.short.1.running_var : tensor<2048xf32>
  %stages_13_short_1_num_batches_tracked = amp.read @stages.13.short.1.num_batches_tracked : tensor<i64>
  %stages_14_layers_1_running_mean = amp.read @stages.14.layers.1.running_mean : tensor<512xf32>
  %stages_14_layers_1_running_var = amp.read @stages.14.layers.1.running_var : tensor<512xf32>
  %stages_14_layers_1_num_batches_tracked = amp.read @stages.14.layers.1.num_batches_tracked : tensor<i64>
  %stages_14_layers_4_running_mean = amp.read @stages.14.layers.4.running_mean : tensor<512xf32>
  %stages_14_layers_4_running_var = amp.read @stages.14.layers.4.running_var : tensor<512xf32>
  %stages_14_layers_4_num_batches_tracked = amp.read @stages.14.layers.4.num_batches_tracked : tensor<i64>
  %stages_14_layers_7_running_mean = amp.read @stages.14.layers.7.running_mean : tensor<2048xf32>
  %stages_14_layers_7_running_var = amp.read @stages.14.layers.7.running_var : tensor<2048xf32>
  %stages_14_layers_7_num_batches_tracked = amp.read @stages.14.layers.7.num_batches_tracked : tensor<i64>
  %stages_15_layers_1_running_mean = amp.read @stages.15.layers.1.running_mean : tensor<512xf32>
  %stages_15_layers_1_running_var = amp.read @stages.15.layers.1.running_var : tensor<512xf32>
  %stages_15_layers_1_num_batches_tracked = amp.read @stages.15.layers.1.num_batches_tracked : tensor<i64>
  %stages_15_layers_4_running_mean = amp.read @stages.15.layers.4.running_mean : tensor<512xf32>
  %stages_15_layers_4_running_var = amp.read @stages.15.layers.4.running_var : tensor<512xf32>
  %stages_15_layers_4_num_batches_tracked = amp.read @stages.15.layers.4.num_batches_tracked : tensor<i64>
  %stages_15_layers_7_running_mean = amp.read @stages.15.layers.7.running_mean : tensor<2048xf32>
  %stages_15_layers_7_running_var = amp.read @stages.15.layers.7.running_var : tensor<2048xf32>
  %stages_15_layers_7_num_batches_tracked = amp.read @stages.15.layers.7.num_batches_tracked : tensor<i64>
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
  %_0_1 = amp.conv2d %_2, %stages_0_layers_0_weight : (tensor<?x64x32x32xf32>, tensor<64x64x1x1xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.0")
  %c_3 = amp.constant dense<1> : tensor<i64> loc("stages.0.layers.1")
  %_1_3 = amp.add %stages_0_layers_1_num_batches_tracked, %c_3 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.0.layers.1")
  %_1_0_1, %_1_1_1, %_1_2_1 = amp.batch_norm %_0_1 weight(%stages_0_layers_1_weight) bias(%stages_0_layers_1_bias) running_mean(%stages_0_layers_1_running_mean) running_var(%stages_0_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>) loc("stages.0.layers.1")
  %_2_1 = amp.relu %_1_0_1 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.2")
  %_3 = amp.conv2d %_2_1, %stages_0_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.3")
  %c_4 = amp.constant dense<1> : tensor<i64> loc("stages.0.layers.4")
  %_4 = amp.add %stages_0_layers_4_num_batches_tracked, %c_4 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.0.layers.4")
  %_4_0, %_4_1, %_4_2 = amp.batch_norm %_3 weight(%stages_0_layers_4_weight) bias(%stages_0_layers_4_bias) running_mean(%stages_0_layers_4_running_mean) running_var(%stages_0_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>) loc("stages.0.layers.4")
  %_5 = amp.relu %_4_0 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.5")
  %_6 = amp.conv2d %_5, %stages_0_layers_6_weight : (tensor<?x64x32x32xf32>, tensor<256x64x1x1xf32>) -> tensor<?x256x32x32xf32> loc("stages.0.layers.6")
  %c_5 = amp.constant dense<1> : tensor<i64> loc("stages.0.layers.7")
  %_7 = amp.add %stages_0_layers_7_num_batches_tracked, %c_5 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.0.layers.7")
  %_7_0, %_7_1, %_7_2 = amp.batch_norm %_6 weight(%stages_0_layers_7_weight) bias(%stages_0_layers_7_bias) running_mean(%stages_0_layers_7_running_mean) running_var(%stages_0_layers_7_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x32x32xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x32x32xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.0.layers.7")
  %_0_2 = amp.conv2d %_2, %stages_0_short_0_weight : (tensor<?x64x32x32xf32>, tensor<256x64x1x1xf32>) -> tensor<?x256x32x32xf32> loc("stages.0.short.0")
  %c_6 = amp.constant dense<1> : tensor<i64> loc("stages.0.short.1")
  %_1_4 = amp.add %stages_0_short_1_num_batches_tracked, %c_6 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.0.short.1")
  %_1_0_2, %_1_1_2, %_1_2_2 = amp.batch_norm %_0_2 weight(%stages_0_short_1_weight) bias(%stages_0_short_1_bias) running_mean(%stages_0_short_1_running_mean) running_var(%stages_0_short_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x32x32xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x32x32xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.0.short.1")
  %_0_3 = amp.add %_7_0, %_1_0_2 : (tensor<?x256x32x32xf32>, tensor<?x256x32x32xf32>) -> tensor<?x256x32x32xf32> loc("stages.0")
  %_0_4 = amp.relu %_0_3 : (tensor<?x256x32x32xf32>) -> tensor<?x256x32x32xf32> loc("stages.0")
  %_0_5 = amp.conv2d %_0_4, %stages_1_layers_0_weight : (tensor<?x256x32x32xf32>, tensor<64x256x1x1xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.0")
  %c_7 = amp.constant dense<1> : tensor<i64> loc("stages.1.layers.1")
  %_1_5 = amp.add %stages_1_layers_1_num_batches_tracked, %c_7 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.1.layers.1")
  %_1_0_3, %_1_1_3, %_1_2_3 = amp.batch_norm %_0_5 weight(%stages_1_layers_1_weight) bias(%stages_1_layers_1_bias) running_mean(%stages_1_layers_1_running_mean) running_var(%stages_1_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>) loc("stages.1.layers.1")
  %_2_2 = amp.relu %_1_0_3 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.2")
  %_3_1 = amp.conv2d %_2_2, %stages_1_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.3")
  %c_8 = amp.constant dense<1> : tensor<i64> loc("stages.1.layers.4")
  %_4_3 = amp.add %stages_1_layers_4_num_batches_tracked, %c_8 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.1.layers.4")
  %_4_0_1, %_4_1_1, %_4_2_1 = amp.batch_norm %_3_1 weight(%stages_1_layers_4_weight) bias(%stages_1_layers_4_bias) running_mean(%stages_1_layers_4_running_mean) running_var(%stages_1_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>) loc("stages.1.layers.4")
  %_5_1 = amp.relu %_4_0_1 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.5")
  %_6_1 = amp.conv2d %_5_1, %stages_1_layers_6_weight : (tensor<?x64x32x32xf32>, tensor<256x64x1x1xf32>) -> tensor<?x256x32x32xf32> loc("stages.1.layers.6")
  %c_9 = amp.constant dense<1> : tensor<i64> loc("stages.1.layers.7")
  %_7_3 = amp.add %stages_1_layers_7_num_batches_tracked, %c_9 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.1.layers.7")
  %_7_0_1, %_7_1_1, %_7_2_1 = amp.batch_norm %_6_1 weight(%stages_1_layers_7_weight) bias(%stages_1_layers_7_bias) running_mean(%stages_1_layers_7_running_mean) running_var(%stages_1_layers_7_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x32x32xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x32x32xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.1.layers.7")
  %_1_6 = amp.add %_7_0_1, %_0_4 : (tensor<?x256x32x32xf32>, tensor<?x256x32x32xf32>) -> tensor<?x256x32x32xf32> loc("stages.1")
  %_1_7 = amp.relu %_1_6 : (tensor<?x256x32x32xf32>) -> tensor<?x256x32x32xf32> loc("stages.1")
  %_0_6 = amp.conv2d %_1_7, %stages_2_layers_0_weight : (tensor<?x256x32x32xf32>, tensor<64x256x1x1xf32>) -> tensor<?x64x32x32xf32> loc("stages.2.layers.0")
  %c_10 = amp.constant dense<1> : tensor<i64> loc("stages.2.layers.1")
  %_1_8 = amp.add %stages_2_layers_1_num_batches_tracked, %c_10 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.2.layers.1")
  %_1_0_4, %_1_1_4, %_1_2_4 = amp.batch_norm %_0_6 weight(%stages_2_layers_1_weight) bias(%stages_2_layers_1_bias) running_mean(%stages_2_layers_1_running_mean) running_var(%stages_2_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>) loc("stages.2.layers.1")
  %_2_3 = amp.relu %_1_0_4 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.2.layers.2")
  %_3_2 = amp.conv2d %_2_3, %stages_2_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.2.layers.3")
  %c_11 = amp.constant dense<1> : tensor<i64> loc("stages.2.layers.4")
  %_4_4 = amp.add %stages_2_layers_4_num_batches_tracked, %c_11 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.2.layers.4")
  %_4_0_2, %_4_1_2, %_4_2_2 = amp.batch_norm %_3_2 weight(%stages_2_layers_4_weight) bias(%stages_2_layers_4_bias) running_mean(%stages_2_layers_4_running_mean) running_var(%stages_2_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>) loc("stages.2.layers.4")
  %_5_2 = amp.relu %_4_0_2 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.2.layers.5")
  %_6_2 = amp.conv2d %_5_2, %stages_2_layers_6_weight : (tensor<?x64x32x32xf32>, tensor<256x64x1x1xf32>) -> tensor<?x256x32x32xf32> loc("stages.2.layers.6")
  %c_12 = amp.constant dense<1> : tensor<i64> loc("stages.2.layers.7")
  %_7_4 = amp.add %stages_2_layers_7_num_batches_tracked, %c_12 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.2.layers.7")
  %_7_0_2, %_7_1_2, %_7_2_2 = amp.batch_norm %_6_2 weight(%stages_2_layers_7_weight) bias(%stages_2_layers_7_bias) running_mean(%stages_2_layers_7_running_mean) running_var(%stages_2_layers_7_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x32x32xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x32x32xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.2.layers.7")
  %_2_4 = amp.add %_7_0_2, %_1_7 : (tensor<?x256x32x32xf32>, tensor<?x256x32x32xf32>) -> tensor<?x256x32x32xf32> loc("stages.2")
  %_2_5 = amp.relu %_2_4 : (tensor<?x256x32x32xf32>) -> tensor<?x256x32x32xf32> loc("stages.2")
  %_0_7 = amp.conv2d %_2_5, %stages_3_layers_0_weight : (tensor<?x256x32x32xf32>, tensor<128x256x1x1xf32>) -> tensor<?x128x32x32xf32> loc("stages.3.layers.0")
  %c_13 = amp.constant dense<1> : tensor<i64> loc("stages.3.layers.1")
  %_1_9 = amp.add %stages_3_layers_1_num_batches_tracked, %c_13 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.3.layers.1")
  %_1_0_5, %_1_1_5, %_1_2_5 = amp.batch_norm %_0_7 weight(%stages_3_layers_1_weight) bias(%stages_3_layers_1_bias) running_mean(%stages_3_layers_1_running_mean) running_var(%stages_3_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x32x32xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<?x128x32x32xf32>, tensor<128xf32>, tensor<128xf32>) loc("stages.3.layers.1")
  %_2_6 = amp.relu %_1_0_5 : (tensor<?x128x32x32xf32>) -> tensor<?x128x32x32xf32> loc("stages.3.layers.2")
  %_3_3 = amp.conv2d %_2_6, %stages_3_layers_3_weight {stride = array<i64: 2, 2>, padding = array<i64: 1, 1>} : (tensor<?x128x32x32xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.3")
  %c_14 = amp.constant dense<1> : tensor<i64> loc("stages.3.layers.4")
  %_4_5 = amp.add %stages_3_layers_4_num_batches_tracked, %c_14 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.3.layers.4")
  %_4_0_3, %_4_1_3, %_4_2_3 = amp.batch_norm %_3_3 weight(%stages_3_layers_4_weight) bias(%stages_3_layers_4_bias) running_mean(%stages_3_layers_4_running_mean) running_var(%stages_3_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>) loc("stages.3.layers.4")
  %_5_3 = amp.relu %_4_0_3 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.5")
  %_6_3 = amp.conv2d %_5_3, %stages_3_layers_6_weight : (tensor<?x128x16x16xf32>, tensor<512x128x1x1xf32>) -> tensor<?x512x16x16xf32> loc("stages.3.layers.6")
  %c_15 = amp.constant dense<1> : tensor<i64> loc("stages.3.layers.7")
  %_7_5 = amp.add %stages_3_layers_7_num_batches_tracked, %c_15 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.3.layers.7")
  %_7_0_3, %_7_1_3, %_7_2_3 = amp.batch_norm %_6_3 weight(%stages_3_layers_7_weight) bias(%stages_3_layers_7_bias) running_mean(%stages_3_layers_7_running_mean) running_var(%stages_3_layers_7_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x16x16xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<?x512x16x16xf32>, tensor<512xf32>, tensor<512xf32>) loc("stages.3.layers.7")
  %_0_8 = amp.conv2d %_2_5, %stages_3_short_0_weight {stride = array<i64: 2, 2>} : (tensor<?x256x32x32xf32>, tensor<512x256x1x1xf32>) -> tensor<?x512x16x16xf32> loc("stages.3.short.0")
  %c_16 = amp.constant dense<1> : tensor<i64> loc("stages.3.short.1")
  %_1_10 = amp.add %stages_3_short_1_num_batches_tracked, %c_16 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.3.short.1")
  %_1_0_6, %_1_1_6, %_1_2_6 = amp.batch_norm %_0_8 weight(%stages_3_short_1_weight) bias(%stages_3_short_1_bias) running_mean(%stages_3_short_1_running_mean) running_var(%stages_3_short_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x16x16xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<?x512x16x16xf32>, tensor<512xf32>, tensor<512xf32>) loc("stages.3.short.1")
  %_3_4 = amp.add %_7_0_3, %_1_0_6 : (tensor<?x512x16x16xf32>, tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.3")
  %_3_5 = amp.relu %_3_4 : (tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.3")
  %_0_9 = amp.conv2d %_3_5, %stages_4_layers_0_weight : (tensor<?x512x16x16xf32>, tensor<128x512x1x1xf32>) -> tensor<?x128x16x16xf32> loc("stages.4.layers.0")
  %c_17 = amp.constant dense<1> : tensor<i64> loc("stages.4.layers.1")
  %_1_11 = amp.add %stages_4_layers_1_num_batches_tracked, %c_17 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.4.layers.1")
  %_1_0_7, %_1_1_7, %_1_2_7 = amp.batch_norm %_0_9 weight(%stages_4_layers_1_weight) bias(%stages_4_layers_1_bias) running_mean(%stages_4_layers_1_running_mean) running_var(%stages_4_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>) loc("stages.4.layers.1")
  %_2_7 = amp.relu %_1_0_7 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.4.layers.2")
  %_3_6 = amp.conv2d %_2_7, %stages_4_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.4.layers.3")
  %c_18 = amp.constant dense<1> : tensor<i64> loc("stages.4.layers.4")
  %_4_6 = amp.add %stages_4_layers_4_num_batches_tracked, %c_18 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.4.layers.4")
  %_4_0_4, %_4_1_4, %_4_2_4 = amp.batch_norm %_3_6 weight(%stages_4_layers_4_weight) bias(%stages_4_layers_4_bias) running_mean(%stages_4_layers_4_running_mean) running_var(%stages_4_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>) loc("stages.4.layers.4")
  %_5_4 = amp.relu %_4_0_4 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.4.layers.5")
  %_6_4 = amp.conv2d %_5_4, %stages_4_layers_6_weight : (tensor<?x128x16x16xf32>, tensor<512x128x1x1xf32>) -> tensor<?x512x16x16xf32> loc("stages.4.layers.6")
  %c_19 = amp.constant dense<1> : tensor<i64> loc("stages.4.layers.7")
  %_7_6 = amp.add %stages_4_layers_7_num_batches_tracked, %c_19 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.4.layers.7")
  %_7_0_4, %_7_1_4, %_7_2_4 = amp.batch_norm %_6_4 weight(%stages_4_layers_7_weight) bias(%stages_4_layers_7_bias) running_mean(%stages_4_layers_7_running_mean) running_var(%stages_4_layers_7_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x16x16xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<?x512x16x16xf32>, tensor<512xf32>, tensor<512xf32>) loc("stages.4.layers.7")
  %_4_7 = amp.add %_7_0_4, %_3_5 : (tensor<?x512x16x16xf32>, tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.4")
  %_4_8 = amp.relu %_4_7 : (tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.4")
  %_0_10 = amp.conv2d %_4_8, %stages_5_layers_0_weight : (tensor<?x512x16x16xf32>, tensor<128x512x1x1xf32>) -> tensor<?x128x16x16xf32> loc("stages.5.layers.0")
  %c_20 = amp.constant dense<1> : tensor<i64> loc("stages.5.layers.1")
  %_1_12 = amp.add %stages_5_layers_1_num_batches_tracked, %c_20 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.5.layers.1")
  %_1_0_8, %_1_1_8, %_1_2_8 = amp.batch_norm %_0_10 weight(%stages_5_layers_1_weight) bias(%stages_5_layers_1_bias) running_mean(%stages_5_layers_1_running_mean) running_var(%stages_5_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>) loc("stages.5.layers.1")
  %_2_8 = amp.relu %_1_0_8 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.5.layers.2")
  %_3_7 = amp.conv2d %_2_8, %stages_5_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.5.layers.3")
  %c_21 = amp.constant dense<1> : tensor<i64> loc("stages.5.layers.4")
  %_4_9 = amp.add %stages_5_layers_4_num_batches_tracked, %c_21 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.5.layers.4")
  %_4_0_5, %_4_1_5, %_4_2_5 = amp.batch_norm %_3_7 weight(%stages_5_layers_4_weight) bias(%stages_5_layers_4_bias) running_mean(%stages_5_layers_4_running_mean) running_var(%stages_5_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>) loc("stages.5.layers.4")
  %_5_5 = amp.relu %_4_0_5 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.5.layers.5")
  %_6_5 = amp.conv2d %_5_5, %stages_5_layers_6_weight : (tensor<?x128x16x16xf32>, tensor<512x128x1x1xf32>) -> tensor<?x512x16x16xf32> loc("stages.5.layers.6")
  %c_22 = amp.constant dense<1> : tensor<i64> loc("stages.5.layers.7")
  %_7_7 = amp.add %stages_5_layers_7_num_batches_tracked, %c_22 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.5.layers.7")
  %_7_0_5, %_7_1_5, %_7_2_5 = amp.batch_norm %_6_5 weight(%stages_5_layers_7_weight) bias(%stages_5_layers_7_bias) running_mean(%stages_5_layers_7_running_mean) running_var(%stages_5_layers_7_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x16x16xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<?x512x16x16xf32>, tensor<512xf32>, tensor<512xf32>) loc("stages.5.layers.7")
  %_5_6 = amp.add %_7_0_5, %_4_8 : (tensor<?x512x16x16xf32>, tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.5")
  %_5_7 = amp.relu %_5_6 : (tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.5")
  %_0_11 = amp.conv2d %_5_7, %stages_6_layers_0_weight : (tensor<?x512x16x16xf32>, tensor<128x512x1x1xf32>) -> tensor<?x128x16x16xf32> loc("stages.6.layers.0")
  %c_23 = amp.constant dense<1> : tensor<i64> loc("stages.6.layers.1")
  %_1_13 = amp.add %stages_6_layers_1_num_batches_tracked, %c_23 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.6.layers.1")
  %_1_0_9, %_1_1_9, %_1_2_9 = amp.batch_norm %_0_11 weight(%stages_6_layers_1_weight) bias(%stages_6_layers_1_bias) running_mean(%stages_6_layers_1_running_mean) running_var(%stages_6_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>) loc("stages.6.layers.1")
  %_2_9 = amp.relu %_1_0_9 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.6.layers.2")
  %_3_8 = amp.conv2d %_2_9, %stages_6_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.6.layers.3")
  %c_24 = amp.constant dense<1> : tensor<i64> loc("stages.6.layers.4")
  %_4_10 = amp.add %stages_6_layers_4_num_batches_tracked, %c_24 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.6.layers.4")
  %_4_0_6, %_4_1_6, %_4_2_6 = amp.batch_norm %_3_8 weight(%stages_6_layers_4_weight) bias(%stages_6_layers_4_bias) running_mean(%stages_6_layers_4_running_mean) running_var(%stages_6_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>) loc("stages.6.layers.4")
  %_5_8 = amp.relu %_4_0_6 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.6.layers.5")
  %_6_6 = amp.conv2d %_5_8, %stages_6_layers_6_weight : (tensor<?x128x16x16xf32>, tensor<512x128x1x1xf32>) -> tensor<?x512x16x16xf32> loc("stages.6.layers.6")
  %c_25 = amp.constant dense<1> : tensor<i64> loc("stages.6.layers.7")
  %_7_8 = amp.add %stages_6_layers_7_num_batches_tracked, %c_25 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.6.layers.7")
  %_7_0_6, %_7_1_6, %_7_2_6 = amp.batch_norm %_6_6 weight(%stages_6_layers_7_weight) bias(%stages_6_layers_7_bias) running_mean(%stages_6_layers_7_running_mean) running_var(%stages_6_layers_7_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x16x16xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<?x512x16x16xf32>, tensor<512xf32>, tensor<512xf32>) loc("stages.6.layers.7")
  %_6_7 = amp.add %_7_0_6, %_5_7 : (tensor<?x512x16x16xf32>, tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.6")
  %_6_8 = amp.relu %_6_7 : (tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.6")
  %_0_12 = amp.conv2d %_6_8, %stages_7_layers_0_weight : (tensor<?x512x16x16xf32>, tensor<256x512x1x1xf32>) -> tensor<?x256x16x16xf32> loc("stages.7.layers.0")
  %c_26 = amp.constant dense<1> : tensor<i64> loc("stages.7.layers.1")
  %_1_14 = amp.add %stages_7_layers_1_num_batches_tracked, %c_26 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.7.layers.1")
  %_1_0_10, %_1_1_10, %_1_2_10 = amp.batch_norm %_0_12 weight(%stages_7_layers_1_weight) bias(%stages_7_layers_1_bias) running_mean(%stages_7_layers_1_running_mean) running_var(%stages_7_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x16x16xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x16x16xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.7.layers.1")
  %_2_10 = amp.relu %_1_0_10 : (tensor<?x256x16x16xf32>) -> tensor<?x256x16x16xf32> loc("stages.7.layers.2")
  %_3_9 = amp.conv2d %_2_10, %stages_7_layers_3_weight {stride = array<i64: 2, 2>, padding = array<i64: 1, 1>} : (tensor<?x256x16x16xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.7.layers.3")
  %c_27 = amp.constant dense<1> : tensor<i64> loc("stages.7.layers.4")
  %_4_11 = amp.add %stages_7_layers_4_num_batches_tracked, %c_27 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.7.layers.4")
  %_4_0_7, %_4_1_7, %_4_2_7 = amp.batch_norm %_3_9 weight(%stages_7_layers_4_weight) bias(%stages_7_layers_4_bias) running_mean(%stages_7_layers_4_running_mean) running_var(%stages_7_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.7.layers.4")
  %_5_9 = amp.relu %_4_0_7 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.7.layers.5")
  %_6_9 = amp.conv2d %_5_9, %stages_7_layers_6_weight : (tensor<?x256x8x8xf32>, tensor<1024x256x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.7.layers.6")
  %c_28 = amp.constant dense<1> : tensor<i64> loc("stages.7.layers.7")
  %_7_9 = amp.add %stages_7_layers_7_num_batches_tracked, %c_28 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.7.layers.7")
  %_7_0_7, %_7_1_7, %_7_2_7 = amp.batch_norm %_6_9 weight(%stages_7_layers_7_weight) bias(%stages_7_layers_7_bias) running_mean(%stages_7_layers_7_running_mean) running_var(%stages_7_layers_7_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>) loc("stages.7.layers.7")
  %_0_13 = amp.conv2d %_6_8, %stages_7_short_0_weight {stride = array<i64: 2, 2>} : (tensor<?x512x16x16xf32>, tensor<1024x512x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.7.short.0")
  %c_29 = amp.constant dense<1> : tensor<i64> loc("stages.7.short.1")
  %_1_15 = amp.add %stages_7_short_1_num_batches_tracked, %c_29 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.7.short.1")
  %_1_0_11, %_1_1_11, %_1_2_11 = amp.batch_norm %_0_13 weight(%stages_7_short_1_weight) bias(%stages_7_short_1_bias) running_mean(%stages_7_short_1_running_mean) running_var(%stages_7_short_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>) loc("stages.7.short.1")
  %_7_10 = amp.add %_7_0_7, %_1_0_11 : (tensor<?x1024x8x8xf32>, tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.7")
  %_7_11 = amp.relu %_7_10 : (tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.7")
  %_0_14 = amp.conv2d %_7_11, %stages_8_layers_0_weight : (tensor<?x1024x8x8xf32>, tensor<256x1024x1x1xf32>) -> tensor<?x256x8x8xf32> loc("stages.8.layers.0")
  %c_30 = amp.constant dense<1> : tensor<i64> loc("stages.8.layers.1")
  %_1_16 = amp.add %stages_8_layers_1_num_batches_tracked, %c_30 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.8.layers.1")
  %_1_0_12, %_1_1_12, %_1_2_12 = amp.batch_norm %_0_14 weight(%stages_8_layers_1_weight) bias(%stages_8_layers_1_bias) running_mean(%stages_8_layers_1_running_mean) running_var(%stages_8_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.8.layers.1")
  %_2_11 = amp.relu %_1_0_12 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.8.layers.2")
  %_3_10 = amp.conv2d %_2_11, %stages_8_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.8.layers.3")
  %c_31 = amp.constant dense<1> : tensor<i64> loc("stages.8.layers.4")
  %_4_12 = amp.add %stages_8_layers_4_num_batches_tracked, %c_31 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.8.layers.4")
  %_4_0_8, %_4_1_8, %_4_2_8 = amp.batch_norm %_3_10 weight(%stages_8_layers_4_weight) bias(%stages_8_layers_4_bias) running_mean(%stages_8_layers_4_running_mean) running_var(%stages_8_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.8.layers.4")
  %_5_10 = amp.relu %_4_0_8 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.8.layers.5")
  %_6_10 = amp.conv2d %_5_10, %stages_8_layers_6_weight : (tensor<?x256x8x8xf32>, tensor<1024x256x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.8.layers.6")
  %c_32 = amp.constant dense<1> : tensor<i64> loc("stages.8.layers.7")
  %_7_12 = amp.add %stages_8_layers_7_num_batches_tracked, %c_32 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.8.layers.7")
  %_7_0_8, %_7_1_8, %_7_2_8 = amp.batch_norm %_6_10 weight(%stages_8_layers_7_weight) bias(%stages_8_layers_7_bias) running_mean(%stages_8_layers_7_running_mean) running_var(%stages_8_layers_7_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>) loc("stages.8.layers.7")
  %_8 = amp.add %_7_0_8, %_7_11 : (tensor<?x1024x8x8xf32>, tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.8")
  %_8_1 = amp.relu %_8 : (tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.8")
  %_0_15 = amp.conv2d %_8_1, %stages_9_layers_0_weight : (tensor<?x1024x8x8xf32>, tensor<256x1024x1x1xf32>) -> tensor<?x256x8x8xf32> loc("stages.9.layers.0")
  %c_33 = amp.constant dense<1> : tensor<i64> loc("stages.9.layers.1")
  %_1_17 = amp.add %stages_9_layers_1_num_batches_tracked, %c_33 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.9.layers.1")
  %_1_0_13, %_1_1_13, %_1_2_13 = amp.batch_norm %_0_15 weight(%stages_9_layers_1_weight) bias(%stages_9_layers_1_bias) running_mean(%stages_9_layers_1_running_mean) running_var(%stages_9_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.9.layers.1")
  %_2_12 = amp.relu %_1_0_13 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.9.layers.2")
  %_3_11 = amp.conv2d %_2_12, %stages_9_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.9.layers.3")
  %c_34 = amp.constant dense<1> : tensor<i64> loc("stages.9.layers.4")
  %_4_13 = amp.add %stages_9_layers_4_num_batches_tracked, %c_34 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.9.layers.4")
  %_4_0_9, %_4_1_9, %_4_2_9 = amp.batch_norm %_3_11 weight(%stages_9_layers_4_weight) bias(%stages_9_layers_4_bias) running_mean(%stages_9_layers_4_running_mean) running_var(%stages_9_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.9.layers.4")
  %_5_11 = amp.relu %_4_0_9 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.9.layers.5")
  %_6_11 = amp.conv2d %_5_11, %stages_9_layers_6_weight : (tensor<?x256x8x8xf32>, tensor<1024x256x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.9.layers.6")
  %c_35 = amp.constant dense<1> : tensor<i64> loc("stages.9.layers.7")
  %_7_13 = amp.add %stages_9_layers_7_num_batches_tracked, %c_35 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.9.layers.7")
  %_7_0_9, %_7_1_9, %_7_2_9 = amp.batch_norm %_6_11 weight(%stages_9_layers_7_weight) bias(%stages_9_layers_7_bias) running_mean(%stages_9_layers_7_running_mean) running_var(%stages_9_layers_7_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>) loc("stages.9.layers.7")
  %_9 = amp.add %_7_0_9, %_8_1 : (tensor<?x1024x8x8xf32>, tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.9")
  %_9_1 = amp.relu %_9 : (tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.9")
  %_0_16 = amp.conv2d %_9_1, %stages_10_layers_0_weight : (tensor<?x1024x8x8xf32>, tensor<256x1024x1x1xf32>) -> tensor<?x256x8x8xf32> loc("stages.10.layers.0")
  %c_36 = amp.constant dense<1> : tensor<i64> loc("stages.10.layers.1")
  %_1_18 = amp.add %stages_10_layers_1_num_batches_tracked, %c_36 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.10.layers.1")
  %_1_0_14, %_1_1_14, %_1_2_14 = amp.batch_norm %_0_16 weight(%stages_10_layers_1_weight) bias(%stages_10_layers_1_bias) running_mean(%stages_10_layers_1_running_mean) running_var(%stages_10_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.10.layers.1")
  %_2_13 = amp.relu %_1_0_14 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.10.layers.2")
  %_3_12 = amp.conv2d %_2_13, %stages_10_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.10.layers.3")
  %c_37 = amp.constant dense<1> : tensor<i64> loc("stages.10.layers.4")
  %_4_14 = amp.add %stages_10_layers_4_num_batches_tracked, %c_37 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.10.layers.4")
  %_4_0_10, %_4_1_10, %_4_2_10 = amp.batch_norm %_3_12 weight(%stages_10_layers_4_weight) bias(%stages_10_layers_4_bias) running_mean(%stages_10_layers_4_running_mean) running_var(%stages_10_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.10.layers.4")
  %_5_12 = amp.relu %_4_0_10 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.10.layers.5")
  %_6_12 = amp.conv2d %_5_12, %stages_10_layers_6_weight : (tensor<?x256x8x8xf32>, tensor<1024x256x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.10.layers.6")
  %c_38 = amp.constant dense<1> : tensor<i64> loc("stages.10.layers.7")
  %_7_14 = amp.add %stages_10_layers_7_num_batches_tracked, %c_38 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.10.layers.7")
  %_7_0_10, %_7_1_10, %_7_2_10 = amp.batch_norm %_6_12 weight(%stages_10_layers_7_weight) bias(%stages_10_layers_7_bias) running_mean(%stages_10_layers_7_running_mean) running_var(%stages_10_layers_7_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>) loc("stages.10.layers.7")
  %_10 = amp.add %_7_0_10, %_9_1 : (tensor<?x1024x8x8xf32>, tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.10")
  %_10_1 = amp.relu %_10 : (tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.10")
  %_0_17 = amp.conv2d %_10_1, %stages_11_layers_0_weight : (tensor<?x1024x8x8xf32>, tensor<256x1024x1x1xf32>) -> tensor<?x256x8x8xf32> loc("stages.11.layers.0")
  %c_39 = amp.constant dense<1> : tensor<i64> loc("stages.11.layers.1")
  %_1_19 = amp.add %stages_11_layers_1_num_batches_tracked, %c_39 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.11.layers.1")
  %_1_0_15, %_1_1_15, %_1_2_15 = amp.batch_norm %_0_17 weight(%stages_11_layers_1_weight) bias(%stages_11_layers_1_bias) running_mean(%stages_11_layers_1_running_mean) running_var(%stages_11_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.11.layers.1")
  %_2_14 = amp.relu %_1_0_15 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.11.layers.2")
  %_3_13 = amp.conv2d %_2_14, %stages_11_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.11.layers.3")
  %c_40 = amp.constant dense<1> : tensor<i64> loc("stages.11.layers.4")
  %_4_15 = amp.add %stages_11_layers_4_num_batches_tracked, %c_40 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.11.layers.4")
  %_4_0_11, %_4_1_11, %_4_2_11 = amp.batch_norm %_3_13 weight(%stages_11_layers_4_weight) bias(%stages_11_layers_4_bias) running_mean(%stages_11_layers_4_running_mean) running_var(%stages_11_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.11.layers.4")
  %_5_13 = amp.relu %_4_0_11 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.11.layers.5")
  %_6_13 = amp.conv2d %_5_13, %stages_11_layers_6_weight : (tensor<?x256x8x8xf32>, tensor<1024x256x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.11.layers.6")
  %c_41 = amp.constant dense<1> : tensor<i64> loc("stages.11.layers.7")
  %_7_15 = amp.add %stages_11_layers_7_num_batches_tracked, %c_41 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.11.layers.7")
  %_7_0_11, %_7_1_11, %_7_2_11 = amp.batch_norm %_6_13 weight(%stages_11_layers_7_weight) bias(%stages_11_layers_7_bias) running_mean(%stages_11_layers_7_running_mean) running_var(%stages_11_layers_7_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>) loc("stages.11.layers.7")
  %_11 = amp.add %_7_0_11, %_10_1 : (tensor<?x1024x8x8xf32>, tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.11")
  %_11_1 = amp.relu %_11 : (tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.11")
  %_0_18 = amp.conv2d %_11_1, %stages_12_layers_0_weight : (tensor<?x1024x8x8xf32>, tensor<256x1024x1x1xf32>) -> tensor<?x256x8x8xf32> loc("stages.12.layers.0")
  %c_42 = amp.constant dense<1> : tensor<i64> loc("stages.12.layers.1")
  %_1_20 = amp.add %stages_12_layers_1_num_batches_tracked, %c_42 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.12.layers.1")
  %_1_0_16, %_1_1_16, %_1_2_16 = amp.batch_norm %_0_18 weight(%stages_12_layers_1_weight) bias(%stages_12_layers_1_bias) running_mean(%stages_12_layers_1_running_mean) running_var(%stages_12_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.12.layers.1")
  %_2_15 = amp.relu %_1_0_16 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.12.layers.2")
  %_3_14 = amp.conv2d %_2_15, %stages_12_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.12.layers.3")
  %c_43 = amp.constant dense<1> : tensor<i64> loc("stages.12.layers.4")
  %_4_16 = amp.add %stages_12_layers_4_num_batches_tracked, %c_43 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.12.layers.4")
  %_4_0_12, %_4_1_12, %_4_2_12 = amp.batch_norm %_3_14 weight(%stages_12_layers_4_weight) bias(%stages_12_layers_4_bias) running_mean(%stages_12_layers_4_running_mean) running_var(%stages_12_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>) loc("stages.12.layers.4")
  %_5_14 = amp.relu %_4_0_12 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.12.layers.5")
  %_6_14 = amp.conv2d %_5_14, %stages_12_layers_6_weight : (tensor<?x256x8x8xf32>, tensor<1024x256x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.12.layers.6")
  %c_44 = amp.constant dense<1> : tensor<i64> loc("stages.12.layers.7")
  %_7_16 = amp.add %stages_12_layers_7_num_batches_tracked, %c_44 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.12.layers.7")
  %_7_0_12, %_7_1_12, %_7_2_12 = amp.batch_norm %_6_14 weight(%stages_12_layers_7_weight) bias(%stages_12_layers_7_bias) running_mean(%stages_12_layers_7_running_mean) running_var(%stages_12_layers_7_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>) loc("stages.12.layers.7")
  %_12 = amp.add %_7_0_12, %_11_1 : (tensor<?x1024x8x8xf32>, tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.12")
  %_12_1 = amp.relu %_12 : (tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.12")
  %_0_19 = amp.conv2d %_12_1, %stages_13_layers_0_weight : (tensor<?x1024x8x8xf32>, tensor<512x1024x1x1xf32>) -> tensor<?x512x8x8xf32> loc("stages.13.layers.0")
  %c_45 = amp.constant dense<1> : tensor<i64> loc("stages.13.layers.1")
  %_1_21 = amp.add %stages_13_layers_1_num_batches_tracked, %c_45 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.13.layers.1")
  %_1_0_17, %_1_1_17, %_1_2_17 = amp.batch_norm %_0_19 weight(%stages_13_layers_1_weight) bias(%stages_13_layers_1_bias) running_mean(%stages_13_layers_1_running_mean) running_var(%stages_13_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x8x8xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<?x512x8x8xf32>, tensor<512xf32>, tensor<512xf32>) loc("stages.13.layers.1")
  %_2_16 = amp.relu %_1_0_17 : (tensor<?x512x8x8xf32>) -> tensor<?x512x8x8xf32> loc("stages.13.layers.2")
  %_3_15 = amp.conv2d %_2_16, %stages_13_layers_3_weight {stride = array<i64: 2, 2>, padding = array<i64: 1, 1>} : (tensor<?x512x8x8xf32>, tensor<512x512x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.13.layers.3")
  %c_46 = amp.constant dense<1> : tensor<i64> loc("stages.13.layers.4")
  %_4_17 = amp.add %stages_13_layers_4_num_batches_tracked, %c_46 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.13.layers.4")
  %_4_0_13, %_4_1_13, %_4_2_13 = amp.batch_norm %_3_15 weight(%stages_13_layers_4_weight) bias(%stages_13_layers_4_bias) running_mean(%stages_13_layers_4_running_mean) running_var(%stages_13_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>) loc("stages.13.layers.4")
  %_5_15 = amp.relu %_4_0_13 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.13.layers.5")
  %_6_15 = amp.conv2d %_5_15, %stages_13_layers_6_weight : (tensor<?x512x4x4xf32>, tensor<2048x512x1x1xf32>) -> tensor<?x2048x4x4xf32> loc("stages.13.layers.6")
  %c_47 = amp.constant dense<1> : tensor<i64> loc("stages.13.layers.7")
  %_7_17 = amp.add %stages_13_layers_7_num_batches_tracked, %c_47 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.13.layers.7")
  %_7_0_13, %_7_1_13, %_7_2_13 = amp.batch_norm %_6_15 weight(%stages_13_layers_7_weight) bias(%stages_13_layers_7_bias) running_mean(%stages_13_layers_7_running_mean) running_var(%stages_13_layers_7_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x2048x4x4xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>) -> (tensor<?x2048x4x4xf32>, tensor<2048xf32>, tensor<2048xf32>) loc("stages.13.layers.7")
  %_0_20 = amp.conv2d %_12_1, %stages_13_short_0_weight {stride = array<i64: 2, 2>} : (tensor<?x1024x8x8xf32>, tensor<2048x1024x1x1xf32>) -> tensor<?x2048x4x4xf32> loc("stages.13.short.0")
  %c_48 = amp.constant dense<1> : tensor<i64> loc("stages.13.short.1")
  %_1_22 = amp.add %stages_13_short_1_num_batches_tracked, %c_48 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.13.short.1")
  %_1_0_18, %_1_1_18, %_1_2_18 = amp.batch_norm %_0_20 weight(%stages_13_short_1_weight) bias(%stages_13_short_1_bias) running_mean(%stages_13_short_1_running_mean) running_var(%stages_13_short_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x2048x4x4xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>) -> (tensor<?x2048x4x4xf32>, tensor<2048xf32>, tensor<2048xf32>) loc("stages.13.short.1")
  %_13 = amp.add %_7_0_13, %_1_0_18 : (tensor<?x2048x4x4xf32>, tensor<?x2048x4x4xf32>) -> tensor<?x2048x4x4xf32> loc("stages.13")
  %_13_1 = amp.relu %_13 : (tensor<?x2048x4x4xf32>) -> tensor<?x2048x4x4xf32> loc("stages.13")
  %_0_21 = amp.conv2d %_13_1, %stages_14_layers_0_weight : (tensor<?x2048x4x4xf32>, tensor<512x2048x1x1xf32>) -> tensor<?x512x4x4xf32> loc("stages.14.layers.0")
  %c_49 = amp.constant dense<1> : tensor<i64> loc("stages.14.layers.1")
  %_1_23 = amp.add %stages_14_layers_1_num_batches_tracked, %c_49 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.14.layers.1")
  %_1_0_19, %_1_1_19, %_1_2_19 = amp.batch_norm %_0_21 weight(%stages_14_layers_1_weight) bias(%stages_14_layers_1_bias) running_mean(%stages_14_layers_1_running_mean) running_var(%stages_14_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>) loc("stages.14.layers.1")
  %_2_17 = amp.relu %_1_0_19 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.14.layers.2")
  %_3_16 = amp.conv2d %_2_17, %stages_14_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x512x4x4xf32>, tensor<512x512x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.14.layers.3")
  %c_50 = amp.constant dense<1> : tensor<i64> loc("stages.14.layers.4")
  %_4_18 = amp.add %stages_14_layers_4_num_batches_tracked, %c_50 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.14.layers.4")
  %_4_0_14, %_4_1_14, %_4_2_14 = amp.batch_norm %_3_16 weight(%stages_14_layers_4_weight) bias(%stages_14_layers_4_bias) running_mean(%stages_14_layers_4_running_mean) running_var(%stages_14_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>) loc("stages.14.layers.4")
  %_5_16 = amp.relu %_4_0_14 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.14.layers.5")
  %_6_16 = amp.conv2d %_5_16, %stages_14_layers_6_weight : (tensor<?x512x4x4xf32>, tensor<2048x512x1x1xf32>) -> tensor<?x2048x4x4xf32> loc("stages.14.layers.6")
  %c_51 = amp.constant dense<1> : tensor<i64> loc("stages.14.layers.7")
  %_7_18 = amp.add %stages_14_layers_7_num_batches_tracked, %c_51 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.14.layers.7")
  %_7_0_14, %_7_1_14, %_7_2_14 = amp.batch_norm %_6_16 weight(%stages_14_layers_7_weight) bias(%stages_14_layers_7_bias) running_mean(%stages_14_layers_7_running_mean) running_var(%stages_14_layers_7_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x2048x4x4xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>) -> (tensor<?x2048x4x4xf32>, tensor<2048xf32>, tensor<2048xf32>) loc("stages.14.layers.7")
  %_14 = amp.add %_7_0_14, %_13_1 : (tensor<?x2048x4x4xf32>, tensor<?x2048x4x4xf32>) -> tensor<?x2048x4x4xf32> loc("stages.14")
  %_14_1 = amp.relu %_14 : (tensor<?x2048x4x4xf32>) -> tensor<?x2048x4x4xf32> loc("stages.14")
  %_0_22 = amp.conv2d %_14_1, %stages_15_layers_0_weight : (tensor<?x2048x4x4xf32>, tensor<512x2048x1x1xf32>) -> tensor<?x512x4x4xf32> loc("stages.15.layers.0")
  %c_52 = amp.constant dense<1> : tensor<i64> loc("stages.15.layers.1")
  %_1_24 = amp.add %stages_15_layers_1_num_batches_tracked, %c_52 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.15.layers.1")
  %_1_0_20, %_1_1_20, %_1_2_20 = amp.batch_norm %_0_22 weight(%stages_15_layers_1_weight) bias(%stages_15_layers_1_bias) running_mean(%stages_15_layers_1_running_mean) running_var(%stages_15_layers_1_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>) loc("stages.15.layers.1")
  %_2_18 = amp.relu %_1_0_20 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.15.layers.2")
  %_3_17 = amp.conv2d %_2_18, %stages_15_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x512x4x4xf32>, tensor<512x512x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.15.layers.3")
  %c_53 = amp.constant dense<1> : tensor<i64> loc("stages.15.layers.4")
  %_4_19 = amp.add %stages_15_layers_4_num_batches_tracked, %c_53 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.15.layers.4")
  %_4_0_15, %_4_1_15, %_4_2_15 = amp.batch_norm %_3_17 weight(%stages_15_layers_4_weight) bias(%stages_15_layers_4_bias) running_mean(%stages_15_layers_4_running_mean) running_var(%stages_15_layers_4_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>) loc("stages.15.layers.4")
  %_5_17 = amp.relu %_4_0_15 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.15.layers.5")
  %_6_17 = amp.conv2d %_5_17, %stages_15_layers_6_weight : (tensor<?x512x4x4xf32>, tensor<2048x512x1x1xf32>) -> tensor<?x2048x4x4xf32> loc("stages.15.layers.6")
  %c_54 = amp.constant dense<1> : tensor<i64> loc("stages.15.layers.7")
  %_7_19 = amp.add %stages_15_layers_7_num_batches_tracked, %c_54 : (tensor<i64>, tensor<i64>) -> tensor<i64> loc("stages.15.layers.7")
  %_7_0_15, %_7_1_15, %_7_2_15 = amp.batch_norm %_6_17 weight(%stages_15_layers_7_weight) bias(%stages_15_layers_7_bias) running_mean(%stages_15_layers_7_running_mean) running_var(%stages_15_layers_7_running_var) {training = true, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x2048x4x4xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>) -> (tensor<?x2048x4x4xf32>, tensor<2048xf32>, tensor<2048xf32>) loc("stages.15.layers.7")
  %_15 = amp.add %_7_0_15, %_14_1 : (tensor<?x2048x4x4xf32>, tensor<?x2048x4x4xf32>) -> tensor<?x2048x4x4xf32> loc("stages.15")
  %_15_1 = amp.relu %_15 : (tensor<?x2048x4x4xf32>) -> tensor<?x2048x4x4xf32> loc("stages.15")
  %mean = amp.mean %_15_1 {dims = array<i64: 2, 3>} : (tensor<?x2048x4x4xf32>) -> tensor<?x2048xf32> loc("mean")
  %classifier = amp.linear %mean, %classifier_weight, %classifier_bias : (tensor<?x2048xf32>, tensor<10x2048xf32>, tensor<10xf32>) -> tensor<?x10xf32> loc("classifier")
  %cross_entropy_loss = amp.cross_entropy %classifier, %target {reduction = #amp.reduction<mean>} : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32> loc("cross_entropy_loss")
  %argmax = amp.argmax %classifier {dim = 1 : i64} : (tensor<?x10xf32>) -> tensor<?xi64> loc("argmax")
  %eq_53 = amp.compare eq, %argmax, %target : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi1> loc("eq_53")
  %eq_53_f32 = amp.cast %eq_53 : tensor<?xi1> to tensor<?xf32> loc("to_1")
  %mean_1 = amp.mean %eq_53_f32 : (tensor<?xf32>) -> tensor<f32> loc("mean_1")
  amp.assign @first.1.running_mean, %_1_1 : tensor<64xf32>
  amp.assign @first.1.running_var, %_1_2 : tensor<64xf32>
  amp.assign @first.1.num_batches_tracked, %_1 : tensor<i64>
  amp.assign @stages.0.layers.1.running_mean, %_1_1_1 : tensor<64xf32>
  amp.assign @stages.0.layers.1.running_var, %_1_2_1 : tensor<64xf32>
  amp.assign @stages.0.layers.1.num_batches_tracked, %_1_3 : tensor<i64>
  amp.assign @stages.0.layers.4.running_mean, %_4_1 : tensor<64xf32>
  amp.assign @stages.0.layers.4.running_var, %_4_2 : tensor<64xf32>
  amp.assign @stages.0.layers.4.num_batches_tracked, %_4 : tensor<i64>
  amp.assign @stages.0.layers.7.running_mean, %_7_1 : tensor<256xf32>
  amp.assign @stages.0.layers.7.running_var, %_7_2 : tensor<256xf32>
  amp.assign @stages.0.layers.7.num_batches_tracked, %_7 : tensor<i64>
  amp.assign @stages.0.short.1.running_mean, %_1_1_2 : tensor<256xf32>
  amp.assign @stages.0.short.1.running_var, %_1_2_2 : tensor<256xf32>
  amp.assign @stages.0.short.1.num_batches_tracked, %_1_4 : tensor<i64>
  amp.assign @stages.1.layers.1.running_mean, %_1_1_3 : tensor<64xf32>
  amp.assign @stages.1.layers.1.running_var, %_1_2_3 : tensor<64xf32>
  amp.assign @stages.1.layers.1.num_batches_tracked, %_1_5 : tensor<i64>
  amp.assign @stages.1.layers.4.running_mean, %_4_1_1 : tensor<64xf32>
  amp.assign @stages.1.layers.4.running_var, %_4_2_1 : tensor<64xf32>
  amp.assign @stages.1.layers.4.num_batches_tracked, %_4_3 : tensor<i64>
  amp.assign @stages.1.layers.7.running_mean, %_7_1_1 : tensor<256xf32>
  amp.assign @stages.1.layers.7.running_var, %_7_2_1 : tensor<256xf32>
  amp.assign @stages.1.layers.7.num_batches_tracked, %_7_3 : tensor<i64>
  amp.assign @stages.2.layers.1.running_mean, %_1_1_4 : tensor<64xf32>
  amp.assign @stages.2.layers.1.running_var, %_1_2_4 : tensor<64xf32>
  amp.assign @stages.2.layers.1.num_batches_tracked, %_1_8 : tensor<i64>
  amp.assign @stages.2.layers.4.running_mean, %_4_1_2 : tensor<64xf32>
  amp.assign @stages.2.layers.4.running_var, %_4_2_2 : tensor<64xf32>
  amp.assign @stages.2.layers.4.num_batches_tracked, %_4_4 : tensor<i64>
  amp.assign @stages.2.layers.7.running_mean, %_7_1_2 : tensor<256xf32>
  amp.assign @stages.2.layers.7.running_var, %_7_2_2 : tensor<256xf32>
  amp.assign @stages.2.layers.7.num_batches_tracked, %_7_4 : tensor<i64>
  amp.assign @stages.3.layers.1.running_mean, %_1_1_5 : tensor<128xf32>
  amp.assign @stages.3.layers.1.running_var, %_1_2_5 : tensor<128xf32>
  amp.assign @stages.3.layers.1.num_batches_tracked, %_1_9 : tensor<i64>
  amp.assign @stages.3.layers.4.running_mean, %_4_1_3 : tensor<128xf32>
  amp.assign @stages.3.layers.4.running_var, %_4_2_3 : tensor<128xf32>
  amp.assign @stages.3.layers.4.num_batches_tracked, %_4_5 : tensor<i64>
  amp.assign @stages.3.layers.7.running_mean, %_7_1_3 : tensor<512xf32>
  amp.assign @stages.3.layers.7.running_var, %_7_2_3 : tensor<512xf32>
  amp.assign @stages.3.layers.7.num_batches_tracked, %_7_5 : tensor<i64>
  amp.assign @stages.3.short.1.running_mean, %_1_1_6 : tensor<512xf32>
  amp.assign @stages.3.short.1.running_var, %_1_2_6 : tensor<512xf32>
  amp.assign @stages.3.short.1.num_batches_tracked, %_1_10 : tensor<i64>
  amp.assign @stages.4.layers.1.running_mean, %_1_1_7 : tensor<128xf32>
  amp.assign @stages.4.layers.1.running_var, %_1_2_7 : tensor<128xf32>
  amp.assign @stages.4.layers.1.num_batches_tracked, %_1_11 : tensor<i64>
  amp.assign @stages.4.layers.4.running_mean, %_4_1_4 : tensor<128xf32>
  amp.assign @stages.4.layers.4.running_var, %_4_2_4 : tensor<128xf32>
  amp.assign @stages.4.layers.4.num_batches_tracked, %_4_6 : tensor<i64>
  amp.assign @stages.4.layers.7.running_mean, %_7_1_4 : tensor<512xf32>
  amp.assign @stages.4.layers.7.running_var, %_7_2_4 : tensor<512xf32>
  amp.assign @stages.4.layers.7.num_batches_tracked, %_7_6 : tensor<i64>
  amp.assign @stages.5.layers.1.running_mean, %_1_1_8 : tensor<128xf32>
  amp.assign @stages.5.layers.1.running_var, %_1_2_8 : tensor<128xf32>
  amp.assign @stages.5.layers.1.num_batches_tracked, %_1_12 : tensor<i64>
  amp.assign @stages.5.layers.4.running_mean, %_4_1_5 : tensor<128xf32>
  amp.assign @stages.5.layers.4.running_var, %_4_2_5 : tensor<128xf32>
  amp.assign @stages.5.layers.4.num_batches_tracked, %_4_9 : tensor<i64>
  amp.assign @stages.5.layers.7.running_mean, %_7_1_5 : tensor<512xf32>
  amp.assign @stages.5.layers.7.running_var, %_7_2_5 : tensor<512xf32>
  amp.assign @stages.5.layers.7.num_batches_tracked, %_7_7 : tensor<i64>
  amp.assign @stages.6.layers.1.running_mean, %_1_1_9 : tensor<128xf32>
  amp.assign @stages.6.layers.1.running_var, %_1_2_9 : tensor<128xf32>
  amp.assign @stages.6.layers.1.num_batches_tracked, %_1_13 : tensor<i64>
  amp.assign @stages.6.layers.4.running_mean, %_4_1_6 : tensor<128xf32>
  amp.assign @stages.6.layers.4.running_var, %_4_2_6 : tensor<128xf32>
  amp.assign @stages.6.layers.4.num_batches_tracked, %_4_10 : tensor<i64>
  amp.assign @stages.6.layers.7.running_mean, %_7_1_6 : tensor<512xf32>
  amp.assign @stages.6.layers.7.running_var, %_7_2_6 : tensor<512xf32>
  amp.assign @stages.6.layers.7.num_batches_tracked, %_7_8 : tensor<i64>
  amp.assign @stages.7.layers.1.running_mean, %_1_1_10 : tensor<256xf32>
  amp.assign @stages.7.layers.1.running_var, %_1_2_10 : tensor<256xf32>
  amp.assign @stages.7.layers.1.num_batches_tracked, %_1_14 : tensor<i64>
  amp.assign @stages.7.layers.4.running_mean, %_4_1_7 : tensor<256xf32>
  amp.assign @stages.7.layers.4.running_var, %_4_2_7 : tensor<256xf32>
  amp.assign @stages.7.layers.4.num_batches_tracked, %_4_11 : tensor<i64>
  amp.assign @stages.7.layers.7.running_mean, %_7_1_7 : tensor<1024xf32>
  amp.assign @stages.7.layers.7.running_var, %_7_2_7 : tensor<1024xf32>
  amp.assign @stages.7.layers.7.num_batches_tracked, %_7_9 : tensor<i64>
  amp.assign @stages.7.short.1.running_mean, %_1_1_11 : tensor<1024xf32>
  amp.assign @stages.7.short.1.running_var, %_1_2_11 : tensor<1024xf32>
  amp.assign @stages.7.short.1.num_batches_tracked, %_1_15 : tensor<i64>
  amp.assign @stages.8.layers.1.running_mean, %_1_1_12 : tensor<256xf32>
  amp.assign @stages.8.layers.1.running_var, %_1_2_12 : tensor<256xf32>
  amp.assign @stages.8.layers.1.num_batches_tracked, %_1_16 : tensor<i64>
  amp.assign @stages.8.layers.4.running_mean, %_4_1_8 : tensor<256xf32>
  amp.assign @stages.8.layers.4.running_var, %_4_2_8 : tensor<256xf32>
  amp.assign @stages.8.layers.4.num_batches_tracked, %_4_12 : tensor<i64>
  amp.assign @stages.8.layers.7.running_mean, %_7_1_8 : tensor<1024xf32>
  amp.assign @stages.8.layers.7.running_var, %_7_2_8 : tensor<1024xf32>
  amp.assign @stages.8.layers.7.num_batches_tracked, %_7_12 : tensor<i64>
  amp.assign @stages.9.layers.1.running_mean, %_1_1_13 : tensor<256xf32>
  amp.assign @stages.9.layers.1.running_var, %_1_2_13 : tensor<256xf32>
  amp.assign @stages.9.layers.1.num_batches_tracked, %_1_17 : tensor<i64>
  amp.assign @stages.9.layers.4.running_mean, %_4_1_9 : tensor<256xf32>
  amp.assign @stages.9.layers.4.running_var, %_4_2_9 : tensor<256xf32>
  amp.assign @stages.9.layers.4.num_batches_tracked, %_4_13 : tensor<i64>
  amp.assign @stages.9.layers.7.running_mean, %_7_1_9 : tensor<1024xf32>
  amp.assign @stages.9.layers.7.running_var, %_7_2_9 : tensor<1024xf32>
  amp.assign @stages.9.layers.7.num_batches_tracked, %_7_13 : tensor<i64>
  amp.assign @stages.10.layers.1.running_mean, %_1_1_14 : tensor<256xf32>
  amp.assign @stages.10.layers.1.running_var, %_1_2_14 : tensor<256xf32>
  amp.assign @stages.10.layers.1.num_batches_tracked, %_1_18 : tensor<i64>
  amp.assign @stages.10.layers.4.running_mean, %_4_1_10 : tensor<256xf32>
  amp.assign @stages.10.layers.4.running_var, %_4_2_10 : tensor<256xf32>
  amp.assign @stages.10.layers.4.num_batches_tracked, %_4_14 : tensor<i64>
  amp.assign @stages.10.layers.7.running_mean, %_7_1_10 : tensor<1024xf32>
  amp.assign @stages.10.layers.7.running_var, %_7_2_10 : tensor<1024xf32>
  amp.assign @stages.10.layers.7.num_batches_tracked, %_7_14 : tensor<i64>
  amp.assign @stages.11.layers.1.running_mean, %_1_1_15 : tensor<256xf32>
  amp.assign @stages.11.layers.1.running_var, %_1_2_15 : tensor<256xf32>
  amp.assign @stages.11.layers.1.num_batches_tracked, %_1_19 : tensor<i64>
  amp.assign @stages.11.layers.4.running_mean, %_4_1_11 : tensor<256xf32>
  amp.assign @stages.11.layers.4.running_var, %_4_2_11 : tensor<256xf32>
  amp.assign @stages.11.layers.4.num_batches_tracked, %_4_15 : tensor<i64>
  amp.assign @stages.11.layers.7.running_mean, %_7_1_11 : tensor<1024xf32>
  amp.assign @stages.11.layers.7.running_var, %_7_2_11 : tensor<1024xf32>
  amp.assign @stages.11.layers.7.num_batches_tracked, %_7_15 : tensor<i64>
  amp.assign @stages.12.layers.1.running_mean, %_1_1_16 : tensor<256xf32>
  amp.assign @stages.12.layers.1.running_var, %_1_2_16 : tensor<256xf32>
  amp.assign @stages.12.layers.1.num_batches_tracked, %_1_20 : tensor<i64>
  amp.assign @stages.12.layers.4.running_mean, %_4_1_12 : tensor<256xf32>
  amp.assign @stages.12.layers.4.running_var, %_4_2_12 : tensor<256xf32>
  amp.assign @stages.12.layers.4.num_batches_tracked, %_4_16 : tensor<i64>
  amp.assign @stages.12.layers.7.running_mean, %_7_1_12 : tensor<1024xf32>
  amp.assign @stages.12.layers.7.running_var, %_7_2_12 : tensor<1024xf32>
  amp.assign @stages.12.layers.7.num_batches_tracked, %_7_16 : tensor<i64>
  amp.assign @stages.13.layers.1.running_mean, %_1_1_17 : tensor<512xf32>
  amp.assign @stages.13.layers.1.running_var, %_1_2_17 : tensor<512xf32>
  amp.assign @stages.13.layers.1.num_batches_tracked, %_1_21 : tensor<i64>
  amp.assign @stages.13.layers.4.running_mean, %_4_1_13 : tensor<512xf32>
  amp.assign @stages.13.layers.4.running_var, %_4_2_13 : tensor<512xf32>
  amp.assign @stages.13.layers.4.num_batches_tracked, %_4_17 : tensor<i64>
  amp.assign @stages.13.layers.7.running_mean, %_7_1_13 : tensor<2048xf32>
  amp.assign @stages.13.layers.7.running_var, %_7_2_13 : tensor<2048xf32>
  amp.assign @stages.13.layers.7.num_batches_tracked, %_7_17 : tensor<i64>
  amp.assign @stages.13.short.1.running_mean, %_1_1_18 : tensor<2048xf32>
  amp.assign @stages.13.short.1.running_var, %_1_2_18 : tensor<2048xf32>
  amp.assign @stages.13.short.1.num_batches_tracked, %_1_22 : tensor<i64>
  amp.assign @stages.14.layers.1.running_mean, %_1_1_19 : tensor<512xf32>
  amp.assign @stages.14.layers.1.running_var, %_1_2_19 : tensor<512xf32>
  amp.assign @stages.14.layers.1.num_batches_tracked, %_1_23 : tensor<i64>
  amp.assign @stages.14.layers.4.running_mean, %_4_1_14 : tensor<512xf32>
  amp.assign @stages.14.layers.4.running_var, %_4_2_14 : tensor<512xf32>
  amp.assign @stages.14.layers.4.num_batches_tracked, %_4_18 : tensor<i64>
  amp.assign @stages.14.layers.7.running_mean, %_7_1_14 : tensor<2048xf32>
  amp.assign @stages.14.layers.7.running_var, %_7_2_14 : tensor<2048xf32>
  amp.assign @stages.14.layers.7.num_batches_tracked, %_7_18 : tensor<i64>
  amp.assign @stages.15.layers.1.running_mean, %_1_1_20 : tensor<512xf32>
  amp.assign @stages.15.layers.1.running_var, %_1_2_20 : tensor<512xf32>
  amp.assign @stages.15.layers.1.num_batches_tracked, %_1_24 : tensor<i64>
  amp.assign @stages.15.layers.4.running_mean, %_4_1_15 : tensor<512xf32>
  amp.assign @stages.15.layers.4.running_var, %_4_2_15 : tensor<512xf32>
  amp.assign @stages.15.layers.4.num_batches_tracked, %_4_19 : tensor<i64>
  amp.assign @stages.15.layers.7.running_mean, %_7_1_15 : tensor<2048xf32>
  amp.assign @stages.15.layers.7.running_var, %_7_2_15 : tensor<2048xf32>
  amp.assign @stages.15.layers.7.num_batches_tracked, %_7_19 : tensor<i64>
  %d_first_0_weight, %d_first_1_weight, %d_first_1_bias, %d_stages_0_layers_0_weight, %d_stages_0_layers_1_weight, %d_stages_0_layers_1_bias, %d_stages_0_layers_3_weight, %d_stages_0_layers_4_weight, %d_stages_0_layers_4_bias, %d_stages_0_layers_6_weight, %d_stages_0_layers_7_weight, %d_stages_0_layers_7_bias, %d_stages_0_short_0_weight, %d_stages_0_short_1_weight, %d_stages_0_short_1_bias, %d_stages_1_layers_0_weight, %d_stages_1_layers_1_weight, %d_stages_1_layers_1_bias, %d_stages_1_layers_3_weight, %d_stages_1_layers_4_weight, %d_stages_1_layers_4_bias, %d_stages_1_layers_6_weight, %d_stages_1_layers_7_weight, %d_stages_1_layers_7_bias, %d_stages_2_layers_0_weight, %d_stages_2_layers_1_weight, %d_stages_2_layers_1_bias, %d_stages_2_layers_3_weight, %d_stages_2_layers_4_weight, %d_stages_2_layers_4_bias, %d_stages_2_layers_6_weight, %d_stages_2_layers_7_weight, %d_stages_2_layers_7_bias, %d_stages_3_layers_0_weight, %d_stages_3_layers_1_weight, %d_stages_3_layers_1_bias, %d_stages_3_layers_3_weight, %d_stages_3_layers_4_weight, %d_stages_3_layers_4_bias, %d_stages_3_layers_6_weight, %d_stages_3_layers_7_weight, %d_stages_3_layers_7_bias, %d_stages_3_short_0_weight, %d_stages_3_short_1_weight, %d_stages_3_short_1_bias, %d_stages_4_layers_0_weight, %d_stages_4_layers_1_weight, %d_stages_4_layers_1_bias, %d_stages_4_layers_3_weight, %d_stages_4_layers_4_weight, %d_stages_4_layers_4_bias, %d_stages_4_layers_6_weight, %d_stages_4_layers_7_weight, %d_stages_4_layers_7_bias, %d_stages_5_layers_0_weight, %d_stages_5_layers_1_weight, %d_stages_5_layers_1_bias, %d_stages_5_layers_3_weight, %d_stages_5_layers_4_weight, %d_stages_5_layers_4_bias, %d_stages_5_layers_6_weight, %d_stages_5_layers_7_weight, %d_stages_5_layers_7_bias, %d_stages_6_layers_0_weight, %d_stages_6_layers_1_weight, %d_stages_6_layers_1_bias, %d_stages_6_layers_3_weight, %d_stages_6_layers_4_weight, %d_stages_6_layers_4_bias, %d_stages_6_layers_6_weight, %d_stages_6_layers_7_weight, %d_stages_6_layers_7_bias, %d_stages_7_layers_0_weight, %d_stages_7_layers_1_weight, %d_stages_7_layers_1_bias, %d_stages_7_layers_3_weight, %d_stages_7_layers_4_weight, %d_stages_7_layers_4_bias, %d_stages_7_layers_6_weight, %d_stages_7_layers_7_weight, %d_stages_7_layers_7_bias, %d_stages_7_short_0_weight, %d_stages_7_short_1_weight, %d_stages_7_short_1_bias, %d_stages_8_layers_0_weight, %d_stages_8_layers_1_weight, %d_stages_8_layers_1_bias, %d_stages_8_layers_3_weight, %d_stages_8_layers_4_weight, %d_stages_8_layers_4_bias, %d_stages_8_layers_6_weight, %d_stages_8_layers_7_weight, %d_stages_8_layers_7_bias, %d_stages_9_layers_0_weight, %d_stages_9_layers_1_weight, %d_stages_9_layers_1_bias, %d_stages_9_layers_3_weight, %d_stages_9_layers_4_weight, %d_stages_9_layers_4_bias, %d_stages_9_layers_6_weight, %d_stages_9_layers_7_weight, %d_stages_9_layers_7_bias, %d_stages_10_layers_0_weight, %d_stages_10_layers_1_weight, %d_stages_10_layers_1_bias, %d_stages_10_layers_3_weight, %d_stages_10_layers_4_weight, %d_stages_10_layers_4_bias, %d_stages_10_layers_6_weight, %d_stages_10_layers_7_weight, %d_stages_10_layers_7_bias, %d_stages_11_layers_0_weight, %d_stages_11_layers_1_weight, %d_stages_11_layers_1_bias, %d_stages_11_layers_3_weight, %d_stages_11_layers_4_weight, %d_stages_11_layers_4_bias, %d_stages_11_layers_6_weight, %d_stages_11_layers_7_weight, %d_stages_11_layers_7_bias, %d_stages_12_layers_0_weight, %d_stages_12_layers_1_weight, %d_stages_12_layers_1_bias, %d_stages_12_layers_3_weight, %d_stages_12_layers_4_weight, %d_stages_12_layers_4_bias, %d_stages_12_layers_6_weight, %d_stages_12_layers_7_weight, %d_stages_12_layers_7_bias, %d_stages_13_layers_0_weight, %d_stages_13_layers_1_weight, %d_stages_13_layers_1_bias, %d_stages_13_layers_3_weight, %d_stages_13_layers_4_weight, %d_stages_13_layers_4_bias, %d_stages_13_layers_6_weight, %d_stages_13_layers_7_weight, %d_stages_13_layers_7_bias, %d_stages_13_short_0_weight, %d_stages_13_short_1_weight, %d_stages_13_short_1_bias, %d_stages_14_layers_0_weight, %d_stages_14_layers_1_weight, %d_stages_14_layers_1_bias, %d_stages_14_layers_3_weight, %d_stages_14_layers_4_weight, %d_stages_14_layers_4_bias, %d_stages_14_layers_6_weight, %d_stages_14_layers_7_weight, %d_stages_14_layers_7_bias, %d_stages_15_layers_0_weight, %d_stages_15_layers_1_weight, %d_stages_15_layers_1_bias, %d_stages_15_layers_3_weight, %d_stages_15_layers_4_weight, %d_stages_15_layers_4_bias, %d_stages_15_layers_6_weight, %d_stages_15_layers_7_weight, %d_stages_15_layers_7_bias, %d_classifier_weight, %d_classifier_bias = amp.backward %cross_entropy_loss wrt(%first_0_weight, %first_1_weight, %first_1_bias, %stages_0_layers_0_weight, %stages_0_layers_1_weight, %stages_0_layers_1_bias, %stages_0_layers_3_weight, %stages_0_layers_4_weight, %stages_0_layers_4_bias, %stages_0_layers_6_weight, %stages_0_layers_7_weight, %stages_0_layers_7_bias, %stages_0_short_0_weight, %stages_0_short_1_weight, %stages_0_short_1_bias, %stages_1_layers_0_weight, %stages_1_layers_1_weight, %stages_1_layers_1_bias, %stages_1_layers_3_weight, %stages_1_layers_4_weight, %stages_1_layers_4_bias, %stages_1_layers_6_weight, %stages_1_layers_7_weight, %stages_1_layers_7_bias, %stages_2_layers_0_weight, %stages_2_layers_1_weight, %stages_2_layers_1_bias, %stages_2_layers_3_weight, %stages_2_layers_4_weight, %stages_2_layers_4_bias, %stages_2_layers_6_weight, %stages_2_layers_7_weight, %stages_2_layers_7_bias, %stages_3_layers_0_weight, %stages_3_layers_1_weight, %stages_3_layers_1_bias, %stages_3_layers_3_weight, %stages_3_layers_4_weight, %stages_3_layers_4_bias, %stages_3_layers_6_weight, %stages_3_layers_7_weight, %stages_3_layers_7_bias, %stages_3_short_0_weight, %stages_3_short_1_weight, %stages_3_short_1_bias, %stages_4_layers_0_weight, %stages_4_layers_1_weight, %stages_4_layers_1_bias, %stages_4_layers_3_weight, %stages_4_layers_4_weight, %stages_4_layers_4_bias, %stages_4_layers_6_weight, %stages_4_layers_7_weight, %stages_4_layers_7_bias, %stages_5_layers_0_weight, %stages_5_layers_1_weight, %stages_5_layers_1_bias, %stages_5_layers_3_weight, %stages_5_layers_4_weight, %stages_5_layers_4_bias, %stages_5_layers_6_weight, %stages_5_layers_7_weight, %stages_5_layers_7_bias, %stages_6_layers_0_weight, %stages_6_layers_1_weight, %stages_6_layers_1_bias, %stages_6_layers_3_weight, %stages_6_layers_4_weight, %stages_6_layers_4_bias, %stages_6_layers_6_weight, %stages_6_layers_7_weight, %stages_6_layers_7_bias, %stages_7_layers_0_weight, %stages_7_layers_1_weight, %stages_7_layers_1_bias, %stages_7_layers_3_weight, %stages_7_layers_4_weight, %stages_7_layers_4_bias, %stages_7_layers_6_weight, %stages_7_layers_7_weight, %stages_7_layers_7_bias, %stages_7_short_0_weight, %stages_7_short_1_weight, %stages_7_short_1_bias, %stages_8_layers_0_weight, %stages_8_layers_1_weight, %stages_8_layers_1_bias, %stages_8_layers_3_weight, %stages_8_layers_4_weight, %stages_8_layers_4_bias, %stages_8_layers_6_weight, %stages_8_layers_7_weight, %stages_8_layers_7_bias, %stages_9_layers_0_weight, %stages_9_layers_1_weight, %stages_9_layers_1_bias, %stages_9_layers_3_weight, %stages_9_layers_4_weight, %stages_9_layers_4_bias, %stages_9_layers_6_weight, %stages_9_layers_7_weight, %stages_9_layers_7_bias, %stages_10_layers_0_weight, %stages_10_layers_1_weight, %stages_10_layers_1_bias, %stages_10_layers_3_weight, %stages_10_layers_4_weight, %stages_10_layers_4_bias, %stages_10_layers_6_weight, %stages_10_layers_7_weight, %stages_10_layers_7_bias, %stages_11_layers_0_weight, %stages_11_layers_1_weight, %stages_11_layers_1_bias, %stages_11_layers_3_weight, %stages_11_layers_4_weight, %stages_11_layers_4_bias, %stages_11_layers_6_weight, %stages_11_layers_7_weight, %stages_11_layers_7_bias, %stages_12_layers_0_weight, %stages_12_layers_1_weight, %stages_12_layers_1_bias, %stages_12_layers_3_weight, %stages_12_layers_4_weight, %stages_12_layers_4_bias, %stages_12_layers_6_weight, %stages_12_layers_7_weight, %stages_12_layers_7_bias, %stages_13_layers_0_weight, %stages_13_layers_1_weight, %stages_13_layers_1_bias, %stages_13_layers_3_weight, %stages_13_layers_4_weight, %stages_13_layers_4_bias, %stages_13_layers_6_weight, %stages_13_layers_7_weight, %stages_13_layers_7_bias, %stages_13_short_0_weight, %stages_13_short_1_weight, %stages_13_short_1_bias, %stages_14_layers_0_weight, %stages_14_layers_1_weight, %stages_14_layers_1_bias, %stages_14_layers_3_weight, %stages_14_layers_4_weight, %stages_14_layers_4_bias, %stages_14_layers_6_weight, %stages_14_layers_7_weight, %stages_14_layers_7_bias, %stages_15_layers_0_weight, %stages_15_layers_1_weight, %stages_15_layers_1_bias, %stages_15_layers_3_weight, %stages_15_layers_4_weight, %stages_15_layers_4_bias, %stages_15_layers_6_weight, %stages_15_layers_7_weight, %stages_15_layers_7_bias, %classifier_weight, %classifier_bias) : (tensor<f32>, tensor<64x3x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x1x1xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256x64x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x64x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<64x256x1x1xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256x64x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<64x256x1x1xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256x64x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<128x256x1x1xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512x128x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x256x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<128x512x1x1xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512x128x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<128x512x1x1xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512x128x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<128x512x1x1xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512x128x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<256x512x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x512x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256x1024x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256x1024x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256x1024x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256x1024x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256x1024x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<512x1024x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048x512x1x1xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048x1024x1x1xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<512x2048x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048x512x1x1xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<512x2048x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048x512x1x1xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<10x2048xf32>, tensor<10xf32>) -> (tensor<64x3x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x1x1xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256x64x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x64x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<64x256x1x1xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256x64x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<64x256x1x1xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256x64x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<128x256x1x1xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512x128x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x256x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<128x512x1x1xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512x128x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<128x512x1x1xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512x128x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<128x512x1x1xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512x128x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<256x512x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x512x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256x1024x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256x1024x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256x1024x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256x1024x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256x1024x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<512x1024x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048x512x1x1xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048x1024x1x1xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<512x2048x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048x512x1x1xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<512x2048x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048x512x1x1xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<10x2048xf32>, tensor<10xf32>)
  amp.step @optimizer(%d_first_0_weight, %d_first_1_weight, %d_first_1_bias, %d_stages_0_layers_0_weight, %d_stages_0_layers_1_weight, %d_stages_0_layers_1_bias, %d_stages_0_layers_3_weight, %d_stages_0_layers_4_weight, %d_stages_0_layers_4_bias, %d_stages_0_layers_6_weight, %d_stages_0_layers_7_weight, %d_stages_0_layers_7_bias, %d_stages_0_short_0_weight, %d_stages_0_short_1_weight, %d_stages_0_short_1_bias, %d_stages_1_layers_0_weight, %d_stages_1_layers_1_weight, %d_stages_1_layers_1_bias, %d_stages_1_layers_3_weight, %d_stages_1_layers_4_weight, %d_stages_1_layers_4_bias, %d_stages_1_layers_6_weight, %d_stages_1_layers_7_weight, %d_stages_1_layers_7_bias, %d_stages_2_layers_0_weight, %d_stages_2_layers_1_weight, %d_stages_2_layers_1_bias, %d_stages_2_layers_3_weight, %d_stages_2_layers_4_weight, %d_stages_2_layers_4_bias, %d_stages_2_layers_6_weight, %d_stages_2_layers_7_weight, %d_stages_2_layers_7_bias, %d_stages_3_layers_0_weight, %d_stages_3_layers_1_weight, %d_stages_3_layers_1_bias, %d_stages_3_layers_3_weight, %d_stages_3_layers_4_weight, %d_stages_3_layers_4_bias, %d_stages_3_layers_6_weight, %d_stages_3_layers_7_weight, %d_stages_3_layers_7_bias, %d_stages_3_short_0_weight, %d_stages_3_short_1_weight, %d_stages_3_short_1_bias, %d_stages_4_layers_0_weight, %d_stages_4_layers_1_weight, %d_stages_4_layers_1_bias, %d_stages_4_layers_3_weight, %d_stages_4_layers_4_weight, %d_stages_4_layers_4_bias, %d_stages_4_layers_6_weight, %d_stages_4_layers_7_weight, %d_stages_4_layers_7_bias, %d_stages_5_layers_0_weight, %d_stages_5_layers_1_weight, %d_stages_5_layers_1_bias, %d_stages_5_layers_3_weight, %d_stages_5_layers_4_weight, %d_stages_5_layers_4_bias, %d_stages_5_layers_6_weight, %d_stages_5_layers_7_weight, %d_stages_5_layers_7_bias, %d_stages_6_layers_0_weight, %d_stages_6_layers_1_weight, %d_stages_6_layers_1_bias, %d_stages_6_layers_3_weight, %d_stages_6_layers_4_weight, %d_stages_6_layers_4_bias, %d_stages_6_layers_6_weight, %d_stages_6_layers_7_weight, %d_stages_6_layers_7_bias, %d_stages_7_layers_0_weight, %d_stages_7_layers_1_weight, %d_stages_7_layers_1_bias, %d_stages_7_layers_3_weight, %d_stages_7_layers_4_weight, %d_stages_7_layers_4_bias, %d_stages_7_layers_6_weight, %d_stages_7_layers_7_weight, %d_stages_7_layers_7_bias, %d_stages_7_short_0_weight, %d_stages_7_short_1_weight, %d_stages_7_short_1_bias, %d_stages_8_layers_0_weight, %d_stages_8_layers_1_weight, %d_stages_8_layers_1_bias, %d_stages_8_layers_3_weight, %d_stages_8_layers_4_weight, %d_stages_8_layers_4_bias, %d_stages_8_layers_6_weight, %d_stages_8_layers_7_weight, %d_stages_8_layers_7_bias, %d_stages_9_layers_0_weight, %d_stages_9_layers_1_weight, %d_stages_9_layers_1_bias, %d_stages_9_layers_3_weight, %d_stages_9_layers_4_weight, %d_stages_9_layers_4_bias, %d_stages_9_layers_6_weight, %d_stages_9_layers_7_weight, %d_stages_9_layers_7_bias, %d_stages_10_layers_0_weight, %d_stages_10_layers_1_weight, %d_stages_10_layers_1_bias, %d_stages_10_layers_3_weight, %d_stages_10_layers_4_weight, %d_stages_10_layers_4_bias, %d_stages_10_layers_6_weight, %d_stages_10_layers_7_weight, %d_stages_10_layers_7_bias, %d_stages_11_layers_0_weight, %d_stages_11_layers_1_weight, %d_stages_11_layers_1_bias, %d_stages_11_layers_3_weight, %d_stages_11_layers_4_weight, %d_stages_11_layers_4_bias, %d_stages_11_layers_6_weight, %d_stages_11_layers_7_weight, %d_stages_11_layers_7_bias, %d_stages_12_layers_0_weight, %d_stages_12_layers_1_weight, %d_stages_12_layers_1_bias, %d_stages_12_layers_3_weight, %d_stages_12_layers_4_weight, %d_stages_12_layers_4_bias, %d_stages_12_layers_6_weight, %d_stages_12_layers_7_weight, %d_stages_12_layers_7_bias, %d_stages_13_layers_0_weight, %d_stages_13_layers_1_weight, %d_stages_13_layers_1_bias, %d_stages_13_layers_3_weight, %d_stages_13_layers_4_weight, %d_stages_13_layers_4_bias, %d_stages_13_layers_6_weight, %d_stages_13_layers_7_weight, %d_stages_13_layers_7_bias, %d_stages_13_short_0_weight, %d_stages_13_short_1_weight, %d_stages_13_short_1_bias, %d_stages_14_layers_0_weight, %d_stages_14_layers_1_weight, %d_stages_14_layers_1_bias, %d_stages_14_layers_3_weight, %d_stages_14_layers_4_weight, %d_stages_14_layers_4_bias, %d_stages_14_layers_6_weight, %d_stages_14_layers_7_weight, %d_stages_14_layers_7_bias, %d_stages_15_layers_0_weight, %d_stages_15_layers_1_weight, %d_stages_15_layers_1_bias, %d_stages_15_layers_3_weight, %d_stages_15_layers_4_weight, %d_stages_15_layers_4_bias, %d_stages_15_layers_6_weight, %d_stages_15_layers_7_weight, %d_stages_15_layers_7_bias, %d_classifier_weight, %d_classifier_bias) : tensor<64x3x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x1x1xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256x64x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x64x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<64x256x1x1xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256x64x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<64x256x1x1xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64x3x3xf32>, tensor<64xf32>, tensor<64xf32>, tensor<256x64x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<128x256x1x1xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512x128x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x256x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<128x512x1x1xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512x128x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<128x512x1x1xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512x128x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<128x512x1x1xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x128x3x3xf32>, tensor<128xf32>, tensor<128xf32>, tensor<512x128x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<256x512x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x512x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256x1024x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256x1024x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256x1024x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256x1024x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<256x1024x1x1xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256x256x3x3xf32>, tensor<256xf32>, tensor<256xf32>, tensor<1024x256x1x1xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<512x1024x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048x512x1x1xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048x1024x1x1xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<512x2048x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048x512x1x1xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<512x2048x1x1xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512x3x3xf32>, tensor<512xf32>, tensor<512xf32>, tensor<2048x512x1x1xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<10x2048xf32>, tensor<10xf32>
  return %cross_entropy_loss, %mean_1 : tensor<f32>, tensor<f32>
}

func.func @evaluate(%images: tensor<?x3x32x32xui8> {amp.name = "images"},
                    %target: tensor<?xi64> {amp.name = "target"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"},
        tensor<f32> {amp.name = "right", amp.reduction = "mean"}) {
  %first_0_weight = amp.read @first.0.weight : tensor<64x3x3x3xf32>
  %first_1_weight = amp.read @first.1.weight : tensor<64xf32>
  %first_1_bias = amp.read @first.1.bias : tensor<64xf32>
  %stages_0_layers_0_weight = amp.read @stages.0.layers.0.weight : tensor<64x64x1x1xf32>
  %stages_0_layers_1_weight = amp.read @stages.0.layers.1.weight : tensor<64xf32>
  %stages_0_layers_1_bias = amp.read @stages.0.layers.1.bias : tensor<64xf32>
  %stages_0_layers_3_weight = amp.read @stages.0.layers.3.weight : tensor<64x64x3x3xf32>
  %stages_0_layers_4_weight = amp.read @stages.0.layers.4.weight : tensor<64xf32>
  %stages_0_layers_4_bias = amp.read @stages.0.layers.4.bias : tensor<64xf32>
  %stages_0_layers_6_weight = amp.read @stages.0.layers.6.weight : tensor<256x64x1x1xf32>
  %stages_0_layers_7_weight = amp.read @stages.0.layers.7.weight : tensor<256xf32>
  %stages_0_layers_7_bias = amp.read @stages.0.layers.7.bias : tensor<256xf32>
  %stages_0_short_0_weight = amp.read @stages.0.short.0.weight : tensor<256x64x1x1xf32>
  %stages_0_short_1_weight = amp.read @stages.0.short.1.weight : tensor<256xf32>
  %stages_0_short_1_bias = amp.read @stages.0.short.1.bias : tensor<256xf32>
  %stages_1_layers_0_weight = amp.read @stages.1.layers.0.weight : tensor<64x256x1x1xf32>
  %stages_1_layers_1_weight = amp.read @stages.1.layers.1.weight : tensor<64xf32>
  %stages_1_layers_1_bias = amp.read @stages.1.layers.1.bias : tensor<64xf32>
  %stages_1_layers_3_weight = amp.read @stages.1.layers.3.weight : tensor<64x64x3x3xf32>
  %stages_1_layers_4_weight = amp.read @stages.1.layers.4.weight : tensor<64xf32>
  %stages_1_layers_4_bias = amp.read @stages.1.layers.4.bias : tensor<64xf32>
  %stages_1_layers_6_weight = amp.read @stages.1.layers.6.weight : tensor<256x64x1x1xf32>
  %stages_1_layers_7_weight = amp.read @stages.1.layers.7.weight : tensor<256xf32>
  %stages_1_layers_7_bias = amp.read @stages.1.layers.7.bias : tensor<256xf32>
  %stages_2_layers_0_weight = amp.read @stages.2.layers.0.weight : tensor<64x256x1x1xf32>
  %stages_2_layers_1_weight = amp.read @stages.2.layers.1.weight : tensor<64xf32>
  %stages_2_layers_1_bias = amp.read @stages.2.layers.1.bias : tensor<64xf32>
  %stages_2_layers_3_weight = amp.read @stages.2.layers.3.weight : tensor<64x64x3x3xf32>
  %stages_2_layers_4_weight = amp.read @stages.2.layers.4.weight : tensor<64xf32>
  %stages_2_layers_4_bias = amp.read @stages.2.layers.4.bias : tensor<64xf32>
  %stages_2_layers_6_weight = amp.read @stages.2.layers.6.weight : tensor<256x64x1x1xf32>
  %stages_2_layers_7_weight = amp.read @stages.2.layers.7.weight : tensor<256xf32>
  %stages_2_layers_7_bias = amp.read @stages.2.layers.7.bias : tensor<256xf32>
  %stages_3_layers_0_weight = amp.read @stages.3.layers.0.weight : tensor<128x256x1x1xf32>
  %stages_3_layers_1_weight = amp.read @stages.3.layers.1.weight : tensor<128xf32>
  %stages_3_layers_1_bias = amp.read @stages.3.layers.1.bias : tensor<128xf32>
  %stages_3_layers_3_weight = amp.read @stages.3.layers.3.weight : tensor<128x128x3x3xf32>
  %stages_3_layers_4_weight = amp.read @stages.3.layers.4.weight : tensor<128xf32>
  %stages_3_layers_4_bias = amp.read @stages.3.layers.4.bias : tensor<128xf32>
  %stages_3_layers_6_weight = amp.read @stages.3.layers.6.weight : tensor<512x128x1x1xf32>
  %stages_3_layers_7_weight = amp.read @stages.3.layers.7.weight : tensor<512xf32>
  %stages_3_layers_7_bias = amp.read @stages.3.layers.7.bias : tensor<512xf32>
  %stages_3_short_0_weight = amp.read @stages.3.short.0.weight : tensor<512x256x1x1xf32>
  %stages_3_short_1_weight = amp.read @stages.3.short.1.weight : tensor<512xf32>
  %stages_3_short_1_bias = amp.read @stages.3.short.1.bias : tensor<512xf32>
  %stages_4_layers_0_weight = amp.read @stages.4.layers.0.weight : tensor<128x512x1x1xf32>
  %stages_4_layers_1_weight = amp.read @stages.4.layers.1.weight : tensor<128xf32>
  %stages_4_layers_1_bias = amp.read @stages.4.layers.1.bias : tensor<128xf32>
  %stages_4_layers_3_weight = amp.read @stages.4.layers.3.weight : tensor<128x128x3x3xf32>
  %stages_4_layers_4_weight = amp.read @stages.4.layers.4.weight : tensor<128xf32>
  %stages_4_layers_4_bias = amp.read @stages.4.layers.4.bias : tensor<128xf32>
  %stages_4_layers_6_weight = amp.read @stages.4.layers.6.weight : tensor<512x128x1x1xf32>
  %stages_4_layers_7_weight = amp.read @stages.4.layers.7.weight : tensor<512xf32>
  %stages_4_layers_7_bias = amp.read @stages.4.layers.7.bias : tensor<512xf32>
  %stages_5_layers_0_weight = amp.read @stages.5.layers.0.weight : tensor<128x512x1x1xf32>
  %stages_5_layers_1_weight = amp.read @stages.5.layers.1.weight : tensor<128xf32>
  %stages_5_layers_1_bias = amp.read @stages.5.layers.1.bias : tensor<128xf32>
  %stages_5_layers_3_weight = amp.read @stages.5.layers.3.weight : tensor<128x128x3x3xf32>
  %stages_5_layers_4_weight = amp.read @stages.5.layers.4.weight : tensor<128xf32>
  %stages_5_layers_4_bias = amp.read @stages.5.layers.4.bias : tensor<128xf32>
  %stages_5_layers_6_weight = amp.read @stages.5.layers.6.weight : tensor<512x128x1x1xf32>
  %stages_5_layers_7_weight = amp.read @stages.5.layers.7.weight : tensor<512xf32>
  %stages_5_layers_7_bias = amp.read @stages.5.layers.7.bias : tensor<512xf32>
  %stages_6_layers_0_weight = amp.read @stages.6.layers.0.weight : tensor<128x512x1x1xf32>
  %stages_6_layers_1_weight = amp.read @stages.6.layers.1.weight : tensor<128xf32>
  %stages_6_layers_1_bias = amp.read @stages.6.layers.1.bias : tensor<128xf32>
  %stages_6_layers_3_weight = amp.read @stages.6.layers.3.weight : tensor<128x128x3x3xf32>
  %stages_6_layers_4_weight = amp.read @stages.6.layers.4.weight : tensor<128xf32>
  %stages_6_layers_4_bias = amp.read @stages.6.layers.4.bias : tensor<128xf32>
  %stages_6_layers_6_weight = amp.read @stages.6.layers.6.weight : tensor<512x128x1x1xf32>
  %stages_6_layers_7_weight = amp.read @stages.6.layers.7.weight : tensor<512xf32>
  %stages_6_layers_7_bias = amp.read @stages.6.layers.7.bias : tensor<512xf32>
  %stages_7_layers_0_weight = amp.read @stages.7.layers.0.weight : tensor<256x512x1x1xf32>
  %stages_7_layers_1_weight = amp.read @stages.7.layers.1.weight : tensor<256xf32>
  %stages_7_layers_1_bias = amp.read @stages.7.layers.1.bias : tensor<256xf32>
  %stages_7_layers_3_weight = amp.read @stages.7.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_7_layers_4_weight = amp.read @stages.7.layers.4.weight : tensor<256xf32>
  %stages_7_layers_4_bias = amp.read @stages.7.layers.4.bias : tensor<256xf32>
  %stages_7_layers_6_weight = amp.read @stages.7.layers.6.weight : tensor<1024x256x1x1xf32>
  %stages_7_layers_7_weight = amp.read @stages.7.layers.7.weight : tensor<1024xf32>
  %stages_7_layers_7_bias = amp.read @stages.7.layers.7.bias : tensor<1024xf32>
  %stages_7_short_0_weight = amp.read @stages.7.short.0.weight : tensor<1024x512x1x1xf32>
  %stages_7_short_1_weight = amp.read @stages.7.short.1.weight : tensor<1024xf32>
  %stages_7_short_1_bias = amp.read @stages.7.short.1.bias : tensor<1024xf32>
  %stages_8_layers_0_weight = amp.read @stages.8.layers.0.weight : tensor<256x1024x1x1xf32>
  %stages_8_layers_1_weight = amp.read @stages.8.layers.1.weight : tensor<256xf32>
  %stages_8_layers_1_bias = amp.read @stages.8.layers.1.bias : tensor<256xf32>
  %stages_8_layers_3_weight = amp.read @stages.8.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_8_layers_4_weight = amp.read @stages.8.layers.4.weight : tensor<256xf32>
  %stages_8_layers_4_bias = amp.read @stages.8.layers.4.bias : tensor<256xf32>
  %stages_8_layers_6_weight = amp.read @stages.8.layers.6.weight : tensor<1024x256x1x1xf32>
  %stages_8_layers_7_weight = amp.read @stages.8.layers.7.weight : tensor<1024xf32>
  %stages_8_layers_7_bias = amp.read @stages.8.layers.7.bias : tensor<1024xf32>
  %stages_9_layers_0_weight = amp.read @stages.9.layers.0.weight : tensor<256x1024x1x1xf32>
  %stages_9_layers_1_weight = amp.read @stages.9.layers.1.weight : tensor<256xf32>
  %stages_9_layers_1_bias = amp.read @stages.9.layers.1.bias : tensor<256xf32>
  %stages_9_layers_3_weight = amp.read @stages.9.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_9_layers_4_weight = amp.read @stages.9.layers.4.weight : tensor<256xf32>
  %stages_9_layers_4_bias = amp.read @stages.9.layers.4.bias : tensor<256xf32>
  %stages_9_layers_6_weight = amp.read @stages.9.layers.6.weight : tensor<1024x256x1x1xf32>
  %stages_9_layers_7_weight = amp.read @stages.9.layers.7.weight : tensor<1024xf32>
  %stages_9_layers_7_bias = amp.read @stages.9.layers.7.bias : tensor<1024xf32>
  %stages_10_layers_0_weight = amp.read @stages.10.layers.0.weight : tensor<256x1024x1x1xf32>
  %stages_10_layers_1_weight = amp.read @stages.10.layers.1.weight : tensor<256xf32>
  %stages_10_layers_1_bias = amp.read @stages.10.layers.1.bias : tensor<256xf32>
  %stages_10_layers_3_weight = amp.read @stages.10.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_10_layers_4_weight = amp.read @stages.10.layers.4.weight : tensor<256xf32>
  %stages_10_layers_4_bias = amp.read @stages.10.layers.4.bias : tensor<256xf32>
  %stages_10_layers_6_weight = amp.read @stages.10.layers.6.weight : tensor<1024x256x1x1xf32>
  %stages_10_layers_7_weight = amp.read @stages.10.layers.7.weight : tensor<1024xf32>
  %stages_10_layers_7_bias = amp.read @stages.10.layers.7.bias : tensor<1024xf32>
  %stages_11_layers_0_weight = amp.read @stages.11.layers.0.weight : tensor<256x1024x1x1xf32>
  %stages_11_layers_1_weight = amp.read @stages.11.layers.1.weight : tensor<256xf32>
  %stages_11_layers_1_bias = amp.read @stages.11.layers.1.bias : tensor<256xf32>
  %stages_11_layers_3_weight = amp.read @stages.11.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_11_layers_4_weight = amp.read @stages.11.layers.4.weight : tensor<256xf32>
  %stages_11_layers_4_bias = amp.read @stages.11.layers.4.bias : tensor<256xf32>
  %stages_11_layers_6_weight = amp.read @stages.11.layers.6.weight : tensor<1024x256x1x1xf32>
  %stages_11_layers_7_weight = amp.read @stages.11.layers.7.weight : tensor<1024xf32>
  %stages_11_layers_7_bias = amp.read @stages.11.layers.7.bias : tensor<1024xf32>
  %stages_12_layers_0_weight = amp.read @stages.12.layers.0.weight : tensor<256x1024x1x1xf32>
  %stages_12_layers_1_weight = amp.read @stages.12.layers.1.weight : tensor<256xf32>
  %stages_12_layers_1_bias = amp.read @stages.12.layers.1.bias : tensor<256xf32>
  %stages_12_layers_3_weight = amp.read @stages.12.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_12_layers_4_weight = amp.read @stages.12.layers.4.weight : tensor<256xf32>
  %stages_12_layers_4_bias = amp.read @stages.12.layers.4.bias : tensor<256xf32>
  %stages_12_layers_6_weight = amp.read @stages.12.layers.6.weight : tensor<1024x256x1x1xf32>
  %stages_12_layers_7_weight = amp.read @stages.12.layers.7.weight : tensor<1024xf32>
  %stages_12_layers_7_bias = amp.read @stages.12.layers.7.bias : tensor<1024xf32>
  %stages_13_layers_0_weight = amp.read @stages.13.layers.0.weight : tensor<512x1024x1x1xf32>
  %stages_13_layers_1_weight = amp.read @stages.13.layers.1.weight : tensor<512xf32>
  %stages_13_layers_1_bias = amp.read @stages.13.layers.1.bias : tensor<512xf32>
  %stages_13_layers_3_weight = amp.read @stages.13.layers.3.weight : tensor<512x512x3x3xf32>
  %stages_13_layers_4_weight = amp.read @stages.13.layers.4.weight : tensor<512xf32>
  %stages_13_layers_4_bias = amp.read @stages.13.layers.4.bias : tensor<512xf32>
  %stages_13_layers_6_weight = amp.read @stages.13.layers.6.weight : tensor<2048x512x1x1xf32>
  %stages_13_layers_7_weight = amp.read @stages.13.layers.7.weight : tensor<2048xf32>
  %stages_13_layers_7_bias = amp.read @stages.13.layers.7.bias : tensor<2048xf32>
  %stages_13_short_0_weight = amp.read @stages.13.short.0.weight : tensor<2048x1024x1x1xf32>
  %stages_13_short_1_weight = amp.read @stages.13.short.1.weight : tensor<2048xf32>
  %stages_13_short_1_bias = amp.read @stages.13.short.1.bias : tensor<2048xf32>
  %stages_14_layers_0_weight = amp.read @stages.14.layers.0.weight : tensor<512x2048x1x1xf32>
  %stages_14_layers_1_weight = amp.read @stages.14.layers.1.weight : tensor<512xf32>
  %stages_14_layers_1_bias = amp.read @stages.14.layers.1.bias : tensor<512xf32>
  %stages_14_layers_3_weight = amp.read @stages.14.layers.3.weight : tensor<512x512x3x3xf32>
  %stages_14_layers_4_weight = amp.read @stages.14.layers.4.weight : tensor<512xf32>
  %stages_14_layers_4_bias = amp.read @stages.14.layers.4.bias : tensor<512xf32>
  %stages_14_layers_6_weight = amp.read @stages.14.layers.6.weight : tensor<2048x512x1x1xf32>
  %stages_14_layers_7_weight = amp.read @stages.14.layers.7.weight : tensor<2048xf32>
  %stages_14_layers_7_bias = amp.read @stages.14.layers.7.bias : tensor<2048xf32>
  %stages_15_layers_0_weight = amp.read @stages.15.layers.0.weight : tensor<512x2048x1x1xf32>
  %stages_15_layers_1_weight = amp.read @stages.15.layers.1.weight : tensor<512xf32>
  %stages_15_layers_1_bias = amp.read @stages.15.layers.1.bias : tensor<512xf32>
  %stages_15_layers_3_weight = amp.read @stages.15.layers.3.weight : tensor<512x512x3x3xf32>
  %stages_15_layers_4_weight = amp.read @stages.15.layers.4.weight : tensor<512xf32>
  %stages_15_layers_4_bias = amp.read @stages.15.layers.4.bias : tensor<512xf32>
  %stages_15_layers_6_weight = amp.read @stages.15.layers.6.weight : tensor<2048x512x1x1xf32>
  %stages_15_layers_7_weight = amp.read @stages.15.layers.7.weight : tensor<2048xf32>
  %stages_15_layers_7_bias = amp.read @stages.15.layers.7.bias : tensor<2048xf32>
  %classifier_weight = amp.read @classifier.weight : tensor<10x2048xf32>
  %classifier_bias = amp.read @classifier.bias : tensor<10xf32>
  %first_1_running_mean = amp.read @first.1.running_mean : tensor<64xf32>
  %first_1_running_var = amp.read @first.1.running_var : tensor<64xf32>
  %stages_0_layers_1_running_mean = amp.read @stages.0.layers.1.running_mean : tensor<64xf32>
  %stages_0_layers_1_running_var = amp.read @stages.0.layers.1.running_var : tensor<64xf32>
  %stages_0_layers_4_running_mean = amp.read @stages.0.layers.4.running_mean : tensor<64xf32>
  %stages_0_layers_4_running_var = amp.read @stages.0.layers.4.running_var : tensor<64xf32>
  %stages_0_layers_7_running_mean = amp.read @stages.0.layers.7.running_mean : tensor<256xf32>
  %stages_0_layers_7_running_var = amp.read @stages.0.layers.7.running_var : tensor<256xf32>
  %stages_0_short_1_running_mean = amp.read @stages.0.short.1.running_mean : tensor<256xf32>
  %stages_0_short_1_running_var = amp.read @stages.0.short.1.running_var : tensor<256xf32>
  %stages_1_layers_1_running_mean = amp.read @stages.1.layers.1.running_mean : tensor<64xf32>
  %stages_1_layers_1_running_var = amp.read @stages.1.layers.1.running_var : tensor<64xf32>
  %stages_1_layers_4_running_mean = amp.read @stages.1.layers.4.running_mean : tensor<64xf32>
  %stages_1_layers_4_running_var = amp.read @stages.1.layers.4.running_var : tensor<64xf32>
  %stages_1_layers_7_running_mean = amp.read @stages.1.layers.7.running_mean : tensor<256xf32>
  %stages_1_layers_7_running_var = amp.read @stages.1.layers.7.running_var : tensor<256xf32>
  %stages_2_layers_1_running_mean = amp.read @stages.2.layers.1.running_mean : tensor<64xf32>
  %stages_2_layers_1_running_var = amp.read @stages.2.layers.1.running_var : tensor<64xf32>
  %stages_2_layers_4_running_mean = amp.read @stages.2.layers.4.running_mean : tensor<64xf32>
  %stages_2_layers_4_running_var = amp.read @stages.2.layers.4.running_var : tensor<64xf32>
  %stages_2_layers_7_running_mean = amp.read @stages.2.layers.7.running_mean : tensor<256xf32>
  %stages_2_layers_7_running_var = amp.read @stages.2.layers.7.running_var : tensor<256xf32>
  %stages_3_layers_1_running_mean = amp.read @stages.3.layers.1.running_mean : tensor<128xf32>
  %stages_3_layers_1_running_var = amp.read @stages.3.layers.1.running_var : tensor<128xf32>
  %stages_3_layers_4_running_mean = amp.read @stages.3.layers.4.running_mean : tensor<128xf32>
  %stages_3_layers_4_running_var = amp.read @stages.3.layers.4.running_var : tensor<128xf32>
  %stages_3_layers_7_running_mean = amp.read @stages.3.layers.7.running_mean : tensor<512xf32>
  %stages_3_layers_7_running_var = amp.read @stages.3.layers.7.running_var : tensor<512xf32>
  %stages_3_short_1_running_mean = amp.read @stages.3.short.1.running_mean : tensor<512xf32>
  %stages_3_short_1_running_var = amp.read @stages.3.short.1.running_var : tensor<512xf32>
  %stages_4_layers_1_running_mean = amp.read @stages.4.layers.1.running_mean : tensor<128xf32>
  %stages_4_layers_1_running_var = amp.read @stages.4.layers.1.running_var : tensor<128xf32>
  %stages_4_layers_4_running_mean = amp.read @stages.4.layers.4.running_mean : tensor<128xf32>
  %stages_4_layers_4_running_var = amp.read @stages.4.layers.4.running_var : tensor<128xf32>
  %stages_4_layers_7_running_mean = amp.read @stages.4.layers.7.running_mean : tensor<512xf32>
  %stages_4_layers_7_running_var = amp.read @stages.4.layers.7.running_var : tensor<512xf32>
  %stages_5_layers_1_running_mean = amp.read @stages.5.layers.1.running_mean : tensor<128xf32>
  %stages_5_layers_1_running_var = amp.read @stages.5.layers.1.running_var : tensor<128xf32>
  %stages_5_layers_4_running_mean = amp.read @stages.5.layers.4.running_mean : tensor<128xf32>
  %stages_5_layers_4_running_var = amp.read @stages.5.layers.4.running_var : tensor<128xf32>
  %stages_5_layers_7_running_mean = amp.read @stages.5.layers.7.running_mean : tensor<512xf32>
  %stages_5_layers_7_running_var = amp.read @stages.5.layers.7.running_var : tensor<512xf32>
  %stages_6_layers_1_running_mean = amp.read @stages.6.layers.1.running_mean : tensor<128xf32>
  %stages_6_layers_1_running_var = amp.read @stages.6.layers.1.running_var : tensor<128xf32>
  %stages_6_layers_4_running_mean = amp.read @stages.6.layers.4.running_mean : tensor<128xf32>
  %stages_6_layers_4_running_var = amp.read @stages.6.layers.4.running_var : tensor<128xf32>
  %stages_6_layers_7_running_mean = amp.read @stages.6.layers.7.running_mean : tensor<512xf32>
  %stages_6_layers_7_running_var = amp.read @stages.6.layers.7.running_var : tensor<512xf32>
  %stages_7_layers_1_running_mean = amp.read @stages.7.layers.1.running_mean : tensor<256xf32>
  %stages_7_layers_1_running_var = amp.read @stages.7.layers.1.running_var : tensor<256xf32>
  %stages_7_layers_4_running_mean = amp.read @stages.7.layers.4.running_mean : tensor<256xf32>
  %stages_7_layers_4_running_var = amp.read @stages.7.layers.4.running_var : tensor<256xf32>
  %stages_7_layers_7_running_mean = amp.read @stages.7.layers.7.running_mean : tensor<1024xf32>
  %stages_7_layers_7_running_var = amp.read @stages.7.layers.7.running_var : tensor<1024xf32>
  %stages_7_short_1_running_mean = amp.read @stages.7.short.1.running_mean : tensor<1024xf32>
  %stages_7_short_1_running_var = amp.read @stages.7.short.1.running_var : tensor<1024xf32>
  %stages_8_layers_1_running_mean = amp.read @stages.8.layers.1.running_mean : tensor<256xf32>
  %stages_8_layers_1_running_var = amp.read @stages.8.layers.1.running_var : tensor<256xf32>
  %stages_8_layers_4_running_mean = amp.read @stages.8.layers.4.running_mean : tensor<256xf32>
  %stages_8_layers_4_running_var = amp.read @stages.8.layers.4.running_var : tensor<256xf32>
  %stages_8_layers_7_running_mean = amp.read @stages.8.layers.7.running_mean : tensor<1024xf32>
  %stages_8_layers_7_running_var = amp.read @stages.8.layers.7.running_var : tensor<1024xf32>
  %stages_9_layers_1_running_mean = amp.read @stages.9.layers.1.running_mean : tensor<256xf32>
  %stages_9_layers_1_running_var = amp.read @stages.9.layers.1.running_var : tensor<256xf32>
  %stages_9_layers_4_running_mean = amp.read @stages.9.layers.4.running_mean : tensor<256xf32>
  %stages_9_layers_4_running_var = amp.read @stages.9.layers.4.running_var : tensor<256xf32>
  %stages_9_layers_7_running_mean = amp.read @stages.9.layers.7.running_mean : tensor<1024xf32>
  %stages_9_layers_7_running_var = amp.read @stages.9.layers.7.running_var : tensor<1024xf32>
  %stages_10_layers_1_running_mean = amp.read @stages.10.layers.1.running_mean : tensor<256xf32>
  %stages_10_layers_1_running_var = amp.read @stages.10.layers.1.running_var : tensor<256xf32>
  %stages_10_layers_4_running_mean = amp.read @stages.10.layers.4.running_mean : tensor<256xf32>
  %stages_10_layers_4_running_var = amp.read @stages.10.layers.4.running_var : tensor<256xf32>
  %stages_10_layers_7_running_mean = amp.read @stages.10.layers.7.running_mean : tensor<1024xf32>
  %stages_10_layers_7_running_var = amp.read @stages.10.layers.7.running_var : tensor<1024xf32>
  %stages_11_layers_1_running_mean = amp.read @stages.11.layers.1.running_mean : tensor<256xf32>
  %stages_11_layers_1_running_var = amp.read @stages.11.layers.1.running_var : tensor<256xf32>
  %stages_11_layers_4_running_mean = amp.read @stages.11.layers.4.running_mean : tensor<256xf32>
  %stages_11_layers_4_running_var = amp.read @stages.11.layers.4.running_var : tensor<256xf32>
  %stages_11_layers_7_running_mean = amp.read @stages.11.layers.7.running_mean : tensor<1024xf32>
  %stages_11_layers_7_running_var = amp.read @stages.11.layers.7.running_var : tensor<1024xf32>
  %stages_12_layers_1_running_mean = amp.read @stages.12.layers.1.running_mean : tensor<256xf32>
  %stages_12_layers_1_running_var = amp.read @stages.12.layers.1.running_var : tensor<256xf32>
  %stages_12_layers_4_running_mean = amp.read @stages.12.layers.4.running_mean : tensor<256xf32>
  %stages_12_layers_4_running_var = amp.read @stages.12.layers.4.running_var : tensor<256xf32>
  %stages_12_layers_7_running_mean = amp.read @stages.12.layers.7.running_mean : tensor<1024xf32>
  %stages_12_layers_7_running_var = amp.read @stages.12.layers.7.running_var : tensor<1024xf32>
  %stages_13_layers_1_running_mean = amp.read @stages.13.layers.1.running_mean : tensor<512xf32>
  %stages_13_layers_1_running_var = amp.read @stages.13.layers.1.running_var : tensor<512xf32>
  %stages_13_layers_4_running_mean = amp.read @stages.13.layers.4.running_mean : tensor<512xf32>
  %stages_13_layers_4_running_var = amp.read @stages.13.layers.4.running_var : tensor<512xf32>
  %stages_13_layers_7_running_mean = amp.read @stages.13.layers.7.running_mean : tensor<2048xf32>
  %stages_13_layers_7_running_var = amp.read @stages.13.layers.7.running_var : tensor<2048xf32>
  %stages_13_short_1_running_mean = amp.read @stages.13.short.1.running_mean : tensor<2048xf32>
  %stages_13_short_1_running_var = amp.read @stages.13.short.1.running_var : tensor<2048xf32>
  %stages_14_layers_1_running_mean = amp.read @stages.14.layers.1.running_mean : tensor<512xf32>
  %stages_14_layers_1_running_var = amp.read @stages.14.layers.1.running_var : tensor<512xf32>
  %stages_14_layers_4_running_mean = amp.read @stages.14.layers.4.running_mean : tensor<512xf32>
  %stages_14_layers_4_running_var = amp.read @stages.14.layers.4.running_var : tensor<512xf32>
  %stages_14_layers_7_running_mean = amp.read @stages.14.layers.7.running_mean : tensor<2048xf32>
  %stages_14_layers_7_running_var = amp.read @stages.14.layers.7.running_var : tensor<2048xf32>
  %stages_15_layers_1_running_mean = amp.read @stages.15.layers.1.running_mean : tensor<512xf32>
  %stages_15_layers_1_running_var = amp.read @stages.15.layers.1.running_var : tensor<512xf32>
  %stages_15_layers_4_running_mean = amp.read @stages.15.layers.4.running_mean : tensor<512xf32>
  %stages_15_layers_4_running_var = amp.read @stages.15.layers.4.running_var : tensor<512xf32>
  %stages_15_layers_7_running_mean = amp.read @stages.15.layers.7.running_mean : tensor<2048xf32>
  %stages_15_layers_7_running_var = amp.read @stages.15.layers.7.running_var : tensor<2048xf32>
  %images_f32 = amp.cast %images : tensor<?x3x32x32xui8> to tensor<?x3x32x32xf32> loc("to")
  %c = amp.constant dense<255.0> : tensor<f32> loc("div")
  %div = amp.div %images_f32, %c : (tensor<?x3x32x32xf32>, tensor<f32>) -> tensor<?x3x32x32xf32> loc("div")
  %c_1 = amp.constant dense<0.5> : tensor<f32> loc("sub")
  %sub = amp.sub %div, %c_1 : (tensor<?x3x32x32xf32>, tensor<f32>) -> tensor<?x3x32x32xf32> loc("sub")
  %_0 = amp.conv2d %sub, %first_0_weight {padding = array<i64: 1, 1>} : (tensor<?x3x32x32xf32>, tensor<64x3x3x3xf32>) -> tensor<?x64x32x32xf32> loc("first.0")
  %_1 = amp.batch_norm %_0 weight(%first_1_weight) bias(%first_1_bias) running_mean(%first_1_running_mean) running_var(%first_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("first.1")
  %_2 = amp.relu %_1 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("first.2")
  %_0_1 = amp.conv2d %_2, %stages_0_layers_0_weight : (tensor<?x64x32x32xf32>, tensor<64x64x1x1xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.0")
  %_1_1 = amp.batch_norm %_0_1 weight(%stages_0_layers_1_weight) bias(%stages_0_layers_1_bias) running_mean(%stages_0_layers_1_running_mean) running_var(%stages_0_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.1")
  %_2_1 = amp.relu %_1_1 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.2")
  %_3 = amp.conv2d %_2_1, %stages_0_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.3")
  %_4 = amp.batch_norm %_3 weight(%stages_0_layers_4_weight) bias(%stages_0_layers_4_bias) running_mean(%stages_0_layers_4_running_mean) running_var(%stages_0_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.4")
  %_5 = amp.relu %_4 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.5")
  %_6 = amp.conv2d %_5, %stages_0_layers_6_weight : (tensor<?x64x32x32xf32>, tensor<256x64x1x1xf32>) -> tensor<?x256x32x32xf32> loc("stages.0.layers.6")
  %_7 = amp.batch_norm %_6 weight(%stages_0_layers_7_weight) bias(%stages_0_layers_7_bias) running_mean(%stages_0_layers_7_running_mean) running_var(%stages_0_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x32x32xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x32x32xf32> loc("stages.0.layers.7")
  %_0_2 = amp.conv2d %_2, %stages_0_short_0_weight : (tensor<?x64x32x32xf32>, tensor<256x64x1x1xf32>) -> tensor<?x256x32x32xf32> loc("stages.0.short.0")
  %_1_2 = amp.batch_norm %_0_2 weight(%stages_0_short_1_weight) bias(%stages_0_short_1_bias) running_mean(%stages_0_short_1_running_mean) running_var(%stages_0_short_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x32x32xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x32x32xf32> loc("stages.0.short.1")
  %_0_3 = amp.add %_7, %_1_2 : (tensor<?x256x32x32xf32>, tensor<?x256x32x32xf32>) -> tensor<?x256x32x32xf32> loc("stages.0")
  %_0_4 = amp.relu %_0_3 : (tensor<?x256x32x32xf32>) -> tensor<?x256x32x32xf32> loc("stages.0")
  %_0_5 = amp.conv2d %_0_4, %stages_1_layers_0_weight : (tensor<?x256x32x32xf32>, tensor<64x256x1x1xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.0")
  %_1_3 = amp.batch_norm %_0_5 weight(%stages_1_layers_1_weight) bias(%stages_1_layers_1_bias) running_mean(%stages_1_layers_1_running_mean) running_var(%stages_1_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.1")
  %_2_2 = amp.relu %_1_3 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.2")
  %_3_1 = amp.conv2d %_2_2, %stages_1_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.3")
  %_4_1 = amp.batch_norm %_3_1 weight(%stages_1_layers_4_weight) bias(%stages_1_layers_4_bias) running_mean(%stages_1_layers_4_running_mean) running_var(%stages_1_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.4")
  %_5_1 = amp.relu %_4_1 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.5")
  %_6_1 = amp.conv2d %_5_1, %stages_1_layers_6_weight : (tensor<?x64x32x32xf32>, tensor<256x64x1x1xf32>) -> tensor<?x256x32x32xf32> loc("stages.1.layers.6")
  %_7_1 = amp.batch_norm %_6_1 weight(%stages_1_layers_7_weight) bias(%stages_1_layers_7_bias) running_mean(%stages_1_layers_7_running_mean) running_var(%stages_1_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x32x32xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x32x32xf32> loc("stages.1.layers.7")
  %_1_4 = amp.add %_7_1, %_0_4 : (tensor<?x256x32x32xf32>, tensor<?x256x32x32xf32>) -> tensor<?x256x32x32xf32> loc("stages.1")
  %_1_5 = amp.relu %_1_4 : (tensor<?x256x32x32xf32>) -> tensor<?x256x32x32xf32> loc("stages.1")
  %_0_6 = amp.conv2d %_1_5, %stages_2_layers_0_weight : (tensor<?x256x32x32xf32>, tensor<64x256x1x1xf32>) -> tensor<?x64x32x32xf32> loc("stages.2.layers.0")
  %_1_6 = amp.batch_norm %_0_6 weight(%stages_2_layers_1_weight) bias(%stages_2_layers_1_bias) running_mean(%stages_2_layers_1_running_mean) running_var(%stages_2_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("stages.2.layers.1")
  %_2_3 = amp.relu %_1_6 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.2.layers.2")
  %_3_2 = amp.conv2d %_2_3, %stages_2_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.2.layers.3")
  %_4_2 = amp.batch_norm %_3_2 weight(%stages_2_layers_4_weight) bias(%stages_2_layers_4_bias) running_mean(%stages_2_layers_4_running_mean) running_var(%stages_2_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("stages.2.layers.4")
  %_5_2 = amp.relu %_4_2 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.2.layers.5")
  %_6_2 = amp.conv2d %_5_2, %stages_2_layers_6_weight : (tensor<?x64x32x32xf32>, tensor<256x64x1x1xf32>) -> tensor<?x256x32x32xf32> loc("stages.2.layers.6")
  %_7_2 = amp.batch_norm %_6_2 weight(%stages_2_layers_7_weight) bias(%stages_2_layers_7_bias) running_mean(%stages_2_layers_7_running_mean) running_var(%stages_2_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x32x32xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x32x32xf32> loc("stages.2.layers.7")
  %_2_4 = amp.add %_7_2, %_1_5 : (tensor<?x256x32x32xf32>, tensor<?x256x32x32xf32>) -> tensor<?x256x32x32xf32> loc("stages.2")
  %_2_5 = amp.relu %_2_4 : (tensor<?x256x32x32xf32>) -> tensor<?x256x32x32xf32> loc("stages.2")
  %_0_7 = amp.conv2d %_2_5, %stages_3_layers_0_weight : (tensor<?x256x32x32xf32>, tensor<128x256x1x1xf32>) -> tensor<?x128x32x32xf32> loc("stages.3.layers.0")
  %_1_7 = amp.batch_norm %_0_7 weight(%stages_3_layers_1_weight) bias(%stages_3_layers_1_bias) running_mean(%stages_3_layers_1_running_mean) running_var(%stages_3_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x32x32xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x32x32xf32> loc("stages.3.layers.1")
  %_2_6 = amp.relu %_1_7 : (tensor<?x128x32x32xf32>) -> tensor<?x128x32x32xf32> loc("stages.3.layers.2")
  %_3_3 = amp.conv2d %_2_6, %stages_3_layers_3_weight {stride = array<i64: 2, 2>, padding = array<i64: 1, 1>} : (tensor<?x128x32x32xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.3")
  %_4_3 = amp.batch_norm %_3_3 weight(%stages_3_layers_4_weight) bias(%stages_3_layers_4_bias) running_mean(%stages_3_layers_4_running_mean) running_var(%stages_3_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.4")
  %_5_3 = amp.relu %_4_3 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.5")
  %_6_3 = amp.conv2d %_5_3, %stages_3_layers_6_weight : (tensor<?x128x16x16xf32>, tensor<512x128x1x1xf32>) -> tensor<?x512x16x16xf32> loc("stages.3.layers.6")
  %_7_3 = amp.batch_norm %_6_3 weight(%stages_3_layers_7_weight) bias(%stages_3_layers_7_bias) running_mean(%stages_3_layers_7_running_mean) running_var(%stages_3_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x16x16xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x16x16xf32> loc("stages.3.layers.7")
  %_0_8 = amp.conv2d %_2_5, %stages_3_short_0_weight {stride = array<i64: 2, 2>} : (tensor<?x256x32x32xf32>, tensor<512x256x1x1xf32>) -> tensor<?x512x16x16xf32> loc("stages.3.short.0")
  %_1_8 = amp.batch_norm %_0_8 weight(%stages_3_short_1_weight) bias(%stages_3_short_1_bias) running_mean(%stages_3_short_1_running_mean) running_var(%stages_3_short_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x16x16xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x16x16xf32> loc("stages.3.short.1")
  %_3_4 = amp.add %_7_3, %_1_8 : (tensor<?x512x16x16xf32>, tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.3")
  %_3_5 = amp.relu %_3_4 : (tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.3")
  %_0_9 = amp.conv2d %_3_5, %stages_4_layers_0_weight : (tensor<?x512x16x16xf32>, tensor<128x512x1x1xf32>) -> tensor<?x128x16x16xf32> loc("stages.4.layers.0")
  %_1_9 = amp.batch_norm %_0_9 weight(%stages_4_layers_1_weight) bias(%stages_4_layers_1_bias) running_mean(%stages_4_layers_1_running_mean) running_var(%stages_4_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.4.layers.1")
  %_2_7 = amp.relu %_1_9 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.4.layers.2")
  %_3_6 = amp.conv2d %_2_7, %stages_4_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.4.layers.3")
  %_4_4 = amp.batch_norm %_3_6 weight(%stages_4_layers_4_weight) bias(%stages_4_layers_4_bias) running_mean(%stages_4_layers_4_running_mean) running_var(%stages_4_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.4.layers.4")
  %_5_4 = amp.relu %_4_4 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.4.layers.5")
  %_6_4 = amp.conv2d %_5_4, %stages_4_layers_6_weight : (tensor<?x128x16x16xf32>, tensor<512x128x1x1xf32>) -> tensor<?x512x16x16xf32> loc("stages.4.layers.6")
  %_7_4 = amp.batch_norm %_6_4 weight(%stages_4_layers_7_weight) bias(%stages_4_layers_7_bias) running_mean(%stages_4_layers_7_running_mean) running_var(%stages_4_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x16x16xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x16x16xf32> loc("stages.4.layers.7")
  %_4_5 = amp.add %_7_4, %_3_5 : (tensor<?x512x16x16xf32>, tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.4")
  %_4_6 = amp.relu %_4_5 : (tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.4")
  %_0_10 = amp.conv2d %_4_6, %stages_5_layers_0_weight : (tensor<?x512x16x16xf32>, tensor<128x512x1x1xf32>) -> tensor<?x128x16x16xf32> loc("stages.5.layers.0")
  %_1_10 = amp.batch_norm %_0_10 weight(%stages_5_layers_1_weight) bias(%stages_5_layers_1_bias) running_mean(%stages_5_layers_1_running_mean) running_var(%stages_5_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.5.layers.1")
  %_2_8 = amp.relu %_1_10 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.5.layers.2")
  %_3_7 = amp.conv2d %_2_8, %stages_5_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.5.layers.3")
  %_4_7 = amp.batch_norm %_3_7 weight(%stages_5_layers_4_weight) bias(%stages_5_layers_4_bias) running_mean(%stages_5_layers_4_running_mean) running_var(%stages_5_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.5.layers.4")
  %_5_5 = amp.relu %_4_7 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.5.layers.5")
  %_6_5 = amp.conv2d %_5_5, %stages_5_layers_6_weight : (tensor<?x128x16x16xf32>, tensor<512x128x1x1xf32>) -> tensor<?x512x16x16xf32> loc("stages.5.layers.6")
  %_7_5 = amp.batch_norm %_6_5 weight(%stages_5_layers_7_weight) bias(%stages_5_layers_7_bias) running_mean(%stages_5_layers_7_running_mean) running_var(%stages_5_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x16x16xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x16x16xf32> loc("stages.5.layers.7")
  %_5_6 = amp.add %_7_5, %_4_6 : (tensor<?x512x16x16xf32>, tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.5")
  %_5_7 = amp.relu %_5_6 : (tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.5")
  %_0_11 = amp.conv2d %_5_7, %stages_6_layers_0_weight : (tensor<?x512x16x16xf32>, tensor<128x512x1x1xf32>) -> tensor<?x128x16x16xf32> loc("stages.6.layers.0")
  %_1_11 = amp.batch_norm %_0_11 weight(%stages_6_layers_1_weight) bias(%stages_6_layers_1_bias) running_mean(%stages_6_layers_1_running_mean) running_var(%stages_6_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.6.layers.1")
  %_2_9 = amp.relu %_1_11 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.6.layers.2")
  %_3_8 = amp.conv2d %_2_9, %stages_6_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.6.layers.3")
  %_4_8 = amp.batch_norm %_3_8 weight(%stages_6_layers_4_weight) bias(%stages_6_layers_4_bias) running_mean(%stages_6_layers_4_running_mean) running_var(%stages_6_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.6.layers.4")
  %_5_8 = amp.relu %_4_8 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.6.layers.5")
  %_6_6 = amp.conv2d %_5_8, %stages_6_layers_6_weight : (tensor<?x128x16x16xf32>, tensor<512x128x1x1xf32>) -> tensor<?x512x16x16xf32> loc("stages.6.layers.6")
  %_7_6 = amp.batch_norm %_6_6 weight(%stages_6_layers_7_weight) bias(%stages_6_layers_7_bias) running_mean(%stages_6_layers_7_running_mean) running_var(%stages_6_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x16x16xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x16x16xf32> loc("stages.6.layers.7")
  %_6_7 = amp.add %_7_6, %_5_7 : (tensor<?x512x16x16xf32>, tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.6")
  %_6_8 = amp.relu %_6_7 : (tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.6")
  %_0_12 = amp.conv2d %_6_8, %stages_7_layers_0_weight : (tensor<?x512x16x16xf32>, tensor<256x512x1x1xf32>) -> tensor<?x256x16x16xf32> loc("stages.7.layers.0")
  %_1_12 = amp.batch_norm %_0_12 weight(%stages_7_layers_1_weight) bias(%stages_7_layers_1_bias) running_mean(%stages_7_layers_1_running_mean) running_var(%stages_7_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x16x16xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x16x16xf32> loc("stages.7.layers.1")
  %_2_10 = amp.relu %_1_12 : (tensor<?x256x16x16xf32>) -> tensor<?x256x16x16xf32> loc("stages.7.layers.2")
  %_3_9 = amp.conv2d %_2_10, %stages_7_layers_3_weight {stride = array<i64: 2, 2>, padding = array<i64: 1, 1>} : (tensor<?x256x16x16xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.7.layers.3")
  %_4_9 = amp.batch_norm %_3_9 weight(%stages_7_layers_4_weight) bias(%stages_7_layers_4_bias) running_mean(%stages_7_layers_4_running_mean) running_var(%stages_7_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.7.layers.4")
  %_5_9 = amp.relu %_4_9 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.7.layers.5")
  %_6_9 = amp.conv2d %_5_9, %stages_7_layers_6_weight : (tensor<?x256x8x8xf32>, tensor<1024x256x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.7.layers.6")
  %_7_7 = amp.batch_norm %_6_9 weight(%stages_7_layers_7_weight) bias(%stages_7_layers_7_bias) running_mean(%stages_7_layers_7_running_mean) running_var(%stages_7_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<?x1024x8x8xf32> loc("stages.7.layers.7")
  %_0_13 = amp.conv2d %_6_8, %stages_7_short_0_weight {stride = array<i64: 2, 2>} : (tensor<?x512x16x16xf32>, tensor<1024x512x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.7.short.0")
  %_1_13 = amp.batch_norm %_0_13 weight(%stages_7_short_1_weight) bias(%stages_7_short_1_bias) running_mean(%stages_7_short_1_running_mean) running_var(%stages_7_short_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<?x1024x8x8xf32> loc("stages.7.short.1")
  %_7_8 = amp.add %_7_7, %_1_13 : (tensor<?x1024x8x8xf32>, tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.7")
  %_7_9 = amp.relu %_7_8 : (tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.7")
  %_0_14 = amp.conv2d %_7_9, %stages_8_layers_0_weight : (tensor<?x1024x8x8xf32>, tensor<256x1024x1x1xf32>) -> tensor<?x256x8x8xf32> loc("stages.8.layers.0")
  %_1_14 = amp.batch_norm %_0_14 weight(%stages_8_layers_1_weight) bias(%stages_8_layers_1_bias) running_mean(%stages_8_layers_1_running_mean) running_var(%stages_8_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.8.layers.1")
  %_2_11 = amp.relu %_1_14 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.8.layers.2")
  %_3_10 = amp.conv2d %_2_11, %stages_8_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.8.layers.3")
  %_4_10 = amp.batch_norm %_3_10 weight(%stages_8_layers_4_weight) bias(%stages_8_layers_4_bias) running_mean(%stages_8_layers_4_running_mean) running_var(%stages_8_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.8.layers.4")
  %_5_10 = amp.relu %_4_10 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.8.layers.5")
  %_6_10 = amp.conv2d %_5_10, %stages_8_layers_6_weight : (tensor<?x256x8x8xf32>, tensor<1024x256x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.8.layers.6")
  %_7_10 = amp.batch_norm %_6_10 weight(%stages_8_layers_7_weight) bias(%stages_8_layers_7_bias) running_mean(%stages_8_layers_7_running_mean) running_var(%stages_8_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<?x1024x8x8xf32> loc("stages.8.layers.7")
  %_8 = amp.add %_7_10, %_7_9 : (tensor<?x1024x8x8xf32>, tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.8")
  %_8_1 = amp.relu %_8 : (tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.8")
  %_0_15 = amp.conv2d %_8_1, %stages_9_layers_0_weight : (tensor<?x1024x8x8xf32>, tensor<256x1024x1x1xf32>) -> tensor<?x256x8x8xf32> loc("stages.9.layers.0")
  %_1_15 = amp.batch_norm %_0_15 weight(%stages_9_layers_1_weight) bias(%stages_9_layers_1_bias) running_mean(%stages_9_layers_1_running_mean) running_var(%stages_9_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.9.layers.1")
  %_2_12 = amp.relu %_1_15 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.9.layers.2")
  %_3_11 = amp.conv2d %_2_12, %stages_9_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.9.layers.3")
  %_4_11 = amp.batch_norm %_3_11 weight(%stages_9_layers_4_weight) bias(%stages_9_layers_4_bias) running_mean(%stages_9_layers_4_running_mean) running_var(%stages_9_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.9.layers.4")
  %_5_11 = amp.relu %_4_11 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.9.layers.5")
  %_6_11 = amp.conv2d %_5_11, %stages_9_layers_6_weight : (tensor<?x256x8x8xf32>, tensor<1024x256x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.9.layers.6")
  %_7_11 = amp.batch_norm %_6_11 weight(%stages_9_layers_7_weight) bias(%stages_9_layers_7_bias) running_mean(%stages_9_layers_7_running_mean) running_var(%stages_9_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<?x1024x8x8xf32> loc("stages.9.layers.7")
  %_9 = amp.add %_7_11, %_8_1 : (tensor<?x1024x8x8xf32>, tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.9")
  %_9_1 = amp.relu %_9 : (tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.9")
  %_0_16 = amp.conv2d %_9_1, %stages_10_layers_0_weight : (tensor<?x1024x8x8xf32>, tensor<256x1024x1x1xf32>) -> tensor<?x256x8x8xf32> loc("stages.10.layers.0")
  %_1_16 = amp.batch_norm %_0_16 weight(%stages_10_layers_1_weight) bias(%stages_10_layers_1_bias) running_mean(%stages_10_layers_1_running_mean) running_var(%stages_10_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.10.layers.1")
  %_2_13 = amp.relu %_1_16 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.10.layers.2")
  %_3_12 = amp.conv2d %_2_13, %stages_10_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.10.layers.3")
  %_4_12 = amp.batch_norm %_3_12 weight(%stages_10_layers_4_weight) bias(%stages_10_layers_4_bias) running_mean(%stages_10_layers_4_running_mean) running_var(%stages_10_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.10.layers.4")
  %_5_12 = amp.relu %_4_12 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.10.layers.5")
  %_6_12 = amp.conv2d %_5_12, %stages_10_layers_6_weight : (tensor<?x256x8x8xf32>, tensor<1024x256x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.10.layers.6")
  %_7_12 = amp.batch_norm %_6_12 weight(%stages_10_layers_7_weight) bias(%stages_10_layers_7_bias) running_mean(%stages_10_layers_7_running_mean) running_var(%stages_10_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<?x1024x8x8xf32> loc("stages.10.layers.7")
  %_10 = amp.add %_7_12, %_9_1 : (tensor<?x1024x8x8xf32>, tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.10")
  %_10_1 = amp.relu %_10 : (tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.10")
  %_0_17 = amp.conv2d %_10_1, %stages_11_layers_0_weight : (tensor<?x1024x8x8xf32>, tensor<256x1024x1x1xf32>) -> tensor<?x256x8x8xf32> loc("stages.11.layers.0")
  %_1_17 = amp.batch_norm %_0_17 weight(%stages_11_layers_1_weight) bias(%stages_11_layers_1_bias) running_mean(%stages_11_layers_1_running_mean) running_var(%stages_11_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.11.layers.1")
  %_2_14 = amp.relu %_1_17 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.11.layers.2")
  %_3_13 = amp.conv2d %_2_14, %stages_11_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.11.layers.3")
  %_4_13 = amp.batch_norm %_3_13 weight(%stages_11_layers_4_weight) bias(%stages_11_layers_4_bias) running_mean(%stages_11_layers_4_running_mean) running_var(%stages_11_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.11.layers.4")
  %_5_13 = amp.relu %_4_13 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.11.layers.5")
  %_6_13 = amp.conv2d %_5_13, %stages_11_layers_6_weight : (tensor<?x256x8x8xf32>, tensor<1024x256x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.11.layers.6")
  %_7_13 = amp.batch_norm %_6_13 weight(%stages_11_layers_7_weight) bias(%stages_11_layers_7_bias) running_mean(%stages_11_layers_7_running_mean) running_var(%stages_11_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<?x1024x8x8xf32> loc("stages.11.layers.7")
  %_11 = amp.add %_7_13, %_10_1 : (tensor<?x1024x8x8xf32>, tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.11")
  %_11_1 = amp.relu %_11 : (tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.11")
  %_0_18 = amp.conv2d %_11_1, %stages_12_layers_0_weight : (tensor<?x1024x8x8xf32>, tensor<256x1024x1x1xf32>) -> tensor<?x256x8x8xf32> loc("stages.12.layers.0")
  %_1_18 = amp.batch_norm %_0_18 weight(%stages_12_layers_1_weight) bias(%stages_12_layers_1_bias) running_mean(%stages_12_layers_1_running_mean) running_var(%stages_12_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.12.layers.1")
  %_2_15 = amp.relu %_1_18 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.12.layers.2")
  %_3_14 = amp.conv2d %_2_15, %stages_12_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.12.layers.3")
  %_4_14 = amp.batch_norm %_3_14 weight(%stages_12_layers_4_weight) bias(%stages_12_layers_4_bias) running_mean(%stages_12_layers_4_running_mean) running_var(%stages_12_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.12.layers.4")
  %_5_14 = amp.relu %_4_14 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.12.layers.5")
  %_6_14 = amp.conv2d %_5_14, %stages_12_layers_6_weight : (tensor<?x256x8x8xf32>, tensor<1024x256x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.12.layers.6")
  %_7_14 = amp.batch_norm %_6_14 weight(%stages_12_layers_7_weight) bias(%stages_12_layers_7_bias) running_mean(%stages_12_layers_7_running_mean) running_var(%stages_12_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<?x1024x8x8xf32> loc("stages.12.layers.7")
  %_12 = amp.add %_7_14, %_11_1 : (tensor<?x1024x8x8xf32>, tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.12")
  %_12_1 = amp.relu %_12 : (tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.12")
  %_0_19 = amp.conv2d %_12_1, %stages_13_layers_0_weight : (tensor<?x1024x8x8xf32>, tensor<512x1024x1x1xf32>) -> tensor<?x512x8x8xf32> loc("stages.13.layers.0")
  %_1_19 = amp.batch_norm %_0_19 weight(%stages_13_layers_1_weight) bias(%stages_13_layers_1_bias) running_mean(%stages_13_layers_1_running_mean) running_var(%stages_13_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x8x8xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x8x8xf32> loc("stages.13.layers.1")
  %_2_16 = amp.relu %_1_19 : (tensor<?x512x8x8xf32>) -> tensor<?x512x8x8xf32> loc("stages.13.layers.2")
  %_3_15 = amp.conv2d %_2_16, %stages_13_layers_3_weight {stride = array<i64: 2, 2>, padding = array<i64: 1, 1>} : (tensor<?x512x8x8xf32>, tensor<512x512x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.13.layers.3")
  %_4_15 = amp.batch_norm %_3_15 weight(%stages_13_layers_4_weight) bias(%stages_13_layers_4_bias) running_mean(%stages_13_layers_4_running_mean) running_var(%stages_13_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x4x4xf32> loc("stages.13.layers.4")
  %_5_15 = amp.relu %_4_15 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.13.layers.5")
  %_6_15 = amp.conv2d %_5_15, %stages_13_layers_6_weight : (tensor<?x512x4x4xf32>, tensor<2048x512x1x1xf32>) -> tensor<?x2048x4x4xf32> loc("stages.13.layers.6")
  %_7_15 = amp.batch_norm %_6_15 weight(%stages_13_layers_7_weight) bias(%stages_13_layers_7_bias) running_mean(%stages_13_layers_7_running_mean) running_var(%stages_13_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x2048x4x4xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>) -> tensor<?x2048x4x4xf32> loc("stages.13.layers.7")
  %_0_20 = amp.conv2d %_12_1, %stages_13_short_0_weight {stride = array<i64: 2, 2>} : (tensor<?x1024x8x8xf32>, tensor<2048x1024x1x1xf32>) -> tensor<?x2048x4x4xf32> loc("stages.13.short.0")
  %_1_20 = amp.batch_norm %_0_20 weight(%stages_13_short_1_weight) bias(%stages_13_short_1_bias) running_mean(%stages_13_short_1_running_mean) running_var(%stages_13_short_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x2048x4x4xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>) -> tensor<?x2048x4x4xf32> loc("stages.13.short.1")
  %_13 = amp.add %_7_15, %_1_20 : (tensor<?x2048x4x4xf32>, tensor<?x2048x4x4xf32>) -> tensor<?x2048x4x4xf32> loc("stages.13")
  %_13_1 = amp.relu %_13 : (tensor<?x2048x4x4xf32>) -> tensor<?x2048x4x4xf32> loc("stages.13")
  %_0_21 = amp.conv2d %_13_1, %stages_14_layers_0_weight : (tensor<?x2048x4x4xf32>, tensor<512x2048x1x1xf32>) -> tensor<?x512x4x4xf32> loc("stages.14.layers.0")
  %_1_21 = amp.batch_norm %_0_21 weight(%stages_14_layers_1_weight) bias(%stages_14_layers_1_bias) running_mean(%stages_14_layers_1_running_mean) running_var(%stages_14_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x4x4xf32> loc("stages.14.layers.1")
  %_2_17 = amp.relu %_1_21 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.14.layers.2")
  %_3_16 = amp.conv2d %_2_17, %stages_14_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x512x4x4xf32>, tensor<512x512x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.14.layers.3")
  %_4_16 = amp.batch_norm %_3_16 weight(%stages_14_layers_4_weight) bias(%stages_14_layers_4_bias) running_mean(%stages_14_layers_4_running_mean) running_var(%stages_14_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x4x4xf32> loc("stages.14.layers.4")
  %_5_16 = amp.relu %_4_16 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.14.layers.5")
  %_6_16 = amp.conv2d %_5_16, %stages_14_layers_6_weight : (tensor<?x512x4x4xf32>, tensor<2048x512x1x1xf32>) -> tensor<?x2048x4x4xf32> loc("stages.14.layers.6")
  %_7_16 = amp.batch_norm %_6_16 weight(%stages_14_layers_7_weight) bias(%stages_14_layers_7_bias) running_mean(%stages_14_layers_7_running_mean) running_var(%stages_14_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x2048x4x4xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>) -> tensor<?x2048x4x4xf32> loc("stages.14.layers.7")
  %_14 = amp.add %_7_16, %_13_1 : (tensor<?x2048x4x4xf32>, tensor<?x2048x4x4xf32>) -> tensor<?x2048x4x4xf32> loc("stages.14")
  %_14_1 = amp.relu %_14 : (tensor<?x2048x4x4xf32>) -> tensor<?x2048x4x4xf32> loc("stages.14")
  %_0_22 = amp.conv2d %_14_1, %stages_15_layers_0_weight : (tensor<?x2048x4x4xf32>, tensor<512x2048x1x1xf32>) -> tensor<?x512x4x4xf32> loc("stages.15.layers.0")
  %_1_22 = amp.batch_norm %_0_22 weight(%stages_15_layers_1_weight) bias(%stages_15_layers_1_bias) running_mean(%stages_15_layers_1_running_mean) running_var(%stages_15_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x4x4xf32> loc("stages.15.layers.1")
  %_2_18 = amp.relu %_1_22 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.15.layers.2")
  %_3_17 = amp.conv2d %_2_18, %stages_15_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x512x4x4xf32>, tensor<512x512x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.15.layers.3")
  %_4_17 = amp.batch_norm %_3_17 weight(%stages_15_layers_4_weight) bias(%stages_15_layers_4_bias) running_mean(%stages_15_layers_4_running_mean) running_var(%stages_15_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x4x4xf32> loc("stages.15.layers.4")
  %_5_17 = amp.relu %_4_17 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.15.layers.5")
  %_6_17 = amp.conv2d %_5_17, %stages_15_layers_6_weight : (tensor<?x512x4x4xf32>, tensor<2048x512x1x1xf32>) -> tensor<?x2048x4x4xf32> loc("stages.15.layers.6")
  %_7_17 = amp.batch_norm %_6_17 weight(%stages_15_layers_7_weight) bias(%stages_15_layers_7_bias) running_mean(%stages_15_layers_7_running_mean) running_var(%stages_15_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x2048x4x4xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>) -> tensor<?x2048x4x4xf32> loc("stages.15.layers.7")
  %_15 = amp.add %_7_17, %_14_1 : (tensor<?x2048x4x4xf32>, tensor<?x2048x4x4xf32>) -> tensor<?x2048x4x4xf32> loc("stages.15")
  %_15_1 = amp.relu %_15 : (tensor<?x2048x4x4xf32>) -> tensor<?x2048x4x4xf32> loc("stages.15")
  %mean = amp.mean %_15_1 {dims = array<i64: 2, 3>} : (tensor<?x2048x4x4xf32>) -> tensor<?x2048xf32> loc("mean")
  %classifier = amp.linear %mean, %classifier_weight, %classifier_bias : (tensor<?x2048xf32>, tensor<10x2048xf32>, tensor<10xf32>) -> tensor<?x10xf32> loc("classifier")
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
  %stages_0_layers_0_weight = amp.read @stages.0.layers.0.weight : tensor<64x64x1x1xf32>
  %stages_0_layers_1_weight = amp.read @stages.0.layers.1.weight : tensor<64xf32>
  %stages_0_layers_1_bias = amp.read @stages.0.layers.1.bias : tensor<64xf32>
  %stages_0_layers_3_weight = amp.read @stages.0.layers.3.weight : tensor<64x64x3x3xf32>
  %stages_0_layers_4_weight = amp.read @stages.0.layers.4.weight : tensor<64xf32>
  %stages_0_layers_4_bias = amp.read @stages.0.layers.4.bias : tensor<64xf32>
  %stages_0_layers_6_weight = amp.read @stages.0.layers.6.weight : tensor<256x64x1x1xf32>
  %stages_0_layers_7_weight = amp.read @stages.0.layers.7.weight : tensor<256xf32>
  %stages_0_layers_7_bias = amp.read @stages.0.layers.7.bias : tensor<256xf32>
  %stages_0_short_0_weight = amp.read @stages.0.short.0.weight : tensor<256x64x1x1xf32>
  %stages_0_short_1_weight = amp.read @stages.0.short.1.weight : tensor<256xf32>
  %stages_0_short_1_bias = amp.read @stages.0.short.1.bias : tensor<256xf32>
  %stages_1_layers_0_weight = amp.read @stages.1.layers.0.weight : tensor<64x256x1x1xf32>
  %stages_1_layers_1_weight = amp.read @stages.1.layers.1.weight : tensor<64xf32>
  %stages_1_layers_1_bias = amp.read @stages.1.layers.1.bias : tensor<64xf32>
  %stages_1_layers_3_weight = amp.read @stages.1.layers.3.weight : tensor<64x64x3x3xf32>
  %stages_1_layers_4_weight = amp.read @stages.1.layers.4.weight : tensor<64xf32>
  %stages_1_layers_4_bias = amp.read @stages.1.layers.4.bias : tensor<64xf32>
  %stages_1_layers_6_weight = amp.read @stages.1.layers.6.weight : tensor<256x64x1x1xf32>
  %stages_1_layers_7_weight = amp.read @stages.1.layers.7.weight : tensor<256xf32>
  %stages_1_layers_7_bias = amp.read @stages.1.layers.7.bias : tensor<256xf32>
  %stages_2_layers_0_weight = amp.read @stages.2.layers.0.weight : tensor<64x256x1x1xf32>
  %stages_2_layers_1_weight = amp.read @stages.2.layers.1.weight : tensor<64xf32>
  %stages_2_layers_1_bias = amp.read @stages.2.layers.1.bias : tensor<64xf32>
  %stages_2_layers_3_weight = amp.read @stages.2.layers.3.weight : tensor<64x64x3x3xf32>
  %stages_2_layers_4_weight = amp.read @stages.2.layers.4.weight : tensor<64xf32>
  %stages_2_layers_4_bias = amp.read @stages.2.layers.4.bias : tensor<64xf32>
  %stages_2_layers_6_weight = amp.read @stages.2.layers.6.weight : tensor<256x64x1x1xf32>
  %stages_2_layers_7_weight = amp.read @stages.2.layers.7.weight : tensor<256xf32>
  %stages_2_layers_7_bias = amp.read @stages.2.layers.7.bias : tensor<256xf32>
  %stages_3_layers_0_weight = amp.read @stages.3.layers.0.weight : tensor<128x256x1x1xf32>
  %stages_3_layers_1_weight = amp.read @stages.3.layers.1.weight : tensor<128xf32>
  %stages_3_layers_1_bias = amp.read @stages.3.layers.1.bias : tensor<128xf32>
  %stages_3_layers_3_weight = amp.read @stages.3.layers.3.weight : tensor<128x128x3x3xf32>
  %stages_3_layers_4_weight = amp.read @stages.3.layers.4.weight : tensor<128xf32>
  %stages_3_layers_4_bias = amp.read @stages.3.layers.4.bias : tensor<128xf32>
  %stages_3_layers_6_weight = amp.read @stages.3.layers.6.weight : tensor<512x128x1x1xf32>
  %stages_3_layers_7_weight = amp.read @stages.3.layers.7.weight : tensor<512xf32>
  %stages_3_layers_7_bias = amp.read @stages.3.layers.7.bias : tensor<512xf32>
  %stages_3_short_0_weight = amp.read @stages.3.short.0.weight : tensor<512x256x1x1xf32>
  %stages_3_short_1_weight = amp.read @stages.3.short.1.weight : tensor<512xf32>
  %stages_3_short_1_bias = amp.read @stages.3.short.1.bias : tensor<512xf32>
  %stages_4_layers_0_weight = amp.read @stages.4.layers.0.weight : tensor<128x512x1x1xf32>
  %stages_4_layers_1_weight = amp.read @stages.4.layers.1.weight : tensor<128xf32>
  %stages_4_layers_1_bias = amp.read @stages.4.layers.1.bias : tensor<128xf32>
  %stages_4_layers_3_weight = amp.read @stages.4.layers.3.weight : tensor<128x128x3x3xf32>
  %stages_4_layers_4_weight = amp.read @stages.4.layers.4.weight : tensor<128xf32>
  %stages_4_layers_4_bias = amp.read @stages.4.layers.4.bias : tensor<128xf32>
  %stages_4_layers_6_weight = amp.read @stages.4.layers.6.weight : tensor<512x128x1x1xf32>
  %stages_4_layers_7_weight = amp.read @stages.4.layers.7.weight : tensor<512xf32>
  %stages_4_layers_7_bias = amp.read @stages.4.layers.7.bias : tensor<512xf32>
  %stages_5_layers_0_weight = amp.read @stages.5.layers.0.weight : tensor<128x512x1x1xf32>
  %stages_5_layers_1_weight = amp.read @stages.5.layers.1.weight : tensor<128xf32>
  %stages_5_layers_1_bias = amp.read @stages.5.layers.1.bias : tensor<128xf32>
  %stages_5_layers_3_weight = amp.read @stages.5.layers.3.weight : tensor<128x128x3x3xf32>
  %stages_5_layers_4_weight = amp.read @stages.5.layers.4.weight : tensor<128xf32>
  %stages_5_layers_4_bias = amp.read @stages.5.layers.4.bias : tensor<128xf32>
  %stages_5_layers_6_weight = amp.read @stages.5.layers.6.weight : tensor<512x128x1x1xf32>
  %stages_5_layers_7_weight = amp.read @stages.5.layers.7.weight : tensor<512xf32>
  %stages_5_layers_7_bias = amp.read @stages.5.layers.7.bias : tensor<512xf32>
  %stages_6_layers_0_weight = amp.read @stages.6.layers.0.weight : tensor<128x512x1x1xf32>
  %stages_6_layers_1_weight = amp.read @stages.6.layers.1.weight : tensor<128xf32>
  %stages_6_layers_1_bias = amp.read @stages.6.layers.1.bias : tensor<128xf32>
  %stages_6_layers_3_weight = amp.read @stages.6.layers.3.weight : tensor<128x128x3x3xf32>
  %stages_6_layers_4_weight = amp.read @stages.6.layers.4.weight : tensor<128xf32>
  %stages_6_layers_4_bias = amp.read @stages.6.layers.4.bias : tensor<128xf32>
  %stages_6_layers_6_weight = amp.read @stages.6.layers.6.weight : tensor<512x128x1x1xf32>
  %stages_6_layers_7_weight = amp.read @stages.6.layers.7.weight : tensor<512xf32>
  %stages_6_layers_7_bias = amp.read @stages.6.layers.7.bias : tensor<512xf32>
  %stages_7_layers_0_weight = amp.read @stages.7.layers.0.weight : tensor<256x512x1x1xf32>
  %stages_7_layers_1_weight = amp.read @stages.7.layers.1.weight : tensor<256xf32>
  %stages_7_layers_1_bias = amp.read @stages.7.layers.1.bias : tensor<256xf32>
  %stages_7_layers_3_weight = amp.read @stages.7.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_7_layers_4_weight = amp.read @stages.7.layers.4.weight : tensor<256xf32>
  %stages_7_layers_4_bias = amp.read @stages.7.layers.4.bias : tensor<256xf32>
  %stages_7_layers_6_weight = amp.read @stages.7.layers.6.weight : tensor<1024x256x1x1xf32>
  %stages_7_layers_7_weight = amp.read @stages.7.layers.7.weight : tensor<1024xf32>
  %stages_7_layers_7_bias = amp.read @stages.7.layers.7.bias : tensor<1024xf32>
  %stages_7_short_0_weight = amp.read @stages.7.short.0.weight : tensor<1024x512x1x1xf32>
  %stages_7_short_1_weight = amp.read @stages.7.short.1.weight : tensor<1024xf32>
  %stages_7_short_1_bias = amp.read @stages.7.short.1.bias : tensor<1024xf32>
  %stages_8_layers_0_weight = amp.read @stages.8.layers.0.weight : tensor<256x1024x1x1xf32>
  %stages_8_layers_1_weight = amp.read @stages.8.layers.1.weight : tensor<256xf32>
  %stages_8_layers_1_bias = amp.read @stages.8.layers.1.bias : tensor<256xf32>
  %stages_8_layers_3_weight = amp.read @stages.8.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_8_layers_4_weight = amp.read @stages.8.layers.4.weight : tensor<256xf32>
  %stages_8_layers_4_bias = amp.read @stages.8.layers.4.bias : tensor<256xf32>
  %stages_8_layers_6_weight = amp.read @stages.8.layers.6.weight : tensor<1024x256x1x1xf32>
  %stages_8_layers_7_weight = amp.read @stages.8.layers.7.weight : tensor<1024xf32>
  %stages_8_layers_7_bias = amp.read @stages.8.layers.7.bias : tensor<1024xf32>
  %stages_9_layers_0_weight = amp.read @stages.9.layers.0.weight : tensor<256x1024x1x1xf32>
  %stages_9_layers_1_weight = amp.read @stages.9.layers.1.weight : tensor<256xf32>
  %stages_9_layers_1_bias = amp.read @stages.9.layers.1.bias : tensor<256xf32>
  %stages_9_layers_3_weight = amp.read @stages.9.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_9_layers_4_weight = amp.read @stages.9.layers.4.weight : tensor<256xf32>
  %stages_9_layers_4_bias = amp.read @stages.9.layers.4.bias : tensor<256xf32>
  %stages_9_layers_6_weight = amp.read @stages.9.layers.6.weight : tensor<1024x256x1x1xf32>
  %stages_9_layers_7_weight = amp.read @stages.9.layers.7.weight : tensor<1024xf32>
  %stages_9_layers_7_bias = amp.read @stages.9.layers.7.bias : tensor<1024xf32>
  %stages_10_layers_0_weight = amp.read @stages.10.layers.0.weight : tensor<256x1024x1x1xf32>
  %stages_10_layers_1_weight = amp.read @stages.10.layers.1.weight : tensor<256xf32>
  %stages_10_layers_1_bias = amp.read @stages.10.layers.1.bias : tensor<256xf32>
  %stages_10_layers_3_weight = amp.read @stages.10.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_10_layers_4_weight = amp.read @stages.10.layers.4.weight : tensor<256xf32>
  %stages_10_layers_4_bias = amp.read @stages.10.layers.4.bias : tensor<256xf32>
  %stages_10_layers_6_weight = amp.read @stages.10.layers.6.weight : tensor<1024x256x1x1xf32>
  %stages_10_layers_7_weight = amp.read @stages.10.layers.7.weight : tensor<1024xf32>
  %stages_10_layers_7_bias = amp.read @stages.10.layers.7.bias : tensor<1024xf32>
  %stages_11_layers_0_weight = amp.read @stages.11.layers.0.weight : tensor<256x1024x1x1xf32>
  %stages_11_layers_1_weight = amp.read @stages.11.layers.1.weight : tensor<256xf32>
  %stages_11_layers_1_bias = amp.read @stages.11.layers.1.bias : tensor<256xf32>
  %stages_11_layers_3_weight = amp.read @stages.11.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_11_layers_4_weight = amp.read @stages.11.layers.4.weight : tensor<256xf32>
  %stages_11_layers_4_bias = amp.read @stages.11.layers.4.bias : tensor<256xf32>
  %stages_11_layers_6_weight = amp.read @stages.11.layers.6.weight : tensor<1024x256x1x1xf32>
  %stages_11_layers_7_weight = amp.read @stages.11.layers.7.weight : tensor<1024xf32>
  %stages_11_layers_7_bias = amp.read @stages.11.layers.7.bias : tensor<1024xf32>
  %stages_12_layers_0_weight = amp.read @stages.12.layers.0.weight : tensor<256x1024x1x1xf32>
  %stages_12_layers_1_weight = amp.read @stages.12.layers.1.weight : tensor<256xf32>
  %stages_12_layers_1_bias = amp.read @stages.12.layers.1.bias : tensor<256xf32>
  %stages_12_layers_3_weight = amp.read @stages.12.layers.3.weight : tensor<256x256x3x3xf32>
  %stages_12_layers_4_weight = amp.read @stages.12.layers.4.weight : tensor<256xf32>
  %stages_12_layers_4_bias = amp.read @stages.12.layers.4.bias : tensor<256xf32>
  %stages_12_layers_6_weight = amp.read @stages.12.layers.6.weight : tensor<1024x256x1x1xf32>
  %stages_12_layers_7_weight = amp.read @stages.12.layers.7.weight : tensor<1024xf32>
  %stages_12_layers_7_bias = amp.read @stages.12.layers.7.bias : tensor<1024xf32>
  %stages_13_layers_0_weight = amp.read @stages.13.layers.0.weight : tensor<512x1024x1x1xf32>
  %stages_13_layers_1_weight = amp.read @stages.13.layers.1.weight : tensor<512xf32>
  %stages_13_layers_1_bias = amp.read @stages.13.layers.1.bias : tensor<512xf32>
  %stages_13_layers_3_weight = amp.read @stages.13.layers.3.weight : tensor<512x512x3x3xf32>
  %stages_13_layers_4_weight = amp.read @stages.13.layers.4.weight : tensor<512xf32>
  %stages_13_layers_4_bias = amp.read @stages.13.layers.4.bias : tensor<512xf32>
  %stages_13_layers_6_weight = amp.read @stages.13.layers.6.weight : tensor<2048x512x1x1xf32>
  %stages_13_layers_7_weight = amp.read @stages.13.layers.7.weight : tensor<2048xf32>
  %stages_13_layers_7_bias = amp.read @stages.13.layers.7.bias : tensor<2048xf32>
  %stages_13_short_0_weight = amp.read @stages.13.short.0.weight : tensor<2048x1024x1x1xf32>
  %stages_13_short_1_weight = amp.read @stages.13.short.1.weight : tensor<2048xf32>
  %stages_13_short_1_bias = amp.read @stages.13.short.1.bias : tensor<2048xf32>
  %stages_14_layers_0_weight = amp.read @stages.14.layers.0.weight : tensor<512x2048x1x1xf32>
  %stages_14_layers_1_weight = amp.read @stages.14.layers.1.weight : tensor<512xf32>
  %stages_14_layers_1_bias = amp.read @stages.14.layers.1.bias : tensor<512xf32>
  %stages_14_layers_3_weight = amp.read @stages.14.layers.3.weight : tensor<512x512x3x3xf32>
  %stages_14_layers_4_weight = amp.read @stages.14.layers.4.weight : tensor<512xf32>
  %stages_14_layers_4_bias = amp.read @stages.14.layers.4.bias : tensor<512xf32>
  %stages_14_layers_6_weight = amp.read @stages.14.layers.6.weight : tensor<2048x512x1x1xf32>
  %stages_14_layers_7_weight = amp.read @stages.14.layers.7.weight : tensor<2048xf32>
  %stages_14_layers_7_bias = amp.read @stages.14.layers.7.bias : tensor<2048xf32>
  %stages_15_layers_0_weight = amp.read @stages.15.layers.0.weight : tensor<512x2048x1x1xf32>
  %stages_15_layers_1_weight = amp.read @stages.15.layers.1.weight : tensor<512xf32>
  %stages_15_layers_1_bias = amp.read @stages.15.layers.1.bias : tensor<512xf32>
  %stages_15_layers_3_weight = amp.read @stages.15.layers.3.weight : tensor<512x512x3x3xf32>
  %stages_15_layers_4_weight = amp.read @stages.15.layers.4.weight : tensor<512xf32>
  %stages_15_layers_4_bias = amp.read @stages.15.layers.4.bias : tensor<512xf32>
  %stages_15_layers_6_weight = amp.read @stages.15.layers.6.weight : tensor<2048x512x1x1xf32>
  %stages_15_layers_7_weight = amp.read @stages.15.layers.7.weight : tensor<2048xf32>
  %stages_15_layers_7_bias = amp.read @stages.15.layers.7.bias : tensor<2048xf32>
  %classifier_weight = amp.read @classifier.weight : tensor<10x2048xf32>
  %classifier_bias = amp.read @classifier.bias : tensor<10xf32>
  %first_1_running_mean = amp.read @first.1.running_mean : tensor<64xf32>
  %first_1_running_var = amp.read @first.1.running_var : tensor<64xf32>
  %stages_0_layers_1_running_mean = amp.read @stages.0.layers.1.running_mean : tensor<64xf32>
  %stages_0_layers_1_running_var = amp.read @stages.0.layers.1.running_var : tensor<64xf32>
  %stages_0_layers_4_running_mean = amp.read @stages.0.layers.4.running_mean : tensor<64xf32>
  %stages_0_layers_4_running_var = amp.read @stages.0.layers.4.running_var : tensor<64xf32>
  %stages_0_layers_7_running_mean = amp.read @stages.0.layers.7.running_mean : tensor<256xf32>
  %stages_0_layers_7_running_var = amp.read @stages.0.layers.7.running_var : tensor<256xf32>
  %stages_0_short_1_running_mean = amp.read @stages.0.short.1.running_mean : tensor<256xf32>
  %stages_0_short_1_running_var = amp.read @stages.0.short.1.running_var : tensor<256xf32>
  %stages_1_layers_1_running_mean = amp.read @stages.1.layers.1.running_mean : tensor<64xf32>
  %stages_1_layers_1_running_var = amp.read @stages.1.layers.1.running_var : tensor<64xf32>
  %stages_1_layers_4_running_mean = amp.read @stages.1.layers.4.running_mean : tensor<64xf32>
  %stages_1_layers_4_running_var = amp.read @stages.1.layers.4.running_var : tensor<64xf32>
  %stages_1_layers_7_running_mean = amp.read @stages.1.layers.7.running_mean : tensor<256xf32>
  %stages_1_layers_7_running_var = amp.read @stages.1.layers.7.running_var : tensor<256xf32>
  %stages_2_layers_1_running_mean = amp.read @stages.2.layers.1.running_mean : tensor<64xf32>
  %stages_2_layers_1_running_var = amp.read @stages.2.layers.1.running_var : tensor<64xf32>
  %stages_2_layers_4_running_mean = amp.read @stages.2.layers.4.running_mean : tensor<64xf32>
  %stages_2_layers_4_running_var = amp.read @stages.2.layers.4.running_var : tensor<64xf32>
  %stages_2_layers_7_running_mean = amp.read @stages.2.layers.7.running_mean : tensor<256xf32>
  %stages_2_layers_7_running_var = amp.read @stages.2.layers.7.running_var : tensor<256xf32>
  %stages_3_layers_1_running_mean = amp.read @stages.3.layers.1.running_mean : tensor<128xf32>
  %stages_3_layers_1_running_var = amp.read @stages.3.layers.1.running_var : tensor<128xf32>
  %stages_3_layers_4_running_mean = amp.read @stages.3.layers.4.running_mean : tensor<128xf32>
  %stages_3_layers_4_running_var = amp.read @stages.3.layers.4.running_var : tensor<128xf32>
  %stages_3_layers_7_running_mean = amp.read @stages.3.layers.7.running_mean : tensor<512xf32>
  %stages_3_layers_7_running_var = amp.read @stages.3.layers.7.running_var : tensor<512xf32>
  %stages_3_short_1_running_mean = amp.read @stages.3.short.1.running_mean : tensor<512xf32>
  %stages_3_short_1_running_var = amp.read @stages.3.short.1.running_var : tensor<512xf32>
  %stages_4_layers_1_running_mean = amp.read @stages.4.layers.1.running_mean : tensor<128xf32>
  %stages_4_layers_1_running_var = amp.read @stages.4.layers.1.running_var : tensor<128xf32>
  %stages_4_layers_4_running_mean = amp.read @stages.4.layers.4.running_mean : tensor<128xf32>
  %stages_4_layers_4_running_var = amp.read @stages.4.layers.4.running_var : tensor<128xf32>
  %stages_4_layers_7_running_mean = amp.read @stages.4.layers.7.running_mean : tensor<512xf32>
  %stages_4_layers_7_running_var = amp.read @stages.4.layers.7.running_var : tensor<512xf32>
  %stages_5_layers_1_running_mean = amp.read @stages.5.layers.1.running_mean : tensor<128xf32>
  %stages_5_layers_1_running_var = amp.read @stages.5.layers.1.running_var : tensor<128xf32>
  %stages_5_layers_4_running_mean = amp.read @stages.5.layers.4.running_mean : tensor<128xf32>
  %stages_5_layers_4_running_var = amp.read @stages.5.layers.4.running_var : tensor<128xf32>
  %stages_5_layers_7_running_mean = amp.read @stages.5.layers.7.running_mean : tensor<512xf32>
  %stages_5_layers_7_running_var = amp.read @stages.5.layers.7.running_var : tensor<512xf32>
  %stages_6_layers_1_running_mean = amp.read @stages.6.layers.1.running_mean : tensor<128xf32>
  %stages_6_layers_1_running_var = amp.read @stages.6.layers.1.running_var : tensor<128xf32>
  %stages_6_layers_4_running_mean = amp.read @stages.6.layers.4.running_mean : tensor<128xf32>
  %stages_6_layers_4_running_var = amp.read @stages.6.layers.4.running_var : tensor<128xf32>
  %stages_6_layers_7_running_mean = amp.read @stages.6.layers.7.running_mean : tensor<512xf32>
  %stages_6_layers_7_running_var = amp.read @stages.6.layers.7.running_var : tensor<512xf32>
  %stages_7_layers_1_running_mean = amp.read @stages.7.layers.1.running_mean : tensor<256xf32>
  %stages_7_layers_1_running_var = amp.read @stages.7.layers.1.running_var : tensor<256xf32>
  %stages_7_layers_4_running_mean = amp.read @stages.7.layers.4.running_mean : tensor<256xf32>
  %stages_7_layers_4_running_var = amp.read @stages.7.layers.4.running_var : tensor<256xf32>
  %stages_7_layers_7_running_mean = amp.read @stages.7.layers.7.running_mean : tensor<1024xf32>
  %stages_7_layers_7_running_var = amp.read @stages.7.layers.7.running_var : tensor<1024xf32>
  %stages_7_short_1_running_mean = amp.read @stages.7.short.1.running_mean : tensor<1024xf32>
  %stages_7_short_1_running_var = amp.read @stages.7.short.1.running_var : tensor<1024xf32>
  %stages_8_layers_1_running_mean = amp.read @stages.8.layers.1.running_mean : tensor<256xf32>
  %stages_8_layers_1_running_var = amp.read @stages.8.layers.1.running_var : tensor<256xf32>
  %stages_8_layers_4_running_mean = amp.read @stages.8.layers.4.running_mean : tensor<256xf32>
  %stages_8_layers_4_running_var = amp.read @stages.8.layers.4.running_var : tensor<256xf32>
  %stages_8_layers_7_running_mean = amp.read @stages.8.layers.7.running_mean : tensor<1024xf32>
  %stages_8_layers_7_running_var = amp.read @stages.8.layers.7.running_var : tensor<1024xf32>
  %stages_9_layers_1_running_mean = amp.read @stages.9.layers.1.running_mean : tensor<256xf32>
  %stages_9_layers_1_running_var = amp.read @stages.9.layers.1.running_var : tensor<256xf32>
  %stages_9_layers_4_running_mean = amp.read @stages.9.layers.4.running_mean : tensor<256xf32>
  %stages_9_layers_4_running_var = amp.read @stages.9.layers.4.running_var : tensor<256xf32>
  %stages_9_layers_7_running_mean = amp.read @stages.9.layers.7.running_mean : tensor<1024xf32>
  %stages_9_layers_7_running_var = amp.read @stages.9.layers.7.running_var : tensor<1024xf32>
  %stages_10_layers_1_running_mean = amp.read @stages.10.layers.1.running_mean : tensor<256xf32>
  %stages_10_layers_1_running_var = amp.read @stages.10.layers.1.running_var : tensor<256xf32>
  %stages_10_layers_4_running_mean = amp.read @stages.10.layers.4.running_mean : tensor<256xf32>
  %stages_10_layers_4_running_var = amp.read @stages.10.layers.4.running_var : tensor<256xf32>
  %stages_10_layers_7_running_mean = amp.read @stages.10.layers.7.running_mean : tensor<1024xf32>
  %stages_10_layers_7_running_var = amp.read @stages.10.layers.7.running_var : tensor<1024xf32>
  %stages_11_layers_1_running_mean = amp.read @stages.11.layers.1.running_mean : tensor<256xf32>
  %stages_11_layers_1_running_var = amp.read @stages.11.layers.1.running_var : tensor<256xf32>
  %stages_11_layers_4_running_mean = amp.read @stages.11.layers.4.running_mean : tensor<256xf32>
  %stages_11_layers_4_running_var = amp.read @stages.11.layers.4.running_var : tensor<256xf32>
  %stages_11_layers_7_running_mean = amp.read @stages.11.layers.7.running_mean : tensor<1024xf32>
  %stages_11_layers_7_running_var = amp.read @stages.11.layers.7.running_var : tensor<1024xf32>
  %stages_12_layers_1_running_mean = amp.read @stages.12.layers.1.running_mean : tensor<256xf32>
  %stages_12_layers_1_running_var = amp.read @stages.12.layers.1.running_var : tensor<256xf32>
  %stages_12_layers_4_running_mean = amp.read @stages.12.layers.4.running_mean : tensor<256xf32>
  %stages_12_layers_4_running_var = amp.read @stages.12.layers.4.running_var : tensor<256xf32>
  %stages_12_layers_7_running_mean = amp.read @stages.12.layers.7.running_mean : tensor<1024xf32>
  %stages_12_layers_7_running_var = amp.read @stages.12.layers.7.running_var : tensor<1024xf32>
  %stages_13_layers_1_running_mean = amp.read @stages.13.layers.1.running_mean : tensor<512xf32>
  %stages_13_layers_1_running_var = amp.read @stages.13.layers.1.running_var : tensor<512xf32>
  %stages_13_layers_4_running_mean = amp.read @stages.13.layers.4.running_mean : tensor<512xf32>
  %stages_13_layers_4_running_var = amp.read @stages.13.layers.4.running_var : tensor<512xf32>
  %stages_13_layers_7_running_mean = amp.read @stages.13.layers.7.running_mean : tensor<2048xf32>
  %stages_13_layers_7_running_var = amp.read @stages.13.layers.7.running_var : tensor<2048xf32>
  %stages_13_short_1_running_mean = amp.read @stages.13.short.1.running_mean : tensor<2048xf32>
  %stages_13_short_1_running_var = amp.read @stages.13.short.1.running_var : tensor<2048xf32>
  %stages_14_layers_1_running_mean = amp.read @stages.14.layers.1.running_mean : tensor<512xf32>
  %stages_14_layers_1_running_var = amp.read @stages.14.layers.1.running_var : tensor<512xf32>
  %stages_14_layers_4_running_mean = amp.read @stages.14.layers.4.running_mean : tensor<512xf32>
  %stages_14_layers_4_running_var = amp.read @stages.14.layers.4.running_var : tensor<512xf32>
  %stages_14_layers_7_running_mean = amp.read @stages.14.layers.7.running_mean : tensor<2048xf32>
  %stages_14_layers_7_running_var = amp.read @stages.14.layers.7.running_var : tensor<2048xf32>
  %stages_15_layers_1_running_mean = amp.read @stages.15.layers.1.running_mean : tensor<512xf32>
  %stages_15_layers_1_running_var = amp.read @stages.15.layers.1.running_var : tensor<512xf32>
  %stages_15_layers_4_running_mean = amp.read @stages.15.layers.4.running_mean : tensor<512xf32>
  %stages_15_layers_4_running_var = amp.read @stages.15.layers.4.running_var : tensor<512xf32>
  %stages_15_layers_7_running_mean = amp.read @stages.15.layers.7.running_mean : tensor<2048xf32>
  %stages_15_layers_7_running_var = amp.read @stages.15.layers.7.running_var : tensor<2048xf32>
  %images_f32 = amp.cast %images : tensor<?x3x32x32xui8> to tensor<?x3x32x32xf32> loc("to")
  %c = amp.constant dense<255.0> : tensor<f32> loc("div")
  %div = amp.div %images_f32, %c : (tensor<?x3x32x32xf32>, tensor<f32>) -> tensor<?x3x32x32xf32> loc("div")
  %c_1 = amp.constant dense<0.5> : tensor<f32> loc("sub")
  %sub = amp.sub %div, %c_1 : (tensor<?x3x32x32xf32>, tensor<f32>) -> tensor<?x3x32x32xf32> loc("sub")
  %_0 = amp.conv2d %sub, %first_0_weight {padding = array<i64: 1, 1>} : (tensor<?x3x32x32xf32>, tensor<64x3x3x3xf32>) -> tensor<?x64x32x32xf32> loc("first.0")
  %_1 = amp.batch_norm %_0 weight(%first_1_weight) bias(%first_1_bias) running_mean(%first_1_running_mean) running_var(%first_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("first.1")
  %_2 = amp.relu %_1 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("first.2")
  %_0_1 = amp.conv2d %_2, %stages_0_layers_0_weight : (tensor<?x64x32x32xf32>, tensor<64x64x1x1xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.0")
  %_1_1 = amp.batch_norm %_0_1 weight(%stages_0_layers_1_weight) bias(%stages_0_layers_1_bias) running_mean(%stages_0_layers_1_running_mean) running_var(%stages_0_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.1")
  %_2_1 = amp.relu %_1_1 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.2")
  %_3 = amp.conv2d %_2_1, %stages_0_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.3")
  %_4 = amp.batch_norm %_3 weight(%stages_0_layers_4_weight) bias(%stages_0_layers_4_bias) running_mean(%stages_0_layers_4_running_mean) running_var(%stages_0_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.4")
  %_5 = amp.relu %_4 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.0.layers.5")
  %_6 = amp.conv2d %_5, %stages_0_layers_6_weight : (tensor<?x64x32x32xf32>, tensor<256x64x1x1xf32>) -> tensor<?x256x32x32xf32> loc("stages.0.layers.6")
  %_7 = amp.batch_norm %_6 weight(%stages_0_layers_7_weight) bias(%stages_0_layers_7_bias) running_mean(%stages_0_layers_7_running_mean) running_var(%stages_0_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x32x32xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x32x32xf32> loc("stages.0.layers.7")
  %_0_2 = amp.conv2d %_2, %stages_0_short_0_weight : (tensor<?x64x32x32xf32>, tensor<256x64x1x1xf32>) -> tensor<?x256x32x32xf32> loc("stages.0.short.0")
  %_1_2 = amp.batch_norm %_0_2 weight(%stages_0_short_1_weight) bias(%stages_0_short_1_bias) running_mean(%stages_0_short_1_running_mean) running_var(%stages_0_short_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x32x32xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x32x32xf32> loc("stages.0.short.1")
  %_0_3 = amp.add %_7, %_1_2 : (tensor<?x256x32x32xf32>, tensor<?x256x32x32xf32>) -> tensor<?x256x32x32xf32> loc("stages.0")
  %_0_4 = amp.relu %_0_3 : (tensor<?x256x32x32xf32>) -> tensor<?x256x32x32xf32> loc("stages.0")
  %_0_5 = amp.conv2d %_0_4, %stages_1_layers_0_weight : (tensor<?x256x32x32xf32>, tensor<64x256x1x1xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.0")
  %_1_3 = amp.batch_norm %_0_5 weight(%stages_1_layers_1_weight) bias(%stages_1_layers_1_bias) running_mean(%stages_1_layers_1_running_mean) running_var(%stages_1_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.1")
  %_2_2 = amp.relu %_1_3 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.2")
  %_3_1 = amp.conv2d %_2_2, %stages_1_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.3")
  %_4_1 = amp.batch_norm %_3_1 weight(%stages_1_layers_4_weight) bias(%stages_1_layers_4_bias) running_mean(%stages_1_layers_4_running_mean) running_var(%stages_1_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.4")
  %_5_1 = amp.relu %_4_1 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.1.layers.5")
  %_6_1 = amp.conv2d %_5_1, %stages_1_layers_6_weight : (tensor<?x64x32x32xf32>, tensor<256x64x1x1xf32>) -> tensor<?x256x32x32xf32> loc("stages.1.layers.6")
  %_7_1 = amp.batch_norm %_6_1 weight(%stages_1_layers_7_weight) bias(%stages_1_layers_7_bias) running_mean(%stages_1_layers_7_running_mean) running_var(%stages_1_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x32x32xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x32x32xf32> loc("stages.1.layers.7")
  %_1_4 = amp.add %_7_1, %_0_4 : (tensor<?x256x32x32xf32>, tensor<?x256x32x32xf32>) -> tensor<?x256x32x32xf32> loc("stages.1")
  %_1_5 = amp.relu %_1_4 : (tensor<?x256x32x32xf32>) -> tensor<?x256x32x32xf32> loc("stages.1")
  %_0_6 = amp.conv2d %_1_5, %stages_2_layers_0_weight : (tensor<?x256x32x32xf32>, tensor<64x256x1x1xf32>) -> tensor<?x64x32x32xf32> loc("stages.2.layers.0")
  %_1_6 = amp.batch_norm %_0_6 weight(%stages_2_layers_1_weight) bias(%stages_2_layers_1_bias) running_mean(%stages_2_layers_1_running_mean) running_var(%stages_2_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("stages.2.layers.1")
  %_2_3 = amp.relu %_1_6 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.2.layers.2")
  %_3_2 = amp.conv2d %_2_3, %stages_2_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x64x32x32xf32>, tensor<64x64x3x3xf32>) -> tensor<?x64x32x32xf32> loc("stages.2.layers.3")
  %_4_2 = amp.batch_norm %_3_2 weight(%stages_2_layers_4_weight) bias(%stages_2_layers_4_bias) running_mean(%stages_2_layers_4_running_mean) running_var(%stages_2_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x64x32x32xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x64x32x32xf32> loc("stages.2.layers.4")
  %_5_2 = amp.relu %_4_2 : (tensor<?x64x32x32xf32>) -> tensor<?x64x32x32xf32> loc("stages.2.layers.5")
  %_6_2 = amp.conv2d %_5_2, %stages_2_layers_6_weight : (tensor<?x64x32x32xf32>, tensor<256x64x1x1xf32>) -> tensor<?x256x32x32xf32> loc("stages.2.layers.6")
  %_7_2 = amp.batch_norm %_6_2 weight(%stages_2_layers_7_weight) bias(%stages_2_layers_7_bias) running_mean(%stages_2_layers_7_running_mean) running_var(%stages_2_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x32x32xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x32x32xf32> loc("stages.2.layers.7")
  %_2_4 = amp.add %_7_2, %_1_5 : (tensor<?x256x32x32xf32>, tensor<?x256x32x32xf32>) -> tensor<?x256x32x32xf32> loc("stages.2")
  %_2_5 = amp.relu %_2_4 : (tensor<?x256x32x32xf32>) -> tensor<?x256x32x32xf32> loc("stages.2")
  %_0_7 = amp.conv2d %_2_5, %stages_3_layers_0_weight : (tensor<?x256x32x32xf32>, tensor<128x256x1x1xf32>) -> tensor<?x128x32x32xf32> loc("stages.3.layers.0")
  %_1_7 = amp.batch_norm %_0_7 weight(%stages_3_layers_1_weight) bias(%stages_3_layers_1_bias) running_mean(%stages_3_layers_1_running_mean) running_var(%stages_3_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x32x32xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x32x32xf32> loc("stages.3.layers.1")
  %_2_6 = amp.relu %_1_7 : (tensor<?x128x32x32xf32>) -> tensor<?x128x32x32xf32> loc("stages.3.layers.2")
  %_3_3 = amp.conv2d %_2_6, %stages_3_layers_3_weight {stride = array<i64: 2, 2>, padding = array<i64: 1, 1>} : (tensor<?x128x32x32xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.3")
  %_4_3 = amp.batch_norm %_3_3 weight(%stages_3_layers_4_weight) bias(%stages_3_layers_4_bias) running_mean(%stages_3_layers_4_running_mean) running_var(%stages_3_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.4")
  %_5_3 = amp.relu %_4_3 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.3.layers.5")
  %_6_3 = amp.conv2d %_5_3, %stages_3_layers_6_weight : (tensor<?x128x16x16xf32>, tensor<512x128x1x1xf32>) -> tensor<?x512x16x16xf32> loc("stages.3.layers.6")
  %_7_3 = amp.batch_norm %_6_3 weight(%stages_3_layers_7_weight) bias(%stages_3_layers_7_bias) running_mean(%stages_3_layers_7_running_mean) running_var(%stages_3_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x16x16xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x16x16xf32> loc("stages.3.layers.7")
  %_0_8 = amp.conv2d %_2_5, %stages_3_short_0_weight {stride = array<i64: 2, 2>} : (tensor<?x256x32x32xf32>, tensor<512x256x1x1xf32>) -> tensor<?x512x16x16xf32> loc("stages.3.short.0")
  %_1_8 = amp.batch_norm %_0_8 weight(%stages_3_short_1_weight) bias(%stages_3_short_1_bias) running_mean(%stages_3_short_1_running_mean) running_var(%stages_3_short_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x16x16xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x16x16xf32> loc("stages.3.short.1")
  %_3_4 = amp.add %_7_3, %_1_8 : (tensor<?x512x16x16xf32>, tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.3")
  %_3_5 = amp.relu %_3_4 : (tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.3")
  %_0_9 = amp.conv2d %_3_5, %stages_4_layers_0_weight : (tensor<?x512x16x16xf32>, tensor<128x512x1x1xf32>) -> tensor<?x128x16x16xf32> loc("stages.4.layers.0")
  %_1_9 = amp.batch_norm %_0_9 weight(%stages_4_layers_1_weight) bias(%stages_4_layers_1_bias) running_mean(%stages_4_layers_1_running_mean) running_var(%stages_4_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.4.layers.1")
  %_2_7 = amp.relu %_1_9 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.4.layers.2")
  %_3_6 = amp.conv2d %_2_7, %stages_4_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.4.layers.3")
  %_4_4 = amp.batch_norm %_3_6 weight(%stages_4_layers_4_weight) bias(%stages_4_layers_4_bias) running_mean(%stages_4_layers_4_running_mean) running_var(%stages_4_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.4.layers.4")
  %_5_4 = amp.relu %_4_4 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.4.layers.5")
  %_6_4 = amp.conv2d %_5_4, %stages_4_layers_6_weight : (tensor<?x128x16x16xf32>, tensor<512x128x1x1xf32>) -> tensor<?x512x16x16xf32> loc("stages.4.layers.6")
  %_7_4 = amp.batch_norm %_6_4 weight(%stages_4_layers_7_weight) bias(%stages_4_layers_7_bias) running_mean(%stages_4_layers_7_running_mean) running_var(%stages_4_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x16x16xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x16x16xf32> loc("stages.4.layers.7")
  %_4_5 = amp.add %_7_4, %_3_5 : (tensor<?x512x16x16xf32>, tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.4")
  %_4_6 = amp.relu %_4_5 : (tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.4")
  %_0_10 = amp.conv2d %_4_6, %stages_5_layers_0_weight : (tensor<?x512x16x16xf32>, tensor<128x512x1x1xf32>) -> tensor<?x128x16x16xf32> loc("stages.5.layers.0")
  %_1_10 = amp.batch_norm %_0_10 weight(%stages_5_layers_1_weight) bias(%stages_5_layers_1_bias) running_mean(%stages_5_layers_1_running_mean) running_var(%stages_5_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.5.layers.1")
  %_2_8 = amp.relu %_1_10 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.5.layers.2")
  %_3_7 = amp.conv2d %_2_8, %stages_5_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.5.layers.3")
  %_4_7 = amp.batch_norm %_3_7 weight(%stages_5_layers_4_weight) bias(%stages_5_layers_4_bias) running_mean(%stages_5_layers_4_running_mean) running_var(%stages_5_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.5.layers.4")
  %_5_5 = amp.relu %_4_7 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.5.layers.5")
  %_6_5 = amp.conv2d %_5_5, %stages_5_layers_6_weight : (tensor<?x128x16x16xf32>, tensor<512x128x1x1xf32>) -> tensor<?x512x16x16xf32> loc("stages.5.layers.6")
  %_7_5 = amp.batch_norm %_6_5 weight(%stages_5_layers_7_weight) bias(%stages_5_layers_7_bias) running_mean(%stages_5_layers_7_running_mean) running_var(%stages_5_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x16x16xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x16x16xf32> loc("stages.5.layers.7")
  %_5_6 = amp.add %_7_5, %_4_6 : (tensor<?x512x16x16xf32>, tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.5")
  %_5_7 = amp.relu %_5_6 : (tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.5")
  %_0_11 = amp.conv2d %_5_7, %stages_6_layers_0_weight : (tensor<?x512x16x16xf32>, tensor<128x512x1x1xf32>) -> tensor<?x128x16x16xf32> loc("stages.6.layers.0")
  %_1_11 = amp.batch_norm %_0_11 weight(%stages_6_layers_1_weight) bias(%stages_6_layers_1_bias) running_mean(%stages_6_layers_1_running_mean) running_var(%stages_6_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.6.layers.1")
  %_2_9 = amp.relu %_1_11 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.6.layers.2")
  %_3_8 = amp.conv2d %_2_9, %stages_6_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x128x16x16xf32>, tensor<128x128x3x3xf32>) -> tensor<?x128x16x16xf32> loc("stages.6.layers.3")
  %_4_8 = amp.batch_norm %_3_8 weight(%stages_6_layers_4_weight) bias(%stages_6_layers_4_bias) running_mean(%stages_6_layers_4_running_mean) running_var(%stages_6_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x128x16x16xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<?x128x16x16xf32> loc("stages.6.layers.4")
  %_5_8 = amp.relu %_4_8 : (tensor<?x128x16x16xf32>) -> tensor<?x128x16x16xf32> loc("stages.6.layers.5")
  %_6_6 = amp.conv2d %_5_8, %stages_6_layers_6_weight : (tensor<?x128x16x16xf32>, tensor<512x128x1x1xf32>) -> tensor<?x512x16x16xf32> loc("stages.6.layers.6")
  %_7_6 = amp.batch_norm %_6_6 weight(%stages_6_layers_7_weight) bias(%stages_6_layers_7_bias) running_mean(%stages_6_layers_7_running_mean) running_var(%stages_6_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x16x16xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x16x16xf32> loc("stages.6.layers.7")
  %_6_7 = amp.add %_7_6, %_5_7 : (tensor<?x512x16x16xf32>, tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.6")
  %_6_8 = amp.relu %_6_7 : (tensor<?x512x16x16xf32>) -> tensor<?x512x16x16xf32> loc("stages.6")
  %_0_12 = amp.conv2d %_6_8, %stages_7_layers_0_weight : (tensor<?x512x16x16xf32>, tensor<256x512x1x1xf32>) -> tensor<?x256x16x16xf32> loc("stages.7.layers.0")
  %_1_12 = amp.batch_norm %_0_12 weight(%stages_7_layers_1_weight) bias(%stages_7_layers_1_bias) running_mean(%stages_7_layers_1_running_mean) running_var(%stages_7_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x16x16xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x16x16xf32> loc("stages.7.layers.1")
  %_2_10 = amp.relu %_1_12 : (tensor<?x256x16x16xf32>) -> tensor<?x256x16x16xf32> loc("stages.7.layers.2")
  %_3_9 = amp.conv2d %_2_10, %stages_7_layers_3_weight {stride = array<i64: 2, 2>, padding = array<i64: 1, 1>} : (tensor<?x256x16x16xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.7.layers.3")
  %_4_9 = amp.batch_norm %_3_9 weight(%stages_7_layers_4_weight) bias(%stages_7_layers_4_bias) running_mean(%stages_7_layers_4_running_mean) running_var(%stages_7_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.7.layers.4")
  %_5_9 = amp.relu %_4_9 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.7.layers.5")
  %_6_9 = amp.conv2d %_5_9, %stages_7_layers_6_weight : (tensor<?x256x8x8xf32>, tensor<1024x256x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.7.layers.6")
  %_7_7 = amp.batch_norm %_6_9 weight(%stages_7_layers_7_weight) bias(%stages_7_layers_7_bias) running_mean(%stages_7_layers_7_running_mean) running_var(%stages_7_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<?x1024x8x8xf32> loc("stages.7.layers.7")
  %_0_13 = amp.conv2d %_6_8, %stages_7_short_0_weight {stride = array<i64: 2, 2>} : (tensor<?x512x16x16xf32>, tensor<1024x512x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.7.short.0")
  %_1_13 = amp.batch_norm %_0_13 weight(%stages_7_short_1_weight) bias(%stages_7_short_1_bias) running_mean(%stages_7_short_1_running_mean) running_var(%stages_7_short_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<?x1024x8x8xf32> loc("stages.7.short.1")
  %_7_8 = amp.add %_7_7, %_1_13 : (tensor<?x1024x8x8xf32>, tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.7")
  %_7_9 = amp.relu %_7_8 : (tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.7")
  %_0_14 = amp.conv2d %_7_9, %stages_8_layers_0_weight : (tensor<?x1024x8x8xf32>, tensor<256x1024x1x1xf32>) -> tensor<?x256x8x8xf32> loc("stages.8.layers.0")
  %_1_14 = amp.batch_norm %_0_14 weight(%stages_8_layers_1_weight) bias(%stages_8_layers_1_bias) running_mean(%stages_8_layers_1_running_mean) running_var(%stages_8_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.8.layers.1")
  %_2_11 = amp.relu %_1_14 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.8.layers.2")
  %_3_10 = amp.conv2d %_2_11, %stages_8_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.8.layers.3")
  %_4_10 = amp.batch_norm %_3_10 weight(%stages_8_layers_4_weight) bias(%stages_8_layers_4_bias) running_mean(%stages_8_layers_4_running_mean) running_var(%stages_8_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.8.layers.4")
  %_5_10 = amp.relu %_4_10 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.8.layers.5")
  %_6_10 = amp.conv2d %_5_10, %stages_8_layers_6_weight : (tensor<?x256x8x8xf32>, tensor<1024x256x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.8.layers.6")
  %_7_10 = amp.batch_norm %_6_10 weight(%stages_8_layers_7_weight) bias(%stages_8_layers_7_bias) running_mean(%stages_8_layers_7_running_mean) running_var(%stages_8_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<?x1024x8x8xf32> loc("stages.8.layers.7")
  %_8 = amp.add %_7_10, %_7_9 : (tensor<?x1024x8x8xf32>, tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.8")
  %_8_1 = amp.relu %_8 : (tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.8")
  %_0_15 = amp.conv2d %_8_1, %stages_9_layers_0_weight : (tensor<?x1024x8x8xf32>, tensor<256x1024x1x1xf32>) -> tensor<?x256x8x8xf32> loc("stages.9.layers.0")
  %_1_15 = amp.batch_norm %_0_15 weight(%stages_9_layers_1_weight) bias(%stages_9_layers_1_bias) running_mean(%stages_9_layers_1_running_mean) running_var(%stages_9_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.9.layers.1")
  %_2_12 = amp.relu %_1_15 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.9.layers.2")
  %_3_11 = amp.conv2d %_2_12, %stages_9_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.9.layers.3")
  %_4_11 = amp.batch_norm %_3_11 weight(%stages_9_layers_4_weight) bias(%stages_9_layers_4_bias) running_mean(%stages_9_layers_4_running_mean) running_var(%stages_9_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.9.layers.4")
  %_5_11 = amp.relu %_4_11 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.9.layers.5")
  %_6_11 = amp.conv2d %_5_11, %stages_9_layers_6_weight : (tensor<?x256x8x8xf32>, tensor<1024x256x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.9.layers.6")
  %_7_11 = amp.batch_norm %_6_11 weight(%stages_9_layers_7_weight) bias(%stages_9_layers_7_bias) running_mean(%stages_9_layers_7_running_mean) running_var(%stages_9_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<?x1024x8x8xf32> loc("stages.9.layers.7")
  %_9 = amp.add %_7_11, %_8_1 : (tensor<?x1024x8x8xf32>, tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.9")
  %_9_1 = amp.relu %_9 : (tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.9")
  %_0_16 = amp.conv2d %_9_1, %stages_10_layers_0_weight : (tensor<?x1024x8x8xf32>, tensor<256x1024x1x1xf32>) -> tensor<?x256x8x8xf32> loc("stages.10.layers.0")
  %_1_16 = amp.batch_norm %_0_16 weight(%stages_10_layers_1_weight) bias(%stages_10_layers_1_bias) running_mean(%stages_10_layers_1_running_mean) running_var(%stages_10_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.10.layers.1")
  %_2_13 = amp.relu %_1_16 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.10.layers.2")
  %_3_12 = amp.conv2d %_2_13, %stages_10_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.10.layers.3")
  %_4_12 = amp.batch_norm %_3_12 weight(%stages_10_layers_4_weight) bias(%stages_10_layers_4_bias) running_mean(%stages_10_layers_4_running_mean) running_var(%stages_10_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.10.layers.4")
  %_5_12 = amp.relu %_4_12 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.10.layers.5")
  %_6_12 = amp.conv2d %_5_12, %stages_10_layers_6_weight : (tensor<?x256x8x8xf32>, tensor<1024x256x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.10.layers.6")
  %_7_12 = amp.batch_norm %_6_12 weight(%stages_10_layers_7_weight) bias(%stages_10_layers_7_bias) running_mean(%stages_10_layers_7_running_mean) running_var(%stages_10_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<?x1024x8x8xf32> loc("stages.10.layers.7")
  %_10 = amp.add %_7_12, %_9_1 : (tensor<?x1024x8x8xf32>, tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.10")
  %_10_1 = amp.relu %_10 : (tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.10")
  %_0_17 = amp.conv2d %_10_1, %stages_11_layers_0_weight : (tensor<?x1024x8x8xf32>, tensor<256x1024x1x1xf32>) -> tensor<?x256x8x8xf32> loc("stages.11.layers.0")
  %_1_17 = amp.batch_norm %_0_17 weight(%stages_11_layers_1_weight) bias(%stages_11_layers_1_bias) running_mean(%stages_11_layers_1_running_mean) running_var(%stages_11_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.11.layers.1")
  %_2_14 = amp.relu %_1_17 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.11.layers.2")
  %_3_13 = amp.conv2d %_2_14, %stages_11_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.11.layers.3")
  %_4_13 = amp.batch_norm %_3_13 weight(%stages_11_layers_4_weight) bias(%stages_11_layers_4_bias) running_mean(%stages_11_layers_4_running_mean) running_var(%stages_11_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.11.layers.4")
  %_5_13 = amp.relu %_4_13 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.11.layers.5")
  %_6_13 = amp.conv2d %_5_13, %stages_11_layers_6_weight : (tensor<?x256x8x8xf32>, tensor<1024x256x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.11.layers.6")
  %_7_13 = amp.batch_norm %_6_13 weight(%stages_11_layers_7_weight) bias(%stages_11_layers_7_bias) running_mean(%stages_11_layers_7_running_mean) running_var(%stages_11_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<?x1024x8x8xf32> loc("stages.11.layers.7")
  %_11 = amp.add %_7_13, %_10_1 : (tensor<?x1024x8x8xf32>, tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.11")
  %_11_1 = amp.relu %_11 : (tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.11")
  %_0_18 = amp.conv2d %_11_1, %stages_12_layers_0_weight : (tensor<?x1024x8x8xf32>, tensor<256x1024x1x1xf32>) -> tensor<?x256x8x8xf32> loc("stages.12.layers.0")
  %_1_18 = amp.batch_norm %_0_18 weight(%stages_12_layers_1_weight) bias(%stages_12_layers_1_bias) running_mean(%stages_12_layers_1_running_mean) running_var(%stages_12_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.12.layers.1")
  %_2_15 = amp.relu %_1_18 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.12.layers.2")
  %_3_14 = amp.conv2d %_2_15, %stages_12_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x256x8x8xf32>, tensor<256x256x3x3xf32>) -> tensor<?x256x8x8xf32> loc("stages.12.layers.3")
  %_4_14 = amp.batch_norm %_3_14 weight(%stages_12_layers_4_weight) bias(%stages_12_layers_4_bias) running_mean(%stages_12_layers_4_running_mean) running_var(%stages_12_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x256x8x8xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<?x256x8x8xf32> loc("stages.12.layers.4")
  %_5_14 = amp.relu %_4_14 : (tensor<?x256x8x8xf32>) -> tensor<?x256x8x8xf32> loc("stages.12.layers.5")
  %_6_14 = amp.conv2d %_5_14, %stages_12_layers_6_weight : (tensor<?x256x8x8xf32>, tensor<1024x256x1x1xf32>) -> tensor<?x1024x8x8xf32> loc("stages.12.layers.6")
  %_7_14 = amp.batch_norm %_6_14 weight(%stages_12_layers_7_weight) bias(%stages_12_layers_7_bias) running_mean(%stages_12_layers_7_running_mean) running_var(%stages_12_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x1024x8x8xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>) -> tensor<?x1024x8x8xf32> loc("stages.12.layers.7")
  %_12 = amp.add %_7_14, %_11_1 : (tensor<?x1024x8x8xf32>, tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.12")
  %_12_1 = amp.relu %_12 : (tensor<?x1024x8x8xf32>) -> tensor<?x1024x8x8xf32> loc("stages.12")
  %_0_19 = amp.conv2d %_12_1, %stages_13_layers_0_weight : (tensor<?x1024x8x8xf32>, tensor<512x1024x1x1xf32>) -> tensor<?x512x8x8xf32> loc("stages.13.layers.0")
  %_1_19 = amp.batch_norm %_0_19 weight(%stages_13_layers_1_weight) bias(%stages_13_layers_1_bias) running_mean(%stages_13_layers_1_running_mean) running_var(%stages_13_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x8x8xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x8x8xf32> loc("stages.13.layers.1")
  %_2_16 = amp.relu %_1_19 : (tensor<?x512x8x8xf32>) -> tensor<?x512x8x8xf32> loc("stages.13.layers.2")
  %_3_15 = amp.conv2d %_2_16, %stages_13_layers_3_weight {stride = array<i64: 2, 2>, padding = array<i64: 1, 1>} : (tensor<?x512x8x8xf32>, tensor<512x512x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.13.layers.3")
  %_4_15 = amp.batch_norm %_3_15 weight(%stages_13_layers_4_weight) bias(%stages_13_layers_4_bias) running_mean(%stages_13_layers_4_running_mean) running_var(%stages_13_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x4x4xf32> loc("stages.13.layers.4")
  %_5_15 = amp.relu %_4_15 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.13.layers.5")
  %_6_15 = amp.conv2d %_5_15, %stages_13_layers_6_weight : (tensor<?x512x4x4xf32>, tensor<2048x512x1x1xf32>) -> tensor<?x2048x4x4xf32> loc("stages.13.layers.6")
  %_7_15 = amp.batch_norm %_6_15 weight(%stages_13_layers_7_weight) bias(%stages_13_layers_7_bias) running_mean(%stages_13_layers_7_running_mean) running_var(%stages_13_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x2048x4x4xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>) -> tensor<?x2048x4x4xf32> loc("stages.13.layers.7")
  %_0_20 = amp.conv2d %_12_1, %stages_13_short_0_weight {stride = array<i64: 2, 2>} : (tensor<?x1024x8x8xf32>, tensor<2048x1024x1x1xf32>) -> tensor<?x2048x4x4xf32> loc("stages.13.short.0")
  %_1_20 = amp.batch_norm %_0_20 weight(%stages_13_short_1_weight) bias(%stages_13_short_1_bias) running_mean(%stages_13_short_1_running_mean) running_var(%stages_13_short_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x2048x4x4xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>) -> tensor<?x2048x4x4xf32> loc("stages.13.short.1")
  %_13 = amp.add %_7_15, %_1_20 : (tensor<?x2048x4x4xf32>, tensor<?x2048x4x4xf32>) -> tensor<?x2048x4x4xf32> loc("stages.13")
  %_13_1 = amp.relu %_13 : (tensor<?x2048x4x4xf32>) -> tensor<?x2048x4x4xf32> loc("stages.13")
  %_0_21 = amp.conv2d %_13_1, %stages_14_layers_0_weight : (tensor<?x2048x4x4xf32>, tensor<512x2048x1x1xf32>) -> tensor<?x512x4x4xf32> loc("stages.14.layers.0")
  %_1_21 = amp.batch_norm %_0_21 weight(%stages_14_layers_1_weight) bias(%stages_14_layers_1_bias) running_mean(%stages_14_layers_1_running_mean) running_var(%stages_14_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x4x4xf32> loc("stages.14.layers.1")
  %_2_17 = amp.relu %_1_21 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.14.layers.2")
  %_3_16 = amp.conv2d %_2_17, %stages_14_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x512x4x4xf32>, tensor<512x512x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.14.layers.3")
  %_4_16 = amp.batch_norm %_3_16 weight(%stages_14_layers_4_weight) bias(%stages_14_layers_4_bias) running_mean(%stages_14_layers_4_running_mean) running_var(%stages_14_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x4x4xf32> loc("stages.14.layers.4")
  %_5_16 = amp.relu %_4_16 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.14.layers.5")
  %_6_16 = amp.conv2d %_5_16, %stages_14_layers_6_weight : (tensor<?x512x4x4xf32>, tensor<2048x512x1x1xf32>) -> tensor<?x2048x4x4xf32> loc("stages.14.layers.6")
  %_7_16 = amp.batch_norm %_6_16 weight(%stages_14_layers_7_weight) bias(%stages_14_layers_7_bias) running_mean(%stages_14_layers_7_running_mean) running_var(%stages_14_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x2048x4x4xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>) -> tensor<?x2048x4x4xf32> loc("stages.14.layers.7")
  %_14 = amp.add %_7_16, %_13_1 : (tensor<?x2048x4x4xf32>, tensor<?x2048x4x4xf32>) -> tensor<?x2048x4x4xf32> loc("stages.14")
  %_14_1 = amp.relu %_14 : (tensor<?x2048x4x4xf32>) -> tensor<?x2048x4x4xf32> loc("stages.14")
  %_0_22 = amp.conv2d %_14_1, %stages_15_layers_0_weight : (tensor<?x2048x4x4xf32>, tensor<512x2048x1x1xf32>) -> tensor<?x512x4x4xf32> loc("stages.15.layers.0")
  %_1_22 = amp.batch_norm %_0_22 weight(%stages_15_layers_1_weight) bias(%stages_15_layers_1_bias) running_mean(%stages_15_layers_1_running_mean) running_var(%stages_15_layers_1_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x4x4xf32> loc("stages.15.layers.1")
  %_2_18 = amp.relu %_1_22 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.15.layers.2")
  %_3_17 = amp.conv2d %_2_18, %stages_15_layers_3_weight {padding = array<i64: 1, 1>} : (tensor<?x512x4x4xf32>, tensor<512x512x3x3xf32>) -> tensor<?x512x4x4xf32> loc("stages.15.layers.3")
  %_4_17 = amp.batch_norm %_3_17 weight(%stages_15_layers_4_weight) bias(%stages_15_layers_4_bias) running_mean(%stages_15_layers_4_running_mean) running_var(%stages_15_layers_4_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x512x4x4xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> tensor<?x512x4x4xf32> loc("stages.15.layers.4")
  %_5_17 = amp.relu %_4_17 : (tensor<?x512x4x4xf32>) -> tensor<?x512x4x4xf32> loc("stages.15.layers.5")
  %_6_17 = amp.conv2d %_5_17, %stages_15_layers_6_weight : (tensor<?x512x4x4xf32>, tensor<2048x512x1x1xf32>) -> tensor<?x2048x4x4xf32> loc("stages.15.layers.6")
  %_7_17 = amp.batch_norm %_6_17 weight(%stages_15_layers_7_weight) bias(%stages_15_layers_7_bias) running_mean(%stages_15_layers_7_running_mean) running_var(%stages_15_layers_7_running_var) {training = false, momentum = 0.1 : f64, eps = 1.0e-05 : f64} : (tensor<?x2048x4x4xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<2048xf32>) -> tensor<?x2048x4x4xf32> loc("stages.15.layers.7")
  %_15 = amp.add %_7_17, %_14_1 : (tensor<?x2048x4x4xf32>, tensor<?x2048x4x4xf32>) -> tensor<?x2048x4x4xf32> loc("stages.15")
  %_15_1 = amp.relu %_15 : (tensor<?x2048x4x4xf32>) -> tensor<?x2048x4x4xf32> loc("stages.15")
  %mean = amp.mean %_15_1 {dims = array<i64: 2, 3>} : (tensor<?x2048x4x4xf32>) -> tensor<?x2048xf32> loc("mean")
  %classifier = amp.linear %mean, %classifier_weight, %classifier_bias : (tensor<?x2048xf32>, tensor<10x2048xf32>, tensor<10xf32>) -> tensor<?x10xf32> loc("classifier")
  return %classifier : tensor<?x10xf32>
}
