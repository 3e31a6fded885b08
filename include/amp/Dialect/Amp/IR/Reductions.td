//===- Reductions.td ---------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_REDUCTIONS_TD
#define AMP_DIALECT_AMP_IR_REDUCTIONS_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

def Amp_ReductionsGroup : OpDocGroup {
  let summary = "Reductions";
  let description = "Reductions, scans and norms.";
}

let opDocGroup = Amp_ReductionsGroup in {

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
  let extraClassDefinition = names # compatible # [{
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
  let extraClassDefinition = names # compatible # [{
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

// What the derivative reads, of operands and of results.
defvar readsNothing = ["false", "false"];
defvar readsInput = ["true", "false"];
defvar readsBoth = ["true", "true"];

class Amp_ScanOp<string mnemonic, string what, list<string> saves>
    : Amp_CompositeOp<mnemonic, saves[0], saves[1], [OutputTypeOpInterface]> {
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
  let extraClassDefinition = names # compatible # [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      if (failed(::mlir::amp::detail::inferAlongDim(
              location, getOperationName(), adaptor.getInput(), adaptor.getDim(), types)))
        return ::mlir::failure();
      return ::mlir::amp::detail::inferOutputType(
          location, getOperationName(), adaptor.getDtype(), types.back());
    }
  }];
}

def Amp_CumsumOp : Amp_ScanOp<"cumsum", "running sum", readsNothing>;
def Amp_CumprodOp : Amp_ScanOp<"cumprod", "running product", readsBoth>;

// Joined with !strconcat: `#` does not look up a name on its right side.
defvar reductionText = [{
    Reduces the listed dimensions, all of them if none is listed (negative ones count
    from the end); `keepdim` leaves them with size 1.}];

defvar outputText = [{
    With `dtype` floating-point elements are converted to it as they are read, and it is
    the result's element type.}];

class Amp_ReductionOp<string mnemonic, string what, string text, string example,
                          list<string> saves, dag attributes = (ins),
                          TypeConstraint type = Amp_FloatTensor, bit hasDtype = 0>
    : Amp_CompositeOp<mnemonic, saves[0], saves[1],
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
  let extraClassDefinition = names # compatible # [{
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

def Amp_ProdOp : Amp_ReductionOp<"prod", "product over dimensions",
    !strconcat(reductionText, outputText, " Integers keep their type."),
    "dims = array<i64: 1>", readsBoth, (ins), Amp_NumberTensor, 1>;
class Amp_MomentOp<string mnemonic, string what, string formula, list<string> saves>
    : Amp_ReductionOp<mnemonic, what # " over dimensions",
        !strconcat("\n    `", formula, [{` of n elements with mean m. The
    default correction is Bessel's; 0 gives that of the elements themselves.}],
          reductionText),
        "dims = array<i64: 1>, correction = 0 : i64", saves,
        (ins DefaultValuedAttr<I64Attr, "1">:$correction)>;

def Amp_VarOp : Amp_MomentOp<"var", "variance",
    "sum((x - m)²) / max(0, n - correction)", readsInput>;
def Amp_StdOp : Amp_MomentOp<"std", "standard deviation",
    "sqrt(sum((x - m)²) / max(0, n - correction))", readsBoth>;
def Amp_LogsumexpOp : Amp_ReductionOp<"logsumexp",
    "logarithm of the sum of exponentials over dimensions",
    !strconcat([{
    `m + log(sum(exp(x - m)))` with the largest value m, so that nothing overflows.}],
      reductionText),
    "dims = array<i64: 1>", readsBoth>;
class Amp_NormBase<string mnemonic, string what, string text, string example,
                     dag attributes>
    : Amp_ReductionOp<mnemonic, what,
        !strconcat(text, reductionText, outputText), example, readsBoth,
        attributes, Amp_FloatTensor, 1> {
  let hasVerifier = 1;
}

def Amp_LinalgVectorNormOp : Amp_NormBase<"linalg_vector_norm", "vector norm",
    [{
    `sum(|x|^ord)^(1/ord)`; the largest `|x|` for ∞, the smallest for -∞, the number of
    elements that are not 0 for 0.}], "ord = 1.0 : f64, dims = array<i64: 1>",
    (ins DefaultValuedAttr<F64Attr, "2.0">:$ord)>;
def Amp_NormOp : Amp_NormBase<"norm", "p-norm",
    [{
    `sum(|x|^p)^(1/p)`, the elder form of `amp.linalg_vector_norm`.}],
    "p = 1.0 : f64, dims = array<i64: 1>", (ins DefaultValuedAttr<F64Attr, "2.0">:$p)>;
def Amp_FrobeniusNormOp : Amp_ReductionOp<"frobenius_norm", "Frobenius norm",
    !strconcat("\n    `sqrt(sum(x²))`.", reductionText, " At most two are listed."),
    "dims = array<i64: 1>", readsBoth> {
  let hasVerifier = 1;
}

class Amp_MatrixNormOp<string mnemonic, string what, string text, string example,
                           string savedResults, dag attributes, bit hasDtype>
    : Amp_ReductionOp<mnemonic, what, "", "", ["true", savedResults], attributes,
                          Amp_FloatTensor, hasDtype> {
  let description = text # [{
    The matrix lies in the two listed dimensions, rows first; in the last two if none is
    listed. `keepdim` leaves them with size 1.}] # !if(hasDtype, outputText, "") # [{

    ```mlir
    %y = amp.}] # mnemonic # [{ %x }] # example # [{: (tensor<3x4x8xf32>) -> tensor<3xf32>
    ```
  }];
  let extraClassDefinition = names # compatible;
}

def Amp_LinalgMatrixNormOp : Amp_MatrixNormOp<"linalg_matrix_norm", "matrix norm",
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

def Amp_NuclearNormOp : Amp_MatrixNormOp<"nuclear_norm", "sum of a matrix's singular values",
    "\n    Also called trace norm.", "", "false", (ins), 0> {
  let extraClassDeclaration = !strconcat(saved, anySizes);
}
def Amp_RenormOp : Amp_CompositeOp<"renorm", "true"> {
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

def Amp_TopkOp : Amp_CompositeOp<"topk", "false", "index == 1"> {
  let summary = "the k largest elements along a dimension, and where they are";
  let description = [{
    Along dimension `dim` (negative counts from the end). The smallest ones if `largest`
    is false. In descending (ascending) order unless `sorted` is false: then in any. Of
    equal elements the first one comes first; a NaN is larger than any number. The gradient
    of a value is its element's. Of a dimension of n elements up to 32 are chosen in a time
    that grows with n, more with n log² n.

    ```mlir
    %values, %indices = amp.topk %x {k = 3 : i64}
        : (tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>)
    ```
  }];
  let arguments = (ins Amp_NumberTensor:$input, I64Attr:$k,
    DefaultValuedAttr<I64Attr, "-1">:$dim, DefaultValuedAttr<BoolAttr, "true">:$largest,
    DefaultValuedAttr<BoolAttr, "true">:$sorted);
  let results = (outs Amp_NumberTensor:$values, Amp_IndexTensor:$indices);
}

def Amp_TraceOp : Amp_CompositeOp<"trace"> {
  let summary = "sum of a matrix's diagonal";
  let description = [{
    ```mlir
    %s = amp.trace %x : (tensor<4x8xf32>) -> tensor<f32>
    ```
  }];
  let arguments = (ins Amp_NumberTensor:$input);
  let results = (outs Amp_NumberTensor:$result);
}

} // opDocGroup

#endif // AMP_DIALECT_AMP_IR_REDUCTIONS_TD
