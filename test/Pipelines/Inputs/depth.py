#===- depth.py - What a layer adds to a program ----------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Compiles networks of several depths and counts, in place of seconds, the ops that passes
walk over: each layer adds as many as the one before, and none to the ops on lists."""

import json
import re
import subprocess
import sys

DEPTHS = [8, 16, 24]


def make_graph(depth):
    types = ["tensor<8x8xf32>", "tensor<8xf32>"] * depth
    names = [f"{kind}{i}" for i in range(depth) for kind in "wb"]
    lines = [f"amp.variable parameter @{name} : {type} = #amp.init<zeros>"
             for name, type in zip(names, types)]
    lines += [f"amp.optimizer adamw @opt [{', '.join('@' + name for name in names)}] "
              "{lr = 0.1 : f64}",
              "func.func @train(%x0: tensor<4x8xf32>) -> tensor<f32> {"]
    lines += [f"  %{name} = amp.read @{name} : {type}" for name, type in zip(names, types)]
    for i in range(depth):
        lines += [f"  %h{i} = amp.linear %x{i}, %w{i}, %b{i} : (tensor<4x8xf32>, "
                  "tensor<8x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>",
                  f"  %x{i + 1} = amp.tanh %h{i} : (tensor<4x8xf32>) -> tensor<4x8xf32>"]
    listed = ", ".join(types)
    n = len(names)
    gradients = ", ".join(f"%c#{i}" for i in range(n))
    raw = ", ".join(f"%g#{i}" for i in range(n))
    lines += [f"  %loss = amp.mean %x{depth} : (tensor<4x8xf32>) -> tensor<f32>",
              f"  %g:{n} = amp.backward %loss wrt({', '.join('%' + name for name in names)}) : "
              f"(tensor<f32>, {listed}) -> ({listed})",
              f"  %c:{n}, %norm = amp.clip_grad_norm({raw}) {{max_norm = 1.0 : f64}} : "
              f"({listed}) -> ({listed}, tensor<f32>)",
              f"  amp.step @opt({gradients}) : {listed}", "  return %loss : tensor<f32>", "}"]
    return "\n".join(lines)


def run(tool, graph, *flags):
    """What amp-opt writes to standard error: counts of ops, or remarks."""
    done = subprocess.run([tool, *flags, "-o", "/dev/null"], input=graph, capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return done.stderr


def count(tool, graph, *pipelines):
    text = run(tool, graph, *pipelines, "--print-op-stats=json=true")
    return json.loads(text[text.index("{"):])


def main(tool):
    training = ["--amp-training-pipeline=entry=train level=O1 loss-scale=dynamic",
                "--amp-lowering-pipeline=entry=train", "--amp-fuse-lists"]
    totals, programs = [], []
    for depth in DEPTHS:
        graph = make_graph(depth)
        kernels = count(tool, graph, *training)
        for op in ("amprt.map_list", "amprt.reduce_list"):
            if kernels.get(op) != 1:
                sys.exit(f"{depth} layers: expected one {op}, found {kernels.get(op)}")
        totals.append(sum(kernels.values()))
        program = count(tool, graph, "--amp-pipeline=entry=train level=O1 loss-scale=dynamic")
        programs.append(program["amprt.launch"])
        remarks = run(tool, graph, "--amp-pipeline=entry=train level=O1 loss-scale=dynamic",
                      "--remarks-filter=amp-lists", "--remark-format=emitRemark")
        runs = [int(size) for size in re.findall(r"expanded .*arrays=(\d+)", remarks)]
        if runs != 2 * [2 * depth]:
            sys.exit(f"{depth} layers: expected 2 runs of {2 * depth} arrays, found {runs}")
    for name, figures in (("ops of the kernel graph", totals), ("launches", programs)):
        first, second = figures[1] - figures[0], figures[2] - figures[1]
        if first != second:
            sys.exit(f"{name} of {DEPTHS} layers: {figures}; expected each layer to add the same")
    print(f"{(totals[1] - totals[0]) // (DEPTHS[1] - DEPTHS[0])} ops and "
          f"{(programs[1] - programs[0]) / (DEPTHS[1] - DEPTHS[0]):g} launches a layer")


if __name__ == "__main__":
    main(sys.argv[1])
