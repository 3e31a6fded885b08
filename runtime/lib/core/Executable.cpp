//===- Executable.cpp - Programs from a file ------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guard.h"
#include "amp-rt/Executable_generated.h"

#include <openssl/evp.h>

#include <cstddef>
#include <cstring>
#include <vector>

using namespace amp::rt;

struct amprt_executable {
  const char *data = nullptr;
  const file::Executable *tables = nullptr;
  amprt_module *module = nullptr;
  std::vector<amprt_program *> programs;

  void unload() {
    for (amprt_program *program : programs)
      amprt_program_destroy(program);
    programs.clear();
    amprt_module_destroy(module);
    module = nullptr;
  }
  ~amprt_executable() { unload(); }
};

static_assert(sizeof(amprt_executable_header) == 64 &&
                  sizeof(amprt_executable_header) % AMPRT_SECTION_ALIGNMENT ==
                      0,
              "the first section follows the header");

static Status invalid(const std::string &reason) {
  return AMPRT_ERROR(AMPRT_INVALID_DATA, reason);
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

static Status checkDigest(const char *data, uint64_t bytes) {
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX *)> context(EVP_MD_CTX_new(),
                                                              EVP_MD_CTX_free);
  constexpr size_t kBefore = offsetof(amprt_executable_header, sha256);
  constexpr size_t kAfter = sizeof(amprt_executable_header);
  uint8_t digest[EVP_MAX_MD_SIZE];
  if (!context || !EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) ||
      !EVP_DigestUpdate(context.get(), data, kBefore) ||
      !EVP_DigestUpdate(context.get(), data + kAfter, bytes - kAfter) ||
      !EVP_DigestFinal_ex(context.get(), digest, nullptr))
    return AMPRT_LIBRARY_ERROR(AMPRT_RESOURCE_EXHAUSTED, "libcrypto",
                               "cannot compute SHA-256");
  if (std::memcmp(digest, data + kBefore, kAfter - kBefore) != 0)
    return invalid("the executable is damaged: its SHA-256 digest is another");
  return Status();
}

static Status checkHeader(const char *data, uint64_t bytes,
                          amprt_executable_header &header) {
  if (bytes < sizeof(header))
    return invalid("not an executable: it has " + std::to_string(bytes) +
                   " bytes, the header alone " +
                   std::to_string(sizeof(header)));
  std::memcpy(&header, data, sizeof(header));
  if (std::memcmp(header.magic, AMPRT_EXECUTABLE_MAGIC, sizeof(header.magic)))
    return invalid("not an executable: it begins with other bytes");
  if (header.version != AMPRT_EXECUTABLE_VERSION ||
      header.abi_version != AMPRT_ABI_VERSION)
    return invalid(
        "the executable has format " + std::to_string(header.version) +
        " for runtime interface " + std::to_string(header.abi_version) +
        ", this runtime reads format " +
        std::to_string(AMPRT_EXECUTABLE_VERSION) + " for " +
        std::to_string(AMPRT_ABI_VERSION) + "; compile the graph again");
  if (header.file_bytes != bytes)
    return invalid("the executable is " +
                   std::string(bytes < header.file_bytes ? "cut off"
                                                         : "followed by more") +
                   ": it has " + std::to_string(bytes) + " bytes instead of " +
                   std::to_string(header.file_bytes));
  if (header.table_offset < sizeof(header) || header.table_offset >= bytes ||
      header.table_offset % AMPRT_SECTION_ALIGNMENT ||
      bytes - header.table_offset >= FLATBUFFERS_MAX_BUFFER_SIZE)
    return invalid("the executable has its tables at byte " +
                   std::to_string(header.table_offset) + ", which cannot be");
  return Status();
}

static Status checkSection(const file::Section *section, uint64_t end,
                           const char *name) {
  if (!section)
    return Status();
  if (section->offset() < sizeof(amprt_executable_header) ||
      section->offset() > end || section->bytes() > end - section->offset() ||
      section->offset() % AMPRT_SECTION_ALIGNMENT)
    return invalid("the executable has its " + std::string(name) + " of " +
                   std::to_string(section->bytes()) + " bytes at byte " +
                   std::to_string(section->offset()) + ", which cannot be");
  return Status();
}

/// True if elements of 8 bytes lie as they are read, which FlatBuffers'
/// verifier takes for granted.
template <typename T>
static bool isAligned(const flatbuffers::Vector<T> *list) {
  return !list || list->size() == 0 ||
         reinterpret_cast<uintptr_t>(list->Data()) % alignof(uint64_t) == 0;
}

static bool hasAlignedLists(const file::Executable &tables) {
  bool isOk = isAligned(tables.kernels()->offsets());
  for (const file::Variable *variable : *tables.variables())
    isOk &= isAligned(variable->shape());
  for (const file::Entry *entry : *tables.entries())
    for (const auto *values : {entry->arguments(), entry->results()})
      for (const file::EntryValue *value : *values)
        isOk &= isAligned(value->shape());
  for (const file::Function *function : *tables.functions()) {
    for (const file::Argument *argument : *function->arguments())
      isOk &= isAligned(argument->shape());
    isOk &= isAligned(function->program()->argument_bytes()) &&
            isAligned(function->program()->operands());
  }
  return isOk;
}

static Status checkTables(const amprt_executable_header &header,
                          const char *data, const file::Executable *&tables) {
  const auto *begin =
      reinterpret_cast<const uint8_t *>(data + header.table_offset);
  const size_t bytes = header.file_bytes - header.table_offset;
  // A table has its offset to the vtable at least.
  flatbuffers::Verifier verifier(
      begin, bytes, /*max_depth=*/16,
      static_cast<flatbuffers::uoffset_t>(bytes / sizeof(uint32_t)));
  const bool isVerified = file::VerifyExecutableBuffer(verifier);
  if (!isVerified || !hasAlignedLists(*file::GetExecutable(begin)))
    return invalid("the executable has tables that cannot be read");
  tables = file::GetExecutable(begin);
  const file::Kernels &kernels = *tables->kernels();
  const uint64_t end = header.table_offset;
  AMPRT_RETURN_IF_ERROR(checkSection(kernels.image(), end, "kernels"));
  AMPRT_RETURN_IF_ERROR(checkSection(kernels.ptx(), end, "PTX"));
  AMPRT_RETURN_IF_ERROR(checkSection(tables->constants(), end, "constants"));
  if (kernels.offsets() && kernels.offsets()->size() != kernels.names()->size())
    return invalid("the executable has " +
                   std::to_string(kernels.offsets()->size()) +
                   " offsets of kernels for " +
                   std::to_string(kernels.names()->size()) + " names");
  for (const file::Variable *variable : *tables->variables())
    AMPRT_RETURN_IF_ERROR(checkSection(variable->values(), end, "values"));
  return Status();
}

amprt_status *amprt_executable_open(const void *data, uint64_t bytes,
                                    int has_known_digest,
                                    amprt_executable **executable) {
  return guard([&]() -> Status {
    AMPRT_RETURN_IF_ERROR(requireArgument(executable, "executable"));
    *executable = nullptr;
    AMPRT_RETURN_IF_ERROR(requireArgument(data, "data"));
    if (reinterpret_cast<uintptr_t>(data) % alignof(uint64_t))
      return AMPRT_ERROR(AMPRT_INVALID_ARGUMENT,
                         "data is not aligned to 8 bytes");
    const char *begin = static_cast<const char *>(data);
    amprt_executable_header header;
    AMPRT_RETURN_IF_ERROR(checkHeader(begin, bytes, header));
    if (!has_known_digest)
      AMPRT_RETURN_IF_ERROR(checkDigest(begin, bytes));
    auto result = std::make_unique<amprt_executable>();
    result->data = begin;
    AMPRT_RETURN_IF_ERROR(checkTables(header, begin, result->tables));
    *executable = result.release();
    return Status();
  });
}

const void *amprt_executable_tables(const amprt_executable *executable) {
  return executable->tables;
}

void amprt_executable_destroy(amprt_executable *executable) {
  delete executable;
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

static const char *getText(const flatbuffers::String *text) {
  return text ? text->c_str() : "";
}

static amprt_device_kind getKind(const file::Executable &tables) {
  return static_cast<amprt_device_kind>(tables.device_kind());
}

static Status take(amprt_status *status) { return Status::adopt(status); }

static Status loadModule(amprt_executable &executable, amprt_device *device) {
  const file::Kernels &code = *executable.tables->kernels();
  std::vector<amprt_kernel_desc> kernels;
  for (uint32_t i = 0; i < code.names()->size(); ++i)
    kernels.push_back({code.names()->Get(i)->c_str(),
                       code.offsets() ? code.offsets()->Get(i) : 0,
                       /*cpu=*/nullptr});
  auto place = [&](const file::Section *section, const void *&data,
                   uint64_t &bytes) {
    bytes = section ? section->bytes() : 0;
    data = bytes ? executable.data + section->offset() : nullptr;
  };
  amprt_module_desc desc = {};
  desc.abi_version = AMPRT_ABI_VERSION;
  desc.device_kind = getKind(*executable.tables);
  desc.name = "kernels";
  desc.num_kernels = static_cast<uint32_t>(kernels.size());
  desc.kernels = kernels.data();
  place(code.image(), desc.image, desc.image_bytes);
  if (desc.image)
    place(code.ptx(), desc.fallback_image, desc.fallback_image_bytes);
  else
    place(code.ptx(), desc.image, desc.image_bytes);
  if (code.cpu_features() && code.cpu_features()->size())
    desc.cpu_features = code.cpu_features()->c_str();
  place(executable.tables->constants(), desc.constants, desc.constant_bytes);
  return take(amprt_module_create(device, &desc, &executable.module));
}

static amprt_attention toAttention(const file::Attention &attention) {
  auto type = [](file::ElementType element) {
    return static_cast<amprt_type>(element);
  };
  amprt_attention result = {};
  result.batch = attention.batch();
  result.heads = attention.heads();
  result.key_heads = attention.key_heads();
  result.rows = attention.rows();
  result.keys = attention.keys();
  result.size = attention.size();
  result.value_size = attention.value_size();
  for (uint16_t i = 0; i < AMPRT_ATTENTION_MATRICES; ++i)
    result.strides[i] = {attention.strides()->Get(uint16_t(3 * i)),
                         attention.strides()->Get(uint16_t(3 * i + 1)),
                         attention.strides()->Get(uint16_t(3 * i + 2))};
  for (uint16_t i = 0; i < 4; ++i)
    result.mask_strides[i] = attention.mask_strides()->Get(i);
  result.type = type(attention.type());
  result.type_result = type(attention.type_result());
  result.type_mask = type(attention.type_mask());
  result.flags = attention.flags();
  result.dropout_limit = attention.dropout_limit();
  result.scale = attention.scale();
  result.kept_scale = attention.kept_scale();
  return result;
}

static Status toRecord(const file::Record &record, const std::string &program,
                       amprt_record &result) {
  result = {};
  result.name = record.name()->c_str();
  result.location = getText(record.location());
  result.first_operand = record.first_operand();
  result.num_operands = record.num_operands();
  if (!!record.launch() + !!record.gemm() + !!record.fill() +
          !!record.repeat() + !!record.convolution() + !!record.attention() >
      1)
    return invalid("program '" + program + "': record '" +
                   record.name()->str() + "' is of several kinds");
  auto type = [](file::ElementType element) {
    return static_cast<amprt_type>(element);
  };
  result.kind = AMPRT_RECORD_COPY;
  if (const file::Launch *launch = record.launch()) {
    result.kind = AMPRT_RECORD_LAUNCH;
    result.as.launch = {
        launch->kernel(),
        launch->extent(),
        launch->grain(),
        {launch->grid_x(), launch->grid_y(), launch->grid_z()},
        {launch->block_x(), launch->block_y(), launch->block_z()}};
  } else if (const file::Gemm *gemm = record.gemm()) {
    result.kind = AMPRT_RECORD_GEMM;
    result.as.gemm = {gemm->m(),
                      gemm->n(),
                      gemm->k(),
                      gemm->batch(),
                      gemm->lda(),
                      gemm->ldb(),
                      gemm->ldc(),
                      gemm->stride_a(),
                      gemm->stride_b(),
                      gemm->stride_c(),
                      gemm->transpose_a(),
                      gemm->transpose_b(),
                      type(gemm->type_a()),
                      type(gemm->type_b()),
                      type(gemm->type_c()),
                      type(gemm->type_bias()),
                      static_cast<amprt_compute>(gemm->compute()),
                      gemm->epilogue()};
  } else if (const file::Fill *fill = record.fill()) {
    result.kind = AMPRT_RECORD_FILL;
    result.as.fill = {fill->width(), fill->bits()};
  } else if (const file::Repeat *repeat = record.repeat()) {
    result.kind = AMPRT_RECORD_REPEAT;
    result.as.repeat = {repeat->count(), repeat->num_records()};
  } else if (const file::Convolution *convolution = record.convolution()) {
    result.kind = AMPRT_RECORD_CONVOLUTION;
    amprt_convolution &fields = result.as.convolution;
    fields.direction = static_cast<amprt_direction>(convolution->direction());
    fields.num_spatial = convolution->num_spatial();
    fields.batch = convolution->batch();
    fields.groups = convolution->groups();
    fields.input_channels = convolution->input_channels();
    fields.output_channels = convolution->output_channels();
    for (uint32_t i = 0; i < AMPRT_MOST_SPATIAL; ++i) {
      const file::Window &window = *convolution->windows()->Get(i);
      fields.windows[i] = {window.input(),   window.kernel(),
                           window.output(),  window.stride(),
                           window.padding(), window.dilation()};
    }
    auto layout = [](uint8_t value) {
      return static_cast<amprt_layout>(value);
    };
    fields.input_layout = layout(convolution->input_layout());
    fields.weight_layout = layout(convolution->weight_layout());
    fields.output_layout = layout(convolution->output_layout());
    fields.type_operands = type(convolution->type_operands());
    fields.type_result = type(convolution->type_result());
    fields.type_bias = type(convolution->type_bias());
    fields.compute = static_cast<amprt_compute>(convolution->compute());
    fields.epilogue = convolution->epilogue();
  } else if (const file::Attention *attention = record.attention()) {
    result.kind = AMPRT_RECORD_ATTENTION;
    result.as.attention = toAttention(*attention);
  }
  return Status();
}

static Status loadProgram(amprt_executable &executable, amprt_device *device,
                          const file::Function &function) {
  const file::Program &program = *function.program();
  std::vector<amprt_slice> operands;
  operands.reserve(program.operands()->size());
  for (const file::Slice *slice : *program.operands()) {
    const flatbuffers::Array<int64_t, AMPRT_MOST_REPEATS> &steps =
        *slice->steps();
    operands.push_back({slice->binding(),
                        slice->offset(),
                        slice->bytes(),
                        {steps.Get(0), steps.Get(1)}});
  }
  std::vector<amprt_record> records(program.records()->size());
  const std::string name = function.entry()->str();
  for (uint32_t i = 0; i < program.records()->size(); ++i)
    AMPRT_RETURN_IF_ERROR(
        toRecord(*program.records()->Get(i), name, records[i]));
  amprt_program_desc desc = {};
  desc.abi_version = AMPRT_ABI_VERSION;
  desc.device_kind = getKind(*executable.tables);
  desc.name = name.c_str();
  desc.module = executable.module;
  desc.arena_bytes = program.arena_bytes();
  desc.num_arguments = program.argument_bytes()->size();
  desc.argument_bytes = program.argument_bytes()->data();
  desc.num_operands = static_cast<uint32_t>(operands.size());
  desc.operands = operands.data();
  desc.num_records = static_cast<uint32_t>(records.size());
  desc.records = records.data();
  executable.programs.push_back(nullptr);
  return take(amprt_program_create(device, &desc, &executable.programs.back()));
}

amprt_status *amprt_executable_load(amprt_executable *executable,
                                    amprt_device *device) {
  return guard([&]() -> Status {
    AMPRT_RETURN_IF_ERROR(requireArgument(executable, "executable"));
    AMPRT_RETURN_IF_ERROR(requireArgument(device, "device"));
    if (executable->module)
      return AMPRT_ERROR(AMPRT_INVALID_ARGUMENT,
                         "the executable is loaded already");
    amprt_device_info info;
    amprt_device_get_info(device, &info);
    const amprt_device_kind kind = getKind(*executable->tables);
    if (kind != info.kind)
      return AMPRT_ERROR(
          AMPRT_UNAVAILABLE,
          "the executable is for " +
              std::string(kind == AMPRT_CPU ? "the CPU" : "CUDA") +
              ", and the device is " + info.name +
              "; compile the graph for it");
    Status status = [&]() -> Status {
      AMPRT_RETURN_IF_ERROR(loadModule(*executable, device));
      for (const file::Function *function : *executable->tables->functions())
        AMPRT_RETURN_IF_ERROR(loadProgram(*executable, device, *function));
      return Status();
    }();
    if (!status.ok())
      executable->unload();
    return status;
  });
}

uint32_t amprt_executable_num_programs(const amprt_executable *executable) {
  return executable->tables->functions()->size();
}

amprt_program *amprt_executable_program(const amprt_executable *executable,
                                        uint32_t index) {
  return index < executable->programs.size() ? executable->programs[index]
                                             : nullptr;
}
