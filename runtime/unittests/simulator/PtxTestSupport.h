//===- PtxTestSupport.h - Running PTX in a test -----------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_UNITTESTS_SIMULATOR_PTXTESTSUPPORT_H
#define AMP_RUNTIME_UNITTESTS_SIMULATOR_PTXTESTSUPPORT_H

#include "Memory.h"
#include "ptx/Machine.h"
#include "ptx/Module.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace amp::rt::simulator::ptx {

inline std::string header(const char *target = "sm_90") {
  // Targets from sm_100 on need a newer version.
  const char *version = std::strlen(target) > 5 ? "8.8" : "8.3";
  return std::string(".version ") + version + "\n.target " + target +
         "\n.address_size 64\n";
}

/// A kernel `k` with pointers `p0`, `p1`, ... as parameters, which are in
/// %p0, %p1, ... and registers of all widths. %i is the thread in the grid,
/// %o1, %o2, %o4, %o8 are its offsets in arrays of such elements.
inline std::string kernelText(unsigned pointers, const std::string &body,
                              const char *target = "sm_90") {
  std::string text = header(target) + ".visible .entry k(";
  for (unsigned i = 0; i < pointers; ++i)
    text += std::string(i ? ", " : "") + ".param .u64 p" + std::to_string(i);
  text += ")\n{\n.reg .b64 %p<8>; .reg .b64 %a<16>; .reg .b64 %d<16>;"
          ".reg .b32 %r<32>; .reg .b16 %h<32>; .reg .pred %q<8>;"
          ".reg .b32 %i, %t0, %t1; .reg .b64 %o1, %o2, %o4, %o8;\n"
          "mov.u32 %t0, %ctaid.x; mov.u32 %t1, %ntid.x; mov.u32 %i, %tid.x;\n"
          "mad.lo.s32 %i, %t0, %t1, %i; cvt.u64.u32 %o1, %i;\n"
          "shl.b64 %o2, %o1, 1; shl.b64 %o4, %o1, 2; shl.b64 %o8, %o1, 3;\n";
  for (unsigned i = 0; i < pointers; ++i)
    text += "ld.param.u64 %p" + std::to_string(i) + ", [p" + std::to_string(i) +
            "];\n";
  return text + body + "\nret;\n}\n";
}

/// A device, a module on it and its last launch.
class Device {
public:
  explicit Device(const std::string &text) {
    ParseError error;
    module = Module::parse(text, error);
    EXPECT_TRUE(module) << error.message;
    if (module)
      EXPECT_TRUE(module->load(memory));
  }

  template <class T>
  uint64_t upload(const std::vector<T> &values) {
    uint64_t address = allocate(values.size() * sizeof(T));
    Allocation *allocation = memory.find(address);
    std::memcpy(allocation->data.get(), values.data(),
                values.size() * sizeof(T));
    std::fill(allocation->written.begin(), allocation->written.end(),
              ~uint64_t(0));
    return address;
  }
  uint64_t allocate(uint64_t bytes) { return memory.allocate(bytes, ""); }
  template <class T>
  std::vector<T> download(uint64_t address, size_t count) {
    std::vector<T> values(count);
    std::memcpy(values.data(), memory.find(address)->data.get(),
                count * sizeof(T));
    return values;
  }

  Fault launch(Extent grid, Extent block, const std::vector<uint64_t> &pointers,
               uint32_t sharedBytes = 0, const char *name = "k") {
    std::vector<std::byte> bytes(pointers.size() * 8);
    if (!bytes.empty())
      std::memcpy(bytes.data(), pointers.data(), bytes.size());
    return launchBytes(grid, block, bytes, sharedBytes, name);
  }
  Fault launchBytes(Extent grid, Extent block,
                    const std::vector<std::byte> &bytes,
                    uint32_t sharedBytes = 0, const char *name = "k") {
    accesses.clear();
    counters = Counters();
    const Kernel *kernel = module->kernel(name);
    EXPECT_TRUE(kernel) << name;
    return ptx::launch(*module, *kernel, grid, block, sharedBytes, bytes,
                       memory, accesses, counters, limits);
  }

  Memory memory{uint64_t(1) << 32};
  std::unique_ptr<Module> module;
  std::vector<Access> accesses;
  Counters counters;
  Limits limits;
};

/// Runs a kernel over arrays: its pointers are the result and the inputs.
template <class Result, class... Inputs>
std::vector<Result> computeOn(const char *target, const std::string &body,
                              size_t count,
                              const std::vector<Inputs> &...inputs) {
  Device device(kernelText(1 + sizeof...(inputs), body, target));
  std::vector<uint64_t> pointers = {device.allocate(count * sizeof(Result)),
                                    device.upload(inputs)...};
  uint32_t block = uint32_t(std::min<size_t>(count, 256));
  EXPECT_EQ(count % block, 0u);
  Fault fault = device.launch({uint32_t(count / block)}, {block}, pointers);
  EXPECT_EQ(fault.result, cuda::kCUDA_SUCCESS) << fault.message;
  return device.download<Result>(pointers[0], count);
}

template <class Result, class... Inputs>
std::vector<Result> compute(const std::string &body, size_t count,
                            const std::vector<Inputs> &...inputs) {
  return computeOn<Result>("sm_90", body, count, inputs...);
}

inline void expectFault(const Fault &fault, cuda::CUresult result,
                        const std::vector<std::string> &texts) {
  EXPECT_EQ(fault.result, result) << fault.message;
  for (const std::string &text : texts)
    EXPECT_NE(fault.message.find(text), std::string::npos)
        << "no '" << text << "' in: " << fault.message;
}

} // namespace amp::rt::simulator::ptx

#endif // AMP_RUNTIME_UNITTESTS_SIMULATOR_PTXTESTSUPPORT_H
