//===- Failure.h - What went wrong in a run ---------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TRAINING_FAILURE_H
#define AMP_TRAINING_FAILURE_H

#include "amp/Support/Tensor.h"
#include "llvm/Support/JSON.h"

#include <optional>
#include <string>
#include <vector>

namespace amp::training {

/// Why a run failed, or what is to be known of one that did not, as far as it
/// could be found out.
struct Failure {
  /// "data", "index", "overflow", "value", "gradient_overflow", "gradient",
  /// "diverged", "underflow", or "unknown".
  std::string kind = "unknown";
  /// What was seen, and why it came to that.
  std::string symptom, cause;
  /// The entry point, and its step, from 1, in which it began.
  std::string entry;
  std::optional<int64_t> step;
  /// "amp.exp", and "'scores'" or "net.mlir:8:8".
  std::string op, place;
  /// The argument and the sample that hold an infinity or NaN.
  std::string array;
  std::optional<int64_t> sample;
  std::string parameter;
  /// Settings, or what to do where none helps.
  std::vector<std::string> remedies;

  /// All of it in one line.
  std::string message() const;
  llvm::json::Object toJson() const;
};

/// The floats of a tensor, or of a part of it.
struct FloatRange {
  /// The number of the first element that is an infinity or NaN, and its value.
  std::optional<int64_t> firstNonFinite;
  double nonFinite = 0;
  /// The largest magnitude of the finite ones.
  double largest = 0;
};

/// Looks at `count` elements from element `begin` on; all are finite in a
/// tensor that holds no floats.
FloatRange inspectFloats(const Tensor &tensor, int64_t begin, int64_t count);

/// "nan", "-inf", or the number with six digits.
std::string numberText(double value);

} // namespace amp::training

#endif // AMP_TRAINING_FAILURE_H
