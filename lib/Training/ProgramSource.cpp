//===- ProgramSource.cpp - Where programs come from -----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Training/ProgramSource.h"

#include "amp/Support/RegularFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"

#include <atomic>
#include <dlfcn.h>
#include <sys/auxv.h>
#include <sys/stat.h>

using namespace llvm;
using namespace amp;
using namespace amp::training;
using mlir::amp::EntryArgument;
using mlir::amp::EntryPoint;
using mlir::amp::Executable;
using mlir::amp::ExecutableBytes;
using mlir::amp::MicroBatchPhase;
using mlir::amp::ProgramArgument;
using mlir::amp::ProgramFunction;
using mlir::amp::Specialization;

/// More is no policy, which the compiler says.
static constexpr uint64_t kMaxPolicyBytes = uint64_t(1) << 20;

static Error toError(const CompilerStatus &status) {
  return status.isOk ? Error::success()
                     : typedError(status.kind, status.message);
}

//===----------------------------------------------------------------------===//
// The compiler's library
//===----------------------------------------------------------------------===//

namespace {
/// The program or library that holds this code.
struct OwnFile {
  std::string path;
  bool isProgram;
};
} // namespace

static OwnFile findOwnFile() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<void *>(&findOwnFile), &info))
    return {};
  // Of the program itself the name is what it was called by.
  auto base = reinterpret_cast<uintptr_t>(info.dli_fbase);
  uintptr_t headers = getauxval(AT_PHDR);
  bool isProgram = headers >= base && headers - base < 4096;
  SmallString<256> path;
  if (sys::fs::real_path(isProgram ? "/proc/self/exe" : info.dli_fname, path))
    return {};
  return {path.str().str(), isProgram};
}

/// The folders in which the system looks for what `file` loads: those that it
/// was linked with, and the user's and the machine's own.
static std::vector<std::string> getSearchPath(const OwnFile &file) {
  void *handle = dlopen(file.isProgram ? nullptr : file.path.c_str(),
                        RTLD_LAZY | RTLD_NOLOAD);
  if (!handle)
    return {};
  std::vector<std::string> folders;
  Dl_serinfo size;
  if (dlinfo(handle, RTLD_DI_SERINFOSIZE, &size) == 0) {
    // It begins with how large it is, and ends with the text of the names.
    std::vector<Dl_serinfo> memory(size.dls_size / sizeof(Dl_serinfo) + 1);
    memory.front() = size;
    Dl_serinfo *info = memory.data();
    if (dlinfo(handle, RTLD_DI_SERINFO, info) == 0)
      for (unsigned i = 0; i < info->dls_cnt; ++i)
        folders.push_back((&info->dls_serpath[0] + i)->dls_name);
  }
  dlclose(handle);
  return folders;
}

/// The library beside this code, as it is built or installed, or where the
/// system finds it; empty if it is not there.
static std::string findLibrary() {
  OwnFile file = findOwnFile();
  if (file.path.empty())
    return "";
  std::string folder = sys::path::parent_path(file.path).str();
  std::vector<std::string> folders = {folder, folder + "/../lib",
                                      folder + "/../../lib"};
  llvm::append_range(folders, getSearchPath(file));
  for (const std::string &place : folders) {
    SmallString<256> path;
    if (!sys::fs::real_path(place + "/" + AMP_COMPILER_LIBRARY_NAME, path))
      return path.str().str();
  }
  return "";
}

static const std::string &getLibraryPath() {
  static const std::string path = findLibrary();
  return path;
}

/// The one thing that a whole process has.
static std::atomic<void (*)(const char *, bool)> failureHandler{nullptr};

void amp::training::setCompilerFailureHandler(void (*handler)(const char *,
                                                              bool)) {
  failureHandler = handler;
}

static Expected<CompilerLibrary *> openLibrary() {
  // What was not found, the system says so of by its name.
  const std::string &path = getLibraryPath();
  void *handle = dlopen(path.empty() ? AMP_COMPILER_LIBRARY_NAME : path.c_str(),
                        RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!handle) {
    const char *reason = dlerror();
    return ioError(std::string("the compiler cannot be loaded: ") +
                   (reason ? reason : "no reason given") +
                   "; put " AMP_COMPILER_LIBRARY_NAME
                   " beside the program, into ../lib, or into a folder of "
                   "LD_LIBRARY_PATH");
  }
  auto get =
      reinterpret_cast<GetCompilerLibrary>(dlsym(handle, kGetCompilerLibrary));
  CompilerLibrary *library = get ? get(AMP_VERSION) : nullptr;
  if (!library)
    return ioError(AMP_COMPILER_LIBRARY_NAME " is not of version " AMP_VERSION
                                             "; install both together");
  library->setFatalErrorHandler(failureHandler);
  return library;
}

/// The library, loaded once for the process; threads may ask at the same time.
static Expected<CompilerLibrary *> loadCompilerLibrary() {
  // Kept as text: an error can be taken only once.
  static const std::pair<CompilerLibrary *, std::string> loaded = [] {
    Expected<CompilerLibrary *> library = openLibrary();
    if (library)
      return std::pair(*library, std::string());
    return std::pair<CompilerLibrary *, std::string>(
        nullptr, toString(library.takeError()));
  }();
  if (!loaded.first)
    return ioError(loaded.second);
  return loaded.first;
}

Expected<std::unique_ptr<TypeInference>> amp::training::createTypeInference() {
  Expected<CompilerLibrary *> library = loadCompilerLibrary();
  if (!library)
    return library.takeError();
  return (*library)->createTypeInference();
}

//===----------------------------------------------------------------------===//
// Keys of the cache
//===----------------------------------------------------------------------===//

/// Adds what tells a file from another one under its name.
static bool addFile(CacheKey &key, const std::string &path) {
  struct stat status;
  bool exists = stat(path.c_str(), &status) == 0;
  key.add(path);
  key.add(exists ? status.st_ino : 0);
  key.add(exists ? status.st_size : 0);
  key.add(exists ? status.st_mtim.tv_sec : 0);
  key.add(exists ? status.st_mtim.tv_nsec : 0);
  return exists;
}

/// Who compiles, and for what kind of file. False if that is not known.
static bool addCompiler(CacheKey &key) {
  key.add("amp " AMP_VERSION ", LLVM " LLVM_VERSION_STRING);
  key.add(AMPRT_EXECUTABLE_VERSION);
  key.add(AMPRT_ABI_VERSION);
  return addFile(key, getLibraryPath());
}

static void addText(CacheKey &key, const SourceText &text) {
  key.add(text.name);
  key.add(text.isTrusted);
  key.add(text.text);
}

static bool addOptions(CacheKey &key, const CompileRequest &request) {
  mlir::amp::TrainingOptions options;
  for (const auto &[name, value] : request.options)
    if (Error error = setOption(options, name, value)) {
      consumeError(std::move(error));
      return false;
    }
  for (const auto &[name, value] : toText(options)) {
    key.add(name);
    // A file without a name is what it holds, whatever its descriptor is.
    key.add(StringRef(value).starts_with("/proc/self/fd/") ? "" : value);
  }
  key.add("");
  if (options.policyFile) {
    Expected<std::unique_ptr<MemoryBuffer>> policy =
        readRegularFile(*options.policyFile, kMaxPolicyBytes);
    if (!policy) {
      consumeError(policy.takeError());
      return false;
    }
    key.add((*policy)->getBuffer());
  }
  if (options.target == mlir::amp::TargetKind::Cuda) {
    std::string toolkit = options.cudaToolkit.value_or("");
    for (StringRef file : {"/bin/ptxas", "/nvvm/libdevice/libdevice.10.bc"})
      addFile(key, toolkit + file.str());
  } else if (options.cpu == "host") {
    key.add(sys::getHostCPUName());
    StringMap<bool> features = sys::getHostCPUFeatures();
    std::vector<StringRef> names;
    for (const auto &feature : features)
      if (feature.second)
        names.push_back(feature.first());
    llvm::sort(names);
    for (StringRef name : names)
      key.add(name);
    key.add("");
  }
  return true;
}

std::string GraphSource::getKey(const CompileRequest *request) const {
  CacheKey key;
  if (!cache || !addCompiler(key))
    return "";
  addText(key, text);
  key.add(request ? 1 : 0);
  if (!request)
    return key.get();
  if (!addOptions(key, *request))
    return "";
  key.add(request->usesPresetScale);
  key.add(request->explains);
  key.add(request->isSilent);
  for (const Specialization &specialization : request->specializations) {
    key.add(specialization.entry.value_or(""));
    key.add(specialization.shapes.size());
    for (const std::string &shape : specialization.shapes)
      key.add(shape);
    key.add(specialization.batch.value_or(-1));
    key.add(specialization.accumulate);
    key.add(static_cast<uint64_t>(specialization.phase));
  }
  return key.get();
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

/// Says that `file` was damaged.
static void sayDamaged(StringRef file, const MessageReceiver &receiver) {
  std::string text = "file " + quote(file) +
                     " of the cache is damaged; it is left out and made again";
  receiver({mlir::amp::CompilerMessage::Severity::Remark, "", text,
            "remark: " + text + "\n"});
}

namespace {
/// The kernels of a folder that this compiler made. They are kept apart from
/// those of another one: a kernel's text and its CPU are not all that its code
/// follows from.
class CachedKernels : public mlir::amp::KernelStore {
public:
  CachedKernels(CompileCache &cache, std::string compiler,
                const MessageReceiver &receiver)
      : cache(cache), compiler(std::move(compiler)), receiver(receiver) {}

  std::string find(StringRef digest) override {
    return cache.findKernel(
        getKey(digest), [&](StringRef file) { sayDamaged(file, receiver); });
  }

  void insert(const Kernels &kernels) override {
    Kernels named;
    for (const auto &[digest, code] : kernels)
      named.push_back({getKey(digest), code});
    cache.insertKernels(named);
  }

private:
  std::string getKey(StringRef digest) const {
    CacheKey key;
    key.add(compiler);
    key.add(digest);
    return key.get();
  }

  CompileCache &cache;
  /// What tells it from other compilers.
  std::string compiler;
  const MessageReceiver &receiver;
};
} // namespace

Error GraphSource::openModule(const MessageReceiver &receiver) {
  if (module)
    return Error::success();
  Expected<CompilerLibrary *> library = loadCompilerLibrary();
  if (!library)
    return library.takeError();
  CompilerStatus status;
  module = (*library)->open(text, receiver, status);
  return toError(status);
}

/// Looks for `key`, and else makes it and keeps it.
Expected<ExecutableBytes>
GraphSource::findOrMake(const std::string &key, const MessageReceiver &receiver,
                        function_ref<Error(ExecutableBytes &)> make,
                        Executable &executable) {
  if (!key.empty())
    if (ExecutableBytes bytes =
            cache->find(key, executable,
                        [&](StringRef file) { sayDamaged(file, receiver); })) {
      for (const mlir::amp::CompilerMessage &message : executable.messages)
        receiver(message);
      return bytes;
    }
  ExecutableBytes bytes;
  if (Error error = make(bytes))
    return std::move(error);
  Expected<Executable> read =
      mlir::amp::readExecutable(bytes, /*hasKnownDigest=*/true);
  if (!read)
    return read.takeError();
  executable = std::move(*read);
  if (!key.empty())
    cache->insert(key, bytes);
  return bytes;
}

Expected<std::unique_ptr<GraphSource>>
GraphSource::open(SourceText text, std::shared_ptr<CompileCache> cache,
                  const MessageReceiver &receiver) {
  std::unique_ptr<GraphSource> source(
      new GraphSource(std::move(text), std::move(cache)));
  Expected<ExecutableBytes> bytes = source->findOrMake(
      source->getKey(nullptr), receiver,
      [&](ExecutableBytes &made) -> Error {
        if (Error error = source->openModule(receiver))
          return error;
        return toError(source->module->describe(made));
      },
      source->description);
  if (!bytes)
    return bytes.takeError();
  return std::move(source);
}

Expected<ExecutableBytes>
GraphSource::getPrograms(const CompileRequest &request,
                         const MessageReceiver &receiver) {
  Executable executable;
  return findOrMake(
      getKey(&request), receiver,
      [&](ExecutableBytes &made) -> Error {
        // What there is to say about the graph was said when it was described.
        if (Error error = openModule([](const mlir::amp::CompilerMessage &) {}))
          return error;
        CacheKey compiler;
        if (!cache || !addCompiler(compiler))
          return toError(module->compile(request, receiver, made));
        CachedKernels kernels(*cache, compiler.get(), receiver);
        CompileRequest complete = request;
        complete.kernels = &kernels;
        return toError(module->compile(complete, receiver, made));
      },
      executable);
}

//===----------------------------------------------------------------------===//
// Saved programs
//===----------------------------------------------------------------------===//

bool amp::training::isSame(const Specialization &a, const Specialization &b) {
  return a.entry == b.entry && a.shapes == b.shapes && a.batch == b.batch &&
         a.accumulate == b.accumulate && a.phase == b.phase;
}

static std::string toText(const Specialization &specialization) {
  std::string text = quote(specialization.entry.value_or(""));
  if (!specialization.shapes.empty())
    text += " of " + join(specialization.shapes, ", ");
  if (specialization.phase != MicroBatchPhase::Any)
    text += " in groups of " + std::to_string(specialization.accumulate) +
            " (" + stringifyOption(specialization.phase).str() + ")";
  return text;
}

Expected<std::unique_ptr<SavedPrograms>>
SavedPrograms::open(ExecutableBytes bytes) {
  Expected<Executable> description = mlir::amp::readExecutable(bytes);
  if (!description)
    return description.takeError();
  auto source = std::make_unique<SavedPrograms>();
  source->bytes = std::move(bytes);
  source->description = std::move(*description);
  return std::move(source);
}

Expected<ExecutableBytes>
SavedPrograms::getPrograms(const CompileRequest &request,
                           const MessageReceiver &) {
  for (const Specialization &specialization : request.specializations) {
    if (any_of(description.functions, [&](const ProgramFunction &function) {
          return isSame(function.specialization, specialization);
        }))
      continue;
    std::string present;
    for (const ProgramFunction &function : description.functions)
      present +=
          (present.empty() ? "" : "; ") + toText(function.specialization);
    return inputError("the saved program has no entry " +
                      toText(specialization) + ", it has " +
                      (present.empty() ? "none" : present) +
                      "; save it from the graph for these sizes, too");
  }
  return bytes;
}

/// Samples that a step of `function` takes.
static int64_t countSamples(const ProgramFunction &function,
                            const EntryPoint &entry) {
  for (const ProgramArgument &argument : function.arguments) {
    if (argument.kind != ProgramArgument::Kind::Input)
      continue;
    auto declared = find_if(entry.arguments, [&](const EntryArgument &other) {
      return other.name == argument.name;
    });
    if (declared != entry.arguments.end() && declared->isBatched &&
        !argument.shape.empty())
      return argument.shape.front();
  }
  return 0;
}

std::vector<int64_t> amp::training::getBatchSizes(const Executable &program,
                                                  const EntryPoint &entry) {
  std::vector<int64_t> sizes;
  for (const ProgramFunction &function : program.functions)
    if (function.name == entry.name)
      if (int64_t size = countSamples(function, entry);
          size && !is_contained(sizes, size))
        sizes.push_back(size);
  return sizes;
}
