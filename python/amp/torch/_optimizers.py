# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""Optimizers, schedulers and loss scalers of PyTorch, and their state, as those of a graph
and as its variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from typing import Any, Optional

import numpy as np
import torch
from torch.optim import lr_scheduler as schedulers

from ..graph import Attribute, Graph, decimal
from ._export import State

NAME = "optimizer"
SCALER = "scaler"

# Settings that say how PyTorch computes, and not what.
_IMPLEMENTATION = {"foreach", "fused", "capturable", "params", "initial_lr", "max_lr", "min_lr",
                   "param_names", "base_momentum", "max_momentum"}


class UnsupportedOptimizer(ValueError):
    """What of an optimizer, a scheduler or a scaler has no counterpart."""


def _float(value: Any) -> float:
    return float(value.item() if isinstance(value, torch.Tensor) else value)


# The rules, and what PyTorch keeps of a parameter by the names of what a graph keeps.
_RULES = {torch.optim.SGD: "sgd", torch.optim.Adam: "adam", torch.optim.AdamW: "adamw",
          torch.optim.RMSprop: "rmsprop", torch.optim.Adagrad: "adagrad",
          torch.optim.NAdam: "nadam", torch.optim.RAdam: "radam",
          torch.optim.Adamax: "adamax", torch.optim.Adadelta: "adadelta"}
_MOMENTS = {
    "sgd": {"momentum_buffer": "momentum"},
    "adam": {"exp_avg": "exp_avg", "exp_avg_sq": "exp_avg_sq",
             "max_exp_avg_sq": "max_exp_avg_sq"},
    "rmsprop": {"square_avg": "square_avg", "grad_avg": "grad_avg",
                "momentum_buffer": "momentum"},
    "adagrad": {"sum": "sum"},
    "nadam": {"exp_avg": "exp_avg", "exp_avg_sq": "exp_avg_sq"},
    "adamax": {"exp_avg": "exp_avg", "exp_inf": "exp_inf"},
    "adadelta": {"square_avg": "square_avg", "acc_delta": "acc_delta"}}
_MOMENTS["adamw"] = _MOMENTS["adam"]
_MOMENTS["radam"] = _MOMENTS["nadam"]

# What a rule sets beside rate and weight decay: PyTorch's names and ours.
_NUMBERS = {"momentum": "momentum", "dampening": "dampening", "eps": "eps", "alpha": "alpha",
            "lr_decay": "lr_decay", "initial_accumulator_value": "initial_accumulator",
            "momentum_decay": "momentum_decay", "rho": "rho"}
_FLAGS = ("nesterov", "amsgrad", "centered", "decoupled_weight_decay")


def _kind(optimizer: torch.optim.Optimizer) -> str:
    """The rule: subclasses have rules of their own."""
    kind = _RULES.get(type(optimizer))
    if kind is None:
        known = [cls.__name__ for cls in _RULES]
        raise UnsupportedOptimizer(f"{type(optimizer).__name__}: the rules are those of "
                                   f"{', '.join(known[:-1])} and {known[-1]} of torch.optim")
    if kind == "adam" and optimizer.param_groups[0].get("decoupled_weight_decay"):
        return "adamw"
    return kind


def _settings(group: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """A parameter group's settings, but for its rate."""
    rest = {key: value for key, value in group.items() if key not in _IMPLEMENTATION}
    rest.pop("lr")
    if kind in ("adam", "adamw") and \
            bool(rest.pop("decoupled_weight_decay", kind == "adamw")) != (kind == "adamw"):
        raise UnsupportedOptimizer("decoupled_weight_decay of some parameter groups only: the "
                                   "rule of all is adam or adamw")
    if rest.pop("maximize", False):
        raise UnsupportedOptimizer("maximize=True: minimize the negative loss")
    if rest.pop("differentiable", False):
        raise UnsupportedOptimizer("differentiable=True: a graph has no derivatives of its steps")
    settings: dict[str, Any] = {"weight_decay": _float(rest.pop("weight_decay"))}
    if "betas" in rest:
        settings["beta1"], settings["beta2"] = map(_float, rest.pop("betas"))
    settings |= {ours: _float(rest.pop(theirs)) for theirs, ours in _NUMBERS.items()
                 if theirs in rest}
    settings |= {name: bool(rest.pop(name)) for name in _FLAGS if name in rest}
    if rest:
        raise UnsupportedOptimizer(f"settings of the optimizer that have no counterpart: "
                                   f"{', '.join(map(str, rest))}")
    return settings


_DEFAULTS = {**dict.fromkeys(_FLAGS, False), "momentum": 0.0, "dampening": 0.0,
             "lr_decay": 0.0, "initial_accumulator": 0.0}


def _schedule(scheduler: Any) -> Optional[Attribute]:
    if scheduler is None:
        return None
    kind, settings = _schedule_of(scheduler)
    if not settings:
        return Attribute(f"#amp.schedule<{kind}>")
    def shown(value: Any) -> str:
        if isinstance(value, list):
            return f"[{', '.join(map(str, value))}]"
        return str(value) if isinstance(value, int) else decimal(value)
    listed = ", ".join(f"{key} = {shown(value)}" for key, value in settings.items())
    return Attribute(f"#amp.schedule<{kind}, {{{listed}}}>")


def of_optimizer(scheduler: Any, optimizer: torch.optim.Optimizer) -> None:
    """Raises an error if a scheduler is another optimizer's."""
    if scheduler is not None and getattr(scheduler, "optimizer", optimizer) is not optimizer:
        raise UnsupportedOptimizer(f"the {type(scheduler).__name__} is that of another optimizer")


def _parts(scheduler: Any) -> Iterator[Any]:
    """A scheduler and those that it is made of."""
    yield scheduler
    for part in getattr(scheduler, "_schedulers", ()):
        yield from _parts(part)


def is_in_graph(scheduler: Any) -> bool:
    """Whether a graph computes a scheduler's rates. If not, a step of the training makes one of
    the scheduler, in Python; what it cannot make so is refused."""
    try:
        _schedule(scheduler)
        return True
    except UnsupportedOptimizer:
        name, parts = type(scheduler).__name__, list(_parts(scheduler))
        if any(getattr(part, "cycle_momentum", False) for part in parts):
            raise UnsupportedOptimizer(
                f"{name} changes the momentum, too, which a graph has as it was compiled: "
                f"cycle_momentum=False changes the rate alone") from None
        if any(not isinstance(part, schedulers.LRScheduler) or
               isinstance(part, schedulers.ReduceLROnPlateau) for part in parts):
            raise UnsupportedOptimizer(
                f"{name}: leave out scheduler= and call its step() yourself: each step of the "
                f"training takes the rates that the optimizer's groups have then") from None
        return False


def _schedule_of(scheduler: Any) -> tuple[str, dict[str, Any]]:
    name = type(scheduler).__name__

    def refuse(what: str) -> UnsupportedOptimizer:
        return UnsupportedOptimizer(
            f"{name}{what}: a graph that is written has no such schedule; compile_training "
            f"makes its steps in Python")

    if isinstance(scheduler, schedulers.SequentialLR):
        parts, milestones = scheduler._schedulers, scheduler._milestones
        first = parts[0]
        width = milestones[0]
        if len(parts) != 2 or type(first) is not schedulers.LinearLR or \
                abs(first.start_factor * width - 1) > 1e-12 or first.end_factor != 1 or \
                first.total_iters != width - 1:
            raise refuse(" that is not LinearLR(start_factor=1/w, total_iters=w-1) up to w, "
                         "and another")
        kind, settings = _schedule_of(parts[1])
        # A graph warms up to a schedule's first rate, PyTorch to the group's.
        if "warmup" in settings or kind == "one_cycle" or settings.get("start_factor", 1) != 1:
            raise refuse(f" before {type(parts[1]).__name__} that does not begin at lr")
        return kind, {**settings, "warmup": width}
    readers = {
        schedulers.LinearLR: lambda s: ("linear", {
            "iterations": s.total_iters, "start_factor": s.start_factor,
            "end_factor": s.end_factor}),
        schedulers.StepLR: lambda s: ("step", {"step_size": s.step_size, "gamma": s.gamma}),
        schedulers.MultiStepLR: _multi_step,
        schedulers.ExponentialLR: lambda s: ("exponential", {"gamma": s.gamma}),
        schedulers.PolynomialLR: lambda s: ("polynomial", {
            "iterations": s.total_iters, "power": s.power}),
        schedulers.CosineAnnealingLR: lambda s: ("cosine", {
            "iterations": s.T_max, "eta_min": _float(s.eta_min)}),
        schedulers.CosineAnnealingWarmRestarts: lambda s: ("cosine_restarts", {
            "iterations": s.T_0, "t_mult": s.T_mult, "eta_min": _float(s.eta_min)}),
        schedulers.OneCycleLR: _one_cycle,
    }
    if isinstance(scheduler, schedulers.OneCycleLR) and scheduler.cycle_momentum:
        raise refuse(", which changes the momentum, too")
    read = readers.get(type(scheduler))
    if read is None:
        raise refuse("")
    try:
        return read(scheduler)
    except UnsupportedOptimizer as error:
        raise refuse(str(error)) from None


def _multi_step(scheduler: Any) -> tuple[str, dict[str, Any]]:
    milestones = sorted(scheduler.milestones.elements())
    if len(set(milestones)) < len(milestones) or min(milestones, default=0) < 1:
        raise UnsupportedOptimizer(" without milestones, or with the same one twice")
    return "multi_step", {"milestones": milestones, "gamma": scheduler.gamma}


def _one_cycle(scheduler: Any) -> tuple[str, dict[str, Any]]:
    phases = scheduler._schedule_phases
    group = scheduler.optimizer.param_groups[0]
    if len(phases) != 2:
        raise UnsupportedOptimizer(" with three phases")
    if scheduler._anneal_func_type != "cos":
        raise UnsupportedOptimizer(" that is not along cosines")
    return "one_cycle", {
        "iterations": scheduler.total_steps,
        "pct_start": (phases[0]["end_step"] + 1) / scheduler.total_steps,
        "div_factor": group["max_lr"] / group["initial_lr"],
        "final_div_factor": group["initial_lr"] / group["min_lr"]}


class Optimizer:
    """An optimizer of PyTorch as that of a graph."""

    def __init__(self, optimizer: torch.optim.Optimizer, scheduler: Any, state: State) -> None:
        self.optimizer, self.scheduler = optimizer, scheduler
        self.kind = _kind(optimizer)
        # Variables are called after them: a module may have parts of these names.
        self.name, self.scaler_name = state.free(NAME), state.free(SCALER)
        of_optimizer(scheduler, optimizer)
        self.schedule = _schedule(scheduler)
        self.groups: list[list[str]] = []
        for group in optimizer.param_groups:
            names = []
            for i, parameter in enumerate(group["params"]):
                name = state.name_of(parameter)
                if name is None:
                    raise UnsupportedOptimizer(
                        f"parameter {i} of the optimizer, {tuple(parameter.shape)}, is neither "
                        f"the module's nor the loss's")
                names.append(name)
            self.groups.append(names)
        self.trained: list[str] = []
        # Where each group's rate is, if any of its parameters is trained.
        self.rates: dict[int, str] = {}
        # Where each group's product of momenta is, which NAdam keeps.
        self.products: dict[int, str] = {}
        self._fixed = [_settings(group, self.kind) for group in optimizer.param_groups]
        # What is trained is decided once, as the graph is.
        self._members = [list(group["params"]) for group in optimizer.param_groups]
        self._requires = [[parameter.requires_grad for parameter in members]
                          for members in self._members]
        self._written: dict[int, float] = {}
        # Steps that others have made, where the graph does not count them.
        self._others = 0

    def _rate(self, index: int) -> float:
        """A group's first rate."""
        group = self.optimizer.param_groups[index]
        if self.scheduler is not None:
            if type(self.scheduler) is schedulers.OneCycleLR:
                return _float(group["max_lr"])
            return _float(group.get("initial_lr", group["lr"]))
        return _float(group["lr"])

    def declare(self, graph: Graph, trained: Sequence[str]) -> None:
        """Writes the optimizer of those parameters."""
        owned = {name for group in self.groups for name in group}
        self.trained = [name for name in trained if name in owned]
        if not self.trained:
            raise ValueError("the loss depends on no parameter of the optimizer")
        live = [index for index, group in enumerate(self.groups)
                if any(name in self.trained for name in group)]
        base = self._fixed[live[0]]
        settings = {key: value for key, value in base.items()
                    if value != _DEFAULTS.get(key)}
        settings = {key: ... if value is True else value for key, value in settings.items()}
        self.rates[live[0]] = f"{self.name}.lr"
        product = f"{self.name}.mu_product"
        self.products = dict.fromkeys(live if self.kind == "nadam" else (), product)
        groups = []
        for position, index in enumerate(live[1:]):
            own = {key: value for key, value in self._fixed[index].items()
                   if value != base[key]}
            groups.append({"parameters": [graph.variables[name] for name in self.groups[index]
                                          if name in self.trained],
                           "lr": self._rate(index), **own})
            self.rates[index] = f"{self.name}.lr.{position}"
            if index in self.products and {"beta1", "momentum_decay"} & own.keys():
                self.products[index] = f"{product}.{position}"
        graph.optimizer(self.kind, self.name, [graph.variables[name] for name in self.trained],
                        lr=self._rate(live[0]), **settings, groups=groups or None,
                        schedule=self.schedule)
        self._written = {index: self._rate(index) for index in self.rates}

    def _check_members(self) -> None:
        groups = self.optimizer.param_groups
        if len(groups) != len(self._members) or any(
                len(group["params"]) != len(members) or
                any(now is not then for now, then in zip(group["params"], members))
                for group, members in zip(groups, self._members)):
            raise UnsupportedOptimizer("the optimizer has other parameters than when the training "
                                       "was compiled: compile it again")
        for names, members, requires in zip(self.groups, self._members, self._requires):
            for name, parameter, required in zip(names, members, requires):
                if parameter.requires_grad is not required:
                    raise UnsupportedOptimizer(
                        f"requires_grad of '{name}' was {required} when the training was "
                        f"compiled, and is {parameter.requires_grad}: compile it again")

    def follow(self, variables: MutableMapping[str, np.ndarray]) -> None:
        """Takes the rates that the groups have now; nothing else can change. A step of the
        training is one of the optimizer, to schedulers that ask whether it has made one."""
        self._check_members()
        self.optimizer._opt_called = True  # type: ignore[attr-defined]
        for index, group in enumerate(self.optimizer.param_groups):
            if index not in self.rates:
                continue
            settings = _settings(group, self.kind)
            if settings != self._fixed[index]:
                changed = [key for key, value in settings.items()
                           if value != self._fixed[index][key]]
                raise UnsupportedOptimizer(f"{', '.join(changed)} of parameter group {index} "
                                           f"changed: compile the training again")
            if self.scheduler is None and self._written[index] != _float(group["lr"]):
                self._written[index] = _float(group["lr"])
                variables[self.rates[index]] = np.float64(self._written[index])

    # State, as Optimizer.state_dict has it

    def _numbers(self) -> dict[str, int]:
        names = [name for group in self.groups for name in group]
        return {name: i for i, name in enumerate(names)}

    def state_dict(self, variables: Mapping[str, np.ndarray], steps: int) -> dict[str, Any]:
        """Behind `steps` of the training that were not skipped."""
        state: dict[int, dict[str, Any]] = {}
        present = set(variables)
        done = int(variables[f"{self.name}.steps"]) if f"{self.name}.steps" in present \
            else self._others + steps
        product_of = {name: product for index, product in self.products.items()
                      for name in self.groups[index]}
        for name, number in self._numbers().items():
            entry = {theirs: torch.from_numpy(np.array(variables[f"{self.name}.{ours}.{name}"]))
                     for theirs, ours in _MOMENTS[self.kind].items()
                     if f"{self.name}.{ours}.{name}" in present}
            if not entry or not done or name not in self.trained:
                continue
            if name in product_of:
                entry = {"mu_product": torch.tensor(float(variables[product_of[name]])), **entry}
            if self.kind != "sgd":
                entry = {"step": torch.tensor(float(done)), **entry}
            state[number] = entry
        groups = self.optimizer.state_dict()["param_groups"]
        if self.scheduler is not None:
            for group, rate in zip(groups, self._last_rates(variables)):
                group["lr"] = rate
        return {"state": state, "param_groups": groups}

    def _last_rates(self, variables: Mapping[str, np.ndarray]) -> list[float]:
        """Of the next iteration, which the scheduler of PyTorch has after its step."""
        return list(self.scheduler_state(variables)["_last_lr"])

    def load_state_dict(self, variables: MutableMapping[str, np.ndarray],
                        state: Mapping[str, Any], steps: int) -> None:
        self.optimizer.load_state_dict(dict(state))
        self.write(variables, steps)

    def write(self, variables: MutableMapping[str, np.ndarray], steps_here: int) -> None:
        """The state that PyTorch's optimizer has now, behind `steps_here` of the training that
        were not skipped."""
        present = set(variables)
        steps = set()
        products: dict[str, set[float]] = {name: set() for name in self.products.values()}
        for index, (group, names) in enumerate(zip(self.optimizer.param_groups, self.groups)):
            for parameter, name in zip(group["params"], names):
                if name not in self.trained:
                    continue
                entry = self.optimizer.state.get(parameter, {})
                for theirs, ours in _MOMENTS[self.kind].items():
                    variable = f"{self.name}.{ours}.{name}"
                    if variable not in present:
                        continue
                    value = entry.get(theirs)
                    variables[variable] = np.zeros_like(variables[variable]) \
                        if value is None else value.detach().cpu().numpy()
                if index in self.products:
                    products[self.products[index]].add(_float(entry.get("mu_product", 1.0)))
                if "step" in entry or self.kind != "sgd":
                    steps.add(int(_float(entry.get("step", 0))))
                elif entry.get("momentum_buffer") is not None:
                    # Behind its first step, which is all that counts.
                    steps.add(1)
        if len(steps) > 1:
            raise UnsupportedOptimizer(
                f"the optimizer has made {' and '.join(map(str, sorted(steps)))} steps with "
                f"different parameters; a graph counts one number of steps for all")
        count = steps.pop() if steps else 0
        self._others = count - steps_here
        if f"{self.name}.steps" in present:
            variables[f"{self.name}.steps"] = np.int64(count)
        for variable, found in products.items():
            if len(found) > 1:
                raise UnsupportedOptimizer(
                    f"the optimizer has mu_product {' and '.join(map(str, sorted(found)))} of "
                    f"different parameters; a graph has one for all with the same beta1 and "
                    f"momentum_decay")
            variables[variable] = np.float64(found.pop())
        for index, variable in self.rates.items():
            self._written[index] = self._rate(index)
            variables[variable] = np.float64(self._written[index])
        if self.scheduler is not None and f"{self.name}.iterations" in present:
            variables[f"{self.name}.iterations"] = np.int64(self.scheduler.last_epoch)

    # Schedulers

    def scheduler_state(self, variables: Mapping[str, np.ndarray]) -> dict[str, Any]:
        """What PyTorch's scheduler would have after as many steps: it is asked itself."""
        self.advance(int(variables[f"{self.name}.iterations"]))
        return self.scheduler.state_dict()

    def advance(self, iterations: int) -> None:
        import warnings
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            while self.scheduler.last_epoch < iterations:
                self.scheduler.step()


# Loss scalers

def read_scaler(scaler: Any, precision: str) -> Optional[dict[str, Any]]:
    """The settings of amp.grad_scaler; None: there is none."""
    if scaler is None:
        scaler = precision == "f16"
    if scaler is False:
        return None
    if scaler is True or scaler == "dynamic":
        return {}
    if isinstance(scaler, torch.amp.GradScaler):
        if not scaler.is_enabled():
            return None
        return {"init_scale": float(scaler.get_scale()),
                "growth_factor": float(scaler.get_growth_factor()),
                "backoff_factor": float(scaler.get_backoff_factor()),
                "growth_interval": int(scaler.get_growth_interval())}
    if isinstance(scaler, Mapping):
        known = {"init_scale": float, "scale": float, "growth_factor": float,
                 "backoff_factor": float, "growth_interval": int}
        unknown = set(scaler) - set(known) - {"_growth_tracker", "enabled"}
        if unknown:
            raise UnsupportedOptimizer(f"settings of the scaler that have no counterpart: "
                                       f"{', '.join(sorted(unknown))}")
        if not scaler.get("enabled", True):
            return None
        return {"init_scale" if key == "scale" else key: read(scaler[key])
                for key, read in known.items() if key in scaler}
    raise UnsupportedOptimizer(f"a scaler is a torch.amp.GradScaler, a dict of its settings, "
                               f"\"dynamic\" or False, and not {scaler!r}")


def scaler_state(variables: Mapping[str, np.ndarray], name: str,
                 settings: Mapping[str, Any]) -> dict[str, Any]:
    """As GradScaler.state_dict has it."""
    return {"scale": float(variables[f"{name}.scale"]),
            "growth_factor": settings.get("growth_factor", 2.0),
            "backoff_factor": settings.get("backoff_factor", 0.5),
            "growth_interval": settings.get("growth_interval", 2000),
            "_growth_tracker": int(variables[f"{name}.growth_tracker"])}
