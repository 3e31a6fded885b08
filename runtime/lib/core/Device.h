//===- Device.h - What a backend implements ---------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface between core and the backends. Core checks arguments and
// program descriptions, counts memory, copies constants to the device, and
// owns buffers; a backend moves bytes and runs records. A backend may rely on
// everything that core has checked and need not check it again.
//
// Functions here may throw std::bad_alloc only; core catches it at the C
// boundary. Objects must be consistent when that happens.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CORE_DEVICE_H
#define AMP_RUNTIME_CORE_DEVICE_H

#include "Status.h"

#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace amp::rt {

class Device;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Counts the bytes held on one device against its limit.
class MemoryAccount {
public:
  /// `limit` 0 is no limit.
  explicit MemoryAccount(uint64_t limit) : limit(limit) {}

  /// Counts `bytes` as used, or fails with RESOURCE_EXHAUSTED naming `what`,
  /// the bytes asked for, in use, and the limit.
  Status reserve(uint64_t bytes, const char *what);
  /// Takes back what `reserve` counted.
  void release(uint64_t bytes) {
    assert(bytes <= inUse && "released more than was reserved");
    inUse -= bytes;
  }

  uint64_t getInUse() const { return inUse; }
  uint64_t getPeak() const { return peak; }
  uint64_t getLimit() const { return limit; }
  void resetPeak() { peak = inUse; }

private:
  uint64_t limit;
  uint64_t inUse = 0;
  uint64_t peak = 0;
};

/// Owner of one counted block of device memory. Everything that the API counts
/// (buffers, constants, scratch) is held through this class. Move-only.
class DeviceMemory {
public:
  DeviceMemory() = default;
  DeviceMemory(DeviceMemory &&other) noexcept { swap(other); }
  DeviceMemory &operator=(DeviceMemory &&other) noexcept {
    DeviceMemory(std::move(other)).swap(*this);
    return *this;
  }
  ~DeviceMemory();

  /// Counts and allocates `bytes` on `device`; `what` names the use in a
  /// failure ("buffer", "GEMM workspace"). Zero bytes give a null address.
  static Status allocate(Device &device, uint64_t bytes, const char *what,
                         DeviceMemory &memory);

  void *getAddress() const { return address; }
  uint64_t getBytes() const { return bytes; }

private:
  void swap(DeviceMemory &other) {
    std::swap(device, other.device);
    std::swap(address, other.address);
    std::swap(bytes, other.bytes);
  }

  Device *device = nullptr;
  void *address = nullptr;
  uint64_t bytes = 0;
};

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// Things of which a user should know once.
class Remarks {
public:
  /// Nothing is changed if the same text is already there.
  void add(std::string remark);
  const std::vector<std::string> &get() const { return texts; }

private:
  std::vector<std::string> texts;
};

/// A checked copy of one amprt_kernel_desc.
struct Kernel {
  std::string name;
  uint64_t offset;
  amprt_cpu_kernel cpu;
};

/// A checked copy of an amprt_module_desc, without images and the contents of
/// the constants.
struct ModuleInfo {
  std::string name;
  std::vector<Kernel> kernels;
  uint64_t constantBytes = 0;
};

/// The code of a module; valid only while the module is created. On CUDA core
/// has checked that it is there if the module has kernels.
struct ModuleImage {
  const void *data = nullptr;
  uint64_t bytes = 0;
  /// For a driver that does not load `data`.
  const void *fallback = nullptr;
  uint64_t fallbackBytes = 0;
  /// Names between commas.
  std::string cpuFeatures;
};

/// Kernels and constants, loaded on a device.
class Module {
public:
  virtual ~Module();
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  const ModuleInfo &getInfo() const { return info; }
  void *getConstants() const { return constants.getAddress(); }
  const Remarks &getRemarks() const { return remarks; }

protected:
  Module(ModuleInfo info, DeviceMemory constants)
      : info(std::move(info)), constants(std::move(constants)) {}

  Remarks remarks;

private:
  ModuleInfo info;
  DeviceMemory constants;
};

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// A checked copy of one amprt_record.
struct Record {
  amprt_record_kind kind;
  std::string name;
  std::string location;
  uint32_t firstOperand;
  uint32_t numOperands;
  decltype(amprt_record::as) as; ///< The fields of the kind.
};

/// A checked copy of an amprt_program_desc.
struct ProgramInfo {
  std::string name;
  /// Null if it uses no kernels and no constants.
  std::shared_ptr<const Module> module;
  uint64_t arenaBytes = 0;
  std::vector<uint64_t> argumentBytes;
  std::vector<amprt_slice> operands;
  std::vector<Record> records;

  /// "record 3 'dense0.matmul' (location)", for messages.
  std::string describeRecord(uint32_t index) const;
};

/// Where a run is: the addresses of the bindings, and the iteration of each
/// repeat around the record that runs, 0 where there is none.
struct Position {
  void *const *bindings;
  int64_t iterations[AMPRT_MOST_REPEATS] = {};
};

/// A program loaded on a device.
class Program {
public:
  virtual ~Program();

  Device &getDevice() const { return device; }
  const ProgramInfo &getInfo() const { return info; }

  /// Runs (or enqueues) every record, in order, those of a repeat's body as
  /// often as it says. `bindings` holds the base address of each binding: the
  /// arena, the constants, then the arguments (2 + info.argumentBytes.size()
  /// addresses; null where a binding has no bytes). The array is only valid
  /// during the call. With profiling on, measures each record by itself and
  /// calls `addProfile`.
  virtual Status run(void *const *bindings) = 0;

  // Called by core.
  void setProfiling(bool enabled) { profiling = enabled; }
  uint64_t getProfileNanoseconds(uint32_t index) const {
    return nanoseconds[index];
  }
  uint64_t getProfileRuns() const { return profiledRuns; }
  const Remarks &getRemarks() const { return remarks; }

protected:
  Program(Device &device, ProgramInfo info);

  /// Address of operand `index` of the operand table.
  void *resolve(uint32_t index, const Position &position) const {
    const amprt_slice &slice = info.operands[index];
    char *base = static_cast<char *>(position.bindings[slice.binding]);
    // An empty slice of an empty binding has no address to move.
    if (!base)
      return nullptr;
    int64_t moved = 0;
    for (uint32_t i = 0; i < AMPRT_MOST_REPEATS; ++i)
      moved += position.iterations[i] * slice.steps[i];
    return base + slice.offset + moved;
  }

  bool isProfiling() const { return profiling; }
  /// Adds the time of record `index` in the current run.
  void addProfile(uint32_t index, uint64_t time) { nanoseconds[index] += time; }
  /// Counts one complete profiled run.
  void countProfiledRun() { ++profiledRuns; }

  /// Begins as those of the module.
  Remarks remarks;

private:
  Device &device;
  ProgramInfo info;
  bool profiling = false;
  std::vector<uint64_t> nanoseconds;
  uint64_t profiledRuns = 0;
};

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// One opened device. Its work is ordered: everything below has the effect that
/// it has in the order of the calls.
class Device {
public:
  /// In place of a run's number: all runs so far.
  static constexpr uint64_t kAllRuns = UINT64_MAX;

  virtual ~Device();
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  virtual amprt_device_kind getKind() const = 0;
  /// Fills every field.
  virtual void getInfo(amprt_device_info &info) const = 0;

  /// Memory aligned to AMPRT_ALIGNMENT; `bytes` is not 0. Not counted: see
  /// DeviceMemory. RESOURCE_EXHAUSTED if the machine has no more.
  virtual Status allocate(uint64_t bytes, void *&address) = 0;
  /// Frees what `allocate` gave, once the work given before it is done.
  virtual void deallocate(void *address, uint64_t bytes) = 0;

  /// Copies host memory to the device. Runs after number `lastRun` do not touch
  /// the target, so that the copy need not wait for them; 0 is before all.
  /// `source` may be reused on return. `bytes` is not 0.
  virtual Status write(void *target, const void *source, uint64_t bytes,
                       uint64_t lastRun = kAllRuns) = 0;
  /// Copies device memory to the host and waits for it; reports a failure of
  /// the work given before. `bytes` is not 0.
  virtual Status read(void *target, const void *source, uint64_t bytes) = 0;
  /// Waits for all work and reports a failure of it.
  virtual Status synchronize() = 0;
  /// All work of run `run` has been given to the device; numbers grow.
  virtual Status endRun(uint64_t run) = 0;

  /// Loads the kernels of a checked module. `constants` already holds the
  /// constants on this device. What is wrong with the image is
  /// INVALID_ARGUMENT, such as that it lacks a kernel.
  virtual Status createModule(ModuleInfo info, const ModuleImage &image,
                              DeviceMemory constants,
                              std::shared_ptr<const Module> &module) = 0;
  /// Prepares a checked program, whose module is of this device.
  virtual Status createProgram(ProgramInfo info,
                               std::unique_ptr<Program> &program) = 0;

  MemoryAccount &getMemory() { return memory; }
  const MemoryAccount &getMemory() const { return memory; }

protected:
  explicit Device(const amprt_device_options &options)
      : memory(options.memory_limit) {}

private:
  MemoryAccount memory;
};

} // namespace amp::rt

#endif // AMP_RUNTIME_CORE_DEVICE_H
