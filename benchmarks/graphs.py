#!/usr/bin/env python3
#===- graphs.py - Graphs that the benchmarks compile -----------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Prints a graph of the amp dialect, in f32 and without autocast regions.

Networks, as training steps with gradients of all parameters and SGD: resnet50,
lstm, transformer. Synthetic forward graphs of a given number of ops, for compile
times: chain, residual-transformer, fan-out, diamond, unrolled-lstm, lattice.
"""

import argparse
import math
import sys

from common import whole

NETWORKS = ("resnet50", "lstm", "transformer")
SYNTHETIC = ("chain", "residual-transformer", "fan-out", "diamond", "unrolled-lstm",
             "lattice")
MIN_OPS, MAX_OPS = 100, 10_000_000


def tensor(*sizes, element="f32"):
    return "tensor<" + "".join(f"{size}x" for size in sizes) + f"{element}>"


def array(values):
    values = list(values)
    return "array<i64" + (": " + ", ".join(map(str, values)) if values else "") + ">"


#===------------------------------------------------------------------------===#
# Networks
#===------------------------------------------------------------------------===#


class Value:
    """An SSA value: its name and its type."""

    def __init__(self, name, sizes, element="f32"):
        self.name, self.sizes, self.element = name, tuple(sizes), element
        self.type = tensor(*sizes, element=element)


class Builder:
    """One training step. Ops are appended in program order; variables are declared
    and read on the way."""

    def __init__(self):
        self.variables = []
        self.reads = []
        self.body = []
        self.parameters = []  # (name of the variable, Value), in order of declaration
        self.count = 0

    def op(self, name, operands, sizes, attributes="", element="f32", text=None):
        """Appends an op with one result. `text` replaces the list of operands."""
        self.count += 1
        result = Value(f"%{self.count}", sizes, element)
        if text is None:
            text = ", ".join(value.name for value in operands)
        types = ", ".join(value.type for value in operands)
        attributes = f" {{{attributes}}}" if attributes else ""
        self.body.append(f"  {result.name} = amp.{name} {text}{attributes} : "
                         f"({types}) -> {result.type}")
        return result

    def read(self, symbol, sizes):
        self.count += 1
        value = Value(f"%{self.count}", sizes)
        self.reads.append(f"  {value.name} = amp.read @{symbol} : {value.type}")
        return value

    def parameter(self, symbol, sizes, init):
        self.variables.append(f"amp.variable parameter @{symbol} : {tensor(*sizes)} = "
                              f"#amp.init<{init}>")
        value = self.read(symbol, sizes)
        self.parameters.append((symbol, value))
        return value

    def buffer(self, symbol, sizes, init):
        self.variables.append(f"amp.variable buffer @{symbol} : {tensor(*sizes)} = "
                              f"#amp.init<{init}>")
        return self.read(symbol, sizes)

    def linear(self, symbol, x, outputs, bias=True):
        inputs = x.sizes[-1]
        bound = f"{1 / math.sqrt(inputs):.9f}"
        operands = [x, self.parameter(f"{symbol}.weight", (outputs, inputs), "kaiming_uniform")]
        if bias:
            operands.append(self.parameter(f"{symbol}.bias", (outputs,),
                                           f"uniform(-{bound}, {bound})"))
        return self.op("linear", operands, (*x.sizes[:-1], outputs))

    def reshape(self, x, *sizes):
        return self.op("reshape", [x], sizes, f"shape = {array(sizes)}", x.element)

    def transpose(self, x, *permutation):
        return self.op("transpose", [x], [x.sizes[i] for i in permutation],
                       f"permutation = {array(permutation)}")

    def slice(self, x, dim, offset, size):
        offsets, sizes = [0] * len(x.sizes), list(x.sizes)
        offsets[dim], sizes[dim] = offset, size
        return self.op("slice", [x], sizes,
                       f"offsets = {array(offsets)}, sizes = {array(sizes)}")

    def unary(self, name, x):
        return self.op(name, [x], x.sizes)

    def binary(self, name, a, b):
        return self.op(name, [a, b], a.sizes)

    def constant(self, sizes, value):
        self.count += 1
        result = Value(f"%{self.count}", sizes)
        self.body.append(f"  {result.name} = amp.constant dense<{value!r}> : {result.type}")
        return result

    def finish(self, arguments, loss, lr, title):
        """The whole module: `arguments` are (name, Value) of the function."""
        values = [value for _, value in self.parameters]
        types = ", ".join(value.type for value in values)
        names = ",\n   ".join(f"@{name}" for name, _ in self.parameters)
        shown = ",\n                 ".join(
            f'{value.name}: {value.type} {{amp.name = "{name}"}}' for name, value in arguments)
        count = len(values)
        gradients = ", ".join(f"%g#{i}" for i in range(count)) if count > 1 else "%g"
        return "\n".join([
            f"// {title} Written by graphs.py.", "", *self.variables, "",
            f"amp.optimizer sgd @sgd\n  [{names}]\n"
            f"  {{lr = {lr!r} : f64, momentum = 0.9 : f64}}", "",
            f"func.func @train({shown})",
            '    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {',
            *self.reads, *self.body,
            f"  %g{f':{count}' if count > 1 else ''} = amp.backward {loss.name} "
            f"wrt({', '.join(value.name for value in values)})",
            f"    : (tensor<f32>, {types})",
            f"    -> ({types})" if count > 1 else f"    -> {types}",
            f"  amp.step @sgd({gradients}) : {types}",
            f"  return {loss.name} : tensor<f32>",
            "}", ""])


def resnet50(batch=64, image=224, classes=1000):
    """ResNet-50 v1.5: the stride is in the 3x3 convolution, as in torchvision."""
    b = Builder()

    def conv(symbol, x, channels, size, stride=1):
        n, c, h, w = x.sizes
        padding = size // 2
        weight = b.parameter(f"{symbol}.weight", (channels, c, size, size), "kaiming_normal")
        sizes = [(s + 2 * padding - size) // stride + 1 for s in (h, w)]
        attributes = ", ".join(
            f"{name} = {array([value] * 2)}"
            for name, value, usual in (("padding", padding, 0), ("stride", stride, 1))
            if value != usual)
        return b.op("conv2d", [x, weight], (n, channels, *sizes), attributes)

    def norm(symbol, x):
        sizes = (x.sizes[1],)
        weight = b.parameter(f"{symbol}.weight", sizes, "constant(1.0)")
        bias = b.parameter(f"{symbol}.bias", sizes, "zeros")
        mean = b.buffer(f"{symbol}.running_mean", sizes, "zeros")
        variance = b.buffer(f"{symbol}.running_var", sizes, "constant(1.0)")
        b.count += 1
        result = Value(f"%{b.count}", x.sizes)
        own = weight.type
        new = [f"%m{b.count}", f"%v{b.count}"]
        b.body += [
            f"  {result.name}, {', '.join(new)} = amp.batch_norm {x.name} "
            f"weight({weight.name}) bias({bias.name}) running_mean({mean.name}) "
            f"running_var({variance.name}) {{training = true}} : "
            f"({x.type}, {own}, {own}, {own}, {own}) -> ({x.type}, {own}, {own})",
            f"  amp.assign @{symbol}.running_mean, {new[0]} : {own}",
            f"  amp.assign @{symbol}.running_var, {new[1]} : {own}"]
        return result

    def bottleneck(symbol, x, width, stride):
        out = b.unary("relu", norm(f"{symbol}.bn1", conv(f"{symbol}.conv1", x, width, 1)))
        out = b.unary("relu", norm(f"{symbol}.bn2",
                                   conv(f"{symbol}.conv2", out, width, 3, stride)))
        out = norm(f"{symbol}.bn3", conv(f"{symbol}.conv3", out, 4 * width, 1))
        if out.sizes != x.sizes:
            x = norm(f"{symbol}.downsample.1",
                     conv(f"{symbol}.downsample.0", x, 4 * width, 1, stride))
        return b.unary("relu", b.binary("add", out, x))

    images = Value("%images", (batch, 3, image, image))
    labels = Value("%labels", (batch,), "i64")
    x = b.unary("relu", norm("bn1", conv("conv1", images, 64, 7, 2)))
    x = b.op("max_pool2d", [x], (batch, 64, *[(s + 2 - 3) // 2 + 1 for s in x.sizes[2:]]),
             f"kernel_size = {array([3, 3])}, padding = {array([1, 1])}, "
             f"stride = {array([2, 2])}")
    for stage, (blocks, width) in enumerate(((3, 64), (4, 128), (6, 256), (3, 512)), 1):
        for block in range(blocks):
            x = bottleneck(f"layer{stage}.{block}", x, width,
                           2 if block == 0 and stage > 1 else 1)
    x = b.op("adaptive_avg_pool2d", [x], (batch, x.sizes[1], 1, 1),
             f"output_size = {array([1, 1])}")
    x = b.linear("fc", b.reshape(x, batch, x.sizes[1]), classes)
    loss = b.op("cross_entropy", [x, labels], ())
    return b.finish([("images", images), ("labels", labels)], loss, 0.1,
                    f"ResNet-50, batch {batch}, images {image}x{image}.")


def lstm(batch=32, steps=35, hidden=650, vocabulary=10000, layers=2, cell="fused"):
    """A word-level language model: embedding, LSTM layers, decoder.

    `cell` is `fused` (amp.lstm_cell) or `gates` (linear, sigmoid, tanh, mul, add)."""
    b = Builder()
    tokens = Value("%tokens", (steps, batch), "i64")
    targets = Value("%targets", (steps * batch,), "i64")
    bound = f"{1 / math.sqrt(hidden):.9f}"
    table = b.parameter("encoder.weight", (vocabulary, hidden), "uniform(-0.1, 0.1)")
    x = b.op("embedding", [table, tokens], (steps, batch, hidden))
    weights = []
    for layer in range(layers):
        weights.append([
            b.parameter(f"rnn.{name}_l{layer}", sizes, f"uniform(-{bound}, {bound})")
            for name, sizes in (("weight_ih", (4 * hidden, hidden)),
                                ("weight_hh", (4 * hidden, hidden)),
                                ("bias_ih", (4 * hidden,)), ("bias_hh", (4 * hidden,)))])
    zeros = b.constant((batch, hidden), 0.0)
    states = [(zeros, zeros)] * layers

    def fused(x, h, c, w):
        b.count += 1
        sizes = (batch, hidden)
        results = [Value(f"%{name}{b.count}", sizes) for name in "hc"]
        operands = [x, h, c, *w]
        b.body.append(
            f"  {', '.join(value.name for value in results)} = amp.lstm_cell "
            f"{', '.join(value.name for value in operands)} : "
            f"({', '.join(value.type for value in operands)}) -> "
            f"({', '.join(value.type for value in results)})")
        return results

    def gates(x, h, c, w):
        sizes = (batch, 4 * hidden)
        both = b.binary("add", b.op("linear", [x, w[0], w[2]], sizes),
                        b.op("linear", [h, w[1], w[3]], sizes))
        i, f, g, o = (b.slice(both, 1, k * hidden, hidden) for k in range(4))
        i, f, o = (b.unary("sigmoid", gate) for gate in (i, f, o))
        c = b.binary("add", b.binary("mul", f, c), b.binary("mul", i, b.unary("tanh", g)))
        return b.binary("mul", o, b.unary("tanh", c)), c

    make = {"fused": fused, "gates": gates}[cell]
    outputs = []
    for step in range(steps):
        y = b.reshape(b.slice(x, 0, step, 1), batch, hidden)
        for layer in range(layers):
            states[layer] = make(y, *states[layer], weights[layer])
            y = states[layer][0]
        outputs.append(y)
    y = b.op("stack", outputs, (steps, batch, hidden))
    y = b.linear("decoder", b.reshape(y, steps * batch, hidden), vocabulary)
    loss = b.op("cross_entropy", [y, targets], ())
    return b.finish([("tokens", tokens), ("targets", targets)], loss, 1.0,
                    f"{layers}-layer LSTM language model, batch {batch}, {steps} steps, "
                    f"cells {cell}.")


def transformer(batch=8, steps=1024, width=768, heads=12, blocks=12, vocabulary=50304,
                attention="fused", tied=True):
    """A decoder as in GPT-2: embedding, attention, GELU, layer norm.

    `attention` is `fused` (amp.scaled_dot_product_attention) or `spelled` (matmul, mul,
    where, softmax, matmul); `tied` shares the embedding with the last layer."""
    b = Builder()
    size = width // heads
    tokens = Value("%tokens", (batch, steps), "i64")
    targets = Value("%targets", (batch * steps,), "i64")
    mask = Value("%mask", (steps, steps), "i1")
    arguments = [("tokens", tokens), ("targets", targets)]
    if attention == "spelled":
        arguments.append(("mask", mask))

    def norm(symbol, x):
        weight = b.parameter(f"{symbol}.weight", (width,), "constant(1.0)")
        bias = b.parameter(f"{symbol}.bias", (width,), "zeros")
        return b.op("layer_norm", [x, weight, bias], x.sizes,
                    f"normalized_shape = {array([width])}",
                    text=f"{x.name} weight({weight.name}) bias({bias.name})")

    def attend(q, k, v):
        if attention == "fused":
            return b.op("scaled_dot_product_attention", [q, k, v], q.sizes, "is_causal = true")
        scores = b.op("matmul", [q, b.transpose(k, 0, 1, 3, 2)], (batch, heads, steps, steps))
        scores = b.binary("mul", scores, b.constant((), 1 / math.sqrt(size)))
        scores = b.op("where", [mask, scores, b.constant((), -1e9)], scores.sizes)
        weights = b.op("softmax", [scores], scores.sizes, "dim = -1 : i64")
        return b.op("matmul", [weights, v], v.sizes)

    table = b.parameter("wte.weight", (vocabulary, width), "normal(0.0, 0.02)")
    places = b.parameter("wpe.weight", (steps, width), "normal(0.0, 0.02)")
    x = b.binary("add", b.op("embedding", [table, tokens], (batch, steps, width)), places)
    for i in range(blocks):
        qkv = b.linear(f"h.{i}.attn.c_attn", norm(f"h.{i}.ln_1", x), 3 * width)
        parts = (b.slice(qkv, 2, k * width, width) for k in range(3))
        q, k, v = (b.transpose(b.reshape(part, batch, steps, heads, size), 0, 2, 1, 3)
                   for part in parts)
        y = b.reshape(b.transpose(attend(q, k, v), 0, 2, 1, 3), batch, steps, width)
        x = b.binary("add", x, b.linear(f"h.{i}.attn.c_proj", y, width))
        y = b.unary("gelu", b.linear(f"h.{i}.mlp.c_fc", norm(f"h.{i}.ln_2", x), 4 * width))
        x = b.binary("add", x, b.linear(f"h.{i}.mlp.c_proj", y, width))
    x = norm("ln_f", x)
    if tied:
        x = b.op("linear", [x, table], (batch, steps, vocabulary))
    else:
        x = b.linear("lm_head", x, vocabulary, bias=False)
    loss = b.op("cross_entropy", [b.reshape(x, batch * steps, vocabulary), targets], ())
    return b.finish(arguments, loss, 0.0003,
                    f"Decoder of {blocks} blocks, width {width}, batch {batch}, {steps} "
                    f"tokens, attention {attention}.")


#===------------------------------------------------------------------------===#
# Synthetic graphs
#===------------------------------------------------------------------------===#

# Each is a repeated block of text with a few numbers in it, since text for 10^6 ops
# should take a second and not a minute. What counts as an op is what the function
# holds, reads of variables among them, but not its return.

X = tensor(8, 64)  # activations
W = tensor(64, 64)  # weights
UNARY = f" : ({X}) -> {X}\n"
BINARY = f" : ({X}, {X}) -> {X}\n"
LINEAR = f" : ({X}, {W}) -> {X}\n"
NORM = f" {{normalized_shape = array<i64: 64>}} : ({X}) -> {X}\n"


def declare(symbol, sizes=(64, 64)):
    return (f"amp.variable parameter @{symbol} : {tensor(*sizes)} = "
            "#amp.init<kaiming_uniform>\n")


def assemble(variables, body, result, result_type=X, argument=X):
    return (f"{''.join(variables)}\nfunc.func @f(%x: {argument}) -> {result_type} {{\n"
            f"{''.join(body)}  return {result} : {result_type}\n}}\n")


def fill(previous, ops, body):
    """Neutral ops until there are `ops`; each is a line. The last value."""
    for i in range(sum(text.count("\n") for text in body), ops):
        body.append(f"  %fill{i} = amp.tanh {previous}{UNARY}")
        previous = f"%fill{i}"
    return previous


def chain(ops):
    """One value after the other, each from the one before.

    Linear layers with weights of their own, activations and normalizations."""
    per_block = 10
    blocks = ops // per_block
    variables, body, previous = [], [], "%x"
    for i in range(blocks):
        variables.append(declare(f"w{i}"))
        body.append(
            f"  %w{i} = amp.read @w{i} : {W}\n"
            f"  %a{i} = amp.linear {previous}, %w{i}{LINEAR}"
            f"  %b{i} = amp.relu %a{i}{UNARY}"
            f"  %c{i} = amp.tanh %b{i}{UNARY}"
            f"  %d{i} = amp.mul %c{i}, %b{i}{BINARY}"
            f"  %e{i} = amp.exp %d{i}{UNARY}"
            f"  %f{i} = amp.neg %e{i}{UNARY}"
            f"  %g{i} = amp.gelu %f{i}{UNARY}"
            f"  %h{i} = amp.layer_norm %g{i}{NORM}"
            f"  %i{i} = amp.sigmoid %h{i}{UNARY}")
        previous = f"%i{i}"
    return assemble(variables, body, fill(previous, ops, body))


def residual_transformer(ops):
    """Decoder blocks with residual additions, spelled out in small ops.

    Width 64, 4 heads; attention is matmul, amax, sub, exp, sum, div, matmul."""
    per_block = 39
    blocks = ops // per_block
    qkv, wide = tensor(8, 192), tensor(8, 256)
    split, heads = tensor(8, 4, 16), tensor(4, 8, 16)
    turned, scores = tensor(4, 16, 8), tensor(4, 8, 8)
    variables, body, previous = [], [], "%x"
    shapes = {"q": (192, 64), "p": (64, 64), "u": (256, 64), "d": (64, 256)}
    part = ("  %{n}{i} = amp.slice %qkv{i} {{offsets = array<i64: 0, {o}>, sizes = "
            "array<i64: 8, 64>}} : (" + qkv + ") -> " + X + "\n"
            "  %{n}r{i} = amp.reshape %{n}{i} {{shape = array<i64: 8, 4, 16>}} : (" + X
            + ") -> " + split + "\n"
            "  %{n}t{i} = amp.transpose %{n}r{i} {{permutation = array<i64: 1, 0, 2>}} : ("
            + split + ") -> " + heads + "\n")
    parts = "".join(part.replace("{n}", n).replace("{o}", str(o))
                    for n, o in (("q", 0), ("k", 64), ("v", 128))).replace("{{", "{") \
        .replace("}}", "}")
    for i in range(blocks):
        for name, sizes in shapes.items():
            variables.append(declare(f"w{name}{i}", sizes))
        body.append(
            "".join(f"  %w{name}{i} = amp.read @w{name}{i} : {tensor(*sizes)}\n"
                    for name, sizes in shapes.items())
            + f"  %n{i} = amp.layer_norm {previous}{NORM}"
            f"  %qkv{i} = amp.linear %n{i}, %wq{i} : ({X}, {tensor(192, 64)}) -> {qkv}\n"
            + parts.replace("{i}", str(i)) +
            f"  %kk{i} = amp.transpose %kt{i} {{permutation = array<i64: 0, 2, 1>}} : "
            f"({heads}) -> {turned}\n"
            f"  %s{i} = amp.matmul %qt{i}, %kk{i} : ({heads}, {turned}) -> {scores}\n"
            f"  %sc{i} = amp.constant dense<0.25> : tensor<f32>\n"
            f"  %sm{i} = amp.mul %s{i}, %sc{i} : ({scores}, tensor<f32>) -> {scores}\n"
            # The softmax by its parts, as a framework without one would write it.
            f"  %mx{i} = amp.amax %sm{i} {{dims = array<i64: 2>, keepdim = true}} : "
            f"({scores}) -> {tensor(4, 8, 1)}\n"
            f"  %sb{i} = amp.sub %sm{i}, %mx{i} : ({scores}, {tensor(4, 8, 1)}) -> {scores}\n"
            f"  %ex{i} = amp.exp %sb{i} : ({scores}) -> {scores}\n"
            f"  %su{i} = amp.sum %ex{i} {{dims = array<i64: 2>, keepdim = true}} : "
            f"({scores}) -> {tensor(4, 8, 1)}\n"
            f"  %p{i} = amp.div %ex{i}, %su{i} : ({scores}, {tensor(4, 8, 1)}) -> {scores}\n"
            f"  %y{i} = amp.matmul %p{i}, %vt{i} : ({scores}, {heads}) -> {heads}\n"
            f"  %yt{i} = amp.transpose %y{i} {{permutation = array<i64: 1, 0, 2>}} : "
            f"({heads}) -> {split}\n"
            f"  %yr{i} = amp.reshape %yt{i} {{shape = array<i64: 8, 64>}} : ({split}) -> {X}\n"
            f"  %o{i} = amp.linear %yr{i}, %wp{i}{LINEAR}"
            f"  %or{i} = amp.abs %o{i}{UNARY}"
            f"  %r{i} = amp.add {previous}, %or{i}{BINARY}"
            f"  %m{i} = amp.layer_norm %r{i}{NORM}"
            f"  %f{i} = amp.linear %m{i}, %wu{i} : ({X}, {tensor(256, 64)}) -> {wide}\n"
            f"  %g{i} = amp.sigmoid %f{i} : ({wide}) -> {wide}\n"
            f"  %h{i} = amp.mul %f{i}, %g{i} : ({wide}, {wide}) -> {wide}\n"
            f"  %gg{i} = amp.gelu %h{i} : ({wide}) -> {wide}\n"
            f"  %t{i} = amp.tanh %gg{i} : ({wide}) -> {wide}\n"
            f"  %d{i} = amp.linear %t{i}, %wd{i} : ({wide}, {tensor(64, 256)}) -> {X}\n"
            f"  %dr{i} = amp.relu %d{i}{UNARY}"
            f"  %z{i} = amp.add %r{i}, %dr{i}{BINARY}")
        previous = f"%z{i}"
    return assemble(variables, body, fill(previous, ops, body))


def fan_out(ops):
    """One value that more than half of all ops read, and a sum of what they make."""
    per_block = 8
    blocks = (ops - 3) // per_block
    body = [f"  %w = amp.read @w : {W}\n",
            f"  %root = amp.linear %x, %w{LINEAR}",
            f"  %s = amp.tanh %root{UNARY}"]
    previous = "%root"
    for i in range(blocks):
        body.append(
            f"  %a{i} = amp.relu %s{UNARY}"
            f"  %b{i} = amp.linear %s, %w{LINEAR}"
            f"  %c{i} = amp.exp %s{UNARY}"
            f"  %d{i} = amp.mul %s, %a{i}{BINARY}"
            f"  %e{i} = amp.add %d{i}, %b{i}{BINARY}"
            f"  %f{i} = amp.maximum %e{i}, %s{BINARY}"
            f"  %g{i} = amp.mul %f{i}, %c{i}{BINARY}"
            f"  %h{i} = amp.add {previous}, %f{i}{BINARY}")
        previous = f"%h{i}"
    last = fill(previous, ops, body)
    return assemble([declare("w")], body, last)


def diamond(ops):
    """Nested diamonds, one after the other, between ops whose type is given."""
    per_block = 16
    blocks = ops // per_block
    variables, body, previous = [], [], "%x"
    for i in range(blocks):
        variables.append(declare(f"w{i}"))
        body.append(
            f"  %w{i} = amp.read @w{i} : {W}\n"
            f"  %a{i} = amp.linear {previous}, %w{i}{LINEAR}"
            f"  %b{i} = amp.tanh %a{i}{UNARY}"
            f"  %c{i} = amp.relu %b{i}{UNARY}"
            f"  %d{i} = amp.neg %b{i}{UNARY}"
            f"  %e{i} = amp.sigmoid %b{i}{UNARY}"
            f"  %f{i} = amp.add %c{i}, %d{i}{BINARY}"
            f"  %g{i} = amp.mul %d{i}, %e{i}{BINARY}"
            f"  %h{i} = amp.exp %g{i}{UNARY}"
            f"  %j{i} = amp.maximum %f{i}, %g{i}{BINARY}"
            f"  %k{i} = amp.sub %f{i}, %j{i}{BINARY}"
            f"  %l{i} = amp.add %j{i}, %k{i}{BINARY}"
            f"  %m{i} = amp.linear %l{i}, %w{i}{LINEAR}"
            f"  %n{i} = amp.neg %h{i}{UNARY}"
            f"  %o{i} = amp.tanh %l{i}{UNARY}"
            f"  %p{i} = amp.mul %m{i}, %o{i}{BINARY}")
        # What the denied op made goes on beside the diamond and is not joined.
        previous = f"%p{i}"
    return assemble(variables, body, fill(previous, ops, body))


def unrolled_lstm(ops):
    """LSTM cells by their gates, one step after the other.

    All steps share two weights, and hand two values on."""
    per_block = 17
    blocks = (ops - 2) // per_block
    both = tensor(8, 256)
    body = [f"  %wi = amp.read @wi : {tensor(256, 64)}\n",
            f"  %wh = amp.read @wh : {tensor(256, 64)}\n"]
    linear = f" : ({X}, {tensor(256, 64)}) -> {both}\n"
    h, c = "%x", "%x"
    parts = [f" {{offsets = array<i64: 0, {64 * k}>, sizes = array<i64: 8, 64>}} : "
             f"({both}) -> {X}\n" for k in range(4)]
    for i in range(blocks):
        body.append(
            f"  %u{i} = amp.linear %x, %wi{linear}"
            f"  %v{i} = amp.linear {h}, %wh{linear}"
            f"  %g{i} = amp.add %u{i}, %v{i} : ({both}, {both}) -> {both}\n"
            f"  %gi{i} = amp.slice %g{i}{parts[0]}"
            f"  %gf{i} = amp.slice %g{i}{parts[1]}"
            f"  %gg{i} = amp.slice %g{i}{parts[2]}"
            f"  %go{i} = amp.slice %g{i}{parts[3]}"
            f"  %i{i} = amp.sigmoid %gi{i}{UNARY}"
            f"  %f{i} = amp.sigmoid %gf{i}{UNARY}"
            f"  %o{i} = amp.sigmoid %go{i}{UNARY}"
            f"  %t{i} = amp.tanh %gg{i}{UNARY}"
            f"  %fc{i} = amp.mul %f{i}, {c}{BINARY}"
            f"  %it{i} = amp.mul %i{i}, %t{i}{BINARY}"
            f"  %c{i} = amp.add %fc{i}, %it{i}{BINARY}"
            f"  %ct{i} = amp.tanh %c{i}{UNARY}"
            f"  %h{i} = amp.mul %o{i}, %ct{i}{BINARY}"
            # A denied op that nothing but the next step's input gate would see.
            f"  %n{i} = amp.layer_norm %h{i}{NORM}")
        h, c = f"%n{i}", f"%c{i}"
    variables = [declare("wi", (256, 64)), declare("wh", (256, 64))]
    return assemble(variables, body, fill(h, ops, body))


def lattice(ops, width=16):
    """Rows of neutral ops, each of which reads two neighbours of the row before.

    Allowed and denied ops are strewn in. No part of it is a chain or a tree, so that
    min-cut has to compute a flow."""
    body = [f"  %w = amp.read @w : {W}\n"]
    count = 1
    row = []
    for i in range(width):
        body.append(f"  %s{i} = amp.linear %x, %w{LINEAR}")
        row.append(f"%s{i}")
        count += 1
    names = ("add", "mul", "maximum", "sub", "minimum")
    # A multiplier of a prime modulus strews without drawing numbers.
    seed, number = 1, 0
    while count < ops - width + 1:
        following = []
        for i in range(width):
            seed = seed * 48271 % 2147483647
            a, c = row[i], row[(i + 1) % width]
            value = f"%l{number}"
            if seed % 64 == 0:
                body.append(f"  {value} = amp.linear {a}, %w{LINEAR}")
            else:
                body.append(f"  {value} = amp.{names[seed % 5]} {a}, {c}{BINARY}")
            count += 1
            if seed % 64 == 1 and count < ops - width:
                body.append(f"  %d{number} = amp.log {value}{UNARY}")
                count += 1
            following.append(value)
            number += 1
        row = following
    last = row[0]
    for i in range(1, width):
        if count == ops:
            break
        body.append(f"  %t{i} = amp.add {last}, {row[i]}{BINARY}")
        last = f"%t{i}"
        count += 1
    return assemble([declare("w")], body, fill(last, ops, body))


MAKERS = {"chain": chain, "residual-transformer": residual_transformer, "fan-out": fan_out,
          "diamond": diamond, "unrolled-lstm": unrolled_lstm, "lattice": lattice}


def synthetic(name, ops):
    """The text of the synthetic graph `name` with `ops` ops."""
    return MAKERS[name](ops)


#===------------------------------------------------------------------------===#
# Command line
#===------------------------------------------------------------------------===#


def parse_arguments(argv):
    size = whole(1, 1 << 20)
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    graphs = parser.add_subparsers(dest="graph", required=True, metavar="GRAPH")
    common = {"formatter_class": argparse.ArgumentDefaultsHelpFormatter}

    def add(name, maker, *options):
        sub = graphs.add_parser(name, help=maker.__doc__.split("\n")[0],
                                description=maker.__doc__, **common)
        for option, default, what in options:
            if isinstance(default, tuple):
                sub.add_argument(f"--{option}", choices=default, default=default[0], help=what)
            else:
                sub.add_argument(f"--{option}", type=size, default=default, metavar="N",
                                 help=what)
        return sub

    add("resnet50", resnet50, ("batch", 64, "images of a batch"),
        ("image", 224, "height and width of an image"), ("classes", 1000, "classes"))
    add("lstm", lstm, ("batch", 32, "sequences of a batch"),
        ("steps", 35, "steps that the network is unrolled over"),
        ("hidden", 650, "width of the embedding and of the layers"),
        ("vocabulary", 10000, "words"), ("layers", 2, "layers"),
        ("cell", ("fused", "gates"), "amp.lstm_cell, or the gates spelled out"))
    sub = add("transformer", transformer, ("batch", 8, "sequences of a batch"),
              ("steps", 1024, "tokens of a sequence"), ("width", 768, "width"),
              ("heads", 12, "heads of attention; a divisor of the width"),
              ("blocks", 12, "blocks"), ("vocabulary", 50304, "tokens that are known"),
              ("attention", ("fused", "spelled"),
               "amp.scaled_dot_product_attention, or spelled out"))
    sub.add_argument("--untied", dest="tied", action="store_false",
                     help="give the last layer a weight of its own")
    for name in SYNTHETIC:
        sub = graphs.add_parser(name, help=MAKERS[name].__doc__.split("\n")[0],
                                description=MAKERS[name].__doc__, **common)
        sub.add_argument("--ops", type=whole(MIN_OPS, MAX_OPS), default=1000, metavar="N",
                         help="ops of the function")
    options = vars(parser.parse_args(argv))
    if options["graph"] == "transformer" and options["width"] % options["heads"]:
        parser.error(f"--heads={options['heads']} does not divide "
                     f"--width={options['width']}")
    return options


def main(argv=None):
    options = parse_arguments(argv)
    name = options.pop("graph")
    maker = {"resnet50": resnet50, "lstm": lstm, "transformer": transformer, **MAKERS}[name]
    try:
        sys.stdout.write(maker(**options))
        sys.stdout.flush()
    except OSError as error:
        print(f"graphs.py: cannot write the graph: {error.strerror}", file=sys.stderr)
        return 5
    return 0


if __name__ == "__main__":
    sys.exit(main())
