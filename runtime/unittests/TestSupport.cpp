//===- TestSupport.cpp - Helpers of the runtime's tests -------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace amp::rt::test;

testing::AssertionResult amp::rt::test::succeeded(amprt_status *status) {
  StatusPtr owner(status);
  if (!status)
    return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "code " << amprt_status_code(status) << " from "
         << amprt_status_library(status) << " at " << amprt_status_file(status)
         << ":" << amprt_status_line(status) << ": "
         << amprt_status_message(status);
}

testing::AssertionResult amp::rt::test::failed(amprt_status *status,
                                               amprt_code code,
                                               const std::string &text) {
  StatusPtr owner(status);
  if (!status)
    return testing::AssertionFailure()
           << "succeeded, expected a failure with '" << text << "'";
  const std::string message = amprt_status_message(status);
  if (amprt_status_code(status) != code ||
      message.find(text) == std::string::npos)
    return testing::AssertionFailure()
           << "expected code " << code << " with '" << text << "', found code "
           << amprt_status_code(status) << ": " << message;
  return testing::AssertionSuccess();
}

DevicePtr amp::rt::test::openDevice(const char *spec, uint32_t numThreads,
                                    uint64_t memoryLimit) {
  amprt_device_options options = {};
  options.num_threads = numThreads;
  options.memory_limit = memoryLimit;
  amprt_device *device = nullptr;
  EXPECT_TRUE(succeeded(amprt_device_create(spec, &options, &device)));
  return DevicePtr(device);
}

ModulePtr amp::rt::test::makeModule(amprt_device *device,
                                    amprt_module_desc desc) {
  amprt_device_info info;
  amprt_device_get_info(device, &info);
  desc.abi_version = AMPRT_ABI_VERSION;
  desc.device_kind = info.kind;
  desc.name = "module";
  amprt_module *module = nullptr;
  EXPECT_TRUE(succeeded(amprt_module_create(device, &desc, &module)));
  return ModulePtr(module);
}

BufferPtr amp::rt::test::makeBuffer(amprt_device *device,
                                    const std::vector<uint8_t> &bytes) {
  amprt_buffer *buffer = nullptr;
  EXPECT_TRUE(succeeded(amprt_buffer_create(device, bytes.size(), &buffer)));
  if (buffer)
    EXPECT_TRUE(
        succeeded(amprt_buffer_write(buffer, 0, bytes.data(), bytes.size())));
  return BufferPtr(buffer);
}

std::vector<uint8_t> amp::rt::test::readBuffer(const amprt_buffer *buffer) {
  std::vector<uint8_t> bytes(amprt_buffer_size(buffer));
  EXPECT_TRUE(
      succeeded(amprt_buffer_read(buffer, 0, bytes.data(), bytes.size())));
  return bytes;
}

void DeviceTest::SetUp() {
  if (!isCpu() && amprt_cuda_unavailable_reason())
    GTEST_SKIP() << amprt_cuda_unavailable_reason();
  device = openDevice(GetParam());
  ASSERT_TRUE(device);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

namespace {
/// Bits of fraction and exponent of a float type.
struct Format {
  int fraction;
  int exponent;

  int getBias() const { return (1 << (exponent - 1)) - 1; }
  int getLeastExponent() const { return 1 - getBias(); }
};
} // namespace

static Format getFormat(amprt_type type) {
  switch (type) {
  case AMPRT_F64:
    return {52, 11};
  case AMPRT_F32:
    return {23, 8};
  case AMPRT_F16:
    return {10, 5};
  default:
    return {7, 8};
  }
}

double amp::rt::test::unitRoundoff(amprt_type type) {
  return std::ldexp(1.0, -getFormat(type).fraction - 1);
}

double amp::rt::test::smallestSubnormal(amprt_type type) {
  const Format format = getFormat(type);
  return std::ldexp(1.0, format.getLeastExponent() - format.fraction);
}

const char *amp::rt::test::typeName(amprt_type type) {
  switch (type) {
  case AMPRT_F64:
    return "f64";
  case AMPRT_F32:
    return "f32";
  case AMPRT_F16:
    return "f16";
  default:
    return "bf16";
  }
}

double amp::rt::test::roundTo(amprt_type type, double value) {
  if (type == AMPRT_F64)
    return value;
  if (type == AMPRT_F32)
    return static_cast<float>(value);
  if (value == 0.0 || !std::isfinite(value))
    return value;
  const Format format = getFormat(type);
  const int exponent = std::max(std::ilogb(value), format.getLeastExponent());
  const double unit = std::ldexp(1.0, exponent - format.fraction);
  const double rounded = std::nearbyint(value / unit) * unit;
  const double tooLarge = std::ldexp(1.0, format.getBias() + 1);
  if (std::fabs(rounded) >= tooLarge)
    return std::copysign(std::numeric_limits<double>::infinity(), value);
  return rounded;
}

void Elements::set(size_t i, double value) {
  value = roundTo(type, value);
  if (type == AMPRT_F64) {
    std::memcpy(&bytes[i * 8], &value, 8);
    return;
  }
  if (type == AMPRT_F32) {
    const float single = static_cast<float>(value);
    std::memcpy(&bytes[i * 4], &single, 4);
    return;
  }
  const Format format = getFormat(type);
  uint16_t bits = std::signbit(value) ? 0x8000 : 0;
  const int special = (1 << format.exponent) - 1;
  if (std::isnan(value)) {
    bits |= uint16_t(special << format.fraction | 1 << (format.fraction - 1));
  } else if (std::isinf(value)) {
    bits |= uint16_t(special << format.fraction);
  } else if (value != 0.0) {
    const int exponent = std::max(std::ilogb(value), format.getLeastExponent());
    // With the leading one of a normal number, which adds 1 to the exponent.
    const int fraction = static_cast<int>(
        std::ldexp(std::fabs(value), format.fraction - exponent));
    bits |= uint16_t(((exponent + format.getBias() - 1) << format.fraction) +
                     fraction);
  }
  std::memcpy(&bytes[i * 2], &bits, 2);
}

double Elements::get(size_t i) const {
  if (type == AMPRT_F64) {
    double value;
    std::memcpy(&value, &bytes[i * 8], 8);
    return value;
  }
  if (type == AMPRT_F32) {
    float value;
    std::memcpy(&value, &bytes[i * 4], 4);
    return value;
  }
  const Format format = getFormat(type);
  uint16_t bits;
  std::memcpy(&bits, &bytes[i * 2], 2);
  const double sign = bits & 0x8000 ? -1.0 : 1.0;
  const int exponent = (bits & 0x7fff) >> format.fraction;
  const int fraction = bits & ((1 << format.fraction) - 1);
  if (exponent == (1 << format.exponent) - 1)
    return fraction
               ? std::copysign(std::numeric_limits<double>::quiet_NaN(), sign)
               : sign * std::numeric_limits<double>::infinity();
  const int leading = exponent ? 1 << format.fraction : 0;
  return sign *
         std::ldexp(leading + fraction,
                    std::max(exponent, 1) - format.getBias() - format.fraction);
}

uint32_t Random::next() {
  // Xorshift, then a multiplication that mixes the high bits (Marsaglia 2003,
  // Vigna 2016).
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return static_cast<uint32_t>((state * 2685821657736338717ull) >> 32);
}
