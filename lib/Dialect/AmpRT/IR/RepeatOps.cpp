//===- RepeatOps.cpp ------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/IR/BufferRegion.h"

using namespace mlir;
using namespace mlir::amprt;

//===----------------------------------------------------------------------===//
// RepeatOp
//===----------------------------------------------------------------------===//

void RepeatOp::build(OpBuilder &builder, OperationState &state, int64_t count) {
  state.addAttribute(getCountAttrName(state.name),
                     builder.getI64IntegerAttr(count));
  Block &body = state.addRegion()->emplaceBlock();
  body.addArgument(builder.getIndexType(), state.location);
}

LogicalResult RepeatOp::verifyRegions() {
  auto count = static_cast<int64_t>(getCount());
  if (count < 1 || count > std::numeric_limits<int32_t>::max())
    return emitOpError("expects a count from 1 to ")
           << std::numeric_limits<int32_t>::max() << ", found " << count;
  Block &body = getBody().front();
  if (body.getNumArguments() != 1 || !getIteration().getType().isIndex())
    return emitOpError("expects a body with one argument of type index, the "
                       "number of the iteration");
  for (Operation *user : getIteration().getUsers())
    if (!isa<AdvanceOp>(user))
      return emitOpError("expects views alone, amprt.advance, to use the "
                         "number of the iteration")
                 .attachNote(user->getLoc())
             << "this op does, too";
  unsigned depth = 1;
  for (auto outer = (*this)->getParentOfType<RepeatOp>(); outer;
       outer = outer->getParentOfType<RepeatOp>())
    ++depth;
  if (depth > AMPRT_MOST_REPEATS)
    return emitOpError("is in ")
           << depth - 1 << " others; at most " << AMPRT_MOST_REPEATS
           << " repeats can be nested";
  return success();
}

/// The records of the body, those of repeats in it included.
static uint32_t countRecords(RepeatOp op) {
  uint32_t count = 0;
  op.getBody().walk([&](RecordOpInterface) { ++count; });
  return count;
}

bool RepeatOp::readsOperand(OpOperand &) { return false; }

bool RepeatOp::writesOperand(OpOperand &) { return false; }

LogicalResult RepeatOp::verifyRecord() {
  if (countRecords(*this) == 0)
    return emitOpError("repeats no records");
  return success();
}

std::string RepeatOp::getRecordName() {
  return "repeat " + std::to_string(getCount()) + " times";
}

LogicalResult
RepeatOp::writeRecord(amprt_record &record,
                      llvm::function_ref<std::optional<uint32_t>(StringRef)>) {
  record.kind = AMPRT_RECORD_REPEAT;
  record.as.repeat = {getCount(), countRecords(*this)};
  return success();
}

//===----------------------------------------------------------------------===//
// AdvanceOp
//===----------------------------------------------------------------------===//

Value AdvanceOp::getViewSource() { return getSource(); }

LogicalResult AdvanceOp::verify() {
  auto source = cast<MemRefType>(getSource().getType());
  auto result = cast<MemRefType>(getResult().getType());
  if (source.getElementType() != result.getElementType() ||
      source.getMemorySpace() != result.getMemorySpace())
    return emitOpError("expects a view of the source's elements, found ")
           << result << " of " << source;
  FailureOr<int64_t> element = findElementBytes(source.getElementType());
  auto outer = findSpan(source), inner = findSpan(result);
  if (failed(element) || !outer || !inner || inner->first != 0)
    return emitOpError("expects buffers of static shapes and strides, and a "
                       "result that counts from its own first element, found ")
           << source << " and " << result;
  if (getIterations().size() != getSteps().size())
    return emitOpError("expects a step for each repeat, found ")
           << getSteps().size() << " for " << getIterations().size();
  SmallVector<int64_t> counts;
  for (Value iteration : getIterations()) {
    auto argument = dyn_cast<BlockArgument>(iteration);
    auto repeat =
        argument
            ? dyn_cast_or_null<RepeatOp>(argument.getOwner()->getParentOp())
            : RepeatOp();
    if (!repeat)
      return emitOpError("expects numbers of iterations of amprt.repeat");
    counts.push_back(static_cast<int64_t>(repeat.getCount()));
  }
  auto offset = static_cast<int64_t>(getOffset());
  if (offset % *element != 0 || llvm::any_of(getSteps(), [&](int64_t step) {
        return step % *element != 0;
      }))
    return emitOpError("of elements of ")
           << *element << " bytes expects multiples of that, found offset "
           << offset << " and steps " << getSteps();
  int64_t least = offset, greatest = offset;
  int64_t outerBytes = (outer->second - outer->first) * *element;
  int64_t innerBytes = inner->second * *element;
  if (failed(moveByAll(getSteps(), counts, least, greatest)) || least < 0 ||
      greatest > outerBytes - innerBytes)
    return emitOpError("of ")
           << innerBytes << " bytes from byte " << offset << " in steps of "
           << getSteps() << " leaves its source of " << outerBytes
           << " bytes in an iteration";
  return success();
}
