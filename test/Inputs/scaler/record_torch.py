#!/usr/bin/env python3
#===- record_torch.py - Records PyTorch's gradient scaler ------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Records what PyTorch's GradScaler, gradient clipping and accumulation loops do.

  record_torch.py --output torch-cpu.json.gz   regenerate
  record_torch.py --check torch-cpu.json.gz    compare, exit 1 if anything differs

All numbers that go in come from a hash that whoever compares computes too (`number`).
Bits of f32 numbers are 8 hexadecimal digits, every NaN 7fc00000; f64 numbers are C's
hexadecimal literals.

A sequence: some SGD optimizers (lr 1/2) with a parameter of ELEMENTS elements each. In
step t the loss is the sum over all of parameter times coefficient, so that the scaled
gradients are the scale times the coefficients (`coefficients`). Where bit o of digit t of
`bad` is set, one coefficient of optimizer o is NaN or infinite. A segment begins with a new
scaler, into which the old one's state_dict was loaded and to which the segment's own
settings were then given. What was recorded:

  stepped     digit t: the optimizers that made their step
  scale       "t:bits" for each step after which the scale is another than before it
  tracker     "t:n" for each step after which the growth tracker is not one more
  parameters  behind the last step; with `every`, behind each of so many steps, and
  gradients   the unscaled gradients of those steps

Needs PyTorch 2.12; nothing else of this project does.
"""

import json
import math
import os
import random
import struct
import sys
import warnings

import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import recording  # noqa: E402

ELEMENTS = 3
EVERY = 10
TRACED = 6


def numbers(first, shape, dtype):
    values = [recording.number(first + i) for i in range(math.prod(shape))]
    return torch.tensor(values, dtype=torch.float64).to(dtype).reshape(shape)


def bits(tensor):
    return "".join("7fc00000" if x != x else struct.pack(">f", x).hex()
                   for x in tensor.detach().flatten().tolist())


def literals(tensor):
    return [x.hex() for x in tensor.detach().double().flatten().tolist()]


# ===----------------------------------------------------------------------===#
# Sequences
# ===----------------------------------------------------------------------===#


def to_f32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def make_segment(rng):
    def factor(simple, low, high):
        return simple if rng.random() < 0.3 else rng.uniform(low, high)

    return {"steps": rng.randrange(15, 120),
            "growth": factor(2.0, 1.001, 4.0),
            "backoff": factor(0.5, 0.05, 0.999),
            "interval": rng.choice([1, 1, 2, 3, rng.randrange(1, 21)])}


def make_sequences():
    """Settings alone. The first ones go where random ones seldom do."""
    rng = random.Random(20)

    def sequence(init, segments, probability, optimizers=1):
        steps = sum(segment["steps"] for segment in segments)
        # Optimizers overflow together or each for itself.
        bad = []
        for _ in range(steps):
            mask = sum((rng.random() < probability) << o for o in range(optimizers))
            bad.append((2**optimizers - 1) * (mask & 1) if rng.random() < 0.3 else mask)
        return {"init": init, "optimizers": optimizers, "bad": "".join(map(str, bad)),
                "segments": segments}

    def segment(steps, growth, backoff, interval):
        return {"steps": steps, "growth": growth, "backoff": backoff, "interval": interval}

    sequences = [
        # To the largest scale of f32, which stays while the tracker restarts.
        sequence(2.0**120, [segment(60, 2.0, 0.5, 1)], 0.0),
        sequence(2.0**127 * 1.5, [segment(80, 1.3, 0.7, 3)], 0.05, 2),
        # Through the subnormals to 0, and nothing grows from there.
        sequence(2.0**-20, [segment(160, 2.0, 0.5, 5), segment(20, 3.0, 0.25, 1)], 0.95),
        # Into the subnormals, where factors near 1 change nothing, and out again.
        sequence(2.0**-20, [segment(120, 1.01, 0.5, 20), segment(60, 1.3, 0.9, 1),
                            segment(80, 2.5, 0.5, 1)], 0.35, 3),
        # The new interval is below the tracker, which then never meets it.
        sequence(1024.0, [segment(18, 2.0, 0.5, 20), segment(60, 2.0, 0.5, 4)], 0.0),
        sequence(65536.0, [segment(50, 2.0, 0.5, 10), segment(50, 2.0, 0.5, 10)], 1.0),
    ]
    while len(sequences) < 100:
        init = to_f32(2.0**rng.randrange(-20, 121) * rng.choice([1.0, rng.uniform(1, 2)]))
        segments = [make_segment(rng) for _ in range(rng.choice([1, 1, 2, 3]))]
        if rng.random() < 0.5:
            # A reload alone, with the same settings.
            segments.append({**segments[-1], "steps": rng.randrange(15, 60)})
        if sum(s["steps"] for s in segments) < 50:
            segments[0]["steps"] += 35
        probability = rng.choice([0.0, 0.02, 0.1, 0.3, 0.5, 0.9, rng.random()])
        sequences.append(sequence(init, segments, probability, rng.choice([1, 1, 2, 3])))
    return sequences


def coefficients(index, step, optimizer, is_bad):
    values = numbers(1000000 * (index + 1) + 100 * step + 10 * optimizer, (ELEMENTS,),
                     torch.float32)
    if is_bad:
        values[step % ELEMENTS] = (math.nan, math.inf, -math.inf)[step // ELEMENTS % 3]
    return values


class CountingSGD(torch.optim.SGD):
    stepped = False

    def step(self, closure=None):
        self.stepped = True
        return super().step(closure)


def run_sequence(index, sequence):
    count = sequence["optimizers"]
    parameters = [numbers(1000 * index + 10 * o, (ELEMENTS,), torch.float32).requires_grad_()
                  for o in range(count)]
    optimizers = [CountingSGD([p], lr=0.5, foreach=False) for p in parameters]
    stepped, scales, trackers, traced = [], [], [], {"parameters": [], "gradients": []}
    scaler, t = None, 0
    scale, tracker = sequence["init"], 0
    for segment in sequence["segments"]:
        factors = {"growth_factor": segment["growth"], "backoff_factor": segment["backoff"],
                   "growth_interval": segment["interval"]}
        if scaler is None:
            scaler = torch.amp.GradScaler("cpu", init_scale=sequence["init"], **factors)
        else:
            state = json.loads(json.dumps(scaler.state_dict()))
            scaler = torch.amp.GradScaler("cpu")
            scaler.load_state_dict(state)
            scaler.set_growth_factor(segment["growth"])
            scaler.set_backoff_factor(segment["backoff"])
            scaler.set_growth_interval(segment["interval"])
        for _ in range(segment["steps"]):
            bad = int(sequence["bad"][t])
            loss = sum((p * coefficients(index, t, o, bad >> o & 1)).sum()
                       for o, p in enumerate(parameters))
            for p in parameters:
                p.grad = None
            scaler.scale(loss).backward()
            made = 0
            for o, optimizer in enumerate(optimizers):
                # With unscale_ and without: that is the user's choice.
                if (t + o) % 2 == 0:
                    scaler.unscale_(optimizer)
                optimizer.stepped = False
                scaler.step(optimizer)
                made |= optimizer.stepped << o
            scaler.update()
            stepped.append(made)
            before = scale
            scale = scaler.get_scale()
            if scale != before:
                scales.append(f"{t}:{bits(torch.tensor(scale))}")
            if scaler._get_growth_tracker() != tracker + 1:
                trackers.append(f"{t}:{scaler._get_growth_tracker()}")
            tracker = scaler._get_growth_tracker()
            if index < TRACED and t % EVERY == 0:
                traced["parameters"].append("".join(map(bits, parameters)))
                traced["gradients"].append("".join(bits(p.grad) for p in parameters))
            t += 1
    return {"init": sequence["init"].hex(), "optimizers": count,
            "segments": [{"steps": s["steps"], "growth": s["growth"].hex(),
                          "backoff": s["backoff"].hex(), "interval": s["interval"]}
                         for s in sequence["segments"]],
            "bad": sequence["bad"], "stepped": "".join(map(str, stepped)),
            "scale": " ".join(scales), "tracker": " ".join(trackers),
            "parameters": "".join(map(bits, parameters)),
            **({"every": EVERY, "traced": traced} if index < TRACED else {})}


# ===----------------------------------------------------------------------===#
# Clipping
# ===----------------------------------------------------------------------===#

# Shapes, the factor of the numbers, and what replaces the first element of the first.
CLIPPED = [
    ([(5,)], 1.0, None),
    ([(2, 3), (7,), ()], 1.0, None),
    ([(300,), (2, 3)], 2.0**-10, None),
    ([(4,), (0, 3), (2,)], 100.0, None),
    ([(4,), (3,)], 0.0, None),
    ([(4,), (3,)], 1.0, math.inf),
    ([(4,), (3,)], 1.0, -math.inf),
    ([(4,), (3,)], 1.0, math.nan),
    # The squares of these do not fit f64.
    ([(4,), (3,)], 2.0**600, None),
]


def make_gradients(case):
    shapes, factor, special = CLIPPED[case]
    gradients = [numbers(500000 + 1000 * i, shape, torch.float64) * factor
                 for i, shape in enumerate(shapes)]
    if special is not None:
        gradients[0].flatten()[0] = special
    return gradients


def run_clipping(case):
    shapes, factor, special = CLIPPED[case]
    document = {"shapes": shapes, "factor": factor.hex(),
                "first": None if special is None else special.hex(), "norms": [], "values": []}

    def clip(function):
        parameters = [torch.nn.Parameter(torch.zeros_like(g)) for g in make_gradients(case)]
        for p, g in zip(parameters, make_gradients(case)):
            p.grad = g
        result = function(parameters)
        return result, [x for p in parameters for x in literals(p.grad)]

    for p in (1.0, 2.0, 3.0, math.inf):
        if math.isinf(p) and any(0 in shape for shape in shapes):
            continue  # PyTorch knows no largest element of none.
        for most in (0.0, 0.5, 1e6):
            norm, clipped = clip(lambda parameters: torch.nn.utils.clip_grad_norm_(
                parameters, most, norm_type=p))
            document["norms"].append({"p": p.hex(), "max": most, "norm": norm.item().hex(),
                                      "clipped": clipped if len(clipped) < 50 else clipped[:5]})
    for most in (0.0, 0.25, 10.0):
        _, clipped = clip(lambda parameters: torch.nn.utils.clip_grad_value_(parameters, most))
        document["values"].append({"max": most,
                                   "clipped": clipped if len(clipped) < 50 else clipped[:5]})
    return document


# ===----------------------------------------------------------------------===#
# Accumulation
# ===----------------------------------------------------------------------===#

ACCUMULATIONS = [
    # Elementwise regression: no gradient is a sum, so that all bits agree.
    {"model": "elementwise", "k": 3, "clip": "value", "scale": 2.0**16},
    {"model": "elementwise", "k": 4, "clip": None, "scale": 1000.0},
    # 1010 / 3 is not 1010 * (1 / 3).
    {"model": "elementwise", "k": 3, "clip": None, "scale": 1010.0},
    {"model": "linear", "k": 3, "clip": "norm", "scale": 2.0**16},
    {"model": "linear", "k": 4, "clip": None, "scale": 2.0**10},
]
GROUPS = 5
SAMPLES, INPUTS, OUTPUTS = 4, 3, 2


def run_accumulation(settings, dtype):
    linear = settings["model"] == "linear"
    shape = (OUTPUTS, INPUTS) if linear else (INPUTS,)
    w = numbers(700000, shape, dtype).requires_grad_()
    b = numbers(700100, shape[:1], dtype).requires_grad_()
    optimizer = torch.optim.SGD([w, b], lr=0.125, momentum=0.5, foreach=False)
    scaler = torch.amp.GradScaler("cpu", init_scale=settings["scale"], growth_interval=2)
    recorded = []
    for group in range(GROUPS):
        for micro in range(settings["k"]):
            first = 710000 + 1000 * group + 100 * micro
            if linear:
                x = numbers(first, (SAMPLES, INPUTS), dtype)
                target = numbers(first + 50, (SAMPLES, OUTPUTS), dtype)
                loss = torch.nn.functional.mse_loss(torch.nn.functional.linear(x, w, b), target)
            else:
                x = numbers(first, (INPUTS,), dtype)
                target = numbers(first + 50, (INPUTS,), dtype)
                if group == 2 and micro == 1:
                    x[0] = math.inf
                d = w * x + b - target
                loss = (d * d).sum()
            scaler.scale(loss / settings["k"]).backward()
        scaler.unscale_(optimizer)
        if settings["clip"] == "norm":
            torch.nn.utils.clip_grad_norm_([w, b], 0.25)
        elif settings["clip"] == "value":
            torch.nn.utils.clip_grad_value_([w, b], 0.5)
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()
        recorded.append({"w": literals(w), "b": literals(b), "scale": scaler.get_scale()})
    return recorded


# ===----------------------------------------------------------------------===#
# The document
# ===----------------------------------------------------------------------===#


def record():
    return {
        "torch": torch.__version__.split("+")[0],
        "recorded by": "test/Inputs/scaler/record_torch.py",
        "sequences": [run_sequence(i, s) for i, s in enumerate(make_sequences())],
        "clipping": [run_clipping(case) for case in range(len(CLIPPED))],
        "accumulations": [{**settings, "f64": run_accumulation(settings, torch.float64),
                           "f32": run_accumulation(settings, torch.float32)}
                          for settings in ACCUMULATIONS],
    }


def main():
    torch.set_num_threads(1)
    warnings.filterwarnings("ignore", category=UserWarning)
    return recording.main(__doc__, lambda: recording.dump_lines(record()))


if __name__ == "__main__":
    sys.exit(main())
