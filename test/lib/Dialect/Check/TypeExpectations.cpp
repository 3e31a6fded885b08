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

/// Gives ops the numbers by which they are found again.
class TypeExpectations::Numbering {
public:
  int64_t number(Operation *op);
  SmallVector<Origin, 1> findOrigins(Value value);
  Reader findReader(Value value);

private:
  int64_t next = 0;
};

int64_t TypeExpectations::Numbering::number(Operation *op) {
  StringRef name = CheckDialect::NumberAttrHelper::getNameStr();
  if (auto known = op->getAttrOfType<IntegerAttr>(name))
    return known.getInt();
  op->setAttr(name, Builder(op->getContext()).getI64IntegerAttr(next));
  return next++;
}

SmallVector<TypeExpectations::Origin, 1>
TypeExpectations::Numbering::findOrigins(Value value) {
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

TypeExpectations::Reader TypeExpectations::Numbering::findReader(Value value) {
  OpOperand *first = nullptr;
  for (OpOperand &use : value.getUses())
    if (!first ||
        (use.getOwner()->getBlock() == first->getOwner()->getBlock() &&
         use.getOwner()->isBeforeInBlock(first->getOwner())))
      first = &use;
  if (!first)
    return {};
  return {number(first->getOwner()), first->getOperandNumber()};
}

/// The function that an op is in, or the symbol that it is.
static StringAttr findPlace(Operation *op) {
  if (auto func = op->getParentOfType<func::FuncOp>())
    return func.getSymNameAttr();
  auto name = op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
  return name ? name : StringAttr::get(op->getContext(), "module");
}

TypeExpectations::TypeExpectations(ModuleOp module) {
  Numbering numbering;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    StringRef castsName = CheckDialect::CastsAttrHelper::getNameStr();
    if (auto func = dyn_cast<func::FuncOp>(op))
      for (unsigned i = 0; i < func.getNumArguments(); ++i)
        if (Attribute casts = func.removeArgAttr(i, castsName)) {
          Expectation &expectation = expectations.emplace_back(
              func.getArgument(i).getLoc(), func.getSymNameAttr());
          expectation.argument = i;
          expectation.casts = cast<DictionaryAttr>(casts);
        }

    // Out of the module: passes may copy what they do not know to other ops.
    Expectation expectation(op->getLoc(), findPlace(op));
    auto take = [op](auto &attr, StringRef name) {
      using Attr = std::decay_t<decltype(attr)>;
      attr = cast_or_null<Attr>(op->removeDiscardableAttr(name));
      return bool(attr);
    };
    bool states = take(expectation.casts, castsName);
    states |=
        take(expectation.holds, CheckDialect::HoldsAttrHelper::getNameStr());
    if (take(expectation.takes, CheckDialect::TakesAttrHelper::getNameStr())) {
      states = true;
      for (Value operand : op->getOperands())
        expectation.operands.push_back(numbering.findOrigins(operand));
    }
    if (take(expectation.gives, CheckDialect::GivesAttrHelper::getNameStr())) {
      states = true;
      for (Value result : op->getResults())
        expectation.results.push_back(numbering.findReader(result));
    }
    if (!states)
      return;
    expectation.number = numbering.number(op);
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

  /// True, and an error, unless it holds. Each is of one attribute.
  bool operandsDiffer(const Expectation &expectation) const;
  bool resultsDiffer(const Expectation &expectation) const;
  bool castsDiffer(const Expectation &expectation) const;
  bool regionsDiffer(const Expectation &expectation) const;

private:
  /// The types to which the value is cast: that of an argument, of the results
  /// of ops, or of what is read of a variable.
  llvm::StringMap<int64_t> countCasts(const Expectation &expectation) const;

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
    if (Value argument = findArgument(expectation.place, expectation.argument))
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

bool TypeExpectations::Result::operandsDiffer(
    const Expectation &expectation) const {
  ArrayRef<Operation *> found = find(expectation.number);
  if (found.empty())
    return differs(
        expectation.loc, "operands", expectation.takes,
        llvm::map_to_vector(expectation.operands, [&](const auto &origins) {
          return findFirstRead(find(origins));
        }));
  bool hasFailed = false;
  for (Operation *op : found)
    hasFailed |= differs(expectation.loc, "operands", expectation.takes,
                         getElementTypes(op->getOperandTypes()));
  return hasFailed;
}

bool TypeExpectations::Result::resultsDiffer(
    const Expectation &expectation) const {
  ArrayRef<Operation *> found = find(expectation.number);
  if (found.empty())
    return differs(expectation.loc, "results", expectation.gives,
                   llvm::map_to_vector(
                       expectation.results, [&](const Reader &reader) -> Type {
                         for (Operation *op : find(reader.number))
                           if (reader.operand < op->getNumOperands())
                             return getElementTypeOrSelf(
                                 op->getOperand(reader.operand));
                         return nullptr;
                       }));
  bool hasFailed = false;
  for (Operation *op : found)
    hasFailed |= differs(expectation.loc, "results", expectation.gives,
                         getElementTypes(op->getResultTypes()));
  return hasFailed;
}

bool TypeExpectations::Result::castsDiffer(
    const Expectation &expectation) const {
  llvm::StringMap<int64_t> expected;
  for (NamedAttribute entry : expectation.casts)
    expected[entry.getName()] = cast<IntegerAttr>(entry.getValue()).getInt();
  std::string wanted = describeCounts(expected),
              got = describeCounts(countCasts(expectation));
  if (wanted != got)
    emitError(expectation.loc)
        << "expected casts " << wanted << ", found " << got;
  return wanted != got;
}

bool TypeExpectations::Result::regionsDiffer(
    const Expectation &expectation) const {
  ArrayRef<Operation *> found = find(expectation.number);
  if (found.empty())
    emitError(expectation.loc, "the op whose region is stated is gone");
  bool hasFailed = found.empty();
  for (Operation *op : found)
    for (NamedAttribute stated : expectation.holds) {
      SmallVector<Type> expected, inside;
      for (auto type :
           cast<ArrayAttr>(stated.getValue()).getAsValueRange<TypeAttr>())
        expected.push_back(type);
      for (Region &region : op->getRegions())
        region.walk([&](Operation *inner) {
          if (inner->getName().getStringRef() == stated.getName())
            inside.push_back(FunctionType::get(
                op->getContext(), getElementTypes(inner->getOperandTypes()),
                getElementTypes(inner->getResultTypes())));
        });
      std::string wanted = listSignatures(expected),
                  got = listSignatures(inside);
      if (wanted == got)
        continue;
      emitError(expectation.loc)
          << "expected " << stated.getName() << " in the region " << wanted
          << ", found " << got;
      hasFailed = true;
    }
  return hasFailed;
}

Tally TypeExpectations::verify(ModuleOp module) const {
  Result result(module);
  Tally tally;
  for (const Expectation &expectation : expectations) {
    Count &count = tally[expectation.place];
    auto add = [&count](bool hasFailed) {
      ++count.stated;
      count.failed += hasFailed;
    };
    if (expectation.takes)
      add(result.operandsDiffer(expectation));
    if (expectation.gives)
      add(result.resultsDiffer(expectation));
    if (expectation.casts)
      add(result.castsDiffer(expectation));
    if (expectation.holds)
      add(result.regionsDiffer(expectation));
  }
  return tally;
}
