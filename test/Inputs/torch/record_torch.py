#!/usr/bin/env python3
#===- record_torch.py - Records graphs of modules, and how PyTorch trains --===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Records the graphs that amp.torch makes of networks, and PyTorch's losses of them.

  record_torch.py --output torch-cpu.json.gz    regenerate
  record_torch.py --check torch-cpu.json.gz     compare, exit 1 if anything differs

A case has the graph with its first values, the batches of ten steps, and the losses of
PyTorch in f64, in f32 and under autocast in bf16 and f16, with a GradScaler.

Needs PyTorch 2.15 and, as PYTHONPATH, this project's build/python.
"""

import copy
import os
import sys

import numpy as np
import torch

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path[:0] = [os.path.join(ROOT, "test", "Inputs"), os.path.join(ROOT, "integration")]
import recording  # noqa: E402
from _torch_networks import networks  # noqa: E402
from amp.torch import make_program  # noqa: E402

STEPS, BATCH = 10, 8


def train(module, loss, optimizer, batches, dtype):
    losses = []
    # A scale at which no gradient overflows, and no step is skipped.
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0, enabled=dtype == torch.float16)
    for x, target in batches:
        optimizer.zero_grad()
        # oneDNN has no LSTM in f16 on some CPUs; PyTorch's own kernels have.
        with torch.autocast("cpu", dtype, enabled=dtype is not None), \
                torch.backends.mkldnn.flags(enabled=dtype != torch.float16):
            value = loss(module(x), target)
        scaler.scale(value).backward()
        scaler.step(optimizer)
        scaler.update()
        losses.append(value.item())
    return losses


def wide(tensor):
    return tensor.double() if tensor.is_floating_point() else tensor


def record_case(name, create, loss, optimize, batch):
    torch.manual_seed(0)
    module = create()
    batches = [batch(BATCH) for _ in range(STEPS)]
    program, *_ = make_program(module, loss, optimize(module), batches[0])
    # All of the first values are in the text.
    program.graph.max_bytes_in_text = 1 << 30
    exact = copy.deepcopy(module).double()
    losses = {"f64": train(exact, copy.deepcopy(loss).double(), optimize(exact),
                           [(wide(x), wide(y)) for x, y in batches], None)}
    for precision, dtype in (("f32", None), ("bf16", torch.bfloat16),
                             ("f16", torch.float16)):
        other = copy.deepcopy(module)
        losses[precision] = train(other, loss, optimize(other), batches, dtype)
    arguments = {argument: {"shape": list(items[0].shape[1:]), "type": str(items[0].numpy().dtype),
                            "values": np.concatenate([item.numpy() for item in items])
                            .reshape(-1).tolist()}
                 for argument, items in zip(("x", "target"), zip(*batches))}
    names = [*program.batch.input_names, *program.batch.target_names]
    return {"name": name, "graph": str(program.graph), "batch": BATCH,
            "data": dict(zip(names, arguments.values())), "losses": losses}


def record():
    torch.set_num_threads(1)
    cases = [record_case(name, *parts) for name, parts in networks(torch).items()]
    return recording.dump_cases(torch.__version__, cases)


if __name__ == "__main__":
    sys.exit(recording.main(__doc__, record))
