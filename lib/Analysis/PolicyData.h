//===- PolicyData.h - Policies before they mean anything --------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A policy file or an attribute as a tree of data, which knows where each datum
// stands. Text may be of somebody unknown: it is checked before LLVM's parser
// sees it, and what a policy cannot hold is refused.

#ifndef AMP_LIB_ANALYSIS_POLICYDATA_H
#define AMP_LIB_ANALYSIS_POLICYDATA_H

#include "amp/Analysis/PrecisionPolicy.h"
#include "amp/Support/Error.h"

namespace mlir::amp {

/// A policy file or attribute before anything is known of its meaning.
struct PolicyDatum {
  enum class Kind { Nothing, Scalar, Map, List, Other };

  Kind kind = Kind::Nothing;
  /// Of a scalar, its value; of what a policy cannot hold, what it is.
  std::string text;
  /// Of a list, its elements; of a map, keys (scalars) and values in turn.
  std::vector<PolicyDatum> elements;
  /// Where it stands in a text, from 1.
  unsigned line = 0, column = 0;
  /// Where it stands in an attribute: `ops.linear.category`.
  std::string path;

  size_t getNumMembers() const { return elements.size() / 2; }
  const PolicyDatum &getKey(size_t i) const { return elements[2 * i]; }
  const PolicyDatum &getValue(size_t i) const { return elements[2 * i + 1]; }
};

/// The file or the attribute that data are from.
class PolicyOrigin {
public:
  explicit PolicyOrigin(llvm::StringRef file, llvm::StringRef owner = "")
      : file(file), owner(owner) {}

  /// For diagnostics: file, line and column, or the path in the attribute.
  std::string getPlace(const PolicyDatum &datum) const {
    if (datum.line)
      return getPlace(datum.line, datum.column);
    return file + (datum.path.empty() ? "" : ", " + datum.path);
  }
  std::string getPlace(unsigned line, unsigned column) const {
    return (file + ":" + llvm::Twine(line) + ":" + llvm::Twine(column)).str();
  }
  /// For PolicyEntry::source.
  std::string getSource(const PolicyDatum &datum) const {
    return datum.line ? (file + ":" + llvm::Twine(datum.line)).str() : file;
  }
  /// For PolicyClause::place, which tells attributes of several functions
  /// apart.
  std::string getClausePlace(const PolicyDatum &datum) const {
    if (datum.line || owner.empty())
      return getPlace(datum);
    return file + " of " + ::amp::quote(owner) + ", " + datum.path;
  }

private:
  std::string file, owner;
};

/// What `datum` is, for diagnostics.
std::string describe(const PolicyDatum &datum);

/// The tree of a YAML or JSON text. `origin` names it.
FailureOr<PolicyDatum> parsePolicyText(llvm::MemoryBufferRef text,
                                       const PolicyOrigin &origin,
                                       PrecisionPolicy::EmitError emitError);

/// The tree of an attribute.
FailureOr<PolicyDatum>
convertPolicyAttribute(Attribute attribute, const PolicyOrigin &origin,
                       PrecisionPolicy::EmitError emitError);

} // namespace mlir::amp

#endif // AMP_LIB_ANALYSIS_POLICYDATA_H
