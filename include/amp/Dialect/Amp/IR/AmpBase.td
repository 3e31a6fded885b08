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
// Class indices, places in a dimension, lengths.
def Amp_IndexTensor : RankedTensorOf<[I64]>;
// What random numbers are drawn from (amp.random_bits).
def Amp_RandomStateTensor : RankedTensorOf<[I64]>;

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

// Results are named after their locations.
def Amp_NamesResults : DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>;

// An op that computes: it takes part in precision assignment and shape inference.
class Amp_GraphOp<string mnemonic, list<Trait> traits = []>
    : Amp_Op<mnemonic, [Pure, PrecisionOpInterface, Amp_NamesResults,
        InferTypeOpAdaptorWithIsCompatible] # traits> {
  // Several results that have no such name are named as they are declared.
  code declaredNames = !if(!gt(!size(results), 1), !interleave(
    !foreach(i, !range(!size(results)), "setDeclared(getODSResults(" # i # "), \""
             # !getdagname(results, i) # "\");"), " "), "(void)setDeclared;");
  code names = [{
    void $cppClass::getAsmResultNames(::mlir::OpAsmSetValueNameFn setName) {
      auto setDeclared = [&](::mlir::ResultRange group, ::llvm::StringRef name) {
        if (!group.empty())
          setName(*group.begin(), name);
      };
      if (::mlir::amp::detail::suggestResultNames(*this, setName))
        return;
      }] # declaredNames # [{
    }
  }];
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
  code compatible = [{
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                            ::mlir::TypeRange actual) {
      return ::mlir::amp::detail::areCompatibleTypes(inferred, actual);
    }
  }];
  let extraClassDefinition = names # compatible;
}

// An op that uses an operand as an index, or that passes on the elements of one.
def Amp_UsesIndex : DeclareOpInterfaceMethods<IndexRangeOpInterface, ["getIndexRange"]>;
def Amp_KeepsElements : DeclareOpInterfaceMethods<IndexRangeOpInterface, ["keepsElements"]>;

// A compute op that has a derivative too.
class Amp_ComputeOp<string mnemonic, list<Trait> traits = []>
    : Amp_GraphOp<mnemonic,
        [DeclareOpInterfaceMethods<DifferentiableOpInterface>] # traits>;

// An op that is made of others, and its derivative of theirs. The derivative reads
// operands and results that fulfil these conditions on `index`.
class Amp_CompositeOp<string mnemonic, string savedOperands = "false",
                      string savedResults = "false", list<Trait> traits = []>
    : Amp_GraphOp<mnemonic,
        [DeclareOpInterfaceMethods<DecomposableOpInterface>] # traits> {
  code saved = [{
    bool isSavedOperand([[maybe_unused]] unsigned index) { return }] # savedOperands # [{; }
    bool isSavedResult([[maybe_unused]] unsigned index) { return }] # savedResults # [{; }
  }];
  let extraClassDeclaration = saved;
}

// An op that is made of others, with a derivative that is not.
class Amp_DifferentiableCompositeOp<string mnemonic, list<Trait> traits = []>
    : Amp_ComputeOp<mnemonic,
        [DeclareOpInterfaceMethods<DecomposableOpInterface>] # traits>;

// A composite that sums products: the type of the sums can be set, which is that of the
// first operand's elements or wider.
class Amp_CompositeContractionOp<string mnemonic, string savedOperands,
                                 string savedResults = "false", list<Trait> traits = []>
    : Amp_CompositeOp<mnemonic, savedOperands, savedResults,
                      [ComputeTypeOpInterface] # traits> {
  code verification = [{
    ::llvm::LogicalResult $cppClass::verify() {
      // Shapes are inferred later, and with them the number of operands checked.
      ::mlir::ValueRange operands = (*this)->getOperands();
      return ::mlir::success(operands.empty() ||
          succeeded(::mlir::amp::detail::verifyComputeType(
              *this, getComputeType(), operands.front().getType())));
    }
  }];
  let hasVerifier = 1;
  let extraClassDefinition = names # compatible # verification;
}

// One result, which may be the f32 sums of 16-bit operands.
class Amp_WideningOp<string mnemonic, string savedOperands, string savedResults = "false",
                     list<Trait> traits = []>
    : Amp_CompositeContractionOp<mnemonic, savedOperands, savedResults, traits> {
  let compatible = [{
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                            ::mlir::TypeRange actual) {
      return ::mlir::amp::detail::areCompatibleContractionTypes(inferred, actual);
    }
  }];
}

//===----------------------------------------------------------------------===//
// Parts of declarations
//===----------------------------------------------------------------------===//

// What becomes of a factor that the operands carry (HomogeneousOpInterface).
defvar degreesAdd = [{
  ::llvm::FailureOr<int64_t> inferDegree(
      ::llvm::ArrayRef<std::optional<int64_t>> degrees) {
    return ::mlir::amp::detail::getSumOfDegrees(degrees);
  }
}];
defvar degreeOfGradient = [{
  ::llvm::FailureOr<int64_t> inferDegree(
      ::llvm::ArrayRef<std::optional<int64_t>> degrees) {
    return ::mlir::amp::detail::getFirstDegree(degrees);
  }
}];
defvar keepsFinite = [{
  bool keepsFinite() { return true; }
}];

// What a composite needs to know of sizes (DecomposableOpInterface): nothing.
defvar anySizes = [{
  bool needsStaticSize(::mlir::Value, unsigned) { return false; }
}];

// What an op's derivative reads: kept from the forward to the backward pass.
defvar savesInput = [{
  bool isSavedOperand(unsigned) { return true; }
}];
defvar savesResult = [{
  bool isSavedResult(unsigned) { return true; }
}];

//===----------------------------------------------------------------------===//
// Parts of descriptions
//===----------------------------------------------------------------------===//

// `item`, once for each of `n` spatial dimensions.
class Amp_PerDim<int n, string item, string separator = ", "> {
  string text = !interleave(!listsplat(item, n), separator);
}

// How `n` spatial dimensions are written.
class Amp_Spatial<int n> {
  string axes = !cond(!eq(n, 1): "L", !eq(n, 2): "H, W", !eq(n, 3): "D, H, W");
  string kernel = !cond(!eq(n, 1): "kL", !eq(n, 2): "kH, kW", !eq(n, 3): "kD, kH, kW");
  string zeros = "{" # Amp_PerDim<n, "0">.text # "}";
  string ones = "{" # Amp_PerDim<n, "1">.text # "}";
}

// A tensor type in an example: `prefix`, then `n` times `size`.
class Amp_ExampleType<string prefix, int n, string size, string element> {
  string type = "tensor<" # prefix # "x" # Amp_PerDim<n, size, "x">.text # "x" # element # ">";
}

#endif // AMP_DIALECT_AMP_IR_AMPBASE_TD
