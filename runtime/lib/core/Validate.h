//===- Validate.h - Checks of program descriptions --------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CORE_VALIDATE_H
#define AMP_RUNTIME_CORE_VALIDATE_H

#include "Device.h"

namespace amp::rt {

/// Checks the whole of `desc` for a device of `kind` and copies it to `info`.
/// A failure is INVALID_ARGUMENT and names the program, the record or table
/// entry, what was found and what was expected.
Status validateProgram(const amprt_program_desc &desc, amprt_device_kind kind,
                       ProgramInfo &info);

} // namespace amp::rt

#endif // AMP_RUNTIME_CORE_VALIDATE_H
