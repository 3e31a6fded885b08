//===- MathOps.cpp --------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Elementwise functions, reductions, scans, norms, shapes and indexing beyond
// the core: shapes, checks, and what the composites are made of.

#include "amp/Dialect/Amp/IR/AmpMathOps.h"

using namespace mlir;
using namespace mlir::amp;

void AmpDialect::registerMathOps() {
  addOperations<
#define GET_OP_LIST
#include "amp/Dialect/Amp/IR/AmpMathOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

/// `dim` counted from the start, of `rank` dimensions; `type` is what the
/// diagnostic shows.
static FailureOr<int64_t> resolveDim(std::optional<Location> location,
                                     StringRef op, int64_t dim, int64_t rank,
                                     Type type) {
  if (dim < -rank || dim >= rank)
    return emitOptionalError(location, "'", op, "' op expects dim in [", -rank,
                             ", ", rank, ") for ", type, ", found ", dim);
  return dim < 0 ? dim + rank : dim;
}

/// Checks that dimension `dim` exists. The result is the input's type.
static LogicalResult inferAlongDim(std::optional<Location> location,
                                   StringRef op, Value input, int64_t dim,
                                   SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(input);
  types.push_back(type);
  return resolveDim(location, op, dim, type.getRank(), type);
}

/// The places in `dims`, each once, as a mask.
static FailureOr<SmallVector<bool>>
resolveDims(std::optional<Location> location, StringRef op,
            ArrayRef<int64_t> dims, RankedTensorType type) {
  SmallVector<bool> mask(type.getRank(), false);
  for (int64_t dim : dims) {
    FailureOr<int64_t> place =
        resolveDim(location, op, dim, type.getRank(), type);
    if (failed(place))
      return failure();
    if (mask[*place])
      return emitOptionalError(location, "'", op, "' op lists dimension ",
                               *place, " twice");
    mask[*place] = true;
  }
  return mask;
}

/// True if the sizes can be one; `size` is then what is known of it.
static bool mergeSize(int64_t &size, int64_t other) {
  if (ShapedType::isDynamic(size))
    size = other;
  return ShapedType::isDynamic(other) || size == other;
}

/// True if `size` can be at most `limit`.
static bool isAtMost(int64_t size, int64_t limit) {
  return ShapedType::isDynamic(size) || ShapedType::isDynamic(limit) ||
         size <= limit;
}

static LogicalResult emitTooManyElements(std::optional<Location> location,
                                         StringRef op) {
  return emitOptionalError(location, "'", op,
                           "' op result has too many elements");
}

/// Checks that the operands' element types are equal. Indices are not asked
/// about.
static LogicalResult checkElementTypes(std::optional<Location> location,
                                       StringRef op, Value a, Value b) {
  Type first = getTensorType(a).getElementType();
  Type second = getTensorType(b).getElementType();
  if (first == second)
    return success();
  return emitOptionalError(location, "'", op,
                           "' op expects operands of one element type, found ",
                           first, " and ", second);
}

//===----------------------------------------------------------------------===//
// Elementwise functions
//===----------------------------------------------------------------------===//

LogicalResult HardtanhOp::verify() {
  double low = getMinVal().convertToDouble();
  double high = getMaxVal().convertToDouble();
  if (!(low <= high))
    return emitOpError("expects min_val not above max_val, found ")
           << low << " and " << high;
  return success();
}

LogicalResult SoftplusOp::verify() {
  if (getBeta().isZero())
    return emitOpError("expects beta other than 0");
  return success();
}

LogicalResult ClampOp::verify() {
  if (!getMin() && !getMax())
    return emitOpError("expects 'min' or 'max', found neither");
  return success();
}

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

LogicalResult LinalgVectorNormOp::verify() {
  if (getOrd().isNaN())
    return emitOpError("expects ord to be a number, found NaN");
  return success();
}

LogicalResult NormOp::verify() {
  if (getP().isNaN())
    return emitOpError("expects p to be a number, found NaN");
  return success();
}

LogicalResult FrobeniusNormOp::verify() {
  if (getDims().size() > 2)
    return emitOpError("expects at most two dims, found ") << getDims().size();
  return success();
}

/// Reduces the matrix in the two listed dimensions, the last two if none is.
static LogicalResult inferMatrixNorm(std::optional<Location> location,
                                     StringRef op, Value input,
                                     ArrayRef<int64_t> dims, bool keepdim,
                                     SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(input);
  if (type.getRank() < 2)
    return emitOptionalError(location, "'", op,
                             "' op expects rank 2 or more, found ", type);
  if (!dims.empty() && dims.size() != 2)
    return emitOptionalError(location, "'", op,
                             "' op expects two dims or none, found ",
                             dims.size());
  constexpr int64_t lastTwo[] = {-2, -1};
  if (dims.empty())
    dims = lastTwo;
  return mlir::amp::detail::inferReductionType(location, op, input, dims,
                                               keepdim, types);
}

bool LinalgMatrixNormOp::isNuclear() {
  auto kind = dyn_cast_if_present<StringAttr>(getOrdAttr());
  return kind && kind.getValue() == "nuc";
}

LogicalResult LinalgMatrixNormOp::verify() {
  Attribute ord = getOrdAttr();
  if (!ord || isNuclear())
    return success();
  if (auto kind = dyn_cast<StringAttr>(ord)) {
    if (kind.getValue() == "fro")
      return success();
  } else {
    APFloat magnitude = abs(cast<FloatAttr>(ord).getValue());
    if (magnitude.isInfinity() || magnitude == APFloat(1.0) ||
        magnitude == APFloat(2.0))
      return success();
  }
  return emitOpError("expects ord \"fro\", \"nuc\", 1, -1, 2, -2 or an "
                     "infinity, found ")
         << ord;
}

LogicalResult RenormOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  if (type.getRank() < 2)
    return emitOptionalError(
        location, "'amp.renorm' op expects rank 2 or more, found ", type);
  return inferAlongDim(location, getOperationName(), adaptor.getInput(),
                       adaptor.getDim(), types);
}

LogicalResult RenormOp::verify() {
  double p = getP().convertToDouble();
  if (!(p > 0))
    return emitOpError("expects a positive p, found ") << p;
  double most = getMaxnorm().convertToDouble();
  if (!(most >= 0))
    return emitOpError("expects maxnorm of at least 0, found ") << most;
  return success();
}

//===----------------------------------------------------------------------===//
// topk, trace
//===----------------------------------------------------------------------===//

LogicalResult TopkOp::inferReturnTypes(MLIRContext *context,
                                       std::optional<Location> location,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  FailureOr<int64_t> dim = resolveDim(location, getOperationName(),
                                      adaptor.getDim(), type.getRank(), type);
  if (failed(dim))
    return failure();
  int64_t k = adaptor.getK();
  if (k < 0)
    return emitOptionalError(
        location, "'amp.topk' op expects k of at least 0, found ", k);
  if (!isAtMost(k, type.getDimSize(*dim)))
    return emitOptionalError(location, "'amp.topk' op expects k of at most ",
                             type.getDimSize(*dim), ", the size of dimension ",
                             *dim, " of ", type, ", found ", k);
  SmallVector<int64_t> shape(type.getShape());
  shape[*dim] = k;
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  types.push_back(RankedTensorType::get(shape, IntegerType::get(context, 64)));
  return success();
}

LogicalResult TraceOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> location,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  if (type.getRank() != 2)
    return emitOptionalError(location,
                             "'amp.trace' op expects a matrix, found ", type);
  types.push_back(RankedTensorType::get({}, type.getElementType()));
  return success();
}

//===----------------------------------------------------------------------===//
// dot, vdot, cross
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

//===----------------------------------------------------------------------===//
// softmin, normalize
//===----------------------------------------------------------------------===//

LogicalResult SoftminOp::decompose(OpBuilder &builder,
                                   SmallVectorImpl<Value> &results) {
  Value negated = NegOp::create(builder, getLoc(), getInput());
  results.push_back(SoftmaxOp::create(builder, getLoc(), negated,
                                      static_cast<int64_t>(getDim())));
  return success();
}

LogicalResult NormalizeOp::verify() {
  if (getP().isNaN())
    return emitOpError("expects p to be a number, found NaN");
  double eps = getEps().convertToDouble();
  if (!(eps >= 0))
    return emitOpError("expects eps of at least 0, found ") << eps;
  return success();
}

LogicalResult NormalizeOp::decompose(OpBuilder &builder,
                                     SmallVectorImpl<Value> &results) {
  Location loc = getLoc();
  Value norm = LinalgVectorNormOp::create(
      builder, loc, getInput(), getP(),
      ArrayRef<int64_t>{static_cast<int64_t>(getDim())}, /*keepdim=*/true,
      /*dtype=*/TypeAttr());
  auto scalar = RankedTensorType::get({}, getType().getElementType());
  Value eps = createSplat(builder, loc, scalar, getEps().convertToDouble());
  Value divisor = MaximumOp::create(builder, loc, norm, eps);
  results.push_back(DivOp::create(builder, loc, getInput(), divisor));
  return success();
}

//===----------------------------------------------------------------------===//
// stack, split
//===----------------------------------------------------------------------===//

LogicalResult StackOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> location,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  if (adaptor.getInputs().empty())
    return emitOptionalError(location, "'amp.stack' op expects an operand");
  Value first = adaptor.getInputs().front();
  RankedTensorType type = getTensorType(first);
  FailureOr<int64_t> dim = resolveDim(
      location, getOperationName(), adaptor.getDim(), type.getRank() + 1, type);
  if (failed(dim))
    return failure();
  SmallVector<int64_t> shape(type.getShape());
  for (Value input : adaptor.getInputs().drop_front()) {
    RankedTensorType other = getTensorType(input);
    if (failed(checkElementTypes(location, getOperationName(), first, input)))
      return failure();
    bool fits = other.getRank() == type.getRank();
    for (int64_t i = 0; fits && i < type.getRank(); ++i)
      fits = mergeSize(shape[i], other.getDimSize(i));
    if (!fits)
      return emitOptionalError(
          location, "'amp.stack' op expects operands of one shape, found ",
          type, " and ", other);
  }
  shape.insert(shape.begin() + *dim, adaptor.getInputs().size());
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

LogicalResult SplitOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> location,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  FailureOr<int64_t> dim = resolveDim(location, getOperationName(),
                                      adaptor.getDim(), type.getRank(), type);
  if (failed(dim))
    return failure();
  if (adaptor.getSizes().empty())
    return emitOptionalError(location, "'amp.split' op expects a size");
  int64_t sum = 0;
  SmallVector<int64_t> shape(type.getShape());
  for (int64_t size : adaptor.getSizes()) {
    if (size < 0)
      return emitOptionalError(
          location, "'amp.split' op expects sizes of at least 0, found ", size);
    if (llvm::AddOverflow(sum, size, sum))
      return emitTooManyElements(location, getOperationName());
    shape[*dim] = size;
    types.push_back(RankedTensorType::get(shape, type.getElementType()));
  }
  int64_t whole = type.getDimSize(*dim);
  if (!mergeSize(whole, sum))
    return emitOptionalError(
        location, "'amp.split' op expects sizes that add up to ", whole,
        ", the size of dimension ", *dim, " of ", type, ", found ", sum);
  return success();
}

//===----------------------------------------------------------------------===//
// squeeze, unsqueeze, flip, tile
//===----------------------------------------------------------------------===//

LogicalResult SqueezeOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location> location,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  bool all = adaptor.getDims().empty();
  if (all && !type.hasStaticShape())
    return emitOptionalError(
        location, "'amp.squeeze' op cannot tell which dimensions of ", type,
        " have size 1; list them in 'dims'");
  FailureOr<SmallVector<bool>> listed =
      resolveDims(location, getOperationName(), adaptor.getDims(), type);
  if (failed(listed))
    return failure();
  SmallVector<int64_t> shape;
  for (auto [i, size] : llvm::enumerate(type.getShape())) {
    if ((*listed)[i] && !ShapedType::isDynamic(size) && size != 1)
      return emitOptionalError(location,
                               "'amp.squeeze' op expects size 1 in dimension ",
                               i, " of ", type);
    if (!(*listed)[i] && !(all && size == 1))
      shape.push_back(size);
  }
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

LogicalResult UnsqueezeOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location> location,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  FailureOr<int64_t> dim = resolveDim(
      location, getOperationName(), adaptor.getDim(), type.getRank() + 1, type);
  if (failed(dim))
    return failure();
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin() + *dim, 1);
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

LogicalResult FlipOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> location,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  types.push_back(type);
  return resolveDims(location, getOperationName(), adaptor.getDims(), type);
}

LogicalResult TileOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> location,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  SmallVector<int64_t> repeats(adaptor.getRepeats());
  SmallVector<int64_t> shape(type.getShape());
  size_t rank = std::max(repeats.size(), shape.size());
  repeats.insert(repeats.begin(), rank - repeats.size(), 1);
  shape.insert(shape.begin(), rank - shape.size(), 1);
  for (size_t i = 0; i < rank; ++i) {
    if (repeats[i] < 0)
      return emitOptionalError(
          location, "'amp.tile' op expects repeats of at least 0, found ",
          repeats[i]);
    if (ShapedType::isDynamic(shape[i]))
      shape[i] = repeats[i] == 0 ? 0 : ShapedType::kDynamic;
    else if (llvm::MulOverflow(shape[i], repeats[i], shape[i]))
      return emitTooManyElements(location, getOperationName());
  }
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

/// `size` with `low` and `high` more; `?` stays `?`. Fails if it has no
/// elements to take away, or too many.
static FailureOr<int64_t> padSize(int64_t size, int64_t low, int64_t high) {
  if (ShapedType::isDynamic(size))
    return size;
  int64_t kept, padded;
  if (llvm::AddOverflow(std::min<int64_t>(low, 0), std::min<int64_t>(high, 0),
                        kept) ||
      llvm::AddOverflow(size, kept, kept) || kept < 0 ||
      llvm::AddOverflow(kept, std::max<int64_t>(low, 0), padded) ||
      llvm::AddOverflow(padded, std::max<int64_t>(high, 0), padded))
    return failure();
  return padded;
}

LogicalResult ConstantPadNdOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  ArrayRef<int64_t> low = adaptor.getLow(), high = adaptor.getHigh();
  size_t rank = type.getRank();
  if (low.size() != rank || high.size() != rank)
    return emitOptionalError(
        location, "'amp.constant_pad_nd' op expects ", rank,
        " entries, one per dimension, in 'low' and 'high', found ", low.size(),
        " and ", high.size());
  SmallVector<int64_t> shape;
  for (size_t i = 0; i < rank; ++i) {
    FailureOr<int64_t> size = padSize(type.getDimSize(i), low[i], high[i]);
    if (failed(size))
      return emitOptionalError(
          location, "'amp.constant_pad_nd' op cannot pad dimension ", i, " of ",
          type, " with ", low[i], " and ", high[i]);
    shape.push_back(*size);
  }
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

/// Padding of the last dimensions. With `mirrors` each side takes the elements
/// next to the one at the edge, else the one at the edge.
static LogicalResult inferEdgePad(std::optional<Location> location,
                                  StringRef op, Value input,
                                  ArrayRef<int64_t> low, ArrayRef<int64_t> high,
                                  bool mirrors, SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(input);
  if (low.size() != high.size() || low.empty() || low.size() > 3)
    return emitOptionalError(
        location, "'", op,
        "' op expects one to three entries in 'low' and as many in 'high', "
        "found ",
        low.size(), " and ", high.size());
  int64_t count = low.size(), rank = type.getRank();
  if (rank != count + 1 && rank != count + 2)
    return emitOptionalError(location, "'", op, "' op expects rank ", count + 1,
                             " or ", count + 2, " to pad ", count,
                             " dimensions, found ", type);
  SmallVector<int64_t> shape(type.getShape());
  for (int64_t i = 0; i < count; ++i) {
    int64_t dim = rank - count + i, size = shape[dim];
    if (low[i] < 0 || high[i] < 0)
      return emitOptionalError(location, "'", op,
                               "' op expects 'low' and 'high' of at least 0, "
                               "found ",
                               low[i], " and ", high[i]);
    int64_t most = mirrors ? std::max(low[i], high[i]) : 0;
    if (!ShapedType::isDynamic(size) && most >= size)
      return emitOptionalError(location, "'", op, "' op expects more than ",
                               most, " elements in dimension ", dim,
                               ", which is padded with ", low[i], " and ",
                               high[i], ", found ", type);
    FailureOr<int64_t> padded = padSize(size, low[i], high[i]);
    if (failed(padded))
      return emitTooManyElements(location, op);
    shape[dim] = *padded;
  }
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

LogicalResult ReflectionPadOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  return inferEdgePad(location, getOperationName(), adaptor.getInput(),
                      adaptor.getLow(), adaptor.getHigh(), /*mirrors=*/true,
                      types);
}

LogicalResult ReplicationPadOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  return inferEdgePad(location, getOperationName(), adaptor.getInput(),
                      adaptor.getLow(), adaptor.getHigh(), /*mirrors=*/false,
                      types);
}

StringRef ReflectionPadOp::getPrecisionName() {
  constexpr StringRef names[] = {"reflection_pad1d", "reflection_pad2d",
                                 "reflection_pad3d"};
  return names[getLow().size() - 1];
}

StringRef ReplicationPadOp::getPrecisionName() {
  constexpr StringRef names[] = {"replication_pad1d", "replication_pad2d",
                                 "replication_pad3d"};
  return names[getLow().size() - 1];
}

//===----------------------------------------------------------------------===//
// pixel_shuffle, pixel_unshuffle
//===----------------------------------------------------------------------===//

/// Checks rank and factor; gives the factor's square.
static FailureOr<int64_t> squareFactor(std::optional<Location> location,
                                       StringRef op, RankedTensorType type,
                                       int64_t factor) {
  if (type.getRank() < 3)
    return emitOptionalError(location, "'", op,
                             "' op expects rank 3 or more, found ", type);
  int64_t square;
  if (factor < 1 || llvm::MulOverflow(factor, factor, square))
    return emitOptionalError(location, "'", op,
                             "' op expects a factor of at least 1, whose "
                             "square is a size, found ",
                             factor);
  return square;
}

/// Multiplies a size, `?` or known; false if there are too many.
static bool multiplySize(int64_t &size, int64_t factor) {
  return ShapedType::isDynamic(size) || !llvm::MulOverflow(size, factor, size);
}

LogicalResult PixelShuffleOp::inferReturnTypes(MLIRContext *,
                                               std::optional<Location> location,
                                               Adaptor adaptor,
                                               SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  int64_t factor = adaptor.getFactor();
  FailureOr<int64_t> square =
      squareFactor(location, getOperationName(), type, factor);
  if (failed(square))
    return failure();
  SmallVector<int64_t> shape(type.getShape());
  int64_t &channels = shape[shape.size() - 3];
  if (!ShapedType::isDynamic(channels)) {
    if (channels % *square)
      return emitOptionalError(
          location, "'amp.pixel_shuffle' op expects a multiple of ", *square,
          " channels for factor ", factor, ", found ", channels, " in ", type);
    channels /= *square;
  }
  if (!multiplySize(shape[shape.size() - 2], factor) ||
      !multiplySize(shape.back(), factor))
    return emitTooManyElements(location, getOperationName());
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

LogicalResult PixelUnshuffleOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  int64_t factor = adaptor.getFactor();
  FailureOr<int64_t> square =
      squareFactor(location, getOperationName(), type, factor);
  if (failed(square))
    return failure();
  SmallVector<int64_t> shape(type.getShape());
  for (size_t i = shape.size() - 2; i < shape.size(); ++i) {
    if (ShapedType::isDynamic(shape[i]))
      continue;
    if (shape[i] % factor)
      return emitOptionalError(
          location, "'amp.pixel_unshuffle' op expects a multiple of ", factor,
          " in dimension ", i, ", found ", type);
    shape[i] /= factor;
  }
  if (!multiplySize(shape[shape.size() - 3], *square))
    return emitTooManyElements(location, getOperationName());
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

//===----------------------------------------------------------------------===//
// Indexing
//===----------------------------------------------------------------------===//

LogicalResult IndexSelectOp::inferReturnTypes(MLIRContext *,
                                              std::optional<Location> location,
                                              Adaptor adaptor,
                                              SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  RankedTensorType index = getTensorType(adaptor.getIndex());
  FailureOr<int64_t> dim = resolveDim(location, getOperationName(),
                                      adaptor.getDim(), type.getRank(), type);
  if (failed(dim))
    return failure();
  if (index.getRank() != 1)
    return emitOptionalError(
        location, "'amp.index_select' op expects a vector of indices, found ",
        index);
  SmallVector<int64_t> shape(type.getShape());
  shape[*dim] = index.getDimSize(0);
  types.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

/// Checks that `index` has the rank of `type` and, but in dimension `dim`, is
/// not larger.
static LogicalResult checkIndexShape(std::optional<Location> location,
                                     StringRef op, RankedTensorType index,
                                     RankedTensorType type, int64_t dim) {
  bool fits = index.getRank() == type.getRank();
  for (int64_t i = 0; fits && i < type.getRank(); ++i)
    fits = i == dim || isAtMost(index.getDimSize(i), type.getDimSize(i));
  if (fits)
    return success();
  return emitOptionalError(location, "'", op,
                           "' op expects indices of the input's rank, not "
                           "larger than it in other dimensions than ",
                           dim, ", found ", index, " for ", type);
}

LogicalResult GatherOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  RankedTensorType index = getTensorType(adaptor.getIndex());
  FailureOr<int64_t> dim = resolveDim(location, getOperationName(),
                                      adaptor.getDim(), type.getRank(), type);
  if (failed(dim) ||
      failed(checkIndexShape(location, getOperationName(), index, type, *dim)))
    return failure();
  types.push_back(index.clone(type.getElementType()));
  return success();
}

LogicalResult ScatterAddOp::inferReturnTypes(MLIRContext *,
                                             std::optional<Location> location,
                                             Adaptor adaptor,
                                             SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  RankedTensorType index = getTensorType(adaptor.getIndex());
  RankedTensorType source = getTensorType(adaptor.getSrc());
  FailureOr<int64_t> dim = resolveDim(location, getOperationName(),
                                      adaptor.getDim(), type.getRank(), type);
  if (failed(dim) ||
      failed(
          checkIndexShape(location, getOperationName(), index, type, *dim)) ||
      failed(checkElementTypes(location, getOperationName(), adaptor.getInput(),
                               adaptor.getSrc())))
    return failure();
  bool fits = source.getRank() == index.getRank();
  for (int64_t i = 0; fits && i < index.getRank(); ++i)
    fits = isAtMost(index.getDimSize(i), source.getDimSize(i));
  if (!fits)
    return emitOptionalError(
        location,
        "'amp.scatter_add' op expects indices of the source's rank, not larger "
        "than it, found ",
        index, " for ", source);
  types.push_back(type);
  return success();
}

LogicalResult IndexCopyOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location> location,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  RankedTensorType index = getTensorType(adaptor.getIndex());
  RankedTensorType source = getTensorType(adaptor.getSource());
  FailureOr<int64_t> dim = resolveDim(location, getOperationName(),
                                      adaptor.getDim(), type.getRank(), type);
  if (failed(dim) ||
      failed(checkElementTypes(location, getOperationName(), adaptor.getInput(),
                               adaptor.getSource())))
    return failure();
  if (index.getRank() != 1)
    return emitOptionalError(
        location, "'amp.index_copy' op expects a vector of indices, found ",
        index);
  SmallVector<int64_t> expected(type.getShape());
  expected[*dim] = index.getDimSize(0);
  if (failed(verifyCompatibleShape(expected, source.getShape())))
    return emitOptionalError(location, "'amp.index_copy' op expects source ",
                             type.clone(expected), " for ", index,
                             " along dimension ", *dim, " of ", type,
                             ", found ", source);
  types.push_back(type);
  return success();
}

LogicalResult IndexPutOp::inferReturnTypes(MLIRContext *,
                                           std::optional<Location> location,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  RankedTensorType index = getTensorType(adaptor.getIndex());
  RankedTensorType values = getTensorType(adaptor.getValues());
  if (type.getRank() == 0)
    return emitOptionalError(
        location, "'amp.index_put' op expects rank 1 or more, found ", type);
  if (failed(checkElementTypes(location, getOperationName(), adaptor.getInput(),
                               adaptor.getValues())))
    return failure();
  SmallVector<int64_t> target(index.getShape());
  llvm::append_range(target, type.getShape().drop_front());
  int64_t added = static_cast<int64_t>(target.size()) -
                  static_cast<int64_t>(values.getRank());
  bool fits = added >= 0;
  for (int64_t i = 0; fits && i < values.getRank(); ++i)
    fits = values.getDimSize(i) == 1 ||
           mergeSize(target[added + i], values.getDimSize(i));
  if (!fits)
    return emitOptionalError(location, "'amp.index_put' op cannot broadcast ",
                             values, " to ", type.clone(target),
                             ", the shape of the indices followed by that of a "
                             "slice");
  types.push_back(type);
  return success();
}

#define GET_OP_CLASSES
#include "amp/Dialect/Amp/IR/AmpMathOps.cpp.inc"
