#!/usr/bin/env python3
#===- fake_gpu.py - What amp-run asks of a GPU ------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs the examples with libraries that stand in for NVIDIA's driver and cuBLASLt.

Kernels are compiled for a GPU, loaded by name and launched, but do nothing; the calls are
written down. So this needs no GPU, and tests everything but what kernels compute: that
each example becomes a program that a driver accepts, and that the host reads nothing from
the device in a step, whatever the loss scale does."""

import glob
import os
import sys

from _common import EXAMPLES, Suite, expect, generate_recipe

DIGITS = os.path.join(EXAMPLES, "digits", "digits.npz")
TRAINING = [f"--data=images={DIGITS}:train_images", f"--data=labels={DIGITS}:train_labels"]
EVALUATION = [f"--data=test_images={DIGITS}", f"--data=test_labels={DIGITS}",
              "--eval-entry=evaluate"]
# Steps whose results wait on a device (kRingSize in tools/amp-run/Session.cpp).
RING = 64


def stand_in(suite, scratch):
    """Lets amp-run find the libraries of the build folder; False if they are not built."""
    library = os.path.join(os.path.abspath(suite.options.build), "lib")
    for name, target in (("libcuda.so.1", "AmpFakeDriverTrace"),
                         ("libcublasLt.so.13", "AmpFakeBlasLt")):
        found = glob.glob(os.path.join(library, f"lib{target}.*"))
        if not found:
            return False
        os.symlink(found[0], os.path.join(scratch, name))
    suite.environment["LD_LIBRARY_PATH"] = scratch
    suite.device = "cuda"
    return True


def body(suite, scratch):
    if not stand_in(suite, scratch):
        suite.skip("all", "the stand-ins are not built (AMP_BUILD_TESTS)")
        return
    recipe = generate_recipe(os.path.join(scratch, "recipe.mlir"), "--width=64")

    def run(graph, *flags):
        """The calls of one run, and its record."""
        trace = os.path.join(scratch, "trace")
        suite.environment["FAKE_CUDA_TRACE"] = trace
        document = suite.train(graph, *flags)
        with open(trace, encoding="utf-8") as file:
            calls = file.read().split()
        os.remove(trace)
        return calls, document["runs"][0]

    def example(name, *flags):
        calls, record = run(os.path.join(EXAMPLES, name) if not os.path.isabs(name) else name,
                            *flags)
        expect(calls.count("cuModuleLoadDataEx") > 0, "no kernels were loaded")
        launches = calls.count("cuLaunchKernel")
        expect(launches > 0, "no kernel was launched")
        return f"{launches} launches in {record['steps']} steps"

    few = ["--steps=3", "--batch-size=32"]
    mixed = [("f32", ["--precision=f32"]), ("f16", ["--precision=f16"]),
             ("bf16_O2", ["--precision=bf16", "--opt-level=O2"])]
    for precision, flags in mixed:
        for name in ("digits", "dropout-batchnorm"):
            suite.test(f"{name}.{precision}", example, f"{name}/{name}.mlir", *TRAINING,
                       *EVALUATION, *few, *flags)
        suite.test(f"recipe.{precision}", example, recipe, "--data=x=normal:0,1",
                   "--data=y=normal:0,1", "--samples=96", *few, *flags)
    for name, *flags in (("typical",), ("clipping",), ("accumulation",), ("multiple",),
                         ("penalty", "--entry=train"), ("penalty", "--entry=simple"),
                         ("custom-functions",)):
        suite.test(".".join([name, *(flag.split("=")[1] for flag in flags)]), example,
                   f"torch-amp/{name}.mlir", *TRAINING, *few, "--precision=f16", *flags)

    def reads(steps, *flags):
        """How often results are read, and how many in all, in so many steps."""
        calls, _ = run(os.path.join(EXAMPLES, "torch-amp", "clipping.mlir"), *TRAINING,
                       "--batch-size=8", f"--steps={steps}", "--precision=f16", *flags)
        expect("cuMemcpyDtoHAsync_v2" in calls, "nothing was read at all")
        groups, isReading = 0, False
        for call in calls:
            if call == "cuMemcpyDtoHAsync_v2":
                groups += not isReading
                isReading = True
            elif call == "cuLaunchKernel":
                isReading = False
        return groups, calls.count("cuMemcpyDtoHAsync_v2")

    def no_read_in_a_step():
        for steps in (1, RING, 2 * RING + 2):
            groups, _ = reads(steps)
            # The first step, which no time counts, and then a ring of them at a time.
            expected = 1 + -(-(steps - 1) // RING)
            expect(groups == expected, f"{groups} reads in {steps} steps, expected {expected}")
        return f"{groups} reads in {steps} steps"

    def loss_scaling_reads_nothing():
        # Within one epoch.
        more = [reads(steps, "--loss-scale=dynamic")[1] - reads(steps, "--loss-scale=off")[1]
                for steps in (RING, 2 * RING)]
        # The scale and what was skipped, at the end of the epoch, however long that is.
        expect(more[0] == more[1], f"{more[0]} more values are read in {RING} steps, {more[1]} "
               f"in {2 * RING}")
        return f"{more[0]} values more in an epoch"

    def a_print_reads():
        groups, _ = reads(RING, "--print-every=8")
        expect(groups >= RING // 8, f"{groups} reads for {RING // 8} prints")

    suite.test("no_read_in_a_step", no_read_in_a_step)
    suite.test("loss_scaling_reads_nothing", loss_scaling_reads_nothing)
    suite.test("a_print_reads", a_print_reads)


if __name__ == "__main__":
    suite = Suite("fake_gpu", __doc__)
    sys.exit(suite.main(body))
