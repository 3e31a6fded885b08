// RUN: amp-opt %s --convert-amp-to-linalg -split-input-file | FileCheck %s

// Elementwise ops are one generic each, on f32 scalars for 16-bit types, rounded once.
// CHECK-LABEL: func.func @elementwise
// CHECK-SAME: (%[[A:.*]]: tensor<4x8xf16>, %[[B:.*]]: tensor<8xf16>)
// CHECK: %[[OUT:.*]] = tensor.empty() : tensor<4x8xf16>
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]{{.*}} ins(%[[A]], %[[B]] : tensor<4x8xf16>, tensor<8xf16>) outs(%[[OUT]] : tensor<4x8xf16>)
// CHECK: ^bb0(%[[X:.*]]: f16, %[[Y:.*]]: f16, %{{.*}}: f16):
// CHECK: %[[XW:.*]] = arith.extf %[[X]] : f16 to f32
// CHECK: %[[YW:.*]] = arith.extf %[[Y]] : f16 to f32
// CHECK: %[[S:.*]] = arith.addf %[[XW]], %[[YW]] : f32
// CHECK: %[[R:.*]] = arith.truncf %[[S]] : f32 to f16
// CHECK: linalg.yield %[[R]] : f16
func.func @elementwise(%a: tensor<4x8xf16>, %b: tensor<8xf16>) -> tensor<4x8xf16> {
  %0 = amp.add %a, %b : (tensor<4x8xf16>, tensor<8xf16>) -> tensor<4x8xf16>
  return %0 : tensor<4x8xf16>
}

// -----

// Broadcast operands are read at 0 where they are repeated; splat constants are immediate.
// CHECK: #[[$COLUMN:.*]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-LABEL: func.func @broadcast
// CHECK: linalg.generic {indexing_maps = [#[[$COLUMN]], #{{.*}}], {{.*}} ins(%{{.*}} : tensor<4x1xf32>) outs(%{{.*}} : tensor<4x8xf32>)
// CHECK: arith.mulf %{{.*}}, %{{.*}} : f32
func.func @broadcast(%a: tensor<4x1xf32>) -> tensor<4x8xf32> {
  %c = amp.constant dense<2.0> : tensor<4x8xf32>
  %0 = amp.mul %a, %c : (tensor<4x1xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// The scalar of each op.
// CHECK-LABEL: func.func @scalars
func.func @scalars(%x: tensor<f32>, %y: tensor<f32>, %p: tensor<i1>, %i: tensor<i32>) {
  // CHECK: arith.negf
  %0 = amp.neg %x : (tensor<f32>) -> tensor<f32>
  // CHECK: math.absf
  %1 = amp.abs %x : (tensor<f32>) -> tensor<f32>
  // CHECK: math.exp
  %2 = amp.exp %x : (tensor<f32>) -> tensor<f32>
  // CHECK: math.log
  %3 = amp.log %x : (tensor<f32>) -> tensor<f32>
  // CHECK: math.sqrt
  %4 = amp.sqrt %x : (tensor<f32>) -> tensor<f32>
  // CHECK: %[[ROOT:.*]] = math.sqrt
  // CHECK: arith.divf %{{.*}}, %[[ROOT]]
  %5 = amp.rsqrt %x : (tensor<f32>) -> tensor<f32>
  // CHECK: arith.divf
  %6 = amp.reciprocal %x : (tensor<f32>) -> tensor<f32>
  // CHECK: math.erf
  %7 = amp.erf %x : (tensor<f32>) -> tensor<f32>
  // A NaN stays NaN: maximumf, not maxnumf.
  // CHECK: arith.maximumf
  %8 = amp.relu %x : (tensor<f32>) -> tensor<f32>
  // CHECK: math.tanh
  %9 = amp.tanh %x : (tensor<f32>) -> tensor<f32>
  // CHECK: math.exp
  // CHECK: arith.divf
  %10 = amp.sigmoid %x : (tensor<f32>) -> tensor<f32>
  // CHECK: math.erf
  %11 = amp.gelu %x : (tensor<f32>) -> tensor<f32>
  // CHECK: arith.constant 4.471500e-02
  // CHECK: math.tanh
  %12 = amp.gelu %x {approximate = #amp.gelu<tanh>} : (tensor<f32>) -> tensor<f32>
  // CHECK: arith.xori
  %13 = amp.logical_not %p : (tensor<i1>) -> tensor<i1>
  // CHECK: math.absf
  // CHECK: arith.cmpf olt
  %14 = amp.isfinite %x : (tensor<f32>) -> tensor<i1>
  // CHECK: arith.subf
  %15 = amp.sub %x, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
  // CHECK: arith.divf
  %16 = amp.div %x, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
  // CHECK: math.powf
  %17 = amp.pow %x, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
  // CHECK: arith.maximumf
  %18 = amp.maximum %x, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
  // CHECK: arith.minimumf
  %19 = amp.minimum %x, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
  // CHECK: arith.andi
  %20 = amp.logical_and %p, %p : (tensor<i1>, tensor<i1>) -> tensor<i1>
  // CHECK: arith.ori
  %21 = amp.logical_or %p, %p : (tensor<i1>, tensor<i1>) -> tensor<i1>
  // CHECK: arith.select
  %22 = amp.where %p, %x, %y : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
  // With a NaN every comparison is false but `ne`.
  // CHECK: arith.cmpf oeq
  %23 = amp.compare eq, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  // CHECK: arith.cmpf une
  %24 = amp.compare ne, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  // CHECK: arith.cmpf oge
  %25 = amp.compare ge, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  // CHECK: arith.cmpi slt
  %26 = amp.compare lt, %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // CHECK: math.absi
  %27 = amp.abs %i : (tensor<i32>) -> tensor<i32>
  // CHECK: arith.addi
  %28 = amp.add %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i32>
  // CHECK: arith.maxsi
  %29 = amp.maximum %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return
}

// -----

// Unsigned integers become signless; the ops remember.
// CHECK-LABEL: func.func @unsigned
// CHECK-SAME: (%[[X:.*]]: tensor<8xi8>) -> (tensor<8xf32>, tensor<8xi1>, tensor<8xi8>, tensor<8xi8>)
// CHECK: arith.uitofp %{{.*}} : i8 to f32
// CHECK: arith.cmpi ugt
// CHECK: arith.maxui
// CHECK: arith.constant dense<[0, 1, -1, 3, 4, 5, 6, 7]> : tensor<8xi8>
func.func @unsigned(%x: tensor<8xui8>) -> (tensor<8xf32>, tensor<8xi1>, tensor<8xui8>, tensor<8xui8>) {
  %0 = amp.cast %x : tensor<8xui8> to tensor<8xf32>
  %1 = amp.compare gt, %x, %x : (tensor<8xui8>, tensor<8xui8>) -> tensor<8xi1>
  %2 = amp.maximum %x, %x : (tensor<8xui8>, tensor<8xui8>) -> tensor<8xui8>
  %3 = amp.constant dense<[0, 1, 255, 3, 4, 5, 6, 7]> : tensor<8xui8>
  return %0, %1, %2, %3 : tensor<8xf32>, tensor<8xi1>, tensor<8xui8>, tensor<8xui8>
}

// -----

// Casts round once: f64 goes to a 16-bit type directly, not by way of f32.
// CHECK-LABEL: func.func @casts
// CHECK: arith.truncf %{{.*}} : f64 to f16
// CHECK: arith.fptosi %{{.*}} : f32 to i64
// CHECK: arith.cmpf une
// CHECK: arith.uitofp %{{.*}} : i1 to f32
// CHECK: arith.extsi %{{.*}} : i8 to i32
func.func @casts(%d: tensor<8xf64>, %f: tensor<8xf32>, %p: tensor<8xi1>, %b: tensor<8xi8>)
    -> (tensor<8xf16>, tensor<8xi64>, tensor<8xi1>, tensor<8xf32>, tensor<8xi32>) {
  %0 = amp.cast %d : tensor<8xf64> to tensor<8xf16>
  %1 = amp.cast %f : tensor<8xf32> to tensor<8xi64>
  %2 = amp.cast %f : tensor<8xf32> to tensor<8xi1>
  %3 = amp.cast %p : tensor<8xi1> to tensor<8xf32>
  %4 = amp.cast %b : tensor<8xi8> to tensor<8xi32>
  return %0, %1, %2, %3, %4 : tensor<8xf16>, tensor<8xi64>, tensor<8xi1>, tensor<8xf32>, tensor<8xi32>
}

// -----

// Reductions of 16-bit values accumulate in f32 and round once.
// CHECK-LABEL: func.func @sum
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[INIT:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%{{.*}} : tensor<4xf32>)
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]{{.*}} ins(%{{.*}} : tensor<4x8xf16>) outs(%[[INIT]] : tensor<4xf32>)
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc> : f32
// CHECK: linalg.generic {{.*}} ins(%[[SUM]] : tensor<4xf32>) outs(%{{.*}} : tensor<4xf16>)
// CHECK: arith.truncf
func.func @sum(%x: tensor<4x8xf16>) -> tensor<4xf16> {
  %0 = amp.sum %x {dims = array<i64: 1>} : (tensor<4x8xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

// All elements are reduced at once; amp-split-reductions cuts that later.
// CHECK-LABEL: func.func @everything
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction", "reduction"]} ins(%{{.*}} : tensor<4x8xf32>) outs(%{{.*}} : tensor<f32>)
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction"]} ins(%{{.*}} : tensor<16384xf32>) outs(%{{.*}} : tensor<f32>)
func.func @everything(%x: tensor<4x8xf32>, %v: tensor<16384xf32>) -> (tensor<f32>, tensor<f32>) {
  %0 = amp.sum %x : (tensor<4x8xf32>) -> tensor<f32>
  %1 = amp.sum %v : (tensor<16384xf32>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

// -----

// The mean divides by the number of reduced elements. Extrema start at the value that
// leaves others unchanged, and NaN wins.
// CHECK-LABEL: func.func @others
// CHECK: arith.constant 8.000000e+00 : f32
// CHECK: arith.divf
// CHECK: arith.constant 0xFF800000 : f32
// CHECK: arith.maximumf
// CHECK: arith.constant 2147483647 : i32
// CHECK: arith.minsi
// CHECK: arith.ori
// CHECK: tensor.expand_shape {{.*}} : tensor<4xi1> into tensor<4x1xi1>
func.func @others(%x: tensor<4x8xf32>, %i: tensor<4x8xi32>, %p: tensor<4x8xi1>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4x1xi1>) {
  %0 = amp.mean %x {dims = array<i64: 1>} : (tensor<4x8xf32>) -> tensor<4xf32>
  %1 = amp.amax %x {dims = array<i64: 1>} : (tensor<4x8xf32>) -> tensor<4xf32>
  %2 = amp.amin %i {dims = array<i64: 1>} : (tensor<4x8xi32>) -> tensor<4xi32>
  %3 = amp.any %p {dims = array<i64: 1>, keepdim = true} : (tensor<4x8xi1>) -> tensor<4x1xi1>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4x1xi1>
}

// -----

// CHECK-LABEL: func.func @argmax
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
// CHECK: linalg.index 1
// CHECK: return %{{.*}} : tensor<4xi64>
func.func @argmax(%x: tensor<4x10xf16>) -> tensor<4xi64> {
  %0 = amp.argmax %x {dim = -1 : i64} : (tensor<4x10xf16>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// CHECK-LABEL: func.func @one_hot
// CHECK: linalg.index 1
// CHECK: arith.cmpi eq
// CHECK: arith.select
func.func @one_hot(%t: tensor<4xui8>) -> tensor<4x10xf32> {
  %0 = amp.one_hot %t {classes = 10 : i64, dtype = f32} : (tensor<4xui8>) -> tensor<4x10xf32>
  return %0 : tensor<4x10xf32>
}

// -----

// CHECK: #[[$SWAPPED:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func.func @movement
// CHECK: tensor.collapse_shape %{{.*}} : tensor<4x8xf32> into tensor<32xf32>
// CHECK: linalg.generic {indexing_maps = [#[[$SWAPPED]], #{{.*}}]
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<8xf32>) outs(%{{.*}} : tensor<4x8xf32>)
// CHECK: tensor.extract_slice %{{.*}}[0, 2] [4, 3] [1, 2] : tensor<4x8xf32> to tensor<4x3xf32>
// CHECK: %[[ZEROS:.*]] = linalg.fill
// CHECK: tensor.insert_slice %{{.*}} into %[[ZEROS]][0, 2] [4, 3] [1, 2]
// CHECK: %[[LEFT:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[0, 0] [4, 8] [1, 1]
// CHECK: tensor.insert_slice %{{.*}} into %[[LEFT]][0, 8] [4, 3] [1, 1]
func.func @movement(%x: tensor<4x8xf32>, %v: tensor<8xf32>)
    -> (tensor<32xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x11xf32>) {
  %0 = amp.reshape %x {shape = array<i64: -1>} : (tensor<4x8xf32>) -> tensor<32xf32>
  %1 = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %2 = amp.broadcast_to %v {shape = array<i64: 4, 8>} : (tensor<8xf32>) -> tensor<4x8xf32>
  %3 = amp.slice %x {offsets = array<i64: 0, 2>, sizes = array<i64: 4, 3>, strides = array<i64: 1, 2>} : (tensor<4x8xf32>) -> tensor<4x3xf32>
  %4 = amp.slice_backward %3 {shape = array<i64: 4, 8>, offsets = array<i64: 0, 2>, strides = array<i64: 1, 2>} : (tensor<4x3xf32>) -> tensor<4x8xf32>
  %5 = amp.concat %x, %3 {dim = 1 : i64} : (tensor<4x8xf32>, tensor<4x3xf32>) -> tensor<4x11xf32>
  return %0, %1, %2, %4, %5 : tensor<32xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x11xf32>
}

// -----

// Reshapes that no grouping of dimensions explains go by way of a vector, also from and to
// scalars.
// CHECK-LABEL: func.func @reshapes
// CHECK: tensor.collapse_shape {{.*}} : tensor<4x6xf32> into tensor<24xf32>
// CHECK: tensor.expand_shape {{.*}} : tensor<24xf32> into tensor<8x3xf32>
// CHECK: tensor.expand_shape {{.*}} : tensor<f32> into tensor<1x1xf32>
// CHECK: tensor.collapse_shape {{.*}} : tensor<1x1xf32> into tensor<f32>
func.func @reshapes(%x: tensor<4x6xf32>, %s: tensor<f32>, %o: tensor<1x1xf32>)
    -> (tensor<8x3xf32>, tensor<1x1xf32>, tensor<f32>) {
  %0 = amp.reshape %x {shape = array<i64: 8, 3>} : (tensor<4x6xf32>) -> tensor<8x3xf32>
  %1 = amp.reshape %s {shape = array<i64: 1, 1>} : (tensor<f32>) -> tensor<1x1xf32>
  %2 = amp.reshape %o {shape = array<i64>} : (tensor<1x1xf32>) -> tensor<f32>
  return %0, %1, %2 : tensor<8x3xf32>, tensor<1x1xf32>, tensor<f32>
}

// -----

// Of many elements the parts of long groups are summed first. What is known of an index, and
// where parts of its groups begin, is asked once.
// CHECK-LABEL: func.func @sum_many_at
// CHECK-SAME: (%[[G:.*]]: tensor<1x5000x8xbf16>, %[[I:.*]]: tensor<1x5000x1xi64>)
// CHECK: %[[GROUPS:.*]]:2 = amprt.group_at ins(%[[I]] : tensor<1x5000x1xi64>)
// CHECK: %[[BEGINS:.*]] = amprt.cut_groups ins(%[[GROUPS]]#1 : tensor<1x101x1xi32>) {{.*}} {part = 128 : i64} -> tensor<1x40x1xi32>
// CHECK: %[[PARTS:.*]] = amprt.sum_parts ins(%[[G]], %[[GROUPS]]#0, %[[BEGINS]] {{.*}} {part = 128 : i64} -> tensor<1x40x8xf32>
// CHECK: amprt.sum_groups ins(%[[G]], %[[GROUPS]]#0, %[[GROUPS]]#1 {{.*}} parts(%[[PARTS]] : tensor<1x40x8xf32>) {{.*}} {part = 128 : i64}
// CHECK-NOT: {{amprt.group_at|amprt.cut_groups}}
// CHECK: amprt.sum_parts ins(%{{.*}}, %[[GROUPS]]#0, %[[BEGINS]]
// CHECK: amprt.sum_groups
func.func @sum_many_at(%g: tensor<1x5000x8xbf16>, %i: tensor<1x5000x1xi64>)
    -> (tensor<1x100x8xbf16>, tensor<1x100x8xbf16>) {
  %0 = amp.sum_at %g, %i {size = 100 : i64} : (tensor<1x5000x8xbf16>, tensor<1x5000x1xi64>) -> tensor<1x100x8xbf16>
  %h = amp.neg %g : (tensor<1x5000x8xbf16>) -> tensor<1x5000x8xbf16>
  %1 = amp.sum_at %h, %i {size = 100 : i64} : (tensor<1x5000x8xbf16>, tensor<1x5000x1xi64>) -> tensor<1x100x8xbf16>
  return %0, %1 : tensor<1x100x8xbf16>, tensor<1x100x8xbf16>
}

// -----

// Sums of one index share what is known of it. What is added to an op's result may be
// added in place, what is added to an argument goes to a copy.
// CHECK-LABEL: func.func @sum_at
// CHECK-SAME: (%[[G:.*]]: tensor<1x16x8xbf16>, %[[I:.*]]: tensor<1x16x1xi64>, %[[W:.*]]: tensor<1x100x8xbf16>)
// CHECK: %[[GROUPS:.*]]:2 = amprt.group_at ins(%[[I]] : tensor<1x16x1xi64>)
// CHECK-SAME: -> tensor<1x16x1xi32>, tensor<1x101x1xi32>
// CHECK: %[[SUM:.*]] = amprt.sum_groups ins(%[[G]], %[[GROUPS]]#0, %[[GROUPS]]#1
// CHECK-NOT: amprt.group_at
// CHECK: amprt.sum_groups {{.*}} outs(%[[SUM]] : tensor<1x100x8xbf16>) {accumulate}
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[W]])
// CHECK: amprt.sum_groups {{.*}} outs(%[[COPY]] : tensor<1x100x8xbf16>) {accumulate}
func.func @sum_at(%g: tensor<1x16x8xbf16>, %i: tensor<1x16x1xi64>, %w: tensor<1x100x8xbf16>)
    -> (tensor<1x100x8xbf16>, tensor<1x100x8xbf16>) {
  %0 = amp.sum_at %g, %i {size = 100 : i64} : (tensor<1x16x8xbf16>, tensor<1x16x1xi64>) -> tensor<1x100x8xbf16>
  %1 = amp.sum_at %g, %i, %0 {size = 100 : i64} : (tensor<1x16x8xbf16>, tensor<1x16x1xi64>, tensor<1x100x8xbf16>) -> tensor<1x100x8xbf16>
  %2 = amp.sum_at %g, %i, %w {size = 100 : i64} : (tensor<1x16x8xbf16>, tensor<1x16x1xi64>, tensor<1x100x8xbf16>) -> tensor<1x100x8xbf16>
  return %1, %2 : tensor<1x100x8xbf16>, tensor<1x100x8xbf16>
}

// -----

// One element that names a place is compared with each.
// CHECK-LABEL: func.func @sum_at_of_one
// CHECK-NOT: amprt
// CHECK: linalg.generic
// CHECK: ^bb0(%[[I:.*]]: i64, %[[G:.*]]: f16, %[[O:.*]]: f16, %{{.*}}: f16):
// CHECK: %[[HERE:.*]] = arith.cmpi eq, %[[I]]
// CHECK: %[[A:.*]] = arith.extf %[[O]] : f16 to f32
// CHECK: %[[B:.*]] = arith.extf %[[G]] : f16 to f32
// CHECK: %[[S:.*]] = arith.addf %[[A]], %[[B]] : f32
// CHECK: %[[T:.*]] = arith.truncf %[[S]] : f32 to f16
// CHECK: arith.select %[[HERE]], %[[T]], %[[O]] : f16
func.func @sum_at_of_one(%g: tensor<4x1x1xf16>, %i: tensor<4x1x1xi64>, %o: tensor<4x10x1xf16>) -> tensor<4x10x1xf16> {
  %0 = amp.sum_at %g, %i, %o {size = 10 : i64} : (tensor<4x1x1xf16>, tensor<4x1x1xi64>, tensor<4x10x1xf16>) -> tensor<4x10x1xf16>
  return %0 : tensor<4x10x1xf16>
}

// -----

// The last of a group is the one before the next group.
// CHECK-LABEL: func.func @last_at
// CHECK: %[[GROUPS:.*]]:2 = amprt.group_at
// CHECK-DAG: %[[BEGIN:.*]] = tensor.extract_slice %[[GROUPS]]#1[0, 0, 0] [4, 10, 1]
// CHECK-DAG: %[[END:.*]] = tensor.extract_slice %[[GROUPS]]#1[0, 1, 0] [4, 10, 1]
// CHECK: %[[AT:.*]] = linalg.generic {{.*}} ins(%[[BEGIN]], %[[END]]
// CHECK: amprt.read_at ins(%[[GROUPS]]#0, %[[AT]] : {{.*}}) {{.*}} {zeros}
func.func @last_at(%i: tensor<4x3x1xi64>) -> tensor<4x10x1xi64> {
  %0 = amp.last_at %i {size = 10 : i64} : (tensor<4x3x1xi64>) -> tensor<4x10x1xi64>
  return %0 : tensor<4x10x1xi64>
}

// -----

// CHECK-LABEL: func.func @read_at
// CHECK: amprt.read_at ins(%{{.*}}, %{{.*}} : tensor<1x100x8xi8>, tensor<1x16x1xi32>) outs(%{{.*}} : tensor<1x16x8xi8>) -> tensor<1x16x8xi8>
func.func @read_at(%x: tensor<1x100x8xui8>, %i: tensor<1x16x1xi32>) -> tensor<1x16x8xui8> {
  %0 = amp.read_at %x, %i : (tensor<1x100x8xui8>, tensor<1x16x1xi32>) -> tensor<1x16x8xui8>
  return %0 : tensor<1x16x8xui8>
}

// -----

// Symbols stay: the runtime needs them.
// CHECK: amp.variable parameter @w
// CHECK: amp.grad_scaler @s
// CHECK: amp.optimizer sgd @opt
amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.grad_scaler @s
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}

// -----

// A scan is a loop. A step reads its slices where they lie and puts its outputs there; a
// state starts as a copy, which may be written, and what is no element of a kernel goes.
// CHECK: #[[$BACK:.*]] = affine_map<(d0) -> (-d0 + 2)>
// CHECK-LABEL: func.func @scan
// CHECK-SAME: (%[[H:.*]]: tensor<4xf32>, %[[XS:.*]]: tensor<3x4xi8>, %[[W:.*]]: tensor<4xf32>)
// CHECK-DAG: %[[STATE:.*]] = bufferization.alloc_tensor() copy(%[[H]]) : tensor<4xf32>
// CHECK-DAG: %[[ZERO:.*]] = linalg.fill {{.*}} -> tensor<4xf32>
// CHECK-DAG: %[[ALL:.*]] = tensor.empty() : tensor<3x4xf32>
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[A:.*]] = %[[STATE]], %[[B:.*]] = %[[ZERO]], %[[YS:.*]] = %[[ALL]])
// CHECK: %[[PLACE:.*]] = affine.apply #[[$BACK]](%[[I]])
// CHECK: tensor.extract_slice %[[XS]][%[[PLACE]], 0] [1, 4] [1, 1] : tensor<3x4xi8> to tensor<4xi8>
// CHECK: %[[N:.*]] = linalg.generic {{.*}} ins(%[[A]], %[[W]]
// CHECK: %[[M:.*]] = linalg.generic {{.*}} ins(%[[B]],
// CHECK: %[[Y:.*]] = tensor.insert_slice %[[M]] into %[[YS]][%[[PLACE]], 0] [1, 4] [1, 1]
// CHECK: scf.yield %[[N]], %[[M]], %[[Y]]
func.func @scan(%h: tensor<4xf32>, %xs: tensor<3x4xui8>, %w: tensor<4xf32>) -> (tensor<4xf32>, tensor<3x4xf32>) {
  %zero = amp.constant dense<0.0> : tensor<4xf32>
  %l:3 = amp.scan carry(%h, %zero) each(%xs) with(%w) reverse
      : (tensor<4xf32>, tensor<4xf32>, tensor<3x4xui8>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<3x4xf32>) {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>, %x: tensor<4xui8>, %c: tensor<4xf32>):
    %n = amp.add %a, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %f = amp.cast %x : tensor<4xui8> to tensor<4xf32>
    %m = amp.add %b, %f : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    amp.yield %n, %m, %m : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %l#0, %l#2 : tensor<4xf32>, tensor<3x4xf32>
}

// -----

// Of no steps the last states are the first, and the outputs are empty.
// CHECK-LABEL: func.func @no_steps
// CHECK-NOT: scf.for
// CHECK: %[[STATE:.*]] = bufferization.alloc_tensor() copy
// CHECK: %[[NONE:.*]] = tensor.empty() : tensor<0x4xf32>
// CHECK: return %[[STATE]], %[[NONE]]
func.func @no_steps(%h: tensor<4xf32>) -> (tensor<4xf32>, tensor<0x4xf32>) {
  %l, %ys = amp.scan carry(%h) steps(0) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<0x4xf32>) {
  ^bb0(%a: tensor<4xf32>):
    amp.yield %a, %a : tensor<4xf32>, tensor<4xf32>
  }
  return %l, %ys : tensor<4xf32>, tensor<0x4xf32>
}

// -----

// An index that nobody uses is not computed.
// CHECK-LABEL: func.func @windows
// CHECK: %[[V:.*]] = amprt.max_windows ins(%{{.*}} : tensor<2x6x1xf32>) outs(%{{.*}} : tensor<2x3x1xf32>) {
// CHECK: %[[W:.*]] = arith.constant dense<{{.*}}> : tensor<1x6x1xf32>
// CHECK: amprt.sum_windows ins(%{{.*}} : tensor<2x6x1xf32>) weights(%[[W]] : tensor<1x6x1xf32>)
func.func @windows(%x: tensor<2x6x1xf32>) -> (tensor<2x3x1xf32>, tensor<2x3x1xf32>) {
  %v, %i = amp.max_windows %x {size = array<i64: 6>, count = array<i64: 3>, stride = array<i64: 2>, divisor = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 2>, step = array<i64: 1>} : (tensor<2x6x1xf32>) -> (tensor<2x3x1xf32>, tensor<2x3x1xi32>)
  %s = amp.sum_windows %x {size = array<i64: 6>, count = array<i64: 3>, stride = array<i64: 2>, divisor = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 2>, weights = array<f64: 1.0, 2.0, 3.0, 4.0, 5.0, 6.0>} : (tensor<2x6x1xf32>) -> tensor<2x3x1xf32>
  return %v, %s : tensor<2x3x1xf32>, tensor<2x3x1xf32>
}

// Images are one dimension, channels and samples another one. What has no elements is read by
// nobody.
// CHECK-LABEL: func.func @columns
// CHECK: %[[X:.*]] = tensor.{{(expand|collapse)}}_shape %{{.*}} into tensor<6x20x1xf16>
// CHECK: %[[Y:.*]] = amprt.gather_windows ins(%[[X]] : tensor<6x20x1xf16>) outs(%{{.*}} : tensor<6x36x1xf16>) {count = array<i64: 3, 3>, dilation = array<i64: 1, 2>, kernel = array<i64: 2, 2>, padding = array<i64: 0, 1>, size = array<i64: 4, 5>, stride = array<i64: 1, 2>}
// CHECK: amprt.sum_gathered ins(%{{.*}} : tensor<6x36x1xf16>) outs(%{{.*}} : tensor<6x20x1xf16>) {count = array<i64: 3, 3>,
// CHECK-NOT: amprt
// CHECK: return
func.func @columns(%x: tensor<2x3x4x5xf16>, %e: tensor<2x3x0xf16>) -> (tensor<2x12x9xf16>, tensor<2x3x4x5xf16>, tensor<2x6x1xf16>) {
  %0 = amp.im2col %x {kernel_size = array<i64: 2, 2>, stride = array<i64: 1, 2>, padding = array<i64: 0, 1>, dilation = array<i64: 1, 2>} : (tensor<2x3x4x5xf16>) -> tensor<2x12x9xf16>
  %1 = amp.col2im %0 {output_size = array<i64: 4, 5>, kernel_size = array<i64: 2, 2>, stride = array<i64: 1, 2>, padding = array<i64: 0, 1>, dilation = array<i64: 1, 2>} : (tensor<2x12x9xf16>) -> tensor<2x3x4x5xf16>
  %2 = amp.im2col %e {kernel_size = array<i64: 2>, stride = array<i64: 1>, padding = array<i64: 1>, dilation = array<i64: 1>} : (tensor<2x3x0xf16>) -> tensor<2x6x1xf16>
  return %0, %1, %2 : tensor<2x12x9xf16>, tensor<2x3x4x5xf16>, tensor<2x6x1xf16>
}
