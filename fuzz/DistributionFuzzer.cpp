//===- DistributionFuzzer.cpp - Data that a flag describes ----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "amp/Support/Initializer.h"
#include "amp/Support/Number.h"

using namespace llvm;
using namespace amp;
using namespace amp::fuzz;

/// The text of a distribution, such as `normal:0,1`, and of numbers.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef text = textOf(data, size);
  double wide = 0;
  float narrow = 0;
  if (parseNumber(text, wide) == NumberStatus::Ok &&
      parseNumber(text, narrow) == NumberStatus::Ok)
    // Rounding twice may differ by one unit, not by more.
    expectThat(!(std::abs(wide - narrow) > std::abs(wide) * 0x1p-23 + 0x1p-148),
               "one number in both precisions");
  if (parseHexFloat(text, wide)) {
    double again = 0;
    expectThat(parseHexFloat(toHexFloat(wide), again),
               "a hexadecimal number to be read again");
  }
  for (ElementType type : allElementTypes()) {
    Expected<Tensor> tensor = generate(text, type, {3, 2}, 1, 2);
    if (!tensor)
      expectMessage(tensor.takeError());
    else
      expectThat(tensor->numElements() == 6, "the shape that was asked for");
  }
  return 0;
}
