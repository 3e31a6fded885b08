#!/usr/bin/env python3
#===- gpu_kernels.py - What kernels move on a simulated GPU -----------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Counts what kernels of one kind each move on the simulated GPU of the build folder, against
what their operands need.

A kernel that reads and writes each element once, by accesses that share no sector of 32 bytes
with another one of their size, moves the bytes of its operands in a 32nd as many sectors. At
most a tenth more is allowed, for what blocks give to one another, for values of rows and
columns that are read again, and for ends of arrays; and so many launches as the case says.

`back.*` are derivatives, of each kernel of which the operands are those that amp-opt shows;
`step.*` is what an optimizer does, with a loss scale and a clipped norm."""

import math
import os
import re
import subprocess
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from _common import Suite, expect
from simulated_gpu import Runner

SLACK = 1.1
ROWS, COLUMNS = 1024, 1024
SIZES = {"f16": 2, "bf16": 2, "f32": 4}


def function(result, body, shape=None, kind="f32"):
    """A graph of one array, whose values are in the type that is asked for."""
    array = shape or f"?x{COLUMNS}"
    cast = "" if kind == "f32" else \
        f"  %h = amp.cast %x : tensor<{array}xf32> to tensor<{array}x{kind}>\n"
    return (f'func.func @f(%x: tensor<{array}xf32> {{amp.name = "x"}}) -> ({result} '
            f'{{amp.name = "y"}}) {{\n{cast}{body}\n}}\n')


def array(kind="f32", rows="?", columns=COLUMNS):
    return f"tensor<{rows}x{columns}x{kind}>"


def dropout_graph(kind, more, result="%0"):
    return "amp.variable rng @rng : tensor<2xi64> = #amp.init<seed>\n" + function(kind, f"""\
  %s = amp.read @rng : tensor<2xi64>
  %0, %n = amp.dropout %x, %s {{p = 0.25 : f64}} : ({kind}, tensor<2xi64>) -> ({kind}, tensor<2xi64>)
  amp.assign @rng, %n : tensor<2xi64>
{more}  return {result} : {kind}""")


def loss_graph(types, more, results):
    names = ['{amp.name = "loss"}', '{amp.name = "dx"}']
    named = ", ".join(f"{kind} {name}" for kind, name in zip(types.split(", "), names))
    return f"""func.func @f(%x: {array()} {{amp.name = "x"}}, %t: tensor<?xi64> {{amp.name = "t"}}) -> ({named}) {{
  %0 = amp.cross_entropy %x, %t : ({array()}, tensor<?xi64>) -> tensor<f32>{more}
  return {results} : {types}
}}
"""


THREE_ROWS = ("kernel_size = array<i64: 3, 1>, stride = array<i64: 1, 1>, "
              "padding = array<i64: 1, 0>, dilation = array<i64: 1, 1>")

# Name, graph, rows of data, launches, bytes that operands need: read and written; and those that
# each thread reads for itself, if there are any.
ALL = ROWS * COLUMNS
CASES = [
    ("elements_f32",
     function(array(), f"""  %0 = amp.mul %x, %x : ({array()}, {array()}) -> {array()}
  return %0 : {array()}"""), ROWS, 1, 4 * ALL, 4 * ALL),
    ("elements_f16",
     function(array("f16"), f"""  %0 = amp.cast %x : {array()} to {array("f16")}
  return %0 : {array("f16")}"""), ROWS, 1, 4 * ALL, 2 * ALL),
    ("elements_odd",
     function(array(columns=1001),
              f"""  %0 = amp.mul %x, %x : ({array(columns=1001)}, {array(columns=1001)}) -> {array(columns=1001)}
  return %0 : {array(columns=1001)}""", shape="?x1001"), 999, 1, 4 * 999 * 1001, 4 * 999 * 1001),
    ("softmax",
     function(array(), f"""  %0 = amp.softmax %x {{dim = 1 : i64}} : ({array()}) -> {array()}
  return %0 : {array()}"""), ROWS, 1, 4 * ALL, 4 * ALL),
    ("softmax_of_10",
     function(array(columns=10),
              f"""  %0 = amp.softmax %x {{dim = 1 : i64}} : ({array(columns=10)}) -> {array(columns=10)}
  return %0 : {array(columns=10)}""", shape="?x10"), 8192, 1, 40 * 8192, 40 * 8192),
    ("layer_norm",
     function(array(), f"""  %0 = amp.layer_norm %x {{normalized_shape = array<i64: {COLUMNS}>}} : ({array()}) -> {array()}
  return %0 : {array()}"""), ROWS, 1, 4 * ALL, 4 * ALL),
    ("sum_of_rows",
     function("tensor<?xf32>", f"""  %0 = amp.sum %x {{dims = array<i64: 1>, keepdim = false}} : ({array()}) -> tensor<?xf32>
  return %0 : tensor<?xf32>"""), ROWS, 1, 4 * ALL, 4 * ROWS),
    ("sum_of_columns",
     function(f"tensor<{COLUMNS}xf32>", f"""  %0 = amp.sum %x {{dims = array<i64: 0>, keepdim = false}} : ({array()}) -> tensor<{COLUMNS}xf32>
  return %0 : tensor<{COLUMNS}xf32>"""), ROWS, 1, 4 * ALL, 4 * COLUMNS),
    ("sum_of_all",
     function("tensor<f32>", f"""  %0 = amp.sum %x {{dims = array<i64: 0, 1>, keepdim = false}} : ({array()}) -> tensor<f32>
  return %0 : tensor<f32>"""), ROWS, 1, 4 * ALL, 4),
    ("transpose",
     function(f"tensor<{COLUMNS}x?xf32>", f"""  %0 = amp.transpose %x {{permutation = array<i64: 1, 0>}} : ({array()}) -> tensor<{COLUMNS}x?xf32>
  return %0 : tensor<{COLUMNS}x?xf32>"""), ROWS, 1, 4 * ALL, 4 * ALL),
    ("argmax",
     function("tensor<?xi64>", f"""  %0 = amp.argmax %x {{dim = 1 : i64}} : ({array()}) -> tensor<?xi64>
  return %0 : tensor<?xi64>"""), ROWS, 1, 4 * ALL, 8 * ROWS),
    ("group_norm",
     function("tensor<?x32x32xf32>", f"""  %i = amp.reshape %x {{shape = array<i64: -1, 32, 32>}} : ({array()}) -> tensor<?x32x32xf32>
  %0 = amp.group_norm %i {{num_groups = 4 : i64}} : (tensor<?x32x32xf32>) -> tensor<?x32x32xf32>
  return %0 : tensor<?x32x32xf32>"""), ROWS, 1, 4 * ALL, 4 * ALL),
    ("group_norm_back",
     function("tensor<?x32x32xf32>", f"""  %i = amp.reshape %x {{shape = array<i64: -1, 32, 32>}} : ({array()}) -> tensor<?x32x32xf32>
  %y = amp.group_norm %i {{num_groups = 4 : i64}} : (tensor<?x32x32xf32>) -> tensor<?x32x32xf32>
  %p = amp.mul %y, %y : (tensor<?x32x32xf32>, tensor<?x32x32xf32>) -> tensor<?x32x32xf32>
  %p3 = amp.mul %p, %y : (tensor<?x32x32xf32>, tensor<?x32x32xf32>) -> tensor<?x32x32xf32>
  %l = amp.sum %p3 : (tensor<?x32x32xf32>) -> tensor<f32>
  %0 = amp.backward %l wrt(%i) : (tensor<f32>, tensor<?x32x32xf32>) -> tensor<?x32x32xf32>
  return %0 : tensor<?x32x32xf32>"""), ROWS, 1, 4 * ALL, 4 * ALL),
    # The state of the generator, 16 bytes, is what each thread reads; it is stepped by itself.
    ("dropout", dropout_graph(array(), ""), ROWS, 2, 4 * ALL, 4 * ALL, 16),
    ("dropout_back", dropout_graph(array(), f"""  %p = amp.mul %0, %0 : ({array()}, {array()}) -> {array()}
  %l = amp.sum %p : ({array()}) -> tensor<f32>
  %g = amp.backward %l wrt(%x) : (tensor<f32>, {array()}) -> {array()}
""", "%g"), ROWS, 2, 4 * ALL, 4 * ALL, 16),
    # One kernel for the rows, with the gradient, and one for the mean of what they have. Which rows
    # count, and how many they are, is known before the gradient; each thread reads its row's class.
    ("cross_entropy", loss_graph("tensor<f32>", "", "%0"), ROWS, 2, 4 * ALL, 8 * ROWS, 8),
    ("cross_entropy_back", loss_graph(f"tensor<f32>, {array()}", f"""
  %g = amp.backward %0 wrt(%x) : (tensor<f32>, {array()}) -> {array()}""", "%0, %g"),
     ROWS, 4, 4 * ALL, 4 * ALL + 8 * ROWS, 13),
    # Three rows above one another of each element: each is read three times, and written as often.
    ("im2col",
     function("tensor<?x3x1024xf32>", f"""  %0 = amp.im2col %x {{{THREE_ROWS}}} : (tensor<?x1x32x32xf32>) -> tensor<?x3x1024xf32>
  return %0 : tensor<?x3x1024xf32>""", shape="?x1x32x32"), ROWS, 1, 12 * ALL, 12 * ALL),
    ("col2im",
     function("tensor<?x1x32x32xf32>", f"""  %0 = amp.col2im %x {{output_size = array<i64: 32, 32>, {THREE_ROWS}}} : (tensor<?x3x1024xf32>) -> tensor<?x1x32x32xf32>
  return %0 : tensor<?x1x32x32xf32>""", shape="?x3x1024"), ROWS, 1, 12 * ALL, 4 * ALL),
]

# Views of arrays of a kind, whose rows begin so many elements behind a multiple of 16 bytes, and
# the bytes of an access that this allows.
VIEWS = {"f32": {1: 4, 2: 8, 3: 4, 4: 16}, "f16": {1: 2, 2: 4, 3: 2, 4: 8, 6: 4, 8: 16}}
# What is computed of a view %s of type V.
OF_VIEWS = {
    "square": ("V", "%0 = amp.mul %s, %s : (V, V) -> V"),
    "sum_of_rows": ("R", "%0 = amp.sum %s {dims = array<i64: 1>, keepdim = false} : (V) -> R"),
    "softmax": ("V", "%0 = amp.softmax %s {dim = 1 : i64} : (V) -> V"),
}


def check_view(runner, scratch, name, kind, offset, width):
    columns, (result, op) = COLUMNS - offset, OF_VIEWS[name]
    size, full = SIZES[kind], array(kind)
    text = (f'func.func @f(%x: {full} {{amp.name = "x"}}) -> ({result} {{amp.name = "y"}}) {{\n'
            f"  %s = amp.slice %x {{offsets = array<i64: 0, {offset}>, "
            f"sizes = array<i64: -1, {columns}>}} : ({full}) -> V\n  {op}\n"
            f"  return %0 : {result}\n}}\n")
    text = re.sub(r"\bV\b", array(kind, columns=columns), text)
    path = os.path.join(scratch, f"view_{name}_{kind}_{offset}.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(re.sub(r"\bR\b", f"tensor<?x{kind}>", text))
    runner.train("cuda", path, "--data=x=normal:0,1", f"--samples={ROWS}",
                 f"--batch-size={ROWS}", "--precision=f32")
    found = read_kernels(runner)
    expect(len(found) == 1, f"kernels {sorted(found)}")
    (kernel, cost), = found.items()
    ideal = size * ROWS * (columns + (columns if result == "V" else 1))
    moved = cost["bytes_loaded"] + cost["bytes_stored"]
    touched = cost["load_sectors"] + cost["store_sectors"]
    accesses = cost["loads"] + cost["stores"]
    expect(moved <= SLACK * ideal, f"{kernel}: {moved} bytes, where operands have {ideal}")
    # Where a warp's access does not begin at a sector, it touches one more, which the next
    # one's has, too.
    expect(touched <= SLACK * ideal / 32 + accesses,
           f"{kernel}: {touched} sectors, where operands have {ideal / 32:g}")
    # Of the rows: of what there is one of for each there is one store.
    narrow = size * ROWS * columns / (32 * cost["loads"])
    expect(0.85 * width <= narrow <= width, f"{narrow:.3g} bytes an access, expected {width}")
    return f"{narrow:.3g} bytes an access, {touched * 32 / ideal:.3f} of the sectors"


def check(runner, scratch, name, graph, rows, launches, read, written, of_thread=0):
    path = os.path.join(scratch, f"{name}.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(graph)
    sums, data = [], ["--data=x=normal:0,1"]
    for batches in (1, 2):
        if "%t:" in graph:
            classes = os.path.join(scratch, f"classes{batches}.npy")
            np.save(classes, np.arange(batches * rows, dtype=np.int64) % COLUMNS)
            data = ["--data=x=normal:0,1", f"--data=t={classes}"]
        runner.train("cuda", path, *data, f"--samples={batches * rows}",
                     f"--batch-size={rows}", "--precision=f32")
        sums.append(runner.costs())
    cost = {figure: sums[1][figure] - sums[0][figure] for figure in sums[0]}
    moved = {"bytes_loaded": read, "bytes_stored": written, "load_sectors": read / 32,
             "store_sectors": written / 32}
    found = cost["launches"] + cost["memsets"] + cost["library_calls"]
    expect(found == launches, f"{found} launches, expected {launches}")
    # What each thread reads for itself is in one sector for a warp.
    moved["bytes_loaded"] += of_thread * cost["threads"]
    moved["load_sectors"] += (of_thread > 0) * cost["threads"] / 32
    for pair in (("bytes_loaded", "bytes_stored"), ("load_sectors", "store_sectors")):
        total, ideal = (sum(figures[figure] for figure in pair) for figures in (cost, moved))
        expect(total <= SLACK * ideal,
               f"{total} {' and '.join(pair)}, where operands have {ideal:g}")
    return f"{cost['instructions'] / (rows * COLUMNS):.3g} instructions per element"


# What is combined of all elements %x of type V, whose number is no multiple of a vector.
OF_FLAT = {
    "sum": "%0 = amp.sum %x {dims = array<i64: 0, 1>, keepdim = false} : (V) -> R",
    "largest": "%0 = amp.amax %x {dims = array<i64: 0, 1>} : (V) -> R",
    "sum_of_squares": """%s = amp.mul %x, %x : (V, V) -> V
  %0 = amp.sum %s {dims = array<i64: 0, 1>, keepdim = false} : (V) -> R""",
}


def check_flat(runner, scratch, name, kind, columns):
    """Each thread loads 16 bytes at a time, but for what is left at the end."""
    rows, full = 999, array(kind, columns=columns)
    text = (f'func.func @f(%x: {full} {{amp.name = "x"}}) -> (R {{amp.name = "y"}}) {{\n'
            f"  {OF_FLAT[name]}\n  return %0 : R\n}}\n")
    path = os.path.join(scratch, f"flat_{name}_{kind}_{columns}.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(re.sub(r"\bR\b", f"tensor<{kind}>", re.sub(r"\bV\b", full, text)))
    runner.train("cuda", path, "--data=x=normal:0,0.1", f"--samples={rows}",
                 f"--batch-size={rows}", "--precision=f32")
    found = read_kernels(runner)
    # The result, which is one number, is rounded by the kernel of a step's numbers.
    expect(found.pop(f"cast_{kind}", {"threads": 32})["threads"] == 32, "a cast of more than one")
    expect(len(found) == 1, f"kernels {sorted(found)}")
    (kernel, cost), = found.items()
    ideal = SIZES[kind] * rows * columns
    moved = cost["bytes_loaded"] + cost["bytes_stored"]
    touched = cost["load_sectors"] + cost["store_sectors"]
    expect(moved <= SLACK * ideal, f"{kernel}: {moved} bytes, where operands have {ideal}")
    expect(touched <= SLACK * ideal / 32,
           f"{kernel}: {touched} sectors, where operands have {ideal / 32:g}")
    expect(cost["loads"] <= SLACK * ideal / 512,
           f"{kernel}: {cost['loads']} loads of warps, where {ideal / 512:g} of 16 bytes do")
    return f"{touched * 32 / ideal:.3f} of the sectors"


def sum_graph(columns):
    """All rows are added at place 0 of 16."""
    row, full = f"tensor<1x?x{columns}xf32>", array(columns=columns)
    return function(f"tensor<1x16x{columns}xf32>", f"""\
  %c = amp.slice %x {{offsets = array<i64: 0, 0>, sizes = array<i64: -1, 1>}} : ({full}) -> tensor<?x1xf32>
  %z = amp.zeros_like %c : (tensor<?x1xf32>) -> tensor<?x1xf32>
  %n = amp.cast %z : tensor<?x1xf32> to tensor<?x1xi64>
  %i = amp.reshape %n {{shape = array<i64: 1, -1, 1>}} : (tensor<?x1xi64>) -> tensor<1x?x1xi64>
  %r = amp.reshape %x {{shape = array<i64: 1, -1, {columns}>}} : ({full}) -> {row}
  %0 = amp.sum_at %r, %i {{size = 16 : i64}} : ({row}, tensor<1x?x1xi64>) -> tensor<1x16x{columns}xf32>
  return %0 : tensor<1x16x{columns}xf32>""", shape=f"?x{columns}")


def run_sum(runner, scratch, rows, columns):
    """What is counted of the kernels that add."""
    path = os.path.join(scratch, f"sum_at_one_place{columns}.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(sum_graph(columns))
    runner.train("cuda", path, "--data=x=normal:0,1", f"--samples={rows}",
                 f"--batch-size={rows}", "--precision=f32")
    found = {name: cost for name, cost in read_kernels(runner).items()
             if name.startswith(("sum_parts", "sum_groups"))}
    expect(len(found) == 2, f"kernels of sums: {sorted(found)}")
    return found


def sum_at_one_place(runner, scratch):
    """Each row is read once, by who adds its part. Each 32 columns of a row, which a warp reads,
    look up which row that is; there is a part for 64 rows, which is written and read."""
    found = run_sum(runner, scratch, ROWS, COLUMNS)
    sectors = sum(cost["load_sectors"] + cost["store_sectors"] for cost in found.values())
    ideal = 4 * ALL / 32 + ALL / 32 + (2 * ROWS / 64 + 16) * 4 * COLUMNS / 32
    expect(sectors <= SLACK * ideal, f"{sectors} sectors, where rows have {ideal:g}")
    return f"{sectors / ideal:.3f} of the sectors of what rows have"


def sum_of_many(runner, scratch):
    """Of four times as many rows no block has more than twice the work: what a thread adds grows
    with the root of their number."""
    few, many = (run_sum(runner, scratch, rows, 32) for rows in (4096, 16384))
    expect(few.keys() == many.keys(), f"other kernels: {sorted(few)}, {sorted(many)}")
    worst = max(many[name]["most_of_block"] / few[name]["most_of_block"] for name in few)
    expect(worst <= 2 * SLACK, f"a block has {worst:.2f} times the work")
    return f"{worst:.2f} times the work"


#===------------------------------------------------------------------------===#
# There and back
#===------------------------------------------------------------------------===#

# What is trained: lines that compute %y of %x, with the parameters %w and %b; S is an array's
# shape, T the type of its elements, C the length of a row. The derivative is that of the sum of
# %y times %dy.
PARAMETER = "amp.variable parameter @{0} : tensor<{1}xf32> = #amp.init<uniform(0.5, 1.5)>\n"
OPS = {
    "bias": "%y = amp.add %x, %b : (tensor<S>, tensor<CxT>) -> tensor<S>",
    "gelu": "%y = amp.gelu %x : (tensor<S>) -> tensor<S>",
    "gelu_bias": """%h = amp.add %x, %b : (tensor<S>, tensor<CxT>) -> tensor<S>
  %y = amp.gelu %h : (tensor<S>) -> tensor<S>""",
    "softmax": "%y = amp.softmax %x {dim = 1 : i64} : (tensor<S>) -> tensor<S>",
    "softmax_columns": "%y = amp.softmax %x {dim = 0 : i64} : (tensor<S>) -> tensor<S>",
    "log_softmax": "%y = amp.log_softmax %x {dim = 1 : i64} : (tensor<S>) -> tensor<S>",
    "layer_norm": """%y = amp.layer_norm %x {normalized_shape = array<i64: C>}
    : (tensor<S>) -> tensor<S>""",
    "layer_norm_affine": """%y = amp.layer_norm %x weight(%w) bias(%b) {normalized_shape = array<i64: C>}
    : (tensor<S>, tensor<CxT>, tensor<CxT>) -> tensor<S>""",
    "rms_norm": """%y = amp.rms_norm %x, %w {normalized_shape = array<i64: C>}
    : (tensor<S>, tensor<CxT>) -> tensor<S>""",
    "batch_norm": """%y = amp.batch_norm %x weight(%w) bias(%b) {training = true}
    : (tensor<S>, tensor<CxT>, tensor<CxT>) -> tensor<S>""",
    "residual": """%h = amp.add %x, %dy : (tensor<S>, tensor<S>) -> tensor<S>
  %y = amp.layer_norm %h {normalized_shape = array<i64: C>} : (tensor<S>) -> tensor<S>""",
}
LAUNCH = re.compile(r"amprt\.launch @kernels::@(\w+)\(.*?grid = array<i64: (\d+),.*?\} : (.*)")
MEMREF = re.compile(r"memref<((?:\d+x)*)([a-z]+\d+)\b")


def train_graph(op, kind, columns):
    lines = OPS[op].replace("S", f"?x{columns}x{kind}").replace("CxT", f"{columns}x{kind}")
    lines = lines.replace("i64: C>", f"i64: {columns}>")
    full, row = f"tensor<?x{columns}x{kind}>", f"tensor<{columns}xf32>"
    used = [name for name in ("w", "b") if f"%{name}" in lines]
    text = "".join(PARAMETER.format(name, columns) for name in used)
    gradients = ["x", *used]
    types = ", ".join([full] + [row] * len(used))
    results = ", ".join([f'{full} {{amp.name = "dx"}}'] +
                        [f'{row} {{amp.name = "d{name}"}}' for name in used])
    text += (f'func.func @f(%x: {full} {{amp.name = "x"}}, %dy: {full} {{amp.name = "dy"}}) '
             f'-> ({results}) {{\n')
    for name in used:
        text += f"  %{name}32 = amp.read @{name} : {row}\n"
        text += (f"  %{name} = amp.cast %{name}32 : {row} to tensor<{columns}x{kind}>\n"
                 if kind != "f32" else "")
    if kind == "f32":
        lines = re.sub(r"%([wb])\b", r"%\g<1>32", lines)
    text += f"""  {lines}
  %p = amp.mul %y, %dy : ({full}, {full}) -> {full}
  %p32 = amp.cast %p : {full} to tensor<?x{columns}xf32>
  %l = amp.sum %p32 : (tensor<?x{columns}xf32>) -> tensor<f32>
  %g:{len(gradients)} = amp.backward %l wrt({", ".join("%x" if name == "x" else f"%{name}32"
                                                       for name in gradients)})
    : (tensor<f32>, {types}) -> ({types})
  return {", ".join(f"%g#{i}" for i in range(len(gradients)))} : {types}
}}
"""
    return text if kind != "f32" else text.replace(
        f"  %p32 = amp.cast %p : {full} to {full}\n", "").replace("%p32", "%p")


def read_launches(tool, path, rows):
    """For each kernel of the graph's program what it may load and store, bytes and sectors, and
    its launches. One block may compute several ops, of which operands do not tell: there it is
    no bytes."""
    done = subprocess.run([tool, path, f"--amp-pipeline=entry=f batch={rows} target=cuda"],
                          capture_output=True, text=True)
    expect(done.returncode == 0, done.stderr)
    kernels = {}
    for name, blocks, types in LAUNCH.findall(done.stdout):
        operands = [(math.prod(int(size) for size in sizes.split("x")[:-1]),
                     max(1, int(re.sub(r"\D", "", kind)) // 8))
                    for sizes, kind in MEMREF.findall(types)]
        largest = max(count for count, _ in operands)
        size = sectors = 0
        for number, (count, width) in enumerate(operands):
            size += count * width
            sectors += count * width / 32
            # What there is one of for each row or column each thread reads for itself, by
            # accesses that may be wider than 16 bytes; blocks read what they share.
            if count < largest:
                size += largest * width
                sectors += 2 * largest * width / 32
        total = kernels.setdefault(name, [0, 0, 0])
        for i, value in enumerate((size if int(blocks) > 1 else math.inf, sectors, 1)):
            total[i] += value
    return kernels


def read_kernels(runner):
    """For each kernel that ran what the report says of it."""
    found = {}
    for line in runner.read_report():
        name = re.match(r"kernel '(\w+)'", line)
        if name:
            found[name[1]] = {key: int(value) for key, value in re.findall(r"(\w+)=(\d+)", line)}
    return found


def check_back(runner, scratch, op, kind, rows, columns, most):
    path = os.path.join(scratch, f"{op}_{kind}_{rows}_{columns}.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(train_graph(op, kind, columns))
    tool = os.path.join(runner.suite.options.build, "bin", "amp-opt")
    allowed = read_launches(tool, path, rows)
    runner.train("cuda", path, "--data=x=normal:0,1", "--data=dy=normal:0,1",
                 f"--samples={rows}", f"--batch-size={rows}", "--precision=f32")
    found = read_kernels(runner)
    expect(found.keys() == allowed.keys(), f"{sorted(found)} ran, {sorted(allowed)} are compiled")
    launches = sum(count for _, _, count in allowed.values())
    expect(launches <= most, f"{launches} launches, at most {most} expected: {sorted(allowed)}")
    worst = 0
    for name, (size, sectors, _) in allowed.items():
        if size == math.inf:
            continue
        cost = found[name]
        moved = cost["bytes_loaded"] + cost["bytes_stored"]
        touched = cost["load_sectors"] + cost["store_sectors"]
        # Where rows do not begin at sectors, an access of a warp touches one more. Threads
        # behind the last column repeat another one's, in a sector that their warp has.
        ragged = cost["loads"] + cost["stores"] if columns * SIZES[kind] % 32 else 0
        expect(ragged or moved <= SLACK * size,
               f"{name}: {moved} bytes, where operands have {size}")
        expect(touched <= SLACK * sectors + ragged,
               f"{name}: {touched} sectors, where operands have {sectors:g}")
        worst = max(worst, touched / sectors)
    return f"{launches} launches, at most {worst:.2f} of the sectors of what operands have"


# Launches at most, where no row is shared by blocks: what is computed forward is no result, so
# that there is one kernel, and one more for parameters where rows are reduced.
BACK = {"bias": 1, "gelu": 1, "gelu_bias": 1, "softmax": 1, "softmax_columns": 1, "log_softmax": 1,
        "layer_norm": 1, "layer_norm_affine": 2, "rms_norm": 2, "batch_norm": 1, "residual": 1}
# Rows and columns: of whole vectors, of parts of them, of one; a row, and two of a vocabulary,
# which blocks share: a kernel more for each level of sums, and for what is one for each row.
# Of what a mean is off by, which some norms take off, there is one for each row, too.
CORRECTED = {"layer_norm_affine", "batch_norm"}
BACK_SIZES = [(64, 1000, 0), (61, 33, 0), (64, 31, 0), (512, 3, 0), (128, 1, 0), (1, 1000, 0),
              (2, 50257, 4), (4096, 16, 4)]


#===------------------------------------------------------------------------===#
# A step
#===------------------------------------------------------------------------===#

# The parameters, which are no multiple of a vector in all; what an update reads and writes of
# each; the norm and the test for infinities read the gradient once more.
SIDE = 1001
STEP = f"""amp.variable parameter @w : tensor<{SIDE}x{SIDE}xf32> = #amp.init<kaiming_uniform>
amp.optimizer OPTIMIZER @opt [@w] {{lr = 0.001 : f64}}
func.func @f(%x: tensor<?x{SIDE}xf32> {{amp.name = "x"}}) -> (tensor<f32> {{amp.name = "loss"}}) {{
  %w = amp.read @w : tensor<{SIDE}x{SIDE}xf32>
  %y = amp.linear %x, %w : (tensor<?x{SIDE}xf32>, tensor<{SIDE}x{SIDE}xf32>) -> tensor<?x{SIDE}xf32>
  %p = amp.mul %y, %y : (tensor<?x{SIDE}xf32>, tensor<?x{SIDE}xf32>) -> tensor<?x{SIDE}xf32>
  %l = amp.mean %p : (tensor<?x{SIDE}xf32>) -> tensor<f32>
  %g = amp.backward %l wrt(%w) : (tensor<f32>, tensor<{SIDE}x{SIDE}xf32>) -> tensor<{SIDE}x{SIDE}xf32>
  %c, %norm = amp.clip_grad_norm(%g) {{max_norm = 1.0 : f64}}
    : (tensor<{SIDE}x{SIDE}xf32>) -> (tensor<{SIDE}x{SIDE}xf32>, tensor<f32>)
  amp.step @opt(%c) : tensor<{SIDE}x{SIDE}xf32>
  return %l : tensor<f32>
}}
"""
STEPS = {"sgd": (8, 4), "adamw": (16, 12)}


def check_step(runner, scratch, optimizer, precision):
    path = os.path.join(scratch, f"{optimizer}_{precision}.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(STEP.replace("OPTIMIZER", optimizer))
    sums = []
    for steps in (1, 2):
        runner.train("cuda", path, "--data=x=normal:0,1", "--samples=16", "--batch-size=8",
                     f"--steps={steps}", f"--precision={precision}", "--loss-scale=dynamic")
        sums.append(runner.costs())
    cost = {figure: sums[1][figure] - sums[0][figure] for figure in sums[0]}
    read, written = STEPS[optimizer]
    # In 16 bits the update writes the weights' copy.
    ideal = SIDE * SIDE * (4 + read + written + (2 if precision == "f16" else 0))
    # Each thread loads the rates and flags of a step, a warp by one sector each.
    touched = cost["load_sectors"] + cost["store_sectors"]
    expect(touched <= SLACK * ideal / 32, f"{touched} sectors, where the step has {ideal / 32:g}")
    return f"{touched * 32 / ideal:.3f} of what the step has"


def body(suite, scratch):
    runner = Runner(suite, scratch)
    if not runner.is_built():
        suite.skip("all", f"no simulated GPU in {runner.folder} (AMP_BUILD_TESTS)")
        return
    runner.use()
    for name, *case in CASES:
        suite.test(name, check, runner, scratch, name, *case)
    for name in OF_VIEWS:
        for kind, widths in VIEWS.items():
            for offset, width in widths.items():
                suite.test(f"view.{name}.{kind}.{offset}", check_view, runner, scratch, name, kind,
                           offset, width)
    for name in OF_FLAT:
        for kind in SIZES:
            for columns in (1001, 1003, 1022):
                suite.test(f"flat.{name}.{kind}.{columns}", check_flat, runner, scratch, name,
                           kind, columns)
    suite.test("sum_at_one_place", sum_at_one_place, runner, scratch)
    suite.test("sum_of_many", sum_of_many, runner, scratch)
    for optimizer in STEPS:
        for precision in ("f32", "f16"):
            suite.test(f"step.{optimizer}.{precision}", check_step, runner, scratch, optimizer,
                       precision)
    for op, most in BACK.items():
        for kind in SIZES:
            for rows, columns, levels in BACK_SIZES:
                if op == "batch_norm" and rows == 1:
                    continue  # One value has no variance.
                if kind == "bf16" and columns != 1000:
                    continue  # As wide as f16.
                suite.test(f"back.{op}.{kind}.{rows}x{columns}", check_back, runner, scratch, op,
                           kind, rows, columns,
                           most + levels + (levels > 0 and op in CORRECTED))


if __name__ == "__main__":
    sys.exit(Suite("gpu_kernels", __doc__).main(body))
