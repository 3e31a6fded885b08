#!/usr/bin/env python3
#===- torch_amp_examples.py - The examples after PyTorch's page ------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs each graph of examples/torch-amp and checks what its text claims.

- `torch_*`: the graph in f64 with the loss scale on, from first values and on batches
  that `test/Inputs/torch-amp/record_torch.py` also gave to PyTorch: losses and parameters after
  20 steps, within 2^16 roundings of 2^-53 of the largest number. A step has some hundred
  roundings one after the other, and none of these networks amplifies an error.
- `scale_*`: in f32 a loss scale that is a power of two changes no bit.
- `trains_*`: the loss falls, and in 16 bits ends within 2 % of that in f32. Losses here
  fall to less than half; 2 % is many roundings, and much less than what a gradient that
  is lost or counted twice makes.
- the rest: what is special about each example.
"""

import os
import re
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from _common import EXAMPLES, Suite, expect, losses, read_record

DATA = os.path.join(EXAMPLES, "digits", "digits.npz")
TRAINING = ["--data", f"images={DATA}:train_images", "--data", f"labels={DATA}:train_labels",
            "--drop-last"]
# Name, graph and entry point.
EXAMPLE = {"typical": ("typical", "train"), "clipping": ("clipping", "train"),
           "accumulation": ("accumulation", "train"), "penalty": ("penalty", "train"),
           "simple_penalty": ("penalty", "simple"), "multiple": ("multiple", "train"),
           "custom_functions": ("custom-functions", "train")}
UNIT = {"f32": 2.0**-24, "f64": 2.0**-53}


def read_graph(name):
    with open(os.path.join(EXAMPLES, "torch-amp", f"{name}.mlir"), encoding="utf-8") as file:
        return file.read()


def replace(text, old, new):
    """Replaces `old`, which is there once."""
    expect(text.count(old) == 1, f"the graph has {text.count(old)} times '{old}', expected 1")
    return text.replace(old, new)


def in_f64(text):
    """The graph in f64; the loss scale stays f32."""
    text = text.replace("xf32>", "xf64>").replace("tensor<f32>", "tensor<f64>")
    text = text.replace("dtype = f32", "dtype = f64")
    return re.sub(r"%scale = (amp.get_scale @\w+) : tensor<f64>",
                  r"%scale32 = \1 : tensor<f32>\n"
                  r"  %scale = amp.cast %scale32 : tensor<f32> to tensor<f64>", text)


def start_from(text, arrays):
    """Gives variables first values: arrays in the type that the graph declares."""
    for name, array in arrays.items():
        pattern = rf"(@{re.escape(name)} : (tensor<[0-9x]+x(f32|f64)>)) = #amp.init<.*>\n"
        found = re.search(pattern, text)
        expect(found, f"the graph has no variable {name} with a distribution")
        kind = np.float32 if found[3] == "f32" else np.float64
        data = np.asarray(array, kind).tobytes().hex().upper()
        text = (text[:found.start()] + f'{found[1]} = dense<"0x{data}"> : {found[2]}\n' +
                text[found.end():])
    return text


def first_values(record, text):
    """The recorded first values of the variables of a graph, under their names."""
    arrays = {}
    for name, shape in re.findall(r"amp.variable parameter @(\S+) : tensor<([0-9x]+)xf", text):
        entry = record["initial"][re.sub(r"^a\.", "", name)]
        array = np.array(entry["of_1024"]).reshape(entry["shape"]) / 1024
        shape = [int(n) for n in shape.split("x")]
        arrays[name] = array if list(array.shape) == shape else array.T
    return arrays


class Runner:
    def __init__(self, suite, scratch):
        self.suite, self.scratch = suite, scratch

    def run(self, text, entry, *flags):
        """Trains a graph; the run of the document, and the arrays that it wrote."""
        graph = os.path.join(self.scratch, "graph.mlir")
        output = os.path.join(self.scratch, "out.npz")
        with open(graph, "w", encoding="utf-8") as file:
            file.write(text)
        document = self.suite.train(graph, f"--entry={entry}", f"--output={output}", *flags)
        with np.load(output) as arrays:
            return document, dict(arrays)

    def train(self, text, entry, *flags):
        return self.run(text, entry, *TRAINING, *flags)


def same(a, b):
    return a.keys() == b.keys() and all(a[key].tobytes() == b[key].tobytes() for key in a)


def close(a, b, roundings):
    """Equal up to so many roundings of the largest element."""
    return a.keys() == b.keys() and all(
        np.abs(a[key] - b[key]).max() <= roundings * UNIT["f32"] * np.abs(a[key]).max()
        for key in a)


def check_torch(runner, record, name):
    graph, entry = EXAMPLE[name]
    case = record["cases"][graph]
    text = in_f64(read_graph(graph))
    text = start_from(text, first_values(record, text))
    document, parameters = runner.train(text, entry, "--loss-scale=dynamic", "--print-every=1",
                                        f"--steps={record['steps']}",
                                        f"--batch-size={record['batch_size']}")
    statistics = document["runs"][0]["statistics"]
    expect(statistics["skipped steps"] == 0 and statistics["loss scale"] == 65536,
           f"expected an unchanged scale, found {statistics}")
    expect(parameters.keys() == case["parameters"].keys(),
           f"parameters are {sorted(parameters)}, recorded {sorted(case['parameters'])}")
    found = {"the losses": np.array(losses(document)), **parameters}
    expected = {"the losses": case["losses"], **case["parameters"]}
    worst = 0
    for key, values in expected.items():
        values = np.array(values).reshape(found[key].shape)
        expect(found[key].dtype == np.float64, f"{key} is {found[key].dtype}")
        apart = np.abs(found[key] - values).max() / np.abs(values).max()
        # Not `>`: a NaN is beyond every bound.
        expect(apart <= 2**16 * UNIT["f64"], f"{key} differs by {apart:.3g} of its largest")
        worst = max(worst, apart)
    return f"{worst:.1g} apart"


def check_scale(runner, name):
    graph, entry = EXAMPLE[name]
    text = read_graph(graph)
    flags = ["--precision=f32", "--steps=20"]
    _, plain = runner.train(text, entry, "--loss-scale=off", *flags)
    document, scaled = runner.train(text, entry, "--loss-scale=65536", *flags)
    expect(document["runs"][0]["statistics"]["loss scale"] == 65536, "no loss scale was used")
    expect(same(plain, scaled), "the loss scale changes f32 parameters")
    _, before = runner.train(text, entry, "--loss-scale=off", "--lr=0", *flags)
    expect(not any(same({key: plain[key]}, {key: before[key]}) for key in plain),
           "a parameter has not changed at all")


def check_trains(runner, name):
    graph, entry = EXAMPLE[name]
    text = read_graph(graph)
    remarks = []
    for precision in ("f32", "f16", "bf16"):
        flags = [f"--precision={precision}", "--epochs=10", "--shuffle", "--seed=1"]
        if name == "simple_penalty" and precision == "f16":
            flags.append("--init-scale=4096")  # At 65536 it overflows, see check_penalty.
        document, _ = runner.train(text, entry, *flags)
        skipped = document["runs"][0]["statistics"].get("skipped steps", 0)
        expect(skipped == 0, f"{precision}: {skipped} steps were skipped")
        epochs = [epoch["results"]["loss"] for epoch in document["runs"][0]["epochs"]]
        expect(epochs[-1] < 0.5 * epochs[0],
               f"{precision}: the loss only falls from {epochs[0]} to {epochs[-1]}")
        if precision == "f32":
            exact = epochs[-1]
        apart = epochs[-1] / exact - 1
        expect(abs(apart) <= 0.02, f"{precision}: loss {epochs[-1]}, in f32 {exact}: more than "
               "2 % apart")
        remarks.append(f"{precision} {epochs[-1]:.4g}")
    return ", ".join(remarks)


def check_clipping(runner, precision):
    """What a step of plain SGD subtracts, divided by the rate, is the clipped gradient."""
    text, rate, most = read_graph("clipping"), 0.25, 0.5
    expect(f"lr = {rate} " in text and f"max_norm = {most} " in text,
           "the graph has another rate or bound")
    flags = [f"--precision={precision}", "--print-every=1"]
    _, before = runner.train(text, "train", "--lr=0", "--steps=1", *flags)
    clipped = 0
    for step in range(1, 9):
        document, after = runner.train(text, "train", f"--steps={step}", *flags)
        norm = document["runs"][0]["log"][-1]["results"]["norm"]
        moved = np.concatenate([(before[key].astype(np.float64) - after[key]).ravel()
                                for key in after]) / rate
        # Each new parameter is rounded twice, the product with the rate and the difference.
        largest = np.concatenate([np.maximum(np.abs(before[key]), np.abs(after[key])).ravel()
                                  for key in after])
        rounding = UNIT["f32"] * np.linalg.norm(largest / rate + np.abs(moved))
        # The norm is a sum of squares in f32, of as many terms as there are parameters; its
        # root, the factor and the product are rounded too.
        relative = (6 * np.sqrt(len(moved)) + 8) * UNIT["f32"]
        found, wanted = np.linalg.norm(moved), min(norm, most)
        # 10^-6 is added to the norm before the division.
        expect(abs(found - wanted) <= rounding + (relative + 1e-6 / most) * wanted,
               f"step {step}: the norm is {norm}; of what was subtracted it is {found}, "
               f"expected {wanted}")
        expect(found <= most + rounding + relative * most, f"step {step}: {found} > {most}")
        clipped += norm > most
        before = after
    expect(0 < clipped < 8, f"{clipped} of 8 steps were clipped, expected some and not all")
    return f"{clipped} of 8 steps clipped"


def check_accumulation(runner, kind):
    """Four batches of 32 against one of 128: the mean of equal batches."""
    convert = in_f64 if kind == "f64" else str
    flags = ["--loss-scale=dynamic"] + (["--precision=f32"] if kind == "f32" else [])
    few, many = (convert(read_graph(name)) for name in ("typical", "accumulation"))
    document, accumulated = runner.train(many, "train", "--batch-size=32", "--steps=20",
                                         "--print-every=1", *flags)
    updates = [step["results"]["updates"] for step in document["runs"][0]["log"]]
    expect(updates == [float(i % 4 == 3) for i in range(20)], f"updates after {updates}")
    _, whole = runner.train(few, "train", "--batch-size=128", "--steps=5", *flags)
    _, start = runner.train(few, "train", "--batch-size=128", "--steps=5", "--lr=0", *flags)
    # Sums of 128 rows in another order, in five steps: as above, but the 2^13 roundings
    # that a step's longest way is short of.
    bound = 2**13 * UNIT[kind]
    for key, values in whole.items():
        largest = np.abs(values).max()
        apart = np.abs(values - accumulated[key]).max() / largest
        expect(apart <= bound, f"{key} differs by {apart:.3g} of its largest number")
        moved = np.abs(values - start[key]).max() / largest
        expect(moved > 10 * bound, f"{key} moved by {moved:.3g} only: the bound says nothing")


def check_penalty(runner):
    """In f16 the gradient with respect to the true gradients overflows where the one with
    respect to the scaled ones does not."""
    text = read_graph("penalty")
    skipped = []
    for entry in ("train", "simple"):
        document, _ = runner.train(text, entry, "--precision=f16")
        skipped.append(document["runs"][0]["statistics"]["skipped steps"])
    expect(skipped[0] == 0 and skipped[1] > 0,
           f"skipped steps are {skipped}, expected none and some")
    flags = ["--precision=f32", "--steps=20"]
    expect(same(runner.train(text, "train", *flags)[1], runner.train(text, "simple", *flags)[1]),
           "the two differ in f32")
    return f"skipped {skipped[0]} and {skipped[1]}"


def check_skips(runner):
    """Each optimizer skips for its own gradients, bit for bit, and the scale backs off if
    either did."""
    text = read_graph("multiple")
    flags = ["--precision=f16", "--init-scale=16777216", "--print-every=1"]
    _, before = runner.train(text, "train", "--lr=0", "--steps=1", *flags)
    scale, seen = 16777216, set()
    for step in range(1, 11):
        document, after = runner.train(text, "train", f"--steps={step}", *flags)
        logged = document["runs"][0]["log"][-1]
        flagged = [logged["results"][f"skipped{i}"] == 1 for i in range(2)]
        for i, prefix in enumerate(("a.", "b.")):
            for key in after:
                if key.startswith(prefix):
                    stayed = same({key: before[key]}, {key: after[key]})
                    expect(stayed == flagged[i],
                           f"step {step}: optimizer {i} skipped: {flagged[i]}, but {key} "
                           f"stayed: {stayed}")
        scale = scale / 2 if any(flagged) else scale
        found = logged["statistics"]["loss scale"]
        expect(found == scale, f"step {step}: scale {found}, expected {scale}")
        seen.add(tuple(flagged))
        before = after
    for flagged in ((True, True), (False, False)):
        expect(flagged in seen, f"no step with skips {flagged}")
    expect((False, True) in seen or (True, False) in seen, "no step in which one skips alone")
    return f"{len(seen)} kinds of steps"


def check_matmul(runner, precision):
    """The custom product in place of `amp.matmul` changes no bit. The backward region rounds
    the weight's gradient as the forward op: `as-forward` lets the op do so too; and `eager`
    decides about each op by what arrives, which is the same."""
    text = read_graph("custom-functions")
    found = re.search(r"%h, %saved:2 = amp.custom_function.*?\n    }\n(?=    %t = )", text, re.S)
    expect(found, "the custom product is not where it was")
    plain = replace(text, found[0], "%h = amp.matmul %x, %w1 : (tensor<?x64xf32>, "
                    "tensor<64x16xf32>) -> tensor<?x16xf32>\n")
    flags = [f"--precision={precision}", "--steps=20"]
    if precision != "f32":
        flags += ["--assigner=eager", "--wgrad-type=as-forward"]
    expect(same(runner.train(text, "train", *flags)[1], runner.train(plain, "train", *flags)[1]),
           "the parameters differ")


def check_f32_function(runner):
    """The normalization of rows whose squares f16 does not hold: with `cast_inputs` the loss
    is that in f32 up to a few roundings of f16, without it is another."""
    tanh = "%t = amp.tanh %h : (tensor<?x16xf32>) -> tensor<?x16xf32>\n"
    text = replace(read_graph("custom-functions"), tanh, tanh.replace("%t =", "%t0 =") +
                   "    %k = amp.constant dense<1.0e-04> : tensor<f32>\n"
                   "    %t = amp.mul %t0, %k : (tensor<?x16xf32>, tensor<f32>) -> "
                   "tensor<?x16xf32>\n")
    without = replace(text, " cast_inputs(f32)", "")

    def loss(text, precision):
        flags = [f"--precision={precision}", "--lr=0", "--steps=1"]
        if precision != "f32":
            flags.append("--assigner=eager")
        document, _ = runner.train(text, "train", *flags)
        return float(document["runs"][0]["results"]["loss"])

    exact, cast, kept = loss(text, "f32"), loss(text, "f16"), loss(without, "f16")
    bound = 8 * 2.0**-11 * exact
    expect(abs(cast - exact) <= bound, f"loss {cast}, in f32 {exact}")
    expect(not abs(kept - exact) <= bound, f"loss {kept} without cast_inputs, in f32 {exact}")
    return f"loss {cast:.4g}, in f32 {exact:.4g}, without cast_inputs {kept:.4g}"


def check_inference(runner, precision):
    """Logits with trained parameters, bit for bit those of the training graph's forward
    pass."""
    typical = read_graph("typical")
    _, trained = runner.train(typical, "train", f"--precision={precision}", "--epochs=5",
                              "--shuffle", "--seed=1")
    forward = replace(typical, "-> (tensor<f32> {", "-> (tensor<?x10xf32> {amp.name = \"logits\"},"
                      " tensor<f32> {")
    forward = replace(forward, "%loss = amp.autocast -> tensor<f32>",
                      "%loss, %logits = amp.autocast -> tensor<f32>, tensor<?x10xf32>")
    forward = replace(forward, "amp.yield %l : tensor<f32>",
                      "amp.yield %l, %y : tensor<f32>, tensor<?x10xf32>")
    forward = replace(forward, "return %loss : tensor<f32>",
                      "return %logits, %loss : tensor<?x10xf32>, tensor<f32>")
    flags = [f"--precision={precision}", "--steps=1", "--batch-size=359"]
    data = ["--data", f"images={DATA}:test_images"]
    _, expected = runner.run(start_from(forward, trained), "train", *data,
                             "--data", f"labels={DATA}:test_labels", *flags)
    _, found = runner.run(start_from(read_graph("inference"), trained), "infer", *data, *flags)
    expect(found["infer.logits"].dtype == np.float32, f"{found['infer.logits'].dtype} logits")
    expect(found["infer.logits"].tobytes() == expected["train.logits"].tobytes(),
           "inference and training differ")
    with np.load(DATA) as arrays:
        labels = arrays["test_labels"]
    accuracy = np.mean(found["infer.digits"] == labels)
    expect(accuracy >= 0.85, f"reads only {accuracy:.1%} of the test images")
    for key in trained:
        expect(key not in found or same({key: trained[key]}, {key: found[key]}),
               f"inference has changed {key}")
    return f"{accuracy:.1%} of the test images"


def check_resume(runner, precision):
    """Twelve steps, saved and resumed after five, against twelve in one run."""
    text = read_graph("typical")
    flags = [f"--precision={precision}", "--shuffle", "--seed=1"]
    if precision == "f16":
        # Large enough that steps are skipped before and after the save.
        flags.append("--init-scale=1073741824")
    folder = os.path.join(runner.scratch, f"saved-{precision}")
    through, whole = runner.train(text, "train", "--steps=12", *flags)
    runner.train(text, "train", "--steps=5", f"--checkpoint-dir={folder}", *flags)
    document, resumed = runner.train(text, "train", "--steps=12", f"--checkpoint-dir={folder}",
                                     "--resume", *flags)
    expect(document["runs"][0]["resumed_from_step"] == 5, "did not go on from step 5")
    expect(same(whole, resumed), "a resumed run ends with other parameters")
    last = [run["runs"][0]["statistics"] for run in (through, document)]
    expect(last[0] == last[1], f"at the end {last[1]}, without a stop {last[0]}")


def body(suite, scratch):
    runner = Runner(suite, scratch)
    record = read_record("torch-amp")
    for name in EXAMPLE:
        suite.test(f"torch_{name}", check_torch, runner, record, name)
    for name in EXAMPLE:
        suite.test(f"scale_{name}", check_scale, runner, name)
    for name in EXAMPLE:
        suite.test(f"trains_{name}", check_trains, runner, name)
    for precision in ("f32", "f16"):
        suite.test(f"clipping_{precision}", check_clipping, runner, precision)
    for precision in ("f32", "f16", "bf16"):
        suite.test(f"custom_matmul_{precision}", check_matmul, runner, precision)
        suite.test(f"inference_{precision}", check_inference, runner, precision)
    suite.test("accumulation_f64", check_accumulation, runner, "f64")
    suite.test("accumulation_f32", check_accumulation, runner, "f32")
    suite.test("penalty_scaled", check_penalty, runner)
    suite.test("multiple_skips", check_skips, runner)
    suite.test("f32_function", check_f32_function, runner)
    if "--resume" not in suite.run("--help").out:
        print(f"skip {suite.name}.resume: this amp-run writes no checkpoints")
        return
    for precision in ("f32", "f16", "bf16"):
        suite.test(f"resume_{precision}", check_resume, runner, precision)


if __name__ == "__main__":
    suite = Suite("torch_amp_examples", __doc__)
    sys.exit(suite.main(body))
