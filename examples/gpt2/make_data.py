#!/usr/bin/env python3
#===- make_data.py - A text as tokens of GPT-2 -----------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes tokens.npz from any files: their bytes as tokens of GPT-2, in pieces of 1024.

    pip install numpy
    python make_data.py FILE... -o tokens.npz

`train_text`, `train_next`, `test_text`, `test_next` are i64, N x 1024: a piece of the text, and
the same piece one token later, which is what a network is to tell. The last tenth of the text
is the test. GPT-2's tokens are byte pairs that were merged; the first 256 are single bytes, so
that each text has this form, if not its shortest. Other tokens, by a tokenizer, have the same
arrays.
"""

import argparse

import numpy as np

LENGTH = 1024


def make_table():
    """The token of each byte: first those that are printed as they are in Latin-1."""
    shown = [*range(33, 127), *range(161, 173), *range(174, 256)]
    order = shown + [byte for byte in range(256) if byte not in shown]
    table = np.empty(256, np.int64)
    table[order] = np.arange(256)
    return table


def pieces(tokens, step):
    starts = range(0, len(tokens) - LENGTH, step)
    return (np.stack([tokens[i:i + LENGTH] for i in starts]),
            np.stack([tokens[i + 1:i + 1 + LENGTH] for i in starts]))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE", help="any text")
    parser.add_argument("-o", "--output", default="tokens.npz", help="default: %(default)s")
    options = parser.parse_args()
    text = b""
    for path in options.files:
        with open(path, "rb") as file:
            text += file.read()
    tokens = make_table()[np.frombuffer(text, np.uint8)]
    split = len(tokens) * 9 // 10
    if len(tokens) - split <= LENGTH:
        parser.error(f"the text has {len(tokens)} bytes; expected more than {10 * LENGTH}, a "
                     "tenth of which is the test")
    # Pieces to train on overlap by half.
    train, train_next = pieces(tokens[:split], LENGTH // 2)
    test, test_next = pieces(tokens[split:], LENGTH)
    np.savez_compressed(options.output, train_text=train, train_next=train_next,
                        test_text=test, test_next=test_next)
    print(f"wrote {options.output}: {len(train)} pieces to train on, {len(test)} to test "
          f"with, of {LENGTH} tokens")


if __name__ == "__main__":
    main()
