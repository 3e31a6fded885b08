//===- PrecisionPolicy.h ----------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Precision policy: which op runs in which type. A policy is a preset (a column
// of PrecisionPolicy.tsv), changed by policy files and by attributes. This
// library decides nothing: it answers questions about names.

#ifndef AMP_ANALYSIS_PRECISIONPOLICY_H
#define AMP_ANALYSIS_PRECISIONPOLICY_H

#include "amp/Analysis/PolicyUsage.h"
#include "amp/Support/BoundedRegex.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::amp {

/// What a policy says of an op.
enum class PrecisionCategory {
  Allow,            ///< `allow`: operands are cast to the low type
  Deny,             ///< `deny`: operands are cast to f32
  DenySetOutput,    ///< `deny-set-output`: operands stay; the output type
                    ///< becomes f32 unless the op asks for one
  DenyAppendOutput, ///< `deny-append-output`: operands stay; the output type is
                    ///< f32 if the first operand may be cast, else its own
  Promote,          ///< `promote`: f32 if an operand is f32, else the low type;
                    ///< a third floating-point type is an error
  Follow,           ///< `follow`: whatever arrives; mixed operands are promoted
  Clear,            ///< `clear`: as `follow`, and numerically irrelevant
  Banned,           ///< `banned`: an error
};

/// `allow`, `deny`, `deny-set-output`, ...
llvm::StringRef stringifyPrecisionCategory(PrecisionCategory category);
std::optional<PrecisionCategory> symbolizePrecisionCategory(llvm::StringRef);
/// All categories' names, for diagnostics.
llvm::ArrayRef<llvm::StringRef> getPrecisionCategoryNames();

/// What happens to ops that no list names.
enum class UnlistedRule {
  Follow,  ///< `follow`: PyTorch; as the category of that name
  KeepF32, ///< `f32`: TensorFlow; they stay as written and stop propagation
  Allow,   ///< `allow`: Keras; every layer computes in the low type
  Error,   ///< `error`: unlisted ops are errors
};

/// One decision of a policy.
struct PolicyEntry {
  PrecisionCategory category;
  /// Operands whose category differs from the op's: `allow`, `deny` or
  /// `follow`.
  llvm::SmallVector<std::pair<unsigned, PrecisionCategory>, 0> operands;
  /// Who says so, for remarks and diagnostics: `preset torch-cuda`,
  /// `policy.yaml:4`, `attribute amp.policy`.
  std::string source;
  /// What it is called in the account of what was used; a preset's entries
  /// have none.
  std::optional<PolicyClause> clause;
};

/// `clause`'s part about operand `index`.
PolicyClause getOperandClause(const PolicyClause &clause, unsigned index);

/// A decision about ops found by a regular expression.
struct PolicyRule {
  enum class Subject {
    Location, ///< the name of the op's location
    Symbol,   ///< the name of a variable that the op reads, also through casts
    Any,      ///< either
  };
  Subject subject;
  std::string pattern;
  ::amp::BoundedRegex regex;
  PolicyEntry entry;
};

/// A precision policy.
class PrecisionPolicy {
public:
  using EmitError = llvm::function_ref<InFlightDiagnostic()>;
  /// What a file or an attribute says.
  struct Changes;

  /// No policy needs more bytes; what is larger is no policy.
  static constexpr size_t kMaxTextSize = 1 << 20;

  /// The presets' names: the columns of the table.
  static llvm::ArrayRef<llvm::StringRef> getPresetNames();
  /// The names of ops that presets may have: the rows of the table, in order.
  static std::vector<llvm::StringRef> getKnownOps();
  static bool isKnownOp(llvm::StringRef name);
  /// A preset. An unknown name is an error that lists the known ones.
  static FailureOr<PrecisionPolicy> getPreset(llvm::StringRef name,
                                              EmitError emitError);

  /// Adds a policy file's entries, YAML or JSON (docs/Design/Policy.md). Errors
  /// name file, line and column, and list what is valid.
  LogicalResult addText(llvm::MemoryBufferRef text, EmitError emitError);
  /// As `addText`, for the file `path`.
  LogicalResult addFile(llvm::StringRef path, EmitError emitError);
  /// Adds the entries of an `amp.policy` attribute, which has the form of a
  /// policy file. `owner` is the function that has it, empty for a module.
  LogicalResult addAttribute(DictionaryAttr attribute, EmitError emitError,
                             llvm::StringRef owner = "");
  /// The entry that an `amp.precision` attribute describes: a category, or a
  /// dictionary of `category` and `operands`.
  static FailureOr<PolicyEntry>
  parseEntry(Attribute attribute, llvm::StringRef source, EmitError emitError);
  /// Adds a rule. Fails if `pattern` is no regular expression.
  LogicalResult addRule(PolicyRule::Subject subject, llvm::StringRef pattern,
                        PolicyEntry entry, EmitError emitError);

  /// The entry of the op `name`, null if no list names it. Ops of other
  /// dialects are listed under their full name (`mydialect.op`); for those of
  /// the torch dialect, `torch.aten.NAME.OVERLOAD` without an entry of its own
  /// is `NAME`.
  const PolicyEntry *lookup(llvm::StringRef name) const;
  /// True if a policy file or attribute, not the preset, says what becomes of
  /// the op `name`.
  bool isOverridden(llvm::StringRef name) const;

  llvm::ArrayRef<PolicyRule> getRules() const { return rules; }
  llvm::StringRef getPresetName() const { return preset; }
  UnlistedRule getUnlistedRule() const { return unlisted; }
  void setUnlistedRule(UnlistedRule rule) { unlisted = rule; }
  /// The loss scale that the preset's framework starts with.
  double getInitialScale() const { return initialScale; }
  /// The largest loss scale of the preset's framework, if it has one.
  std::optional<double> getMaximumScale() const { return maximumScale; }
  /// The names that the policy lists, in no order.
  auto getListedOps() const { return entries.keys(); }
  /// The entries that others of the same name replaced, but for a preset's.
  llvm::ArrayRef<PolicyEntry> getReplaced() const { return replaced; }
  /// What files, attributes and options say, in order.
  llvm::ArrayRef<PolicyClause> getClauses() const { return clauses; }

private:
  PrecisionPolicy() = default;
  void apply(Changes changes);
  void addClauses(const PolicyEntry &entry);
  void addEntry(llvm::StringRef name, PolicyEntry entry);
  void addRule(PolicyRule rule);

  std::string preset;
  llvm::StringMap<PolicyEntry> entries;
  std::vector<PolicyRule> rules;
  std::vector<PolicyEntry> replaced;
  std::vector<PolicyClause> clauses;
  UnlistedRule unlisted = UnlistedRule::Follow;
  double initialScale = 65536;
  std::optional<double> maximumScale;
};

} // namespace mlir::amp

#endif // AMP_ANALYSIS_PRECISIONPOLICY_H
