//===- Operation.h - What a simulated device is given to do -----*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_DRIVER_OPERATION_H
#define AMP_RUNTIME_SIMULATOR_DRIVER_OPERATION_H

#include "Order.h"

#include <cstddef>

namespace amp::rt::simulator {

struct Context;

enum class ActionKind {
  Marker, ///< Does nothing; an event, or a wait for one.
  Kernel,
  CopyToDevice,
  CopyToHost,
  CopyOnDevice,
  Memset,
  Library,
  HostFunction,
};

/// Page-locked memory of the host that an operation uses when it runs.
struct HostUse {
  std::byte *address;
  uint64_t bytes;
  bool isWrite;
  /// Of its bytes, as they must be when the operation runs.
  uint64_t hash = 0;
};

/// What an operation does, in a stream or as a node of a graph.
struct Action {
  ActionKind kind = ActionKind::Marker;
  std::string name;   ///< For messages.
  uint64_t bytes = 0; ///< Copied or set.
  /// As Work::run. A graph runs a copy of it at each launch.
  std::function<Fault(Memory &, std::vector<Access> &, Counters &)> run;
  std::vector<HostUse> hostUses;
  std::string counted; ///< The name in the report, of a kernel or library.
};

/// An action that was given to a device.
struct Operation {
  std::shared_ptr<const OperationInfo> info;
  Action action;
  Context *context = nullptr; ///< Outlives what has not run.
  uint64_t number = 0;        ///< Larger than those of its dependencies.
  Stamp stamp;
  VectorClock clock; ///< Covers the operation itself.
  std::vector<std::shared_ptr<Operation>> dependencies; ///< That have not run.
  bool isDone = false;
  double end = 0; ///< Model of the time at which it ended, in seconds.
};

using OperationRef = std::shared_ptr<Operation>;

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_SIMULATOR_DRIVER_OPERATION_H
