#!/usr/bin/env python3
#===- assigners.py - Min-cut moves no more bytes than the others -----------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The assigners of amp-assign-precision on small versions of three networks and on
synthetic graphs: what they make passes amp-verify-precision and casts no weight twice,
min-cut is the cheapest, and the casts that they report are those in the graph."""

import os
import sys

from _common import ROOT, Failure, Suite, expect

sys.path.insert(0, os.path.join(ROOT, "benchmarks"))
import assigners  # noqa: E402
import graphs  # noqa: E402

# What is counted by hand below: a weight that is cast in two places, a constant, and
# an op with two results.
COUNTED = """\
module {
  func.func @f(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %0 = amp.read @w : tensor<8x8xf32>
    %1 = amp.cast %arg0 : tensor<4x8xf32> to tensor<4x8xf16>
    %2 = amp.cast %0 : tensor<8x8xf32> to tensor<8x8xf16>
    %3 = amp.linear %1, %2 {compute_type = f32} : (tensor<4x8xf16>, tensor<8x8xf16>) -> tensor<4x8xf16>
    %4 = amp.constant dense<2.000000e+00> : tensor<f32>
    %5 = amp.cast %4 : tensor<f32> to tensor<f16>
    %6 = amp.cast %0 {amp.uncached} : tensor<8x8xf32> to tensor<8x8xf16>
    %7:2 = amp.split %3 {dim = 1 : i64, sizes = array<i64: 4, 4>} : (tensor<4x8xf16>) -> (tensor<4x4xf16>, tensor<4x4xf16>)
    %8 = amp.cast %3 : tensor<4x8xf16> to tensor<4x8xf32>
    return %8 : tensor<4x8xf32>
  }
}
"""


def test_counting():
    found = assigners.recount(COUNTED)
    # x and the weight, twice, are narrowed; the result is widened.
    narrowed, widened = 4 * 8 + 2 * 8 * 8, 4 * 8
    wanted = {"casts": 4, "narrowing": 3, "widening": 1, "constant_casts": 1,
              "cast_bytes_read": 4 * narrowed + 2 * widened,
              "cast_bytes_written": 2 * narrowed + 4 * widened,
              "op_bytes": 2 * (4 * 8 + 8 * 8 + 4 * 8) + 2 * (4 * 8 + 4 * 8),
              "weights_cast": 1, "most_casts_of_a_weight_to_a_type": 2}
    for key, value in wanted.items():
        expect(found[key] == value, f"{key} is {found[key]}, expected {value}")
    try:
        assigners.recount("  %1 = amp.cast %0 from f32")
    except assigners.Failure as failure:
        expect("cannot read" in str(failure), f"the message is '{failure}'")
    else:
        raise Failure("a cast that cannot be read was passed over")


def test_ops():
    """A synthetic graph has as many ops as it is asked for."""
    for name in graphs.SYNTHETIC:
        for ops in (graphs.MIN_OPS, 1234):
            text = graphs.synthetic(name, ops)
            found = text[text.index("func.func"):].count(" = amp.")
            expect(found == ops, f"{name} has {found} ops, expected {ops}")


def above_eager(run, name):
    """What an assigner's choice costs more than the eager one, by one remark. Remarks
    of different assigners leave out different ops that have no choice."""
    return run["remark"][name]["total"] - run["remark"]["eager"]["total"]


def test_network(tool, path, output, dtype):
    # Each of these fails if a pass does, amp-verify-precision among them.
    runs = {name: assigners.assign(tool, path, name, dtype, output)
            for name in assigners.ASSIGNERS}
    for name, run in runs.items():
        counted = run["counted"]
        expect(counted["casts"] > 0, f"{name} casts nothing")
        expect(counted["weights_cast"] > 0, f"{name} casts no weight")
        most = counted["most_casts_of_a_weight_to_a_type"]
        expect(most == 1, f"{name} casts a weight {most} times to one type")
        expect(not run["gave_up"], f"{name} gave up on a part of the graph")
    cut, free = (above_eager(runs[name], "min-cut")
                 for name in ("min-cut", "min-cut, low-after-deny"))
    painted = above_eager(runs["propagate"], "propagate")
    expect(cut <= 0, f"min-cut moves {cut} bytes more than eager")
    expect(cut <= painted, f"min-cut moves {cut - painted} bytes more than propagate")
    # With one rule fewer there are more assignments to choose from.
    expect(free <= cut, f"low-after-deny makes min-cut move {free - cut} bytes more")
    return ", ".join(f"{name}: {run['counted']['casts']} casts" for name, run in runs.items())


def test_remark(tool, path, output, dtype):
    """Whatever an assigner decides by, it must be the graph that comes out: the remark
    has as many casts as are in the text. Bytes cannot be compared, since the remark
    counts gradients, which are not there yet."""
    eager = assigners.assign(tool, path, "eager", dtype, output)["counted"]["casts"]
    for name, own in (("min-cut", "min-cut"), ("propagate", "propagate")):
        run = assigners.assign(tool, path, name, dtype, output)
        said, found = run["remark"][own]["casts"], run["counted"]["casts"]
        expect(said == found, f"the remark of {name} says {said} casts, the graph has {found}")
        said = run["remark"]["eager"]["casts"]
        expect(said == eager, f"the remark of {name} says {said} casts for eager, which "
                              f"makes {eager}")


def test_synthetic(tool, path, output, dtype):
    """As above, and without gradients the bytes of the casts are comparable as well.
    The eager choice may break rules that the others keep to, and what it casts against
    them has no bytes in the remark."""
    eager = assigners.assign(tool, path, "eager", dtype, output)["counted"]
    for name in ("min-cut", "min-cut, low-after-deny", "propagate"):
        run = assigners.assign(tool, path, name, dtype, output)
        (_, own), (_, other) = run["remark"].items()
        for key, found in (("casts", run["counted"]["casts"]),
                           ("cast-bytes", run["counted"]["cast_bytes"])):
            expect(own[key] == found,
                   f"the remark of {name} says {key} {own[key]}, the graph has {found}")
        expect(other["casts"] == eager["casts"],
               f"the remark of {name} says {other['casts']} casts for eager, which makes "
               f"{eager['casts']}")
        expect(name == "propagate" or own["total"] <= other["total"],
               f"{name} moves {own['total'] - other['total']} bytes more than eager")


def body(suite, scratch):
    suite.test("counting", test_counting)
    suite.test("ops", test_ops)
    tool = os.path.join(os.path.abspath(suite.options.build), "bin", "amp-opt")
    path, output = (os.path.join(scratch, name) for name in ("graph.mlir", "out.mlir"))
    for name, maker, _, small in assigners.NETWORKS:
        with open(path, "w", encoding="utf-8") as file:
            file.write(maker(**small))
        for dtype in assigners.DTYPES:
            suite.test(f"{name}.{dtype}", test_network, tool, path, output, dtype)
            suite.test(f"{name}.{dtype}.remark", test_remark, tool, path, output, dtype)
    for name in graphs.SYNTHETIC:
        with open(path, "w", encoding="utf-8") as file:
            file.write(graphs.synthetic(name, 500))
        for dtype in assigners.DTYPES:
            suite.test(f"{name}.{dtype}", test_synthetic, tool, path, output, dtype)


if __name__ == "__main__":
    suite = Suite("assigners", __doc__)
    sys.exit(suite.main(body))
