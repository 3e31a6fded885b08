//===- Graph.cpp - C interface of graphs ----------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "amp/Frontend/SourceFile.h"
#include "amp/Support/RegularFile.h"
#include "amp/Training/DataSet.h"
#include "amp/Training/Device.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace amp;
using namespace amp::capi;
using namespace amp::training;
using mlir::amp::EntryPoint;
using mlir::amp::Specialization;

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

static std::vector<int64_t> openShape(ArrayRef<int64_t> shape) {
  std::vector<int64_t> open(shape.begin(), shape.end());
  for (int64_t &size : open)
    if (size == mlir::amp::kOpenSize)
      size = AMP_OPEN_SIZE;
  return open;
}

static std::unique_ptr<amp_graph> makeGraph(std::unique_ptr<ProgramSource> from,
                                            bool isSaved) {
  auto graph = std::make_unique<amp_graph>();
  graph->source = std::make_shared<SharedSource>(std::move(from), isSaved);
  for (const EntryPoint &entry : graph->source->describe().entries) {
    auto &shapes = graph->shapes.emplace_back();
    for (const mlir::amp::EntryArgument &argument : entry.arguments)
      shapes.push_back(openShape(argument.shape));
    for (const mlir::amp::EntryResult &result : entry.results)
      shapes.push_back(openShape(result.shape));
  }
  return graph;
}

static Expected<std::shared_ptr<CompileCache>> openCache(const char *path) {
  if (!path)
    return nullptr;
  std::string folder = *path ? path : CompileCache::getDefaultPath();
  if (folder.empty())
    return typedError(ErrorKind::IO,
                      "cache_dir: there is no folder of the user's own, since "
                      "neither AMP_CACHE_DIR nor XDG_CACHE_HOME nor HOME is "
                      "set; name one");
  Expected<std::unique_ptr<CompileCache>> cache = CompileCache::open(folder);
  if (!cache)
    return withContext(cache.takeError(), "cache_dir");
  return std::move(*cache);
}

static amp_status *openSource(std::unique_ptr<MemoryBuffer> file,
                              const amp_graph_options &options,
                              amp_graph **graph) {
  StringRef bytes = file->getBuffer();
  std::string name = file->getBufferIdentifier().str();
  if (!options.trusted &&
      (mlir::amp::isExecutableFile(bytes) || isBytecode(bytes)))
    return invalidArgument(
        quote(name) +
        (isBytecode(bytes)
             ? " is MLIR bytecode, which could be made to do harm while it is "
               "read; give the graph as text, or set trusted if it is your own"
             : " is an executable: native code, which runs with all your "
               "rights; set trusted if it is your own, or compile its graph"));
  if (mlir::amp::isExecutableFile(bytes)) {
    Expected<std::unique_ptr<SavedPrograms>> saved =
        SavedPrograms::open(std::move(file));
    if (!saved)
      return toStatus(withContext(saved.takeError(), quote(name)),
                      AMP_INVALID_GRAPH);
    *graph = makeGraph(std::move(*saved), /*isSaved=*/true).release();
    return nullptr;
  }
  if (bytes.size() > kMaxSourceBytes)
    return invalidArgument(quote(name) + " has " + Twine(bytes.size()) +
                           " bytes; a graph has at most " +
                           Twine(kMaxSourceBytes));
  Expected<std::shared_ptr<CompileCache>> cache = openCache(options.cache_dir);
  if (!cache)
    return toStatus(cache.takeError(), AMP_INVALID_ARGUMENT);
  Messages messages(toSink(options.on_message, options.context));
  Expected<std::unique_ptr<GraphSource>> source =
      GraphSource::open({name, bytes.str(), options.trusted != 0},
                        std::move(*cache), messages.getReceiver());
  if (!source)
    return messages.toStatus(source.takeError(), AMP_INVALID_GRAPH);
  *graph = makeGraph(std::move(*source), /*isSaved=*/false).release();
  return nullptr;
}

amp_status *amp_graph_open_text(const char *text, size_t size, const char *name,
                                const amp_graph_options *options,
                                amp_graph **graph) {
  return guarded([&]() -> amp_status * {
    if ((!text && size) || !name || !graph)
      return invalidArgument("the text, its name, or the place for the graph, "
                             "is NULL");
    amp_graph_options whole;
    if (amp_status *status =
            completeStruct(options, "amp_graph_options", whole))
      return status;
    return openSource(
        MemoryBuffer::getMemBufferCopy(StringRef(text, size), name), whole,
        graph);
  });
}

/// A graph, which is of bounded size, or an executable.
static Expected<std::unique_ptr<MemoryBuffer>> readFile(StringRef path) {
  Expected<RegularFile> file = RegularFile::open(path);
  if (!file)
    return file.takeError();
  std::string start(std::min<uint64_t>(file->size(), 8), '\0');
  if (Error error = file->read(0, start))
    return std::move(error);
  return file->readAll(mlir::amp::isExecutableFile(start) ? UINT64_MAX
                                                          : kMaxSourceBytes);
}

amp_status *amp_graph_open_file(const char *path,
                                const amp_graph_options *options,
                                amp_graph **graph) {
  return guarded([&]() -> amp_status * {
    if (!path || !graph)
      return invalidArgument("the path, or the place for the graph, is NULL");
    amp_graph_options whole;
    if (amp_status *status =
            completeStruct(options, "amp_graph_options", whole))
      return status;
    Expected<std::unique_ptr<MemoryBuffer>> file = readFile(path);
    if (!file)
      return toStatus(file.takeError(), AMP_INVALID_ARGUMENT);
    return openSource(std::move(*file), whole, graph);
  });
}

amp_status *amp_graph_of_executable(const amp_executable *executable,
                                    amp_graph **graph) {
  return guarded([&]() -> amp_status * {
    if (!executable || !graph)
      return invalidArgument("the executable, or the place for the graph, is "
                             "NULL");
    Expected<std::unique_ptr<SavedPrograms>> saved =
        SavedPrograms::open(executable->bytes);
    if (!saved)
      return toStatus(saved.takeError(), AMP_INVALID_GRAPH);
    *graph = makeGraph(std::move(*saved), /*isSaved=*/true).release();
    return nullptr;
  });
}

void amp_graph_destroy(amp_graph *graph) { delete graph; }

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

size_t amp_graph_num_entries(const amp_graph *graph) {
  return graph ? graph->source->describe().entries.size() : 0;
}

amp_status *amp_graph_get_entry(const amp_graph *graph, size_t index,
                                amp_entry *entry) {
  return guarded([&]() -> amp_status * {
    if (!graph || !entry)
      return invalidArgument("the graph, or the place for the entry point, is "
                             "NULL");
    const std::vector<EntryPoint> &entries = graph->source->describe().entries;
    if (index >= entries.size())
      return noSuchIndex("entry point", index, entries.size());
    const EntryPoint &found = entries[index];
    *entry = {found.name.c_str(), found.arguments.size(), found.results.size(),
              found.updatesParameters ? 1 : 0, found.updatesState ? 1 : 0};
    return nullptr;
  });
}

/// Argument or result `index` of an entry point; results follow arguments in
/// the list of shapes.
template <typename Port>
static amp_status *getPort(const amp_graph *graph, size_t entry, size_t index,
                           StringRef what, std::vector<Port> EntryPoint::*ports,
                           amp_port *port) {
  return guarded([&]() -> amp_status * {
    if (!graph || !port)
      return invalidArgument("the graph, or the place for the " + what +
                             ", is NULL");
    const std::vector<EntryPoint> &entries = graph->source->describe().entries;
    if (entry >= entries.size())
      return noSuchIndex("entry point", entry, entries.size());
    const EntryPoint &found = entries[entry];
    if (index >= (found.*ports).size())
      return noSuchIndex(what, index, (found.*ports).size());
    const Port &one = (found.*ports)[index];
    constexpr bool isResult = std::is_same_v<Port, mlir::amp::EntryResult>;
    const std::vector<int64_t> &shape =
        graph->shapes[entry][index + (isResult ? found.arguments.size() : 0)];
    *port = {one.name.c_str(),
             static_cast<int32_t>(one.type),
             static_cast<uint32_t>(shape.size()),
             shape.data(),
             one.isBatched ? 1 : 0,
             ""};
    if constexpr (isResult)
      port->reduction = one.reduction.c_str();
    return nullptr;
  });
}

amp_status *amp_graph_get_argument(const amp_graph *graph, size_t entry,
                                   size_t index, amp_port *port) {
  return getPort(graph, entry, index, "argument", &EntryPoint::arguments, port);
}

amp_status *amp_graph_get_result(const amp_graph *graph, size_t entry,
                                 size_t index, amp_port *port) {
  return getPort(graph, entry, index, "result", &EntryPoint::results, port);
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// The sizes of `request`, as a session asks for them, so that it finds the
/// program.
static Error setShapes(const EntryPoint &entry,
                       const amp_program_request &request,
                       Specialization &specialization) {
  std::string where = "program of entry " + quote(entry.name);
  SmallVector<StringRef> given;
  if (request.shapes)
    StringRef(request.shapes).split(given, ',');
  if (request.shapes && given.size() != entry.arguments.size())
    return inputError(where + ": shapes has " + Twine(given.size()) +
                      " of them, the entry point " +
                      Twine(entry.arguments.size()) + " arguments");
  BoundEntry bound;
  bound.entry = entry;
  for (auto [i, argument] : enumerate(entry.arguments)) {
    BoundArgument &one = bound.arguments.emplace_back();
    one.isBatched = argument.isBatched;
    one.tensor.shape.assign(argument.shape.begin(), argument.shape.end());
    if (i < given.size() && given[i] != "*") {
      SmallVector<StringRef> sizes;
      given[i].split(sizes, 'x', -1, /*KeepEmpty=*/false);
      if (sizes.size() != argument.shape.size())
        return inputError(where + ": shapes says " + quote(given[i]) +
                          ", but " + quote(argument.name) + " is " +
                          typeText(argument));
      for (auto [text, declared, size] :
           zip(sizes, argument.shape, one.tensor.shape))
        if (text.getAsInteger(10, size) || size < 0 ||
            (declared != mlir::amp::kOpenSize && declared != size))
          return inputError(where + ": shapes says " + quote(given[i]) +
                            ", but " + quote(argument.name) + " is " +
                            typeText(argument));
    }
    for (auto [dim, size] : enumerate(one.tensor.shape)) {
      bool isBatch = dim == 0 && argument.isBatched;
      if (isBatch && request.batch_size &&
          argument.shape[0] == mlir::amp::kOpenSize)
        size = request.batch_size;
      if (size == mlir::amp::kOpenSize)
        return inputError(where + ": " + quote(argument.name) + " is " +
                          typeText(argument) + "; give " +
                          (isBatch ? "batch_size" : "shapes"));
      if (isBatch && request.batch_size && size != request.batch_size)
        return inputError(where + ": " + quote(argument.name) + " takes " +
                          Twine(size) + " samples, batch_size is " +
                          Twine(request.batch_size));
    }
  }
  // Batched arguments may have their size from shapes alone.
  int64_t batch = request.batch_size;
  for (const BoundArgument &one : bound.arguments)
    if (one.isBatched)
      batch = one.tensor.shape[0];
  specialization.shapes = bound.shapesFor({batch});
  return Error::success();
}

/// The target that the device of `config` is.
static Error setTarget(const Config &config,
                       mlir::amp::TrainingOptions &options) {
  StringRef name = config.device;
  bool isAuto = name == "auto";
  if (name == "cpu" || (isAuto && amprt_cuda_unavailable_reason()))
    return Error::success();
  options.target = mlir::amp::TargetKind::Cuda;
  uint32_t ordinal = 0;
  if (name.consume_front("cuda:"))
    name.getAsInteger(10, ordinal);
  // Where there is no such device, the setting says what for.
  if (amprt_cuda_unavailable_reason() || config.isGiven("cuda-arch"))
    return Error::success();
  amprt_device_info info = {};
  if (Error error =
          training::toError(amprt_device_describe(1 + ordinal, &info)))
    return error;
  options.chip = info.arch;
  return Error::success();
}

amp_status *amp_graph_compile(amp_graph *graph, const amp_config *config,
                              const amp_program_request *programs,
                              size_t num_programs,
                              amp_message_callback on_message, void *context,
                              amp_executable **executable) {
  return guarded([&]() -> amp_status * {
    if (!graph || !programs || num_programs == 0 || !executable)
      return invalidArgument("the graph, the programs, or the place for the "
                             "executable, is NULL, or there are no programs");
    static const amp_config defaults;
    const Config &settings = (config ? config : &defaults)->config;
    Expected<Precision> precision = choosePrecision(settings, *graph->source);
    if (!precision)
      return toStatus(precision.takeError(), AMP_INVALID_ARGUMENT);
    CompileRequest request;
    if (Error error = setTarget(settings, precision->options))
      return toStatus(std::move(error), AMP_INVALID_ARGUMENT);
    request.options = toText(precision->options);
    request.usesPresetScale = precision->usesPresetScale;
    request.explains = settings.explain;
    for (const amp_program_request &program :
         ArrayRef(programs, num_programs)) {
      if (!program.entry)
        return invalidArgument("the entry point of a program is NULL");
      const EntryPoint *entry = findEntry(*graph->source, program.entry);
      if (!entry)
        return noSuchEntry(*graph->source, program.entry);
      if (program.batch_size < 0)
        return invalidArgument("program of entry " + quote(entry->name) +
                               ": batch_size is " + Twine(program.batch_size));
      Specialization specialization;
      specialization.entry = entry->name;
      if (Error error = setShapes(*entry, program, specialization))
        return toStatus(std::move(error), AMP_INVALID_ARGUMENT);
      auto add = [&](Specialization one) {
        if (none_of(request.specializations, [&](const Specialization &other) {
              return isSame(one, other);
            }))
          request.specializations.push_back(std::move(one));
      };
      if (settings.training.accumulate > 1 && entry->steps) {
        specialization.accumulate = settings.training.accumulate;
        specialization.phase = mlir::amp::MicroBatchPhase::Inner;
        add(specialization);
        specialization.phase = mlir::amp::MicroBatchPhase::Last;
      }
      add(std::move(specialization));
    }
    Messages messages(toSink(on_message, context));
    Expected<mlir::amp::ExecutableBytes> bytes =
        graph->source->getPrograms(request, messages.getReceiver());
    if (!bytes)
      return messages.toStatus(bytes.takeError(), AMP_INVALID_ARGUMENT);
    Expected<std::unique_ptr<amp_executable>> made =
        makeExecutable(std::move(*bytes));
    if (!made)
      return toStatus(made.takeError(), AMP_INTERNAL);
    *executable = made->release();
    return nullptr;
  });
}
