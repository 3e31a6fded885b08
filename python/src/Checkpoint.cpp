//===- Checkpoint.cpp - Checkpoints for Python ----------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Binding.h"

#include <cstring>

using namespace amp::python;

namespace {
/// A folder that checkpoints are written to.
struct Folder {
  FolderHandle handle;

  amp_checkpoint_folder *get() const {
    if (!handle)
      throw nb::value_error("the folder of checkpoints is closed");
    return handle.get();
  }
};
} // namespace

static Checkpoint createCheckpoint(int64_t step) {
  amp_checkpoint *checkpoint = nullptr;
  check(amp_checkpoint_create(step, &checkpoint));
  return {CheckpointHandle(checkpoint), {}};
}

static Checkpoint readCheckpoint(const std::string &path) {
  amp_checkpoint *checkpoint = nullptr;
  callUnlocked([&] { return amp_checkpoint_read(path.c_str(), &checkpoint); });
  return {CheckpointHandle(checkpoint), {}};
}

/// Name, role, type and shape of each.
static nb::list listTensors(const Checkpoint &checkpoint) {
  nb::list tensors;
  amp_checkpoint *handle = checkpoint.handle.get();
  for (size_t i = 0, count = amp_checkpoint_num_tensors(handle); i < count;
       ++i) {
    amp_checkpoint_tensor tensor;
    check(amp_checkpoint_get_tensor(handle, i, &tensor));
    tensors.append(nb::make_tuple(tensor.name, tensor.role,
                                  typeName(tensor.type),
                                  toTuple(tensor.shape, tensor.rank)));
  }
  return tensors;
}

static void readTensor(const Checkpoint &checkpoint, const std::string &name,
                       OutputArray array) {
  amp_checkpoint_tensor tensor;
  check(amp_checkpoint_find_tensor(checkpoint.handle.get(), name.c_str(),
                                   &tensor));
  if (array.nbytes() != tensor.bytes)
    throw nb::value_error("the array is not as large as the tensor");
  if (tensor.bytes)
    std::memcpy(array.data(), tensor.data, tensor.bytes);
}

static void addTensor(Checkpoint &checkpoint, const std::string &name,
                      const std::string &role, const Array &array) {
  amp_array given = array.get();
  amp_checkpoint_tensor tensor = {
      name.c_str(), role.c_str(), given.type,  given.rank,
      given.shape,  given.data,   given.bytes,
  };
  check(amp_checkpoint_add_tensor(checkpoint.handle.get(), &tensor));
  checkpoint.arrays.push_back(array);
}

using ScalerTuple =
    std::tuple<std::string, double, double, double, int64_t, int64_t>;

static std::vector<ScalerTuple> listScalers(const Checkpoint &checkpoint) {
  std::vector<ScalerTuple> scalers;
  amp_checkpoint *handle = checkpoint.handle.get();
  for (size_t i = 0, count = amp_checkpoint_num_scalers(handle); i < count;
       ++i) {
    amp_checkpoint_scaler scaler;
    check(amp_checkpoint_get_scaler(handle, i, &scaler));
    scalers.emplace_back(scaler.name, scaler.scale, scaler.growth_factor,
                         scaler.backoff_factor, scaler.growth_interval,
                         scaler.growth_tracker);
  }
  return scalers;
}

static void addScaler(Checkpoint &checkpoint, const ScalerTuple &given) {
  const auto &[name, scale, growth, backoff, interval, tracker] = given;
  amp_checkpoint_scaler scaler = {name.c_str(), scale,    growth,
                                  backoff,      interval, tracker};
  check(amp_checkpoint_add_scaler(checkpoint.handle.get(), &scaler));
}

static std::vector<std::pair<std::string, std::string>>
listMetadata(const Checkpoint &checkpoint) {
  std::vector<std::pair<std::string, std::string>> metadata;
  amp_checkpoint *handle = checkpoint.handle.get();
  for (size_t i = 0, count = amp_checkpoint_num_metadata(handle); i < count;
       ++i) {
    const char *key = nullptr, *value = nullptr;
    check(amp_checkpoint_get_metadata(handle, i, &key, &value));
    metadata.emplace_back(key, value);
  }
  return metadata;
}

/// Collects reasons why files were passed over.
static void receiveReason(void *context, const char *reason) {
  static_cast<std::vector<std::string> *>(context)->push_back(reason);
}

static std::optional<Checkpoint> findLatest(const std::string &path) {
  std::vector<std::string> reasons;
  amp_checkpoint *checkpoint = nullptr;
  callUnlocked([&] {
    return amp_checkpoint_find_latest(path.c_str(), &receiveReason, &reasons,
                                      &checkpoint);
  });
  CheckpointHandle handle(checkpoint);
  for (const std::string &reason : reasons)
    deliverMessage(AMP_WARNING, "", ("passed over: " + reason).c_str());
  if (!handle)
    return std::nullopt;
  return Checkpoint{std::move(handle), {}};
}

void amp::python::addCheckpoint(nb::module_ &module) {
  nb::class_<Checkpoint>(module, "Checkpoint")
      .def_static("create", &createCheckpoint, nb::arg("step"))
      .def_static("read", &readCheckpoint, nb::arg("path"))
      .def_static("find_latest", &findLatest, nb::arg("folder"))
      .def_prop_ro("step",
                   [](const Checkpoint &checkpoint) {
                     return amp_checkpoint_step(checkpoint.handle.get());
                   })
      .def("tensors", &listTensors,
           nb::sig("def tensors(self) -> "
                   "list[tuple[str, str, str, tuple[int, ...]]]"))
      .def("read_tensor", &readTensor, nb::arg("name"),
           nb::arg("array").noconvert(),
           nb::sig("def read_tensor(self, name: str, array: object) -> None"))
      .def("add_tensor", &addTensor, nb::arg("name"), nb::arg("role"),
           nb::arg("array"))
      .def("scalers", &listScalers)
      .def("add_scaler", &addScaler, nb::arg("scaler"))
      .def("metadata", &listMetadata)
      .def(
          "set_metadata",
          [](Checkpoint &checkpoint, const std::string &key,
             const std::string &value) {
            check(amp_checkpoint_set_metadata(checkpoint.handle.get(),
                                              key.c_str(), value.c_str()));
          },
          nb::arg("key"), nb::arg("value"))
      .def(
          "write",
          [](const Checkpoint &checkpoint, const std::string &path) {
            callUnlocked([&] {
              return amp_checkpoint_write(checkpoint.handle.get(),
                                          path.c_str());
            });
          },
          nb::arg("path"));
  nb::class_<Folder>(module, "CheckpointFolder")
      .def_static(
          "open",
          [](const std::string &path) {
            amp_checkpoint_folder *folder = nullptr;
            callUnlocked([&] {
              return amp_checkpoint_folder_open(path.c_str(), &folder);
            });
            return Folder{FolderHandle(folder)};
          },
          nb::arg("path"))
      .def("close", [](Folder &folder) { folder.handle.reset(); })
      .def(
          "write",
          [](const Folder &folder, const Checkpoint &checkpoint) {
            amp_checkpoint_folder *open = folder.get();
            callUnlocked([&] {
              return amp_checkpoint_folder_write(open, checkpoint.handle.get());
            });
          },
          nb::arg("checkpoint"))
      .def_static(
          "prune",
          [](const std::string &path, uint64_t keep, int64_t step) {
            callUnlocked(
                [&] { return amp_checkpoint_prune(path.c_str(), keep, step); });
          },
          nb::arg("path"), nb::arg("keep"), nb::arg("step"));
}
