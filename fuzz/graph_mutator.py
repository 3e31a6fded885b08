#===- graph_mutator.py - Changes graphs as a grammar allows ----------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Mutants of graphs: text that is still much like a module, so that it comes past the
parser and the verifiers more often than changed bytes would.

A mutant is a function of the corpus, the seed and its number alone. The corpus is every
module of the tests and the examples."""

import hashlib
import os
import random
import re

TOKEN = re.compile(r"""
    (?P<space>\s+|//[^\n]*)
  | (?P<string>"(?:[^"\\\n]|\\.)*")
  | (?P<symbol>@(?:"(?:[^"\\\n]|\\.)*"|[\w$.-]+))
  | (?P<value>%[\w$.-]+(?:\#\d+)?)
  | (?P<block>\^[\w$.-]+)
  | (?P<alias>[!\#][A-Za-z_][\w.]*)
  | (?P<number>-?\d+\.\d*(?:[eE][+-]?\d+)?|0x[0-9A-Fa-f]+|-?\d+(?![\w]))
  | (?P<word>[A-Za-z_][\w$.]*|\d+x[\w?*]*)
  | (?P<mark>->|::|==|>=|.)
""", re.VERBOSE | re.DOTALL)

OPENING = {"(": ")", "[": "]", "{": "}", "<": ">"}

ELEMENTS = ["f32", "f16", "bf16", "f64", "i1", "i8", "i16", "i32", "i64", "ui8", "si32", "index",
            "i4", "i128", "f80", "f128", "tf32", "f8E4M3FN", "complex<f32>", "vector<2xf32>",
            "none", "tensor<2xf32>", "i0"]
SIZES = ["0", "1", "2", "3", "4", "7", "16", "?", "1000000", "4611686018427387904",
         "9223372036854775807"]
NUMBERS = ["0", "1", "-1", "2", "3", "7", "8", "64", "127", "128", "255", "65536", "2147483647",
           "-2147483648", "4294967296", "9223372036854775807", "-9223372036854775808",
           "99999999999999999999"]
FLOATS = ["0.0", "-0.0", "1.0", "-1.0", "0.5", "1.0e-8", "1.0e+38", "1.0e+308", "-1.0e+308",
          "1.0e-320", "1.0e+400", "0x7FF0000000000000", "0xFFF8000000000000"]
ATTRIBUTES = [
    "true", "false", "unit", "1 : i64", "-1 : i64", "1 : i32", "0.5 : f64", "0x7FF8000000000000 : f64",
    "\"\"", "\"a\"", "[]", "[1]", "[\"a\", 2]", "{}", "{a}", "@w", "@nowhere", "@a::@b", "f16", "f32",
    "tensor<2xf32>", "array<i64>", "array<i64: -1, 0>", "array<i64: 1, 1, 1, 1, 1, 1, 1, 1>",
    "array<i32: 1>", "array<index: 0>", "array<i1: true>", "dense<1.0> : tensor<f32>",
    "dense<[1, 2]> : tensor<2xi64>", "sparse<[[0]], [1.0]> : tensor<2xf32>",
    "affine_map<(d0) -> (d0)>", "affine_set<(d0) : (d0 >= 0)>", "loc(unknown)", "#amp.init<zeros>",
    "#amp.init<constant(1.0)>", "#amp.gelu<tanh>", "#amp.reduction<sum>", "()", "() -> ()",
    "#amp.schedule<cosine, {iterations = 0}>", "#amp.schedule<step, {size = -1}>",
    "#amp.schedule<plateau, {interval = 0, mode = 3}>",
    "#amp.schedule<multi_step, {milestones = [2, 1]}>",
]
KEYS = ["amp.name", "amp.batch", "amp.reduction", "amp.output", "amp.variable", "amp.element_type",
        "amp.op_locations", "amp.precision", "amp.policy", "amp.opt_level", "amp.assigned", "amp.entry",
        "amp.stage", "compute_type", "dtype", "dim", "dims", "shape", "lr", "momentum", "groups",
        "schedule", "p", "k", "eps", "reduction", "ignore_index", "padding", "stride", "dilation",
        "kernel_size", "operandSegmentSizes", "resultSegmentSizes", "function_type", "sym_name",
        "sym_visibility", "value", "equation", "static_offsets", "static_sizes", "static_strides",
        "indexing_maps", "iterator_types", "permutation", "offsets", "sizes", "strides"]
AFFINE = ["d0", "d1", "d2", "0", "1", "-1", "5", "d0 + 1", "d0 - 1", "-d0", "d0 * 2", "d0 * 64",
          "(d0 * 64) mod 128", "d0 floordiv 2", "d0 ceildiv 3", "d0 mod 2", "d0 + d1",
          "d0 * 2 + d1 * 3 - 4", "-d0 + 7", "s0", "d0 * 4611686018427387904", "(d0 mod 3) * 2"]
LOCATIONS = ['loc("g.mlir":1:1)', "loc(unknown)", 'loc("name")', 'loc("name"("g.mlir":2:3))',
             'loc(callsite("a" at "b"))', 'loc(fused["a", "b"])', 'loc(fused<"m">["a", "b"])',
             'loc(callsite("a"("/dev/null":1:1) at callsite("b" at unknown)))', 'loc(fused[])',
             r'loc("\1B[31m")', 'loc("")', 'loc("g.mlir":99999999:99999999)']


# Changes after which a module is often still valid.
GENTLE = ["location", "number_a_little", "duplicate_op", "size_everywhere", "element_everywhere",
          "wrap", "operand", "move_op", "add_attribute"]


def tokenize(text):
    """(kind, text) of each token; joined they are the text."""
    return [(match.lastgroup, match.group()) for match in TOKEN.finditer(text)]


def join(tokens):
    return "".join(text for _, text in tokens)


def split_module(text):
    """The parts of a file that are modules of their own, without the tests' comments, and
    whether the part is one of those that are to be refused."""
    parts = re.split(r"(?m)^// -----.*$", text)
    return [(re.sub(r"(?m)^\s*//.*\n", "", part).strip() + "\n", "expected-error" in part)
            for part in parts if "func" in part or "amp." in part]


class Corpus:
    """The modules, as pairs of a path and a text, and what their mutants are made of."""

    def __init__(self, modules, refused):
        self.modules, self.refused = modules, refused
        collected = {"ops": set(), "types": set(), "dictionaries": set()}
        for _, text in modules + refused:
            collected["ops"].update(re.findall(r"\b(?:amp|amprt|linalg|tensor|arith|math|func|"
                                              r"bufferization|memref|scf)\.\w+", text))
            collected["types"].update(re.findall(r"tensor<[\w?]*>", text))
            collected["dictionaries"].update(re.findall(r"\{\w+ = [^{}\n]{1,60}\}", text))
        for kind, found in collected.items():
            setattr(self, kind, sorted(found))

    @classmethod
    def of_tree(cls, root):
        """The modules of the tests and the examples below `root`, with their paths."""
        modules, refused = [], []
        for top in ("examples", "test"):
            for folder, folders, files in os.walk(os.path.join(root, top)):
                folders.sort()
                for name in sorted(files):
                    if not name.endswith(".mlir"):
                        continue
                    path = os.path.join(folder, name)
                    with open(path, encoding="utf-8", errors="replace") as file:
                        text = file.read()
                    for part, to_be_refused in split_module(text):
                        # The check dialect is amp-check's alone.
                        if len(part) < 20_000 and not re.search(r"\bcheck\.\w+", part):
                            (refused if to_be_refused else modules).append(
                                (os.path.relpath(path, root), part))
        return cls(modules, refused)


class Mutator:
    """One mutant: `text` and the names of the changes that made it."""

    def __init__(self, corpus, seed, number):
        self.random = random.Random(f"{seed}:{number}")
        self.corpus = corpus
        few = self.random.random() < 0.1
        self.path, self.text = self.take(corpus.refused if few else corpus.modules)
        self.changes = []
        # Other passes or flags may be enough.
        wanted = self.random.choice([0, 1, 1, 1, 1, 2, 2, 3, 5])
        kinds = [name for name in dir(self) if name.startswith("change_")]
        gentle = ["change_" + name for name in GENTLE]
        for _ in range(4 * wanted):
            kind = self.random.choice(gentle if self.random.random() < 0.5 else kinds)
            changed = getattr(self, kind)(tokenize(self.text))
            if changed is None or changed == self.text or len(changed) > 100_000:
                continue
            self.text = changed
            self.changes.append(kind[len("change_"):])
            if len(self.changes) == wanted:
                break

    def take(self, items):
        """One of the items. Which one hardly changes when the corpus grows: a new test must
        not give all mutants another shape."""
        salt = self.random.randbytes(8)

        def rank(item):
            text = item[1] if isinstance(item, tuple) else item
            return hashlib.blake2b(text.encode(), key=salt, digest_size=8).digest()

        return max(items, key=rank)

    # Helpers: positions of tokens, of bracketed parts and of ops.

    def pick(self, tokens, *kinds):
        found = [i for i, (kind, _) in enumerate(tokens) if kind in kinds]
        return self.random.choice(found) if found else None

    def replace(self, tokens, begin, end, text):
        return join(tokens[:begin]) + text + join(tokens[end:])

    @staticmethod
    def close(tokens, begin):
        """One past the bracket that closes the one at `begin`, or None."""
        depth = []
        for i in range(begin, len(tokens)):
            text = tokens[i][1]
            if text in OPENING and (text != "<" or not depth or depth[-1] != '"'):
                depth.append(OPENING[text])
            elif depth and text == depth[-1]:
                depth.pop()
                if not depth:
                    return i + 1
            elif text in (")", "]", "}") and depth:
                return None
        return None

    def bracketed(self, tokens, bracket, before=None):
        """The span of a random bracketed part, after the token `before` if given."""
        found = [i for i, (_, text) in enumerate(tokens) if text == bracket and
                 (before is None or i and tokens[i - 1][1] == before)]
        if not found:
            return None
        begin = self.random.choice(found)
        end = self.close(tokens, begin)
        return None if end is None else (begin, end)

    def op_spans(self, tokens):
        """Where ops begin and end, as lines that belong together say."""
        starts = [i for i, (kind, text) in enumerate(tokens)
                  if kind in ("value", "word", "string") and
                  (i == 0 or (tokens[i - 1][0] == "space" and "\n" in tokens[i - 1][1])) and
                  (kind == "value" or "." in text)]
        spans = []
        for start in starts:
            i = start
            while i < len(tokens):
                kind, text = tokens[i]
                if text in OPENING and not (text == "<" and tokens[i - 1][0] == "space"):
                    end = self.close(tokens, i)
                    if end is None:
                        break
                    i = end
                    continue
                if i > start and kind == "space" and "\n" in text and i + 1 < len(tokens):
                    following = tokens[i + 1]
                    if (following[0] in ("value", "block") or following[1] in "})" or
                            (following[0] == "word" and "." in following[1])):
                        break
                if text in (")", "]", "}"):
                    break
                i += 1
            if i > start:
                spans.append((start, i))
        return spans

    def pick_op(self, tokens):
        spans = self.op_spans(tokens)
        return self.random.choice(spans) if spans else None

    def random_type(self):
        if self.random.random() < 0.5 and self.corpus.types:
            return self.take(self.corpus.types)
        if self.random.random() < 0.1:
            return self.random.choice(ELEMENTS + ["memref<2xf32>", "tensor<*xf32>", "tuple<>"])
        rank = self.random.choice([0, 1, 1, 2, 2, 2, 3, 4, 9])
        shape = "".join(self.random.choice(SIZES) + "x" for _ in range(rank))
        return f"tensor<{shape}{self.random.choice(ELEMENTS)}>"

    def random_map(self):
        inputs = self.random.randrange(0, 4)
        results = [self.random.choice(AFFINE) for _ in range(self.random.randrange(0, 4))]
        symbols = "[s0]" if self.random.random() < 0.1 else ""
        arguments = ", ".join(f"d{i}" for i in range(inputs))
        return f"affine_map<({arguments}){symbols} -> ({', '.join(results)})>"

    # Changes. Each takes the tokens and returns the new text, or None.

    def change_type(self, tokens):
        """Another type at one place."""
        found = [i for i, (_, text) in enumerate(tokens)
                 if text == "tensor" and i + 1 < len(tokens) and tokens[i + 1][1] == "<"]
        if not found:
            return None
        begin = self.random.choice(found)
        end = self.close(tokens, begin + 1)
        return None if end is None else self.replace(tokens, begin, end, self.random_type())

    def change_type_everywhere(self, tokens):
        """Another type wherever that one stands, so that uses still agree."""
        found = re.findall(r"tensor<[^<>\n]*>", self.text)
        return self.text.replace(self.random.choice(found), self.random_type()) if found else None

    def change_element_everywhere(self, tokens):
        """Another element type in all tensors that have that one."""
        found = re.findall(r"(?<=[<x])(?:f32|f16|bf16|f64|i\d+|ui8)(?=>)", self.text)
        if not found:
            return None
        old = self.random.choice(found)
        new = self.random.choice(ELEMENTS[:4] if self.random.random() < 0.7 else ELEMENTS)
        return re.sub(rf"(?<=[<x]){old}(?=>)", new, self.text)

    def change_size_everywhere(self, tokens):
        """Another size wherever that one is a dimension."""
        found = re.findall(r"(?<=[<x])(?:\d+|\?)(?=x)", self.text)
        if not found:
            return None
        old = re.escape(self.random.choice(found))
        new = self.random.choice(SIZES[:8] if self.random.random() < 0.8 else SIZES)
        return re.sub(rf"(?<=[<x]){old}(?=x)", new, self.text)

    def change_number(self, tokens):
        at = self.pick(tokens, "number")
        if at is None:
            return None
        text = tokens[at][1]
        new = self.random.choice(FLOATS if "." in text or self.random.random() < 0.1 else NUMBERS)
        return self.replace(tokens, at, at + 1, new)

    def change_number_a_little(self, tokens):
        at = self.pick(tokens, "number")
        if at is None or not re.fullmatch(r"-?\d+", tokens[at][1]):
            return None
        new = int(tokens[at][1]) + self.random.choice([-2, -1, 1, 2])
        return self.replace(tokens, at, at + 1, str(new))

    def change_operand(self, tokens):
        """Another value, which may be defined later or nowhere near."""
        values = sorted({text for kind, text in tokens if kind == "value"})
        at = self.pick(tokens, "value")
        if at is None:
            return None
        new = self.random.choice(values)
        if self.random.random() < 0.1:
            new += self.random.choice(["#0", "#1", "#99"])
        return self.replace(tokens, at, at + 1, new)

    def change_op_name(self, tokens):
        found = [i for i, (kind, text) in enumerate(tokens) if kind == "word" and
                 text in self.corpus.ops]
        if not found:
            return None
        at = self.random.choice(found)
        dialect = tokens[at][1].split(".")[0]
        any_dialect = self.random.random() < 0.3
        names = [name for name in self.corpus.ops
                 if any_dialect or name.startswith(dialect + ".")]
        return self.replace(tokens, at, at + 1, self.take(names)) if names else None

    def change_map(self, tokens):
        """An indexing map, or a part of one."""
        found = [i for i, (_, text) in enumerate(tokens) if text == "affine_map"]
        if not found:
            return None
        begin = self.random.choice(found)
        # The arrow has no bracket, so the map ends at the first '>' after a ')'.
        end = begin
        while end + 1 < len(tokens) and not (tokens[end][1] == ">" and tokens[end - 1][1] == ")"):
            end += 1
        old = join(tokens[begin:end + 1])
        arrow = old.rfind("->")
        if self.random.random() < 0.5 and arrow > 0:
            inner = old[arrow + 2:].strip()[1:-2]
            results = [part.strip() for part in inner.split(",") if part.strip()]
            action = self.random.randrange(4)
            if action == 0 or not results:
                results.insert(self.random.randrange(len(results) + 1), self.random.choice(AFFINE))
            elif action == 1:
                results[self.random.randrange(len(results))] = self.random.choice(AFFINE)
            elif action == 2:
                del results[self.random.randrange(len(results))]
            else:
                self.random.shuffle(results)
            new = f"{old[:arrow]}-> ({', '.join(results)})>"
        else:
            new = self.random_map()
        return self.replace(tokens, begin, end + 1, new)

    def change_array(self, tokens):
        """Elements of an array<...>: changed, dropped, repeated, of another type."""
        span = self.bracketed(tokens, "<", before="array")
        if span is None:
            return None
        inside = join(tokens[span[0] + 1:span[1] - 1])
        kind, _, listed = inside.partition(":")
        items = [item.strip() for item in listed.split(",") if item.strip()]
        action = self.random.randrange(5)
        if action == 0 and items:
            del items[self.random.randrange(len(items))]
        elif action == 1:
            items.insert(self.random.randrange(len(items) + 1), self.random.choice(NUMBERS[:-1]))
        elif action == 2 and items:
            items[self.random.randrange(len(items))] = self.random.choice(NUMBERS[:-1])
        elif action == 3:
            self.random.shuffle(items)
        else:
            kind = self.random.choice(["i64", "i32", "i1", "index", "f32", "i8"])
        text = f"<{kind.strip()}: {', '.join(items)}>" if items else f"<{kind.strip()}>"
        return self.replace(tokens, *span, text)

    def change_word(self, tokens):
        """One keyword for another of the same module, `true` for `false`."""
        at = self.pick(tokens, "word")
        if at is None:
            return None
        words = sorted({text for kind, text in tokens if kind == "word" and "." not in text})
        old = tokens[at][1]
        new = {"true": "false", "false": "true"}.get(old) or self.random.choice(words or [old])
        return self.replace(tokens, at, at + 1, new)

    def change_attribute(self, tokens):
        """The value of an attribute."""
        found = [i for i, (_, text) in enumerate(tokens) if text == "=" and i > 1 and
                 tokens[i - 2][0] in ("word", "string")]
        if not found:
            return None
        begin = self.random.choice(found) + 1
        end = begin
        while end < len(tokens) and tokens[end][1] not in (",", "}", ")"):
            if tokens[end][1] in OPENING:
                closing = self.close(tokens, end)
                if closing is None:
                    return None
                end = closing
            else:
                end += 1
        return self.replace(tokens, begin, end, " " + self.random.choice(ATTRIBUTES))

    def change_dictionary(self, tokens):
        """An attribute more in a dictionary, or a dictionary of another op."""
        key, value = self.random.choice(KEYS), self.random.choice(ATTRIBUTES)
        span = self.bracketed(tokens, "{")
        if span is None:
            return None
        if "=" in join(tokens[span[0]:span[0] + 6]):
            if self.random.random() < 0.3 and self.corpus.dictionaries:
                return self.replace(tokens, *span, self.take(self.corpus.dictionaries))
            return self.replace(tokens, span[0] + 1, span[0] + 1, f"{key} = {value}, ")
        return None

    def change_add_attribute(self, tokens):
        """A discardable attribute on an op that has none: before its types."""
        span = self.pick_op(tokens)
        if span is None:
            return None
        depth = 0
        for i in range(*span):
            text = tokens[i][1]
            depth += text in OPENING
            depth -= text in OPENING.values()
            if text == ":" and depth <= 0:
                key, value = self.random.choice(KEYS), self.random.choice(ATTRIBUTES)
                return self.replace(tokens, i, i, f"{{{key} = {value}}} ")
        return None

    def change_drop_attribute(self, tokens):
        span = self.bracketed(tokens, self.random.choice(["{", "{", "[", "("]))
        if span is None:
            return None
        return self.replace(tokens, *span, self.random.choice(
            ["", tokens[span[0]][1] + OPENING[tokens[span[0]][1]]]))

    def change_list(self, tokens):
        """A list in brackets: an item dropped, repeated, or all of them turned around."""
        span = self.bracketed(tokens, self.random.choice(["(", "[", "("]))
        if span is None:
            return None
        inside = join(tokens[span[0] + 1:span[1] - 1])
        items = re.split(r",(?![^<\[({]*[>\])}])", inside)
        if len(items) < 2 and self.random.random() < 0.7:
            return None
        action, at = self.random.randrange(3), self.random.randrange(len(items))
        if action == 0:
            del items[at]
        elif action == 1:
            items.insert(at, items[at])
        else:
            items.reverse()
        opening = tokens[span[0]][1]
        return self.replace(tokens, *span, opening + ",".join(items) + OPENING[opening])

    def change_delete_op(self, tokens):
        span = self.pick_op(tokens)
        return None if span is None else self.replace(tokens, *span, "")

    def change_duplicate_op(self, tokens):
        span = self.pick_op(tokens)
        if span is None:
            return None
        text = join(tokens[span[0]:span[1]])
        if self.random.random() < 0.7:  # Under a name of its own.
            text = re.sub(r"^%([\w.]+)", rf"%\1_{self.random.randrange(100)}", text)
        return self.replace(tokens, span[1], span[1], "\n  " + text)

    def change_move_op(self, tokens):
        spans = self.op_spans(tokens)
        if len(spans) < 2:
            return None
        a, b = sorted(self.random.sample(spans, 2))
        if a[1] > b[0]:
            return None
        return (join(tokens[:a[0]]) + join(tokens[b[0]:b[1]]) + join(tokens[a[1]:b[0]]) +
                join(tokens[a[0]:a[1]]) + join(tokens[b[1]:]))

    def change_take_op(self, tokens):
        """An op of another module in this one."""
        span = self.pick_op(tokens)
        _, other = self.take(self.corpus.modules)
        theirs = tokenize(other)
        taken = self.pick_op(theirs)
        if span is None or taken is None:
            return None
        return self.replace(tokens, span[1], span[1], "\n  " + join(theirs[taken[0]:taken[1]]))

    def change_symbol(self, tokens):
        """One symbol for another, here or everywhere."""
        symbols = sorted({text for kind, text in tokens if kind == "symbol"})
        if not symbols:
            return None
        old = self.random.choice(symbols)
        new = self.random.choice(symbols + ["@other", '@""', '@"a b"', '@"\\1B[31m"', "@w", "@train",
                                            '@"' + "n" * 300 + '"'])
        if self.random.random() < 0.5:
            return join([(kind, new if text == old else text) for kind, text in tokens])
        found = [i for i, (_, text) in enumerate(tokens) if text == old]
        at = self.random.choice(found)
        return self.replace(tokens, at, at + 1, new)

    def change_location(self, tokens):
        """A location behind an op."""
        span = self.pick_op(tokens)
        if span is None or join(tokens[span[0]:span[1]]).rstrip().endswith("{"):
            return None
        return self.replace(tokens, span[1], span[1], " " + self.random.choice(LOCATIONS))

    def change_region(self, tokens):
        """A region emptied, repeated, or put into itself."""
        spans = [i for i, (_, text) in enumerate(tokens) if text == "{" and
                 i + 1 < len(tokens) and "\n" in tokens[i + 1][1]]
        if not spans:
            return None
        begin = self.random.choice(spans)
        end = self.close(tokens, begin)
        if end is None:
            return None
        inside = join(tokens[begin + 1:end - 1])
        return self.replace(tokens, begin, end, self.random.choice(
            ["{\n}", "{" + inside + inside + "}", "{" + inside + "}, {" + inside + "}",
             "{\n" + self.random.choice(["module", "amp.autocast", "func.func @inner()"]) +
             " {" + inside + "}\n}"]))

    def change_wrap(self, tokens):
        """An op with one result in a region of its own."""
        span = self.pick_op(tokens)
        if span is None:
            return None
        text = join(tokens[span[0]:span[1]]).rstrip()
        match = re.match(r"(%[\w.]+) = .*(?:->|:)\s*(tensor<[^\n]*>)$", text, re.DOTALL)
        if not match:
            return None
        value, kind = match.groups()
        settings = self.random.choice(["", "enabled(false) ", "dtype(bf16) ", "dtype(f16) "])
        return self.replace(
            tokens, *span, f"{value} = amp.autocast {settings}-> {kind} {{\n  "
            f"{text.replace(value, '%inside', 1)}\n  amp.yield %inside : {kind}\n}}")

    def change_delete_token(self, tokens):
        at = self.random.randrange(len(tokens)) if tokens else None
        return None if at is None else self.replace(tokens, at, at + 1, "")

    def change_repeat_token(self, tokens):
        at = self.random.randrange(len(tokens)) if tokens else None
        if at is None:
            return None
        times = self.random.choice([2, 2, 3, 50, 300])
        return self.replace(tokens, at, at + 1, (tokens[at][1] + " ") * times)

    def change_join_modules(self, tokens):
        _, other = self.take(self.corpus.modules)
        return self.text + other
