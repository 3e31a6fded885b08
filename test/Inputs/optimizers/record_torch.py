#!/usr/bin/env python3
#===- record_torch.py - Records PyTorch's optimizers -----------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Records what PyTorch's optimizers and schedulers do.

  record_torch.py --output torch-cpu.json.gz   regenerate
  record_torch.py --check torch-cpu.json.gz    compare, exit 1 if anything differs

Each optimizer makes 100 iterations on given gradients, in f64 and in f32. Parameters
and gradients come from a hash that whoever compares computes too (`number`): they are
multiples of a power of two with 24 bits, the same numbers in both types. Iterations t
with t % 9 == 0 are skipped, as after a gradient that is not finite: the scheduler steps,
the optimizer does not.

Needs PyTorch 2.15; nothing else of this project does.
"""

import os
import sys
import warnings

import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import recording  # noqa: E402

ITERATIONS = 100
RECORDED = (1, 2, 10, 50, 100)
SHAPES = {"w": (2, 3), "v": (5,), "u": (4,)}

# The names are those of amp.optimizer.
CASES = [
    ("sgd", {"lr": 0.1}),
    ("sgd", {"lr": 0.1, "weight_decay": 0.01}),
    ("sgd", {"lr": 0.1, "momentum": 0.9}),
    ("sgd", {"lr": 0.05, "momentum": 0.9, "nesterov": True, "weight_decay": 0.01}),
    ("sgd", {"lr": 0.05, "momentum": 0.8, "dampening": 0.25, "weight_decay": 0.1}),
    ("sgd", {"lr": 0.1, "momentum": 0.9, "nesterov": True, "groups": [
        {"parameters": ["u"], "lr": 0.01, "weight_decay": 0.1, "nesterov": False},
        {"parameters": ["v"], "momentum": 0.5, "dampening": 0.5, "nesterov": False}]}),
    ("sgd", {"lr": 0.1, "momentum": 0.9, "schedule": {"kind": "step", "step_size": 20}}),
    ("sgd", {"lr": 0.1, "momentum": 0.9, "schedule_on_step": True,
             "schedule": {"kind": "step", "step_size": 20, "gamma": 0.5}}),
    ("adam", {"lr": 0.01}),
    ("adam", {"lr": 0.01, "weight_decay": 0.05, "beta1": 0.8, "beta2": 0.99, "eps": 1e-6}),
    ("adam", {"lr": 0.01, "amsgrad": True, "beta2": 0.9}),
    ("adam", {"lr": 0.01, "beta1": 0.3, "beta2": 0.95}),
    ("adam", {"lr": 0.02, "schedule": {"kind": "one_cycle", "iterations": 100}}),
    ("adamw", {"lr": 0.01}),
    ("adamw", {"lr": 0.02, "weight_decay": 0.1, "amsgrad": True, "beta2": 0.9}),
    ("adamw", {"lr": 0.01, "groups": [
        {"parameters": ["v", "u"], "lr": 0.03, "weight_decay": 0.0, "amsgrad": True,
         "beta1": 0.5}],
        "schedule": {"kind": "cosine", "iterations": 80, "eta_min": 0.001, "warmup": 10}}),
    ("rmsprop", {"lr": 0.01}),
    ("rmsprop", {"lr": 0.01, "alpha": 0.9, "eps": 1e-4, "momentum": 0.9, "weight_decay": 0.05}),
    ("rmsprop", {"lr": 0.01, "alpha": 0.4, "centered": True}),
    ("rmsprop", {"lr": 0.01, "alpha": 0.95, "groups": [
        {"parameters": ["v"], "lr": 0.03, "centered": True, "momentum": 0.5},
        {"parameters": ["u"], "momentum": 0.9}],
        "schedule": {"kind": "exponential", "gamma": 0.98}}),
    ("adagrad", {"lr": 0.1}),
    ("adagrad", {"lr": 0.1, "lr_decay": 0.02, "weight_decay": 0.05, "eps": 1e-4}),
    ("adagrad", {"lr": 0.1, "initial_accumulator": 0.5, "groups": [
        {"parameters": ["v"], "lr": 0.2, "lr_decay": 0.1}]}),
    ("nadam", {"lr": 0.01}),
    ("nadam", {"lr": 0.02, "weight_decay": 0.05, "beta1": 0.8, "beta2": 0.99, "eps": 1e-4,
               "momentum_decay": 0.05}),
    # A group with a product of momenta of its own; one with that of the rest and its own rate.
    ("nadam", {"lr": 0.01, "weight_decay": 0.1, "decoupled_weight_decay": True, "groups": [
        {"parameters": ["v"], "momentum_decay": 0.5, "decoupled_weight_decay": False},
        {"parameters": ["u"], "lr": 0.03}],
        "schedule": {"kind": "linear", "iterations": 60, "start_factor": 1.0, "end_factor": 0.1,
                     "warmup": 5}}),
    # The sixth step is the first that is rectified; with beta2 = 0.6 none is.
    ("radam", {"lr": 0.01}),
    ("radam", {"lr": 0.02, "weight_decay": 0.05, "beta1": 0.8, "beta2": 0.9, "eps": 1e-4}),
    ("radam", {"lr": 0.01, "weight_decay": 0.1, "decoupled_weight_decay": True, "groups": [
        {"parameters": ["v"], "beta2": 0.6, "decoupled_weight_decay": False},
        {"parameters": ["u"], "lr": 0.03, "beta1": 0.5}],
        "schedule": {"kind": "exponential", "gamma": 0.98}}),
    ("adamax", {"lr": 0.01}),
    ("adamax", {"lr": 0.02, "weight_decay": 0.05, "beta1": 0.4, "beta2": 0.9, "eps": 1e-2}),
    ("adamax", {"lr": 0.01, "groups": [
        {"parameters": ["v", "u"], "lr": 0.03, "weight_decay": 0.1, "beta2": 0.5}],
        "schedule": {"kind": "step", "step_size": 20, "gamma": 0.5}}),
    ("adadelta", {"lr": 1.0}),
    ("adadelta", {"lr": 0.5, "rho": 0.6, "eps": 1e-3, "weight_decay": 0.05}),
    ("adadelta", {"lr": 1.0, "eps": 1e-4, "groups": [
        {"parameters": ["v"], "lr": 0.25, "rho": 1.0},
        {"parameters": ["u"], "weight_decay": 0.1, "rho": 0.5}],
        "schedule": {"kind": "cosine", "iterations": 80, "eta_min": 0.1}}),
]

# Past the end too, where PyTorch goes on.
SCHEDULES = [
    {"kind": "constant"},
    {"kind": "constant", "warmup": 7},
    {"kind": "linear", "iterations": 40},
    {"kind": "linear", "iterations": 30, "start_factor": 0.25, "end_factor": 0.75},
    {"kind": "linear", "iterations": 30, "start_factor": 1.0, "end_factor": 0.0, "warmup": 5},
    {"kind": "step", "step_size": 7},
    {"kind": "step", "step_size": 10, "gamma": 0.5, "warmup": 3},
    {"kind": "cosine", "iterations": 25},
    {"kind": "cosine", "iterations": 40, "eta_min": 0.01, "warmup": 8},
    {"kind": "one_cycle", "iterations": 60},
    {"kind": "one_cycle", "iterations": 50, "pct_start": 0.45, "div_factor": 10.0,
     "final_div_factor": 100.0},
    {"kind": "one_cycle", "iterations": 20, "pct_start": 0.0},
    {"kind": "one_cycle", "iterations": 20, "pct_start": 1.0},
    {"kind": "one_cycle", "iterations": 40, "warmup": 4},
    {"kind": "exponential", "gamma": 0.9},
    {"kind": "exponential", "gamma": 0.98, "warmup": 6},
    {"kind": "polynomial", "iterations": 40},
    {"kind": "polynomial", "iterations": 50, "power": 0.9, "warmup": 10},
    {"kind": "polynomial", "iterations": 30, "power": 2.0},
    {"kind": "multi_step", "milestones": [5, 6, 30]},
    {"kind": "multi_step", "milestones": [10, 20], "gamma": 0.5, "warmup": 4},
    {"kind": "cosine_restarts", "iterations": 12},
    {"kind": "cosine_restarts", "iterations": 7, "eta_min": 0.01, "warmup": 5},
    {"kind": "cosine_restarts", "iterations": 5, "t_mult": 2},
    {"kind": "cosine_restarts", "iterations": 1, "t_mult": 3, "eta_min": 0.01},
]
# Metrics that are not finite do not count, and an interval without any is a bad one.
PLATEAUS = [
    {"kind": "plateau", "interval": 1, "patience": 2, "factor": 0.5},
    {"kind": "plateau", "interval": 3, "patience": 1, "factor": 0.3, "cooldown": 2,
     "min_lr": 0.005},
    {"kind": "plateau", "interval": 2, "mode": "max", "patience": 0, "threshold": 0.01,
     "threshold_mode": "abs", "factor": 0.5, "eps": 0.0005},
    {"kind": "plateau", "interval": 4, "mode": "max", "patience": 1, "threshold": 0.02},
    {"kind": "plateau", "interval": 2, "patience": 0, "threshold": 0.05,
     "threshold_mode": "abs", "cooldown": 1, "factor": 0.75, "warmup": 5},
]
RATES = 70


def make_tensors(row, dtype, scaled):
    """One tensor per parameter. Gradients have elements of four magnitudes."""
    tensors, k = {}, 0
    for name, shape in SHAPES.items():
        count = torch.Size(shape).numel()
        values = [recording.number(1000 * row + i) * (16.0**-(i % 4) if scaled else 1.0)
                  for i in range(k, k + count)]
        tensors[name] = torch.tensor(values, dtype=torch.float64).to(dtype).reshape(shape)
        k += count
    return tensors


def make_scheduler(optimizer, schedule, base_rates):
    settings = dict(schedule)
    kind, warmup = settings.pop("kind"), settings.pop("warmup", 0)
    lr_scheduler = torch.optim.lr_scheduler
    if warmup:
        # Before the other, which may set the rates that this one begins with.
        ramp = lr_scheduler.LinearLR(optimizer, 1 / warmup, 1.0, warmup - 1)
    iterations = settings.pop("iterations", None)
    if kind == "constant":
        main = lr_scheduler.ConstantLR(optimizer, 1.0, 1)
    elif kind == "linear":
        main = lr_scheduler.LinearLR(optimizer, total_iters=iterations, **settings)
    elif kind == "step":
        main = lr_scheduler.StepLR(optimizer, **settings)
    elif kind == "exponential":
        main = lr_scheduler.ExponentialLR(optimizer, **settings)
    elif kind == "polynomial":
        main = lr_scheduler.PolynomialLR(optimizer, total_iters=iterations, **settings)
    elif kind == "multi_step":
        main = lr_scheduler.MultiStepLR(optimizer, **settings)
    elif kind == "cosine_restarts":
        main = lr_scheduler.CosineAnnealingWarmRestarts(
            optimizer, iterations, T_mult=settings.pop("t_mult", 1), **settings)
    elif kind == "cosine":
        main = lr_scheduler.CosineAnnealingLR(optimizer, iterations, **settings)
    else:
        main = lr_scheduler.OneCycleLR(optimizer, base_rates, iterations, cycle_momentum=False,
                                       **settings)
    return lr_scheduler.SequentialLR(optimizer, [ramp, main], [warmup]) if warmup else main


def make_optimizer(kind, settings, parameters):
    settings = dict(settings)
    own_groups = settings.pop("groups", [])
    schedule = settings.pop("schedule", None)
    settings.pop("schedule_on_step", None)

    def translate(values):
        values = {key: value for key, value in values.items() if key != "parameters"}
        betas = {key: values.pop(key) for key in ("beta1", "beta2") if key in values}
        if betas:
            values["betas"] = (betas.get("beta1", settings.get("beta1", 0.9)),
                               betas.get("beta2", settings.get("beta2", 0.999)))
        if "initial_accumulator" in values:
            values["initial_accumulator_value"] = values.pop("initial_accumulator")
        return values

    groups = [{"params": [parameters[name] for name in group["parameters"]], **translate(group)}
              for group in own_groups]
    taken = {name for group in own_groups for name in group["parameters"]}
    groups.insert(0, {"params": [p for name, p in parameters.items() if name not in taken]})
    make = {"sgd": torch.optim.SGD, "adam": torch.optim.Adam, "adamw": torch.optim.AdamW,
            "rmsprop": torch.optim.RMSprop, "adagrad": torch.optim.Adagrad,
            "nadam": torch.optim.NAdam, "radam": torch.optim.RAdam,
            "adamax": torch.optim.Adamax, "adadelta": torch.optim.Adadelta}[kind]
    optimizer = make(groups, foreach=False, **translate(settings))
    rates = [group["lr"] for group in optimizer.param_groups]
    return optimizer, make_scheduler(optimizer, schedule, rates) if schedule else None


def run_case(kind, settings, dtype):
    # The type of NAdam's mu_product.
    torch.set_default_dtype(dtype)
    parameters = make_tensors(ITERATIONS, dtype, scaled=False)
    for p in parameters.values():
        p.requires_grad_()
    optimizer, scheduler = make_optimizer(kind, settings, parameters)
    recorded = {}
    for t in range(ITERATIONS):
        skipped = t % 9 == 0
        if not skipped:
            for name, g in make_tensors(t, dtype, scaled=True).items():
                parameters[name].grad = g
            optimizer.step()
        # OneCycleLR has no rate behind its last.
        if scheduler and t + 1 < ITERATIONS:
            if not (skipped and settings.get("schedule_on_step")):
                scheduler.step()
        if t + 1 in RECORDED:
            recorded[str(t + 1)] = [x for p in parameters.values() for x in p.flatten().tolist()]
    return recorded


def run_schedule(schedule):
    p = torch.zeros((), requires_grad=True)
    optimizer = torch.optim.SGD([p], lr=0.1)
    scheduler = make_scheduler(optimizer, schedule, [0.1])
    count = RATES
    if schedule["kind"] == "one_cycle":
        count = schedule["iterations"] + schedule.get("warmup", 0)
    rates = []
    for t in range(count):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        if t + 1 < count:
            scheduler.step()
    return rates


def run_plateau(schedule):
    """Rates of two groups, as ReduceLROnPlateau gives them that is stepped with each
    interval's mean. There is no SequentialLR of it: the warm-up is ours."""
    settings = dict(schedule)
    del settings["kind"]
    interval, warmup = settings.pop("interval"), settings.pop("warmup", 0)
    parameters = [torch.zeros((), requires_grad=True) for _ in range(2)]
    bases = [0.1, 0.02]
    optimizer = torch.optim.SGD([{"params": [p], "lr": lr} for p, lr in zip(parameters, bases)])
    scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, **settings)
    sign = -1 if settings.get("mode") == "max" else 1
    metrics, rates, finite = [], [], []
    for t in range(RATES):
        share = min((t + 1) / warmup, 1) if warmup else 1
        rates.append([group["lr"] * share for group in optimizer.param_groups])
        loss = max(1 / (1 + t / 10), 0.3) + recording.number(t) / 16
        metric = None if t % 9 == 0 else sign * loss
        metrics.append(metric)
        if t < warmup:
            continue
        if metric is not None:
            finite.append(metric)
        if (t + 1 - warmup) % interval == 0:
            scheduler.step(sum(finite) / len(finite) if finite else float("nan"))
            finite = []
    return {"schedule": schedule, "lr": bases, "metrics": metrics, "rates": rates}


def record():
    return {
        "torch": torch.__version__.split("+")[0],
        "recorded by": "test/Inputs/optimizers/record_torch.py",
        "cases": [{"kind": kind, "settings": settings,
                   "f64": run_case(kind, settings, torch.float64),
                   "f32": run_case(kind, settings, torch.float32)}
                  for kind, settings in CASES],
        "schedules": [{"schedule": schedule, "lr": 0.1, "rates": run_schedule(schedule)}
                      for schedule in SCHEDULES],
        "plateaus": [run_plateau(schedule) for schedule in PLATEAUS],
    }


def main():
    torch.set_num_threads(1)
    warnings.filterwarnings("ignore", category=UserWarning)
    return recording.main(__doc__, lambda: recording.dump_lines(record()))


if __name__ == "__main__":
    sys.exit(main())
