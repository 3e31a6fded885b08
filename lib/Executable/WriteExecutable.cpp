//===- WriteExecutable.cpp - The file of an executable --------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp-rt/Executable_generated.h"
#include "amp/Executable/ExecutableFile.h"
#include "amp/Support/Error.h"
#include "amp/Support/Sha256.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <array>
#include <cstring>

using namespace mlir::amp;
namespace file = ::amp::rt::file;

namespace {

template <typename T>
using Offset = flatbuffers::Offset<T>;
using Text = Offset<flatbuffers::String>;

/// Sections are laid out first, so that the tables can say where they are.
class Writer {
public:
  explicit Writer(const Executable &executable) : executable(executable) {}

  llvm::Expected<ExecutableBytes> write();

private:
  file::Section addSection(llvm::StringRef bytes);
  /// Null for no bytes, which the tables leave out.
  const file::Section *addOptional(llvm::StringRef bytes,
                                   file::Section &section);

  /// Texts that occur often are there once. Empty ones are left out where they
  /// may be.
  Text text(llvm::StringRef value) {
    return builder.CreateSharedString(value.data(), value.size());
  }
  Text optional(llvm::StringRef value) {
    return value.empty() ? Text() : text(value);
  }
  template <typename Range, typename Function>
  auto list(const Range &range, Function function) {
    std::vector<decltype(function(*range.begin()))> items;
    items.reserve(range.size());
    for (const auto &item : range)
      items.push_back(function(item));
    return builder.CreateVector(items);
  }
  Offset<flatbuffers::Vector<int64_t>> shape(llvm::ArrayRef<int64_t> sizes) {
    return builder.CreateVector(sizes.data(), sizes.size());
  }

  Offset<file::Record> write(const ProgramRecord &record);
  Offset<file::Argument> write(const ProgramArgument &argument);
  Offset<file::Function> write(const ProgramFunction &function);
  Offset<file::Entry> write(const EntryPoint &entry);
  Offset<file::Variable> write(const ProgramVariable &variable);
  Offset<file::Scaler> write(const ProgramScaler &scaler);
  Offset<file::Kernels> write(const KernelCode &code);
  Offset<file::PrecisionUse> write(const PrecisionUse &use);
  Offset<file::Message> write(const CompilerMessage &message);

  const Executable &executable;
  flatbuffers::FlatBufferBuilder builder;
  /// Of the file, and what is there.
  uint64_t end = sizeof(amprt_executable_header);
  std::vector<std::pair<uint64_t, llvm::StringRef>> sections;
};

} // namespace

static file::ElementType toFile(::amp::ElementType type) {
  return static_cast<file::ElementType>(type);
}
static file::ElementType toFile(amprt_type type) {
  return static_cast<file::ElementType>(type);
}
static_assert(static_cast<int>(::amp::ElementType::C128) ==
                      static_cast<int>(file::ElementType_C128) &&
                  static_cast<int>(AMPRT_I1) ==
                      static_cast<int>(file::ElementType_I1),
              "the enumerations have one order");
static_assert(static_cast<int>(ProgramArgument::Kind::Output) ==
                      static_cast<int>(file::ArgumentKind_Output) &&
                  static_cast<int>(MicroBatchPhase::Last) ==
                      static_cast<int>(file::Phase_Last) &&
                  static_cast<int>(::amp::InitializerSpec::Kind::Seed) ==
                      static_cast<int>(file::Distribution_Seed) &&
                  static_cast<int>(CompilerMessage::Severity::Warning) ==
                      static_cast<int>(file::Severity_Warning) &&
                  static_cast<int>(AMPRT_CUDA) ==
                      static_cast<int>(file::DeviceKind_Cuda),
              "the enumerations have one order");

file::Section Writer::addSection(llvm::StringRef bytes) {
  end = llvm::alignTo(end, AMPRT_SECTION_ALIGNMENT);
  file::Section section(end, bytes.size());
  sections.emplace_back(end, bytes);
  end += bytes.size();
  return section;
}

const file::Section *Writer::addOptional(llvm::StringRef bytes,
                                         file::Section &section) {
  if (bytes.empty())
    return nullptr;
  section = addSection(bytes);
  return &section;
}

Offset<file::Record> Writer::write(const ProgramRecord &record) {
  const amprt_record &fields = record.fields;
  Text name = text(record.name), location = optional(record.location);
  Text sourceOp = optional(record.sourceOp),
       sourceName = optional(record.sourceName);
  std::optional<file::Launch> launch;
  std::optional<file::Gemm> gemm;
  std::optional<file::Fill> fill;
  std::optional<file::Repeat> repeat;
  std::optional<file::Convolution> convolution;
  std::optional<file::Attention> attention;
  switch (fields.kind) {
  case AMPRT_RECORD_LAUNCH: {
    const amprt_launch &l = fields.as.launch;
    launch.emplace(l.kernel, l.extent, l.grain, l.grid[0], l.grid[1], l.grid[2],
                   l.block[0], l.block[1], l.block[2]);
    break;
  }
  case AMPRT_RECORD_GEMM: {
    const amprt_gemm &g = fields.as.gemm;
    gemm.emplace(g.m, g.n, g.k, g.batch, g.lda, g.ldb, g.ldc, g.stride_a,
                 g.stride_b, g.stride_c, g.transpose_a != 0, g.transpose_b != 0,
                 toFile(g.type_a), toFile(g.type_b), toFile(g.type_c),
                 toFile(g.type_bias), static_cast<uint8_t>(g.compute),
                 static_cast<uint8_t>(g.epilogue));
    break;
  }
  case AMPRT_RECORD_FILL:
    fill.emplace(fields.as.fill.width, fields.as.fill.bits);
    break;
  case AMPRT_RECORD_REPEAT:
    repeat.emplace(fields.as.repeat.count, fields.as.repeat.num_records);
    break;
  case AMPRT_RECORD_CONVOLUTION: {
    const amprt_convolution &c = fields.as.convolution;
    std::array<file::Window, AMPRT_MOST_SPATIAL> windows;
    for (size_t i = 0; i < windows.size(); ++i) {
      const amprt_window &w = c.windows[i];
      windows[i] = file::Window(w.input, w.kernel, w.output, w.stride,
                                w.padding, w.dilation);
    }
    convolution.emplace(
        c.num_spatial, c.batch, c.groups, c.input_channels, c.output_channels,
        windows, static_cast<uint8_t>(c.direction),
        static_cast<uint8_t>(c.input_layout),
        static_cast<uint8_t>(c.weight_layout),
        static_cast<uint8_t>(c.output_layout), toFile(c.type_operands),
        toFile(c.type_result), toFile(c.type_bias),
        static_cast<uint8_t>(c.compute), static_cast<uint8_t>(c.epilogue));
    break;
  }
  case AMPRT_RECORD_ATTENTION: {
    const amprt_attention &a = fields.as.attention;
    std::array<int64_t, 3 * AMPRT_ATTENTION_MATRICES> strides;
    for (auto [i, matrix] : llvm::enumerate(a.strides)) {
      strides[3 * i] = matrix.batch;
      strides[3 * i + 1] = matrix.head;
      strides[3 * i + 2] = matrix.row;
    }
    attention.emplace(
        a.batch, a.heads, a.key_heads, a.rows, a.keys, a.size, a.value_size,
        flatbuffers::make_span(std::as_const(strides)),
        flatbuffers::make_span<int64_t, 4>(a.mask_strides), toFile(a.type),
        toFile(a.type_result), toFile(a.type_mask),
        static_cast<uint8_t>(a.flags), a.dropout_limit, a.scale, a.kept_scale);
    break;
  }
  case AMPRT_RECORD_COPY:
    break;
  }
  return file::CreateRecord(builder, name, location, fields.first_operand,
                            fields.num_operands, launch ? &*launch : nullptr,
                            gemm ? &*gemm : nullptr, fill ? &*fill : nullptr,
                            repeat ? &*repeat : nullptr, sourceOp, sourceName,
                            convolution ? &*convolution : nullptr,
                            attention ? &*attention : nullptr);
}

Offset<file::Argument> Writer::write(const ProgramArgument &argument) {
  auto uses = list(argument.indexRanges, [&](const ProgramIndexRange &range) {
    file::IndexRange bounds(range.lower, range.upper, range.ignored.value_or(0),
                            range.ignored.has_value());
    return file::CreateIndexUse(builder, &bounds, text(range.user));
  });
  return file::CreateArgument(
      builder, static_cast<file::ArgumentKind>(argument.kind),
      text(argument.name), toFile(argument.type), shape(argument.shape),
      optional(argument.reduction), uses);
}

Offset<file::Function> Writer::write(const ProgramFunction &function) {
  auto operands = [&] {
    std::vector<file::Slice> slices;
    slices.reserve(function.operands.size());
    for (const amprt_slice &slice : function.operands)
      slices.emplace_back(
          slice.binding, slice.offset, slice.bytes,
          flatbuffers::make_span<int64_t, AMPRT_MOST_REPEATS>(slice.steps));
    return builder.CreateVectorOfStructs(slices);
  }();
  auto argumentBytes = builder.CreateVector(function.argumentBytes);
  auto records =
      list(function.records, [&](const ProgramRecord &r) { return write(r); });
  auto program = file::CreateProgram(builder, function.arenaBytes,
                                     argumentBytes, operands, records);
  const Specialization &specialization = function.specialization;
  auto shapes = list(specialization.shapes,
                     [&](const std::string &s) { return text(s); });
  auto arguments = list(function.arguments,
                        [&](const ProgramArgument &a) { return write(a); });
  auto tests = list(function.tests, [&](const ProgramTest &test) {
    return file::CreateTest(builder, text(test.kind), text(test.op),
                            text(test.name), text(test.location),
                            text(test.type));
  });
  return file::CreateFunction(
      builder, text(function.name), shapes, specialization.batch.value_or(-1),
      specialization.accumulate, static_cast<file::Phase>(specialization.phase),
      arguments, program, tests);
}

Offset<file::Entry> Writer::write(const EntryPoint &entry) {
  auto arguments = list(entry.arguments, [&](const EntryArgument &a) {
    return file::CreateEntryValue(builder, text(a.name), toFile(a.type),
                                  shape(a.shape), Text(), a.isBatched);
  });
  auto results = list(entry.results, [&](const EntryResult &r) {
    return file::CreateEntryValue(builder, text(r.name), toFile(r.type),
                                  shape(r.shape), optional(r.reduction),
                                  r.isBatched);
  });
  return file::CreateEntry(builder, text(entry.name), arguments, results,
                           entry.updatesParameters, entry.updatesState,
                           entry.accumulates, entry.steps);
}

Offset<file::Variable> Writer::write(const ProgramVariable &variable) {
  std::optional<file::Initializer> initializer;
  std::optional<file::Section> values;
  if (const auto *spec =
          std::get_if<::amp::InitializerSpec>(&variable.initializer))
    initializer.emplace(spec->a, spec->b, spec->stream,
                        static_cast<file::Distribution>(spec->kind));
  else
    values = addSection(std::get<::amp::Tensor>(variable.initializer).bytes());
  return file::CreateVariable(
      builder, text(variable.name), text(variable.role),
      optional(variable.statistic), toFile(variable.type),
      shape(variable.shape), initializer ? &*initializer : nullptr,
      values ? &*values : nullptr, optional(variable.copyOf),
      optional(variable.flatBuffer), variable.flatBufferOffset,
      variable.isBaseRate);
}

Offset<file::Scaler> Writer::write(const ProgramScaler &scaler) {
  return file::CreateScaler(builder, text(scaler.name), text(scaler.scale),
                            text(scaler.growthTracker), scaler.growthFactor,
                            scaler.backoffFactor, scaler.growthInterval,
                            scaler.isFixed, text(scaler.consecutiveSkips),
                            scaler.skipLimit);
}

Offset<file::Kernels> Writer::write(const KernelCode &code) {
  file::Section image, ptx;
  const file::Section *imagePlace = addOptional(code.image, image);
  const file::Section *ptxPlace = addOptional(code.ptx, ptx);
  auto names =
      list(code.names, [&](const std::string &name) { return text(name); });
  Offset<flatbuffers::Vector<uint64_t>> offsets;
  if (!code.offsets.empty())
    offsets = builder.CreateVector(code.offsets);
  return file::CreateKernels(builder, names, offsets, imagePlace, ptxPlace,
                             optional(code.cpuFeatures));
}

Offset<file::PrecisionUse> Writer::write(const PrecisionUse &use) {
  auto unused = list(use.unused, [&](const PrecisionUse::Unused &clause) {
    return file::CreateUnused(builder, text(clause.place), text(clause.text));
  });
  return file::CreatePrecisionUse(builder, use.decidedOps, use.usesLowType,
                                  use.tf32Ops, use.fusedLosses,
                                  use.keepsParameters, unused);
}

Offset<file::Message> Writer::write(const CompilerMessage &message) {
  return file::CreateMessage(builder,
                             static_cast<file::Severity>(message.severity),
                             optional(message.location), text(message.text),
                             optional(message.rendered));
}

llvm::Expected<ExecutableBytes> Writer::write() {
  auto options = list(executable.options, [&](const auto &option) {
    return file::CreateOption(builder, text(option.first), text(option.second));
  });
  auto entries =
      list(executable.entries, [&](const EntryPoint &e) { return write(e); });
  auto kernels = write(executable.kernels);
  file::Section constants;
  const file::Section *constantsPlace =
      addOptional(executable.constants, constants);
  auto variables = list(executable.variables,
                        [&](const ProgramVariable &v) { return write(v); });
  auto scalers = list(executable.scalers,
                      [&](const ProgramScaler &s) { return write(s); });
  auto optimizers = list(executable.optimizers, [&](const ProgramOptimizer &o) {
    return file::CreateOptimizer(builder, text(o.name), text(o.rate),
                                 text(o.baseRate));
  });
  auto functions = list(executable.functions,
                        [&](const ProgramFunction &f) { return write(f); });
  auto precision = write(executable.precision);
  auto messages = list(executable.messages,
                       [&](const CompilerMessage &m) { return write(m); });
  Text explanation = optional(executable.explanation);
  Text policy = optional(executable.policy);
  file::FinishExecutableBuffer(
      builder, file::CreateExecutable(
                   builder, text(executable.compiler),
                   static_cast<file::DeviceKind>(executable.kind),
                   optional(executable.target), options, entries, variables,
                   scalers, optimizers, functions, kernels, constantsPlace,
                   precision, messages, explanation, policy));

  amprt_executable_header header = {};
  std::memcpy(header.magic, AMPRT_EXECUTABLE_MAGIC, sizeof(header.magic));
  header.version = AMPRT_EXECUTABLE_VERSION;
  header.abi_version = AMPRT_ABI_VERSION;
  header.table_offset = llvm::alignTo(end, AMPRT_SECTION_ALIGNMENT);
  header.file_bytes = header.table_offset + builder.GetSize();
  std::shared_ptr<llvm::WritableMemoryBuffer> result =
      llvm::WritableMemoryBuffer::getNewMemBuffer(header.file_bytes);
  if (!result)
    return ::amp::limitError("no memory for an executable of " +
                             llvm::Twine(header.file_bytes) + " bytes");
  char *begin = result->getBufferStart();
  for (auto [offset, bytes] : sections)
    llvm::copy(bytes, begin + offset);
  std::memcpy(begin + header.table_offset, builder.GetBufferPointer(),
              builder.GetSize());
  ::amp::Sha256 hash;
  std::memcpy(begin, &header, sizeof(header));
  llvm::StringRef all(begin, header.file_bytes);
  hash.update(all.take_front(offsetof(amprt_executable_header, sha256)));
  hash.update(all.drop_front(sizeof(header)));
  std::string digest = llvm::fromHex(hash.hexDigest());
  llvm::copy(digest, begin + offsetof(amprt_executable_header, sha256));
  return ExecutableBytes(std::move(result));
}

bool mlir::amp::isExecutableFile(llvm::StringRef bytes) {
  return bytes.starts_with(AMPRT_EXECUTABLE_MAGIC);
}

llvm::Expected<ExecutableBytes>
mlir::amp::writeExecutable(const Executable &executable) {
  return Writer(executable).write();
}
