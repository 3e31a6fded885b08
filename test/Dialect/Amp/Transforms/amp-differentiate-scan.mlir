// RUN: amp-opt %s --amp-differentiate | FileCheck %s
// RUN: amp-opt %s --amp-differentiate --amp-lowering-pipeline=verify-forms -o /dev/null

// The derivative of a scan: a scan of the steps the other way round.

// What the steps read is stacked once: the outputs hold the states. The gradients of a
// weight and of a bias are one product and one sum over all steps.
// CHECK-LABEL: func.func @recurrence
// CHECK-SAME: (%[[H:.*]]: tensor<4x8xf32>, %[[XS:.*]]: tensor<3x4x8xf32>, %[[W:.*]]: tensor<8x8xf32>, %[[B:.*]]: tensor<8xf32>)
// CHECK: %[[F:.*]]:2 = amp.scan carry(%[[H]]) each(%[[XS]]) with(%[[W]], %[[B]])
// CHECK: amp.backward
// CHECK-NEXT: ^bb0(%[[SEED:.*]]: tensor<f32>):
// CHECK: %[[DYS:.*]] = amp.broadcast_to
// CHECK: %[[ZERO:.*]] = amp.constant dense<0.000000e+00> : tensor<4x8xf32>
// CHECK: %[[R:.*]]:2 = amp.scan carry(%[[ZERO]]) each(%[[DYS]], %[[F]]#1) with(%[[W]]) reverse
// CHECK-NEXT: ^bb0(%[[DH:.*]]: tensor<4x8xf32>, %[[DY:.*]]: tensor<4x8xf32>, %[[Y:.*]]: tensor<4x8xf32>, %[[M:.*]]: tensor<8x8xf32>):
// CHECK-NEXT: %[[D:.*]] = amp.add %[[DH]], %[[DY]]
// CHECK-NEXT: %[[DS:.*]] = amp.tanh_backward %[[D]], %[[Y]]
// CHECK-NEXT: %[[NEXT:.*]] = amp.matmul %[[DS]], %[[M]]
// CHECK-NEXT: amp.yield %[[NEXT]], %[[DS]]
// CHECK: %[[DB:.*]] = amp.sum %[[R]]#1 {dims = array<i64: 0, 1>}
// CHECK: %[[FIRST:.*]] = amp.reshape %[[H]] {shape = array<i64: 1, 4, 8>}
// CHECK: %[[REST:.*]] = amp.slice %[[F]]#1 {offsets = array<i64: 0, 0, 0>, sizes = array<i64: 2, 4, 8>}
// CHECK: %[[HS:.*]] = amp.concat %[[FIRST]], %[[REST]] {dim = 0 : i64}
// CHECK: %[[HROWS:.*]] = amp.reshape %[[HS]] {shape = array<i64: 12, 8>}
// CHECK: %[[DROWS:.*]] = amp.reshape %[[R]]#1 {shape = array<i64: 12, 8>}
// CHECK: %[[DT:.*]] = amp.transpose %[[DROWS]]
// CHECK: %[[DW:.*]] = amp.matmul %[[DT]], %[[HROWS]]
// CHECK: amp.yield %[[R]]#0, %[[R]]#1, %[[DW]], %[[DB]]
func.func @recurrence(%h: tensor<4x8xf32>, %xs: tensor<3x4x8xf32>, %w: tensor<8x8xf32>, %b: tensor<8xf32>)
    -> (tensor<4x8xf32>, tensor<3x4x8xf32>, tensor<8x8xf32>, tensor<8xf32>) {
  %l, %ys = amp.scan carry(%h) each(%xs) with(%w, %b)
      : (tensor<4x8xf32>, tensor<3x4x8xf32>, tensor<8x8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<3x4x8xf32>) {
  ^bb0(%a: tensor<4x8xf32>, %x: tensor<4x8xf32>, %m: tensor<8x8xf32>, %c: tensor<8xf32>):
    %u = amp.linear %a, %m : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %v = amp.add %x, %u : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %s = amp.add %v, %c : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    %n = amp.tanh %s : (tensor<4x8xf32>) -> tensor<4x8xf32>
    amp.yield %n, %n : tensor<4x8xf32>, tensor<4x8xf32>
  }
  %loss = amp.sum %ys : (tensor<3x4x8xf32>) -> tensor<f32>
  %g:4 = amp.backward %loss wrt(%h, %xs, %w, %b)
      : (tensor<f32>, tensor<4x8xf32>, tensor<3x4x8xf32>, tensor<8x8xf32>, tensor<8xf32>)
      -> (tensor<4x8xf32>, tensor<3x4x8xf32>, tensor<8x8xf32>, tensor<8xf32>)
  return %g#0, %g#1, %g#2, %g#3 : tensor<4x8xf32>, tensor<3x4x8xf32>, tensor<8x8xf32>, tensor<8xf32>
}

// A state that no output holds is stacked where it is made, in the scan that takes the
// place of the one that was written; a backward scan has a forward derivative.
// CHECK-LABEL: func.func @kept
// CHECK-SAME: (%[[H:.*]]: tensor<8xf32>, %[[XS:.*]]: tensor<3x8xf32>)
// CHECK: %[[F:.*]]:2 = amp.scan carry(%[[H]]) each(%[[XS]]) reverse : (tensor<8xf32>, tensor<3x8xf32>) -> (tensor<8xf32>, tensor<3x8xf32>)
// CHECK: amp.yield %[[N:.*]], %[[N]] : tensor<8xf32>, tensor<8xf32>
// CHECK: %[[REST:.*]] = amp.slice %[[F]]#1 {offsets = array<i64: 1, 0>, sizes = array<i64: 2, 8>}
// CHECK: %[[HS:.*]] = amp.concat %[[REST]], %{{.*}} {dim = 0 : i64}
// CHECK: amp.scan carry(%{{.*}}) each(%[[HS]], %[[XS]]) : (tensor<8xf32>, tensor<3x8xf32>, tensor<3x8xf32>) -> (tensor<8xf32>, tensor<3x8xf32>)
func.func @kept(%h: tensor<8xf32>, %xs: tensor<3x8xf32>) -> (tensor<8xf32>, tensor<3x8xf32>) {
  %l = amp.scan carry(%h) each(%xs) reverse : (tensor<8xf32>, tensor<3x8xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<8xf32>, %x: tensor<8xf32>):
    %n = amp.mul %a, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    amp.yield %n : tensor<8xf32>
  }
  %loss = amp.sum %l : (tensor<8xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%h, %xs) : (tensor<f32>, tensor<8xf32>, tensor<3x8xf32>) -> (tensor<8xf32>, tensor<3x8xf32>)
  return %g#0, %g#1 : tensor<8xf32>, tensor<3x8xf32>
}

// What is no product and no sum is added up from step to step, in f32. What only moves or
// converts elements is computed again, of what is there.
// CHECK-LABEL: func.func @accumulated
// CHECK-SAME: (%[[XS:.*]]: tensor<3x8xf32>, %[[V:.*]]: tensor<8xf16>)
// CHECK: amp.scan each(%[[XS]]) with(%[[V]]) : (tensor<3x8xf32>, tensor<8xf16>) -> tensor<3x8xf16>
// CHECK: amp.backward
// CHECK: %[[ZERO:.*]] = amp.constant dense<0.000000e+00> : tensor<8xf32>
// CHECK: %[[R:.*]] = amp.scan carry(%[[ZERO]]) each(%{{.*}}, %[[XS]]) reverse : (tensor<8xf32>, tensor<3x8xf16>, tensor<3x8xf32>) -> tensor<8xf32>
// CHECK-NEXT: ^bb0(%[[SUM:.*]]: tensor<8xf32>, %[[DY:.*]]: tensor<8xf16>, %[[X:.*]]: tensor<8xf32>):
// CHECK-NEXT: %[[XH:.*]] = amp.cast %[[X]] : tensor<8xf32> to tensor<8xf16>
// CHECK-NEXT: %[[P:.*]] = amp.mul %[[DY]], %[[XH]]
// CHECK-NEXT: %[[PW:.*]] = amp.cast %[[P]] : tensor<8xf16> to tensor<8xf32>
// CHECK-NEXT: %[[NEXT:.*]] = amp.add %[[SUM]], %[[PW]]
// CHECK-NEXT: amp.yield %[[NEXT]]
// CHECK: %[[DV:.*]] = amp.cast %[[R]] : tensor<8xf32> to tensor<8xf16>
// CHECK: amp.yield %[[DV]]
func.func @accumulated(%xs: tensor<3x8xf32>, %v: tensor<8xf16>) -> tensor<8xf16> {
  %ys = amp.scan each(%xs) with(%v) : (tensor<3x8xf32>, tensor<8xf16>) -> tensor<3x8xf16> {
  ^bb0(%x: tensor<8xf32>, %a: tensor<8xf16>):
    %h = amp.cast %x : tensor<8xf32> to tensor<8xf16>
    %p = amp.mul %h, %a : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
    amp.yield %p : tensor<8xf16>
  }
  %w = amp.cast %ys : tensor<3x8xf16> to tensor<3x8xf32>
  %loss = amp.sum %w : (tensor<3x8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%v) : (tensor<f32>, tensor<8xf16>) -> tensor<8xf16>
  return %g : tensor<8xf16>
}

// A composite op in a step is written out there.
// CHECK-LABEL: func.func @composite
// CHECK: amp.scan
// CHECK-NOT: amp.softmin
// CHECK: amp.softmax
// CHECK: amp.backward
// CHECK: amp.softmax_backward
func.func @composite(%h: tensor<8xf32>) -> tensor<8xf32> {
  %l = amp.scan carry(%h) steps(3) : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<8xf32>):
    %n = amp.softmin %a {dim = 0 : i64} : (tensor<8xf32>) -> tensor<8xf32>
    amp.yield %n : tensor<8xf32>
  }
  %loss = amp.sum %l : (tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%h) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// A scan in a step of a scan: what its derivative reads is stacked twice.
// CHECK-LABEL: func.func @nested
// CHECK: %[[F:.*]]:2 = amp.scan {{.*}} -> (tensor<8xf32>, tensor<2x3x8xf32>)
// CHECK:   amp.scan {{.*}} -> (tensor<8xf32>, tensor<3x8xf32>)
// CHECK: amp.backward
// CHECK: amp.scan {{.*}}%[[F]]#1{{.*}} reverse
// CHECK:   amp.scan {{.*}} reverse
func.func @nested(%h: tensor<8xf32>) -> tensor<8xf32> {
  %l = amp.scan carry(%h) steps(2) : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<8xf32>):
    %i = amp.scan carry(%a) steps(3) : (tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%b: tensor<8xf32>):
      %n = amp.sigmoid %b : (tensor<8xf32>) -> tensor<8xf32>
      amp.yield %n : tensor<8xf32>
    }
    amp.yield %i : tensor<8xf32>
  }
  %loss = amp.sum %l : (tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%h) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// Derivatives of derivatives.
// CHECK-LABEL: func.func @second
// CHECK-COUNT-4: amp.scan
func.func @second(%h: tensor<8xf32>, %xs: tensor<3x8xf32>) -> tensor<8xf32> {
  %l = amp.scan carry(%h) each(%xs) : (tensor<8xf32>, tensor<3x8xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<8xf32>, %x: tensor<8xf32>):
    %n = amp.mul %a, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %m = amp.tanh %n : (tensor<8xf32>) -> tensor<8xf32>
    amp.yield %m : tensor<8xf32>
  }
  %loss = amp.sum %l : (tensor<8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%h) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %sum = amp.sum %g : (tensor<8xf32>) -> tensor<f32>
  %gg = amp.backward %sum wrt(%h) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %gg : tensor<8xf32>
}

// An output that is rounded before it becomes the state does not hold the state.
// CHECK-LABEL: func.func @rounded
// CHECK: %[[F:.*]]:3 = amp.scan
// CHECK: %[[W:.*]] = amp.cast %{{.*}} : tensor<8xf16> to tensor<8xf32>
// CHECK: %[[S:.*]] = amp.sin %[[W]] : (tensor<8xf32>) -> tensor<8xf32>
// CHECK: %[[N:.*]] = amp.cast %[[S]] : tensor<8xf32> to tensor<8xf16>
// CHECK: amp.yield %[[N]], %[[S]], %[[W]] : tensor<8xf16>, tensor<8xf32>, tensor<8xf32>
// CHECK: amp.scan {{.*}} each(%{{.*}}, %[[F]]#2) reverse
func.func @rounded(%h: tensor<8xf16>) -> tensor<8xf16> {
  %l, %ys = amp.scan carry(%h) steps(3) : (tensor<8xf16>) -> (tensor<8xf16>, tensor<3x8xf32>) {
  ^bb0(%a: tensor<8xf16>):
    %w = amp.cast %a : tensor<8xf16> to tensor<8xf32>
    %s = amp.sin %w : (tensor<8xf32>) -> tensor<8xf32>
    %n = amp.cast %s : tensor<8xf32> to tensor<8xf16>
    amp.yield %n, %s : tensor<8xf16>, tensor<8xf32>
  }
  %loss = amp.sum %ys : (tensor<3x8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%h) : (tensor<f32>, tensor<8xf16>) -> tensor<8xf16>
  return %g : tensor<8xf16>
}

// The derivative of no steps is that of nothing.
// CHECK-LABEL: func.func @no_steps
// CHECK: amp.scan {{.*}} each(%{{.*}}, %{{.*}}) reverse : (tensor<8xf32>, tensor<0x8xf32>, tensor<0x8xf32>) ->
func.func @no_steps(%h: tensor<8xf32>) -> tensor<8xf32> {
  %l, %ys = amp.scan carry(%h) steps(0) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<0x8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %n = amp.sin %a : (tensor<8xf32>) -> tensor<8xf32>
    amp.yield %n, %n : tensor<8xf32>, tensor<8xf32>
  }
  %all = amp.sum %ys : (tensor<0x8xf32>) -> tensor<f32>
  %last = amp.sum %l : (tensor<8xf32>) -> tensor<f32>
  %loss = amp.add %all, %last : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%h) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}

// A state that is carried in f32, and rounded: the output has the number of the state, cast
// once more, and nothing else is kept.
// CHECK-LABEL: func.func @carried_wide
// CHECK-SAME: (%[[H:.*]]: tensor<4x8xf32>
// CHECK: %[[F:.*]]:2 = amp.scan carry(%[[H]])
// CHECK: amp.backward
// CHECK: %[[FIRST:.*]] = amp.cast %[[H]] : tensor<4x8xf32> to tensor<4x8xbf16>
// CHECK: %[[ROW:.*]] = amp.reshape %[[FIRST]] {shape = array<i64: 1, 4, 8>}
// CHECK: %[[REST:.*]] = amp.slice %[[F]]#1 {offsets = array<i64: 0, 0, 0>, sizes = array<i64: 2, 4, 8>} : (tensor<3x4x8xbf16>)
// CHECK: amp.concat %[[ROW]], %[[REST]] {dim = 0 : i64}
func.func @carried_wide(%h: tensor<4x8xf32>, %w: tensor<8x8xbf16>) -> tensor<8x8xbf16> {
  %l, %ys = amp.scan carry(%h) with(%w) steps(3) : (tensor<4x8xf32>, tensor<8x8xbf16>) -> (tensor<4x8xf32>, tensor<3x4x8xbf16>) {
  ^bb0(%a: tensor<4x8xf32>, %m: tensor<8x8xbf16>):
    %f = amp.cast %a : tensor<4x8xf32> to tensor<4x8xbf16>
    %p = amp.linear %f, %m : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xbf16>
    %n = amp.cast %p : tensor<4x8xbf16> to tensor<4x8xf32>
    %o = amp.cast %n : tensor<4x8xf32> to tensor<4x8xbf16>
    amp.yield %n, %o : tensor<4x8xf32>, tensor<4x8xbf16>
  }
  %wide = amp.cast %ys : tensor<3x4x8xbf16> to tensor<3x4x8xf32>
  %loss = amp.sum %wide : (tensor<3x4x8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<8x8xbf16>) -> tensor<8x8xbf16>
  return %g : tensor<8x8xbf16>
}

// An output that was narrowed and widened again is another number than the state.
// CHECK-LABEL: func.func @rounded_output
// CHECK: %[[F:.*]]:3 = amp.scan
// CHECK: %[[S:.*]] = amp.sin
// CHECK: %[[N:.*]] = amp.cast %[[S]] : tensor<8xf32> to tensor<8xbf16>
// CHECK: %[[O:.*]] = amp.cast %[[N]] : tensor<8xbf16> to tensor<8xf32>
// CHECK: amp.yield %[[S]], %[[O]], %[[S]] :
// CHECK: amp.slice %[[F]]#2
func.func @rounded_output(%h: tensor<8xf32>) -> tensor<8xf32> {
  %l, %ys = amp.scan carry(%h) steps(3) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<3x8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %s = amp.sin %a : (tensor<8xf32>) -> tensor<8xf32>
    %n = amp.cast %s : tensor<8xf32> to tensor<8xbf16>
    %o = amp.cast %n : tensor<8xbf16> to tensor<8xf32>
    amp.yield %s, %o : tensor<8xf32>, tensor<8xf32>
  }
  %loss = amp.sum %ys : (tensor<3x8xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%h) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  return %g : tensor<8xf32>
}
