#!/usr/bin/env python3
#===- seeded_faults.py - Planted defects are noticed -----------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Plants defects in the simulated GPU, one at a time, and sees what notices them.

AMP_SIMULATOR_SEED makes the simulated driver and cuBLASLt behave as if the compiler or
the runtime had a defect (runtime/simulator/seeds/Seeds.h). Some small programs run on
the CPU, on the simulated GPU without a seed, where nothing may be wrong, and with each
seed. A seed is caught where amp-run fails, the simulator reports a fault, or a result
is not the CPU's within the program's tolerance. It must also have had a place in some
program.

  clean.PROGRAM  without a seed the results agree, and there is no fault
  seed.NAME      what caught the seed, or that nothing does, as SURVIVORS says, or that
                 no program has a place for it, as WITHOUT_PLACE says
  share          at least 95 % of the seeds that have a place are caught
"""

import concurrent.futures
import dataclasses
import os
import re
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import _common
from _common import EXAMPLES, Failure, Suite, expect

LEAST_SHARE = 0.95
# A kernel that does not end any more is a fault; no program comes near.
MOST_INSTRUCTIONS = 30_000_000

# Seeds that nothing catches, and why that is no gap.
SURVIVORS = {}

# Seeds that no program has a place for, and why. Tests of the simulator plant them.
WITHOUT_PLACE = {
    "barrier-dropped": "no kernel has threads that exchange something",
    "fence-dropped": "no kernel has threads that exchange something",
    "shared-dropped": "no kernel has shared memory",
    "event-wait-dropped": "the runtime has one stream",
    "memset-elsewhere": "the runtime sets memory with kernels",
}

# Every result is one operation of f32 or a conversion, which has one right value.
ELEMENTWISE = """
func.func @main(%x: tensor<?x37xf32> {amp.name = "x"}, %y: tensor<?x37xf32> {amp.name = "y"},
                %h: tensor<?x37xf16> {amp.name = "h"})
    -> (tensor<?x37xf32> {amp.name = "quotient"}, tensor<?x37xf32> {amp.name = "root"},
        tensor<?x37xf32> {amp.name = "difference"}, tensor<?x37xf32> {amp.name = "sum"},
        tensor<?x37xf32> {amp.name = "opposite"}, tensor<?x37xf32> {amp.name = "relu"},
        tensor<?x37xf32> {amp.name = "maximum"}, tensor<?x37xf16> {amp.name = "f16"},
        tensor<?x37xf32> {amp.name = "bf16"}, tensor<?x37xf32> {amp.name = "widened"},
        tensor<?x37xf32> {amp.name = "scaled"}, tensor<?x37xf32> {amp.name = "chosen"}) {
  %quotient = amp.div %x, %y : (tensor<?x37xf32>, tensor<?x37xf32>) -> tensor<?x37xf32>
  %size = amp.abs %y : (tensor<?x37xf32>) -> tensor<?x37xf32>
  %root = amp.sqrt %size : (tensor<?x37xf32>) -> tensor<?x37xf32>
  %difference = amp.sub %x, %y : (tensor<?x37xf32>, tensor<?x37xf32>) -> tensor<?x37xf32>
  %xy = amp.mul %x, %y : (tensor<?x37xf32>, tensor<?x37xf32>) -> tensor<?x37xf32>
  %xx = amp.mul %x, %x : (tensor<?x37xf32>, tensor<?x37xf32>) -> tensor<?x37xf32>
  %sum = amp.add %xy, %xx : (tensor<?x37xf32>, tensor<?x37xf32>) -> tensor<?x37xf32>
  %opposite = amp.neg %x : (tensor<?x37xf32>) -> tensor<?x37xf32>
  %relu = amp.relu %x : (tensor<?x37xf32>) -> tensor<?x37xf32>
  %maximum = amp.maximum %x, %y : (tensor<?x37xf32>, tensor<?x37xf32>) -> tensor<?x37xf32>
  %f16 = amp.cast %x : tensor<?x37xf32> to tensor<?x37xf16>
  %b = amp.cast %x : tensor<?x37xf32> to tensor<?x37xbf16>
  %bf16 = amp.cast %b : tensor<?x37xbf16> to tensor<?x37xf32>
  %widened = amp.cast %h : tensor<?x37xf16> to tensor<?x37xf32>
  %third = amp.constant dense<0.333333343> : tensor<f32>
  %scaled = amp.mul %x, %third : (tensor<?x37xf32>, tensor<f32>) -> tensor<?x37xf32>
  %less = amp.compare lt, %x, %y : (tensor<?x37xf32>, tensor<?x37xf32>) -> tensor<?x37xi1>
  %chosen = amp.where %less, %x, %y : (tensor<?x37xi1>, tensor<?x37xf32>, tensor<?x37xf32>) -> tensor<?x37xf32>
  return %quotient, %root, %difference, %sum, %opposite, %relu, %maximum, %f16, %bf16,
         %widened, %scaled, %chosen
    : tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>,
      tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf16>,
      tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>
}
"""

# Integers whose sums no type here rounds, in whatever order. @long cancels: a part of it
# alone is beyond f16. @wide has factors of 12 bits, tf32 has 11.
PRODUCTS = """
func.func @main(%x: tensor<?x24xf16> {amp.name = "x"}, %w: tensor<10x24xf16> {amp.name = "w"},
                %b: tensor<10xf16> {amp.name = "b"}, %v: tensor<24x16xf16> {amp.name = "v"},
                %s: tensor<?x6x8xf16> {amp.name = "s"}, %t: tensor<?x8x5xf16> {amp.name = "t"},
                %l: tensor<?x1024xf16> {amp.name = "l"}, %m: tensor<1024x8xf16> {amp.name = "m"},
                %f: tensor<?x12xf32> {amp.name = "f"}, %g: tensor<12x9xf32> {amp.name = "g"})
    -> (tensor<?x10xf16> {amp.name = "linear"}, tensor<?x16xf16> {amp.name = "plain"},
        tensor<?x6x5xf16> {amp.name = "batched"}, tensor<?x8xf16> {amp.name = "long"},
        tensor<?x9xf32> {amp.name = "wide"}) {
  %linear = amp.linear %x, %w, %b : (tensor<?x24xf16>, tensor<10x24xf16>, tensor<10xf16>) -> tensor<?x10xf16>
  %plain = amp.matmul %x, %v : (tensor<?x24xf16>, tensor<24x16xf16>) -> tensor<?x16xf16>
  %batched = amp.matmul %s, %t : (tensor<?x6x8xf16>, tensor<?x8x5xf16>) -> tensor<?x6x5xf16>
  %long = amp.matmul %l, %m : (tensor<?x1024xf16>, tensor<1024x8xf16>) -> tensor<?x8xf16>
  %wide = amp.matmul %f, %g : (tensor<?x12xf32>, tensor<12x9xf32>) -> tensor<?x9xf32>
  return %linear, %plain, %batched, %long, %wide
    : tensor<?x10xf16>, tensor<?x16xf16>, tensor<?x6x5xf16>, tensor<?x8xf16>, tensor<?x9xf32>
}
"""

# The rows are so long that copies go around the ring of page-locked memory. The sums are
# of integers.
REDUCTIONS = """
func.func @main(%x: tensor<?x300x150xf32> {amp.name = "x"})
    -> (tensor<?x300xf32> {amp.name = "rows"}, tensor<?x150xf32> {amp.name = "columns"},
        tensor<?x300xf32> {amp.name = "largest"}) {
  %rows = amp.sum %x {dims = array<i64: 2>} : (tensor<?x300x150xf32>) -> tensor<?x300xf32>
  %columns = amp.sum %x {dims = array<i64: 1>} : (tensor<?x300x150xf32>) -> tensor<?x150xf32>
  %largest = amp.amax %x {dims = array<i64: 2>} : (tensor<?x300x150xf32>) -> tensor<?x300xf32>
  return %rows, %columns, %largest : tensor<?x300xf32>, tensor<?x150xf32>, tensor<?x300xf32>
}
"""

ATTENTION = """
amp.variable parameter @q : tensor<8x8xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @k : tensor<8x8xf32> = #amp.init<kaiming_uniform>
amp.optimizer sgd @sgd [@q, @k] {lr = 0.5 : f64}
func.func @train(%x: tensor<?x6x8xf32> {amp.name = "x"})
    -> (tensor<f32> {amp.name = "loss", amp.reduction = "mean"}) {
  %wq = amp.read @q : tensor<8x8xf32>
  %wk = amp.read @k : tensor<8x8xf32>
  %q = amp.linear %x, %wq : (tensor<?x6x8xf32>, tensor<8x8xf32>) -> tensor<?x6x8xf32>
  %k = amp.linear %x, %wk : (tensor<?x6x8xf32>, tensor<8x8xf32>) -> tensor<?x6x8xf32>
  %t = amp.transpose %k {permutation = array<i64: 0, 2, 1>} : (tensor<?x6x8xf32>) -> tensor<?x8x6xf32>
  %s = amp.matmul %q, %t : (tensor<?x6x8xf32>, tensor<?x8x6xf32>) -> tensor<?x6x6xf32>
  %p = amp.softmax %s {dim = 2 : i64} : (tensor<?x6x6xf32>) -> tensor<?x6x6xf32>
  %o = amp.matmul %p, %x : (tensor<?x6x6xf32>, tensor<?x6x8xf32>) -> tensor<?x6x8xf32>
  %d = amp.sub %o, %x : (tensor<?x6x8xf32>, tensor<?x6x8xf32>) -> tensor<?x6x8xf32>
  %m = amp.mul %d, %d : (tensor<?x6x8xf32>, tensor<?x6x8xf32>) -> tensor<?x6x8xf32>
  %loss = amp.mean %m : (tensor<?x6x8xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%wq, %wk) : (tensor<f32>, tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
  amp.step @sgd(%g#0, %g#1) : tensor<8x8xf32>, tensor<8x8xf32>
  return %loss : tensor<f32>
}
"""
