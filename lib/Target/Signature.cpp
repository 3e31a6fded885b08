//===- Signature.cpp ------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Signature.h"

#include "amp/Dialect/Amp/IR/Gradients.h"
#include "amp/Dialect/Amp/IR/Optimizers.h"
#include "amp/Dialect/Amp/IR/Scaling.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Dialect/AmpRT/IR/ElementTypes.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

llvm::Expected<::amp::ElementType> mlir::amp::detail::toElementType(Type type) {
  if (std::optional<::amp::ElementType> element = amprt::findElementType(type))
    return *element;
  std::string name;
  llvm::raw_string_ostream(name) << type;
  return makeError("elements of " + name + " cannot be stored");
}

std::string mlir::amp::detail::getName(DictionaryAttr attrs, StringRef prefix,
                                       unsigned i) {
  if (attrs)
    if (auto name = attrs.getAs<StringAttr>("amp.name"))
      return name.str();
  return (prefix + llvm::Twine(i)).str();
}

bool mlir::amp::detail::isFunctionalized(func::FuncOp func) {
  return llvm::any_of(
      llvm::seq<unsigned>(0, func.getNumArguments()), [&](unsigned i) {
        return static_cast<bool>(func.getArgAttr(i, "amp.output"));
      });
}

/// True if `predicate` holds for an op of `func`, or of a function that it
/// calls.
static bool anyOp(func::FuncOp func,
                  llvm::function_ref<bool(Operation *)> predicate) {
  llvm::SetVector<func::FuncOp> functions;
  functions.insert(func);
  for (size_t i = 0; i < functions.size(); ++i) {
    func::FuncOp current = functions[i];
    WalkResult result = current.walk([&](Operation *op) {
      if (auto call = dyn_cast<CallOpInterface>(op))
        if (auto callee =
                dyn_cast_or_null<func::FuncOp>(call.resolveCallable()))
          functions.insert(callee);
      return predicate(op) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return true;
  }
  return false;
}

/// True if `func` may change a parameter. Of a kernel graph that holds if it
/// has state at all: what it writes is no longer told apart.
static bool updatesParameters(func::FuncOp func) {
  if (isFunctionalized(func))
    return llvm::any_of(
        llvm::seq<unsigned>(0, func.getNumArguments()), [&](unsigned i) {
          return static_cast<bool>(func.getArgAttr(i, "amp.variable"));
        });
  return anyOp(func, [](Operation *op) {
    if (auto assign = dyn_cast<AssignOp>(op)) {
      auto variable = SymbolTable::lookupNearestSymbolFrom<VariableOp>(
          op, assign.getVariableAttr());
      return variable && variable.getRole() == VariableRole::Parameter;
    }
    return isa<StepOp>(op);
  });
}

/// True if `func` may change a variable; a kernel graph, as above.
static bool updatesState(func::FuncOp func) {
  if (isFunctionalized(func))
    return updatesParameters(func);
  return anyOp(
      func, [](Operation *op) { return hasEffect<MemoryEffects::Write>(op); });
}

/// True if the first dimension of an argument or result counts samples.
static bool countsSamples(RankedTensorType type, DictionaryAttr attrs) {
  return type.getRank() > 0 &&
         (type.isDynamicDim(0) || (attrs && attrs.contains("amp.batch")));
}

llvm::Expected<std::vector<EntryPoint>>
mlir::amp::getEntryPoints(ModuleOp module) {
  std::vector<EntryPoint> result;
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func.isExternal() || func.isPrivate())
      continue;
    EntryPoint entry{func.getName().str(),
                     {},
                     {},
                     updatesParameters(func),
                     updatesState(func)};
    func.walk([&](Operation *op) {
      entry.accumulates |= isa<AccumulateOp>(op);
      entry.steps |= isa<StepOp>(op);
    });
    auto getTensor = [&](Type type) -> llvm::Expected<RankedTensorType> {
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        return tensor;
      std::string name;
      llvm::raw_string_ostream(name) << type;
      return makeError("entry point '" + entry.name +
                       "' has an argument or a "
                       "result of type " +
                       name + "; expected ranked tensors");
    };
    auto getElement = [](RankedTensorType type, DictionaryAttr attrs) {
      auto declared =
          attrs ? attrs.getAs<TypeAttr>("amp.element_type") : TypeAttr();
      return toElementType(declared ? declared.getValue()
                                    : type.getElementType());
    };
    auto addResult = [&](Type resultType, DictionaryAttr attrs,
                         StringAttr reduction) -> llvm::Error {
      auto type = getTensor(resultType);
      if (!type)
        return type.takeError();
      auto element = getElement(*type, attrs);
      if (!element)
        return element.takeError();
      entry.results.push_back({getName(attrs, "result", entry.results.size()),
                               *element,
                               llvm::SmallVector<int64_t>(type->getShape()),
                               reduction ? reduction.str() : std::string(),
                               countsSamples(*type, attrs)});
      return llvm::Error::success();
    };
    for (unsigned i = 0; i < func.getNumArguments(); ++i) {
      DictionaryAttr attrs = func.getArgAttrDict(i);
      // What functionalization added is state, or the place of a result.
      if (attrs && attrs.contains("amp.variable"))
        continue;
      if (auto output =
              attrs ? attrs.getAs<StringAttr>("amp.output") : StringAttr()) {
        if (llvm::Error error =
                addResult(func.getArgumentTypes()[i], attrs, output))
          return error;
        continue;
      }
      auto type = getTensor(func.getArgumentTypes()[i]);
      if (!type)
        return type.takeError();
      auto element = getElement(*type, attrs);
      if (!element)
        return element.takeError();
      entry.arguments.push_back({getName(attrs, "arg", i), *element,
                                 llvm::SmallVector<int64_t>(type->getShape()),
                                 countsSamples(*type, attrs)});
    }
    if (!isFunctionalized(func))
      for (unsigned i = 0; i < func.getNumResults(); ++i) {
        DictionaryAttr attrs = func.getResultAttrDict(i);
        auto reduction =
            attrs ? attrs.getAs<StringAttr>("amp.reduction") : StringAttr();
        if (llvm::Error error =
                addResult(func.getResultTypes()[i], attrs, reduction))
          return error;
      }
    result.push_back(std::move(entry));
  }
  return result;
}

static ::amp::InitializerSpec toSpec(InitializerAttr attr, StringRef name) {
  using From = InitializerKind;
  using To = ::amp::InitializerSpec::Kind;
  ::amp::InitializerSpec spec;
  ArrayRef<double> parameters = attr.getParameters().asArrayRef();
  double fallback = 1; // the gain of Xavier's and orthogonal initialization
  switch (attr.getKind()) {
  case From::Zeros:
    spec.kind = To::Zeros;
    break;
  case From::Constant:
    spec.kind = To::Constant;
    break;
  case From::Uniform:
    spec.kind = To::Uniform;
    break;
  case From::Normal:
    spec.kind = To::Normal;
    break;
  case From::KaimingUniform:
    spec.kind = To::KaimingUniform;
    fallback = std::sqrt(5.0);
    break;
  case From::KaimingNormal:
    spec.kind = To::KaimingNormal;
    fallback = 0;
    break;
  case From::XavierUniform:
    spec.kind = To::XavierUniform;
    break;
  case From::XavierNormal:
    spec.kind = To::XavierNormal;
    break;
  case From::Orthogonal:
    spec.kind = To::Orthogonal;
    break;
  case From::Seed:
    spec.kind = To::Seed;
    break;
  }
  spec.a = parameters.empty() ? fallback : parameters[0];
  spec.b = parameters.size() > 1 ? parameters[1] : 0;
  // The stream follows from the name, so that adding a variable changes no
  // other (FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/).
  uint64_t stream = 0xcbf29ce484222325;
  for (char c : name)
    stream = (stream ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  spec.stream = stream;
  return spec;
}

llvm::Expected<::amp::Tensor>
mlir::amp::detail::toTensor(DenseElementsAttr elements,
                            ::amp::ElementType type) {
  ArrayRef<int64_t> shape = elements.getType().getShape();
  auto tensor = ::amp::Tensor::allocate(type, shape);
  if (!tensor)
    return tensor;
  MutableArrayRef<char> bytes = tensor->mutableBytes();
  size_t size = ::amp::elementSize(type);
  ArrayRef<char> raw = elements.getRawData();
  if (type == ::amp::ElementType::I1) {
    for (auto [byte, value] : llvm::zip(bytes, elements.getValues<bool>()))
      byte = value;
  } else if (elements.isSplat()) {
    for (size_t i = 0; i < bytes.size(); i += size)
      std::copy_n(raw.data(), size, bytes.data() + i);
  } else {
    llvm::copy(raw, bytes.begin());
  }
  return tensor;
}

/// True for `<optimizer>.lr` and `<optimizer>.lr.<group>`.
static bool isRateName(StringRef name) {
  auto [rest, last] = name.rsplit('.');
  if (!last.empty() && llvm::all_of(last, llvm::isDigit))
    name = rest;
  return name.ends_with(".lr");
}

llvm::Expected<ProgramVariable> mlir::amp::detail::toVariable(VariableOp op) {
  RankedTensorType type = op.getTensorType();
  auto element = toElementType(type.getElementType());
  if (!element)
    return makeError("variable '" + op.getSymName() +
                     "': " + llvm::toString(element.takeError()));
  ProgramVariable variable{op.getSymName().str(),
                           stringifyVariableRole(op.getRole()).str(),
                           op.getStatistic().value_or("").str(),
                           *element,
                           llvm::SmallVector<int64_t>(type.getShape()),
                           ::amp::InitializerSpec(),
                           op.getCopyOf().value_or("").str(),
                           /*flatBuffer=*/""};
  variable.isBaseRate = op.getRole() == VariableRole::OptimizerState &&
                        type.getRank() == 0 && type.getElementType().isF64() &&
                        isRateName(op.getSymName());
  if (auto attr = dyn_cast<InitializerAttr>(op.getInitializer())) {
    variable.initializer = toSpec(attr, variable.name);
    return variable;
  }
  auto elements = dyn_cast<DenseElementsAttr>(op.getInitializer());
  if (!elements)
    return makeError("variable '" + op.getSymName() +
                     "': the initializer is not dense");
  auto tensor = toTensor(elements, *element);
  if (!tensor)
    return tensor.takeError();
  variable.initializer = std::move(*tensor);
  return variable;
}

ProgramScaler mlir::amp::detail::toScaler(GradScalerOp op) {
  return {op.getSymName().str(),
          op.getScaleName(),
          op.getGrowthTrackerName(),
          op.getGrowthFactor().convertToDouble(),
          op.getBackoffFactor().convertToDouble(),
          static_cast<int64_t>(op.getGrowthInterval()),
          op.getFixed(),
          op.getConsecutiveSkipsName(),
          static_cast<int64_t>(op.getSkipLimit().value_or(0))};
}
