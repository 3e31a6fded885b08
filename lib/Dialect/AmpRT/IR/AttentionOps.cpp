//===- AttentionOps.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/IR/ElementTypes.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;
using namespace mlir::amprt;

static ShapedType getShapedType(Value value) {
  return cast<ShapedType>(value.getType());
}

/// A record's matrices, in the order of `rows_first`, and the rows' logarithms.
static SmallVector<Value> getMatrices(AttentionRecordOp op) {
  SmallVector<Value> matrices(op.getInputs());
  matrices.push_back(op.getOuts()[0]);
  return matrices;
}
static SmallVector<Value> getMatrices(AttentionBackwardRecordOp op) {
  SmallVector<Value> matrices(op.getInputs().drop_back());
  llvm::append_range(matrices, op.getOuts());
  return matrices;
}
static Value getLogarithms(AttentionRecordOp op) { return op.getOuts()[1]; }
static Value getLogarithms(AttentionBackwardRecordOp op) {
  return op.getInputs().back();
}

/// `sizes` or strides of matrix `index` as [batch, heads, rows, row].
template <typename OpTy>
static SmallVector<int64_t> orderDims(OpTy op, size_t index,
                                      ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> result(sizes);
  if (llvm::is_contained(op.getRowsFirst(), static_cast<int64_t>(index)))
    std::swap(result[1], result[2]);
  return result;
}

template <typename OpTy>
static SmallVector<int64_t> getDims(OpTy op, size_t index) {
  return orderDims(op, index, getShapedType(getMatrices(op)[index]).getShape());
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// The types of the matrices: those of query, and from `result` on, of
/// `numResults` of them, also f32.
template <typename OpTy>
static LogicalResult verifyTypes(OpTy op, ArrayRef<Value> matrices,
                                 unsigned numResults) {
  Type type = getShapedType(matrices[0]).getElementType();
  if (type.isF64())
    return op.emitOpError("expects elements of f32, f16 or bf16, found ")
           << matrices[0].getType();
  Type wide = getShapedType(matrices[3]).getElementType();
  if (wide != type && !wide.isF32())
    return op.emitOpError("expects a result of ")
           << type << " or f32, found " << matrices[3].getType();
  for (auto [i, matrix] : llvm::enumerate(matrices)) {
    bool isResult = i >= 3 && i < 3 + numResults;
    if (getShapedType(matrix).getElementType() != (isResult ? wide : type))
      return op.emitOpError("expects elements of ")
             << (isResult ? wide : type) << ", found " << matrix.getType();
  }
  return success();
}

/// The expected sizes of each matrix, from those of query, key and value.
template <typename OpTy>
static LogicalResult verifyShapes(OpTy op, ArrayRef<Value> matrices,
                                  ArrayRef<SmallVector<int64_t>> expected) {
  for (auto [i, matrix] : llvm::enumerate(matrices))
    if (getDims(op, i) != expected[i])
      return op.emitOpError("sizes do not fit: matrix ")
             << i << " is " << matrix.getType() << " beside query "
             << matrices[0].getType() << ", key " << matrices[1].getType()
             << " and value " << matrices[2].getType();
  return success();
}

template <typename OpTy>
static LogicalResult verifyAttention(OpTy op, size_t numInputs, size_t numOuts,
                                     unsigned numResults) {
  if (op.getInputs().size() != numInputs || op.getOuts().size() != numOuts)
    return op.emitOpError("expects ")
           << numInputs << " inputs and " << numOuts << " destinations, found "
           << op.getInputs().size() << " and " << op.getOuts().size();
  bool onTensors = isa<TensorType>(op.getOuts()[0].getType());
  if (llvm::any_of(op->getOperandTypes(), [&](Type type) {
        return isa<TensorType>(type) != onTensors;
      }))
    return op.emitOpError("expects tensors or buffers, not both");
  SmallVector<Type> results;
  if (onTensors)
    llvm::append_range(results, op.getOuts().getTypes());
  if (op->getResultTypes() != ArrayRef<Type>(results))
    return op.emitOpError("has a result for each destination that is a "
                          "tensor, of its type");
  SmallVector<Value> matrices = getMatrices(op);
  for (Value matrix : matrices)
    if (getShapedType(matrix).getRank() != 4 ||
        !getShapedType(matrix).hasStaticShape())
      return op.emitOpError("expects four dimensions of static size, found ")
             << matrix.getType();
  for (int64_t index : op.getRowsFirst())
    if (index < 0 || index >= static_cast<int64_t>(matrices.size()))
      return op.emitOpError("expects rows_first of matrices from 0 to ")
             << matrices.size() - 1 << ", found " << index;
  SmallVector<int64_t> query = getDims(op, 0), key = getDims(op, 1),
                       value = getDims(op, 2);
  SmallVector<int64_t> result = {query[0], query[1], query[2], value[3]};
  SmallVector<SmallVector<int64_t>> expected = {
      query,
      {query[0], key[1], key[2], query[3]},
      {query[0], key[1], key[2], value[3]}};
  for (unsigned i = 0; i < numResults; ++i)
    expected.push_back(result);
  if (expected.size() < matrices.size())
    expected.append({query, key, value});
  if (failed(verifyShapes(op, matrices, expected)) ||
      failed(verifyTypes(op, matrices, numResults)))
    return failure();
  if (key[1] == 0 || query[1] % key[1] != 0)
    return op.emitOpError("expects a number of query heads that is a multiple "
                          "of that of keys, found ")
           << query[1] << " and " << key[1];
  ShapedType rows = getShapedType(getLogarithms(op));
  if (rows.getShape() != ArrayRef(query).drop_back() ||
      !rows.getElementType().isF32())
    return op.emitOpError("expects logarithms of f32 for each of ")
           << query[0] << "x" << query[1] << "x" << query[2] << " rows, found "
           << rows;
  if (Value mask = op.getMask()) {
    ShapedType type = getShapedType(mask);
    int64_t scores[] = {query[0], query[1], query[2], key[2]};
    bool fits = type.getRank() == 4 && type.hasStaticShape();
    for (int64_t i = 0; fits && i < 4; ++i)
      fits = type.getDimSize(i) == 1 || type.getDimSize(i) == scores[i];
    if (!fits || type.getElementType().isF64())
      return op.emitOpError("expects a mask of f32, f16, bf16 or i1 whose four "
                            "dimensions are 1 or those of the scores, found ")
             << type;
    if (op.getIsCausal())
      return op.emitOpError("is causal and has a mask");
  }
  double p = op.getDropoutP().convertToDouble();
  if (!(p >= 0 && p <= 1))
    return op.emitOpError("expects dropout_p in [0, 1], found ") << p;
  if (static_cast<bool>(op.getRandom()) != (p > 0))
    return op.emitOpError("has a random state exactly if dropout_p is above 0");
  if (Value state = op.getRandom())
    if (getShapedType(state).getShape() != ArrayRef<int64_t>{2})
      return op.emitOpError("expects a random state of two elements, found ")
             << state.getType();
  return success();
}

LogicalResult AttentionRecordOp::verify() {
  return verifyAttention(*this, 3, 2, /*numResults=*/1);
}
LogicalResult AttentionBackwardRecordOp::verify() {
  return verifyAttention(*this, 6, 3, /*numResults=*/2);
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

/// Rows whose elements lie side by side, and strides that are not negative. A
/// mask may have any; logarithms and the state are dense.
template <typename OpTy>
static bool takesStrides(OpTy op, OpOperand &operand, MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      llvm::any_of(strides, [](int64_t stride) { return stride < 0; }))
    return false;
  if (operand.get() == op.getMask())
    return true;
  if (operand.get() == getLogarithms(op) || operand.get() == op.getRandom())
    return type.areTrailingDimsContiguous(type.getRank());
  return strides.back() == 1 || type.getShape().back() == 1;
}

bool AttentionRecordOp::takesLayout(OpOperand &operand, MemRefType type) {
  return takesStrides(*this, operand, type);
}
bool AttentionBackwardRecordOp::takesLayout(OpOperand &operand,
                                            MemRefType type) {
  return takesStrides(*this, operand, type);
}

template <typename OpTy>
static LogicalResult verifyLibrary(OpTy op) {
  int64_t scores = 1;
  for (int64_t size : getDims(op, 0))
    if (size < 1)
      return op.emitOpError("has no queries; expected sizes from 1");
  for (size_t i : {1, 2})
    for (int64_t size : getDims(op, i))
      if (size < 1)
        return op.emitOpError("has no keys or values; expected sizes from 1");
  for (int64_t size : ArrayRef(getDims(op, 0)).drop_back())
    if (llvm::MulOverflow(scores, size, scores))
      return op.emitOpError("has more scores than 64 bits count");
  if (llvm::MulOverflow(scores, getDims(op, 1)[2], scores))
    return op.emitOpError("has more scores than 64 bits count");
  return success();
}

LogicalResult AttentionRecordOp::verifyRecord() { return verifyLibrary(*this); }
LogicalResult AttentionBackwardRecordOp::verifyRecord() {
  return verifyLibrary(*this);
}

template <typename OpTy>
static bool isDestination(OpTy op, OpOperand &operand) {
  return op.isDpsInit(&operand);
}
bool AttentionRecordOp::readsOperand(OpOperand &operand) {
  return !isDestination(*this, operand);
}
bool AttentionRecordOp::writesOperand(OpOperand &operand) {
  return isDestination(*this, operand);
}
bool AttentionBackwardRecordOp::readsOperand(OpOperand &operand) {
  return !isDestination(*this, operand);
}
bool AttentionBackwardRecordOp::writesOperand(OpOperand &operand) {
  return isDestination(*this, operand);
}

/// What both records end with.
template <typename OpTy>
static void addOptional(OpTy op, SmallVectorImpl<OpOperand *> &operands) {
  for (OpOperand &mask : op.getMaskMutable())
    operands.push_back(&mask);
  for (OpOperand &state : op.getRandomMutable())
    operands.push_back(&state);
}

SmallVector<OpOperand *> AttentionRecordOp::getRecordOperands() {
  SmallVector<OpOperand *> operands;
  for (OpOperand &operand : getInputsMutable())
    operands.push_back(&operand);
  for (OpOperand &operand : getOutsMutable())
    operands.push_back(&operand);
  addOptional(*this, operands);
  return operands;
}

SmallVector<OpOperand *> AttentionBackwardRecordOp::getRecordOperands() {
  MutableOperandRange inputs = getInputsMutable();
  SmallVector<OpOperand *> operands;
  // The gradient comes behind what the forward record has.
  for (unsigned i : {0, 1, 2, 3, 5, 4})
    operands.push_back(&inputs[i]);
  for (OpOperand &operand : getOutsMutable())
    operands.push_back(&operand);
  addOptional(*this, operands);
  return operands;
}

template <typename OpTy>
static std::string describe(OpTy op, StringRef name) {
  SmallVector<int64_t> query = getDims(op, 0);
  return name.str() + " " + std::to_string(query[2]) + "x" +
         std::to_string(getDims(op, 1)[2]) + "x" + std::to_string(query[3]) +
         " of " + std::to_string(query[0] * query[1]);
}

std::string AttentionRecordOp::getRecordName() {
  return describe(*this, "attention");
}
std::string AttentionBackwardRecordOp::getRecordName() {
  return describe(*this, "attention_backward");
}

template <typename OpTy>
static void writeAttention(OpTy op, amprt_record &record, uint32_t flags) {
  record.kind = AMPRT_RECORD_ATTENTION;
  amprt_attention &attention = record.as.attention;
  SmallVector<int64_t> query = getDims(op, 0), key = getDims(op, 1);
  attention.batch = query[0];
  attention.heads = query[1];
  attention.key_heads = key[1];
  attention.rows = query[2];
  attention.keys = key[2];
  attention.size = query[3];
  attention.value_size = getDims(op, 2)[3];
  SmallVector<Value> matrices = getMatrices(op);
  for (auto [i, matrix] : llvm::enumerate(matrices)) {
    SmallVector<int64_t> strides = orderDims(
        op, i, cast<MemRefType>(matrix.getType()).getStridesAndOffset().first);
    attention.strides[i] = {strides[0], strides[1], strides[2]};
  }
  attention.type = toRuntimeType(getElementTypeOrSelf(matrices[0]));
  attention.type_result = toRuntimeType(getElementTypeOrSelf(matrices[3]));
  attention.type_mask = AMPRT_F32;
  if (Value mask = op.getMask()) {
    flags |= AMPRT_ATTENTION_MASK;
    auto type = cast<MemRefType>(mask.getType());
    attention.type_mask = toRuntimeType(type.getElementType());
    auto [strides, offset] = type.getStridesAndOffset();
    for (auto [i, stride] : llvm::enumerate(strides))
      attention.mask_strides[i] = type.getDimSize(i) == 1 ? 0 : stride;
  }
  if (op.getIsCausal())
    flags |= AMPRT_ATTENTION_CAUSAL;
  attention.kept_scale = 1;
  if (op.getRandom()) {
    flags |= AMPRT_ATTENTION_DROPOUT;
    double p = op.getDropoutP().convertToDouble();
    attention.dropout_limit = static_cast<uint32_t>(std::ceil(p * 0x1p24));
    attention.kept_scale = attention.dropout_limit == 1u << 24
                               ? 0.0f
                               : static_cast<float>(1 / (1 - p));
  }
  attention.flags = flags;
  attention.scale = static_cast<float>(op.getScale().convertToDouble());
}

LogicalResult AttentionRecordOp::writeRecord(
    amprt_record &record,
    llvm::function_ref<std::optional<uint32_t>(StringRef)>) {
  writeAttention(*this, record, 0);
  return success();
}

LogicalResult AttentionBackwardRecordOp::writeRecord(
    amprt_record &record,
    llvm::function_ref<std::optional<uint32_t>(StringRef)>) {
  writeAttention(*this, record, AMPRT_ATTENTION_BACKWARD);
  return success();
}
