//===- EveryPassTest.cpp - Every pass on everything -----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A pass on any valid module gives its result or a diagnostic. Here each pass
// and each pipeline runs on every module of every lit test, whatever stage or
// dialect it is of, and on all stages of the examples. It must not crash, hang,
// fail without an error or leave invalid IR. Passes run in child processes, so
// that all that is wrong is found at once.

#include "amp/InitAllDialects.h"
#include "amp/InitAllPasses.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "gtest/gtest.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;

/// Seconds that one pass may take on one module.
static constexpr unsigned kMostSeconds = 10;

namespace {
/// A valid module, and where it is from.
struct Input {
  std::string name;
  /// Of its own: what one module loads, another one's pass must not rely on.
  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> module;
};

/// What is wrong, told by a child process.
struct Report {
  /// The module that is worked on.
  size_t position;
  size_t size;
  char text[1 << 16];
};
} // namespace

/// The files below `folder` whose names end with `ending`, in order.
static std::vector<std::string> findFiles(StringRef folder, StringRef ending) {
  std::vector<std::string> files;
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator
           i(AMP_SOURCE_DIR "/" + folder, error),
       end;
       i != end && !error; i.increment(error))
    if (StringRef(i->path()).ends_with(ending))
      files.push_back(i->path());
  llvm::sort(files);
  return files;
}

static std::string read(const llvm::Twine &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

/// The first group of every match of `pattern`.
static std::vector<std::string> findAll(StringRef text, StringRef pattern) {
  std::vector<std::string> found;
  llvm::Regex regex(pattern);
  SmallVector<StringRef> groups;
  while (regex.match(text, &groups)) {
    found.push_back(groups[1].str());
    text = text.drop_front(groups[0].end() - text.begin());
  }
  return found;
}

/// The flags of all passes and pipelines, from where they are defined.
static std::vector<std::string> findPasses() {
  std::vector<std::string> passes =
      findAll(read(AMP_SOURCE_DIR "/lib/Pipelines/Pipelines.cpp"),
              "\"(amp-([a-z0-9-]+-)?pipeline)\"");
  for (const std::string &file : findFiles("include", "Passes.td"))
    for (std::string &pass : findAll(read(file), ": Pass<\"([a-z0-9-]+)\""))
      passes.push_back(std::move(pass));
  return passes;
}

static std::unique_ptr<MLIRContext> createContext() {
  static const DialectRegistry *registry = [] {
    auto *registry = new DialectRegistry();
    mlir::registerAllDialects(*registry);
    mlir::registerAllExtensions(*registry);
    mlir::registerAllToLLVMIRTranslations(*registry);
    mlir::amp::registerAllDialects(*registry);
    return registry;
  }();
  auto context = std::make_unique<MLIRContext>(
      *registry, MLIRContext::Threading::DISABLED);
  context->allowUnregisteredDialects();
  return context;
}

static LogicalResult run(ModuleOp module, StringRef pipeline) {
  PassManager pm(module.getContext(), ModuleOp::getOperationName());
  if (failed(parsePassPipeline(pipeline, pm)))
    return failure();
  return pm.run(module);
}

/// `pass` as a pipeline for modules; empty if there is no such pass.
static std::string getPipeline(MLIRContext *context, const std::string &pass) {
  for (const std::string &pipeline :
       {pass, "func.func(" + pass + ")", "gpu.module(" + pass + ")"}) {
    PassManager pm(context, ModuleOp::getOperationName());
    if (succeeded(parsePassPipeline(pipeline, pm, llvm::nulls())))
      return pipeline;
  }
  return "";
}

/// Runs `pipeline` on a copy; gives what is wrong, if anything.
static std::string check(ModuleOp module, StringRef pipeline) {
  unsigned errors = 0;
  ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &diag) {
    errors += diag.getSeverity() == DiagnosticSeverity::Error;
    return success();
  });
  OwningOpRef<ModuleOp> copy = module.clone();
  if (failed(run(*copy, pipeline)))
    return errors ? "" : "fails without an error";
  return succeeded(verify(*copy)) ? "" : "leaves invalid IR";
}

namespace {
class EveryPassTest : public testing::TestWithParam<std::string> {
protected:
  static void SetUpTestSuite() {
    mlir::registerAllPasses();
    mlir::amp::registerAllPasses();
    for (const std::string &file : findFiles("test", ".mlir"))
      addParts(file);
    addParts(AMP_SOURCE_DIR "/unittests/Passes/foreign.mlir");
    addExamples();
  }
  static void TearDownTestSuite() { inputs.clear(); }

  /// The module of `text`, if it is valid.
  static void add(const llvm::Twine &name, StringRef text) {
    Input input{name.str(), createContext(), {}};
    ScopedDiagnosticHandler ignore(input.context.get(),
                                   [](Diagnostic &) { return success(); });
    input.module = parseSourceString<ModuleOp>(text, input.context.get());
    if (input.module)
      inputs.push_back(std::move(input));
  }

  /// Each part of a file that is a valid module on its own.
  static void addParts(StringRef file) {
    std::string text = read(file);
    SmallVector<StringRef> parts;
    StringRef(text).split(parts, "// -----");
    // Files of several modules may be split by name.
    SmallVector<StringRef> named;
    for (StringRef part : parts)
      part.split(named, "//---");
    for (auto [i, part] : llvm::enumerate(named)) {
      // The rest of a separator's line.
      if (i > 0)
        part = part.drop_until([](char c) { return c == '\n'; });
      add(llvm::sys::path::filename(file) + " part " + llvm::Twine(i), part);
    }
  }

  /// The stages through which the functions of the examples go.
  static void addExamples() {
    std::unique_ptr<MLIRContext> context = createContext();
    ScopedDiagnosticHandler ignore(context.get(),
                                   [](Diagnostic &) { return success(); });
    for (const std::string &file : findFiles("examples", ".mlir")) {
      StringRef name = llvm::sys::path::filename(file);
      OwningOpRef<ModuleOp> source =
          parseSourceFile<ModuleOp>(file, context.get());
      if (!source)
        continue;
      add(name, read(file));
      for (auto func : source->getOps<func::FuncOp>()) {
        std::string entry = "entry=" + func.getName().str() + "}";
        OwningOpRef<ModuleOp> module = source->clone();
        for (const std::string &stage :
             {"amp-training-pipeline{loss-scale=dynamic level=O1 batch=8 " +
                  entry,
              "amp-lowering-pipeline{" + entry,
              "amp-program-pipeline{" + entry}) {
          if (failed(run(*module, stage)))
            break;
          std::string text;
          llvm::raw_string_ostream(text) << *module;
          add(name + " after " + stage, text);
        }
      }
    }
  }

  static std::vector<Input> inputs;
};
} // namespace

std::vector<Input> EveryPassTest::inputs;

/// Goes on from `report.position`; ends with the last module, or with one on
/// which it crashes.
static void work(const std::vector<Input> &inputs, StringRef pipeline,
                 Report &report) {
  for (; report.position < inputs.size(); ++report.position) {
    const Input &input = inputs[report.position];
    alarm(kMostSeconds);
    std::string problem = check(*input.module, pipeline);
    alarm(0);
    if (problem.empty())
      continue;
    std::string line = input.name + ": " + problem + "\n";
    size_t rest = sizeof(report.text) - report.size;
    size_t count = std::min(rest, line.size());
    std::copy_n(line.data(), count, report.text + report.size);
    report.size += count;
  }
}

TEST_P(EveryPassTest, GivesResultOrDiagnostic) {
  ASSERT_GT(inputs.size(), 400u);
  std::string pipeline = getPipeline(inputs.front().context.get(), GetParam());
  ASSERT_NE(pipeline, "");
  auto *report = static_cast<Report *>(mmap(nullptr, sizeof(Report),
                                            PROT_READ | PROT_WRITE,
                                            MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(report, MAP_FAILED);
  for (; report->position < inputs.size(); ++report->position) {
    pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      work(inputs, pipeline, *report);
      _exit(0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
      break;
    ASSERT_LT(report->position, inputs.size());
    ADD_FAILURE() << inputs[report->position].name << ": "
                  << (WIFSIGNALED(status)
                          ? WTERMSIG(status) == SIGALRM
                                ? std::string("takes too long")
                                : "ends with signal " +
                                      std::to_string(WTERMSIG(status))
                          : "exits with " +
                                std::to_string(WEXITSTATUS(status)));
  }
  EXPECT_EQ(report->size, 0u) << std::string(report->text, report->size);
  munmap(report, sizeof(Report));
}

INSTANTIATE_TEST_SUITE_P(Passes, EveryPassTest, testing::ValuesIn(findPasses()),
                         [](const auto &info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });
