//===- Profile.cpp - Where the time of a run goes -------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Training/Profile.h"

#include "amp/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace amp;
using namespace amp::training;

/// Of each table; what is beyond is summed up.
static constexpr size_t kMaxRows = 25;

std::string ProfileRecord::place() const {
  if (!sourceName.empty())
    return sourceName;
  // Without the column.
  StringRef line = StringRef(location).rsplit(':').first;
  return line.empty() ? "-" : sys::path::filename(line).str();
}

double ProgramProfile::milliseconds() const {
  double sum = 0;
  for (const ProfileRecord &record : records)
    sum += record.milliseconds;
  return sum;
}

template <typename Key>
static std::vector<ProfileGroup> group(ArrayRef<ProfileRecord> records,
                                       Key key) {
  StringMap<size_t> indices;
  std::vector<ProfileGroup> groups;
  for (const ProfileRecord &record : records) {
    std::string text = key(record);
    auto [index, isNew] = indices.try_emplace(text, groups.size());
    if (isNew)
      groups.emplace_back().key = std::move(text);
    ProfileGroup &group = groups[index->second];
    ++group.records;
    group.milliseconds += record.milliseconds;
    group.bytes += record.bytes;
    group.flops += record.flops;
  }
  llvm::sort(groups, [](const ProfileGroup &a, const ProfileGroup &b) {
    return a.milliseconds != b.milliseconds ? a.milliseconds > b.milliseconds
                                            : a.key < b.key;
  });
  return groups;
}

std::vector<ProfileGroup> ProgramProfile::byOp() const {
  return group(records, [](const ProfileRecord &record) {
    return record.sourceOp.empty() ? std::string("-") : record.sourceOp;
  });
}

std::vector<ProfileGroup> ProgramProfile::byPlace() const {
  return group(records,
               [](const ProfileRecord &record) { return record.place(); });
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static double getShare(double milliseconds, double total) {
  return total > 0 ? milliseconds / total : 0;
}

static json::Array toJson(ArrayRef<ProfileGroup> groups, StringRef key,
                          double total) {
  json::Array list;
  for (const ProfileGroup &group : groups)
    list.push_back(
        json::Object{{key, json::fixUTF8(group.key)},
                     {"records", static_cast<int64_t>(group.records)},
                     {"milliseconds", group.milliseconds},
                     {"share", getShare(group.milliseconds, total)},
                     {"bytes", group.bytes},
                     {"flops", group.flops}});
  return list;
}

json::Object ProgramProfile::toJson() const {
  double total = milliseconds();
  json::Array list;
  for (const ProfileRecord &record : records)
    list.push_back(json::Object{{"name", json::fixUTF8(record.name)},
                                {"location", json::fixUTF8(record.location)},
                                {"op", json::fixUTF8(record.sourceOp)},
                                {"place", json::fixUTF8(record.place())},
                                {"runs", record.runs},
                                {"milliseconds", record.milliseconds},
                                {"share", getShare(record.milliseconds, total)},
                                {"bytes", record.bytes},
                                {"flops", record.flops}});
  return json::Object{{"program", json::fixUTF8(program)},
                      {"milliseconds", total},
                      {"by_op", ::toJson(byOp(), "op", total)},
                      {"by_place", ::toJson(byPlace(), "place", total)},
                      {"records", std::move(list)}};
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static std::string shown(StringRef text) {
  constexpr size_t kMaxLength = 60;
  return printable(text, kMaxLength);
}

static void printTitle(raw_ostream &os, StringRef count, StringRef what) {
  os << formatv("\n{0,8} {1,10} {2,7} {3,8} {4,8}  {5}\n", count, "total ms",
                "share", "GB/s", "GFLOP/s", what);
}

static void printRow(raw_ostream &os, uint64_t count, double milliseconds,
                     double total, double bytes, double flops,
                     const std::string &what) {
  auto rate = [&](double amount) {
    std::string text = "-";
    if (amount > 0 && milliseconds > 0) {
      text.clear();
      raw_string_ostream(text) << format("%.4g", amount / milliseconds / 1e6);
    }
    return text;
  };
  os << format("%8llu %10.3f %6.1f%% ", static_cast<unsigned long long>(count),
               milliseconds, 100 * getShare(milliseconds, total))
     << formatv("{0,8} {1,8}  {2}\n", rate(bytes), rate(flops), what);
}

/// Rows that were left out, in one.
static void printRest(raw_ostream &os, size_t count, double milliseconds,
                      double total) {
  os << format("%8s %10.3f %6.1f%% ", "", milliseconds,
               100 * getShare(milliseconds, total))
     << formatv("{0,8} {1,8}  {2} more\n", "", "", count);
}

static void print(raw_ostream &os, ArrayRef<ProfileGroup> groups,
                  StringRef what, double total) {
  printTitle(os, "records", what);
  double rest = 0;
  for (auto [index, group] : enumerate(groups))
    if (index < kMaxRows)
      printRow(os, group.records, group.milliseconds, total, group.bytes,
               group.flops, shown(group.key));
    else
      rest += group.milliseconds;
  if (groups.size() > kMaxRows)
    printRest(os, groups.size() - kMaxRows, rest, total);
}

void ProgramProfile::print(raw_ostream &os) const {
  double total = milliseconds();
  ::print(os, byOp(), "op", total);
  ::print(os, byPlace(), "name or line", total);
  printTitle(os, "runs", "record");
  double rest = 0;
  for (auto [index, record] : enumerate(records)) {
    if (index >= kMaxRows) {
      rest += record.milliseconds;
      continue;
    }
    std::string what = shown(record.name);
    if (!record.location.empty())
      what += " (" + shown(record.place()) +
              (record.sourceOp.empty() ? "" : ", " + record.sourceOp) + ")";
    printRow(os, record.runs, record.milliseconds, total, record.bytes,
             record.flops, what);
  }
  if (records.size() > kMaxRows)
    printRest(os, records.size() - kMaxRows, rest, total);
}
