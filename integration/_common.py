#===- _common.py - What the integration tests share ------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs amp-run, and reports tests as `ok NAME`, `not ok NAME: reason` or
`skip NAME: reason`."""

import argparse
import dataclasses
import datetime
import gzip
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.append(os.path.join(ROOT, "utils"))
EXAMPLES = os.path.join(ROOT, "examples")
EXIT_CODES = {"ok": 0, "training": 1, "usage": 2, "input": 3, "limit": 4, "io": 5, "device": 6}

# A linear model with a loss, a gradient and a step.
MSE_GRAPH = """
amp.variable parameter @w : tensor<2x3xf32> = #amp.init<kaiming_uniform>
amp.optimizer sgd @sgd [@w] {lr = 0.01 : f64}
func.func @train(%x: tensor<?x3xf32> {amp.name = "x"}, %y: tensor<?x2xf32> {amp.name = "y"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %w = amp.read @w : tensor<2x3xf32>
  %h = amp.linear %x, %w : (tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<?x2xf32>
  %loss = amp.mse_loss %h, %y : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)
  amp.step @sgd(%g) : tensor<2x3xf32>
  return %loss : tensor<f32>
}
"""


class Failure(Exception):
    """A test's reason to fail."""


def expect(condition, reason):
    if not condition:
        raise Failure(reason)


@dataclasses.dataclass
class Result:
    status: int  # Below 0: the signal that ended the program.
    out: str
    err: str
    command: str

    def describe(self):
        code = f"signal {-self.status}" if self.status < 0 else f"exit code {self.status}"
        last = " | ".join(self.err.strip().splitlines()[-3:])[:400]
        return f"`{self.command}` ended with {code}: {last or 'no message'}"


class Suite:
    """The tests of one script, and the tool that they test."""

    def __init__(self, name, description, add_arguments=None):
        parser = argparse.ArgumentParser(description=description.split("\n\n")[0])
        parser.add_argument("--build", default="build", help="build folder (default: build)")
        parser.add_argument("--device", default="cpu",
                            help="device of the runs, as for amp-run (default: cpu)")
        if add_arguments:
            add_arguments(parser)
        self.options = parser.parse_args()
        self.device = self.options.device
        self.name = name
        self.failed = 0
        self.tool = os.path.join(os.path.abspath(self.options.build), "bin", "amp-run")
        self.environment = {**os.environ, "AMP_CACHE_DIR": ""}

    def run(self, *arguments, limit=120, **options):
        """Runs amp-run. Its output need not be text: what is not is shown escaped."""
        command = [self.tool, *map(str, arguments)]
        shown = shlex.join(["amp-run", *map(os.path.basename, command[1:2]), *command[2:]])
        try:
            done = subprocess.run(command, cwd=ROOT, env=self.environment, timeout=limit,
                                  capture_output=True, **options)
        except subprocess.TimeoutExpired:
            raise Failure(f"`{shown}` still ran after {limit} s") from None
        return Result(done.returncode, done.stdout.decode(errors="backslashreplace"),
                      done.stderr.decode(errors="backslashreplace"), shown)

    def train(self, file, *arguments, status=0, **options):
        """Runs amp-run with --json on the suite's device; its document."""
        result = self.run(file, f"--device={self.device}", "--json", *arguments, **options)
        expect(result.status == status, result.describe())
        try:
            return json.loads(result.out)
        except ValueError as error:
            raise Failure(f"`{result.command}` printed no JSON document: {error}") from None

    def test(self, name, function, *arguments):
        """Runs one test; what it returns is a remark on its line."""
        name = f"{self.name}.{name}"
        try:
            remark = function(*arguments)
        except Failure as failure:
            self.failed += 1
            print(f"not ok {name}: {failure}", flush=True)
        except Exception as error:  # A defect of the test, or output that it did not expect.
            self.failed += 1
            print(f"not ok {name}: {type(error).__name__}: {error}", flush=True)
        else:
            print(f"ok {name}" + (f" ({remark})" if remark else ""), flush=True)

    def skip(self, name, reason):
        print(f"skip {self.name}.{name}: {reason}", flush=True)

    def main(self, body):
        """Calls body(suite, scratch folder); the script's exit status."""
        if not os.access(self.tool, os.X_OK):
            print(f"not ok {self.name}: {self.tool} is missing; build the target "
                  f"{os.path.basename(self.tool)}")
            return 1
        with tempfile.TemporaryDirectory(prefix="amp-") as scratch:
            try:
                body(self, scratch)
            except Failure as failure:  # Outside of a test.
                self.failed += 1
                print(f"not ok {self.name}: {failure}")
        return 1 if self.failed else 0


def read_cache(build):
    """The variables of CMake in a build folder, by name."""
    with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as file:
        return dict(re.findall(r"^([\w-]+):\w+=(.*)$", file.read(), re.MULTILINE))


def read_seed(text):
    """The value of --seed: a number, or `today` for one that is another each day."""
    return int(datetime.date.today().strftime("%Y%m%d")) if text == "today" else int(text)


def read_record(name, device="cpu"):
    """What PyTorch was recorded to do: test/Inputs/NAME/torch-DEVICE.json.gz."""
    path = os.path.join(ROOT, "test", "Inputs", name, f"torch-{device}.json.gz")
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def losses(document, run=0, name="loss"):
    """The values of a result in each logged step, as floats (nan and inf too)."""
    return [float(step["results"][name]) for step in document["runs"][run]["log"]]


def generate_recipe(path, *arguments):
    """Writes the recipe's graph to a file."""
    script = os.path.join(EXAMPLES, "recipe", "generate.py")
    done = subprocess.run([sys.executable, script, *arguments], capture_output=True, text=True)
    expect(done.returncode == 0, f"generate.py {shlex.join(arguments)}: {done.stderr.strip()}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(done.stdout)
    return path
