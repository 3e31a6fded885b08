// RUN: amp-opt %s --amp-assign-precision="keep-f32=^head" | FileCheck %s
// RUN: amp-opt %s --amp-assign-precision="keep-f32=^head assigner=eager" | FileCheck %s
// RUN: amp-opt %s --amp-assign-precision="keep-f32=^head level=O2" | FileCheck %s

// A part is kept in f32 by the name of an op's location or of a variable that it reads,
// also where that was cast before.

amp.variable parameter @body.weight : tensor<8x8xf32> = #amp.init<zeros>
amp.variable parameter @head.weight : tensor<8x8xf32> = #amp.init<zeros>

// CHECK-LABEL: func.func @keep
// The name has to begin with the word: the expression is anchored.
// CHECK: amp.linear {{.*}} {compute_type = f32} : {{.*}} -> tensor<4x8xf16>
// CHECK: amp.matmul {{.*}} {amp.exempt = "keep-f32"} : {{.*}} -> tensor<4x8xf32>
// CHECK: amp.linear {{.*}} {amp.exempt = "keep-f32"} : {{.*}} -> tensor<4x8xf32>
// CHECK: amp.linear {{.*}} {amp.exempt = "keep-f32"} : {{.*}} -> tensor<4x8xf32>
// It is kept alone: what follows it is not.
// CHECK: amp.linear {{.*}} {compute_type = f32} : {{.*}} -> tensor<4x8xf16>
func.func @keep(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %body = amp.read @body.weight : tensor<8x8xf32>
  %head = amp.read @head.weight : tensor<8x8xf32>
  %0 = amp.linear %x, %body : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32> loc("body.head")
  %1 = amp.matmul %0, %body : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32> loc("head.fc1")
  %2 = amp.linear %1, %head : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %low = amp.cast %head : tensor<8x8xf32> to tensor<8x8xf16>
  %high = amp.cast %low : tensor<8x8xf16> to tensor<8x8xf32>
  %3 = amp.linear %2, %high : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %4 = amp.linear %3, %body : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32> loc("tail")
  return %4 : tensor<4x8xf32>
}
