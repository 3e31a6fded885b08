// RUN: amp-opt %s --amp-assign-precision="level=O0" | FileCheck %s --check-prefix=O0
// RUN: amp-opt %s --amp-assign-precision="level=O1" | FileCheck %s --check-prefix=O1
// RUN: amp-opt %s --amp-assign-precision="level=O2" | FileCheck %s --check-prefix=O2
// RUN: amp-opt %s --amp-assign-precision="level=O3" | FileCheck %s --check-prefix=O2
// RUN: amp-opt %s --amp-assign-precision="level=O2 dtype=bf16" | FileCheck %s --check-prefix=BF16

// One network at each level. O0 runs as declared; O1 by the lists; O2 casts the model,
// denied ops included, but not the loss. O3 differs by amp-store-parameters alone.

amp.variable parameter @w : tensor<8x8xf32> = #amp.init<zeros>

// O0-LABEL: func.func @train
// O0-NOT: amp.cast
// O0: amp.linear {{.*}} -> tensor<4x8xf32>
// O0: amp.softmax {{.*}} -> tensor<4x8xf32>
// O0: amp.mse_loss {{.*}} -> tensor<f32>

// O1-LABEL: func.func @train
// O1: amp.add {{.*}} -> tensor<4x8xf32>
// O1: amp.linear {{.*}} -> tensor<4x8xf16>
// O1: amp.relu {{.*}} -> tensor<4x8xf16>
// O1: amp.softmax {{.*}} -> tensor<4x8xf32>
// O1: amp.mse_loss {{.*}} -> tensor<f32>

// O2-LABEL: func.func @train
// Parameters stay f32; the model sees their low copies, from the first op on.
// O2: amp.read @w : tensor<8x8xf32>
// O2: amp.add {{.*}} -> tensor<4x8xf16>
// O2: amp.linear {{.*}} -> tensor<4x8xf16>
// O2: amp.relu {{.*}} -> tensor<4x8xf16>
// O2: %[[P:.*]] = amp.softmax {{.*}} -> tensor<4x8xf16>
// O2: %[[PW:.*]] = amp.cast %[[P]] : tensor<4x8xf16> to tensor<4x8xf32>
// O2: amp.mse_loss %[[PW]], %{{.*}} -> tensor<f32>

// BF16-LABEL: func.func @train
// BF16: amp.add {{.*}} -> tensor<4x8xbf16>
// BF16: amp.softmax {{.*}} -> tensor<4x8xbf16>
// BF16: amp.mse_loss {{.*}} -> tensor<f32>
func.func @train(%x: tensor<4x8xf32>, %t: tensor<4x8xf32>) -> tensor<f32> {
  %w = amp.read @w : tensor<8x8xf32>
  %s = amp.add %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %y = amp.linear %s, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %a = amp.relu %y : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %p = amp.softmax %a {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %loss = amp.mse_loss %p, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return %loss : tensor<f32>
}

// The cast-model levels are properties of the model, whatever its regions say.
// O2-LABEL: func.func @regions
// O2-NOT: amp.autocast
// O2: amp.relu {{.*}} -> tensor<4x8xf16>
// O2: amp.tanh {{.*}} -> tensor<4x8xf16>
func.func @regions(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = amp.autocast dtype(bf16) -> tensor<4x8xf32> {
    %y = amp.relu %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
    amp.yield %y : tensor<4x8xf32>
  }
  %1 = amp.autocast enabled(false) -> tensor<4x8xf32> {
    %y = amp.tanh %0 : (tensor<4x8xf32>) -> tensor<4x8xf32>
    amp.yield %y : tensor<4x8xf32>
  }
  return %1 : tensor<4x8xf32>
}
