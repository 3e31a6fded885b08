//===- TrainingGraph.cpp - Source, assigned and scaled graphs -------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormRules.h"

#include "amp/Dialect/Amp/IR/Regions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

/// What is settled from a form on: no regions of precision, no symbolic
/// gradients.
static LogicalResult verifySettled(Operation *op, Form form) {
  if (form >= Form::Assigned && isa<AutocastOp>(op))
    return op->emitOpError("is left in a graph whose precision is assigned; "
                           "run amp-assign-precision");
  if (auto backward = dyn_cast<BackwardOp>(op))
    if (form >= Form::Scaled && backward.getBody().empty())
      return op->emitOpError("has no region in a scaled graph; run "
                             "amp-differentiate");
  return success();
}

LogicalResult mlir::amp::detail::verifyTrainingGraph(func::FuncOp func,
                                                     Form form) {
  if (form >= Form::Assigned && func->hasAttr("amp.autocast"))
    return func.emitOpError("has the attribute 'amp.autocast' in a graph whose "
                            "precision is assigned; run amp-assign-precision");
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    for (StringRef name :
         {"amp.variable", "amp.output", "amp.element_type", "amp.flat_buffer",
          "amp.flat_buffer_offset", "amp.flat_buffer_bytes"})
      if (func.getArgAttr(i, name))
        return func.emitError("argument ")
               << i << " has the attribute '" << name
               << "', which only kernel graphs have";
  WalkResult result = func.walk([&](Operation *op) {
    if (op == func)
      return WalkResult::advance();
    if (!isa_and_nonnull<AmpDialect>(op->getDialect()) &&
        !isa<func::ReturnOp, func::CallOp, arith::ConstantOp>(op)) {
      op->emitError("is not an op of a training graph, which has ops of amp, "
                    "func.func, func.return, func.call and arith.constant");
      return WalkResult::interrupt();
    }
    if (failed(verifyAttributes(op)) || failed(verifySettled(op, form)))
      return WalkResult::interrupt();
    // A constant that is no tensor has no use.
    for (Type type : op->getResultTypes())
      if (!(isa<arith::ConstantOp>(op) && type.isIntOrIndexOrFloat()) &&
          failed(verifyTensorType(op, "has a result of type ", type)))
        return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          if (failed(verifyTensorType(op, "has a region on type ", type)))
            return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
