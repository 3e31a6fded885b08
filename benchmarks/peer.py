#===- peer.py - PyTorch in a process of its own ----------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""PyTorch in a process of its own, which is asked to measure something and answers.

Its threads are its own, so that those of neither side wait in the other's time; and memory
that it frees stays mapped, in huge pages, as the runtime's does. The process runs a script
with `--peer`, whose function gets requests as JSON, one a line.
"""

import importlib.util
import json
import os
import statistics
import subprocess
import sys
import time

from common import Failure

# PyTorch's own way to huge pages, THP_MEM_ALLOC_ENABLE, asks for them at every allocation, which
# takes several times as long as what is done with 64 MiB.
ENVIRONMENT = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": str(1 << 62),
               "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1", "TORCHINDUCTOR_COMPILE_THREADS": "1"}


def has_torch():
    """Whether the Python that runs this has PyTorch."""
    return importlib.util.find_spec("torch") is not None


class Peer:
    """The other end of `serve`."""

    def __init__(self, script, threads):
        self.process = subprocess.Popen(
            [sys.executable, os.path.abspath(script), "--peer", str(threads)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, **ENVIRONMENT})

    def ask(self, **request):
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except OSError:
            answer = ""
        if not answer:
            raise Failure(f"the process of PyTorch ended with {self.process.wait()} at {request}")
        return json.loads(answer)

    def is_alive(self):
        return self.process.poll() is None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.stdin.close()
        self.process.wait()


def serve(threads, answer):
    """Answers what comes on standard input, with PyTorch on so many threads. What PyTorch says
    against a request is an answer, too."""
    import torch
    torch.set_num_threads(threads)
    # Nothing else may be written where answers are.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        try:
            reply = answer(torch, json.loads(line))
        except Exception as error:  # pylint: disable=broad-except
            reply = {"error": f"{type(error).__name__}: {error}".splitlines()[0][:300]}
        print(json.dumps(reply), file=answers, flush=True)
    return 0


def median_ms(call, seconds, least=5):
    """The median of calls for so long, after three that nobody counts."""
    for _ in range(3):
        call()
    samples, begin = [], time.perf_counter()
    while len(samples) < least or time.perf_counter() - begin < seconds:
        before = time.perf_counter()
        call()
        samples.append(time.perf_counter() - before)
    return statistics.median(samples) * 1e3
