#===- gpt.py - A language model of attention -------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A transformer in the manner of GPT-2 that tells the next character of a text: layer norm
before each part, learned positions, the embedding used again as the last layer."""

import math

import torch
from torch import nn
from torch.nn import functional as F

CHARACTERS = 68
LENGTH = 128
WIDTH = 192
HEADS = 6
BLOCKS = 4
DROPOUT = 0.1
STEPS = 1000


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.dropout = nn.Dropout(DROPOUT)

    def forward(self, x):
        batch, length, _ = x.shape
        q, k, v = (part.view(batch, length, HEADS, -1).transpose(1, 2)
                   for part in self.qkv(x).chunk(3, dim=-1))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True,
                                           dropout_p=DROPOUT if self.training else 0.0)
        return self.dropout(self.out(y.transpose(1, 2).flatten(2)))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1 = nn.LayerNorm(WIDTH)
        self.attention = Attention()
        self.norm2 = nn.LayerNorm(WIDTH)
        self.mlp = nn.Sequential(nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(approximate="tanh"),
                                 nn.Linear(4 * WIDTH, WIDTH), nn.Dropout(DROPOUT))

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class GPT(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens = nn.Embedding(CHARACTERS, WIDTH)
        self.positions = nn.Embedding(LENGTH, WIDTH)
        self.dropout = nn.Dropout(DROPOUT)
        self.blocks = nn.ModuleList([Block() for _ in range(BLOCKS)])
        self.norm = nn.LayerNorm(WIDTH)
        self.head = nn.Linear(WIDTH, CHARACTERS, bias=False)
        self.head.weight = self.tokens.weight
        for name, parameter in self.named_parameters():
            if name.endswith("bias"):
                nn.init.zeros_(parameter)
            elif parameter.dim() == 2:
                # What is added to the residual stream, 2 BLOCKS times.
                is_last = name.endswith(("out.weight", "mlp.2.weight"))
                nn.init.normal_(parameter, 0.0,
                                0.02 / math.sqrt(2 * BLOCKS) if is_last else 0.02)

    def forward(self, text):
        x = self.tokens(text) + self.positions.weight[:text.shape[1]]
        x = self.dropout(x)
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def loss(scores, following):
    return F.cross_entropy(scores.flatten(0, 1), following.flatten())


def training():
    module = GPT()
    decayed = [p for p in module.parameters() if p.dim() == 2]
    others = [p for p in module.parameters() if p.dim() < 2]
    optimizer = torch.optim.AdamW([{"params": decayed, "weight_decay": 0.1},
                                   {"params": others, "weight_decay": 0.0}],
                                  lr=1e-3, betas=(0.9, 0.99))
    # A linear warm-up of 100 steps, then half a cosine down to a tenth.
    warm = torch.optim.lr_scheduler.LinearLR(optimizer, 1 / 100, total_iters=99)
    cosine = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, STEPS - 100, eta_min=1e-4)
    scheduler = torch.optim.lr_scheduler.SequentialLR(optimizer, [warm, cosine], [100])
    return {
        "module": module,
        "loss": loss,
        "optimizer": optimizer,
        "scheduler": scheduler,
        "clip_grad_norm": 1.0,
        "example": (torch.zeros(32, LENGTH, dtype=torch.int64),
                    torch.zeros(32, LENGTH, dtype=torch.int64)),
    }
