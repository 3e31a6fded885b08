// RUN: amp-opt %s --amp-carry-in-place -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-hold-results --amp-carry-in-place --eliminate-empty-tensors --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --cse --canonicalize --amp-repeat-loops -split-input-file | FileCheck %s --check-prefix=COPIES

// A state that is carried and kept for each step: one op writes it to both places, and what
// the steps keep is written to where it goes after the loop. Nothing is copied in the loop.
// CHECK-LABEL: func.func @state(
// CHECK-SAME: %[[OUT:[a-z0-9]+]]: tensor<5x4xf32> {amp.output = ""}
// CHECK: %[[R:.*]]:2 = scf.for %[[I:.*]] = {{.*}} iter_args(%[[H:.*]] = %{{.*}}, %[[ALL:.*]] = %[[OUT]])
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: %[[F:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: %[[N:.*]]:2 = linalg.generic {{.*}} ins(%{{.*}}, %[[H]] : {{.*}}) outs(%[[E]], %[[F]] : {{.*}})
// CHECK: linalg.yield %[[S:.*]], %[[S]] : f32, f32
// CHECK: %[[KEPT:.*]] = tensor.insert_slice %[[N]]#{{[01]}} into %[[ALL]][%[[I]], 0]
// CHECK: %[[CARRIED:.*]] = bufferization.materialize_in_destination %[[N]]#{{[01]}} in %[[H]]
// CHECK: scf.yield %[[CARRIED]], %[[KEPT]]
// CHECK: return %[[R]]#1
// COPIES-LABEL: func.func @state(
// COPIES: amprt.repeat 5 times {
// COPIES-NOT: alloc
// COPIES-NOT: copy
// COPIES: linalg.generic
// COPIES-NOT: copy
// COPIES: }
// COPIES-NOT: copy
// COPIES: return
#id = affine_map<(d0) -> (d0)>
func.func @state(%x: tensor<5x4xf32>, %out: tensor<5x4xf32> {amp.output = ""}) -> tensor<5x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %h0 = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %all0 = tensor.empty() : tensor<5x4xf32>
  %r:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%h = %h0, %all = %all0) -> (tensor<4xf32>, tensor<5x4xf32>) {
    %xi = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<5x4xf32> to tensor<4xf32>
    %en = tensor.empty() : tensor<4xf32>
    %n = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%xi, %h : tensor<4xf32>, tensor<4xf32>) outs(%en : tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    } -> tensor<4xf32>
    %kept = tensor.insert_slice %n into %all[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<5x4xf32>
    scf.yield %n, %kept : tensor<4xf32>, tensor<5x4xf32>
  }
  %d = bufferization.materialize_in_destination %r#1 in %out : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
  return %d : tensor<5x4xf32>
}

// -----

// Values that change places take three copies, by way of one buffer.
// CHECK-LABEL: func.func @swap(
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// CHECK: %[[T:.*]] = bufferization.alloc_tensor() copy(%[[A]])
// CHECK: %[[C:.*]] = bufferization.materialize_in_destination %[[B]] in %[[A]]
// CHECK: %[[D:.*]] = bufferization.materialize_in_destination %[[T]] in %[[B]]
// CHECK: scf.yield %[[C]], %[[D]]
// COPIES-LABEL: func.func @swap(
// COPIES: amprt.repeat 3 times {
// COPIES-COUNT-3: memref.copy
// COPIES-NOT: memref.copy
// COPIES: }
func.func @swap(%x: tensor<4xf32>, %y: tensor<4xf32>, %o: tensor<4xf32> {amp.output = ""}, %p: tensor<4xf32> {amp.output = ""}) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a0 = bufferization.alloc_tensor() copy(%x) : tensor<4xf32>
  %b0 = bufferization.alloc_tensor() copy(%y) : tensor<4xf32>
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %a0, %b = %b0) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %b, %a : tensor<4xf32>, tensor<4xf32>
  }
  %d = bufferization.materialize_in_destination %r#0 in %o : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %e = bufferization.materialize_in_destination %r#1 in %p : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %d, %e : tensor<4xf32>, tensor<4xf32>
}

// -----

// The old state is still read when a part of the new one is written: the update is made in a
// copy.
// CHECK-LABEL: func.func @read_later(
// CHECK: scf.for {{.*}} iter_args(%[[H:.*]] = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK: %[[OWN:.*]] = bufferization.alloc_tensor() copy(%[[H]])
// CHECK: %[[U:.*]] = tensor.insert_slice %{{.*}} into %[[OWN]]
// CHECK: linalg.generic {{.*}} ins(%[[H]]
// CHECK: bufferization.materialize_in_destination %[[U]] in %[[H]]
// COPIES-LABEL: func.func @read_later(
// COPIES: amprt.repeat 5 times {
// COPIES: memref.copy
// COPIES: linalg.generic
// COPIES: return
#id = affine_map<(d0) -> (d0)>
func.func @read_later(%x: tensor<5x2xf32>, %h0: tensor<4xf32>, %out: tensor<4xf32> {amp.output = ""}) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %first = bufferization.alloc_tensor() copy(%h0) : tensor<4xf32>
  %second = bufferization.alloc_tensor() copy(%h0) : tensor<4xf32>
  %r:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%h = %first, %s = %second) -> (tensor<4xf32>, tensor<4xf32>) {
    %xi = tensor.extract_slice %x[%i, 0] [1, 2] [1, 1] : tensor<5x2xf32> to tensor<2xf32>
    %u = tensor.insert_slice %xi into %h[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
    %en = tensor.empty() : tensor<4xf32>
    %n = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%h, %s : tensor<4xf32>, tensor<4xf32>) outs(%en : tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %t = arith.addf %a, %b : f32
      linalg.yield %t : f32
    } -> tensor<4xf32>
    scf.yield %u, %n : tensor<4xf32>, tensor<4xf32>
  }
  %d = bufferization.materialize_in_destination %r#1 in %out : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %d : tensor<4xf32>
}

// -----

// A row kernel writes a state to both places, too.
// CHECK-LABEL: func.func @row_kernel(
// CHECK: scf.for %[[I:.*]] = {{.*}} iter_args(%[[H:.*]] = %{{.*}}, %[[ALL:.*]] = %{{.*}})
// CHECK: %[[N:.*]]:2 = amprt.row_kernel ins({{.*}}) outs(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32>)
// CHECK: amprt.yield %[[S:.*]], %[[S]] : f32, f32
// CHECK: tensor.insert_slice %[[N]]#{{[01]}} into %[[ALL]][%[[I]], 0]
// CHECK: bufferization.materialize_in_destination %[[N]]#{{[01]}} in %[[H]]
// COPIES-LABEL: func.func @row_kernel(
// COPIES: amprt.repeat 5 times {
// COPIES-NOT: alloc
// COPIES-NOT: copy
// COPIES: amprt.row_kernel
// COPIES-NOT: copy
// COPIES: }
#id = affine_map<(d0) -> (d0)>
func.func @row_kernel(%x: tensor<5x4xf32>, %out: tensor<5x4xf32> {amp.output = ""}) -> tensor<5x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %h0 = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %all0 = tensor.empty() : tensor<5x4xf32>
  %r:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%h = %h0, %all = %all0) -> (tensor<4xf32>, tensor<5x4xf32>) {
    %xi = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<5x4xf32> to tensor<4xf32>
    %en = tensor.empty() : tensor<4xf32>
    %n = amprt.row_kernel ins(%xi, %h : tensor<4xf32>, tensor<4xf32>) outs(%en : tensor<4xf32>) maps [#id, #id, #id] reduced [] -> tensor<4xf32> {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      amprt.yield %s : f32
    }
    %kept = tensor.insert_slice %n into %all[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<5x4xf32>
    scf.yield %n, %kept : tensor<4xf32>, tensor<5x4xf32>
  }
  %d = bufferization.materialize_in_destination %r#1 in %out : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
  return %d : tensor<5x4xf32>
}
