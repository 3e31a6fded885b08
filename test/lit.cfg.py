#===- lit.cfg.py - The lit suite ------------------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#

# The suite stands in a build twice. In test-roundtrip every run of amp-opt also prints
# its input, as text and as bytecode, and compares what it reads back. Features:
#   cuda-toolkit        libdevice was found: kernels can call its functions
#   cuda                there is an NVIDIA GPU

import os
import subprocess
import sys

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

sys.path.append(os.path.join(config.amp_src_root, "utils"))
from cuda_toolkit import find_cuda_toolkit
from lit_formats import ASAN_OPTIONS

config.name = "amp"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.amp_obj_root, "test")
if config.verify_roundtrip:
    config.test_exec_root += "-roundtrip"
    config.name += " (verify-roundtrip)"
    # What does not run amp-opt, or is about text, would only run twice.
    config.excludes += ["tools", "Frontend"]

# A variable is local to its label's block, and a prefix that no line has is an error.
config.environment["FILECHECK_OPTS"] = (
    "-enable-var-scope --allow-unused-prefixes=false"
)
# What is tested is compiled.
config.environment["AMP_CACHE_DIR"] = ""
llvm_config.with_system_environment(
    ["CUDA_HOME", "CUDA_PATH", "CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH"]
)
config.environment.setdefault("ASAN_OPTIONS", ASAN_OPTIONS)

llvm_config.use_default_substitutions()
llvm_config.add_tool_substitutions(
    [
        ToolSubst(
            "amp-opt", extra_args=["--verify-roundtrip"] if config.verify_roundtrip else []
        ),
        "amp-check",
        ToolSubst("amp-run", unresolved="ignore"),
        ToolSubst("amp-run-program", unresolved="ignore"),
        ToolSubst("mlir-opt"),
        ToolSubst("split-file"),
    ],
    [config.amp_tools_dir, config.llvm_tools_dir],
)
config.substitutions.append(("%python", f'"{sys.executable}"'))
config.substitutions.append(("%unittests", os.path.join(config.amp_tools_dir, "unittests")))
config.substitutions.append(("%inputs", os.path.join(config.amp_src_root, "test", "Inputs")))
config.substitutions.append(("%examples", os.path.join(config.amp_src_root, "examples")))


def find_cuda_device():
    """True, or the reason why there is none."""
    tool = os.path.join(config.amp_tools_dir, "amp-run")
    try:
        result = subprocess.run(
            [tool, "--list-devices"], capture_output=True, text=True, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"amp-run --list-devices: {error}"
    for line in result.stdout.splitlines():
        if line.startswith("cuda:"):
            return True
        if line.startswith("no CUDA device"):
            return line
    return f"amp-run --list-devices exited with {result.returncode} and named none"


def note(text):
    """Says it once for both suites."""
    if not config.verify_roundtrip:
        lit_config.note(text)


toolkit = find_cuda_toolkit("nvvm/libdevice")
if toolkit:
    config.available_features.add("cuda-toolkit")
    config.substitutions.append(("%cuda_home", toolkit))
else:
    note("no CUDA toolkit: nvvm/libdevice is in none of CUDA_HOME, CUDA_PATH, "
         "/usr/local/cuda; tests that need it are skipped")
device = find_cuda_device()
if device is True:
    config.available_features.add("cuda")
else:
    note(f"tests on a GPU are skipped: {device}")
