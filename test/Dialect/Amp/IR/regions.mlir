// RUN: amp-opt %s | not grep -E "[^ ]  "
// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Regions: every op comes back as it was written: pretty, generic and as bytecode.

amp.variable parameter @fc.weight : tensor<16x8xf32> = #amp.init<kaiming_uniform>

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

// CHECK-LABEL: func.func @scan
func.func @scan(%h: tensor<4x8xf32>, %xs: tensor<?x4x8xf32>, %w: tensor<8x8xf32>) -> (tensor<4x8xf32>, tensor<?x4x8xf32>, tensor<5x4x8xf32>) {
  // CHECK: %{{.*}}:2 = amp.scan carry(%{{.*}}) each(%{{.*}}) with(%{{.*}}) : (tensor<4x8xf32>, tensor<?x4x8xf32>, tensor<8x8xf32>) -> (tensor<4x8xf32>, tensor<?x4x8xf32>) {
  // CHECK-NEXT: ^bb0(%[[STATE:.*]]: tensor<4x8xf32>, %[[X:.*]]: tensor<4x8xf32>, %[[W:.*]]: tensor<8x8xf32>):
  // CHECK:   amp.linear %[[STATE]], %[[W]]
  // CHECK:   amp.yield %{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4x8xf32>
  %last, %ys = amp.scan carry(%h) each(%xs) with(%w)
      : (tensor<4x8xf32>, tensor<?x4x8xf32>, tensor<8x8xf32>)
      -> (tensor<4x8xf32>, tensor<?x4x8xf32>) {
  ^bb0(%state: tensor<4x8xf32>, %x: tensor<4x8xf32>, %weight: tensor<8x8xf32>):
    %u = amp.linear %state, %weight
        : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %sum = amp.add %x, %u : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %next = amp.tanh %sum : (tensor<4x8xf32>) -> tensor<4x8xf32>
    amp.yield %next, %next : tensor<4x8xf32>, tensor<4x8xf32>
  }
  // CHECK: %{{.*}}:2 = amp.scan carry(%{{.*}}) steps(5) reverse {test.name = "x"} : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<5x4x8xf32>) {
  %end, %all = amp.scan carry(%last) steps(5) reverse {test.name = "x"}
      : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<5x4x8xf32>) {
  ^bb0(%state: tensor<4x8xf32>):
    %next = amp.sin %state : (tensor<4x8xf32>) -> tensor<4x8xf32>
    amp.yield %next, %state : tensor<4x8xf32>, tensor<4x8xf32>
  }
  return %end, %ys, %all : tensor<4x8xf32>, tensor<?x4x8xf32>, tensor<5x4x8xf32>
}
