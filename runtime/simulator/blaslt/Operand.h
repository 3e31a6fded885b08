//===- Operand.h - Operands in the memory of a device -----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A matrix in device memory: which bytes it has, whether they are there, and
// where they lie in the host.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_BLASLT_OPERAND_H
#define AMP_RUNTIME_SIMULATOR_BLASLT_OPERAND_H

#include "Memory.h"
#include "Problem.h"
#include "Work.h"

#include <string>
#include <vector>

namespace amp::rt::simulator {

/// Lines of elements without gaps: columns of a column-major matrix, rows of a
/// row-major one. Element e of line l of matrix b lies at
/// address + (e + l * ld + b * stride) * elementBytes.
struct Operand {
  std::string name; ///< "A", "the bias".
  uint64_t address = 0;
  uint32_t elementBytes = 0;
  const char *lineName = "column";
  uint64_t length = 0; ///< Elements of a line.
  uint64_t lines = 1;
  int64_t ld = 0;
  uint64_t batch = 1;
  int64_t stride = 0;

  static Operand matrix(std::string name, uint64_t address,
                        const LayoutValue &layout);
  static Operand vector(std::string name, uint64_t address,
                        cuda::cudaDataType_t type, uint64_t length,
                        uint64_t batch, int64_t stride);

  /// Of a line; the address of a line of matrix 0 if the stride is 0.
  uint64_t addressOf(uint64_t line, uint64_t matrix) const {
    return address +
           static_cast<uint64_t>(static_cast<int64_t>(line) * ld +
                                 static_cast<int64_t>(matrix) * stride) *
               elementBytes;
  }
};

/// An operand whose every line was found in memory. Valid until memory is
/// released.
class MappedOperand {
public:
  /// Finds the operand in memory and appends its bytes to `accesses`, one entry
  /// for each run without gaps. `work` begins the message of a fault.
  Fault map(const Operand &operand, bool isWrite, const std::string &work,
            Memory &memory, std::vector<Access> &accesses);
  /// Of an input: that all of it was written.
  Fault checkWritten(const std::string &work, const Memory &memory) const;

  const Operand &get() const { return operand; }
  unsigned char *getLine(uint64_t line, uint64_t matrix) const {
    return places[operand.stride == 0 ? line : line + matrix * operand.lines]
        .host;
  }
  /// To be called for an output, once its lines hold what was computed.
  void markWritten() const;

private:
  struct Place {
    Allocation *allocation;
    unsigned char *host;
    uint64_t address;
  };
  /// "A at 0x..., column 1 of 2 in matrix 0 of 1, reads 8 bytes at 0x...: ".
  std::string describeLine(const std::string &work, uint64_t line,
                           uint64_t matrix, bool isWrite) const;
  Operand operand;
  std::vector<Place> places;
};

/// Whether all of some bytes of an allocation were written; otherwise the
/// offset of the first that was not is in `gap`.
bool isWritten(const Allocation &allocation, uint64_t offset, uint64_t bytes,
               uint64_t &gap);
void setWritten(Allocation &allocation, uint64_t offset, uint64_t bytes,
                bool value);

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_SIMULATOR_BLASLT_OPERAND_H
