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

    class Speech(nn.Module):
        """Log-probabilities of letters and a blank, as CTC takes them."""

        def __init__(self):
            super().__init__()
            self.lstm = nn.LSTM(5, 8, bidirectional=True, batch_first=True)
            self.fc = nn.Linear(16, 6)

        def forward(self, x):
            return F.log_softmax(self.fc(self.lstm(x)[0]), -1).transpose(0, 1)

    class Spelling(nn.Module):
        """CTC of targets that end with blanks, of steps of which some do not count."""

        def forward(self, log_probs, target):
            lengths = (target > 0).sum(1)
            steps = log_probs.shape[0] - target.sum(1) % 3
            return F.ctc_loss(log_probs, target, steps, lengths)

    class Experts(nn.Module):
        """Of four experts each sample takes the two that a router gives the most weight."""

        def __init__(self):
            super().__init__()
            self.router = nn.Linear(10, 4)
            self.up = nn.Parameter(torch.randn(4, 10, 16) * 0.3)
            self.down = nn.Parameter(torch.randn(4, 16, 10) * 0.25)
            self.head = nn.Linear(10, 5)

        def forward(self, x):
            weights, chosen = F.softmax(self.router(x), -1).topk(2)
            weights = weights / weights.sum(-1, keepdim=True)
            hidden = F.gelu(torch.einsum("nd,edh->enh", x, self.up))
            made = torch.bmm(hidden, self.down).transpose(0, 1)
            taken = made.gather(1, chosen.unsqueeze(-1).expand(-1, -1, x.shape[1]))
            return self.head(x + (weights.unsqueeze(-1) * taken).sum(1))

    class Warped(nn.Module):
        """An image is turned as a part of the network says, and its pools are undone."""

        def __init__(self):
            super().__init__()
            self.turn = nn.Linear(2 * 36, 6)
            nn.init.normal_(self.turn.weight, std=0.01)
            with torch.no_grad():
                self.turn.bias.copy_(torch.tensor([0.9, 0.1, 0.05, -0.1, 0.8, 0.02]))
            self.conv = nn.Conv2d(2, 4, 3, padding=1)
            self.back = nn.Conv2d(4, 1, 3, padding=1)

        def forward(self, x):
            turn = self.turn(x.flatten(1)).view(-1, 2, 3)
            grid = F.affine_grid(turn, x.shape, align_corners=False)
            h = F.grid_sample(x, grid, padding_mode="border", align_corners=False)
            h, places = F.max_pool2d(self.conv(h), 2, return_indices=True)
            return self.back(F.max_unpool2d(torch.tanh(h), places, 2))

    class Messages(nn.Module):
        """Nodes of a graph take the largest and the mean of what their neighbours send."""

        def __init__(self):
            super().__init__()
            self.register_buffer("sender", torch.tensor([0, 1, 2, 3, 4, 0, 2, 4, 1]))
            self.register_buffer("receiver", torch.tensor([1, 2, 3, 4, 0, 2, 4, 1, 1]))
            self.message, self.head = nn.Linear(6, 8), nn.Linear(22, 3)

        def forward(self, x):
            sent = self.message(x)[:, self.sender]
            place = self.receiver.view(1, -1, 1).expand(sent.shape)
            none = torch.zeros(sent.shape[0], 5, 8, dtype=sent.dtype)
            most = none.scatter_reduce(1, place, sent, "amax", include_self=False)
            mean = none.scatter_reduce(1, place, sent, "mean", include_self=False)
            return self.head(torch.cat([x, most, mean], -1).mean(1))

    class Likelihood(nn.Module):
        """Of counts and of shares, these not far from evenly distributed."""

        def forward(self, output, target):
            shape, logits, a, b = output.unbind(-1)
            counts = torch.distributions.NegativeBinomial(F.softplus(shape) + 0.1, logits=logits)
            shares = torch.distributions.Beta(F.softplus(a) + 0.1, F.softplus(b) + 0.1)
            uniform = torch.distributions.Beta(torch.ones_like(a), torch.ones_like(b))
            apart = torch.distributions.kl_divergence(shares, uniform)
            return (0.1 * apart - counts.log_prob((4 * target[:, 0]).floor()) -
                    shares.log_prob(target[:, 1])).mean()

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
        "speech": (Speech, Spelling(), adam,
                   lambda n: (torch.randn(n, 12, 5),
                              integers(6, n, 4).clamp(min=1) *
                              (torch.arange(4) < integers(4, n, 1) + 1))),
        "warped": (Warped, nn.MSELoss(), adam,
                   lambda n: (torch.randn(n, 2, 6, 6), torch.randn(n, 1, 6, 6))),
        "messages": (Messages, nn.CrossEntropyLoss(), adam,
                     lambda n: (torch.randn(n, 5, 6), integers(3, n))),
        "likelihood": (lambda: nn.Sequential(nn.Linear(6, 16), nn.SiLU(), nn.Linear(16, 4)),
                       Likelihood(), adam,
                       lambda n: (torch.randn(n, 6), 0.8 * torch.rand(n, 2) + 0.1)),
        "experts": (Experts, nn.CrossEntropyLoss(), adam,
                    lambda n: (torch.randn(n, 10), integers(5, n))),
    }
