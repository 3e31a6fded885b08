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

/// Check the whole of `desc` for a device of `kind` and copy it to `info`. A
/// failure is INVALID_ARGUMENT and names the module or program, the record or
/// table entry, what was found and what was expected. The contents of images
/// are the backend's to check.
Status validateModule(const amprt_module_desc &desc, amprt_device_kind kind,
                      ModuleInfo &info);
/// `module` is that of `desc`, or null.
Status validateProgram(const amprt_program_desc &desc, amprt_device_kind kind,
                       std::shared_ptr<const Module> module, ProgramInfo &info);

} // namespace amp::rt

#endif // AMP_RUNTIME_CORE_VALIDATE_H
