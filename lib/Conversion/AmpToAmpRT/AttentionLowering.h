//===- AttentionLowering.h - Attention as one record ------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_CONVERSION_AMPTOAMPRT_ATTENTIONLOWERING_H
#define AMP_CONVERSION_AMPTOAMPRT_ATTENTIONLOWERING_H

#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// Replaces the attentions inside `root` by records. What has none was
/// decomposed before. Transposes that became flags are left without users.
LogicalResult lowerAttentions(Operation *root);

} // namespace mlir::amp

#endif // AMP_CONVERSION_AMPTOAMPRT_ATTENTIONLOWERING_H
