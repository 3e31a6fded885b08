# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""Losses."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ..graph import Attribute, Value
from ._lowering import Context, lowerings, lowers

_REDUCTIONS = ("none", "mean", "sum")


def _reduction(number: int) -> Attribute:
    return Attribute(f"#amp.reduction<{_REDUCTIONS[number]}>")


def _reduced(c: Context, value: Value, number: int) -> Value:
    return value if number == 0 else c.op(_REDUCTIONS[number], value)


def _alike(c: Context, *values: Value) -> list[Value]:
    """Of one shape and type, as losses of pairs take them."""
    shapes = [value.type.shape for value in values]
    if any(shape != shapes[0] for shape in shapes):
        import torch
        metas = [c.node.args[i].meta["val"] for i in range(len(values))]
        shape = torch.broadcast_shapes(*(meta.shape for meta in metas))
        values = [c.broadcast(value, shape) for value in values]
    return [c.cast(value, c.element) for value in values]


def _pairs(name: str, *settings: str) -> None:
    """A loss of two or more tensors of one shape."""
    def lower(c: Context, self: Optional[Value] = None, target: Optional[Value] = None,
              reduction: int = 1, input: Optional[Value] = None, **others: Any) -> Value:
        self = input if self is None else self
        attributes = {key: others[key] if isinstance(others[key], bool) else float(others[key])
                      for key in settings}
        return c.op(name, *_alike(c, self, target), reduction=_reduction(reduction),
                    **attributes)
    lowers(f"{name}.default")(lower)


_pairs("mse_loss")
_pairs("l1_loss")
_pairs("smooth_l1_loss", "beta")
_pairs("huber_loss", "delta")
_pairs("soft_margin_loss")
_pairs("hinge_embedding_loss", "margin")
_pairs("kl_div", "log_target")
_pairs("poisson_nll_loss", "log_input", "full", "eps")


@lowers("margin_ranking_loss.default")
def margin_ranking_loss(c: Context, input1: Value, input2: Value, target: Value, margin: Any,
                        reduction: int) -> Value:
    return c.op("margin_ranking_loss", *_alike(c, input1, input2, target),
                margin=float(margin), reduction=_reduction(reduction))


@lowers("cosine_embedding_loss.default")
def cosine_embedding_loss(c: Context, input1: Value, input2: Value, target: Value, margin: Any,
                          reduction: int) -> Value:
    return c.op("cosine_embedding_loss", input1, input2, c.cast(target, c.element),
                margin=float(margin), reduction=_reduction(reduction))


@lowers("triplet_margin_loss.default")
def triplet_margin_loss(c: Context, anchor: Value, positive: Value, negative: Value,
                        margin: Any, p: Any, eps: Any, swap: bool, reduction: int) -> Value:
    return c.op("triplet_margin_loss", anchor, positive, negative, margin=float(margin),
                p=float(p), eps=float(eps), swap=swap, reduction=_reduction(reduction))


@lowers("multi_margin_loss.default")
def multi_margin_loss(c: Context, self: Value, target: Value, p: Any, margin: Any,
                      weight: Optional[Value], reduction: int) -> Value:
    return c.op("multi_margin_loss", self, target, *([] if weight is None else [weight]),
                p=int(p), margin=float(margin), reduction=_reduction(reduction))


@lowers("multilabel_margin_loss.default")
def multilabel_margin_loss(c: Context, self: Value, target: Value, reduction: int) -> Value:
    return c.op("multilabel_margin_loss", self, target, reduction=_reduction(reduction))


@lowers("binary_cross_entropy.default")
def binary_cross_entropy(c: Context, self: Value, target: Value, weight: Optional[Value],
                         reduction: int) -> Value:
    return c.op("binary_cross_entropy", self, c.cast(target, c.element),
                *([] if weight is None else [c.cast(weight, c.element)]),
                reduction=_reduction(reduction))


@lowers("binary_cross_entropy_with_logits.default")
def binary_cross_entropy_with_logits(c: Context, self: Value, target: Value,
                                     weight: Optional[Value], pos_weight: Optional[Value],
                                     reduction: int) -> Value:
    return c.op("binary_cross_entropy_with_logits", self, c.cast(target, c.element),
                keywords={name: None if value is None else c.cast(value, c.element)
                          for name, value in (("weight", weight), ("pos_weight", pos_weight))},
                reduction=_reduction(reduction))


@lowers("nll_loss.default", "nll_loss_nd.default", "nll_loss2d.default")
def nll_loss(c: Context, self: Value, target: Value, weight: Optional[Value], reduction: int,
             ignore_index: int) -> Value:
    return c.op("nll_loss", self, c.cast(target, "i64"),
                *([] if weight is None else [weight]), ignore_index=ignore_index,
                reduction=_reduction(reduction))


@lowers("cross_entropy_loss.default")
def cross_entropy_loss(c: Context, self: Value, target: Value, weight: Optional[Value],
                       reduction: int, ignore_index: int, label_smoothing: float) -> Value:
    of_classes = target.type.element not in ("f64", "f32", "f16", "bf16")
    target = c.cast(target, "i64" if of_classes else c.element)
    return c.op("cross_entropy", self, target,
                *([] if weight is None else [c.cast(weight, c.element)]),
                label_smoothing=float(label_smoothing) if label_smoothing else None,
                ignore_index=ignore_index if of_classes and ignore_index != -100 else None,
                reduction=_reduction(reduction))


def ctc_loss(c: Context, log_probs: Value, targets: Value, input_lengths: Any,
             target_lengths: Any, blank: int, reduction: int, zero_infinity: bool) -> Value:
    shape = log_probs.type.shape[1:-1]
    lengths = [c.reshape(c.cast(item, "i64") if isinstance(item, Value) else
                         c.constant(np.array(item, np.int64)), shape)
               for item in (input_lengths, target_lengths)]
    return c.op("ctc_loss", log_probs, c.cast(targets, "i64"), *lengths, blank=int(blank),
                zero_infinity=True if zero_infinity else None, reduction=_reduction(reduction))


for _name in ("aten.ctc_loss.Tensor", "aten.ctc_loss.IntList", "amp_torch.ctc_loss.default"):
    lowerings[_name] = ctc_loss
