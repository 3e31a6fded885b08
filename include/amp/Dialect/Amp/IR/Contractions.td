//===- Contractions.td -------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_CONTRACTIONS_TD
#define AMP_DIALECT_AMP_IR_CONTRACTIONS_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

def Amp_ContractionsGroup : OpDocGroup {
  let summary = "Contractions";
  let description = "Sums of products: of matrices, vectors and tensors.";
}

let opDocGroup = Amp_ContractionsGroup in {

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
  let extraClassDefinition = names # [{
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
  let extraClassDefinition = names # [{
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                            ::mlir::TypeRange actual) {
      return ::mlir::amp::detail::areCompatibleContractionTypes(inferred, actual);
    }
  }];
}

class Amp_DotBase<string mnemonic, string what, string text, TypeConstraint type>
    : Amp_CompositeOp<mnemonic, "true"> {
  let summary = what;
  let description = [{
    }] # text # [{ Both have rank 1 and one length.

    ```mlir
    %s = amp.}] # mnemonic # [{ %a, %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
    ```
  }];
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
}

def Amp_DotOp : Amp_DotBase<"dot", "inner product of two vectors", "`sum(a b)`.",
    Amp_NumberTensor>;
def Amp_VdotOp : Amp_DotBase<"vdot", "inner product of two vectors, the first conjugated",
    "`sum(conj(a) b)`, which for real numbers is `amp.dot`.", Amp_Tensor>;
def Amp_CrossOp : Amp_CompositeOp<"cross", "true"> {
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

def Amp_BilinearOp : Amp_WideningOp<"bilinear", "index < 3"> {
  let summary = "x1ᵀ w x2 + b";
  let description = [{
    `input1` is `[..., in1]`, `input2` is `[..., in2]` with equal leading dimensions,
    `weight` is `[out, in1, in2]`, `bias` is `[out]`, and the result is `[..., out]`:

        y[o] = bias[o] + Σ_{i, j} x1[i] weight[o, i, j] x2[j]

    Types are those of `amp.conv1d`.

    ```mlir
    %y = amp.bilinear %x1, %x2, %w, %b
        : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<32x8x16xf32>, tensor<32xf32>)
        -> tensor<4x32xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input1, Amp_FloatTensor:$input2,
    Amp_FloatTensor:$weight, Optional<Amp_FloatTensor>:$bias,
    OptionalAttr<TypeAttr>:$compute_type);
  let results = (outs Amp_FloatTensor:$result);
  let extraClassDeclaration = saved # [{
    // As in PyTorch, whose promotion does not look at optional arguments.
    bool isPromotionOperand(unsigned index) { return index < 3; }
    void getProductSizes(::llvm::SmallVectorImpl<int64_t> &sizes) {
      ::llvm::append_range(sizes, getWeight().getType().getShape());
    }
  }];
}

// A sum of products of its operands. The derivative reads those that are factors.
class Amp_ProductOp<string mnemonic, dag operands, dag parameters = (ins),
                    string savedOperands = "true">
    : Amp_WideningOp<mnemonic, savedOperands> {
  let results = (outs Amp_FloatTensor:$result);
  let arguments = !con(operands, parameters, (ins OptionalAttr<TypeAttr>:$compute_type));
  // What all their descriptions say.
  string rounding = [{
    16-bit operands are accumulated in f32 and rounded once; the result may also be f32.
    `compute_type` is that of `amp.linear`.
  }];
}

// Two factors; `forms` says of which shapes.
class Amp_PairProductOp<string mnemonic, string what, string forms,
                        string types>
    : Amp_ProductOp<mnemonic,
        (ins Amp_FloatTensor:$lhs, Amp_FloatTensor:$rhs)> {
  let summary = what;
  let description = "\n    " # forms # "\n" # rounding # [{
    ```mlir
    %c = amp.}] # mnemonic # [{ %a, %b : }] # types # [{
    ```
  }];
}

def Amp_MmOp : Amp_PairProductOp<"mm", "product of two matrices",
    "`[N, K]` times `[K, M]` is `[N, M]`.",
    "(tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>">;
def Amp_MvOp : Amp_PairProductOp<"mv", "product of a matrix and a vector",
    "`[N, K]` times `[K]` is `[N]`.",
    "(tensor<4x8xf16>, tensor<8xf16>) -> tensor<4xf16>">;
def Amp_BmmOp : Amp_PairProductOp<"bmm",
    "products of the matrices of two batches",
    "`[B, N, K]` times `[B, K, M]` is `[B, N, M]`; the batch is not broadcast.",
    "(tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<2x4x16xf16>">;

// A product of two factors, added to an input. The gradient does not read that one.
class Amp_AddedProductOp<string mnemonic, string first, string second,
                         string what, string formula, string forms, string types>
    : Amp_ProductOp<mnemonic,
        !con((ins Amp_FloatTensor:$input), !dag(ins, [Amp_FloatTensor], [first]),
             !dag(ins, [Amp_FloatTensor], [second])),
        (ins DefaultValuedAttr<F64Attr, "1.0">:$beta,
             DefaultValuedAttr<F64Attr, "1.0">:$alpha),
        "index != 0"> {
  let extraClassDeclaration = saved # [{
    void getProductSizes(::llvm::SmallVectorImpl<int64_t> &sizes);
  }];
  let summary = what;
  let description = "\n    `" # formula # "`: " # forms # [{ The input
    broadcasts to the product's shape; with a `beta` of 0 it is not read.
}] # rounding # [{
    ```mlir
    %c = amp.}] # mnemonic # [{ %x, %a, %b {alpha = 0.5 : f64} : }] # types # [{
    ```
  }];
}

def Amp_AddmmOp : Amp_AddedProductOp<"addmm", "mat1", "mat2",
    "product of two matrices, added to a matrix",
    "beta input + alpha (mat1 mat2)", "`[N, K]` times `[K, M]` is `[N, M]`.",
    "(tensor<16xf16>, tensor<4x8xf16>, tensor<8x16xf16>) -> tensor<4x16xf16>">;
def Amp_AddmvOp : Amp_AddedProductOp<"addmv", "mat", "vec",
    "product of a matrix and a vector, added to a vector",
    "beta input + alpha (mat vec)", "`[N, K]` times `[K]` is `[N]`.",
    "(tensor<4xf16>, tensor<4x8xf16>, tensor<8xf16>) -> tensor<4xf16>">;
def Amp_AddrOp : Amp_AddedProductOp<"addr", "vec1", "vec2",
    "outer product of two vectors, added to a matrix",
    "beta input + alpha vec1 vec2ᵀ", "`[N]` and `[M]` give `[N, M]`.",
    "(tensor<4x8xf16>, tensor<4xf16>, tensor<8xf16>) -> tensor<4x8xf16>">;
def Amp_AddbmmOp : Amp_AddedProductOp<"addbmm", "batch1", "batch2",
    "sum of the products of two batches, added to a matrix",
    "beta input + alpha (sum over b of batch1[b] batch2[b])",
    "`[B, N, K]` times `[B, K, M]` gives `[N, M]`.",
    "(tensor<4x16xf16>, tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<4x16xf16>">;
def Amp_BaddbmmOp : Amp_AddedProductOp<"baddbmm", "batch1", "batch2",
    "products of the matrices of two batches, added to a batch",
    "beta input + alpha (batch1[b] batch2[b])",
    "`[B, N, K]` times `[B, K, M]` gives `[B, N, M]`.",
    "(tensor<2x4x16xf16>, tensor<2x4x8xf16>, tensor<2x8x16xf16>) -> tensor<2x4x16xf16>">;
def Amp_ChainMatmulOp : Amp_ProductOp<"chain_matmul",
    (ins Variadic<Amp_FloatTensor>:$matrices)> {
  let summary = "product of several matrices";
  let description = [{
    The product of one or more matrices, each with as many rows as the one before has
    columns, in the order of multiplication that takes the fewest operations. Products on
    the way have the operands' type too.
  }] # rounding # [{
    ```mlir
    %y = amp.chain_matmul %a, %b, %c
        : (tensor<4x8xf16>, tensor<8x2xf16>, tensor<2x16xf16>) -> tensor<4x16xf16>
    ```
  }];
}

def Amp_LinalgMultiDotOp : Amp_ProductOp<"linalg_multi_dot",
    (ins Variadic<Amp_FloatTensor>:$tensors)> {
  let summary = "product of several matrices, with vectors at the ends";
  let description = [{
    As `amp.chain_matmul`, of two or more. The first operand may be a vector, which is a
    row, and the last one, which is a column; that dimension is gone from the result.
  }] # rounding # [{
    ```mlir
    %y = amp.linalg_multi_dot %a, %b, %c
        : (tensor<8xf16>, tensor<8x2xf16>, tensor<2x16xf16>) -> tensor<16xf16>
    ```
  }];
}

def Amp_LinalgVecdotOp : Amp_ProductOp<"linalg_vecdot",
    (ins Amp_FloatTensor:$x, Amp_FloatTensor:$y),
    (ins DefaultValuedAttr<I64Attr, "-1">:$dim)> {
  let summary = "inner products of vectors";
  let description = [{
    `sum(x y)` along dimension `dim` of the operands' shapes, which are broadcast first;
    it is gone from the result.
  }] # rounding # [{
    ```mlir
    %d = amp.linalg_vecdot %a, %b : (tensor<4x64xf16>, tensor<64xf16>) -> tensor<4xf16>
    ```
  }];
  let extraClassDeclaration = saved # [{
    // No matrices.
    void getProductSizes(::llvm::SmallVectorImpl<int64_t> &) {}
  }];
}

def Amp_TensordotOp : Amp_ProductOp<"tensordot",
    (ins Amp_FloatTensor:$lhs, Amp_FloatTensor:$rhs),
    (ins DenseI64ArrayAttr:$dims_a, DenseI64ArrayAttr:$dims_b)> {
  let summary = "contraction of listed dimensions";
  let description = [{
    Sums the products over the dimensions `dims_a` of the left operand, each with its
    partner in `dims_b` of the right one, of equal size or 1. The result's dimensions are
    the others, the left operand's first. (PyTorch's form with a number n stands for the
    last n on the left and the first n on the right.)
  }] # rounding # [{
    ```mlir
    %y = amp.tensordot %a, %b {dims_a = array<i64: 1, 2>, dims_b = array<i64: 0, 1>}
        : (tensor<4x8x2xf16>, tensor<8x2x16xf16>) -> tensor<4x16xf16>
    ```
  }];
  let extraClassDeclaration = saved # [{
    void getProductSizes(::llvm::SmallVectorImpl<int64_t> &sizes);
  }];
}

def Amp_EinsumOp : Amp_ProductOp<"einsum",
    (ins Variadic<Amp_FloatTensor>:$inputs), (ins StrAttr:$equation)> {
  let summary = "sum of products in Einstein's notation";
  let description = [{
    `equation` gives each dimension of each operand a letter, `bij,bjk->bik`: operands
    are separated by commas, what follows `->` is the result. Dimensions with one letter
    have one size, or 1 (they broadcast); a letter twice in an operand takes its diagonal.
    Letters that the result lacks are summed over. Without `->` the result has the
    letters that appear once, capitals first, in alphabetical order.

    `...` stands for any number of dimensions, which are aligned at the last one and
    broadcast. Without `->` they come first in the result; a result without them is
    summed over them.

    Three operands and more are multiplied from left to right; products on the way have
    the operands' type too.
  }] # rounding # [{
    ```mlir
    %y = amp.einsum %a, %b {equation = "bhqd,bhkd->bhqk"}
        : (tensor<2x4x8x64xf16>, tensor<2x4x6x64xf16>) -> tensor<2x4x8x6xf16>
    ```
  }];
  let extraClassDeclaration = saved # [{
    // Which letters become rows, columns and inner dimension, the lowering says.
    void getProductSizes(::llvm::SmallVectorImpl<int64_t> &) {}
  }];
}

} // opDocGroup

#endif // AMP_DIALECT_AMP_IR_CONTRACTIONS_TD
