//===- Reductions.cpp - Reductions, scans and norms -----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Types, verification and folds.

#include "amp/Dialect/Amp/IR/Reductions.h"

#include "ShapeRules.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

LogicalResult mlir::amp::detail::inferAlongDim(std::optional<Location> location,
                                               StringRef op, Value input,
                                               int64_t dim,
                                               SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(input);
  types.push_back(type);
  return resolveDim(location, op, dim, type.getRank(), type);
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
// topk, trace and argmax
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

LogicalResult ArgmaxOp::inferReturnTypes(MLIRContext *context,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  RankedTensorType type = getTensorType(adaptor.getInput());
  int64_t dim = adaptor.getDim();
  if (dim < 0)
    dim += type.getRank();
  if (dim < 0 || dim >= type.getRank())
    return emitOptionalError(location, "'amp.argmax' op expects dim in [",
                             -type.getRank(), ", ", type.getRank(), ") of ",
                             type, ", found ",
                             static_cast<int64_t>(adaptor.getDim()));
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + dim);
  types.push_back(RankedTensorType::get(shape, IntegerType::get(context, 64)));
  return success();
}

//===----------------------------------------------------------------------===//
// Norms of matrices
//===----------------------------------------------------------------------===//

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

AMP_INFER(NuclearNormOp,
          inferMatrixNorm(location, getOperationName(), adaptor.getInput(),
                          adaptor.getDims(), adaptor.getKeepdim(), types))

LogicalResult LinalgMatrixNormOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  if (failed(inferMatrixNorm(location, getOperationName(), adaptor.getInput(),
                             adaptor.getDims(), adaptor.getKeepdim(), types)))
    return failure();
  return inferOutputType(location, getOperationName(), adaptor.getDtype(),
                         types.back());
}
