//===- ValueExpectations.h - What functions are to compute ------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TEST_LIB_DIALECT_CHECK_VALUEEXPECTATIONS_H
#define AMP_TEST_LIB_DIALECT_CHECK_VALUEEXPECTATIONS_H

#include "Tally.h"
#include "amp-rt/amp_rt.h"
#include "amp/Options/TrainingOptions.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"

#include <vector>

namespace mlir::check {

/// A value that is stated.
struct ValueExpectation {
  Location loc;
  /// The result of the function that it is now.
  size_t result;
  DenseIntOrFPElementsAttr expected;
  /// True if bits are compared.
  bool isExact;
  double atol, rtol;
};

/// A function that states values.
struct ValueCase {
  StringAttr function;
  std::vector<DenseIntOrFPElementsAttr> inputs;
  std::vector<ValueExpectation> expectations;
};

/// Takes the ops of the dialect out of `module`: inputs become arguments, and
/// what is stated becomes a result.
FailureOr<std::vector<ValueCase>> takeValueExpectations(ModuleOp module);

/// Compiles the function of each case and runs it once. Failures are errors at
/// the op that states the value.
Tally verifyValues(ModuleOp module, ArrayRef<ValueCase> cases,
                   const amp::TrainingOptions &options, amprt_device *device);

} // namespace mlir::check

#endif // AMP_TEST_LIB_DIALECT_CHECK_VALUEEXPECTATIONS_H
