//===- ElementType.cpp - Element types of tensors -------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/ElementType.h"

using namespace llvm;
using namespace amp;

namespace {
enum class Category : uint8_t { Float, Integer, Complex };

struct Description {
  ElementType type;
  Category category;
  unsigned size;
  StringLiteral mlir;
  StringLiteral safetensors;
  StringLiteral npy;
};
} // namespace

// In the order of the enumeration.
static constexpr Description kDescriptions[] = {
    {ElementType::F64, Category::Float, 8, "f64", "F64", "<f8"},
    {ElementType::F32, Category::Float, 4, "f32", "F32", "<f4"},
    {ElementType::F16, Category::Float, 2, "f16", "F16", "<f2"},
    {ElementType::BF16, Category::Float, 2, "bf16", "BF16", ""},
    {ElementType::I64, Category::Integer, 8, "i64", "I64", "<i8"},
    {ElementType::I32, Category::Integer, 4, "i32", "I32", "<i4"},
    {ElementType::I16, Category::Integer, 2, "i16", "I16", "<i2"},
    {ElementType::I8, Category::Integer, 1, "i8", "I8", "|i1"},
    {ElementType::UI8, Category::Integer, 1, "ui8", "U8", "|u1"},
    {ElementType::I1, Category::Integer, 1, "i1", "BOOL", "|b1"},
    {ElementType::C64, Category::Complex, 8, "complex<f32>", "C64", "<c8"},
    {ElementType::C128, Category::Complex, 16, "complex<f64>", "", "<c16"},
};

static constexpr ElementType kTypes[] = {
    ElementType::F64, ElementType::F32, ElementType::F16, ElementType::BF16,
    ElementType::I64, ElementType::I32, ElementType::I16, ElementType::I8,
    ElementType::UI8, ElementType::I1,  ElementType::C64, ElementType::C128};

static const Description &describe(ElementType type) {
  return kDescriptions[static_cast<unsigned>(type)];
}

ArrayRef<ElementType> amp::allElementTypes() { return kTypes; }

unsigned amp::elementSize(ElementType type) { return describe(type).size; }

bool amp::isFloat(ElementType type) {
  return describe(type).category == Category::Float;
}

bool amp::isInteger(ElementType type) {
  return describe(type).category == Category::Integer;
}

bool amp::isComplex(ElementType type) {
  return describe(type).category == Category::Complex;
}

StringRef amp::mlirName(ElementType type) { return describe(type).mlir; }

StringRef amp::safetensorsName(ElementType type) {
  return describe(type).safetensors;
}

StringRef amp::npyDescr(ElementType type) { return describe(type).npy; }

static std::optional<ElementType>
findType(StringRef name, StringLiteral Description::*spelling) {
  if (name.empty())
    return std::nullopt;
  for (const Description &description : kDescriptions)
    if (description.*spelling == name)
      return description.type;
  return std::nullopt;
}

std::optional<ElementType> amp::elementTypeFromSafetensorsName(StringRef name) {
  return findType(name, &Description::safetensors);
}

std::optional<ElementType> amp::elementTypeFromNpyDescr(StringRef descr) {
  return findType(descr, &Description::npy);
}
