//===- Compiler.cpp - Graphs and executables for Python -------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Binding.h"

#include <mutex>

using namespace amp::python;

namespace {
/// An argument or a result of an entry point.
struct Port {
  std::string name, type;
  std::vector<std::optional<int64_t>> shape;
  bool isBatched;
  std::string reduction;
};

struct Entry {
  std::string name;
  std::vector<Port> arguments, results;
  bool updatesParameters, updatesState;
};

/// One thread at a time.
struct TypeInference {
  TypeInferenceHandle handle;
  std::mutex mutex;

  TypeInference() {
    amp_type_inference *made = nullptr;
    callUnlocked([&] { return amp_type_inference_create(&made); });
    handle.reset(made);
  }
  std::vector<std::string> infer(const std::string &op,
                                 const std::vector<std::string> &operandTypes);
};
} // namespace

static Port makePort(const amp_port &from) {
  Port port = {
      from.name, typeName(from.type), {}, from.is_batched != 0, from.reduction};
  for (uint32_t i = 0; i < from.rank; ++i)
    port.shape.push_back(from.shape[i] == AMP_OPEN_SIZE
                             ? std::nullopt
                             : std::optional<int64_t>(from.shape[i]));
  return port;
}

/// "x: [?, 64] of f32".
static std::string describe(const Port &port) {
  std::string text = port.name + ": [";
  for (size_t i = 0; i < port.shape.size(); ++i)
    text += (i ? ", " : "") +
            (port.shape[i] ? std::to_string(*port.shape[i]) : "?");
  return text + "] of " + port.type;
}

/// "train(x: [?, 64] of f32) -> (loss: [] of f32)".
static std::string describe(const Entry &entry) {
  auto list = [](const std::vector<Port> &ports) {
    std::string text = "(";
    for (const Port &port : ports)
      text += (&port == ports.data() ? "" : ", ") + describe(port);
    return text + ")";
  };
  return entry.name + list(entry.arguments) + " -> " + list(entry.results);
}

static std::vector<Entry> getEntries(const Graph &graph) {
  std::vector<Entry> entries;
  amp_graph *handle = graph.handle.get();
  for (size_t i = 0, count = amp_graph_num_entries(handle); i < count; ++i) {
    amp_entry info;
    check(amp_graph_get_entry(handle, i, &info));
    Entry &entry = entries.emplace_back();
    entry.name = info.name;
    entry.updatesParameters = info.updates_parameters != 0;
    entry.updatesState = info.updates_state != 0;
    amp_port port;
    for (size_t j = 0; j < info.num_arguments; ++j) {
      check(amp_graph_get_argument(handle, i, j, &port));
      entry.arguments.push_back(makePort(port));
    }
    for (size_t j = 0; j < info.num_results; ++j) {
      check(amp_graph_get_result(handle, i, j, &port));
      entry.results.push_back(makePort(port));
    }
  }
  return entries;
}

/// Opens a graph by `open`, which gets the options and the place for it.
template <typename Open>
static Graph openGraph(bool isTrusted, const std::optional<std::string> &cache,
                       Open open) {
  Messages messages;
  amp_graph_options options = {};
  options.struct_size = sizeof(options);
  options.trusted = isTrusted ? 1 : 0;
  options.cache_dir = cache ? cache->c_str() : nullptr;
  options.on_message = &Messages::receive;
  options.context = &messages;
  amp_graph *graph = nullptr;
  callUnlocked([&] { return open(&options, &graph); });
  Graph made{GraphHandle(graph)};
  messages.deliver();
  return made;
}

static Graph openText(const nb::bytes &text, const std::string &name,
                      bool isTrusted, const std::optional<std::string> &cache) {
  return openGraph(isTrusted, cache, [&](auto *options, auto **graph) {
    return amp_graph_open_text(text.c_str(), text.size(), name.c_str(), options,
                               graph);
  });
}

static Graph openFile(const std::string &path, bool isTrusted,
                      const std::optional<std::string> &cache) {
  return openGraph(isTrusted, cache, [&](auto *options, auto **graph) {
    return amp_graph_open_file(path.c_str(), options, graph);
  });
}

static Graph graphOf(const Executable &executable) {
  amp_graph *graph = nullptr;
  check(amp_graph_of_executable(executable.handle.get(), &graph));
  return {GraphHandle(graph)};
}

/// Programs are entry points with the size of the batch and the shapes.
static Executable compileGraph(
    Graph &graph, const Config &config,
    const std::vector<std::tuple<std::string, int64_t,
                                 std::optional<std::string>>> &programs) {
  std::vector<amp_program_request> requests;
  for (const auto &[entry, batch, shapes] : programs)
    requests.push_back(
        {entry.c_str(), batch, shapes ? shapes->c_str() : nullptr});
  Messages messages;
  amp_executable *executable = nullptr;
  callUnlocked([&] {
    return amp_graph_compile(graph.handle.get(), config.handle.get(),
                             requests.data(), requests.size(),
                             &Messages::receive, &messages, &executable);
  });
  Executable made{ExecutableHandle(executable)};
  messages.deliver();
  return made;
}

static Executable loadExecutable(const std::string &path, bool isTrusted) {
  amp_executable *executable = nullptr;
  callUnlocked([&] {
    return amp_executable_load(path.c_str(), isTrusted ? 1 : 0, &executable);
  });
  return {ExecutableHandle(executable)};
}

static Executable loadBytes(const nb::bytes &data, bool isTrusted) {
  amp_executable *executable = nullptr;
  callUnlocked([&] {
    return amp_executable_load_memory(data.c_str(), data.size(),
                                      isTrusted ? 1 : 0, &executable);
  });
  return {ExecutableHandle(executable)};
}

static nb::bytes getBytes(const Executable &executable) {
  const void *data = nullptr;
  size_t size = 0;
  check(amp_executable_get_bytes(executable.handle.get(), &data, &size));
  return nb::bytes(data, size);
}

/// The messages that a pair of functions of the C interface counts and gives.
template <typename Get>
static nb::list listMessages(const Executable &executable, size_t count,
                             Get get) {
  nb::list list;
  for (size_t i = 0; i < count; ++i) {
    amp_message message;
    check(get(executable.handle.get(), i, &message));
    list.append(nb::make_tuple(message.severity, message.place, message.text));
  }
  return list;
}

std::vector<std::string>
TypeInference::infer(const std::string &op,
                     const std::vector<std::string> &operandTypes) {
  std::vector<const char *> operands;
  for (const std::string &type : operandTypes)
    operands.push_back(type.c_str());
  std::vector<std::string> results;
  callUnlocked([&]() -> amp_status * {
    std::lock_guard<std::mutex> lock(mutex);
    const char *const *types = nullptr;
    size_t count = 0;
    if (amp_status *status =
            amp_type_inference_infer(handle.get(), op.c_str(), operands.data(),
                                     operands.size(), &types, &count))
      return status;
    results.assign(types, types + count);
    return nullptr;
  });
  return results;
}

void amp::python::addCompiler(nb::module_ &module) {
  nb::class_<Port>(module, "Port")
      .def("__repr__", [](const Port &port) { return describe(port); })
      .def_ro("name", &Port::name)
      .def_ro("type", &Port::type)
      .def_ro("shape", &Port::shape)
      .def_ro("is_batched", &Port::isBatched)
      .def_ro("reduction", &Port::reduction);
  nb::class_<Entry>(module, "Entry")
      .def("__repr__", [](const Entry &entry) { return describe(entry); })
      .def_ro("name", &Entry::name)
      .def_ro("arguments", &Entry::arguments)
      .def_ro("results", &Entry::results)
      .def_ro("updates_parameters", &Entry::updatesParameters)
      .def_ro("updates_state", &Entry::updatesState);
  nb::class_<TypeInference>(module, "TypeInference")
      .def(nb::init<>())
      .def("infer", &TypeInference::infer, nb::arg("op"),
           nb::arg("operand_types"));
  nb::class_<Executable>(module, "Executable")
      .def_static("load", &loadExecutable, nb::arg("path"), nb::arg("trusted"))
      .def_static("load_bytes", &loadBytes, nb::arg("data"), nb::arg("trusted"))
      .def(
          "save",
          [](const Executable &executable, const std::string &path) {
            callUnlocked([&] {
              return amp_executable_save(executable.handle.get(), path.c_str());
            });
          },
          nb::arg("path"))
      .def("to_bytes", &getBytes)
      .def_prop_ro("compiler",
                   [](const Executable &executable) {
                     return std::string(
                         amp_executable_compiler(executable.handle.get()));
                   })
      .def_prop_ro("target",
                   [](const Executable &executable) {
                     return std::string(
                         amp_executable_target(executable.handle.get()));
                   })
      .def_prop_ro("explanation",
                   [](const Executable &executable) {
                     return std::string(
                         amp_executable_explanation(executable.handle.get()));
                   })
      .def_prop_ro(
          "programs",
          [](const Executable &executable) {
            std::vector<
                std::tuple<std::string, std::string, int64_t, std::string>>
                programs;
            amp_executable *handle = executable.handle.get();
            for (size_t i = 0, count = amp_executable_num_programs(handle);
                 i < count; ++i) {
              amp_program program;
              check(amp_executable_get_program(handle, i, &program));
              programs.emplace_back(program.entry, program.shapes,
                                    program.accumulate, program.phase);
            }
            return programs;
          })
      .def_prop_ro(
          "options",
          [](const Executable &executable) {
            std::vector<std::pair<std::string, std::string>> options;
            amp_executable *handle = executable.handle.get();
            for (size_t i = 0, count = amp_executable_num_options(handle);
                 i < count; ++i) {
              const char *name = nullptr, *value = nullptr;
              check(amp_executable_get_option(handle, i, &name, &value));
              options.emplace_back(name, value);
            }
            return options;
          })
      .def_prop_ro(
          "messages",
          [](const Executable &executable) {
            return listMessages(
                executable,
                amp_executable_num_messages(executable.handle.get()),
                amp_executable_get_message);
          },
          nb::sig("def messages(self) -> list[tuple[int, str, str]]"))
      .def_prop_ro(
          "unused",
          [](const Executable &executable) {
            return listMessages(
                executable, amp_executable_num_unused(executable.handle.get()),
                amp_executable_get_unused);
          },
          nb::sig("def unused(self) -> list[tuple[int, str, str]]"));
  nb::class_<Graph>(module, "Graph")
      .def_static("open_text", &openText, nb::arg("text"), nb::arg("name"),
                  nb::arg("trusted"), nb::arg("cache_dir").none())
      .def_static("open_file", &openFile, nb::arg("path"), nb::arg("trusted"),
                  nb::arg("cache_dir").none())
      .def_static("of_executable", &graphOf, nb::arg("executable"))
      .def("entries", &getEntries)
      .def("compile", &compileGraph, nb::arg("config"), nb::arg("programs"));
}
