#!/usr/bin/env python3
#===- ptxas.py - Kernels of the examples, assembled -------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Assembles each distinct kernel of the examples with the CUDA toolkit's ptxas, for each
architecture that is supported, and expects that no kernel spills registers to memory. Needs no
GPU."""

import os
import re
import subprocess
import sys

from _common import EXAMPLES, Suite, expect, generate_recipe
from cuda_toolkit import find_cuda_toolkit

CHIPS = ("sm_75", "sm_80", "sm_90", "sm_100", "sm_120")
TRAININGS = ["digits/digits", "dropout-batchnorm/dropout-batchnorm", "torch-amp/accumulation",
             "torch-amp/clipping", "torch-amp/custom-functions", "torch-amp/multiple",
             "torch-amp/penalty", "torch-amp/typical", "underflow/underflow"]
LEVELS = ("level=O0", "level=O1 dtype=f16 loss-scale=dynamic", "level=O2 dtype=bf16")
# One kernel, with what other entries of its text declare before it.
ENTRY = re.compile(r"\.visible \.entry \w+\(.*?\n}\n", re.DOTALL)
SPILLS = re.compile(r"(\d+) bytes spill stores, (\d+) bytes spill loads")
VARIABLE = re.compile(r"^(?:\.visible )?\.global [^;\n]*?\b(\w+)\[(\d+)\][^;\n]*;\n", re.MULTILINE)


def body(suite, scratch):
    tool = os.path.join(suite.options.build, "bin", "amp-opt")
    toolkit = find_cuda_toolkit("bin/ptxas")
    ptxas = toolkit and os.path.join(toolkit, "bin", "ptxas")
    if not ptxas or not os.path.exists(tool):
        suite.skip("all", "ptxas of the CUDA toolkit was not found" if not ptxas
                   else "amp-opt is not built")
        return
    recipe = generate_recipe(os.path.join(scratch, "recipe.mlir"), "--width=64")
    graphs = [os.path.join(EXAMPLES, f"{name}.mlir") for name in TRAININGS] + [recipe]

    def compile_programs():
        """The programs of all examples, once for all architectures."""
        programs = []
        for number, graph in enumerate(graphs):
            for index, level in enumerate(LEVELS):
                path = os.path.join(scratch, f"program_{number}_{index}.mlir")
                flags = f"--amp-pipeline=entry=train batch=32 {level} target=cuda"
                result = subprocess.run([tool, graph, flags, "-o", path], capture_output=True,
                                        text=True)
                expect(result.returncode == 0, f"{graph}, {level}: {result.stderr}")
                programs.append(path)
        return programs

    def distinct_kernels(programs, chip):
        """One text of PTX with each kernel once, and its length in kernels."""
        header, kernels, variables = None, {}, {}
        for path in programs:
            result = subprocess.run([tool, path, f"--amp-cuda-kernel-pipeline=chip={chip}"],
                                    capture_output=True, text=True)
            expect(result.returncode == 0, f"{path}: {result.stderr}")
            text = re.search(r'assembly = "(.*?)"', result.stdout).group(1)
            text = re.sub(r"\\([0-9A-F]{2})", lambda m: chr(int(m.group(1), 16)), text)
            header = header or re.match(r".*?\.address_size 64\n", text, re.DOTALL).group(0)
            # Each program has as much of a variable as its kernels need.
            for variable in VARIABLE.finditer(text):
                name, length = variable[1], int(variable[2])
                if length > variables.get(name, (0, ""))[0]:
                    variables[name] = length, variable[0]
            for entry in ENTRY.findall(text):
                name = re.search(r"\.entry (\w+)\(", entry).group(1)
                anonymous = re.sub(rf"\b{name}\b", "kernel", entry)
                anonymous = re.sub(rf"\b{name}_param", "kernel_param", anonymous)
                anonymous = re.sub(r"\$L__BB\d+_", "$L__BB_", anonymous)
                kernels.setdefault(anonymous, None)
        texts = []
        for number, kernel in enumerate(kernels):
            kernel = re.sub(r"\bkernel(_param|\b)", rf"kernel_{number}\1", kernel)
            texts.append(kernel.replace("$L__BB_", f"$L__BB{number}_"))
        declarations = "".join(text for _, text in variables.values())
        return header + declarations + "".join(texts), len(texts)

    programs = []

    def assembles(chip):
        if not programs:
            programs.extend(compile_programs())
        text, count = distinct_kernels(programs, chip)
        source = os.path.join(scratch, f"{chip}.ptx")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        result = subprocess.run([ptxas, "--verbose", f"--gpu-name={chip}", "--output-file",
                                 os.path.join(scratch, f"{chip}.cubin"), source],
                                capture_output=True, text=True)
        expect(result.returncode == 0, result.stdout + result.stderr)
        spills = [sum(map(int, pair)) for pair in SPILLS.findall(result.stdout + result.stderr)]
        expect(len(spills) >= count, f"ptxas tells of {len(spills)} kernels, not of {count}")
        expect(not any(spills), f"{sum(map(bool, spills))} kernels spill registers, the worst "
               f"{max(spills, default=0)} bytes")
        return f"{count} kernels"

    for chip in CHIPS:
        suite.test(chip, assembles, chip)


if __name__ == "__main__":
    sys.exit(Suite("ptxas", __doc__).main(body))
