# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mypy: ignore-errors
"""How a module draws its first values."""

from __future__ import annotations

from typing import Any, Optional

import torch
from torch.utils._python_dispatch import TorchDispatchMode

aten = torch.ops.aten


def _uniform(low: float = 0.0, high: float = 1.0, **_: Any) -> str:
    return f"uniform({low!r}, {high!r})"


def _normal(mean: float = 0.0, std: float = 1.0, **_: Any) -> str:
    return f"normal({mean!r}, {std!r})"


def _constant(value: float) -> str:
    return f"constant({float(value)!r})" if value else "zeros"


# What gives every element of a tensor its value, by the arguments behind the tensor or its
# shape.
_IN_PLACE = {
    aten.uniform_.default: _uniform,
    aten.normal_.default: _normal,
    aten.zero_.default: lambda: "zeros",
    aten.fill_.Scalar: _constant,
}
_NEW = {
    aten.rand.default: lambda *_, **__: _uniform(),
    aten.randn.default: lambda *_, **__: _normal(),
    aten.zeros.default: lambda *_, **__: "zeros",
    aten.zeros_like.default: lambda *_, **__: "zeros",
    aten.ones.default: lambda *_, **__: _constant(1),
    aten.ones_like.default: lambda *_, **__: _constant(1),
    aten.full.default: lambda _, value, **__: _constant(value),
}
_COPIES = {aten.clone.default}


class Initializers(TorchDispatchMode):
    """Sees the tensors that are made, and of which distribution all of their elements are, as
    `amp.variable` writes it. What is changed by anything else is no longer of one."""

    def __init__(self) -> None:
        super().__init__()
        # By the address of the storage, which is kept, so that no other one gets it.
        self._known: dict[int, tuple[Any, str]] = {}

    def of(self, tensor: torch.Tensor) -> Optional[str]:
        """None: its values are not known to be of one distribution."""
        known = self._known.get(tensor.untyped_storage().data_ptr())
        return known[1] if known and _is_whole(tensor) else None

    def __torch_dispatch__(self, function: Any, types: Any, arguments: Any = (),
                           named: Any = None) -> Any:
        named = named or {}
        result = function(*arguments, **named)
        if function in _IN_PLACE and _is_whole(arguments[0]):
            rest = {key: value for key, value in named.items() if key != "generator"}
            self._set(arguments[0], _IN_PLACE[function](*arguments[1:], **rest))
        elif function in _NEW:
            self._set(result, _NEW[function](*arguments, **named))
        elif function in _COPIES:
            self._set(result, self.of(arguments[0]))
        else:
            for parameter, value in zip(function._schema.arguments,
                                        [*arguments, *named.values()]):
                if parameter.alias_info is not None and parameter.alias_info.is_write:
                    for item in value if isinstance(value, (list, tuple)) else [value]:
                        if isinstance(item, torch.Tensor):
                            self._set(item, None)
        return result

    def _set(self, tensor: torch.Tensor, text: Optional[str]) -> None:
        storage = tensor.untyped_storage()
        if text is not None and _is_whole(tensor) and tensor.dtype == torch.float32:
            self._known[storage.data_ptr()] = storage, text
        else:
            self._known.pop(storage.data_ptr(), None)


def _is_whole(tensor: torch.Tensor) -> bool:
    """Whether a tensor is all of what it is a view of."""
    return tensor.numel() * tensor.element_size() == tensor.untyped_storage().nbytes()
