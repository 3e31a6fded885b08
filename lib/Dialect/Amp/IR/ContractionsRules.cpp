//===- ContractionsRules.cpp - Sums of products ---------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives and decompositions.

#include "amp/Dialect/Amp/IR/Contractions.h"

#include "amp/Dialect/Amp/IR/GraphBuilder.h"

#include "amp/Dialect/Amp/IR/Reductions.h"
#include "amp/Dialect/Amp/IR/Shapes.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

//===----------------------------------------------------------------------===//
// Products that other rules build
//===----------------------------------------------------------------------===//

TypeAttr mlir::amp::getComputeType(Type operandType, TypeAttr asked) {
  if (!operandType.isF64() && !operandType.isF32())
    return TypeAttr::get(Float32Type::get(operandType.getContext()));
  bool fits =
      asked && (asked.getValue() == operandType ||
                (operandType.isF32() && isa<FloatTF32Type>(asked.getValue())));
  return fits ? asked : TypeAttr();
}

/// Gives values of several element types the wide one; null ones stay.
static void unifyElementTypes(OpBuilder &builder, Location loc,
                              MutableArrayRef<Value> values) {
  Type type = getElementTypeOrSelf(values.front());
  if (llvm::all_of(values, [&](Value value) {
        return !value || getElementTypeOrSelf(value) == type;
      }))
    return;
  for (Value &value : values)
    if (value)
      value = createCast(builder, loc, value, getWideType(type));
}

Value mlir::amp::createMatmul(OpBuilder &builder, Location loc, Value lhs,
                              Value rhs, Type resultType, TypeAttr asked) {
  Value operands[] = {lhs, rhs};
  unifyElementTypes(builder, loc, operands);
  auto product = MatmulOp::create(
      builder, loc, operands[0], operands[1],
      getComputeType(getElementTypeOrSelf(operands[0]), asked));
  product.getResult().setType(product.getType().clone(resultType));
  return product;
}

Value mlir::amp::createLinear(OpBuilder &builder, Location loc, Value input,
                              Value weight, Value bias, Type resultType,
                              TypeAttr asked) {
  Value operands[] = {input, weight, bias};
  unifyElementTypes(builder, loc, operands);
  auto linear = LinearOp::create(
      builder, loc, operands[0], operands[1], operands[2],
      getComputeType(getElementTypeOrSelf(operands[0]), asked));
  linear.getResult().setType(linear.getType().clone(resultType));
  return linear;
}

/// `value` as a matrix: all dimensions but the last become one.
static Value flattenToMatrix(OpBuilder &builder, Location loc, Value value) {
  RankedTensorType type = getTensorType(value);
  if (type.getRank() == 2)
    return value;
  ArrayRef<int64_t> shape = type.getShape();
  return ReshapeOp::create(
      builder, loc, value,
      ArrayRef<int64_t>{ShapedType::getNumElements(shape.drop_back()),
                        shape.back()});
}

//===----------------------------------------------------------------------===//
// Derivatives
//===----------------------------------------------------------------------===//

LogicalResult
LinearOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                         ArrayRef<bool> needed,
                         MutableArrayRef<Value> operandGradients) {
  Location loc = getLoc();
  // An f32 result of 16-bit operands: the gradient's GEMMs run in their type.
  Type type = getTensorType(getInput()).getElementType();
  Value dy = createCast(builder, loc, gradients[0], type);
  Value dyMatrix = flattenToMatrix(builder, loc, dy);
  if (needed[0]) {
    Value dx = createMatmul(builder, loc, dyMatrix, getWeight(), type,
                            getComputeTypeAttr());
    if (dx.getType() != getInput().getType())
      dx = ReshapeOp::create(builder, loc, dx,
                             getTensorType(getInput()).getShape());
    operandGradients[0] = dx;
  }
  if (needed[1])
    operandGradients[1] = createMatmul(
        builder, loc, createMatrixTranspose(builder, loc, dyMatrix),
        flattenToMatrix(builder, loc, getInput()), type, getComputeTypeAttr());
  if (getBias() && needed[2])
    operandGradients[2] =
        SumOp::create(builder, loc, dyMatrix, ArrayRef<int64_t>{0}, false);
  return success();
}

LogicalResult
MatmulOp::buildGradients(OpBuilder &builder, ValueRange gradients,
                         ArrayRef<bool> needed,
                         MutableArrayRef<Value> operandGradients) {
  Location loc = getLoc();
  Type type = getTensorType(getLhs()).getElementType();
  Value dy = createCast(builder, loc, gradients[0], type);
  // A matrix that was used for each batch collects the sum over the batch: in
  // f32 for 16-bit operands, and rounded once.
  auto build = [&](Value lhs, Value rhs, Value operand) -> Value {
    RankedTensorType operandType = getTensorType(operand);
    bool isRepeated = getType().getRank() > operandType.getRank();
    Value gradient = createMatmul(builder, loc, lhs, rhs,
                                  isRepeated ? getWideType(type) : type,
                                  getComputeTypeAttr());
    if (!isRepeated)
      return gradient;
    gradient = createSumTo(builder, loc, gradient, operandType);
    return createCast(builder, loc, gradient, type);
  };
  if (needed[0])
    operandGradients[0] =
        build(dy, createMatrixTranspose(builder, loc, getRhs()), getLhs());
  if (needed[1])
    operandGradients[1] =
        build(createMatrixTranspose(builder, loc, getLhs()), dy, getRhs());
  return success();
}

//===----------------------------------------------------------------------===//
// dot, cross and bilinear
//===----------------------------------------------------------------------===//

template <typename OpTy>
static LogicalResult decomposeDot(OpTy op, OpBuilder &builder,
                                  SmallVectorImpl<Value> &results) {
  Type elementType = op.getType().getElementType();
  GraphBuilder c(builder, op);
  Value product = c.mul(c.widenAs(op.getLhs(), elementType),
                        c.widenAs(op.getRhs(), elementType));
  return c.finish(op, c.sum(product), results);
}

LogicalResult DotOp::decompose(OpBuilder &builder,
                               SmallVectorImpl<Value> &results) {
  return decomposeDot(*this, builder, results);
}

LogicalResult VdotOp::decompose(OpBuilder &builder,
                                SmallVectorImpl<Value> &results) {
  return decomposeDot(*this, builder, results);
}

LogicalResult CrossOp::decompose(OpBuilder &builder,
                                 SmallVectorImpl<Value> &results) {
  Type elementType = getType().getElementType();
  GraphBuilder c(builder, *this);
  int64_t dim = wrapDim(getDim(), getType().getRank());
  Value lhs = c.widenAs(getLhs(), elementType);
  Value rhs = c.widenAs(getRhs(), elementType);
  SmallVector<Value> a, b, parts;
  for (int64_t i = 0; i < 3; ++i) {
    a.push_back(c.part(lhs, dim, i, 1));
    b.push_back(c.part(rhs, dim, i, 1));
  }
  for (int64_t i = 0; i < 3; ++i) {
    int64_t j = (i + 1) % 3, k = (i + 2) % 3;
    parts.push_back(c.sub(c.mul(a[j], b[k]), c.mul(a[k], b[j])));
  }
  return c.finish(*this, c.concat(parts, dim), results);
}

/// One product with the weight as [in1, out in2], and a sum over in2.
LogicalResult BilinearOp::decompose(OpBuilder &builder,
                                    SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, *this);
  ArrayRef<int64_t> sizes = getTensorType(getWeight()).getShape();
  int64_t rows = ShapedType::getNumElements(
      getTensorType(getInput1()).getShape().drop_back());
  Value matrix = c.reshape(c.transpose(getWeight(), {1, 0, 2}),
                           {sizes[1], sizes[0] * sizes[2]});
  Value left = c.matmul(c.reshape(getInput1(), {rows, sizes[1]}), matrix,
                        getComputeTypeAttr());
  left = c.reshape(left, {rows, sizes[0], sizes[2]});
  Value right = c.reshape(c.widen(getInput2()), {rows, 1, sizes[2]});
  Value y = c.sum(c.mul(left, right), 2);
  if (getBias())
    y = c.add(y, c.widen(getBias()));
  RankedTensorType type = getType();
  return c.finish(*this, c.reshape(y, type.getShape()), results);
}

//===----------------------------------------------------------------------===//
// Sums of products in Einstein's notation
//===----------------------------------------------------------------------===//

namespace {
/// Names of dimensions: a letter, or 256 and more for those of an ellipsis,
/// counted from the last one.
using Labels = SmallVector<unsigned>;

/// A tensor and the name of each of its dimensions.
struct Factor {
  Value value;
  Labels labels;
};

/// Sums of products in Einstein's notation, taken from left to right. 16-bit
/// operands are accumulated in f32 and each product is rounded once.
class Contraction {
public:
  Contraction(OpBuilder &builder, Operation *op, TypeAttr computeType)
      : builder(builder), op(op), computeType(computeType),
        composer(builder, op->getLoc(),
                 getTensorType(op->getOperand(0)).getElementType()) {}

  /// The product of `factors`, summed over what `output` lacks, as elements of
  /// `elementType`. `shape` is the result's: its dimensions of size 1 may be
  /// missing in all factors.
  Value build(SmallVector<Factor> factors, ArrayRef<unsigned> output,
              ArrayRef<int64_t> shape, Type elementType);

private:
  Value permute(Factor factor, ArrayRef<unsigned> labels);
  Value reshape(Value value, ArrayRef<int64_t> shape);
  Factor simplify(Factor factor);
  Factor sumOut(Factor factor, function_ref<bool(unsigned)> isKept);
  Factor multiply(Factor lhs, Factor rhs, function_ref<bool(unsigned)> isKept,
                  std::optional<Type> elementType);
  Value multiplyMatrices(Factor lhs, Factor rhs, ArrayRef<unsigned> batch,
                         ArrayRef<unsigned> inner, ArrayRef<unsigned> rows,
                         ArrayRef<unsigned> columns, Type elementType);

  OpBuilder &builder;
  Operation *op;
  TypeAttr computeType;
  GraphBuilder composer;
};
} // namespace

static Type getElementType(Value value) {
  return getTensorType(value).getElementType();
}

static SmallVector<int64_t> getSizes(const Factor &factor,
                                     ArrayRef<unsigned> labels) {
  SmallVector<int64_t> sizes;
  for (unsigned label : labels)
    sizes.push_back(getTensorType(factor.value)
                        .getDimSize(llvm::find(factor.labels, label) -
                                    factor.labels.begin()));
  return sizes;
}

static Labels concatenate(std::initializer_list<ArrayRef<unsigned>> parts) {
  Labels labels;
  for (ArrayRef<unsigned> part : parts)
    llvm::append_range(labels, part);
  return labels;
}

/// The factor's value with its dimensions in the order of `labels`.
Value Contraction::permute(Factor factor, ArrayRef<unsigned> labels) {
  if (ArrayRef<unsigned>(factor.labels) == labels)
    return factor.value;
  SmallVector<int64_t> permutation;
  for (unsigned label : labels)
    permutation.push_back(llvm::find(factor.labels, label) -
                          factor.labels.begin());
  return TransposeOp::create(builder, op->getLoc(), factor.value, permutation);
}

Value Contraction::reshape(Value value, ArrayRef<int64_t> shape) {
  if (getTensorType(value).getShape() == shape)
    return value;
  return composer.reshape(value, shape);
}

/// Drops dimensions of size 1, which broadcast, and takes diagonals of repeated
/// labels.
Factor Contraction::simplify(Factor factor) {
  RankedTensorType type = getTensorType(factor.value);
  Labels labels;
  SmallVector<int64_t> shape;
  for (auto [label, size] : llvm::zip_equal(factor.labels, type.getShape()))
    if (size != 1) {
      labels.push_back(label);
      shape.push_back(size);
    }
  Value value = reshape(factor.value, shape);
  for (size_t i = 0; i < labels.size(); ++i) {
    ArrayRef<unsigned> rest = ArrayRef(labels).drop_front(i + 1);
    const unsigned *again = llvm::find(rest, labels[i]);
    if (again == rest.end())
      continue;
    // [n, n] at the end, as [n n], has the diagonal at every (n + 1)th place.
    size_t j = i + 1 + (again - rest.begin());
    int64_t n = shape[i];
    auto permutation = llvm::to_vector(
        llvm::seq<int64_t>(0, static_cast<int64_t>(labels.size())));
    auto moveToEnd = [](auto &list, size_t index) {
      std::rotate(list.begin() + index, list.begin() + index + 1, list.end());
    };
    moveToEnd(permutation, j);
    moveToEnd(permutation, i);
    value = TransposeOp::create(builder, op->getLoc(), value, permutation);
    moveToEnd(labels, j);
    labels.pop_back();
    moveToEnd(labels, i);
    moveToEnd(shape, j);
    shape.pop_back();
    moveToEnd(shape, i);
    SmallVector<int64_t> offsets(shape.size(), 0), strides(shape.size(), 1);
    shape.back() = n * n;
    value = composer.reshape(value, shape);
    if (n != 0) {
      shape.back() = n;
      strides.back() = n + 1;
      value = SliceOp::create(builder, op->getLoc(), value, offsets, shape,
                              strides);
    }
    // Position i has another label now.
    --i;
  }
  return {value, labels};
}

/// Sums over the dimensions that are not kept, in f32 for 16-bit floats.
Factor Contraction::sumOut(Factor factor, function_ref<bool(unsigned)> isKept) {
  SmallVector<int64_t> dims;
  Labels labels;
  for (auto [i, label] : llvm::enumerate(factor.labels)) {
    if (isKept(label))
      labels.push_back(label);
    else
      dims.push_back(i);
  }
  if (dims.empty())
    return factor;
  return {composer.sum(composer.widen(factor.value), dims), labels};
}

Value Contraction::multiplyMatrices(
    Factor lhs, Factor rhs, ArrayRef<unsigned> batch, ArrayRef<unsigned> inner,
    ArrayRef<unsigned> rows, ArrayRef<unsigned> columns, Type elementType) {
  // Matrices [batch, left, right], each dimension a product of sizes. Where the
  // operand has them the other way round it is transposed as a matrix, which
  // the multiplication can read in place.
  auto getMatrices = [&](const Factor &factor, ArrayRef<unsigned> left,
                         ArrayRef<unsigned> right) -> Value {
    auto flatten = [&](ArrayRef<unsigned> first, ArrayRef<unsigned> second) {
      SmallVector<int64_t> shape;
      if (!batch.empty())
        shape.push_back(llvm::product_of(getSizes(factor, batch)));
      shape.push_back(llvm::product_of(getSizes(factor, first)));
      shape.push_back(llvm::product_of(getSizes(factor, second)));
      return reshape(permute(factor, concatenate({batch, first, second})),
                     shape);
    };
    if (factor.labels == concatenate({batch, right, left}))
      return createMatrixTranspose(builder, op->getLoc(), flatten(right, left));
    return flatten(left, right);
  };
  Value a = getMatrices(lhs, rows, inner), b = getMatrices(rhs, inner, columns);
  // 16-bit operands can be rounded to their type, or to f32.
  Type operandType = getElementType(a);
  Type type = is16BitFloat(operandType) && elementType.isF32() ? elementType
                                                               : operandType;
  return createMatmul(builder, op->getLoc(), a, b, type, computeType);
}

/// The product of two factors, summed over what is not kept. Without an
/// `elementType` it has that of the factors.
Factor Contraction::multiply(Factor lhs, Factor rhs,
                             function_ref<bool(unsigned)> isKept,
                             std::optional<Type> elementType) {
  auto sumOwn = [&](Factor factor, const Labels &others) {
    return sumOut(factor, [&](unsigned label) {
      return isKept(label) || llvm::is_contained(others, label);
    });
  };
  Labels lhsLabels = lhs.labels;
  lhs = sumOwn(lhs, rhs.labels);
  rhs = sumOwn(rhs, lhsLabels);
  // A sum of 16-bit floats is in f32; 8-bit floats have no products in f32.
  Type type = getElementType(lhs.value);
  if (type != getElementType(rhs.value) ||
      (type != composer.type && !is16BitFloat(type))) {
    lhs.value = composer.widen(lhs.value);
    rhs.value = composer.widen(rhs.value);
  }
  if (!elementType)
    elementType = getElementType(lhs.value);

  Labels batch, inner, rows, columns;
  for (unsigned label : lhs.labels) {
    if (!llvm::is_contained(rhs.labels, label))
      rows.push_back(label);
    else
      (isKept(label) ? batch : inner).push_back(label);
  }
  for (unsigned label : rhs.labels)
    if (!llvm::is_contained(lhs.labels, label))
      columns.push_back(label);

  // Many vectors that meet one each are no matrices.
  bool isMatrixProduct = !inner.empty() && !(rows.empty() && columns.empty());
  Labels labels = concatenate({batch, rows, columns});
  SmallVector<int64_t> shape = getSizes(lhs, batch);
  llvm::append_range(shape, getSizes(lhs, rows));
  llvm::append_range(shape, getSizes(rhs, columns));
  Value value;
  if (isMatrixProduct) {
    value = reshape(
        multiplyMatrices(lhs, rhs, batch, inner, rows, columns, *elementType),
        shape);
  } else {
    // Both operands as [batch, rows, columns, inner], with 1 for what they
    // lack.
    auto align = [&](const Factor &factor) {
      SmallVector<int64_t> sizes;
      Labels order;
      for (unsigned label : concatenate({batch, rows, columns, inner})) {
        if (llvm::is_contained(factor.labels, label)) {
          order.push_back(label);
          sizes.push_back(getSizes(factor, label).front());
        } else {
          sizes.push_back(1);
        }
      }
      return composer.widen(reshape(permute(factor, order), sizes));
    };
    value = composer.mul(align(lhs), align(rhs));
    if (!inner.empty()) {
      auto first = static_cast<int64_t>(labels.size());
      value = composer.sum(
          value, llvm::to_vector(llvm::seq<int64_t>(
                     first, first + static_cast<int64_t>(inner.size()))));
    }
  }
  return {composer.cast(value, *elementType), labels};
}

Value Contraction::build(SmallVector<Factor> factors, ArrayRef<unsigned> output,
                         ArrayRef<int64_t> shape, Type elementType) {
  for (Factor &factor : factors)
    factor = simplify(factor);
  Factor product = factors.front();
  for (size_t i = 1; i < factors.size(); ++i) {
    ArrayRef<Factor> later = ArrayRef(factors).drop_front(i + 1);
    auto isKept = [&](unsigned label) {
      return llvm::is_contained(output, label) ||
             llvm::any_of(later, [&](const Factor &factor) {
               return llvm::is_contained(factor.labels, label);
             });
    };
    std::optional<Type> type;
    if (later.empty())
      type = elementType;
    product = multiply(product, factors[i], isKept, type);
  }
  product = sumOut(product, [&](unsigned label) {
    return llvm::is_contained(output, label);
  });
  Labels order;
  for (unsigned label : output)
    if (llvm::is_contained(product.labels, label))
      order.push_back(label);
  return composer.cast(reshape(permute(product, order), shape), elementType);
}

//===----------------------------------------------------------------------===//
// Products of matrices and vectors
//===----------------------------------------------------------------------===//

static RankedTensorType getResultType(Operation *op) {
  return getTensorType(op->getResult(0));
}

/// `letters` as in `nk,km->nm`: operands and result by their dimensions.
static Value buildProduct(OpBuilder &builder, Operation *op,
                          TypeAttr computeType, StringRef letters,
                          ValueRange operands, Type elementType) {
  auto [inputs, output] = letters.split("->");
  SmallVector<StringRef> terms;
  inputs.split(terms, ',');
  SmallVector<Factor> factors;
  for (auto [term, operand] : llvm::zip_equal(terms, operands))
    factors.push_back({operand, Labels(term.begin(), term.end())});
  return Contraction(builder, op, computeType)
      .build(factors, Labels(output.begin(), output.end()),
             getResultType(op).getShape(), elementType);
}

#define PRODUCT(OP, LETTERS)                                                   \
  LogicalResult OP::decompose(OpBuilder &builder,                              \
                              SmallVectorImpl<Value> &results) {               \
    results.push_back(buildProduct(builder, *this, getComputeTypeAttr(),       \
                                   LETTERS, (*this)->getOperands(),            \
                                   getType().getElementType()));               \
    return success();                                                          \
  }

PRODUCT(MmOp, "nk,km->nm")

PRODUCT(MvOp, "nk,k->n")

PRODUCT(BmmOp, "bnk,bkm->bnm")

/// `beta input + alpha product`, rounded once.
template <typename OpTy>
static LogicalResult decomposeAddedProduct(OpTy op, StringRef letters,
                                           OpBuilder &builder,
                                           SmallVectorImpl<Value> &results) {
  GraphBuilder c(builder, op);
  auto scale = [&](const APFloat &factor, Value value) {
    double number = factor.convertToDouble();
    return number == 1 ? value : c.mul(c.constant(number), value);
  };
  Value sum = scale(op.getAlpha(),
                    buildProduct(builder, op, op.getComputeTypeAttr(), letters,
                                 op->getOperands().drop_front(), c.type));
  // With 0 not even NaN comes through.
  if (!op.getBeta().isZero())
    sum = c.add(scale(op.getBeta(), c.widen(op.getInput())), sum);
  return c.finish(op, sum, results);
}

#define ADDED_PRODUCT(OP, LETTERS)                                             \
  LogicalResult OP::decompose(OpBuilder &builder,                              \
                              SmallVectorImpl<Value> &results) {               \
    return decomposeAddedProduct(*this, LETTERS, builder, results);            \
  }

ADDED_PRODUCT(AddmmOp, "nk,km->nm")

ADDED_PRODUCT(AddmvOp, "nk,k->n")

ADDED_PRODUCT(AddrOp, "n,m->nm")

ADDED_PRODUCT(AddbmmOp, "bnk,bkm->nm")

ADDED_PRODUCT(BaddbmmOp, "bnk,bkm->bnm")

//===----------------------------------------------------------------------===//
// Chains of matrices
//===----------------------------------------------------------------------===//

/// The product of matrices in the order that takes the fewest multiplications.
template <typename OpTy>
static LogicalResult decomposeChain(OpTy op, OpBuilder &builder,
                                    SmallVectorImpl<Value> &results) {
  ValueRange operands = op->getOperands();
  size_t count = operands.size();
  // Matrix i is sizes[i] by sizes[i + 1]. A vector is a row at the start, a
  // column at the end; its missing dimension has size 1 and no label.
  SmallVector<double> sizes;
  SmallVector<Factor> factors;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    RankedTensorType type = getTensorType(operand);
    auto left = static_cast<unsigned>(i), right = left + 1;
    bool isVector = type.getRank() == 1;
    if (!isVector)
      factors.push_back({operand, {left, right}});
    else
      factors.push_back({operand, {i == 0 ? right : left}});
    if (i == 0)
      sizes.push_back(isVector ? 1 : type.getDimSize(0));
    sizes.push_back(isVector && i != 0 ? 1 : type.getShape().back());
  }
  // costs[i][j] of the product from i to j, splits[i][j] its last first factor.
  SmallVector<SmallVector<double>> costs(count, SmallVector<double>(count, 0));
  SmallVector<SmallVector<size_t>> splits(count, SmallVector<size_t>(count, 0));
  for (size_t length = 2; length <= count; ++length)
    for (size_t i = 0; i + length <= count; ++i) {
      size_t j = i + length - 1;
      for (size_t k = i; k < j; ++k) {
        double cost = costs[i][k] + costs[k + 1][j] +
                      sizes[i] * sizes[k + 1] * sizes[j + 1];
        if (k == i || cost < costs[i][j]) {
          costs[i][j] = cost;
          splits[i][j] = k;
        }
      }
    }
  Contraction contraction(builder, op, op.getComputeTypeAttr());
  RankedTensorType resultType = op.getType();
  auto build = [&](auto &self, size_t i, size_t j, Type elementType) -> Factor {
    SmallVector<Factor> parts;
    if (i == j) {
      parts.push_back(factors[i]);
    } else {
      // Intermediate products are rounded as PyTorch rounds them.
      Type inner = getElementType(op->getOperand(0));
      parts.push_back(i == splits[i][j] ? factors[i]
                                        : self(self, i, splits[i][j], inner));
      parts.push_back(splits[i][j] + 1 == j
                          ? factors[j]
                          : self(self, splits[i][j] + 1, j, inner));
    }
    Labels labels;
    SmallVector<int64_t> shape;
    auto append = [&](const Factor &factor, unsigned label) {
      if (!llvm::is_contained(factor.labels, label))
        return;
      labels.push_back(label);
      llvm::append_range(shape, getSizes(factor, label));
    };
    append(factors[i], i);
    append(factors[j], j + 1);
    return {contraction.build(parts, labels, shape, elementType), labels};
  };
  results.push_back(
      build(build, 0, count - 1, resultType.getElementType()).value);
  return success();
}

LogicalResult ChainMatmulOp::decompose(OpBuilder &builder,
                                       SmallVectorImpl<Value> &results) {
  return decomposeChain(*this, builder, results);
}

LogicalResult LinalgMultiDotOp::decompose(OpBuilder &builder,
                                          SmallVectorImpl<Value> &results) {
  return decomposeChain(*this, builder, results);
}

//===----------------------------------------------------------------------===//
// vecdot, tensordot and einsum
//===----------------------------------------------------------------------===//

/// `count` labels from `first` on.
static Labels getRange(int64_t first, int64_t count) {
  Labels labels;
  for (int64_t i = first; i < first + count; ++i)
    labels.push_back(static_cast<unsigned>(i));
  return labels;
}

LogicalResult LinalgVecdotOp::decompose(OpBuilder &builder,
                                        SmallVectorImpl<Value> &results) {
  int64_t rank = std::max(getTensorType(getX()).getRank(),
                          getTensorType(getY()).getRank());
  auto dim = static_cast<int64_t>(getDim());
  dim += dim < 0 ? rank : 0;
  Labels all = getRange(0, rank);
  auto makeFactor = [&](Value value) {
    ArrayRef<unsigned> labels(all);
    return Factor{value,
                  Labels(labels.take_back(getTensorType(value).getRank()))};
  };
  Labels output(all);
  output.erase(output.begin() + dim);
  results.push_back(Contraction(builder, *this, getComputeTypeAttr())
                        .build({makeFactor(getX()), makeFactor(getY())}, output,
                               getType().getShape(),
                               getType().getElementType()));
  return success();
}

LogicalResult TensordotOp::decompose(OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  int64_t lhsRank = getTensorType(getLhs()).getRank();
  int64_t rhsRank = getTensorType(getRhs()).getRank();
  auto wrap = [](int64_t dim, int64_t rank) {
    return dim < 0 ? dim + rank : dim;
  };
  // A contracted dimension on the right has its partner's label.
  Labels lhs = getRange(0, lhsRank), rhs = getRange(lhsRank, rhsRank);
  for (auto [a, b] : llvm::zip_equal(getDimsA(), getDimsB()))
    rhs[wrap(b, rhsRank)] = wrap(a, lhsRank);
  Labels output;
  for (unsigned label : lhs)
    if (!llvm::is_contained(rhs, label))
      output.push_back(label);
  for (unsigned label : rhs)
    if (label >= lhsRank)
      output.push_back(label);
  results.push_back(Contraction(builder, *this, getComputeTypeAttr())
                        .build({{getLhs(), lhs}, {getRhs(), rhs}}, output,
                               getType().getShape(),
                               getType().getElementType()));
  return success();
}

LogicalResult EinsumOp::decompose(OpBuilder &builder,
                                  SmallVectorImpl<Value> &results) {
  // The equation is a valid one: type inference has read it.
  std::string equation = getEquation().str();
  llvm::erase(equation, ' ');
  auto [inputs, output] = StringRef(equation).split("->");
  SmallVector<StringRef> terms;
  inputs.split(terms, ',');
  constexpr unsigned kEllipsis = 256;
  auto appendEllipsis = [](Labels &labels, int64_t rank) {
    for (int64_t i = rank; i > 0; --i)
      labels.push_back(kEllipsis + static_cast<unsigned>(i));
  };
  // Dimensions under the longest ellipsis.
  int64_t hidden = 0;
  SmallVector<Factor> factors;
  for (auto [term, operand] : llvm::zip_equal(terms, getInputs())) {
    auto [before, after] = term.split("...");
    Labels labels(before.begin(), before.end());
    auto named = static_cast<int64_t>(before.size() + after.size());
    int64_t rest = getTensorType(operand).getRank() - named;
    appendEllipsis(labels, rest);
    hidden = std::max(hidden, rest);
    labels.append(after.begin(), after.end());
    factors.push_back({operand, labels});
  }
  Labels outputLabels;
  if (StringRef(equation).contains("->")) {
    auto [before, after] = output.split("...");
    outputLabels.assign(before.begin(), before.end());
    if (output.contains('.'))
      appendEllipsis(outputLabels, hidden);
    outputLabels.append(after.begin(), after.end());
  } else {
    appendEllipsis(outputLabels, hidden);
    for (char letter = 'A'; letter <= 'z'; ++letter)
      if (llvm::isAlpha(letter) && inputs.count(letter) == 1)
        outputLabels.push_back(letter);
  }
  results.push_back(Contraction(builder, *this, getComputeTypeAttr())
                        .build(factors, outputLabels, getType().getShape(),
                               getType().getElementType()));
  return success();
}
