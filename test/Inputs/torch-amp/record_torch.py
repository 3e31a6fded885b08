#!/usr/bin/env python3
#===- record_torch.py - Records PyTorch on examples/torch-amp --------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Records what PyTorch makes of the networks of examples/torch-amp.

  record_torch.py --output torch-cpu.json.gz   regenerate
  record_torch.py --check torch-cpu.json.gz    compare, exit 1 if anything differs

Each case is one of the examples, written for PyTorch with `autocast` and `GradScaler`,
trained for some steps on the first images of examples/digits in their order. Parameters
and data are f64, which autocast leaves alone: the record is what the step computes, up to
roundings of 2^-53, and the scaler's ops are exact. First values are multiples of 1/1024.

Needs PyTorch 2.12 and NumPy; nothing else of this project does.
"""

import argparse
import io
import json
import os
import random
import sys

import numpy as np
import torch
import torch.nn.functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
import recording  # noqa: E402

DIGITS = os.path.join(HERE, "..", "..", "..", "examples", "digits", "digits.npz")
STEPS, BATCH = 20, 32

# Name, shape and range of the first values.
SHAPES = {"fc1.weight": ((16, 64), 0.125), "fc1.bias": ((16,), 0.125),
          "fc2.weight": ((10, 16), 0.25), "fc2.bias": ((10,), 0.25),
          "b.weight": ((10, 64), 0.125), "b.bias": ((10,), 0.125)}


def draw():
    """The first values, in units of 1/1024."""
    numbers = random.Random(20261121)
    return {name: [numbers.randrange(-int(1024 * most), int(1024 * most) + 1)
                   for _ in range(int(np.prod(shape)))]
            for name, (shape, most) in SHAPES.items()}


def parameter(values, name):
    array = np.array(values[name], np.float64).reshape(SHAPES[name][0]) / 1024
    return torch.tensor(array, requires_grad=True)


def batches():
    with np.load(DIGITS) as arrays:
        images, labels = arrays["train_images"], arrays["train_labels"]
    for i in range(STEPS):
        rows = slice(i * BATCH, (i + 1) * BATCH)
        yield (torch.tensor(images[rows].astype(np.float64)) / 16,
               torch.tensor(labels[rows].astype(np.int64)))


def autocast(**options):
    return torch.autocast("cpu", dtype=torch.bfloat16, **options)


class Digits:
    """The network of the examples; its parameters in order."""

    def __init__(self, values):
        self.names = ["fc1.weight", "fc1.bias", "fc2.weight", "fc2.bias"]
        self.parameters = [parameter(values, name) for name in self.names]

    def __call__(self, x):
        w1, b1, w2, b2 = self.parameters
        return F.linear(torch.tanh(F.linear(x, w1, b1)), w2, b2)


def result(losses, **parameters):
    return {"losses": losses,
            "parameters": {name: pack(p) for name, p in parameters.items()}}


def pack(tensor):
    # 14 digits are 2^-46: less than the comparison's bound.
    return [float(f"{x:.14g}") for x in tensor.detach().reshape(-1).tolist()]


def train(values, step):
    """Runs `step(model, optimizer, scaler, x, t, i)`, which gives the loss."""
    model = Digits(values)
    optimizer = torch.optim.SGD(model.parameters, lr=0.25)
    scaler = torch.amp.GradScaler("cpu")
    losses = []
    for i, (x, t) in enumerate(batches()):
        losses.append(float(step(model, optimizer, scaler, x, t, i).detach()))
    return result(losses, **dict(zip(model.names, model.parameters)))


def typical(model, optimizer, scaler, x, t, i):
    optimizer.zero_grad()
    with autocast():
        loss = F.cross_entropy(model(x), t)
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    return loss


def clipping(model, optimizer, scaler, x, t, i):
    optimizer.zero_grad()
    with autocast():
        loss = F.cross_entropy(model(x), t)
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    torch.nn.utils.clip_grad_norm_(model.parameters, 0.5)
    scaler.step(optimizer)
    scaler.update()
    return loss


def accumulation(model, optimizer, scaler, x, t, i):
    with autocast():
        loss = F.cross_entropy(model(x), t)
    scaler.scale(loss / 4).backward()
    if (i + 1) % 4 == 0:
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()
    return loss


def penalty(model, optimizer, scaler, x, t, i):
    optimizer.zero_grad()
    with autocast():
        loss = F.cross_entropy(model(x), t)
    scaled = torch.autograd.grad(scaler.scale(loss), model.parameters, create_graph=True)
    true = [g / scaler.get_scale() for g in scaled]
    with autocast():
        loss = loss + torch.sqrt(sum(torch.sum(g * g) for g in true))
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    return loss


def multiple(values):
    a = Digits(values)
    b = [parameter(values, name) for name in ("b.weight", "b.bias")]
    optimizer0 = torch.optim.SGD(a.parameters, lr=0.02)
    optimizer1 = torch.optim.SGD(b, lr=0.01)
    scaler = torch.amp.GradScaler("cpu")
    losses = []
    for x, t in batches():
        optimizer0.zero_grad()
        optimizer1.zero_grad()
        with autocast():
            ya, yb = a(x), F.linear(x, *b)
            loss0 = F.cross_entropy(2 * ya + 3 * yb, t)
            loss1 = F.cross_entropy(3 * ya - 5 * yb, t)
        scaler.scale(loss0).backward(retain_graph=True)
        scaler.scale(loss1).backward()
        scaler.unscale_(optimizer0)
        torch.nn.utils.clip_grad_norm_(a.parameters, 2.0)
        scaler.step(optimizer0)
        scaler.step(optimizer1)
        scaler.update()
        losses.append(float(loss0.detach()))
    return result(losses, **{f"a.{name}": p for name, p in zip(a.names, a.parameters)},
                  **{"b.weight": b[0], "b.bias": b[1]})


class Matmul(torch.autograd.Function):
    @staticmethod
    @torch.amp.custom_fwd(device_type="cpu")
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a.mm(b)

    @staticmethod
    @torch.amp.custom_bwd(device_type="cpu")
    def backward(ctx, gradient):
        a, b = ctx.saved_tensors
        return gradient.mm(b.t()), a.t().mm(gradient)


class Normalize(torch.autograd.Function):
    @staticmethod
    @torch.amp.custom_fwd(device_type="cpu", cast_inputs=torch.float32)
    def forward(ctx, v):
        length = torch.sqrt((v * v).sum(1, keepdim=True) + 1e-12)
        ctx.save_for_backward(v / length, length)
        return v / length

    @staticmethod
    @torch.amp.custom_bwd(device_type="cpu")
    def backward(ctx, gradient):
        unit, length = ctx.saved_tensors
        return (gradient - unit * (unit * gradient).sum(1, keepdim=True)) / length


def custom_functions(values):
    _, _, w2, b2 = Digits(values).parameters
    w1 = parameter(values, "fc1.weight").detach().t().contiguous().requires_grad_()
    optimizer = torch.optim.SGD([w1, w2, b2], lr=1.0)
    scaler = torch.amp.GradScaler("cpu")
    losses = []
    for x, t in batches():
        optimizer.zero_grad()
        with autocast():
            y = F.linear(Normalize.apply(torch.tanh(Matmul.apply(x, w1))), w2, b2)
            with autocast(enabled=False):
                hot = F.one_hot(t, 10)
                loss = (torch.log(torch.exp(y).sum(1)) - (y * hot).sum(1)).mean()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        losses.append(float(loss.detach()))
    return result(losses, **{"fc1.weight": w1, "fc2.weight": w2, "fc2.bias": b2})


def record():
    torch.set_num_threads(1)
    values = draw()
    return {"format": 1, "torch": torch.__version__, "steps": STEPS, "batch_size": BATCH,
            "initial": {name: {"shape": list(shape), "of_1024": values[name]}
                        for name, (shape, _) in SHAPES.items()},
            "cases": {"typical": train(values, typical), "clipping": train(values, clipping),
                      "accumulation": train(values, accumulation),
                      "penalty": train(values, penalty), "multiple": multiple(values),
                      "custom-functions": custom_functions(values)}}


def differences(a, b, path=""):
    """Where two records differ by more than the last of the 14 digits."""
    if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
        return [d for key in a for d in differences(a[key], b[key], f"{path}/{key}")]
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return [d for i, pair in enumerate(zip(a, b))
                for d in differences(*pair, f"{path}/{i}")]
    if isinstance(a, float) and isinstance(b, float) and abs(a - b) <= 1e-13:
        return []
    return [] if a == b else [f"{path}: {a} and {b}"]


def write(document, file):
    """One line per tensor."""
    lines = ["{" + ", ".join(f'"{key}": {json.dumps(document[key])}'
                             for key in ("format", "torch", "steps", "batch_size")) + ",",
             '"initial": {']
    lines += [f'"{name}": {json.dumps(value)},' for name, value in document["initial"].items()]
    lines[-1] = lines[-1][:-1]
    lines += ["},", '"cases": {']
    for name, case in document["cases"].items():
        lines += [f'"{name}": {{"losses": {json.dumps(case["losses"])}, "parameters": {{']
        lines += [f'"{key}": {json.dumps(value)},' for key, value in case["parameters"].items()]
        lines[-1] = lines[-1][:-1]
        lines.append("}},")
    lines[-1] = "}}"
    file.write("\n".join(lines) + "\n}}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("--output")
    group.add_argument("--check")
    options = parser.parse_args()
    document = record()
    if options.output:
        file = io.StringIO()
        write(document, file)
        recording.write(options.output, file.getvalue())
        return 0
    found = differences(json.loads(recording.read(options.check)), document)
    print("\n".join(found[:20]) or "no difference")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
