//===- CloseKernelArguments.cpp -------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPCLOSEKERNELARGUMENTSPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;

/// Sizes, or strides, of which the first may be `first`.
static SmallVector<OpFoldResult>
getMixed(OpBuilder &builder, ArrayRef<int64_t> values, Value first) {
  return llvm::map_to_vector(values, [&](int64_t value) {
    return ShapedType::isDynamic(value)
               ? OpFoldResult(first)
               : OpFoldResult(builder.getIndexAttr(value));
  });
}

namespace {
struct AmpCloseKernelArgumentsPass
    : public amprt::impl::AmpCloseKernelArgumentsPassBase<
          AmpCloseKernelArgumentsPass> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (kernel.isExternal())
      return;
    Block &body = kernel.getBody().front();
    OpBuilder builder = OpBuilder::atBlockBegin(&body);
    for (BlockArgument argument : body.getArguments()) {
      auto type = dyn_cast<MemRefType>(argument.getType());
      if (!type || type.hasStaticShape())
        continue;
      auto [strides, offset] = type.getStridesAndOffset();
      Value end = body.getArguments().back();
      if (llvm::any_of(type.getShape().drop_front(), ShapedType::isDynamic) ||
          llvm::any_of(strides, ShapedType::isDynamic) ||
          ShapedType::isDynamic(offset) || !end.getType().isIndex()) {
        kernel.emitError("argument ")
            << argument.getArgNumber() << " is of type " << type
            << "; of a kernel's buffers the first size alone may be open, "
               "where its last argument is the end of its loop";
        return signalPassFailure();
      }
      argument.setType(MemRefType::get({}, type.getElementType()));
      auto opened = memref::ReinterpretCastOp::create(
          builder, kernel.getLoc(), type, argument,
          builder.getIndexAttr(offset), getMixed(builder, type.getShape(), end),
          getMixed(builder, strides, end));
      argument.replaceAllUsesExcept(opened, opened);
    }
    kernel.setType(FunctionType::get(
        kernel.getContext(), body.getArgumentTypes(), kernel.getResultTypes()));
  }
};
} // namespace
