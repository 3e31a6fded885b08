#!/usr/bin/env python3
#===- record_torch.py - Records PyTorch's autocast -------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Records, op by op, which types PyTorch's autocast gives to operands.

  record_torch.py --device cuda --output torch-cuda.json.gz   regenerate
  record_torch.py --device cpu --check torch-cpu.json.gz      compare, exit 1 if
                                                           anything differs

Autocast is a dispatch key between the caller and autograd. For the time of one
case every overload of the op under test gets a kernel at the autograd key of the
device: it sees exactly what autocast hands over, notes it, and goes on to the
original implementation. An op that autocast has no kernel for and that is made of
other ops (CompositeImplicitAutograd) runs its parts under autocast; for such an op
a `TorchDispatchMode` follows each operand through casts and views to the first
kernel that reads it, and the parts are recorded too (`inner`).

For `cuda` no GPU is used: operands are fake tensors, which have a device, a type
and a shape but no data. For `cpu` every case really runs.

Needs PyTorch 2.12; nothing else of this project does.
"""

import argparse
import collections
import contextlib
import functools
import itertools
import json
import logging
import math
import os
import re
import sys
import warnings

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_map

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import recording  # noqa: E402

TYPES = {
    "f16": torch.float16,
    "bf16": torch.bfloat16,
    "f32": torch.float32,
    "f64": torch.float64,
    "i64": torch.int64,
    "i32": torch.int32,
    "i16": torch.int16,
    "i8": torch.int8,
    "ui8": torch.uint8,
    "i1": torch.bool,
    "ui64": torch.uint64,
    "complex<f16>": torch.complex32,
    "complex<f32>": torch.complex64,
    "complex<f64>": torch.complex128,
}
NAMES = {dtype: name for name, dtype in TYPES.items()}
AUTOCAST_KEY = {"cuda": "AutocastCUDA", "cpu": "AutocastCPU"}
# A fake kernel may take operands of types that no device takes together.
ACCEPTED_AS_FAKE = "unobserved: accepted as fake, refused by the CPU"
AUTOGRAD_KEY = {"cuda": "AutogradCUDA", "cpu": "AutogradCPU"}

#===------------------------------------------------------------------------===#
# Operands
#===------------------------------------------------------------------------===#

Float = collections.namedtuple("Float", "shape")
Int = collections.namedtuple("Int", "shape type fill")
List = collections.namedtuple("List", "items")
Spec = collections.namedtuple("Spec", "op args attributes call")


def F(*shape):
    """An operand whose type the cases vary."""
    return Float(shape)


def I(*shape, fill=0, type="i64"):
    """An operand of a fixed type that autocast has to leave alone."""
    return Int(shape, type, fill)


def L(*items):
    """A list of tensors."""
    return List(items)


def spec(op, *args, call=None, **attributes):
    """`call` is the Python function to call where it is not the ATen op."""
    return Spec(op, args, attributes, call)


def flat(args):
    for arg in args:
        if isinstance(arg, List):
            yield from flat(arg.items)
        else:
            yield arg


def values(shape, dtype, device):
    """Data that every op takes: between 0 and 1, and a square matrix is symmetric,
    positive definite and well conditioned."""
    if len(shape) >= 2 and shape[-1] == shape[-2]:
        data = 0.5 * torch.eye(shape[-1], dtype=torch.float64) + 0.02
        data = data.expand(shape)
    else:
        count = math.prod(shape)
        data = torch.linspace(0.1, 0.9, count, dtype=torch.float64).reshape(shape)
    if dtype in (torch.int64, torch.bool):
        data = torch.ones(shape)
    return data.to(dtype).to(device).contiguous()


def build(args, types, device):
    """The arguments of a call, and their tensors in order."""
    types = iter(types)
    tensors = []

    def one(arg):
        if isinstance(arg, List):
            return [one(item) for item in arg.items]
        if isinstance(arg, Float):
            made = values(arg.shape, TYPES[next(types)], device)
        elif isinstance(arg, Int):
            made = torch.full(arg.shape, arg.fill, dtype=TYPES[arg.type], device=device)
        else:
            return arg
        tensors.append(made)
        return made

    return [one(arg) for arg in args], tensors


def describe(args, types):
    """The `operands` of a case."""
    types = iter(types)

    def one(arg):
        if isinstance(arg, List):
            return {"list": [one(item) for item in arg.items]}
        if isinstance(arg, Float):
            return {"type": next(types), "shape": list(arg.shape)}
        if isinstance(arg, Int):
            return {"type": arg.type, "shape": list(arg.shape)}
        if arg is None:
            return {"none": True}
        if isinstance(arg, bool):
            return {"bool": arg}
        if isinstance(arg, int):
            return {"int": arg}
        if isinstance(arg, float):
            return {"scalar": arg}
        if isinstance(arg, str):
            return {"string": arg}
        if all(isinstance(item, bool) for item in arg):
            return {"bools": list(arg)}
        if any(isinstance(item, float) for item in arg):
            return {"scalars": list(arg)}
        return {"ints": list(arg)}

    return [one(arg) for arg in args]

#===------------------------------------------------------------------------===#
# Ops
#===------------------------------------------------------------------------===#


def from_test_lists(device):
    """The calls of PyTorch's own autocast tests, as specs. Only the shapes are
    used, so that the cases can vary the types."""
    from torch.testing._internal import autocast_test_lists as lists

    made = (lists.AutocastTestLists if device == "cuda" else
            lists.AutocastCPUTestLists)("cpu")

    def convert(arg):
        if isinstance(arg, torch.Tensor):
            shape = tuple(arg.shape)
            if arg.is_floating_point():
                return Float(shape)
            fill = int(arg.flatten()[0])
            return Int(shape, NAMES[arg.dtype], fill if (arg == fill).all() else 0)
        if isinstance(arg, (tuple, list)) and any(
                isinstance(item, torch.Tensor) for item in arg):
            return List(tuple(convert(item) for item in arg))
        return arg

    for name, entries in sorted(vars(made).items()):
        # Methods are the same ATen ops under their operator names.
        if not isinstance(entries, list) or name.startswith("methods"):
            continue
        for entry in entries:
            op, args = entry[:2]
            # Python functions there, whose arguments are not those of the ATen op.
            if op in ("chain_matmul", "einsum", "tensordot"):
                continue
            keywords = {}
            for extra in entry[2:]:
                if isinstance(extra, dict):
                    keywords = extra
            args = tuple(convert(arg) for arg in args)
            # The list gives torch.norm a dim and no p; the ATen op wants both.
            if op == "norm" and "dim" in keywords:
                args += (keywords.get("p", 2.0), [keywords["dim"]])
                keywords = {}
            yield Spec(op, args, dict(keywords), None)


def elementwise_specs():
    for op in ("abs acos acosh asin asinh atan atanh ceil cos cosh deg2rad digamma "
               "elu erf erfc erfinv exp exp2 expm1 floor frac gelu hardsigmoid "
               "hardswish hardtanh isfinite isinf isnan leaky_relu lgamma log log10 "
               "log1p log2 log_sigmoid logit mish nan_to_num neg reciprocal relu "
               "relu6 round rsqrt selu sigmoid sign silu sin sinc sinh softplus sqrt "
               "square tan tanh trunc").split():
        yield spec(op, F(4, 8))
    for op in ("add atan2 copysign div eq equal floor_divide fmax fmin fmod ge gt "
               "hypot le logaddexp lt maximum minimum mul ne nextafter pow remainder "
               "rsub sub xlogy").split():
        yield spec(op, F(4, 8), F(8))
    # A 0-dim tensor takes no part in native promotion, but does in autocast's.
    for op in "add atan2 mul pow".split():
        yield spec(op, F(4, 8), F())
    for op in "add div eq mul pow rsub sub".split():
        yield spec(op, F(4, 8), 2.0)
    yield spec("add", F(4, 8), 2)
    yield spec("pow", 2.0, F(4, 8))
    yield spec("addcdiv", F(4, 8), F(4, 8), F(4, 8), value=0.5)
    yield spec("addcmul", F(4, 8), F(4, 8), F(4, 8), value=0.5)
    yield spec("clamp", F(4, 8), 0.25, 0.75)
    yield spec("clamp", F(4, 8), F(4, 8), F(4, 8))
    yield spec("clamp_min", F(4, 8), 0.25)
    yield spec("dropout", F(4, 8), 0.5, True)
    yield spec("glu", F(4, 8), 1)
    yield spec("lerp", F(4, 8), F(4, 8), 0.5)
    yield spec("lerp", F(4, 8), F(4, 8), F(4, 8))
    yield spec("masked_fill", F(4, 8), I(4, 8, type="i1"), 0.0)
    yield spec("native_dropout", F(4, 8), 0.5, True)
    yield spec("polar", F(8), F(8))
    yield spec("prelu", F(4, 8), F(8))
    yield spec("softsign", F(4, 8), call="torch.nn.functional.softsign")
    yield spec("threshold", F(4, 8), 0.5, 0.0)
    yield spec("view_as_complex", F(4, 2))
    yield spec("where", I(4, 8, type="i1"), F(4, 8), F(4, 8))
    yield spec("where", I(4, 8, type="i1"), F(4, 8), 0.0)
    # Not registered: a variant that writes to an operand is left alone.
    for op in "add_ atan2_ mul_ pow_".split():
        yield spec(op, F(4, 8), F(4, 8))
    for op in "exp_ relu_ sigmoid_".split():
        yield spec(op, F(4, 8))
    yield spec("addmm_", F(4, 4), F(4, 8), F(8, 4))
    yield spec("baddbmm_", F(2, 4, 4), F(2, 4, 8), F(2, 8, 4))
    yield spec("index_put_", F(8), L(I(1)), F(1))
    yield spec("scatter_add_", F(4, 8), 0, I(4, 8), F(4, 8))


def reduction_specs():
    for op in "sum prod mean".split():
        yield spec(op, F(4, 8))
        for dtype in ("f16", "bf16", "f32", "f64"):
            yield spec(op, F(4, 8), dtype=dtype)
    for op in "sum mean".split():
        yield spec(op, F(4, 8), [1], True)
    yield spec("prod", F(4, 8), 1)
    for op in "softmax log_softmax cumsum cumprod".split():
        yield spec(op, F(4, 8), 1)
        for dtype in ("f16", "bf16", "f32", "f64"):
            yield spec(op, F(4, 8), 1, dtype=dtype)
    for op in "all any argmax argmin max median min nansum std trace var".split():
        yield spec(op, F(8, 8))
    for op in "amax amin std var var_mean std_mean".split():
        yield spec(op, F(4, 8), [1])
    for op in "argsort kthvalue max min".split():
        yield spec(op, F(4, 8), 1)
    yield spec("cummax", F(4, 8), 1)
    yield spec("dist", F(4, 8), F(4, 8), 2.0)
    yield spec("logcumsumexp", F(4, 8), 1)
    yield spec("logsumexp", F(4, 8), [1])
    yield spec("nanquantile", F(8), 0.5)
    yield spec("nanquantile", F(4, 8), F(2), 1)
    yield spec("quantile", F(8), 0.5)
    yield spec("quantile", F(4, 8), F(2), 1)
    yield spec("softmin", F(4, 8), 1, call="torch.nn.functional.softmin")
    yield spec("sort", F(4, 8))
    yield spec("topk", F(4, 8), 2)
    # norm
    yield spec("norm", F(4, 8))
    yield spec("norm", F(4, 8), 2.0, [1], True)
    yield spec("norm", F(4, 8), 2.0, dtype="f64")
    yield spec("norm", F(4, 8), 2.0, [1], True, dtype="f64")
    yield spec("norm", F(4, 8), call="torch.norm")
    yield spec("norm", F(4, 8), 2.0, 1, call="torch.norm")
    yield spec("norm", F(4, 8), "fro", call="torch.norm")
    yield spec("frobenius_norm", F(4, 8), [1])
    yield spec("nuclear_norm", F(8, 8))
    yield spec("nuclear_norm", F(8, 8), [0, 1])
    yield spec("linalg_norm", F(4, 8))
    yield spec("linalg_vector_norm", F(4, 8))
    yield spec("linalg_vector_norm", F(4, 8), 2.0, [1], True)
    yield spec("linalg_matrix_norm", F(8, 8), 1.0)
    yield spec("linalg_matrix_norm", F(8, 8), "fro")
    for dtype in ("f16", "bf16", "f32", "f64"):
        yield spec("linalg_vector_norm", F(4, 8), dtype=dtype)
        yield spec("linalg_matrix_norm", F(8, 8), 1.0, dtype=dtype)
        yield spec("linalg_matrix_norm", F(8, 8), "fro", dtype=dtype)
    yield spec("renorm", F(4, 8), 2.0, 0, 1.0)
    yield spec("normalize", F(4, 8), call="torch.nn.functional.normalize")
    yield spec("cdist", F(4, 8), F(5, 8))
    yield spec("pdist", F(4, 8))
    yield spec("cosine_similarity", F(4, 8), F(4, 8))
    yield spec("fake_quantize_per_tensor_affine", F(4, 8), 0.1, 0, 0, 255)


def shape_specs():
    yield spec("broadcast_to", F(8), [4, 8])
    for op in "cat stack".split():
        yield spec(op, L(F(4, 8), F(4, 8)), 1)
        yield spec(op, L(F(8), F(8), F(8)))
    yield spec("chunk", F(4, 8), 2)
    yield spec("clone", F(4, 8))
    yield spec("constant_pad_nd", F(4, 8), [1, 1], 0.0)
    yield spec("contiguous", F(4, 8))
    yield spec("detach", F(4, 8))
    yield spec("diag", F(8))
    yield spec("embedding", F(8, 4), I(3))
    yield spec("expand", F(1, 8), [4, 8])
    yield spec("flatten", F(2, 3, 4), 1)
    yield spec("flip", F(4, 8), [0])
    yield spec("gather", F(4, 8), 0, I(4, 8))
    yield spec("index", F(4, 8), L(I(3)))
    yield spec("index_add", F(4, 8), 0, I(2), F(2, 8))
    yield spec("index_copy", F(4, 8), 0, I(2), F(2, 8))
    yield spec("index_put", F(8), L(I(1)), F(1))
    yield spec("index_put", F(8), L(I(1)), F(1), True)
    yield spec("index_select", F(4, 8), 0, I(2))
    yield spec("masked_scatter", F(4, 8), I(4, 8, type="i1"), F(4, 8))
    yield spec("masked_select", F(4, 8), I(4, 8, type="i1"))
    yield spec("narrow", F(4, 8), 0, 1, 2)
    yield spec("nonzero", F(4, 8))
    yield spec("numel", F(4, 8))
    yield spec("one_hot", I(4), 3)
    yield spec("ones_like", F(4, 8))
    yield spec("pad", F(4, 8), [1, 1])
    yield spec("permute", F(4, 8), [1, 0])
    yield spec("pixel_shuffle", F(1, 8, 2, 2), 2)
    yield spec("pixel_unshuffle", F(1, 2, 4, 4), 2)
    for op in "reflection_pad replication_pad".split():
        yield spec(op + "1d", F(2, 3, 4), [1, 1])
        yield spec(op + "2d", F(2, 3, 4, 4), [1, 1, 1, 1])
        yield spec(op + "3d", F(2, 3, 4, 4, 4), [1, 1, 1, 1, 1, 1])
    yield spec("repeat", F(4, 8), [2, 1])
    yield spec("reshape", F(4, 8), [8, 4])
    yield spec("roll", F(4, 8), [1])
    yield spec("scatter", F(4, 8), 0, I(4, 8), F(4, 8))
    yield spec("scatter_add", F(4, 8), 0, I(4, 8), F(4, 8))
    yield spec("select", F(4, 8), 0, 1)
    yield spec("slice", F(4, 8), 0, 1, 3)
    yield spec("split", F(4, 8), 2)
    yield spec("split_with_sizes", F(4, 8), [1, 3])
    yield spec("squeeze", F(1, 8), 0)
    yield spec("t", F(4, 8))
    yield spec("take", F(4, 8), I(3))
    yield spec("take_along_dim", F(4, 8), I(4, 8), 0)
    yield spec("tile", F(4, 8), [2, 1])
    yield spec("transpose", F(4, 8), 0, 1)
    yield spec("tril", F(8, 8))
    yield spec("triu", F(8, 8))
    yield spec("unbind", F(4, 8))
    yield spec("unfold", F(4, 8), 1, 2, 2)
    yield spec("unsqueeze", F(4, 8), 0)
    yield spec("view", F(4, 8), [8, 4])
    yield spec("zeros_like", F(4, 8))


def matrix_specs():
    yield spec("addbmm", F(4, 4), F(2, 4, 8), F(2, 8, 4))
    yield spec("addmm", F(4, 4), F(4, 8), F(8, 4))
    yield spec("_addmm_activation", F(4), F(4, 8), F(8, 4))
    yield spec("addmv", F(4), F(4, 8), F(8))
    yield spec("addr", F(4, 8), F(4), F(8))
    yield spec("baddbmm", F(2, 4, 4), F(2, 4, 8), F(2, 8, 4))
    yield spec("bilinear", F(2, 3), F(2, 4), F(5, 3, 4), F(5))
    yield spec("bilinear", F(2, 3), F(2, 4), F(5, 3, 4), None)
    yield spec("bmm", F(2, 4, 8), F(2, 8, 4))
    yield spec("chain_matmul", L(F(4, 8), F(8, 4), F(4, 2)))
    yield spec("cross", F(4, 3), F(4, 3), 1)
    yield spec("linalg_cross", F(4, 3), F(4, 3))
    yield spec("dot", F(8), F(8))
    yield spec("einsum", "ij,jk->ik", L(F(4, 8), F(8, 4)))
    yield spec("einsum", "bi,bj->b", L(F(4, 8), F(4, 8)))
    yield spec("ger", F(4), F(8))
    yield spec("inner", F(4, 8), F(4, 8))
    yield spec("kron", F(4, 8), F(2, 2))
    yield spec("linalg_multi_dot", L(F(4, 8), F(8, 4), F(4, 2)))
    yield spec("linalg_vecdot", F(4, 8), F(4, 8))
    yield spec("linear", F(4, 8), F(6, 8), F(6))
    yield spec("linear", F(4, 8), F(6, 8))
    yield spec("matmul", F(2, 4, 8), F(8, 4))
    yield spec("matmul", F(4, 8), F(8))
    yield spec("matmul", F(8), F(8))
    yield spec("mm", F(4, 8), F(8, 4))
    yield spec("mv", F(4, 8), F(8))
    yield spec("outer", F(4), F(8))
    yield spec("tensordot", F(4, 8), F(8, 4), [1], [0])
    yield spec("vdot", F(8), F(8))
    # Factorisations and solvers.
    for op in ("cholesky cholesky_inverse geqrf inverse linalg_cholesky "
               "linalg_cholesky_ex linalg_cond linalg_det linalg_eig linalg_eigh "
               "linalg_eigvals linalg_eigvalsh linalg_inv linalg_inv_ex linalg_lu "
               "linalg_matrix_rank linalg_pinv linalg_qr linalg_slogdet linalg_svd "
               "linalg_svdvals _lu_with_info pinverse qr svd").split():
        yield spec(op, F(4, 4))
    yield spec("cholesky_solve", F(4, 2), F(4, 4))
    yield spec("linalg_cond", F(4, 4), "fro")
    yield spec("linalg_householder_product", F(4, 4), F(4))
    yield spec("linalg_lstsq", F(4, 4), F(4, 2))
    yield spec("linalg_matrix_rank", F(4, 4), tol=0.1)
    yield spec("linalg_matrix_rank", F(2, 4, 4), F(2))
    yield spec("linalg_matrix_rank", F(4, 4), atol=0.1)
    yield spec("linalg_solve", F(4, 4), F(4, 2))
    yield spec("linalg_tensorinv", F(2, 2, 4))
    yield spec("linalg_tensorsolve", F(2, 2, 4), F(2, 2))
    yield spec("lu_solve", F(4, 2), F(4, 4), I(4, fill=1, type="i32"))
    yield spec("orgqr", F(4, 4), F(4))
    yield spec("ormqr", F(4, 4), F(4), F(4, 2))
    yield spec("triangular_solve", F(4, 2), F(4, 4))
    # Fourier transforms.
    for op in "fft hfft ifft ihfft irfft rfft".split():
        yield spec("fft_" + op, F(8))
    for op in "fft2 fftn ifft2 ifftn irfft2 irfftn rfft2 rfftn".split():
        yield spec("fft_" + op, F(4, 8))
    yield spec("stft", F(16), 8, return_complex=True)
    yield spec("stft", F(16), 8, None, None, F(8), True, "reflect", return_complex=True)


def network_specs():
    conv = {1: (F(2, 3, 8), F(4, 3, 3)), 2: (F(2, 3, 8, 8), F(4, 3, 3, 3)),
            3: (F(1, 3, 4, 4, 4), F(4, 3, 3, 3, 3))}
    transposed = {1: (F(2, 3, 8), F(3, 4, 3)), 2: (F(2, 3, 8, 8), F(3, 4, 3, 3)),
                  3: (F(1, 3, 4, 4, 4), F(3, 4, 3, 3, 3))}
    for rank in (1, 2, 3):
        yield spec(f"conv{rank}d", *conv[rank], F(4))
        yield spec(f"conv{rank}d", *conv[rank])
        yield spec(f"conv{rank}d", *conv[rank], F(4), [1] * rank, "same")
        yield spec(f"conv_transpose{rank}d", *transposed[rank], F(4))
    yield spec("conv_tbc", F(8, 2, 3), F(3, 3, 4), F(4), 0)
    yield spec("convolution", *conv[2], F(4), [1, 1], [0, 0], [1, 1], False, [0, 0], 1)
    yield spec("_convolution", *conv[2], F(4), [1, 1], [0, 0], [1, 1], False, [0, 0],
               1, False, False, True, True)
    yield spec("_convolution", *conv[2], F(4), [1, 1], [0, 0], [1, 1], False, [0, 0],
               1, False, False, True)  # the deprecated overload
    yield spec("convolution_backward", F(2, 4, 6, 6), *conv[2], [4], [1, 1], [0, 0],
               [1, 1], False, [0, 0], 1, [True, True, True])
    yield spec("cudnn_convolution", *conv[2], [0, 0], [1, 1], [1, 1], 1, False, True,
               True)
    # Pooling.
    yield spec("avg_pool1d", F(2, 3, 8), [2])
    yield spec("avg_pool2d", F(2, 3, 8, 8), [2, 2])
    yield spec("avg_pool3d", F(1, 3, 4, 4, 4), [2, 2, 2])
    yield spec("adaptive_avg_pool2d", F(2, 3, 8, 8), [1, 1])
    yield spec("adaptive_avg_pool3d", F(1, 3, 4, 4, 4), [1, 1, 1])
    yield spec("adaptive_max_pool2d", F(2, 3, 8, 8), [1, 1])
    yield spec("adaptive_max_pool3d", F(1, 3, 4, 4, 4), [1, 1, 1])
    yield spec("fractional_max_pool2d", F(2, 3, 8, 8), [2, 2], [3, 3], F(2, 3, 2))
    yield spec("fractional_max_pool3d", F(1, 3, 8, 8, 8), [2, 2, 2], [3, 3, 3],
               F(1, 3, 3))
    yield spec("max_pool1d", F(2, 3, 8), [2])
    yield spec("max_pool2d", F(2, 3, 8, 8), [2, 2])
    yield spec("max_pool2d_with_indices", F(2, 3, 8, 8), [2, 2])
    yield spec("max_pool3d", F(1, 3, 4, 4, 4), [2, 2, 2])
    yield spec("max_unpool2d", F(1, 1, 1, 1), I(1, 1, 1, 1), [2, 2])
    yield spec("max_unpool3d", F(1, 1, 1, 1, 1), I(1, 1, 1, 1, 1), [2, 2, 2],
               [2, 2, 2], [0, 0, 0])
    # Resampling.
    yield spec("grid_sampler", F(2, 3, 4, 4), F(2, 5, 5, 2), 0, 0, False)
    yield spec("grid_sampler", F(1, 3, 4, 4, 4), F(1, 5, 5, 5, 3), 0, 0, False)
    yield spec("grid_sampler_2d", F(2, 3, 4, 4), F(2, 5, 5, 2), 0, 0, False)
    yield spec("_grid_sampler_2d_cpu_fallback", F(2, 3, 4, 4), F(2, 5, 5, 2), 0, 0,
               False)
    yield spec("grid_sampler_3d", F(1, 3, 4, 4, 4), F(1, 5, 5, 5, 3), 0, 0, False)
    data = {1: F(2, 3, 4), 2: F(2, 3, 4, 4), 3: F(1, 3, 4, 4, 4)}
    for rank in (1, 2, 3):
        yield spec(f"upsample_nearest{rank}d", data[rank], [8] * rank)
        yield spec(f"_upsample_nearest_exact{rank}d", data[rank], [8] * rank)
    for op, rank in (("upsample_linear1d", 1), ("upsample_bilinear2d", 2),
                     ("upsample_trilinear3d", 3), ("upsample_bicubic2d", 2),
                     ("_upsample_bilinear2d_aa", 2), ("_upsample_bicubic2d_aa", 2)):
        yield spec(op, data[rank], [8] * rank, False)
    yield spec("interpolate", F(2, 3, 4, 4), call="torch.nn.functional.interpolate",
               scale_factor=2.0, mode="bilinear")
    yield spec("interpolate", F(2, 3, 4, 4), call="torch.nn.functional.interpolate",
               scale_factor=2.0, mode="nearest")
    # Normalisation.
    channels = (F(3), F(3), F(3), F(3))
    yield spec("batch_norm", F(2, 3, 4, 4), *channels, True, 0.1, 1e-5, True)
    yield spec("batch_norm", F(2, 3, 4, 4), *channels, False, 0.1, 1e-5, True)
    yield spec("instance_norm", F(2, 3, 4, 4), F(3), F(3), None, None, True, 0.1, 1e-5,
               True)
    yield spec("layer_norm", F(4, 8), [8], F(8), F(8))
    yield spec("layer_norm", F(4, 8), [8])
    yield spec("native_layer_norm", F(4, 8), [8], F(8), F(8), 1e-5)
    yield spec("group_norm", F(2, 4, 8), 2, F(4), F(4))
    yield spec("rms_norm", F(4, 8), [8], F(8))
    yield spec("rms_norm", F(4, 8), [8])
    yield spec("local_response_norm", F(2, 3, 4, 4), 2,
               call="torch.nn.functional.local_response_norm")
    # Attention.
    heads = (F(2, 2, 4, 8), F(2, 2, 4, 8), F(2, 2, 4, 8))
    yield spec("scaled_dot_product_attention", *heads)
    yield spec("scaled_dot_product_attention", *heads, F(4, 4))
    yield spec("scaled_dot_product_attention", *heads, I(4, 4, type="i1", fill=1))
    yield spec("_scaled_dot_product_flash_attention", *heads)
    yield spec("_native_multi_head_attention", F(2, 4, 8), F(2, 4, 8), F(2, 4, 8), 8, 2,
               F(24, 8), F(24), F(8, 8), F(8))
    # Recurrence.
    for op, chunks in (("gru", 3), ("rnn_tanh", 1), ("rnn_relu", 1)):
        yield spec(op, F(3, 2, 4), F(1, 2, 4),
                   L(F(chunks * 4, 4), F(chunks * 4, 4), F(chunks * 4), F(chunks * 4)),
                   True, 1, 0.0, False, False, False)
        yield spec(op + "_cell", F(2, 4), F(2, 4), F(chunks * 4, 4), F(chunks * 4, 4),
                   F(chunks * 4), F(chunks * 4))
    yield spec("lstm", F(3, 2, 4), L(F(1, 2, 4), F(1, 2, 4)),
               L(F(16, 4), F(16, 4), F(16), F(16)), True, 1, 0.0, False, False, False)
    yield spec("lstm_cell", F(2, 4), L(F(2, 4), F(2, 4)), F(16, 4), F(16, 4), F(16),
               F(16))
    yield spec("_thnn_fused_lstm_cell", F(2, 16), F(2, 16), F(2, 4), F(16), F(16))
    yield spec("_thnn_fused_gru_cell", F(2, 12), F(2, 12), F(2, 4), F(12), F(12))
    yield spec("_cudnn_rnn", F(3, 2, 4), L(F(16, 4), F(16, 4), F(16), F(16)), 4, None,
               F(1, 2, 4), F(1, 2, 4), 2, 4, 0, 1, False, 0.0, False, False, [], None)
    yield spec("mkldnn_rnn_layer", F(3, 2, 4), F(16, 4), F(16, 4), F(16), F(16),
               F(2, 4), F(2, 4), False, [], 2, 4, 1, True, False, False, False)


def loss_specs():
    for op in ("huber_loss kl_div l1_loss mse_loss smooth_l1_loss soft_margin_loss "
               "binary_cross_entropy binary_cross_entropy_with_logits").split():
        yield spec(op, F(4, 8), F(4, 8))
    for op in "binary_cross_entropy binary_cross_entropy_with_logits".split():
        yield spec(op, F(4, 8), F(4, 8), F(8))
    yield spec("cosine_embedding_loss", F(4, 8), F(4, 8), I(4, fill=1))
    yield spec("cross_entropy_loss", F(4, 8), I(4))
    yield spec("cross_entropy_loss", F(4, 8), I(4), F(8))
    yield spec("cross_entropy_loss", F(4, 8), F(4, 8))
    lengths = ([8, 8], [2, 2])
    yield spec("ctc_loss", F(8, 2, 5), I(2, 2, fill=1), *lengths)
    yield spec("ctc_loss", F(8, 2, 5), I(2, 2, fill=1), I(2, fill=8), I(2, fill=2))
    yield spec("gaussian_nll_loss", F(4, 8), F(4, 8), F(4, 8),
               call="torch.nn.functional.gaussian_nll_loss")
    yield spec("hinge_embedding_loss", F(4, 8), I(4, 8, fill=1))
    yield spec("margin_ranking_loss", F(4), F(4), F(4))
    yield spec("multi_margin_loss", F(4, 8), I(4))
    yield spec("multi_margin_loss", F(4, 8), I(4), 1, 1.0, F(8))
    yield spec("multilabel_margin_loss", F(4, 8), I(4, 8))
    yield spec("multilabel_margin_loss_forward", F(4, 8), I(4, 8), 1)
    yield spec("multilabel_soft_margin_loss", F(4, 8), F(4, 8),
               call="torch.nn.functional.multilabel_soft_margin_loss")
    yield spec("nll_loss", F(4, 8), I(4))
    yield spec("nll_loss", F(4, 8), I(4), F(8))
    yield spec("nll_loss2d", F(2, 8, 4, 4), I(2, 4, 4))
    yield spec("nll_loss_nd", F(4, 8), I(4))
    yield spec("poisson_nll_loss", F(4, 8), F(4, 8), True, False, 1e-8, 1)
    yield spec("triplet_margin_loss", F(4, 8), F(4, 8), F(4, 8))


def form(arg):
    """An argument without its shape and value."""
    if isinstance(arg, List):
        return tuple(form(item) for item in arg.items)
    return arg.type if isinstance(arg, Int) else type(arg).__name__


def all_specs(device):
    """Every call, once, by op. The peer's own test calls are added where they differ
    from the ones here in more than shapes and values."""
    seen, forms = {}, set()
    for made in itertools.chain(elementwise_specs(), reduction_specs(), shape_specs(),
                                matrix_specs(), network_specs(), loss_specs()):
        seen.setdefault(repr(made), made)
        if not made.attributes and made.call is None:
            forms.add((made.op, form(List(made.args))))
    for made in from_test_lists(device):
        if made.attributes or (made.op, form(List(made.args))) not in forms:
            seen.setdefault(repr(made), made)
    return sorted(seen.values(), key=lambda made: (made.op, repr(made)))


def type_cases(made, low, listed, default):
    """The types of the F operands, case by case, and whether the case is kept only if
    the op takes them: an integer in place of a float makes sense for some ops alone.
    An op that autocast leaves alone and the low type that is not the device's default
    get fewer."""
    count = sum(isinstance(arg, Float) for arg in flat(made.args))
    if count == 0:
        return [((), False)]
    other = {"f16": "bf16", "bf16": "f16"}[low]

    def all_but(rest, where, type):
        return tuple(type if at == where else rest for at in range(count))

    def uniform(*types):
        return [(all_but(type, None, None), False) for type in types]

    if "dtype" in made.attributes:
        return (uniform("f32", low) + [(all_but("i64", None, None), True)]
                if default else uniform(low))
    if not default:
        cases = uniform(*(("f32", low, other) if listed else ("f32", low)))
        if count > 1:
            cases.append((all_but("f32", 0, low), False))
        if count > 1 and listed:
            cases.append((all_but(low, 0, "f32"), False))
            cases.append((all_but(low, 0, other), False))
        return list(dict.fromkeys(cases))
    cases = uniform("f32", low, other, "f64")
    if count > 1:
        for where in sorted({0, 1 % count, 2 % count, count - 1} if listed else {0}):
            cases.append((all_but("f32", where, low), False))
            cases.append((all_but(low, where, "f32"), False))
        cases.append((all_but(low, 0, "f64"), False))
        cases.append((all_but(low, 0, other), False))
        cases.append((all_but(low, 0, "i64"), True))
        if listed:
            cases.append((all_but("f32", 0, "f64"), False))
            cases.append((all_but("f32", count - 1, "f64"), False))
            cases.append((all_but("f32", count - 1, other), False))
            cases.append((all_but(low, count - 1, "i64"), True))
    cases.append((all_but("i64", None, None), True))
    if listed:
        cases.append((all_but("i1", None, None), True))
    return list(dict.fromkeys(cases))

#===------------------------------------------------------------------------===#
# Observation
#===------------------------------------------------------------------------===#


@contextlib.contextmanager
def region(device, dtype, enabled=True):
    """What `torch.autocast` sets, which without a GPU disables itself for CUDA. The
    cache is off: no case reads what another one left."""
    before = (torch.is_autocast_enabled(device), torch.get_autocast_dtype(device),
              torch.is_autocast_cache_enabled())
    torch.set_autocast_enabled(device, enabled)
    torch.set_autocast_dtype(device, dtype)
    torch.set_autocast_cache_enabled(False)
    try:
        yield
    finally:
        torch.set_autocast_enabled(device, before[0])
        torch.set_autocast_dtype(device, before[1])
        torch.set_autocast_cache_enabled(before[2])


@contextlib.contextmanager
def operands_mode(device):
    """Where operands live: fake for CUDA, real for the CPU."""
    if device == "cpu":
        yield
        return
    from torch._subclasses.fake_tensor import FakeTensorMode
    with FakeTensorMode(allow_non_fake_inputs=True):
        yield


@functools.cache
def dispatched():
    """The ops that go through the dispatcher."""
    return frozenset(torch._C._dispatch_get_all_op_names())


@functools.cache
def overloads(op):
    """The overloads of an ATen op that write to no operand; those of `op_` do."""
    packet = getattr(torch.ops.aten, op, None)
    if packet is None:
        return []
    found = (getattr(packet, name) for name in packet.overloads())
    # Some overloads exist for TorchScript alone.
    return [one for one in found if one.name() in dispatched() and
            (op.endswith("_") or not one._schema.is_mutable)]


def has_autocast_kernel(device, overload):
    return torch._C._dispatch_has_kernel_for_dispatch_key(overload.name(),
                                                          AUTOCAST_KEY[device])


def is_listed(device, op):
    return any(has_autocast_kernel(device, one) for one in overloads(op))


def is_composite(overload):
    return torch._C._dispatch_has_kernel_for_dispatch_key(
        overload.name(), "CompositeImplicitAutograd")


@contextlib.contextmanager
def observe(device, op):
    """Yields a list to which each call of `op` appends (overload, arguments,
    keyword arguments) as they are below autocast."""
    calls = []
    library = torch.library.Library("aten", "IMPL")

    def kernel_of(overload):
        if is_composite(overload):
            def kernel(keys, *args, **keywords):
                calls.append((overload, args, keywords))
                return overload.decompose(*args, **keywords)
        else:
            def kernel(keys, *args, **keywords):
                calls.append((overload, args, keywords))
                return overload.redispatch(keys & torch._C._after_autograd_keyset,
                                           *args, **keywords)
        return kernel

    try:
        for overload in overloads(op):
            library.impl(overload, kernel_of(overload), AUTOGRAD_KEY[device],
                         with_keyset=True)
        yield calls
    finally:
        library._destroy()


def tensors_of(value):
    """Tensors in order; lists and tuples are walked."""
    return [leaf for leaf in tree_flatten(value)[0] if isinstance(leaf, torch.Tensor)]


def type_of(tensor):
    return NAMES[tensor.dtype]


class Follow(TorchDispatchMode):
    """Follows operands through casts and views to the first kernel that reads
    them. Runs below autocast and autograd."""

    PASS_ON = {torch.ops.aten.clone.default, torch.ops.aten.lift_fresh.default}

    def __init__(self):
        super().__init__()
        self.label = {}  # id of a tensor -> label of the operand it stands for
        self.alive = []  # an id must not be given to another tensor
        self.read = {}  # label -> type in which a kernel first read it
        self.last = {}  # label -> its latest type
        self.casts = []  # (label or None, from, to)
        self.inner = []  # kernels in order

    def track(self, tensor, label):
        self.label[id(tensor)] = label
        self.alive.append(tensor)
        self.last[label] = type_of(tensor)

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = func.overloadpacket._qualified_op_name
        inputs = tensors_of((args, kwargs))
        is_cast = func is torch.ops.aten._to_copy.default
        passes_on = is_cast or func in self.PASS_ON or func.is_view
        # Others ask a fake tensor for its device, say.
        is_kernel = name.startswith("aten::") and not passes_on
        for tensor in inputs if is_kernel else ():
            label = self.label.get(id(tensor))
            if label is not None:  # before the call: it may be refused
                self.read.setdefault(label, type_of(tensor))
        result = func(*args, **kwargs)
        outputs = tensors_of(result)
        self.alive.extend(outputs)
        if passes_on and inputs and outputs:
            label = self.label.get(id(inputs[0]))
            if is_cast and inputs[0].dtype != outputs[0].dtype:
                self.casts.append((label, type_of(inputs[0]), type_of(outputs[0])))
            for output in outputs if label is not None else ():
                self.track(output, label)
        elif is_kernel:
            self.inner.append(f"{name[6:]}({', '.join(map(type_of, inputs))})->"
                              f"{', '.join(map(type_of, outputs))}")
        return result

    def assigned(self, label):
        return self.read.get(label) or self.last[label]


def resolve(made):
    """The function that a spec calls."""
    if made.call is None:
        return getattr(torch.ops.aten, made.op, None)
    found = torch
    for part in made.call.split(".")[1:]:
        found = getattr(found, part)
    return found


def reason(error, reached, listed):
    """One short line, the same in every run."""
    text = str(error).strip().splitlines()[0] if str(error).strip() else ""
    if "at::autocast::prioritize" in text:
        return "autocast: unexpected floating type"
    if "unsafe to autocast" in str(error):
        return "autocast: banned"
    text = re.sub(r"0x[0-9a-f]+|/\S+", "…", text)
    text = re.sub(r"\s+", " ", text)
    text = text if len(text) <= 90 else text[:87] + "..."
    kind = type(error).__name__
    # Says something about fake tensors and not about the op.
    if ("Unsupported" in kind or "DynamicOutputShape" in kind or
            "DataDependent" in kind or "NVIDIA" in text or
            "device index" in text or "CUDA driver" in text):
        return f"unobserved: {kind}: {text}"
    if "data is not allocated" in text:
        return "unobserved: no kernel for this device"
    if "could not create a primitive" in text:
        return "unobserved: oneDNN has no such primitive on this processor"
    if isinstance(error, NotImplementedError) and "Could not run" in text:
        return "unobserved: no kernel for this device"
    return f"{'autocast' if listed and not reached else 'op'}: {text}"


def encode_results(value):
    """Types of the results. A result that the call leaves undefined has none."""
    if isinstance(value, bool):
        return ["i1"]
    if isinstance(value, int):
        return ["i64"]
    return [type_of(tensor) for tensor in tensors_of(value)]


def refused_for_real(below):
    """Whether the CPU refuses a call, autocast aside. Fake kernels check less than
    real ones: some accept operands of types that no device takes together."""
    overload, args, keywords = below

    def real(leaf):
        if isinstance(leaf, torch.Tensor):
            return values(tuple(leaf.shape), leaf.dtype, "cpu")
        return leaf

    try:
        overload(*tree_map(real, args), **tree_map(real, keywords))
    except Exception as caught:
        return "not implemented for" not in str(caught)
    return False


def call(device, made, low, types, enabled):
    """Calls once: (results or None, what was raised or None, calls below autocast,
    the `Follow` that watched)."""
    function = resolve(made)
    keywords = {name: TYPES[value] if name == "dtype" else value
                for name, value in made.attributes.items()}
    follow = Follow()
    results = error = None
    with contextlib.ExitStack() as stack:
        stack.enter_context(operands_mode(device))
        args, tensors = build(made.args, types, device)
        calls = stack.enter_context(observe(device, made.op))
        stack.enter_context(region(device, TYPES[low], enabled))
        for at, tensor in enumerate(tensors):
            follow.track(tensor, at)
        stack.enter_context(follow)
        try:
            results = encode_results(function(*args, **keywords))
        except Exception as caught:  # whatever the peer raises is what is recorded
            error = caught
    return results, error, calls, follow


def record_case(device, made, low, types, optional):
    """One call. None where it says nothing (see `type_cases`)."""
    results, error, calls, follow = call(device, made, low, types, True)
    reached = bool(calls) and made.call is None
    listed = is_listed(device, made.op)
    if error is not None and optional:
        return None
    raised = error
    if error is not None:
        error = reason(error, reached, listed)

    case = {"op": made.op}
    if made.call is not None:
        case["call"] = made.call
    case["dtype"] = low
    case["operands"] = describe(made.args, types)
    case["attributes"] = dict(sorted(made.attributes.items()))
    parts = not reached or (is_composite(calls[0][0]) and
                            not has_autocast_kernel(device, calls[0][0]))
    if not reached and error is not None and made.call is None:
        case["assigned"] = None
    elif not parts:
        case["assigned"] = [type_of(one) for one in tensors_of(calls[0][1:])]
        given = calls[0][2].get("dtype")
        names = [one.name for one in calls[0][0]._schema.arguments]
        if "dtype" in names and names.index("dtype") < len(calls[0][1]):
            given = calls[0][1][names.index("dtype")]
        # What autocast filled in, not what the caller gave.
        if given is not None and "dtype" not in made.attributes:
            case["filled"] = {"dtype": NAMES[given]}
    else:
        operands = [arg for arg in flat(made.args) if isinstance(arg, (Float, Int))]
        case["assigned"] = [follow.assigned(at) for at in range(len(operands))]
        plain, refused, _, without = call(device, made, low, types, False)
        if (plain, str(refused), without.inner) == (results, str(raised), follow.inner):
            # Autocast changed nothing: a cast there was is the op's own.
            given = iter(types)
            case["assigned"] = [arg.type if isinstance(arg, Int) else next(given)
                                for arg in operands]
        else:
            case["inner"] = list(dict.fromkeys(follow.inner))  # once each
    case["results"] = results
    case["error"] = error
    if device == "cuda" and error is None and not parts:
        check_fake(case, made, calls[0])
        if optional and case["error"] is not None:
            return None
    elif device == "cuda" and optional and call("cpu", made, low, types, False)[1]:
        return None  # fake kernels take integers that real ones refuse
    return case


def check_fake(case, made, below):
    """Takes back the results of a CUDA case that fake tensors accept and real ones
    may not. One floating type for all operands is beyond doubt."""
    places = [isinstance(arg, Float) for arg in flat(made.args)
              if isinstance(arg, (Float, Int))]
    used = {type for type, varied in zip(case["assigned"], places) if varied}
    if len(used) == 1 and not used & {"i64", "i1"}:
        return
    if refused_for_real(below):
        case["results"] = None
        case["error"] = ACCEPTED_AS_FAKE


def record_cases(device):
    for made in all_specs(device):
        if resolve(made) is None:
            raise SystemExit(f"{made.op}: this PyTorch has no such op")
        default = NAMES[torch.get_autocast_dtype(device)]
        listed = is_listed(device, made.op)
        for low in ("f16", "bf16"):
            for types, optional in type_cases(made, low, listed, low == default):
                case = record_case(device, made, low, types, optional)
                if case is not None:
                    yield case


def registered(device):
    """Every overload that autocast has a kernel for."""
    key = AUTOCAST_KEY[device]
    return sorted(name.replace("aten::", "") for name in dispatched()
                  if name.startswith("aten::") and
                  torch._C._dispatch_has_kernel_for_dispatch_key(name, key))

#===------------------------------------------------------------------------===#
# Regions
#===------------------------------------------------------------------------===#


class Region:
    """`torch.autocast`. For CUDA it is spelled out, because the context manager
    disables itself where there is no GPU; the steps are the same."""

    def __init__(self, device, dtype, enabled=True, cache=None):
        self.device = device
        self.wanted = (enabled, TYPES[dtype],
                       torch.is_autocast_cache_enabled() if cache is None else cache)
        self.manager = None
        if device == "cpu":
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self.manager = torch.autocast("cpu", dtype=TYPES[dtype],
                                              enabled=enabled, cache_enabled=cache)

    def _set(self, enabled, dtype, cache):
        torch.set_autocast_enabled(self.device, enabled)
        torch.set_autocast_dtype(self.device, dtype)
        torch.set_autocast_cache_enabled(cache)

    def __enter__(self):
        if self.manager is not None:
            return self.manager.__enter__()
        self.before = (torch.is_autocast_enabled(self.device),
                       torch.get_autocast_dtype(self.device),
                       torch.is_autocast_cache_enabled())
        torch.autocast_increment_nesting()
        self._set(*self.wanted)

    def __exit__(self, *error):
        if self.manager is not None:
            return self.manager.__exit__(*error)
        if torch.autocast_decrement_nesting() == 0:
            torch.clear_autocast_cache()
        self._set(*self.before)


def custom_function(device, kind, log):
    """A matrix product as an autograd function: without decorators (`plain`), with
    custom_fwd and custom_bwd (`fwd`), or with cast_inputs too (`fwd_f32`,
    `fwd_f16`, `fwd_bf16`)."""

    def note(where, **what):
        log.append({"in": where, "enabled": torch.is_autocast_enabled(device),
                    "region": NAMES[torch.get_autocast_dtype(device)], **what})

    def forward(ctx, a, b):
        note("forward", inputs=[type_of(a), type_of(b)])
        ctx.save_for_backward(a, b)
        return a.mm(b)

    def backward(ctx, gradient):
        a, b = ctx.saved_tensors
        note("backward", gradient=type_of(gradient), saved=[type_of(a), type_of(b)])
        results = gradient.mm(b.t()), a.t().mm(gradient)
        log[-1]["results"] = [type_of(one) for one in results]
        return results

    if kind != "plain":
        cast = {} if kind == "fwd" else {"cast_inputs": TYPES[kind[4:]]}
        forward = torch.amp.custom_fwd(forward, device_type=device, **cast)
        backward = torch.amp.custom_bwd(backward, device_type=device)
    return type("Product", (torch.autograd.Function,), {
        "forward": staticmethod(forward), "backward": staticmethod(backward)}).apply


def sequences(device, low):
    """Programs. A step is a tuple; `run_sequence` says what each one means."""
    other = {"f16": "bf16", "bf16": "f16"}[low]
    x, w = ("input", "x", "f32"), ("param", "w", "f32")
    enter, leave = ("enter", low, True, None), ("exit",)

    def mm(result, a="x", b="w"):
        return ("op", result, "mm", a, b)

    yield "one_region", [x, w, mm("a"), enter, mm("b"), leave, mm("c")]
    yield "nested_same", [x, w, enter, enter, mm("a"), leave, mm("b"), leave, mm("c")]
    yield "disabled_inside", [
        x, w, enter, mm("a"), ("enter", low, False, None), mm("b"), mm("c", "a"),
        leave, mm("d", "a"), leave]
    yield "enabled_inside_disabled", [
        x, w, ("enter", low, False, None), mm("a"), enter, mm("b"), leave, mm("c"),
        leave]
    yield "other_type_inside_fresh_weight", [
        x, w, ("param", "v", "f32"), enter, mm("a"), ("enter", other, True, None),
        mm("b", "x", "v"), mm("c", "a", "v"), leave, mm("d", "b"), leave]
    yield "other_type_inside_frozen_weight", [
        x, ("input", "w", "f32"), enter, mm("a"), ("enter", other, True, None),
        mm("b"), mm("c", "a"), leave, mm("d", "b"), leave]
    yield "other_type_inside_cached_weight", [
        x, w, enter, mm("a"), ("enter", other, True, None), mm("b"), leave, leave]
    yield "other_type_inside_cache_off", [
        x, w, ("enter", low, True, False), mm("a"), ("enter", other, True, None),
        mm("b"), leave, mm("c"), leave]
    yield "promotion_after_island", [
        x, w, enter, mm("a"), ("enter", low, False, None), mm("b"), leave,
        ("op", "c", "add", "a", "b"), ("op", "d", "cat", ["a", "b"]), leave]

    three = [mm("a"), mm("b"), mm("c")]
    yield "cache_three_uses", [x, w, enter, *three, leave]
    yield "cache_off_three_uses", [x, w, ("enter", low, True, False), *three, leave]
    yield "cache_off_is_inherited", [
        x, w, ("enter", low, True, False), enter, *three, leave, leave]
    yield "cache_frozen_weight", [x, ("input", "w", "f32"), enter, *three, leave]
    yield "cache_view_of_weight", [
        x, w, ("view", "v", "w"), enter, mm("a", "x", "v"), mm("b", "x", "v"), leave]
    yield "cache_view_made_inside", [
        x, w, enter, ("op", "v", "t", "w"), mm("a", "x", "v"),
        ("op", "u", "t", "w"), mm("b", "x", "u"), leave]
    yield "cache_linear", [
        x, w, enter, ("op", "a", "linear", "x", "w"), ("op", "b", "linear", "x", "w"),
        leave]
    yield "cache_activation", [
        x, w, enter, mm("a"), ("op", "b", "mse_loss", "a", "x"),
        ("op", "c", "mse_loss", "a", "x"), leave]
    yield "cache_low_weight", [x, ("param", "w", low), enter, *three, leave]
    yield "cache_f64_weight", [("input", "x", "f64"), ("param", "w", "f64"), enter,
                               mm("a"), mm("b"), leave]
    yield "cache_other_low_weight", [x, ("param", "w", other), enter, *three, leave]
    yield "cache_upward_cast", [
        x, ("param", "p", low), enter, ("op", "a", "mse_loss", "p", "x"),
        ("op", "b", "mse_loss", "p", "x"), leave]
    yield "cache_survives_inner_exit", [
        x, w, enter, mm("a"), enter, mm("b"), leave, mm("c"), leave]
    yield "cache_survives_disabled_inside", [
        x, w, enter, mm("a"), ("enter", low, False, None), leave, mm("b"), leave]
    yield "cache_ends_with_outer_exit", [
        x, w, enter, mm("a"), leave, enter, mm("b"), leave]
    yield "cache_kept_by_outer_disabled", [
        x, w, ("enter", low, False, None), enter, mm("a"), leave, enter, mm("b"),
        leave, leave]
    yield "cache_cleared_by_hand", [x, w, enter, mm("a"), ("clear",), mm("b"), leave]
    yield "cache_not_updated_in_place", [
        x, w, enter, mm("a"), ("update", "w"), mm("b"), leave]
    yield "cache_two_weights", [
        x, w, ("param", "v", "f32"), enter, mm("a"), mm("b", "x", "v"), mm("c"),
        mm("d", "x", "v"), leave]
    yield "cache_no_grad_first", [
        x, w, enter, ("no_grad", mm("a")), mm("b"), leave, ("requires_grad", "b")]

    kinds = ["plain", "fwd", "fwd_f32", "fwd_" + low]
    for kind in kinds:
        yield f"custom_{kind}_outside", [x, w, ("custom", "a", kind, "x", "w")]
        yield f"custom_{kind}", [x, w, enter, ("custom", "a", kind, "x", "w"), leave]
    if device == "cuda":
        return  # autograd asks the GPU for a stream, so no backward on fake tensors

    for inside in (False, True):
        end = [("backward", "l"), leave] if inside else [leave, ("backward", "l")]
        name = "backward_inside" if inside else "backward_outside"
        x = ("param", "x", "f32")
        loss = ("op", "l", "mse_loss", "h", "x")
        yield name, [x, w, enter, mm("a"), ("op", "h", "relu", "a"), loss, *end]
        yield name + "_two_uses", [x, w, enter, mm("a"), mm("h", "a"), loss, *end]
        yield name + "_two_uses_cache_off", [
            x, w, ("enter", low, True, False), mm("a"), mm("h", "a"), loss, *end]
        yield name + "_island", [
            x, w, enter, mm("a"), ("enter", low, False, None),
            ("cast", "b", "a", "f32"),
            mm("h", "b"), leave, loss, *end]
        yield name + "_linear_bias", [
            x, w, ("vector", "v", "f32"), enter,
            ("op", "h", "linear", "x", "w", "v"), loss, *end]
        for kind in kinds:
            yield f"{name}_custom_{kind}", [
                x, w, enter, ("custom", "h", kind, "x", "w"), loss, *end]
    yield "backward_no_grad_first", [
        x, w, enter, ("no_grad", mm("a")), mm("h"), ("op", "l", "mse_loss", "h", "x"),
        leave, ("backward", "l")]
    yield "backward_low_weight", [
        x, ("param", "w", low), enter, mm("h"), ("op", "l", "mse_loss", "h", "x"),
        leave, ("backward", "l")]
    for bad in ("f32", "f64"):
        yield f"cpu_region_of_{bad}", [x, w, ("enter", bad, True, None), mm("a"), leave]


def run_sequence(device, program):
    """Runs a program and returns what each step did. Steps:

      input, param NAME TYPE      a tensor [8, 8]; a parameter wants a gradient
      vector NAME TYPE            a parameter [8]
      enter TYPE ENABLED CACHE    opens a region; CACHE None inherits
      exit, clear                 closes the innermost region; clears the cache
      op RESULT OP OPERANDS…      an ATen op; a list is a list of tensors
      cast RESULT OPERAND TYPE    the program's own cast
      view RESULT OPERAND         the transpose
      no_grad STEP                STEP without recording for backward
      update NAME                 adds one in place
      requires_grad NAME          whether it does
      custom RESULT KIND A B      see `custom_function`
      backward NAME               of the sum, from a seed of ones
    """
    follow = Follow()
    tensors, leaves, regions, log, steps = {}, {}, [], [], []

    def run(step):
        kind, rest = step[0], step[1:]
        did = {"step": kind}
        follow.read, follow.casts, follow.inner = {}, [], []
        if kind in ("input", "param", "vector"):
            name, type = rest
            with region(device, TYPES["f16"], False):
                made = values((8,) if kind == "vector" else (8, 8), TYPES[type], device)
            made.requires_grad_(kind != "input")
            tensors[name] = made
            if kind != "input":
                leaves[name] = made
            follow.track(made, name)
            return {**did, "name": name, "type": type}
        if kind == "enter":
            opened = Region(device, *rest)
            opened.__enter__()
            regions.append(opened)
            return {**did, "dtype": rest[0], "enabled": rest[1], "cache": rest[2],
                    "active": torch.is_autocast_enabled(device)}
        if kind == "exit":
            regions.pop().__exit__(None, None, None)
            return did
        if kind == "clear":
            torch.clear_autocast_cache()
            return did
        if kind == "no_grad":
            with torch.no_grad():
                return {**run(rest[0]), "no_grad": True}
        if kind == "update":
            with torch.no_grad():
                tensors[rest[0]].add_(1)
            return {**did, "name": rest[0]}
        if kind == "requires_grad":
            return {**did, "name": rest[0], "is": tensors[rest[0]].requires_grad}
        if kind == "view":
            tensors[rest[0]] = tensors[rest[1]].t()
            return {**did, "result": rest[0], "operands": [rest[1]]}
        if kind == "cast":
            tensors[rest[0]] = tensors[rest[1]].to(TYPES[rest[2]])
            return {**did, "result": rest[0], "operands": [rest[1]],
                    "results": [rest[2]]}
        if kind == "backward":
            did["of"] = rest[0]
            for leaf in leaves.values():
                leaf.grad = None
            log.clear()
            try:
                tensors[rest[0]].sum().backward()
                did["grads"] = {name: None if leaf.grad is None else type_of(leaf.grad)
                                for name, leaf in sorted(leaves.items())}
            except RuntimeError as caught:
                did["error"] = reason(caught, True, False)
            # Which operand a cast stands for is not known in backward.
            counts = collections.Counter((was, is_) for _, was, is_ in follow.casts)
            did["casts"] = [[*pair, count] for pair, count in sorted(counts.items())]
            did["kernels"] = list(follow.inner)
            if log:
                did["custom"] = list(log)
            return did
        result, what, *names = rest
        did.update({"op" if kind == "op" else "function": what, "result": result,
                    "operands": names})
        operands = [[tensors[one] for one in name] if isinstance(name, list)
                    else tensors[name] for name in names]
        used = list(flat(List(name) if isinstance(name, list) else name
                         for name in names))
        log.clear()
        try:
            # A value is an operand of its own, whatever it was computed from.
            for name in used:
                follow.track(tensors[name], name)
            function = (getattr(torch.ops.aten, what) if kind == "op" else
                        custom_function(device, what, log))
            made = function(*operands)
            tensors[result] = made
            did["results"] = encode_results(made)
            did["error"] = None
        except RuntimeError as caught:
            did["results"], did["error"] = None, reason(caught, True, False)
        did["assigned"] = [follow.assigned(name) for name in used]
        if device == "cuda" and what == "mm" and len(set(did["assigned"])) > 1:
            did["results"], did["error"] = None, ACCEPTED_AS_FAKE
        did["casts"] = [list(cast) for cast in follow.casts]
        if log:
            did["custom"] = list(log)
        return did

    with operands_mode(device), follow:
        try:
            for step in program:
                steps.append(run(step))
        finally:
            while regions:
                regions.pop().__exit__(None, None, None)
    return steps


def record_sequences(device):
    for low in ("f16", "bf16"):
        for name, program in sequences(device, low):
            yield {"name": name, "dtype": low, "steps": run_sequence(device, program)}

#===------------------------------------------------------------------------===#
# Files
#===------------------------------------------------------------------------===#


def record(device):
    torch.manual_seed(0)
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)  # fake tensors log each refused call

    def line(value):
        return json.dumps(value, ensure_ascii=False)

    header = {
        "peer": "torch",
        "version": torch.__version__.split("+")[0],
        "device": {"cuda": "cuda, fake tensors", "cpu": "cpu"}[device],
        "default": NAMES[torch.get_autocast_dtype(device)],
        "registered": registered(device),
    }
    lines = ["{"] + [f"{line(key)}: {line(value)}," for key, value in header.items()]
    for key, found in (("cases", record_cases(device)),
                       ("sequences", record_sequences(device))):
        lines.append(f"{line(key)}: [")
        found = [line(one) for one in found]
        lines += [one + "," for one in found[:-1]] + found[-1:]
        lines.append("]," if key == "cases" else "]")
    return lines + ["}"]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", choices=("cuda", "cpu"), required=True)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--output", metavar="FILE")
    what.add_argument("--check", metavar="FILE")
    arguments = parser.parse_args()
    lines = record(arguments.device)
    if arguments.output:
        recording.write(arguments.output, "\n".join(lines) + "\n")
        return 0
    before = recording.read(arguments.check).splitlines()
    import difflib
    differences = list(difflib.unified_diff(before, lines, arguments.check, "now",
                                            lineterm="", n=0))
    for difference in differences:
        print(difference)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
