//===- Signature.h ----------------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Internal: what entry points and variables are, in the terms of the compiler's
// interface.

#ifndef AMP_LIB_TARGET_SIGNATURE_H
#define AMP_LIB_TARGET_SIGNATURE_H

#include "amp/Dialect/Amp/IR/Scaling.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Target/Compiler.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::amp::detail {

inline llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

llvm::Expected<::amp::ElementType> toElementType(Type type);

/// The `amp.name` among `attrs`, or `prefix` and the number.
std::string getName(DictionaryAttr attrs, llvm::StringRef prefix, unsigned i);

/// True if state and results of the entry point are arguments.
bool isFunctionalized(func::FuncOp func);

llvm::Expected<::amp::Tensor> toTensor(DenseElementsAttr elements,
                                       ::amp::ElementType type);

llvm::Expected<ProgramVariable> toVariable(VariableOp op);

ProgramScaler toScaler(GradScalerOp op);

} // namespace mlir::amp::detail

#endif // AMP_LIB_TARGET_SIGNATURE_H
