//===- ElementType.h - Element types of tensors -----------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The element types that a tensor in memory or in a file can have, and how MLIR
// and the file formats spell them. All are stored little-endian.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_SUPPORT_ELEMENTTYPE_H
#define AMP_SUPPORT_ELEMENTTYPE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace amp {

enum class ElementType : uint8_t {
  F64,
  F32,
  F16,
  BF16,
  I64,
  I32,
  I16,
  I8,
  UI8,
  I1,  ///< One byte, 0 or 1.
  C64, ///< A complex number of two f32.
  C128 ///< A complex number of two f64.
};

/// All element types, in the order of the enumeration.
llvm::ArrayRef<ElementType> allElementTypes();

/// Bytes of one element.
unsigned elementSize(ElementType type);

/// f64, f32, f16 or bf16.
bool isFloat(ElementType type);
/// i64, i32, i16, i8, ui8 or i1.
bool isInteger(ElementType type);
bool isComplex(ElementType type);

/// The type in MLIR: "f32", "bf16", "ui8", "i1", "complex<f32>".
llvm::StringRef mlirName(ElementType type);
/// The `dtype` in a safetensors header: "F32", "BF16", "U8", "BOOL", "C64".
/// Empty for complex<f64>, which the format does not have.
llvm::StringRef safetensorsName(ElementType type);
/// The `descr` in an npy header: "<f4", "|u1", "|b1". Empty for bf16, which the
/// format does not have.
llvm::StringRef npyDescr(ElementType type);

/// The inverses; nothing for a spelling that is not one of the above.
std::optional<ElementType> elementTypeFromSafetensorsName(llvm::StringRef name);
std::optional<ElementType> elementTypeFromNpyDescr(llvm::StringRef descr);

} // namespace amp

#endif // AMP_SUPPORT_ELEMENTTYPE_H
