#===- data_files.py - Data files against NumPy and safetensors -------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""NumPy and safetensors read what the data library writes, and the reverse."""

import argparse
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build", help="build folder (default: build)")
    build = os.path.abspath(parser.parse_args().build)
    script = os.path.join(ROOT, "unittests", "Support", "cross_check.py")
    tool = os.path.join(build, "bin", "unittests", "AmpSupportTests")
    done = subprocess.run([sys.executable, script, tool], capture_output=True, text=True)
    lines = (done.stdout + done.stderr).strip().splitlines() or ["no message"]
    if done.returncode == 77:
        print(f"skip data_files: {lines[-1]}")
        return 0
    if done.returncode != 0:
        print(f"not ok data_files: {' | '.join(lines[-3:])}")
        return 1
    print("ok data_files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
