// RUN: amp-opt %s --amp-select-entry="entry=train" | FileCheck %s

// One function is left; what is no function stays.

// CHECK: amp.variable {{ *}}parameter @w
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>

// CHECK: func.func @train
func.func @train(%x: tensor<?x8xf32>) {
  return
}

// CHECK-NOT: func.func
func.func @evaluate(%x: tensor<?x8xf32>) {
  return
}
