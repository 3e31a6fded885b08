//===- NormalizationPatterns.cpp ------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NormalizationPatterns.h"

#include "amp/Interfaces/PrecisionOpInterface.h"

using namespace mlir;
using namespace mlir::amp;

/// The name that policies know the op by; empty for others.
static StringRef getName(Operation *op) {
  auto precision = dyn_cast_if_present<PrecisionOpInterface>(op);
  return precision ? precision.getPrecisionName() : StringRef();
}

/// The op that made `value`, past ops that only change shape or type.
static Operation *getMaker(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && op->getNumOperands() == 1) {
    StringRef name = getName(op);
    if (name != "reshape" && name != "broadcast_to" && name != "cast" &&
        name != "unsqueeze" && name != "squeeze")
      break;
    op = op->getOperand(0).getDefiningOp();
  }
  return op;
}

/// The op that made operand `index` of `op`, if it is called `name`.
static Operation *getMaker(Operation *op, unsigned index, StringRef name) {
  if (!op || index >= op->getNumOperands())
    return nullptr;
  Operation *maker = getMaker(op->getOperand(index));
  return getName(maker) == name ? maker : nullptr;
}

/// Adds `exponential`, its sum, and the maximum that was taken off before.
static void addExponential(Operation *exponential, Operation *sum,
                           DenseSet<Operation *> &members) {
  members.insert(exponential);
  members.insert(sum);
  Operation *shifted = getMaker(exponential, 0, "sub");
  Operation *maximum = getMaker(shifted, 1, "amax");
  if (maximum) {
    members.insert(shifted);
    members.insert(maximum);
  }
}

/// `div(exp, sum(exp))`.
static void findSoftmax(Operation *div, DenseSet<Operation *> &members) {
  Operation *exponential = getMaker(div, 0, "exp");
  Operation *sum = getMaker(div, 1, "sum");
  if (!exponential || getMaker(sum, 0, "exp") != exponential)
    return;
  members.insert(div);
  addExponential(exponential, sum, members);
}

/// `sub(x, log(sum(exp(x))))`.
static void findLogSoftmax(Operation *sub, DenseSet<Operation *> &members) {
  Operation *log = getMaker(sub, 1, "log");
  Operation *sum = getMaker(log, 0, "sum");
  Operation *exponential = getMaker(sum, 0, "exp");
  if (!exponential || exponential->getOperand(0) != sub->getOperand(0))
    return;
  members.insert(sub);
  members.insert(log);
  addExponential(exponential, sum, members);
}

/// `root` is the square root, or its reciprocal, of a variance and an epsilon.
static void findNormalization(Operation *root, DenseSet<Operation *> &members) {
  Operation *add = getMaker(root, 0, "add");
  if (!add)
    return;
  SmallVector<Operation *, 8> found = {root, add};
  Operation *mean = getMaker(add, 0, "mean");
  if (!mean)
    mean = getMaker(add, 1, "mean");
  if (mean) {
    Operation *square = getMaker(mean->getOperand(0));
    StringRef name = getName(square);
    bool isSquare =
        name == "square" || name == "pow" ||
        (name == "mul" && square->getOperand(0) == square->getOperand(1));
    if (!isSquare)
      return;
    found.append({mean, square});
    if (Operation *centred = getMaker(square, 0, "sub"))
      if (Operation *average = getMaker(centred, 1, "mean"))
        found.append({centred, average});
  } else {
    Operation *variance = getMaker(add, 0, "var");
    if (!variance)
      variance = getMaker(add, 1, "var");
    if (!variance)
      return;
    found.push_back(variance);
  }
  members.insert(found.begin(), found.end());
  // What is divided by the root.
  SmallVector<Operation *> users(root->getUsers());
  while (!users.empty()) {
    Operation *user = users.pop_back_val();
    StringRef name = getName(user);
    if (name == "mul" || name == "div")
      members.insert(user);
    else if (name == "reshape" || name == "broadcast_to" ||
             name == "reciprocal" || name == "unsqueeze")
      users.append(user->user_begin(), user->user_end());
  }
}

void mlir::amp::findNormalizations(Block &block,
                                   DenseSet<Operation *> &members) {
  block.walk([&](Operation *op) {
    StringRef name = getName(op);
    if (name == "div")
      findSoftmax(op, members);
    else if (name == "sub")
      findLogSoftmax(op, members);
    else if (name == "rsqrt" || name == "sqrt")
      findNormalization(op, members);
  });
}
