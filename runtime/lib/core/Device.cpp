//===- Device.cpp - What backends share -----------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include <algorithm>

using namespace amp::rt;

Status MemoryAccount::reserve(uint64_t bytes, const char *what) {
  // inUse <= limit holds whenever there is a limit, so this cannot wrap.
  const uint64_t most = limit ? limit : UINT64_MAX;
  if (bytes > most - inUse)
    return AMPRT_ERROR(AMPRT_RESOURCE_EXHAUSTED,
                       std::string(what) + " of " + std::to_string(bytes) +
                           " bytes does not fit: " + std::to_string(inUse) +
                           " bytes are in use and the limit is " +
                           std::to_string(most) + " bytes");
  inUse += bytes;
  peak = std::max(peak, inUse);
  return Status();
}

DeviceMemory::~DeviceMemory() {
  if (!device)
    return;
  device->deallocate(address, bytes);
  device->getMemory().release(bytes);
}

Status DeviceMemory::allocate(Device &device, uint64_t bytes, const char *what,
                              DeviceMemory &memory) {
  memory = DeviceMemory();
  if (bytes == 0)
    return Status();
  AMPRT_RETURN_IF_ERROR(device.getMemory().reserve(bytes, what));
  void *address = nullptr;
  if (Status status = device.allocate(bytes, address); !status.ok()) {
    device.getMemory().release(bytes);
    return status;
  }
  memory.device = &device;
  memory.address = address;
  memory.bytes = bytes;
  return Status();
}

std::string ProgramInfo::describeRecord(uint32_t index) const {
  const Record &record = records[index];
  std::string text =
      "record " + std::to_string(index) + " '" + record.name + "'";
  if (!record.location.empty())
    text += " (" + record.location + ")";
  return text;
}

void Remarks::add(std::string remark) {
  if (std::find(texts.begin(), texts.end(), remark) == texts.end())
    texts.push_back(std::move(remark));
}

Module::~Module() = default;

Program::Program(Device &device, ProgramInfo info)
    : device(device), info(std::move(info)),
      nanoseconds(this->info.records.size()) {
  if (this->info.module)
    remarks = this->info.module->getRemarks();
}

Program::~Program() = default;

Device::~Device() = default;
