//===- AttentionLowering.h - Attention as one record ------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_CONVERSION_AMPTOAMPRT_ATTENTIONLOWERING_H
#define AMP_CONVERSION_AMPTOAMPRT_ATTENTIONLOWERING_H

#include "amp/Dialect/Amp/IR/Attention.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::amp {

/// Replaces an attention of static shape, before which the rewriter stands, by
/// a record.
void lowerAttention(AttentionOp op, RewriterBase &rewriter);
void lowerAttention(AttentionBackwardOp op, RewriterBase &rewriter);

} // namespace mlir::amp

#endif // AMP_CONVERSION_AMPTOAMPRT_ATTENTIONLOWERING_H
