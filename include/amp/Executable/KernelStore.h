//===- KernelStore.h - Kernels that were compiled before --------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_EXECUTABLE_KERNELSTORE_H
#define AMP_EXECUTABLE_KERNELSTORE_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <utility>
#include <vector>

namespace mlir::amp {

/// What kernels became, by the digest of all that they were made of. Several
/// threads may use it at the same time.
class KernelStore {
public:
  /// Digests, and the code of each.
  using Kernels = std::vector<std::pair<std::string, std::string>>;

  virtual ~KernelStore() = default;
  /// The code; empty if it is not known.
  virtual std::string find(llvm::StringRef digest) = 0;
  virtual void insert(const Kernels &kernels) = 0;
};

} // namespace mlir::amp

#endif // AMP_EXECUTABLE_KERNELSTORE_H
