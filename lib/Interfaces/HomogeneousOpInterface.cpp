//===- HomogeneousOpInterface.cpp ----------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Interfaces/HomogeneousOpInterface.h"

using namespace mlir;

FailureOr<int64_t>
mlir::amp::detail::getCommonDegree(ArrayRef<std::optional<int64_t>> degrees) {
  std::optional<int64_t> common;
  for (std::optional<int64_t> degree : degrees) {
    if (degree && common && *degree != *common)
      return failure();
    if (degree)
      common = degree;
  }
  return common.value_or(0);
}

int64_t
mlir::amp::detail::getSumOfDegrees(ArrayRef<std::optional<int64_t>> degrees) {
  int64_t sum = 0;
  for (std::optional<int64_t> degree : degrees)
    sum += degree.value_or(0);
  return sum;
}

FailureOr<int64_t>
mlir::amp::detail::getFirstDegree(ArrayRef<std::optional<int64_t>> degrees) {
  for (std::optional<int64_t> degree : degrees.drop_front())
    if (degree.value_or(0) != 0)
      return failure();
  return degrees.front().value_or(0);
}

#include "amp/Interfaces/HomogeneousOpInterface.cpp.inc"
