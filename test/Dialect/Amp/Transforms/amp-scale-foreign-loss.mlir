// RUN: amp-opt %s --amp-scale-foreign-loss="entry=step seed=/seed$ gradients=1" --amp-lower-casts | FileCheck %s
// RUN: amp-opt %s --amp-scale-foreign-loss="entry=loop seed-argument=1 gradient-locations=/gradients/" --amp-lower-casts | FileCheck %s --check-prefix=LOOP
// RUN: amp-opt %inputs/foreign/jax-mlp.mlir --amp-inline-calls --symbol-dce --amp-assign-precision --amp-scale-foreign-loss='seed=transpose\(jvp\(loss\)\)/div gradients=1,2,3,4' --amp-optimize-casts --amp-lower-casts | mlir-opt --allow-unregistered-dialect -o /dev/null
// RUN: amp-opt %inputs/foreign/jax-sgd.mlir --amp-inline-calls --symbol-dce --amp-assign-precision --amp-scale-foreign-loss='seed=transpose\(jvp\(loss\)\)/div gradient-locations=/gradients/' --amp-optimize-casts --amp-lower-casts | mlir-opt --allow-unregistered-dialect -o /dev/null
// RUN: amp-opt %inputs/foreign/jax-conv.mlir --amp-inline-calls --symbol-dce --amp-assign-precision --amp-scale-foreign-loss='seed=transpose\(jvp\(loss\)\)/div gradients=1,2,3' --amp-optimize-casts --amp-lower-casts | mlir-opt --allow-unregistered-dialect -o /dev/null
// RUN: amp-opt %inputs/foreign/jax-scan.mlir --amp-inline-calls --symbol-dce --amp-assign-precision --amp-scale-foreign-loss='seed=transpose\(jvp\(loss\)\)/div gradients=1,2,3' --amp-optimize-casts --amp-lower-casts | mlir-opt --allow-unregistered-dialect -o /dev/null

// The derivative of sum(x * x) / 4, in f16: the seed is 1/4. It is multiplied by the scale in
// f32, and the gradient, which is tested first, by its reciprocal.
// CHECK-LABEL: func.func @step
// CHECK-SAME: (%[[X:.*]]: tensor<4xf16>, %[[SCALE:.*]]: tensor<f32>) -> (tensor<f32>, tensor<4xf32>, tensor<i1>)
// CHECK: %[[ONE:.*]] = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}>
// CHECK: %[[RECIPROCAL:.*]] = "stablehlo.divide"(%[[ONE]], %[[SCALE]])
// CHECK: %[[SEED:.*]] = "stablehlo.constant"() <{value = dense<2.500000e-01> : tensor<f32>}>
// CHECK: %[[SCALED:.*]] = "stablehlo.multiply"(%[[SEED]], %[[SCALE]]) : (tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK: %[[LOW:.*]] = "stablehlo.convert"(%[[SCALED]]) : (tensor<f32>) -> tensor<f16>
// CHECK: "stablehlo.broadcast_in_dim"(%[[LOW]])
// CHECK: %[[G:.*]] = "stablehlo.convert"(%{{.*}}) : (tensor<4xf16>) -> tensor<4xf32>
// CHECK: %[[FINITE:.*]] = "stablehlo.is_finite"(%[[G]]) : (tensor<4xf32>) -> tensor<4xi1>
// CHECK: %[[ALL:.*]] = "stablehlo.reduce"(%[[FINITE]], %{{.*}}) <{dimensions = array<i64: 0>}>
// CHECK: "stablehlo.and"
// CHECK: %[[B:.*]] = "stablehlo.broadcast_in_dim"(%[[RECIPROCAL]]) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
// CHECK: %[[UNSCALED:.*]] = "stablehlo.multiply"(%[[G]], %[[B]]) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK: %[[FOUND:.*]] = "stablehlo.not"(%[[ALL]])
// CHECK: return %{{.*}}, %[[UNSCALED]], %[[FOUND]] : tensor<f32>, tensor<4xf32>, tensor<i1>
func.func @step(%x: tensor<4xf16>) -> (tensor<f32>, tensor<4xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %quarter = "stablehlo.constant"() <{value = dense<0.25> : tensor<f32>}> : () -> tensor<f32> loc("step/seed")
  %square = "stablehlo.multiply"(%x, %x) : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  %wide = amp.cast %square : tensor<4xf16> to tensor<4xf32>
  %sum = "stablehlo.reduce"(%wide, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %four = "stablehlo.constant"() <{value = dense<4.0> : tensor<f32>}> : () -> tensor<f32>
  %loss = "stablehlo.divide"(%sum, %four) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %seed = amp.cast %quarter : tensor<f32> to tensor<f16>
  %seeds = "stablehlo.broadcast_in_dim"(%seed) <{broadcast_dimensions = array<i64>}> : (tensor<f16>) -> tensor<4xf16>
  %product = "stablehlo.multiply"(%seeds, %x) : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  %twice = "stablehlo.add"(%product, %product) : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  %g = amp.cast %twice : tensor<4xf16> to tensor<4xf32>
  return %loss, %g : tensor<f32>, tensor<4xf32>
}

// A loop whose sum of gradients begins at zero, as in the backward pass of a scan. The update
// that follows sees what was unscaled.
// LOOP-LABEL: func.func @loop
// LOOP-SAME: (%[[W:.*]]: tensor<4xf32>, %[[SEED:.*]]: tensor<4xf32>, %[[SCALE:.*]]: tensor<f32>) -> (tensor<4xf32>, tensor<i1>)
// LOOP: %[[S:.*]] = "stablehlo.broadcast_in_dim"(%[[SCALE]])
// LOOP: %[[SCALED:.*]] = "stablehlo.multiply"(%[[SEED]], %[[S]])
// LOOP: "stablehlo.while"(%{{.*}}, %[[SCALED]], %{{.*}})
// LOOP: %[[G:.*]] = "stablehlo.negate"(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
// LOOP: %[[UNSCALED:.*]] = "stablehlo.multiply"(%[[G]], %{{.*}})
// LOOP: "stablehlo.add"(%[[W]], %[[UNSCALED]])
func.func @loop(%w: tensor<4xf32>, %seed: tensor<4xf32>) -> tensor<4xf32> {
  %zeros = "stablehlo.constant"() <{value = dense<0.0> : tensor<4xf32>}> : () -> tensor<4xf32>
  %i0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %i1 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %i3 = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %0:3 = "stablehlo.while"(%i0, %seed, %zeros) ({
  ^bb0(%i: tensor<i32>, %g: tensor<4xf32>, %sum: tensor<4xf32>):
    %1 = "stablehlo.compare"(%i, %i3) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%1) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %g: tensor<4xf32>, %sum: tensor<4xf32>):
    %1 = "stablehlo.add"(%i, %i1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %2 = "stablehlo.multiply"(%sum, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %3 = "stablehlo.add"(%2, %g) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %4 = "stablehlo.multiply"(%g, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%1, %4, %3) : (tensor<i32>, tensor<4xf32>, tensor<4xf32>) -> ()
  }) : (tensor<i32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>, tensor<4xf32>)
  %g = "stablehlo.negate"(%0#2) : (tensor<4xf32>) -> tensor<4xf32> loc("loop/gradients/neg")
  %new = "stablehlo.add"(%w, %g) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %new : tensor<4xf32>
}
