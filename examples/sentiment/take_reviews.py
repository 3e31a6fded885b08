#!/usr/bin/env python3
#===- take_reviews.py - The origin of reviews.tsv --------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes reviews.tsv from amazonReviewSnippets_GroundTruth.txt, which is in the source package
of vaderSentiment 3.3.2 (additional_resources/hutto_ICWSM_2014.tar.gz).

    pip download --no-deps --no-binary :all: vaderSentiment==3.3.2
    python take_reviews.py amazonReviewSnippets_GroundTruth.txt
    python take_reviews.py amazonReviewSnippets_GroundTruth.txt --check

Kept are sentences of three words or more, in ASCII, each once, that were rated at least 0.75
above or below 0 on a scale from -4 to 4.
"""

import argparse
import os
import sys

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reviews.tsv")


def take(path):
    seen = set()
    with open(path, encoding="latin-1") as file:
        for line in file:
            _, rating, text = line.rstrip("\n").split("\t")
            text = " ".join(text.split())
            if abs(float(rating)) < 0.75 or len(text.split()) < 3 or not text.isascii() or \
                    text in seen:
                continue
            seen.add(text)
            yield f"{int(float(rating) > 0)}\t{text}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source")
    parser.add_argument("--check", action="store_true", help="compares instead of writing")
    options = parser.parse_args()
    text = "".join(take(options.source))
    if options.check:
        with open(FILE, encoding="utf-8") as file:
            if file.read() != text:
                sys.exit("take_reviews: reviews.tsv differs")
        return
    with open(FILE, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
