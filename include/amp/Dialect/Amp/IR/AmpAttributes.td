//===- AmpAttributes.td ------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_AMPATTRIBUTES_TD
#define AMP_DIALECT_AMP_IR_AMPATTRIBUTES_TD

include "amp/Dialect/Amp/IR/AmpDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class Amp_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::amp";
  let genSpecializedAttr = 0;
}

// Words are read by `parseWord` of AmpDialect.cpp, which says which there are.

// Stands as a bare word in the op's own form, which writes no space before it (``): the
// attribute does.
class Amp_EnumAttr<EnumAttrInfo info, string mnemonic>
    : EnumAttr<Amp_Dialect, info, mnemonic> {
  let assemblyFormat = "custom<Word>($value)";
}
// Stands in an attribute dictionary: `#amp.gelu<tanh>`. The summary is what the verifier
// says to whoever wrote a string there.
class Amp_DictionaryEnumAttr<EnumAttrInfo info, string mnemonic>
    : EnumAttr<Amp_Dialect, info, mnemonic> {
  let assemblyFormat = "`<` custom<Word>($value) `>`";
  let summary = info.summary # ": " # !interleave(
      !foreach(case, info.enumerants, "#amp." # mnemonic # "<" # case.str # ">"), " or ");
}

def Amp_VariableRole : Amp_Enum<"VariableRole", "What a variable is for", [
  I32EnumAttrCase<"Parameter", 0, "parameter">,
  I32EnumAttrCase<"Buffer", 1, "buffer">,
  I32EnumAttrCase<"OptimizerState", 2, "optimizer_state">,
  I32EnumAttrCase<"Scaler", 3, "scaler">,
  I32EnumAttrCase<"Rng", 4, "rng">]>;
def Amp_VariableRoleAttr : Amp_EnumAttr<Amp_VariableRole, "role">;

def Amp_InitializerKind : Amp_Enum<"InitializerKind", "How a variable starts", [
  I32EnumAttrCase<"Zeros", 0, "zeros">,
  I32EnumAttrCase<"Constant", 1, "constant">,
  I32EnumAttrCase<"Uniform", 2, "uniform">,
  I32EnumAttrCase<"Normal", 3, "normal">,
  I32EnumAttrCase<"KaimingUniform", 4, "kaiming_uniform">,
  I32EnumAttrCase<"KaimingNormal", 5, "kaiming_normal">,
  I32EnumAttrCase<"XavierUniform", 6, "xavier_uniform">,
  I32EnumAttrCase<"XavierNormal", 7, "xavier_normal">,
  I32EnumAttrCase<"Orthogonal", 8, "orthogonal">,
  I32EnumAttrCase<"Seed", 9, "seed">]>;

def Amp_ComparePredicate : Amp_Enum<"ComparePredicate", "Comparison", [
  I32EnumAttrCase<"EQ", 0, "eq">, I32EnumAttrCase<"NE", 1, "ne">,
  I32EnumAttrCase<"LT", 2, "lt">, I32EnumAttrCase<"LE", 3, "le">,
  I32EnumAttrCase<"GT", 4, "gt">, I32EnumAttrCase<"GE", 5, "ge">]>;
def Amp_ComparePredicateAttr
    : Amp_EnumAttr<Amp_ComparePredicate, "predicate">;

def Amp_GeluKind : Amp_Enum<"GeluKind", "Form of GELU", [
  I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"Tanh", 1, "tanh">]>;
def Amp_GeluKindAttr : Amp_DictionaryEnumAttr<Amp_GeluKind, "gelu">;

def Amp_LossReduction : Amp_Enum<"LossReduction", "Reduction of a loss", [
  I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"Mean", 1, "mean">,
  I32EnumAttrCase<"Sum", 2, "sum">]>;
def Amp_LossReductionAttr : Amp_DictionaryEnumAttr<Amp_LossReduction, "reduction">;

def Amp_OptimizerKind : Amp_Enum<"OptimizerKind", "Update rule", [
  I32EnumAttrCase<"SGD", 0, "sgd">, I32EnumAttrCase<"Adam", 1, "adam">,
  I32EnumAttrCase<"AdamW", 2, "adamw">, I32EnumAttrCase<"RMSprop", 3, "rmsprop">,
  I32EnumAttrCase<"Adagrad", 4, "adagrad">, I32EnumAttrCase<"NAdam", 5, "nadam">,
  I32EnumAttrCase<"RAdam", 6, "radam">, I32EnumAttrCase<"Adamax", 7, "adamax">,
  I32EnumAttrCase<"Adadelta", 8, "adadelta">]>;
def Amp_OptimizerKindAttr : Amp_EnumAttr<Amp_OptimizerKind, "optimizer_kind">;

def Amp_ScheduleKind : Amp_Enum<"ScheduleKind", "How a learning rate changes", [
  I32EnumAttrCase<"Constant", 0, "constant">, I32EnumAttrCase<"Linear", 1, "linear">,
  I32EnumAttrCase<"Step", 2, "step">, I32EnumAttrCase<"Cosine", 3, "cosine">,
  I32EnumAttrCase<"OneCycle", 4, "one_cycle">,
  I32EnumAttrCase<"Exponential", 5, "exponential">,
  I32EnumAttrCase<"Polynomial", 6, "polynomial">,
  I32EnumAttrCase<"MultiStep", 7, "multi_step">,
  I32EnumAttrCase<"CosineRestarts", 8, "cosine_restarts">,
  I32EnumAttrCase<"Plateau", 9, "plateau">]>;

def Amp_ScheduleAttr : AttrDef<Amp_Dialect, "Schedule"> {
  let mnemonic = "schedule";
  let summary = "How a learning rate changes, as #amp.schedule<cosine, {iterations = 1000}>";
  let description = [{
    The rate of iteration t (from 0) of a group whose own rate is `lr`: PyTorch's
    schedulers of these names, computed in f64, all but `plateau` in closed form.

    | kind | keys, with defaults | rate |
    |---|---|---|
    | `constant` | | lr |
    | `linear` | `iterations`, `start_factor` 1/3, `end_factor` 1 | lr (start_factor + (end_factor - start_factor) min(t, iterations) / iterations) |
    | `step` | `step_size`, `gamma` 0.1 | lr gammaᵏ with k = floor(t / step_size) |
    | `cosine` | `iterations`, `eta_min` 0 | eta_min + (lr - eta_min) (1 + cos(π t / iterations)) / 2; after `iterations` it rises again |
    | `one_cycle` | `iterations`, `pct_start` 0.3, `div_factor` 25, `final_div_factor` 10000 | lr is the largest rate: from lr / div_factor up to lr, which it reaches at t = pct_start iterations - 1, then down to lr / (div_factor final_div_factor) at t = iterations - 1, along cosines; stays there |
    | `exponential` | `gamma` | lr gammaᵗ |
    | `polynomial` | `iterations`, `power` 1 | lr (1 - min(t, iterations) / iterations)^power |
    | `multi_step` | `milestones`, `gamma` 0.1 | lr gammaᵏ with k the number of milestones up to t |
    | `cosine_restarts` | `iterations`, `t_mult` 1, `eta_min` 0 | as `cosine` from the begin of each cycle: the first takes `iterations`, each other `t_mult` times as many as the one before |
    | `plateau` | `interval`, `mode` "min", `factor` 0.1, `patience` 10, `threshold` 1e-4, `threshold_mode` "rel", `cooldown` 0, `min_lr` 0, `eps` 1e-8 | max(rate factor, `min_lr`) after each interval in which the mean of the step's metric has not been better than the best for more than `patience` intervals |

    With `warmup = w` the rates of the first w iterations are (t + 1) / w of the first
    rate of the schedule, which begins at iteration w. `iterations`, `step_size`,
    `t_mult`, `interval`, `patience`, `cooldown` and `warmup` are integers, `milestones` is
    an ascending list of such. What has no default in the table is required.

    `plateau` counts in intervals of `interval` iterations where PyTorch's
    `ReduceLROnPlateau` counts in epochs. Better is less than best (1 - `threshold`), with
    `mode` "max" more than best (1 + `threshold`); with `threshold_mode` "abs" less than
    best - `threshold`, or more than best + `threshold`. In the `cooldown` intervals after a
    reduction none is counted as bad, and a rate that would change by `eps` or less stays.

    Examples are `#amp.schedule<constant, {warmup = 100}>`,
    `#amp.schedule<step, {step_size = 30, gamma = 0.5}>`,
    `#amp.schedule<multi_step, {milestones = [300, 600]}>` and
    `#amp.schedule<plateau, {interval = 500, patience = 3, threshold_mode = "abs"}>`.
  }];
  let parameters = (ins EnumParameter<Amp_ScheduleKind>:$kind,
                        OptionalParameter<"::mlir::DictionaryAttr">:$parameters);
  let assemblyFormat = "`<` custom<Word>($kind) (`,` $parameters^)? `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The number under `key`, an integer or a float, or `fallback`.
    double getNumber(::llvm::StringRef key, double fallback);
    /// The word under `key`, or `fallback`.
    ::llvm::StringRef getWord(::llvm::StringRef key, ::llvm::StringRef fallback);
    /// The iterations before which a multi_step schedule changes the rate.
    ::llvm::SmallVector<int64_t> getMilestones();
    bool isPlateau() { return getKind() == ScheduleKind::Plateau; }
  }];
}

def Amp_InitializerAttr : AttrDef<Amp_Dialect, "Initializer"> {
  let mnemonic = "init";
  let summary = "How a variable starts, as #amp.init<normal(0.0, 0.02)>";
  let description = [{
    A distribution with its parameters. Values come from a counter-based generator
    keyed by the run's seed and the variable's name, are computed in f64 and rounded
    once to the variable's type. `fan_in` is the product of all dimensions but the
    first, `fan_out` that of all but the second, as PyTorch counts them.

    | form | values |
    |---|---|
    | `#amp.init<zeros>` | 0 |
    | `#amp.init<constant(v)>` | v |
    | `#amp.init<uniform(lo, hi)>` | uniform in [lo, hi) |
    | `#amp.init<normal(mean, std)>` | normal |
    | `#amp.init<kaiming_uniform(a)>` | uniform, bound sqrt(6 / ((1 + a²) fan_in)); a is sqrt(5) by default |
    | `#amp.init<kaiming_normal(a)>` | normal, std sqrt(2 / ((1 + a²) fan_in)); a is 0 by default |
    | `#amp.init<xavier_uniform(gain)>` | uniform, bound gain sqrt(6 / (fan_in + fan_out)); gain is 1 by default |
    | `#amp.init<xavier_normal(gain)>` | normal, std gain sqrt(2 / (fan_in + fan_out)) |
    | `#amp.init<orthogonal(gain)>` | orthonormal rows or columns times gain |
    | `#amp.init<seed>` | `tensor<2xi64>`: the variable's own seed, and 0: the state of random numbers |
  }];
  let parameters = (ins EnumParameter<Amp_InitializerKind>:$kind,
                        "::mlir::DenseF64ArrayAttr":$parameters);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Amp_IndexRangeAttr : AttrDef<Amp_Dialect, "IndexRange"> {
  let mnemonic = "index_range";
  let summary = "Which integers an op accepts as an index";
  let description = [{
    Those from `lower` up to but not including `upper`, and the one that is ignored. `user`
    is the op and its place, for messages: an argument's values come from data, which is
    checked when it is bound.

    `#amp.index_range<0, 10 ignored -100 for "'amp.cross_entropy' at net.mlir:12:10">`
  }];
  let parameters = (ins "int64_t":$lower, "int64_t":$upper,
                        OptionalParameter<"std::optional<int64_t>">:$ignored,
                        "::mlir::StringAttr":$user);
  let assemblyFormat = "`<` $lower `,` $upper (`ignored` $ignored^)? `for` $user `>`";
}

#endif // AMP_DIALECT_AMP_IR_AMPATTRIBUTES_TD
