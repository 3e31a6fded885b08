//===- OutlineKernels.cpp -------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownBuffers.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPOUTLINEKERNELSPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;
using namespace mlir::amprt;

/// Work, in points of the iteration space, that is worth a thread of its own.
static constexpr int64_t pointsPerThread = 65536;
/// Bytes that neighbouring ops of one kernel touch before the next part: a
/// share of a second-level cache.
static constexpr int64_t bytesPerPart = 128 * 1024;
static constexpr int64_t gpuBlockSize = 256;
/// The parameters of a kernel take at most 4352 bytes (PTX ISA, ".param",
/// before version 8.1), and each is a pointer.
static constexpr size_t kMostGpuOperands = 4352 / 8;

/// The buffer that `value` is, or is a view of.
static Value getRoot(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

static bool isContiguous(Value value) {
  return cast<MemRefType>(value.getType())
      .areTrailingDimsContiguous(cast<MemRefType>(value.getType()).getRank());
}

namespace {
/// One linalg op of a kernel, and the loop of it that is spread over threads.
struct Member {
  linalg::LinalgOp op;
  /// -1 if the op has no parallel loop.
  int64_t dim;
};

/// Neighbouring ops that become one CPU kernel.
struct Group {
  SmallVector<Member> members;
  int64_t extent = 1;
};
} // namespace

/// The loop by which `op` is spread: the first parallel one that is long
/// enough, else the longest.
static int64_t getPartitionDim(linalg::LinalgOp op, ArrayRef<int64_t> sizes) {
  SmallVector<unsigned> parallel;
  op.getParallelDims(parallel);
  int64_t best = -1;
  for (unsigned dim : parallel) {
    if (sizes[dim] >= 64)
      return dim;
    if (best < 0 || sizes[dim] > sizes[best])
      best = dim;
  }
  return best;
}

/// The dimension of the operand's buffer that loop `dim` walks, -1 if none
/// does; no value if it is not one dimension alone.
static std::optional<int64_t> getWalkedDim(linalg::LinalgOp op,
                                           OpOperand &operand, int64_t dim) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  int64_t walked = -1;
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    if (!expr.isFunctionOfDim(dim))
      continue;
    if (walked >= 0 || !isa<AffineDimExpr>(expr))
      return std::nullopt;
    walked = i;
  }
  return walked;
}

/// True if `candidate` may run in one kernel with `member`, part by part: what
/// one writes and the other touches, both touch at the same iterations of the
/// partitioned loop.
static bool areAligned(const Member &member, const Member &candidate) {
  for (OpOperand &a : member.op->getOpOperands()) {
    for (OpOperand &b : candidate.op->getOpOperands()) {
      if (getRoot(a.get()) != getRoot(b.get()))
        continue;
      linalg::LinalgOp first = member.op, second = candidate.op;
      if (!first.isDpsInit(&a) && !second.isDpsInit(&b))
        continue;
      if (a.get() != b.get())
        return false;
      auto walkedA = getWalkedDim(first, a, member.dim);
      auto walkedB = getWalkedDim(second, b, candidate.dim);
      if (!walkedA || !walkedB || *walkedA < 0 || *walkedA != *walkedB)
        return false;
    }
  }
  return true;
}

/// Copies the constants that `op` uses, as operands or in its region, to the
/// start of the kernel.
static void copyConstants(linalg::LinalgOp op, Block &kernel,
                          IRMapping &mapping) {
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(op->getRegions(), used);
  used.insert(op->operand_begin(), op->operand_end());
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel);
  for (Value value : used)
    if (!mapping.contains(value) && value.getDefiningOp() &&
        value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>())
      builder.clone(*value.getDefiningOp(), mapping);
}

//===----------------------------------------------------------------------===//
// CPU kernels
//===----------------------------------------------------------------------===//

namespace {
struct Outliner {
  Outliner(ModuleOp module, bool isGpu, bool fuse)
      : module(module), builder(module.getContext()), isGpu(isGpu), fuse(fuse) {
  }

  LogicalResult run();

private:
  LogicalResult outline(func::FuncOp func);
  LogicalResult add(linalg::LinalgOp op, Group &group);
  LogicalResult flush(Group &group);
  LogicalResult emitCpuKernel(Group &group);
  LogicalResult emitGpuKernel(linalg::LinalgOp op);
  /// Operands of a launch: what is written first, each buffer once.
  static SmallVector<Value> collectOperands(ArrayRef<Member> members,
                                            int64_t &numOutputs);
  /// Adds `kernel` to the kernels, or finds the equal one; gives its symbol.
  SymbolRefAttr addKernel(Operation *kernel);
  Operation *getKernelModule();

  ModuleOp module;
  OpBuilder builder;
  bool isGpu, fuse;
  Operation *kernelModule = nullptr;
  llvm::StringMap<SymbolRefAttr> kernels;
};
} // namespace

Operation *Outliner::getKernelModule() {
  if (kernelModule)
    return kernelModule;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(module.getBody());
  if (isGpu)
    kernelModule =
        gpu::GPUModuleOp::create(builder, module.getLoc(), "kernels");
  else
    kernelModule =
        ModuleOp::create(builder, module.getLoc(), StringRef("kernels"));
  return kernelModule;
}

SymbolRefAttr Outliner::addKernel(Operation *kernel) {
  // Equal text is an equal kernel; locations are not printed.
  std::string text;
  llvm::raw_string_ostream stream(text);
  kernel->print(stream, OpPrintingFlags().useLocalScope());
  auto [it, isNew] = kernels.try_emplace(text);
  if (!isNew) {
    kernel->erase();
    return it->second;
  }
  std::string name = "kernel_" + std::to_string(kernels.size() - 1);
  SymbolTable::setSymbolName(kernel, name);
  it->second =
      SymbolRefAttr::get(builder.getStringAttr("kernels"),
                         FlatSymbolRefAttr::get(builder.getContext(), name));
  return it->second;
}

SmallVector<Value> Outliner::collectOperands(ArrayRef<Member> members,
                                             int64_t &numOutputs) {
  llvm::SetVector<Value> operands;
  for (const Member &member : members) {
    linalg::LinalgOp op = member.op;
    for (Value init : op.getDpsInits())
      operands.insert(init);
  }
  numOutputs = operands.size();
  for (const Member &member : members)
    for (Value operand : member.op->getOperands())
      if (isa<MemRefType>(operand.getType()))
        operands.insert(operand);
  return operands.takeVector();
}

namespace {
/// Bytes that one iteration of the partitioned loops touches, and points it
/// computes.
struct Cost {
  int64_t bytes = 1, points = 1;
};
} // namespace

static Cost getCost(const Group &group) {
  int64_t bytes = 0, points = 0;
  for (const Member &member : group.members) {
    linalg::LinalgOp op = member.op;
    int64_t size = 1;
    for (int64_t loop : op.getStaticLoopRanges())
      size *= loop;
    points += size / group.extent;
    for (Value operand : op->getOperands())
      if (auto type = dyn_cast<MemRefType>(operand.getType()))
        bytes += getBytes(type) / group.extent;
  }
  return {std::max<int64_t>(bytes, 1), std::max<int64_t>(points, 1)};
}

LogicalResult Outliner::emitCpuKernel(Group &group) {
  Location loc = group.members.back().op.getLoc();
  int64_t numOutputs;
  SmallVector<Value> operands = collectOperands(group.members, numOutputs);
  Cost cost = getCost(group);

  // The kernel: its buffers, then the bounds of the partitioned loop.
  SmallVector<Type> types(ValueRange(operands).getTypes());
  types.append(2, builder.getIndexType());
  builder.setInsertionPointToEnd(
      &cast<ModuleOp>(getKernelModule()).getBodyRegion().front());
  auto kernel = func::FuncOp::create(builder, loc, "kernel",
                                     builder.getFunctionType(types, {}));
  Block *body = kernel.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  for (auto [operand, argument] : llvm::zip(operands, body->getArguments()))
    mapping.map(operand, argument);
  for (size_t i = 0; i < operands.size(); ++i) {
    bool isAlone = llvm::count_if(operands, [&](Value other) {
                     return getRoot(other) == getRoot(operands[i]);
                   }) == 1;
    if (isAlone)
      kernel.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                        builder.getUnitAttr());
  }
  Value begin = body->getArgument(types.size() - 2);
  Value end = body->getArgument(types.size() - 1);

  // Ops over a part of the loop, one after the other.
  LogicalResult result = success();
  auto emitPart = [&](OpBuilder &builder, Value from, Value to) {
    OpFoldResult size;
    if (from) {
      AffineExpr a = builder.getAffineDimExpr(0),
                 b = builder.getAffineDimExpr(1);
      size = affine::makeComposedFoldedAffineApply(
          builder, loc, b - a, {OpFoldResult(from), OpFoldResult(to)});
    }
    for (const Member &member : group.members) {
      copyConstants(member.op, *body, mapping);
      Operation *clone = builder.clone(*member.op, mapping);
      if (member.dim < 0)
        continue;
      auto op = cast<linalg::LinalgOp>(clone);
      SmallVector<OpFoldResult> offsets, sizes;
      for (auto [i, range] : llvm::enumerate(op.getStaticLoopRanges())) {
        bool isPartitioned = static_cast<int64_t>(i) == member.dim;
        offsets.push_back(isPartitioned ? OpFoldResult(from)
                                        : builder.getIndexAttr(0));
        sizes.push_back(isPartitioned ? size : builder.getIndexAttr(range));
      }
      builder.setInsertionPoint(clone);
      FailureOr<TilingResult> tiled =
          cast<TilingInterface>(clone).getTiledImplementation(builder, offsets,
                                                              sizes);
      if (failed(tiled))
        result = member.op->emitError("cannot be cut into parts for threads");
      builder.setInsertionPointAfter(clone);
      clone->erase();
    }
  };
  int64_t step = std::max<int64_t>(1, bytesPerPart / cost.bytes);
  if (group.members.front().dim < 0) {
    emitPart(builder, {}, {});
  } else if (group.members.size() == 1 || step >= group.extent) {
    emitPart(builder, begin, end);
  } else {
    Value stepValue = arith::ConstantIndexOp::create(builder, loc, step);
    scf::ForOp::create(
        builder, loc, begin, end, stepValue, ValueRange(),
        [&](OpBuilder &builder, Location loc, Value from, ValueRange) {
          AffineExpr d0 = builder.getAffineDimExpr(0);
          AffineExpr d1 = builder.getAffineDimExpr(1);
          Value to = affine::AffineMinOp::create(
              builder, loc, builder.getIndexType(),
              AffineMap::get(2, 0, {d0 + step, d1}, builder.getContext()),
              ValueRange{from, end});
          emitPart(builder, from, to);
          scf::YieldOp::create(builder, loc);
        });
  }
  builder.setInsertionPointToEnd(body);
  func::ReturnOp::create(builder, loc);

  if (failed(result))
    return failure();

  SymbolRefAttr symbol = addKernel(kernel);
  builder.setInsertionPoint(group.members.back().op);
  int64_t grain = std::max<int64_t>(1, pointsPerThread / cost.points);
  LaunchOp::create(builder, loc, symbol, operands, numOutputs, group.extent,
                   std::min(grain, group.extent), ArrayRef<int64_t>(),
                   ArrayRef<int64_t>());
  return success();
}

//===----------------------------------------------------------------------===//
// GPU kernels
//===----------------------------------------------------------------------===//

LogicalResult Outliner::emitGpuKernel(linalg::LinalgOp op) {
  Location loc = op.getLoc();
  int64_t numOutputs;
  SmallVector<Value> operands = collectOperands(Member{op, -1}, numOutputs);
  if (operands.size() > kMostGpuOperands)
    return op->emitError("reads and writes ")
           << operands.size() << " buffers; a kernel on a GPU takes at most "
           << kMostGpuOperands
           << ", so compute this in several ops, or join the buffers";
  builder.setInsertionPointToEnd(
      &cast<gpu::GPUModuleOp>(getKernelModule()).getBodyRegion().front());
  auto kernel = gpu::GPUFuncOp::create(
      builder, loc, "kernel",
      builder.getFunctionType(ValueRange(operands).getTypes(), {}));
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  kernel.setKnownBlockSizeAttr(
      builder.getDenseI32ArrayAttr({gpuBlockSize, 1, 1}));
  Block &body = kernel.getBody().front();
  builder.setInsertionPointToStart(&body);
  IRMapping mapping;
  for (auto [operand, argument] : llvm::zip(operands, body.getArguments()))
    mapping.map(operand, argument);

  copyConstants(op, body, mapping);

  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<int64_t> parallelSizes;
  SmallVector<unsigned> parallelDims, reductionDims;
  op.getParallelDims(parallelDims);
  op.getReductionDims(reductionDims);
  int64_t points = 1;
  for (unsigned dim : parallelDims) {
    parallelSizes.push_back(ranges[dim]);
    points *= ranges[dim];
  }
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value thread = arith::AddIOp::create(
      builder, loc,
      arith::MulIOp::create(
          builder, loc, gpu::BlockIdOp::create(builder, loc, gpu::Dimension::x),
          constant(gpuBlockSize)),
      gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::x));
  Value isInside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, thread, constant(points));
  auto ifOp = scf::IfOp::create(builder, loc, isInside, false);
  builder.setInsertionPointAfter(ifOp);
  gpu::ReturnOp::create(builder, loc);
  builder.setInsertionPointToStart(ifOp.thenBlock());

  SmallVector<Value> indices(ranges.size());
  Value rest = thread;
  for (int64_t i = parallelDims.size() - 1; i >= 0; --i) {
    // The last dimension is the fastest: neighbouring threads touch neighbours.
    indices[parallelDims[i]] =
        i == 0 ? rest
               : arith::RemUIOp::create(builder, loc, rest,
                                        constant(parallelSizes[i]));
    if (i > 0)
      rest = arith::DivUIOp::create(builder, loc, rest,
                                    constant(parallelSizes[i]));
  }
  auto getPosition = [&](OpOperand &operand) {
    SmallVector<Value> position;
    for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults()) {
      if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
        position.push_back(indices[dim.getPosition()]);
        continue;
      }
      // Indices of loops that are not open yet are not used, but must be there.
      SmallVector<Value> known = indices;
      for (Value &index : known)
        index = index ? index : thread;
      position.push_back(affine::AffineApplyOp::create(
          builder, loc,
          AffineMap::get(known.size(), 0, expr, builder.getContext()), known));
    }
    return position;
  };
  // The accumulators of a reduction stay in registers.
  SmallVector<OpOperand *> inits;
  for (OpOperand &init : op.getDpsInitsMutable())
    inits.push_back(&init);
  SmallVector<Value> accumulators;
  Block &payload = op->getRegion(0).front();
  auto load = [&](OpOperand &operand) -> Value {
    if (!isa<MemRefType>(operand.get().getType()))
      return mapping.lookup(operand.get());
    return memref::LoadOp::create(builder, loc, mapping.lookup(operand.get()),
                                  getPosition(operand));
  };
  // Outputs are read before the loops, for reductions and for updates in place.
  for (OpOperand *init : inits)
    accumulators.push_back(op.payloadUsesValueFromOperand(init) ? load(*init)
                                                                : Value());
  SmallVector<unsigned> carried;
  SmallVector<Value> initial;
  for (auto [i, value] : llvm::enumerate(accumulators))
    if (value) {
      carried.push_back(i);
      initial.push_back(value);
    }
  auto emitPayload = [&](ValueRange current) {
    IRMapping inner = mapping;
    for (OpOperand *input : op.getDpsInputOperands())
      inner.map(op.getMatchingBlockArgument(input), load(*input));
    for (auto [i, value] : llvm::zip(carried, current))
      inner.map(op.getMatchingBlockArgument(inits[i]), value);
    for (Operation &inside : payload.without_terminator()) {
      if (auto index = dyn_cast<linalg::IndexOp>(inside))
        inner.map(index.getResult(), indices[index.getDim()]);
      else
        builder.clone(inside, inner);
    }
    SmallVector<Value> results;
    for (Value value : payload.getTerminator()->getOperands())
      results.push_back(inner.lookupOrDefault(value));
    return results;
  };
  SmallVector<Value> results;
  if (reductionDims.empty()) {
    results = emitPayload(initial);
  } else {
    assert(carried.size() == inits.size() &&
           "reductions read what they update");
    SmallVector<scf::ForOp> loops;
    for (unsigned dim : reductionDims) {
      auto loop =
          scf::ForOp::create(builder, loc, constant(0), constant(ranges[dim]),
                             constant(1), initial);
      indices[dim] = loop.getInductionVar();
      initial = llvm::to_vector_of<Value>(loop.getRegionIterArgs());
      builder.setInsertionPointToStart(loop.getBody());
      loops.push_back(loop);
    }
    results = emitPayload(initial);
    for (scf::ForOp loop : llvm::reverse(loops)) {
      scf::YieldOp::create(builder, loc, results);
      results = llvm::to_vector_of<Value>(loop.getResults());
      builder.setInsertionPointAfter(loop);
    }
  }
  for (auto [init, value] : llvm::zip(inits, results))
    memref::StoreOp::create(builder, loc, value, mapping.lookup(init->get()),
                            getPosition(*init));

  SymbolRefAttr symbol = addKernel(kernel);
  builder.setInsertionPoint(op);
  int64_t blocks = std::max<int64_t>(1, llvm::divideCeil(points, gpuBlockSize));
  LaunchOp::create(builder, loc, symbol, operands, numOutputs, 1, 1,
                   ArrayRef<int64_t>{blocks, 1, 1},
                   ArrayRef<int64_t>{gpuBlockSize, 1, 1});
  return success();
}

//===----------------------------------------------------------------------===//
// Grouping
//===----------------------------------------------------------------------===//

LogicalResult Outliner::flush(Group &group) {
  if (group.members.empty())
    return success();
  if (failed(emitCpuKernel(group)))
    return failure();
  for (const Member &member : group.members)
    member.op->erase();
  group = Group();
  return success();
}

LogicalResult Outliner::add(linalg::LinalgOp op, Group &group) {
  if (isGpu) {
    if (failed(emitGpuKernel(op)))
      return failure();
    op->erase();
    return success();
  }
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  Member member{op, getPartitionDim(op, sizes)};
  int64_t extent = member.dim < 0 ? 1 : sizes[member.dim];
  // A neighbour joins if its own loop has the group's length and the data
  // dependences stay within parts. Ops without a loop run one after the other
  // in any case.
  bool joins = fuse && !group.members.empty() && group.extent == extent &&
               (member.dim < 0) == (group.members.front().dim < 0) &&
               (member.dim < 0 || llvm::all_of(
                                      group.members,
                                      [&](const Member &other) {
                                        return areAligned(other, member);
                                      }));
  if (!joins && failed(flush(group)))
    return failure();
  group.members.push_back(member);
  group.extent = extent;
  return success();
}

/// Fails unless `op` can be a kernel: all that it uses are buffers, which
/// become operands, and constants, which are copied.
static LogicalResult verifyKernel(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op.hasDynamicShape())
    return op.emitError("expects buffers of static shape; bufferize and "
                        "specialize before amp-outline-kernels");
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(op->getRegions(), used);
  used.insert(op->operand_begin(), op->operand_end());
  for (Value value : used) {
    bool isOperand = isa<MemRefType>(value.getType()) &&
                     llvm::is_contained(op->getOperands(), value);
    bool isConstant = value.getDefiningOp() &&
                      value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>();
    if (!isOperand && !isConstant)
      return op.emitError("uses a value of type ")
             << value.getType()
             << " that is neither a buffer among its operands nor a constant; "
                "it cannot become a kernel";
  }
  if (!isa<TilingInterface>(op.getOperation()))
    return op.emitError("cannot be cut into parts for threads; expected a "
                        "structured op, such as linalg.generic");
  return success();
}

LogicalResult Outliner::outline(func::FuncOp func) {
  if (failed(verifyNoControlFlow(func)))
    return failure();
  for (auto op : func.getOps<linalg::LinalgOp>())
    if (failed(verifyKernel(op)))
      return failure();
  if (failed(verifyKnownBuffers(func)))
    return failure();
  // Copies between strided buffers are kernels; between contiguous ones,
  // records.
  for (auto copy : llvm::make_early_inc_range(func.getOps<memref::CopyOp>()))
    if (!isContiguous(copy.getSource()) || !isContiguous(copy.getTarget())) {
      builder.setInsertionPoint(copy);
      linalg::makeMemRefCopyOp(builder, copy.getLoc(), copy.getSource(),
                               copy.getTarget());
      copy.erase();
    }
  Group group;
  for (Operation &op : llvm::make_early_inc_range(func.getBody().front())) {
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
      // An op over no elements computes nothing.
      if (llvm::is_contained(linalgOp.getStaticLoopRanges(), 0)) {
        op.erase();
        continue;
      }
      if (failed(add(linalgOp, group)))
        return failure();
    } else if (isa<GemmOp, memref::CopyOp, memref::DeallocOp>(op) ||
               op.hasTrait<OpTrait::IsTerminator>()) {
      if (failed(flush(group)))
        return failure();
    } else if (!isa<memref::AllocOp, memref::GetGlobalOp, ViewLikeOpInterface>(
                   op) &&
               !op.hasTrait<OpTrait::ConstantLike>()) {
      return op.emitError(
                 "cannot be part of a program: expected a linalg op, a "
                 "GEMM, a copy, a view or an allocation, found '")
             << op.getName() << "'";
    }
  }
  return success();
}

LogicalResult Outliner::run() {
  if (Operation *existing = module.lookupSymbol("kernels"))
    return existing->emitError("has the name 'kernels', which the kernels of a "
                               "program take; rename it");
  for (auto func : llvm::to_vector(module.getOps<func::FuncOp>()))
    if (!func.isExternal() && failed(outline(func)))
      return failure();
  return success();
}

namespace {
struct AmpOutlineKernelsPass
    : public amprt::impl::AmpOutlineKernelsPassBase<AmpOutlineKernelsPass> {
  using Base::Base;

  void runOnOperation() override {
    if (target != "cpu" && target != "cuda") {
      getOperation().emitError(
          "amp-outline-kernels: target must be cpu or cuda, found '")
          << target << "'";
      return signalPassFailure();
    }
    if (failed(Outliner(getOperation(), target == "cuda", fuse).run()))
      signalPassFailure();
  }
};
} // namespace
