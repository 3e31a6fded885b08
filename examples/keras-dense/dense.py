#===- dense.py - The network of Keras' guide -------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The network of Keras' guide to mixed precision: two wide layers with ReLU, and ten outputs."""

import torch
from torch import nn

PIXELS = 64


class Dense(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(PIXELS, 4096), nn.ReLU(),
                                    nn.Linear(4096, 4096), nn.ReLU(), nn.Linear(4096, 10))
        for layer in self.layers[::2]:
            # Keras' first values.
            nn.init.xavier_uniform_(layer.weight)
            nn.init.zeros_(layer.bias)

    def forward(self, images):
        return self.layers(images.float() / 16)


def right(output, target):
    return (output.argmax(1) == target).float().mean()


def training():
    module = Dense()
    return {
        "module": module,
        "loss": nn.CrossEntropyLoss(),
        "optimizer": torch.optim.Adam(module.parameters(), lr=1e-3, eps=1e-7),
        "example": (torch.zeros(128, PIXELS, dtype=torch.uint8),
                    torch.zeros(128, dtype=torch.int64)),
        "metrics": {"right": right},
    }
