//===- CheckpointTest.cpp - Tests of the C interface of checkpoints -------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp-c/Checkpoint.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <filesystem>
#include <string>

extern "C" const char *train_and_resume(const char *path);

namespace {
class CheckpointCAPI : public testing::Test {
protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "amp-capi-XXXXXX";
    ASSERT_TRUE(mkdtemp(name.data()));
    folder = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::filesystem::path folder;
};
} // namespace

/// The code of a status, which is released; its message must have `part`.
static amp_code take(amp_status *status, const std::string &part) {
  amp_code code = amp_status_code(status);
  EXPECT_NE(std::string(amp_status_message(status)).find(part),
            std::string::npos)
      << amp_status_message(status);
  amp_status_free(status);
  return code;
}

TEST_F(CheckpointCAPI, ServesACProgram) {
  const char *problem = train_and_resume((folder / "new").c_str());
  EXPECT_EQ(problem, nullptr) << problem;
  // Pruned to two, with the one that was cut off and the copy.
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "new"),
                          std::filesystem::directory_iterator()),
            4);
}

TEST_F(CheckpointCAPI, SaysWhatIsWrong) {
  amp_checkpoint *checkpoint = nullptr;
  EXPECT_EQ(take(amp_checkpoint_create(-1, &checkpoint), "step -1 is not"),
            AMP_INVALID_ARGUMENT);
  EXPECT_EQ(take(amp_checkpoint_read(nullptr, &checkpoint), "NULL"),
            AMP_INVALID_ARGUMENT);
  EXPECT_EQ(
      take(amp_checkpoint_read((folder / "none").c_str(), &checkpoint), "open"),
      AMP_IO_ERROR);
  EXPECT_EQ(checkpoint, nullptr);
  ASSERT_EQ(amp_checkpoint_create(1, &checkpoint), nullptr);

  const int64_t shape[] = {2};
  const char data[] = {0, 2};
  amp_checkpoint_tensor tensor = {"x", "buffer", AMP_I1, 1, shape, data, 2};
  EXPECT_EQ(take(amp_checkpoint_add_tensor(checkpoint, &tensor), "boolean"),
            AMP_INVALID_ARGUMENT);
  tensor.type = AMP_F16;
  EXPECT_EQ(take(amp_checkpoint_add_tensor(checkpoint, &tensor),
                 "takes 4 bytes, found 2"),
            AMP_INVALID_ARGUMENT);
  tensor.type = 99;
  EXPECT_EQ(take(amp_checkpoint_add_tensor(checkpoint, &tensor), "99"),
            AMP_INVALID_ARGUMENT);
  tensor.type = AMP_UI8;
  tensor.role = "two words";
  ASSERT_EQ(amp_checkpoint_add_tensor(checkpoint, &tensor), nullptr);
  EXPECT_EQ(
      take(amp_checkpoint_write(checkpoint, (folder / "a").c_str()), "role"),
      AMP_INVALID_ARGUMENT);
  EXPECT_EQ(take(amp_checkpoint_get_tensor(checkpoint, 1, &tensor), "1 of 1"),
            AMP_INVALID_ARGUMENT);
  EXPECT_EQ(take(amp_checkpoint_find_tensor(checkpoint, "y", &tensor), "'y'"),
            AMP_INVALID_ARGUMENT);
  amp_checkpoint_destroy(checkpoint);
  ASSERT_EQ(amp_checkpoint_create(1, &checkpoint), nullptr);
  tensor = {"x", "buffer", AMP_UI8, 1, shape, data, 2};
  ASSERT_EQ(amp_checkpoint_add_tensor(checkpoint, &tensor), nullptr);
  ASSERT_EQ(amp_checkpoint_add_tensor(checkpoint, &tensor), nullptr);
  EXPECT_EQ(
      take(amp_checkpoint_write(checkpoint, (folder / "a").c_str()), "twice"),
      AMP_INVALID_ARGUMENT);
  amp_checkpoint_destroy(checkpoint);
  EXPECT_TRUE(std::filesystem::is_empty(folder));

  amp_checkpoint_folder *opened = nullptr;
  EXPECT_EQ(take(amp_checkpoint_folder_open("", &opened), "folder's name"),
            AMP_INVALID_ARGUMENT);
  EXPECT_EQ(take(amp_checkpoint_prune((folder / "none").c_str(), 1, 1), "read"),
            AMP_IO_ERROR);
  EXPECT_EQ(amp_status_code(nullptr), AMP_OK);
  amp_status_free(nullptr);
  amp_checkpoint_destroy(nullptr);
  amp_checkpoint_folder_close(nullptr);
}
