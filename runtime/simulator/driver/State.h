//===- State.h - What the simulated driver knows ----------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// One state per process, under one lock. The handles that a program gets are
// numbers that are never given out twice; each is looked up, so that one that
// is unknown or was destroyed is an error that says so.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_DRIVER_STATE_H
#define AMP_RUNTIME_SIMULATOR_DRIVER_STATE_H

#include "Control.h"
#include "DriverSymbols.h"
#include "Kernel.h"
#include "Memory.h"
#include "Operation.h"
#include "Report.h"
#include "seeds/Seeds.h"

#include <mutex>
#include <set>
#include <thread>

namespace amp::rt::simulator {

struct Context;
struct Capture;

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

/// What all objects with a handle have.
struct Object {
  uintptr_t handle = 0;
  Context *context = nullptr; ///< Null for graphs, which belong to none.
};

struct Stream : Object {
  std::string name; ///< "stream 2"
  unsigned flags = 0;
  int priority = 0;
  bool isLegacy = false;
  unsigned lane = 0;
  OperationRef tail; ///< The last operation, if there was any.
  // While it is captured:
  std::shared_ptr<Capture> capture;
  std::set<size_t> captureTails; ///< Nodes that the next one depends on.

  /// Whether it and the legacy default stream wait for each other.
  bool isBlocking() const {
    return !isLegacy && !(flags & cuda::kCU_STREAM_NON_BLOCKING);
  }
};

struct Event : Object {
  std::string name; ///< "event 2"
  unsigned flags = 0;
  OperationRef recorded; ///< Null if never.
  // If the last record was in a capture:
  std::shared_ptr<Capture> capture;
  std::set<size_t> captureNodes;
};

struct Module : Object {
  std::string name; ///< "module 2"
  Image image;
  bool isOpaque = false; ///< All kernels are C++ functions.
  std::map<std::string, uintptr_t> functions;
  uint64_t unloadedBy = 0; ///< Number of the call.
};

struct Function : Object {
  std::string name;
  std::shared_ptr<Module> module;
  std::shared_ptr<const Kernel> kernel;
  int maxDynamicShared = 0;
  int carveout = -1;
  std::vector<std::byte> lastParameters; ///< Of a launch; kept for a seed.
};

struct GraphNode {
  Action action;
  std::string call; ///< The captured call.
  std::set<size_t> dependencies;
};

struct Graph : Object {
  std::string name;
  std::vector<GraphNode> nodes; ///< Each after what it depends on.
};

/// A graph that can be launched. A branch is a chain of its nodes.
struct GraphExec : Object {
  std::string name;
  std::vector<GraphNode> nodes;
  std::vector<size_t> branchOf; ///< Of each node.
  std::vector<unsigned> lanes;  ///< Of each branch.
  OperationRef last;            ///< The end of the last launch.
};

/// A capture that is under way, or was when an event was recorded.
struct Capture {
  std::shared_ptr<Graph> graph;
  Stream *origin;
  CUstreamCaptureMode mode;
  std::thread::id thread;
  std::string invalidBy; ///< The call that made it invalid; empty if valid.
  bool isEnded = false;

  void invalidate(const char *call) {
    if (invalidBy.empty())
      invalidBy = call;
  }
};

/// Page-locked memory of the host.
struct HostRange {
  uint64_t bytes;
  unsigned flags;
  bool isOwned; ///< Allocated by the driver, else registered.
  Context *context;
};

struct Device {
  Device(int ordinal, uint64_t memoryBytes)
      : ordinal(ordinal),
        memory(memoryBytes, Memory::kAddresses * (uint64_t(ordinal) + 1)) {}

  int ordinal;
  Memory memory;
  AccessHistory history;
  std::shared_ptr<Context> primary;
  size_t retains = 0;
};

struct Context {
  explicit Context(Device &device) : device(device) {}

  Device &device;
  uintptr_t handle = 0;
  CUresult sticky = cuda::kCUDA_SUCCESS;
  std::map<uint64_t, OperationRef> pending; ///< By number.
  std::set<uint64_t> allocations;           ///< Of cuMemAlloc.
  VectorClock everything;                   ///< Covers all that was enqueued.
  /// Ends of streams that were destroyed and that the default stream is still
  /// to wait for.
  std::vector<OperationRef> orphans;
  std::shared_ptr<Stream> legacy;
  std::map<std::thread::id, std::shared_ptr<Stream>> perThread;
};

/// Finds objects by their handles.
template <typename T>
class HandleTable {
public:
  /// Tables do not share a kind, nor kinds a handle.
  explicit HandleTable(unsigned kind)
      : first((uintptr_t(0x5100) + kind) << 32), next(first) {}

  uintptr_t insert(std::shared_ptr<T> object) {
    next += 16;
    objects.emplace(next, std::move(object));
    return next;
  }
  std::shared_ptr<T> find(const void *handle) const {
    auto found = objects.find(reinterpret_cast<uintptr_t>(handle));
    return found == objects.end() ? nullptr : found->second;
  }
  /// Whether a handle that is not found was valid once.
  bool wasDestroyed(const void *handle) const {
    auto value = reinterpret_cast<uintptr_t>(handle);
    return value > first && value <= next && value % 16 == 0;
  }
  void erase(uintptr_t handle) { objects.erase(handle); }
  size_t size() const { return objects.size(); }
  const std::map<uintptr_t, std::shared_ptr<T>> &all() const { return objects; }
  /// Erases what belongs to a context.
  void eraseOf(const Context *context) {
    for (auto at = objects.begin(); at != objects.end();)
      at = at->second->context == context ? objects.erase(at) : std::next(at);
  }

private:
  uintptr_t first, next;
  std::map<uintptr_t, std::shared_ptr<T>> objects;
};

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

class Call;

class State final : public Control {
public:
  State();

  // Control.
  void reset() override;
  void fault(int device, CUresult result, std::string message) override;
  Held held() const override;
  Totals totals() const override;
  Counters counters(const std::string &kernel) const override;
  size_t pending() const override;
  void beginPeriod(const std::string &name) override;
  std::string report() const override;

  //===--- Devices and contexts (Context.cpp) -----------------------------===//

  CUresult initialize(Call &call);
  /// Null if there is no such device.
  Device *findDevice(CUdevice device);
  /// Runs what is queued and gives everything back.
  void destroyContext(Device &device);
  /// A fault: all later calls with the context give `result`. Says why, once.
  CUresult raise(Context &context, CUresult result, const std::string &message);
  /// An error of order, which a real device would not tell of.
  CUresult raiseOrder(Context &context, const std::string &message) {
    return raise(context, cuda::kCUDA_ERROR_LAUNCH_FAILED, message);
  }
  Stream &getLegacyStream(Context &context);
  std::shared_ptr<Stream> makeStream(Context &context, unsigned flags,
                                     int priority);
  void writeReport() const;
  std::string formatReport() const;

  //===--- Queues (Queue.cpp) ---------------------------------------------===//

  unsigned takeLane();
  void giveLaneBack(unsigned lane) { freeLanes.push_back(lane); }
  /// Gives an action to a stream, or to the graph that is captured from it.
  CUresult submit(Call &call, Stream &stream, Action action);
  /// As a program with the defect of a seed would: on a stream that waits for
  /// nothing. Where `isWaitedFor`, later work of `stream` waits for it.
  CUresult submitElsewhere(Call &call, Stream &stream, Action action,
                           bool isWaitedFor);
  /// An operation at the end of the stream, which is not captured, that also
  /// waits for others.
  OperationRef enqueue(const Call &call, Stream &stream, Action action,
                       const std::vector<OperationRef> &others = {});
  /// Whether work of the stream must not be enqueued because of a capture.
  CUresult checkCapture(Call &call, const Stream &stream);
  /// Fails if the stream is captured, which makes the capture invalid.
  CUresult refuseCaptured(Call &call, const Stream &stream);
  /// Gives a stream, which is not captured, the nodes of a graph.
  void launchGraph(const Call &call, GraphExec &exec, Stream &stream);
  /// Runs the operation and what it waits for.
  void runUntil(const OperationRef &operation);
  void runAll(Context &context);
  /// The host waits for the operation, which may be null.
  CUresult synchronize(Context &context, const OperationRef &operation);
  CUresult synchronize(Context &context);
  /// The host asks whether the operation is done, and lets the device do a bit
  /// of what it waits for, so that whoever asks again gets there.
  CUresult query(Context &context, const OperationRef &operation);
  CUresult query(Context &context, const Stream &stream);
  /// What a stream waits for before an operation that is enqueued now.
  std::vector<OperationRef> findPredecessors(const Stream &stream) const;
  /// The page-locked memory that holds the whole range; `isPartial` if only a
  /// part of it is page-locked.
  const HostRange *findHostRange(const void *address, uint64_t bytes,
                                 bool &isPartial) const;
  /// Says which operation still needs a range of page-locked memory that the
  /// host wants back; empty if none.
  std::string describeHostUse(const void *address, uint64_t bytes) const;

  //===--- Data -----------------------------------------------------------===//

  mutable std::mutex lock;
  bool isInitialized = false;
  bool isObserved = false; ///< Whether `calls` is kept.
  std::string environmentError;
  std::string reportPath, tracePath;
  std::FILE *traceFile = nullptr;
  uint64_t numCalls = 0;

  std::vector<std::unique_ptr<Device>> devices;
  HandleTable<Context> contexts{1};
  HandleTable<Stream> streams{2};
  HandleTable<Event> events{3};
  HandleTable<Module> modules{4};
  HandleTable<Function> functions{5};
  HandleTable<Graph> graphs{6};
  HandleTable<GraphExec> graphExecs{7};
  std::map<uintptr_t, HostRange> hostRanges; // by first byte
  std::vector<std::shared_ptr<Capture>> captures;
  uint64_t numNamed = 0; ///< Streams, events, modules, graphs so far.

  VectorClock hostClock;
  AccessHistory hostHistory; ///< Of page-locked memory, by host address.
  std::map<uint64_t, OperationRef> hostUsers; ///< Queued, with `hostUses`.
  Report counts;

private:
  OperationRef makeOperation(const Call &call, Context &context, unsigned lane,
                             const std::string &streamName, Action action,
                             const std::vector<OperationRef> &after);
  std::vector<OperationRef> findUnfinished(const OperationRef &operation) const;
  void run(const OperationRef &operation);
  Fault runAction(Operation &operation, Counters &counters);
  Fault checkHostUses(const Operation &operation) const;
  Fault noteAccesses(Operation &operation, std::vector<Access> &accesses);
  void refreshHostUses(const Operation &operation);
  void drop(Context &context);
  void noteLeaks(const Context &context);
  void readEnvironment();

  uint64_t numOperations = 0;
  std::vector<uint64_t> laneCounts;
  std::vector<double> laneEnds;
  std::vector<unsigned> freeLanes;
  std::vector<std::string> allFaults; // also before a test looks
};

State &state();

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// What a function asks for before it does anything.
enum class Needs {
  Nothing, ///< Not even cuInit.
  Init,
  Context, ///< A current context, without a fault.
  /// A current context. After a fault the call still does what it can, so that
  /// a program can give back what it holds, and then gives the fault.
  Cleanup,
};

/// Whether a function may be called while a stream is captured elsewhere.
enum class InCapture { Safe, Unsafe };

/// One call of a function of the driver.
class Call {
public:
  Call(State &state, const char *name, uint64_t number)
      : driver(state), name(name), number(number) {}

  /// Notes what is wrong and gives the result back.
  CUresult fail(CUresult result, std::string message);
  CUresult failOnNull() {
    return fail(cuda::kCUDA_ERROR_INVALID_VALUE,
                "an address for a result is null");
  }
  /// The result of something that ran work and noted a fault of it.
  CUresult endWith(CUresult result) {
    return result == cuda::kCUDA_SUCCESS || !message.empty()
               ? result
               : fail(result, result == kCUDA_ERROR_NOT_READY
                                  ? "not done yet"
                                  : "a fault of the device");
  }

  // The objects behind handles; null, with `result` set, if there is none.
  std::shared_ptr<Stream> findStream(CUstream stream);
  std::shared_ptr<Event> findEvent(CUevent event, bool isAnyContext = false);
  std::shared_ptr<Module> findModule(CUmodule module);
  std::shared_ptr<Function> findFunction(CUfunction function);
  /// Fails if the range is not all in one allocation.
  bool checkRange(uint64_t address, uint64_t bytes, const char *what);

  State &driver;
  const char *name;
  uint64_t number;
  Context *context = nullptr; ///< The current one.
  CUresult result = cuda::kCUDA_SUCCESS;
  std::string message;

private:
  template <typename T>
  std::shared_ptr<T> find(const HandleTable<T> &table, const void *handle,
                          const char *what, bool isAnyContext);
};

/// Takes the lock, notes the call and checks what it needs. `begin` gives false
/// if the call ends there.
class CallScope {
public:
  CallScope(const char *name, Needs needs, InCapture inCapture);
  ~CallScope();
  bool mayRun() const { return isRunning; }
  /// Ends the call with this result, or the fault of the context.
  CUresult end(CUresult result);
  Call &getCall() { return call; }

private:
  CUresult check(InCapture inCapture);

  std::unique_lock<std::mutex> guard;
  Call call;
  Needs needs;
  bool isRunning = false;
};

/// Makes a function of the driver of a body that takes a Call.
template <typename Body>
CUresult enter(const char *name, Needs needs, InCapture inCapture, Body body) {
  CallScope scope(name, needs, inCapture);
  if (!scope.mayRun())
    return scope.end(scope.getCall().result);
  return scope.end(body(scope.getCall()));
}

/// Handles of the contexts of the calling thread; the last one is current.
std::vector<uintptr_t> &contextStack();
/// Set while the thread runs work of a stream.
bool &isInWork();
/// How the calling thread takes captures of others, see
/// cuThreadExchangeStreamCaptureMode.
CUstreamCaptureMode &captureModeOfThread();

// As cuda.h has them; null for what is not known.
const char *nameOfResult(CUresult result);
const char *textOfResult(CUresult result);
/// The name, or "CUresult 12345".
std::string formatResult(CUresult result);

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_SIMULATOR_DRIVER_STATE_H
