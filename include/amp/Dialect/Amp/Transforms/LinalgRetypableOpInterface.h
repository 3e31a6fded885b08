//===- LinalgRetypableOpInterface.h -----------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_TRANSFORMS_LINALGRETYPABLEOPINTERFACE_H
#define AMP_DIALECT_AMP_TRANSFORMS_LINALGRETYPABLEOPINTERFACE_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::amp {

/// Lets linalg's structured ops take part in precision assignment where a
/// policy names them: `RetypableOpInterface`.
void registerLinalgRetypableModels(DialectRegistry &registry);

} // namespace mlir::amp

#endif // AMP_DIALECT_AMP_TRANSFORMS_LINALGRETYPABLEOPINTERFACE_H
