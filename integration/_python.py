#===- _python.py - What the tests of the Python package share --------------===#
#
# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Imports the package of a build folder, and graphs to train with it."""

import glob
import importlib
import os
import sys

from _common import MSE_GRAPH, Failure

# The same model, evaluated, and its outputs for each sample.
GRAPH = MSE_GRAPH + """
func.func @evaluate(%x: tensor<?x3xf32> {amp.name = "x_test"},
                    %y: tensor<?x2xf32> {amp.name = "y_test"})
    -> (tensor<f32> {amp.name = "test_loss", amp.reduction = "mean"}) {
  %w = amp.read @w : tensor<2x3xf32>
  %h = amp.linear %x, %w : (tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<?x2xf32>
  %loss = amp.mse_loss %h, %y : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<f32>
  return %loss : tensor<f32>
}
func.func @predict(%x: tensor<?x3xf32> {amp.name = "x_new"})
    -> (tensor<?x2xf32> {amp.name = "h"}) {
  %w = amp.read @w : tensor<2x3xf32>
  %h = amp.linear %x, %w : (tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<?x2xf32>
  return %h : tensor<?x2xf32>
}
"""


def find_package(suite):
    """The folder to import amp from; None, with a line that says so, where this build has
    no Python package."""
    folder = os.path.join(os.path.abspath(suite.options.build), "python")
    if glob.glob(os.path.join(folder, "amp", "_amp.*.so")):
        return folder
    suite.skip("package", f"{folder} has no module: AMP_BUILD_PYTHON is off, or there was no "
               "nanobind")
    return None


def import_package(suite):
    """The package amp of the build; None as find_package."""
    folder = find_package(suite)
    if folder is None:
        return None
    sys.path.insert(0, folder)
    # Compiled anew, whoever runs this.
    os.environ["AMP_CACHE_DIR"] = ""
    return importlib.import_module("amp")


def expect_raises(kind, function, *parts):
    """Calls a function, which is to raise exactly `kind` with these parts in its text; the
    exception."""
    try:
        function()
    except kind as error:
        if type(error) is not kind:
            raise Failure(f"raised {type(error).__name__}, expected {kind.__name__}: "
                          f"{error}") from error
        missing = [part for part in parts if part not in str(error)]
        if missing:
            raise Failure(f"'{error}' lacks {missing}") from error
        return error
    raise Failure(f"raised nothing, expected {kind.__name__}")
