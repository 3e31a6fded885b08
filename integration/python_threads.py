#!/usr/bin/env python3
#===- python_threads.py - Threads, callbacks and signals in Python ---------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The interpreter's lock is free while steps run, and whatever ends a call, a signal, a
callback's exception or another thread, leaves the variables of the last finished step: those
of a session that ran so many steps and no more.

Each case is a process of its own, so that one that waits for ever is a failure."""

import inspect
import os
import pty
import signal
import subprocess
import sys
import textwrap
import time

import _common
from _common import Suite, expect
from _python import GRAPH, find_package

ENDLESS = 2 ** 40
# What each case begins with.
BEGIN = f"""
import os, signal, sys, threading, time
import numpy as np
import amp

GRAPH = '''{GRAPH}'''
ENDLESS = {ENDLESS}
generator = np.random.default_rng(3)
X = generator.normal(size=(10, 3)).astype(np.float32)
Y = generator.normal(size=(10, 2)).astype(np.float32)


def make(**settings):
    net = amp.compile(GRAPH, device="cpu", cache_dir=None, precision="f16", shuffle=True,
                      batch_size=4, **settings)
    net.bind(x=X, y=Y, x_test=X, y_test=Y)
    net.prepare()
    return net


def check(net, steps):
    '''The session is one that ran so many steps, and goes on as such a one.'''
    other = make()
    other.run(steps)
    for _ in range(2):
        first, second = net.state_dict(), other.state_dict()
        assert first.keys() == second.keys()
        for name in first:
            same = first[name] == second[name]
            assert np.all(same), (name, steps, first[name], second[name])
        net.run(5)
        other.run(5)


def tell(*arguments):
    print(*arguments, flush=True)
"""


def lock_is_free():
    """The thread that cancels gets the lock while the other one runs."""
    net = make()
    ended = []

    def run():
        try:
            net.run(ENDLESS)
        except amp.CancelledError as error:
            ended.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(0.1)
    net.cancel()
    thread.join()
    assert ended and "amp_session_cancel" in str(ended[0]), ended
    check(net, net.get_step())


def sessions_run_at_once():
    """Each one's third step waits for the other's."""
    barrier = threading.Barrier(2)
    results = {}

    def run(name):
        net = make()
        net.run(10, on_step=lambda step, values: step == 3 and barrier.wait())
        results[name] = net

    threads = [threading.Thread(target=run, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for net in results.values():
        check(net, 10)
    assert len(results) == 2


def others_wait():
    """A thread that wants the session waits until the one that has it is done."""
    net = make()
    goes_on, begun = threading.Event(), threading.Event()
    seen = []

    def on_step(step, values):
        begun.set()
        goes_on.wait()

    runner = threading.Thread(target=net.run, args=(7,), kwargs={"on_step": on_step})
    runner.start()
    begun.wait()
    reader = threading.Thread(target=lambda: seen.append(net.variables["w"]))
    reader.start()
    time.sleep(0.2)
    assert not seen
    goes_on.set()
    runner.join()
    reader.join()
    assert np.array_equal(seen[0], net.variables["w"])
    check(net, 7)


def callback_raises():
    class Enough(Exception):
        pass

    def stop(step, values):
        assert values.keys() == {"loss"}
        if step == 7:
            raise Enough(step)

    for call in (lambda net: net.run(ENDLESS, on_step=stop),
                 lambda net: net.train(epochs=50, on_step=stop)):
        net = make()
        try:
            call(net)
        except Enough as error:
            assert error.args == (7,)
        else:
            raise AssertionError("it did not end")
        check(net, 7)


def callback_uses_session():
    net = make()
    for use in (lambda: net.variables["w"], lambda: net.run(1), net.state_dict):
        try:
            net.run(ENDLESS, on_step=lambda step, values: use())
        except RuntimeError as error:
            assert "cancel()" in str(error), error
        else:
            raise AssertionError("it did not end")
    check(net, 3)
    net = make()
    try:
        net.run(ENDLESS, on_step=lambda step, values: step == 4 and net.cancel())
    except amp.CancelledError:
        check(net, 4)


def epoch_callback_raises():
    def stop(epoch, values, evaluation):
        assert values.keys() == {"loss"} and evaluation.keys() == {"test_loss"}
        if epoch == 3:
            raise ValueError("enough")

    net = make()
    try:
        net.train(epochs=50, eval_entry="evaluate", eval_every=1, on_epoch=stop)
    except ValueError as error:
        assert str(error) == "enough"
    # The first step after it is done when the end is asked for.
    steps = net.get_step()
    assert 9 <= steps <= 10, steps
    check(net, steps)


def interrupted(call):
    net = make()
    try:
        tell("ready")
        call(net)
    except KeyboardInterrupt:
        return net
    raise AssertionError("it did not end")


def interrupt_run():
    net = interrupted(lambda net: net.run(ENDLESS))
    check(net, net.get_step())


def interrupt_train():
    net = interrupted(lambda net: net.train(epochs=ENDLESS))
    check(net, net.get_step())


def interrupt_train_callback():
    net = interrupted(lambda net: net.train(epochs=ENDLESS, on_epoch=lambda *_: None))
    check(net, net.get_step())


def interrupt_evaluate():
    x = np.zeros((1 << 24, 3), np.float32)
    y = np.zeros((1 << 24, 2), np.float32)

    def evaluate(net):
        for _ in range(1 << 20):
            net.evaluate(x_test=x, y_test=y, batch_size=1)

    net = interrupted(evaluate)
    net.bind(x_test=X, y_test=Y)
    check(net, 0)


def interrupt_while_waiting():
    """The main thread is in no call of its own: another one has the session."""
    net = make()

    def run():
        try:
            net.run(ENDLESS, on_step=lambda step, values: step == 1 and tell("ready"))
        except amp.CancelledError:
            pass

    thread = threading.Thread(target=run)
    thread.start()
    try:
        while True:
            net.variables["w"]
    except KeyboardInterrupt:
        net.cancel()
    thread.join()
    check(net, net.get_step())


def progress():
    net = make()
    net.run(20, progress=True if len(sys.argv) > 1 else None)
    net.train(epochs=2, progress=True if len(sys.argv) > 1 else None)


PLAIN = [lock_is_free, sessions_run_at_once, others_wait, callback_raises,
         callback_uses_session, epoch_callback_raises]
INTERRUPTED = [interrupt_run, interrupt_train, interrupt_train_callback, interrupt_evaluate,
               interrupt_while_waiting]


class Tests:
    def __init__(self, suite, scratch, package):
        self.scratch = scratch
        self.environment = {**suite.environment, "PYTHONPATH": package}

    def start(self, case, *arguments, **options):
        helper = "\n".join(textwrap.dedent(inspect.getsource(one)) for one in (interrupted, case))
        script = os.path.join(self.scratch, f"{case.__name__}.py")
        with open(script, "w", encoding="utf-8") as file:
            file.write(f"{BEGIN}\n{helper}\n{case.__name__}()\n")
        return subprocess.Popen([sys.executable, script, *arguments], text=True,
                                env=self.environment,
                                **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
                                   **options})

    def finish(self, process, limit=60):
        try:
            out, err = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            process.kill()
            raise _common.Failure(f"still runs after {limit} s") from None
        expect(process.returncode == 0, f"exit code {process.returncode}: {(err or '')[-600:]}")
        return out, err

    def plain(self, case):
        self.finish(self.start(case))

    def interrupted(self, case):
        def obey():
            # What this runs in may ignore the signal, as background jobs do.
            signal.signal(signal.SIGINT, signal.default_int_handler)

        process = self.start(case, preexec_fn=obey)
        line = process.stdout.readline()
        expect(line == "ready\n", f"it said {line!r}")
        # So that it is, most times, at what it said it is ready for.
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        self.finish(process)

    def progress(self):
        """On a terminal, or when asked for; and not else."""
        expect(self.finish(self.start(progress)) == ("", ""), "it printed")
        _, err = self.finish(self.start(progress, "on"))
        expect("train [########################] 20/20" in err and "loss" in err, err)
        control, terminal = pty.openpty()
        process = self.start(progress, stderr=terminal)
        os.close(terminal)
        self.finish(process)
        shown = os.read(control, 1 << 16).decode()
        os.close(control)
        expect("train [########################] 20/20" in shown, shown)


def body(suite, scratch):
    package = find_package(suite)
    if package is None:
        return
    tests = Tests(suite, scratch, package)
    for case in PLAIN:
        suite.test(case.__name__, tests.plain, case)
    for case in INTERRUPTED:
        suite.test(case.__name__, tests.interrupted, case)
    suite.test("progress", tests.progress)


if __name__ == "__main__":
    sys.exit(Suite("python_threads", __doc__).main(body))
