#!/usr/bin/env python3
#===- generate.py - Writes the graph of the classic AMP recipe -------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Prints the training graph of the classic AMP recipe.

Linear layers with ReLU between (none after the last), the mean squared error
against a target, and SGD. The first values are those of `torch.nn.Linear`:
weights kaiming_uniform with slope sqrt(5), which is uniform in +-1/sqrt(fan_in),
and biases uniform in the same range. The batch is `?`, so that amp-run's
--batch-size chooses it.

`recipe.mlir` beside this file is what it prints without arguments.
"""

import argparse
import math
import sys

# Wider or deeper graphs are refused by amp-run for their size, or by the reader's
# patience; the bounds keep a slip of the finger from writing gigabytes.
MAX_LAYERS = 1000
MAX_WIDTH = 1 << 20


def layer_widths(layers, width_in, width, width_out):
    """Inputs of the first layer, then the outputs of each."""
    return [width_in] + [width] * (layers - 1) + [width_out]


def tensor(*sizes):
    return "tensor<" + "".join(f"{size}x" for size in sizes) + "f32>"


def generate(layers=3, width_in=4096, width=4096, width_out=4096, lr=0.001):
    """The graph as a list of lines."""
    widths = layer_widths(layers, width_in, width, width_out)
    shapes = list(zip(widths[1:], widths))  # (outputs, inputs) of each layer
    numbers = range(1, layers + 1)
    parameters = [f"fc{i}.{part}" for i in numbers for part in ("weight", "bias")]
    types = [text for n, k in shapes for text in (tensor(n, k), tensor(n))]
    values = [f"%{part}{i}" for i in numbers for part in "wb"]

    lines = [
        f"// The classic AMP recipe: {layers} linear layer{'s' if layers > 1 else ''}, "
        f"widths {' -> '.join(map(str, widths))}, with ReLU",
        "// between, mean squared error, SGD. Written by generate.py.",
        "",
    ]
    for i, (n, k) in zip(numbers, shapes):
        bound = f"{1 / math.sqrt(k):.9g}"
        if "." not in bound and "e" not in bound:
            bound += ".0"
        lines += [
            f"amp.variable parameter @fc{i}.weight : {tensor(n, k)} = #amp.init<kaiming_uniform>",
            f"amp.variable parameter @fc{i}.bias : {tensor(n)} = #amp.init<uniform(-{bound}, {bound})>",
        ]
    lines += [
        "",
        "amp.optimizer sgd @sgd",
        "  [" + ",\n   ".join(f"@{name}" for name in parameters) + "]",
        f"  {{lr = {lr!r} : f64}}",
        "",
        f"func.func @train(%x: {tensor('?', width_in)} {{amp.name = \"x\"}},",
        f"                 %y: {tensor('?', width_out)} {{amp.name = \"y\"}})",
        "    -> (tensor<f32> {amp.name = \"loss\", amp.reduction = \"mean\"}) {",
    ]
    for value, name, text in zip(values, parameters, types):
        lines.append(f"  {value} = amp.read @{name} : {text}")
    lines.append("")
    previous = "%x"
    for i, (n, k) in zip(numbers, shapes):
        lines.append(f"  %h{i} = amp.linear {previous}, %w{i}, %b{i} "
                     f": ({tensor('?', k)}, {tensor(n, k)}, {tensor(n)}) -> {tensor('?', n)}")
        previous = f"%h{i}"
        if i < layers:
            lines.append(f"  %a{i} = amp.relu %h{i} : ({tensor('?', n)}) -> {tensor('?', n)}")
            previous = f"%a{i}"
    out = tensor("?", width_out)
    lines += [
        f"  %loss = amp.mse_loss {previous}, %y : ({out}, {out}) -> tensor<f32>",
        "",
        f"  %g:{len(values)} = amp.backward %loss wrt({', '.join(values)})",
        f"    : (tensor<f32>, {', '.join(types)})",
        f"    -> ({', '.join(types)})",
        f"  amp.step @sgd({', '.join(f'%g#{i}' for i in range(len(values)))})",
        f"    : {', '.join(types)}",
        "  return %loss : tensor<f32>",
        "}",
    ]
    return lines


def parse_arguments(argv):
    def whole(most):
        def parse(text):
            try:
                value = int(text)
            except ValueError:
                value = 0
            if not 1 <= value <= most:
                raise argparse.ArgumentTypeError(
                    f"found '{text}', expected a whole number from 1 to {most}")
            return value
        return parse

    def rate(text):
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not (value >= 0 and math.isfinite(value)):
            raise argparse.ArgumentTypeError(f"found '{text}', expected a number from 0")
        return value

    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--layers", type=whole(MAX_LAYERS), default=3, metavar="N",
                        help="linear layers (default: 3)")
    for name, what in (("width-in", "inputs of the first layer"),
                       ("width", "outputs of the layers between"),
                       ("width-out", "outputs of the last layer")):
        parser.add_argument("--" + name, type=whole(MAX_WIDTH), default=4096, metavar="N",
                            help=f"{what} (default: 4096)")
    parser.add_argument("--lr", type=rate, default=0.001, metavar="X",
                        help="learning rate (default: 0.001)")
    return parser.parse_args(argv)


def main(argv=None):
    options = parse_arguments(argv)
    lines = generate(options.layers, options.width_in, options.width, options.width_out,
                     options.lr)
    try:
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()
    except OSError as error:
        print(f"generate.py: cannot write the graph: {error.strerror}", file=sys.stderr)
        return 5
    return 0


if __name__ == "__main__":
    sys.exit(main())
