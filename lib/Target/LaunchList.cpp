//===- LaunchList.cpp -----------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchList.h"

#include "Signature.h"
#include "amp/Dialect/Amp/IR/Scaling.h"
#include "amp/Dialect/Amp/IR/State.h"
#include "amp/Dialect/AmpRT/IR/BufferRegion.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

/// "net.mlir:3:8", or empty.
static std::string printLocation(Location loc) {
  auto file = loc->findInstanceOf<FileLineColLoc>();
  if (!file)
    return "";
  return (file.getFilename().getValue() + ":" + llvm::Twine(file.getLine()) +
          ":" + llvm::Twine(file.getColumn()))
      .str();
}

LaunchListWriter::LaunchListWriter(ModuleOp module, ModuleOp source,
                                   Executable &executable)
    : module(module), executable(executable) {
  source.walk([&](Operation *op) {
    if (op->getNumRegions() == 0 && !op->hasTrait<OpTrait::IsTerminator>())
      sourceOps.try_emplace(printLocation(op->getLoc()),
                            op->getName().getStringRef());
  });
  for (auto [i, name] : llvm::enumerate(executable.kernels.names))
    kernelNumbers[name] = i;
}

llvm::Error LaunchListWriter::addArguments(func::FuncOp func) {
  for (BlockArgument argument : func.getArguments()) {
    unsigned i = argument.getArgNumber();
    auto type = cast<MemRefType>(argument.getType());
    uint64_t bytes = amprt::getBytes(type);
    if (i == 0) {
      slices[argument] = {AMPRT_BINDING_ARENA, 0, bytes, {}};
      function->arenaBytes = bytes;
      continue;
    }
    uint32_t binding = AMPRT_BINDING_FIRST_ARGUMENT + i - 1;
    slices[argument] = {binding, 0, bytes, {}};
    function->argumentBytes.push_back(bytes);

    DictionaryAttr attrs = func.getArgAttrDict(i);
    Type elementType = type.getElementType();
    if (attrs)
      if (auto declared = attrs.getAs<TypeAttr>("amp.element_type"))
        elementType = declared.getValue();
    auto element = toElementType(elementType);
    if (!element)
      return element.takeError();
    ProgramArgument info{ProgramArgument::Kind::Input,
                         getName(attrs, "arg", i - 1),
                         *element,
                         llvm::SmallVector<int64_t>(type.getShape()),
                         /*reduction=*/"",
                         {}};
    if (attrs) {
      if (auto variable = attrs.getAs<FlatSymbolRefAttr>("amp.variable")) {
        info.kind = ProgramArgument::Kind::Variable;
        info.name = variable.getValue().str();
        if (auto op = module.lookupSymbol<VariableOp>(variable.getAttr())) {
          auto declared = toElementType(op.getTensorType().getElementType());
          if (!declared)
            return declared.takeError();
          info.type = *declared;
        }
      } else if (auto flatBuffer =
                     attrs.getAs<FlatSymbolRefAttr>("amp.flat_buffer")) {
        info.kind = ProgramArgument::Kind::FlatBuffer;
        info.name = flatBuffer.getValue().str();
        info.type = ::amp::ElementType::UI8;
      } else if (auto reduction = attrs.getAs<StringAttr>("amp.output")) {
        info.kind = ProgramArgument::Kind::Output;
        info.reduction = reduction.str();
      }
      if (auto ranges = attrs.getAs<ArrayAttr>("amp.index_ranges"))
        for (auto range : ranges.getAsRange<IndexRangeAttr>())
          info.indexRanges.push_back({range.getLower(), range.getUpper(),
                                      range.getIgnored(),
                                      range.getUser().str()});
    }
    function->arguments.push_back(std::move(info));
  }
  // Outputs without a name are counted by themselves.
  unsigned numOutputs = 0;
  for (auto [i, info] : llvm::enumerate(function->arguments))
    if (info.kind == ProgramArgument::Kind::Output) {
      DictionaryAttr attrs = func.getArgAttrDict(i + 1);
      info.name = getName(attrs, "result", numOutputs++);
    }
  return llvm::Error::success();
}

llvm::Expected<amprt_slice> LaunchListWriter::getSlice(Value value) {
  amprt::BufferRegion region = amprt::getRegion(value);
  auto buffer = slices.find(region.buffer);
  if (buffer == slices.end())
    return makeError("a buffer of the program has no place in memory");
  amprt_slice slice = buffer->second;
  slice.offset += region.begin;
  slice.bytes = region.getSize();
  for (auto [iteration, step] : region.steps) {
    Operation *repeat = iteration.getParentBlock()->getParentOp();
    unsigned depth = 0;
    while ((repeat = repeat->getParentOp()) && isa<amprt::RepeatOp>(repeat))
      ++depth;
    slice.steps[depth] = step;
  }
  return slice;
}

llvm::Error LaunchListWriter::addConstant(memref::GetGlobalOp op) {
  // Functions share them.
  if (auto known = constants.find(op.getName()); known != constants.end()) {
    slices[op.getResult()] = known->second;
    return llvm::Error::success();
  }
  auto global =
      module.lookupSymbol<memref::GlobalOp>(op.getNameAttr().getAttr());
  auto elements = global && global.getInitialValue()
                      ? dyn_cast<DenseElementsAttr>(*global.getInitialValue())
                      : DenseElementsAttr();
  if (!elements)
    return makeError("constant '" + op.getName() + "' has no dense value");
  auto element = toElementType(elements.getElementType());
  if (!element)
    return element.takeError();
  auto tensor = toTensor(elements, *element);
  if (!tensor)
    return tensor.takeError();
  std::string &bytes = executable.constants;
  bytes.resize(llvm::alignTo(bytes.size(), AMPRT_ALIGNMENT));
  slices[op.getResult()] = constants[op.getName()] = {
      AMPRT_BINDING_CONSTANTS, bytes.size(), tensor->bytes().size(), {}};
  bytes += tensor->bytes();
  return llvm::Error::success();
}

llvm::Error LaunchListWriter::addRecord(amprt::RecordOpInterface op) {
  amprt_record record = {};
  std::vector<amprt_slice> &operands = function->operands;
  record.first_operand = operands.size();
  for (OpOperand *operand : op.getRecordOperands()) {
    auto slice = getSlice(operand->get());
    if (!slice)
      return slice.takeError();
    operands.push_back(*slice);
  }
  record.num_operands = operands.size() - record.first_operand;
  auto findKernel = [&](StringRef name) -> std::optional<uint32_t> {
    auto number = kernelNumbers.find(name);
    if (number == kernelNumbers.end())
      return std::nullopt;
    return number->second;
  };
  if (failed(op.writeRecord(record, findKernel)))
    return makeError("'" + op->getName().getStringRef() +
                     "' could not be written into the program");
  std::string location = printLocation(op->getLoc());
  auto name = op->getLoc()->findInstanceOf<NameLoc>();
  StringRef sourceOp =
      location.empty() ? StringRef() : sourceOps.lookup(location);
  function->records.push_back({op.getRecordName(), location, record,
                               sourceOp.str(),
                               name ? name.getName().str() : std::string()});
  for (Region &region : op->getRegions())
    for (Operation &inside : region.getOps())
      if (llvm::Error error = addOp(&inside))
        return error;
  return llvm::Error::success();
}

llvm::Error LaunchListWriter::addOp(Operation *op) {
  if (auto global = dyn_cast<memref::GetGlobalOp>(op))
    return addConstant(global);
  if (auto record = dyn_cast<amprt::RecordOpInterface>(op))
    return addRecord(record);
  if (isa<ViewLikeOpInterface>(op) || op->hasTrait<OpTrait::ConstantLike>() ||
      op->hasTrait<OpTrait::IsTerminator>())
    return llvm::Error::success();
  return makeError("'" + op->getName().getStringRef() +
                   "' cannot be part of a launch list");
}

void LaunchListWriter::addTests(func::FuncOp func) {
  auto tests = func->getAttrOfType<ArrayAttr>("amp.op_locations");
  if (!tests)
    return;
  for (auto test : tests.getAsRange<DictionaryAttr>()) {
    auto get = [&](StringRef key) {
      auto value = test.getAs<StringAttr>(key);
      return value ? value.str() : std::string();
    };
    function->tests.push_back(
        {get("kind"), get("op"), get("name"), get("location"), get("type")});
  }
}

llvm::Error LaunchListWriter::add(func::FuncOp func, StringRef name) {
  function = &executable.functions.emplace_back();
  function->name = name.str();
  slices.clear();
  if (llvm::Error error = addArguments(func))
    return error;
  for (Operation &op : func.getBody().front())
    if (llvm::Error error = addOp(&op))
      return error;
  addTests(func);
  return llvm::Error::success();
}

llvm::Error mlir::amp::addState(ModuleOp module, Executable &executable) {
  llvm::StringMap<size_t> indices;
  for (auto variable : module.getOps<VariableOp>()) {
    auto info = toVariable(variable);
    if (!info)
      return info.takeError();
    indices[info->name] = executable.variables.size();
    executable.variables.push_back(std::move(*info));
  }
  SymbolTable symbols(module);
  for (auto flatBuffer : module.getOps<FlatBufferOp>()) {
    std::string name = flatBuffer.getSymName().str();
    SmallVector<int64_t> offsets = flatBuffer.getOffsets(symbols);
    for (auto [variable, offset] :
         llvm::zip(flatBuffer.getVariables().getAsRange<FlatSymbolRefAttr>(),
                   offsets)) {
      ProgramVariable &info =
          executable.variables[indices.lookup(variable.getValue())];
      info.flatBuffer = name;
      info.flatBufferOffset = static_cast<uint64_t>(offset);
    }
  }
  for (auto scaler : module.getOps<GradScalerOp>())
    executable.scalers.push_back(toScaler(scaler));
  return llvm::Error::success();
}
