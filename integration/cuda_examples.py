#===- cuda_examples.py - Both examples on a GPU, compared with the CPU -----===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Trains the digits and the recipe on the first NVIDIA GPU and on the CPU.

Start, data and their order are the same; the losses of the first steps may differ by the
rounding of the type in which the products run, and the digits' test accuracy by the
same 1.5 points by which precisions may differ.
"""

import os
import sys

import _common
from _common import expect

# Relative difference of a loss after a few steps: some hundred roundings of the
# type, which the two devices do in another order (reliability bound: reduction length
# times u of the accumulation plus one u of the type per op on the way).
TOLERANCE = {"f32": 1e-4, "f16": 2e-2, "bf16": 1e-1}


def digits_arguments():
    data = os.path.join(_common.EXAMPLES, "digits", "digits.npz")
    return [os.path.join(_common.EXAMPLES, "digits", "digits.mlir"), "--entry=train",
            f"--data=images={data}:train_images", f"--data=labels={data}:train_labels",
            f"--data=test_images={data}:test_images", f"--data=test_labels={data}:test_labels",
            "--eval-entry=evaluate", "--batch-size=32", "--shuffle", "--seed=1"]


def train(suite, device, *arguments):
    suite.device = device
    return suite.train(*arguments)


def compare_losses(suite, precision, *arguments):
    runs = [_common.losses(train(suite, device, *arguments, f"--precision={precision}",
                                 "--print-every=1"))
            for device in ("cpu", "cuda")]
    expect(len(runs[0]) == len(runs[1]) > 0, "the devices logged different steps")
    worst = max(abs(a - b) / abs(a) for a, b in zip(*runs))
    expect(worst <= TOLERANCE[precision],
           f"losses differ by {worst:.3g}, more than {TOLERANCE[precision]:.3g}")
    return f"losses within {worst:.2g}"


def digits_accuracy(suite, precision):
    accuracy = [train(suite, device, *digits_arguments(), f"--precision={precision}",
                      "--epochs=20")["runs"][0]["evaluation"]["test_accuracy"]
                for device in ("cpu", "cuda")]
    expect(abs(accuracy[0] - accuracy[1]) <= 0.015 and accuracy[1] >= 0.96,
           f"test accuracy {accuracy[1]} on the GPU, {accuracy[0]} on the CPU")
    return f"test accuracy {accuracy[1]:.4f}"


def skipped_step(suite, scratch):
    """An overflow is found and skipped on the device, and the scale backs off."""
    runs = [train(suite, device, *digits_arguments(), "--precision=f16", "--steps=4",
                  "--init-scale=1e30", "--print-every=1")["runs"][0]
            for device in ("cpu", "cuda")]
    expect(runs[0]["log"][-1]["statistics"] == runs[1]["log"][-1]["statistics"],
           f"{runs[1]['log'][-1]} on the GPU, {runs[0]['log'][-1]} on the CPU")


def body(suite, scratch):
    listing = suite.run("--list-devices")
    if "cuda:0" not in listing.out:
        reason = next((line for line in listing.out.splitlines() if "cuda" in line.lower()),
                      "no NVIDIA GPU")
        print(f"skip cuda_examples: {reason}")
        return
    recipe = _common.generate_recipe(os.path.join(scratch, "recipe.mlir"), "--width=512",
                                     "--width-in=512", "--width-out=512")
    for precision in ("f32", "f16", "bf16"):
        suite.test(f"digits_losses_{precision}", compare_losses, suite, precision,
                   *digits_arguments(), "--steps=20")
        suite.test(f"digits_accuracy_{precision}", digits_accuracy, suite, precision)
        suite.test(f"recipe_losses_{precision}", compare_losses, suite, precision, recipe,
                   "--data=x=normal:0,1", "--data=y=normal:0,1", "--samples=2560",
                   "--batch-size=512", "--epochs=4")
    suite.test("skipped_step", skipped_step, suite, scratch)


if __name__ == "__main__":
    sys.exit(_common.Suite("cuda_examples", __doc__).main(body))
