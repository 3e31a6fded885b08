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

llvm::Error ProgramBuilder::addArguments() {
  for (BlockArgument argument : func.getArguments()) {
    unsigned i = argument.getArgNumber();
    auto type = cast<MemRefType>(argument.getType());
    uint64_t bytes = amprt::getBytes(type);
    if (i == 0) {
      slices[argument] = {AMPRT_BINDING_ARENA, 0, bytes};
      result->arenaBytes = bytes;
      continue;
    }
    uint32_t binding = AMPRT_BINDING_FIRST_ARGUMENT + i - 1;
    slices[argument] = {binding, 0, bytes};
    argumentBytes.push_back(bytes);

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
    result->arguments.push_back(std::move(info));
  }
  // Outputs without a name are counted by themselves.
  unsigned numOutputs = 0;
  for (auto [i, info] : llvm::enumerate(result->arguments))
    if (info.kind == ProgramArgument::Kind::Output) {
      DictionaryAttr attrs = func.getArgAttrDict(i + 1);
      info.name = getName(attrs, "result", numOutputs++);
    }
  return llvm::Error::success();
}

llvm::Expected<amprt_slice> ProgramBuilder::getSlice(Value value) {
  amprt::BufferRegion region = amprt::getRegion(value);
  auto buffer = slices.find(region.buffer);
  if (buffer == slices.end())
    return makeError("a buffer of the program has no place in memory");
  amprt_slice slice = buffer->second;
  slice.offset += region.begin;
  slice.bytes = region.getSize();
  return slice;
}

/// "net.mlir:3:8", or empty.
static std::string printLocation(Location loc) {
  auto file = loc->findInstanceOf<FileLineColLoc>();
  if (!file)
    return "";
  return (file.getFilename().getValue() + ":" + llvm::Twine(file.getLine()) +
          ":" + llvm::Twine(file.getColumn()))
      .str();
}

llvm::Error ProgramBuilder::addConstant(memref::GetGlobalOp op) {
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
  constants.resize(llvm::alignTo(constants.size(), AMPRT_ALIGNMENT));
  slices[op.getResult()] = {AMPRT_BINDING_CONSTANTS, constants.size(),
                            tensor->bytes().size()};
  llvm::append_range(constants, tensor->bytes());
  return llvm::Error::success();
}

llvm::Error ProgramBuilder::addRecord(amprt::RecordOpInterface op) {
  amprt_record record = {};
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
  records.push_back(record);
  result->records.push_back({op.getRecordName(), printLocation(op->getLoc())});
  return llvm::Error::success();
}

llvm::Error ProgramBuilder::addOp(Operation *op) {
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

llvm::Expected<std::unique_ptr<CompiledProgram>>
ProgramBuilder::build(amprt_device *device, amprt_device_kind kind) {
  result.reset(new CompiledProgram());
  if (llvm::Error error = addArguments())
    return error;
  for (Operation &op : func.getBody().front())
    if (llvm::Error error = addOp(&op))
      return error;
  llvm::StringMap<size_t> indices;
  for (auto variable : module.getOps<VariableOp>()) {
    auto info = toVariable(variable);
    if (!info)
      return info.takeError();
    indices[info->name] = result->variables.size();
    result->variables.push_back(std::move(*info));
  }
  SymbolTable symbols(module);
  for (auto flatBuffer : module.getOps<FlatBufferOp>()) {
    std::string name = flatBuffer.getSymName().str();
    SmallVector<int64_t> offsets = flatBuffer.getOffsets(symbols);
    for (auto [variable, offset] :
         llvm::zip(flatBuffer.getVariables().getAsRange<FlatSymbolRefAttr>(),
                   offsets)) {
      ProgramVariable &info =
          result->variables[indices.lookup(variable.getValue())];
      info.flatBuffer = name;
      info.flatBufferOffset = static_cast<uint64_t>(offset);
    }
  }
  for (auto scaler : module.getOps<GradScalerOp>())
    result->scalers.push_back(toScaler(scaler));
  if (auto names = func->getAttrOfType<ArrayAttr>("amp.op_locations"))
    for (auto test : names.getAsRange<DictionaryAttr>()) {
      auto get = [&](StringRef key) {
        auto value = test.getAs<StringAttr>(key);
        return value ? value.str() : std::string();
      };
      result->tests.push_back(
          {get("kind"), get("op"), get("name"), get("location"), get("type")});
    }

  for (size_t i = 0; i < records.size(); ++i) {
    records[i].name = result->records[i].name.c_str();
    records[i].location = result->records[i].location.c_str();
  }
  std::vector<amprt_kernel_desc> kernels;
  for (size_t i = 0; i < code.names.size(); ++i)
    kernels.push_back({code.names[i].c_str(), i < code.entryPoints.size()
                                                  ? code.entryPoints[i]
                                                  : nullptr});
  std::string name = func.getName().str();
  amprt_program_desc desc = {};
  desc.abi_version = AMPRT_ABI_VERSION;
  desc.device_kind = kind;
  desc.name = name.c_str();
  desc.num_kernels = kernels.size();
  desc.kernels = kernels.data();
  auto setImage = [](const std::string &image, const void *&data,
                     uint64_t &bytes) {
    data = image.empty() ? nullptr : image.data();
    bytes = image.size();
  };
  bool hasCubin = !code.cubin.empty();
  setImage(hasCubin ? code.cubin : code.ptx, desc.image, desc.image_bytes);
  if (hasCubin)
    setImage(code.ptx, desc.fallback_image, desc.fallback_image_bytes);
  desc.constants = constants.data();
  desc.constant_bytes = constants.size();
  desc.arena_bytes = result->arenaBytes;
  desc.num_arguments = argumentBytes.size();
  desc.argument_bytes = argumentBytes.data();
  desc.num_operands = operands.size();
  desc.operands = operands.data();
  desc.num_records = records.size();
  desc.records = records.data();
  if (amprt_status *status =
          amprt_program_create(device, &desc, &result->program)) {
    std::string message = amprt_status_message(status);
    std::error_code kind = llvm::inconvertibleErrorCode();
    if (amprt_status_code(status) == AMPRT_RESOURCE_EXHAUSTED)
      kind = std::make_error_code(std::errc::not_enough_memory);
    else if (amprt_status_code(status) == AMPRT_UNAVAILABLE ||
             amprt_status_code(status) == AMPRT_DEVICE_ERROR)
      kind = std::make_error_code(std::errc::no_such_device);
    amprt_status_free(status);
    return llvm::createStringError(kind, message);
  }
  result->code = std::move(code.owner);
  return std::move(result);
}

CompiledProgram::~CompiledProgram() { amprt_program_destroy(program); }
