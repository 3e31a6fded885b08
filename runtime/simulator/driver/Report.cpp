//===- Report.cpp - What was done, as text --------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include <algorithm>

using namespace amp::rt::simulator;

bool NaturalLess::operator()(const std::string &a, const std::string &b) const {
  auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  // The run of digits from `at` on, without leading zeros.
  auto readNumber = [&](const std::string &text, size_t &at) {
    while (at < text.size() && text[at] == '0')
      ++at;
    const size_t first = at;
    while (at < text.size() && isDigit(text[at]))
      ++at;
    return text.substr(first, at - first);
  };
  size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (isDigit(a[i]) && isDigit(b[j])) {
      const std::string first = readNumber(a, i), second = readNumber(b, j);
      if (first.size() != second.size())
        return first.size() < second.size();
      if (first != second)
        return first < second;
      continue;
    }
    if (a[i] != b[j])
      return a[i] < b[j];
    ++i;
    ++j;
  }
  if (i < a.size() || j < b.size())
    return i == a.size();
  // The same but for zeros in front of numbers.
  return a < b;
}

void Report::count(uint64_t Totals::*field, uint64_t amount) {
  totals.*field += amount;
  if (!period.empty())
    periods[period].*field += amount;
}

void Report::countOperation(const Action &action, bool isOfGraph) {
  if (action.kind == ActionKind::Marker)
    return;
  count(&Totals::operations);
  if (isOfGraph)
    count(&Totals::graphNodes);
  switch (action.kind) {
  case ActionKind::Marker:
    return;
  case ActionKind::Kernel:
    count(isOfGraph ? &Totals::graphKernels : &Totals::launches);
    return;
  case ActionKind::CopyToDevice:
    count(&Totals::copiesToDevice);
    count(&Totals::bytesToDevice, action.bytes);
    return;
  case ActionKind::CopyToHost:
    count(&Totals::copiesToHost);
    count(&Totals::bytesToHost, action.bytes);
    return;
  case ActionKind::CopyOnDevice:
    count(&Totals::copiesOnDevice);
    count(&Totals::bytesOnDevice, action.bytes);
    return;
  case ActionKind::Memset:
    count(&Totals::memsets);
    count(&Totals::bytesSet, action.bytes);
    return;
  case ActionKind::Library:
    count(&Totals::libraryCalls);
    return;
  case ActionKind::HostFunction:
    count(&Totals::hostFunctions);
    return;
  }
}

static void add(Counters &sum, const Counters &counters) {
  sum.threads += counters.threads;
  sum.instructions += counters.instructions;
  sum.mostOfBlock = std::max(sum.mostOfBlock, counters.mostOfBlock);
  sum.barriers += counters.barriers;
  sum.loads += counters.loads;
  sum.stores += counters.stores;
  sum.loadSectors += counters.loadSectors;
  sum.storeSectors += counters.storeSectors;
  sum.bytesLoaded += counters.bytesLoaded;
  sum.bytesStored += counters.bytesStored;
}

void Report::countRun(const Action &action, const Counters &counters) {
  if (action.counted.empty())
    return;
  auto &table = action.kind == ActionKind::Kernel ? kernels : libraries;
  Runs &entry = table[action.counted];
  ++entry.runs;
  add(entry.counters, counters);
}

void Report::noteBytesInUse(uint64_t bytes) {
  peakBytes = std::max(peakBytes, bytes);
}

Counters Report::getCounters(const std::string &kernel) const {
  auto found = kernels.find(kernel);
  return found == kernels.end() ? Counters() : found->second.counters;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {
class Line {
public:
  explicit Line(std::string head) : text(std::move(head)) {}
  Line &add(const char *name, uint64_t value) {
    text += std::string(" ") + name + "=" + std::to_string(value);
    return *this;
  }
  std::string end() { return std::move(text) + "\n"; }

private:
  std::string text;
};
} // namespace

static Line &addTotals(Line &line, const Totals &totals) {
  return line.add("operations", totals.operations)
      .add("launches", totals.launches)
      .add("graph_launches", totals.graphLaunches)
      .add("graph_nodes", totals.graphNodes)
      .add("graph_kernels", totals.graphKernels)
      .add("library_calls", totals.libraryCalls)
      .add("host_functions", totals.hostFunctions)
      .add("memsets", totals.memsets)
      .add("bytes_set", totals.bytesSet)
      .add("copies_to_device", totals.copiesToDevice)
      .add("bytes_to_device", totals.bytesToDevice)
      .add("copies_to_host", totals.copiesToHost)
      .add("bytes_to_host", totals.bytesToHost)
      .add("copies_on_device", totals.copiesOnDevice)
      .add("bytes_on_device", totals.bytesOnDevice)
      .add("synchronizations", totals.synchronizations)
      .add("blocked", totals.blocked)
      .add("queries", totals.queries)
      .add("allocations", totals.allocations)
      .add("bytes_allocated", totals.bytesAllocated)
      .add("frees", totals.frees)
      .add("host_allocations", totals.hostAllocations);
}

static Line &addCounters(Line &line, const Counters &counters) {
  return line.add("threads", counters.threads)
      .add("instructions", counters.instructions)
      .add("most_of_block", counters.mostOfBlock)
      .add("barriers", counters.barriers)
      .add("loads", counters.loads)
      .add("stores", counters.stores)
      .add("load_sectors", counters.loadSectors)
      .add("store_sectors", counters.storeSectors)
      .add("bytes_loaded", counters.bytesLoaded)
      .add("bytes_stored", counters.bytesStored);
}

std::string Report::format() const {
  Line total("total:");
  std::string text =
      addTotals(total, totals).add("peak_bytes", peakBytes).end();
  for (const auto &[name, periodTotals] : periods) {
    Line line("period '" + name + "':");
    text += addTotals(line, periodTotals).end();
  }
  for (const auto &[head, table] : {std::make_pair("kernel '", &kernels),
                                    std::make_pair("library '", &libraries)})
    for (const auto &[name, entry] : *table) {
      Line line(head + name + "':");
      text += addCounters(line.add("runs", entry.runs), entry.counters).end();
    }
  return text;
}
