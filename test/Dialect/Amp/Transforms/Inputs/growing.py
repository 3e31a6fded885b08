#!/usr/bin/env python3
#===- growing.py - Short graphs that ask for many ops ---------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Prints a graph:  growing.py calls|chain|orders|grids COUNT"""

import sys

TYPE = "tensor<4xf32>"


def functions(count, calls):
    """Functions that call the one before them so many times."""
    text = (f"func.func private @f0(%0: {TYPE}) -> {TYPE} {{\n"
            f"  %1 = amp.exp %0 : ({TYPE}) -> {TYPE}\n  return %1 : {TYPE}\n}}\n")
    for i in range(1, count + 1):
        name = "@main" if i == count else f"private @f{i}"
        text += f"func.func {name}(%0: {TYPE}) -> {TYPE} {{\n"
        for call in range(calls):
            text += f"  %{call + 1} = func.call @f{i - 1}(%{call}) : ({TYPE}) -> {TYPE}\n"
        text += f"  return %{calls} : {TYPE}\n}}\n"
    return text


def orders(count):
    """The derivative of so high an order."""
    text = ("func.func @main(%x: tensor<f32>) -> tensor<f32> {\n"
            "  %0 = amp.sigmoid %x : (tensor<f32>) -> tensor<f32>\n")
    for i in range(count):
        text += (f"  %{i + 1} = amp.backward %{i} wrt(%x) : (tensor<f32>, tensor<f32>)"
                 " -> (tensor<f32>)\n")
    return text + f"  return %{count} : tensor<f32>\n}}\n"


def grids(count):
    """So many images that are sampled, each by hundreds of ops."""
    image, grid = "tensor<1x1x4x4xf32>", "tensor<1x4x4x2xf32>"
    text = f"func.func @main(%0: {image}, %g: {grid}) -> {image} {{\n"
    for i in range(count):
        text += (f"  %{i + 1} = amp.grid_sampler %{i}, %g {{interpolation_mode = \"bicubic\", "
                 f"padding_mode = \"reflection\"}} : ({image}, {grid}) -> {image}\n")
    return text + f"  return %{count} : {image}\n}}\n"


if __name__ == "__main__":
    count = int(sys.argv[2])
    print({"calls": lambda: functions(count, 2), "chain": lambda: functions(count, 1),
           "orders": lambda: orders(count), "grids": lambda: grids(count)}[sys.argv[1]]())
