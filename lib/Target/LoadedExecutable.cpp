//===- LoadedExecutable.cpp -----------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Target/LoadedExecutable.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::amp;

static llvm::Error toError(amprt_status *status) {
  if (!status)
    return llvm::Error::success();
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

llvm::Expected<std::unique_ptr<LoadedExecutable>>
LoadedExecutable::load(Executable executable, amprt_device *device) {
  std::unique_ptr<LoadedExecutable> result(
      new LoadedExecutable(std::move(executable)));
  if (llvm::Error error = result->loadModule(device))
    return error;
  for (const ProgramFunction &function : result->executable.functions)
    if (llvm::Error error = result->loadFunction(function, device))
      return error;
  result->executable.kernels = KernelCode();
  result->executable.constants.clear();
  return std::move(result);
}

LoadedExecutable::~LoadedExecutable() {
  for (amprt_program *program : programs)
    amprt_program_destroy(program);
  amprt_module_destroy(module);
}

llvm::Error LoadedExecutable::loadModule(amprt_device *device) {
  const KernelCode &code = executable.kernels;
  std::vector<amprt_kernel_desc> kernels;
  for (size_t i = 0; i < code.names.size(); ++i)
    kernels.push_back({code.names[i].c_str(),
                       i < code.offsets.size() ? code.offsets[i] : 0,
                       /*cpu=*/nullptr});
  amprt_module_desc desc = {};
  desc.abi_version = AMPRT_ABI_VERSION;
  desc.device_kind = executable.kind;
  desc.name = "kernels";
  desc.num_kernels = kernels.size();
  desc.kernels = kernels.data();
  auto setImage = [](const std::string &image, const void *&data,
                     uint64_t &bytes) {
    data = image.empty() ? nullptr : image.data();
    bytes = image.size();
  };
  bool hasImage = !code.image.empty();
  setImage(hasImage ? code.image : code.ptx, desc.image, desc.image_bytes);
  if (hasImage)
    setImage(code.ptx, desc.fallback_image, desc.fallback_image_bytes);
  if (!code.cpuFeatures.empty())
    desc.cpu_features = code.cpuFeatures.c_str();
  desc.constants = executable.constants.data();
  desc.constant_bytes = executable.constants.size();
  return toError(amprt_module_create(device, &desc, &module));
}

llvm::Error LoadedExecutable::loadFunction(const ProgramFunction &function,
                                           amprt_device *device) {
  std::vector<amprt_record> records;
  for (const ProgramRecord &record : function.records) {
    records.push_back(record.fields);
    records.back().name = record.name.c_str();
    records.back().location = record.location.c_str();
  }
  amprt_program_desc desc = {};
  desc.abi_version = AMPRT_ABI_VERSION;
  desc.device_kind = executable.kind;
  desc.name = function.name.c_str();
  desc.module = module;
  desc.arena_bytes = function.arenaBytes;
  desc.num_arguments = function.argumentBytes.size();
  desc.argument_bytes = function.argumentBytes.data();
  desc.num_operands = function.operands.size();
  desc.operands = function.operands.data();
  desc.num_records = records.size();
  desc.records = records.data();
  programs.push_back(nullptr);
  return toError(amprt_program_create(device, &desc, &programs.back()));
}
