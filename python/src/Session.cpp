//===- Session.cpp - Sessions for Python ----------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Binding.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <map>
#include <mutex>
#include <thread>

using namespace amp::python;

using Clock = std::chrono::steady_clock;
/// How often a call that runs steps looks for signals, and tells how far it is:
/// each look takes the interpreter's lock.
static constexpr std::chrono::milliseconds kLookInterval(20);

namespace {
/// What to call while steps run; each may be None.
struct Callbacks {
  nb::object progress, step, epoch;
};

class Session {
public:
  Session(const Graph &graph, const Config &config);

  void bind(const std::string &entry, const std::string &argument,
            const Array &array, bool isBorrowed);
  void run(const std::string &entry, int64_t steps, nb::object progress,
           nb::object step);
  void train(const std::string &entry,
             const std::optional<std::string> &evalEntry, const Config &config,
             nb::object progress, nb::object step, nb::object epoch);
  void evaluate(const std::string &entry);
  void predict(const std::string &entry);
  void prepare(const std::optional<std::string> &entry);
  Executable getExecutable();

  void setBatchSize(const std::string &entry, int64_t size);
  int64_t getStep(const std::string &entry);
  void setStep(const std::string &entry, int64_t step);
  double getValue(const std::string &entry, const std::string &result,
                  bool isLast);

  std::pair<std::string, nb::tuple> describeResult(const std::string &entry,
                                                   const std::string &result);
  void readResult(const std::string &entry, const std::string &result,
                  OutputArray array);
  nb::object exportResult(const std::string &entry, const std::string &result);

  nb::list listVariables();
  void readVariable(const std::string &name, OutputArray array);
  nb::object exportVariable(const std::string &name);
  void writeVariable(const std::string &name, const Array &array);

  Checkpoint saveState();
  void restoreState(const Checkpoint &checkpoint);

  std::string getDevice() const { return amp_session_device(handle.get()); }
  void cancel() { amp_session_cancel(handle.get()); }

private:
  class Use;

  /// Calls `function`, which gives an amp_status, without the lock; what a
  /// callback raised meanwhile comes before the status.
  template <typename Function>
  void call(Function function);
  /// The same, with callbacks.
  template <typename Function>
  void callWith(Callbacks given, Function function);
  /// Calls into Python, keeping what it raises.
  template <typename Function>
  void callBack(Function function);

  static void onMessage(void *context, const amp_message *message);
  static void onProgress(void *context, int64_t step, int64_t steps);
  static void onStep(void *context, int64_t step, const amp_value *values,
                     size_t count);
  static void onEpoch(void *context, int64_t epoch, const amp_value *values,
                      size_t count, const amp_value *evaluation,
                      size_t evaluationCount);
  static int32_t shouldStop(void *context);

  /// One thread at a time.
  std::timed_mutex mutex;
  std::atomic<std::thread::id> user;
  /// Of the present call.
  Callbacks callbacks;
  std::unique_ptr<nb::python_error> raised;
  Clock::time_point lastLook, lastProgress;
  /// What is bound where it is, by entry point and argument.
  std::map<std::pair<std::string, std::string>, Array> borrowed;
  SessionHandle handle;
};

/// Makes the present thread the one that uses a session.
class Session::Use {
public:
  explicit Use(Session &session) : session(session) {
    if (session.user.load() == std::this_thread::get_id())
      throw std::runtime_error("the session is at work: what it calls may not "
                               "use it, but for cancel()");
    while (true) {
      bool isMine;
      {
        nb::gil_scoped_release release;
        isMine = session.mutex.try_lock_for(kLookInterval);
      }
      if (isMine)
        break;
      if (PyErr_CheckSignals() != 0)
        throw nb::python_error();
    }
    session.user.store(std::this_thread::get_id());
  }
  ~Use() {
    session.user.store(std::thread::id());
    session.mutex.unlock();
  }
  Use(const Use &) = delete;
  Use &operator=(const Use &) = delete;

private:
  Session &session;
};
} // namespace

template <typename Function>
void Session::callBack(Function function) {
  nb::gil_scoped_acquire acquire;
  try {
    function();
  } catch (nb::python_error &error) {
    if (!raised)
      raised = std::make_unique<nb::python_error>(std::move(error));
  }
}

template <typename Function>
void Session::call(Function function) {
  Use use(*this);
  amp_status *status = nullptr;
  {
    nb::gil_scoped_release release;
    status = function();
  }
  if (raised) {
    amp_status_free(status);
    raised->restore();
    raised.reset();
    throw nb::python_error();
  }
  check(status);
}

template <typename Function>
void Session::callWith(Callbacks given, Function function) {
  lastLook = lastProgress = Clock::now();
  call([&] {
    callbacks = std::move(given);
    amp_status *status = function();
    nb::gil_scoped_acquire acquire;
    callbacks = Callbacks();
    return status;
  });
}

//===----------------------------------------------------------------------===//
// What happens while steps run
//===----------------------------------------------------------------------===//

static nb::dict toDict(const amp_value *values, size_t count) {
  nb::dict dict;
  for (size_t i = 0; i < count; ++i)
    dict[values[i].name] = values[i].value;
  return dict;
}

/// True of an object of a callback that is there; needs no lock.
static bool isGiven(const nb::object &callback) {
  return callback.is_valid() && !callback.is_none();
}

void Session::onMessage(void *context, const amp_message *message) {
  static_cast<Session *>(context)->callBack([&] {
    deliverMessage(message->severity, message->place, message->text);
  });
}

void Session::onProgress(void *context, int64_t step, int64_t steps) {
  auto &session = *static_cast<Session *>(context);
  Clock::time_point now = Clock::now();
  if (!isGiven(session.callbacks.progress) ||
      (step != steps && now - session.lastProgress < kLookInterval))
    return;
  session.lastProgress = now;
  session.callBack([&] { session.callbacks.progress(step, steps); });
}

void Session::onStep(void *context, int64_t step, const amp_value *values,
                     size_t count) {
  auto &session = *static_cast<Session *>(context);
  if (isGiven(session.callbacks.step))
    session.callBack(
        [&] { session.callbacks.step(step, toDict(values, count)); });
}

void Session::onEpoch(void *context, int64_t epoch, const amp_value *values,
                      size_t count, const amp_value *evaluation,
                      size_t evaluationCount) {
  auto &session = *static_cast<Session *>(context);
  if (isGiven(session.callbacks.epoch))
    session.callBack([&] {
      session.callbacks.epoch(epoch, toDict(values, count),
                              toDict(evaluation, evaluationCount));
    });
}

int32_t Session::shouldStop(void *context) {
  auto &session = *static_cast<Session *>(context);
  Clock::time_point now = Clock::now();
  if (!session.raised && now - session.lastLook >= kLookInterval) {
    session.lastLook = now;
    session.callBack([] {
      if (PyErr_CheckSignals() != 0)
        throw nb::python_error();
    });
  }
  return session.raised ? 1 : 0;
}

//===----------------------------------------------------------------------===//
// Data and steps
//===----------------------------------------------------------------------===//

Session::Session(const Graph &graph, const Config &config) {
  amp_observer observer = {};
  observer.struct_size = sizeof(observer);
  observer.context = this;
  observer.message = &Session::onMessage;
  observer.progress = &Session::onProgress;
  observer.step = &Session::onStep;
  observer.epoch = &Session::onEpoch;
  observer.should_stop = &Session::shouldStop;
  amp_session_options options = {};
  options.struct_size = sizeof(options);
  options.observer = &observer;
  amp_session *session = nullptr;
  call([&] {
    return amp_session_create(graph.handle.get(), config.handle.get(), &options,
                              &session);
  });
  handle.reset(session);
}

void Session::bind(const std::string &entry, const std::string &argument,
                   const Array &array, bool isBorrowed) {
  amp_array given = array.get();
  call([&] {
    return amp_session_bind(handle.get(), entry.c_str(), argument.c_str(),
                            &given, isBorrowed ? AMP_BORROW : AMP_COPY);
  });
  // The one before is no longer read.
  std::pair<std::string, std::string> key(entry, argument);
  borrowed.erase(key);
  if (isBorrowed)
    borrowed.emplace(key, array);
}

void Session::run(const std::string &entry, int64_t steps, nb::object progress,
                  nb::object step) {
  callWith({std::move(progress), std::move(step), {}},
           [&] { return amp_session_run(handle.get(), entry.c_str(), steps); });
}

void Session::train(const std::string &entry,
                    const std::optional<std::string> &evalEntry,
                    const Config &config, nb::object progress, nb::object step,
                    nb::object epoch) {
  amp_train_options options = {};
  options.struct_size = sizeof(options);
  options.config = config.handle.get();
  options.goes_on = 1;
  callWith({std::move(progress), std::move(step), std::move(epoch)}, [&] {
    return amp_session_train_with(handle.get(), entry.c_str(),
                                  evalEntry ? evalEntry->c_str() : nullptr,
                                  &options);
  });
}

void Session::evaluate(const std::string &entry) {
  callWith({},
           [&] { return amp_session_evaluate(handle.get(), entry.c_str()); });
}

void Session::predict(const std::string &entry) {
  callWith({}, [&] {
    return amp_session_predict(handle.get(), entry.c_str(), nullptr, nullptr,
                               0);
  });
}

void Session::prepare(const std::optional<std::string> &entry) {
  call([&] {
    return amp_session_prepare(handle.get(), entry ? entry->c_str() : nullptr);
  });
}

Executable Session::getExecutable() {
  amp_executable *executable = nullptr;
  call([&] { return amp_session_get_executable(handle.get(), &executable); });
  return {ExecutableHandle(executable)};
}

void Session::setBatchSize(const std::string &entry, int64_t size) {
  call([&] {
    return amp_session_set_batch_size(handle.get(), entry.c_str(), size);
  });
}

int64_t Session::getStep(const std::string &entry) {
  int64_t step = 0;
  call(
      [&] { return amp_session_get_step(handle.get(), entry.c_str(), &step); });
  return step;
}

void Session::setStep(const std::string &entry, int64_t step) {
  call([&] { return amp_session_set_step(handle.get(), entry.c_str(), step); });
}

double Session::getValue(const std::string &entry, const std::string &result,
                         bool isLast) {
  double value = 0;
  call([&] {
    return amp_session_get_value(handle.get(), entry.c_str(), result.c_str(),
                                 isLast ? AMP_LAST : AMP_TOTAL, &value);
  });
  return value;
}

//===----------------------------------------------------------------------===//
// Results and variables
//===----------------------------------------------------------------------===//

/// An array of its own memory, which `read` fills, for what takes DLPack.
template <typename Read>
static nb::object exportArray(int32_t type, std::vector<int64_t> shape,
                              uint64_t bytes, Read read) {
  // What DLPack asks for.
  constexpr size_t kAlignment = 256;
  size_t size = (bytes / kAlignment + 1) * kAlignment;
  void *memory = std::aligned_alloc(kAlignment, size);
  if (!memory)
    throw std::bad_alloc();
  nb::capsule owner(memory, [](void *data) noexcept { std::free(data); });
  read(memory);
  std::vector<size_t> sizes(shape.begin(), shape.end());
  nb::ndarray<nb::array_api> array(memory, sizes.size(), sizes.data(), owner,
                                   nullptr, toDLPack(type),
                                   nb::device::cpu::value);
  return nb::cast(array);
}

std::pair<std::string, nb::tuple>
Session::describeResult(const std::string &entry, const std::string &result) {
  amp_array info = {};
  call([&] {
    return amp_session_get_result(handle.get(), entry.c_str(), result.c_str(),
                                  &info);
  });
  return {typeName(info.type), toTuple(info.shape, info.rank)};
}

void Session::readResult(const std::string &entry, const std::string &result,
                         OutputArray array) {
  call([&] {
    return amp_session_read_result(handle.get(), entry.c_str(), result.c_str(),
                                   array.data(), array.nbytes());
  });
}

nb::object Session::exportResult(const std::string &entry,
                                 const std::string &result) {
  amp_array info = {};
  call([&] {
    return amp_session_get_result(handle.get(), entry.c_str(), result.c_str(),
                                  &info);
  });
  return exportArray(info.type, {info.shape, info.shape + info.rank},
                     info.bytes, [&](void *memory) {
                       call([&] {
                         return amp_session_read_result(
                             handle.get(), entry.c_str(), result.c_str(),
                             memory, info.bytes);
                       });
                     });
}

nb::list Session::listVariables() {
  size_t count = 0;
  call([&] { return amp_session_num_variables(handle.get(), &count); });
  nb::list variables;
  for (size_t i = 0; i < count; ++i) {
    amp_variable info = {};
    call([&] { return amp_session_get_variable(handle.get(), i, &info); });
    variables.append(nb::make_tuple(info.name, info.role, info.copy_of,
                                    typeName(info.type),
                                    toTuple(info.shape, info.rank)));
  }
  return variables;
}

void Session::readVariable(const std::string &name, OutputArray array) {
  call([&] {
    return amp_session_read_variable(handle.get(), name.c_str(), array.data(),
                                     array.nbytes());
  });
}

nb::object Session::exportVariable(const std::string &name) {
  amp_variable info = {};
  call([&] {
    return amp_session_find_variable(handle.get(), name.c_str(), &info);
  });
  return exportArray(info.type, {info.shape, info.shape + info.rank},
                     info.bytes, [&](void *memory) {
                       call([&] {
                         return amp_session_read_variable(
                             handle.get(), name.c_str(), memory, info.bytes);
                       });
                     });
}

void Session::writeVariable(const std::string &name, const Array &array) {
  amp_array given = array.get();
  call([&] {
    return amp_session_write_variable(handle.get(), name.c_str(), &given);
  });
}

Checkpoint Session::saveState() {
  amp_checkpoint *checkpoint = nullptr;
  call([&] { return amp_session_save_state(handle.get(), &checkpoint); });
  return {CheckpointHandle(checkpoint), {}};
}

void Session::restoreState(const Checkpoint &checkpoint) {
  call([&] {
    return amp_session_restore_state(handle.get(), checkpoint.handle.get());
  });
}

void amp::python::addSession(nb::module_ &module) {
  nb::class_<Session>(module, "Session")
      .def(nb::init<const Graph &, const Config &>(), nb::arg("graph"),
           nb::arg("config"))
      .def_prop_ro("device", &Session::getDevice)
      .def("cancel", &Session::cancel)
      .def("bind", &Session::bind, nb::arg("entry"), nb::arg("argument"),
           nb::arg("array"), nb::arg("borrow"))
      .def("set_batch_size", &Session::setBatchSize, nb::arg("entry"),
           nb::arg("size"))
      .def("prepare", &Session::prepare, nb::arg("entry").none())
      .def("executable", &Session::getExecutable)
      .def("run", &Session::run, nb::arg("entry"), nb::arg("steps"),
           nb::arg("on_progress").none(), nb::arg("on_step").none())
      .def("train", &Session::train, nb::arg("entry"),
           nb::arg("eval_entry").none(), nb::arg("config"),
           nb::arg("on_progress").none(), nb::arg("on_step").none(),
           nb::arg("on_epoch").none())
      .def("evaluate", &Session::evaluate, nb::arg("entry"))
      .def("predict", &Session::predict, nb::arg("entry"))
      .def("get_step", &Session::getStep, nb::arg("entry"))
      .def("set_step", &Session::setStep, nb::arg("entry"), nb::arg("step"))
      .def("value", &Session::getValue, nb::arg("entry"), nb::arg("result"),
           nb::arg("last"))
      .def("describe_result", &Session::describeResult, nb::arg("entry"),
           nb::arg("result"),
           nb::sig("def describe_result(self, entry: str, result: str) -> "
                   "tuple[str, tuple[int, ...]]"))
      .def("read_result", &Session::readResult, nb::arg("entry"),
           nb::arg("result"), nb::arg("array").noconvert(),
           nb::sig("def read_result(self, entry: str, result: str, "
                   "array: object) -> None"))
      .def("export_result", &Session::exportResult, nb::arg("entry"),
           nb::arg("result"))
      .def("variables", &Session::listVariables,
           nb::sig("def variables(self) -> "
                   "list[tuple[str, str, str, str, tuple[int, ...]]]"))
      .def("read_variable", &Session::readVariable, nb::arg("name"),
           nb::arg("array").noconvert(),
           nb::sig("def read_variable(self, name: str, array: object) -> "
                   "None"))
      .def("export_variable", &Session::exportVariable, nb::arg("name"))
      .def("write_variable", &Session::writeVariable, nb::arg("name"),
           nb::arg("array"))
      .def("save_state", &Session::saveState)
      .def("restore_state", &Session::restoreState, nb::arg("checkpoint"));
}
