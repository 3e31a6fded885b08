# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What --add-training says, and the entry points that it makes.

    loss=cross_entropy(logits, labels) optimizer=adamw(lr=1e-3, weight_decay=0.01)

is settings between spaces: `name=value`, where a value is a number, a name, or a name with
arguments in parentheses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

from ..graph import Attribute, Function, Tensor, Value, decimal
from ._errors import ModelError
from ._model import FLOATS, Node
from ._writer import FunctionWriter

if TYPE_CHECKING:
    from ._convert import _Conversion


class Call(NamedTuple):
    """`name(positional, ..., key=value, ...)`."""

    name: str
    positional: tuple[str, ...]
    keywords: Mapping[str, Any]
    has_parentheses: bool


_TOKEN = re.compile(r"\s*(?:'([^']*)'|\"([^\"]*)\"|([()\[\],=])|([^\s()\[\],='\"]+))")


class _Parser:
    """Of the grammar of --add-training."""

    def __init__(self, text: str) -> None:
        self.text = text
        # Kind, text, and whether a space stands before: quoted, sign or word.
        self.tokens: list[tuple[str, str, int]] = []
        position = 0
        while text[position:].strip():
            match = _TOKEN.match(text, position)
            if match is None:
                raise self.error(position, "a quote that does not end")
            quoted = match[1] if match[1] is not None else match[2]
            kind, found = ("quoted", quoted) if quoted is not None else \
                ("sign", match[3]) if match[3] else ("word", match[4])
            self.tokens.append((kind, found, match.start(match.lastindex)))
            position = match.end()
        self.next = 0

    def error(self, position: int, found: str, expected: str = "") -> ModelError:
        wanted = f"expected {expected}, " if expected else ""
        return ModelError(f"--add-training: {wanted}found {found} at character {position + 1} "
                          f"of \"{self.text}\"")

    def fail(self, expected: str) -> ModelError:
        if self.next == len(self.tokens):
            return self.error(len(self.text), "the end", expected)
        kind, text, position = self.tokens[self.next]
        return self.error(position, f"'{text}'", expected)

    def is_sign(self, sign: str, ahead: int = 0) -> bool:
        place = self.next + ahead
        return place < len(self.tokens) and self.tokens[place][:2] == ("sign", sign)

    def take_sign(self, sign: str) -> None:
        if not self.is_sign(sign):
            raise self.fail(f"'{sign}'")
        self.next += 1

    def take_name(self, expected: str) -> str:
        if self.next == len(self.tokens) or self.tokens[self.next][0] == "sign":
            raise self.fail(expected)
        self.next += 1
        return self.tokens[self.next - 1][1]

    def value(self) -> Any:
        """A number, true, false, a name, or a list of them."""
        if self.is_sign("["):
            self.next += 1
            items: list[Any] = []
            while not self.is_sign("]"):
                items.append(self.value())
                if not self.is_sign("]"):
                    self.take_sign(",")
            self.next += 1
            return items
        is_word = self.next < len(self.tokens) and self.tokens[self.next][0] == "word"
        text = self.take_name("a value")
        return _number(text) if is_word else text

    def call(self) -> Call:
        name = self.take_name("a name")
        if not self.is_sign("("):
            return Call(name, (), {}, False)
        self.next += 1
        positional: list[str] = []
        keywords: dict[str, Any] = {}
        while not self.is_sign(")"):
            if self.is_sign("=", 1):
                key = self.take_name("a setting")
                self.next += 1
                if key in keywords:
                    raise ModelError(f"--add-training: {name} has '{key}' twice")
                keywords[key] = self.value()
            else:
                if keywords:
                    raise self.fail("a setting NAME=VALUE")
                positional.append(self.take_name("a name"))
            if not self.is_sign(")"):
                self.take_sign(",")
        self.next += 1
        return Call(name, tuple(positional), keywords, True)

    def settings(self) -> dict[str, Call]:
        found: dict[str, Call] = {}
        while self.next < len(self.tokens):
            name = self.take_name("a setting")
            self.take_sign("=")
            if name in found:
                raise ModelError(f"--add-training: '{name}' is said twice")
            found[name] = self.call()
        return found


def _number(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


class Loss(NamedTuple):
    """How a loss is made: its op, whether its labels are classes, its attributes, and which
    ops at the end of a model stand in its way."""

    op: str
    classes: bool
    settings: tuple[str, ...]
    # By the op that gives the output: what to do instead.
    not_after: Mapping[str, str] = {}


_LOGITS = "takes scores, which that op has made probabilities: name its input"
_LOSSES = {
    "cross_entropy": Loss("cross_entropy", True, ("label_smoothing", "ignore_index", "dim"), {
        "Softmax": _LOGITS, "LogSoftmax": "has a log_softmax of its own: nll_loss has none"}),
    "nll_loss": Loss("nll_loss", True, ("ignore_index", "dim"), {
        "Softmax": "takes logarithms of probabilities: cross_entropy of its input makes them"}),
    "mse_loss": Loss("mse_loss", False, ()),
    "l1_loss": Loss("l1_loss", False, ()),
    "smooth_l1_loss": Loss("smooth_l1_loss", False, ("beta",)),
    "huber_loss": Loss("huber_loss", False, ("delta",)),
    "binary_cross_entropy": Loss("binary_cross_entropy", False, ()),
    "binary_cross_entropy_with_logits": Loss("binary_cross_entropy_with_logits", False, (), {
        "Sigmoid": _LOGITS}),
    "kl_div": Loss("kl_div", False, ("log_target",), {
        "Softmax": "takes logarithms of probabilities: a model that ends in LogSoftmax has "
                   "them"}),
}
_ALIASES = {"bce": "binary_cross_entropy", "bce_loss": "binary_cross_entropy",
            "bce_with_logits": "binary_cross_entropy_with_logits",
            "bce_with_logits_loss": "binary_cross_entropy_with_logits",
            "cross_entropy_loss": "cross_entropy", "nll": "nll_loss", "mse": "mse_loss",
            "l1": "l1_loss", "smooth_l1": "smooth_l1_loss", "huber": "huber_loss"}

_OPTIMIZERS = {
    "sgd": ("lr", "momentum", "dampening", "weight_decay", "nesterov"),
    "adam": ("lr", "beta1", "beta2", "eps", "weight_decay", "amsgrad"),
    "adamw": ("lr", "beta1", "beta2", "eps", "weight_decay", "amsgrad"),
    "rmsprop": ("lr", "alpha", "eps", "momentum", "weight_decay", "centered"),
    "adagrad": ("lr", "lr_decay", "eps", "weight_decay", "initial_accumulator"),
    "nadam": ("lr", "beta1", "beta2", "eps", "weight_decay", "momentum_decay",
              "decoupled_weight_decay"),
    "radam": ("lr", "beta1", "beta2", "eps", "weight_decay", "decoupled_weight_decay"),
    "adamax": ("lr", "beta1", "beta2", "eps", "weight_decay"),
    "adadelta": ("lr", "rho", "eps", "weight_decay"),
}
_FLAGS = {"nesterov", "amsgrad", "centered", "decoupled_weight_decay"}
# PyTorch's.
_RATE = 1e-3

_SCHEDULES = {
    "constant": (), "linear": ("iterations", "start_factor", "end_factor"),
    "step": ("step_size", "gamma"), "cosine": ("iterations", "eta_min"),
    "one_cycle": ("iterations", "pct_start", "div_factor", "final_div_factor"),
    "exponential": ("gamma",), "polynomial": ("iterations", "power"),
    "multi_step": ("milestones", "gamma"),
    "cosine_restarts": ("iterations", "t_mult", "eta_min"),
    "plateau": ("interval", "mode", "factor", "patience", "threshold", "threshold_mode",
                "cooldown", "min_lr", "eps"),
}
_COUNTS = {"iterations", "step_size", "t_mult", "interval", "patience", "cooldown", "warmup"}


def _choose(what: str, name: str, known: Mapping[str, Any]) -> Any:
    if name not in known:
        raise ModelError(f"--add-training: there is no {what} '{name}'; there are "
                         f"{', '.join(known)}")
    return known[name]


def _check_settings(call: Call, known: Sequence[str]) -> None:
    for key in call.keywords:
        if key not in known:
            raise ModelError(f"--add-training: {call.name} has no setting '{key}'; it has "
                             f"{', '.join(known) or 'none'}")


class Training:
    """The entry points `train` and `evaluate`, and what they train with."""

    def __init__(self, loss: Call, optimizer: Call, schedule: Optional[Call] = None,
                 clip_grad_norm: Optional[float] = None,
                 metrics: Sequence[str] = ()) -> None:
        self.loss, self.optimizer, self.schedule = loss, optimizer, schedule
        self.clip_grad_norm, self.metrics = clip_grad_norm, tuple(metrics)
        self.name = _ALIASES.get(loss.name, loss.name)
        self.form: Optional[Loss] = None
        if loss.has_parentheses:
            self.form = _choose("loss", self.name, _LOSSES)
            _check_settings(loss, self.form.settings)
            if len(loss.positional) > 2:
                raise ModelError(f"--add-training: {loss.name} takes an output and the name of "
                                 f"its labels, found {', '.join(loss.positional)}")
        known = _choose("optimizer", optimizer.name, _OPTIMIZERS)
        _check_settings(optimizer, known)
        if optimizer.positional:
            raise ModelError(f"--add-training: {optimizer.name} takes settings NAME=VALUE, "
                             f"found '{optimizer.positional[0]}'")
        for key, value in optimizer.keywords.items():
            wanted = bool if key in _FLAGS else (int, float)
            if not isinstance(value, wanted) or (wanted is not bool and type(value) is bool):
                raise ModelError(f"--add-training: {key} of {optimizer.name} is "
                                 f"{'true or false' if wanted is bool else 'a number'}, found "
                                 f"'{value}'")
        if schedule is not None:
            _check_settings(schedule, (*_choose("schedule", schedule.name, _SCHEDULES),
                                       "warmup"))
        for metric in self.metrics:
            _choose("metric", metric, {"accuracy": None})
            if self.form is None or not (self.form.classes or "binary" in self.form.op):
                raise ModelError("--add-training: accuracy is of cross_entropy, nll_loss and "
                                 "the binary cross entropies")

    @staticmethod
    def parse(text: str) -> "Training":
        """What --add-training says."""
        settings = _Parser(text).settings()
        known = ("loss", "optimizer", "schedule", "clip_grad_norm", "metrics")
        for name in settings:
            if name not in known:
                raise ModelError(f"--add-training: there is no setting '{name}'; there are "
                                 f"{', '.join(known)}")
        for name in ("loss", "optimizer"):
            if name not in settings:
                example = {"loss": "loss=cross_entropy(OUTPUT, labels)",
                           "optimizer": "optimizer=adamw(lr=1e-3)"}[name]
                raise ModelError(f"--add-training lacks its {name}, such as {example}")
        clip = None
        if "clip_grad_norm" in settings:
            clip = _number(settings["clip_grad_norm"].name)
            if type(clip) not in (int, float) or not clip > 0:
                raise ModelError("--add-training: clip_grad_norm is a number above 0, found "
                                 f"'{settings['clip_grad_norm'].name}'")
        metrics = settings["metrics"].name.split("+") if "metrics" in settings else ()
        return Training(settings["loss"], settings["optimizer"], settings.get("schedule"), clip,
                        metrics)

    # The entry points

    def write(self, conversion: "_Conversion") -> None:
        output = self._output(conversion)
        self._check_end(conversion, output)
        with self._entry(conversion, "train", output, "") as function:
            writer = conversion.writer(function, "", not conversion.options.inference_form)
            loss, scores = self._loss(conversion, writer, output, "")
            parameters = [each for each in conversion.parameters if each.name in writer.values]
            if not parameters:
                raise ModelError(f"the loss of '{output}' depends on no initializer that is "
                                 "trained; --train REGEX makes one a parameter")
            gradients = function.backward(
                loss, [writer.values[each.name] for each in parameters])
            if self.clip_grad_norm is not None:
                gradients = function.clip_grad_norm(gradients, self.clip_grad_norm)
            plateau = self.schedule is not None and self.schedule.name == "plateau"
            function.step(self.optimizer.name, gradients, loss if plateau else None)
            function.results(**self._results(function, writer, loss, scores))
        conversion.graph.optimizer(self.optimizer.name, self.optimizer.name, parameters,
                                   **self._settings())
        with self._entry(conversion, "evaluate", output, "test_") as function:
            writer = conversion.writer(function, "test_", False)
            loss, scores = self._loss(conversion, writer, output, "test_")
            function.results(**self._results(function, writer, loss, scores))

    def _settings(self) -> dict[str, Any]:
        settings: dict[str, Any] = {"lr": _RATE}
        for key, value in self.optimizer.keywords.items():
            if type(value) is bool:
                settings[key] = ... if value else None
            else:
                settings[key] = float(value)
        if self.schedule is not None:
            shown = ", ".join(f"{key} = {_shown(key, value)}"
                              for key, value in self.schedule.keywords.items())
            inner = f", {{{shown}}}" if shown else ""
            settings["schedule"] = Attribute(f"#amp.schedule<{self.schedule.name}{inner}>")
        return settings

    def _output(self, conversion: "_Conversion") -> str:
        """The name of the value that the loss is of."""
        model = conversion.model
        if self.form is None:
            name = self.loss.name
        elif self.loss.positional:
            name = self.loss.positional[0]
        elif len(model.outputs) == 1:
            return model.outputs[0]
        else:
            raise ModelError(f"--add-training: {self.loss.name} of which output? The model has "
                             f"{_listed(model.outputs)}")
        made = {output for node in model.nodes for output in node.outputs if output}
        if name not in made:
            hint = "" if self.form else f"; losses are {', '.join(_LOSSES)}, with parentheses"
            raise ModelError(f"--add-training: the model has no output '{name}'; it has "
                             f"{_listed(model.outputs)}{hint}")
        return name

    def _check_end(self, conversion: "_Conversion", output: str) -> None:
        """Refuses a loss of what another loss would be right for."""
        if self.form is None:
            return
        makers = {name: node for node in conversion.model.nodes for name in node.outputs}
        node: Optional[Node] = makers[output]
        while node is not None and node.op in ("Identity", "Reshape", "Flatten", "Squeeze"):
            node = makers.get(node.inputs[0])
        if node is not None and not node.domain and node.op in self.form.not_after:
            raise ModelError(
                f"--add-training: '{output}' is what {node} gives, and {self.loss.name} "
                f"{self.form.not_after[node.op]} ('{node.inputs[0]}')")

    def _label_name(self) -> str:
        if len(self.loss.positional) > 1:
            return self.loss.positional[1]
        return "labels" if self.form is not None and self.form.classes else "targets"

    def _entry(self, conversion: "_Conversion", name: str, output: str, prefix: str) -> Any:
        """A function with the model's inputs, and the labels."""
        arguments = {prefix + each: type
                     for each, type in conversion.arguments([output]).items()}
        if self.form is not None:
            label = self._label_name()
            if prefix + label in arguments:
                raise ModelError(f"--add-training: '{label}' is an input of the model, and "
                                 "cannot be the labels' name")
            arguments[prefix + label] = self._label_type(conversion, output)
        return conversion.graph.function(name, arguments)

    def _dim(self, scores: Tensor) -> int:
        dim = self.loss.keywords.get("dim", 1)
        if type(dim) is not int or not -scores.rank <= dim < scores.rank or scores.rank < 2:
            raise ModelError(f"--add-training: {self.loss.name} has no classes in dimension "
                             f"{dim} of {scores}")
        return dim % scores.rank

    def _label_type(self, conversion: "_Conversion", output: str) -> Tensor:
        scores = conversion.type_of(output)
        if scores.element not in FLOATS:
            raise ModelError(f"--add-training: '{output}' is {scores}, and a loss is of "
                             "floating-point numbers")
        if not self.form.classes:
            return scores
        dim = self._dim(scores)
        return Tensor("i64", scores.shape[:dim] + scores.shape[dim + 1:])

    def _loss(self, conversion: "_Conversion", writer: FunctionWriter, output: str,
              prefix: str) -> tuple[Value, Optional[tuple[Value, Value]]]:
        """The loss; the scores and the labels that it is of."""
        writer.write(conversion.needed([output]))
        value = writer.value(writer.given(output), output)
        if self.form is None:
            if value.type.rank:
                raise ModelError(f"--add-training: '{output}' is {value.type}, and no loss: a "
                                 f"loss is a scalar. Losses are {', '.join(_LOSSES)}, such as "
                                 f"loss=mse_loss({output})")
            return self._widened(writer, value), None
        value = self._widened(writer, value)
        labels = self._widened(writer,
                               writer.function.arguments[prefix + self._label_name()])
        settings = {key: float(each) if type(each) is int and key != "ignore_index" else each
                    for key, each in self.loss.keywords.items() if key != "dim"}
        with writer.function.location("loss"):
            if not self.form.classes:
                return writer.op(self.form.op, value, labels, **settings), (value, labels)
            scores, classes, dim = value, labels, self._dim(value.type)
            if dim == value.type.rank - 1 and value.type.rank > 2:
                # One row after the other.
                scores = writer.op("reshape", scores, shape=[-1, value.type.shape[-1]])
                classes = writer.op("reshape", classes, shape=[-1])
            elif dim != 1:
                raise ModelError(f"--add-training: {self.loss.name} takes classes in dimension "
                                 f"1 or in the last one, not in {dim} of {value.type}")
            if self.form.op == "cross_entropy" and scores.type.rank > 2:
                if "label_smoothing" in settings:
                    raise ModelError("--add-training: label_smoothing is of one row for each "
                                     f"label, found {scores.type}")
                logs = writer.op("log_softmax", scores, dim=1)
                loss = writer.op("nll_loss", logs, classes, **settings)
            else:
                loss = writer.op(self.form.op, scores, classes, **settings)
            return loss, (scores, classes)

    @staticmethod
    def _widened(writer: FunctionWriter, value: Value) -> Value:
        """What a loss is of: f32 where a model is in 16 bits, which a loss scale overflows."""
        is_short = value.type.element in ("f16", "bf16")
        return writer.function.cast(value, "f32") if is_short else value

    def _results(self, function: Function, writer: FunctionWriter, loss: Value,
                 scores: Optional[tuple[Value, Value]]) -> dict[str, tuple[Value, str]]:
        results = {"loss": (loss, "mean")}
        if "accuracy" in self.metrics and scores is not None:
            with function.location("accuracy"):
                value, labels = scores
                if self.form.classes:
                    found = writer.op("argmax", value, dim=1)
                    hit = writer.op("compare", found, labels, word="eq")
                else:
                    half = 0.0 if self.form.op.endswith("logits") else 0.5
                    yes = writer.op("compare", value, writer.number(half, value.type.element),
                                    word="gt")
                    right = writer.op("compare", labels,
                                      writer.number(0.5, labels.type.element), word="gt")
                    hit = writer.op("compare", yes, right, word="eq")
                results["accuracy"] = (writer.op("mean", function.cast(hit, "f32")), "mean")
        return results


def _shown(key: str, value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(str(int(each)) for each in value)}]"
    if isinstance(value, str):
        return f'"{value}"'
    if key in _COUNTS:
        if type(value) is not int:
            raise ModelError(f"--add-training: {key} is a whole number, found {value}")
        return str(value)
    return decimal(value)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)
