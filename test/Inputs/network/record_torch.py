#!/usr/bin/env python3
#===- record_torch.py - Records what PyTorch's networks compute ------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Records values and first gradients of PyTorch's network ops, in f64.

  record_torch.py --output torch-cpu.json.gz    regenerate
  record_torch.py --check torch-cpu.json.gz     compare, exit 1 if anything differs

The loss is the sum of all results that have a derivative, times fixed weights. A case
also says how this project writes the op, with operands %x0, %x1, ... and results %y0,
%y1, ...

Needs PyTorch 2.12; nothing else of this project does.
"""

import itertools
import json
import math
import os
import random
import sys

import torch
from torch.nn import functional as F
from torch.nn.utils import rnn

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import recording  # noqa: E402


def mlir_type(shape):
    return f"tensor<{''.join(f'{n}x' for n in shape)}f64>"


def array(values):
    return f"array<i64: {', '.join(map(str, values))}>"


def tensor(value):
    return {"shape": list(value.shape), "values": value.detach().flatten().tolist()}


class Recorder:
    def __init__(self):
        self.random = random.Random(31)
        self.cases = []

    def uniform(self, shape, low=-2, high=2):
        """Multiples of 1/64: short to write, and exact in every type."""
        return torch.tensor([self.random.randint(round(64 * low), round(64 * high)) / 64
                             for _ in range(math.prod(shape))], dtype=torch.float64).reshape(shape)

    def add(self, name, function, operands, op, attributes="", keywords=(), constants=(),
            extra=()):
        """Records a case. An operand is a shape or a tensor. The operands from the second
        on are written `keyword(%x)` where there are keywords; `extra` ones, of another
        type, follow the others, maybe in a keyword's brackets, and come from `constants`,
        lines of their own."""
        x = [operand if isinstance(operand, torch.Tensor) else self.uniform(operand)
             for operand in operands]
        for value in x:
            value.requires_grad_()
        results = function(*x)
        if isinstance(results, torch.Tensor):
            results = (results,)
        # Before what comes next may change them.
        results = [value if value.requires_grad else value.detach().clone() for value in results]
        weights = [self.uniform(value.shape) if value.requires_grad else None
                   for value in results]
        loss = sum((value * weight).sum()
                   for value, weight in zip(results, weights) if weight is not None)
        gradients = torch.autograd.grad(loss, x, allow_unused=True)

        types = ", ".join([mlir_type(value.shape) for value in x] + [type for _, type in extra])
        given = ", ".join(mlir_type(value.shape) for value in results)
        names = [f"%x{i}" for i in range(len(x))]
        if keywords:
            written = names[0] + "".join(f" {keyword}({value})"
                                         for keyword, value in zip(keywords, names[1:]))
        else:
            written = ", ".join(names + [value for value, _ in extra if "(" not in value])
            written += "".join(f" {value}" for value, _ in extra if "(" in value)
        left = ", ".join(f"%y{i}" for i in range(len(results)))
        self.cases.append({
            "name": name,
            "text": [*constants, f"{left} = amp.{op} {written} {{{attributes}}} : ({types}) "
                                 f"-> ({given})"],
            "x": [tensor(value) for value in x],
            "w": [None if weight is None else tensor(weight) for weight in weights],
            "results": [tensor(value) for value in results],
            # PyTorch has none for running statistics.
            "gradients": [None if value is None else tensor(value) for value in gradients]})


def record_norms(add, uniform):
    names = ("weight", "bias", "running_mean", "running_var")

    def running(norm):
        """The op with running statistics, which it changes in place."""
        def function(x, weight, bias, mean, variance):
            mean, variance = mean.detach().clone(), variance.detach().clone()
            y = norm(x, mean, variance, weight, bias)
            return y, mean, variance
        return function

    for shape in ((4, 3), (3, 2, 3, 2)):
        c = shape[1]
        add(f"batch_norm {len(shape)}",
            running(lambda x, m, v, w, b: F.batch_norm(x, m, v, w, b, True, 0.25)),
            [shape, (c,), (c,), (c,), uniform((c,), 0.5, 2)], "batch_norm",
            "training = true, momentum = 0.25 : f64", names)
        add(f"batch_norm plain {len(shape)}",
            lambda x: F.batch_norm(x, None, None, training=True, eps=0.25), [shape],
            "batch_norm", "training = true, eps = 0.25 : f64", ())
        add(f"batch_norm evaluation {len(shape)}",
            lambda x, w, b, m, v: F.batch_norm(x, m.detach(), v.detach(), w, b),
            [shape, (c,), (c,), uniform((c,)), uniform((c,), 0.5, 2)], "batch_norm", "", names)
    add("instance_norm",
        running(lambda x, m, v, w, b: F.instance_norm(x, m, v, w, b, True, 0.25)),
        [(2, 3, 4), (3,), (3,), (3,), uniform((3,), 0.5, 2)], "instance_norm",
        "momentum = 0.25 : f64", names)
    add("layer_norm", lambda x, w, b: F.layer_norm(x, (3, 2), w, b), [(2, 3, 2), (3, 2), (3, 2)],
        "layer_norm", "normalized_shape = array<i64: 3, 2>", names[:2])
    add("group_norm", lambda x, w, b: F.group_norm(x, 2, w, b), [(2, 4, 3), (4,), (4,)],
        "group_norm", "num_groups = 2 : i64", names[:2])
    add("rms_norm", lambda x, w: F.rms_norm(x, (4,), w), [(3, 4), (4,)], "rms_norm",
        "normalized_shape = array<i64: 4>")
    for size in (2, 3):
        add(f"local_response_norm {size}",
            lambda x, size=size: F.local_response_norm(x, size, 0.5, 0.75, 2.0), [(2, 4, 3)],
            "local_response_norm", f"size = {size} : i64, alpha = 0.5 : f64, k = 2.0 : f64")


def record_convolutions(add):
    convolutions = (  # spatial sizes, kernel, groups, stride, padding, dilation, output padding
        ((7,), (3,), 1, (1,), (1,), (1,), (0,)),
        ((8,), (2,), 2, (2,), (1,), (2,), (1,)),
        ((4, 5), (2, 3), 1, (1, 2), (1, 1), (1, 1), (0, 1)),
        ((5, 6), (2, 3), 2, (2, 1), (1, 0), (2, 1), (1, 0)),
        ((3, 3, 4), (2, 1, 2), 1, (1, 2, 1), (0, 0, 1), (1, 1, 2), (0, 1, 0)))
    for i, (size, kernel, groups, stride, padding, dilation, behind) in enumerate(convolutions):
        n = len(size)
        attributes = (f"stride = {array(stride)}, padding = {array(padding)}, "
                      f"dilation = {array(dilation)}, groups = {groups} : i64")
        add(f"conv{n}d {i}",
            lambda x, w, b: (F.conv1d, F.conv2d, F.conv3d)[n - 1](
                x, w, b, stride, padding, dilation, groups),
            [(2, 2 * groups, *size), (2 * groups, 2, *kernel), (2 * groups,)],
            f"conv{n}d", attributes)
        add(f"conv_transpose{n}d {i}",
            lambda x, w, b: (F.conv_transpose1d, F.conv_transpose2d, F.conv_transpose3d)[n - 1](
                x, w, b, stride, padding, behind, groups, dilation),
            [(2, 2 * groups, *size), (2 * groups, 1, *kernel), (groups,)],
            f"conv_transpose{n}d", f"{attributes}, output_padding = {array(behind)}")
    add("conv_tbc", lambda x, w, b: torch.conv_tbc(x, w, b, 1), [(5, 2, 2), (3, 2, 3), (3,)],
        "conv_tbc", "pad = 1 : i64")


def record_pools(add):
    ties = torch.tensor([[[[1, 3, 3, 0], [3, 3, 2, 1], [0, 0, 1, 1], [0, 0, 1, 1]]]],
                        dtype=torch.float64)
    add_pools(add, (
        ("ties", ties, (2, 2), (2, 2), (0, 0), (1, 1), False),
        ("overlapping", (1, 2, 5, 6), (3, 2), (2, 1), (1, 1), (2, 3), False),
        ("ceil", (1, 2, 6, 5), (2, 2), (3, 2), (1, 0), (1, 1), True),
        ("3", (1, 2, 4, 3, 4), (2, 2, 3), (1, 2, 2), (1, 0, 1), (1, 1, 1), False)))
    add_adaptive_pools(add, (("avg", (5,), (3,)), ("avg", (4, 5), (2, 3)),
                             ("max", (4, 5), (2, 3)), ("avg", (3, 4, 2), (2, 4, 1)),
                             ("max", (3, 4, 2), (2, 4, 1))))


def record_pools_of_sequences(add):
    ties = torch.tensor([[[1, 3, 3, 0, 2, 2]]], dtype=torch.float64)
    add_pools(add, (
        ("1 ties", ties, (2,), (2,), (0,), (1,), False),
        ("1 overlapping", (2, 2, 7), (3,), (2,), (1,), (2,), False),
        ("1 ceil", (1, 2, 6), (2,), (3,), (1,), (1,), True)))
    add_adaptive_pools(add, (("max", (5,), (3,)),))


def add_pools(add, pools):
    """Of each an input, kernel, stride, padding, dilation and ceil mode."""
    for name, x, kernel, stride, padding, dilation, ceil in pools:
        n = len(kernel)
        common = (f"kernel_size = {array(kernel)}, stride = {array(stride)}, "
                  f"padding = {array(padding)}, ceil_mode = {str(ceil).lower()}")
        add(f"max_pool {name}",
            lambda x: (F.max_pool1d, F.max_pool2d, F.max_pool3d)[n - 1](
                x, kernel, stride, padding, dilation, ceil),
            [x], f"max_pool{n}d", f"{common}, dilation = {array(dilation)}")
        variants = [("", {}), (", count_include_pad = false", {"count_include_pad": False})]
        if n > 1:  # PyTorch's avg_pool1d has no such argument.
            variants.append((", divisor_override = 3 : i64", {"divisor_override": 3}))
        for variant, arguments in variants:
            shape = x if isinstance(x, tuple) else tuple(x.shape)
            add(f"avg_pool {name}{variant.replace(',', '')}",
                lambda x: (F.avg_pool1d, F.avg_pool2d, F.avg_pool3d)[n - 1](
                    x, kernel, stride, padding, ceil, **arguments),
                [shape], f"avg_pool{n}d", common + variant)


def add_adaptive_pools(add, pools):
    for kind, size, count in pools:
        n = len(size)
        add(f"adaptive_{kind}_pool{n}d",
            lambda x: getattr(F, f"adaptive_{kind}_pool{n}d")(x, count),
            [(1, 2, *size)], f"adaptive_{kind}_pool{n}d", f"output_size = {array(count)}")


def record_resampling(add):
    for mode, size, count in (("nearest", (3,), (5,)), ("nearest", (4, 3), (2, 6)),
                              ("nearest-exact", (4, 3), (6, 2)),
                              ("nearest", (2, 2, 3), (3, 4, 2))):
        n = len(size)
        op = f"upsample_nearest{n}d" if mode == "nearest" else f"_upsample_nearest_exact{n}d"
        add(f"{op} {size} {count}", lambda x: F.interpolate(x, count, mode=mode),
            [(1, 2, *size)], op, f"output_size = {array(count)}")
    for mode, op, size, count in (("linear", "upsample_linear1d", (4,), (7,)),
                                  ("bilinear", "upsample_bilinear2d", (3, 4), (5, 2)),
                                  ("trilinear", "upsample_trilinear3d", (2, 3, 2), (3, 2, 3)),
                                  ("bicubic", "upsample_bicubic2d", (3, 4), (5, 3))):
        for corners in (False, True):
            add(f"{op} {corners}",
                lambda x: F.interpolate(x, count, mode=mode, align_corners=corners),
                [(1, 2, *size)], op,
                f"output_size = {array(count)}, align_corners = {str(corners).lower()}")
    for mode in ("bilinear", "bicubic"):
        for size, count in (((7, 4), (3, 5)), ((5, 6), (1, 2))):
            for corners in (False, True):
                add(f"{mode} antialiased {count} {corners}",
                    lambda x: F.interpolate(x, count, mode=mode, align_corners=corners,
                                            antialias=True),
                    [(1, 1, *size)], f"_upsample_{mode}2d_aa",
                    f"output_size = {array(count)}, align_corners = {str(corners).lower()}")


def record_recurrent(add):
    inputs, units, rows, steps = 2, 3, 2, 3
    for name, gates in (("lstm", 4), ("gru", 3), ("rnn_tanh", 1), ("rnn_relu", 1)):
        weights = [(gates * units, inputs), (gates * units, units), (gates * units,),
                   (gates * units,)]
        states = 2 if name == "lstm" else 1
        cell = getattr(torch, f"{name}_cell")

        def step(x, *others):
            state = others[:states] if states > 1 else others[0]
            return cell(x, state, *others[states:])
        add(f"{name}_cell", step, [(rows, inputs), *[(rows, units)] * states, *weights],
            f"{name}_cell")

        def layer(x, *others):
            state = others[:states] if states > 1 else others[0]
            return getattr(torch, name)(x, state, others[states:], True, 1, 0.0, True, False,
                                        False)
        add(name, layer, [(steps, rows, inputs), *[(1, rows, units)] * states, *weights], name)


def record_stacks(add):
    """Several layers, both directions, single sequences."""
    inputs, units, steps = 2, 2, 3
    variants = (  # layers, directions, biases, batch first, batch
        ("layers", 2, 1, True, False, (2,)), ("directions", 1, 2, True, False, (2,)),
        ("stack", 2, 2, False, True, (2,)), ("sequence", 2, 2, True, False, ()))
    for name, gates in (("lstm", 4), ("gru", 3), ("rnn_tanh", 1), ("rnn_relu", 1)):
        states = 2 if name == "lstm" else 1
        for variant, layers, directions, biases, batch_first, batch in variants:
            weights = []
            for number in range(layers * directions):
                width = inputs if number < directions else directions * units
                weights += [(gates * units, width), (gates * units, units)]
                weights += [(gates * units,)] * (2 if biases else 0)

            def layer(x, *others):
                # PyTorch's modules make a batch of one of a sequence.
                x, *state = (value if batch else value.unsqueeze(1)
                             for value in (x, *others[:states]))
                results = getattr(torch, name)(
                    x, state if states > 1 else state[0], others[states:], biases, layers, 0.0,
                    True, directions == 2, batch_first)
                return tuple(value if batch else value.squeeze(1) for value in results)
            add(f"{name} {variant}", layer,
                [(*batch, steps, inputs) if batch_first else (steps, *batch, inputs),
                 *[(layers * directions, *batch, units)] * states, *weights], name,
                f"num_layers = {layers} : i64, bidirectional = {str(directions == 2).lower()}, "
                f"batch_first = {str(batch_first).lower()}")


def record_lengths(add, uniform):
    """Packed sequences of several lengths, with NaN in what is no part of them."""
    inputs, units, steps, rows = 2, 2, 4, 3
    variants = (  # lengths, layers, directions, biases, batch first
        ("lengths", [2, 4, 1], 1, 1, True, False), ("lengths back", [2, 3, 1], 1, 2, True, False),
        ("lengths stack", [1, 3, 4], 2, 2, False, True))
    for name, gates in (("lstm", 4), ("gru", 3), ("rnn_tanh", 1), ("rnn_relu", 1)):
        states = 2 if name == "lstm" else 1
        for variant, lengths, layers, directions, biases, batch_first in variants:
            weights = []
            for number in range(layers * directions):
                width = inputs if number < directions else directions * units
                weights += [(gates * units, width), (gates * units, units)]
                weights += [(gates * units,)] * (2 if biases else 0)
            x = uniform((rows, steps, inputs))
            for row, length in enumerate(lengths):
                x[row, length:] = math.nan

            def layer(x, *others):
                packed = rnn.pack_padded_sequence(x, torch.tensor(lengths), batch_first, False)
                state = [value[:, packed.sorted_indices] for value in others[:states]]
                data, *last = getattr(torch, name)(
                    packed.data, packed.batch_sizes, state if states > 1 else state[0],
                    others[states:], biases, layers, 0.0, True, directions == 2)
                output, _ = rnn.pad_packed_sequence(
                    rnn.PackedSequence(data, packed.batch_sizes, packed.sorted_indices,
                                       packed.unsorted_indices), batch_first, total_length=steps)
                return output, *(value[:, packed.unsorted_indices] for value in last)
            add(f"{name} {variant}", layer,
                [x if batch_first else x.transpose(0, 1).contiguous(),
                 *[(layers * directions, rows, units)] * states, *weights], name,
                f"num_layers = {layers} : i64, bidirectional = {str(directions == 2).lower()}, "
                f"batch_first = {str(batch_first).lower()}",
                constants=[f"%n = amp.constant dense<{lengths}> : tensor<{rows}xi64>"],
                extra=[("lengths(%n)", f"tensor<{rows}xi64>")])


def record_grouped_attention(add):
    operands = [(2, 4, 3, 2), (2, 2, 4, 2), (2, 2, 4, 3)]
    for name, arguments in (("", {}), (" causal", {"is_causal": True})):
        add(f"attention grouped{name}",
            lambda q, k, v: F.scaled_dot_product_attention(q, k, v, enable_gqa=True,
                                                           **arguments),
            operands, "scaled_dot_product_attention",
            f"enable_gqa = true, is_causal = {str(bool(arguments)).lower()}")
    add("attention grouped masked",
        lambda q, k, v, mask: F.scaled_dot_product_attention(q, k, v, mask, enable_gqa=True),
        [*operands, (4, 1, 4)], "scaled_dot_product_attention", "enable_gqa = true")


def record_grids(add, uniform):
    # Positions inside, outside on either side, and two on the ends.
    for mode, padding, corners in itertools.product(
            ("bilinear", "nearest", "bicubic"), ("zeros", "border", "reflection"),
            (False, True)):
        for size, places in (((3, 4), (2, 3)), ((2, 3, 2), (1, 2, 2))):
            if mode == "bicubic" and len(size) == 3:
                continue
            grid = uniform((2, *places, len(size)), -3.5, 3.5)
            grid.view(-1)[:2] = torch.tensor([-1, 1])
            add(f"grid_sampler {len(size)} {mode} {padding} {corners}",
                lambda x, grid: F.grid_sample(x, grid, mode, padding, corners),
                [(2, 2, *size), grid], "grid_sampler",
                f'interpolation_mode = "{mode}", padding_mode = "{padding}", '
                f"align_corners = {str(corners).lower()}")


def record_rest(add, uniform):
    attention = F.scaled_dot_product_attention
    operands = [(2, 3, 2), (2, 4, 2), (2, 4, 3)]
    add("attention", attention, operands, "scaled_dot_product_attention")
    add("attention causal", lambda q, k, v: attention(q, k, v, is_causal=True), operands,
        "scaled_dot_product_attention", "is_causal = true")
    add("attention scaled",
        lambda q, k, v, mask: attention(q, k, v, mask, scale=0.25), [*operands, (3, 4)],
        "scaled_dot_product_attention", "scale = 0.25 : f64")
    mask = [[True, False, True, True], [False, False, True, False], [True, True, True, True]]
    add("attention masked",
        lambda q, k, v: attention(q, k, v, torch.tensor(mask)), operands,
        "scaled_dot_product_attention",
        constants=[f"%mask = amp.constant dense<{json.dumps(mask)}> : tensor<3x4xi1>"],
        extra=[("%mask", "tensor<3x4xi1>")])
    indices = [[1, 0, 4], [1, 1, 3]]
    for padding in (None, 1, -2):
        add(f"embedding {padding}",
            lambda w: F.embedding(torch.tensor(indices), w, padding), [(5, 2)], "embedding",
            "" if padding is None else f"padding_idx = {padding} : i64",
            constants=[f"%indices = amp.constant dense<{indices}> : tensor<2x3xi64>"],
            extra=[("%indices", "tensor<2x3xi64>")])
    x = uniform((2, 3, 2))
    x[0, 0, 0] = 0
    add("prelu", F.prelu, [x, (3,)], "prelu")
    add("prelu shared", F.prelu, [(4, 3), (1,)], "prelu")
    add("bilinear", F.bilinear, [(2, 2, 3), (2, 2, 2), (4, 3, 2), (4,)], "bilinear")


def record():
    recorder = Recorder()
    record_norms(recorder.add, recorder.uniform)
    record_convolutions(recorder.add)
    record_pools(recorder.add)
    record_resampling(recorder.add)
    record_recurrent(recorder.add)
    record_rest(recorder.add, recorder.uniform)
    record_pools_of_sequences(recorder.add)
    record_stacks(recorder.add)
    record_grouped_attention(recorder.add)
    record_grids(recorder.add, recorder.uniform)
    record_lengths(recorder.add, recorder.uniform)
    return recorder.cases


def main():
    torch.manual_seed(0)
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    return recording.main(__doc__, lambda: recording.dump_cases(torch.__version__, record()))


if __name__ == "__main__":
    sys.exit(main())
