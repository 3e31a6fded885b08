//===- RandomWords.h - Random numbers as arithmetic ---------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_DIALECT_AMPRT_TRANSFORMS_RANDOMWORDS_H
#define AMP_LIB_DIALECT_AMPRT_TRANSFORMS_RANDOMWORDS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::amprt {

/// Words of a block.
inline constexpr int64_t kBlockWords = 4;

/// What amprt.random_word of these operands is, scalars or vectors.
Value createRandomWord(ImplicitLocOpBuilder &b, Value seed, Value first,
                       Value place);

/// All words of `count` blocks as a vector of i32: those of `block` and of the
/// next ones. Scalars of i64.
Value createRandomBlocks(ImplicitLocOpBuilder &b, Value seed, Value block,
                         int64_t count);

} // namespace mlir::amprt

#endif // AMP_LIB_DIALECT_AMPRT_TRANSFORMS_RANDOMWORDS_H
