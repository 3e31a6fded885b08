#!/usr/bin/env python3
#===- make_images.py - Images of CIFAR-10, or of digits --------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes images.npz: train_images, test_images (ui8, N x 3 x 32 x 32), train_labels and
test_labels (i64); and of each image train_gray, test_gray, and train_noisy, test_noisy, which
are that with noise (ui8, N x 32 x 32).

    pip install numpy
    python make_images.py                        # the digits of examples/digits
    python make_images.py cifar-10-batches-bin   # CIFAR-10, in its binary version

A digit of 8 x 8 pixels becomes an image of 32 x 32, gray in three channels. CIFAR-10 is the
folder that https://www.cs.toronto.edu/~kriz/cifar.html has as "binary version": its files
have 10,000 records each, a byte that is the label and 3,072 that are the pixels, by channel,
row and column.
"""

import argparse
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
DIGITS = os.path.join(HERE, "..", "digits", "digits.npz")
RECORD = 1 + 3 * 32 * 32
# The standard deviation of what is added to a pixel.
NOISE = 80


def read_cifar10(paths):
    records = []
    for path in paths:
        size = os.path.getsize(path)
        if not size or size % RECORD:
            sys.exit(f"make_images: '{path}' has {size} bytes; a file of CIFAR-10's binary "
                     f"version has a multiple of {RECORD}")
        records.append(np.fromfile(path, np.uint8).reshape(-1, RECORD))
    records = np.concatenate(records)
    labels = records[:, 0].astype(np.int64)
    if labels.max() > 9:
        sys.exit(f"make_images: a label is {labels.max()}; those of CIFAR-10 are 0 to 9")
    return records[:, 1:].reshape(-1, 3, 32, 32), labels


def cifar10(folder):
    train = [os.path.join(folder, f"data_batch_{i}.bin") for i in range(1, 6)]
    test = [os.path.join(folder, "test_batch.bin")]
    missing = [path for path in train + test if not os.path.exists(path)]
    if missing:
        sys.exit(f"make_images: no file '{missing[0]}'; expected the folder of CIFAR-10's "
                 f"binary version, with data_batch_1.bin to data_batch_5.bin and "
                 f"test_batch.bin")
    return {"train": read_cifar10(train), "test": read_cifar10(test)}


def digits():
    """Each pixel, 0 to 16, becomes 4 x 4 pixels of 0 to 240."""
    data = np.load(DIGITS)
    parts = {}
    for part in ("train", "test"):
        pixels = data[f"{part}_images"].reshape(-1, 1, 8, 8).astype(np.uint8) * 15
        images = pixels.repeat(3, axis=1).repeat(4, axis=2).repeat(4, axis=3)
        parts[part] = images, data[f"{part}_labels"]
    return parts


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", help="CIFAR-10's; without it, the digits")
    parser.add_argument("-o", "--output", default=os.path.join(HERE, "images.npz"),
                        help="default: images.npz beside this file")
    options = parser.parse_args()
    parts = cifar10(options.folder) if options.folder else digits()
    random = np.random.default_rng(1)
    arrays = {}
    for part, (images, labels) in parts.items():
        gray = images.mean(axis=1).astype(np.uint8)
        noise = random.normal(scale=NOISE, size=gray.shape)
        arrays |= {f"{part}_images": images, f"{part}_labels": labels, f"{part}_gray": gray,
                   f"{part}_noisy": (gray + noise).clip(0, 255).astype(np.uint8)}
    np.savez_compressed(options.output, **arrays)
    print(f"wrote {options.output}: {len(parts['train'][0])} images to train on, "
          f"{len(parts['test'][0])} to test with")


if __name__ == "__main__":
    main()
