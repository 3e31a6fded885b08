// RUN: split-file %s %t
// RUN: amp-opt %t/named.mlir --amp-select-entry="entry=train" | FileCheck %t/named.mlir
// RUN: amp-opt %t/marked.mlir --amp-select-entry | FileCheck %t/marked.mlir
// RUN: amp-opt %t/named.mlir --amp-select-entry | FileCheck %t/named.mlir --check-prefix=ALL

//--- named.mlir
// One function is left; what is no function stays. Without a name all do.

// CHECK: amp.variable parameter @w
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>

// CHECK: func.func @train
// ALL: func.func @train
func.func @train(%x: tensor<?x8xf32>) {
  return
}

// CHECK-NOT: func.func
// ALL: func.func @evaluate
func.func @evaluate(%x: tensor<?x8xf32>) {
  return
}

//--- marked.mlir
// Those that are specializations of entry points.

// CHECK: func.func @train
func.func @train(%x: tensor<?x8xf32>) attributes {amp.specialization = {entry = "train", shapes = ["64x8"], phase = "inner"}} {
  return
}
// CHECK-NOT: func.func @evaluate
func.func @evaluate(%x: tensor<?x8xf32>) {
  return
}
// CHECK: func.func @train_0
func.func @train_0(%x: tensor<?x8xf32>) attributes {amp.specialization = {batch = 7, entry = "train", micro_batches = 3}} {
  return
}
