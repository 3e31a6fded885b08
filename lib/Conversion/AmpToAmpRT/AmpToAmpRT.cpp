//===- AmpToAmpRT.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionLowering.h"
#include "ListLowering.h"
#include "amp/Conversion/Passes.h"
#include "amp/Dialect/Amp/IR/Contractions.h"
#include "amp/Dialect/Amp/IR/Convolutions.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/Optimizers.h"
#include "amp/Dialect/Amp/IR/Shapes.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CONVERTAMPTOAMPRTPASS
#include "amp/Conversion/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// A GEMM's operand: a matrix, or a batch of them, and whether it is used
/// transposed.
struct MatrixOperand {
  Value value;
  bool transposed = false;
};

/// Looks through a transpose of the last two dimensions.
static MatrixOperand lookThroughTranspose(Value value) {
  auto transpose = value.getDefiningOp<TransposeOp>();
  if (!transpose)
    return {value};
  ArrayRef<int64_t> permutation = transpose.getPermutation();
  auto expected = llvm::to_vector(llvm::seq<int64_t>(0, permutation.size()));
  if (expected.size() < 2)
    return {value};
  std::swap(expected.back(), expected[expected.size() - 2]);
  if (permutation != ArrayRef(expected))
    return {value};
  return {transpose.getInput(), true};
}

/// `value` with its batch dimensions, all but the last two, made one.
static Value flattenBatch(OpBuilder &builder, Location loc, Value value) {
  RankedTensorType type = getTensorType(value);
  if (type.getRank() <= 3)
    return value;
  ArrayRef<int64_t> shape = type.getShape();
  int64_t batch = ShapedType::getNumElements(shape.drop_back(2));
  return ReshapeOp::create(
      builder, loc, value,
      ArrayRef<int64_t>{batch, shape[shape.size() - 2], shape.back()});
}

/// The ReLU that is the only user of `value`, or null.
static ReluOp getOnlyRelu(Value value) {
  return value.hasOneUse() ? dyn_cast<ReluOp>(*value.user_begin()) : ReluOp();
}

/// The type of the sums of `op`, whose result has elements of `type`.
static amprt::Compute getCompute(Operation *op, Type type) {
  if (type.isF64())
    return amprt::Compute::F64;
  std::optional<Type> asked = cast<ComputeTypeOpInterface>(op).getComputeType();
  return asked && isa<FloatTF32Type>(*asked) ? amprt::Compute::TF32
                                             : amprt::Compute::F32;
}

/// Replaces `op`, and the ReLU after it, by a GEMM into a matrix of `gemmType`.
static void replaceByGemm(Operation *op, RankedTensorType gemmType,
                          MatrixOperand lhs, MatrixOperand rhs, Value bias,
                          RewriterBase &rewriter) {
  Location loc = op->getLoc();
  ReluOp relu = getOnlyRelu(op->getResult(0));
  // The bias of a wider result is widened, exactly, as the library takes it.
  if (bias)
    bias = createCast(rewriter, loc, bias, gemmType.getElementType());
  Value empty = tensor::EmptyOp::create(rewriter, loc, gemmType.getShape(),
                                        gemmType.getElementType());
  amprt::Compute compute = getCompute(op, gemmType.getElementType());
  Value result =
      amprt::GemmOp::create(rewriter, loc, gemmType, lhs.value, rhs.value, bias,
                            empty, lhs.transposed, rhs.transposed,
                            static_cast<bool>(relu), compute)
          .getResult();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (type != gemmType)
    result = ReshapeOp::create(rewriter, loc, type, result, type.getShape());
  if (relu)
    rewriter.replaceOp(relu, result);
  rewriter.replaceOp(op, result);
}

/// Replaces a product of a convolution, and the ReLU after it, by a record.
template <typename OpTy>
static void replaceByConvolution(OpTy op, amprt::Direction direction,
                                 Value bias, RewriterBase &rewriter) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getType();
  // What is not forward has no epilogue.
  ReluOp relu = direction == amprt::Direction::Forward
                    ? getOnlyRelu(op.getResult())
                    : ReluOp();
  // The bias of a wider result is widened, exactly, as the library takes it.
  if (bias)
    bias = createCast(rewriter, loc, bias, type.getElementType());
  Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                        type.getElementType());
  Value result =
      amprt::ConvolutionRecordOp::create(
          rewriter, loc, type, direction, op->getOperand(0), op->getOperand(1),
          bias, empty, op.getStride(), op.getPadding(), op.getDilation(),
          op.getGroups(), static_cast<bool>(relu),
          getCompute(op, type.getElementType()))
          .getResult();
  if (relu)
    rewriter.replaceOp(relu, result);
  rewriter.replaceOp(op, result);
}

static bool hasGemm(Type elementType) {
  return isa<Float64Type, Float32Type, Float16Type, BFloat16Type>(elementType);
}

/// Without products the result is the bias, or 0, and without elements it is
/// nothing: libraries have no GEMM for it. Returns false if there is something
/// to compute.
static bool replaceEmptyProduct(Operation *op, RewriterBase &rewriter) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  int64_t depth = getTensorType(op->getOperand(0)).getShape().back();
  if (depth != 0 && type.getNumElements() != 0)
    return false;
  auto linear = dyn_cast<LinearOp>(op);
  Value bias = linear ? linear.getBias() : Value();
  Value result;
  if (bias && type.getNumElements() != 0)
    result = BroadcastToOp::create(
        rewriter, op->getLoc(),
        createCast(rewriter, op->getLoc(), bias, type.getElementType()),
        type.getShape());
  else
    result = createSplat(rewriter, op->getLoc(), type, 0);
  rewriter.replaceOp(op, result);
  return true;
}

static void lowerLinear(LinearOp op, RewriterBase &rewriter) {
  RankedTensorType type = getTensorType(op.getInput());
  Value input = op.getInput();
  RankedTensorType result = op.getType();
  if (type.getRank() != 2) {
    int64_t rows = ShapedType::getNumElements(type.getShape().drop_back());
    input = ReshapeOp::create(rewriter, op.getLoc(), input,
                              ArrayRef<int64_t>{rows, type.getShape().back()});
    result = result.clone({rows, result.getShape().back()});
  }
  // The weight is stored [out, in]: used transposed, or not if it is a
  // transpose.
  MatrixOperand weight = lookThroughTranspose(op.getWeight());
  weight.transposed = !weight.transposed;
  replaceByGemm(op, result, lookThroughTranspose(input), weight, op.getBias(),
                rewriter);
}

static void lowerMatmul(MatmulOp op, RewriterBase &rewriter) {
  MatrixOperand lhs = lookThroughTranspose(op.getLhs());
  MatrixOperand rhs = lookThroughTranspose(op.getRhs());
  lhs.value = flattenBatch(rewriter, op.getLoc(), lhs.value);
  rhs.value = flattenBatch(rewriter, op.getLoc(), rhs.value);
  RankedTensorType result = op.getType();
  ArrayRef<int64_t> shape = result.getShape();
  if (shape.size() > 3)
    result = result.clone({ShapedType::getNumElements(shape.drop_back(2)),
                           shape[shape.size() - 2], shape.back()});
  replaceByGemm(op, result, lhs, rhs, Value(), rewriter);
}

namespace {
struct ConvertAmpToAmpRTPass
    : public mlir::amp::impl::ConvertAmpToAmpRTPassBase<ConvertAmpToAmpRTPass> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(lowerLists()))
      return signalPassFailure();
    lowerContractions();
    lowerConvolutions();
    if (failed(lowerAttentions(getOperation())))
      return signalPassFailure();
    eraseUnusedTransposes();
  }

  /// Turns ops on all gradients into list ops. Products are still there: they
  /// say what a gradient is made of.
  LogicalResult lowerLists() {
    SymbolTableCollection symbols;
    llvm::StringMap<SmallVector<VariableOp>> copies;
    if (auto module = getOperation()->getParentOfType<ModuleOp>())
      for (auto variable : module.getOps<VariableOp>())
        if (auto original = variable.getCopyOf())
          copies[*original].push_back(variable);
    SmallVector<Operation *> lists;
    getOperation().walk([&](Operation *op) {
      if (op->hasTrait<ActsOnList>())
        lists.push_back(op);
    });
    for (Operation *op : lists) {
      if (failed(verifyStaticShapes(op, "convert-amp-to-amprt")))
        return failure();
      Operation *before = op->getPrevNode();
      OpBuilder builder(op);
      SmallVector<Value> results;
      auto step = dyn_cast<StepOp>(op);
      if (failed(step ? lowerStep(step, builder, symbols, copies)
                      : lowerGradientList(op, builder, symbols, results)) ||
          failed(verifyReads(op, before, symbols)))
        return failure();
      op->replaceAllUsesWith(results);
      op->erase();
    }
    return success();
  }

  /// Checks that the variables are there that `op` is made to read.
  static LogicalResult verifyReads(Operation *op, Operation *before,
                                   SymbolTableCollection &symbols) {
    Operation *made = before ? before->getNextNode() : &op->getBlock()->front();
    for (; made != op; made = made->getNextNode())
      if (auto read = dyn_cast<ReadOp>(made))
        if (!symbols.lookupNearestSymbolFrom(read, read.getVariableAttr()))
          return op->emitOpError("needs the variable '")
                 << read.getVariable()
                 << "'; run amp-materialize-state before convert-amp-to-amprt";
    return success();
  }

  /// Those that amp-decompose left.
  void lowerConvolutions() {
    SmallVector<Operation *> convolutions;
    getOperation().walk([&](Operation *op) {
      if (isa<ConvolutionOp, ConvolutionBackwardInputOp,
              ConvolutionBackwardWeightOp>(op))
        convolutions.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (Operation *op : convolutions) {
      rewriter.setInsertionPoint(op);
      if (auto forward = dyn_cast<ConvolutionOp>(op))
        replaceByConvolution(forward, amprt::Direction::Forward,
                             forward.getBias(), rewriter);
      else if (auto input = dyn_cast<ConvolutionBackwardInputOp>(op))
        replaceByConvolution(input, amprt::Direction::BackwardInput, Value(),
                             rewriter);
      else if (auto weight = dyn_cast<ConvolutionBackwardWeightOp>(op))
        replaceByConvolution(weight, amprt::Direction::BackwardWeight, Value(),
                             rewriter);
    }
  }

  void lowerContractions() {
    SmallVector<Operation *> contractions;
    getOperation().walk([&](Operation *op) {
      if (isa<LinearOp, MatmulOp>(op))
        contractions.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (Operation *op : contractions) {
      Type elementType = getElementTypeOrSelf(op->getOperand(0));
      if (!hasGemm(elementType)) {
        op->emitOpError("has no GEMM for elements of ")
            << elementType << "; expected f64, f32, f16 or bf16";
        return signalPassFailure();
      }
      if (failed(verifyStaticShapes(op, "convert-amp-to-amprt")))
        return signalPassFailure();
      rewriter.setInsertionPoint(op);
      if (replaceEmptyProduct(op, rewriter))
        continue;
      if (auto linear = dyn_cast<LinearOp>(op))
        lowerLinear(linear, rewriter);
      else
        lowerMatmul(cast<MatmulOp>(op), rewriter);
    }
  }

  /// Those that became flags.
  void eraseUnusedTransposes() {
    SmallVector<TransposeOp> transposes;
    getOperation().walk([&](TransposeOp op) { transposes.push_back(op); });
    for (TransposeOp op : llvm::reverse(transposes))
      if (op.use_empty())
        op.erase();
  }
};
} // namespace
