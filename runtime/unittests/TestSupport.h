//===- TestSupport.h - Helpers of the runtime's tests -----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_UNITTESTS_TESTSUPPORT_H
#define AMP_RUNTIME_UNITTESTS_TESTSUPPORT_H

#include "amp-rt/amp_rt.h"

#include "gtest/gtest.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace amp::rt::test {

//===----------------------------------------------------------------------===//
// Owners
//===----------------------------------------------------------------------===//

struct Deleter {
  void operator()(amprt_status *status) const { amprt_status_free(status); }
  void operator()(amprt_device *device) const { amprt_device_destroy(device); }
  void operator()(amprt_buffer *buffer) const { amprt_buffer_destroy(buffer); }
  void operator()(amprt_module *module) const { amprt_module_destroy(module); }
  void operator()(amprt_program *program) const {
    amprt_program_destroy(program);
  }
};
using StatusPtr = std::unique_ptr<amprt_status, Deleter>;
using DevicePtr = std::unique_ptr<amprt_device, Deleter>;
using BufferPtr = std::unique_ptr<amprt_buffer, Deleter>;
using ModulePtr = std::unique_ptr<amprt_module, Deleter>;
using ProgramPtr = std::unique_ptr<amprt_program, Deleter>;

/// Passes if `status`, which is released, is a success; else tells why not.
testing::AssertionResult succeeded(amprt_status *status);
/// Passes if `status`, which is released, is a failure of this code whose
/// message contains `text`.
testing::AssertionResult failed(amprt_status *status, amprt_code code,
                                const std::string &text);

DevicePtr openDevice(const char *spec, uint32_t numThreads = 0,
                     uint64_t memoryLimit = 0);
/// A module of `desc`, with the version, the device's kind and a name.
ModulePtr makeModule(amprt_device *device, amprt_module_desc desc);
BufferPtr makeBuffer(amprt_device *device, const std::vector<uint8_t> &bytes);
std::vector<uint8_t> readBuffer(const amprt_buffer *buffer);

/// Runs each test on the CPU and, where there is one, on a CUDA device.
class DeviceTest : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override;
  bool isCpu() const { return std::string(GetParam()) == "cpu"; }

  DevicePtr device;
};

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Facts about a float type, as in section 6.1 of the error model: unit
/// roundoff and smallest subnormal.
double unitRoundoff(amprt_type type);
double smallestSubnormal(amprt_type type);
const char *typeName(amprt_type type);

/// `value` rounded to `type`, to nearest and ties to even; written without the
/// runtime's conversions. f64 and f32 use the compiler's.
double roundTo(amprt_type type, double value);

/// Elements of one float type as the runtime stores them.
class Elements {
public:
  Elements(amprt_type type, size_t count)
      : type(type), bytes(count * amprt_type_size(type)) {}

  amprt_type getType() const { return type; }
  size_t size() const { return bytes.size() / amprt_type_size(type); }
  /// Rounds `value` to the type.
  void set(size_t i, double value);
  double get(size_t i) const;

  const std::vector<uint8_t> &getBytes() const { return bytes; }
  void setBytes(std::vector<uint8_t> newBytes) { bytes = std::move(newBytes); }

private:
  amprt_type type;
  std::vector<uint8_t> bytes;
};

/// A small generator with a fixed sequence on every platform.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed * 2 + 1) {}
  uint32_t next();
  /// Uniform in [-1, 1).
  double uniform() { return next() / 2147483648.0 - 1.0; }
  /// An integer in [-most, most].
  int64_t integer(int64_t most) {
    return static_cast<int64_t>(next() % uint32_t(2 * most + 1)) - most;
  }

private:
  uint64_t state;
};

} // namespace amp::rt::test

#endif // AMP_RUNTIME_UNITTESTS_TESTSUPPORT_H
