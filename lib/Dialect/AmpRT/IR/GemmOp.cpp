//===- GemmOp.cpp ---------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/IR/ElementTypes.h"

using namespace mlir;
using namespace mlir::amprt;

GemmOp::Sizes GemmOp::getSizes() {
  auto lhs = cast<ShapedType>(getLhs().getType());
  auto out = cast<ShapedType>(getOut().getType());
  int64_t rank = out.getRank(), lhsRank = lhs.getRank();
  return {rank == 3 ? out.getDimSize(0) : 1, out.getDimSize(rank - 2),
          out.getDimSize(rank - 1),
          lhs.getDimSize(getTransposeA() ? lhsRank - 2 : lhsRank - 1)};
}

LogicalResult GemmOp::verify() {
  auto lhs = cast<ShapedType>(getLhs().getType());
  auto rhs = cast<ShapedType>(getRhs().getType());
  auto out = cast<ShapedType>(getOut().getType());
  bool onTensors = isa<TensorType>(out);
  if (llvm::any_of(getOperandTypes(), [&](Type type) {
        return isa<TensorType>(type) != onTensors;
      }))
    return emitOpError("expects tensors or buffers, not both, found ")
           << lhs << ", " << rhs << " and " << out;
  auto isRank2or3 = [](ShapedType type) {
    return type.getRank() == 2 || type.getRank() == 3;
  };
  if (!isRank2or3(lhs) || !isRank2or3(rhs) || !isRank2or3(out))
    return emitOpError("expects matrices of rank 2, or 3 with a batch, found ")
           << lhs << ", " << rhs << " and " << out;
  if (!lhs.hasStaticShape() || !rhs.hasStaticShape() || !out.hasStaticShape())
    return emitOpError("expects static shapes, found ")
           << lhs << ", " << rhs << " and " << out;
  Sizes sizes = getSizes();
  auto fits = [&](ShapedType type, bool transposed, int64_t rows,
                  int64_t columns) {
    if (transposed)
      std::swap(rows, columns);
    ArrayRef<int64_t> shape = type.getShape();
    return shape[shape.size() - 2] == rows && shape.back() == columns &&
           (shape.size() == 2 ||
            (out.getRank() == 3 && shape[0] == sizes.batch));
  };
  if (!fits(lhs, getTransposeA(), sizes.m, sizes.k) ||
      !fits(rhs, getTransposeB(), sizes.k, sizes.n))
    return emitOpError("sizes do not fit: ")
           << lhs << " by " << rhs << " into " << out;
  Type type = lhs.getElementType(), outType = out.getElementType();
  if (rhs.getElementType() != type)
    return emitOpError("expects operands of one element type, found ")
           << type << " and " << rhs.getElementType();
  bool narrow = type.isF16() || type.isBF16();
  if (outType != type && !(narrow && outType.isF32()))
    return emitOpError("expects a destination of ")
           << type << (narrow ? " or f32" : "") << ", found " << outType;
  if ((getCompute() == Compute::F64) != type.isF64() ||
      (getCompute() == Compute::TF32 && !type.isF32()))
    return emitOpError("cannot compute in ")
           << stringifyCompute(getCompute()) << " on " << type;
  if (getBias()) {
    auto bias = cast<ShapedType>(getBias().getType());
    if (bias.getRank() != 1 || bias.getDimSize(0) != sizes.n ||
        (bias.getElementType() != outType && !bias.getElementType().isF32()))
      return emitOpError("expects a bias of ")
             << sizes.n << " elements of " << outType << " or f32, found "
             << bias;
  }
  if (getResult() && getResult().getType() != getOut().getType())
    return emitOpError("expects a result of the destination's type ")
           << getOut().getType() << ", found " << getResult().getType();
  if (isa<TensorType>(getOut().getType()) != static_cast<bool>(getResult()))
    return emitOpError("has a result exactly if its destination is a tensor");
  return success();
}

//===----------------------------------------------------------------------===//
// Record
//===----------------------------------------------------------------------===//

SmallVector<OpOperand *> GemmOp::getRecordOperands() {
  SmallVector<OpOperand *> operands = {&getLhsMutable(), &getRhsMutable(),
                                       &getOutMutable()};
  for (OpOperand &bias : getBiasMutable())
    operands.push_back(&bias);
  return operands;
}

bool GemmOp::readsOperand(OpOperand &operand) {
  return &operand != &getOutMutable();
}

bool GemmOp::writesOperand(OpOperand &operand) {
  return &operand == &getOutMutable();
}

bool GemmOp::takesLayout(OpOperand &, MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return succeeded(type.getStridesAndOffset(strides, offset)) &&
         strides.back() == 1;
}

LogicalResult GemmOp::verifyRecord() {
  Sizes sizes = getSizes();
  int64_t products = 1;
  bool overflows = false;
  for (int64_t size : {sizes.batch, sizes.m, sizes.n, sizes.k}) {
    if (size < 1)
      return emitOpError("multiplies ")
             << sizes.batch << " times " << sizes.m << "x" << sizes.k << " by "
             << sizes.k << "x" << sizes.n
             << "; expected sizes from 1: of nothing, libraries have no "
                "product";
    overflows |= llvm::MulOverflow(products, size, products);
  }
  if (overflows)
    return emitOpError("has more products than 64 bits count");
  return success();
}

std::string GemmOp::getRecordName() {
  Sizes sizes = getSizes();
  std::string name = "gemm " + std::to_string(sizes.m) + "x" +
                     std::to_string(sizes.n) + "x" + std::to_string(sizes.k);
  if (sizes.batch > 1)
    name += " of " + std::to_string(sizes.batch);
  return name;
}

namespace {
/// Elements between the rows of a matrix, and between the matrices of a batch.
struct MatrixStrides {
  int64_t row, matrix;
};
} // namespace

static MatrixStrides getMatrixStrides(Value value) {
  auto type = cast<MemRefType>(value.getType());
  auto [strides, offset] = type.getStridesAndOffset();
  int64_t rank = type.getRank();
  // A matrix of one row has any leading dimension.
  int64_t row = std::max(strides[rank - 2], type.getDimSize(rank - 1));
  return {row, rank == 3 ? strides[0] : 0};
}

LogicalResult
GemmOp::writeRecord(amprt_record &record,
                    llvm::function_ref<std::optional<uint32_t>(StringRef)>) {
  record.kind = AMPRT_RECORD_GEMM;
  amprt_gemm &gemm = record.as.gemm;
  Sizes sizes = getSizes();
  gemm.m = sizes.m;
  gemm.n = sizes.n;
  gemm.k = sizes.k;
  gemm.batch = sizes.batch;
  MatrixStrides a = getMatrixStrides(getLhs()), b = getMatrixStrides(getRhs()),
                c = getMatrixStrides(getOut());
  gemm.lda = a.row;
  gemm.ldb = b.row;
  gemm.ldc = c.row;
  gemm.stride_a = a.matrix;
  gemm.stride_b = b.matrix;
  gemm.stride_c = c.matrix;
  gemm.transpose_a = getTransposeA();
  gemm.transpose_b = getTransposeB();
  gemm.type_a = toRuntimeType(getElementTypeOrSelf(getLhs()));
  gemm.type_b = toRuntimeType(getElementTypeOrSelf(getRhs()));
  gemm.type_c = toRuntimeType(getElementTypeOrSelf(getOut()));
  gemm.type_bias =
      getBias() ? toRuntimeType(getElementTypeOrSelf(getBias())) : gemm.type_c;
  gemm.compute = toRuntimeCompute(getCompute());
  gemm.epilogue = (getBias() ? AMPRT_EPILOGUE_BIAS : 0) |
                  (getRelu() ? AMPRT_EPILOGUE_RELU : 0);
  return success();
}
