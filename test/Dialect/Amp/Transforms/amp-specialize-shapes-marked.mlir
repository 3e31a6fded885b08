// RUN: amp-opt %s --amp-specialize-shapes="batch=3" | FileCheck %s

// What a function says of its own specialization is in place of the options.

// CHECK-LABEL: func.func @batch(
// CHECK-SAME: tensor<5x8xf32>
func.func @batch(%x: tensor<?x8xf32>) attributes {amp.specialization = {batch = 5, entry = "f"}} {
  return
}

// CHECK-LABEL: func.func @shapes(
// CHECK-SAME: tensor<6x8xf32>
func.func @shapes(%x: tensor<?x8xf32>) attributes {amp.specialization = {entry = "f", shapes = ["6x8"]}} {
  return
}

// CHECK-LABEL: func.func @plain(
// CHECK-SAME: tensor<3x8xf32>
func.func @plain(%x: tensor<?x8xf32>) {
  return
}
