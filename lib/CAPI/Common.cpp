//===- Common.cpp - Status and messages of the C interface ----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace amp;
using namespace amp::capi;
using mlir::amp::CompilerMessage;

//===----------------------------------------------------------------------===//
// Status
//===----------------------------------------------------------------------===//

amp_status *amp::capi::outOfMemory() {
  static amp_status status{AMP_RESOURCE_EXHAUSTED, "out of memory", ""};
  return &status;
}

amp_status *amp::capi::makeStatus(amp_code code, const Twine &message,
                                  StringRef place) {
  return new amp_status{code, message.str(), place.str()};
}

amp_status *amp::capi::invalidArgument(const Twine &message) {
  return makeStatus(AMP_INVALID_ARGUMENT, message);
}

amp_status *amp::capi::noSuchIndex(StringRef what, size_t index, size_t count) {
  return invalidArgument(what + " " + Twine(index) + " of " + Twine(count));
}

static amp_code toCode(ErrorKind kind, amp_code inputCode) {
  switch (kind) {
  case ErrorKind::TrainingFailed:
    return AMP_TRAINING_FAILED;
  case ErrorKind::Usage:
    return AMP_INVALID_ARGUMENT;
  case ErrorKind::InvalidInput:
    return inputCode;
  case ErrorKind::ResourceLimit:
    return AMP_RESOURCE_EXHAUSTED;
  case ErrorKind::IO:
    return AMP_IO_ERROR;
  case ErrorKind::Device:
    return AMP_DEVICE_ERROR;
  case ErrorKind::Interrupted:
    return AMP_CANCELLED;
  }
  return AMP_INTERNAL;
}

amp_status *amp::capi::toStatus(Error error, amp_code inputCode) {
  amp_status *status = nullptr;
  handleAllErrors(std::move(error), [&](const ErrorInfoBase &info) {
    if (!status)
      status = makeStatus(toCode(kindOf(info), inputCode), info.message());
    else
      status->message += "\n" + info.message();
  });
  return status;
}

uint32_t amp_c_abi_version() { return AMP_C_ABI_VERSION; }

const char *amp_version() { return AMP_VERSION; }

amp_code amp_status_code(const amp_status *status) {
  return status ? status->code : AMP_OK;
}

const char *amp_status_message(const amp_status *status) {
  return status ? status->message.c_str() : "";
}

const char *amp_status_place(const amp_status *status) {
  return status ? status->place.c_str() : "";
}

void amp_status_free(amp_status *status) {
  if (status != outOfMemory())
    delete status;
}

size_t amp_element_size(int32_t type) {
  ArrayRef<ElementType> all = allElementTypes();
  if (type < 0 || static_cast<size_t>(type) >= all.size())
    return 0;
  return elementSize(all[type]);
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

// The enumerations agree.
static_assert(AMP_REMARK ==
              static_cast<int>(CompilerMessage::Severity::Remark));
static_assert(AMP_WARNING ==
              static_cast<int>(CompilerMessage::Severity::Warning));
static_assert(AMP_ERROR == static_cast<int>(CompilerMessage::Severity::Error));

void Messages::say(amp_severity severity, StringRef text,
                   StringRef place) const {
  if (!sink)
    return;
  std::string ownText = namePolicy(text), ownPlace = namePolicy(place);
  sink({severity, ownPlace.c_str(), ownText.c_str()});
}

MessageReceiver Messages::getReceiver() {
  return [this](const CompilerMessage &message) {
    if (message.severity == CompilerMessage::Severity::Error &&
        errorText.empty()) {
      errorPlace = namePolicy(message.location);
      errorText = namePolicy(message.text);
    }
    say(static_cast<amp_severity>(message.severity), message.text,
        message.location);
  };
}

/// Takes "policy:1:8" off the begin of a message, if it has a place there.
static std::string takePlace(std::string &message) {
  static constexpr StringLiteral kEnd(": ");
  auto [place, text] = StringRef(message).split(kEnd);
  auto [fileAndLine, column] = place.rsplit(':');
  auto [file, line] = fileAndLine.rsplit(':');
  unsigned number;
  if (file.empty() || line.getAsInteger(10, number) ||
      column.getAsInteger(10, number))
    return "";
  std::string found = place.str();
  message = text.str();
  return found;
}

amp_status *Messages::toStatus(Error error, amp_code inputCode) const {
  bool isGraph = !errorText.empty();
  amp_status *status =
      capi::toStatus(std::move(error), isGraph ? AMP_INVALID_GRAPH : inputCode);
  if (!status)
    return nullptr;
  status->message = namePolicy(status->message);
  if (isGraph) {
    status->message += ": " + errorText;
    status->place = errorPlace;
  } else {
    status->place = takePlace(status->message);
  }
  return status;
}

Messages::Sink amp::capi::toSink(amp_message_callback callback, void *context) {
  if (!callback)
    return nullptr;
  return [=](const amp_message &message) { callback(context, &message); };
}
