//===- UnknownOpsTest.cpp - What is written for other names ---------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The texts of UnknownOps.def name ops and attributes that there are.

#include "amp/Dialect/Amp/IR/Amp.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
struct OtherName {
  StringRef name;
  /// A form, parts, or a reason.
  StringRef text;
  bool isForm;
};
const OtherName kOtherNames[] = {
#define AMP_SPELLED(name, form) {name, form, true},
#define AMP_COMPOSED(name, parts) {name, parts, false},
#define AMP_ABSENT(name, reason) {name, reason, false},
#include "amp/Dialect/Amp/IR/UnknownOps.def"
};

class UnknownOpsTest : public ::testing::Test {
protected:
  UnknownOpsTest() { context.loadDialect<AmpDialect>(); }

  /// The first group of each match.
  static SmallVector<StringRef> findAll(StringRef pattern, StringRef text) {
    SmallVector<StringRef> found, groups;
    llvm::Regex regex(pattern);
    while (regex.match(text, &groups)) {
      found.push_back(groups[1]);
      text = text.drop_front(groups[0].end() - text.begin());
    }
    return found;
  }
  std::optional<RegisteredOperationName> findOp(StringRef name) {
    return RegisteredOperationName::lookup(("amp." + name).str(), &context);
  }

  MLIRContext context;
};
} // namespace

TEST_F(UnknownOpsTest, NamesAreInOrderAndNoOps) {
  StringRef last;
  for (const OtherName &other : kOtherNames) {
    EXPECT_LT(last, other.name);
    EXPECT_FALSE(findOp(other.name)) << other.name.str() << " is an op";
    EXPECT_FALSE(other.name.ends_with("_")) << other.name.str();
    last = other.name;
  }
}

TEST_F(UnknownOpsTest, TextsNameOps) {
  unsigned count = 0;
  for (const OtherName &other : kOtherNames)
    for (StringRef name : findAll("(#?amp\\.[a-z0-9_]+)", other.text)) {
      if (name.consume_front("#")) // an attribute: #amp.init
        continue;
      ++count;
      EXPECT_TRUE(findOp(name.drop_front(StringRef("amp.").size())))
          << other.name.str() << ": " << other.text.str();
    }
  EXPECT_GT(count, 200u);
}

// Whoever writes a name that the policy knows is told what to write.
TEST_F(UnknownOpsTest, NamesOfThePolicyAreKnown) {
  auto file = llvm::MemoryBuffer::getFile(AMP_SOURCE_DIR
                                          "/lib/Analysis/PrecisionPolicy.tsv");
  ASSERT_TRUE(bool(file));
  llvm::Regex ofBackends("^(tf\\.|@|_|cpu$|cudnn_|mkldnn_)");
  unsigned count = 0;
  for (StringRef line :
       llvm::drop_begin(llvm::split((*file)->getBuffer(), '\n'))) {
    StringRef name = line.split('\t').first;
    if (name.empty() || ofBackends.match(name))
      continue;
    ++count;
    EXPECT_TRUE(findOp(name) || llvm::any_of(kOtherNames,
                                             [&](const OtherName &o) {
                                               return o.name == name;
                                             }))
        << name.str() << " is neither an op nor in UnknownOps.def";
  }
  EXPECT_GT(count, 250u);
}

TEST_F(UnknownOpsTest, FormsHaveTheirAttributes) {
  for (const OtherName &other : kOtherNames) {
    if (!other.isForm)
      continue;
    SmallVector<StringRef> ops = findAll("^amp\\.([a-z0-9_]+)", other.text);
    ASSERT_EQ(ops.size(), 1u) << other.text.str();
    std::optional<RegisteredOperationName> op = findOp(ops.front());
    ASSERT_TRUE(op) << other.text.str();
    for (StringRef key : findAll("[{,] ?([a-z_]+) = ", other.text))
      EXPECT_TRUE(llvm::is_contained(op->getAttributeNames(), key))
          << other.text.str() << ": " << key.str();
  }
}
