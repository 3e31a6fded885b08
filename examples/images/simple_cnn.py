#===- simple_cnn.py - A network for small images ---------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Two convolutions and a linear layer, for images of 3 x 32 x 32 pixels of ten classes."""

import torch
from torch import nn


class SimpleCNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(3, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(32, 64, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2))
        self.classifier = nn.Linear(64 * 8 * 8, 10)

    def forward(self, images):
        pixels = images.float() / 255
        return self.classifier(self.features(pixels).flatten(1))


def right(output, target):
    return (output.argmax(1) == target).float().mean()


def training():
    module = SimpleCNN()
    return {
        "module": module,
        "loss": nn.CrossEntropyLoss(),
        "optimizer": torch.optim.Adam(module.parameters(), lr=1e-3),
        "example": (torch.zeros(64, 3, 32, 32, dtype=torch.uint8),
                    torch.zeros(64, dtype=torch.int64)),
        "metrics": {"right": right},
    }
