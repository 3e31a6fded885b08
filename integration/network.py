#===- network.py - Networks' ops against PyTorch's -------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Normalizations, convolutions, pooling, resampling, cells and attention against PyTorch's.

test/Inputs/network/torch-cpu.json.gz holds values and first gradients that PyTorch was
recorded to compute in f64, and how each op is written here
(test/Inputs/network/record_torch.py says how).
Each case is a function that states its results, within 1e-12 of the largest in a tensor.
"""

import sys

from _check import (backward, close, dense, function, judge, run_values, total,
                    use_amp_check)
from _common import Suite, expect, read_record

TOLERANCE = 1e-12


def build_case(name, case):
    """The text of a case's function."""
    constants = [(f"%{letter}{i}", tensor) for letter in "xw"
                 for i, tensor in enumerate(case[letter]) if tensor]
    lines = [f"{value} = amp.constant {dense(tensor['values'], tensor['shape'])}"
             for value, tensor in constants]
    lines += case["text"]
    loss = None
    for i, weight in enumerate(case["w"]):
        if not weight:
            continue
        added, term = total(f"%y{i}", f"%w{i}", weight["shape"])
        lines += added
        if loss:
            lines.append(f"%t{i} = amp.add {loss}, {term} : (tensor<f64>, tensor<f64>) "
                         "-> tensor<f64>")
            term = f"%t{i}"
        loss = term
    known = [(i, tensor) for i, tensor in enumerate(case["gradients"]) if tensor]
    lines.append(backward("%g", loss, [(f"%x{i}", tensor["shape"]) for i, tensor in known]))
    stated = [(f"result {i}", f"%y{i}", tensor) for i, tensor in enumerate(case["results"])]
    stated += [(f"gradient {i}", f"%g#{g}", tensor) for g, (i, tensor) in enumerate(known)]
    lines += [close(value, tensor, TOLERANCE, f"{name}: {what}") for what, value, tensor in stated]
    return function(name, lines)


def body(suite, scratch):
    records = read_record("network")
    expect(records["format"] == 1, f"the record has format {records['format']}, expected 1")
    names = {f"c{i}": case for i, case in enumerate(records["cases"])}
    outcome = run_values(suite, "".join(build_case(*item) for item in names.items()))
    for name, case in names.items():
        suite.test(case["name"].replace(" ", "_"), judge, outcome, name)


if __name__ == "__main__":
    suite = Suite("network", __doc__)
    use_amp_check(suite)
    sys.exit(suite.main(body))
