#===- _bounds.py - Training with a bound on its rounding errors -------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""How far a correct program may be from the model of `oracle.py`.

Two bounds, from the same local errors:

`train_mlp` without a generator bounds the worst case. Each value is a ball: a
centre, which is the model's value, and a radius E that a correct program's
value stays within. Through an op y = f(x) the radius is

  E_y = sum_i |dy/dx_i| E_i (with its second-order terms) + local.

Local errors, with u = 2^-24:
  contraction or sum of K terms, accumulated in f32:  c(K) u_acc S, where S is
      the sum of |a_i b_i| over the balls; c(K) = min(K, 6 sqrt K) and u_acc = u
      where accumulation rounds to nearest, c(K) = K and u_acc = 2^-23 where it
      truncates (tensor cores);
  pointwise f32 arithmetic:  k u |y|, k = 1 for each + - * /, 4 for exp and log;
  softmax over K classes:  (K + 8) u |y|;
  rounding to a type t: none is added. Rounding is monotone, so that it takes
      the ball [v - E, v + E] to [r(v - E), r(v + E)]: the radius becomes
      max(|r(v + E) - r(v)|, |r(v - E) - r(v)|). This is u_t |y| at most where
      the ball reaches a tie, and zero where it does not.

The radius grows by the norms of the weights, several times per training step,
and says nothing after a few. `train_mlp` with a generator therefore makes one
run in which each local error is a random number, uniform within its bound, and
is carried on by the computation itself: sum_i (dy/dx_i) delta_i with all signs
and cancellations. `spread` takes 6 times the root of the mean square of what
such runs deviate from the centre: six standard deviations, of local errors that
are as large as they may be at all.

Nothing here is fitted to a result.
"""

import math

import numpy as np

import oracle

U = 2.0**-24


class Errors:
    """How sums accumulate, and where local errors come from."""

    def __init__(self, truncating=False, rng=None):
        self.truncating = truncating
        self.rng = rng

    def accumulated(self, length):
        """c(K) u_acc."""
        if self.truncating:
            return length * 2.0**-23
        return min(length, 6 * math.sqrt(length)) * U

    def settle(self, v, e):
        """The ball (v, e), or a point of it."""
        if self.rng is None:
            return v, e
        return v + self.rng.uniform(-1, 1, np.shape(v)) * e, np.zeros(np.shape(v))

    def store(self, v, e, kind):
        """The same after rounding to a type."""
        v, e = self.settle(v, e)
        if self.rng is not None:
            return oracle.ROUND[kind](v), e
        return rounded(v, e, kind)


def rounded(v, e, kind):
    """The ball (v, e) after rounding to a type."""
    r = oracle.ROUND[kind]
    centre = r(v)
    with np.errstate(invalid="ignore"):
        radius = np.maximum(np.abs(r(v + e) - centre), np.abs(r(v - e) - centre))
    return centre, radius


def contract(a, ea, b, eb, errors, bias=None, bias_radius=0.0):
    """The ball of a @ b + bias before its rounding."""
    v = a @ b
    largest = (np.abs(a) + ea) @ (np.abs(b) + eb)
    e = np.abs(a) @ eb + ea @ np.abs(b) + ea @ eb
    length = a.shape[-1]
    if bias is not None:
        v = v + bias
        largest = largest + np.abs(bias) + bias_radius
        e = e + bias_radius
        length += 1
    return v, e + errors.accumulated(length) * largest


def mse(y, ey, target, errors):
    """Balls of the loss and of its gradient, in f32."""
    d, ed = rounded(y - target, ey, "f32")
    most = np.sum((np.abs(d) + ed)**2) / d.size
    v = np.mean((y - target)**2)
    e = np.sum(2 * np.abs(d) * ed + ed**2) / d.size + (errors.accumulated(d.size) + 3 * U) * most
    # The model differs by the rounding of d, which the program has.
    e += np.sum(2 * np.abs(d) * U * np.abs(d)) / d.size
    g = 2.0 * (y - target) / d.size
    return (v, e), (g, 2.0 * ed / d.size + 4 * U * np.abs(g))


def cross_entropy(z, ez, labels, errors):
    """Balls of the loss and of its gradient, in f32; every row counts."""
    rows, classes = z.shape
    z, top = z - z.max(axis=1, keepdims=True), np.abs(z).max(axis=1, keepdims=True)
    low, high = np.exp(z - ez), np.exp(z + ez)
    p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
    p_high = high / (high + low.sum(axis=1, keepdims=True) - low)
    p_low = low / (low + high.sum(axis=1, keepdims=True) - high)
    at = (np.arange(rows), labels)
    row_loss = -np.log(p[at])
    # log of a sum of `classes` exponentials, less the label's shifted logit.
    local = (classes + 8) * U * (1 + row_loss + np.abs(z[at]) + top[:, 0])
    e_row = np.maximum(np.log(p_high[at]) - np.log(p[at]),
                       np.log(p[at]) - np.log(p_low[at])) + local
    v = row_loss.mean()
    e = e_row.mean() + (errors.accumulated(rows) + 2 * U) * (row_loss + e_row).mean()
    hot = np.zeros_like(p)
    hot[at] = 1.0
    ep = np.maximum(p_high - p, p - p_low) + (classes + 8) * U * p_high
    return (v, e), ((p - hot) / rows, (ep + 4 * U * (p + hot)) / rows)


LOSSES = {"mse": mse, "cross_entropy": cross_entropy}


class Bound:
    """What train_mlp gives: a centre and a radius for each."""

    def __init__(self):
        self.losses, self.loss_radii = [], []
        self.layers, self.radii = [], []


def train_mlp(layers, batches, loss, lr, precision, *, scale=1.0, momentum=0.0,
              truncating=False, rng=None):
    """`oracle.train_mlp` with weight gradients in f32 and a constant loss scale
    (a power of two), as balls. Every layer has a bias. With a generator `rng` the
    run is one in which each local error is random, and its radii are zero."""
    errors = Errors(truncating, rng)
    store = errors.store
    lr, momentum = (float(oracle.round_f32(x)) for x in (lr, momentum))
    parameters = [oracle.round_f32(p) for layer in layers for p in layer]
    radii = [np.zeros_like(p) for p in parameters]
    buffers = None
    result = Bound()
    with np.errstate(over="ignore", invalid="ignore"):
        for x, target in batches:
            # Forward.
            used = []
            h, eh = oracle.round_f32(x), np.zeros(np.shape(x))
            for i in range(0, len(parameters), 2):
                if i > 0:
                    h, eh = np.maximum(h, 0), np.maximum(
                        np.maximum(h + eh, 0) - np.maximum(h, 0),
                        np.maximum(h, 0) - np.maximum(h - eh, 0))
                h, eh = store(h, eh, precision)
                w, ew = store(parameters[i], radii[i], precision)
                b, eb = store(parameters[i + 1], radii[i + 1], precision)
                used.append((h, eh, w, ew))
                h, eh = store(*contract(h, eh, w.T, ew.T, errors, b, eb), precision)
            if loss == "mse":
                target = oracle.round_f32(target)
            (value, radius), (g, eg) = LOSSES[loss](h, eh, target, errors)
            value, radius = store(value, radius, "f32")
            g, eg = errors.settle(g, eg)
            result.losses.append(float(value))
            result.loss_radii.append(float(radius))

            # Backward, in the scaled numbers.
            dy, edy = store(oracle.round_f32(g * scale), eg * scale, precision)
            gradients = [None] * len(parameters)
            for i in reversed(range(len(used))):
                h, eh, w, ew = used[i]
                rows = np.ones((1, len(dy)))
                db, edb = contract(rows, np.zeros_like(rows), dy, edy, errors)
                gradients[2 * i] = store(*contract(dy.T, edy.T, h, eh, errors), "f32")
                gradients[2 * i + 1] = store(db[0], edb[0], "f32")
                if i > 0:
                    dy, edy = store(*contract(dy, edy, w, ew, errors), precision)
                    # h is what ReLU gave: the gradient passes where it is positive.
                    unsure = (h - eh <= 0) & (h + eh > 0)
                    edy = np.where(unsure, np.abs(dy) + edy, np.where(h > 0, edy, 0.0))
                    dy = np.where(h > 0, dy, 0.0)

            # SGD.
            gradients = [(oracle.round_f32(g / scale), eg / scale) for g, eg in gradients]
            if buffers is None or momentum == 0:
                buffers = gradients
            else:
                buffers = [
                    store(momentum * b + g,
                          momentum * eb + eg + 2 * U * (momentum * np.abs(b) + np.abs(g)), "f32")
                    for (b, eb), (g, eg) in zip(buffers, gradients)]
            for i, (b, eb) in enumerate(buffers):
                parameters[i], radii[i] = store(
                    parameters[i] - lr * b,
                    radii[i] + lr * eb + 3 * U * lr * (np.abs(b) + eb), "f32")
    result.layers = list(zip(parameters[::2], parameters[1::2]))
    result.radii = list(zip(radii[::2], radii[1::2]))
    return result


def spread(model, samples):
    """6 times the root of the mean square of the samples' deviations from the
    model: of each loss, and of each parameter in the 2-norm."""
    def rms(values):
        return 6 * math.sqrt(sum(v * v for v in values) / len(values))

    # A loss that is printed is an f32 number.
    loss = [rms([s.losses[k] - v for s in samples]) + U * abs(v)
            for k, v in enumerate(model.losses)]
    layers = []
    for i, layer in enumerate(model.layers):
        layers.append(tuple(
            rms([np.linalg.norm(s.layers[i][j] - p) for s in samples])
            for j, p in enumerate(layer)))
    return loss, layers
