#!/usr/bin/env python3
#===- run_tests.py - Runs every test and counts ----------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs the test suites in one call of lit, and counts.

  BUILD/test            the passes and the tools
  BUILD/test-roundtrip  the same with amp-opt printing and rereading its input
  BUILD/unittests       programs of GoogleTest, BUILD/bin/unittests/*Tests
  BUILD/integration     the scripts integration/*.py

Tests of devices run on the CPU and on a simulated GPU (BUILD/lib/simulator, where it is
built). With --cuda only what needs a GPU runs, on the one that there is: cases of
GoogleTest whose name holds "cuda", and integration/cuda_*.py. Arguments that are not
known here are lit's, such as --filter=NAME or -j1.

Each case of GoogleTest and each line of a script counts. The last line is `N passed, N
failed, N skipped`; the exit status is 0 only if a test ran and none failed.
"""

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def find_lit(build):
    """lit as a bundle has it or the packaged LLVM installs it, or None."""
    places = [os.path.join(build, "lit", "lit.py")]
    for config in ("llvm-config-22", "/usr/lib/llvm-22/bin/llvm-config"):
        try:
            bindir = subprocess.run([config, "--bindir"], capture_output=True, text=True,
                                    check=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            continue
        places += [os.path.join(bindir, "lit"), os.path.join(bindir, "../build/utils/lit/lit.py")]
    return next(filter(os.path.exists, places), None)


def count(report):
    """How many tests passed, failed and were skipped. lit's report in JSON leaves out what
    was skipped."""
    passed = failed = skipped = 0
    for case in xml.etree.ElementTree.parse(report).iter("testcase"):
        reason = case.find("skipped")
        if case.find("failure") is not None:
            failed += 1
        elif reason is None:
            passed += 1
        elif not reason.get("message").startswith("Test not selected"):
            skipped += 1
    return passed, failed, skipped


def run(options, arguments):
    """Runs lit and returns the three counts. What keeps it from running is a failure."""
    build = os.path.abspath(options.build)
    suites = [os.path.join(build, name) for name in
              (() if options.cuda else ("test", "test-roundtrip")) + ("unittests", "integration")]
    missing = [suite for suite in suites
               if not os.path.exists(os.path.join(suite, "lit.site.cfg.py"))]
    lit = find_lit(build)
    if missing:
        print(f"FAILED: {missing[0]}/lit.site.cfg.py is missing; CMake writes it when it "
              "configures")
        return 0, 1, 0
    if lit is None:
        print("FAILED: lit was not found beside llvm-config-22; the package is llvm-22-tools")
        return 0, 1, 0
    command = [sys.executable, lit, "-sv", f"--param=source={ROOT}"]
    command += ["--param=cuda=1"] if options.cuda else []
    if importlib.util.find_spec("psutil"):
        command.append(f"--timeout={options.timeout}")
    else:
        print("no time limits: lit needs the Python package psutil for them")
    with tempfile.TemporaryDirectory(prefix="amp-tests-") as scratch:
        report = os.path.join(scratch, "lit.xml")
        command += ["--xunit-xml-output", report, *arguments, *suites]
        print(f"lit runs {', '.join(map(os.path.basename, suites))} of {options.build}",
              flush=True)
        process = subprocess.Popen(command, cwd=ROOT)
        interrupted = False
        while process.returncode is None:
            try:
                process.wait()
            except KeyboardInterrupt:  # lit ends what it has started, and itself.
                interrupted = True
        status = process.returncode
        if not os.path.exists(report):
            print(f"FAILED: lit ended with status {status} and left no report")
            return 0, 1, 0
        passed, failed, skipped = count(report)
    if interrupted:
        print("FAILED: interrupted")
        failed += 1
    elif status != 0 and failed == 0:
        print(f"FAILED: lit ended with status {status} though no test failed")
        failed = 1
    if not passed + failed:
        print("nothing ran: every test was skipped")
    return passed, failed, skipped


def main():
    parser = argparse.ArgumentParser(description="Runs every test of the project.",
                                     allow_abbrev=False,
                                     epilog="Other arguments are given to lit.")
    parser.add_argument("--build", default="build", help="build folder (default: build)")
    parser.add_argument("--cuda", action="store_true", help="only the tests that need a GPU")
    parser.add_argument("--timeout", type=int, default=1800, metavar="SECONDS",
                        help="limit for each test program that is run (default: 1800)")
    passed, failed, skipped = run(*parser.parse_known_args())
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
