#===- gradients.py - Gradients against PyTorch's ---------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""First and second gradients of the core ops in f64 against PyTorch's.

test/Inputs/gradients/torch-cpu.json.gz holds what PyTorch was recorded to compute, and how
each op is written here (test/Inputs/gradients/record_torch.py says how). All cases are one
function; its results may differ by 1e-12 of the largest in a tensor, and agree in class
where they are infinite or NaN.
"""

import json
import math
import os
import struct
import sys

from _common import Failure, Suite, expect, read_record

TOLERANCE = 1e-12


def mlir_type(shape):
    return f"tensor<{''.join(f'{n}x' for n in shape)}f64>"


def constant(name, tensor):
    """The tensor by its bits: NaN and infinities, too."""
    bits = struct.pack(f"<{len(tensor['values'])}d", *tensor["values"]).hex().upper()
    return f'{name} = amp.constant dense<"0x{bits}"> : {mlir_type(tensor["shape"])}'


def total(value, weight, shape):
    """The lines of sum(value weight), which becomes %<value>_s."""
    name, type = value.replace("#", "_"), mlir_type(shape)
    return [f"{name}_p = amp.mul {value}, {weight} : ({type}, {type}) -> {type}",
            f"{name}_s = amp.sum {name}_p : ({type}) -> tensor<f64>"], f"{name}_s"


def backward(name, loss, wrt):
    """The line of the gradients of a loss by (value, shape) pairs."""
    types = ", ".join(mlir_type(shape) for _, shape in wrt)
    return (f"{name}:{len(wrt)} = amp.backward {loss} wrt({', '.join(value for value, _ in wrt)})"
            f" : (tensor<f64>, {types}) -> ({types})")


def build_case(case):
    """The lines of a case, and its results: (what, value, expected tensor)."""
    x = [(f"%x{i}", tensor["shape"]) for i, tensor in enumerate(case["x"])]
    lines = [constant(value, tensor) for (value, _), tensor in zip(x, case["x"])]
    lines += [constant(f"%v{i}", tensor) for i, tensor in enumerate(case["v"])]
    lines += [constant("%w", case["w"]), *case["text"]]
    added, loss = total("%y", "%w", case["result"]["shape"])
    lines += [*added, backward("%g", loss, x)]
    second = None
    for i, (_, shape) in enumerate(x):
        added, term = total(f"%g#{i}", f"%v{i}", shape)
        lines += added
        if second:
            lines.append(f"%t{i} = amp.add {second}, {term} : (tensor<f64>, tensor<f64>) "
                         "-> tensor<f64>")
            term = f"%t{i}"
        second = term
    lines.append(backward("%h", second, [*x, ("%w", case["w"]["shape"])]))
    results = [("result", "%y", case["result"])]
    for order, letter in (("first", "g"), ("second", "h")):
        results += [(f"{order} gradient {i}", f"%{letter}#{i}", tensor)
                    for i, tensor in enumerate(case[order])]
    return lines, results


def build_graph(cases):
    """The text of one function, whose results have their names."""
    body, types, returned = [], [], []
    for c, case in enumerate(cases):
        lines, results = build_case(case)
        body += [line.replace("%", f"%c{c}_") for line in lines]
        for r, (_, value, tensor) in enumerate(results):
            value = value.replace("%", f"%c{c}_")
            shape = tensor["shape"]
            if math.prod(shape) == 1:  # Not written to files: as a pair.
                name, repeated = f"%c{c}_r{r}", [2, *shape]
                body.append(f"{name} = amp.broadcast_to {value} "
                            f"{{shape = array<i64: {', '.join(map(str, repeated))}>}} : "
                            f"({mlir_type(shape)}) -> {mlir_type(repeated)}")
                value, shape = name, repeated
            returned.append((value, mlir_type(shape)))
            types.append(f'{mlir_type(shape)} {{amp.name = "c{c}r{r}"}}')
    values, kinds = zip(*returned)
    return (f"func.func @main() -> ({', '.join(types)}) {{\n  " + "\n  ".join(body)
            + f"\n  return {', '.join(values)} : {', '.join(kinds)}\n}}\n")


def read_tensors(path):
    """The f64 tensors of a safetensors file, by name, flat."""
    with open(path, "rb") as file:
        data = file.read()
    start = 8 + struct.unpack("<Q", data[:8])[0]
    tensors = {}
    for name, entry in json.loads(data[8:start]).items():
        if name == "__metadata__":
            continue
        expect(entry["dtype"] == "F64", f"{name} is written as {entry['dtype']}")
        begin, end = (start + offset for offset in entry["data_offsets"])
        tensors[name] = struct.unpack(f"<{(end - begin) // 8}d", data[begin:end])
    return tensors


def compare(what, actual, expected):
    finite = [abs(value) for value in expected if math.isfinite(value)]
    bound = TOLERANCE * max(finite, default=0)
    for i, (a, e) in enumerate(zip(actual, expected)):
        same = (a == e or math.isnan(a) and math.isnan(e)
                or math.isfinite(a) and math.isfinite(e) and abs(a - e) <= bound)
        expect(same, f"{what}, element {i}: {a!r}, PyTorch has {e!r}")


def check_case(case, results, tensors, c):
    for r, (what, _, tensor) in enumerate(results):
        name = f"main.c{c}r{r}"
        if name not in tensors:
            raise Failure(f"amp-run wrote no {name}")
        expected = tensor["values"]
        actual = tensors[name][:1] if len(expected) == 1 else tensors[name]
        expect(len(actual) == len(expected), f"{what} has {len(actual)} elements")
        compare(what, actual, expected)


def body(suite, scratch):
    records = read_record("gradients")
    expect(records["format"] == 1, f"the record has format {records['format']}, expected 1")
    cases = records["cases"]
    graph = os.path.join(scratch, "gradients.mlir")
    output = os.path.join(scratch, "gradients.safetensors")
    with open(graph, "w", encoding="utf-8") as file:
        file.write(build_graph(cases))
    suite.train(graph, f"--output={output}", limit=600)
    tensors = read_tensors(output)
    for c, case in enumerate(cases):
        suite.test(case["name"].replace(" ", "_"), check_case, case, build_case(case)[1], tensors, c)


if __name__ == "__main__":
    suite = Suite("gradients", __doc__)
    sys.exit(suite.main(body))
