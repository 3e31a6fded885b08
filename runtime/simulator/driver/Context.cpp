//===- Context.cpp - Devices, contexts and the control --------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <cstdio>
#include <cstdlib>

#ifndef AMP_SIMULATOR_DEFAULT_CUDA_VERSION
#define AMP_SIMULATOR_DEFAULT_CUDA_VERSION 13000
#endif

using namespace amp::rt::cuda;
using namespace amp::rt::simulator;

State &amp::rt::simulator::state() {
  // Never destroyed: other static objects may call the driver at the very end.
  static State *instance = new State();
  return *instance;
}

namespace {
/// Writes the report when the process ends or the library is closed.
struct AtEnd {
  ~AtEnd() {
    State &driver = state();
    std::lock_guard<std::mutex> guard(driver.lock);
    driver.writeReport();
    if (driver.traceFile)
      std::fclose(driver.traceFile);
    driver.traceFile = nullptr;
  }
} atEnd;
} // namespace

//===----------------------------------------------------------------------===//
// Environment
//===----------------------------------------------------------------------===//

/// Reads a number that is all of `text`.
static bool parseNumber(const std::string &text, uint64_t &value) {
  if (text.empty() || text.size() > 12 ||
      text.find_first_not_of("0123456789") != std::string::npos)
    return false;
  value = std::strtoull(text.c_str(), nullptr, 10);
  return true;
}

/// Reads "9.0".
static bool parseVersion(const std::string &text, uint64_t &major,
                         uint64_t &minor) {
  size_t dot = text.find('.');
  return dot != std::string::npos && parseNumber(text.substr(0, dot), major) &&
         parseNumber(text.substr(dot + 1), minor) && minor <= 9;
}

void State::readEnvironment() {
  environmentError.clear();
  auto get = [](const char *name) {
    const char *value = std::getenv(name);
    return std::string(value ? value : "");
  };
  auto refuse = [&](const char *name, const char *expected) {
    environmentError =
        std::string(name) + " is '" + get(name) + "', expected is " + expected;
  };

  deviceCount = 1;
  capabilityMajor = 9;
  capabilityMinor = 0;
  deviceName = "Simulated H200";
  memoryBytes = UINT64_C(141) << 30;
  driverVersion = AMP_SIMULATOR_DEFAULT_CUDA_VERSION;
  initResult = kCUDA_SUCCESS;

  uint64_t major = 0, minor = 0;
  if (std::string text = get("AMP_SIMULATOR_DEVICES"); !text.empty()) {
    if (!parseNumber(text, major) || major > 64)
      refuse("AMP_SIMULATOR_DEVICES", "a number of at most 64");
    else
      deviceCount = static_cast<int>(major);
    if (deviceCount == 0)
      initResult = kCUDA_ERROR_NO_DEVICE;
  }
  if (std::string text = get("AMP_SIMULATOR_CAPABILITY"); !text.empty()) {
    if (!parseVersion(text, major, minor) || major < 5 || major > 99) {
      refuse("AMP_SIMULATOR_CAPABILITY", "a compute capability such as 9.0");
    } else {
      capabilityMajor = static_cast<int>(major);
      capabilityMinor = static_cast<int>(minor);
      deviceName = "Simulated sm_" + std::to_string(major) +
                   std::to_string(minor) + " device";
    }
  }
  if (std::string text = get("AMP_SIMULATOR_MEMORY"); !text.empty()) {
    if (!parseNumber(text, major) || major == 0 || major > (1 << 24))
      refuse("AMP_SIMULATOR_MEMORY", "a number of MiB");
    else
      memoryBytes = major << 20;
  }
  if (std::string text = get("AMP_SIMULATOR_CUDA_VERSION"); !text.empty()) {
    if (!parseVersion(text, major, minor) || major > 99)
      refuse("AMP_SIMULATOR_CUDA_VERSION", "a version such as 13.0");
    else
      driverVersion = static_cast<int>(major * 1000 + minor * 10);
  }
  if (std::string text = get("AMP_SIMULATOR_SEED"); !selectSeed(text)) {
    selectSeed("");
    if (text == "list")
      environmentError = "the seeds are\n" + listSeeds();
    else
      refuse("AMP_SIMULATOR_SEED", "a seed; 'list' prints them");
  }
  reportPath = get("AMP_SIMULATOR_REPORT");
  std::string trace = get("AMP_SIMULATOR_TRACE");
  if (trace != tracePath) {
    if (traceFile)
      std::fclose(traceFile);
    tracePath = trace;
    traceFile = trace.empty() ? nullptr : std::fopen(trace.c_str(), "w");
    if (!trace.empty() && !traceFile)
      environmentError =
          "AMP_SIMULATOR_TRACE: '" + trace + "' cannot be written";
    // What was called is there even if the process ends badly.
    if (traceFile)
      std::setvbuf(traceFile, nullptr, _IOLBF, BUFSIZ);
  }
}

State::State() { readEnvironment(); }

CUresult State::initialize(Call &call) {
  if (!environmentError.empty()) {
    std::fprintf(stderr, "simulated GPU: %s\n", environmentError.c_str());
    return call.fail(kCUDA_ERROR_UNKNOWN, environmentError);
  }
  if (initResult != kCUDA_SUCCESS)
    return call.fail(initResult, "as the control or the environment wants it");
  isInitialized = true;
  return kCUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Devices and contexts
//===----------------------------------------------------------------------===//

Device *State::findDevice(CUdevice device) {
  if (device < 0 || device >= deviceCount)
    return nullptr;
  while (devices.size() <= static_cast<size_t>(device))
    devices.push_back(std::make_unique<Device>(static_cast<int>(devices.size()),
                                               memoryBytes));
  return devices[static_cast<size_t>(device)].get();
}

std::shared_ptr<Stream> State::makeStream(Context &context, unsigned flags,
                                          int priority) {
  auto stream = std::make_shared<Stream>();
  stream->name = "stream " + std::to_string(++numNamed);
  stream->context = &context;
  stream->flags = flags;
  stream->priority = priority;
  stream->lane = takeLane();
  return stream;
}

Stream &State::getLegacyStream(Context &context) {
  if (!context.legacy) {
    context.legacy = makeStream(context, 0, 0);
    context.legacy->isLegacy = true;
    context.legacy->name = "the default stream";
  }
  return *context.legacy;
}

void State::noteLeaks(const Context &context) {
  auto note = [&](size_t count, const char *what) {
    if (count)
      leaks.push_back(std::to_string(count) + " " + what +
                      (count == 1 ? "" : "s"));
  };
  auto countOf = [&](const auto &table) {
    size_t count = 0;
    for (const auto &[handle, object] : table.all())
      count += object->context == &context;
    return count;
  };
  note(context.allocations.size(), "allocation");
  note(countOf(streams), "stream");
  note(countOf(events), "event");
  note(countOf(modules), "module");
  note(countOf(graphExecs), "graph instance");
  size_t ranges = 0;
  for (const auto &[first, range] : hostRanges)
    ranges += range.context == &context;
  note(ranges, "range of page-locked memory");
}

void State::destroyContext(Device &device) {
  std::shared_ptr<Context> context = std::move(device.primary);
  device.primary = nullptr;
  device.retains = 0;
  if (!context)
    return;
  runAll(*context);
  drop(*context);
  hostClock.join(context->everything);
  noteLeaks(*context);
  for (const auto &[handle, module] : modules.all())
    if (module->context == context.get() && module->image.unload)
      module->image.unload(device.memory);
  for (uint64_t address : context->allocations)
    device.memory.release(address);
  for (auto at = hostRanges.begin(); at != hostRanges.end();) {
    if (at->second.context != context.get()) {
      ++at;
      continue;
    }
    hostHistory.forget(at->first, at->second.bytes);
    if (at->second.isOwned)
      std::free(reinterpret_cast<void *>(at->first));
    at = hostRanges.erase(at);
  }
  device.history = AccessHistory();
  for (size_t i = captures.size(); i-- > 0;)
    if (captures[i]->origin->context == context.get()) {
      captures[i]->isEnded = true;
      captures.erase(captures.begin() + static_cast<ptrdiff_t>(i));
    }
  for (const auto &[handle, stream] : streams.all())
    if (stream->context == context.get())
      giveLaneBack(stream->lane);
  for (const auto &[handle, exec] : graphExecs.all())
    if (exec->context == context.get())
      for (unsigned lane : exec->lanes)
        giveLaneBack(lane);
  if (context->legacy)
    giveLaneBack(context->legacy->lane);
  for (const auto &[thread, stream] : context->perThread)
    giveLaneBack(stream->lane);
  streams.eraseOf(context.get());
  events.eraseOf(context.get());
  functions.eraseOf(context.get());
  modules.eraseOf(context.get());
  graphExecs.eraseOf(context.get());
  contexts.erase(context->handle);
  writeReport();
}

CUresult State::raise(Context &context, CUresult result,
                      const std::string &message) {
  if (context.sticky != kCUDA_SUCCESS)
    return context.sticky;
  context.sticky = result;
  std::string text = "device " + std::to_string(context.device.ordinal) + ": " +
                     formatResult(result) + ": " + message;
  if (printsFaults)
    std::fprintf(stderr, "simulated GPU: fault on %s\n", text.c_str());
  faults.push_back(text);
  allFaults.push_back(std::move(text));
  drop(context);
  return result;
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

void State::reset() {
  std::lock_guard<std::mutex> guard(lock);
  for (std::unique_ptr<Device> &device : devices) {
    // What is queued is not of interest any more.
    if (device->primary)
      drop(*device->primary);
    destroyContext(*device);
  }
  devices.clear();
  contextStack().clear();
  while (!graphs.all().empty())
    graphs.erase(graphs.all().begin()->first);
  captures.clear();
  hostHistory = AccessHistory();
  counts = Report();
  numCalls = 0;
  numNamed = 0;
  isInitialized = false;
  kernels.clear();
  acceptAnyImage = false;
  printsFaults = true;
  failNext.clear();
  jitLog.clear();
  freeMemory.reset();
  elapsedMilliseconds.reset();
  calls.clear();
  images.clear();
  streamFlags = 0;
  faults.clear();
  leaks.clear();
  allFaults.clear();
  errors.clear();
  readEnvironment();
}

void State::fault(int device, CUresult result, std::string message) {
  std::lock_guard<std::mutex> guard(lock);
  Device *found = findDevice(device);
  if (found && found->primary)
    raise(*found->primary, result, message);
}

Held State::held() const {
  std::lock_guard<std::mutex> guard(lock);
  Held held;
  for (const std::unique_ptr<Device> &device : devices) {
    held.contexts += device->retains;
    if (device->primary)
      held.allocations += device->primary->allocations.size();
  }
  held.contextDepth = contextStack().size();
  held.streams = streams.size();
  held.events = events.size();
  held.modules = modules.size();
  held.hostRanges = hostRanges.size();
  held.graphs = graphs.size();
  held.graphExecs = graphExecs.size();
  return held;
}

Totals State::totals() const {
  std::lock_guard<std::mutex> guard(lock);
  return counts.getTotals();
}

Counters State::counters(const std::string &kernel) const {
  std::lock_guard<std::mutex> guard(lock);
  return counts.getCounters(kernel);
}

size_t State::pending() const {
  std::lock_guard<std::mutex> guard(lock);
  size_t sum = 0;
  for (const auto &[handle, context] : contexts.all())
    sum += context->pending.size();
  return sum;
}

void State::beginPeriod(const std::string &name) {
  std::lock_guard<std::mutex> guard(lock);
  counts.beginPeriod(name);
}

std::string State::report() const {
  std::lock_guard<std::mutex> guard(lock);
  return formatReport();
}

std::string State::formatReport() const {
  std::string text = counts.format();
  size_t unfinished = 0;
  for (const auto &[handle, context] : contexts.all())
    unfinished += context->pending.size();
  text += "never run: " + std::to_string(unfinished) + "\n";
  if (selectedSeed() != Seed::None)
    text += "seed applied: " + std::to_string(countSeedApplications()) + "\n";
  text += "leaks: " + std::to_string(leaks.size()) + "\n";
  for (const std::string &leak : leaks)
    text += "leak: " + leak + "\n";
  text += "faults: " + std::to_string(allFaults.size()) + "\n";
  for (const std::string &fault : allFaults)
    text += "fault: " + fault + "\n";
  return text;
}

void State::writeReport() const {
  if (reportPath.empty())
    return;
  std::FILE *file = std::fopen(reportPath.c_str(), "w");
  const std::string text = formatReport();
  bool isWritten =
      file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file && std::fclose(file) != 0)
    isWritten = false;
  if (!isWritten)
    std::fprintf(stderr,
                 "simulated GPU: AMP_SIMULATOR_REPORT: '%s' cannot be "
                 "written\n",
                 reportPath.c_str());
}

extern "C" Control *ampSimulatorControl() {
  State &driver = state();
  std::lock_guard<std::mutex> guard(driver.lock);
  driver.isObserved = true;
  return &driver;
}

extern "C" void ampSimulatorBeginPeriod(const char *name) {
  state().beginPeriod(name ? name : "");
}
