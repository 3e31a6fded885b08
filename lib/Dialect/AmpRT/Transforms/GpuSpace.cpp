//===- GpuSpace.cpp -------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuSpace.h"

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

#include <numeric>

using namespace mlir;
using namespace mlir::amprt;

/// Bytes of the widest access of a thread.
static constexpr int64_t kAccessBytes = 16;
/// What every argument, constant and temporary buffer is aligned to
/// (AMPRT_ALIGNMENT).
static constexpr int64_t kBufferAlignment = 256;

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

bool GpuAccess::isVector(unsigned loop, int64_t count) const {
  if (!isBuffer || !isLinear() || steps[loop] != 1 ||
      alignment % (count * bytes) != 0 || first % count != 0)
    return false;
  for (auto [i, step] : llvm::enumerate(steps))
    if (i != loop && step % count != 0)
      return false;
  return true;
}

/// Adds `factor` times `expr` to what each loop's iteration and the first
/// element make. False if `expr` is not linear.
static bool addTerms(AffineExpr expr, int64_t factor,
                     SmallVector<int64_t> &steps, int64_t &first) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    steps[dim.getPosition()] += factor;
    return true;
  }
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    first += factor * constant.getValue();
    return true;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (binary.getKind() == AffineExprKind::Add)
    return addTerms(binary.getLHS(), factor, steps, first) &&
           addTerms(binary.getRHS(), factor, steps, first);
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return binary.getKind() == AffineExprKind::Mul && constant &&
         addTerms(binary.getLHS(), factor * constant.getValue(), steps, first);
}

int64_t amprt::getGpuAlignment(Value buffer) {
  BufferRegion region = getRegion(buffer);
  if (region.isPlaced) {
    int64_t alignment = std::gcd(kBufferAlignment, region.begin);
    for (auto [repeat, step] : region.steps)
      alignment = std::gcd(alignment, step);
    return alignment;
  }
  auto type = cast<MemRefType>(buffer.getType());
  return std::gcd(kBufferAlignment, *findElementBytes(type.getElementType()));
}

static GpuAccess getAccess(IndexingMapOpInterface op, OpOperand &operand,
                           unsigned numDims) {
  GpuAccess access;
  access.operand = &operand;
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  access.type = type ? type.getElementType() : operand.get().getType();
  if (!type) {
    access.isBuffer = false;
    access.steps.assign(numDims, 0);
    return access;
  }
  access.bytes = *findElementBytes(access.type);
  access.alignment = getGpuAlignment(operand.get());
  auto strides = type.getStridesAndOffset().first;
  AffineExpr element = getAffineConstantExpr(0, type.getContext());
  for (auto [expr, stride] :
       llvm::zip(op.getMatchingIndexingMap(&operand).getResults(), strides))
    element = element + expr * stride;
  access.steps.assign(numDims, 0);
  if (!addTerms(element, 1, access.steps, access.first)) {
    access.steps.clear();
    access.expr = element;
  }
  return access;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// True if `outer`, and in it `inner`, walk each buffer as one loop would.
static bool areOne(ArrayRef<GpuAccess> accesses, unsigned outer, unsigned inner,
                   int64_t size) {
  return llvm::all_of(accesses, [&](const GpuAccess &access) {
    return !access.isLinear() ||
           access.steps[outer] == access.steps[inner] * size;
  });
}

static int64_t countElements(const GpuAccess &access) {
  return cast<MemRefType>(access.operand->get().getType()).getNumElements();
}

GpuSpace::GpuSpace(IndexingMapOpInterface op, ArrayRef<TypedAttr> initial)
    : op(op), initial(initial), dims(op.getStaticLoopRanges()) {
  numDestinations =
      cast<DestinationStyleOpInterface>(op.getOperation()).getNumDpsInits();
  this->initial.resize(numDestinations);
  for (OpOperand &operand : op->getOpOperands())
    accesses.push_back(getAccess(op, operand, dims.size()));
  auto types = cast<TilingInterface>(op.getOperation()).getLoopIteratorTypes();

  // Loops as the operand with the most elements has its dimensions, the result
  // if there are several: parallel ones have no order, and a sum has none that
  // anybody relies on.
  int64_t most = -1;
  for (const GpuAccess &access : llvm::reverse(accesses))
    if (access.isBuffer && access.isLinear() && countElements(access) > most) {
      most = countElements(access);
      lead = access.operand->getOperandNumber();
    }
  SmallVector<unsigned> order;
  for (unsigned dim = 0; dim < dims.size(); ++dim)
    if (dims[dim] != 1)
      order.push_back(dim);
  if (lead)
    llvm::sort(order, [&](unsigned a, unsigned b) {
      ArrayRef<int64_t> steps = accesses[*lead].steps;
      return std::pair(-steps[a], a) < std::pair(-steps[b], b);
    });
  SmallVector<unsigned> innermost;
  for (unsigned dim : order) {
    bool isReduced = types[dim] == utils::IteratorType::reduction;
    auto loop = llvm::find_if(loops, [&](const GpuLoop &loop) {
      return loop.isReduced == isReduced && dims[dim] != 0 && loop.size != 0 &&
             areOne(accesses, loop.dims.back(), dim, dims[dim]);
    });
    if (loop == loops.end()) {
      loops.push_back({dims[dim], isReduced, {dim}});
      continue;
    }
    loop->size *= dims[dim];
    loop->dims.push_back(dim);
  }
  int64_t points = 1;
  for (const GpuLoop &loop : loops)
    points *= loop.size;
  constexpr int64_t most32 = int64_t(1) << 30;
  isSmall = points < most32;
  TypeSwitch<Operation *>(op)
      .Case<SumWindowsOp, MaxWindowsOp, SumChosenOp, GatherWindowsOp,
            SumGatheredOp>([&](auto windows) {
        for (const ::amp::WindowRule &rule : windows.getRules())
          isSmall &= rule.fits(32) && rule.transposed().fits(32);
      });
  for (GpuAccess &access : accesses) {
    if (auto type = dyn_cast<MemRefType>(access.operand->get().getType()))
      isSmall &= getGpuArgumentType(type).getNumElements() < most32;
    if (access.isLinear())
      access.steps = llvm::map_to_vector(loops, [&](const GpuLoop &loop) {
        return access.steps[loop.dims.back()];
      });
  }
}

int64_t GpuSpace::countPoints(bool isReduced) const {
  int64_t points = 1;
  for (const GpuLoop &loop : loops)
    if (loop.isReduced == isReduced)
      points *= loop.size;
  return points;
}

SmallVector<unsigned> GpuSpace::getLoops(bool isReduced,
                                         std::optional<unsigned> last) const {
  SmallVector<unsigned> result;
  for (auto [i, loop] : llvm::enumerate(loops))
    if (loop.isReduced == isReduced && i != last)
      result.push_back(i);
  if (last && loops[*last].isReduced == isReduced)
    result.push_back(*last);
  return result;
}

bool GpuSpace::isOfRow(const GpuAccess &access) const {
  for (auto [i, loop] : llvm::enumerate(loops)) {
    if (!loop.isReduced)
      continue;
    if (access.isLinear() ? access.steps[i] != 0
                          : llvm::any_of(loop.dims, [&](unsigned dim) {
                              return access.expr.isFunctionOfDim(dim);
                            }))
      return false;
  }
  return true;
}

int64_t GpuSpace::getVectorSize(unsigned loop, bool mayHaveRest) const {
  SmallVector<const GpuAccess *> contiguous;
  int64_t widest = 0;
  for (const GpuAccess &access : accesses)
    if (access.isBuffer && access.isLinear() && access.steps[loop] == 1 &&
        countElements(access) == countElements(accesses[*lead])) {
      contiguous.push_back(&access);
      widest = std::max(widest, access.bytes);
    }
  if (widest == 0)
    return 1;
  int64_t count = std::max<int64_t>(1, kAccessBytes / widest);
  auto fits = [&] {
    return (mayHaveRest || loops[loop].size % count == 0) &&
           llvm::all_of(contiguous, [&](const GpuAccess *access) {
             return access->isVector(loop, count);
           });
  };
  while (count > 1 && !fits())
    count /= 2;
  return count;
}

/// How well threads that are neighbours along `loop` share accesses of the
/// largest operand: those of a warp, by how far apart they are.
double GpuSpace::getCoalescing(unsigned loop) const {
  ArrayRef<int64_t> steps = accesses[*lead].steps;
  if (steps[loop] == 0)
    return 0;
  // Behind the loop's end threads go on along the others of its kind, and where
  // these end along those of the other kind.
  int64_t run = loops[loop].size;
  SmallVector<bool> isDone(loops.size());
  isDone[loop] = true;
  auto goOn = [&](bool isReduced) {
    auto numbers = llvm::seq<unsigned>(loops.size());
    auto isNext = [&](unsigned number) {
      return !isDone[number] && loops[number].isReduced == isReduced &&
             steps[number] == steps[loop] * run;
    };
    for (auto next = llvm::find_if(numbers, isNext); next != numbers.end();
         next = llvm::find_if(numbers, isNext)) {
      isDone[*next] = true;
      run *= loops[*next].size;
    }
    for (auto [other, done] : llvm::zip(loops, isDone))
      if (other.isReduced == isReduced && !done)
        return false;
    return true;
  };
  if (goOn(loops[loop].isReduced))
    (void)goOn(!loops[loop].isReduced);
  return static_cast<double>(std::min<int64_t>(run, 32)) /
         static_cast<double>(std::abs(steps[loop]));
}

std::optional<unsigned> GpuSpace::findVectorLoop() const {
  std::optional<unsigned> found;
  double best = 0;
  for (unsigned loop = 0; lead && loop < loops.size(); ++loop)
    if (double score = getCoalescing(loop); score > 0 && score >= best) {
      best = score;
      found = loop;
    }
  return found;
}

ArrayRef<GpuAccess> GpuSpace::getDestinations() const {
  return ArrayRef(accesses).take_back(numDestinations);
}

bool GpuSpace::isDestination(const GpuAccess &access) const {
  return access.operand->getOperandNumber() >=
         op->getNumOperands() - numDestinations;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static std::optional<int64_t> getConstant(Value value) {
  APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)))
    return std::nullopt;
  return number.getSExtValue();
}

Value GpuWriter::integer(int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(indexType, value));
}

Value GpuWriter::add(Value a, Value b) {
  return builder.createOrFold<arith::AddIOp>(loc, a, b);
}

Value GpuWriter::add(Value a, int64_t b) {
  return b == 0 ? a : add(a, integer(b));
}

Value GpuWriter::mul(Value a, int64_t b) {
  if (b == 1)
    return a;
  return builder.createOrFold<arith::MulIOp>(loc, a, integer(b));
}

Value GpuWriter::div(Value a, int64_t b) {
  if (b == 1)
    return a;
  return builder.createOrFold<arith::DivUIOp>(loc, a, integer(b));
}

Value GpuWriter::rem(Value a, int64_t b) {
  if (b == 1)
    return integer(0);
  return builder.createOrFold<arith::RemUIOp>(loc, a, integer(b));
}

Value GpuWriter::isLess(Value a, int64_t b) {
  return builder.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ult, a,
                                             integer(b));
}

Value GpuWriter::isEqual(Value a, int64_t b) {
  return builder.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, a,
                                             integer(b));
}

Value GpuWriter::both(Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return arith::AndIOp::create(builder, loc, a, b);
}

Value GpuWriter::select(Value condition, Value a, Value b) {
  return condition ? arith::SelectOp::create(builder, loc, condition, a, b) : a;
}

Value GpuWriter::toIndex(Value value) {
  if (std::optional<int64_t> constant = getConstant(value))
    return arith::ConstantIndexOp::create(builder, loc, *constant);
  return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                      value);
}

Value GpuWriter::getThread() {
  return arith::IndexCastUIOp::create(
      builder, loc, indexType,
      gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::x));
}

Value GpuWriter::getBlock() {
  return arith::IndexCastUIOp::create(
      builder, loc, indexType,
      gpu::BlockIdOp::create(builder, loc, gpu::Dimension::x));
}

void GpuWriter::setPoint(GpuPoint &point, ArrayRef<unsigned> loops,
                         Value number) {
  if (point.empty())
    point.assign(space.loops.size(), Value());
  for (unsigned loop : llvm::reverse(loops)) {
    if (loop == loops.front()) {
      point[loop] = number;
      break;
    }
    point[loop] = rem(number, space.loops[loop].size);
    number = div(number, space.loops[loop].size);
  }
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Where the op's loop `dim` is.
Value GpuWriter::getDimIndex(unsigned dim, const GpuPoint &point) {
  for (auto [loop, at] : llvm::zip(space.loops, point)) {
    if (!llvm::is_contained(loop.dims, dim) || !at)
      continue;
    Value index = at;
    for (unsigned inner : llvm::reverse(loop.dims)) {
      if (inner == dim)
        return dim == loop.dims.front() ? index : rem(index, space.dims[dim]);
      index = div(index, space.dims[inner]);
    }
  }
  // It has one iteration, or the value does not depend on it.
  return integer(0);
}

/// The number of the element at `point`.
Value GpuWriter::getOffset(const GpuAccess &access, const GpuPoint &point) {
  if (access.isLinear()) {
    Value offset = access.first == 0 ? Value() : integer(access.first);
    for (auto [step, index] : llvm::zip(access.steps, point)) {
      if (step == 0)
        continue;
      Value part = mul(index, step);
      offset = offset ? add(offset, part) : part;
    }
    return toIndex(offset ? offset : integer(0));
  }
  SmallVector<Value> indices;
  for (unsigned dim = 0; dim < space.dims.size(); ++dim)
    indices.push_back(toIndex(getDimIndex(dim, point)));
  return affine::AffineApplyOp::create(
      builder, loc,
      AffineMap::get(space.dims.size(), 0, access.expr, builder.getContext()),
      indices);
}

/// What is computed with an element that was loaded.
Value GpuWriter::toElement(Type type, Value value) {
  if (value.getType() == type)
    return value;
  return arith::TruncIOp::create(builder, loc, type, value);
}

Value GpuWriter::toMemory(Value value) {
  Type type = getGpuMemoryType(value.getType());
  if (value.getType() == type)
    return value;
  return arith::ExtUIOp::create(builder, loc, type, value);
}

Value GpuWriter::loadFrom(Value buffer, Value place, Type type) {
  return toElement(
      type, memref::LoadOp::create(builder, loc, buffer, toIndex(place)));
}

void GpuWriter::storeTo(Value buffer, Value place, Value value) {
  memref::StoreOp::create(builder, loc, toMemory(value), buffer,
                          toIndex(place));
}

SmallVector<Value> GpuWriter::load(const GpuAccess &access,
                                   const GpuPoint &point, unsigned loop,
                                   int64_t count) {
  Value buffer = mapping.lookup(access.operand->get());
  if (!access.isBuffer)
    return SmallVector<Value>(count, buffer);
  if (count == 1 || (access.isLinear() && access.steps[loop] == 0)) {
    Value value =
        memref::LoadOp::create(builder, loc, buffer, getOffset(access, point));
    return SmallVector<Value>(count, toElement(access.type, value));
  }
  SmallVector<Value> values;
  if (!access.isVector(loop, count)) {
    for (int64_t lane = 0; lane < count; ++lane) {
      GpuPoint at = point;
      at[loop] = add(at[loop], lane);
      values.append(load(access, at));
    }
    return values;
  }
  auto element = cast<MemRefType>(buffer.getType()).getElementType();
  Value vector = vector::LoadOp::create(
      builder, loc, VectorType::get({count}, element), buffer,
      getOffset(access, point), /*nontemporal=*/false,
      llvm::MaybeAlign(count * access.bytes));
  for (int64_t lane = 0; lane < count; ++lane)
    values.push_back(toElement(
        access.type, vector::ExtractOp::create(builder, loc, vector, lane)));
  return values;
}

void GpuWriter::store(const GpuAccess &access, const GpuPoint &point,
                      ValueRange values, unsigned loop) {
  Value buffer = mapping.lookup(access.operand->get());
  auto count = static_cast<int64_t>(values.size());
  if (count > 1 && access.isVector(loop, count)) {
    SmallVector<Value> lanes;
    for (Value value : values)
      lanes.push_back(toMemory(value));
    Value vector = vector::FromElementsOp::create(
        builder, loc, VectorType::get({count}, lanes.front().getType()), lanes);
    vector::StoreOp::create(builder, loc, vector, buffer,
                            getOffset(access, point), /*nontemporal=*/false,
                            llvm::MaybeAlign(count * access.bytes));
    return;
  }
  for (auto [lane, value] : llvm::enumerate(values)) {
    GpuPoint at = point;
    if (lane > 0)
      at[loop] = add(at[loop], static_cast<int64_t>(lane));
    memref::StoreOp::create(builder, loc, toMemory(value), buffer,
                            getOffset(access, at));
  }
}

SmallVector<Value> GpuWriter::loadInitial(unsigned destination,
                                          const GpuPoint &point, unsigned loop,
                                          int64_t count) {
  if (TypedAttr value = space.initial[destination])
    return SmallVector<Value>(count, constant(value));
  return load(space.getDestinations()[destination], point, loop, count);
}

Value GpuWriter::constant(TypedAttr value) {
  return arith::ConstantOp::create(builder, loc, value);
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

Value GpuWriter::compute(Value value, const GpuPoint &point, IRMapping &known) {
  if (Value done = known.lookupOrNull(value))
    return done;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != &space.getBody())
    return mapping.lookupOrDefault(value);
  std::optional<unsigned> dim;
  if (auto index = dyn_cast<linalg::IndexOp>(op))
    dim = index.getDim();
  if (auto index = dyn_cast<IndexOp>(op))
    dim = index.getLoop();
  if (dim) {
    Value index = toIndex(getDimIndex(*dim, point));
    known.map(value, index);
    return index;
  }
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(op->getRegions(), used);
  used.insert(op->operand_begin(), op->operand_end());
  for (Value operand : used)
    known.map(operand, compute(operand, point, known));
  builder.clone(*op, known);
  return known.lookup(value);
}

SmallVector<Value> GpuWriter::computeAll(const GpuPoint &point,
                                         IRMapping known) {
  SmallVector<Value> results;
  for (Value value : space.getBody().getTerminator()->getOperands())
    results.push_back(compute(value, point, known));
  return results;
}

Value GpuWriter::addShared(Type type, int64_t size) {
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  return kernel.addWorkgroupAttribution(
      MemRefType::get({size}, getGpuMemoryType(type),
                      MemRefLayoutAttrInterface(), space),
      loc);
}

void GpuWriter::barrier(int64_t threads) {
  if (kernel.getKnownBlockSizeAttr().asArrayRef().front() == threads) {
    gpu::BarrierOp::create(builder, loc);
    return;
  }
  auto word = [&](int64_t value) {
    return constant(builder.getI32IntegerAttr(static_cast<int32_t>(value)));
  };
  // One for each number of threads: who has gone on may wait at another.
  NVVM::BarrierOp::create(builder, loc, TypeRange(),
                          word(llvm::Log2_64(threads / 32) + 1), word(threads),
                          NVVM::BarrierReductionAttr(), Value());
}

void GpuWriter::onlyIf(Value condition, function_ref<void()> body) {
  if (!condition)
    return body();
  auto ifOp = scf::IfOp::create(builder, loc, condition, false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(ifOp.thenBlock());
  body();
}
