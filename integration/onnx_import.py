#!/usr/bin/env python3
#===- onnx_import.py - Graphs from ONNX models -----------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Models become graphs that compute what NumPy does, by each operator set's own meaning, and
train as NumPy's derivative says; what was trained goes back into the model. Models that are
cut off, cyclic or otherwise wrong are an exception with a diagnostic."""

import importlib
import os
import re
import shlex
import subprocess
import sys

import numpy as np
from _common import EXIT_CODES, ROOT, Failure, Suite, expect
from _python import expect_raises, import_package

TRAINING = "loss=cross_entropy(scores, labels) optimizer=sgd(lr=0.1, momentum=0.9)"
# Steps of the training that is compared.
STEPS = 20


class Models:
    """Small models, by the onnx package."""

    def __init__(self, onnx):
        self.onnx, self.helper = onnx, onnx.helper
        self.types = onnx.TensorProto
        self.bfloat16 = onnx.helper.tensor_dtype_to_np_dtype(onnx.TensorProto.BFLOAT16)

    def tensor(self, name, array):
        return self.onnx.numpy_helper.from_array(np.asarray(array), name)

    def value(self, name, array_or_type, shape=None):
        if shape is None:
            array = np.asarray(array_or_type)
            return self.helper.make_tensor_value_info(
                name, self.helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)
        return self.helper.make_tensor_value_info(name, array_or_type, shape)

    def make(self, nodes, inputs, outputs, initializers=(), opset=17, functions=(), domains=()):
        graph = self.helper.make_graph(nodes, "net", inputs, outputs,
                                       [self.tensor(*each) for each in initializers])
        imports = [self.helper.make_opsetid("", opset),
                   *(self.helper.make_opsetid(each, 1) for each in domains)]
        # The format of the first operator sets with functions; later ones are taken as well.
        return self.helper.make_model(graph, opset_imports=imports, functions=list(functions),
                                      ir_version=8)

    def node(self, op, inputs, outputs, **attributes):
        return self.helper.make_node(op, inputs, outputs, name=f"{outputs[0]}_node",
                                     **attributes)

    def perceptron(self, dtype=np.float64, batch="N"):
        rng = np.random.default_rng(1)
        weights = {"fc1.weight": rng.normal(size=(8, 4)), "fc1.bias": rng.normal(size=8),
                   "fc2.weight": rng.normal(size=(3, 8)), "fc2.bias": rng.normal(size=3)}
        weights = {name: array.astype(dtype) for name, array in weights.items()}
        element = self.helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
        nodes = [self.node("Gemm", ["x", "fc1.weight", "fc1.bias"], ["h"], transB=1),
                 self.node("Tanh", ["h"], ["a"]),
                 self.node("Gemm", ["a", "fc2.weight", "fc2.bias"], ["scores"], transB=1)]
        return self.make(nodes, [self.value("x", element, [batch, 4])],
                         [self.value("scores", element, [batch, 3])], weights.items()), weights


def perceptron_loss(weights, x, labels):
    """Cross entropy, and its gradients, by hand."""
    a = np.tanh(x @ weights["fc1.weight"].T + weights["fc1.bias"])
    scores = a @ weights["fc2.weight"].T + weights["fc2.bias"]
    shifted = scores - scores.max(1, keepdims=True)
    logs = shifted - np.log(np.exp(shifted).sum(1, keepdims=True))
    rows = np.arange(len(x))
    d_scores = np.exp(logs)
    d_scores[rows, labels] -= 1
    d_scores /= len(x)
    d_h = d_scores @ weights["fc2.weight"] * (1 - a * a)
    gradients = {"fc1.weight": d_h.T @ x, "fc1.bias": d_h.sum(0),
                 "fc2.weight": d_scores.T @ a, "fc2.bias": d_scores.sum(0)}
    return -logs[rows, labels].mean(), gradients


ACTIVATIONS = {"Tanh": np.tanh, "Sigmoid": lambda x: 1 / (1 + np.exp(-x)),
               "Relu": lambda x: np.maximum(x, 0), "Affine": lambda x: 0.5 * x + 0.25}


def recurrent_step(op, names, settings, w, r, bias, peepholes, x, h, c):
    """One step of one sample, by the text of the operator sets; gates in ONNX's order."""
    functions = [ACTIVATIONS[name] for name in names]
    hidden = len(h)
    b_w, b_r = bias.reshape(2, -1)
    left, right = w @ x + b_w, r @ h + b_r

    def clip(value):
        return np.clip(value, -settings["clip"], settings["clip"]) if "clip" in settings else \
            value

    if op == "RNN":
        return functions[0](clip(left + right)), c
    gates = [clip(left[i:i + hidden] + right[i:i + hidden])
             for i in range(0, len(left), hidden)]
    if op == "GRU":
        z, r_gate = functions[0](gates[0]), functions[0](gates[1])
        new = slice(2 * hidden, None)
        inner = r_gate * right[new] if settings.get("linear_before_reset") else \
            r[new] @ (r_gate * h) + b_r[new]
        return (1 - z) * functions[1](clip(left[new] + inner)) + z * h, c
    sums = [left[i:i + hidden] + right[i:i + hidden] for i in range(0, len(left), hidden)]
    p_i, p_o, p_f = peepholes.reshape(3, hidden)
    i = functions[0](clip(sums[0] + p_i * c))
    f = 1 - i if settings.get("input_forget") else functions[0](clip(sums[2] + p_f * c))
    c = f * c + i * functions[1](clip(sums[3]))
    return functions[0](clip(sums[1] + p_o * c)) * functions[2](c), c


class Tests:
    def __init__(self, suite, scratch, amp, onnx):
        self.suite, self.scratch, self.amp, self.onnx = suite, scratch, amp, onnx
        self.converter = importlib.import_module("amp.onnx")
        self.models = Models(onnx)

    # Helpers

    def run(self, model, inputs, **options):
        """What the graph of a model gives."""
        graph = self.converter.convert(model, **options)
        session = self.amp.compile(graph, device="cpu", cache_dir=None)
        wanted = {port.name for port in session.entries["predict"].arguments}
        session.bind({name: each for name, each in inputs.items() if name in wanted},
                     entry="predict")
        session.run(1, entry="predict")
        return session.results("predict")

    def agree(self, model, inputs, expected, **options):
        """In f64, up to a few units in the last place for each of the elements."""
        found = self.run(model, inputs, **options)
        for name, wanted in expected.items():
            array = np.asarray(found[name])
            bound = 2.0 ** -52 * 64 * max(1, np.abs(wanted).max(initial=0))
            expect(array.shape == np.shape(wanted) and np.allclose(array, wanted, 0, bound),
                   f"'{name}' is\n{array}\nexpected\n{wanted}")

    def one_op(self, op, opset, inputs, expected, initializers=(), known=(), **attributes):
        """A model of one node, whose inputs `known` are initializers."""
        names = list(inputs)
        outputs = list(expected)
        model = self.models.make(
            [self.models.node(op, names, outputs, **attributes)],
            [self.models.value(name, inputs[name]) for name in names if name not in known],
            [self.models.value(name, each) for name, each in expected.items()],
            [(name, inputs[name]) for name in known], opset)
        self.agree(model, inputs, expected)

    def refused(self, model, *parts, **options):
        return expect_raises(self.converter.ModelError,
                             lambda: self.converter.convert(model, **options), *parts)

    # What is computed

    def perceptron(self):
        model, weights = self.models.perceptron()
        for batch in (1, 5):
            x = np.random.default_rng(batch).normal(size=(batch, 4))
            a = np.tanh(x @ weights["fc1.weight"].T + weights["fc1.bias"])
            self.agree(model, {"x": x},
                       {"scores": a @ weights["fc2.weight"].T + weights["fc2.bias"]})

    def training(self):
        """Losses and weights of SGD with momentum, against NumPy in f64."""
        model, weights = self.models.perceptron()
        rng = np.random.default_rng(2)
        x, labels = rng.normal(size=(16, 4)), rng.integers(0, 3, 16)
        graph = self.converter.convert(model, TRAINING + " metrics=accuracy")
        session = self.amp.compile(graph, device="cpu", cache_dir=None, precision="f32",
                                   batch_size=16)
        session.bind({"x": x, "labels": labels}, entry="train")
        velocity = {name: 0 * each for name, each in weights.items()}
        # Each step adds the roundings of sums of at most 16 products of numbers below 4.
        bound = 2.0 ** -52 * 16 * 16 * STEPS
        for step in range(STEPS):
            wanted, gradients = perceptron_loss(weights, x, labels)
            session.run(1, entry="train")
            loss = session.results("train")["loss"]
            expect(abs(float(loss) - wanted) <= bound * (step + 1),
                   f"the loss of step {step} is {float(loss)!r}, expected {wanted!r}")
            for name in weights:
                velocity[name] = 0.9 * velocity[name] + gradients[name]
                weights[name] = weights[name] - 0.1 * velocity[name]
        trained = {name: np.asarray(session.variables[name]) for name in weights}
        for name, wanted in weights.items():
            expect(np.allclose(trained[name], wanted, 0, bound * STEPS), f"'{name}' differs")
        # What was trained goes back, and the onnx package computes the same with it.
        updated = self.converter.update(model, trained)
        evaluator = importlib.import_module("onnx.reference").ReferenceEvaluator(updated)
        session.bind({"x": x}, entry="predict")
        session.run(1, entry="predict")
        expect(np.allclose(evaluator.run(None, {"x": x})[0],
                           np.asarray(session.results("predict")["scores"]), 0, bound),
               "the updated model gives other scores")
        expect_raises(self.converter.ModelError,
                      lambda: self.converter.update(model, {"other": x}), "none of the arrays")
        expect_raises(self.converter.ModelError,
                      lambda: self.converter.update(model, {"fc1.bias": x}), "'fc1.bias'", "8")

    def short_types(self):
        """A model in 16 bits has its loss in f32; a loss scale refuses parameters in f16."""
        rng = np.random.default_rng(3)
        for dtype in (np.float16, self.models.bfloat16):
            model, weights = self.models.perceptron(dtype)
            x = rng.normal(size=(12, 4)).astype(dtype)
            for loss, target in (("cross_entropy(scores, labels)", rng.integers(0, 3, 12)),
                                 ("mse_loss(scores, labels)",
                                  rng.normal(size=(12, 3)).astype(dtype))):
                graph = self.converter.convert(model, f"loss={loss} optimizer=sgd(lr=0.1)")
                results = re.findall(r"tensor<(\w+)> {amp.name = \"loss\"", str(graph))
                expect(set(results) == {"f32"}, f"{loss} of {np.dtype(dtype)} is {results}")
                if dtype is np.float16:
                    expect_raises(self.amp.InvalidGraphError, lambda graph=graph: self.amp.compile(
                        graph, device="cpu", cache_dir=None, precision="f16",
                        batch_size=12).train({"x": x, "labels": target}, epochs=1),
                        "keep parameters in f32")
                for precision in ("f32", "bf16") if dtype is np.float16 else ("bf16", "f16"):
                    session = self.amp.compile(graph, device="cpu", cache_dir=None,
                                               precision=precision, batch_size=12)
                    found = [session.train({"x": x, "labels": target}, epochs=1).results["loss"]
                             for _ in range(2)]
                    expect(np.isfinite(found).all() and found[1] < found[0],
                           f"{loss} of {np.dtype(dtype)} in {precision}: {found}")

    def batch_norm(self):
        """In `train` statistics are of the batch, and running ones follow; in `predict` not."""
        make = self.models
        rng = np.random.default_rng(3)
        mean, var = rng.normal(size=3), rng.uniform(1, 2, 3)
        scale, bias = rng.normal(size=3), rng.normal(size=3)
        model = make.make(
            [make.node("BatchNormalization", ["x", "scale", "bias", "mean", "var"], ["y"],
                       momentum=0.75, epsilon=1e-3)],
            [make.value("x", make.types.DOUBLE, ["N", 3, 2])],
            [make.value("y", make.types.DOUBLE, ["N", 3, 2])],
            [("scale", scale), ("bias", bias), ("mean", mean), ("var", var)])
        x, target = rng.normal(size=(8, 3, 2)), rng.normal(size=(8, 3, 2))

        def normalized(center, spread):
            shape = (1, 3, 1)
            return (x - center.reshape(shape)) / np.sqrt(spread.reshape(shape) + 1e-3) * \
                scale.reshape(shape) + bias.reshape(shape)

        self.agree(model, {"x": x}, {"y": normalized(mean, var)})
        for form, wanted in ((False, normalized(x.mean((0, 2)), x.var((0, 2)))),
                             (True, normalized(mean, var))):
            graph = self.converter.convert(model, "loss=mse_loss(y) optimizer=sgd(lr=0.0)",
                                           inference_form=form)
            session = self.amp.compile(graph, device="cpu", cache_dir=None, batch_size=8,
                                       precision="f32")
            session.bind({"x": x, "targets": target}, entry="train")
            session.run(1, entry="train")
            loss = float(session.results("train")["loss"])
            expect(abs(loss - ((wanted - target) ** 2).mean()) < 2.0 ** -52 * 1000,
                   f"the loss is {loss}")
            moved = np.asarray(session.variables["var"])
            # PyTorch's: with the variance of the batch without bias.
            following = var if form else 0.75 * var + 0.25 * x.var((0, 2), ddof=1)
            expect(np.allclose(moved, following, 0, 2.0 ** -52 * 100),
                   f"the running variance is {moved}, expected {following}")

    def dropout(self):
        make = self.models
        model = make.make([make.node("Dropout", ["x", "ratio"], ["d"]),
                           make.node("Mul", ["d", "w"], ["y"])],
                          [make.value("x", make.types.FLOAT, ["N", 64])],
                          [make.value("y", make.types.FLOAT, ["N", 64])],
                          [("ratio", np.float32(0.25)), ("w", np.ones(64, np.float32))])
        text = str(self.converter.convert(model, "loss=mse_loss(y) optimizer=sgd"))
        train, rest = text.split("func.func @evaluate")
        expect("amp.dropout" in train and "p = 0.25" in train, train)
        expect("amp.dropout" not in rest, rest)

    def operator_sets(self):
        """The same op, as different operator sets mean it."""
        x = np.random.default_rng(4).normal(size=(2, 3, 4))
        row = x[:, :1]
        axis = np.asarray([1])
        self.one_op("Squeeze", 11, {"x": row}, {"y": row[:, 0]}, axes=[1])
        self.one_op("Squeeze", 13, {"x": row, "axes": axis}, {"y": row[:, 0]}, known=["axes"])
        self.one_op("Unsqueeze", 11, {"x": x}, {"y": x[:, None]}, axes=[1])
        self.one_op("Unsqueeze", 13, {"x": x, "axes": axis}, {"y": x[:, None]}, known=["axes"])
        self.one_op("ReduceSum", 11, {"x": x}, {"y": x.sum(1, keepdims=True)}, axes=[1])
        self.one_op("ReduceSum", 13, {"x": x, "axes": axis}, {"y": x.sum(1)}, known=["axes"],
                    keepdims=0)
        self.one_op("ReduceMean", 13, {"x": x}, {"y": x.mean(1, keepdims=True)}, axes=[1])
        self.one_op("ReduceMean", 18, {"x": x, "axes": axis}, {"y": x.mean(1, keepdims=True)},
                    known=["axes"])
        self.one_op("ReduceMean", 18, {"x": x}, {"y": x}, noop_with_empty_axes=1)
        flat = np.exp(x.reshape(2, 12))
        self.one_op("Softmax", 12, {"x": x},
                    {"y": (flat / flat.sum(1, keepdims=True)).reshape(x.shape)})
        last = np.exp(x)
        self.one_op("Softmax", 13, {"x": x}, {"y": last / last.sum(2, keepdims=True)})
        first, second = x[:, :2], x[:, 2:]
        self.one_op("Split", 11, {"x": x}, {"a": first, "b": second}, axis=1, split=[2, 1])
        self.one_op("Split", 13, {"x": x, "split": np.asarray([2, 1])}, {"a": first, "b": second},
                    known=["split"], axis=1)
        self.one_op("Split", 18, {"x": x}, {"a": first, "b": second}, axis=1, num_outputs=2)
        self.one_op("Clip", 10, {"x": x}, {"y": x.clip(-0.5, 0.25)}, min=-0.5, max=0.25)
        self.one_op("Clip", 13, {"x": x, "low": np.float64(-0.5), "high": np.float64(0.25)},
                    {"y": x.clip(-0.5, 0.25)}, known=["low", "high"])
        self.one_op("Pad", 10, {"x": x}, {"y": np.pad(x, ((0, 0), (0, 0), (1, 2)))},
                    pads=[0, 0, 1, 0, 0, 2])
        self.one_op("Pad", 18, {"x": x, "pads": np.asarray([1, 2]), "value": np.float64(3),
                                "axes": np.asarray([-1])},
                    {"y": np.pad(x, ((0, 0), (0, 0), (1, 2)), constant_values=3)},
                    known=["pads", "value", "axes"])
        groups = np.random.default_rng(5).normal(size=(2, 4, 3))
        by_group = groups.reshape(2, 2, 6)
        normal = ((by_group - by_group.mean(2, keepdims=True)) /
                  np.sqrt(by_group.var(2, keepdims=True) + 1e-5)).reshape(groups.shape)
        scale, bias = np.asarray([1.5, -2.0]), np.asarray([0.5, 1.0])
        each = normal * scale.repeat(2)[None, :, None] + bias.repeat(2)[None, :, None]
        self.one_op("GroupNormalization", 18, {"x": groups, "scale": scale, "bias": bias},
                    {"y": each}, num_groups=2, epsilon=1e-5)
        self.one_op("GroupNormalization", 21,
                    {"x": groups, "scale": scale.repeat(2), "bias": bias.repeat(2)}, {"y": each},
                    num_groups=2, epsilon=1e-5)

    def columns(self):
        """Blocks that overlap are added up by one op, with pads that differ at the ends too."""
        image, block, strides, dilations = (5, 6), (2, 3), (1, 2), (2, 1)
        for pads in ((1, 1, 1, 1), (1, 0, 0, 2), (0, 0, 0, 0)):
            padded = [image[i] + pads[i] + pads[2 + i] for i in range(2)]
            counts = [(padded[i] - dilations[i] * (block[i] - 1) - 1) // strides[i] + 1
                      for i in range(2)]
            x = np.random.default_rng(7).normal(size=(2, 3 * 6, counts[0] * counts[1]))
            blocks, sums = x.reshape(2, 3, *block, *counts), np.zeros((2, 3, *padded))
            for place in np.ndindex(*block, *counts):
                at = [place[2 + i] * strides[i] + place[i] * dilations[i] for i in range(2)]
                sums[(..., *at)] += blocks[(..., *place)]
            inside = tuple(slice(pads[i], pads[i] + image[i]) for i in range(2))
            given = {"x": x, "image": np.asarray(image), "block": np.asarray(block)}
            self.one_op("Col2Im", 18, given, {"y": sums[(..., *inside)]},
                        known=["image", "block"], strides=list(strides),
                        dilations=list(dilations), pads=list(pads))

    def recurrent(self):
        """Recurrent ops of sequences of several lengths, in each direction and form. What
        they are written as does not grow with the steps."""
        defaults = {"RNN": ["Tanh"], "GRU": ["Sigmoid", "Tanh"],
                    "LSTM": ["Sigmoid", "Tanh", "Tanh"]}
        # Whether the dialect has the op, and how it is written.
        forms = (("RNN", True, {}), ("RNN", False, {"clip": 0.25}),
                 ("RNN", False, {"activations": ["Affine"], "activation_alpha": [0.5],
                                 "activation_beta": [0.25]}),
                 ("RNN", True, {"activations": ["Relu"]}), ("GRU", False, {}),
                 ("GRU", True, {"linear_before_reset": 1}),
                 ("GRU", False, {"linear_before_reset": 1, "clip": 0.25}), ("LSTM", True, {}),
                 ("LSTM", False, {"peepholes": True}),
                 ("LSTM", False, {"input_forget": 1, "clip": 0.5, "peepholes": True}),
                 ("LSTM", True, {"layout": 1}))
        for op, own, settings in forms:
            for direction in ("forward", "reverse", "bidirectional"):
                for lengths in (None, [2, 4, 1, 0]):
                    self.check_recurrent(op, own, defaults[op], dict(settings), direction,
                                         lengths)
        # A part of a sequence in the other order, by lengths that the graph is given.
        x = np.arange(24.0).reshape(4, 2, 3)
        y = x.copy()
        y[:3, 0], y[:1, 1] = x[2::-1, 0], x[:1, 1]
        self.one_op("ReverseSequence", 10, {"x": x, "n": np.asarray([3, 1])}, {"y": y})

    def check_recurrent(self, op, own, names, settings, direction, lengths):
        inputs, hidden, steps, rows = 2, 3, 4, 4
        gates = {"RNN": 1, "GRU": 3, "LSTM": 4}[op] * hidden
        directions = 2 if direction == "bidirectional" else 1
        rng = np.random.default_rng(8)
        x = rng.normal(size=(steps, rows, inputs))
        if lengths:
            for row, length in enumerate(lengths):
                x[length:, row] = np.nan
        w, r = (rng.normal(size=(directions, gates, size)) for size in (inputs, hidden))
        bias = rng.normal(size=(directions, 2 * gates))
        h0, c0 = rng.normal(size=(2, directions, rows, hidden))
        peepholes = rng.normal(size=(directions, 3 * hidden)) if settings.pop(
            "peepholes", False) else None
        names = settings.get("activations", names)
        y = np.zeros((steps, directions, rows, hidden))
        last_h, last_c = h0.copy(), c0.copy()
        for side in range(directions):
            for row in range(rows):
                length = steps if lengths is None else lengths[row]
                places = range(length)
                if direction == "reverse" or side == 1:
                    places = reversed(places)
                for t in places:
                    last_h[side, row], last_c[side, row] = recurrent_step(
                        op, names, settings, w[side], r[side], bias[side],
                        np.zeros(3 * hidden) if peepholes is None else peepholes[side],
                        x[t, row], last_h[side, row], last_c[side, row])
                    y[t, side, row] = last_h[side, row]
        if settings.get("layout"):
            x, h0, c0 = x.swapaxes(0, 1), h0.swapaxes(0, 1), c0.swapaxes(0, 1)
            y = y.transpose(2, 0, 1, 3)
            last_h, last_c = last_h.swapaxes(0, 1), last_c.swapaxes(0, 1)
        given = {"x": x, "w": w, "r": r, "b": bias,
                 "n": None if lengths is None else np.asarray(lengths, np.int32), "h0": h0}
        expected = {"y": y, "h": last_h}
        if op == "LSTM":
            given.update(c0=c0, p=peepholes)
            expected["c"] = last_c
        if "activations" in settings:
            for key in ("activations", "activation_alpha", "activation_beta"):
                if key in settings:
                    settings[key] = settings[key] * directions

        def model(steps):
            def value(name, array):
                shape = list(array.shape)
                if name in ("x", "y"):
                    shape[1 if settings.get("layout") else 0] = steps
                return self.models.value(
                    name, self.models.helper.np_dtype_to_tensor_dtype(array.dtype), shape)

            node = self.models.node(
                op, [name if array is not None else "" for name, array in given.items()],
                list(expected), direction=direction, hidden_size=hidden, **settings)
            return self.models.make(
                [node], [value(name, array) for name, array in given.items()
                         if array is not None],
                [value(name, array) for name, array in expected.items()], opset=14)

        self.agree(model(steps), {name: array for name, array in given.items()
                                  if array is not None}, expected)
        text, longer = (str(self.converter.convert(model(each))) for each in (steps, 50))
        mnemonic = f"rnn_{names[0].lower()}" if op == "RNN" else op.lower()
        count = len(re.findall(rf"amp\.(?:{mnemonic}|scan) ", text))
        expect(count == (1 if own else directions) and ("amp.scan" in text) != own and
               len(text.splitlines()) == len(longer.splitlines()),
               f"{op} {settings} {direction}:\n{text}")

    def open_batch(self):
        """Shapes that are computed from the batch, as PyTorch exports them."""
        make = self.models
        nodes = [make.node("Shape", ["x"], ["shape"]),
                 make.node("Gather", ["shape", "zero"], ["n"], axis=0),
                 make.node("Unsqueeze", ["n", "axis"], ["n1"]),
                 make.node("Concat", ["n1", "heads"], ["split"], axis=0),
                 make.node("Reshape", ["x", "split"], ["parts"]),
                 make.node("Transpose", ["parts"], ["turned"], perm=[0, 2, 1]),
                 make.node("Concat", ["n1", "row"], ["like"], axis=0),
                 make.node("Expand", ["bias", "like"], ["wide"]),
                 make.node("Mul", ["n", "two"], ["rows"]),
                 make.node("Unsqueeze", ["rows", "axis"], ["rows1"]),
                 make.node("Concat", ["rows1", "rest"], ["flat"], axis=0),
                 make.node("Add", ["turned", "wide"], ["sum"]),
                 make.node("Reshape", ["sum", "flat"], ["y"])]
        numbers = [("zero", np.asarray(0)), ("axis", np.asarray([0])), ("two", np.asarray(2)),
                   ("heads", np.asarray([2, 3])), ("row", np.asarray([3, 2])),
                   ("rest", np.asarray([-1]))]
        bias = np.random.default_rng(6).normal(size=(3, 2))
        model = make.make(nodes, [make.value("x", make.types.DOUBLE, ["N", 6])],
                          [make.value("y", make.types.DOUBLE, ["M", 3])],
                          [*numbers, ("bias", bias)])
        for batch in (1, 4):
            x = np.random.default_rng(7).normal(size=(batch, 6))
            wanted = (x.reshape(batch, 2, 3).transpose(0, 2, 1) + bias).reshape(2 * batch, -1)
            self.agree(model, {"x": x}, {"y": wanted})
        self.agree(model, {"x": x}, {"y": wanted}, shapes={"N": batch})
        self.refused(model, "no input has an open size 'K'", "'N'", shapes={"K": 1})
        open_inside = make.make([make.node("Relu", ["x"], ["y"])],
                                [make.value("x", make.types.FLOAT, ["N", "T"])],
                                [make.value("y", make.types.FLOAT, ["N", "T"])])
        self.refused(open_inside, "size 1 'T' of input 'x'", "--shape T=SIZE")
        x = np.full((2, 3), -1, np.float32)
        expect(np.asarray(self.run(open_inside, {"x": x}, shapes={"T": 3})["y"]).shape == (2, 3),
               "a fixed size")

    def number_inputs(self):
        make = self.models
        model = make.make([make.node("Reshape", ["x", "shape"], ["y"])],
                          [make.value("x", make.types.DOUBLE, [2, 3]),
                           make.value("shape", make.types.INT64, [2])],
                          [make.value("y", make.types.DOUBLE, [3, 2])])
        error = expect_raises(self.converter.NeedsNumbers,
                              lambda: self.converter.convert(model), "'shape'", "--set")
        expect(error.inputs == ["shape"], f"{error.inputs}")
        x = np.arange(6.0).reshape(2, 3)
        self.agree(model, {"x": x}, {"y": x.reshape(3, 2)}, numbers={"shape": [3, 2]})

    def parameters(self):
        """Which initializers are trained."""
        make = self.models
        mask = np.triu(np.full((4, 4), -1e9, np.float32), 1)
        model = make.make([make.node("Mul", ["x", "gain"], ["a"]),
                           make.node("Add", ["a", "mask"], ["b"]),
                           make.node("Mul", ["b", "half"], ["y"])],
                          [make.value("x", make.types.FLOAT, [4, 4])],
                          [make.value("y", make.types.FLOAT, [4, 4])],
                          [("gain", np.ones(4, np.float32)), ("mask", mask),
                           ("half", np.float32(0.5))])
        text = str(self.converter.convert(model))
        expect(re.findall(r"amp.variable (\w+) @(\w+)", text) == [("parameter", "gain")], text)
        text = str(self.converter.convert(model, freeze="^gain$", train=["mask"]))
        expect(re.findall(r"amp.variable (\w+) @(\w+)", text) ==
               [("buffer", "gain"), ("parameter", "mask")], text)
        self.refused(model, "no initializer's name matches 'other'", freeze="other")
        self.refused(model, "regular expression", freeze="(")

    def linear_layers(self):
        """A product with a weight and its bias is one op again, unless others use the product."""
        make = self.models
        rng = np.random.default_rng(11)
        weight, bias, x = rng.normal(size=(4, 3)), rng.normal(size=3), rng.normal(size=(2, 5, 4))
        for more, count in (([], 1), ([make.node("Neg", ["p"], ["z"])], 0)):
            outputs = ["y"] + (["z"] if more else [])
            model = make.make([make.node("MatMul", ["x", "w"], ["p"]),
                               make.node("Add", ["b", "p"], ["y"]), *more],
                              [make.value("x", make.types.DOUBLE, ["N", 5, 4])],
                              [make.value(name, make.types.DOUBLE, ["N", 5, 3])
                               for name in outputs], [("w", weight), ("b", bias)])
            text = str(self.converter.convert(model))
            expect(text.count("amp.linear") == count and
                   text.count("amp.matmul") == 1 - count, text)
            self.agree(model, {"x": x}, {"y": x @ weight + bias})

    def exported(self):
        """What exporters of PyTorch leave: equal initializers that were made one, and what
        torch.export says of them."""
        make = self.models
        nodes = [make.node("Identity", ["a"], ["b"]), make.node("Mul", ["x", "a"], ["t"]),
                 make.node("Add", ["t", "table"], ["u"]), make.node("Mul", ["u", "b"], ["y"])]
        model = make.make(nodes, [make.value("x", make.types.FLOAT, ["N", 4])],
                          [make.value("y", make.types.FLOAT, ["N", 4])],
                          [("a", np.ones(4, np.float32)),
                           ("table", np.arange(4, dtype=np.float32))])
        kind = model.graph.value_info.add()
        kind.CopyFrom(make.value("table", make.types.FLOAT, [4]))
        kind.metadata_props.add(key="pkg.torch.export.graph_signature.InputSpec.kind",
                                value="BUFFER")
        text = str(self.converter.convert(model))
        expect(sorted(re.findall(r"amp.variable (\w+) @(\w+)", text)) ==
               [("buffer", "table"), ("parameter", "a"), ("parameter", "b")], text)
        updated = self.converter.update(model, {"b": np.full(4, 2, np.float32)})
        evaluator = importlib.import_module("onnx.reference").ReferenceEvaluator(updated)
        found = evaluator.run(None, {"x": np.zeros((1, 4), np.float32)})[0]
        expect((found == 2 * np.arange(4)).all(), f"the updated model gives {found}")

    def functions(self):
        make, helper = self.models, self.models.helper
        imports = [helper.make_opsetid("", 17), helper.make_opsetid("mine", 1)]

        def function(name, nodes, attributes=()):
            return helper.make_function("mine", name, ["x"], ["y"], nodes, imports,
                                        list(attributes))

        leaky = helper.make_node("LeakyRelu", ["x"], ["y"])
        reference = leaky.attribute.add()
        reference.name, reference.ref_attr_name = "alpha", "slope"
        reference.type = self.onnx.AttributeProto.FLOAT
        inner = function("Inner", [leaky], ["slope"])
        outer = function("Outer", [helper.make_node("Inner", ["x"], ["t"], domain="mine",
                                                    slope=0.5),
                                   helper.make_node("Neg", ["t"], ["y"])])

        def model(name, functions):
            return make.make([helper.make_node(name, ["x"], ["y"], domain="mine")],
                             [make.value("x", make.types.DOUBLE, [4])],
                             [make.value("y", make.types.DOUBLE, [4])], functions=functions,
                             domains=["mine"])

        x = np.asarray([-2.0, -1.0, 1.0, 2.0])
        self.agree(model("Outer", [outer, inner]), {"x": x}, {"y": -np.where(x < 0, x / 2, x)})
        self.refused(model("Loop", [function("Loop", [
            helper.make_node("Loop", ["x"], ["y"], domain="mine")])]), "calls itself")
        # Twenty functions, each of which calls the next one twice.
        doubling = [function(f"F{i}", [
            helper.make_node(f"F{i + 1}", ["x"], ["t"], domain="mine"),
            helper.make_node(f"F{i + 1}", ["t"], ["y"], domain="mine")]) for i in range(20)]
        last = function("F20", [helper.make_node("Neg", ["x"], ["y"])])
        self.refused(model("F0", [*doubling, last]), "nodes, with those of its functions")

    # What is refused

    def unsupported(self):
        make = self.models
        model = make.make([make.node("QuantizeLinear", ["x", "s"], ["q"]),
                           make.node("DequantizeLinear", ["q", "s"], ["y"]),
                           make.node("NonMaxSuppression", ["y", "y"], ["z"]),
                           make.helper.make_node("Foo", ["z"], ["t"], domain="mine"),
                           make.helper.make_node("Foo", ["t"], ["w"], domain="mine")],
                          [make.value("x", make.types.FLOAT, [1, 1, 4])],
                          [make.value("w", make.types.FLOAT, [1, 1, 4])],
                          [("s", np.float32(1))], domains=["mine"])
        self.refused(model, "1 QuantizeLinear (quantized numbers", "1 DequantizeLinear",
                     "1 NonMaxSuppression (the size of its result depends on data; keep",
                     "2 mine.Foo (not known in operator set 1)")

    def malformed(self):
        make = self.models
        good, weights = make.perceptron()

        def broken(change):
            model = self.onnx.ModelProto()
            model.CopyFrom(good)
            change(model.graph)
            return model

        def absent(graph):
            del graph.initializer[0]

        def twice(graph):
            graph.initializer.add().CopyFrom(graph.initializer[0])

        def cyclic(graph):
            graph.node[0].input[0] = "scores"

        def unsorted(graph):
            first = self.onnx.NodeProto()
            first.CopyFrom(graph.node[0])
            del graph.node[0]
            graph.node.append(first)

        def again(graph):
            graph.node[1].output[0] = "h"

        def wrong_type(graph):
            graph.initializer[0].CopyFrom(make.tensor(
                "fc1.weight", weights["fc1.weight"].astype(np.float32)))

        def wrong_shape(graph):
            graph.initializer[0].CopyFrom(make.tensor("fc1.weight", np.zeros((8, 5))))

        def short(graph):
            graph.initializer[0].raw_data = b"\0" * 8

        def huge(graph):
            graph.initializer[0].dims[:] = [2 ** 62, 2 ** 62]

        def negative(graph):
            graph.initializer[0].dims[:] = [-8, -4]

        def huge_input(graph):
            graph.input[0].type.tensor_type.shape.dim[1].dim_value = 2 ** 62

        def text_input(graph):
            graph.input[0].type.tensor_type.elem_type = make.types.STRING

        def nul(graph):
            graph.initializer[0].name = graph.node[0].input[1] = "fc1\0weight"

        def no_output(graph):
            graph.output[0].name = "other"

        def attribute(graph):
            graph.node[0].attribute[0].CopyFrom(
                make.helper.make_attribute("transB", [1.0, 2.0]))

        for change, part in ((absent, "'fc1.weight', which no input, initializer"),
                             (twice, "two initializers are called 'fc1.weight'"),
                             (cyclic, "cyclic"), (unsorted, "not sorted"),
                             (again, "given already"), (wrong_type, "Gemm"),
                             (wrong_shape, "Gemm"), (short, "fc1.weight"),
                             (huge, "fc1.weight"), (negative, "fc1.weight"),
                             (huge_input, "elements"), (text_input, "string"),
                             (nul, "with a NUL"),
                             (no_output, "output 'other'"), (attribute, "transB")):
            try:
                self.refused(broken(change), part)
            except Failure as failure:
                raise Failure(f"{change.__name__}: {failure}") from None
        huge_made = make.make([make.node("ConstantOfShape", ["shape"], ["y"])], [],
                              [make.value("y", make.types.FLOAT, [1])],
                              [("shape", np.asarray([2 ** 40, 2 ** 40]))])
        self.refused(huge_made, "ConstantOfShape")
        large = make.make([make.node("Resize", ["x", "", "", "sizes"], ["y"], mode="linear")],
                          [make.value("x", make.types.FLOAT, [1, 1, 4])],
                          [make.value("y", make.types.FLOAT, [1, 1, 1 << 34])],
                          [("sizes", np.asarray([1, 1, 1 << 34]))])
        self.refused(large, "Resize", "needs a table")
        self.refused(b"", "no ONNX model")
        for other in (None, 3, {"graph": None}):
            expect_raises(TypeError, lambda other=other: self.converter.convert(other),
                          "an onnx.ModelProto, found")
        self.refused(os.path.join(self.scratch, "none.onnx"), "No such file")

    def cut_off(self):
        """A model cut off anywhere, and with bytes changed, is converted or a ModelError."""
        model, _ = self.models.perceptron(np.float32)
        data = model.SerializeToString()
        rng = np.random.default_rng(8)
        converted = 0
        for size in range(0, len(data), 3):
            expect_raises(self.converter.ModelError,
                          lambda size=size: self.converter.convert(data[:size]))
        for _ in range(300):
            mutant = bytearray(data)
            for place in rng.integers(0, len(data), rng.integers(1, 4)):
                mutant[place] = rng.integers(0, 256)
            try:
                self.converter.convert(bytes(mutant), TRAINING)
                converted += 1
            except self.converter.ModelError:
                pass
        return f"{converted} of 300 mutants are models"

    def external_data(self):
        model, _ = self.models.perceptron()
        folder = os.path.join(self.scratch, "external")
        os.makedirs(folder)
        path = os.path.join(folder, "net.onnx")
        self.onnx.save_model(model, path, save_as_external_data=True, size_threshold=0,
                             location="net.data")
        x = np.random.default_rng(9).normal(size=(2, 4))
        inside, _ = self.models.perceptron()
        self.agree(path, {"x": x}, {"scores": np.asarray(self.run(inside, {"x": x})["scores"])})
        loaded = self.onnx.load(path, load_external_data=False)
        self.refused(loaded, "beside the model")
        self.run(loaded, {"x": x}, folder=folder)
        secret = os.path.join(self.scratch, "secret")
        with open(secret, "wb") as file:
            file.write(b"\0" * 4096)
        os.symlink(secret, os.path.join(folder, "link"))
        os.mkfifo(os.path.join(folder, "pipe"))

        def moved(**entries):
            changed = self.onnx.ModelProto()
            changed.CopyFrom(loaded)
            tensor = changed.graph.initializer[0]
            del tensor.external_data[:]
            for key, value in entries.items():
                tensor.external_data.add(key=key, value=value)
            return changed

        for location, part in (("../secret", "not a file in the model's folder"),
                               (secret, "not a file in the model's folder"),
                               ("a/../../secret", "not a file in the model's folder"),
                               ("link", "leads out"), ("none", "No such file"),
                               ("pipe", "no file"), (".", "Is a directory"),
                               ("", "not a file in the model's folder")):
            self.refused(moved(location=location), part, folder=folder)
        self.refused(moved(location="net.data", offset="1000000"), "which has", folder=folder)
        self.refused(moved(location="net.data", offset="-8"), "needs", folder=folder)
        self.refused(moved(location="net.data", length="4"), "needs 256 bytes", folder=folder)
        self.refused(moved(location="net.data", offset="x"), "no place", folder=folder)

    def training_settings(self):
        model, _ = self.models.perceptron()
        for text, part in (
                ("", "lacks its loss"), ("loss=mse_loss", "lacks its optimizer"),
                ("loss=what(scores) optimizer=sgd", "there is no loss 'what'; there are cross"),
                ("loss=mse_loss(other) optimizer=sgd", "no output 'other'; it has 'scores'"),
                ("loss=mse_loss(scores) optimizer=lion", "no optimizer 'lion'"),
                ("loss=mse_loss(scores) optimizer=sgd(beta1=1)", "no setting 'beta1'"),
                ("loss=mse_loss(scores) optimizer=sgd(lr=x)", "a number, found 'x'"),
                ("loss=mse_loss(scores optimizer=sgd", "expected ','"),
                ("loss=mse_loss(scores) optimizer=sgd loss=l1_loss", "said twice"),
                ("loss=mse_loss(scores) optimizer=sgd rate=1", "no setting 'rate'"),
                ("loss=mse_loss(scores) optimizer=sgd metrics=accuracy", "accuracy is of"),
                ("loss=mse_loss(scores) optimizer=sgd clip_grad_norm=-1", "above 0"),
                ("loss=mse_loss('scores optimizer=sgd", "a quote that does not end"),
                ("loss=scores optimizer=sgd", "a loss is a scalar"),
                ("loss=mse_loss(scores, x) optimizer=sgd", "'x' is an input"),
                ("loss=cross_entropy(scores) optimizer=sgd schedule=cosine(a=1)",
                 "no setting 'a'"),
                ("loss=cross_entropy(scores) optimizer=radam(momentum_decay=0.1)",
                 "no setting 'momentum_decay'"),
                ("loss=cross_entropy(scores) optimizer=nadam(decoupled_weight_decay=1)",
                 "decoupled_weight_decay of nadam is true or false")):
            self.refused(model, part, training=text)
        make = self.models
        for op, loss, part in (("Softmax", "cross_entropy", "name its input ('x')"),
                               ("LogSoftmax", "cross_entropy", "nll_loss"),
                               ("Sigmoid", "bce_with_logits", "name its input ('x')"),
                               ("Softmax", "nll_loss", "cross_entropy of its input")):
            ended = make.make([make.node("Mul", ["i", "w"], ["x"]),
                               make.node(op, ["x"], ["p"])],
                              [make.value("i", make.types.FLOAT, ["N", 4])],
                              [make.value("p", make.types.FLOAT, ["N", 4])],
                              [("w", np.ones(4, np.float32))])
            self.refused(ended, part, training=f"loss={loss}(p) optimizer=sgd")
            self.converter.convert(ended, f"loss=mse_loss(x) optimizer=sgd")
        graph = str(self.converter.convert(
            model, "loss=cross_entropy(scores, kind, label_smoothing=0.1) optimizer=adamw(lr=1e-2, "
            "weight_decay=0.1, amsgrad=true) schedule=multi_step(milestones=[3, 5], warmup=2) "
            "clip_grad_norm=1 metrics=accuracy"))
        for part in ("amsgrad", "lr = 0.01 : f64", "#amp.schedule<multi_step, "
                     "{milestones = [3, 5], warmup = 2}>", "amp.clip_grad_norm", '"kind"',
                     '"test_kind"', '"accuracy"', "label_smoothing = 0.1"):
            expect(part in graph, f"{part} is not in {graph}")
        for optimizer, *parts in (
                ("nadam(momentum_decay=0.01, decoupled_weight_decay=true)",
                 "momentum_decay = 0.01 : f64", "decoupled_weight_decay"),
                ("radam(beta2=0.99)", "beta2 = 0.99 : f64"), ("adamax(eps=0.5)", "eps = 0.5 : f64"),
                ("adadelta(lr=1, rho=0.5)", "lr = 1.0 : f64", "rho = 0.5 : f64"),
                ("rmsprop(centered=true)", "centered")):
            graph = str(self.converter.convert(
                model, f"loss=cross_entropy(scores) optimizer={optimizer}"))
            for part in (f"amp.optimizer {optimizer.partition('(')[0]} @", *parts):
                expect(part in graph, f"{part} is not in {graph}")

    # Programs

    def command(self):
        """python -m amp.onnx, and what amp-run says of a model."""
        model, _ = self.models.perceptron(np.float32)
        path = os.path.join(self.scratch, "command.onnx")
        with open(path, "wb") as file:
            file.write(model.SerializeToString())
        refused = self.suite.run(path, "--steps=1")
        expect(refused.status == EXIT_CODES["input"], refused.describe())
        found = re.search(r"convert it: (python -m amp\.onnx .*)", refused.err)
        expect(found, refused.err)
        environment = {**os.environ, "PYTHONPATH": os.path.join(
            os.path.abspath(self.suite.options.build), "python")}

        def run(*arguments):
            return subprocess.run([sys.executable, *arguments], capture_output=True, text=True,
                                  env=environment, cwd=ROOT, timeout=120)

        done = run(*shlex.split(found[1])[1:], f"--add-training={TRAINING}")
        expect(done.returncode == 0, done.stderr)
        rng = np.random.default_rng(10)
        data = os.path.join(self.scratch, "command.npz")
        np.savez(data, x=rng.normal(size=(32, 4)).astype(np.float32),
                 labels=rng.integers(0, 3, 32))
        trained = os.path.join(self.scratch, "trained.safetensors")
        document = self.suite.train(os.path.join(self.scratch, "command.mlir"),
                                    f"--data=x={data}", f"--data=labels={data}", "--epochs=20",
                                    f"--output={trained}")
        expect(document, "no document")
        back = os.path.join(self.scratch, "back.onnx")
        done = run("-m", "amp.onnx", path, f"--update={trained}", "-o", back)
        expect(done.returncode == 0, done.stderr)
        before, after = self.onnx.load(path), self.onnx.load(back)
        self.onnx.checker.check_model(after)
        expect(before.graph.initializer[0].raw_data != after.graph.initializer[0].raw_data,
               "the weights are those before the training")
        hostile = self.onnx.ModelProto()
        hostile.CopyFrom(model)
        hostile.graph.node[0].op_type = "Evil\x1b[2J"
        evil = os.path.join(self.scratch, "evil.onnx")
        with open(evil, "wb") as file:
            file.write(hostile.SerializeToString())
        done = run("-m", "amp.onnx", evil)
        expect(done.returncode == 3 and "Evil\\x1b" in done.stderr and
               "\x1b" not in done.stderr, f"{done.returncode}: {done.stderr!r}")
        for arguments, status, part in (
                (["-m", "amp.onnx", path + "x"], 3, "No such file"),
                (["-m", "amp.onnx", path, "--shape=N"], 2, "expected NAME=SIZE"),
                (["-m", "amp.onnx", path, "--add-training=loss=x"], 3, "lacks its optimizer"),
                (["-m", "amp.onnx", path, "-o", "/nowhere/net.mlir"], 5, "No such file")):
            done = run(*arguments)
            expect(done.returncode == status and part in done.stderr and
                   "Traceback" not in done.stderr,
                   f"{arguments}: {done.returncode}: {done.stderr}")

    def backend(self):
        """A sample of the onnx package's own tests: what does not agree is on the page."""
        coverage = importlib.import_module("onnx_coverage")
        with open(coverage.PAGE, encoding="utf-8") as file:
            page = file.read()
        outcome = coverage.Outcome()
        for case in coverage.node_cases()[::61]:
            outcome.add(case, False)
        expect(outcome.agree > 0, "no test agrees")
        version = re.search(r"package onnx ([\d.]+)", page)[1]
        if version == self.onnx.__version__:
            for reason, names in outcome.reasons.items():
                expect(f"| {reason} |" in page, f"{names[0]}: {reason}, which is not on the page")
        return f"{outcome.agree} of {outcome.held} agree"


def body(suite, scratch):
    amp = import_package(suite)
    if amp is None:
        return
    try:
        import onnx
        import onnx.numpy_helper  # noqa: F401
    except ImportError:
        suite.skip("package", "onnx is not installed")
        return
    tests = Tests(suite, scratch, amp, onnx)
    for name in ("perceptron", "training", "short_types", "batch_norm", "dropout",
                 "operator_sets", "columns", "recurrent", "open_batch", "number_inputs",
                 "parameters", "linear_layers", "exported", "functions", "unsupported", "malformed", "cut_off", "external_data",
                 "training_settings", "command", "backend"):
        suite.test(name, getattr(tests, name))


if __name__ == "__main__":
    sys.exit(Suite("onnx_import", __doc__).main(body))
