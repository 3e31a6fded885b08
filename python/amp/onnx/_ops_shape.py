# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ops that move elements, and what tells or takes shapes."""

from __future__ import annotations

import math
from typing import Any, Optional, Sequence

import numpy as np

from ..graph import Value
from . import _fold
from ._errors import ModelError
from ._model import FLOATS, element_of
from ._sizes import Dim, Size
from ._writer import DTYPES, Context, Given, known_sizes, normal_axis, writes


@writes("Shape")
def _shape(c: Context) -> np.ndarray:
    return _fold.shape_slice(c.node, c.dims(c[0]))


@writes("Size")
def _size(c: Context) -> np.ndarray:
    return _fold.simplify(np.asarray(known_sizes(c.dims(c[0])), object))


@writes("Identity")
def _identity(c: Context) -> Optional[Given]:
    return c.given[0]


@writes("ConstantOfShape", numbers=[0])
def _constant_of_shape(c: Context) -> Value:
    value = c.attribute("value", np.zeros(1, np.float32)).reshape(())
    return c.broadcast(c.array(value), c.dims_of(0, "the shape"))


@writes("Reshape", numbers=[1])
def _reshape(c: Context) -> Value:
    x = c[0]
    own = c.dims(x)
    shape = c.dims_of(1, "the shape")
    if not c.attribute("allowzero", 0):
        shape = [own[i] if type(each) is int and each == 0 else each
                 for i, each in enumerate(shape)]
    if sum(type(each) is int and each == -1 for each in shape) > 1:
        raise ModelError(f"a shape of {shape} has -1 twice")
    if -1 in [each for each in shape if type(each) is int]:
        rest = known_sizes([each for each in shape if not (type(each) is int and each == -1)])
        if type(rest) is int and rest == 0:
            raise ModelError(f"a shape of {shape} leaves -1 open")
        missing = known_sizes(own) // rest
        shape = [missing if type(each) is int and each == -1 else each for each in shape]
    if any(type(each) is int and each < 0 for each in shape):
        raise ModelError(f"a shape of {shape} has negative sizes")
    return c.reshape(x, shape)


@writes("Flatten")
def _flatten(c: Context) -> Value:
    dims = c.dims(c[0])
    axis = c.attribute("axis", 1)
    axis = axis + len(dims) if axis < 0 else axis
    return c.reshape(c[0], [known_sizes(dims[:axis]), known_sizes(dims[axis:])])


@writes("Squeeze", numbers=[1])
def _squeeze(c: Context) -> Value:
    x = c[0]
    axes = c.ints(1, "axes")
    if axes is None:
        axes = [i for i, size in enumerate(c.dims(x)) if type(size) is int and size == 1]
    axes = [normal_axis(axis, x.type.rank) for axis in axes]
    if any(x.type.shape[axis] != 1 for axis in axes):
        raise ModelError(f"drops sizes that are not 1: {axes} of {x.type}")
    return c.reshape(x, [size for i, size in enumerate(c.dims(x)) if i not in axes])


@writes("Unsqueeze", numbers=[1])
def _unsqueeze(c: Context) -> Value:
    axes = c.ints(1, "axes")
    if axes is None or len(set(axes)) < len(axes):
        raise ModelError(f"has the axes {axes}")
    return c.unsqueeze(c[0], *axes)


@writes("Transpose")
def _transpose(c: Context) -> Value:
    return c.transpose(c[0], c.attribute("perm", list(range(c[0].type.rank))[::-1]))
