// RUN: amp-opt %s --amp-fuse-safe-losses | FileCheck %s
// RUN: amp-opt %s --amp-fuse-safe-losses --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOC
// RUN: amp-opt %s --amp-fuse-safe-losses --remarks-filter=amp-fuse-safe-losses --remark-format=emitRemark -o %t 2>&1 | FileCheck %s --check-prefix=REMARK

// One remark per loss that was fused.
// REMARK-COUNT-9: remark: {{.*}}binary_cross_entropy | Category:amp-fuse-safe-losses | fused=binary_cross_entropy_with_logits
// REMARK-NOT: remark:

// The sigmoid goes away; attributes and location stay.
// CHECK-LABEL: func.func @fused
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf16>, %[[T:.*]]: tensor<4x8xf16>)
// CHECK-NEXT: %[[L:.*]] = amp.binary_cross_entropy_with_logits %[[X]], %[[T]] {amp.precision = "deny"} : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<f16>
// CHECK-NEXT: return %[[L]]
// LOC: amp.binary_cross_entropy_with_logits {{.*}} loc("head.loss")
func.func @fused(%x: tensor<4x8xf16>, %t: tensor<4x8xf16>) -> tensor<f16> {
  %p = amp.sigmoid %x : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %l = amp.binary_cross_entropy %p, %t {amp.precision = "deny"} : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<f16> loc("head.loss")
  return %l : tensor<f16>
}

// CHECK-LABEL: func.func @weight_and_reduction
// CHECK-SAME: (%[[X:.*]]: tensor<?x8xf32>, %[[T:.*]]: tensor<?x8xf32>, %[[W:.*]]: tensor<8xf32>)
// CHECK-NEXT: %[[SUM:.*]] = amp.binary_cross_entropy_with_logits %[[X]], %[[T]] weight(%[[W]]) {reduction = #amp.reduction<sum>}
// CHECK-NEXT: %[[NONE:.*]] = amp.binary_cross_entropy_with_logits %[[X]], %[[T]] weight(%[[W]]) {reduction = #amp.reduction<none>} : {{.*}} -> tensor<?x8xf32>
// CHECK-NEXT: return %[[SUM]], %[[NONE]]
func.func @weight_and_reduction(%x: tensor<?x8xf32>, %t: tensor<?x8xf32>, %w: tensor<8xf32>)
    -> (tensor<f32>, tensor<?x8xf32>) {
  %p = amp.sigmoid %x : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %sum = amp.binary_cross_entropy %p, %t, %w {reduction = #amp.reduction<sum>}
    : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<8xf32>) -> tensor<f32>
  %none = amp.binary_cross_entropy %p, %t, %w {reduction = #amp.reduction<none>}
    : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<8xf32>) -> tensor<?x8xf32>
  return %sum, %none : tensor<f32>, tensor<?x8xf32>
}

// The logits, not the probabilities, are cast to the target's type.
// CHECK-LABEL: func.func @through_a_cast
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf16>, %[[T:.*]]: tensor<4x8xf32>)
// CHECK-NEXT: %[[C:.*]] = amp.cast %[[X]] : tensor<4x8xf16> to tensor<4x8xf32>
// CHECK-NEXT: %[[L:.*]] = amp.binary_cross_entropy_with_logits %[[C]], %[[T]] : {{.*}} -> tensor<f32>
// CHECK-NEXT: return %[[L]]
func.func @through_a_cast(%x: tensor<4x8xf16>, %t: tensor<4x8xf32>) -> tensor<f32> {
  %p = amp.sigmoid %x : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %c = amp.cast %p : tensor<4x8xf16> to tensor<4x8xf32>
  %l = amp.binary_cross_entropy %c, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return %l : tensor<f32>
}

// What is done to the places of probabilities is done to the logits, in their type.
// CHECK-LABEL: func.func @through_moves
// CHECK-SAME: (%[[X:.*]]: tensor<4x8x1xf16>, %[[T:.*]]: tensor<6x4xf32>)
// CHECK-NEXT: %[[R:.*]] = amp.squeeze %[[X]] {dims = array<i64: -1>} : (tensor<4x8x1xf16>) -> tensor<4x8xf16>
// CHECK-NEXT: %[[S:.*]] = amp.slice %[[R]] {{.*}} : (tensor<4x8xf16>) -> tensor<4x6xf16>
// CHECK-NEXT: %[[M:.*]] = amp.transpose %[[S]] {{.*}} : (tensor<4x6xf16>) -> tensor<6x4xf16>
// CHECK-NEXT: %[[C:.*]] = amp.cast %[[M]] : tensor<6x4xf16> to tensor<6x4xf32>
// CHECK-NEXT: %[[L:.*]] = amp.binary_cross_entropy_with_logits %[[C]], %[[T]] : {{.*}} -> tensor<f32>
// CHECK-NEXT: return %[[L]]
func.func @through_moves(%x: tensor<4x8x1xf16>, %t: tensor<6x4xf32>) -> tensor<f32> {
  %p = amp.sigmoid %x : (tensor<4x8x1xf16>) -> tensor<4x8x1xf16>
  %r = amp.squeeze %p {dims = array<i64: -1>} : (tensor<4x8x1xf16>) -> tensor<4x8xf16>
  %c = amp.cast %r : tensor<4x8xf16> to tensor<4x8xf32>
  %s = amp.slice %c {offsets = array<i64: 0, 1>, sizes = array<i64: 4, 6>} : (tensor<4x8xf32>) -> tensor<4x6xf32>
  %m = amp.transpose %s {permutation = array<i64: 1, 0>} : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %l = amp.binary_cross_entropy %m, %t : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<f32>
  return %l : tensor<f32>
}

// Two casts back to the logits' own type: none is needed.
// CHECK-LABEL: func.func @through_two_casts
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[T:.*]]: tensor<4x8xf32>)
// CHECK-NEXT: %[[L:.*]] = amp.binary_cross_entropy_with_logits %[[X]], %[[T]]
// CHECK-NEXT: return %[[L]]
func.func @through_two_casts(%x: tensor<4x8xf32>, %t: tensor<4x8xf32>) -> tensor<f32> {
  %p = amp.sigmoid %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %h = amp.cast %p : tensor<4x8xf32> to tensor<4x8xbf16>
  %c = amp.cast %h : tensor<4x8xbf16> to tensor<4x8xf32>
  %l = amp.binary_cross_entropy %c, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return %l : tensor<f32>
}

// The probabilities are a result too: the sigmoid stays, the cast has no user.
// CHECK-LABEL: func.func @other_users
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf16>, %[[T:.*]]: tensor<4x8xf32>)
// CHECK-NEXT: %[[P:.*]] = amp.sigmoid %[[X]]
// CHECK-NEXT: %[[C:.*]] = amp.cast %[[X]] : tensor<4x8xf16> to tensor<4x8xf32>
// CHECK-NEXT: %[[L:.*]] = amp.binary_cross_entropy_with_logits %[[C]], %[[T]]
// CHECK-NEXT: return %[[L]], %[[P]]
func.func @other_users(%x: tensor<4x8xf16>, %t: tensor<4x8xf32>) -> (tensor<f32>, tensor<4x8xf16>) {
  %p = amp.sigmoid %x : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %c = amp.cast %p : tensor<4x8xf16> to tensor<4x8xf32>
  %l = amp.binary_cross_entropy %c, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return %l, %p : tensor<f32>, tensor<4x8xf16>
}

// A cast that has another user keeps itself and the sigmoid.
// CHECK-LABEL: func.func @other_users_of_the_cast
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[T:.*]]: tensor<4x8xf16>)
// CHECK-NEXT: %[[P:.*]] = amp.sigmoid %[[X]]
// CHECK-NEXT: %[[H:.*]] = amp.cast %[[P]]
// CHECK-NEXT: %[[C:.*]] = amp.cast %[[X]] : tensor<4x8xf32> to tensor<4x8xf16>
// CHECK-NEXT: %[[L:.*]] = amp.binary_cross_entropy_with_logits %[[C]], %[[T]] : {{.*}} -> tensor<f16>
// CHECK-NEXT: return %[[L]], %[[H]]
func.func @other_users_of_the_cast(%x: tensor<4x8xf32>, %t: tensor<4x8xf16>) -> (tensor<f16>, tensor<4x8xf16>) {
  %p = amp.sigmoid %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %h = amp.cast %p : tensor<4x8xf32> to tensor<4x8xf16>
  %l = amp.binary_cross_entropy %h, %t : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<f16>
  return %l, %h : tensor<f16>, tensor<4x8xf16>
}

// In a region, with the sigmoid before it.
// CHECK-LABEL: func.func @in_a_region
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[T:.*]]: tensor<4x8xf32>)
// CHECK-NEXT: amp.autocast dtype(f16) -> tensor<f32> {
// CHECK-NEXT: %[[L:.*]] = amp.binary_cross_entropy_with_logits %[[X]], %[[T]]
// CHECK-NEXT: amp.yield %[[L]]
func.func @in_a_region(%x: tensor<4x8xf32>, %t: tensor<4x8xf32>) -> tensor<f32> {
  %p = amp.sigmoid %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %y = amp.autocast dtype(f16) -> tensor<f32> {
    %l = amp.binary_cross_entropy %p, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
    amp.yield %l : tensor<f32>
  }
  return %y : tensor<f32>
}

// Probabilities that come from elsewhere, integers among them, and a sigmoid that is
// the target: untouched.
// CHECK-LABEL: func.func @no_sigmoid
// CHECK: %[[S:.*]] = amp.sigmoid
// CHECK: amp.binary_cross_entropy %{{.*}}, %[[S]] :
// CHECK: %[[P:.*]] = amp.tanh
// CHECK: amp.binary_cross_entropy %[[P]], %{{.*}} :
// CHECK: %[[C:.*]] = amp.cast %{{.*}} : tensor<4x8xi1> to tensor<4x8xf32>
// CHECK: amp.binary_cross_entropy %[[C]], %{{.*}} :
// CHECK-NOT: amp.binary_cross_entropy_with_logits
func.func @no_sigmoid(%x: tensor<4x8xf32>, %t: tensor<4x8xf32>, %i: tensor<4x8xi1>)
    -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %s = amp.sigmoid %t : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %0 = amp.binary_cross_entropy %x, %s : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  %p = amp.tanh %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = amp.binary_cross_entropy %p, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  %c = amp.cast %i : tensor<4x8xi1> to tensor<4x8xf32>
  %2 = amp.binary_cross_entropy %c, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<f32>
}
