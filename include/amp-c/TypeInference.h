/*===- TypeInference.h - C interface of what ops give -------------*- C -*-===*
 *
 * Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * For programs that write graphs: which types the results of an op have, and
 * whether it is one, by the rules by which the compiler reads it. Common.h has
 * the conventions.
 *
 *===----------------------------------------------------------------------===*/

#ifndef AMP_C_TYPEINFERENCE_H
#define AMP_C_TYPEINFERENCE_H

#include "amp-c/Common.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct amp_type_inference amp_type_inference;

/* Loads libamp-compiler.so. */
AMP_C_API amp_status *
amp_type_inference_create(amp_type_inference **inference);
AMP_C_API void amp_type_inference_destroy(amp_type_inference *inference);

/* The types of the results of an op: `op` is its text up to the types, such as
   "amp.layer_norm %0 weight(%1) {normalized_shape = array<i64: 64>}", with the
   operands %0, %1, ... in this order, whose types are `operand_types`, such as
   "tensor<?x64xf32>". The types are given in `*result_types`, which is valid
   until the next call; there are `*num_results`. AMP_INVALID_GRAPH says what
   is wrong with the op, also if its types do not follow from its operands, as
   that of amp.cast. */
AMP_C_API amp_status *
amp_type_inference_infer(amp_type_inference *inference, const char *op,
                         const char *const *operand_types, size_t num_operands,
                         const char *const **result_types, size_t *num_results);

#ifdef __cplusplus
}
#endif

#endif /* AMP_C_TYPEINFERENCE_H */
