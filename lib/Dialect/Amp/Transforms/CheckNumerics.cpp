//===- CheckNumerics.cpp --------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Warnings about what 16-bit types do not hold.

#include "NormalizationPatterns.h"
#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AMPCHECKNUMERICSPASS
#include "amp/Dialect/Amp/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// Elements of a constant that are looked at: large ones are data.
static constexpr int64_t kMostElements = 4096;

namespace {
struct AmpCheckNumericsPass
    : public amp::impl::AmpCheckNumericsPassBase<AmpCheckNumericsPass> {
  using Base::Base;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    int64_t found = 0;
    // A location may be a module's path alone: the op is named in both.
    auto report = [&](Operation *op) {
      ++found;
      if (asErrors)
        return op->emitOpError();
      InFlightDiagnostic warning = op->emitWarning();
      warning << "'" << op->getName() << "' op ";
      return warning;
    };
    DenseSet<Operation *> members;
    for (Block &block : getOperation().getBody())
      findNormalizations(block, members);
    getOperation().walk([&](Operation *op) {
      if (members.contains(op))
        checkMember(op, report);
      if (auto castOp = dyn_cast<CastOp>(op)) {
        checkConstant(castOp, report);
        checkRoundTrip(castOp, report);
      } else if (auto compute = dyn_cast<ComputeTypeOpInterface>(op)) {
        // The derivative's products have the same sizes.
        if (tensorCores && !compute.isConvolution() &&
            !op->getParentOfType<BackwardOp>())
          checkSizes(compute, report);
      } else if (isa<OutputTypeOpInterface>(op)) {
        checkReduction(op, report);
      }
    });
    if (found && asErrors)
      signalPassFailure();
  }

  using Report = function_ref<InFlightDiagnostic(Operation *)>;

  void checkConstant(CastOp op, Report report) {
    DenseFPElementsAttr elements;
    Type type = op.getType().getElementType();
    if (!is16BitFloat(type) ||
        !matchPattern(op.getInput(), m_Constant(&elements)) ||
        (!elements.isSplat() && elements.getNumElements() > kMostElements))
      return;
    const llvm::fltSemantics &semantics =
        cast<FloatType>(type).getFloatSemantics();
    for (const APFloat &value : elements.getValues<APFloat>()) {
      APFloat rounded = value;
      bool isLossy;
      rounded.convert(semantics, APFloat::rmNearestTiesToEven, &isLossy);
      bool vanishes = rounded.isZero() && !value.isZero();
      bool overflows = rounded.isInfinity() && value.isFinite();
      if (!vanishes && !overflows) {
        if (elements.isSplat())
          return;
        continue;
      }
      InFlightDiagnostic diag =
          report(op) << "constant " << value.convertToDouble() << " becomes "
                     << (vanishes             ? "0"
                         : value.isNegative() ? "-inf"
                                              : "inf")
                     << " in " << type;
      APFloat bound = vanishes
                          ? APFloat::getSmallest(semantics)
                          : APFloat::getLargest(semantics, value.isNegative());
      diag.attachNote() << type << " holds numbers "
                        << (vanishes ? "down to " : "as far as ")
                        << bound.convertToDouble()
                        << "; use such a one, or keep the op that reads the "
                           "constant in f32 (amp.precision = \"deny\", or "
                           "the option 'keep-f32')";
      return;
    }
  }

  static void checkMember(Operation *op, Report report) {
    // The derivative recomputes such things in its own way.
    if (op->getParentOfType<BackwardOp>())
      return;
    for (Value result : op->getResults()) {
      Type type = getElementTypeOrSelf(result);
      if (!is16BitFloat(type))
        continue;
      report(op)
              .append("is part of a softmax or a normalization that is "
                      "spelled out, and runs in ",
                      type)
              .attachNote()
          << "the lists keep those in f32 as a whole: use amp.softmax, "
             "amp.layer_norm or their like, or the assigner min-cut, which "
             "recognises them";
      return;
    }
  }

  static void checkRoundTrip(CastOp op, Report report) {
    auto narrow = op.getInput().getDefiningOp<CastOp>();
    if (!narrow || !narrow->hasOneUse())
      return;
    auto width = [](Value value) {
      auto type = dyn_cast<FloatType>(getElementTypeOrSelf(value));
      return type ? type.getWidth() : 0;
    };
    // Integers and truth values are other numbers, and meant.
    Value source = narrow.getInput();
    if (!width(source) || !width(narrow) || width(narrow) >= width(source) ||
        width(narrow) >= width(op))
      return;
    InFlightDiagnostic diag = report(op)
                              << "widens a value that was only rounded to "
                              << getElementTypeOrSelf(narrow.getType())
                              << "; the rounding is kept";
    diag.attachNote(narrow.getLoc())
        << "rounded here; remove this cast if the rounding is not meant";
  }

  static void checkSizes(ComputeTypeOpInterface op, Report report) {
    Type element = getElementTypeOrSelf(op->getOperand(0));
    auto type = dyn_cast<FloatType>(element);
    if (!type || type.getWidth() > 16)
      return;
    int64_t unit = 128 / type.getWidth();
    SmallVector<int64_t> sizes;
    op.getProductSizes(sizes);
    llvm::SmallSetVector<int64_t, 4> odd;
    for (int64_t size : sizes)
      if (!ShapedType::isDynamic(size) && size % unit != 0)
        odd.insert(size);
    if (odd.empty())
      return;
    InFlightDiagnostic diag = report(op) << "has ";
    llvm::interleaveComma(odd, diag);
    diag << " among its matrices' sizes, no multiple of " << unit
         << ", which Tensor Cores want for operands of " << element;
    Diagnostic &note = diag.attachNote() << "pad with zeros: ";
    llvm::interleaveComma(odd, note, [&](int64_t size) {
      note << size << " to " << static_cast<int64_t>(llvm::alignTo(size, unit));
    });
  }

  static void checkReduction(Operation *op, Report report) {
    auto input = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    auto result = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!input || !result || !input.getElementType().isF16() ||
        !result.getElementType().isF16() || !input.hasStaticShape() ||
        !result.hasStaticShape() || result.getNumElements() == 0)
      return;
    int64_t count = input.getNumElements() / result.getNumElements();
    if (count <= 2048)
      return;
    report(op)
            .append("reduces ", count,
                    " elements to f16, which counts to 2048 and holds sums "
                    "up to 65504")
            .attachNote()
        << "ask for an f32 result (dtype = f32), or use bf16";
  }
};
} // namespace
