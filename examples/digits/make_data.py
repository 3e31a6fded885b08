#!/usr/bin/env python3
#===- make_data.py - Writes digits.npz --------------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes digits.npz from the images that scikit-learn ships.

    pip install numpy scikit-learn
    python make_data.py            # writes digits.npz beside this file
    python make_data.py --check    # compares instead, exit status 1 if different

The file is the same byte for byte on every run: fixed order, fixed time stamps,
fixed compression. (A zlib that compresses differently, such as zlib-ng, gives
other bytes with the same arrays; --check says which of the two differs.)
"""

import argparse
import io
import os
import sys
import zipfile

import numpy as np

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "digits.npz")


def split(labels):
    """Of each class, in the order of the data set, every fifth image is a test
    image: those numbered 2, 7, 12, ... from 0 within their class."""
    test = np.zeros(len(labels), bool)
    for digit in range(10):
        test[np.flatnonzero(labels == digit)[2::5]] = True
    return test


def make_arrays():
    from sklearn.datasets import load_digits

    digits = load_digits()
    images, labels = digits.data.astype(np.uint8), digits.target.astype(np.int64)
    if images.shape != (1797, 64) or (images != digits.data).any() or images.max() != 16:
        sys.exit("make_data: load_digits() is not the data set expected: 1797 rows "
                 f"of 64 integers from 0 to 16; found shape {images.shape}")
    test = split(labels)
    return {
        "train_images": images[~test],
        "train_labels": labels[~test],
        "test_images": images[test],
        "test_labels": labels[test],
    }


def encode(arrays):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, array in arrays.items():
            npy = io.BytesIO()
            np.lib.format.write_array(npy, np.ascontiguousarray(array), version=(1, 0))
            entry = zipfile.ZipInfo(name + ".npy", date_time=(1980, 1, 1, 0, 0, 0))
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, npy.getvalue(), zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()


def check(arrays, encoded):
    with open(FILE, "rb") as file:
        found = file.read()
    if found == encoded:
        print("digits.npz is the same, byte for byte")
        return 0
    with np.load(io.BytesIO(found)) as stored:
        same = list(stored) == list(arrays) and all(
            stored[name].dtype == array.dtype and np.array_equal(stored[name], array)
            for name, array in arrays.items())
    print("digits.npz: the arrays are the same, the compressed bytes differ"
          if same else "digits.npz: the arrays differ")
    return 1


def main():
    parser = argparse.ArgumentParser(description="Writes digits.npz from scikit-learn's images.")
    parser.add_argument("--check", action="store_true", help="compare with the file that is there")
    options = parser.parse_args()
    arrays = make_arrays()
    encoded = encode(arrays)
    if options.check:
        return check(arrays, encoded)
    temporary = FILE + ".tmp"
    with open(temporary, "wb") as file:
        file.write(encoded)
    os.replace(temporary, FILE)
    for name, array in arrays.items():
        print(f"{name}: {array.dtype} {list(array.shape)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
