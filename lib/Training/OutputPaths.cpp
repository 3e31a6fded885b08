//===- OutputPaths.cpp - What a run may not write to ----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "amp/Training/OutputPaths.h"

#include "amp/Support/Checkpoint.h"
#include "amp/Support/Error.h"
#include "amp/Support/TensorFile.h"
#include "amp/Training/InitialValues.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace amp;
using namespace amp::training;

namespace {
/// A file that the run reads, and what names it.
struct Input {
  std::string what;
  std::string path;
};
} // namespace

static std::vector<Input> listInputs(const Config &config, StringRef graph) {
  std::vector<Input> inputs;
  // Standard input may be redirected from a file.
  inputs.push_back({"the graph", graph == "-" ? "/dev/stdin" : graph.str()});
  for (const Binding &binding : config.bindings) {
    // Anything else is a distribution.
    if (Expected<std::string> path = tensorFilePath(binding.spec))
      inputs.push_back(
          {config.spell(binding.isData ? "data" : "input") + " " + binding.name,
           *path});
    else
      consumeError(path.takeError());
  }
  if (config.training.policyFile)
    inputs.push_back({config.spell("policy"), *config.training.policyFile});
  for (const std::string &path : config.initFrom)
    inputs.push_back({config.spell("init-from"), path});
  for (const std::string &rule : config.initMap)
    if (isMapFile(rule))
      inputs.push_back({config.spell("init-map"), rule});
  return inputs;
}

static std::optional<sys::fs::UniqueID> identify(const Twine &path) {
  sys::fs::UniqueID id;
  if (sys::fs::getUniqueID(path, id))
    return std::nullopt;
  return id;
}

static std::string folderOf(StringRef path) {
  StringRef folder = sys::path::parent_path(path);
  return folder.empty() ? "." : folder.str();
}

Error amp::training::checkOutputPaths(const Config &config, StringRef graph) {
  std::vector<Input> inputs = listInputs(config, graph);
  auto refuse = [](StringRef flag, StringRef path, const Twine &reason) {
    return typedError(ErrorKind::Usage, flag + "=" + path + ": " + reason);
  };
  for (const auto &[setting, output] :
       {std::pair<StringRef, StringRef>("output", config.output),
        std::pair<StringRef, StringRef>("save-program", config.saveProgram)}) {
    if (output.empty())
      continue;
    std::vector<Input> read = inputs;
    std::vector<std::string> folders = {config.checkpointDir};
    // A file, or a folder of checkpoints.
    if (config.resume) {
      read.push_back({config.spell("resume"), *config.resume});
      folders.push_back(*config.resume);
    }
    std::optional<sys::fs::UniqueID> id = identify(output);
    for (const Input &input : read)
      if (id && id == identify(input.path))
        return refuse(config.spell(setting), output,
                      "would overwrite " + quote(input.path) + ", which is " +
                          input.what + " of this run; choose another file");
    std::optional<sys::fs::UniqueID> parent = identify(folderOf(output));
    for (const std::string &folder : folders)
      if (parent && isCheckpointName(sys::path::filename(output)) &&
          parent == identify(folder))
        return refuse(config.spell(setting), output,
                      "is the name of a checkpoint in the folder of "
                      "checkpoints; choose another file");
  }

  // What the folder already has is refused without `resume`, or continued.
  if (config.checkpointDir.empty())
    return Error::success();
  std::optional<sys::fs::UniqueID> folder = identify(config.checkpointDir);
  for (const Input &input : inputs)
    if (folder && isCheckpointName(sys::path::filename(input.path)) &&
        identify(folderOf(input.path)) == folder)
      return refuse(config.spell("checkpoint-dir"), config.checkpointDir,
                    "a checkpoint would overwrite " + quote(input.path) +
                        ", which is " + input.what +
                        " of this run; choose another folder");
  return Error::success();
}
