#!/usr/bin/env python3
#===- simulated_gpu.py - The examples on a simulated GPU --------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Trains the examples on the simulated GPU of the build folder, and on the CPU.

So this needs no GPU. Start, data and their order are the same on both devices, hence the
results are, but for the order in which sums are made:

- In f32 a result follows from at most 8 contractions one after the other, forward and
  backward, and each device sums with an error of c(K) = 6 sqrt(K) roundings of 2^-24; the
  longest sum of an example has K = 128. Relative to the result that is 2 * 8 * c(128) * 2^-24.
- In 16 bits the products are summed in f32 as well, and only then rounded. The devices round
  to different numbers where the exact sum lies within the error above of a tie: less than 2 %
  of the time in f16, less than 0.3 % in bf16, to either side. A loss is a mean of a batch, in
  which so few errors of one u stay far below one u: that is the bound, with u = 2^-11 or 2^-8.
- A fraction of samples that were classified right may differ by one sample.
- All other results that are counts, the loss scale and the skipped steps are the same.

Every run is one that the simulated device found no fault in: no race, no access outside of
an allocation, no wait that is missing, nothing held at the end.

What a step costs is counted, and must not rise: see COST."""

import itertools
import json
import math
import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from _common import EXAMPLES, EXIT_CODES, Suite, expect, generate_recipe

DATA = os.path.join(EXAMPLES, "digits", "digits.npz")
TRAINING = [f"--data=images={DATA}:train_images", f"--data=labels={DATA}:train_labels"]
EVALUATION = [f"--data=test_images={DATA}", f"--data=test_labels={DATA}",
              "--eval-entry=evaluate"]
NORMAL = ["--data=x=normal:0,1", "--data=y=normal:0,1"]
DIGITS = os.path.join(EXAMPLES, "digits", "digits.mlir")
CLIPPING = os.path.join(EXAMPLES, "torch-amp", "clipping.mlir")
TEST_SAMPLES = 359

# Name, type of the tolerance, flags.
PRECISIONS = [("f32", "f32", ["--precision=f32"]),
              ("f16", "f16", ["--precision=f16"]),
              ("f16_O2", "f16", ["--precision=f16", "--opt-level=O2"]),
              ("bf16", "bf16", ["--precision=bf16"]),
              ("bf16_O2", "bf16", ["--precision=bf16", "--opt-level=O2"])]
TOLERANCE = {"f32": 2 * 8 * 6 * math.sqrt(128) * 2.0**-24, "f16": 2.0**-11, "bf16": 2.0**-8}
# Results that are a fraction of samples, and those that are counts.
FRACTIONS = {"accuracy", "test_accuracy"}
COUNTS = {"updates", "skipped0", "skipped1"}

# Steps whose results wait on a device (kRingSize in tools/amp-run/Session.cpp).
RING = 64
WAITS = {"cuStreamSynchronize", "cuEventSynchronize", "cuCtxSynchronize"}

# What a step costs at most, each a figure of today: of the driver's calls and of the kernels,
# without what cuBLASLt's kernels do. `simulated_gpu.py --print-cost` prints the table.
# Instructions are those of all threads; a sector is 32 bytes of global memory.
COST = {
    "digits": {"operations": 19, "launches": 9, "graph_launches": 0, "graph_kernels": 0,
        "library_calls": 8, "memsets": 0, "copies_to_device": 2, "bytes_to_device": 2304,
        "copies_to_host": 0, "bytes_to_host": 512, "copies_on_device": 0, "bytes_on_device": 0,
        "synchronizations": 0, "blocked": 0, "allocations": 0, "host_allocations": 0,
        "threads": 9473, "instructions": 830965, "barriers": 10, "loads": 1628, "stores": 737,
        "load_sectors": 15420, "store_sectors": 9442, "bytes_loaded": 536442,
        "bytes_stored": 300279},
    "recipe": {"operations": 21, "launches": 11, "graph_launches": 0, "graph_kernels": 0,
        "library_calls": 8, "memsets": 0, "copies_to_device": 2, "bytes_to_device": 1048576,
        "copies_to_host": 0, "bytes_to_host": 256, "copies_on_device": 0, "bytes_on_device": 0,
        "synchronizations": 3.125, "blocked": 1.25, "allocations": 0, "host_allocations": 0,
        "threads": 210818, "instructions": 14830607, "barriers": 141, "loads": 29477,
        "stores": 11548, "load_sectors": 270690, "store_sectors": 133774, "bytes_loaded": 9487334,
        "bytes_stored": 4277774},
    "clipping": {"operations": 14, "launches": 7, "graph_launches": 0, "graph_kernels": 0,
        "library_calls": 5, "memsets": 0, "copies_to_device": 2, "bytes_to_device": 2304,
        "copies_to_host": 0, "bytes_to_host": 512, "copies_on_device": 0, "bytes_on_device": 0,
        "synchronizations": 0, "blocked": 0, "allocations": 0, "host_allocations": 0,
        "threads": 1665, "instructions": 209075, "barriers": 10, "loads": 191, "stores": 74,
        "load_sectors": 798, "store_sectors": 478, "bytes_loaded": 35166, "bytes_stored": 14387},
}
# A figure that is lower by more than this asks for a lower table.
SLACK = 0.05
OF_DRIVER = ["operations", "launches", "graph_launches", "graph_kernels", "library_calls",
             "memsets", "copies_to_device", "bytes_to_device", "copies_to_host",
             "bytes_to_host", "copies_on_device", "bytes_on_device", "synchronizations",
             "blocked", "allocations", "host_allocations"]
OF_KERNELS = ["threads", "instructions", "barriers", "loads", "stores", "load_sectors",
              "store_sectors", "bytes_loaded", "bytes_stored"]


class Runner:
    """Runs amp-run on either device, and looks at what the simulated one reports."""

    def __init__(self, suite, scratch):
        self.suite, self.scratch = suite, scratch
        self.report = os.path.join(scratch, "report")
        self.trace = os.path.join(scratch, "trace")
        self.folder = os.path.join(os.path.abspath(suite.options.build), "lib", "simulator")
        self.numbers = itertools.count()
        self.last_error = ""

    def is_built(self):
        return all(os.path.exists(os.path.join(self.folder, name))
                   for name in ("libcuda.so.1", "libcublasLt.so.13"))

    def use(self):
        """Lets amp-run find the simulated libraries."""
        rest = os.environ.get("LD_LIBRARY_PATH")
        path = self.folder + (":" + rest if rest else "")
        for name in list(self.suite.environment):
            if name.startswith("AMP_SIMULATOR_"):
                del self.suite.environment[name]
        self.suite.environment.update(LD_LIBRARY_PATH=path, AMP_SIMULATOR_REPORT=self.report,
                                      AMP_SIMULATOR_TRACE=self.trace)

    def train(self, device, graph, *flags):
        """The record of a training."""
        for path in (self.report, self.trace):
            if os.path.exists(path):
                os.remove(path)
        result = self.suite.run(graph, f"--device={device}", "--json", *flags)
        self.last_error = result.err
        expect(result.status == 0, result.describe())
        if device == "cuda":
            self.check(result)
        return json.loads(result.out)["runs"][0]

    def check(self, result):
        """The simulated device ran it, and has found nothing wrong."""
        faults = [line for line in result.err.splitlines() if line.startswith("simulated GPU:")]
        expect(not faults, f"`{result.command}`: {' | '.join(faults)[:600]}")
        expect(os.path.exists(self.report), f"`{result.command}` wrote no report")
        lines = self.read_report()
        for line in ("never run: 0", "leaks: 0", "faults: 0"):
            expect(line in lines, f"`{result.command}`: no '{line}' in the report, but " +
                   " | ".join(lines[-4:]))

    def read_report(self):
        with open(self.report, encoding="utf-8") as file:
            return file.read().splitlines()

    def calls(self):
        """The names of the driver's functions that the last run called."""
        with open(self.trace, encoding="utf-8") as file:
            return [line.split()[0] for line in file]

    def costs(self):
        """Sums over the last run."""
        sums = dict.fromkeys(OF_DRIVER + OF_KERNELS, 0)
        for line in self.read_report():
            if not line.startswith(("total:", "kernel '")):
                continue
            for word in line.split():
                name, equals, value = word.partition("=")
                if equals and name in (OF_DRIVER if line.startswith("total:") else OF_KERNELS):
                    sums[name] += int(value)
        return sums

    def new_folder(self):
        path = os.path.join(self.scratch, f"folder{next(self.numbers)}")
        os.mkdir(path)
        return path


def expect_close(where, cpu, gpu, kind, samples):
    """Results of a step, or of an evaluation; the largest relative difference."""
    expect(cpu.keys() == gpu.keys(), f"{where}: {sorted(gpu)} on the GPU, {sorted(cpu)}")
    worst = 0.0
    for name in cpu:
        a, b = float(cpu[name]), float(gpu[name])
        says = f"{where}: {name} is {b} on the GPU, {a} on the CPU"
        if name in COUNTS:
            expect(a == b, says)
        elif name in FRACTIONS:
            expect(abs(a - b) <= 1.001 / samples, says)
        else:
            error = abs(a - b) / abs(a) if a != b else 0.0
            expect(error <= TOLERANCE[kind],
                   f"{says}: off by {error:.2g}, more than {TOLERANCE[kind]:.2g}")
            worst = max(worst, error)
    return worst


def expect_same_run(cpu, gpu, kind, batch):
    """Two records, up to rounding; the largest relative difference."""
    expect(len(cpu["log"]) == len(gpu["log"]) > 0, "the devices logged different steps")
    worst = 0.0
    for a, b in zip(cpu["log"], gpu["log"]):
        where = f"step {a['step']}"
        expect(a["step"] == b["step"], "the devices logged different steps")
        expect(a["statistics"] == b["statistics"],
               f"{where}: {b['statistics']} on the GPU, {a['statistics']} on the CPU")
        worst = max(worst, expect_close(where, a["results"], b["results"], kind, batch))
    expect(cpu["statistics"] == gpu["statistics"],
           f"{gpu['statistics']} on the GPU, {cpu['statistics']} on the CPU")
    return max(worst, expect_close("evaluation", cpu["evaluation"], gpu["evaluation"], kind,
                                   TEST_SAMPLES))


def compare(runner, kind, graph, *flags, steps=4, batch=32):
    """A training on both devices."""
    flags = [graph, *flags, f"--steps={steps}", f"--batch-size={batch}", "--print-every=1"]
    cpu, gpu = (runner.train(device, *flags) for device in ("cpu", "cuda"))
    return f"within {expect_same_run(cpu, gpu, kind, batch):.2g}"


def add_examples(suite, runner, recipe):
    for name, kind, flags in PRECISIONS:
        for example in ("digits", "dropout-batchnorm"):
            suite.test(f"{example}.{name}", compare, runner, kind,
                       os.path.join(EXAMPLES, example, f"{example}.mlir"), *TRAINING,
                       *EVALUATION, *flags)
        suite.test(f"recipe.{name}", compare, runner, kind, recipe, *NORMAL, "--samples=96",
                   *flags)
        suite.test(f"underflow.{name}", compare, runner, kind,
                   os.path.join(EXAMPLES, "underflow", "underflow.mlir"), "--data=x=normal:0,1",
                   "--data=noise=normal:0,0.5", "--samples=96", *flags)
        for example, *entry in (("typical",), ("clipping",), ("accumulation",), ("multiple",),
                                ("penalty", "--entry=train"), ("penalty", "--entry=simple"),
                                ("custom-functions",)):
            test = ".".join([example, *(flag.split("=")[1] for flag in entry), name])
            suite.test(test, compare, runner, kind,
                       os.path.join(EXAMPLES, "torch-amp", f"{example}.mlir"), *TRAINING,
                       *flags, *entry)


def whole_epoch(runner):
    """In another order, with a last batch of 30 samples, which is a program of its own."""
    flags = [DIGITS, *TRAINING, *EVALUATION, "--batch-size=64", "--epochs=1", "--shuffle",
             "--seed=1", "--precision=f16", "--print-every=1"]
    cpu, gpu = (runner.train(device, *flags) for device in ("cpu", "cuda"))
    # One sample in the last, smaller batch.
    worst = expect_same_run(cpu, gpu, "f16", 30)
    expect(gpu["evaluation"]["test_accuracy"] > 0.5, f"{gpu['evaluation']} after an epoch")
    return f"{gpu['steps']} steps within {worst:.2g}"


def skipped_steps(runner):
    """An overflow is found and skipped on the device, and the scale backs off."""
    flags = [DIGITS, *TRAINING, "--precision=f16", "--steps=6", "--batch-size=32",
             "--init-scale=1e30", "--print-every=1"]
    cpu, gpu = (runner.train(device, *flags) for device in ("cpu", "cuda"))
    expect_same_run(cpu, gpu, "f16", 32)
    skipped = gpu["statistics"]["skipped steps"]
    expect(skipped > 0, "no step was skipped")
    return f"{skipped} skipped"


def same_twice(runner):
    """Two runs, to the bit."""
    outputs = [os.path.join(runner.new_folder(), "out.npz") for _ in range(2)]
    runs = [runner.train("cuda", DIGITS, *TRAINING, "--precision=f16", "--steps=8",
                         "--batch-size=32", "--print-every=1", f"--output={output}")
            for output in outputs]
    expect(runs[0]["log"] == runs[1]["log"], "the same run twice differs")
    with np.load(outputs[0]) as first, np.load(outputs[1]) as second:
        expect(set(first) == set(second) and len(set(first)) > 0, "other arrays")
        for name in first:
            expect(first[name].tobytes() == second[name].tobytes(), f"{name} differs")


def inference(runner, kind, flags):
    """Answers of a network that the CPU trained: rows of all samples, the last batch of
    which is smaller. Three roundings of the type come before a logit; the largest number on
    the way is the largest logit, or below 1 behind tanh."""
    trained, *outputs = (os.path.join(runner.new_folder(), "out.npz") for _ in range(3))
    folder = os.path.join(EXAMPLES, "torch-amp")
    runner.train("cpu", os.path.join(folder, "typical.mlir"), *TRAINING, "--epochs=1",
                 "--precision=f32", "--batch-size=32", f"--output={trained}")
    logits, digits = [], []
    for device, output in zip(("cpu", "cuda"), outputs):
        runner.train(device, os.path.join(folder, "inference.mlir"), *flags,
                     f"--data=images={DATA}:test_images", "--batch-size=100",
                     f"--init-from={trained}", f"--output={output}")
        with np.load(output) as arrays:
            logits.append(arrays["infer.logits"].astype(np.float64))
            digits.append(arrays["infer.digits"])
    expect(logits[0].shape == (TEST_SAMPLES, 10), f"logits are {logits[0].shape}")
    bound = 3 * 2 * TOLERANCE[kind] * max(1.0, np.abs(logits[0]).max())
    worst = np.abs(logits[0] - logits[1]).max()
    expect(worst <= bound, f"logits differ by {worst:.3g}, more than {bound:.3g}")
    # An answer may only differ where two logits are that close.
    best = np.sort(logits[0], axis=1)
    isClear = best[:, -1] - best[:, -2] > 2 * bound
    expect((digits[0] == digits[1])[isClear].all(), "other answers")
    expect(isClear.mean() > 0.5, f"only {isClear.mean():.0%} of the answers are clear")
    return f"within {worst:.2g}"


def resumed(runner, kind, flags, devices):
    """Stopped after 4 steps on one device, and gone on with on another: against a run on the
    CPU that never stopped, and to the bit if all is on the GPU."""
    first, second = devices
    common = [DIGITS, *TRAINING, *EVALUATION, *flags, "--batch-size=32", "--print-every=1"]
    folder = runner.new_folder()
    whole = runner.train("cpu" if "cpu" in devices else "cuda", *common, "--steps=8")
    runner.train(first, *common, "--steps=4", f"--checkpoint-dir={folder}")
    rest = runner.train(second, *common, "--steps=8", f"--resume={folder}")
    expect(rest["resumed_from_step"] == 4, f"resumed from step {rest['resumed_from_step']}")
    whole["log"] = [step for step in whole["log"] if step["step"] > 4]
    worst = expect_same_run(whole, rest, kind, 32)
    if first == second:
        expect(whole["log"] == rest["log"] and whole["evaluation"] == rest["evaluation"],
               "resuming changes a bit")
    return f"within {worst:.2g}"


def other_device(runner, capability, kind, *flags):
    """On a device of another compute capability."""
    environment = runner.suite.environment
    environment["AMP_SIMULATOR_CAPABILITY"] = capability
    try:
        return compare(runner, kind, DIGITS, *TRAINING, *EVALUATION, *flags)
    finally:
        del environment["AMP_SIMULATOR_CAPABILITY"]


def refused(runner, settings, status, *parts):
    """A machine on which nothing can run: the exit code and the message say why."""
    environment = runner.suite.environment
    environment.update(settings)
    try:
        result = runner.suite.run(DIGITS, "--device=cuda", *TRAINING, "--steps=1",
                                  "--batch-size=32", "--precision=f16")
    finally:
        for name in settings:
            del environment[name]
    expect(result.status == EXIT_CODES[status], result.describe())
    for part in parts:
        expect(part in result.err, f"no '{part}' in: {result.err.strip()}")


def profile(runner):
    """A profile has a time for each record that runs."""
    run = runner.train("cuda", DIGITS, *TRAINING, "--precision=f16", "--steps=3",
                       "--batch-size=32", "--profile")
    records = run["profile"][0]["records"]
    expect(records, "the profile has no records")
    return f"{len(records)} records"


#===------------------------------------------------------------------------===#
# What the host waits for
#===------------------------------------------------------------------------===#


def between_launches(calls):
    """The calls before the first launch, after each, and after the last."""
    parts, part = [], []
    for call in calls:
        if call == "cuLaunchKernel" or call == "cuGraphLaunch":
            parts.append(part)
            part = []
        else:
            part.append(call)
    return parts[0], parts[1:], part


def calls_of(runner, steps, *flags):
    """What a training of an epoch calls."""
    runner.train("cuda", CLIPPING, *TRAINING, "--batch-size=8", f"--steps={steps}",
                 "--precision=f16", *flags)
    return runner.calls()


def count_reads(calls, most_copies=1):
    """How often something is read before the last launch, each time by at most so many
    copies; where nothing is read, the host waits for nothing."""
    groups = 0
    for part in between_launches(calls)[1]:
        copies = part.count("cuMemcpyDtoHAsync_v2")
        waits = [call for call in part if call in WAITS]
        if not copies:
            expect(not waits, f"{waits} where nothing is read")
            continue
        groups += 1
        expect(copies <= most_copies, f"{copies} copies to the host, at most {most_copies}")
        # Each for its copy, and one before the clock is read.
        expect(set(waits) == {"cuStreamSynchronize"} and len(waits) <= copies + 1,
               f"{waits} for {copies} copies to the host")
    return groups


def no_read_in_a_step(runner):
    for steps in (1, 2, RING + 1, RING + 2, 2 * RING + 2):
        # One copy for the results of all these steps.
        groups = count_reads(calls_of(runner, steps))
        # The first step, which no time counts, and then a ring of them at a time; what is
        # left is read behind the last launch.
        expected = 0 if steps == 1 else 1 + (steps - 2) // RING
        expect(groups == expected, f"{groups} reads in {steps} steps, expected {expected}")
    return f"{groups} reads in {steps} steps"


def a_write_waits_for_nothing(runner):
    """Two inputs a step, each one copy."""
    more = []
    for steps in (2, 10):
        calls = calls_of(runner, steps)
        more.append((calls.count("cuMemcpyHtoDAsync_v2"),
                     sum(calls.count(wait) for wait in WAITS)))
    copies, waits = (after - before for before, after in zip(*more))
    expect(copies == 2 * 8, f"{copies} copies to the device in 8 steps of 2 inputs")
    expect(waits == 0, f"{waits} waits in 8 steps")


def loss_scaling_reads_nothing(runner):
    def copies(steps, scaling):
        return calls_of(runner, steps, scaling).count("cuMemcpyDtoHAsync_v2")

    # Within one epoch.
    more = [copies(steps, "--loss-scale=dynamic") - copies(steps, "--loss-scale=off")
            for steps in (RING, 2 * RING)]
    # The scale and what was skipped, at the end of the epoch, however long that is.
    expect(more[0] == more[1], f"{more[0]} more values are read in {RING} steps, {more[1]} "
           f"in {2 * RING}")
    return f"{more[0]} values more in an epoch"


def a_print_reads(runner):
    # A print shows what the scaler holds, too.
    groups = count_reads(calls_of(runner, RING, "--print-every=8"), most_copies=5)
    # The first step, and one for each print but the last, which comes after all launches.
    expect(groups == RING // 8, f"{groups} reads for {RING // 8} prints")


#===------------------------------------------------------------------------===#
# Loops
#===------------------------------------------------------------------------===#

# An LSTM of T steps, of which each reads a part of %x and gives one of %h.
LSTM = """amp.variable parameter @w_ih : tensor<32x4xf32> = #amp.init<uniform(-0.3, 0.3)>
amp.variable parameter @w_hh : tensor<32x8xf32> = #amp.init<uniform(-0.3, 0.3)>
amp.optimizer sgd @optimizer [@w_ih, @w_hh] {lr = 0.1 : f64}
func.func @train(%x: tensor<2xTx4xf32> {amp.batch, amp.name = "x"},
                 %y: tensor<2xTx8xf32> {amp.batch, amp.name = "y"})
    -> (tensor<f32> {amp.name = "loss"}) {
  %w_ih = amp.read @w_ih : tensor<32x4xf32>
  %w_hh = amp.read @w_hh : tensor<32x8xf32>
  %zero = amp.constant dense<0.0> : tensor<1x2x8xf32>
  %h:3 = amp.lstm %x, %zero, %zero, %w_ih, %w_hh {batch_first = true}
    : (tensor<2xTx4xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<32x4xf32>, tensor<32x8xf32>)
    -> (tensor<2xTx8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>)
  %l = amp.mse_loss %h#0, %y {reduction = #amp.reduction<mean>}
    : (tensor<2xTx8xf32>, tensor<2xTx8xf32>) -> tensor<f32>
  %d:2 = amp.backward %l wrt(%w_ih, %w_hh)
    : (tensor<f32>, tensor<32x4xf32>, tensor<32x8xf32>) -> (tensor<32x4xf32>, tensor<32x8xf32>)
  amp.step @optimizer(%d#0, %d#1) : tensor<32x4xf32>, tensor<32x8xf32>
  return %l : tensor<f32>
}
"""
# Records of a step of the LSTM, forward and backward: a product and a kernel; and of a graph
# (kMostRecordsOfGraph in runtime/lib/cuda/RepeatGraphs.h).
RECORDS_OF_STEP = 2
RECORDS_OF_GRAPH = 512
# What a remark says of a loop that is no graph.
LAUNCHED = "is launched iteration by iteration"


def train_lstm(runner, length, steps, *flags):
    path = os.path.join(runner.scratch, f"lstm{length}.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(LSTM.replace("xTx", f"x{length}x"))
    return runner.train("cuda", path, "--data=x=normal:0,1", "--data=y=normal:0,1",
                        "--samples=8", f"--steps={steps}", "--precision=f32", "--print-every=1",
                        *flags)


def loop_is_graphs(runner, length):
    """A step of the training gives each loop to the device as graphs, whose number is that of
    its records in hundreds; what it computes is what launching each record does, as a profiled
    run does it."""
    steps = 6
    found = train_lstm(runner, length, steps)["log"]
    launched = train_lstm(runner, length, steps, "--profile")["log"]
    expect(runner.calls().count("cuGraphLaunch") == 0, "a profiled run launches a graph")
    results = [[step["results"] for step in log] for log in (found, launched)]
    expect(len(found) == steps and results[0] == results[1],
           f"the results of graphs are {results[0]}, those of records {results[1]}")
    # Inputs alternate between two sets of buffers, of which each is launched with once and
    # recorded then. From there on all steps are alike.
    calls = []
    for number in (steps, steps + 4):
        train_lstm(runner, length, number)
        calls.append(runner.calls())
    expect(LAUNCHED not in runner.last_error, runner.last_error)
    more = {name: (calls[1].count(name) - calls[0].count(name)) / 4
            for name in ("cuGraphLaunch", "cuLaunchKernel", "cuStreamBeginCapture_v2")}
    per_graph = RECORDS_OF_GRAPH // RECORDS_OF_STEP
    graphs = 2 * math.ceil(length / per_graph)
    expect(more["cuGraphLaunch"] == graphs,
           f"{more['cuGraphLaunch']} graphs in a step, expected {graphs}")
    expect(more["cuStreamBeginCapture_v2"] == 0, "graphs are recorded in each step")
    # The same for every length: what is not in a loop.
    expect(more["cuLaunchKernel"] <= 8, f"{more['cuLaunchKernel']} launches in a step")
    return f"{graphs} graphs and {more['cuLaunchKernel']:g} launches in a step"


def loop_is_too_long(runner):
    """A loop of more records than graphs have (kMostRecordsOfGraphs) runs, and a remark says how."""
    train_lstm(runner, 16384 // RECORDS_OF_STEP + 1, 1)
    expect(f"{LAUNCHED}: it runs more than 16384 records" in runner.last_error,
           f"no remark in: {runner.last_error.strip()[:300]}")


#===------------------------------------------------------------------------===#
# What a step costs
#===------------------------------------------------------------------------===#


def measure(runner, graph, *flags):
    """What a step costs, as the difference between runs of 10 steps and of 2: what it takes
    to begin and to end is not counted."""
    sums = []
    for steps in (2, 10):
        runner.train("cuda", graph, *flags, f"--steps={steps}", "--batch-size=32",
                     "--precision=f16")
        sums.append(runner.costs())
    return {name: (sums[1][name] - sums[0][name]) / 8 for name in sums[0]}


def check_cost(runner, name, graph, *flags):
    found, limits = measure(runner, graph, *flags), COST[name]
    expect(found.keys() == limits.keys(), "the table has other figures than the report")
    higher = [f"{figure} are {found[figure]:g}, at most {limits[figure]:g} expected"
              for figure in limits if found[figure] > limits[figure]]
    expect(not higher, "; ".join(higher))
    lower = [f"{figure} fell from {limits[figure]:g} to {found[figure]:g}"
             for figure in limits if found[figure] < (1 - SLACK) * limits[figure]]
    if lower:
        return "; ".join(lower) + ": lower the table COST"
    return f"{found['launches']:g} launches, {found['instructions']:g} instructions"


def cost_cases(recipe):
    return {"digits": [DIGITS, *TRAINING],
            "recipe": [recipe, *NORMAL, "--samples=320"],
            "clipping": [CLIPPING, *TRAINING]}


def print_cost(runner, recipe):
    print("COST = {")
    for name, flags in cost_cases(recipe).items():
        words = [f'"{figure}": {value:.10g}' for figure, value in measure(runner, *flags).items()]
        line = f'    "{name}": {{'
        for i, word in enumerate(words):
            word += "," if i + 1 < len(words) else "},"
            if len(line) + 1 + len(word) > 98:
                print(line)
                line = " " * 8 + word
            else:
                line += word if line.endswith("{") else " " + word
        print(line)
    print("}")


def body(suite, scratch):
    runner = Runner(suite, scratch)
    if not runner.is_built():
        suite.skip("all", f"no simulated GPU in {runner.folder} (AMP_BUILD_TESTS)")
        return
    runner.use()
    recipe = generate_recipe(os.path.join(scratch, "recipe.mlir"), "--width=64")
    if suite.options.print_cost:
        print_cost(runner, recipe)
        return

    listing = suite.run("--list-devices")
    expect("Simulated" in listing.out, f"amp-run finds no simulated GPU: {listing.out.strip()}")
    add_examples(suite, runner, recipe)
    for name, flags in (("accumulate", ["--accumulate=3", "--flush"]),
                        ("flat_state_off", ["--flat-state=off"]),
                        ("recompute", ["--recompute=on"]),
                        ("O3", ["--opt-level=O3"]),
                        ("fixed_scale", ["--loss-scale=1024"])):
        suite.test(f"digits.{name}", compare, runner, "f16", DIGITS, *TRAINING, *EVALUATION,
                   "--precision=f16", *flags)
    suite.test("whole_epoch", whole_epoch, runner)
    suite.test("skipped_steps", skipped_steps, runner)
    suite.test("same_twice", same_twice, runner)
    for name, kind, flags in PRECISIONS:
        suite.test(f"inference.{name}", inference, runner, kind, flags)
        for devices in (("cpu", "cuda"), ("cuda", "cpu"), ("cuda", "cuda")):
            suite.test(f"resume.{'_to_'.join(devices)}.{name}", resumed, runner, kind, flags,
                       devices)
    for capability, name, kind, flags in (("7.5", "f16", "f16", ["--precision=f16"]),
                                          ("8.0", "bf16", "bf16", ["--precision=bf16"]),
                                          ("8.9", "f16", "f16", ["--precision=f16"])):
        suite.test(f"digits.sm_{capability.replace('.', '')}.{name}", other_device, runner,
                   capability, kind, *flags)
    for name, settings, *expected in (
            ("no_memory", {"AMP_SIMULATOR_MEMORY": "16"}, "limit", "allocating",
             "CUDA_ERROR_OUT_OF_MEMORY"),
            ("no_device", {"AMP_SIMULATOR_DEVICES": "0"}, "device", "no CUDA device"),
            ("old_driver", {"AMP_SIMULATOR_CUDA_VERSION": "11.8"}, "device", "of CUDA 11.8",
             "12.0 or newer")):
        suite.test(name, refused, runner, settings, *expected)
    suite.test("profile", profile, runner)
    for test in (no_read_in_a_step, a_write_waits_for_nothing, loss_scaling_reads_nothing,
                 a_print_reads):
        suite.test(test.__name__, test, runner)
    for length in (8, 300):
        suite.test(f"loop_of_{length}", loop_is_graphs, runner, length)
    suite.test("loop_is_too_long", loop_is_too_long, runner)
    for name, flags in cost_cases(recipe).items():
        suite.test(f"cost.{name}", check_cost, runner, name, *flags)


def add_arguments(parser):
    parser.add_argument("--print-cost", action="store_true",
                        help="print what a step costs, as the table COST, and do nothing else")


if __name__ == "__main__":
    sys.exit(Suite("simulated_gpu", __doc__, add_arguments).main(body))
