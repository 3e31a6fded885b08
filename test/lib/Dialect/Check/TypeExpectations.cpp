//===- TypeExpectations.cpp -----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeExpectations.h"

#include "Check.h"
#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::check;

//===----------------------------------------------------------------------===//
// Before passes
//===----------------------------------------------------------------------===//

int64_t TypeExpectations::number(Operation *op) {
  auto [it, isNew] = numbers.try_emplace(op, numbers.size());
  if (isNew)
    op->setAttr(CheckDialect::NumberAttrHelper::getNameStr(),
                Builder(op->getContext()).getI64IntegerAttr(it->second));
  return it->second;
}

SmallVector<TypeExpectations::Origin, 1>
TypeExpectations::findOrigins(Value value) {
  SmallVector<Origin, 1> origins;
  while (auto result = dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    origins.push_back({number(op), nullptr, result.getResultNumber()});
    // A region may dissolve, and what it yields is left.
    if (op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock())
      return origins;
    Operation &end = op->getRegion(0).back().back();
    if (end.getNumOperands() != op->getNumResults())
      return origins;
    value = end.getOperand(result.getResultNumber());
  }
  auto argument = cast<BlockArgument>(value);
  if (auto func = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()))
    origins.push_back({-1, func.getSymNameAttr(), argument.getArgNumber()});
  return origins;
}

TypeExpectations::Reader TypeExpectations::findReader(Value value) {
  OpOperand *first = nullptr;
  for (OpOperand &use : value.getUses())
    if (!first || (use.getOwner()->getBlock() == first->getOwner()->getBlock()
                       ? use.getOwner()->isBeforeInBlock(first->getOwner())
                       : false))
      first = &use;
  if (!first)
    return {};
  return {number(first->getOwner()), first->getOperandNumber()};
}

TypeExpectations::TypeExpectations(ModuleOp module) {
  auto findName = [](Operation *op) {
    if (auto func = op->getParentOfType<func::FuncOp>())
      return func.getSymNameAttr();
    auto name = op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    return name ? name : StringAttr::get(op->getContext(), "module");
  };
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto func = dyn_cast<func::FuncOp>(op)) {
      StringRef name = CheckDialect::CastsAttrHelper::getNameStr();
      for (unsigned i = 0; i < func.getNumArguments(); ++i)
        if (auto casts = func.getArgAttrOfType<DictionaryAttr>(i, name)) {
          expectations.push_back({-1,
                                  func.getArgument(i).getLoc(),
                                  func.getSymNameAttr(),
                                  func.getSymNameAttr(),
                                  i,
                                  nullptr,
                                  nullptr,
                                  casts,
                                  nullptr,
                                  {},
                                  {}});
          func.removeArgAttr(i, name);
        }
    }
    // They are read: passes may copy what they do not know to other ops.
    auto take = [op](StringRef name) {
      return op->removeDiscardableAttr(name);
    };
    auto takes = dyn_cast_or_null<ArrayAttr>(
        take(CheckDialect::TakesAttrHelper::getNameStr()));
    auto gives = dyn_cast_or_null<ArrayAttr>(
        take(CheckDialect::GivesAttrHelper::getNameStr()));
    auto casts = dyn_cast_or_null<DictionaryAttr>(
        take(CheckDialect::CastsAttrHelper::getNameStr()));
    auto holds = dyn_cast_or_null<DictionaryAttr>(
        take(CheckDialect::HoldsAttrHelper::getNameStr()));
    if (!takes && !gives && !casts && !holds)
      return;
    Expectation expectation = {
        number(op), op->getLoc(), findName(op), nullptr, 0, takes,
        gives,      casts,        holds,        {},      {}};
    if (auto func = op->getParentOfType<func::FuncOp>())
      expectation.function = func.getSymNameAttr();
    if (takes)
      for (Value operand : op->getOperands())
        expectation.operands.push_back(findOrigins(operand));
    if (gives)
      for (Value result : op->getResults())
        expectation.results.push_back(findReader(result));
    expectations.push_back(std::move(expectation));
  });
}

//===----------------------------------------------------------------------===//
// After passes
//===----------------------------------------------------------------------===//

/// What the passes made of a module.
class TypeExpectations::Result {
public:
  explicit Result(ModuleOp module) : module(module), symbols(module) {
    module.walk([&](Operation *op) {
      if (auto number = op->getAttrOfType<IntegerAttr>(
              CheckDialect::NumberAttrHelper::getNameStr()))
        ops[number.getInt()].push_back(op);
    });
  }

  ArrayRef<Operation *> find(int64_t number) const {
    auto it = ops.find(number);
    return it == ops.end() ? ArrayRef<Operation *>() : it->second;
  }
  Value findArgument(StringAttr function, unsigned index) const {
    auto func = symbols.lookup<func::FuncOp>(function);
    if (!func || func.isExternal() || index >= func.getNumArguments())
      return nullptr;
    return func.getArgument(index);
  }
  Value find(ArrayRef<Origin> origins) const {
    for (const Origin &origin : origins) {
      if (origin.function)
        return findArgument(origin.function, origin.index);
      for (Operation *op : find(origin.number))
        if (origin.index < op->getNumResults())
          return op->getResult(origin.index);
    }
    return nullptr;
  }
  /// The types to which the value is cast: that of an argument, of the results
  /// of ops, or of what is read of a variable.
  llvm::StringMap<int64_t> countCasts(const Expectation &expectation) const;

private:
  ModuleOp module;
  SymbolTable symbols;
  DenseMap<int64_t, SmallVector<Operation *, 1>> ops;
};

static std::string toText(Type type) {
  std::string text;
  if (type)
    llvm::raw_string_ostream(text) << type;
  return type ? text : "nothing";
}

static std::string listTypes(ArrayRef<Type> types) {
  if (types.empty())
    return "none";
  return llvm::join(llvm::map_range(types, toText), ", ");
}

static SmallVector<Type> getElementTypes(TypeRange types) {
  return llvm::map_to_vector(
      types, [](Type type) { return getElementTypeOrSelf(type); });
}

/// The type in which a value is first read, casts aside.
static Type findFirstRead(Value value) {
  if (!value)
    return nullptr;
  DenseSet<Value> aliases = {value};
  Type found;
  value.getParentRegion()
      ->getParentOfType<func::FuncOp>()
      .walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (isa_and_nonnull<CheckDialect>(op->getDialect()))
          return WalkResult::advance();
        for (Value operand : op->getOperands()) {
          if (!aliases.contains(operand))
            continue;
          if (!isa<mlir::amp::CastOp>(op)) {
            found = getElementTypeOrSelf(operand);
            return WalkResult::interrupt();
          }
          aliases.insert(op->getResult(0));
        }
        return WalkResult::advance();
      });
  return found;
}

/// An error, and true, unless the types are those that are stated.
static bool differs(Location loc, StringRef what, ArrayAttr stated,
                    ArrayRef<Type> found) {
  SmallVector<Type> expected;
  for (auto type : stated.getAsValueRange<TypeAttr>())
    expected.push_back(type);
  bool isSame = expected.size() == found.size();
  for (auto [type, other] : llvm::zip(expected, found))
    isSame &= isa<NoneType>(type) || type == other;
  if (!isSame)
    emitError(loc) << "expected " << what << " " << listTypes(expected)
                   << ", found " << listTypes(found);
  return !isSame;
}

llvm::StringMap<int64_t>
TypeExpectations::Result::countCasts(const Expectation &expectation) const {
  SmallVector<Value> values;
  if (expectation.number < 0) {
    if (Value argument =
            findArgument(expectation.function, expectation.argument))
      values.push_back(argument);
  }
  for (Operation *op : find(expectation.number)) {
    llvm::append_range(values, op->getResults());
    if (auto variable = dyn_cast<mlir::amp::VariableOp>(op))
      module->walk([&](mlir::amp::ReadOp read) {
        if (read.getVariable() == variable.getSymName())
          values.push_back(read.getResult());
      });
  }
  llvm::StringMap<int64_t> counts;
  for (Value value : values)
    for (OpOperand &use : value.getUses())
      if (isa<mlir::amp::CastOp>(use.getOwner()))
        ++counts[toText(getElementTypeOrSelf(use.getOwner()->getResult(0)))];
  return counts;
}

static std::string describeCounts(const llvm::StringMap<int64_t> &counts) {
  SmallVector<std::string> parts;
  for (const auto &entry : counts)
    if (entry.second)
      parts.push_back((entry.first() + ": " + Twine(entry.second)).str());
  llvm::sort(parts);
  return parts.empty() ? "none" : llvm::join(parts, ", ");
}

/// `(f16, f16) -> f16`, in order.
static std::string listSignatures(SmallVector<Type> types) {
  SmallVector<std::string> texts = llvm::map_to_vector(types, toText);
  llvm::sort(texts);
  return texts.empty() ? "none" : llvm::join(texts, "; ");
}

static bool differs(Location loc, DictionaryAttr holds, Operation *op) {
  bool hasFailed = false;
  for (NamedAttribute stated : holds) {
    SmallVector<Type> expected, found;
    for (auto type :
         cast<ArrayAttr>(stated.getValue()).getAsValueRange<TypeAttr>())
      expected.push_back(type);
    for (Region &region : op->getRegions())
      region.walk([&](Operation *inner) {
        if (inner->getName().getStringRef() == stated.getName())
          found.push_back(FunctionType::get(
              op->getContext(), getElementTypes(inner->getOperandTypes()),
              getElementTypes(inner->getResultTypes())));
      });
    std::string wanted = listSignatures(expected), got = listSignatures(found);
    if (wanted == got)
      continue;
    emitError(loc) << "expected " << stated.getName() << " in the region "
                   << wanted << ", found " << got;
    hasFailed = true;
  }
  return hasFailed;
}

Tally TypeExpectations::verify(ModuleOp module) const {
  Result result(module);
  Tally tally;
  for (const Expectation &expectation : expectations) {
    Count &count = tally[expectation.place];
    Location loc = expectation.loc;
    ArrayRef<Operation *> ops = result.find(expectation.number);
    if (expectation.takes) {
      ++count.stated;
      bool hasFailed = false;
      for (Operation *op : ops)
        hasFailed |= differs(loc, "operands", expectation.takes,
                             getElementTypes(op->getOperandTypes()));
      if (ops.empty())
        hasFailed = differs(
            loc, "operands", expectation.takes,
            llvm::map_to_vector(expectation.operands, [&](const auto &origins) {
              return findFirstRead(result.find(origins));
            }));
      count.failed += hasFailed;
    }
    if (expectation.gives) {
      ++count.stated;
      bool hasFailed = false;
      for (Operation *op : ops)
        hasFailed |= differs(loc, "results", expectation.gives,
                             getElementTypes(op->getResultTypes()));
      if (ops.empty())
        hasFailed = differs(
            loc, "results", expectation.gives,
            llvm::map_to_vector(
                expectation.results, [&](const Reader &reader) -> Type {
                  for (Operation *op : result.find(reader.number))
                    return getElementTypeOrSelf(op->getOperand(reader.operand));
                  return nullptr;
                }));
      count.failed += hasFailed;
    }
    if (expectation.casts) {
      ++count.stated;
      llvm::StringMap<int64_t> expected;
      for (NamedAttribute entry : expectation.casts)
        expected[entry.getName()] =
            cast<IntegerAttr>(entry.getValue()).getInt();
      std::string wanted = describeCounts(expected),
                  got = describeCounts(result.countCasts(expectation));
      if (wanted != got) {
        emitError(loc) << "expected casts " << wanted << ", found " << got;
        ++count.failed;
      }
    }
    if (expectation.holds) {
      ++count.stated;
      bool hasFailed = ops.empty();
      if (hasFailed)
        emitError(loc) << "the op whose region is stated is gone";
      for (Operation *op : ops)
        hasFailed |= differs(loc, expectation.holds, op);
      count.failed += hasFailed;
    }
  }
  return tally;
}
