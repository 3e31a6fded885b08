//===- Casts.td --------------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_CASTS_TD
#define AMP_DIALECT_AMP_IR_CASTS_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

def Amp_CastsGroup : OpDocGroup {
  let summary = "Constants and casts";
  let description = "Constants, and conversions between element types.";
}

let opDocGroup = Amp_CastsGroup in {

def Amp_ConstantOp : Amp_Op<"constant", [Pure, ConstantLike,
    AllTypesMatch<["value", "result"]>]> {
  let summary = "a constant tensor";
  let description = [{
    ```mlir
    %half = amp.constant dense<0.5> : tensor<f32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Amp_Tensor:$result);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}

def Amp_CastOp : Amp_Op<"cast", [Pure, PrecisionOpInterface, SameOperandsAndResultShape,
    DeclareOpInterfaceMethods<DifferentiableOpInterface>,
    ElementwiseOpInterface, HomogeneousOpInterface, Amp_KeepsElements]> {
  let summary = "converts the elements to another type";
  let description = [{
    Floating-point results are rounded to nearest, ties to even; a value beyond the
    largest finite one becomes an infinity. Floating-point to integer truncates
    towards zero. `i1` is 0 or 1.

    ```mlir
    %h = amp.cast %x : tensor<8xf32> to tensor<8xf16>
    ```
  }];
  let arguments = (ins Amp_Tensor:$input);
  let results = (outs Amp_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `to` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Value buildScalar(::mlir::OpBuilder &builder, ::mlir::Location loc,
                              ::mlir::ValueRange operands);
    // A cast asks for its result type: assignment leaves it as written.
    bool isPrecisionOperand(unsigned) { return false; }
    ::llvm::LogicalResult refineResultTypes();
    // Rounding to a shorter type may overflow.
    bool keepsFinite() {
      return getInput().getType().getElementTypeBitWidth() <=
             getType().getElementTypeBitWidth();
    }
  }];
}

} // opDocGroup

#endif // AMP_DIALECT_AMP_IR_CASTS_TD
