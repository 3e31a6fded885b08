#===- vit.py - A vision transformer ----------------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A vision transformer for images of 3 x 32 x 32 pixels: patches of 4 x 4, a class token."""

import torch
from torch import nn

PATCH = 4
WIDTH = 128
HEADS = 4
BLOCKS = 4


class ViT(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.patches = nn.Conv2d(3, WIDTH, PATCH, PATCH)
        self.token = nn.Parameter(torch.zeros(1, 1, WIDTH))
        self.positions = nn.Parameter(torch.empty(1, (32 // PATCH) ** 2 + 1, WIDTH))
        nn.init.normal_(self.positions, std=0.02)
        self.blocks = nn.ModuleList([
            nn.TransformerEncoderLayer(WIDTH, HEADS, 4 * WIDTH, dropout=0.0, batch_first=True,
                                       activation="gelu", norm_first=True)
            for _ in range(BLOCKS)])
        self.norm = nn.LayerNorm(WIDTH)
        self.classifier = nn.Linear(WIDTH, classes)

    def forward(self, images):
        x = self.patches(images.float() / 255 - 0.5).flatten(2).transpose(1, 2)
        x = torch.cat([self.token.expand(x.shape[0], -1, -1), x], dim=1) + self.positions
        for block in self.blocks:
            x = block(x)
        return self.classifier(self.norm(x[:, 0]))


def right(output, target):
    return (output.argmax(1) == target).float().mean()


def training():
    module = ViT()
    return {
        "module": module,
        "loss": nn.CrossEntropyLoss(),
        "optimizer": torch.optim.AdamW(module.parameters(), lr=5e-4, weight_decay=0.05),
        "example": (torch.zeros(32, 3, 32, 32, dtype=torch.uint8),
                    torch.zeros(32, dtype=torch.int64)),
        "metrics": {"right": right},
    }
