//===- PolicyUsage.h - What became of a policy's entries --------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Whoever writes a policy means something by each line of it. What no op of a
// graph needed, or what changed nothing, is misspelt or out of date: this
// library keeps account of it and puts it into words. The account of several
// programs of one graph is the best of each.

#ifndef AMP_ANALYSIS_POLICYUSAGE_H
#define AMP_ANALYSIS_POLICYUSAGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::amp {

/// What a clause of a policy came to, from the least to the most.
enum class PolicyUse {
  Unmatched,  ///< `unmatched`: it is about no op of the graph
  Overridden, ///< `overridden`: what it is about, something else decides
  Outside,    ///< `outside`: only about ops that precision is not assigned to
  NoEffect,   ///< `no-effect`: it says what holds without it
  Used,       ///< `used`
};

llvm::StringRef stringifyPolicyUse(PolicyUse use);
std::optional<PolicyUse> symbolizePolicyUse(llvm::StringRef name);

/// Something that a policy file, an attribute or an option says.
struct PolicyClause {
  enum class Kind {
    Op,       ///< an entry for ops of a name
    Operand,  ///< a category for one operand, within an entry or a rule
    Location, ///< a pattern for names of locations
    Symbol,   ///< a pattern for names of variables
    Any,      ///< a pattern for either
    Own,      ///< an attribute of one op
  };
  Kind kind;
  /// `policy.yaml:4:3`, `attribute amp.policy, match[0]`, `keep-f32`.
  std::string place;
  /// The op's name, the pattern, or `9 of 'linear'`.
  std::string name;

  bool operator==(const PolicyClause &other) const {
    return kind == other.kind && place == other.place && name == other.name;
  }
};

llvm::StringRef stringifyPolicyClauseKind(PolicyClause::Kind kind);
std::optional<PolicyClause::Kind>
symbolizePolicyClauseKind(llvm::StringRef name);

/// Names in a graph, for what may have been meant.
struct GraphNames {
  std::vector<std::string> ops, locations, variables;
};

/// An account of clauses, in the order in which they were first heard of.
class PolicyUsage {
public:
  struct Record {
    PolicyClause clause;
    PolicyUse use;
  };

  /// Notes that `clause` came to `use`; what came to more stays.
  void note(const PolicyClause &clause, PolicyUse use);
  llvm::ArrayRef<Record> getRecords() const { return records; }
  PolicyUse getUse(const PolicyClause &clause) const;

  struct Warning {
    /// A clause's, or the file of several.
    std::string place;
    std::string text;
  };
  /// A warning for each place at which something came to nothing. Entries of
  /// one file about ops that the graph does not have are put together.
  std::vector<Warning> describeUnused(const GraphNames &names) const;

private:
  std::vector<Record> records;
  llvm::StringMap<size_t> indices;
};

} // namespace mlir::amp

#endif // AMP_ANALYSIS_POLICYUSAGE_H
