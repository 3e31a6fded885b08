# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""Packed sequences: while a module is exported one is the padded sequence that it was made of,
with its lengths, which recurrent layers take as an operand. torch.export has none: how many
elements PyTorch's hold depends on data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional

import torch
from torch.nn.utils import rnn

from ..graph import Value
from . import _networks as networks
from ._custom import _library, projected_lstm
from ._lowering import Context, Unsupported, lowerings

_library.define("recurrent(str kind, Tensor input, Tensor lengths, Tensor[] states, "
                "Tensor[] weights, int num_layers, float dropout, bool train, "
                "bool bidirectional) -> Tensor[]")


@torch.library.register_fake("amp_torch::recurrent", lib=_library)
def _shapes_of_recurrent(kind: str, input: torch.Tensor, lengths: torch.Tensor,
                         states: list[torch.Tensor], weights: list[torch.Tensor],
                         num_layers: int, dropout: float, train: bool,
                         bidirectional: bool) -> list[torch.Tensor]:
    size = states[0].shape[2] * (2 if bidirectional else 1)
    return [input.new_empty((*input.shape[:2], size)), *map(torch.empty_like, states)]


def recurrent(c: Context, kind: str, input: Value, lengths: Value, states: list[Value],
              weights: list[Value], num_layers: int, dropout: float, train: bool,
              bidirectional: bool) -> list[Value]:
    if lengths.type.element not in ("i32", "i64"):
        lengths = c.cast(lengths, "i64")
    return networks.recurrent(c, kind, [input, *states, *weights], num_layers, bidirectional,
                              dropout if train else 0.0, lengths=lengths)


lowerings["amp_torch.recurrent.default"] = recurrent


class Packed(rnn.PackedSequence):
    """A padded sequence, `[T, N, ...]`, in the place of a packed one."""

    def __new__(cls, padded: torch.Tensor, lengths: torch.Tensor) -> "Packed":
        packed = tuple.__new__(cls, ())
        packed.padded, packed.lengths = padded, lengths
        return packed

    def _refuse(self, *args: Any) -> Any:
        raise Unsupported("what a packed sequence holds, how much of which depends on data; "
                          "pad_packed_sequence gives it padded, and a mask is for the loss")

    data = batch_sizes = sorted_indices = unsorted_indices = property(_refuse)
    __iter__ = __getitem__ = __len__ = to = _refuse


# These two are the code of PyTorch's functions meanwhile, which modules may have under names of
# their own.

def _pack(input, lengths, batch_first=False, enforce_sorted=True):
    from amp.torch._packed import pack
    return pack(input, lengths, batch_first)


def _pad(sequence, batch_first=False, padding_value=0.0, total_length=None):
    from amp.torch._packed import pad
    return pad(sequence, batch_first, padding_value, total_length)


def pack(input: torch.Tensor, lengths: Any, batch_first: bool) -> Packed:
    if not isinstance(lengths, torch.Tensor):
        lengths = torch.tensor(lengths)
    return Packed(input.transpose(0, 1) if batch_first else input, lengths)


def pad(packed: Packed, batch_first: bool, padding_value: float,
        total_length: Optional[int]) -> tuple[torch.Tensor, torch.Tensor]:
    padded, lengths = packed.padded, packed.lengths
    steps = padded.shape[0]
    if total_length is None or total_length < steps:
        raise Unsupported(f"pad_packed_sequence with total_length={total_length}: how many steps "
                          f"it gives depends on data; give total_length={steps}, or more")
    if total_length > steps:
        behind = padded.new_zeros((total_length - steps, *padded.shape[1:]))
        padded = torch.cat([padded, behind])
    place = torch.arange(total_length, device=lengths.device)
    valid = (place[:, None] < lengths).reshape(*padded.shape[:2], *[1] * (padded.dim() - 2))
    padded = torch.where(valid, padded, padding_value)
    return padded.transpose(0, 1) if batch_first else padded, lengths


def _forward(original: Callable[..., Any]) -> Callable[..., Any]:
    """The forward of a recurrent module, also of sequences that are packed."""
    def forward(module: torch.nn.RNNBase, input: Any, hx: Any = None) -> Any:
        if not isinstance(input, Packed):
            return original(module, input, hx)
        sequence, count = input.padded, 2 if module.mode == "LSTM" else 1
        if hx is None:
            sizes = (module.num_layers * (2 if module.bidirectional else 1), sequence.shape[1])
            hx = tuple(sequence.new_zeros((*sizes, width)) for width in
                       (module.proj_size or module.hidden_size, module.hidden_size)[:count])
        elif count == 1:
            hx = (hx,)
        # By their names, under which an export finds them.
        weights = [getattr(module, name) for name in module._flat_weights_names]
        if module.proj_size:
            output, *last = projected_lstm(
                sequence, hx, weights, module.bias, module.num_layers, module.dropout,
                module.training, module.bidirectional, False, input.lengths)
            return Packed(output, input.lengths), tuple(last)
        output, *last = torch.ops.amp_torch.recurrent(
            module.mode.lower(), sequence, input.lengths, list(hx), weights,
            module.num_layers, module.dropout, module.training, module.bidirectional)
        return Packed(output, input.lengths), tuple(last) if count == 2 else last[0]
    return forward


# Where and what, while a module is exported.
PLACES = [(rnn.pack_padded_sequence, "__code__", _pack.__code__),
          (rnn.pad_packed_sequence, "__code__", _pad.__code__),
          *((kind, "forward", _forward(kind.forward))
            for kind in (torch.nn.LSTM, torch.nn.GRU, torch.nn.RNN))]
