#!/usr/bin/env python3
#===- record_torch.py - Records PyTorch's gradients ------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Records PyTorch's first and second gradients of each core op, in f64.

  record_torch.py --output torch-cpu.json.gz    regenerate
  record_torch.py --check torch-cpu.json.gz     compare, exit 1 if anything differs

For an op y = f(x...), the first loss is L = sum(y w), with the gradients g of the
operands x; the second is S = sum over the operands of sum(g v), with the gradients of
x and of w. A case also says how this project writes the op.

Needs PyTorch 2.12; nothing else of this project does.
"""

import math
import os
import random
import sys

import torch
from torch.nn import functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import recording  # noqa: E402

INF, NAN = math.inf, math.nan


class Recorder:
    def __init__(self):
        self.random = random.Random(20)
        self.cases = []

    def uniform(self, shape, low, high):
        """Multiples of 1/64: short to write, and exact in every type."""
        return torch.tensor([self.random.randint(round(64 * low), round(64 * high)) / 64
                             for _ in range(math.prod(shape))], dtype=torch.float64).reshape(shape)

    def add(self, name, function, operands, op, attributes="", constants="", extra=()):
        """Records a case. An operand is a shape, a shape with a range, or values. In the
        text of the op, `extra` operands, which have a type, come from `constants`."""
        x = []
        for operand in operands:
            if isinstance(operand, torch.Tensor):
                x.append(operand.double())
            elif operand and isinstance(operand[0], tuple):
                x.append(self.uniform(*operand))
            else:
                x.append(self.uniform(operand, -2, 2))
        for value in x:
            value.requires_grad_()
        y = function(*x)
        w = self.uniform(y.shape, -2, 2).requires_grad_()
        v = [self.uniform(value.shape, -2, 2) for value in x]

        def gradients(loss, wrt, **options):
            if not loss.requires_grad:
                return [torch.zeros_like(value) for value in wrt]
            found = torch.autograd.grad(loss, wrt, allow_unused=True, **options)
            return [torch.zeros_like(value) if g is None else g for g, value in zip(found, wrt)]

        first = gradients((y * w).sum(), x, create_graph=True)
        second = gradients(sum((g * weight).sum() for g, weight in zip(first, v)), [*x, w])

        def tensor(value):
            if value._is_zerotensor():  # Zeros that autograd did not write down.
                value = torch.zeros(value.shape, dtype=value.dtype)
            return {"shape": list(value.shape), "values": value.detach().flatten().tolist()}

        types = [mlir_type(value.shape) for value in x]
        values = [f"%x{i}" for i in range(len(x))]
        # An operand of another type comes first, as a condition, or last, as a target.
        for position, value, type in extra:
            values.insert(position, value)
            types.insert(position, type)
        text = (f"%y = amp.{op} {', '.join(values)} {{{attributes}}} : "
                f"({', '.join(types)}) -> {mlir_type(y.shape)}")
        self.cases.append({
            "name": name, "text": [constants, text] if constants else [text],
            "x": [tensor(value) for value in x], "w": tensor(w), "v": [tensor(g) for g in v],
            "result": tensor(y), "first": [tensor(g) for g in first],
            "second": [tensor(g) for g in second]})


def mlir_type(shape):
    return f"tensor<{''.join(f'{n}x' for n in shape)}f64>"


def values(*numbers):
    return torch.tensor(numbers, dtype=torch.float64)


def record():
    recorder = Recorder()
    add = recorder.add
    one, two = [(2, 3)], [(2, 3), (2, 3)]
    positive = [((2, 3), 0.5, 3)]
    mixed = [((2, 1), 0.5, 2), ((2, 1, 3), 0.5, 2)]

    for name, function, operands in (
            ("neg", torch.neg, one), ("abs", torch.abs, one), ("exp", torch.exp, one),
            ("log", torch.log, positive), ("sqrt", torch.sqrt, positive),
            ("rsqrt", torch.rsqrt, positive), ("reciprocal", torch.reciprocal, positive),
            ("erf", torch.erf, one), ("relu", torch.relu, one), ("tanh", torch.tanh, one),
            ("sigmoid", torch.sigmoid, one), ("gelu", F.gelu, one),
            ("add", torch.add, two), ("sub", torch.sub, two), ("mul", torch.mul, two),
            ("maximum", torch.maximum, two), ("minimum", torch.minimum, two)):
        add(name, function, operands, name)
    add("gelu tanh", lambda x: F.gelu(x, approximate="tanh"), one, "gelu",
        "approximate = #amp.gelu<tanh>")
    add("div", torch.div, [(2, 3), ((2, 3), 0.5, 2)], "div")
    add("pow", torch.pow, [((2, 3), 0.5, 3), (2, 3)], "pow")
    for name in ("add", "sub", "mul", "div", "pow", "maximum"):
        add(f"{name} broadcast", getattr(torch, name), mixed, name)

    # Kinks, infinities and NaN.
    special = values(NAN, INF, -INF, 0, -0.0, 1, -1)
    far = values(-40, -8, 0, 8, 40)
    add("relu special", torch.relu, [special], "relu")
    add("abs special", torch.abs, [values(INF, -INF, 0, -0.0, 1, -1)], "abs")
    add("tanh special", torch.tanh, [special], "tanh")
    add("sigmoid special", torch.sigmoid, [special], "sigmoid")
    add("sqrt at 0", torch.sqrt, [values(0, 1)], "sqrt")
    add("gelu far", F.gelu, [far], "gelu")
    add("gelu tanh far", lambda x: F.gelu(x, approximate="tanh"), [far], "gelu",
        "approximate = #amp.gelu<tanh>")
    add("maximum ties", torch.maximum, [values(1, 2, 3), values(1, 3, 2)], "maximum")
    add("minimum ties", torch.minimum, [values(1, 2, 3), values(1, 3, 2)], "minimum")
    # By the base alone: at 0 PyTorch has NaN for the exponent's second gradient.
    exponents = values(1, 2, 3, 2, 0)
    add("pow of 0", lambda x: torch.pow(x, exponents), [values(0, 0, 0, -1.5, -2)], "pow",
        constants="%e = amp.constant dense<[1.0, 2.0, 3.0, 2.0, 0.0]> : tensor<5xf64>",
        extra=[(1, "%e", "tensor<5xf64>")])

    add("sum", torch.sum, one, "sum")
    add("sum of rows", lambda x: x.sum(1), one, "sum", "dims = array<i64: 1>")
    add("mean", torch.mean, one, "mean")
    add("mean of columns", lambda x: x.mean(1, keepdim=True), [(2, 3, 2)], "mean",
        "dims = array<i64: 1>, keepdim = true")
    add("amax", torch.amax, one, "amax")
    add("amax of rows", lambda x: x.amax(1), one, "amax", "dims = array<i64: 1>")
    add("amax ties", lambda x: x.amax(0), [values(1, 3, 3, 2)], "amax", "dims = array<i64: 0>")
    add("amin of columns", lambda x: x.amin(0, keepdim=True), one, "amin",
        "dims = array<i64: 0>, keepdim = true")

    add("linear", F.linear, [(2, 3), (4, 3), (4,)], "linear")
    add("linear rank 1", F.linear, [(3,), (2, 3)], "linear")
    add("linear rank 3", F.linear, [(2, 2, 3), (2, 3)], "linear")
    add("matmul", torch.matmul, [(2, 3), (3, 2)], "matmul")
    add("matmul batched", torch.matmul, [(2, 2, 3), (2, 3, 2)], "matmul")
    add("matmul rhs repeated", torch.matmul, [(2, 2, 3), (3, 2)], "matmul")
    add("matmul lhs repeated", torch.matmul, [(2, 3), (2, 3, 2)], "matmul")

    add("softmax", lambda x: x.softmax(1), one, "softmax", "dim = 1 : i64")
    add("softmax of columns", lambda x: x.softmax(0), one, "softmax", "dim = 0 : i64")
    add("log_softmax", lambda x: x.log_softmax(1), one, "log_softmax", "dim = 1 : i64")
    for reduction in ("mean", "sum", "none"):
        attributes = f"reduction = #amp.reduction<{reduction}>"
        add(f"mse_loss {reduction}",
            lambda x, t, reduction=reduction: F.mse_loss(x, t, reduction=reduction), two,
            "mse_loss", attributes)
        for smoothing in (0, 0.25):
            target = torch.tensor([2, 0, -100, 3])
            add(f"cross_entropy {reduction} {smoothing}",
                lambda x, reduction=reduction, smoothing=smoothing: F.cross_entropy(
                    x, target, reduction=reduction, label_smoothing=smoothing),
                [(4, 4)], "cross_entropy", f"{attributes}, label_smoothing = {smoothing:.2f} : f64",
                constants="%t = amp.constant dense<[2, 0, -100, 3]> : tensor<4xi64>",
                extra=[(1, "%t", "tensor<4xi64>")])

    add("reshape", lambda x: x.reshape(3, 2), one, "reshape", "shape = array<i64: 3, 2>")
    add("transpose", lambda x: x.permute(2, 0, 1), [(2, 3, 2)], "transpose",
        "permutation = array<i64: 2, 0, 1>")
    add("broadcast_to", lambda x: x.broadcast_to(2, 3, 2), [(3, 1)], "broadcast_to",
        "shape = array<i64: 2, 3, 2>")
    add("slice", lambda x: x[1:5:2, 0:6:3], [(5, 7)], "slice",
        "offsets = array<i64: 1, 0>, sizes = array<i64: 2, 2>, strides = array<i64: 2, 3>")
    add("concat", lambda a, b: torch.cat([a, b], 1), [(2, 3), (2, 2)], "concat", "dim = 1 : i64")
    condition = torch.tensor([True, False, True])
    add("where", lambda a, b: torch.where(condition, a, b), two, "where",
        constants="%p = amp.constant dense<[true, false, true]> : tensor<3xi1>",
        extra=[(0, "%p", "tensor<3xi1>")])
    return recorder.cases


def main():
    torch.manual_seed(0)
    torch.use_deterministic_algorithms(True)
    return recording.main(__doc__, lambda: recording.dump_cases(torch.__version__, record()))


if __name__ == "__main__":
    sys.exit(main())
