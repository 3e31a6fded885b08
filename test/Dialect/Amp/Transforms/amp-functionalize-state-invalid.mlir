// RUN: split-file %s %t
// RUN: not amp-opt %t/call.mlir --amp-functionalize-state 2>&1 | FileCheck %s --check-prefix=CALL
// RUN: not amp-opt %t/control.mlir --amp-functionalize-state 2>&1 | FileCheck %s --check-prefix=CONTROL
// RUN: not amp-opt %t/region.mlir --amp-functionalize-state 2>&1 | FileCheck %s --check-prefix=REGION
// RUN: not amp-opt %t/step.mlir --amp-functionalize-state 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: not amp-opt %t/buffer.mlir --amp-functionalize-state 2>&1 | FileCheck %s --check-prefix=BUFFER

//--- call.mlir
// CALL: error: 'func.call' op cannot be compiled; inline calls first
func.func private @g()
func.func @f() {
  call @g() : () -> ()
  return
}

//--- control.mlir
// CONTROL: error: expects a body without control flow
func.func @f() {
  cf.br ^bb1
^bb1:
  return
}

//--- region.mlir
// State that a region touches would be left behind.
// REGION: error: 'amp.read' op lies in a region; only state that the function itself reads and assigns can become an argument
amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
func.func @f() -> tensor<4xf32> {
  %0 = amp.autocast -> tensor<4xf32> {
    %w = amp.read @w : tensor<4xf32>
    amp.yield %w : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

//--- step.mlir
// STEP: error: 'amp.step' op acts on a list of gradients; run convert-amp-to-amprt before amp-functionalize-state
amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @f(%g: tensor<4xf32>) {
  amp.step @opt(%g) : tensor<4xf32>
  return
}

//--- buffer.mlir
// BUFFER: error: result 1 is of type 'memref<4xf32>'; amp-functionalize-state gives a destination to tensors only
func.func @f(%x: tensor<4xf32>, %m: memref<4xf32>) -> (tensor<4xf32>, memref<4xf32>) {
  return %x, %m : tensor<4xf32>, memref<4xf32>
}
