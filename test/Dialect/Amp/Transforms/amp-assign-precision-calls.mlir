// RUN: split-file %s %t
// RUN: amp-opt %t/states.mlir --amp-assign-precision | FileCheck %t/states.mlir
// RUN: amp-opt %t/states.mlir --amp-assign-precision="assigner=eager" | FileCheck %t/states.mlir
// RUN: amp-opt %t/types.mlir --amp-assign-precision="assigner=eager" | FileCheck %t/types.mlir --check-prefixes=CHECK,EAGER
// RUN: amp-opt %t/types.mlir --amp-assign-precision | FileCheck %t/types.mlir --check-prefixes=CHECK,CUT
// RUN: amp-opt %t/states.mlir --amp-assign-precision | amp-opt --amp-verify-precision="all"
// RUN: amp-opt %t/types.mlir --amp-assign-precision="assigner=eager" | amp-opt --amp-verify-precision="all"

// The state of autocast follows calls, as it does in PyTorch.

//--- states.mlir
// A callee is cloned for each state in which it is called: here f16, bf16, and without
// autocast. Calls in the same state share a clone. The private original goes away.
// CHECK-NOT: func.func private @layer(
// CHECK: func.func private @[[$LAYER0:layer_[0-9]+]](%{{.*}}: tensor<8x8xf32>)
// CHECK: amp.linear {{.*}} {compute_type = f32} : {{.*}} -> tensor<8x8xf16>
// CHECK: func.func private @[[$LAYER1:layer_[0-9]+]](
// CHECK: amp.linear {{.*}} {compute_type = f32} : {{.*}} -> tensor<8x8xbf16>
// CHECK: func.func private @[[$LAYER2:layer_[0-9]+]](
// CHECK: amp.linear {{.*}} {amp.exempt = "outside of autocast"} : {{.*}} -> tensor<8x8xf32>
// CHECK-NOT: func.func private @layer
// CHECK-LABEL: func.func @states
// CHECK: call @[[$LAYER0]](
// CHECK: call @[[$LAYER0]](
// CHECK: call @[[$LAYER1]](
// CHECK: call @[[$LAYER2]](
func.func private @layer(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = amp.linear %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func @states(%x: tensor<8x8xf32>) {
  amp.autocast dtype(f16) {
    %0 = func.call @layer(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = func.call @layer(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  }
  amp.autocast dtype(bf16) {
    %0 = func.call @layer(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  }
  %0 = func.call @layer(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// One that is called in one state keeps its name. Whether a low type would be f16 or bf16
// makes no difference where autocast is off.
// CHECK: func.func private @single(
// CHECK: amp.linear {{.*}} {amp.exempt = "outside of autocast"} : {{.*}} -> tensor<8x8xf32>
// CHECK-NOT: func.func private @single
// CHECK-LABEL: func.func @single_state
// CHECK: call @single(
// CHECK: call @single(
func.func private @single(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = amp.linear %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func @single_state(%x: tensor<8x8xf32>) {
  amp.autocast dtype(bf16) enabled(false) {
    %0 = func.call @single(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  }
  amp.autocast dtype(f16) enabled(false) {
    %0 = func.call @single(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  }
  return
}

// Without the cache is a state of its own.
// CHECK: func.func private @cached_{{[0-9]+}}(
// CHECK: amp.cast %{{[^ ]*}} : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK: func.func private @cached_{{[0-9]+}}(
// CHECK: amp.cast %{{.*}} {amp.uncached} : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK-LABEL: func.func @cache_states
func.func private @cached(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = amp.linear %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func @cache_states(%x: tensor<8x8xf32>) {
  amp.autocast {
    %0 = func.call @cached(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  }
  amp.autocast cache(false) {
    %0 = func.call @cached(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  }
  return
}

// A decorated callee is in its own region, whoever calls it.
// CHECK: func.func private @decorated(
// CHECK-NOT: amp.autocast
// CHECK: amp.linear {{.*}} {compute_type = f32} : {{.*}} -> tensor<8x8xbf16>
// CHECK-LABEL: func.func @calls_decorated
// CHECK: call @decorated(
func.func private @decorated(%x: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {amp.autocast = {dtype = bf16}} {
  %0 = amp.linear %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// It is a region for its callers too: what is outside of it stays as it is.
// CHECK: amp.linear {{.*}} {amp.exempt = "outside of autocast"} : {{.*}} -> tensor<8x8xf32>
func.func @calls_decorated(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = func.call @decorated(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = amp.linear %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// A public callee can be called from outside, and stays, in a state of its own.
// CHECK-LABEL: func.func @public(
// CHECK: amp.tanh {{.*}} -> tensor<8xf32>
func.func @public(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = amp.tanh %x : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// CHECK: func.func private @[[$PUBLIC:public_[0-9]+]](
// CHECK-LABEL: func.func @calls_public
// CHECK: call @[[$PUBLIC]](
func.func @calls_public(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = func.call @public(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// A declaration takes and gives what it declares.
func.func private @external(tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-LABEL: func.func @calls_external
// CHECK: %[[Y:.*]] = amp.linear {{.*}} -> tensor<8x8xf16>
// CHECK: %[[YW:.*]] = amp.cast %[[Y]] : tensor<8x8xf16> to tensor<8x8xf32>
// CHECK: %[[Z:.*]] = call @external(%[[YW]]) : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK: return %[[Z]]
func.func @calls_external(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.linear %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = func.call @external(%y) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %z : tensor<8x8xf32>
}

// A call of a call: the state goes all the way, clones of clones are shared, and keep
// their names.
// CHECK: func.func private @inner(
// CHECK: amp.linear {{.*}} -> tensor<8x8xbf16>
// CHECK: func.func private @outer(
// CHECK: call @inner(
// CHECK-NOT: func.func private @inner
// CHECK-LABEL: func.func @calls_nested
// CHECK: call @outer(
// CHECK: call @inner(
func.func private @inner(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = amp.linear %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func private @outer(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = func.call @inner(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func @calls_nested(%x: tensor<8x8xf32>) {
  amp.autocast dtype(bf16) {
    %0 = func.call @outer(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = func.call @inner(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  }
  return
}

//--- types.mlir
// With the eager assigner types follow too: a callee takes what arrives, and gives what
// it has computed. Assigners that look at one function at a time keep its declared types.
// EAGER: func.func private @tail(%[[X:.*]]: tensor<8x8xf16>) -> tensor<8x8xf16>
// EAGER: %[[T:.*]] = amp.tanh %[[X]] : (tensor<8x8xf16>) -> tensor<8x8xf16>
// EAGER: return %[[T]] : tensor<8x8xf16>
// CUT: func.func private @tail(%{{.*}}: tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-LABEL: func.func @head
// CHECK: %[[Y:.*]] = amp.linear {{.*}} -> tensor<8x8xf16>
// EAGER: %[[Z:.*]] = call @tail(%[[Y]]) : (tensor<8x8xf16>) -> tensor<8x8xf16>
// CUT: %[[YW:.*]] = amp.cast %[[Y]] : tensor<8x8xf16> to tensor<8x8xf32>
// CUT: %[[ZW:.*]] = call @tail(%[[YW]]) : (tensor<8x8xf32>) -> tensor<8x8xf32>
// EAGER: %[[ZW:.*]] = amp.cast %[[Z]] : tensor<8x8xf16> to tensor<8x8xf32>
// CHECK: return %[[ZW]] : tensor<8x8xf32>
func.func private @tail(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = amp.tanh %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func @head(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = amp.linear %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = func.call @tail(%y) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %z : tensor<8x8xf32>
}

// Called with two types there are two of it, to the eager assigner.
// EAGER: func.func private @either_{{[0-9]+}}(%{{.*}}: tensor<8x8xf32>) -> tensor<8x8xf32>
// EAGER: func.func private @either_{{[0-9]+}}(%{{.*}}: tensor<8x8xf16>) -> tensor<8x8xf16>
// CUT: func.func private @either(%{{.*}}: tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-LABEL: func.func @both
func.func private @either(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = amp.tanh %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func @both(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = func.call @either(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = amp.linear %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = func.call @either(%y) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// What a callee gives in f16 meets f32 here: the widest type wins, as everywhere.
// CHECK-LABEL: func.func @meets
// EAGER: %[[L:.*]] = call @low({{.*}}) : (tensor<8x8xf32>) -> tensor<8x8xf16>
// EAGER: %[[LW:.*]] = amp.cast %[[L]] : tensor<8x8xf16> to tensor<8x8xf32>
// EAGER: amp.add %[[LW]], %{{.*}} -> tensor<8x8xf32>
// CUT: call @low({{.*}}) : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CUT: amp.add {{.*}} -> tensor<8x8xf32>
func.func private @low(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = amp.linear %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func @meets(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = func.call @low(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = amp.add %0, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// State keeps its type in a callee, too.
amp.variable buffer @state : tensor<8x8xf32> = #amp.init<zeros>
// EAGER: func.func private @stores(%[[X:.*]]: tensor<8x8xf16>)
// EAGER: %[[W:.*]] = amp.cast %[[X]] : tensor<8x8xf16> to tensor<8x8xf32>
// CUT: func.func private @stores(%[[W:.*]]: tensor<8x8xf32>)
// CHECK: amp.assign @state, %[[W]] : tensor<8x8xf32>
// CHECK-LABEL: func.func @calls_stores
func.func private @stores(%x: tensor<8x8xf32>) {
  amp.assign @state, %x : tensor<8x8xf32>
  return
}
func.func @calls_stores(%x: tensor<8x8xf32>) {
  %y = amp.linear %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  func.call @stores(%y) : (tensor<8x8xf32>) -> ()
  return
}
