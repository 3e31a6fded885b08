//===- AssignedGraph.h - Graphs after precision assignment ------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes a graph through amp-training-pipeline: what comes out is a graph again,
// with its casts and gradients, and runs as it is written.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_UNITTESTS_TARGET_ASSIGNEDGRAPH_H
#define AMP_UNITTESTS_TARGET_ASSIGNEDGRAPH_H

#include "TargetTest.h"

#include "amp/Options/OptionEnums.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"

#include <set>

namespace amp::test {

/// What decides about precision.
struct Precision {
  mlir::amp::OptLevel level;
  mlir::amp::AssignerKind assigner;
  mlir::amp::PolicyPreset preset;
  mlir::amp::LowType dtype;
  /// What a policy says of the first `numOps` ops themselves; empty: nothing.
  std::string entry = "";
  size_t numOps = 0;

  std::string describe() const {
    return (stringifyOption(level) + " " + stringifyOption(assigner) + " " +
            stringifyOption(preset) + " " + stringifyOption(dtype) + " " +
            entry)
        .str();
  }
};

class GraphAssigner {
public:
  GraphAssigner();

  /// The scaled graph; an error with the diagnostics where it has none.
  llvm::Expected<Graph> assign(const Graph &graph, const Precision &precision);
  /// A graph's function as the core ops that run on `target`, but attention as
  /// what it is made of.
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
  decompose(const Graph &graph, mlir::amp::TargetKind target);
  /// The names of the first `count` ops of a graph, as it is written.
  std::set<std::string> getOps(const Graph &graph, size_t count);
  /// Ops that the last graph to be assigned, and then decomposed, came to have.
  const std::set<std::string> &getOps() const { return ops; }
  mlir::MLIRContext &getContext() { return context; }

private:
  llvm::Error fail(const Graph &graph);

  mlir::MLIRContext context;
  std::string messages;
  std::set<std::string> ops;
};

} // namespace amp::test

#endif // AMP_UNITTESTS_TARGET_ASSIGNEDGRAPH_H
