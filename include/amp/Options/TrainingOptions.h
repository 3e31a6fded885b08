//===- TrainingOptions.h -----------------------------------------*- C++
//-*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What a training graph is compiled to, and how: plain data, without flags and
// without MLIR. Command lines and language bindings fill it in, the pipelines
// hand it to the passes.

#ifndef AMP_OPTIONS_TRAININGOPTIONS_H
#define AMP_OPTIONS_TRAININGOPTIONS_H

#include "amp/Options/OptionEnums.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::amp {

/// TrainingOptions.def says what each field means.
struct TrainingOptions {
#define AMP_OPTION(TYPE, FIELD, NAME, DEFAULT, HELP) TYPE FIELD = DEFAULT;
#include "amp/Options/TrainingOptions.def"
};

} // namespace mlir::amp

#endif // AMP_OPTIONS_TRAININGOPTIONS_H
