#!/usr/bin/env python3
#===- memory.py - Resident memory of trainings against PyTorch -------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Measures the most resident memory of training steps of networks of PyTorch, against PyTorch.

Prints a table in Markdown and keeps the raw figures as JSON. README.md beside this file
says how it is measured.
"""

import argparse
import gc
import importlib.metadata
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

import networks
from common import (ROOT, Failure, begin_record, read_cpu, run_benchmark, say, step_parser,
                    table, whole)
from kernels import names_of
from peer import has_torch

FORMAT = 1  # Of the raw figures; raised when a key changes its meaning.

EXAMPLES = os.path.join(ROOT, "examples")
NETWORKS = ["digits", "deep-64", "lstm-200", "words-35", "embedding-50257", "unet", "simplecnn",
            "resnet-2", "mobilenet-3", "resnet50", "vit", "gpt"]
# `blocks` is amp with what a block needs computed again.
WAYS = ["amp", "blocks", "eager"]
STEPS = 3


#===------------------------------------------------------------------------===#
# Networks
#===------------------------------------------------------------------------===#


def load_example(folder, name):
    sys.path.insert(0, os.path.join(EXAMPLES, folder))
    return __import__(name)


def make_images(torch, function, batch):
    """A network of examples/images, with as many images of its size."""
    given = function()
    module, loss, optimizer, (images, target) = (
        (given["module"], given["loss"], given["optimizer"], given["example"])
        if isinstance(given, dict) else given)
    torch.manual_seed(0)
    return (module, loss, optimizer,
            (torch.randn(batch, *images.shape[1:]),
             torch.randint(0, 10, (batch, *target.shape[1:]))))


def make_text(torch, gpt2, config, batch):
    module = gpt2.GPT2(config)
    text = torch.randint(0, config.words, (batch, config.length))
    return module, gpt2.loss, gpt2.make_optimizer(module), (text, text.roll(-1, 1))


def make_training(torch, name):
    """Module, loss, optimizer and a batch, the same for the same name."""
    kind, _, size = name.partition("-")
    torch.manual_seed(0)
    if kind == "resnet50":
        return make_images(torch, load_example("images", "resnet").resnet50, int(size or 8))
    if kind == "vit":
        return make_images(torch, load_example("images", "vit").training, int(size or 32))
    if kind in ("gpt", "gpt2"):
        gpt2 = load_example("gpt2", "gpt2")
        # Characters, 6 blocks of width 384; GPT-2 itself, of 124 million parameters.
        config = gpt2.Config() if kind == "gpt2" else gpt2.Config(6, 384, 6, 65, 256, 0.2)
        return make_text(torch, gpt2, config, int(size or (1 if kind == "gpt2" else 16)))
    module, loss, batch = networks.make_network(torch, name)
    return module, loss, networks.make_optimizer(torch, name, module), batch


#===------------------------------------------------------------------------===#
# In a process
#===------------------------------------------------------------------------===#


def read_status(key):
    """Bytes of a line of /proc/self/status."""
    with open("/proc/self/status", encoding="ascii") as file:
        return int(re.search(rf"^{key}:\s+(\d+) kB$", file.read(), re.M)[1]) * 1024


def reset_peak():
    with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")


def save(training, batch, folder):
    """What a run of the program alone takes."""
    import numpy as np
    training.session.save_program(os.path.join(folder, "network.ampx"))
    for name, tensor in training._named(batch).items():
        np.save(os.path.join(folder, f"{name}.npy"), tensor.numpy())


def prepare_amp(torch, request, module, loss, optimizer, batch):
    import amp.torch
    settings = {"recompute": "blocks"} if request["way"] == "blocks" else {}
    training = amp.torch.compile_training(
        module, loss, optimizer, batch, precision=request["precision"], device="cpu",
        threads=request["threads"], cache_dir=None, dynamic_batch=False, keep_module=False,
        **settings)
    return (lambda: training.step(batch)["loss"],
            lambda: save(training, batch, request["scratch"]))


def prepare_eager(torch, request, module, loss, optimizer, batch):
    x, y = batch

    def step():
        with torch.autocast("cpu", torch.bfloat16, enabled=request["precision"] == "bf16"):
            result = loss(module(x), y)
        optimizer.zero_grad()
        result.backward()
        optimizer.step()
        return result.item()
    return step, lambda: None


def warm_up(torch, prepare, request):
    """A training of one small layer, which loads what is loaded when it is first used."""
    module = torch.nn.Linear(8, 8)
    batch = torch.zeros(4, 8), torch.zeros(4, 8)
    step, _ = prepare(torch, request, module, torch.nn.functional.mse_loss,
                      torch.optim.SGD(module.parameters(), 1e-3), batch)
    step()


def measure_here(request):
    """What a training in this process needs, in bytes above what the process has when code is
    loaded."""
    import torch
    torch.set_num_threads(request["threads"])
    imported = read_status("VmRSS")
    prepare = prepare_eager if request["way"] == "eager" else prepare_amp
    warm_up(torch, prepare, request)
    gc.collect()
    base = read_status("VmRSS")
    reset_peak()
    step, finish = prepare(torch, request, *make_training(torch, request["network"]))
    compiling = read_status("VmHWM")
    gc.collect()
    reset_peak()
    losses = [step() for _ in range(request["steps"])]
    peak = read_status("VmHWM")
    finish()
    return {"loaded_bytes": base - imported, "step_bytes": peak - base,
            "whole_bytes": max(compiling, peak) - base, "losses": losses}


#===------------------------------------------------------------------------===#
# Measuring
#===------------------------------------------------------------------------===#


def measure_once(**request):
    done = subprocess.run([sys.executable, os.path.abspath(__file__), "--here",
                           json.dumps(request)], capture_output=True, text=True)
    if done.returncode:
        raise Failure(f"{request}: {done.stderr.strip()[-1000:]}")
    return json.loads(done.stdout.splitlines()[-1])


def run_measured(command):
    """The most resident bytes of a process."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise Failure(f"{' '.join(command)} ended with {process.returncode}: {said[-1000:]}")
    return usage.ru_maxrss * 1024


def measure_program(options, scratch):
    """A process that runs the program that was saved, without Python and without a compiler,
    above one that runs nothing."""
    tool = os.path.join(options.build, "bin", "amp-run-program")
    # The program is for this batch alone, which is the same in every step.
    inputs = [f"--input={name[:-4]}={os.path.join(scratch, name)}"
              for name in sorted(os.listdir(scratch)) if name.endswith(".npy")]
    peak = run_measured([tool, os.path.join(scratch, "network.ampx"), "--trusted",
                         "--device=cpu", "--entry=train", f"--steps={options.steps}",
                         f"--threads={options.threads}", *inputs])
    return {"step_bytes": peak - run_measured([tool, "--help"])}


def measure(options):
    if not has_torch():
        raise Failure("this Python has no PyTorch, from which the networks are imported")
    os.environ["PYTHONPATH"] = os.path.join(os.path.abspath(options.build), "python")
    raw = {**begin_record(FORMAT, options, None), "networks": [],
           "torch": importlib.metadata.version("torch")}
    raw["machine"]["threads"] = options.threads
    for name in options.networks:
        for precision in options.precisions:
            say(f"{name}, {precision}")
            runs = {way: [] for way in [*options.ways, "program"]}
            for _ in range(options.repetitions):
                with tempfile.TemporaryDirectory() as scratch:
                    for way in options.ways:
                        runs[way].append(measure_once(
                            network=name, precision=precision, way=way, scratch=scratch,
                            threads=options.threads, steps=options.steps))
                        if way == "amp":
                            runs["program"].append(measure_program(options, scratch))
            raw["networks"].append({"network": name, "precision": precision, "runs": runs})
    return raw


def report(raw):
    rows, above = [], []
    for entry in raw["networks"]:
        def median(way, key, runs=entry["runs"]):
            return statistics.median(run[key] for run in runs[way]) if runs.get(way) else None

        def shown(way, key):
            found = median(way, key)
            return "-" if found is None else f"{found / 2**20:.1f}"

        ours, theirs = median("amp", "step_bytes"), median("eager", "step_bytes")
        ratio = ours / theirs if ours and theirs else None
        rows.append([entry["network"], entry["precision"], shown("amp", "step_bytes"),
                     shown("blocks", "step_bytes"), shown("program", "step_bytes"),
                     shown("eager", "step_bytes"), "-" if ratio is None else f"{ratio:.2f}",
                     shown("amp", "whole_bytes"), shown("amp", "loaded_bytes"),
                     shown("eager", "loaded_bytes")])
        if ratio is not None and ratio > 1:
            above.append(f"- {entry['network']} {entry['precision']}: {ratio:.2f}")
    lines = [f"{raw['machine']['cpu']}, {raw['machine']['threads']} threads, PyTorch "
             f"{raw['torch']}, {raw['date'][:10]}, commit "
             f"{raw['commit'] or 'unknown'}{' with changes' if raw['changed'] else ''}", ""]
    lines += table(["network", "type", "amp, MiB", "by block", "program alone", "PyTorch",
                    "to PyTorch", "with compilation", "loaded: amp", "loaded: PyTorch"], rows,
                   left=2)
    return lines + [f"Above PyTorch: {len(above) or 'none'}", *above, ""]


def network(text):
    for name in text.split(","):
        if not re.fullmatch(r"(resnet50|vit|gpt|gpt2)(-[1-9]\d{0,6})?", name):
            networks.network(name)
    return text.split(",")


def parse_arguments(argv):
    parser = step_parser(__doc__, STEPS)
    parser.add_argument("--networks", type=network, default=NETWORKS, metavar="NAME,...",
                        help=f"default {','.join(NETWORKS)}")
    for flag, known in (("precisions", networks.PRECISIONS), ("ways", WAYS)):
        parser.add_argument(f"--{flag}", type=names_of(known), default=known,
                            metavar="NAME,...", help=f"default {','.join(known)}")
    parser.add_argument("--threads", type=whole(1, 1024), metavar="N",
                        default=len(os.sched_getaffinity(0)),
                        help="threads (default: one for each CPU of this process)")
    parser.add_argument("--smoke", action="store_true",
                        help="tiny networks, once: shows that it runs, measures nothing")
    parser.set_defaults(repetitions=1)
    options = parser.parse_args(argv)
    if options.device != "cpu":
        parser.error(f"--device={options.device}: only the CPU's memory is measured")
    if options.smoke:
        options.networks, options.steps, options.repetitions = ["digits", "deep-2"], 2, 1
    return options


def main(argv=None):
    if argv is None and sys.argv[1:2] == ["--here"]:
        print(json.dumps(measure_here(json.loads(sys.argv[2]))))
        return 0
    options = parse_arguments(argv)
    return run_benchmark("memory.py", options, FORMAT, "networks", measure, report, "memory")


if __name__ == "__main__":
    sys.exit(main())
