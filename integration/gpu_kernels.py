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
columns that are read again, and for ends of arrays; and so many launches as the case says."""

import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from _common import Suite, expect
from simulated_gpu import Runner

SLACK = 1.1
ROWS, COLUMNS = 1024, 1024
SIZES = {"f16": 2, "f32": 4}


def function(result, body, shape=None, kind="f32"):
    """A graph of one array, whose values are in the type that is asked for."""
    array = shape or f"?x{COLUMNS}"
    cast = "" if kind == "f32" else \
        f"  %h = amp.cast %x : tensor<{array}xf32> to tensor<{array}x{kind}>\n"
    return (f'func.func @f(%x: tensor<{array}xf32> {{amp.name = "x"}}) -> ({result} '
            f'{{amp.name = "y"}}) {{\n{cast}{body}\n}}\n')


def array(kind="f32", rows="?", columns=COLUMNS):
    return f"tensor<{rows}x{columns}x{kind}>"


# Name, graph, rows of data, launches, bytes that operands need: read and written.
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
]


def check(runner, scratch, name, graph, rows, launches, read, written):
    path = os.path.join(scratch, f"{name}.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(graph)
    sums = []
    for batches in (1, 2):
        runner.train("cuda", path, "--data=x=normal:0,1", f"--samples={batches * rows}",
                     f"--batch-size={rows}", "--precision=f32")
        sums.append(runner.costs())
    cost = {figure: sums[1][figure] - sums[0][figure] for figure in sums[0]}
    moved = {"bytes_loaded": read, "bytes_stored": written, "load_sectors": read / 32,
             "store_sectors": written / 32}
    found = cost["launches"] + cost["memsets"] + cost["library_calls"]
    expect(found == launches, f"{found} launches, expected {launches}")
    for pair in (("bytes_loaded", "bytes_stored"), ("load_sectors", "store_sectors")):
        total, ideal = (sum(figures[figure] for figure in pair) for figures in (cost, moved))
        expect(total <= SLACK * ideal,
               f"{total} {' and '.join(pair)}, where operands have {ideal:g}")
    return f"{cost['instructions'] / (rows * COLUMNS):.3g} instructions per element"


def sum_at_one_place(runner, scratch):
    """All rows are added at one place: by all threads of the blocks that have it, each row read
    once. Each 32 columns of a row, which a warp reads, look up which row that is."""
    row = f"tensor<1x?x{COLUMNS}xf32>"
    path = os.path.join(scratch, "sum_at_one_place.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(function(f"tensor<1x16x{COLUMNS}xf32>", f"""\
  %c = amp.slice %x {{offsets = array<i64: 0, 0>, sizes = array<i64: -1, 1>}} : ({array()}) -> tensor<?x1xf32>
  %z = amp.zeros_like %c : (tensor<?x1xf32>) -> tensor<?x1xf32>
  %n = amp.cast %z : tensor<?x1xf32> to tensor<?x1xi64>
  %i = amp.reshape %n {{shape = array<i64: 1, -1, 1>}} : (tensor<?x1xi64>) -> tensor<1x?x1xi64>
  %r = amp.reshape %x {{shape = array<i64: 1, -1, {COLUMNS}>}} : ({array()}) -> {row}
  %0 = amp.sum_at %r, %i {{size = 16 : i64}} : ({row}, tensor<1x?x1xi64>) -> tensor<1x16x{COLUMNS}xf32>
  return %0 : tensor<1x16x{COLUMNS}xf32>"""))
    runner.train("cuda", path, "--data=x=normal:0,1", f"--samples={ROWS}",
                 f"--batch-size={ROWS}", "--precision=f32")
    lines = [line for line in runner.read_report() if line.startswith("kernel 'sum_groups")]
    expect(len(lines) == 1, f"kernels of sums: {lines}")
    cost = {name: int(value) for name, equals, value in
            (word.partition("=") for word in lines[0].split()) if equals and value.isdigit()}
    ideal = 4 * ALL / 32 + ROWS * COLUMNS / 32
    expect(cost["load_sectors"] <= SLACK * ideal,
           f"{cost['load_sectors']} sectors are read, where rows have {ideal:g}")
    expect(cost["barriers"] > 0, "each thread adds for itself")


def body(suite, scratch):
    runner = Runner(suite, scratch)
    if not runner.is_built():
        suite.skip("all", f"no simulated GPU in {runner.folder} (AMP_BUILD_TESTS)")
        return
    runner.use()
    for name, *case in CASES:
        suite.test(name, check, runner, scratch, name, *case)
    suite.test("sum_at_one_place", sum_at_one_place, runner, scratch)


if __name__ == "__main__":
    sys.exit(Suite("gpu_kernels", __doc__).main(body))
