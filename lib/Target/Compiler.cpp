//===- Compiler.cpp ----------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Target/Compiler.h"

#include "Kernels.h"
#include "amp/InitAll.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"

using namespace mlir;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static llvm::Expected<::amp::ElementType> toElementType(Type type) {
  std::string name;
  llvm::raw_string_ostream(name) << type;
  if (auto result = ::amp::elementTypeFromMlirName(name))
    return *result;
  return makeError("elements of " + name + " cannot be stored");
}

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

//===----------------------------------------------------------------------===//
// Entry points and variables
//===----------------------------------------------------------------------===//

static std::string getName(DictionaryAttr attrs, StringRef prefix, unsigned i) {
  if (attrs)
    if (auto name = attrs.getAs<StringAttr>("amp.name"))
      return name.str();
  return (prefix + llvm::Twine(i)).str();
}

/// True if state and results of the entry point are arguments.
static bool isFunctionalized(func::FuncOp func) {
  return llvm::any_of(llvm::seq<unsigned>(0, func.getNumArguments()),
                      [&](unsigned i) {
                        return static_cast<bool>(
                            func.getArgAttr(i, "amp.output"));
                      });
}

llvm::Expected<std::vector<mlir::amp::EntryPoint>> mlir::amp::getEntryPoints(ModuleOp module) {
  std::vector<EntryPoint> result;
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func.isExternal() || func.isPrivate())
      continue;
    EntryPoint entry{func.getName().str(), {}, {}};
    auto getTensor = [&](Type type) -> llvm::Expected<RankedTensorType> {
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        return tensor;
      std::string name;
      llvm::raw_string_ostream(name) << type;
      return makeError("entry point '" + entry.name + "' has an argument or a "
                       "result of type " + name + "; expected ranked tensors");
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
      entry.results.push_back(
          {getName(attrs, "result", entry.results.size()), *element,
           llvm::SmallVector<int64_t>(type->getShape()),
           reduction ? reduction.str() : std::string()});
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
      bool isBatched =
          type->getRank() > 0 && (type->isDynamicDim(0) ||
                                  (attrs && attrs.contains("amp.batch")));
      entry.arguments.push_back(
          {getName(attrs, "arg", i), *element,
           llvm::SmallVector<int64_t>(type->getShape()), isBatched});
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

static ::amp::InitializerSpec toSpec(mlir::amp::InitializerAttr attr, StringRef name) {
  using From = mlir::amp::InitializerKind;
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
  }
  spec.a = parameters.empty() ? fallback : parameters[0];
  spec.b = parameters.size() > 1 ? parameters[1] : 0;
  // The stream follows from the name, so that adding a variable changes no other
  // (FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/).
  uint64_t stream = 0xcbf29ce484222325;
  for (char c : name)
    stream = (stream ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  spec.stream = stream;
  return spec;
}

static llvm::Expected<::amp::Tensor> toTensor(DenseElementsAttr elements,
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

static llvm::Expected<mlir::amp::ProgramVariable> toVariable(mlir::amp::VariableOp op) {
  RankedTensorType type = op.getTensorType();
  auto element = toElementType(type.getElementType());
  if (!element)
    return makeError("variable '" + op.getSymName() +
                     "': " + llvm::toString(element.takeError()));
  mlir::amp::ProgramVariable variable{
      op.getSymName().str(),
      mlir::amp::stringifyVariableRole(op.getRole()).str(),
      op.getStatistic().value_or("").str(),
      *element,
      llvm::SmallVector<int64_t>(type.getShape()),
      ::amp::InitializerSpec()};
  if (auto attr = dyn_cast<mlir::amp::InitializerAttr>(op.getInitializer())) {
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

//===----------------------------------------------------------------------===//
// The launch list
//===----------------------------------------------------------------------===//

namespace mlir::amp {

/// Writes the launch list of a planned function, and loads it on a device.
class ProgramBuilder {
public:
  ProgramBuilder(func::FuncOp func, KernelCode code)
      : func(func), module(func->getParentOfType<ModuleOp>()),
        code(std::move(code)) {}

  llvm::Expected<std::unique_ptr<CompiledProgram>> build(amprt_device *device,
                                                         amprt_device_kind kind);

private:
  llvm::Error addArguments();
  llvm::Error addOp(Operation *op);
  llvm::Error addConstant(memref::GetGlobalOp op);
  llvm::Error addLaunch(amprt::LaunchOp op);
  llvm::Error addGemm(amprt::GemmOp op);
  llvm::Error addCopy(memref::CopyOp op);
  /// The buffer of which `value` is a view.
  llvm::Expected<amprt_slice> getSlice(Value value);
  amprt_record &addRecord(amprt_record_kind kind, Operation *op,
                          std::string name);

  func::FuncOp func;
  ModuleOp module;
  KernelCode code;
  std::unique_ptr<CompiledProgram> result;
  DenseMap<Value, amprt_slice> slices;
  std::vector<uint64_t> argumentBytes;
  std::vector<char> constants;
  std::vector<amprt_slice> operands;
  std::vector<amprt_record> records;
  std::vector<std::string> locations;
};

} // namespace mlir::amp

using mlir::amp::CompiledProgram;
using mlir::amp::ProgramBuilder;

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
                         getName(attrs, "arg", i - 1), *element,
                         llvm::SmallVector<int64_t>(type.getShape()), ""};
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
      } else if (auto reduction = attrs.getAs<StringAttr>("amp.output")) {
        info.kind = ProgramArgument::Kind::Output;
        info.reduction = reduction.str();
      }
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
    location = (file.getFilename().getValue() + ":" +
                llvm::Twine(file.getLine()) + ":" +
                llvm::Twine(file.getColumn()))
                   .str();
  locations.push_back(std::move(location));
  amprt_record record = {};
  record.kind = kind;
  record.first_operand = operands.size();
  records.push_back(record);
  return records.back();
}

llvm::Error ProgramBuilder::addConstant(memref::GetGlobalOp op) {
  auto global = module.lookupSymbol<memref::GlobalOp>(op.getNameAttr().getAttr());
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
      return makeError("a buffer of the arena has no constant offset");
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
  for (auto variable : module.getOps<VariableOp>()) {
    auto info = toVariable(variable);
    if (!info)
      return info.takeError();
    result->variables.push_back(std::move(*info));
  }

  for (size_t i = 0; i < records.size(); ++i) {
    records[i].name = result->recordNames[i].c_str();
    records[i].location = locations[i].c_str();
  }
  std::vector<amprt_kernel_desc> kernels;
  for (size_t i = 0; i < code.names.size(); ++i)
    kernels.push_back({code.names[i].c_str(),
                       i < code.entryPoints.size() ? code.entryPoints[i]
                                                   : nullptr});
  std::string name = func.getName().str();
  amprt_program_desc desc = {};
  desc.abi_version = AMPRT_ABI_VERSION;
  desc.device_kind = kind;
  desc.name = name.c_str();
  desc.num_kernels = kernels.size();
  desc.kernels = kernels.data();
  desc.image = code.image.empty() ? nullptr : code.image.data();
  desc.image_bytes = code.image.size();
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

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

void mlir::amp::registerCompilerDialects(DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  mlir::amp::registerAllDialects(registry);
}

/// True if the entry point is a kernel graph already: nothing of the amp dialect is left.
static bool isKernelGraph(func::FuncOp func) {
  bool hasAmpOps = func.walk([](Operation *op) {
                         return isa<mlir::amp::AmpDialect>(op->getDialect())
                                    ? WalkResult::interrupt()
                                    : WalkResult::advance();
                       })
                       .wasInterrupted();
  return !hasAmpOps && isFunctionalized(func);
}

llvm::Expected<std::unique_ptr<CompiledProgram>>
mlir::amp::compileProgram(ModuleOp module, const PipelineOptions &options,
                    amprt_device *device) {
  amprt_device_info info;
  amprt_device_get_info(device, &info);
  bool isCuda = info.kind == AMPRT_CUDA;
  OwningOpRef<ModuleOp> clone = module.clone();

  std::string entry = options.entry;
  if (entry.empty()) {
    auto funcs = llvm::to_vector(clone->getOps<func::FuncOp>());
    if (funcs.size() != 1)
      return makeError("the module has " + llvm::Twine(funcs.size()) +
                       " functions; name the entry point");
    entry = funcs.front().getName().str();
  }
  auto func = clone->lookupSymbol<func::FuncOp>(entry);
  if (!func || func.isExternal())
    return makeError("the module has no entry point '" + entry + "'");
  // Other entry points may have other shapes: they are not this program.
  for (auto other : llvm::make_early_inc_range(clone->getOps<func::FuncOp>()))
    if (other != func)
      other.erase();

  PipelineOptions settings;
  settings.copyOptionValuesFrom(options);
  settings.entry = entry;
  settings.target = isCuda ? "cuda" : "cpu";
  settings.chip = isCuda ? info.arch : "sm_90";
  PassManager pm(module->getContext(), ModuleOp::getOperationName());
  if (isKernelGraph(func))
    buildProgramPipeline(pm, settings);
  else
    buildPipeline(pm, settings);
  if (failed(pm.run(*clone)))
    return makeError("compiling entry point '" + entry + "' failed");

  llvm::Expected<KernelCode> code = KernelCode();
  if (isCuda) {
    code = compileCudaKernels(*clone, settings.chip);
  } else if (auto kernels = clone->lookupSymbol<ModuleOp>("kernels")) {
    code = compileCpuKernels(kernels, settings.cpu);
  }
  if (!code)
    return code.takeError();
  func = clone->lookupSymbol<func::FuncOp>(entry);
  return ProgramBuilder(func, std::move(*code)).build(device, info.kind);
}
