// RUN: amp-opt %s --amp-assign-precision | FileCheck %s --check-prefix=WHOLE
// RUN: amp-opt %s --amp-assign-precision="preset=tensorflow" | FileCheck %s --check-prefix=PARTS
// RUN: amp-opt %s --amp-assign-precision="preset=tensorflow assigner=eager" | FileCheck %s --check-prefix=PARTS
// RUN: amp-opt %s --amp-assign-precision="preset=tensorflow assigner=propagate" | FileCheck %s --check-prefix=PARTS
// RUN: amp-opt %s --amp-assign-precision="preset=tensorflow" | amp-opt --amp-verify-precision="all"
// RUN: amp-opt %s --amp-assign-precision="level=O2" | FileCheck %s --check-prefix=CAST

// A function that a framework composes of others falls through to them where no list names
// it. PyTorch's list names both; TensorFlow's does not.

// WHOLE-LABEL: func.func @softmin
// WHOLE: amp.softmin {{.*}} : (tensor<8x8xf32>) -> tensor<8x8xf32>
// PARTS-LABEL: func.func @softmin
// PARTS: %[[Y:.*]] = amp.matmul {{.*}} -> tensor<8x8xf16>
// PARTS: %[[N:.*]] = amp.neg %[[Y]] : (tensor<8x8xf16>) -> tensor<8x8xf16>
// PARTS: %[[S:.*]] = amp.softmax %[[N]] {dim = 1 : i64} : (tensor<8x8xf16>) -> tensor<8x8xf16>
// PARTS: amp.matmul %[[S]], %[[S]]
// Levels that cast the model have a list of losses alone.
// CAST-LABEL: func.func @softmin
// CAST: amp.neg {{.*}} -> tensor<8x8xf16>
// CAST: amp.softmax {{.*}} -> tensor<8x8xf16>
func.func @softmin(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.matmul %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %s = amp.softmin %y {dim = 1 : i64} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = amp.matmul %s, %s : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %z : tensor<8x8xf32>
}

// WHOLE-LABEL: func.func @normalize
// WHOLE: amp.normalize {{.*}} : (tensor<8x8xf32>) -> tensor<8x8xf32>
// PARTS-LABEL: func.func @normalize
// PARTS: %[[N:.*]] = amp.linalg_vector_norm {{.*}} -> tensor<8x1xf32>
// PARTS: %[[M:.*]] = amp.maximum %[[N]], {{.*}} -> tensor<8x1xf32>
// PARTS: amp.div %{{.*}}, %[[M]] : {{.*}} -> tensor<8x8xf32>
// CAST-LABEL: func.func @normalize
// CAST: amp.linalg_vector_norm {{.*}} -> tensor<8x1xf16>
// CAST: amp.div {{.*}} -> tensor<8x8xf16>
func.func @normalize(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.matmul %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %n = amp.normalize %y : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %n : tensor<8x8xf32>
}

// The result of the parts has the types of the parts, and the function its own.
// PARTS-LABEL: func.func @returned
// PARTS: %[[S:.*]] = amp.softmax {{.*}} -> tensor<8x8xf16>
// PARTS: %[[SW:.*]] = amp.cast %[[S]] : tensor<8x8xf16> to tensor<8x8xf32>
// PARTS: return %[[SW]]
func.func @returned(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.matmul %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %s = amp.softmin %y {dim = 1 : i64} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = amp.matmul %s, %s : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %s : tensor<8x8xf32>
}

// A custom function's regions are no other than the rest.
// PARTS-LABEL: func.func @custom
// PARTS: amp.custom_function
// PARTS: amp.linalg_vector_norm {{.*}} -> tensor<8x1xf32>
// PARTS-NOT: amp.normalize
// PARTS: amp.yield
func.func @custom(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %h = amp.matmul %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = amp.custom_function(%h) : (tensor<8x8xf32>) -> tensor<8x8xf32> {
  ^bb0(%a: tensor<8x8xf32>):
    %n = amp.normalize %a : (tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %n : tensor<8x8xf32>
  } backward {
  ^bb0(%g: tensor<8x8xf32>):
    amp.yield %g : tensor<8x8xf32>
  }
  return %y : tensor<8x8xf32>
}

// Where autocast is off nothing is taken apart, nor where a user's entry names the op.
// PARTS-LABEL: func.func @outside
// PARTS: amp.softmin {{.*}} -> tensor<8x8xf32>
// PARTS: amp.softmin {{.*}} {amp.exempt = "attribute amp.precision", amp.precision = "allow", dim = 1 : i64} : {{.*}} -> tensor<8x8xf16>
func.func @outside(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %s = amp.softmin %x {dim = 1 : i64} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = amp.autocast -> tensor<8x8xf32> {
    %t = amp.softmin %x {amp.precision = "allow", dim = 1 : i64} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %t : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}
