//===- Operand.cpp - Operands in the memory of a device -------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operand.h"

#include <algorithm>
#include <cstdio>

using namespace amp::rt::cuda;
using namespace amp::rt::simulator;

static std::string hex(uint64_t address) {
  char text[2 + 16 + 1];
  std::snprintf(text, sizeof(text), "0x%llx",
                static_cast<unsigned long long>(address));
  return text;
}

//===----------------------------------------------------------------------===//
// Written bytes
//===----------------------------------------------------------------------===//

/// Bits of word `word` that stand for bytes from `offset` to `end`.
static uint64_t maskOf(uint64_t word, uint64_t offset, uint64_t end) {
  const uint64_t first = std::max(offset, word * 64) - word * 64;
  const uint64_t last = std::min(end, word * 64 + 64) - word * 64;
  const uint64_t below = last == 64 ? ~UINT64_C(0) : (UINT64_C(1) << last) - 1;
  return below & ~((UINT64_C(1) << first) - 1);
}

bool amp::rt::simulator::isWritten(const Allocation &allocation,
                                   uint64_t offset, uint64_t bytes,
                                   uint64_t &gap) {
  const uint64_t end = offset + bytes;
  for (uint64_t word = offset / 64; word * 64 < end; ++word) {
    const uint64_t mask = maskOf(word, offset, end);
    uint64_t missing = mask & ~allocation.written[word];
    if (!missing)
      continue;
    for (gap = word * 64; !(missing & 1); missing >>= 1)
      ++gap;
    return false;
  }
  return true;
}

void amp::rt::simulator::setWritten(Allocation &allocation, uint64_t offset,
                                    uint64_t bytes, bool value) {
  const uint64_t end = offset + bytes;
  auto set = [&](uint64_t word) {
    const uint64_t mask = maskOf(word, offset, end);
    if (value)
      allocation.written[word] |= mask;
    else
      allocation.written[word] &= ~mask;
  };
  if (!bytes)
    return;
  // A workspace has many words, all of them whole but the first and the last.
  const uint64_t first = offset / 64, last = (end - 1) / 64;
  set(first);
  if (last > first + 1)
    std::fill(allocation.written.begin() + static_cast<ptrdiff_t>(first) + 1,
              allocation.written.begin() + static_cast<ptrdiff_t>(last),
              value ? ~UINT64_C(0) : 0);
  set(last);
}

//===----------------------------------------------------------------------===//
// Operand
//===----------------------------------------------------------------------===//

Operand Operand::matrix(std::string name, uint64_t address,
                        const LayoutValue &layout) {
  const bool byColumns = layout.order == int32_t(kCUBLASLT_ORDER_COL);
  Operand operand;
  operand.name = std::move(name);
  operand.address = address;
  operand.elementBytes = bytesOf(layout.type);
  operand.lineName = byColumns ? "column" : "row";
  operand.length = byColumns ? layout.rows : layout.cols;
  operand.lines = byColumns ? layout.cols : layout.rows;
  operand.ld = layout.ld;
  operand.batch = static_cast<uint64_t>(layout.batch);
  operand.stride = operand.batch == 1 ? 0 : layout.stride;
  return operand;
}

Operand Operand::vector(std::string name, uint64_t address, cudaDataType_t type,
                        uint64_t length, uint64_t batch, int64_t stride) {
  Operand operand;
  operand.name = std::move(name);
  operand.address = address;
  operand.elementBytes = bytesOf(type);
  operand.length = length;
  operand.batch = batch;
  operand.stride = batch == 1 ? 0 : stride;
  return operand;
}

std::string MappedOperand::describeLine(const std::string &work, uint64_t line,
                                        uint64_t matrix, bool isWrite) const {
  return work + ": " + operand.name + " at " + hex(operand.address) + ", " +
         operand.lineName + " " + std::to_string(line) + " of " +
         std::to_string(operand.lines) + " in matrix " +
         std::to_string(matrix) + " of " + std::to_string(operand.batch) +
         ", " + (isWrite ? "writes " : "reads ") +
         std::to_string(operand.length * operand.elementBytes) + " bytes at " +
         hex(operand.addressOf(line, matrix)) + ": ";
}

Fault MappedOperand::map(const Operand &mapped, bool isWrite,
                         const std::string &work, Memory &memory,
                         std::vector<Access> &accesses) {
  operand = mapped;
  places.clear();
  const uint64_t matrices = operand.stride == 0 ? 1 : operand.batch;
  const uint64_t bytes = operand.length * operand.elementBytes;
  Allocation *allocation = nullptr;
  bool continues = false;
  for (uint64_t matrix = 0; matrix < matrices; ++matrix)
    for (uint64_t line = 0; line < operand.lines; ++line) {
      const uint64_t address = operand.addressOf(line, matrix);
      if (!allocation || !allocation->contains(address, bytes))
        allocation = memory.find(address);
      if (!allocation || !allocation->contains(address, bytes)) {
        const uint64_t outside =
            allocation ? allocation->address + allocation->bytes : address;
        return {kCUDA_ERROR_ILLEGAL_ADDRESS,
                describeLine(work, line, matrix, isWrite) + hex(outside) +
                    " is " + memory.describe(outside)};
      }
      if (isWrite && allocation->isConstant)
        return {kCUDA_ERROR_ILLEGAL_ADDRESS,
                describeLine(work, line, matrix, isWrite) + allocation->name +
                    " is constant"};
      places.push_back(
          {allocation,
           reinterpret_cast<unsigned char *>(allocation->data.get()) +
               (address - allocation->address),
           address});
      // A leading dimension of 0 names the same line again.
      if (continues && accesses.back().address == address &&
          accesses.back().bytes == bytes)
        continue;
      if (continues &&
          accesses.back().address + accesses.back().bytes == address)
        accesses.back().bytes += bytes;
      else
        accesses.push_back({address, bytes, isWrite});
      continues = true;
    }
  return {};
}

Fault MappedOperand::checkWritten(const std::string &work,
                                  const Memory &memory) const {
  const uint64_t bytes = operand.length * operand.elementBytes;
  for (size_t i = 0; i < places.size(); ++i) {
    const Place &place = places[i];
    const Allocation &allocation = *place.allocation;
    uint64_t gap = 0;
    if (isWritten(allocation, place.address - allocation.address, bytes, gap))
      continue;
    const uint64_t address = allocation.address + gap;
    return {kCUDA_ERROR_LAUNCH_FAILED,
            describeLine(work, i % operand.lines, i / operand.lines, false) +
                "byte " + std::to_string(address - place.address) +
                " was never written, at " + hex(address) + ", " +
                memory.describe(address)};
  }
  return {};
}

void MappedOperand::markWritten() const {
  for (const Place &place : places)
    setWritten(*place.allocation, place.address - place.allocation->address,
               operand.length * operand.elementBytes, true);
}
