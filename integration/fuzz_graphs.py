#!/usr/bin/env python3
#===- fuzz_graphs.py - Mutants of graphs through the tools -----------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Gives mutants of the tests' and examples' graphs to amp-run and to passes of amp-opt.

amp-run must end with a documented exit code and, unless that is 0, a message; amp-opt with
0, or 1 and a message. A signal, a report of a sanitizer, more than 10 s of a core, terminal
control characters or an exit code that says "device" is a finding. What MLIR's own parser
does in amp-opt, which trusts its input, is none.

First every file of fuzz/regressions/graphs is run by the command in its first line. With
--seconds a part of the day can be spent on other seeds; --keep writes the findings, reduced,
in the form of that folder. See fuzz/README.md."""

import concurrent.futures
import dataclasses
import os
import random
import re
import resource
import shlex
import subprocess
import sys
import time

from _common import ROOT, Suite, expect, read_seed

sys.path.insert(0, os.path.join(ROOT, "fuzz"))

from graph_mutator import Corpus, Mutator

REGRESSIONS = os.path.join(ROOT, "fuzz", "regressions", "graphs")
CPU_SECONDS = 10
MEMORY = 16 << 30
CRASH = re.compile(r"stack dump|please submit a bug|assertion|LLVM ERROR|terminate called|"
                   r"sanitizer|runtime error:|jit session error", re.IGNORECASE)
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
# What a verifier says of IR that no input has: a pass made it.
INVALID = re.compile(r"does not dominate this use|failed to verify the result of", re.IGNORECASE)

FLAGS = [[], [], ["--precision=f16"], ["--precision=bf16"], ["--precision=f32"],
         ["--opt-level=O2"], ["--opt-level=O3"], ["--precision=f16", "--loss-scale=off"],
         ["--precision=f16", "--assigner=eager"], ["--precision=f16", "--assigner=propagate"],
         ["--precision=f16", "--preset=keras"], ["--precision=bf16", "--preset=tensorflow"],
         ["--recompute=on"], ["--flat-state=off"], ["--accumulate=2"],
         ["--activation-memory=1000"], ["--precision=f16", "--explain"], ["--json"],
         ["--precision=f16", "--fuse-safe-losses"], ["--compare=O0,O1"]]
STAGES = ["--amp-training-pipeline=entry={entry} batch=4 level=O1 dtype=f16",
          "--amp-training-pipeline=entry={entry} batch=4 level=O2 dtype=bf16",
          "--amp-pipeline=entry={entry} batch=4 level=O0 loss-scale=off"]


@dataclasses.dataclass
class Outcome:
    finding: str  # Empty where there is none.
    code: int
    command: list
    detail: str


def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (2 * CPU_SECONDS, 2 * CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not os.environ.get("AMP_FUZZ_SANITIZED"):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def execute(command, environment):
    """Runs a command; its exit status, its messages, and the seconds of a core it took."""
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               preexec_fn=limits)
    errors = process.stderr.read(4 << 20)
    process.stderr.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, errors, usage.ru_utime + usage.ru_stime


def judge(tool, code, errors, seconds, slower):
    """What is wrong with how a command ended, or nothing."""
    text = errors.decode(errors="backslashreplace")
    if code < 0:
        return "time" if seconds > CPU_SECONDS * slower else f"signal {-code}"
    if CRASH.search(text):
        return "crash: " + next(line for line in text.splitlines() if CRASH.search(line))[:120]
    if code > (1 if tool == "amp-opt" else 5):
        return f"exit code {code}"
    if code and not text.strip():
        return f"exit code {code} without a message"
    if seconds > CPU_SECONDS * slower:
        return f"time: {seconds:.0f} s"
    if tool == "amp-run":
        if CONTROL.search(text):
            return "control characters"
        if len(errors) > 200_000:
            return f"{len(errors)} bytes of messages"
    if INVALID.search(text):
        return "invalid IR: " + INVALID.search(text).group()
    return ""


class Tools:
    """The programs, and how mutants are given to them."""

    def __init__(self, suite, scratch, corpus):
        self.scratch = scratch
        self.environment = suite.environment
        self.folder = os.path.dirname(suite.tool)
        # Instrumented code is slower.
        self.slower = 10 if "sanitize" in self.folder or suite.options.under else 1
        self.under = shlex.split(suite.options.under)
        if self.slower > 1:
            os.environ["AMP_FUZZ_SANITIZED"] = "1"
        listing = subprocess.run([os.path.join(self.folder, "amp-opt"), "--help"],
                                 capture_output=True, text=True, timeout=60).stdout
        self.passes = sorted(set(re.findall(r"^ +(--(?:amp-|convert-amp-to-)[\w-]+)", listing,
                                            re.MULTILINE)))
        expect(len(self.passes) > 20, f"amp-opt --help names only {self.passes}")
        self.written = self.read_pipelines()

    @staticmethod
    def read_pipelines():
        """What the tests give to amp-opt, as they write it."""
        found = set()
        for folder, _, files in os.walk(os.path.join(ROOT, "test")):
            for name in files:
                if not name.endswith(".mlir"):
                    continue
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    for line in file:
                        if "RUN:" in line and "amp-opt" in line:
                            command = line.split("amp-opt", 1)[1].split("|")[0]
                            found.add(" ".join(re.findall(
                                r"--(?:amp|convert-amp|canonicalize|cse)[\w-]*(?:=\"[^\"]*\")?",
                                command)))
        return sorted(found - {""})

    def path(self, tool):
        return os.path.join(self.folder, tool)

    def command(self, rng, text, path):
        """A command that takes the file `path` with this text."""
        entries = re.findall(r"func\.func (?:public )?@([\w.]+)", text) or ["main"]
        if rng.random() < 0.5:
            if rng.random() < 0.5 and self.written:
                passes = shlex.split(rng.choice(self.written))
            else:
                passes = [rng.choice(self.passes) for _ in range(rng.choice([1, 1, 2, 3]))]
                if rng.random() < 0.4:
                    passes.insert(0, rng.choice(STAGES).format(entry=rng.choice(entries)))
            return ["amp-opt", path, *passes]
        flags = ["--threads=1", "--steps=2", *rng.choice(FLAGS)]
        entry = "train" if "train" in entries and rng.random() < 0.8 else rng.choice(entries)
        flags.append("--entry=" + entry)
        for number, (kind, name) in enumerate(self.arguments(text, entry)):
            integers = re.search(r"i\d+$", kind)
            spec = f"randint:0,{1 if kind.endswith('i1') else 3}" if integers else rng.choice(["normal:0,1", "uniform:0,1", "ones"])
            batched = kind.startswith("?") or (kind[:1].isdigit() and rng.random() < 0.1)
            if batched and "--samples=4" not in flags:
                flags += ["--samples=4", "--batch-size=2"]
            flags.append(f"--{'data' if batched else 'input'}={name or f'arg{number}'}={spec}")
        return ["amp-run", path, *flags]

    @staticmethod
    def arguments(text, entry):
        """The types and names of a function's arguments, as far as text shows them."""
        begin = re.search(rf"func\.func (?:\w+ )?@{re.escape(entry)}\s*\(", text)
        if not begin:
            return []
        signature = text[begin.end():].split("->")[0].split(") {")[0]
        return re.findall(r"%[\w.]+\s*:\s*tensor<([^<>\n]*)>"
                          r"(?:\s*\{[^{}]*?amp\.name = \"([^\"\n]*)\")?", signature)

    def is_refused(self, path):
        """Whether the module is none for MLIR itself, by whatever way that ends."""
        code, errors, seconds = execute([*self.under, self.path("amp-opt"), path],
                                        self.environment)
        return code or judge("amp-opt", code, errors, seconds, self.slower)

    def run(self, command):
        tool = command[0]
        resolved = [*self.under, self.path(tool), *command[1:]]
        code, errors, seconds = execute(resolved, self.environment)
        finding = judge(tool, code, errors, seconds, self.slower)
        # In amp-opt without passes MLIR alone reads the file.
        if (finding.startswith("invalid IR") or (finding and tool == "amp-opt")) and \
                self.is_refused(command[1]):
            finding = ""
        return Outcome(finding, code, command,
                       errors.decode(errors="backslashreplace")[-2000:])


def lower(tools, corpus, scratch):
    """More modules: graphs of later stages, of which the tests hold few."""
    path = os.path.join(scratch, "stage.mlir")
    added = []
    sources = [(name, text) for name, text in corpus.modules
               if "amp.backward" in text and len(text) < 6000][::7]
    for name, text in sources:
        entry = re.search(r"func\.func @([\w.]+)", text)
        if not entry:
            continue
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        training = f"--amp-training-pipeline=entry={entry[1]} batch=4 level=O1"
        for passes in ([training], [training, "--amp-lowering-pipeline"],
                       [f"--amp-pipeline=entry={entry[1]} batch=4 level=O1"]):
            done = subprocess.run([tools.path("amp-opt"), path, *passes], capture_output=True,
                                  text=True, timeout=60, env=tools.environment)
            if done.returncode == 0 and len(done.stdout) < 20_000:
                added.append((f"{name} after {' '.join(passes)}", done.stdout))
    corpus.modules += added
    return len(added)


def reduce(text, fails, seconds=30):
    """Fewer lines that fail in the same way."""
    end = time.monotonic() + seconds
    lines = text.splitlines(keepends=True)
    size = max(1, len(lines) // 2)
    while size and time.monotonic() < end:
        at = 0
        while at < len(lines) and time.monotonic() < end:
            rest = lines[:at] + lines[at + size:]
            if rest and fails("".join(rest)):
                lines = rest
            else:
                at += size
        size //= 2
    return "".join(lines)


def body(suite, scratch):
    corpus = Corpus.of_tree(ROOT)
    tools = Tools(suite, scratch, corpus)

    def replay(path):
        with open(path, encoding="utf-8") as file:
            words = shlex.split(file.readline().lstrip("/ "))
        expect(words[:1] in (["amp-run"], ["amp-opt"]), "its first line is no command")
        outcome = tools.run([path if word == "FILE" else word for word in words])
        expect(not outcome.finding, f"`{' '.join(words)}`: {outcome.finding}")

    names = sorted(os.listdir(REGRESSIONS)) if os.path.isdir(REGRESSIONS) else []
    for name in names:
        suite.test("regression." + name.removesuffix(".mlir"), replay,
                   os.path.join(REGRESSIONS, name))

    lower(tools, corpus, scratch)
    options = suite.options
    end = time.monotonic() + options.seconds if options.seconds else None
    findings, codes = [], {}

    def one(number):
        if end and time.monotonic() > end:
            return
        mutant = Mutator(corpus, options.seed, number)
        rng = random.Random(f"command:{options.seed}:{number}")
        path = os.path.join(scratch, f"mutant-{number}.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(mutant.text)
        outcome = tools.run(tools.command(rng, mutant.text, path))
        key = (outcome.command[0], outcome.code)
        codes[key] = codes.get(key, 0) + 1
        if outcome.finding:
            findings.append((number, mutant, outcome))
            if options.keep:
                keep(number, mutant, outcome, path)
        os.remove(path)

    def keep(number, mutant, outcome, path):
        kind = outcome.finding.split(":")[0]

        def fails(text):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            return tools.run(outcome.command).finding.split(":")[0] == kind

        text = mutant.text if "time" in kind else reduce(mutant.text, fails)
        os.makedirs(options.keep, exist_ok=True)
        shown = shlex.join("FILE" if word == path else word for word in outcome.command)
        with open(os.path.join(options.keep, f"{options.seed}-{number}.mlir"), "w",
                  encoding="utf-8") as file:
            file.write(f"// {shown}\n// {outcome.finding}; from {mutant.path}, "
                       f"{', '.join(mutant.changes)}\n{text}")

    def mutants():
        count = options.first + (10 ** 9 if end else options.count)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            number = options.first
            while number < count and not (end and time.monotonic() > end):
                some = range(number, min(number + 256, count))
                for _ in pool.map(one, some):
                    pass
                number = some.stop
        for number, mutant, outcome in findings:
            print(f"# seed {options.seed} number {number}: {outcome.finding}: "
                  f"{shlex.join(outcome.command)} ({mutant.path}: {', '.join(mutant.changes)})")
        ended = ", ".join(f"{tool} {code}: {times}" for (tool, code), times in
                          sorted(codes.items()))
        # Mutants that all fail in the parser would try nothing.
        accepted = sum(times for (_, code), times in codes.items() if code == 0)
        expect(not findings, f"{len(findings)} findings, the first: {findings[0][2].finding}; run "
               f"again with --seed={options.seed} --first={findings[0][0]} --count=1 --keep=FOLDER"
               if findings else "")
        expect(end or accepted >= sum(codes.values()) / 20, f"too few were accepted: {ended}")
        return ended

    suite.test("mutants", mutants)


def add_arguments(parser):
    parser.add_argument("--count", type=int, default=200, help="mutants (default: 200)")
    parser.add_argument("--first", type=int, default=0, help="number of the first (default: 0)")
    parser.add_argument("--seconds", type=int, default=0,
                        help="instead of --count: how long to go on")
    parser.add_argument("--seed", type=read_seed, default=3,
                        help="seed of the mutants, or `today` (default: 3)")
    parser.add_argument("--jobs", type=int, default=2, help="runs at a time (default: 2)")
    parser.add_argument("--keep", metavar="FOLDER", help="where findings are written, reduced")
    parser.add_argument("--under", default="", metavar="COMMAND",
                        help="a program that runs the tools, such as valgrind with its flags")


if __name__ == "__main__":
    suite = Suite("fuzz_graphs", __doc__, add_arguments)
    sys.exit(suite.main(body))
