//===- Types.cpp - Element types ------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp-rt/amp_rt.h"

namespace {
struct Description {
  amprt_type type;
  uint32_t size;
  const char *name;
};
} // namespace

static constexpr Description kUnknown = {AMPRT_F64, 0, "an unknown type"};

static constexpr Description kDescriptions[] = {
    {AMPRT_F64, 8, "f64"},   {AMPRT_F32, 4, "f32"}, {AMPRT_F16, 2, "f16"},
    {AMPRT_BF16, 2, "bf16"}, {AMPRT_I64, 8, "i64"}, {AMPRT_I32, 4, "i32"},
    {AMPRT_I16, 2, "i16"},   {AMPRT_I8, 1, "i8"},   {AMPRT_UI8, 1, "ui8"},
    {AMPRT_I1, 1, "i1"},
};

static const Description &describe(amprt_type type) {
  for (const Description &description : kDescriptions)
    if (description.type == type)
      return description;
  return kUnknown;
}

uint32_t amprt_type_size(amprt_type type) { return describe(type).size; }

const char *amprt_type_name(amprt_type type) { return describe(type).name; }
