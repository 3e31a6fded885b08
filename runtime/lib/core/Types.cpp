//===- Types.cpp - Element types ------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp-rt/amp_rt.h"

uint32_t amprt_type_size(amprt_type type) {
  switch (type) {
  case AMPRT_F64:
  case AMPRT_I64:
    return 8;
  case AMPRT_F32:
  case AMPRT_I32:
    return 4;
  case AMPRT_F16:
  case AMPRT_BF16:
  case AMPRT_I16:
    return 2;
  case AMPRT_I8:
  case AMPRT_UI8:
  case AMPRT_I1:
    return 1;
  }
  return 0;
}
