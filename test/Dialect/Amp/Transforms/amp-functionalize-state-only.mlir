// RUN: amp-opt %s --amp-functionalize-state | FileCheck %s

// The one function needs no naming. A value that goes to two places is computed in one
// and copied to the other.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.variable parameter @v : tensor<4xf32> = #amp.init<zeros>

// CHECK-LABEL: func.func @only(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4xf32>
// CHECK-SAME: %[[V:[a-z0-9]+]]: tensor<4xf32> {amp.variable = @v}
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4xf32> {amp.variable = @w}
// CHECK: %[[E:.*]] = amp.exp %[[X]]
// CHECK: %[[R0:.*]] = bufferization.materialize_in_destination %[[E]] in %[[V]]
// CHECK: %[[R1:.*]] = bufferization.materialize_in_destination %[[R0]] in %[[W]]
// CHECK: return %[[R0]], %[[R1]]
func.func @only(%x: tensor<4xf32>) {
  %e = amp.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  amp.assign @w, %e : tensor<4xf32>
  amp.assign @v, %e : tensor<4xf32>
  return
}
