#!/usr/bin/env python3
#===- record_torch.py - Records PyTorch's losses and products --------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Records values and gradients of PyTorch's losses, distances and products.

  record_torch.py --output torch-cpu.json.gz   regenerate
  record_torch.py --check torch-cpu.json.gz    compare, exit 1 if anything differs

A case is one op of the amp dialect: its name, attributes and operands, the result
that PyTorch computes in f64, and the gradient of sum(result * weights) with respect
to each floating-point operand, or null where PyTorch has none. The weights are
`1 + (i mod 5) / 4` for element i of the result. Operands are multiples of 1/64.

Needs PyTorch 2.12; nothing else of this project does.
"""

import itertools
import json
import math
import os
import random
import sys

import torch
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import recording  # noqa: E402

REDUCTIONS = ("mean", "sum", "none")


class Recorder:
    def __init__(self):
        self.random = random.Random(20260501)
        self.cases = []

    def values(self, *shape, low=-2.0, high=2.0):
        """Random multiples of 1/64 in [low, high), none of them 0."""
        count = math.prod(shape)
        choices = [i / 64 for i in range(math.ceil(low * 64), math.floor(high * 64)) if i]
        return torch.tensor([self.random.choice(choices) for _ in range(count)],
                            dtype=torch.float64).reshape(shape)

    def classes(self, *shape, count):
        return torch.tensor([self.random.randrange(count) for _ in range(math.prod(shape))],
                            dtype=torch.int64).reshape(shape)

    def signs(self, *shape):
        return torch.tensor([self.random.choice((-1.0, 1.0)) for _ in range(math.prod(shape))],
                            dtype=torch.float64).reshape(shape)

    def add(self, op, function, operands, attributes="", keywords=None, fixed=(), note=""):
        """`operands` are tensors; those of `fixed` get no gradient. `keywords` name
        the optional ones in the op's text, where they need a name."""
        leaves = []
        for i, operand in enumerate(operands):
            leaf = operand.detach().clone()
            leaf.requires_grad_(leaf.is_floating_point() and i not in fixed)
            leaves.append(leaf)
        result = function(*leaves)
        weights = 1 + torch.arange(result.numel(), dtype=torch.float64) % 5 / 4
        total = (result * weights.reshape(result.shape)).sum()
        wanted = [x for x in leaves if x.requires_grad]
        gradients = iter(torch.autograd.grad(total, wanted) if wanted else ())
        case = {"op": op, "attributes": attributes, "operands": [], "result": pack(result)}
        if note:
            case["note"] = note
        for i, leaf in enumerate(leaves):
            entry = pack(leaf)
            entry["gradient"] = flatten(next(gradients)) if leaf.requires_grad else None
            if keywords and keywords[i]:
                entry["keyword"] = keywords[i]
            case["operands"].append(entry)
        self.cases.append(case)

    def add_loss(self, op, function, operands, attributes="", **options):
        """The same with a reduction, which `function` takes as an argument: each one for
        an op's first case, none for the others."""
        # These means have divisors of their own.
        chosen = REDUCTIONS
        if any(case["op"] == op for case in self.cases):
            chosen = ("mean", "none") if op in ("nll_loss", "cross_entropy", "ctc_loss") \
                else ("none",)
        for reduction in chosen:
            text = f"reduction = #amp.reduction<{reduction}>"
            self.add(op, lambda *x, r=reduction: function(*x, reduction=r), operands,
                     f"{attributes}, {text}" if attributes else text, **options)


def pack(tensor):
    return {"type": "i64" if tensor.dtype == torch.int64 else "f64",
            "shape": list(tensor.shape), "values": flatten(tensor)}


def flatten(tensor):
    """The elements, to 15 digits."""
    values = tensor.detach().flatten().tolist()
    return values if tensor.dtype == torch.int64 else [float(f"{x:.15g}") for x in values]


def number(value):
    """As a float attribute of MLIR."""
    if math.isinf(value):
        return "0x7FF0000000000000 : f64"
    return f"{float(value)!r} : f64"


def integers(values):
    return f"array<i64{':' if values else ''}{','.join(f' {value}' for value in values)}>"


def boolean(value):
    return "true" if value else "false"


def record_pointwise(r):
    x, t = r.values(3, 5), r.values(3, 5)
    p, q = r.values(3, 5, low=0, high=1), r.values(3, 5, low=0, high=1)
    w, v = r.values(5, low=0, high=2), r.values(3, 1, low=0, high=2)
    r.add_loss("binary_cross_entropy", F.binary_cross_entropy, [p, q])
    r.add_loss("binary_cross_entropy",
               lambda a, b, c, reduction: F.binary_cross_entropy(a, b, c.expand(3, 5),
                                                                 reduction=reduction),
               [p, q, w], fixed=(2,))
    edges = torch.tensor([0, 0, 0, 1, 1, 1, 1e-13, 1e-13, 1e-300], dtype=torch.float64)
    labels = torch.tensor([0, 1, 0.5, 0, 1, 0.5, 0, 1, 1], dtype=torch.float64)
    r.add("binary_cross_entropy", lambda a, b: F.binary_cross_entropy(a, b, reduction="none"),
          [edges, labels], "reduction = #amp.reduction<none>", fixed=(1,),
          note="probabilities at the edges")
    logits = F.binary_cross_entropy_with_logits
    name = "binary_cross_entropy_with_logits"
    r.add_loss(name, logits, [x, q])
    r.add_loss(name, lambda a, b, c, d, reduction: logits(a, b, c, pos_weight=d,
                                                          reduction=reduction),
               [x, q, v, w], keywords=(None, None, "weight", "pos_weight"), fixed=(2, 3))
    r.add_loss(name, lambda a, b, d, reduction: logits(a, b, pos_weight=d, reduction=reduction),
               [x, q, w], keywords=(None, None, "pos_weight"), fixed=(2,))
    far = torch.tensor([0, 0, 30, 30, 800, 800, -800, -800], dtype=torch.float64)
    both = torch.tensor([0, 1] * 4, dtype=torch.float64)
    r.add(name, lambda a, b: logits(a, b, reduction="none"), [far, both],
          "reduction = #amp.reduction<none>", note="0 and large logits")
    # Differences of 0 and of exactly beta and delta among the others.
    close = t.clone()
    close[0] = x[0] + torch.tensor([0, 0.5, -0.5, 1, -1])
    r.add_loss("l1_loss", F.l1_loss, [x, close])
    for beta in (1.0, 0.5, 0.0):
        r.add_loss("smooth_l1_loss",
                   lambda a, b, reduction, beta=beta: F.smooth_l1_loss(
                       a, b, reduction=reduction, beta=beta),
                   [x, close], f"beta = {number(beta)}")
    for delta in (1.0, 0.5):
        r.add_loss("huber_loss",
                   lambda a, b, reduction, delta=delta: F.huber_loss(
                       a, b, reduction=reduction, delta=delta),
                   [x, close], f"delta = {number(delta)}")
    r.add_loss("kl_div", F.kl_div, [x, q])
    r.add_loss("kl_div", lambda a, b, reduction: F.kl_div(a, b, reduction=reduction,
                                                          log_target=True),
               [x, t], "log_target = true")
    sparse = torch.tensor([[0, 1, 0, 0.25, 0.75]] * 3, dtype=torch.float64)
    r.add_loss("kl_div", F.kl_div, [x, sparse], fixed=(1,), note="target with 0")
    counts = r.values(3, 5, low=0, high=4)
    counts[1] = torch.tensor([0.0, 1, 2, 3, 1])
    rates = r.values(3, 5, low=0.25, high=4)
    for log_input, full in itertools.product((True, False), repeat=2):
        r.add_loss("poisson_nll_loss",
                   lambda a, b, reduction, log_input=log_input, full=full: F.poisson_nll_loss(
                       a, b, log_input=log_input, full=full, eps=1e-3, reduction=reduction),
                   [x if log_input else rates, counts],
                   f"log_input = {boolean(log_input)}, full = {boolean(full)}, "
                   f"eps = {number(1e-3)}", fixed=(1,))
    sign = r.signs(3, 5)
    tie = x.clone()
    tie[0, 0], sign[0, 0] = 0.5, -1
    odd = sign.clone()
    odd[2, 2] = 0.5
    for target in (sign, odd):
        r.add_loss("hinge_embedding_loss",
                   lambda a, b, reduction: F.hinge_embedding_loss(a, b, 0.5,
                                                                  reduction=reduction),
                   [tie, target], f"margin = {number(0.5)}", fixed=(1,))
    near = t.clone()
    near[0, 0] = x[0, 0]
    for margin in (0.0, 0.5):
        r.add_loss("margin_ranking_loss",
                   lambda a, b, c, reduction, margin=margin: F.margin_ranking_loss(
                       a, b, c, margin, reduction=reduction),
                   [x, near, sign], f"margin = {number(margin)}", fixed=(2,))
    r.add_loss("soft_margin_loss", F.soft_margin_loss, [x, sign], fixed=(1,))


def record_classes(r):
    w = r.values(5, low=0.25, high=2)
    for shape in ((4, 5), (5,), (2, 5, 2), (1, 5, 2, 2)):
        x = r.values(*shape)
        target = r.classes(*[n for i, n in enumerate(shape)
                             if i != (0 if len(shape) == 1 else 1)], count=5)
        r.add_loss("nll_loss", F.nll_loss, [x, target])
        r.add_loss("nll_loss", F.nll_loss, [x, target, w], fixed=(2,))
        if len(shape) > 1:
            target.view(-1)[1] = -100
            r.add_loss("nll_loss", F.nll_loss, [x, target], note="one is ignored")
            target.view(-1)[1] = 2
            r.add_loss("nll_loss",
                       lambda a, b, c, reduction: F.nll_loss(a, b, c, ignore_index=2,
                                                             reduction=reduction),
                       [x, target, w], "ignore_index = 2 : i64", fixed=(2,))
    for shape in ((4, 5), (5,)):
        x, target = r.values(*shape), r.classes(*shape[:-1], count=5)
        for p, margin, weight in ((1, 1.0, None), (2, 1.0, None), (1, 0.25, w), (2, 0.25, w)):
            r.add_loss("multi_margin_loss",
                       lambda a, b, *c, reduction, p=p, margin=margin: F.multi_margin_loss(
                           a, b, p, margin, *c, reduction=reduction),
                       [x, target] + ([] if weight is None else [weight]),
                       f"p = {p} : i64, margin = {number(margin)}", fixed=(2,))
        labels = torch.tensor([[3, 0, -1, 1, 2], [-1, 0, 1, 2, 3], [4, 3, 2, 1, 0],
                               [2, -1, -1, -1, -1]])
        r.add_loss("multilabel_margin_loss", F.multilabel_margin_loss,
                   [x, labels[:len(x)] if len(shape) == 2 else labels[0]])
        t = r.values(*shape, low=0, high=1)
        for weight in ([], [w]):
            r.add_loss("multilabel_soft_margin_loss", F.multilabel_soft_margin_loss,
                       [x, t, *weight], fixed=(2,))


def record_ctc(r):
    def integers(*values):
        return torch.tensor(values)

    def add(x, targets, steps, lengths, attributes="", **options):
        r.add_loss("ctc_loss", lambda *operands, reduction: F.ctc_loss(
            *operands, reduction=reduction, **options), [x, targets, steps, lengths], attributes)

    x = r.values(6, 3, 4, low=-3, high=0)
    # A label twice, which needs a blank in between; targets of other lengths.
    targets = integers([2, 2, 1], [1, 3, 2], [3, 1, 1])
    add(x, targets, integers(6, 5, 4), integers(3, 2, 1))
    add(x, targets, integers(6, 6, 3), integers(0, 3, 2))
    add(x, integers(2, 2, 1, 1, 3, 3), integers(6, 5, 4), integers(3, 2, 1))
    add(x, integers([2, 2, 1], [1, 0, 2], [0, 1, 1]), integers(6, 5, 4), integers(3, 2, 2),
        "blank = 3 : i64", blank=3)
    # The first needs four steps, and has three.
    add(x, targets, integers(3, 5, 4), integers(3, 3, 2), "zero_infinity = true",
        zero_infinity=True)
    add(x[:, 0], targets[0], integers(6).reshape(()), integers(3).reshape(()))


def record_vectors(r):
    for shape in ((3, 4), (4,)):
        a, b, c = (r.values(*shape) for _ in range(3))
        for p, swap in ((2.0, False), (2.0, True), (1.0, False), (1.5, True), (3.0, False),
                        (math.inf, True)):
            r.add_loss("triplet_margin_loss",
                       lambda a, b, c, reduction, p=p, swap=swap: F.triplet_margin_loss(
                           a, b, c, margin=4.0, p=p, eps=1e-3, swap=swap,
                           reduction=reduction),
                       [a, b, c], f"margin = {number(4)}, p = {number(p)}, "
                       f"eps = {number(1e-3)}, swap = {boolean(swap)}")
        target = r.signs(*shape[:-1])
        for margin in (0.0, -0.5):
            r.add_loss("cosine_embedding_loss",
                       lambda a, b, c, reduction, margin=margin: F.cosine_embedding_loss(
                           a, b, c, margin, reduction=reduction),
                       [a, b, target], f"margin = {number(margin)}", fixed=(2,))
    zero = torch.zeros(2, 3, dtype=torch.float64)
    r.add("cosine_embedding_loss",
          lambda a, b, c: F.cosine_embedding_loss(a, b, c, reduction="none"),
          [zero, r.values(2, 3), torch.tensor([1.0, -1.0], dtype=torch.float64)],
          "reduction = #amp.reduction<none>", fixed=(2,), note="a vector of 0")
    for first, second, dim in (((4, 6), (4, 6), 1), ((4, 6), (4, 6), -2), ((2, 1, 3), (4, 3), 2),
                               ((4, 1), (4, 6), 1), ((3,), (2, 3), 0), ((6,), (6,), 0)):
        r.add("cosine_similarity", lambda a, b, dim=dim: F.cosine_similarity(a, b, dim),
              [r.values(*first), r.values(*second)], f"dim = {dim} : i64",
              fixed=(0,) if first in ((4, 1), (3,)) else ())  # 0 but for roundings.
    r.add("cosine_similarity", F.cosine_similarity, [zero, r.values(2, 3)],
          note="a vector of 0")
    points = r.values(5, 3)
    points[1] = points[0]
    points[3, 1] = points[0, 1]
    for p in (0.0, 1.0, 1.5, 2.0, 3.0, math.inf):
        attribute = f"p = {number(p)}"
        fixed = (0, 1) if p == 0 else ()  # PyTorch's gradient raises an error.
        for first, second in (((3, 4), (3, 4)), ((3, 1), (4,)), ((), ())):
            r.add("dist", lambda a, b, p=p: torch.dist(a, b, p),
                  [r.values(*first), r.values(*second)], attribute, fixed=fixed)
        r.add("dist", lambda a, b, p=p: torch.dist(a, b, p), [zero, zero], attribute,
              fixed=fixed, note="a distance of 0")
        r.add("pdist", lambda a, p=p: F.pdist(a, p), [points], attribute,
              note="two rows are equal")
        r.add("pdist", lambda a, p=p: F.pdist(a, p), [r.values(2, 4)], attribute)
        for first, second in (((2, 3), (3, 3)), ((2, 1, 2, 2), (2, 2, 2))):
            r.add("cdist", lambda a, b, p=p: torch.cdist(
                a, b, p, compute_mode="donot_use_mm_for_euclid_dist"),
                  [r.values(*first), r.values(*second)], attribute)
        r.add("cdist", lambda a, b, p=p: torch.cdist(
            a, b, p, compute_mode="donot_use_mm_for_euclid_dist"),
              [points[:3], points[:2]], attribute, note="some rows are equal")


def record_products(r):
    r.add("mm", torch.mm, [r.values(3, 4), r.values(4, 5)])
    r.add("mm", torch.mm, [r.values(1, 4), r.values(4, 1)])
    r.add("mm", torch.mm, [r.values(3, 1), r.values(1, 5)])
    r.add("mv", torch.mv, [r.values(3, 4), r.values(4)])
    r.add("bmm", torch.bmm, [r.values(2, 3, 4), r.values(2, 4, 5)])
    for beta, alpha in ((1.0, 1.0), (0.5, -2.0), (0.0, 1.5)):
        attributes = f"beta = {number(beta)}, alpha = {number(alpha)}"
        for op, shapes in (
                ("addmm", ((3, 2), (3, 4), (4, 2))), ("addmm", ((2,), (3, 4), (4, 2))),
                ("addmm", ((3, 1), (3, 4), (4, 2))), ("addmv", ((3,), (3, 4), (4,))),
                ("addmv", ((), (3, 4), (4,))), ("addr", ((3, 4), (3,), (4,))),
                ("addr", ((1,), (3,), (4,))), ("addbmm", ((2, 3), (2, 2, 4), (2, 4, 3))),
                ("baddbmm", ((2, 2, 3), (2, 2, 4), (2, 4, 3))),
                ("baddbmm", ((2, 1), (2, 2, 4), (2, 4, 3)))):
            function = getattr(torch, op)
            r.add(op, lambda x, a, b, f=function, beta=beta, alpha=alpha: f(
                x, a, b, beta=beta, alpha=alpha), [r.values(*s) for s in shapes], attributes)
    for shapes in (((3, 4),), ((3, 4), (4, 2)), ((3, 4), (4, 2), (2, 5)),
                   ((2, 6), (6, 3), (3, 5), (5, 2)),
                   ((6, 2), (2, 5), (5, 3), (3, 7), (7, 1))):
        tensors = [r.values(*s) for s in shapes]
        r.add("chain_matmul", lambda *x: torch.chain_matmul(*x), tensors)
        if len(tensors) > 1:
            r.add("linalg_multi_dot", lambda *x: torch.linalg.multi_dot(x), tensors)
    for shapes in (((4,), (4, 2), (2, 3)), ((3, 4), (4, 2), (2,)), ((4,), (4, 2), (2,)),
                   ((4,), (4,))):
        r.add("linalg_multi_dot", lambda *x: torch.linalg.multi_dot(x),
              [r.values(*s) for s in shapes])
    for first, second, dim in (((3, 4), (3, 4), -1), ((3, 4), (3, 4), 0), ((3, 4), (4,), 1),
                               ((2, 1, 4), (3, 1), 2), ((5,), (5,), 0)):
        r.add("linalg_vecdot", lambda a, b, dim=dim: torch.linalg.vecdot(a, b, dim=dim),
              [r.values(*first), r.values(*second)], f"dim = {dim} : i64")
    for first, second, dims in (
            ((2, 3, 2), (3, 2, 4), ((1, 2), (0, 1))), ((2, 3, 2), (2, 3, 4), ((1, -1), (1, 0))),
            ((2, 3), (4, 5), ((), ())), ((2, 3), (2, 3), ((0, 1), (0, 1))),
            ((2, 1, 4), (3, 4, 2), ((1, 2), (0, 1)))):
        text = ", ".join(f"dims_{side} = {integers(values)}" for side, values in zip("ab", dims))
        r.add("tensordot", lambda a, b, dims=dims: torch.tensordot(a, b, dims=dims),
              [r.values(*first), r.values(*second)], text)
    for equation, *shapes in (
            ("ij,jk->ik", (2, 3), (3, 4)), ("ij,jk", (2, 3), (3, 4)),
            ("ij,kj->ki", (2, 3), (4, 3)), ("bhqd,bhkd->bhqk", (2, 2, 3, 2), (2, 2, 4, 2)),
            ("bhqk,bhkd->bqhd", (2, 2, 2, 3), (2, 2, 3, 2)), ("i,i", (4,), (4,)),
            ("i,j", (3,), (4,)), ("ii", (3, 3)), ("ii->i", (3, 3)), ("iji->j", (3, 2, 3)),
            ("iii->i", (3, 3, 3)), ("iijj->ij", (2, 2, 3, 3)), ("ijij->ji", (2, 3, 2, 3)),
            ("ij->ji", (2, 3)), ("ij->", (2, 3)), ("ij->i", (2, 3)),
            ("b...i,...ij->b...j", (2, 3, 2), (3, 2, 4)),
            ("...ij,...jk", (2, 1, 3, 2), (3, 2, 2)), ("...i->...", (2, 3, 4)),
            ("...i->i", (2, 3, 4)), ("i...->...", (2, 3)),
            ("ij,jk,kl->il", (2, 3), (3, 4), (4, 5)),
            ("bn,anm,bm->ba", (2, 3), (5, 3, 4), (2, 4)), ("ij,k->i", (2, 3), (4,)),
            ("ij,ij->ij", (2, 3), (2, 3)), ("ij,ij->j", (2, 3), (2, 3)),
            ("ij,jk->ik", (2, 1), (3, 4)), ("bij,bjk->ikb", (1, 2, 3), (4, 3, 2)),
            ("iij,jk->ik", (3, 3, 2), (2, 4)), ("abc,dca->bd", (2, 3, 2), (4, 2, 2)),
            ("aB,Bc", (2, 3), (3, 4))):
        r.add("einsum", lambda *x, e=equation: torch.einsum(e, *x),
              [r.values(*s) for s in shapes], f'equation = "{equation}"')


def record_cross_entropy(r):
    w = r.values(5, low=0.25, high=2)
    for shape in ((4, 5), (5,), (2, 5, 3), (1, 5, 2, 2)):
        x, p = r.values(*shape), r.values(*shape, low=0, high=1)
        target = r.classes(*[n for i, n in enumerate(shape)
                             if i != (0 if len(shape) == 1 else 1)], count=5)
        for weight, smoothing in itertools.product(([], [w]), (0.0, 0.25)):
            if len(shape) > 1:
                target.view(-1)[1] = -100

            def loss(a, b, *c, reduction, ignore_index=-100, smoothing=smoothing):
                return F.cross_entropy(a, b, *c, ignore_index=ignore_index,
                                       reduction=reduction, label_smoothing=smoothing)
            attribute = f"label_smoothing = {number(smoothing)}"
            # PyTorch has no gradient of the weights of class indices.
            r.add_loss("cross_entropy", loss, [x, target, *weight], attribute, fixed=(2,))
            r.add_loss("cross_entropy", loss, [x, p, *weight], attribute)
            if len(shape) > 1:
                target.view(-1)[1] = 2
                r.add_loss("cross_entropy",
                           lambda *a, reduction: loss(*a, reduction=reduction, ignore_index=2),
                           [x, target, *weight], f"{attribute}, ignore_index = 2 : i64",
                           fixed=(2,))


def record():
    recorder = Recorder()
    record_pointwise(recorder)
    record_classes(recorder)
    record_vectors(recorder)
    record_products(recorder)
    record_cross_entropy(recorder)
    record_ctc(recorder)
    return {"torch": torch.__version__.split("+")[0], "cases": recorder.cases}


def dump(document):
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in document["cases"])
    return '{"torch":%s,"cases":[\n%s\n]}\n' % (json.dumps(document["torch"]), lines)


def main():
    return recording.main(__doc__, lambda: dump(record()))


if __name__ == "__main__":
    sys.exit(main())
