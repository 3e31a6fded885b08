// RUN: amp-opt %s --amp-plan-memory -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-plan-memory -split-input-file --remarks-filter=amp-memory --remark-format=emitRemark -o %t 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

module @kernels {
  func.func private @map(memref<64xf32>, memref<64xf32>)
}

// A chain needs two places: the third buffer takes the first one's. The remark of each
// names its place and its life.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME: %[[ARENA:[a-z0-9]+]]: memref<512xi8> {amp.name = "arena"}, %[[X:[a-z0-9]+]]: memref<64xf32>
// CHECK-SAME: attributes {amp.arena_bytes = 512 : i64}
// CHECK-NOT: memref.alloc
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C256:.*]] = arith.constant 256 : index
// CHECK: %[[A:.*]] = memref.view %[[ARENA]][%[[C0]]][] : memref<512xi8> to memref<64xf32>
// CHECK: %[[B:.*]] = memref.view %[[ARENA]][%[[C256]]][] : memref<512xi8> to memref<64xf32>
// CHECK: %[[C:.*]] = memref.view %[[ARENA]][%[[C0]]][] : memref<512xi8> to memref<64xf32>
// CHECK: amprt.launch @kernels::@map(%[[A]], %[[X]])
// CHECK: amprt.launch @kernels::@map(%[[B]], %[[A]])
// CHECK: amprt.launch @kernels::@map(%[[C]], %[[B]])
// REMARK-COUNT-3: remark: {{.*}}buffer | Category:amp-memory | bytes=256, first={{[0-9]+}}, last={{[0-9]+}}, offset={{0|256}}
func.func @chain(%x: memref<64xf32>, %y: memref<64xf32>) {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  %c = memref.alloc() : memref<64xf32>
  amprt.launch @kernels::@map(%a, %x) {num_outputs = 1 : i64} : memref<64xf32>, memref<64xf32>
  amprt.launch @kernels::@map(%b, %a) {num_outputs = 1 : i64} : memref<64xf32>, memref<64xf32>
  amprt.launch @kernels::@map(%c, %b) {num_outputs = 1 : i64} : memref<64xf32>, memref<64xf32>
  amprt.launch @kernels::@map(%y, %c) {num_outputs = 1 : i64} : memref<64xf32>, memref<64xf32>
  memref.dealloc %a : memref<64xf32>
  memref.dealloc %b : memref<64xf32>
  memref.dealloc %c : memref<64xf32>
  return
}

// -----

module @kernels {
  func.func private @map(memref<10xf16>, memref<10xf16>)
  func.func private @half(memref<5xf16, strided<[1]>>)
}

// Offsets are multiples of 256 bytes. A view keeps its buffer alive: the first one is
// read through it at the end, so that nothing takes its place.
// CHECK-LABEL: func.func @views(
// CHECK-SAME: memref<532xi8> {amp.name = "arena"}
// CHECK-DAG: arith.constant 0 : index
// CHECK-DAG: arith.constant 256 : index
// CHECK-DAG: arith.constant 512 : index
// REMARK-COUNT-3: remark: {{.*}}buffer | Category:amp-memory | bytes=20, {{.*}}, offset={{0|256|512}}
func.func @views(%x: memref<10xf16>) {
  %a = memref.alloc() : memref<10xf16>
  %b = memref.alloc() : memref<10xf16>
  %c = memref.alloc() : memref<10xf16>
  amprt.launch @kernels::@map(%a, %x) {num_outputs = 1 : i64} : memref<10xf16>, memref<10xf16>
  %v = memref.subview %a[0] [5] [1] : memref<10xf16> to memref<5xf16, strided<[1]>>
  amprt.launch @kernels::@map(%b, %x) {num_outputs = 1 : i64} : memref<10xf16>, memref<10xf16>
  amprt.launch @kernels::@map(%c, %b) {num_outputs = 1 : i64} : memref<10xf16>, memref<10xf16>
  amprt.launch @kernels::@half(%v) {num_outputs = 1 : i64} : memref<5xf16, strided<[1]>>
  return
}

// -----

// Nothing temporary: an arena of no bytes. A declaration stays.
// CHECK-LABEL: func.func @nothing(
// CHECK-SAME: memref<0xi8> {amp.name = "arena"}
// CHECK-SAME: amp.arena_bytes = 0
func.func @nothing(%x: memref<8xf32>) { return }
// CHECK: func.func private @external(memref<8xf32>)
func.func private @external(memref<8xf32>)

// -----

// Truth values take a byte each, and a large buffer goes first.
// CHECK-LABEL: func.func @sizes(
// CHECK-SAME: amp.arena_bytes = 4196
// REMARK: remark: {{.*}} bytes=100, {{.*}}, offset=4096
// REMARK: remark: {{.*}} bytes=4096, {{.*}}, offset=0
func.func @sizes(%x: memref<100xi1>, %y: memref<512xf64>) {
  %a = memref.alloc() : memref<100xi1>
  %b = memref.alloc() : memref<512xf64>
  memref.copy %x, %a : memref<100xi1> to memref<100xi1>
  memref.copy %y, %b : memref<512xf64> to memref<512xf64>
  memref.copy %a, %x : memref<100xi1> to memref<100xi1>
  memref.copy %b, %y : memref<512xf64> to memref<512xf64>
  return
}

// -----

module @kernels {
  func.func private @map(memref<64xf32>, memref<64xf32>)
}

// What is there before a loop lives through all its iterations, though the last op that uses
// it is the first one of the body; buffers of the body share memory with each other, and with
// what is made after the loop.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME: attributes {amp.arena_bytes = 768 : i64}
// CHECK: %[[H:.*]] = memref.view %{{.*}}[%c0][]
// CHECK: amprt.launch @kernels::@map(%[[H]], %{{.*}})
// CHECK: amprt.repeat 5 times {
// CHECK: %[[A:.*]] = memref.view %{{.*}}[%c256][]
// CHECK: %[[B:.*]] = memref.view %{{.*}}[%c512][]
// CHECK: %[[C:.*]] = memref.view %{{.*}}[%c256][]
// CHECK: amprt.launch @kernels::@map(%[[A]], %[[H]])
// CHECK: amprt.launch @kernels::@map(%[[B]], %[[A]])
// CHECK: amprt.launch @kernels::@map(%[[C]], %[[B]])
// CHECK: }
// CHECK: %[[D:.*]] = memref.view %{{.*}}[%c0][]
// CHECK: amprt.launch @kernels::@map(%[[D]], %{{.*}})
// REMARK: remark: {{.*}} bytes=256, first=1, last=10, offset=0
// REMARK: remark: {{.*}} bytes=256, first=6, last=7, offset=256
// REMARK: remark: {{.*}} bytes=256, first=7, last=8, offset=512
// REMARK: remark: {{.*}} bytes=256, first=8, last=10, offset=256
// REMARK: remark: {{.*}} bytes=256, first=12, last=12, offset=0
func.func @loop(%x: memref<64xf32>, %y: memref<5x64xf32>) {
  %h = memref.alloc() : memref<64xf32>
  amprt.launch @kernels::@map(%h, %x) {num_outputs = 1 : i64} : memref<64xf32>, memref<64xf32>
  amprt.repeat 5 times {
  ^bb0(%i: index):
    %a = memref.alloc() : memref<64xf32>
    %b = memref.alloc() : memref<64xf32>
    %c = memref.alloc() : memref<64xf32>
    amprt.launch @kernels::@map(%a, %h) {num_outputs = 1 : i64} : memref<64xf32>, memref<64xf32>
    amprt.launch @kernels::@map(%b, %a) {num_outputs = 1 : i64} : memref<64xf32>, memref<64xf32>
    amprt.launch @kernels::@map(%c, %b) {num_outputs = 1 : i64} : memref<64xf32>, memref<64xf32>
    %yi = amprt.advance %y[%i] from 0 by [256] : memref<5x64xf32> to memref<64xf32>
    amprt.launch @kernels::@map(%yi, %c) {num_outputs = 1 : i64} : memref<64xf32>, memref<64xf32>
  }
  %d = memref.alloc() : memref<64xf32>
  amprt.launch @kernels::@map(%d, %x) {num_outputs = 1 : i64} : memref<64xf32>, memref<64xf32>
  return
}
