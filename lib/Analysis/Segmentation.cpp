//===- Segmentation.cpp ---------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Analysis/Segmentation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <utility>

using namespace mlir::amp;

namespace {

/// Tries limits of the bytes held at once. Between two points lies a stretch
/// that no cut divides; point 0 is the beginning, the last one the end.
class Segmenter {
public:
  Segmenter(uint32_t length, llvm::ArrayRef<SequenceValue> values);

  Segmentation run();

private:
  void choosePoints(uint32_t length, llvm::ArrayRef<SequenceValue> values);
  /// Finds segments with which no more than `limit` bytes are held at once.
  bool solve(uint64_t limit);
  uint64_t getSaved(size_t from, size_t to) const {
    return saved[to] - saved[from];
  }

  static constexpr uint64_t kNone = UINT64_MAX;
  /// The op that each point is before.
  std::vector<uint32_t> points;
  /// For each point the saved bytes made before it.
  std::vector<uint64_t> saved;
  /// For each point the bytes made in the stretch before it that are read
  /// behind it, and what is no longer read behind it: of which stretch, by the
  /// point at its end, and how many bytes.
  std::vector<uint64_t> born;
  std::vector<std::vector<std::pair<uint32_t, uint64_t>>> dying;
  /// For each point the fewest bytes that segments up to it keep, and where the
  /// last of them begins.
  std::vector<uint64_t> kept;
  std::vector<size_t> previous;
  /// The bytes of each stretch that are read behind the point that is solved.
  std::vector<uint64_t> alive;
};

} // namespace

/// Of the places between two saved values the first with the fewest bytes
/// across.
void Segmenter::choosePoints(uint32_t length,
                             llvm::ArrayRef<SequenceValue> values) {
  std::vector<uint64_t> across(length + 1), made(length);
  for (const SequenceValue &value : values) {
    if (value.isSaved)
      made[value.made] += value.bytes;
    // Before the ops made + 1 to lastRead.
    across[value.made + 1] += value.bytes;
    if (value.lastRead < length)
      across[value.lastRead + 1] -= value.bytes;
  }
  for (uint32_t i = 1; i <= length; ++i)
    across[i] += across[i - 1];
  points.push_back(0);
  for (uint32_t i = 1; i < length; ++i) {
    if (made[i - 1] != 0)
      points.push_back(i);
    else if (points.back() != 0 && across[i] < across[points.back()])
      points.back() = i;
  }
  points.push_back(length);
}

Segmenter::Segmenter(uint32_t length, llvm::ArrayRef<SequenceValue> values) {
  choosePoints(length, values);
  saved.resize(points.size());
  born.resize(points.size());
  dying.resize(points.size());
  // The first point that is behind an op.
  auto findPoint = [&](uint32_t position) {
    return uint32_t(llvm::upper_bound(points, position) - points.begin());
  };
  for (const SequenceValue &value : values) {
    uint32_t point = findPoint(value.made);
    if (value.isSaved)
      saved[point] += value.bytes;
    if (value.lastRead < points[point])
      continue;
    born[point] += value.bytes;
    if (value.lastRead < length)
      dying[findPoint(value.lastRead)].push_back({point, value.bytes});
  }
  for (size_t i = 1; i != saved.size(); ++i)
    saved[i] += saved[i - 1];
}

bool Segmenter::solve(uint64_t limit) {
  size_t end = points.size() - 1;
  kept.assign(points.size(), kNone);
  previous.assign(points.size(), 0);
  alive.assign(points.size(), 0);
  kept[0] = 0;
  for (size_t i = 1; i <= end; ++i) {
    alive[i] = born[i];
    for (auto [stretch, bytes] : dying[i])
      alive[stretch] -= bytes;
    uint64_t added = 0;
    for (size_t from = i; from-- != 0 && getSaved(from, i) <= limit;) {
      added += alive[from + 1];
      if (kept[from] == kNone || kept[from] + getSaved(from, i) > limit)
        continue;
      // Nothing is kept of the last segment: what counts there is that as
      // little as possible is computed again.
      uint64_t bytes = i == end ? 0 : kept[from] + added;
      if (kept[i] == kNone || bytes < kept[i] || i == end) {
        kept[i] = bytes;
        previous[i] = from;
      }
    }
  }
  return kept[end] != kNone;
}

Segmentation Segmenter::run() {
  size_t end = points.size() - 1;
  uint64_t least = 0;
  for (size_t i = 1; i <= end; ++i)
    least = std::max(least, getSaved(i - 1, i));
  // From below: what is tried grows with the limit.
  uint64_t most = least;
  while (!solve(most)) {
    least = most + 1;
    most = std::min(saved[end], std::max<uint64_t>(1, 2 * most));
  }
  while (most - least > most / 100) {
    uint64_t middle = least + (most - least) / 2;
    if (solve(middle))
      most = middle;
    else
      least = middle + 1;
  }
  Segmentation result;
  if (!solve(most))
    llvm_unreachable("a limit that held before holds again");
  for (size_t i = end; i != 0; i = previous[i]) {
    size_t from = previous[i];
    result.bytes = std::max(result.bytes, kept[from] + getSaved(from, i));
    if (from != 0)
      result.begins.push_back(points[from]);
  }
  std::reverse(result.begins.begin(), result.begins.end());
  return result;
}

Segmentation mlir::amp::findSegments(uint32_t length,
                                     llvm::ArrayRef<SequenceValue> values) {
  if (length == 0)
    return {};
  return Segmenter(length, values).run();
}
