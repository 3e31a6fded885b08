# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m amp`: what is installed."""

import argparse

from . import __doc__ as description
from . import __version__

parser = argparse.ArgumentParser(prog="python -m amp", description=description,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--version", action="version", version=f"amp {__version__}")
parser.parse_args()
parser.print_help()
