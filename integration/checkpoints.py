#!/usr/bin/env python3
#===- checkpoints.py - Stopping, resuming, killing -------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Checkpoints: a training that is stopped and resumed is bitwise one that was not.

Whatever happens while one is written - a kill, a full disk, any call that fails - the
last one saved is still there. `--kills` says how often a run is killed, and `--stops=all`
resumes from every step instead of a few.
"""

import itertools
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import _checkpoint
from _common import EXAMPLES, EXIT_CODES, Suite, expect
from _common import MSE_GRAPH

DIGITS = os.path.join(EXAMPLES, "digits", "digits.mlir")
DATA = os.path.join(EXAMPLES, "digits", "digits.npz")
# 1438 images: seven batches of 200, and one of 38.
STEPS_PER_EPOCH, EPOCHS = 8, 3
STEPS = STEPS_PER_EPOCH * EPOCHS
FLAGS = ["--data", f"images={DATA}:train_images", "--data", f"labels={DATA}:train_labels",
         "--data", f"test_images={DATA}", "--data", f"test_labels={DATA}",
         "--eval-entry=evaluate", "--eval-every=1", "--batch-size=200", "--shuffle", "--seed=7",
         "--print-every=1", f"--epochs={EPOCHS}"]
# A scale that overflows at first, and grows again: its state is not what it began with.
SCALE = ["--init-scale=1e8", "--growth-interval=4"]
PRECISIONS = {"f32": ["--precision=f32"],
              "f16": ["--precision=f16", *SCALE],
              "o2": ["--opt-level=O2", *SCALE],
              "o3_bf16": ["--opt-level=O3", "--precision=bf16"]}
# Within the first epoch, at its end, after it, within the last one, and at the very end.
STOPS = [1, 8, 9, 21, 24]
SCALER_KEYS = ["scale", "growth_factor", "backoff_factor", "growth_interval", "_growth_tracker"]

# What it saves is large beside what it computes.
LARGE_GRAPH = MSE_GRAPH + """
amp.variable buffer @ballast : tensor<65536xf32> = #amp.init<normal(0.0, 1.0)>
"""
SMALL_FLAGS = ["--data", "x=normal:0,1", "--data", "y=normal:0,1", "--samples=10",
               "--batch-size=4", "--shuffle", "--seed=3"]


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def same_bytes(first, second, what):
    expect(contents(first) == contents(second), f"{what}: the bytes differ")


def without_times(epochs):
    return [{key: value for key, value in epoch.items() if key != "seconds"} for epoch in epochs]


def expect_tail(whole, resumed, step):
    """A run's JSON against that of one resumed at `step`, but for times."""
    expect(resumed["resumed_from_step"] == step, f"resumed at {resumed['resumed_from_step']}")
    epoch = -(-step // STEPS_PER_EPOCH)
    expected = {"log": [entry for entry in whole["log"] if entry["step"] > step],
                "epochs": without_times(e for e in whole["epochs"] if e["epoch"] >= epoch)}
    found = {"log": resumed["log"], "epochs": without_times(resumed["epochs"])}
    for key in ("results", "evaluation", "statistics", "steps", "failure",
                "first_non_finite_step"):
        expected[key], found[key] = whole[key], resumed[key]
    for key, value in expected.items():
        expect(found[key] == value,
               f"resumed at {step}: {key} is {found[key]}, without the stop {value}")


def test_resume(suite, scratch):
    every = suite.options.stops == "all"

    def bitwise(case):
        folder = os.path.join(scratch, case)
        flags = [*FLAGS, *PRECISIONS[case]]
        output, again = (os.path.join(scratch, case + name) for name in (".npz", "-again.npz"))
        whole = suite.train(DIGITS, *flags, f"--checkpoint-dir={folder}", "--save-every=1",
                            f"--output={output}")["runs"][0]
        expect(_checkpoint.steps_in(folder) == list(range(1, STEPS + 1)),
               f"checkpoints of the steps {_checkpoint.steps_in(folder)}")
        if "--init-scale=1e8" in flags:
            expect(0 < whole["statistics"]["skipped steps"] < STEPS / 2,
                   f"skipped steps: {whole['statistics']['skipped steps']}")
        last = os.path.join(folder, _checkpoint.name_of(STEPS))
        stops = range(1, STEPS + 1) if every else STOPS
        for step in stops:
            resumed_folder = os.path.join(scratch, f"{case}-{step}")
            resumed = suite.train(
                DIGITS, *flags, f"--checkpoint-dir={resumed_folder}", f"--output={again}",
                f"--resume={os.path.join(folder, _checkpoint.name_of(step))}")["runs"][0]
            expect_tail(whole, resumed, step)
            same_bytes(output, again, f"--output, resumed at {step}")
            if step < STEPS:
                # Parameters, optimizer, scaler, position and sums at once.
                same_bytes(last, os.path.join(resumed_folder, _checkpoint.name_of(STEPS)),
                           f"the last checkpoint, resumed at {step}")
        return f"{len(stops)} stops in {STEPS} steps"

    def in_parts():
        """Not saved on the way, but stopped by --steps, three times."""
        folder, output = os.path.join(scratch, "parts"), os.path.join(scratch, "parts.npz")
        for steps in (3, 8, 17, STEPS):
            resumed = suite.train(DIGITS, *FLAGS, *PRECISIONS["f16"], f"--steps={steps}",
                                  f"--checkpoint-dir={folder}", "--resume", "--keep=1",
                                  f"--output={output}")["runs"][0]
            expect(resumed["steps"] == steps, f"{resumed['steps']} steps, expected {steps}")
            expect(_checkpoint.steps_in(folder) == [steps],
                   f"--keep=1 left {_checkpoint.steps_in(folder)}")
        same_bytes(output, os.path.join(scratch, "f16.npz"), "--output")

    def printed():
        """The text is the end of the text of the run that was not stopped."""
        folder = os.path.join(scratch, "text")
        flags = [DIGITS, "--device=" + suite.device, *FLAGS, *PRECISIONS["f16"]]

        def lines(*arguments):
            result = suite.run(*flags, *arguments)
            expect(result.status == 0, result.describe())
            table = re.sub(r"(?m)^((total|compile|evaluation) time|time per step|peak memory).*\n",
                           "", result.out)
            return re.sub(r"  time [0-9.]+ s", "", table).splitlines()

        whole = lines(f"--checkpoint-dir={folder}", "--save-every=13")
        resumed = lines(f"--resume={os.path.join(folder, _checkpoint.name_of(13))}")
        expect(resumed[0].startswith(f"step 14/{STEPS} "), f"the first line is '{resumed[0]}'")
        expect(resumed == whole[-len(resumed):], "the text is not the end of the whole one")

    def without_data():
        """Without a data set the whole run is one epoch."""
        graph = os.path.join(scratch, "nodata.mlir")
        with open(graph, "w", encoding="utf-8") as file:
            file.write(MSE_GRAPH.replace("?", "4"))
        flags = ["--input=x=normal:0,1", "--input=y=ones", "--print-every=1"]
        folder = os.path.join(scratch, "nodata")
        whole = suite.train(graph, *flags, "--steps=9")["runs"][0]
        suite.train(graph, *flags, "--steps=4", f"--checkpoint-dir={folder}")
        resumed = suite.train(graph, *flags, "--steps=9", f"--resume={folder}")["runs"][0]
        expect(without_times(whole["epochs"]) == without_times(resumed["epochs"]),
               f"epochs {resumed['epochs']}, without the stop {whole['epochs']}")
        expect(whole["log"][4:] == resumed["log"], "the logs differ")

    def another_rate():
        """--lr changes the rate from the checkpoint on, and the next one keeps it."""
        graph = os.path.join(scratch, "rate.mlir")
        with open(graph, "w", encoding="utf-8") as file:
            file.write(MSE_GRAPH.replace("?", "4"))
        flags = [graph, "--device=" + suite.device, "--input=x=ones", "--input=y=ones"]

        def run(folder, steps, *arguments):
            result = suite.run(*flags, f"--steps={steps}", *arguments,
                               f"--checkpoint-dir={os.path.join(scratch, folder)}")
            expect(result.status == 0, result.describe())
            path = os.path.join(scratch, folder, _checkpoint.name_of(steps))
            return path, _checkpoint.read(path).arrays, result.err

        start, before, _ = run("rate", 4)
        moved = {}
        for rate in (0.01, 0.001):
            last, after, messages = run(f"rate-{rate}", 5, f"--resume={start}", f"--lr={rate}")
            expect(float(after["sgd.lr"]) == rate, f"the saved rate is {after['sgd.lr']}")
            moved[rate] = after["w"].astype(np.float64) - before["w"]
            expect(("0.001 from here on; the checkpoint's was 0.01" in messages) == (rate == 0.001),
                   f"remarks: '{messages}'")
        # One rounding of each new weight to f32.
        bound = 11 * np.abs(before["w"]).max() * 2.0**-23
        difference = np.abs(moved[0.01] - 10 * moved[0.001]).max()
        expect(moved[0.01].any() and difference <= bound,
               f"steps at a tenth of the rate differ by {difference}, expected {bound}")
        _, after, messages = run("rate-0.001", 6, f"--resume={last}")
        expect(float(after["sgd.lr"]) == 0.001 and "from here on" not in messages,
               f"the next run has the rate {after['sgd.lr']}: '{messages}'")

    for case in PRECISIONS:
        suite.test(f"resume_{case}", bitwise, case)
    suite.test("resume_in_parts", in_parts)
    suite.test("resume_printed", printed)
    suite.test("resume_without_data", without_data)
    suite.test("resume_at_another_rate", another_rate)


def test_contents(suite, scratch):
    def at(case, step):
        return os.path.join(scratch, case, _checkpoint.name_of(step))

    def scaler_record():
        checkpoint = _checkpoint.read(at("f16", STEPS))
        expect(list(checkpoint.scalers) == ["grad_scaler"], f"scalers {checkpoint.scalers}")
        record = checkpoint.scalers["grad_scaler"]
        expect(list(record) == SCALER_KEYS, f"the keys are {list(record)}")
        expect([type(value) for value in record.values()] == [float, float, float, int, int],
               f"the record is {record}")
        expected = [float(checkpoint.arrays["grad_scaler.scale"]), 2.0, 0.5, 4,
                    int(checkpoint.arrays["grad_scaler.growth_tracker"])]
        expect(list(record.values()) == expected, f"the record is {record}, not {expected}")
        expect(not _checkpoint.read(at("f32", STEPS)).scalers, "a run without scaling has scalers")
        try:
            import torch
        except ImportError:
            return "without PyTorch"
        scaler = torch.amp.GradScaler("cpu")
        scaler.load_state_dict(record)
        expect(scaler.state_dict() == record, f"PyTorch gives {scaler.state_dict()}")
        return f"PyTorch {torch.__version__} takes it"

    def everything():
        """All state is there, in the type that the run has it in."""
        for case, dtype in (("f32", "float32"), ("f16", "float32"), ("o2", "float32"),
                            ("o3_bf16", "uint16")):
            checkpoint = _checkpoint.read(at(case, 13))
            layers = [f"fc{i}.{kind}" for i in (1, 2, 3) for kind in ("bias", "weight")]
            names = {**dict.fromkeys(layers, "parameter"), "sgd.lr": "optimizer_state",
                     **{"sgd.momentum." + name: "optimizer_state" for name in layers}}
            if case != "f32":  # O3's is fixed at 1.
                names.update({f"grad_scaler.{name}": "scaler"
                              for name in ("scale", "growth_tracker", "skipped",
                                           "consecutive_skips")})
            expect(checkpoint.roles == names, f"{case}: roles {checkpoint.roles}")
            found = checkpoint.arrays["fc1.weight"].dtype.name
            expect(found == dtype, f"{case}: fc1.weight is {found}, expected {dtype}")
            expect(checkpoint.step == 13, f"{case}: step {checkpoint.step}")
            position = {"entry": "train", "epoch": "2", "epoch_step": "5",
                        "epoch_samples": "1000", "samples": "1438", "batch_size": "200",
                        "seed": "7", "shuffle": "on", "drop_last": "off"}
            for key, value in position.items():
                found = checkpoint.metadata.get(key)
                expect(found == value, f"{case}: {key} is {found}, expected {value}")

    def package():
        from safetensors import safe_open
        path = at("f16", 13)
        expected = _checkpoint.read(path)
        with safe_open(path, framework="numpy") as file:
            expect(set(file.keys()) == set(expected.arrays), f"arrays {list(file.keys())}")
            for name, array in expected.arrays.items():
                expect(np.array_equal(file.get_tensor(name), array), f"{name} differs")
            expect(json.loads(file.metadata()["amp.scaler.grad_scaler"]) ==
                   expected.scalers["grad_scaler"], "the scaler differs")

    suite.test("scaler_record", scaler_record)
    suite.test("everything_is_saved", everything)
    try:
        import safetensors
    except ImportError:
        suite.skip("safetensors_package", "the Python package safetensors is not installed")
    else:
        suite.test("safetensors_package", package)


def test_precisions(suite, scratch):
    """From one precision to another, at once after resuming."""
    output = os.path.join(scratch, "converted.npz")

    def resume(case, flags, step=STEPS):
        path = os.path.join(scratch, case, _checkpoint.name_of(step))
        result = suite.run(DIGITS, "--device=" + suite.device, "--json", *FLAGS, *flags,
                           f"--resume={path}", f"--output={output}")
        expect(result.status == 0, result.describe())
        with np.load(output) as arrays:
            written = dict(arrays)
        return json.loads(result.out)["runs"][0], _checkpoint.read(path), written, result.err

    def fresh_scaler():
        run, saved, written, messages = resume("f32", ["--precision=f16"])
        expect("the loss scaler starts fresh" in messages, f"no remark in '{messages}'")
        expect(run["statistics"] == {"loss scale": 65536, "skipped steps": 0},
               f"statistics {run['statistics']}")
        for name, array in written.items():
            expect(np.array_equal(array, saved.arrays[name]), f"{name} differs")
        run, *_ = resume("f32", ["--precision=f16"], step=9)
        expect(run["steps"] == STEPS and not run["failure"], "the f16 run did not go on")

    def ignored_scaler():
        run, saved, written, messages = resume("f16", ["--precision=f32"])
        expect("does not scale its loss" in messages, f"no remark in '{messages}'")
        expect(run["statistics"] == {}, f"statistics {run['statistics']}")
        for name, array in written.items():
            expect(np.array_equal(array, saved.arrays[name]), f"{name} differs")

    def rounded():
        """f32 parameters start a run that stores them in f16: rounded once."""
        _, saved, written, _ = resume("f32", ["--opt-level=O3", "--loss-scale=off"])
        for name, array in written.items():
            expected = saved.arrays[name].astype(np.float16).astype(np.float32)
            expect(np.array_equal(array, expected), f"{name} differs")

    def widened():
        """And what is stored in bf16 starts an f32 run, exactly."""
        _, saved, written, _ = resume("o3_bf16", ["--precision=f32"])
        for name, array in written.items():
            expected = (saved.arrays[name].astype(np.uint32) << 16).view(np.float32)
            expect(np.array_equal(array, expected), f"{name} differs")

    suite.test("f32_to_f16", fresh_scaler)
    suite.test("f16_to_f32", ignored_scaler)
    suite.test("f32_to_o3", rounded)
    suite.test("o3_to_f32", widened)


def test_refusals(suite, scratch, graph):
    folder = os.path.join(scratch, "refusals")
    flags = [graph, "--device=cpu", *SMALL_FLAGS]

    def file(step):
        return os.path.join(folder, _checkpoint.name_of(step))

    def refused(code, parts, *arguments, run=flags):
        result = suite.run(*run, *arguments)
        expect(result.status == EXIT_CODES[code], result.describe())
        for part in parts:
            expect(part in result.err, f"`{result.command}`: no '{part}' in '{result.err.strip()}'")

    def wrong_flags():
        result = suite.run(*flags, "--steps=6", f"--checkpoint-dir={folder}", "--save-every=2")
        expect(result.status == 0, result.describe())
        resume = f"--resume={folder}"
        refused("usage", ["--accumulate is 2", "was 1", file(6)], resume, "--steps=7",
                "--accumulate=2")
        refused("usage", ["is of epoch 2", "--batch-size was 4, not 5", file(6)], resume,
                "--epochs=2", run=[f for f in flags if f != "--batch-size=4"] + ["--batch-size=5"])
        refused("usage", ["has 6 steps, but only 5", "--steps"], resume, "--steps=5")
        refused("usage", ["there are checkpoints already", file(6), "--resume"],
                f"--checkpoint-dir={folder}", "--steps=7")

    def other_settings():
        """Steps of another size, or in another order, begin with the next epoch."""
        for flag, other, part, step in (
                ("--batch-size=4", "--batch-size=5", "--batch-size was 4, not 5", 4),
                ("--seed=3", "--seed=4", "--seed was 3, not 4", 6),
                ("--samples=10", "--samples=11", "number of samples was 10, not 11", 6),
                ("--shuffle", None, "--shuffle was on, not off", 6),
                (None, "--drop-last", "--drop-last was off, not on", 4)):
            run = [argument for argument in flags if argument != flag] + ([other] if other else [])
            # The checkpoint of step 4 is within the second epoch, that of step 6 at its end.
            for saved in (4, 6):
                result = suite.run(*run, f"--resume={file(saved)}", "--epochs=4", "--json")
                expect(result.status == 0, result.describe())
                expect(f"at the beginning of epoch 3, step {step + 1}" in result.err
                       and part in result.err, result.err)
                epochs = json.loads(result.out)["runs"][0]["epochs"]
                expect([epoch["epoch"] for epoch in epochs] == [3, 4], f"epochs {epochs}")

    def other_entry():
        """An entry point by another name begins with the state, at its first step."""
        path = os.path.join(scratch, "renamed.mlir")
        with open(graph, encoding="utf-8") as source, open(path, "w", encoding="utf-8") as out:
            out.write(source.read().replace("func.func @train", "func.func @other"))
        result = suite.run(path, *flags[1:], f"--resume={folder}", "--steps=2", "--json",
                           "--print-every=1")
        expect(result.status == 0, result.describe())
        expect("is of entry 'train': entry 'other' begins with its state" in result.err,
               result.err)
        expect([step["step"] for step in json.loads(result.out)["runs"][0]["log"]] == [1, 2],
               "not the first steps")

    def other_graph():
        for change, parts in (
                (("@w", "@v"), ["it lacks 'v'", "this graph lacks 'w'"]),
                (("tensor<2x3xf32>", "tensor<1x3xf32>"), ["'w (f32 [2, 3] instead of f32 [1, 3])'"]),
                (("lr = 0.01 : f64", "lr = 0.01 : f64, momentum = 0.5 : f64"),
                 ["it lacks 'sgd.momentum.w'"])):
            path = os.path.join(scratch, "other.mlir")
            with open(graph, encoding="utf-8") as source, open(path, "w", encoding="utf-8") as out:
                text = source.read().replace(*change)
                out.write(text.replace("?x2", "?x1") if "1x3" in change[1] else text)
            refused("io", parts, f"--resume={folder}", "--steps=7", run=[path, *flags[1:]])

    def nothing_there():
        empty = os.path.join(scratch, "empty")
        os.mkdir(empty)
        refused("io", ["has no checkpoint"], f"--resume={empty}")
        refused("io", ["cannot open"], f"--resume={empty}/none")
        # With a folder of its own a run may begin like this.
        result = suite.run(*flags, "--steps=1", f"--checkpoint-dir={empty}/new/er", "--resume")
        expect(result.status == 0, result.describe())
        expect("begins at the first step" in result.err, f"no remark in '{result.err}'")
        expect(_checkpoint.steps_in(os.path.join(empty, "new", "er")) == [1], "no checkpoint")
        refused("io", ["not a folder"], f"--checkpoint-dir={graph}")
        refused("io", ["--checkpoint-dir"], f"--checkpoint-dir={graph}/x")

    def damaged():
        whole = contents(file(6))
        for name, data in (("cut off", whole[:-1]), ("empty", b""),
                           ("changed", whole[:-3] + bytes([whole[-3] ^ 1]) + whole[-2:]),
                           ("of the future", whole.replace(b'"amp.version":"1"',
                                                           b'"amp.version":"2"'))):
            with open(file(6), "wb") as out:
                out.write(data)
            refused("io", [file(6)], f"--resume={file(6)}", "--steps=6")
            result = suite.run(*flags, "--steps=6", f"--resume={folder}", "--json")
            expect(result.status == 0, f"{name}: {result.describe()}")
            expect("warning: passed over: " in result.err and file(6) in result.err,
                   f"{name}: no warning in '{result.err}'")
            run = json.loads(result.out)["runs"][0]
            expect(run["resumed_from_step"] == 4, f"{name}: resumed at {run['resumed_from_step']}")
        # The run that goes on replaces it.
        result = suite.run(*flags, "--steps=6", f"--checkpoint-dir={folder}", "--resume")
        expect(result.status == 0, result.describe())
        expect(contents(file(6)) == whole, "the checkpoint is not as before")
        for step in (2, 4, 6):
            with open(file(step), "ab") as out:
                out.write(b"x")
        refused("io", ["none of its checkpoints is valid", file(2), file(6)],
                f"--resume={folder}", "--steps=6")

    suite.test("wrong_flags", wrong_flags)
    suite.test("other_settings", other_settings)
    suite.test("other_entry", other_entry)
    suite.test("other_graph", other_graph)
    suite.test("nothing_there", nothing_there)
    suite.test("damaged", damaged)


def expect_saved(folder, least, what):
    """All checkpoints are valid, nothing else is there, and the newest is not older than the
    last that the run had finished. Gives its step."""
    steps = _checkpoint.steps_in(folder)
    for step in steps:
        try:
            found = _checkpoint.read(os.path.join(folder, _checkpoint.name_of(step))).step
        except Exception as error:
            expect(False, f"{what}: the checkpoint of step {step} is lost: {error}")
        expect(found == step, f"{what}: the checkpoint of step {step} is of step {found}")
    newest = steps[-1] if steps else 0
    expect(newest >= least, f"{what}: step {least} was saved, the newest is of {newest}")
    return newest


def read_calls(log, folder):
    """What a traced run did to a folder, and to the files in it, in order."""
    def text(quoted):
        return bytes.fromhex(quoted.replace("\\x", ""))

    patterns = ((r'openat\([^,]*, "(?P<a>[^"]*)", [^)]*O_CREAT', "create"),
                (r'write\(\d+<(?P<a>[^>]*)>, "(?P<b>[^"]*)", (?P<size>\d+)\) = (?P=size)', "write"),
                (r'fsync\(\d+<(?P<a>[^>]*)>\) = 0', "sync"),
                (r'rename\("(?P<a>[^"]*)", "(?P<b>[^"]*)"\) = 0', "rename"),
                (r'unlink\("(?P<a>[^"]*)"\) = 0', "unlink"))
    events = []
    with open(log, encoding="utf-8") as file:
        for line in file:
            for pattern, kind in patterns:
                match = re.search(" " + pattern, line)
                if not match:
                    continue
                path = text(match["a"]).decode()
                if path == folder:
                    events.append((kind, "", b""))
                elif os.path.dirname(path) == folder:
                    second = text(match["b"]) if "b" in match.groupdict() else b""
                    events.append((kind, os.path.basename(path), second))
    return events


def crash_states(events):
    """Folders that a power cut may leave, as (step that was saved for sure, files). Of what no
    fsync has brought to the disk, anything may be there: of the folder's entries any subset,
    of a file's bytes some first part, or zeros."""
    current, durable, pending = {}, {}, []
    saved, renamed = 0, 0
    for kind, name, second in events:
        if kind == "create":
            current[name] = {"data": b"", "synced": 0}
            pending.append((name, None, current[name]))
        elif kind == "write":
            current[name]["data"] += second
        elif kind == "sync" and name:
            current[name]["synced"] = len(current[name]["data"])
        elif kind == "rename":
            target = os.path.basename(second.decode())
            current[target] = current.pop(name)
            pending.append((target, name, current[target]))
            renamed = int(_checkpoint.NAME.fullmatch(target)[1])
        elif kind == "unlink":
            pending.append((None, name, current.pop(name)))
        elif kind in ("sync", "returned"):
            saved = renamed
            if kind == "sync":
                for added, removed, file in pending:
                    durable.pop(removed, None)
                    if added:
                        durable[added] = file
                pending = []
        for subset in range(1 << len(pending)):
            files = dict(durable)
            for i, (added, removed, file) in enumerate(pending):
                if subset >> i & 1:
                    files.pop(removed, None)
                    if added:
                        files[added] = file
            choices = []
            for entry, file in files.items():
                data, synced = file["data"], file["synced"]
                lengths = {synced, (synced + len(data)) // 2, max(synced, len(data) - 1), len(data)}
                choices.append([(entry, data[:length]) for length in sorted(lengths)] +
                               ([(entry, data[:synced] + bytes(len(data) - synced))]
                                if synced < len(data) else []))
            for files in itertools.product(*choices):
                yield saved, dict(files)


def count_losses(events):
    """The states of `crash_states`, and those in which a checkpoint that was saved is lost."""
    valid = {}
    states = losses = 0
    for saved, files in crash_states(events):
        newest = 0
        for name, data in files.items():
            if not _checkpoint.NAME.fullmatch(name):
                continue
            if data not in valid:
                try:
                    valid[data] = _checkpoint.Checkpoint(data).step
                except Exception:
                    valid[data] = 0
            newest = max(newest, valid[data])
        states += 1
        losses += newest < saved
    return states, losses


def test_faults(suite, scratch, graph):
    flags = [graph, "--device=cpu", *SMALL_FLAGS, "--save-every=1"]

    def killed():
        """Each run goes on from what the one before had saved when it was killed."""
        folder = os.path.join(scratch, "killed")
        order = random.Random(1)
        kills = suite.options.kills
        within, newest = 0, 0
        for kill in range(kills):
            process = subprocess.Popen(
                [suite.tool, *flags, f"--checkpoint-dir={folder}", "--resume", "--keep=3",
                 "--steps=1000000", "--print-every=1"], stdout=subprocess.PIPE, text=True,
                stderr=subprocess.STDOUT, env=suite.environment)
            lines = [process.stdout.readline()]
            while lines[-1] and not lines[-1].startswith("step "):
                lines.append(process.stdout.readline())
            time.sleep(order.uniform(0, 0.1))
            process.kill()
            lines += process.stdout.read().split("\n")[:-1]
            process.wait()
            # A line comes before its step is saved, and after the step before it was.
            steps = [int(match[1]) for match in
                     (re.match(r"step (\d+)/", line) for line in lines) if match]
            expect(steps, f"kill {kill}: the run ended: {''.join(lines)[-300:]}")
            expect(steps[0] == newest + 1, f"kill {kill}: went on at {steps[0]} after {newest}")
            within += any(_checkpoint.TEMPORARY.fullmatch(name) for name in os.listdir(folder))
            newest = expect_saved(folder, steps[-1] - 1, f"kill {kill}")
        expect(within > 0 or kills < 50, "no kill came while a checkpoint was written")
        # All those pieces are one run.
        last = newest + 2
        suite.train(graph, *flags[2:], f"--checkpoint-dir={folder}", "--resume", "--keep=1",
                    f"--steps={last}")
        expect(os.listdir(folder) == [_checkpoint.name_of(last)],
               f"left over: {os.listdir(folder)}")
        other = os.path.join(scratch, "not-killed")
        suite.train(graph, *SMALL_FLAGS, f"--checkpoint-dir={other}", f"--steps={last}")
        same_bytes(os.path.join(folder, _checkpoint.name_of(last)),
                   os.path.join(other, _checkpoint.name_of(last)), "the last checkpoint")
        return f"{kills} kills, {within} within a save, {last} steps"

    def no_space():
        """A file cannot become as large as it must."""
        folder = os.path.join(scratch, "no-space")
        suite.train(graph, *flags[2:], f"--checkpoint-dir={folder}", "--steps=2")
        size = os.path.getsize(os.path.join(folder, _checkpoint.name_of(2)))
        for limit in (0, 1, size // 2, size - 1):
            result = suite.run(
                *flags, f"--checkpoint-dir={folder}", "--resume", "--steps=9", "--keep=1",
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
            expect(result.status == EXIT_CODES["io"], result.describe())
            expect("cannot save the checkpoint of step 3" in result.err, f"'{result.err}'")
            expect(sorted(os.listdir(folder)) == [_checkpoint.name_of(1), _checkpoint.name_of(2)],
                   f"files: {os.listdir(folder)}")
            expect_saved(folder, 2, f"limit {limit}")

    def full_disk():
        """A file system of its own that has place for three checkpoints."""
        disk, out = (os.path.join(scratch, name) for name in ("disk", "disk-files"))
        os.mkdir(disk)
        os.mkdir(out)
        script = ('mount -t tmpfs -o size=900k tmpfs "$1"; d=$1; o=$2; shift 2; '
                  '"$@"; status=$?; cp -r "$d"/. "$o"; exit $status')

        def run(*arguments):
            shutil.rmtree(out)
            os.mkdir(out)
            done = subprocess.run(
                ["unshare", "-m", "sh", "-c", script, "sh", disk, out, suite.tool, *flags,
                 f"--checkpoint-dir={disk}/saved", "--steps=20", *arguments],
                capture_output=True, text=True, env=suite.environment, timeout=120)
            return done.returncode, done.stderr

        status, messages = run()
        expect(status == EXIT_CODES["io"] and "No space left on device" in messages,
               f"exit code {status}: {messages}")
        newest = expect_saved(os.path.join(out, "saved"), 2, "full disk")
        expect(f"the last one saved is '{disk}/saved/{_checkpoint.name_of(newest)}'" in messages,
               f"'{messages}'")
        expect(len(os.listdir(os.path.join(out, "saved"))) == newest, "something was left behind")
        # With --keep the same disk is large enough.
        status, messages = run("--keep=2")
        expect(status == 0, f"exit code {status}: {messages}")
        expect(_checkpoint.steps_in(os.path.join(out, "saved")) == [19, 20], "not the last two")
        return f"full after {newest}"

    def failing_calls():
        """Every single call of a kind fails, one in each run."""
        base, folder, log = (os.path.join(scratch, name) for name in ("base", "calls", "log"))
        suite.train(graph, *flags[2:], f"--checkpoint-dir={base}", "--steps=2")

        def run(*arguments):
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(base, folder)
            return subprocess.run(
                ["strace", "-f", "-qq", "-o", log, *arguments, suite.tool, *flags,
                 f"--checkpoint-dir={folder}", "--resume", "--steps=4"],
                capture_output=True, text=True, env=suite.environment, timeout=120)

        remarks = []
        for call, error in (("fsync", "EIO"), ("rename", "ENOSPC"), ("write", "ENOSPC"),
                            ("fsync", "EINTR"), ("write", "EINTR")):
            expect(run("-e", f"trace={call}").returncode == 0, "strace does not run it")
            with open(log, encoding="utf-8") as file:
                calls = sum(f" {call}(" in line for line in file)
            failed = 0
            for number in range(1, calls + 1):
                done = run("-e", f"trace={call}", "-e",
                           f"inject={call}:error={error}:when={number}")
                what = f"{call} {number} of {calls} gives {error}"
                expect(done.returncode in (0, EXIT_CODES["io"]),
                       f"{what}: exit code {done.returncode}: {done.stderr[-300:]}")
                unsaved = "cannot save the checkpoint" in done.stderr
                expect(done.returncode or not unsaved, f"{what}: {done.stderr[-300:]}")
                expect(not (unsaved and error == "EINTR"), f"{what}: {done.stderr[-300:]}")
                # What is no save is what the run prints: by then all is saved.
                newest = expect_saved(folder, 2 if unsaved else 4, what)
                expect(len(os.listdir(folder)) == newest, f"{what}: left {os.listdir(folder)}")
                failed += unsaved
            # Two saves, each with at least this many.
            expect(error == "EINTR" or failed >= 2 * {"fsync": 2, "rename": 1, "write": 3}[call],
                   f"of {calls} calls of {call} only {failed} make a save fail")
            remarks.append(f"{call} {error}: {failed} of {calls}")
        return ", ".join(remarks)

    def power_cut():
        """Replays what a run does to its folder, and cuts the power after each call."""
        small, log, folder = (os.path.join(scratch, name) for name in ("s.mlir", "cut", "power"))
        with open(small, "w", encoding="utf-8") as file:
            file.write(MSE_GRAPH)
        os.mkdir(folder)
        done = subprocess.run(
            ["strace", "-f", "-qq", "-y", "-xx", "-s", "100000", "-o", log, "-e",
             "trace=openat,write,fsync,rename,unlink", suite.tool, small, *flags[1:],
             f"--checkpoint-dir={folder}", "--keep=2", "--steps=150"],
            capture_output=True, text=True, env=suite.environment, timeout=120)
        expect(done.returncode == 0, done.stderr[-300:])
        events = read_calls(log, os.path.realpath(folder))
        kinds = [kind for kind, _, _ in events]
        expect(kinds.count("rename") == 150 and kinds.count("sync") == 300,
               f"{kinds.count('rename')} renames, {kinds.count('sync')} fsyncs")
        states, losses = count_losses(events)
        expect(losses == 0, f"of {states} states {losses} have lost a checkpoint")
        # Without an fsync of the file, or of the folder, it must notice a loss.
        for name, without in (("file", [e for e in events if e[0] != "sync" or not e[1]]),
                              ("folder", [("returned", "", b"") if e[:2] == ("sync", "") else e
                                          for e in events])):
            expect(count_losses(without[:40])[1] > 0, f"no loss without an fsync of the {name}")
        return f"{states} states"

    suite.test("killed", killed)
    suite.test("no_space", no_space)
    if subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", scratch],
                      capture_output=True, check=False).returncode == 0:
        suite.test("full_disk", full_disk)
    else:
        suite.skip("full_disk", "a file system cannot be mounted here")
    if shutil.which("strace"):
        suite.test("failing_calls", failing_calls)
        suite.test("power_cut", power_cut)
    else:
        for name in ("failing_calls", "power_cut"):
            suite.skip(name, "strace is not installed")


def body(suite, scratch):
    graph = os.path.join(scratch, "large.mlir")
    with open(graph, "w", encoding="utf-8") as file:
        file.write(LARGE_GRAPH)
    test_resume(suite, scratch)
    test_contents(suite, scratch)
    test_precisions(suite, scratch)
    test_refusals(suite, scratch, graph)
    test_faults(suite, scratch, graph)


def add_arguments(parser):
    parser.add_argument("--kills", type=int, default=50, help="kills of a run that saves")
    parser.add_argument("--stops", choices=["some", "all"], default="some",
                        help="steps to resume from (default: some)")


if __name__ == "__main__":
    sys.exit(Suite("checkpoints", __doc__, add_arguments).main(body))
