//===- Failure.cpp - What went wrong in a run -----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Training/Failure.h"

#include "amp/Support/Float16.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace llvm;
using namespace amp;
using namespace amp::training;

std::string amp::training::numberText(double value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  std::string text;
  raw_string_ostream(text) << format("%.6g", value);
  return text;
}

std::string Failure::message() const {
  std::string text = symptom;
  if (!cause.empty())
    text += (text.empty() ? "" : ": ") + cause;
  for (auto [i, remedy] : enumerate(remedies))
    text += (i == 0 ? "; try " : " or ") + remedy;
  return text;
}

json::Object Failure::toJson() const {
  auto orNull = [](StringRef value) {
    return value.empty() ? json::Value(nullptr)
                         : json::Value(json::fixUTF8(value));
  };
  auto number = [](std::optional<int64_t> value) {
    return value ? json::Value(*value) : json::Value(nullptr);
  };
  json::Array list;
  for (const std::string &remedy : remedies)
    list.push_back(json::fixUTF8(remedy));
  return json::Object{{"kind", kind},
                      {"message", json::fixUTF8(message())},
                      {"entry", json::fixUTF8(entry)},
                      {"step", number(step)},
                      {"op", orNull(op)},
                      {"place", orNull(place)},
                      {"array", orNull(array)},
                      {"sample", number(sample)},
                      {"parameter", orNull(parameter)},
                      {"remedies", std::move(list)}};
}

template <typename T, typename Convert>
static FloatRange inspect(const Tensor &tensor, int64_t begin, int64_t count,
                          Convert convert) {
  FloatRange range;
  ArrayRef<T> elements = tensor.elements<T>().slice(begin, count);
  for (auto [i, element] : enumerate(elements)) {
    double value = convert(element);
    if (std::isfinite(value)) {
      range.largest = std::max(range.largest, std::abs(value));
    } else if (!range.firstNonFinite) {
      range.firstNonFinite = begin + static_cast<int64_t>(i);
      range.nonFinite = value;
    }
  }
  return range;
}

FloatRange amp::training::inspectFloats(const Tensor &tensor, int64_t begin,
                                        int64_t count) {
  switch (tensor.type) {
  case ElementType::F64:
    return inspect<double>(tensor, begin, count, [](double v) { return v; });
  case ElementType::F32:
    return inspect<float>(tensor, begin, count, [](float v) { return v; });
  case ElementType::F16:
    return inspect<uint16_t>(tensor, begin, count, halfToFloat);
  case ElementType::BF16:
    return inspect<uint16_t>(tensor, begin, count, bfloatToFloat);
  default:
    return {};
  }
}
