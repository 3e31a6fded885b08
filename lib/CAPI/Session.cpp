//===- Session.cpp - C interface of trainings -----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "amp/Executable/KeepsState.h"
#include "amp/Support/AtomicFile.h"
#include "amp/Training/Plan.h"
#include "amp/Training/Settings.h"
#include "amp/Training/Trainer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <atomic>
#include <limits>
#include <numeric>

using namespace llvm;
using namespace amp;
using namespace amp::capi;
using namespace amp::training;
using mlir::amp::EntryPoint;
using mlir::amp::ProgramVariable;

static constexpr int64_t kMaxSteps = int64_t(1) << 53;
/// Shapes of an entry's steps that a new compilation keeps.
static constexpr size_t kMaxShapes = 16;
/// Keys of checkpoints: "session.step.train", and that of amp-run.
static constexpr StringLiteral kStepKey("session.step.");
static constexpr StringLiteral kEntryKey("entry");

namespace {
/// An entry point with what is bound to it.
struct BoundEntryPoint {
  explicit BoundEntryPoint(const EntryPoint &entry) : entry(entry) {}

  const EntryPoint &entry;
  std::map<std::string, Tensor> arrays;
  int64_t batchSize = 0; // 0: by the settings

  /// `bound` and `plan` are of what is bound now, and the session knows.
  bool isCurrent = false;
  BoundEntry bound;
  Config config;
  std::optional<Plan> plan;
  /// Shapes of steps that ran so far.
  std::vector<StepShape> shapes;
  /// In the session, once it has programs of this one.
  std::optional<size_t> index;

  int64_t step = 0;
  /// The order of the samples in `orderEpoch`.
  int64_t orderEpoch = 0;
  std::vector<uint64_t> order;

  /// What the last call that ran it gave.
  NamedValues last, totals;
  bool isCollected = false;
  std::vector<int64_t> resultShape;

  bool dropsLast() const { return config.dropLast; }
  int64_t accumulate() const {
    return entry.steps ? config.training.accumulate : 1;
  }
};
} // namespace

struct amp_session {
  std::shared_ptr<SharedSource> source;
  /// Kept for what is compiled later.
  std::shared_ptr<const PolicyText> policy;
  Config config;
  Precision precision;
  amp_observer observer = {};
  /// Kept by the arrays that it made.
  std::shared_ptr<const amp_allocator> allocator;
  std::string deviceName;
  Device device;
  std::vector<std::unique_ptr<BoundEntryPoint>> entries;
  std::unique_ptr<Session> engine;
  /// What a training left before there was anything to keep it.
  std::optional<Checkpoint> pendingState;
  std::atomic<bool> isCancelled{false};

  Messages makeMessages() const;
  /// What the runtime says of the programs and was not said before.
  void sayRemarks();
  bool consumeCancel() { return isCancelled.exchange(false); }
  /// Whether the present call is to end, asked after a step.
  bool mustStop() {
    return consumeCancel() ||
           (observer.should_stop && observer.should_stop(observer.context));
  }
  BoundEntryPoint *find(StringRef name) const;
  /// The argument that nothing is bound to; null if there is none.
  const mlir::amp::EntryArgument *findUnbound(const BoundEntryPoint &e) const;
  /// By the settings of the session, or of one training.
  amp_status *bindEntry(BoundEntryPoint &e, const Config &settings);
  amp_status *bindEntry(BoundEntryPoint &e) { return bindEntry(e, config); }
  amp_status *build(BoundEntryPoint *needed);
  Error writeStart(Session &session, const Messages &messages) const;
  amp_status *prepare(BoundEntryPoint &e);
  /// Makes sure that there are variables, whether or not there are data.
  amp_status *prepareAny();
  /// One pass in the order of the samples.
  amp_status *pass(BoundEntryPoint &e, bool collects);
  Expected<bool> hasSkipped() const;
};

static_assert(std::atomic<bool>::is_always_lock_free,
              "a signal handler may cancel");

//===----------------------------------------------------------------------===//
// Sessions
//===----------------------------------------------------------------------===//

static amp_status *cancelled(int64_t step) {
  return makeStatus(AMP_CANCELLED, "amp_session_cancel ended the call after "
                                   "step " +
                                       Twine(step));
}

/// "[2, 3] of f32".
static std::string describe(const amp_array &array) {
  return shapeToString(ArrayRef<int64_t>(array.shape, array.rank)) + " of " +
         mlirName(static_cast<ElementType>(array.type)).str();
}

/// The array as a tensor, which points into it.
static Expected<Tensor> viewArray(const amp_array *array, StringRef what) {
  if (!array)
    return inputError(what + " is NULL");
  if (amp_element_size(array->type) == 0)
    return inputError(what + " has the unknown element type " +
                      Twine(array->type));
  if (array->rank > kMaxRank)
    return inputError(what + " has rank " + Twine(array->rank) + "; at most " +
                      Twine(kMaxRank) + " are possible");
  if ((array->rank && !array->shape) || (array->bytes && !array->data))
    return inputError(what + ": its shape, or its data, is NULL");
  auto type = static_cast<ElementType>(array->type);
  ArrayRef<int64_t> shape(array->shape, array->rank);
  Expected<int64_t> bytes = checkedByteSize(type, shape, what);
  if (!bytes)
    return bytes.takeError();
  if (static_cast<uint64_t>(*bytes) != array->bytes)
    return inputError(what + " is " + describe(*array) + ", which takes " +
                      Twine(*bytes) + " bytes, found " + Twine(array->bytes));
  return Tensor::view(
      type, shape,
      StringRef(static_cast<const char *>(array->data), array->bytes), nullptr,
      what);
}

/// A copy, in memory of the caller where there is an allocator.
static Expected<Tensor>
copyTensor(const Tensor &tensor,
           const std::shared_ptr<const amp_allocator> &allocator,
           StringRef what) {
  StringRef bytes = tensor.bytes();
  if (!allocator || bytes.empty())
    return Tensor::copyOf(tensor.type, tensor.shape, bytes, what);
  constexpr size_t kAlignment = 64;
  void *memory =
      allocator->allocate(allocator->context, bytes.size(), kAlignment);
  if (!memory)
    return limitError(what + ": the allocator has no " + Twine(bytes.size()) +
                      " bytes");
  size_t size = bytes.size();
  std::shared_ptr<const void> owner(memory, [=](const void *given) {
    allocator->release(allocator->context, const_cast<void *>(given), size);
  });
  std::memcpy(memory, bytes.data(), size);
  return Tensor::view(tensor.type, tensor.shape,
                      StringRef(static_cast<const char *>(memory), size),
                      std::move(owner), what);
}

Messages amp_session::makeMessages() const {
  Messages::Sink sink;
  if (observer.message)
    sink = [watcher = observer](const amp_message &message) {
      watcher.message(watcher.context, &message);
    };
  return Messages(std::move(sink));
}

void amp_session::sayRemarks() {
  for (const std::string &remark : engine->takeRemarks())
    makeMessages().say(AMP_REMARK, remark);
}

BoundEntryPoint *amp_session::find(StringRef name) const {
  for (const auto &entry : entries)
    if (entry->entry.name == name)
      return entry.get();
  return nullptr;
}

amp_status *amp_session_create(const amp_graph *graph, const amp_config *config,
                               const amp_session_options *options,
                               amp_session **session) {
  return guarded([&]() -> amp_status * {
    if (!graph || !session)
      return invalidArgument("the graph, or the place for the session, is "
                             "NULL");
    amp_session_options whole;
    if (amp_status *status =
            completeStruct(options, "amp_session_options", whole))
      return status;
    auto made = std::make_unique<amp_session>();
    if (amp_status *status =
            completeStruct(whole.observer, "amp_observer", made->observer))
      return status;
    if (whole.allocator) {
      if (!whole.allocator->allocate || !whole.allocator->release)
        return invalidArgument("amp_allocator: a function is NULL");
      made->allocator = std::make_shared<amp_allocator>(*whole.allocator);
    }
    made->source = graph->source;
    if (config) {
      made->config = config->config;
      made->policy = config->policy;
    }
    Config checked = made->config;
    if (checked.evalEntry.empty())
      checked.evalEvery = 0; // amp_session_train may name one
    Expected<Precision> precision = choosePrecision(checked, *made->source);
    if (!precision)
      return toStatus(precision.takeError(), AMP_INVALID_ARGUMENT);
    made->precision = std::move(*precision);
    const mlir::amp::Executable &description = made->source->describe();
    for (const Binding &binding : made->config.bindings)
      if (none_of(description.entries, [&](const EntryPoint &entry) {
            return any_of(entry.arguments, [&](const auto &argument) {
              return binding.isFor(entry.name, argument.name);
            });
          }))
        return invalidArgument(Twine(binding.isData ? "data " : "input ") +
                               quote(binding.name) +
                               ": no argument has this name");
    Expected<Device> device = openDevice(made->config);
    if (!device)
      return toStatus(device.takeError(), AMP_INVALID_ARGUMENT);
    made->device = std::move(*device);
    made->deviceName = deviceName(getInfo(made->device.get()));
    for (const EntryPoint &entry : description.entries) {
      BoundEntryPoint &added =
          *made->entries.emplace_back(std::make_unique<BoundEntryPoint>(entry));
      added.config = made->config;
      if (std::vector<int64_t> sizes = getBatchSizes(description, entry);
          !sizes.empty())
        added.config.defaultBatchSize = *llvm::max_element(sizes);
    }
    *session = made.release();
    return nullptr;
  });
}

void amp_session_destroy(amp_session *session) { delete session; }

const char *amp_session_device(const amp_session *session) {
  return session ? session->deviceName.c_str() : "";
}

void amp_session_cancel(amp_session *session) {
  if (session)
    session->isCancelled.store(true);
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

/// Calls `use` with the entry point of this name.
template <typename Use>
static amp_status *withEntry(const amp_session *session, const char *name,
                             Use use) {
  return guarded([&]() -> amp_status * {
    if (!session || !name)
      return invalidArgument("the session, or the entry point's name, is NULL");
    BoundEntryPoint *entry = session->find(name);
    if (!entry)
      return noSuchEntry(*session->source, name);
    return use(*entry);
  });
}

amp_status *amp_session_bind(amp_session *session, const char *entry,
                             const char *argument, const amp_array *array,
                             amp_bind_mode mode) {
  return guarded([&]() -> amp_status * {
    if (!session || !argument)
      return invalidArgument("the session, or the argument's name, is NULL");
    if (mode != AMP_COPY && mode != AMP_BORROW)
      return invalidArgument("unknown mode " + Twine(static_cast<int>(mode)));
    if (entry && !session->find(entry))
      return noSuchEntry(*session->source, entry);
    std::vector<BoundEntryPoint *> takers;
    std::string names;
    for (const auto &candidate : session->entries) {
      if (entry && candidate->entry.name != entry)
        continue;
      for (const mlir::amp::EntryArgument &one : candidate->entry.arguments) {
        names += (names.empty() ? "" : ", ") + one.name + " (" +
                 candidate->entry.name + ")";
        if (one.name == argument)
          takers.push_back(candidate.get());
      }
    }
    std::string what = "array " + quote(argument);
    if (takers.empty())
      return invalidArgument(what + ": no argument has this name; there " +
                             (names.empty() ? "are none" : "are " + names));
    Expected<Tensor> tensor = viewArray(array, what);
    if (tensor && mode == AMP_COPY)
      tensor = copyTensor(*tensor, session->allocator, what);
    if (!tensor)
      return toStatus(tensor.takeError(), AMP_INVALID_ARGUMENT);
    for (BoundEntryPoint *taker : takers) {
      taker->arrays[argument] = *tensor;
      taker->isCurrent = false;
    }
    return nullptr;
  });
}

amp_status *amp_session_set_batch_size(amp_session *session, const char *entry,
                                       int64_t batch_size) {
  return withEntry(session, entry, [&](BoundEntryPoint &e) -> amp_status * {
    if (batch_size < 0 || batch_size > kMaxSteps)
      return invalidArgument("a batch size of " + Twine(batch_size));
    e.batchSize = batch_size;
    e.isCurrent = false;
    return nullptr;
  });
}

const mlir::amp::EntryArgument *
amp_session::findUnbound(const BoundEntryPoint &e) const {
  for (const mlir::amp::EntryArgument &argument : e.entry.arguments)
    if (!e.arrays.count(argument.name) &&
        !findBinding(config.bindings, e.entry.name, argument.name))
      return &argument;
  return nullptr;
}

static amp_status *unboundError(const BoundEntryPoint &e,
                                const mlir::amp::EntryArgument &argument) {
  return invalidArgument("entry " + quote(e.entry.name) + " needs " +
                         quote(argument.name) + ", " + typeText(argument) +
                         ": bind an array to it");
}

/// Brings `bound` and `plan` up to date with what is bound.
amp_status *amp_session::bindEntry(BoundEntryPoint &e, const Config &settings) {
  if (const mlir::amp::EntryArgument *argument = findUnbound(e))
    return unboundError(e, *argument);
  if (e.accumulate() > 1 && e.entry.accumulates)
    return invalidArgument("accumulate: entry " + quote(e.entry.name) +
                           " has an amp.accumulate of its own, which counts "
                           "its micro-batches itself; leave the setting out");
  int64_t defaultBatchSize = e.config.defaultBatchSize;
  e.config = settings;
  e.config.defaultBatchSize = defaultBatchSize;
  // The engine leaves out a last batch of what trains only.
  e.config.dropLast = settings.dropLast && e.entry.updatesState;
  if (e.batchSize)
    e.config.batchSize = e.batchSize;
  Expected<BoundEntry> bound =
      bindArrays(e.entry, e.arrays, e.config,
                 /*isMain=*/e.entry.updatesState || e.batchSize);
  if (!bound)
    return toStatus(bound.takeError(), AMP_INVALID_ARGUMENT);
  // Steps go on without end.
  e.config.epochs.reset();
  e.config.steps = kMaxSteps;
  if (!bound->samples) {
    e.config.batchSize.reset();
    e.config.shuffle = e.config.dropLast = e.config.flush = false;
  }
  // Shapes of steps mean nothing where the other sizes have changed.
  if (e.bound.shapesFor({1, 1}) != bound->shapesFor({1, 1}))
    e.shapes.clear();
  e.bound = std::move(*bound);
  Expected<Plan> plan = Plan::make(e.bound, e.config);
  if (!plan)
    return toStatus(plan.takeError(), AMP_INVALID_ARGUMENT);
  e.plan = std::move(*plan);
  e.orderEpoch = 0;
  return nullptr;
}

Error amp_session::writeStart(Session &session,
                              const Messages &messages) const {
  std::vector<std::string> remarks, warnings;
  if (!config.initFrom.empty()) {
    Expected<InitialValues> values = InitialValues::open(config);
    if (!values)
      return values.takeError();
    if (Error error = session.takeInitialValues(*values, remarks, warnings))
      return error;
  }
  if (config.learningRate) {
    Expected<std::vector<double>> others =
        session.writeLearningRate(*config.learningRate);
    if (!others)
      return withContext(others.takeError(), "lr");
  }
  for (const std::string &remark : remarks)
    messages.say(AMP_REMARK, remark);
  for (const std::string &warning : warnings)
    messages.say(AMP_WARNING, warning);
  return Error::success();
}

/// Compiles all entry points that are bound, and keeps the state. `needed` must
/// be among them.
amp_status *amp_session::build(BoundEntryPoint *needed) {
  Messages messages = makeMessages();
  auto next =
      std::make_unique<Session>(*source, precision, device.get(), config);
  std::vector<std::pair<BoundEntryPoint *, size_t>> used;
  for (const auto &entry : entries) {
    BoundEntryPoint &e = *entry;
    if (!e.isCurrent && &e != needed) {
      if (findUnbound(e))
        continue;
      // What is wrong with one that never ran is told when it is used.
      if (amp_status *status = bindEntry(e)) {
        if (e.index)
          return status;
        amp_status_free(status);
        continue;
      }
    }
    size_t index =
        next->addEntry(e.bound, e.dropsLast(), kMaxSteps, e.accumulate());
    if (!e.bound.shapesFor({}).empty())
      for (StepShape shape : e.shapes)
        next->addShape(index, shape);
    used.emplace_back(&e, index);
  }
  if (Error error = next->compile(messages.getReceiver()))
    return messages.toStatus(std::move(error), AMP_INVALID_ARGUMENT);
  if (engine)
    if (Error error = mlir::amp::checkKeepsState(engine->getExecutable(),
                                                 next->getExecutable()))
      return capi::toStatus(std::move(error), AMP_INVALID_ARGUMENT);
  if (Error error = next->allocate())
    return capi::toStatus(std::move(error), AMP_INVALID_ARGUMENT);
  std::optional<Checkpoint> state = pendingState;
  std::vector<std::string> remarks;
  if (engine && !state)
    if (Error error = engine->readState(state.emplace()))
      return capi::toStatus(std::move(error), AMP_INTERNAL);
  // What only the new programs know begins as the graph says.
  if (state)
    if (Error error = next->completeState(*state))
      return capi::toStatus(std::move(error), AMP_DEVICE_ERROR);
  Error error =
      state ? next->writeState(*state, remarks) : writeStart(*next, messages);
  if (error)
    return capi::toStatus(std::move(error), AMP_INVALID_ARGUMENT);
  engine = std::move(next);
  pendingState.reset();
  sayRemarks();
  for (const auto &entry : entries)
    entry->index.reset();
  for (auto [entry, index] : used) {
    BoundEntryPoint &e = *entry;
    e.index = index;
    e.isCurrent = true;
    e.isCollected = false;
    for (const auto &[shape, count] : e.bound.countSteps(e.dropsLast()))
      if (!is_contained(e.shapes, shape))
        e.shapes.push_back(shape);
    if (e.shapes.size() > kMaxShapes)
      e.shapes.erase(e.shapes.begin(), e.shapes.end() - kMaxShapes);
  }
  return nullptr;
}

amp_status *amp_session::prepare(BoundEntryPoint &e) {
  if (e.isCurrent && e.index)
    return nullptr;
  if (amp_status *status = bindEntry(e))
    return status;
  if (e.index) {
    Expected<bool> isKnown = engine->rebind(*e.index, e.dropsLast());
    if (!isKnown)
      return capi::toStatus(isKnown.takeError(), AMP_INVALID_ARGUMENT);
    if (*isKnown) {
      e.isCurrent = true;
      return nullptr;
    }
  }
  return build(&e);
}

amp_status *amp_session::prepareAny() {
  if (engine)
    return nullptr;
  for (const auto &entry : entries)
    if (!findUnbound(*entry))
      return prepare(*entry);
  if (entries.empty())
    return invalidArgument("the graph has no entry point");
  // Variables are the same for all sizes: those of the least data will do.
  SmallVector<std::pair<BoundEntryPoint *, std::string>> filled;
  const auto &saved = source->describe().functions;
  for (const auto &entry : entries) {
    if (source->isSaved && none_of(saved, [&](const auto &function) {
          return function.name == entry->entry.name;
        }))
      continue;
    while (const mlir::amp::EntryArgument *argument = findUnbound(*entry)) {
      Shape shape(argument->shape.begin(), argument->shape.end());
      for (auto [dim, size] : enumerate(shape))
        if (size == mlir::amp::kOpenSize)
          size = dim == 0 && argument->isBatched && source->isSaved
                     ? entry->config.defaultBatchSize
                     : 1;
      Expected<Tensor> zeros =
          Tensor::zeros(argument->type, shape, argument->name);
      if (!zeros)
        return capi::toStatus(zeros.takeError(), AMP_RESOURCE_EXHAUSTED);
      entry->arrays[argument->name] = std::move(*zeros);
      filled.emplace_back(entry.get(), argument->name);
    }
  }
  BoundEntryPoint &first =
      filled.empty() ? *entries.front() : *filled.front().first;
  amp_status *failure = prepare(first);
  for (auto &[entry, name] : filled) {
    entry->arrays.erase(name);
    entry->shapes.clear();
    entry->index.reset();
    entry->isCurrent = false;
  }
  if (!failure)
    return nullptr;
  amp_status *reason =
      unboundError(*entries.front(), *findUnbound(*entries.front()));
  failure->message +=
      " (for one sample, as nothing is bound: " + reason->message + ")";
  amp_status_free(reason);
  return failure;
}

amp_status *amp_session_prepare(amp_session *session, const char *entry) {
  return guarded([&]() -> amp_status * {
    if (!session)
      return invalidArgument("the session is NULL");
    if (!entry) {
      if (amp_status *status = session->prepareAny())
        return status;
      for (const auto &one : session->entries)
        if (!session->findUnbound(*one))
          if (amp_status *status = session->prepare(*one))
            return status;
      return nullptr;
    }
    BoundEntryPoint *found = session->find(entry);
    return found ? session->prepare(*found)
                 : noSuchEntry(*session->source, entry);
  });
}

amp_status *amp_session_get_executable(const amp_session *session,
                                       amp_executable **executable) {
  return guarded([&]() -> amp_status * {
    if (!session || !executable)
      return invalidArgument("the session, or the place for the executable, is "
                             "NULL");
    if (!session->engine)
      return invalidArgument("nothing is compiled yet; amp_session_prepare "
                             "compiles");
    Expected<std::unique_ptr<amp_executable>> made =
        makeExecutable(session->engine->getBytes());
    if (!made)
      return toStatus(made.takeError(), AMP_INTERNAL);
    *executable = made->release();
    return nullptr;
  });
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static std::vector<amp_value> toValues(const NamedValues &values) {
  std::vector<amp_value> result;
  for (const NamedValue &value : values)
    result.push_back({value.name.c_str(), value.value});
  return result;
}

/// The scaler that has skipped too many steps, if one has.
static Expected<std::string> findHalt(Session &session) {
  Expected<std::vector<SkipCount>> skips = session.readSkips();
  if (!skips)
    return skips.takeError();
  for (const SkipCount &count : *skips)
    if (count.limit && count.inARow >= count.limit)
      return std::to_string(count.limit) +
             " steps in a row were skipped because gradients were not finite "
             "(the limit of scaler " +
             quote(count.scaler) + "), and nothing is updated any more";
  return "";
}

Expected<bool> amp_session::hasSkipped() const {
  Expected<std::vector<SkipCount>> skips = engine->readSkips();
  if (!skips)
    return skips.takeError();
  return any_of(*skips,
                [](const SkipCount &count) { return count.inARow > 0; });
}

amp_status *amp_session_run(amp_session *session, const char *entry,
                            int64_t steps) {
  return withEntry(session, entry, [&](BoundEntryPoint &e) -> amp_status * {
    if (steps < 0 || steps > kMaxSteps - e.step)
      return invalidArgument(Twine(steps) + " steps after " + Twine(e.step));
    if (amp_status *status = session->prepare(e))
      return status;
    if (session->consumeCancel())
      return cancelled(e.step);
    if (steps == 0)
      return nullptr;
    Session &engine = *session->engine;
    const amp_observer &observer = session->observer;
    bool isStopped = false;
    std::string halt;
    Totals totals;
    totals.keepsNonFinite = !e.entry.updatesParameters;
    e.isCollected = false;
    int64_t done = 0;
    auto onStep = [&](const NamedValues &values, int64_t) -> Expected<bool> {
      ++e.step;
      ++done;
      e.last = values;
      if (observer.step) {
        std::vector<amp_value> list = toValues(values);
        observer.step(observer.context, e.step, list.data(), list.size());
      }
      if (observer.progress)
        observer.progress(observer.context, done, steps);
      if (engine.scalesLoss() && engine.isSynchronous()) {
        Expected<std::string> found = findHalt(engine);
        if (!found)
          return found.takeError();
        halt = std::move(*found);
      }
      return halt.empty();
    };
    while (done < steps && !isStopped && halt.empty()) {
      const Plan &plan = *e.plan;
      int64_t epoch = e.step / plan.stepsPerEpoch + 1;
      int64_t inEpoch = e.step % plan.stepsPerEpoch;
      if (e.orderEpoch != epoch) {
        e.order = plan.getOrder(epoch);
        e.orderEpoch = epoch;
      }
      int64_t before = e.step;
      Expected<PassResult> result = engine.runPass(
          *e.index, e.bound.skipSteps(e.order, inEpoch),
          std::min(plan.stepsPerEpoch - inEpoch, steps - done),
          [](int64_t) { return false; },
          [&](int64_t step) { return plan.completesGroup(before + step + 1); },
          onStep, [&] { return isStopped = session->mustStop(); }, totals,
          nullptr);
      if (!result)
        return toStatus(result.takeError(), AMP_INVALID_ARGUMENT);
    }
    session->sayRemarks();
    Expected<bool> isSkipped = session->hasSkipped();
    if (!isSkipped)
      return toStatus(isSkipped.takeError(), AMP_DEVICE_ERROR);
    e.totals = totals.results(/*showsLast=*/!*isSkipped);
    if (halt.empty() && engine.scalesLoss()) {
      Expected<std::string> found = findHalt(engine);
      if (!found)
        return toStatus(found.takeError(), AMP_DEVICE_ERROR);
      halt = std::move(*found);
    }
    if (!halt.empty())
      return makeStatus(AMP_TRAINING_FAILED, "entry " + quote(e.entry.name) +
                                                 ", step " + Twine(e.step) +
                                                 ": " + halt);
    return isStopped ? cancelled(e.step) : nullptr;
  });
}

amp_status *amp_session_get_step(const amp_session *session, const char *entry,
                                 int64_t *step) {
  return withEntry(session, entry, [&](BoundEntryPoint &e) -> amp_status * {
    if (!step)
      return invalidArgument("the place for the step is NULL");
    *step = e.step;
    return nullptr;
  });
}

amp_status *amp_session_set_step(amp_session *session, const char *entry,
                                 int64_t step) {
  return withEntry(session, entry, [&](BoundEntryPoint &e) -> amp_status * {
    if (step < 0 || step > kMaxSteps)
      return invalidArgument("step " + Twine(step) + " is not from 0 to " +
                             Twine(kMaxSteps));
    e.step = step;
    return nullptr;
  });
}

amp_status *amp_session::pass(BoundEntryPoint &e, bool collects) {
  if (amp_status *status = prepare(e))
    return status;
  if (consumeCancel())
    return cancelled(0);
  e.isCollected = false;
  if (collects) {
    if (Error error = engine->reserveResults(*e.index))
      return capi::toStatus(std::move(error), AMP_INVALID_ARGUMENT);
    engine->collectResults(*e.index);
  }
  std::vector<uint64_t> order(static_cast<size_t>(e.bound.samples.value_or(0)));
  std::iota(order.begin(), order.end(), uint64_t(0));
  order = e.bound.arrange(std::move(order));
  bool isStopped = false;
  Totals totals;
  totals.keepsNonFinite = !e.entry.updatesParameters;
  int64_t done = 0;
  Expected<PassResult> result = engine->runPass(
      *e.index, order, e.bound.samples ? kMaxSteps : 1,
      [](int64_t) { return false; }, [](int64_t) { return true; },
      [&](const NamedValues &values, int64_t) -> Expected<bool> {
        ++done;
        e.last = values;
        return true;
      },
      [&] { return isStopped = mustStop(); }, totals, nullptr);
  if (collects)
    engine->endCollecting(*e.index);
  if (!result)
    return capi::toStatus(result.takeError(), AMP_INVALID_ARGUMENT);
  sayRemarks();
  if (isStopped)
    return cancelled(done);
  e.totals = totals.results(/*showsLast=*/true);
  e.isCollected = collects;
  return nullptr;
}

amp_status *amp_session_evaluate(amp_session *session, const char *entry) {
  return withEntry(session, entry, [&](BoundEntryPoint &e) {
    return session->pass(e, /*collects=*/false);
  });
}

/// Copies a tensor to the memory of a caller.
static amp_status *copyOut(const Tensor &tensor, const Twine &what, void *data,
                           uint64_t bytes) {
  StringRef from = tensor.bytes();
  if (bytes != from.size() || (bytes && !data))
    return invalidArgument(what + " is " + shapeToString(tensor.shape) +
                           " of " + mlirName(tensor.type) + ", which takes " +
                           Twine(from.size()) + " bytes, found " +
                           (data ? Twine(bytes) : Twine("NULL")));
  if (bytes)
    std::memcpy(data, from.data(), from.size());
  return nullptr;
}

amp_status *amp_session_predict(amp_session *session, const char *entry,
                                const char *result, void *data,
                                uint64_t bytes) {
  return withEntry(session, entry, [&](BoundEntryPoint &e) -> amp_status * {
    std::string what = "result " + quote(result ? result : "") + " of entry " +
                       quote(e.entry.name);
    if (amp_status *status = session->prepare(e))
      return status;
    // Before the steps, which may take long.
    if (result && !is_contained(session->engine->getBatchedResults(*e.index),
                                std::string(result)))
      return invalidArgument(what + ": there is none with a row for each "
                                    "sample; amp_session_run and "
                                    "amp_session_read_result give others");
    if (amp_status *status = session->pass(e, /*collects=*/true))
      return status;
    if (!result)
      return nullptr;
    Expected<Tensor> tensor =
        session->engine->readResult(*e.index, result, /*isCollected=*/true);
    if (!tensor)
      return toStatus(tensor.takeError(), AMP_INVALID_ARGUMENT);
    return copyOut(*tensor, what, data, bytes);
  });
}

amp_status *amp_session_get_value(const amp_session *session, const char *entry,
                                  const char *result, amp_reduce reduce,
                                  double *value) {
  return withEntry(session, entry, [&](BoundEntryPoint &e) -> amp_status * {
    if (!result || !value)
      return invalidArgument("the result's name, or the place for the value, "
                             "is NULL");
    if (reduce != AMP_TOTAL && reduce != AMP_LAST)
      return invalidArgument("unknown reduction " +
                             Twine(static_cast<int>(reduce)));
    const NamedValues &values = reduce == AMP_TOTAL ? e.totals : e.last;
    std::string names;
    for (const NamedValue &one : values) {
      if (one.name == result) {
        *value = one.value;
        return nullptr;
      }
      names += (names.empty() ? "" : ", ") + one.name;
    }
    std::string what =
        "result " + quote(result) + " of entry " + quote(e.entry.name);
    return invalidArgument(what + (values.empty()
                                       ? ": no step gave scalar results"
                                       : ": there is no scalar of this name; "
                                         "there are " +
                                             names));
  });
}

/// A result of the last call that ran the entry.
static amp_status *
withResult(amp_session *session, const char *entry, const char *result,
           function_ref<amp_status *(BoundEntryPoint &, const Tensor &)> use) {
  return withEntry(session, entry, [&](BoundEntryPoint &e) -> amp_status * {
    if (!result)
      return invalidArgument("the result's name is NULL");
    if (!e.index)
      return invalidArgument("result " + quote(result) + " of entry " +
                             quote(e.entry.name) + ": no step has run");
    Expected<Tensor> tensor =
        session->engine->readResult(*e.index, result, e.isCollected);
    if (!tensor)
      return toStatus(tensor.takeError(), AMP_INVALID_ARGUMENT);
    return use(e, *tensor);
  });
}

amp_status *amp_session_get_result(amp_session *session, const char *entry,
                                   const char *result, amp_array *info) {
  return withResult(
      session, entry, result,
      [&](BoundEntryPoint &e, const Tensor &tensor) -> amp_status * {
        if (!info)
          return invalidArgument("the place for the result is NULL");
        e.resultShape.assign(tensor.shape.begin(), tensor.shape.end());
        *info = {static_cast<int32_t>(tensor.type),
                 static_cast<uint32_t>(e.resultShape.size()),
                 e.resultShape.data(), nullptr, tensor.bytes().size()};
        return nullptr;
      });
}

amp_status *amp_session_read_result(amp_session *session, const char *entry,
                                    const char *result, void *data,
                                    uint64_t bytes) {
  return withResult(session, entry, result,
                    [&](BoundEntryPoint &e, const Tensor &tensor) {
                      return copyOut(tensor,
                                     "result " + quote(result) + " of entry " +
                                         quote(e.entry.name),
                                     data, bytes);
                    });
}

//===----------------------------------------------------------------------===//
// Whole trainings
//===----------------------------------------------------------------------===//

namespace {
/// Passes on what happens in a training.
class TrainingObserver : public Observer {
public:
  TrainingObserver(amp_session &session, Messages &messages)
      : session(session), watcher(session.observer), messages(messages),
        receiver(messages.getReceiver()) {}

  void beginRun(const Precision &, int64_t steps, int64_t, StringRef) override {
    numSteps = steps;
  }
  void message(const mlir::amp::CompilerMessage &message) override {
    receiver(message);
  }
  void compiled(const Session &engine, const Precision &,
                const BoundEntry &) override {
    this->engine = &engine;
  }
  void remarks(ArrayRef<std::string> remarks) override {
    for (const std::string &remark : remarks)
      messages.say(AMP_REMARK, remark);
  }
  void warnings(ArrayRef<std::string> warnings) override {
    for (const std::string &warning : warnings)
      messages.say(AMP_WARNING, warning);
  }
  Error ready() override {
    return session.consumeCancel()
               ? typedError(ErrorKind::Interrupted,
                            "amp_session_cancel ended the call before a step")
               : Error::success();
  }
  void endSteps() override { stateError = engine->readState(state.emplace()); }
  std::optional<std::string> stopReason() override {
    isStopped = isStopped || session.mustStop();
    if (!isStopped)
      return std::nullopt;
    return "amp_session_cancel";
  }
  void progress(int64_t step) override {
    lastStep = step;
    if (watcher.progress)
      watcher.progress(watcher.context, step, numSteps);
  }
  void step(const StepReport &report) override {
    std::vector<amp_value> values = toValues(report.results);
    if (watcher.step)
      watcher.step(watcher.context, report.step, values.data(), values.size());
  }
  void epoch(const EpochReport &report, StringRef) override {
    results = report.results;
    if (!report.evaluation.empty())
      evaluation = report.evaluation;
    if (!watcher.epoch)
      return;
    std::vector<amp_value> values = toValues(report.results);
    std::vector<amp_value> evaluated = toValues(report.evaluation);
    watcher.epoch(watcher.context, report.epoch, values.data(), values.size(),
                  evaluated.data(), evaluated.size());
  }

  /// What the last step left.
  std::optional<Checkpoint> state;
  Error stateError = Error::success();
  int64_t lastStep = 0;
  NamedValues results, evaluation;

private:
  amp_session &session;
  const amp_observer &watcher;
  Messages &messages;
  MessageReceiver receiver;
  const Session *engine = nullptr;
  int64_t numSteps = 0;
  bool isStopped = false;
};
} // namespace

/// The session's settings with those of one training in their place.
static Expected<Config> mergeSettings(const amp_session &session,
                                      const Config &given) {
  if (Error error = checkIsForRunning(given, "the session"))
    return std::move(error);
  Config config = session.config;
  for (StringRef setting : {"device", "threads", "max-memory"})
    if (given.isGiven(setting) &&
        given.given.at(setting.str()) != config.given[setting.str()])
      return typedError(ErrorKind::Usage,
                        setting + " is the session's; give it where that is "
                                  "made");
  if (!given.bindings.empty())
    return typedError(ErrorKind::Usage,
                      "data and input are the session's; give them where that "
                      "is made, or bind arrays");
  for (const auto &[name, value] : given.given)
    if (Error error = setSetting(config, name, value))
      return std::move(error);
  // These are repeated, and `given` has the last one only.
  if (!given.initFrom.empty()) {
    config.initFrom = given.initFrom;
    config.initMap = given.initMap;
  }
  return config;
}

amp_status *amp_session_train(amp_session *session, const char *entry,
                              const char *eval_entry) {
  return amp_session_train_with(session, entry, eval_entry, nullptr);
}

amp_status *amp_session_train_with(amp_session *session, const char *entry,
                                   const char *eval_entry,
                                   const amp_train_options *options) {
  amp_train_options whole;
  if (amp_status *status = guarded(
          [&] { return completeStruct(options, "amp_train_options", whole); }))
    return status;
  if (session && !entry && session->config.training.entry)
    entry = session->config.training.entry->c_str();
  return withEntry(session, entry, [&](BoundEntryPoint &e) -> amp_status * {
    static const amp_config none;
    const Config &given = (whole.config ? whole.config : &none)->config;
    Expected<Config> merged = mergeSettings(*session, given);
    if (!merged)
      return toStatus(merged.takeError(), AMP_INVALID_ARGUMENT);
    Config &config = *merged;
    if (eval_entry)
      config.evalEntry = eval_entry;
    BoundEntryPoint *eval = nullptr;
    if (!config.evalEntry.empty()) {
      eval = session->find(config.evalEntry);
      if (!eval)
        return noSuchEntry(*session->source, config.evalEntry);
      if (eval == &e)
        return invalidArgument("entry " + quote(entry) +
                               " cannot be both trained and evaluated");
    }
    if (Error error = checkSettings(config))
      return toStatus(std::move(error), AMP_INVALID_ARGUMENT);
    for (BoundEntryPoint *one : {&e, eval}) {
      if (!one)
        continue;
      one->isCurrent = false;
      if (amp_status *status = session->bindEntry(*one, config))
        return status;
    }
    if (e.batchSize)
      config.batchSize = e.batchSize;
    std::optional<Checkpoint> start;
    int64_t stepsBefore = whole.goes_on ? e.step : 0;
    if (whole.goes_on) {
      config.epochsBefore = stepsBefore / e.plan->stepsPerEpoch;
      start = session->pendingState;
      if (session->engine && !start)
        if (Error error = session->engine->readState(start.emplace()))
          return toStatus(std::move(error), AMP_INTERNAL);
      if (start && !given.isGiven("lr"))
        config.learningRate.reset();
      if (start)
        config.initFrom.clear();
    }
    if (!config.output.empty()) {
      // Better now than after the training: made and taken away again.
      Expected<AtomicFile> probe = AtomicFile::create(config.output);
      if (!probe)
        return toStatus(withContext(probe.takeError(), "output"),
                        AMP_INVALID_ARGUMENT);
    }
    Expected<Checkpoints> checkpoints = Checkpoints::open(config);
    if (!checkpoints)
      return toStatus(checkpoints.takeError(), AMP_INVALID_ARGUMENT);
    Expected<InitialValues> values = InitialValues::open(config);
    if (!values)
      return toStatus(values.takeError(), AMP_INVALID_ARGUMENT);
    Messages messages = session->makeMessages();
    TrainingObserver observer(*session, messages);
    Expected<RunReport> report =
        train(*session->source, session->precision, e.bound,
              eval ? &eval->bound : nullptr, session->device.get(), config,
              *values, *checkpoints, observer, start ? &*start : nullptr);
    if (observer.state && !observer.stateError) {
      std::vector<std::string> remarks;
      if (session->engine && session->engine->knows(*observer.state)) {
        observer.stateError =
            session->engine->writeState(*observer.state, remarks);
      } else {
        // What the session has compiled has too few variables, if anything.
        session->engine.reset();
        session->pendingState = std::move(observer.state);
        for (const auto &entry : session->entries) {
          entry->index.reset();
          entry->isCurrent = false;
        }
      }
      e.step = stepsBefore + observer.lastStep;
      e.last = e.totals = observer.results;
      if (eval)
        eval->last = eval->totals = observer.evaluation;
    }
    if (!report) {
      consumeError(std::move(observer.stateError));
      return messages.toStatus(report.takeError(), AMP_INVALID_ARGUMENT);
    }
    if (observer.stateError)
      return toStatus(std::move(observer.stateError), AMP_INTERNAL);
    for (const Failure &finding : report->findings)
      messages.say(AMP_WARNING, finding.message());
    if (report->failure)
      return makeStatus(AMP_TRAINING_FAILED, report->failure->message(),
                        report->failure->place);
    return nullptr;
  });
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// Calls `use` with the variables, once there are some.
template <typename Use>
static amp_status *withVariables(amp_session *session, Use use) {
  return guarded([&]() -> amp_status * {
    if (!session)
      return invalidArgument("the session is NULL");
    if (amp_status *status = session->prepareAny())
      return status;
    return use(session->engine->getExecutable().variables);
  });
}

static void toC(const ProgramVariable &from, amp_variable &to) {
  uint64_t bytes = elementSize(from.type);
  for (int64_t size : from.shape)
    bytes *= static_cast<uint64_t>(size);
  to = {from.name.c_str(),
        from.role.c_str(),
        from.copyOf.c_str(),
        static_cast<int32_t>(from.type),
        static_cast<uint32_t>(from.shape.size()),
        from.shape.data(),
        bytes};
}

amp_status *amp_session_num_variables(amp_session *session, size_t *count) {
  return withVariables(session, [&](const auto &variables) -> amp_status * {
    if (!count)
      return invalidArgument("the place for the number is NULL");
    *count = variables.size();
    return nullptr;
  });
}

amp_status *amp_session_get_variable(amp_session *session, size_t index,
                                     amp_variable *variable) {
  return withVariables(session, [&](const auto &variables) -> amp_status * {
    if (!variable)
      return invalidArgument("the place for the variable is NULL");
    if (index >= variables.size())
      return noSuchIndex("variable", index, variables.size());
    toC(variables[index], *variable);
    return nullptr;
  });
}

amp_status *amp_session_find_variable(amp_session *session, const char *name,
                                      amp_variable *variable) {
  return withVariables(session, [&](const auto &variables) -> amp_status * {
    if (!name || !variable)
      return invalidArgument("the name, or the place for the variable, is "
                             "NULL");
    for (const ProgramVariable &one : variables)
      if (one.name == name) {
        toC(one, *variable);
        return nullptr;
      }
    return invalidArgument("there is no variable " + quote(name));
  });
}

amp_status *amp_session_read_variable(amp_session *session, const char *name,
                                      void *data, uint64_t bytes) {
  return withVariables(session, [&](const auto &) -> amp_status * {
    if (!name)
      return invalidArgument("the variable's name is NULL");
    Expected<Tensor> tensor = session->engine->readVariable(name);
    if (!tensor)
      return toStatus(tensor.takeError(), AMP_INVALID_ARGUMENT);
    return copyOut(*tensor, "variable " + quote(name), data, bytes);
  });
}

amp_status *amp_session_write_variable(amp_session *session, const char *name,
                                       const amp_array *array) {
  return withVariables(session, [&](const auto &) -> amp_status * {
    if (!name)
      return invalidArgument("the variable's name is NULL");
    Expected<Tensor> tensor =
        viewArray(array, "the array for variable " + quote(name));
    if (!tensor)
      return toStatus(tensor.takeError(), AMP_INVALID_ARGUMENT);
    return toStatus(session->engine->writeVariable(name, *tensor),
                    AMP_INVALID_ARGUMENT);
  });
}

//===----------------------------------------------------------------------===//
// Checkpoints
//===----------------------------------------------------------------------===//

amp_status *amp_session_save_state(amp_session *session,
                                   amp_checkpoint **checkpoint) {
  return withVariables(session, [&](const auto &) -> amp_status * {
    if (!checkpoint)
      return invalidArgument("the place for the checkpoint is NULL");
    auto saved = std::make_unique<amp_checkpoint>();
    Checkpoint &contents = saved->contents;
    if (Error error = session->engine->readState(contents))
      return toStatus(std::move(error), AMP_INVALID_ARGUMENT);
    for (const auto &entry : session->entries) {
      if (entry->entry.updatesParameters)
        contents.step = std::max(contents.step, entry->step);
      contents.metadata[(kStepKey + entry->entry.name).str()] =
          std::to_string(entry->step);
    }
    *checkpoint = saved.release();
    return nullptr;
  });
}

amp_status *amp_session_restore_state(amp_session *session,
                                      const amp_checkpoint *checkpoint) {
  return withVariables(session, [&](const auto &) -> amp_status * {
    if (!checkpoint)
      return invalidArgument("the checkpoint is NULL");
    const Checkpoint &contents = checkpoint->contents;
    std::vector<std::pair<BoundEntryPoint *, int64_t>> steps;
    for (const auto &entry : session->entries) {
      auto saved = contents.metadata.find((kStepKey + entry->entry.name).str());
      auto own = contents.metadata.find(kEntryKey.str());
      int64_t step;
      if (saved == contents.metadata.end()) {
        if (own != contents.metadata.end() && own->second == entry->entry.name)
          steps.emplace_back(entry.get(), contents.step);
        continue;
      }
      if (StringRef(saved->second).getAsInteger(10, step) || step < 0 ||
          step > kMaxSteps)
        return makeStatus(AMP_INVALID_CHECKPOINT,
                          "the checkpoint says of " + quote(saved->first) +
                              " " + quote(saved->second) +
                              ", expected a number of steps");
      steps.emplace_back(entry.get(), step);
    }
    std::vector<std::string> remarks;
    amp_status *status = toStatus(
        session->engine->writeState(contents, remarks), AMP_INVALID_CHECKPOINT);
    if (status) {
      // What is wrong with it is no failure of the system's.
      if (status->code == AMP_IO_ERROR)
        status->code = AMP_INVALID_CHECKPOINT;
      return status;
    }
    for (auto [entry, step] : steps)
      entry->step = step;
    Messages messages = session->makeMessages();
    for (const std::string &remark : remarks)
      messages.say(AMP_REMARK, remark);
    return nullptr;
  });
}
