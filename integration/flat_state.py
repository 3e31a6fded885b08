#!/usr/bin/env python3
#===- flat_state.py - Optimizers on flat buffers and on single variables ---===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Trains with the optimizer's state in flat buffers, and with each variable for itself.

Checkpoints must have the same tensors to the bit, skipped steps, groups, micro-batches
and a change from one to the other in the middle included. Only where a norm is taken the
order of a sum differs, by a bound that is computed here."""

import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from _checkpoint import Checkpoint
from _common import Suite, expect

BATCH = 16
# Sizes that are multiples of many, few and no powers of two.
WIDTHS = [24, 40, 7, 24, 1]
STEPS = 6
CASES = {
    "sgd": "sgd @opt [{}] {{lr = 0.05 : f64, groups = [{{parameters = [@w1, @b1], "
           "momentum = 0.9 : f64}}]}}",
    "momentum": "sgd @opt [{}] {{lr = 0.05 : f64, momentum = 0.9 : f64, nesterov, "
                "groups = [{{parameters = [@w1, @b1], momentum = 0.5 : f64}}]}}",
    "adam": "adam @opt [{}] {{lr = 0.01 : f64, amsgrad, weight_decay = 0.1 : f64}}",
    "adamw": "adamw @opt [{}] {{lr = 0.01 : f64, groups = [{{parameters = [@b0, @b1, @b2, @b3], "
             "weight_decay = 0.0 : f64}}, {{parameters = [@w2], lr = 0.1 : f64}}], "
             "schedule = #amp.schedule<cosine, {{iterations = 20, warmup = 2}}>}}",
}
PRECISIONS = {
    "f32": ["--precision=f32"],
    # The first steps overflow and are skipped.
    "f16": ["--precision=f16", "--init-scale=16777216"],
    "bf16_O2": ["--precision=bf16", "--opt-level=O2"],
    "f16_O3": ["--precision=f16", "--opt-level=O3"],
    "accumulate": ["--precision=f16", "--accumulate=2"],
}


def make_graph(optimizer, clip=None):
    """Layers of a linear op and an activation, with a step of the optimizer."""
    names, types = [], []
    lines = []
    for i, (inside, outside) in enumerate(zip(WIDTHS, WIDTHS[1:])):
        for name, type in ((f"w{i}", f"tensor<{outside}x{inside}xf32>"),
                           (f"b{i}", f"tensor<{outside}xf32>")):
            names.append(name)
            types.append(type)
            lines.append(f"amp.variable parameter @{name} : {type} = #amp.init<uniform(-0.5, 0.5)>")
    shape = f"tensor<?x{WIDTHS[0]}xf32>"
    lines += ["amp.optimizer " + optimizer.format(", ".join("@" + name for name in names)),
              f"func.func @train(%x0: {shape} {{amp.name = \"x\"}})",
              "    -> (tensor<f32> {amp.name = \"loss\", amp.reduction = \"mean\"}) {"]
    lines += [f"  %{name} = amp.read @{name} : {type}" for name, type in zip(names, types)]
    for i, outside in enumerate(WIDTHS[1:]):
        result = f"tensor<?x{outside}xf32>"
        lines += [f"  %h{i} = amp.linear %x{i}, %w{i}, %b{i} : ({shape}, {types[2 * i]}, "
                  f"{types[2 * i + 1]}) -> {result}",
                  f"  %x{i + 1} = amp.tanh %h{i} : ({result}) -> {result}"]
        shape = result
    last = f"%x{len(WIDTHS) - 1}"
    listed = ", ".join(types)
    gradients = [f"%g#{i}" for i in range(len(names))]
    lines += [f"  %square = amp.mul {last}, {last} : ({shape}, {shape}) -> {shape}",
              f"  %loss = amp.mean %square : ({shape}) -> tensor<f32>",
              f"  %g:{len(names)} = amp.backward %loss wrt({', '.join('%' + n for n in names)}) "
              f": (tensor<f32>, {listed}) -> ({listed})"]
    if clip:
        lines += [f"  %c:{len(names)}, %norm = amp.clip_grad_norm({', '.join(gradients)}) "
                  f"{{max_norm = {clip} : f64}} : ({listed}) -> ({listed}, tensor<f32>)"]
        gradients = [f"%c#{i}" for i in range(len(names))]
    lines += [f"  amp.step @opt({', '.join(gradients)}) : {listed}",
              "  return %loss : tensor<f32>", "}"]
    return "\n".join(lines) + "\n"


# Parameters with one, two and more temporary buffers before the update: biases that share a
# gradient, and vectors that are multiplied with.
UNEVEN = """
amp.variable parameter @c : tensor<8xf32> = #amp.init<uniform(-1.0, 1.0)>
amp.variable parameter @a : tensor<8xf32> = #amp.init<uniform(-1.0, 1.0)>
amp.variable parameter @b : tensor<8xf32> = #amp.init<uniform(-1.0, 1.0)>
amp.variable parameter @d : tensor<8xf32> = #amp.init<uniform(-1.0, 1.0)>
amp.optimizer adam @opt [@c, @a, @b, @d] {lr = 0.05 : f64, weight_decay = 0.1 : f64}
func.func @train(%x: tensor<?x8xf32> {amp.name = "x"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %c = amp.read @c : tensor<8xf32>
  %a = amp.read @a : tensor<8xf32>
  %b = amp.read @b : tensor<8xf32>
  %d = amp.read @d : tensor<8xf32>
  %ta = amp.tanh %a : (tensor<8xf32>) -> tensor<8xf32>
  %tb = amp.tanh %b : (tensor<8xf32>) -> tensor<8xf32>
  %h = amp.mul %x, %ta : (tensor<?x8xf32>, tensor<8xf32>) -> tensor<?x8xf32>
  %i = amp.tanh %h : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %j = amp.mul %i, %tb : (tensor<?x8xf32>, tensor<8xf32>) -> tensor<?x8xf32>
  %k = amp.add %j, %c : (tensor<?x8xf32>, tensor<8xf32>) -> tensor<?x8xf32>
  %l = amp.add %k, %d : (tensor<?x8xf32>, tensor<8xf32>) -> tensor<?x8xf32>
  %q = amp.mul %l, %l : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %loss = amp.mean %q : (tensor<?x8xf32>) -> tensor<f32>
  %g:4 = amp.backward %loss wrt(%c, %a, %b, %d)
    : (tensor<f32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  amp.step @opt(%g#0, %g#1, %g#2, %g#3)
    : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  return %loss : tensor<f32>
}
"""


def body(suite, scratch):
    graph = os.path.join(scratch, "graph.mlir")

    def train(name, flat, flags, steps=STEPS, resume=None):
        """The tensors of a checkpoint after some steps, and its path."""
        folder = os.path.join(scratch, name)
        flags = [f"--flat-state={'on' if flat else 'off'}", "--data=x=normal:0.5,1",
                 f"--samples={BATCH * STEPS}", f"--batch-size={BATCH}", f"--steps={steps}",
                 "--seed=5", f"--checkpoint-dir={folder}", *flags]
        if resume:
            flags.append(f"--resume={resume}")
        document = suite.train(graph, *flags)
        path = os.path.join(folder, max(os.listdir(folder)))
        with open(path, "rb") as file:
            return Checkpoint(file.read()).arrays, path, document["runs"][0]

    def compare(left, right):
        expect(left.keys() == right.keys(), f"{sorted(left)} and {sorted(right)}")
        for name, array in left.items():
            expect(array.tobytes() == right[name].tobytes(), f"{name} differs")

    def same(kind, text, flags):
        with open(graph, "w", encoding="utf-8") as file:
            file.write(text)
        flat, _, _ = train(kind + "on", True, flags)
        single, _, _ = train(kind + "off", False, flags)
        compare(flat, single)
        expect(len(flat) > text.count("amp.variable"), f"only {sorted(flat)}")
        half, path, _ = train(kind + "half", True, flags, steps=STEPS // 2)
        mixed, _, _ = train(kind + "mixed", False, flags, resume=path)
        compare(flat, mixed)

    for name, optimizer in CASES.items():
        for precision, flags in PRECISIONS.items():
            suite.test(f"{name}.{precision}", same, f"{name}-{precision}-",
                       make_graph(optimizer), flags)
    for precision, flags in PRECISIONS.items():
        suite.test(f"uneven.{precision}", same, f"uneven-{precision}-", UNEVEN, flags)

    def clipped():
        clip, rate = 0.25, 0.5
        with open(graph, "w", encoding="utf-8") as file:
            file.write(make_graph(f"sgd @opt [{{}}] {{{{lr = {rate} : f64}}}}", clip))
        flags = ["--precision=f32"]
        start, _, _ = train("start", True, flags, steps=1)
        other, _, _ = train("other", False, flags, steps=1)
        size = sum(array.size for name, array in start.items() if name[0] in "wb")
        unit = 2.0 ** -24
        # A sum of n squares in any order is within n u of its value, its root within half of
        # that; what is subtracted has at most the norm `clip`, and is rounded once more, as is
        # the difference.
        bound = rate * clip * (size + 2) * unit
        worst = 0.0
        for name, array in start.items():
            difference = np.abs(array.astype(float) - other[name].astype(float))
            allowed = bound + 2 * unit * np.abs(array.astype(float))
            expect((difference <= allowed).all(),
                   f"{name} differs by {difference.max():.3g}, at most {allowed.max():.3g}")
            worst = max(worst, float(difference.max(initial=0)))
        return f"differs by {worst:.3g}, at most {bound:.3g} and rounding"

    suite.test("clipped", clipped)


if __name__ == "__main__":
    suite = Suite("flat_state", __doc__)
    sys.exit(suite.main(body))
