// RUN: amp-opt %s --allow-unregistered-dialect --amp-assign-precision | FileCheck %s
// RUN: amp-opt %s --allow-unregistered-dialect --amp-assign-precision="assigner=eager" | FileCheck %s
// RUN: amp-opt %s --allow-unregistered-dialect --amp-assign-precision="assigner=propagate" | FileCheck %s
// RUN: amp-opt %s --allow-unregistered-dialect --amp-assign-precision | amp-opt --allow-unregistered-dialect --amp-verify-precision="all"

// Ops of other dialects that have regions.

module attributes {amp.policy = {ops = {
    linalg.matmul = "allow", linalg.batch_matmul = "allow", linalg.generic = "allow",
    linalg.reduce = "allow", linalg.exp = "deny",
    mydialect.loop = "deny", mydialect.scope = "follow"}}} {

// The inputs of a sum of products are cast, and what it is summed up in stays f32.
// CHECK-LABEL: func.func @named
// CHECK: %[[A:.*]] = amp.cast %arg0 : tensor<4x8xf32> to tensor<4x8xf16>
// CHECK: %[[B:.*]] = amp.cast %arg1 : tensor<8x4xf32> to tensor<8x4xf16>
// CHECK: linalg.matmul {amp.exempt = "attribute amp.policy"} ins(%[[A]], %[[B]] : tensor<4x8xf16>, tensor<8x4xf16>) outs(%arg2 : tensor<4x4xf32>) -> tensor<4x4xf32>
func.func @named(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @batched
// CHECK: linalg.batch_matmul {{.*}} ins({{.*}} : tensor<2x4x8xf16>, tensor<2x8x4xf16>) outs({{.*}} : tensor<2x4x4xf32>)
func.func @batched(%a: tensor<2x4x8xf32>, %b: tensor<2x8x4xf32>, %c: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<2x4x8xf32>, tensor<2x8x4xf32>) outs(%c : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %0 : tensor<2x4x4xf32>
}

// A body that somebody wrote computes as it was written, on what the low type holds.
// CHECK-LABEL: func.func @generic
// CHECK: %[[LOW:.*]] = amp.cast %arg0 : tensor<4x8xf32> to tensor<4x8xf16>
// CHECK: linalg.generic {{.*}} ins(%[[LOW]], %arg1 : tensor<4x8xf16>, tensor<4x8xi64>) outs(%arg2 : tensor<4x8xf32>)
// CHECK: ^bb0(%[[IN:.*]]: f16, %{{.*}}: i64, %[[OUT:.*]]: f32):
// CHECK: %[[WIDE:.*]] = arith.extf %[[IN]] : f16 to f32
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[WIDE]], %[[WIDE]] : f32
// CHECK: arith.addf %[[SQUARE]], %[[OUT]] : f32
func.func @generic(%x: tensor<4x8xf32>, %i: tensor<4x8xi64>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %i : tensor<4x8xf32>, tensor<4x8xi64>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%in: f32, %index: i64, %out: f32):
    %1 = arith.mulf %in, %in : f32
    %2 = arith.addf %1, %out : f32
    linalg.yield %2 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @reduce
// CHECK: linalg.reduce ins(%{{.*}} : tensor<4x8xf16>) outs(%arg1 : tensor<4xf32>)
// CHECK: (%[[IN:.*]]: f16, %[[OUT:.*]]: f32) {
// CHECK: %[[WIDE:.*]] = arith.extf %[[IN]] : f16 to f32
// CHECK: arith.addf %[[WIDE]], %[[OUT]] : f32
func.func @reduce(%x: tensor<4x8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.reduce ins(%x : tensor<4x8xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
    (%in: f32, %out: f32) {
      %1 = arith.addf %in, %out : f32
      linalg.yield %1 : f32
    }
  return %0 : tensor<4xf32>
}

// One that the policy keeps in f32 gets back what became 16 bits.
// CHECK-LABEL: func.func @denied
// CHECK: %[[LOW:.*]] = amp.relu %{{.*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
// CHECK: %[[WIDE:.*]] = amp.cast %[[LOW]] : tensor<4x8xf16> to tensor<4x8xf32>
// CHECK: linalg.exp {{.*}} ins(%[[WIDE]] : tensor<4x8xf32>)
func.func @denied(%x: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %low = amp.relu %x {amp.precision = "allow"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %0 = linalg.exp ins(%low : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Regions of known control flow are entered; what enters and leaves keeps its type.
// CHECK-LABEL: func.func @branch
// CHECK: %[[R:.*]] = scf.if %arg0 -> (tensor<2x4x4xf32>) {
// CHECK: %[[LOW:.*]] = amp.cast %arg1 : tensor<2x4x4xf32> to tensor<2x4x4xf16>
// CHECK: %[[P:.*]] = tosa.matmul %[[LOW]], %[[LOW]], {{.*}} -> tensor<2x4x4xf32>
// CHECK: scf.yield %[[P]] : tensor<2x4x4xf32>
// CHECK: } else {
// CHECK: scf.yield %arg1 : tensor<2x4x4xf32>
func.func @branch(%c: i1, %x: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = scf.if %c -> tensor<2x4x4xf32> {
    %1 = tosa.matmul %x, %x, %zp, %zp : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x4xf32>
    scf.yield %1 : tensor<2x4x4xf32>
  } else {
    scf.yield %x : tensor<2x4x4xf32>
  }
  return %0 : tensor<2x4x4xf32>
}

// CHECK-LABEL: func.func @loop
// CHECK: scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (tensor<4x4xf32>) {
// CHECK: %[[LOW:.*]] = amp.cast %[[ACC]] : tensor<4x4xf32> to tensor<4x4xf16>
// CHECK: %[[P:.*]] = amp.matmul %[[LOW]], %[[LOW]]
// CHECK: %[[WIDE:.*]] = amp.cast %[[P]] : tensor<4x4xf16> to tensor<4x4xf32>
// CHECK: scf.yield %[[WIDE]]
func.func @loop(%x: tensor<4x4xf32>, %n: index) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %start = amp.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> tensor<4x4xf32> {
    %1 = amp.matmul %acc, %acc : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %1 : tensor<4x4xf32>
  }
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @while
// CHECK: scf.while
// CHECK: amp.matmul {{.*}} -> tensor<4x4xf16>
// CHECK: scf.condition({{.*}}) %{{.*}} : tensor<4x4xf32>
// CHECK: amp.relu
// CHECK: scf.yield %{{.*}} : tensor<4x4xf32>
func.func @while(%x: tensor<4x4xf32>, %go: i1) -> tensor<4x4xf32> {
  %0 = scf.while (%acc = %x) : (tensor<4x4xf32>) -> tensor<4x4xf32> {
    %1 = amp.matmul %acc, %acc : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.condition(%go) %1 : tensor<4x4xf32>
  } do {
  ^bb0(%arg: tensor<4x4xf32>):
    %2 = amp.relu %arg : (tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %2 : tensor<4x4xf32>
  }
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @affine
// CHECK: affine.for
// CHECK: amp.matmul {{.*}} -> tensor<4x4xf16>
// CHECK: affine.yield %{{.*}} : tensor<4x4xf32>
func.func @affine(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = affine.for %i = 0 to 4 iter_args(%acc = %x) -> tensor<4x4xf32> {
    %1 = amp.matmul %acc, %acc : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    affine.yield %1 : tensor<4x4xf32>
  }
  return %0 : tensor<4x4xf32>
}

// What a region that is not entered uses has the type that it was declared with.
// CHECK-LABEL: func.func @captured
// CHECK: %[[P:.*]] = amp.matmul {{.*}} -> tensor<4x4xf16>
// CHECK: %[[WIDE:.*]] = amp.cast %[[P]] : tensor<4x4xf16> to tensor<4x4xf32>
// CHECK: tensor.generate
// CHECK: tensor.extract %[[WIDE]]
func.func @captured(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = amp.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %e = tensor.extract %0[%j, %i] : tensor<4x4xf32>
    tensor.yield %e : f32
  } : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// An op with regions that the policy wants as it is, or does not restrict.
// CHECK-LABEL: func.func @fixed
// CHECK: %[[P:.*]] = amp.matmul {{.*}} -> tensor<4x4xf16>
// CHECK: %[[WIDE:.*]] = amp.cast %[[P]] : tensor<4x4xf16> to tensor<4x4xf32>
// CHECK: "mydialect.loop"(%[[WIDE]])
// CHECK: "mydialect.scope"(%[[WIDE]])
func.func @fixed(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = amp.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = "mydialect.loop"(%0) ({
  ^bb0(%arg: tensor<4x4xf32>):
    "mydialect.yield"(%arg) : (tensor<4x4xf32>) -> ()
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = "mydialect.scope"(%0) ({
  ^bb0(%arg: tensor<4x4xf32>):
    "mydialect.yield"(%arg) : (tensor<4x4xf32>) -> ()
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1, %2 : tensor<4x4xf32>, tensor<4x4xf32>
}
}
