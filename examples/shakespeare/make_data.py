#!/usr/bin/env python3
#===- make_data.py - A play as numbers -------------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes text.npz from as-you-like-it.txt: characters as numbers, in pieces of 128.

    pip install numpy
    python make_data.py

`train_text`, `train_next`, `test_text`, `test_next` are i64, N x 128: a piece of the play, and
the same piece one character later, which is what a network is to tell. The last tenth of the
play is the test. A character's number is its place in `characters` (ui8), the characters of
the play in the order of their codes.
"""

import argparse
import os

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
LENGTH = 128


def read_text(path=os.path.join(HERE, "as-you-like-it.txt")):
    with open(path, "rb") as file:
        return np.frombuffer(file.read(), np.uint8)


def pieces(numbers, step):
    starts = range(0, len(numbers) - LENGTH, step)
    return (np.stack([numbers[i:i + LENGTH] for i in starts]),
            np.stack([numbers[i + 1:i + 1 + LENGTH] for i in starts]))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", default=os.path.join(HERE, "text.npz"),
                        help="default: text.npz beside this file")
    options = parser.parse_args()
    characters, numbers = np.unique(read_text(), return_inverse=True)
    numbers = numbers.astype(np.int64)
    split = len(numbers) * 9 // 10
    # Pieces to train on overlap by half.
    train, train_next = pieces(numbers[:split], LENGTH // 2)
    test, test_next = pieces(numbers[split:], LENGTH)
    np.savez_compressed(options.output, train_text=train, train_next=train_next,
                        test_text=test, test_next=test_next, characters=characters)
    print(f"wrote {options.output}: {len(train)} pieces to train on, {len(test)} to test "
          f"with, of {LENGTH} characters, of which there are {len(characters)}")


if __name__ == "__main__":
    main()
