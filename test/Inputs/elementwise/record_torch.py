#!/usr/bin/env python3
#===- record_torch.py - What PyTorch's elementwise functions compute -------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes torch-cpu.tsv: values and derivatives in f64 at ordinary points, at kinks and
ends of domains, for infinities and NaN.

    python3 record_torch.py        (needs the package torch)

A line is the op, its attributes as the IR spells them, and, separated by blanks, the
operands, the result, and the derivative by each operand that has one in PyTorch (`-` for
the others)."""

import itertools
import math
import os

import torch
import torch.nn.functional as nn

INFINITY, NAN = math.inf, math.nan
aten = torch.ops.aten

# Kinks, ends of domains, and what lies between them.
GRID = [-INFINITY, -100.0, -20.0, -6.5, -3.0, -2.0, -1.5, -1.0, -0.9, -0.5, -0.1, -1e-8, -0.0,
        0.0, 1e-8, 0.1, 0.5, 0.9, 1.0, 1.5, 2.0, 2.5, 3.0, 6.0, 6.5, 20.0, 100.0, INFINITY, NAN]
PAIRS = [-INFINITY, -2.0, -1.0, -0.0, 0.0, 0.5, 1.0, 2.0, INFINITY, NAN]
TRIPLES = [-1.0, 0.0, 2.0, INFINITY, NAN]

UNARY = [
    ("neg", "", torch.neg), ("abs", "", torch.abs), ("sqrt", "", torch.sqrt),
    ("rsqrt", "", torch.rsqrt), ("reciprocal", "", torch.reciprocal),
    ("square", "", torch.square),
    ("exp", "", torch.exp), ("expm1", "", torch.expm1), ("log", "", torch.log),
    ("log1p", "", torch.log1p), ("log2", "", torch.log2), ("log10", "", torch.log10),
    ("erf", "", torch.erf), ("erfc", "", torch.erfc), ("erfinv", "", torch.erfinv),
    ("lgamma", "", torch.lgamma), ("digamma", "", torch.digamma),
    ("sin", "", torch.sin), ("cos", "", torch.cos), ("tan", "", torch.tan),
    ("asin", "", torch.asin), ("acos", "", torch.acos), ("atan", "", torch.atan),
    ("sinh", "", torch.sinh), ("cosh", "", torch.cosh), ("tanh", "", torch.tanh),
    ("ceil", "", torch.ceil), ("floor", "", torch.floor), ("round", "", torch.round),
    ("sign", "", torch.sign),
    ("clamp", "min = 0.0 : f64, max = 1.0 : f64", lambda x: torch.clamp(x, 0.0, 1.0)),
    ("clamp", "min = -1.0 : f64", lambda x: torch.clamp(x, min=-1.0)),
    ("clamp", "max = 2.0 : f64", lambda x: torch.clamp(x, max=2.0)),
    ("relu", "", torch.relu), ("relu6", "", nn.relu6),
    ("leaky_relu", "", nn.leaky_relu),
    ("leaky_relu", "negative_slope = 0.2 : f64", lambda x: nn.leaky_relu(x, 0.2)),
    ("hardtanh", "", nn.hardtanh),
    ("hardtanh", "min_val = -2.0 : f64, max_val = 0.5 : f64",
     lambda x: nn.hardtanh(x, -2.0, 0.5)),
    ("elu", "", nn.elu), ("elu", "alpha = 0.5 : f64", lambda x: nn.elu(x, 0.5)),
    ("celu", "", nn.celu), ("celu", "alpha = 0.5 : f64", lambda x: nn.celu(x, 0.5)),
    ("selu", "", nn.selu), ("sigmoid", "", torch.sigmoid), ("silu", "", nn.silu),
    ("hardsigmoid", "", nn.hardsigmoid), ("hardswish", "", nn.hardswish),
    ("mish", "", nn.mish), ("tanhshrink", "", nn.tanhshrink),
    ("hardshrink", "", nn.hardshrink),
    ("hardshrink", "lambd = 2.0 : f64", lambda x: nn.hardshrink(x, 2.0)),
    ("softshrink", "", nn.softshrink),
    ("softshrink", "lambd = 2.0 : f64", lambda x: nn.softshrink(x, 2.0)),
    ("threshold", "threshold = 0.5 : f64, value = -2.0 : f64",
     lambda x: nn.threshold(x, 0.5, -2.0)),
    ("log_sigmoid", "", nn.logsigmoid),
    ("softsign", "", nn.softsign), ("softplus", "", nn.softplus),
    ("softplus", "beta = 2.0 : f64, threshold = 5.0 : f64",
     lambda x: nn.softplus(x, 2.0, 5.0)),
    ("gelu", "", nn.gelu),
    ("gelu", "approximate = #amp.gelu<tanh>", lambda x: nn.gelu(x, approximate="tanh")),
    ("isfinite", "", torch.isfinite), ("isinf", "", torch.isinf),
    ("isnan", "", torch.isnan),
]

BINARY = [
    ("add", "", torch.add), ("sub", "", torch.sub), ("mul", "", torch.mul),
    ("div", "", torch.div), ("pow", "", torch.pow), ("maximum", "", torch.maximum),
    ("minimum", "", torch.minimum), ("atan2", "", torch.atan2),
    ("floor_divide", "", lambda a, b: torch.floor_divide(a.detach(), b.detach())),
    ("squared_difference", "", lambda a, b: torch.square(a - b)),
    ("relu_backward", "", lambda dy, y: aten.threshold_backward(dy, y, 0)),
    ("tanh_backward", "", aten.tanh_backward),
    ("sigmoid_backward", "", aten.sigmoid_backward),
    ("gelu_backward", "", aten.gelu_backward),
    ("gelu_backward", "approximate = #amp.gelu<tanh>",
     lambda dy, x: aten.gelu_backward(dy, x, approximate="tanh")),
] + [("compare", f"predicate = {name}", function) for name, function in [
    ("eq", torch.eq), ("ne", torch.ne), ("lt", torch.lt), ("le", torch.le), ("gt", torch.gt),
    ("ge", torch.ge)]]

TERNARY = [
    ("addcmul", "value = 0.5 : f64", lambda x, a, b: torch.addcmul(x, a, b, value=0.5)),
    ("addcdiv", "value = 0.5 : f64", lambda x, a, b: torch.addcdiv(x, a, b, value=0.5)),
]

LOGIC = [("logical_not", 1, torch.logical_not), ("logical_and", 2, torch.logical_and),
         ("logical_or", 2, torch.logical_or)]

BITWISE = [("bitwise_not", 1, torch.bitwise_not), ("bitwise_and", 2, torch.bitwise_and),
           ("bitwise_or", 2, torch.bitwise_or), ("bitwise_xor", 2, torch.bitwise_xor)]


def run(op, attributes, function, operands):
    inputs = [torch.tensor(value, dtype=torch.float64, requires_grad=True)
              for value in operands]
    result = function(*inputs)
    slopes = ["-"] * len(inputs)
    if result.requires_grad:
        gradients = torch.autograd.grad(result, inputs, allow_unused=True)
        slopes = ["-" if gradient is None else repr(gradient.item())
                  for gradient in gradients]
    value = float(result.item())
    return "\t".join([op, attributes,
                      " ".join([*map(repr, operands), repr(value), *slopes])])


def main():
    lines = [f"# PyTorch {torch.__version__}, CPU, f64: record_torch.py"]
    for cases, grid, count in [(UNARY, GRID, 1), (BINARY, PAIRS, 2), (TERNARY, TRIPLES, 3)]:
        for op, attributes, function in cases:
            lines += [run(op, attributes, function, operands)
                      for operands in itertools.product(grid, repeat=count)]
    for cases, element, grid in ((LOGIC, bool, [0.0, 1.0]),
                                 (BITWISE, int, [-8.0, -1.0, 0.0, 1.0, 6.0, 21.0])):
        for op, count, function in cases:
            for operands in itertools.product(grid, repeat=count):
                result = function(*(torch.tensor(element(value)) for value in operands))
                lines.append("\t".join([op, "", " ".join(
                    [*map(repr, operands), repr(float(result)), *["-"] * count])]))
    for condition in [0.0, 1.0]:
        for a, b in itertools.product(PAIRS, repeat=2):
            lines.append(run("where", "", lambda _, x, y: torch.where(
                torch.tensor(bool(condition)), x, y), (condition, a, b)))
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "torch-cpu.tsv")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
