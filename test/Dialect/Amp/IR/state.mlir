// RUN: amp-opt %s | not grep -E "[^ ]  "
// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Variables and flat buffers: every op comes back as it was written: pretty, generic and as bytecode.

//===----------------------------------------------------------------------===//
// Variables: roles, initializers, element types, copies
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

// CHECK: amp.variable buffer @fc.weight.f16 : tensor<16x8xf16> = #amp.init<zeros> {copy_of = @fc.weight}
amp.variable buffer @fc.weight.f16 : tensor<16x8xf16> = #amp.init<zeros> {copy_of = @fc.weight}

//===----------------------------------------------------------------------===//
// Reads and assignments of all element types
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

//===----------------------------------------------------------------------===//
// Storages
//===----------------------------------------------------------------------===//

amp.variable parameter @stored.weight : tensor<16x8xf32> = #amp.init<zeros>
amp.variable parameter @stored.bias : tensor<16xf32> = #amp.init<zeros>
// CHECK: amp.flat_buffer @stored [@stored.weight, @stored.bias]
amp.flat_buffer @stored [@stored.weight, @stored.bias]
// CHECK: func.func @places(%{{.*}}: tensor<16xf32> {amp.flat_buffer = @stored, amp.flat_buffer_bytes = 576 : i64, amp.flat_buffer_offset = 512 : i64, amp.variable = @stored.bias})
func.func @places(%b: tensor<16xf32> {amp.flat_buffer = @stored, amp.flat_buffer_bytes = 576 : i64, amp.flat_buffer_offset = 512 : i64, amp.variable = @stored.bias}) {
  return
}
