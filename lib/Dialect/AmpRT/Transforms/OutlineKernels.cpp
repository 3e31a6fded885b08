//===- OutlineKernels.cpp -------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferRegions.h"
#include "KernelNames.h"
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
static constexpr int64_t kPointsPerThread = 65536;
/// Bytes that neighbouring ops of one kernel touch before the next part: a
/// share of a second-level cache.
static constexpr int64_t kBytesPerPart = 128 * 1024;
static constexpr int64_t kGpuBlockSize = 256;
/// The parameters of a kernel take at most 4352 bytes (PTX ISA, ".param",
/// before version 8.1), and each is a pointer.
static constexpr size_t kMostGpuOperands = 4352 / 8;

namespace {
/// One linalg op of a kernel, and the loop of it that is spread over threads.
struct Member {
  linalg::LinalgOp op;
  /// -1 if the op has no parallel loop.
  int64_t dim;
  /// Where the operands lie; nowhere if they are scalars.
  SmallVector<BufferRegion> regions;
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
      linalg::LinalgOp first = member.op, second = candidate.op;
      if (!first.isDpsInit(&a) && !second.isDpsInit(&b))
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
  /// Replaces an op that fills a buffer by a record, if there is one for it.
  bool emitFill(linalg::LinalgOp op);
  LogicalResult emitCpuKernel(Group &group);
  LogicalResult emitGpuKernel(linalg::LinalgOp op);
  /// Operands of a launch: what is written first, each buffer once.
  static SmallVector<Value> collectOperands(ArrayRef<Member> members,
                                            int64_t &numOutputs);
  /// Adds the kernel of `ops`, or finds the equal one; gives its symbol.
  SymbolRefAttr addKernel(Operation *kernel, ArrayRef<linalg::LinalgOp> ops);
  Operation *getKernelModule();

  ModuleOp module;
  OpBuilder builder;
  bool isGpu, fuse;
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
                                  ArrayRef<linalg::LinalgOp> ops) {
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

/// The types of a kernel's arguments for `operands`.
static SmallVector<Type> getArgumentTypes(ArrayRef<Value> operands) {
  return llvm::map_to_vector(operands, [](Value operand) -> Type {
    return LaunchOp::getArgumentType(cast<MemRefType>(operand.getType()));
  });
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
  if (group.members.size() == 1 || step >= group.extent)
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
  SmallVector<Type> types = getArgumentTypes(operands);
  types.append(2, builder.getIndexType());
  builder.setInsertionPointToEnd(
      &cast<ModuleOp>(getKernelModule()).getBodyRegion().front());
  auto kernel = func::FuncOp::create(builder, loc, "kernel",
                                     builder.getFunctionType(types, {}));
  setNoAlias(kernel, operands);
  Block *body = kernel.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  for (auto [operand, argument] : llvm::zip(operands, body->getArguments()))
    mapping.map(operand, argument);
  Value begin = body->getArgument(types.size() - 2);
  Value end = body->getArgument(types.size() - 1);
  int64_t step = std::max<int64_t>(1, kBytesPerPart / cost.bytes);
  CpuKernelBody writer(group, *body, mapping, loc);
  if (failed(writer.emit(builder, begin, end, step)))
    return failure();
  builder.setInsertionPointToEnd(body);
  func::ReturnOp::create(builder, loc);

  SymbolRefAttr symbol = addKernel(
      kernel, llvm::map_to_vector(group.members, [](const Member &member) {
        return member.op;
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

namespace {
/// Writes the body of a kernel in which each thread computes one point of an
/// op's parallel loops and runs its reduction loops.
class GpuKernelBody {
public:
  GpuKernelBody(OpBuilder &builder, linalg::LinalgOp op, IRMapping &mapping)
      : builder(builder), loc(op.getLoc()), op(op), mapping(mapping),
        ranges(op.getStaticLoopRanges()), indices(ranges.size()) {
    op.getParallelDims(parallelDims);
    op.getReductionDims(reductionDims);
    for (OpOperand &init : op.getDpsInitsMutable())
      inits.push_back(&init);
  }

  /// Threads that have something to do.
  int64_t getPoints() const {
    int64_t points = 1;
    for (unsigned dim : parallelDims)
      points *= ranges[dim];
    return points;
  }
  void emit();

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  void openThread();
  void setParallelIndices();
  SmallVector<Value> getPosition(OpOperand &operand);
  Value load(OpOperand &operand);
  SmallVector<Value> emitPayload(ArrayRef<unsigned> carried,
                                 ValueRange current);
  SmallVector<Value> emitReduction(ArrayRef<unsigned> carried,
                                   SmallVector<Value> current);

  OpBuilder &builder;
  Location loc;
  linalg::LinalgOp op;
  IRMapping &mapping;
  SmallVector<int64_t> ranges;
  SmallVector<unsigned> parallelDims, reductionDims;
  SmallVector<OpOperand *> inits;
  /// The thread's number, and the loops' indices as far as they are known.
  Value thread;
  SmallVector<Value> indices;
};
} // namespace

/// Leaves the builder where only threads that have a point are.
void GpuKernelBody::openThread() {
  thread = arith::AddIOp::create(
      builder, loc,
      arith::MulIOp::create(
          builder, loc, gpu::BlockIdOp::create(builder, loc, gpu::Dimension::x),
          constant(kGpuBlockSize)),
      gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::x));
  Value isInside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, thread, constant(getPoints()));
  auto ifOp = scf::IfOp::create(builder, loc, isInside, false);
  builder.setInsertionPointAfter(ifOp);
  gpu::ReturnOp::create(builder, loc);
  builder.setInsertionPointToStart(ifOp.thenBlock());
}

/// The last dimension is the fastest: neighbouring threads touch neighbours.
void GpuKernelBody::setParallelIndices() {
  Value rest = thread;
  for (int64_t i = parallelDims.size() - 1; i >= 0; --i) {
    Value &index = indices[parallelDims[i]];
    if (i == 0) {
      index = rest;
      continue;
    }
    Value size = constant(ranges[parallelDims[i]]);
    index = arith::RemUIOp::create(builder, loc, rest, size);
    rest = arith::DivUIOp::create(builder, loc, rest, size);
  }
}

SmallVector<Value> GpuKernelBody::getPosition(OpOperand &operand) {
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
}

Value GpuKernelBody::load(OpOperand &operand) {
  if (!isa<MemRefType>(operand.get().getType()))
    return mapping.lookup(operand.get());
  return memref::LoadOp::create(builder, loc, mapping.lookup(operand.get()),
                                getPosition(operand));
}

/// The results at one point. `current` are the values of the outputs that the
/// payload reads, whose numbers are `carried`.
SmallVector<Value> GpuKernelBody::emitPayload(ArrayRef<unsigned> carried,
                                              ValueRange current) {
  IRMapping inner = mapping;
  for (OpOperand *input : op.getDpsInputOperands())
    inner.map(op.getMatchingBlockArgument(input), load(*input));
  for (auto [i, value] : llvm::zip(carried, current))
    inner.map(op.getMatchingBlockArgument(inits[i]), value);
  Block &payload = op->getRegion(0).front();
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
}

/// The results after all iterations of the reduction loops. What they update
/// stays in registers.
SmallVector<Value> GpuKernelBody::emitReduction(ArrayRef<unsigned> carried,
                                                SmallVector<Value> current) {
  assert(carried.size() == inits.size() && "reductions read what they update");
  SmallVector<scf::ForOp> loops;
  for (unsigned dim : reductionDims) {
    auto loop = scf::ForOp::create(builder, loc, constant(0),
                                   constant(ranges[dim]), constant(1), current);
    indices[dim] = loop.getInductionVar();
    current = llvm::to_vector_of<Value>(loop.getRegionIterArgs());
    builder.setInsertionPointToStart(loop.getBody());
    loops.push_back(loop);
  }
  SmallVector<Value> results = emitPayload(carried, current);
  for (scf::ForOp loop : llvm::reverse(loops)) {
    scf::YieldOp::create(builder, loc, results);
    results = llvm::to_vector_of<Value>(loop.getResults());
    builder.setInsertionPointAfter(loop);
  }
  return results;
}

void GpuKernelBody::emit() {
  openThread();
  setParallelIndices();
  // Outputs are read before the loops, for reductions and for updates in place.
  SmallVector<unsigned> carried;
  SmallVector<Value> initial;
  for (auto [i, init] : llvm::enumerate(inits))
    if (op.payloadUsesValueFromOperand(init)) {
      carried.push_back(i);
      initial.push_back(load(*init));
    }
  SmallVector<Value> results = reductionDims.empty()
                                   ? emitPayload(carried, initial)
                                   : emitReduction(carried, initial);
  for (auto [init, value] : llvm::zip(inits, results))
    memref::StoreOp::create(builder, loc, value, mapping.lookup(init->get()),
                            getPosition(*init));
}

LogicalResult Outliner::emitGpuKernel(linalg::LinalgOp op) {
  Location loc = op.getLoc();
  int64_t numOutputs;
  SmallVector<Value> operands = collectOperands(Member{op, -1, {}}, numOutputs);
  if (operands.size() > kMostGpuOperands)
    return op->emitError("reads and writes ")
           << operands.size() << " buffers; a kernel on a GPU takes at most "
           << kMostGpuOperands
           << ", so compute this in several ops, or join the buffers";
  builder.setInsertionPointToEnd(
      &cast<gpu::GPUModuleOp>(getKernelModule()).getBodyRegion().front());
  auto kernel = gpu::GPUFuncOp::create(
      builder, loc, "kernel",
      builder.getFunctionType(getArgumentTypes(operands), {}));
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  kernel.setKnownBlockSizeAttr(
      builder.getDenseI32ArrayAttr({kGpuBlockSize, 1, 1}));
  Block &body = kernel.getBody().front();
  builder.setInsertionPointToStart(&body);
  IRMapping mapping;
  for (auto [operand, argument] : llvm::zip(operands, body.getArguments()))
    mapping.map(operand, argument);
  copyConstants(op, body, mapping);
  GpuKernelBody writer(builder, op, mapping);
  writer.emit();

  SymbolRefAttr symbol = addKernel(kernel, op);
  builder.setInsertionPoint(op);
  int64_t blocks =
      std::max<int64_t>(1, llvm::divideCeil(writer.getPoints(), kGpuBlockSize));
  LaunchOp::create(builder, loc, symbol, operands, numOutputs, 1, 1,
                   ArrayRef<int64_t>{blocks, 1, 1},
                   ArrayRef<int64_t>{kGpuBlockSize, 1, 1});
  return success();
}

//===----------------------------------------------------------------------===//
// Grouping
//===----------------------------------------------------------------------===//

bool Outliner::emitFill(linalg::LinalgOp op) {
  auto fill = dyn_cast<linalg::FillOp>(op.getOperation());
  TypedAttr value;
  if (!fill || !matchPattern(fill.value(), m_Constant(&value)) ||
      !FillOp::getPattern(value))
    return false;
  auto type = cast<MemRefType>(fill.output().getType());
  if (type.getElementType() != value.getType() ||
      !type.areTrailingDimsContiguous(type.getRank()))
    return false;
  builder.setInsertionPoint(op);
  FillOp::create(builder, op.getLoc(), value, fill.output());
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

LogicalResult Outliner::add(linalg::LinalgOp op, Group &group) {
  if (isGpu) {
    if (!emitFill(op) && failed(emitGpuKernel(op)))
      return failure();
    op->erase();
    return success();
  }
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

/// True if the record can describe its operands as they lie in memory.
static bool takesLayouts(RecordOpInterface op) {
  return llvm::all_of(op.getRecordOperands(), [&](OpOperand *operand) {
    return op.takesLayout(*operand, cast<MemRefType>(operand->get().getType()));
  });
}

LogicalResult Outliner::outline(func::FuncOp func) {
  if (failed(verifyNoControlFlow(func)))
    return failure();
  for (auto op : func.getOps<linalg::LinalgOp>())
    if (failed(verifyKernel(op)))
      return failure();
  if (failed(verifyKnownBuffers(func)))
    return failure();
  // A copy that is no record is a kernel.
  for (auto copy : llvm::make_early_inc_range(func.getOps<memref::CopyOp>()))
    if (!takesLayouts(cast<RecordOpInterface>(copy.getOperation()))) {
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
    } else if (isa<RecordOpInterface, memref::DeallocOp>(op) ||
               op.hasTrait<OpTrait::IsTerminator>()) {
      if (failed(flush(group)))
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
    bool isCuda = target == amp::TargetKind::Cuda;
    if (failed(Outliner(getOperation(), isCuda, fuse).run()))
      signalPassFailure();
  }
};
} // namespace
