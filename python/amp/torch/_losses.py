# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Losses."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ..graph import Attribute, Value
from ._lowering import Context, Unsupported, lowers, refuses
from ._shapes import permute_to

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
    rank = self.type.rank
    if target.type.element in ("f64", "f32", "f16", "bf16"):
        return _soft_cross_entropy(c, self, target, weight, reduction, label_smoothing)
    classes = self.type.shape[0 if rank == 1 else 1]
    target = c.cast(target, "i64")
    if weight is not None and label_smoothing:
        return _weighted_cross_entropy(c, self, target, weight, reduction, ignore_index,
                                       label_smoothing)
    if weight is not None:
        logs = c.op("log_softmax", self, dim=0 if rank == 1 else 1)
        return c.op("nll_loss", logs, target, weight, ignore_index=ignore_index,
                    reduction=_reduction(reduction))
    rows, labels = self, target
    if rank == 1:
        rows, labels = c.reshape(self, (1, classes)), c.reshape(target, (1,))
    elif rank > 2:
        # A row for each place: channels last.
        rows = permute_to(c, self, [0, *range(2, rank), 1])
        rows, labels = c.op("reshape", rows, shape=[-1, classes]), \
            c.op("reshape", target, shape=[-1])
    loss = c.op("cross_entropy", rows, labels,
                label_smoothing=float(label_smoothing) if label_smoothing else None,
                ignore_index=ignore_index if ignore_index != -100 else None,
                reduction=_reduction(reduction))
    return c.reshape(loss, c.out.shape)


def _soft_cross_entropy(c: Context, x: Value, target: Value, weight: Optional[Value],
                        reduction: int, smoothing: float) -> Value:
    """The target is a distribution over the classes."""
    dim = 0 if x.type.rank == 1 else 1
    classes, element = x.type.shape[dim], x.type.element
    target = c.cast(target, element)
    if smoothing:
        target = c.op("add", c.op("mul", target, c.constant(1 - smoothing, element)),
                      c.constant(smoothing / classes, element))
    terms = c.op("mul", c.op("log_softmax", x, dim=dim), target)
    if weight is not None:
        shape = [classes if d == dim else 1 for d in range(x.type.rank)]
        terms = c.op("mul", terms, c.reshape(c.cast(weight, element), shape))
    if reduction == 0:
        return c.op("neg", c.op("sum", terms, dims=[dim]))
    total = c.op("neg", c.op("sum", terms))
    if reduction == 2 or x.type.rank == 1:
        return total
    # The mean is over samples and places.
    per_class = c.op("mean", c.op("sum", terms, dims=[dim]))
    return c.op("neg", per_class)


def _weighted_cross_entropy(c: Context, x: Value, target: Value, weight: Value,
                            reduction: int, ignore_index: int, smoothing: float) -> Value:
    """With weights and smoothing: both parts are weighted, and the mean of both divides by
    the weights of the targets."""
    dim, rank, element = 0 if x.type.rank == 1 else 1, x.type.rank, x.type.element
    classes = x.type.shape[dim]
    logs = c.op("log_softmax", x, dim=dim)
    shape = [classes if d == dim else 1 for d in range(rank)]
    nll = c.op("nll_loss", logs, target, weight, ignore_index=ignore_index,
               reduction=_reduction(0 if reduction == 0 else 2))
    there = c.op("compare", target, c.constant(ignore_index, "i64"), word="ne")
    zero = c.constant(0.0, element)
    smooth = c.op("neg", c.op("sum", c.op("mul", logs, c.reshape(weight, shape)), dims=[dim]))
    smooth = c.op("where", there, smooth, zero)
    if reduction != 0:
        smooth = c.op("sum", smooth)
    loss = c.op("add", c.op("mul", nll, c.constant(1 - smoothing, element)),
                c.op("mul", smooth, c.constant(smoothing / classes, element)))
    if reduction != 1:
        return loss
    one_hot = c.op("one_hot", target, classes=classes, dtype=Attribute(element))
    weights = c.op("sum", c.op("mul", one_hot, weight), dims=[one_hot.type.rank - 1])
    return c.op("div", loss, c.op("sum", c.op("where", there, weights, zero)))


@lowers("ctc_loss.Tensor", "ctc_loss.IntList")
def ctc_loss(c: Context, log_probs: Value, targets: Value, input_lengths: Any,
             target_lengths: Any, blank: int, reduction: int, zero_infinity: bool) -> Value:
    lengths = [c.constant(np.asarray(item, np.int64)) if isinstance(item, list)
               else c.cast(item, "i64") for item in (input_lengths, target_lengths)]
    return c.op("ctc_loss", log_probs, c.cast(targets, "i64"), *lengths, blank=blank,
                zero_infinity=zero_infinity, reduction=_reduction(reduction))


refuses("its form is that of a fused kernel; torch.nn.functional.cross_entropy has one",
        "_linear_cross_entropy", "linear_cross_entropy")
