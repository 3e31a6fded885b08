//===- Forms.cpp - What all forms have in common --------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Forms/Forms.h"

#include "FormRules.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "amp/Dialect/ByteCount.h"
#include "amp/Support/Tensor.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

//===----------------------------------------------------------------------===//
// Types and attributes
//===----------------------------------------------------------------------===//

bool mlir::amp::detail::isKernelElement(Type type) {
  return isa<Float64Type, Float32Type, Float16Type, BFloat16Type>(type) ||
         type.isSignlessInteger(1) || type.isSignlessInteger(8) ||
         type.isSignlessInteger(16) || type.isSignlessInteger(32) ||
         type.isSignlessInteger(64);
}

/// The elements of training graphs: those of kernels, and what has no kernels
/// yet or becomes signless on the way.
static bool isGraphElement(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return complex.getElementType().isF32() || complex.getElementType().isF64();
  return isKernelElement(type) || type.isUnsignedInteger(8) ||
         isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

LogicalResult mlir::amp::detail::verifyTensorType(Operation *op,
                                                  const Twine &what,
                                                  Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return op->emitError() << what << type << "; a graph is on ranked tensors";
  if (tensor.getEncoding())
    return op->emitError() << what << type
                           << "; a graph is on tensors without an encoding";
  if (!isGraphElement(tensor.getElementType()))
    return op->emitError() << what << type
                           << ", whose elements the tools do not know";
  SmallVector<int64_t> sizes;
  for (int64_t size : tensor.getShape())
    sizes.push_back(ShapedType::isDynamic(size) ? 1 : size);
  llvm::Expected<int64_t> bytes =
      ::amp::checkedByteSize(::amp::ElementType::C128, sizes);
  if (!bytes)
    return op->emitError() << what << type << ": "
                           << llvm::toString(bytes.takeError());
  return success();
}

static LogicalResult verifyConstant(Operation *op, DenseElementsAttr dense) {
  if (failed(verifyTensorType(op, "has a constant of type ", dense.getType())))
    return failure();
  FailureOr<int64_t> bytes = findBytes(dense.getType());
  if (succeeded(bytes) && *bytes <= kMaxConstantBytes)
    return success();
  return op->emitError("has a constant of ")
         << dense.getNumElements() << " elements; at most "
         << (kMaxConstantBytes >> 20)
         << " MiB are allowed (a variable may start as "
            "#amp.init<constant(v)>)";
}

/// Fails for attributes of other dialects than amp that passes know, and for
/// those without a dialect, such as bufferization's decisions, on ops. What is
/// left are somebody's own notes.
static LogicalResult verifyOrigin(Operation *op, const Twine &what,
                                  DictionaryAttr attributes) {
  if (!attributes)
    return success();
  for (NamedAttribute named : attributes) {
    StringRef name = named.getName().getValue();
    auto [dialect, rest] = name.split('.');
    bool isNote = rest.empty() ? isa<ModuleOp, func::FuncOp>(op)
                               : !op->getContext()->getOrLoadDialect(dialect);
    if (!name.starts_with("amp.") && !isNote)
      return op->emitError()
             << what << " the attribute '" << name
             << "'; a graph has attributes of the amp dialect alone";
  }
  return success();
}

LogicalResult mlir::amp::detail::verifyAttributes(Operation *op) {
  for (NamedAttribute named : op->getAttrs()) {
    WalkResult result = named.getValue().walk([&](Attribute value) {
      if (!isa<ElementsAttr>(value))
        return WalkResult::advance();
      auto dense = dyn_cast<DenseIntOrFPElementsAttr>(value);
      if (dense)
        return failed(verifyConstant(op, dense)) ? WalkResult::interrupt()
                                                 : WalkResult::advance();
      op->emitError("has a ")
          << (isa<DenseResourceElementsAttr>(value) ? "dense_resource"
                                                    : "constant that is not "
                                                      "dense")
          << " in attribute '" << named.getName().getValue()
          << "'; write the values out as dense";
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      return failure();
  }
  return verifyOrigin(op, "has", op->getDiscardableAttrDictionary());
}

//===----------------------------------------------------------------------===//
// Functions and modules
//===----------------------------------------------------------------------===//

LogicalResult mlir::amp::detail::verifySignature(func::FuncOp func) {
  if (func.isExternal())
    return func.emitOpError("has no body; external functions are not allowed");
  if (!llvm::hasSingleElement(func.getBody()))
    return func.emitOpError("has ") << func.getBody().getBlocks().size()
                                    << " blocks; a graph has no control flow";
  if (failed(verifyAttributes(func)))
    return failure();
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    if (failed(verifyTensorType(func, "argument " + Twine(i) + " is of type ",
                                func.getArgumentTypes()[i])) ||
        failed(verifyOrigin(func, "argument " + Twine(i) + " has",
                            func.getArgAttrDict(i))))
      return failure();
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    if (failed(verifyTensorType(func, "result " + Twine(i) + " is of type ",
                                func.getResultTypes()[i])) ||
        failed(verifyOrigin(func, "result " + Twine(i) + " has",
                            func.getResultAttrDict(i))))
      return failure();
  return success();
}

Form mlir::amp::getGraphForm(func::FuncOp func) {
  bool isKernel =
      func.walk([](Operation *op) {
            return isa_and_nonnull<amprt::AmpRTDialect, linalg::LinalgDialect,
                                   tensor::TensorDialect,
                                   bufferization::BufferizationDialect>(
                       op->getDialect())
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  return isKernel ? Form::Kernel : Form::Source;
}

/// Checks what stands beside the functions, and each function by `verify`.
static LogicalResult
verifyModule(ModuleOp module,
             llvm::function_ref<LogicalResult(func::FuncOp)> verify) {
  if (failed(verifyAttributes(module)))
    return failure();
  for (Operation &op : *module.getBody()) {
    if (auto func = dyn_cast<func::FuncOp>(op)) {
      if (failed(verifySignature(func)) || failed(verify(func)))
        return failure();
      continue;
    }
    if (!isa_and_nonnull<AmpDialect>(op.getDialect()) ||
        !isa<SymbolOpInterface>(op))
      return op.emitError(
          "is not an op beside the functions of a graph, which "
          "are amp.variable, amp.flat_buffer, amp.optimizer and "
          "amp.grad_scaler");
    if (failed(verifyAttributes(&op)))
      return failure();
    if (auto variable = dyn_cast<VariableOp>(op))
      if (failed(verifyTensorType(variable, "is of type ", variable.getType())))
        return failure();
  }
  return success();
}

LogicalResult mlir::amp::verifyForm(ModuleOp module, Form form) {
  switch (form) {
  case Form::Graph:
    return verifyModule(module, [](func::FuncOp func) {
      return getGraphForm(func) == Form::Kernel
                 ? verifyKernelGraph(func)
                 : verifyTrainingGraph(func, Form::Source);
    });
  case Form::Source:
  case Form::Assigned:
  case Form::Scaled:
    return verifyModule(module, [&](func::FuncOp func) {
      return verifyTrainingGraph(func, form);
    });
  case Form::Kernel:
    return verifyModule(module, verifyKernelGraph);
  case Form::Program:
    return verifyProgram(module);
  }
  llvm_unreachable("unknown form");
}
