#!/usr/bin/env python3
#===- check_ops.py - Which files an op touches -----------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Holds the files that name an elementwise op or a composite against those of
docs/Design/AddingAnOp.md: its topic's files, its row in the policy, its example, its
page, and what the document's table lists."""

import argparse
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DEFINITIONS = "include/amp/Dialect/Amp/IR"
RULES = "lib/Dialect/Amp/IR"
POLICY = "lib/Analysis/PrecisionPolicy.tsv"
# What makes ops of other ops names those that it builds: rules, and their builder.
BUILDERS = re.compile(
    RULES + r"/(\w+Rules|Formula|GraphBuilder)\.(h|cpp)$|" + DEFINITIONS + r"/GraphBuilder\.h$|"
    r"lib/Conversion/AmpToAmpRT/(GradientLists|OptimizerSteps)\.cpp$")
# Where a mnemonic alone means the op.
PASSES = re.compile(r"lib/(Analysis|Conversion|Dialect/Amp/Transforms)/")
# Ops that are no part of the computation, which passes treat by name.
OTHERS = {"Gradients", "Optimizers", "Regions", "Scaling", "State"}
# Other dialects have ops of the same names.
FOREIGN = r"(?<!arith::)(?<!LLVM::)(?<!math::)(?<!linalg::)(?<!complex::)(?<!tensor::)(?<!gpu::)"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def find_sources(folders):
    """Yields the path, relative to the project, and the code of each source."""
    for folder in folders:
        for place, _, names in os.walk(os.path.join(ROOT, folder)):
            for name in sorted(names):
                if name.endswith((".cpp", ".h", ".td")):
                    path = os.path.join(place, name)
                    code = re.sub(r"//.*", "", read(path))
                    # There, names without a dialect are the math dialect's.
                    if not re.search(r"using namespace (mlir::)?math;", code):
                        yield os.path.relpath(path, ROOT), code


def find_ops():
    """Of each elementwise op and each composite: class, topic and kind."""
    ops = {}
    for name in sorted(os.listdir(os.path.join(ROOT, RULES))):
        match = re.fullmatch(r"(\w+)Rules\.cpp", name)
        if not match:
            continue
        topic, text = match.group(1), read(os.path.join(ROOT, RULES, name))
        if topic in OTHERS:
            continue
        for op in re.findall(r"\b(\w+Op)::decompose\(", text):
            ops[op] = (topic, "composite")
        if topic == "Elementwise":
            for op in re.findall(r"\badd<(\w+Op)>\(", text):
                ops[op] = (topic, "elementwise")
    return ops


def find_policy_names():
    """The name in policies of each op that has another one than its own."""
    names = {}
    for name in sorted(os.listdir(os.path.join(ROOT, DEFINITIONS))):
        if name.endswith(".td"):
            text = read(os.path.join(ROOT, DEFINITIONS, name))
            for part in re.split(r"^def Amp_", text, flags=re.M)[1:]:
                match = re.search(r'getPrecisionName\(\) \{ return "(\w+)"; \}', part)
                if match:
                    names[re.match(r"\w+", part).group()] = match.group(1)
    return names


def find_mnemonics(page):
    """The mnemonic of each op, by its class, as the generated page has them."""
    names = re.findall(r"^#+ `amp\.(\w+)` \((?:\w+::)*(\w+)\)", page, flags=re.M)
    return {op: mnemonic for mnemonic, op in names}


def check(document, folders):
    errors = []
    listed = {path: set(re.findall(r"`(\w+)`", ops)) for path, ops in re.findall(
        r"^\| `((?:include|lib|tools)/[\w/.-]+)` \| (`\w+`(?:, `\w+`)*) \|$", read(document),
        flags=re.M)}
    mnemonics = find_mnemonics(read(os.path.join(ROOT, "docs/Dialects/Amp.md")))
    rows = {line.split("\t")[0] for line in read(os.path.join(ROOT, POLICY)).splitlines()}
    # Of each source the names of ops, as classes and as strings.
    sources = [(path, set(re.findall(rf"{FOREIGN}\b\w+Op\b", code)),
                set(re.findall(r'"([\w.]+)"', code)))
               for path, code in find_sources(folders)]
    ops = find_ops()
    policy_names = find_policy_names()
    for op, (topic, kind) in sorted(ops.items()):
        mnemonic = mnemonics.get(op)
        if not mnemonic:
            errors.append(f"{op}: docs/Dialects/Amp.md is silent on it; "
                          "ninja -C build amp-doc-update")
            continue
        example = f"test/Dialect/Amp/IR/{topic.lower()}.mlir"
        if not re.search(rf"^[^/\n]*\bamp\.{mnemonic}\b", read(os.path.join(ROOT, example)),
                         flags=re.M):
            errors.append(f"{mnemonic}: no example in {example}")
        # PyTorch's name may say more: cross_entropy_loss, reflection_pad1d.
        policy_name = policy_names.get(op, mnemonic)
        if kind == "composite" and not any(row.startswith(policy_name) for row in rows):
            errors.append(f"{mnemonic}: no row in {POLICY}")
        own = {f"{DEFINITIONS}/{topic}.td", f"{RULES}/{topic}.cpp", f"{RULES}/{topic}Rules.cpp"}
        for path, classes, strings in sources:
            if path in own or BUILDERS.search(path):
                continue
            found = (op in classes or f"amp.{mnemonic}" in strings
                     or (mnemonic in strings and PASSES.match(path)))
            known = mnemonic in listed.get(path, ())
            if found and not known:
                errors.append(f"{path}: names {mnemonic}, an op of {topic}.td; "
                              "passes ask interfaces")
            elif known and not found:
                errors.append(f"{path}: is said to know {mnemonic}, but does not")
    for path in sorted(set(listed) - {path for path, *_ in sources}):
        errors.append(f"{path}: is listed, but does not exist")
    known = set(mnemonics.get(op) for op in ops)
    for path, names in sorted(listed.items()):
        for name in sorted(names - known):
            errors.append(f"{path}: {name} is no elementwise op and no composite")
    kinds = [kind for _, kind in ops.values()]
    for kind in ("elementwise", "composite"):
        if kind not in kinds:
            errors.append(f"no {kind} op found in {RULES}")
    return len(ops), errors


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--document", metavar="FILE",
                        default=os.path.join(ROOT, "docs/Design/AddingAnOp.md"))
    parser.add_argument("--source", metavar="FOLDER", action="append", default=[],
                        help="another folder of sources")
    options = parser.parse_args()
    count, errors = check(options.document, ["include", "lib", "tools", *options.source])
    print("\n".join(errors + [f"ops: {count} ops, {'FAILED' if errors else 'ok'}"]))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
