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

/// What a program of an entry point is for.
struct StepShape {
  /// 0 without a data set.
  int64_t samples = 0;
  /// The second size of data sets for which the graph leaves it open, to which
  /// each sample is cut; 0 if there is none, or no common one.
  int64_t length = 0;

  friend bool operator==(const StepShape &a, const StepShape &b) {
    return a.samples == b.samples && a.length == b.length;
  }
};

/// An entry point with its data.
struct BoundEntry {
  mlir::amp::EntryPoint entry;
  std::vector<BoundArgument> arguments;
  /// Rows of each data set; nothing if there is none.
  std::optional<int64_t> samples;
  /// Rows of a step; 0 without a data set.
  int64_t batchSize = 0;

  /// That of the data; see StepShape.
  int64_t length = 0;
  /// The lengths of the buckets, the least first, and the number of that of
  /// each sample; empty without buckets.
  std::vector<int64_t> bucketLengths;
  std::vector<uint32_t> buckets;

  /// The shapes of a pass's steps, and how many steps have each; with
  /// `dropLast` without those of fewer samples than a batch.
  std::vector<std::pair<StepShape, int64_t>> countSteps(bool dropLast) const;
  /// Whether there are such steps.
  bool hasRest() const;
  /// Samples in an order in which steps can take them from the front: each step
  /// has those of one bucket, and runs when that is full. What is left of
  /// buckets comes last.
  std::vector<uint64_t> arrange(std::vector<uint64_t> order) const;
  /// The next step where `left` of an arranged order are left.
  StepShape getStep(llvm::ArrayRef<uint64_t> left) const;
  /// What `steps` steps leave of an arranged order.
  llvm::ArrayRef<uint64_t> skipSteps(llvm::ArrayRef<uint64_t> order,
                                     int64_t steps) const;

  /// True if the samples of an argument are cut to the length of a step.
  bool isCut(size_t argument) const {
    llvm::ArrayRef<int64_t> shape = entry.arguments[argument].shape;
    return arguments[argument].isBatched && shape.size() > 1 &&
           shape[1] == mlir::amp::kOpenSize;
  }
  /// Where a program's results do not depend on how many samples a step has:
  /// the sizes that there are programs for, the largest first. Steps then have
  /// such sizes only, if that can be.
  std::vector<int64_t> programSizes;
  /// Takes up `sizes`, in any order.
  void usePrograms(std::vector<int64_t> sizes);
  /// `shapes` of TrainingOptions for such a step; empty if the declared shapes
  /// need nothing.
  std::vector<std::string> shapesFor(StepShape step) const;

private:
  /// Samples of the next step where `left` are left.
  int64_t stepSize(int64_t left) const;
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
