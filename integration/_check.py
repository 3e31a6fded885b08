#===- _check.py - Runs amp-check on texts that say what they expect --------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Graphs with expectations beside their ops, and what amp-check says of them.

What fails is told by its location, so the text gives ops names: `loc("c12")`, or
`loc("c12: first gradient")` for one of several expectations in function c12."""

import dataclasses
import math
import os
import re
import struct
import subprocess

from _common import Failure, expect
from cuda_toolkit import find_cuda_toolkit


@dataclasses.dataclass
class Outcome:
    passed: set      # Functions in which all is as stated.
    errors: list     # (name of the location, message)
    elsewhere: list  # Errors at a place without a name.


def use_amp_check(suite):
    suite.tool = os.path.join(os.path.dirname(suite.tool), "amp-check")


def run_check(suite, text, *arguments, limit=300):
    """Runs amp-check on a text."""
    shown = f"amp-check {' '.join(arguments)}".strip()
    try:
        done = subprocess.run([suite.tool, "-", *arguments], input=text, capture_output=True,
                              text=True, timeout=limit, env=suite.environment)
    except subprocess.TimeoutExpired:
        raise Failure(f"{shown} still ran after {limit} s") from None
    expect(done.returncode in (0, 1),
           f"{shown} ended with {done.returncode}: {done.stderr[-300:]}")
    errors = re.findall(r'error: loc\("([^"]+)"\): (.*)$', done.stderr, re.M)
    elsewhere = [line for line in done.stderr.splitlines()
                 if "error:" in line and 'error: loc("' not in line]
    expect(done.returncode or not errors + elsewhere, f"{shown} has errors and ended with 0")
    return Outcome(set(re.findall(r"^ok (\w+):", done.stdout, re.M)), errors, elsewhere)


def run_values(suite, text, limit=600):
    """Runs the functions of a text on the suite's device."""
    arguments = [f"--device={suite.device}"]
    if suite.device.startswith("cuda") and (toolkit := find_cuda_toolkit("nvvm")):
        arguments.append(f"--options=cuda-toolkit={toolkit}")
    return run_check(suite, text, *arguments, limit=limit)


def judge(outcome, function):
    """Fails unless all is as a function states."""
    said = [f"{place.removeprefix(f'{function}: ')}: {message}"
            for place, message in outcome.errors
            if place == function or place.startswith(f"{function}: ")]
    expect(not said, "; ".join(said))
    expect(function in outcome.passed, "not checked; elsewhere: " +
           "; ".join(outcome.elsewhere)[:300])


#===------------------------------------------------------------------------===#
# Text
#===------------------------------------------------------------------------===#

FORMATS = {"f64": "d", "i64": "q"}


def tensor_type(shape, element="f64"):
    return f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"


def dense(values, shape, element="f64"):
    """An attribute, by its bits: NaN and infinities, too."""
    bits = struct.pack(f"<{len(values)}{FORMATS[element]}", *values).hex().upper()
    return f'dense<"0x{bits}"> : {tensor_type(shape, element)}'


def close(value, tensor, tolerance, place):
    """The line that states a value: off by `tolerance` of its largest finite element."""
    bound = tolerance * max(filter(math.isfinite, map(abs, tensor["values"])), default=0)
    return (f"check.close {value}, {dense(tensor['values'], tensor['shape'])} "
            f'atol({bound:.17e}) loc("{place}")')


def backward(name, loss, wrt):
    """The line of the gradients of a loss by (value, shape) pairs."""
    types = ", ".join(tensor_type(shape) for _, shape in wrt)
    return (f"{name}:{len(wrt)} = amp.backward {loss} wrt({', '.join(value for value, _ in wrt)})"
            f" : (tensor<f64>, {types}) -> ({types})")


def total(value, weight, shape):
    """The lines of sum(value weight), which becomes %<value>_s."""
    name, type = value.replace("#", "_"), tensor_type(shape)
    return [f"{name}_p = amp.mul {value}, {weight} : ({type}, {type}) -> {type}",
            f"{name}_s = amp.sum {name}_p : ({type}) -> tensor<f64>"], f"{name}_s"


def function(name, lines):
    body = "".join(f"  {line}\n" for line in lines)
    return f'func.func @{name}() {{\n{body}  return\n}} loc("{name}")\n'
