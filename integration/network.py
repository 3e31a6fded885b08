#===- network.py - Networks' ops against PyTorch's -------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Normalizations, convolutions, pooling, resampling, cells and attention against PyTorch's.

test/Inputs/network/torch-cpu.json.gz holds values and first gradients that PyTorch was
recorded to compute in f64, and how each op is written here
(test/Inputs/network/record_torch.py says how).
All cases are one function, judged as gradients.py judges.
"""

import math
import os
import sys

from _common import Suite, expect, read_record
from gradients import backward, compare, constant, mlir_type, read_tensors, total



def build_case(case):
    """The lines of a case, and its results: (what, value, expected tensor)."""
    lines = [constant(f"%x{i}", tensor) for i, tensor in enumerate(case["x"])]
    lines += case["text"]
    loss = None
    for i, weight in enumerate(case["w"]):
        if not weight:
            continue
        lines.append(constant(f"%w{i}", weight))
        added, term = total(f"%y{i}", f"%w{i}", weight["shape"])
        lines += added
        if loss:
            lines.append(f"%t{i} = amp.add {loss}, {term} : (tensor<f64>, tensor<f64>) "
                         "-> tensor<f64>")
            term = f"%t{i}"
        loss = term
    known = [(i, tensor) for i, tensor in enumerate(case["gradients"]) if tensor]
    lines.append(backward("%g", loss, [(f"%x{i}", tensor["shape"]) for i, tensor in known]))
    results = [(f"result {i}", f"%y{i}", tensor) for i, tensor in enumerate(case["results"])]
    results += [(f"gradient {i}", f"%g#{g}" if len(known) > 1 else "%g#0", tensor)
                for g, (i, tensor) in enumerate(known)]
    return lines, results


def build_graph(cases):
    """The text of one function, whose results have their names."""
    body, returned = [], []
    for c, case in enumerate(cases):
        lines, results = build_case(case)
        body += [line.replace("%", f"%c{c}_") for line in lines]
        for r, (_, value, tensor) in enumerate(results):
            # Flat, and never a single element: that would not be written to the file.
            size = math.prod(tensor["shape"])
            flat, pair = f"%c{c}_f{r}", f"%c{c}_r{r}"
            body.append(f"{flat} = amp.reshape {value.replace('%', f'%c{c}_')} "
                        f"{{shape = array<i64: 1, {size}>}} : ({mlir_type(tensor['shape'])}) "
                        f"-> {mlir_type([1, size])}")
            body.append(f"{pair} = amp.broadcast_to {flat} {{shape = array<i64: 2, {size}>}} : "
                        f"({mlir_type([1, size])}) -> {mlir_type([2, size])}")
            returned.append((pair, mlir_type([2, size]), f"c{c}r{r}"))
    values = ", ".join(value for value, _, _ in returned)
    kinds = ", ".join(kind for _, kind, _ in returned)
    declared = ", ".join(f'{kind} {{amp.name = "{name}"}}' for _, kind, name in returned)
    return (f"func.func @main() -> ({declared}) {{\n  " + "\n  ".join(body)
            + f"\n  return {values} : {kinds}\n}}\n")


def check_case(results, tensors, c):
    for r, (what, _, tensor) in enumerate(results):
        name = f"main.c{c}r{r}"
        expect(name in tensors, f"amp-run wrote no {name}")
        expected = tensor["values"]
        expect(len(tensors[name]) == 2 * len(expected), f"{what} has another size")
        compare(what, tensors[name][:len(expected)], expected)


def body(suite, scratch):
    records = read_record("network")
    expect(records["format"] == 1, f"the record has format {records['format']}, expected 1")
    # Some at a time: a function of all would be compiled for minutes.
    cases, step = records["cases"], 12
    for first in range(0, len(cases), step):
        part = cases[first:first + step]
        graph = os.path.join(scratch, f"network{first}.mlir")
        output = os.path.join(scratch, f"network{first}.safetensors")
        with open(graph, "w", encoding="utf-8") as file:
            file.write(build_graph(part))
        suite.train(graph, f"--output={output}", limit=600)
        tensors = read_tensors(output)
        for c, case in enumerate(part):
            suite.test(case["name"].replace(" ", "_"), check_case, build_case(case)[1], tensors, c)


if __name__ == "__main__":
    suite = Suite("network", __doc__)
    sys.exit(suite.main(body))
