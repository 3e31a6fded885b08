// RUN: amp-opt %s --amp-assign-precision="level=O3" | FileCheck %s --check-prefixes=CHECK,CAST
// RUN: amp-opt %s --amp-assign-precision="level=O3 keep-batchnorm-f32=true" | FileCheck %s --check-prefixes=CHECK,KEPT
// RUN: amp-opt %s --amp-store-parameters --amp-assign-precision="level=O3" | FileCheck %s --check-prefix=STORED
// RUN: amp-opt %s --amp-store-parameters --amp-assign-precision="level=O3" | amp-opt --amp-verify-precision="all"

// Level O3 of Apex: as O2, with batch norm in the low type as well; there are no f32
// masters, once amp-store-parameters has run.

amp.variable parameter @w : tensor<8x8xf32> = #amp.init<zeros>
amp.variable parameter @gamma : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}

// CHECK: func.func @train{{.*}} attributes {amp.assigned = {level = "O3", preset = "cast-model"}}
// CHECK: %[[W:.*]] = amp.read @w : tensor<8x8xf32>
// CHECK: amp.cast %[[W]] : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK: amp.linear {{.*}} -> tensor<4x8xf16>
// CAST: amp.batch_norm {{.*}} : (tensor<4x8xf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xf16>) -> tensor<4x8xf16>
// KEPT: amp.batch_norm {{.*}} : (tensor<4x8xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf16>
// CHECK: amp.mse_loss {{.*}} -> tensor<f32>
// STORED: amp.variable parameter @w : tensor<8x8xf16>
// STORED: func.func @train
// STORED: %[[W:.*]] = amp.read @w : tensor<8x8xf16>
// STORED: %[[G:.*]] = amp.backward %{{.*}} wrt(%[[W]]) : (tensor<f32>, tensor<8x8xf16>) -> tensor<8x8xf16>
// STORED: amp.step @opt(%[[G]]) : tensor<8x8xf16>
func.func @train(%x: tensor<4x8xf32>, %t: tensor<4x8xf32>, %c: tensor<8xf32>) -> tensor<f32> {
  %w = amp.read @w : tensor<8x8xf32>
  %gamma = amp.read @gamma : tensor<8xf32>
  %y = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %n = amp.batch_norm %y weight(%gamma) bias(%c) running_mean(%c) running_var(%c)
    : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %loss = amp.mse_loss %n, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  amp.step @opt(%g) : tensor<8x8xf32>
  return %loss : tensor<f32>
}

// Training batch norm gives new statistics. They are as the old ones, and widened where a
// buffer takes them.
amp.variable buffer @mean : tensor<8xf32> = #amp.init<zeros>
// CHECK-LABEL: func.func @statistics
// CAST: %{{.*}}, %[[M:.*]], %{{.*}} = amp.batch_norm {{.*}} -> (tensor<4x8xf16>, tensor<8xf16>, tensor<8xf16>)
// CAST: %[[MW:.*]] = amp.cast %[[M]] : tensor<8xf16> to tensor<8xf32>
// CAST: amp.assign @mean, %[[MW]]
// KEPT: %{{.*}}, %[[M:.*]], %{{.*}} = amp.batch_norm {{.*}} -> (tensor<4x8xf16>, tensor<8xf32>, tensor<8xf32>)
// KEPT: amp.assign @mean, %[[M]]
func.func @statistics(%x: tensor<4x8xf32>, %c: tensor<8xf32>) -> tensor<4x8xf32> {
  %old = amp.read @mean : tensor<8xf32>
  %n, %mean, %var = amp.batch_norm %x running_mean(%old) running_var(%c) {training = true}
    : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  amp.assign @mean, %mean : tensor<8xf32>
  return %n : tensor<4x8xf32>
}
