//===- WindowKernels.cpp - Code of ops on windows -------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/TypeSwitch.h"

#include <limits>

using namespace mlir;
using namespace mlir::amprt;
using ::amp::WindowRule;

/// The most bytes of a row that a kernel keeps on the stack.
static constexpr int64_t kMostRowBytes = 32 << 10;

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

namespace {
/// The window of a position: where it begins, with what does not exist, and
/// the elements that it has, `step` apart: up to `to`, or `count` of them.
struct Window {
  Value begin, from, to;
  int64_t step = 1;
  int64_t count = -1;
};
} // namespace

/// floor((stride p + offset) / divisor).
static Value emitBound(Emitter &b, const WindowRule &rule, int64_t offset,
                       Value p) {
  // Not negative, so that the quotient is rounded down.
  int64_t shift = rule.divisor > 1 && offset < 0
                      ? llvm::divideCeil(-offset, rule.divisor)
                      : 0;
  Value numerator = b.add(arith::MulIOp::create(b, p, b.number(rule.stride)),
                          b.number(offset + shift * rule.divisor));
  if (rule.divisor == 1)
    return numerator;
  return b.sub(arith::DivUIOp::create(b, numerator, b.number(rule.divisor)),
               b.number(shift));
}

/// True if all windows have all their elements.
static bool isInside(const WindowRule &rule) {
  return rule.getInterior() == std::pair<int64_t, int64_t>(0, rule.count);
}

/// The window of position `p`, of which each `step`th element counts. If it
/// `hasAll` there is no element that does not exist.
static Window emitWindowOf(Emitter &b, const WindowRule &rule, Value p,
                           int64_t step = 1, bool hasAll = false) {
  hasAll |= isInside(rule);
  Window window;
  window.step = step;
  window.begin = emitBound(b, rule, rule.begin, p);
  window.from = window.begin;
  if (hasAll && rule.isUniform()) {
    window.count = llvm::divideCeil(rule.getMostElements(), step);
    return window;
  }
  window.to = emitBound(b, rule, rule.end, p);
  if (!hasAll && rule.getBegin(0) < 0) {
    Value zero = b.number(0), first = zero;
    if (step > 1) {
      // The first of them that exists.
      int64_t steps = llvm::divideCeil(-rule.begin, step);
      first = arith::RemUIOp::create(
          b, b.add(window.begin, b.number(steps * step)), b.number(step));
    }
    Value isBefore =
        arith::CmpIOp::create(b, arith::CmpIPredicate::slt, window.begin, zero);
    window.from = b.select(isBefore, first, window.begin);
  }
  if (!hasAll && rule.getEnd(rule.count - 1) > rule.size)
    window.to = arith::MinSIOp::create(b, window.to, b.number(rule.size));
  return window;
}

/// A loop that carries values.
static SmallVector<Value>
loopOver(Emitter &b, Value from, Value to, int64_t step, ValueRange initial,
         function_ref<SmallVector<Value>(Emitter &, Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(
      b, from, to, b.number(step), initial,
      [&](OpBuilder &builder, Location loc, Value i, ValueRange carried) {
        Emitter inner(builder, loc);
        scf::YieldOp::create(inner, body(inner, i, carried));
      });
  return SmallVector<Value>(loop.getResults());
}

/// A loop over the elements of a window that carries values. How often it runs
/// is a constant where that is known.
static SmallVector<Value>
loopOver(Emitter &b, const Window &window, ValueRange initial,
         function_ref<SmallVector<Value>(Emitter &, Value, ValueRange)> body) {
  if (window.count < 0)
    return loopOver(b, window.from, window.to, window.step, initial, body);
  if (window.count == 1)
    return body(b, window.from, initial);
  return loopOver(b, b.number(0), b.number(window.count), 1, initial,
                  [&](Emitter &b, Value k, ValueRange carried) {
                    Value offset =
                        arith::MulIOp::create(b, k, b.number(window.step));
                    return body(b, b.add(window.from, offset), carried);
                  });
}

/// The number of element `i` of a dimension, where `outer` is that of what it
/// is in.
static Value join(Emitter &b, Value outer, int64_t size, Value i) {
  return outer ? b.add(arith::MulIOp::create(b, outer, b.number(size)), i) : i;
}

static Value constant(Emitter &b, Type type, double value) {
  return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
}

static Value compare(Emitter &b, arith::CmpFPredicate predicate, Value x,
                     Value y) {
  return arith::CmpFOp::create(b, predicate, x, y);
}

static Value toI32(Emitter &b, Value index) {
  return arith::IndexCastOp::create(b, b.getI32Type(), index);
}

static Type getElement(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getElementType();
}

//===----------------------------------------------------------------------===//
// sum_windows
//===----------------------------------------------------------------------===//

namespace {
/// The sums of one op. An element of a window that is of several dimensions is
/// weighted and added along the last one first.
class Sums {
public:
  Sums(SumWindowsOp op, ValueRange operands)
      : rules(op.getRules()), input(operands.front()), out(operands.back()),
        weights(op.getWeights() ? operands[1] : Value()) {
    int64_t start = 0;
    for (const WindowRule &rule : rules) {
      starts.push_back(start);
      start += rule.count * rule.getMostElements();
    }
  }

  Type getType(Emitter &b) const {
    return getElement(input).isF64() || getElement(out).isF64()
               ? Type(b.getF64Type())
               : b.getF32Type();
  }
  /// An element of the input, as it is added.
  Value load(Emitter &b, Value a, Value s, Value d) const {
    Value x = memref::LoadOp::create(b, input, ValueRange{a, s, d});
    Type type = getType(b);
    return x.getType() == type ? x
                               : arith::ExtFOp::create(b, type, x).getResult();
  }
  void store(Emitter &b, Value sum, ValueRange point) const {
    b.store(b.narrow(sum, getElement(out)), out, point);
  }
  /// `x` times the weight of element `e` in the window of `p`.
  Value weigh(Emitter &b, unsigned dim, Value p, Value e, const Window &window,
              Value x) const {
    if (!weights)
      return x;
    const WindowRule &rule = rules[dim];
    Value place =
        b.add(join(b, p, rule.getMostElements(), b.sub(e, window.begin)),
              b.number(starts[dim]));
    Value weight = memref::LoadOp::create(
        b, weights, ValueRange{b.number(0), place, b.number(0)});
    return arith::MulFOp::create(b, x, weight);
  }
  /// The sum along `dim` of what `term` makes of each element.
  Value sum(Emitter &b, unsigned dim, Value p, bool hasAll,
            function_ref<Value(Emitter &, Value e)> term) const {
    Window window = emitWindowOf(b, rules[dim], p, /*step=*/1, hasAll);
    // Not added to a zero, whose sign it might take.
    if (window.count == 1)
      return weigh(b, dim, p, window.from, window, term(b, window.from));
    auto add = [&](Emitter &b, Value e, ValueRange sum) -> SmallVector<Value> {
      return {b.add(sum[0], weigh(b, dim, p, e, window, term(b, e)))};
    };
    return loopOver(b, window, b.zero(getType(b)), add).front();
  }
  /// The sum of the window of `positions`, in all dimensions from `dim` on.
  Value sumAll(Emitter &b, unsigned dim, Value outer, ValueRange positions,
               Value a, Value d) const {
    return sum(b, dim, positions[dim], false, [&](Emitter &b, Value e) {
      Value s = join(b, outer, rules[dim].size, e);
      return dim + 1 == rules.size() ? load(b, a, s, d)
                                     : sumAll(b, dim + 1, s, positions, a, d);
    });
  }

  SmallVector<WindowRule> rules;

private:
  Value input, out, weights;
  /// Where the weights of each dimension begin.
  SmallVector<int64_t> starts;
};
} // namespace

//===----------------------------------------------------------------------===//
// max_windows
//===----------------------------------------------------------------------===//

namespace {
/// The largest element so far, as it is compared, and where it is, if that is
/// asked for.
struct Largest {
  Value value, index;

  SmallVector<Value> carried() const {
    return index ? SmallVector<Value>{value, index} : SmallVector<Value>{value};
  }
  static Largest of(ValueRange carried) {
    return {carried[0], carried.size() > 1 ? carried[1] : Value()};
  }
  /// That of no elements. As a number without a sign its index is the last.
  static Largest none(Emitter &b, Type type, bool hasIndex) {
    return {
        constant(b, type, -std::numeric_limits<double>::infinity()),
        hasIndex
            ? arith::ConstantIntOp::create(b, b.getI32Type(), -1).getResult()
            : Value()};
  }
  /// The larger one of this and what comes after it, or the latter if it is
  /// NaN. If `isApart` other elements may lie between those of each, and the
  /// order is that of indices.
  Largest with(Emitter &b, const Largest &next, bool isApart) const {
    using arith::CmpFPredicate;
    Value isTaken = compare(b, CmpFPredicate::OGT, next.value, value);
    Value isNan = compare(b, CmpFPredicate::UNO, next.value, next.value);
    if (index) {
      auto less = [&](Value x, Value y) -> Value {
        return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, x, y);
      };
      // The first one of those that are equal, and of none and -inf the latter.
      Value isFirst = arith::AndIOp::create(
          b, compare(b, CmpFPredicate::OEQ, next.value, value),
          less(next.index, index));
      isTaken = arith::OrIOp::create(b, isTaken, isFirst);
      if (isApart) {
        Value isOrdered = compare(b, CmpFPredicate::ORD, value, value);
        isNan = arith::AndIOp::create(
            b, isNan,
            arith::OrIOp::create(b, isOrdered, less(index, next.index)));
      }
    }
    isTaken = arith::OrIOp::create(b, isTaken, isNan);
    return {b.select(isTaken, next.value, value),
            index ? b.select(isTaken, next.index, index) : Value()};
  }
};

/// The largest elements of one op.
class Maxima {
public:
  Maxima(MaxWindowsOp op, ValueRange operands)
      : rules(op.getRules()), steps(op.getStep()), input(operands[0]),
        out(operands[1]), index(op.getIndex() ? operands[2] : Value()) {}

  Type getType(Emitter &b) const { return b.getSumType(getElement(input)); }
  Largest getNone(Emitter &b) const {
    return Largest::none(b, getType(b), static_cast<bool>(index));
  }
  Largest load(Emitter &b, Value a, Value s, Value d) const {
    Value x = memref::LoadOp::create(b, input, ValueRange{a, s, d});
    return {b.widen(x), index ? toI32(b, s) : Value()};
  }
  void store(Emitter &b, const Largest &largest, ValueRange point) const {
    b.store(b.narrow(largest.value, getElement(out)), out, point);
    if (index)
      b.store(largest.index, index, point);
  }
  /// That of the window of `positions`, in all dimensions from `dim` on, or
  /// `before`.
  Largest findAll(Emitter &b, unsigned dim, Value outer, ValueRange positions,
                  Value a, Value d, const Largest &before) const {
    Window window = emitWindowOf(b, rules[dim], positions[dim], steps[dim]);
    auto find = [&](Emitter &b, Value e, ValueRange carried) {
      Largest sofar = Largest::of(carried);
      Value s = join(b, outer, rules[dim].size, e);
      return (dim + 1 == rules.size()
                  ? sofar.with(b, load(b, a, s, d), /*isApart=*/false)
                  : findAll(b, dim + 1, s, positions, a, d, sofar))
          .carried();
    };
    return Largest::of(loopOver(b, window, before.carried(), find));
  }

  SmallVector<WindowRule> rules;
  ArrayRef<int64_t> steps;
  Value input, out, index;
};
} // namespace

//===----------------------------------------------------------------------===//
// sum_chosen
//===----------------------------------------------------------------------===//

/// The sum of what chose element `s`, which is at `places`: of the positions
/// that have it in their windows, from dimension `dim` on.
static Value sumChosen(Emitter &b, ArrayRef<WindowRule> rules,
                       ValueRange operands, unsigned dim, Value outer,
                       ValueRange places, Value s, Value a, Value d,
                       Value before) {
  WindowRule readers = rules[dim].transposed();
  Window window = emitWindowOf(b, readers, places[dim]);
  return loopOver(
             b, window, before,
             [&](Emitter &b, Value p, ValueRange sum) -> SmallVector<Value> {
               Value q = join(b, outer, readers.size, p);
               if (dim + 1 != rules.size())
                 return {sumChosen(b, rules, operands, dim + 1, q, places, s, a,
                                   d, sum[0])};
               Value chosen = b.load(operands[1], {a, q, d});
               Value isHere = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                                    chosen, toI32(b, s));
               Value x = b.widen(b.load(operands[0], {a, q, d}));
               return {b.add(sum[0], b.select(isHere, x, b.zero(x.getType())))};
             })
      .front();
}

//===----------------------------------------------------------------------===//
// One point
//===----------------------------------------------------------------------===//

/// Computes what `op` writes at `point`, whose second number stands for
/// `positions`.
static void emitAt(Emitter &b, SumWindowsOp op, ValueRange operands,
                   ValueRange point, ValueRange positions) {
  Sums sums(op, operands);
  sums.store(b, sums.sumAll(b, 0, Value(), positions, point[0], point[2]),
             point);
}

static void emitAt(Emitter &b, MaxWindowsOp op, ValueRange operands,
                   ValueRange point, ValueRange positions) {
  Maxima maxima(op, operands);
  maxima.store(b,
               maxima.findAll(b, 0, Value(), positions, point[0], point[2],
                              maxima.getNone(b)),
               point);
}

static void emitAt(Emitter &b, SumChosenOp op, ValueRange operands,
                   ValueRange point, ValueRange positions) {
  Type element = getElement(operands[2]);
  Value sum =
      sumChosen(b, op.getRules(), operands, 0, Value(), positions, point[1],
                point[0], point[2], b.zero(b.getSumType(element)));
  b.store(b.narrow(sum, element), operands[2], point);
}

/// What the second number of a point of the op's loops stands for.
template <typename OpTy>
static SmallVector<int64_t> getPlaces(OpTy op) {
  return SmallVector<int64_t>(op.getCount());
}
template <>
SmallVector<int64_t> getPlaces(SumChosenOp op) {
  return SmallVector<int64_t>(op.getSize());
}

void mlir::amprt::emitWindow(Emitter &b, IndexingOpInterface op,
                             ValueRange operands, ValueRange point) {
  TypeSwitch<Operation *>(op).Case<SumWindowsOp, MaxWindowsOp, SumChosenOp>(
      [&](auto op) {
        SmallVector<int64_t> places = getPlaces(op);
        SmallVector<Value> positions(places.size());
        Value rest = point[1];
        for (size_t i = places.size(); i-- > 1;) {
          Value size = b.number(places[i]);
          positions[i] = arith::RemUIOp::create(b, rest, size);
          rest = arith::DivUIOp::create(b, rest, size);
        }
        positions[0] = rest;
        emitAt(b, op, operands, point, positions);
      });
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Loops over all `places` from dimension `dim` on, the first ones of which are
/// `positions`, and which are number `outer` of what they are in.
static void
loopPlaces(Emitter &b, ArrayRef<int64_t> places, SmallVector<Value> positions,
           Value outer,
           function_ref<void(Emitter &, ValueRange positions, Value q)> body) {
  if (positions.size() == places.size())
    return body(b, positions, outer);
  int64_t size = places[positions.size()];
  b.loop(b.number(size), [&](Emitter &b, Value p) {
    SmallVector<Value> inner(positions);
    inner.push_back(p);
    loopPlaces(b, places, inner, join(b, outer, size, p), body);
  });
}

/// Point by point.
template <typename OpTy>
static void emitPoints(Emitter &b, OpTy op) {
  Value out = op.getOut();
  b.loop(b.size(out, 0), [&](Emitter &b, Value a) {
    loopPlaces(b, getPlaces(op), {}, Value(),
               [&](Emitter &b, ValueRange positions, Value q) {
                 b.loop(b.size(out, 2), [&](Emitter &b, Value d) {
                   emitAt(b, op, op->getOperands(), {a, q, d}, positions);
                 });
               });
  });
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

// Where the last dimension of windows is that of neighbours in memory, a CPU
// first combines whole rows, by vectors, and then what is in a row.

namespace {
/// A row of `length` elements on the stack, one for all calls of the loops.
struct Row {
  Row(IndexingOpInterface op, int64_t length, Type element) {
    OpBuilder entry = OpBuilder::atBlockBegin(
        &op->getParentOfType<func::FuncOp>().getBody().front());
    buffer = memref::AllocaOp::create(entry, op->getLoc(),
                                      MemRefType::get({length}, element));
  }
  Value load(Emitter &b, Value i) const {
    return memref::LoadOp::create(b, buffer, i);
  }
  void store(Emitter &b, Value value, Value i) const {
    memref::StoreOp::create(b, value, buffer, i);
  }

  Value buffer;
};
} // namespace

/// True if images are rows whose elements are neighbours, none of which is too
/// long to be kept with `bytes` for each element.
static bool hasRows(Value out, int64_t length, int64_t bytes) {
  return cast<MemRefType>(out.getType()).getDimSize(2) == 1 &&
         length * bytes <= kMostRowBytes;
}

/// A loop over the elements of a row.
static void loopRow(Emitter &b, int64_t length,
                    function_ref<void(Emitter &, Value)> body) {
  b.loop(b.number(length), body);
}

/// Loops over the positions of a row. Those whose windows have all their
/// elements have a loop of their own, if it knows how many these are.
static void
loopPositions(Emitter &b, const WindowRule &rule,
              function_ref<void(Emitter &, Value p, bool hasAll)> body) {
  auto [first, last] = rule.getInterior();
  if (!rule.isUniform())
    first = last = 0;
  auto loop = [&](int64_t from, int64_t to, bool hasAll) {
    if (from < to)
      b.loop(b.number(from), b.number(to), b.number(1),
             [&](Emitter &b, Value p) { body(b, p, hasAll); });
  };
  loop(0, first, false);
  loop(first, last, true);
  loop(last, rule.count, false);
}

/// Loops over the windows of `positions` from dimension `dim` up to `end`.
/// `body` gets the number of what is left in an image, an element or, but for
/// the last dimension, a row; and the product of weights.
template <typename WeighT>
static void loopWindow(Emitter &b, ArrayRef<WindowRule> rules,
                       ArrayRef<int64_t> steps, unsigned dim, unsigned end,
                       Value outer, ValueRange positions, Value factor,
                       WeighT weigh,
                       function_ref<void(Emitter &, Value, Value)> body) {
  if (dim == end)
    return body(b, outer ? outer : b.number(0), factor);
  Window window = emitWindowOf(b, rules[dim], positions[dim],
                               steps.empty() ? 1 : steps[dim]);
  loopOver(b, window, {},
           [&](Emitter &b, Value e, ValueRange) -> SmallVector<Value> {
             loopWindow(b, rules, steps, dim + 1, end,
                        join(b, outer, rules[dim].size, e), positions,
                        weigh(b, dim, positions[dim], e, window, factor), weigh,
                        body);
             return {};
           });
}

//===----------------------------------------------------------------------===//
// Channels
//===----------------------------------------------------------------------===//

// Where the elements of a place are neighbours, a CPU combines them by vectors,
// element of the window after element.

/// True if the channels of a place are a row that is not too long to be kept
/// with `bytes` for each.
static bool hasChannels(Value out, int64_t bytes) {
  int64_t channels = cast<MemRefType>(out.getType()).getDimSize(2);
  return channels > 1 && channels * bytes <= kMostRowBytes;
}

/// Loops over the windows of all places of all images, with a row of the
/// channels' results that `begin` fills, `combine` adds an element of the
/// window to, whose number it gets, and `end` writes where the place is.
template <typename WeighT>
static void loopChannels(Emitter &b, Value out, ArrayRef<int64_t> places,
                         ArrayRef<WindowRule> rules, ArrayRef<int64_t> steps,
                         WeighT weigh,
                         function_ref<void(Emitter &, Value d)> begin,
                         function_ref<void(Emitter &, Value a, Value place,
                                           Value s, Value d, Value factor)>
                             combine,
                         function_ref<void(Emitter &, ValueRange point)> end) {
  int64_t channels = cast<MemRefType>(out.getType()).getDimSize(2);
  b.loop(b.size(out, 0), [&](Emitter &b, Value a) {
    loopPlaces(b, places, {}, Value(),
               [&](Emitter &b, ValueRange positions, Value place) {
                 loopRow(b, channels, begin);
                 loopWindow(b, rules, steps, 0, rules.size(), Value(),
                            positions, Value(), weigh,
                            [&](Emitter &b, Value s, Value factor) {
                              loopRow(b, channels, [&](Emitter &b, Value d) {
                                combine(b, a, place, s, d, factor);
                              });
                            });
                 loopRow(b, channels, [&](Emitter &b, Value d) {
                   end(b, ValueRange{a, place, d});
                 });
               });
  });
}

static void lowerChannels(Emitter &b, SumWindowsOp op) {
  Sums sums(op, op->getOperands());
  Type type = sums.getType(b);
  Value none = b.zero(type);
  Row row(op, cast<MemRefType>(op.getOut().getType()).getDimSize(2), type);
  auto weigh = [&](Emitter &b, unsigned dim, Value p, Value e,
                   const Window &window, Value factor) -> Value {
    if (!op.getWeights())
      return factor;
    return sums.weigh(b, dim, p, e, window,
                      factor ? factor : constant(b, type, 1));
  };
  loopChannels(
      b, op.getOut(), op.getCount(), sums.rules, {}, weigh,
      [&](Emitter &b, Value d) { row.store(b, none, d); },
      [&](Emitter &b, Value a, Value, Value s, Value d, Value factor) {
        Value x = sums.load(b, a, s, d);
        if (factor)
          x = arith::MulFOp::create(b, x, factor);
        row.store(b, b.add(row.load(b, d), x), d);
      },
      [&](Emitter &b, ValueRange point) {
        sums.store(b, row.load(b, point[2]), point);
      });
}

/// That nothing is weighed.
static Value keepFactor(Emitter &, unsigned, Value, Value, const Window &,
                        Value factor) {
  return factor;
}

static void lowerChannels(Emitter &b, MaxWindowsOp op) {
  Maxima maxima(op, op->getOperands());
  Largest none = maxima.getNone(b);
  int64_t channels = cast<MemRefType>(op.getOut().getType()).getDimSize(2);
  Row values(op, channels, maxima.getType(b));
  std::optional<Row> indices;
  if (op.getIndex())
    indices.emplace(op, channels, b.getI32Type());
  auto load = [&](Emitter &b, Value d) -> Largest {
    return {values.load(b, d), indices ? indices->load(b, d) : Value()};
  };
  auto store = [&](Emitter &b, const Largest &largest, Value d) {
    values.store(b, largest.value, d);
    if (indices)
      indices->store(b, largest.index, d);
  };
  loopChannels(
      b, op.getOut(), op.getCount(), maxima.rules, op.getStep(), keepFactor,
      [&](Emitter &b, Value d) { store(b, none, d); },
      [&](Emitter &b, Value a, Value, Value s, Value d, Value) {
        store(b, load(b, d).with(b, maxima.load(b, a, s, d), /*isApart=*/false),
              d);
      },
      [&](Emitter &b, ValueRange point) {
        maxima.store(b, load(b, point[2]), point);
      });
}

/// Of each element the positions that have it in their windows.
static void lowerChannels(Emitter &b, SumChosenOp op) {
  Type element = getElement(op.getOut()), type = b.getSumType(element);
  Value none = b.zero(type);
  Row row(op, cast<MemRefType>(op.getOut().getType()).getDimSize(2), type);
  SmallVector<WindowRule> readers;
  for (const WindowRule &rule : op.getRules())
    readers.push_back(rule.transposed());
  loopChannels(
      b, op.getOut(), op.getSize(), readers, {}, keepFactor,
      [&](Emitter &b, Value d) { row.store(b, none, d); },
      [&](Emitter &b, Value a, Value place, Value q, Value d, Value) {
        Value isHere = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                             b.load(op.getIndex(), {a, q, d}),
                                             toI32(b, place));
        Value x = b.widen(b.load(op.getInput(), {a, q, d}));
        row.store(b, b.add(row.load(b, d), b.select(isHere, x, none)), d);
      },
      [&](Emitter &b, ValueRange point) {
        b.store(b.narrow(row.load(b, point[2]), element), op.getOut(), point);
      });
}

static void lower(Emitter &b, SumWindowsOp op) {
  Sums sums(op, op->getOperands());
  ArrayRef<WindowRule> rules = sums.rules;
  const WindowRule &last = rules.back();
  Type type = sums.getType(b);
  if (hasChannels(op.getOut(), type.getIntOrFloatBitWidth() / 8))
    return lowerChannels(b, op);
  if (!hasRows(op.getOut(), last.size, type.getIntOrFloatBitWidth() / 8))
    return emitPoints(b, op);
  auto isOneRow = [](const WindowRule &rule) {
    return isInside(rule) && rule.isUniform() && rule.getMostElements() == 1;
  };
  bool isKept = op.getWeights() ? rules.size() > 1
                                : !llvm::all_of(rules.drop_back(), isOneRow);
  std::optional<Row> row;
  if (isKept)
    row.emplace(op, last.size, type);
  auto weigh = [&](Emitter &b, unsigned dim, Value p, Value e,
                   const Window &window, Value factor) -> Value {
    if (!op.getWeights())
      return factor;
    Value one = factor ? factor : constant(b, type, 1);
    return sums.weigh(b, dim, p, e, window, one);
  };
  Value zero = b.number(0), none = b.zero(type);
  b.loop(b.size(op.getOut(), 0), [&](Emitter &b, Value a) {
    auto emitRow = [&](Emitter &b, ValueRange positions, Value q) {
      Value begin;
      if (row) {
        loopRow(b, last.size,
                [&](Emitter &b, Value w) { row->store(b, none, w); });
        loopWindow(b, rules, {}, 0, rules.size() - 1, Value(), positions,
                   Value(), weigh, [&](Emitter &b, Value outer, Value factor) {
                     loopRow(b, last.size, [&](Emitter &b, Value w) {
                       Value s = join(b, outer, last.size, w);
                       Value x = sums.load(b, a, s, zero);
                       if (factor)
                         x = arith::MulFOp::create(b, x, factor);
                       row->store(b, b.add(row->load(b, w), x), w);
                     });
                   });
      } else {
        for (auto [rule, p] : llvm::zip(rules.drop_back(), positions))
          begin = join(b, begin, rule.size, emitWindowOf(b, rule, p).from);
      }
      loopPositions(b, last, [&](Emitter &b, Value p, bool hasAll) {
        Value sum = sums.sum(
            b, rules.size() - 1, p, hasAll, [&](Emitter &b, Value e) -> Value {
              if (row)
                return row->load(b, e);
              return sums.load(b, a, join(b, begin, last.size, e), zero);
            });
        sums.store(b, sum, {a, join(b, q, last.count, p), zero});
      });
    };
    loopPlaces(b, op.getCount().drop_back(), {}, Value(), emitRow);
  });
}

static void lower(Emitter &b, MaxWindowsOp op) {
  Maxima maxima(op, op->getOperands());
  ArrayRef<WindowRule> rules = maxima.rules;
  const WindowRule &last = rules.back();
  Type type = maxima.getType(b);
  if (hasChannels(op.getOut(), type.getIntOrFloatBitWidth() / 8 + 4))
    return lowerChannels(b, op);
  if (!hasRows(op.getOut(), last.size, type.getIntOrFloatBitWidth() / 8 + 4))
    return emitPoints(b, op);
  std::optional<Row> values, indices;
  if (rules.size() > 1) {
    values.emplace(op, last.size, type);
    if (op.getIndex())
      indices.emplace(op, last.size, b.getI32Type());
  }
  auto loadRow = [&](Emitter &b, Value w) -> Largest {
    return {values->load(b, w), indices ? indices->load(b, w) : Value()};
  };
  auto storeRow = [&](Emitter &b, const Largest &largest, Value w) {
    values->store(b, largest.value, w);
    if (indices)
      indices->store(b, largest.index, w);
  };
  auto weigh = [](Emitter &, unsigned, Value, Value, const Window &, Value) {
    return Value();
  };
  Value zero = b.number(0);
  Largest none = maxima.getNone(b);
  b.loop(b.size(op.getOut(), 0), [&](Emitter &b, Value a) {
    auto emitRow = [&](Emitter &b, ValueRange positions, Value q) {
      if (values) {
        loopRow(b, last.size,
                [&](Emitter &b, Value w) { storeRow(b, none, w); });
        loopWindow(
            b, rules, op.getStep(), 0, rules.size() - 1, Value(), positions,
            Value(), weigh, [&](Emitter &b, Value outer, Value) {
              loopRow(b, last.size, [&](Emitter &b, Value w) {
                Value s = join(b, outer, last.size, w);
                Largest next = maxima.load(b, a, s, zero);
                storeRow(b, loadRow(b, w).with(b, next, /*isApart=*/false), w);
              });
            });
      }
      loopPositions(b, last, [&](Emitter &b, Value p, bool hasAll) {
        Window window = emitWindowOf(b, last, p, op.getStep().back(), hasAll);
        auto find = [&](Emitter &b, Value e, ValueRange carried) {
          Largest next = values ? loadRow(b, e) : maxima.load(b, a, e, zero);
          return Largest::of(carried)
              .with(b, next, /*isApart=*/values.has_value())
              .carried();
        };
        maxima.store(b, Largest::of(loopOver(b, window, none.carried(), find)),
                     {a, join(b, q, last.count, p), zero});
      });
    };
    loopPlaces(b, op.getCount().drop_back(), {}, Value(), emitRow);
  });
}

/// Adds each element where it belongs, one image after the other.
static void emitScatter(Emitter &b, SumChosenOp op) {
  Value input = op.getInput(), index = op.getIndex(), out = op.getOut();
  Type element = getElement(out);
  Value places = b.size(out, 1), none = b.zero(element);
  b.loops(out, places,
          [&](Emitter &b, ValueRange point) { b.store(none, out, point); });
  b.loops(input, b.size(input, 1), [&](Emitter &b, ValueRange point) {
    Value chosen = b.loadIndex(index, point);
    auto branch = scf::IfOp::create(b, b.isBelow(chosen, places),
                                    /*withElseRegion=*/false);
    Emitter inside(branch.getThenBodyBuilder(), b.getLoc());
    SmallVector<Value> place = {point[0], chosen, point[2]};
    Value sum = inside.add(inside.widen(inside.load(out, place)),
                           inside.widen(inside.load(input, point)));
    inside.store(inside.narrow(sum, element), out, place);
  });
}

static void lower(Emitter &b, SumChosenOp op) {
  SmallVector<WindowRule> rules = op.getRules();
  const WindowRule &last = rules.back();
  Type element = getElement(op.getOut()), type = b.getSumType(element);
  if (hasChannels(op.getOut(), type.getIntOrFloatBitWidth() / 8))
    return lowerChannels(b, op);
  // Sums of one element are not rounded twice.
  bool isApart = llvm::all_of(rules, [](const WindowRule &rule) {
    return rule.transposed().getMostElements() <= 1;
  });
  if (type == element || isApart)
    return emitScatter(b, op);
  if (!hasRows(op.getOut(), last.size, type.getIntOrFloatBitWidth() / 8))
    return emitPoints(b, op);
  SmallVector<WindowRule> readers;
  for (const WindowRule &rule : rules)
    readers.push_back(rule.transposed());
  // A row of the image at a time: the sums of what chose one of its elements.
  Row row(op, last.size, type);
  auto weigh = [](Emitter &, unsigned, Value, Value, const Window &, Value) {
    return Value();
  };
  Value zero = b.number(0), none = b.zero(type), length = b.number(last.size);
  b.loop(b.size(op.getOut(), 0), [&](Emitter &b, Value a) {
    auto emitRow = [&](Emitter &b, ValueRange places, Value number) {
      Value begin =
          number ? arith::MulIOp::create(b, number, length).getResult() : zero;
      loopRow(b, last.size,
              [&](Emitter &b, Value w) { row.store(b, none, w); });
      loopWindow(b, readers, {}, 0, readers.size() - 1, Value(), places,
                 Value(), weigh, [&](Emitter &b, Value outer, Value) {
                   loopRow(b, last.count, [&](Emitter &b, Value p) {
                     Value q = join(b, outer, last.count, p);
                     Value w =
                         b.sub(b.loadIndex(op.getIndex(), {a, q, zero}), begin);
                     auto branch = scf::IfOp::create(b, b.isBelow(w, length),
                                                     /*withElseRegion=*/false);
                     Emitter inside(branch.getThenBodyBuilder(), b.getLoc());
                     Value x =
                         inside.widen(inside.load(op.getInput(), {a, q, zero}));
                     row.store(inside, inside.add(row.load(inside, w), x), w);
                   });
                 });
      loopRow(b, last.size, [&](Emitter &b, Value w) {
        b.store(b.narrow(row.load(b, w), element), op.getOut(),
                {a, b.add(begin, w), zero});
      });
    };
    loopPlaces(b, op.getSize().drop_back(), {}, Value(), emitRow);
  });
}

void mlir::amprt::lowerWindows(Emitter &b, IndexingOpInterface op) {
  TypeSwitch<Operation *>(op).Case<SumWindowsOp, MaxWindowsOp, SumChosenOp>(
      [&](auto op) { lower(b, op); });
}
