//===- CsvFuzzer.cpp - Tables of numbers ----------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "amp/Support/Csv.h"

#include <tuple>

using namespace llvm;
using namespace amp;
using namespace amp::fuzz;

/// The first line says which columns are wanted, as in `FILE:COLUMNS`; the rest
/// is the file.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef columns, text;
  std::tie(columns, text) = textOf(data, size).split('\n');
  withFile(text, [&](StringRef path) {
    for (ElementType type : {ElementType::F64, ElementType::F32}) {
      Expected<Tensor> table = readCsv(path, columns, type, kMaxBytes);
      if (!table) {
        expectMessage(table.takeError());
        continue;
      }
      expectThat(table->bytes().size() <= kMaxBytes, "the limit to be kept");
      expectThat(table->shape.size() == 1 || table->shape.size() == 2,
                 "a vector or a table");
    }
  });
  return 0;
}
