#===- interrupts.py - Signals during a run ---------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""What SIGINT, SIGTERM and SIGHUP do at any moment of a run: its exit code, what it says,
what it has saved, and that nothing is left half written."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time

import _checkpoint
from _common import MSE_GRAPH, Suite, expect

# What it saves is large beside what it computes.
LARGE_GRAPH = MSE_GRAPH + """
amp.variable buffer @ballast : tensor<4194304xf32> = #amp.init<constant(1.0)>
"""
# A step of many seconds.
SLOW_GRAPH = """
func.func @slow(%x: tensor<4096x4096xf32> {amp.name = "x"}) -> (tensor<f32> {amp.name = "y"}) {
""" + "".join(f"  %a{i + 1} = amp.matmul %a{i}, %x : (tensor<4096x4096xf32>, tensor<4096x4096xf32>)"
              " -> tensor<4096x4096xf32>\n" for i in range(200)).replace("%a0,", "%x,") + """
  %y = amp.mean %a200 : (tensor<4096x4096xf32>) -> tensor<f32>
  return %y : tensor<f32>
}
"""
FLAGS = ["--data", "x=normal:0,1", "--data", "y=normal:0,1", "--samples=10", "--batch-size=4",
         "--shuffle", "--seed=3", "--device=cpu"]
STEPS = 30000
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def obey_signals():
    """What these tests run in may ignore signals, as nohup and background jobs do."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)


def leftovers(folder):
    return [name for name in os.listdir(folder) if ".tmp-" in name]


class Tests:
    def __init__(self, suite, scratch):
        self.suite, self.scratch = suite, scratch
        self.graph = self.write("mse.mlir", MSE_GRAPH)

    def path(self, name):
        return os.path.join(self.scratch, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    @contextlib.contextmanager
    def start(self, *arguments, before=obey_signals, **options):
        process = subprocess.Popen([self.suite.tool, *arguments], env=self.suite.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   preexec_fn=before, **options)
        try:
            yield process
        finally:
            process.kill()
            process.communicate()

    def finish(self, process, limit=20):
        begin = time.monotonic()
        try:
            _, messages = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            expect(False, f"still ran {limit} s after the signal")
        return process.returncode, messages, time.monotonic() - begin

    def while_reading(self):
        """What takes no steps ends at once."""
        for number in SIGNALS:
            with self.start("-", stdin=subprocess.PIPE) as process:
                time.sleep(0.3)
                process.send_signal(number)
                status, messages, took = self.finish(process)
            expect(status == 128 + number, f"exit code {status}: {messages}")
            expect(f"error: ended by {signal.Signals(number).name}" in messages, messages)
            expect(took < 5, f"took {took:.1f} s")

    def while_training(self):
        """The step ends, the state is saved, and the run goes on from it bitwise."""
        whole = self.path("whole")
        self.suite.train(self.graph, *FLAGS, f"--steps={STEPS}", f"--checkpoint-dir={whole}")
        expected = _checkpoint.read(os.path.join(whole, _checkpoint.name_of(STEPS)))
        stops = []
        for number in SIGNALS:
            saved = self.path(f"saved{number}")
            flags = [self.graph, *FLAGS, f"--steps={STEPS}", f"--checkpoint-dir={saved}",
                     "--resume"]
            with self.start(*flags, "--print-every=20") as process:
                process.stdout.readline()
                process.send_signal(number)
                status, messages, _ = self.finish(process)
            name = signal.Signals(number).name
            expect(status == 128 + number, f"exit code {status}: {messages}")
            steps = _checkpoint.steps_in(saved)
            expect(len(steps) == 1 and 0 < steps[0] < STEPS, f"saved {steps}: {messages}")
            for part in (f"{name}: the run ends after this step",
                         f"{name} ended the run after step {steps[0]} of {STEPS}",
                         f"step {steps[0]} is saved in '{saved}', and --resume goes on"):
                expect(part in messages, f"'{part}' is not in '{messages}'")
            expect(not leftovers(saved), f"left {leftovers(saved)}")
            stops.append(steps[0])
            self.suite.train(*flags)
            found = _checkpoint.read(os.path.join(saved, _checkpoint.name_of(STEPS)))
            for array, values in expected.arrays.items():
                expect(found.arrays[array].tobytes() == values.tobytes(), f"{name}: other {array}")
        # Without a folder for it nothing is saved, and no output is written.
        output = self.path("none.safetensors")
        with self.start(self.graph, *FLAGS, f"--steps={STEPS}", "--print-every=20",
                        f"--output={output}") as process:
            process.stdout.readline()
            process.send_signal(signal.SIGINT)
            status, messages, _ = self.finish(process)
        expect(status == 130, f"exit code {status}: {messages}")
        expect("nothing is saved" in messages and "--output is not written" in messages, messages)
        expect(not os.path.exists(output), "the output was written")
        return f"stopped after {stops}"

    def twice(self):
        """The second signal does not wait for the step."""
        graph = self.write("slow.mlir", SLOW_GRAPH)
        with self.start(graph, "--input", "x=zeros", "--device=cpu", "--progress=on") as process:
            # Steps have begun once it has compiled.
            text = ""
            while "compiling" not in text:
                text += process.stderr.read(1)
            for _ in range(100):
                time.sleep(0.1)
                process.send_signal(signal.SIGINT)
                if process.poll() is not None:
                    break
            status, messages, _ = self.finish(process, limit=10)
        expect(status == 130, f"exit code {status}: {messages}")
        expect("error: ended by SIGINT" in messages, messages)

    def ignored(self):
        """What nohup asks for holds."""
        with self.start(self.graph, *FLAGS, f"--steps={STEPS}", "--print-every=20",
                        before=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) as process:
            process.stdout.readline()
            process.send_signal(signal.SIGHUP)
            status, messages, _ = self.finish(process, limit=60)
        expect(status == 0 and not messages, f"exit code {status}: {messages}")

    def while_writing(self):
        """At random moments; the output is whole or was never there."""
        graph, rng, statuses = self.write("large.mlir", LARGE_GRAPH), random.Random(1), []
        folder = self.path("outputs")
        os.mkdir(folder)
        begin = time.monotonic()
        result = self.suite.run(graph, *FLAGS, f"--output={folder}/whole.npz")
        expect(result.status == 0, result.describe())
        length = time.monotonic() - begin
        size = os.path.getsize(f"{folder}/whole.npz")
        for i in range(24):
            suffix = ("npz", "safetensors")[i % 2]
            output = f"{folder}/{i}.{suffix}"
            with self.start(graph, *FLAGS, f"--output={output}") as process:
                time.sleep(rng.uniform(0.5, 1.1) * length)
                process.send_signal(signal.SIGTERM)
                status, messages, _ = self.finish(process)
            expect(status in (0, 143), f"exit code {status}: {messages}")
            expect(not leftovers(folder), f"left {leftovers(folder)}")
            if os.path.exists(output):
                expect(os.path.getsize(output) > size // 2, "a part was written")
            statuses.append(status)
        return f"{statuses.count(143)} of {len(statuses)} ended by the signal"

    def killed_writers(self):
        """What SIGKILL leaves goes with the next run that writes the same file."""
        folder = self.path("stale")
        os.mkdir(folder)
        for name in ("out.npz.tmp-0123abcd", "out.npz.tmp-89abcdef", "other.npz.tmp-0123abcd"):
            self.write(os.path.join("stale", name), "a part")
        result = self.suite.run(self.graph, *FLAGS, f"--output={folder}/out.npz")
        expect(result.status == 0, result.describe())
        expect(leftovers(folder) == ["other.npz.tmp-0123abcd"], f"left {leftovers(folder)}")


def body(suite, scratch):
    tests = Tests(suite, scratch)
    for name in ("while_reading", "while_training", "twice", "ignored", "while_writing",
                 "killed_writers"):
        suite.test(name, getattr(tests, name))


if __name__ == "__main__":
    sys.exit(Suite("interrupts", __doc__).main(body))
