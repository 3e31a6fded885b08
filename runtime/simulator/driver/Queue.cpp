//===- Queue.cpp - Enqueues work and runs it late -------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Nothing runs before something waits for it, so that a host that reads a
// result too early does not find it. What runs is what was waited for and what
// comes before that, in the order of enqueueing.
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <algorithm>
#include <exception>

using namespace amp::rt::cuda;
using namespace amp::rt::simulator;

/// Operations that a context holds back. A program that never waits must not
/// use up the host's memory; a real queue is much shorter.
static constexpr size_t kMostPending = 16384;

/// What the target of a copy to the host holds until the copy runs.
static constexpr int kNotYetCopied = 0xdb;

/// FNV-1a, of 8 bytes at a time.
static uint64_t hashBytes(const std::byte *bytes, uint64_t count) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  auto mix = [&](uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0x100000001b3);
    hash ^= hash >> 32;
  };
  uint64_t i = 0;
  for (; i + 8 <= count; i += 8) {
    uint64_t value;
    std::memcpy(&value, bytes + i, sizeof(value));
    mix(value);
  }
  for (; i < count; ++i)
    mix(static_cast<uint64_t>(bytes[i]));
  return hash;
}

static bool overlap(const HostUse &a, const HostUse &b) {
  return a.address < b.address + b.bytes && b.address < a.address + a.bytes;
}

static uint64_t toInteger(const void *address) {
  return reinterpret_cast<uintptr_t>(address);
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

unsigned State::takeLane() {
  // A lane can go on with other work once the host knows that the old is done.
  for (size_t i = 0; i < freeLanes.size(); ++i) {
    unsigned lane = freeLanes[i];
    if (laneCounts[lane] && !hostClock.covers({lane, laneCounts[lane]}))
      continue;
    freeLanes.erase(freeLanes.begin() + static_cast<ptrdiff_t>(i));
    return lane;
  }
  laneCounts.push_back(0);
  laneEnds.push_back(0);
  return static_cast<unsigned>(laneCounts.size() - 1);
}

//===----------------------------------------------------------------------===//
// Enqueueing
//===----------------------------------------------------------------------===//

std::vector<OperationRef> State::findPredecessors(const Stream &stream) const {
  std::vector<OperationRef> before;
  auto add = [&](const OperationRef &operation) {
    if (operation)
      before.push_back(operation);
  };
  add(stream.tail);
  Context &context = *stream.context;
  if (stream.isLegacy) {
    for (const auto &[handle, other] : streams.all())
      if (other->context == &context && other->isBlocking())
        add(other->tail);
    for (const auto &[thread, other] : context.perThread)
      add(other->tail);
    for (const OperationRef &orphan : context.orphans)
      add(orphan);
  } else if (stream.isBlocking() && context.legacy) {
    add(context.legacy->tail);
  }
  return before;
}

OperationRef State::makeOperation(const Call &call, Context &context,
                                  unsigned lane, const std::string &streamName,
                                  Action action,
                                  const std::vector<OperationRef> &after) {
  if (context.pending.size() >= kMostPending)
    runUntil(context.pending.begin()->second);

  auto operation = std::make_shared<Operation>();
  operation->info = std::make_shared<OperationInfo>(
      OperationInfo{action.name, call.name, call.number, streamName});
  operation->action = std::move(action);
  operation->context = &context;
  operation->number = ++numOperations;
  operation->stamp = {lane, ++laneCounts[lane]};
  operation->clock = hostClock;
  for (const OperationRef &other : after) {
    operation->clock.join(other->clock);
    operation->end = std::max(operation->end, other->end);
    if (!other->isDone)
      operation->dependencies.push_back(other);
  }
  operation->clock.join(operation->stamp);
  context.everything.join(operation->stamp);
  if (context.sticky != kCUDA_SUCCESS) {
    // The oldest operation failed just now; nothing runs any more.
    operation->isDone = true;
    return operation;
  }

  std::vector<HostUse> &uses = operation->action.hostUses;
  for (HostUse &use : uses) {
    bool isShared = false;
    for (const auto &[number, user] : hostUsers)
      for (const HostUse &other : user->action.hostUses)
        isShared |= overlap(use, other);
    // What others still want to read stays as it is.
    if (use.isWrite && !isShared)
      std::memset(use.address, kNotYetCopied, use.bytes);
    use.hash = hashBytes(use.address, use.bytes);
  }
  context.pending.emplace(operation->number, operation);
  if (!uses.empty())
    hostUsers.emplace(operation->number, operation);
  return operation;
}

OperationRef State::enqueue(const Call &call, Stream &stream, Action action,
                            const std::vector<OperationRef> &others) {
  counts.countOperation(action, /*isOfGraph=*/false);
  std::vector<OperationRef> after = findPredecessors(stream);
  after.insert(after.end(), others.begin(), others.end());
  stream.tail = makeOperation(call, *stream.context, stream.lane, stream.name,
                              std::move(action), after);
  if (stream.isLegacy)
    stream.context->orphans.clear();
  return stream.tail;
}

void State::launchGraph(const Call &call, GraphExec &exec, Stream &stream) {
  counts.count(&Totals::graphLaunches);
  // A graph also waits for its own launch before.
  std::vector<OperationRef> before = findPredecessors(stream);
  if (exec.last)
    before.push_back(exec.last);
  std::vector<OperationRef> operations, ends;
  std::vector<bool> hasSuccessor(exec.nodes.size());
  for (size_t i = 0; i < exec.nodes.size(); ++i) {
    const GraphNode &node = exec.nodes[i];
    std::vector<OperationRef> after;
    for (size_t other : node.dependencies) {
      hasSuccessor[other] = true;
      after.push_back(operations[other]);
    }
    counts.countOperation(node.action, /*isOfGraph=*/true);
    operations.push_back(makeOperation(
        call, *stream.context, exec.lanes[exec.branchOf[i]],
        exec.name + " in " + stream.name + ", captured by " + node.call,
        node.action, after.empty() ? before : after));
  }
  for (size_t i = 0; i < operations.size(); ++i)
    if (!hasSuccessor[i])
      ends.push_back(operations[i]);
  Action marker;
  marker.name = "end of " + exec.name;
  if (exec.last)
    ends.push_back(exec.last);
  exec.last = enqueue(call, stream, std::move(marker), ends);
}

CUresult State::checkCapture(Call &call, const Stream &stream) {
  if (stream.isLegacy)
    for (const std::shared_ptr<Capture> &capture : captures)
      if (capture->origin->context == stream.context &&
          capture->origin->isBlocking()) {
        capture->invalidate(call.name);
        return call.fail(kCUDA_ERROR_STREAM_CAPTURE_IMPLICIT,
                         "the default stream would wait for " +
                             capture->origin->name + ", which is captured");
      }
  if (stream.capture && !stream.capture->invalidBy.empty())
    return call.fail(kCUDA_ERROR_STREAM_CAPTURE_INVALIDATED,
                     "the capture of " + stream.name + " is invalid since " +
                         stream.capture->invalidBy);
  return kCUDA_SUCCESS;
}

CUresult State::refuseCaptured(Call &call, const Stream &stream) {
  if (!stream.capture)
    return checkCapture(call, stream);
  stream.capture->invalidate(call.name);
  return call.fail(kCUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
                   stream.name + " is captured; the capture is invalid now");
}

CUresult State::submit(Call &call, Stream &stream, Action action) {
  if (CUresult result = checkCapture(call, stream))
    return result;
  if (!stream.capture) {
    enqueue(call, stream, std::move(action));
    // Making room may have run what failed.
    return stream.context->sticky == kCUDA_SUCCESS
               ? kCUDA_SUCCESS
               : call.fail(stream.context->sticky, "a fault of earlier work");
  }
  std::vector<GraphNode> &nodes = stream.capture->graph->nodes;
  nodes.push_back(
      {std::move(action),
       std::string(call.name) + ", call " + std::to_string(call.number),
       stream.captureTails});
  stream.captureTails = {nodes.size() - 1};
  return kCUDA_SUCCESS;
}

CUresult State::submitElsewhere(Call &call, Stream &stream, Action action,
                                bool isWaitedFor) {
  if (CUresult result = checkCapture(call, stream))
    return result;
  if (stream.capture) {
    // What nothing waits for is refused where the capture ends.
    std::vector<GraphNode> &nodes = stream.capture->graph->nodes;
    nodes.push_back(
        {std::move(action),
         std::string(call.name) + ", call " + std::to_string(call.number),
         {}});
    if (isWaitedFor)
      stream.captureTails.insert(nodes.size() - 1);
    return kCUDA_SUCCESS;
  }
  const std::shared_ptr<Stream> other =
      makeStream(*stream.context, kCU_STREAM_NON_BLOCKING, stream.priority);
  const OperationRef operation = enqueue(call, *other, std::move(action));
  giveLaneBack(other->lane);
  if (isWaitedFor) {
    Action marker;
    marker.name = "wait for " + other->name;
    enqueue(call, stream, std::move(marker), {operation});
  }
  return stream.context->sticky;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

std::vector<OperationRef>
State::findUnfinished(const OperationRef &operation) const {
  std::vector<OperationRef> result;
  std::set<uint64_t> seen;
  std::vector<OperationRef> todo;
  auto visit = [&](const OperationRef &other) {
    if (!other->isDone && seen.insert(other->number).second)
      todo.push_back(other);
  };
  visit(operation);
  while (!todo.empty()) {
    OperationRef next = std::move(todo.back());
    todo.pop_back();
    for (const OperationRef &other : next->dependencies)
      visit(other);
    result.push_back(std::move(next));
  }
  std::sort(result.begin(), result.end(),
            [](const OperationRef &a, const OperationRef &b) {
              return a->number < b->number;
            });
  return result;
}

void State::runUntil(const OperationRef &operation) {
  for (const OperationRef &next : findUnfinished(operation))
    run(next);
}

void State::runAll(Context &context) {
  while (!context.pending.empty())
    runUntil(context.pending.rbegin()->second);
}

/// A model of how long an H200 takes, in seconds, so that times depend on what
/// a program does and on nothing else. No measurement.
static double modelSeconds(const Action &action, const Counters &counters) {
  constexpr double kStart = 2e-6, kBus = 50e9, kMemory = 4.8e12;
  constexpr double kInstructions = 132 * 128 * 1.7e9;
  switch (action.kind) {
  case ActionKind::Marker:
    return 0;
  case ActionKind::CopyToDevice:
  case ActionKind::CopyToHost:
    return kStart + static_cast<double>(action.bytes) / kBus;
  case ActionKind::CopyOnDevice:
    return kStart + 2 * static_cast<double>(action.bytes) / kMemory;
  case ActionKind::Memset:
    return kStart + static_cast<double>(action.bytes) / kMemory;
  default:
    return kStart +
           std::max(static_cast<double>(counters.instructions) / kInstructions,
                    static_cast<double>(counters.loadSectors +
                                        counters.storeSectors) *
                        32 / kMemory);
  }
}

void State::run(const OperationRef &operation) {
  if (operation->isDone)
    return;
  Context &context = *operation->context;
  Counters counters;
  Fault fault = runAction(*operation, counters);
  if (fault) {
    raise(context, fault.result, fault.message);
    return;
  }
  counts.countRun(operation->action, counters);
  double &laneEnd = laneEnds[operation->stamp.lane];
  double start = std::max(laneEnd, operation->end);
  for (const OperationRef &other : operation->dependencies)
    start = std::max(start, other->end);
  laneEnd = operation->end = start + modelSeconds(operation->action, counters);

  operation->isDone = true;
  context.pending.erase(operation->number);
  hostUsers.erase(operation->number);
  refreshHostUses(*operation);
  operation->dependencies.clear();
  operation->action = Action();
}

Fault State::runAction(Operation &operation, Counters &counters) {
  if (Fault fault = checkHostUses(operation))
    return fault;
  const Action &action = operation.action;
  if (!action.run)
    return {};
  std::vector<Access> accesses;
  Fault fault;
  // The lock is held, so a call of the driver from within could never end.
  isInWork() = true;
  try {
    fault = action.run(operation.context->device.memory, accesses, counters);
  } catch (const std::exception &error) {
    fault = {kCUDA_ERROR_LAUNCH_FAILED, error.what()};
  }
  isInWork() = false;
  if (fault) {
    fault.message = operation.info->describe() + ": " + fault.message;
    return fault;
  }
  return noteAccesses(operation, accesses);
}

static Fault describeConflict(const Conflict &conflict, const Operation &later,
                              bool isWrite, const std::string &where) {
  return {kCUDA_ERROR_LAUNCH_FAILED,
          "nothing orders " + conflict.earlier.info->describe() + ", which " +
              (conflict.earlierWrites ? "writes" : "reads") + ", and " +
              later.info->describe() + ", which " +
              (isWrite ? "writes" : "reads") + " " + where};
}

Fault State::checkHostUses(const Operation &operation) const {
  for (const HostUse &use : operation.action.hostUses) {
    if (hashBytes(use.address, use.bytes) == use.hash)
      continue;
    if (auto conflict = hostHistory.findUnordered(toInteger(use.address),
                                                  use.bytes, operation.clock))
      return describeConflict(*conflict, operation, use.isWrite,
                              formatRange(toInteger(use.address), use.bytes) +
                                  " of the host");
    const std::string range =
        formatRange(toInteger(use.address), use.bytes) + " of the host";
    if (use.isWrite)
      return {kCUDA_ERROR_LAUNCH_FAILED,
              "the host wrote to the target of a copy before it ran: " + range +
                  " changed after " + operation.info->describe() +
                  " was enqueued; wait for the copy first"};
    return {kCUDA_ERROR_LAUNCH_FAILED,
            "host memory was reused too early: " + range + " changed after " +
                operation.info->describe() +
                " was enqueued and before it read them; wait for the copy "
                "first"};
  }
  return {};
}

Fault State::noteAccesses(Operation &operation, std::vector<Access> &accesses) {
  const Accessor accessor{operation.stamp, operation.info};
  Device &device = operation.context->device;
  coalesce(accesses);
  for (const Access &access : accesses)
    if (auto conflict =
            device.history.note(access, accessor, operation.clock)) {
      const uint64_t first = std::max(conflict->address, access.address);
      const uint64_t end = std::min(conflict->address + conflict->bytes,
                                    access.address + access.bytes);
      return describeConflict(*conflict, operation, access.isWrite,
                              formatRange(first, end - first) + " (" +
                                  device.memory.describe(first) + ")");
    }
  for (const HostUse &use : operation.action.hostUses)
    if (auto conflict =
            hostHistory.note({toInteger(use.address), use.bytes, use.isWrite},
                             accessor, operation.clock))
      return describeConflict(*conflict, operation, use.isWrite,
                              formatRange(toInteger(use.address), use.bytes) +
                                  " of the host");
  return {};
}

void State::refreshHostUses(const Operation &operation) {
  // A host function may have written to any of it.
  const bool isFunction = operation.action.kind == ActionKind::HostFunction;
  for (const auto &[number, user] : hostUsers) {
    if (!user->clock.covers(operation.stamp))
      continue;
    for (HostUse &use : user->action.hostUses) {
      bool isChanged = isFunction;
      for (const HostUse &written : operation.action.hostUses)
        isChanged |= written.isWrite && overlap(use, written);
      if (isChanged)
        use.hash = hashBytes(use.address, use.bytes);
    }
  }
}

void State::drop(Context &context) {
  for (auto &[number, operation] : context.pending) {
    hostUsers.erase(number);
    operation->isDone = true;
    // Not by the destructor of the first, which would recurse.
    operation->dependencies.clear();
    operation->action = Action();
  }
  context.pending.clear();
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

/// Whether a host that waits for the operation is held up.
static bool takesTime(const OperationRef &operation) {
  return operation->action.kind != ActionKind::Marker;
}

CUresult State::synchronize(Context &context, const OperationRef &operation) {
  counts.count(&Totals::synchronizations);
  if (!operation)
    return context.sticky;
  const std::vector<OperationRef> unfinished = findUnfinished(operation);
  if (std::any_of(unfinished.begin(), unfinished.end(), takesTime))
    counts.count(&Totals::blocked);
  for (const OperationRef &next : unfinished)
    run(next);
  if (context.sticky == kCUDA_SUCCESS)
    hostClock.join(operation->clock);
  return context.sticky;
}

CUresult State::synchronize(Context &context) {
  counts.count(&Totals::synchronizations);
  if (std::any_of(context.pending.begin(), context.pending.end(),
                  [](const auto &entry) { return takesTime(entry.second); }))
    counts.count(&Totals::blocked);
  runAll(context);
  if (context.sticky != kCUDA_SUCCESS)
    return context.sticky;
  hostClock.join(context.everything);
  return kCUDA_SUCCESS;
}

CUresult State::query(Context &context, const OperationRef &operation) {
  counts.count(&Totals::queries);
  if (!operation)
    return context.sticky;
  if (!operation->isDone) {
    run(findUnfinished(operation).front());
    return context.sticky == kCUDA_SUCCESS ? kCUDA_ERROR_NOT_READY
                                           : context.sticky;
  }
  if (context.sticky == kCUDA_SUCCESS)
    hostClock.join(operation->clock);
  return context.sticky;
}

CUresult State::query(Context &context, const Stream &stream) {
  // The default stream is done when all are that it waits for.
  std::vector<OperationRef> ends = findPredecessors(stream);
  if (!stream.isLegacy)
    ends = {stream.tail};
  for (const OperationRef &end : ends)
    if (end && !end->isDone)
      return query(context, end);
  if (context.sticky == kCUDA_SUCCESS)
    for (const OperationRef &end : ends)
      if (end)
        hostClock.join(end->clock);
  counts.count(&Totals::queries);
  return context.sticky;
}

//===----------------------------------------------------------------------===//
// Page-locked memory
//===----------------------------------------------------------------------===//

const HostRange *State::findHostRange(const void *address, uint64_t bytes,
                                      bool &isPartial) const {
  isPartial = false;
  const uint64_t first = toInteger(address);
  auto after = hostRanges.upper_bound(first);
  if (after != hostRanges.begin()) {
    auto at = std::prev(after);
    const uint64_t end = at->first + at->second.bytes;
    if (first + bytes <= end)
      return &at->second;
    isPartial = first < end;
  }
  if (after != hostRanges.end() && after->first < first + bytes)
    isPartial = true;
  return nullptr;
}

std::string State::describeHostUse(const void *address, uint64_t bytes) const {
  const HostUse range{static_cast<std::byte *>(const_cast<void *>(address)),
                      bytes, true};
  for (const auto &[number, user] : hostUsers)
    for (const HostUse &use : user->action.hostUses)
      if (overlap(use, range))
        return user->info->describe();
  if (auto conflict =
          hostHistory.findUnordered(toInteger(address), bytes, hostClock))
    return conflict->earlier.info->describe();
  return "";
}
