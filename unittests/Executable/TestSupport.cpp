//===- TestSupport.cpp - Executables for tests ----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "amp/Support/Sha256.h"
#include "llvm/ADT/StringExtras.h"

#include <cstddef>
#include <cstring>
#include <limits>

using namespace amp;
using namespace amp::test;
using mlir::amp::CompilerMessage;
using mlir::amp::EntryPoint;
using mlir::amp::Executable;
using mlir::amp::ExecutableBytes;
using mlir::amp::kOpenSize;
using mlir::amp::LoadedExecutable;
using mlir::amp::MicroBatchPhase;
using mlir::amp::ProgramArgument;
using mlir::amp::ProgramFunction;
using mlir::amp::ProgramRecord;
using mlir::amp::ProgramVariable;

static Tensor makeTensor(ElementType type, llvm::ArrayRef<int64_t> shape,
                         llvm::StringRef bytes) {
  auto tensor = Tensor::copyOf(type, shape, bytes);
  if (tensor)
    return std::move(*tensor);
  ADD_FAILURE() << llvm::toString(tensor.takeError());
  return Tensor();
}

static ProgramVariable makeVariable(llvm::StringRef name, ElementType type,
                                    llvm::ArrayRef<int64_t> shape) {
  ProgramVariable variable;
  variable.name = name.str();
  variable.role = "optimizer_state";
  variable.type = type;
  variable.shape.assign(shape.begin(), shape.end());
  variable.initializer = InitializerSpec();
  return variable;
}

static ProgramRecord makeLaunch(llvm::StringRef name, uint32_t kernel) {
  ProgramRecord record{name.str(), "net.mlir:3:8", {}, "amp.relu", "act"};
  record.fields.kind = AMPRT_RECORD_LAUNCH;
  record.fields.num_operands = 1;
  record.fields.as.launch = {kernel, 640, 16, {1, 2, 3}, {4, 5, 6}};
  return record;
}

static ProgramRecord makeGemm() {
  ProgramRecord record{"gemm 2x2x2", "", {}, "amp.linear", ""};
  record.fields.kind = AMPRT_RECORD_GEMM;
  record.fields.first_operand = 3;
  record.fields.num_operands = 3;
  amprt_gemm &gemm = record.fields.as.gemm;
  gemm = {};
  gemm.m = gemm.n = gemm.k = 2;
  gemm.batch = 1;
  gemm.lda = gemm.ldb = gemm.ldc = 2;
  gemm.type_a = gemm.type_b = gemm.type_c = gemm.type_bias = AMPRT_F32;
  return record;
}

static ProgramRecord makeCopy() {
  ProgramRecord record{"copy", "'layer'", {}, "", "layer"};
  record.fields.kind = AMPRT_RECORD_COPY;
  record.fields.first_operand = 1;
  record.fields.num_operands = 2;
  return record;
}

static ProgramRecord makeFill() {
  ProgramRecord record{"fill", "", {}, "", ""};
  record.fields.kind = AMPRT_RECORD_FILL;
  record.fields.num_operands = 1;
  record.fields.as.fill = {2, 0xbf80};
  return record;
}

static ProgramRecord makeRepeat(uint64_t count, uint32_t numRecords) {
  ProgramRecord record{"repeat", "net.mlir:9:1", {}, "", ""};
  record.fields.kind = AMPRT_RECORD_REPEAT;
  record.fields.as.repeat = {count, numRecords};
  return record;
}

static void addState(Executable &executable) {
  auto add = [&](ProgramVariable variable) {
    executable.variables.push_back(std::move(variable));
  };
  ProgramVariable w = makeVariable("w", ElementType::F32, {2, 3});
  w.role = "parameter";
  w.initializer = InitializerSpec::uniform(-0.5, 0x1.8p-3, 7);
  ProgramVariable copy = makeVariable("w_bf16", ElementType::BF16, {2, 3});
  copy.copyOf = "w";
  ProgramVariable first = makeVariable("m", ElementType::F32, {2, 3});
  first.flatBuffer = "flat";
  ProgramVariable second = makeVariable("v", ElementType::F32, {3});
  second.flatBuffer = "flat";
  second.flatBufferOffset = 256;
  add(w);
  add(copy);
  add(first);
  add(second);
  ProgramVariable table = makeVariable("table", ElementType::I64, {2});
  table.role = "buffer";
  table.initializer =
      makeTensor(ElementType::I64, {2}, llvm::StringRef("0123456789abcdef"));
  add(table);
  ProgramVariable mask = makeVariable("mask", ElementType::I1, {3});
  mask.initializer =
      makeTensor(ElementType::I1, {3}, llvm::StringRef("\1\0\1", 3));
  add(mask);
  ProgramVariable empty = makeVariable("empty", ElementType::F16, {0, 5});
  empty.initializer = makeTensor(ElementType::F16, {0, 5}, "");
  add(empty);
  ProgramVariable rate = makeVariable("lr", ElementType::F64, {});
  rate.statistic = "learning rate";
  rate.initializer = InitializerSpec::constant(0.1);
  rate.isBaseRate = true;
  add(rate);
  ProgramVariable scale = makeVariable("scale", ElementType::F32, {});
  scale.role = "scaler";
  scale.statistic = "loss scale";
  add(scale);
  add(makeVariable("tracker", ElementType::I32, {}));
  add(makeVariable("skips", ElementType::I32, {}));
  executable.scalers.push_back({"scaler", "scale", "tracker", 2.0,
                                -std::numeric_limits<double>::infinity(), 2000,
                                true, "skips", 50});
  executable.optimizers.push_back({"sgd", "lr_now", "lr"});
}

static ProgramFunction makeTrain() {
  ProgramFunction train;
  train.name = "train";
  train.specialization.entry = "train";
  train.specialization.shapes = {"4x3", "*"};
  train.specialization.batch = 4;
  train.specialization.accumulate = 8;
  train.specialization.phase = MicroBatchPhase::Inner;
  using Kind = ProgramArgument::Kind;
  train.arguments = {
      {Kind::Input, "x", ElementType::F32, {4, 3}, "", {}},
      {Kind::Input,
       "label",
       ElementType::I64,
       {4},
       "",
       {{0, 10, std::nullopt, "'amp.gather' at net.mlir:1:2"},
        {-1, int64_t(1) << 40, -100, "'amp.cross_entropy'"}}},
      {Kind::Variable, "w", ElementType::F32, {2, 3}, "", {}},
      {Kind::FlatBuffer, "flat", ElementType::UI8, {512}, "", {}},
      {Kind::Output, "loss", ElementType::F32, {}, "mean", {}}};
  train.argumentBytes = {48, 32, 24, 512, 4};
  train.arenaBytes = uint64_t(1) << 40;
  train.operands = {{0, 64, 128, {}},      {1, 0, 4, {}},
                    {6, 0, 4, {}},         {2, 0, 16, {}},
                    {2, 16, 16, {-16, 4}}, {0, uint64_t(1) << 33, 16, {}}};
  train.records = {makeLaunch("add_f32", 1), makeGemm(), makeCopy(), makeFill(),
                   makeRepeat(7, 1),         makeCopy()};
  amprt_gemm &gemm = train.records[1].fields.as.gemm;
  gemm = {2,
          3,
          5,
          7,
          11,
          13,
          17,
          19,
          23,
          29,
          1,
          0,
          AMPRT_BF16,
          AMPRT_F16,
          AMPRT_F64,
          AMPRT_F32,
          AMPRT_COMPUTE_TF32,
          AMPRT_EPILOGUE_BIAS | AMPRT_EPILOGUE_RELU};
  train.tests = {{"result", "amp.exp", "layer1", "'layer1'", "f16"},
                 {"argument", "", "x", "", "f32"}};
  return train;
}

Executable test::makeFull() {
  Executable executable;
  executable.compiler = "amp 0.1.0, LLVM 22.1.8";
  executable.kind = AMPRT_CPU;
  executable.target = "x86-64-v3";
  executable.options = {{"level", "O1"}, {"keep-f32", "a,\"b\"\n"}};
  EntryPoint train;
  train.name = "train";
  train.arguments = {{"x", ElementType::F32, {kOpenSize, 3}, true},
                     {"label", ElementType::I64, {kOpenSize}, true},
                     {"unused", ElementType::C128, {}, false}};
  train.results = {{"loss", ElementType::F32, {}, "mean", false}};
  train.updatesParameters = train.updatesState = train.steps = true;
  EntryPoint predict;
  predict.name = "predict \xc3\xa9";
  predict.results = {{"y", ElementType::BF16, {kOpenSize, 0}, "sum", true}};
  predict.accumulates = true;
  executable.entries = {train, predict};
  addState(executable);
  executable.functions.push_back(makeTrain());
  executable.kernels.names = {"add_f32", "mul_f32"};
  executable.kernels.image = "not code at all";
  executable.kernels.offsets = {0, 8};
  executable.kernels.cpuFeatures = "avx,fma";
  executable.kernels.ptx = llvm::StringRef("ptx\0", 4).str();
  executable.constants = "constant bytes";
  executable.precision = {12, true, 3, 4, true, {{"keep-f32", "names none"}}};
  executable.policy = "ops: {linear: deny}\n";
  executable.explanation = "{\"ops\": []}";
  executable.messages = {
      {CompilerMessage::Severity::Warning, "net.mlir:3:8", "a warning",
       "net.mlir:3:8: warning: a warning\n  %0 = f\n       ^\n"},
      {CompilerMessage::Severity::Remark, "", "a remark", ""}};
  return executable;
}

Executable test::makeLoadable() {
  Executable executable;
  executable.compiler = "amp 0.1.0, LLVM 22.1.8";
  EntryPoint run;
  run.name = "run";
  run.arguments = {{"x", ElementType::F32, {8}, false}};
  run.results = {{"y", ElementType::F32, {8}, "", false}};
  executable.entries = {run};
  ProgramVariable w = makeVariable("w", ElementType::F32, {8});
  executable.variables = {w};
  ProgramFunction function;
  function.name = "run";
  function.specialization.entry = "run";
  using Kind = ProgramArgument::Kind;
  function.arguments = {{Kind::Input, "x", ElementType::F32, {8}, "", {}},
                        {Kind::Variable, "w", ElementType::F32, {8}, "", {}},
                        {Kind::Output, "y", ElementType::F32, {8}, "", {}}};
  function.argumentBytes = {32, 32, 32};
  function.arenaBytes = 64;
  function.operands = {{0, 0, 64, {}}, {1, 0, 16, {}}, {4, 0, 16, {}},
                       {3, 0, 16, {}}, {2, 0, 16, {}}, {4, 16, 16, {}}};
  function.records = {makeFill(), makeLaunch("nothing", 0), makeCopy(),
                      makeGemm()};
  executable.functions = {function};
  executable.kernels.names = {"nothing"};
  // x86-64: ret.
  executable.kernels.image = "\xc3";
  executable.kernels.offsets = {0};
  const float constants[] = {1, 2, 3, 4};
  executable.constants.assign(reinterpret_cast<const char *>(constants),
                              sizeof(constants));
  return executable;
}

std::string test::write(const Executable &executable) {
  auto bytes = writeExecutable(executable);
  if (bytes)
    return (*bytes)->getBuffer().str();
  ADD_FAILURE() << llvm::toString(bytes.takeError());
  return "";
}

ExecutableBytes test::toBytes(llvm::StringRef file) {
  return llvm::MemoryBuffer::getMemBufferCopy(file);
}

amprt_executable_header test::getHeader(llvm::StringRef file) {
  amprt_executable_header header;
  std::memcpy(&header, file.data(), sizeof(header));
  return header;
}

void test::setHeader(std::string &file, const amprt_executable_header &header) {
  std::memcpy(file.data(), &header, sizeof(header));
}

void test::seal(std::string &file) {
  amprt_executable_header header = getHeader(file);
  header.file_bytes = file.size();
  setHeader(file, header);
  Sha256 hash;
  llvm::StringRef all = file;
  hash.update(all.take_front(offsetof(amprt_executable_header, sha256)));
  hash.update(all.drop_front(sizeof(header)));
  std::string digest = llvm::fromHex(hash.hexDigest());
  std::memcpy(header.sha256, digest.data(), sizeof(header.sha256));
  setHeader(file, header);
}

rt::file::Executable *test::getTables(std::string &file) {
  return flatbuffers::GetMutableRoot<rt::file::Executable>(
      file.data() + getHeader(file).table_offset);
}

std::string test::makeFile(const flatbuffers::FlatBufferBuilder &tables) {
  amprt_executable_header header = {};
  std::memcpy(header.magic, AMPRT_EXECUTABLE_MAGIC, sizeof(header.magic));
  header.version = AMPRT_EXECUTABLE_VERSION;
  header.abi_version = AMPRT_ABI_VERSION;
  header.table_offset = sizeof(header);
  std::string file(sizeof(header), '\0');
  setHeader(file, header);
  file.append(reinterpret_cast<const char *>(tables.GetBufferPointer()),
              tables.GetSize());
  seal(file);
  return file;
}

std::string test::read(llvm::StringRef file) {
  auto executable = mlir::amp::readExecutable(toBytes(file));
  return executable ? "read" : llvm::toString(executable.takeError());
}

std::string test::load(llvm::StringRef file) {
  amprt_device *device = nullptr;
  amprt_device_options options = {/*num_threads=*/1, /*memory_limit=*/0};
  amprt_status *status = amprt_device_create("cpu", &options, &device);
  if (status) {
    std::string message = amprt_status_message(status);
    amprt_status_free(status);
    return message;
  }
  std::string result = "loaded";
  auto loaded = LoadedExecutable::load(toBytes(file), device);
  if (!loaded)
    result = llvm::toString(loaded.takeError());
  else
    loaded->reset();
  amprt_device_destroy(device);
  return result;
}
