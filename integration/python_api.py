#!/usr/bin/env python3
#===- python_api.py - The Python package in one process --------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""What the package amp computes is what amp-run computes, to the bit: losses of each step,
evaluations, predictions. Arrays come and go without copies where they can, variables,
states and checkpoints are what was put into them, and what is wrong is an exception that
names the argument, what was expected and what was found."""

import logging
import os
import subprocess
import sys
import warnings

import ml_dtypes
import numpy as np
from _common import EXAMPLES, MSE_GRAPH, ROOT, Failure, Suite, expect, losses
from _python import GRAPH, expect_raises, import_package

DIGITS = os.path.join(EXAMPLES, "digits", "digits.mlir")
DATA = os.path.join(EXAMPLES, "digits", "digits.npz")
SCALER_KEYS = {"scale", "growth_factor", "backoff_factor", "growth_interval",
               "_growth_tracker"}
# Of f32, for sums of three products of numbers below 8.
LINEAR_TOLERANCE = 4 * 2.0 ** -24 * 3 * 64


def equal(first, second):
    """Whether two states have the same bits."""
    return first.keys() == second.keys() and all(
        first[name] == second[name] if isinstance(first[name], dict)
        else first[name].dtype == second[name].dtype
        and first[name].tobytes() == second[name].tobytes() for name in first)


class DLPackOnly:
    """An array that only DLPack knows."""

    def __init__(self, array):
        self.array, self.shape = array, array.shape

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class Elsewhere(DLPackOnly):
    """One that says that a GPU has it."""

    def __dlpack_device__(self):
        return 2, 0


class Tests:
    def __init__(self, suite, scratch, amp):
        self.suite, self.scratch, self.amp = suite, scratch, amp
        with np.load(DATA) as file:
            self.digits = {name: file[name] for name in file}
        generator = np.random.default_rng(5)
        self.x = generator.normal(size=(10, 3)).astype(np.float32)
        self.y = generator.normal(size=(10, 2)).astype(np.float32)

    def path(self, name):
        return os.path.join(self.scratch, name)

    def compile(self, source=GRAPH, **settings):
        return self.amp.compile(source, device=self.suite.device, **settings)

    def bound(self, **settings):
        net = self.compile(**settings)
        net.bind(x=self.x, y=self.y, x_test=self.x, y_test=self.y, x_new=self.x)
        return net

    def digits_net(self, **settings):
        net = self.compile(DIGITS, **{"seed": 7, "shuffle": True, "batch_size": 100, **settings})
        net.bind(images=self.digits["train_images"], labels=self.digits["train_labels"],
                 test_images=self.digits["test_images"], test_labels=self.digits["test_labels"])
        return net

    # ---- What it computes ----

    def trains_as_amp_run(self):
        """All three ways of going through the data give amp-run's losses."""
        for precision in ("f16", "bf16"):
            flags = [f"--data=images={DATA}:train_images", f"--data=labels={DATA}:train_labels",
                     "--seed=7", "--shuffle", "--batch-size=100", "--epochs=2",
                     f"--precision={precision}", "--print-every=1"]
            expected = losses(self.suite.train(DIGITS, *flags, "--entry=train"))
            expect(len(expected) == 30, f"{len(expected)} steps")
            whole, parts, single = [], [], []

            def keep(to):
                return lambda step, values: to.append(values["loss"])

            net = self.digits_net(precision=precision)
            epochs = net.train(epochs=2, on_step=keep(whole))
            expect(len(epochs.epochs) == 2, f"{epochs}")
            net = self.digits_net(precision=precision)
            for _ in range(3):
                net.run(10, on_step=keep(parts))
            net = self.digits_net(precision=precision)
            for _ in range(30):
                single.append(net.run(1)["loss"])
            for found in (whole, parts, single):
                expect(found == expected, f"{precision}: {found[:3]}…, expected {expected[:3]}…")

    def training_goes_on(self):
        """Several trainings are one, in values and in the order of the samples."""
        once, often = self.digits_net(precision="f16"), self.digits_net(precision="f16")
        once.train(epochs=4)
        often.train(epochs=1)
        often.train(epochs=2)
        often.run(15)
        expect(equal(once.state_dict(), often.state_dict()), "the states differ")
        other = self.digits_net(precision="f16")
        for _ in range(4):
            other.set_step(0)
            other.run(15)
        expect(not equal(once.state_dict(), other.state_dict()), "the order is no other one")

    def settings_of_one_training(self):
        net = self.bound(lr=0.5)
        net.train(epochs=1, lr=0.25)
        expect(float(net.variables["sgd.lr"]) == 0.25, f"{net.variables['sgd.lr']}")
        net.train(epochs=1)
        expect(float(net.variables["sgd.lr"]) == 0.25, "the session's rate came back")
        result = net.train(epochs=3, eval_entry="evaluate", eval_every=1)
        expect(len(result.evaluations) == 3 and all(result.evaluations), f"{result}")
        expect(result.evaluation == net.evaluate(), f"{result.evaluation}")
        wrong = self.amp.InvalidArgumentError
        expect_raises(wrong, lambda: net.train(precision="f16"), "precision", "compil")
        expect_raises(wrong, lambda: net.train(threads=1), "threads", "session")
        expect_raises(wrong, lambda: net.train(epochs=0), "epochs", "from 1")

    def data_of_one_training(self):
        """Each entry point gets its own: by the argument's name, or as it is said."""
        by_name, said = self.bound(), self.compile(
            GRAPH.replace('"x_test"', '"x"').replace('"y_test"', '"y"'))
        own, other = {"x": self.x, "y": self.y}, {"x": self.x[:4] + 1, "y": self.y[:4]}
        named = {f"{name}_test": array for name, array in other.items()}
        first = by_name.train({**own, **named}, epochs=2, eval_entry="evaluate")
        second = said.train(own, epochs=2, eval_entry="evaluate", eval_data=other)
        expect(first == second and first.evaluation, f"{first}, {second}")
        expect(first.evaluation != said.evaluate(x=self.x, y=self.y), "the training's data")
        expect_raises(ValueError, lambda: said.train(own, eval_data=other), "eval_entry")
        net = self.compile()
        sizes = []
        net.bind(x=self.x, y=self.y, batch_size=3)
        net.train(epochs=1, on_step=lambda step, values: sizes.append(step))
        net.train({"x": self.x}, epochs=1, on_step=lambda step, values: sizes.append(step))
        net.train(epochs=1, batch_size=5, on_step=lambda step, values: sizes.append(step))
        expect(sizes == [1, 2, 3, 4, 1, 1, 2], f"{sizes}")

    def evaluation_and_prediction(self):
        """Against NumPy."""
        net = self.bound()
        w = net.variables["w"]
        outputs = net.predict()["h"]
        expect(outputs.shape == (10, 2) and outputs.dtype == np.float32, f"{outputs!r}")
        error = float(np.max(np.abs(outputs - self.x @ w.T)))
        expect(error <= LINEAR_TOLERANCE, f"off by {error}")
        loss = net.evaluate(batch_size=3)["test_loss"]
        expected = float(np.mean((self.x.astype(float) @ w.T.astype(float) - self.y) ** 2))
        expect(abs(loss - expected) <= LINEAR_TOLERANCE, f"{loss}, expected {expected}")
        more = np.concatenate([self.x, self.x[:3]])
        again = net.predict(x_new=more, batch_size=4)["h"]
        error = float(np.max(np.abs(again - more @ w.T)))
        expect(again.shape == (13, 2) and error <= LINEAR_TOLERANCE, f"off by {error}")

    def steps(self):
        """step() binds a batch, whatever its size, and gives all results."""
        net = self.compile(lr=0.125)
        w = None
        for size in (4, 7, 4, 1):
            x, y = self.x[:size], self.y[:size]
            if w is not None:
                before = net.variables["w"]
            loss = net.step(x=x, y=y)["loss"]
            expect(isinstance(loss, float), f"{loss!r}")
            if w is not None:
                h = x.astype(float) @ before.T.astype(float) - y
                expect(abs(loss - np.mean(h ** 2)) <= LINEAR_TOLERANCE, f"{loss} of {size}")
                gradient = (2 * h / h.size).T @ x
                error = np.max(np.abs(net.variables["w"] - (before - 0.125 * gradient)))
                expect(error <= LINEAR_TOLERANCE, f"the step is off by {error}")
            w = net.variables["w"]
        expect(net.get_step() == 4, f"step {net.get_step()}")

    # ---- Sources and settings ----

    def sources(self):
        with open(DIGITS, encoding="utf-8") as file:
            text = file.read()
        for source in (DIGITS, text, text.encode()):
            net = self.compile(source)
            train = net.entries["train"]
            found = [(port.name, port.type, list(port.shape), port.is_batched)
                     for port in train.arguments]
            expect(found == [("images", "ui8", [None, 64], True),
                             ("labels", "i64", [None], True)], f"{found}")
            expect([(port.name, port.reduction) for port in train.results]
                   == [("loss", "mean"), ("accuracy", "mean")], "results")
            expect(str(train).startswith("train(images: [?, 64] of ui8, labels: [?] of i64) -> "
                                         "(loss: [] of f32, "), f"{train}")
            expect(train.updates_parameters and not net.entries["evaluate"].updates_state, "")
        error = expect_raises(self.amp.InvalidGraphError,
                              lambda: self.compile(MSE_GRAPH.replace("amp.linear", "amp.liner"),
                                                   name="net.mlir"), "net.mlir:", "amp.liner")
        expect(error.place.startswith("net.mlir:") and error.place.count(":") == 2, error.place)
        expect_raises(self.amp.FileError, lambda: self.compile("no/such.mlir"), "no/such.mlir")

    def written_graph(self):
        """A graph of amp.graph, with first values in its text and beside it."""
        from amp.graph import Graph, tensor
        for size in (3, 200):
            graph = Graph()
            values = np.arange(2 * size * size, dtype=np.float32).reshape(2 * size, size) / 8
            weight = graph.variable("w", tensor("f32", 2 * size, size), values)
            with graph.function("predict", x=tensor("f32", None, size)) as function:
                function.results(h=function.op("linear", function.arguments["x"],
                                               function.read(weight)))
            net = self.compile(graph)
            x = np.ones((1, size), np.float32)
            found = net.predict(x=x)["h"]
            expect(np.array_equal(net.variables["w"], values), "first values")
            expect(np.array_equal(found, x @ values.T), "predictions")

    def settings(self):
        compile_ = self.compile
        expect_raises(TypeError, lambda: compile_(los_scale=4), "'los_scale'", "'loss_scale'")
        expect_raises(self.amp.InvalidArgumentError, lambda: compile_(batch_size=0),
                      "batch-size", "from 1", "0")
        expect_raises(self.amp.InvalidArgumentError, lambda: compile_(precision="f8"), "f8")
        expect_raises(TypeError, lambda: compile_(shuffle="yes"), "shuffle", "True or False")
        names = self.amp.settings()
        expect({"loss_scale", "batch_size", "lr", "seed", "policy"} <= names.keys(), "names")
        net = self.bound(precision="f16", loss_scale=4.0, lr=1e-3)
        net.prepare()
        options = net.executable.options
        expect(options.get("loss-scale") == "fixed" and options.get("init-scale") == "4",
               f"{options}")
        expect(float(net.variables["sgd.lr"]) == 1e-3, "lr")

    def policies(self):
        """As a file, a text and a dict: the same types."""
        text = "ops:\n  linear: deny\n"
        path = self.path("policy.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        explained = []
        for given in (None, path, text, {"ops": {"linear": "deny"}}):
            net = self.bound(precision="f16", policy=given, explain=True)
            net.prepare("train")
            explained.append([(op["op"], op["type"]) for op in net.executable.explanation["ops"]])
        expect(dict(explained[0])["linear"] == "f16", f"{explained[0]}")
        expect(dict(explained[1])["linear"] == "f32", f"{explained[1]}")
        expect(explained[1] == explained[2] == explained[3], f"{explained[1:]}")
        error = expect_raises(self.amp.InvalidArgumentError,
                              lambda: self.bound(precision="f16",
                                                 policy={"ops": {"liner": "deny"}}).prepare(),
                              "policy", "'linear'")
        expect(error.place.startswith("policy"), f"place {error.place!r}")

    # ---- Arrays ----

    def borrowed(self):
        """Bound arrays are read where they are, unless a copy is asked for."""
        for copy in (False, True):
            net = self.compile()
            x = self.x.copy()
            # Several batches of a size: of one alone the device keeps what it has.
            net.bind(x_new=x, copy=copy, batch_size=4)
            net.predict()
            x[:] = 0
            zeros = not np.any(net.predict()["h"][:8])
            expect(zeros != copy, f"copy={copy}, and the outputs are zeros: {zeros}")

    def arrays(self):
        """Every form of an array is the same array."""
        expected = None
        whole = np.zeros((10, 6), np.float32)
        whole[:, ::2] = self.x
        read_only = self.x.copy()
        read_only.flags.writeable = False
        forms = [self.x, self.x.tolist(), whole[:, ::2], np.asfortranarray(self.x), read_only,
                 DLPackOnly(self.x), DLPackOnly(np.asfortranarray(self.x))]
        for i, form in enumerate(forms):
            net = self.compile()
            found = net.predict(x_new=form)["h"]
            expected = found if expected is None else expected
            expect(found.tobytes() == expected.tobytes(), f"form {i} gives other outputs")

    def other_types(self):
        """Numbers that are in another type are the same numbers."""
        whole = np.round(self.x * 8)
        expected = self.compile().predict(x_new=whole.astype(np.float32))["h"]
        for dtype in (np.float64, np.float16, ml_dtypes.bfloat16, np.int8, np.int64):
            found = self.compile().predict(x_new=whole.astype(dtype))["h"]
            expect(found.tobytes() == expected.tobytes(), f"{np.dtype(dtype)}")
        for dtype in (np.uint16, np.uint32, np.uint64, np.uint8, bool):
            positive = np.abs(whole).astype(dtype)
            expected = self.compile().predict(x_new=positive.astype(np.float32))["h"]
            found = self.compile().predict(x_new=positive)["h"]
            expect(found.tobytes() == expected.tobytes(), f"{np.dtype(dtype)}")

    def wrong_arrays(self):
        net = self.compile()
        name = "argument 'x' of train"
        expect_raises(ValueError, lambda: net.bind(x=self.y), name, "[?, 3] of f32",
                      "[10, 2] of f32")
        expect_raises(ValueError, lambda: net.bind(x=self.x[0]), name, "[3] of f32")
        expect_raises(ValueError, lambda: net.bind(x=self.x.astype(">f4")), "argument 'x'", ">f4")
        expect_raises(ValueError, lambda: net.bind(z=self.x), "'z'", "x_test")
        expect_raises(TypeError, lambda: net.bind(x=np.array([["a"] * 3])), "argument 'x'", "str")
        expect_raises(TypeError, lambda: net.bind(x=self.x.astype(complex)), name, "c128")
        expect_raises(TypeError, lambda: net.bind(x=self.x.astype(np.longdouble)), "argument 'x'",
                      "expected one of float64")
        expect_raises(ValueError, lambda: net.bind(x=[[1, 2, 3], [4]]), "argument 'x'")
        expect_raises(ValueError, lambda: net.bind(x=Elsewhere(self.x)), "argument 'x'",
                      "CUDA", "cpu()")
        net = self.compile(DIGITS)
        labels = self.digits["train_labels"]
        expect_raises(TypeError, lambda: net.bind(labels=labels.astype(np.float32)),
                      "argument 'labels' of train", "[?] of i64", "f32")
        expect_raises(ValueError, lambda: net.bind(labels=np.array([2 ** 63], np.uint64)),
                      "labels", str(2 ** 63))
        wrong = self.amp.InvalidArgumentError
        expect_raises(wrong, lambda: self.compile().run(1), "'train' needs 'x'", "?x3xf32")
        expect_raises(wrong, lambda: net.step(images=self.digits["train_images"][:5],
                                              labels=labels[:6]), "labels", "5", "6")
        bad = labels[:5].copy()
        bad[2] = 10
        expect_raises(wrong, lambda: net.step(images=self.digits["train_images"][:5],
                                              labels=bad), "labels", "10")

    def dlpack(self):
        """What comes out: by NumPy's own DLPack, and by objects for what NumPy lacks."""
        net = self.digits_net(precision="bf16")
        net.run(1)
        wide = net.variables["fc1.weight"]
        out = np.from_dlpack(net.variables.to_dlpack("fc1.weight"))
        expect(out.tobytes() == wide.tobytes() and out.shape == wide.shape, "f32 by DLPack")
        low = net.variables["fc1.weight.bf16"]
        expect(low.dtype == ml_dtypes.bfloat16, f"{low.dtype}")
        expect(np.array_equal(low, wide.astype(ml_dtypes.bfloat16)), "the copy")
        expect_raises(KeyError, lambda: net.variables.to_dlpack("fc9"))
        loss = np.from_dlpack(net.result_to_dlpack("loss"))
        expect(float(loss) == net.results()["loss"], f"{loss}")
        net = self.bound()
        expect(np.from_dlpack(net.variables.to_dlpack("sgd.lr")).dtype == np.float64, "f64")

    def without_ml_dtypes(self):
        """bf16 then comes as float32, with the same values."""
        net = self.digits_net(precision="bf16")
        expected = net.variables["fc1.weight.bf16"].astype(np.float32)
        present = sys.modules["ml_dtypes"]
        sys.modules["ml_dtypes"] = None
        try:
            found = net.variables["fc1.weight.bf16"]
        finally:
            sys.modules["ml_dtypes"] = present
        expect(found.dtype == np.float32 and found.tobytes() == expected.tobytes(), f"{found}")

    def torch(self):
        import torch
        net = self.digits_net(precision="bf16")
        expected = [net.run(5)["loss"] for _ in range(2)]
        other = self.digits_net(precision="bf16")
        labels = torch.tensor(self.digits["train_labels"])
        other.bind(images=torch.tensor(self.digits["train_images"]), labels=labels)
        found = [other.run(5)["loss"] for _ in range(2)]
        expect(found == expected, f"{found}, expected {expected}")
        low = torch.from_dlpack(other.variables.to_dlpack("fc1.weight.bf16"))
        expect(low.dtype == torch.bfloat16, f"{low.dtype}")
        state = {name: torch.from_dlpack(other.variables.to_dlpack(name)).requires_grad_()
                 for name in other.state_dict() if name.startswith("fc")}
        state["fc1.weight"] = state["fc1.weight"].detach().t().contiguous().t()
        net.load_state_dict(state, strict=False)
        expect(all(np.array_equal(net.variables[name], other.variables[name])
                   for name in state), "the state")
        scaler = torch.amp.GradScaler("cpu", init_scale=128.0)
        net = self.digits_net(precision="f16")
        net.load_state_dict({"scaler": scaler.state_dict()}, strict=False)
        expect(net.state_dict()["scaler"] == scaler.state_dict(), "GradScaler's state")
        scaler.load_state_dict(net.state_dict()["scaler"])

    def jax(self):
        import jax.numpy as jnp
        net = self.digits_net(precision="bf16")
        expected = net.run(5)["loss"]
        other = self.digits_net(precision="bf16")
        other.bind(images=jnp.asarray(self.digits["train_images"]),
                   labels=jnp.asarray(self.digits["train_labels"]))
        found = other.run(5)["loss"]
        expect(found == expected, f"{found}, expected {expected}")
        out = jnp.from_dlpack(other.variables.to_dlpack("fc1.weight.bf16"))
        expect(out.dtype == jnp.bfloat16, f"{out.dtype}")

    # ---- Variables and states ----

    def variables(self):
        net = self.digits_net(precision="f16")
        names = list(net.variables)
        expect(len(names) == len(net.variables) and "fc1.weight" in net.variables, f"{names}")
        expect(net.variables.role("fc1.weight") == "parameter", "role")
        expect(net.variables.role("sgd.momentum.fc1.weight") == "optimizer_state", "role")
        copy = net.variables.describe("fc1.weight.f16")
        expect((copy.copy_of, copy.type, copy.shape) == ("fc1.weight", "f16", (128, 64)),
               f"{copy}")
        value = np.linspace(-1, 1, 128 * 64, dtype=np.float32).reshape(128, 64)
        net.variables["fc1.weight"] = value
        expect(net.variables["fc1.weight"].tobytes() == value.tobytes(), "what was written")
        expect(np.array_equal(net.variables["fc1.weight.f16"], value.astype(np.float16)),
               "the copy does not follow")
        net.variables["fc1.bias"] = [1] * 128
        expect(np.all(net.variables["fc1.bias"] == 1), "a list")
        expect({name: value.shape for name, value in net.variables.items()}["fc1.bias"]
               == (128,), "items")
        expect_raises(KeyError, lambda: net.variables["fc9"])
        expect_raises(KeyError, lambda: net.variables.__setitem__("fc9", value))
        expect_raises(ValueError, lambda: net.variables.__setitem__("fc1.weight.f16", value),
                      "copy", "fc1.weight")
        expect_raises(TypeError, lambda: net.variables.__delitem__("fc1.weight"))
        expect_raises(self.amp.InvalidArgumentError,
                      lambda: net.variables.__setitem__("fc1.weight", value.T), "fc1.weight",
                      "[128, 64]", "[64, 128]")

    def before_data(self):
        """Variables are there, and can be loaded, before there are data."""
        net = self.digits_net(precision="f16")
        net.run(3)
        path = self.path("before.safetensors")
        net.save(path)
        other = self.compile(DIGITS, precision="f16", seed=7, shuffle=True, batch_size=100)
        first = {name: array.copy() for name, array in other.variables.items()}
        other.load(path)
        expect(equal(other.state_dict(), net.state_dict()), "the states differ")
        other.bind(images=self.digits["train_images"], labels=self.digits["train_labels"])
        expect(other.run(9) == net.run(9), "the results differ")
        expect(equal(other.state_dict(), net.state_dict()), "the states differ after steps")
        fresh = self.digits_net(precision="f16")
        expect(equal(first, dict(fresh.variables)), "other first values than with data")
        expect_raises(self.amp.InvalidArgumentError,
                      lambda: self.compile(policy={"ops": {"liner": "deny"}},
                                           precision="f16").variables["w"], "'linear'")

    def state_dicts(self):
        """A state that is loaded elsewhere goes on with the same bits."""
        net = self.digits_net(precision="f16")
        net.run(20)
        state = net.state_dict()
        expect(state["scaler"].keys() == SCALER_KEYS, f"{state['scaler']}")
        expect(state["steps"]["train"] == 20 and "fc1.weight.f16" not in state, "")
        other = self.digits_net(precision="f16")
        keys = other.load_state_dict(state)
        expect(keys == ([], []), f"{keys}")
        expect(equal(other.state_dict(), state), "loaded is not saved")
        expect(net.run(13) == other.run(13), "the results differ")
        expect(equal(net.state_dict(), other.state_dict()), "the states differ")
        expect(not equal(net.state_dict(), state), "a state dict is no copy")

        before = other.state_dict()
        wrong = {**state, "fc1.weigth": state["fc1.weight"]}
        del wrong["fc1.weight"]
        expect_raises(self.amp.CheckpointError, lambda: other.load_state_dict(wrong),
                      "fc1.weight", "fc1.weigth")
        expect(equal(other.state_dict(), before), "a refused state changed something")
        wrong["fc2.bias"] = np.ones(128, np.float32)
        keys = other.load_state_dict(wrong, strict=False)
        expect(keys == (["fc1.weight"], ["fc1.weigth"]), f"{keys}")
        expect(np.all(other.variables["fc2.bias"] == 1), "what is there was not loaded")
        expect(np.array_equal(other.variables["fc1.weight"], before["fc1.weight"]), "missing")
        expect_raises(self.amp.CheckpointError,
                      lambda: other.load_state_dict({**state, "fc1.bias": np.ones(7)}),
                      "fc1.bias")
        expect_raises(KeyError, lambda: other.load_state_dict({**state, "scaler": {"scale": 1}}),
                      "_growth_tracker")

    def checkpoints(self):
        net = self.digits_net(precision="f16")
        folder = self.path("checkpoints")
        with self.amp.CheckpointFolder(folder, keep=2) as checkpoints:
            expect(checkpoints.load_latest(net) is None, "there is none")
            for _ in range(3):
                net.run(5)
                checkpoints.save(net)
            expect_raises(self.amp.FileError, lambda: self.amp.CheckpointFolder(folder), folder)
        names = sorted(name for name in os.listdir(folder) if name.startswith("step-"))
        expect([name[5:17] for name in names] == ["000000000010", "000000000015"], f"{names}")
        net.run(5)
        other = self.digits_net(precision="f16")
        with self.amp.CheckpointFolder(folder) as checkpoints:
            expect(checkpoints.load_latest(other) == 15, "the newest")
            expect(other.run(5) and equal(other.state_dict(), net.state_dict()), "goes on")
            with open(os.path.join(folder, names[1]), "r+b") as file:
                file.seek(-1, os.SEEK_END)
                last = file.read(1)
                file.seek(-1, os.SEEK_END)
                file.write(bytes([last[0] ^ 1]))
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                expect(checkpoints.load_latest(other) == 10, "the damaged one")
            expect(len(caught) == 1 and names[1] in str(caught[0].message)
                   and caught[0].category is self.amp.AmpWarning, f"{caught}")
            expect(caught[0].filename == __file__, f"the warning is at {caught[0].filename}")
        expect_raises(ValueError, lambda: checkpoints.save(net), "closed")
        net.save(self.path("state.safetensors"))
        other.load(self.path("state.safetensors"))
        expect(equal(other.state_dict(), net.state_dict()), "save and load")
        small = self.bound()
        expect_raises(self.amp.CheckpointError,
                      lambda: small.load(self.path("state.safetensors")), "another graph")
        expect_raises(self.amp.CheckpointError, lambda: net.load(DATA))
        expect_raises(self.amp.FileError, lambda: net.load(self.path("none.safetensors")))

    def train_checkpoints(self):
        """train() saves and resumes as amp-run does, and each reads the other's."""
        folder, own = self.path("run"), self.path("own")
        flags = [f"--data=images={DATA}:train_images", f"--data=labels={DATA}:train_labels",
                 "--seed=7", "--shuffle", "--batch-size=100", "--precision=f16",
                 "--entry=train"]
        self.suite.train(DIGITS, *flags, "--epochs=1", f"--checkpoint-dir={folder}")
        net = self.digits_net(precision="f16")
        net.train(epochs=2, checkpoint_dir=folder, resume=True, save_every=20)
        straight = self.digits_net(precision="f16")
        straight.train(epochs=2, checkpoint_dir=own)
        found, expected = net.state_dict(), straight.state_dict()
        expect(equal(found, expected), "resumed and straight differ")
        expect(len(os.listdir(folder)) >= 3, f"{os.listdir(folder)}")
        document = self.suite.train(DIGITS, *flags, "--epochs=2", f"--checkpoint-dir={own}",
                                    "--resume")
        expect(document["runs"][0]["steps"] == 30, f"{document['runs'][0]['steps']}")

    def programs(self):
        net = self.bound(precision="bf16")
        net.run(3)
        path = self.path("net.ampx")
        net.save_program(path)
        expect_raises(self.amp.InvalidArgumentError,
                      lambda: self.amp.load_program(path, trusted=False), "trusted")
        expect_raises(self.amp.InvalidGraphError,
                      lambda: self.amp.load_program(DIGITS, trusted=True), DIGITS)
        other = self.amp.load_program(path, trusted=True, device=self.suite.device)
        other.bind(x=self.x, y=self.y, x_new=self.x)
        other.load_state_dict(net.state_dict())
        expect(net.run(4) == other.run(4), "the results differ")
        expect(equal(net.state_dict(), other.state_dict()), "the states differ")
        program = self.amp.Executable.load(path, trusted=True)
        expect(program.target == net.executable.target and len(program.programs) >= 3,
               f"{program!r}")
        expect(program.to_bytes() == net.executable.to_bytes(), "bytes")
        with open(path, "rb") as file:
            expect(file.read() == program.to_bytes(), "the file's bytes")

    # ---- Messages ----

    def messages(self):
        """Warnings are warnings, at the caller's line; remarks are logged."""
        graph = GRAPH + "amp.variable buffer @spare : tensor<2xf32> = #amp.init<zeros>\n"
        records = []

        class Keep(logging.Handler):
            def emit(self, record):
                records.append(record)

        handler = Keep()
        log = logging.getLogger("amp")
        log.addHandler(handler)
        log.setLevel(logging.INFO)
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                net = self.compile(graph)
                net.train({"x": self.x, "y": self.y}, epochs=1)
        finally:
            log.removeHandler(handler)
        named = [one for one in caught if "spare" in str(one.message)]
        expect(named and named[0].category is self.amp.AmpWarning, f"{caught}")
        expect(named[0].filename == __file__, f"at {named[0].filename}")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            expect_raises(self.amp.AmpWarning, lambda: self.compile(graph).train(
                {"x": self.x, "y": self.y}, epochs=1), "spare")
        expect(all(record.levelno == logging.INFO for record in records), f"{records}")

    def places_of_warnings(self):
        """An op that has a name and no line is named, and what to do is said."""
        net = self.compile("""
func.func @predict(%x: tensor<?x3xf32> {amp.name = "x"}) -> (tensor<?x3xf32> {amp.name = "y"}) {
  %0 = amp.cast %x : tensor<?x3xf32> to tensor<?x3xf16> loc("head.low")
  %1 = amp.cast %0 : tensor<?x3xf16> to tensor<?x3xf32> loc("head.wide")
  return %1 : tensor<?x3xf32>
}
""")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            net.predict(x=self.x)
        told = [str(one.message) for one in caught if "only rounded" in str(one.message)]
        expect(len(told) == 1 and told[0].startswith("'head.wide': 'amp.cast' op widens")
               and "; rounded here; remove this cast" in told[0], f"{caught}")

    def infinite_values(self):
        """A parameter that is not finite is worth a warning, a mask is not."""
        graph = """
amp.variable parameter @w : tensor<3xf32> = #amp.init<zeros>
amp.variable buffer @mask : tensor<3xf32> = #amp.init<zeros>
func.func @predict(%x: tensor<?x3xf32> {amp.name = "x"}) -> (tensor<?x3xf32> {amp.name = "y"}) {
  %w = amp.read @w : tensor<3xf32>
  %m = amp.read @mask : tensor<3xf32>
  %0 = amp.mul %x, %w : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  %1 = amp.add %0, %m : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}
"""
        for array, count in (("mask", 0), ("w", 1)):
            values = {"w": np.ones(3, np.float32), "mask": np.zeros(3, np.float32)}
            values[array][1] = -np.inf
            path = self.path(f"{array}.npz")
            np.savez(path, **values)
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                found = self.compile(graph, init_from=path).predict(x=self.x)["y"]
            expect(np.isinf(found[:, 1]).all() and np.isfinite(found[:, 0]).all(), f"{found}")
            told = [one for one in caught if "are not finite" in str(one.message)]
            expect(len(told) == count, f"{array}: {caught}")

    def failures(self):
        """A training that fails says at which step."""
        net = self.compile(precision="f32")
        x = self.x.copy()
        x[3, 1] = np.inf
        error = expect_raises(self.amp.TrainingFailedError,
                              lambda: net.train({"x": x, "y": self.y}, epochs=1, batch_size=2),
                              "step 2")
        expect(isinstance(error, RuntimeError), "no RuntimeError")
        net = self.bound(precision="f16", skip_limit=3)
        net.bind(x=x, y=self.y, batch_size=10)
        expect_raises(self.amp.TrainingFailedError, lambda: net.run(9), "3 steps in a row")
        expect(np.all(np.isfinite(net.variables["w"])), "the variables are valid")

    def devices(self):
        expect_raises(self.amp.DeviceError, lambda: self.amp.compile(GRAPH, device="cuda:77"),
                      "cuda:77")

    def program(self):
        """python -m amp, and that import amp takes little along."""
        environment = {**os.environ, "PYTHONPATH": sys.path[0]}

        def python(*arguments):
            done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True,
                                  env=environment, cwd=self.scratch)
            expect(done.returncode == 0, done.stderr)
            return done.stdout

        expect(python("-m", "amp", "--version") == f"amp {self.amp.__version__}\n", "--version")
        expect("amp.compile(" in python("-m", "amp"), "no description")
        loaded = python("-c", "import amp, sys; print(*sys.modules)").split()
        expect(not {"torch", "jax", "onnx", "amp.graph", "amp.torch", "ml_dtypes", "tqdm"}
               & set(loaded),
               "imported too early")

    def types(self):
        """mypy takes the package, and knows what its functions give."""
        check = self.path("uses.py")
        with open(check, "w", encoding="utf-8") as file:
            file.write("import amp\nnet = amp.compile('net.mlir', precision='bf16')\n"
                       "reveal_type(net.variables['w'])\nreveal_type(net.run(3))\n"
                       "net.nothing()\n")
        def mypy(*arguments):
            return subprocess.run(
                [sys.executable, "-m", "mypy", "--strict", "--cache-dir", self.path("mypy"),
                 *arguments], capture_output=True, text=True,
                env={**os.environ, "MYPYPATH": sys.path[0]}, cwd=self.scratch)

        # Packages below it need those that they are for.
        modules = [os.path.splitext(name)[0] for name in os.listdir(
            os.path.dirname(self.amp.__file__)) if name.endswith(".py")]
        done = mypy("-m", "amp", *(f"-mamp.{name}" for name in modules if name != "__init__"))
        expect(done.returncode == 0, done.stdout[-2000:])
        done = mypy(check)
        wanted = ("ndarray", "builtins.dict[builtins.str, builtins.float]", "nothing")
        missing = [one for one in wanted if one not in done.stdout.replace("dict[str, float]",
                                                                           wanted[1])]
        expect(not missing and done.stdout.count("error:") == 1, done.stdout)


def body(suite, scratch):
    amp = import_package(suite)
    if amp is None:
        return
    # Of sizes, where there is a GPU.
    warnings.filterwarnings("ignore", ".*Tensor Cores", amp.AmpWarning)
    tests = Tests(suite, scratch, amp)
    for name in ("trains_as_amp_run", "training_goes_on", "settings_of_one_training",
                 "data_of_one_training", "evaluation_and_prediction", "steps", "sources",
                 "written_graph", "settings", "policies", "borrowed", "arrays", "other_types",
                 "wrong_arrays", "dlpack", "without_ml_dtypes", "variables", "before_data",
                 "state_dicts", "checkpoints", "train_checkpoints", "programs", "messages",
                 "places_of_warnings", "infinite_values", "failures", "devices", "program",
                 "types"):
        suite.test(name, getattr(tests, name))
    for name in ("torch", "jax"):
        try:
            __import__(name)
        except ImportError:
            suite.skip(name, f"{name} is not installed")
        else:
            suite.test(name, getattr(tests, name))


if __name__ == "__main__":
    sys.exit(Suite("python_api", __doc__).main(body))
