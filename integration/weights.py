#===- weights.py - First values from files, and predictions ----------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Weights from files (--init-from), predictions of whole data sets (--output), and outputs
that would take the place of inputs; values against NumPy."""

import json
import os
import struct
import sys
import zlib

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import _checkpoint
from _common import EXIT_CODES, Suite, expect

GRAPH = """
amp.variable parameter @fc1.weight : tensor<8x3xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @bn.weight : tensor<8xf32> = #amp.init<constant(1.0)>
amp.variable parameter @bn.bias : tensor<8xf32> = #amp.init<zeros>
amp.variable buffer @bn.running_mean : tensor<8xf32> = #amp.init<zeros>
amp.variable buffer @bn.running_var : tensor<8xf32> = #amp.init<constant(1.0)>
amp.variable parameter @fc2.weight : tensor<2x8xf32> = #amp.init<kaiming_uniform>
amp.optimizer adam @adam [@fc1.weight, @bn.weight, @bn.bias, @fc2.weight] {lr = 0.01 : f64}

func.func @train(%x: tensor<?x3xf32> {amp.name = "x"}, %y: tensor<?x2xf32> {amp.name = "y"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"},
        tensor<?x2xf32> {amp.name = "seen"}) {
  %w1 = amp.read @fc1.weight : tensor<8x3xf32>
  %s = amp.read @bn.weight : tensor<8xf32>
  %b = amp.read @bn.bias : tensor<8xf32>
  %m = amp.read @bn.running_mean : tensor<8xf32>
  %v = amp.read @bn.running_var : tensor<8xf32>
  %w2 = amp.read @fc2.weight : tensor<2x8xf32>
  %h = amp.linear %x, %w1 : (tensor<?x3xf32>, tensor<8x3xf32>) -> tensor<?x8xf32>
  %n, %nm, %nv = amp.batch_norm %h weight(%s) bias(%b) running_mean(%m) running_var(%v) {training = true}
    : (tensor<?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
    -> (tensor<?x8xf32>, tensor<8xf32>, tensor<8xf32>)
  amp.assign @bn.running_mean, %nm : tensor<8xf32>
  amp.assign @bn.running_var, %nv : tensor<8xf32>
  %a = amp.relu %n : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %o = amp.linear %a, %w2 : (tensor<?x8xf32>, tensor<2x8xf32>) -> tensor<?x2xf32>
  %loss = amp.mse_loss %o, %y : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<f32>
  %g:4 = amp.backward %loss wrt(%w1, %s, %b, %w2)
    : (tensor<f32>, tensor<8x3xf32>, tensor<8xf32>, tensor<8xf32>, tensor<2x8xf32>)
    -> (tensor<8x3xf32>, tensor<8xf32>, tensor<8xf32>, tensor<2x8xf32>)
  amp.step @adam(%g#0, %g#1, %g#2, %g#3) : tensor<8x3xf32>, tensor<8xf32>, tensor<8xf32>, tensor<2x8xf32>
  return %loss, %x2 : tensor<f32>, tensor<?x2xf32>
}

func.func @predict(%x: tensor<?x3xf32> {amp.name = "px"})
    -> (tensor<?x2xf32> {amp.name = "y"}, tensor<?xi64> {amp.name = "class"},
        tensor<2x?xf32> {amp.name = "columns"}) {
  %w1 = amp.read @fc1.weight : tensor<8x3xf32>
  %s = amp.read @bn.weight : tensor<8xf32>
  %b = amp.read @bn.bias : tensor<8xf32>
  %m = amp.read @bn.running_mean : tensor<8xf32>
  %v = amp.read @bn.running_var : tensor<8xf32>
  %w2 = amp.read @fc2.weight : tensor<2x8xf32>
  %h = amp.linear %x, %w1 : (tensor<?x3xf32>, tensor<8x3xf32>) -> tensor<?x8xf32>
  %n = amp.batch_norm %h weight(%s) bias(%b) running_mean(%m) running_var(%v)
    : (tensor<?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<?x8xf32>
  %a = amp.relu %n : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %o = amp.linear %a, %w2 : (tensor<?x8xf32>, tensor<2x8xf32>) -> tensor<?x2xf32>
  %class = amp.argmax %o {dim = 1 : i64} : (tensor<?x2xf32>) -> tensor<?xi64>
  %t = amp.transpose %o {permutation = array<i64: 1, 0>} : (tensor<?x2xf32>) -> tensor<2x?xf32>
  return %o, %class, %t : tensor<?x2xf32>, tensor<?xi64>, tensor<2x?xf32>
}
""".replace("return %loss, %x2 :", "return %loss, %o :")
NAMES = ["bn.bias", "bn.running_mean", "bn.running_var", "bn.weight", "fc1.weight", "fc2.weight"]
SHAPES = {"fc1.weight": (8, 3), "fc2.weight": (2, 8)}
SAMPLES = 37


def make_weights(rng, dtype=np.float32):
    """Weights as somebody else may have them; their values fit in f16."""
    weights = {name: rng.normal(0, 1, SHAPES.get(name, (8,))) for name in NAMES}
    weights["bn.running_var"] = rng.uniform(0.5, 2, 8)
    return {name: value.astype(np.float16).astype(dtype) for name, value in weights.items()}


def predict(weights, x):
    w = {name: value.astype(np.float64) for name, value in weights.items()}
    h = x.astype(np.float64) @ w["fc1.weight"].T
    n = (h - w["bn.running_mean"]) / np.sqrt(w["bn.running_var"] + 1e-5)
    return np.maximum(n * w["bn.weight"] + w["bn.bias"], 0) @ w["fc2.weight"].T


def write_safetensors(path, arrays, names={np.dtype("f4"): "F32", np.dtype("f8"): "F64",
                                           np.dtype("f2"): "F16", np.dtype("i8"): "I64"}):
    """By the format's description, without the code that reads it."""
    header, data = {}, b""
    for name, array in arrays.items():
        raw = np.ascontiguousarray(array).tobytes()
        header[name] = {"dtype": names[array.dtype], "shape": array.shape,
                        "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)
    return path


class Tests:
    def __init__(self, suite, scratch):
        self.suite, self.scratch = suite, scratch
        rng = np.random.default_rng(5)
        self.weights = make_weights(rng)
        self.x = rng.normal(0, 1, (SAMPLES, 3)).astype(np.float32)
        self.graph = self.path("net.mlir")
        with open(self.graph, "w", encoding="utf-8") as file:
            file.write(GRAPH)
        self.data = self.path("data.npz")
        np.savez(self.data, x=self.x, px=self.x, y=predict(self.weights, self.x).astype(np.float32))
        self.training = ["--entry=train", "--data", f"x={self.data}", "--data", f"y={self.data}"]
        self.prediction = ["--entry=predict", "--data", f"px={self.data}"]

    def path(self, name):
        return os.path.join(self.scratch, name)

    def run(self, *arguments, status="ok", **options):
        result = self.suite.run(self.graph, "--device=cpu", *arguments, **options)
        expect(result.status == EXIT_CODES[status], result.describe())
        return result

    def expect_prediction(self, path, weights=None, rows=slice(None), relative=1e-5):
        with np.load(path) as file:
            found, classes = file["predict.y"], file["predict.class"]
        expected = predict(weights or self.weights, self.x)[rows]
        expect(found.shape == expected.shape, f"shape {found.shape}")
        error = np.abs(found - expected).max()
        # Sums of 3 and 8 products, and the normalization between them.
        expect(error <= relative * np.abs(expected).max(), f"differs by {error}")
        expect((classes == found.argmax(1)).all(), "the classes are not those of the values")

    def save(self, kind, weights=None):
        weights = weights or self.weights
        path = self.path("given." + kind.split("-")[-1])
        if kind == "npz":
            np.savez(path, **weights)
        elif kind == "compressed-npz":
            np.savez_compressed(path, **weights)
        elif kind == "fortran-npz":
            np.savez(path, **{name: np.asfortranarray(value) for name, value in weights.items()})
        else:
            write_safetensors(path, weights)
        return path

    # Weights of any origin, in any order, batch size and device memory.

    def formats(self):
        for kind, dtype in (("npz", np.float32), ("compressed-npz", np.float64),
                            ("fortran-npz", np.float32), ("safetensors", np.float32),
                            ("safetensors", np.float16)):
            weights = {name: value.astype(dtype) for name, value in self.weights.items()}
            result = self.run(*self.prediction, f"--init-from={self.save(kind, weights)}",
                              f"--output={self.path('pred.npz')}")
            expect("took 6 of 6 variables" in result.err, result.err)
            self.expect_prediction(self.path("pred.npz"))

    def batches(self):
        given = self.save("npz")
        for flags in ([], ["--batch-size=1"], ["--batch-size=5"], ["--batch-size=36"],
                      ["--batch-size=37"], ["--batch-size=1000"], ["--batch-size=8", "--shuffle"],
                      ["--batch-size=8", "--shuffle", "--epochs=3"]):
            self.run(*self.prediction, f"--init-from={given}", *flags,
                     f"--output={self.path('pred.npz')}")
            self.expect_prediction(self.path("pred.npz"))
        # Beside a training: with the weights that it leaves.
        self.run(*self.training, "--data", f"px={self.data}", "--eval-entry=predict",
                 "--batch-size=8", "--shuffle", "--epochs=2", "--eval-every=1",
                 f"--output={self.path('both.npz')}")
        with np.load(self.path("both.npz")) as file:
            weights = {name: file[name] for name in NAMES}
            seen = file["train.seen"]
        self.expect_prediction(self.path("both.npz"), weights)
        expect(seen.shape == (SAMPLES, 2), f"train.seen has shape {seen.shape}")

    def incomplete(self):
        """What is not of all samples is an error, or is left out and said."""
        given, out = self.save("npz"), self.path("part.npz")
        for flag in ("--steps=2", "--drop-last"):
            result = self.run(*self.prediction, f"--init-from={given}", "--batch-size=8", flag,
                              f"--output={out}", status="usage")
            expect("has not all samples" in result.err and "'y'" in result.err, result.err)
            expect(not os.path.exists(out), "the output was written")
            result = self.run(*self.training, "--batch-size=8", flag, f"--output={out}")
            expect("--output does not get result 'seen' of entry 'train'" in result.err, result.err)
            with np.load(out) as file:
                expect(sorted(file) == NAMES, f"the output has {sorted(file)}")
            os.remove(out)
        result = self.run(*self.prediction, f"--init-from={given}", "--batch-size=8",
                          f"--output={out}")
        expect("result 'columns' of entry 'predict' as the last step gives it" in result.err,
               result.err)
        with np.load(out) as file:
            expect(file["predict.columns"].shape == (2, 5), "not the last step's columns")

    def fixed_batch(self):
        """A declared size counts samples where it is marked."""
        for mark, rows in ((", amp.batch", 12), ("", 4)):
            with open(self.path("fixed.mlir"), "w", encoding="utf-8") as file:
                file.write("""func.func @f(%x: tensor<4x3xf32> {amp.name = "x", amp.batch})
                    -> (tensor<4x3xf32> {amp.name = "y"MARK}) {
                      %y = amp.add %x, %x : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
                      return %y : tensor<4x3xf32>
                    }""".replace("MARK", mark))
            x = np.arange(36, dtype=np.float32).reshape(12, 3)
            np.save(self.path("x.npy"), x)
            result = self.suite.run(self.path("fixed.mlir"), "--data", f"x={self.path('x.npy')}",
                                    f"--output={self.path('fixed.npz')}")
            expect(result.status == 0, result.describe())
            with np.load(self.path("fixed.npz")) as file:
                expect(np.array_equal(file["f.y"], 2 * x[-rows:]), f"{mark}: {file['f.y']}")
            expect(("as the last step gives it" in result.err) == (rows == 4), result.err)

    def memory(self):
        """More predictions than the machine holds are refused before the first."""
        with open(self.path("wide.mlir"), "w", encoding="utf-8") as file:
            file.write("""
amp.variable parameter @w : tensor<100000x1xf32> = #amp.init<zeros>
func.func @f(%x: tensor<?x1xf32> {amp.name = "x"}) -> (tensor<?x100000xf32> {amp.name = "y"}) {
  %w = amp.read @w : tensor<100000x1xf32>
  %y = amp.linear %x, %w : (tensor<?x1xf32>, tensor<100000x1xf32>) -> tensor<?x100000xf32>
  return %y : tensor<?x100000xf32>
}""")
        flags = ["--data", "x=zeros", "--samples=10000000", "--batch-size=1", "--steps=1"]
        result = self.suite.run(self.path("wide.mlir"), *flags[:-1],
                                f"--output={self.path('wide.npz')}")
        expect(result.status == EXIT_CODES["limit"], result.describe())
        expect("result 'y' of entry 'f' for all samples: takes 3.6 TiB" in result.err, result.err)
        result = self.suite.run(self.path("wide.mlir"), *flags)
        expect(result.status == 0, result.describe())

    def inference_report(self):
        given = self.save("npz")
        result = self.run(*self.prediction, f"--init-from={given}")
        expect("learning rate" not in result.out and "epoch" not in result.out, result.out)
        expect(result.out.startswith("predict  steps 2 "), result.out)
        run = self.suite.train(self.graph, *self.prediction, f"--init-from={given}")["runs"][0]
        expect(run["statistics"] == {}, run["statistics"])
        # What a function changes that the entry point calls is changed by it.
        with open(self.path("count.mlir"), "w", encoding="utf-8") as file:
            file.write("""
amp.variable buffer @n : tensor<f32> = #amp.init<zeros>
func.func private @count(%x: tensor<f32>) -> tensor<f32> {
  %n = amp.read @n : tensor<f32>
  %m = amp.add %n, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
  amp.assign @n, %m : tensor<f32>
  return %m : tensor<f32>
}
func.func @f(%x: tensor<f32> {amp.name = "x"}) -> (tensor<f32> {amp.name = "m"}) {
  %m = func.call @count(%x) : (tensor<f32>) -> tensor<f32>
  return %m : tensor<f32>
}""")
        result = self.suite.run(self.path("count.mlir"), "--input", "x=ones", "--steps=3")
        expect(result.status == 0 and result.out.startswith("epoch 1/1  steps 3  m 3 "),
               result.describe() + result.out)

    # A training that goes on from given weights.

    def begins_at_step_zero(self):
        """Training from what --output and a checkpoint have is training from the same weights."""
        out, saved = self.path("first.npz"), self.path("saved")
        self.run(*self.training, "--epochs=2", f"--output={out}", f"--checkpoint-dir={saved}")
        checkpoint = os.path.join(saved, _checkpoint.name_of(4))
        documents = []
        for source in (out, checkpoint):
            document = self.suite.train(self.graph, *self.training, "--epochs=2", "--print-every=1",
                                        f"--init-from={source}",
                                        f"--output={self.path('second.npz')}")["runs"][0]
            expect(document["steps"] == 4 and document["resumed_from_step"] is None, "not step 0")
            with np.load(self.path("second.npz")) as file:
                documents.append((document["log"], {name: file[name] for name in NAMES}))
        expect(documents[0][0] == documents[1][0], "other results from the checkpoint")
        for name in NAMES:
            expect(np.array_equal(documents[0][1][name], documents[1][1][name]), name)
        # The optimizer's state is taken only where it is asked for.
        state = self.suite.train(self.graph, *self.training, "--epochs=2", "--print-every=1",
                                 f"--init-from={checkpoint}", "--init-optimizer")["runs"][0]
        expect(state["log"] != documents[0][0], "--init-optimizer changes nothing")
        result = self.run(*self.training, f"--init-from={out}", "--init-optimizer", status="input")
        expect("missing: 'adam." in result.err, result.err)
        return f"{len(NAMES)} variables"

    def precisions(self):
        """Each level has the given values in its own types, copies of weights too."""
        given, out = self.save("npz"), self.path("level.npz")
        for flags in (["--opt-level=O1"], ["--opt-level=O2"], ["--opt-level=O3"],
                      ["--opt-level=O1", "--hoist-weight-casts=off"], ["--precision=bf16"],
                      ["--opt-level=O1", "--flat-state=off"]):
            # A rate of 0 leaves all but the running statistics as they are.
            self.run(*self.training, *flags, f"--init-from={given}", "--lr=0",
                     f"--output={out}")
            with np.load(out) as file:
                for name in NAMES:
                    if "running" not in name:
                        expect(np.array_equal(file[name].astype(np.float32), self.weights[name]),
                               f"{flags}: {name}")
            relative = 2.0 ** (-5 if "bf16" in flags[0] else -8)
            self.run(*self.prediction, *flags, f"--init-from={given}", f"--output={out}")
            self.expect_prediction_of_signs(out, relative)
        compared = self.suite.train(self.graph, *self.training, "--compare=O0,O1,bf16", "--lr=0",
                                    f"--init-from={given}")["runs"]
        first = [run["epochs"][0]["results"]["loss"] for run in compared]
        expect(max(first) - min(first) < 0.05 * max(first), f"losses {first}")

    def expect_prediction_of_signs(self, path, relative):
        with np.load(path) as file:
            found = file["predict.y"].astype(np.float64)
        expected = predict(self.weights, self.x)
        error = np.abs(found - expected).max() / np.abs(expected).max()
        expect(error <= relative, f"differs by {error}")

    def large(self):
        """Weights of more than 64 MiB, which no graph's text could hold."""
        rows = 5 << 20
        graph = self.path("large.mlir")
        with open(graph, "w", encoding="utf-8") as file:
            file.write("""
amp.variable parameter @w : tensor<ROWSx4xf32> = #amp.init<zeros>
func.func @f(%i: tensor<?xi64> {amp.name = "i"}) -> (tensor<?x4xf32> {amp.name = "rows"}) {
  %w = amp.read @w : tensor<ROWSx4xf32>
  %r = amp.embedding %w, %i : (tensor<ROWSx4xf32>, tensor<?xi64>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}""".replace("ROWS", str(rows)))
        table = np.arange(rows * 4, dtype=np.float32).reshape(rows, 4)
        np.save(self.path("i.npy"), np.array([0, 1, rows // 2, rows - 1]))
        write_safetensors(self.path("large.safetensors"), {"w": table})
        result = self.suite.run(graph, "--data", f"i={self.path('i.npy')}",
                                f"--init-from={self.path('large.safetensors')}",
                                f"--output={self.path('rows.npz')}")
        expect(result.status == 0, result.describe())
        with np.load(self.path("rows.npz")) as file:
            expect(np.array_equal(file["f.rows"], table[[0, 1, rows // 2, rows - 1]]), "other rows")
        os.remove(self.path("large.safetensors"))
        return f"{table.nbytes >> 20} MiB"

    # Names.

    def names(self):
        theirs = {"model.lin.0.weight": self.weights["fc1.weight"],
                  "model.out": self.weights["fc2.weight"], "extra": np.zeros(3, np.float32)}
        theirs.update({"model.norm." + name[3:]: value for name, value in self.weights.items()
                       if name.startswith("bn.")})
        given = write_safetensors(self.path("theirs.safetensors"), theirs)
        rules = ["model.norm.*=bn.*", "model.lin.0.weight=fc1.weight", "model.out=fc2.weight"]
        out = self.path("pred.npz")
        result = self.run(*self.prediction, f"--init-from={given}", f"--output={out}",
                          *(f"--init-map={rule}" for rule in rules))
        expect("not used, 1 array: 'extra'" in result.err, result.err)
        self.expect_prediction(out)
        with open(self.path("names.txt"), "w", encoding="utf-8") as file:
            file.write("# theirs = ours\n\n" + "\n".join(rules) + "\n extra= \n")
        result = self.run(*self.prediction, f"--init-from={given}", f"--output={out}",
                          f"--init-map={self.path('names.txt')}")
        expect("not used" not in result.err, result.err)
        self.expect_prediction(out)
        # Weights in several files, one rule for all.
        parts = [write_safetensors(self.path(f"{i}.safetensors"),
                                   {f"m.{name}": self.weights[name] for name in NAMES[i::2]})
                 for i in (0, 1)]
        self.run(*self.prediction, *(f"--init-from={part}" for part in parts), "--init-map=m.*=*",
                 f"--output={out}")
        self.expect_prediction(out)

    def refusals(self):
        w = self.weights

        def refuse(message, arrays, *flags, status="input"):
            given = write_safetensors(self.path("bad.safetensors"), arrays)
            out = self.path("none.npz")
            result = self.run(*self.prediction, f"--init-from={given}", f"--output={out}", *flags,
                              status=status)
            expect(message in result.err, f"expected '{message}', found '{result.err}'")
            expect(not os.path.exists(out), "the output was written")

        without = {name: value for name, value in w.items() if name != "bn.bias"}
        refuse("missing: 'bn.bias'; the files have nothing else", without)
        refuse("missing: 'bn.bias'; the files have also 'bn.shift'",
               {**without, "bn.shift": w["bn.bias"]})
        refuse("other shape or type: 'fc2.weight (f32 [8, 2] instead of f32 [2, 8])'",
               {**w, "fc2.weight": w["fc2.weight"].T.copy()}, "--init-partial")
        refuse("'bn.bias (i64 [8] instead of f32 [8])'",
               {**w, "bn.bias": np.zeros(8, np.int64)})
        refuse("missing: ", {"other": w["bn.bias"]}, "--init-partial")
        refuse("given twice: 'bn.bias", {**w, "other": w["bn.bias"]}, "--init-map=other=bn.bias")
        refuse("no array of --init-from is meant by 'bias=bn.bias'", w, "--init-map=bias=bn.bias")
        refuse("--init-map names no variable of the graph: 'bn.shift'", w,
               "--init-map=bn.bias=bn.shift")
        refuse("a second rule for 'bn.*'", w, "--init-map=bn.*=a.*", "--init-map=bn.*=b.*")
        for rule in ("bn.*=b", "b*n=c", "bn.bias=x*", "*.bias=*.shift"):
            refuse("expected FROM=TO, FROM*=TO*", w, f"--init-map={rule}")
        refuse("line 2: found 'word', expected FROM=TO", w, "--init-map=" + self.text("a=\nword"))
        result = self.run(*self.prediction, f"--init-from={self.path('none.npz')}", status="io")
        expect("No such file" in result.err, result.err)
        self.run(*self.prediction, f"--init-from={self.path('net.pt')}", status="usage")
        self.run(*self.prediction, "--init-partial", status="usage")
        self.run(*self.prediction, "--init-map=a=b", status="usage")
        given = self.save("npz")
        self.run(*self.training, f"--init-from={given}", "--init-optimizer", "--lr=1",
                 status="usage")
        self.run(*self.training, f"--init-from={given}", f"--resume={given}", status="usage")
        # What is missing keeps its first value, if that is asked for.
        partial = write_safetensors(self.path("partial.safetensors"), without)
        out = self.path("partial.npz")
        result = self.run(*self.prediction, f"--init-from={partial}", "--init-partial",
                          f"--output={out}")
        expect("keep their first values: 'bn.bias'" in result.err, result.err)
        self.expect_prediction(out, {**w, "bn.bias": np.zeros(8)})
        # Values that are no numbers, or none in the run's types.
        odd = {**w, "bn.bias": np.array([np.nan] + [1e30] * 7)}
        result = self.run(*self.prediction,
                          f"--init-from={write_safetensors(self.path('odd.safetensors'), odd)}",
                          "--opt-level=O3")
        expect("1 values of array 'bn.bias'" in result.err, result.err)
        damaged = self.path("damaged.npz")
        with open(given, "rb") as file:
            data = bytearray(file.read())
        data[data.index(w["fc1.weight"].tobytes()) + 5] ^= 1
        with open(damaged, "wb") as file:
            file.write(data)
        self.run(*self.prediction, f"--init-from={damaged}", status="input")

    def text(self, content):
        with open(self.path("text"), "w", encoding="utf-8") as file:
            file.write(content)
        return self.path("text")

    def resume_prefers_its_checkpoint(self):
        given, saved = self.save("npz"), self.path("resumed")
        flags = [*self.training, f"--checkpoint-dir={saved}", "--resume", f"--init-from={given}"]
        self.run(*flags, "--lr=0", "--epochs=1")
        first = _checkpoint.read(os.path.join(saved, _checkpoint.name_of(2)))
        expect(np.array_equal(first.arrays["fc1.weight"], self.weights["fc1.weight"]),
               "the first start has other weights")
        result = self.run(*flags, "--lr=0", "--epochs=2")
        expect("--init-from is for the first start" in result.err, result.err)

    # Outputs and inputs.

    def outputs_and_inputs(self):
        given = self.save("npz")
        base = [*self.prediction, f"--init-from={given}"]
        with open(given, "rb") as file:
            before = file.read()
        os.symlink(given, self.path("link.npz"))
        os.link(given, self.path("hard.npz"))
        os.mkdir(self.path("below"))
        os.symlink(self.scratch, self.path("below/up"))
        for name in (given, self.path("./given.npz"), self.path("link.npz"),
                     self.path("hard.npz"), self.path("below/up/given.npz")):
            result = self.run(*base, f"--output={name}", status="usage")
            expect("would overwrite" in result.err and "--init-from" in result.err, result.err)
        result = self.run(*base, f"--output={self.data}", status="usage")
        expect("--data px of this run" in result.err, result.err)
        os.link(self.graph, self.path("graph.npz"))
        result = self.run(*base, f"--output={self.path('graph.npz')}", status="usage")
        expect("the graph of this run" in result.err, result.err)
        with open(self.path("policy.npz"), "w", encoding="utf-8") as file:
            file.write("ops: {exp: deny}\n")
        result = self.run(*base, "--precision=f16", f"--policy={self.path('policy.npz')}",
                          f"--output={self.path('policy.npz')}", status="usage")
        expect("--policy of this run" in result.err, result.err)
        with open(self.graph, "rb") as file:
            result = self.suite.run("-", "--device=cpu", *base,
                                    f"--output={self.path('graph.npz')}", stdin=file)
        expect(result.status == EXIT_CODES["usage"], result.describe())
        # A checkpoint's name in the folder of checkpoints is the checkpoint's.
        saved = self.path("saved2")
        self.run(*self.training, f"--checkpoint-dir={saved}")
        for name in (_checkpoint.name_of(2), _checkpoint.name_of(7)):
            result = self.run(*self.training, f"--checkpoint-dir={saved}", "--resume",
                              f"--output={os.path.join(saved, name)}", status="usage")
            expect("is the name of a checkpoint" in result.err, result.err)
        with open(given, "rb") as file:
            expect(file.read() == before, "an input was changed")
        # What is none of its inputs is replaced.
        out = self.path("replaced.npz")
        with open(out, "w", encoding="utf-8") as file:
            file.write("old")
        self.run(*base, f"--output={out}")
        self.expect_prediction(out)

    def diverged(self):
        out = self.path("good.npz")
        self.run(*self.training, f"--output={out}")
        with open(out, "rb") as file:
            before = file.read()
        result = self.run(*self.training, "--lr=1e30", "--epochs=5", f"--output={out}",
                          status="training")
        expect("is not written, because the training failed" in result.err, result.err)
        with open(out, "rb") as file:
            expect(file.read() == before, "a good output was replaced")

    def odd_files(self):
        """What is no regular file is refused, and nothing waits."""
        pipe = self.path("pipe.npz")
        os.mkfifo(pipe)
        os.mkdir(self.path("folder.npz"))
        os.symlink(self.path("loop.npz"), self.path("loop.npz"))
        given = self.save("npz")
        for name, status in ((pipe, "input"), (self.path("folder.npz"), "input"),
                             (self.path("loop.npz"), "io"), ("/dev/zero", None),
                             ("/proc/kmsg", None), ("/proc/self/mem", None)):
            if status:
                self.run("--entry=predict", "--data", f"px={name}", status=status, limit=10)
                self.run(*self.prediction, f"--init-from={name}", status=status, limit=10)
                if status == "input":
                    self.run(*self.prediction, f"--init-from={given}", f"--output={name}",
                             status="io", limit=10)
            result = self.suite.run(self.graph, *self.prediction, f"--init-from={given}",
                                    f"--init-map={name}", limit=10)
            expect(result.status in (EXIT_CODES["input"], EXIT_CODES["io"], 0), result.describe())
            result = self.suite.run(self.graph, *self.prediction, "--precision=f16",
                                    f"--policy={name}", limit=10)
            expect(result.status in (EXIT_CODES["input"], EXIT_CODES["io"], 0), result.describe())

    def forged_checkpoints(self):
        """Metadata that do not fit together are refused, whatever the digest says."""
        saved = self.path("forge")
        self.run(*self.training, f"--checkpoint-dir={saved}", "--save-every=1", "--batch-size=8")
        path = os.path.join(saved, _checkpoint.name_of(3))
        resume = [*self.training, "--batch-size=8", f"--resume={self.path('forged.safetensors')}"]

        def forge(change):
            with open(path, "rb") as file:
                data = file.read()
            begin = 8 + struct.unpack_from("<Q", data)[0]
            header = json.loads(data[8:begin])
            change(header["__metadata__"])
            header["__metadata__"]["amp.digest"] = "0" * 64
            text = json.dumps(header, separators=(",", ":")).encode()
            whole = struct.pack("<Q", len(text)) + text + data[begin:]
            import hashlib
            digest = hashlib.sha256(whole).hexdigest().encode()
            with open(self.path("forged.safetensors"), "wb") as file:
                file.write(whole.replace(b'"amp.digest":"' + b"0" * 64,
                                         b'"amp.digest":"' + digest))

        forge(lambda metadata: None)
        self.run(*resume)
        for what, change in {
                "a missing total": lambda m: m.pop("total.000000"),
                "a total renamed": lambda m: m.update({"total.000001": m.pop("total.000000")}),
                "one total more": lambda m: m.update({"total.000001": m["total.000000"]}),
                "no samples": lambda m: m.update(total_samples="0x0p+0"),
                "samples that are none": lambda m: m.update(total_samples="nan"),
                "another sum": lambda m: m.update({"total.000000": "mean 1 loss"}),
                "a later step": lambda m: m.update({"amp.step": "4"}),
                "another step of the epoch": lambda m: m.update(epoch_step="2"),
                "a later failure": lambda m: m.update(first_non_finite_step="9"),
                "a negative count": lambda m: m.update(epoch="-1")}.items():
            forge(change)
            result = self.run(*resume, status="io")
            expect("forged.safetensors" in result.err or "same graph" in result.err,
                   f"{what}: {result.err}")
        result = self.run(*self.training, "--batch-size=8", "--lr=0.0012345678901234567",
                          f"--resume={path}")
        expect("--lr=0.0012345678901234567 from here on" in result.err, result.err)


def body(suite, scratch):
    tests = Tests(suite, scratch)
    for name in ("formats", "batches", "incomplete", "fixed_batch", "memory", "inference_report",
                 "begins_at_step_zero", "precisions", "large", "names", "refusals",
                 "resume_prefers_its_checkpoint", "outputs_and_inputs", "diverged", "odd_files",
                 "forged_checkpoints"):
        suite.test(name, getattr(tests, name))


if __name__ == "__main__":
    sys.exit(Suite("weights", __doc__).main(body))
