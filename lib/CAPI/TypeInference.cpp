//===- TypeInference.cpp - C interface of what ops give -------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

using namespace llvm;
using namespace amp;
using namespace amp::capi;

struct amp_type_inference {
  std::unique_ptr<TypeInference> inference;
  /// Of the last op.
  std::vector<std::string> types;
  std::vector<const char *> pointers;
};

amp_status *amp_type_inference_create(amp_type_inference **inference) {
  return guarded([&]() -> amp_status * {
    if (!inference)
      return invalidArgument("the place for the inference is NULL");
    Expected<std::unique_ptr<TypeInference>> created =
        training::createTypeInference();
    if (!created)
      return toStatus(created.takeError(), AMP_IO_ERROR);
    *inference = new amp_type_inference{std::move(*created), {}, {}};
    return nullptr;
  });
}

void amp_type_inference_destroy(amp_type_inference *inference) {
  delete inference;
}

amp_status *amp_type_inference_infer(amp_type_inference *inference,
                                     const char *op,
                                     const char *const *operand_types,
                                     size_t num_operands,
                                     const char *const **result_types,
                                     size_t *num_results) {
  return guarded([&]() -> amp_status * {
    if (!inference || !op || (!operand_types && num_operands) ||
        !result_types || !num_results)
      return invalidArgument("the inference, the op, its operands' types, or a "
                             "place for what it gives, is NULL");
    std::vector<std::string> operands;
    for (size_t i = 0; i != num_operands; ++i) {
      if (!operand_types[i])
        return invalidArgument("the type of operand " + Twine(i) + " is NULL");
      operands.push_back(operand_types[i]);
    }
    CompilerStatus status =
        inference->inference->infer(op, operands, inference->types);
    if (!status.isOk)
      return makeStatus(AMP_INVALID_GRAPH, status.message);
    inference->pointers.clear();
    for (const std::string &type : inference->types)
      inference->pointers.push_back(type.c_str());
    *result_types = inference->pointers.data();
    *num_results = inference->pointers.size();
    return nullptr;
  });
}
