#===- lit_formats.py - What the lit suites share ----------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Formats of tests beside lit's own, and the environment of what is run."""

import copy
import json
import os
import re
import shlex
import sys

import lit.formats
import lit.Test
import lit.util
from cuda_toolkit import find_cuda_toolkit

# For a sanitized build: the packaged libMLIR is not instrumented, so that what the
# headers poison in our code is not unpoisoned in it, and what it keeps until the end
# of the process looks lost. Tests ask for more memory than there is.
ASAN_OPTIONS = ("detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0:"
                "allocator_may_return_null=1")
# What became of a test, its name, and why or a remark.
LINE = re.compile(r"(ok|not ok|skip) (.+?)(?: \(.*\)|: (.*))?$")


def make_environment():
    """The user's environment, of which lit passes on a part only."""
    # What is tested is compiled.
    return {"ASAN_OPTIONS": ASAN_OPTIONS, **os.environ, "AMP_CACHE_DIR": ""}


def simulate_gpu(build):
    """What makes a program find the simulated GPU; nothing where that is not built. It
    runs PTX, so that the toolkit's assembler need not be started: the folder of the
    toolkit is one that has its libdevice alone."""
    simulator = os.path.join(build, "lib", "simulator")
    if not os.path.isdir(simulator):
        return {}
    paths = [simulator, os.environ.get("LD_LIBRARY_PATH")]
    toolkit = os.path.join(build, "lib", "simulator-toolkit")
    os.makedirs(toolkit, exist_ok=True)
    link = os.path.join(toolkit, "nvvm")
    folder = find_cuda_toolkit("nvvm")
    target = folder and os.path.join(folder, "nvvm")
    if os.path.islink(link) and os.readlink(link) != target:
        os.remove(link)
    if target and not os.path.islink(link):
        os.symlink(target, link)
    return {"LD_LIBRARY_PATH": ":".join(filter(None, paths)), "CUDA_HOME": toolkit}


class GoogleTest(lit.formats.GoogleTest):
    """lit's format with more shards, so that none has much more to do than another. A
    program without a test is a failure."""

    def get_num_tests(self, *arguments):
        """What lit takes for the number of tests: it makes a shard of 512. Shards are some
        for each core, and an odd number: every second test is of another device."""
        shards = 4 * lit.util.usable_core_count() - 1
        return 512 * min(super().get_num_tests(*arguments) or 0, shards) or None


class Script(lit.formats.FileBasedTest):
    """A Python script that prints a line per test: `ok NAME`, `not ok NAME: reason` or
    `skip NAME: reason`. What crashes, or reports no test, is one failure. Each line
    becomes a test by what lit does for the cases of GoogleTest: it reads their results
    in a file.

    A script is run with the arguments of its name in `arguments`, and once more on the
    simulated GPU, if there is one, where its name is in `on_a_gpu`. A name that begins
    with `cuda_` is a GPU's alone. The configuration of a test whose name is in `groups`
    has that parallelism group."""

    def __init__(self, build, gpu, on_a_gpu=(), groups=None, arguments=None):
        self.build = build
        self.gpu = gpu
        self.on_a_gpu = on_a_gpu
        self.groups = groups or {}
        self.arguments = arguments or {}

    def getTestsForPath(self, suite, path, lit_config, config):
        for test in super().getTestsForPath(suite, path, lit_config, config):
            if not path[-1].startswith("_"):
                yield self.make_test(test, path, path[-1].startswith("cuda_"), [])
                if self.gpu and path[-1] in self.on_a_gpu:
                    yield self.make_test(test, (*path, "cuda"), True, ["--device=cuda"])

    def make_test(self, model, path, on_gpu, flags):
        config = copy.copy(model.config)
        config.environment = {**config.environment, **(self.gpu if on_gpu else {})}
        group = self.groups.get(model.path_in_suite[-1])
        config.parallelism_group = group or config.parallelism_group
        report = "-".join([*path, str(os.getpid())]) + ".json"
        test = lit.Test.Test(model.suite, path, config, model.getSourcePath(),
                             model.suite.getExecPath([report]))
        test.flags = [*flags, *self.arguments.get(model.path_in_suite[-1], [])]
        return test

    def execute(self, test, lit_config):
        command = [sys.executable, test.file_path, "--build", self.build, *test.flags]
        limit = lit_config.maxIndividualTestTime
        if lit_config.noExecute:
            return lit.Test.PASS, ""
        try:
            out, _, status = lit.util.executeCommand(
                command, cwd=test.config.amp_src_root, env=test.config.environment,
                timeout=limit, redirect_stderr=True)
            code = lit.Test.FAIL if status else lit.Test.PASS
            end = f"exited with status {status}"
        except lit.util.ExecuteCommandTimeoutException as timeout:
            out, code = timeout.out, lit.Test.TIMEOUT
            end = f"ran into the time limit of {limit} s"
        cases = [match.groups() for match in map(LINE.match, out.splitlines()) if match]
        if cases:
            self.write_cases(test, cases)
        else:
            end += " and reported no test"
        if code is lit.Test.PASS and (not cases or any(case[0] == "not ok" for case in cases)):
            code = lit.Test.FAIL
        return code, f"{shlex.join(command)}\n--\n{out}--\n{end}\n"

    @staticmethod
    def write_cases(test, cases):
        """The lines as GoogleTest would report them."""
        found = [{"name": name, "time": "0s",
                  "result": "SKIPPED" if word == "skip" else "COMPLETED",
                  **({"failures": [{"failure": reason or "failed"}]} if word == "not ok" else {})}
                 for word, name, reason in cases]
        with open(test.gtest_json_file, "w", encoding="utf-8") as file:
            json.dump({"testsuites": [{"name": "/".join(test.path_in_suite),
                                       "testsuite": found}]}, file)
