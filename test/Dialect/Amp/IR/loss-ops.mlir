// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Losses, distances and products come back as they were written: pretty, generic and as
// bytecode. A size that is written here agrees with an inferred `?`; what is known of
// sizes beside a `?` is tested by contradiction in loss-ops-invalid.mlir.

//===----------------------------------------------------------------------===//
// Losses of one value per element
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @binary_cross_entropy
func.func @binary_cross_entropy(%p: tensor<4x8xf32>, %w: tensor<8xf32>, %h: tensor<4x8xf16>,
                                %d: tensor<?x8xbf16>, %e: tensor<4x?xbf16>) {
  // CHECK: amp.binary_cross_entropy %{{[^ ]*}}, %{{[^ ]*}} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  %mean = amp.binary_cross_entropy %p, %p {reduction = #amp.reduction<mean>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  // CHECK: amp.binary_cross_entropy %{{.*}}, %{{.*}}, %{{.*}} {reduction = #amp.reduction<sum>} : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<f32>
  %weighted = amp.binary_cross_entropy %p, %p, %w {reduction = #amp.reduction<sum>}
    : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<f32>
  // CHECK: amp.binary_cross_entropy %{{.*}} {reduction = #amp.reduction<none>} : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<4x8xf16>
  %none = amp.binary_cross_entropy %h, %h {reduction = #amp.reduction<none>}
    : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.binary_cross_entropy %{{.*}} : (tensor<?x8xbf16>, tensor<4x?xbf16>) -> tensor<4x8xbf16>
  %open = amp.binary_cross_entropy %d, %e {reduction = #amp.reduction<none>}
    : (tensor<?x8xbf16>, tensor<4x?xbf16>) -> tensor<4x8xbf16>

  // CHECK: amp.binary_cross_entropy_with_logits %{{[^ ]*}}, %{{[^ ]*}} : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<f16>
  %l0 = amp.binary_cross_entropy_with_logits %h, %h : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<f16>
  // CHECK: amp.binary_cross_entropy_with_logits %{{[^ ]*}}, %{{[^ ]*}} weight(%{{[^ ]*}}) {reduction = #amp.reduction<sum>} : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<f32>
  %l1 = amp.binary_cross_entropy_with_logits %p, %p weight(%w) {reduction = #amp.reduction<sum>}
    : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<f32>
  // CHECK: amp.binary_cross_entropy_with_logits %{{[^ ]*}}, %{{[^ ]*}} pos_weight(%{{[^ ]*}}) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<f32>
  %l2 = amp.binary_cross_entropy_with_logits %p, %p pos_weight(%w)
    : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<f32>
  // CHECK: amp.binary_cross_entropy_with_logits %{{[^ ]*}}, %{{[^ ]*}} weight(%{{[^ ]*}}) pos_weight(%{{[^ ]*}}) {{{.*}}none>} : {{.*}} -> tensor<4x8xf32>
  %l3 = amp.binary_cross_entropy_with_logits %p, %p weight(%p) pos_weight(%w) {reduction = #amp.reduction<none>}
    : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// CHECK-LABEL: func.func @errors
func.func @errors(%x: tensor<4x8xf32>, %h: tensor<4x8xf16>, %s: tensor<f32>) {
  // CHECK: amp.l1_loss %{{[^ ]*}}, %{{[^ ]*}} : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<f16>
  %l1 = amp.l1_loss %h, %h : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<f16>
  // CHECK: amp.l1_loss %{{[^ ]*}}, %{{[^ ]*}} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %scalar = amp.l1_loss %s, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>
  // CHECK: amp.smooth_l1_loss %{{[^ ]*}}, %{{[^ ]*}} : {{.*}} -> tensor<f32>
  %smooth = amp.smooth_l1_loss %x, %x {beta = 1.0 : f64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  // CHECK: amp.smooth_l1_loss %{{.*}} {beta = 0.000000e+00 : f64, reduction = #amp.reduction<none>} : {{.*}} -> tensor<4x8xf16>
  %absolute = amp.smooth_l1_loss %h, %h {beta = 0.0 : f64, reduction = #amp.reduction<none>}
    : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.huber_loss %{{.*}} {delta = 5.000000e-01 : f64, reduction = #amp.reduction<sum>} : {{.*}} -> tensor<f16>
  %huber = amp.huber_loss %h, %h {delta = 0.5 : f64, reduction = #amp.reduction<sum>}
    : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<f16>
  return
}

// CHECK-LABEL: func.func @divergences
func.func @divergences(%x: tensor<4x8xf32>, %h: tensor<4x8xf16>) {
  // CHECK: amp.kl_div %{{[^ ]*}}, %{{[^ ]*}} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  %kl = amp.kl_div %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
  // CHECK: amp.kl_div %{{.*}} {log_target = true, reduction = #amp.reduction<sum>} : {{.*}} -> tensor<f16>
  %log = amp.kl_div %h, %h {log_target = true, reduction = #amp.reduction<sum>}
    : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<f16>
  // CHECK: amp.poisson_nll_loss %{{[^ ]*}}, %{{[^ ]*}} : {{.*}} -> tensor<f16>
  %poisson = amp.poisson_nll_loss %h, %h : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<f16>
  // CHECK: amp.poisson_nll_loss %{{.*}} {eps = 1.000000e-03 : f64, full = true, log_input = false, reduction = #amp.reduction<none>} : {{.*}} -> tensor<4x8xf32>
  %full = amp.poisson_nll_loss %x, %x {log_input = false, full = true, eps = 1.0e-3 : f64, reduction = #amp.reduction<none>}
    : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// The labels 1 and -1 may be integers.
// CHECK-LABEL: func.func @margins
func.func @margins(%x: tensor<4x8xf32>, %t: tensor<4x8xi64>, %h: tensor<8xf16>, %u: tensor<8xi8>) {
  // CHECK: amp.hinge_embedding_loss %{{[^ ]*}}, %{{[^ ]*}} : (tensor<4x8xf32>, tensor<4x8xi64>) -> tensor<f32>
  %hinge = amp.hinge_embedding_loss %x, %t : (tensor<4x8xf32>, tensor<4x8xi64>) -> tensor<f32>
  // CHECK: amp.hinge_embedding_loss %{{.*}} {margin = 2.000000e+00 : f64, reduction = #amp.reduction<none>} : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  %hinges = amp.hinge_embedding_loss %h, %h {margin = 2.0 : f64, reduction = #amp.reduction<none>}
    : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  // CHECK: amp.margin_ranking_loss %{{.*}} {margin = -5.000000e-01 : f64} : (tensor<8xf16>, tensor<8xf16>, tensor<8xi8>) -> tensor<f16>
  %ranking = amp.margin_ranking_loss %h, %h, %u {margin = -0.5 : f64}
    : (tensor<8xf16>, tensor<8xf16>, tensor<8xi8>) -> tensor<f16>
  // CHECK: amp.margin_ranking_loss %{{.*}} {reduction = #amp.reduction<none>} : (tensor<8xf16>, tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  %rankings = amp.margin_ranking_loss %h, %h, %h {reduction = #amp.reduction<none>}
    : (tensor<8xf16>, tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  // CHECK: amp.soft_margin_loss %{{[^ ]*}}, %{{[^ ]*}} : (tensor<8xf16>, tensor<8xi8>) -> tensor<f16>
  %soft = amp.soft_margin_loss %h, %u : (tensor<8xf16>, tensor<8xi8>) -> tensor<f16>
  return
}

//===----------------------------------------------------------------------===//
// Losses of one value per row
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @nll_loss
func.func @nll_loss(%x: tensor<4x10xf16>, %t: tensor<4xi64>, %w: tensor<10xf16>, %row: tensor<10xf32>,
                    %index: tensor<i64>, %image: tensor<2x21x?x8xf32>, %labels: tensor<2x6x?xi64>) {
  // CHECK: amp.nll_loss %{{[^ ]*}}, %{{[^ ]*}} : (tensor<4x10xf16>, tensor<4xi64>) -> tensor<f16>
  %mean = amp.nll_loss %x, %t : (tensor<4x10xf16>, tensor<4xi64>) -> tensor<f16>
  // CHECK: amp.nll_loss %{{.*}}, %{{.*}}, %{{.*}} {ignore_index = 3 : i64, reduction = #amp.reduction<none>} : (tensor<4x10xf16>, tensor<4xi64>, tensor<10xf16>) -> tensor<4xf16>
  %none = amp.nll_loss %x, %t, %w {ignore_index = 3 : i64, reduction = #amp.reduction<none>}
    : (tensor<4x10xf16>, tensor<4xi64>, tensor<10xf16>) -> tensor<4xf16>
  // CHECK: amp.nll_loss %{{.*}} : (tensor<10xf32>, tensor<i64>) -> tensor<f32>
  %single = amp.nll_loss %row, %index {reduction = #amp.reduction<none>} : (tensor<10xf32>, tensor<i64>) -> tensor<f32>
  // CHECK: amp.nll_loss %{{.*}} : (tensor<2x21x?x8xf32>, tensor<2x6x?xi64>) -> tensor<2x6x8xf32>
  %pixels = amp.nll_loss %image, %labels {reduction = #amp.reduction<none>}
    : (tensor<2x21x?x8xf32>, tensor<2x6x?xi64>) -> tensor<2x6x8xf32>
  return
}

// CHECK-LABEL: func.func @classes
func.func @classes(%x: tensor<4x10xf32>, %t: tensor<4xi64>, %w: tensor<10xf32>, %labels: tensor<4x10xi64>,
                   %row: tensor<10xf16>, %index: tensor<i64>, %set: tensor<10xi64>, %cube: tensor<2x3x10xf16>) {
  // CHECK: amp.multi_margin_loss %{{[^ ]*}}, %{{[^ ]*}} : (tensor<4x10xf32>, tensor<4xi64>) -> tensor<f32>
  %multi = amp.multi_margin_loss %x, %t : (tensor<4x10xf32>, tensor<4xi64>) -> tensor<f32>
  // CHECK: amp.multi_margin_loss %{{.*}}, %{{.*}}, %{{.*}} {margin = 5.000000e-01 : f64, p = 2 : i64, reduction = #amp.reduction<none>} : {{.*}} -> tensor<4xf32>
  %multis = amp.multi_margin_loss %x, %t, %w {p = 2 : i64, margin = 0.5 : f64, reduction = #amp.reduction<none>}
    : (tensor<4x10xf32>, tensor<4xi64>, tensor<10xf32>) -> tensor<4xf32>
  // CHECK: amp.multi_margin_loss %{{.*}} : (tensor<10xf16>, tensor<i64>) -> tensor<f16>
  %single = amp.multi_margin_loss %row, %index : (tensor<10xf16>, tensor<i64>) -> tensor<f16>
  // CHECK: amp.multilabel_margin_loss %{{.*}} {reduction = #amp.reduction<none>} : (tensor<4x10xf32>, tensor<4x10xi64>) -> tensor<4xf32>
  %several = amp.multilabel_margin_loss %x, %labels {reduction = #amp.reduction<none>}
    : (tensor<4x10xf32>, tensor<4x10xi64>) -> tensor<4xf32>
  // CHECK: amp.multilabel_margin_loss %{{.*}} : (tensor<10xf16>, tensor<10xi64>) -> tensor<f16>
  %one = amp.multilabel_margin_loss %row, %set : (tensor<10xf16>, tensor<10xi64>) -> tensor<f16>
  // CHECK: amp.multilabel_soft_margin_loss %{{[^ ]*}}, %{{[^ ]*}} : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<f32>
  %soft = amp.multilabel_soft_margin_loss %x, %x : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<f32>
  // CHECK: amp.multilabel_soft_margin_loss %{{.*}}, %{{.*}}, %{{.*}} {reduction = #amp.reduction<none>} : {{.*}} -> tensor<2x3xf16>
  %softs = amp.multilabel_soft_margin_loss %cube, %cube, %row {reduction = #amp.reduction<none>}
    : (tensor<2x3x10xf16>, tensor<2x3x10xf16>, tensor<10xf16>) -> tensor<2x3xf16>
  return
}

// CHECK-LABEL: func.func @embeddings
func.func @embeddings(%x: tensor<4x64xf16>, %t: tensor<4xf16>, %i: tensor<?xi32>, %d: tensor<?x64xf16>,
                      %row: tensor<64xf32>, %one: tensor<f32>) {
  // CHECK: amp.triplet_margin_loss %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}} : {{.*}} -> tensor<f16>
  %triplet = amp.triplet_margin_loss %x, %x, %x
    : (tensor<4x64xf16>, tensor<4x64xf16>, tensor<4x64xf16>) -> tensor<f16>
  // CHECK: amp.triplet_margin_loss %{{.*}} {eps = 1.000000e-03 : f64, margin = 2.000000e+00 : f64, p = 1.000000e+00 : f64, reduction = #amp.reduction<none>, swap = true} : {{.*}} -> tensor<4xf16>
  %triplets = amp.triplet_margin_loss %d, %x, %d {margin = 2.0 : f64, p = 1.0 : f64, eps = 1.0e-3 : f64, swap = true, reduction = #amp.reduction<none>}
    : (tensor<?x64xf16>, tensor<4x64xf16>, tensor<?x64xf16>) -> tensor<4xf16>
  // CHECK: amp.cosine_embedding_loss %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}} : {{.*}} -> tensor<f16>
  %cosine = amp.cosine_embedding_loss %x, %x, %t
    : (tensor<4x64xf16>, tensor<4x64xf16>, tensor<4xf16>) -> tensor<f16>
  // CHECK: amp.cosine_embedding_loss %{{.*}} {margin = 5.000000e-01 : f64, reduction = #amp.reduction<none>} : {{.*}} -> tensor<4xf16>
  %cosines = amp.cosine_embedding_loss %d, %x, %i {margin = 0.5 : f64, reduction = #amp.reduction<none>}
    : (tensor<?x64xf16>, tensor<4x64xf16>, tensor<?xi32>) -> tensor<4xf16>
  // CHECK: amp.cosine_embedding_loss %{{.*}} : (tensor<64xf32>, tensor<64xf32>, tensor<f32>) -> tensor<f32>
  %single = amp.cosine_embedding_loss %row, %row, %one : (tensor<64xf32>, tensor<64xf32>, tensor<f32>) -> tensor<f32>
  return
}

// CHECK-LABEL: func.func @ctc_loss
func.func @ctc_loss(%x: tensor<50x?x20xf32>, %t: tensor<16x30xi64>, %n: tensor<16xi64>, %all: tensor<?xi64>,
                    %h: tensor<50x20xf16>, %s: tensor<30xi64>, %one: tensor<i64>) {
  // CHECK: amp.ctc_loss %{{[^{]*}} : (tensor<50x?x20xf32>, tensor<16x30xi64>, tensor<16xi64>, tensor<16xi64>) -> tensor<f32>
  %mean = amp.ctc_loss %x, %t, %n, %n
    : (tensor<50x?x20xf32>, tensor<16x30xi64>, tensor<16xi64>, tensor<16xi64>) -> tensor<f32>
  // CHECK: amp.ctc_loss %{{.*}} {blank = 19 : i64, reduction = #amp.reduction<none>, zero_infinity = true} : {{.*}} -> tensor<16xf32>
  %none = amp.ctc_loss %x, %all, %n, %n {blank = 19 : i64, zero_infinity = true, reduction = #amp.reduction<none>}
    : (tensor<50x?x20xf32>, tensor<?xi64>, tensor<16xi64>, tensor<16xi64>) -> tensor<16xf32>
  // CHECK: amp.ctc_loss %{{.*}} : (tensor<50x20xf16>, tensor<30xi64>, tensor<i64>, tensor<i64>) -> tensor<f16>
  %single = amp.ctc_loss %h, %s, %one, %one {reduction = #amp.reduction<none>}
    : (tensor<50x20xf16>, tensor<30xi64>, tensor<i64>, tensor<i64>) -> tensor<f16>
  return
}

//===----------------------------------------------------------------------===//
// Distances
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @distances
func.func @distances(%x: tensor<4x64xf16>, %v: tensor<64xf16>, %d: tensor<?x3x1x8xf32>, %e: tensor<5x1x6x?xf32>,
                     %open: tensor<?x8xf32>, %m: tensor<1x8xf32>, %none: tensor<0x8xf32>) {
  // CHECK: amp.cosine_similarity %{{[^ ]*}}, %{{[^ ]*}} : (tensor<4x64xf16>, tensor<64xf16>) -> tensor<4xf16>
  %cosine = amp.cosine_similarity %x, %v : (tensor<4x64xf16>, tensor<64xf16>) -> tensor<4xf16>
  // CHECK: amp.cosine_similarity %{{.*}} {dim = -3 : i64, eps = 1.000000e-03 : f64} : {{.*}} -> tensor<5x6x8xf32>
  %broadcast = amp.cosine_similarity %d, %e {dim = -3 : i64, eps = 1.0e-3 : f64}
    : (tensor<?x3x1x8xf32>, tensor<5x1x6x?xf32>) -> tensor<5x6x8xf32>
  // CHECK: amp.dist %{{[^ ]*}}, %{{[^ ]*}} : (tensor<4x64xf16>, tensor<64xf16>) -> tensor<f16>
  %dist = amp.dist %x, %v : (tensor<4x64xf16>, tensor<64xf16>) -> tensor<f16>
  // CHECK: amp.dist %{{.*}} {p = 0x7FF0000000000000 : f64} : {{.*}} -> tensor<f16>
  %largest = amp.dist %x, %x {p = 0x7FF0000000000000 : f64} : (tensor<4x64xf16>, tensor<4x64xf16>) -> tensor<f16>
  // CHECK: amp.pdist %{{[^ ]*}} : (tensor<4x64xf16>) -> tensor<6xf16>
  %pairs = amp.pdist %x : (tensor<4x64xf16>) -> tensor<6xf16>
  // CHECK: amp.pdist %{{[^ ]*}} {p = 0.000000e+00 : f64} : (tensor<?x8xf32>) -> tensor<?xf32>
  %unknown = amp.pdist %open {p = 0.0 : f64} : (tensor<?x8xf32>) -> tensor<?xf32>
  // CHECK: amp.pdist %{{[^ ]*}} : (tensor<1x8xf32>) -> tensor<0xf32>
  %alone = amp.pdist %m : (tensor<1x8xf32>) -> tensor<0xf32>
  // CHECK: amp.pdist %{{[^ ]*}} : (tensor<0x8xf32>) -> tensor<0xf32>
  %nobody = amp.pdist %none : (tensor<0x8xf32>) -> tensor<0xf32>
  // CHECK: amp.cdist %{{.*}} : (tensor<4x64xf16>, tensor<4x64xf16>) -> tensor<4x4xf16>
  %cdist = amp.cdist %x, %x : (tensor<4x64xf16>, tensor<4x64xf16>) -> tensor<4x4xf16>
  // CHECK: amp.cdist %{{.*}} {p = 1.000000e+00 : f64} : (tensor<?x3x1x8xf32>, tensor<5x1x6x?xf32>) -> tensor<5x3x1x6xf32>
  %batch = amp.cdist %d, %e {p = 1.0 : f64} : (tensor<?x3x1x8xf32>, tensor<5x1x6x?xf32>) -> tensor<5x3x1x6xf32>
  return
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @products
func.func @products(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>, %v: tensor<8xf16>, %e: tensor<?x?x8xf32>,
                    %f: tensor<2x?x16xf32>, %d: tensor<4x?xf64>,
                   %g: tensor<2x4x8xbf16>, %h: tensor<2x8x3xbf16>) {
  // CHECK: amp.mm %{{[^ ]*}}, %{{[^ ]*}} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  %mm = amp.mm %a, %b : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  // A result in the type of the sums.
  // CHECK: amp.mm %{{.*}} {compute_type = f32} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf32>
  %wide = amp.mm %a, %b {compute_type = f32} : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf32>
  // CHECK: amp.mm %{{.*}} {compute_type = f64} : (tensor<4x?xf64>, tensor<4x?xf64>) -> tensor<4x?xf64>
  %double = amp.mm %d, %d {compute_type = f64} : (tensor<4x?xf64>, tensor<4x?xf64>) -> tensor<4x?xf64>
  // CHECK: amp.mv %{{.*}} : (tensor<4x8xf16>, tensor<8xf16>) -> tensor<4xf16>
  %mv = amp.mv %a, %v : (tensor<4x8xf16>, tensor<8xf16>) -> tensor<4xf16>
  // CHECK: amp.bmm %{{.*}} {compute_type = tf32} : (tensor<?x?x8xf32>, tensor<2x?x16xf32>) -> tensor<2x?x16xf32>
  %bmm = amp.bmm %e, %f {compute_type = tf32} : (tensor<?x?x8xf32>, tensor<2x?x16xf32>) -> tensor<2x?x16xf32>
  // CHECK: amp.bmm %{{.*}} : (tensor<2x4x8xbf16>, tensor<2x8x3xbf16>) -> tensor<2x4x3xbf16>
  %known = amp.bmm %g, %h : (tensor<2x4x8xbf16>, tensor<2x8x3xbf16>) -> tensor<2x4x3xbf16>
  return
}

// CHECK-LABEL: func.func @added_products
func.func @added_products(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>, %v: tensor<8xf16>, %u: tensor<4xf16>,
                          %bias: tensor<16xf16>, %one: tensor<1x1xf16>, %x: tensor<2x4x8xf16>, %y: tensor<2x8x16xf16>,
                          %s: tensor<f16>, %open: tensor<?x8xf32>, %square: tensor<8x?xf32>, %sum: tensor<4x6xf32>) {
  // CHECK: amp.addmm %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}} : (tensor<16xf16>, tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  %addmm = amp.addmm %bias, %a, %b : (tensor<16xf16>, tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
  // CHECK: amp.addmm %{{.*}} {alpha = 5.000000e-01 : f64, beta = 0.000000e+00 : f64, compute_type = f32} : {{.*}} -> tensor<4x16xf32>
  %scaled = amp.addmm %one, %a, %b {beta = 0.0 : f64, alpha = 0.5 : f64, compute_type = f32}
    : (tensor<1x1xf16>, tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf32>
  // The input's sizes are the product's.
  // CHECK: amp.addmm %{{.*}} {compute_type = tf32} : (tensor<4x6xf32>, tensor<?x8xf32>, tensor<8x?xf32>) -> tensor<4x6xf32>
  %known = amp.addmm %sum, %open, %square {compute_type = tf32}
    : (tensor<4x6xf32>, tensor<?x8xf32>, tensor<8x?xf32>) -> tensor<4x6xf32>
  // CHECK: amp.addmv %{{.*}} {alpha = 2.000000e+00 : f64} : (tensor<4xf16>, tensor<4x8xf16>, tensor<8xf16>) -> tensor<4xf16>
  %addmv = amp.addmv %u, %a, %v {alpha = 2.0 : f64} : (tensor<4xf16>, tensor<4x8xf16>, tensor<8xf16>) -> tensor<4xf16>
  // CHECK: amp.addr %{{.*}} {beta = -1.000000e+00 : f64} : (tensor<4x8xf16>, tensor<4xf16>, tensor<8xf16>) -> tensor<4x8xf16>
  %addr = amp.addr %a, %u, %v {beta = -1.0 : f64} : (tensor<4x8xf16>, tensor<4xf16>, tensor<8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.addbmm %{{.*}} : (tensor<16xf16>, tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<4x16xf16>
  %addbmm = amp.addbmm %bias, %x, %y : (tensor<16xf16>, tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<4x16xf16>
  // CHECK: amp.baddbmm %{{.*}} : (tensor<f16>, tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<2x4x16xf16>
  %baddbmm = amp.baddbmm %s, %x, %y : (tensor<f16>, tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<2x4x16xf16>
  return
}

// CHECK-LABEL: func.func @chains
func.func @chains(%a: tensor<4x8xf16>, %b: tensor<8x?xf16>, %c: tensor<2x16xf16>, %row: tensor<4xf16>, %column: tensor<16xf16>) {
  // CHECK: amp.chain_matmul %{{[^ ]*}} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %one = amp.chain_matmul %a : (tensor<4x8xf16>) -> tensor<4x8xf16>
  // CHECK: amp.chain_matmul %{{.*}}, %{{.*}}, %{{.*}} {compute_type = f32} : {{.*}} -> tensor<4x16xf32>
  %three = amp.chain_matmul %a, %b, %c {compute_type = f32}
    : (tensor<4x8xf16>, tensor<8x?xf16>, tensor<2x16xf16>) -> tensor<4x16xf32>
  // CHECK: amp.linalg_multi_dot %{{.*}} : {{.*}} -> tensor<4x16xf16>
  %matrix = amp.linalg_multi_dot %a, %b, %c : (tensor<4x8xf16>, tensor<8x?xf16>, tensor<2x16xf16>) -> tensor<4x16xf16>
  // CHECK: amp.linalg_multi_dot %{{.*}} : {{.*}} -> tensor<8xf16>
  %left = amp.linalg_multi_dot %row, %a : (tensor<4xf16>, tensor<4x8xf16>) -> tensor<8xf16>
  // CHECK: amp.linalg_multi_dot %{{.*}} : {{.*}} -> tensor<8xf16>
  %right = amp.linalg_multi_dot %b, %c, %column : (tensor<8x?xf16>, tensor<2x16xf16>, tensor<16xf16>) -> tensor<8xf16>
  // CHECK: amp.linalg_multi_dot %{{.*}} : (tensor<4xf16>, tensor<4xf16>) -> tensor<f16>
  %scalar = amp.linalg_multi_dot %row, %row : (tensor<4xf16>, tensor<4xf16>) -> tensor<f16>
  return
}

// CHECK-LABEL: func.func @contractions
func.func @contractions(%a: tensor<4x8x2xf16>, %b: tensor<2x?x16xf16>, %v: tensor<2xf16>, %one: tensor<1x3xf16>) {
  // CHECK: amp.linalg_vecdot %{{[^ ]*}}, %{{[^ ]*}} : (tensor<4x8x2xf16>, tensor<2xf16>) -> tensor<4x8xf16>
  %last = amp.linalg_vecdot %a, %v : (tensor<4x8x2xf16>, tensor<2xf16>) -> tensor<4x8xf16>
  // CHECK: amp.linalg_vecdot %{{.*}} {compute_type = f32, dim = 0 : i64} : {{.*}} -> tensor<8x2xf32>
  %first = amp.linalg_vecdot %a, %a {dim = 0 : i64, compute_type = f32} : (tensor<4x8x2xf16>, tensor<4x8x2xf16>) -> tensor<8x2xf32>
  // CHECK: amp.tensordot %{{.*}} {dims_a = array<i64: 1, -1>, dims_b = array<i64: 1, 0>} : {{.*}} -> tensor<4x16xf16>
  %dot = amp.tensordot %a, %b {dims_a = array<i64: 1, -1>, dims_b = array<i64: 1, 0>}
    : (tensor<4x8x2xf16>, tensor<2x?x16xf16>) -> tensor<4x16xf16>
  // CHECK: amp.tensordot %{{.*}} {dims_a = array<i64: 0>, dims_b = array<i64: 0>} : {{.*}} -> tensor<8x2x3xf16>
  %repeated = amp.tensordot %a, %one {dims_a = array<i64: 0>, dims_b = array<i64: 0>}
    : (tensor<4x8x2xf16>, tensor<1x3xf16>) -> tensor<8x2x3xf16>
  // CHECK: amp.tensordot %{{.*}} {compute_type = f32, dims_a = array<i64>, dims_b = array<i64>} : {{.*}} -> tensor<2x2xf32>
  %outer = amp.tensordot %v, %v {dims_a = array<i64>, dims_b = array<i64>, compute_type = f32}
    : (tensor<2xf16>, tensor<2xf16>) -> tensor<2x2xf32>
  return
}

// CHECK-LABEL: func.func @einsum
func.func @einsum(%q: tensor<2x4x8x64xf16>, %k: tensor<2x4x?x64xf16>, %s: tensor<8x8xf32>, %m: tensor<8x3xf32>,
                  %one: tensor<1x3xf32>, %v: tensor<5xf32>, %d: tensor<4x2x?xf32>) {
  // CHECK: amp.einsum %{{.*}} {equation = "bhqd,bhkd->bhqk"} : (tensor<2x4x8x64xf16>, tensor<2x4x?x64xf16>) -> tensor<2x4x8x?xf16>
  %scores = amp.einsum %q, %k {equation = "bhqd,bhkd->bhqk"}
    : (tensor<2x4x8x64xf16>, tensor<2x4x?x64xf16>) -> tensor<2x4x8x?xf16>
  // CHECK: amp.einsum %{{.*}} {compute_type = f32, equation = "...qd, ...kd -> ...qk"} : {{.*}} -> tensor<2x4x8x?xf32>
  %wide = amp.einsum %q, %k {equation = "...qd, ...kd -> ...qk", compute_type = f32}
    : (tensor<2x4x8x64xf16>, tensor<2x4x?x64xf16>) -> tensor<2x4x8x?xf32>
  // Implicit: letters that appear once, in alphabetical order, capitals first.
  // CHECK: amp.einsum %{{.*}} {equation = "bj,bA"} : (tensor<8x8xf32>, tensor<8x3xf32>) -> tensor<3x8xf32>
  %implicit = amp.einsum %s, %m {equation = "bj,bA"} : (tensor<8x8xf32>, tensor<8x3xf32>) -> tensor<3x8xf32>
  // CHECK: amp.einsum %{{.*}} {equation = "ba"} : (tensor<8x3xf32>) -> tensor<3x8xf32>
  %transpose = amp.einsum %m {equation = "ba"} : (tensor<8x3xf32>) -> tensor<3x8xf32>
  // CHECK: amp.einsum %{{.*}} {equation = "ii"} : (tensor<8x8xf32>) -> tensor<f32>
  %trace = amp.einsum %s {equation = "ii"} : (tensor<8x8xf32>) -> tensor<f32>
  // CHECK: amp.einsum %{{.*}} {equation = "ii->i"} : (tensor<8x8xf32>) -> tensor<8xf32>
  %diagonal = amp.einsum %s {equation = "ii->i"} : (tensor<8x8xf32>) -> tensor<8xf32>
  // CHECK: amp.einsum %{{.*}} {equation = "ij->"} : (tensor<8x3xf32>) -> tensor<f32>
  %sum = amp.einsum %m {equation = "ij->"} : (tensor<8x3xf32>) -> tensor<f32>
  // Sizes of 1 broadcast, under letters and under '...'.
  // CHECK: amp.einsum %{{.*}} {equation = "ij,ij->ij"} : (tensor<8x3xf32>, tensor<1x3xf32>) -> tensor<8x3xf32>
  %product = amp.einsum %m, %one {equation = "ij,ij->ij"} : (tensor<8x3xf32>, tensor<1x3xf32>) -> tensor<8x3xf32>
  // CHECK: amp.einsum %{{.*}} {equation = "...,...i"} : (tensor<8x3xf32>, tensor<1x3xf32>) -> tensor<8x3x3xf32>
  %open = amp.einsum %m, %one {equation = "...,...i"} : (tensor<8x3xf32>, tensor<1x3xf32>) -> tensor<8x3x3xf32>
  // CHECK: amp.einsum %{{.*}} {equation = "i...->i"} : (tensor<2x4x8x64xf16>) -> tensor<2xf16>
  %summed = amp.einsum %q {equation = "i...->i"} : (tensor<2x4x8x64xf16>) -> tensor<2xf16>
  // CHECK: amp.einsum %{{.*}}, %{{.*}}, %{{.*}} {equation = "k,ji,il->kjl"} : {{.*}} -> tensor<5x8x3xf32>
  %three = amp.einsum %v, %s, %m {equation = "k,ji,il->kjl"}
    : (tensor<5xf32>, tensor<8x8xf32>, tensor<8x3xf32>) -> tensor<5x8x3xf32>
  // A letter twice in one operand: one of the sizes may be open.
  // CHECK: amp.einsum %{{.*}} {equation = "iji->ij"} : (tensor<4x2x?xf32>) -> tensor<4x2xf32>
  %slices = amp.einsum %d {equation = "iji->ij"} : (tensor<4x2x?xf32>) -> tensor<4x2xf32>
  return
}
