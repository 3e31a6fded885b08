//===- Random.td -------------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_RANDOM_TD
#define AMP_DIALECT_AMP_IR_RANDOM_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

def Amp_RandomGroup : OpDocGroup {
  let summary = "Random numbers";
  let description = "Random numbers, and what is made of them.";
}

let opDocGroup = Amp_RandomGroup in {

def Amp_RandomBitsOp : Amp_ComputeOp<"random_bits"> {
  let summary = "32 random bits per element";
  let description = [{
    Philox4x32-10 (Salmon et al., SC 2011), counter-based: `state` is `tensor<2xi64>`, a
    seed and the number of the first block. Element i of the result, in row-major order,
    is word i mod 4 of the block with the counter (first + i / 4, 0), each 64 bits, low
    word first, and the key seed: the same bits on every device, whatever computes them.

    ```mlir
    %bits = amp.random_bits %state {shape = array<i64: 4, 8>} : (tensor<2xi64>) -> tensor<4x8xi32>
    ```
  }];
  let arguments = (ins Amp_RandomStateTensor:$state, DenseI64ArrayAttr:$shape);
  let results = (outs RankedTensorOf<[I32]>:$result);
}

def Amp_DropoutOp : Amp_DifferentiableCompositeOp<"dropout"> {
  let summary = "sets random elements to zero";
  let description = [{
    In training each element is 0 with probability `p`, otherwise x times 1 / (1 - p); its
    derivative is 0 or 1 / (1 - p) at the same places. An element is kept where the top
    24 bits of its random bits, times 2⁻²⁴, are at least p. The second result is the state
    behind the random numbers that were used, to be assigned by the graph. Without
    `training` the results are the operands.

    ```mlir
    %r = amp.read @rng : tensor<2xi64>
    %y, %next = amp.dropout %x, %r {p = 0.1 : f64}
        : (tensor<4x8xf32>, tensor<2xi64>) -> (tensor<4x8xf32>, tensor<2xi64>)
    amp.assign @rng, %next : tensor<2xi64>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Amp_RandomStateTensor:$state,
    DefaultValuedAttr<F64Attr, "0.5">:$p, DefaultValuedAttr<BoolAttr, "true">:$training);
  let results = (outs Amp_FloatTensor:$result, Amp_RandomStateTensor:$next_state);
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    bool isPrecisionOperand(unsigned index) { return index == 0; }
    bool isPrecisionResult(unsigned index) { return index == 0; }
  }];
}

} // opDocGroup

#endif // AMP_DIALECT_AMP_IR_RANDOM_TD
