//===- ExecutableTest.cpp - Modules as data -------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Support/Tensor.h"
#include "amp/Target/Compiler.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <cstring>
#include <map>

using namespace mlir::amp;

namespace {

/// Two entry points that update the same weights, and one that reads them.
constexpr const char kModule[] = R"(
amp.variable parameter @w : tensor<8x8xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @b : tensor<8xf32> = #amp.init<zeros>
amp.optimizer adamw @opt [@w, @b] {lr = 0.01 : f64}
func.func @train(%x: tensor<?x8xf32> {amp.name = "x"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %w = amp.read @w : tensor<8x8xf32>
  %b = amp.read @b : tensor<8xf32>
  %y = amp.linear %x, %w, %b : (tensor<?x8xf32>, tensor<8x8xf32>, tensor<8xf32>) -> tensor<?x8xf32>
  %r = amp.relu %y : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %loss = amp.mse_loss %r, %x : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%w, %b) : (tensor<f32>, tensor<8x8xf32>, tensor<8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>)
  amp.step @opt(%g#0, %g#1) : tensor<8x8xf32>, tensor<8xf32>
  return %loss : tensor<f32>
}
func.func @halve() {
  %w = amp.read @w : tensor<8x8xf32>
  %half = amp.constant dense<0.5> : tensor<8x8xf32>
  %0 = amp.mul %w, %half : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  amp.assign @w, %0 : tensor<8x8xf32>
  return
}
func.func @predict(%x: tensor<?x8xf32> {amp.name = "x"})
    -> (tensor<?x8xf32> {amp.name = "y"}) {
  %w = amp.read @w : tensor<8x8xf32>
  %b = amp.read @b : tensor<8xf32>
  %y = amp.linear %x, %w, %b : (tensor<?x8xf32>, tensor<8x8xf32>, tensor<8xf32>) -> tensor<?x8xf32>
  %r = amp.relu %y : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}
)";

Specialization specialize(const char *entry,
                          std::optional<int64_t> batch = std::nullopt,
                          int64_t accumulate = 1,
                          MicroBatchPhase phase = MicroBatchPhase::Any) {
  Specialization specialization;
  specialization.entry = entry;
  specialization.batch = batch;
  specialization.accumulate = accumulate;
  specialization.phase = phase;
  return specialization;
}

TrainingOptions getMixed() {
  TrainingOptions options;
  options.level = OptLevel::O1;
  options.dtype = LowType::BF16;
  return options;
}

class ExecutableTest : public testing::Test {
protected:
  ExecutableTest() : context(makeRegistry()) {
    context.printOpOnDiagnostic(false);
    module = mlir::parseSourceString<mlir::ModuleOp>(kModule, &context);
  }
  static mlir::DialectRegistry makeRegistry() {
    mlir::DialectRegistry registry;
    registerCompilerDialects(registry);
    return registry;
  }

  Executable compile(const TrainingOptions &options,
                     llvm::ArrayRef<Specialization> specializations,
                     const CompileResources &resources = {}) {
    auto executable =
        compileModule(*module, options, specializations, resources);
    EXPECT_TRUE(static_cast<bool>(executable));
    if (executable)
      return std::move(*executable);
    ADD_FAILURE() << llvm::toString(executable.takeError());
    return Executable();
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

llvm::Expected<std::unique_ptr<LoadedExecutable>>
load(const Executable &executable, amprt_device *device) {
  auto bytes = writeExecutable(executable);
  if (!bytes)
    return bytes.takeError();
  return LoadedExecutable::load(*bytes, device);
}

std::vector<std::string> getVariableNames(const Executable &executable) {
  std::vector<std::string> names;
  for (const ProgramVariable &variable : executable.variables)
    names.push_back(variable.name + " in " + variable.flatBuffer + " at " +
                    std::to_string(variable.flatBufferOffset));
  return names;
}

TEST_F(ExecutableTest, IsTheSameEachTime) {
  std::vector<Specialization> all = {specialize("train", 4),
                                     specialize("predict", 4)};
  // Without instructions for bf16 kernels call several helpers.
  TrainingOptions options = getMixed();
  options.cpu = "x86-64";
  Executable first = compile(options, all);
  EXPECT_FALSE(first.kernels.image.empty());
  for (int i = 0; i < 5; ++i) {
    Executable again = compile(options, all);
    EXPECT_TRUE(first.kernels.image == again.kernels.image);
    EXPECT_EQ(first.kernels.offsets, again.kernels.offsets);
    EXPECT_EQ(first.kernels.names, again.kernels.names);
    EXPECT_EQ(first.constants, again.constants);
    EXPECT_EQ(getVariableNames(first), getVariableNames(again));
  }
}

TEST_F(ExecutableTest, HoldsEachSpecialization) {
  Executable executable =
      compile(getMixed(), {specialize("predict", 4), specialize("train", 4),
                           specialize("predict", 3),
                           specialize("train", 3, 2, MicroBatchPhase::Inner),
                           specialize("train", 3, 2, MicroBatchPhase::Last)});
  ASSERT_EQ(executable.functions.size(), 5u);
  const char *names[] = {"predict", "train", "predict", "train", "train"};
  for (auto [name, function] : llvm::zip(names, executable.functions))
    EXPECT_EQ(function.name, name);
  auto getRows = [&](size_t function) {
    return executable.functions[function].arguments.front().shape[0];
  };
  EXPECT_EQ(getRows(0), 4);
  EXPECT_EQ(getRows(2), 3);
  // Both phases add to the same sums.
  std::vector<std::string> sums;
  for (const ProgramVariable &variable : executable.variables)
    if (llvm::StringRef(variable.name).contains("accumulated"))
      sums.push_back(variable.name);
  EXPECT_EQ(sums, (std::vector<std::string>{"train.accumulated.0.count",
                                            "train.accumulated.0.sum.0",
                                            "train.accumulated.0.sum.1"}));
}

TEST_F(ExecutableTest, SharesKernels) {
  size_t alone =
      compile(getMixed(), specialize("train", 4)).kernels.names.size();
  size_t twice =
      compile(getMixed(), {specialize("train", 4), specialize("train", 4)})
          .kernels.names.size();
  EXPECT_EQ(twice, alone);
}

TEST_F(ExecutableTest, SharesKernelsOfBatches) {
  // Of a prediction no kernel knows how many samples there are.
  auto count = [&](llvm::ArrayRef<Specialization> specializations) {
    return compile(getMixed(), specializations).kernels.names.size();
  };
  EXPECT_EQ(count({specialize("predict", 32), specialize("predict", 5)}),
            count(specialize("predict", 32)));
  // Of a training, those that add samples up and divide by their number do.
  EXPECT_LE(count({specialize("train", 32), specialize("train", 5)}),
            count(specialize("train", 32)) + 3);
}

TEST_F(ExecutableTest, DependsOnNoNumberOfThreads) {
  CompileResources one, many;
  one.threads = 1;
  many.threads = 7;
  Executable first = compile(getMixed(), specialize("train", 4), one);
  Executable again = compile(getMixed(), specialize("train", 4), many);
  EXPECT_FALSE(first.kernels.image.empty());
  EXPECT_TRUE(first.kernels.image == again.kernels.image);
  EXPECT_EQ(first.kernels.offsets, again.kernels.offsets);
}

/// Counts what is compiled.
class CountingStore : public KernelStore {
public:
  std::string find(llvm::StringRef digest) override {
    auto it = kernels.find(digest.str());
    return it == kernels.end() ? "" : it->second;
  }
  void insert(const Kernels &added) override {
    numCompiled += added.size();
    for (const auto &[digest, code] : added)
      EXPECT_TRUE(kernels.try_emplace(digest, code).second) << "twice";
  }

  size_t numCompiled = 0;
  std::map<std::string, std::string> kernels;
};

TEST_F(ExecutableTest, CompilesEqualKernelsOnce) {
  CountingStore store;
  CompileResources resources;
  resources.kernels = &store;
  auto count = [&](const TrainingOptions &options,
                   llvm::ArrayRef<Specialization> specializations) {
    store.numCompiled = 0;
    compile(options, specializations, resources);
    return store.numCompiled;
  };
  Executable alone = compile({}, specialize("train", 4));
  EXPECT_EQ(count({}, specialize("train", 4)), alone.kernels.names.size());
  EXPECT_EQ(count({}, specialize("train", 4)), 0u);
  // From what was compiled before, and from nothing, the same bytes come.
  Executable again = compile({}, specialize("train", 4), resources);
  EXPECT_TRUE(alone.kernels.image == again.kernels.image);
  EXPECT_EQ(alone.kernels.offsets, again.kernels.offsets);
  // Where kernels go by other names, or stand beside others.
  EXPECT_LT(count({}, {specialize("predict", 4), specialize("train", 4)}),
            compile({}, specialize("predict", 4)).kernels.names.size() + 1);
  // The update of f32 weights is that of another precision, too.
  EXPECT_LT(count(getMixed(), specialize("train", 4)),
            compile(getMixed(), specialize("train", 4)).kernels.names.size());
  // Code for one CPU is none for another.
  TrainingOptions other;
  other.cpu = "x86-64-v3";
  EXPECT_EQ(count(other, specialize("train", 4)), alone.kernels.names.size());
}

TEST_F(ExecutableTest, NeedsNoDevice) {
  TrainingOptions options = getMixed();
  options.target = TargetKind::Cuda;
  options.chip = "sm_80";
  Executable executable = compile(options, specialize("train", 4));
  EXPECT_EQ(executable.kind, AMPRT_CUDA);
  EXPECT_NE(executable.kernels.ptx.find(".target sm_80"), std::string::npos);
  amprt_device *device = nullptr;
  ASSERT_FALSE(amprt_device_create("cpu", nullptr, &device));
  auto loaded = load(executable, device);
  ASSERT_FALSE(static_cast<bool>(loaded));
  EXPECT_NE(
      llvm::toString(loaded.takeError()).find("the executable is for CUDA"),
      std::string::npos);
  amprt_device_destroy(device);
}

TEST_F(ExecutableTest, NamesTheInstructionSetsOfItsCode) {
  TrainingOptions options = getMixed();
  auto getFeatures = [&](const char *cpu) {
    options.cpu = cpu;
    return "," + compile(options, specialize("train", 4)).kernels.cpuFeatures +
           ",";
  };
  EXPECT_EQ(getFeatures("x86-64"), ",,");
  std::string features = getFeatures("x86-64-v3");
  EXPECT_NE(features.find(",avx2,"), std::string::npos) << features;
  EXPECT_EQ(features.find("avx512"), std::string::npos) << features;
  EXPECT_NE(getFeatures("x86-64-v4").find(",avx512vl,"), std::string::npos);
  // Registers of 512 bits: an EVEX prefix (62) whose bits of the length are 2.
  auto countWide = [&](const char *cpu) {
    options.cpu = cpu;
    std::string image = compile(options, specialize("train", 4)).kernels.image;
    size_t count = 0;
    for (size_t i = 0; i + 4 < image.size(); ++i)
      count += image[i] == 0x62 && (image[i + 3] & 0x60) == 0x40;
    return count;
  };
  EXPECT_GT(countWide("x86-64-v4"), 10 * countWide("x86-64-v3") + 10);
}

TEST_F(ExecutableTest, SaysWhatItCannotCompile) {
  auto getError = [&](llvm::ArrayRef<Specialization> specializations) {
    auto executable = compileModule(*module, {}, specializations);
    return executable ? std::string("none")
                      : llvm::toString(executable.takeError());
  };
  EXPECT_EQ(getError(specialize("evaluate", 4)),
            "the module has no entry point 'evaluate'");
  EXPECT_EQ(getError(Specialization()),
            "the module has 3 functions; name the entry point");
  EXPECT_EQ(getError({}), "there is no specialization to compile");
  mlir::ScopedDiagnosticHandler silence(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  EXPECT_EQ(getError({specialize("halve"), specialize("train")}),
            "compiling entry point 'halve', 'train' failed");
}

TEST_F(ExecutableTest, CompilesWhatIsCalled) {
  module = mlir::parseSourceString<mlir::ModuleOp>(R"(
func.func @inner(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = amp.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @outer(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @inner(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = amp.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
})",
                                                   &context);
  Executable executable = compile(
      {}, {specialize("inner"), specialize("outer"), specialize("inner")});
  ASSERT_EQ(executable.functions.size(), 3u);
  EXPECT_EQ(executable.functions[0].name, "inner");
  EXPECT_EQ(executable.functions[1].name, "outer");
  EXPECT_EQ(executable.functions[2].name, "inner");
  auto getKernels = [&](size_t function) {
    std::vector<std::string> names;
    for (const ProgramRecord &record : executable.functions[function].records)
      names.push_back(record.name);
    return names;
  };
  EXPECT_EQ(getKernels(0), getKernels(2));
  EXPECT_NE(getKernels(0), getKernels(1));
}

/// The memory of an executable: state, and an argument for everything else.
class Memory {
public:
  Memory(const LoadedExecutable &loaded, amprt_device *device)
      : loaded(loaded), device(device) {}
  ~Memory() {
    for (auto &[name, buffer] : buffers)
      amprt_buffer_destroy(buffer);
  }

  amprt_buffer *get(const std::string &name, uint64_t bytes) {
    amprt_buffer *&buffer = buffers[name];
    if (!buffer) {
      EXPECT_FALSE(amprt_buffer_create(device, bytes, &buffer));
      std::vector<char> zeros(bytes);
      EXPECT_FALSE(amprt_buffer_write(buffer, 0, zeros.data(), bytes));
    }
    return buffer;
  }
  /// The bytes of a variable.
  std::pair<amprt_buffer *, uint64_t> find(const ProgramVariable &variable) {
    return {buffers[variable.flatBuffer.empty() ? variable.name
                                                : variable.flatBuffer],
            variable.flatBufferOffset};
  }
  /// Runs a function on inputs of ones.
  void run(size_t number) {
    const ProgramFunction &function = loaded.get().functions[number];
    std::vector<amprt_buffer *> arguments;
    for (auto [argument, bytes] :
         llvm::zip(function.arguments, function.argumentBytes)) {
      bool isState = argument.kind == ProgramArgument::Kind::Variable ||
                     argument.kind == ProgramArgument::Kind::FlatBuffer;
      arguments.push_back(
          get(isState ? argument.name : std::to_string(number) + argument.name,
              bytes));
      if (argument.kind != ProgramArgument::Kind::Input)
        continue;
      std::vector<float> ones(bytes / sizeof(float), 1.0f);
      EXPECT_FALSE(amprt_buffer_write(arguments.back(), 0, ones.data(), bytes));
    }
    amprt_buffer *arena =
        get("arena" + std::to_string(number), function.arenaBytes);
    EXPECT_FALSE(amprt_program_run(loaded.getProgram(number), arena,
                                   arguments.data(), arguments.size()));
  }

private:
  const LoadedExecutable &loaded;
  amprt_device *device;
  std::map<std::string, amprt_buffer *> buffers;
};

TEST_F(ExecutableTest, KeepsCopiesInEveryFunction) {
  // `halve` changes a weight, of which `train` and `predict` read a copy.
  amprt_device *device = nullptr;
  ASSERT_FALSE(amprt_device_create("cpu", nullptr, &device));
  std::vector<std::vector<float>> predictions;
  for (bool hoists : {false, true}) {
    TrainingOptions options = getMixed();
    options.hoistWeightCasts = hoists;
    auto loaded =
        load(compile(options, {specialize("train", 4), specialize("halve"),
                               specialize("predict", 3)}),
             device);
    ASSERT_TRUE(static_cast<bool>(loaded))
        << llvm::toString(loaded.takeError());
    Memory memory(**loaded, device);
    unsigned numCopies = 0;
    // Zeros as first values; the first weights and their copy are set.
    for (size_t number : {0, 1, 2})
      memory.run(number);
    for (const ProgramVariable &variable : (*loaded)->get().variables) {
      numCopies += !variable.copyOf.empty();
      auto [buffer, offset] = memory.find(variable);
      if (!buffer)
        continue;
      std::vector<float> values(64, 0.0f);
      std::vector<uint16_t> halves(64, 0);
      if (variable.name == "w" || variable.copyOf == "w") {
        // -1, -0.5, 0, 0.5 and 1 are exact in bf16.
        for (size_t i = 0; i < 64; ++i) {
          values[i] = static_cast<float>(int(i % 5) - 2) / 2;
          uint32_t bits;
          std::memcpy(&bits, &values[i], 4);
          halves[i] = static_cast<uint16_t>(bits >> 16);
        }
      }
      uint64_t bytes =
          llvm::cantFail(::amp::checkedByteSize(variable.type, variable.shape));
      bool isHalf = variable.type == ::amp::ElementType::BF16;
      std::vector<char> zeros(512);
      const void *source = zeros.data();
      if (isHalf)
        source = halves.data();
      else if (variable.type == ::amp::ElementType::F32)
        source = values.data();
      ASSERT_FALSE(amprt_buffer_write(buffer, offset, source, bytes));
    }
    EXPECT_EQ(numCopies, hoists ? 2u : 0u);
    for (size_t number : {0, 1, 0, 1, 2, 0, 2})
      memory.run(number);
    std::vector<float> y(24);
    ASSERT_FALSE(amprt_buffer_read(memory.get("2y", 96), 0, y.data(), 96));
    EXPECT_NE(y, std::vector<float>(24));
    predictions.push_back(y);
  }
  EXPECT_EQ(predictions[0], predictions[1]);
  amprt_device_destroy(device);
}

} // namespace
