//===- RandomWords.cpp - Random numbers as arithmetic --------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Philox4x32 (Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3",
// 2011), as amp::philox4x32 computes it.

#include "RandomWords.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <array>

using namespace mlir;
using namespace mlir::amprt;

namespace {
/// Builds integers, or vectors of them.
struct Integers {
  ImplicitLocOpBuilder &b;

  Value constant(Type type, uint64_t value) {
    Type element = getElementTypeOrSelf(type);
    TypedAttr attr = b.getIntegerAttr(
        element, APInt(element.getIntOrFloatBitWidth(), value,
                       /*isSigned=*/false, /*implicitTrunc=*/true));
    if (auto vector = dyn_cast<VectorType>(type))
      attr = DenseElementsAttr::get(vector, Attribute(attr));
    return arith::ConstantOp::create(b, attr);
  }
  Value add(Value x, uint64_t y) {
    return arith::AddIOp::create(b, x, constant(x.getType(), y));
  }
  Value multiply(Value x, uint64_t y) {
    return arith::MulIOp::create(b, x, constant(x.getType(), y));
  }
  Value shiftRight(Value x, uint64_t bits) {
    return arith::ShRUIOp::create(b, x, constant(x.getType(), bits));
  }
  Value shiftLeft(Value x, uint64_t bits) {
    return arith::ShLIOp::create(b, x, constant(x.getType(), bits));
  }
  Value exclusiveOr(Value x, Value y) { return arith::XOrIOp::create(b, x, y); }
  Value mask(Value x, uint64_t bits) {
    return arith::AndIOp::create(b, x, constant(x.getType(), bits));
  }
};

/// The four words of a block. A word is what `Lane` makes of the low 32 bits of
/// 64: words themselves, or 64 bits of which the high ones mean nothing.
template <typename Lane>
std::array<Value, kBlockWords> createBlock(Lane lane, Value seed, Value block) {
  Value zero = lane.zero(block);
  std::array<Value, kBlockWords> counter = {lane.low(block), lane.high(block),
                                            zero, zero};
  Value key[2] = {lane.low(seed), lane.high(seed)};
  for (unsigned round = 0; round < 10; ++round) {
    Value products[2] = {lane.multiply(counter[0], 0xD2511F53u),
                         lane.multiply(counter[2], 0xCD9E8D57u)};
    auto mix = [&](Value product, Value word, Value key) {
      return lane.exclusiveOr(lane.exclusiveOr(lane.high(product), word), key);
    };
    counter = {mix(products[1], counter[1], key[0]), lane.low(products[1]),
               mix(products[0], counter[3], key[1]), lane.low(products[0])};
    key[0] = lane.add(key[0], 0x9E3779B9u);
    key[1] = lane.add(key[1], 0xBB67AE85u);
  }
  return counter;
}

/// Words of 32 bits.
struct NarrowLane : Integers {
  Type getType(Value x, Type element) {
    auto vector = dyn_cast<VectorType>(x.getType());
    return vector ? vector.clone(element) : element;
  }
  Value zero(Value x) { return constant(getType(x, b.getI32Type()), 0); }
  Value low(Value x) {
    return arith::TruncIOp::create(b, getType(x, b.getI32Type()), x);
  }
  Value high(Value x) { return low(shiftRight(x, 32)); }
  Value multiply(Value x, uint32_t factor) {
    return Integers::multiply(
        arith::ExtUIOp::create(b, getType(x, b.getI64Type()), x), factor);
  }
};

/// Words that stay in lanes of 64 bits: CPUs multiply their low halves, and
/// nothing has to be moved between rounds.
struct WideLane : Integers {
  Value zero(Value x) { return constant(x.getType(), 0); }
  Value low(Value x) { return x; }
  Value high(Value x) { return shiftRight(x, 32); }
  Value multiply(Value x, uint32_t factor) {
    return Integers::multiply(mask(x, UINT32_MAX), factor);
  }
};
} // namespace

Value amprt::createRandomWord(ImplicitLocOpBuilder &b, Value seed, Value first,
                              Value place) {
  NarrowLane lane{{b}};
  Value block = arith::AddIOp::create(b, first, lane.shiftRight(place, 2));
  auto words = createBlock(lane, seed, block);
  Value position = lane.mask(lane.low(place), kBlockWords - 1);
  Value result = words.back();
  for (unsigned word = kBlockWords - 1; word-- > 0;) {
    Value isIt = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, position,
                                       lane.constant(position.getType(), word));
    result = arith::SelectOp::create(b, isIt, words[word], result);
  }
  return result;
}

Value amprt::createRandomBlocks(ImplicitLocOpBuilder &b, Value seed,
                                Value block, int64_t count) {
  WideLane lane{{b}};
  auto type = VectorType::get({count}, b.getI64Type());
  Value numbers = arith::IndexCastOp::create(
      b, type, vector::StepOp::create(b, type.clone(b.getIndexType())));
  Value blocks = arith::AddIOp::create(
      b, vector::BroadcastOp::create(b, type, block), numbers);
  auto words = createBlock(
      lane, vector::BroadcastOp::create(b, type, seed).getResult(), blocks);
  auto pair = [&](Value low, Value high) {
    return arith::OrIOp::create(b, lane.mask(low, UINT32_MAX),
                                lane.shiftLeft(high, 32));
  };
  SmallVector<int64_t> order;
  for (int64_t i = 0; i < count; ++i)
    order.append({i, count + i});
  Value all = vector::ShuffleOp::create(b, pair(words[0], words[1]),
                                        pair(words[2], words[3]), order);
  return vector::BitCastOp::create(
      b, VectorType::get({count * kBlockWords}, b.getI32Type()), all);
}
