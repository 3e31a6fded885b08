//===- TensorTest.cpp - Tests of Tensor and convertTo ---------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "amp/Support/Float16.h"

#include <complex>
#include <limits>

using namespace amp;
using namespace amp::test;

TEST(Tensor, CountsElements) {
  auto count = [](llvm::ArrayRef<int64_t> shape) {
    llvm::Expected<int64_t> result = checkedElementCount(shape);
    if (!result) {
      llvm::consumeError(result.takeError());
      return int64_t(-1);
    }
    return *result;
  };
  EXPECT_EQ(count({}), 1);
  EXPECT_EQ(count({0}), 0);
  EXPECT_EQ(count({2, 3, 4}), 24);
  EXPECT_EQ(count({int64_t(1) << 31, int64_t(1) << 31}), int64_t(1) << 62);
  EXPECT_EQ(count({int64_t(1) << 32, int64_t(1) << 31}), -1);
  EXPECT_EQ(count({int64_t(1) << 32, int64_t(1) << 31, 0}), -1);
  EXPECT_EQ(count({-1}), -1);
  EXPECT_EQ(count(Shape(16, 1)), 1);
  EXPECT_EQ(count(Shape(17, 1)), -1);
}

TEST(Tensor, RefusesImpossibleShapes) {
  EXPECT_FAILURE(Tensor::zeros(ElementType::F32, {2, -3}),
                 "tensor: shape [2, -3] has a negative size");
  EXPECT_FAILURE(Tensor::zeros(ElementType::F32, {INT64_MAX, 2}),
                 "number of elements of shape [9223372036854775807, 2]");
  EXPECT_FAILURE(Tensor::zeros(ElementType::F32, {INT64_MAX}),
                 "the size in bytes of shape [9223372036854775807] of f32");
  EXPECT_FAILURE(Tensor::zeros(ElementType::F32, Shape(17, 1)),
                 "at most 16 dimensions, found 17");
  EXPECT_FAILURE(Tensor::allocate(ElementType::I8, {INT64_MAX}),
                 "no memory for 9223372036854775807 bytes");
  EXPECT_EQ(errorCode(Tensor::allocate(ElementType::I8, {INT64_MAX / 2})),
            std::errc::not_enough_memory);
  EXPECT_FAILURE(Tensor::copyOf(ElementType::F32, {2}, "abc", "file 'x'"),
                 "file 'x': shape [2] of f32 takes 8 bytes, found 3");
}

TEST(Tensor, ViewsShareOrCopy) {
  auto owner = std::make_shared<std::array<double, 4>>();
  llvm::StringRef bytes(reinterpret_cast<char *>(owner->data()), 32);
  Tensor view = take(Tensor::view(ElementType::F64, {4}, bytes, owner));
  EXPECT_EQ(view.bytes().data(), bytes.data());
  EXPECT_FALSE(view.isWritable());
  Tensor shifted =
      take(Tensor::view(ElementType::F64, {3}, bytes.substr(4, 24), owner));
  EXPECT_NE(shifted.bytes().data(), bytes.data() + 4);
  EXPECT_TRUE(shifted.isWritable());
  std::weak_ptr<void> alive = owner;
  owner.reset();
  EXPECT_FALSE(alive.expired());
  view = Tensor();
  EXPECT_TRUE(alive.expired());
}

TEST(Tensor, ScalarAndEmpty) {
  EXPECT_EQ(take(Tensor::zeros(ElementType::F32, {})).numElements(), 1);
  Tensor empty = take(Tensor::zeros(ElementType::F32, {3, 0}));
  EXPECT_EQ(empty.numElements(), 0);
  EXPECT_EQ(take(convertTo(empty, ElementType::I8)).numElements(), 0);
  EXPECT_EQ(Tensor().numElements(), 0);
}

TEST(Tensor, RefusesBadBooleans) {
  EXPECT_FAILURE(
      Tensor::copyOf(ElementType::I1, {3}, llvm::StringRef("\0\1\2", 3)),
      "element 2: a boolean is 0 or 1, found 2");
}

TEST(Convert, SmallIntegersAreExactInAllTypes) {
  for (ElementType from : allElementTypes())
    for (ElementType to : allElementTypes()) {
      if (isComplex(from) && !isComplex(to))
        continue;
      // 0 and 1 exist in every type.
      Tensor bits = makeTensor<int64_t>(ElementType::I64, {2}, {0, 1});
      Tensor source = take(convertTo(bits, from));
      Tensor target = take(convertTo(source, to));
      expectSame(target, take(convertTo(bits, to)));
    }
}

TEST(Convert, RefusesWhatIntegersCannotHold) {
  Tensor numbers =
      makeTensor<double>(ElementType::F64, {2, 3}, {0, 1, 2, 3, 4, 300});
  EXPECT_FAILURE(convertTo(numbers, ElementType::I8, "array 'x'"),
                 "array 'x': element [1, 2] is 300: i8 needs an integer from "
                 "-128 to 127");
  EXPECT_FAILURE(convertTo(numbers, ElementType::I1), "element [0, 2] is 2");
  struct Case {
    double value;
    ElementType type;
    bool fits;
  } cases[] = {
      {0.5, ElementType::I32, false},
      {-0.0, ElementType::I32, true},
      {NAN, ElementType::I64, false},
      {INFINITY, ElementType::I64, false},
      {0x1p63, ElementType::I64, false},
      {-0x1p63, ElementType::I64, true},
      {0x1p63 - 1024, ElementType::I64, true},
      {2147483647, ElementType::I32, true},
      {2147483648.0, ElementType::I32, false},
      {-2147483648.0, ElementType::I32, true},
      {-32769, ElementType::I16, false},
      {-1, ElementType::UI8, false},
      {255, ElementType::UI8, true},
      {256, ElementType::UI8, false},
      {1, ElementType::I1, true},
      {-1, ElementType::I1, false},
  };
  for (const Case &test : cases) {
    Tensor value = makeTensor<double>(ElementType::F64, {1}, {test.value});
    llvm::Expected<Tensor> result = convertTo(value, test.type);
    EXPECT_EQ(static_cast<bool>(result), test.fits) << test.value;
    if (!result)
      llvm::consumeError(result.takeError());
  }
  Tensor wide = makeTensor<int64_t>(ElementType::I64, {}, {128});
  EXPECT_FAILURE(convertTo(wide, ElementType::I8), "element [] is 128");
}

TEST(Convert, RoundsFloatsOnce) {
  Tensor numbers = makeTensor<double>(ElementType::F64, {3},
                                      {1.0 + 0x1p-11 + 0x1p-40, 1e6, 0x1p-25});
  Tensor half = take(convertTo(numbers, ElementType::F16));
  EXPECT_EQ(half.elements<uint16_t>()[0], 0x3c01);
  EXPECT_EQ(half.elements<uint16_t>()[1], 0x7c00);
  EXPECT_EQ(half.elements<uint16_t>()[2], 0);
  Tensor large = makeTensor<int64_t>(
      ElementType::I64, {1}, {(int64_t(1) << 62) + (int64_t(1) << 54) + 1});
  EXPECT_EQ(take(convertTo(large, ElementType::BF16)).elements<uint16_t>()[0],
            0x5e81);
}

TEST(Convert, Complex) {
  Tensor real = makeTensor<float>(ElementType::F32, {2}, {1.5f, -2});
  Tensor complex = take(convertTo(real, ElementType::C128));
  EXPECT_EQ(complex.elements<std::complex<double>>()[1],
            std::complex<double>(-2, 0));
  Tensor narrow = take(convertTo(complex, ElementType::C64));
  EXPECT_EQ(narrow.elements<std::complex<float>>()[0],
            std::complex<float>(1.5f, 0));
  EXPECT_FAILURE(convertTo(complex, ElementType::F32),
                 "cannot convert complex<f64> to f32");
}

TEST(Convert, SameTypeSharesMemory) {
  Tensor tensor = sample(ElementType::F32);
  EXPECT_EQ(take(convertTo(tensor, ElementType::F32)).bytes().data(),
            tensor.bytes().data());
}
