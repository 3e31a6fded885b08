#!/usr/bin/env python3
#===- failures.py - What went wrong is found and said ----------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Planted faults: the exit code, the last line and the JSON document agree, and name
the step, the op or the sample, and what to do.

Every run that failed has a `failure`, says it in its last line and ends with 1; every
other one is `ok` and ends with 0."""

import json
import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from _common import EXAMPLES, Suite, expect

SAMPLES, BATCH, CLASSES = 40, 8, 3
PRECISIONS = ["f32", "f16", "bf16", "O2", "O3", "none"]

# A classifier of four numbers. `{labels}` computes the labels from the argument, and
# `{reduction}` is that of the result.
CLASSIFIER = """
amp.variable parameter @w : tensor<3x4xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @b : tensor<3xf32> = #amp.init<zeros>
amp.optimizer sgd @sgd [@w, @b] {{lr = 0.1 : f64}}
func.func @train(%x: tensor<?x4xf32> {{amp.name = "x"}}, %y: tensor<?x{type}> {{amp.name = "y"}})
    -> (tensor<f32> {{amp.name = "{loss}"{reduction}}}) {{
  %w = amp.read @w : tensor<3x4xf32>
  %b = amp.read @b : tensor<3xf32>
  %h = amp.linear %x, %w, %b : (tensor<?x4xf32>, tensor<3x4xf32>, tensor<3xf32>) -> tensor<?x3xf32> loc("fc")
  {labels}
  %loss = amp.cross_entropy %h, %labels : (tensor<?x3xf32>, tensor<?x{type}>) -> tensor<f32> loc("criterion")
  %g:2 = amp.backward %loss wrt(%w, %b) : (tensor<f32>, tensor<3x4xf32>, tensor<3xf32>) -> (tensor<3x4xf32>, tensor<3xf32>)
  amp.step @sgd(%g#0, %g#1) : tensor<3x4xf32>, tensor<3xf32>
  return %loss : tensor<f32>
}}
func.func @test(%x: tensor<?x4xf32> {{amp.name = "test_x"}}, %y: tensor<?x{type}> {{amp.name = "test_y"}})
    -> (tensor<f32> {{amp.name = "error", amp.reduction = "mean"}}) {{
  %w = amp.read @w : tensor<3x4xf32>
  %b = amp.read @b : tensor<3xf32>
  %h = amp.linear %x, %w, %b : (tensor<?x4xf32>, tensor<3x4xf32>, tensor<3xf32>) -> tensor<?x3xf32> loc("fc")
  %loss = amp.cross_entropy %h, %y : (tensor<?x3xf32>, tensor<?x{type}>) -> tensor<f32>
  return %loss : tensor<f32>
}}
"""
AS_GIVEN = "%labels = amp.reshape %y {{shape = array<i64: -1>}} : (tensor<?x{0}>) -> tensor<?x{0}>"
ONE_TOO_LARGE = """%one = amp.constant dense<1> : tensor<i64>
  %labels = amp.add %y, %one : (tensor<?xi64>, tensor<i64>) -> tensor<?xi64>"""

# A function of products of the data with a weight, and its mean. `{function}` makes %f
# of %h.
FUNCTION = """
amp.variable parameter @w : tensor<4x4xf32> = #amp.init<constant({init})>
amp.optimizer sgd @sgd [@w] {{lr = {lr} : f64}}
func.func @train(%x: tensor<?x4xf32> {{amp.name = "x"}})
    -> (tensor<f32> {{amp.name = "loss", amp.reduction = "mean"}}) {{
  %w = amp.read @w : tensor<4x4xf32>
  %h = amp.matmul %x, %w : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32> loc("scores")
  {function}
  %loss = amp.mean %f : (tensor<?x4xf32>) -> tensor<f32>
  %g = amp.backward %loss wrt(%w) : (tensor<f32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  amp.step @sgd(%g) : tensor<4x4xf32>
  return %loss : tensor<f32>
}}
"""


def unary(op, name):
    return f'%f = amp.{op} %h : (tensor<?x4xf32>) -> tensor<?x4xf32> loc("{name}")'


def flags_of(precision):
    return [f"--opt-level={precision}" if precision in ("O2", "O3") else f"--precision={precision}"]


def body(suite, scratch):
    rng = np.random.default_rng(7)
    x = rng.standard_normal((SAMPLES, 4)).astype(np.float32)
    y = rng.integers(0, CLASSES, SAMPLES)

    def write(name, text):
        path = os.path.join(scratch, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def classifier(labels=None, type="i64", loss="loss", reduction=', amp.reduction = "mean"'):
        name = "_".join(["c", "given" if labels is None else "computed", type, loss, str(len(reduction))])
        text = CLASSIFIER.format(labels=labels or AS_GIVEN.format(type), type=type, loss=loss,
                                 reduction=reduction)
        return write(f"{name}.mlir", text)

    def function(name, text, init=0.5, lr=0.1):
        return write(f"{name}.mlir", FUNCTION.format(function=text, init=float(init), lr=lr))

    def data(name, values, key="x"):
        path = os.path.join(scratch, f"{name}.npy")
        np.save(path, values)
        return [f"--data={key}={path}"]

    def labels(name, values):
        return data(name, values, "y")

    good = data("x", x) + labels("y", y)
    common = [f"--batch-size={BATCH}", f"--device={suite.device}"]

    def run(graph, *flags, failed):
        """One run: its document, and that all that is said agrees."""
        result = suite.run(graph, *common, "--json", *flags)
        expect(result.status == (1 if failed else 0), result.describe())
        document = json.loads(result.out)
        expect(document["ok"] is not failed, f"ok is {document['ok']}: {result.describe()}")
        runs = document["runs"]
        expect(any(run["failure"] for run in runs) == failed, f"failure: {runs[0]['failure']}")
        lines = [line for line in result.err.splitlines() if ": error: " in line]
        told = [f"amp-run: error: {run['label']}: {run['failure']['message']}"
                for run in runs if run["failure"]]
        expect(lines == told, f"told {lines}, in JSON {told}")
        if failed:
            expect(result.err.rstrip().endswith(told[-1]), "the last line is not the failure")
        return document

    def check(failure, **expected):
        for key, value in expected.items():
            found = failure[key]
            if key == "remedies":
                expect(all(any(part in remedy for remedy in found) for part in value),
                       f"remedies {found}, expected {value}")
            else:
                expect(found == value, f"{key} is {found!r}, expected {value!r}: {failure['message']}")
        return failure["message"][:120]

    def fails(graph, flags, expected):
        document = run(graph, *flags, failed=True)
        return check(document["runs"][0]["failure"], **expected)

    def passes(graph, flags):
        document = run(graph, *flags, failed=False)
        value = float(document["runs"][0]["results"]["loss"])
        expect(np.isfinite(value), f"the loss is {value}")
        return document["runs"][0]

    def trains(*arguments):
        passes(*arguments)

    def refuses(graph, flags, *parts):
        result = suite.run(graph, *common, *flags)
        expect(result.status == 3, result.describe())
        for part in parts:
            expect(part in result.err, f"no '{part}' in: {result.err.strip()}")

    # Labels.
    def changed(values, place, value):
        values = values.copy()
        values[place] = value
        return values

    given = classifier()
    for precision in ("f32", "f16"):
        flags = data("x", x) + labels("y_large", changed(y, 17, CLASSES)) + flags_of(precision)
        suite.test(f"label_too_large.{precision}", refuses, given, flags, "--data y=", "sample 17 is 3",
                   "'amp.cross_entropy' at 'criterion'", "from 0 to 2", "-100")
    flags = data("x", x) + labels("y_negative", changed(y, 5, -1))
    suite.test("label_negative", refuses, given, flags, "sample 5 is -1")
    flags = data("x", x) + labels("y_ignored", changed(y, 5, -100)) + ["--compare"]
    suite.test("label_ignored", trains, given, flags)
    small = classifier(type="ui8")
    flags = data("x", x) + labels("y_u8", changed(y.astype(np.uint8), 3, 255))
    suite.test("label_unsigned", refuses, small, flags, "sample 3 is 255")
    computed = classifier(labels=ONE_TOO_LARGE)
    for precision in PRECISIONS:
        suite.test(f"label_computed.{precision}", fails, computed, good + flags_of(precision),
                   {"kind": "index", "op": "amp.cross_entropy", "place": "'criterion'"})

    # Data.
    bad = 2 * BATCH + 3
    broken = data("x_nan", changed(x, (bad, 1), np.nan)) + labels("y", y)
    # Where nothing skips it, the third step is the last.
    for precision in ("f32", "bf16", "none"):
        suite.test(f"data.{precision}", fails, given, broken + flags_of(precision),
                   {"kind": "data", "array": "x", "sample": bad, "step": 3, "place": "'fc'"})

    def skipped_data(precision):
        document = run(given, *broken, *flags_of(precision), "--epochs=2", failed=False)
        train = document["runs"][0]
        expect(np.isfinite(train["results"]["loss"]), "the mean holds the skipped step")
        return check(train["findings"][0], kind="data", array="x", sample=bad, step=3)

    for precision in ("f16", "O2"):
        suite.test(f"data_in_one_batch.{precision}", skipped_data, precision)
    every = x.copy()
    every[::BATCH, 2] = np.inf
    flags = data("x_inf", every) + labels("y", y) + ["--precision=f16"]
    suite.test("data_in_every_batch", fails, given, flags,
               {"kind": "data", "array": "x", "sample": 0, "place": "'fc'"})
    suite.test("data_at_the_limit", fails, given, flags + ["--skip-limit=2"],
               {"kind": "data", "array": "x", "sample": BATCH, "step": 2})
    last = data("x_last", changed(x, SAMPLES - 1, np.nan)) + labels("y", y) + ["--batch-size=7"]
    suite.test("data_in_the_last_batch", fails, given, last, {"kind": "data", "sample": 39, "step": 6})
    suite.test("data_shuffled", fails, given, broken + ["--shuffle", "--seed=3", "--epochs=2"],
               {"kind": "data", "sample": bad})
    suite.test("data_accumulated", fails, given, broken + ["--accumulate=2"],
               {"kind": "data", "sample": bad, "step": 3})
    # The loss of the fourth step is finite: its parameters are those of before.
    suite.test("data_accumulated_by_four", fails, given, broken + ["--accumulate=4"],
               {"kind": "data", "sample": bad, "step": 3})
    suite.test("data_accumulated_f16", fails, given,
               flags + ["--accumulate=2", "--skip-limit=1"], {"kind": "data", "step": 1})
    other = classifier(loss="risk", reduction=', amp.reduction = "sum"')
    suite.test("loss_of_another_name", fails, other, broken, {"kind": "data", "sample": bad, "step": 3})

    def compared():
        document = run(given, *broken, "--compare=O0,f16,bf16", failed=True)
        kinds = [run["failure"] and run["failure"]["kind"] for run in document["runs"]]
        expect(kinds == ["data", None, "data"], f"{kinds}")

    suite.test("compared", compared)

    def resumed():
        folder = os.path.join(scratch, "saved")
        result = suite.run(given, *common, *broken, f"--checkpoint-dir={folder}", "--save-every=1")
        expect(result.status == 1, result.describe())
        saved = sorted(os.listdir(folder))
        expect(saved == [f"step-{step:012}.safetensors" for step in (1, 2)], f"{saved}")
        document = run(given, *broken, f"--resume={folder}", failed=True)
        return check(document["runs"][0]["failure"], kind="data", sample=bad, step=3)

    suite.test("resumed", resumed)

    def evaluated():
        document = run(given, *good, "--eval-entry=test", *data("x_nan", changed(x, (bad, 1), np.nan),
                                                               "test_x"),
                       *data("y", y, "test_y"), failed=True)
        return check(document["runs"][0]["failure"], kind="data", entry="test", array="test_x",
                     sample=bad, step=3)

    suite.test("evaluation", evaluated)

    # Ops.
    large = data("x_large", np.full((SAMPLES, 4), 200, np.float32))
    scores = function("scores", unary("relu", "kept"), init=200, lr=1e-4)
    for precision in ("f16", "O2", "O3"):
        suite.test(f"overflow.{precision}", fails, scores, large + flags_of(precision),
                   {"kind": "overflow", "op": "amp.matmul", "place": "'scores'", "step": 1,
                    "remedies": ["--f32=scores", "--precision=bf16"]})
    # What the message says helps.
    suite.test("overflow_in_f32", trains, scores, large + ["--precision=f16", "--f32=scores"])
    suite.test("overflow_in_bf16", trains, scores, large + ["--precision=bf16"])
    ones = data("ones", np.ones((SAMPLES, 4), np.float32))
    logarithm = function("logarithm", unary("log", "log_of_zero"), init=0)
    for precision in ("f32", "f16"):
        suite.test(f"value.{precision}", fails, logarithm, ones + flags_of(precision),
                   {"kind": "value", "op": "amp.log", "place": "'log_of_zero'"})
    # Its value is 0, its derivative is not.
    root = function("root", unary("sqrt", "root_of_zero"), init=0)
    suite.test("gradient", fails, root, ones + ["--precision=f32"],
               {"kind": "gradient", "place": "'root_of_zero'", "step": 1})
    suite.test("gradient_in_the_last_step", fails, root, ones + ["--precision=f32", "--steps=1"],
               {"kind": "gradient", "place": "'root_of_zero'", "step": 1})

    # Steps of a loop: what is 4 becomes 4 times as much in each, 65536 in the seventh.
    for name, way, step in (("loop", "", 7), ("loop_back", " reverse", 4)):
        loop = function(name, f"""%f = amp.scan carry(%h) with(%w) steps(10){way}
      : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32> {{
  ^bb0(%s: tensor<?x4xf32>, %u: tensor<4x4xf32>):
    %n = amp.matmul %s, %u : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32> loc("recur")
    amp.yield %n : tensor<?x4xf32>
  }}""", init=1)
        suite.test(name, fails, loop, ones + ["--precision=f16"],
                   {"kind": "overflow", "op": "amp.matmul", "step": 1,
                    "place": f"'recur' in step {step} of its sequence",
                    "remedies": ["--precision=bf16", "--f32=recur"]})
    suite.test("loop_in_f32", trains, loop, ones + ["--precision=f16", "--f32=recur", "--steps=1"])
    # Of a layer h' = 16 + 4 h, from 4 on.
    layer = function("layer", """%xs = amp.stack %h, %h, %h, %h, %h, %h, %h, %h {dim = 0 : i64}
      : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>,
         tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<8x?x4xf32>
  %h0 = amp.reshape %h {shape = array<i64: 1, -1, 4>} : (tensor<?x4xf32>) -> tensor<1x?x4xf32>
  %ys, %last = amp.rnn_relu %xs, %h0, %w, %w
      : (tensor<8x?x4xf32>, tensor<1x?x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>)
      -> (tensor<8x?x4xf32>, tensor<1x?x4xf32>) loc("layer")
  %f = amp.reshape %last {shape = array<i64: -1, 4>} : (tensor<1x?x4xf32>) -> tensor<?x4xf32>""",
                     init=1)
    suite.test("layer", fails, layer, ones + ["--precision=f16"],
               {"kind": "overflow", "place": "'layer' in step 7 of its sequence", "step": 1})

    # Weights.
    square = function("square", "%f = amp.mul %h, %h : (tensor<?x4xf32>, tensor<?x4xf32>) -> "
                      "tensor<?x4xf32>", lr=1000.0)
    for precision in ("f32", "bf16"):
        suite.test(f"diverged.{precision}", fails, square,
                   ones + flags_of(precision) + ["--epochs=10"],
                   {"kind": "diverged", "parameter": "w", "remedies": ["--lr=100"]})

    # The loss scale.
    tame = function("tame", unary("tanh", "squash"))
    suite.test("scale_falls", fails, tame, ones + ["--precision=f16", "--init-scale=1e30",
                                                   "--skip-limit=4", "--epochs=4"],
               {"kind": "gradient_overflow", "step": 4, "remedies": ["--init-scale=", "--skip-limit"]})

    def recovers():
        train = passes(tame, ones + ["--precision=f16", "--init-scale=1e10", "--epochs=10"])
        expect(train["statistics"]["skipped steps"] > 0, "no step was skipped")
        expect(train["failure"] is None and not train["findings"], "a skip was reported")

    suite.test("scale_recovers", recovers)

    def all_skipped():
        # The scale would still fall to what fits: no failure, but to be known.
        flags = ["--precision=f16", "--init-scale=1e30", "--skip-limit=0"]
        document = run(tame, *ones, *flags, failed=False)
        finding = document["runs"][0]["findings"][0]
        expect(document["warnings"] == [f"f16: {finding['message']}"], str(document["warnings"]))
        strict = suite.run(tame, *common, *ones, *flags, "--fail-on-warning", "--json")
        expect(strict.status == 1 and json.loads(strict.out)["ok"] is False, strict.describe())
        expect(strict.err.endswith("error: --fail-on-warning: 1 warning\n"), strict.err)
        return check(finding, kind="gradient_overflow", step=1, remedies=["--init-scale="])

    suite.test("all_skipped", all_skipped)

    def underflows():
        path = os.path.join(EXAMPLES, "underflow", "underflow.mlir")
        document = run(path, "--data=x=normal:0,1", "--data=noise=normal:0,0.5", "--samples=64",
                       "--precision=f16", "--loss-scale=off", failed=False)
        return check(document["runs"][0]["findings"][0], kind="underflow",
                     remedies=["--loss-scale=dynamic"])

    suite.test("underflow", underflows)
    suite.test("nothing_to_report", lambda: expect(
        not passes(given, good + ["--precision=f16"])["findings"], "a warning"))


if __name__ == "__main__":
    suite = Suite("failures", __doc__)
    sys.exit(suite.main(body))
