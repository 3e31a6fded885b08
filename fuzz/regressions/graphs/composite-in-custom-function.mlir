// amp-opt FILE --amp-decompose --cse
// signal 11: the outer op was erased while the inner one was to be visited
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y, %s = amp.custom_function(%x) saved(1)
      : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  ^bb0(%input: tensor<4x8xf32>):
    %p = amp.softmax %input {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    amp.yield %p, %p : tensor<4x8xf32>, tensor<4x8xf32>
  } backward {
  ^bb0(%saved: tensor<4x8xf32>, %dy: tensor<4x8xf32>):
    %dx = amp.mul %dy, %saved : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    amp.yield %dx : tensor<4x8xf32>
  }
  return %y : tensor<4x8xf32>
}
