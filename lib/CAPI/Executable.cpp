//===- Executable.cpp - C interface of executables ------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "amp/Support/AtomicFile.h"
#include "amp/Support/RegularFile.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace amp;
using namespace amp::capi;
using mlir::amp::ExecutableBytes;

Expected<std::unique_ptr<amp_executable>>
amp::capi::makeExecutable(ExecutableBytes bytes) {
  Expected<mlir::amp::Executable> contents = mlir::amp::readExecutable(bytes);
  if (!contents)
    return contents.takeError();
  auto executable = std::make_unique<amp_executable>();
  executable->bytes = std::move(bytes);
  executable->contents = std::move(*contents);
  mlir::amp::Executable &own = executable->contents;
  for (auto &[name, value] : own.options)
    value = namePolicy(value);
  for (mlir::amp::CompilerMessage &message : own.messages) {
    message.location = namePolicy(message.location);
    message.text = namePolicy(message.text);
  }
  for (mlir::amp::PrecisionUse::Unused &unused : own.precision.unused) {
    unused.place = namePolicy(unused.place);
    unused.text = namePolicy(unused.text);
  }
  own.explanation = namePolicy(own.explanation);
  for (const mlir::amp::ProgramFunction &function :
       executable->contents.functions) {
    executable->shapes.push_back(join(function.specialization.shapes, ","));
    executable->phases.push_back(
        stringifyOption(function.specialization.phase).str());
  }
  return std::move(executable);
}

static amp_status *load(std::unique_ptr<MemoryBuffer> file, const Twine &name,
                        amp_executable **executable) {
  if (!mlir::amp::isExecutableFile(file->getBuffer()))
    return makeStatus(AMP_INVALID_GRAPH, name + " is no executable");
  Expected<std::unique_ptr<amp_executable>> made =
      makeExecutable(std::move(file));
  if (!made)
    return toStatus(withContext(made.takeError(), name), AMP_INVALID_GRAPH);
  *executable = made->release();
  return nullptr;
}

static amp_status *checkTrust(int32_t trusted) {
  if (trusted)
    return nullptr;
  return invalidArgument("an executable is native code, which runs with all "
                         "your rights; set trusted if it is your own");
}

amp_status *amp_executable_load(const char *path, int32_t trusted,
                                amp_executable **executable) {
  return guarded([&]() -> amp_status * {
    if (!path || !executable)
      return invalidArgument("the path, or the place for the executable, is "
                             "NULL");
    if (amp_status *status = checkTrust(trusted))
      return status;
    Expected<std::unique_ptr<MemoryBuffer>> file =
        readRegularFile(path, UINT64_MAX);
    if (!file)
      return toStatus(file.takeError(), AMP_INVALID_ARGUMENT);
    return load(std::move(*file), quote(path), executable);
  });
}

amp_status *amp_executable_load_memory(const void *data, size_t size,
                                       int32_t trusted,
                                       amp_executable **executable) {
  return guarded([&]() -> amp_status * {
    if (!data || !executable)
      return invalidArgument("the data, or the place for the executable, is "
                             "NULL");
    if (amp_status *status = checkTrust(trusted))
      return status;
    return load(MemoryBuffer::getMemBufferCopy(
                    StringRef(static_cast<const char *>(data), size)),
                "the memory", executable);
  });
}

void amp_executable_destroy(amp_executable *executable) { delete executable; }

amp_status *amp_executable_save(const amp_executable *executable,
                                const char *path) {
  return guarded([&]() -> amp_status * {
    if (!executable || !path)
      return invalidArgument("the executable, or the path, is NULL");
    Expected<AtomicFile> file = AtomicFile::create(path);
    if (!file)
      return toStatus(file.takeError(), AMP_INVALID_ARGUMENT);
    Error error = file->write(executable->bytes->getBuffer());
    if (!error)
      error = file->commit();
    return toStatus(std::move(error), AMP_INVALID_ARGUMENT);
  });
}

amp_status *amp_executable_get_bytes(const amp_executable *executable,
                                     const void **data, size_t *size) {
  return guarded([&]() -> amp_status * {
    if (!executable || !data || !size)
      return invalidArgument("the executable, or the place for its bytes, is "
                             "NULL");
    *data = executable->bytes->getBufferStart();
    *size = executable->bytes->getBufferSize();
    return nullptr;
  });
}

const char *amp_executable_compiler(const amp_executable *executable) {
  return executable ? executable->contents.compiler.c_str() : "";
}

const char *amp_executable_target(const amp_executable *executable) {
  return executable ? executable->contents.target.c_str() : "";
}

const char *amp_executable_explanation(const amp_executable *executable) {
  return executable ? executable->contents.explanation.c_str() : "";
}

/// Element `index` of a list of an executable, for `use`.
template <typename List, typename Use>
static amp_status *get(const amp_executable *executable, size_t index,
                       StringRef what, const void *place, List list, Use use) {
  return guarded([&]() -> amp_status * {
    if (!executable || !place)
      return invalidArgument("the executable, or the place for the " + what +
                             ", is NULL");
    const auto &all = list(executable->contents);
    if (index >= all.size())
      return noSuchIndex(what, index, all.size());
    use(all[index]);
    return nullptr;
  });
}

size_t amp_executable_num_programs(const amp_executable *executable) {
  return executable ? executable->contents.functions.size() : 0;
}

amp_status *amp_executable_get_program(const amp_executable *executable,
                                       size_t index, amp_program *program) {
  return get(
      executable, index, "program", program,
      [](const auto &e) -> auto & { return e.functions; },
      [&](const mlir::amp::ProgramFunction &function) {
        *program = {function.name.c_str(), executable->shapes[index].c_str(),
                    function.specialization.accumulate,
                    executable->phases[index].c_str()};
      });
}

size_t amp_executable_num_options(const amp_executable *executable) {
  return executable ? executable->contents.options.size() : 0;
}

amp_status *amp_executable_get_option(const amp_executable *executable,
                                      size_t index, const char **name,
                                      const char **value) {
  return get(
      executable, index, "option", name && value ? name : nullptr,
      [](const auto &e) -> auto & { return e.options; },
      [&](const auto &option) {
        *name = option.first.c_str();
        *value = option.second.c_str();
      });
}

size_t amp_executable_num_messages(const amp_executable *executable) {
  return executable ? executable->contents.messages.size() : 0;
}

amp_status *amp_executable_get_message(const amp_executable *executable,
                                       size_t index, amp_message *message) {
  return get(
      executable, index, "message", message,
      [](const auto &e) -> auto & { return e.messages; },
      [&](const mlir::amp::CompilerMessage &one) {
        *message = {static_cast<int32_t>(one.severity), one.location.c_str(),
                    one.text.c_str()};
      });
}

size_t amp_executable_num_unused(const amp_executable *executable) {
  return executable ? executable->contents.precision.unused.size() : 0;
}

amp_status *amp_executable_get_unused(const amp_executable *executable,
                                      size_t index, amp_message *message) {
  return get(
      executable, index, "clause", message,
      [](const auto &e) -> auto & { return e.precision.unused; },
      [&](const mlir::amp::PrecisionUse::Unused &one) {
        *message = {AMP_WARNING, one.place.c_str(), one.text.c_str()};
      });
}
