#!/usr/bin/env python3
#===- networks.py - Training steps of small networks against PyTorch -------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Measures training steps of small networks, imported from PyTorch, against PyTorch, eager
and by torch.compile.

Prints a table in Markdown and keeps the raw figures as JSON. README.md beside this file
says how it is measured.
"""

import argparse
import contextlib
import importlib.metadata
import os
import re
import statistics
import sys
import tempfile
import time

from common import (ROOT, Failure, begin_record, busy_lines, other_cpu_share, read_clocks,
                    run_benchmark, say, step_parser, table, whole)
from kernels import names_of
from peer import Peer, has_torch, median_ms, serve
from recipe_cpu import run_json

FORMAT = 1  # Of the raw figures; raised when a key changes its meaning.

# A number behind the name is its length, or the rows of its table.
NETWORKS = ["recipe-1024", "digits", "deep-64", "lstm-50", "lstm-200", "gru-50", "bilstm-50",
            "sentiment-60", "words-35", "embedding-2000", "embedding-20000", "embedding-50257", "unet",
            "simplecnn", "resnet-2", "mobilenet-3", "convnext-8", "resnext-8", "resnet50-8",
            "vit-32", "gpt-4"]
# Where PyTorch has a use for channels last.
IMAGES = ("unet", "simplecnn", "resnet", "mobilenet", "convnext", "resnext", "resnet50", "vit")
PRECISIONS = ["f32", "bf16"]
# `last` is PyTorch with its images' channels last.
WAYS = ["amp", "eager", "compile", "eager-last", "compile-last"]
EXAMPLES = os.path.join(ROOT, "examples")
AIM = 1.0


#===------------------------------------------------------------------------===#
# Networks
#===------------------------------------------------------------------------===#


def make_recipe(torch, size):
    nn = torch.nn
    layers = [nn.Linear(size, size), nn.ReLU(), nn.Linear(size, size), nn.ReLU(),
              nn.Linear(size, size)]
    return (nn.Sequential(*layers), nn.functional.mse_loss,
            (torch.randn(512, size), torch.randn(512, size)))


def make_digits(torch, size):
    nn = torch.nn
    layers = [nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 10)]
    return (nn.Sequential(*layers), nn.functional.cross_entropy,
            (torch.randn(32, 64), torch.randint(0, 10, (32,))))


def make_deep(torch, size):
    nn = torch.nn
    layers = [layer for _ in range(size) for layer in (nn.Linear(64, 64), nn.ReLU())]
    return (nn.Sequential(*layers), nn.functional.mse_loss,
            (torch.randn(32, 64), torch.randn(32, 64)))


def make_recurrent(torch, layer, size, **settings):
    """A recurrent layer over `size` steps, and classes of what is behind the last one."""
    nn = torch.nn

    class Network(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = layer(64, 256, batch_first=True, **settings)
            self.classes = nn.Linear(512 if settings.get("bidirectional") else 256, 2)

        def forward(self, x):
            return self.classes(self.layer(x)[0][:, -1])
    return (Network(), nn.functional.cross_entropy,
            (torch.randn(16, size, 64), torch.randint(0, 2, (16,))))


def make_lstm(torch, size):
    return make_recurrent(torch, torch.nn.LSTM, size)


def make_gru(torch, size):
    return make_recurrent(torch, torch.nn.GRU, size)


def make_bilstm(torch, size):
    return make_recurrent(torch, torch.nn.LSTM, size, num_layers=2, bidirectional=True)


def make_sentiment(torch, size):
    """One text of `size` tokens at a time."""
    nn = torch.nn

    class Network(nn.Module):
        def __init__(self):
            super().__init__()
            self.table = nn.Embedding(5000, 100)
            self.lstm = nn.LSTM(100, 256, batch_first=True)
            self.classes = nn.Linear(256, 2)

        def forward(self, x):
            return self.classes(self.lstm(self.table(x))[0][:, -1])
    return (Network(), nn.functional.cross_entropy,
            (torch.randint(0, 5000, (1, size)), torch.randint(0, 2, (1,))))


def make_words(torch, size):
    """A language model: the word behind each of `size`."""
    nn = torch.nn

    class Network(nn.Module):
        def __init__(self):
            super().__init__()
            self.table = nn.Embedding(5000, 200)
            self.lstm = nn.LSTM(200, 200, num_layers=2, batch_first=True)
            self.words = nn.Linear(200, 5000)

        def forward(self, x):
            return self.words(self.lstm(self.table(x))[0]).transpose(1, 2)
    return (Network(), nn.functional.cross_entropy,
            (torch.randint(0, 5000, (20, size)), torch.randint(0, 5000, (20, size))))


def make_embedding(torch, size):
    nn = torch.nn

    class Network(nn.Module):
        def __init__(self):
            super().__init__()
            self.table = nn.Embedding(size, 256)
            self.classes = nn.Linear(256, 2)

        def forward(self, x):
            return self.classes(self.table(x).mean(1))
    return (Network(), nn.functional.cross_entropy,
            (torch.randint(0, size, (16, 32)), torch.randint(0, 2, (16,))))


def make_unet(torch, size):
    nn = torch.nn

    def block(inputs, outputs):
        return nn.Sequential(nn.Conv2d(inputs, outputs, 3, padding=1), nn.GroupNorm(4, outputs),
                             nn.SiLU())

    class Network(nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = block(1, 16), block(16, 32)
            self.up = nn.ConvTranspose2d(32, 16, 2, 2)
            self.third, self.last = block(32, 16), nn.Conv2d(16, 1, 1)

        def forward(self, x):
            fine = self.first(x)
            coarse = self.second(nn.functional.max_pool2d(fine, 2))
            return self.last(self.third(torch.cat([self.up(coarse), fine], 1)))
    return Network(), nn.functional.mse_loss, (torch.randn(8, 1, 32, 32),
                                               torch.randn(8, 1, 32, 32))


def make_simplecnn(torch, size):
    nn = torch.nn
    layers = [nn.Conv2d(3, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
              nn.Conv2d(32, 64, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
              nn.Flatten(), nn.Linear(4096, 10)]
    return (nn.Sequential(*layers), nn.functional.cross_entropy,
            (torch.randn(64, 3, 32, 32), torch.randint(0, 10, (64,))))


def make_resnet(torch, size):
    """Blocks of ResNet-18, the first of each further two with a stride of 2."""
    nn = torch.nn

    class Block(nn.Module):
        def __init__(self, inputs, outputs, stride):
            super().__init__()
            self.body = nn.Sequential(
                nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs),
                nn.ReLU(), nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False),
                nn.BatchNorm2d(outputs))
            self.skip = nn.Identity() if inputs == outputs else nn.Sequential(
                nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

        def forward(self, x):
            return torch.relu(self.body(x) + self.skip(x))
    layers, width = [], 64
    for _ in range(size):
        outputs = 64 if not layers else 2 * width
        layers += [Block(width, outputs, outputs // width), Block(outputs, outputs, 1)]
        width = outputs
    layers += [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(width, 10)]
    return (nn.Sequential(*layers), nn.functional.cross_entropy,
            (torch.randn(16, 64, 28, 28), torch.randint(0, 10, (16,))))


def make_mobilenet(torch, size):
    """Inverted residuals of MobileNetV2: expand, depthwise, project."""
    nn = torch.nn

    class Block(nn.Module):
        def __init__(self, channels):
            super().__init__()
            inner = 4 * channels
            self.body = nn.Sequential(
                nn.Conv2d(channels, inner, 1, bias=False), nn.BatchNorm2d(inner), nn.ReLU6(),
                nn.Conv2d(inner, inner, 3, 1, 1, groups=inner, bias=False),
                nn.BatchNorm2d(inner), nn.ReLU6(),
                nn.Conv2d(inner, channels, 1, bias=False), nn.BatchNorm2d(channels))

        def forward(self, x):
            return x + self.body(x)
    layers = [Block(32) for _ in range(size)]
    layers += [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(32, 10)]
    return (nn.Sequential(*layers), nn.functional.cross_entropy,
            (torch.randn(16, 32, 28, 28), torch.randint(0, 10, (16,))))


def make_convnext(torch, size):
    """Blocks of ConvNeXt: depthwise windows of 7 x 7, layer norm of channels, two products."""
    nn = torch.nn

    class ChannelNorm(nn.LayerNorm):
        def forward(self, x):
            return super().forward(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)

    class Block(nn.Module):
        def __init__(self, channels):
            super().__init__()
            self.depthwise = nn.Conv2d(channels, channels, 7, padding=3, groups=channels)
            self.body = nn.Sequential(nn.LayerNorm(channels), nn.Linear(channels, 4 * channels),
                                      nn.GELU(), nn.Linear(4 * channels, channels))
            self.scale = nn.Parameter(0.1 * torch.ones(channels))

        def forward(self, x):
            y = self.body(self.depthwise(x).permute(0, 2, 3, 1)) * self.scale
            return x + y.permute(0, 3, 1, 2)
    module = nn.Sequential(nn.Conv2d(3, 96, 4, 4), ChannelNorm(96), Block(96), Block(96),
                           ChannelNorm(96), nn.Conv2d(96, 192, 2, 2), Block(192), Block(192),
                           nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(192, 10))
    return (module, nn.functional.cross_entropy,
            (torch.randn(size, 3, 128, 128), torch.randint(0, 10, (size,))))


def make_resnext(torch, size):
    """Blocks of ResNeXt: bottlenecks whose windows have 32 groups of 4 channels."""
    nn = torch.nn

    class Block(nn.Module):
        def __init__(self, channels):
            super().__init__()
            inner = channels // 2
            self.body = nn.Sequential(
                nn.Conv2d(channels, inner, 1, bias=False), nn.BatchNorm2d(inner), nn.ReLU(),
                nn.Conv2d(inner, inner, 3, padding=1, groups=32, bias=False),
                nn.BatchNorm2d(inner), nn.ReLU(),
                nn.Conv2d(inner, channels, 1, bias=False), nn.BatchNorm2d(channels))

        def forward(self, x):
            return nn.functional.relu(x + self.body(x))
    module = nn.Sequential(nn.Conv2d(3, 256, 7, 4, 3), Block(256), Block(256), Block(256),
                           nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(256, 10))
    return (module, nn.functional.cross_entropy,
            (torch.randn(size, 3, 128, 128), torch.randint(0, 10, (size,))))


def make_network(torch, name):
    """Module, loss and a batch, the same for the same name."""
    kind, _, size = name.partition("-")
    torch.manual_seed(0)
    return globals()[f"make_{kind}"](torch, int(size or 0))


def make_optimizer(torch, name, module):
    if name.startswith("unet"):
        return torch.optim.AdamW(module.parameters(), 1e-3)
    return torch.optim.SGD(module.parameters(), 1e-3)


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
    module, loss, batch = make_network(torch, name)
    return module, loss, make_optimizer(torch, name, module), batch


#===------------------------------------------------------------------------===#
# Processes
#===------------------------------------------------------------------------===#


def prepare_amp(torch, request):
    """A step, and what a run of the same program says of itself."""
    import amp.torch
    import numpy as np
    module, loss, optimizer, batch = make_training(torch, request["network"])
    begin = time.perf_counter()
    training = amp.torch.compile_training(
        module, loss, optimizer, batch,
        precision=request["precision"], device="cpu", threads=request["threads"],
        cache_dir=None)
    seconds = time.perf_counter() - begin
    path = os.path.join(request["scratch"], "network.ampx")
    training.session.executable.save(path)
    arguments = []
    for name, tensor in training._named(batch).items():
        file = os.path.join(request["scratch"], f"{name}.npy")
        np.save(file, tensor.numpy())
        arguments.append(f"--data={name}={file}")
    document = run_json([os.path.join(request["build"], "bin", "amp-run"), path,
                         "--trusted", "--device=cpu", "--entry=train", "--steps=2",
                         f"--batch-size={len(batch[0])}", "--profile", "--json", *arguments])
    (found,) = document["runs"]
    records = [record for profile in found["profile"] for record in profile["records"]]
    return lambda: training.step(batch)["loss"], {
        "compile_seconds": seconds, "peak_memory_bytes": found["peak_memory_bytes"],
        "arena_bytes": found["arena_bytes"], "records": len(records),
        "kernels": len({record["name"] for record in records
                        if not re.match(r"gemm |copy|fill", record["name"])})}


def prepare_torch(torch, request):
    module, loss, optimizer, (x, y) = make_training(torch, request["network"])
    way, _, last = request["way"].partition("-")
    if last:
        module = module.to(memory_format=torch.channels_last)
        x = x.to(memory_format=torch.channels_last)
    if way == "compile":
        # Eager is as it is written; this is all that makes PyTorch fast.
        for group in optimizer.param_groups:
            group["fused"] = True

    def forward(x, y):
        with torch.autocast("cpu", torch.bfloat16, enabled=request["precision"] == "bf16"):
            return loss(module(x), y)
    if way == "compile":
        # Without it what one process compiles is limited, and the rest is eager.
        torch.compiler.reset()
        forward = torch.compile(forward, dynamic=False)

    def step():
        result = forward(x, y)
        optimizer.zero_grad()
        result.backward()
        optimizer.step()
        return result.item()
    begin = time.perf_counter()
    step()
    return step, {"compile_seconds": time.perf_counter() - begin}


def make_answer():
    """Keeps what it was asked to prepare last, one for each way."""
    kept = {}

    def answer(torch, request):
        way = request["way"]
        if "seconds" in request:
            return {"ms": median_ms(kept[way], request["seconds"])}
        kept.pop(way, None)
        prepare = prepare_amp if way == "amp" else prepare_torch
        kept[way], found = prepare(torch, request)
        return found
    return answer


#===------------------------------------------------------------------------===#
# Measuring
#===------------------------------------------------------------------------===#


def measure_network(options, peers, name, precision, scratch):
    prepared = {}
    for way in options.ways:
        if way.endswith("-last") and name.partition("-")[0] not in IMAGES:
            continue
        prepared[way] = peers[way].ask(way=way, network=name, precision=precision,
                                       threads=options.threads, build=options.build,
                                       scratch=scratch)
        if way == "amp" and "error" in prepared[way]:
            raise Failure(f"{name}, {precision}: {prepared[way]['error']}")
    ways = [way for way in prepared if "error" not in prepared[way]]
    runs = []
    for repetition in range(options.repetitions):
        # Who comes first changes, so that a drift of the clock favours none.
        order = ways if repetition % 2 == 0 else ways[::-1]
        figures = {}
        for way in order:
            found = peers[way].ask(way=way, seconds=options.seconds)
            if "error" in found:
                raise Failure(f"{name}, {precision}, {way}: {found['error']}")
            figures[way] = found["ms"]
        runs.append(figures)
    return {"network": name, "precision": precision, "prepared": prepared, "runs": runs}


def measure(options):
    if not has_torch():
        raise Failure("this Python has no PyTorch, from which the networks are imported")
    os.environ["PYTHONPATH"] = os.path.join(os.path.abspath(options.build), "python")
    raw = {**begin_record(FORMAT, options, None), "networks": [],
           "torch": importlib.metadata.version("torch")}
    raw["machine"]["threads"] = options.threads
    before = read_clocks()
    with tempfile.TemporaryDirectory() as scratch, contextlib.ExitStack() as stack:
        ours = stack.enter_context(Peer(__file__, options.threads))
        theirs = stack.enter_context(Peer(__file__, options.threads))
        peers = {way: ours if way == "amp" else theirs for way in WAYS}
        for name in options.networks:
            for precision in options.precisions:
                say(f"{name}, {precision}")
                raw["networks"].append(measure_network(options, peers, name, precision,
                                                       scratch))
    raw["other_cpu_share"] = other_cpu_share(before, read_clocks())
    return raw


def report(raw):
    rows, behind = [], []
    for entry in raw["networks"]:
        runs, prepared = entry["runs"], entry["prepared"]

        def median(way, runs=runs):
            return f"{statistics.median(run[way] for run in runs):.4g}" if way in runs[0] else "-"

        def ratio(way, runs=runs):
            # Of neighbours, which ran under the same conditions.
            return statistics.median(run["amp"] / run[way] for run in runs) \
                if way in runs[0] else None

        def seconds(way, prepared=prepared):
            found = prepared.get(way, {}).get("compile_seconds")
            return "-" if found is None else f"{found:.2f}"

        ratios = {way: ratio(way) for way in WAYS[1:]}
        # Against the fastest that PyTorch did in a repetition.
        best = statistics.median(run["amp"] / min(time for way, time in run.items()
                                                  if way != "amp") for run in runs) \
            if len(runs[0]) > 1 else None
        ours = prepared["amp"]
        rows.append([entry["network"], entry["precision"], *map(median, WAYS),
                     "-" if best is None else f"{best:.2f}",
                     seconds("amp"), seconds("compile"), ours["records"], ours["kernels"],
                     f"{ours['arena_bytes'] / 2**20:.1f}",
                     f"{ours['peak_memory_bytes'] / 2**20:.1f}"])
        if (best or 0) > AIM:
            behind.append(f"- {entry['network']} {entry['precision']}: "
                          + ", ".join(f"{found:.2f} times {way}" for way, found
                                      in ratios.items() if found and found > AIM))
    lines = [f"{raw['machine']['cpu']}, {raw['machine']['threads']} threads, PyTorch "
             f"{raw['torch']}, {raw['date'][:10]}, commit "
             f"{raw['commit'] or 'unknown'}{' with changes' if raw['changed'] else ''}", ""]
    lines += table(["network", "type", "amp, ms", "eager, ms", "torch.compile, ms",
                    "eager, last, ms", "torch.compile, last, ms", "to the best",
                    "compilation, s", "torch.compile, s", "records", "kernels", "arena, MiB",
                    "peak, MiB"], rows, left=2)
    lines += [f"Slower than PyTorch: {len(behind) or 'none'}", *behind, ""]
    return lines + busy_lines(raw)


def network(text):
    names = text.split(",")
    for name in names:
        if not re.fullmatch(r"digits|unet|simplecnn|(recipe|deep|lstm|gru|bilstm|sentiment|words|"
                            r"embedding|resnet|mobilenet|convnext|resnext|resnet50|vit|gpt)"
                            r"-[1-9]\d{0,6}", name):
            raise argparse.ArgumentTypeError(
                f"found '{name}', expected digits, unet, simplecnn, recipe-WIDTH, deep-LAYERS, "
                "embedding-ROWS, resnet-STAGES, mobilenet-BLOCKS, convnext, resnext, resnet50, "
                "vit or gpt with -BATCH, or lstm, gru, bilstm, sentiment or words with -STEPS")
    return names


def parse_arguments(argv):
    parser = step_parser(__doc__)
    parser.add_argument("--networks", type=network, default=NETWORKS, metavar="NAME,...",
                        help=f"default {','.join(NETWORKS)}")
    for flag, known in (("precisions", PRECISIONS), ("ways", WAYS)):
        parser.add_argument(f"--{flag}", type=names_of(known), default=known,
                            metavar="NAME,...", help=f"default {','.join(known)}")
    parser.add_argument("--seconds", type=float, default=0.5, metavar="S",
                        help="how long one figure is measured (default 0.5)")
    parser.add_argument("--threads", type=whole(1, 1024), metavar="N",
                        default=len(os.sched_getaffinity(0)),
                        help="threads (default: one for each CPU of this process)")
    parser.add_argument("--smoke", action="store_true",
                        help="tiny networks, once, without torch.compile: shows that it runs, "
                        "measures nothing")
    options = parser.parse_args(argv)
    if options.device != "cpu":
        parser.error(f"--device={options.device}: only the CPU's kernels are measured")
    if "amp" not in options.ways:
        parser.error("--ways: amp is what is measured")
    if options.smoke:
        options.networks = ["digits", "deep-2", "lstm-3", "embedding-20"]
        options.repetitions, options.seconds, options.ways = 1, 1e-4, ["amp", "eager"]
    return options


def main(argv=None):
    if argv is None and sys.argv[1:2] == ["--peer"]:
        return serve(int(sys.argv[2]), make_answer())
    options = parse_arguments(argv)
    return run_benchmark("networks.py", options, FORMAT, "networks", measure, report,
                         "networks")


if __name__ == "__main__":
    sys.exit(main())
