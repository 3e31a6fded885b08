//===- IndexingKernels.cpp - Code at places told at run time --------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuKernels.h"
#include "KernelEmitter.h"
#include "KnownBuffers.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/AmpRT/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::amprt {
#define GEN_PASS_DEF_AMPLOWERINDEXINGPASS
#include "amp/Dialect/AmpRT/Transforms/Passes.h.inc"
} // namespace mlir::amprt

using namespace mlir;
using namespace mlir::amprt;

/// Elements of a row that are summed at once: their sums stay in the cache that
/// is nearest, or in registers.
static constexpr int64_t kSumsAtOnce = 64;

/// True if one index stands for a row of `out`.
static bool hasRows(Value index, Value out) {
  return cast<MemRefType>(index.getType()).getDimSize(2) == 1 &&
         cast<MemRefType>(out.getType()).getDimSize(2) != 1;
}

//===----------------------------------------------------------------------===//
// Rows that are written
//===----------------------------------------------------------------------===//

/// True if rows go past the caches: those of `out`, a part of an argument for
/// which that is said, are whole lines.
static bool hasStreamedRows(Value out) {
  auto view = out.getDefiningOp<memref::SubViewOp>();
  if (!view || !isa<BlockArgument>(view.getSource()) || !view.hasUnitStride())
    return false;
  auto buffer = view.getSourceType();
  auto type = cast<MemRefType>(out.getType());
  FailureOr<int64_t> element = findElementBytes(type.getElementType());
  int64_t width = type.getDimSize(2);
  return isStreamed(out) && succeeded(element) &&
         !ShapedType::isDynamic(width) && width * *element % kCacheLine == 0 &&
         buffer.getRank() == 3 && buffer.getDimSize(2) == width &&
         buffer.getLayout().isIdentity();
}

/// Writes row `j` of `out` past the caches, where the argument begins with a
/// line; `write` does otherwise. `read` gives the vector of the type that is
/// stored at element `d` of the row.
static void
streamRow(Emitter &outer, Value out, Value a, Value j,
          function_ref<Value(Emitter &b, VectorType type, Value d)> read,
          function_ref<void(Emitter &)> write) {
  if (!hasStreamedRows(out))
    return write(outer);
  auto view = out.getDefiningOp<memref::SubViewOp>();
  // An argument may be a part of a buffer that begins in the middle of a line.
  Value begin =
      memref::ExtractAlignedPointerAsIndexOp::create(outer, view.getSource());
  auto branch = scf::IfOp::create(outer, beginsLine(outer, begin),
                                  /*withElseRegion=*/true);
  OpBuilder none = branch.getElseBodyBuilder();
  Emitter other(none, outer.getLoc());
  write(other);
  OpBuilder lines = branch.getThenBodyBuilder();
  Emitter b(lines, outer.getLoc());
  // Of the argument itself: where views are folded, stores lose what they are
  // told.
  Value buffer = getStreamable(b, view.getSource());
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  int64_t lanes = kCacheLine / *findElementBytes(element);
  auto type = VectorType::get({lanes}, element);
  auto place = [&](Value index, unsigned dim) {
    return b.add(index, getValueOrCreateConstantIndexOp(
                            b, b.getLoc(), view.getMixedOffsets()[dim]));
  };
  Value first = place(a, 0), second = place(j, 1);
  b.loop(b.number(0), b.size(out, 2), b.number(lanes),
         [&](Emitter &b, Value d) {
           vector::StoreOp::create(
               b, read(b, type, d), buffer, ValueRange{first, second, d},
               /*nontemporal=*/true, llvm::MaybeAlign(kCacheLine));
         });
}

/// What goes past the caches is in no order with what tells that it is done.
static void endStreamed(Emitter &b, Value out) {
  if (hasStreamedRows(out))
    LLVM::FenceOp::create(b, LLVM::AtomicOrdering::seq_cst);
}

/// Fills row `s` with zeros.
static void emitZeros(Emitter &b, Value out, Value a, Value s) {
  Type element = cast<MemRefType>(out.getType()).getElementType();
  streamRow(
      b, out, a, s,
      [](Emitter &b, VectorType type, Value) { return b.zero(type); },
      [&](Emitter &b) {
        Value zero = b.zero(element);
        b.loop(b.size(out, 2),
               [&](Emitter &b, Value d) { b.store(zero, out, {a, s, d}); });
      });
}

//===----------------------------------------------------------------------===//
// read_at
//===----------------------------------------------------------------------===//

/// `lanes` neighbours from `point` on, which is in the buffer as it is.
static SmallVector<Value> loadTerms(Emitter &b, Value buffer, ValueRange point,
                                    int64_t lanes) {
  if (lanes == 1)
    return {memref::LoadOp::create(b, buffer, point)};
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  return b.loadRow(element, buffer, point, lanes);
}

/// What `out` gets for a place that does not exist.
static Value createMissing(Emitter &b, ReadAtOp op, Value out) {
  Type element = cast<MemRefType>(out.getType()).getElementType();
  auto floatType = dyn_cast<FloatType>(element);
  if (!floatType || op.getZeros())
    return b.zero(element);
  return arith::ConstantOp::create(
      b,
      b.getFloatAttr(element, APFloat::getNaN(floatType.getFloatSemantics())));
}

/// `lanes` neighbours of a row.
static void emitPoint(Emitter &b, ReadAtOp op, ValueRange operands,
                      ValueRange point, int64_t lanes) {
  Value input = operands[0], out = operands[2];
  Value place = b.loadIndex(operands[1], point);
  Value exists = b.isBelow(place, b.size(input, 1));
  Value safe = b.select(exists, place, b.number(0));
  SmallVector<Value> values =
      loadTerms(b, input, {point[0], safe, point[2]}, lanes);
  Value missing = createMissing(b, op, out);
  for (Value &value : values)
    value = b.select(exists, value, missing);
  b.storeRow(values, out, point);
}

/// Rows ahead that a row's address is known before it is read, and the bytes
/// of it, at most, that are fetched then. Where rows are anywhere in a table,
/// the CPU fetches none by itself.
static constexpr int64_t kRowsAhead = 4;
static constexpr int64_t kBytesAhead = 1024;

/// Fetches the row that is read some rows behind row `j`.
static void prefetchRow(Emitter &b, ReadAtOp op, Value a, Value j) {
  Value input = op.getInput(), index = op.getIndex();
  auto type = cast<MemRefType>(input.getType());
  int64_t bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  int64_t width = type.getDimSize(2);
  if (ShapedType::isDynamic(width) || width * bytes < kCacheLine)
    return;
  Value ahead = b.clamp(b.add(j, b.number(kRowsAhead)), b.size(op.getOut(), 1));
  Value place =
      b.clamp(b.loadIndex(index, {a, ahead, b.number(0)}), b.size(input, 1));
  b.loop(b.number(0), b.number(std::min(width, kBytesAhead / bytes)),
         b.number(kCacheLine / bytes), [&](Emitter &b, Value d) {
           memref::PrefetchOp::create(b, input, ValueRange{a, place, d},
                                      /*isWrite=*/false, /*localityHint=*/3,
                                      /*isDataCache=*/true);
         });
}

/// True if elements of a row of `input` are neighbours.
static bool hasUnitStride(Value input) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return succeeded(cast<MemRefType>(input.getType())
                       .getStridesAndOffset(strides, offset)) &&
         strides.back() == 1;
}

/// Row by row.
static void emitRows(Emitter &b, ReadAtOp op) {
  Value input = op.getInput(), out = op.getOut();
  b.loop(b.size(out, 0), [&](Emitter &b, Value a) {
    b.loop(b.size(out, 1), [&](Emitter &b, Value j) {
      prefetchRow(b, op, a, j);
      Value place = b.loadIndex(op.getIndex(), {a, j, b.number(0)});
      auto branch = scf::IfOp::create(b, b.isBelow(place, b.size(input, 1)),
                                      /*withElseRegion=*/true);
      OpBuilder found = branch.getThenBodyBuilder();
      OpBuilder missing = branch.getElseBodyBuilder();
      Emitter copy(found, b.getLoc()), fill(missing, b.getLoc());
      auto write = [&](Emitter &b) {
        b.loop(b.size(out, 2), [&](Emitter &b, Value d) {
          b.store(b.load(input, {a, place, d}), out, {a, j, d});
        });
      };
      if (!hasUnitStride(input))
        write(copy);
      else
        streamRow(
            copy, out, a, j,
            [&](Emitter &b, VectorType type, Value d) -> Value {
              return vector::LoadOp::create(b, type, getStreamable(b, input),
                                            b.at(input, {a, place, d}));
            },
            write);
      Value value = createMissing(fill, op, out);
      fill.loop(fill.size(out, 2),
                [&](Emitter &b, Value d) { b.store(value, out, {a, j, d}); });
    });
  });
  endStreamed(b, out);
}

static void lower(Emitter &b, ReadAtOp op) {
  if (hasRows(op.getIndex(), op.getOut()))
    return emitRows(b, op);
  b.loops(op.getOut(), b.size(op.getOut(), 1),
          [&](Emitter &b, ValueRange point) {
            emitPoint(b, op, op->getOperands(), point, /*lanes=*/1);
          });
}

//===----------------------------------------------------------------------===//
// group_at
//===----------------------------------------------------------------------===//

/// Counts how many name each place, and from the counts where those of each
/// place end; then goes backwards through the elements, each of which takes the
/// last free position of its place. What is left of the ends are the starts.
static void lower(Emitter &b, GroupAtOp op) {
  Value index = op.getIndex(), order = op.getOrder(), starts = op.getStarts();
  Value buckets = b.size(starts, 1), count = b.size(order, 1);
  Value places = b.sub(buckets, b.number(1));
  Type i32 = b.getI32Type();
  Value one = arith::ConstantIntOp::create(b, i32, 1);
  // Those that name no place come after those that name the last one.
  auto getBucket = [&](Emitter &b, ValueRange point) -> Value {
    return arith::MinUIOp::create(b, b.loadIndex(index, point), places);
  };
  b.loops(starts, buckets, [&](Emitter &b, ValueRange point) {
    b.store(b.zero(i32), starts, point);
  });
  b.loops(order, count, [&](Emitter &b, ValueRange point) {
    SmallVector<Value> bucket = {point[0], getBucket(b, point), point[2]};
    b.store(b.add(b.load(starts, bucket), one), starts, bucket);
  });
  b.loops(starts, places, [&](Emitter &b, ValueRange point) {
    SmallVector<Value> next(point);
    next[1] = b.add(point[1], b.number(1));
    b.store(b.add(b.load(starts, next), b.load(starts, point)), starts, next);
  });
  b.loops(order, count, [&](Emitter &b, ValueRange point) {
    Value last = b.sub(b.sub(count, b.number(1)), point[1]);
    SmallVector<Value> element = {point[0], last, point[2]};
    SmallVector<Value> bucket = {point[0], getBucket(b, element), point[2]};
    Value position = arith::SubIOp::create(b, b.load(starts, bucket), one);
    b.store(position, starts, bucket);
    Value place = arith::IndexCastOp::create(b, b.getIndexType(), position);
    b.store(arith::IndexCastOp::create(b, i32, last), order,
            {point[0], place, point[2]});
  });
}

//===----------------------------------------------------------------------===//
// sum_parts, sum_groups, sum_distinct and map_groups
//===----------------------------------------------------------------------===//

namespace {
/// Elements that are added to a sum one after the other: those of dimension 1
/// of `values` from `begin` to `end`, or those that `order` lists there.
struct Terms {
  Value values, order, begin, end;

  /// Where term `k` is in `values`.
  Value getPlace(Emitter &b, Value a, Value k, Value d) const {
    Value place = order ? b.loadIndex(order, {a, k, d}) : k;
    return b.clamp(place, b.size(values, 1));
  }
};
} // namespace

/// What is added for a point of the op's loops: the elements of a part.
static SmallVector<Terms, 2> getTerms(Emitter &b, SumPartsOp op,
                                      ValueRange operands, ValueRange point) {
  Value input = operands[0], count = b.size(input, 1);
  // What is not there begins, as a number without a sign, behind all others.
  Value begin =
      arith::MinUIOp::create(b, b.loadIndex(operands[2], point), count);
  Value end = arith::MinUIOp::create(
      b, b.add(begin, b.number(static_cast<int64_t>(op.getPart()))), count);
  return {{input, operands[1], begin, end}};
}

namespace {
/// Positions of the elements of a group.
struct Group {
  Value begin, end;
};
} // namespace

/// The group of a place; none of a position in it is behind the last element.
static Group getGroup(Emitter &b, Value starts, ValueRange place, Value count) {
  auto bound = [&](ValueRange point) -> Value {
    return arith::MinUIOp::create(b, b.loadIndex(starts, point), count);
  };
  SmallVector<Value> next(place);
  next[1] = b.add(place[1], b.number(1));
  Value begin = bound(place);
  return {begin, arith::MaxUIOp::create(b, begin, bound(next))};
}

/// The group of which the op needs the sum at `point`: that of a place.
template <typename OpTy>
static Group findGroup(Emitter &b, OpTy, ValueRange operands,
                       ValueRange point) {
  return getGroup(b, operands[2], point, b.size(operands[0], 1));
}
/// Or that of the place which an element is the first to name, else an empty
/// one.
static Group findGroup(Emitter &b, SumDistinctOp, ValueRange operands,
                       ValueRange point) {
  Value order = operands[1], starts = operands[2], index = operands[3];
  Value count = b.size(index, 1),
        places = b.sub(b.size(starts, 1), b.number(1));
  Value a = point[0], j = point[1], d = point[2];
  Value place = b.loadIndex(index, {a, b.clamp(j, count), d});
  Group group = getGroup(b, starts, {a, b.clamp(place, places), d}, count);
  Value first = b.loadIndex(order, {a, b.clamp(group.begin, count), d});
  Value exists =
      arith::AndIOp::create(b, b.isBelow(j, count), b.isBelow(place, places));
  Value isFirst = arith::AndIOp::create(
      b, exists, arith::CmpIOp::create(b, arith::CmpIPredicate::eq, first, j));
  return {group.begin, b.select(isFirst, group.end, group.begin)};
}

/// The same for a group: the sums of its parts, and the elements of the rest.
template <typename OpTy>
static SmallVector<Terms, 2> getTerms(Emitter &b, OpTy op, ValueRange operands,
                                      ValueRange point) {
  Value input = operands[0], order = operands[1];
  auto [begin, end] = findGroup(b, op, operands, point);
  if (!op.getParts())
    return {{input, order, begin, end}};
  // Parts of a group begin at neighbouring places of the list.
  Value part = b.number(static_cast<int64_t>(*op.getPart()));
  Value parts = arith::DivUIOp::create(b, b.sub(end, begin), part);
  Value first = arith::DivUIOp::create(b, begin, part);
  Value rest = b.add(begin, arith::MulIOp::create(b, parts, part));
  unsigned number = op.getPartsMutable()[0].getOperandNumber();
  return {{operands[number], Value(), first, b.add(first, parts)},
          {input, order, rest, end}};
}

/// The destinations among `operands`.
template <typename OpTy>
static ValueRange getOuts(OpTy, ValueRange operands) {
  return operands.take_back();
}
static ValueRange getOuts(MapGroupsOp op, ValueRange operands) {
  return operands.take_back(op.getOuts().size());
}

/// The type of a sum that is done.
static Type getStoredType(SumPartsOp op) {
  return cast<MemRefType>(op.getOut().getType()).getElementType();
}
template <typename OpTy>
static Type getStoredType(OpTy op) {
  return cast<MemRefType>(op.getInput().getType()).getElementType();
}

/// What the sums of neighbours in a row begin with.
template <typename OpTy>
static SmallVector<Value> emitFirst(Emitter &b, OpTy op, ValueRange, ValueRange,
                                    int64_t lanes) {
  return SmallVector<Value>(lanes, b.zero(b.getSumType(getStoredType(op))));
}
static SmallVector<Value> emitFirst(Emitter &b, SumGroupsOp op, ValueRange outs,
                                    ValueRange point, int64_t lanes) {
  Type stored = getStoredType(op);
  if (!op.getAccumulate())
    return SmallVector<Value>(lanes, b.zero(b.getSumType(stored)));
  SmallVector<Value> sums = b.loadRow(stored, outs.front(), point, lanes);
  for (Value &sum : sums)
    sum = b.widen(sum);
  return sums;
}

/// What becomes of the sums of neighbours in a row: they are stored.
template <typename OpTy>
static void emitLast(Emitter &b, OpTy op, ValueRange operands, ValueRange sums,
                     ValueRange point) {
  b.storeRow(sums, getOuts(op, operands).front(), point);
}
/// Or the body's operand. All is read before anything is written.
static void emitLast(Emitter &b, MapGroupsOp op, ValueRange operands,
                     ValueRange sums, ValueRange point) {
  Block &body = *op.getBody();
  auto lanes = static_cast<int64_t>(sums.size());
  ValueRange arrays = operands.take_back(body.getNumArguments() - 1);
  SmallVector<SmallVector<Value>> elements = {SmallVector<Value>(sums)};
  for (auto [argument, array] :
       llvm::zip_equal(body.getArguments().drop_front(), arrays))
    elements.push_back(argument.use_empty() ? SmallVector<Value>()
                                            : b.loadRow(argument.getType(),
                                                        array, point, lanes));
  Operation *yield = body.getTerminator();
  SmallVector<SmallVector<Value>> results(yield->getNumOperands());
  for (int64_t lane = 0; lane < lanes; ++lane) {
    IRMapping mapping;
    for (auto [argument, values] :
         llvm::zip_equal(body.getArguments(), elements))
      if (!values.empty())
        mapping.map(argument, values[lane]);
    for (Operation &inside : body.without_terminator())
      b.clone(inside, mapping);
    for (auto [values, value] : llvm::zip_equal(results, yield->getOperands()))
      values.push_back(mapping.lookupOrDefault(value));
  }
  for (auto [values, out] : llvm::zip_equal(results, getOuts(op, operands)))
    b.storeRow(values, out, point);
}

/// The sums of `lanes` neighbours in a row.
template <typename OpTy>
static void emitSum(Emitter &b, OpTy op, ValueRange operands, ValueRange point,
                    int64_t lanes) {
  Type stored = getStoredType(op);
  SmallVector<Value> sums =
      emitFirst(b, op, getOuts(op, operands), point, lanes);
  for (const Terms &terms : getTerms(b, op, operands, point)) {
    auto loop = scf::ForOp::create(
        b, terms.begin, terms.end, b.number(1), sums,
        [&](OpBuilder &builder, Location loc, Value k, ValueRange sums) {
          Emitter b(builder, loc);
          Value place = terms.getPlace(b, point[0], k, point[2]);
          SmallVector<Value> added =
              loadTerms(b, terms.values, {point[0], place, point[2]}, lanes);
          for (auto [term, sum] : llvm::zip_equal(added, sums))
            term = b.add(sum, b.widen(term));
          scf::YieldOp::create(b, added);
        });
    sums = llvm::to_vector_of<Value>(loop.getResults());
  }
  for (Value &sum : sums)
    sum = b.narrow(sum, stored);
  emitLast(b, op, operands, sums, point);
}

/// A row's sums, some at once: begun, added to by each term, and done.
template <typename OpTy>
static void emitRowSums(Emitter &b, OpTy op, Value sums, Value a, Value s,
                        ArrayRef<Terms> allTerms) {
  ValueRange outs = getOuts(op, op->getOperands());
  Value width = b.size(outs.front(), 2);
  b.loop(b.number(0), width, b.number(kSumsAtOnce), [&](Emitter &b, Value d0) {
    Value length =
        arith::MinUIOp::create(b, b.sub(width, d0), b.number(kSumsAtOnce));
    auto forEach = [&](Emitter &b,
                       function_ref<void(Emitter &, Value, Value)> body) {
      b.loop(length, [&](Emitter &b, Value i) { body(b, i, b.add(d0, i)); });
    };
    forEach(b, [&](Emitter &b, Value i, Value d) {
      memref::StoreOp::create(
          b, emitFirst(b, op, outs, {a, s, d}, /*lanes=*/1).front(), sums, i);
    });
    for (const Terms &terms : allTerms)
      b.loop(terms.begin, terms.end, b.number(1), [&](Emitter &b, Value k) {
        Value j = terms.getPlace(b, a, k, b.number(0));
        forEach(b, [&](Emitter &b, Value i, Value d) {
          Value term =
              memref::LoadOp::create(b, terms.values, ValueRange{a, j, d});
          Value sum = memref::LoadOp::create(b, sums, i);
          memref::StoreOp::create(b, b.add(sum, b.widen(term)), sums, i);
        });
      });
    forEach(b, [&](Emitter &b, Value i, Value d) {
      Value sum = memref::LoadOp::create(b, sums, i);
      emitLast(b, op, op->getOperands(), b.narrow(sum, getStoredType(op)),
               {a, s, d});
    });
  });
}

/// A row that nothing is added to.
template <typename OpTy>
static void emitNone(Emitter &b, OpTy op, Value a, Value s) {
  emitZeros(b, op.getOut(), a, s);
}
static void emitNone(Emitter &b, MapGroupsOp op, Value a, Value s) {
  Value zero = b.zero(getStoredType(op));
  b.loop(b.size(op.getOuts().front(), 2), [&](Emitter &b, Value d) {
    emitLast(b, op, op->getOperands(), zero, {a, s, d});
  });
}

/// Whether a row that nothing is added to is written.
template <typename OpTy>
static bool touchesAllRows(OpTy) {
  return true;
}
static bool touchesAllRows(SumGroupsOp op) { return !op.getAccumulate(); }

/// Whether anything is added; most rows of a large table are nobody's, and few
/// groups have parts.
static Value hasTerms(Emitter &b, ArrayRef<Terms> allTerms) {
  Value result;
  for (const Terms &terms : allTerms) {
    Value some = b.isBelow(terms.begin, terms.end);
    result = result ? arith::OrIOp::create(b, result, some) : some;
  }
  return result;
}

/// Row by row, where an index stands for a row.
template <typename OpTy>
static void emitRows(Emitter &b, OpTy op) {
  ValueRange outs = getOuts(op, op->getOperands());
  Value out = outs.front();
  // One for all calls of the loops.
  OpBuilder entry = OpBuilder::atBlockBegin(
      &op->template getParentOfType<func::FuncOp>().getBody().front());
  Value sums = memref::AllocaOp::create(
      entry, op.getLoc(),
      MemRefType::get({kSumsAtOnce}, b.getSumType(getStoredType(op))));
  b.loop(b.size(out, 0), [&](Emitter &b, Value a) {
    b.loop(b.size(out, 1), [&](Emitter &b, Value s) {
      SmallVector<Terms, 2> terms =
          getTerms(b, op, op->getOperands(), {a, s, b.number(0)});
      auto branch = scf::IfOp::create(b, hasTerms(b, terms),
                                      /*withElseRegion=*/touchesAllRows(op));
      OpBuilder some = branch.getThenBodyBuilder();
      Emitter inner(some, b.getLoc());
      emitRowSums(inner, op, sums, a, s, terms);
      if (!touchesAllRows(op))
        return;
      OpBuilder none = branch.getElseBodyBuilder();
      Emitter other(none, b.getLoc());
      emitNone(other, op, a, s);
    });
  });
  if (touchesAllRows(op))
    endStreamed(b, out);
}

template <typename OpTy>
static void lowerSums(Emitter &b, OpTy op) {
  Value out = getOuts(op, op->getOperands()).front();
  if (hasRows(op.getOrder(), out))
    return emitRows(b, op);
  b.loops(out, b.size(out, 1), [&](Emitter &b, ValueRange point) {
    emitSum(b, op, op->getOperands(), point, /*lanes=*/1);
  });
}

static void lower(Emitter &b, SumPartsOp op) { lowerSums(b, op); }

static void lower(Emitter &b, SumGroupsOp op) { lowerSums(b, op); }

static void lower(Emitter &b, SumDistinctOp op) { lowerSums(b, op); }

static void lower(Emitter &b, MapGroupsOp op) { lowerSums(b, op); }

//===----------------------------------------------------------------------===//
// Steps of a sort
//===----------------------------------------------------------------------===//

/// The place that element `j` of the index names, or `places` if it names none.
static Value loadBucket(Emitter &b, Value index, Value j, ValueRange point,
                        Value places) {
  Value place = b.loadIndex(index, {point[0], j, point[2]});
  return arith::MinUIOp::create(b, place, places);
}

/// The same of the element that `order` has at `position`.
static Value loadBucketAt(Emitter &b, Value index, Value order, Value position,
                          ValueRange point, Value places) {
  Value j = b.loadIndex(order, {point[0], position, point[2]});
  return loadBucket(b, index, b.clamp(j, b.size(index, 1)), point, places);
}

/// The first position from `begin` on, before `end`, at which `goesBefore` does
/// not hold; it holds up to there. There are at most `most` positions.
static Value bisect(Emitter &b, Value begin, Value end, int64_t most,
                    function_ref<Value(Emitter &, Value position)> goesBefore) {
  Value last = b.sub(end, b.number(1));
  auto loop = scf::ForOp::create(
      b, b.number(0), b.number(llvm::Log2_64_Ceil(most + 1)), b.number(1),
      ValueRange{begin, end},
      [&](OpBuilder &builder, Location loc, Value, ValueRange range) {
        Emitter b(builder, loc);
        Value from = range[0], to = range[1];
        Value middle = arith::ShRUIOp::create(b, b.add(from, to), b.number(1));
        // Where the range is empty it stays so; what is read then is not used.
        Value isOpen = b.isBelow(from, to);
        Value isAfter = goesBefore(
            b, arith::MinUIOp::create(
                   b, middle, arith::MaxSIOp::create(b, last, b.number(0))));
        Value moves = arith::AndIOp::create(b, isOpen, isAfter);
        Value newFrom = b.select(moves, b.add(middle, b.number(1)), from);
        Value newTo = b.select(moves, to, b.select(isOpen, middle, to));
        scf::YieldOp::create(b, ValueRange{newFrom, newTo});
      });
  return loop.getResult(0);
}

static Value isAtMost(Emitter &b, Value x, Value y) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ule, x, y);
}

static Value minimum(Emitter &b, Value x, Value y) {
  return arith::MinUIOp::create(b, x, y);
}

static void emitPoint(Emitter &b, CutGroupsOp op, ValueRange operands,
                      ValueRange point) {
  Value starts = operands[0], begins = operands[1];
  int64_t most = cast<MemRefType>(starts.getType()).getDimSize(1);
  Value places = b.sub(b.size(starts, 1), b.number(1));
  Value part = b.number(static_cast<int64_t>(op.getPart()));
  auto start = [&](Emitter &b, Value place) {
    return b.loadIndex(starts, {point[0], place, point[2]});
  };
  Value first = arith::MulIOp::create(b, point[1], part);
  Value last = b.sub(b.add(first, part), b.number(1));
  // A group that ends before `last` has no whole part that begins here, unless
  // it is the one that `last` is in.
  Value next = bisect(
      b, b.number(0), b.size(starts, 1), most,
      [&](Emitter &b, Value at) { return isAtMost(b, start(b, at), last); });
  Value place = b.clamp(
      b.sub(arith::MaxUIOp::create(b, next, b.number(1)), b.number(1)), places);
  Value begin = start(b, place);
  Value end = start(b, b.add(place, b.number(1)));
  // The first of its parts that does not begin before `first`.
  Value before = b.sub(arith::MaxUIOp::create(b, first, begin), begin);
  Value skipped =
      arith::DivUIOp::create(b, b.add(before, b.sub(part, b.number(1))), part);
  Value found = b.add(begin, arith::MulIOp::create(b, skipped, part));
  Value isWhole = arith::AndIOp::create(b, b.isBelow(last, end),
                                        isAtMost(b, b.add(found, part), end));
  Type i32 = b.getI32Type();
  Value none = arith::ConstantIntOp::create(b, i32, -1);
  b.store(b.select(isWhole, arith::IndexCastOp::create(b, i32, found), none),
          begins, point);
}

static void emitPoint(Emitter &b, RankAtOp op, ValueRange operands,
                      ValueRange point) {
  Value index = operands[0], order = operands[1], j = point[1];
  Value places = b.number(static_cast<int64_t>(op.getPlaces()));
  Value run = b.number(static_cast<int64_t>(op.getRun()));
  Value begin = b.sub(j, arith::RemUIOp::create(b, j, run));
  Value end = minimum(b, b.add(begin, run), b.size(index, 1));
  Value own = loadBucket(b, index, j, point, places);
  auto loop = scf::ForOp::create(
      b, begin, end, b.number(1), begin,
      [&](OpBuilder &builder, Location loc, Value k, ValueRange rank) {
        Emitter b(builder, loc);
        Value other = loadBucket(b, index, k, point, places);
        // Of equal ones those that come before.
        Value goesBefore = b.select(b.isBelow(k, j), isAtMost(b, other, own),
                                    b.isBelow(other, own));
        scf::YieldOp::create(
            b, b.select(goesBefore, b.add(rank[0], b.number(1)), rank[0]));
      });
  Value position = arith::IndexCastOp::create(b, b.getI32Type(), j);
  b.store(position, order, {point[0], loop.getResult(0), point[2]});
}

static void emitPoint(Emitter &b, MergeAtOp op, ValueRange operands,
                      ValueRange point) {
  Value index = operands[0], order = operands[1], merged = operands[2];
  Value count = b.size(index, 1), position = point[1];
  auto length = static_cast<int64_t>(op.getRun());
  Value places = b.number(static_cast<int64_t>(op.getPlaces()));
  Value run = b.number(length);
  Value inPair = arith::RemUIOp::create(b, position, b.number(2 * length));
  Value begin = b.sub(position, inPair);
  Value middle = minimum(b, b.add(begin, run), count);
  Value end = minimum(b, b.add(middle, run), count);
  Value isFirst = b.isBelow(inPair, run);
  Value otherBegin = b.select(isFirst, middle, begin);
  Value otherEnd = b.select(isFirst, end, middle);
  Value own = loadBucketAt(b, index, order, position, point, places);
  // Of equal ones those of the first run go before those of the second.
  Value found = bisect(
      b, otherBegin, otherEnd, length, [&](Emitter &b, Value at) -> Value {
        Value other = loadBucketAt(b, index, order, at, point, places);
        return b.select(isFirst, b.isBelow(other, own),
                        isAtMost(b, other, own));
      });
  // As many of its own run go before it, and of the other one as were found.
  Value target = b.sub(b.add(position, found), middle);
  b.store(b.load(order, point), merged, {point[0], target, point[2]});
}

static void emitPoint(Emitter &b, FindAtOp op, ValueRange operands,
                      ValueRange point) {
  Value index = operands[0], order = operands[1], starts = operands[2];
  Value count = b.size(order, 1);
  Value places = b.sub(b.size(starts, 1), b.number(1));
  int64_t most = cast<MemRefType>(order.getType()).getDimSize(1);
  Value found =
      bisect(b, b.number(0), count, most, [&](Emitter &b, Value at) -> Value {
        Value other = loadBucketAt(b, index, order, at, point, places);
        return b.isBelow(other, point[1]);
      });
  b.store(arith::IndexCastOp::create(b, b.getI32Type(), found), starts, point);
}

/// A step on a CPU: one thread goes through its elements.
template <typename OpTy>
static void lower(Emitter &b, OpTy op) {
  Value out = cast<DestinationStyleOpInterface>(*op).getDpsInits().front();
  b.loops(out, b.size(out, 1), [&](Emitter &b, ValueRange point) {
    emitPoint(b, op, op->getOperands(), point);
  });
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// Bytes of the widest access of a thread.
static constexpr int64_t kAccessBytes = 16;

/// Elements of a row, neighbours in memory, that one thread computes: as many
/// as are one access of each array that has such rows.
static int64_t getLanes(const GpuSpace &space, Value index) {
  Value out = cast<DestinationStyleOpInterface>(space.op).getDpsInits().front();
  if (!hasRows(index, out))
    return 1;
  int64_t width = space.dims[2], lanes = kAccessBytes;
  for (auto [operand, access] :
       llvm::zip_equal(space.op->getOperands(), space.accesses)) {
    auto type = cast<MemRefType>(operand.getType());
    if (type.getDimSize(2) != width)
      continue;
    auto strides = type.getStridesAndOffset().first;
    auto isVector = [&](int64_t count) {
      return width % count == 0 && strides[2] == 1 &&
             access.first % count == 0 &&
             access.alignment % (count * access.bytes) == 0 &&
             strides[0] % count == 0 && strides[1] % count == 0;
    };
    lanes = std::min(lanes, kAccessBytes / access.bytes);
    while (lanes > 1 && !isVector(lanes))
      lanes /= 2;
  }
  return lanes;
}

namespace {
/// A thread for each point of the op's loops, or for some neighbours in a row.
/// The last loop is the fastest: neighbouring threads touch neighbours.
class PlacesKernel : public GpuKernel {
public:
  explicit PlacesKernel(const GpuSpace &space)
      : GpuKernel(space),
        lanes(TypeSwitch<Operation *, int64_t>(space.op)
                  .Case([&](ReadAtOp op) {
                    return getLanes(space, op.getIndex());
                  })
                  .Case<SumPartsOp, SumGroupsOp, SumDistinctOp, MapGroupsOp>(
                      [&](auto op) { return getLanes(space, op.getOrder()); })
                  .Default([](Operation *) { return 1; })),
        points(ShapedType::getNumElements(space.dims) / lanes) {
    blocks = llvm::divideCeil(points, threads);
  }
  void emit(GpuWriter &writer) override;

private:
  int64_t lanes, points;
};
} // namespace

/// The kernel's argument for `operand`, in its dimensions.
static Value getShaped(Emitter &b, Value argument, Value operand) {
  auto type = cast<MemRefType>(operand.getType());
  auto strides = type.getStridesAndOffset().first;
  auto shaped = MemRefType::get(
      type.getShape(), cast<MemRefType>(argument.getType()).getElementType(),
      StridedLayoutAttr::get(b.getContext(), /*offset=*/0, strides));
  return memref::ReinterpretCastOp::create(b, shaped, argument, /*offset=*/0,
                                           type.getShape(), strides);
}

void PlacesKernel::emit(GpuWriter &writer) {
  Emitter outer(writer.builder, space.op->getLoc());
  SmallVector<Value> operands;
  for (Value operand : space.op->getOperands())
    operands.push_back(
        getShaped(outer, writer.mapping.lookup(operand), operand));
  Value thread =
      writer.add(writer.mul(writer.getBlock(), threads), writer.getThread());
  writer.onlyIf(writer.isLess(thread, points), [&] {
    int64_t vectors = space.dims[2] / lanes;
    Value row = writer.div(thread, vectors);
    SmallVector<Value> point = {
        writer.toIndex(writer.div(row, space.dims[1])),
        writer.toIndex(writer.rem(row, space.dims[1])),
        writer.toIndex(writer.mul(writer.rem(thread, vectors), lanes))};
    Emitter b(writer.builder, space.op->getLoc());
    TypeSwitch<Operation *>(space.op)
        .Case([&](ReadAtOp op) { emitPoint(b, op, operands, point, lanes); })
        .Case<SumPartsOp, SumGroupsOp, SumDistinctOp, MapGroupsOp>(
            [&](auto op) { emitSum(b, op, operands, point, lanes); })
        .Case<CutGroupsOp, RankAtOp, MergeAtOp, FindAtOp>(
            [&](auto op) { emitPoint(b, op, operands, point); })
        .Default([&](Operation *op) {
          emitWindow(b, cast<IndexingOpInterface>(op), operands, point);
        });
  });
}

std::unique_ptr<GpuKernel> mlir::amprt::planPlaces(const GpuSpace &space) {
  if (!isa<IndexingOpInterface>(space.op))
    return nullptr;
  return std::make_unique<PlacesKernel>(space);
}

namespace {
struct AmpLowerIndexingPass
    : public amprt::impl::AmpLowerIndexingPassBase<AmpLowerIndexingPass> {
  void runOnOperation() override {
    SmallVector<IndexingOpInterface> ops;
    getOperation().walk([&](IndexingOpInterface op) { ops.push_back(op); });
    for (IndexingOpInterface op : ops)
      if (op->getNumResults() != 0) {
        op->emitOpError("is on tensors; bufferize before amp-lower-indexing");
        return signalPassFailure();
      }
    for (IndexingOpInterface op : ops) {
      OpBuilder builder(op);
      Emitter b(builder, op->getLoc());
      TypeSwitch<Operation *>(op)
          .Case<ReadAtOp, GroupAtOp, CutGroupsOp, SumPartsOp, SumGroupsOp,
                SumDistinctOp, MapGroupsOp, RankAtOp, MergeAtOp, FindAtOp>(
              [&](auto op) { lower(b, op); })
          .Default([&](Operation *op) {
            lowerWindows(b, cast<IndexingOpInterface>(op));
          });
      op->erase();
    }
    // Nothing reads it from here on, and it is no attribute of LLVM's.
    for (unsigned i = 0; i < getOperation().getNumArguments(); ++i)
      getOperation().removeArgAttr(i, kStreamedAttr);
  }
};
} // namespace
