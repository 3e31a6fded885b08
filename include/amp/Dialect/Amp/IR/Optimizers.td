//===- Optimizers.td ---------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMP_IR_OPTIMIZERS_TD
#define AMP_DIALECT_AMP_IR_OPTIMIZERS_TD

include "amp/Dialect/Amp/IR/AmpBase.td"

def Amp_OptimizersGroup : OpDocGroup {
  let summary = "Optimizers";
  let description = "Update rules, and their steps.";
}

let opDocGroup = Amp_OptimizersGroup in {

def Amp_OptimizerOp : Amp_Op<"optimizer", [Symbol,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "an update rule and the parameters that it updates";
  let description = [{
    The rules are PyTorch's. `sgd`: with gradient g, d = g + weight_decay w; with momentum
    the buffer is b = d on the first step, then b = momentum b + (1 - dampening) d, and
    d = b, or d + momentum b with `nesterov`; w = w - lr d.

    `adam` (Kingma and Ba, 2015): d = g + weight_decay w; m = beta1 m + (1 - beta1) d;
    v = beta2 v + (1 - beta2) d²; with step t (from 1)

        w = w - lr / (1 - beta1ᵗ) m / (sqrt(v) / sqrt(1 - beta2ᵗ) + eps)

    and with `amsgrad` the largest v so far in place of v. `adamw` (Loshchilov and Hutter,
    2019) leaves the gradient alone and first shrinks w by the factor 1 - lr weight_decay.

    `rmsprop` (Hinton, 2012): d = g + weight_decay w; v = alpha v + (1 - alpha) d²; with
    `centered` a = alpha a + (1 - alpha) d and v - a² in place of v below;
    d = d / (sqrt(v) + eps); with momentum b = momentum b + d and d = b; w = w - lr d.

    `adagrad` (Duchi, Hazan and Singer, 2011): d = g + weight_decay w; s = s + d², from
    `initial_accumulator`; with step t (from 1)

        w = w - lr / (1 + (t - 1) lr_decay) d / (sqrt(s) + eps)

    `nadam` (Dozat, 2016): d, m and v as `adam`'s; with the momentum of step t
    mu(t) = beta1 (1 - 0.96^(t momentum_decay) / 2) and the product p(t) = mu(1) ... mu(t)

        w = w - lr ((1 - mu(t)) / (1 - p(t)) d + mu(t + 1) / (1 - p(t + 1)) m)
                / (sqrt(v / (1 - beta2ᵗ)) + eps)

    `radam` (Liu et al., 2020): d, m and v as `adam`'s; with c = m / (1 - beta1ᵗ),
    rho = 2 / (1 - beta2) - 1 and rho(t) = rho - 2 t beta2ᵗ / (1 - beta2ᵗ)

        r = sqrt((rho(t) - 4) (rho(t) - 2) rho / ((rho - 4) (rho - 2) rho(t)))
        w = w - lr c r sqrt(1 - beta2ᵗ) / (sqrt(v) + eps)   where rho(t) > 5
        w = w - lr c                                        elsewhere

    With `decoupled_weight_decay` both decay as `adamw` does.

    `adamax` (Kingma and Ba, 2015): d and m as `adam`'s; u = max(beta2 u, |d| + eps);
    w = w - lr / (1 - beta1ᵗ) m / u.

    `adadelta` (Zeiler, 2012): d = g + weight_decay w; v = rho v + (1 - rho) d²;
    x = sqrt(a + eps) / sqrt(v + eps) d; then a = rho a + (1 - rho) x²; w = w - lr x.

    `weight_decay` is 0 by default, 0.01 for `adamw`; `eps` is 1e-8, 1e-10 for `adagrad`,
    1e-6 for `adadelta`.

    `groups` is a list of dictionaries: each names some of the optimizer's parameters
    under `parameters`, and their own `lr`, `weight_decay`, `momentum`, `dampening`,
    `nesterov`, `beta1`, `beta2`, `eps`, `amsgrad`, `alpha`, `centered`, `lr_decay`,
    `initial_accumulator`, `momentum_decay`, `decoupled_weight_decay` or `rho`, as far as
    they differ; a parameter in no group has the optimizer's own. `schedule` says how the
    rates change from iteration to iteration, with skipped steps or without, as PyTorch's; with
    `schedule_on_step` only steps that are not skipped count. The schedule of a group with
    an `lr` of its own starts from that.

    The optimizer owns the variables `<name>.lr` (f64), for group i with a rate of its own
    `<name>.lr.<i>`; with a schedule `<name>.iterations` (i64) and `<name>.rate` (f64, what
    became of `<name>.lr` in the last iteration); with a `plateau` `<name>.metric_sum`,
    `<name>.best` and `<name>.factor` (f64), with a `<name>.factor.<i>` for each
    `<name>.lr.<i>`, and `<name>.metric_count`, `<name>.bad_intervals` and
    `<name>.cooldown` (i64); per parameter with momentum
    `<name>.momentum.<parameter>`, for Adam `<name>.exp_avg.<parameter>`,
    `<name>.exp_avg_sq.<parameter>` and with amsgrad `<name>.max_exp_avg_sq.<parameter>`,
    for NAdam and RAdam the first two of these, for Adamax `<name>.exp_avg.<parameter>` and
    `<name>.exp_inf.<parameter>`, for RMSprop `<name>.square_avg.<parameter>` and with
    centered `<name>.grad_avg.<parameter>`, for Adadelta `<name>.square_avg.<parameter>` and
    `<name>.acc_delta.<parameter>`, for Adagrad `<name>.sum.<parameter>`; for NAdam
    `<name>.mu_product` (f64, from 1), and for group i with a `beta1` or `momentum_decay` of
    its own `<name>.mu_product.<i>`; and for Adam, NAdam, RAdam and Adamax, where SGD's
    first step differs from the others, or where Adagrad's rate decays, `<name>.steps` (i64,
    steps not skipped). `amp-materialize-state` makes them. State of 16-bit parameters is
    f32.

    ```mlir
    amp.optimizer sgd @opt [@fc.weight, @fc.bias] {lr = 0.1 : f64, momentum = 0.9 : f64}
    ```
    ```mlir
    amp.optimizer adamw @opt [@fc.weight, @fc.bias] {lr = 1.0e-3 : f64,
      groups = [ {parameters = [@fc.bias], weight_decay = 0.0 : f64} ],
      schedule = #amp.schedule<cosine, {iterations = 1000, warmup = 100}>}
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Amp_OptimizerKindAttr:$kind,
    FlatSymbolRefArrayAttr:$parameters,
    F64Attr:$lr,
    DefaultValuedAttr<F64Attr, "0.0">:$momentum,
    DefaultValuedAttr<F64Attr, "0.0">:$dampening,
    OptionalAttr<F64Attr>:$weight_decay,
    UnitAttr:$nesterov,
    DefaultValuedAttr<F64Attr, "0.9">:$beta1,
    DefaultValuedAttr<F64Attr, "0.999">:$beta2,
    OptionalAttr<F64Attr>:$eps,
    UnitAttr:$amsgrad,
    DefaultValuedAttr<F64Attr, "0.99">:$alpha,
    UnitAttr:$centered,
    DefaultValuedAttr<F64Attr, "0.0">:$lr_decay,
    DefaultValuedAttr<F64Attr, "0.0">:$initial_accumulator,
    DefaultValuedAttr<F64Attr, "4e-3">:$momentum_decay,
    UnitAttr:$decoupled_weight_decay,
    DefaultValuedAttr<F64Attr, "0.9">:$rho,
    OptionalAttr<TypedArrayAttrBase<DictionaryAttr, "list of groups">>:$groups,
    OptionalAttr<Amp_ScheduleAttr>:$schedule,
    UnitAttr:$schedule_on_step,
    OptionalAttr<StrAttr>:$sym_visibility);
  let assemblyFormat = "`` $kind $sym_name $parameters attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// What holds for one parameter.
    struct Settings {
      double momentum, dampening, weightDecay, beta1, beta2, eps, alpha, rateDecay,
          initialAccumulator, momentumDecay, rho;
      bool nesterov, amsgrad, centered, decoupledWeightDecay;
      /// The variable with the rate, and its first value.
      std::string rateName;
      double rate;
      /// The variable with the product of NAdam's momenta.
      std::string momentumProductName;

      /// All of them as numbers, but for the rate: equal where one rule updates both, if
      /// these variables are the same, too.
      std::vector<double> getNumbers() const;
    };
    Settings getSettings(::llvm::StringRef parameter);
    /// The optimizer's own, which hold for parameters in no group.
    Settings getSettings();
    /// The parameter's place in `groups`; none if it is in no group.
    std::optional<unsigned> getGroupIndex(::llvm::StringRef parameter);

    std::string getLearningRateName() { return (getSymName() + ".lr").str(); }
    /// The variables with rates: the optimizer's own, and those of groups, each once.
    ::llvm::SmallVector<std::string> getLearningRateNames();
    bool hasPlateau() { return getSchedule() && getSchedule()->isPlateau(); }
    /// What a plateau schedule keeps: the metric's sum and its finite values since the
    /// interval began, the best mean, bad intervals in a row, and intervals that count for
    /// nothing yet.
    std::string getMetricSumName() { return (getSymName() + ".metric_sum").str(); }
    std::string getMetricCountName() { return (getSymName() + ".metric_count").str(); }
    std::string getBestName() { return (getSymName() + ".best").str(); }
    std::string getBadIntervalsName() { return (getSymName() + ".bad_intervals").str(); }
    std::string getCooldownName() { return (getSymName() + ".cooldown").str(); }
    /// By which a plateau schedule multiplies the rate of this name.
    std::string getFactorName(::llvm::StringRef rateName) {
      return (getSymName() + ".factor" +
              rateName.drop_front(getLearningRateName().size())).str();
    }
    std::string getRateName() { return (getSymName() + ".rate").str(); }
    std::string getIterationsName() { return (getSymName() + ".iterations").str(); }
    std::string getStepsName() { return (getSymName() + ".steps").str(); }
    /// What is kept of a parameter, and its first value: momentum, or averages, in the order
    /// in which the rule reads them.
    struct StateKind {
      ::llvm::StringRef name;
      double first;
    };
    ::llvm::SmallVector<StateKind> getStateKinds(::llvm::StringRef parameter);
    std::string getStateName(::llvm::StringRef kind, ::llvm::StringRef parameter) {
      return (getSymName() + "." + kind + "." + parameter).str();
    }
    std::string getMomentumProductName() { return (getSymName() + ".mu_product").str(); }
    /// Adam and its kin correct their averages by the number of steps, and Adagrad's rate
    /// may decay with it. SGD's first momentum buffer is the gradient, which dampening would
    /// otherwise reduce.
    bool needsStepCount();
  }];
}

def Amp_StepOp : Amp_Op<"step", [AttrSizedOperandSegments, Amp_ActsOnList,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "updates an optimizer's parameters";
  let description = [{
    One gradient per parameter, in the optimizer's order and of the parameters' types (or
    f32 for a 16-bit one).
    If a `skip_if` flag is true, parameters and optimizer state stay as they are, bit
    for bit, but for the schedule, which advances unless the optimizer has
    `schedule_on_step`; the decision is made on the device. Where `when` is false nothing
    happens at all: the schedule does not advance either. Variables that are copies of the
    parameters are written too.

    `metric` is the number that a `plateau` schedule watches, such as the loss: no other
    schedule takes one. Values that are not finite do not count. Those of runs in which
    `when` is false do, so that with accumulated gradients the mean is over all of them;
    with `schedule_on_step` those of skipped steps do not.

    ```mlir
    amp.step @opt(%dw, %db) skip_if(%found_inf) : tensor<16x8xf32>, tensor<16xf32>, tensor<i1>
    ```
    ```mlir
    amp.step @plateau(%dw, %db) metric(%loss) : tensor<16x8xf32>, tensor<16xf32>, tensor<f32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$optimizer, Variadic<Amp_FloatTensor>:$gradients,
                       Variadic<RankedTensorOf<[I1]>>:$skip_if,
                       Optional<RankedTensorOf<[I1]>>:$when,
                       Optional<Amp_FloatTensor>:$metric);
  let assemblyFormat = [{
    $optimizer `(` $gradients `)` (`skip_if` `(` $skip_if^ `)`)? (`when` `(` $when^ `)`)?
    (`metric` `(` $metric^ `)`)? attr-dict `:` type(operands)
  }];
  let hasCanonicalizeMethod = 1;
}

} // opDocGroup

#endif // AMP_DIALECT_AMP_IR_OPTIMIZERS_TD
