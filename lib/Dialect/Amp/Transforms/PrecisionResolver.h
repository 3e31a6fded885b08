//===- PrecisionResolver.h --------------------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What a policy says of an op of a graph: shared by assignment and
// verification.

#ifndef AMP_LIB_DIALECT_AMP_TRANSFORMS_PRECISIONRESOLVER_H
#define AMP_LIB_DIALECT_AMP_TRANSFORMS_PRECISIONRESOLVER_H

#include "amp/Analysis/PrecisionPolicy.h"
#include "amp/Dialect/Amp/IR/Amp.h"

namespace mlir::amp {

/// Where settings of a policy come from.
struct PolicySources {
  StringRef preset;
  std::optional<StringRef> file;    ///< path of a policy file
  std::optional<StringRef> keepF32; ///< regular expression of names
  bool failOnUnlisted = false;
};

/// The policy for `func`: the preset, then the file, then the attributes of the
/// module and of the function.
FailureOr<PrecisionPolicy> loadPolicy(func::FuncOp func,
                                      const PolicySources &sources);

/// The element type of a value that autocast may cast: a tensor of
/// floating-point numbers other than f64. Null for others.
FloatType getEligibleType(Value value);

/// An op that takes part in precision assignment: by its interface, or because
/// the policy names it.
class PrecisionOp {
public:
  PrecisionOp() = default;
  PrecisionOp(Operation *op, PrecisionOpInterface interface)
      : op(op), interface(interface) {}

  explicit operator bool() const { return op; }
  Operation *operator->() const { return op; }
  operator Operation *() const { return op; }

  /// The name in policies. Ops of other dialects go by their full name.
  StringRef getName() {
    return isForeign() ? op->getName().getStringRef() : getFunction();
  }
  /// The name that holds where no policy has `getName()`.
  StringRef getFunction() {
    return interface ? interface.getPrecisionName()
                     : op->getName().getStringRef();
  }
  /// True if the policy may cast operand `index`, a floating-point one.
  bool isPrecisionOperand(unsigned index) {
    return !interface || interface.isPrecisionOperand(index);
  }
  /// True if the policy may cast an operand, were it of another floating-point
  /// type than f64.
  bool hasPrecisionOperand();
  /// The operands that the policy may cast.
  SmallVector<OpOperand *, 4> getCastableOperands();
  /// True if only the policy says that the op takes part.
  bool isNamedOnly() const { return !interface; }
  /// True for ops of other dialects.
  bool isForeign() const {
    return op->getName().getDialectNamespace() !=
           AmpDialect::getDialectNamespace();
  }
  bool isPromotionOperand(unsigned index) {
    return !interface || interface.isPromotionOperand(index);
  }
  bool isPrecisionResult(unsigned index) {
    return !interface || interface.isPrecisionResult(index);
  }
  bool mayStayWide(unsigned index) {
    return interface && interface.mayStayWide(index);
  }
  bool isSavedOperand(unsigned index) {
    return interface && interface.isSavedOperand(index);
  }
  bool isSavedResult(unsigned index) {
    return interface && interface.isSavedResult(index);
  }
  bool isImplicitComposite() {
    return interface && interface.isImplicitComposite();
  }
  /// Sets the result types that follow from the operands'. Results of an op
  /// that only the policy knows become `target`, where they may be cast. An op
  /// of another dialect that is not valid so is an error.
  LogicalResult refineResultTypes(FloatType target);

private:
  Operation *op = nullptr;
  PrecisionOpInterface interface;
};

/// How an op is to be treated.
struct PrecisionDecision {
  PrecisionCategory category = PrecisionCategory::Follow;
  ArrayRef<std::pair<unsigned, PrecisionCategory>> operands;
  /// Who says so: `preset torch-cuda`, `keep-f32`, `unlisted`, ...
  StringRef source;
  bool isListed = false;
  /// True if it is not the preset that says so.
  bool isOverride = false;
};

/// True if `op` has regions that precision assignment enters although the op is
/// not of the amp dialect: what runs in them, and when, is the op's business,
/// and every value that enters or leaves them keeps its type.
bool hasTransparentRegions(Operation *op);

/// The place of `op` as PolicyClause::place.
std::string getClausePlace(Operation *op);

/// Answers for one policy. Names are looked up once.
class PrecisionResolver {
public:
  /// What the answers come from is noted in `usage`, if there is one.
  explicit PrecisionResolver(const PrecisionPolicy &policy,
                             PolicyUsage *usage = nullptr);

  /// `op` as an op that takes part, or null.
  PrecisionOp getPrecisionOp(Operation *op);
  /// True if the policy names `op`, an op of another dialect that does not take
  /// part: it has regions, and does not say how they follow its operands.
  bool isNamedButFixed(Operation *op);
  /// The decision about `op`; a diagnostic if there is none or more than one.
  FailureOr<PrecisionDecision> decide(PrecisionOp op);
  /// Notes that nothing is decided about `op`: it is outside of autocast.
  void noteOutside(PrecisionOp op);
  /// True if a list says in which type `op` has to run.
  bool isRestricted(PrecisionOp op);

private:
  /// What the policy has under a name.
  struct Known {
    const PolicyEntry *entry = nullptr;
    bool isOverridden = false;
  };
  const Known &lookup(StringRef name);
  const Known &lookup(PrecisionOp op);
  /// True if the policy says something about the op of another dialect `op`.
  bool isNamed(Operation *op);
  SmallVector<const PolicyRule *, 2> findRules(Operation *op);
  FailureOr<const PolicyEntry *> findRule(Operation *op,
                                          ArrayRef<const PolicyRule *> rules);
  /// What holds for `op` by its name alone.
  PrecisionDecision decideByName(PrecisionOp op);
  /// Notes what `entry`, which is about `op`, came to.
  void note(const PolicyEntry &entry, PrecisionOp op, PolicyUse use);
  /// Notes that what is about `op` by its name came to `use`, at most.
  void noteByName(PrecisionOp op, PolicyUse use);

  const PrecisionPolicy &policy;
  PolicyUsage *usage;
  /// Entries that others replaced, by name.
  llvm::StringMap<SmallVector<const PolicyEntry *, 1>> replaced;
  /// Entries by the address of a name, which is a literal or an op's name.
  DenseMap<const char *, Known> known;
  /// Entries of `amp.precision` attributes.
  DenseMap<Attribute, std::unique_ptr<PolicyEntry>> attributes;
};

} // namespace mlir::amp

#endif // AMP_LIB_DIALECT_AMP_TRANSFORMS_PRECISIONRESOLVER_H
