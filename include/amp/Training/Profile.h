//===- Profile.h - Where the time of a run goes -----------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TRAINING_PROFILE_H
#define AMP_TRAINING_PROFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <string>
#include <vector>

namespace amp::training {

/// A record of a launch list, in all its runs.
struct ProfileRecord {
  std::string name;
  std::string location; // "net.mlir:3:8", or empty
  /// "amp.linear" and "fc1", or empty. A kernel may have been fused from
  /// several ops; these are those of the first.
  std::string sourceOp, sourceName;
  uint64_t runs;
  double milliseconds;
  /// Bytes of the operands, each once, and floating-point operations of matrix
  /// products; both of all runs.
  double bytes, flops;

  /// "fc1", or "net.mlir:3", or "-".
  std::string place() const;
};

/// Records that have something in common.
struct ProfileGroup {
  std::string key;
  size_t records = 0;
  double milliseconds = 0, bytes = 0, flops = 0;
};

/// One program.
struct ProgramProfile {
  std::string program;
  std::vector<ProfileRecord> records; // the longest first

  double milliseconds() const;
  /// By what the graph says: ops, and names or lines; the longest first.
  std::vector<ProfileGroup> byOp() const;
  std::vector<ProfileGroup> byPlace() const;

  /// As amp-run --json has it.
  llvm::json::Object toJson() const;
  /// Tables by op, by place and of the longest records.
  void print(llvm::raw_ostream &os) const;
};

} // namespace amp::training

#endif // AMP_TRAINING_PROFILE_H
