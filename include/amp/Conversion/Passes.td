//===- Passes.td -------------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_CONVERSION_PASSES_TD
#define AMP_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertAmpToAmpRTPass : Pass<"convert-amp-to-amprt", "::mlir::func::FuncOp"> {
  let summary = "lower contractions, attention and lists of gradients";
  let description = [{
    Turns `amp.linear` and `amp.matmul` into `amprt.gemm`. Transposes of the operands'
    last two dimensions become flags, a bias and a ReLU that is the product's only user
    become the epilogue. So do they of `amp.convolution`, which becomes, with its
    derivatives, `amprt.convolution`.

    `amp.attention` and `amp.attention_backward` become records of the same names. A transpose
    that exchanges heads and rows of an operand or a result becomes a flag, so that a
    projection is read, and a gradient written, where heads lie behind rows.

    Ops on all gradients become list ops, `amprt.map_list` and `amprt.reduce_list`: one for
    the parameters of an optimizer with the same settings and element types, which writes
    their state and their 16-bit copies, too; and one each to unscale gradients, to test
    them, to take their norm, to clip them, to add them up over micro-batches. What an
    update shares (flags, counters, rates) is computed by core ops on scalars.

    Precondition: core ops on static shapes (`amp-decompose`), and state that is
    materialized. Postcondition: no contraction, convolution, attention or op on all gradients
    is left.
    Failure: an element type for which there is no GEMM or no attention; a variable that is
    not there.

    Example: test/Conversion/convert-amp-to-amprt.mlir
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect", "::mlir::amprt::AmpRTDialect",
                           "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ConvertAmpToLinalgPass : Pass<"convert-amp-to-linalg", "::mlir::ModuleOp"> {
  let summary = "lower core ops to linalg on tensors";
  let description = [{
    Elementwise ops, reductions and data movement become `linalg.generic` and tensor
    ops. Arithmetic on f16 and bf16 is done in f32 and rounded once per op. Unsigned
    integers become signless. An `amp.scan` becomes an `scf.for` whose values are the states
    and the outputs: a step takes its slices of the sequences, and puts its outputs into
    those of all steps, at the loop's index, or as far from the end.

    What reads or adds at places that an index names becomes `amprt.read_at`,
    `amprt.group_at` and `amprt.sum_groups`. Ops that ask of one index which elements name
    each place share the answer, and one element that names a place is compared with each. Of
    many elements the sums have two levels (`amprt.cut_groups`, `amprt.sum_parts`).
    Ops on windows become those of amprt; an index of the largest elements that nobody uses is
    left out.

    Precondition: core ops on static shapes, state functionalized. Postcondition: no op
    of the amp dialect but symbols.
    Failure: complex and 8-bit floating-point types, for which no kernels exist.

    Example: test/Conversion/convert-amp-to-linalg.mlir
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::amprt::AmpRTDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

#endif // AMP_CONVERSION_PASSES_TD
