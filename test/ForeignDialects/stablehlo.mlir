// RUN: amp-opt %s --amp-assign-precision --amp-verify-precision --amp-optimize-casts --amp-lower-casts | FileCheck %s
// RUN: amp-opt %s --amp-assign-precision --amp-optimize-casts --amp-lower-casts | mlir-opt --allow-unregistered-dialect -o /dev/null

// StableHLO in generic form, by the names of its ops: nothing defines them here. Attributes
// and types are kept as they are written.

// A product has f32 results, and is rounded where the next one reads it.
// CHECK-LABEL: func.func @product
// CHECK: %[[X:.*]] = "stablehlo.convert"(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf16>
// CHECK: %[[P:.*]] = "stablehlo.dot_general"(%[[X]], %[[X]]) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf32>
// CHECK: %[[L:.*]] = "stablehlo.convert"(%[[P]]) : (tensor<4x4xf32>) -> tensor<4x4xf16>
// CHECK: %[[Z:.*]] = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<4x4xf16>}> : () -> tensor<4x4xf16>
// CHECK: %[[M:.*]] = "stablehlo.maximum"(%[[L]], %[[Z]]) : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf16>
// CHECK: "stablehlo.dot_general"(%[[M]], %[[X]])
// CHECK: "stablehlo.exponential"(%{{.*}}) : (tensor<4x4xf32>) -> tensor<4x4xf32>
func.func @product(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %z = "stablehlo.constant"() <{value = dense<0.0> : tensor<4x4xf32>}> : () -> tensor<4x4xf32>
  %p = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = "stablehlo.maximum"(%p, %z) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %q = "stablehlo.dot_general"(%m, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %e = "stablehlo.exponential"(%q) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %e : tensor<4x4xf32>
}

// A region that chooses elements has their type; one that sums them up stays f32.
// CHECK-LABEL: func.func @reductions
// CHECK: "stablehlo.reduce"(%[[LOW:.*]], %{{.*}})
// CHECK: ^bb0(%{{.*}}: tensor<f16>, %{{.*}}: tensor<f16>):
// CHECK: "stablehlo.maximum"(%{{.*}}) : (tensor<f16>, tensor<f16>) -> tensor<f16>
// CHECK: (tensor<4x8xf16>, tensor<f16>) -> tensor<4xf16>
// CHECK: "stablehlo.reduce"(
// CHECK: ^bb0(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>):
// CHECK: (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
func.func @reductions(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %low = "stablehlo.negate"(%x) {amp.precision = "allow"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %inf = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %max = "stablehlo.reduce"(%low, %inf) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.maximum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) {amp.precision = "allow"} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %sum = "stablehlo.reduce"(%low, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %max, %sum : tensor<4xf32>, tensor<4xf32>
}

// Loops and branches are entered, and what enters and leaves them keeps its type.
// CHECK-LABEL: func.func @loop
// CHECK: "stablehlo.while"(%{{.*}}, %arg0)
// CHECK: "stablehlo.compare"
// CHECK: ^bb0(%{{.*}}: tensor<i32>, %[[C:.*]]: tensor<4x4xf32>):
// CHECK: %[[L:.*]] = "stablehlo.convert"(%[[C]]) : (tensor<4x4xf32>) -> tensor<4x4xf16>
// CHECK: %[[P:.*]] = "stablehlo.dot_general"(%[[L]], %[[L]])
// CHECK: "stablehlo.return"(%{{.*}}, %[[P]]) : (tensor<i32>, tensor<4x4xf32>) -> ()
func.func @loop(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %n = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %0:2 = "stablehlo.while"(%zero, %x) ({
  ^bb0(%i: tensor<i32>, %c: tensor<4x4xf32>):
    %1 = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%1) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %c: tensor<4x4xf32>):
    %1 = "stablehlo.dot_general"(%c, %c) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%2, %1) : (tensor<i32>, tensor<4x4xf32>) -> ()
  }) : (tensor<i32>, tensor<4x4xf32>) -> (tensor<i32>, tensor<4x4xf32>)
  return %0#1 : tensor<4x4xf32>
}

// Calls are entered, too.
// CHECK-LABEL: func.func private @square
// CHECK: "stablehlo.dot_general"(%{{.*}}) {{.*}} : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf32>
// CHECK-LABEL: func.func @call
// CHECK: call @square(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
func.func @call(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = func.call @square(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
func.func private @square(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// What Shardy says of places is read by name, too, and a computation by hand is entered.
// CHECK: "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
// CHECK-LABEL: func.func @sharded
// CHECK-SAME: {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}
// CHECK: %[[C:.*]] = "sdy.sharding_constraint"(%{{.*}}) <{sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}> : (tensor<4x4xf16>) -> tensor<4x4xf16>
// CHECK: "stablehlo.dot_general"(%[[C]], %[[C]])
// CHECK: "sdy.manual_computation"(%{{.*}}) <{{.*}}> ({
// CHECK: ^bb0(%[[A:.*]]: tensor<2x4xf32>):
// CHECK: %[[L:.*]] = "stablehlo.convert"(%[[A]]) : (tensor<2x4xf32>) -> tensor<2x4xf16>
// CHECK: %[[P:.*]] = "stablehlo.dot_general"(%[[L]], %[[L]]) {{.*}} : (tensor<2x4xf16>, tensor<2x4xf16>) -> tensor<2x2xf32>
// CHECK: "sdy.return"(%[[P]]) : (tensor<2x2xf32>) -> ()
"sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
func.func @sharded(%x: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<4x2xf32> {
  %low = "stablehlo.negate"(%x) {amp.precision = "allow"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = "sdy.sharding_constraint"(%low) <{sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = "stablehlo.dot_general"(%0, %0) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = "sdy.manual_computation"(%1) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>, manual_axes = #sdy<manual_axes{"a"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>}> ({
  ^bb0(%a: tensor<2x4xf32>):
    %3 = "stablehlo.dot_general"(%a, %a) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x2xf32>
    "sdy.return"(%3) : (tensor<2x2xf32>) -> ()
  }) : (tensor<4x4xf32>) -> tensor<4x2xf32>
  return %2 : tensor<4x2xf32>
}
