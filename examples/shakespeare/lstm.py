#===- lstm.py - A language model of LSTM layers ----------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Two layers of LSTM that tell the next character of a text."""

import torch
from torch import nn

CHARACTERS = 68
WIDTH = 256


class LanguageModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(CHARACTERS, WIDTH)
        self.lstm = nn.LSTM(WIDTH, WIDTH, num_layers=2, batch_first=True, dropout=0.2)
        self.head = nn.Linear(WIDTH, CHARACTERS)

    def forward(self, text):
        return self.head(self.lstm(self.embedding(text))[0])


def loss(scores, following):
    return nn.functional.cross_entropy(scores.flatten(0, 1), following.flatten())


def training():
    module = LanguageModel()
    return {
        "module": module,
        "loss": loss,
        "optimizer": torch.optim.Adam(module.parameters(), lr=2e-3),
        "clip_grad_norm": 1.0,
        "example": (torch.zeros(32, 128, dtype=torch.int64),
                    torch.zeros(32, 128, dtype=torch.int64)),
    }
