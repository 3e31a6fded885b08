#===- cuda_toolkit.py - Finds the CUDA toolkit -----------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Finds the CUDA toolkit for tests, where amp-run looks for it."""

import os


def find_cuda_toolkit(part):
    """The folder of a toolkit that has `part`, such as bin/ptxas; or None."""
    for folder in (os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"):
        if folder and os.path.exists(os.path.join(folder, part)):
            return folder
    return None
