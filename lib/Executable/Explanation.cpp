//===- Explanation.cpp - How precision was assigned -----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Executable/Explanation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace amp;

std::string Explanation::Op::place() const {
  if (!name.empty())
    return name;
  if (file.empty())
    return "-";
  return (sys::path::filename(file) + ":" + Twine(line)).str();
}

std::vector<Explanation::Group> Explanation::groups() const {
  std::vector<Group> groups;
  for (const Op &op : ops) {
    auto group = find_if(groups, [&](const Group &g) {
      return g.category == op.category && g.rule == op.rule;
    });
    if (group == groups.end())
      group = groups.insert(groups.end(), Group{op.category, op.rule});
    ++group->ops;
    group->casts += op.casts;
    group->bytes += op.bytes;
  }
  return groups;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static json::Object toJson(const Explanation::Cost &cost) {
  return json::Object{{"casts", cost.casts},
                      {"cast_bytes", cost.castBytes},
                      {"op_bytes", cost.opBytes},
                      {"saved_bytes", cost.savedBytes}};
}

json::Object Explanation::toJson() const {
  json::Array lines, summary;
  for (const Op &op : ops) {
    json::Object line{{"place", json::fixUTF8(op.place())},
                      {"name", nullptr},
                      {"file", nullptr},
                      {"line", nullptr},
                      {"column", nullptr},
                      {"op", json::fixUTF8(op.op)},
                      {"category", op.category},
                      {"rule", json::fixUTF8(op.rule)},
                      {"type", op.type},
                      {"casts", op.casts},
                      {"bytes", op.bytes}};
    if (!op.name.empty())
      line["name"] = json::fixUTF8(op.name);
    if (!op.file.empty()) {
      line["file"] = json::fixUTF8(op.file);
      line["line"] = op.line;
      line["column"] = op.column;
    }
    lines.push_back(std::move(line));
  }
  for (const Group &group : groups())
    summary.push_back(json::Object{{"category", group.category},
                                   {"rule", json::fixUTF8(group.rule)},
                                   {"ops", group.ops},
                                   {"casts", group.casts},
                                   {"bytes", group.bytes}});
  json::Value costs = nullptr;
  if (!assigner.empty())
    costs = json::Object{{"name", assigner},
                         {"chosen", ::toJson(chosen)},
                         {"eager", ::toJson(eager)}};
  return json::Object{
      {"ops", std::move(lines)},
      {"summary", std::move(summary)},
      {"assigner", std::move(costs)},
      {"undecided_ops", undecidedOps},
      {"removed_casts",
       json::Object{{"count", removedCasts}, {"bytes", removedBytes}}},
      {"hoisted_weights", json::Object{{"count", hoistedWeights},
                                       {"bytes_per_step", hoistedBytes}}}};
}

// The JSON library finds these beside the types.
namespace amp {

static bool fromJSON(const json::Value &value, Explanation::Cost &cost,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("casts", cost.casts) &&
         map.map("cast_bytes", cost.castBytes) &&
         map.map("op_bytes", cost.opBytes) &&
         map.map("saved_bytes", cost.savedBytes);
}

static bool fromJSON(const json::Value &value, Explanation::Op &op,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  std::optional<std::string> name, file;
  std::optional<int64_t> line, column;
  if (!map || !map.map("name", name) || !map.map("file", file) ||
      !map.map("line", line) || !map.map("column", column))
    return false;
  op.name = name.value_or("");
  op.file = file.value_or("");
  op.line = line.value_or(0);
  op.column = column.value_or(0);
  return map.map("op", op.op) && map.map("category", op.category) &&
         map.map("rule", op.rule) && map.map("type", op.type) &&
         map.map("casts", op.casts) && map.map("bytes", op.bytes);
}

namespace {
/// An amount, and the bytes that it stands for.
struct Amount {
  StringLiteral bytesKey;
  int64_t &count;
  int64_t &bytes;
};

bool fromJSON(const json::Value &value, Amount &amount, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("count", amount.count) &&
         map.map(amount.bytesKey, amount.bytes);
}
} // namespace

static bool fromJSON(const json::Value &value, Explanation &explanation,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  Amount removed{"bytes", explanation.removedCasts, explanation.removedBytes};
  Amount hoisted{"bytes_per_step", explanation.hoistedWeights,
                 explanation.hoistedBytes};
  if (!map || !map.map("ops", explanation.ops) ||
      !map.map("undecided_ops", explanation.undecidedOps) ||
      !map.map("removed_casts", removed) ||
      !map.map("hoisted_weights", hoisted))
    return false;
  const json::Value *assigner = value.getAsObject()->get("assigner");
  if (!assigner || assigner->kind() == json::Value::Null)
    return true;
  json::ObjectMapper costs(*assigner, path.field("assigner"));
  return costs && costs.map("name", explanation.assigner) &&
         costs.map("chosen", explanation.chosen) &&
         costs.map("eager", explanation.eager);
}

} // namespace amp

Expected<Explanation> Explanation::fromJson(StringRef text) {
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  Explanation explanation;
  json::Path::Root root("explanation");
  if (!amp::fromJSON(*value, explanation, root))
    return root.getError();
  return explanation;
}
