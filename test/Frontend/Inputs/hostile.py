#!/usr/bin/env python3
#===- hostile.py - Texts at the limits of what is read --------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Prints a graph that goes beyond a limit of checkSourceText:  hostile.py CASE"""

import sys

BODY = "func.func @main(%x: {}) {{\n  return\n}}\n"
CONSTANT = "func.func @main() {{\n  %c = arith.constant {}\n  return\n}}\n"
HEX = "0x" + "00" * 64 * 1024


def aliases(count, definition):
    """!a0 = i1 and aliases of the one before."""
    return "!a0 = i1\n" + "".join(
        f"!a{i} = {definition.format(f'!a{i - 1}')}\n" for i in range(1, count + 1)
    ) + BODY.format(f"!a{count}")


def affine(expression):
    return f"#m = affine_map<(d0) -> ({expression})>\n" + BODY.format("tensor<f32>")


CASES = {
    "number": lambda: CONSTANT.format("0." + "1" * 40000 + " : f32"),
    "integer": lambda: CONSTANT.format("1" * 100000 + " : i64"),
    "name": lambda: f"func.func @{'a' * 5000}() {{\n  return\n}}\n",
    "string": lambda: f'func.func @main() attributes {{a = "{"a" * 70000}"}} {{\n  return\n}}\n',
    "brackets": lambda: BODY.format("tuple<" * 300 + "i1" + ">" * 300),
    "aliases": lambda: aliases(300, "tuple<{}>"),
    "doubled": lambda: aliases(60, "tuple<{0}, {0}>"),
    "location": lambda: "func.func @main() {\n  return\n} loc("
                        + "callsite(unknown at " * 300 + "unknown" + ")" * 300 + ")\n",
    "terms": lambda: affine(" + ".join(["d0"] * 1000)),
    "x-terms": lambda: "#m = affine_map<(x) -> (" + " + ".join(["2 * x"] * 1000) + ")>\n",
    "minus": lambda: affine("-" * 1000 + "d0"),
    "mod": lambda: affine("d0" + " mod 7" * 1000),
    "dimensions": lambda: "#m = affine_map<(" + ", ".join(f"d{i}" for i in range(1000))
                          + ") -> ()>\n",
    "indices": lambda: CONSTANT.format("0 : index\n  affine.store %c, %c["
                                       + ", ".join(f"%{i}" for i in range(1000)) + "]"),
    "rank": lambda: BODY.format("tensor<" + "1x" * 1000 + "f32>"),
    "dynamic-rank": lambda: BODY.format("tensor<" + "? x " * 1000 + "f32>"),
    "zero-rank": lambda: BODY.format("tensor<" + "0x" * 1000 + "f32>"),
    "scalable-rank": lambda: BODY.format("vector<" + "[4]x" * 1000 + "f32>"),
    "width": lambda: BODY.format("tensor<4xi16777215>"),
    "result": lambda: 'func.func @main() {\n  "amp.x"(%x#4294967294) : (i1) -> ()\n  return\n}\n',
    "array": lambda: "module attributes {a.a = array<index: 0>} {}\n",
    "array-alias": lambda: "!i = index\nmodule attributes {a.a = array< // index\n!i: 0>} {}\n",
    "comment": lambda: "#a = #amp.init< // >\nzeros>\n" + BODY.format("tensor<f32>"),
    "carriage-return": lambda: "// \r" + BODY.format("tuple<" * 300 + "i1" + ">" * 300),
    "alignment": lambda: "module {}\n{-#\n  dialect_resources: {\n    builtin: {\n"
                         '      a: "0x00000080FFFFFFFF"\n    }\n  }\n#-}\n',
    "nul": lambda: "module {\0}\n",
    # What looks like the above and is not.
    "good": lambda: "\n".join([
        "#m = affine_map<(d0, d1) -> (d0 + d1 * 2 - 3, d1 floordiv 2)>",
        "!t = tensor<8x4x2x1xf32>",
        f'#d = dense<"{HEX}"> : tensor<8192xi64>',
        "#n = dense<[" + ", ".join(["-1"] * 5000) + "]> : tensor<5000xi64>",
        "module attributes {a.map = #m, a.set = affine_set<(d0) : (d0 - 1 >= 0, 4 - d0 >= 0)>,",
        "    a.t = !t, a.d = #d, a.n = #n, a.array = array<i64: 1, -2>, a.b = array<i1>} {",
        '  func.func @main(%x: tensor<4x?xf32> {amp.name = "x"} loc("a//b":1:2)) {',
        "    return loc(fused[\"a\", callsite(\"b\" at \"c\":3:4)]) // > comment",
        "  }",
        "}", ""]),
}

if __name__ == "__main__":
    sys.stdout.write(CASES[sys.argv[1]]())
