//===- InitialValues.cpp - First values from files ------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Training/InitialValues.h"

#include "amp/Support/Error.h"
#include "amp/Support/RegularFile.h"

#include <functional>
#include <set>

using namespace llvm;
using namespace amp;
using namespace amp::training;

bool amp::training::isMapFile(StringRef value) { return !value.contains('='); }

namespace {
/// A rule of `init-map`.
struct Rule {
  /// For messages: the flag, or file and line.
  std::string where;
  /// Without the '*' of a rule for all names that begin so.
  std::string from, to;
  bool isPrefix;
  /// The array is left out.
  bool isDropped;
  bool isUsed = false;

  std::string text() const {
    return quote(from + (isPrefix ? "*" : "") + "=" + to +
                 (isPrefix && !isDropped ? "*" : ""));
  }
};

/// The rules, and which of them holds for a name.
class Rules {
public:
  Error add(StringRef text, std::string where);
  Error addFile(StringRef path);
  /// The exact rule, or else the one with the longest prefix; NULL for none.
  Rule *find(StringRef name);

  std::vector<Rule> rules;

private:
  // Places in `rules`; there may be many of both.
  StringMap<size_t> exact, prefixes;
  std::set<size_t, std::greater<size_t>> prefixLengths;
};
} // namespace

Error Rules::add(StringRef text, std::string where) {
  auto [from, to] = text.split('=');
  Rule rule{std::move(where), from.str(), to.str(),
            StringRef(from).ends_with("*"), to.empty()};
  auto isWrong = [](StringRef name, bool isPrefix) {
    return name.drop_back(isPrefix).contains('*');
  };
  if (!text.contains('=') || from.empty() || isWrong(from, rule.isPrefix) ||
      isWrong(to, rule.isPrefix && !rule.isDropped) ||
      (rule.isPrefix && !rule.isDropped && !to.ends_with("*")))
    return inputError(rule.where + ": found " + quote(text) +
                      ", expected FROM=TO, FROM*=TO* or, to leave arrays out, "
                      "FROM= or FROM*=");
  if (rule.isPrefix) {
    rule.from.pop_back();
    if (!rule.isDropped)
      rule.to.pop_back();
  }
  auto [known, isNew] =
      (rule.isPrefix ? prefixes : exact).try_emplace(rule.from, rules.size());
  if (!isNew)
    return inputError(rule.where + ": a second rule for " + quote(from) +
                      "; the first is " + rules[known->second].text());
  if (rule.isPrefix)
    prefixLengths.insert(rule.from.size());
  rules.push_back(std::move(rule));
  return Error::success();
}

Error Rules::addFile(StringRef path) {
  Expected<std::unique_ptr<MemoryBuffer>> text =
      readRegularFile(path, kMaxMapBytes);
  if (!text)
    return text.takeError();
  SmallVector<StringRef> lines;
  (*text)->getBuffer().split(lines, '\n');
  for (auto [i, line] : enumerate(lines)) {
    line = line.trim();
    if (line.empty() || line.starts_with("#"))
      continue;
    if (Error error = add(line, "file " + quote(path) + ", line " +
                                    std::to_string(i + 1)))
      return error;
  }
  return Error::success();
}

Rule *Rules::find(StringRef name) {
  if (auto found = exact.find(name); found != exact.end())
    return &rules[found->second];
  for (size_t length : prefixLengths) {
    if (length > name.size())
      continue;
    auto found = prefixes.find(name.take_front(length));
    if (found != prefixes.end())
      return &rules[found->second];
  }
  return nullptr;
}

std::string InitialValues::Source::name() const {
  return "array " + quote(array) + " of " + quote(file->path());
}

Expected<InitialValues> InitialValues::open(const Config &config) {
  InitialValues values;
  Rules rules;
  for (const std::string &text : config.initMap)
    if (Error error = isMapFile(text)
                          ? rules.addFile(text)
                          : rules.add(text, config.spell("init-map")))
      return withContext(std::move(error), config.spell("init-map"));
  for (const std::string &path : config.initFrom) {
    Expected<TensorFileReader> opened = TensorFileReader::open(path);
    if (!opened)
      return withContext(opened.takeError(), config.spell("init-from"));
    TensorFileReader &file = values.files.emplace_back(std::move(*opened));
    for (const std::string &array : file.names()) {
      std::string name = array;
      if (Rule *rule = rules.find(array)) {
        rule->isUsed = true;
        if (rule->isDropped)
          continue;
        name = rule->to;
        if (rule->isPrefix)
          name += StringRef(array).drop_front(rule->from.size());
      }
      values.sources[name].push_back({&file, array});
    }
  }
  for (const Rule &rule : rules.rules) {
    if (!rule.isUsed)
      return inputError(rule.where + ": no array of " +
                        config.spell("init-from") + " is meant by " +
                        rule.text());
    if (!rule.isPrefix && !rule.isDropped)
      values.targets.push_back(rule.to);
  }
  return values;
}

ArrayRef<InitialValues::Source> InitialValues::find(StringRef variable) const {
  auto found = sources.find(variable);
  if (found == sources.end())
    return {};
  return found->second;
}

std::vector<std::string> InitialValues::listNames() const {
  std::vector<std::string> names;
  for (const auto &entry : sources)
    names.push_back(entry.first().str());
  llvm::sort(names);
  return names;
}
