# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sizes that depend on the batch: `a B + b`, as elements of arrays of shapes.

A graph leaves the size B of the batch open. What a model computes from shapes is known up to
it: arrays of objects hold integers and these, and NumPy's functions compute with both.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Union

from ._errors import ModelError


class Size:
    """`factor` B + `offset`, with a positive factor, of a batch of one or more samples."""

    __slots__ = ("factor", "offset")

    def __init__(self, factor: int = 1, offset: int = 0) -> None:
        self.factor, self.offset = factor, offset

    @staticmethod
    def of(factor: int, offset: int) -> "Dim":
        if factor < 0:
            raise ModelError("a size falls while the batch grows; fix it with --shape")
        return Size(factor, offset) if factor else offset

    @staticmethod
    def _parts(other: "Dim") -> tuple[int, int]:
        if isinstance(other, Size):
            return other.factor, other.offset
        return 0, operator.index(other)

    def __repr__(self) -> str:
        factor = "" if self.factor == 1 else f"{self.factor} "
        return f"{factor}batch" + (f" + {self.offset}" if self.offset else "")

    def __add__(self, other: "Dim") -> "Dim":
        factor, offset = self._parts(other)
        return Size.of(self.factor + factor, self.offset + offset)

    __radd__ = __add__

    def __sub__(self, other: "Dim") -> "Dim":
        factor, offset = self._parts(other)
        return Size.of(self.factor - factor, self.offset - offset)

    def __rsub__(self, other: "Dim") -> "Dim":
        factor, offset = self._parts(other)
        return Size.of(factor - self.factor, offset - self.offset)

    def __mul__(self, other: "Dim") -> "Dim":
        factor, offset = self._parts(other)
        if factor:
            raise ModelError("a size grows with the square of the batch; fix it with --shape")
        return Size.of(self.factor * offset, self.offset * offset)

    __rmul__ = __mul__

    def __floordiv__(self, other: "Dim") -> "Dim":
        factor, offset = self._parts(other)
        if factor:
            # (a B + b) / (c B + d) is a number where one is a multiple of the other.
            ratio = self.factor // factor
            if (factor * ratio, offset * ratio) == (self.factor, self.offset):
                return ratio
        elif offset and self.factor % offset == 0:
            return Size.of(self.factor // offset, self.offset // offset)
        raise ModelError(f"{self!r}, divided by {other!r}, is no size; fix it with --shape")

    def __neg__(self) -> "Dim":
        return Size.of(-self.factor, -self.offset)

    def __hash__(self) -> int:
        return hash((self.factor, self.offset))

    def _compare(self, other: "Dim", what: Callable[[int, int], bool]) -> bool:
        """Whether it holds: it must for every batch, or for none."""
        factor, offset = self._parts(other)
        slope, start = self.factor - factor, self.offset - offset
        # slope B + start against 0, for B from 1 on: at both ends, and where it is 0.
        first, last = slope + start, slope
        at_zero = slope != 0 and -start % slope == 0 and -start // slope >= 1
        answers = {what(first, 0), what(last if slope else first, 0)}
        if at_zero:
            answers.add(what(0, 0))
        if len(answers) > 1:
            raise ModelError(f"the graph depends on whether {self!r} is {other!r}; fix the "
                             "batch with --shape")
        return answers.pop()

    def __eq__(self, other: object) -> bool:
        return other is not None and self._compare(other, operator.eq)  # type: ignore[arg-type]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __lt__(self, other: "Dim") -> bool:
        return self._compare(other, operator.lt)

    def __le__(self, other: "Dim") -> bool:
        return self._compare(other, operator.le)

    def __gt__(self, other: "Dim") -> bool:
        return self._compare(other, operator.gt)

    def __ge__(self, other: "Dim") -> bool:
        return self._compare(other, operator.ge)


Dim = Union[int, Size]


def same(a: Dim, b: Dim) -> bool:
    """Whether two sizes are one expression; of a batch it is not asked how large it is."""
    if isinstance(a, Size) and isinstance(b, Size):
        return (a.factor, a.offset) == (b.factor, b.offset)
    return not isinstance(a, Size) and not isinstance(b, Size) and a == b
