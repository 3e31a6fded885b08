//===- Config.cpp - C interface of configurations -------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "amp/Training/Precision.h"
#include "amp/Training/Settings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;
using namespace amp;
using namespace amp::capi;
using namespace amp::training;

amp_status *amp_config_create(amp_config **config) {
  return guarded([&]() -> amp_status * {
    if (!config)
      return invalidArgument("the place for the configuration is NULL");
    *config = new amp_config();
    return nullptr;
  });
}

void amp_config_destroy(amp_config *config) { delete config; }

amp_status *amp_config_set(amp_config *config, const char *name,
                           const char *value) {
  return guarded([&]() -> amp_status * {
    if (!config || !name)
      return invalidArgument("the configuration, or a setting's name, is NULL");
    const SettingInfo *info = findSetting(name);
    if (info && !info->isSwitch && !value)
      return invalidArgument("setting " + quote(name) +
                             ": found NULL, expected " + info->expected);
    Config changed = config->config;
    if (Error error = setSetting(changed, name, value ? value : ""))
      return toStatus(std::move(error), AMP_INVALID_ARGUMENT);
    if (StringRef(name) == "policy")
      config->policy.reset();
    config->config = std::move(changed);
    return nullptr;
  });
}

const char *amp_config_get(const amp_config *config, const char *name) {
  if (!config || !name)
    return nullptr;
  // Without a string of its own, which could lack memory.
  for (const auto &[setting, value] : config->config.given)
    if (std::strcmp(setting.c_str(), name) == 0)
      return value.c_str();
  return nullptr;
}

PolicyText::~PolicyText() {
  if (descriptor >= 0)
    close(descriptor);
}

std::string amp::capi::namePolicy(StringRef text) {
  std::string named;
  while (true) {
    auto [before, after] = text.split(kDescriptorFolder);
    named += before;
    if (before.size() == text.size())
      return named;
    text = after.drop_while(isDigit);
    named += kPolicyName;
  }
}

amp_status *amp_config_set_policy_text(amp_config *config, const char *text) {
  return guarded([&]() -> amp_status * {
    if (!config || !text)
      return invalidArgument("the configuration, or the policy, is NULL");
    auto policy = std::make_shared<PolicyText>();
    auto failure = [] {
      return makeStatus(AMP_IO_ERROR,
                        Twine("the policy's text cannot be kept: ") +
                            std::strerror(errno));
    };
    policy->descriptor = memfd_create("amp-policy", MFD_CLOEXEC);
    if (policy->descriptor < 0)
      return failure();
    for (StringRef rest = text; !rest.empty();) {
      ssize_t count = write(policy->descriptor, rest.data(), rest.size());
      if (count < 0 && errno == EINTR)
        continue;
      if (count < 0)
        return failure();
      rest = rest.drop_front(count);
    }
    std::string path = (kDescriptorFolder + Twine(policy->descriptor)).str();
    Config changed = config->config;
    if (Error error = setSetting(changed, "policy", path))
      return toStatus(std::move(error), AMP_INVALID_ARGUMENT);
    changed.given["policy"] = kPolicyName.str();
    config->config = std::move(changed);
    config->policy = std::move(policy);
    return nullptr;
  });
}

size_t amp_num_settings() {
  try {
    return getSettings().size();
  } catch (...) {
    return 0; // no memory for the table
  }
}

amp_status *amp_get_setting(size_t index, amp_setting *setting) {
  return guarded([&]() -> amp_status * {
    if (!setting)
      return invalidArgument("the place for the setting is NULL");
    ArrayRef<SettingInfo> settings = getSettings();
    if (index >= settings.size())
      return noSuchIndex("setting", index, settings.size());
    // Literals and texts of the table, which end with a NUL.
    *setting = {settings[index].name.data(), settings[index].isSwitch ? 1 : 0,
                settings[index].expected.data()};
    return nullptr;
  });
}

//===----------------------------------------------------------------------===//
// What configurations come to
//===----------------------------------------------------------------------===//

Expected<Precision> amp::capi::choosePrecision(const Config &config,
                                               const SharedSource &source) {
  if (Error error = checkSettings(config))
    return std::move(error);
  if (!config.compare.empty())
    return typedError(ErrorKind::Usage,
                      "compare is several runs; make a session for each");
  if (config.validationSplit > 0)
    return typedError(ErrorKind::Usage,
                      "validation-split is for amp-run; bind the parts of the "
                      "samples to the entry points");
  if (config.profile)
    return typedError(ErrorKind::Usage,
                      "profile is for amp-run, which prints a table");
  if (!source.isSaved) {
    Expected<std::vector<Precision>> precisions = choosePrecisions(config);
    if (!precisions)
      return precisions.takeError();
    return std::move(precisions->front());
  }
  if (Error error = checkIsForRunning(config, "the executable"))
    return std::move(error);
  return readPrecision(source.describe().options);
}

const mlir::amp::EntryPoint *amp::capi::findEntry(const SharedSource &source,
                                                  StringRef name) {
  const auto &entries = source.describe().entries;
  auto found = find_if(entries, [&](const auto &e) { return e.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

amp_status *amp::capi::noSuchEntry(const SharedSource &source, StringRef name) {
  std::string names;
  for (const mlir::amp::EntryPoint &entry : source.describe().entries)
    names += (names.empty() ? "" : ", ") + entry.name;
  return invalidArgument("no entry point " + quote(name) +
                         "; there are: " + (names.empty() ? "none" : names));
}
