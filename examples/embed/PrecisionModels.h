//===- PrecisionModels.h - What amp has to know of nn -----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRECISIONMODELS_H
#define PRECISIONMODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

/// Has ops of the nn dialect take part in precision assignment.
void registerPrecisionModels(mlir::DialectRegistry &registry);

#endif // PRECISIONMODELS_H
