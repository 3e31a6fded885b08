//===- CudaAssembler.cpp - PTX to a cubin ---------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "amp/Support/Sha256.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

using namespace llvm;

/// Creates an empty file among the system's temporary ones.
static Error createTemporary(StringRef suffix, SmallVectorImpl<char> &path) {
  if (std::error_code code =
          sys::fs::createTemporaryFile("amp-kernels", suffix, path))
    return createStringError(code, "cannot create a temporary file: " +
                                       code.message());
  return Error::success();
}

static Expected<std::string> read(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(
      path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (std::error_code code = buffer.getError())
    return createStringError(code,
                             "cannot read " + path + ": " + code.message());
  return (*buffer)->getBuffer().str();
}

static std::string getAssembler(StringRef toolkit) {
  return (toolkit + "/bin/ptxas").str();
}

bool mlir::amp::hasAssembler(StringRef toolkit) {
  return sys::fs::can_execute(getAssembler(toolkit));
}

/// Of all that the machine code of `ptx` is made of. Another assembler in the
/// place of this one is told by its size and time of change.
static std::string getDigest(StringRef ptx, StringRef chip, StringRef program) {
  sys::fs::file_status status;
  if (sys::fs::status(program, status))
    return "";
  ::amp::Sha256 hash;
  for (const std::string &part :
       {std::string("cubin"), chip.str(), program.str(),
        std::to_string(status.getSize()),
        std::to_string(
            status.getLastModificationTime().time_since_epoch().count()),
        ptx.str()}) {
    hash.update(part);
    hash.update(StringRef("\0", 1));
  }
  return hash.hexDigest();
}

static Expected<std::string> assemble(StringRef ptx, StringRef chip,
                                      const std::string &program) {
  SmallString<128> source, target, log;
  if (Error error = createTemporary("ptx", source))
    return std::move(error);
  FileRemover removeSource(source);
  if (Error error = createTemporary("cubin", target))
    return std::move(error);
  FileRemover removeTarget(target);
  if (Error error = createTemporary("log", log))
    return std::move(error);
  FileRemover removeLog(log);

  std::error_code code;
  raw_fd_ostream os(source, code);
  os << ptx;
  os.close();
  if (code || os.has_error()) {
    if (!code)
      code = os.error();
    os.clear_error();
    return createStringError(code, "cannot write a temporary file: " +
                                       code.message());
  }

  std::string architecture = ("--gpu-name=" + chip).str();
  StringRef arguments[] = {program,         architecture, "--opt-level=3",
                           "--output-file", target,       source};
  std::optional<StringRef> streams[] = {StringRef(), log.str(), log.str()};
  std::string message;
  int status = sys::ExecuteAndWait(program, arguments, /*Env=*/std::nullopt,
                                   streams, /*SecondsToWait=*/0,
                                   /*MemoryLimit=*/0, &message);
  if (status != 0) {
    if (Expected<std::string> text = read(log))
      message += *text;
    else
      consumeError(text.takeError());
    StringRef firstLine =
        StringRef(message).trim().take_until([](char c) { return c == '\n'; });
    return createStringError(inconvertibleErrorCode(),
                             program + " failed: " + firstLine);
  }
  return read(target);
}

Expected<std::string> mlir::amp::assemblePtx(StringRef ptx, StringRef chip,
                                             StringRef toolkit,
                                             KernelStore *known) {
  std::string program = getAssembler(toolkit);
  std::string digest = known ? getDigest(ptx, chip, program) : "";
  if (digest.empty())
    return assemble(ptx, chip, program);
  if (std::string cubin = known->find(digest); !cubin.empty())
    return cubin;
  Expected<std::string> cubin = assemble(ptx, chip, program);
  if (cubin)
    known->insert({{digest, *cubin}});
  return cubin;
}
