//===- InitialValues.h - First values from files ----------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TRAINING_INITIALVALUES_H
#define AMP_TRAINING_INITIALVALUES_H

#include "amp/Support/TensorFile.h"
#include "amp/Training/Config.h"
#include "llvm/ADT/StringMap.h"

#include <deque>

namespace amp::training {

/// The largest file of `init-map`, in bytes.
constexpr uint64_t kMaxMapBytes = uint64_t(1) << 20;

/// True if this value of `init-map` is a file.
bool isMapFile(llvm::StringRef value);

/// The files of `init-from`, and which of their arrays is which variable. The
/// arrays are read when they are asked for.
class InitialValues {
public:
  /// Opens the files and applies `init-map` to their names. It is an error if a
  /// rule applies to no array.
  static llvm::Expected<InitialValues> open(const Config &config);

  bool isEmpty() const { return files.empty(); }

  struct Source {
    TensorFileReader *file;
    std::string array;

    llvm::Expected<TensorInfo> describe() const {
      return file->describe(array);
    }
    llvm::Expected<Tensor> load() const { return file->load(array); }
    /// "array 'a' of 'b.npz'".
    std::string name() const;
  };
  /// The arrays that are to be this variable: one, none, or too many.
  llvm::ArrayRef<Source> find(llvm::StringRef variable) const;
  /// The arrays, with the names that the rules give them, without those that
  /// are left out.
  std::vector<std::string> listNames() const;
  /// Variables that the rules name in full.
  llvm::ArrayRef<std::string> getTargets() const { return targets; }

private:
  // In one place: sources point at them.
  std::deque<TensorFileReader> files;
  llvm::StringMap<std::vector<Source>> sources;
  std::vector<std::string> targets;
};

} // namespace amp::training

#endif // AMP_TRAINING_INITIALVALUES_H
