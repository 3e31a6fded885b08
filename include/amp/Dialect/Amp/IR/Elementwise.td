//===- Elementwise.td --------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_ELEMENTWISE_TD
#define AMP_DIALECT_AMP_IR_ELEMENTWISE_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

def Amp_ElementwiseGroup : OpDocGroup {
  let summary = "Elementwise ops";
  let description = "One element of the result is computed from one of each operand.";
}

let opDocGroup = Amp_ElementwiseGroup in {

// An op with a rule in lib/Dialect/Amp/IR/ElementwiseRules.cpp: the computation of an
// element, its derivative, and by that what the derivative reads.
class Amp_RuledOp<string mnemonic, string inference, list<Trait> traits = []>
    : Amp_ComputeOp<mnemonic,
        [DeclareOpInterfaceMethods<ElementwiseOpInterface>] # traits> {
  code fromRule = [{
    bool isSavedOperand(unsigned index);
    bool isSavedResult(unsigned index);
  }];
  let extraClassDeclaration = fromRule;
  let extraClassDefinition = names # compatible # [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::mlir::amp::detail::}] # inference # [{(
          location, getOperationName(), adaptor.getOperands(), types);
    }
    ::mlir::Value $cppClass::buildScalar(::mlir::OpBuilder &builder,
                                         ::mlir::Location loc,
                                         ::mlir::ValueRange operands) {
      return ::mlir::amp::detail::buildScalar(*this, builder, loc, operands);
    }
    ::llvm::LogicalResult $cppClass::buildGradients(
        ::mlir::OpBuilder &builder, ::mlir::ValueRange gradients,
        ::llvm::ArrayRef<bool> needed,
        ::llvm::MutableArrayRef<::mlir::Value> operandGradients) {
      ::mlir::amp::detail::buildElementwiseGradients(*this, builder, gradients.front(),
                                                     needed, operandGradients);
      return ::mlir::success();
    }
    bool $cppClass::isSavedOperand(unsigned index) {
      return ::mlir::amp::detail::derivativeReadsOperand(*this, index);
    }
    bool $cppClass::isSavedResult(unsigned) {
      return ::mlir::amp::detail::derivativeReadsResult(*this);
    }
  }];
}

class Amp_ElementwiseOp<string mnemonic, list<Trait> traits = []>
    : Amp_RuledOp<mnemonic, "inferElementwiseType", traits>;
// The result is of i1.
class Amp_PredicateOp<string mnemonic, list<Trait> traits = []>
    : Amp_RuledOp<mnemonic, "inferPredicateType", traits>;

class Amp_UnaryOp<string mnemonic, string formula, TypeConstraint type = Amp_FloatTensor,
                  string text = "", dag attributes = (ins), string example = "",
                  list<Trait> traits = [], string element = "f32">
    : Amp_ElementwiseOp<mnemonic, traits> {
  let summary = "elementwise " # formula;
  let description = !if(!empty(text), "", "\n    " # text # "\n") # [{
    ```mlir
    %y = amp.}] # mnemonic # " %x " # example # [{: (tensor<4x8x}] # element # [{>) -> tensor<4x8x}] # element # [{>
    ```
  }];
  let arguments = !con((ins type:$input), attributes);
  let results = (outs type:$result);
}

// A function of floats with a text that says more than its formula.
class Amp_FunctionOp<string mnemonic, string what, string text, dag attributes = (ins),
                     string example = "", TypeConstraint type = Amp_FloatTensor>
    : Amp_UnaryOp<mnemonic, what, type, text, attributes, example>;

class Amp_BinaryOp<string mnemonic, string formula, TypeConstraint type = Amp_NumberTensor,
                   list<Trait> traits = [], string text = "", string element = "f32">
    : Amp_ElementwiseOp<mnemonic, traits> {
  let summary = "elementwise " # formula;
  let description = "\n    " # !if(!empty(text), "", text # " ") # [{The operands' shapes are broadcast as NumPy does; their
    element types are equal.

    ```mlir
    %y = amp.}] # mnemonic # [{ %a, %b : (tensor<4x8x}] # element # [{>, tensor<8x}] # element # [{>) -> tensor<4x8x}] # element # [{>
    ```
  }];
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

def Amp_NegOp : Amp_UnaryOp<"neg", "-x", Amp_NumberTensor, "", (ins), "", [HomogeneousOpInterface]> {
  let hasFolder = 1;
  let extraClassDeclaration = !strconcat(fromRule, keepsFinite);
}
def Amp_AbsOp : Amp_UnaryOp<"abs", "|x|", Amp_NumberTensor, "", (ins), "", [HomogeneousOpInterface]> {
  let extraClassDeclaration = !strconcat(fromRule, keepsFinite);
}
def Amp_SqrtOp : Amp_UnaryOp<"sqrt", "square root", Amp_FloatTensor, "", (ins), "", [HomogeneousOpInterface]> {
  let extraClassDeclaration = fromRule # [{
    ::llvm::FailureOr<int64_t> inferDegree(
        ::llvm::ArrayRef<std::optional<int64_t>> degrees) {
      int64_t degree = degrees[0].value_or(0);
      if (degree % 2)
        return ::mlir::failure();
      return degree / 2;
    }
  }];
}
def Amp_RsqrtOp : Amp_UnaryOp<"rsqrt", "1 / sqrt(x)">;
def Amp_ReciprocalOp : Amp_UnaryOp<"reciprocal", "1 / x", Amp_FloatTensor, "", (ins), "", [HomogeneousOpInterface]> {
  let extraClassDeclaration = fromRule # [{
    ::llvm::FailureOr<int64_t> inferDegree(
        ::llvm::ArrayRef<std::optional<int64_t>> degrees) {
      return -degrees[0].value_or(0);
    }
  }];
}

def Amp_AddOp : Amp_BinaryOp<"add", "a + b", Amp_NumberTensor, [Commutative, HomogeneousOpInterface]> {
  let hasFolder = 1;
}
def Amp_SubOp : Amp_BinaryOp<"sub", "a - b", Amp_NumberTensor, [HomogeneousOpInterface]> {
  let hasFolder = 1;
}
def Amp_MulOp : Amp_BinaryOp<"mul", "a * b", Amp_NumberTensor, [Commutative, HomogeneousOpInterface]> {
  let hasFolder = 1;
  let extraClassDeclaration = !strconcat(fromRule, degreesAdd);
}
def Amp_DivOp : Amp_BinaryOp<"div", "a / b", Amp_FloatTensor, [HomogeneousOpInterface]> {
  let hasFolder = 1;
  let extraClassDeclaration = fromRule # [{
    ::llvm::FailureOr<int64_t> inferDegree(
        ::llvm::ArrayRef<std::optional<int64_t>> degrees) {
      return degrees[0].value_or(0) - degrees[1].value_or(0);
    }
  }];
}
def Amp_PowOp : Amp_BinaryOp<"pow", "a to the power b", Amp_FloatTensor>;
def Amp_MaximumOp : Amp_BinaryOp<"maximum", "larger of a and b; NaN if either is", Amp_NumberTensor, [Commutative, HomogeneousOpInterface]> {
  let extraClassDeclaration = !strconcat(fromRule, keepsFinite);
}
def Amp_MinimumOp : Amp_BinaryOp<"minimum", "smaller of a and b; NaN if either is", Amp_NumberTensor, [Commutative, HomogeneousOpInterface]> {
  let extraClassDeclaration = !strconcat(fromRule, keepsFinite);
}

def Amp_SquareOp : Amp_FunctionOp<"square", "x²",
    "The same as `x x`, as an op of its own.", (ins), "", Amp_NumberTensor>;
def Amp_SquaredDifferenceOp : Amp_BinaryOp<"squared_difference", "(a - b)²",
    Amp_NumberTensor, [], "TensorFlow's op of this name.">;
def Amp_FloorDivideOp : Amp_BinaryOp<"floor_divide", "floor(a / b)", Amp_NumberTensor, [],
    "Rounds the exact quotient towards -∞, as `//` of Python does; integers too, of which a\n"
    "    division by 0 gives 0.">;

class Amp_TernaryOp<string mnemonic, string formula>
    : Amp_ElementwiseOp<mnemonic> {
  let summary = "elementwise " # formula;
  let description = [{
    Operands are x, a and b. Shapes are broadcast as NumPy does; element types are equal.

    ```mlir
    %y = amp.}] # mnemonic # [{ %x, %a, %b {value = 0.5 : f64}
        : (tensor<4x8xf32>, tensor<4x1xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Amp_FloatTensor:$tensor1,
    Amp_FloatTensor:$tensor2, DefaultValuedAttr<F64Attr, "1.0">:$value);
  let results = (outs Amp_FloatTensor:$result);
}
def Amp_AddcmulOp : Amp_TernaryOp<"addcmul", "x + value a b">;
def Amp_AddcdivOp : Amp_TernaryOp<"addcdiv", "x + value a / b">;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

def Amp_ExpOp : Amp_FunctionOp<"exp", "exp(x)",
    "With `for_sum` for terms of a sum of which the largest is about 1, and for their parts of it,\n"
    "    as softmax has them: cheaper in f32 and below, off by at most 1.1 ulp, and 0 instead of what is\n"
    "    below 2^-125.",
    (ins UnitAttr:$for_sum)>;
def Amp_Expm1Op : Amp_FunctionOp<"expm1", "exp(x) - 1",
    "Without the cancellation where x is close to 0.">;
def Amp_LogOp : Amp_UnaryOp<"log", "natural logarithm">;
def Amp_Log1pOp : Amp_FunctionOp<"log1p", "log(1 + x)",
    "Without the rounding of `1 + x` where x is close to 0.">;
def Amp_Log2Op : Amp_FunctionOp<"log2", "logarithm to base 2",
    "-∞ at 0, NaN below.">;
def Amp_Log10Op : Amp_FunctionOp<"log10", "logarithm to base 10",
    "-∞ at 0, NaN below.">;
def Amp_ErfOp : Amp_UnaryOp<"erf", "error function">;
def Amp_ErfcOp : Amp_FunctionOp<"erfc", "complementary error function",
    "`1 - erf(x)`, without the cancellation where `erf(x)` is close to 1.">;
def Amp_ErfinvOp : Amp_FunctionOp<"erfinv", "inverse error function",
    "The y with `erf(y) = x`: infinite at -1 and 1, NaN outside [-1, 1].">;
def Amp_LgammaOp : Amp_FunctionOp<"lgamma", "log |Γ(x)|",
    "The logarithm of the factorial of `x - 1`; infinite at 0 and at negative integers.">;
def Amp_DigammaOp : Amp_FunctionOp<"digamma", "Γ'(x) / Γ(x)",
    "The derivative of `lgamma`: infinite at 0, NaN at negative integers.">;
def Amp_SinOp : Amp_FunctionOp<"sin", "sine", "Of an angle in radians.">;
def Amp_CosOp : Amp_FunctionOp<"cos", "cosine", "Of an angle in radians.">;
def Amp_TanOp : Amp_FunctionOp<"tan", "tangent", "Of an angle in radians.">;
def Amp_AsinOp : Amp_FunctionOp<"asin", "arc sine",
    "In radians, in [-π/2, π/2]; NaN outside [-1, 1].">;
def Amp_AcosOp : Amp_FunctionOp<"acos", "arc cosine",
    "In radians, in [0, π]; NaN outside [-1, 1].">;
def Amp_AtanOp : Amp_FunctionOp<"atan", "arc tangent",
    "In radians, in [-π/2, π/2].">;
def Amp_Atan2Op : Amp_BinaryOp<"atan2", "angle of the point (b, a)", Amp_FloatTensor, [],
    "`atan(a / b)` in the quadrant that the signs of a and b tell, in [-π, π].">;
def Amp_SinhOp : Amp_FunctionOp<"sinh", "hyperbolic sine",
    "`(exp(x) - exp(-x)) / 2`.">;
def Amp_CoshOp : Amp_FunctionOp<"cosh", "hyperbolic cosine",
    "`(exp(x) + exp(-x)) / 2`.">;
def Amp_TanhOp : Amp_UnaryOp<"tanh", "hyperbolic tangent">;
def Amp_CeilOp : Amp_FunctionOp<"ceil", "rounding up",
    "The smallest integer that is not less.">;
def Amp_FloorOp : Amp_FunctionOp<"floor", "rounding down",
    "The largest integer that is not greater.">;
def Amp_RoundOp : Amp_FunctionOp<"round", "rounding to the nearest integer",
    "A half goes to the even neighbour.">;
def Amp_SignOp : Amp_FunctionOp<"sign", "sign",
    "-1, 0 or 1; 0 for NaN.", (ins), "", Amp_NumberTensor>;
def Amp_ClampOp : Amp_FunctionOp<"clamp", "min(max(x, lower), upper)",
    "With the bounds `min` and `max`, of which one may be absent. NaN stays NaN; `max` "
    "where the bounds cross.",
    (ins OptionalAttr<F64Attr>:$min, OptionalAttr<F64Attr>:$max),
    "{min = 0.0 : f64, max = 1.0 : f64} "> {
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

def Amp_ReluOp : Amp_UnaryOp<"relu", "max(x, 0); NaN stays NaN", Amp_FloatTensor, "", (ins), "", [HomogeneousOpInterface]> {
  let hasFolder = 1;
  let extraClassDeclaration = !strconcat(fromRule, keepsFinite);
}
def Amp_Relu6Op : Amp_FunctionOp<"relu6", "min(max(x, 0), 6)",
    "NaN stays NaN.">;
def Amp_LeakyReluOp : Amp_FunctionOp<"leaky_relu", "leaky rectifier",
    "x where x > 0, else `negative_slope x`.",
    (ins DefaultValuedAttr<F64Attr, "0.01">:$negative_slope), "{negative_slope = 0.2 : f64} ">;
def Amp_HardtanhOp : Amp_FunctionOp<"hardtanh", "min(max(x, min_val), max_val)",
    "NaN stays NaN; `min_val` is not above `max_val`.",
    (ins DefaultValuedAttr<F64Attr, "-1.0">:$min_val,
         DefaultValuedAttr<F64Attr, "1.0">:$max_val),
    "{min_val = -2.0 : f64, max_val = 2.0 : f64} "> {
  let hasVerifier = 1;
}
def Amp_EluOp : Amp_FunctionOp<"elu", "exponential linear unit",
    "x where x > 0, else `alpha (exp(x) - 1)`.",
    (ins DefaultValuedAttr<F64Attr, "1.0">:$alpha), "{alpha = 0.5 : f64} ">;
def Amp_CeluOp : Amp_FunctionOp<"celu", "continuously differentiable exponential linear unit",
    "x where x > 0, else `alpha (exp(x / alpha) - 1)`. `alpha` is not 0.",
    (ins DefaultValuedAttr<F64Attr, "1.0">:$alpha), "{alpha = 0.5 : f64} "> {
  let hasVerifier = 1;
}
def Amp_SeluOp : Amp_FunctionOp<"selu", "scaled exponential linear unit",
    "`scale elu(x, alpha)` with scale 1.0507009873554805 and alpha 1.6732632423543772.">;
def Amp_SigmoidOp : Amp_UnaryOp<"sigmoid", "1 / (1 + exp(-x))">;
def Amp_LogSigmoidOp : Amp_FunctionOp<"log_sigmoid", "log(1 / (1 + exp(-x)))",
    "Close to x where x is far below 0, and to 0 where it is far above.">;
def Amp_SiluOp : Amp_FunctionOp<"silu", "sigmoid linear unit",
    "`x / (1 + exp(-x))`, also called swish.">;
def Amp_HardsigmoidOp : Amp_FunctionOp<"hardsigmoid", "min(max(x + 3, 0), 6) / 6",
    "NaN stays NaN.">;
def Amp_HardswishOp : Amp_FunctionOp<"hardswish", "x min(max(x + 3, 0), 6) / 6",
    "Close to silu.">;
def Amp_MishOp : Amp_FunctionOp<"mish", "x tanh(log(1 + exp(x)))",
    "Of Misra, \"Mish: A Self Regularized Non-Monotonic Activation Function\", 2020.">;
def Amp_TanhshrinkOp : Amp_FunctionOp<"tanhshrink", "x - tanh(x)",
    "As the difference, which cancels where x is close to 0.">;
def Amp_HardshrinkOp : Amp_FunctionOp<"hardshrink", "x where |x| > lambd, else 0",
    "NaN stays NaN. `lambd` is not negative.",
    (ins DefaultValuedAttr<F64Attr, "0.5">:$lambd), "{lambd = 0.25 : f64} "> {
  let hasVerifier = 1;
}
def Amp_SoftshrinkOp : Amp_FunctionOp<"softshrink", "x, closer to 0 by lambd",
    "`x - lambd` where x > lambd, `x + lambd` where x < -lambd, else 0. NaN stays NaN.\n"
    "    `lambd` is not negative.",
    (ins DefaultValuedAttr<F64Attr, "0.5">:$lambd), "{lambd = 0.25 : f64} "> {
  let hasVerifier = 1;
}
def Amp_ThresholdOp : Amp_FunctionOp<"threshold", "x where x > threshold, else value",
    "NaN stays NaN.", (ins F64Attr:$threshold, F64Attr:$value),
    "{threshold = 0.5 : f64, value = 0.0 : f64} ">;
def Amp_SoftsignOp : Amp_FunctionOp<"softsign", "x / (1 + |x|)",
    "In (-1, 1).">;
def Amp_SoftplusOp : Amp_FunctionOp<"softplus", "smooth rectifier",
    "`log(1 + exp(beta x)) / beta`, and x where `beta x > threshold`. `beta` is not 0.",
    (ins DefaultValuedAttr<F64Attr, "1.0">:$beta,
         DefaultValuedAttr<F64Attr, "20.0">:$threshold), "{beta = 2.0 : f64} "> {
  let hasVerifier = 1;
}

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
}

def Amp_PreluOp : Amp_CompositeOp<"prelu", "true"> {
  let summary = "x where x > 0, else weight x";
  let description = [{
    `weight` has one element, or one for each channel: dimension 1 of the input.

    ```mlir
    %y = amp.prelu %x, %w : (tensor<4x8x16xf16>, tensor<8xf16>) -> tensor<4x8x16xf16>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Amp_FloatTensor:$weight);
  let results = (outs Amp_FloatTensor:$result);
}

def Amp_GluOp : Amp_CompositeOp<"glu", "true"> {
  let summary = "gated linear unit: a sigmoid(b)";
  let description = [{
    a and b are the first and the second half of the input along dimension `dim` (negative
    counts from the end), whose size is even (Dauphin et al., 2017).

    ```mlir
    %y = amp.glu %x {dim = 1 : i64} : (tensor<4x16xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, DefaultValuedAttr<I64Attr, "-1">:$dim);
  let results = (outs Amp_FloatTensor:$result);
}

// Derivatives of activations: one rounding, as their forward op has.
class Amp_ActivationBackwardOp<string mnemonic, string formula, string saved>
    : Amp_ElementwiseOp<mnemonic # "_backward", [HomogeneousOpInterface]> {
  let extraClassDeclaration = !strconcat(fromRule, degreeOfGradient);
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
def Amp_ReluBackwardOp : Amp_ActivationBackwardOp<"relu", "dy where y > 0, else 0", "result">;
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
  let extraClassDeclaration = !strconcat(fromRule, degreeOfGradient);
}

//===----------------------------------------------------------------------===//
// Tests, logic and choice
//===----------------------------------------------------------------------===//

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
    `` $predicate `,` operands attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = fromRule # [{
    ::llvm::StringRef getPrecisionName() {
      return ::mlir::amp::stringifyComparePredicate(getPredicate());
    }
  }];
}

class Amp_TestOp<string mnemonic, string what>
    : Amp_PredicateOp<mnemonic> {
  let summary = "elementwise test: " # what;
  let description = [{
    ```mlir
    %p = amp.}] # mnemonic # [{ %x : (tensor<8xf32>) -> tensor<8xi1>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input);
  let results = (outs Amp_BoolTensor:$result);
}
def Amp_IsFiniteOp : Amp_TestOp<"isfinite", "neither infinite nor NaN">;
def Amp_IsInfOp : Amp_TestOp<"isinf", "infinite, of either sign">;
def Amp_IsNanOp : Amp_TestOp<"isnan", "not a number">;

def Amp_LogicalNotOp : Amp_UnaryOp<"logical_not", "not x", Amp_BoolTensor, "", (ins), "", [],
                                   "i1">;
def Amp_LogicalAndOp : Amp_BinaryOp<"logical_and", "a and b", Amp_BoolTensor, [Commutative], "", "i1">;
def Amp_LogicalOrOp : Amp_BinaryOp<"logical_or", "a or b", Amp_BoolTensor, [Commutative], "", "i1">;

class Amp_BitwiseOp<string mnemonic, string what>
    : Amp_BinaryOp<mnemonic, what # " of the bits of a and b", Amp_IntTensor, [Commutative],
                   "", "i32">;
def Amp_BitwiseAndOp : Amp_BitwiseOp<"bitwise_and", "and">;
def Amp_BitwiseOrOp : Amp_BitwiseOp<"bitwise_or", "or">;
def Amp_BitwiseXorOp : Amp_BitwiseOp<"bitwise_xor", "exclusive or">;
def Amp_BitwiseNotOp : Amp_UnaryOp<"bitwise_not", "not of the bits of x", Amp_IntTensor, "",
                                   (ins), "", [], "i32">;

def Amp_WhereOp : Amp_RuledOp<"where", "inferWhereType", [HomogeneousOpInterface]> {
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
  let extraClassDeclaration = !strconcat(fromRule, keepsFinite);
}

} // opDocGroup

#endif // AMP_DIALECT_AMP_IR_ELEMENTWISE_TD
