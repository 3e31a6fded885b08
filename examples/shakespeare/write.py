#!/usr/bin/env python3
#===- write.py - Writes on with a trained network --------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes on from a few words, a character at a time, with a trained network.

    PYTHONPATH=build/python python3 examples/shakespeare/write.py \\
        examples/shakespeare/gpt.mlir gpt.safetensors

The network sees the last 128 characters. The next one is drawn with the probabilities that it
gives, sharpened by --temperature.
"""

import argparse
import os
import sys

import numpy as np

import amp
from make_data import LENGTH, read_text


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graph", help="gpt.mlir or lstm.mlir")
    parser.add_argument("weights", help="what amp-run --output=FILE.safetensors wrote")
    parser.add_argument("--begin", default="ROSALIND\t", help="the first words")
    parser.add_argument("--length", type=int, default=400, help="characters to write")
    parser.add_argument("--temperature", type=float, default=0.8,
                        help="0: always the most probable one (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    characters = [chr(code) for code in np.unique(read_text())]
    number = {character: i for i, character in enumerate(characters)}
    unknown = [character for character in options.begin if character not in number]
    if unknown or not options.begin:
        sys.exit(f"write: --begin is {options.begin!r}; expected characters of the play"
                 + (f", which has no {unknown[0]!r}" if unknown else ""))
    net = amp.compile(options.graph, entry="predict", init_from=options.weights)
    random = np.random.default_rng(options.seed)
    text = [number[character] for character in options.begin]
    print(options.begin, end="")
    for _ in range(options.length):
        seen = text[-LENGTH:]
        # What stands behind the last character is not seen by what is before.
        padded = np.zeros((1, LENGTH), np.int64)
        padded[0, :len(seen)] = seen
        scores = net.predict(text=padded)["output"][0, len(seen) - 1].astype(np.float64)
        if options.temperature > 0:
            chances = np.exp((scores - scores.max()) / options.temperature)
            following = random.choice(len(chances), p=chances / chances.sum())
        else:
            following = scores.argmax()
        text.append(int(following))
        print(characters[text[-1]], end="", flush=True)
    print()


if __name__ == "__main__":
    main()
