// RUN: amp-opt %s --amp-optimize-casts=settled=true | FileCheck %s
// RUN: amp-opt %s --amp-optimize-casts | FileCheck %s --check-prefix=OPEN

// A state that every step rounds and widens is carried as it was rounded, which changes no
// number. While a gradient may still be added to it, it stays wide.
// CHECK-LABEL: func.func @state(
// CHECK-SAME: %[[H0:[a-z0-9]+]]: tensor<8xbf16>)
// CHECK: %[[H:.*]] = amp.scan carry(%[[H0]]) each({{.*}} -> tensor<8xbf16> {
// CHECK-NEXT: ^bb0(%[[S:[a-z0-9]+]]: tensor<8xbf16>,
// CHECK: %[[WIDE:.*]] = amp.cast %[[S]] : tensor<8xbf16> to tensor<8xf32>
// CHECK: amp.add %[[WIDE]]
// CHECK: %[[N:.*]] = amp.cast %{{.*}} : tensor<8xf32> to tensor<8xbf16>
// CHECK: amp.yield %[[N]] : tensor<8xbf16>
// CHECK: amp.cast %[[H]] : tensor<8xbf16> to tensor<8xf32>
// OPEN-LABEL: func.func @state(
// OPEN: amp.scan {{.*}} -> tensor<8xf32> {
func.func @state(%xs: tensor<3x8xf32>, %h0: tensor<8xbf16>) -> tensor<8xf32> {
  %h = amp.cast %h0 : tensor<8xbf16> to tensor<8xf32>
  %l = amp.scan carry(%h) each(%xs) : (tensor<8xf32>, tensor<3x8xf32>) -> tensor<8xf32> {
  ^bb0(%s: tensor<8xf32>, %x: tensor<8xf32>):
    %0 = amp.add %s, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %1 = amp.cast %0 : tensor<8xf32> to tensor<8xbf16>
    %2 = amp.cast %1 : tensor<8xbf16> to tensor<8xf32>
    amp.yield %2 : tensor<8xf32>
  }
  return %l : tensor<8xf32>
}

// The first state was not rounded.
// CHECK-LABEL: func.func @wide_at_first(
// CHECK: amp.scan {{.*}} -> tensor<8xf32> {
func.func @wide_at_first(%xs: tensor<3x8xf32>, %h0: tensor<8xf32>) -> tensor<8xf32> {
  %l = amp.scan carry(%h0) each(%xs) : (tensor<8xf32>, tensor<3x8xf32>) -> tensor<8xf32> {
  ^bb0(%s: tensor<8xf32>, %x: tensor<8xf32>):
    %0 = amp.add %s, %x : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %1 = amp.cast %0 : tensor<8xf32> to tensor<8xbf16>
    %2 = amp.cast %1 : tensor<8xbf16> to tensor<8xf32>
    amp.yield %2 : tensor<8xf32>
  }
  return %l : tensor<8xf32>
}

// What is joined to be narrowed is narrowed by who makes it; the wide one is there for whom
// it is.
// CHECK-LABEL: func.func @joined(
// CHECK-SAME: %[[A:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<4x2xf32>)
// CHECK: %[[WIDE:.*]] = amp.concat %[[A]], %[[B]]
// CHECK-DAG: %[[NA:.*]] = amp.cast %[[A]] : tensor<4x8xf32> to tensor<4x8xf16>
// CHECK-DAG: %[[NB:.*]] = amp.cast %[[B]] : tensor<4x2xf32> to tensor<4x2xf16>
// CHECK: %[[N:.*]] = amp.concat %[[NA]], %[[NB]] {dim = 1 : i64}
// CHECK: return %[[WIDE]], %[[N]]
// OPEN-LABEL: func.func @joined(
// OPEN: amp.concat
// OPEN: amp.cast {{.*}} : tensor<4x10xf32> to tensor<4x10xf16>
func.func @joined(%a: tensor<4x8xf32>, %b: tensor<4x2xf32>) -> (tensor<4x10xf32>, tensor<4x10xf16>) {
  %0 = amp.concat %a, %b {dim = 1 : i64} : (tensor<4x8xf32>, tensor<4x2xf32>) -> tensor<4x10xf32>
  %1 = amp.cast %0 : tensor<4x10xf32> to tensor<4x10xf16>
  return %0, %1 : tensor<4x10xf32>, tensor<4x10xf16>
}

// What is joined and then made wider moves fewer bytes as it is.
// CHECK-LABEL: func.func @widened(
// CHECK: amp.concat {{.*}} -> tensor<4x10xf16>
// CHECK: amp.cast {{.*}} : tensor<4x10xf16> to tensor<4x10xf32>
func.func @widened(%a: tensor<4x8xf16>, %b: tensor<4x2xf16>) -> tensor<4x10xf32> {
  %0 = amp.concat %a, %b {dim = 1 : i64} : (tensor<4x8xf16>, tensor<4x2xf16>) -> tensor<4x10xf16>
  %1 = amp.cast %0 : tensor<4x10xf16> to tensor<4x10xf32>
  return %1 : tensor<4x10xf32>
}
