#===- lit.cfg.py - The unit tests -------------------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#

# Programs of GoogleTest, of which lit runs several shards at once. Parameters:
#   cuda=1  only what needs a GPU, on the GPU that there is, one program at a time

import glob
import os
import sys

sys.path.append(os.path.join(config.amp_src_root, "utils"))
import lit_formats

config.name = "amp-unit"
config.test_source_root = os.path.join(config.amp_obj_root, "bin")
config.test_exec_root = os.path.join(config.amp_obj_root, "unittests")
config.environment = lit_formats.make_environment()
config.test_format = lit_formats.GoogleTest("unittests", "Tests")
if not glob.glob(os.path.join(config.test_source_root, "unittests", "*Tests")):
    lit_config.fatal(f"no unit test program in {config.test_source_root}/unittests")

if "cuda" in lit_config.params:
    config.environment["GTEST_FILTER"] = "*cuda*:*Cuda*:*CUDA*"
    config.parallelism_group = "gpu"
    lit_config.parallelism_groups["gpu"] = 1
    lit_config.gtest_sharding = False
else:
    config.environment.update(lit_formats.simulate_gpu(config.amp_obj_root))
