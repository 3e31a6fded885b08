#!/usr/bin/env python3
#===- precision.py - The flags of precision assignment ---------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Presets, assigners, policy files, and the copies of weights that live from step
to step.

  preset_X, assigner_X   the digits learn, and leave the same arrays
  flag_*      each flag does what it says, to the loss, the scale or the exit code
  hoisting.*  with and without copies of weights the parameters are the same bits:
              with skipped steps, a smaller last batch whose precision is assigned
              in another way, and a second entry point that changes parameters
  explain.*   the table's lines and sums, and JSON, agree
  policy.*    wrong and unreadable policy files
  output.*    the types of parameters in files
"""

import json
import os
import re
import struct
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from _common import EXAMPLES, EXIT_CODES, MSE_GRAPH, Suite, expect

DIGITS = os.path.join(EXAMPLES, "digits", "digits.mlir")
DATA = os.path.join(EXAMPLES, "digits", "digits.npz")
DIGITS_FLAGS = ["--data", f"images={DATA}:train_images", "--data", f"labels={DATA}:train_labels",
                "--batch-size=32", "--shuffle", "--seed=1"]
# Guessing gives 0.1; one epoch of f32 is already above 0.4.
SANE = 0.8

LINEAR = """
amp.variable parameter @w : tensor<2x3xf32> = #amp.init<uniform(-1.0, 1.0)>
amp.optimizer sgd @sgd [@w] {lr = 0.25 : f64}
func.func @train(%x: tensor<?x3xf32> {amp.name = "x"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %w = amp.read @w : tensor<2x3xf32>
  %h = amp.linear %x, %w : (tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<?x2xf32>
  %s = amp.mul %h, %h : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %loss = amp.mean %s : (tensor<?x2xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)
  amp.step @sgd(%g) : tensor<2x3xf32>
  return %loss : tensor<f32>
}
"""

# With eight samples @q is cast to f16; with one it is cheaper to multiply in f32.
TAIL = """
amp.variable parameter @w : tensor<1x3xf32> = #amp.init<uniform(-1.0, 1.0)>
amp.variable parameter @q : tensor<1x16xf32> = #amp.init<uniform(-1.0, 1.0)>
amp.variable parameter @v : tensor<2x16xf32> = #amp.init<uniform(-1.0, 1.0)>
amp.optimizer sgd @sgd [@w, @q, @v] {lr = 0.1 : f64}
func.func @train(%x: tensor<?x3xf32> {amp.name = "x"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %w = amp.read @w : tensor<1x3xf32>
  %q = amp.read @q : tensor<1x16xf32>
  %v = amp.read @v : tensor<2x16xf32>
  %h = amp.linear %x, %w : (tensor<?x3xf32>, tensor<1x3xf32>) -> tensor<?x1xf32>
  %m = amp.mul %h, %q : (tensor<?x1xf32>, tensor<1x16xf32>) -> tensor<?x16xf32>
  %o = amp.linear %m, %v : (tensor<?x16xf32>, tensor<2x16xf32>) -> tensor<?x2xf32>
  %e = amp.exp %m : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %a = amp.mean %e : (tensor<?x16xf32>) -> tensor<f32>
  %p = amp.mul %o, %o : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %b = amp.mean %p : (tensor<?x2xf32>) -> tensor<f32>
  %loss = amp.add %a, %b : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %g:3 = amp.backward %loss wrt(%w, %q, %v)
      : (tensor<f32>, tensor<1x3xf32>, tensor<1x16xf32>, tensor<2x16xf32>)
      -> (tensor<1x3xf32>, tensor<1x16xf32>, tensor<2x16xf32>)
  amp.step @sgd(%g#0, %g#1, %g#2) : tensor<1x3xf32>, tensor<1x16xf32>, tensor<2x16xf32>
  return %loss : tensor<f32>
}
"""

# Entry points beside LINEAR's that change its parameter.
STEPS = LINEAR[LINEAR.index("func.func"):].replace("@train", "@other").replace('"x"', '"z"')
ASSIGNS = """
func.func @other(%z: tensor<?x3xf32> {amp.name = "z"})
    -> (tensor<f32> {amp.name = "sum"}) {
  %half = amp.constant dense<0.5> : tensor<f32>
  %w = amp.read @w : tensor<2x3xf32>
  %less = amp.mul %w, %half : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  amp.assign @w, %less : tensor<2x3xf32>
  %sum = amp.sum %z : (tensor<?x3xf32>) -> tensor<f32>
  return %sum : tensor<f32>
}
"""
READS = """
func.func @other(%z: tensor<?x3xf32> {amp.name = "z"})
    -> (tensor<f32> {amp.name = "sum"}) {
  %w = amp.read @w : tensor<2x3xf32>
  %h = amp.linear %z, %w : (tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<?x2xf32>
  %sum = amp.sum %h : (tensor<?x2xf32>) -> tensor<f32>
  return %sum : tensor<f32>
}
"""

PROBABILITIES = """
amp.variable parameter @w : tensor<1x3xf32> = #amp.init<uniform(-1.0, 1.0)>
func.func @main(%x: tensor<?x3xf32> {amp.name = "x"}, %y: tensor<?x1xf32> {amp.name = "y"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %w = amp.read @w : tensor<1x3xf32>
  %h = amp.linear %x, %w : (tensor<?x3xf32>, tensor<1x3xf32>) -> tensor<?x1xf32>
  %p = amp.sigmoid %h : (tensor<?x1xf32>) -> tensor<?x1xf32>
  %loss = amp.binary_cross_entropy %p, %y : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<f32>
  return %loss : tensor<f32>
}
"""


def read_safetensors(path):
    """The file's bytes, and name, type and shape of its arrays."""
    with open(path, "rb") as file:
        content = file.read()
    size, = struct.unpack("<Q", content[:8])
    header = json.loads(content[8:8 + size])
    header.pop("__metadata__", None)
    return content, {name: (array["dtype"], array["shape"]) for name, array in header.items()}


def read_tables(text):
    """The tables of --explain: for each the rows, as lists of cells."""
    return [[re.split(r"  +", line.strip()) for line in block.splitlines()]
            for block in text.split("\n\n")]


class Tests:
    def __init__(self, suite, scratch):
        self.suite, self.scratch = suite, scratch
        self.linear = self.write("linear.mlir", LINEAR)
        self.output = os.path.join(scratch, "o.safetensors")
        self.arrays = None  # Of the first run of the digits.

    def write(self, name, content):
        path = os.path.join(self.scratch, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
        return path

    def train(self, graph, *flags):
        """One run, with --explain; and the file that it writes."""
        document = self.suite.train(graph, "--explain", f"--output={self.output}", *flags)
        return document["runs"][0], *read_safetensors(self.output)

    def train_linear(self, *flags, graph=None):
        return self.train(graph or self.linear, "--data", "x=normal:0,1", "--samples=20",
                          "--batch-size=8", *flags)

    def fails(self, code, texts, graph, *flags):
        result = self.suite.run(graph, f"--device={self.suite.device}", *flags, limit=30)
        expect(result.status == EXIT_CODES[code], f"{result.describe()}; expected {code}")
        for text in texts:
            expect(re.search(text, result.err), f"'{text}' is not in: {result.err.strip()[:400]}")

    # Presets and assigners.

    def learns(self, *flags):
        run, _, arrays = self.train(DIGITS, *DIGITS_FLAGS, "--precision=f16", "--epochs=3",
                                    "--drop-last", *flags)
        found = run["results"]["accuracy"]
        expect(found >= SANE, f"accuracy {found:.4f} in the third epoch, expected {SANE} at least")
        if self.arrays is None:
            self.arrays = arrays
        expect(arrays == self.arrays, f"arrays {arrays}, expected {self.arrays}")
        expect({dtype for dtype, _ in arrays.values()} == {"F32"}, f"arrays {arrays}")
        return f"accuracy {found:.4f}"

    # The other flags.

    def scales(self, scale, graph, *flags):
        """Gradients of zero never overflow, so that the scale doubles in each of
        16 steps, up to the largest one."""
        run, _, _ = self.train(graph, "--data", "x=zeros", "--data", "y=zeros", "--samples=16",
                               "--batch-size=1", "--precision=f16", "--growth-interval=1", *flags)
        found = run["statistics"]["loss scale"]
        expect(found == scale, f"loss scale {found} after 16 steps, expected {scale}")

    def changes(self, *flags, base=("--precision=f16",)):
        """The flag changes the parameters."""
        before = self.train_linear(*base)[1]
        after = self.train_linear(*base, *flags)[1]
        expect(before != after, "the parameters are the same bits")

    def keeps(self, *flags, base=("--precision=f16",)):
        before = self.train_linear(*base)[1]
        after = self.train_linear(*base, *flags)[1]
        expect(before == after, "the parameters differ")

    def fuses(self):
        graph = self.write("probabilities.mlir", PROBABILITIES)
        flags = ["--data", "x=normal:0,1", "--data", "y=randint:0,1", "--samples=64"]
        self.fails("input", ["binary_cross_entropy", "unsafe under autocast"], graph, *flags,
                   "--precision=f16")
        result = self.suite.run(graph, f"--device={self.suite.device}", *flags,
                                "--precision=f16", "--fuse-safe-losses")
        expect("unsafe" not in result.err, result.describe())

    # Copies of weights.

    def same_bits(self, graph, *flags, skips=False):
        """Parameters do not depend on hoisting."""
        with_copies, first, arrays = self.train(graph, *flags)
        without, second, _ = self.train(graph, *flags, "--hoist-weight-casts=off")
        expect(first == second, "the parameters differ")
        expect(with_copies["results"] == without["results"], "the results differ")
        for run, expected in ((with_copies, True), (without, False)):
            count = run["explain"]["hoisted_weights"]["count"]
            expect((count > 0) == expected, f"{count} casts of weights hoisted")
        expect(not any("f16" in name for name in arrays), f"copies are written: {list(arrays)}")
        if skips:
            found = with_copies["statistics"]
            expect(found == without["statistics"], "the statistics differ")
            expect(0 < found["skipped steps"] < with_copies["steps"],
                   f"{found['skipped steps']} of {with_copies['steps']} steps skipped")
            return f"{found['skipped steps']} of {with_copies['steps']} steps skipped"
        return None

    def second_entry(self, name, other):
        graph = self.write(name + ".mlir", LINEAR + other)
        self.same_bits(graph, "--entry=train", "--eval-entry=other", "--eval-every=1",
                       "--data", "x=normal:0,1", "--data", "z=normal:0,1", "--samples=24",
                       "--batch-size=8", "--epochs=3", "--precision=f16", "--init-scale=256")

    def first_value(self):
        """The first step reads copies that no step has written. Halfway between
        two numbers of f16 rounding goes to the even one; below its smallest one
        numbers are multiples of 2^-24."""
        values = np.array([[1 + 2**-11, 1 + 3 * 2**-11, 2**-25],
                           [-(2**-24 + 2**-26), 200.0625, 0.1]])
        text = ", ".join("[" + ", ".join(f"{v:.9e}" for v in row) + "]" for row in values)
        graph = self.write("first.mlir", LINEAR.replace("#amp.init<uniform(-1.0, 1.0)>",
                                                        f"dense<[{text}]> : tensor<2x3xf32>"))
        data = os.path.join(self.scratch, "identity.npy")
        np.save(data, np.eye(3, dtype=np.float32))
        self.same_bits(graph, "--data", f"x={data}", "--precision=f16", "--steps=1", "--lr=1e-3")

    # --explain.

    def explains(self, graph, *flags):
        result = self.suite.run(graph, f"--device={self.suite.device}", "--explain", *flags)
        expect(result.status == 0, result.describe())
        explain = self.suite.train(graph, "--explain", *flags)["runs"][0]["explain"]
        tables = read_tables(result.out)
        lines = next(t for t in tables if t[0][0] == "place")[1:]
        titles = ["category", "rule", "ops", "casts", "bytes"]
        *sums, total = next(t for t in tables if t[0] == titles)[1:]

        expect([[op["place"], op["op"], op["category"], op["rule"], op["type"],
                 str(op["casts"]), str(op["bytes"])] for op in explain["ops"]] == lines,
               "the lines of the table and of JSON differ")
        expect([[s["category"], s["rule"], *(str(s[k]) for k in ("ops", "casts", "bytes"))]
                for s in explain["summary"]] == sums, "the sums of the table and of JSON differ")
        expected = {}
        for _, _, category, rule, _, casts, size in lines:
            row = expected.setdefault((category, rule), [0, 0, 0])
            for i, number in enumerate((1, int(casts), int(size))):
                row[i] += number
        expect([[*key, *map(str, row)] for key, row in expected.items()] == sums,
               f"sums {sums}, by the lines {expected}")
        whole = [str(sum(row[i] for row in expected.values())) for i in range(3)]
        expect(total == ["total", *whole], f"total {total}, by the lines {whole}")
        expect(sum(op["casts"] for op in explain["ops"]) > 0, "no casts")
        for op in explain["ops"]:
            expect(os.path.basename(graph) == os.path.basename(op["file"]) and op["line"] > 0,
                   f"place {op['file']}:{op['line']}")
        place = [result.out.index("precision of train"), result.out.index("epoch 1/1")]
        expect(place == sorted(place), "the table comes after the training")
        costs = explain["assigner"]
        chosen, eager = (sum(v for k, v in costs[side].items() if k != "casts")
                         for side in ("chosen", "eager"))
        row = next(t for t in tables if t[0][0] == "assigner")[1]
        expect(row == [costs["name"], *(str(costs["chosen"][k]) for k in
                                        ("casts", "cast_bytes", "op_bytes", "saved_bytes")),
                       str(chosen)], f"row {row}, in JSON {costs}")
        # What min-cut is for.
        expect(chosen <= eager, f"min-cut moves {chosen} bytes, eager {eager}")
        return f"{len(lines)} ops, {chosen} bytes, eager {eager}"

    def explains_compare(self):
        document = self.suite.train(self.linear, "--explain", "--compare=O0,O1,O2",
                                    "--data", "x=normal:0,1", "--samples=8")
        counts = [len(run["explain"]["ops"]) for run in document["runs"]]
        expect(counts == [0, 3, 3], f"{counts} ops, expected none at O0 and 3 at O1 and O2")
        names = [(run["explain"]["assigner"] or {}).get("name") for run in document["runs"]]
        expect(names == [None, "min-cut", None], f"assigners {names}")

    # Policy files.

    def policy_works(self):
        path = self.write("deny.yaml", "ops:\n  linear: deny\n")
        run, denied, _ = self.train_linear("--precision=f16", f"--policy={path}",
                                           "--loss-scale=off")
        op = run["explain"]["ops"][0]
        expect((op["op"], op["category"], op["type"]) == ("linear", "deny", "f32"), f"{op}")
        expect(op["rule"].endswith("deny.yaml:2"), f"rule {op['rule']}")
        # Nothing is left that is allowed: all runs in f32.
        expect(denied == self.train_linear("--precision=f32")[1],
               "the parameters differ from f32's")

    def policy_fails(self, code, texts, path, *flags):
        self.fails(code, ["error: ", *texts], self.linear, "--data", "x=ones", "--samples=8",
                   *(flags or ["--precision=f16"]), f"--policy={path}")

    # Files.

    def writes(self, expected, *flags, low=None, graph=None, suffix="safetensors"):
        path = os.path.join(self.scratch, "w." + suffix)
        self.suite.train(graph or self.linear, "--data", "x=normal:0,1", "--samples=20",
                         f"--output={path}", *flags)
        if suffix == "npz":
            values = np.load(path)["w"]
            found = {np.dtype(np.float32): "F32"}.get(values.dtype)
        else:
            content, arrays = read_safetensors(path)
            found, _ = arrays["w"]
            values = np.frombuffer(content[-24:], np.float32) if found == "F32" else None
        expect(found == expected, f"type {found}, expected {expected}")
        if not low:
            return
        bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
        fits = np.all(bits & 0xFFFF == 0) if low == "bf16" else \
            np.array_equal(values.astype(np.float16).astype(np.float32), values)
        expect(fits, f"the values are not {low}'s: {values}")


def body(suite, scratch):
    tests = Tests(suite, scratch)
    for preset in ("torch-cuda", "torch-cpu", "apex", "tensorflow", "keras"):
        suite.test(f"preset_{preset}", tests.learns, f"--preset={preset}")
    for assigner in ("eager", "propagate"):
        suite.test(f"assigner_{assigner}", tests.learns, f"--assigner={assigner}")

    mse = tests.write("mse.mlir", MSE_GRAPH)
    scaled = tests.write("scaled.mlir", MSE_GRAPH.replace(
        "func.func", "amp.grad_scaler @scaler {init_scale = 4.0 : f64}\nfunc.func"))
    for name, scale, graph, flags in [
            ("default", 2**32, mse, []),
            ("torch-cuda", 2**32, mse, ["--preset=torch-cuda"]),
            ("keras", 2**31, mse, ["--preset=keras"]),
            ("tensorflow", 2**31, mse, ["--preset=tensorflow"]),
            ("apex", 2**24, mse, ["--preset=apex"]),
            ("apex_init", 2**26, mse, ["--preset=apex", f"--init-scale={2**26}"]),
            ("keras_init", 2**18, mse, ["--preset=keras", "--init-scale=4"]),
            ("keras_scaler", 2**18, scaled, ["--preset=keras"])]:
        suite.test(f"flag_preset_scale.{name}", tests.scales, scale, graph, *flags)
    suite.test("flag_wgrad_type", tests.changes, "--wgrad-type=as-forward")
    suite.test("flag_master_weights", tests.changes, "--master-weights=off")
    if suite.device == "cpu":
        # A CPU multiplies in f32 where tf32 would do.
        suite.test("flag_tf32", tests.keeps, "--tf32=all")
    suite.test("flag_fuse_safe_losses", tests.fuses)
    suite.test("flag_fail_on_unlisted", tests.fails, "input",
               ["'amp.mean' op is in no list of preset 'keras'"], tests.linear,
               "--data", "x=ones", "--samples=8", "--precision=f16", "--preset=keras",
               "--fail-on-unlisted")

    tail = tests.write("tail.mlir", TAIL)
    digits = [*DIGITS_FLAGS, "--steps=60"]
    suite.test("hoisting.f16_skipped_steps", lambda: tests.same_bits(
        DIGITS, *digits, "--precision=f16", f"--init-scale={2.0**30}", skips=True))
    suite.test("hoisting.bf16", lambda: tests.same_bits(DIGITS, *digits, "--precision=bf16"))
    suite.test("hoisting.smaller_batch", lambda: tests.same_bits(
        tail, "--data", "x=normal:0,1", "--samples=17", "--batch-size=8", "--epochs=5",
        "--precision=f16", "--init-scale=256"))
    suite.test("hoisting.equal_batches", lambda: tests.same_bits(
        tail, "--data", "x=normal:0,1", "--samples=16", "--batch-size=8", "--epochs=5",
        "--precision=f16", "--init-scale=256"))
    suite.test("hoisting.first_value", tests.first_value)
    suite.test("hoisting.second_entry_steps", tests.second_entry, "steps", STEPS)
    suite.test("hoisting.second_entry_assigns", tests.second_entry, "assigns", ASSIGNS)
    suite.test("hoisting.second_entry_reads", tests.second_entry, "reads", READS)

    suite.test("explain.digits", tests.explains, DIGITS, *DIGITS_FLAGS, "--precision=f16",
               "--steps=1")
    suite.test("explain.tail", tests.explains, tail, "--data", "x=normal:0,1", "--samples=17",
               "--batch-size=8", "--precision=bf16")
    suite.test("explain.compare", tests.explains_compare)

    suite.test("policy.works", tests.policy_works)
    unknown = tests.write("unknown.yaml", "ops:\n  linear: deny\n  linaer: deny\n")
    place = [r"unknown\.yaml:3:3: .*'linaer'.*'linear'"]
    suite.test("policy.unknown_op", tests.policy_fails, "input", place, unknown)
    suite.test("policy.unknown_op_O2", tests.policy_fails, "input", place, unknown,
               "--opt-level=O2")
    suite.test("policy.unknown_op_as_written", tests.policy_fails, "input", place, unknown,
               "--precision=none")
    suite.test("policy.no_yaml", tests.policy_fails, "input", [r"broken\.yaml:\d+:\d+: "],
               tests.write("broken.yaml", "ops: {linear: deny\n"))
    suite.test("policy.other_preset", tests.policy_fails, "input",
               [r"apex\.yaml:1:9: .*apex.*keras"], tests.write("apex.yaml", "preset: apex\n"),
               "--precision=f16", "--preset=keras")
    suite.test("policy.missing", tests.policy_fails, "io",
               [r"--policy: file .*none\.yaml", "No such file"], os.path.join(scratch, "none.yaml"))
    suite.test("policy.folder", tests.policy_fails, "input", ["regular file"], scratch)
    pipe = os.path.join(scratch, "pipe.yaml")
    os.mkfifo(pipe)
    suite.test("policy.pipe", tests.policy_fails, "input", [r"pipe\.yaml", "regular file"], pipe)
    if os.geteuid() != 0:  # Who can read everything.
        locked = tests.write("locked.yaml", "{}\n")
        os.chmod(locked, 0)
        suite.test("policy.unreadable", tests.policy_fails, "io", [r"locked\.yaml"], locked)

    half = tests.write("half.mlir", LINEAR.replace(
        "@w : tensor<2x3xf32>", "@w : tensor<2x3xf16>", 2).replace(
            "%w = amp.read @w : tensor<2x3xf16>",
            "%n = amp.read @w : tensor<2x3xf16>\n"
            "  %w = amp.cast %n : tensor<2x3xf16> to tensor<2x3xf32>").replace(
                "wrt(%w) : (tensor<f32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)",
                "wrt(%n) : (tensor<f32>, tensor<2x3xf16>) -> (tensor<2x3xf16>)").replace(
                    "amp.step @sgd(%g) : tensor<2x3xf32>", "amp.step @sgd(%g) : tensor<2x3xf16>"))
    for name, expected, options, flags in [
            ("O3_f16", "F32", {"low": "f16"}, ["--opt-level=O3"]),
            ("O3_bf16", "F32", {"low": "bf16"}, ["--opt-level=O3", "--precision=bf16"]),
            ("O3_bf16_npz", "F32", {"low": "bf16", "suffix": "npz"},
             ["--opt-level=O3", "--precision=bf16"]),
            ("O2", "F32", {}, ["--opt-level=O2"]),
            ("without_masters", "F32", {"low": "f16"},
             ["--precision=f16", "--master-weights=off"]),
            ("as_declared", "F16", {"graph": half}, [])]:
        suite.test(f"output.{name}", lambda e=expected, f=flags, o=options:
                   tests.writes(e, *f, **o))


if __name__ == "__main__":
    suite = Suite("precision", __doc__)
    sys.exit(suite.main(body))
