// RUN: not amp-check %s 2>&1 | FileCheck %s
// RUN: not amp-check %s --options="level=O1 dtype=bf16" 2>&1 | FileCheck %s --check-prefix=BF16

// CHECK: values.mlir:[[@LINE+7]]:3: error: element [1, 0] is 43, expected 44{{$}}
// CHECK: values.mlir:[[@LINE+7]]:3: error: element [0, 1] is 22, expected 24 within 1.34; 2 of 4 elements differ
func.func @matmul() {
  %a = check.input dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = check.input dense<[[5.0, 6.0], [7.0, 8.0]]> : tensor<2x2xf32>
  %c = amp.matmul %a, %b : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.equal %c, dense<[[19.0, 22.0], [43.0, 50.0]]> : tensor<2x2xf32>
  check.equal %c, dense<[[19.0, 22.0], [44.0, 50.0]]> : tensor<2x2xf32>
  check.close %c, dense<[[19.0, 24.0], [43.0, 53.0]]> : tensor<2x2xf32> atol(0.14) rtol(0.05)
  return
}

// CHECK: values.mlir:[[@LINE+6]]:3: error: element [0] is 0, expected -0{{$}}
// CHECK: values.mlir:[[@LINE+6]]:3: error: element [1] is nan, expected 1 within inf
func.func @classes() {
  %x = check.input dense<[-0.0, 0x7FC00000, 0x7F800000]> : tensor<3xf32>
  %y = amp.abs %x : (tensor<3xf32>) -> tensor<3xf32>
  check.equal %y, dense<[0.0, 0xFFC00001, 0x7F800000]> : tensor<3xf32>
  check.equal %y, dense<[-0.0, 0x7FC00000, 0x7F800000]> : tensor<3xf32>
  check.close %y, dense<[0.0, 1.0, 0x7F800000]> : tensor<3xf32> atol(1.7976931348623157e+308) rtol(1.7976931348623157e+308)
  check.close %y, dense<[0.0, 0x7FC00000, 0x7F800000]> : tensor<3xf32> atol(0.0)
  return
}

// CHECK: values.mlir:[[@LINE+6]]:3: error: element [1] is 2, expected 3{{$}}
// CHECK: values.mlir:[[@LINE+7]]:3: error: element [] is 0, expected 1{{$}}
func.func @integers() {
  %x = check.input dense<[5, 1, 7]> : tensor<3xi64>
  %y = amp.add %x, %x : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %p = check.input dense<false> : tensor<2xi1>
  check.equal %y, dense<[10, 3, 14]> : tensor<3xi64>
  %any = amp.any %p : (tensor<2xi1>) -> tensor<i1>
  check.equal %any, dense<true> : tensor<i1>
  return
}

// The type that the compiler is told to use is seen.
// BF16: values.mlir:[[@LINE+5]]:3: error: element [0, 0] is 256, expected 257{{$}}
func.func @rounded() {
  %x = check.input dense<257.0> : tensor<1x1xf32>
  %w = check.input dense<1.0> : tensor<1x1xf32>
  %y = amp.matmul %x, %w : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  check.equal %y, dense<257.0> : tensor<1x1xf32>
  return
}

// CHECK: not ok matmul: 1 of 3
// CHECK: not ok classes: 2 of 4
// CHECK: not ok integers: 0 of 2
// CHECK: {{^}}ok rounded: 1 of 1
// BF16: not ok rounded: 0 of 1
