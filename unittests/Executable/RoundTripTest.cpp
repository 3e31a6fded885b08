//===- RoundTripTest.cpp - What is written is what is read ----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>

using namespace amp;
using namespace amp::test;
using namespace mlir::amp;
namespace file = amp::rt::file;

//===----------------------------------------------------------------------===//
// As text, to be compared
//===----------------------------------------------------------------------===//

namespace {
/// Every field of an executable on a line of its own; numbers by their bits.
class Lines {
public:
  void add(const char *name, llvm::StringRef text) {
    lines += (llvm::Twine(name) + " '" + text + "'\n").str();
  }
  void add(const char *name, int64_t number) {
    add(name, std::to_string(number));
  }
  void add(const char *name, double number) {
    uint64_t bits;
    std::memcpy(&bits, &number, sizeof(bits));
    add(name, "bits " + std::to_string(bits));
  }
  void add(const char *name, ::amp::ElementType type) {
    add(name, mlirName(type));
  }
  void add(const char *name, llvm::ArrayRef<int64_t> shape) {
    add(name, ::amp::shapeToString(shape));
  }
  std::string lines;
};
} // namespace

static void describe(Lines &to, const EntryPoint &entry) {
  to.add("entry", entry.name);
  for (const EntryArgument &argument : entry.arguments) {
    to.add(" argument", argument.name);
    to.add("  type", argument.type);
    to.add("  shape", argument.shape);
    to.add("  batched", int64_t(argument.isBatched));
  }
  for (const EntryResult &result : entry.results) {
    to.add(" result", result.name);
    to.add("  type", result.type);
    to.add("  shape", result.shape);
    to.add("  reduction", result.reduction);
    to.add("  batched", int64_t(result.isBatched));
  }
  to.add(" parameters", int64_t(entry.updatesParameters));
  to.add(" state", int64_t(entry.updatesState));
  to.add(" accumulates", int64_t(entry.accumulates));
  to.add(" steps", int64_t(entry.steps));
}

static void describe(Lines &to, const ProgramVariable &variable) {
  to.add("variable", variable.name);
  to.add(" role", variable.role);
  to.add(" statistic", variable.statistic);
  to.add(" type", variable.type);
  to.add(" shape", variable.shape);
  if (const auto *spec =
          std::get_if<::amp::InitializerSpec>(&variable.initializer)) {
    to.add(" distribution", int64_t(spec->kind));
    to.add("  a", spec->a);
    to.add("  b", spec->b);
    to.add("  stream", int64_t(spec->stream));
  } else {
    const auto &values = std::get<::amp::Tensor>(variable.initializer);
    to.add(" values", values.bytes());
    to.add("  type", values.type);
    to.add("  shape", values.shape);
  }
  to.add(" copy of", variable.copyOf);
  to.add(" flat buffer", variable.flatBuffer);
  to.add(" offset", int64_t(variable.flatBufferOffset));
  to.add(" base rate", int64_t(variable.isBaseRate));
}

static void describe(Lines &to, const ProgramFunction &function) {
  to.add("function", function.name);
  const Specialization &specialization = function.specialization;
  to.add(" entry", specialization.entry.value_or("none"));
  for (const std::string &shape : specialization.shapes)
    to.add(" of", shape);
  to.add(" batch", specialization.batch.value_or(-1));
  to.add(" accumulate", specialization.accumulate);
  to.add(" phase", stringifyOption(specialization.phase));
  for (const ProgramArgument &argument : function.arguments) {
    to.add(" argument", argument.name);
    to.add("  kind", int64_t(argument.kind));
    to.add("  type", argument.type);
    to.add("  shape", argument.shape);
    to.add("  reduction", argument.reduction);
    for (const ProgramIndexRange &range : argument.indexRanges) {
      to.add("  from", range.lower);
      to.add("  to", range.upper);
      to.add("  ignored", range.ignored ? std::to_string(*range.ignored) : "");
      to.add("  user", range.user);
    }
  }
  for (uint64_t bytes : function.argumentBytes)
    to.add(" bytes", int64_t(bytes));
  to.add(" arena", int64_t(function.arenaBytes));
  for (const ProgramRecord &record : function.records) {
    to.add(" record", record.name);
    to.add("  at", record.location);
    to.add("  of", record.sourceOp + " " + record.sourceName);
  }
  for (const ProgramTest &test : function.tests) {
    to.add(" test", test.kind);
    to.add("  op", test.op);
    to.add("  name", test.name);
    to.add("  at", test.location);
    to.add("  type", test.type);
  }
}

/// Without what only the runtime reads.
static std::string describe(const Executable &executable) {
  Lines to;
  to.add("compiler", executable.compiler);
  to.add("kind", int64_t(executable.kind));
  to.add("target", executable.target);
  for (const auto &[name, value] : executable.options)
    to.add("option", name + "=" + value);
  for (const EntryPoint &entry : executable.entries)
    describe(to, entry);
  for (const ProgramVariable &variable : executable.variables)
    describe(to, variable);
  for (const ProgramScaler &scaler : executable.scalers) {
    to.add("scaler", scaler.name);
    to.add(" scale", scaler.scale);
    to.add(" tracker", scaler.growthTracker);
    to.add(" growth", scaler.growthFactor);
    to.add(" backoff", scaler.backoffFactor);
    to.add(" interval", scaler.growthInterval);
    to.add(" fixed", int64_t(scaler.isFixed));
    to.add(" skips", scaler.consecutiveSkips);
    to.add(" limit", scaler.skipLimit);
  }
  for (const ProgramOptimizer &optimizer : executable.optimizers) {
    to.add("optimizer", optimizer.name);
    to.add(" rate", optimizer.rate);
    to.add(" base", optimizer.baseRate);
  }
  for (const ProgramFunction &function : executable.functions)
    describe(to, function);
  for (const std::string &name : executable.kernels.names)
    to.add("kernel", name);
  to.add("features", executable.kernels.cpuFeatures);
  const PrecisionUse &use = executable.precision;
  to.add("decided", use.decidedOps);
  to.add("low type", int64_t(use.usesLowType));
  to.add("tf32", use.tf32Ops);
  to.add("losses", use.fusedLosses);
  to.add("keeps parameters", int64_t(use.keepsParameters));
  for (const PrecisionUse::Unused &unused : use.unused)
    to.add("unused", unused.place + ": " + unused.text);
  to.add("policy", executable.policy);
  to.add("explanation", executable.explanation);
  for (const CompilerMessage &message : executable.messages) {
    to.add("message", message.text);
    to.add(" severity", int64_t(message.severity));
    to.add(" at", message.location);
    to.add(" rendered", message.rendered);
  }
  return to.lines;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

TEST(ExecutableFile, GivesWhatWasWritten) {
  const Executable full = makeFull();
  auto bytes = writeExecutable(full);
  ASSERT_TRUE(static_cast<bool>(bytes)) << llvm::toString(bytes.takeError());
  EXPECT_TRUE(isExecutableFile((*bytes)->getBuffer()));
  auto found = readExecutable(*bytes);
  ASSERT_TRUE(static_cast<bool>(found)) << llvm::toString(found.takeError());
  EXPECT_EQ(describe(*found), describe(full));
  // What only the runtime needs stays in the file.
  EXPECT_TRUE(found->kernels.image.empty() && found->kernels.ptx.empty());
  EXPECT_TRUE(found->constants.empty() && found->kernels.offsets.empty());
  EXPECT_TRUE(found->functions.front().operands.empty());
}

TEST(ExecutableFile, GivesAnEmptyOne) {
  Executable empty;
  EXPECT_EQ(read(write(empty)), "read");
  auto found = readExecutable(toBytes(write(empty)));
  ASSERT_TRUE(static_cast<bool>(found));
  EXPECT_EQ(describe(*found), describe(empty));
}

TEST(ExecutableFile, GivesEveryWordOfEnumerations) {
  Executable executable = makeFull();
  for (::amp::ElementType type : ::amp::allElementTypes()) {
    ProgramVariable variable = executable.variables.front();
    variable.name = mlirName(type).str();
    variable.type = type;
    executable.variables.push_back(variable);
  }
  for (int kind = 0; kind <= int(::amp::InitializerSpec::Kind::Seed); ++kind) {
    ProgramVariable variable = executable.variables.front();
    variable.name = "distribution " + std::to_string(kind);
    variable.initializer = ::amp::InitializerSpec{
        ::amp::InitializerSpec::Kind(kind), -0.0, 1e-310, ~uint64_t(0)};
    executable.variables.push_back(variable);
  }
  for (MicroBatchPhase phase :
       {MicroBatchPhase::Any, MicroBatchPhase::Inner, MicroBatchPhase::Last}) {
    executable.functions.push_back(executable.functions.front());
    executable.functions.back().specialization.phase = phase;
    executable.functions.back().specialization.batch.reset();
  }
  auto found = readExecutable(toBytes(write(executable)));
  ASSERT_TRUE(static_cast<bool>(found)) << llvm::toString(found.takeError());
  EXPECT_EQ(describe(*found), describe(executable));
}

TEST(ExecutableFile, ValuesPointIntoTheFileAndKeepIt) {
  ExecutableBytes bytes = toBytes(write(makeFull()));
  const char *begin = bytes->getBufferStart(), *end = bytes->getBufferEnd();
  auto found = readExecutable(bytes);
  ASSERT_TRUE(static_cast<bool>(found));
  std::weak_ptr<const llvm::MemoryBuffer> watch = bytes;
  bytes.reset();
  auto &table = *llvm::find_if(found->variables, [](const ProgramVariable &v) {
    return v.name == "table";
  });
  ::amp::Tensor values = std::get<::amp::Tensor>(table.initializer);
  EXPECT_TRUE(values.bytes().data() >= begin && values.bytes().data() < end);
  *found = Executable();
  EXPECT_FALSE(watch.expired());
  EXPECT_EQ(values.bytes(), "0123456789abcdef");
  values = ::amp::Tensor();
  EXPECT_TRUE(watch.expired());
}

TEST(ExecutableFile, SameBytesEachTime) {
  EXPECT_EQ(write(makeFull()), write(makeFull()));
  EXPECT_EQ(write(makeLoadable()), write(makeLoadable()));
  // And again from what was read, but for the runtime's part.
  Executable executable = makeFull();
  for (ProgramFunction &function : executable.functions) {
    function.operands.clear();
    for (ProgramRecord &record : function.records)
      record.fields = {AMPRT_RECORD_COPY, nullptr, nullptr, 0, 0, {}};
  }
  KernelCode code;
  code.names = executable.kernels.names;
  code.cpuFeatures = executable.kernels.cpuFeatures;
  executable.kernels = code;
  executable.constants.clear();
  std::string first = write(executable);
  auto found = readExecutable(toBytes(first));
  ASSERT_TRUE(static_cast<bool>(found));
  for (ProgramFunction &function : found->functions)
    for (ProgramRecord &record : function.records)
      record.fields.kind = AMPRT_RECORD_COPY;
  EXPECT_EQ(write(*found), first);
}

//===----------------------------------------------------------------------===//
// What the runtime gets
//===----------------------------------------------------------------------===//

static std::string getSection(const std::string &bytes,
                              const file::Section *section) {
  if (!section)
    return "none";
  EXPECT_EQ(section->offset() % AMPRT_SECTION_ALIGNMENT, 0u);
  return bytes.substr(section->offset(), section->bytes());
}

TEST(ExecutableFile, HasTheSections) {
  const Executable full = makeFull();
  std::string bytes = write(full);
  const file::Executable &tables = *getTables(bytes);
  const file::Kernels &kernels = *tables.kernels();
  EXPECT_EQ(getSection(bytes, kernels.image()), full.kernels.image);
  EXPECT_EQ(getSection(bytes, kernels.ptx()), full.kernels.ptx);
  EXPECT_EQ(getSection(bytes, tables.constants()), full.constants);
  ASSERT_EQ(kernels.offsets()->size(), 2u);
  EXPECT_EQ(kernels.offsets()->Get(1), 8u);
  // Those that are not there are left out.
  std::string empty = write(Executable());
  EXPECT_EQ(getTables(empty)->kernels()->image(), nullptr);
  EXPECT_EQ(getTables(empty)->constants(), nullptr);
}

TEST(ExecutableFile, HasTheLaunchList) {
  const Executable full = makeFull();
  const ProgramFunction &function = full.functions.front();
  std::string bytes = write(full);
  const file::Program &program =
      *getTables(bytes)->functions()->Get(0)->program();
  EXPECT_EQ(program.arena_bytes(), function.arenaBytes);
  ASSERT_EQ(program.operands()->size(), function.operands.size());
  for (auto [i, expected] : llvm::enumerate(function.operands)) {
    const file::Slice *slice = program.operands()->Get(i);
    EXPECT_EQ(slice->binding(), expected.binding);
    EXPECT_EQ(slice->offset(), expected.offset);
    EXPECT_EQ(slice->bytes(), expected.bytes);
    EXPECT_EQ(slice->steps()->Get(0), expected.steps[0]);
    EXPECT_EQ(slice->steps()->Get(1), expected.steps[1]);
  }
  ASSERT_EQ(program.records()->size(), 6u);
  for (auto [i, expected] : llvm::enumerate(function.records)) {
    const file::Record *record = program.records()->Get(i);
    EXPECT_EQ(record->first_operand(), expected.fields.first_operand);
    EXPECT_EQ(record->num_operands(), expected.fields.num_operands);
  }
  const file::Launch &launch = *program.records()->Get(0)->launch();
  EXPECT_EQ(launch.kernel(), 1u);
  EXPECT_EQ(launch.extent(), 640);
  EXPECT_EQ(launch.grain(), 16);
  EXPECT_EQ(launch.grid_x(), 1u);
  EXPECT_EQ(launch.grid_y(), 2u);
  EXPECT_EQ(launch.grid_z(), 3u);
  EXPECT_EQ(launch.block_x(), 4u);
  EXPECT_EQ(launch.block_y(), 5u);
  EXPECT_EQ(launch.block_z(), 6u);
  const file::Gemm &gemm = *program.records()->Get(1)->gemm();
  const int64_t sizes[] = {gemm.m(),       gemm.n(),        gemm.k(),
                           gemm.batch(),   gemm.lda(),      gemm.ldb(),
                           gemm.ldc(),     gemm.stride_a(), gemm.stride_b(),
                           gemm.stride_c()};
  const int64_t expected[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29};
  EXPECT_EQ(llvm::ArrayRef(sizes), llvm::ArrayRef(expected));
  EXPECT_TRUE(gemm.transpose_a());
  EXPECT_FALSE(gemm.transpose_b());
  EXPECT_EQ(gemm.type_a(), file::ElementType_BF16);
  EXPECT_EQ(gemm.type_b(), file::ElementType_F16);
  EXPECT_EQ(gemm.type_c(), file::ElementType_F64);
  EXPECT_EQ(gemm.type_bias(), file::ElementType_F32);
  EXPECT_EQ(gemm.compute(), AMPRT_COMPUTE_TF32);
  EXPECT_EQ(gemm.epilogue(), AMPRT_EPILOGUE_BIAS | AMPRT_EPILOGUE_RELU);
  const file::Record &copy = *program.records()->Get(2);
  EXPECT_TRUE(!copy.launch() && !copy.gemm() && !copy.fill() && !copy.repeat());
  EXPECT_EQ(program.records()->Get(3)->fill()->width(), 2u);
  EXPECT_EQ(program.records()->Get(3)->fill()->bits(), 0xbf80u);
  EXPECT_EQ(program.records()->Get(4)->repeat()->count(), 7u);
  EXPECT_EQ(program.records()->Get(4)->repeat()->num_records(), 1u);
}

TEST(ExecutableFile, HasAttentions) {
  Executable full = makeFull();
  amprt_record &fields = full.functions.front().records[2].fields;
  fields.kind = AMPRT_RECORD_ATTENTION;
  amprt_attention &attention = fields.as.attention;
  attention = {};
  // Each number is another.
  int64_t next = 1;
  for (int64_t *size : {&attention.batch, &attention.heads,
                        &attention.key_heads, &attention.rows, &attention.keys,
                        &attention.size, &attention.value_size})
    *size = next++;
  for (amprt_attention_strides &strides : attention.strides) {
    strides = {next, next + 1, next + 2};
    next += 3;
  }
  for (int64_t &stride : attention.mask_strides)
    stride = next++;
  attention.type = AMPRT_BF16;
  attention.type_result = AMPRT_F32;
  attention.type_mask = AMPRT_I1;
  attention.flags = 13;
  attention.dropout_limit = 1u << 22;
  attention.scale = 0.125f;
  attention.kept_scale = 1.5f;
  std::string bytes = write(full);
  const file::Record &record =
      *getTables(bytes)->functions()->Get(0)->program()->records()->Get(2);
  ASSERT_NE(record.attention(), nullptr);
  const file::Attention &read = *record.attention();
  const int64_t sizes[] = {read.batch(),     read.heads(), read.key_heads(),
                           read.rows(),      read.keys(),  read.size(),
                           read.value_size()};
  next = 1;
  for (int64_t size : sizes)
    EXPECT_EQ(size, next++);
  for (uint16_t i = 0; i < 3 * AMPRT_ATTENTION_MATRICES; ++i)
    EXPECT_EQ(read.strides()->Get(i), next++);
  for (uint16_t i = 0; i < 4; ++i)
    EXPECT_EQ(read.mask_strides()->Get(i), next++);
  EXPECT_EQ(read.type(), file::ElementType_BF16);
  EXPECT_EQ(read.type_result(), file::ElementType_F32);
  EXPECT_EQ(read.type_mask(), file::ElementType_I1);
  EXPECT_EQ(read.flags(), 13);
  EXPECT_EQ(read.dropout_limit(), 1u << 22);
  EXPECT_EQ(read.scale(), 0.125f);
  EXPECT_EQ(read.kept_scale(), 1.5f);
}

TEST(ExecutableFile, Runs) {
  auto check = [](amprt_status *status) {
    EXPECT_EQ(status, nullptr) << (status ? amprt_status_message(status) : "");
    amprt_status_free(status);
  };
  amprt_device *device = nullptr;
  check(amprt_device_create("cpu", nullptr, &device));
  ASSERT_NE(device, nullptr);
  {
    ExecutableBytes bytes = toBytes(write(makeLoadable()));
    auto loaded = LoadedExecutable::load(bytes, device);
    ASSERT_TRUE(static_cast<bool>(loaded))
        << llvm::toString(loaded.takeError());
    EXPECT_EQ((*loaded)->get().functions.size(), 1u);
    EXPECT_EQ((*loaded)->getProgram(1), nullptr);
    // Loading is over, and the file need not stay.
    bytes.reset();
    const float x[8] = {1, 2, 3, 4}, w[8] = {5, 6, 7, 8};
    float y[8] = {};
    std::vector<amprt_buffer *> buffers(4);
    for (amprt_buffer *&buffer : buffers)
      check(amprt_buffer_create(device, &buffer == &buffers[3] ? 64 : 32,
                                &buffer));
    check(amprt_buffer_write(buffers[0], 0, x, sizeof(x)));
    check(amprt_buffer_write(buffers[1], 0, w, sizeof(w)));
    check(amprt_program_run((*loaded)->getProgram(0), buffers[3],
                            buffers.data(), 3));
    check(amprt_buffer_read(buffers[2], 0, y, sizeof(y)));
    const float expected[8] = {1, 2, 3, 4, 23, 34, 31, 46};
    EXPECT_EQ(llvm::ArrayRef(y), llvm::ArrayRef(expected));
    uint16_t filled[32];
    check(amprt_buffer_read(buffers[3], 0, filled, sizeof(filled)));
    EXPECT_TRUE(llvm::all_of(filled, [](uint16_t v) { return v == 0xbf80; }));
    for (amprt_buffer *buffer : buffers)
      amprt_buffer_destroy(buffer);
  }
  EXPECT_EQ(amprt_device_memory_in_use(device), 0u);
  amprt_device_destroy(device);
}

TEST(ExecutableFile, IsLoadedOnce) {
  amprt_device *device = nullptr;
  ASSERT_EQ(amprt_device_create("cpu", nullptr, &device), nullptr);
  std::string good = write(makeLoadable());
  ExecutableBytes bytes = toBytes(good);
  amprt_executable *executable = nullptr;
  ASSERT_EQ(amprt_executable_open(bytes->getBufferStart(),
                                  bytes->getBufferSize(),
                                  /*has_known_digest=*/0, &executable),
            nullptr);
  EXPECT_EQ(amprt_executable_num_programs(executable), 1u);
  EXPECT_EQ(amprt_executable_program(executable, 0), nullptr);
  EXPECT_EQ(amprt_executable_load(executable, device), nullptr);
  EXPECT_NE(amprt_executable_program(executable, 0), nullptr);
  amprt_status *status = amprt_executable_load(executable, device);
  ASSERT_NE(status, nullptr);
  EXPECT_EQ(amprt_status_code(status), AMPRT_INVALID_ARGUMENT);
  EXPECT_STREQ(amprt_status_message(status),
               "the executable is loaded already");
  amprt_status_free(status);
  // It is still there.
  EXPECT_NE(amprt_executable_program(executable, 0), nullptr);
  amprt_executable_destroy(executable);
  amprt_executable_destroy(nullptr);
  amprt_device_destroy(device);
}

TEST(ExecutableFile, TakesAKnownDigestForGranted) {
  std::string file = write(makeLoadable());
  file[offsetof(amprt_executable_header, sha256)] ^= 1;
  ExecutableBytes bytes = toBytes(file);
  for (int isKnown : {0, 1}) {
    amprt_executable *executable = nullptr;
    amprt_status *status = amprt_executable_open(
        bytes->getBufferStart(), bytes->getBufferSize(), isKnown, &executable);
    EXPECT_EQ(status == nullptr, isKnown == 1);
    amprt_status_free(status);
    amprt_executable_destroy(executable);
  }
}

TEST(ExecutableFile, RefusesWrongArguments) {
  ExecutableBytes bytes = toBytes(write(makeLoadable()));
  auto open = [&](const void *data, amprt_executable **executable) {
    amprt_status *status =
        amprt_executable_open(data, bytes->getBufferSize(),
                              /*has_known_digest=*/0, executable);
    std::string text =
        status ? std::string(amprt_status_message(status)) : "opened";
    if (status) {
      EXPECT_EQ(amprt_status_code(status), AMPRT_INVALID_ARGUMENT);
    }
    amprt_status_free(status);
    return text;
  };
  amprt_executable *executable = nullptr;
  EXPECT_EQ(open(nullptr, &executable), "data is NULL");
  EXPECT_EQ(open(bytes->getBufferStart(), nullptr), "executable is NULL");
  std::string moved = "1234" + bytes->getBuffer().str();
  ExecutableBytes shifted = toBytes(moved);
  EXPECT_EQ(open(shifted->getBufferStart() + 4, &executable),
            "data is not aligned to 8 bytes");
  EXPECT_EQ(executable, nullptr);
}
