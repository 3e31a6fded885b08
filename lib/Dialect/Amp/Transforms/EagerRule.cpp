//===- EagerRule.cpp ------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EagerRule.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;

static bool isScalar(Value value) {
  return getTensorType(value).getRank() == 0;
}

FloatType mlir::amp::promoteTypes(PrecisionOp op,
                                  ArrayRef<OpOperand *> operands,
                                  GetArrivingType getType) {
  bool hasTensor = llvm::any_of(
      operands, [](OpOperand *operand) { return !isScalar(operand->get()); });
  FloatType f32 = Float32Type::get(op->getContext()), target;
  bool isUnknown = false;
  for (OpOperand *operand : operands) {
    if ((hasTensor && isScalar(operand->get())) ||
        op.mayStayWide(operand->getOperandNumber()))
      continue;
    FloatType type = getType(operand->get());
    if (!type)
      isUnknown = true;
    else if (!target || type.getWidth() > target.getWidth())
      target = type;
    else if (type != target && type.getWidth() == target.getWidth())
      target = f32;
  }
  return isUnknown && target != f32 ? FloatType() : target;
}

/// PyTorch's autocast of ops that promote, from the first operand on: f32 once
/// there was one, else the low type, and no third one. Constants stand for
/// Python's numbers, which do not count.
static EagerChoice promoteToWidest(PrecisionOp op,
                                   ArrayRef<OpOperand *> operands,
                                   FloatType low, GetArrivingType getType) {
  FloatType f32 = Float32Type::get(op->getContext());
  EagerChoice choice;
  choice.operandType = low;
  for (OpOperand *operand : operands) {
    Value value = operand->get();
    bool isNumber = isScalar(value) && matchPattern(value, m_Constant());
    if (isNumber || !op.isPromotionOperand(operand->getOperandNumber()))
      continue;
    FloatType type = getType(value);
    if (type == f32 || choice.operandType == f32)
      choice.operandType = f32;
    else if (type != low && !choice.refused)
      choice.refused = operand;
  }
  if (choice.refused && choice.operandType != f32)
    choice.operandType = getType(choice.refused->get());
  return choice;
}

EagerChoice mlir::amp::chooseEagerly(PrecisionOp op, PrecisionCategory category,
                                     ArrayRef<OpOperand *> operands,
                                     FloatType low, GetArrivingType getType) {
  EagerChoice choice;
  switch (category) {
  case PrecisionCategory::Allow:
    choice.operandType = low;
    return choice;
  case PrecisionCategory::Deny:
  case PrecisionCategory::Banned:
    choice.operandType = Float32Type::get(op->getContext());
    return choice;
  case PrecisionCategory::DenySetOutput:
  case PrecisionCategory::DenyAppendOutput: {
    // An op that has no such argument is cast instead.
    Operation *operation = op;
    if (isa<PrecisionOpInterface>(operation) &&
        !isa<OutputTypeOpInterface>(operation))
      choice.operandType = Float32Type::get(op->getContext());
    else
      choice.widensResults =
          !operands.empty() && operands.front()->getOperandNumber() == 0;
    return choice;
  }
  case PrecisionCategory::Promote:
    return promoteToWidest(op, operands, low, getType);
  case PrecisionCategory::Follow:
  case PrecisionCategory::Clear:
    choice.operandType = promoteTypes(op, operands, getType);
    return choice;
  }
  llvm_unreachable("unknown category");
}
