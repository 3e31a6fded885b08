#!/usr/bin/env python3
#===- parity.py - Precision assignment against PyTorch, Apex, TensorFlow ---===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The eager assigner does what PyTorch was recorded to do, op by op.

Each recorded call (test/Inputs/parity/torch-*.json.gz) becomes a function around one op, on
operands of the recorded types. Attributes beside it (`check.takes`, `check.gives`) state
what PyTorch's op got and gave, and `amp-check` says where it does not after
`amp-assign-precision`. Where it is meant to differ, `DEVIATIONS` says how, and exactly
that is stated.

The op is one of the amp dialect where there is one (`FORMS`), else
`torch.aten.NAME`, as torch-mlir spells it. Values that are f32 in the source and
something else under autocast come from producers: `test.low`, which the policy of
the module allows, also within a region of another type.

Region programs (`sequences`) become graphs of `amp.autocast` and
`amp.custom_function`. For Apex and TensorFlow, of which there is no record, each op
of test/Inputs/parity/autocast-ops.tsv must follow its category.

With PyTorch installed, the record itself is checked against it.
"""

import collections
import dataclasses
import importlib.metadata
import os
import re
import subprocess
import sys

from _check import run_check, tensor_type as tensor, use_amp_check
from _common import Failure, ROOT, Suite, expect, read_record

RECORDS = os.path.join(ROOT, "test", "Inputs", "parity")
FLOATS = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}

#===------------------------------------------------------------------------===#
# Recorded cases
#===------------------------------------------------------------------------===#


@dataclasses.dataclass
class Case:
    """One recorded call."""
    device: str
    op: str
    low: str                  # The low type of the region.
    types: list               # Of tensor operands, lists flattened.
    shapes: list
    scalars: list             # (number of tensors before it, value) of Python numbers.
    attributes: dict
    assigned: list            # None if autocast refused.
    results: list             # None if there was no result to see.
    error: str                # "" or who refused and why.
    arguments: list           # All of them, as recorded.

    @property
    def floats(self):
        return [t for t in self.types if t in FLOATS]

    def __str__(self):
        text = ", ".join(type + "x".join(["", *map(str, shape)]) if shape else f"{type} scalar"
                         for type, shape in zip(self.types, self.shapes))
        given = "".join(f", {name} {value}" for name, value in self.attributes.items())
        return f"{self.op}({text}{given}) in {self.low}"


def read_cases(device):
    record = read_record("parity", device)
    cases = []
    for entry in record["cases"]:
        case = Case(device, entry["op"], entry["dtype"], [], [], [], entry["attributes"],
                    entry["assigned"], entry["results"], entry["error"] or "",
                    entry["operands"])
        for argument in entry["operands"]:
            for operand in argument.get("list", [argument]):
                if "type" in operand:
                    case.types.append(operand["type"])
                    case.shapes.append(operand["shape"])
                elif "scalar" in operand or "int" in operand:
                    value = operand.get("scalar", operand.get("int"))
                    case.scalars.append((len(case.types), value))
        cases.append(case)
    return record, cases


def promote(types, shapes):
    """PyTorch's type promotion of floating-point operands."""
    best = None
    ranked = [t for t, shape in zip(types, shapes) if t in FLOATS and shape]
    for type in ranked or [t for t in types if t in FLOATS]:
        if best is None or FLOATS[type] > FLOATS[best]:
            best = type
        elif type != best and FLOATS[type] == FLOATS[best]:
            best = "f32"
    return best


def select_eligible(case):
    """Types and shapes of the operands that autocast may cast."""
    chosen = [i for i, t in enumerate(case.types) if t in ("f16", "bf16", "f32")]
    return [case.types[i] for i in chosen], [case.shapes[i] for i in chosen]


def is_mixed(types):
    return len({t for t in types if t in FLOATS}) > 1


#===------------------------------------------------------------------------===#
# How the amp dialect writes an op
#===------------------------------------------------------------------------===#


@dataclasses.dataclass
class Form:
    """An amp op. Its operands are the recorded tensors, in order."""
    name: str                 # Mnemonic, and what comes before the operands.
    attributes: object = ""   # Text, or a function of the case.
    rank: object = None       # Of the result: a number, or a function of operands' ranks.
    results: object = None    # (rank, element) of each; element None is the operands' type.
    integers: bool = False    # Takes integers where it takes floating-point numbers.
    index: tuple = ()         # Operands that are integers or booleans by nature.
    labels: tuple = ()        # Keywords around operands that may be absent.
    shapes: tuple = ()        # Instead of the recorded ones.
    scalar: bool = False      # A constant may stand for a Python number.
    mixed: bool = False       # Takes operands of several types; the first one decides.
    wide: bool = False        # Operands but the first may be f32 beside 16-bit ones.
    observed: object = None   # How many results both have.
    when: object = None       # A condition on the case.

    def fits(self, case):
        """Whether the dialect can express the case at all, f64 mixtures aside."""
        if self.when and not self.when(case):
            return False
        own = {t for i, t in enumerate(case.types) if i not in self.index}
        if not own <= set(FLOATS):
            return self.integers and len(own) == 1 and not case.attributes.get("dtype") \
                and not any(isinstance(v, float) for _, v in case.scalars)
        return True

    def get_results(self, case, shapes):
        if callable(self.results):
            return self.results(case)
        if self.results:
            return self.results
        ranks = [len(shape) for shape in shapes]
        if self.rank is None:
            return [(max(ranks), None)]
        return [(self.rank(ranks) if callable(self.rank) else self.rank, None)]

    def is_f64_mixture(self, case):
        return not self.mixed and is_mixed(case.types) and "f64" in case.types


def unary(name, attributes="", **options):
    return Form(name, attributes, **options)


def binary(name, **options):
    """With a Python number on either side, too: a constant of the tensor's type."""
    return Form(name, scalar=True, when=lambda case: len(case.types) + len(case.scalars[:1]) == 2,
                **options)


def attribute_list(name, *values):
    return f"{name} = array<i64{': ' if values else ''}{', '.join(map(str, values))}>"


def size(count):
    return attribute_list("output_size", *[8] * count)


def reduced(ranks):
    return max(ranks) - 1


def loss(name, index=(), **options):
    return Form(name, rank=0, index=index, **options)


def with_dtype(text):
    """The recorded `dtype` argument, too."""
    def attributes(case):
        dtype = case.attributes.get("dtype")
        return ", ".join(filter(None, [text, f"dtype = {dtype}" if dtype else ""]))
    return attributes


def produced(name, result_ranks, **options):
    return Form(name, results=[(rank, None) for rank in result_ranks], **options)


def einsum_attributes(case):
    return f'equation = "{case.arguments[0]["string"]}"'


def einsum_results(case):
    return [(len(case.arguments[0]["string"].split("->")[1]), None)]


def channel_norm_results(case):
    training = "training = true" in channel_norm_attributes(case)
    # The running statistics come back too, each in its own type.
    return [(4, None)] + ([(1, t) for t in case.types[3:]] if training else [])


def channel_norm_attributes(case):
    return "training = true" if case.arguments[5].get("bool") else ""


AFFINE = ("", "weight", "bias")
CHANNEL = ("", "weight", "bias", "running_mean", "running_var")

FORMS = {
    **{name: unary(name) for name in
       """acos asin atan ceil cos cosh elu erf erfc erfinv exp expm1 floor gelu hardtanh leaky_relu
       log log10 log1p log2 reciprocal relu relu6 round rsqrt selu sigmoid silu sin sinh softplus
       softsign sqrt tan tanh""".split()},
    **{name: unary(name, integers=True) for name in
       "abs neg sign square detach zeros_like ones_like".split()},
    **{name: unary(name, results=[(2, "i1")]) for name in "isfinite isinf isnan".split()},
    "clamp": unary("clamp", "min = 0.25 : f64, max = 0.75 : f64",
                   when=lambda case: len(case.types) == 1),
    **{name: binary(name, integers=True) for name in
       "add sub mul maximum minimum floor_divide".split()},
    **{name: binary(name) for name in "div pow atan2".split()},
    **{name: binary(f"compare {name},", integers=True, results=[(2, "i1")])
       for name in "eq ne lt le gt ge".split()},
    "addcmul": Form("addcmul"),
    "addcdiv": Form("addcdiv"),
    "where": Form("where", index=(0,), integers=True, scalar=True),

    "sum": Form("sum", with_dtype("dims = array<i64: 1>"), reduced, integers=True),
    "prod": Form("prod", with_dtype("dims = array<i64: 1>"), reduced, integers=True),
    "mean": Form("mean", "dims = array<i64: 1>", reduced,
                 when=lambda case: not case.attributes),
    **{name: Form(name, "dims = array<i64: 1>", reduced, integers=True)
       for name in "amax amin".split()},
    **{name: Form(name, "dims = array<i64: 1>", reduced)
       for name in "var std logsumexp frobenius_norm".split()},
    "argmax": Form("argmax", "dim = 1 : i64", results=[(1, "i64")], integers=True),
    "linalg_vector_norm": Form("linalg_vector_norm", with_dtype("dims = array<i64: 0>"), reduced),
    "norm": Form("norm", with_dtype("dims = array<i64: 0>"), reduced),
    "linalg_matrix_norm": Form("linalg_matrix_norm", with_dtype(""), 0),
    "nuclear_norm": Form("nuclear_norm", rank=0),
    "renorm": Form("renorm", "p = 2.0 : f64, dim = 0 : i64, maxnorm = 1.0 : f64"),
    "cumsum": Form("cumsum", with_dtype("dim = 1 : i64"), integers=True),
    "cumprod": Form("cumprod", with_dtype("dim = 1 : i64"), integers=True),
    "softmax": Form("softmax", with_dtype("dim = 1 : i64")),
    "log_softmax": Form("log_softmax", with_dtype("dim = 1 : i64")),
    "softmin": Form("softmin", "dim = 1 : i64"),
    "normalize": Form("normalize"),
    "topk": Form("topk", "k = 2 : i64", results=[(2, None), (2, "i64")], integers=True),
    "trace": Form("trace", rank=0, integers=True),
    "dot": Form("dot", rank=0, integers=True),
    "vdot": Form("vdot", rank=0, integers=True),
    "cross": Form("cross", integers=True),

    "linear": Form("linear"),
    "matmul": Form("matmul", shapes=([4, 8], [8, 4])),
    "mm": Form("mm"),
    "mv": Form("mv", rank=1),
    "bmm": Form("bmm"),
    "addmm": Form("addmm"),
    "addmv": Form("addmv", rank=1),
    "addr": Form("addr"),
    "addbmm": Form("addbmm", rank=2),
    "baddbmm": Form("baddbmm"),
    "chain_matmul": Form("chain_matmul"),
    "linalg_multi_dot": Form("linalg_multi_dot"),
    "linalg_vecdot": Form("linalg_vecdot", rank=reduced),
    "tensordot": Form("tensordot", "dims_a = array<i64: 1>, dims_b = array<i64: 0>"),
    "einsum": Form("einsum", einsum_attributes, results=einsum_results),

    **{name: loss(name) for name in
       """mse_loss l1_loss smooth_l1_loss huber_loss kl_div poisson_nll_loss margin_ranking_loss
       soft_margin_loss triplet_margin_loss multilabel_soft_margin_loss
       binary_cross_entropy""".split()},
    "binary_cross_entropy_with_logits": loss("binary_cross_entropy_with_logits",
                                             labels=("", "", "weight", "pos_weight")),
    "cosine_embedding_loss": loss("cosine_embedding_loss", index=(2,)),
    "hinge_embedding_loss": loss("hinge_embedding_loss", index=(1,), shapes=([4, 8], [4, 8])),
    "nll_loss": loss("nll_loss", index=(1,)),
    "multi_margin_loss": loss("multi_margin_loss", index=(1,)),
    "multilabel_margin_loss": loss("multilabel_margin_loss", index=(1,)),
    "ctc_loss": loss("ctc_loss", index=(1, 2, 3), when=lambda case: len(case.types) == 4),
    "cross_entropy_loss": loss("cross_entropy", index=(1,)),
    "cosine_similarity": Form("cosine_similarity", rank=reduced),
    "dist": Form("dist", rank=0),
    "pdist": Form("pdist", rank=1),
    "cdist": Form("cdist"),

    "cat": Form("concat", "dim = 0 : i64", integers=True),
    "stack": Form("stack", rank=lambda ranks: max(ranks) + 1, integers=True),
    "split": Form("split", "sizes = array<i64: 2, 2>", results=[(2, None)] * 2, integers=True),
    "reshape": Form("reshape", "shape = array<i64: 8, 4>", integers=True),
    "transpose": Form("transpose", "permutation = array<i64: 1, 0>", integers=True),
    "broadcast_to": Form("broadcast_to", "shape = array<i64: 4, 8>", 2, integers=True),
    "slice": Form("slice", "offsets = array<i64: 1, 0>, sizes = array<i64: 2, -1>", integers=True),
    "squeeze": Form("squeeze", "dims = array<i64: 0>", 1, integers=True),
    "unsqueeze": Form("unsqueeze", "dim = 0 : i64", 3, integers=True),
    "flip": Form("flip", "dims = array<i64: 0>", integers=True),
    "tile": Form("tile", "repeats = array<i64: 2, 1>", integers=True),
    "constant_pad_nd": Form("constant_pad_nd", "low = array<i64: 0, 1>, high = array<i64: 0, 1>",
                            integers=True),
    **{f"{kind}_pad{n}d": Form(f"{kind}_pad", ", ".join(
        attribute_list(side, *[1] * n) for side in ("low", "high")), integers=True)
       for kind in ("reflection", "replication") for n in (1, 2, 3)},
    "pixel_shuffle": Form("pixel_shuffle", "factor = 2 : i64", integers=True),
    "pixel_unshuffle": Form("pixel_unshuffle", "factor = 2 : i64", integers=True),
    "index_select": Form("index_select", "dim = 0 : i64", index=(1,), integers=True),
    "gather": Form("gather", "dim = 0 : i64", index=(1,), integers=True),
    "index_copy": Form("index_copy", "dim = 0 : i64", index=(1,), integers=True),
    "scatter_add": Form("scatter_add", "dim = 0 : i64", index=(1,), integers=True),
    "index_put": Form("index_put", index=(1,), integers=True),

    **{f"conv{n}d": Form(f"conv{n}d") for n in (1, 2, 3)},
    **{f"conv_transpose{n}d": Form(f"conv_transpose{n}d") for n in (1, 2, 3)},
    "conv_tbc": Form("conv_tbc"),
    **{f"{kind}_pool{n}d": Form(f"{kind}_pool{n}d", attribute_list("kernel_size", *[2] * n),
                                      shapes=([2, 3, *[8] * n],))
       for kind in ("max", "avg") for n in (1, 2, 3)},
    # Without the indices of the largest elements.
    **{f"adaptive_{kind}_pool{n}d": Form(f"adaptive_{kind}_pool{n}d", size(n),
                                               observed=1)
       for kind in ("max", "avg") for n in (2, 3)},
    **{f"{kind}{n}d{suffix}": Form(f"{kind}{n}d{suffix}", size(n)) for kind, n, suffix in
       [(kind, n, "") for kind in ("upsample_nearest", "_upsample_nearest_exact")
        for n in (1, 2, 3)] +
       [("upsample_linear", 1, ""), ("upsample_bilinear", 2, ""), ("upsample_trilinear", 3, ""),
        ("upsample_bicubic", 2, ""), ("_upsample_bilinear", 2, "_aa"),
        ("_upsample_bicubic", 2, "_aa")]},
    "grid_sampler": Form("grid_sampler"),
    "batch_norm": Form("batch_norm", channel_norm_attributes, results=channel_norm_results,
                       labels=CHANNEL, mixed=True, observed=1),
    "instance_norm": Form("instance_norm", results=[(4, None)],
                          labels=CHANNEL, mixed=True),
    "layer_norm": Form("layer_norm", "normalized_shape = array<i64: 8>", labels=AFFINE,
                       wide=True),
    "rms_norm": Form("rms_norm", "normalized_shape = array<i64: 8>", wide=True),
    "group_norm": Form("group_norm", "num_groups = 1 : i64", labels=AFFINE, wide=True),
    "local_response_norm": Form("local_response_norm", "size = 2 : i64"),
    "lstm_cell": produced("lstm_cell", [2, 2]),
    **{f"{kind}_cell": produced(f"{kind}_cell", [2]) for kind in ("gru", "rnn_tanh", "rnn_relu")},
    "lstm": produced("lstm", [3, 3, 3]),
    **{kind: produced(kind, [3, 3]) for kind in ("gru", "rnn_tanh", "rnn_relu")},
    "scaled_dot_product_attention": Form("scaled_dot_product_attention", index=(3,)),
    "embedding": Form("embedding", index=(1,)),
    "prelu": Form("prelu"),
    "bilinear": Form("bilinear", rank=2),
}

#===------------------------------------------------------------------------===#
# Modules
#===------------------------------------------------------------------------===#

UNKNOWN_OPS = "--allow-unregistered-dialect"
POLICY = '{ops = {"test.low" = "allow", "test.sink" = "follow"}}'


@dataclasses.dataclass
class Expected:
    """What must come out. None is not compared."""
    assigned: list
    results: object       # A list, or the one type of all floating-point ones.
    error: str = ""       # A part of the message that the pass must give.


@dataclasses.dataclass
class Function:
    """A function of one case. `declared`: operands have the recorded types in the source.
    `assigned`: the source says f32, and producers give the recorded types. `foreign`: as
    `declared`, for an op of another dialect. `refused`: as `declared`, and the op does not
    take it."""
    name: str
    case: Case
    form: Form
    style: str
    expected: Expected = None
    consumer: str = "test.sink"
    error: str = ""       # What was said of it.


def state(types):
    """A list of types as an attribute's; None is any type."""
    return f"[{', '.join(type or 'none' for type in types)}]"


def spell(function):
    """The function's text."""
    case, form, style, expected = (function.case, function.form, function.style,
                                   function.expected)
    shapes = list(form.shapes if form and form.shapes else case.shapes)
    lines, arguments, operands, types, decoration = [], [], [], [], ""
    for i, (type, shape) in enumerate(zip(case.types, shapes)):
        source = f"%a{i}"
        declared = "f32" if style == "assigned" and type in ("f16", "bf16") else type
        full = tensor(shape, declared)
        arguments.append(f"{source}: {full}")
        if declared != type:
            low = f'"test.low"({source}) : ({full}) -> {full}'
            if type == case.low:
                lines.append(f"%v{i} = {low}")
            else:
                decoration = f" attributes {{amp.autocast = {{dtype = {case.low}}}}}"
                lines += [f"%v{i} = amp.autocast dtype({type}) -> {full} {{",
                          f"  %w = {low}", f"  amp.yield %w : {full}", "}"]
            source = f"%v{i}"
        operands.append(source)
        types.append(full)
    takes = list(expected.assigned or [None] * len(types))

    own = [t for i, t in enumerate(case.types) if not (form and i in form.index)]
    element = promote(case.types, case.shapes) or own[0]
    if style == "assigned" and set(own) & {"f16", "bf16"}:
        element = "f32"
    elif form and form.mixed:
        element = case.types[0]
    if form:
        if form.scalar and case.scalars:
            place, value = case.scalars[0]
            number = float(value) if element in FLOATS else int(value)
            lines.append(f"%c = amp.constant dense<{number}> : tensor<{element}>")
            operands.insert(place, "%c")
            takes.insert(place, None)
            types.insert(place, f"tensor<{element}>")
        element = case.attributes.get("dtype") or element
        results = [(["?"] * rank, given or element)
                   for rank, given in form.get_results(case, shapes)]
        given = form.attributes(case) if callable(form.attributes) else form.attributes
        text = f"amp.{form.name}"
        for i, operand in enumerate(operands):
            label = form.labels[i] if i < len(form.labels) else ""
            text += f" {label}({operand})" if label else f"{',' if i else ''} {operand}"
    else:
        given = ""
        results = [(["?"], element if style == "assigned" else get_foreign_result(case, one))
                   for one in case.results or [element]]
        full_name = case.op if "." in case.op else f"torch.aten.{case.op}"
        text = f'"{full_name}"({", ".join(operands)})'
    gives = [tensor(shape, element) for shape, element in results]
    attributes = ", ".join(filter(None, [
        given, f"check.takes = {state(takes)}",
        f"check.gives = {state(get_stated_results(function, results))}"]))
    lines.append(f"%r:{len(gives)} = {text} {{{attributes}}} : "
                 f'({", ".join(types)}) -> ({", ".join(gives)}) loc("{function.name}")')
    for i, type in enumerate(gives):
        lines.append(f'"{function.consumer}"(%r#{i}) : ({type}) -> ()')
    body = "".join(f"  {line}\n" for line in [*lines, "return"])
    return (f"func.func @{function.name}({', '.join(arguments)}){decoration} {{\n"
            f"{body}}}\n")


def get_stated_results(function, results):
    """What the op is to give, for its results as (shape, element) in the source."""
    expected = function.expected.results
    if expected is None:
        return [None] * len(results)
    if isinstance(expected, str):
        return [expected if element in FLOATS else None for _, element in results]
    observed = function.form.observed if function.form else None
    return expected if observed is None else \
        expected[:observed] + [None] * (len(results) - observed)


def get_foreign_result(case, recorded):
    """What a graph says that a foreign op gives, if it knows nothing of autocast."""
    if recorded not in FLOATS or not case.floats:
        return recorded
    if case.op.endswith("_"):
        return case.types[0]
    if "dtype" in case.attributes:
        return case.attributes["dtype"]
    if recorded == "f64":
        return recorded
    return promote(*select_eligible(case)) or recorded


#===------------------------------------------------------------------------===#
# Assignment
#===------------------------------------------------------------------------===#


def module(functions):
    text = "".join(map(spell, functions))
    return f"module attributes {{amp.policy = {POLICY}}} {{\n{text}}}\n"


def assign(suite, functions, options, expected_errors=False):
    """Runs all functions through the pass and notes what is said of them. All in one
    module, unless some are expected not to pass, or do not."""
    flag = f"--amp-assign-precision={options}"
    if not functions:
        return
    if not expected_errors:
        outcome = run_check(suite, module(functions), flag, UNKNOWN_OPS)
        if outcome.passed == {function.name for function in functions}:
            return
    outcome = run_check(suite, "// -----\n".join(module([f]) for f in functions), flag,
                        UNKNOWN_OPS, "--split-input-file")
    errors = {}
    for name, message in outcome.errors:
        errors.setdefault(name, message)
    for function in functions:
        function.error = errors.get(function.name, "")
        if not function.error and function.name not in outcome.passed:
            function.error = "not checked, and no error at the op; elsewhere: " \
                             f"{'; '.join(outcome.elsewhere)[:300]}"


#===------------------------------------------------------------------------===#
# What is meant to differ from PyTorch
#===------------------------------------------------------------------------===#


def replace_eligible(types, target):
    return [target if t in ("f16", "bf16", "f32") else t for t in types]


def promote_eligible(case):
    """All operands that may be cast, in the widest of their types."""
    return replace_eligible(case.types, promote(*select_eligible(case)))


class Deviation:
    """A rule that differs from PyTorch's, for some ops."""

    def __init__(self, name, change, cuda="", cpu=""):
        self.name = name
        self.change = change
        self.ops = {"cuda": set(cuda.split()), "cpu": set(cpu.split())}
        self.used = {"cuda": set(), "cpu": set()}
        self.cases = 0

    def apply(self, function, expected):
        """What is to be expected instead."""
        case = function.case
        if "*" not in self.ops[case.device] and case.op not in self.ops[case.device]:
            return expected
        changed = self.change(function, expected)
        if changed is None or changed == expected:
            return expected
        self.used[case.device].add(case.op)
        self.cases += 1
        return changed

    def get_unused(self):
        return [f"{op} ({device})" for device, ops in self.ops.items() for op in sorted(ops)
                if op != "*" and op not in self.used[device] or op == "*" and not self.cases]


def explicit_promotion(function, expected):
    """Neutral ops of PyTorch promote inside, ours outside; some of PyTorch's refuse to."""
    case = function.case
    if expected.assigned != case.types or not is_seen(function) or \
            function.form and function.form.mixed:
        return None
    if function.form and function.form.wide:
        # The first operand decides, and f32 may stay.
        return dataclasses.replace(expected, assigned=[
            t if t in ("f32", "f64") else case.types[0] for t in case.types])
    return dataclasses.replace(expected, assigned=promote_eligible(case))


def foreign_promotion(function, expected):
    """PyTorch's kernel takes f32 parameters beside a 16-bit input."""
    target = promote(*select_eligible(function.case))
    return Expected(promote_eligible(function.case),
                    expected.results and replace_eligible(expected.results, target))


def left_alone(function, expected):
    """PyTorch makes the op of others, which have categories; nobody lists the op itself."""
    case = function.case
    results = expected.results and [promote(case.types, case.shapes) if t in FLOATS else t
                                    for t in expected.results]
    return Expected(case.types, results)


def whole_in(choose):
    """PyTorch makes the op of others, of which the first or the last have the category. Here
    it is one op, which has it as a whole."""
    def change(function, expected):
        target = choose(function.case)
        if not function.case.floats:
            return None
        return Expected(replace_eligible(function.case.types, target),
                        expected.results and replace_eligible(expected.results, target))
    return change


def any_overload(function, expected):
    """In PyTorch only a deprecated overload has the category; names have no overloads."""
    case = function.case
    if len(case.arguments) != 13:
        return None
    return Expected(replace_eligible(case.types, case.low),
                    expected.results and replace_eligible(expected.results, case.low))


def cudnn_rnn(function, expected):
    """PyTorch casts to f16 whatever the region's type, and wants weights of one type."""
    case = function.case
    if expected.assigned is None and not case.error.startswith("autocast"):
        return None  # Not observed.
    return Expected(replace_eligible(case.types, case.low), None)


def foreign_results(function, expected):
    """All floating-point results of an op that only the policy knows have one type."""
    if not expected.results or expected.results[0] == "f64":
        return None
    return dataclasses.replace(expected, results=replace_eligible(expected.results,
                                                                  expected.results[0]))


def integer_type(function, expected):
    """Sums and products of integers keep their type; PyTorch makes booleans i64."""
    if function.case.types != ["i1"] or not function.form:
        return None
    return dataclasses.replace(expected, results=["i1"])


DEVIATIONS = [
    Deviation("unlisted composed ops are left alone", left_alone,
              "inner linalg_norm nll_loss_nd", "inner nll_loss_nd"),
    Deviation("composed products are low as a whole", whole_in(lambda case: case.low),
              "gru lstm",
              "chain_matmul linalg_multi_dot tensordot einsum gru lstm gru_cell lstm_cell"),
    Deviation("composites are in f32 as a whole", whole_in(lambda case: "f32"),
              """cross_entropy_loss softmin normalize local_response_norm
              multilabel_soft_margin_loss""", "local_response_norm"),
    Deviation("overloads have one category", any_overload, cpu="_convolution"),
    Deviation("RNNs have the region's type", cudnn_rnn, "_cudnn_rnn"),
    Deviation("results of foreign ops have one type", foreign_results,
              "_scaled_dot_product_flash_attention"),
    Deviation("sums keep i1", integer_type, "sum prod cumsum cumprod", "prod"),
    Deviation("foreign ops have one type", foreign_promotion, cpu="native_layer_norm"),
    # For what the others leave.
    Deviation("promotion is explicit", explicit_promotion, "*", "*"),
]


#===------------------------------------------------------------------------===#
# Comparison
#===------------------------------------------------------------------------===#


def read_table(path):
    with open(os.path.join(ROOT, *path.split("/")), encoding="utf-8") as file:
        header, *rows = [line.rstrip("\n").split("\t") for line in file]
    return {row[0]: dict(zip(header[1:], row[1:])) for row in rows}


CATEGORIES = read_table("test/Inputs/parity/autocast-ops.tsv")
POLICIES = read_table("lib/Analysis/PrecisionPolicy.tsv")


def is_seen(function):
    """Whether the pass looks at the op: foreign ones must have a row in the policy."""
    return function.form or POLICIES.get(function.case.op, {}).get(
        f"torch-{function.case.device}", "-") != "-"


def functions_of(case, number):
    """The ways in which a case is written down."""
    form = FORMS.get(case.op)
    if form is None or not form.fits(case):
        styles = {"foreign": None}
    elif form.is_f64_mixture(case):
        styles = {"foreign": None, "refused": form}
    else:
        styles = {}
        if form.mixed or not is_mixed(case.types):
            styles["declared"] = form
        if not form.mixed and set(case.types) & {"f16", "bf16"}:
            styles["assigned"] = form
    functions = []
    for style, form in styles.items():
        suffix = f"_{style}" if style in ("refused", "assigned") else ""
        function = Function(f"c{number}{suffix}", case, form, style)
        function.expected = get_expected(function)
        functions.append(function)
    return functions


def get_expected(function):
    case = function.case
    if function.style == "refused":
        return Expected(None, None, "op expects")
    expected = Expected(case.assigned, case.results)
    if case.error == "autocast: banned":
        expected = Expected(None, None, "is unsafe under autocast")
    elif case.error == "autocast: unexpected floating type":
        expected = Expected(None, None, "promotes its operands")
    for deviation in DEVIATIONS:
        expected = deviation.apply(function, expected)
    return expected


def check_function(function):
    """The reason why a function is not as expected, or None."""
    name = f"{function.case}, {function.style}"
    if wanted := function.expected.error:
        return None if wanted in function.error else \
            f"{name}: expected an error with '{wanted}', found '{function.error or 'none'}'"
    return f"{name}: {function.error}" if function.error else None


def report(failures, limit=6):
    """All ops that failed, with a case of each."""
    if not failures:
        return
    by_op = collections.defaultdict(list)
    for op, reason in failures:
        by_op[op].append(reason)
    shown = "; ".join(f"{op} ({len(reasons)}): {reasons[0]}"
                      for op, reasons in list(by_op.items())[:limit])
    more = f"; and {', '.join(list(by_op)[limit:])}" if len(by_op) > limit else ""
    raise Failure(f"{len(failures)} cases of {len(by_op)} ops differ: {shown}{more}")


def compare_device(suite, device):
    record, cases = read_cases(device)
    functions = [f for i, case in enumerate(cases) for f in functions_of(case, i)]
    for low in ("f16", "bf16"):
        options = f"assigner=eager preset=torch-{device} dtype={low}"
        for has_error in (False, True):
            assign(suite, [f for f in functions if f.case.low == low and
                           bool(f.expected.error) == has_error], options, has_error)

    groups = collections.defaultdict(list)
    for function in functions:
        category = CATEGORIES.get(function.case.op, {}).get(f"pytorch_{device}_category", "-")
        groups["unlisted" if category == "-" else category].append(function)
    for category, members in sorted(groups.items()):
        def check():
            failures = [(f.case.op, reason) for f in members
                        if (reason := check_function(f))]
            report(failures)
            seen = {id(f.case) for f in members}
            return f"{len(seen)} cases of {len({f.case.op for f in members})} ops"
        suite.test(f"torch-{device}.{category}", check)

    def covered():
        # Every op that the framework has a category for was compared.
        ops = {case.op for case in cases if case.results is not None or case.assigned is not None
               or case.error.startswith("autocast")}
        column = f"pytorch_{device}_category"
        missing = [op for op, row in CATEGORIES.items() if row[column] != "-" and op not in ops]
        expect(not missing, f"no recorded case of {', '.join(missing)}")
        total = sum(row[column] != "-" for row in CATEGORIES.values())
        amp = {f.case.op for f in functions if f.form}
        return (f"{len(cases)} cases in {len(functions)} functions, {len(ops)} ops of which "
                f"{len(amp)} are amp ops, all {total} with a category")

    suite.test(f"torch-{device}.covered", covered)
    return record


def check_deviations():
    unused = [f"'{d.name}' for {', '.join(d.get_unused())}" for d in DEVIATIONS if d.get_unused()]
    expect(not unused, "deviations that are none: " + "; ".join(unused))
    return "; ".join(f"{d.name}: {d.cases}" for d in DEVIATIONS)


#===------------------------------------------------------------------------===#
# Apex and TensorFlow
#===------------------------------------------------------------------------===#


def templates():
    """For each op a recorded call with f32 operands, made up where there is none."""
    found = {}
    for device in ("cuda", "cpu"):
        for case in read_cases(device)[1]:
            form = FORMS.get(case.op)
            if set(case.floats) == {"f32"} and not case.attributes and case.low == "f16":
                known = found.get(case.op)
                if known is None or form and form.fits(case) and not form.fits(known):
                    found[case.op] = case
    return found


def make_case(known, op, types=None):
    """`op` on operands of other types: one type for all that are f32, or a list."""
    case = known.get(op) or Case("", op, "f16", ["f32"], [[4, 8]], [], {}, None, None, "", [])
    if isinstance(types, str):
        types = [types if t == "f32" else t for t in case.types]
    return dataclasses.replace(case, types=types or case.types, low="f16", results=None)


def list_function(case, name, target, consumer="test.sink"):
    """A function of a call without a record, all in the type `target`, or refused."""
    form = FORMS.get(case.op)
    if form and not form.fits(case):
        form = None
    expected = Expected(None, None, "is unsafe under autocast") if target == "unsafe" else \
        Expected(replace_eligible(case.types, target), target)
    return Function(name, case, form, "assigned", expected, consumer)


# What a category makes of operands that are all low, all f32, or one low and the rest f32.
APEX = {"fp16": ("f16", "f16", "f16"), "fp32": ("f32", "f32", "f32"),
        "promote": ("f16", "f32", "f32"), "sequence_promote": ("f16", "f32", "f32")}


def compare_apex(suite):
    known = templates()
    groups = collections.defaultdict(list)
    for op, row in CATEGORIES.items():
        category = row["apex_category"]
        if category == "-":
            continue
        count = len(make_case(known, op).floats)
        for i, kind in enumerate(("f16", "f32", "mixed") if count > 1 else ("f16", "f32")):
            types = kind
            if kind == "mixed":
                types = list(make_case(known, op).types)
                types[types.index("f32")] = "f16"
            target = "unsafe" if category == "banned" else APEX[category][i]
            groups[category].append(list_function(make_case(known, op, types),
                                                  f"apex{len(groups)}_{i}_{op}", target))
    for category, members in sorted(groups.items()):
        assign(suite, members, "assigner=eager preset=apex dtype=f16",
               category == "banned")

        def check():
            report([(f.case.op, reason) for f in members if (reason := check_function(f))])
            return f"{len({f.case.op for f in members})} ops, {len(members)} functions"
        suite.test(f"apex.{category}", check)


TENSORFLOW = {"allow": "f16", "composite_lower_precision_fp": "f16", "deny": "f32", "infer": "f16", "clear": "f16",
              "infer_onednn_only": "f32", "-": "f32"}


def compare_tensorflow(suite):
    """Each op between two allowed ones."""
    known = templates()
    groups = collections.defaultdict(list)
    for op, row in CATEGORIES.items():
        category = row["tf_category"]
        # An op that no list names must be one of this dialect, as others are not looked at,
        # and none that is taken apart.
        if category == "-" and (op not in FORMS or op in ("softmin", "normalize")):
            continue
        case = make_case(known, op, "f16")
        if not case.floats:
            continue
        groups["unlisted" if category == "-" else category].append(list_function(
            case, f"tf{len(groups)}_{op.replace('.', '_')}", TENSORFLOW[category], "test.low"))
    for category, members in sorted(groups.items()):
        assign(suite, members, "assigner=propagate preset=tensorflow dtype=f16")

        def check():
            report([(f.case.op, reason) for f in members if (reason := check_function(f))])
            return f"{len(members)} ops"
        suite.test(f"tensorflow.{category}", check)


#===------------------------------------------------------------------------===#
# Region programs
#===------------------------------------------------------------------------===#

MATRIX = [8, 8]
# Programs in which the number of casts of a weight is not PyTorch's, and why.
CAST_DEVIATIONS = {
    "cache_ends_with_outer_exit": "a value is cast once, in however many regions",
    "cache_cleared_by_hand": "there is nothing to clear",
    "cache_other_low_weight": "weights of every type are cached",
    "cache_upward_cast": "casts to f32 are cached, too",
    "cache_not_updated_in_place": "an update of the weight is noticed",
    "other_type_inside_cached_weight": "a cast to another type is another cast",
}


@dataclasses.dataclass
class Value:
    text: str       # How the value is spelled.
    type: str       # Its declared element type.
    shape: list
    kind: str = ""  # input, param, or made by an op.

    @property
    def full(self):
        return tensor(self.shape, self.type)


class Program:
    """A recorded program as a graph. Weights are variables, read anew at each use. Where
    there are gradients, which are with respect to what was read, or ops that nobody knows,
    which may write to variables, they are read once. `backwards` has the recorded backward
    steps of all programs."""

    OPS = {"mm": "matmul", **{name: name for name in ("add", "linear", "relu", "mse_loss")}}

    def __init__(self, sequence, backwards):
        self.name, self.low, steps = sequence["name"], sequence["dtype"], sequence["steps"]
        self.has_gradients = any(step["step"] == "backward" for step in steps)
        types = {step["type"] for step in steps if "type" in step}
        self.reads_once = self.has_gradients or len(types) > 1
        self.backwards = backwards
        # The casts of what a custom function is given are those of its region's arguments.
        self.states_casts = not self.has_gradients and \
            all(step["step"] != "custom" for step in steps)
        self.lines = []
        self.values = {}
        self.inputs = []                       # Values as they were defined.
        self.count = 0
        self.epochs = collections.Counter()    # How often a weight was updated.
        self.casts = {}                        # (name, type, epoch): expected number.
        self.recorded = collections.Counter()  # (name, type): how often PyTorch casts it.
        self.run(steps, cache=True)

    def fresh(self):
        self.count += 1
        return f"%v{self.count}"

    def spell(self, name):
        value = self.values[name]
        if value.text:
            return value.text
        text = self.fresh()
        self.lines.append(f"{text} = amp.read @{name} : {value.full}")
        return text

    def run(self, steps, cache):
        """Up to the end of the region; the number of steps taken."""
        i = 0
        while i < len(steps):
            step = steps[i]
            kind = step["step"]
            i += 1
            if kind == "exit":
                break
            if kind == "enter":
                i += self.enter(step, steps[i:], cache)
            elif kind in ("op", "custom"):
                self.expect_casts(step, cache)
                self.emit(step)
            elif kind in ("input", "param", "vector"):
                self.define(step)
            elif kind in ("cast", "view"):
                source = self.values[step["operands"][0]]
                type = step.get("results", [source.type])[0]
                text, operand = self.fresh(), self.spell(step["operands"][0])
                value = Value(text, type, source.shape, "view" if kind == "view" else "")
                self.lines.append(
                    f"{text} = amp.cast {operand} : {source.full} to {value.full}"
                    if kind == "cast" else
                    f"{text} = amp.reshape {operand} {{shape = array<i64: 8, 8>}} : "
                    f"({source.full}) -> {value.full}")
                self.values[step["result"]] = value
            elif kind == "update":
                self.lines.append(f"amp.assign @{step['name']}, %x : {self.values['x'].full}")
                self.epochs[step["name"]] += 1
            elif kind == "backward":
                self.differentiate(step)
            else:
                # Nothing is cleared by hand, and there is no mode of recording.
                expect(kind in ("clear", "requires_grad"), f"a step '{kind}' has no form here")
        return i

    def define(self, step):
        name = step["name"]
        shape = MATRIX[:1] if step["step"] == "vector" else MATRIX
        value = self.values[name] = Value(f"%{name}", step["type"], shape, "input")
        self.inputs.append((name, value))
        if step["step"] == "input":
            return
        value.kind = "param"
        if self.reads_once:
            self.lines.append(f"%{name} = amp.read @{name} : {value.full}")
        else:
            value.text = ""

    def enter(self, step, rest, cache):
        inner_cache = cache if step["cache"] is None else step["cache"]
        before, outer, self.lines = dict(self.values), self.lines, []
        taken = self.run(rest, inner_cache)
        made = [name for name, value in self.values.items() if before.get(name) != value]
        types = ", ".join(self.values[name].full for name in made)
        result = self.fresh()
        head = f"{result}:{len(made)} = amp.autocast" if made else "amp.autocast"
        if step["dtype"] in ("f16", "bf16"):
            head += f" dtype({step['dtype']})"
        if not step["active"]:
            head += " enabled(false)"
        if step["cache"] is not None:
            head += f" cache({str(step['cache']).lower()})"
        if made:
            head += f" -> {types}"
            spelled = ", ".join(self.values[name].text for name in made)
            self.lines.append(f"amp.yield {spelled} : {types}")
        self.lines = [*outer, head + " {", *(f"  {line}" for line in self.lines), "}"]
        for i, name in enumerate(made):
            self.values[name] = dataclasses.replace(self.values[name], text=f"{result}#{i}")
        return taken

    def get_types(self, step):
        """What an op must take and give."""
        taken, given = step["assigned"], step["results"]
        if len(set(taken)) > 1:
            # The stale cast of another type's region is not repeated; other mixtures are
            # promoted, whether PyTorch's op does so or refuses.
            target = taken[0] if self.name == "other_type_inside_cached_weight" else \
                promote(taken, [MATRIX] * len(taken))
            taken, given = [target] * len(taken), given or [target]
        return taken, given

    def expect_casts(self, step, cache):
        names = step["operands"][0] if isinstance(step["operands"][0], list) else step["operands"]
        for name, type in dict(zip(names, self.get_types(step)[0])).items():
            value = self.values[name]
            if value.kind in ("input", "param") and value.type != type:
                key = (name, type, self.epochs[name])
                self.casts[key] = 1 if cache else self.casts.get(key, 0) + 1
        for name, _, type in step["casts"]:
            if name in self.values and self.values[name].kind == "param":
                self.recorded[name, type] += 1

    def emit(self, step):
        names = step["operands"][0] if isinstance(step["operands"][0], list) else step["operands"]
        values = [self.values[name] for name in names]
        operands = [self.spell(name) for name in names]
        element = promote([value.type for value in values], [MATRIX] * len(values))
        is_amp = step["step"] == "custom" or step["op"] in self.OPS
        if is_mixed([value.type for value in values]):
            # The dialect's ops take one type. Where there are gradients a graph says so by
            # casts, elsewhere by ops that mix.
            is_amp = self.has_gradients
            for i, value in enumerate(values):
                if is_amp and value.type != element:
                    wide = dataclasses.replace(value, type=element)
                    text = self.fresh()
                    self.lines.append(f"{text} = amp.cast {operands[i]} : "
                                      f"{value.full} to {wide.full}")
                    operands[i], values[i] = text, wide
        operands = ", ".join(operands)
        types = ", ".join(value.full for value in values)
        result = Value(self.fresh(), element, [] if step.get("op") == "mse_loss" else MATRIX)
        taken, given = self.get_types(step)
        stated = f"check.takes = {state(taken)}"
        if given is not None:
            stated += f", check.gives = {state(given)}"
        mark, place = f"{{{stated}}}", f'loc("{step.get("op", "custom")} -> {step["result"]}")'
        if step["step"] == "custom":
            given = step["function"].removeprefix("fwd_")
            cast = f" cast_inputs({given})" if given in FLOATS else ""
            a, b = (value.full for value in values)
            self.lines += [
                f"{result.text}:3 = amp.custom_function({operands}){cast} saved(2) "
                f": ({types}) -> ({result.full}, {types}) {{",
                f"^bb0(%a: {a}, %b: {b}):",
                f"  %m = amp.matmul %a, %b {mark} : ({a}, {b}) -> {result.full} {place}",
                f"  amp.yield %m, %a, %b : {result.full}, {a}, {b}",
                "} backward {",
                f"^bb0(%a: {a}, %b: {b}, %g: {result.full}):",
                f"  %da = amp.matmul %g, %b : ({result.full}, {b}) -> {a}",
                f"  %db = amp.matmul %a, %g : ({a}, {result.full}) -> {b}",
                f"  amp.yield %da, %db : {a}, {b}", "}"]
            result.text += "#0"
        else:
            op = f"amp.{self.OPS[step['op']]} {operands}" if is_amp else \
                f'"torch.aten.{step["op"]}"({operands})'
            self.lines.append(f"{result.text} = {op} {mark} : ({types}) -> {result.full} {place}")
        self.values[step["result"]] = result

    def differentiate(self, step):
        names = sorted(step.get("grads", {"x": "", "w": ""}))
        loss = self.values[step["of"]]
        values = [self.values[name] for name in names]
        types = ", ".join(value.full for value in values)
        # Gradients run as their forward op, whatever the state in which they are computed; and
        # a custom function's backward region always runs in the state of the forward one.
        place = "inside" if "custom_plain" in self.name else "outside"
        other = self.backwards.get(re.sub("inside|outside", place, self.name), step)
        # new_empty_strided, copy_ and the like are not of interest.
        products = [kernel.removeprefix("mm").replace("->", " -> ")
                    for kernel in other["kernels"] if kernel.startswith("mm(")]
        stated = f"check.holds = {{amp.matmul = [{', '.join(products)}]}}, " \
                 f"check.gives = {state([other['grads'][name] for name in names])}"
        left = self.fresh() + (f":{len(names)}" if len(names) > 1 else "")
        self.lines.append(f"{left} = amp.backward {loss.text} wrt("
                          f"{', '.join(value.text for value in values)}) {{{stated}}} : "
                          f'({loss.full}, {types}) -> ({types}) loc("backward")')

    def count_casts(self):
        """How often each input and weight is cast: (name, type)."""
        counts = collections.Counter()
        for (name, type, _), count in self.casts.items():
            counts[name, type] += count
        return counts

    def __str__(self):
        counts = self.count_casts()

        def state_casts(name):
            if not self.states_casts:
                return ""
            own = ", ".join(f"{type} = {count}" for (of, type), count in counts.items()
                            if of == name)
            return f' {{check.casts = {{{own}}}}} loc("casts of {name}")'

        arguments, variables = [], []
        for name, value in self.inputs:
            if value.kind == "input":
                arguments.append(f"%{name}: {value.full}{state_casts(name)}")
            else:
                variables.append(f"amp.variable parameter @{name} : {value.full} = "
                                 f"#amp.init<zeros>{state_casts(name)}")
        body = "".join(f"  {line}\n" for line in [*self.lines, "return"])
        return "\n".join([*variables, f"func.func @f({', '.join(arguments)}) {{",
                          body + "}", ""])


def check_program(suite, device, sequence, backwards):
    program = Program(sequence, backwards)
    passes = [f"--amp-assign-precision=assigner=eager preset=torch-{device} "
              f"dtype={program.low} implicit-region=false"]
    if program.has_gradients:
        passes.append("--amp-differentiate=wgrad-type=as-forward")
    passes.append("--amp-optimize-casts")
    outcome = run_check(suite, str(program), UNKNOWN_OPS, *passes)
    expect(not outcome.errors and not outcome.elsewhere,
           "; ".join([f"{place}: {message}" for place, message in outcome.errors] +
                     outcome.elsewhere))
    expect("f" in outcome.passed, "nothing was checked")
    if program.states_casts:
        check_casts(program)


def check_casts(program):
    """Whether weights are cast as often as PyTorch casts them."""
    own = {key: count for key, count in program.count_casts().items()
           if program.values[key[0]].kind == "param"}
    if program.name in CAST_DEVIATIONS:
        expect(own != program.recorded, "the number of casts is PyTorch's; listed as another")
    else:
        expect(own == program.recorded,
               f"PyTorch casts weights {dict(program.recorded)}, expected here {own}")


def compare_programs(suite, device, sequences):
    def check(own):
        failures = []
        for sequence in own:
            backwards = {s["name"]: step for s in own if s["dtype"] == sequence["dtype"]
                         for step in s["steps"] if step["step"] == "backward"}
            try:
                check_program(suite, device, sequence, backwards)
            except Failure as failure:
                failures.append((f"{sequence['name']} in {sequence['dtype']}", str(failure)))
        expect(not failures, f"{len(failures)} programs differ: " +
               "; ".join(f"{name}: {reason}" for name, reason in failures[:6]))
        known = {sequence["name"] for sequence in own}
        unknown = [name for name in CAST_DEVIATIONS if kind == "regions" and name not in known]
        expect(not unknown, f"no program is called {', '.join(unknown)}")
        return f"{len(own)} programs"

    for kind in ("regions", "gradients"):
        own = [s for s in sequences if (kind == "gradients") == s["name"].startswith("backward")]
        if own:
            suite.test(f"torch-{device}.{kind}", check, own)


#===------------------------------------------------------------------------===#
# PyTorch itself
#===------------------------------------------------------------------------===#


def check_record(device):
    """The recorder says whether the record is what PyTorch does."""
    done = subprocess.run([sys.executable, os.path.join(RECORDS, "record_torch.py"), "--device",
                           device, "--check", os.path.join(RECORDS, f"torch-{device}.json.gz")],
                          capture_output=True, text=True, timeout=1200)
    expect(done.returncode == 0, f"exit code {done.returncode}: {done.stdout[:600]} "
                                 f"{done.stderr[-300:]}")


def compare_live(suite):
    try:
        version = importlib.metadata.version("torch").split("+")[0]
    except importlib.metadata.PackageNotFoundError:
        version = ""
    for device in ("cuda", "cpu"):
        known = read_record("parity", device)["version"]
        if version == known:
            suite.test(f"torch-{device}.live", check_record, device)
        else:
            print(f"skip {suite.name}.torch-{device}.live: the record is of PyTorch {known}, "
                  f"{version or 'none'} is installed")


def body(suite, scratch):
    programs = {device: compare_device(suite, device)["sequences"] for device in ("cuda", "cpu")}
    suite.test("deviations", check_deviations)
    for device, sequences in programs.items():
        compare_programs(suite, device, sequences)
    compare_apex(suite)
    compare_tensorflow(suite)
    compare_live(suite)


if __name__ == "__main__":
    suite = Suite("parity", __doc__)
    use_amp_check(suite)
    sys.exit(suite.main(body))
