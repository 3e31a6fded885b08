//===- Binding.h - What the files of the Python module share ----*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The module amp._amp is the C interface for Python: a class for each of its
// objects, with the interpreter's lock released while it works. What users see
// is in python/amp.

#ifndef AMP_PYTHON_SRC_BINDING_H
#define AMP_PYTHON_SRC_BINDING_H

#include "amp-c/Amp.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nb = nanobind;

namespace amp::python {

/// Raises the exception of amp.errors for a failure, which it releases; to be
/// called with the interpreter's lock.
void check(amp_status *status);

/// Calls `function`, which gives an amp_status, without the lock.
template <typename Function>
void callUnlocked(Function function) {
  amp_status *status = nullptr;
  {
    nb::gil_scoped_release release;
    status = function();
  }
  check(status);
}

/// What releases objects of the C interface.
template <auto destroy>
struct Destroy {
  template <typename T>
  void operator()(T *object) const {
    destroy(object);
  }
};
using ConfigHandle = std::unique_ptr<amp_config, Destroy<amp_config_destroy>>;
using GraphHandle = std::unique_ptr<amp_graph, Destroy<amp_graph_destroy>>;
using ExecutableHandle =
    std::unique_ptr<amp_executable, Destroy<amp_executable_destroy>>;
using TypeInferenceHandle =
    std::unique_ptr<amp_type_inference, Destroy<amp_type_inference_destroy>>;
using SessionHandle =
    std::unique_ptr<amp_session, Destroy<amp_session_destroy>>;
using CheckpointHandle =
    std::unique_ptr<amp_checkpoint, Destroy<amp_checkpoint_destroy>>;
using FolderHandle = std::unique_ptr<amp_checkpoint_folder,
                                     Destroy<amp_checkpoint_folder_close>>;

/// Dense row-major arrays of the CPU: what is read, and what is filled.
using InputArray = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;
using OutputArray = nb::ndarray<nb::c_contig, nb::device::cpu>;

/// "bf16" for AMP_BF16.
const char *typeName(int32_t type);
/// An error if there is no type of this name.
int32_t typeOfName(const std::string &name);
/// An array for the C interface, which keeps Python's.
class Array {
public:
  /// `type` names what the elements are, where Python has no type for it.
  Array(InputArray array, const std::optional<std::string> &type);
  /// Valid as long as this is.
  amp_array get() const;
  int32_t getType() const { return type; }
  const std::vector<int64_t> &getShape() const { return shape; }

private:
  InputArray array;
  std::vector<int64_t> shape;
  int32_t type = -1;
};

struct Config {
  Config();
  ConfigHandle handle;
};

struct Graph {
  GraphHandle handle;
};

struct Executable {
  ExecutableHandle handle;
};

struct Checkpoint {
  CheckpointHandle handle;
  /// What its tensors point into.
  std::vector<Array> arrays;
};

nb::tuple toTuple(const int64_t *shape, uint32_t rank);
nb::dlpack::dtype toDLPack(int32_t type);

/// Collects messages, and passes them on to amp._messages.
class Messages {
public:
  static void receive(void *context, const amp_message *message);
  /// With the lock; raises what a warning is turned into.
  void deliver();

private:
  struct Message {
    int32_t severity;
    std::string place, text;
  };
  std::vector<Message> messages;
};
/// Passes on one, with the lock.
void deliverMessage(int32_t severity, const char *place, const char *text);

/// Adds a part of the module.
void addCompiler(nb::module_ &module);
void addSession(nb::module_ &module);
void addCheckpoint(nb::module_ &module);

} // namespace amp::python

#endif // AMP_PYTHON_SRC_BINDING_H
