//===- KernelGraph.cpp - What kernels are made of, on tensors -------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormRules.h"
#include "IndexBounds.h"
#include "Initialization.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

using StepRange = mlir::amp::detail::IndexRange;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

namespace {
/// Where a flat buffer has a variable.
struct Slot {
  StringAttr flatBuffer;
  int64_t offset, bytes;
};
using Slots = llvm::DenseMap<StringAttr, Slot>;
} // namespace

static Slots getSlots(ModuleOp module, SymbolTable &symbols) {
  Slots slots;
  for (auto flatBuffer : module.getOps<FlatBufferOp>()) {
    SmallVector<int64_t> offsets = flatBuffer.getOffsets(symbols);
    for (auto [variable, offset] :
         llvm::zip(flatBuffer.getVariables().getAsRange<FlatSymbolRefAttr>(),
                   offsets))
      slots[variable.getAttr()] = {flatBuffer.getSymNameAttr(), offset,
                                   offsets.back()};
  }
  return slots;
}

/// Fails unless the argument has the place in a flat buffer that the flat
/// buffer gives to its variable.
static LogicalResult verifySlot(func::FuncOp func, unsigned i,
                                VariableOp variable, SymbolTable &symbols,
                                const Slots &slots) {
  auto name = func.getArgAttrOfType<FlatSymbolRefAttr>(i, "amp.flat_buffer");
  auto offset = func.getArgAttrOfType<IntegerAttr>(i, "amp.flat_buffer_offset");
  auto bytes = func.getArgAttrOfType<IntegerAttr>(i, "amp.flat_buffer_bytes");
  if (!name && !offset && !bytes)
    return success();
  if (!name || !offset || !bytes || !variable)
    return func.emitError("argument ")
           << i
           << " has a place in a flat buffer without all of 'amp.variable', "
           << "'amp.flat_buffer', 'amp.flat_buffer_offset' and "
              "'amp.flat_buffer_bytes'";
  if (!symbols.lookup<FlatBufferOp>(name.getAttr()))
    return func.emitError("argument ")
           << i << " lies in unknown flat buffer " << name;
  auto slot = slots.find(variable.getSymNameAttr());
  if (slot == slots.end() || slot->second.flatBuffer != name.getAttr())
    return func.emitError("argument ")
           << i << " lies in flat buffer " << name
           << ", which has no place for @" << variable.getSymName();
  if (offset.getInt() == slot->second.offset &&
      bytes.getInt() == slot->second.bytes)
    return success();
  return func.emitError("argument ")
         << i << " lies at byte " << offset.getInt() << " of " << bytes.getInt()
         << " in flat buffer " << name << ", where variable @"
         << variable.getSymName() << " lies at byte " << slot->second.offset
         << " of " << slot->second.bytes;
}

/// Fails unless the arguments are static tensors that kernels know, and what
/// they say of themselves is so: state is that of the variables, each once.
static LogicalResult verifyArguments(func::FuncOp func) {
  auto module = func->getParentOfType<ModuleOp>();
  SymbolTable symbols(module);
  Slots slots = getSlots(module, symbols);
  llvm::DenseMap<Attribute, unsigned> seen;
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    auto type = cast<RankedTensorType>(func.getArgumentTypes()[i]);
    Type element = type.getElementType();
    if (!type.hasStaticShape() || !isKernelElement(element))
      return func.emitError("argument ")
             << i << " is of type " << type
             << "; a kernel graph is on static shapes of f64, f32, f16, bf16, "
                "i64, i32, i16, i8 and i1";
    if (auto declared =
            func.getArgAttrOfType<TypeAttr>(i, "amp.element_type")) {
      Type unsignedType = declared.getValue();
      if (!unsignedType.isUnsignedInteger() || !element.isSignlessInteger() ||
          unsignedType.getIntOrFloatBitWidth() !=
              element.getIntOrFloatBitWidth())
        return func.emitError("argument ")
               << i << " of type " << type << " cannot hold elements of "
               << unsignedType;
      element = unsignedType;
    }
    auto name = func.getArgAttrOfType<FlatSymbolRefAttr>(i, "amp.variable");
    VariableOp variable;
    if (name) {
      if (func.getArgAttr(i, "amp.output"))
        return func.emitError("argument ")
               << i << " is the value of variable " << name
               << " and a result's destination";
      variable = symbols.lookup<VariableOp>(name.getAttr());
      if (!variable)
        return func.emitError("argument ")
               << i << " is the value of unknown variable " << name;
      if (variable.getType() != type.clone(element))
        return func.emitError("argument ")
               << i << " is of type " << type << ", but variable " << name
               << " is " << variable.getType();
      auto [first, isNew] = seen.try_emplace(name, i);
      if (!isNew)
        return func.emitError("argument ")
               << i << " is the value of variable " << name
               << ", which argument " << first->second << " is already";
    }
    if (failed(verifySlot(func, i, variable, symbols, slots)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

namespace {
/// Goes through a kernel graph in the order of its ops.
class KernelGraphVerifier {
public:
  explicit KernelGraphVerifier(func::FuncOp func) : func(func) {}

  LogicalResult verify();

private:
  LogicalResult verifyOp(Operation *op);
  LogicalResult verifyTypes(Operation *op);
  LogicalResult verifyGeneric(linalg::GenericOp op);
  LogicalResult verifyRowKernel(amprt::RowKernelOp op);
  LogicalResult verifyRecord(amprt::RecordOpInterface op);
  LogicalResult verifyIndexing(amprt::IndexingOpInterface op);
  template <typename OpTy>
  LogicalResult verifyList(OpTy op);
  LogicalResult verifyAlloc(bufferization::AllocTensorOp op);
  LogicalResult verifyStore(bufferization::MaterializeInDestinationOp op);
  LogicalResult verifyReturn(func::ReturnOp op);
  template <typename OpTy>
  LogicalResult verifySliceOp(OpTy op, ArrayRef<int64_t> shape);
  LogicalResult extract(tensor::ExtractSliceOp op);
  LogicalResult insert(tensor::InsertSliceOp op);
  LogicalResult verifyPlace(affine::AffineApplyOp op);
  LogicalResult verifyLoop(scf::ForOp op);
  /// The part of `dest`, a value of the loop, that the slices cover which it
  /// puts into it, one in each iteration; none if that is no box.
  std::optional<Initialization::Box> getFilled(scf::ForOp op, Value dest,
                                               Value yielded);

  /// Fails unless all elements of what `op` reads have a value.
  LogicalResult verifyRead(Operation *op, Value value);
  /// Fails if what `op` would write is an argument: those are written by
  /// bufferization.materialize_in_destination alone.
  LogicalResult verifyWritten(Operation *op, Value value);

  /// The function's argument that `value` is, or is a part of; else null.
  BlockArgument getArgument(Value value);

  func::FuncOp func;
  Initialization initialization;
  /// A number that a loop counts: a function of the number of the iteration.
  struct Place {
    scf::ForOp loop;
    AffineExpr expr;
  };
  llvm::DenseMap<Value, Place> places;
  /// The numbers of the iterations.
  static StepRange getIterations(scf::ForOp loop) {
    return {0, loop.getStaticTripCount()->getSExtValue() - 1};
  }
  /// Arguments that have been given a value, and by what.
  llvm::MapVector<Value, Operation *> stores;
};
} // namespace

/// The argument or the op's result that `value` is, or is a part of.
static Value getOrigin(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp,
             tensor::CollapseShapeOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

BlockArgument KernelGraphVerifier::getArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(getOrigin(value));
  return argument && argument.getOwner() == &func.front() ? argument
                                                          : BlockArgument();
}

LogicalResult KernelGraphVerifier::verifyRead(Operation *op, Value value) {
  if (initialization.isWritten(value))
    return success();
  InFlightDiagnostic diag =
      op->emitOpError("reads elements that nothing has written");
  diag.attachNote(value.getLoc())
      << "of this tensor of type " << value.getType();
  return diag;
}

LogicalResult KernelGraphVerifier::verifyWritten(Operation *op, Value value) {
  BlockArgument argument = getArgument(value);
  if (!argument)
    return success();
  return op->emitOpError("would write argument ")
         << argument.getArgNumber()
         << "; expected a tensor of its own (tensor.empty), and "
            "bufferization.materialize_in_destination for what goes to an "
            "argument";
}

LogicalResult KernelGraphVerifier::verifyTypes(Operation *op) {
  // Somebody's offset that was a value once.
  if (isa<arith::ConstantOp>(op) && op->getResult(0).getType().isIndex())
    return success();
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes())) {
    // Numbers that loops count have rules of their own.
    if (type.isIndex())
      continue;
    if (isa<RankedTensorType>(type) &&
        failed(verifyTensorType(op, "works on ", type)))
      return failure();
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor ? !tensor.hasStaticShape() ||
                     !isKernelElement(tensor.getElementType())
               : !isKernelElement(type))
      return op->emitError("works on ")
             << type
             << "; a kernel graph is on static shapes of f64, f32, f16, bf16, "
                "i64, i32, i16, i8 and i1";
  }
  return success();
}

LogicalResult KernelGraphVerifier::verifyGeneric(linalg::GenericOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  if (llvm::any_of(extents, [](int64_t extent) { return extent < 0; }) ||
      !multiplySizes(extents))
    return op.emitOpError("has loops of more iterations than 64 bits count");
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  for (OpOperand &operand : op->getOpOperands()) {
    auto tensor = dyn_cast<RankedTensorType>(operand.get().getType());
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (failed(verifyIndices(op, "operand " + Twine(operand.getOperandNumber()),
                             map, extents,
                             tensor ? tensor.getShape() : ArrayRef<int64_t>())))
      return failure();
  }
  if (failed(verifyPayload(*op.getBody())))
    return failure();
  for (OpOperand *input : op.getDpsInputOperands())
    if (op.payloadUsesValueFromOperand(input) &&
        failed(verifyRead(op, input->get())))
      return failure();
  bool hasIterations = !llvm::is_contained(extents, 0);
  for (auto [i, init] : llvm::enumerate(op.getDpsInitsMutable())) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    auto type = cast<RankedTensorType>(init.get().getType());
    // Every element once, unless it is added to: threads share the parallel
    // loops.
    SmallVector<bool> used(extents.size(), false);
    bool isAll = hasIterations;
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      if (isa<AffineConstantExpr>(expr)) {
        isAll &= type.getDimSize(dim) == 1;
        continue;
      }
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop || used[loop.getPosition()])
        return op.emitOpError("writes result ")
               << i << " by the indexing map " << AffineMapAttr::get(map)
               << "; expected a loop of its own, or a constant, for each "
                  "dimension";
      used[loop.getPosition()] = true;
      isAll &= extents[loop.getPosition()] == type.getDimSize(dim);
    }
    for (size_t loop = 0; loop < extents.size(); ++loop) {
      bool isParallel = iterators[loop] == utils::IteratorType::parallel;
      if (isParallel ? !used[loop] && extents[loop] > 1 : used[loop])
        return op.emitOpError("writes result ")
               << i << " by the indexing map " << AffineMapAttr::get(map)
               << ", in which the "
               << utils::stringifyIteratorType(iterators[loop]) << " loop "
               << loop
               << (isParallel ? " does not occur: its iterations would write "
                                "one element at the same time"
                              : " occurs");
    }
    if (failed(verifyWritten(op, init.get())))
      return failure();
    if (op.payloadUsesValueFromOperand(&init) &&
        failed(verifyRead(op, init.get())))
      return failure();
    if (!isAll)
      initialization.copy(init.get(), op.getResult(i));
  }
  return success();
}

/// Its maps are in bounds, and its destinations written, by what the op is.
LogicalResult KernelGraphVerifier::verifyRowKernel(amprt::RowKernelOp op) {
  if (!multiplySizes(op.getStaticLoopRanges()))
    return op.emitOpError("has loops of more iterations than 64 bits count");
  if (failed(verifyPayload(*op.getBody())))
    return failure();
  for (auto [input, element] :
       llvm::zip(op.getInputs(), op.getBody()->getArguments()))
    if (!element.use_empty() && failed(verifyRead(op, input)))
      return failure();
  for (Value out : op.getOuts())
    if (failed(verifyWritten(op, out)))
      return failure();
  return success();
}

LogicalResult KernelGraphVerifier::verifyRecord(amprt::RecordOpInterface op) {
  if (failed(op.verifyRecord()))
    return failure();
  if (op->getNumResults() == 0)
    return op.emitOpError("has no result; a kernel graph is on tensors");
  for (OpOperand &operand : op->getOpOperands()) {
    if (op.readsOperand(operand) && failed(verifyRead(op, operand.get())))
      return failure();
    if (op.writesOperand(operand) && failed(verifyWritten(op, operand.get())))
      return failure();
  }
  return success();
}

/// What such an op touches follows from its sizes, which its verifier checks.
LogicalResult
KernelGraphVerifier::verifyIndexing(amprt::IndexingOpInterface op) {
  auto destinations = cast<DestinationStyleOpInterface>(op.getOperation());
  for (OpOperand &operand : op->getOpOperands()) {
    bool isOut = destinations.isDpsInit(&operand);
    if ((!isOut || op.readsDestination()) &&
        failed(verifyRead(op, operand.get())))
      return failure();
    if (isOut && failed(verifyWritten(op, operand.get())))
      return failure();
  }
  return op->getNumRegions() == 0 ? success()
                                  : verifyPayload(op->getRegion(0).front());
}

/// A list op may write a variable where it is: whose value that is, and that
/// nobody reads the old one afterwards, is for bufferization to see.
template <typename OpTy>
LogicalResult KernelGraphVerifier::verifyList(OpTy op) {
  if (failed(verifyPayload(*op.getBody())))
    return failure();
  for (OpOperand &operand : op->getOpOperands()) {
    if (!op.isDpsInit(&operand)) {
      if (failed(verifyRead(op, operand.get())))
        return failure();
      continue;
    }
    BlockArgument argument = getArgument(operand.get());
    if (!(argument && argument == operand.get() &&
          func.getArgAttr(argument.getArgNumber(), "amp.variable")) &&
        failed(verifyWritten(op, operand.get())))
      return failure();
    if (op.readsDestination(operand) && failed(verifyRead(op, operand.get())))
      return failure();
  }
  return success();
}

LogicalResult
KernelGraphVerifier::verifyAlloc(bufferization::AllocTensorOp op) {
  if (op.getMemorySpace())
    return op.emitOpError("has a memory space; a kernel graph has none");
  if (op.getCopy())
    initialization.copy(op.getCopy(), op.getResult());
  else
    initialization.setUnwritten(op.getResult());
  return success();
}

LogicalResult
KernelGraphVerifier::verifyStore(bufferization::MaterializeInDestinationOp op) {
  BlockArgument argument = getArgument(op.getDest());
  if (!argument || argument != op.getDest() || !op.getResult() ||
      op.getRestrict() || op.getWritable())
    return op.emitOpError("expects an argument of the function as its "
                          "destination, and tensors");
  if (op->getBlock() != &func.front())
    return op.emitOpError("writes an argument in a loop; expected it behind "
                          "all loops");
  unsigned number = argument.getArgNumber();
  if (!func.getArgAttr(number, "amp.variable") &&
      !func.getArgAttr(number, "amp.output"))
    return op.emitOpError("writes argument ")
           << number << ", which is neither the value of a variable "
           << "('amp.variable') nor a result's destination ('amp.output')";
  auto [first, isNew] = stores.insert({argument, op});
  if (!isNew) {
    InFlightDiagnostic diag = op.emitOpError("writes argument ")
                              << number << " a second time";
    diag.attachNote(first->second->getLoc()) << "the first time is here";
    return diag;
  }
  if (op.getSource().getType() != op.getDest().getType())
    return op.emitOpError("writes ")
           << op.getSource().getType() << " into " << op.getDest().getType();
  return verifyRead(op, op.getSource());
}

LogicalResult KernelGraphVerifier::verifyReturn(func::ReturnOp op) {
  llvm::DenseSet<Value> returned;
  for (auto [i, value] : llvm::enumerate(op.getOperands())) {
    auto store =
        value.getDefiningOp<bufferization::MaterializeInDestinationOp>();
    if (!store)
      return op.emitOpError("returns, as result ")
             << i << ", what no bufferization.materialize_in_destination made; "
             << "a kernel graph's results have places among its arguments";
    if (!returned.insert(value).second)
      return op.emitOpError("returns result ") << i << " a second time";
  }
  for (BlockArgument argument : func.getArguments())
    if (func.getArgAttr(argument.getArgNumber(), "amp.output") &&
        !stores.contains(argument))
      return func.emitError("argument ")
             << argument.getArgNumber()
             << " is a result's destination, but nothing is written to it";
  for (auto [argument, store] : stores)
    if (!returned.contains(store->getResult(0)))
      return store->emitOpError("is not returned; what is written into an "
                                "argument is a result of the function");
  return success();
}

/// A slice may begin where the loop is, in its first dimension.
template <typename OpTy>
LogicalResult KernelGraphVerifier::verifySliceOp(OpTy op,
                                                 ArrayRef<int64_t> shape) {
  SmallVector<int64_t> offsets(op.getStaticOffsets());
  ArrayRef<int64_t> sizes = op.getStaticSizes(),
                    strides = op.getStaticStrides();
  if (op.getOffsets().empty() && op.getSizes().empty() &&
      op.getStrides().empty())
    return verifySlice(op, offsets, sizes, strides, shape);
  auto place = op.getOffsets().size() == 1 &&
                       ShapedType::isDynamic(offsets.front()) &&
                       op.getSizes().empty() && op.getStrides().empty()
                   ? places.find(op.getOffsets().front())
                   : places.end();
  if (place == places.end())
    return op.emitOpError("has a computed size or offset; a kernel graph's are "
                          "constants, but for the offset in the first "
                          "dimension, which may follow a loop");
  std::optional<StepRange> range =
      getIndexRange(place->second.expr, getIterations(place->second.loop));
  if (!range)
    return op.emitOpError("has an offset beyond 64 bits");
  for (int64_t offset : {range->least, range->greatest}) {
    offsets.front() = offset;
    if (failed(verifySlice(op, offsets, sizes, strides, shape)))
      return failure();
  }
  return success();
}

LogicalResult KernelGraphVerifier::extract(tensor::ExtractSliceOp op) {
  if (failed(verifySliceOp(op, op.getSourceType().getShape())))
    return failure();
  // Where it lies is known for each iteration alone.
  if (!op.getOffsets().empty()) {
    if (!initialization.isWritten(op.getSource()))
      initialization.setUnwritten(op.getResult());
    return success();
  }
  initialization.slice(op.getSource(), op.getResult(), op.getStaticOffsets(),
                       op.getStaticSizes(), op.getStaticStrides());
  return success();
}

LogicalResult KernelGraphVerifier::insert(tensor::InsertSliceOp op) {
  if (failed(verifySliceOp(op, op.getDestType().getShape())) ||
      failed(verifyRead(op, op.getSource())) ||
      failed(verifyWritten(op, op.getDest())))
    return failure();
  // What all iterations together have filled is seen behind the loop.
  if (!op.getOffsets().empty()) {
    initialization.copy(op.getDest(), op.getResult());
    return success();
  }
  initialization.insert(op.getSource(), op.getDest(), op.getResult(),
                        op.getStaticOffsets(), op.getStaticSizes(),
                        op.getStaticStrides());
  return success();
}

LogicalResult KernelGraphVerifier::verifyPlace(affine::AffineApplyOp op) {
  AffineMap map = op.getAffineMap();
  auto place = map.getNumDims() == 1 && map.getNumSymbols() == 0
                   ? places.find(op.getOperand(0))
                   : places.end();
  if (place == places.end())
    return op.emitOpError("expects one operand, which a loop counts");
  places[op.getResult()] = {place->second.loop,
                            map.getResult(0).replaceDims(place->second.expr)};
  return success();
}

std::optional<Initialization::Box>
KernelGraphVerifier::getFilled(scf::ForOp op, Value dest, Value yielded) {
  auto insertion = yielded.getDefiningOp<tensor::InsertSliceOp>();
  if (!insertion || insertion.getDest() != dest ||
      insertion.getOffsets().size() != 1)
    return std::nullopt;
  const Place &place = places.find(insertion.getOffsets().front())->second;
  Builder builder(op.getContext());
  AffineExpr expr = place.expr;
  auto at = [&](int64_t iteration) {
    return dyn_cast<AffineConstantExpr>(
        expr.replaceDims(builder.getAffineConstantExpr(iteration)));
  };
  bool isLinear = !expr.walk([](AffineExpr part) {
                         switch (part.getKind()) {
                         case AffineExprKind::Mod:
                         case AffineExprKind::FloorDiv:
                         case AffineExprKind::CeilDiv:
                           return WalkResult::interrupt();
                         default:
                           return WalkResult::advance();
                         }
                       })
                       .wasInterrupted();
  StepRange iterations = getIterations(op);
  std::optional<StepRange> range = getIndexRange(expr, iterations);
  AffineConstantExpr first = at(0), second = at(1);
  if (place.loop != op || !isLinear || !range || !first || !second)
    return std::nullopt;
  Initialization::Box box{SmallVector<int64_t>(insertion.getStaticOffsets()),
                          SmallVector<int64_t>(insertion.getStaticSizes())};
  for (auto [size, stride] : llvm::zip(box.sizes, insertion.getStaticStrides()))
    if (size > 1 && stride > 1)
      return std::nullopt;
  // One slice begins where the last one, or the next, ends.
  if (iterations.greatest != 0 &&
      std::abs(second.getValue() - first.getValue()) != box.sizes.front())
    return std::nullopt;
  box.offsets.front() = range->least;
  box.sizes.front() += range->greatest - range->least;
  return box;
}

/// The values of a loop are what it starts with, or what an iteration gives. A
/// value that is filled slice by slice has not all of its elements before the
/// loop ends; of others each iteration finds all.
LogicalResult KernelGraphVerifier::verifyLoop(scf::ForOp op) {
  std::optional<APInt> count = op.getStaticTripCount();
  std::optional<int64_t> first = getConstantIntValue(op.getLowerBound()),
                         step = getConstantIntValue(op.getStep());
  if (!count || !first || *first != 0 || !step || *step != 1 ||
      !count->isStrictlyPositive() || op.getUnsignedCmp())
    return op.emitOpError("expects a constant number of iterations, one or "
                          "more, counted from 0 by 1");
  places[op.getInductionVar()] = {op, getAffineDimExpr(0, op.getContext())};
  for (auto [initial, value] :
       llvm::zip(op.getInitArgs(), op.getRegionIterArgs())) {
    if (failed(verifyWritten(op, initial)))
      return failure();
    if (!initialization.isWritten(initial))
      initialization.setUnwritten(value);
  }
  for (Operation &inner : op.getBody()->without_terminator())
    if (failed(verifyOp(&inner)))
      return failure();
  Operation *yield = op.getBody()->getTerminator();
  for (auto [i, initial, value, yielded, result] :
       llvm::enumerate(op.getInitArgs(), op.getRegionIterArgs(),
                       yield->getOperands(), op.getResults())) {
    if (initialization.isWritten(initial)) {
      if (failed(verifyRead(yield, yielded)))
        return failure();
      continue;
    }
    initialization.copy(initial, result);
    if (initialization.isWritten(yielded))
      initialization.setWritten(result);
    else if (auto filled = getFilled(op, value, yielded))
      initialization.fill(result, *filled);
  }
  return success();
}

/// True for records that can be on tensors.
static bool isRecordOnTensors(Operation *op) {
  return isa<amprt::RecordOpInterface>(op) &&
         isa<DestinationStyleOpInterface>(op);
}

LogicalResult KernelGraphVerifier::verifyOp(Operation *op) {
  if (!isRecordOnTensors(op) &&
      !isa<amprt::IndexingOpInterface, arith::ConstantOp, linalg::GenericOp,
           linalg::FillOp, amprt::MapListOp, amprt::ReduceListOp,
           amprt::RowKernelOp, bufferization::AllocTensorOp,
           bufferization::MaterializeInDestinationOp, tensor::EmptyOp,
           tensor::ExpandShapeOp, tensor::CollapseShapeOp,
           tensor::ExtractSliceOp, tensor::InsertSliceOp, scf::ForOp,
           affine::AffineApplyOp, func::ReturnOp>(op))
    return op->emitError("is not an op of a kernel graph, which has what "
                         "convert-amp-to-linalg makes");
  if (failed(verifyAttributes(op)))
    return failure();
  bool mayCount = isa<scf::ForOp, affine::AffineApplyOp, tensor::ExtractSliceOp,
                      tensor::InsertSliceOp>(op);
  if (!mayCount && llvm::any_of(op->getOperandTypes(),
                                [](Type type) { return type.isIndex(); }))
    return op->emitError("has a computed size or offset; a kernel graph's are "
                         "constants");
  if (failed(verifyTypes(op)))
    return failure();
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](linalg::GenericOp op) { return verifyGeneric(op); })
      .Case([&](linalg::FillOp op) {
        return verifyWritten(op, op.getOutputs().front());
      })
      .Case([&](amprt::RowKernelOp op) { return verifyRowKernel(op); })
      .Case([&](amprt::RecordOpInterface op) { return verifyRecord(op); })
      .Case([&](amprt::IndexingOpInterface op) { return verifyIndexing(op); })
      .Case<amprt::MapListOp, amprt::ReduceListOp>(
          [&](auto op) { return verifyList(op); })
      .Case([&](bufferization::AllocTensorOp op) { return verifyAlloc(op); })
      .Case([&](bufferization::MaterializeInDestinationOp op) {
        return verifyStore(op);
      })
      .Case([&](tensor::EmptyOp op) {
        initialization.setUnwritten(op.getResult());
        return success();
      })
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp>([&](auto op) {
        initialization.copy(op.getSrc(), op.getResult());
        return success();
      })
      .Case([&](tensor::ExtractSliceOp op) { return extract(op); })
      .Case([&](tensor::InsertSliceOp op) { return insert(op); })
      .Case([&](affine::AffineApplyOp op) { return verifyPlace(op); })
      .Case([&](scf::ForOp op) { return verifyLoop(op); })
      .Case([&](func::ReturnOp op) { return verifyReturn(op); })
      .Default([](Operation *) { return success(); });
}

LogicalResult KernelGraphVerifier::verify() {
  // Said first: of such a function the rest is no use.
  for (Operation &op : func.getBody().front())
    if (isa_and_nonnull<AmpDialect>(op.getDialect()))
      return op.emitOpError("is an op of a training graph, of which a kernel "
                            "graph has none; run the whole of "
                            "amp-lowering-pipeline");
  if (failed(verifyArguments(func)))
    return failure();
  for (BlockArgument argument : func.getArguments())
    if (func.getArgAttr(argument.getArgNumber(), "amp.output"))
      initialization.setUnwritten(argument);
  for (Operation &op : func.getBody().front())
    if (failed(verifyOp(&op)))
      return failure();
  return success();
}

LogicalResult mlir::amp::detail::verifyKernelGraph(func::FuncOp func) {
  return KernelGraphVerifier(func).verify();
}
