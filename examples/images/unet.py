#===- unet.py - A U-Net ----------------------------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A U-Net with group norm that takes noise out of images: down twice, up twice, each size's
features beside those that come up from below."""

import torch
from torch import nn


class Double(nn.Sequential):
    def __init__(self, inputs, outputs):
        super().__init__(
            nn.Conv2d(inputs, outputs, 3, padding=1), nn.GroupNorm(4, outputs), nn.SiLU(),
            nn.Conv2d(outputs, outputs, 3, padding=1), nn.GroupNorm(4, outputs), nn.SiLU())


class UNet(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.down1 = Double(1, width)
        self.down2 = Double(width, 2 * width)
        self.bottom = Double(2 * width, 4 * width)
        self.up2 = nn.ConvTranspose2d(4 * width, 2 * width, 2, 2)
        self.join2 = Double(4 * width, 2 * width)
        self.up1 = nn.ConvTranspose2d(2 * width, width, 2, 2)
        self.join1 = Double(2 * width, width)
        self.last = nn.Conv2d(width, 1, 1)
        self.pool = nn.MaxPool2d(2)

    def forward(self, noisy):
        x = noisy.float().unsqueeze(1) / 255
        first = self.down1(x)
        second = self.down2(self.pool(first))
        y = self.up2(self.bottom(self.pool(second)))
        y = self.up1(self.join2(torch.cat([second, y], 1)))
        return self.last(self.join1(torch.cat([first, y], 1))).squeeze(1)


def loss(output, clean):
    return nn.functional.mse_loss(output, clean.float() / 255)


def training():
    module = UNet()
    return {
        "module": module,
        "loss": loss,
        "optimizer": torch.optim.Adam(module.parameters(), lr=2e-3),
        "example": (torch.zeros(32, 32, 32, dtype=torch.uint8),
                    torch.zeros(32, 32, 32, dtype=torch.uint8)),
    }
