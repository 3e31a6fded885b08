#!/usr/bin/env python3
#===- onnx_coverage.py - How much of ONNX is imported, runs and agrees -----===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Converts, compiles and runs the backend tests of the onnx package, one for each form of an
op, and its nine light models, and compares what they give with what the tests say, within the
tests' own tolerances. Writes docs/OnnxCoverage.md:

    PYTHONPATH=build/python python utils/onnx_coverage.py --write

Tests whose inputs or results have types that graphs do not have are counted, and not run.
Inputs that an op needs as numbers, such as a shape, are given to the converter, as --set does.
"""

import argparse
import collections
import os
import re
import sys
import time
import warnings

import ml_dtypes  # noqa: F401  bf16 for NumPy.
import numpy as np
import onnx
import onnx.numpy_helper

import amp
import amp.onnx

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "docs", "OnnxCoverage.md")
# What is drawn depends on the generator, which ONNX leaves open.
RANDOM = re.compile(r"test_(bernoulli|training_dropout)")
# bf16: two units in the last place, as the onnx package's own runner has it.
BF16_TOLERANCE = 2.0 ** -6


def as_array(value):
    return onnx.numpy_helper.to_array(value) if isinstance(value, onnx.TensorProto) else value


def real_inputs(model):
    """Those that are no initializers, which elder models have among them."""
    given = {tensor.name for tensor in model.graph.initializer}
    return [value for value in model.graph.input if value.name not in given]


def is_held(model):
    """Whether graphs have the types of a model's inputs and results."""
    types = amp.onnx.ELEMENT_TYPES
    return all(value.type.WhichOneof("value") == "tensor_type" and
               value.type.tensor_type.elem_type in types
               for value in (*model.graph.input, *model.graph.output))


def convert(model, arrays):
    """The graph, and the inputs that are numbers in it."""
    numbers = {}
    while True:
        try:
            return amp.onnx.convert(model, numbers=numbers), numbers
        except amp.onnx.NeedsNumbers as error:
            wanted = [name for name in error.inputs if name not in numbers]
            if not wanted:
                raise
            numbers.update((name, arrays[name]) for name in wanted)


def compare(name, found, wanted, rtol, atol):
    if found.shape != wanted.shape or found.dtype != wanted.dtype:
        raise AssertionError(f"'{name}' is {found.dtype}{list(found.shape)}, expected "
                             f"{wanted.dtype}{list(wanted.shape)}")
    if found.dtype.name == "bfloat16":
        found, wanted = found.astype(np.float32), wanted.astype(np.float32)
        rtol = max(rtol, BF16_TOLERANCE)
    close = np.isclose(found, wanted, rtol=rtol, atol=atol, equal_nan=True) \
        if found.dtype.kind == "f" else found == wanted
    if not np.all(close):
        raise AssertionError(f"{np.size(close) - np.count_nonzero(close)} of {np.size(close)} "
                             f"elements of '{name}' differ")


def run_case(case):
    """The inputs that were numbers, of one test."""
    model = case.model
    numbers = {}
    for inputs, outputs in case.data_sets:
        arrays = {value.name: as_array(each)
                  for value, each in zip(real_inputs(model), inputs)}
        graph, numbers = convert(model, arrays)
        session = amp.compile(graph, device="cpu", cache_dir=None, threads=1)
        session.bind({port.name: arrays[port.name]
                      for port in session.entries["predict"].arguments}, entry="predict")
        session.run(1, entry="predict")
        found = session.results("predict")
        for value, wanted in zip(model.graph.output, outputs):
            wanted, array = np.asarray(as_array(wanted)), found[value.name]
            # A scalar is a number of Python.
            array = np.asarray(array, None if np.ndim(array) else wanted.dtype)
            compare(value.name, array, wanted, case.rtol, case.atol)
    return numbers


def reason_of(error):
    """Why a test does not agree, without what is only this test's."""
    text = str(error).splitlines()[0] if str(error) else type(error).__name__
    found = re.search(r"nodes that graphs do not have: (.*)", text)
    if found:
        return "; ".join(re.sub(r"^\d+ ", "", each) for each in found[1].split("; "))
    found = re.match(r"node '.*?' \((.*?)\): (.*)", text)
    if found:
        return f"{found[1]}: " + re.sub(r"'[^']*'", "…", found[2])
    found = re.search(r"'(amp\.\w+)' op has no kernels", text)
    if found:
        return f"{found[1]} has no kernels yet"
    return re.sub(r"'[^']*'", "…", text)


def op_of(case):
    """The op that a test is of: tests of what an op is made of are of several."""
    name = re.sub(r"_expanded.*", "", case.name)
    by_name.setdefault(name, case.model.graph.node[0].op_type)
    return by_name[name]


by_name = {}


class Light:
    """A light model: a network whose weights are made of constants."""

    def __init__(self, path):
        self.name = os.path.basename(path)[len("light_"):-len(".onnx")]
        self.model = onnx.load(path)
        # The one input that is no initializer is the image, as the package's runner makes it.
        image, = real_inputs(self.model)
        shape = [dim.dim_value for dim in image.type.tensor_type.shape.dim]
        count = int(np.prod(shape))
        inputs = [(np.arange(count).reshape(shape) / count).astype(np.float32)]
        with open(path[:-len(".onnx")] + "_output_0.pb", "rb") as file:
            tensor = onnx.TensorProto.FromString(file.read())
        self.data_sets = [(inputs, [tensor])]
        self.rtol, self.atol = 1e-3, 1e-7


def light_models():
    folder = os.path.join(os.path.dirname(onnx.__file__), "backend", "test", "data", "light")
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder))
            if name.endswith(".onnx")]


def node_cases():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from onnx.backend.test.case.node import collect_testcases
        return sorted(collect_testcases(None), key=lambda case: case.name)


class Outcome:
    def __init__(self):
        self.total = self.held = self.agree = self.with_numbers = self.only_numbers = 0
        self.random = []
        self.by_op = collections.defaultdict(lambda: [0, 0])
        self.reasons = collections.defaultdict(list)

    def add(self, case, show):
        self.total += 1
        op = op_of(case)
        if not is_held(case.model):
            return
        self.held += 1
        self.by_op[op][0] += 1
        if RANDOM.match(case.name):
            self.random.append(case.name)
        try:
            numbers = run_case(case)
        except (amp.Error, amp.onnx.ModelError, AssertionError) as error:
            if not RANDOM.match(case.name):
                self.reasons[reason_of(error)].append(case.name)
                if show:
                    print(f"not {case.name}: {error}")
            return
        self.agree += 1
        self.by_op[op][1] += 1
        self.with_numbers += bool(numbers)
        self.only_numbers += bool(numbers) and len(numbers) == len(case.model.graph.input)


def page(outcome, light):
    share = 100 * outcome.agree / outcome.held
    lines = [
        "# What of ONNX is imported, runs and agrees", "",
        "Written by `utils/onnx_coverage.py`, which converts, compiles for the CPU and runs the "
        "backend tests", f"of the package onnx {onnx.__version__}, and compares with the tests' "
        "own tolerances.", "",
        f"- Of {outcome.total} node tests {outcome.held} have types that graphs have (f64, f32, "
        "f16, bf16, i64, i32, i16, i8, ui8, i1).",
        f"- Of these **{outcome.agree} agree: {share:.1f} %**. In {outcome.with_numbers} of them "
        "some inputs are numbers of the graph", "  (`--set`), such as a shape or the number of "
        f"elements of TopK; in {outcome.only_numbers} all are, as in Range.",
        f"- {len(outcome.random)} of the others draw random numbers, for which ONNX names no "
        "generator.",
        f"- Of the {len(light)} light models "
        f"**{sum(each is None for each in light.values())} agree**"
        f": {', '.join(name for name, each in light.items() if each is None)}."]
    for name, each in light.items():
        if each is not None:
            lines.append(f"  {name}: {each}.")
    lines += ["", "## What does not agree", "",
              "| tests | why | such as |", "|------:|-----|---------|"]
    for reason, names in sorted(outcome.reasons.items(), key=lambda each: (-len(each[1]),
                                                                           each[0])):
        shown = reason.replace("|", "\\|")
        lines.append(f"| {len(names)} | {shown} | `{names[0]}` |")
    lines += ["", "## By op", "",
              "Tests of what an operator set says that an op is made of (`_expanded`) are of that "
              "op.", "", "| op | tests | agree |", "|----|------:|------:|"]
    for op, (held, agree) in sorted(outcome.by_op.items()):
        lines.append(f"| {op} | {held} | {agree} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="", help="a regular expression of tests' names")
    parser.add_argument("--every", type=int, default=1, metavar="N",
                        help="of the tests only each N-th")
    parser.add_argument("--no-light", action="store_true", help="without the light models")
    parser.add_argument("--write", action="store_true", help="write docs/OnnxCoverage.md")
    parser.add_argument("--verbose", action="store_true", help="tell what does not agree")
    arguments = parser.parse_args()
    if arguments.write and (arguments.filter or arguments.every != 1 or arguments.no_light):
        parser.error("--write is of all tests")
    outcome, start = Outcome(), time.monotonic()
    cases = [case for case in node_cases() if re.search(arguments.filter, case.name)]
    for i, case in enumerate(cases):
        if i % arguments.every == 0:
            outcome.add(case, arguments.verbose)
    light = {}
    for path in [] if arguments.no_light else light_models():
        case = Light(path)
        try:
            run_case(case)
            light[case.name] = None
        except (amp.Error, amp.onnx.ModelError, AssertionError) as error:
            light[case.name] = reason_of(error)
    text = page(outcome, light) if outcome.held else ""
    if arguments.write:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(text)
    print(f"{outcome.agree} of {outcome.held} node tests agree, "
          f"{sum(each is None for each in light.values())} of {len(light)} light models; "
          f"{time.monotonic() - start:.0f} s")
    if arguments.verbose:
        for name, each in light.items():
            print(f"{name}: {each or 'agrees'}")


if __name__ == "__main__":
    sys.exit(main())
