//===- NpzFuzzer.cpp - Archives of NumPy's arrays -------------------------===//
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
    Expected<NpzReader> reader = NpzReader::open(path);
    if (!reader)
      return expectMessage(reader.takeError());
    for (const std::string &name : reader->names()) {
      Expected<Tensor> tensor = reader->load(name, kMaxBytes);
      if (!tensor)
        expectMessage(tensor.takeError());
      else
        expectThat(tensor->bytes().size() <= kMaxBytes, "the limit to be kept");
    }
    expectMessage(reader->load("no such array").takeError());
  });
  return 0;
}
