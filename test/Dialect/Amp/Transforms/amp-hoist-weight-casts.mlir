// RUN: amp-opt %s --amp-hoist-weight-casts --split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-hoist-weight-casts --split-input-file --remarks-filter=amp-casts --remark-format=emitRemark -o %t 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// The optimizer writes the 16-bit copy of a weight: the step reads it, casts nothing, and
// gives it the new value after the update.

// The copy stands beside its weight, starts as its value, and is no parameter.
// CHECK: amp.variable parameter @w : tensor<8x8xf32> = #amp.init<kaiming_uniform>
// CHECK-NEXT: amp.variable buffer @w.f16 : tensor<8x8xf16> = #amp.init<zeros> {copy_of = @w}
// REMARK: [[@LINE+1]]:1: remark: [Passed] hoisted | Category:amp-casts | bytes=256, copy=w.f16, variable=w
amp.variable parameter @w : tensor<8x8xf32> = #amp.init<kaiming_uniform>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}

// The backward pass is with respect to the weight itself.
// CHECK-LABEL: func.func @train
// CHECK: %[[WH:.*]] = amp.read @w.f16 : tensor<8x8xf16>
// CHECK: %[[W:.*]] = amp.read @w : tensor<8x8xf32>
// CHECK-NOT: amp.cast %[[W]]
// CHECK: amp.linear %{{.*}}, %[[WH]]
// CHECK: amp.linear %{{.*}}, %[[WH]]
// CHECK: amp.backward %{{.*}} wrt(%[[W]])
// CHECK: amp.step @opt
// CHECK-NOT: amp.assign
// CHECK: return
func.func @train(%x: tensor<4x8xf16>, %t: tensor<4x8xf32>) {
  %w = amp.read @w : tensor<8x8xf32>
  %wh = amp.cast %w : tensor<8x8xf32> to tensor<8x8xf16>
  %y = amp.linear %x, %wh : (tensor<4x8xf16>, tensor<8x8xf16>) -> tensor<4x8xf16>
  %z = amp.linear %y, %wh : (tensor<4x8xf16>, tensor<8x8xf16>) -> tensor<4x8xf16>
  %zw = amp.cast %z : tensor<4x8xf16> to tensor<4x8xf32>
  %loss = amp.mse_loss %zw, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  amp.step @opt(%g) : tensor<8x8xf32>
  return
}

// So does another function.
// CHECK-LABEL: func.func @evaluate
// CHECK: %[[WH:.*]] = amp.read @w.f16 : tensor<8x8xf16>
// CHECK-NOT: amp.cast
// CHECK: amp.linear %{{.*}}, %[[WH]]
// CHECK-NOT: amp.assign
// CHECK: return
func.func @evaluate(%x: tensor<4x8xf16>) -> tensor<4x8xf16> {
  %w = amp.read @w : tensor<8x8xf32>
  %wh = amp.cast %w : tensor<8x8xf32> to tensor<8x8xf16>
  %y = amp.linear %x, %wh : (tensor<4x8xf16>, tensor<8x8xf16>) -> tensor<4x8xf16>
  return %y : tensor<4x8xf16>
}

// One that sets it sets the copy, too.
// CHECK-LABEL: func.func @load
// CHECK-SAME: (%[[X:.*]]: tensor<8x8xf32>)
// CHECK: amp.assign @w, %[[X]]
// CHECK: %[[H:.*]] = amp.cast %[[X]] : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK: amp.assign @w.f16, %[[H]]
func.func @load(%x: tensor<8x8xf32>) {
  amp.assign @w, %x : tensor<8x8xf32>
  return
}

// -----

// A step that may be skipped is followed by the same writes: of the old value's bits, then.
// Two parameters have two copies, and a weight of two types two; a bias that nobody casts
// has none.
// CHECK: amp.variable parameter @a
// CHECK-DAG: amp.variable buffer @a.f16 : tensor<8xf16> = #amp.init<zeros> {copy_of = @a}
// CHECK-DAG: amp.variable buffer @a.bf16 : tensor<8xbf16> = #amp.init<zeros> {copy_of = @a}
// CHECK: amp.variable parameter @b
// CHECK: amp.variable buffer @b.f16 : tensor<8xf16> = #amp.init<zeros> {copy_of = @b}
// CHECK-NOT: copy_of
// REMARK-DAG: remark: {{.*}}hoisted | Category:amp-casts | bytes=32, copy=a.f16, variable=a
// REMARK-DAG: remark: {{.*}}hoisted | Category:amp-casts | bytes=32, copy=a.bf16, variable=a
// REMARK: remark: {{.*}}hoisted | Category:amp-casts | bytes=32, copy=b.f16, variable=b
amp.variable parameter @a : tensor<8xf32> = #amp.init<zeros>
amp.variable parameter @b : tensor<8xf32> = #amp.init<zeros>
amp.variable parameter @c : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@a, @b, @c] {lr = 0.1 : f64}
// CHECK-LABEL: func.func @skip
// CHECK-SAME: %[[INF:[a-z0-9]+]]: tensor<i1>)
// CHECK-DAG: %[[AH:.*]] = amp.read @a.f16
// CHECK-DAG: %[[AB:.*]] = amp.read @a.bf16
// CHECK-DAG: %[[BH:.*]] = amp.read @b.f16
// CHECK: amp.add %[[AH]], %[[BH]]
// CHECK: amp.neg %[[AB]]
// CHECK: amp.step @opt({{.*}}) skip_if(%[[INF]])
// CHECK-NOT: amp.assign
// CHECK: return
func.func @skip(%g: tensor<8xf32>, %inf: tensor<i1>) -> (tensor<8xf16>, tensor<8xbf16>, tensor<8xf32>) {
  %a = amp.read @a : tensor<8xf32>
  %b = amp.read @b : tensor<8xf32>
  %c = amp.read @c : tensor<8xf32>
  %ah = amp.cast %a : tensor<8xf32> to tensor<8xf16>
  %ab = amp.cast %a : tensor<8xf32> to tensor<8xbf16>
  %bh = amp.cast %b : tensor<8xf32> to tensor<8xf16>
  %0 = amp.add %ah, %bh : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  %1 = amp.neg %ab : (tensor<8xbf16>) -> tensor<8xbf16>
  amp.step @opt(%g, %g, %g) skip_if(%inf) : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<i1>
  return %0, %1, %c : tensor<8xf16>, tensor<8xbf16>, tensor<8xf32>
}

// -----

// Only casts of the value at the function's start: after the update the copy is as new as
// the weight, but a cast of what was read before it is not of that value.
// CHECK-LABEL: func.func @after_step
// CHECK: amp.step @opt
// CHECK: %[[W:.*]] = amp.read @w : tensor<8xf32>
// CHECK: amp.cast %[[W]]
// REMARK: remark: {{.*}}hoisted
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @after_step(%g: tensor<8xf32>) -> (tensor<8xf16>, tensor<8xf16>) {
  %old = amp.read @w : tensor<8xf32>
  %0 = amp.cast %old : tensor<8xf32> to tensor<8xf16>
  amp.step @opt(%g) : tensor<8xf32>
  %new = amp.read @w : tensor<8xf32>
  %1 = amp.cast %new : tensor<8xf32> to tensor<8xf16>
  return %0, %1 : tensor<8xf16>, tensor<8xf16>
}

// -----

// What is no parameter, is not stepped, was cast without cache or to no 16-bit type has no
// copy.
// CHECK-NOT: copy_of
// CHECK-LABEL: func.func @others
// CHECK-COUNT-4: amp.cast
// CHECK: amp.step
// CHECK-NOT: amp.assign
// CHECK: return
amp.variable parameter @stepped : tensor<8xf32> = #amp.init<zeros>
amp.variable parameter @frozen : tensor<8xf32> = #amp.init<zeros>
amp.variable buffer @mean : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@stepped] {lr = 0.1 : f64}
func.func @others(%g: tensor<8xf32>) -> (tensor<8xf16>, tensor<8xf64>, tensor<8xf16>, tensor<8xf16>) {
  %0 = amp.read @stepped : tensor<8xf32>
  %1 = amp.read @frozen : tensor<8xf32>
  %2 = amp.read @mean : tensor<8xf32>
  %3 = amp.cast %0 {amp.uncached} : tensor<8xf32> to tensor<8xf16>
  %4 = amp.cast %0 : tensor<8xf32> to tensor<8xf64>
  %5 = amp.cast %1 : tensor<8xf32> to tensor<8xf16>
  %6 = amp.cast %2 : tensor<8xf32> to tensor<8xf16>
  amp.step @opt(%g) : tensor<8xf32>
  return %3, %4, %5, %6 : tensor<8xf16>, tensor<8xf64>, tensor<8xf16>, tensor<8xf16>
}

// -----

// Without a step there is nobody to write a copy.
// CHECK-NOT: copy_of
// CHECK-LABEL: func.func @no_step
// CHECK: amp.cast
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @no_step() -> tensor<8xf16> {
  %w = amp.read @w : tensor<8xf32>
  %h = amp.cast %w : tensor<8xf32> to tensor<8xf16>
  return %h : tensor<8xf16>
}

// -----

// Two steps of one parameter in one function: each writes the copy.
// CHECK-LABEL: func.func @two_steps
// CHECK: amp.read @w.f16
// CHECK: amp.step @opt
// CHECK-NEXT: amp.step @opt
// CHECK-NEXT: return
// REMARK: remark: {{.*}}hoisted
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @two_steps(%g: tensor<8xf32>) -> tensor<8xf16> {
  %w = amp.read @w : tensor<8xf32>
  %h = amp.cast %w : tensor<8xf32> to tensor<8xf16>
  amp.step @opt(%g) : tensor<8xf32>
  amp.step @opt(%g) : tensor<8xf32>
  return %h : tensor<8xf16>
}

// -----

// The name is made unique where somebody has it.
// CHECK: amp.variable buffer @w.f16_0 : tensor<8xf16> = #amp.init<zeros> {copy_of = @w}
// CHECK: amp.variable buffer @w.f16 : tensor<8xf32>
// CHECK: amp.read @w.f16_0
// REMARK: remark: {{.*}}copy=w.f16_0, variable=w
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.variable buffer @w.f16 : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @taken(%g: tensor<8xf32>) -> tensor<8xf16> {
  %w = amp.read @w : tensor<8xf32>
  %h = amp.cast %w : tensor<8xf32> to tensor<8xf16>
  amp.step @opt(%g) : tensor<8xf32>
  return %h : tensor<8xf16>
}

// -----

// Within an accumulation the step does not happen: nobody writes a copy, and the one that
// the last step of a group wrote is read.
// CHECK: amp.variable buffer @w.f16 : tensor<8xf16> = #amp.init<zeros> {copy_of = @w}
// CHECK-LABEL: func.func @inner
// CHECK: amp.read @w.f16
// CHECK-NOT: amp.cast
// CHECK-NOT: amp.assign @w.f16
// CHECK: return
// REMARK: remark: {{.*}}hoisted
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @inner(%g: tensor<8xf32>) -> tensor<8xf16> {
  %false = amp.constant dense<false> : tensor<i1>
  %w = amp.read @w : tensor<8xf32>
  %h = amp.cast %w : tensor<8xf32> to tensor<8xf16>
  amp.step @opt(%g) when(%false) : tensor<8xf32>, tensor<i1>
  return %h : tensor<8xf16>
}
