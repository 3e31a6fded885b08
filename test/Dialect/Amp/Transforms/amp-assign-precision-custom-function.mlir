// RUN: amp-opt %s --amp-assign-precision="assigner=eager" | FileCheck %s
// RUN: amp-opt %s --amp-assign-precision | FileCheck %s
// RUN: amp-opt %s --amp-assign-precision | amp-opt --amp-verify-precision="all"
// RUN: amp-opt %s --amp-assign-precision --amp-differentiate="wgrad-type=as-forward" | FileCheck %s --check-prefix=GRADIENT

// torch.autograd.Function with custom_fwd and custom_bwd.

// Without cast_inputs the forward region is assigned as the rest is, and the backward
// region in the state that the forward one saw. It takes the saved values and the gradients
// in the types that those have become, and gives gradients in the inputs' types.
// CHECK-LABEL: func.func @assigned
// CHECK-SAME: (%[[X:.*]]: tensor<8x8xf32>, %[[W:.*]]: tensor<8x8xf32>)
// CHECK: amp.custom_function(%[[X]], %[[W]]) saved(1) : (tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf16>, tensor<8x8xf16>) {
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<8x8xf32>, %[[B:.*]]: tensor<8x8xf32>):
// CHECK-DAG: %[[AH:.*]] = amp.cast %[[A]] : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK-DAG: %[[BH:.*]] = amp.cast %[[B]] : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK: %[[M:.*]] = amp.matmul %[[AH]], %[[BH]] {compute_type = f32} : {{.*}} -> tensor<8x8xf16>
// CHECK: amp.yield %[[M]], %[[M]] : tensor<8x8xf16>, tensor<8x8xf16>
// CHECK: } backward {
// CHECK-NEXT: ^bb0(%[[S:.*]]: tensor<8x8xf16>, %[[G:.*]]: tensor<8x8xf16>):
// CHECK: %[[D:.*]] = amp.matmul %[[G]], %[[S]] {compute_type = f32} : {{.*}} -> tensor<8x8xf16>
// CHECK: %[[DA:.*]] = amp.cast %[[D]] : tensor<8x8xf16> to tensor<8x8xf32>
// CHECK: amp.yield %[[DA]], %{{.*}} : tensor<8x8xf32>, tensor<8x8xf32>
func.func @assigned(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y, %s = amp.custom_function(%x, %w) saved(1)
      : (tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  ^bb0(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>):
    %m = amp.matmul %a, %b : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %m, %m : tensor<8x8xf32>, tensor<8x8xf32>
  } backward {
  ^bb0(%saved: tensor<8x8xf32>, %g: tensor<8x8xf32>):
    %d = amp.matmul %g, %saved : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %d, %d : tensor<8x8xf32>, tensor<8x8xf32>
  }
  return %y : tensor<8x8xf32>
}

// What arrives in 16 bits goes in so, and its gradient has that type.
// CHECK-LABEL: func.func @arrives
// CHECK: %[[Y:.*]] = amp.linear {{.*}} -> tensor<8x8xf16>
// CHECK: amp.custom_function(%[[Y]]) : (tensor<8x8xf16>) -> tensor<8x8xf16> {
// CHECK: amp.tanh {{.*}} -> tensor<8x8xf16>
// CHECK: } backward {
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<8x8xf16>):
// A denied op runs in f32 here as well.
// CHECK: %[[E:.*]] = amp.exp {{.*}} -> tensor<8x8xf32>
// CHECK: %[[D:.*]] = amp.cast %[[E]] : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK: amp.yield %[[D]] : tensor<8x8xf16>
func.func @arrives(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %h = amp.linear %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = amp.custom_function(%h) : (tensor<8x8xf32>) -> tensor<8x8xf32> {
  ^bb0(%a: tensor<8x8xf32>):
    %t = amp.tanh %a : (tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %t : tensor<8x8xf32>
  } backward {
  ^bb0(%g: tensor<8x8xf32>):
    %e = amp.exp %g : (tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %e : tensor<8x8xf32>
  }
  return %y : tensor<8x8xf32>
}

// With cast_inputs floating-point inputs but f64 are cast, and both regions run as with
// autocast off. The attribute has been obeyed and goes away.
// CHECK-LABEL: func.func @cast_inputs
// CHECK-SAME: %[[D:[a-z0-9]+]]: tensor<8xf64>, %[[I:[a-z0-9]+]]: tensor<8xi64>)
// CHECK: %[[Y:.*]] = amp.linear {{.*}} -> tensor<8x8xf16>
// CHECK: %[[YW:.*]] = amp.cast %[[Y]] : tensor<8x8xf16> to tensor<8x8xf32>
// CHECK: amp.custom_function(%[[YW]], %[[D]], %[[I]]) : (tensor<8x8xf32>, tensor<8xf64>, tensor<8xi64>) -> tensor<8x8xf32> {
// CHECK: amp.matmul {{.*}} {amp.exempt = "outside of autocast"} : {{.*}} -> tensor<8x8xf32>
// CHECK: } backward {
// CHECK: amp.matmul {{.*}} {amp.exempt = "outside of autocast"} : {{.*}} -> tensor<8x8xf32>
// CHECK: amp.yield %{{.*}}, %{{.*}} : tensor<8x8xf32>, tensor<8xf64>
func.func @cast_inputs(%x: tensor<8x8xf32>, %d: tensor<8xf64>, %i: tensor<8xi64>) -> tensor<8x8xf32> {
  %h = amp.linear %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = amp.custom_function(%h, %d, %i) cast_inputs(f32)
      : (tensor<8x8xf32>, tensor<8xf64>, tensor<8xi64>) -> tensor<8x8xf32> {
  ^bb0(%a: tensor<8x8xf32>, %b: tensor<8xf64>, %c: tensor<8xi64>):
    %m = amp.matmul %a, %a : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %m : tensor<8x8xf32>
  } backward {
  ^bb0(%g: tensor<8x8xf32>):
    %m = amp.matmul %g, %g : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %z = amp.constant dense<0.0> : tensor<8xf64>
    amp.yield %m, %z : tensor<8x8xf32>, tensor<8xf64>
  }
  return %y : tensor<8x8xf32>
}

// It may ask for the low type, too.
// CHECK-LABEL: func.func @cast_low
// CHECK: %[[H:.*]] = amp.cast %{{.*}} : tensor<8xf32> to tensor<8xf16>
// CHECK: amp.custom_function(%[[H]]) : (tensor<8xf16>) -> tensor<8xf16> {
// CHECK: amp.exp {{.*}} {amp.exempt = "outside of autocast"} : {{.*}} -> tensor<8xf16>
func.func @cast_low(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = amp.custom_function(%x) cast_inputs(f16) : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<8xf32>):
    %e = amp.exp %a : (tensor<8xf32>) -> tensor<8xf32>
    amp.yield %e : tensor<8xf32>
  } backward {
  ^bb0(%g: tensor<8xf32>):
    amp.yield %g : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}

// Outside of autocast cast_inputs does nothing.
// CHECK-LABEL: func.func @disabled
// CHECK-NOT: amp.cast
// CHECK: amp.custom_function(%{{.*}}) : (tensor<8xf16>) -> tensor<8xf16> {
// CHECK-NOT: amp.cast
// CHECK: return
func.func @disabled(%x: tensor<8xf16>) -> tensor<8xf16> {
  %0 = amp.autocast enabled(false) -> tensor<8xf16> {
    %y = amp.custom_function(%x) cast_inputs(f32) : (tensor<8xf16>) -> tensor<8xf16> {
    ^bb0(%a: tensor<8xf16>):
      %e = amp.exp %a : (tensor<8xf16>) -> tensor<8xf16>
      amp.yield %e : tensor<8xf16>
    } backward {
    ^bb0(%g: tensor<8xf16>):
      amp.yield %g : tensor<8xf16>
    }
    amp.yield %y : tensor<8xf16>
  }
  return %0 : tensor<8xf16>
}

// Its derivative is its own backward region, in the types that were assigned, and not what
// the forward region would give: here 2 for the derivative of tanh.
// GRADIENT-LABEL: func.func @gradient
// GRADIENT: %[[Y:.*]]:2 = amp.custom_function
// GRADIENT: amp.backward
// GRADIENT-NOT: amp.tanh_backward
// GRADIENT: %[[DY:.*]] = amp.cast %{{.*}} : tensor<8x8xf32> to tensor<8x8xf16>
// GRADIENT-NOT: amp.tanh_backward
// GRADIENT: %[[T:.*]] = amp.mul %[[DY]], %{{.*}} : (tensor<8x8xf16>, {{.*}}) -> tensor<8x8xf16>
// GRADIENT: %[[D:.*]] = amp.add %[[T]], %[[Y]]#1 : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf16>
// GRADIENT: amp.matmul %[[D]], %{{.*}}
// GRADIENT: amp.yield
func.func @gradient(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %h = amp.linear %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %y, %s = amp.custom_function(%h) saved(1) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  ^bb0(%a: tensor<8x8xf32>):
    %t = amp.tanh %a : (tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %t, %a : tensor<8x8xf32>, tensor<8x8xf32>
  } backward {
  ^bb0(%saved: tensor<8x8xf32>, %g: tensor<8x8xf32>):
    %c = amp.constant dense<2.0> : tensor<f32>
    %d = amp.mul %g, %c : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
    %e = amp.add %d, %saved : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %e : tensor<8x8xf32>
  }
  %loss = amp.mse_loss %y, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<f32>
  %dx = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %dx : tensor<8x8xf32>
}
