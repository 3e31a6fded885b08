#!/usr/bin/env python3
#===- chain.py - A chain of loops on buffers -------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Prints a function of as many elementwise ops as asked for, each of which reads what the one
before wrote."""

import sys

COUNT = int(sys.argv[1])
TYPE = "memref<64x16xf32>"

print("#id = affine_map<(i, j) -> (i, j)>")
print("func.func @chain(" + ", ".join(f"%{i}: {TYPE}" for i in range(COUNT + 1)) + ") {")
for i in range(COUNT):
    print(f"""  linalg.generic {{indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}}
    ins(%{i} : {TYPE}) outs(%{i + 1} : {TYPE}) {{
  ^bb0(%in: f32, %out: f32):
    %y = math.exp %in : f32
    linalg.yield %y : f32
  }}""")
print("  return\n}")
