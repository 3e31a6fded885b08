//===- AmpBase.td ------------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_AMPBASE_TD
#define AMP_DIALECT_AMP_IR_AMPBASE_TD

include "amp/Dialect/Amp/IR/AmpAttributes.td"
include "amp/Interfaces/DifferentiableOpInterface.td"
include "amp/Interfaces/HomogeneousOpInterface.td"
include "amp/Interfaces/IndexRangeOpInterface.td"
include "amp/Interfaces/LoweringOpInterfaces.td"
include "amp/Interfaces/PrecisionOpInterface.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Amp_Float : AnyTypeOf<[F64, F32, F16, BF16, F8E4M3FN, F8E5M2],
                          "floating-point type">;
def Amp_Int : AnyTypeOf<[I1, I8, I16, I32, I64, UI8], "integer type">;
def Amp_Complex : Complex<AnyTypeOf<[F32, F64]>>;

def Amp_FloatTensor : RankedTensorOf<[Amp_Float]>;
def Amp_IntTensor : RankedTensorOf<[Amp_Int]>;
def Amp_BoolTensor : RankedTensorOf<[I1]>;
def Amp_NumberTensor : RankedTensorOf<[Amp_Float, Amp_Int]>;
def Amp_Tensor : RankedTensorOf<[Amp_Float, Amp_Int, Amp_Complex]>;

// An attribute that an op does not know is a misspelt one, unless a dialect's prefix says
// whose it is. Structural, so that it is found before the attribute that is missing in its
// place.
def Amp_KnownAttributes : NativeOpTrait<"KnownAttributes">, StructuralOpTrait {
  let cppNamespace = "::mlir::amp";
}

// An op on the list of all gradients. It stays one op, however long the list is:
// `convert-amp-to-amprt` makes list ops of the runtime's dialect of it.
def Amp_ActsOnList : NativeOpTrait<"ActsOnList"> {
  let cppNamespace = "::mlir::amp";
}

class Amp_Op<string mnemonic, list<Trait> traits = []>
    : Op<Amp_Dialect, mnemonic, [Amp_KnownAttributes] # traits>;

// An op that computes: it takes part in precision assignment and shape inference.
class Amp_GraphOp<string mnemonic, list<Trait> traits = []>
    : Amp_Op<mnemonic, [Pure, PrecisionOpInterface,
        InferTypeOpAdaptorWithIsCompatible] # traits> {
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
  code compatible = [{
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                            ::mlir::TypeRange actual) {
      return ::mlir::amp::detail::areCompatibleTypes(inferred, actual);
    }
  }];
  let extraClassDefinition = compatible;
}

// An op that uses an operand as an index, or that passes on the elements of one.
def Amp_UsesIndex : DeclareOpInterfaceMethods<IndexRangeOpInterface, ["getIndexRange"]>;
def Amp_KeepsElements : DeclareOpInterfaceMethods<IndexRangeOpInterface, ["keepsElements"]>;

// A compute op that has a derivative too.
class Amp_ComputeOp<string mnemonic, list<Trait> traits = []>
    : Amp_GraphOp<mnemonic,
        [DeclareOpInterfaceMethods<DifferentiableOpInterface>] # traits>;

#endif // AMP_DIALECT_AMP_IR_AMPBASE_TD
