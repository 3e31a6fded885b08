#===- families.py - Graphs of single ops, and PyTorch's functions ----------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Families of kernels: what amp compiles, what PyTorch calls for the same, and how many
bytes have to move.

A family is one op, or a few that belong in one kernel. `kernels.py` measures them, and
`integration/accuracy.py` compares their errors.
"""

import math
import typing

SIZES = {"f32": 4, "bf16": 2, "f16": 2}


class Operand(typing.NamedTuple):
    shape: tuple
    kind: str = "normal"  # normal, positive, zeros, or `below N` for indices.
    element: str = ""     # The type that is measured, unless given.

    def init(self):
        """How a variable starts."""
        return {"normal": "normal(0.0, 1.0)", "positive": "uniform(0.5, 1.5)",
                "zeros": "zeros"}[self.kind]

    def bound(self):
        """Of indices; None of numbers."""
        return int(self.kind.removeprefix("below ")) if self.kind.startswith("below ") else None


class Family(typing.NamedTuple):
    name: str
    # What a shape is: rows x columns, images, a flat array, or an embedding's table.
    form: str
    # Shape to operands by name.
    operands: typing.Callable
    # Function in the making, values by name and shape to results, the first of which has a
    # gradient.
    build: typing.Callable
    # torch, tensors by name and shape to the same results.
    torch: typing.Callable
    # Shape and bytes of an element to the bytes that the forward and the backward pass move:
    # each operand is read once, or twice where a result needs all of it first and it does not
    # fit in a cache; each result is written once. Small operands do not count.
    bytes: typing.Callable
    # Operands with a gradient; without any there is no backward pass.
    wrt: tuple = ()
    types: tuple = ("f32", "bf16", "f16")
    # What a graph declares before its functions: an optimizer, a scaler.
    declare: typing.Callable = None
    # Runs in PyTorch without gradients, in place.
    in_place: bool = False


def count(shape):
    return math.prod(shape)


def passes(forward, backward=0):
    """Bytes as multiples of the array that a shape is."""
    return lambda shape, size: (forward * count(shape) * size, backward * count(shape) * size)


def same(*names, **more):
    """Operands of the shape itself, and others."""
    def operands(shape):
        return {**{name: Operand(shape) for name in names},
                **{name: make(shape) for name, make in more.items()}}
    return operands


def last(kind):
    return lambda shape: Operand(shape[-1:], kind)


def channels(kind):
    return lambda shape: Operand(shape[1:2], kind)


def weighted(f, name, v, **attributes):
    return f.op(name, v["x"], keywords={"weight": v["w"], "bias": v["b"]}, **attributes)


def build_residual(f, v, shape):
    total = f.op("add", v["x"], v["r"])
    return [f.op("layer_norm", total, keywords={"weight": v["w"], "bias": v["b"]},
                 normalized_shape=shape[-1:]), total]


def torch_residual(torch, t, shape):
    total = t["x"] + t["r"]
    return [torch.nn.functional.layer_norm(total, shape[-1:], t["w"], t["b"]), total]


def build_dropout(f, v, shape):
    state = f.graph.random_state("rng")
    y, after = f.op("dropout", v["x"], f.read(state), p=0.1)
    f.assign(state, after)
    return [y]


def build_unscaled(f, v, shape):
    value, type = v["g"].__class__, v["g"].type.__class__
    unscaled, found = value("%unscaled", v["g"].type), value("%found", type("i1", ()))
    f._define([unscaled, found], f"amp.unscale @scaler({v['g'].name})", [v["g"]])
    return f.clip_grad_norm([unscaled], 1.0)


def torch_unscaled(torch, t, shape):
    # What GradScaler.unscale_ calls.
    torch._amp_foreach_non_finite_check_and_unscale_([t["g"]], torch.zeros(1), torch.ones(1))
    return torch_clipped(torch, t, shape)


def torch_clipped(torch, t, shape):
    t["w"].grad = t["g"]
    torch.nn.utils.clip_grad_norm_([t["w"]], 1.0)
    return [t["g"]]


def stepping(kind, make):
    """An optimizer's step."""
    def build(f, v, shape):
        f.step("optimizer", [v["g"]])
        return []

    def run(torch, t, shape):
        if "optimizer" not in t:
            t["w"].grad = t["g"]
            t["optimizer"] = make(torch, [t["w"]])
        t["optimizer"].step()
        return [t["w"]]

    def declare(graph, variables):
        settings = {"momentum": 0.9} if kind == "momentum" else {}
        graph.optimizer("sgd" if kind == "momentum" else kind, "optimizer", [variables["w"]],
                        lr=1e-3, **settings)
    return {"build": build, "torch": run, "declare": declare, "types": ("f32",),
            "in_place": True}


def embedding_bytes(shape, size):
    rows, width, tokens = shape
    # Rows are read and written; of the gradient all is written, and what came is read.
    return 2 * tokens * width * size, (tokens + rows) * width * size


def embedding_operands(shape):
    rows, width, tokens = shape
    return {"w": Operand((rows, width)), "i": Operand((tokens,), f"below {rows}", "i64")}


def scatter_operands(shape):
    rows, width, tokens = shape
    return {"x": Operand((tokens, width)), "i": Operand((tokens,), f"below {rows}", "i64")}


def make_families():
    def fn(name):
        """A function of torch.nn.functional of the first operand."""
        return lambda call: lambda torch, t, shape: [call(getattr(torch.nn.functional, name), t,
                                                          shape)]

    weights = {"w": last("positive"), "b": last("normal")}
    per_channel = {"w": channels("positive"), "b": channels("normal")}
    affine = ("x", "w", "b")
    return [
        Family("chain", "flat", same("x", "z"),
               lambda f, v, s: [f.op("mul", f.op("mul", v["x"], f.op("sigmoid", v["x"])),
                                     v["z"])],
               lambda torch, t, s: [t["x"] * torch.sigmoid(t["x"]) * t["z"]],
               passes(3, 5), ("x", "z")),
        Family("gelu", "flat", same("x"), lambda f, v, s: [f.op("gelu", v["x"])],
               fn("gelu")(lambda call, t, s: call(t["x"])), passes(2, 3), ("x",)),
        Family("cast", "flat", lambda s: {"x": Operand(s, "normal", "f32")},
               lambda f, v, s: [f.cast(v["x"], f.element)],
               lambda torch, t, s: [t["x"].to(t["type"])],
               lambda s, size: (count(s) * (4 + size), 0), types=("bf16", "f16")),
        Family("dropout", "flat", same("x"), build_dropout,
               fn("dropout")(lambda call, t, s: call(t["x"], 0.1, True)), passes(2, 2), ("x",)),
        Family("transpose", "rows", same("x"),
               lambda f, v, s: [f.op("transpose", v["x"], permutation=(1, 0))],
               lambda torch, t, s: [t["x"].t().contiguous()], passes(2)),
        Family("softmax", "rows", same("x"), lambda f, v, s: [f.op("softmax", v["x"], dim=1)],
               fn("softmax")(lambda call, t, s: call(t["x"], 1)), passes(2, 3), ("x",)),
        Family("log_softmax", "rows", same("x"),
               lambda f, v, s: [f.op("log_softmax", v["x"], dim=1)],
               fn("log_softmax")(lambda call, t, s: call(t["x"], 1)), passes(2, 3), ("x",)),
        Family("cross_entropy", "rows",
               same("x", t=lambda s: Operand(s[:1], f"below {s[1]}", "i64")),
               lambda f, v, s: [f.op("cross_entropy", v["x"], v["t"])],
               fn("cross_entropy")(lambda call, t, s: call(t["x"], t["t"])), passes(1, 2),
               ("x",)),
        Family("layer_norm", "rows", same("x", **weights),
               lambda f, v, s: [weighted(f, "layer_norm", v, normalized_shape=s[-1:])],
               fn("layer_norm")(lambda call, t, s: call(t["x"], s[-1:], t["w"], t["b"])),
               passes(2, 3), affine),
        Family("rms_norm", "rows", same("x", w=last("positive")),
               lambda f, v, s: [f.op("rms_norm", v["x"], v["w"], normalized_shape=s[-1:],
                                     eps=1e-5)],
               fn("rms_norm")(lambda call, t, s: call(t["x"], s[-1:], t["w"], 1e-5)),
               passes(2, 3), ("x", "w")),
        Family("residual_norm", "rows", same("x", "r", **weights), build_residual,
               torch_residual, passes(4, 3), affine),
        Family("batch_norm", "images", same("x", **per_channel),
               lambda f, v, s: [weighted(f, "batch_norm", v, training=True)],
               fn("batch_norm")(lambda call, t, s: call(t["x"], None, None, t["w"], t["b"],
                                                        True)),
               passes(3, 5), affine),
        Family("group_norm", "images", same("x", **per_channel),
               lambda f, v, s: [weighted(f, "group_norm", v, num_groups=s[1] // 8)],
               fn("group_norm")(lambda call, t, s: call(t["x"], s[1] // 8, t["w"], t["b"])),
               passes(2, 3), affine),
        Family("instance_norm", "images", same("x", **per_channel),
               lambda f, v, s: [weighted(f, "instance_norm", v)],
               fn("instance_norm")(lambda call, t, s: call(t["x"], None, None, t["w"], t["b"])),
               passes(2, 3), affine),
        Family("bias", "rows", same("x", b=last("normal")),
               lambda f, v, s: [f.op("add", v["x"], v["b"])],
               lambda torch, t, s: [t["x"] + t["b"]], passes(2, 1), ("b",)),
        Family("channel_bias", "images", same("x", b=lambda s: Operand((s[1], 1, 1))),
               lambda f, v, s: [f.op("add", v["x"], v["b"])],
               lambda torch, t, s: [t["x"] + t["b"]], passes(2, 1), ("b",)),
        Family("sum", "flat", same("x"), lambda f, v, s: [f.op("sum", v["x"])],
               lambda torch, t, s: [t["x"].sum()], passes(1)),
        Family("row_sum", "rows", same("x"), lambda f, v, s: [f.op("sum", v["x"], dims=(1,))],
               lambda torch, t, s: [t["x"].sum(1)], passes(1)),
        Family("column_sum", "rows", same("x"),
               lambda f, v, s: [f.op("sum", v["x"], dims=(0,))],
               lambda torch, t, s: [t["x"].sum(0)], passes(1)),
        Family("argmax", "rows", same("x"), lambda f, v, s: [f.op("argmax", v["x"], dim=1)],
               lambda torch, t, s: [t["x"].argmax(1)], passes(1)),
        Family("embedding", "table", embedding_operands,
               lambda f, v, s: [f.op("embedding", v["w"], v["i"])],
               fn("embedding")(lambda call, t, s: call(t["i"], t["w"])), embedding_bytes,
               ("w",)),
        Family("sgd", "flat", same("w", "g"), bytes=passes(3),
               **stepping("sgd", lambda torch, p: torch.optim.SGD(p, 1e-3, fused=True))),
        Family("momentum", "flat", same("w", "g"), bytes=passes(5),
               **stepping("momentum", lambda torch, p: torch.optim.SGD(p, 1e-3, 0.9,
                                                                       fused=True))),
        Family("adamw", "flat", same("w", "g"), bytes=passes(7),
               **stepping("adamw", lambda torch, p: torch.optim.AdamW(p, 1e-3, fused=True))),
        Family("clip_norm", "flat", same("g", "w"),
               lambda f, v, s: f.clip_grad_norm([v["g"]], 1.0), torch_clipped, passes(3),
               types=("f32",), in_place=True),
        Family("unscale_clip_norm", "flat", same("g", "w"), build_unscaled, torch_unscaled,
               passes(3), types=("f32",),
               declare=lambda graph, variables: graph.grad_scaler("scaler", init_scale=1.0),
               in_place=True),
    ]


FAMILIES = {family.name: family for family in make_families()}

# By form and class: what fits in the second-level caches, and what is beyond the last one,
# where rows, or what is summed, are of usual length, long, or short.
SHAPES = {
    "flat": {"cache": (65536,), "memory": (1 << 24,)},
    "rows": {"cache": (64, 1024), "memory": (8192, 2048), "long": (16, 1 << 20),
             "short": (1 << 20, 16)},
    "images": {"cache": (4, 16, 32, 32), "memory": (64, 64, 64, 64), "long": (4, 16, 512, 512),
               "short": (4096, 256, 4, 4)},
    # Rows, their width, and how many are looked up.
    "table": {"cache": (1000, 64, 512), "memory": (50257, 256, 65536),
              "long": (50257, 256, 512), "short": (1 << 20, 16, 1 << 19)},
}
# So few elements that a test runs them all.
SMALL = {"flat": (96,), "rows": (6, 16), "images": (2, 16, 3, 4), "table": (10, 4, 12)}


def make_graph(graph_module, family, shape, element, backward):
    """The graph of a family's forward pass, or of both; and the operands that are arguments,
    which are the indices. All others are variables, as is what is computed."""
    graph = graph_module.Graph()
    operands = family.operands(shape)
    types = {name: graph_module.tensor(operand.element or element, *operand.shape)
             for name, operand in operands.items()}
    indices = {name: types[name] for name, operand in operands.items()
               if operand.bound() is not None}
    variables = {}
    for name, operand in operands.items():
        if name not in indices:
            role = "parameter" if family.declare and name == "w" else "buffer"
            variables[name] = graph.variable(name, types[name], operand.init(), role)
    if family.declare:
        family.declare(graph, variables)

    with graph.function("run", indices) as f:
        f.element = element

        def keep(name, value):
            f.assign(graph.variable(name, value.type, "zeros", "buffer"), value)

        values = {**{name: f.read(variable) for name, variable in variables.items()
                     if not (family.declare and name == "w")}, **f.arguments}
        results = family.build(f, values, shape)
        for i, result in enumerate(results):
            keep(f"result{i}", result)
        if backward:
            loss = results[0]
            if loss.type.shape:
                seed = graph.variable("dy", loss.type, "normal(0.0, 1.0)", "buffer")
                loss = f.op("sum", f.op("mul", loss, f.read(seed)))
            gradients = f.backward(loss, [values[name] for name in family.wrt])
            for name, gradient in zip(family.wrt, gradients):
                keep(f"d_{name}", gradient)
    return graph, {name: operands[name] for name in indices}
