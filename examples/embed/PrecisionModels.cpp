//===- PrecisionModels.cpp - What amp has to know of nn -------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrecisionModels.h"

#include "NN.h"
#include "amp/Interfaces/PrecisionOpInterface.h"

using namespace mlir;
using mlir::amp::PrecisionOpInterface;

namespace {
/// Products with weights: low wherever `linear` is.
struct GatedMlpModel
    : public PrecisionOpInterface::ExternalModel<GatedMlpModel,
                                                 nn::GatedMlpOp> {
  StringRef getPrecisionName(Operation *) const { return "linear"; }
};

/// Sums of squares: f32 wherever `rms_norm` is. Where it is low, its scale may
/// stay f32 all the same.
struct RmsNormModel
    : public PrecisionOpInterface::ExternalModel<RmsNormModel, nn::RmsNormOp> {
  StringRef getPrecisionName(Operation *) const { return "rms_norm"; }
  bool mayStayWide(Operation *, unsigned index) const { return index == 1; }
};

/// Moves elements, in whatever type they arrive. What its result is of does not
/// follow from its operand alone: only the element type is new.
struct SplitHeadsModel
    : public PrecisionOpInterface::ExternalModel<SplitHeadsModel,
                                                 nn::SplitHeadsOp> {
  StringRef getPrecisionName(Operation *) const { return "reshape"; }
  LogicalResult refineResultTypes(Operation *op) const {
    auto split = cast<nn::SplitHeadsOp>(op);
    split.getResult().setType(
        split.getType().clone(split.getX().getType().getElementType()));
    return success();
  }
};
} // namespace

void registerPrecisionModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, nn::NNDialect *) {
    nn::GatedMlpOp::attachInterface<GatedMlpModel>(*context);
    nn::RmsNormOp::attachInterface<RmsNormModel>(*context);
    nn::SplitHeadsOp::attachInterface<SplitHeadsModel>(*context);
  });
}
