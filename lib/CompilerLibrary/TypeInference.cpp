//===- TypeInference.cpp - What ops give ----------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeInference.h"

#include "amp/Target/Compiler.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using ::amp::CompilerStatus;
using ::amp::TypeInference;

/// Op<N>, ... of the traits that say how many operands there are.
template <template <unsigned> class Trait, unsigned... N>
static std::optional<unsigned>
findCount(OperationName name, std::integer_sequence<unsigned, N...>) {
  std::optional<unsigned> count;
  ((name.hasTrait<Trait<N + 2>::template Impl>() ? void(count = N + 2)
                                                 : void()),
   ...);
  return count;
}

/// True if `op` has as many operands as its kind needs, which rules of
/// inference take for granted: the verifier, which would say so, needs results.
static bool hasEnoughOperands(Operation *op) {
  OperationName name = op->getName();
  unsigned needed = 0;
  auto counts = std::make_integer_sequence<unsigned, 14>();
  if (name.hasTrait<OpTrait::OneOperand>())
    needed = 1;
  else if (auto exact = findCount<OpTrait::NOperands>(name, counts))
    needed = *exact;
  else if (auto least = findCount<OpTrait::AtLeastNOperands>(name, counts))
    needed = *least;
  else if (name.hasTrait<OpTrait::AtLeastNOperands<1>::Impl>())
    needed = 1;
  return op->getNumOperands() >= needed;
}

namespace {

class ContextTypeInference : public TypeInference {
public:
  ContextTypeInference()
      : context(makeRegistry(), MLIRContext::Threading::DISABLED) {
    context.printOpOnDiagnostic(false);
  }

  CompilerStatus infer(const std::string &op,
                       const std::vector<std::string> &operandTypes,
                       std::vector<std::string> &resultTypes) override;

private:
  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    mlir::amp::registerCompilerDialects(registry);
    return registry;
  }

  LogicalResult inferParsed(Operation *op, SmallVectorImpl<Type> &types);

  MLIRContext context;
};

} // namespace

LogicalResult ContextTypeInference::inferParsed(Operation *op,
                                                SmallVectorImpl<Type> &types) {
  auto inferable = dyn_cast<InferTypeOpInterface>(op);
  if (!inferable)
    return op->emitOpError("does not follow from its operands: its types are "
                           "to be written");
  if (!hasEnoughOperands(op))
    return op->emitOpError("has too few operands: ") << op->getNumOperands();
  if (failed(inferable.inferReturnTypes(
          &context, op->getLoc(), op->getOperands(),
          op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
          op->getRegions(), types)))
    return failure();
  OpBuilder builder(op);
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(op->getOperands());
  state.addTypes(types);
  state.addAttributes(op->getDiscardableAttrDictionary().getValue());
  state.propertiesAttr = op->getPropertiesAsAttribute();
  return verify(builder.create(state));
}

CompilerStatus
ContextTypeInference::infer(const std::string &op,
                            const std::vector<std::string> &operandTypes,
                            std::vector<std::string> &resultTypes) {
  CompilerStatus status;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
        status.message.empty())
      status.message = diagnostic.str();
    return success();
  });
  // The op without results, in a function whose arguments are its operands.
  std::string text = "func.func private @f(";
  llvm::raw_string_ostream os(text);
  for (const auto &[index, type] : llvm::enumerate(operandTypes))
    os << (index ? ", %" : "%") << index << ": " << type;
  os << ") {\n"
     << op << " : (" << llvm::join(operandTypes, ", ") << ") -> ()\nreturn\n}";
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, config);
  SmallVector<Type> types;
  if (module) {
    auto function = cast<func::FuncOp>(module->getBody()->front());
    status.isOk = succeeded(inferParsed(&function.front().front(), types));
  } else {
    status.isOk = false;
  }
  if (!status.isOk)
    return status;
  resultTypes.clear();
  for (Type type : types)
    resultTypes.push_back(llvm::formatv("{0}", type));
  return status;
}

namespace amp {
std::unique_ptr<TypeInference> createTypeInference() {
  return std::make_unique<ContextTypeInference>();
}
} // namespace amp
