#===- lit.cfg.py - The end-to-end tests -------------------------------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#

# Parameters:
#   cuda=1          only cuda_*.py, on the GPU that there is, one after another
#   fuzz_seconds=N  fuzzing takes that long, with seeds of the day
#   full=1          reference_networks.py trains as long as its pages say

import os
import sys

sys.path.append(os.path.join(config.amp_src_root, "utils"))
import lit_formats

# These run once more with --device=cuda, where there is a simulated GPU.
ON_A_GPU = ["gradients.py", "losses.py", "network.py", "python_api.py",
            "torch_amp_examples.py"]
# These look at a clock: not two of them at once.
TIMED = ["benchmark_smoke.py", "interrupts.py"]
# These build targets, which one ninja at a time may.
BUILDING = ["bundle.py", "python_wheel.py"]

config.name = "amp-integration"
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.amp_obj_root, "integration")
config.suffixes = [".py"]
config.excludes = {"lit.cfg.py", "__pycache__"}
config.environment = lit_formats.make_environment()
build = os.path.relpath(config.amp_obj_root, config.amp_src_root)
arguments = {}

if seconds := int(lit_config.params.get("fuzz_seconds", "0")):
    found = os.path.join(build, "fuzz-found")
    common = ["--seed=today", f"--seconds={seconds}"]
    arguments = {"fuzz_graphs.py": [*common, f"--keep={found}"],
                 # It has ten programs, one after another.
                 "fuzz_readers.py": ["--seed=today", f"--seconds={seconds // 10}",
                                     f"--keep={found}"],
                 "fuzz_trainings.py": common}

if "full" in lit_config.params:
    arguments["reference_networks.py"] = ["--full"]

if "cuda" in lit_config.params:
    config.excludes |= {name for name in os.listdir(config.test_source_root)
                        if not name.startswith("cuda_")}
    config.parallelism_group = "gpu"
    gpu = {}
else:
    gpu = lit_formats.simulate_gpu(config.amp_obj_root)
lit_config.parallelism_groups.update(gpu=1, timed=1, building=1)
groups = {**dict.fromkeys(TIMED, "timed"), **dict.fromkeys(BUILDING, "building")}
config.test_format = lit_formats.Script(build, gpu, ON_A_GPU, groups, arguments)
