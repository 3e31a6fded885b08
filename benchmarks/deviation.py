#!/usr/bin/env python3
#===- deviation.py - How far trainings go from those in f64 ----------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Trains networks by PyTorch in f64, and by PyTorch and by amp.torch in f32, bf16 and f16, and
compares how far their losses are from those in f64.

Prints a table in Markdown and keeps the raw figures as JSON. README.md beside this file
says how it is measured.
"""

import importlib.metadata
import importlib.util
import inspect
import math
import os
import statistics
import sys
import time
import warnings

from common import (Failure, begin_record, other_cpu_share, read_clocks, run_benchmark, say,
                    step_parser, table, whole)
from kernels import names_of
from peer import Peer, has_torch, serve

FORMAT = 1  # Of the raw figures; raised when a key changes its meaning.

PRECISIONS = ["f32", "bf16", "f16"]
AIMS = {"median": 1.2, "worst": 3.0}
# A loss is a number of f32: what is nearer than a rounding of it is as near as can be asked.
FLOOR = 2.0 ** -24


#===------------------------------------------------------------------------===#
# Trainings
#===------------------------------------------------------------------------===#


def load_file(source):
    """The function that FILE.py:FUNCTION names."""
    path, _, name = source.rpartition(":")
    spec = importlib.util.spec_from_file_location("deviation_source", path)
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    spec.loader.exec_module(module)
    return getattr(module, name)


def find_network(name):
    if ":" in name:
        return load_file(name)
    import zoo
    return zoo.NETWORKS[name]


class Network:
    """What a function gives, once more for each training: with first values and batches of a
    seed. What the function draws besides is the same for all."""

    def __init__(self, torch, name, steps):
        self.torch, self.function, self.steps = torch, find_network(name), steps

    def call(self, seed=0):
        self.torch.manual_seed(seed)
        given = self.function()
        given = dict(given) if isinstance(given, dict) else \
            dict(zip(("module", "loss", "optimizer", "example"), given))
        for part in given["module"].modules():
            # Which elements are dropped depends on the generator, which is not PyTorch's.
            if isinstance(part, self.torch.nn.modules.dropout._DropoutNd):
                part.p = 0.0
            elif isinstance(getattr(part, "dropout", None), float):
                part.dropout = 0.0
        return given

    def parts(self, given):
        """Module and loss, as far as they have state."""
        return [part for part in (given["module"], given["loss"])
                if isinstance(part, self.torch.nn.Module)]

    def states(self, seed):
        return [part.state_dict() for part in self.parts(self.call(seed))]

    def batches(self, seed):
        example = self.call()["example"]
        self.torch.manual_seed(1000 + seed)
        return [example() if callable(example) else example for _ in range(self.steps)]


def step_once(torch, given, batch, precision, scaler):
    """A step as PyTorch's examples of AMP have it, with the loss in f32."""
    module, loss, optimizer = given["module"], given["loss"], given["optimizer"]
    dtype = {"bf16": torch.bfloat16, "f16": torch.float16}.get(precision)
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype, enabled=dtype is not None):
        value = compute_loss(module, loss, batch)
    scaler.scale(value).backward()
    scaler.unscale_(optimizer)
    if given.get("clip_grad_norm"):
        parameters = [p for group in optimizer.param_groups for p in group["params"]]
        torch.nn.utils.clip_grad_norm_(parameters, given["clip_grad_norm"])
    scaler.step(optimizer)
    scaler.update()
    return value.item()


def compute_loss(module, loss, batch):
    """As `amp.torch.compile_training` understands a batch."""
    if loss is None:
        return module(**batch) if isinstance(batch, dict) else module(*batch)
    if not hasattr(loss, "forward") and \
            next(iter(inspect.signature(loss).parameters)) in ("module", "model", "net"):
        return loss(module, batch)
    *inputs, target = batch
    return loss(module(*inputs), *(target if isinstance(target, (tuple, list)) else (target,)))


def train_torch(torch, network, seed, precision):
    """Losses, and the median time of a step."""
    given, batches = network.call(), network.batches(seed)
    for part, state in zip(network.parts(given), network.states(seed)):
        part.load_state_dict(state)
    if precision == "f64":
        for part in network.parts(given):
            part.double()
        batches = torch.utils._pytree.tree_map_only(
            torch.Tensor, lambda x: x.double() if x.is_floating_point() else x, batches)
    scaler = torch.amp.GradScaler("cpu", enabled=precision == "f16")
    losses, times = [], []
    with warnings.catch_warnings():
        # A schedule's step comes first where the first step overflows.
        warnings.simplefilter("ignore")
        for batch in batches:
            begin = time.perf_counter()
            losses.append(step_once(torch, given, batch, precision, scaler))
            times.append(time.perf_counter() - begin)
            for name in ("scheduler", "stepped"):
                if given.get(name) is not None:
                    given[name].step()
    return losses, statistics.median(times) * 1e3


class Ours:
    """A training of amp.torch, which begins anew with each seed."""

    def __init__(self, torch, network, precision, threads):
        import amp.torch
        self.torch, self.network = torch, network
        self.given = given = network.call()
        self.example = network.batches(0)[0]
        scaler = torch.amp.GradScaler("cpu") if precision == "f16" else None
        self.stateful = [given[name] for name in ("optimizer", "stepped") if given.get(name)]
        self.stateful += [scaler] if scaler else []
        self.first = [part.state_dict() for part in self.stateful]
        self.stepped = given.pop("stepped", None)
        begin = time.perf_counter()
        self.training = amp.torch.compile_training(**{
            **given, "example": self.example, "precision": precision, "scaler": scaler,
            "device": "cpu", "threads": threads, "cache_dir": None})
        self.seconds = time.perf_counter() - begin

    def train(self, seed):
        for part, state in zip(self.network.parts(self.given), self.network.states(seed)):
            part.load_state_dict(state)
        for part, state in zip(self.stateful, self.first):
            part.load_state_dict(state)
        self.training.from_torch()
        losses, times = [], []
        for batch in self.network.batches(seed):
            begin = time.perf_counter()
            losses.append(float(self.training.step(batch)))
            times.append(time.perf_counter() - begin)
            if self.stepped is not None:
                self.stepped.step()
        return losses, statistics.median(times) * 1e3


def deviation(losses, exact):
    """The root of the mean square of what losses are off, over that of the exact ones."""
    return math.sqrt(sum((a - b) ** 2 for a, b in zip(losses, exact)) /
                     sum(b ** 2 for b in exact))


def make_answer():
    """Keeps the exact losses of the network that was asked for last."""
    exact = {}

    def answer(torch, request):
        warnings.simplefilter("ignore")
        name, precision = request["network"], request["precision"]
        network = Network(torch, name, request["steps"])
        seeds = range(request["seeds"])
        if name not in exact:
            exact.clear()
            exact[name] = [train_torch(torch, network, seed, "f64")[0] for seed in seeds]
        theirs = [train_torch(torch, network, seed, precision) for seed in seeds]
        found = {"torch": [deviation(losses, right) for (losses, _), right
                           in zip(theirs, exact[name])],
                 "torch_ms": statistics.median(ms for _, ms in theirs)}
        try:
            training = Ours(torch, network, precision, request["threads"])
            ours = [training.train(seed) for seed in seeds]
        except Exception as error:  # pylint: disable=broad-except
            return {**found, "refused": f"{type(error).__name__}: {error}"}
        return {**found, "compile_seconds": training.seconds,
                "amp": [deviation(losses, right) for (losses, _), right
                        in zip(ours, exact[name])],
                "amp_ms": statistics.median(ms for _, ms in ours)}
    return answer


#===------------------------------------------------------------------------===#
# Measuring
#===------------------------------------------------------------------------===#


def measure(options):
    if not has_torch():
        raise Failure("this Python has no PyTorch, from which the networks are imported")
    os.environ["PYTHONPATH"] = os.path.join(os.path.abspath(options.build), "python")
    raw = {**begin_record(FORMAT, options, None), "deviations": [], "seeds": options.repetitions,
           "floor": FLOOR, "torch": importlib.metadata.version("torch")}
    raw["machine"]["threads"] = options.threads
    before = read_clocks()
    peer = Peer(__file__, options.threads)
    try:
        for name in options.networks:
            for precision in options.precisions:
                try:
                    found = peer.ask(network=name, precision=precision, steps=options.steps,
                                     seeds=options.repetitions, threads=options.threads)
                except Failure as failure:
                    found = {"refused": str(failure)}
                    peer = Peer(__file__, options.threads)
                if "error" in found:
                    raise Failure(f"{name}, {precision}: {found['error']}")
                raw["deviations"].append({"network": name, "precision": precision, **found})
                say(f"{name}, {precision}: " + (
                    "not trained" if "refused" in found else
                    f"median {statistics.median(ratios(found, FLOOR)):.2f}"))
    finally:
        with peer:
            pass
    raw["other_cpu_share"] = other_cpu_share(before, read_clocks())
    raw["failed"] = [f"{entry['network']}, {entry['precision']}" for entry in raw["deviations"]
                     if "refused" in entry]
    return raw


def ratios(entry, floor):
    """Of our deviations to PyTorch's; what is not finite is infinitely far."""
    return [max(ours, floor) / max(theirs, floor) if math.isfinite(ours) else math.inf
            for ours, theirs in zip(entry["amp"], entry["torch"])]


def report(raw):
    rows, beyond, refused, medians = [], [], [], {}
    for entry in raw["deviations"]:
        label = f"{os.path.basename(entry['network'])} {entry['precision']}"
        if "refused" in entry:
            refused.append(f"- {label}: {entry['refused']}")
            continue
        found = ratios(entry, raw["floor"])
        figures = {"median": statistics.median(found), "worst": max(found)}
        medians.setdefault(entry["precision"], []).append(figures["median"])
        if any(figures[key] > aim for key, aim in AIMS.items()):
            beyond.append(f"- {label}: " + ", ".join(f"{key} {value:.2f}" for key, value
                                                     in figures.items()))
        rows.append([*label.rsplit(" ", 1), f"{figures['median']:.2f}",
                     f"{figures['worst']:.2f}", f"{statistics.median(entry['amp']):.1e}",
                     f"{statistics.median(entry['torch']):.1e}",
                     f"{entry['compile_seconds']:.2f}", f"{entry['amp_ms']:.2f}",
                     f"{entry['torch_ms']:.2f}"])
    lines = [f"{raw['machine']['cpu']}, {raw['machine']['threads']} threads, PyTorch "
             f"{raw['torch']}, {raw['date'][:10]}, commit "
             f"{raw['commit'] or 'unknown'}{' with changes' if raw['changed'] else ''}; "
             f"{raw['seeds']} seeds, {raw['steps']} steps", ""]
    lines += table(["network", "type", "median", "worst", "amp", "PyTorch", "compilation, s",
                    "amp, ms", "PyTorch, ms"], rows, left=2)
    for precision, listed in medians.items():
        lines.append(f"{precision}: {len(listed)} networks, the median of their medians is "
                     f"{statistics.median(listed):.2f}")
    lines += ["", f"Beyond {AIMS['median']} in the median or {AIMS['worst']:g} in the worst: "
              f"{len(beyond) or 'none'}", *beyond,
              f"Not trained: {len(refused) or 'none'}", *refused, ""]
    share = raw["other_cpu_share"]
    if share is None or share > 0.03:
        lines.append("Other processes ran meanwhile: the times are worth little, which the "
                     "deviations do not depend on.")
    return lines


def list_networks():
    """The names in zoo.py, which cannot be imported without PyTorch."""
    import zoo
    return list(zoo.NETWORKS)


def parse_arguments(argv):
    parser = step_parser(__doc__, steps=50)
    known = list_networks() if has_torch() else []
    parser.add_argument("--networks", metavar="NAME,...",
                        type=names_of(known) if known else lambda text: text.split(","),
                        help=f"of {', '.join(known) or 'zoo.py'} (default: all)")
    parser.add_argument("--file", metavar="FILE.py:FUNCTION",
                        help="a network of one's own: FUNCTION gives what it gives for python "
                        "-m amp.torch; its example may be a function that makes a batch")
    parser.add_argument("--precisions", type=names_of(PRECISIONS), default=PRECISIONS,
                        metavar="NAME,...", help=f"default {','.join(PRECISIONS)}")
    parser.add_argument("--seeds", dest="repetitions", type=whole(1, 1000), metavar="N",
                        help="another name of --repetitions")
    parser.set_defaults(repetitions=8)
    parser.add_argument("--threads", type=whole(1, 1024), metavar="N",
                        default=len(os.sched_getaffinity(0)),
                        help="threads (default: one for each CPU of this process)")
    options = parser.parse_args(argv)
    if options.device != "cpu":
        parser.error(f"--device={options.device}: PyTorch's autocast on the CPU is compared")
    if options.file is not None:
        path, _, name = options.file.rpartition(":")
        if not (path.endswith(".py") and os.path.exists(path) and name):
            parser.error(f"--file={options.file}: expected FILE.py:FUNCTION of a file that exists")
    options.networks = (options.networks or []) + ([options.file] if options.file else []) or known
    return options


def main(argv=None):
    if argv is None and sys.argv[1:2] == ["--peer"]:
        return serve(int(sys.argv[2]), make_answer())
    options = parse_arguments(argv)
    return run_benchmark("deviation.py", options, FORMAT, "deviations", measure, report,
                         "deviation")


if __name__ == "__main__":
    sys.exit(main())
