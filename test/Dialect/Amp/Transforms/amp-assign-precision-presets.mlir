// RUN: amp-opt %s --amp-assign-precision="assigner=eager preset=torch-cuda" | FileCheck %s --check-prefixes=CHECK,CUDA -D\$PRESET=torch-cuda
// RUN: amp-opt %s --amp-assign-precision="assigner=eager" | FileCheck %s --check-prefixes=CHECK,CUDA -D\$PRESET=torch-cuda
// RUN: amp-opt %s --amp-assign-precision="assigner=eager preset=torch-cpu" | FileCheck %s --check-prefixes=CHECK,CPU -D\$PRESET=torch-cpu
// RUN: amp-opt %s --amp-assign-precision="assigner=eager preset=apex" | FileCheck %s --check-prefixes=CHECK,APEX -D\$PRESET=apex
// RUN: amp-opt %s --amp-assign-precision="assigner=eager preset=tensorflow" | FileCheck %s --check-prefixes=CHECK,TF -D\$PRESET=tensorflow
// RUN: amp-opt %s --amp-assign-precision="assigner=eager preset=keras" | FileCheck %s --check-prefixes=CHECK,KERAS -D\$PRESET=keras
// RUN: amp-opt %s --amp-assign-precision="preset=torch-cpu" | amp-opt --amp-verify-precision="all"
// RUN: amp-opt %s --amp-assign-precision="preset=apex" | amp-opt --amp-verify-precision="all"
// RUN: amp-opt %s --amp-assign-precision="preset=tensorflow" | amp-opt --amp-verify-precision="all"
// RUN: amp-opt %s --amp-assign-precision="preset=keras" | amp-opt --amp-verify-precision="all"

// One graph by the lists of five frameworks. Each op but the first and the last reads the
// same 16-bit value.

// CHECK: func.func @presets{{.*}} attributes {amp.assigned = {level = "O1", preset = "[[$PRESET]]"}}
// CHECK: %[[Y:.*]] = amp.mm {{.*}} -> tensor<8x8xf16>

// GELU: neutral to PyTorch, f32 to Apex, in no list of TensorFlow's, which keeps it, and a
// layer to Keras.
// CUDA: amp.gelu %[[Y]] : (tensor<8x8xf16>) -> tensor<8x8xf16>
// CPU: amp.gelu %[[Y]] : (tensor<8x8xf16>) -> tensor<8x8xf16>
// APEX: amp.gelu {{.*}} : (tensor<8x8xf32>) -> tensor<8x8xf32>
// TF: amp.gelu {{.*}} : (tensor<8x8xf32>) -> tensor<8x8xf32>
// KERAS: amp.gelu %[[Y]] : (tensor<8x8xf16>) -> tensor<8x8xf16>

// Softmax: PyTorch on CUDA asks for an f32 output, Apex casts the input.
// CUDA: amp.softmax %[[Y]] {dim = 1 : i64, dtype = f32} : (tensor<8x8xf16>) -> tensor<8x8xf32>
// CPU: amp.softmax %[[Y]] {dim = 1 : i64} : (tensor<8x8xf16>) -> tensor<8x8xf16>
// APEX: amp.softmax {{.*}} {dim = 1 : i64} : (tensor<8x8xf32>) -> tensor<8x8xf32>
// TF: amp.softmax %[[Y]] {dim = 1 : i64} : (tensor<8x8xf16>) -> tensor<8x8xf16>
// KERAS: amp.softmax %[[Y]] {dim = 1 : i64} : (tensor<8x8xf16>) -> tensor<8x8xf16>

// CUDA: amp.sum %[[Y]] {dtype = f32} : (tensor<8x8xf16>) -> tensor<f32>
// CPU: amp.sum %[[Y]] : (tensor<8x8xf16>) -> tensor<f16>
// APEX: amp.sum {{.*}} : (tensor<8x8xf32>) -> tensor<f32>
// TF: amp.sum {{.*}} : (tensor<8x8xf32>) -> tensor<f32>
// KERAS: amp.sum %[[Y]] : (tensor<8x8xf16>) -> tensor<f16>

// CUDA: amp.exp {{.*}} -> tensor<8x8xf32>
// CPU: amp.exp {{.*}} -> tensor<8x8xf16>
// APEX: amp.exp {{.*}} -> tensor<8x8xf32>
// TF: amp.exp {{.*}} -> tensor<8x8xf32>
// KERAS: amp.exp {{.*}} -> tensor<8x8xf16>

// CUDA: amp.layer_norm {{.*}} -> tensor<8x8xf32>
// CPU: amp.layer_norm {{.*}} -> tensor<8x8xf16>
// APEX: amp.layer_norm {{.*}} -> tensor<8x8xf32>
// TF: amp.layer_norm {{.*}} -> tensor<8x8xf32>
// KERAS: amp.layer_norm {{.*}} -> tensor<8x8xf16>

// With an f32 value beside it the widest type wins, but in Keras, whose layers cast.
// CUDA: amp.concat {{.*}} -> tensor<16x8xf32>
// CPU: amp.concat {{.*}} -> tensor<16x8xf32>
// APEX: amp.concat {{.*}} -> tensor<16x8xf32>
// TF: amp.concat {{.*}} -> tensor<16x8xf32>
// KERAS: amp.concat {{.*}} -> tensor<16x8xf16>

// Losses are f32 everywhere.
// CHECK: amp.mse_loss {{.*}} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<f32>
func.func @presets(%x: tensor<8x8xf32>) -> tensor<f32> {
  %y = amp.mm %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %gelu = amp.gelu %y : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %softmax = amp.softmax %y {dim = 1 : i64} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %sum = amp.sum %y : (tensor<8x8xf32>) -> tensor<f32>
  %exp = amp.exp %y : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %norm = amp.layer_norm %y {normalized_shape = array<i64: 8>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %cat = amp.concat %y, %x {dim = 0 : i64} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  %loss = amp.mse_loss %y, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<f32>
  return %loss : tensor<f32>
}
