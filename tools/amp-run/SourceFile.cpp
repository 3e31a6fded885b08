//===- SourceFile.cpp - Reading a module that may be hostile --------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceFile.h"

#include "ExitCode.h"
#include "amp/Dialect/Amp/IR/Amp.h"
#include "amp/Support/Error.h"
#include "amp/Support/Tensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace amp;
using namespace amp::run;

static constexpr StringLiteral kBytecodeMagic = "ML\xefR";

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

namespace {
/// Where a scan of the text is.
struct Position {
  size_t line = 1, lineStart = 0;
};
} // namespace

static std::string place(StringRef name, const Position &position, size_t i) {
  return formatv("{0}:{1}:{2}", name, position.line, i - position.lineStart + 1)
      .str();
}

namespace {
/// Follows how deep brackets nest, also through aliases: in `!b = tuple<!a>`
/// the type is one deeper than `!a`.
class Nesting {
public:
  /// True if the text is not too deep.
  bool open() { return reach(++brackets); }
  void close() { brackets -= brackets > 0; }
  bool isTopLevel() const { return brackets == 0; }

  /// An alias is defined; it reaches as far as the next definition.
  void define(StringRef alias) { current = alias; }
  /// True if the text is not too deep.
  bool use(StringRef alias) {
    // No alias contains itself: this is behind the definition.
    if (alias == current)
      current = "";
    auto known = depths.find(alias);
    return known == depths.end() || reach(brackets + known->second);
  }

private:
  bool reach(unsigned depth) {
    if (!current.empty()) {
      unsigned &deepest = depths[current];
      deepest = std::max(deepest, depth);
    }
    return depth <= kMaxNesting;
  }

  unsigned brackets = 0;
  StringRef current;
  StringMap<unsigned> depths;
};
} // namespace

static bool isIdentifier(char c) {
  return isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
}

Error amp::run::checkSourceText(StringRef text, StringRef name) {
  size_t nul = text.find('\0');
  if (nul != StringRef::npos)
    return inputError(name + ": a NUL byte at offset " + Twine(nul) +
                      "; expected MLIR text or bytecode");
  Position position;
  Nesting nesting;
  unsigned minuses = 0;
  auto tooDeep = [&](size_t i) {
    return inputError(place(name, position, i) + ": nested deeper than " +
                      Twine(kMaxNesting));
  };
  for (size_t i = 0, end = text.size(); i < end; ++i) {
    char c = text[i];
    switch (c) {
    case '\n':
      ++position.line;
      position.lineStart = i + 1;
      continue;
    case ' ':
    case '\t':
    case '\r':
      continue;
    case '"':
      // A string ends at the next quote or, as an error, at the line's end.
      for (++i; i < end && text[i] != '"' && text[i] != '\n'; ++i)
        if (text[i] == '\\' && i + 1 < end && text[i + 1] != '\n')
          ++i;
      if (i < end && text[i] == '\n')
        --i;
      break;
    case '/':
      if (i + 1 < end && text[i + 1] == '/')
        i = std::min(text.find('\n', i), end) - 1;
      continue;
    case '!':
    case '#': {
      size_t last = i + 1;
      while (last < end && isIdentifier(text[last]))
        ++last;
      StringRef alias = text.slice(i, last);
      StringRef rest = text.drop_front(last).ltrim();
      if (nesting.isTopLevel() && rest.starts_with("="))
        nesting.define(alias);
      else if (!nesting.use(alias))
        return tooDeep(i);
      i = last - 1;
      break;
    }
    case '-':
      if (i + 1 < end && text[i + 1] == '>') {
        ++i;
        break;
      }
      // Affine expressions nest by signs alone.
      if (++minuses > kMaxNesting)
        return tooDeep(i);
      continue;
    case '<':
    case '>':
      // A comparison is no bracket.
      if (i + 1 < end && text[i + 1] == '=') {
        ++i;
        break;
      }
      if (c == '>') {
        nesting.close();
        break;
      }
      [[fallthrough]];
    case '(':
    case '[':
    case '{':
      if (!nesting.open())
        return tooDeep(i);
      break;
    case ')':
    case ']':
    case '}':
      nesting.close();
      break;
    default:
      break;
    }
    minuses = 0;
  }
  return Error::success();
}

Expected<std::unique_ptr<MemoryBuffer>> amp::run::readSource(StringRef path) {
  bool isStdin = path == "-";
  std::string name = isStdin ? "standard input" : quote(path);
  sys::fs::file_t file = sys::fs::getStdinHandle();
  if (!isStdin) {
    // Looked at before it is opened: opening a pipe without a writer blocks.
    sys::fs::file_status status;
    if (std::error_code error = sys::fs::status(path, status))
      return ioError("cannot read " + name + ": " + error.message());
    if (status.type() != sys::fs::file_type::regular_file)
      return inputError(name + " is not a regular file; - reads standard "
                               "input");
    Expected<sys::fs::file_t> opened = sys::fs::openNativeFileForRead(path);
    if (!opened)
      return ioError("cannot read " + name + ": " +
                     toString(opened.takeError()));
    file = *opened;
  }
  SmallVector<char, 0> bytes;
  constexpr size_t kChunk = 1 << 16;
  Error failure = Error::success();
  while (bytes.size() <= kMaxSourceBytes) {
    size_t old = bytes.size();
    bytes.resize_for_overwrite(old + kChunk);
    Expected<size_t> count = sys::fs::readNativeFile(
        file, MutableArrayRef<char>(bytes.data() + old, kChunk));
    bytes.truncate(old + (count ? *count : 0));
    if (!count) {
      consumeError(std::move(failure));
      failure =
          ioError("cannot read " + name + ": " + toString(count.takeError()));
      break;
    }
    if (*count == 0)
      break;
  }
  if (!isStdin)
    sys::fs::closeFile(file);
  if (failure)
    return std::move(failure);
  if (bytes.size() > kMaxSourceBytes)
    return limitError(name + " is larger than " + Twine(kMaxSourceBytes >> 20) +
                      " MiB, the most that is read");
  StringRef text(bytes.data(), bytes.size());
  StringRef shown = isStdin ? "-" : path;
  if (!text.starts_with(kBytecodeMagic))
    if (Error error = checkSourceText(text, shown))
      return std::move(error);
  return MemoryBuffer::getMemBufferCopy(text, shown);
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

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

static LogicalResult checkModule(mlir::ModuleOp module) {
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

Expected<mlir::OwningOpRef<mlir::ModuleOp>>
amp::run::parseSource(SourceMgr &sources, mlir::MLIRContext &context) {
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceFile<mlir::ModuleOp>(sources, &context);
  std::string name = sources.getMemoryBuffer(sources.getMainFileID())
                         ->getBufferIdentifier()
                         .str();
  if (!module)
    return inputError(quote(name) + " is not a valid module");
  if (failed(checkModule(*module)))
    return inputError(quote(name) + " is not a training graph");
  return module;
}

/// `<optimizer>.lr`, or `<optimizer>.lr.<group>`.
static bool isRateName(StringRef name) {
  StringRef last = name.rsplit('.').second;
  if (!last.empty() && all_of(last, isDigit))
    name = name.rsplit('.').first;
  return name.ends_with(".lr");
}

Error amp::run::setLearningRate(mlir::ModuleOp module, double rate) {
  mlir::Builder builder(module.getContext());
  mlir::FloatAttr value = builder.getF64FloatAttr(rate);
  bool found = false;
  module.walk([&](mlir::amp::OptimizerOp optimizer) {
    optimizer.setLrAttr(value);
    found = true;
    if (!optimizer.getGroups())
      return;
    SmallVector<mlir::Attribute> groups;
    for (auto group :
         optimizer.getGroups()->getAsRange<mlir::DictionaryAttr>()) {
      mlir::NamedAttrList entries(group);
      if (entries.get("lr"))
        entries.set("lr", value);
      groups.push_back(entries.getDictionary(module.getContext()));
    }
    optimizer.setGroupsAttr(builder.getArrayAttr(groups));
  });
  // Below the scaled graph the rates are variables.
  module.walk([&](mlir::amp::VariableOp variable) {
    if (variable.getRole() != mlir::amp::VariableRole::OptimizerState ||
        !isRateName(variable.getSymName()))
      return;
    mlir::RankedTensorType type = variable.getTensorType();
    if (type.getRank() != 0 || !type.getElementType().isF64())
      return;
    variable.setInitializerAttr(mlir::DenseElementsAttr::get(type, rate));
    found = true;
  });
  if (!found)
    return inputError("--lr: the module has no amp.optimizer");
  return Error::success();
}

Error amp::run::checkAccumulation(mlir::ModuleOp module,
                                  const mlir::amp::EntryPoint &entry) {
  mlir::Operation *func = module.lookupSymbol(entry.name);
  bool accumulates = false, steps = false;
  func->walk([&](mlir::Operation *op) {
    accumulates |= mlir::isa<mlir::amp::AccumulateOp>(op);
    steps |= mlir::isa<mlir::amp::StepOp>(op);
  });
  if (accumulates)
    return inputError("--accumulate: entry " + quote(entry.name) +
                      " has an amp.accumulate of its own, which counts its "
                      "micro-batches itself; leave the flag out");
  if (!steps)
    return inputError("--accumulate: entry " + quote(entry.name) +
                      " has no amp.step, and so no gradients to add up");
  return Error::success();
}
