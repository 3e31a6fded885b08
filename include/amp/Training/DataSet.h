//===- Data.h - Tensors for the arguments of an entry point -----*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TRAINING_DATASET_H
#define AMP_TRAINING_DATASET_H

#include "amp/Executable/LoadedExecutable.h"
#include "amp/Support/Tensor.h"
#include "amp/Training/Config.h"

namespace amp::training {

/// What is bound to one argument.
struct BoundArgument {
  /// Of the declared element type. A data set has all samples.
  Tensor tensor;
  /// From `data`: each step takes some rows.
  bool isBatched = false;
  /// The setting that bound it, for messages.
  std::string origin;
};

/// "sample 17", "sample 17, element [2, 3]" or "element [2, 3]" of what is
/// bound to an argument, by the number of the element.
std::string describeElement(const BoundArgument &bound, int64_t element);

/// An error if the argument's integers are used as indices that are out of
/// range: it names the sample, the value, what is allowed and for which op.
llvm::Error checkIndices(const BoundArgument &bound,
                         llvm::ArrayRef<mlir::amp::ProgramIndexRange> ranges);

/// An entry point with its data.
struct BoundEntry {
  mlir::amp::EntryPoint entry;
  std::vector<BoundArgument> arguments;
  /// Rows of each data set; nothing if there is none.
  std::optional<int64_t> samples;
  /// Rows of a step; 0 without a data set.
  int64_t batchSize = 0;

  /// Steps of one pass over the data, and whether the last has fewer rows.
  int64_t fullBatches() const { return samples ? *samples / batchSize : 0; }
  int64_t remainder() const { return samples ? *samples % batchSize : 0; }
  /// Where a program's results do not depend on how many samples a step has:
  /// the sizes that there are programs for, the largest first. Steps then have
  /// such sizes only, if that can be.
  std::vector<int64_t> programSizes;
  /// Takes up `sizes`, in any order.
  void usePrograms(std::vector<int64_t> sizes);
  /// Samples of the next step where `left` are left of a pass.
  int64_t stepSize(int64_t left) const;
  /// Of the steps behind the full batches.
  std::vector<int64_t> restSizes() const;
  /// `shapes` of TrainingOptions for steps of `batch` rows; empty if the
  /// declared shapes need nothing.
  std::vector<std::string> shapesFor(int64_t batch) const;
};

/// Loads the bindings of `config` for the given entry points; the first is the
/// one that is run, another one evaluates. Every argument must be bound, and
/// every name must be an argument's.
llvm::Expected<std::vector<BoundEntry>>
bindData(llvm::ArrayRef<mlir::amp::EntryPoint> entries, const Config &config);

/// Binds `arrays` to the arguments of their names, and what `config` says to
/// the others: an array is a data set where the argument's first dimension
/// counts samples. `isMain` says that the batch size is meant for this entry,
/// and that it may leave out its smaller last batch.
llvm::Expected<BoundEntry>
bindArrays(const mlir::amp::EntryPoint &entry,
           const std::map<std::string, Tensor> &arrays, const Config &config,
           bool isMain);

/// "tensor<?x64xf32>".
std::string typeText(const mlir::amp::EntryArgument &argument);

} // namespace amp::training

#endif // AMP_TRAINING_DATASET_H
