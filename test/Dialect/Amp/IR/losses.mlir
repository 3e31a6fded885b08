// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Losses: every op comes back as it was written: pretty, generic and as bytecode. A
// size that is written here agrees with an inferred `?`; what is known of sizes beside a
// `?` is tested by contradiction in losses-invalid.mlir.

// CHECK-LABEL: func.func @mse_and_cross_entropy
func.func @mse_and_cross_entropy(%x: tensor<4x10xf32>, %t: tensor<4xi64>, %u: tensor<4xui8>,
                                 %v: tensor<10xf32>, %w: tensor<10xf16>, %image: tensor<2x10x8x9xf16>,
                                 %labels: tensor<2x8x9xi64>, %s: tensor<i64>,
                                 %open: tensor<?x10x?xf32>, %p: tensor<4x10x8xf32>) {
  // CHECK: amp.mse_loss %{{.*}}, %{{[^ ]*}} : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<f32>
  %mean = amp.mse_loss %x, %x : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<f32>
  // CHECK: amp.mse_loss %{{.*}} {reduction = #amp.reduction<sum>} : {{.*}} -> tensor<f32>
  %sum = amp.mse_loss %x, %x {reduction = #amp.reduction<sum>} : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<f32>
  // CHECK: amp.mse_loss %{{.*}} {reduction = #amp.reduction<none>} : {{.*}} -> tensor<4x10xf32>
  %none = amp.mse_loss %x, %x {reduction = #amp.reduction<none>} : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<4x10xf32>
  // CHECK: amp.cross_entropy %{{.*}}, %{{[^ ]*}} : (tensor<4x10xf32>, tensor<4xi64>) -> tensor<f32>
  %ce = amp.cross_entropy %x, %t : (tensor<4x10xf32>, tensor<4xi64>) -> tensor<f32>
  // CHECK: amp.cross_entropy %{{.*}} {ignore_index = 0 : i64, label_smoothing = 1.000000e-01 : f64, reduction = #amp.reduction<none>} : (tensor<4x10xf32>, tensor<4xui8>) -> tensor<4xf32>
  %all = amp.cross_entropy %x, %u {label_smoothing = 0.1 : f64, ignore_index = 0 : i64, reduction = #amp.reduction<none>}
    : (tensor<4x10xf32>, tensor<4xui8>) -> tensor<4xf32>
  // CHECK: amp.cross_entropy %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}} : (tensor<10xf32>, tensor<i64>, tensor<10xf32>) -> tensor<f32>
  %one = amp.cross_entropy %v, %s, %v : (tensor<10xf32>, tensor<i64>, tensor<10xf32>) -> tensor<f32>
  // CHECK: amp.cross_entropy %{{.*}} {reduction = #amp.reduction<none>} : (tensor<2x10x8x9xf16>, tensor<2x8x9xi64>, tensor<10xf16>) -> tensor<2x8x9xf16>
  %pixels = amp.cross_entropy %image, %labels, %w {reduction = #amp.reduction<none>}
    : (tensor<2x10x8x9xf16>, tensor<2x8x9xi64>, tensor<10xf16>) -> tensor<2x8x9xf16>
  // CHECK: amp.cross_entropy %{{.*}} {label_smoothing = 2.000000e-01 : f64, reduction = #amp.reduction<none>} : (tensor<?x10x?xf32>, tensor<4x10x8xf32>) -> tensor<4x8xf32>
  %soft = amp.cross_entropy %open, %p {label_smoothing = 0.2 : f64, reduction = #amp.reduction<none>}
    : (tensor<?x10x?xf32>, tensor<4x10x8xf32>) -> tensor<4x8xf32>
  return
}

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
