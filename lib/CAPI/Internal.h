//===- Internal.h - What the files of the C interface share -----*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_CAPI_INTERNAL_H
#define AMP_LIB_CAPI_INTERNAL_H

#include "amp-c/Amp.h"

#include "amp/Support/Checkpoint.h"
#include "amp/Support/Error.h"
#include "amp/Training/Precision.h"
#include "amp/Training/ProgramSource.h"

#include <cstring>
#include <mutex>
#include <new>

struct amp_status {
  amp_code code;
  std::string message;
  std::string place;
};

struct amp_checkpoint {
  amp::Checkpoint contents;
};

namespace amp::capi {

/// Stands for the failure to describe a failure.
amp_status *outOfMemory();
amp_status *makeStatus(amp_code code, const llvm::Twine &message,
                       llvm::StringRef place = "");
amp_status *invalidArgument(const llvm::Twine &message);
/// "entry point 3 of 2".
amp_status *noSuchIndex(llvm::StringRef what, size_t index, size_t count);
/// Takes over an error; NULL for success. `inputCode` says whose fault bad
/// input is.
amp_status *toStatus(llvm::Error error, amp_code inputCode);

/// Runs the body of a function of the interface.
template <typename Function>
amp_status *guarded(Function function) noexcept {
  try {
    try {
      return function();
    } catch (const std::bad_alloc &) {
      return outOfMemory();
    } catch (...) {
      return makeStatus(AMP_INTERNAL, "an unexpected failure");
    }
  } catch (...) {
    return outOfMemory();
  }
}

/// Copies the struct of a caller, which may be NULL, as far as both know it;
/// the rest is 0.
template <typename T>
amp_status *completeStruct(const T *given, const char *name, T &whole) {
  whole = {};
  if (!given)
    return nullptr;
  if (given->struct_size < sizeof(size_t))
    return invalidArgument(llvm::Twine(name) +
                           ": struct_size is not set to the struct's size");
  std::memcpy(static_cast<void *>(&whole), given,
              std::min(given->struct_size, sizeof(T)));
  whole.struct_size = sizeof(T);
  return nullptr;
}

/// A policy in a file without a name.
struct PolicyText {
  ~PolicyText();
  int descriptor = -1;
};
/// What the system calls such a file is this and its descriptor; to whoever
/// reads of it, it is the policy.
constexpr llvm::StringLiteral kDescriptorFolder("/proc/self/fd/");
constexpr llvm::StringLiteral kPolicyName("policy");
/// `text` with that name in place of the system's.
std::string namePolicy(llvm::StringRef text);

/// Passes messages on, and keeps the first error.
class Messages {
public:
  using Sink = std::function<void(const amp_message &)>;
  explicit Messages(Sink sink) : sink(std::move(sink)) {}

  MessageReceiver getReceiver();
  void say(amp_severity severity, llvm::StringRef text,
           llvm::StringRef place = "") const;
  /// What failed while messages came: the first error says where. `inputCode`
  /// is for a failure without one.
  amp_status *toStatus(llvm::Error error, amp_code inputCode) const;

private:
  Sink sink;
  std::string errorPlace, errorText;
};

/// A sink for a callback, which may be NULL.
Messages::Sink toSink(amp_message_callback callback, void *context);

/// A source that several threads may use.
class SharedSource : public training::ProgramSource {
public:
  SharedSource(std::unique_ptr<training::ProgramSource> source, bool isSaved)
      : isSaved(isSaved), source(std::move(source)) {}

  const mlir::amp::Executable &describe() const override {
    return source->describe();
  }
  llvm::Expected<mlir::amp::ExecutableBytes>
  getPrograms(const CompileRequest &request,
              const MessageReceiver &receiver) override {
    std::lock_guard<std::mutex> lock(mutex);
    return source->getPrograms(request, receiver);
  }

  /// It is an executable.
  const bool isSaved;

private:
  std::unique_ptr<training::ProgramSource> source;
  std::mutex mutex;
};

/// How the programs of `source` are, or are to be, compiled; checks the
/// settings.
llvm::Expected<training::Precision>
choosePrecision(const training::Config &config, const SharedSource &source);

/// Null if there is none.
const mlir::amp::EntryPoint *findEntry(const SharedSource &source,
                                       llvm::StringRef name);
/// An error that names those that there are.
amp_status *noSuchEntry(const SharedSource &source, llvm::StringRef name);

} // namespace amp::capi

struct amp_config {
  amp::training::Config config;
  std::shared_ptr<const amp::capi::PolicyText> policy;
};

struct amp_graph {
  std::shared_ptr<amp::capi::SharedSource> source;
  /// Shapes with AMP_OPEN_SIZE, by entry: of arguments, then of results.
  std::vector<std::vector<std::vector<int64_t>>> shapes;
};

struct amp_executable {
  mlir::amp::ExecutableBytes bytes;
  mlir::amp::Executable contents;
  /// By program.
  std::vector<std::string> shapes, phases;
};

namespace amp::capi {
llvm::Expected<std::unique_ptr<amp_executable>>
makeExecutable(mlir::amp::ExecutableBytes bytes);
} // namespace amp::capi

#endif // AMP_LIB_CAPI_INTERNAL_H
