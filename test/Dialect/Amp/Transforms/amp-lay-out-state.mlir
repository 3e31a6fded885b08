// RUN: amp-opt %s -split-input-file --amp-materialize-state --amp-lay-out-state | FileCheck %s
// RUN: amp-opt %s -split-input-file --amp-materialize-state --amp-lay-out-state --amp-lay-out-state | FileCheck %s

// Groups one after another, matrices before vectors, and what is aligned further first;
// state and copies in the parameters' order. Running the pass again adds nothing.

amp.variable parameter @bias : tensor<10xf32> = #amp.init<zeros>
amp.variable parameter @odd : tensor<5x3xf32> = #amp.init<zeros>
amp.variable parameter @weight : tensor<16x64xf32> = #amp.init<zeros>
amp.variable parameter @large : tensor<256xf32> = #amp.init<zeros>
amp.variable parameter @decayed : tensor<6x2xf32> = #amp.init<zeros>
amp.variable buffer @weight.bf16 : tensor<16x64xbf16> = #amp.init<zeros> {copy_of = @weight}
amp.variable buffer @bias.bf16 : tensor<10xbf16> = #amp.init<zeros> {copy_of = @bias}

// CHECK: amp.optimizer adamw @opt
// CHECK-NEXT: amp.flat_buffer @opt.parameters [@weight, @odd, @large, @bias, @decayed]
// CHECK-NEXT: amp.flat_buffer @opt.exp_avg [@opt.exp_avg.weight, @opt.exp_avg.odd, @opt.exp_avg.large, @opt.exp_avg.bias, @opt.exp_avg.decayed]
// CHECK-NEXT: amp.flat_buffer @opt.exp_avg_sq [@opt.exp_avg_sq.weight, @opt.exp_avg_sq.odd, @opt.exp_avg_sq.large, @opt.exp_avg_sq.bias, @opt.exp_avg_sq.decayed]
// CHECK-NEXT: amp.flat_buffer @opt.parameters.bf16 [@weight.bf16, @bias.bf16]
// CHECK-NOT: amp.flat_buffer
amp.optimizer adamw @opt [@bias, @odd, @weight, @large, @decayed] {lr = 0.1 : f64,
  groups = [{parameters = [@decayed], weight_decay = 0.1 : f64}]}

// -----

// Each element type has flat buffers of its own, and nothing has one for itself: that of a
// single f16 parameter, and the momentum of a single one.

amp.variable parameter @a : tensor<4xf32> = #amp.init<zeros>
amp.variable parameter @b : tensor<4xf64> = #amp.init<zeros>
amp.variable parameter @c : tensor<4xf32> = #amp.init<zeros>
amp.variable parameter @d : tensor<4xf64> = #amp.init<zeros>
amp.variable parameter @e : tensor<4xf16> = #amp.init<zeros>

// CHECK: amp.optimizer sgd @opt
// CHECK-NEXT: amp.flat_buffer @opt.parameters.f32 [@a, @c]
// CHECK-NEXT: amp.flat_buffer @opt.parameters.f64 [@d, @b]
// CHECK-NOT: amp.flat_buffer
amp.optimizer sgd @opt [@a, @b, @c, @d, @e] {lr = 0.1 : f64,
  groups = [{parameters = [@b], momentum = 0.9 : f64}]}

// -----

// A parameter of two optimizers is the first one's. A flat buffer that is there stays.

amp.variable parameter @a : tensor<4xf32> = #amp.init<zeros>
amp.variable parameter @b : tensor<4xf32> = #amp.init<zeros>
amp.variable parameter @c : tensor<4xf32> = #amp.init<zeros>
amp.variable parameter @d : tensor<4xf32> = #amp.init<zeros>
amp.variable parameter @e : tensor<4xf32> = #amp.init<zeros>
amp.variable parameter @f : tensor<4xf32> = #amp.init<zeros>

// CHECK: amp.flat_buffer @mine [@f, @a]
// CHECK: amp.flat_buffer @first.parameters [@b, @c]
// CHECK: amp.flat_buffer @second.parameters [@d, @e]
// CHECK-NOT: amp.flat_buffer
amp.flat_buffer @mine [@f, @a]
amp.optimizer sgd @first [@a, @b, @c] {lr = 0.1 : f64}
amp.optimizer sgd @second [@c, @d, @e] {lr = 0.1 : f64}

// -----

// Sums of micro-batches are in the order of the parameters that they are for, found
// through what is done with them before the step.

amp.variable parameter @bias : tensor<16xf32> = #amp.init<zeros>
amp.variable parameter @weight : tensor<16x8xf32> = #amp.init<zeros>
amp.grad_scaler @scaler

// CHECK: amp.optimizer sgd @opt
// CHECK-NEXT: amp.flat_buffer @opt.parameters [@weight, @bias]
// CHECK-NEXT: amp.flat_buffer @opt.sums [@acc.sum.1, @acc.sum.0]
amp.optimizer sgd @opt [@bias, @weight] {lr = 0.1 : f64}

func.func @train(%gb: tensor<16xf32>, %gw: tensor<16x8xf32>) {
  %s:2, %complete = amp.accumulate "acc"(%gb, %gw) {k = 4 : i64, reduction = #amp.reduction<sum>}
    : (tensor<16xf32>, tensor<16x8xf32>) -> (tensor<16xf32>, tensor<16x8xf32>, tensor<i1>)
  %u:2, %found = amp.unscale @scaler(%s#0, %s#1)
    : (tensor<16xf32>, tensor<16x8xf32>) -> (tensor<16xf32>, tensor<16x8xf32>, tensor<i1>)
  %c:2, %norm = amp.clip_grad_norm(%u#0, %u#1) {max_norm = 1.0 : f64}
    : (tensor<16xf32>, tensor<16x8xf32>) -> (tensor<16xf32>, tensor<16x8xf32>, tensor<f32>)
  amp.step @opt(%c#0, %c#1) skip_if(%found) when(%complete)
    : tensor<16xf32>, tensor<16x8xf32>, tensor<i1>, tensor<i1>
  amp.update_scale @scaler(%found) when(%complete) : tensor<i1>, tensor<i1>
  return
}
