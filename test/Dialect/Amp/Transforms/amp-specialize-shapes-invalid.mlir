// RUN: split-file %s %t
// RUN: not amp-opt %t/entry.mlir --amp-specialize-shapes="entry=train" 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not amp-opt %t/shapes.mlir --amp-specialize-shapes="shapes=8x4" 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not amp-opt %t/shapes.mlir --amp-specialize-shapes="shapes=8xa,8" 2>&1 | FileCheck %s --check-prefix=UNREADABLE
// RUN: not amp-opt %t/shapes.mlir --amp-specialize-shapes="shapes=8x-4,8" 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not amp-opt %t/shapes.mlir --amp-specialize-shapes="shapes=8x5,8" 2>&1 | FileCheck %s --check-prefix=CONTRADICTS
// RUN: not amp-opt %t/shapes.mlir --amp-specialize-shapes="shapes=8x4x1,8" 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not amp-opt %t/shapes.mlir --amp-specialize-shapes="shapes=8x4,9" 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not amp-opt %t/shapes.mlir --amp-specialize-shapes 2>&1 | FileCheck %s --check-prefix=REMAINS
// RUN: not amp-opt %t/shapes.mlir --amp-specialize-shapes="batch=-1" 2>&1 | FileCheck %s --check-prefix=BATCH
// RUN: not amp-opt %t/batch.mlir --amp-specialize-shapes="batch=8" 2>&1 | FileCheck %s --check-prefix=MARKED
// RUN: not amp-opt %t/argument.mlir --amp-specialize-shapes 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not amp-opt %t/foreign.mlir --amp-specialize-shapes="batch=8" 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: not amp-opt %t/region.mlir --amp-specialize-shapes="batch=8" 2>&1 | FileCheck %s --check-prefix=REGION
// RUN: not amp-opt %t/called.mlir --amp-specialize-shapes="batch=8 entry=helper" 2>&1 | FileCheck %s --check-prefix=CALLED
// RUN: amp-opt %t/buffers.mlir --amp-specialize-shapes | FileCheck %s --check-prefix=BUFFERS
// RUN: not amp-opt %t/control.mlir --amp-specialize-shapes="batch=8" 2>&1 | FileCheck %s --check-prefix=CONTROL

//--- entry.mlir
// ENTRY: error: has no entry point 'train'; functions are 'fit'
func.func @fit() { return }

//--- shapes.mlir
// COUNT: error: expects one shape per argument, 2, found 1
// UNREADABLE: error: cannot read shape '8xa' of argument 0; expected sizes separated by 'x'
// NEGATIVE: error: cannot read shape '8x-4' of argument 0; expected sizes separated by 'x'
// CONTRADICTS: error: argument 0 is 'tensor<?x4xf32>', which shape '8x5' contradicts
// RANK: error: argument 0 is 'tensor<?x4xf32>', which shape '8x4x1' contradicts
// OP: error: 'amp.add' op shapes do not broadcast: 'tensor<8xf32>' 'tensor<9xf32>'
// REMAINS: error: argument 0 still has the unknown size in 'tensor<?x4xf32>' after specialization; the option 'batch' gives the size of the batch, 'shapes' the shapes of all arguments
// BATCH: error: amp-specialize-shapes: batch must be at least 1, found -1
func.func @add(%x: tensor<?x4xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %s = amp.sum %x {dims = array<i64: 1>} : (tensor<?x4xf32>) -> tensor<?xf32>
  %0 = amp.add %s, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

//--- batch.mlir
// MARKED: error: argument 0 is 'tensor<9x4xf32>', which batch size 8 contradicts
func.func @batch(%x: tensor<9x4xf32> {amp.batch}) { return }

//--- argument.mlir
// An argument that nothing uses must have a known size too.
// ARGUMENT: error: argument 0 still has the unknown size in 'tensor<?xf32>'
func.func @argument(%x: tensor<?xf32>) { return }

//--- control.mlir
// CONTROL: error: expects a body without control flow
func.func @control(%x: tensor<?xf32>) -> tensor<?xf32> {
  cf.br ^bb1(%x : tensor<?xf32>)
^bb1(%y: tensor<?xf32>):
  return %y : tensor<?xf32>
}

//--- foreign.mlir
// FOREIGN: error: 'tensor.cast' op does not say which shapes follow from those of its operands, which amp-specialize-shapes has changed; give it static shapes
func.func @foreign(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = tensor.cast %x : tensor<?xf32> to tensor<?xf32>
  return %y : tensor<?xf32>
}

//--- region.mlir
// REGION: error: 'scf.if' op does not say which shapes follow
func.func @region(%x: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %y = scf.if %c -> tensor<?xf32> {
    scf.yield %x : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  return %y : tensor<?xf32>
}

//--- called.mlir
// CALLED: error: is called with other shapes; run amp-inline-calls before amp-specialize-shapes
func.func @helper(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = call @helper(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

//--- buffers.mlir
// Ops on other types than tensors stay as they are.
// BUFFERS: memref.alloc() : memref<4xf32>
// BUFFERS: arith.addf %{{.*}}, %{{.*}} : f32
func.func @buffers(%x: memref<4xf32>, %s: f32) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = arith.addf %s, %s : f32
  memref.copy %x, %0 : memref<4xf32> to memref<4xf32>
  return
}
