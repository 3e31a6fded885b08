// RUN: amp-opt %s --amp-assign-precision="assigner=eager" | FileCheck %s
// RUN: amp-opt %s --amp-assign-precision="assigner=eager dtype=bf16" | FileCheck %s --check-prefix=BF16
// RUN: amp-opt %s --amp-assign-precision="assigner=eager implicit-region=false" | FileCheck %s --check-prefix=WRITTEN
// RUN: amp-opt %s --amp-assign-precision="assigner=eager" | amp-opt --amp-verify-precision="all"

// The eager assigner, which is PyTorch's rule: one walk in program order, and no op looks
// at what comes after it.

//===----------------------------------------------------------------------===//
// Categories. A function without a region is one region of the pass's dtype.
//===----------------------------------------------------------------------===//

// Allow: operands are cast to the low type, and so is the result.
// CHECK-LABEL: func.func @allow
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[W:.*]]: tensor<16x8xf32>, %[[B:.*]]: tensor<16xf32>)
// CHECK-DAG: %[[XH:.*]] = amp.cast %[[X]] : tensor<4x8xf32> to tensor<4x8xf16>
// CHECK-DAG: %[[WH:.*]] = amp.cast %[[W]] : tensor<16x8xf32> to tensor<16x8xf16>
// CHECK-DAG: %[[BH:.*]] = amp.cast %[[B]] : tensor<16xf32> to tensor<16xf16>
// Sums of 16-bit products are f32, and the op says so.
// CHECK: %[[Y:.*]] = amp.linear %[[XH]], %[[WH]], %[[BH]] {compute_type = f32} : {{.*}} -> tensor<4x16xf16>
// One cast serves all users.
// CHECK: %[[Z:.*]] = amp.matmul %[[Y]], %[[WH]] {compute_type = f32} : (tensor<4x16xf16>, tensor<16x8xf16>) -> tensor<4x8xf16>
// What the function returns has its declared type.
// CHECK: %[[R:.*]] = amp.cast %[[Z]] : tensor<4x8xf16> to tensor<4x8xf32>
// CHECK: return %[[R]]
// BF16-LABEL: func.func @allow
// BF16: amp.linear {{.*}} {compute_type = f32} : {{.*}} -> tensor<4x16xbf16>
// Without the implicit region the function stays as it was written.
// WRITTEN-LABEL: func.func @allow
// WRITTEN-NOT: amp.cast
// WRITTEN: amp.linear %arg0, %arg1, %arg2 {amp.exempt = "outside of autocast"} : {{.*}} -> tensor<4x16xf32>
func.func @allow(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %b: tensor<16xf32>) -> tensor<4x8xf32> {
  %y = amp.linear %x, %w, %b : (tensor<4x8xf32>, tensor<16x8xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  %z = amp.matmul %y, %w : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
  return %z : tensor<4x8xf32>
}

// Deny: 16-bit operands are widened; the result is f32, whatever was declared.
// CHECK-LABEL: func.func @deny
// CHECK-SAME: (%[[H:.*]]: tensor<4x8xf16>, %[[T:.*]]: tensor<4xi64>)
// CHECK: %[[HW:.*]] = amp.cast %[[H]] : tensor<4x8xf16> to tensor<4x8xf32>
// CHECK: %[[E:.*]] = amp.exp %[[HW]] : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %[[L:.*]] = amp.cross_entropy %[[E]], %[[T]] : (tensor<4x8xf32>, tensor<4xi64>) -> tensor<f32>
// CHECK: %[[R:.*]] = amp.cast %[[L]] : tensor<f32> to tensor<f16>
// CHECK: return %[[R]]
func.func @deny(%h: tensor<4x8xf16>, %t: tensor<4xi64>) -> tensor<f16> {
  %e = amp.exp %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %l = amp.cross_entropy %e, %t : (tensor<4x8xf16>, tensor<4xi64>) -> tensor<f16>
  return %l : tensor<f16>
}

// The deny list. What has an output type of its own keeps its operand and asks for f32.
// CHECK-LABEL: func.func @deny_list
// CHECK-SAME: (%[[H:.*]]: tensor<4x8xf16>)
// CHECK: %[[W:.*]] = amp.cast %[[H]] : tensor<4x8xf16> to tensor<4x8xf32>
// CHECK: amp.log %[[W]] : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: amp.pow %[[W]], %[[W]] : {{.*}} -> tensor<4x8xf32>
// CHECK: amp.reciprocal %[[W]] : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: amp.rsqrt %[[W]] : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: amp.softmax %[[H]] {dim = 1 : i64, dtype = f32} : (tensor<4x8xf16>) -> tensor<4x8xf32>
// CHECK: amp.log_softmax %[[H]] {dim = 1 : i64, dtype = f32} : (tensor<4x8xf16>) -> tensor<4x8xf32>
// CHECK: %[[S:.*]] = amp.sum %[[H]] {dtype = f32} : (tensor<4x8xf16>) -> tensor<f32>
// CHECK: %[[L:.*]] = amp.mse_loss %[[W]], %[[W]] : {{.*}} -> tensor<f32>
// CHECK-DAG: amp.cast %[[S]] : tensor<f32> to tensor<f16>
// CHECK-DAG: amp.cast %[[L]] : tensor<f32> to tensor<f16>
func.func @deny_list(%h: tensor<4x8xf16>) -> (tensor<f16>, tensor<f16>) {
  %0 = amp.log %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %1 = amp.pow %h, %h : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<4x8xf16>
  %2 = amp.reciprocal %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %3 = amp.rsqrt %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %4 = amp.softmax %h {dim = 1 : i64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %5 = amp.log_softmax %h {dim = 1 : i64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %6 = amp.sum %h : (tensor<4x8xf16>) -> tensor<f16>
  %7 = amp.mse_loss %h, %h : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<f16>
  return %6, %7 : tensor<f16>, tensor<f16>
}

// An output type that the graph asks for is respected, f32 operands need none, and one of
// another type is none of autocast's business.
// CHECK-LABEL: func.func @output_types
// CHECK-SAME: (%[[H:.*]]: tensor<4x8xf16>, %[[X:.*]]: tensor<4x8xf32>, %[[D:.*]]: tensor<4x8xf64>)
// CHECK: amp.sum %[[H]] {dtype = f16} : (tensor<4x8xf16>) -> tensor<f16>
// CHECK: amp.sum %[[H]] {dtype = f64} : (tensor<4x8xf16>) -> tensor<f64>
// CHECK: amp.softmax %[[X]] {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: amp.softmax %[[D]] {dim = 1 : i64} : (tensor<4x8xf64>) -> tensor<4x8xf64>
func.func @output_types(%h: tensor<4x8xf16>, %x: tensor<4x8xf32>, %d: tensor<4x8xf64>)
    -> (tensor<f16>, tensor<f64>, tensor<4x8xf32>, tensor<4x8xf64>) {
  %0 = amp.sum %h {dtype = f16} : (tensor<4x8xf16>) -> tensor<f16>
  %1 = amp.sum %h {dtype = f64} : (tensor<4x8xf16>) -> tensor<f64>
  %2 = amp.softmax %x {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = amp.softmax %d {dim = 1 : i64} : (tensor<4x8xf64>) -> tensor<4x8xf64>
  return %0, %1, %2, %3 : tensor<f16>, tensor<f64>, tensor<4x8xf32>, tensor<4x8xf64>
}

// An output type that came with an f32 operand is asked for all the same: the operand has
// become 16-bit.
// CHECK-LABEL: func.func @output_after_allow
// CHECK: %[[Y:.*]] = amp.linear {{.*}} -> tensor<4x8xf16>
// CHECK: %[[S:.*]] = amp.sum %[[Y]] {dtype = f32} : (tensor<4x8xf16>) -> tensor<f32>
// CHECK: return %[[S]] : tensor<f32>
func.func @output_after_allow(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<f32> {
  %y = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %s = amp.sum %y : (tensor<4x8xf32>) -> tensor<f32>
  return %s : tensor<f32>
}

// Ops in no list take what arrives, and the widest type where that differs; f16 and
// bf16 meet in f32.
// CHECK-LABEL: func.func @promote
// CHECK-SAME: (%[[H:.*]]: tensor<8xf16>, %[[B:.*]]: tensor<8xbf16>, %[[X:.*]]: tensor<8xf32>)
// CHECK: amp.relu %[[H]] : (tensor<8xf16>) -> tensor<8xf16>
// CHECK: %[[W:.*]] = amp.cast %[[H]] : tensor<8xf16> to tensor<8xf32>
// CHECK: amp.add %[[W]], %[[X]] : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-DAG: %[[HW:.*]] = amp.cast %[[H]] : tensor<8xf16> to tensor<8xf32>
// CHECK-DAG: %[[BW:.*]] = amp.cast %[[B]] : tensor<8xbf16> to tensor<8xf32>
// CHECK: amp.maximum %[[HW]], %[[BW]] : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
func.func @promote(%h: tensor<8xf16>, %b: tensor<8xbf16>, %x: tensor<8xf32>)
    -> (tensor<8xf16>, tensor<8xf32>, tensor<8xf32>) {
  %0 = amp.relu %h : (tensor<8xf16>) -> tensor<8xf16>
  %1 = amp.cast %h : tensor<8xf16> to tensor<8xf32>
  %2 = amp.add %1, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %3 = amp.cast %h : tensor<8xf16> to tensor<8xf32>
  %4 = amp.cast %b : tensor<8xbf16> to tensor<8xf32>
  %5 = amp.maximum %3, %4 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0, %2, %5 : tensor<8xf16>, tensor<8xf32>, tensor<8xf32>
}

// What followed a 16-bit op meets an f32 value: the 16-bit one is widened.
// CHECK-LABEL: func.func @promote_after_allow
// CHECK: %[[Y:.*]] = amp.linear {{.*}} -> tensor<4x16xf16>
// CHECK: %[[A:.*]] = amp.relu %[[Y]] : (tensor<4x16xf16>) -> tensor<4x16xf16>
// CHECK: %[[W:.*]] = amp.cast %[[A]] : tensor<4x16xf16> to tensor<4x16xf32>
// CHECK: amp.add %[[W]], %{{.*}} : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
func.func @promote_after_allow(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
  %y = amp.linear %x, %w : (tensor<4x8xf32>, tensor<16x8xf32>) -> tensor<4x16xf32>
  %a = amp.relu %y : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %s = amp.add %a, %b : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  return %s : tensor<4x16xf32>
}

// Scalars take the type of the tensors beside them, as in PyTorch; among scalars alone the
// widest type wins.
// CHECK-LABEL: func.func @scalars
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[W:.*]]: tensor<8x8xf32>, %[[S:.*]]: tensor<f32>, %[[H:.*]]: tensor<f16>)
// CHECK: %[[Y:.*]] = amp.linear {{.*}} -> tensor<4x8xf16>
// CHECK: %[[SH:.*]] = amp.cast %[[S]] : tensor<f32> to tensor<f16>
// CHECK: amp.mul %[[Y]], %[[SH]] : (tensor<4x8xf16>, tensor<f16>) -> tensor<4x8xf16>
// CHECK: %[[T:.*]] = amp.cast %[[H]] : tensor<f16> to tensor<f32>
// CHECK: %[[M:.*]] = amp.amax {{.*}} : (tensor<4x8xf16>) -> tensor<f16>
// CHECK: %[[MW:.*]] = amp.cast %[[M]] : tensor<f16> to tensor<f32>
// CHECK: amp.add %[[MW]], %[[T]] : (tensor<f32>, tensor<f32>) -> tensor<f32>
func.func @scalars(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %s: tensor<f32>, %h: tensor<f16>)
    -> tensor<f32> {
  %y = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %m = amp.mul %y, %s : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %t = amp.cast %h : tensor<f16> to tensor<f32>
  %a = amp.amax %m : (tensor<4x8xf32>) -> tensor<f32>
  %r = amp.add %a, %t : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// Promote: f32 if an operand is f32, else the low type. A constant scalar is one of
// Python's numbers, which do not count.
// CHECK-LABEL: func.func @promote_list
// CHECK-SAME: (%[[H:.*]]: tensor<8xf16>, %[[X:.*]]: tensor<8xf32>)
// CHECK: amp.atan2 %[[H]], %[[H]] : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
// CHECK: %[[XH:.*]] = amp.cast %[[X]] : tensor<8xf32> to tensor<8xf16>
// CHECK: %[[P:.*]] = amp.prelu %[[XH]], %{{.*}} -> tensor<8xf16>
// CHECK: %[[PW:.*]] = amp.cast %[[P]] : tensor<8xf16> to tensor<8xf32>
// CHECK: amp.atan2 %[[PW]], %[[X]] : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK: %[[C:.*]] = amp.constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[CH:.*]] = amp.cast %[[C]] : tensor<f32> to tensor<f16>
// CHECK: amp.atan2 %[[P]], %[[CH]] : (tensor<8xf16>, tensor<f16>) -> tensor<8xf16>
func.func @promote_list(%h: tensor<8xf16>, %x: tensor<8xf32>) -> (tensor<8xf16>, tensor<8xf32>, tensor<8xf32>)
    attributes {amp.autocast = {dtype = f16}} {
  %0 = amp.atan2 %h, %h : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  %s = amp.constant dense<0.25> : tensor<1xf32>
  %1 = amp.prelu %x, %s : (tensor<8xf32>, tensor<1xf32>) -> tensor<8xf32>
  %2 = amp.atan2 %1, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %c = amp.constant dense<2.0> : tensor<f32>
  %3 = amp.atan2 %1, %c : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0, %2, %3 : tensor<8xf16>, tensor<8xf32>, tensor<8xf32>
}

// f64, integers, truth values and complex numbers are left alone, one by one.
// CHECK-LABEL: func.func @ineligible
// CHECK-NOT: amp.cast
// CHECK: amp.linear {{.*}} -> tensor<4x16xf64>
// CHECK: amp.exp {{.*}} -> tensor<4x8xf64>
// CHECK: amp.sum {{.*}} -> tensor<i32>
// CHECK: amp.concat {{.*}} -> tensor<8xcomplex<f32>>
// The choice is made among 16-bit values; its condition stays.
// CHECK: amp.where {{.*}} : (tensor<4xi1>, tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
func.func @ineligible(%x: tensor<4x8xf64>, %w: tensor<16x8xf64>, %i: tensor<8xi32>,
                      %c: tensor<4xcomplex<f32>>, %p: tensor<4xi1>, %h: tensor<4xf16>)
    -> (tensor<4x16xf64>, tensor<4x8xf64>, tensor<i32>, tensor<8xcomplex<f32>>, tensor<4xf16>) {
  %0 = amp.linear %x, %w : (tensor<4x8xf64>, tensor<16x8xf64>) -> tensor<4x16xf64>
  %1 = amp.exp %x : (tensor<4x8xf64>) -> tensor<4x8xf64>
  %2 = amp.sum %i : (tensor<8xi32>) -> tensor<i32>
  %3 = amp.concat %c, %c {dim = 0 : i64} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  %4 = amp.where %p, %h, %h : (tensor<4xi1>, tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  return %0, %1, %2, %3, %4 : tensor<4x16xf64>, tensor<4x8xf64>, tensor<i32>, tensor<8xcomplex<f32>>, tensor<4xf16>
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

// A function with a region assigns in the region only, in the region's type. Outside of it
// mixed operands meet in the widest type, as they do without autocast, and ops that the
// lists speak of are marked as exempt from them.
// CHECK-LABEL: func.func @region
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[W:.*]]: tensor<8x8xf32>)
// CHECK-NOT: amp.autocast
// CHECK: amp.linear %[[X]], %[[W]] {amp.exempt = "outside of autocast"} : {{.*}} -> tensor<4x8xf32>
// CHECK: %[[B:.*]] = amp.linear {{.*}} : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xbf16>
// CHECK: %[[Y:.*]] = amp.cast %[[B]] : tensor<4x8xbf16> to tensor<4x8xf32>
// CHECK: amp.linear %[[Y]], %[[W]] {amp.exempt = "outside of autocast"} : {{.*}} -> tensor<4x8xf32>
// Regions count without the implicit one.
// WRITTEN-LABEL: func.func @region
// WRITTEN: amp.linear {{.*}} -> tensor<4x8xbf16>
func.func @region(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = amp.autocast dtype(bf16) -> tensor<4x8xf32> {
    %y = amp.linear %0, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    amp.yield %y : tensor<4x8xf32>
  }
  %2 = amp.linear %1, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// Regions are transparent: what leaves one keeps the type that it was assigned, and the
// function's own type holds where it returns.
// CHECK-LABEL: func.func @transparent
// CHECK: %[[B:.*]] = amp.linear {{.*}} -> tensor<4x8xbf16>
// CHECK-NOT: amp.cast
// CHECK: %[[T:.*]] = amp.tanh %[[B]] : (tensor<4x8xbf16>) -> tensor<4x8xbf16>
// CHECK: %[[R:.*]] = amp.cast %[[T]] : tensor<4x8xbf16> to tensor<4x8xf32>
// CHECK: return %[[R]]
func.func @transparent(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = amp.autocast dtype(bf16) -> tensor<4x8xf32> {
    %y = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    amp.yield %y : tensor<4x8xf32>
  }
  %1 = amp.tanh %0 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// An island with autocast off: its ops take what arrives, denied ones too. What arrives in
// 16 bits stays so, as in PyTorch, unless the user casts it.
// CHECK-LABEL: func.func @island
// CHECK: %[[A:.*]] = amp.linear {{.*}} -> tensor<4x8xf16>
// CHECK: %[[E:.*]] = amp.exp %[[A]] {amp.exempt = "outside of autocast"} : (tensor<4x8xf16>) -> tensor<4x8xf16>
// Neutral ops are in the lists' way nowhere: they are not marked.
// CHECK: amp.tanh %[[E]] : (tensor<4x8xf16>) -> tensor<4x8xf16>
func.func @island(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = amp.autocast -> tensor<4x8xf32> {
    %a = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %b = amp.autocast enabled(false) -> tensor<4x8xf32> {
      %e = amp.exp %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
      %t = amp.tanh %e : (tensor<4x8xf32>) -> tensor<4x8xf32>
      amp.yield %t : tensor<4x8xf32>
    }
    amp.yield %b : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// What meets an f32 weight in an island runs in f32; then the outer region goes on.
// CHECK-LABEL: func.func @nested
// CHECK: %[[A:.*]] = amp.linear {{.*}} -> tensor<4x8xf16>
// CHECK: %[[AW:.*]] = amp.cast %[[A]] : tensor<4x8xf16> to tensor<4x8xf32>
// CHECK: %[[I:.*]] = amp.linear %[[AW]], %{{.*}} -> tensor<4x8xf32>
// CHECK: %[[IH:.*]] = amp.cast %[[I]] : tensor<4x8xf32> to tensor<4x8xf16>
// CHECK: amp.linear %[[IH]], %{{.*}} -> tensor<4x8xf16>
func.func @nested(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = amp.autocast -> tensor<4x8xf32> {
    %a = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %b = amp.autocast enabled(false) -> tensor<4x8xf32> {
      %i = amp.linear %a, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
      amp.yield %i : tensor<4x8xf32>
    }
    %c = amp.linear %b, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    amp.yield %c : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// The innermost region wins, and disabling ends with its region.
// CHECK-LABEL: func.func @enabled_in_disabled
// CHECK: amp.linear {{.*}} {amp.exempt = "outside of autocast"} : {{.*}} -> tensor<4x8xf32>
// CHECK: amp.linear {{.*}} {compute_type = f32} : {{.*}} -> tensor<4x8xf16>
// CHECK: amp.linear {{.*}} {amp.exempt = "outside of autocast"} : {{.*}} -> tensor<4x8xf32>
func.func @enabled_in_disabled(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = amp.autocast enabled(false) -> tensor<4x8xf32> {
    %a = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %b = amp.autocast -> tensor<4x8xf32> {
      %i = amp.linear %a, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
      amp.yield %i : tensor<4x8xf32>
    }
    %c = amp.linear %b, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    amp.yield %c : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// The inner region's type wins; one without a type takes that of the region around it.
// CHECK-LABEL: func.func @nested_types
// CHECK: amp.linear {{.*}} -> tensor<4x8xbf16>
// CHECK: amp.linear {{.*}} -> tensor<4x8xf16>
// CHECK: amp.linear {{.*}} -> tensor<4x8xbf16>
func.func @nested_types(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = amp.autocast dtype(bf16) -> tensor<4x8xf32> {
    %a = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %b = amp.autocast dtype(f16) -> tensor<4x8xf32> {
      %i = amp.linear %a, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
      amp.yield %i : tensor<4x8xf32>
    }
    %c = amp.autocast -> tensor<4x8xf32> {
      %i = amp.linear %b, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
      amp.yield %i : tensor<4x8xf32>
    }
    amp.yield %c : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// A region that declares a 16-bit result gives one.
// CHECK-LABEL: func.func @region_of_declared_halves
// CHECK: %[[Y:.*]] = amp.linear {{.*}} -> tensor<4x8xf16>
// CHECK-NOT: amp.cast
// CHECK: return %[[Y]] : tensor<4x8xf16>
func.func @region_of_declared_halves(%x: tensor<4x8xf16>, %w: tensor<8x8xf16>) -> tensor<4x8xf16> {
  %0 = amp.autocast -> tensor<4x8xf16> {
    %a = amp.linear %x, %w : (tensor<4x8xf16>, tensor<8x8xf16>) -> tensor<4x8xf16>
    amp.yield %a : tensor<4x8xf16>
  }
  return %0 : tensor<4x8xf16>
}

// Without the cache each use of a weight has a cast of its own, marked so that nothing
// merges them.
// CHECK-LABEL: func.func @uncached
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[W:.*]]: tensor<8x8xf32>)
// CHECK: amp.cast %[[X]] {amp.uncached} : tensor<4x8xf32> to tensor<4x8xf16>
// CHECK: %[[WA:.*]] = amp.cast %[[W]] {amp.uncached} : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK: %[[A:.*]] = amp.linear %{{.*}}, %[[WA]]
// CHECK: %[[WB:.*]] = amp.cast %[[W]] {amp.uncached} : tensor<8x8xf32> to tensor<8x8xf16>
// CHECK: amp.linear %[[A]], %[[WB]]
func.func @uncached(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = amp.autocast cache(false) -> tensor<4x8xf32> {
    %a = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %b = amp.linear %a, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    amp.yield %b : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// A function that is a region: PyTorch's decorator. Its attribute goes away.
// CHECK-LABEL: func.func @decorated
// CHECK-NOT: amp.autocast
// CHECK: amp.linear {{.*}} -> tensor<4x8xbf16>
// WRITTEN-LABEL: func.func @decorated
// WRITTEN: amp.linear {{.*}} -> tensor<4x8xbf16>
func.func @decorated(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32>
    attributes {amp.autocast = {dtype = bf16}} {
  %0 = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @decorated_off
// CHECK: amp.linear {{.*}} {amp.exempt = "outside of autocast"} : {{.*}} -> tensor<4x8xf32>
func.func @decorated_off(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32>
    attributes {amp.autocast = {enabled = false}} {
  %0 = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @decorated_uncached
// CHECK-COUNT-2: amp.cast %{{.*}} {amp.uncached} : tensor<8x8xf32> to tensor<8x8xf16>
func.func @decorated_uncached(%w: tensor<8x8xf32>) -> tensor<8x8xf32>
    attributes {amp.autocast = {cache = false, enabled = true}} {
  %0 = amp.linear %w, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

//===----------------------------------------------------------------------===//
// Boundaries
//===----------------------------------------------------------------------===//

amp.variable parameter @w : tensor<8x8xf32> = #amp.init<zeros>
amp.variable buffer @state : tensor<4x8xf32> = #amp.init<zeros>

// State keeps its type, and what the user asked for by a cast stays.
// CHECK-LABEL: func.func @boundaries
// CHECK: %[[W:.*]] = amp.read @w : tensor<8x8xf32>
// CHECK: %[[Y:.*]] = amp.linear {{.*}} -> tensor<4x8xf16>
// CHECK: %[[YW:.*]] = amp.cast %[[Y]] : tensor<4x8xf16> to tensor<4x8xf32>
// CHECK: amp.assign @state, %[[YW]] : tensor<4x8xf32>
// CHECK: amp.cast %[[Y]] : tensor<4x8xf16> to tensor<4x8xf64>
func.func @boundaries(%x: tensor<4x8xf32>) -> tensor<4x8xf64> {
  %w = amp.read @w : tensor<8x8xf32>
  %y = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  amp.assign @state, %y : tensor<4x8xf32>
  %d = amp.cast %y : tensor<4x8xf32> to tensor<4x8xf64>
  return %d : tensor<4x8xf64>
}

// The loss of a backward keeps its type. A `wrt` value is what it has become, and so is
// its gradient; users of the gradient see the declared type.
// CHECK-LABEL: func.func @backward
// CHECK: %[[Y:.*]] = amp.linear {{.*}} -> tensor<4x8xf16>
// CHECK: %[[L:.*]] = amp.mse_loss {{.*}} -> tensor<f32>
// CHECK: %[[G:.*]]:2 = amp.backward %[[L]] wrt(%{{.*}}, %[[Y]]) : (tensor<f32>, tensor<8x8xf32>, tensor<4x8xf16>) -> (tensor<8x8xf32>, tensor<4x8xf16>)
// CHECK: amp.assign @w, %[[G]]#0
// CHECK: %[[D:.*]] = amp.cast %[[G]]#1 : tensor<4x8xf16> to tensor<4x8xf32>
// CHECK: amp.assign @state, %[[D]]
func.func @backward(%x: tensor<4x8xf32>) {
  %w = amp.read @w : tensor<8x8xf32>
  %y = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %loss = amp.mse_loss %y, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  %dw, %dy = amp.backward %loss wrt(%w, %y)
    : (tensor<f32>, tensor<8x8xf32>, tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<4x8xf32>)
  amp.assign @w, %dw : tensor<8x8xf32>
  amp.assign @state, %dy : tensor<4x8xf32>
  return
}

// A backward region written by hand runs as written: autocast is off in it.
// CHECK-LABEL: func.func @backward_by_hand
// CHECK: amp.backward
// CHECK: amp.matmul %{{.*}} {amp.exempt = "outside of autocast"} : {{.*}} -> tensor<4x8xf32>
// CHECK: amp.yield %{{.*}} : tensor<4x8xf32>
func.func @backward_by_hand(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %loss = amp.mse_loss %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  %0 = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%seed: tensor<f32>):
    %m = amp.matmul %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    amp.yield %m : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// What was decided about is said at the function, and nothing else is.
// CHECK: func.func @marked({{.*}} attributes {amp.assigned = {level = "O1", preset = "torch-cuda"}}
func.func @marked(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = amp.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK: func.func @nothing() {
func.func @nothing() {
  return
}

// A declaration has nothing to assign.
// CHECK: func.func private @external
func.func private @external(tensor<4xf32>) -> tensor<4xf32>

// A cast in a hand-written backward region is not seen outside of it.
// CHECK-LABEL: func.func @backward_by_hand_yields_a_value_from_outside
// CHECK: %[[H:.*]] = amp.linear {{.*}} -> tensor<8x8xf16>
// CHECK: amp.backward
// CHECK: %[[D:.*]] = amp.cast %[[H]] : tensor<8x8xf16> to tensor<8x8xf32>
// CHECK: amp.yield %[[D]]
// CHECK: %[[R:.*]] = amp.cast %[[H]] : tensor<8x8xf16> to tensor<8x8xf32>
// CHECK: return %{{.*}}, %[[R]]
func.func @backward_by_hand_yields_a_value_from_outside(%x: tensor<8x8xf32>, %loss: tensor<f32>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %h = amp.linear %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %g = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<8x8xf32>) -> tensor<8x8xf32> {
  ^bb0(%seed: tensor<f32>):
    amp.yield %h : tensor<8x8xf32>
  }
  return %g, %h : tensor<8x8xf32>, tensor<8x8xf32>
}
