//===- AmpComputeOps.td ------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_AMPCOMPUTEOPS_TD
#define AMP_DIALECT_AMP_IR_AMPCOMPUTEOPS_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

//===----------------------------------------------------------------------===//
// Constants and casts
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Elementwise ops
//===----------------------------------------------------------------------===//

class Amp_ElementwiseOp<string mnemonic, list<Trait> traits = []>
    : Amp_ComputeOp<mnemonic,
        [DeclareOpInterfaceMethods<ElementwiseOpInterface>] # traits> {
  let extraClassDefinition = compatible # [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::mlir::amp::detail::inferElementwiseType(
          location, getOperationName(), adaptor.getOperands(), types);
    }
  }];
}

// Elementwise with a result of i1.
class Amp_PredicateOp<string mnemonic, list<Trait> traits = []>
    : Amp_ComputeOp<mnemonic,
        [DeclareOpInterfaceMethods<ElementwiseOpInterface>] # traits> {
  let extraClassDefinition = compatible # [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::mlir::amp::detail::inferPredicateType(
          location, getOperationName(), adaptor.getOperands(), types);
    }
  }];
}

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

// What an op's derivative reads: kept from the forward to the backward pass.
defvar savesInput = [{
  bool isSavedOperand(unsigned) { return true; }
}];
defvar savesResult = [{
  bool isSavedResult(unsigned) { return true; }
}];

class Amp_UnaryOp<string mnemonic, string formula, TypeConstraint type = Amp_FloatTensor,
                  string element = "f32", list<Trait> traits = []>
    : Amp_ElementwiseOp<mnemonic, traits> {
  let summary = "elementwise " # formula;
  let description = [{
    ```mlir
    %y = amp.}] # mnemonic # [{ %x : (tensor<4x8x}] # element # [{>) -> tensor<4x8x}] # element # [{>
    ```
  }];
  let arguments = (ins type:$input);
  let results = (outs type:$result);
}

class Amp_BinaryOp<string mnemonic, string formula, TypeConstraint type = Amp_NumberTensor,
                   list<Trait> traits = [], string element = "f32">
    : Amp_ElementwiseOp<mnemonic, traits> {
  let summary = "elementwise " # formula;
  let description = [{
    The operands' shapes are broadcast as NumPy does; their element types are equal.

    ```mlir
    %y = amp.}] # mnemonic # [{ %a, %b : (tensor<4x8x}] # element # [{>, tensor<8x}] # element # [{>) -> tensor<4x8x}] # element # [{>
    ```
  }];
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
}

def Amp_NegOp : Amp_UnaryOp<"neg", "-x", Amp_NumberTensor, "f32", [HomogeneousOpInterface]> {
  let hasFolder = 1;
  let extraClassDeclaration = keepsFinite;
}
def Amp_AbsOp : Amp_UnaryOp<"abs", "|x|", Amp_NumberTensor, "f32", [HomogeneousOpInterface]> {
  let extraClassDeclaration = !strconcat(savesInput, keepsFinite);
}
def Amp_ExpOp : Amp_UnaryOp<"exp", "exp(x)"> { let extraClassDeclaration = savesResult; }
def Amp_LogOp : Amp_UnaryOp<"log", "natural logarithm"> { let extraClassDeclaration = savesInput; }
def Amp_SqrtOp : Amp_UnaryOp<"sqrt", "square root", Amp_FloatTensor, "f32", [HomogeneousOpInterface]> {
  let extraClassDeclaration = savesResult # [{
    ::llvm::FailureOr<int64_t> inferDegree(
        ::llvm::ArrayRef<std::optional<int64_t>> degrees) {
      int64_t degree = degrees[0].value_or(0);
      if (degree % 2)
        return ::mlir::failure();
      return degree / 2;
    }
  }];
}
def Amp_RsqrtOp : Amp_UnaryOp<"rsqrt", "1 / sqrt(x)"> { let extraClassDeclaration = savesResult; }
def Amp_ReciprocalOp : Amp_UnaryOp<"reciprocal", "1 / x", Amp_FloatTensor, "f32", [HomogeneousOpInterface]> {
  let extraClassDeclaration = savesResult # [{
    ::llvm::FailureOr<int64_t> inferDegree(
        ::llvm::ArrayRef<std::optional<int64_t>> degrees) {
      return -degrees[0].value_or(0);
    }
  }];
}
def Amp_ErfOp : Amp_UnaryOp<"erf", "error function"> { let extraClassDeclaration = savesInput; }
def Amp_ReluOp : Amp_UnaryOp<"relu", "max(x, 0); NaN stays NaN", Amp_FloatTensor, "f32", [HomogeneousOpInterface]> {
  let hasFolder = 1;
  let extraClassDeclaration = !strconcat(savesResult, keepsFinite);
}
def Amp_TanhOp : Amp_UnaryOp<"tanh", "hyperbolic tangent"> { let extraClassDeclaration = savesResult; }
def Amp_SigmoidOp : Amp_UnaryOp<"sigmoid", "1 / (1 + exp(-x))"> { let extraClassDeclaration = savesResult; }
def Amp_LogicalNotOp : Amp_UnaryOp<"logical_not", "not x", Amp_BoolTensor, "i1">;

def Amp_GeluOp : Amp_ElementwiseOp<"gelu"> {
  let summary = "Gaussian error linear unit";
  let description = [{
    `x Φ(x)`, where Φ is the normal distribution function; with
    `approximate = #amp.gelu<tanh>` the form
    `x/2 (1 + tanh(sqrt(2/π) (x + 0.044715 x³)))` (Hendrycks and Gimpel, 2016).

    ```mlir
    %y = amp.gelu %x {approximate = #amp.gelu<tanh>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input,
    DefaultValuedAttr<Amp_GeluKindAttr, "::mlir::amp::GeluKind::None">:$approximate);
  let results = (outs Amp_FloatTensor:$result);
  let extraClassDeclaration = savesInput;
}

def Amp_AddOp : Amp_BinaryOp<"add", "a + b", Amp_NumberTensor, [Commutative, HomogeneousOpInterface]> { let hasFolder = 1; }
def Amp_SubOp : Amp_BinaryOp<"sub", "a - b", Amp_NumberTensor, [HomogeneousOpInterface]> { let hasFolder = 1; }
def Amp_MulOp : Amp_BinaryOp<"mul", "a * b", Amp_NumberTensor, [Commutative, HomogeneousOpInterface]> {
  let hasFolder = 1;
  let extraClassDeclaration = !strconcat(savesInput, degreesAdd);
}
def Amp_DivOp : Amp_BinaryOp<"div", "a / b", Amp_FloatTensor, [HomogeneousOpInterface]> {
  let hasFolder = 1;
  let extraClassDeclaration = [{
    // dy / b, and -dy y / b.
    bool isSavedOperand(unsigned index) { return index == 1; }
    bool isSavedResult(unsigned) { return true; }
    ::llvm::FailureOr<int64_t> inferDegree(
        ::llvm::ArrayRef<std::optional<int64_t>> degrees) {
      return degrees[0].value_or(0) - degrees[1].value_or(0);
    }
  }];
}
def Amp_PowOp : Amp_BinaryOp<"pow", "a to the power b", Amp_FloatTensor> {
  let extraClassDeclaration = !strconcat(savesInput, savesResult);
}
def Amp_MaximumOp : Amp_BinaryOp<"maximum", "larger of a and b; NaN if either is", Amp_NumberTensor, [Commutative, HomogeneousOpInterface]> {
  let extraClassDeclaration = !strconcat(savesInput, keepsFinite);
}
def Amp_MinimumOp : Amp_BinaryOp<"minimum", "smaller of a and b; NaN if either is", Amp_NumberTensor, [Commutative, HomogeneousOpInterface]> {
  let extraClassDeclaration = !strconcat(savesInput, keepsFinite);
}
def Amp_LogicalAndOp : Amp_BinaryOp<"logical_and", "a and b", Amp_BoolTensor, [Commutative], "i1">;
def Amp_LogicalOrOp : Amp_BinaryOp<"logical_or", "a or b", Amp_BoolTensor, [Commutative], "i1">;

def Amp_CompareOp : Amp_PredicateOp<"compare"> {
  let summary = "elementwise comparison";
  let description = [{
    With a NaN every comparison is false but `ne`. Shapes broadcast.

    ```mlir
    %p = amp.compare lt, %a, %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
    ```
  }];
  let arguments = (ins Amp_ComparePredicateAttr:$predicate,
                       Amp_NumberTensor:$lhs, Amp_NumberTensor:$rhs);
  let results = (outs Amp_BoolTensor:$result);
  let assemblyFormat = [{
    $predicate `,` operands attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    ::llvm::StringRef getPrecisionName() {
      return ::mlir::amp::stringifyComparePredicate(getPredicate());
    }
  }];
}

def Amp_IsFiniteOp : Amp_PredicateOp<"isfinite"> {
  let summary = "elementwise test: neither infinite nor NaN";
  let description = [{
    ```mlir
    %p = amp.isfinite %x : (tensor<8xf32>) -> tensor<8xi1>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input);
  let results = (outs Amp_BoolTensor:$result);
}

def Amp_WhereOp : Amp_ComputeOp<"where",
    [DeclareOpInterfaceMethods<ElementwiseOpInterface>, HomogeneousOpInterface]> {
  let summary = "elementwise choice";
  let description = [{
    `a` where the condition holds, else `b`. Shapes broadcast.

    ```mlir
    %y = amp.where %p, %a, %b : (tensor<8xi1>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins Amp_BoolTensor:$condition, Amp_Tensor:$lhs, Amp_Tensor:$rhs);
  let results = (outs Amp_Tensor:$result);
  let hasFolder = 1;
  let extraClassDeclaration = keepsFinite;
}

// Derivatives of activations: one rounding, as their forward op has.
class Amp_ActivationBackwardOp<string mnemonic, string formula, string saved>
    : Amp_ElementwiseOp<mnemonic # "_backward", [HomogeneousOpInterface]> {
  let extraClassDeclaration = !strconcat(savesInput, degreeOfGradient);
  let summary = "derivative of " # mnemonic # ": " # formula;
  let description = [{
    Operands are the gradient of the result and the saved }] # saved # [{ of the
    forward op.

    ```mlir
    %dx = amp.}] # mnemonic # [{_backward %dy, %saved : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$gradient, Amp_FloatTensor:$saved);
  let results = (outs Amp_FloatTensor:$result);
}
def Amp_ReluBackwardOp : Amp_ActivationBackwardOp<"relu", "dy where y > 0, else 0", "result"> {
  let extraClassDeclaration = !strconcat([{
    // A step: its derivative does not read the gradient.
    bool isSavedOperand(unsigned index) { return index == 1; }
  }], degreeOfGradient);
}
def Amp_TanhBackwardOp : Amp_ActivationBackwardOp<"tanh", "dy (1 - y²)", "result">;
def Amp_SigmoidBackwardOp : Amp_ActivationBackwardOp<"sigmoid", "dy y (1 - y)", "result">;
def Amp_GeluBackwardOp : Amp_ElementwiseOp<"gelu_backward", [HomogeneousOpInterface]> {
  let summary = "derivative of gelu";
  let description = [{
    ```mlir
    %dx = amp.gelu_backward %dy, %x : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$gradient, Amp_FloatTensor:$saved,
    DefaultValuedAttr<Amp_GeluKindAttr, "::mlir::amp::GeluKind::None">:$approximate);
  let results = (outs Amp_FloatTensor:$result);
  let extraClassDeclaration = !strconcat(savesInput, degreeOfGradient);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

class Amp_ReductionBase<string mnemonic, string what, TypeConstraint type,
                        string element = "f32", list<Trait> traits = []>
    : Amp_ComputeOp<mnemonic, traits> {
  let summary = what # " over dimensions";
  let description = [{
    Reduces the listed dimensions, all of them if none is listed; `keepdim` leaves
    them with size 1. 16-bit floats are accumulated in f32 and rounded once.

    ```mlir
    %s = amp.}] # mnemonic # [{ %x {dims = array<i64: 1>} : (tensor<4x8x}] # element # [{>) -> tensor<4x}] # element # [{>
    ```
  }];
  let arguments = (ins type:$input,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$dims,
    DefaultValuedAttr<BoolAttr, "false">:$keepdim);
  let results = (outs type:$result);
  let extraClassDefinition = compatible # [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::mlir::amp::detail::inferReductionType(
          location, getOperationName(), adaptor.getInput(), adaptor.getDims(),
          adaptor.getKeepdim(), types);
    }
  }];
}
def Amp_SumOp : Amp_ReductionBase<"sum", "sum", Amp_NumberTensor, "f32",
    [OutputTypeOpInterface, HomogeneousOpInterface]> {
  let description = [{
    Reduces the listed dimensions, all of them if none is listed; `keepdim` leaves
    them with size 1. 16-bit floats are accumulated in f32 and rounded once. With
    `dtype` floating-point elements are converted to it as they are read, and it is
    the result's element type.

    ```mlir
    %s = amp.sum %x {dims = array<i64: 1>} : (tensor<4x8xf32>) -> tensor<4xf32>
    %t = amp.sum %h {dtype = f32} : (tensor<4x8xf16>) -> tensor<f32>
    ```
  }];
  let arguments = (ins Amp_NumberTensor:$input,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$dims,
    DefaultValuedAttr<BoolAttr, "false">:$keepdim,
    OptionalAttr<TypeAttr>:$dtype);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::llvm::ArrayRef<int64_t>":$dims,
                   "bool":$keepdim), [{
      build($_builder, $_state, input, dims, keepdim, ::mlir::TypeAttr());
    }]>,
  ];
  let extraClassDefinition = compatible # [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      if (failed(::mlir::amp::detail::inferReductionType(
              location, getOperationName(), adaptor.getInput(),
              adaptor.getDims(), adaptor.getKeepdim(), types)))
        return ::mlir::failure();
      return ::mlir::amp::detail::inferOutputType(
          location, getOperationName(), adaptor.getDtype(), types.back());
    }
  }];
}
def Amp_MeanOp : Amp_ReductionBase<"mean", "arithmetic mean", Amp_FloatTensor, "f32",
    [HomogeneousOpInterface]>;
def Amp_AmaxOp : Amp_ReductionBase<"amax", "largest value (NaN if any is)", Amp_NumberTensor, "f32",
    [HomogeneousOpInterface]> {
  let extraClassDeclaration = !strconcat(savesInput, savesResult, keepsFinite);
}
def Amp_AminOp : Amp_ReductionBase<"amin", "smallest value (NaN if any is)", Amp_NumberTensor, "f32",
    [HomogeneousOpInterface]> {
  let extraClassDeclaration = !strconcat(savesInput, savesResult, keepsFinite);
}
def Amp_AnyOp : Amp_ReductionBase<"any", "logical or", Amp_BoolTensor, "i1">;

def Amp_ArgmaxOp : Amp_ComputeOp<"argmax"> {
  let summary = "index of the largest value along a dimension";
  let description = [{
    The first one among equals; a NaN counts as the largest.

    ```mlir
    %i = amp.argmax %x {dim = 1 : i64} : (tensor<4x10xf32>) -> tensor<4xi64>
    ```
  }];
  let arguments = (ins Amp_NumberTensor:$input, I64Attr:$dim);
  let results = (outs RankedTensorOf<[I64]>:$result);
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

def Amp_LinearOp : Amp_ComputeOp<"linear", [ComputeTypeOpInterface, HomogeneousOpInterface]> {
  let summary = "x wᵀ + b";
  let description = [{
    `input` is `[..., in]`, `weight` is `[out, in]`, `bias` is `[out]`, the result is
    `[..., out]`, as in PyTorch. 16-bit operands are accumulated in f32 and rounded
    once; the result may also be f32. `compute_type` says so explicitly (f32, or f64 for
    f64); with `tf32` f32 operands are multiplied with 10 bits of mantissa where the
    device can, and summed in f32.

    ```mlir
    %y = amp.linear %x, %w, %b : (tensor<4x8xf16>, tensor<16x8xf16>, tensor<16xf16>) -> tensor<4x16xf16>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Amp_FloatTensor:$weight,
                       Optional<Amp_FloatTensor>:$bias,
                       OptionalAttr<TypeAttr>:$compute_type);
  let results = (outs Amp_FloatTensor:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::mlir::Value":$weight,
                   "::mlir::Value":$bias), [{
      build($_builder, $_state, input, weight, bias, ::mlir::TypeAttr());
    }]>,
  ];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    bool isSavedOperand(unsigned index) { return index < 2; }
    void getProductSizes(::llvm::SmallVectorImpl<int64_t> &sizes);
    // x wᵀ and b are added.
    ::llvm::FailureOr<int64_t> inferDegree(
        ::llvm::ArrayRef<std::optional<int64_t>> degrees) {
      int64_t product = ::mlir::amp::detail::getSumOfDegrees(degrees.take_front(2));
      if (degrees.size() > 2 && degrees[2] && *degrees[2] != product)
        return ::mlir::failure();
      return product;
    }
  }];
  let extraClassDefinition = [{
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                            ::mlir::TypeRange actual) {
      return ::mlir::amp::detail::areCompatibleContractionTypes(inferred, actual);
    }
  }];
}

def Amp_MatmulOp : Amp_ComputeOp<"matmul", [ComputeTypeOpInterface, HomogeneousOpInterface]> {
  let summary = "matrix product";
  let description = [{
    Operands have rank 2 or more; leading dimensions are batch dimensions, and equal
    (or one operand has rank 2 and is used for each). 16-bit operands are accumulated
    in f32 and rounded once; the result may also be f32. `compute_type` is that of
    `amp.linear`.

    ```mlir
    %c = amp.matmul %a, %b : (tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$lhs, Amp_FloatTensor:$rhs,
                       OptionalAttr<TypeAttr>:$compute_type);
  let results = (outs Amp_FloatTensor:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs), [{
      build($_builder, $_state, lhs, rhs, ::mlir::TypeAttr());
    }]>,
    OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$lhs,
                   "::mlir::Value":$rhs), [{
      build($_builder, $_state, type, lhs, rhs, ::mlir::TypeAttr());
    }]>,
  ];
  let hasVerifier = 1;
  let extraClassDeclaration = !strconcat(savesInput, degreesAdd);
  let extraClassDefinition = [{
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                            ::mlir::TypeRange actual) {
      return ::mlir::amp::detail::areCompatibleContractionTypes(inferred, actual);
    }
  }];
}

//===----------------------------------------------------------------------===//
// Softmax and losses
//===----------------------------------------------------------------------===//

class Amp_CompositeOp<string mnemonic, list<Trait> traits = []>
    : Amp_ComputeOp<mnemonic,
        [DeclareOpInterfaceMethods<DecomposableOpInterface>] # traits>;

class Amp_SoftmaxBase<string mnemonic, string formula>
    : Amp_CompositeOp<mnemonic, [OutputTypeOpInterface]> {
  let summary = formula;
  let description = [{
    Along dimension `dim` (negative counts from the end). Computed in f32 for 16-bit
    floats and rounded once. With `dtype` the elements are converted to it as they are
    read, and it is the result's element type.

    ```mlir
    %p = amp.}] # mnemonic # [{ %x {dim = 1 : i64} : (tensor<4x10xf32>) -> tensor<4x10xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, I64Attr:$dim,
                       OptionalAttr<TypeAttr>:$dtype);
  let results = (outs Amp_FloatTensor:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "int64_t":$dim), [{
      build($_builder, $_state, input, dim, ::mlir::TypeAttr());
    }]>,
  ];
  let extraClassDeclaration = savesResult;
}
def Amp_SoftmaxOp : Amp_SoftmaxBase<"softmax", "exp(x - max) / sum(exp(x - max))">;
def Amp_LogSoftmaxOp : Amp_SoftmaxBase<"log_softmax", "x - max - log(sum(exp(x - max)))">;

class Amp_SoftmaxBackwardBase<string mnemonic, string formula>
    : Amp_CompositeOp<mnemonic # "_backward", [HomogeneousOpInterface]> {
  let summary = "derivative of " # mnemonic # ": " # formula;
  let description = [{
    Operands are the gradient of the result and the result.

    ```mlir
    %dx = amp.}] # mnemonic # [{_backward %dy, %y {dim = 1 : i64} : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<4x10xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$gradient, Amp_FloatTensor:$saved, I64Attr:$dim);
  let results = (outs Amp_FloatTensor:$result);
  let extraClassDeclaration = !strconcat(savesInput, degreeOfGradient);
}
def Amp_SoftmaxBackwardOp : Amp_SoftmaxBackwardBase<"softmax", "y (dy - sum(dy y))">;
def Amp_LogSoftmaxBackwardOp : Amp_SoftmaxBackwardBase<"log_softmax", "dy - exp(y) sum(dy)">;

def Amp_MseLossOp : Amp_CompositeOp<"mse_loss"> {
  let summary = "mean squared error";
  let description = [{
    `(input - target)²`, of equal shapes, with `reduction` mean (of all elements),
    sum, or none.

    ```mlir
    %l = amp.mse_loss %y, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<f32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Amp_FloatTensor:$target,
    DefaultValuedAttr<Amp_LossReductionAttr, "::mlir::amp::LossReduction::Mean">:$reduction);
  let results = (outs Amp_FloatTensor:$result);
  let extraClassDeclaration = savesInput;
}

def Amp_CrossEntropyOp : Amp_CompositeOp<"cross_entropy", [Amp_UsesIndex]> {
  let summary = "softmax cross entropy with class indices";
  let description = [{
    `input` holds logits `[N, C]`, `target` class indices `[N]`. With label smoothing
    ε the target distribution is `(1 - ε) onehot + ε / C`. Rows whose target is
    `ignore_index` count neither in the sum nor in the mean's divisor. The loss of a row
    with another target outside [0, C), and its gradient, is NaN.

    ```mlir
    %l = amp.cross_entropy %x, %t {label_smoothing = 0.1 : f64}
        : (tensor<4x10xf32>, tensor<4xi64>) -> tensor<f32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Amp_IntTensor:$target,
    DefaultValuedAttr<F64Attr, "0.0">:$label_smoothing,
    DefaultValuedAttr<I64Attr, "-100">:$ignore_index,
    DefaultValuedAttr<Amp_LossReductionAttr, "::mlir::amp::LossReduction::Mean">:$reduction);
  let results = (outs Amp_FloatTensor:$result);
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::llvm::StringRef getPrecisionName() { return "cross_entropy_loss"; }
    bool isSavedOperand(unsigned) { return true; }
  }];
}

def Amp_OneHotOp : Amp_ComputeOp<"one_hot"> {
  let summary = "1 at the index, 0 elsewhere";
  let description = [{
    Appends a dimension of size `classes`. An index outside [0, classes) gives zeros.

    ```mlir
    %q = amp.one_hot %t {classes = 10 : i64, dtype = f32} : (tensor<4xi64>) -> tensor<4x10xf32>
    ```
  }];
  let arguments = (ins Amp_IntTensor:$input, I64Attr:$classes, TypeAttr:$dtype);
  let results = (outs Amp_FloatTensor:$result);
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

def Amp_RandomStateTensor : RankedTensorOf<[I64]>;

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

def Amp_DropoutOp : Amp_CompositeOp<"dropout"> {
  let summary = "sets random elements to zero";
  let description = [{
    In training each element is 0 with probability `p`, otherwise x / (1 - p); its
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

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

def Amp_ReshapeOp : Amp_ComputeOp<"reshape", [HomogeneousOpInterface, Amp_KeepsElements]> {
  let summary = "the same elements in another shape";
  let description = [{
    Row-major order is kept. One entry of `shape` may be -1: what is left.

    ```mlir
    %y = amp.reshape %x {shape = array<i64: -1, 64>} : (tensor<4x8x8xf32>) -> tensor<4x64xf32>
    ```
  }];
  let arguments = (ins Amp_Tensor:$input, DenseI64ArrayAttr:$shape);
  let results = (outs Amp_Tensor:$result);
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = keepsFinite;
}

def Amp_TransposeOp : Amp_ComputeOp<"transpose", [HomogeneousOpInterface, Amp_KeepsElements]> {
  let summary = "permutes dimensions";
  let description = [{
    Dimension `i` of the result is dimension `permutation[i]` of the input.

    ```mlir
    %y = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<4x8xf32>) -> tensor<8x4xf32>
    ```
  }];
  let arguments = (ins Amp_Tensor:$input, DenseI64ArrayAttr:$permutation);
  let results = (outs Amp_Tensor:$result);
  let hasFolder = 1;
  let extraClassDeclaration = keepsFinite;
}

def Amp_BroadcastToOp : Amp_ComputeOp<"broadcast_to", [HomogeneousOpInterface, Amp_KeepsElements]> {
  let summary = "repeats along dimensions of size 1";
  let description = [{
    NumPy's rule: dimensions are matched from the last one; missing ones are added.

    ```mlir
    %y = amp.broadcast_to %x {shape = array<i64: 4, 8>} : (tensor<8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Amp_Tensor:$input, DenseI64ArrayAttr:$shape);
  let results = (outs Amp_Tensor:$result);
  let hasFolder = 1;
  let extraClassDeclaration = keepsFinite;
}

def Amp_SliceOp : Amp_ComputeOp<"slice", [HomogeneousOpInterface]> {
  let summary = "a strided part";
  let description = [{
    Element `i` of a dimension is element `offset + i stride` of the input. A size of
    -1 takes all that is left. `strides` may be omitted: 1.

    ```mlir
    %y = amp.slice %x {offsets = array<i64: 0, 2>, sizes = array<i64: -1, 4>}
        : (tensor<4x8xf32>) -> tensor<4x4xf32>
    ```
  }];
  let arguments = (ins Amp_Tensor:$input, DenseI64ArrayAttr:$offsets,
    DenseI64ArrayAttr:$sizes, DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$strides);
  let results = (outs Amp_Tensor:$result);
  let hasFolder = 1;
  let extraClassDeclaration = keepsFinite;
}

def Amp_SliceBackwardOp : Amp_ComputeOp<"slice_backward", [HomogeneousOpInterface]> {
  let summary = "derivative of slice: the gradient's elements among zeros";
  let description = [{
    ```mlir
    %dx = amp.slice_backward %dy {shape = array<i64: 4, 8>, offsets = array<i64: 0, 2>}
        : (tensor<4x4xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Amp_Tensor:$gradient, DenseI64ArrayAttr:$shape,
    DenseI64ArrayAttr:$offsets, DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$strides);
  let results = (outs Amp_Tensor:$result);
  let extraClassDeclaration = keepsFinite;
}

def Amp_ConcatOp : Amp_ComputeOp<"concat", [HomogeneousOpInterface]> {
  let summary = "joins tensors along a dimension";
  let description = [{
    ```mlir
    %y = amp.concat %a, %b {dim = 1 : i64} : (tensor<4x8xf32>, tensor<4x2xf32>) -> tensor<4x10xf32>
    ```
  }];
  let arguments = (ins Variadic<Amp_Tensor>:$inputs, I64Attr:$dim);
  let results = (outs Amp_Tensor:$result);
  let hasFolder = 1;
  let extraClassDeclaration = !strconcat(keepsFinite, [{
    ::llvm::StringRef getPrecisionName() { return "cat"; }
  }]);
}

#endif // AMP_DIALECT_AMP_IR_AMPCOMPUTEOPS_TD
