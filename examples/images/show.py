#!/usr/bin/env python3
#===- show.py - Shows what the U-Net restores ------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Shows what the U-Net makes of noisy images, in letters: noisy, restored, as it was.

    PYTHONPATH=build/python python3 examples/images/show.py unet.safetensors
"""

import argparse
import os

import numpy as np

import amp

HERE = os.path.dirname(os.path.abspath(__file__))
SHADES = " .:-=+*#%@"


def lines(image):
    """Two columns of letters for a column of pixels would be too wide: every second row."""
    levels = (image.astype(np.float32).clip(0, 255) * (len(SHADES) - 1) / 255).round()
    return ["".join(SHADES[int(level)] for level in row) for row in levels[::2]]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", help="what amp-run --output=FILE.safetensors wrote")
    parser.add_argument("--data", default=os.path.join(HERE, "images.npz"),
                        help="what make_images.py wrote (default: images.npz beside this file)")
    parser.add_argument("--images", default=3, type=int, help="how many (default: %(default)s)")
    options = parser.parse_args()
    data = np.load(options.data)
    noisy, clean = (data[f"test_{name}"][:options.images] for name in ("noisy", "gray"))
    net = amp.compile(os.path.join(HERE, "unet.mlir"), entry="predict",
                      init_from=options.weights)
    restored = net.predict(noisy=noisy)["output"] * 255
    for pictures in zip(noisy, restored, clean):
        for row in zip(*map(lines, pictures)):
            print("   ".join(row))
        print()
    print(f"root mean square error: {rms(noisy, clean):.3f} with noise, "
          f"{rms(restored, clean):.3f} restored")


def rms(images, clean):
    return np.sqrt(np.mean(((images.astype(np.float32) - clean) / 255) ** 2))


if __name__ == "__main__":
    main()
