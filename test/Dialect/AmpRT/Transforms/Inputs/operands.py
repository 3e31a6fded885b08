#!/usr/bin/env python3
#===- operands.py - One op with many operands -------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Prints a kernel graph with one op that reads and writes N buffers."""

import sys

n = int(sys.argv[1])


def repeat(text):
    return ", ".join(text.format(i) for i in range(n))


print(f"""
func.func @f({repeat("%a{}: memref<f32>")}) {{
  linalg.generic {{indexing_maps = [{repeat("affine_map<() -> ()>")}], iterator_types = []}}
    ins({repeat("%a{}").partition(", ")[2]} : {repeat("memref<f32>").partition(", ")[2]})
    outs(%a0 : memref<f32>) {{
  ^bb0({repeat("%v{}: f32")}):
    linalg.yield %v0 : f32
  }}
  return
}}""")
