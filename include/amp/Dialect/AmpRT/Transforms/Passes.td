//===- Passes.td -------------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_DIALECT_AMPRT_TRANSFORMS_PASSES_TD
#define AMP_DIALECT_AMPRT_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def AmpFuseElementwisePass : Pass<"amp-fuse-elementwise", "::mlir::func::FuncOp"> {
  let summary = "fuse elementwise ops, up to a bounded size";
  let description = [{
    Fuses elementwise `linalg` ops on tensors as upstream's `linalg-fuse-elementwise-ops`
    does, whose patterns it runs, but no body grows beyond `max-ops` ops. The time that the
    patterns and LLVM's code generation take for a body grows faster than the body: for the
    thousands of ops of a chain written by a program it would be minutes. What is gained
    by fusing, one reading and writing of the elements less, has long been gained then.

    Precondition: a kernel graph before bufferization. Postcondition: none that a later
    pass needs. Options: `max-ops` is the bound. Failure: none.

    Example: test/Dialect/AmpRT/Transforms/amp-fuse-elementwise.mlir
  }];
  let options = [
    Option<"maxOps", "max-ops", "unsigned", "256", "most ops of a body">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def AmpVerifyInPlacePass : Pass<"amp-verify-in-place", "::mlir::func::FuncOp"> {
  let summary = "check that state and results were written in place";
  let description = [{
    After bufferization a program writes each result and each variable's new value into
    its argument. Checks that what is returned are arguments, and returns nothing.

    Precondition: bufferized. Postcondition: the function has no results.
    Failure: a result that lives in a buffer of its own, or in another result's.

    Example: test/Dialect/AmpRT/Transforms/amp-verify-in-place-invalid.mlir
  }];
}

def AmpJoinReductionsPass : Pass<"amp-join-reductions", "::mlir::func::FuncOp"> {
  let summary = "reduce into one scalar what is combined afterwards";
  let description = [{
    Where an op on scalars combines the results of reductions as those combine elements,
    such as the sums of squares of all gradients or the tests of each, all of them reduce
    into one scalar. Equal reductions into one scalar can become one op
    (`amp-flatten-updates`).

    Precondition: bufferized. Postcondition: none that a later pass needs. Failure: none.

    Example: test/Dialect/AmpRT/Transforms/amp-join-reductions.mlir
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def AmpFlattenUpdatesPass : Pass<"amp-flatten-updates", "::mlir::func::FuncOp"> {
  let summary = "do for a whole storage what is done for each variable in it";
  let description = [{
    Makes one argument of the variables that an `amp.storage` lays one after another, and
    one op on the whole of equal ops on its parts: of an optimizer's updates, casts,
    unscalings and clippings, and of the reductions of its gradients into one scalar. Such
    an op is elementwise, or reduces all elements into what another one of them writes too.

    Temporary buffers that meet a storage in such ops, gradients above all, get places in
    one buffer in the storage's order. Ops become one where their parts are neighbours in
    every buffer, in runs: a parameter group with settings of its own is a run of its own.

    Precondition: bufferized, static shapes, no control flow; arguments in a storage say so
    (`amp-functionalize-state`). Postcondition: no such argument; an argument with the
    attribute `amp.storage` is the storage of that name, in bytes.
    Failure: an argument without all of `amp.storage`, `amp.storage_offset` and
    `amp.storage_bytes`, or one that does not fit into its storage.
    Remarks: one per op made of several, category `amp-flatten`.

    Example: test/Dialect/AmpRT/Transforms/amp-flatten-updates.mlir
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def AmpFuseUpdatesPass : Pass<"amp-fuse-updates", "::mlir::func::FuncOp"> {
  let summary = "make one op of the elementwise ops of an update";
  let description = [{
    An update is an elementwise op that writes arguments only: parameters, momentum, 16-bit
    copies. Updates of the same shape that share a buffer become one op with several
    results, which goes over each buffer once, where all of them can happen at the place of
    the last one; and so do reductions of all elements, such as the test and the norm of
    gradients.

    Before that, a temporary buffer that is made of one other by a few arithmetic ops, and
    that only updates and reductions read, such as an unscaled or clipped gradient, is no
    longer written: each reader computes its elements. Elementwise results stay the same to
    the bit; sums may be added up in another order.

    Precondition: bufferized, static shapes, no control flow. Postcondition: none that a
    later pass needs.
    Failure: control flow.
    Remarks: one per op made of several, category `amp-flatten`.

    Example: test/Dialect/AmpRT/Transforms/amp-fuse-updates.mlir
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def AmpSplitReductionsPass : Pass<"amp-split-reductions", "::mlir::func::FuncOp"> {
  let summary = "let many threads take part in a reduction to one value";
  let description = [{
    Cuts a reduction of all elements to a scalar into one to a vector, whose elements are
    independent, and one of that vector. Elements that lie one after another are cut into
    rows for `target=cpu`, one after the other for each thread, and into columns for
    `target=cuda`, so that neighbouring threads read neighbours; there the vector is cut
    again until it is short. Other reductions are cut along their first loop. The partition
    depends on the shape and the target alone, so that results do not depend on the number
    of threads.

    Precondition: bufferized, static shapes. Postcondition: none that a later pass needs.
    Options: `target` is cpu or cuda.
    Failure: none.

    Example: test/Dialect/AmpRT/Transforms/amp-split-reductions.mlir
  }];
  let options = [
    Option<"target", "target", "::mlir::amp::TargetKind", "::mlir::amp::TargetKind::Cpu",
           "Kind of device that runs the program">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def AmpOutlineKernelsPass : Pass<"amp-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "turn linalg ops on buffers into kernels and launches";
  let description = [{
    Makes each linalg op on memrefs a leaf kernel and replaces it by `amprt.launch`.
    Equal ops share a kernel, which is named after what it computes. A `linalg.fill` that
    shares none becomes `amprt.fill`. Records stay; a `memref.copy` between buffers that
    its record does not describe becomes a kernel.

    For `target=cpu` a kernel is a function of its buffers and of the bounds of one
    parallel loop, over which the runtime spreads threads; neighbouring ops whose data
    dependences stay within equal parts of that loop share a kernel. For `target=cuda`
    a kernel is a `gpu.func` in which each thread computes one point of the parallel
    loops and runs the reduction loops.

    Precondition: bufferized, static shapes. Postcondition: entry points hold records
    (launches, library calls, copies), views and allocations only.
    Options: `target` is cpu or cuda; `fuse=false` gives each op a kernel of its own.
    Failure: an op that is neither a linalg op, nor a record, view or allocation.

    Example: test/Dialect/AmpRT/Transforms/amp-outline-kernels.mlir
  }];
  let options = [
    Option<"target", "target", "::mlir::amp::TargetKind", "::mlir::amp::TargetKind::Cpu",
           "Kind of device that runs the program">,
    Option<"fuse", "fuse", "bool", "true",
           "CPU: let neighbouring ops share a kernel">,
  ];
  let dependentDialects = ["::mlir::amprt::AmpRTDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def AmpPlanMemoryPass : Pass<"amp-plan-memory", "::mlir::ModuleOp"> {
  let summary = "give every temporary buffer a place in one arena";
  let description = [{
    Replaces `memref.alloc` by views of one arena, the function's first argument. Two
    buffers share memory if their live ranges, from the first to the last operation that
    uses them or a view of them, do not overlap. Buffers are placed from the largest to
    the smallest, each at the lowest offset that is free; offsets are multiples of 256
    bytes.

    Precondition: outlined, no control flow. Postcondition: no allocation; the function
    has the attribute `amp.arena_bytes`.
    Failure: an allocation of unknown size.
    Remarks: one per buffer, category `amp-memory`.

    Example: test/Dialect/AmpRT/Transforms/amp-plan-memory.mlir
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
}

def AmpApproximateMathPass : Pass<"amp-approximate-math"> {
  let summary = "replace exp, log, tanh and erf in f32 by vectorizable arithmetic";
  let description = [{
    Polynomials and exact scaling on f32 in place of library calls, so that loops over
    them vectorize and give the same bits on every target. Other math ops on f32 are
    left to the target; f64 goes to the C library.

    Precondition: scalars or vectors of f32 (16-bit floats were widened).
    Postcondition: no `math.exp`, `math.log`, `math.tanh`, `math.erf` on f32.
    Failure: none.
    Largest errors over all f32 inputs, in units in the last place: docs/Accuracy.md.

    Example: test/Dialect/AmpRT/Transforms/amp-approximate-math.mlir
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

def AmpPrepareNVPTXPass : Pass<"amp-prepare-nvptx", "::mlir::gpu::GPUModuleOp"> {
  let summary = "give kernels NVPTX's data layout, and exact functions as intrinsics";
  let description = [{
    Functions that a GPU computes exactly, or rounds once, become calls of LLVM's
    intrinsics: absolute values, sign copies, roundings to integers, fused multiply-add,
    square roots and their reciprocals (a square root and a division). Left alone they
    would be libdevice's, which needs the CUDA toolkit and, for square roots of f32,
    is an approximation. The data layout says how memory is aligned: without it an i64 is
    loaded in two halves.

    Precondition: scalars. Postcondition: none of these functions is an op of math.
    Failure: none.

    Example: test/Dialect/AmpRT/Transforms/amp-prepare-nvptx.mlir
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // AMP_DIALECT_AMPRT_TRANSFORMS_PASSES_TD
