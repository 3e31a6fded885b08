#===- random_trainings.py - Random networks and a model of them ------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Random training graphs that are valid, each with what it must compute.

A network is built once, as text and as calls on a tape: NumPy in f64, with derivatives by
the chain rule. Nothing here shares code with the compiler.

How far a correct program may be from the model comes from the model itself. With a unit
roundoff it makes a run in which each value, of the forward pass, of the backward pass and of
the optimizer, has a random error of the size that its op may have in that precision
(docs/Design/Testing.md#tolerances); `spread` takes 6 times the root of the mean square of
what such runs deviate, as integration/_bounds.py does."""

import dataclasses
import math
import random

import numpy as np

UNIT = {"f64": 2.0**-53, "f32": 2.0**-24, "bf16": 2.0**-8}
ROOT_2 = math.sqrt(2.0)
ERF = np.vectorize(math.erf)


class Noise:
    """Local errors: none, or random ones within their bounds."""

    def __init__(self, unit=0.0, seed=None):
        self.unit = unit
        self.rng = np.random.default_rng(seed)

    def add(self, value, size, roundings=1.0):
        """The value with an error of at most `roundings` units of `size`."""
        if not self.unit:
            return value
        return value + self.rng.uniform(-1, 1, np.shape(value)) * size * (self.unit * roundings)

    def sum(self, value, magnitude, length):
        """A sum of `length` terms whose sizes add up to `magnitude`, stored once more."""
        count = min(length, 6 * math.sqrt(length)) + 1
        return self.add(value, np.maximum(magnitude, np.abs(value)), count)


class Node:
    def __init__(self, value, parents=(), backward=None):
        self.value, self.parents, self.backward = value, parents, backward
        self.gradient = None


def logistic(x):
    return np.exp(-np.logaddexp(0, -x))


def unbroadcast(gradient, shape):
    """A gradient summed to the shape that was broadcast."""
    while gradient.ndim > len(shape):
        gradient = gradient.sum(axis=0)
    axes = tuple(i for i, n in enumerate(shape) if n == 1 and gradient.shape[i] != 1)
    return gradient.sum(axis=axes, keepdims=True) if axes else gradient


class Tape:
    """Ops on nodes. Each knows its derivative and the sizes of its rounding errors."""

    def __init__(self, noise):
        self.noise = noise
        self.nodes = []

    def node(self, value, parents=(), backward=None):
        node = Node(value, parents, backward)
        self.nodes.append(node)
        return node

    def leaf(self, value):
        return self.node(np.asarray(value, np.float64))

    def backward(self, loss):
        loss.gradient = np.ones_like(loss.value)
        for node in reversed(self.nodes):
            if node.gradient is None or node.backward is None:
                continue
            for parent, gradient in zip(node.parents, node.backward(node.gradient)):
                if gradient is not None:
                    parent.gradient = (gradient if parent.gradient is None else
                                       self.noise.add(parent.gradient + gradient,
                                                      np.abs(parent.gradient) + np.abs(gradient)))

    def contract(self, a, b, length):
        """The product of two arrays, summed over `length` terms."""
        return self.noise.sum(a @ b, np.abs(a) @ np.abs(b), length)

    def matmul(self, a, b):
        def backward(g):
            da = self.contract(g, np.swapaxes(b.value, -1, -2), g.shape[-1])
            db = self.contract(np.swapaxes(a.value, -1, -2), g, g.shape[-2])
            # Leading dimensions of a weight were broadcast.
            return unbroadcast(da, a.value.shape), unbroadcast(db, b.value.shape)

        return self.node(self.contract(a.value, b.value, a.value.shape[-1]), (a, b), backward)

    def linear(self, x, weight, bias):
        rows = self.reshape(x, (-1, x.value.shape[-1]))
        product = self.matmul(rows, self.transpose(weight, (1, 0)))
        return self.reshape(self.add(product, bias),
                            x.value.shape[:-1] + (weight.value.shape[0],))

    def add(self, a, b):
        def backward(g):
            return tuple(self.reduce_gradient(g, p.value.shape) for p in (a, b))

        y = a.value + b.value
        return self.node(self.noise.add(y, np.abs(a.value) + np.abs(b.value)), (a, b), backward)

    def reduce_gradient(self, g, shape):
        y = unbroadcast(g, shape)
        return self.noise.sum(y, unbroadcast(np.abs(g), shape), g.size // max(1, y.size))

    def mul(self, a, b):
        def backward(g):
            return (self.reduce_gradient(self.noise.add(g * b.value, np.abs(g * b.value)),
                                         a.value.shape),
                    self.reduce_gradient(self.noise.add(g * a.value, np.abs(g * a.value)),
                                         b.value.shape))

        y = a.value * b.value
        return self.node(self.noise.add(y, np.abs(y)), (a, b), backward)

    def elementwise(self, x, y, slope, roundings=8):
        """A function of one value, by its value and its slope at x."""
        size = np.abs(y) + np.abs(x.value * slope)
        return self.node(self.noise.add(y, size, roundings), (x,),
                         lambda g: (self.noise.add(g * slope, np.abs(g) * (1 + np.abs(slope)),
                                                   roundings),))

    def relu(self, x):
        return self.elementwise(x, np.maximum(x.value, 0), (x.value > 0).astype(float), 1)

    def tanh(self, x):
        y = np.tanh(x.value)
        return self.elementwise(x, y, 1 - y * y)

    def sigmoid(self, x):
        y = logistic(x.value)
        return self.elementwise(x, y, y * (1 - y))

    def gelu(self, x):
        phi = 0.5 * (1 + ERF(x.value / ROOT_2))
        density = np.exp(-0.5 * x.value**2) / math.sqrt(2 * math.pi)
        return self.elementwise(x, x.value * phi, phi + x.value * density)

    def rsqrt(self, x):
        y = x.value**-0.5
        return self.elementwise(x, y, -0.5 * y**3, 4)

    def mean(self, x, axes, keep=False):
        count = math.prod(x.value.shape[a] for a in axes)
        y = x.value.mean(axis=axes, keepdims=keep)
        size = np.abs(x.value).mean(axis=axes, keepdims=keep)
        shape = tuple(1 if i in axes else n for i, n in enumerate(x.value.shape))
        return self.node(self.noise.sum(y, size, count), (x,), lambda g: (self.noise.add(
            np.broadcast_to(g.reshape(shape) / count, x.value.shape),
            np.broadcast_to(np.abs(g.reshape(shape)) / count, x.value.shape)),))

    def reshape(self, x, shape):
        return self.node(x.value.reshape(shape), (x,), lambda g: (g.reshape(x.value.shape),))

    def transpose(self, x, order):
        return self.node(x.value.transpose(order), (x,),
                         lambda g: (g.transpose(np.argsort(order)),))

    def concat(self, a, b, axis):
        return self.node(np.concatenate([a.value, b.value], axis), (a, b),
                         lambda g: np.split(g, [a.value.shape[axis]], axis))

    def take(self, x, index):
        """Elements in another order, some of them more than once."""
        def backward(g):
            dx, size, count = (np.zeros_like(x.value) for _ in range(3))
            np.add.at(dx, index, g)
            np.add.at(size, index, np.abs(g))
            np.add.at(count, index, 1.0)
            return (self.noise.sum(dx, size, max(1.0, float(count.max()))),)

        return self.node(x.value[index], (x,), backward)

    def normalize(self, x, axes, eps):
        centred = self.add(x, self.mul(self.mean(x, axes, True), self.leaf(-1.0)))
        variance = self.mean(self.mul(centred, centred), axes, True)
        return self.mul(centred, self.rsqrt(self.add(variance, self.leaf(eps))))

    def softmax(self, x):
        y = np.exp(x.value - x.value.max(axis=-1, keepdims=True))
        y /= y.sum(axis=-1, keepdims=True)
        classes = y.shape[-1]

        def backward(g):
            dot = (g * y).sum(axis=-1, keepdims=True)
            size = np.abs(y) * (np.abs(g) + np.abs(g * y).sum(axis=-1, keepdims=True))
            return (self.noise.add(y * (g - dot), size, classes + 8),)

        # What is masked has no part in the sum, and none in its errors.
        kept = np.abs(np.where(y > 0, x.value, 0))
        size = y * (1 + kept + kept.max(axis=-1, keepdims=True))
        return self.node(self.noise.add(y, size, classes + 8), (x,), backward)

    def cross_entropy(self, x, labels):
        rows, classes = x.value.shape
        shifted = x.value - x.value.max(axis=1, keepdims=True)
        logs = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        at = (np.arange(rows), labels)
        hot = np.zeros_like(logs)
        hot[at] = 1.0
        p = np.exp(logs)
        size = (1 + np.abs(logs[at]) + 2 * np.abs(x.value).max(axis=1)).mean()
        return self.node(self.noise.add(-logs[at].mean(), size, classes + 8 + rows), (x,),
                         lambda g: (self.noise.add(g * (p - hot) / rows, np.abs(g) *
                                                   (p * (1 + np.abs(x.value)) + hot) / rows,
                                                   classes + 8),))

    def mse(self, x, target):
        difference = self.add(x, self.leaf(-target))
        return self.mean(self.mul(difference, difference), tuple(range(target.ndim)))

    def log_sigmoid_loss(self, x, target):
        """binary_cross_entropy_with_logits."""
        y = np.maximum(x.value, 0) - x.value * target + np.log1p(np.exp(-np.abs(x.value)))
        p = logistic(x.value)
        size = (1 + np.abs(x.value)) / y.size
        return self.node(self.noise.sum(y.mean(), (size * y.size).mean(), y.size + 8), (x,),
                         lambda g: (self.noise.add(g * (p - target) / y.size,
                                                   np.abs(g) * size, 8),))


#===------------------------------------------------------------------------===#
# Networks
#===------------------------------------------------------------------------===#


@dataclasses.dataclass
class Training:
    """A graph of element type {T} (a placeholder) and batch {B} ("?" or a number)."""

    text: str
    parameters: dict  # Initial values, by name.
    data: dict  # Arrays of all samples, by name.
    batch: int
    steps: int
    seed: int
    layers: list  # Names of the layers, for messages.
    smooth: bool  # No kinks: a coarse precision deviates as its errors do.
    additive: bool  # The gradient of a batch is the mean of its parts' gradients.
    random: bool  # Random numbers, of which there is no model.
    clipped: bool
    forward: object  # (tape, leaves by name, batch by name) -> node of the loss
    optimizers: list  # (kind, settings, parameters)
    clip: float

    def write(self, element="f32", batch="?"):
        return self.text.replace("{T}", element).replace("{B}", str(batch))

    def model(self, unit=0.0, seed=None):
        """The losses and the parameters at the end."""
        noise = Noise(unit, seed)
        values = {name: value.astype(np.float64) for name, value in self.parameters.items()}
        losses, state = [], {}
        for step in range(self.steps):
            tape = Tape(noise)
            leaves = {name: tape.leaf(value) for name, value in values.items()}
            part = slice(step * self.batch, (step + 1) * self.batch)
            loss = self.forward(tape, leaves, {name: array[part]
                                               for name, array in self.data.items()})
            tape.backward(loss)
            losses.append(float(loss.value))
            gradients = {name: leaf.gradient if leaf.gradient is not None else
                         np.zeros_like(leaf.value) for name, leaf in leaves.items()}
            if self.clip:
                gradients = clip_norm(noise, gradients, self.clip)
            for kind, settings, names in self.optimizers:
                for name in names:
                    values[name] = update(noise, kind, settings, values[name], gradients[name],
                                          state.setdefault(name, {}), step + 1)
        return losses, values

    def spread(self, unit, samples=6):
        """What a correct program may deviate: of each loss, and in the 2-norm of each
        parameter."""
        centre = self.model()
        runs = [self.model(unit, 1000 + i) for i in range(samples)]

        def rms(values):
            return 6 * math.sqrt(sum(v * v for v in values) / len(values))

        losses = [rms([run[0][k] - v for run in runs]) + unit * abs(v)
                  for k, v in enumerate(centre[0])]
        radii = {name: rms([np.linalg.norm(run[1][name] - v) for run in runs])
                 for name, v in centre[1].items()}
        return centre, losses, radii


def clip_norm(noise, gradients, limit):
    total = math.sqrt(sum(float((g * g).sum()) for g in gradients.values()))
    factor = min(1.0, limit / (total + 1e-6))
    factor = float(noise.sum(factor, factor, sum(g.size for g in gradients.values())))
    return {name: noise.add(g * factor, np.abs(g) * factor) for name, g in gradients.items()}


def update(noise, kind, settings, w, g, state, count):
    """docs/Design/Optimizers.md."""
    lr, decay = settings["lr"], settings.get("weight_decay", 0.0)
    if kind == "sgd":
        momentum = settings.get("momentum", 0.0)
        g = noise.add(g + decay * w, np.abs(g) + np.abs(decay * w), 2)
        if momentum:
            old = state.get("m")
            state["m"] = g if old is None else noise.add(
                momentum * old + g, np.abs(momentum * old) + np.abs(g), 2)
            g = g + momentum * state["m"] if settings.get("nesterov") else state["m"]
        return noise.add(w - lr * g, np.abs(w) + 2 * lr * np.abs(g))
    if kind == "adamw":
        w = noise.add(w * (1 - lr * decay), np.abs(w))
    elif decay:
        g = noise.add(g + decay * w, np.abs(g) + np.abs(decay * w), 2)
    m, v = state.get("m", np.zeros_like(w)), state.get("v", np.zeros_like(w))
    if kind in ("rmsprop", "adagrad"):
        kept, new = (settings["alpha"], 1 - settings["alpha"]) if kind == "rmsprop" else (1, 1)
        state["v"] = v = np.maximum(
            noise.add(kept * v + new * g * g, kept * v + new * g * g, 3), 0)
        change = g / (np.sqrt(v) + settings["eps"])
        if "momentum" in settings:
            state["m"] = change = noise.add(settings["momentum"] * m + change,
                                            np.abs(m) + np.abs(change), 4)
        return noise.add(w - lr * change, np.abs(w) + 5 * lr * np.abs(change))
    if kind == "adadelta":
        rho, eps, a = settings["rho"], settings["eps"], state.get("a", np.zeros_like(w))
        state["v"] = v = np.maximum(
            noise.add(rho * v + (1 - rho) * g * g, rho * v + (1 - rho) * g * g, 3), 0)
        change = np.sqrt(a + eps) / np.sqrt(v + eps) * g
        change = noise.add(change, np.abs(change), 5)
        state["a"] = np.maximum(noise.add(rho * a + (1 - rho) * change**2,
                                          rho * a + (1 - rho) * change**2, 3), 0)
        return noise.add(w - lr * change, np.abs(w) + 2 * lr * np.abs(change))
    state["m"] = m = noise.add(0.9 * m + 0.1 * g, np.abs(0.9 * m) + np.abs(0.1 * g), 2)
    if kind == "adamax":
        size = np.abs(g) + settings["eps"]
        state["u"] = u = np.maximum(0.999 * state.get("u", np.zeros_like(w)), size)
        state["u"] = u = noise.add(u, u, 2)
        change = lr / (1 - 0.9**count) * m / u
        return noise.add(w - change, np.abs(w) + 4 * np.abs(change))
    state["v"] = v = np.maximum(noise.add(0.999 * v + 0.001 * g * g, v + 0.001 * g * g, 3), 0)
    if kind == "nadam":
        momentum, after = (0.9 * (1 - 0.5 * 0.96**(0.004 * n)) for n in (count, count + 1))
        state["p"] = product = state.get("p", 1.0) * momentum
        root = np.sqrt(v / (1 - 0.999**count)) + settings["eps"]
        ahead = lr * (1 - momentum) / (1 - product) * g / root
        change = lr * after / (1 - product * after) * m / root
        return noise.add(w - ahead - change,
                         2 * np.abs(w) + 6 * np.abs(ahead) + 5 * np.abs(change))
    if kind == "radam":
        change = lr * m / (1 - 0.9**count)
        limit = 2 / (1 - 0.999) - 1
        length = limit - 2 * count * 0.999**count / (1 - 0.999**count)
        if length > 5:
            factor = math.sqrt((length - 4) * (length - 2) * limit /
                               ((limit - 4) * (limit - 2) * length))
            change = (change * factor * math.sqrt(1 - 0.999**count) /
                      (np.sqrt(v) + settings["eps"]))
        return noise.add(w - change, np.abs(w) + 8 * np.abs(change))
    change = (lr / (1 - 0.9**count) * m /
              (np.sqrt(v) / math.sqrt(1 - 0.999**count) + settings.get("eps", 1e-8)))
    return noise.add(w - change, np.abs(w) + 6 * np.abs(change))


class Builder:
    """Writes a network and the calls on a tape that model it."""

    def __init__(self, seed):
        self.rng = random.Random(f"training:{seed}")
        self.values = np.random.default_rng(abs(hash_of(seed)))
        self.declared, self.body = [], []
        self.parameters, self.calls, self.layers = {}, [], []
        self.counter = 0
        self.smooth = self.additive = True
        self.random = False

    def name(self):
        self.counter += 1
        return f"v{self.counter}"

    def kind(self, shape):
        return "tensor<" + "".join(f"{size}x" for size in shape) + "{T}>"

    def parameter(self, shape, scale=None, around=0.0):
        """A parameter whose values f32 has."""
        name = f"p{len(self.parameters)}"
        scale = scale or 1 / math.sqrt(math.prod(shape[1:]) or 1)
        value = around + scale * self.values.uniform(-1, 1, shape)
        value = np.round(value * 1024) / 1024
        self.parameters[name] = value
        self.declared.append(f"amp.variable parameter @{name} : {self.kind(shape)} = "
                             f"dense<{value.tolist()}> : {self.kind(shape)}")
        self.body.append(f"%{name} = amp.read @{name} : {self.kind(shape)}")
        return name

    def op(self, text, result, call=None):
        """An op; `text` has the place of its result's type. `call` is its model, which
        takes and returns nodes by the values' names."""
        name = self.name()
        self.body.append(f"%{name} = {text} -> {self.kind(result)}")
        if call:
            self.calls.append((name, call))
        return name

    # Layers: from the name and the shape of a value to those of another.

    def linear(self, x, shape, outputs, weight=None):
        weight = weight or self.parameter((outputs, shape[-1]))
        bias = self.parameter((outputs,), 0.25)
        result = (*shape[:-1], outputs)
        y = self.op(f"amp.linear %{x}, %{weight}, %{bias} : ({self.kind(shape)}, "
                    f"{self.kind((outputs, shape[-1]))}, {self.kind((outputs,))})", result,
                    lambda t, v: t.linear(v[x], v[weight], v[bias]))
        return y, result

    def activation(self, x, shape):
        kind = self.rng.choice(["relu", "tanh", "sigmoid", "gelu"])
        self.smooth &= kind != "relu"
        return self.op(f"amp.{kind} %{x} : ({self.kind(shape)})", shape,
                       lambda t, v: getattr(t, kind)(v[x])), shape

    def add(self, x, y, shape):
        return self.op(f"amp.add %{x}, %{y} : ({self.kind(shape)}, {self.kind(shape)})", shape,
                       lambda t, v: t.add(v[x], v[y]))

    def residual(self, x, shape):
        y, _ = self.linear(x, shape, shape[-1])
        y, _ = self.activation(y, shape)
        return self.add(x, y, shape), shape

    def gate(self, x, shape):
        y, _ = self.linear(x, shape, shape[-1])
        s = self.op(f"amp.sigmoid %{y} : ({self.kind(shape)})", shape,
                    lambda t, v: t.sigmoid(v[y]))
        return self.op(f"amp.mul %{x}, %{s} : ({self.kind(shape)}, {self.kind(shape)})", shape,
                       lambda t, v: t.mul(v[x], v[s])), shape

    def tied(self, x, shape):
        """One weight, used twice."""
        weight = self.parameter((shape[-1], shape[-1]))
        y, _ = self.linear(x, shape, shape[-1], weight)
        y, _ = self.activation(y, shape)
        return self.linear(y, shape, shape[-1], weight)

    def branches(self, x, shape):
        """Two linear layers side by side, joined along the last dimension."""
        a, one = self.linear(x, shape, 3)
        b, two = self.linear(x, shape, 5)
        result = (*shape[:-1], 8)
        return self.op(f"amp.concat %{a}, %{b} {{dim = {len(shape) - 1} : i64}} : "
                       f"({self.kind(one)}, {self.kind(two)})", result,
                       lambda t, v: t.concat(v[a], v[b], len(shape) - 1)), result

    def layer_norm(self, x, shape):
        width = shape[-1]
        weight, bias = self.parameter((width,), 0.25, 1.0), self.parameter((width,), 0.25)
        small = self.kind((width,))
        return self.op(
            f"amp.layer_norm %{x} weight(%{weight}) bias(%{bias}) {{normalized_shape = "
            f"array<i64: {width}>}} : ({self.kind(shape)}, {small}, {small})", shape,
            lambda t, v: t.add(t.mul(t.normalize(v[x], (len(shape) - 1,), 1e-5), v[weight]),
                               v[bias])), shape

    def batch_norm(self, x, shape):
        self.additive = False
        channels = shape[1]
        weight = self.parameter((channels,), 0.25, 1.0)
        bias = self.parameter((channels,), 0.25)
        small, axes = self.kind((channels,)), (0, *range(2, len(shape)))
        fitting = (channels,) + (1,) * (len(shape) - 2)
        return self.op(
            f"amp.batch_norm %{x} weight(%{weight}) bias(%{bias}) {{training = true}} : "
            f"({self.kind(shape)}, {small}, {small})", shape,
            lambda t, v: t.add(t.mul(t.normalize(v[x], axes, 1e-5),
                                     t.reshape(v[weight], fitting)),
                               t.reshape(v[bias], fitting))), shape

    def dropout(self, x, shape):
        if not self.random:
            self.random = True
            self.declared.append("amp.variable rng @rng : tensor<2xi64> = #amp.init<seed>")
            self.body.append("%r0 = amp.read @rng : tensor<2xi64>")
            self.states = 0
        y = self.name()
        self.body.append(f"%{y}, %r{self.states + 1} = amp.dropout %{x}, %r{self.states} "
                         f"{{p = 0.25 : f64}} : ({self.kind(shape)}, tensor<2xi64>) -> "
                         f"({self.kind(shape)}, tensor<2xi64>)")
        self.states += 1
        return y, shape

    def attention(self, x, shape):
        batch, length, width = shape
        heads = self.rng.choice([h for h in (1, 2, 4) if width % h == 0])
        split, turned = (batch, length, heads, width // heads), (batch, heads, length,
                                                                 width // heads)
        causal = self.rng.random() < 0.5

        def head(source):
            y, _ = self.linear(source, shape, width)
            z = self.op(f"amp.reshape %{y} {{shape = array<i64: -1, {length}, {heads}, "
                        f"{width // heads}>}} : ({self.kind(shape)})", split,
                        lambda t, v: t.reshape(v[y], (-1, *split[1:])))
            return self.op(f"amp.transpose %{z} {{permutation = array<i64: 0, 2, 1, 3>}} : "
                           f"({self.kind(split)})", turned,
                           lambda t, v: t.transpose(v[z], (0, 2, 1, 3)))

        q, k, w = head(x), head(x), head(x)

        def model(t, v):
            scale = t.leaf(1 / math.sqrt(width // heads))
            scores = t.mul(t.matmul(v[q], t.transpose(v[k], (0, 1, 3, 2))), scale)
            if causal:
                mask = np.triu(np.full((length, length), -1e30), 1)
                scores = t.node(scores.value + mask, (scores,), lambda g: (g,))
            return t.matmul(t.softmax(scores), v[w])

        kind = self.kind(turned)
        y = self.op(f"amp.scaled_dot_product_attention %{q}, %{k}, %{w} {{is_causal = "
                    f"{str(causal).lower()}}} : ({kind}, {kind}, {kind})", turned, model)
        z = self.op(f"amp.transpose %{y} {{permutation = array<i64: 0, 2, 1, 3>}} : ({kind})",
                    split, lambda t, v: t.transpose(v[y], (0, 2, 1, 3)))
        return self.op(f"amp.reshape %{z} {{shape = array<i64: -1, {length}, {width}>}} : "
                       f"({self.kind(split)})", shape,
                       lambda t, v: t.reshape(v[z], (-1, length, width))), shape

    def conv(self, x, shape):
        _, channels, height, width = shape
        outputs, size = self.rng.choice([2, 3, 4]), self.rng.choice([1, 2, 3])
        padding, stride = self.rng.choice([0, size // 2]), self.rng.choice([1, 1, 2])
        weight, bias = self.parameter((outputs, channels, size, size)), self.parameter(
            (outputs,), 0.25)
        rows, columns = ((n + 2 * padding - size) // stride + 1 for n in (height, width))
        result = (shape[0], outputs, rows, columns)

        def model(t, v):
            source = v[x]
            samples = source.value.shape[0]
            padded = np.pad(source.value, ((0, 0), (0, 0), (padding, padding),
                                           (padding, padding)))
            inner = (slice(None), slice(None), slice(padding, padding + height),
                     slice(padding, padding + width))
            wide = t.node(padded, (source,), lambda g: (g[inner],))
            r = np.arange(rows) * stride
            c = np.arange(columns) * stride
            s = np.arange(size)
            index = (np.arange(samples)[:, None, None, None, None, None],
                     np.arange(channels)[None, None, None, :, None, None],
                     (r[:, None] + s)[None, :, None, None, :, None],
                     (c[:, None] + s)[None, None, :, None, None, :])
            windows = t.reshape(t.take(wide, index), (samples, rows, columns, -1))
            flat = t.reshape(v[weight], (outputs, -1))
            return t.transpose(t.linear(windows, flat, v[bias]), (0, 3, 1, 2))

        y = self.op(f"amp.conv2d %{x}, %{weight}, %{bias} {{padding = array<i64: {padding}, "
                    f"{padding}>, stride = array<i64: {stride}, {stride}>}} : "
                    f"({self.kind(shape)}, {self.kind((outputs, channels, size, size))}, "
                    f"{self.kind((outputs,))})", result, model)
        return y, result

    def pool(self, x, shape):
        batch, channels, height, width = shape
        kind = self.rng.choice(["max", "avg"])
        self.smooth &= kind != "max"
        result = (batch, channels, height // 2, width // 2)

        def model(t, v):
            cut = t.take(v[x], (slice(None), slice(None), slice(0, height // 2 * 2),
                                slice(0, width // 2 * 2)))
            parts = t.reshape(cut, (-1, channels, height // 2, 2, width // 2, 2))
            if kind == "avg":
                return t.mean(parts, (3, 5))
            rows = t.reshape(t.transpose(parts, (0, 1, 2, 4, 3, 5)),
                             (-1, channels, height // 2, width // 2, 4))
            best = rows.value.argmax(axis=-1)
            at = np.indices(best.shape)
            return t.take(rows, (*at, best))

        return self.op(f"amp.{kind}_pool2d %{x} {{kernel_size = array<i64: 2, 2>}} : "
                       f"({self.kind(shape)})", result, model), result

    def flatten(self, x, shape):
        size = math.prod(shape[1:])
        return self.op(f"amp.reshape %{x} {{shape = array<i64: -1, {size}>}} : "
                       f"({self.kind(shape)})", (shape[0], size),
                       lambda t, v: t.reshape(v[x], (-1, size))), (shape[0], size)


def hash_of(seed):
    """A number for a seed, the same in every process."""
    return int.from_bytes(random.Random(f"values:{seed}").randbytes(6), "little")


def make(seed):
    """The random training of a seed."""
    b = Builder(seed)
    rng = b.rng
    batch, steps = rng.choice([2, 4, 6]), rng.choice([4, 6])
    samples = batch * steps
    what = rng.choice(["vector", "vector", "image", "tokens"])
    if what == "vector":
        shape = ("{B}", rng.choice([3, 5, 8]))
    elif what == "image":
        shape = ("{B}", rng.choice([1, 3]), rng.choice([4, 6]), rng.choice([4, 5]))
    else:
        shape = ("{B}", rng.choice([3, 4]))
    vocabulary = 7
    if what == "tokens":
        data = {"x": b.values.integers(0, vocabulary, (samples, *shape[1:]))}
        argument = f"tensor<{{B}}x{shape[1]}xi64>"
        width = rng.choice([4, 8])
        table = b.parameter((vocabulary, width), 1.0)
        source, result = "x", (*shape, width)
        value = b.op(f"amp.embedding %{table}, %x : ({b.kind((vocabulary, width))}, {argument})",
                     result, lambda t, v: t.take(v[table], (v[source],)))
        b.layers.append("embedding")
        shape = result
    else:
        data = {"x": np.round(b.values.uniform(-2, 2, (samples, *shape[1:])) * 64) / 64}
        argument = b.kind(shape)
        value = "x"
    for _ in range(rng.choice([2, 3, 4])):
        kinds = {2: ["linear", "activation", "residual", "gate", "tied", "branches", "layer_norm",
                     "batch_norm", "dropout"],
                 3: ["linear", "activation", "residual", "attention", "attention", "layer_norm",
                     "gate", "dropout"],
                 4: ["conv", "conv", "activation", "batch_norm", "pool", "dropout"]}[len(shape)]
        kind = rng.choice(kinds)
        if kind in ("pool", "conv") and min(shape[2:]) < 3:
            kind = "activation"
        # Of a network with random numbers there is no model.
        if kind == "dropout" and rng.random() < 0.6:
            kind = "activation"
        if kind == "linear":
            value, shape = b.linear(value, shape, rng.choice([4, 6, 8]))
        else:
            value, shape = getattr(b, kind)(value, shape)
        b.layers.append(kind)
    if len(shape) == 3:
        old, value_shape = value, (shape[0], shape[2])
        value = b.op(f"amp.mean %{old} {{dims = array<i64: 1>}} : ({b.kind(shape)})", value_shape,
                     lambda t, v: t.mean(v[old], (1,)))
        shape = value_shape
    elif len(shape) == 4:
        value, shape = b.flatten(value, shape)
    classes = rng.choice([2, 3, 5])
    value, shape = b.linear(value, shape, classes)
    loss_kind = rng.choice(["mse", "cross_entropy", "bce"])
    if loss_kind == "cross_entropy":
        data["y"] = b.values.integers(0, classes, samples)
        target = "tensor<{B}xi64>"
        text, model = "amp.cross_entropy", Tape.cross_entropy
    else:
        low = 0 if loss_kind == "bce" else -1
        data["y"] = np.round(b.values.uniform(low, 1, (samples, classes)) * 64) / 64
        target = b.kind(shape)
        text, model = (("amp.binary_cross_entropy_with_logits", Tape.log_sigmoid_loss)
                       if loss_kind == "bce" else ("amp.mse_loss", Tape.mse))
    b.layers.append(loss_kind)
    logits = value
    b.body.append(f"%loss = {text} %{logits}, %y : ({b.kind(shape)}, {target}) -> tensor<{{T}}>")
    names = list(b.parameters)
    kinds = ", ".join(b.kind(b.parameters[name].shape) for name in names)
    if b.random:
        b.body.append(f"amp.assign @rng, %r{b.states} : tensor<2xi64>")
    b.body.append(f"%g:{len(names)} = amp.backward %loss wrt({', '.join('%' + n for n in names)})"
                  f" : (tensor<{{T}}>, {kinds}) -> ({kinds})")
    gradients = {name: f"%g#{i}" for i, name in enumerate(names)}
    clip = rng.choice([0, 0, 0, 0.25])
    if clip:
        b.body.append(f"%c:{len(names)}, %norm = amp.clip_grad_norm({', '.join(gradients.values())}"
                      f") {{max_norm = {clip} : f64}} : ({kinds}) -> ({kinds}, tensor<{{T}}>)")
        gradients = {name: f"%c#{i}" for i, name in enumerate(names)}
    optimizers = choose_optimizers(b, names)
    for number, (text, members) in enumerate(optimizers["text"]):
        b.declared.append(text)
        types = ", ".join(b.kind(b.parameters[name].shape) for name in members)
        b.body.append(f"amp.step @opt{number}({', '.join(gradients[n] for n in members)}) : "
                      f"{types}")
    body = "\n  ".join(b.body)
    text = ("\n".join(b.declared) + f"\nfunc.func @train(%x: {argument} {{amp.name = \"x\", "
            f"amp.batch}}, %y: {target} {{amp.name = \"y\", amp.batch}})\n    -> (tensor<{{T}}> "
            f"{{amp.name = \"loss\"}}) {{\n  {body}\n  return %loss : tensor<{{T}}>\n}}\n")
    calls = b.calls

    def forward(tape, leaves, part):
        values = dict(leaves)
        values["x"] = part["x"] if what == "tokens" else tape.leaf(part["x"])
        for name, call in calls:
            values[name] = call(tape, values)
        return model(tape, values[logits], part["y"])

    return Training(text=text, parameters=b.parameters, data=data, batch=batch, steps=steps,
                    seed=seed, layers=b.layers, smooth=b.smooth, additive=b.additive,
                    random=b.random, clipped=bool(clip), forward=forward,
                    optimizers=optimizers["model"], clip=clip)


def choose_optimizers(b, names):
    """One optimizer, with a group of its own settings perhaps, or two."""
    rng = b.rng
    parts = [names]
    if len(names) > 2 and rng.random() < 0.3:
        cut = rng.randrange(1, len(names))
        parts = [names[:cut], names[cut:]]
    texts, model = [], []
    for number, members in enumerate(parts):
        kind = rng.choice(["sgd", "sgd", "adam", "adamw", "rmsprop", "adagrad", "nadam", "radam",
                           "adamax", "adadelta"])
        settings = {"lr": {"sgd": 0.05, "adadelta": 0.5}.get(kind, 0.01)}
        if kind in ("sgd", "rmsprop") and rng.random() < 0.6:
            settings["momentum"] = 0.9 if kind == "sgd" else 0.5
        if kind == "rmsprop":
            settings["alpha"] = 0.75
        if kind == "adadelta":
            settings["rho"] = 0.75
        # The largest of two is a kink.
        b.smooth &= kind != "adamax"
        nesterov = kind == "sgd" and "momentum" in settings and rng.random() < 0.3
        if rng.random() < 0.4:
            settings["weight_decay"] = 0.125
        elif kind == "adamw":
            settings["weight_decay"] = 0.01
        if kind != "sgd":
            # A larger one than usual: gradients that are zero but for their rounding would
            # else make steps of the whole rate in either direction.
            settings["eps"] = 0.0009765625
        listed = [f"{key} = {value} : f64" for key, value in settings.items()]
        listed += ["nesterov"] if nesterov else []
        model_settings = {**settings, "nesterov": nesterov}
        grouped = members[-1:] if len(members) > 1 and rng.random() < 0.4 else []
        if grouped:
            listed.append(f"groups = [{{parameters = [@{grouped[0]}], lr = 0.02 : f64}}]")
            model.append((kind, {**model_settings, "lr": 0.02}, grouped))
        model.append((kind, model_settings, [n for n in members if n not in grouped]))
        texts.append((f"amp.optimizer {kind} @opt{number} "
                      f"[{', '.join('@' + n for n in members)}] {{{', '.join(listed)}}}", members))
    return {"text": texts, "model": model}
