#!/usr/bin/env python3
#===- python_graph.py - Writes graphs from Python --------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""amp.graph: what is written is read, literals are the numbers that were given, bit by bit,
and an op that is wrong is an error at once, with the name of its layer."""

import os
import sys
import warnings

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from _common import Suite, expect

SEED = 5


def special(dtype):
    """Numbers whose text is easily wrong: limits, what is not finite, many random ones."""
    bits = {2: np.uint16, 4: np.uint32, 8: np.uint64}[dtype().itemsize]
    random = np.random.default_rng(SEED).integers(0, np.iinfo(bits).max, 24, dtype=bits,
                                                  endpoint=True).view(dtype)
    info = np.finfo(dtype)
    return np.array([0, -0.0, 1, -1, 0.1, 0.3, 1e-8, np.inf, -np.inf, np.nan, info.max,
                     info.min, info.tiny, info.smallest_subnormal, *random], dtype)


ARRAYS = {
    "f64": special(np.float64),
    "f32": special(np.float32),
    "f16": special(np.float16),
    "i64": np.array([0, -1, 2**63 - 1, -2**63], np.int64),
    "i8": np.array([[127, -128], [0, 5]], np.int8),
    "ui8": np.array([0, 255, 128], np.uint8),
    "i1": np.array([True, False, True]),
    "many_i1": np.arange(200) % 3 == 0,
    "many_f32": np.random.default_rng(SEED).standard_normal((9, 11)).astype(np.float32),
    "splat": np.full((200, 3), 0.1, np.float32),
    "scalar": np.array(0.7, np.float32),
    "empty": np.zeros((0, 3), np.float32),
    "nan_splat": np.full(100, np.nan, np.float32),
    "zeros": np.array([0.0, -0.0] * 40, np.float32),
}


def body(suite, scratch):
    package = os.path.join(os.path.abspath(suite.options.build), "python")
    if not os.path.isdir(package):
        suite.skip("all", "the Python package was not built: CMake says why")
        return
    sys.path.insert(0, package)
    import amp
    from amp.graph import Attribute, Graph, GraphError, element_of, tensor

    # First values that are not finite are meant.
    warnings.simplefilter("ignore", amp.AmpWarning)

    def same(found, expected, name):
        # Scalars are Python's numbers.
        found = np.asarray(found) if expected.ndim else np.array(found, expected.dtype)
        expect(found.dtype == expected.dtype and found.shape == expected.shape,
               f"{name}: {found.dtype} {found.shape}, expected {expected.dtype} "
               f"{expected.shape}")
        ours, theirs = (np.ascontiguousarray(array).reshape(-1).view(np.uint8)
                        for array in (found, expected))
        expect((ours == theirs).all(), f"{name}: {found}, expected {expected}")

    def run(graph, entry="main", **arrays):
        return amp.compile(str(graph), precision="f32").step(entry=entry, **arrays)

    def constants():
        graph = Graph()
        with graph.function("main", x=tensor("f32", 1)) as f:
            f.results(**{name: f.constant(array) for name, array in ARRAYS.items()})
        found = run(graph, x=np.zeros(1, np.float32))
        for name, array in ARRAYS.items():
            same(found[name], array, name)

    def first_values(beside):
        graph = Graph()
        for name, array in ARRAYS.items():
            graph.variable(f"{name} of it", tensor(element_of(array), *array.shape), array,
                           "buffer")
        if beside:
            graph.variable("long", tensor("f32", 20000),
                           np.arange(20000, dtype=np.float32), "buffer")
        with graph.function("main", x=tensor("f32", 1)) as f:
            f.results(**{name.replace(" ", "_"): f.read(variable)
                         for name, variable in graph.variables.items()})
        path = os.path.join(scratch, f"net{beside:d}.mlir")
        values = graph.write(path)
        expect((values is not None) == beside, f"values are in {values}")
        session = amp.compile(path, precision="f32", **({"init_from": values} if values else {}))
        found = session.step(entry="main", x=np.zeros(1, np.float32))
        for name, array in ARRAYS.items():
            same(found[f"{name}_of_it"], array, name)
        if beside:
            same(found["long"], np.arange(20000, dtype=np.float32), "long")

    def training():
        """Names of layers, an optimizer with groups, clipping, random numbers, a region."""
        graph = Graph()
        graph.comment("A network\nof the test")
        rng = np.random.default_rng(SEED)
        weight = graph.variable("layers.0.fc/weight", tensor("f32", 3, 4),
                                rng.standard_normal((3, 4)).astype(np.float32))
        bias = graph.variable("bias", tensor("f32", 3), "zeros")
        count = graph.variable("count", tensor("i64"), np.array(0), "buffer")
        state = graph.random_state()
        graph.optimizer("adamw", "opt", [weight, bias], lr=0.1, amsgrad=...,
                        groups=[{"parameters": [bias], "weight_decay": 0.0}],
                        schedule=Attribute("#amp.schedule<cosine, {iterations = 100}>"))
        with graph.function("train", {"the x": tensor("f32", None, 4)},
                            y=tensor("i64", None)) as f:
            w, b = f.read(weight), f.read(bias)
            with f.location('layers.0."fc"\n'):
                with f.autocast("bf16") as region:
                    region.yields(f.op("linear", f.arguments["the x"], w, b))
            dropped, after = f.op("dropout", region.results[0], f.read(state), p=0.0)
            f.assign(state, after)
            f.assign(count, f.op("add", f.read(count), f.constant(1, "i64")))
            loss = f.op("cross_entropy", dropped, f.arguments["y"])
            f.step("opt", f.clip_grad_norm(f.backward(loss, [w, b]), 1.0))
            f.results(loss=(loss, "mean"), count=f.read(count))
        x = rng.standard_normal((32, 4)).astype(np.float32)
        y = np.argmax(x[:, :3], axis=1)
        session = amp.compile(str(graph), precision="bf16")
        losses = [float(session.step({"the x": x, "y": y})["loss"]) for _ in range(60)]
        expect(losses[-1] < 0.5 * losses[0], f"the loss went from {losses[0]} to {losses[-1]}")
        expect(int(session.variables["count"]) == 60, "a variable was not assigned")

    def refuses(what, write):
        graph = Graph()
        try:
            with graph.function("main", x=tensor("f32", None, 4)) as f, \
                    f.location("layers.3.fc"):
                write(graph, f)
        except GraphError as error:
            expect(what in str(error), f"'{error}' does not say '{what}'")
        else:
            expect(False, f"no error says '{what}'")

    def errors():
        refuses("layers.3.fc: 'amp.linear' op",
                lambda graph, f: f.op("linear", f.arguments["x"], f.constant(np.ones((3, 5)))))
        refuses("layers.3.fc: custom op 'amp.view' is unknown; write",
                lambda graph, f: f.op("view", f.arguments["x"]))
        refuses("'slope'", lambda graph, f: f.op("relu", f.arguments["x"], slope=0.1))
        refuses("two things are called 'w'",
                lambda graph, f: [graph.variable("w", tensor("f32"), "zeros")
                                  for _ in range(2)])
        refuses("variable 'w' is tensor<2xf32>; its first value is tensor<2xf64>",
                lambda graph, f: graph.variable("w", tensor("f32", 2), np.ones(2)))
        refuses("layers.3.fc: 'n' is tensor<i64>; it was assigned tensor<?x4xf32>",
                lambda graph, f: f.assign(graph.variable("n", tensor("i64"), "zeros"),
                                          f.arguments["x"]))

    suite.test("constants", constants)
    suite.test("first_values", first_values, False)
    suite.test("first_values_beside", first_values, True)
    suite.test("training", training)
    suite.test("errors", errors)


if __name__ == "__main__":
    suite = Suite("python_graph", __doc__)
    sys.exit(suite.main(body))
