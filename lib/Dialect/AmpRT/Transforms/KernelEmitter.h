//===- KernelEmitter.h - Scalars and loops of a kernel ----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_DIALECT_AMPRT_TRANSFORMS_KERNELEMITTER_H
#define AMP_LIB_DIALECT_AMPRT_TRANSFORMS_KERNELEMITTER_H

#include "GpuKernels.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::amprt {

/// Builds scalars, loops and accesses of buffers of three dimensions.
struct Emitter : ImplicitLocOpBuilder {
  Emitter(const OpBuilder &builder, Location loc)
      : ImplicitLocOpBuilder(loc, builder) {}

  Value number(int64_t value) {
    return arith::ConstantIndexOp::create(*this, value);
  }
  Value size(Value buffer, int64_t dim) {
    int64_t known = cast<MemRefType>(buffer.getType()).getDimSize(dim);
    return ShapedType::isDynamic(known)
               ? memref::DimOp::create(*this, buffer, dim).getResult()
               : number(known);
  }
  /// `point` in `buffer`, which is repeated in dimensions of size 1.
  SmallVector<Value> at(Value buffer, ValueRange point) {
    SmallVector<Value> indices;
    for (auto [size, index] :
         llvm::zip(cast<MemRefType>(buffer.getType()).getShape(), point))
      indices.push_back(size == 1 ? number(0) : index);
    return indices;
  }
  Value load(Value buffer, ValueRange point) {
    return memref::LoadOp::create(*this, buffer, at(buffer, point));
  }
  void store(Value value, Value buffer, ValueRange point) {
    memref::StoreOp::create(*this, value, buffer, at(buffer, point));
  }
  /// `count` neighbours in a row from `point` on, as a body computes with them:
  /// on a GPU truth values are bytes in memory. Of more than one the row is
  /// contiguous, and they are aligned as a whole; a buffer of one element in
  /// each row is repeated.
  SmallVector<Value> loadRow(Type type, Value buffer, ValueRange point,
                             int64_t count) {
    auto shaped = cast<MemRefType>(buffer.getType());
    auto toElement = [&](Value value) {
      return value.getType() == type
                 ? value
                 : arith::TruncIOp::create(*this, type, value).getResult();
    };
    if (count == 1 || shaped.getDimSize(2) == 1)
      return SmallVector<Value>(count, toElement(load(buffer, point)));
    Value vector = vector::LoadOp::create(
        *this, VectorType::get({count}, shaped.getElementType()), buffer,
        at(buffer, point), /*nontemporal=*/false, getAlignment(shaped, count));
    SmallVector<Value> values;
    for (int64_t lane = 0; lane < count; ++lane)
      values.push_back(
          toElement(vector::ExtractOp::create(*this, vector, lane)));
    return values;
  }
  void storeRow(ValueRange values, Value buffer, ValueRange point) {
    auto shaped = cast<MemRefType>(buffer.getType());
    Type element = shaped.getElementType();
    SmallVector<Value> stored;
    for (Value value : values)
      stored.push_back(
          value.getType() == element
              ? value
              : arith::ExtUIOp::create(*this, element, value).getResult());
    if (stored.size() == 1)
      return store(stored.front(), buffer, point);
    auto count = static_cast<int64_t>(stored.size());
    Value vector = vector::FromElementsOp::create(
        *this, VectorType::get({count}, element), stored);
    vector::StoreOp::create(*this, vector, buffer, at(buffer, point),
                            /*nontemporal=*/false, getAlignment(shaped, count));
  }
  /// An integer that is loaded, as an index: 32 bits are signed.
  Value loadIndex(Value buffer, ValueRange point) {
    return arith::IndexCastOp::create(*this, getIndexType(),
                                      load(buffer, point));
  }
  Value add(Value a, Value b) {
    return isa<FloatType>(a.getType())
               ? arith::AddFOp::create(*this, a, b).getResult()
               : arith::AddIOp::create(*this, a, b);
  }
  Value sub(Value a, Value b) { return arith::SubIOp::create(*this, a, b); }
  Value isBelow(Value a, Value b) {
    return arith::CmpIOp::create(*this, arith::CmpIPredicate::ult, a, b);
  }
  Value select(Value condition, Value a, Value b) {
    return arith::SelectOp::create(*this, condition, a, b);
  }
  /// The index, or the last one: what is read from a buffer may be anything.
  Value clamp(Value index, Value size) {
    return arith::MinUIOp::create(*this, index, sub(size, number(1)));
  }

  /// The type in which elements are summed.
  Type getSumType(Type element) {
    return element.isF16() || element.isBF16() ? Type(getF32Type()) : element;
  }
  Value widen(Value x) {
    Type type = getSumType(x.getType());
    return x.getType() == type
               ? x
               : arith::ExtFOp::create(*this, type, x).getResult();
  }
  Value narrow(Value x, Type type) {
    return x.getType() == type
               ? x
               : arith::TruncFOp::create(*this, type, x).getResult();
  }
  Value zero(Type type) {
    return arith::ConstantOp::create(*this, getZeroAttr(type));
  }

  static llvm::MaybeAlign getAlignment(MemRefType type, int64_t count) {
    return llvm::MaybeAlign(count *
                            llvm::divideCeil(type.getElementTypeBitWidth(), 8));
  }

  void loop(Value from, Value to, Value step,
            function_ref<void(Emitter &, Value)> body) {
    scf::ForOp::create(
        *this, from, to, step, ValueRange(),
        [&](OpBuilder &builder, Location loc, Value index, ValueRange) {
          Emitter inner(builder, loc);
          body(inner, index);
          scf::YieldOp::create(inner);
        });
  }
  void loop(Value to, function_ref<void(Emitter &, Value)> body) {
    loop(number(0), to, number(1), body);
  }
  /// Over all elements of the first and the last dimension of `buffer`, and
  /// `count` of the second.
  void loops(Value buffer, Value count,
             function_ref<void(Emitter &, ValueRange)> body) {
    loop(size(buffer, 0), [&](Emitter &b, Value a) {
      b.loop(count, [&](Emitter &b, Value j) {
        b.loop(b.size(buffer, 2),
               [&](Emitter &b, Value d) { body(b, {a, j, d}); });
      });
    });
  }
};

/// Writes the loops of a window op on buffers, on a CPU.
void lowerWindows(Emitter &b, IndexingOpInterface op);
/// Writes what one thread of a GPU does for `point` of a window op's loops, on
/// buffers that `operands` are in the kernel.
void emitWindow(Emitter &b, IndexingOpInterface op, ValueRange operands,
                ValueRange point);

} // namespace mlir::amprt

#endif // AMP_LIB_DIALECT_AMPRT_TRANSFORMS_KERNELEMITTER_H
