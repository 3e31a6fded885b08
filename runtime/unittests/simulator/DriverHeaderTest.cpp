//===- DriverHeaderTest.cpp - Checks DriverFunctions.h against the toolkit ===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Where the toolkit's header is found, every value and signature of
// DriverFunctions.h is compared with NVIDIA's when this file is compiled, as
// CudaHeaderCheck.cpp does for CudaApi.h.
//
//===----------------------------------------------------------------------===//

#include "HeaderSpelling.h"
#include "driver/DriverFunctions.h"

#include <gtest/gtest.h>

#if __has_include(<cuda.h>)
#include <cuda.h>

#if CUDA_VERSION >= 13000

namespace amp::rt::cuda {
template <>
struct Spell<::CUgraphExecUpdateResultInfo_st, false> {
  using Type = simulator::CUgraphExecUpdateResultInfo;
};
} // namespace amp::rt::cuda

namespace {

using amp::rt::simulator::CUgraphExecUpdateResultInfo;

static_assert(sizeof(CUgraphExecUpdateResultInfo) ==
              sizeof(::CUgraphExecUpdateResultInfo_st));

// Some of the values are macros, which cannot be qualified.
#define CHECK_VALUE(NAME, VALUE)                                               \
  static_assert(static_cast<uint32_t>(NAME) == (VALUE),                        \
                #NAME " differs from the toolkit's");
AMPRT_SIMULATOR_VALUES(CHECK_VALUE)
#undef CHECK_VALUE

} // namespace

namespace amp::rt::simulator {
namespace {
#define CHECK_FUNCTION(SYMBOL, PARAMETERS)                                     \
  static_assert(cuda::isSame<CUresult PARAMETERS, decltype(::SYMBOL)>,         \
                #SYMBOL " differs from the toolkit's");
AMPRT_SIMULATOR_FUNCTIONS(CHECK_FUNCTION)
#undef CHECK_FUNCTION
} // namespace
} // namespace amp::rt::simulator

#define DRIVER_HEADER_WAS_COMPARED
#endif
#endif

TEST(DriverHeader, AgreesWithTheToolkit) {
#ifndef DRIVER_HEADER_WAS_COMPARED
  GTEST_SKIP() << "compiled without the headers of CUDA 13.0 or newer";
#endif
}
