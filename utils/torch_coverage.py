#!/usr/bin/env python3
#===- torch_coverage.py - Which ops of PyTorch amp.torch imports -----------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs samples of PyTorch's OpInfo database, and of the ops that precision policies list,
through amp.torch, compares values and gradients with PyTorch's, and writes what came of it:

    PYTHONPATH=build/python python utils/torch_coverage.py -o docs/TorchCoverage.md

A sample is exported, compiled in f32 and run on the CPU. Its values, and the gradients of a
weighted sum of them, are compared with those that PyTorch computes in f64: they may be off as
much as PyTorch's own f32 values are, times FACTOR, or by the type's rounding of the largest
number times the elements that were summed. It takes ten minutes; --op runs some ops only.
"""

import argparse
import collections
import json
import multiprocessing
import os
import re
import sys
import traceback
import warnings

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FACTOR = 16
# Samples of an op: from the first on, spread over all of them.
SAMPLES = 3


class Wrong(Exception):
    """Values that differ."""


def flatten_sample(sample):
    """The tensors of a sample, and what calls the op with others in their place."""
    import torch
    from torch.utils import _pytree as pytree
    leaves, spec = pytree.tree_flatten((sample.input, tuple(sample.args), sample.kwargs))
    places = [i for i, leaf in enumerate(leaves) if isinstance(leaf, torch.Tensor)]

    def rebuild(tensors):
        filled = list(leaves)
        for place, tensor in zip(places, tensors):
            filled[place] = tensor
        return pytree.tree_unflatten(filled, spec)
    return [leaves[place].detach().clone() for place in places], rebuild


def import_sample(module, tensors):
    """A session of the op, with the gradients of a weighted sum of its results."""
    import torch
    import amp
    from amp.graph import Graph, Tensor
    from amp.torch._export import as_written
    from amp.torch._lowering import ELEMENTS, Cell, Context, Problem, UnsupportedError
    import amp.torch  # noqa: F401

    with as_written(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        program = torch.export.export(module, tuple(tensors), strict=False)
    graph, problems = Graph(), []

    def random():
        raise UnsupportedError([Problem("dropout", "its random numbers are others", "")])

    arguments = {}
    for i, tensor in enumerate(tensors):
        if tensor.dtype not in ELEMENTS:
            raise UnsupportedError([Problem("types", f"there are no tensors of {tensor.dtype} "
                                            f"in a graph", "")])
        arguments[f"x{i}"] = Tensor(ELEMENTS[tensor.dtype], tuple(tensor.shape))
    with graph.function("check", arguments) as function:
        context = Context(function, random, "", problems)
        given = iter(function.arguments.values())
        cells = [context.new(next(given) if spec.target is None else function.constant(
            program.constants[spec.target].detach().numpy()))
            for spec in program.graph_signature.input_specs]
        results = context.run(program.graph_module, cells)
        if problems:
            raise UnsupportedError(problems)
        values = [context.value_of(cell) for cell in results if isinstance(cell, Cell)]
        named = {f"y{i}": value for i, value in enumerate(values)}
        floats = [value for value in values if value.type.element in ("f32", "f64")]
        wrt = [value for value in function.arguments.values()
               if value.type.element in ("f32", "f64")]
        if module.differentiates and floats and wrt:
            loss = None
            for value in floats:
                size = int(np.prod(value.type.shape))
                weights = function.constant(weights_of(size).reshape(value.type.shape),
                                            value.type.element)
                term = function.cast(function.op("sum", function.op("mul", value, weights)),
                                     "f32")
                loss = term if loss is None else function.op("add", loss, term)
            named |= {f"d{name[1:]}": gradient for name, gradient in zip(
                [name for name, value in function.arguments.items() if value in wrt],
                function.backward(loss, wrt))}
        function.results(**named)
    return amp.compile(graph, device="cpu", cache_dir=None), named


def weights_of(size):
    """Different for each place, and neither large nor small."""
    return 0.5 + (np.arange(size) * 0.6180339887498949) % 1.0


def reference(module, tensors):
    """PyTorch's values and gradients, by the names that import_sample has."""
    import torch
    from torch.utils import _pytree as pytree
    tensors = [tensor.clone().requires_grad_(module.differentiates and
                                             tensor.is_floating_point())
               for tensor in tensors]
    outputs = [leaf for leaf in pytree.tree_leaves(module(*tensors))
               if isinstance(leaf, torch.Tensor)]
    named = {f"y{i}": output for i, output in enumerate(outputs)}
    floats = [output for output in outputs if output.is_floating_point()]
    wrt = [(i, tensor) for i, tensor in enumerate(tensors) if tensor.is_floating_point()]
    if module.differentiates and wrt and any(output.requires_grad for output in floats):
        loss = sum((output * torch.from_numpy(weights_of(output.numel())).to(output.dtype)
                    .reshape(output.shape)).sum() for output in floats)
        gradients = torch.autograd.grad(loss, [tensor for _, tensor in wrt],
                                        allow_unused=True)
        named |= {f"d{i}": torch.zeros_like(tensor) if gradient is None else gradient
                  for (i, tensor), gradient in zip(wrt, gradients)}
    return {name: value.detach().numpy() for name, value in named.items()}


def compare(got, own, exact, count):
    """Values against PyTorch's in f32 and in f64; `count` numbers went into them."""
    for name, value in own.items():
        if name not in got:
            continue
        found, best = got[name], exact.get(name, value)
        if found.shape != value.shape:
            raise Wrong(f"{name}: {found.shape} instead of {value.shape}")
        if value.dtype.kind != "f":
            if not (found == value).all():
                raise Wrong(f"{name}: {int((found != value).sum())} integers differ")
            continue
        finite = np.isfinite(value)
        if not (np.isfinite(found) == finite).all() or \
                not np.array_equal(found[~finite], value[~finite], equal_nan=True):
            raise Wrong(f"{name}: other elements are infinite or NaN")
        if not finite.any():
            continue
        error = np.abs(found[finite].astype(np.float64) - best[finite]).max()
        bound = FACTOR * np.abs(value[finite].astype(np.float64) - best[finite]).max() + \
            2.0 ** -23 * FACTOR * max(1.0, np.sqrt(count)) * \
            max(np.abs(best[finite]).max(), 2.0 ** -20)
        if error > bound:
            raise Wrong(f"{name}: off by {error:.2g}, the bound is {bound:.2g}")


def run_sample(op, sample):
    """None, or what kind of failure and its text."""
    import torch
    tensors, rebuild = flatten_sample(sample)
    if any(tensor.dtype == torch.float64 or tensor.layout != torch.strided
           for tensor in tensors):
        return "skipped", ""

    from torch.utils import _pytree as pytree

    def real(result):
        # Complex numbers do not leave a graph.
        return torch.view_as_real(result.resolve_conj()) if result.is_complex() else result

    class Module(torch.nn.Module):
        differentiates = op.supports_autograd

        def forward(self, *given):
            first, args, kwargs = rebuild(given)
            return pytree.tree_map_only(torch.Tensor, real, op.op(first, *args, **kwargs))

    module = Module()
    try:
        own = reference(module, tensors)
    except Exception:
        return "skipped", ""
    try:
        exact = reference(module, [tensor.double() if tensor.is_floating_point() else tensor
                                   for tensor in tensors])
    except Exception:
        exact = {}
    from amp.torch import UnsupportedError
    from amp.torch._lowering import Unsupported
    try:
        session, named = import_sample(module, tensors)
        data = {f"x{i}": tensor for i, tensor in enumerate(tensors)}
        got = session.step({name: value for name, value in data.items()
                            if name in {port.name for port in
                                        session.entries["check"].arguments}}, entry="check")
        got = {name: np.asarray(value) for name, value in got.items()}
        compare(got, own, exact, sum(tensor.numel() for tensor in tensors))
    except UnsupportedError as error:
        problem = error.problems[0]
        return "refused", f"`{problem.op}`: {problem.reason}"
    except Unsupported as error:  # Of what the op gives.
        return "refused", str(error)
    except Wrong as error:
        return "wrong", str(error)
    except Exception as error:
        kind = "not exported" if "torch/export" in traceback.format_exc() and \
            "amp" not in type(error).__module__ else "failed"
        return kind, f"{type(error).__name__}: {str(error).strip().splitlines()[0][:160]}" \
            if str(error).strip() else type(error).__name__
    return None


def run_op(name):
    """Of the op's samples: how many were equal, and what came of the others."""
    import torch
    from torch.testing._internal.common_methods_invocations import op_db
    torch.set_num_threads(1)
    op = next(op for op in op_db if op.formatted_name == name)
    if torch.float32 not in op.supported_dtypes("cpu"):
        return name, 0, {}, op.supports_autograd
    try:
        samples = list(op.sample_inputs("cpu", torch.float32, requires_grad=False))
    except Exception as error:
        return name, 0, {"failed": [f"samples: {error}"]}, op.supports_autograd
    step = max(1, len(samples) // SAMPLES)
    equal, others = 0, collections.defaultdict(list)
    for sample in samples[::step][:SAMPLES]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            outcome = run_sample(op, sample)
        if outcome is None:
            equal += 1
        elif outcome[0] != "skipped":
            others[outcome[0]].append(outcome[1])
    return name, equal, dict(others), op.supports_autograd


def autocast_ops():
    """The ops that precision policies of PyTorch list."""
    path = os.path.join(ROOT, "lib", "Analysis", "PrecisionPolicy.tsv")
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    head = rows[0]
    columns = [head.index(name) for name in ("torch-cuda", "torch-cpu")]
    return sorted({row[0] for row in rows[1:] if not row[0].startswith(("@", "tf."))
                   and any(row[i] not in ("-", "follow") for i in columns)})


def write(path, results):
    import torch
    from amp.torch._lowering import lowerings, reasons
    whole = [name for name, equal, others, _ in results if equal and not others]
    partly = [(name, equal, others) for name, equal, others, _ in results if equal and others]
    without = [(name, others) for name, equal, others, _ in results if not equal and others]
    skipped = [name for name, equal, others, _ in results if not equal and not others]
    wrong = [(name, others["wrong"]) for name, _, others, _ in results if "wrong" in others]
    packets = {name.removeprefix("aten.").rpartition(".")[0] for name in lowerings}
    listed = autocast_ops()
    have = [name for name in listed if name in packets or name.removesuffix("_loss") in packets
            or f"_{name}" in packets]
    lines = [
        "<!-- Written by utils/torch_coverage.py; don't edit -->", "",
        "# Which ops of PyTorch are imported", "",
        f"With PyTorch {torch.__version__}, in f32 on the CPU, of each op up to {SAMPLES} "
        f"samples of its OpInfo database, values and gradients. "
        f"[FromPyTorch](HowTo/FromPyTorch.md) says how to import a module.", "",
        "| ops of OpInfo | |", "|---|---|",
        f"| all samples equal PyTorch's | {len(whole)} |",
        f"| some samples are imported | {len(partly)} |",
        f"| none is imported | {len(without)} |",
        f"| no samples in f32 | {len(skipped)} |", "",
        f"The table of lowerings has {len(lowerings)} overloads of {len(packets)} ops of ATen; "
        f"{len(reasons)} more are refused with a reason of their own.", "",
        "## Ops that precision lists name", "",
        f"Of the {len(listed)} names on PyTorch's lists of autocast {len(have)} are imported. "
        f"The others:", "",
        ", ".join(f"`{name}`" for name in listed if name not in have), "",
        "## Imported in part", "", "| op | equal | others |", "|---|---|---|"]

    def shown(others):
        texts = []
        for kind, reasons_ in others.items():
            for text, count in collections.Counter(reasons_).items():
                text = text.replace("|", "\\|").replace("\n", " ")
                texts.append(f"{kind}{f' ({count})' if count > 1 else ''}: {text}")
        return "; ".join(texts)

    lines += [f"| `{name}` | {equal} | {shown(others)} |" for name, equal, others in partly]
    lines += ["", "## Not imported", "", "| reason | ops |", "|---|---|"]
    groups = collections.defaultdict(list)
    for name, others in without:
        text = shown(others).split("; ")[0]
        text = re.sub(r"^refused( \(\d+\))?: `[^`]*`: ", "", text)
        groups[text].append(name)
    lines += [f"| {text} | {', '.join(f'`{name}`' for name in names)} |"
              for text, names in sorted(groups.items(), key=lambda item: -len(item[1]))]
    lines += ["", "## Imported", "", ", ".join(f"`{name}`" for name in whole), ""]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
    print(f"{len(whole)} equal, {len(partly)} in part, {len(without)} not, "
          f"{len(wrong)} wrong")
    for name, texts in wrong:
        print(f"wrong: {name}: {texts[0]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("-o", "--output", help="the page to write")
    parser.add_argument("--op", action="append", help="only ops whose names have this in them")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--results", help="a JSON file of results, which are kept and not "
                        "computed again")
    options = parser.parse_args()
    from torch.testing._internal.common_methods_invocations import op_db
    names = [op.formatted_name for op in op_db
             if not options.op or any(part in op.formatted_name for part in options.op)]
    done = {}
    if options.results and os.path.exists(options.results):
        with open(options.results, encoding="utf-8") as file:
            done = {result[0]: result for result in json.load(file)}
    missing = [name for name in names if name not in done]
    with multiprocessing.get_context("spawn").Pool(options.jobs, maxtasksperchild=40) as pool:
        for i, result in enumerate(pool.imap_unordered(run_op, missing)):
            done[result[0]] = result
            print(f"{i + 1}/{len(missing)} {result[0]}: {result[1]} equal"
                  + "".join(f"; {kind}: {texts[0]}" for kind, texts in result[2].items()),
                  flush=True)
            if options.results:
                with open(options.results, "w", encoding="utf-8") as file:
                    json.dump(list(done.values()), file)
    if options.output:
        write(options.output, [done[name] for name in names if name in done])
    return 0


if __name__ == "__main__":
    sys.exit(main())
