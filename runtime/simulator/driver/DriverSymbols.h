//===- DriverSymbols.h - What the simulated driver exports ------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver's functions with C linkage, for their definitions and for tests
// that are linked with the simulated driver. Not to be included together with
// cuda.h, which declares the same symbols.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_DRIVER_DRIVERSYMBOLS_H
#define AMP_RUNTIME_SIMULATOR_DRIVER_DRIVERSYMBOLS_H

#include "DriverFunctions.h"

namespace amp::rt::simulator {

extern "C" {
#define AMPRT_DECLARE_FUNCTION(SYMBOL, PARAMETERS) CUresult SYMBOL PARAMETERS;
AMPRT_CUDA_DRIVER_FUNCTIONS(AMPRT_DECLARE_FUNCTION)
AMPRT_SIMULATOR_FUNCTIONS(AMPRT_DECLARE_FUNCTION)
#undef AMPRT_DECLARE_FUNCTION
}

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_SIMULATOR_DRIVER_DRIVERSYMBOLS_H
