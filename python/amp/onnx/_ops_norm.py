# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Normalizations."""

from __future__ import annotations

from typing import Optional, Sequence

from ..graph import Value
from ._errors import ModelError
from ._model import element_of
from ._writer import Context, writes


def weights(weight: Optional[Value], bias: Optional[Value]) -> dict[str, Optional[Value]]:
    return {"weight": weight, "bias": bias}


@writes("BatchNormalization")
def _batch_norm(c: Context) -> Sequence[Value]:
    x, scale, bias, mean, var = (c[i] for i in range(5))
    eps, momentum = c.attribute("epsilon", 1e-5), c.attribute("momentum", 0.9)
    training = c.attribute("training_mode", 0) if c.node.version >= 14 else \
        len([name for name in c.node.outputs if name]) > 1
    if not training:
        variables = c.writer.state.variables
        names = c.node.inputs[3:5]
        if not c.training or any(name not in variables for name in names):
            return (c.op("batch_norm", x, keywords={
                **weights(scale, bias), "running_mean": mean, "running_var": var},
                training=False, eps=eps),)
        # The form of training, which PyTorch's export left out: momentum counts what is new.
        y, *updated = c.op("batch_norm", x, keywords={
            **weights(scale, bias), "running_mean": mean, "running_var": var},
            training=True, eps=eps, momentum=float(round(1 - momentum, 12)))
        for name, value in zip(names, updated):
            c.writer.function.assign(variables[name], value)
            c.writer.values[name] = value
        return (y,)
    y = c.op("batch_norm", x, keywords=weights(scale, bias), training=True, eps=eps)
    dims = [i for i in range(x.type.rank) if i != 1]
    wide = c.cast(x, mean.type.element)
    found = (c.op("mean", wide, dims=dims), c.op("var", wide, dims=dims, correction=0))
    # Running statistics, with the variance of the batch itself.
    updated = [c.op("add", c.op("mul", old, c.number(momentum, old)),
                    c.op("mul", new, c.number(1 - momentum, new)))
               for old, new in zip((mean, var), found)]
    return (y, *updated)[:max(1, len(c.node.outputs))]


@writes("InstanceNormalization")
def _instance_norm(c: Context) -> Value:
    return c.op("instance_norm", c[0], keywords=weights(c[1], c[2]),
                eps=c.attribute("epsilon", 1e-5))


def scaled(c: Context, y: Value, weight: Optional[Value], bias: Optional[Value]) -> Value:
    """With weights that broadcast."""
    if weight is not None:
        y = c.op("mul", y, c.cast(weight, y.type.element))
    return y if bias is None else c.op("add", y, c.cast(bias, y.type.element))


@writes("LayerNormalization")
def _layer_norm(c: Context) -> Sequence[Value]:
    x, weight, bias = c[0], c[1], c.get(2)
    axis = c.axis("axis", -1, x.type.rank)
    eps = c.attribute("epsilon", 1e-5)
    sizes = [c.shape_of(x, i) for i in range(axis, x.type.rank)]
    fits = all(each is None or each.type.shape == tuple(sizes) for each in (weight, bias))
    y = c.op("layer_norm", x, keywords=weights(weight, bias) if fits else None,
             normalized_shape=sizes, eps=eps)
    y = y if fits else scaled(c, y, weight, bias)
    if not any(c.node.outputs[1:]):
        return (y,)
    wide = c.cast(x, element_of(c.attribute("stash_type", 1), "stash_type"))
    dims = list(range(axis, x.type.rank))
    mean = c.op("mean", wide, dims=dims, keepdim=True)
    var = c.op("var", wide, dims=dims, keepdim=True, correction=0)
    return (y, mean, c.op("rsqrt", c.op("add", var, c.number(eps, var))))


@writes("RMSNormalization")
def _rms_norm(c: Context) -> Value:
    x, weight = c[0], c[1]
    axis = c.axis("axis", -1, x.type.rank)
    sizes = [c.shape_of(x, i) for i in range(axis, x.type.rank)]
    eps = c.attribute("epsilon", 1e-5)
    if weight.type.shape == tuple(sizes):
        return c.op("rms_norm", x, weight, normalized_shape=sizes, eps=eps)
    return scaled(c, c.op("rms_norm", x, normalized_shape=sizes, eps=eps), weight, None)


@writes("GroupNormalization")
def _group_norm(c: Context) -> Value:
    x, weight, bias = c[0], c[1], c[2]
    groups = c.attribute("num_groups", 0)
    channels = c.shape_of(x, 1)
    if groups < 1 or channels % groups:
        raise ModelError(f"splits {channels} channels into {groups} groups")
    if c.node.version < 21:
        # One for each group.
        weight, bias = (c.reshape(c.op("broadcast_to", c.reshape(each, [groups, 1]),
                                       shape=[groups, channels // groups]), [channels])
                        for each in (weight, bias))
    return c.op("group_norm", x, keywords=weights(weight, bias), num_groups=groups,
                eps=c.attribute("epsilon", 1e-5))


@writes("LRN")
def _lrn(c: Context) -> Value:
    x, size = c[0], c.attribute("size", 0)
    # A window of even size stands out to the other side.
    x = x if size % 2 else c.op("flip", x, dims=[1])
    y = c.op("local_response_norm", x, size=size, alpha=c.attribute("alpha", 1e-4),
             beta=c.attribute("beta", 0.75), k=c.attribute("bias", 1.0))
    return y if size % 2 else c.op("flip", y, dims=[1])


@writes("LpNormalization")
def _lp_normalization(c: Context) -> Value:
    x = c[0]
    return c.op("normalize", x, p=float(c.attribute("p", 2)),
                dim=c.axis("axis", -1, x.type.rank))
