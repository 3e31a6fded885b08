#!/usr/bin/env python3
#===- oracle.py - Independent model of mixed-precision training ------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""What a training run must compute, written with NumPy alone.

All arithmetic is in f64. A lower precision is modelled by rounding a value to
that type at the points where a program stores it; a product or sum is exact
(to f64) before its one rounding. Nothing here shares code with the compiler.

Precisions of `train_mlp`:
  f64   no rounding anywhere.
  f32   every value a program stores is rounded to f32.
  f16, bf16   automatic mixed precision at level O1. For each linear layer its
        input, weight and bias are rounded to the low type, x W^T + b is exact
        and rounded once to the low type, ReLU stays in the low type, and the
        loss takes its operands up to f32. A gradient has the type of its
        forward op. Master weights, momentum and the optimizer are f32.

Formulas are those of PyTorch's documentation: `torch.nn.Linear`, `MSELoss`,
`CrossEntropyLoss`, `optim.SGD` and `amp.GradScaler`.

Run as a program it tests itself and prints `ok NAME` or `not ok NAME: reason`.
"""

import argparse
import copy
import dataclasses
import math
import sys

import numpy as np

#===------------------------------------------------------------------------===#
# Rounding
#===------------------------------------------------------------------------===#


def _quiet():
    """Overflow to infinity and NaN are results here, not mistakes."""
    return np.errstate(over="ignore", invalid="ignore", under="ignore", divide="ignore")


def round_f64(x):
    return np.asarray(x, np.float64)


def round_f32(x):
    """Nearest f32, ties to even, as f64."""
    with _quiet():
        return np.asarray(x, np.float64).astype(np.float32).astype(np.float64)


def round_f16(x):
    """Nearest f16, ties to even, as f64. NumPy rounds f64 to f16 once."""
    with _quiet():
        return np.asarray(x, np.float64).astype(np.float16).astype(np.float64)


def round_bf16(x):
    """Nearest bf16, ties to even, as f64.

    The way through f32 would round twice, so the first step rounds to odd: it
    truncates and, where that lost something, sets the last bit. The 16 bits
    that f32 has beyond bf16 then still say on which side of a tie x lies.
    """
    x = np.asarray(x, np.float64)
    with _quiet():
        near = x.astype(np.float32)
        wide = near.astype(np.float64)
        nan = np.isnan(x)
        inexact = (wide != x) & ~nan
        away = inexact & (np.abs(wide) > np.abs(x))
        bits = near.view(np.uint32).copy()
        bits = np.where(away, bits - np.uint32(1), bits)
        bits = np.where(inexact, bits | np.uint32(1), bits).astype(np.uint32)
        tie = (bits >> np.uint32(16)) & np.uint32(1)
        rounded = (bits + np.uint32(0x7FFF) + tie) & np.uint32(0xFFFF0000)
        rounded = np.where(nan, np.uint32(0x7FC00000), rounded).astype(np.uint32)
        return rounded.view(np.float32).astype(np.float64)


ROUND = {"f64": round_f64, "f32": round_f32, "f16": round_f16, "bf16": round_bf16}

# Unit roundoff and smallest positive number of each type.
UNIT = {"f64": 2.0**-53, "f32": 2.0**-24, "f16": 2.0**-11, "bf16": 2.0**-8}
TINY = {"f64": 2.0**-1074, "f32": 2.0**-149, "f16": 2.0**-24, "bf16": 2.0**-133}


def reduction_bound(length, magnitude, result, out, truncating=False):
    """Largest error of a sum of `length` products that accumulates in f32.

    `magnitude` is the sum of |a_i b_i|, `result` the exact sum, `out` the type
    of the stored result. Accumulation that rounds to nearest errs like a random
    walk, min(K, 6 sqrt K) units; one that truncates (tensor cores) is biased,
    K units of 2^-23.
    """
    unit = 2.0**-23 if truncating else 2.0**-24
    count = length if truncating else min(length, 6 * math.sqrt(length))
    return (count * unit * np.asarray(magnitude) * (1 + UNIT[out])
            + UNIT[out] * np.abs(result) + TINY[out] / 2)


#===------------------------------------------------------------------------===#
# Losses: (loss, gradient of the loss with respect to the first operand)
#===------------------------------------------------------------------------===#


def mse_loss(y, target):
    """Mean of the squared differences over all elements."""
    y, target = np.asarray(y, np.float64), np.asarray(target, np.float64)
    if y.shape != target.shape:
        raise ValueError(f"mse_loss: shapes differ, {y.shape} and {target.shape}")
    difference = y - target
    return np.mean(difference**2), 2.0 * difference / y.size


def cross_entropy(logits, labels, label_smoothing=0.0, ignore_index=-100):
    """Mean over the rows whose label is not `ignore_index`.

    logits [rows, classes], labels [rows]. The target of a row is 1 - s on its
    label plus s / classes on every class. Without a counted row the loss is
    NaN (0 / 0) and the gradient is zero.
    """
    logits = np.asarray(logits, np.float64)
    labels = np.asarray(labels).astype(np.int64)
    rows, classes = logits.shape
    counted = labels != ignore_index
    bad = counted & ((labels < 0) | (labels >= classes))
    if bad.any():
        row = int(np.argmax(bad))
        raise ValueError(f"cross_entropy: label {labels[row]} in row {row}, "
                         f"expected 0 to {classes - 1} or {ignore_index}")
    with _quiet():
        shifted = logits - logits.max(axis=1, keepdims=True)
        log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        target = np.full((rows, classes), label_smoothing / classes)
        target[np.arange(rows)[counted], labels[counted]] += 1.0 - label_smoothing
        count = int(counted.sum())
        if count == 0:
            return np.float64(np.nan), np.zeros_like(logits)
        row_loss = -(target * log_p).sum(axis=1)
        loss = row_loss[counted].sum() / count
        gradient = np.where(counted[:, None], (np.exp(log_p) - target) / count, 0.0)
    return loss, gradient


#===------------------------------------------------------------------------===#
# Loss scale and optimizer
#===------------------------------------------------------------------------===#


class GradScaler:
    """PyTorch's dynamic loss scale; `scale` is an f32 number.

    A step whose gradients hold an inf or a NaN is skipped and multiplies the
    scale by `backoff_factor`; `growth_interval` clean steps in a row multiply
    it by `growth_factor`, unless that leaves f32. `min_scale` and `max_scale`
    bound the result where given (PyTorch has neither).
    """

    def __init__(self, init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5,
                 growth_interval=2000, min_scale=None, max_scale=None):
        self.scale = float(round_f32(init_scale))
        self.growth_factor = growth_factor
        self.backoff_factor = backoff_factor
        self.growth_interval = growth_interval
        self.min_scale = min_scale
        self.max_scale = max_scale
        self.growth_tracker = 0

    def update(self, found_inf):
        if found_inf:
            self.scale = float(round_f32(self.scale * self.backoff_factor))
            if self.min_scale is not None:
                self.scale = max(self.scale, self.min_scale)
            self.growth_tracker = 0
            return
        self.growth_tracker += 1
        if self.growth_tracker == self.growth_interval:
            grown = float(round_f32(self.scale * self.growth_factor))
            if self.max_scale is not None:
                grown = min(grown, self.max_scale)
            if math.isfinite(grown):
                self.scale = grown
            self.growth_tracker = 0


class SGD:
    """PyTorch's SGD over a list of arrays, updated in place of the list.

    The first step that is taken stores the gradient itself in the momentum
    buffer, without dampening.
    """

    def __init__(self, lr, momentum=0.0, dampening=0.0, weight_decay=0.0,
                 nesterov=False, precision="f64"):
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("SGD: nesterov needs a momentum and no dampening")
        # A program in a lower precision holds its hyperparameters in f32.
        self.round = ROUND["f64" if precision == "f64" else "f32"]
        self.lr, self.momentum, self.dampening, self.weight_decay = (
            float(self.round(v)) for v in (lr, momentum, dampening, weight_decay))
        self.nesterov = nesterov
        self.buffers = None

    def step(self, parameters, gradients):
        first = self.buffers is None
        if first:
            self.buffers = [None] * len(parameters)
        for i, (p, g) in enumerate(zip(parameters, gradients)):
            g = g + self.weight_decay * p
            if self.momentum != 0:
                buffer = g if first else (self.momentum * self.buffers[i]
                                          + (1 - self.dampening) * g)
                self.buffers[i] = buffer = self.round(buffer)
                g = g + self.momentum * buffer if self.nesterov else buffer
            parameters[i] = self.round(p - self.lr * g)


#===------------------------------------------------------------------------===#
# Multilayer perceptron
#===------------------------------------------------------------------------===#


def _check_layers(layers, x):
    width = np.shape(x)[-1]
    for i, (w, b) in enumerate(layers):
        if np.ndim(w) != 2 or w.shape[1] != width:
            raise ValueError(f"layer {i}: weight of shape {np.shape(w)}, expected (outputs, {width})")
        if b is not None and np.shape(b) != (w.shape[0],):
            raise ValueError(f"layer {i}: bias of shape {np.shape(b)}, expected ({w.shape[0]},)")
        width = w.shape[0]


def mlp_forward(layers, x, precision="f64"):
    """Runs linear layers with ReLU between (none after the last).

    `layers` is a list of (weight [outputs, inputs], bias [outputs] or None).
    Returns the output and, for the backward pass, the input and the weight of
    each layer as the layer used them.
    """
    _check_layers(layers, x)
    rnd = ROUND[precision]
    used = []
    h = np.asarray(x, np.float64)
    for i, (w, b) in enumerate(layers):
        if i > 0:
            h = np.where(h <= 0, 0.0, h)  # Keeps a NaN.
        h = rnd(h)
        w = rnd(w)
        used.append((h, w))
        with _quiet():
            y = h @ w.T
            if b is not None:
                y = y + rnd(b)
            h = rnd(y)
    return h, used


def mlp_backward(layers, used, seed, precision="f64", weight_gradients="low"):
    """Gradients for each (weight, bias), given the gradient of the output.

    With `weight_gradients` "low" those of weights and biases are rounded to the
    type of the layer, as in PyTorch; with "f32" they are rounded to f32 only.
    """
    if weight_gradients not in ("low", "f32"):
        raise ValueError(f"weight_gradients: '{weight_gradients}', expected 'low' or 'f32'")
    rnd = ROUND[precision]
    rnd_weight = rnd if weight_gradients == "low" or precision == "f64" else round_f32
    gradients = [None] * len(layers)
    with _quiet():
        dy = rnd(seed)
        for i in reversed(range(len(layers))):
            h, w = used[i]
            bias = None if layers[i][1] is None else rnd_weight(dy.sum(axis=0))
            gradients[i] = (rnd_weight(dy.T @ h), bias)
            if i > 0:
                # h is the ReLU's output, positive exactly where its input was.
                dy = np.where(h > 0, rnd(dy @ w), 0.0)
    return gradients


def evaluate_loss(layers, x, target, loss="mse", precision="f64", **loss_options):
    """The loss, and its gradient with respect to the network's output."""
    y, used = mlp_forward(layers, x, precision)
    if loss not in LOSSES:
        raise ValueError(f"loss: '{loss}', expected one of {sorted(LOSSES)}")
    value, gradient = LOSSES[loss](y, target, **loss_options)
    return float(_loss_round(precision)(value)), gradient, used


def _loss_round(precision):
    return ROUND["f64" if precision == "f64" else "f32"]


LOSSES = {"mse": mse_loss, "cross_entropy": cross_entropy}


def accuracy(layers, x, labels, precision="f64"):
    """Share of the rows whose largest output is the label's; ties go low."""
    y, _ = mlp_forward(layers, x, precision)
    return float(np.mean(np.argmax(y, axis=1) == np.asarray(labels)))


@dataclasses.dataclass
class Run:
    losses: list  # Before each step, unscaled.
    layers: list  # After the last step.
    scales: list  # Loss scale used by each step.
    skipped: list  # Whether each step was skipped.


def train_mlp(layers, batches, loss="mse", lr=1e-3, precision="f64", *,
              loss_scale=None, momentum=0.0, dampening=0.0, weight_decay=0.0,
              nesterov=False, weight_gradients="low", **loss_options):
    """Trains from `layers` over `batches`, an iterable of (x, target).

    `loss_scale` is None (no scaling), a number (static) or a `GradScaler`,
    which is left as the run ends. The check for inf and NaN and the skipped
    step belong to scaling: without one, every step is taken.
    """
    stored = ROUND["f64" if precision == "f64" else "f32"]
    parameters = []
    for w, b in layers:
        parameters.append(stored(w))
        if b is not None:
            parameters.append(stored(b))
    has_bias = [b is not None for _, b in layers]

    def as_layers():
        it = iter(parameters)
        return [(next(it), next(it) if bias else None) for bias in has_bias]

    optimizer = SGD(lr, momentum, dampening, weight_decay, nesterov, precision)
    run = Run([], [], [], [])
    for x, target in batches:
        scale = 1.0
        if isinstance(loss_scale, GradScaler):
            scale = loss_scale.scale
        elif loss_scale is not None:
            scale = float(stored(loss_scale))
        current = as_layers()
        # The batch arrives in f32 where the program is not f64.
        value, seed, used = evaluate_loss(current, stored(x), target, loss, precision, **loss_options)
        with _quiet():
            seed = stored(seed * scale)
            pairs = mlp_backward(current, used, seed, precision, weight_gradients)
            gradients = [g for pair in pairs for g in pair if g is not None]
            found_inf = False
            if loss_scale is not None:
                found_inf = not all(np.isfinite(g).all() for g in gradients)
                inverse = float(stored(1.0 / scale))
                gradients = [stored(g * inverse) for g in gradients]
            if not found_inf:
                optimizer.step(parameters, gradients)
        if isinstance(loss_scale, GradScaler):
            loss_scale.update(found_inf)
        run.losses.append(value)
        run.scales.append(scale)
        run.skipped.append(found_inf)
    run.layers = as_layers()
    return run


#===------------------------------------------------------------------------===#
# Self tests
#===------------------------------------------------------------------------===#


def _expect(condition, message):
    if not condition:
        raise AssertionError(message)


def _round_by_quantum(x, bits, min_exponent, largest):
    """Rounding written a second way: scale to integers, round, scale back."""
    x = np.asarray(x, np.float64)
    _, exponent = np.frexp(x)
    quantum = np.ldexp(1.0, np.maximum(exponent - bits, min_exponent))
    rounded = np.rint(x / quantum) * quantum  # rint takes ties to even.
    return np.where(np.abs(rounded) > largest, np.copysign(np.inf, x), rounded)


def _rounding_samples(bits, min_exponent, max_exponent):
    """Values at, just above and just below numbers and ties of a type."""
    rng = np.random.default_rng(7)
    exponent = rng.integers(min_exponent - 2, max_exponent + 2, 40000)
    half_units = rng.integers(2**bits, 2**(bits + 1), 40000)
    x = np.ldexp(half_units.astype(np.float64), exponent - bits)
    near = [x * (1 + d) for d in (0.0, 2.0**-52, -2.0**-52, 2.0**-30, -2.0**-30, 2.0**-27, -2.0**-27)]
    tiny = np.arange(0, 64) * np.ldexp(1.0, min_exponent - 3)
    values = np.concatenate(near + [tiny])
    return np.concatenate([values, -values])


def test_round_f16():
    x = _rounding_samples(11, -24, 15)
    np.testing.assert_array_equal(round_f16(x), _round_by_quantum(x, 11, -24, 65504.0))
    _expect(round_f16(65519.999) == 65504 and np.isinf(round_f16(65520.0)), "overflow threshold")
    _expect(np.isnan(round_f16(np.nan)), "NaN is lost")
    # Through f32 this becomes a tie and goes down.
    _expect(round_f16(1 + 2.0**-11 + 2.0**-40) == 1 + 2.0**-10, "rounded twice")


def test_round_bf16():
    largest = (2 - 2.0**-7) * 2.0**127
    x = _rounding_samples(8, -133, 127)
    np.testing.assert_array_equal(round_bf16(x), _round_by_quantum(x, 8, -133, largest))
    _expect(round_bf16(1 + 2.0**-8 + 2.0**-40) == 1 + 2.0**-7, "rounded twice")
    _expect(round_bf16(1 + 2.0**-8 - 2.0**-40) == 1, "rounded twice")
    _expect(np.isnan(round_bf16(np.nan)) and np.isposinf(round_bf16(1e300)), "special values")
    _expect(np.isneginf(round_bf16(-np.inf)) and np.signbit(round_bf16(-0.0)), "signs")


def _network(seed, widths, bias=True):
    rng = np.random.default_rng(seed)
    return [(rng.standard_normal((n, k)) / np.sqrt(k),
             rng.standard_normal(n) * 0.1 if bias else None)
            for k, n in zip(widths, widths[1:])]


def _check_gradients(loss, target, **options):
    layers = _network(1, (5, 7, 6, 4))
    x = np.random.default_rng(2).standard_normal((9, 5))
    _, seed, used = evaluate_loss(layers, x, target, loss, **options)
    gradients = mlp_backward(layers, used, seed)
    h = 1e-5
    for i, layer in enumerate(layers):
        for j in (0, 1):
            for index in np.ndindex(layer[j].shape):
                def at(delta):
                    moved = copy.deepcopy(layers)
                    moved[i][j][index] += delta
                    return evaluate_loss(moved, x, target, loss, **options)[0]
                numeric = (at(h) - at(-h)) / (2 * h)
                # Central differences: h^2 of truncation, eps / h of cancellation.
                _expect(abs(numeric - gradients[i][j][index]) <= 1e-6 * max(1.0, abs(numeric)),
                        f"layer {i} {'weight bias'.split()[j]} {index}: {gradients[i][j][index]} "
                        f"against {numeric} by differences")
    _expect(any(np.abs(g[0]).max() > 1e-3 for g in gradients), "gradients vanish: nothing checked")


def test_mse_gradient():
    _check_gradients("mse", np.random.default_rng(3).standard_normal((9, 4)))


def test_cross_entropy_gradient():
    labels = np.array([0, 1, 2, 3, -100, 2, 1, -100, 0])
    _check_gradients("cross_entropy", labels)
    _check_gradients("cross_entropy", labels, label_smoothing=0.3)
    _check_gradients("cross_entropy", np.where(labels < 0, 3, labels), ignore_index=3)


def test_losses_by_hand():
    loss, gradient = mse_loss([[1.0, 2.0], [3.0, 4.0]], [[0.0, 2.0], [3.0, 1.0]])
    _expect(loss == 2.5, f"mse {loss}, expected (1 + 9) / 4")
    np.testing.assert_array_equal(gradient, [[0.5, 0], [0, 1.5]])
    logits = np.log([[1.0, 2.0, 5.0], [1.0, 1.0, 1.0]])
    loss, _ = cross_entropy(logits[:1], [2])
    _expect(abs(loss - math.log(8 / 5)) < 1e-15, "probability 5/8")
    loss, _ = cross_entropy(logits[:1], [2], label_smoothing=0.3)
    expected = 0.8 * math.log(8 / 5) + 0.1 * (math.log(8) + math.log(4))
    _expect(abs(loss - expected) < 1e-15, f"smoothed {loss}, expected {expected}")
    loss, gradient = cross_entropy(logits, [2, -100])
    _expect(abs(loss - math.log(8 / 5)) < 1e-15, "an ignored row counts")
    np.testing.assert_allclose(gradient, [[1 / 8, 2 / 8, -3 / 8], [0, 0, 0]], rtol=0, atol=1e-15)
    loss, gradient = cross_entropy(logits, [-100, -100])
    _expect(np.isnan(loss) and not gradient.any(), "no counted row")
    loss, _ = cross_entropy([[1e4, 0.0]], [1])
    _expect(loss == 1e4, "large logits overflow")
    for label in (3, -1):
        try:
            cross_entropy(logits, [0, label])
        except ValueError as error:
            _expect(f"label {label} in row 1" in str(error), str(error))
        else:
            raise AssertionError(f"label {label} was accepted")


def test_sgd_by_hand():
    def run(gradients, p=1.0, **options):
        parameters = [np.array([p])]
        sgd = SGD(0.1, **options)
        for g in gradients:
            sgd.step(parameters, [np.array([g])])
        return float(parameters[0][0])

    def close(actual, expected, name):
        _expect(abs(actual - expected) < 1e-14, f"{name}: {actual}, expected {expected}")

    close(run([1.0, 1.0]), 0.8, "plain")
    close(run([1.0, 1.0], momentum=0.9), 0.71, "momentum")  # 1 - .1 - .1 * 1.9
    close(run([1.0, 1.0], momentum=0.9, dampening=0.5), 0.76, "dampening")  # 1 - .1 - .1 * 1.4
    close(run([1.0, 1.0], momentum=0.9, nesterov=True), 0.539, "nesterov")  # 1 - .19 - .271
    close(run([0.0], weight_decay=0.5), 0.95, "weight decay")


def _trace(scaler, pattern):
    result = []
    for step in pattern:
        scaler.update(step == "x")
        result.append((scaler.scale, scaler.growth_tracker))
    return result


def test_grad_scaler_trace():
    _expect(_trace(GradScaler(8.0, growth_interval=2), "..x.x...") ==
            [(8, 1), (16, 0), (8, 0), (8, 1), (4, 0), (4, 1), (8, 0), (8, 1)], "interval 2")
    _expect(_trace(GradScaler(growth_interval=1), "xx.") ==
            [(32768, 0), (16384, 0), (32768, 0)], "default scale")
    # At the top of f32 the scale stays and the count begins again.
    _expect(_trace(GradScaler(2.0**127, growth_interval=1), "..x") ==
            [(2.0**127, 0), (2.0**127, 0), (2.0**126, 0)], "ceiling")
    # Without a floor the scale runs down to zero.
    _expect(_trace(GradScaler(2.0**-148), "xx") == [(2.0**-149, 0), (0.0, 0)], "no floor")
    _expect(_trace(GradScaler(2.0, min_scale=1.0), "xx") == [(1, 0), (1, 0)], "floor")
    _expect(_trace(GradScaler(4.0, growth_interval=1, max_scale=8.0), "..") ==
            [(8, 0), (8, 0)], "maximum")
    # Products are rounded to f32.
    _expect(_trace(GradScaler(1.0, growth_factor=1.1, growth_interval=1), ".") ==
            [(float(np.float32(1.1)), 0)], "f32")


def test_rounding_points():
    # The bias joins before the one rounding: 1 + 2^-11 + 2^-20 lies above a
    # tie, but 1 + 2^-12 alone rounds to 1.
    w, b = np.array([[1.0, 2.0**-12]]), np.array([2.0**-12 + 2.0**-20])
    y, _ = mlp_forward([(w, b)], np.ones((1, 2)), "f16")
    _expect(y[0, 0] == 1 + 2.0**-10, f"linear with bias: {y[0, 0]}")
    # Input and weight are rounded before the product: 1 + 2^-8 + 2^-10 becomes
    # 1 + 2^-7 in bf16, and 1.5 times that is a tie that goes up.
    for x, w in ((1 + 2.0**-8 + 2.0**-10, 1.5), (1.5, 1 + 2.0**-8 + 2.0**-10)):
        y, _ = mlp_forward([(np.array([[w]]), None)], np.array([[x]]), "bf16")
        _expect(y[0, 0] == 1.5 + 2.0**-6, f"operands {x} and {w}: {y[0, 0]}")
    # ReLU keeps a NaN.
    y, _ = mlp_forward([(np.array([[1.0]]), None)] * 2, np.array([[np.nan]]))
    _expect(np.isnan(y[0, 0]), "ReLU hides a NaN")
    # Master weights are f32.
    run = train_mlp([(np.array([[1 / 3]]), None)], [], precision="f16")
    _expect(run.layers[0][0][0, 0] == round_f32(1 / 3), "master weight")
    # The gradient of a 16-bit op is 16-bit: 2^-25 is a tie that goes to zero.
    layers, x = [(np.array([[1.0]]), None)], np.array([[1.0]])
    _, used = mlp_forward(layers, x, "f16")
    (gradient, _), = mlp_backward(layers, used, np.array([[2.0**-25]]), "f16", "f32")
    _expect(gradient[0, 0] == 0, "gradient below f16")
    # So is the gradient between two layers: 1 + 2^-11 becomes 1.
    layers = [(np.array([[1.0]]), None), (np.array([[1.0], [1.0]]), None)]
    _, used = mlp_forward(layers, np.ones((1, 1)), "f16")
    gradients = mlp_backward(layers, used, np.array([[1.0, 2.0**-11]]), "f16", "f32")
    _expect(gradients[0][0][0, 0] == 1, "gradient between layers")
    # Two rows of 1 and 2^-11: the sum needs more bits than f16 has.
    layers = [(np.array([[1.0]]), np.array([0.0]))]
    _, used = mlp_forward(layers, np.ones((2, 1)), "f16")
    seed = np.array([[1.0], [2.0**-11]])
    low, = mlp_backward(layers, used, seed, "f16", "low")
    wide, = mlp_backward(layers, used, seed, "f16", "f32")
    _expect(low[0][0, 0] == 1 and low[1][0] == 1, "low weight gradient")
    _expect(wide[0][0, 0] == 1 + 2.0**-11 and wide[1][0] == 1 + 2.0**-11, "f32 weight gradient")


def test_f32_step_by_hand():
    # y = 3 * 2 + 1 = 7, d = 7 - 3 = 4, dW = 2 * 4 * 2 = 16, db = 8.
    run = train_mlp([(np.array([[3.0]]), np.array([1.0]))], [([[2.0]], [[3.0]])],
                    lr=0.25, precision="f32")
    _expect(run.losses == [16.0], f"loss {run.losses}")
    _expect(run.layers[0][0][0, 0] == -1.0 and run.layers[0][1][0] == -1.0, f"{run.layers}")


def _regression(steps):
    rng = np.random.default_rng(11)
    x = rng.standard_normal((32, 16))
    target = x @ rng.standard_normal((16, 8))
    return [(x, target)] * steps


def test_loss_scaling_is_needed():
    # Inputs of about 2^-10 and weights of about 2^-7 give differences of 2^-17,
    # which the mean over 2^13 elements takes to 2^-29: below half of f16's
    # smallest number, 2^-24. The second derivative is near 2^-23.
    rng = np.random.default_rng(11)
    x = rng.standard_normal((512, 16)) * 2.0**-10
    target = x @ rng.standard_normal((16, 16)) * 2.0**-9
    layers = [(rng.standard_normal((16, 16)) * 2.0**-9, None)]
    batches, lr = [(x, target)] * 10, 2.0**22
    exact = train_mlp(layers, batches, lr=lr, precision="f32")
    plain = train_mlp(layers, batches, lr=lr, precision="f16")
    bf16 = train_mlp(layers, batches, lr=lr, precision="bf16")
    scaled = train_mlp(layers, batches, lr=lr, precision="f16", loss_scale=GradScaler(2.0**20))
    fell = exact.losses[-1] / exact.losses[0]
    _expect(fell < 0.1, f"f32 does not learn: {fell}")
    np.testing.assert_array_equal(plain.layers[0][0], round_f32(layers[0][0]))
    _expect(not any(scaled.skipped), f"skipped {scaled.skipped}")
    # Both learn what f32 learns, but for the rounding of outputs, which f16
    # stores here as multiples of 2^-24, 1/128 of their size.
    for name, run in (("f16 with scaling", scaled), ("bf16", bf16)):
        _expect(run.losses[-1] / run.losses[0] < 0.1, f"{name} does not learn: {run.losses}")


def test_skipped_step():
    layers, batches = _network(6, (16, 12, 8)), _regression(12)
    scaler = GradScaler(2.0**20, growth_interval=4)
    run = train_mlp(layers, batches, lr=0.05, precision="f16", momentum=0.9, loss_scale=scaler)
    _expect(run.skipped[0] and not run.skipped[-1], f"skipped {run.skipped}")
    first = run.skipped.index(False)
    _expect(run.losses[:first + 1] == [run.losses[0]] * (first + 1), "a skipped step changed something")
    _expect(run.scales[:first + 1] == [2.0**(20 - i) for i in range(first + 1)], f"{run.scales}")
    alone = train_mlp(layers, batches[first:], lr=0.05, precision="f16", momentum=0.9,
                      loss_scale=GradScaler(2.0**(20 - first), growth_interval=4))
    _expect(alone.losses == run.losses[first:], "skipped steps touched the optimizer")
    # Without scaling nothing is checked and nothing is skipped.
    poisoned = train_mlp(layers, [(np.full((1, 16), np.inf), np.zeros((1, 8)))], precision="f16")
    _expect(poisoned.skipped == [False] and np.isnan(poisoned.layers[0][0]).any(), "NaN hidden")


def test_power_of_two_scale_is_exact():
    # In f32 a scale that is a power of two changes no bit.
    layers, batches = _network(8, (16, 12, 8)), _regression(8)
    plain = train_mlp(layers, batches, lr=0.05, precision="f32")
    scaled = train_mlp(layers, batches, lr=0.05, precision="f32", loss_scale=1024.0)
    _expect(plain.losses == scaled.losses, "losses differ")
    _expect(plain.losses[-1] < plain.losses[0], "no learning")


TESTS = [value for name, value in sorted(globals().items()) if name.startswith("test_")]


def self_test():
    failed = 0
    for test in TESTS:
        name = "oracle." + test.__name__[len("test_"):]
        try:
            test()
            print(f"ok {name}", flush=True)
        except Exception as error:  # A test that breaks is a test that fails.
            failed += 1
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            print(f"not ok {name}: {reason}", flush=True)
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description="Tests the independent model of training.")
    parser.add_argument("--self-test", action="store_true", help="run the self tests (the default)")
    parser.add_argument("--build", help="build folder; not needed here, taken because each "
                        "integration test is given it")
    parser.parse_args()
    return self_test()


if __name__ == "__main__":
    sys.exit(main())
