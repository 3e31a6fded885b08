//===- PolicyReader.h - What policy files and attributes say ----*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_ANALYSIS_POLICYREADER_H
#define AMP_LIB_ANALYSIS_POLICYREADER_H

#include "PolicyData.h"

namespace mlir::amp {

/// What a file or an attribute says.
struct PrecisionPolicy::Changes {
  std::optional<UnlistedRule> unlisted;
  std::vector<std::pair<std::string, PolicyEntry>> ops;
  std::vector<PolicyRule> rules;
};

/// What the data `root`, of `origin`, say of a policy that began as `preset`.
FailureOr<PrecisionPolicy::Changes>
readPolicy(const PolicyDatum &root, const PolicyOrigin &origin,
           llvm::StringRef preset, PrecisionPolicy::EmitError emitError);

/// Sets the category and the operands of `entry` to what `root` says: a
/// category, or a mapping of `category` and `operands`.
LogicalResult readPolicyEntry(const PolicyDatum &root,
                              const PolicyOrigin &origin,
                              PrecisionPolicy::EmitError emitError,
                              PolicyEntry &entry);

/// The rule about `subject`s that match `pattern`; `place` is its clause's. An
/// error says what is wrong with the pattern.
llvm::Expected<PolicyRule> makePolicyRule(PolicyRule::Subject subject,
                                          llvm::StringRef pattern,
                                          PolicyEntry entry, std::string place);

} // namespace mlir::amp

#endif // AMP_LIB_ANALYSIS_POLICYREADER_H
