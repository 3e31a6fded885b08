//===- TypeInference.h - What ops give --------------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_COMPILERLIBRARY_TYPEINFERENCE_H
#define AMP_LIB_COMPILERLIBRARY_TYPEINFERENCE_H

#include "amp/Executable/SourceModule.h"

namespace amp {

std::unique_ptr<TypeInference> createTypeInference();

} // namespace amp

#endif // AMP_LIB_COMPILERLIBRARY_TYPEINFERENCE_H
