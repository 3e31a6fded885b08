#===- resnet.py - Residual networks ----------------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Residual networks of 18 and 50 layers, for images of 3 x 32 x 32 pixels: the first
convolution is 3 x 3 and nothing is pooled behind it, as is usual for images of this size."""

import torch
from torch import nn


def convolution(inputs, outputs, size, stride=1):
    return nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False)


class Block(nn.Module):
    """Two or three convolutions beside a short cut."""

    def __init__(self, inputs, width, stride, is_bottleneck):
        super().__init__()
        outputs = 4 * width if is_bottleneck else width
        sizes = [(inputs, width, 1, 1), (width, width, 3, stride), (width, outputs, 1, 1)] \
            if is_bottleneck else [(inputs, width, 3, stride), (width, outputs, 3, 1)]
        layers = []
        for size in sizes:
            layers += [convolution(*size), nn.BatchNorm2d(size[1]), nn.ReLU()]
        self.layers = nn.Sequential(*layers[:-1])
        # The sum begins as the short cut alone.
        nn.init.zeros_(self.layers[-1].weight)
        self.short = nn.Identity() if inputs == outputs and stride == 1 else nn.Sequential(
            convolution(inputs, outputs, 1, stride), nn.BatchNorm2d(outputs))

    def forward(self, x):
        return torch.relu(self.layers(x) + self.short(x))


class ResNet(nn.Module):
    def __init__(self, blocks, is_bottleneck, classes=10):
        super().__init__()
        self.first = nn.Sequential(convolution(3, 64, 3), nn.BatchNorm2d(64), nn.ReLU())
        stages, inputs = [], 64
        for i, count in enumerate(blocks):
            width = 64 << i
            for j in range(count):
                stages.append(Block(inputs, width, 2 if i and not j else 1, is_bottleneck))
                inputs = 4 * width if is_bottleneck else width
        self.stages = nn.Sequential(*stages)
        self.classifier = nn.Linear(inputs, classes)
        for part in self.modules():
            if isinstance(part, nn.Conv2d):
                nn.init.kaiming_normal_(part.weight, mode="fan_out", nonlinearity="relu")

    def forward(self, images):
        x = self.stages(self.first(images.float() / 255 - 0.5))
        return self.classifier(x.mean((2, 3)))


def right(output, target):
    return (output.argmax(1) == target).float().mean()


def make(module):
    optimizer = torch.optim.SGD(module.parameters(), lr=0.05, momentum=0.9, weight_decay=5e-4)
    return {
        "module": module,
        "loss": nn.CrossEntropyLoss(),
        "optimizer": optimizer,
        "example": (torch.zeros(32, 3, 32, 32, dtype=torch.uint8),
                    torch.zeros(32, dtype=torch.int64)),
        "metrics": {"right": right},
    }


def resnet18():
    return make(ResNet([2, 2, 2, 2], is_bottleneck=False))


def resnet50():
    return make(ResNet([3, 4, 6, 3], is_bottleneck=True))
