//===- TypeInferenceTest.cpp - What ops give ------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp-c/TypeInference.h"

#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

namespace {

class TypeInferenceTest : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(amp_type_inference_create(&inference), nullptr);
  }
  void TearDown() override { amp_type_inference_destroy(inference); }

  /// The types of the results, or what is wrong.
  std::string infer(const char *op, std::vector<const char *> operands) {
    const char *const *types = nullptr;
    size_t count = 0;
    amp_status *status = amp_type_inference_infer(
        inference, op, operands.data(), operands.size(), &types, &count);
    if (!status)
      return llvm::join(types, types + count, ", ");
    EXPECT_EQ(amp_status_code(status), AMP_INVALID_GRAPH);
    std::string message = amp_status_message(status);
    amp_status_free(status);
    return "error: " + message;
  }

  amp_type_inference *inference = nullptr;
};

} // namespace

TEST_F(TypeInferenceTest, FollowsTheOpsRules) {
  EXPECT_EQ(infer("amp.linear %0, %1", {"tensor<?x8xf32>", "tensor<16x8xf32>"}),
            "tensor<?x16xf32>");
  EXPECT_EQ(infer("amp.compare lt, %0, %1", {"tensor<4xf32>", "tensor<f32>"}),
            "tensor<4xi1>");
  EXPECT_EQ(infer("amp.split %0 {sizes = array<i64: 2, 6>, dim = 1 : i64}",
                  {"tensor<4x8xbf16>"}),
            "tensor<4x2xbf16>, tensor<4x6xbf16>");
}

TEST_F(TypeInferenceTest, KnowsOptionalOperands) {
  EXPECT_EQ(
      infer("amp.layer_norm %0 bias(%1) {normalized_shape = array<i64: 64>}",
            {"tensor<4x64xf32>", "tensor<64xf32>"}),
      "tensor<4x64xf32>");
  EXPECT_EQ(infer("amp.batch_norm %0 running_mean(%1) running_var(%2) "
                  "{training = true}",
                  {"tensor<4x8x2xf16>", "tensor<8xf32>", "tensor<8xf32>"}),
            "tensor<4x8x2xf16>, tensor<8xf32>, tensor<8xf32>");
}

TEST_F(TypeInferenceTest, SaysWhatIsWrong) {
  EXPECT_EQ(infer("amp.matmul %0, %1", {"tensor<4x8xf32>", "tensor<4x8xf32>"}),
            "error: 'amp.matmul' op expects as many columns on the left as "
            "rows on the right, found 'tensor<4x8xf32>' and 'tensor<4x8xf32>'");
  EXPECT_EQ(infer("amp.relu %0 {slope = 1 : i64}", {"tensor<4xf32>"}),
            "error: 'amp.relu' op has no attribute 'slope'");
  EXPECT_EQ(infer("amp.cat %0", {"tensor<4xf32>"}),
            "error: custom op 'amp.cat' is unknown; write "
            "`amp.concat %a, %b {dim = 1 : i64}`");
  EXPECT_EQ(infer("amp.linear %0", {"tensor<4x8xf32>"}),
            "error: 'amp.linear' op has too few operands: 1");
  EXPECT_EQ(infer("amp.add %0, %1", {"tensor<4xf32>", "tensor<4xf3>"}),
            "error: expected non-function type");
  EXPECT_EQ(infer("amp.check_finite(%0)", {"tensor<4xf32>"}),
            "error: 'amp.check_finite' op does not follow from its operands: "
            "its types are to be written");
  EXPECT_EQ(infer("", {}), "error: expected operation name in quotes");
}
