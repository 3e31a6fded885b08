// RUN: amp-check %s --amp-assign-precision="assigner=eager dtype=bf16" --amp-decompose --allow-unregistered-dialect | FileCheck %s
// RUN: not amp-check %s --amp-assign-precision="assigner=eager dtype=f16" --amp-decompose --allow-unregistered-dialect 2>&1 | FileCheck %s --check-prefix=F16

// amp-decompose makes other ops of it: what first reads its operands, casts aside, and what
// reads its result are looked at.
// F16: types-decomposed.mlir:[[@LINE+3]]:8: error: expected operands bf16, bf16, found f16, f16
// F16: error: expected results bf16, found f16
func.func @expanded(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) {
  %y = amp.chain_matmul %x, %w {check.takes = [bf16, bf16], check.gives = [bf16]}
      : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = amp.relu %y : (tensor<8x8xf32>) -> tensor<8x8xf32>
  "test.sink"(%z) : (tensor<8x8xf32>) -> ()
  return
}

// CHECK: {{^}}ok expanded: 2 of 2
// F16: not ok expanded: 0 of 2
