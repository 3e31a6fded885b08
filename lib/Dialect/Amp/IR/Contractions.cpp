//===- Contractions.cpp - Sums of products --------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types, verification and folds.

#include "amp/Dialect/Amp/IR/Contractions.h"

#include "ShapeRules.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

/// A subscript of `amp.einsum`: letters, and `.` where `...` stands.
using Subscript = SmallString<8>;

//===----------------------------------------------------------------------===//
// linear and matmul
//===----------------------------------------------------------------------===//

LogicalResult LinearOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  RankedTensorType input = getTensorType(adaptor.getInput());
  RankedTensorType weight = getTensorType(adaptor.getWeight());
  if (input.getRank() < 1 || weight.getRank() != 2)
    return emitOptionalError(
        location,
        "'amp.linear' op expects input [..., in] and weight "
        "[out, in], found ",
        input, " and ", weight);
  if (!areCompatibleSizes(input.getShape().back(), weight.getDimSize(1)))
    return emitOptionalError(
        location, "'amp.linear' op expects ", weight.getDimSize(1),
        " input features as the weight ", weight, " has, found ",
        input.getShape().back(), " in ", input);
  if (input.getElementType() != weight.getElementType())
    return emitOptionalError(
        location,
        "'amp.linear' op expects operands of one element type, found ",
        input.getElementType(), " and ", weight.getElementType());
  if (Value bias = adaptor.getBias()) {
    RankedTensorType type = getTensorType(bias);
    if (failed(ShapeRules(location, getOperationName())
                   .expectShape("bias", bias, weight.getDimSize(0))))
      return failure();
    if (type.getElementType() != input.getElementType())
      return emitOptionalError(
          location,
          "'amp.linear' op expects operands of one element type, found ",
          input.getElementType(), " and a bias of ", type.getElementType());
  }
  SmallVector<int64_t> shape(input.getShape());
  shape.back() = weight.getDimSize(0);
  types.push_back(RankedTensorType::get(shape, input.getElementType()));
  return success();
}

LogicalResult LinearOp::verify() {
  return mlir::amp::detail::verifyComputeType(*this, getComputeType(),
                                              getInput().getType());
}

void LinearOp::getProductSizes(SmallVectorImpl<int64_t> &sizes) {
  ArrayRef<int64_t> shape = getTensorType(getInput()).getShape();
  int64_t rows = 1;
  for (int64_t size : shape.drop_back())
    rows = ShapedType::isDynamic(size) || ShapedType::isDynamic(rows)
               ? ShapedType::kDynamic
               : rows * size;
  sizes.push_back(rows);
  llvm::append_range(sizes, getTensorType(getWeight()).getShape());
}

LogicalResult MatmulOp::verify() {
  return mlir::amp::detail::verifyComputeType(*this, getComputeType(),
                                              getLhs().getType());
}

LogicalResult MatmulOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  RankedTensorType lhs = getTensorType(adaptor.getLhs());
  RankedTensorType rhs = getTensorType(adaptor.getRhs());
  if (lhs.getRank() < 2 || rhs.getRank() < 2)
    return emitOptionalError(
        location, "'amp.matmul' op expects operands of rank 2 or more, found ",
        lhs, " and ", rhs);
  ArrayRef<int64_t> a = lhs.getShape(), b = rhs.getShape();
  if (!areCompatibleSizes(a.back(), b[b.size() - 2]))
    return emitOptionalError(
        location,
        "'amp.matmul' op expects as many columns on the left "
        "as rows on the right, found ",
        lhs, " and ", rhs);
  if (lhs.getElementType() != rhs.getElementType())
    return emitOptionalError(
        location,
        "'amp.matmul' op expects operands of one element type, found ",
        lhs.getElementType(), " and ", rhs.getElementType());
  ArrayRef<int64_t> batchA = a.drop_back(2), batchB = b.drop_back(2);
  if (!batchA.empty() && !batchB.empty() &&
      (batchA.size() != batchB.size() ||
       !llvm::all_of(llvm::zip(batchA, batchB), [](auto pair) {
         return areCompatibleSizes(std::get<0>(pair), std::get<1>(pair));
       })))
    return emitOptionalError(
        location,
        "'amp.matmul' op expects equal batch dimensions, or "
        "none on one side, found ",
        lhs, " and ", rhs);
  SmallVector<int64_t> shape(batchA.empty() ? batchB : batchA);
  shape.push_back(a[a.size() - 2]);
  shape.push_back(b.back());
  types.push_back(RankedTensorType::get(shape, lhs.getElementType()));
  return success();
}

//===----------------------------------------------------------------------===//
// Products of matrices and vectors
//===----------------------------------------------------------------------===//

/// `nk` as `[N, K]`.
static std::string formatLetters(StringRef letters) {
  std::string text = "[";
  for (auto [i, letter] : llvm::enumerate(letters)) {
    text += i ? ", " : "";
    text += llvm::toUpper(letter);
  }
  return text + "]";
}

static LogicalResult inferProduct(const ShapeRules &rules, StringRef letters,
                                  ValueRange operands,
                                  SmallVectorImpl<Type> &types) {
  auto [inputs, output] = letters.split("->");
  SmallVector<StringRef> terms;
  inputs.split(terms, ',');
  std::array<int64_t, 128> sizes;
  sizes.fill(ShapedType::kDynamic);
  for (auto [term, operand] : llvm::zip_equal(terms, operands)) {
    ArrayRef<int64_t> shape = getTensorType(operand).getShape();
    bool isValid = shape.size() == term.size();
    for (size_t i = 0; isValid && i < term.size(); ++i)
      isValid = mergeSize(sizes[term[i]], shape[i]);
    if (!isValid) {
      std::string forms;
      llvm::interleave(
          terms, [&](StringRef each) { forms += formatLetters(each); },
          [&] { forms += " and "; });
      return rules.errorWithTypes("expects factors " + forms, operands);
    }
  }
  Type elementType = rules.getElementType(operands);
  if (!elementType)
    return failure();
  SmallVector<int64_t> shape;
  for (char letter : output)
    shape.push_back(sizes[letter]);
  types.push_back(RankedTensorType::get(shape, elementType));
  return success();
}

static LogicalResult inferAddedProduct(const ShapeRules &rules,
                                       StringRef letters, ValueRange operands,
                                       SmallVectorImpl<Type> &types) {
  if (failed(inferProduct(rules, letters, operands.drop_front(), types)) ||
      !rules.getElementType(operands))
    return failure();
  RankedTensorType input = getTensorType(operands.front());
  auto product = cast<RankedTensorType>(types.back());
  SmallVector<int64_t> shape(product.getShape());
  if (!broadcastInto(shape, input.getShape()))
    return rules.error("expects an input that broadcasts to the product ",
                       product, ", found ", input);
  types.back() = product.clone(shape);
  return success();
}

static LogicalResult inferChain(const ShapeRules &rules, ValueRange operands,
                                bool allowVectors,
                                SmallVectorImpl<Type> &types) {
  size_t fewest = allowVectors ? 2 : 1;
  if (operands.size() < fewest)
    return rules.error("expects ", fewest, " or more operands, found ",
                       operands.size());
  SmallVector<int64_t> shape;
  int64_t inner = ShapedType::kDynamic;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    RankedTensorType type = getTensorType(operand);
    bool isFirst = i == 0, isLast = i + 1 == operands.size();
    bool isVector = allowVectors && (isFirst || isLast) && type.getRank() == 1;
    if (type.getRank() != 2 && !isVector)
      return rules.error("expects ",
                         allowVectors && (isFirst || isLast)
                             ? "a matrix or a vector"
                             : "a matrix",
                         " as operand #", i, ", found ", type);
    // A vector is a row at the start, a column at the end.
    if (!isFirst) {
      int64_t rows = type.getDimSize(0);
      if (!mergeSize(inner, rows))
        return rules.error(
            "expects ", inner,
            " rows, as the operand before has columns, in operand #", i,
            ", found ", type);
    }
    if (isFirst && !isVector)
      shape.push_back(type.getDimSize(0));
    inner = type.getShape().back();
    if (isLast && !isVector)
      shape.push_back(inner);
  }
  Type elementType = rules.getElementType(operands);
  if (!elementType)
    return failure();
  types.push_back(RankedTensorType::get(shape, elementType));
  return success();
}

//===----------------------------------------------------------------------===//
// tensordot and einsum
//===----------------------------------------------------------------------===//

static LogicalResult inferTensordot(const ShapeRules &rules, Value lhs,
                                    Value rhs, ArrayRef<int64_t> dimsA,
                                    ArrayRef<int64_t> dimsB,
                                    SmallVectorImpl<Type> &types) {
  if (dimsA.size() != dimsB.size())
    return rules.error(
        "expects as many dimensions in dims_a as in dims_b, found ",
        dimsA.size(), " and ", dimsB.size());
  // The listed dimensions, counted from the start.
  auto getContracted = [&](StringRef name, Value operand,
                           ArrayRef<int64_t> dims,
                           SmallVectorImpl<int64_t> &contracted) {
    int64_t rank = getTensorType(operand).getRank();
    for (int64_t dim : dims) {
      if (dim < -rank || dim >= rank)
        return rules.error("expects ", name, " in [", -rank, ", ", rank,
                           ") of ", operand.getType(), ", found ", dim);
      int64_t wrapped = dim < 0 ? dim + rank : dim;
      if (llvm::is_contained(contracted, wrapped))
        return rules.error("lists dimension ", wrapped, " twice in ", name);
      contracted.push_back(wrapped);
    }
    return success();
  };
  SmallVector<int64_t> contractedA, contractedB;
  if (failed(getContracted("dims_a", lhs, dimsA, contractedA)) ||
      failed(getContracted("dims_b", rhs, dimsB, contractedB)))
    return failure();
  ArrayRef<int64_t> a = getTensorType(lhs).getShape();
  ArrayRef<int64_t> b = getTensorType(rhs).getShape();
  for (auto [dimA, dimB] : llvm::zip_equal(contractedA, contractedB)) {
    int64_t size = a[dimA];
    if (!broadcastSize(size, b[dimB]))
      return rules.error("expects contracted dimensions of one size, found ",
                         a[dimA], " in dimension ", dimA, " of ", lhs.getType(),
                         " and ", b[dimB], " in dimension ", dimB, " of ",
                         rhs.getType());
  }
  Type elementType = rules.getElementType({lhs, rhs});
  if (!elementType)
    return failure();
  SmallVector<int64_t> shape;
  for (auto [i, size] : llvm::enumerate(a))
    if (!llvm::is_contained(contractedA, static_cast<int64_t>(i)))
      shape.push_back(size);
  for (auto [i, size] : llvm::enumerate(b))
    if (!llvm::is_contained(contractedB, static_cast<int64_t>(i)))
      shape.push_back(size);
  types.push_back(RankedTensorType::get(shape, elementType));
  return success();
}

/// Reads one subscript. On failure `text` starts with what is wrong.
static LogicalResult parseSubscript(StringRef &text, Subscript &subscript) {
  while (!text.empty()) {
    if (text.front() == ' ') {
      text = text.drop_front();
    } else if (llvm::isAlpha(text.front())) {
      subscript.push_back(text.front());
      text = text.drop_front();
    } else if (text.starts_with("...") && !subscript.str().contains('.')) {
      subscript.push_back('.');
      text = text.drop_front(3);
    } else {
      return failure();
    }
  }
  return success();
}

static LogicalResult inferEinsum(const ShapeRules &rules, StringRef equation,
                                 ValueRange operands,
                                 SmallVectorImpl<Type> &types) {
  auto parse = [&](StringRef text, Subscript &subscript) -> LogicalResult {
    if (succeeded(parseSubscript(text, subscript)))
      return success();
    return rules.error(
        "expects letters, at most one '...' per operand, ',' and at "
        "most one '->' in equation \"",
        equation, "\", found '", text, "'");
  };
  size_t arrow = equation.find("->");
  SmallVector<StringRef> terms;
  equation.take_front(arrow).split(terms, ',');
  if (terms.size() != operands.size())
    return rules.error("expects ", terms.size(), " operand(s) by equation \"",
                       equation, "\", found ", operands.size());

  // Each letter's size; 0 uses means that there is no such letter.
  std::array<int64_t, 128> sizes;
  std::array<unsigned, 128> uses;
  sizes.fill(1);
  uses.fill(0);
  // The dimensions under '...'.
  SmallVector<int64_t> ellipsis;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    Subscript subscript;
    if (failed(parse(terms[i], subscript)))
      return failure();
    RankedTensorType type = getTensorType(operand);
    ArrayRef<int64_t> shape = type.getShape();
    bool hasEllipsis = subscript.str().contains('.');
    size_t named = subscript.size() - hasEllipsis;
    if (hasEllipsis ? shape.size() < named : shape.size() != named)
      return rules.error("expects ", hasEllipsis ? "at least " : "", named,
                         " dimension(s) by subscript '", terms[i].trim(),
                         "' in operand #", i, ", found ", type);
    // The sizes in this operand: a diagonal's dimensions are equal.
    std::array<int64_t, 128> own;
    own.fill(ShapedType::kDynamic);
    for (char label : subscript) {
      if (label == '.') {
        size_t hidden = type.getRank() - named;
        if (!broadcastShape(ellipsis, shape.take_front(hidden)))
          return rules.errorWithTypes(
              "expects dimensions under '...' that broadcast", operands);
        shape = shape.drop_front(hidden);
        continue;
      }
      if (!mergeSize(own[label], shape.front()))
        return rules.error(
            "expects dimensions of one size for the repeated letter "
            "'",
            StringRef(&label, 1), "' in operand #", i, ", found ", type);
      ++uses[label];
      shape = shape.drop_front();
    }
    for (char label : subscript)
      if (label != '.' && !broadcastSize(sizes[label], own[label]))
        return rules.error("expects one size, or 1, for the letter '",
                           StringRef(&label, 1), "', found ", sizes[label],
                           " and ", own[label], " in operand #", i, " ", type);
  }
  Type elementType = rules.getElementType(operands);
  if (!elementType)
    return failure();

  Subscript output;
  if (arrow == StringRef::npos) {
    output.push_back('.');
    for (char label = 'A'; label <= 'z'; ++label)
      if (llvm::isAlpha(label) && uses[label] == 1)
        output.push_back(label);
  } else if (failed(parse(equation.drop_front(arrow + 2), output))) {
    return failure();
  }
  SmallVector<int64_t> shape;
  for (auto [i, label] : llvm::enumerate(output)) {
    if (label == '.') {
      llvm::append_range(shape, ellipsis);
      continue;
    }
    if (!uses[label])
      return rules.error("has the letter '", StringRef(&label, 1),
                         "' in the result only of equation \"", equation, "\"");
    if (output.str().take_front(i).contains(label))
      return rules.error("has the letter '", StringRef(&label, 1),
                         "' twice in the result of equation \"", equation,
                         "\"");
    shape.push_back(sizes[label]);
  }
  types.push_back(RankedTensorType::get(shape, elementType));
  return success();
}

//===----------------------------------------------------------------------===//
// Sizes of products
//===----------------------------------------------------------------------===//

/// The last two sizes of each factor that is a matrix, or a batch of them.
static void getFactorSizes(ValueRange factors,
                           SmallVectorImpl<int64_t> &sizes) {
  for (Value factor : factors) {
    ArrayRef<int64_t> shape = getTensorType(factor).getShape();
    if (shape.size() >= 2)
      llvm::append_range(sizes, shape.take_back(2));
  }
}

void TensordotOp::getProductSizes(SmallVectorImpl<int64_t> &sizes) {
  // Of each operand, one side is all free dimensions and one all contracted
  // ones.
  auto append = [&](Value operand, ArrayRef<int64_t> dims) {
    ArrayRef<int64_t> shape = getTensorType(operand).getShape();
    auto rank = static_cast<int64_t>(shape.size());
    int64_t sides[2] = {1, 1};
    for (auto [i, size] : llvm::enumerate(shape)) {
      auto dim = static_cast<int64_t>(i);
      int64_t &side = sides[llvm::is_contained(dims, dim) ||
                            llvm::is_contained(dims, dim - rank)];
      // No number is known of a side with an unknown or too large one.
      if (ShapedType::isDynamic(side) || ShapedType::isDynamic(size) ||
          llvm::MulOverflow(side, size, side))
        side = ShapedType::kDynamic;
    }
    sizes.append({sides[0], sides[1]});
  };
  append(getLhs(), getDimsA());
  append(getRhs(), getDimsB());
}

//===----------------------------------------------------------------------===//
// dot, cross and bilinear
//===----------------------------------------------------------------------===//

static LogicalResult inferDot(std::optional<Location> location, StringRef op,
                              Value lhs, Value rhs,
                              SmallVectorImpl<Type> &types) {
  RankedTensorType a = getTensorType(lhs), b = getTensorType(rhs);
  if (a.getRank() != 1 || failed(verifyCompatibleShape(a, b)))
    return emitOptionalError(location, "'", op,
                             "' op expects vectors of one length, found ", a,
                             " and ", b);
  types.push_back(RankedTensorType::get({}, a.getElementType()));
  return checkElementTypes(location, op, lhs, rhs);
}

LogicalResult CrossOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> location,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  RankedTensorType a = getTensorType(adaptor.getLhs());
  RankedTensorType b = getTensorType(adaptor.getRhs());
  if (a.getRank() != b.getRank())
    return emitOptionalError(
        location, "'amp.cross' op expects operands of one rank, found ", a,
        " and ", b);
  FailureOr<int64_t> dim = resolveDim(location, getOperationName(),
                                      adaptor.getDim(), a.getRank(), a);
  if (failed(dim))
    return failure();
  int64_t size = 3;
  if (!mergeSize(size, a.getDimSize(*dim)) ||
      !mergeSize(size, b.getDimSize(*dim)))
    return emitOptionalError(location,
                             "'amp.cross' op expects size 3 in dimension ",
                             *dim, ", found ", a, " and ", b);
  if (failed(mlir::amp::detail::inferElementwiseType(
          location, getOperationName(), adaptor.getOperands(), types)))
    return failure();
  auto type = cast<RankedTensorType>(types.back());
  SmallVector<int64_t> shape(type.getShape());
  shape[*dim] = size;
  types.back() = type.clone(shape);
  return success();
}

static LogicalResult inferBilinear(const ShapeRules &rules,
                                   BilinearOp::Adaptor adaptor,
                                   SmallVectorImpl<Type> &types) {
  if (failed(rules.expectRankAtLeast("input1", adaptor.getInput1(), 1,
                                     "[..., in1]")) ||
      failed(rules.expectRankAtLeast("input2", adaptor.getInput2(), 1,
                                     "[..., in2]")) ||
      failed(rules.expectRank("weight", adaptor.getWeight(), 3,
                              "[out, in1, in2]")) ||
      failed(rules.expectOneElementType(adaptor.getOperands())))
    return failure();
  RankedTensorType input1 = getTensorType(adaptor.getInput1());
  RankedTensorType input2 = getTensorType(adaptor.getInput2());
  int64_t outputs = getTensorType(adaptor.getWeight()).getDimSize(0);
  FailureOr<SmallVector<int64_t>> batch = mergeShapes(
      {input1.getShape().drop_back(), input2.getShape().drop_back()});
  if (failed(batch))
    return rules.error("expects input1 and input2 with equal leading "
                       "dimensions, found ",
                       input1, " and ", input2);
  if (failed(rules.expectShape(
          "weight", adaptor.getWeight(),
          {outputs, input1.getShape().back(), input2.getShape().back()})) ||
      failed(rules.expectShape("bias", adaptor.getBias(), outputs)))
    return failure();
  batch->push_back(outputs);
  types.push_back(input1.clone(*batch));
  return success();
}

//===----------------------------------------------------------------------===//
// Result types by op
//===----------------------------------------------------------------------===//

AMP_INFER(BilinearOp, inferBilinear(rules, adaptor, types))
AMP_INFER(AddbmmOp,
          inferAddedProduct(rules, "bnk,bkm->nm", adaptor.getOperands(), types))
AMP_INFER(AddmmOp,
          inferAddedProduct(rules, "nk,km->nm", adaptor.getOperands(), types))
AMP_INFER(AddmvOp,
          inferAddedProduct(rules, "nk,k->n", adaptor.getOperands(), types))
AMP_INFER(AddrOp,
          inferAddedProduct(rules, "n,m->nm", adaptor.getOperands(), types))
AMP_INFER(BaddbmmOp, inferAddedProduct(rules, "bnk,bkm->bnm",
                                       adaptor.getOperands(), types))
AMP_INFER(BmmOp,
          inferProduct(rules, "bnk,bkm->bnm", adaptor.getOperands(), types))
AMP_INFER(ChainMatmulOp, inferChain(rules, adaptor.getMatrices(),
                                    /*allowVectors=*/false, types))
AMP_INFER(EinsumOp,
          inferEinsum(rules, adaptor.getEquation(), adaptor.getInputs(), types))
AMP_INFER(LinalgMultiDotOp,
          inferChain(rules, adaptor.getTensors(), /*allowVectors=*/true, types))
AMP_INFER(LinalgVecdotOp, inferInner(rules, adaptor.getX(), adaptor.getY(),
                                     adaptor.getDim(), types))
AMP_INFER(MmOp, inferProduct(rules, "nk,km->nm", adaptor.getOperands(), types))
AMP_INFER(MvOp, inferProduct(rules, "nk,k->n", adaptor.getOperands(), types))
AMP_INFER(TensordotOp,
          inferTensordot(rules, adaptor.getLhs(), adaptor.getRhs(),
                         adaptor.getDimsA(), adaptor.getDimsB(), types))
AMP_INFER(DotOp, inferDot(location, getOperationName(), adaptor.getLhs(),
                          adaptor.getRhs(), types))
AMP_INFER(VdotOp, inferDot(location, getOperationName(), adaptor.getLhs(),
                           adaptor.getRhs(), types))

#define FACTOR_SIZES(OP)                                                       \
  void OP::getProductSizes(SmallVectorImpl<int64_t> &sizes) {                  \
    getFactorSizes((*this)->getOperands().drop_front(), sizes);                \
  }
FACTOR_SIZES(AddmmOp)
FACTOR_SIZES(AddmvOp)
FACTOR_SIZES(AddrOp)
FACTOR_SIZES(AddbmmOp)
FACTOR_SIZES(BaddbmmOp)
#undef FACTOR_SIZES
