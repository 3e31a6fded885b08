// RUN: amp-opt %s | not grep -E "[^ ]  "
// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Elementwise: every op comes back as it was written: pretty, generic and as bytecode.

// CHECK-LABEL: func.func @unary
func.func @unary(%x: tensor<4x8xf32>, %p: tensor<4x8xi1>, %i: tensor<4x8xi32>) {
  // CHECK: amp.neg %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %neg = amp.neg %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.neg %{{.*}} : (tensor<4x8xi32>) -> tensor<4x8xi32>
  %negi = amp.neg %i : (tensor<4x8xi32>) -> tensor<4x8xi32>
  // CHECK: amp.abs %
  %abs = amp.abs %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.exp %
  %exp = amp.exp %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.exp %{{.*}} {for_sum} :
  %term = amp.exp %x {for_sum} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.log %
  %log = amp.log %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.sqrt %
  %sqrt = amp.sqrt %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.rsqrt %
  %rsqrt = amp.rsqrt %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.reciprocal %
  %reciprocal = amp.reciprocal %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.erf %
  %erf = amp.erf %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.relu %
  %relu = amp.relu %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.tanh %
  %tanh = amp.tanh %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.sigmoid %
  %sigmoid = amp.sigmoid %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.gelu %{{[^ ]*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %gelu = amp.gelu %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.gelu %{{.*}} {approximate = #amp.gelu<tanh>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %approximate = amp.gelu %x {approximate = #amp.gelu<tanh>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.logical_not %{{.*}} : (tensor<4x8xi1>) -> tensor<4x8xi1>
  %not = amp.logical_not %p : (tensor<4x8xi1>) -> tensor<4x8xi1>
  // CHECK: amp.bitwise_not %{{.*}} : (tensor<4x8xi1>) -> tensor<4x8xi1>
  %bits = amp.bitwise_not %p : (tensor<4x8xi1>) -> tensor<4x8xi1>
  // CHECK: amp.isfinite %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xi1>
  %finite = amp.isfinite %x : (tensor<4x8xf32>) -> tensor<4x8xi1>
  return
}

// CHECK-LABEL: func.func @binary
func.func @binary(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %i: tensor<4x8xui8>,
                  %p: tensor<4x8xi1>) {
  // Shapes broadcast from the last dimension.
  // CHECK: amp.add %{{.*}}, %{{.*}} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %add = amp.add %a, %b : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.sub %{{.*}} : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %sub = amp.sub %b, %a : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.mul %{{.*}} : (tensor<4x8xui8>, tensor<4x8xui8>) -> tensor<4x8xui8>
  %mul = amp.mul %i, %i : (tensor<4x8xui8>, tensor<4x8xui8>) -> tensor<4x8xui8>
  // CHECK: amp.div %
  %div = amp.div %a, %b : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.pow %
  %pow = amp.pow %a, %b : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.maximum %
  %maximum = amp.maximum %a, %b : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.minimum %
  %minimum = amp.minimum %a, %b : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.logical_and %
  %and = amp.logical_and %p, %p : (tensor<4x8xi1>, tensor<4x8xi1>) -> tensor<4x8xi1>
  // CHECK: amp.logical_or %
  %or = amp.logical_or %p, %p : (tensor<4x8xi1>, tensor<4x8xi1>) -> tensor<4x8xi1>
  // CHECK: amp.bitwise_and %{{.*}} : (tensor<4x8xi1>, tensor<4x8xi1>) -> tensor<4x8xi1>
  %band = amp.bitwise_and %p, %p : (tensor<4x8xi1>, tensor<4x8xi1>) -> tensor<4x8xi1>
  // CHECK: amp.bitwise_or %{{.*}} : (tensor<4x8xi1>, tensor<4x8xi1>) -> tensor<4x8xi1>
  %bor = amp.bitwise_or %p, %p : (tensor<4x8xi1>, tensor<4x8xi1>) -> tensor<4x8xi1>
  // CHECK: amp.bitwise_or %{{.*}} : (tensor<4x8xui8>, tensor<4x8xui8>) -> tensor<4x8xui8>
  %bytes = amp.bitwise_or %i, %i : (tensor<4x8xui8>, tensor<4x8xui8>) -> tensor<4x8xui8>
  // CHECK: amp.bitwise_xor %{{.*}} : (tensor<4x8xi1>, tensor<4x8xi1>) -> tensor<4x8xi1>
  %bxor = amp.bitwise_xor %p, %p : (tensor<4x8xi1>, tensor<4x8xi1>) -> tensor<4x8xi1>
  // CHECK: amp.where %{{.*}} : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %where = amp.where %p, %a, %b : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// CHECK-LABEL: func.func @compare
func.func @compare(%a: tensor<8xf32>, %i: tensor<8xi64>) {
  // CHECK: amp.compare eq, %{{.*}}, %{{.*}} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %eq = amp.compare eq, %a, %a : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  // CHECK: amp.compare ne,
  %ne = amp.compare ne, %i, %i : (tensor<8xi64>, tensor<8xi64>) -> tensor<8xi1>
  // CHECK: amp.compare lt,
  %lt = amp.compare lt, %a, %a : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  // CHECK: amp.compare le,
  %le = amp.compare le, %a, %a : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  // CHECK: amp.compare gt,
  %gt = amp.compare gt, %a, %a : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  // CHECK: amp.compare ge,
  %ge = amp.compare ge, %a, %a : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  return
}

// Unknown sizes are written `?`; a `?` next to a number can only be that number, or 1.
// CHECK-LABEL: func.func @unknown_sizes
func.func @unknown_sizes(%a: tensor<?x8xf32>, %b: tensor<?x1xf32>, %c: tensor<4x8xf32>) {
  // CHECK: amp.add %{{.*}} : (tensor<?x8xf32>, tensor<?x1xf32>) -> tensor<?x8xf32>
  %0 = amp.add %a, %b : (tensor<?x8xf32>, tensor<?x1xf32>) -> tensor<?x8xf32>
  // CHECK: amp.add %{{.*}} : (tensor<?x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = amp.add %a, %c : (tensor<?x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// CHECK-LABEL: func.func @activation_backward
func.func @activation_backward(%dy: tensor<8xf16>, %s: tensor<8xf16>) {
  // CHECK: amp.relu_backward %{{.*}}, %{{.*}} : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  %relu = amp.relu_backward %dy, %s : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  // CHECK: amp.tanh_backward %
  %tanh = amp.tanh_backward %dy, %s : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  // CHECK: amp.sigmoid_backward %
  %sigmoid = amp.sigmoid_backward %dy, %s : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  // CHECK: amp.gelu_backward %
  %gelu = amp.gelu_backward %dy, %s : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  // CHECK: amp.gelu_backward %{{.*}} {approximate = #amp.gelu<tanh>}
  %approximate = amp.gelu_backward %dy, %s {approximate = #amp.gelu<tanh>} : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  return
}

// CHECK-LABEL: func.func @functions(
func.func @functions(%x: tensor<4x8xf32>, %h: tensor<4x8xf16>, %i: tensor<4x8xi32>,
                %d: tensor<?x8xf16>) {
  // CHECK: amp.acos %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %acos = amp.acos %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.asin %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %asin = amp.asin %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.atan %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %atan = amp.atan %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.sin %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %sin = amp.sin %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.cos %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %cos = amp.cos %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.tan %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %tan = amp.tan %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.sinh %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %sinh = amp.sinh %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.cosh %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %cosh = amp.cosh %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.erfc %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %erfc = amp.erfc %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.erfinv %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %erfinv = amp.erfinv %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.lgamma %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %lgamma = amp.lgamma %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.digamma %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %digamma = amp.digamma %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.expm1 %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %expm1 = amp.expm1 %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.log1p %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %log1p = amp.log1p %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.log2 %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %log2 = amp.log2 %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.log10 %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %log10 = amp.log10 %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.ceil %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %ceil = amp.ceil %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.floor %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %floor = amp.floor %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.round %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %round = amp.round %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.sin %{{.*}} : (tensor<?x8xf16>) -> tensor<?x8xf16>
  %unknown = amp.sin %d : (tensor<?x8xf16>) -> tensor<?x8xf16>
  // CHECK: amp.sign %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %sign = amp.sign %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.sign %{{.*}} : (tensor<4x8xi32>) -> tensor<4x8xi32>
  %signi = amp.sign %i : (tensor<4x8xi32>) -> tensor<4x8xi32>
  // CHECK: amp.square %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %square = amp.square %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.square %{{.*}} : (tensor<4x8xi32>) -> tensor<4x8xi32>
  %squarei = amp.square %i : (tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// CHECK-LABEL: func.func @activations_and_tests(
func.func @activations_and_tests(%x: tensor<4x8xf32>, %h: tensor<4x8xf16>, %d: tensor<?x8xf32>) {
  // CHECK: amp.elu %{{[^ ]*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %elu = amp.elu %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.elu %{{.*}} {alpha = 5.000000e-01 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %elu_set = amp.elu %x {alpha = 0.5 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.leaky_relu %{{[^ ]*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %leaky_relu = amp.leaky_relu %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.leaky_relu %{{.*}} {negative_slope = 2.500000e-01 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %leaky_relu_set = amp.leaky_relu %x {negative_slope = 0.25 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.hardtanh %{{[^ ]*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %hardtanh = amp.hardtanh %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.hardtanh %{{.*}} {max_val = 2.000000e+00 : f64, min_val = -2.000000e+00 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %hardtanh_set = amp.hardtanh %x {min_val = -2.0 : f64, max_val = 2.0 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.softplus %{{[^ ]*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %softplus = amp.softplus %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.softplus %{{.*}} {beta = 2.000000e+00 : f64, threshold = 1.000000e+01 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %softplus_set = amp.softplus %x {beta = 2.0 : f64, threshold = 10.0 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.selu %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %selu = amp.selu %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.relu6 %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %relu6 = amp.relu6 %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.silu %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %silu = amp.silu %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.log_sigmoid %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %log_sigmoid = amp.log_sigmoid %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.celu %{{[^ ]*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %celu = amp.celu %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.celu %{{.*}} {alpha = 5.000000e-01 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %celu_set = amp.celu %x {alpha = 0.5 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.hardsigmoid %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %hardsigmoid = amp.hardsigmoid %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.hardswish %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %hardswish = amp.hardswish %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.mish %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %mish = amp.mish %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.tanhshrink %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %tanhshrink = amp.tanhshrink %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.hardshrink %{{[^ ]*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %hardshrink = amp.hardshrink %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.softshrink %{{.*}} {lambd = 2.500000e-01 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %softshrink = amp.softshrink %h {lambd = 0.25 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.threshold %{{.*}} {threshold = 5.000000e-01 : f64, value = 0.000000e+00 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %threshold = amp.threshold %h {threshold = 0.5 : f64, value = 0.0 : f64}
    : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.softsign %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %softsign = amp.softsign %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.clamp %{{.*}} {min = 0.000000e+00 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %least = amp.clamp %h {min = 0.0 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.clamp %{{.*}} {max = 1.000000e+00 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %most = amp.clamp %x {max = 1.0 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.clamp %{{.*}} {max = 1.000000e+00 : f64, min = 0.000000e+00 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %clamp = amp.clamp %x {min = 0.0 : f64, max = 1.0 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.isinf %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xi1>
  %isinf = amp.isinf %h : (tensor<4x8xf16>) -> tensor<4x8xi1>
  // CHECK: amp.isnan %{{.*}} : (tensor<?x8xf32>) -> tensor<?x8xi1>
  %isnan = amp.isnan %d : (tensor<?x8xf32>) -> tensor<?x8xi1>
  return
}

// CHECK-LABEL: func.func @broadcast(
func.func @broadcast(%a: tensor<4x8xf16>, %b: tensor<8xf16>, %c: tensor<4x1xf16>,
                    %i: tensor<4x8xi64>, %d: tensor<?x8xf16>) {
  // CHECK: amp.atan2 %{{.*}}, %{{.*}} : (tensor<4x8xf16>, tensor<8xf16>) -> tensor<4x8xf16>
  %atan2 = amp.atan2 %a, %b : (tensor<4x8xf16>, tensor<8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.floor_divide %{{.*}}, %{{.*}} : (tensor<8xf16>, tensor<4x8xf16>) -> tensor<4x8xf16>
  %floor = amp.floor_divide %b, %a : (tensor<8xf16>, tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.floor_divide %{{.*}}, %{{.*}} : (tensor<4x8xi64>, tensor<4x8xi64>) -> tensor<4x8xi64>
  %floori = amp.floor_divide %i, %i : (tensor<4x8xi64>, tensor<4x8xi64>) -> tensor<4x8xi64>
  // CHECK: amp.squared_difference %{{.*}}, %{{.*}} : (tensor<4x8xf16>, tensor<4x1xf16>) -> tensor<4x8xf16>
  %squared = amp.squared_difference %a, %c : (tensor<4x8xf16>, tensor<4x1xf16>) -> tensor<4x8xf16>
  // CHECK: amp.addcmul %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}} : (tensor<4x1xf16>, tensor<4x8xf16>, tensor<8xf16>) -> tensor<4x8xf16>
  %addcmul = amp.addcmul %c, %a, %b : (tensor<4x1xf16>, tensor<4x8xf16>, tensor<8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.addcdiv %{{.*}} {value = 5.000000e-01 : f64} : (tensor<4x8xf16>, tensor<8xf16>, tensor<4x1xf16>) -> tensor<4x8xf16>
  %addcdiv = amp.addcdiv %a, %b, %c {value = 0.5 : f64}
    : (tensor<4x8xf16>, tensor<8xf16>, tensor<4x1xf16>) -> tensor<4x8xf16>
  // CHECK: amp.atan2 %{{.*}}, %{{.*}} : (tensor<?x8xf16>, tensor<8xf16>) -> tensor<?x8xf16>
  %unknown = amp.atan2 %d, %b : (tensor<?x8xf16>, tensor<8xf16>) -> tensor<?x8xf16>
  return
}

// CHECK-LABEL: func.func @glu(
func.func @glu(%x: tensor<4x8xf16>, %d: tensor<?x8xf16>) {
  // CHECK: amp.glu %{{[^ ]*}} : (tensor<4x8xf16>) -> tensor<4x4xf16>
  %0 = amp.glu %x : (tensor<4x8xf16>) -> tensor<4x4xf16>
  // CHECK: amp.glu %{{.*}} {dim = 0 : i64} : (tensor<?x8xf16>) -> tensor<?x8xf16>
  %1 = amp.glu %d {dim = 0 : i64} : (tensor<?x8xf16>) -> tensor<?x8xf16>
  return
}

// CHECK-LABEL: func.func @prelu(
func.func @prelu(%x: tensor<4x8x16xf16>, %c: tensor<8xf16>, %one: tensor<1xf16>, %w: tensor<f16>,
                 %v: tensor<?xf16>) {
  // CHECK: amp.prelu %{{.*}}, %{{.*}} : (tensor<4x8x16xf16>, tensor<8xf16>) -> tensor<4x8x16xf16>
  %0 = amp.prelu %x, %c : (tensor<4x8x16xf16>, tensor<8xf16>) -> tensor<4x8x16xf16>
  // CHECK: amp.prelu %{{.*}}, %{{.*}} : (tensor<4x8x16xf16>, tensor<1xf16>) -> tensor<4x8x16xf16>
  %1 = amp.prelu %x, %one : (tensor<4x8x16xf16>, tensor<1xf16>) -> tensor<4x8x16xf16>
  // CHECK: amp.prelu %{{.*}}, %{{.*}} : (tensor<?xf16>, tensor<f16>) -> tensor<?xf16>
  %2 = amp.prelu %v, %w : (tensor<?xf16>, tensor<f16>) -> tensor<?xf16>
  // CHECK: amp.prelu %{{.*}}, %{{.*}} : (tensor<4x8x16xf16>, tensor<?xf16>) -> tensor<4x8x16xf16>
  %3 = amp.prelu %x, %v : (tensor<4x8x16xf16>, tensor<?xf16>) -> tensor<4x8x16xf16>
  return
}
