//===- MathKernel.h - A function over a vector, compiled --------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_UNITTESTS_MATH_MATHKERNEL_H
#define AMP_UNITTESTS_MATH_MATHKERNEL_H

#include "amp/Support/ElementType.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace amp::test {

/// A program with one elementwise op, compiled as every program is.
class MathKernel {
public:
  /// `amp.<function>` over `size` elements of `type` on `target`: a device, or
  /// "x86-64", the CPU that has nothing more. `attributes` are the op's, in
  /// braces.
  static llvm::Expected<std::unique_ptr<MathKernel>>
  create(const std::string &target, const std::string &function,
         ElementType type, int64_t size, const std::string &attributes = "");
  ~MathKernel();

  /// Both arrays have `size` elements.
  llvm::Error run(const void *input, void *output);

private:
  MathKernel();
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace amp::test

#endif // AMP_UNITTESTS_MATH_MATHKERNEL_H
