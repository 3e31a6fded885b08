//===- FormRules.h - What the forms have in common --------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Internal: the rules that every form has, and the parts that have a file of
// their own. Each fails with a diagnostic at the place.

#ifndef AMP_LIB_FORMS_FORMRULES_H
#define AMP_LIB_FORMS_FORMRULES_H

#include "amp/Forms/Forms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::detail {

/// The elements that kernels compute with and memory holds.
bool isKernelElement(Type type);

/// Fails unless `type` is a ranked tensor of elements that the tools know, of a
/// size that can be counted, without an encoding. `what` begins the message.
LogicalResult verifyTensorType(Operation *op, const Twine &what, Type type);

/// Fails for a resource, or a dense constant of unbearable size, in an
/// attribute of the op, and for an attribute of a foreign dialect: such
/// attributes steer passes, for instance where buffers lie.
LogicalResult verifyAttributes(Operation *op);

/// Fails unless the function has one block, and arguments and results that are
/// tensors with attributes of the amp dialect alone.
LogicalResult verifySignature(func::FuncOp func);

/// Fails unless the op of a source, assigned or scaled graph may occur in it.
LogicalResult verifyTrainingGraph(func::FuncOp func, Form form);

LogicalResult verifyKernelGraph(func::FuncOp func);

LogicalResult verifyProgram(ModuleOp module);

/// Fails unless the kernel stays within `operands`, buffers of these types,
/// when its loop's `extent` is cut in any way, and writes the first
/// `numOutputs` of them alone.
LogicalResult verifyCpuKernel(func::FuncOp kernel, int64_t extent,
                              unsigned numOutputs, TypeRange operands);

/// Fails unless the body of an op computes scalars from scalars, and nothing of
/// it can trap or is undefined. `isPart` says that the op does a part of the
/// iterations, and adds where that begins to its indices.
LogicalResult verifyPayload(Block &body, bool isPart = false);

} // namespace mlir::amp::detail

#endif // AMP_LIB_FORMS_FORMRULES_H
