//===- ModuleCheck.cpp - What a graph may hold ----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleCheck.h"

#include "amp/Dialect/Amp/IR/Amp.h"
#include "amp/Support/Error.h"
#include "amp/Support/Tensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace llvm;
using namespace amp;
using namespace amp::run;

/// What is known of the op: allowed in a source graph, in a kernel graph only,
/// or nowhere.
enum class Stage { Source, Kernel, Never };

static Stage stageOf(mlir::Operation *op) {
  StringRef name = op->getName().getStringRef();
  static constexpr StringLiteral kSource[] = {"builtin.module", "func.func",
                                              "func.return", "func.call",
                                              "arith.constant"};
  // What the lowering makes. Nothing among it reads at an index that is
  // computed or divides integers, so that no graph can end in a signal.
  static constexpr StringLiteral kKernel[] = {
      "amprt.gemm",
      "bufferization.materialize_in_destination",
      "bufferization.alloc_tensor",
      "linalg.fill",
      "linalg.generic",
      "linalg.index",
      "linalg.yield",
      "tensor.collapse_shape",
      "tensor.empty",
      "tensor.expand_shape",
      "tensor.extract_slice",
      "tensor.insert_slice",
      "math.absf",
      "math.absi",
      "math.acos",
      "math.asin",
      "math.atan",
      "math.atan2",
      "math.ceil",
      "math.copysign",
      "math.cos",
      "math.cosh",
      "math.erf",
      "math.erfc",
      "math.exp",
      "math.floor",
      "math.log",
      "math.log10",
      "math.log2",
      "math.powf",
      "math.roundeven",
      "math.sin",
      "math.sinh",
      "math.sqrt",
      "math.tan",
      "math.tanh"};
  static constexpr StringLiteral kDivisions[] = {
      "arith.ceildivsi",  "arith.ceildivui", "arith.divsi", "arith.divui",
      "arith.floordivsi", "arith.remsi",     "arith.remui"};
  if (is_contained(kSource, name))
    return Stage::Source;
  StringRef dialect = name.split('.').first;
  if (dialect == "amp")
    return Stage::Source;
  if (is_contained(kKernel, name) ||
      (dialect == "arith" && !is_contained(kDivisions, name)))
    return Stage::Kernel;
  return Stage::Never;
}

static LogicalResult checkType(mlir::Operation *op, mlir::Type type) {
  if (isa<mlir::BaseMemRefType, mlir::UnrankedTensorType>(type))
    return op->emitError("has the type ")
           << type << "; a graph is on ranked tensors";
  auto shaped = dyn_cast<mlir::RankedTensorType>(type);
  if (!shaped)
    return success();
  SmallVector<int64_t> sizes;
  for (int64_t size : shaped.getShape())
    sizes.push_back(mlir::ShapedType::isDynamic(size) ? 1 : size);
  Expected<int64_t> bytes = checkedByteSize(ElementType::C128, sizes);
  if (!bytes)
    return op->emitError("has the type ")
           << type << ": " << toString(bytes.takeError());
  return success();
}

static LogicalResult checkAttributes(mlir::Operation *op) {
  for (mlir::NamedAttribute named : op->getAttrs()) {
    mlir::Attribute value = named.getValue();
    if (isa<mlir::DenseResourceElementsAttr>(value))
      return op->emitError("has a dense_resource in attribute '")
             << named.getName().getValue()
             << "'; write the values out as dense";
    auto dense = dyn_cast<mlir::DenseElementsAttr>(value);
    if (!dense)
      continue;
    if (failed(checkType(op, dense.getType())))
      return failure();
    mlir::Type element = dense.getElementType();
    int64_t bits =
        element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 128;
    if (dense.getNumElements() >
        kMaxConstantBytes / std::max<int64_t>(1, bits / 8))
      return op->emitError("has a constant of ")
             << dense.getNumElements() << " elements; at most "
             << (kMaxConstantBytes >> 20)
             << " MiB are allowed (a variable may start as "
                "#amp.init<constant(v)>)";
  }
  return success();
}

/// Checks what the arguments of an entry point say of themselves: only a kernel
/// graph has state among them, and it is the state of the variables.
static LogicalResult checkArguments(mlir::func::FuncOp func,
                                    bool isKernelGraph) {
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    if (!isKernelGraph)
      for (StringRef name : {"amp.variable", "amp.output", "amp.element_type"})
        if (func.getArgAttr(i, name))
          return func.emitError("argument ")
                 << i << " has the attribute '" << name
                 << "', which only kernel graphs have";
    auto type = dyn_cast<mlir::RankedTensorType>(func.getArgumentTypes()[i]);
    if (!type)
      return func.emitError("argument ")
             << i << " is of type " << func.getArgumentTypes()[i]
             << "; expected a ranked tensor";
    mlir::Type element = type.getElementType();
    if (auto declared =
            func.getArgAttrOfType<mlir::TypeAttr>(i, "amp.element_type")) {
      mlir::Type unsignedType = declared.getValue();
      if (!unsignedType.isUnsignedInteger() || !element.isSignlessInteger() ||
          unsignedType.getIntOrFloatBitWidth() !=
              element.getIntOrFloatBitWidth())
        return func.emitError("argument ")
               << i << " of type " << type << " cannot hold elements of "
               << unsignedType;
      element = unsignedType;
    }
    auto name =
        func.getArgAttrOfType<mlir::FlatSymbolRefAttr>(i, "amp.variable");
    if (!name)
      continue;
    auto variable = func->getParentOfType<mlir::ModuleOp>()
                        .lookupSymbol<mlir::amp::VariableOp>(name.getAttr());
    if (!variable)
      return func.emitError("argument ")
             << i << " is the value of unknown variable " << name;
    if (variable.getType() != type.clone(element))
      return func.emitError("argument ")
             << i << " is of type " << type << ", but variable " << name
             << " is " << variable.getType();
  }
  return success();
}

LogicalResult amp::run::checkModule(mlir::ModuleOp module) {
  bool isKernelGraph = false;
  module.walk([&](mlir::Operation *op) {
    isKernelGraph |= op->getName().getStringRef() == "amprt.gemm" ||
                     op->getName().getDialectNamespace() == "linalg" ||
                     op->getName().getDialectNamespace() == "bufferization";
  });
  mlir::WalkResult result =
      module.walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
        Stage stage = stageOf(op);
        if (stage == Stage::Never ||
            (stage == Stage::Kernel && !isKernelGraph)) {
          op->emitError(
              isKernelGraph
                  ? "is not an op of a kernel graph, which has "
                    "what convert-amp-to-linalg makes"
                  : "is not an op of a training graph, which has ops of "
                    "amp, func.func, func.return and arith.constant");
          return mlir::WalkResult::interrupt();
        }
        auto func = dyn_cast<mlir::func::FuncOp>(op);
        if (func && func.isExternal()) {
          op->emitOpError("has no body; external functions are not allowed");
          return mlir::WalkResult::interrupt();
        }
        if (func && failed(checkArguments(func, isKernelGraph)))
          return mlir::WalkResult::interrupt();
        if (op->getName().getDialectNamespace() == "tensor" &&
            any_of(op->getOperandTypes(),
                   [](mlir::Type type) { return type.isIndex(); })) {
          op->emitError("has a computed size or offset; a kernel graph's are "
                        "constants");
          return mlir::WalkResult::interrupt();
        }
        if (failed(checkAttributes(op)))
          return mlir::WalkResult::interrupt();
        if (auto variable = dyn_cast<mlir::amp::VariableOp>(op))
          if (failed(checkType(op, variable.getType())))
            return mlir::WalkResult::interrupt();
        for (mlir::Type type : op->getResultTypes())
          if (failed(checkType(op, type)))
            return mlir::WalkResult::interrupt();
        for (mlir::Region &region : op->getRegions())
          for (mlir::Block &block : region)
            for (mlir::Type type : block.getArgumentTypes())
              if (failed(checkType(op, type)))
                return mlir::WalkResult::interrupt();
        return mlir::WalkResult::advance();
      });
  return failure(result.wasInterrupted());
}
