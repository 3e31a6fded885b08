//===- ExpandRelu.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPEXPANDRELUPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;
using namespace mlir::amprt;

/// True if nothing but linalg ops read `value` or a reshape of it.
static bool isForKernels(Value value) {
  return llvm::all_of(value.getUsers(), [](Operation *user) {
    if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(user))
      return isForKernels(user->getResult(0));
    return isa<linalg::LinalgOp>(user);
  });
}

/// max(x, 0), which is NaN where x is.
static Value createRelu(OpBuilder &builder, Location loc, Value x) {
  auto type = cast<FloatType>(x.getType());
  FloatType wide = type.getWidth() < 32 ? builder.getF32Type() : type;
  if (wide != type)
    x = arith::ExtFOp::create(builder, loc, wide, x);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getFloatAttr(wide, 0));
  Value result = arith::MaximumFOp::create(builder, loc, x, zero);
  if (wide != type)
    result = arith::TruncFOp::create(builder, loc, type, result);
  return result;
}

static void expand(GemmOp gemm, OpBuilder &builder) {
  gemm.setRelu(false);
  Value product = gemm.getResult();
  Location loc = gemm.getLoc();
  auto type = cast<RankedTensorType>(product.getType());
  builder.setInsertionPointAfter(gemm);
  SmallVector<Value> inputs;
  Value out = product;
  if (isForKernels(product)) {
    inputs.push_back(product);
    out = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                  type.getElementType());
  }
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<AffineMap> maps(inputs.size() + 1, map);
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  auto relu = linalg::GenericOp::create(
      builder, loc, TypeRange(type), inputs, out, maps, loops,
      [](OpBuilder &builder, Location loc, ValueRange arguments) {
        linalg::YieldOp::create(builder, loc,
                                createRelu(builder, loc, arguments.front()));
      });
  product.replaceAllUsesExcept(relu.getResult(0), relu);
}

namespace {
struct AmpExpandReluPass
    : public amprt::impl::AmpExpandReluPassBase<AmpExpandReluPass> {
  using Base::Base;

  void runOnOperation() override {
    OpBuilder builder(&getContext());
    WalkResult result = getOperation().walk([&](GemmOp gemm) {
      if (!gemm.getRelu())
        return WalkResult::advance();
      if (!gemm.getResult()) {
        gemm.emitError("writes a buffer; run amp-expand-relu before "
                       "one-shot-bufferize");
        return WalkResult::interrupt();
      }
      expand(gemm, builder);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
