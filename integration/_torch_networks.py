#===- _torch_networks.py - Small networks of PyTorch -----------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""What integration/torch_import.py trains, and test/Inputs/torch/record_torch.py records."""


def networks(torch):
    """Name to module, loss, optimizer and a function that makes a batch."""
    nn = torch.nn
    F = nn.functional

    class Residual(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv = nn.Conv2d(3, 8, 3, padding=1, bias=False)
            self.norm = nn.BatchNorm2d(8)
            self.wide = nn.Conv2d(8, 8, 3, padding=1, groups=8)
            self.relu = nn.ReLU(inplace=True)
            self.fc = nn.Linear(8, 5)

        def forward(self, x):
            x = self.relu(self.norm(self.conv(x)))
            y = F.hardswish(self.wide(x))
            y += x
            return self.fc(F.adaptive_avg_pool2d(F.max_pool2d(y, 2), 1).flatten(1))

    class Attention(nn.Module):
        """Tied weights, a causal mask, positions, rows chosen by index."""

        def __init__(self):
            super().__init__()
            self.embed = nn.Embedding(20, 12)
            self.register_buffer("positions", torch.randn(1, 6, 12) * 0.1)
            layer = nn.TransformerEncoderLayer(12, 2, 24, dropout=0.0, batch_first=True)
            self.encoder = nn.TransformerEncoder(layer, 1, enable_nested_tensor=False)
            self.head = nn.Linear(12, 20, bias=False)
            self.head.weight = self.embed.weight

        def forward(self, x):
            mask = torch.triu(torch.ones(x.shape[1], x.shape[1], dtype=torch.bool), 1)
            h = self.encoder(self.embed(x) + self.positions, mask=mask)
            return self.head(h).transpose(1, 2)

    class Recurrent(nn.Module):
        def __init__(self):
            super().__init__()
            self.lstm = nn.LSTM(5, 6, num_layers=2, bidirectional=True, batch_first=True)
            self.fc = nn.Linear(12, 3)

        def forward(self, x):
            return self.fc(self.lstm(x)[0][:, -1])

    def adam(module):
        return torch.optim.AdamW(module.parameters(), lr=1e-3, weight_decay=0.05)

    def sgd(module):
        return torch.optim.SGD(module.parameters(), lr=0.05, momentum=0.9, nesterov=True)

    def integers(bound, *shape):
        return torch.randint(0, bound, shape)

    return {
        "perceptron": (lambda: nn.Sequential(nn.Linear(10, 16), nn.GELU(), nn.Linear(16, 4)),
                       nn.CrossEntropyLoss(label_smoothing=0.1), adam,
                       lambda n: (torch.randn(n, 10), integers(4, n))),
        "residual": (Residual, nn.CrossEntropyLoss(weight=torch.tensor([1., 2, 3, 1, 1])), sgd,
                     lambda n: (torch.randn(n, 3, 8, 8), integers(5, n))),
        "attention": (Attention, nn.CrossEntropyLoss(ignore_index=0), adam,
                      lambda n: (integers(20, n, 6), integers(20, n, 6))),
        "recurrent": (Recurrent, nn.CrossEntropyLoss(), adam,
                      lambda n: (torch.randn(n, 7, 5), integers(3, n))),
    }
