#===- assign.py - Assigns precision to a program in every way --------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""assign.py AMP_OPT MLIR_OPT FILE: exits with 1 where a precision of FILE is not assigned,
does not verify, or leaves what MLIR_OPT does not accept."""

import shlex
import subprocess
import sys

WAYS = [f"assigner={assigner} dtype={dtype}"
        for assigner in ("eager", "propagate", "min-cut") for dtype in ("f16", "bf16")]
WAYS += [f"preset={preset}" for preset in ("torch-cpu", "apex", "tensorflow", "keras")]
WAYS += ["level=O2", "level=O3"]


def main():
    amp_opt, mlir_opt, file = sys.argv[1:]
    failed = 0
    for way in WAYS:
        assigned = subprocess.run(
            [*shlex.split(amp_opt), file, f"--amp-assign-precision={way}",
             "--amp-verify-precision", "--amp-optimize-casts", "--amp-lower-casts"],
            capture_output=True, text=True)
        error = assigned.returncode and assigned.stderr
        if not error and ("f16" not in assigned.stdout or "amp." in assigned.stdout):
            error = "nothing was assigned" if "f16" not in assigned.stdout else "an amp op is left"
        if not error:
            read = subprocess.run(shlex.split(mlir_opt), input=assigned.stdout,
                                  capture_output=True, text=True)
            error = read.returncode and read.stderr
        if error:
            failed = 1
            print(f"{file}: {way}: {error[:1000]}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
