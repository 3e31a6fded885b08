#!/usr/bin/env python3
#===- recompute.py - Trainings that compute again what others keep ----------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Trains a network that keeps all values for the backward pass, and ones that do not.

The parameters must be the same to the bit, and the arena smaller. (The loss is a sum
whose order is its kernel's own; see docs/Design/Differentiation.md.)"""

import os
import subprocess
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from _common import Failure, Suite, expect

BATCH, WIDTH, LAYERS = 64, 96, 6
STEPS = 4


def make_graph():
    """Layers of a linear op, an activation and a dropout; a softmax in each second one."""
    x, square = f"tensor<{BATCH}x{WIDTH}xf32>", f"tensor<{WIDTH}x{WIDTH}xf32>"
    state, vector = "tensor<2xi64>", f"tensor<{WIDTH}xf32>"
    names = [f"{kind}{i}" for i in range(LAYERS) for kind in "wb"]
    types = [square if name[0] == "w" else vector for name in names]
    lines = [f"amp.variable parameter @{name} : {type} = #amp.init<uniform(-0.1, 0.1)>"
             for name, type in zip(names, types)]
    lines += [f"amp.variable rng @rng : {state} = #amp.init<seed>",
              f"amp.optimizer sgd @sgd [{', '.join('@' + name for name in names)}] "
              "{lr = 0.05 : f64}",
              f"func.func @train(%x0: {x} {{amp.name = \"x\"}}, %y: {x} {{amp.name = \"y\"}})",
              "    -> (tensor<f32> {amp.name = \"loss\", amp.reduction = \"mean\"}) {",
              f"  %r0 = amp.read @rng : {state}"]
    lines += [f"  %{name} = amp.read @{name} : {type}" for name, type in zip(names, types)]
    for i in range(LAYERS):
        lines += [f"  %h{i} = amp.linear %x{i}, %w{i}, %b{i} : ({x}, {square}, {vector}) -> {x}",
                  f"  %g{i} = amp.gelu %h{i} : ({x}) -> {x}",
                  f"  %d{i}, %r{i + 1} = amp.dropout %g{i}, %r{i} {{p = 0.25 : f64}} "
                  f": ({x}, {state}) -> ({x}, {state})"]
        if i % 2:
            lines += [f"  %p{i} = amp.softmax %h{i} {{dim = 1 : i64}} : ({x}) -> {x}",
                      f"  %x{i + 1} = amp.mul %d{i}, %p{i} : ({x}, {x}) -> {x}"]
        else:
            lines += [f"  %x{i + 1} = amp.exp %d{i} : ({x}) -> {x}"]
    uses = ", ".join("%" + name for name in names)
    gradients = ", ".join(f"%g#{i}" for i in range(len(names)))
    listed = ", ".join(types)
    lines += [f"  amp.assign @rng, %r{LAYERS} : {state}",
              f"  %loss = amp.mse_loss %x{LAYERS}, %y : ({x}, {x}) -> tensor<f32>",
              f"  %g:{len(names)} = amp.backward %loss wrt({uses}) "
              f": (tensor<f32>, {listed}) -> ({listed})",
              f"  amp.step @sgd({gradients}) : {listed}", "  return %loss : tensor<f32>", "}"]
    return "\n".join(lines) + "\n"


def lower(suite, source, output, options):
    """Writes the kernel graph of `source`, which amp-run takes as it is."""
    tool = os.path.join(os.path.dirname(suite.tool), "amp-opt")
    done = subprocess.run([tool, source, f"--amp-training-pipeline={options}",
                           "--amp-lowering-pipeline", "-o", output],
                          capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise Failure(f"amp-opt {options}: {done.stderr.strip()[:400]}")


def train(suite, scratch, source, options):
    """The bytes of the arena and the parameters after some steps."""
    graph, parameters = (os.path.join(scratch, name) for name in ("graph.mlir", "out.npz"))
    lower(suite, source, graph, options)
    document = suite.train(graph, "--input=x=normal:0,1", "--input=y=normal:0,1",
                           f"--steps={STEPS}", "--seed=7", f"--output={parameters}")
    with np.load(parameters) as file:
        arrays = {name: file[name] for name in file.files}
    return document["runs"][0]["arena_bytes"], arrays


def make_layers(count):
    """Layers as a transformer has them: a softmax, two products with a GELU and a dropout
    between them, and a sum."""
    x, state = f"tensor<{BATCH}x{WIDTH}xf32>", "tensor<2xi64>"
    wide = f"tensor<{BATCH}x{4 * WIDTH}xf32>"
    up, down = f"tensor<{4 * WIDTH}x{WIDTH}xf32>", f"tensor<{WIDTH}x{4 * WIDTH}xf32>"
    parameters = [(f"{kind}{i}", type) for i in range(count)
                  for kind, type in (("u", up), ("d", down))]
    lines = [f"amp.variable parameter @{name} : {type} = #amp.init<uniform(-0.1, 0.1)>"
             for name, type in parameters]
    lines += [f"amp.variable rng @rng : {state} = #amp.init<seed>",
              f"amp.optimizer sgd @sgd [{', '.join('@' + name for name, _ in parameters)}] "
              "{lr = 0.05 : f64}",
              f"func.func @train(%x0: {x} {{amp.name = \"x\"}}, %y: {x} {{amp.name = \"y\"}})",
              "    -> (tensor<f32> {amp.name = \"loss\", amp.reduction = \"mean\"}) {",
              f"  %r0 = amp.read @rng : {state}"]
    lines += [f"  %{name} = amp.read @{name} : {type}" for name, type in parameters]
    for i in range(count):
        lines += [f"  %p{i} = amp.softmax %x{i} {{dim = 1 : i64}} : ({x}) -> {x}",
                  f"  %h{i} = amp.linear %p{i}, %u{i} : ({x}, {up}) -> {wide}",
                  f"  %g{i} = amp.gelu %h{i} : ({wide}) -> {wide}",
                  f"  %e{i}, %r{i + 1} = amp.dropout %g{i}, %r{i} {{p = 0.25 : f64}} "
                  f": ({wide}, {state}) -> ({wide}, {state})",
                  f"  %o{i} = amp.linear %e{i}, %d{i} : ({wide}, {down}) -> {x}",
                  f"  %x{i + 1} = amp.add %x{i}, %o{i} : ({x}, {x}) -> {x}"]
    uses = ", ".join(f"%{name}" for name, _ in parameters)
    gradients = ", ".join(f"%g#{i}" for i in range(len(parameters)))
    listed = ", ".join(type for _, type in parameters)
    lines += [f"  amp.assign @rng, %r{count} : {state}",
              f"  %loss = amp.mse_loss %x{count}, %y : ({x}, {x}) -> tensor<f32>",
              f"  %g:{len(parameters)} = amp.backward %loss wrt({uses}) "
              f": (tensor<f32>, {listed}) -> ({listed})",
              f"  amp.step @sgd({gradients}) : {listed}", "  return %loss : tensor<f32>", "}"]
    return "\n".join(lines) + "\n"


def layers(suite, scratch):
    """By block, a layer more takes its gradients and what lies between layers, and about
    nothing of what is in it."""
    source = os.path.join(scratch, "layers.mlir")
    inner = 4 * BATCH * WIDTH * 4  # bytes of the widest value, of which a layer keeps some
    outer, gradients = BATCH * WIDTH * 4, 2 * 4 * WIDTH * WIDTH * 4
    arenas = {}
    for count in (4, 16):
        with open(source, "w", encoding="utf-8") as file:
            file.write(make_layers(count))
        for kind in ("off", "blocks"):
            arenas[kind, count], parameters = train(suite, scratch, source,
                                                    f"level=O0 recompute={kind}")
            if kind == "off":
                expected = parameters
            for name, array in parameters.items():
                expect(array.tobytes() == expected[name].tobytes(), f"{name} differs")
    grown = {kind: (arenas[kind, 16] - arenas[kind, 4]) / 12 - gradients
             for kind in ("off", "blocks")}
    expect(grown["off"] >= 2 * inner, f"without, a layer more takes {grown['off']} bytes")
    # Several layers may be one block, which is then what grows.
    expect(grown["blocks"] <= 2 * outer, f"by block, a layer more takes {grown['blocks']} bytes")
    return f"a layer more takes {grown['off']:.0f} bytes, by block {grown['blocks']:.0f}"


def body(suite, scratch):
    source = os.path.join(scratch, "source.mlir")
    with open(source, "w", encoding="utf-8") as file:
        file.write(make_graph())
    value = BATCH * WIDTH

    def compare(precision, keep_all, options):
        arena, parameters = train(suite, scratch, source, f"{precision} {options}")
        expect(parameters.keys() == keep_all[1].keys() and "w0" in parameters,
               f"other arrays: {sorted(parameters)}")
        for name, array in parameters.items():
            expect(np.isfinite(array).all(), f"{name} is not finite")
            expect(array.tobytes() == keep_all[1][name].tobytes(), f"{name} differs")
        expect(arena < keep_all[0], f"the arena has {arena} bytes, {keep_all[0]} without")
        return f"{keep_all[0]} bytes became {arena}"

    for name, precision, size in (("f32", "level=O0", 4), ("f16", "level=O1 dtype=f16", 2)):
        keep_all = train(suite, scratch, source, precision)
        for kind, options in (
                ("cheap", "recompute=on"),
                # Less than a value of each layer: products are computed again.
                ("budget", f"activation-memory={value * size * (LAYERS - 1)}"),
                ("blocks", "recompute=blocks")):
            suite.test(f"{name}.{kind}", compare, precision, keep_all, options)
    suite.test("layers", layers, suite, scratch)


if __name__ == "__main__":
    suite = Suite("recompute", __doc__)
    sys.exit(suite.main(body))
