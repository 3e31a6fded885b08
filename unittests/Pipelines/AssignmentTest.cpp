//===- AssignmentTest.cpp - Every op under every assignment ---------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Whatever precision assignment decides about an op, its decomposition and its
// derivative are valid, and round where docs/Design/Precision.md says and
// nowhere else.
//
// The ops are those of test/Dialect/Amp/IR, where each stands in each of its
// forms; an op of the dialect that stands in none of the files fails the test.
// A form is put into a function for each type of a source graph, between
// producers and consumers that force what arrives and what leaves, and goes
// through assignment by every assigner, level and preset, and by entries of a
// policy for the op and for single operands. What follows depends on the
// assigned function alone: each distinct one is differentiated, decomposed and
// verified once.

#include "amp/Analysis/PrecisionPolicy.h"
#include "amp/Dialect/Amp/IR/Casts.h"
#include "amp/Dialect/Amp/IR/Convolutions.h"
#include "amp/Dialect/Amp/IR/Elementwise.h"
#include "amp/Dialect/Amp/IR/Indexing.h"
#include "amp/Dialect/Amp/IR/Pooling.h"
#include "amp/Dialect/Amp/IR/Reductions.h"
#include "amp/Dialect/Amp/IR/Regions.h"
#include "amp/Dialect/Amp/IR/Shapes.h"
#include "amp/Dialect/Amp/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

#include <map>
#include <set>
#include <thread>

using namespace mlir;
using namespace mlir::amp;

namespace {

//===----------------------------------------------------------------------===//
// Forms of ops
//===----------------------------------------------------------------------===//

FloatType getFloat(Value value) {
  return dyn_cast<FloatType>(getElementTypeOrSelf(value));
}

bool is16Bit(Value value) {
  FloatType type = getFloat(value);
  return type && is16BitFloat(type);
}

/// Ops that take part in precision assignment. A cast asks for its type.
bool takesPart(OperationName name) {
  return name.hasInterface<PrecisionOpInterface>() &&
         name.getStringRef() != CastOp::getOperationName();
}

/// A context with the examples, and their ops that take part.
struct Examples {
  Examples() : context(makeRegistry()) {
    context.disableMultithreading();
    context.loadAllAvailableDialects();
    for (StringRef topic : llvm::split(StringRef(AMP_TOPICS), ',')) {
      modules.push_back(parseSourceFile<ModuleOp>(
          (AMP_SOURCE_DIR "/test/Dialect/Amp/IR/" + topic + ".mlir").str(),
          &context));
      if (!modules.back())
        continue;
      modules.back()->walk([&](Operation *op) {
        if (takesPart(op->getName()))
          ops.push_back(op);
      });
    }
  }
  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    registry.insert<AmpDialect, func::FuncDialect>();
    return registry;
  }

  MLIRContext context;
  std::vector<OwningOpRef<ModuleOp>> modules;
  std::vector<Operation *> ops;
};

//===----------------------------------------------------------------------===//
// Functions around a form
//===----------------------------------------------------------------------===//

/// Types in which operands arrive: by a producer that a policy allows or
/// denies.
enum class Arrival { AsDeclared, Low, High, LowFirst, HighFirst };
constexpr Arrival kArrivals[] = {Arrival::AsDeclared, Arrival::Low,
                                 Arrival::High, Arrival::LowFirst,
                                 Arrival::HighFirst};

/// What a policy says of the op itself.
struct Entry {
  std::string category; ///< empty: what the preset says
  std::optional<unsigned> deniedOperand;
};

/// A copy of `value`, by an op of category `category`.
Value pass(OpBuilder &builder, Location loc, Value value, StringRef category) {
  auto copy =
      ReshapeOp::create(builder, loc, value, getTensorType(value).getShape());
  copy->setAttr("amp.precision", builder.getStringAttr(category));
  return copy;
}

/// The function of a form in a graph whose floating-point numbers are of
/// `type`: the op once for each arrival, a loss of all that it gives, and the
/// gradients of what it takes. Null if the form has no such function.
OwningOpRef<ModuleOp> buildFunction(Operation *form, FloatType type,
                                    const Entry &entry) {
  MLIRContext *context = form->getContext();
  ScopedDiagnosticHandler quiet(context,
                                [](Diagnostic &) { return success(); });
  Location loc = form->getLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  auto func =
      func::FuncOp::create(builder, loc, "f", builder.getFunctionType({}, {}));
  Block *body = func.addEntryBlock();
  builder.setInsertionPointToStart(body);
  // Forms of complex numbers, or of integers alone, that could be of
  // floating-point numbers, are.
  auto isOfFloats = [](Value value) { return getFloat(value) != nullptr; };
  bool hasFloats = llvm::any_of(form->getOperands(), isOfFloats);
  auto becomesFloat = [&](Type element) {
    return isa<FloatType, ComplexType>(element) ||
           (!hasFloats && form->getNumResults() > 0 && !element.isInteger(1) &&
            element == getElementTypeOrSelf(form->getResult(0)));
  };
  Value loss;
  SmallVector<Value> wrt, results;
  for (Arrival arrival : kArrivals) {
    // One value in two places of the example is two here: the gradients of a
    // value's uses are not the op's to add.
    SmallVector<Value> operands;
    SmallVector<unsigned> floats;
    for (OpOperand &use : form->getOpOperands()) {
      Value operand = use.get();
      RankedTensorType shape = getTensorType(operand);
      SmallVector<int64_t> sizes(shape.getShape());
      llvm::replace(sizes, ShapedType::kDynamic, int64_t(4));
      Type element = shape.getElementType();
      if (becomesFloat(element))
        element = type;
      Value value =
          body->addArgument(RankedTensorType::get(sizes, element), loc);
      if (isa<FloatType>(element)) {
        bool isOdd = floats.size() % 2;
        floats.push_back(use.getOperandNumber());
        if (arrival != Arrival::AsDeclared) {
          bool isLow =
              arrival == Arrival::Low ||
              arrival == (isOdd ? Arrival::HighFirst : Arrival::LowFirst);
          value = pass(builder, loc, value, isLow ? "allow" : "deny");
        }
        wrt.push_back(value);
      }
      operands.push_back(value);
    }
    if (floats.empty() && arrival != Arrival::AsDeclared)
      break;
    if (entry.deniedOperand && *entry.deniedOperand >= floats.size())
      return {};
    Operation *op = builder.clone(*form);
    op->setOperands(operands);
    if (auto compute = dyn_cast<ComputeTypeOpInterface>(op))
      compute.setComputeType(std::nullopt);
    if (failed(cast<PrecisionOpInterface>(op).refineResultTypes()))
      return {};
    if (entry.deniedOperand) {
      std::string index = std::to_string(floats[*entry.deniedOperand]);
      op->setAttr(
          "amp.precision",
          builder.getDictionaryAttr(
              {builder.getNamedAttr("category",
                                    builder.getStringAttr(entry.category)),
               builder.getNamedAttr(
                   "operands", builder.getDictionaryAttr(builder.getNamedAttr(
                                   index, builder.getStringAttr("deny"))))}));
    } else if (!entry.category.empty()) {
      op->setAttr("amp.precision", builder.getStringAttr(entry.category));
    }
    for (Value result : op->getResults()) {
      if (!getFloat(result))
        continue;
      // What leaves is read as it is, or rounded by what reads it.
      if (arrival == Arrival::High || arrival == Arrival::LowFirst)
        result = pass(builder, loc, result, "allow");
      results.push_back(result);
      auto term = SumOp::create(builder, loc, result, {}, {},
                                TypeAttr::get(builder.getF32Type()));
      term->setAttr("amp.precision", builder.getStringAttr("deny"));
      if (loss) {
        auto sum = AddOp::create(builder, loc, loss, term);
        sum->setAttr("amp.precision", builder.getStringAttr("deny"));
        loss = sum;
      } else {
        loss = term;
      }
    }
  }
  if (loss) {
    results.push_back(loss);
    if (!wrt.empty()) {
      auto backward = BackwardOp::create(
          builder, loc, TypeRange(ValueRange(wrt)), loss, wrt, Value());
      llvm::append_range(results, backward.getGradients());
    }
  }
  func::ReturnOp::create(builder, loc, results);
  func.setType(builder.getFunctionType(body->getArgumentTypes(),
                                       TypeRange(ValueRange(results))));
  if (failed(verify(*module)))
    return {};
  return module;
}

//===----------------------------------------------------------------------===//
// Where a decomposition rounds
//===----------------------------------------------------------------------===//

/// Ops that give elements of their operands, or no more digits than those have.
bool isExact(Operation *op) {
  return isa<AbsOp, AmaxOp, AminOp, BroadcastToOp, ConcatOp, ConstantOp,
             Im2colOp, MaximumOp, MaxWindowsOp, MinimumOp, NegOp, OneHotOp,
             ReadAtOp, ReluOp, ReshapeOp, SliceOp, SliceBackwardOp, TransposeOp,
             WhereOp>(op);
}

/// Ops that sum 16-bit numbers in f32, and round once.
bool isSum(Operation *op) {
  return isa<Col2imOp, MeanOp, SumAtOp, SumChosenOp, SumOp, SumWindowsOp>(op);
}

/// True if `op` adds slices that do not overlap, among zeros: what comes back
/// from the parts that a tensor was cut into.
bool joinsSlices(Operation *op) {
  if (!isa<AddOp>(op))
    return false;
  SmallVector<Value> parts(op->getOperands());
  DenseSet<uint64_t> places;
  while (!parts.empty()) {
    Operation *part = parts.pop_back_val().getDefiningOp();
    if (isa_and_present<AddOp>(part)) {
      llvm::append_range(parts, part->getOperands());
      continue;
    }
    auto slice = dyn_cast_if_present<SliceBackwardOp>(part);
    if (!slice)
      return false;
    ArrayRef<int64_t> shape = slice.getShape(),
                      sizes = getTensorType(slice.getGradient()).getShape();
    SmallVector<int64_t> index(sizes.size(), 0);
    for (int64_t i = 0, count = ShapedType::getNumElements(sizes); i < count;
         ++i) {
      uint64_t place = 0;
      int64_t rest = i;
      for (size_t dim = sizes.size(); dim-- > 0; rest /= sizes[dim])
        index[dim] = rest % sizes[dim];
      for (auto [dim, at] : llvm::enumerate(index))
        place = place * shape[dim] + slice.getOffsets()[dim] +
                at * (slice.getStrides().empty() ? 1 : slice.getStrides()[dim]);
      if (!places.insert(place).second)
        return false;
    }
  }
  return true;
}

/// True if `value` comes from the function's arguments and from constants by
/// exact ops and casts alone.
bool isFromOutside(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    if (auto scan = dyn_cast<ScanOp>(argument.getOwner()->getParentOp()))
      // Steps compute their states.
      return argument.getArgNumber() >= scan.getNumStates() &&
             isFromOutside(scan->getOperand(argument.getArgNumber()));
  Operation *op = value.getDefiningOp();
  return !op || ((isExact(op) || isa<CastOp>(op)) &&
                 llvm::all_of(op->getOperands(), [](Value operand) {
                   return isFromOutside(operand);
                 }));
}

/// What holds the operand `use` of a scan, or of the yield of its steps, next.
SmallVector<Value, 2> getHolders(OpOperand &use) {
  unsigned i = use.getOperandNumber();
  if (auto scan = dyn_cast<ScanOp>(use.getOwner()))
    return {scan.getBody().getArgument(i)};
  auto scan = dyn_cast<ScanOp>(use.getOwner()->getParentOp());
  if (!scan || !isa<YieldOp>(use.getOwner()))
    return {};
  if (i >= scan.getNumStates())
    return {scan.getResult(i)};
  return {scan.getResult(i), scan.getBody().getArgument(i)};
}

/// How a value that was rounded is used, through exact ops and scans.
struct Uses {
  bool isResult = false;
  bool isWidened = false;

  void find(Value value, DenseSet<Value> &seen) {
    if (!seen.insert(value).second)
      return;
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      SmallVector<Value, 2> holders = getHolders(use);
      for (Value holder : holders)
        find(holder, seen);
      if (!holders.empty())
        continue;
      if (isa<func::ReturnOp>(user)) {
        isResult = true;
      } else if (isa<CastOp>(user) && is16Bit(user->getResult(0))) {
        find(user->getResult(0), seen);
      } else if (isa<CastOp>(user)) {
        findWide(user->getResult(0), seen);
      } else if (isExact(user)) {
        find(user->getResult(0), seen);
      } else if (!is16Bit(value) ||
                 isa<Col2imOp, SumChosenOp, SumWindowsOp>(user)) {
        // Sums of windows widen what they read.
        isWidened = true;
      }
    }
  }

private:
  /// The uses of what a cast has widened.
  void findWide(Value value, DenseSet<Value> &seen) {
    // What a function returns has the type that was declared.
    if (llvm::any_of(value.getUsers(),
                     [](Operation *user) { return isa<func::ReturnOp>(user); }))
      isResult = true;
    // So has a state: it is as wide as what a step computes with it.
    else if (llvm::all_of(value.getUses(), [](OpOperand &use) {
               return !getHolders(use).empty();
             }))
      find(value, seen);
    else
      isWidened = true;
  }
};

/// What of the contract `op`, of a decomposed function, breaks.
std::string findProblem(Operation *op, bool isComposite) {
  if (auto compute = dyn_cast<ComputeTypeOpInterface>(op)) {
    std::optional<Type> type = compute.getComputeType();
    for (Value operand : op->getOperands())
      if (is16Bit(operand) && !(type && type->isF32()))
        return "sums products of 16-bit numbers without saying how";
    return "";
  }
  // A scan computes what its steps do.
  if (!isComposite || op->getNumResults() == 0 || !is16Bit(op->getResult(0)) ||
      isExact(op) || isa<ScanOp>(op) || joinsSlices(op))
    return "";
  if (!isa<CastOp>(op) && !isSum(op))
    return "computes in 16 bits";
  if (isFromOutside(op->getResult(0)))
    return "";
  Uses uses;
  DenseSet<Value> seen;
  uses.find(op->getResult(0), seen);
  if (uses.isWidened && !uses.isResult)
    return "rounds to 16 bits what is then widened";
  return "";
}

/// What some op does not keep, and why it need not.
struct Known {
  llvm::StringRef op, problem, message;
};
constexpr Known kKnown[] = {
    // Derivatives are made of assigned graphs. One that is written by hand is
    // refused where a model is cast with all that its ops keep: logsumexp is
    // f32.
    {"amp.attention_backward", "is not assigned", "expects logsumexp of 'f32'"},
    // What a layer gives to the next one has the type of its result; dropout
    // between them multiplies in f32.
    {"amp.rnn_tanh", "rounds to 16 bits what is then widened", "amp.cast"},
};

//===----------------------------------------------------------------------===//
// Variants
//===----------------------------------------------------------------------===//

struct Variant {
  OptLevel level;
  AssignerKind assigner;
  PolicyPreset preset;
  LowType dtype;
  std::string describe() const {
    return (stringifyOption(level) + " " + stringifyOption(assigner) + " " +
            stringifyOption(preset) + " " + stringifyOption(dtype))
        .str();
  }
};

std::vector<Variant> makeVariants(bool hasEntry) {
  std::vector<Variant> variants;
  constexpr PolicyPreset kFirst = PolicyPreset::TorchCuda;
  for (LowType dtype : {LowType::F16, LowType::BF16}) {
    for (OptLevel level : {OptLevel::O0, OptLevel::O2, OptLevel::O3})
      variants.push_back({level, AssignerKind::MinCut, kFirst, dtype});
    for (AssignerKind assigner :
         {AssignerKind::Eager, AssignerKind::Propagate, AssignerKind::MinCut})
      for (size_t i = 0; i < getOptionWords<PolicyPreset>().size(); ++i) {
        // An entry for the op makes the preset's one moot.
        auto preset = static_cast<PolicyPreset>(i);
        if (!hasEntry || preset == kFirst)
          variants.push_back({OptLevel::O1, assigner, preset, dtype});
      }
  }
  return variants;
}

/// Refusals that are right, by what they say.
bool isRightRefusal(StringRef message) {
  return message.contains("is banned") ||
         message.contains("is unsafe under autocast") ||
         message.contains("before the op") ||
         message.contains("cannot take operands of the types that");
}

/// Numbers of what was tried.
struct Tally {
  size_t functions = 0, assigned = 0, refused = 0, distinct = 0;
  std::set<std::string> covered, differentiated;
  std::vector<std::string> problems;

  void merge(const Tally &other) {
    functions += other.functions;
    assigned += other.assigned;
    refused += other.refused;
    distinct += other.distinct;
    covered.insert(other.covered.begin(), other.covered.end());
    differentiated.insert(other.differentiated.begin(),
                          other.differentiated.end());
    llvm::append_range(problems, other.problems);
  }
};

/// Tries forms, with a context of its own.
class Trial {
public:
  /// The forms whose number is `part` modulo `parts`.
  Trial(unsigned part, unsigned parts)
      : part(part), parts(parts), lower(&examples.context) {
    lower.addNestedPass<func::FuncOp>(createAmpDifferentiatePass());
    lower.addNestedPass<func::FuncOp>(createAmpOptimizeCastsPass());
    lower.addPass(createAmpVerifyPrecisionPass());
    lower.addNestedPass<func::FuncOp>(createAmpDecomposePass());
    lower.addNestedPass<func::FuncOp>(createAmpOptimizeCastsPass());
    examples.context.getDiagEngine().registerHandler(
        [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
            messages += diagnostic.str() + "; ";
        });
  }

  void run() {
    std::set<std::string> seen;
    for (Operation *form : examples.ops) {
      // Element types are the test's own.
      std::string text;
      llvm::raw_string_ostream stream(text);
      stream << form->getName() << " " << form->getAttrDictionary();
      for (Value operand : form->getOperands()) {
        Type element = getElementTypeOrSelf(operand);
        stream << " x";
        for (int64_t size : getTensorType(operand).getShape())
          stream << size << "x";
        if (!isa<FloatType>(element))
          stream << element;
      }
      if (!seen.insert(text).second || seen.size() % parts != part)
        continue;
      for (const char *type : {"f32", "f16", "bf16"})
        tryForm(form, type);
    }
  }

  Tally tally;

private:
  void tryForm(Operation *form, StringRef typeName) {
    Builder builder(&examples.context);
    FloatType type = typeName == "f32"   ? FloatType(builder.getF32Type())
                     : typeName == "f16" ? FloatType(builder.getF16Type())
                                         : FloatType(builder.getBF16Type());
    const Entry entries[] = {{"", {}},       {"allow", {}}, {"deny", {}},
                             {"follow", {}}, {"allow", 0u}, {"follow", 1u}};
    for (const Entry &entry : entries) {
      OwningOpRef<ModuleOp> function = buildFunction(form, type, entry);
      if (!function)
        continue;
      tally.covered.insert(form->getName().getStringRef().str());
      ++tally.functions;
      for (const Variant &variant : makeVariants(!entry.category.empty()))
        tryVariant(form, *function, entry, variant,
                   typeName.str() + " " + entry.category + " " +
                       variant.describe());
    }
  }

  void tryVariant(Operation *form, ModuleOp function, const Entry &entry,
                  const Variant &variant, const std::string &what) {
    OwningOpRef<ModuleOp> module = function.clone();
    messages.clear();
    PassManager &assign = getAssigner(variant);
    if (failed(assign.run(*module))) {
      bool mayRefuse = isRightRefusal(messages);
      if (!mayRefuse)
        report(form, what, "is not assigned");
      ++tally.refused;
      return;
    }
    ++tally.assigned;
    if (!known.insert(hash(*module)).second)
      return;
    ++tally.distinct;
    if (failed(lower.run(*module))) {
      StringRef text(messages);
      if (text.contains("singular values"))
        ++tally.refused;
      else
        report(form, what, "is not lowered");
      return;
    }
    tally.differentiated.insert(form->getName().getStringRef().str());
    // What PyTorch composes of other functions is no op with one rounding.
    bool isComposite = isa<DecomposableOpInterface>(form) &&
                       !cast<PrecisionOpInterface>(form).isImplicitComposite();
    module->walk([&](Operation *op) {
      // O0 leaves what is written.
      if (variant.level == OptLevel::O0 && op->getName() == form->getName())
        return;
      std::string problem = findProblem(op, isComposite);
      if (problem.empty())
        return;
      messages = op->getName().getStringRef().str() + " ";
      report(form, what, problem);
    });
  }

  void report(Operation *form, const std::string &what,
              const std::string &problem) {
    std::string name = form->getName().getStringRef().str();
    if (llvm::any_of(kKnown, [&](const Known &known) {
          return name == known.op && problem == known.problem &&
                 llvm::StringRef(messages).contains(known.message);
        }))
      return;
    // One of each kind is enough to see what is wrong.
    if (!reported.insert(name + problem + messages).second)
      return;
    std::string text;
    llvm::raw_string_ostream stream(text);
    stream << name << " at " << form->getLoc() << " (" << what
           << "): " << problem << ": " << messages;
    tally.problems.push_back(text);
  }

  /// The passes of a variant, made once.
  PassManager &getAssigner(const Variant &variant) {
    std::unique_ptr<PassManager> &pm = assigners[variant.describe()];
    if (!pm) {
      pm = std::make_unique<PassManager>(&examples.context);
      AmpAssignPrecisionPassOptions options;
      options.level = variant.level;
      options.assigner = variant.assigner;
      options.preset = variant.preset;
      options.dtype = variant.dtype;
      pm->addPass(createAmpAssignPrecisionPass(options));
      pm->addNestedPass<func::FuncOp>(createAmpOptimizeCastsPass());
      pm->addPass(createAmpVerifyPrecisionPass());
    }
    return *pm;
  }

  /// What the assigned function is, by its ops, operands, types and attributes.
  size_t hash(ModuleOp module) {
    llvm::hash_code code(0);
    DenseMap<Value, size_t> numbers;
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      code = llvm::hash_combine(code, op->getName().getAsOpaquePointer(),
                                op->getAttrDictionary().getAsOpaquePointer());
      for (Value operand : op->getOperands())
        code = llvm::hash_combine(
            code, numbers.try_emplace(operand, numbers.size()).first->second);
      for (Value result : op->getResults()) {
        numbers.try_emplace(result, numbers.size());
        code = llvm::hash_combine(code, result.getType().getAsOpaquePointer());
      }
    });
    return code;
  }

  unsigned part, parts;
  Examples examples;
  std::string messages;
  std::map<std::string, std::unique_ptr<PassManager>> assigners;
  PassManager lower;
  std::set<size_t> known;
  std::set<std::string> reported;
};

TEST(AssignmentTest, EveryOpUnderEveryAssignment) {
  constexpr unsigned kThreads = 2;
  std::vector<std::unique_ptr<Trial>> trials;
  for (unsigned i = 0; i < kThreads; ++i)
    trials.push_back(std::make_unique<Trial>(i, kThreads));
  std::vector<std::thread> threads;
  for (auto &trial : trials)
    threads.emplace_back([&] { trial->run(); });
  for (std::thread &thread : threads)
    thread.join();
  Tally tally;
  for (auto &trial : trials)
    tally.merge(trial->tally);
  for (const std::string &problem : tally.problems)
    ADD_FAILURE() << problem;
  RecordProperty("functions", static_cast<int>(tally.functions));
  RecordProperty("assigned", static_cast<int>(tally.assigned));
  RecordProperty("distinct", static_cast<int>(tally.distinct));

  // A new op has an example, and then it is here.
  Examples examples;
  for (RegisteredOperationName name :
       examples.context.getRegisteredOperationsByDialect("amp"))
    if (takesPart(name))
      EXPECT_TRUE(tally.covered.count(name.getStringRef().str()))
          << name.getStringRef().str()
          << " has no example of known sizes in test/Dialect/Amp/IR";
  std::printf("%zu functions, %zu assigned, %zu refused, %zu distinct\n",
              tally.functions, tally.assigned, tally.refused, tally.distinct);
}

} // namespace
