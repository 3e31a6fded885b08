// RUN: amp-check %s --amp-assign-precision="assigner=eager dtype=bf16" --amp-differentiate=wgrad-type=as-forward --amp-optimize-casts --allow-unregistered-dialect | FileCheck %s
// RUN: not amp-check %s --amp-assign-precision="assigner=eager dtype=f16" --amp-differentiate --amp-optimize-casts --allow-unregistered-dialect 2>&1 | FileCheck %s --check-prefix=F16

amp.variable parameter @w : tensor<8x8xf32> = #amp.init<zeros> {check.casts = {bf16 = 1}}

// F16: types.mlir:4:1: error: expected casts bf16: 1, found f16: 1
// F16: error: expected casts bf16: 1, found f16: 1
// F16: error: expected operands bf16, bf16, found f16, f16
// F16: error: expected results bf16, found f16
func.func @op(%x: tensor<8x8xf32> {check.casts = {bf16 = 1}}) {
  %w = amp.read @w : tensor<8x8xf32>
  %y = amp.matmul %x, %w {check.takes = [bf16, bf16], check.gives = [bf16]}
      : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // Any type will do.
  %z = amp.exp %y {check.takes = [none], check.gives = [f32]} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  "test.sink"(%z) : (tensor<8x8xf32>) -> ()
  return
}

// F16: error: expected "amp.matmul" in the region (bf16, bf16) -> bf16; (bf16, bf16) -> bf16, found (f16, f16) -> f32; (f16, f16) -> f32
func.func @region(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) {
  %y = amp.matmul %x, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %loss = amp.sum %y : (tensor<8x8xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%x, %w) {check.gives = [f32, f32],
      check.holds = {amp.matmul = [(bf16, bf16) -> bf16, (bf16, bf16) -> bf16]}}
      : (tensor<f32>, tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
  return
}

// CHECK: ok w: 1 of 1
// CHECK: ok op: 5 of 5
// CHECK: ok region: 2 of 2
// F16: not ok w: 0 of 1
// F16: not ok op: 2 of 5
// F16: not ok region: 1 of 2
