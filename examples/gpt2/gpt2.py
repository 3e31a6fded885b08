#===- gpt2.py - GPT-2 ------------------------------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""GPT-2 (Radford et al., "Language Models are Unsupervised Multitask Learners", 2019) in its
smallest size: 12 blocks, 124 million parameters. It tells the next of 50257 tokens."""

import math
from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional as F

WARM_UP = 100
STEPS = 10000


class Config(NamedTuple):
    blocks: int = 12
    width: int = 768
    heads: int = 12
    words: int = 50257
    length: int = 1024
    dropout: float = 0.1


class Attention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.heads, self.p = config.heads, config.dropout
        self.qkv = nn.Linear(config.width, 3 * config.width)
        self.out = nn.Linear(config.width, config.width)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x):
        batch, length, _ = x.shape
        q, k, v = (part.view(batch, length, self.heads, -1).transpose(1, 2)
                   for part in self.qkv(x).chunk(3, dim=-1))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True,
                                           dropout_p=self.p if self.training else 0.0)
        return self.dropout(self.out(y.transpose(1, 2).flatten(2)))


class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        width = config.width
        self.norm1 = nn.LayerNorm(width)
        self.attention = Attention(config)
        self.norm2 = nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(approximate="tanh"),
                                 nn.Linear(4 * width, width), nn.Dropout(config.dropout))

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class GPT2(nn.Module):
    def __init__(self, config=Config()):
        super().__init__()
        self.tokens = nn.Embedding(config.words, config.width)
        self.positions = nn.Embedding(config.length, config.width)
        self.dropout = nn.Dropout(config.dropout)
        self.blocks = nn.ModuleList([Block(config) for _ in range(config.blocks)])
        self.norm = nn.LayerNorm(config.width)
        self.head = nn.Linear(config.width, config.words, bias=False)
        self.head.weight = self.tokens.weight
        for name, parameter in self.named_parameters():
            if name.endswith("bias"):
                nn.init.zeros_(parameter)
            elif parameter.dim() == 2:
                # What is added to the residual stream, twice in each block.
                is_last = name.endswith(("out.weight", "mlp.2.weight"))
                nn.init.normal_(parameter, 0.0,
                                0.02 / math.sqrt(2 * config.blocks) if is_last else 0.02)

    def forward(self, text):
        x = self.tokens(text) + self.positions.weight[:text.shape[1]]
        x = self.dropout(x)
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def loss(scores, following):
    return F.cross_entropy(scores.flatten(0, 1), following.flatten())


def make_optimizer(module):
    """AdamW, which decays matrices alone."""
    decayed = [p for p in module.parameters() if p.dim() == 2]
    others = [p for p in module.parameters() if p.dim() < 2]
    return torch.optim.AdamW([{"params": decayed, "weight_decay": 0.1},
                              {"params": others, "weight_decay": 0.0}],
                             lr=6e-4, betas=(0.9, 0.95))


def training():
    config = Config()
    module = GPT2(config)
    optimizer = make_optimizer(module)
    # A linear warm-up, then half a cosine down to a tenth.
    warm = torch.optim.lr_scheduler.LinearLR(optimizer, 1 / WARM_UP, total_iters=WARM_UP - 1)
    cosine = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, STEPS - WARM_UP, eta_min=6e-5)
    scheduler = torch.optim.lr_scheduler.SequentialLR(optimizer, [warm, cosine], [WARM_UP])
    text = torch.zeros(2, config.length, dtype=torch.int64)
    return {
        "module": module,
        "loss": loss,
        "optimizer": optimizer,
        "scheduler": scheduler,
        "clip_grad_norm": 1.0,
        "example": (text, text),
    }
