//===- Matrix.cpp - Matrices of a warp ------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Instructions.h"

namespace amp::rt::simulator::ptx {

Rows matrixRows() { return {nullptr, nullptr}; }

} // namespace amp::rt::simulator::ptx
