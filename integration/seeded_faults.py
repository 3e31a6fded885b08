#!/usr/bin/env python3
#===- seeded_faults.py - Planted defects are noticed -----------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Plants defects in the simulated GPU, one at a time, and sees what notices them.

AMP_SIMULATOR_SEED makes the simulated driver and cuBLASLt behave as if the compiler or
the runtime had a defect (runtime/simulator/seeds/Seeds.h). Some small programs run on
the CPU, on the simulated GPU without a seed, where nothing may be wrong, and with each
seed. A seed is caught where amp-run fails, the simulator reports a fault, or a result
is not the CPU's within the program's tolerance. It must also have had a place in some
program.

  clean.PROGRAM  without a seed the results agree, and there is no fault
  seed.NAME      what caught the seed, or that nothing does, as SURVIVORS says, or that
                 no program has a place for it, as WITHOUT_PLACE says
  share          at least 95 % of the seeds that have a place are caught
"""

import dataclasses
import os
import re
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import _common
from _common import EXAMPLES, Suite, expect
from cuda_toolkit import find_cuda_toolkit

LEAST_SHARE = 0.95
# A kernel that does not end any more is a fault; no program comes near.
MOST_INSTRUCTIONS = 30_000_000

# Seeds that nothing catches, and why that is no gap.
SURVIVORS = {
    "synchronize-dropped": "what amp-run reads is copied to pageable memory, and such a copy "
                           "waits by itself; nothing is pending where it gives memory back",
}

# Seeds that no program has a place for, and why. Tests of the simulator plant them.
WITHOUT_PLACE = {
    "unordered-dropped": "no kernel compares so that a NaN counts",
    "shared-dropped": "kernels declare their shared memory; no launch adds to it",
    "memset-elsewhere": "nothing is filled: a sum begins with a constant of its kernel",
}

# The program that is tried first, where that is not the first one.
LIKELY = {
    "less-or-equal": "recipe",
    "element-size": "attention",
    "grid-long": "recipe",
    "parameter-stale": "attention",
    "launch-dropped": "digits",
    "launch-elsewhere": "digits",
    "leading-dimensions-swapped": "products",
    "upload-dropped": "products",
    "download-early": "attention",
    "event-record-dropped": "uploads",
    "event-synchronize-dropped": "uploads",
}

# Every result is one operation of f32 or a conversion, which has one right value.
ELEMENTWISE = """
func.func @main(%x: tensor<?x37xf32> {amp.name = "x"}, %y: tensor<?x37xf32> {amp.name = "y"},
                %h: tensor<?x37xf16> {amp.name = "h"})
    -> (tensor<?x37xf32> {amp.name = "quotient"}, tensor<?x37xf32> {amp.name = "root"},
        tensor<?x37xf32> {amp.name = "difference"}, tensor<?x37xf32> {amp.name = "sum"},
        tensor<?x37xf32> {amp.name = "opposite"}, tensor<?x37xf32> {amp.name = "relu"},
        tensor<?x37xf32> {amp.name = "maximum"}, tensor<?x37xf16> {amp.name = "f16"},
        tensor<?x37xf32> {amp.name = "bf16"}, tensor<?x37xf32> {amp.name = "widened"},
        tensor<?x37xf32> {amp.name = "scaled"}, tensor<?x37xf32> {amp.name = "chosen"}) {
  %quotient = amp.div %x, %y : (tensor<?x37xf32>, tensor<?x37xf32>) -> tensor<?x37xf32>
  %size = amp.abs %y : (tensor<?x37xf32>) -> tensor<?x37xf32>
  %root = amp.sqrt %size : (tensor<?x37xf32>) -> tensor<?x37xf32>
  %difference = amp.sub %x, %y : (tensor<?x37xf32>, tensor<?x37xf32>) -> tensor<?x37xf32>
  %xy = amp.mul %x, %y : (tensor<?x37xf32>, tensor<?x37xf32>) -> tensor<?x37xf32>
  %xx = amp.mul %x, %x : (tensor<?x37xf32>, tensor<?x37xf32>) -> tensor<?x37xf32>
  %sum = amp.add %xy, %xx : (tensor<?x37xf32>, tensor<?x37xf32>) -> tensor<?x37xf32>
  %opposite = amp.neg %x : (tensor<?x37xf32>) -> tensor<?x37xf32>
  %relu = amp.relu %x : (tensor<?x37xf32>) -> tensor<?x37xf32>
  %maximum = amp.maximum %x, %y : (tensor<?x37xf32>, tensor<?x37xf32>) -> tensor<?x37xf32>
  %f16 = amp.cast %x : tensor<?x37xf32> to tensor<?x37xf16>
  %b = amp.cast %x : tensor<?x37xf32> to tensor<?x37xbf16>
  %bf16 = amp.cast %b : tensor<?x37xbf16> to tensor<?x37xf32>
  %widened = amp.cast %h : tensor<?x37xf16> to tensor<?x37xf32>
  %third = amp.constant dense<0.333333343> : tensor<f32>
  %scaled = amp.mul %x, %third : (tensor<?x37xf32>, tensor<f32>) -> tensor<?x37xf32>
  %less = amp.compare lt, %x, %y : (tensor<?x37xf32>, tensor<?x37xf32>) -> tensor<?x37xi1>
  %chosen = amp.where %less, %x, %y : (tensor<?x37xi1>, tensor<?x37xf32>, tensor<?x37xf32>) -> tensor<?x37xf32>
  return %quotient, %root, %difference, %sum, %opposite, %relu, %maximum, %f16, %bf16,
         %widened, %scaled, %chosen
    : tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>,
      tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf16>,
      tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>
}
"""

# Integers whose sums no type here rounds, in whatever order. @long cancels: a part of it
# alone is beyond f16. @wide has factors of 12 bits, tf32 has 11.
PRODUCTS = """
func.func @main(%x: tensor<?x24xf16> {amp.name = "x"}, %w: tensor<10x24xf16> {amp.name = "w"},
                %b: tensor<10xf16> {amp.name = "b"}, %v: tensor<24x16xf16> {amp.name = "v"},
                %s: tensor<?x6x8xf16> {amp.name = "s"}, %t: tensor<?x8x5xf16> {amp.name = "t"},
                %l: tensor<?x1024xf16> {amp.name = "l"}, %m: tensor<1024x8xf16> {amp.name = "m"},
                %f: tensor<?x12xf32> {amp.name = "f"}, %g: tensor<12x9xf32> {amp.name = "g"})
    -> (tensor<?x10xf16> {amp.name = "linear"}, tensor<?x16xf16> {amp.name = "plain"},
        tensor<?x6x5xf16> {amp.name = "batched"}, tensor<?x8xf16> {amp.name = "long"},
        tensor<?x9xf32> {amp.name = "wide"}) {
  %linear = amp.linear %x, %w, %b : (tensor<?x24xf16>, tensor<10x24xf16>, tensor<10xf16>) -> tensor<?x10xf16>
  %plain = amp.matmul %x, %v : (tensor<?x24xf16>, tensor<24x16xf16>) -> tensor<?x16xf16>
  %batched = amp.matmul %s, %t : (tensor<?x6x8xf16>, tensor<?x8x5xf16>) -> tensor<?x6x5xf16>
  %long = amp.matmul %l, %m : (tensor<?x1024xf16>, tensor<1024x8xf16>) -> tensor<?x8xf16>
  %wide = amp.matmul %f, %g : (tensor<?x12xf32>, tensor<12x9xf32>) -> tensor<?x9xf32>
  return %linear, %plain, %batched, %long, %wide
    : tensor<?x10xf16>, tensor<?x16xf16>, tensor<?x6x5xf16>, tensor<?x8xf16>, tensor<?x9xf32>
}
"""

# The sums are of integers, but where a NaN is among them.
REDUCTIONS = """
func.func @main(%x: tensor<?x300x150xf32> {amp.name = "x"})
    -> (tensor<?x300xf32> {amp.name = "rows"}, tensor<?x150xf32> {amp.name = "columns"},
        tensor<?x300xf32> {amp.name = "largest"}, tensor<?x300xi64> {amp.name = "place"}) {
  %rows = amp.sum %x {dims = array<i64: 2>} : (tensor<?x300x150xf32>) -> tensor<?x300xf32>
  %columns = amp.sum %x {dims = array<i64: 1>} : (tensor<?x300x150xf32>) -> tensor<?x150xf32>
  %largest = amp.amax %x {dims = array<i64: 2>} : (tensor<?x300x150xf32>) -> tensor<?x300xf32>
  %place = amp.argmax %x {dim = 2 : i64} : (tensor<?x300x150xf32>) -> tensor<?x300xi64>
  return %rows, %columns, %largest, %place
    : tensor<?x300xf32>, tensor<?x150xf32>, tensor<?x300xf32>, tensor<?x300xi64>
}
"""

# Inputs that do not fit into the ring of page-locked memory together.
UPLOADS = """
func.func @main(%a: tensor<256x512xf32> {amp.name = "a"}, %b: tensor<256x512xf32> {amp.name = "b"},
                %c: tensor<256x512xf32> {amp.name = "c"}, %d: tensor<256x512xf32> {amp.name = "d"},
                %e: tensor<256x512xf32> {amp.name = "e"}, %f: tensor<256x512xf32> {amp.name = "f"})
    -> (tensor<256x512xf32> {amp.name = "result"}) {
  %0 = amp.sub %a, %b : (tensor<256x512xf32>, tensor<256x512xf32>) -> tensor<256x512xf32>
  %1 = amp.mul %0, %c : (tensor<256x512xf32>, tensor<256x512xf32>) -> tensor<256x512xf32>
  %2 = amp.sub %1, %d : (tensor<256x512xf32>, tensor<256x512xf32>) -> tensor<256x512xf32>
  %3 = amp.mul %2, %e : (tensor<256x512xf32>, tensor<256x512xf32>) -> tensor<256x512xf32>
  %4 = amp.sub %3, %f : (tensor<256x512xf32>, tensor<256x512xf32>) -> tensor<256x512xf32>
  return %4 : tensor<256x512xf32>
}
"""

ATTENTION = """
amp.variable parameter @q : tensor<8x8xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @k : tensor<8x8xf32> = #amp.init<kaiming_uniform>
amp.optimizer sgd @sgd [@q, @k] {lr = 0.5 : f64}
func.func @train(%x: tensor<?x6x8xf32> {amp.name = "x"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %wq = amp.read @q : tensor<8x8xf32>
  %wk = amp.read @k : tensor<8x8xf32>
  %q = amp.linear %x, %wq : (tensor<?x6x8xf32>, tensor<8x8xf32>) -> tensor<?x6x8xf32>
  %k = amp.linear %x, %wk : (tensor<?x6x8xf32>, tensor<8x8xf32>) -> tensor<?x6x8xf32>
  %t = amp.transpose %k {permutation = array<i64: 0, 2, 1>} : (tensor<?x6x8xf32>) -> tensor<?x8x6xf32>
  %s = amp.matmul %q, %t : (tensor<?x6x8xf32>, tensor<?x8x6xf32>) -> tensor<?x6x6xf32>
  %p = amp.softmax %s {dim = 2 : i64} : (tensor<?x6x6xf32>) -> tensor<?x6x6xf32>
  %o = amp.matmul %p, %x : (tensor<?x6x6xf32>, tensor<?x6x8xf32>) -> tensor<?x6x8xf32>
  %d = amp.sub %o, %x : (tensor<?x6x8xf32>, tensor<?x6x8xf32>) -> tensor<?x6x8xf32>
  %m = amp.mul %d, %d : (tensor<?x6x8xf32>, tensor<?x6x8xf32>) -> tensor<?x6x8xf32>
  %loss = amp.mean %m : (tensor<?x6x8xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%wq, %wk) : (tensor<f32>, tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
  amp.step @sgd(%g#0, %g#1) : tensor<8x8xf32>, tensor<8x8xf32>
  return %loss : tensor<f32>
}
"""


@dataclasses.dataclass
class Program:
    name: str
    arguments: list
    # Largest difference of an array's element, relative to the array's largest. None:
    # the bits are the same, but for those of a NaN.
    tolerance: float = None


@dataclasses.dataclass
class Outcome:
    """What a run did on the simulated GPU."""
    catch: str  # What is wrong with it; empty if nothing is.
    applied: int  # How often the seed was.


def write_graph(scratch, name, text):
    path = os.path.join(scratch, name + ".mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def data(scratch, program, **arrays):
    path = os.path.join(scratch, program + "-data.npz")
    np.savez(path, **arrays)
    return [f"--data={name}={path}:{name}" for name in arrays]


def inputs(scratch, program, **arrays):
    path = os.path.join(scratch, program + "-inputs.npz")
    np.savez(path, **arrays)
    return [f"--input={name}={path}:{name}" for name in arrays]


def make_elementwise(scratch):
    random = np.random.default_rng(1)
    shape = (23, 37)  # No multiple of a block's threads.

    def numbers(count):
        """Of all sizes, the special ones among them."""
        values = random.standard_normal(count) * 2.0 ** random.integers(-20, 20, count)
        values = values.astype(np.float32)
        special = np.array([0, -0.0, np.nan, np.inf, -np.inf, 1e-40, -3e-39, 2049, 1.5,
                            1 + 2 ** -11, 1 + 3 * 2 ** -11, 1 + 2 ** -8, 65520, -65519],
                           np.float32)
        values[random.permutation(count)[:4 * len(special)]] = np.tile(special, 4)
        return values

    x, y = numbers(shape[0] * shape[1]), numbers(shape[0] * shape[1])
    # Products that a sum nearly cancels, where one rounding is not two.
    x[-200:-100] = 1 + random.random(100)
    y[-200:-100] = -x[-200:-100] * (1 + 2.0 ** -22)
    # Halfway between two numbers of f16.
    x[-100:] = (1 + (2 * random.integers(0, 1023, 100) + 1) / 2048) * random.choice([-1, 1], 100)
    h = random.integers(0, 1 << 16, shape[0] * shape[1]).astype(np.uint16).view(np.float16)
    return [write_graph(scratch, "elementwise", ELEMENTWISE), "--batch-size=23",
            *data(scratch, "elementwise", x=x.reshape(shape), y=y.reshape(shape),
                  h=h.reshape(shape))]


def make_products(scratch):
    random = np.random.default_rng(2)

    def integers(*shape, most=3, dtype=np.float16):
        return random.integers(-most, most + 1, shape).astype(dtype)

    # Sums of 128 products are beyond f16, the sum of all is small.
    long, narrow = np.full((4, 1024), 100, np.float16), np.full((1024, 8), 50, np.float16)
    narrow[512:] = -50
    long[:, -16:] += integers(4, 16)
    wide = random.integers(0, 1024, (4, 12)) * 2 + 2049
    return [write_graph(scratch, "products", PRODUCTS), "--batch-size=4",
            *data(scratch, "products", x=integers(4, 24), s=integers(4, 6, 8),
                  t=integers(4, 8, 5), l=long, f=wide.astype(np.float32)),
            *inputs(scratch, "products", w=integers(10, 24), b=integers(10, most=9),
                    v=integers(24, 16), m=narrow, g=integers(12, 9, dtype=np.float32))]


def make_reductions(scratch):
    random = np.random.default_rng(3)
    x = random.integers(-9, 10, (2, 300, 150)).astype(np.float32)
    x[1, [0, 17, 299], [5, 148, 149]] = np.nan
    return [write_graph(scratch, "reductions", REDUCTIONS), "--batch-size=1",
            *data(scratch, "reductions", x=x)]


def make_uploads(scratch):
    random = np.random.default_rng(4)
    arrays = {name: random.integers(-99, 100, (256, 512)).astype(np.float32)
              for name in "abcdef"}
    return [write_graph(scratch, "uploads", UPLOADS), *inputs(scratch, "uploads", **arrays)]


def make_programs(scratch):
    pixels = os.path.join(EXAMPLES, "digits", "digits.npz")
    digits = [f"--data=images={pixels}:train_images", f"--data=labels={pixels}:train_labels",
              "--entry=train", "--batch-size=16", "--steps=3", "--seed=1", "--print-every=1"]
    recipe = _common.generate_recipe(os.path.join(scratch, "recipe.mlir"), "--width-in=24",
                                     "--width=32", "--width-out=16", "--lr=0.1")
    normal = ["--samples=48", "--batch-size=16", "--steps=3", "--seed=1", "--print-every=1"]

    def example(*path):
        return os.path.join(EXAMPLES, *path)

    return [
        Program("elementwise", make_elementwise(scratch)),
        Program("products", make_products(scratch)),
        Program("reductions", make_reductions(scratch)),
        Program("uploads", make_uploads(scratch)),
        Program("attention", [write_graph(scratch, "attention", ATTENTION),
                              "--data=x=normal:0,1", *normal, "--precision=bf16"], 2e-2),
        Program("recipe", [recipe, "--data=x=normal:0,1", "--data=y=normal:0,1", *normal,
                           "--precision=f16"], 2e-3),
        Program("dropout_batchnorm",
                [example("dropout-batchnorm", "dropout-batchnorm.mlir"), *digits,
                 "--precision=bf16"], 2e-2),
        Program("clipping", [example("torch-amp", "clipping.mlir"), *digits,
                             "--precision=f16"], 2e-3),
        Program("digits", [example("digits", "digits.mlir"), *digits, "--precision=f16"],
                2e-3),
    ]


def difference(ours, theirs, tolerance):
    """The first array that differs by more than the tolerance, or None; and the largest
    difference."""
    if sorted(ours) != sorted(theirs):
        return "other arrays", np.inf
    worst = 0
    for name in ours:
        a, b = ours[name], theirs[name]
        if a.shape != b.shape or a.dtype != b.dtype:
            return f"{name} has another shape or type", np.inf
        if a.dtype.kind != "f" or tolerance is None:
            if a.dtype.kind == "f":
                integer = f"u{a.dtype.itemsize}"
                same = (a.view(integer) == b.view(integer)) | (np.isnan(a) & np.isnan(b))
            else:
                same = a == b
            if not same.all():
                return f"{name} differs in {np.size(same) - same.sum()} elements", np.inf
            continue
        a, b = a.astype(np.float64), b.astype(np.float64)
        if not np.array_equal(np.isfinite(a), np.isfinite(b)):
            return f"{name} is not finite in other places", np.inf
        finite = np.isfinite(a)
        if not finite.any():
            continue
        largest = np.abs(a[finite]).max()
        found = np.abs(a - b)[finite].max() / (largest or 1)
        worst = max(worst, found)
        if found > tolerance:
            return f"{name} differs by {found:.2g}", worst
    return None, worst


class Runner:
    def __init__(self, suite, scratch, toolkit):
        self.suite, self.scratch = suite, scratch
        # Without bin/ptxas: amp-run would assemble every program to check it.
        self.toolkit = os.path.join(scratch, "cuda")
        os.mkdir(self.toolkit)
        os.symlink(os.path.join(os.path.abspath(toolkit), "nvvm"),
                   os.path.join(self.toolkit, "nvvm"))
        self.folder = suite.options.simulator or os.path.join(
            os.path.abspath(suite.options.build), "lib", "simulator")
        self.references = {}

    def run_in(self, environment, *arguments):
        self.suite.environment, ours = environment, self.suite.environment
        try:
            return self.suite.run(*arguments)
        finally:
            self.suite.environment = ours

    def run(self, program, device, seed=""):
        """Runs a program; the result, its arrays and the simulator's report."""
        base = os.path.join(self.scratch, f"{program.name}-{device}-{seed}")
        output, report = base + ".npz", base + ".txt"
        environment = dict(self.suite.environment)
        if device == "cuda":
            environment.update(
                LD_LIBRARY_PATH=self.folder, AMP_SIMULATOR_REPORT=report,
                AMP_SIMULATOR_SEED=seed, CUDA_HOME=self.toolkit, CUDA_PATH=self.toolkit,
                AMP_SIMULATOR_MAX_INSTRUCTIONS=str(MOST_INSTRUCTIONS))
        result = self.run_in(environment, *program.arguments, f"--device={device}",
                             "--threads=1", "--json", f"--output={output}")
        arrays = {}
        if result.status == 0:
            with np.load(output) as file:
                arrays = {name: file[name] for name in file.files}
            document = re.findall(r'"(?:loss|grad_norm)": "?(-?[a-z0-9.e+-]+)', result.out)
            arrays["the losses"] = np.array([float(value) for value in document])
            os.remove(output)
        text = ""
        if os.path.exists(report):
            with open(report, encoding="utf-8") as file:
                text = file.read()
            os.remove(report)
        return result, arrays, text

    def reference(self, program):
        if program.name not in self.references:
            result, arrays, _ = self.run(program, "cpu")
            expect(result.status == 0, result.describe())
            self.references[program.name] = arrays
        return self.references[program.name]

    def compare(self, program, seed=""):
        """Runs a program on the simulated GPU; the outcome and the largest difference."""
        result, arrays, report = self.run(program, "cuda", seed)
        applied = re.search(r"^seed applied: (\d+)$", report, re.M)
        applied = int(applied[1]) if applied else 0
        fault = re.search(r"^fault: (.*)$", report, re.M)
        leak = re.search(r"^leak: (.*)$", report, re.M)
        worst = 0
        if fault:
            catch = "fault: " + fault[1][:120]
        elif result.status:
            last = (result.err.strip().splitlines() or [""])[-1]
            catch = f"exit code {result.status}: {last[:120]}"
        elif leak:
            catch = "leak: " + leak[1]
        else:
            what, worst = difference(self.reference(program), arrays, program.tolerance)
            catch = f"result: {what}" if what else ""
        return Outcome(catch, applied), worst

    def list_seeds(self):
        environment = dict(self.suite.environment, LD_LIBRARY_PATH=self.folder,
                           AMP_SIMULATOR_SEED="list")
        text = self.run_in(environment, "--list-devices")
        seeds = re.findall(r"^([a-z0-9-]+): ", (text.err + text.out).partition(
            "the seeds are\n")[2], re.M)
        expect(len(seeds) >= 36, f"the simulator lists {len(seeds)} seeds")
        return seeds


def check_clean(runner, program):
    outcome, worst = runner.compare(program)
    expect(not outcome.catch, outcome.catch)
    return "the same bits" if program.tolerance is None else f"within {worst:.2g}"


def check_seed(runner, programs, seed, caught):
    likely = LIKELY.get(seed)
    order = sorted(programs, key=lambda program: program.name != likely)
    applied = 0
    for program in order:
        outcome, _ = runner.compare(program, seed)
        applied += outcome.applied
        if outcome.applied and outcome.catch:
            caught[seed] = True
            expect(seed not in SURVIVORS and seed not in WITHOUT_PLACE,
                   f"caught, although a table says that it is not: {outcome.catch}")
            return f"{program.name}, {outcome.catch}"
        expect(not outcome.catch, f"{program.name} fails where the seed has no place: "
                                  f"{outcome.catch}")
    if seed in WITHOUT_PLACE:
        expect(not applied, "has a place now; take it out of WITHOUT_PLACE")
        return f"no place: {WITHOUT_PLACE[seed]}"
    expect(applied, "no program has a place for it")
    caught[seed] = False
    expect(seed in SURVIVORS, f"applied {applied} times, and nothing noticed it")
    return f"survives: {SURVIVORS[seed]}"


def check_share(seeds, caught):
    unknown = set(SURVIVORS) | set(WITHOUT_PLACE) | set(LIKELY)
    expect(unknown <= set(seeds), f"no such seeds: {sorted(unknown - set(seeds))}")
    share = sum(caught.values()) / len(caught)
    expect(share >= LEAST_SHARE, f"only {share:.1%} are caught")
    return f"{sum(caught.values())} of {len(caught)} are caught"


def body(suite, scratch):
    toolkit = find_cuda_toolkit("nvvm/libdevice")
    if not toolkit:
        print("skip seeded_faults: no CUDA toolkit with nvvm/libdevice")
        return
    runner = Runner(suite, scratch, toolkit)
    if not os.path.exists(os.path.join(runner.folder, "libcuda.so.1")):
        print(f"skip seeded_faults: no simulated GPU in {runner.folder}")
        return
    programs = make_programs(scratch)
    for program in programs:
        suite.test(f"clean.{program.name}", check_clean, runner, program)
    seeds, caught = runner.list_seeds(), {}
    for seed in seeds:
        suite.test(f"seed.{seed}", check_seed, runner, programs, seed, caught)
    suite.test("share", check_share, seeds, caught)


def add_arguments(parser):
    parser.add_argument("--simulator", help="folder of the simulated libraries (default: "
                                            "lib/simulator of the build folder)")


if __name__ == "__main__":
    sys.exit(Suite("seeded_faults", __doc__, add_arguments).main(body))
