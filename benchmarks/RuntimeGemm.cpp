//===- RuntimeGemm.cpp - Products by amp's runtime ------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gemm.h"

#include "amp-rt/amp_rt.h"

#include <cstring>
#include <stdexcept>

using namespace amp::bench;

static void check(amprt_status *status) {
  if (!status)
    return;
  const std::string message = amprt_status_message(status);
  amprt_status_free(status);
  throw std::runtime_error(message);
}

namespace {

/// A value of the C interface that is destroyed with this object.
template <typename T, void (*destroy)(T *)>
struct Owner {
  T *value = nullptr;
  Owner() = default;
  Owner(const Owner &) = delete;
  Owner &operator=(const Owner &) = delete;
  ~Owner() {
    if (value)
      destroy(value);
  }
};
using Buffer = Owner<amprt_buffer, amprt_buffer_destroy>;

class RuntimeGemm : public Variant {
public:
  RuntimeGemm(const Gemm &gemm, uint32_t threads);

  void run() override {
    amprt_buffer *const arguments[] = {a.value, b.value, c.value};
    check(amprt_program_run(program.value, arena.value, arguments, 3));
    check(amprt_device_synchronize(device.value));
  }
  std::vector<float> getResult() override;

private:
  void createOperand(Buffer &buffer, const Array<float> &values);
  void createProgram();

  const Gemm &gemm;
  // The device outlives what is on it.
  Owner<amprt_device, amprt_device_destroy> device;
  Buffer a, b, c, arena;
  Owner<amprt_program, amprt_program_destroy> program;
};

} // namespace

static amprt_type toRuntime(Type type) {
  return type == Type::BF16 ? AMPRT_BF16 : AMPRT_F32;
}

RuntimeGemm::RuntimeGemm(const Gemm &gemm, uint32_t threads) : gemm(gemm) {
  amprt_device_options options = {};
  options.num_threads = threads;
  check(amprt_device_create("cpu", &options, &device.value));
  createOperand(a, gemm.a());
  createOperand(b, gemm.b());
  check(amprt_buffer_create(device.value,
                            uint64_t(gemm.m) * uint64_t(gemm.n) *
                                amprt_type_size(toRuntime(gemm.resultType())),
                            &c.value));
  check(amprt_buffer_create(device.value, 0, &arena.value));
  createProgram();
}

/// Upper halves of the f32 values are their bf16, which is exact here.
void RuntimeGemm::createOperand(Buffer &buffer, const Array<float> &values) {
  const size_t bytes = values.size() * amprt_type_size(toRuntime(gemm.type));
  check(amprt_buffer_create(device.value, bytes, &buffer.value));
  if (gemm.type == Type::F32) {
    check(amprt_buffer_write(buffer.value, 0, values.data(), bytes));
    return;
  }
  std::vector<uint16_t> halves(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    uint32_t bits;
    std::memcpy(&bits, &values[i], sizeof(bits));
    halves[i] = static_cast<uint16_t>(bits >> 16);
  }
  check(amprt_buffer_write(buffer.value, 0, halves.data(), bytes));
}

void RuntimeGemm::createProgram() {
  amprt_slice operands[3];
  uint64_t bytes[3];
  const amprt_buffer *buffers[] = {a.value, b.value, c.value};
  for (uint32_t i = 0; i < 3; ++i) {
    bytes[i] = amprt_buffer_size(buffers[i]);
    operands[i] = {AMPRT_BINDING_FIRST_ARGUMENT + i, 0, bytes[i], {}};
  }

  amprt_record record = {};
  record.kind = AMPRT_RECORD_GEMM;
  record.name = "gemm";
  record.location = "";
  record.num_operands = 3;
  amprt_gemm &product = record.as.gemm;
  product.m = gemm.m;
  product.n = gemm.n;
  product.k = gemm.k;
  product.batch = 1;
  product.transpose_a = gemm.transposesA();
  product.transpose_b = gemm.transposesB();
  product.lda = gemm.transposesA() ? gemm.m : gemm.k;
  product.ldb = gemm.transposesB() ? gemm.k : gemm.n;
  product.ldc = gemm.n;
  product.type_a = product.type_b = toRuntime(gemm.type);
  product.type_c = product.type_bias = toRuntime(gemm.resultType());
  product.compute = AMPRT_COMPUTE_F32;

  amprt_program_desc desc = {};
  desc.abi_version = AMPRT_ABI_VERSION;
  desc.device_kind = AMPRT_CPU;
  desc.name = "benchmark";
  desc.num_arguments = 3;
  desc.argument_bytes = bytes;
  desc.num_operands = 3;
  desc.operands = operands;
  desc.num_records = 1;
  desc.records = &record;
  check(amprt_program_create(device.value, &desc, &program.value));
}

std::vector<float> RuntimeGemm::getResult() {
  std::vector<float> values(gemm.m * gemm.n);
  if (gemm.resultType() == Type::F32) {
    check(amprt_buffer_read(c.value, 0, values.data(),
                            values.size() * sizeof(float)));
    return values;
  }
  std::vector<uint16_t> halves(values.size());
  check(amprt_buffer_read(c.value, 0, halves.data(),
                          halves.size() * sizeof(uint16_t)));
  for (size_t i = 0; i < values.size(); ++i) {
    const uint32_t bits = uint32_t(halves[i]) << 16;
    std::memcpy(&values[i], &bits, sizeof(bits));
  }
  return values;
}

std::unique_ptr<Variant> amp::bench::createRuntimeGemm(const Gemm &gemm,
                                                       uint32_t threads) {
  return std::make_unique<RuntimeGemm>(gemm, threads);
}
