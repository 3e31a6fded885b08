#!/usr/bin/env python3
#===- streamed.py - Results that no cache holds ----------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Kernels whose results go past the caches compute what they compute of parts.

Results of 32 MiB and more, whose rows are whole lines of a cache or not, against those of some
of the rows alone, which take the other way, bit by bit. Rows are the first ones, the last ones
and those where threads meet."""

import importlib
import sys

from _common import Suite, expect
from _python import import_package

OPS = {
    "softmax": "amp.softmax %x {dim = 1 : i64} : (tensor<RxCxT>) -> tensor<RxCxT>",
    "layer_norm": "amp.layer_norm %x {normalized_shape = array<i64: C>} : "
                  "(tensor<RxCxT>) -> tensor<RxCxT>",
    "gelu": "amp.gelu %x : (tensor<RxCxT>) -> tensor<RxCxT>",
    "divided": "amp.div %x, %b : (tensor<RxCxT>, tensor<CxT>) -> tensor<RxCxT>",
    "widened": "amp.cast %x : tensor<RxCxT> to tensor<RxCxf64>",
    "narrowed": "amp.cast %x : tensor<RxCxT> to tensor<RxCxbf16>",
    "transposed": "amp.transpose %x {permutation = array<i64: 1, 0>} : "
                  "(tensor<RxCxT>) -> tensor<CxRxT>",
}
# The last has rows that are no lines, and the one before rows that are no whole strips.
SHAPES = [("f32", 4224, 2048), ("bf16", 8256, 2048), ("f16", 8199, 2080), ("f32", 2899, 2911)]
ROWS = 33


def make_graph(op, element, rows, columns):
    """y of all rows; z of some, y_i, which begin at each of the places."""
    def write(text, count):
        return text.replace("R", str(count)).replace("C", str(columns)).replace("T", element)

    places = [0, rows // 2 - ROWS // 2, rows - ROWS]
    result = op.split()[-1]
    whole, part = write(result, rows), write(result, ROWS)
    x, row = (f"tensor<{count}x{columns}x{element}>" for count in (rows, ROWS))
    b = f"tensor<{columns}x{element}>"
    lines = [f"amp.variable buffer @x : {x} = #amp.init<normal(0.0, 1.0)>",
             f"amp.variable buffer @b : {b} = #amp.init<uniform(0.5, 1.5)>",
             f"amp.variable buffer @y : {whole} = #amp.init<zeros>"]
    lines += [f"amp.variable buffer @z{i} : {part} = #amp.init<zeros>" for i in range(len(places))]
    lines += ["func.func @run() {", f"  %x = amp.read @x : {x}", f"  %b = amp.read @b : {b}",
              f"  %y = {write(op, rows)}", f"  amp.assign @y, %y : {whole}"]
    for i, place in enumerate(places):
        lines += [f"  %x{i} = amp.slice %x {{offsets = array<i64: {place}, 0>, sizes = "
                  f"array<i64: {ROWS}, {columns}>}} : ({x}) -> {row}",
                  f"  %z{i} = {write(op.replace('%x', f'%x{i}'), ROWS)}",
                  f"  amp.assign @z{i}, %z{i} : {part}"]
    return "\n".join([*lines, "  return", "}", ""]), places


def check(amp, numpy, device, name, element, rows, columns):
    text, places = make_graph(OPS[name], element, rows, columns)
    session = amp.compile(text, precision="none", device=device, cache_dir=None)
    session.run(1)
    whole = numpy.asarray(session.variables["y"])
    turn = numpy.transpose if name == "transposed" else numpy.asarray
    for i, place in enumerate(places):
        found = numpy.ascontiguousarray(turn(whole)[place:place + ROWS])
        part = numpy.ascontiguousarray(turn(session.variables[f"z{i}"]))
        wrong = numpy.count_nonzero(found.view(numpy.uint8) != part.view(numpy.uint8))
        expect(wrong == 0, f"{wrong} bytes of rows {place} to {place + ROWS} are others")
        expect(part.any(), "nothing was written")


def check_rows(amp, numpy, device, element, rows, columns):
    """Rows of a table, or of which of its elements are positive, against those that NumPy
    picks."""
    stored = "f32" if element == "i1" else element
    x, table, y = f"tensor<1000x{columns}x{stored}>", f"tensor<1000x{columns}x{element}>", \
        f"tensor<{rows}x{columns}x{element}>"
    compare = f"amp.compare gt, %x, %zero : ({x}, tensor<{stored}>) -> {table}"
    text = f"""amp.variable buffer @x : {x} = #amp.init<normal(0.0, 1.0)>
func.func @run(%i: tensor<{rows}xi64> {{amp.name = "i"}}) -> ({y} {{amp.name = "y"}}) {{
  %x = amp.read @x : {x}
  %zero = amp.constant dense<0.0> : tensor<{stored}>
  %t = {compare if element == "i1" else "amp.cast %x : " + x + " to " + table}
  %y = amp.index_select %t, %i {{dim = 0 : i64}} : ({table}, tensor<{rows}xi64>) -> {y}
  return %y : {y}
}}
"""
    session = amp.compile(text, precision="none", device=device, cache_dir=None)
    places = numpy.random.default_rng(7).integers(0, 1000, rows)
    session.bind({"i": places})
    session.run(1)
    found = numpy.ascontiguousarray(session.results()["y"])
    whole = numpy.asarray(session.variables["x"])
    whole = whole > 0 if element == "i1" else whole
    wrong = numpy.count_nonzero(whole[places].view(numpy.uint8) != found.view(numpy.uint8))
    expect(wrong == 0 and found.any(), f"{wrong} bytes are others")


def body(suite, scratch):
    amp = import_package(suite)
    if amp is None:
        return
    try:
        numpy = importlib.import_module("numpy")
    except ImportError:
        suite.skip("arrays", "this Python has no NumPy")
        return
    for name in OPS:
        for element, rows, columns in SHAPES:
            suite.test(f"{name}_{element}_{rows}x{columns}", check, amp, numpy,
                       suite.device, name, element, rows, columns)
    for element, rows, columns in [*SHAPES, ("i1", 16416, 2048)]:
        suite.test(f"rows_{element}_{rows}x{columns}", check_rows, amp, numpy, suite.device,
                   element, rows, columns)


if __name__ == "__main__":
    sys.exit(Suite("streamed", __doc__).main(body))
