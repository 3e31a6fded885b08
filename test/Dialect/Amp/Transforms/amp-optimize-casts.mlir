// RUN: amp-opt %s --amp-optimize-casts | FileCheck %s
// RUN: amp-opt %s --amp-assign-precision="implicit-region=false" --amp-optimize-casts | FileCheck %s --check-prefix=ASSIGNED
// RUN: amp-opt %s --amp-optimize-casts --remarks-filter=amp-casts --remark-format=emitRemark -o %t 2>&1 | FileCheck %s --check-prefix=REMARK

amp.variable parameter @w : tensor<8x8xf32> = #amp.init<zeros>
amp.variable buffer @v : tensor<8x8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}

// The cast cache: one cast per weight, though it is read twice.
// CHECK-LABEL: func.func @weight_used_twice
// CHECK-COUNT-1: amp.read @w
// CHECK: %[[W:.*]] = amp.cast %{{.*}} : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK-NOT: amp.cast
// CHECK: %[[A:.*]] = amp.matmul %{{.*}}, %[[W]]
// CHECK: amp.matmul %[[A]], %[[W]]
func.func @weight_used_twice(%x: tensor<4x8xf16>) -> tensor<4x8xf16> {
  %w0 = amp.read @w : tensor<8x8xf32>
  %h0 = amp.cast %w0 : tensor<8x8xf32> to tensor<8x8xf16>
  %0 = amp.matmul %x, %h0 : (tensor<4x8xf16>, tensor<8x8xf16>) -> tensor<4x8xf16>
  %w1 = amp.read @w : tensor<8x8xf32>
  %h1 = amp.cast %w1 : tensor<8x8xf32> to tensor<8x8xf16>
  %1 = amp.matmul %0, %h1 : (tensor<4x8xf16>, tensor<8x8xf16>) -> tensor<4x8xf16>
  return %1 : tensor<4x8xf16>
}

// Casts to different types are different casts.
// CHECK-LABEL: func.func @two_types
// CHECK-DAG: amp.cast %{{.*}} to tensor<8xf16>
// CHECK-DAG: amp.cast %{{.*}} to tensor<8xbf16>
func.func @two_types(%x: tensor<8xf32>) -> (tensor<8xf16>, tensor<8xbf16>) {
  %0 = amp.cast %x : tensor<8xf32> to tensor<8xf16>
  %1 = amp.cast %x : tensor<8xf32> to tensor<8xbf16>
  return %0, %1 : tensor<8xf16>, tensor<8xbf16>
}

// One remark per cast that goes, with the bytes that it would have read and written.
// REMARK: [[@LINE+3]]:8: remark: [Passed] removed | Category:amp-casts | Function=remark_same | bytes=384, from=f32, reason="same value and type", to=f16
func.func @remark_same(%x: tensor<8x8xf32>) -> (tensor<8x8xf16>, tensor<8x8xf16>) {
  %0 = amp.cast %x : tensor<8x8xf32> to tensor<8x8xf16>
  %1 = amp.cast %x : tensor<8x8xf32> to tensor<8x8xf16>
  return %0, %1 : tensor<8x8xf16>, tensor<8x8xf16>
}
// REMARK: [[@LINE+3]]:8: remark: [Passed] removed | Category:amp-casts | Function=remark_round_trip | bytes=48, from=f32, reason="round trip", to=bf16
func.func @remark_round_trip(%x: tensor<8xbf16>) -> tensor<8xbf16> {
  %0 = amp.cast %x : tensor<8xbf16> to tensor<8xf32>
  %1 = amp.cast %0 : tensor<8xf32> to tensor<8xbf16>
  return %1 : tensor<8xbf16>
}

// The cache across regions: a weight that is used in f16 and in bf16 ones has one copy of
// each, however often it is read.
// ASSIGNED-LABEL: func.func @two_regions
// ASSIGNED: %[[W:.*]] = amp.read @w
// ASSIGNED-NOT: amp.read @w
// ASSIGNED: %[[WH:.*]] = amp.cast %[[W]] : tensor<8x8xf32> to tensor<8x8xf16>
// ASSIGNED: %[[A:.*]] = amp.mm %[[WH]], %[[WH]]
// ASSIGNED: %[[WB:.*]] = amp.cast %[[W]] : tensor<8x8xf32> to tensor<8x8xbf16>
// ASSIGNED: amp.mm %{{.*}}, %[[WB]]
// ASSIGNED-NOT: amp.cast %[[W]]
// ASSIGNED: amp.mm %{{.*}}, %[[WH]]
// ASSIGNED-NOT: amp.cast %[[W]]
// ASSIGNED: amp.mm %{{.*}}, %[[WB]]
func.func @two_regions() -> tensor<8x8xf32> {
  %0 = amp.autocast dtype(f16) -> tensor<8x8xf32> {
    %w = amp.read @w : tensor<8x8xf32>
    %y = amp.mm %w, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %y : tensor<8x8xf32>
  }
  %1 = amp.autocast dtype(bf16) -> tensor<8x8xf32> {
    %w = amp.read @w : tensor<8x8xf32>
    %y = amp.mm %0, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %y : tensor<8x8xf32>
  }
  %2 = amp.autocast dtype(f16) -> tensor<8x8xf32> {
    %w = amp.read @w : tensor<8x8xf32>
    %y = amp.mm %1, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %y : tensor<8x8xf32>
  }
  %3 = amp.autocast dtype(bf16) -> tensor<8x8xf32> {
    %w = amp.read @w : tensor<8x8xf32>
    %y = amp.mm %2, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %y : tensor<8x8xf32>
  }
  return %3 : tensor<8x8xf32>
}

// A region with cache(false) casts anew for each use, and takes no other's cast.
// ASSIGNED-LABEL: func.func @uncached_region
// ASSIGNED: %[[W:.*]] = amp.read @w
// ASSIGNED: amp.cast %[[W]] : tensor<8x8xf32> to tensor<8x8xf16>
// ASSIGNED-COUNT-2: amp.cast %[[W]] {amp.uncached} : tensor<8x8xf32> to tensor<8x8xf16>
// ASSIGNED-NOT: amp.cast %[[W]]
// ASSIGNED: return
func.func @uncached_region() -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %w = amp.read @w : tensor<8x8xf32>
  %0 = amp.autocast -> tensor<8x8xf32> {
    %y = amp.mm %w, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %y : tensor<8x8xf32>
  }
  %1 = amp.autocast cache(false) -> tensor<8x8xf32> {
    %y = amp.mm %w, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %y : tensor<8x8xf32>
  }
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// An update between two uses: the second one sees the new weight, never a stale cast.
// ASSIGNED-LABEL: func.func @updated_between
// ASSIGNED: %[[A:.*]] = amp.read @w
// ASSIGNED: %[[AH:.*]] = amp.cast %[[A]]
// ASSIGNED: amp.mm %[[AH]], %[[AH]]
// ASSIGNED: amp.step @opt
// ASSIGNED: %[[B:.*]] = amp.read @w
// ASSIGNED: %[[BH:.*]] = amp.cast %[[B]]
// ASSIGNED: amp.mm %[[BH]], %[[BH]]
func.func @updated_between(%g: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = amp.autocast -> tensor<8x8xf32> {
    %w = amp.read @w : tensor<8x8xf32>
    %y = amp.mm %w, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %y : tensor<8x8xf32>
  }
  amp.step @opt(%g) : tensor<8x8xf32>
  %1 = amp.autocast -> tensor<8x8xf32> {
    %w = amp.read @w : tensor<8x8xf32>
    %y = amp.mm %w, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    amp.yield %y : tensor<8x8xf32>
  }
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// Widened and narrowed again is the value itself; narrowed and widened keeps its rounding.
// CHECK-LABEL: func.func @pairs
// CHECK-SAME: (%[[H:.*]]: tensor<8xf16>, %[[X:.*]]: tensor<8xf32>)
// CHECK: %[[N:.*]] = amp.cast %[[X]] : tensor<8xf32> to tensor<8xf16>
// CHECK: %[[W:.*]] = amp.cast %[[N]] : tensor<8xf16> to tensor<8xf32>
// CHECK-NOT: amp.cast
// CHECK: return %[[H]], %[[W]], %[[X]]
func.func @pairs(%h: tensor<8xf16>, %x: tensor<8xf32>)
    -> (tensor<8xf16>, tensor<8xf32>, tensor<8xf32>) {
  %0 = amp.cast %h : tensor<8xf16> to tensor<8xf32>
  %1 = amp.cast %0 : tensor<8xf32> to tensor<8xf16>
  %2 = amp.cast %x : tensor<8xf32> to tensor<8xf16>
  %3 = amp.cast %2 : tensor<8xf16> to tensor<8xf32>
  %4 = amp.cast %x : tensor<8xf32> to tensor<8xf32>
  return %1, %3, %4 : tensor<8xf16>, tensor<8xf32>, tensor<8xf32>
}

// A cast that a region with `cache(false)` made is left alone, and no other joins it.
// CHECK-LABEL: func.func @uncached
// CHECK-COUNT-2: amp.cast %{{.*}} {amp.uncached}
// CHECK-COUNT-1: amp.cast %{{.*}} : tensor<8xf32> to tensor<8xf16>
// CHECK-NOT: amp.cast
// CHECK: return
func.func @uncached(%x: tensor<8xf32>) -> (tensor<8xf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xf16>) {
  %0 = amp.cast %x {amp.uncached} : tensor<8xf32> to tensor<8xf16>
  %1 = amp.cast %x {amp.uncached} : tensor<8xf32> to tensor<8xf16>
  %2 = amp.cast %x : tensor<8xf32> to tensor<8xf16>
  %3 = amp.cast %x : tensor<8xf32> to tensor<8xf16>
  return %0, %1, %2, %3 : tensor<8xf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xf16>
}

// After an assignment a variable has another value.
// CHECK-LABEL: func.func @assigned_between
// CHECK: %[[A:.*]] = amp.read @w
// CHECK: amp.cast %[[A]]
// CHECK: amp.assign @w
// CHECK: %[[B:.*]] = amp.read @w
// CHECK: amp.cast %[[B]]
func.func @assigned_between(%x: tensor<8x8xf32>) -> (tensor<8x8xf16>, tensor<8x8xf16>) {
  %a = amp.read @w : tensor<8x8xf32>
  %0 = amp.cast %a : tensor<8x8xf32> to tensor<8x8xf16>
  amp.assign @w, %x : tensor<8x8xf32>
  %b = amp.read @w : tensor<8x8xf32>
  %1 = amp.cast %b : tensor<8x8xf32> to tensor<8x8xf16>
  return %0, %1 : tensor<8x8xf16>, tensor<8x8xf16>
}

// An assignment of another variable does not.
// CHECK-LABEL: func.func @other_assigned
// CHECK-COUNT-1: amp.read @w
// CHECK-NOT: amp.read @w
// CHECK: return
func.func @other_assigned(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %a = amp.read @w : tensor<8x8xf32>
  amp.assign @v, %x : tensor<8x8xf32>
  %b = amp.read @w : tensor<8x8xf32>
  return %a, %b : tensor<8x8xf32>, tensor<8x8xf32>
}

// A step changes variables that it does not name; so does what nobody knows.
// CHECK-LABEL: func.func @step_between
// CHECK: %[[A:.*]] = amp.read @w
// CHECK: amp.step
// CHECK: %[[B:.*]] = amp.read @w
// CHECK: call @anything
// CHECK: %[[C:.*]] = amp.read @w
// CHECK: return %[[A]], %[[B]], %[[C]]
func.func @step_between(%g: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %a = amp.read @w : tensor<8x8xf32>
  amp.step @opt(%g) : tensor<8x8xf32>
  %b = amp.read @w : tensor<8x8xf32>
  func.call @anything() : () -> ()
  %c = amp.read @w : tensor<8x8xf32>
  return %a, %b, %c : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
func.func private @anything()

// A region sees the casts before it; what is cast inside is not known after it.
// CHECK-LABEL: func.func @regions
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK: %[[H:.*]] = amp.cast %[[X]] : tensor<4xf32> to tensor<4xf16>
// CHECK: amp.backward
// CHECK: ^bb0(%[[SEED:.*]]: tensor<f32>):
// CHECK-NOT: amp.cast %[[X]] : tensor<4xf32> to tensor<4xf16>
// CHECK: amp.cast %[[X]] : tensor<4xf32> to tensor<4xbf16>
// CHECK: amp.mul %[[H]], %[[H]]
// CHECK: }
// CHECK: amp.cast %[[X]] : tensor<4xf32> to tensor<4xbf16>
func.func @regions(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xbf16>) {
  %h = amp.cast %x : tensor<4xf32> to tensor<4xf16>
  %s = amp.sum %h : (tensor<4xf16>) -> tensor<f16>
  %loss = amp.cast %s : tensor<f16> to tensor<f32>
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%seed: tensor<f32>):
    %0 = amp.cast %x : tensor<4xf32> to tensor<4xf16>
    %1 = amp.cast %x : tensor<4xf32> to tensor<4xbf16>
    %2 = amp.mul %0, %0 : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
    %3 = amp.cast %1 : tensor<4xbf16> to tensor<4xf32>
    %4 = amp.cast %2 : tensor<4xf16> to tensor<4xf32>
    %5 = amp.add %3, %4 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    amp.yield %5 : tensor<4xf32>
  }
  %b = amp.cast %x : tensor<4xf32> to tensor<4xbf16>
  return %g, %b : tensor<4xf32>, tensor<4xbf16>
}

// A region that changes state ends what is known of it, whatever op changes it.
// CHECK-LABEL: func.func @region_that_steps
// CHECK: amp.read @w
// CHECK: amp.autocast
// CHECK: amp.step
// CHECK: amp.read @w
func.func @region_that_steps(%g: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %a = amp.read @w : tensor<8x8xf32>
  amp.autocast {
    amp.step @opt(%g) : tensor<8x8xf32>
  }
  %b = amp.read @w : tensor<8x8xf32>
  return %a, %b : tensor<8x8xf32>, tensor<8x8xf32>
}

// Casts that nothing uses go.
// CHECK-LABEL: func.func @unused
// CHECK-NOT: amp.cast
// CHECK: return
func.func @unused(%x: tensor<8xf32>) {
  %0 = amp.cast %x : tensor<8xf32> to tensor<8xf16>
  %1 = amp.cast %0 : tensor<8xf16> to tensor<8xf64>
  return
}

// What every step of a scan would cast is cast before it: what is the same in all steps, and
// what becomes narrower. A state is not, nor what becomes wider.
// CHECK-LABEL: func.func @steps
// CHECK-SAME: (%[[H:.*]]: tensor<8xf32>, %[[XS:.*]]: tensor<3x8xf32>, %[[ZS:.*]]: tensor<3x8xf16>, %[[W:.*]]: tensor<8xf32>)
// CHECK-DAG: %[[XH:.*]] = amp.cast %[[XS]] : tensor<3x8xf32> to tensor<3x8xf16>
// CHECK-DAG: %[[WH:.*]] = amp.cast %[[W]] : tensor<8xf32> to tensor<8xf16>
// CHECK: amp.scan carry(%[[H]]) each(%[[ZS]], %[[XH]]) with(%[[WH]])
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<8xf32>, %[[Z:.*]]: tensor<8xf16>, %{{.*}}: tensor<8xf16>, %{{.*}}: tensor<8xf16>):
// CHECK-NEXT: amp.cast %[[A]] : tensor<8xf32> to tensor<8xf16>
// CHECK-NEXT: amp.cast %[[Z]] : tensor<8xf16> to tensor<8xf32>
// CHECK-NOT: amp.cast
// CHECK: return
func.func @steps(%h: tensor<8xf32>, %xs: tensor<3x8xf32>, %zs: tensor<3x8xf16>, %w: tensor<8xf32>) -> (tensor<8xf32>, tensor<3x8xf16>) {
  %l, %ys = amp.scan carry(%h) each(%xs, %zs) with(%w)
      : (tensor<8xf32>, tensor<3x8xf32>, tensor<3x8xf16>, tensor<8xf32>) -> (tensor<8xf32>, tensor<3x8xf16>) {
  ^bb0(%a: tensor<8xf32>, %x: tensor<8xf32>, %z: tensor<8xf16>, %m: tensor<8xf32>):
    %ah = amp.cast %a : tensor<8xf32> to tensor<8xf16>
    %zw = amp.cast %z : tensor<8xf16> to tensor<8xf32>
    %xh = amp.cast %x : tensor<8xf32> to tensor<8xf16>
    %mh = amp.cast %m : tensor<8xf32> to tensor<8xf16>
    %p = amp.mul %ah, %mh : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
    %q = amp.add %p, %xh : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
    amp.yield %zw, %q : tensor<8xf32>, tensor<8xf16>
  }
  return %l, %ys : tensor<8xf32>, tensor<3x8xf16>
}
