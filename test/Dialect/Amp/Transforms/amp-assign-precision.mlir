// RUN: amp-opt %s --amp-assign-precision | FileCheck %s
// RUN: amp-opt %s --amp-assign-precision="dtype=bf16" | FileCheck %s --check-prefix=BF16
// RUN: amp-opt %s --amp-assign-precision="implicit-region=false" | FileCheck %s --check-prefix=WRITTEN
// RUN: amp-opt %s --amp-assign-precision="level=O0" | FileCheck %s --check-prefix=O0

// No autocast region and no cast is left at level O0, and every other level dissolves
// the regions too.
// O0-NOT: amp.autocast
// O0-NOT: amp.cast %{{.*}} to tensor<{{.*}}x{{f16|bf16}}>

//===----------------------------------------------------------------------===//
// Categories. A function without a region is one region of the pass's dtype.
//===----------------------------------------------------------------------===//

// Allow: operands are cast to the low type, and so is the result.
// CHECK-LABEL: func.func @allow
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[W:.*]]: tensor<16x8xf32>, %[[B:.*]]: tensor<16xf32>)
// CHECK-DAG: %[[XH:.*]] = amp.cast %[[X]] : tensor<4x8xf32> to tensor<4x8xf16>
// CHECK-DAG: %[[WH:.*]] = amp.cast %[[W]] : tensor<16x8xf32> to tensor<16x8xf16>
// CHECK-DAG: %[[BH:.*]] = amp.cast %[[B]] : tensor<16xf32> to tensor<16xf16>
// CHECK: %[[Y:.*]] = amp.linear %[[XH]], %[[WH]], %[[BH]] : {{.*}} -> tensor<4x16xf16>
// CHECK: amp.matmul %[[Y]], %{{.*}} : (tensor<4x16xf16>, tensor<16x8xf16>) -> tensor<4x8xf16>
// What the function returns has its declared type.
// CHECK: %[[R:.*]] = amp.cast %{{.*}} : tensor<4x8xf16> to tensor<4x8xf32>
// CHECK: return %[[R]]
// BF16-LABEL: func.func @allow
// BF16: amp.linear {{.*}} -> tensor<4x16xbf16>
// Without the implicit region the function stays as it was written.
// WRITTEN-LABEL: func.func @allow
// WRITTEN-NOT: amp.cast
// WRITTEN: amp.linear {{.*}} -> tensor<4x16xf32>
func.func @allow(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %b: tensor<16xf32>) -> tensor<4x8xf32> {
  %y = amp.linear %x, %w, %b : (tensor<4x8xf32>, tensor<16x8xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  %z = amp.matmul %y, %w : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
  return %z : tensor<4x8xf32>
}

// Deny: 16-bit operands are widened; the result is f32, whatever was declared.
// CHECK-LABEL: func.func @deny
// CHECK-SAME: (%[[H:.*]]: tensor<4x8xf16>, %[[T:.*]]: tensor<4xi64>)
// CHECK: %[[E:.*]] = amp.exp %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %[[L:.*]] = amp.cross_entropy %[[E]], %[[T]] : (tensor<4x8xf32>, tensor<4xi64>) -> tensor<f32>
// CHECK: %[[R:.*]] = amp.cast %[[L]] : tensor<f32> to tensor<f16>
// CHECK: return %[[R]]
func.func @deny(%h: tensor<4x8xf16>, %t: tensor<4xi64>) -> tensor<f16> {
  %e = amp.exp %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %l = amp.cross_entropy %e, %t : (tensor<4x8xf16>, tensor<4xi64>) -> tensor<f16>
  return %l : tensor<f16>
}

// Every op of the deny list.
// CHECK-LABEL: func.func @deny_list
// CHECK: amp.log %{{.*}} -> tensor<4x8xf32>
// CHECK: amp.pow %{{.*}} -> tensor<4x8xf32>
// CHECK: amp.reciprocal %{{.*}} -> tensor<4x8xf32>
// CHECK: amp.rsqrt %{{.*}} -> tensor<4x8xf32>
// CHECK: amp.softmax %{{.*}} -> tensor<4x8xf32>
// CHECK: amp.log_softmax %{{.*}} -> tensor<4x8xf32>
// CHECK: amp.sum %{{.*}} -> tensor<f32>
// CHECK: amp.mse_loss %{{.*}} -> tensor<f32>
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

// A function with a region assigns in the region only, in the region's type; what
// leaves it has the declared type.
// CHECK-LABEL: func.func @region
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[W:.*]]: tensor<8x8xf32>)
// CHECK-NOT: amp.autocast
// CHECK: amp.linear %[[X]], %[[W]] : {{.*}} -> tensor<4x8xf32>
// CHECK: %[[B:.*]] = amp.linear {{.*}} : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xbf16>
// CHECK: %[[Y:.*]] = amp.cast %[[B]] : tensor<4x8xbf16> to tensor<4x8xf32>
// CHECK: amp.linear %[[Y]], %[[W]] : {{.*}} -> tensor<4x8xf32>
// O0-LABEL: func.func @region
// O0-COUNT-3: amp.linear {{.*}} -> tensor<4x8xf32>
// O0-NOT: amp.cast
// O0: return
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

// An f32 island: the disabled region runs in the types that were declared, then the outer
// region goes on.
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
// CHECK: amp.cast %{{.*}} {amp.uncached} : tensor<4x8xf32> to tensor<4x8xf16>
// CHECK: amp.cast %{{.*}} {amp.uncached} : tensor<8x8xf32> to tensor<8x8xf16>
func.func @uncached(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = amp.autocast cache(false) -> tensor<4x8xf32> {
    %a = amp.linear %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    amp.yield %a : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
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
// CHECK: amp.matmul %{{.*}} -> tensor<4x8xf32>
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

// A declaration has nothing to assign.
// CHECK: func.func private @external
func.func private @external(tensor<4xf32>) -> tensor<4xf32>
