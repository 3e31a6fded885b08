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
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

static llvm::Expected<amprt_type> toRuntimeType(Type type) {
  if (type.isF64())
    return AMPRT_F64;
  if (type.isF32())
    return AMPRT_F32;
  if (type.isF16())
    return AMPRT_F16;
  if (type.isBF16())
    return AMPRT_BF16;
  std::string name;
  llvm::raw_string_ostream(name) << type;
  return makeError("no GEMM for elements of " + name);
}

/// Bytes of one element in memory; i1 takes one.
static int64_t getElementBytes(Type type) {
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

static uint64_t getBytes(MemRefType type) {
  return type.getNumElements() * getElementBytes(type.getElementType());
}

llvm::Error ProgramBuilder::addArguments() {
  for (BlockArgument argument : func.getArguments()) {
    unsigned i = argument.getArgNumber();
    auto type = cast<MemRefType>(argument.getType());
    if (i == 0) {
      slices[argument] = {AMPRT_BINDING_ARENA, 0, getBytes(type)};
      result->arenaBytes = getBytes(type);
      continue;
    }
    uint32_t binding = AMPRT_BINDING_FIRST_ARGUMENT + i - 1;
    slices[argument] = {binding, 0, getBytes(type)};
    argumentBytes.push_back(getBytes(type));

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
      } else if (auto storage = attrs.getAs<FlatSymbolRefAttr>("amp.storage")) {
        info.kind = ProgramArgument::Kind::Storage;
        info.name = storage.getValue().str();
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
  while (!slices.contains(value)) {
    auto view = value.getDefiningOp<ViewLikeOpInterface>();
    if (!view)
      return makeError("a buffer of the program has no place in memory");
    value = view.getViewSource();
  }
  return slices[value];
}

amprt_record &ProgramBuilder::addRecord(amprt_record_kind kind, Operation *op,
                                        std::string name) {
  result->recordNames.push_back(std::move(name));
  std::string location;
  if (auto file = op->getLoc()->findInstanceOf<FileLineColLoc>())
    location =
        (file.getFilename().getValue() + ":" + llvm::Twine(file.getLine()) +
         ":" + llvm::Twine(file.getColumn()))
            .str();
  locations.push_back(std::move(location));
  amprt_record record = {};
  record.kind = kind;
  record.first_operand = operands.size();
  records.push_back(record);
  return records.back();
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

llvm::Error ProgramBuilder::addLaunch(amprt::LaunchOp op) {
  std::string name = op.getKernel().getLeafReference().str();
  auto it = llvm::find(code.names, name);
  if (it == code.names.end())
    return makeError("kernel '" + name + "' was not compiled");
  amprt_record &record = addRecord(AMPRT_RECORD_LAUNCH, op, name);
  record.num_operands = op.getOperands().size();
  amprt_launch &launch = record.as.launch;
  launch.kernel = it - code.names.begin();
  launch.extent = op.getExtent();
  launch.grain = op.getGrain();
  for (unsigned i = 0; i < 3; ++i) {
    launch.grid[i] = op.getGrid().empty() ? 1 : op.getGrid()[i];
    launch.block[i] = op.getBlock().empty() ? 1 : op.getBlock()[i];
  }
  for (Value operand : op.getOperands()) {
    auto slice = getSlice(operand);
    if (!slice)
      return slice.takeError();
    operands.push_back(*slice);
  }
  return llvm::Error::success();
}

namespace {
/// A matrix, or a batch of them, in memory.
struct Matrix {
  amprt_slice slice;
  amprt_type type;
  int64_t ld, stride;
};
} // namespace

static llvm::Expected<Matrix> toMatrix(Value value, amprt_slice slice) {
  auto type = cast<MemRefType>(value.getType());
  auto element = toRuntimeType(type.getElementType());
  if (!element)
    return element.takeError();
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      ShapedType::isDynamic(offset) || strides.back() != 1)
    return makeError("a GEMM operand is not stored row by row");
  int64_t rank = type.getRank(), bytes = getElementBytes(type.getElementType());
  slice.offset += offset * bytes;
  slice.bytes -= offset * bytes;
  // A matrix of one row has any leading dimension.
  int64_t ld = rank >= 2 ? strides[rank - 2] : type.getDimSize(0);
  if (rank >= 2)
    ld = std::max(ld, type.getDimSize(rank - 1));
  return Matrix{slice, *element, ld, rank == 3 ? strides[0] : 0};
}

llvm::Error ProgramBuilder::addGemm(amprt::GemmOp op) {
  SmallVector<Matrix> matrices;
  SmallVector<Value> values = {op.getLhs(), op.getRhs(), op.getOut()};
  if (op.getBias())
    values.push_back(op.getBias());
  for (Value value : values) {
    auto slice = getSlice(value);
    if (!slice)
      return slice.takeError();
    auto matrix = toMatrix(value, *slice);
    if (!matrix)
      return matrix.takeError();
    matrices.push_back(*matrix);
  }
  amprt::GemmOp::Sizes sizes = op.getSizes();
  std::string name = "gemm " + std::to_string(sizes.m) + "x" +
                     std::to_string(sizes.n) + "x" + std::to_string(sizes.k);
  if (sizes.batch > 1)
    name += " of " + std::to_string(sizes.batch);
  amprt_record &record = addRecord(AMPRT_RECORD_GEMM, op, name);
  record.num_operands = matrices.size();
  amprt_gemm &gemm = record.as.gemm;
  gemm.m = sizes.m;
  gemm.n = sizes.n;
  gemm.k = sizes.k;
  gemm.batch = sizes.batch;
  gemm.lda = matrices[0].ld;
  gemm.ldb = matrices[1].ld;
  gemm.ldc = matrices[2].ld;
  gemm.stride_a = matrices[0].stride;
  gemm.stride_b = matrices[1].stride;
  gemm.stride_c = matrices[2].stride;
  gemm.transpose_a = op.getTransposeA();
  gemm.transpose_b = op.getTransposeB();
  gemm.type_a = matrices[0].type;
  gemm.type_b = matrices[1].type;
  gemm.type_c = matrices[2].type;
  gemm.type_bias = op.getBias() ? matrices[3].type : matrices[2].type;
  switch (op.getCompute()) {
  case amprt::Compute::F32:
    gemm.compute = AMPRT_COMPUTE_F32;
    break;
  case amprt::Compute::TF32:
    gemm.compute = AMPRT_COMPUTE_TF32;
    break;
  case amprt::Compute::F64:
    gemm.compute = AMPRT_COMPUTE_F64;
    break;
  }
  gemm.epilogue = (op.getBias() ? AMPRT_EPILOGUE_BIAS : 0) |
                  (op.getRelu() ? AMPRT_EPILOGUE_RELU : 0);
  gemm.alpha = 1;
  gemm.beta = 0;
  for (const Matrix &matrix : matrices)
    operands.push_back(matrix.slice);
  return llvm::Error::success();
}

llvm::Error ProgramBuilder::addCopy(memref::CopyOp op) {
  auto type = cast<MemRefType>(op.getSource().getType());
  addRecord(AMPRT_RECORD_COPY, op, "copy").num_operands = 2;
  for (Value value : {op.getSource(), op.getTarget()}) {
    auto slice = getSlice(value);
    if (!slice)
      return slice.takeError();
    SmallVector<int64_t> strides;
    int64_t offset;
    if (failed(cast<MemRefType>(value.getType())
                   .getStridesAndOffset(strides, offset)) ||
        ShapedType::isDynamic(offset))
      return makeError("a copy starts at an unknown offset");
    slice->offset += offset * getElementBytes(type.getElementType());
    slice->bytes = getBytes(type);
    operands.push_back(*slice);
  }
  return llvm::Error::success();
}

llvm::Error ProgramBuilder::addOp(Operation *op) {
  if (auto view = dyn_cast<memref::ViewOp>(op)) {
    auto source = getSlice(view.getSource());
    if (!source)
      return source.takeError();
    APInt shift;
    if (!matchPattern(view.getByteShift(), m_ConstantInt(&shift)))
      return makeError("a buffer has no constant offset in what holds it");
    slices[view.getResult()] = {source->binding,
                                source->offset + shift.getZExtValue(),
                                getBytes(view.getType())};
    return llvm::Error::success();
  }
  if (auto global = dyn_cast<memref::GetGlobalOp>(op))
    return addConstant(global);
  if (auto launch = dyn_cast<amprt::LaunchOp>(op))
    return addLaunch(launch);
  if (auto gemm = dyn_cast<amprt::GemmOp>(op))
    return addGemm(gemm);
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return addCopy(copy);
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
  for (auto storage : module.getOps<StorageOp>()) {
    std::string name = storage.getSymName().str();
    SmallVector<int64_t> offsets = storage.getOffsets(symbols);
    for (auto [variable, offset] : llvm::zip(
             storage.getVariables().getAsRange<FlatSymbolRefAttr>(), offsets)) {
      ProgramVariable &info =
          result->variables[indices.lookup(variable.getValue())];
      info.storage = name;
      info.storageOffset = static_cast<uint64_t>(offset);
    }
  }
  for (auto scaler : module.getOps<GradScalerOp>())
    result->scalers.push_back(toScaler(scaler));
  if (auto names = func->getAttrOfType<ArrayAttr>("amp.places"))
    for (auto place : names.getAsRange<DictionaryAttr>()) {
      auto get = [&](StringRef key) {
        auto value = place.getAs<StringAttr>(key);
        return value ? value.str() : std::string();
      };
      result->tests.push_back(
          {get("kind"), get("op"), get("name"), get("place"), get("type")});
    }

  for (size_t i = 0; i < records.size(); ++i) {
    records[i].name = result->recordNames[i].c_str();
    records[i].location = locations[i].c_str();
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
