// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// The dialect's attributes of functions, of their arguments and results, and of ops of other
// topics come back as they were written: pretty, generic and as bytecode.

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

amp.variable parameter @fc.weight : tensor<16x8xf32> = #amp.init<kaiming_uniform>

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
// Precision
//===----------------------------------------------------------------------===//

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
