//===- DifferentiableOpInterface.cpp --------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Interfaces/DifferentiableOpInterface.h"

#include "amp/Interfaces/DifferentiableOpInterface.cpp.inc"
