// amp-run FILE --steps=1
// signal 11: MLIR's parser on an array attribute of index
amp.grad_scaler @scaler {max_scale = array<index: 0>}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
