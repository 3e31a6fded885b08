#!/usr/bin/env python3
#===- record.py - Records programs of other compilers ----------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Records programs as other compilers write them, for the tests of foreign dialects.

  record.py --output DIR   regenerate the files
  record.py --check DIR    compare, exit 1 if any differs

  jax-*.mlir         StableHLO in generic form, of jax.jit: steps with value_and_grad
  iree-*.mlir        the same step as linalg, as IREE reads it; its `util.func` is
                     written as `func.func`
  torch-*-KIND.mlir  a network of PyTorch, of torch-mlir: linalg, tosa, and the torch
                     dialect in generic form

Locations are reduced to the names that the producer gave. Needs the versions in VERSIONS,
from PyPI; nothing else of this project does.
"""

import argparse
import importlib.metadata
import os
import re
import sys

VERSIONS = {"jax": "0.10.2", "jaxlib": "0.10.2", "iree-base-compiler": "3.13.0",
            "torch": "2.15.0", "torch-mlir": "20261001"}


def check_versions():
    for name, wanted in VERSIONS.items():
        try:
            found = importlib.metadata.version(name).split("+")[0]
        except importlib.metadata.PackageNotFoundError:
            found = "none"
        if found != wanted:
            sys.exit(f"{name} {wanted} is needed, found {found}: pip install {name}=={wanted}")


def reduce_locations(text):
    """Each `loc(...)` of `text` as the first name in it, or gone."""
    parts, at = [], 0
    while (start := text.find(" loc(", at)) >= 0:
        parts.append(text[at:start])
        depth, i, quoted = 0, start + 4, False
        while True:
            if text[i] == '"':
                quoted = not quoted
            elif not quoted:
                depth += (text[i] == "(") - (text[i] == ")")
            i += 1
            if depth == 0:
                break
        name = re.match(r' loc\((?:callsite\()?"([^"]*)"\(', text[start:i])
        if name:
            parts.append(f' loc("{name[1]}")')
        at = i
    return "".join(parts) + text[at:]


# ===-- JAX ---------------------------------------------------------------------===#

def make_values(shapes):
    """A dictionary of arrays; what is in them is not recorded."""
    import jax.numpy as jnp
    return {name: jnp.ones(shape, jnp.float32) for name, shape in shapes.items()}


MLP = {"b1": (16,), "b2": (4,), "w1": (8, 16), "w2": (16, 4)}


def mlp_loss(params, x, target):
    import jax
    import jax.numpy as jnp
    hidden = jax.nn.relu(x @ params["w1"] + params["b1"])
    logits = hidden @ params["w2"] + params["b2"]
    with jax.named_scope("loss"):
        return -jnp.sum(jax.nn.log_softmax(logits) * target) / len(x)


def mlp():
    """The loss and its gradients."""
    import jax
    return jax.value_and_grad(mlp_loss), (
        make_values(MLP), *make_values({"x": (32, 8), "target": (32, 4)}).values())


def sgd():
    """A whole step: the gradients, named so, and SGD with momentum."""
    import jax

    def step(params, momentum, x, target):
        loss, gradients = jax.value_and_grad(mlp_loss)(params, x, target)
        with jax.named_scope("gradients"):
            gradients = jax.tree.map(lambda g: g * 1.0, gradients)
        momentum = jax.tree.map(lambda m, g: 0.9 * m + g, momentum, gradients)
        params = jax.tree.map(lambda p, m: p - 0.01 * m, params, momentum)
        return params, momentum, loss
    return step, (make_values(MLP), make_values(MLP),
                  *make_values({"x": (32, 8), "target": (32, 4)}).values())


def conv():
    """Windows: convolutions and a maximum, with what JAX makes their gradients."""
    import jax
    import jax.numpy as jnp

    def loss(params, x, target):
        h = jax.lax.conv_general_dilated(x, params["w1"], (1, 1), "SAME",
                                         dimension_numbers=("NHWC", "HWIO", "NHWC"))
        h = jax.nn.relu(h + params["b1"])
        h = jax.lax.reduce_window(h, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1),
                                  "VALID")
        logits = h.reshape(len(x), -1) @ params["w2"]
        with jax.named_scope("loss"):
            return jnp.mean((logits - target) ** 2)
    return jax.value_and_grad(loss), (
        make_values({"b1": (8,), "w1": (3, 3, 3, 8), "w2": (128, 4)}),
        *make_values({"x": (4, 8, 8, 3), "target": (4, 4)}).values())


def scan():
    """Loops: a recurrent network, forward and backward."""
    import jax
    import jax.numpy as jnp

    def loss(params, xs, target):
        def cell(h, x):
            h = jnp.tanh(x @ params["w"] + h @ params["u"])
            return h, h @ params["v"]
        _, outputs = jax.lax.scan(cell, jnp.zeros((xs.shape[1], 16)), xs)
        with jax.named_scope("loss"):
            return jnp.mean((outputs - target) ** 2)
    return jax.value_and_grad(loss), (
        make_values({"u": (16, 16), "v": (16, 4), "w": (8, 16)}),
        *make_values({"xs": (5, 4, 8), "target": (5, 4, 4)}).values())


def branch():
    """What chooses: a table, a branch, a loop that ends by its values, an order."""
    import jax
    import jax.numpy as jnp

    def loss(params, tokens, flag):
        h = params["table"][tokens]
        h = jax.lax.cond(flag, lambda h: h @ params["w"], lambda h: h * 0.5, h)
        top = jnp.sort(h, axis=-1)[:, -4:]
        return jnp.sum(top ** 2)

    def step(params, tokens, flag):
        value, gradients = jax.value_and_grad(loss)(params, tokens, flag)
        halved = jax.lax.while_loop(lambda v: v > 1.0, lambda v: v * 0.5, value)
        return halved, jnp.argmax(params["table"] @ params["w"], axis=-1), gradients
    return step, (make_values({"table": (32, 16), "w": (16, 16)}),
                  jnp.zeros((8,), jnp.int32), jnp.array(True))


def record_jax(make):
    import jax
    function, arguments = make()
    module = jax.jit(function).lower(*arguments).compiler_ir("stablehlo")
    return reduce_locations(module.operation.get_asm(
        print_generic_op_form=True, enable_debug_info=True, use_local_scope=True,
        large_elements_limit=1 << 20)) + "\n"


# ===-- IREE --------------------------------------------------------------------===#

def record_iree(make):
    import iree.compiler.tools
    import jax
    function, arguments = make()
    text = str(jax.jit(function).lower(*arguments).compiler_ir("stablehlo"))
    text = iree.compiler.tools.compile_str(
        text, input_type="stablehlo", target_backends=["llvm-cpu"],
        extra_args=["--compile-to=input"]).decode()
    return re.sub(r"\butil\.(func|call|return)\b", r"func.\1", text)


# ===-- torch-mlir --------------------------------------------------------------===#

def record_torch(kind):
    import torch
    from torch import nn
    from torch_mlir import fx

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv = nn.Conv2d(1, 4, 3, padding=1)
            self.norm = nn.LayerNorm(64)
            self.head = nn.Linear(64, 10)

        def forward(self, x):
            h = nn.functional.max_pool2d(torch.relu(self.conv(x)), 2)
            return nn.functional.log_softmax(self.head(self.norm(h.flatten(1))), -1)

    torch.manual_seed(20260501)
    net = Net()
    # Numbers that text holds in few digits.
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.copy_((parameter * 64).round() / 64)
    module = fx.export_and_import(net, torch.ones(2, 1, 8, 8), output_type=kind,
                                  func_name="forward")
    return module.operation.get_asm(print_generic_op_form=kind == "torch",
                                    large_elements_limit=1 << 20) + "\n"


def record():
    """File names and their texts."""
    files = {f"jax-{make.__name__}.mlir": record_jax(make)
             for make in (mlp, sgd, conv, scan, branch)}
    files["iree-mlp.mlir"] = record_iree(mlp)
    for name, kind in (("linalg", "linalg-on-tensors"), ("tosa", "tosa"), ("torch", "torch")):
        files[f"torch-net-{name}.mlir"] = record_torch(kind)
    producers = {"jax": "jax", "iree": "iree-base-compiler", "torch": "torch-mlir"}
    for file in files:
        package = producers[file.split("-")[0]]
        files[file] = (f"// Recorded by record.py from {package} {VERSIONS[package]}.\n"
                       + files[file])
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--output", metavar="DIR", help="write the files")
    action.add_argument("--check", metavar="DIR", help="compare with the files")
    options = parser.parse_args()
    check_versions()
    differs = 0
    for file, text in record().items():
        path = os.path.join(options.output or options.check, file)
        if options.output:
            with open(path, "w", encoding="utf-8") as out:
                out.write(text)
            continue
        with open(path, encoding="utf-8") as known:
            if known.read() != text:
                print(f"{path} differs from what its producer writes")
                differs = 1
    return differs


if __name__ == "__main__":
    sys.exit(main())
