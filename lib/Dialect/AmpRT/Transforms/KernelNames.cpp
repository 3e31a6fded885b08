//===- KernelNames.cpp ----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelNames.h"

#include "amp/Dialect/AmpRT/IR/AmpRT.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::amprt;

using Words = SmallVector<std::string>;

/// The most words of payloads in a name.
static constexpr size_t kMostWords = 5;

namespace {
/// What an op, or several one after the other, compute.
struct Description {
  /// Of the payload, in its order.
  Words words;
  /// Which dimensions a reduction removes; empty if nothing is reduced.
  std::string scope;
  /// Of the last result, and whether it is a conversion that made it.
  std::string type;
  bool isConverted = false;
};
} // namespace

static std::string getTypeWord(Type type) {
  std::string word;
  llvm::raw_string_ostream(word) << type;
  return word;
}

//===----------------------------------------------------------------------===//
// Payloads
//===----------------------------------------------------------------------===//

/// True for a conversion that loses nothing, or that only feeds arithmetic.
static bool isWidening(Operation &op) {
  return isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp, arith::SIToFPOp,
             arith::UIToFPOp, arith::IndexCastOp>(op);
}

static bool isNarrowing(Operation &op) {
  return isa<arith::TruncFOp, arith::TruncIOp, arith::FPToSIOp,
             arith::FPToUIOp>(op);
}

/// The value before its conversions.
static Value getConverted(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isWidening(*op) && !isNarrowing(*op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// "relu" for a select or a maximum that is one, and "relu_gradient" for the
/// select by the sign of another value; else empty.
static std::string matchRelu(Operation &op) {
  if (isa<arith::MaximumFOp>(op))
    return matchPattern(op.getOperand(1), m_AnyZeroFloat()) ? "relu" : "";
  auto select = dyn_cast<arith::SelectOp>(op);
  auto compare =
      select ? select.getCondition().getDefiningOp<arith::CmpFOp>() : nullptr;
  if (!compare || !matchPattern(compare.getRhs(), m_AnyZeroFloat()) ||
      !matchPattern(select.getTrueValue(), m_AnyZeroFloat()))
    return "";
  switch (compare.getPredicate()) {
  case arith::CmpFPredicate::OLE:
  case arith::CmpFPredicate::OLT:
  case arith::CmpFPredicate::ULE:
  case arith::CmpFPredicate::ULT:
    break;
  default:
    return "";
  }
  return getConverted(compare.getLhs()) == getConverted(select.getFalseValue())
             ? "relu"
             : "relu_gradient";
}

/// The name of the op without its dialect and without the letter for its type.
static std::string getOpWord(Operation &op) {
  StringRef name = op.getName().stripDialect();
  StringRef word = llvm::StringSwitch<StringRef>(name)
                       .Cases({"maximumf", "maxnumf", "maxsi", "maxui"}, "max")
                       .Cases({"minimumf", "minnumf", "minsi", "minui"}, "min")
                       .Cases({"cmpf", "cmpi"}, "compare")
                       .Cases({"absf", "absi"}, "abs")
                       .Cases({"ctlz", "ctpop", "erf"}, name)
                       .Default("");
  if (!word.empty())
    return word.str();
  bool isArithmetic =
      isa<arith::ArithDialect>(op.getDialect()) || isa<math::PowFOp>(op);
  if (isArithmetic && (name.ends_with("f") || name.ends_with("i")))
    name = name.drop_back();
  return name.str();
}

/// What a row is combined by.
static std::string getCombinerWord(ReduceOp op) {
  switch (op.getKind()) {
  case Combiner::Add:
    return "sum";
  case Combiner::Mul:
    return "product";
  case Combiner::Or:
    return "any";
  case Combiner::And:
    return "every";
  default:
    return stringifyCombiner(op.getKind()).take_front(3).str();
  }
}

/// What a reduction combines by `op`.
static std::string getCombinerWord(Operation &op) {
  return llvm::TypeSwitch<Operation *, std::string>(&op)
      .Case<arith::AddFOp, arith::AddIOp>([](auto) { return "sum"; })
      .Case<arith::MulFOp, arith::MulIOp>([](auto) { return "product"; })
      .Case<arith::OrIOp>([](auto) { return "any"; })
      .Case<arith::AndIOp>([](auto) { return "every"; })
      .Default([](Operation *op) { return getOpWord(*op); });
}

/// Which of its loops the reduction removes; empty if there is none.
static std::string getScope(TilingInterface op) {
  SmallVector<utils::IteratorType> iterators = op.getLoopIteratorTypes();
  size_t reductions = llvm::count(iterators, utils::IteratorType::reduction);
  if (reductions == 0)
    return "";
  if (reductions == iterators.size())
    return "all";
  auto areReductions = [](ArrayRef<utils::IteratorType> loops) {
    return llvm::all_of(loops, [](utils::IteratorType loop) {
      return loop == utils::IteratorType::reduction;
    });
  };
  if (areReductions(ArrayRef(iterators).take_back(reductions)))
    return "rows";
  if (areReductions(ArrayRef(iterators).take_front(reductions)))
    return "columns";
  return "dims";
}

/// What an op does that hands elements on as they are.
static std::string getMoveWord(Operation *op, Value yielded) {
  auto argument = dyn_cast<BlockArgument>(yielded);
  if (!argument || argument.getOwner() != &op->getRegion(0).front())
    return "fill";
  // The body's arguments are the operands, and it may leave out the last ones.
  AffineMap map = cast<IndexingMapOpInterface>(op).getMatchingIndexingMap(
      &op->getOpOperand(argument.getArgNumber()));
  if (map.isPermutation())
    return map.isIdentity() ? "copy" : "transpose";
  return map.getNumResults() < map.getNumDims() && map.isProjectedPermutation()
             ? "broadcast"
             : "gather";
}

/// The ops by which the reduction combines.
static llvm::SmallPtrSet<Operation *, 2> getCombiners(linalg::LinalgOp op) {
  llvm::SmallPtrSet<Operation *, 2> combiners;
  SmallVector<Operation *> matched;
  for (unsigned i = 0; i < op.getNumDpsInits(); ++i)
    if (op.getNumReductionLoops() > 0 &&
        matchReduction(op.getRegionOutputArgs(), i, matched) &&
        matched.size() == 1)
      combiners.insert(matched.front());
  return combiners;
}

static Description describe(Operation *op) {
  Description result;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  Value destination =
      cast<DestinationStyleOpInterface>(op).getDpsInits().back();
  result.type = getTypeWord(getElementTypeOrSelf(destination.getType()));
  if (isa<IndexingOpInterface>(op)) {
    result.words.push_back(op->getName().stripDialect().str());
    return result;
  }
  result.scope = getScope(cast<TilingInterface>(op));
  Block *payload = &op->getRegion(0).front();
  Operation *yield = payload->getTerminator();
  llvm::SmallPtrSet<Operation *, 2> combiners;
  if (linalgOp)
    combiners = getCombiners(linalgOp);
  Words &words = result.words;
  Words combined;
  for (Operation &inside : payload->without_terminator()) {
    if (isWidening(inside) || isNarrowing(inside) ||
        isa<linalg::IndexOp, IndexOp>(inside) ||
        inside.hasTrait<OpTrait::ConstantLike>())
      continue;
    if (combiners.contains(&inside)) {
      combined.push_back(getCombinerWord(inside));
      continue;
    }
    if (auto reduce = dyn_cast<ReduceOp>(inside)) {
      words.push_back(getCombinerWord(reduce));
      continue;
    }
    std::string relu = matchRelu(inside);
    // The comparison is part of it.
    if (isa<arith::SelectOp>(inside) && !relu.empty() && !words.empty() &&
        words.back() == "compare")
      words.pop_back();
    words.push_back(relu.empty() ? getOpWord(inside) : relu);
  }
  llvm::append_range(words, combined);
  Value last = yield->getOperands().back();
  if (words.empty() && getConverted(last) == last)
    words.push_back(isa<linalg::FillOp>(op) ? "fill" : getMoveWord(op, last));
  // Narrowed for the buffer, or converted and nothing else.
  Operation *producer = last.getDefiningOp();
  result.isConverted = producer && (isNarrowing(*producer) ||
                                    (words.empty() && isWidening(*producer)));
  return result;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Known sequences, under the name by which people know them; `scope` is what
/// is reduced. The longest come first. Beside one of them, how an element is
/// chosen says nothing.
static void nameIdioms(Words &words, StringRef scope) {
  static const std::pair<std::vector<StringRef>, StringRef> idioms[] = {
      {{"sum", "div", "sub", "sum", "mul", "sum", "div", "add", "sqrt", "div",
        "div", "sub", "mul"},
       "norm"},
      {{"sum", "div", "sub", "mul", "sum", "div", "add", "sqrt", "div", "mul"},
       "norm"},
      {{"max", "sub", "exp", "sum", "log", "sub", "mul", "compare", "select",
        "sum"},
       "cross_entropy"},
      {{"mul", "sum", "div", "add", "sqrt", "div", "mul"}, "rms_norm"},
      {{"max", "sub", "exp", "sum", "log", "sub"}, "log_softmax"},
      {{"max", "compare", "compare", "or", "select", "min"}, "argmax"},
      {{"max", "compare", "select", "min"}, "argmax"},
      {{"max", "sub", "exp", "sum", "div", "mul"}, "softmax"},
      {{"max", "sub", "exp", "sum", "div"}, "softmax"},
  };
  Words names;
  for (const auto &[sequence, name] : idioms) {
    auto found = std::search(words.begin(), words.end(), sequence.begin(),
                             sequence.end());
    if (found == words.end())
      continue;
    found = words.erase(found, found + sequence.size());
    // Of rows that is a layer's, of channels a batch's.
    names.push_back(name != "norm"    ? name.str()
                    : scope == "rows" ? "layer_norm"
                                      : "batch_norm");
    words.insert(found, names.back());
  }
  if (!names.empty())
    llvm::erase_if(words, [](StringRef word) {
      return word == "compare" || word == "select" || word == "and" ||
             word == "or";
    });
}

std::string mlir::amprt::getKernelName(ArrayRef<Operation *> ops) {
  bool areFills =
      llvm::all_of(ops, [](Operation *op) { return isa<linalg::FillOp>(op); });
  Description kernel;
  for (Operation *op : ops) {
    // Where a reduction starts is no work of its own.
    if (isa<linalg::FillOp>(op) && !areFills)
      continue;
    Description own = describe(op);
    llvm::append_range(kernel.words, own.words);
    if (!own.scope.empty())
      kernel.scope = own.scope;
    kernel.type = own.type;
    kernel.isConverted = own.isConverted;
  }
  nameIdioms(kernel.words, kernel.scope);
  // Each word once, in the order of its first use.
  Words shown;
  for (std::string &word : kernel.words)
    if (!llvm::is_contained(shown, word) && shown.size() < kMostWords)
      shown.push_back(word);
  if (!kernel.scope.empty())
    shown.push_back(kernel.scope);
  if (kernel.isConverted)
    shown.push_back("cast");
  if (kernel.isConverted || kernel.scope.empty())
    shown.push_back(kernel.type);
  return llvm::join(shown, "_");
}
