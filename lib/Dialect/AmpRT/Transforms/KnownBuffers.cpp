//===- KnownBuffers.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownBuffers.h"

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amprt;

LogicalResult mlir::amprt::verifyKnownBuffers(func::FuncOp func) {
  if (failed(verifyNoControlFlow(func)))
    return failure();
  auto isKnown = [](Type type) {
    auto buffer = dyn_cast<MemRefType>(type);
    return buffer ? succeeded(findBytes(buffer)) : !isa<BaseMemRefType>(type);
  };
  for (BlockArgument argument : func.getArguments())
    if (!isKnown(argument.getType()))
      return func.emitError("argument ")
             << argument.getArgNumber() << " is a buffer of unknown size, "
             << argument.getType()
             << "; expected static shapes of integers or floating-point "
                "numbers";
  WalkResult result = func.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (!isKnown(type)) {
        op->emitOpError("has a buffer of unknown size, ")
            << type
            << "; expected static shapes of integers or floating-point numbers";
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

bool mlir::amprt::isStreamed(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  auto argument = dyn_cast<BlockArgument>(buffer);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return false;
  auto kernel = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  return kernel && kernel.getArgAttr(argument.getArgNumber(), kStreamedAttr);
}

Value mlir::amprt::viewElementsAs(ImplicitLocOpBuilder &b, Value buffer,
                                  Type element) {
  auto type = cast<MemRefType>(buffer.getType());
  return UnrealizedConversionCastOp::create(
             b,
             MemRefType::get(type.getShape(), element, type.getLayout(),
                             type.getMemorySpace()),
             buffer)
      .getResult(0);
}

Value mlir::amprt::getStreamable(ImplicitLocOpBuilder &b, Value buffer) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  if (element.isInteger(1))
    return viewElementsAs(b, buffer, b.getI8Type());
  if (element.isF16() || element.isBF16())
    return viewElementsAs(b, buffer, b.getI16Type());
  return buffer;
}

Value mlir::amprt::beginsLine(ImplicitLocOpBuilder &b, Value address) {
  Value line = arith::ConstantIndexOp::create(b, kCacheLine);
  Value rest = arith::RemUIOp::create(b, address, line);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rest,
                               arith::ConstantIndexOp::create(b, 0));
}

bool mlir::amprt::mayWrite(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (auto record = dyn_cast<RecordOpInterface>(op))
    return record.writesOperand(operand);
  if (auto destinations = dyn_cast<DestinationStyleOpInterface>(op))
    return destinations.isDpsInit(&operand);
  return true;
}
