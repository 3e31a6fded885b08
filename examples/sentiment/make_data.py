#!/usr/bin/env python3
#===- make_data.py - Reviews as numbers ------------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes reviews.npz from reviews.tsv: words as numbers.

    pip install numpy
    python make_data.py

reviews.tsv has a review in each line: 1 if it praises or 0 if it complains, a tab, the text.
Words are what is between blanks and punctuation, in small letters; "don't" is one word, and a
punctuation mark is one. 0 stands for no word, 1 for words that are in fewer than two of the
reviews to train on, and the others are numbered by how often they occur there.

Every fifth review is for testing. `train_words` and `test_words` are i64, N x 40: the first 40
words and zeros behind them; `train_lengths`, `test_lengths` i64, how many words there are;
`train_praise`, `test_praise` f32. `words` are the words by number, one behind the other with
line ends between, in UTF-8 (ui8).
"""

import argparse
import collections
import os
import re

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
LENGTH = 40
VOCABULARY = 2000


def tokenize(text):
    return re.findall(r"[a-z0-9]+(?:'[a-z]+)?|[^\sa-z0-9]", text.lower())


def read_reviews(path=os.path.join(HERE, "reviews.tsv")):
    with open(path, encoding="utf-8") as file:
        for line in file:
            praise, text = line.rstrip("\n").split("\t")
            yield float(praise), tokenize(text)[:LENGTH]


def number_words(reviews):
    count = collections.Counter()
    for _, words in reviews:
        count.update(set(words))
    known = sorted((word for word in count if count[word] > 1),
                   key=lambda word: (-count[word], word))
    return ["", "<rare>"] + known[:VOCABULARY - 2]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", default=os.path.join(HERE, "reviews.npz"),
                        help="default: reviews.npz beside this file")
    options = parser.parse_args()
    reviews = list(read_reviews())
    parts = {"train": [review for i, review in enumerate(reviews) if i % 5 != 2],
             "test": reviews[2::5]}
    words = number_words(parts["train"])
    number = {word: i for i, word in enumerate(words)}
    arrays = {"words": np.frombuffer("\n".join(words).encode(), np.uint8)}
    for part, listed in parts.items():
        table = np.zeros((len(listed), LENGTH), np.int64)
        for row, (_, said) in zip(table, listed):
            row[:len(said)] = [number.get(word, 1) for word in said]
        arrays[f"{part}_words"] = table
        arrays[f"{part}_lengths"] = np.array([len(said) for _, said in listed], np.int64)
        arrays[f"{part}_praise"] = np.array([praise for praise, _ in listed], np.float32)
    np.savez_compressed(options.output, **arrays)
    print(f"wrote {options.output}: {len(parts['train'])} reviews to train on, "
          f"{len(parts['test'])} to test with, {len(words)} words")


if __name__ == "__main__":
    main()
