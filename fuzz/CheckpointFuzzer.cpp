//===- CheckpointFuzzer.cpp - Checkpoints ---------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "amp/Support/Checkpoint.h"
#include "amp/Support/Sha256.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstring>

using namespace llvm;
using namespace amp;
using namespace amp::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::shared_ptr<MemoryBuffer> file =
      MemoryBuffer::getMemBufferCopy(textOf(data, size));
  Expected<Checkpoint> checkpoint = parseCheckpoint(std::move(file), "fuzzed");
  if (!checkpoint) {
    expectMessage(checkpoint.takeError());
    return 0;
  }
  expectThat(checkpoint->step >= 0 && checkpoint->step <= kMaxCheckpointStep,
             "a step in its range");
  for (const CheckpointTensor &tensor : checkpoint->tensors)
    expectThat(checkpoint->find(tensor.name) == &tensor, "names of their own");
  // A record that was read can be written and read again.
  for (const ScalerRecord &scaler : checkpoint->scalers)
    expectThat(ScalerRecord::fromJson(scaler.name, scaler.toJson()).has_value(),
               "a scaler's record to be read again");
  return 0;
}

/// A digest that is wrong hides what lies behind it: most mutants are of the
/// header or of the arrays alone, and get the digest that they should have.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  constexpr StringLiteral kKey("\"amp.digest\":\"");
  constexpr size_t kDigits = 64;
  if (size < 8 || seed % 8 == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  size = mutateHeader(data, size, maxSize);

  StringRef text =
      textOf(data, size).take_front(8 + support::endian::read64le(data));
  size_t digest = text.find(kKey);
  if (digest == StringRef::npos || digest + kKey.size() + kDigits > text.size())
    return size;
  digest += kKey.size();
  std::memset(data + digest, '0', kDigits);
  Sha256 hash;
  hash.update(textOf(data, size));
  std::memcpy(data + digest, hash.hexDigest().data(), kDigits);
  return size;
}
