//===- Checkpoint.cpp - C interface of checkpoints ------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "amp/Support/Checkpoint.h"

using namespace llvm;
using namespace amp;
using namespace amp::capi;

struct amp_checkpoint_folder {
  CheckpointFolder folder;
};

//===----------------------------------------------------------------------===//
// Checkpoints
//===----------------------------------------------------------------------===//

// The enumerations agree.
static_assert(AMP_F64 == static_cast<int>(ElementType::F64));
static_assert(AMP_BF16 == static_cast<int>(ElementType::BF16));
static_assert(AMP_I64 == static_cast<int>(ElementType::I64));
static_assert(AMP_UI8 == static_cast<int>(ElementType::UI8));
static_assert(AMP_I1 == static_cast<int>(ElementType::I1));
static_assert(AMP_C64 == static_cast<int>(ElementType::C64));
static_assert(AMP_C128 == static_cast<int>(ElementType::C128));

amp_status *amp_checkpoint_create(int64_t step, amp_checkpoint **checkpoint) {
  return guarded([&]() -> amp_status * {
    if (!checkpoint)
      return invalidArgument("the place for the checkpoint is NULL");
    if (step < 0 || step > kMaxCheckpointStep)
      return invalidArgument("step " + Twine(step) + " is not from 0 to " +
                             Twine(kMaxCheckpointStep));
    auto created = std::make_unique<amp_checkpoint>();
    created->contents.step = step;
    *checkpoint = created.release();
    return nullptr;
  });
}

amp_status *amp_checkpoint_read(const char *path, amp_checkpoint **checkpoint) {
  return guarded([&]() -> amp_status * {
    if (!path || !checkpoint)
      return invalidArgument("the path, or the place for the checkpoint, is "
                             "NULL");
    Expected<Checkpoint> contents = readCheckpoint(path);
    if (!contents)
      return toStatus(contents.takeError(), AMP_INVALID_CHECKPOINT);
    *checkpoint = new amp_checkpoint{std::move(*contents)};
    return nullptr;
  });
}

void amp_checkpoint_destroy(amp_checkpoint *checkpoint) { delete checkpoint; }

int64_t amp_checkpoint_step(const amp_checkpoint *checkpoint) {
  return checkpoint->contents.step;
}

static void toC(const CheckpointTensor &from, amp_checkpoint_tensor &to) {
  to.name = from.name.c_str();
  to.role = from.role.c_str();
  to.type = static_cast<int32_t>(from.tensor.type);
  to.rank = static_cast<uint32_t>(from.tensor.rank());
  to.shape = from.tensor.shape.data();
  to.data = from.tensor.bytes().data();
  to.bytes = from.tensor.bytes().size();
}

size_t amp_checkpoint_num_tensors(const amp_checkpoint *checkpoint) {
  return checkpoint->contents.tensors.size();
}

amp_status *amp_checkpoint_get_tensor(const amp_checkpoint *checkpoint,
                                      size_t index,
                                      amp_checkpoint_tensor *tensor) {
  return guarded([&]() -> amp_status * {
    const std::vector<CheckpointTensor> &tensors = checkpoint->contents.tensors;
    if (index >= tensors.size())
      return invalidArgument("tensor " + Twine(index) + " of " +
                             Twine(tensors.size()));
    toC(tensors[index], *tensor);
    return nullptr;
  });
}

amp_status *amp_checkpoint_find_tensor(const amp_checkpoint *checkpoint,
                                       const char *name,
                                       amp_checkpoint_tensor *tensor) {
  return guarded([&]() -> amp_status * {
    if (!name)
      return invalidArgument("the tensor's name is NULL");
    const CheckpointTensor *found = checkpoint->contents.find(name);
    if (!found)
      return invalidArgument("the checkpoint has no tensor " + quote(name));
    toC(*found, *tensor);
    return nullptr;
  });
}

amp_status *amp_checkpoint_add_tensor(amp_checkpoint *checkpoint,
                                      const amp_checkpoint_tensor *tensor) {
  return guarded([&]() -> amp_status * {
    if (!tensor->name || !tensor->role || (tensor->rank && !tensor->shape) ||
        (tensor->bytes && !tensor->data))
      return invalidArgument("name, role, shape or data of a tensor is NULL");
    std::string what = "tensor " + quote(tensor->name);
    if (tensor->type < AMP_F64 || tensor->type > AMP_C64)
      return invalidArgument(what + ": unknown element type " +
                             Twine(tensor->type));
    Expected<Tensor> view = Tensor::view(
        static_cast<ElementType>(tensor->type),
        ArrayRef(tensor->shape, tensor->rank),
        StringRef(static_cast<const char *>(tensor->data), tensor->bytes),
        /*owner=*/nullptr, what);
    if (!view)
      return toStatus(view.takeError(), AMP_INVALID_ARGUMENT);
    checkpoint->contents.tensors.push_back(
        {tensor->name, tensor->role, std::move(*view)});
    return nullptr;
  });
}

size_t amp_checkpoint_num_scalers(const amp_checkpoint *checkpoint) {
  return checkpoint->contents.scalers.size();
}

amp_status *amp_checkpoint_get_scaler(const amp_checkpoint *checkpoint,
                                      size_t index,
                                      amp_checkpoint_scaler *scaler) {
  return guarded([&]() -> amp_status * {
    const std::vector<ScalerRecord> &scalers = checkpoint->contents.scalers;
    if (index >= scalers.size())
      return invalidArgument("scaler " + Twine(index) + " of " +
                             Twine(scalers.size()));
    const ScalerRecord &record = scalers[index];
    *scaler = {record.name.c_str(),   record.scale,
               record.growthFactor,   record.backoffFactor,
               record.growthInterval, record.growthTracker};
    return nullptr;
  });
}

amp_status *amp_checkpoint_add_scaler(amp_checkpoint *checkpoint,
                                      const amp_checkpoint_scaler *scaler) {
  return guarded([&]() -> amp_status * {
    if (!scaler->name)
      return invalidArgument("the scaler's name is NULL");
    checkpoint->contents.scalers.push_back(
        {scaler->name, scaler->scale, scaler->growth_factor,
         scaler->backoff_factor, scaler->growth_interval,
         scaler->growth_tracker});
    return nullptr;
  });
}

size_t amp_checkpoint_num_metadata(const amp_checkpoint *checkpoint) {
  return checkpoint->contents.metadata.size();
}

amp_status *amp_checkpoint_get_metadata(const amp_checkpoint *checkpoint,
                                        size_t index, const char **key,
                                        const char **value) {
  return guarded([&]() -> amp_status * {
    const auto &metadata = checkpoint->contents.metadata;
    if (index >= metadata.size())
      return invalidArgument("metadata " + Twine(index) + " of " +
                             Twine(metadata.size()));
    auto entry = std::next(metadata.begin(), static_cast<ptrdiff_t>(index));
    *key = entry->first.c_str();
    *value = entry->second.c_str();
    return nullptr;
  });
}

const char *amp_checkpoint_find_metadata(const amp_checkpoint *checkpoint,
                                         const char *key) {
  // Without a string of its own, which could lack memory.
  for (const auto &[name, value] : checkpoint->contents.metadata)
    if (std::strcmp(name.c_str(), key) == 0)
      return value.c_str();
  return nullptr;
}

amp_status *amp_checkpoint_set_metadata(amp_checkpoint *checkpoint,
                                        const char *key, const char *value) {
  return guarded([&]() -> amp_status * {
    if (!key || !value)
      return invalidArgument("a key of the metadata, or its value, is NULL");
    checkpoint->contents.metadata[key] = value;
    return nullptr;
  });
}

amp_status *amp_checkpoint_write(const amp_checkpoint *checkpoint,
                                 const char *path) {
  return guarded([&]() -> amp_status * {
    if (!path)
      return invalidArgument("the path is NULL");
    return toStatus(writeCheckpoint(path, checkpoint->contents),
                    AMP_INVALID_ARGUMENT);
  });
}

//===----------------------------------------------------------------------===//
// Folders
//===----------------------------------------------------------------------===//

amp_status *amp_checkpoint_folder_open(const char *path,
                                       amp_checkpoint_folder **folder) {
  return guarded([&]() -> amp_status * {
    if (!path || !folder)
      return invalidArgument("the path, or the place for the folder, is NULL");
    Expected<CheckpointFolder> opened = CheckpointFolder::open(path);
    if (!opened)
      return toStatus(opened.takeError(), AMP_INVALID_ARGUMENT);
    *folder = new amp_checkpoint_folder{std::move(*opened)};
    return nullptr;
  });
}

void amp_checkpoint_folder_close(amp_checkpoint_folder *folder) {
  delete folder;
}

amp_status *amp_checkpoint_folder_write(amp_checkpoint_folder *folder,
                                        const amp_checkpoint *checkpoint) {
  return guarded([&]() -> amp_status * {
    Expected<std::string> path = folder->folder.write(checkpoint->contents);
    return path ? nullptr : toStatus(path.takeError(), AMP_INVALID_ARGUMENT);
  });
}

amp_status *amp_checkpoint_find_latest(const char *path,
                                       amp_checkpoint_warning warning,
                                       void *context,
                                       amp_checkpoint **checkpoint) {
  return guarded([&]() -> amp_status * {
    if (!path || !checkpoint)
      return invalidArgument("the path, or the place for the checkpoint, is "
                             "NULL");
    Expected<std::optional<LatestCheckpoint>> latest =
        findLatestCheckpoint(path);
    if (!latest)
      return toStatus(latest.takeError(), AMP_INVALID_CHECKPOINT);
    if (!latest->has_value()) {
      *checkpoint = nullptr;
      return nullptr;
    }
    auto found = std::make_unique<amp_checkpoint>();
    found->contents = std::move((*latest)->checkpoint);
    if (warning)
      for (const std::string &reason : (*latest)->passedOver)
        warning(context, reason.c_str());
    *checkpoint = found.release();
    return nullptr;
  });
}

amp_status *amp_checkpoint_prune(const char *path, uint64_t keep,
                                 int64_t step) {
  return guarded([&]() -> amp_status * {
    if (!path)
      return invalidArgument("the path is NULL");
    return toStatus(pruneCheckpoints(path, keep, step), AMP_INVALID_ARGUMENT);
  });
}
