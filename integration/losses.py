#!/usr/bin/env python3
#===- losses.py - Losses and products against PyTorch ----------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Values and gradients of losses, distances and products, against PyTorch.

Each case of `test/Inputs/losses/torch-cpu.json.gz`, which `record_torch.py` there recorded,
is computed in f64 by a function that states its result and the gradients of
sum(result * weights), as recorded. Cases of one op are one function.

The bound is 1e-12 of the largest recorded number of a tensor. That is 2^13 roundings of
2^-53; no case has 200 on the way to a result, and no derivative of an intermediate value
is above 30.
"""

import math
import sys

from _check import close, dense, function, judge, run_values, tensor_type, use_amp_check
from _common import Suite, read_record

BOUND = 1e-12


def build_case(place, prefix, case):
    """The lines of a case. They state what is recorded."""
    lines, texts, types, differentiable = [], [], [], []
    for i, operand in enumerate(case["operands"]):
        name, shape, element = f"{prefix}_x{i}", operand["shape"], operand["type"]
        lines.append(f"{name} = check.input {dense(operand['values'], shape, element)}")
        keyword = operand.get("keyword")
        texts.append(f" {keyword}({name})" if keyword else f"{', ' if i else ' '}{name}")
        types.append(tensor_type(shape, element))
        if operand["gradient"] is not None:
            differentiable.append(i)
    shape = case["result"]["shape"]
    result = tensor_type(shape)
    attributes = f" {{{case['attributes']}}}" if case["attributes"] else ""
    lines.append(f"{prefix}_y = amp.{case['op']}{''.join(texts)}{attributes} : "
                 f"({', '.join(types)}) -> {result}")
    what = " ".join(filter(None, (case["attributes"].replace('"', "'"), case.get("note"),
                                  f"-> {result}")))
    lines.append(close(f"{prefix}_y", case["result"], BOUND, f"{place}: value, {what}"))
    if not differentiable:
        return lines
    weights = [1 + i % 5 / 4 for i in range(math.prod(shape))]
    wrt = ", ".join(f"{prefix}_x{i}" for i in differentiable)
    wrt_types = ", ".join(types[i] for i in differentiable)
    lines += [
        f"{prefix}_w = check.input {dense(weights, shape)}",
        f"{prefix}_p = amp.mul {prefix}_y, {prefix}_w : ({result}, {result}) -> {result}",
        f"{prefix}_l = amp.sum {prefix}_p : ({result}) -> tensor<f64>",
        f"{prefix}_g:{len(differentiable)} = amp.backward {prefix}_l wrt({wrt}) : "
        f"(tensor<f64>, {wrt_types}) -> ({wrt_types})"]
    for g, i in enumerate(differentiable):
        operand = case["operands"][i]
        gradient = {"values": operand["gradient"], "shape": operand["shape"]}
        lines.append(close(f"{prefix}_g#{g}", gradient, BOUND,
                           f"{place}: gradient of operand {i}, {what}"))
    return lines


def build_op(op, cases):
    return function(op, [line for i, case in enumerate(cases)
                         for line in build_case(op, f"%c{i}", case)])


def check_op(outcome, op, cases):
    judge(outcome, op)
    return f"{len(cases)} cases"


def body(suite, scratch):
    ops = {}
    for case in read_record("losses")["cases"]:
        ops.setdefault(case["op"], []).append(case)
    outcome = run_values(suite, "".join(build_op(*item) for item in ops.items()))
    for op, cases in ops.items():
        suite.test(op, check_op, outcome, op, cases)


if __name__ == "__main__":
    suite = Suite("losses", __doc__)
    use_amp_check(suite)
    sys.exit(suite.main(body))
