#===- zoo.py - Networks of many families, as they are written --------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Small networks of many families, written as their users write them in PyTorch: what
deviation.py trains. None is written for this project's sake.

A function of NETWORKS gives what `amp.torch.compile_training` takes, by its names; `example`
is a function that makes a new batch at each call."""

import math

import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler as schedulers

NETWORKS = {}


def network(function):
    NETWORKS[function.__name__] = function
    return function


def images(batch, channels, size, classes):
    return lambda: (torch.randn(batch, channels, size, size),
                    torch.randint(0, classes, (batch,)))


#===------------------------------------------------------------------------===#
# Images
#===------------------------------------------------------------------------===#


class LayerNorm2d(nn.LayerNorm):
    def forward(self, x):
        x = x.permute(0, 2, 3, 1)
        x = F.layer_norm(x, self.normalized_shape, self.weight, self.bias, self.eps)
        return x.permute(0, 3, 1, 2)


class ConvNeXtBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dwconv = nn.Conv2d(dim, dim, kernel_size=7, padding=3, groups=dim)
        self.norm = nn.LayerNorm(dim, eps=1e-6)
        self.pwconv1 = nn.Linear(dim, 4 * dim)
        self.act = nn.GELU()
        self.pwconv2 = nn.Linear(4 * dim, dim)
        self.gamma = nn.Parameter(0.1 * torch.ones(dim))

    def forward(self, x):
        skip = x
        x = self.dwconv(x).permute(0, 2, 3, 1)
        x = self.pwconv2(self.act(self.pwconv1(self.norm(x))))
        x = (self.gamma * x).permute(0, 3, 1, 2)
        return skip + x


@network
def convnext():
    module = nn.Sequential(
        nn.Conv2d(3, 16, 4, stride=4), LayerNorm2d(16, eps=1e-6),
        ConvNeXtBlock(16), LayerNorm2d(16, eps=1e-6), nn.Conv2d(16, 32, 2, stride=2),
        ConvNeXtBlock(32), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.LayerNorm(32),
        nn.Linear(32, 10))
    plain = [p for p in module.parameters() if p.ndim > 1]
    others = [p for p in module.parameters() if p.ndim <= 1]
    optimizer = torch.optim.AdamW([{"params": plain, "weight_decay": 0.05},
                                   {"params": others, "weight_decay": 0.0}], lr=2e-3)
    return {"module": module, "loss": nn.CrossEntropyLoss(label_smoothing=0.1),
            "optimizer": optimizer, "example": images(8, 3, 32, 10),
            "scheduler": schedulers.CosineAnnealingLR(optimizer, T_max=50)}


class SqueezeExcitation(nn.Module):
    def __init__(self, channels, squeezed):
        super().__init__()
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.fc1 = nn.Conv2d(channels, squeezed, 1)
        self.fc2 = nn.Conv2d(squeezed, channels, 1)

    def forward(self, x):
        scale = self.fc2(F.silu(self.fc1(self.avgpool(x)), inplace=True))
        return torch.sigmoid(scale) * x


class MBConv(nn.Module):
    def __init__(self, inputs, outputs, stride, expand):
        super().__init__()
        inner = inputs * expand
        self.block = nn.Sequential(
            nn.Conv2d(inputs, inner, 1, bias=False), nn.BatchNorm2d(inner),
            nn.SiLU(inplace=True),
            nn.Conv2d(inner, inner, 3, stride, 1, groups=inner, bias=False),
            nn.BatchNorm2d(inner), nn.SiLU(inplace=True),
            SqueezeExcitation(inner, max(1, inputs // 4)),
            nn.Conv2d(inner, outputs, 1, bias=False), nn.BatchNorm2d(outputs))
        self.residual = stride == 1 and inputs == outputs

    def forward(self, x):
        result = self.block(x)
        if self.residual:
            result += x
        return result


@network
def efficientnet():
    module = nn.Sequential(
        nn.Conv2d(3, 8, 3, 2, 1, bias=False), nn.BatchNorm2d(8), nn.SiLU(inplace=True),
        MBConv(8, 8, 1, 2), MBConv(8, 16, 2, 4), MBConv(16, 16, 1, 4),
        nn.Conv2d(16, 32, 1, bias=False), nn.BatchNorm2d(32), nn.SiLU(inplace=True),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Dropout(0.2, inplace=True),
        nn.Linear(32, 10))
    return {"module": module, "loss": nn.CrossEntropyLoss(),
            "optimizer": torch.optim.RMSprop(module.parameters(), lr=1e-3, alpha=0.9,
                                             eps=1e-2, momentum=0.9, weight_decay=1e-5),
            "example": images(8, 3, 24, 10)}


class DenseLayer(nn.Module):
    def __init__(self, inputs, growth):
        super().__init__()
        self.norm1, self.conv1 = nn.BatchNorm2d(inputs), nn.Conv2d(inputs, 4 * growth, 1,
                                                                   bias=False)
        self.norm2, self.conv2 = nn.BatchNorm2d(4 * growth), nn.Conv2d(4 * growth, growth, 3,
                                                                       padding=1, bias=False)

    def forward(self, features):
        x = self.conv1(F.relu(self.norm1(torch.cat(features, 1))))
        return self.conv2(F.relu(self.norm2(x)))


class DenseBlock(nn.ModuleList):
    def __init__(self, count, inputs, growth):
        super().__init__(DenseLayer(inputs + i * growth, growth) for i in range(count))

    def forward(self, x):
        features = [x]
        for layer in self:
            features.append(layer(features))
        return torch.cat(features, 1)


@network
def densenet():
    module = nn.Sequential(
        nn.Conv2d(3, 12, 3, padding=1, bias=False), DenseBlock(3, 12, 6),
        nn.BatchNorm2d(30), nn.ReLU(inplace=True), nn.Conv2d(30, 15, 1, bias=False),
        nn.AvgPool2d(2, 2), DenseBlock(3, 15, 6), nn.BatchNorm2d(33), nn.ReLU(inplace=True),
        nn.AdaptiveAvgPool2d((1, 1)), nn.Flatten(), nn.Linear(33, 10))
    optimizer = torch.optim.SGD(module.parameters(), lr=0.05, momentum=0.9, nesterov=True,
                                weight_decay=1e-4)
    return {"module": module, "loss": nn.CrossEntropyLoss(), "optimizer": optimizer,
            "example": images(8, 3, 16, 10),
            "scheduler": schedulers.MultiStepLR(optimizer, [20, 40], 0.1)}


@network
def vgg():
    layers, inputs = [], 3
    for width in (8, "M", 16, 16, "M"):
        if width == "M":
            layers.append(nn.MaxPool2d(kernel_size=2, stride=2))
        else:
            layers += [nn.Conv2d(inputs, width, 3, padding=1), nn.ReLU(inplace=True)]
            inputs = width
    module = nn.Sequential(
        *layers, nn.AdaptiveAvgPool2d((3, 3)), nn.Flatten(1), nn.Linear(144, 64),
        nn.ReLU(True), nn.Dropout(), nn.Linear(64, 64), nn.ReLU(True), nn.Dropout(),
        nn.Linear(64, 10))
    for layer in module:
        if isinstance(layer, nn.Conv2d):
            nn.init.kaiming_normal_(layer.weight, mode="fan_out", nonlinearity="relu")
            nn.init.zeros_(layer.bias)
    optimizer = torch.optim.SGD(module.parameters(), lr=0.02, momentum=0.9, weight_decay=5e-4)
    return {"module": module, "loss": F.cross_entropy, "optimizer": optimizer,
            "example": images(8, 3, 14, 10),
            "scheduler": schedulers.StepLR(optimizer, 15, 0.5)}


class BasicConv(nn.Module):
    def __init__(self, inputs, outputs, **settings):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, bias=False, **settings)
        self.bn = nn.BatchNorm2d(outputs, eps=0.001)

    def forward(self, x):
        return F.relu(self.bn(self.conv(x)), inplace=True)


class Inception(nn.Module):
    def __init__(self, inputs):
        super().__init__()
        self.branch1 = BasicConv(inputs, 8, kernel_size=1)
        self.branch5 = nn.Sequential(BasicConv(inputs, 4, kernel_size=1),
                                     BasicConv(4, 8, kernel_size=5, padding=2))
        self.branch7 = nn.Sequential(BasicConv(inputs, 4, kernel_size=1),
                                     BasicConv(4, 8, kernel_size=(1, 7), padding=(0, 3)),
                                     BasicConv(8, 8, kernel_size=(7, 1), padding=(3, 0)))
        self.pool = BasicConv(inputs, 8, kernel_size=1)

    def forward(self, x):
        pooled = F.avg_pool2d(x, kernel_size=3, stride=1, padding=1)
        return torch.cat([self.branch1(x), self.branch5(x), self.branch7(x),
                          self.pool(pooled)], 1)


class InceptionNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = BasicConv(3, 12, kernel_size=3, stride=2)
        self.first, self.second = Inception(12), Inception(32)
        self.aux, self.fc = nn.Linear(32, 10), nn.Linear(32, 10)

    def forward(self, x):
        x = F.max_pool2d(self.stem(x), kernel_size=3, stride=1, ceil_mode=True)
        x = self.first(x)
        aux = self.aux(torch.flatten(F.adaptive_avg_pool2d(x, (1, 1)), 1)) \
            if self.training else None
        x = self.second(x).mean([2, 3])
        x = self.fc(x)
        return (x, aux) if self.training else x


@network
def inception():
    def loss(output, target):
        if isinstance(output, tuple):
            return F.cross_entropy(output[0], target) + 0.4 * F.cross_entropy(output[1], target)
        return F.cross_entropy(output, target)
    module = InceptionNet()
    return {"module": module, "loss": loss, "example": images(8, 3, 23, 10),
            "optimizer": torch.optim.Adam(module.parameters(), lr=1e-3)}


def channel_shuffle(x, groups):
    batch, channels, height, width = x.size()
    x = x.view(batch, groups, channels // groups, height, width)
    return torch.transpose(x, 1, 2).contiguous().view(batch, channels, height, width)


class ShuffleUnit(nn.Module):
    def __init__(self, width):
        super().__init__()
        half = width // 2
        self.branch = nn.Sequential(
            nn.Conv2d(half, half, 1, bias=False), nn.BatchNorm2d(half), nn.ReLU(inplace=True),
            nn.Conv2d(half, half, 3, 1, 1, groups=half, bias=False), nn.BatchNorm2d(half),
            nn.Conv2d(half, half, 1, bias=False), nn.BatchNorm2d(half), nn.ReLU(inplace=True))

    def forward(self, x):
        first, second = x.chunk(2, dim=1)
        return channel_shuffle(torch.cat((first, self.branch(second)), dim=1), 2)


@network
def shufflenet():
    module = nn.Sequential(
        nn.Conv2d(3, 24, 3, 2, 1, bias=False), nn.BatchNorm2d(24), nn.ReLU(inplace=True),
        nn.MaxPool2d(3, 2, 1), *(ShuffleUnit(24) for _ in range(3)),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(24, 10))
    return {"module": module, "loss": nn.CrossEntropyLoss(), "example": images(8, 3, 32, 10),
            "optimizer": torch.optim.SGD(module.parameters(), lr=0.1, momentum=0.9,
                                         nesterov=True, weight_decay=4e-5)}


class ResNeXtBlock(nn.Module):
    def __init__(self, inputs, width, outputs, groups, stride=1):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(inputs, width, 1, bias=False), nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, stride, 1, groups=groups, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.conv3, self.bn3 = nn.Conv2d(width, outputs, 1, bias=False), nn.BatchNorm2d(outputs)
        nn.init.zeros_(self.bn3.weight)
        self.relu = nn.ReLU(inplace=True)
        self.downsample = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False),
                                        nn.BatchNorm2d(outputs))

    def forward(self, x):
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.relu(self.bn2(self.conv2(out)))
        out = self.bn3(self.conv3(out))
        out += self.downsample(x)
        return self.relu(out)


@network
def resnext():
    module = nn.Sequential(nn.Conv2d(3, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16),
                           nn.ReLU(inplace=True), ResNeXtBlock(16, 16, 32, 4),
                           ResNeXtBlock(32, 32, 32, 8, stride=2),
                           nn.AdaptiveAvgPool2d((1, 1)), nn.Flatten(1), nn.Linear(32, 10))
    optimizer = torch.optim.SGD(module.parameters(), lr=0.05, momentum=0.9)
    return {"module": module, "loss": nn.CrossEntropyLoss(), "optimizer": optimizer,
            "example": images(8, 3, 16, 10), "clip_grad_norm": 1.0}


class Fire(nn.Module):
    def __init__(self, inputs, squeeze, expand):
        super().__init__()
        self.squeeze = nn.Conv2d(inputs, squeeze, kernel_size=1)
        self.expand1x1 = nn.Conv2d(squeeze, expand, kernel_size=1)
        self.expand3x3 = nn.Conv2d(squeeze, expand, kernel_size=3, padding=1)
        self.activation = nn.ReLU(inplace=True)

    def forward(self, x):
        x = self.activation(self.squeeze(x))
        return torch.cat([self.activation(self.expand1x1(x)),
                          self.activation(self.expand3x3(x))], 1)


@network
def squeezenet():
    module = nn.Sequential(
        nn.Conv2d(3, 16, kernel_size=3, stride=2), nn.ReLU(inplace=True),
        nn.MaxPool2d(kernel_size=3, stride=2, ceil_mode=True), Fire(16, 4, 12), Fire(24, 4, 12),
        nn.MaxPool2d(kernel_size=3, stride=2, ceil_mode=True), Fire(24, 6, 16),
        nn.Dropout(p=0.5), nn.Conv2d(32, 10, kernel_size=1), nn.ReLU(inplace=True),
        nn.AdaptiveAvgPool2d((1, 1)), nn.Flatten(1))
    return {"module": module, "loss": nn.CrossEntropyLoss(), "example": images(8, 3, 32, 10),
            "optimizer": torch.optim.Adagrad(module.parameters(), lr=5e-3, lr_decay=1e-3)}


class MixerBlock(nn.Module):
    def __init__(self, tokens, width):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.tokens = nn.Sequential(nn.Linear(tokens, 32), nn.GELU(), nn.Linear(32, tokens))
        self.channels = nn.Sequential(nn.Linear(width, 64), nn.GELU(), nn.Linear(64, width))

    def forward(self, x):
        x = x + self.tokens(self.norm1(x).transpose(1, 2)).transpose(1, 2)
        return x + self.channels(self.norm2(x))


class Mixer(nn.Module):
    def __init__(self):
        super().__init__()
        self.patches = nn.Conv2d(3, 32, 4, 4)
        self.blocks = nn.Sequential(*(MixerBlock(16, 32) for _ in range(2)))
        self.norm, self.head = nn.LayerNorm(32), nn.Linear(32, 10)

    def forward(self, x):
        x = self.patches(x).flatten(2).transpose(1, 2)
        return self.head(self.norm(self.blocks(x)).mean(dim=1))


@network
def mlp_mixer():
    module = Mixer()
    optimizer = torch.optim.Adam(module.parameters(), lr=1e-3)
    return {"module": module, "loss": nn.CrossEntropyLoss(), "optimizer": optimizer,
            "example": images(8, 3, 16, 10),
            "scheduler": schedulers.OneCycleLR(optimizer, max_lr=5e-3, total_steps=60,
                                               cycle_momentum=False)}


def window_partition(x, window):
    batch, height, width, channels = x.shape
    x = x.view(batch, height // window, window, width // window, window, channels)
    return x.permute(0, 1, 3, 2, 4, 5).contiguous().view(-1, window * window, channels)


def window_reverse(windows, window, height, width):
    batch = int(windows.shape[0] / (height * width / window / window))
    x = windows.view(batch, height // window, width // window, window, window, -1)
    return x.permute(0, 1, 3, 2, 4, 5).contiguous().view(batch, height, width, -1)


class WindowAttention(nn.Module):
    def __init__(self, dim, window, heads):
        super().__init__()
        self.heads, self.scale = heads, (dim // heads) ** -0.5
        self.relative_position_bias_table = nn.Parameter(torch.zeros((2 * window - 1) ** 2,
                                                                     heads))
        nn.init.trunc_normal_(self.relative_position_bias_table, std=0.02)
        coords = torch.stack(torch.meshgrid([torch.arange(window), torch.arange(window)],
                                            indexing="ij"))
        coords = torch.flatten(coords, 1)
        relative = (coords[:, :, None] - coords[:, None, :]).permute(1, 2, 0).contiguous()
        relative[:, :, 0] += window - 1
        relative[:, :, 1] += window - 1
        relative[:, :, 0] *= 2 * window - 1
        self.register_buffer("relative_position_index", relative.sum(-1))
        self.qkv, self.proj = nn.Linear(dim, dim * 3), nn.Linear(dim, dim)
        self.softmax = nn.Softmax(dim=-1)

    def forward(self, x, mask=None):
        windows, tokens, dim = x.shape
        qkv = self.qkv(x).reshape(windows, tokens, 3, self.heads, dim // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4)
        attn = (q * self.scale) @ k.transpose(-2, -1)
        bias = self.relative_position_bias_table[self.relative_position_index.view(-1)]
        bias = bias.view(tokens, tokens, -1).permute(2, 0, 1).contiguous()
        attn = attn + bias.unsqueeze(0)
        if mask is not None:
            count = mask.shape[0]
            attn = attn.view(windows // count, count, self.heads, tokens, tokens)
            attn = attn + mask.unsqueeze(1).unsqueeze(0)
            attn = attn.view(-1, self.heads, tokens, tokens)
        x = (self.softmax(attn) @ v).transpose(1, 2).reshape(windows, tokens, dim)
        return self.proj(x)


class SwinBlock(nn.Module):
    def __init__(self, dim, size, window, heads, shift):
        super().__init__()
        self.size, self.window, self.shift = size, window, shift
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.attn = WindowAttention(dim, window, heads)
        self.mlp = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))
        mask = None
        if shift:
            img = torch.zeros((1, size, size, 1))
            count = 0
            for h in (slice(0, -window), slice(-window, -shift), slice(-shift, None)):
                for w in (slice(0, -window), slice(-window, -shift), slice(-shift, None)):
                    img[:, h, w, :] = count
                    count += 1
            windows = window_partition(img, window).view(-1, window * window)
            mask = windows.unsqueeze(1) - windows.unsqueeze(2)
            mask = mask.masked_fill(mask != 0, float(-100.0)).masked_fill(mask == 0, 0.0)
        self.register_buffer("attn_mask", mask)

    def forward(self, x):
        batch, tokens, dim = x.shape
        shortcut = x
        x = self.norm1(x).view(batch, self.size, self.size, dim)
        if self.shift > 0:
            x = torch.roll(x, shifts=(-self.shift, -self.shift), dims=(1, 2))
        x = self.attn(window_partition(x, self.window), mask=self.attn_mask)
        x = window_reverse(x, self.window, self.size, self.size)
        if self.shift > 0:
            x = torch.roll(x, shifts=(self.shift, self.shift), dims=(1, 2))
        x = shortcut + x.view(batch, tokens, dim)
        return x + self.mlp(self.norm2(x))


class PatchMerging(nn.Module):
    def __init__(self, size, dim):
        super().__init__()
        self.size = size
        self.reduction, self.norm = nn.Linear(4 * dim, 2 * dim, bias=False), nn.LayerNorm(4 * dim)

    def forward(self, x):
        batch, _, dim = x.shape
        x = x.view(batch, self.size, self.size, dim)
        x = torch.cat([x[:, 0::2, 0::2, :], x[:, 1::2, 0::2, :], x[:, 0::2, 1::2, :],
                       x[:, 1::2, 1::2, :]], -1)
        return self.reduction(self.norm(x.view(batch, -1, 4 * dim)))


class Swin(nn.Module):
    def __init__(self):
        super().__init__()
        self.patches = nn.Conv2d(3, 16, 2, 2)
        self.blocks = nn.Sequential(
            SwinBlock(16, 8, 4, 2, 0), SwinBlock(16, 8, 4, 2, 2), PatchMerging(8, 16),
            SwinBlock(32, 4, 4, 4, 0))
        self.norm, self.avgpool, self.head = nn.LayerNorm(32), nn.AdaptiveAvgPool1d(1), \
            nn.Linear(32, 10)

    def forward(self, x):
        x = self.blocks(self.patches(x).flatten(2).transpose(1, 2))
        x = self.avgpool(self.norm(x).transpose(1, 2))
        return self.head(torch.flatten(x, 1))


@network
def swin():
    module = Swin()
    optimizer = torch.optim.AdamW(module.parameters(), lr=1e-3, weight_decay=0.05)
    warmup = schedulers.LinearLR(optimizer, start_factor=0.1, total_iters=10)
    cosine = schedulers.CosineAnnealingLR(optimizer, 40)
    return {"module": module, "loss": nn.CrossEntropyLoss(), "optimizer": optimizer,
            "example": images(4, 3, 16, 10), "clip_grad_norm": 5.0,
            "stepped": schedulers.SequentialLR(optimizer, [warmup, cosine], [10])}


class UNet3d(nn.Module):
    def __init__(self):
        super().__init__()

        def block(inputs, outputs):
            return nn.Sequential(
                nn.Conv3d(inputs, outputs, 3, padding=1), nn.InstanceNorm3d(outputs, affine=True),
                nn.LeakyReLU(0.01, inplace=True),
                nn.Conv3d(outputs, outputs, 3, padding=1),
                nn.InstanceNorm3d(outputs, affine=True), nn.LeakyReLU(0.01, inplace=True))
        self.down, self.pool, self.bottom = block(1, 4), nn.MaxPool3d(2), block(4, 8)
        self.up = nn.ConvTranspose3d(8, 4, kernel_size=2, stride=2)
        self.decode, self.out = block(8, 4), nn.Conv3d(4, 2, 1)

    def forward(self, x):
        skip = self.down(x)
        x = self.up(self.bottom(self.pool(skip)))
        return self.out(self.decode(torch.cat((x, skip), dim=1)))


@network
def unet3d():
    def dice_and_cross_entropy(output, target):
        probability = F.softmax(output, dim=1)
        one_hot = F.one_hot(target, 2).permute(0, 4, 1, 2, 3).float()
        dims = (0, 2, 3, 4)
        overlap = (probability * one_hot).sum(dims)
        total = probability.sum(dims) + one_hot.sum(dims)
        return 1 - ((2 * overlap + 1) / (total + 1)).mean() + F.cross_entropy(output, target)
    module = UNet3d()
    return {"module": module, "loss": dice_and_cross_entropy,
            "optimizer": torch.optim.SGD(module.parameters(), lr=0.01, momentum=0.99,
                                         nesterov=True, weight_decay=3e-5),
            "example": lambda: (torch.randn(2, 1, 8, 8, 8), torch.randint(0, 2, (2, 8, 8, 8))),
            "clip_grad_norm": 12.0}


class StyleNet(nn.Module):
    """Johnson's network: reflection padding, instance norm, upsampling."""

    def __init__(self):
        super().__init__()

        def conv(inputs, outputs, size, stride=1):
            return nn.Sequential(nn.ReflectionPad2d(size // 2),
                                 nn.Conv2d(inputs, outputs, size, stride))

        class Residual(nn.Module):
            def __init__(self, width):
                super().__init__()
                self.conv1, self.conv2 = conv(width, width, 3), conv(width, width, 3)
                self.in1 = nn.InstanceNorm2d(width, affine=True)
                self.in2 = nn.InstanceNorm2d(width, affine=True)

            def forward(self, x):
                out = F.relu(self.in1(self.conv1(x)))
                return self.in2(self.conv2(out)) + x
        self.down = nn.Sequential(conv(3, 8, 9), nn.InstanceNorm2d(8, affine=True), nn.ReLU(),
                                  conv(8, 16, 3, 2), nn.InstanceNorm2d(16, affine=True),
                                  nn.ReLU(), Residual(16))
        self.up, self.norm, self.out = conv(16, 8, 3), nn.InstanceNorm2d(8), conv(8, 3, 9)

    def forward(self, x):
        x = F.interpolate(self.down(x), mode="nearest", scale_factor=2)
        return self.out(F.relu(self.norm(self.up(x))))


@network
def style():
    def gram(x):
        batch, channels, height, width = x.size()
        features = x.view(batch, channels, height * width)
        return features.bmm(features.transpose(1, 2)) / (channels * height * width)

    def loss(output, target):
        variation = torch.mean(torch.abs(output[:, :, :, :-1] - output[:, :, :, 1:])) + \
            torch.mean(torch.abs(output[:, :, :-1, :] - output[:, :, 1:, :]))
        return F.mse_loss(output, target) + 10 * F.mse_loss(gram(output), gram(target)) + \
            0.1 * variation
    module = StyleNet()
    return {"module": module, "loss": loss,
            "optimizer": torch.optim.Adam(module.parameters(), lr=1e-3),
            "example": lambda: (torch.randn(2, 3, 16, 16), torch.randn(2, 3, 16, 16))}


class DeepLab(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 12, 3, 2, 1, bias=False), nn.BatchNorm2d(12),
                                  nn.ReLU())
        self.aspp = nn.ModuleList(
            nn.Sequential(nn.Conv2d(12, 8, 3, padding=rate, dilation=rate, bias=False),
                          nn.BatchNorm2d(8), nn.ReLU()) for rate in (1, 2, 4))
        self.pool = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(12, 8, 1), nn.ReLU())
        self.head = nn.Conv2d(32, 4, 1)

    def forward(self, x):
        size = x.shape[-2:]
        x = self.stem(x)
        pooled = F.interpolate(self.pool(x), size=x.shape[-2:], mode="bilinear",
                               align_corners=False)
        x = torch.cat([branch(x) for branch in self.aspp] + [pooled], dim=1)
        return F.interpolate(self.head(x), size=size, mode="bilinear", align_corners=False)


@network
def segmentation():
    def focal(output, target, gamma=2.0, alpha=0.25):
        error = F.cross_entropy(output, target, reduction="none", ignore_index=255)
        right = torch.exp(-error)
        return (alpha * (1 - right) ** gamma * error).mean()

    def batch():
        target = torch.randint(0, 4, (4, 16, 16))
        target[:, :2] = 255
        return torch.randn(4, 3, 16, 16), target
    module = DeepLab()
    optimizer = torch.optim.SGD(module.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-4)
    return {"module": module, "loss": focal, "optimizer": optimizer, "example": batch,
            "scheduler": schedulers.PolynomialLR(optimizer, 60, power=0.9)}


@network
def autoencoder():
    module = nn.Sequential(
        nn.Conv2d(1, 8, 3, stride=2, padding=1), nn.ReLU(),
        nn.Conv2d(8, 16, 3, stride=2, padding=1), nn.ReLU(), nn.Conv2d(16, 24, 7), nn.ReLU(),
        nn.ConvTranspose2d(24, 16, 7), nn.ReLU(),
        nn.ConvTranspose2d(16, 8, 3, stride=2, padding=1, output_padding=1), nn.ReLU(),
        nn.ConvTranspose2d(8, 1, 3, stride=2, padding=1, output_padding=1), nn.Sigmoid())

    def batch():
        x = torch.rand(8, 1, 28, 28)
        return x, x
    return {"module": module, "loss": nn.MSELoss(), "example": batch,
            "optimizer": torch.optim.Adam(module.parameters(), lr=1e-3, weight_decay=1e-5)}


class Capsules(nn.Module):
    """Routing by agreement."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 16, 5)
        self.primary = nn.Conv2d(16, 16, 5, stride=2)
        self.weight = nn.Parameter(0.1 * torch.randn(1, 5, 64, 8, 4))

    @staticmethod
    def squash(x, dim=-1):
        norm = (x ** 2).sum(dim, keepdim=True)
        return norm / (1 + norm) * x / (torch.sqrt(norm) + 1e-8)

    def forward(self, x):
        x = self.primary(F.relu(self.conv(x)))
        x = self.squash(x.view(x.size(0), 4, -1).transpose(1, 2))
        hat = torch.matmul(self.weight, x[:, None, :, :, None]).squeeze(-1)
        detached = hat.detach()
        logits = torch.zeros(x.size(0), 5, 64, 1, device=x.device)
        for _ in range(2):
            outputs = self.squash((F.softmax(logits, dim=1) * detached).sum(dim=2))
            logits = logits + torch.matmul(detached, outputs.unsqueeze(-1))
        outputs = self.squash((F.softmax(logits, dim=1) * hat).sum(dim=2))
        return outputs.norm(dim=-1)


@network
def capsules():
    def margin(output, target):
        labels = torch.eye(5)[target]
        left, right = F.relu(0.9 - output) ** 2, F.relu(output - 0.1) ** 2
        return (labels * left + 0.5 * (1 - labels) * right).sum(1).mean()
    module = Capsules()
    return {"module": module, "loss": margin,
            "optimizer": torch.optim.Adam(module.parameters()), "example": images(8, 1, 16, 5)}


#===------------------------------------------------------------------------===#
# Sequences
#===------------------------------------------------------------------------===#


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.eps, self.weight = eps, nn.Parameter(torch.ones(dim))

    def forward(self, x):
        return self.weight * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps))


def rotate_half(x):
    first, second = x[..., :x.shape[-1] // 2], x[..., x.shape[-1] // 2:]
    return torch.cat((-second, first), dim=-1)


class LlamaBlock(nn.Module):
    def __init__(self, dim, heads, kv_heads, hidden):
        super().__init__()
        self.heads, self.kv_heads, self.size = heads, kv_heads, dim // heads
        self.q_proj = nn.Linear(dim, dim, bias=False)
        self.k_proj = nn.Linear(dim, kv_heads * self.size, bias=False)
        self.v_proj = nn.Linear(dim, kv_heads * self.size, bias=False)
        self.o_proj = nn.Linear(dim, dim, bias=False)
        self.gate_proj = nn.Linear(dim, hidden, bias=False)
        self.up_proj = nn.Linear(dim, hidden, bias=False)
        self.down_proj = nn.Linear(hidden, dim, bias=False)
        self.input_norm, self.post_norm = RMSNorm(dim), RMSNorm(dim)

    def attend(self, x, cos, sin):
        batch, length, _ = x.shape
        q = self.q_proj(x).view(batch, length, self.heads, self.size).transpose(1, 2)
        k = self.k_proj(x).view(batch, length, self.kv_heads, self.size).transpose(1, 2)
        v = self.v_proj(x).view(batch, length, self.kv_heads, self.size).transpose(1, 2)
        q = q * cos + rotate_half(q) * sin
        k = k * cos + rotate_half(k) * sin
        repeat = self.heads // self.kv_heads
        k = k[:, :, None].expand(-1, -1, repeat, -1, -1).reshape(batch, self.heads, length, -1)
        v = v[:, :, None].expand(-1, -1, repeat, -1, -1).reshape(batch, self.heads, length, -1)
        out = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.o_proj(out.transpose(1, 2).contiguous().view(batch, length, -1))

    def forward(self, x, cos, sin):
        x = x + self.attend(self.input_norm(x), cos, sin)
        h = self.post_norm(x)
        return x + self.down_proj(F.silu(self.gate_proj(h)) * self.up_proj(h))


class Llama(nn.Module):
    def __init__(self, vocabulary=50, dim=32, length=16):
        super().__init__()
        self.embed = nn.Embedding(vocabulary, dim)
        self.layers = nn.ModuleList(LlamaBlock(dim, 4, 2, 64) for _ in range(2))
        self.norm, self.head = RMSNorm(dim), nn.Linear(dim, vocabulary, bias=False)
        size = dim // 4
        frequencies = 1.0 / (10000 ** (torch.arange(0, size, 2).float() / size))
        angles = torch.outer(torch.arange(length).float(), frequencies)
        angles = torch.cat((angles, angles), dim=-1)
        self.register_buffer("cos", angles.cos(), persistent=False)
        self.register_buffer("sin", angles.sin(), persistent=False)

    def forward(self, tokens):
        length = tokens.shape[1]
        x = self.embed(tokens)
        for layer in self.layers:
            x = layer(x, self.cos[:length], self.sin[:length])
        return self.head(self.norm(x))


def next_token(output, target):
    return F.cross_entropy(output.view(-1, output.size(-1)), target.view(-1))


@network
def llama():
    module = Llama()
    optimizer = torch.optim.AdamW(module.parameters(), lr=3e-3, betas=(0.9, 0.95),
                                  weight_decay=0.1)

    def rate(step):
        return (step + 1) / 10 if step < 10 else \
            0.1 + 0.45 * (1 + math.cos(math.pi * (step - 10) / 40))

    def batch():
        tokens = torch.randint(0, 50, (4, 17))
        return tokens[:, :-1].contiguous(), tokens[:, 1:].contiguous()
    return {"module": module, "loss": next_token, "optimizer": optimizer, "example": batch,
            "clip_grad_norm": 1.0, "stepped": schedulers.LambdaLR(optimizer, rate)}


class T5Attention(nn.Module):
    def __init__(self, dim, heads, has_bias, bidirectional=True):
        super().__init__()
        self.heads, self.bidirectional = heads, bidirectional
        self.q, self.k, self.v, self.o = (nn.Linear(dim, dim, bias=False) for _ in range(4))
        self.bias = nn.Embedding(8, heads) if has_bias else None

    def bucket(self, relative, buckets=8, most=16):
        result = 0
        if self.bidirectional:
            buckets //= 2
            result = (relative > 0).to(torch.long) * buckets
            relative = torch.abs(relative)
        else:
            relative = -torch.min(relative, torch.zeros_like(relative))
        exact = buckets // 2
        large = exact + (torch.log(relative.float() / exact) / math.log(most / exact)
                         * (buckets - exact)).to(torch.long)
        large = torch.min(large, torch.full_like(large, buckets - 1))
        return result + torch.where(relative < exact, relative, large)

    def forward(self, x, memory=None, bias=None, mask=None):
        memory = x if memory is None else memory
        batch, length, dim = x.shape

        def split(y):
            return y.view(batch, -1, self.heads, dim // self.heads).transpose(1, 2)
        q, k, v = split(self.q(x)), split(self.k(memory)), split(self.v(memory))
        scores = torch.matmul(q, k.transpose(3, 2))
        if self.bias is not None:
            positions = torch.arange(k.shape[2])[None, :] - torch.arange(length)[:, None]
            bias = self.bias(self.bucket(positions)).permute(2, 0, 1).unsqueeze(0)
        if bias is not None:
            scores = scores + bias
        if mask is not None:
            scores = scores.masked_fill(mask, torch.finfo(scores.dtype).min)
        weights = F.softmax(scores.float(), dim=-1).type_as(scores)
        out = torch.matmul(weights, v).transpose(1, 2).contiguous().view(batch, length, dim)
        return self.o(out), bias


class T5Layer(nn.Module):
    def __init__(self, dim, heads, decodes, first):
        super().__init__()
        self.attention = T5Attention(dim, heads, first, not decodes)
        self.cross = T5Attention(dim, heads, False) if decodes else None
        self.wi, self.wo = nn.Linear(dim, 2 * dim, bias=False), nn.Linear(2 * dim, dim,
                                                                          bias=False)
        self.norms = nn.ModuleList(RMSNorm(dim) for _ in range(3))

    def forward(self, x, memory, bias, mask):
        out, bias = self.attention(self.norms[0](x), bias=bias, mask=mask)
        x = x + out
        if self.cross is not None:
            x = x + self.cross(self.norms[1](x), memory)[0]
        return x + self.wo(F.relu(self.wi(self.norms[2](x)))), bias


class T5(nn.Module):
    def __init__(self, vocabulary=40, dim=32):
        super().__init__()
        self.dim = dim
        self.shared = nn.Embedding(vocabulary, dim)
        self.encoder = nn.ModuleList(T5Layer(dim, 4, False, i == 0) for i in range(2))
        self.decoder = nn.ModuleList(T5Layer(dim, 4, True, i == 0) for i in range(2))
        self.norm, self.final = RMSNorm(dim), RMSNorm(dim)
        self.lm_head = nn.Linear(dim, vocabulary, bias=False)
        self.lm_head.weight = self.shared.weight

    def forward(self, source, target):
        x, bias = self.shared(source), None
        for layer in self.encoder:
            x, bias = layer(x, None, bias, None)
        memory = self.norm(x)
        length = target.shape[1]
        mask = torch.ones(length, length, dtype=torch.bool).triu(1)
        y, bias = self.shared(target), None
        for layer in self.decoder:
            y, bias = layer(y, memory, bias, mask)
        return self.lm_head(self.final(y) * self.dim ** -0.5)


@network
def t5():
    def batch():
        labels = torch.randint(1, 40, (4, 9))
        labels[:, 7:] = -100
        shifted = torch.cat([torch.zeros(4, 1, dtype=torch.long), labels[:, :-1]], 1)
        return (torch.randint(1, 40, (4, 11)), shifted.masked_fill(shifted == -100, 0), labels)
    module = T5()
    return {"module": module, "loss": next_token, "example": batch,
            "optimizer": torch.optim.AdamW(module.parameters(), lr=1e-3)}


class BertMLM(nn.Module):
    def __init__(self, vocabulary=60, dim=32, length=12):
        super().__init__()
        self.words = nn.Embedding(vocabulary, dim, padding_idx=0)
        self.positions, self.types = nn.Embedding(length, dim), nn.Embedding(2, dim)
        self.norm = nn.LayerNorm(dim, eps=1e-12)
        layer = nn.TransformerEncoderLayer(dim, 4, 64, 0.1, "gelu", batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 2)
        self.dense, self.norm2 = nn.Linear(dim, dim), nn.LayerNorm(dim)
        self.bias = nn.Parameter(torch.zeros(vocabulary))

    def forward(self, tokens, types):
        positions = torch.arange(tokens.size(1), device=tokens.device).unsqueeze(0)
        x = self.norm(self.words(tokens) + self.positions(positions) + self.types(types))
        x = self.encoder(x, src_key_padding_mask=tokens == 0)
        x = self.norm2(F.gelu(self.dense(x)))
        return F.linear(x, self.words.weight, self.bias)


@network
def bert():
    def batch():
        tokens = torch.randint(1, 60, (4, 12))
        tokens[0, 8:] = 0
        labels = torch.where(torch.rand(4, 12) < 0.3, tokens, -100)
        labels[:, 0] = tokens[:, 0]
        types = (torch.arange(12) > 6).long().expand(4, 12)
        return tokens.masked_fill(labels > 0, 3), types.contiguous(), labels
    module = BertMLM()
    decayed = {"params": [p for n, p in module.named_parameters()
                          if "bias" not in n and "norm" not in n], "weight_decay": 0.01}
    others = {"params": [p for n, p in module.named_parameters()
                         if "bias" in n or "norm" in n], "weight_decay": 0.0}
    optimizer = torch.optim.AdamW([decayed, others], lr=1e-3, eps=1e-6)
    return {"module": module, "loss": next_token, "optimizer": optimizer, "example": batch,
            "clip_grad_norm": 1.0,
            "stepped": schedulers.LambdaLR(optimizer, lambda s: min(1, (s + 1) / 10))}


class Seq2Seq(nn.Module):
    """Bahdanau's attention, over a decoder that a loop steps."""

    def __init__(self, vocabulary=30, dim=24):
        super().__init__()
        self.source, self.target = nn.Embedding(vocabulary, dim), nn.Embedding(vocabulary, dim)
        self.encoder = nn.GRU(dim, dim, batch_first=True, bidirectional=True)
        self.bridge = nn.Linear(2 * dim, dim)
        self.attn, self.v = nn.Linear(3 * dim, dim), nn.Linear(dim, 1, bias=False)
        self.cell, self.out = nn.GRUCell(3 * dim, dim), nn.Linear(4 * dim, vocabulary)

    def forward(self, source, target):
        outputs, hidden = self.encoder(self.source(source))
        hidden = torch.tanh(self.bridge(torch.cat((hidden[-2], hidden[-1]), dim=1)))
        embedded, logits = self.target(target), []
        for t in range(target.size(1)):
            repeated = hidden.unsqueeze(1).repeat(1, outputs.size(1), 1)
            energy = torch.tanh(self.attn(torch.cat((repeated, outputs), dim=2)))
            weights = F.softmax(self.v(energy).squeeze(2), dim=1)
            context = torch.bmm(weights.unsqueeze(1), outputs).squeeze(1)
            hidden = self.cell(torch.cat((embedded[:, t], context), dim=1), hidden)
            logits.append(self.out(torch.cat((hidden, context, embedded[:, t]), dim=1)))
        return torch.stack(logits, dim=1)


@network
def seq2seq():
    module = Seq2Seq()
    return {"module": module,
            "loss": lambda output, target: F.cross_entropy(output.transpose(1, 2), target),
            "optimizer": torch.optim.Adam(module.parameters(), lr=2e-3),
            "clip_grad_norm": 1.0,
            "example": lambda: (torch.randint(0, 30, (8, 9)), torch.randint(0, 30, (8, 7)),
                                torch.randint(0, 30, (8, 7)))}


class GatedLayer(nn.Module):
    def __init__(self, width, dilation):
        super().__init__()
        self.padding = dilation
        self.filter = nn.Conv1d(width, width, 2, dilation=dilation)
        self.gate = nn.Conv1d(width, width, 2, dilation=dilation)
        self.residual, self.skip = nn.Conv1d(width, width, 1), nn.Conv1d(width, 2 * width, 1)

    def forward(self, x):
        padded = F.pad(x, (self.padding, 0))
        out = torch.tanh(self.filter(padded)) * torch.sigmoid(self.gate(padded))
        return x + self.residual(out), self.skip(out)


class WaveNet(nn.Module):
    def __init__(self, levels=32, width=16):
        super().__init__()
        self.embed = nn.Embedding(levels, width)
        self.layers = nn.ModuleList(GatedLayer(width, 2 ** i) for i in range(4))
        self.end1, self.end2 = nn.Conv1d(2 * width, 2 * width, 1), nn.Conv1d(2 * width, levels, 1)

    def forward(self, x):
        x, skips = self.embed(x).transpose(1, 2), 0
        for layer in self.layers:
            x, skip = layer(x)
            skips = skips + skip
        return self.end2(F.relu(self.end1(F.relu(skips))))


@network
def wavenet():
    module = WaveNet()
    optimizer = torch.optim.Adam(module.parameters(), lr=2e-3)
    return {"module": module, "loss": nn.CrossEntropyLoss(), "optimizer": optimizer,
            "example": lambda: (torch.randint(0, 32, (4, 40)), torch.randint(0, 32, (4, 40))),
            "scheduler": schedulers.ExponentialLR(optimizer, 0.98)}


class Chomp1d(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size

    def forward(self, x):
        return x[:, :, :-self.size].contiguous()


class TemporalBlock(nn.Module):
    def __init__(self, inputs, outputs, size, dilation):
        super().__init__()
        norm = nn.utils.parametrizations.weight_norm
        padding = (size - 1) * dilation
        self.net = nn.Sequential(
            norm(nn.Conv1d(inputs, outputs, size, padding=padding, dilation=dilation)),
            Chomp1d(padding), nn.ReLU(), nn.Dropout(0.2),
            norm(nn.Conv1d(outputs, outputs, size, padding=padding, dilation=dilation)),
            Chomp1d(padding), nn.ReLU(), nn.Dropout(0.2))
        self.downsample = nn.Conv1d(inputs, outputs, 1) if inputs != outputs else None

    def forward(self, x):
        skip = x if self.downsample is None else self.downsample(x)
        return F.relu(self.net(x) + skip)


class TCN(nn.Module):
    def __init__(self):
        super().__init__()
        self.tcn = nn.Sequential(TemporalBlock(2, 12, 3, 1), TemporalBlock(12, 12, 3, 2),
                                 TemporalBlock(12, 12, 3, 4))
        self.linear = nn.Linear(12, 1)

    def forward(self, x):
        return self.linear(self.tcn(x)[:, :, -1])


@network
def tcn():
    def batch():
        x = torch.rand(8, 2, 30)
        return x, (x[:, 0] * (x[:, 1] > 0.9)).sum(1, keepdim=True)
    module = TCN()
    return {"module": module, "loss": nn.MSELoss(), "example": batch, "clip_grad_norm": 0.5,
            "optimizer": torch.optim.Adam(module.parameters(), lr=4e-3)}


class Tagger(nn.Module):
    """An LSTM with a projection, of packed sequences."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(50, 16, padding_idx=0)
        self.lstm = nn.LSTM(16, 24, num_layers=2, batch_first=True, proj_size=12,
                            bidirectional=True, dropout=0.3)
        self.tags = nn.Linear(24, 7)

    def forward(self, tokens, lengths):
        packed = nn.utils.rnn.pack_padded_sequence(self.embed(tokens), lengths,
                                                   batch_first=True, enforce_sorted=False)
        out, _ = self.lstm(packed)
        out, _ = nn.utils.rnn.pad_packed_sequence(out, batch_first=True,
                                                  total_length=tokens.shape[1])
        return self.tags(out)


@network
def tagger():
    def batch():
        lengths = torch.randint(3, 11, (8,))
        lengths[0] = 10
        mask = torch.arange(10)[None] < lengths[:, None]
        tokens = torch.randint(1, 50, (8, 10)) * mask
        return tokens, lengths, torch.randint(0, 7, (8, 10)).masked_fill(~mask, -1)
    module = Tagger()
    return {"module": module,
            "loss": lambda output, target: F.cross_entropy(output.flatten(0, 1), target.flatten(),
                                                           ignore_index=-1),
            "optimizer": torch.optim.SGD(module.parameters(), lr=0.5, momentum=0.9),
            "clip_grad_norm": 5.0, "example": batch}


class ConvLSTMCell(nn.Module):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.hidden, self.conv = hidden, nn.Conv2d(inputs + hidden, 4 * hidden, 3, padding=1)

    def forward(self, x, state):
        h, c = state
        gates = self.conv(torch.cat([x, h], dim=1))
        i, f, o, g = torch.split(gates, self.hidden, dim=1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        h = torch.sigmoid(o) * torch.tanh(c)
        return h, c


class ConvLSTM(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell, self.out = ConvLSTMCell(1, 8), nn.Conv2d(8, 1, 1)

    def forward(self, frames):
        batch, steps, _, height, width = frames.shape
        h = torch.zeros(batch, 8, height, width, device=frames.device, dtype=frames.dtype)
        c, outputs = torch.zeros_like(h), []
        for t in range(steps):
            h, c = self.cell(frames[:, t], (h, c))
            outputs.append(self.out(h))
        return torch.stack(outputs, 1)


@network
def convlstm():
    def batch():
        frames = torch.rand(4, 6, 1, 10, 10)
        return frames[:, :-1], frames[:, 1:]
    module = ConvLSTM()
    return {"module": module, "loss": nn.BCEWithLogitsLoss(), "example": batch,
            "optimizer": torch.optim.RMSprop(module.parameters(), lr=1e-3)}


class SelectiveScan(nn.Module):
    """A state-space layer whose scan is a loop, as in reference code of Mamba."""

    def __init__(self, dim=16, state=4):
        super().__init__()
        self.in_proj = nn.Linear(dim, 2 * dim, bias=False)
        self.conv1d = nn.Conv1d(dim, dim, 4, groups=dim, padding=3)
        self.x_proj, self.dt_proj = nn.Linear(dim, 2 * state + 1, bias=False), nn.Linear(1, dim)
        self.A_log = nn.Parameter(torch.log(torch.arange(1, state + 1).float().repeat(dim, 1)))
        self.D, self.out_proj = nn.Parameter(torch.ones(dim)), nn.Linear(dim, dim, bias=False)
        self.state = state

    def forward(self, x):
        length = x.shape[1]
        x, z = self.in_proj(x).chunk(2, dim=-1)
        x = F.silu(self.conv1d(x.transpose(1, 2))[..., :length].transpose(1, 2))
        delta, B, C = torch.split(self.x_proj(x), [1, self.state, self.state], dim=-1)
        delta = F.softplus(self.dt_proj(delta))
        A = -torch.exp(self.A_log.float())
        decay = torch.exp(torch.einsum("bld,dn->bldn", delta, A))
        enters = torch.einsum("bld,bln,bld->bldn", delta, B, x)
        h, outputs = torch.zeros_like(decay[:, 0]), []
        for i in range(length):
            h = decay[:, i] * h + enters[:, i]
            outputs.append(torch.einsum("bdn,bn->bd", h, C[:, i]))
        y = torch.stack(outputs, dim=1) + x * self.D
        return self.out_proj(y * F.silu(z))


class Mamba(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.head = nn.Embedding(30, 16), nn.Linear(16, 30)
        self.layers = nn.ModuleList(SelectiveScan() for _ in range(2))
        self.norms = nn.ModuleList(nn.RMSNorm(16) for _ in range(2))

    def forward(self, x):
        x = self.embed(x)
        for layer, norm in zip(self.layers, self.norms):
            x = x + layer(norm(x))
        return self.head(x)


@network
def mamba():
    module = Mamba()
    return {"module": module, "loss": next_token,
            "optimizer": torch.optim.AdamW(module.parameters(), lr=2e-3),
            "example": lambda: (torch.randint(0, 30, (4, 12)), torch.randint(0, 30, (4, 12)))}


#===------------------------------------------------------------------------===#
# Generation
#===------------------------------------------------------------------------===#


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.mu, self.logvar = nn.Linear(64, 48), nn.Linear(48, 8), nn.Linear(48, 8)
        self.fc3, self.fc4 = nn.Linear(8, 48), nn.Linear(48, 64)

    def forward(self, x, noise):
        h = F.relu(self.fc1(x.view(-1, 64)))
        mu, logvar = self.mu(h), self.logvar(h)
        z = mu + noise * torch.exp(0.5 * logvar)
        return torch.sigmoid(self.fc4(F.relu(self.fc3(z)))), mu, logvar


@network
def vae():
    def loss(output, target):
        restored, mu, logvar = output
        # PyTorch refuses this loss of probabilities under autocast: it wants f32.
        with torch.autocast("cpu", enabled=False):
            entropy = F.binary_cross_entropy(restored.to(target.dtype), target.view(-1, 64),
                                             reduction="sum")
        return entropy - 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())

    def batch():
        x = torch.rand(16, 1, 8, 8)
        return x, torch.randn(16, 8), x
    module = VAE()
    return {"module": module, "loss": loss, "example": batch,
            "optimizer": torch.optim.Adam(module.parameters(), lr=1e-3)}


class GAN(nn.Module):
    def __init__(self):
        super().__init__()
        norm = nn.utils.parametrizations.spectral_norm
        self.generator = nn.Sequential(
            nn.Linear(8, 16 * 16), nn.Unflatten(1, (16, 4, 4)), nn.BatchNorm2d(16), nn.ReLU(),
            nn.ConvTranspose2d(16, 8, 4, 2, 1, bias=False), nn.BatchNorm2d(8), nn.ReLU(True),
            nn.ConvTranspose2d(8, 1, 4, 2, 1, bias=False), nn.Tanh())
        self.discriminator = nn.Sequential(
            norm(nn.Conv2d(1, 8, 4, 2, 1)), nn.LeakyReLU(0.2, inplace=True),
            norm(nn.Conv2d(8, 16, 4, 2, 1)), nn.LeakyReLU(0.2, inplace=True),
            nn.Flatten(), norm(nn.Linear(256, 1)))


@network
def gan():
    """Both in one step: the generator's loss goes through a discriminator that stands still."""
    def loss(module, batch):
        noise, real = batch
        fake = module.generator(noise)
        critic = module.discriminator
        d_loss = F.relu(1 - critic(real)).mean() + F.relu(1 + critic(fake.detach())).mean()
        still = {name: value.detach() for name, value in critic.named_parameters()}
        g_loss = -torch.func.functional_call(critic, still, (fake,)).mean()
        return d_loss + g_loss
    module = GAN()
    optimizer = torch.optim.Adam([{"params": module.generator.parameters(), "lr": 2e-4},
                                  {"params": module.discriminator.parameters(), "lr": 4e-4}],
                                 betas=(0.5, 0.999))
    return {"module": module, "loss": loss, "optimizer": optimizer,
            "example": lambda: (torch.randn(8, 8), torch.rand(8, 1, 16, 16) * 2 - 1)}


class Denoiser(nn.Module):
    """Of a diffusion model: times as sines, and scale and shift by them."""

    def __init__(self):
        super().__init__()
        self.time = nn.Sequential(nn.Linear(16, 32), nn.SiLU(), nn.Linear(32, 32))
        self.first, self.norm1 = nn.Conv2d(1, 16, 3, padding=1), nn.GroupNorm(4, 16)
        self.scale, self.norm2 = nn.Linear(32, 32), nn.GroupNorm(4, 16)
        self.second, self.last = nn.Conv2d(16, 16, 3, padding=1), nn.Conv2d(16, 1, 3, padding=1)
        betas = torch.linspace(1e-4, 0.02, 100)
        self.register_buffer("alphas", torch.cumprod(1 - betas, 0))

    def embed(self, t):
        exponents = torch.exp(-math.log(10000) * torch.arange(8, device=t.device) / 8)
        angles = t[:, None].to(self.alphas.dtype) * exponents[None]
        return torch.cat([angles.sin(), angles.cos()], dim=-1)

    def forward(self, x, t, noise):
        alpha = self.alphas[t][:, None, None, None]
        x = alpha.sqrt() * x + (1 - alpha).sqrt() * noise
        h = F.silu(self.norm1(self.first(x)))
        scale, shift = self.scale(F.silu(self.time(self.embed(t)))).chunk(2, dim=1)
        h = self.norm2(h) * (1 + scale[:, :, None, None]) + shift[:, :, None, None]
        return self.last(h + F.silu(self.second(h)))


@network
def diffusion():
    def batch():
        noise = torch.randn(8, 1, 12, 12)
        return torch.randn(8, 1, 12, 12), torch.randint(0, 100, (8,)), noise, noise
    module = Denoiser()
    return {"module": module, "loss": F.mse_loss, "example": batch,
            "optimizer": torch.optim.AdamW(module.parameters(), lr=1e-3)}


class MixtureDensity(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(1, 24), nn.Tanh(), nn.Linear(24, 24), nn.Tanh())
        self.pi, self.mu, self.sigma = nn.Linear(24, 5), nn.Linear(24, 5), nn.Linear(24, 5)

    def forward(self, x):
        h = self.body(x)
        return F.log_softmax(self.pi(h), dim=1), self.mu(h), F.elu(self.sigma(h)) + 1 + 1e-4


@network
def mixture_density():
    def loss(output, target):
        log_pi, mu, sigma = output
        normal = torch.distributions.Normal(mu, sigma)
        return -torch.logsumexp(log_pi + normal.log_prob(target), dim=1).mean()

    def batch():
        y = torch.rand(32, 1) * 20 - 10
        return torch.sin(0.75 * y) * 7 + y * 0.5 + torch.randn(32, 1), y
    module = MixtureDensity()
    return {"module": module, "loss": loss, "example": batch,
            "optimizer": torch.optim.Adam(module.parameters(), lr=3e-3)}


class NeRF(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Sequential(nn.Linear(27, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU())
        self.second = nn.Sequential(nn.Linear(59, 32), nn.ReLU())
        self.sigma, self.rgb = nn.Linear(32, 1), nn.Linear(32, 3)

    @staticmethod
    def encode(x):
        parts = [x]
        for i in range(4):
            parts += [torch.sin(2.0 ** i * x), torch.cos(2.0 ** i * x)]
        return torch.cat(parts, dim=-1)

    def forward(self, origins, directions):
        depths = torch.linspace(0.5, 2.5, 12, device=origins.device, dtype=origins.dtype)
        points = origins[:, None] + directions[:, None] * depths[None, :, None]
        encoded = self.encode(points)
        h = self.second(torch.cat([self.first(encoded), encoded], dim=-1))
        sigma, color = F.relu(self.sigma(h)[..., 0]), torch.sigmoid(self.rgb(h))
        gaps = torch.cat([depths[1:] - depths[:-1], depths.new_full((1,), 1e2)])
        alpha = 1 - torch.exp(-sigma * gaps)
        passed = torch.cumprod(torch.cat([torch.ones_like(alpha[:, :1]),
                                          1 - alpha + 1e-10], -1), -1)[:, :-1]
        return ((alpha * passed)[..., None] * color).sum(dim=1)


@network
def nerf():
    module = NeRF()
    return {"module": module, "loss": nn.MSELoss(),
            "optimizer": torch.optim.Adam(module.parameters(), lr=2e-3),
            "example": lambda: (torch.randn(16, 3), F.normalize(torch.randn(16, 3), dim=-1),
                                torch.rand(16, 3))}


#===------------------------------------------------------------------------===#
# Sets, graphs, tables, pairs
#===------------------------------------------------------------------------===#


class DLRM(nn.Module):
    def __init__(self):
        super().__init__()
        self.tables = nn.ModuleList(nn.EmbeddingBag(rows, 8, mode="sum")
                                    for rows in (40, 60, 80))
        self.bottom = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 8), nn.ReLU())
        self.top = nn.Sequential(nn.Linear(14, 16), nn.ReLU(), nn.Linear(16, 1), nn.Sigmoid())

    def forward(self, dense, indices, offsets):
        x = self.bottom(dense)
        rows = [table(i, o) for table, i, o in zip(self.tables, indices, offsets)]
        features = torch.cat([x] + rows, dim=1).view(x.size(0), -1, 8)
        products = torch.bmm(features, features.transpose(1, 2))
        count = features.size(1)
        li = torch.tensor([i for i in range(count) for j in range(i)])
        lj = torch.tensor([j for i in range(count) for j in range(i)])
        return self.top(torch.cat([x, products[:, li, lj]], dim=1))


@network
def dlrm():
    def batch():
        indices = [torch.randint(0, rows, (24,)) for rows in (40, 60, 80)]
        offsets = [torch.arange(0, 24, 3) for _ in range(3)]
        return torch.rand(8, 5), indices, offsets, torch.randint(0, 2, (8, 1)).float()

    def loss(output, target):
        with torch.autocast("cpu", enabled=False):
            return F.binary_cross_entropy(output.to(target.dtype), target)
    module = DLRM()
    return {"module": module, "loss": loss, "example": batch,
            "optimizer": torch.optim.Adagrad(module.parameters(), lr=0.05)}


class GraphConv(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.lin, self.bias = nn.Linear(inputs, outputs, bias=False), \
            nn.Parameter(torch.zeros(outputs))

    def forward(self, x, edges):
        row, col = edges
        degree = torch.zeros(x.size(0), dtype=x.dtype).index_add_(
            0, col, torch.ones(col.size(0), dtype=x.dtype))
        scale = degree.pow(-0.5)
        scale = scale.masked_fill(scale == float("inf"), 0)
        messages = (scale[row] * scale[col]).unsqueeze(1) * self.lin(x)[row]
        out = torch.zeros(x.size(0), messages.size(1), dtype=messages.dtype)
        return out.index_add(0, col, messages) + self.bias


class GCN(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.conv2 = GraphConv(8, 16), GraphConv(16, 4)

    def forward(self, x, edges):
        x = F.dropout(F.relu(self.conv1(x, edges)), p=0.0, training=self.training)
        return F.log_softmax(self.conv2(x, edges), dim=1)


def graph():
    return torch.randn(20, 8), torch.randint(0, 20, (2, 60)), torch.randint(0, 4, (20,))


@network
def gcn():
    module = GCN()
    return {"module": module, "loss": F.nll_loss, "example": graph, "dynamic_batch": False,
            "optimizer": torch.optim.Adam(module.parameters(), lr=0.01, weight_decay=5e-4)}


class GAT(nn.Module):
    """Attention over the edges that come into a node."""

    def __init__(self, heads=2, width=6):
        super().__init__()
        self.heads, self.width = heads, width
        self.lin = nn.Linear(8, heads * width, bias=False)
        self.src, self.dst = (nn.Parameter(0.3 * torch.randn(1, heads, width)) for _ in range(2))
        self.out = nn.Linear(heads * width, 4)

    def forward(self, x, edges):
        row, col = edges
        count = x.size(0)
        h = self.lin(x).view(-1, self.heads, self.width)
        score = F.leaky_relu((h * self.src).sum(-1)[row] + (h * self.dst).sum(-1)[col], 0.2)
        index = col.unsqueeze(-1).expand_as(score)
        most = torch.zeros(count, self.heads, dtype=score.dtype).scatter_reduce(
            0, index, score.detach(), "amax", include_self=False)
        score = (score - most[col]).exp()
        total = torch.zeros(count, self.heads, dtype=score.dtype).scatter_add(0, index, score)
        alpha = score / (total[col] + 1e-16)
        out = torch.zeros_like(h).index_add(0, col, alpha.unsqueeze(-1).to(h.dtype) * h[row])
        return self.out(F.elu(out.flatten(1)))


@network
def gat():
    module = GAT()
    return {"module": module, "loss": F.cross_entropy, "example": graph, "dynamic_batch": False,
            "optimizer": torch.optim.Adam(module.parameters(), lr=5e-3, weight_decay=5e-4)}


class Siamese(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 8, 5), nn.PReLU(), nn.MaxPool2d(2, stride=2), nn.Conv2d(8, 16, 3),
            nn.PReLU(), nn.MaxPool2d(2, stride=2), nn.Flatten(), nn.Linear(16, 16))

    def embed(self, x):
        return F.normalize(self.body(x), p=2, dim=1)

    def forward(self, anchor, positive, negative):
        return self.embed(anchor), self.embed(positive), self.embed(negative)


@network
def siamese():
    def loss(output):
        anchor, positive, negative = output
        sign = torch.ones(anchor.size(0))
        return F.triplet_margin_loss(anchor, positive, negative, margin=0.5) + \
            0.5 * F.cosine_embedding_loss(anchor, negative, -sign, margin=0.2)

    def whole(module, batch):
        return loss(module(*batch))

    def batch():
        anchor = torch.randn(8, 1, 14, 14)
        return anchor, anchor + 0.3 * torch.randn_like(anchor), torch.randn(8, 1, 14, 14)
    module = Siamese()
    return {"module": module, "loss": whole, "example": batch,
            "optimizer": torch.optim.SGD(module.parameters(), lr=0.05, momentum=0.9)}


class PerceiverLayer(nn.Module):
    def __init__(self, dim, inputs):
        super().__init__()
        self.norm_q, self.norm_kv = nn.LayerNorm(dim), nn.LayerNorm(inputs)
        self.cross = nn.MultiheadAttention(dim, 2, kdim=inputs, vdim=inputs, batch_first=True)
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.attend = nn.MultiheadAttention(dim, 2, batch_first=True)
        self.mlp = nn.Sequential(nn.Linear(dim, 4 * dim), nn.GELU(), nn.Linear(4 * dim, dim))

    def forward(self, latents, x):
        x = self.norm_kv(x)
        latents = latents + self.cross(self.norm_q(latents), x, x, need_weights=False)[0]
        y = self.norm1(latents)
        latents = latents + self.attend(y, y, y)[0]
        return latents + self.mlp(self.norm2(latents))


class Perceiver(nn.Module):
    def __init__(self):
        super().__init__()
        self.latents = nn.Parameter(torch.randn(6, 24) * 0.02)
        self.layers = nn.ModuleList(PerceiverLayer(24, 10) for _ in range(2))
        self.head = nn.Linear(24, 5)

    def forward(self, x):
        latents = self.latents.unsqueeze(0).repeat(x.size(0), 1, 1)
        for layer in self.layers:
            latents = layer(latents, x)
        return self.head(latents.mean(1))


@network
def perceiver():
    module = Perceiver()
    return {"module": module, "loss": nn.CrossEntropyLoss(),
            "optimizer": torch.optim.Adam(module.parameters(), lr=1e-3),
            "example": lambda: (torch.randn(8, 20, 10), torch.randint(0, 5, (8,)))}


class NeuralODE(nn.Module):
    def __init__(self):
        super().__init__()
        self.enter, self.leave = nn.Linear(4, 16), nn.Linear(16, 3)
        self.field = nn.Sequential(nn.Linear(17, 32), nn.Softplus(), nn.Linear(32, 16))

    def derivative(self, t, y):
        return self.field(torch.cat([y, torch.full_like(y[:, :1], t)], dim=1))

    def forward(self, x):
        y, steps = self.enter(x), 4
        h = 1.0 / steps
        for i in range(steps):
            t = i * h
            k1 = self.derivative(t, y)
            k2 = self.derivative(t + h / 2, y + h / 2 * k1)
            k3 = self.derivative(t + h / 2, y + h / 2 * k2)
            k4 = self.derivative(t + h, y + h * k3)
            y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return self.leave(y)


@network
def neural_ode():
    module = NeuralODE()
    return {"module": module, "loss": nn.CrossEntropyLoss(),
            "optimizer": torch.optim.Adam(module.parameters(), lr=3e-3, amsgrad=True),
            "example": lambda: (torch.randn(32, 4), torch.randint(0, 3, (32,)))}


class DeepSets(nn.Module):
    def __init__(self):
        super().__init__()
        self.phi = nn.Sequential(nn.Linear(3, 32), nn.ELU(), nn.Linear(32, 16))
        self.rho = nn.Sequential(nn.Linear(48, 32), nn.ELU(), nn.Linear(32, 1))

    def forward(self, x, mask):
        h = self.phi(x)
        kept = mask.unsqueeze(-1)
        total = (h * kept).sum(1)
        mean = total / kept.sum(1).clamp(min=1)
        most = h.masked_fill(~kept, float("-inf")).max(dim=1).values
        return self.rho(torch.cat([total, mean, most], -1)).squeeze(-1)


@network
def deep_sets():
    def batch():
        x, mask = torch.rand(8, 10, 3), torch.rand(8, 10) < 0.7
        mask[:, 0] = True
        return x, mask, (x[..., 0] * mask).sum(1)
    module = DeepSets()
    return {"module": module, "loss": nn.SmoothL1Loss(), "example": batch,
            "optimizer": torch.optim.RMSprop(module.parameters(), lr=1e-3, centered=True)}


class PointNet(nn.Module):
    def __init__(self):
        super().__init__()

        def shared(inputs, outputs):
            return nn.Sequential(nn.Conv1d(inputs, outputs, 1), nn.BatchNorm1d(outputs),
                                 nn.ReLU())
        self.tnet = nn.Sequential(shared(3, 16), shared(16, 32))
        self.tfc = nn.Linear(32, 9)
        nn.init.zeros_(self.tfc.weight)
        nn.init.zeros_(self.tfc.bias)
        self.body, self.fc = nn.Sequential(shared(3, 16), shared(16, 32)), nn.Linear(32, 5)

    def forward(self, x):
        batch = x.size(0)
        moved = torch.max(self.tnet(x), 2, keepdim=True)[0].view(batch, -1)
        identity = torch.eye(3).view(1, 9).repeat(batch, 1)
        transform = (self.tfc(moved) + identity).view(-1, 3, 3)
        x = torch.bmm(x.transpose(2, 1), transform).transpose(2, 1)
        x = torch.max(self.body(x), 2)[0]
        return self.fc(x), transform


@network
def pointnet():
    def loss(output, target):
        logits, transform = output
        difference = torch.bmm(transform, transform.transpose(2, 1)) - torch.eye(3)[None]
        return F.cross_entropy(logits, target) + \
            0.001 * torch.mean(torch.norm(difference, dim=(1, 2)))
    module = PointNet()
    return {"module": module, "loss": loss,
            "optimizer": torch.optim.Adam(module.parameters(), lr=1e-3),
            "example": lambda: (torch.randn(8, 3, 24), torch.randint(0, 5, (8,)))}


class Clip(nn.Module):
    def __init__(self):
        super().__init__()
        self.image = nn.Sequential(nn.Conv2d(3, 8, 4, 4), nn.GELU(), nn.Flatten(),
                                   nn.Linear(72, 16))
        self.words, self.text = nn.Embedding(30, 16), nn.Linear(16, 16)
        self.logit_scale = nn.Parameter(torch.ones([]) * math.log(1 / 0.07))

    def forward(self, image, text):
        image, text = self.image(image), self.text(self.words(text).mean(1))
        image = image / image.norm(dim=1, keepdim=True)
        text = text / text.norm(dim=1, keepdim=True)
        scale = self.logit_scale.exp().clamp(max=100)
        logits = scale * image @ text.t()
        return logits, logits.t()


@network
def clip():
    def loss(module, batch):
        by_image, by_text = module(*batch)
        labels = torch.arange(by_image.size(0))
        return (F.cross_entropy(by_image, labels) + F.cross_entropy(by_text, labels)) / 2
    module = Clip()
    return {"module": module, "loss": loss,
            "optimizer": torch.optim.AdamW(module.parameters(), lr=1e-3, betas=(0.9, 0.98),
                                           eps=1e-6, weight_decay=0.2),
            "example": lambda: (torch.randn(8, 3, 12, 12), torch.randint(0, 30, (8, 6)))}


class MixtureOfExperts(nn.Module):
    def __init__(self, experts=4, top=2):
        super().__init__()
        self.gate, self.top = nn.Linear(12, experts, bias=False), top
        self.experts = nn.ModuleList(
            nn.Sequential(nn.Linear(12, 24), nn.GELU(), nn.Linear(24, 12))
            for _ in range(experts))
        self.head = nn.Linear(12, 4)

    def forward(self, x):
        logits = self.gate(x)
        values, indices = logits.topk(self.top, dim=-1)
        weights = torch.zeros_like(logits).scatter(-1, indices, F.softmax(values, dim=-1))
        outputs = torch.stack([expert(x) for expert in self.experts], dim=1)
        return self.head(x + (weights.unsqueeze(-1) * outputs).sum(1)), logits


@network
def mixture_of_experts():
    def loss(output, target):
        logits, gates = output
        share = F.softmax(gates, dim=-1).mean(0)
        return F.cross_entropy(logits, target) + 0.01 * 4 * (share * share).sum()
    module = MixtureOfExperts()
    return {"module": module, "loss": loss,
            "optimizer": torch.optim.Adam(module.parameters(), lr=3e-3),
            "example": lambda: (torch.randn(16, 12), torch.randint(0, 4, (16,)))}


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 32), nn.Tanh(), nn.Linear(32, 32), nn.Tanh())
        self.actor, self.critic = nn.Linear(32, 4), nn.Linear(32, 1)

    def forward(self, x):
        h = self.body(x)
        return self.actor(h), self.critic(h).squeeze(-1)


@network
def ppo():
    def loss(module, batch):
        states, actions, old, advantages, returns = batch
        logits, values = module(states)
        policy = torch.distributions.Categorical(logits=logits)
        ratio = torch.exp(policy.log_prob(actions) - old)
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        clipped = torch.clamp(ratio, 0.8, 1.2) * advantages
        return -torch.min(ratio * advantages, clipped).mean() + \
            0.5 * F.mse_loss(values, returns) - 0.01 * policy.entropy().mean()
    module = ActorCritic()
    return {"module": module, "loss": loss, "clip_grad_norm": 0.5,
            "optimizer": torch.optim.Adam(module.parameters(), lr=2.5e-4, eps=1e-5),
            "example": lambda: (torch.randn(32, 6), torch.randint(0, 4, (32,)),
                                -torch.rand(32) - 1, torch.randn(32), torch.randn(32))}


class ArcFace(nn.Module):
    def __init__(self, scale=16.0, margin=0.3):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(20, 32), nn.BatchNorm1d(32), nn.PReLU(32),
                                  nn.Linear(32, 16))
        self.weight = nn.Parameter(torch.empty(6, 16))
        nn.init.xavier_uniform_(self.weight)
        self.scale, self.margin = scale, margin

    def forward(self, x, label):
        cosine = F.linear(F.normalize(self.body(x)), F.normalize(self.weight))
        sine = torch.sqrt((1.0 - torch.pow(cosine, 2)).clamp(1e-7, 1))
        phi = cosine * math.cos(self.margin) - sine * math.sin(self.margin)
        phi = torch.where(cosine > math.cos(math.pi - self.margin), phi,
                          cosine - math.sin(math.pi - self.margin) * self.margin)
        one_hot = torch.zeros_like(cosine)
        one_hot.scatter_(1, label.view(-1, 1).long(), 1)
        return self.scale * (one_hot * phi + (1.0 - one_hot) * cosine)


@network
def arcface():
    def batch():
        label = torch.randint(0, 6, (16,))
        return torch.randn(16, 20), label, label
    module = ArcFace()
    return {"module": module, "loss": nn.CrossEntropyLoss(), "example": batch,
            "optimizer": torch.optim.SGD(module.parameters(), lr=0.05, momentum=0.9,
                                         weight_decay=5e-4)}


class NeuMF(nn.Module):
    def __init__(self):
        super().__init__()
        self.gmf_user, self.gmf_item = nn.Embedding(30, 8), nn.Embedding(40, 8)
        self.mlp_user, self.mlp_item = nn.Embedding(30, 8), nn.Embedding(40, 8)
        self.mlp = nn.Sequential(nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 8), nn.ReLU())
        self.out = nn.Linear(16, 1)
        for table in (self.gmf_user, self.gmf_item, self.mlp_user, self.mlp_item):
            nn.init.normal_(table.weight, std=0.1)

    def forward(self, user, item):
        product = self.gmf_user(user) * self.gmf_item(item)
        deep = self.mlp(torch.cat([self.mlp_user(user), self.mlp_item(item)], dim=-1))
        return self.out(torch.cat([product, deep], dim=-1)).view(-1)


@network
def recommender():
    module = NeuMF()
    return {"module": module, "loss": nn.BCEWithLogitsLoss(pos_weight=torch.tensor(2.0)),
            "optimizer": torch.optim.NAdam(module.parameters(), lr=5e-3),
            "example": lambda: (torch.randint(0, 30, (32,)), torch.randint(0, 40, (32,)),
                                torch.randint(0, 2, (32,)).float())}
