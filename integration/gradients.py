#===- gradients.py - Gradients against PyTorch's ---------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""First and second gradients of the core ops in f64 against PyTorch's.

test/Inputs/gradients/torch-cpu.json.gz holds what PyTorch was recorded to compute, and how
each op is written here (test/Inputs/gradients/record_torch.py says how). Each case is a
function that states its results; they may differ by 1e-12 of the largest in a tensor, and
agree in class where they are infinite or NaN.
"""

import sys

from _check import (backward, close, dense, function, judge, run_values, total,
                    use_amp_check)
from _common import Suite, expect, read_record

TOLERANCE = 1e-12


def build_case(name, case):
    """The text of a case's function."""
    x = [(f"%x{i}", tensor["shape"]) for i, tensor in enumerate(case["x"])]
    constants = [*((value, tensor) for (value, _), tensor in zip(x, case["x"])),
                 *((f"%v{i}", tensor) for i, tensor in enumerate(case["v"])), ("%w", case["w"])]
    lines = [f"{value} = amp.constant {dense(tensor['values'], tensor['shape'])}"
             for value, tensor in constants]
    lines += case["text"]
    added, loss = total("%y", "%w", case["result"]["shape"])
    lines += [*added, backward("%g", loss, x)]
    second = None
    for i, (_, shape) in enumerate(x):
        added, term = total(f"%g#{i}", f"%v{i}", shape)
        lines += added
        if second:
            lines.append(f"%t{i} = amp.add {second}, {term} : (tensor<f64>, tensor<f64>) "
                         "-> tensor<f64>")
            term = f"%t{i}"
        second = term
    lines.append(backward("%h", second, [*x, ("%w", case["w"]["shape"])]))
    stated = [("result", "%y", case["result"])]
    for order, letter in (("first", "g"), ("second", "h")):
        stated += [(f"{order} gradient {i}", f"%{letter}#{i}", tensor)
                   for i, tensor in enumerate(case[order])]
    lines += [close(value, tensor, TOLERANCE, f"{name}: {what}") for what, value, tensor in stated]
    return function(name, lines)


def body(suite, scratch):
    records = read_record("gradients")
    expect(records["format"] == 1, f"the record has format {records['format']}, expected 1")
    names = {f"c{i}": case for i, case in enumerate(records["cases"])}
    outcome = run_values(suite, "".join(build_case(*item) for item in names.items()))
    for name, case in names.items():
        suite.test(case["name"].replace(" ", "_"), judge, outcome, name)


if __name__ == "__main__":
    suite = Suite("gradients", __doc__)
    use_amp_check(suite)
    sys.exit(suite.main(body))
