/*===- Amp.h - The C interface of amp -----------------------------*- C -*-===*
 *
 * Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

#ifndef AMP_C_AMP_H
#define AMP_C_AMP_H

#include "amp-c/Checkpoint.h"
#include "amp-c/Common.h"
#include "amp-c/Compiler.h"
#include "amp-c/Session.h"
#include "amp-c/TypeInference.h"

#endif /* AMP_C_AMP_H */
