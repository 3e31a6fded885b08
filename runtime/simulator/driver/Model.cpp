//===- Model.cpp - The properties of the simulated device -----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model.h"

using namespace amp::rt::simulator;

// The numbers are those of the CUDA programming guide's table of technical
// specifications per compute capability.
Model amp::rt::simulator::modelOf(int major, int minor) {
  constexpr int kKiB = 1024;
  const int capability = major * 10 + minor;
  switch (capability) {
  case 75:
    return {64 * kKiB, 64 * kKiB, 1024, 16, 0};
  case 80:
    return {163 * kKiB, 164 * kKiB, 2048, 32, kKiB};
  case 86:
    return {99 * kKiB, 100 * kKiB, 1536, 16, kKiB};
  case 87:
    return {163 * kKiB, 164 * kKiB, 1536, 16, kKiB};
  case 89:
    return {99 * kKiB, 100 * kKiB, 1536, 24, kKiB};
  default:
    if (capability < 70)
      return {48 * kKiB, 96 * kKiB, 2048, 32, 0};
    if (capability < 75)
      return {96 * kKiB, 96 * kKiB, 2048, 32, 0};
    if (capability >= 120)
      return {99 * kKiB, 100 * kKiB, 1536, 24, kKiB};
    return {227 * kKiB, 228 * kKiB, 2048, 32, kKiB};
  }
}

bool amp::rt::simulator::findAttribute(const Control &control,
                                       CUdevice_attribute attribute,
                                       int &value) {
  using namespace amp::rt::cuda;
  const Model model = modelOf(control.capabilityMajor, control.capabilityMinor);
  switch (attribute) {
  case kCU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
    value = control.capabilityMajor;
    return true;
  case kCU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
    value = control.capabilityMinor;
    return true;
  case kCU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
    value = 132;
    return true;
  case kCU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    value = kMostThreads;
    return true;
  case kCU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X:
  case kCU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y:
  case kCU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z:
    value = static_cast<int>(
        kMostBlock[attribute - kCU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X]);
    return true;
  case kCU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X:
  case kCU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y:
  case kCU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z:
    value = static_cast<int>(
        kMostGrid[attribute - kCU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X]);
    return true;
  case kCU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK:
    value = kSharedBytes;
    return true;
  case kCU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
    value = model.sharedPerBlock;
    return true;
  case kCU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR:
    value = model.sharedPerMultiprocessor;
    return true;
  case kCU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK:
    value = model.reservedShared;
    return true;
  case kCU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR:
    value = model.threadsPerMultiprocessor;
    return true;
  case kCU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR:
    value = model.blocksPerMultiprocessor;
    return true;
  case kCU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY:
  case kCU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK:
  case kCU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR:
    value = 65536;
    return true;
  case kCU_DEVICE_ATTRIBUTE_WARP_SIZE:
    value = 32;
    return true;
  case kCU_DEVICE_ATTRIBUTE_CLOCK_RATE:
    value = 1980000;
    return true;
  case kCU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE:
    value = 3201000;
    return true;
  case kCU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH:
    value = 6144;
    return true;
  case kCU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE:
    value = 60 << 20;
    return true;
  case kCU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT:
    value = 3;
    return true;
  case kCU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS:
  case kCU_DEVICE_ATTRIBUTE_ECC_ENABLED:
  case kCU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED:
  case kCU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED:
    value = 1;
    return true;
  // What the simulated device lacks, and a real one may have.
  case kCU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT:
  case kCU_DEVICE_ATTRIBUTE_INTEGRATED:
  case kCU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY:
  case kCU_DEVICE_ATTRIBUTE_COMPUTE_MODE:
  case kCU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING:
  case kCU_DEVICE_ATTRIBUTE_MANAGED_MEMORY:
  case kCU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS:
  case kCU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH:
  case kCU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED:
  case kCU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH:
    value = 0;
    return true;
  default:
    return false;
  }
}

unsigned amp::rt::simulator::ptxVersionOf(int driverVersion) {
  // As the release notes of the PTX ISA list them.
  static constexpr struct {
    int driver;
    unsigned ptx;
  } kVersions[] = {{13000, 90}, {12090, 88}, {12080, 87}, {12070, 86},
                   {12050, 85}, {12040, 84}, {12030, 83}, {12020, 82},
                   {12010, 81}, {12000, 80}, {11080, 78}};
  for (const auto &entry : kVersions)
    if (driverVersion >= entry.driver)
      return entry.ptx;
  return 70;
}
