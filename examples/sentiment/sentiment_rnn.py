#===- sentiment_rnn.py - An LSTM for the mood of reviews -------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""An LSTM that reads a review and tells whether it praises."""

import torch
from torch import nn

WORDS = 2000
LENGTH = 40


class SentimentRNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(WORDS, 100)
        self.lstm = nn.LSTM(100, 256, batch_first=True)
        self.linear = nn.Linear(256, 1)

    def forward(self, words, lengths):
        states, _ = self.lstm(self.embedding(words))
        # The state after a review's last word.
        last = (lengths - 1).view(-1, 1, 1).expand(-1, 1, states.shape[2])
        return torch.sigmoid(self.linear(states.gather(1, last).flatten(1))).flatten()


def right(output, praise):
    return ((output > 0.5) == (praise > 0.5)).float().mean()


def training():
    module = SentimentRNN()
    return {
        "module": module,
        "loss": nn.BCELoss(),
        "optimizer": torch.optim.Adam(module.parameters(), lr=1e-3),
        "example": (torch.zeros(32, LENGTH, dtype=torch.int64),
                    torch.ones(32, dtype=torch.int64), torch.zeros(32)),
        "dynamic_shapes": {"words": [1]},
        "metrics": {"right": right},
    }
