#!/usr/bin/env python3
#===- record_torch.py - Records errors of PyTorch's kernels ----------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Records the errors of PyTorch's values and gradients against its own in f64.

  record_torch.py --output torch-cpu.json.gz    regenerate
  record_torch.py --check torch-cpu.json.gz     compare, exit 1 if anything differs

A case has the root of the mean square of the error over that of the values, for each result
and each gradient; null where PyTorch's is not finite. Cases and data are those of integration/_accuracy.py.

Needs PyTorch 2.15, of whose sums the order depends on the CPU and on the number of threads,
which is THREADS.
"""

import os
import sys

import torch

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path[:0] = [os.path.join(ROOT, "test", "Inputs"), os.path.join(ROOT, "integration")]
import recording  # noqa: E402
from _accuracy import (FAMILIES, count_seeds, gather, list_cases, make_data, make_seed,  # noqa: E402
                       squares)

THREADS = 2
TYPES = {"f64": torch.float64, "f32": torch.float32, "bf16": torch.bfloat16,
         "f16": torch.float16}


def compute(case, arrays, seed, element):
    """Results and gradients in f64, by name."""
    family = FAMILIES[case.family]
    tensors = {name: torch.from_numpy(array).to(TYPES[element]) if array.dtype.kind == "f"
               else torch.from_numpy(array) for name, array in arrays.items()}
    for name in family.wrt:
        tensors[name].requires_grad_()
    results = family.torch(torch, tensors, case.shape)
    found = {f"result{i}": result for i, result in enumerate(results)}
    if family.wrt:
        dy = torch.from_numpy(make_seed(case, seed, tuple(results[0].shape))) \
            if results[0].dim() else torch.tensor(1.0)
        gradients = torch.autograd.grad(results[0], [tensors[name] for name in family.wrt],
                                        dy.to(TYPES[element]))
        found.update((f"d_{name}", gradient) for name, gradient in zip(family.wrt, gradients))
    return {name: tensor.detach().double().numpy() for name, tensor in found.items()}


def errors_of(case):
    """The errors of PyTorch by result."""
    errors = []
    for seed in range(count_seeds(case)):
        arrays = make_data(case, seed)
        found, exact = (compute(case, {name: array.copy() for name, array in arrays.items()},
                                seed, element) for element in (case.type, "f64"))
        errors.append({name: squares(found[name], exact[name]) for name in exact})
    return gather(errors)


def record():
    torch.set_num_threads(THREADS)
    cases = [{"name": case.name,
              "errors": {name: error and float(f"{error:.3e}")
                         for name, error in errors_of(case).items()}}
             for case in list_cases()]
    return recording.dump_cases(torch.__version__.split("+")[0], cases)


if __name__ == "__main__":
    sys.exit(recording.main(__doc__, record))
