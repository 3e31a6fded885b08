# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attention, where the dialect's op does it; the operator set writes out the rest."""

from __future__ import annotations

from typing import Any

from ..graph import Value
from ._errors import ModelError
from ._model import FLOATS
from ._writer import Context, writes

_KNOWN = {"is_causal", "scale", "q_num_heads", "kv_num_heads", "softcap",
          "qk_matmul_output_mode", "softmax_precision"}


@writes("Attention")
def _attention(c: Context) -> Any:
    query, key, value = c[0], c[1], c[2]
    mask = c.get(3)
    if any(c.has(i) for i in range(4, len(c.given))) or any(c.node.outputs[1:]) or \
            set(c.node.attributes) - _KNOWN or c.attribute("softcap", 0.0) or \
            query.type.rank not in (3, 4):
        return NotImplemented
    causal = bool(c.attribute("is_causal", 0))
    if mask is not None and (causal or mask.type.element not in FLOATS or mask.type.rank < 2):
        return NotImplemented
    if mask is not None and mask.type.shape[-1] != key.type.shape[-2]:
        return NotImplemented
    flat = query.type.rank == 3
    if flat:
        heads, shared = c.attribute("q_num_heads", 0), c.attribute("kv_num_heads", 0)
        query, key, value = (_split_heads(c, each, count) for each, count in
                             ((query, heads), (key, shared), (value, shared)))
    heads, shared = c.shape_of(query, 1), c.shape_of(key, 1)
    if heads % shared:
        raise ModelError(f"has {heads} heads of queries and {shared} of keys")
    if heads != shared:
        key, value = (_repeat_heads(c, each, heads // shared) for each in (key, value))
    y = c.op("scaled_dot_product_attention", query, key, value, *([mask] if mask else []),
             is_causal=causal or None, scale=c.attribute("scale"))
    if flat:
        batch, _, steps, width = c.dims(y)
        y = c.reshape(c.transpose(y, [0, 2, 1, 3]), [batch, steps, heads * width])
    return y


def _split_heads(c: Context, x: Value, heads: int) -> Value:
    """[batch, heads, steps, width] of [batch, steps, heads width]."""
    batch, steps, width = c.dims(x)
    if heads < 1 or width % heads:
        raise ModelError(f"splits {width} columns into {heads} heads")
    return c.transpose(c.reshape(x, [batch, steps, heads, width // heads]), [0, 2, 1, 3])


def _repeat_heads(c: Context, x: Value, times: int) -> Value:
    """Each head for several heads of queries: those of one group are neighbours."""
    batch, heads, steps, width = c.dims(x)
    # As rows, so that one dimension depends on the batch.
    rows = c.op("concat", *([c.unsqueeze(x, 2)] * times), dim=2)
    return c.reshape(rows, [batch, heads * times, steps, width])
