//===- RandomOps.td ----------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Random numbers in kernels.

#ifndef AMP_DIALECT_AMPRT_IR_RANDOMOPS_TD
#define AMP_DIALECT_AMPRT_IR_RANDOMOPS_TD

include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// An operand of i64 where `result` is i32, of the same shape.
class AmpRT_WideOf<string operand>
    : TypesMatchWith<"'" # operand # "' has 64 bits for each result", "result", operand,
                     "::mlir::amprt::RandomWordOp::getOperandType($_self)">;

def AmpRT_RandomWordOp : Op<AmpRT_Dialect, "random_word", [
    Pure, Elementwise, Scalarizable, Vectorizable, Tensorizable,
    AmpRT_WideOf<"seed">, AmpRT_WideOf<"first">, AmpRT_WideOf<"place">]> {
  let summary = "a word of a sequence of random numbers, by its place";
  let description = [{
    Word `place` mod 4 of block `first + place / 4` of Philox4x32 with 10 rounds and the key
    `seed` (Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", 2011), as of
    `amp::RandomStream` with stream 0. All are unsigned.

    It is an op up to kernels: four neighbours are words of one block, which is computed
    once where a kernel has them together.

    ```mlir
    func.func @word(%seed: i64, %first: i64, %place: i64) -> i32 {
      %0 = amprt.random_word %seed, %first[%place] : i32
      return %0 : i32
    }
    ```
  }];
  let arguments = (ins SignlessIntegerLike:$seed, SignlessIntegerLike:$first,
                       SignlessIntegerLike:$place);
  let results = (outs TypeOrValueSemanticsContainer<I32, "i32-like">:$result);
  let assemblyFormat = "$seed `,` $first `[` $place `]` attr-dict `:` type($result)";
  let extraClassDeclaration = [{
    /// The type of each operand for a result of `type`.
    static ::mlir::Type getOperandType(::mlir::Type type);
  }];
}

#endif // AMP_DIALECT_AMPRT_IR_RANDOMOPS_TD
