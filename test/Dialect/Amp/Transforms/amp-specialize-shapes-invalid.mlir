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
// REMAINS: error: argument 0 still has the unknown size in 'tensor<?x4xf32>' after specialization; give the shapes of all arguments
// BATCH: error: amp-specialize-shapes: batch must not be negative, found -1
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
