//===- LossFunctionOps.cpp ------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Losses, distances and products of matrices and vectors.
// Shapes.

#include "amp/Dialect/Amp/IR/AmpLossOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <array>
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

void AmpDialect::registerLossOps() {
  addOperations<
#define GET_OP_LIST
#include "amp/Dialect/Amp/IR/AmpLossOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Two dimensions that must be equal: what is known of them goes into `size`.
/// False if they differ.
static bool mergeSize(int64_t &size, int64_t other) {
  if (ShapedType::isDynamic(size))
    size = other;
  return ShapedType::isDynamic(other) || size == other;
}

/// As `mergeSize`, for all dimensions of two shapes.
static bool mergeShape(MutableArrayRef<int64_t> shape,
                       ArrayRef<int64_t> other) {
  return shape.size() == other.size() &&
         llvm::all_of(llvm::zip(shape, other), [](auto pair) {
           return mergeSize(std::get<0>(pair), std::get<1>(pair));
         });
}

/// Two dimensions that are equal, or of which one is 1: the size that both are
/// broadcast to. A `?` next to a number above 1 can only be that number, or 1.
static bool broadcastSize(int64_t &size, int64_t other) {
  if (other == 1)
    return true;
  if (size == 1) {
    size = other;
    return true;
  }
  return mergeSize(size, other);
}

/// As `broadcastSize`, for shapes of any ranks, aligned at the last dimension.
static bool broadcastShape(SmallVectorImpl<int64_t> &shape,
                           ArrayRef<int64_t> other) {
  if (shape.size() < other.size())
    shape.insert(shape.begin(), other.size() - shape.size(), 1);
  size_t added = shape.size() - other.size();
  for (auto [i, size] : llvm::enumerate(other))
    if (!broadcastSize(shape[added + i], size))
      return false;
  return true;
}

/// True if `other` can be repeated to `shape`, which learns what is known of
/// `other`.
static bool broadcastInto(MutableArrayRef<int64_t> shape,
                          ArrayRef<int64_t> other) {
  if (shape.size() < other.size())
    return false;
  MutableArrayRef<int64_t> last = shape.take_back(other.size());
  return llvm::all_of(llvm::zip(last, other), [](auto pair) {
    auto [size, from] = pair;
    return from == 1 || mergeSize(size, from);
  });
}

//===----------------------------------------------------------------------===//
// Inference
//===----------------------------------------------------------------------===//

namespace {
/// The result types of one op. Each member but the constructor serves ops of
/// one kind: it checks the operands, appends to `types`, and says what is
/// wrong.
class Inference {
public:
  Inference(std::optional<Location> location, StringRef op)
      : location(location), op(op) {}

  /// `same` have one shape, to which `weights` broadcast; one value per
  /// element.
  LogicalResult inferPointwiseLoss(ValueRange same, ValueRange weights,
                                   LossReduction reduction,
                                   SmallVectorImpl<Type> &types);
  /// Operands [D] or [N, D]; one value per row.
  LogicalResult inferRowLoss(ValueRange operands, LossReduction reduction,
                             SmallVectorImpl<Type> &types);
  /// Input [C], [N, C] or [N, C, ...] of at most `maxRank` dimensions, target
  /// of that shape without C, weight [C] or null.
  LogicalResult inferClassLoss(Value input, Value target, Value weight,
                               std::optional<int64_t> maxRank,
                               LossReduction reduction,
                               SmallVectorImpl<Type> &types);
  /// Input and target [..., C], weight [C] or null; one value per row.
  LogicalResult inferLabelsLoss(Value input, Value target, Value weight,
                                LossReduction reduction,
                                SmallVectorImpl<Type> &types);
  /// Inputs [D] or [N, D], target of that shape without D.
  LogicalResult inferCosineLoss(Value input1, Value input2, Value target,
                                LossReduction reduction,
                                SmallVectorImpl<Type> &types);
  LogicalResult inferCtcLoss(Value logProbs, Value targets, Value inputLengths,
                             Value targetLengths, LossReduction reduction,
                             SmallVectorImpl<Type> &types);

  /// A function of the vectors along `dim` of two operands that broadcast.
  LogicalResult inferInner(Value lhs, Value rhs, int64_t dim,
                           SmallVectorImpl<Type> &types);
  LogicalResult inferDist(Value lhs, Value rhs, SmallVectorImpl<Type> &types);
  LogicalResult inferPdist(Value input, SmallVectorImpl<Type> &types);
  LogicalResult inferCdist(Value lhs, Value rhs, SmallVectorImpl<Type> &types);

  /// A product whose shapes are given by letters, as in `nk,km->nm`: equal
  /// letters are equal sizes.
  LogicalResult inferProduct(StringRef letters, ValueRange operands,
                             SmallVectorImpl<Type> &types);
  /// As `inferProduct`, of all operands but the first, which is added.
  LogicalResult inferAddedProduct(StringRef letters, ValueRange operands,
                                  SmallVectorImpl<Type> &types);
  LogicalResult inferChain(ValueRange operands, bool allowVectors,
                           SmallVectorImpl<Type> &types);
  LogicalResult inferTensordot(Value lhs, Value rhs, ArrayRef<int64_t> dimsA,
                               ArrayRef<int64_t> dimsB,
                               SmallVectorImpl<Type> &types);
  LogicalResult inferEinsum(StringRef equation, ValueRange operands,
                            SmallVectorImpl<Type> &types);

private:
  template <typename... Args>
  LogicalResult error(Args &&...args) {
    return emitOptionalError(location, "'", op, "' op ",
                             std::forward<Args>(args)...);
  }
  /// `message`, then the operands' types.
  LogicalResult errorWithTypes(const Twine &message, ValueRange operands);
  /// The one element type of all floating-point operands; null after a
  /// diagnostic if there are several.
  Type getElementType(ValueRange operands);
  LogicalResult appendLoss(ValueRange operands, ArrayRef<int64_t> shape,
                           LossReduction reduction,
                           SmallVectorImpl<Type> &types);
  LogicalResult checkClassWeight(Value weight, int64_t classes, Value input);

  std::optional<Location> location;
  StringRef op;
};

/// A subscript of `amp.einsum`: letters, and `.` where `...` stands.
using Subscript = SmallString<8>;
} // namespace

LogicalResult Inference::errorWithTypes(const Twine &message,
                                        ValueRange operands) {
  if (!location)
    return failure();
  InFlightDiagnostic diag = emitError(*location)
                            << "'" << op << "' op " << message << ", found ";
  llvm::interleave(
      operands, [&](Value operand) { diag << operand.getType(); },
      [&] { diag << " and "; });
  return diag;
}

Type Inference::getElementType(ValueRange operands) {
  Type type;
  for (Value operand : operands) {
    Type other = getTensorType(operand).getElementType();
    if (!isa<FloatType>(other) || other == type)
      continue;
    if (type) {
      (void)error("expects operands of one element type, found ", type, " and ",
                  other);
      return {};
    }
    type = other;
  }
  return type;
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

LogicalResult Inference::appendLoss(ValueRange operands,
                                    ArrayRef<int64_t> shape,
                                    LossReduction reduction,
                                    SmallVectorImpl<Type> &types) {
  Type elementType = getElementType(operands);
  if (!elementType)
    return failure();
  if (reduction != LossReduction::None)
    shape = {};
  types.push_back(RankedTensorType::get(shape, elementType));
  return success();
}

LogicalResult Inference::inferPointwiseLoss(ValueRange same, ValueRange weights,
                                            LossReduction reduction,
                                            SmallVectorImpl<Type> &types) {
  SmallVector<int64_t> shape(getTensorType(same.front()).getShape());
  for (Value operand : same.drop_front())
    if (!mergeShape(shape, getTensorType(operand).getShape()))
      return errorWithTypes("expects operands of one shape", same);
  for (Value weight : weights)
    if (!broadcastInto(shape, getTensorType(weight).getShape()))
      return error("expects weights that broadcast to ", same.front().getType(),
                   ", found ", weight.getType());
  SmallVector<Value> operands(same);
  llvm::append_range(operands, weights);
  return appendLoss(operands, shape, reduction, types);
}

LogicalResult Inference::inferRowLoss(ValueRange operands,
                                      LossReduction reduction,
                                      SmallVectorImpl<Type> &types) {
  SmallVector<int64_t> shape(getTensorType(operands.front()).getShape());
  bool isValid = shape.size() == 1 || shape.size() == 2;
  for (Value operand : operands.drop_front())
    isValid = isValid && mergeShape(shape, getTensorType(operand).getShape());
  if (!isValid)
    return errorWithTypes("expects operands of one shape, [D] or [N, D]",
                          operands);
  return appendLoss(operands, ArrayRef(shape).drop_back(), reduction, types);
}

LogicalResult Inference::checkClassWeight(Value weight, int64_t classes,
                                          Value input) {
  if (!weight || mergeShape(classes, getTensorType(weight).getShape()))
    return success();
  return error("expects one weight per class of ", input.getType(), ", found ",
               weight.getType());
}

LogicalResult Inference::inferClassLoss(Value input, Value target, Value weight,
                                        std::optional<int64_t> maxRank,
                                        LossReduction reduction,
                                        SmallVectorImpl<Type> &types) {
  SmallVector<int64_t> shape(getTensorType(input).getShape());
  auto rank = static_cast<int64_t>(shape.size());
  int64_t classDim = rank == 1 ? 0 : 1;
  int64_t classes = rank ? shape[classDim] : 0;
  if (rank)
    shape.erase(shape.begin() + classDim);
  if (!rank || (maxRank && rank > *maxRank) ||
      !mergeShape(shape, getTensorType(target).getShape()))
    return errorWithTypes(maxRank ? "expects input [C] or [N, C] and class "
                                    "indices [] or [N]"
                                  : "expects input [C], [N, C] or [N, C, ...] "
                                    "and class indices [], [N] or [N, ...]",
                          {input, target});
  if (failed(checkClassWeight(weight, classes, input)))
    return failure();
  SmallVector<Value> operands = {input};
  if (weight)
    operands.push_back(weight);
  return appendLoss(operands, shape, reduction, types);
}

LogicalResult Inference::inferLabelsLoss(Value input, Value target,
                                         Value weight, LossReduction reduction,
                                         SmallVectorImpl<Type> &types) {
  SmallVector<int64_t> shape(getTensorType(input).getShape());
  if (shape.empty() || !mergeShape(shape, getTensorType(target).getShape()))
    return errorWithTypes("expects operands of one shape [..., C]",
                          {input, target});
  if (failed(checkClassWeight(weight, shape.back(), input)))
    return failure();
  SmallVector<Value> operands = {input, target};
  if (weight)
    operands.push_back(weight);
  return appendLoss(operands, ArrayRef(shape).drop_back(), reduction, types);
}

LogicalResult Inference::inferCosineLoss(Value input1, Value input2,
                                         Value target, LossReduction reduction,
                                         SmallVectorImpl<Type> &types) {
  SmallVector<int64_t> shape(getTensorType(input1).getShape());
  bool isValid = (shape.size() == 1 || shape.size() == 2) &&
                 mergeShape(shape, getTensorType(input2).getShape());
  if (isValid) {
    shape.pop_back();
    isValid = mergeShape(shape, getTensorType(target).getShape());
  }
  if (!isValid)
    return errorWithTypes("expects inputs of one shape, [D] or [N, D], and a "
                          "target [] or [N]",
                          {input1, input2, target});
  return appendLoss({input1, input2, target}, shape, reduction, types);
}

LogicalResult Inference::inferCtcLoss(Value logProbs, Value targets,
                                      Value inputLengths, Value targetLengths,
                                      LossReduction reduction,
                                      SmallVectorImpl<Type> &types) {
  ArrayRef<int64_t> input = getTensorType(logProbs).getShape();
  ArrayRef<int64_t> target = getTensorType(targets).getShape();
  bool isBatched = input.size() == 3;
  // Without T and C.
  SmallVector<int64_t> shape;
  if (isBatched)
    shape.push_back(input[1]);
  bool isValid =
      (isBatched || input.size() == 2) &&
      mergeShape(shape, getTensorType(inputLengths).getShape()) &&
      mergeShape(shape, getTensorType(targetLengths).getShape()) &&
      (target.size() == 1 || (isBatched && target.size() == 2 &&
                              mergeSize(shape.front(), target.front())));
  if (!isValid)
    return errorWithTypes("expects log-probabilities [T, N, C] with targets "
                          "[N, S] or [S] and lengths [N], or [T, C] with "
                          "targets [S] and lengths []",
                          {logProbs, targets, inputLengths, targetLengths});
  return appendLoss(logProbs, shape, reduction, types);
}

//===----------------------------------------------------------------------===//
// Distances
//===----------------------------------------------------------------------===//

LogicalResult Inference::inferInner(Value lhs, Value rhs, int64_t dim,
                                    SmallVectorImpl<Type> &types) {
  SmallVector<int64_t> shape(getTensorType(lhs).getShape());
  if (!broadcastShape(shape, getTensorType(rhs).getShape()))
    return errorWithTypes("expects operands that broadcast", {lhs, rhs});
  auto rank = static_cast<int64_t>(shape.size());
  if (dim < -rank || dim >= rank)
    return error("expects dim in [", -rank, ", ", rank, ") of ", lhs.getType(),
                 " and ", rhs.getType(), ", found ", dim);
  shape.erase(shape.begin() + (dim < 0 ? dim + rank : dim));
  Type elementType = getElementType({lhs, rhs});
  if (!elementType)
    return failure();
  types.push_back(RankedTensorType::get(shape, elementType));
  return success();
}

LogicalResult Inference::inferDist(Value lhs, Value rhs,
                                   SmallVectorImpl<Type> &types) {
  SmallVector<int64_t> shape(getTensorType(lhs).getShape());
  if (!broadcastShape(shape, getTensorType(rhs).getShape()))
    return errorWithTypes("expects operands that broadcast", {lhs, rhs});
  Type elementType = getElementType({lhs, rhs});
  if (!elementType)
    return failure();
  types.push_back(RankedTensorType::get({}, elementType));
  return success();
}

LogicalResult Inference::inferPdist(Value input, SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(input);
  if (type.getRank() != 2)
    return error("expects a matrix [N, M], found ", type);
  int64_t rows = type.getDimSize(0), pairs = ShapedType::kDynamic;
  if (!ShapedType::isDynamic(rows)) {
    int64_t even = rows % 2 ? rows - 1 : rows, odd = rows % 2 ? rows : rows - 1;
    if (rows == 0)
      pairs = 0;
    else if (llvm::MulOverflow(even / 2, odd, pairs))
      return error("has more pairs of rows than can be counted in ", type);
  }
  types.push_back(RankedTensorType::get({pairs}, type.getElementType()));
  return success();
}

LogicalResult Inference::inferCdist(Value lhs, Value rhs,
                                    SmallVectorImpl<Type> &types) {
  ArrayRef<int64_t> a = getTensorType(lhs).getShape();
  ArrayRef<int64_t> b = getTensorType(rhs).getShape();
  SmallVector<int64_t> shape;
  bool isValid = a.size() >= 2 && b.size() >= 2;
  if (isValid) {
    int64_t columns = a.back();
    shape.assign(a.begin(), a.end() - 2);
    isValid =
        mergeSize(columns, b.back()) && broadcastShape(shape, b.drop_back(2));
  }
  if (!isValid)
    return errorWithTypes("expects matrices [..., P, M] and [..., R, M] whose "
                          "leading dimensions broadcast",
                          {lhs, rhs});
  Type elementType = getElementType({lhs, rhs});
  if (!elementType)
    return failure();
  shape.push_back(a[a.size() - 2]);
  shape.push_back(b[b.size() - 2]);
  types.push_back(RankedTensorType::get(shape, elementType));
  return success();
}

//===----------------------------------------------------------------------===//
// Products
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

LogicalResult Inference::inferProduct(StringRef letters, ValueRange operands,
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
      return errorWithTypes("expects factors " + forms, operands);
    }
  }
  Type elementType = getElementType(operands);
  if (!elementType)
    return failure();
  SmallVector<int64_t> shape;
  for (char letter : output)
    shape.push_back(sizes[letter]);
  types.push_back(RankedTensorType::get(shape, elementType));
  return success();
}

LogicalResult Inference::inferAddedProduct(StringRef letters,
                                           ValueRange operands,
                                           SmallVectorImpl<Type> &types) {
  if (failed(inferProduct(letters, operands.drop_front(), types)) ||
      !getElementType(operands))
    return failure();
  RankedTensorType input = getTensorType(operands.front());
  auto product = cast<RankedTensorType>(types.back());
  SmallVector<int64_t> shape(product.getShape());
  if (!broadcastInto(shape, input.getShape()))
    return error("expects an input that broadcasts to the product ", product,
                 ", found ", input);
  types.back() = product.clone(shape);
  return success();
}

LogicalResult Inference::inferChain(ValueRange operands, bool allowVectors,
                                    SmallVectorImpl<Type> &types) {
  size_t fewest = allowVectors ? 2 : 1;
  if (operands.size() < fewest)
    return error("expects ", fewest, " or more operands, found ",
                 operands.size());
  SmallVector<int64_t> shape;
  int64_t inner = ShapedType::kDynamic;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    RankedTensorType type = getTensorType(operand);
    bool isFirst = i == 0, isLast = i + 1 == operands.size();
    bool isVector = allowVectors && (isFirst || isLast) && type.getRank() == 1;
    if (type.getRank() != 2 && !isVector)
      return error("expects ",
                   allowVectors && (isFirst || isLast) ? "a matrix or a vector"
                                                       : "a matrix",
                   " as operand #", i, ", found ", type);
    // A vector is a row at the start, a column at the end.
    if (!isFirst) {
      int64_t rows = type.getDimSize(0);
      if (!mergeSize(inner, rows))
        return error("expects ", inner,
                     " rows, as the operand before has columns, in operand #",
                     i, ", found ", type);
    }
    if (isFirst && !isVector)
      shape.push_back(type.getDimSize(0));
    inner = type.getShape().back();
    if (isLast && !isVector)
      shape.push_back(inner);
  }
  Type elementType = getElementType(operands);
  if (!elementType)
    return failure();
  types.push_back(RankedTensorType::get(shape, elementType));
  return success();
}

LogicalResult Inference::inferTensordot(Value lhs, Value rhs,
                                        ArrayRef<int64_t> dimsA,
                                        ArrayRef<int64_t> dimsB,
                                        SmallVectorImpl<Type> &types) {
  if (dimsA.size() != dimsB.size())
    return error("expects as many dimensions in dims_a as in dims_b, found ",
                 dimsA.size(), " and ", dimsB.size());
  // The listed dimensions, counted from the start.
  auto getContracted = [&](StringRef name, Value operand,
                           ArrayRef<int64_t> dims,
                           SmallVectorImpl<int64_t> &contracted) {
    int64_t rank = getTensorType(operand).getRank();
    for (int64_t dim : dims) {
      if (dim < -rank || dim >= rank)
        return error("expects ", name, " in [", -rank, ", ", rank, ") of ",
                     operand.getType(), ", found ", dim);
      int64_t wrapped = dim < 0 ? dim + rank : dim;
      if (llvm::is_contained(contracted, wrapped))
        return error("lists dimension ", wrapped, " twice in ", name);
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
      return error("expects contracted dimensions of one size, found ", a[dimA],
                   " in dimension ", dimA, " of ", lhs.getType(), " and ",
                   b[dimB], " in dimension ", dimB, " of ", rhs.getType());
  }
  Type elementType = getElementType({lhs, rhs});
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

LogicalResult Inference::inferEinsum(StringRef equation, ValueRange operands,
                                     SmallVectorImpl<Type> &types) {
  auto parse = [&](StringRef text, Subscript &subscript) -> LogicalResult {
    if (succeeded(parseSubscript(text, subscript)))
      return success();
    return error("expects letters, at most one '...' per operand, ',' and at "
                 "most one '->' in equation \"",
                 equation, "\", found '", text, "'");
  };
  size_t arrow = equation.find("->");
  SmallVector<StringRef> terms;
  equation.take_front(arrow).split(terms, ',');
  if (terms.size() != operands.size())
    return error("expects ", terms.size(), " operand(s) by equation \"",
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
      return error("expects ", hasEllipsis ? "at least " : "", named,
                   " dimension(s) by subscript '", terms[i].trim(),
                   "' in operand #", i, ", found ", type);
    // The sizes in this operand: a diagonal's dimensions are equal.
    std::array<int64_t, 128> own;
    own.fill(ShapedType::kDynamic);
    for (char label : subscript) {
      if (label == '.') {
        size_t hidden = type.getRank() - named;
        if (!broadcastShape(ellipsis, shape.take_front(hidden)))
          return errorWithTypes("expects dimensions under '...' that broadcast",
                                operands);
        shape = shape.drop_front(hidden);
        continue;
      }
      if (!mergeSize(own[label], shape.front()))
        return error("expects dimensions of one size for the repeated letter "
                     "'",
                     StringRef(&label, 1), "' in operand #", i, ", found ",
                     type);
      ++uses[label];
      shape = shape.drop_front();
    }
    for (char label : subscript)
      if (label != '.' && !broadcastSize(sizes[label], own[label]))
        return error("expects one size, or 1, for the letter '",
                     StringRef(&label, 1), "', found ", sizes[label], " and ",
                     own[label], " in operand #", i, " ", type);
  }
  Type elementType = getElementType(operands);
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
      return error("has the letter '", StringRef(&label, 1),
                   "' in the result only of equation \"", equation, "\"");
    if (output.str().take_front(i).contains(label))
      return error("has the letter '", StringRef(&label, 1),
                   "' twice in the result of equation \"", equation, "\"");
    shape.push_back(sizes[label]);
  }
  types.push_back(RankedTensorType::get(shape, elementType));
  return success();
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

namespace {
/// What a parameter may be.
enum class Sign { Any, NonNegative, Positive };
} // namespace

/// Checks a parameter: finite, and of `sign`.
static LogicalResult verifyParameter(Operation *op, StringRef name,
                                     const APFloat &parameter, Sign sign) {
  double value = parameter.convertToDouble();
  if (std::isfinite(value) && (sign != Sign::NonNegative || value >= 0) &&
      (sign != Sign::Positive || value > 0))
    return success();
  return op->emitOpError("expects a finite ")
         << name
         << (sign == Sign::NonNegative ? " of 0 or more"
             : sign == Sign::Positive  ? " above 0"
                                       : "")
         << ", found " << value;
}

/// Checks the order of a norm, which may be infinite.
static LogicalResult verifyNorm(Operation *op, const APFloat &p) {
  double value = p.convertToDouble();
  if (value >= 0)
    return success();
  return op->emitOpError("expects p of 0 or more, found ") << value;
}

LogicalResult SmoothL1LossOp::verify() {
  return verifyParameter(*this, "beta", getBeta(), Sign::NonNegative);
}

LogicalResult HuberLossOp::verify() {
  return verifyParameter(*this, "delta", getDelta(), Sign::Positive);
}

LogicalResult PoissonNllLossOp::verify() {
  return verifyParameter(*this, "eps", getEps(), Sign::NonNegative);
}

LogicalResult HingeEmbeddingLossOp::verify() {
  return verifyParameter(*this, "margin", getMargin(), Sign::Any);
}

LogicalResult MarginRankingLossOp::verify() {
  return verifyParameter(*this, "margin", getMargin(), Sign::Any);
}

LogicalResult CosineEmbeddingLossOp::verify() {
  return verifyParameter(*this, "margin", getMargin(), Sign::Any);
}

LogicalResult MultiMarginLossOp::verify() {
  auto p = static_cast<int64_t>(getP());
  if (p != 1 && p != 2)
    return emitOpError("expects p to be 1 or 2, found ") << p;
  return verifyParameter(*this, "margin", getMargin(), Sign::Any);
}

LogicalResult TripletMarginLossOp::verify() {
  if (failed(verifyParameter(*this, "margin", getMargin(), Sign::Positive)) ||
      failed(verifyParameter(*this, "eps", getEps(), Sign::NonNegative)))
    return failure();
  return verifyNorm(*this, getP());
}

LogicalResult CtcLossOp::verify() {
  // Shapes are inferred later: there may be no dimension yet.
  ArrayRef<int64_t> shape = getTensorType(getLogProbs()).getShape();
  int64_t classes = shape.empty() ? ShapedType::kDynamic : shape.back();
  auto blank = static_cast<int64_t>(getBlank());
  if (blank >= 0 && (ShapedType::isDynamic(classes) || blank < classes))
    return success();
  return emitOpError("expects blank to be a class of ")
         << getLogProbs().getType() << ", found " << blank;
}

LogicalResult CosineSimilarityOp::verify() {
  return verifyParameter(*this, "eps", getEps(), Sign::NonNegative);
}

LogicalResult DistOp::verify() { return verifyNorm(*this, getP()); }

LogicalResult PdistOp::verify() { return verifyNorm(*this, getP()); }

LogicalResult CdistOp::verify() { return verifyNorm(*this, getP()); }

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

#define GET_OP_CLASSES
#include "amp/Dialect/Amp/IR/AmpLossOps.cpp.inc"
