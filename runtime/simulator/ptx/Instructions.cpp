//===- Instructions.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Instructions.h"

#include <algorithm>
#include <unordered_map>

namespace amp::rt::simulator::ptx {

namespace {

/// Calls a function with each word of a text; stops when it gives true.
template <class Function>
bool anyWord(std::string_view text, Function &&function) {
  while (!text.empty()) {
    size_t end = std::min(text.find(' '), text.size());
    if (end && function(text.substr(0, end)))
      return true;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

using Table = std::unordered_map<std::string_view, std::vector<const Row *>>;

const Table &table() {
  static const Table theTable = [] {
    Table result;
    for (Rows rows : {integerRows(), floatRows(), convertRows(), transferRows(),
                      warpRows(), matrixRows()})
      for (const Row *row = rows.begin; row != rows.end; ++row)
        result[row->opcode].push_back(row);
    return result;
  }();
  return theTable;
}

/// Whether a row takes the form's modifiers and types; else what it does not,
/// and whether that is no more than a type.
bool takes(const Row &row, const Form &form, std::string &error, bool &isNear) {
  std::string opcode(form.opcode);
  for (std::string_view modifier : form.modifiers) {
    bool isKnown = anyWord(row.modifiers, [&](std::string_view word) {
      if (word[0] == '!')
        word.remove_prefix(1);
      // A family of cache hints.
      if (word.back() == '*')
        return modifier.substr(0, word.size() - 1) ==
               word.substr(0, word.size() - 1);
      return word == modifier;
    });
    if (!isKnown) {
      error = "'" + opcode + "' with '." + std::string(modifier) +
              "' is not known to the simulator";
      return false;
    }
  }
  if (anyWord(row.modifiers, [&](std::string_view word) {
        if (word[0] != '!' || form.has(word.substr(1)))
          return false;
        error = "'" + opcode + "' lacks '." + std::string(word.substr(1)) + "'";
        return true;
      }))
    return false;
  isNear = true;
  std::string_view places = row.types;
  size_t place = 0;
  while (!places.empty()) {
    size_t end = std::min(places.find('/'), places.size());
    std::string_view allowed = places.substr(0, end);
    places.remove_prefix(std::min(end + 1, places.size()));
    if (place >= form.types.size()) {
      error = "'" + opcode + "' lacks a type";
      return false;
    }
    Type type = form.types[place++];
    if (!anyWord(allowed,
                 [&](std::string_view word) { return word == nameOf(type); })) {
      error = "'" + opcode + "' with type '." + nameOf(type) +
              "' is not known to the simulator";
      return false;
    }
  }
  if (place != form.types.size()) {
    error = "'" + opcode + "' has a type too many";
    return false;
  }
  return true;
}

} // namespace

bool Form::has(std::string_view modifier) const {
  return std::find(modifiers.begin(), modifiers.end(), modifier) !=
         modifiers.end();
}

int Form::oneOf(std::string_view names) const {
  int index = 0, found = -1;
  anyWord(names, [&](std::string_view word) {
    if (has(word)) {
      found = index;
      return true;
    }
    ++index;
    return false;
  });
  return found;
}

const Row *findRow(const Form &form, Instruction &in, std::string &error) {
  auto it = table().find(form.opcode);
  if (it == table().end()) {
    error = "instruction '" + std::string(form.opcode) +
            "' is not known to the simulator";
    return nullptr;
  }
  const Row *found = nullptr;
  bool wasNear = false;
  for (const Row *row : it->second) {
    std::string reason;
    bool isNear = false;
    if (takes(*row, form, reason, isNear)) {
      found = row;
      break;
    }
    if (error.empty() || (isNear && !wasNear))
      error = std::move(reason);
    wasNear |= isNear;
  }
  if (!found)
    return nullptr;
  error.clear();
  if (!form.types.empty())
    in.type = form.types[0];
  if (form.types.size() > 1)
    in.sourceType = form.types[1];
  static const Rounding modes[] = {
      Rounding::NearestEven, Rounding::Zero,        Rounding::Down,
      Rounding::Up,          Rounding::NearestEven, Rounding::Zero,
      Rounding::Down,        Rounding::Up,          Rounding::NearestAway};
  if (int mode = form.oneOf("rn rz rm rp rni rzi rmi rpi rna"); mode >= 0)
    in.rounding = modes[mode];
  in.ftz = form.has("ftz");
  in.sat = form.has("sat");
  in.relu = form.has("relu");
  static const Space spaces[] = {
      Space::Global, Space::Shared,    Space::Shared,   Space::Constant,
      Space::Local,  Space::Parameter, Space::Parameter};
  if (int space = form.oneOf(
          "global shared shared::cta const local param param::entry");
      space >= 0)
    in.space = spaces[space];
  in.vector = form.has("v2") ? 2 : form.has("v4") ? 4 : form.has("v8") ? 8 : 1;
  in.acquires = form.has("acquire") || form.has("acq_rel");
  in.releases = form.has("release") || form.has("acq_rel");
  in.isStrong = in.acquires || in.releases || form.has("volatile") ||
                form.has("relaxed") || form.has("mmio");
  return found;
}

} // namespace amp::rt::simulator::ptx
