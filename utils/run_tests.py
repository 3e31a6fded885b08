#!/usr/bin/env python3
#===- run_tests.py - Runs every test and counts ----------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs the test suite, stage after stage, and counts what each runner reports.

  lit           BUILD/test, the suite over the passes and the tools; then once
                more with amp-opt printing and rereading its input
  GoogleTest    every BUILD/bin/unittests/*Tests, several processes for each core
                share its tests (--cuda: one for all)
  integration   every integration/*.py (a name with a leading `_` is a helper),
                run as `python X.py --build BUILD`; it prints a line per test:
                `ok NAME`, `not ok NAME: reason` or `skip NAME: reason`

Tests of devices run on the CPU and on a simulated GPU (BUILD/lib/simulator, where it
is built): all of GoogleTest, integration/cuda_*.py, and again with --device=cuda the
scripts of ON_A_GPU. With --cuda only integration/cuda_*.py and the GoogleTest cases whose name holds
"cuda" are run. A runner that is missing, crashes, runs into the time limit or
reports no test at all is one failure, named in the output. The last line is
`N passed, N failed, N skipped`; the exit status is 0 only if a test ran and none
failed.
"""

import argparse
import concurrent.futures
import contextlib
import glob
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time

from cuda_toolkit import find_cuda_toolkit

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ON_A_GPU = ("gradients.py", "losses.py", "network.py", "torch_amp_examples.py")
CUDA_FILTER = "*cuda*:*Cuda*:*CUDA*"


def say(line=""):
    print(line, flush=True)


class Counts:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def add(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped

    def fail(self, reason):
        self.failed += 1
        say(f"FAILED: {reason}")

    def total(self):
        return self.passed + self.failed + self.skipped

    def __str__(self):
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def describe_exit(status):
    if status is None:
        return "ran into the time limit"
    if status < 0:
        try:
            name = signal.Signals(-status).name
        except ValueError:
            name = str(-status)
        return f"was ended by signal {name}"
    return f"exited with status {status}"


# What is to end with this process.
RUNNING = set()


def kill(process):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def run(command, limit, on_line=say, environment=None):
    """Runs a command and gives each line of its output to `on_line`. Returns the
    exit status, or None if it was stopped at the time limit. The command gets a
    process group of its own, so that what it started ends with it."""
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace",
                               start_new_session=True, env={**os.environ, **(environment or {})})
    late = threading.Event()

    def stop():
        late.set()
        kill(process)

    RUNNING.add(process)

    timer = threading.Timer(limit, stop)
    timer.start()
    try:
        for line in process.stdout:
            on_line(line.rstrip("\n"))
        status = process.wait()
    finally:
        timer.cancel()
        if process.poll() is None:
            kill(process)
            process.wait()
        RUNNING.discard(process)
    return None if late.is_set() else status


def find_lit():
    """lit as the packaged LLVM installs it, or None."""
    for config in ("llvm-config-22", "/usr/lib/llvm-22/bin/llvm-config"):
        try:
            bindir = subprocess.run([config, "--bindir"], capture_output=True, text=True,
                                    check=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            continue
        for name in ("lit", "../build/utils/lit/lit.py"):
            path = os.path.join(bindir, name)
            if os.path.exists(path):
                return path
    return None


def run_lit(build, limit, scratch, *arguments):
    counts = Counts()
    lit = find_lit()
    suite = os.path.join(build, "test")
    if lit is None:
        counts.fail("lit was not found beside llvm-config-22; the package is llvm-22-tools")
        return counts
    if not os.path.exists(os.path.join(ROOT, suite, "lit.site.cfg.py")):
        counts.fail(f"{suite}/lit.site.cfg.py is missing; CMake writes it when it configures")
        return counts
    report = os.path.join(scratch, "lit.json")
    status = run([sys.executable, lit, "-sv", *arguments, "-o", report, suite], limit)
    try:
        with open(report, encoding="utf-8") as file:
            tests = json.load(file)["tests"]
    except (OSError, ValueError, KeyError):
        counts.fail(f"lit {describe_exit(status)} and left no report")
        return counts
    for test in tests:
        code = test["code"]
        if code in ("PASS", "FLAKYPASS", "XFAIL"):
            counts.passed += 1
        elif code in ("UNSUPPORTED", "SKIPPED"):
            counts.skipped += 1
        elif code != "EXCLUDED":
            counts.fail(f"{test['name']} ({code})")
    if counts.total() == 0:
        counts.fail(f"lit found no test in {suite}")
    elif status != 0 and counts.failed == 0:
        counts.fail(f"lit {describe_exit(status)} though no test failed")
    return counts


def simulate_gpu(build, scratch):
    """The environment in which programs find a simulated GPU; empty where it is not
    built. It runs PTX, so that the toolkit's assembler need not be started: the folder
    of the toolkit is one that has its libdevice alone."""
    simulator = os.path.join(ROOT, build, "lib", "simulator")
    if not os.path.isdir(simulator):
        return {}
    paths = [simulator, os.environ.get("LD_LIBRARY_PATH")]
    toolkit = os.path.join(scratch, "toolkit")
    os.mkdir(toolkit)
    if folder := find_cuda_toolkit("nvvm"):
        os.symlink(os.path.join(folder, "nvvm"), os.path.join(toolkit, "nvvm"))
    return {"LD_LIBRARY_PATH": ":".join(filter(None, paths)), "CUDA_HOME": toolkit}


def run_googletest(build, limit, scratch, cuda, environment):
    counts = Counts()
    pattern = os.path.join(build, "bin", "unittests", "*Tests")
    programs = sorted(glob.glob(os.path.join(ROOT, pattern)))
    if not programs:
        counts.fail(f"no unit test program: {pattern}")
        return counts
    for program in programs:
        start = time.monotonic()
        counts_here = run_googletest_program(program, limit, scratch, cuda, environment)
        if counts_here.total() or not cuda:
            say(f"  {os.path.basename(program)}: {counts_here} "
                f"({time.monotonic() - start:.1f} s)")
        counts.add(counts_here)
    return counts


def run_googletest_program(program, limit, scratch, cuda, environment):
    counts = Counts()
    name = os.path.basename(program)
    # Devices are opened by one process at a time. Else there are some shards for each
    # core, so that none has much more to do than another, and an odd number of them:
    # every second test is of another device.
    cores = len(os.sched_getaffinity(0))
    shards = 1 if cuda else 4 * cores - 1

    def run_shard(shard):
        report = os.path.join(scratch, f"{name}.{shard}.json")
        command = [program, f"--gtest_output=json:{report}", "--gtest_color=no",
                   "--gtest_brief=1"]
        if cuda:
            command.append(f"--gtest_filter={CUDA_FILTER}")
        share = {"GTEST_TOTAL_SHARDS": str(shards), "GTEST_SHARD_INDEX": str(shard)}
        lines = []
        return run(command, limit, lines.append, {**environment, **share}), lines, report

    with concurrent.futures.ThreadPoolExecutor(cores) as pool:
        futures = [pool.submit(run_shard, shard) for shard in range(shards)]
        for future in futures:
            try:
                status, lines, report = future.result()
            except OSError as error:
                pool.shutdown(cancel_futures=True)
                counts.fail(f"{name} does not start: {error.strerror}")
                return counts
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for process in list(RUNNING):
                    kill(process)
                raise
            here = read_googletest(name, status, report, cuda)
            if here.failed:
                say("\n".join(lines))
            counts.add(here)
    if counts.total() == 0 and not cuda:
        counts.fail(f"{name} holds no test")
    return counts


def read_googletest(name, status, report, cuda):
    """What one process says of its share of the tests, which may be none."""
    counts = Counts()
    try:
        with open(report, encoding="utf-8") as file:
            suites = json.load(file)["testsuites"]
    except (OSError, ValueError, KeyError):
        counts.fail(f"{name} {describe_exit(status)} and left no report")
        return counts
    for suite in suites:
        for test in suite["testsuite"]:
            if test.get("failures"):
                counts.fail(f"{name} {suite['name']}.{test['name']}")
            elif test["status"] == "NOTRUN" or test["result"] == "SKIPPED":
                # SUPPRESSED is left out by the filter, not skipped.
                counts.skipped += test["result"] == "SKIPPED" or not cuda
            else:
                counts.passed += 1
    if status != 0 and counts.failed == 0:
        counts.fail(f"{name} {describe_exit(status)} though no test failed")
    return counts


def run_integration(build, limit, cuda, environment):
    counts = Counts()
    pattern = os.path.join("integration", "cuda_*.py" if cuda else "*.py")
    scripts = [path for path in sorted(glob.glob(os.path.join(ROOT, pattern)))
               if not os.path.basename(path).startswith("_")]
    if not scripts:
        counts.fail(f"no integration test: {pattern}")
        return counts
    runs = [(script, []) for script in scripts]
    if environment:
        runs += [(os.path.join(ROOT, "integration", name), ["--device=cuda"])
                 for name in ON_A_GPU]
    for script, flags in runs:
        name = " ".join([os.path.basename(script), *flags])
        say(f"  {name}")
        uses_gpu = flags or name.startswith("cuda_")
        here = Counts()

        def read(line):
            say("    " + line)
            if line.startswith("ok "):
                here.passed += 1
            elif line.startswith("not ok "):
                here.failed += 1
            elif line.startswith("skip "):
                here.skipped += 1

        status = run([sys.executable, script, "--build", build, *flags], limit, read,
                     environment if uses_gpu else None)
        if here.total() == 0:
            here.fail(f"{name} {describe_exit(status)} and reported no test")
        elif status != 0 and here.failed == 0:
            here.fail(f"{name} {describe_exit(status)} though no test failed")
        counts.add(here)
    return counts


def main():
    parser = argparse.ArgumentParser(description="Runs every test of the project.")
    parser.add_argument("--build", default="build", help="build folder (default: build)")
    parser.add_argument("--cuda", action="store_true", help="only the tests that need a GPU")
    parser.add_argument("--timeout", type=int, default=1800, metavar="SECONDS",
                        help="limit for each program that is run (default: 1800)")
    options = parser.parse_args()
    build = os.path.relpath(os.path.abspath(options.build), ROOT)
    # For a sanitized build: the packaged libMLIR is not instrumented, so that what
    # the headers poison in our code is not unpoisoned in it, and what it keeps until
    # the end of the process looks lost. Tests ask for more memory than there is.
    os.environ.setdefault("ASAN_OPTIONS", "detect_container_overflow=0:"
                          "allow_user_poisoning=0:detect_leaks=0:"
                          "allocator_may_return_null=1")

    with tempfile.TemporaryDirectory(prefix="amp-tests-") as scratch:
        gpu = {} if options.cuda else simulate_gpu(build, scratch)
        stages = [
            ("GoogleTest", lambda: run_googletest(build, options.timeout, scratch, options.cuda,
                                                  gpu)),
            ("integration", lambda: run_integration(build, options.timeout, options.cuda, gpu)),
        ]
        if not options.cuda:
            stages = [
                ("lit", lambda: run_lit(build, options.timeout, scratch)),
                ("lit, with round trips", lambda: run_lit(
                    build, options.timeout, scratch, "--param", "verify_roundtrip=1")),
            ] + stages
        total = Counts()
        for number, (name, stage) in enumerate(stages, 1):
            say(f"--- {number}/{len(stages)} {name}")
            start = time.monotonic()
            counts = stage()
            say(f"--- {name}: {counts} ({time.monotonic() - start:.1f} s)")
            total.add(counts)

    ran = total.passed + total.failed
    if not ran:
        say("nothing ran: every test was skipped")
    say(str(total))
    return 1 if total.failed or not ran else 0


if __name__ == "__main__":
    sys.exit(main())
