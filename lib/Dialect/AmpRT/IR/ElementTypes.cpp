//===- ElementTypes.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Dialect/AmpRT/IR/ElementTypes.h"

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using ::amp::ElementType;

#define SAME_ELEMENT_TYPE(NAME)                                                \
  static_assert(static_cast<int>(ElementType::NAME) == AMPRT_##NAME)
SAME_ELEMENT_TYPE(F64);
SAME_ELEMENT_TYPE(F32);
SAME_ELEMENT_TYPE(F16);
SAME_ELEMENT_TYPE(BF16);
SAME_ELEMENT_TYPE(I64);
SAME_ELEMENT_TYPE(I32);
SAME_ELEMENT_TYPE(I16);
SAME_ELEMENT_TYPE(I8);
SAME_ELEMENT_TYPE(UI8);
SAME_ELEMENT_TYPE(I1);
#undef SAME_ELEMENT_TYPE

std::optional<ElementType> mlir::amprt::findElementType(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    if (complex.getElementType().isF32())
      return ElementType::C64;
    if (complex.getElementType().isF64())
      return ElementType::C128;
  }
  if (type.isF64())
    return ElementType::F64;
  if (type.isF32())
    return ElementType::F32;
  if (type.isF16())
    return ElementType::F16;
  if (type.isBF16())
    return ElementType::BF16;
  if (type.isUnsignedInteger(8))
    return ElementType::UI8;
  if (type.isSignlessInteger())
    switch (type.getIntOrFloatBitWidth()) {
    case 64:
      return ElementType::I64;
    case 32:
      return ElementType::I32;
    case 16:
      return ElementType::I16;
    case 8:
      return ElementType::I8;
    case 1:
      return ElementType::I1;
    }
  return std::nullopt;
}

amprt_type mlir::amprt::toRuntimeType(Type type) {
  return static_cast<amprt_type>(*findElementType(type));
}

amprt_compute mlir::amprt::toRuntimeCompute(Compute compute) {
  switch (compute) {
  case Compute::F32:
    return AMPRT_COMPUTE_F32;
  case Compute::TF32:
    return AMPRT_COMPUTE_TF32;
  case Compute::F64:
    return AMPRT_COMPUTE_F64;
  }
  llvm_unreachable("unknown compute type");
}
