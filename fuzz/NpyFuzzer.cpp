//===- NpyFuzzer.cpp - Arrays of NumPy ------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "amp/Support/Npy.h"

using namespace llvm;
using namespace amp;
using namespace amp::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  withFile(textOf(data, size), [](StringRef path) {
    Expected<Tensor> tensor = readNpy(path, kMaxBytes);
    if (!tensor)
      return expectMessage(tensor.takeError());
    expectThat(tensor->bytes().size() <= kMaxBytes, "the limit to be kept");
    // Another type of every kind: the elements are read, and may not fit.
    for (ElementType type : allElementTypes()) {
      Expected<Tensor> converted = convertTo(*tensor, type, "array");
      if (!converted)
        expectMessage(converted.takeError());
      else
        expectThat(converted->numElements() == tensor->numElements(),
                   "as many elements after a conversion");
    }
  });
  return 0;
}
