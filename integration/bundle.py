#!/usr/bin/env python3
#===- bundle.py - The folder for machines without LLVM ----------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Builds the target amp-bundle and runs what is in it.

Its programs need no library of LLVM, find all others but those of the C and C++ runtime
in the folder itself, and train as amp-run does. The tests of devices run with the lit that
is in it, without a package of Python, on the simulated GPU where that is built."""

import os
import re
import subprocess
import sys

from _common import EXAMPLES, ROOT, Suite, expect, losses

# What every system with a C++ compiler has, and the kernel's part.
SYSTEM = re.compile(r"ld-linux|linux-vdso|lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+)\.so")
DIGITS = os.path.join(EXAMPLES, "digits", "digits.npz")
TRAINING = [os.path.join(EXAMPLES, "digits", "digits.mlir"), "--entry=train",
            f"--data=images={DIGITS}:train_images", f"--data=labels={DIGITS}:train_labels",
            "--steps=5", "--print-every=1", "--precision=bf16"]


def body(suite, scratch):
    build = os.path.abspath(suite.options.build)
    done = subprocess.run(["cmake", "--build", build, "--target", "amp-bundle"],
                          capture_output=True, text=True)
    expect(done.returncode == 0, f"amp-bundle does not build: {done.stdout[-400:]}")
    bundle = os.path.join(build, "bundle")
    programs = [os.path.join(folder, name) for folder, _, names in
                os.walk(os.path.join(bundle, "bin")) for name in names]
    # What they load themselves.
    modules = [os.path.join(bundle, "lib", "libamp-rt-cpu.so")]

    def libraries():
        expect(len(programs) >= 2, f"only {programs}")
        # As where nothing else is known.
        environment = {name: value for name, value in os.environ.items()
                       if name != "LD_LIBRARY_PATH"}
        for program in programs + modules:
            needed = subprocess.run(["ldd", program], capture_output=True, text=True,
                                    env=environment, check=True).stdout.splitlines()
            for line in needed:
                name = line.split()[0]
                expect(not re.search("LLVM|MLIR", name), f"{program} needs {name}")
                inside = os.path.exists(os.path.join(bundle, "lib", os.path.basename(name)))
                expect(SYSTEM.search(name) or inside, f"{name} is not in the bundle")
        return f"{len(programs)} programs"

    def trains():
        expected = losses(suite.train(*TRAINING))
        suite.tool = os.path.join(bundle, "bin", "amp-run")
        found = losses(suite.train(*TRAINING))
        expect(len(found) == 5 and found == expected, f"losses {found}, expected {expected}")

    def runs_tests(name, simulator):
        """One test of the bundle, by a Python that has nothing installed."""
        script = os.path.join(ROOT, "utils", "run_tests.py")
        done = subprocess.run(
            [sys.executable, "-S", script, "--cuda", f"--build={bundle}", f"--filter={name}"],
            capture_output=True, text=True, env={**os.environ, "LD_LIBRARY_PATH": simulator})
        last = (done.stdout.splitlines() or [""])[-1]
        counts = re.fullmatch(r"(\d+) passed, 0 failed, (\d+) skipped", last)
        expect(counts and any(map(int, counts.groups())),
               f"ended with '{last}': {(done.stdout + done.stderr)[-400:]}")
        expect("no time limits" in done.stdout, f"limits without psutil: {done.stdout[-400:]}")
        passed, skipped = map(int, counts.groups())
        expect(passed > skipped or not simulator, f"there is a GPU, and {last}")
        expect(done.returncode == (0 if passed else 1), f"exit code {done.returncode}: {last}")
        return last

    suite.test("libraries", libraries)
    suite.test("trains", trains)
    suite.test("runs_tests", runs_tests, "cuda_examples", "")
    simulator = os.path.join(build, "lib", "simulator")
    if os.path.isdir(simulator):
        suite.test("runs_tests_on_a_gpu", runs_tests, "AmpRuntimeTests", simulator)
    else:
        suite.skip("runs_tests_on_a_gpu", f"no simulated GPU in {simulator}")


if __name__ == "__main__":
    suite = Suite("bundle", __doc__)
    sys.exit(suite.main(body))
