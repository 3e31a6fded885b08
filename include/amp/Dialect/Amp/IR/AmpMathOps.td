//===- AmpMathOps.td ---------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Elementwise functions, reductions, scans, norms, shapes and indexing beyond the core.
// These ops have shapes and a place in precision policies.

#ifndef AMP_DIALECT_AMP_IR_AMPMATHOPS_TD
#define AMP_DIALECT_AMP_IR_AMPMATHOPS_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

// The code strings below call static helpers of lib/Dialect/Amp/IR/MathOps.cpp, the one
// file that has these definitions.

def Amp_MathIndexTensor : RankedTensorOf<[I64]>;

// `savedOperands` and `savedResults` are conditions on `index`.
class Amp_MathBase<string mnemonic, string savedOperands = "false",
                   string savedResults = "false", list<Trait> traits = []>
    : Amp_GraphOp<mnemonic, traits> {
  code saved = [{
    bool isSavedOperand(unsigned index) { return }] # savedOperands # [{; }
    bool isSavedResult(unsigned index) { return }] # savedResults # [{; }
  }];
  let extraClassDeclaration = saved;
}

// An op that is made of others; its derivative is theirs.
class Amp_MathOp<string mnemonic, string savedOperands = "false",
                 string savedResults = "false", list<Trait> traits = []>
    : Amp_MathBase<mnemonic, savedOperands, savedResults,
        [DeclareOpInterfaceMethods<DecomposableOpInterface>] # traits>;

// Names for the common cases of what a derivative reads.
defvar mathSavesNothing = ["false", "false"];
defvar mathSavesInput = ["true", "false"];
defvar mathSavesResult = ["false", "true"];
defvar mathSavesBoth = ["true", "true"];

//===----------------------------------------------------------------------===//
// Elementwise functions of one tensor
//===----------------------------------------------------------------------===//

class Amp_MathElementwiseOp<string mnemonic, list<string> saves>
    : Amp_MathBase<mnemonic, saves[0], saves[1],
        [DeclareOpInterfaceMethods<ElementwiseOpInterface>,
         DeclareOpInterfaceMethods<DifferentiableOpInterface>]> {
  let extraClassDefinition = compatible # [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::mlir::amp::detail::inferElementwiseType(
          location, getOperationName(), adaptor.getOperands(), types);
    }
  }];
}

class Amp_MathUnaryOp<string mnemonic, string what, string text, list<string> saves,
                      TypeConstraint type = Amp_FloatTensor, dag attributes = (ins),
                      string example = "">
    : Amp_MathElementwiseOp<mnemonic, saves> {
  let summary = "elementwise " # what;
  let description = [{
    }] # text # [{

    ```mlir
    %y = amp.}] # mnemonic # " %x " # example # [{: (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = !con((ins type:$input), attributes);
  let results = (outs type:$result);
}

def Amp_AcosOp : Amp_MathUnaryOp<"acos", "arc cosine",
    "In radians, in [0, π]; NaN outside [-1, 1].", mathSavesInput>;
def Amp_AsinOp : Amp_MathUnaryOp<"asin", "arc sine",
    "In radians, in [-π/2, π/2]; NaN outside [-1, 1].", mathSavesInput>;
def Amp_AtanOp : Amp_MathUnaryOp<"atan", "arc tangent",
    "In radians, in [-π/2, π/2].", mathSavesInput>;
def Amp_SinOp : Amp_MathUnaryOp<"sin", "sine", "Of an angle in radians.", mathSavesInput>;
def Amp_CosOp : Amp_MathUnaryOp<"cos", "cosine", "Of an angle in radians.", mathSavesInput>;
def Amp_TanOp : Amp_MathUnaryOp<"tan", "tangent", "Of an angle in radians.", mathSavesResult>;
def Amp_SinhOp : Amp_MathUnaryOp<"sinh", "hyperbolic sine",
    "`(exp(x) - exp(-x)) / 2`.", mathSavesInput>;
def Amp_CoshOp : Amp_MathUnaryOp<"cosh", "hyperbolic cosine",
    "`(exp(x) + exp(-x)) / 2`.", mathSavesInput>;
def Amp_ErfcOp : Amp_MathUnaryOp<"erfc", "complementary error function",
    "`1 - erf(x)`, without the cancellation where `erf(x)` is close to 1.", mathSavesInput>;
def Amp_ErfinvOp : Amp_MathUnaryOp<"erfinv", "inverse error function",
    "The y with `erf(y) = x`: infinite at -1 and 1, NaN outside [-1, 1].", mathSavesInput>;
def Amp_Expm1Op : Amp_MathUnaryOp<"expm1", "exp(x) - 1",
    "Without the cancellation where x is close to 0.", mathSavesResult>;
def Amp_Log1pOp : Amp_MathUnaryOp<"log1p", "log(1 + x)",
    "Without the rounding of `1 + x` where x is close to 0.", mathSavesInput>;
def Amp_Log2Op : Amp_MathUnaryOp<"log2", "logarithm to base 2",
    "-∞ at 0, NaN below.", mathSavesInput>;
def Amp_Log10Op : Amp_MathUnaryOp<"log10", "logarithm to base 10",
    "-∞ at 0, NaN below.", mathSavesInput>;
def Amp_CeilOp : Amp_MathUnaryOp<"ceil", "rounding up",
    "The smallest integer that is not less.", mathSavesNothing>;
def Amp_FloorOp : Amp_MathUnaryOp<"floor", "rounding down",
    "The largest integer that is not greater.", mathSavesNothing>;
def Amp_RoundOp : Amp_MathUnaryOp<"round", "rounding to the nearest integer",
    "A half goes to the even neighbour.", mathSavesNothing>;
def Amp_SignOp : Amp_MathUnaryOp<"sign", "sign",
    "-1, 0 or 1; 0 for NaN.", mathSavesNothing, Amp_NumberTensor>;
def Amp_SquareOp : Amp_MathUnaryOp<"square", "x²",
    "The same as `x x`, as an op of its own.", mathSavesInput, Amp_NumberTensor>;

def Amp_EluOp : Amp_MathUnaryOp<"elu", "exponential linear unit",
    "x where x > 0, else `alpha (exp(x) - 1)`.", mathSavesInput, Amp_FloatTensor,
    (ins DefaultValuedAttr<F64Attr, "1.0">:$alpha), "{alpha = 0.5 : f64} ">;
def Amp_SeluOp : Amp_MathUnaryOp<"selu", "scaled exponential linear unit",
    "`scale elu(x, alpha)` with scale 1.0507009873554805 and alpha 1.6732632423543772.",
    mathSavesInput>;
def Amp_LeakyReluOp : Amp_MathUnaryOp<"leaky_relu", "leaky rectifier",
    "x where x > 0, else `negative_slope x`.", mathSavesInput, Amp_FloatTensor,
    (ins DefaultValuedAttr<F64Attr, "0.01">:$negative_slope), "{negative_slope = 0.2 : f64} ">;
def Amp_Relu6Op : Amp_MathUnaryOp<"relu6", "min(max(x, 0), 6)",
    "NaN stays NaN.", mathSavesInput>;
def Amp_HardtanhOp : Amp_MathUnaryOp<"hardtanh", "min(max(x, min_val), max_val)",
    "NaN stays NaN; `min_val` is not above `max_val`.", mathSavesInput, Amp_FloatTensor,
    (ins DefaultValuedAttr<F64Attr, "-1.0">:$min_val,
         DefaultValuedAttr<F64Attr, "1.0">:$max_val),
    "{min_val = -2.0 : f64, max_val = 2.0 : f64} "> {
  let hasVerifier = 1;
}
def Amp_SiluOp : Amp_MathUnaryOp<"silu", "sigmoid linear unit",
    "`x / (1 + exp(-x))`, also called swish.", mathSavesInput>;
def Amp_SoftsignOp : Amp_MathUnaryOp<"softsign", "x / (1 + |x|)",
    "In (-1, 1).", mathSavesInput>;
def Amp_SoftplusOp : Amp_MathUnaryOp<"softplus", "smooth rectifier",
    "`log(1 + exp(beta x)) / beta`, and x where `beta x > threshold`. `beta` is not 0.",
    mathSavesInput, Amp_FloatTensor,
    (ins DefaultValuedAttr<F64Attr, "1.0">:$beta,
         DefaultValuedAttr<F64Attr, "20.0">:$threshold), "{beta = 2.0 : f64} "> {
  let hasVerifier = 1;
}
def Amp_ClampOp : Amp_MathUnaryOp<"clamp", "min(max(x, lower), upper)",
    "With the bounds `min` and `max`, of which one may be absent. NaN stays NaN; `max` "
    "where the bounds cross.", mathSavesInput, Amp_FloatTensor,
    (ins OptionalAttr<F64Attr>:$min, OptionalAttr<F64Attr>:$max),
    "{min = 0.0 : f64, max = 1.0 : f64} "> {
  let hasVerifier = 1;
}

class Amp_MathPredicateOp<string mnemonic, string what>
    : Amp_MathBase<mnemonic, "false", "false",
        [DeclareOpInterfaceMethods<ElementwiseOpInterface>,
         DeclareOpInterfaceMethods<DifferentiableOpInterface>]> {
  let summary = "elementwise test: " # what;
  let description = [{
    ```mlir
    %p = amp.}] # mnemonic # [{ %x : (tensor<8xf32>) -> tensor<8xi1>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input);
  let results = (outs Amp_BoolTensor:$result);
  let extraClassDefinition = compatible # [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::mlir::amp::detail::inferPredicateType(
          location, getOperationName(), adaptor.getOperands(), types);
    }
  }];
}
def Amp_IsInfOp : Amp_MathPredicateOp<"isinf", "infinite, of either sign">;
def Amp_IsNanOp : Amp_MathPredicateOp<"isnan", "not a number">;

//===----------------------------------------------------------------------===//
// Elementwise functions of several tensors
//===----------------------------------------------------------------------===//

class Amp_MathBinaryOp<string mnemonic, string what, string text, list<string> saves,
                       TypeConstraint type>
    : Amp_MathElementwiseOp<mnemonic, saves> {
  let summary = "elementwise " # what;
  let description = [{
    }] # text # [{ Shapes are broadcast as NumPy does; element types are equal.

    ```mlir
    %y = amp.}] # mnemonic # [{ %a, %b : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
}
def Amp_Atan2Op : Amp_MathBinaryOp<"atan2", "angle of the point (b, a)",
    "`atan(a / b)` in the quadrant that the signs of a and b tell, in [-π, π].",
    mathSavesInput, Amp_FloatTensor>;
def Amp_FloorDivideOp : Amp_MathBinaryOp<"floor_divide", "floor(a / b)",
    "Rounds the exact quotient towards -∞, as `//` of Python does; integers too, of "
    "which a division by 0 gives 0.", mathSavesNothing, Amp_NumberTensor>;
def Amp_SquaredDifferenceOp : Amp_MathBinaryOp<"squared_difference", "(a - b)²",
    "TensorFlow's op of this name.", mathSavesInput, Amp_NumberTensor>;

class Amp_MathTernaryOp<string mnemonic, string formula>
    : Amp_MathElementwiseOp<mnemonic, ["index != 0", "false"]> {
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
def Amp_AddcmulOp : Amp_MathTernaryOp<"addcmul", "x + value a b">;
def Amp_AddcdivOp : Amp_MathTernaryOp<"addcdiv", "x + value a / b">;

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

class Amp_MathScanOp<string mnemonic, string what, list<string> saves>
    : Amp_MathOp<mnemonic, saves[0], saves[1], [OutputTypeOpInterface]> {
  let summary = what;
  let description = [{
    Element i along dimension `dim` (negative counts from the end) is that of the
    elements 0 to i. With `dtype` floating-point elements are converted to it as they
    are read, and it is the result's element type. Integers keep their type.

    ```mlir
    %y = amp.}] # mnemonic # [{ %x {dim = 1 : i64, dtype = f32} : (tensor<4x8xf16>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Amp_NumberTensor:$input, I64Attr:$dim, OptionalAttr<TypeAttr>:$dtype);
  let results = (outs Amp_NumberTensor:$result);
  let extraClassDefinition = compatible # [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      if (failed(inferAlongDim(location, getOperationName(), adaptor.getInput(),
                               adaptor.getDim(), types)))
        return ::mlir::failure();
      return ::mlir::amp::detail::inferOutputType(
          location, getOperationName(), adaptor.getDtype(), types.back());
    }
  }];
}
def Amp_CumsumOp : Amp_MathScanOp<"cumsum", "running sum", mathSavesNothing>;
def Amp_CumprodOp : Amp_MathScanOp<"cumprod", "running product", mathSavesBoth>;

//===----------------------------------------------------------------------===//
// Reductions and norms
//===----------------------------------------------------------------------===//

// Joined with !strconcat: `#` does not look up a name on its right side.
defvar mathReductionText = [{
    Reduces the listed dimensions, all of them if none is listed (negative ones count
    from the end); `keepdim` leaves them with size 1.}];
defvar mathOutputText = [{
    With `dtype` floating-point elements are converted to it as they are read, and it is
    the result's element type.}];

class Amp_MathReductionOp<string mnemonic, string what, string text, string example,
                          list<string> saves, dag attributes = (ins),
                          TypeConstraint type = Amp_FloatTensor, bit hasDtype = 0>
    : Amp_MathOp<mnemonic, saves[0], saves[1],
        !if(hasDtype, [OutputTypeOpInterface]<Trait>, []<Trait>)> {
  let summary = what;
  let description = text # [{

    ```mlir
    %y = amp.}] # mnemonic # [{ %x {}] # example # [{} : (tensor<4x8xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = !con((ins type:$input), attributes,
    (ins DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$dims,
         DefaultValuedAttr<BoolAttr, "false">:$keepdim),
    !if(hasDtype, (ins OptionalAttr<TypeAttr>:$dtype), (ins)));
  let results = (outs type:$result);
  let extraClassDefinition = compatible # [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      if (failed(::mlir::amp::detail::inferReductionType(
              location, getOperationName(), adaptor.getInput(),
              adaptor.getDims(), adaptor.getKeepdim(), types)))
        return ::mlir::failure();
      }] # !if(hasDtype, [{return ::mlir::amp::detail::inferOutputType(
          location, getOperationName(), adaptor.getDtype(), types.back());}],
                       "return ::mlir::success();") # [{
    }
  }];
}

def Amp_ProdOp : Amp_MathReductionOp<"prod", "product over dimensions",
    !strconcat(mathReductionText, mathOutputText, " Integers keep their type."),
    "dims = array<i64: 1>", mathSavesBoth, (ins), Amp_NumberTensor, 1>;
class Amp_MathMomentOp<string mnemonic, string what, string formula, list<string> saves>
    : Amp_MathReductionOp<mnemonic, what # " over dimensions",
        !strconcat("\n    `", formula, [{` of n elements with mean m. The
    default correction is Bessel's; 0 gives that of the elements themselves.}],
          mathReductionText),
        "dims = array<i64: 1>, correction = 0 : i64", saves,
        (ins DefaultValuedAttr<I64Attr, "1">:$correction)>;
def Amp_VarOp : Amp_MathMomentOp<"var", "variance",
    "sum((x - m)²) / max(0, n - correction)", mathSavesInput>;
def Amp_StdOp : Amp_MathMomentOp<"std", "standard deviation",
    "sqrt(sum((x - m)²) / max(0, n - correction))", mathSavesBoth>;
def Amp_LogsumexpOp : Amp_MathReductionOp<"logsumexp",
    "logarithm of the sum of exponentials over dimensions",
    !strconcat([{
    `m + log(sum(exp(x - m)))` with the largest value m, so that nothing overflows.}],
      mathReductionText),
    "dims = array<i64: 1>", mathSavesBoth>;

class Amp_MathNormOp<string mnemonic, string what, string text, string example,
                     dag attributes>
    : Amp_MathReductionOp<mnemonic, what,
        !strconcat(text, mathReductionText, mathOutputText), example, mathSavesBoth,
        attributes, Amp_FloatTensor, 1> {
  let hasVerifier = 1;
}
def Amp_LinalgVectorNormOp : Amp_MathNormOp<"linalg_vector_norm", "vector norm",
    [{
    `sum(|x|^ord)^(1/ord)`; the largest `|x|` for ∞, the smallest for -∞, the number of
    elements that are not 0 for 0.}], "ord = 1.0 : f64, dims = array<i64: 1>",
    (ins DefaultValuedAttr<F64Attr, "2.0">:$ord)>;
def Amp_NormOp : Amp_MathNormOp<"norm", "p-norm",
    [{
    `sum(|x|^p)^(1/p)`, the elder form of `amp.linalg_vector_norm`.}],
    "p = 1.0 : f64, dims = array<i64: 1>", (ins DefaultValuedAttr<F64Attr, "2.0">:$p)>;

def Amp_FrobeniusNormOp : Amp_MathReductionOp<"frobenius_norm", "Frobenius norm",
    !strconcat("\n    `sqrt(sum(x²))`.", mathReductionText, " At most two are listed."),
    "dims = array<i64: 1>", mathSavesBoth> {
  let hasVerifier = 1;
}

class Amp_MathMatrixNormOp<string mnemonic, string what, string text, string example,
                           string savedResults, dag attributes, bit hasDtype>
    : Amp_MathReductionOp<mnemonic, what, "", "", ["true", savedResults], attributes,
                          Amp_FloatTensor, hasDtype> {
  let description = text # [{
    The matrix lies in the two listed dimensions, rows first; in the last two if none is
    listed. `keepdim` leaves them with size 1.}] # !if(hasDtype, mathOutputText, "") # [{

    ```mlir
    %y = amp.}] # mnemonic # [{ %x }] # example # [{: (tensor<3x4x8xf32>) -> tensor<3xf32>
    ```
  }];
  let extraClassDefinition = compatible # [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      if (failed(inferMatrixNorm(location, getOperationName(), adaptor.getInput(),
                                 adaptor.getDims(), adaptor.getKeepdim(), types)))
        return ::mlir::failure();
      }] # !if(hasDtype, [{return ::mlir::amp::detail::inferOutputType(
          location, getOperationName(), adaptor.getDtype(), types.back());}],
                       "return ::mlir::success();") # [{
    }
  }];
}
def Amp_LinalgMatrixNormOp : Amp_MathMatrixNormOp<"linalg_matrix_norm", "matrix norm",
    [{
    `ord` is "fro" (the default), `sqrt(sum(x²))`; "nuc", the sum of the singular values;
    or a number: 2 or -2, the largest or smallest singular value; 1 or -1, the largest
    or smallest sum of absolute values of a column; ∞ or -∞, that of a row.}],
    "{ord = 1.0 : f64} ", "!isNuclear()",
    (ins OptionalAttr<AnyAttrOf<[StrAttr, F64Attr]>>:$ord), 1> {
  let hasVerifier = 1;
  let extraClassDeclaration = saved # [{
    /// True for the sum of singular values.
    bool isNuclear();
  }];
}
def Amp_NuclearNormOp : Amp_MathMatrixNormOp<"nuclear_norm", "sum of a matrix's singular values",
    "\n    Also called trace norm.", "", "false", (ins), 0>;

def Amp_RenormOp : Amp_MathOp<"renorm", "true"> {
  let summary = "scales slices down to a largest norm";
  let description = [{
    Each slice at an index of dimension `dim` whose norm `sum(|x|^p)^(1/p)` is above
    `maxnorm` is multiplied by `maxnorm / (norm + 1e-7)`. The input has rank 2 or more,
    `p` is positive and `maxnorm` is not negative.

    ```mlir
    %y = amp.renorm %x {p = 2.0 : f64, dim = 0 : i64, maxnorm = 1.0 : f64}
        : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, F64Attr:$p, I64Attr:$dim, F64Attr:$maxnorm);
  let results = (outs Amp_FloatTensor:$result);
  let hasVerifier = 1;
}

def Amp_TopkOp : Amp_MathOp<"topk", "false", "index == 1"> {
  let summary = "the k largest elements along a dimension, and where they are";
  let description = [{
    Along dimension `dim` (negative counts from the end). The smallest ones if `largest`
    is false. In descending (ascending) order unless `sorted` is false: then in any.

    ```mlir
    %values, %indices = amp.topk %x {k = 3 : i64}
        : (tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>)
    ```
  }];
  let arguments = (ins Amp_NumberTensor:$input, I64Attr:$k,
    DefaultValuedAttr<I64Attr, "-1">:$dim, DefaultValuedAttr<BoolAttr, "true">:$largest,
    DefaultValuedAttr<BoolAttr, "true">:$sorted);
  let results = (outs Amp_NumberTensor:$values, Amp_MathIndexTensor:$indices);
}

def Amp_TraceOp : Amp_MathOp<"trace"> {
  let summary = "sum of a matrix's diagonal";
  let description = [{
    ```mlir
    %s = amp.trace %x : (tensor<4x8xf32>) -> tensor<f32>
    ```
  }];
  let arguments = (ins Amp_NumberTensor:$input);
  let results = (outs Amp_NumberTensor:$result);
}

//===----------------------------------------------------------------------===//
// Products of vectors
//===----------------------------------------------------------------------===//

class Amp_MathDotOp<string mnemonic, string what, string text, TypeConstraint type>
    : Amp_MathOp<mnemonic, "true"> {
  let summary = what;
  let description = [{
    }] # text # [{ Both have rank 1 and one length.

    ```mlir
    %s = amp.}] # mnemonic # [{ %a, %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
    ```
  }];
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let extraClassDefinition = compatible # [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return inferDot(location, getOperationName(), adaptor.getLhs(),
                      adaptor.getRhs(), types);
    }
  }];
}
def Amp_DotOp : Amp_MathDotOp<"dot", "inner product of two vectors", "`sum(a b)`.",
    Amp_NumberTensor>;
def Amp_VdotOp : Amp_MathDotOp<"vdot", "inner product of two vectors, the first conjugated",
    "`sum(conj(a) b)`, which for real numbers is `amp.dot`.", Amp_Tensor>;

def Amp_CrossOp : Amp_MathOp<"cross", "true"> {
  let summary = "cross product of vectors of 3 elements";
  let description = [{
    The vectors lie along dimension `dim` (negative counts from the end), which has size
    3. Both operands have one rank; their other dimensions are broadcast.

    ```mlir
    %c = amp.cross %a, %b : (tensor<4x3xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins Amp_NumberTensor:$lhs, Amp_NumberTensor:$rhs,
                       DefaultValuedAttr<I64Attr, "-1">:$dim);
  let results = (outs Amp_NumberTensor:$result);
}

//===----------------------------------------------------------------------===//
// Composites
//===----------------------------------------------------------------------===//

// PyTorch's autocast does not know these: it sees their parts.
class Amp_MathCompositeOp<string mnemonic, list<string> saves>
    : Amp_MathOp<mnemonic, saves[0], saves[1]> {
  let extraClassDeclaration = saved # [{
    bool isImplicitComposite() { return true; }
  }];
  let results = (outs Amp_FloatTensor:$result);
  let extraClassDefinition = compatible # [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return inferAlongDim(location, getOperationName(), adaptor.getInput(),
                           adaptor.getDim(), types);
    }
  }];
}

def Amp_SoftminOp : Amp_MathCompositeOp<"softmin", mathSavesResult> {
  let summary = "softmax of -x";
  let description = [{
    Along dimension `dim` (negative counts from the end).

    ```mlir
    %p = amp.softmin %x {dim = 1 : i64} : (tensor<4x10xf32>) -> tensor<4x10xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, I64Attr:$dim);
}

def Amp_NormalizeOp : Amp_MathCompositeOp<"normalize", mathSavesInput> {
  let summary = "division by the norm along a dimension";
  let description = [{
    `x / max(norm, eps)` with the norm `sum(|x|^p)^(1/p)` along dimension `dim` (negative
    counts from the end). `eps` is rounded to the element type: in f16 the default is 0.

    ```mlir
    %y = amp.normalize %x {p = 1.0 : f64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, DefaultValuedAttr<F64Attr, "2.0">:$p,
    DefaultValuedAttr<I64Attr, "1">:$dim, DefaultValuedAttr<F64Attr, "1e-12">:$eps);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

def Amp_StackOp : Amp_MathOp<"stack"> {
  let summary = "joins tensors along a new dimension";
  let description = [{
    The operands are of one type; `dim` is the new dimension's place in the result
    (negative counts from the end).

    ```mlir
    %y = amp.stack %a, %b {dim = 1 : i64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x2x8xf32>
    ```
  }];
  let arguments = (ins Variadic<Amp_Tensor>:$inputs, DefaultValuedAttr<I64Attr, "0">:$dim);
  let results = (outs Amp_Tensor:$result);
}

def Amp_SplitOp : Amp_MathOp<"split"> {
  let summary = "cuts a tensor into parts along a dimension";
  let description = [{
    One part per entry of `sizes`, which add up to the size of dimension `dim` (negative
    counts from the end).

    ```mlir
    %a, %b = amp.split %x {sizes = array<i64: 2, 6>, dim = 1 : i64}
        : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x6xf32>)
    ```
  }];
  let arguments = (ins Amp_Tensor:$input, DenseI64ArrayAttr:$sizes,
                       DefaultValuedAttr<I64Attr, "0">:$dim);
  let results = (outs Variadic<Amp_Tensor>:$parts);
}

class Amp_MathShapeOp<string mnemonic, dag attributes, TypeConstraint type = Amp_Tensor,
                      list<Trait> traits = []>
    : Amp_MathOp<mnemonic, "false", "false", traits> {
  let arguments = !con((ins type:$input), attributes);
  let results = (outs type:$result);
}

def Amp_SqueezeOp : Amp_MathShapeOp<"squeeze",
    (ins DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$dims)> {
  let summary = "drops dimensions of size 1";
  let description = [{
    The listed ones (negative ones count from the end); if none is listed, all that have
    size 1, and then sizes must be known. A listed dimension of another size is an error.

    ```mlir
    %y = amp.squeeze %x {dims = array<i64: 1>} : (tensor<4x1x8xf32>) -> tensor<4x8xf32>
    ```
  }];
}

def Amp_UnsqueezeOp : Amp_MathShapeOp<"unsqueeze", (ins I64Attr:$dim)> {
  let summary = "adds a dimension of size 1";
  let description = [{
    `dim` is its place in the result (negative counts from the end).

    ```mlir
    %y = amp.unsqueeze %x {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
    ```
  }];
}

def Amp_FlipOp : Amp_MathShapeOp<"flip", (ins DenseI64ArrayAttr:$dims)> {
  let summary = "reverses the order along dimensions";
  let description = [{
    Negative ones count from the end.

    ```mlir
    %y = amp.flip %x {dims = array<i64: 1>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
}

def Amp_TileOp : Amp_MathShapeOp<"tile", (ins DenseI64ArrayAttr:$repeats)> {
  let summary = "repeats a tensor along its dimensions";
  let description = [{
    `repeats` and the shape are matched from the last dimension; what one has less than
    the other is 1.

    ```mlir
    %y = amp.tile %x {repeats = array<i64: 2, 3>} : (tensor<8xf32>) -> tensor<2x24xf32>
    ```
  }];
}

def Amp_ConstantPadNdOp : Amp_MathShapeOp<"constant_pad_nd",
    (ins DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high,
         DefaultValuedAttr<F64Attr, "0.0">:$value), Amp_NumberTensor> {
  let summary = "adds elements of one value at the edges";
  let description = [{
    `low` and `high` tell how many before and after each dimension, in the order of the
    dimensions; a negative number takes elements away. (PyTorch lists pairs from the last
    dimension.)

    ```mlir
    %y = amp.constant_pad_nd %x {low = array<i64: 0, 1>, high = array<i64: 0, 2>, value = 1.0 : f64}
        : (tensor<4x8xf32>) -> tensor<4x11xf32>
    ```
  }];
}

class Amp_MathPadOp<string mnemonic, string what, string text>
    : Amp_MathShapeOp<mnemonic, (ins DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high),
                      Amp_NumberTensor> {
  let summary = what;
  let description = [{
    `low` and `high` tell how many elements before and after each of the last one, two or
    three dimensions, in their order; before these stand channels and, if there is one,
    the batch. }] # text # [{ Policies know the op as
    `}] # mnemonic # [{1d`, `}] # mnemonic # [{2d` or `}] # mnemonic # [{3d`.

    ```mlir
    %y = amp.}] # mnemonic # [{ %x {low = array<i64: 1, 1>, high = array<i64: 1, 2>}
        : (tensor<4x3x8x8xf32>) -> tensor<4x3x10x11xf32>
    ```
  }];
  let extraClassDeclaration = saved # [{
    ::llvm::StringRef getPrecisionName();
  }];
}
def Amp_ReflectionPadOp : Amp_MathPadOp<"reflection_pad",
    "mirrors a tensor at its edges, which are not repeated",
    "Each is less than the dimension's size.">;
def Amp_ReplicationPadOp : Amp_MathPadOp<"replication_pad",
    "repeats the elements at a tensor's edges",
    "The dimensions are not empty.">;

class Amp_MathPixelOp<string mnemonic, string what, string text, string from, string to>
    : Amp_MathShapeOp<mnemonic, (ins I64Attr:$factor)> {
  let summary = what;
  let description = [{
    }] # text # [{

    ```mlir
    %y = amp.}] # mnemonic # " %x {factor = 2 : i64} : (" # from # ") -> " # to # [{
    ```
  }];
}
def Amp_PixelShuffleOp : Amp_MathPixelOp<"pixel_shuffle", "moves channels into pixels",
    "From `[..., C r², H, W]` to `[..., C, H r, W r]` with the factor r: channel\n"
    "    `c r² + i r + j` goes to the pixels `(h r + i, w r + j)` of channel c.",
    "tensor<1x12x4x4xf32>", "tensor<1x3x8x8xf32>">;
def Amp_PixelUnshuffleOp : Amp_MathPixelOp<"pixel_unshuffle", "moves pixels into channels",
    "From `[..., C, H r, W r]` to `[..., C r², H, W]` with the factor r: the inverse of\n"
    "    `amp.pixel_shuffle`.",
    "tensor<1x3x8x8xf32>", "tensor<1x12x4x4xf32>">;

class Amp_MathSameTypeOp<string mnemonic, string what, string text, list<Trait> traits = []>
    : Amp_MathShapeOp<mnemonic, (ins), Amp_Tensor, traits> {
  let summary = what;
  let description = [{
    }] # text # [{

    ```mlir
    %y = amp.}] # mnemonic # [{ %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let extraClassDefinition = compatible # [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      types.push_back(adaptor.getInput().getType());
      return ::mlir::success();
    }
  }];
}
def Amp_DetachOp : Amp_MathSameTypeOp<"detach", "the input as a constant",
    "No gradient passes through it.",
    [DeclareOpInterfaceMethods<DifferentiableOpInterface>]>;
def Amp_ZerosLikeOp : Amp_MathSameTypeOp<"zeros_like", "zeros in the input's type and shape",
    "The input's elements have no influence.">;
def Amp_OnesLikeOp : Amp_MathSameTypeOp<"ones_like", "ones in the input's type and shape",
    "The input's elements have no influence.">;

//===----------------------------------------------------------------------===//
// Indexing
//===----------------------------------------------------------------------===//

// Derivatives read the indices only: operand 1.
class Amp_MathIndexOp<string mnemonic, dag values, dag attributes = (ins I64Attr:$dim)>
    : Amp_MathOp<mnemonic, "index == 1", "false", [Amp_UsesIndex]> {
  let arguments = !con((ins Amp_Tensor:$input, Amp_MathIndexTensor:$index), values,
                       attributes);
  let results = (outs Amp_Tensor:$result);
}

def Amp_IndexSelectOp : Amp_MathIndexOp<"index_select", (ins)> {
  let summary = "chosen slices along a dimension";
  let description = [{
    Slice i along dimension `dim` (negative counts from the end) is slice `index[i]` of
    the input. Indices are in [0, size).

    ```mlir
    %y = amp.index_select %x, %i {dim = 1 : i64} : (tensor<4x8xf32>, tensor<3xi64>) -> tensor<4x3xf32>
    ```
  }];
}

def Amp_GatherOp : Amp_MathIndexOp<"gather", (ins)> {
  let summary = "chosen elements along a dimension";
  let description = [{
    The result has the shape of `index`. In it, for `dim` 1 of three dimensions,
    `y[i][j][k] = x[i][index[i][j][k]][k]`. Both have one rank; `index` is not larger
    than the input in the other dimensions, and its elements are in [0, size).

    ```mlir
    %y = amp.gather %x, %i {dim = 1 : i64} : (tensor<4x8xf32>, tensor<4x3xi64>) -> tensor<4x3xf32>
    ```
  }];
}

def Amp_IndexCopyOp : Amp_MathIndexOp<"index_copy", (ins Amp_Tensor:$source)> {
  let summary = "replaces slices along a dimension";
  let description = [{
    The input with slice i of `source` at place `index[i]` of dimension `dim` (negative
    counts from the end). Indices are in [0, size); which slice stays of several at one
    place is not defined.

    ```mlir
    %y = amp.index_copy %x, %i, %s {dim = 0 : i64}
        : (tensor<4x8xf32>, tensor<2xi64>, tensor<2x8xf32>) -> tensor<4x8xf32>
    ```
  }];
}

def Amp_IndexPutOp : Amp_MathIndexOp<"index_put", (ins Amp_Tensor:$values),
    (ins DefaultValuedAttr<BoolAttr, "false">:$accumulate)> {
  let summary = "replaces slices of the first dimension, or adds to them";
  let description = [{
    The input with `values[i...]` at place `index[i...]` of dimension 0; with `accumulate`
    it is added to what is there. `values` is broadcast to the shape of `index` followed by
    the input's other dimensions. Indices are in [-size, size); without `accumulate`, which
    one stays of several values at one place is not defined.

    ```mlir
    %y = amp.index_put %x, %i, %v {accumulate = true}
        : (tensor<4x8xf32>, tensor<2xi64>, tensor<2x8xf32>) -> tensor<4x8xf32>
    ```
  }];
}

def Amp_ScatterAddOp : Amp_MathIndexOp<"scatter_add", (ins Amp_Tensor:$src)> {
  let summary = "adds elements at chosen places along a dimension";
  let description = [{
    The input with elements of `src` added: for `dim` 1 of three dimensions,
    `y[i][index[i][j][k]][k] += src[i][j][k]` for each element of `index`. All have one
    rank; `index` is not larger than `src`, nor than the input in the other dimensions,
    and its elements are in [0, size).

    ```mlir
    %y = amp.scatter_add %x, %i, %s {dim = 1 : i64}
        : (tensor<4x8xf32>, tensor<4x3xi64>, tensor<4x3xf32>) -> tensor<4x8xf32>
    ```
  }];
}

#endif // AMP_DIALECT_AMP_IR_AMPMATHOPS_TD
