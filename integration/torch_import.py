#!/usr/bin/env python3
#===- torch_import.py - Modules of PyTorch are trained as PyTorch does -----===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""What amp.torch makes of modules, against PyTorch itself: the losses of a training, weights
and optimizer state that go from one to the other and back, regions of autocast, functions
with derivatives of their own, and what is refused.

A loss may be off from PyTorch's in f64 as PyTorch's own of the same precision is, times
FACTOR; FLOOR is the least that is asked: two roundings of the loss's type."""

import copy
import os
import random
import subprocess
import sys
import threading
import warnings

import numpy as np
from _common import Suite, expect
from _python import expect_raises, import_package
from _torch_networks import networks

FACTOR = 3
FLOOR = 2 * 2.0 ** -24
BATCH = 8


class Tests:
    def __init__(self, suite, scratch, torch):
        import amp.torch
        self.suite, self.scratch, self.torch, self.amp = suite, scratch, torch, amp.torch

    def train_torch(self, module, loss, optimizer, batches, dtype=None, scheduler=None):
        torch = self.torch
        module.train()
        losses = []
        # A scale at which no gradient overflows, and no step is skipped.
        scaler = torch.amp.GradScaler("cpu", init_scale=1024.0,
                                      enabled=dtype == torch.float16)
        for *inputs, target in batches:
            optimizer.zero_grad()
            # oneDNN has no LSTM in f16 on some CPUs; PyTorch's own kernels have.
            with torch.autocast("cpu", dtype, enabled=dtype is not None), \
                    torch.backends.mkldnn.flags(enabled=dtype != torch.float16):
                value = loss(module(*inputs), target)
            scaler.scale(value).backward()
            scaler.step(optimizer)
            scaler.update()
            if scheduler is not None:
                scheduler.step()
            losses.append(value.item())
        return losses

    def make(self, name, seed=0, count=10):
        create, loss, optimize, batch = networks(self.torch)[name]
        self.torch.manual_seed(seed)
        module = create()
        return module, loss, optimize, [batch(BATCH) for _ in range(count)]

    def trains(self, name):
        """Losses in f32, bf16 and f16, predictions, and weights that go back."""
        torch = self.torch
        module, loss, optimize, batches = self.make(name)

        def wide(batch):
            return [item.double() if item.is_floating_point() else item for item in batch]
        exact = copy.deepcopy(module).double()
        reference = self.train_torch(exact, copy.deepcopy(loss).double(), optimize(exact),
                                     map(wide, batches))
        remarks = []
        for precision, dtype in (("f32", None), ("bf16", torch.bfloat16),
                                 ("f16", torch.float16)):
            theirs, ours = copy.deepcopy(module), copy.deepcopy(module)
            own = self.train_torch(theirs, loss, optimize(theirs), batches, dtype)
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                training = self.amp.compile_training(ours, loss, optimize(ours), batches[0],
                                                     precision=precision, device="cpu")
            found = [float(training.step(batch)) for batch in batches]

            def deviation(losses):
                return np.sqrt(np.mean(np.square(np.subtract(losses, reference))))
            bound = FACTOR * deviation(own) + FLOOR * max(map(abs, reference))
            expect(deviation(found) <= bound,
                   f"{precision}: off by {deviation(found):.2g}, PyTorch by "
                   f"{deviation(own):.2g}")
            remarks.append(f"{precision} {deviation(found) / deviation(own):.2f}")
            if precision == "f32":
                inputs = batches[0][:-1]
                predicted = training.predict(*inputs)
                training.to_torch()
                ours.eval()
                back = ours(*inputs).detach()
                # Sums of at most a hundred products, in an order of their own.
                bound = 100 * 2.0 ** -24 * back.abs().max().item()
                difference = (predicted - back).abs().max().item()
                expect(difference <= bound, f"predictions differ by {difference:.2g}")
                expect(training.evaluate(batches[0])["loss"] > 0, "no evaluation")
        return "of PyTorch's deviation: " + ", ".join(remarks)

    def goes_on(self):
        """Ten steps there, ten here, ten there, and the other way round, are thirty."""
        torch = self.torch
        for kind in ("adam", "sgd", "rmsprop", "adagrad", "nadam", "radam", "adamax", "adadelta"):
            def start():
                module, loss, _, batches = self.make("perceptron", seed=3, count=30)
                weights = [p for p in module.parameters() if p.dim() > 1]
                biases = [p for p in module.parameters() if p.dim() == 1]
                if kind == "sgd":
                    return module, loss, torch.optim.SGD(module.parameters(), lr=0.1,
                                                         momentum=0.9, dampening=0.1,
                                                         weight_decay=1e-3), None, batches
                if kind == "adagrad":
                    return module, loss, torch.optim.Adagrad(
                        module.parameters(), lr=0.05, lr_decay=0.1,
                        initial_accumulator_value=0.5), None, batches
                if kind == "rmsprop":
                    return module, loss, torch.optim.RMSprop(
                        [{"params": weights, "centered": True}, {"params": biases, "eps": 1e-4}],
                        lr=1e-3, momentum=0.9), None, batches
                if kind == "nadam":
                    return module, loss, torch.optim.NAdam(
                        [{"params": weights, "decoupled_weight_decay": True},
                         {"params": biases, "lr": 3e-3, "momentum_decay": 0.05}],
                        lr=1e-2, weight_decay=0.01), None, batches
                if kind == "radam":
                    optimizer = torch.optim.RAdam(
                        [{"params": weights}, {"params": biases, "betas": (0.5, 0.9)}],
                        lr=1e-2, weight_decay=0.01, decoupled_weight_decay=True)
                    return module, loss, optimizer, torch.optim.lr_scheduler.ExponentialLR(
                        optimizer, 0.97), batches
                if kind == "adamax":
                    return module, loss, torch.optim.Adamax(
                        module.parameters(), lr=1e-2, weight_decay=0.01), None, batches
                if kind == "adadelta":
                    return module, loss, torch.optim.Adadelta(
                        [{"params": weights}, {"params": biases, "rho": 0.5}],
                        eps=1e-4), None, batches
                optimizer = torch.optim.AdamW(
                    [{"params": weights}, {"params": biases, "lr": 3e-3, "weight_decay": 0.0}],
                    lr=1e-2)
                # A number whose exponent MLIR reads behind a point only.
                schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 25,
                                                                      eta_min=6e-05)
                return module, loss, optimizer, schedule, batches

            module, loss, optimizer, schedule, batches = start()
            whole = self.train_torch(module, loss, optimizer, batches, None, schedule)
            # There, here, there.
            other, _, second, follows, _ = start()
            losses = self.train_torch(other, loss, second, batches[:10], None, follows)
            training = self.amp.compile_training(other, loss, second, batches[0],
                                                 scheduler=follows, device="cpu")
            losses += [float(training.step(batch)) for batch in batches[10:20]]
            training.to_torch()
            losses += self.train_torch(other, loss, second, batches[20:], None, follows)
            # Here, there, here.
            other, _, second, follows, _ = start()
            training = self.amp.compile_training(other, loss, second, batches[0],
                                                 scheduler=follows, device="cpu")
            back = [float(training.step(batch)) for batch in batches[:10]]
            state = training.state_dict()
            third, _, optimizer3, schedule3, _ = start()
            third.load_state_dict(state["module"])
            optimizer3.load_state_dict(state["optimizer"])
            self.same_optimizer_state(optimizer3.state_dict(), state["optimizer"])
            if schedule3 is not None:
                schedule3.load_state_dict(state["scheduler"])
            back += self.train_torch(third, loss, optimizer3, batches[10:20], None, schedule3)
            training.load_state_dict({
                "module": third.state_dict(), "optimizer": optimizer3.state_dict(),
                "scheduler": schedule3.state_dict() if schedule3 is not None else {}})
            self.same_optimizer_state(training.optimizer_state_dict(), optimizer3.state_dict())
            back += [float(training.step(batch)) for batch in batches[20:]]
            # Roundings of thirty steps, which add up, of losses near 1.
            bound = 30 * 4 * 2.0 ** -24 * max(whole)
            for found in (losses, back):
                off = max(abs(a - b) for a, b in zip(found, whole))
                expect(off <= bound, f"{kind}: off by {off:.2g}, the bound is {bound:.2g}")

    def same_optimizer_state(self, found, expected):
        """The same keys, and the same bits."""
        def keys(of):
            return {number: sorted(entry) for number, entry in of["state"].items()}

        expect(keys(found) == keys(expected), f"state {keys(found)}, expected {keys(expected)}")
        for number, entry in expected["state"].items():
            for key, value in entry.items():
                expect(self.torch.equal(found["state"][number][key], value),
                       f"{key} of parameter {number} is {found['state'][number][key]}, "
                       f"expected {value}")

    def counts_steps(self):
        """`step` counts what PyTorch's does: no step that is skipped, and those of before."""
        torch = self.torch
        for kind in ("NAdam", "Adadelta", "RMSprop"):
            module, loss, _, batches = self.make("perceptron", seed=3, count=6)
            optimizer = getattr(torch.optim, kind)(module.parameters(), lr=1e-3)

            def start(scale):
                scaler = torch.amp.GradScaler("cpu", init_scale=scale, backoff_factor=2.0 ** -6,
                                              growth_interval=1000)
                return self.amp.compile_training(module, loss, optimizer, batches[0],
                                                 precision="f16", scaler=scaler, device="cpu")

            training = start(2.0 ** 30)
            expect(not training.optimizer_state_dict()["state"], f"{kind}: state of no steps")
            made = 0
            for batch in batches:
                scale = training.scaler_state_dict()["scale"]
                before = training.optimizer_state_dict()
                training.step(batch)
                skipped = training.scaler_state_dict()["scale"] < scale
                made += not skipped
                if skipped:
                    self.same_optimizer_state(training.optimizer_state_dict(), before)
            expect(0 < made < len(batches), f"{kind}: {made} steps made")
            training.to_torch()
            steps = {float(entry["step"]) for entry in optimizer.state.values()}
            expect(steps == {made}, f"{kind}: steps {steps}, made {made}")
            other = start(1.0)
            self.same_optimizer_state(other.optimizer_state_dict(), optimizer.state_dict())
            other.step(batches[0])
            steps = {float(entry["step"])
                     for entry in other.optimizer_state_dict()["state"].values()}
            expect(steps == {made + 1}, f"{kind}: steps {steps} behind {made} and one")

    def leaves_the_module(self):
        """With keep_module=False the module is empty until it gets the values of now, and they
        are those of a training beside which it kept its own."""
        torch = self.torch

        def start(**settings):
            module, loss, optimize, batches = self.make("perceptron", seed=3, count=4)
            return module, self.amp.compile_training(module, loss, optimize(module), batches[0],
                                                     device="cpu", **settings), batches

        kept, first, batches = start()
        emptied, second, _ = start(keep_module=False)
        shapes = {name: tensor.shape for name, tensor in kept.state_dict().items()}
        expect(not any(tensor.numel() for tensor in emptied.parameters()), "it is not empty")
        expect(str(second.graph) == str(first.graph), "another graph")
        for batch in batches:
            expect(float(first.step(batch)) == float(second.step(batch)), "losses differ")
        expect_raises(ValueError, second.from_torch, "to_torch() gives it those of now")
        first.to_torch()
        second.to_torch()
        for name, tensor in kept.state_dict().items():
            expect(tensor.shape == shapes[name], f"{name} has shape {tuple(tensor.shape)}")
            expect(torch.equal(tensor, emptied.state_dict()[name]), f"{name} differs")
        second.from_torch()
        expect(torch.isfinite(second.predict(batches[0][0])).all(), "no predictions")

    def rates_follow(self):
        """Without scheduler= a step takes the rate that the optimizer has."""
        torch = self.torch
        module, loss, _, batches = self.make("perceptron", count=8)
        other = copy.deepcopy(module)
        first, second = (torch.optim.SGD(m.parameters(), lr=0.5) for m in (module, other))
        training = self.amp.compile_training(other, loss, second, batches[0], device="cpu")
        for i, batch in enumerate(batches):
            for optimizer in (first, second):
                optimizer.param_groups[0]["lr"] = 0.5 / (1 + i)
            own = self.train_torch(module, loss, first, [batch])[0]
            found = float(training.step(batch))
            expect(abs(found - own) <= 8 * 4 * 2.0 ** -24 * abs(own), f"step {i}: {found}")
        second.param_groups[0]["momentum"] = 0.5
        expect_raises(self.amp.UnsupportedOptimizer, lambda: training.step(batches[0]),
                      "momentum", "compile the training again")

    def what_is_trained(self):
        """It is what it was when the training was compiled: a change is not passed over."""
        torch = self.torch
        module, loss, _, batches = self.make("perceptron", count=2)
        first, *others = module.parameters()

        def compiled(parameters):
            optimizer = torch.optim.SGD(parameters, lr=0.5)
            training = self.amp.compile_training(module, loss, optimizer, batches[0],
                                                 device="cpu")
            training.step(batches[0])
            return training, optimizer

        first.requires_grad_(False)
        training, optimizer = compiled(others)
        first.requires_grad_(True)
        optimizer.add_param_group({"params": [first]})
        expect_raises(self.amp.UnsupportedOptimizer, lambda: training.step(batches[1]),
                      "other parameters", "compile it again")
        training, optimizer = compiled([first, *others])
        others[0].requires_grad_(False)
        expect_raises(self.amp.UnsupportedOptimizer, lambda: training.step(batches[1]),
                      "requires_grad of", "compile it again")
        others[0].requires_grad_(True)
        training.step(batches[1])
        del optimizer.param_groups[0]["params"][0]
        expect_raises(self.amp.UnsupportedOptimizer, lambda: training.step(batches[1]),
                      "other parameters")

    def schedulers_by_hand(self):
        """PyTorch does not warn of a scheduler's step: the training has made one before."""
        torch = self.torch
        module, loss, _, batches = self.make("perceptron", count=2)
        optimizer = torch.optim.SGD(module.parameters(), lr=0.5, momentum=0.9)
        training = self.amp.compile_training(module, loss, optimizer, batches[0], device="cpu")
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            training.step(batches[0])
            scheduler.step()
        schedulers = torch.optim.lr_scheduler
        for scheduler, part in (
                (schedulers.OneCycleLR(optimizer, 0.1, total_steps=20), "cycle_momentum=False"),
                (schedulers.CyclicLR(optimizer, 0.1, 0.5), "cycle_momentum=False"),
                (schedulers.ReduceLROnPlateau(optimizer), "call its step() yourself")):
            expect_raises(self.amp.UnsupportedOptimizer, lambda: self.amp.compile_training(
                module, loss, optimizer, batches[0], scheduler=scheduler, device="cpu"), part)
        # A graph that is written has the schedule, or none.
        expect_raises(self.amp.UnsupportedOptimizer, lambda: self.amp.make_program(
            module, loss, optimizer, batches[0],
            scheduler=schedulers.LambdaLR(optimizer, lambda step: 0.5 ** step)),
            "LambdaLR", "compile_training makes its steps in Python")

    def schedules(self):
        """The rates of each step are PyTorch's, whether the graph computes them or not, and a
        state goes on in either."""
        s = self.torch.optim.lr_scheduler
        in_graph = {
            "constant warm-up": lambda o: s.SequentialLR(o, [
                s.LinearLR(o, 1 / 4, total_iters=3), s.CosineAnnealingLR(o, 9)], [4]),
            "step": lambda o: s.StepLR(o, 3, 0.5),
            "multi-step": lambda o: s.MultiStepLR(o, [2, 5], 0.5),
            "restarts": lambda o: s.CosineAnnealingWarmRestarts(o, 3, 2),
            "one cycle": lambda o: s.OneCycleLR(o, 0.5, total_steps=12, cycle_momentum=False)}
        in_python = {
            "warm-up": lambda o: s.SequentialLR(o, [
                s.LinearLR(o, 0.1, total_iters=4), s.CosineAnnealingLR(o, 8, 1e-3)], [4]),
            "warm-up to another rate": lambda o: s.SequentialLR(o, [
                s.LinearLR(o, 1 / 4, total_iters=3), s.LinearLR(o, 0.5, total_iters=6)], [4]),
            "three": lambda o: s.SequentialLR(o, [
                s.ConstantLR(o, 0.1, 2), s.LinearLR(o, 0.1, total_iters=3),
                s.ExponentialLR(o, 0.9)], [2, 5]),
            "lambda": lambda o: s.LambdaLR(o, lambda t: min((t + 1) / 4, (12 - t) / 9)),
            "chained": lambda o: s.ChainedScheduler([
                s.ConstantLR(o, 0.5, 3), s.ExponentialLR(o, 0.9)]),
            "cyclic": lambda o: s.CyclicLR(o, 0.1, 0.5, 3, cycle_momentum=False),
            "a milestone twice": lambda o: s.MultiStepLR(o, [2, 2, 5], 0.5),
            "three phases": lambda o: s.OneCycleLR(o, 0.5, total_steps=12, three_phase=True,
                                                   cycle_momentum=False)}
        for name, make in (in_graph | in_python).items():
            def start():
                module, loss, _, batches = self.make("perceptron", count=10)
                optimizer = self.torch.optim.SGD([
                    {"params": [p for p in module.parameters() if p.dim() > 1]},
                    {"params": [p for p in module.parameters() if p.dim() < 2], "lr": 0.2}],
                    lr=0.4)
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    return module, loss, optimizer, make(optimizer), batches

            def compiled(module, loss, optimizer, scheduler, batches):
                return self.amp.compile_training(module, loss, optimizer, batches[0],
                                                 scheduler=scheduler, device="cpu")

            _, _, theirs, follows, batches = start()
            training = compiled(*start())
            has = "optimizer.iterations" in set(training.variables)
            expect(has == (name in in_graph), f"{name}: the graph's schedule: {has}")
            for step, batch in enumerate(batches):
                if step == 5:
                    state, training = training.state_dict(), compiled(*start())
                    training.load_state_dict(state)
                used = theirs.param_groups[0]["lr"]
                training.step(batch)
                theirs.step()
                follows.step()
                rate = training.variables["optimizer.rate" if has else "optimizer.lr"]
                found = [group["lr"] for group in
                         training.optimizer_state_dict()["param_groups"]]
                next_ones = [group["lr"] for group in theirs.param_groups]
                # Some products and a cosine in f64.
                for ours, own in zip([float(rate), *found], [used, *next_ones]):
                    expect(abs(ours - own) <= 1e-12 + 1e-12 * abs(own),
                           f"{name}: step {step} has the rate {ours}, PyTorch {own}")

    def scaler(self):
        """f16 has a loss scale, whose state is GradScaler's."""
        torch = self.torch
        module, loss, optimize, batches = self.make("perceptron")
        scaler = torch.amp.GradScaler("cpu", init_scale=2.0 ** 10, growth_interval=4)
        training = self.amp.compile_training(module, loss, optimize(module), batches[0],
                                             precision="f16", scaler=scaler, device="cpu")
        for batch in batches[:6]:
            training.step(batch)
        state = training.scaler_state_dict()
        expect(state["scale"] == 2.0 ** 11 and state["_growth_tracker"] == 2, str(state))
        expect(set(state) == set(scaler.state_dict()), str(set(scaler.state_dict())))
        training.to_torch()
        expect(scaler.get_scale() == 2.0 ** 11, str(scaler.get_scale()))

    def batches_of_any_size(self):
        module, loss, optimize, _ = self.make("perceptron")
        _, _, _, batch = networks(self.torch)["perceptron"]
        training = self.amp.compile_training(module, loss, optimize(module), batch(1),
                                             device="cpu")
        expect(training.program.is_dynamic, "the batch is fixed")
        for size in (1, 5, 8):
            expect(float(training.step(batch(size))) > 0, f"batch of {size}")
        expect(training.predict(batch(3)[0]).shape == (3, 4), "prediction")

    def autocast(self):
        """A region of bf16 in a module that is not."""
        torch = self.torch

        class Part(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.first, self.second = torch.nn.Linear(6, 8), torch.nn.Linear(8, 2)

            def forward(self, x):
                with torch.autocast("cpu", torch.bfloat16):
                    h = self.first(x)
                return self.second(torch.tanh(h.float()))

        torch.manual_seed(0)
        module, loss = Part(), torch.nn.MSELoss()
        batch = torch.randn(5, 6), torch.randn(5, 2)
        expected = loss(module(batch[0]), batch[1]).item()
        plain = loss(module.second(torch.tanh(module.first(batch[0]))), batch[1]).item()
        training = self.amp.compile_training(module, loss, torch.optim.SGD(
            module.parameters(), lr=0.1), batch, device="cpu")
        expect("amp.autocast dtype(bf16)" in str(training.graph), "no region")
        found = float(training.step(batch))
        expect(abs(found - expected) <= 8 * 2.0 ** -24 * abs(expected) and found != plain,
               f"{found}, expected {expected}, without a region {plain}")
        # What a module asks for in f32 is so under autocast, of products that are exact.
        exact = torch.nn.Linear(4, 4, bias=False)
        torch.nn.init.eye_(exact.weight)

        def squares(module, batch):
            return (module(batch[0]).float() * 1.01).square().sum()
        batch = (torch.arange(20.0).view(5, 4) / 8,)
        training = self.amp.compile_training(exact, squares, torch.optim.SGD(
            exact.parameters(), lr=0.1), batch, precision="bf16", device="cpu")
        expected, found = squares(exact, batch).item(), float(training.step(batch))
        expect(abs(found - expected) <= 32 * 2.0 ** -24 * expected, f"{found}, not {expected}")

    def autocast_turned_off(self):
        """Around a loss, as it is written for any precision: no region where there is none to
        turn off, and no warning."""
        torch = self.torch
        module = torch.nn.Linear(6, 2)
        batch = torch.randn(5, 6), torch.randn(5, 2)

        def loss(output, target):
            with torch.autocast("cpu", enabled=False):
                return ((output.float() - target) ** 2).mean()

        for precision in ("f32", "bf16"):
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                training = self.amp.compile_training(
                    module, loss, torch.optim.SGD(module.parameters(), lr=0.1), batch,
                    precision=precision, device="cpu")
                found = float(training.step(batch))
            with torch.autocast("cpu", torch.bfloat16, enabled=precision != "f32"):
                expected = loss(module(batch[0]), batch[1]).item()
            expect(("amp.autocast enabled(false)" in str(training.graph)) == (precision != "f32"),
                   f"{training.graph}")
            expect(abs(found - expected) <= 8 * 2.0 ** -24 * abs(expected),
                   f"{precision}: {found}, expected {expected}")

    def packed(self):
        """Packed sequences: losses as PyTorch's, of padding that is not looked at."""
        torch = self.torch
        nn, rnn = torch.nn, torch.nn.utils.rnn

        class Packed(nn.Module):
            def __init__(self, kind, **settings):
                super().__init__()
                self.layers = kind(3, 4, batch_first=True, **settings)
                self.width = self.layers.proj_size or self.layers.hidden_size
                self.fc = nn.Linear(self.width * 6 * (1 + self.layers.bidirectional), 2)

            def forward(self, x, lengths):
                packed = pack_padded_sequence(x, lengths, True, enforce_sorted=False)
                h0 = x.new_ones(self.layers.num_layers * (1 + self.layers.bidirectional),
                                x.shape[0], 4)
                y, last = self.layers(packed, (h0[..., :self.width], 2 * h0)
                                      if isinstance(self.layers, nn.LSTM) else None)
                y, same = rnn.pad_packed_sequence(y, True, padding_value=0.5, total_length=6)
                last = last[0] if isinstance(last, tuple) else last
                return self.fc(y.flatten(1)) + last.sum() + same[:, None]

        # As modules import it.
        pack_padded_sequence = rnn.pack_padded_sequence
        code = pack_padded_sequence.__code__
        generator = torch.Generator().manual_seed(5)
        for kind, settings in ((nn.LSTM, dict(num_layers=2, bidirectional=True)),
                               (nn.LSTM, dict(num_layers=2, bidirectional=True, proj_size=2)),
                               (nn.GRU, dict(bidirectional=True)), (nn.RNN, {}),
                               (nn.RNN, dict(nonlinearity="relu", bias=False, num_layers=2))):
            torch.manual_seed(7)
            module = Packed(kind, **settings).double()
            batches = []
            for _ in range(5):
                x = torch.randn(4, 5, 3, dtype=torch.float64, generator=generator)
                lengths = torch.randint(1, 6, (4,), generator=generator)
                for row, length in zip(x, lengths):
                    row[length:] = torch.nan
                batches.append((x, lengths, torch.randn(4, 2, dtype=torch.float64,
                                                        generator=generator)))

            def optimize(module):
                return torch.optim.SGD(module.parameters(), lr=1e-3)
            theirs, ours = copy.deepcopy(module), copy.deepcopy(module)
            own = self.train_torch(theirs, nn.MSELoss(), optimize(theirs), batches)
            training = self.amp.compile_training(ours, nn.MSELoss(), optimize(ours), batches[0],
                                                 device="cpu")
            found = [float(training.step(batch)) for batch in batches]
            # Losses come in f32.
            expect(np.allclose(found, own, 2.0 ** -22, 0), f"{kind.__name__} {settings}: "
                   f"{found}, PyTorch {own}")
        expect(pack_padded_sequence.__code__ is code, "PyTorch is changed")

    def sequences_of_any_length(self):
        torch = self.torch
        nn = torch.nn
        words, width = 20, 8

        class Recurrent(nn.Module):
            def __init__(self):
                super().__init__()
                self.embedding = nn.Embedding(words, width, padding_idx=0)
                self.rnn = nn.GRU(width, width, batch_first=True, bidirectional=True)
                self.linear = nn.Linear(2 * width, 1)

            def forward(self, tokens):
                states, _ = self.rnn(self.embedding(tokens))
                mask = (tokens != 0).unsqueeze(2).to(states.dtype)
                return self.linear((states * mask).sum(1) / mask.sum(1)).flatten()

        class Attending(nn.Module):
            def __init__(self):
                super().__init__()
                self.embedding = nn.Embedding(words, width)
                self.positions = nn.Parameter(torch.randn(12, width))
                self.layer = nn.TransformerEncoderLayer(width, 2, 16, dropout=0.0,
                                                        batch_first=True)
                self.convolution = nn.Conv1d(width, width, 3, padding=1)
                self.linear = nn.Linear(width, 1)

            def forward(self, tokens):
                x = self.embedding(tokens) + self.positions[:tokens.shape[1]]
                x = self.layer(x, src_key_padding_mask=tokens == 0)
                x = self.convolution(x.transpose(1, 2)).transpose(1, 2)
                return self.linear(x.mean(1)).flatten()

        class Turned(nn.Module):
            def __init__(self):
                super().__init__()
                self.embedding = nn.Embedding(words, width)
                self.linear = nn.Linear(width, 1)

            def forward(self, tokens):
                # Not a transposition: elements stay in their order.
                x = self.embedding(tokens)
                x = x.reshape(x.shape[1], x.shape[0], width).transpose(0, 1)
                return self.linear(x).mean(1).flatten()

        generator = torch.Generator().manual_seed(1)
        for kind in (Recurrent, Attending, Turned):
            torch.manual_seed(0)
            module = kind().to(torch.float64)
            batches = []
            for rows, length in [(4, 12), (4, 5), (3, 8), (4, 12), (4, 5), (2, 12)]:
                # One size can be open of a reshape, as those that make heads of attention.
                rows = rows if kind is Recurrent else 4
                tokens = torch.randint(1, words, (rows, length), generator=generator)
                tokens[0, length - 2:] = 0
                batches.append((tokens, torch.randn(rows, dtype=torch.float64,
                                                    generator=generator)))
            self.losses_are_as(module, lambda module, batch: nn.functional.mse_loss(
                module(batch[0]), batch[1]), batches, kind.__name__, dynamic_batch=True,
                dynamic_shapes={"batch.0": [1]})

        def refused(dims, message):
            try:
                self.amp.compile_training(
                    module, nn.MSELoss(), torch.optim.SGD(module.parameters(), lr=0.1),
                    batches[0], dynamic_shapes=dims)
            except ValueError as error:
                expect(message in str(error), str(error))
            else:
                expect(False, f"{dims} is taken")
        refused({"words": [1]}, "there is no tensor 'words'; the example has tokens, target")
        refused({"tokens": [0]}, "'tokens' has 2 dimensions, of which the first counts samples; "
                "0 is none of the others")
        refused({"tokens": [2]}, "2 is none of the others")

    def losses_are_as(self, module, loss, batches, shown, **settings):
        """That five steps in f64 have PyTorch's losses; the training."""
        torch = self.torch

        def optimize(module):
            return torch.optim.SGD(module.parameters(), lr=0.05)
        theirs, ours = copy.deepcopy(module), copy.deepcopy(module)
        optimizer, own = optimize(theirs), []
        for batch in batches:
            optimizer.zero_grad()
            value = loss(theirs, batch)
            value.backward()
            optimizer.step()
            own.append(value.item())
        training = self.amp.compile_training(ours, loss, optimize(ours), batches[0],
                                             device="cpu",
                                             **{"dynamic_batch": False, **settings})
        found = [float(training.step(batch)) for batch in batches]
        # Losses come in f32.
        expect(np.allclose(found, own, 2.0 ** -22, 0), f"{shown}: {found}, PyTorch {own}")
        return training

    def ways_of_writing(self):
        """Losses that take the module, and parts of PyTorch that check or change what they are
        given."""
        torch = self.torch
        nn = torch.nn

        class Towers(nn.Module):
            def __init__(self):
                super().__init__()
                self.a, self.b = nn.Linear(4, 3), nn.Linear(4, 3)

            def forward(self, x, y):
                return self.a(x), self.b(y)

        def contrast(module, batch):
            a, b = module(*batch)
            return nn.functional.cross_entropy(a @ b.t(), torch.arange(a.shape[0]))

        def likelihood(module, batch):
            mean, width = module(*batch)
            normal = torch.distributions.Normal(mean, nn.functional.softplus(width))
            return -normal.log_prob(batch[1][:, :3]).mean()

        def critics(module, batch):
            # Two calls, each of which changes the vectors of the norm.
            return module(batch[0]).relu().mean() - module(batch[1]).mean()

        def squares(module, batch):
            return (module(batch[0]) - batch[1][:, :2]).square().mean()

        def twins(module, batch):
            # Diagonals that are changed in place.
            a, b = (module(x)[:, :3] - module(x)[:, :3].mean(0) for x in batch)
            c = a.T @ b / 6
            near = torch.diagonal(c).add_(-1).pow_(2).sum()
            wide = a[:, None] * b[:, :, None].repeat(1, 2, 1).cumsum(1)[:, 1:5]
            wide.diagonal(1, 1, 2).mul_(3)
            wide.diagonal(-1, 2, 1).sub_(wide.diagonal(-2, 1, 2).sum())
            return near + 0.1 * c.fill_diagonal_(0.5).square().sum() + wide.square().sum()

        class Projected(nn.Module):
            def __init__(self):
                super().__init__()
                self.lstm = nn.LSTM(4, 5, num_layers=2, bidirectional=True, proj_size=2)
                self.fc = nn.Linear(4, 2)

            def forward(self, x):
                y, (h, c) = self.lstm(x.unsqueeze(1).repeat(1, 3, 1))
                return self.fc(y[:, -1]) + h.sum() + c.sum()

        torch.manual_seed(11)
        batches = [(torch.randn(6, 4, dtype=torch.float64),
                    torch.randn(6, 4, dtype=torch.float64)) for _ in range(5)]
        norm = nn.utils.parametrizations.spectral_norm
        training = None
        for shown, module, loss in (
                ("a contrast", Towers(), contrast), ("a distribution", Towers(), likelihood),
                ("a spectral norm", norm(nn.Linear(4, 3)), critics),
                ("dropout in place", nn.Sequential(
                    nn.Linear(4, 5), nn.Dropout(0.0, inplace=True), nn.Linear(5, 2)), squares),
                ("diagonals in place", nn.Linear(4, 3), twins),
                ("projections", Projected(), squares)):
            training = self.losses_are_as(module.double(), loss, batches, shown)
        expect_raises(ValueError, lambda: training.predict(batches[0][0]),
                      "the loss is a function of the module")

    def views_and_copies(self):
        """A change in place of what `reshape`, `contiguous` and `to` give is one of what they
        are given where they copy nothing, and only there."""
        torch = self.torch

        def converted(module, batch):
            x = batch[0].float()
            x -= 0.5
            y = module(x).to(torch.float32)
            y *= 2
            return (y * y).sum() + batch[0].sum()

        def same_type(module, batch):
            z = module(batch[0])
            y = z.to(z.dtype)
            y *= 2
            return (y * z).sum()

        def rows(module, batch):
            z = module(batch[0])
            z.reshape(-1)[::2] = 0
            z.flatten()[1] += 3
            return z.square().sum()

        def columns(module, batch):
            z = module(batch[0])
            flat = z.t().reshape(-1)
            flat[::2] = 0
            turned = z.t().contiguous()
            turned += 1
            return (z * z).sum() + (flat * turned.flatten()).sum()

        def wider(module, batch):
            z = module(batch[0])
            wide = z.double()
            wide.mul_(3)
            return (wide * z).sum().float()

        torch.manual_seed(7)
        batch, rate = torch.rand(6, 4), 0.1
        for loss in (converted, same_type, rows, columns, wider):
            module = torch.nn.Linear(4, 4)
            training = self.amp.compile_training(
                module, loss, torch.optim.SGD(module.parameters(), lr=rate), (batch.clone(),),
                dynamic_batch=False, device="cpu")
            found = float(training.step((batch.clone(),)))
            value = loss(module, (batch.clone(),))
            value.backward()
            after = module.weight - rate * module.weight.grad
            # Some dozen sums of as many numbers of about 10.
            for ours, own in ((found, value), (training.module_state_dict()["weight"], after)):
                off = (ours - own).abs().max().item()
                expect(off <= 640 * 2.0 ** -24, f"{loss.__name__}: off by {off}")
        # Under autocast a product is narrower, and what `to` gives a copy.
        expect_raises(self.amp.UnsupportedError, lambda: self.amp.compile_training(
            module, same_type, torch.optim.SGD(module.parameters(), lr=rate), (batch,),
            precision="bf16", device="cpu"), "aten.mul_.Tensor, once", ".clone() makes one")

    def integers(self):
        """Bounds that a type does not reach are none, division in place is that of integers,
        and what is predicted has PyTorch's types, numbers too."""
        torch = self.torch

        class Module(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.w = torch.nn.Parameter(torch.ones(()))

            def forward(self, x):
                y = x.clone()
                y //= 3
                return self.w * x.sum(), (
                    x.clamp(-2, 300), x.clamp(min=4), x.clamp(max=5), y, x.max(), x.sum(),
                    x.float().mean(), x.clamp(0.5, 2.5), (x > 2).any())

        for dtype in (torch.uint8, torch.int8, torch.int32, torch.int64):
            module = Module()
            x = torch.tensor([7, 0, 3, 100, 1], dtype=dtype)
            if dtype != torch.uint8:
                x[1], x[3] = -7, -100
            training = self.amp.compile_training(
                module, lambda output, target: output[0] * target.sum(), torch.optim.SGD(
                    module.parameters(), lr=0.1), (x, torch.ones(5)), device="cpu")
            for i, (ours, own) in enumerate(zip(training.predict(x)[1], module(x)[1])):
                expect(ours.dtype == own.dtype and torch.equal(ours, own),
                       f"{dtype}, {i}: {ours} instead of {own}")

    def outputs_that_are_none(self):
        """What a module gives beside tensors comes back with what it predicts."""
        torch = self.torch
        module = self.of_forward(lambda module, x: {"y": module.b(x), "rest": (None, x)})
        batch = torch.randn(5, 4), torch.randn(5, 3)
        training = self.amp.compile_training(
            module, lambda output, target: (output["y"] - target).square().mean(),
            torch.optim.SGD(module.parameters(), lr=0.1), batch, device="cpu")
        found = training.predict(batch[0])
        expect(found["rest"][0] is None and torch.equal(found["rest"][1], batch[0]),
               str(found["rest"]))
        expect(found["y"].shape == (5, 3), str(found["y"].shape))

    def modes(self):
        """Only where a module looks at its mode is it exported for evaluation, too."""
        from amp.torch import _program
        torch = self.torch
        nn, original = torch.nn, _program.capture

        class Frozen(nn.Linear):
            def train(self, mode=True):
                self.scale = 2.0 if mode else 3.0
                return super().train(mode)

            def forward(self, x):
                return self.scale * super().forward(x)
        batch = torch.ones(5, 4), torch.zeros(5, 4)
        for module, count in ((nn.Linear(4, 4), 1), (nn.Dropout(0.5), 2), (Frozen(4, 4), 2)):
            whole, captures = nn.Sequential(nn.Linear(4, 4), module).train(), []

            def capture(*args, **settings):
                captures.append(settings["training"])
                return original(*args, **settings)
            _program.capture = capture
            try:
                training = self.amp.compile_training(
                    whole, nn.MSELoss(), torch.optim.SGD(whole.parameters(), lr=0.1), batch,
                    device="cpu")
            finally:
                _program.capture = original
            expect(captures == [True, False][:count], f"{module}: {captures}")
            expected = whole.eval()(batch[0]).detach()
            # Sums of five products, twice, in an order of their own.
            bound = 16 * 2.0 ** -24 * expected.abs().max().item()
            off = (training.predict(batch[0]) - expected).abs().max().item()
            expect(off <= bound, f"{module}: off by {off:.2g}")
        expect("training" not in vars(nn.Module), "PyTorch is changed")

    def custom_function(self):
        """The backward of an autograd.Function is its own."""
        torch = self.torch

        class Twice(torch.autograd.Function):
            """Whose gradient is three times the true one."""

            @staticmethod
            def forward(ctx, x, w, factor):
                y = torch.exp(x * factor) * w
                ctx.save_for_backward(y, w)
                ctx.factor = factor
                return y

            @staticmethod
            def backward(ctx, gradient):
                y, w = ctx.saved_tensors
                return 3 * gradient * y * ctx.factor, (gradient * y / w).sum(0), None

        class Straight(torch.autograd.Function):
            @staticmethod
            def forward(x):
                return torch.round(x)

            @staticmethod
            def setup_context(ctx, inputs, output):
                pass

            @staticmethod
            def backward(ctx, gradient):
                return gradient

        class Custom(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.a, self.w = torch.nn.Linear(4, 6), torch.nn.Parameter(torch.rand(6) + 0.5)

            def forward(self, x):
                return Straight.apply(Twice.apply(self.a(x), self.w, 0.3) * 8) / 8 + self.a(x)

        torch.manual_seed(0)
        module, loss = Custom(), torch.nn.MSELoss()
        batches = [(torch.randn(5, 4), torch.randn(5, 6)) for _ in range(5)]
        other = copy.deepcopy(module)
        training = self.amp.compile_training(other, loss, torch.optim.SGD(
            other.parameters(), lr=0.05), batches[0], device="cpu")
        expect(str(training.graph).count("amp.custom_function") == 6, "not in each entry")
        own = self.train_torch(module, loss, torch.optim.SGD(module.parameters(), lr=0.05),
                               batches)
        found = [float(training.step(batch)) for batch in batches]
        off = max(abs(a - b) / b for a, b in zip(found, own))
        expect(off <= 5 * 8 * 2.0 ** -24, f"off by {off:.2g}")

        class Refused(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                ctx.mark_dirty(x)
                return x.mul_(2)

            @staticmethod
            def backward(ctx, gradient):
                return gradient * 2

        class Bad(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.a = torch.nn.Linear(4, 6)

            def forward(self, x):
                return Refused.apply(self.a(x))

        bad = Bad()
        try:
            self.amp.compile_training(bad, loss, torch.optim.SGD(bad.parameters(), lr=0.1),
                                      batches[0], device="cpu")
        except Exception as error:
            expect("mark_dirty" in str(error), str(error))
        else:
            expect(False, "a function that changes its input was imported")

    def refuses(self):
        """All that is missing at once, by name, count and place."""
        torch = self.torch

        class Missing(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.a, self.b = torch.nn.Linear(4, 4), torch.nn.Linear(4, 4)

            def forward(self, x):
                y = torch.linalg.inv(self.a(x).T @ self.a(x)) @ torch.linalg.inv(self.b.weight)
                return torch.i0(self.b(y).abs() + 1)

        module = Missing()
        batch = torch.randn(6, 4), torch.randn(4, 4)
        error = expect_raises(
            self.amp.UnsupportedError, lambda: self.amp.compile_training(
                module, torch.nn.MSELoss(), torch.optim.SGD(module.parameters(), lr=0.1),
                batch, device="cpu"),
            "aten.linalg_inv.default, 2 times", "aten.i0.default, once",
            "no op factorizes or inverts matrices; compute it outside", "gamma",
            # The line of the module that calls it.
            ", in torch_import.py:" if not os.path.isabs(__file__) else f", in {__file__}:")
        expect(len(error.problems) == 3, str(error.problems))
        fine = torch.nn.Linear(4, 4)
        for optimizer, part in (
                (torch.optim.Rprop(fine.parameters()), "Rprop"),
                (torch.optim.Adam(fine.parameters(), maximize=True), "maximize"),
                (torch.optim.Adamax(fine.parameters(), maximize=True), "maximize"),
                (torch.optim.NAdam(fine.parameters(), differentiable=True), "differentiable"),
                (torch.optim.Adam([{"params": fine.weight, "decoupled_weight_decay": True},
                                   {"params": fine.bias}]), "decoupled_weight_decay"),
                (torch.optim.SGD(torch.nn.Linear(4, 4).parameters(), lr=0.1), "parameter 0")):
            expect_raises(self.amp.UnsupportedOptimizer, lambda: self.amp.compile_training(
                fine, torch.nn.MSELoss(), optimizer, (torch.randn(3, 4), torch.randn(3, 4))),
                part)

    def refusals(self):
        """An op that is refused is not imported in any form, and the reason says what to do."""
        from amp._refusals import REFUSALS
        from amp.torch._lowering import lowerings
        imported = {name.rpartition(".")[0] for name in lowerings}
        names = [name for row in REFUSALS for name in row.torch]
        both = [name for name in names if f"aten.{name}" in imported | set(lowerings)]
        expect(not both, f"refused, and imported: {', '.join(both)}")
        expect(len(set(names)) == len(names), "a name with two reasons")
        for row in REFUSALS:
            expect(row.reason and row.remedy and ";" not in row.reason, str(row))
        return f"{len(names)} names, {len(REFUSALS)} reasons"

    def made_of_others(self):
        """An op without a counterpart is what PyTorch makes of it, where that has one."""
        torch = self.torch
        module = torch.nn.Linear(4, 4)

        def loss(y, target):
            return torch.trapezoid(y * target).sum() + torch.special.entr(y.square()).mean()

        batch = torch.randn(6, 4), torch.randn(6, 4)
        training = self.amp.compile_training(module, loss, torch.optim.SGD(
            module.parameters(), lr=0.1), batch, device="cpu")
        expected = loss(module(batch[0]), batch[1]).item()
        found = float(training.step(batch))
        # Sums of some dozen numbers of about 1.
        expect(abs(found - expected) <= 64 * 2.0 ** -24 * (1 + abs(expected)),
               f"{found} instead of {expected}")
        # The op that was written is named, with what it would be made of.
        self.refuse(self.of_forward(lambda m, x: torch.diagonal_scatter(
            m.b(m.a(x)), torch.zeros(3))), "aten.diagonal_scatter.default",
            "PyTorch makes it of aten.as_strided.default: tensors have no strides")

    def refuse(self, module, *parts, loss=None, batch=None, kind=None, **more):
        """What compile_training raises, with these parts in its text."""
        torch = self.torch
        batch = batch or (torch.randn(5, 4), torch.randint(0, 3, (5,)))
        return expect_raises(
            kind or self.amp.UnsupportedError, lambda: self.amp.compile_training(
                module, loss or torch.nn.CrossEntropyLoss(),
                torch.optim.SGD(module.parameters(), lr=0.1), batch, device="cpu", **more),
            *parts)

    def of_forward(self, forward):
        """A module of two linear layers, a and b, with that forward."""
        torch = self.torch

        class Module(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.a, self.b = torch.nn.Linear(4, 4), torch.nn.Linear(4, 3)
                self.seen = torch.zeros(4)

            def forward(self, x):
                return forward(self, x)

        return Module()

    def reads_data(self):
        """What depends on data is refused with the line that asks for it."""
        torch = self.torch

        def branches(module, x):
            h = module.a(x)
            if h.sum() > 0:
                h = 2 * h
            return module.b(h)

        def packs(module, x):
            return torch.nn.utils.rnn.pack_padded_sequence(
                module.a(x), torch.tensor([3, 2, 1])).data

        def pads(module, x):
            return torch.nn.utils.rnn.pad_packed_sequence(torch.nn.utils.rnn.pack_padded_sequence(
                module.a(x)[:, None], [3, 2, 1]))[0]

        for forward, parts in (
                (branches, ("torch_import.py:", "'if h.sum() > 0:'", "torch.where chooses")),
                (packs, ("torch_import.py:", "pad_packed_sequence gives it padded")),
                (pads, ("torch_import.py:", "give total_length=")),
                (lambda m, x: m.b(m.a(x) * x.sum().item()), ("aten.mul.Tensor", ".item()")),
                (lambda m, x: m.b(torch.from_numpy(m.a(x).detach().numpy())),
                 ("numpy, once, in ", "torch_import.py:")),
                (lambda m, x: m.b(m.a(x)) * (1.0 if torch.equal(x, x) else 2.0),
                 ("aten.equal.default, once, in ", "torch_import.py:", "torch.where chooses")),
                (lambda m, x: m.b(m.a(x)) + torch.unique(x).sum(),
                 ("aten._unique2.default", "depends on data")),
                (lambda m, x: m.b(m.a(x)) + torch.zeros(4).index_add(
                    0, torch.where(x > 0)[1], m.a(x)[x < 0]).sum(),
                 ("aten.index_add.default", "by two masks")),
                (lambda m, x: m.b(m.a(x)) + m.a(x)[x > 0].max(),
                 ("aten.max.default", "torch.where keeps")),
                (lambda m, x: m.a(x)[x[:, 0] > 0],
                 ("'output', which the module gives", "torch.where keeps")),
                (lambda m, x: m.b(m.a(x)) + (m.a(x)[x > 0] * x[x < 0]).sum(),
                 ("aten.mul.Tensor", "by two masks"))):
            self.refuse(self.of_forward(forward), *parts)
        self.refuse(torch.nn.Sequential(torch.nn.Linear(4, 3),
                                        torch.nn.BatchNorm1d(3, momentum=None)),
                    "batchnorm.py:", "num_batches_tracked")

    def masks(self):
        """What a mask chooses is computed of all rows, and counted where it is true: values and
        gradients are PyTorch's, of a mask of one batch or another, also of none."""
        torch = self.torch
        nn, functional = torch.nn, torch.nn.functional

        def classes(module, batch):
            h = torch.tanh(module[0](batch["x"])[batch["keep"]])
            weight = torch.tensor([1.0, 2.0, 0.5]).to(h.dtype)
            log = functional.log_softmax(module(batch["x"]), 1)[batch["keep"]]
            return functional.cross_entropy(module[2](h), batch["y"][batch["keep"]], weight) + \
                functional.nll_loss(log, batch["y"][batch["keep"]], reduction="sum")

        def words(module, batch):
            x, keep = batch["words"], batch["said"]
            return functional.cross_entropy(module(x)[keep], batch["spoken"][keep],
                                            label_smoothing=0.1)

        def elements(module, batch):
            y = module(batch["x"])
            # A value that it does not choose has no logarithm.
            chosen = y[y > 0]
            there = batch["z"] > 0
            return chosen.log().mean() + chosen.sqrt().sum() + functional.smooth_l1_loss(
                y[there], batch["z"][there]) + functional.mse_loss(
                    y[there], batch["z"][there], reduction="sum")

        def rows(module, batch):
            y, keep = module(batch["x"]), batch["keep"]
            errors = (y - batch["z"]).square().mean(1)
            lengths = torch.cat([y[keep], batch["z"][keep] @ torch.ones(3, 2)], -1).norm(dim=-1)
            right = (y.argmax(1)[keep] == batch["y"][keep]).float().mean()
            return errors[keep].mean() + lengths.sum() / keep.sum() + right + \
                y[keep].softmax(-1)[:, 0].sum()

        def filled(module, batch):
            y, keep = module(batch["x"]), batch["keep"]
            z = torch.zeros_like(y)
            z[keep] = y[keep] * 2
            z[~keep] = batch["z"][~keep]
            part = y[keep]
            part += 1
            return (z * batch["z"]).sum() + z.square().mean() + part.square().mean()

        def boxes(module, batch):
            y, keep = module(batch["words"]), batch["said"]
            a, b, d = y[keep].unbind(-1)
            low, high = torch.split(torch.sort(y, -1)[0][keep], [1, 2], dim=-1)
            best, which = y[keep].max(1)
            names = functional.one_hot(which, 3).to(y.dtype)
            return (torch.min(a, b) * d).sum() + (high - low).mean() + best.sum() + \
                (torch.stack([a, d], 1) * names[:, [0, 2]]).sum() + \
                y[keep].topk(2)[0].mean()

        def tokens(module, batch):
            y, said = module(batch["words"]), batch["said"]
            y = y + 0
            y[said] = module[2].bias * 2
            y[:, batch["column"]] = module[2].bias
            y[:, batch["column"].flip(0)] = y[:, 2:3]
            z = y.masked_scatter(said.unsqueeze(-1), batch["words"])
            z = z.masked_fill(z > 2, 2.0)
            z[said.sum(1) > 100] += 1
            first = torch.zeros_like(said)
            first[:, 1] = True
            z[first] = module(batch["x"])
            return (z * y.tanh()).mean() + y.masked_select(said.unsqueeze(-1)).square().mean()

        def experts(module, batch):
            x = batch["words"].flatten(0, 1)
            weight, chosen = functional.softmax(module(x), -1).topk(2, -1)
            out, last = torch.zeros_like(x), torch.zeros_like(x)
            for i in range(3):
                place, row = torch.where((chosen == i).T)
                y = module[1](x[row]) * (i + 1) * weight[row, place, None]
                out.index_add_(0, row, y)
                rows = (chosen[:, 0] == i).nonzero().squeeze(1)
                last[rows] = x[rows] * (i + 1)
                last[rows] += x.index_select(0, rows) * weight[rows, 0].unsqueeze(1)
            return (out * last).mean() + last.square().mean()

        def made(size):
            return {"x": torch.randn(size, 4), "y": torch.randint(0, 3, (size,)),
                    "column": torch.tensor([False, True, False, True, False]),
                    "z": torch.randn(size, 3), "keep": torch.arange(size) % 3 != 1,
                    "words": torch.randn(size, 5, 4), "said": torch.rand(size, 5) > 0.4,
                    "spoken": torch.randint(0, 3, (size, 5))}

        torch.manual_seed(12)
        batches = [made(size) for size in (6, 6, 5)]
        batches[1]["keep"] = torch.tensor([True, False, False, False, False, False])
        for loss in (classes, words, elements, rows, filled, boxes, tokens, experts):
            module = nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 3))
            theirs = copy.deepcopy(module).double()
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                training = self.amp.compile_training(
                    module, loss, torch.optim.SGD(module.parameters(), lr=0.05), batches[0],
                    device="cpu")
            optimizer = torch.optim.SGD(theirs.parameters(), lr=0.05)
            for batch in batches:
                optimizer.zero_grad()
                torch.set_default_dtype(torch.float64)
                try:
                    expected = loss(theirs, {name: value.double() if value.is_floating_point()
                                             else value for name, value in batch.items()})
                    expected.backward()
                finally:
                    torch.set_default_dtype(torch.float32)
                optimizer.step()
                found = float(training.step(batch))
                # Some hundred sums and products of numbers of about 1, in three steps.
                expect(abs(found - expected.item()) <= 512 * 2.0 ** -24 * (
                    1 + abs(expected.item())), f"{loss.__name__}: {found} instead of {expected}")

        def none(module, batch):
            return module(batch["x"])[batch["keep"]].square().sum()
        training = self.amp.compile_training(
            module, none, torch.optim.SGD(module.parameters(), lr=0.05), batches[0],
            device="cpu")
        batches[0]["keep"] = torch.zeros(6, dtype=torch.bool)
        expect(float(training.step(batches[0])) == 0, "a sum of none is not 0")

    def rotations(self):
        """Rotary embeddings by complex numbers, of a table or computed, and what else is made
        of products and sums of such."""
        torch = self.torch
        nn = torch.nn
        turns = torch.outer(torch.arange(9.0), 1 / 100 ** (torch.arange(0, 4, 2) / 4))

        class Rotated(nn.Module):
            def __init__(self, kind):
                super().__init__()
                self.qk, self.out, self.kind = nn.Linear(4, 16), nn.Linear(8, 3), kind
                table = torch.polar(torch.ones_like(turns), turns)
                if kind == "buffer":
                    self.register_buffer("table", table, persistent=False)
                else:
                    self.table = table

            def rotate(self, x, steps):
                z = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
                if self.kind == "computed":
                    turn = torch.complex(turns[:steps].cos(), turns[:steps].sin())
                else:
                    turn = self.table[:steps]
                z = z.transpose(1, 2) * turn
                if self.kind == "mixed":
                    z = (z + z.conj() * 0.5 - 2 * z * z.real) * z.abs() + z * z.imag
                return torch.view_as_real(z).flatten(3)

            def forward(self, x):
                q, k = self.qk(x).view(*x.shape[:2], 2, 2, 4).unbind(2)
                q, k = (self.rotate(part, x.shape[1]) for part in (q, k))
                seen = (q @ k.transpose(-1, -2)).softmax(-1) @ q
                return self.out(seen.transpose(1, 2).flatten(2))

        torch.manual_seed(15)
        batches = [(torch.randn(size, 6, 4), torch.randint(0, 3, (size, 6))) for size in (5, 5, 3)]

        def loss(output, target):
            return nn.functional.cross_entropy(output.transpose(1, 2), target)

        for kind in ("table", "buffer", "computed"):
            module = Rotated(kind)
            theirs = copy.deepcopy(module)
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                training = self.amp.compile_training(
                    module, loss, torch.optim.SGD(module.parameters(), lr=0.5), batches[0],
                    device="cpu")
            own = self.train_torch(theirs, loss, torch.optim.SGD(theirs.parameters(), lr=0.5),
                                   batches)
            found = [float(training.step(batch)) for batch in batches]
            expect(len(training.program.trained) == 4, f"trained: {training.program.trained}")
            # Roundings of some dozen sums and products, in three steps.
            off = max(abs(a - b) for a, b in zip(found, own))
            expect(off <= 64 * 2.0 ** -24 * max(own), f"{kind}: off by {off}")
        module = Rotated("mixed")
        training = self.amp.compile_training(
            module, loss, torch.optim.SGD(module.parameters(), lr=0.5), batches[0], device="cpu")
        own = loss(module(batches[0][0]), batches[0][1]).item()
        expect(abs(float(training.step(batches[0])) - own) <= 64 * 2.0 ** -24 * own, "mixed")
        self.refuse(self.of_forward(lambda m, x: m.b(torch.view_as_real(torch.view_as_complex(
            m.a(x).view(-1, 2, 2)).tanh()).flatten(1))), "aten.tanh.default, once, in ",
            "write it of their real and imaginary parts")

    def transforms(self):
        """Fourier transforms, and what is computed of spectra."""
        torch = self.torch
        fft = torch.fft

        def spectra(module, batch):
            y = module(batch[0])
            # Short and long ones, cut and filled up.
            return sum(z.abs().mean() + z.real.mean() + z.imag.square().mean() for z in (
                fft.rfft(y), fft.fft(y, n=50, norm="ortho"), fft.rfft(y, n=71, norm="forward"),
                fft.fft2(y.unflatten(1, (8, 8))), fft.rfftn(y.unflatten(1, (4, 16)), dim=(1, 2)),
                fft.rfft(y.repeat(1, 9)), fft.ifft(fft.fft(y.repeat(1, 9)), n=510),
                fft.ihfft(y)))

        def filters(module, batch):
            y = module(batch[0])
            kernel = torch.exp((-batch[1][:1, :1] + 1j) * torch.arange(33) / 33)
            whole = fft.irfft(fft.rfft(y) * kernel)
            plane = fft.rfft2(y.unflatten(1, (8, 8)))
            kept = torch.zeros_like(plane)
            kept[:, :3, :3] = torch.einsum("bxy,xz->bzy", plane[:, :3, :3], plane[0, :3, :3]) / 64
            kept[:, -2:] = plane[:, -2:] * 2j
            turned = (plane @ plane.mT / (plane[..., :1] + 8)).angle().cos()
            return (whole * y).mean() + fft.irfft2(kept, s=(8, 8)).square().mean() + \
                turned.mean() + fft.hfft(fft.ihfft(y)).tanh().mean() + \
                fft.irfft(fft.rfft(y.repeat(1, 9)) * (1 + 0.2j)).square().mean()

        def windows(module, batch):
            y, size = module(batch[0]), 32
            window = torch.hann_window(24, dtype=batch[0].dtype)
            bands = torch.stft(y, size, 8, 24, window, return_complex=True)
            wave = torch.istft(bands * (0.5 + 0.1j), size, 8, 24, window, length=64)
            rest = torch.stft(y[0], size, 8, 24, window, center=False, normalized=True,
                              onesided=False, return_complex=True)
            return bands.abs().log1p().mean() + (wave - y).square().mean() + \
                (rest * rest.conj()).real.mean()

        def changed(module, batch):
            z = fft.rfft(module(batch[0]), norm="ortho") + 0
            z.real.mul_(2)
            z.imag[:, :3] = batch[1][:, :1]
            torch.view_as_real(z)[..., 1].add_(1)
            z *= 1 + 1j
            z[:, 2] = z[:, 5] * 2
            halves = z[:, 1:].clone().unflatten(1, (2, 16)).unbind(1)
            z[1:3] += 1j
            rest = torch.rsub(z, 3.0, alpha=2).reciprocal() + z.mean(1, keepdim=True)
            return (halves[0] * 2 - halves[1] * z[:, 17:]).abs().mean() + rest.real.mean()

        torch.manual_seed(7)
        module = torch.nn.Linear(5, 64)
        batches = [(torch.randn(6, 5), torch.rand(6, 2)) for _ in range(3)]
        return ", ".join(self.follows(module, loss, batches)
                         for loss in (spectra, filters, windows, changed))

    def gradients(self):
        """torch.autograd.grad in a loss or a forward, also of gradients: losses in f32, bf16
        and f16 against PyTorch's."""
        torch = self.torch
        nn, functional, grad = torch.nn, torch.nn.functional, torch.autograd.grad

        def layers(inputs, outputs):
            return nn.Sequential(nn.Linear(inputs, 16), nn.Tanh(), nn.Linear(16, 16), nn.Tanh(),
                                 nn.Linear(16, outputs))

        def field(module, batch):
            points, values, slopes = batch
            points = points.clone().requires_grad_(True)
            output = module(points)
            slope, = grad(output.sum(), points, create_graph=True)
            return functional.mse_loss(output, values) + functional.mse_loss(slope, slopes)

        def critic(module, batch):
            real, fake, share = batch
            mixed = (share * real + (1 - share) * fake).requires_grad_(True)
            score = module(mixed)
            slope = grad(outputs=score, inputs=mixed, grad_outputs=torch.ones_like(score),
                         create_graph=True, retain_graph=True)[0]
            penalty = ((slope.flatten(1).norm(2, dim=1) - 1) ** 2).mean()
            return module(fake).mean() - module(real).mean() + 10 * penalty

        def real_only(module, batch):
            real, fake = batch
            real.requires_grad = True
            score = module(real)
            slope, = grad(score.sum(), real, create_graph=True)
            return functional.softplus(module(fake)).mean() + \
                functional.softplus(-score).mean() + 5 * slope.square().sum(1).mean()

        def equation(module, batch):
            x, t, first = (item.requires_grad_() for item in batch)
            u = module(torch.cat([x, t], 1))
            u_x, u_t = grad(u, (x, t), torch.ones_like(u), create_graph=True)
            u_xx, = grad(u_x.sum(), x, create_graph=True)
            return (u_t + u * u_x - 0.1 * u_xx).square().mean() + functional.mse_loss(
                module(torch.cat([x, 0 * t], 1)), first)

        def learner(module, batch):
            names, weights = zip(*module.named_parameters())
            call = torch.func.functional_call
            first = functional.mse_loss(call(module, dict(zip(names, weights)), batch[0]),
                                        batch[1])
            weights = [weight - 0.1 * slope for weight, slope in
                       zip(weights, grad(first, weights, create_graph=True))]
            return functional.mse_loss(call(module, dict(zip(names, weights)), batch[2]),
                                       batch[3])

        def copies(module, batch):
            # Of a copy, and not of what it is a copy of.
            weight = module[0].weight
            copy = weight.clone()
            product = functional.linear(batch[0], copy) * functional.linear(batch[0], weight)
            slope, = grad(product.sum(), copy, create_graph=True)
            return slope.square().mean() + module(batch[0]).square().mean()

        def late(module, batch):
            # What was computed of a tensor before it had a gradient is a constant.
            points = batch[0]
            squares = points.square().sum(1, keepdim=True)
            output = module(points.requires_grad_()) * squares
            slope, = grad(output.sum(), points, create_graph=True)
            return slope.square().mean() + output.mean()

        def constant(module, batch):
            points = batch[0].requires_grad_()
            output = module(points)
            slope, = grad(output.sum(), points, retain_graph=True)
            return (output * slope.norm(dim=1, keepdim=True)).mean()

        def between(module, batch):
            # With respect to what a product of 16 bits gives, of a seed that depends on it.
            hidden = module[0](batch[0])
            output = module[1:](hidden)
            slope, = grad(output, hidden, output * batch[1], create_graph=True)
            return slope.square().sum(1).sqrt().mean() + output.square().mean()

        class Forces(nn.Module):
            def __init__(self):
                super().__init__()
                self.energy = nn.Sequential(nn.Linear(3, 16), nn.SiLU(), nn.Linear(16, 1))

            def forward(self, places):
                places = places.requires_grad_()
                energy = self.energy(places).sum(1)
                slope, = grad(energy.sum(), places, create_graph=self.training)
                return energy, -slope

        def forces(module, batch):
            energy, force = module(batch[0])
            return functional.mse_loss(energy, batch[1]) + functional.mse_loss(force, batch[2])

        convolutions = nn.Sequential(nn.Conv2d(1, 4, 3, 2, 1), nn.LeakyReLU(0.2), nn.Flatten(),
                                     nn.Linear(36, 1))
        remarks = []
        for loss, module, shapes in (
                (field, layers(2, 1), [(8, 2), (8, 1), (8, 2)]),
                (critic, convolutions, [(6, 1, 6, 6), (6, 1, 6, 6), (6, 1, 1, 1)]),
                (real_only, layers(4, 1), [(8, 4), (8, 4)]),
                (equation, layers(2, 1), [(8, 1)] * 3),
                (learner, layers(2, 1), [(8, 2), (8, 1)] * 2),
                (copies, layers(2, 1), [(8, 2), (8, 2)]),
                (late, layers(2, 1), [(8, 2), (8, 2)]),
                (constant, layers(2, 1), [(8, 2), (8, 2)]),
                (between, layers(4, 3), [(8, 4), (8, 3)]),
                (forces, Forces(), [(8, 3), (8,), (8, 3)])):
            torch.manual_seed(1)
            module.apply(lambda part: part.reset_parameters()
                         if hasattr(part, "reset_parameters") else None)
            batches = [[torch.rand(shape) for shape in shapes] for _ in range(6)]
            remarks.append(self.follows(module, loss, batches))
        return "worst of PyTorch's deviation: " + ", ".join(remarks)

    def follows(self, module, loss, batches):
        """That losses of a function of the module are off as PyTorch's own are, at most FACTOR
        times; the worst of the three precisions."""
        torch = self.torch

        def optimize(module):
            return torch.optim.SGD(module.parameters(), lr=0.02)

        def fresh(batch, dtype=torch.float32):
            # A loss may say that its tensors have gradients.
            return tuple(item.detach().clone().to(dtype) for item in batch)

        def theirs(dtype, low=None):
            other, found = copy.deepcopy(module).to(dtype), []
            optimizer = optimize(other)
            scaler = torch.amp.GradScaler("cpu", init_scale=1024.0, enabled=low == torch.float16)
            for batch in batches:
                optimizer.zero_grad()
                with torch.autocast("cpu", low, enabled=low is not None):
                    value = loss(other, fresh(batch, dtype))
                scaler.scale(value).backward()
                scaler.step(optimizer)
                scaler.update()
                found.append(value.item())
            return found

        def deviation(losses):
            return np.sqrt(np.mean(np.square(np.subtract(losses, reference))))
        reference, worst = theirs(torch.float64), 0.0
        for precision, low in (("f32", None), ("bf16", torch.bfloat16),
                               ("f16", torch.float16)):
            own, ours = theirs(torch.float32, low), copy.deepcopy(module)
            scaler = torch.amp.GradScaler("cpu", init_scale=1024.0) if precision == "f16" \
                else None
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                training = self.amp.compile_training(
                    ours, loss, optimize(ours), fresh(batches[0]), precision=precision,
                    scaler=scaler, device="cpu")
            training.evaluate(fresh(batches[0]))
            found = [float(training.step(fresh(batch))) for batch in batches]
            bound = FACTOR * deviation(own) + FLOOR * max(map(abs, reference))
            expect(deviation(found) <= bound,
                   f"{loss.__name__}, {precision}: off by {deviation(found):.2g}, PyTorch by "
                   f"{deviation(own):.2g}")
            worst = max(worst, deviation(found) / deviation(own))
        return f"{loss.__name__} {worst:.2f}"

    def refuses_gradients(self):
        """Gradients and memory that a graph does not see, with the line and what to do."""
        torch = self.torch
        grad, here = torch.autograd.grad, "torch_import.py:"

        def of(take):
            """A loss that takes a gradient of the module's output."""
            def loss(module, batch):
                x = batch[0].clone().requires_grad_()
                return take(module, x, module(x)).sum()
            return loss

        def in_region(module, batch):
            with torch.autocast("cpu", torch.bfloat16):
                x = batch[0].clone().requires_grad_()
                y = module(x)
            return grad(y.float().sum(), x, create_graph=True)[0].sum()

        def without_graph(module, x, y):
            y = y.sum()
            with torch.no_grad():
                return grad(y, x, create_graph=True)[0]

        def backward(module, x, y):
            y.sum().backward(create_graph=True)
            return x.grad

        def view(module, batch):
            x = batch[0].clone()
            part = x[:, :4].requires_grad_()
            y = module(part)
            with torch.no_grad():
                x.add_(1)
            return grad(y.sum(), part, create_graph=True)[0].sum()

        def shares(module, batch):
            module.slow.data = module.bias.data
            return (module(batch[0]) * module.slow).mean()

        def scales(module, batch):
            y = module(batch[0])
            y.data.mul_(0.9)
            return (y * module.slow).mean()

        def transforms(module, batch):
            return torch.vmap(torch.func.grad(lambda row: module(row[None]).sum()))(
                batch[0]).sum()

        def turns(module, batch):
            return torch.func.jvp(module, (batch[0],), (batch[0],))[1].sum()

        module = torch.nn.Linear(4, 4)
        module.register_buffer("slow", torch.ones(4))
        batch = (torch.randn(5, 4),)
        remedy = "with torch.no_grad(): q.mul_(m).add_(p)"
        for loss, *parts in (
                (in_region, "torch.autograd.grad", here, "call it in the region, or make"),
                (of(without_graph), "torch.autograd.grad", here, "outside of torch.no_grad()"),
                (of(backward), "backward()", here, "torch.autograd.grad(y, x, create_graph"),
                (of(lambda m, x, y: grad(y, x, torch.ones(2, 5, 4), is_grads_batched=True)[0]),
                 here, "call it for each"),
                (view, "torch.autograd.grad", here, "a view whose base was changed"),
                (shares, ".data =", here, "'module.slow.data = ", remedy),
                (scales, "aten.mul_.Tensor", here, ".data gives", remedy),
                (transforms, "torch.func", here, "gives the gradients of all samples"),
                (turns, "torch.func", here, "gives the gradients of all samples")):
            error = self.refuse(module, *parts, loss=loss, batch=batch)
            expect(len(str(error).splitlines()) == 2, str(error))
        # As PyTorch itself says.
        for take, part in (
                (lambda m, x, y: grad(m(x.detach()).sum(), x)[0], "appears to not have been used"),
                (lambda m, x, y: grad(y, x)[0], "only for scalar outputs"),
                (lambda m, x, y: grad(y.sum(), x.detach())[0], "does not require grad"),
                (lambda m, x, y: grad(x.detach().sum(), x)[0], "does not require grad"),
                (lambda m, x, y: grad(y.sum(), x, torch.ones(3))[0], "Mismatch in shape")):
            self.refuse(module, part, loss=of(take), batch=batch, kind=RuntimeError)

        def unused(module, x, y):
            inner = module(x.detach()).sum()
            none, = grad(inner, x, allow_unused=True)
            zeros, = grad(inner, x, materialize_grads=True)
            return y if none is None else x, zeros
        training = self.amp.compile_training(
            module, of(lambda m, x, y: sum(unused(m, x, y))),
            torch.optim.SGD(module.parameters(), lr=0.0), batch, device="cpu")
        expected = module(batch[0]).sum().item()
        off = abs(float(training.step(batch)) - expected)
        expect(off <= 100 * 2.0 ** -24 * module(batch[0]).abs().sum().item(), f"off by {off}")
        x = torch.ones(2, requires_grad=True)
        expect(grad((x * x).sum(), x)[0].tolist() == [2, 2] and
               not {"data", "requires_grad"} & set(vars(torch.Tensor)), "PyTorch is changed")

    def lines_of_functions(self):
        """What is refused in a function has the line of it, whatever the function is called."""
        torch = self.torch

        def of_output(output, target):
            keep = target > 0
            return (output[keep].msort() - target[keep].msort()).square().mean()

        def of_module(module, batch):
            return of_output(module(batch[0]), batch[1])

        def fine(output, target):
            return (output - target).square().mean()

        module = torch.nn.Linear(4, 4)
        batch = torch.randn(6, 4), torch.randn(6, 4)
        line = f"torch_import.py:{of_output.__code__.co_firstlineno + 2}: "
        for settings in ({"loss": of_output}, {"loss": of_module},
                         {"loss": fine, "metrics": {"kept": of_output}}):
            error = self.refuse(module, line, batch=batch, **settings)
            expect("aten.msort.default, 2 times, in /" in str(error), str(error))

    def fixed_batches(self):
        """The warning that batches have one size says why, where, and what to do."""
        torch = self.torch

        def split(module, batch):
            return sum(module(part).mean() for part in batch[0].chunk(3))

        def cut(module, batch):
            return module(batch[0]).tensor_split(2)[0].mean()

        def viewed(module, batch):
            return module(batch[0].view(6, 4)).mean()

        def asserted(module, batch):
            assert batch[0].shape[0] == 6
            return module(batch[0]).mean()

        def number(module, batch):
            return module(batch[0]).mean() / float(batch[0].shape[0])

        def decided(module, batch):
            if batch[0].shape[0] == 8:
                return 10 * module(batch[0]).mean()
            return module(batch[0]).mean()

        def length(module, batch):
            return module(batch[0]).sum() / len(batch[0])

        module = torch.nn.Linear(4, 4)
        for loss, *parts in (
                (length, "a number of a size, once, in ", "x.shape[0] stays open"),
                (decided, "a comparison of a size, once, in ", "depends on it"),
                (split, "aten.chunk.default, once, in ", "the batch is split"),
                (cut, "aten.tensor_split.sections, once, in ", "the batch is split"),
                (viewed, "RuntimeError, in ", "'return module(batch[0].view(6, 4)).mean()'"),
                (asserted, "AssertionError, in ", "'assert batch[0].shape[0] == 6'"),
                (number, "a number of a size, once, in ", "/ float(batch[0].shape[0])'")):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                training = self.amp.compile_training(
                    module, loss, torch.optim.SGD(module.parameters(), lr=0.1),
                    (torch.randn(6, 4),), device="cpu")
            found = [str(item.message) for item in caught]
            expect(len(found) == 1, str(found))
            line = f"torch_import.py:{loss.__code__.co_firstlineno + 1}"
            for part in ("batches have the size of the example, 6: others are refused",
                         "dynamic_batch=False", *parts, line):
                expect(part in found[0], f"no '{part}' in {found[0]}")
            expect("cannot be imported" not in found[0], found[0])
            expect(not training.program.is_dynamic, "any size")
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                self.amp.compile_training(
                    module, loss, torch.optim.SGD(module.parameters(), lr=0.1),
                    (torch.randn(6, 4),), device="cpu", dynamic_batch=False)

    def sizes_that_are_numbers(self):
        """A number that is computed from the size of the batch is that of each batch."""
        torch = self.torch
        module = torch.nn.Linear(4, 3)

        def unbiased(module, batch):
            z = module(batch[0])
            z = z - z.mean(0)
            return (z.T @ z).square().sum() / (z.shape[0] - 1)

        def pairs(module, batch):
            z = module(batch[0])
            n = z.shape[0]
            apart = z @ z.T
            apart.diagonal().sub_(1.0)
            return apart.exp().sum() / (n * (n - 1)) + (1 / n + 2.5 / n ** 0.5) * z.sum()

        def correlated(module, batch):
            z = module(batch[0])
            return torch.cov(z.T).sum() + z.T.corrcoef().square().sum() + \
                z.T.cov(correction=0).diagonal().sum()

        def weighted(module, batch):
            z, weights = module(batch[0]), batch[1]
            return torch.cov(z.T, aweights=weights, fweights=(4 * weights).ceil().long()).sum()

        def parts(module, batch):
            y, size = module(batch[0]), batch[0].shape[0]
            both = torch.cat([y, y.square()])
            one, other = torch.split(both, [size, size])
            first, second = y.chunk(2)
            same, squares = both.chunk(2)
            changed = y + 0
            changed[:size // 2] *= 2
            changed[1:] += 1
            changed[-2:].mul_(3)
            return (one * squares).sum() + first.cumsum(0).sum() / (size // 2) + \
                (second * 2).square().mean() + (both.roll(size, 0) * both[:size].repeat(2, 1)) \
                .sum() + (y[1:] - y[:-1]).square().sum() + y[-1].sum() + y[size // 2].mean() + \
                (y.roll(size // 2 + 1, 0) * y).sum() + changed.square().sum() + \
                y.narrow(0, size - 1, 1).sum() + y[size // 2:].cumsum(0).mean()

        torch.manual_seed(4)
        batch = torch.randn(6, 4), torch.rand(6) + 0.1
        for loss in (unbiased, pairs, correlated, weighted, parts):
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                training = self.amp.compile_training(
                    module, loss, torch.optim.SGD(module.parameters(), lr=0.0), batch,
                    device="cpu")
            for size in (6, 4, 5):
                part = tuple(tensor[:size] for tensor in batch)
                found = training.step(part)
                expected = loss(module, part).item()
                # Some dozen sums of as many numbers of about 1.
                expect(abs(float(found) - expected) <= 64 * 2.0 ** -24 * (1 + abs(expected)),
                       f"{loss.__name__} of {size}: {float(found)} instead of {expected}")
        expect_raises(ValueError, lambda: training.step((batch[0][:1], batch[1][:1])),
                      "a batch of 1: it has 2 rows or more", "torch_import.py:")

    def adaptive_softmax(self):
        """A layer whose parts run as data says is refused by its name, and its other form is
        imported; PyTorch prints nothing of an export that fails."""
        torch = self.torch
        torch.manual_seed(2)
        module = torch.nn.AdaptiveLogSoftmaxWithLoss(8, 30, [5, 15])
        batch = torch.randn(6, 8), torch.randint(0, 30, (6,))
        self.refuse(module, "AdaptiveLogSoftmaxWithLoss, once, in ", "torch_import.py:",
                    "-layer.log_prob(x).gather(1, y.unsqueeze(1)).mean()", batch=batch,
                    loss=lambda module, batch: module(*batch).loss)
        training = self.amp.compile_training(
            module, lambda module, batch: -module.log_prob(batch[0]).gather(
                1, batch[1].unsqueeze(1)).mean(),
            torch.optim.SGD(module.parameters(), lr=0.1), batch, device="cpu")
        expected = module(*batch).loss.item()
        off = abs(float(training.step(batch)) - expected)
        expect(off <= 100 * 2.0 ** -24 * expected, f"off by {off}")

        # What a layer of its own does alike.
        def chooses(module, x):
            rows = (x[:, 0] > 0).nonzero().squeeze(1)
            return module.b(module.a(x)) if rows.numel() == 0 else module.b(x)
        path = os.path.join(self.scratch, "printed.txt")
        saved = os.dup(2)
        with open(path, "w", encoding="utf-8") as file:
            os.dup2(file.fileno(), 2)
        printed, sys.stderr = sys.stderr, os.fdopen(os.dup(2), "w", encoding="utf-8")
        try:
            self.refuse(self.of_forward(chooses), "torch.where chooses")
        finally:
            sys.stderr.close()
            sys.stderr = printed
            os.dup2(saved, 2)
            os.close(saved)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        expect(not text, f"printed: {text[:400]}")

    def refuses_hooks(self):
        """A graph calls no hooks on gradients."""
        torch = self.torch

        def hooked(module, x):
            h = module.a(x)
            h.register_hook(lambda gradient: 2 * gradient)
            return module.b(h)

        self.refuse(self.of_forward(hooked), "a hook", "h.register_hook")
        module = self.of_forward(lambda m, x: m.b(m.a(x)))
        module.a.weight.register_hook(lambda gradient: 2 * gradient)
        self.refuse(module, "parameter 'a.weight'", "a hook")
        module = self.of_forward(lambda m, x: m.b(m.a(x)))
        module.b.register_full_backward_hook(lambda *_: None)
        self.refuse(module, "backward hook, once, in b")

    def refuses_arguments(self):
        """Losses, metrics, schedulers and modules that are none."""
        torch = self.torch
        linear = torch.nn.Linear(4, 3)
        self.refuse(torch.jit.script(linear), "ScriptModule", kind=TypeError)
        self.refuse(linear, "'mse'", loss="mse", kind=TypeError)
        self.refuse(linear, "3.0", loss=lambda y, t: 3.0, kind=ValueError)
        self.refuse(linear, "gives ce", loss=lambda y, t: {"ce": y.sum()}, kind=ValueError)
        self.refuse(linear, "metric 'loss'", metrics={"loss": lambda y, t: y.sum()},
                    kind=ValueError)
        other = torch.optim.SGD(torch.nn.Linear(2, 2).parameters(), lr=0.1)
        self.refuse(linear, "StepLR", "another optimizer", kind=self.amp.UnsupportedOptimizer,
                    scheduler=torch.optim.lr_scheduler.StepLR(other, 3))
        self.refuse(copy.deepcopy(linear).half(), "'weight', once: it is torch.float16",
                    batch=(torch.randn(5, 4).half(), torch.randint(0, 3, (5,))))

    def state_that_changes(self):
        """Buffers that are assigned, and parameters that the module changes itself."""
        torch = self.torch

        class Averages(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.a, self.slow = torch.nn.Linear(4, 3), torch.nn.Linear(4, 3)
                self.slow.requires_grad_(False)
                self.slower = torch.nn.Linear(4, 3).requires_grad_(False)
                self.register_buffer("mean", torch.zeros(3))
                self.register_buffer("scale", torch.ones(()))
                self.shown = torch.zeros(2)

            def forward(self, x):
                with torch.no_grad():
                    for own, other in zip(self.slow.parameters(), self.a.parameters()):
                        own.mul_(0.9).add_(other, alpha=0.1)
                for own, other in zip(self.slower.parameters(), self.a.parameters()):
                    own.data = own.data * 0.8 + other.data * 0.2
                self.scale.data.mul_(0.9).add_(x.detach().mean(), alpha=0.1)
                y = self.a(x) + self.slower(x) * self.scale
                # Kept to be looked at: nothing depends on it.
                self.shown = y.detach()
                self.mean = 0.5 * self.mean + 0.5 * y.detach().mean(0)
                return y - self.mean + self.slow(x)

        torch.manual_seed(0)
        module, loss = Averages(), torch.nn.MSELoss()
        batches = [(torch.randn(5, 4), torch.randn(5, 3)) for _ in range(5)]
        other = copy.deepcopy(module)
        training = self.amp.compile_training(other, loss, torch.optim.SGD(
            other.a.parameters(), lr=0.1), batches[0], device="cpu")
        expect(training.program.is_dynamic, "the batch is fixed")
        expect(other.shown.shape == (2,), f"what is shown became {other.shown}")
        own = self.train_torch(module, loss, torch.optim.SGD(module.a.parameters(), lr=0.1),
                               batches)
        found = [float(training.step(batch)) for batch in batches]
        training.to_torch()
        # Roundings of five steps of some ten operations each.
        bound = 50 * 2.0 ** -24
        off = max(abs(a - b) / b for a, b in zip(found, own))
        expect(off <= bound, f"off by {off:.2g}")
        for name, value in module.state_dict().items():
            off = (other.state_dict()[name] - value).abs().max().item()
            expect(off <= bound, f"{name}: off by {off:.2g}")

        def clamps(module, x):
            with torch.no_grad():
                module.a.weight.clamp_(-0.2, 0.2)
            return module.b(module.a(x))

        def keeps(module, x):
            module.seen = module.seen + module.a(x).detach().mean(0)
            return module.b(module.seen + x)

        def counts(module, x):
            module.seen += 1
            return module.b(module.a(x) * module.seen)

        def clamps_data(module, x):
            module.a.weight.data.clamp_(-0.2, 0.2)
            return module.b(module.a(x))

        self.refuse(self.of_forward(clamps), "parameter 'a.weight'", "requires_grad=False")
        self.refuse(self.of_forward(clamps_data), "parameter 'a.weight'", "requires_grad=False")

        def clamps_between(module, x):
            h = module.a(x)
            with torch.no_grad():
                h.clamp_(-0.2, 0.2)
            return module.b(h)

        self.refuse(self.of_forward(clamps_between), "under no_grad of what has a gradient")
        self.refuse(self.of_forward(keeps), "'seen'", "register it as a buffer")
        self.refuse(self.of_forward(counts), "'seen'", "register it as a buffer")

    def numbers_of_python(self):
        """A graph has what they were: what is different in PyTorch is refused, or said."""
        torch = self.torch
        nn = torch.nn
        share = 0.5

        class Counting(nn.Module):
            def __init__(self):
                super().__init__()
                self.fc, self.calls, self.seen, self.last = nn.Linear(4, 4), 0, None, None
                self.drop = nn.Dropout(0.0)

            def forward(self, x):
                self.calls += 1
                self.last, self.new = self.fc(x), x.mean()
                return self.drop(self.last) / self.calls

        class Keeping(Counting):
            def forward(self, x):
                self.seen = self.fc(x) if self.seen is None else self.fc(x) + self.seen.detach()
                return self.seen

        class Prepared(Counting):
            ready = False

            def __init__(self):
                super().__init__()
                self.ready = False
                self.register_buffer("mean", torch.zeros(4))

            def forward(self, x):
                y = self.fc(x)
                if not self.ready:
                    self.mean.copy_(y.detach().mean(0))
                    self.ready = True
                return y - self.mean

        class Weighted:
            factor = 1.0

            def __init__(self):
                self.factor = 2.0

            def __call__(self, output, target):
                return self.factor * share * (output - target).square().mean()

        def compiled(module, loss=None):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                training = self.amp.compile_training(
                    module, loss or nn.MSELoss(), torch.optim.SGD(module.parameters(), lr=0.1),
                    (batch, batch), device="cpu")
            return training, [str(item.message) for item in caught]

        def warned(training):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                training.step((batch, batch))
                training.step((batch, batch))
            return [str(item.message) for item in caught]

        batch = torch.randn(6, 4)
        module, loss = Counting(), Weighted()
        training, said = compiled(module, loss)
        expect(len(said) == 1 and "'calls' from 0 to 1" in said[0], str(said))
        expect(module.calls == 0 and module.last is None and not hasattr(module, "new"),
               f"the module has {module.calls}, {module.last}")
        expect("calls" not in vars(Counting), "the class is changed")
        expect(not warned(training), "a warning of nothing")
        module.drop.p, loss.factor, share, module.fc.in_features = 0.25, 3.0, 0.7, 5
        said = warned(training)
        expect(len(said) == 1, str(said))
        for part in ("'loss.factor' was 2.0 and is 3.0", "'drop.p' was 0.0 and is 0.25",
                     "share' was 0.5 and is 0.7"):
            expect(part in said[0], f"no {part} in {said[0]}")
        expect("in_features" not in said[0], said[0])
        module = Prepared()
        expect("'ready' from False to True" in compiled(module)[1][0], "nothing is said")
        module(batch)
        expect(not compiled(module)[1] and module.ready and Prepared.ready is False, "said")
        self.refuse(Keeping(), "'seen', once: ", "register a tensor as a buffer", batch=(
            batch, batch), loss=nn.MSELoss())
        for draw, name in ((random.random, "random.random"), (np.random.rand, "numpy.random.rand")):
            self.refuse(self.of_forward(lambda m, x: m.b(m.a(x)) * (
                random.random() if name == "random.random" else np.random.rand())),
                f"{name}, once, in ", "torch_import.py:", "torch.rand and its kin")
            # Functions that a module has by names of its own.
            self.refuse(self.of_forward(lambda m, x: m.b(m.a(x)) * draw()),
                        "a random number, once", "torch.rand and its kin")
        expect(random.random() != random.random(), "Python's random numbers are changed")

    def probabilities(self):
        """Where precision is mixed a loss of a sigmoid is that of its logits; one of other
        probabilities is refused as in PyTorch, with the line."""
        from amp.errors import InvalidGraphError
        torch = self.torch
        nn, functional = torch.nn, torch.nn.functional
        batch = torch.randn(6, 4), torch.rand(6, 1).round()

        def compiled(module, loss):
            return self.amp.compile_training(
                module, loss, torch.optim.SGD(module.parameters(), lr=0.1), batch,
                precision="bf16", device="cpu")

        module = nn.Sequential(nn.Linear(4, 1), nn.Sigmoid())
        found = float(compiled(module, nn.BCELoss()).step(batch))
        expected = float(compiled(module[0], nn.BCEWithLogitsLoss()).step(batch))
        expect(found == expected, f"{found} instead of {expected}")

        def bounded(output, target):
            return functional.binary_cross_entropy(output.clamp(0.01, 0.99), target)
        line = bounded.__code__.co_firstlineno + 1
        expect_raises(InvalidGraphError, lambda: compiled(module, bounded),
                      "unsafe under autocast", "compute it from logits, or in f32",
                      f"torch_import.py:{line})")

    def named_batches(self):
        """The parts of a dict are told by their names, in whatever order they come."""
        torch = self.torch

        class Two(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.a, self.b = torch.nn.Linear(4, 3), torch.nn.Linear(4, 3)

            def forward(self, x, target):
                return self.a(x) + 2 * self.b(target)

        def turned(batch):
            return dict(reversed(batch.items()))

        torch.manual_seed(0)
        module = Two()
        optimizer = torch.optim.SGD(module.parameters(), lr=0.0)
        batch = {"x": torch.randn(5, 4), "target": torch.randn(5, 4),
                 "labels": {"y": torch.randn(5, 3), "z": torch.randn(5, 3)}}
        training = self.amp.compile_training(
            module, lambda out, labels: ((out - labels["y"]) ** 2 + labels["z"]).mean(),
            optimizer, batch, device="cpu")
        found = float(training.step(batch))
        expect(float(training.step({**turned(batch), "labels": turned(batch["labels"])}))
               == found, "another order gives another loss")
        inputs = {key: batch[key] for key in ("x", "target")}
        expected = training.predict(batch["x"], batch["target"])
        for given in (training.predict(turned(inputs)), training.predict(**turned(inputs))):
            expect(torch.equal(given, expected), "another order gives another prediction")
        expect_raises(ValueError, lambda: training.predict(x=batch["x"]), "x, target", "1 were")
        # Arrays, and an argument that is called as the target is.
        arrays = batch["x"].numpy(), batch["target"].numpy(), batch["labels"]["y"].numpy()
        training = self.amp.compile_training(module, torch.nn.MSELoss(), optimizer, arrays,
                                             device="cpu")
        expected = torch.nn.functional.mse_loss(module(batch["x"], batch["target"]),
                                                batch["labels"]["y"]).item()
        off = abs(float(training.step(arrays)) - expected)
        expect(off <= 20 * 2.0 ** -24 * expected, f"off by {off}")

    def names_of_modules(self):
        """Parts of a module that are called as what a graph has besides."""
        torch = self.torch

        class Named(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.rng = torch.nn.Parameter(torch.ones(4))
                for name, part in (("optimizer", "lr"), ("scaler", "scale"),
                                   ("loss", "weight")):
                    setattr(self, name, torch.nn.Module())
                    getattr(self, name).register_parameter(
                        part, torch.nn.Parameter(torch.ones(4)))
                self.register_parameter("größe", torch.nn.Parameter(torch.ones(4)))
                self.b = torch.nn.Linear(4, 3)

            def forward(self, train):
                h = train * self.rng * self.optimizer.lr * self.scaler.scale
                h = h * self.loss.weight * getattr(self, "größe")
                return self.b(torch.nn.functional.dropout(h, 0.5, self.training))

        torch.manual_seed(0)
        module = Named()
        loss = torch.nn.CrossEntropyLoss(weight=torch.tensor([1.0, 2.0, 3.0]))
        batch = torch.randn(5, 4), torch.randint(0, 3, (5,))
        training = self.amp.compile_training(module, loss, torch.optim.Adam(
            module.parameters()), batch, precision="f16", device="cpu")
        module.eval()
        expected = loss(module(batch[0]), batch[1]).item()
        off = abs(float(training.evaluate(batch)) - expected)
        expect(off <= 20 * 2.0 ** -11 * expected, f"off by {off}")
        training.step(batch)
        state = training.state_dict()
        expect(state["scaler"]["_growth_tracker"] == 1 and "rng" in state, str(state))
        training.load_state_dict(state)
        training.to_torch()
        expect((module.optimizer.lr != 1).all() and (module.loss.weight != 1).all(),
               "weights did not change")
        expect(torch.equal(loss.weight, torch.tensor([1.0, 2.0, 3.0])), str(loss.weight))

    def loss_state(self):
        """A loss has parameters of its own."""
        torch = self.torch

        class Weighted(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.log = torch.nn.Parameter(torch.zeros(()))

            def forward(self, output, target):
                return ((output - target) ** 2).mean() * torch.exp(-self.log) + self.log

        module, loss = torch.nn.Linear(4, 3), Weighted()
        batch = torch.randn(5, 4), torch.randn(5, 3)
        training = self.amp.compile_training(module, loss, torch.optim.SGD(
            [*module.parameters(), *loss.parameters()], lr=0.1), batch, device="cpu")
        state = training.state_dict()
        before = training.evaluate(batch)["loss"]
        training.step(batch)
        expect(training.loss_state_dict()["log"] != 0, "the loss's parameter stays")
        training.load_state_dict(state)
        expect(training.evaluate(batch)["loss"] == before, "another loss after loading")
        with torch.no_grad():
            loss.log.fill_(1.0)
        training.from_torch()
        expected = loss(module(batch[0]), batch[1]).item()
        off = abs(training.evaluate(batch)["loss"] - expected)
        expect(off <= 20 * 2.0 ** -24 * max(1, abs(expected)), f"off by {off}")

    def columns(self):
        """The columns of windows, and images of columns: each is one op, and its derivative
        the other one."""
        torch = self.torch
        how = {"kernel_size": (2, 3), "dilation": (1, 2), "padding": (1, 0), "stride": (2, 1)}

        class Columns(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.scale = torch.nn.Parameter(torch.ones(2, 5, 7))
                self.mix = torch.nn.Linear(12, 12)

            def forward(self, x):
                columns = torch.nn.functional.unfold(x * self.scale, **how)
                columns = self.mix(columns.transpose(1, 2)).transpose(1, 2)
                return torch.nn.functional.fold(columns, (5, 7), **how)

        torch.manual_seed(5)
        module, loss = Columns(), torch.nn.MSELoss()
        batches = [(torch.randn(4, 2, 5, 7), torch.randn(4, 2, 5, 7)) for _ in range(5)]

        def optimize(module):
            return torch.optim.SGD(module.parameters(), lr=0.1)

        theirs, exact = copy.deepcopy(module), copy.deepcopy(module).double()
        reference = self.train_torch(exact, loss, optimize(exact),
                                     [[item.double() for item in batch] for batch in batches])
        own = self.train_torch(theirs, loss, optimize(theirs), batches)
        training = self.amp.compile_training(module, loss, optimize(module), batches[0],
                                             device="cpu")
        text = str(training.graph)
        # In the step, the evaluation and the prediction.
        expect(text.count("amp.im2col ") == text.count("amp.col2im ") == 3, text)
        found = [float(training.step(batch)) for batch in batches]
        for ours, other, wanted in zip(found, own, reference):
            bound = FACTOR * abs(other - wanted) + 100 * 2.0 ** -24 * abs(wanted)
            expect(abs(ours - wanted) <= bound, f"{ours}, expected {wanted} within {bound}")

    def threads(self):
        """Several threads compile at once."""
        found = []

        def work():
            try:
                module, loss, optimize, batches = self.make("perceptron")
                training = self.amp.compile_training(module, loss, optimize(module),
                                                     batches[0], device="cpu")
                found.append(float(training.step(batches[0])) > 0)
            except Exception as error:
                found.append(repr(error))

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        expect(found == [True] * 3, str(found))

    def inference(self):
        """torch.compile(module, backend="amp")."""
        torch = self.torch
        module, _, _, batches = self.make("residual")
        module.eval()
        compiled = torch.compile(module, backend="amp", dynamic=False)
        with torch.no_grad():
            for batch in batches[:2]:
                expected = module(batch[0])
                off = (compiled(batch[0]) - expected).abs().max().item()
                expect(off <= 100 * 2.0 ** -24 * expected.abs().max().item(), f"off by {off}")
            # It sees the weights of now.
            module.fc.bias += 1
            expect((compiled(batches[0][0]) - module(batches[0][0])).abs().max() < 1e-4,
                   "weights of before")

            # What a module changes in place has changed.
            class Counts(torch.nn.Module):
                def forward(self, x):
                    return x.add_(1) * 2

            x = torch.zeros(3)
            y = torch.compile(Counts(), backend="amp", dynamic=False)(x)
            expect(x.tolist() == [1] * 3 and y.tolist() == [2] * 3, f"{x}, {y}")

            def integers(x, y):
                values, places = torch.topk(x, 3, dim=1)
                return (x & y, x | 7, ~x ^ y, (x > 3) & ~(y > 2) | (x < 0) ^ (y > 0),
                        torch.sort(y, dim=1)[0], values, torch.gather(x, 1, places))

            for dtype in (torch.int64, torch.int32, torch.int8, torch.uint8):
                x, y = (torch.randint(0, 100, (4, 6)).sub(0 if dtype == torch.uint8 else 50)
                        .to(dtype) for _ in range(2))
                found = torch.compile(integers, backend="amp", dynamic=False)(x, y)
                for i, (ours, theirs) in enumerate(zip(found, integers(x, y))):
                    expect(torch.equal(ours, theirs),
                           f"{dtype}, result {i}: {ours}, expected {theirs}")

            class Complex(torch.nn.Module):
                def forward(self, x):
                    return (2 * x).abs()

            try:
                torch.compile(Complex(), backend="amp", dynamic=False)(torch.ones(2) * 1j)
            except Exception as error:
                expect("no complex numbers" in str(error), str(error))
            else:
                expect(False, "complex numbers were compiled")

    def command(self):
        """python -m amp.torch writes a graph that amp-run trains."""
        path = os.path.join(self.scratch, "spiral.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write("import torch\n\n\ndef training():\n"
                       "    torch.manual_seed(0)\n"
                       "    net = torch.nn.Sequential(torch.nn.Linear(2, 3))\n"
                       "    return (net, torch.nn.CrossEntropyLoss(),\n"
                       "            torch.optim.SGD(net.parameters(), lr=0.5),\n"
                       "            (torch.zeros(4, 2), torch.zeros(4, dtype=torch.int64)))\n")
        graph = os.path.join(self.scratch, "net.mlir")
        environment = {**os.environ, "PYTHONPATH": sys.path[0]}

        def python(*arguments, status=0):
            done = subprocess.run([sys.executable, "-m", "amp.torch", *arguments], text=True,
                                  capture_output=True, env=environment, cwd=self.scratch)
            expect(done.returncode == status, f"{done.returncode}: {done.stderr}")
            return done.stdout + done.stderr

        said = python(f"{path}:training", "-o", graph)
        expect(f"wrote {graph}" in said and "amp-run" in said, said)
        with open(graph, encoding="utf-8") as file:
            text = file.read()
        expect('loc("0")' in text and "@\"0.weight\"" in text, text)
        data = os.path.join(self.scratch, "data.npz")
        rng = np.random.default_rng(0)
        np.savez(data, input=rng.normal(size=(16, 2)).astype(np.float32),
                 target=rng.integers(0, 3, 16))
        self.suite.train(graph, "--data", f"input={data}", "--data", f"target={data}",
                         "--steps=2", "--batch-size=8")
        # Of which distributions first values are: what is of none is written.
        with open(path, encoding="utf-8") as file:
            source = file.read()
        drawn = os.path.join(self.scratch, "drawn.py")
        with open(drawn, "w", encoding="utf-8") as file:
            file.write(source.replace("    return (net,", (
                "    net.a = torch.nn.Parameter(torch.full((3,), 0.5))\n"
                "    net.b = torch.nn.Parameter(torch.arange(3.0))\n"
                "    net.c = torch.nn.Parameter(torch.empty(3))\n"
                "    torch.nn.init.normal_(net.c, 1.0, 0.25)\n"
                "    net.d = torch.nn.Parameter(net.c.detach().clone())\n"
                "    net.d.data[1] = 0\n"
                "    forward = net.forward\n"
                "    net.forward = lambda input: forward(input) + net.a + net.b + net.c + net.d\n"
                "    return (net,")))
        said = python(f"{drawn}:training", "--redraw", "-o", graph)
        expect("note: first values of b, d are not of one distribution" in said, said)
        with open(graph, encoding="utf-8") as file:
            text = file.read()
        for line in ('@"0.weight" : tensor<3x2xf32> = #amp.init<uniform(-0.70710678',
                     "@a : tensor<3xf32> = #amp.init<constant(0.5)>",
                     "@b : tensor<3xf32> = dense<[0.0, 1.0, 2.0]>",
                     "@c : tensor<3xf32> = #amp.init<normal(1.0, 0.25)>",
                     "@d : tensor<3xf32> = dense<["):
            expect(line in text, f"no '{line}' in\n{text}")
        self.suite.train(graph, "--data", f"input={data}", "--data", f"target={data}",
                         "--steps=2", "--batch-size=8")
        expect("has no function 'nothing'; there are training" in
               python(f"{path}:nothing", status=2), "another message")
        # What its Python raises.
        with open(path, "a", encoding="utf-8") as file:
            file.write("\n\ndef raises():\n    raise KeyError('no data')\n")
        said = python(f"{path}:raises", status=3)
        expect(said == f"error: {path}:13: KeyError: 'no data'\n", said)
        broken = os.path.join(self.scratch, "broken.py")
        with open(broken, "w", encoding="utf-8") as file:
            file.write("import torch\ndef f(:\n")
        said = python(f"{broken}:f", status=3)
        expect(said.startswith(f"error: {broken}:2: ") and said.count("\n") == 1, said)
        expect("does not exist" in python("none.py:f", status=5), "another message")
        expect("FILE.py:FUNCTION" in python("--help"), "no help")


def body(suite, scratch):
    if import_package(suite) is None:
        return
    try:
        import torch
    except ImportError:
        suite.skip("all", "PyTorch is not installed")
        return
    torch.set_num_threads(1)
    tests = Tests(suite, scratch, torch)
    for name in networks(torch):
        suite.test(f"trains.{name}", tests.trains, name)
    for name in ("goes_on", "counts_steps", "leaves_the_module", "rates_follow",
                 "what_is_trained", "schedulers_by_hand", "schedules", "autocast_turned_off",
                 "scaler", "batches_of_any_size", "sequences_of_any_length", "autocast",
                 "custom_function", "packed", "ways_of_writing", "views_and_copies",
                 "integers", "outputs_that_are_none", "modes", "refuses", "refusals",
                 "made_of_others", "reads_data", "masks", "rotations", "transforms", "gradients",
                 "refuses_gradients", "lines_of_functions", "fixed_batches",
                 "sizes_that_are_numbers", "adaptive_softmax", "refuses_hooks",
                 "refuses_arguments", "state_that_changes", "numbers_of_python",
                 "probabilities", "named_batches", "names_of_modules", "loss_state", "columns",
                 "threads", "inference", "command"):
        suite.test(name, getattr(tests, name))


if __name__ == "__main__":
    sys.exit(Suite("torch_import", __doc__).main(body))
