//===- Checkpoint.h - Checkpoints of trainings ------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A checkpoint is a safetensors file whose metadata says what it holds, and
// whose every bit is covered by a digest. docs/Design/Checkpoints.md has the
// format, key by key.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_SUPPORT_CHECKPOINT_H
#define AMP_SUPPORT_CHECKPOINT_H

#include "amp/Support/Safetensors.h"
#include "amp/Support/Tensor.h"
#include "llvm/Support/Error.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace amp {

/// The version of the format that is written, and the only one that is read.
constexpr unsigned kCheckpointVersion = 1;
/// The name of a checkpoint has 12 digits for the step.
constexpr int64_t kMaxCheckpointStep = 999999999999;

struct CheckpointTensor {
  std::string name;
  /// What it is for ("parameter", "optimizer_state"): a word of letters, digits
  /// and '_'.
  std::string role;
  Tensor tensor;
};

/// A loss scaler, as PyTorch's `GradScaler.state_dict()` has it.
struct ScalerRecord {
  std::string name;
  double scale = 0;
  double growthFactor = 0;
  double backoffFactor = 0;
  int64_t growthInterval = 0;
  int64_t growthTracker = 0;

  /// The JSON object that `GradScaler.load_state_dict` takes. A scale that is
  /// not finite becomes a string, since JSON has no such number.
  std::string toJson() const;
  /// The inverse; nothing if a key is missing, unknown or has another type.
  static std::optional<ScalerRecord> fromJson(llvm::StringRef name,
                                              llvm::StringRef text);
};

struct Checkpoint {
  /// Steps done.
  int64_t step = 0;
  std::vector<CheckpointTensor> tensors;
  std::vector<ScalerRecord> scalers;
  /// What the writer wants to find again. Keys do not begin with "amp.", which
  /// is the format's own.
  std::map<std::string, std::string> metadata;

  const CheckpointTensor *find(llvm::StringRef name) const;
};

/// Writes a checkpoint as AtomicFile does: the file appears whole, and on the
/// disk, or not at all.
llvm::Error writeCheckpoint(llvm::StringRef path, const Checkpoint &checkpoint);

/// True if the file says that it is a checkpoint, of whatever version.
bool isCheckpoint(const SafetensorsReader &file);
/// Verifies version and digest, with one array at a time in memory.
llvm::Error verifyCheckpoint(const SafetensorsReader &file,
                             llvm::StringRef name);

/// Reads a checkpoint and verifies all of it: version, digest, checksums. The
/// tensors are in the order of their names.
llvm::Expected<Checkpoint> readCheckpoint(llvm::StringRef path);
/// The same for a file that is in memory; `name` is for messages.
llvm::Expected<Checkpoint>
parseCheckpoint(std::shared_ptr<llvm::MemoryBuffer> file, llvm::StringRef name);

//===----------------------------------------------------------------------===//
// Folders
//===----------------------------------------------------------------------===//

/// "step-000000000040.safetensors".
std::string checkpointName(int64_t step);
/// True if `name` is that of a checkpoint of some step.
bool isCheckpointName(llvm::StringRef name);

struct CheckpointFile {
  int64_t step; // as its name says
  std::string path;
};

/// The files in `folder` that are named as checkpoints, the newest first.
llvm::Expected<std::vector<CheckpointFile>>
listCheckpoints(llvm::StringRef folder);

struct LatestCheckpoint {
  std::string path;
  Checkpoint checkpoint;
  /// Why newer files were passed over, a message each.
  std::vector<std::string> passedOver;
};

/// The newest valid checkpoint of `folder`; nothing if no file there is named
/// as one. It is an error if there are some and none is valid.
llvm::Expected<std::optional<LatestCheckpoint>>
findLatestCheckpoint(llvm::StringRef folder);

/// Removes all but the `keep` newest of the checkpoints of `folder` up to
/// `step`, the one just written. It is always kept, and so are later ones: they
/// are of another course of the training, perhaps damaged, and not in the way.
llvm::Error pruneCheckpoints(llvm::StringRef folder, uint64_t keep,
                             int64_t step);

/// A folder that a training writes its checkpoints to.
class CheckpointFolder {
public:
  /// Makes the folder if need be, durably, and locks it: it is an error if
  /// another process has it open in this way. The lock ends with the object or
  /// with the process. Then removes what writers that were killed left behind.
  static llvm::Expected<CheckpointFolder> open(llvm::StringRef path);

  CheckpointFolder(CheckpointFolder &&other);
  CheckpointFolder &operator=(CheckpointFolder &&other) = delete;
  ~CheckpointFolder();

  const std::string &path() const { return folder; }
  /// Writes the checkpoint under its name in the folder; gives its path.
  llvm::Expected<std::string> write(const Checkpoint &checkpoint) const;

private:
  CheckpointFolder() = default;

  std::string folder;
  int descriptor = -1;
};

} // namespace amp

#endif // AMP_SUPPORT_CHECKPOINT_H
