#!/usr/bin/env python3
#===- fuzz_readers.py - Seeds and mutants for each reader ------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs each fuzz target on its seeds, on what was once found, and on some mutants.

A build with sanitizers has libFuzzer, which coverage of our own readers guides; any other
has mutants that nothing guides. --seconds says how long each target goes on; --keep names
the folder where an input that ended a target is put. See fuzz/README.md."""

import os
import re
import subprocess
import sys

from _common import ROOT, Failure, Suite, expect, read_seed

sys.path.insert(0, os.path.join(ROOT, "fuzz"))

import make_seeds

REGRESSIONS = os.path.join(ROOT, "fuzz", "regressions")
MEMORY_MIB = 2048
INPUT_SECONDS = 10
# MLIR's parser runs at each input of this one.
SLOW = {"Source": 20}


def body(suite, scratch):
    programs = os.path.join(os.path.dirname(suite.tool), "fuzz")
    options = suite.options
    keep = options.keep or os.path.join(scratch, "found")
    os.makedirs(keep, exist_ok=True)
    targets = make_seeds.write(os.path.join(scratch, "seeds"))

    def run(target):
        program = os.path.join(programs, f"Amp{target}Fuzzer")
        expect(os.access(program, os.X_OK), f"{program} is missing; build everything")
        # libFuzzer adds what it finds to the first folder.
        corpus = os.path.join(scratch, "corpus", target)
        os.makedirs(corpus)
        folders = [corpus, os.path.join(scratch, "seeds", target)]
        known = os.path.join(REGRESSIONS, target)
        if os.path.isdir(known):
            folders.append(known)
        inputs = sum(len(os.listdir(folder)) for folder in folders)
        amount = (f"-max_total_time={options.seconds}" if options.seconds else
                  f"-runs={inputs + options.runs // SLOW.get(target, 1)}")
        command = [program, amount, f"-seed={options.seed}", "-max_len=4096",
                   f"-artifact_prefix={keep}{os.sep}", *folders]
        with open(program, "rb") as file:
            if b"libFuzzer" in file.read():
                command[1:1] = [f"-rss_limit_mb={MEMORY_MIB}", f"-timeout={INPUT_SECONDS}"]
        limit = options.seconds + 300
        try:
            done = subprocess.run(command, cwd=scratch, env=suite.environment, timeout=limit,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        except subprocess.TimeoutExpired:
            raise Failure(f"{target} still ran after {limit} s; its input is in {keep}") from None
        text = done.stdout.decode(errors="backslashreplace")
        if done.returncode:
            shown = [line for line in text.splitlines()
                     if re.search(r"ERROR|SUMMARY|runtime error|expected|Test unit", line)]
            raise Failure(f"{target} ended with {done.returncode}: "
                          f"{' | '.join(shown)[:600] or text[-300:]}")
        count = re.search(r"Done (\d+) runs", text)
        expect(count and int(count[1]) >= inputs, f"{target} did not run its {inputs} inputs")
        return f"{count[1]} inputs"

    for target in targets:
        suite.test(target, run, target)
    known = {entry.name for entry in os.scandir(REGRESSIONS) if entry.is_dir()}
    expect(known <= {*targets, "graphs"},
           f"{REGRESSIONS} has folders of no target: {sorted(known)}")


def add_arguments(parser):
    parser.add_argument("--runs", type=int, default=20000,
                        help="mutants for each target (default: 20000)")
    parser.add_argument("--seconds", type=int, default=0,
                        help="instead of --runs: how long each target goes on")
    parser.add_argument("--seed", type=read_seed, default=1,
                        help="seed of the mutants, or `today` (default: 1)")
    parser.add_argument("--keep", metavar="FOLDER",
                        help="where inputs are put that ended a target")


if __name__ == "__main__":
    suite = Suite("fuzz_readers", __doc__, add_arguments)
    sys.exit(suite.main(body))
