//===- OutlineKernels.cpp -------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuKernels.h"
#include "KernelNames.h"
#include "KnownBuffers.h"
#include "RowCluster.h"
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

#include <numeric>

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPOUTLINEKERNELSPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;
using namespace mlir::amprt;

/// Work, in points of the iteration space, that is worth a thread of its own.
static constexpr int64_t kPointsPerThread = 65536;
/// Threads for which a loop should have iterations.
static constexpr int64_t kMostParts = 64;
/// Bytes that neighbouring ops of one kernel touch before the next part: a
/// share of a second-level cache.
static constexpr int64_t kBytesPerPart = 128 * 1024;
/// Plain points that take as long as one with a function such as exp.
static constexpr int64_t kPointsPerFunction = 8;
/// Ops in the bodies of one kernel; the loop of a member is as many more. What
/// another member saves is the reading of what was just written: of the bytes
/// of so many members a few percent. LLVM's registers take the square of it.
static constexpr size_t kMostOps = 256;
static constexpr size_t kOpsPerLoop = 4;
/// The parameters of a kernel take at most 4352 bytes (PTX ISA, ".param",
/// before version 8.1), and each is a pointer.
static constexpr size_t kMostGpuOperands = 4352 / 8;
/// Small ops that share a kernel of a GPU, and what they take of the memory
/// that a block shares before the last of them: with the last, less than 48
/// KiB.
static constexpr size_t kMostSmall = 128;
static constexpr int64_t kMostSharedBytes = 16 * 1024;

namespace {
/// What becomes a kernel, or a part of one: an op with an iteration space, maps
/// from it to the operands, and destinations, of which parts can be made. That
/// is a linalg op or a row kernel.
using KernelOp = IndexingMapOpInterface;

/// One op of a kernel, and the loop of it that is spread over threads.
struct Member {
  KernelOp op;
  /// -1 if the op has no parallel loop.
  int64_t dim;
  /// Where the operands lie; nowhere if they are scalars.
  SmallVector<BufferRegion> regions;
};

/// An op that becomes a kernel of a GPU, or a part of one.
struct GpuOp {
  KernelOp op;
  /// What its destinations hold before, where that is constant.
  SmallVector<TypedAttr> initial;

  Operation *getOperation() const { return KernelOp(op).getOperation(); }
};

/// Neighbouring ops that become one CPU kernel.
struct Group {
  SmallVector<Member> members;
  int64_t extent = 1;
  /// What its members have, see kMostOps.
  size_t ops = 0;
};
} // namespace

/// The loop by which `op` is spread: the first parallel one that has an
/// iteration for each thread that is worth it, else the longest. The first one
/// is mostly the samples', of which kernels then need not know how many there
/// are.
static int64_t getPartitionDim(KernelOp op, ArrayRef<int64_t> sizes) {
  // No view is a part of what has no elements.
  if (llvm::is_contained(sizes, 0))
    return -1;
  int64_t best = -1, points = 1;
  for (int64_t size : sizes)
    points = std::min(points * size, kMostParts * kPointsPerThread);
  int64_t parts =
      std::max<int64_t>(2, llvm::divideCeil(points, kPointsPerThread));
  auto loops = cast<TilingInterface>(op.getOperation()).getLoopIteratorTypes();
  for (int64_t dim = 0; dim < static_cast<int64_t>(loops.size()); ++dim) {
    if (loops[dim] != utils::IteratorType::parallel)
      continue;
    if (sizes[dim] >= parts)
      return dim;
    if (best < 0 || sizes[dim] > sizes[best])
      best = dim;
  }
  return best;
}

/// The dimension of the operand's buffer that loop `dim` walks, -1 if none
/// does; no value if it is not one dimension alone.
static std::optional<int64_t> getWalkedDim(KernelOp op, OpOperand &operand,
                                           int64_t dim) {
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

/// True for the same elements in the same order, of which the first dimension
/// has as many parts, whatever the shape of a part is.
static bool haveSameParts(Value a, const BufferRegion &regionA, Value b,
                          const BufferRegion &regionB) {
  auto typeA = cast<MemRefType>(a.getType());
  auto typeB = cast<MemRefType>(b.getType());
  return regionA == regionB && typeA.getRank() > 0 && typeB.getRank() > 0 &&
         typeA.getElementType() == typeB.getElementType() &&
         typeA.getDimSize(0) == typeB.getDimSize(0) &&
         typeA.areTrailingDimsContiguous(typeA.getRank()) &&
         typeB.areTrailingDimsContiguous(typeB.getRank());
}

static bool isDestination(OpOperand &operand) {
  return cast<DestinationStyleOpInterface>(operand.getOwner())
      .isDpsInit(&operand);
}

/// True if `candidate` may run in one kernel with `member`, part by part: what
/// one writes and the other touches, both touch at the same iterations of the
/// partitioned loop.
static bool areAligned(const Member &member, const Member &candidate) {
  for (auto [a, regionA] :
       llvm::zip(member.op->getOpOperands(), member.regions)) {
    for (auto [b, regionB] :
         llvm::zip(candidate.op->getOpOperands(), candidate.regions)) {
      if (!regionA.overlaps(regionB))
        continue;
      KernelOp first = member.op, second = candidate.op;
      if (!isDestination(a) && !isDestination(b))
        continue;
      auto walkedA = getWalkedDim(first, a, member.dim);
      auto walkedB = getWalkedDim(second, b, candidate.dim);
      if (!walkedA || !walkedB || *walkedA < 0 || *walkedA != *walkedB)
        return false;
      // A view of another shape counts its first dimension alike.
      if (a.get() != b.get() &&
          (*walkedA != 0 || !haveSameParts(a.get(), regionA, b.get(), regionB)))
        return false;
    }
  }
  return true;
}

/// Copies the constants that `op` uses, as operands or in its region, to the
/// start of the kernel.
static void copyConstants(Operation *op, Block &kernel, IRMapping &mapping) {
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
  LogicalResult outline(Block &block);
  LogicalResult add(KernelOp op, Group &group);
  LogicalResult flush(Group &group);
  /// Replaces an op that fills a buffer by a record, if there is one for it.
  bool emitFill(Operation *op);
  LogicalResult emitCpuKernel(Group &group);
  LogicalResult addGpu(KernelOp op);
  LogicalResult settle(Block &block, Operation *op);
  SmallVector<TypedAttr> takeInitial(KernelOp op, const GpuSpace &space);
  LogicalResult flushSmall();
  LogicalResult emitGpuKernel(ArrayRef<GpuOp> ops);
  /// Operands of a launch: what is written first, each buffer once.
  static SmallVector<Value> collectOperands(ArrayRef<Member> members,
                                            int64_t &numOutputs);
  /// Adds the kernel of `ops`, or finds the equal one; gives its symbol.
  SymbolRefAttr addKernel(Operation *kernel, ArrayRef<Operation *> ops);
  Operation *getKernelModule();

  ModuleOp module;
  OpBuilder builder;
  bool isGpu, fuse;
  /// On a GPU: fills that nothing has read yet, and ops for one block that
  /// nothing has met yet, in their order, with what they share.
  SmallVector<linalg::FillOp> fills;
  SmallVector<GpuOp> small;
  int64_t sharedBytes = 0;
  Operation *kernelModule = nullptr;
  /// By the text of the kernel.
  llvm::StringMap<SymbolRefAttr> kernels;
  /// How many kernels have a name, but for what tells them apart.
  llvm::StringMap<unsigned> names;
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

SymbolRefAttr Outliner::addKernel(Operation *kernel,
                                  ArrayRef<Operation *> ops) {
  // Equal text is an equal kernel; locations are not printed.
  std::string text;
  llvm::raw_string_ostream stream(text);
  kernel->print(stream, OpPrintingFlags().useLocalScope());
  auto [it, isNew] = kernels.try_emplace(text);
  if (!isNew) {
    kernel->erase();
    return it->second;
  }
  std::string name = getKernelName(ops);
  if (unsigned number = ++names[name]; number > 1)
    name += "_" + std::to_string(number);
  SymbolTable::setSymbolName(kernel, name);
  it->second =
      SymbolRefAttr::get(builder.getStringAttr("kernels"),
                         FlatSymbolRefAttr::get(builder.getContext(), name));
  return it->second;
}

SmallVector<Value> Outliner::collectOperands(ArrayRef<Member> members,
                                             int64_t &numOutputs) {
  llvm::SetVector<Value> operands;
  for (const Member &member : members)
    for (Value init :
         cast<DestinationStyleOpInterface>(*member.op).getDpsInits())
      operands.insert(init);
  numOutputs = operands.size();
  for (const Member &member : members)
    for (Value operand : member.op->getOperands())
      if (isa<MemRefType>(operand.getType()))
        operands.insert(operand);
  return operands.takeVector();
}

/// True if the members, which are spread over threads, walk the first dimension
/// of `operand` by the loops that are spread. How long it is, which may be all
/// that tells the kernels of two batch sizes apart, is then of no interest.
/// What is read at places told at run time has sizes that say which places
/// there are.
static bool isWalkedFirst(ArrayRef<Member> members, Value operand) {
  if (cast<MemRefType>(operand.getType()).getRank() == 0)
    return false;
  for (const Member &member : members) {
    KernelOp op = member.op;
    bool isOpen = member.dim >= 0 && !isa<IndexingOpInterface>(*op);
    for (OpOperand &use : op->getOpOperands())
      if (use.get() == operand &&
          (!isOpen || getWalkedDim(op, use, member.dim).value_or(-1) != 0))
        return false;
  }
  return true;
}

/// The types of a kernel's arguments for `operands`, which leave open what it
/// need not know.
static SmallVector<Type> getArgumentTypes(ArrayRef<Member> members,
                                          ArrayRef<Value> operands) {
  return llvm::map_to_vector(operands, [&](Value operand) -> Type {
    return LaunchOp::getArgumentType(cast<MemRefType>(operand.getType()),
                                     isWalkedFirst(members, operand));
  });
}

namespace {
/// Bytes that one iteration of the partitioned loops touches, and plain points
/// that take as long as those it computes.
struct Cost {
  int64_t bytes = 1, points = 1;
};
} // namespace

/// Plain points that take as long as one of `op`.
static int64_t getWork(KernelOp op) {
  int64_t work = 1;
  op->walk([&](Operation *inside) {
    if (isFunction(inside))
      work += kPointsPerFunction;
  });
  return work;
}

static Cost getCost(const Group &group) {
  int64_t bytes = 0, points = 0;
  for (const Member &member : group.members) {
    KernelOp op = member.op;
    int64_t size = 1;
    for (int64_t loop : op.getStaticLoopRanges())
      size *= loop;
    points += size / group.extent * getWork(op);
    // What all iterations touch stays in the cache.
    for (OpOperand &operand : op->getOpOperands())
      if (auto type = dyn_cast<MemRefType>(operand.get().getType());
          type && (member.dim < 0 ||
                   getWalkedDim(op, operand, member.dim).value_or(0) >= 0))
        bytes += getBytes(type) / group.extent;
  }
  return {std::max<int64_t>(bytes, 1), std::max<int64_t>(points, 1)};
}

/// True if neighbours along the partitioned loop are neighbours in some buffer
/// that has more than one element for each: its parts would be narrow columns,
/// of which no cache or prefetcher makes anything.
static bool hasColumns(const Group &group) {
  for (const Member &member : group.members)
    for (OpOperand &operand : member.op->getOpOperands()) {
      auto type = dyn_cast<MemRefType>(operand.get().getType());
      if (!type || member.dim < 0 || type.getNumElements() <= group.extent)
        continue;
      std::optional<int64_t> walked =
          getWalkedDim(member.op, operand, member.dim);
      if (walked && *walked >= 0 &&
          type.getStridesAndOffset().first[*walked] == 1)
        return true;
    }
  return false;
}

/// Marks the buffers of which no other argument of the kernel has a byte.
static void setNoAlias(func::FuncOp kernel, ArrayRef<Value> operands) {
  SmallVector<BufferRegion> regions = llvm::map_to_vector(operands, getRegion);
  for (size_t i = 0; i < regions.size(); ++i) {
    bool isAlone = llvm::count_if(regions, [&](const BufferRegion &other) {
                     return other.overlaps(regions[i]);
                   }) <= 1;
    if (isAlone)
      kernel.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                        UnitAttr::get(kernel.getContext()));
  }
}

/// Bytes of which no cache holds much until they are read.
static constexpr int64_t kStreamedBytes = 32 * 1024 * 1024;

/// True if `op` may read what `operand`, a destination, holds.
static bool readsDestination(KernelOp op, OpOperand &operand) {
  if (auto generic = dyn_cast<linalg::LinalgOp>(op.getOperation()))
    return generic.payloadUsesValueFromOperand(&operand);
  if (auto indexing = dyn_cast<IndexingOpInterface>(op.getOperation()))
    return indexing.readsDestination();
  return !isa<RowKernelOp>(op.getOperation());
}

/// Marks the large buffers that the members write and do not read.
static void setStreamed(func::FuncOp kernel, ArrayRef<Member> members,
                        ArrayRef<Value> operands) {
  for (auto [i, operand] : llvm::enumerate(operands)) {
    if (getBytes(cast<MemRefType>(operand.getType())) < kStreamedBytes)
      continue;
    BufferRegion region = getRegion(operand);
    bool isRead = llvm::any_of(members, [&](const Member &member) {
      return llvm::any_of(member.op->getOpOperands(), [&](OpOperand &use) {
        return isa<MemRefType>(use.get().getType()) &&
               region.overlaps(getRegion(use.get())) &&
               (!isDestination(use) || readsDestination(member.op, use));
      });
    });
    if (!isRead)
      kernel.setArgAttr(i, kStreamedAttr, UnitAttr::get(kernel.getContext()));
  }
}

namespace {
/// Writes the body of a kernel of the CPU: its ops, over parts of the loop.
class CpuKernelBody {
public:
  CpuKernelBody(const Group &group, Block &kernel, IRMapping &mapping,
                Location loc)
      : group(group), kernel(kernel), mapping(mapping), loc(loc) {}

  /// Over the iterations from `begin` to `end`, at most `step` at once. Fails
  /// with a diagnostic.
  LogicalResult emit(OpBuilder &builder, Value begin, Value end, int64_t step);

private:
  LogicalResult emitPart(OpBuilder &builder, Value from, Value to);
  LogicalResult emitMember(OpBuilder &builder, const Member &member, Value from,
                           OpFoldResult size);

  const Group &group;
  Block &kernel;
  IRMapping &mapping;
  Location loc;
};
} // namespace

LogicalResult CpuKernelBody::emitMember(OpBuilder &builder,
                                        const Member &member, Value from,
                                        OpFoldResult size) {
  copyConstants(member.op, kernel, mapping);
  Operation *clone = builder.clone(*member.op, mapping);
  if (member.dim < 0)
    return success();
  SmallVector<OpFoldResult> offsets, sizes;
  KernelOp op = member.op;
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
  builder.setInsertionPointAfter(clone);
  clone->erase();
  if (failed(tiled))
    return member.op->emitError("cannot be cut into parts for threads");
  return success();
}

/// The ops one after the other, over the iterations from `from` to `to`.
LogicalResult CpuKernelBody::emitPart(OpBuilder &builder, Value from,
                                      Value to) {
  AffineExpr a = builder.getAffineDimExpr(0), b = builder.getAffineDimExpr(1);
  OpFoldResult size = affine::makeComposedFoldedAffineApply(
      builder, loc, b - a, {OpFoldResult(from), OpFoldResult(to)});
  for (const Member &member : group.members)
    if (failed(emitMember(builder, member, from, size)))
      return failure();
  return success();
}

LogicalResult CpuKernelBody::emit(OpBuilder &builder, Value begin, Value end,
                                  int64_t step) {
  if (group.members.front().dim < 0) {
    for (const Member &member : group.members)
      if (failed(emitMember(builder, member, Value(), OpFoldResult())))
        return failure();
    return success();
  }
  if (group.members.size() == 1)
    return emitPart(builder, begin, end);
  Value stepValue = arith::ConstantIndexOp::create(builder, loc, step);
  LogicalResult result = success();
  scf::ForOp::create(
      builder, loc, begin, end, stepValue, ValueRange(),
      [&](OpBuilder &builder, Location loc, Value from, ValueRange) {
        AffineExpr d0 = builder.getAffineDimExpr(0);
        AffineExpr d1 = builder.getAffineDimExpr(1);
        Value to = affine::AffineMinOp::create(
            builder, loc, builder.getIndexType(),
            AffineMap::get(2, 0, {d0 + step, d1}, builder.getContext()),
            ValueRange{from, end});
        result = emitPart(builder, from, to);
        scf::YieldOp::create(builder, loc);
      });
  return result;
}

LogicalResult Outliner::emitCpuKernel(Group &group) {
  Location loc = group.members.back().op.getLoc();
  int64_t numOutputs;
  SmallVector<Value> operands = collectOperands(group.members, numOutputs);
  Cost cost = getCost(group);

  // The kernel: its buffers, then the bounds of the partitioned loop.
  SmallVector<Type> types = getArgumentTypes(group.members, operands);
  types.append(2, builder.getIndexType());
  builder.setInsertionPointToEnd(
      &cast<ModuleOp>(getKernelModule()).getBodyRegion().front());
  auto kernel = func::FuncOp::create(builder, loc, "kernel",
                                     builder.getFunctionType(types, {}));
  setNoAlias(kernel, operands);
  setStreamed(kernel, group.members, operands);
  Block *body = kernel.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  for (auto [operand, argument] : llvm::zip(operands, body->getArguments()))
    mapping.map(operand, argument);
  Value begin = body->getArgument(types.size() - 2);
  Value end = body->getArgument(types.size() - 1);
  int64_t step = hasColumns(group)
                     ? group.extent
                     : std::max<int64_t>(1, kBytesPerPart / cost.bytes);
  CpuKernelBody writer(group, *body, mapping, loc);
  if (failed(writer.emit(builder, begin, end, step)))
    return failure();
  builder.setInsertionPointToEnd(body);
  func::ReturnOp::create(builder, loc);

  SymbolRefAttr symbol = addKernel(
      kernel, llvm::map_to_vector(group.members, [](const Member &member) {
        KernelOp op = member.op;
        return op.getOperation();
      }));
  builder.setInsertionPoint(group.members.back().op);
  int64_t grain = std::max<int64_t>(1, kPointsPerThread / cost.points);
  LaunchOp::create(builder, loc, symbol, operands, numOutputs, group.extent,
                   std::min(grain, group.extent), ArrayRef<int64_t>(),
                   ArrayRef<int64_t>());
  return success();
}

//===----------------------------------------------------------------------===//
// GPU kernels
//===----------------------------------------------------------------------===//

/// Says of the kernel's arguments what their accesses may rely on: that no
/// other argument has a byte of theirs, that nothing is written, and where they
/// begin.
static void setArgumentAttrs(gpu::GPUFuncOp kernel, ArrayRef<Value> operands,
                             int64_t numOutputs) {
  Builder builder(kernel.getContext());
  for (auto [i, operand] : llvm::enumerate(operands)) {
    BufferRegion region = getRegion(operand);
    bool isAlone = llvm::count_if(operands, [&](Value other) {
                     return getRegion(other).overlaps(region);
                   }) <= 1;
    if (isAlone)
      kernel.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                        builder.getUnitAttr());
    if (static_cast<int64_t>(i) >= numOutputs)
      kernel.setArgAttr(i, LLVM::LLVMDialect::getReadonlyAttrName(),
                        builder.getUnitAttr());
    // LLVM makes aligned loads wider where that may read no other page: no
    // wider than what divides the argument's size, so as to stay inside.
    int64_t bytes = getBytes(cast<MemRefType>(kernel.getArgument(i).getType()));
    kernel.setArgAttr(
        i, LLVM::LLVMDialect::getAlignAttrName(),
        builder.getI64IntegerAttr(std::gcd(getGpuAlignment(operand), bytes)));
  }
}

/// True if the order of `a` and `b` means something.
static bool areOrdered(Operation *a, Operation *b) {
  for (OpOperand &x : a->getOpOperands()) {
    if (!isa<MemRefType>(x.get().getType()))
      continue;
    BufferRegion region = getRegion(x.get());
    for (OpOperand &y : b->getOpOperands())
      if (isa<MemRefType>(y.get().getType()) && (mayWrite(x) || mayWrite(y)) &&
          region.overlaps(getRegion(y.get())))
        return true;
  }
  return false;
}

/// Each of several ops is for one block.
LogicalResult Outliner::emitGpuKernel(ArrayRef<GpuOp> ops) {
  KernelOp last = ops.back().op;
  Location loc = last.getLoc();
  int64_t numOutputs, blocks = 1, threads = 1;
  SmallVector<Member> members;
  std::vector<GpuSpace> spaces;
  std::vector<std::unique_ptr<GpuKernel>> plans;
  spaces.reserve(ops.size());
  for (const GpuOp &op : ops) {
    members.push_back({op.op, -1, {}});
    const GpuSpace &space = spaces.emplace_back(op.op, op.initial);
    plans.push_back(planGpuKernel(space));
    blocks = std::max(blocks, plans.back()->blocks);
    if (ops.size() == 1 || !isOnePoint(space))
      threads = std::max(threads, plans.back()->threads);
  }
  SmallVector<Value> operands = collectOperands(members, numOutputs);
  builder.setInsertionPoint(last);
  SmallVector<Value> scratch;
  for (MemRefType type : plans.front()->scratch)
    scratch.push_back(memref::AllocOp::create(builder, loc, type));
  operands.insert(operands.begin() + numOutputs, scratch.begin(),
                  scratch.end());
  numOutputs += scratch.size();
  if (operands.size() > kMostGpuOperands)
    return last->emitError("reads and writes ")
           << operands.size() << " buffers; a kernel on a GPU takes at most "
           << kMostGpuOperands
           << ", so compute this in several ops, or join the buffers";
  SmallVector<Type> types =
      llvm::map_to_vector(operands, [](Value operand) -> Type {
        return getGpuArgumentType(cast<MemRefType>(operand.getType()));
      });
  builder.setInsertionPointToEnd(
      &cast<gpu::GPUModuleOp>(getKernelModule()).getBodyRegion().front());
  auto kernel = gpu::GPUFuncOp::create(builder, loc, "kernel",
                                       builder.getFunctionType(types, {}));
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  kernel.setKnownBlockSizeAttr(
      builder.getDenseI32ArrayAttr({static_cast<int32_t>(threads), 1, 1}));
  kernel.setKnownGridSizeAttr(
      builder.getDenseI32ArrayAttr({static_cast<int32_t>(blocks), 1, 1}));
  setArgumentAttrs(kernel, operands, numOutputs);
  Block &body = kernel.getBody().front();
  IRMapping mapping;
  for (auto [operand, argument] : llvm::zip(operands, body.getArguments()))
    mapping.map(operand, argument);
  for (const GpuOp &op : ops)
    copyConstants(op.getOperation(), body, mapping);
  for (Value &buffer : scratch)
    buffer = mapping.lookup(buffer);
  size_t met = 0;
  for (auto [i, space] : llvm::enumerate(spaces)) {
    builder.setInsertionPointToEnd(&body);
    GpuWriter writer(builder, kernel, space, mapping, scratch);
    if (threads == 1) {
      emitOnePoint(writer);
      continue;
    }
    // What other threads have written is seen behind a barrier. Those of one
    // element are all the first thread's.
    for (size_t before = met; before < i; ++before)
      if (areOrdered(ops[before].getOperation(), ops[i].getOperation()) &&
          !(isOnePoint(spaces[before]) && isOnePoint(space))) {
        writer.barrier(threads);
        met = i;
        break;
      }
    if (ops.size() > 1 && isOnePoint(space)) {
      writer.onlyIf(writer.isEqual(writer.getThread(), 0),
                    [&] { emitOnePoint(writer); });
      continue;
    }
    GpuKernel &plan = *plans[i];
    writer.onlyIf(plan.threads == threads
                      ? Value()
                      : writer.isLess(writer.getThread(), plan.threads),
                  [&] { plan.emit(writer); });
  }
  builder.setInsertionPointToEnd(&body);
  gpu::ReturnOp::create(builder, loc);

  SymbolRefAttr symbol =
      addKernel(kernel, llvm::map_to_vector(ops, [](const GpuOp &op) {
                  return op.getOperation();
                }));
  builder.setInsertionPoint(last);
  LaunchOp::create(builder, loc, symbol, operands, numOutputs, 1, 1,
                   ArrayRef<int64_t>{blocks, 1, 1},
                   ArrayRef<int64_t>{threads, 1, 1});
  return success();
}

/// One kernel of one block for the small ops that wait.
LogicalResult Outliner::flushSmall() {
  SmallVector<GpuOp> ops = std::move(small);
  small.clear();
  sharedBytes = 0;
  if (ops.empty())
    return success();
  bool isRecord = ops.size() == 1 && emitFill(ops.front().getOperation());
  if (!isRecord && failed(emitGpuKernel(ops)))
    return failure();
  for (const GpuOp &op : ops)
    op.getOperation()->erase();
  return success();
}

/// Before `op`, the fills and ops that it must come after; at the end of the
/// block, where it is null, all.
LogicalResult Outliner::settle(Block &block, Operation *op) {
  Block::iterator here = op ? op->getIterator() : block.end();
  auto mustCome = [&](Operation *before) {
    return !op || isa<RepeatOp>(op) || op->hasTrait<OpTrait::IsTerminator>() ||
           areOrdered(before, op);
  };
  SmallVector<linalg::FillOp> waiting = std::move(fills);
  fills.clear();
  for (linalg::FillOp fill : waiting) {
    if (!mustCome(fill)) {
      fills.push_back(fill);
      continue;
    }
    fill->moveBefore(&block, here);
    auto type = cast<MemRefType>(fill.output().getType());
    if (type.getNumElements() == 1 && !small.empty()) {
      small.push_back({cast<KernelOp>(fill.getOperation()), {}});
      continue;
    }
    if (!emitFill(fill) &&
        failed(emitGpuKernel(GpuOp{cast<KernelOp>(fill.getOperation()), {}})))
      return failure();
    fill->erase();
  }
  if (llvm::none_of(small, [&](const GpuOp &waiting) {
        return mustCome(waiting.getOperation());
      }))
    return success();
  // All of them move here: what is between has met none of them.
  for (const GpuOp &waiting : small)
    waiting.getOperation()->moveBefore(&block, here);
  return flushSmall();
}

/// The constant that `destination` of `op` holds before, if only a fill says
/// so: a place in `fills`.
static linalg::FillOp findInitial(ArrayRef<linalg::FillOp> fills,
                                  OpOperand &destination) {
  BufferRegion region = getRegion(destination.get());
  for (linalg::FillOp fill : fills) {
    if (!(getRegion(fill.output()) == region))
      continue;
    bool isOnly =
        llvm::count_if(destination.getOwner()->getOperands(), [&](Value other) {
          return isa<MemRefType>(other.getType()) &&
                 getRegion(other).overlaps(region);
        }) == 1;
    return isOnly ? fill : linalg::FillOp();
  }
  return {};
}

/// For each destination of `op` the constant from which a sum goes on without
/// reading it, if only a fill says so, which is then gone.
SmallVector<TypedAttr> Outliner::takeInitial(KernelOp op,
                                             const GpuSpace &space) {
  auto destinations = cast<DestinationStyleOpInterface>(op.getOperation());
  SmallVector<TypedAttr> initial(destinations.getNumDpsInits());
  if (!isa<linalg::LinalgOp>(op.getOperation()))
    return initial;
  for (auto [i, destination] :
       llvm::enumerate(destinations.getDpsInitsMutable())) {
    linalg::FillOp fill = findInitial(fills, destination);
    auto type = cast<MemRefType>(destination.get().getType());
    if (!fill || fill.value().getType() != type.getElementType() ||
        type.getNumElements() != space.countPoints(/*isReduced=*/false))
      continue;
    matchPattern(fill.value(), m_Constant(&initial[i]));
    llvm::erase(fills, fill);
    fill->erase();
  }
  return initial;
}

LogicalResult Outliner::addGpu(KernelOp op) {
  if (auto fill = dyn_cast<linalg::FillOp>(op.getOperation())) {
    TypedAttr value;
    bool isConstant = matchPattern(fill.value(), m_Constant(&value));
    if (isConstant && fuse) {
      if (failed(settle(*op->getBlock(), op)))
        return failure();
      fills.push_back(fill);
      return success();
    }
    if (isConstant && emitFill(op)) {
      op->erase();
      return success();
    }
  }
  if (isa<GroupAtOp>(op.getOperation()))
    return op->emitError("is more than a kernel on a GPU; run "
                         "amp-expand-grouping before amp-outline-kernels");
  GpuSpace space(op, {});
  GpuOp added{op, takeInitial(op, space)};
  bool isAlone = !fuse || isa<IndexingOpInterface>(op.getOperation());
  bool isPoint = !isAlone && isOnePoint(space);
  std::unique_ptr<GpuKernel> plan = planGpuKernel(space);
  if (isAlone || (!isPoint && (plan->blocks > 1 || !plan->scratch.empty()))) {
    if (failed(settle(*op->getBlock(), op)) || failed(emitGpuKernel(added)))
      return failure();
    op->erase();
    return success();
  }
  // A kernel has only so many operands: a fill has two.
  size_t numOperands = op->getNumOperands() + 2 * fills.size();
  for (const GpuOp &waiting : small)
    numOperands += waiting.getOperation()->getNumOperands();
  if (numOperands > kMostGpuOperands) {
    for (const GpuOp &waiting : small)
      waiting.getOperation()->moveBefore(op);
    if (failed(flushSmall()))
      return failure();
  }
  // Single elements that are filled for it are filled in the same kernel.
  for (linalg::FillOp &fill : fills)
    if (cast<MemRefType>(fill.output().getType()).getNumElements() == 1 &&
        areOrdered(fill, op)) {
      small.push_back({cast<KernelOp>(fill.getOperation()), {}});
      fill = nullptr;
    }
  llvm::erase(fills, linalg::FillOp());
  // Other fills that it needs come before; what waits goes on to wait.
  SmallVector<GpuOp> before = std::move(small);
  small.clear();
  if (failed(settle(*op->getBlock(), op)))
    return failure();
  small = std::move(before);
  small.push_back(std::move(added));
  sharedBytes += isPoint ? 0 : plan->sharedBytes;
  if (small.size() < kMostSmall && sharedBytes <= kMostSharedBytes)
    return success();
  for (const GpuOp &waiting : ArrayRef(small).drop_back())
    waiting.getOperation()->moveBefore(op);
  return flushSmall();
}

//===----------------------------------------------------------------------===//
// Grouping
//===----------------------------------------------------------------------===//

bool Outliner::emitFill(Operation *op) {
  auto fill = dyn_cast<linalg::FillOp>(op);
  TypedAttr value;
  if (!fill || !matchPattern(fill.value(), m_Constant(&value)) ||
      !FillOp::getPattern(value))
    return false;
  auto type = cast<MemRefType>(fill.output().getType());
  if (type.getElementType() != value.getType() ||
      !type.areTrailingDimsContiguous(type.getRank()))
    return false;
  builder.setInsertionPoint(op);
  FillOp::create(builder, op->getLoc(), value, fill.output());
  return true;
}

LogicalResult Outliner::flush(Group &group) {
  if (group.members.empty())
    return success();
  // Beside others it costs nothing, alone a kernel would be too much.
  bool isRecord =
      group.members.size() == 1 && emitFill(group.members.front().op);
  if (!isRecord && failed(emitCpuKernel(group)))
    return failure();
  for (const Member &member : group.members)
    member.op->erase();
  group = Group();
  return success();
}

LogicalResult Outliner::add(KernelOp op, Group &group) {
  if (isGpu)
    return addGpu(op);
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  Member member{op, getPartitionDim(op, sizes), {}};
  for (Value operand : op->getOperands())
    member.regions.push_back(isa<MemRefType>(operand.getType())
                                 ? getRegion(operand)
                                 : BufferRegion());
  int64_t extent = member.dim < 0 ? 1 : sizes[member.dim];
  // A neighbour joins if its own loop has the group's length and the data
  // dependences stay within parts. Ops without a loop run one after the other
  // in any case.
  size_t ops = kOpsPerLoop;
  op->walk([&](Operation *) { ++ops; });
  bool joins = fuse && !group.members.empty() && group.extent == extent &&
               group.ops + ops <= kMostOps &&
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
  group.ops += ops;
  return success();
}

/// Fails unless `op` can be a kernel: all that it uses are buffers, which
/// become operands, and constants, which are copied.
static LogicalResult verifyKernel(KernelOp op) {
  auto isStaticBuffer = [](Value operand) {
    auto type = dyn_cast<ShapedType>(operand.getType());
    return !type || (isa<MemRefType>(type) && type.hasStaticShape());
  };
  if (!llvm::all_of(op->getOperands(), isStaticBuffer))
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

/// True if nothing is computed. A row kernel gives empty rows a value.
static bool isOverNothing(KernelOp op) {
  if (!isa<RowKernelOp>(op))
    return llvm::is_contained(op.getStaticLoopRanges(), 0);
  return llvm::all_of(cast<RowKernelOp>(*op).getOuts(), [](Value out) {
    return cast<MemRefType>(out.getType()).getNumElements() == 0;
  });
}

/// True if the record can describe its operands as they lie in memory.
static bool takesLayouts(RecordOpInterface op) {
  return llvm::all_of(op.getRecordOperands(), [&](OpOperand *operand) {
    return op.takesLayout(*operand, cast<MemRefType>(operand->get().getType()));
  });
}

LogicalResult Outliner::outline(Block &block) {
  Group group;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto kernelOp = dyn_cast<KernelOp>(op)) {
      if (isOverNothing(kernelOp)) {
        op.erase();
        continue;
      }
      if (failed(add(kernelOp, group)))
        return failure();
    } else if (auto repeat = dyn_cast<RepeatOp>(op)) {
      if (failed(settle(block, repeat)) || failed(flush(group)) ||
          failed(outline(repeat.getBody().front())))
        return failure();
      if (repeat.getBody().getOps<RecordOpInterface>().empty())
        repeat.erase();
    } else if (isa<RecordOpInterface, memref::DeallocOp>(op) ||
               op.hasTrait<OpTrait::IsTerminator>()) {
      if (failed(settle(block, &op)) || failed(flush(group)))
        return failure();
    } else if (!isa<memref::AllocOp, memref::GetGlobalOp, ViewLikeOpInterface>(
                   op) &&
               !op.hasTrait<OpTrait::ConstantLike>()) {
      return op.emitError(
                 "cannot be part of a program: expected a linalg op, a "
                 "record, a view or an allocation, found '")
             << op.getName() << "'";
    }
  }
  if (failed(settle(block, nullptr)))
    return failure();
  return flush(group);
}

LogicalResult Outliner::outline(func::FuncOp func) {
  if (failed(verifyNoControlFlow(func)))
    return failure();
  WalkResult result = func.walk([](KernelOp op) {
    return failed(verifyKernel(op)) ? WalkResult::interrupt()
                                    : WalkResult::advance();
  });
  if (result.wasInterrupted() || failed(verifyKnownBuffers(func)))
    return failure();
  // A copy that is no record is a kernel.
  func.walk([&](memref::CopyOp copy) {
    if (takesLayouts(cast<RecordOpInterface>(copy.getOperation())))
      return;
    builder.setInsertionPoint(copy);
    linalg::makeMemRefCopyOp(builder, copy.getLoc(), copy.getSource(),
                             copy.getTarget());
    copy.erase();
  });
  return outline(func.getBody().front());
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
    bool isCuda = target == mlir::amp::TargetKind::Cuda;
    if (failed(Outliner(getOperation(), isCuda, fuse).run()))
      signalPassFailure();
  }
};
} // namespace
