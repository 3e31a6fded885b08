// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Every op in every form that the documentation shows comes back as it was written:
// pretty, generic and as bytecode.

//===----------------------------------------------------------------------===//
// Variables: roles, initializers, element types
//===----------------------------------------------------------------------===//

// CHECK: amp.variable parameter @fc.weight : tensor<16x8xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @fc.weight : tensor<16x8xf32> = #amp.init<kaiming_uniform>
// CHECK: amp.variable buffer @zeros : tensor<4xf32> = #amp.init<zeros>
amp.variable buffer @zeros : tensor<4xf32> = #amp.init<zeros>
// CHECK: amp.variable optimizer_state @constant : tensor<f64> = #amp.init<constant(1.000000e-01)>
amp.variable optimizer_state @constant : tensor<f64> = #amp.init<constant(0.1)>
// CHECK: amp.variable scaler @scale : tensor<f32> = dense<6.553600e+04> : tensor<f32> {statistic = "loss scale"}
amp.variable scaler @scale : tensor<f32> = dense<65536.0> : tensor<f32> {statistic = "loss scale"}
// CHECK: amp.variable rng @seed : tensor<2xi64> = #amp.init<seed>
amp.variable rng @seed : tensor<2xi64> = #amp.init<seed>
// CHECK: amp.variable parameter @uniform : tensor<8xf32> = #amp.init<uniform(-1.250000e-01, 1.250000e-01)>
amp.variable parameter @uniform : tensor<8xf32> = #amp.init<uniform(-0.125, 0.125)>
// CHECK: amp.variable parameter @normal : tensor<8xf32> = #amp.init<normal(0.000000e+00, 2.000000e-02)>
amp.variable parameter @normal : tensor<8xf32> = #amp.init<normal(0.0, 0.02)>
// CHECK: amp.variable parameter @kaiming.a : tensor<8x8xf32> = #amp.init<kaiming_uniform(1.000000e+00)>
amp.variable parameter @kaiming.a : tensor<8x8xf32> = #amp.init<kaiming_uniform(1.0)>
// CHECK: amp.variable parameter @kaiming.normal : tensor<8x8xf32> = #amp.init<kaiming_normal>
amp.variable parameter @kaiming.normal : tensor<8x8xf32> = #amp.init<kaiming_normal>
// CHECK: amp.variable parameter @xavier.uniform : tensor<8x8xf32> = #amp.init<xavier_uniform(2.000000e+00)>
amp.variable parameter @xavier.uniform : tensor<8x8xf32> = #amp.init<xavier_uniform(2.0)>
// CHECK: amp.variable parameter @xavier.normal : tensor<8x8xf32> = #amp.init<xavier_normal>
amp.variable parameter @xavier.normal : tensor<8x8xf32> = #amp.init<xavier_normal>
// CHECK: amp.variable parameter @orthogonal : tensor<8x8xf32> = #amp.init<orthogonal>
amp.variable parameter @orthogonal : tensor<8x8xf32> = #amp.init<orthogonal>
// CHECK: amp.variable buffer @private {{.*}}sym_visibility = "private"
amp.variable buffer @private : tensor<f32> = #amp.init<zeros> {sym_visibility = "private"}

// CHECK: @v.f64 : tensor<2xf64> = dense<[1.000000e-300, 1.000000e+300]> : tensor<2xf64>
amp.variable buffer @v.f64 : tensor<2xf64> = dense<[1.0e-300, 1.0e+300]> : tensor<2xf64>
// CHECK: @v.f32 : tensor<2xf32> = dense<[0x7F800000, -0.000000e+00]> : tensor<2xf32>
amp.variable buffer @v.f32 : tensor<2xf32> = dense<[0x7F800000, -0.0]> : tensor<2xf32>
// CHECK: @v.f16 : tensor<2xf16> = dense<[6.550400e+04, 5.960460e-08]> : tensor<2xf16>
amp.variable buffer @v.f16 : tensor<2xf16> = dense<[6.5504e+04, 5.96046448e-08]> : tensor<2xf16>
// CHECK: @v.bf16 : tensor<2xbf16> = dense<[1.000000e+00, 0x7FC0]> : tensor<2xbf16>
amp.variable buffer @v.bf16 : tensor<2xbf16> = dense<[1.0, 0x7FC0]> : tensor<2xbf16>
// CHECK: @v.e4m3 : tensor<2xf8E4M3FN> = dense<[1.000000e+00, 4.480000e+02]> : tensor<2xf8E4M3FN>
amp.variable buffer @v.e4m3 : tensor<2xf8E4M3FN> = dense<[1.0, 448.0]> : tensor<2xf8E4M3FN>
// CHECK: @v.e5m2 : tensor<2xf8E5M2> = dense<[1.000000e+00, 5.734400e+04]> : tensor<2xf8E5M2>
amp.variable buffer @v.e5m2 : tensor<2xf8E5M2> = dense<[1.0, 57344.0]> : tensor<2xf8E5M2>
// CHECK: @v.ui8 : tensor<2xui8> = dense<[0, 255]> : tensor<2xui8>
amp.variable buffer @v.ui8 : tensor<2xui8> = dense<[0, 255]> : tensor<2xui8>
// CHECK: @v.i8 : tensor<2xi8> = dense<[-128, 127]> : tensor<2xi8>
amp.variable buffer @v.i8 : tensor<2xi8> = dense<[-128, 127]> : tensor<2xi8>
// CHECK: @v.i16 : tensor<2xi16> = dense<[-32768, 32767]> : tensor<2xi16>
amp.variable buffer @v.i16 : tensor<2xi16> = dense<[-32768, 32767]> : tensor<2xi16>
// CHECK: @v.i32 : tensor<2xi32> = dense<[-2147483648, 2147483647]> : tensor<2xi32>
amp.variable buffer @v.i32 : tensor<2xi32> = dense<[-2147483648, 2147483647]> : tensor<2xi32>
// CHECK: @v.i64 : tensor<1xi64> = dense<-9223372036854775808> : tensor<1xi64>
amp.variable buffer @v.i64 : tensor<1xi64> = dense<-9223372036854775808> : tensor<1xi64>
// CHECK: @v.i1 : tensor<2xi1> = dense<[true, false]> : tensor<2xi1>
amp.variable buffer @v.i1 : tensor<2xi1> = dense<[true, false]> : tensor<2xi1>
// CHECK: @v.complex : tensor<1xcomplex<f32>> = dense<(1.000000e+00,-2.000000e+00)> : tensor<1xcomplex<f32>>
amp.variable buffer @v.complex : tensor<1xcomplex<f32>> = dense<(1.0, -2.0)> : tensor<1xcomplex<f32>>

// CHECK: amp.grad_scaler @scaler {{{.*}}growth_interval = 100 : i64{{.*}}}
amp.grad_scaler @scaler {growth_interval = 100 : i64}
// CHECK: amp.grad_scaler @default
// CHECK-NOT: {
amp.grad_scaler @default
// CHECK: amp.grad_scaler @all {backoff_factor = 2.500000e-01 : f64, fixed, growth_factor = 4.000000e+00 : f64, growth_interval = 10 : i64, init_scale = 1.024000e+03 : f64, max_scale = 4.096000e+03 : f64, min_scale = 1.000000e+00 : f64}
amp.grad_scaler @all {backoff_factor = 0.25 : f64, growth_factor = 4.0 : f64,
  growth_interval = 10 : i64, init_scale = 1024.0 : f64, max_scale = 4096.0 : f64,
  min_scale = 1.0 : f64, fixed}

// CHECK: amp.optimizer sgd @opt [@fc.weight] {lr = 1.000000e-01 : f64, momentum = 0.89999999999999991 : f64}
amp.optimizer sgd @opt [@fc.weight] {lr = 0.1 : f64, momentum = 0.89999999999999991 : f64}
// CHECK: amp.optimizer sgd @nesterov [@normal, @uniform] {lr = 1.000000e-02 : f64, momentum = 5.000000e-01 : f64, nesterov, weight_decay = 1.000000e-04 : f64}
amp.optimizer sgd @nesterov [@normal, @uniform]
  {lr = 0.01 : f64, momentum = 0.5 : f64, nesterov, weight_decay = 1.0e-4 : f64}
// CHECK: amp.optimizer sgd @dampened [@orthogonal] {dampening = 1.000000e-01 : f64, lr = 1.000000e+00 : f64, momentum = 5.000000e-01 : f64}
amp.optimizer sgd @dampened [@orthogonal] {lr = 1.0 : f64, momentum = 0.5 : f64, dampening = 0.1 : f64}
// CHECK: amp.optimizer adam @adam [@normal] {amsgrad, beta1 = 5.000000e-01 : f64, eps = 0.000000e+00 : f64, lr = 1.000000e-03 : f64}
amp.optimizer adam @adam [@normal] {lr = 1.0e-3 : f64, beta1 = 0.5 : f64, beta2 = 0.999 : f64, eps = 0.0 : f64, amsgrad}
// CHECK: amp.optimizer adamw @groups [@normal, @uniform, @orthogonal]
// CHECK-SAME: groups = [{lr = 1.000000e-02 : f64, parameters = [@uniform]}, {amsgrad = false, parameters = [@normal], weight_decay = 0.000000e+00 : f64}]
// CHECK-SAME: schedule = #amp.schedule<cosine, {iterations = 1000 : i64, warmup = 100 : i64}>
// CHECK-SAME: schedule_on_step
amp.optimizer adamw @groups [@normal, @uniform, @orthogonal] {lr = 1.0e-3 : f64,
  groups = [{parameters = [@uniform], lr = 0.01 : f64},
            {parameters = [@normal], weight_decay = 0.0 : f64, amsgrad = false}],
  schedule = #amp.schedule<cosine, {iterations = 1000, warmup = 100}>, schedule_on_step}
// CHECK: amp.optimizer sgd @scheduled [@normal] {lr = 1.000000e-01 : f64, schedule = #amp.schedule<constant>}
amp.optimizer sgd @scheduled [@normal] {lr = 0.1 : f64, schedule = #amp.schedule<constant>}

//===----------------------------------------------------------------------===//
// Element types through ops that take all of them
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @all_types(
// CHECK: amp.read @v.f64 : tensor<2xf64>
// CHECK: amp.assign @v.f64, %{{.*}} : tensor<2xf64>
// CHECK: amp.read @v.f32 : tensor<2xf32>
// CHECK: amp.assign @v.f32, %{{.*}} : tensor<2xf32>
// CHECK: amp.read @v.f16 : tensor<2xf16>
// CHECK: amp.assign @v.f16, %{{.*}} : tensor<2xf16>
// CHECK: amp.read @v.bf16 : tensor<2xbf16>
// CHECK: amp.assign @v.bf16, %{{.*}} : tensor<2xbf16>
// CHECK: amp.read @v.e4m3 : tensor<2xf8E4M3FN>
// CHECK: amp.assign @v.e4m3, %{{.*}} : tensor<2xf8E4M3FN>
// CHECK: amp.read @v.e5m2 : tensor<2xf8E5M2>
// CHECK: amp.assign @v.e5m2, %{{.*}} : tensor<2xf8E5M2>
// CHECK: amp.read @v.ui8 : tensor<2xui8>
// CHECK: amp.assign @v.ui8, %{{.*}} : tensor<2xui8>
// CHECK: amp.read @v.i8 : tensor<2xi8>
// CHECK: amp.assign @v.i8, %{{.*}} : tensor<2xi8>
// CHECK: amp.read @v.i16 : tensor<2xi16>
// CHECK: amp.assign @v.i16, %{{.*}} : tensor<2xi16>
// CHECK: amp.read @v.i32 : tensor<2xi32>
// CHECK: amp.assign @v.i32, %{{.*}} : tensor<2xi32>
// CHECK: amp.read @v.i64 : tensor<1xi64>
// CHECK: amp.assign @v.i64, %{{.*}} : tensor<1xi64>
// CHECK: amp.read @v.i1 : tensor<2xi1>
// CHECK: amp.assign @v.i1, %{{.*}} : tensor<2xi1>
// CHECK: amp.read @v.complex : tensor<1xcomplex<f32>>
// CHECK: amp.assign @v.complex, %{{.*}} : tensor<1xcomplex<f32>>
func.func @all_types() {
  %f64 = amp.read @v.f64 : tensor<2xf64>
  amp.assign @v.f64, %f64 : tensor<2xf64>
  %f32 = amp.read @v.f32 : tensor<2xf32>
  amp.assign @v.f32, %f32 : tensor<2xf32>
  %f16 = amp.read @v.f16 : tensor<2xf16>
  amp.assign @v.f16, %f16 : tensor<2xf16>
  %bf16 = amp.read @v.bf16 : tensor<2xbf16>
  amp.assign @v.bf16, %bf16 : tensor<2xbf16>
  %e4m3 = amp.read @v.e4m3 : tensor<2xf8E4M3FN>
  amp.assign @v.e4m3, %e4m3 : tensor<2xf8E4M3FN>
  %e5m2 = amp.read @v.e5m2 : tensor<2xf8E5M2>
  amp.assign @v.e5m2, %e5m2 : tensor<2xf8E5M2>
  %ui8 = amp.read @v.ui8 : tensor<2xui8>
  amp.assign @v.ui8, %ui8 : tensor<2xui8>
  %i8 = amp.read @v.i8 : tensor<2xi8>
  amp.assign @v.i8, %i8 : tensor<2xi8>
  %i16 = amp.read @v.i16 : tensor<2xi16>
  amp.assign @v.i16, %i16 : tensor<2xi16>
  %i32 = amp.read @v.i32 : tensor<2xi32>
  amp.assign @v.i32, %i32 : tensor<2xi32>
  %i64 = amp.read @v.i64 : tensor<1xi64>
  amp.assign @v.i64, %i64 : tensor<1xi64>
  %i1 = amp.read @v.i1 : tensor<2xi1>
  amp.assign @v.i1, %i1 : tensor<2xi1>
  %complex = amp.read @v.complex : tensor<1xcomplex<f32>>
  amp.assign @v.complex, %complex : tensor<1xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @casts
// CHECK: amp.cast %{{.*}} : tensor<8xf32> to tensor<8xf16>
// CHECK: amp.cast %{{.*}} : tensor<8xf16> to tensor<8xbf16>
// CHECK: amp.cast %{{.*}} : tensor<8xbf16> to tensor<8xf64>
// CHECK: amp.cast %{{.*}} : tensor<8xf64> to tensor<8xui8>
// CHECK: amp.cast %{{.*}} : tensor<8xui8> to tensor<8xi8>
// CHECK: amp.cast %{{.*}} : tensor<8xi8> to tensor<8xi16>
// CHECK: amp.cast %{{.*}} : tensor<8xi16> to tensor<8xi32>
// CHECK: amp.cast %{{.*}} : tensor<8xi32> to tensor<8xi64>
// CHECK: amp.cast %{{.*}} : tensor<8xi64> to tensor<8xi1>
// CHECK: amp.cast %{{.*}} : tensor<8xi1> to tensor<8xf8E4M3FN>
// CHECK: amp.cast %{{.*}} : tensor<8xf8E4M3FN> to tensor<8xf8E5M2>
// CHECK: amp.cast %{{.*}} : tensor<8xcomplex<f32>> to tensor<8xcomplex<f64>>
func.func @casts(%x: tensor<8xf32>, %c: tensor<8xcomplex<f32>>)
    -> (tensor<8xf8E5M2>, tensor<8xcomplex<f64>>) {
  %0 = amp.cast %x : tensor<8xf32> to tensor<8xf16>
  %1 = amp.cast %0 : tensor<8xf16> to tensor<8xbf16>
  %2 = amp.cast %1 : tensor<8xbf16> to tensor<8xf64>
  %3 = amp.cast %2 : tensor<8xf64> to tensor<8xui8>
  %4 = amp.cast %3 : tensor<8xui8> to tensor<8xi8>
  %5 = amp.cast %4 : tensor<8xi8> to tensor<8xi16>
  %6 = amp.cast %5 : tensor<8xi16> to tensor<8xi32>
  %7 = amp.cast %6 : tensor<8xi32> to tensor<8xi64>
  %8 = amp.cast %7 : tensor<8xi64> to tensor<8xi1>
  %9 = amp.cast %8 : tensor<8xi1> to tensor<8xf8E4M3FN>
  %10 = amp.cast %9 : tensor<8xf8E4M3FN> to tensor<8xf8E5M2>
  %11 = amp.cast %c : tensor<8xcomplex<f32>> to tensor<8xcomplex<f64>>
  return %10, %11 : tensor<8xf8E5M2>, tensor<8xcomplex<f64>>
}

// CHECK-LABEL: func.func @constants
// CHECK: amp.constant dense<5.000000e-01> : tensor<f32>
// CHECK: amp.constant dense<[1, 2]> : tensor<2xui8>
// CHECK: amp.constant dense<true> : tensor<i1>
// CHECK: amp.constant dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f64>>
func.func @constants() -> (tensor<f32>, tensor<2xui8>, tensor<i1>, tensor<complex<f64>>) {
  %0 = amp.constant dense<0.5> : tensor<f32>
  %1 = amp.constant dense<[1, 2]> : tensor<2xui8>
  %2 = amp.constant dense<true> : tensor<i1>
  %3 = amp.constant dense<(1.0, 2.0)> : tensor<complex<f64>>
  return %0, %1, %2, %3 : tensor<f32>, tensor<2xui8>, tensor<i1>, tensor<complex<f64>>
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Reductions and contractions
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @reductions
func.func @reductions(%x: tensor<4x8xf32>, %i: tensor<4x8xi32>, %p: tensor<4x8xi1>) {
  // CHECK: amp.sum %{{[^ ]*}} : (tensor<4x8xf32>) -> tensor<f32>
  %all = amp.sum %x : (tensor<4x8xf32>) -> tensor<f32>
  // CHECK: amp.sum %{{.*}} {dims = array<i64: 1>} : (tensor<4x8xf32>) -> tensor<4xf32>
  %rows = amp.sum %x {dims = array<i64: 1>} : (tensor<4x8xf32>) -> tensor<4xf32>
  // CHECK: amp.sum %{{.*}} {dims = array<i64: -1>, keepdim = true} : (tensor<4x8xi32>) -> tensor<4x1xi32>
  %kept = amp.sum %i {dims = array<i64: -1>, keepdim = true} : (tensor<4x8xi32>) -> tensor<4x1xi32>
  // CHECK: amp.mean %{{.*}} {dims = array<i64: 1, 0>} : (tensor<4x8xf32>) -> tensor<f32>
  %mean = amp.mean %x {dims = array<i64: 1, 0>} : (tensor<4x8xf32>) -> tensor<f32>
  // CHECK: amp.amax %
  %amax = amp.amax %x {dims = array<i64: 0>} : (tensor<4x8xf32>) -> tensor<8xf32>
  // CHECK: amp.amin %
  %amin = amp.amin %x {dims = array<i64: 0>} : (tensor<4x8xf32>) -> tensor<8xf32>
  // CHECK: amp.any %{{.*}} : (tensor<4x8xi1>) -> tensor<i1>
  %any = amp.any %p : (tensor<4x8xi1>) -> tensor<i1>
  // CHECK: amp.argmax %{{.*}} {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4xi64>
  %argmax = amp.argmax %x {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4xi64>
  // CHECK: amp.argmax %{{.*}} {dim = -2 : i64} : (tensor<4x8xi32>) -> tensor<8xi64>
  %argmaxi = amp.argmax %i {dim = -2 : i64} : (tensor<4x8xi32>) -> tensor<8xi64>
  return
}

// CHECK-LABEL: func.func @contractions
func.func @contractions(%x: tensor<2x4x8xf16>, %w: tensor<16x8xf16>, %b: tensor<16xf16>,
                        %m: tensor<2x8x16xf16>, %v: tensor<8xf16>) {
  // CHECK: amp.linear %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x4x8xf16>, tensor<16x8xf16>, tensor<16xf16>) -> tensor<2x4x16xf16>
  %bias = amp.linear %x, %w, %b : (tensor<2x4x8xf16>, tensor<16x8xf16>, tensor<16xf16>) -> tensor<2x4x16xf16>
  // CHECK: amp.linear %{{.*}}, %{{.*}} : (tensor<8xf16>, tensor<16x8xf16>) -> tensor<16xf16>
  %vector = amp.linear %v, %w : (tensor<8xf16>, tensor<16x8xf16>) -> tensor<16xf16>
  // 16-bit operands may give f32.
  // CHECK: amp.linear %{{.*}} -> tensor<2x4x16xf32>
  %wide = amp.linear %x, %w : (tensor<2x4x8xf16>, tensor<16x8xf16>) -> tensor<2x4x16xf32>
  // CHECK: amp.matmul %{{.*}}, %{{.*}} : (tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<2x4x16xf16>
  %batch = amp.matmul %x, %m : (tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<2x4x16xf16>
  // CHECK: amp.matmul %{{.*}} : (tensor<16x8xf16>, tensor<2x8x16xf16>) -> tensor<2x16x16xf32>
  %shared = amp.matmul %w, %m : (tensor<16x8xf16>, tensor<2x8x16xf16>) -> tensor<2x16x16xf32>
  return
}

//===----------------------------------------------------------------------===//
// Softmax and losses
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @softmax
func.func @softmax(%x: tensor<4x10xf32>) {
  // CHECK: amp.softmax %{{.*}} {dim = 1 : i64} : (tensor<4x10xf32>) -> tensor<4x10xf32>
  %0 = amp.softmax %x {dim = 1 : i64} : (tensor<4x10xf32>) -> tensor<4x10xf32>
  // CHECK: amp.log_softmax %{{.*}} {dim = -1 : i64}
  %1 = amp.log_softmax %x {dim = -1 : i64} : (tensor<4x10xf32>) -> tensor<4x10xf32>
  // CHECK: amp.softmax_backward %{{.*}}, %{{.*}} {dim = 1 : i64}
  %2 = amp.softmax_backward %x, %0 {dim = 1 : i64} : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<4x10xf32>
  // CHECK: amp.log_softmax_backward %
  %3 = amp.log_softmax_backward %x, %1 {dim = 1 : i64} : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<4x10xf32>
  return
}

// CHECK-LABEL: func.func @losses
func.func @losses(%x: tensor<4x10xf32>, %t: tensor<4xi64>, %u: tensor<4xui8>) {
  // CHECK: amp.mse_loss %{{.*}}, %{{[^ ]*}} : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<f32>
  %mean = amp.mse_loss %x, %x : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<f32>
  // CHECK: amp.mse_loss %{{.*}} {reduction = #amp.reduction<sum>} : {{.*}} -> tensor<f32>
  %sum = amp.mse_loss %x, %x {reduction = #amp.reduction<sum>} : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<f32>
  // CHECK: amp.mse_loss %{{.*}} {reduction = #amp.reduction<none>} : {{.*}} -> tensor<4x10xf32>
  %none = amp.mse_loss %x, %x {reduction = #amp.reduction<none>} : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<4x10xf32>
  // CHECK: amp.cross_entropy %{{.*}}, %{{[^ ]*}} : (tensor<4x10xf32>, tensor<4xi64>) -> tensor<f32>
  %ce = amp.cross_entropy %x, %t : (tensor<4x10xf32>, tensor<4xi64>) -> tensor<f32>
  // CHECK: amp.cross_entropy %{{.*}} {ignore_index = 0 : i64, label_smoothing = 1.000000e-01 : f64, reduction = #amp.reduction<none>} : (tensor<4x10xf32>, tensor<4xui8>) -> tensor<4xf32>
  %all = amp.cross_entropy %x, %u {label_smoothing = 0.1 : f64, ignore_index = 0 : i64, reduction = #amp.reduction<none>}
    : (tensor<4x10xf32>, tensor<4xui8>) -> tensor<4xf32>
  // CHECK: amp.one_hot %{{.*}} {classes = 10 : i64, dtype = f32} : (tensor<4xi64>) -> tensor<4x10xf32>
  %hot = amp.one_hot %t {classes = 10 : i64, dtype = f32} : (tensor<4xi64>) -> tensor<4x10xf32>
  return
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @shapes
func.func @shapes(%x: tensor<4x8x8xf32>, %y: tensor<4x8xi64>, %c: tensor<4x8xcomplex<f32>>,
                  %v: tensor<8xf32>, %d: tensor<?x8x8xf32>) {
  // CHECK: amp.reshape %{{.*}} {shape = array<i64: -1, 64>} : (tensor<4x8x8xf32>) -> tensor<4x64xf32>
  %0 = amp.reshape %x {shape = array<i64: -1, 64>} : (tensor<4x8x8xf32>) -> tensor<4x64xf32>
  // CHECK: amp.reshape %{{.*}} {shape = array<i64: -1, 64>} : (tensor<?x8x8xf32>) -> tensor<?x64xf32>
  %1 = amp.reshape %d {shape = array<i64: -1, 64>} : (tensor<?x8x8xf32>) -> tensor<?x64xf32>
  // CHECK: amp.reshape %{{.*}} {shape = array<i64>} : (tensor<1xf32>) -> tensor<f32>
  %one = amp.constant dense<1.0> : tensor<1xf32>
  %2 = amp.reshape %one {shape = array<i64>} : (tensor<1xf32>) -> tensor<f32>
  // CHECK: amp.transpose %{{.*}} {permutation = array<i64: 2, 0, 1>} : (tensor<4x8x8xf32>) -> tensor<8x4x8xf32>
  %3 = amp.transpose %x {permutation = array<i64: 2, 0, 1>} : (tensor<4x8x8xf32>) -> tensor<8x4x8xf32>
  // CHECK: amp.broadcast_to %{{.*}} {shape = array<i64: 4, 8>} : (tensor<8xf32>) -> tensor<4x8xf32>
  %4 = amp.broadcast_to %v {shape = array<i64: 4, 8>} : (tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: amp.slice %{{.*}} {offsets = array<i64: 0, 2>, sizes = array<i64: -1, 4>} : (tensor<4x8xi64>) -> tensor<4x4xi64>
  %5 = amp.slice %y {offsets = array<i64: 0, 2>, sizes = array<i64: -1, 4>} : (tensor<4x8xi64>) -> tensor<4x4xi64>
  // CHECK: amp.slice %{{.*}} {offsets = array<i64: 0, 1>, sizes = array<i64: 2, -1>, strides = array<i64: 2, 3>} : (tensor<4x8xi64>) -> tensor<2x3xi64>
  %6 = amp.slice %y {offsets = array<i64: 0, 1>, sizes = array<i64: 2, -1>, strides = array<i64: 2, 3>} : (tensor<4x8xi64>) -> tensor<2x3xi64>
  // CHECK: amp.slice_backward %{{.*}} {offsets = array<i64: 0, 2>, shape = array<i64: 4, 8>} : (tensor<4x4xi64>) -> tensor<4x8xi64>
  %7 = amp.slice_backward %5 {shape = array<i64: 4, 8>, offsets = array<i64: 0, 2>} : (tensor<4x4xi64>) -> tensor<4x8xi64>
  // CHECK: amp.concat %{{.*}}, %{{.*}} {dim = 1 : i64} : (tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>) -> tensor<4x16xcomplex<f32>>
  %8 = amp.concat %c, %c {dim = 1 : i64} : (tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>) -> tensor<4x16xcomplex<f32>>
  return
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @autocast
func.func @autocast(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>) -> tensor<4x16xf32> {
  // CHECK: amp.autocast dtype(bf16) -> tensor<4x16xf32> {
  // CHECK:   amp.yield %{{.*}} : tensor<4x16xf32>
  %0 = amp.autocast dtype(bf16) -> tensor<4x16xf32> {
    %h = amp.linear %x, %w : (tensor<4x8xf32>, tensor<16x8xf32>) -> tensor<4x16xf32>
    amp.yield %h : tensor<4x16xf32>
  }
  // CHECK: %{{.*}}:2 = amp.autocast enabled(false) -> tensor<4x16xf32>, tensor<4x16xf32> {
  %1:2 = amp.autocast enabled(false) -> tensor<4x16xf32>, tensor<4x16xf32> {
    amp.yield %0, %0 : tensor<4x16xf32>, tensor<4x16xf32>
  }
  // A region without results needs no yield.
  // CHECK: amp.autocast dtype(f16) cache(false) {
  // CHECK-NOT: amp.yield
  amp.autocast dtype(f16) cache(false) {
    amp.assign @fc.weight, %w : tensor<16x8xf32>
  }
  // CHECK: amp.autocast dtype(f16) enabled(false) cache(false) attributes {test.name = "x"} {
  amp.autocast dtype(f16) enabled(false) cache(false) attributes {test.name = "x"} {
  }
  return %1#0 : tensor<4x16xf32>
}

// CHECK-LABEL: func.func @backward
func.func @backward(%x: tensor<4x8xf32>, %w: tensor<4x8xf32>) {
  // CHECK: %[[LOSS:.*]] = amp.mse_loss
  %loss = amp.mse_loss %x, %w : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  // CHECK: amp.backward %[[LOSS]] wrt(%{{.*}}) : (tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %0 = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: %{{.*}}:2 = amp.backward %[[LOSS]] wrt(%{{.*}}, %{{.*}}) seed(%[[LOSS]]) : (tensor<f32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
  %1:2 = amp.backward %loss wrt(%w, %x) seed(%loss)
    : (tensor<f32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
  // A region written by hand takes the seed.
  // CHECK: amp.backward %[[LOSS]] wrt(%{{.*}}) : (tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: ^bb0(%[[SEED:.*]]: tensor<f32>):
  // CHECK:   %[[DW:.*]] = amp.mul %{{.*}}, %[[SEED]]
  // CHECK:   amp.yield %[[DW]] : tensor<4x8xf32>
  %2 = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%seed: tensor<f32>):
    %dw = amp.mul %w, %seed : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    amp.yield %dw : tensor<4x8xf32>
  }
  return
}

//===----------------------------------------------------------------------===//
// Loss scaling and optimizers
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @scaling
func.func @scaling(%loss: tensor<f32>, %g: tensor<16x8xf32>, %h: tensor<4xf16>) {
  // CHECK: amp.scale @scaler, %{{.*}} : tensor<f32>
  %scaled = amp.scale @scaler, %loss : tensor<f32>
  // CHECK: %[[G:.*]]:2, %[[FOUND:.*]] = amp.unscale @scaler(%{{.*}}, %{{.*}}) : (tensor<16x8xf32>, tensor<4xf16>) -> (tensor<16x8xf32>, tensor<4xf32>, tensor<i1>)
  %u:3 = amp.unscale @scaler(%g, %h) : (tensor<16x8xf32>, tensor<4xf16>) -> (tensor<16x8xf32>, tensor<4xf32>, tensor<i1>)
  // CHECK: amp.step @opt(%[[G]]#0) skip_if(%[[FOUND]]) : tensor<16x8xf32>, tensor<i1>
  amp.step @opt(%u#0) skip_if(%u#2) : tensor<16x8xf32>, tensor<i1>
  // CHECK: amp.step @opt(%[[G]]#0) : tensor<16x8xf32>
  amp.step @opt(%u#0) : tensor<16x8xf32>
  // CHECK: amp.step @opt(%[[G]]#0) when(%[[FOUND]]) : tensor<16x8xf32>, tensor<i1>
  amp.step @opt(%u#0) when(%u#2) : tensor<16x8xf32>, tensor<i1>
  // CHECK: amp.update_scale @scaler(%[[FOUND]], %[[FOUND]]) : tensor<i1>, tensor<i1>
  amp.update_scale @scaler(%u#2, %u#2) : tensor<i1>, tensor<i1>
  return
}

//===----------------------------------------------------------------------===//
// Attributes of entry points
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @entry(
// CHECK-SAME: tensor<?x64xui8> {amp.batch, amp.name = "images"}
// CHECK-SAME: tensor<16x8xf32> {amp.variable = @fc.weight}
// CHECK-SAME: tensor<f32> {amp.name = "loss", amp.output = "mean"}
// CHECK-SAME: tensor<8xi8> {amp.element_type = ui8}
// CHECK-SAME: -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}, tensor<f32> {amp.reduction = "sum"})
func.func @entry(%images: tensor<?x64xui8> {amp.name = "images", amp.batch},
                 %w: tensor<16x8xf32> {amp.variable = @fc.weight},
                 %out: tensor<f32> {amp.output = "mean", amp.name = "loss"},
                 %bytes: tensor<8xi8> {amp.element_type = ui8})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"},
        tensor<f32> {amp.reduction = "sum"}) {
  return %out, %out : tensor<f32>, tensor<f32>
}

//===----------------------------------------------------------------------===//
// Output and compute types
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @output_types
func.func @output_types(%h: tensor<4x8xf16>, %d: tensor<?x8xf16>) {
  // CHECK: amp.sum %{{.*}} {dims = array<i64: 1>, dtype = f32, keepdim = true} : (tensor<4x8xf16>) -> tensor<4x1xf32>
  %0 = amp.sum %h {dims = array<i64: 1>, dtype = f32, keepdim = true} : (tensor<4x8xf16>) -> tensor<4x1xf32>
  // CHECK: amp.softmax %{{.*}} {dim = 1 : i64, dtype = bf16} : (tensor<4x8xf16>) -> tensor<4x8xbf16>
  %1 = amp.softmax %h {dim = 1 : i64, dtype = bf16} : (tensor<4x8xf16>) -> tensor<4x8xbf16>
  // CHECK: amp.log_softmax %{{.*}} {dim = -1 : i64, dtype = f64} : (tensor<?x8xf16>) -> tensor<?x8xf64>
  %2 = amp.log_softmax %d {dim = -1 : i64, dtype = f64} : (tensor<?x8xf16>) -> tensor<?x8xf64>
  return
}

// CHECK-LABEL: func.func @compute_types
func.func @compute_types(%h: tensor<8x8xf16>, %x: tensor<8x8xf32>, %d: tensor<8x8xf64>) {
  // CHECK: amp.linear %{{.*}} {compute_type = f32} : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf16>
  %0 = amp.linear %h, %h {compute_type = f32} : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf16>
  // CHECK: amp.matmul %{{.*}} {compute_type = f32} : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf32>
  %1 = amp.matmul %h, %h {compute_type = f32} : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf32>
  // CHECK: amp.linear %{{.*}} {compute_type = tf32} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = amp.linear %x, %x {compute_type = tf32} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: amp.matmul %{{.*}} {compute_type = f64} : (tensor<8x8xf64>, tensor<8x8xf64>) -> tensor<8x8xf64>
  %3 = amp.matmul %d, %d {compute_type = f64} : (tensor<8x8xf64>, tensor<8x8xf64>) -> tensor<8x8xf64>
  return
}

//===----------------------------------------------------------------------===//
// Precision: functions of their own derivative, copies, attributes
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @custom_function
func.func @custom_function(%x: tensor<8xf16>, %i: tensor<8xi64>) -> tensor<8xf32> {
  // CHECK: amp.custom_function(%{{.*}}, %{{.*}}) cast_inputs(f32) saved(1) : (tensor<8xf16>, tensor<8xi64>) -> (tensor<8xf32>, tensor<8xf16>) {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<8xf16>, %{{.*}}: tensor<8xi64>):
  // CHECK: amp.yield %{{.*}}, %[[A]] : tensor<8xf32>, tensor<8xf16>
  // CHECK-NEXT: } backward {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<8xf16>, %{{.*}}: tensor<8xf32>):
  // The gradient of each floating-point input.
  // CHECK: amp.yield %{{.*}} : tensor<8xf16>
  %y, %s = amp.custom_function(%x, %i) cast_inputs(f32) saved(1)
      : (tensor<8xf16>, tensor<8xi64>) -> (tensor<8xf32>, tensor<8xf16>) {
  ^bb0(%a: tensor<8xf16>, %b: tensor<8xi64>):
    %w = amp.cast %a : tensor<8xf16> to tensor<8xf32>
    amp.yield %w, %a : tensor<8xf32>, tensor<8xf16>
  } backward {
  ^bb0(%saved: tensor<8xf16>, %g: tensor<8xf32>):
    %h = amp.cast %g : tensor<8xf32> to tensor<8xf16>
    amp.yield %h : tensor<8xf16>
  }
  // Without inputs, results and options.
  // CHECK: amp.custom_function() : () -> () {
  amp.custom_function() : () -> () {
    amp.yield
  } backward {
    amp.yield
  }
  return %y : tensor<8xf32>
}

// CHECK: amp.variable buffer @fc.weight.f16 : tensor<16x8xf16> = #amp.init<zeros> {copy_of = @fc.weight}
amp.variable buffer @fc.weight.f16 : tensor<16x8xf16> = #amp.init<zeros> {copy_of = @fc.weight}

// CHECK: func.func @decorated(%{{.*}}) attributes {amp.autocast = {cache = true, dtype = f16, enabled = true}}
func.func @decorated(%x: tensor<8xf32>) attributes {amp.autocast = {cache = true, dtype = f16, enabled = true}} {
  return
}
// CHECK: func.func @decorated_by_default() attributes {amp.autocast = {}}
func.func @decorated_by_default() attributes {amp.autocast = {}} {
  return
}
// CHECK: func.func @marked({{.*}}) attributes {amp.assigned = {level = "O1", preset = "apex"}, amp.policy = {ops = {exp = "allow"}}}
// CHECK: amp.exp %{{.*}} {amp.exempt = "attribute amp.precision", amp.precision = {category = "allow", operands = {"0" = "deny"}}}
// CHECK: amp.cast %{{.*}} {amp.uncached}
func.func @marked(%x: tensor<8xf32>) attributes {amp.assigned = {level = "O1", preset = "apex"}, amp.policy = {ops = {exp = "allow"}}} {
  %0 = amp.exp %x {amp.exempt = "attribute amp.precision", amp.precision = {category = "allow", operands = {"0" = "deny"}}} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = amp.cast %x {amp.uncached} : tensor<8xf32> to tensor<8xf16>
  return
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @random
func.func @random(%x: tensor<4x8xf16>, %s: tensor<2xi64>) -> tensor<2xi64> {
  // CHECK: amp.random_bits %{{.*}} {shape = array<i64: 4, 8>} : (tensor<2xi64>) -> tensor<4x8xi32>
  %bits = amp.random_bits %s {shape = array<i64: 4, 8>} : (tensor<2xi64>) -> tensor<4x8xi32>
  // CHECK: amp.random_bits %{{.*}} {shape = array<i64>} : (tensor<2xi64>) -> tensor<i32>
  %one = amp.random_bits %s {shape = array<i64>} : (tensor<2xi64>) -> tensor<i32>
  // CHECK: amp.dropout %{{.*}}, %{{.*}} {p = 1.000000e-01 : f64} : (tensor<4x8xf16>, tensor<2xi64>) -> (tensor<4x8xf16>, tensor<2xi64>)
  %y, %next = amp.dropout %x, %s {p = 0.1 : f64} : (tensor<4x8xf16>, tensor<2xi64>) -> (tensor<4x8xf16>, tensor<2xi64>)
  // CHECK: amp.dropout %{{.*}}, %{{.*}} {training = false} : (tensor<4x8xf16>, tensor<2xi64>) -> (tensor<4x8xf16>, tensor<2xi64>)
  %z, %last = amp.dropout %y, %next {training = false} : (tensor<4x8xf16>, tensor<2xi64>) -> (tensor<4x8xf16>, tensor<2xi64>)
  return %last : tensor<2xi64>
}

//===----------------------------------------------------------------------===//
// Storages
//===----------------------------------------------------------------------===//

amp.variable parameter @stored.weight : tensor<16x8xf32> = #amp.init<zeros>
amp.variable parameter @stored.bias : tensor<16xf32> = #amp.init<zeros>
// CHECK: amp.storage @stored [@stored.weight, @stored.bias]
amp.storage @stored [@stored.weight, @stored.bias]
// CHECK: func.func @places(%{{.*}}: tensor<16xf32> {amp.storage = @stored, amp.storage_bytes = 576 : i64, amp.storage_offset = 512 : i64, amp.variable = @stored.bias})
func.func @places(%b: tensor<16xf32> {amp.storage = @stored, amp.storage_bytes = 576 : i64, amp.storage_offset = 512 : i64, amp.variable = @stored.bias}) {
  return
}
