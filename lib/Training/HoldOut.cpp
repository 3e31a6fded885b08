//===- HoldOut.cpp - Samples that are kept for evaluation -----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoldOut.h"

#include "amp/Support/Error.h"
#include "amp/Support/Number.h"
#include "amp/Support/Random.h"
#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace llvm;
using namespace amp;
using namespace amp::training;

/// An epoch that no training comes to: which samples are held out has nothing
/// to do with the order of any.
static constexpr uint64_t kHoldOutEpoch = std::numeric_limits<uint64_t>::max();

static Error keepRows(BoundArgument &argument, ArrayRef<uint64_t> rows) {
  const Tensor &all = argument.tensor;
  Shape shape = all.shape;
  size_t row = all.bytes().size() / static_cast<size_t>(shape[0]);
  shape[0] = static_cast<int64_t>(rows.size());
  Expected<Tensor> kept = Tensor::allocate(all.type, shape, argument.origin);
  if (!kept)
    return kept.takeError();
  char *target = kept->mutableBytes().data();
  for (uint64_t sample : rows) {
    std::memcpy(target, all.bytes().data() + sample * row, row);
    target += row;
  }
  argument.tensor = std::move(*kept);
  return Error::success();
}

static Error keepRows(BoundEntry &bound, ArrayRef<uint64_t> rows) {
  for (BoundArgument &argument : bound.arguments)
    if (argument.isBatched)
      if (Error error = keepRows(argument, rows))
        return error;
  bound.samples = static_cast<int64_t>(rows.size());
  return Error::success();
}

Error amp::training::holdOut(BoundEntry &main, BoundEntry &eval,
                             const Config &config) {
  std::string setting = config.spell("validation-split");
  auto isShared = [&](StringRef name, StringRef origin) {
    return any_of(zip(main.entry.arguments, main.arguments),
                  [&](const auto &pair) {
                    const auto &[declared, bound] = pair;
                    return declared.name == name && bound.isBatched &&
                           bound.origin == origin;
                  });
  };
  for (auto [declared, bound] : zip(eval.entry.arguments, eval.arguments))
    if (bound.isBatched && !isShared(declared.name, bound.origin))
      return typedError(ErrorKind::Usage,
                        setting + ": " + quote(declared.name) + " of entry " +
                            quote(eval.entry.name) + " is no data set of " +
                            quote(main.entry.name) +
                            ", so there is nothing to divide");
  if (!main.samples || !eval.samples)
    return typedError(ErrorKind::Usage, setting + " needs a data set (" +
                                            config.spell("data") +
                                            ") that both entry points take");
  auto samples = static_cast<uint64_t>(*main.samples);
  auto count = static_cast<uint64_t>(
      std::llround(config.validationSplit * static_cast<double>(samples)));
  if (count == 0 || count >= samples)
    return inputError(setting + "=" + toDecimal(config.validationSplit) +
                      " of " + Twine(samples) + " samples leaves nothing to " +
                      (count == 0 ? "evaluate" : "train on"));
  std::vector<uint64_t> order =
      shufflePermutation(config.seed, kHoldOutEpoch, samples);
  std::vector<uint64_t> held(order.begin(), order.begin() + count);
  std::vector<uint64_t> rest(order.begin() + count, order.end());
  llvm::sort(held);
  llvm::sort(rest);
  if (Error error = keepRows(eval, held))
    return error;
  return keepRows(main, rest);
}
