//===- Passes.td -------------------------------------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_FORMS_PASSES_TD
#define AMP_FORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def AmpVerifyFormPass : Pass<"amp-verify-form", "::mlir::ModuleOp"> {
  let summary = "check that a module keeps to a form of the way through";
  let description = [{
    The contract of a form (Design/TheWayThrough.md), for a module that anybody may have
    written. MLIR's verifiers promise less: a module that passes here can be compiled and
    run without touching memory that is not its own.

    Of each form: functions of one block on ranked tensors without encodings, of elements
    that the tools know and sizes that can be counted; dense constants of at most 256 MiB;
    attributes of the amp dialect alone.

    `source`, `assigned` and `scaled` graphs have ops of the amp dialect, calls and
    constants. From `assigned` on there is no `amp.autocast`, in a `scaled` graph every
    `amp.backward` has a region.

    A `kernel` graph has what `convert-amp-to-linalg` makes. Proved are
    - that every index of a `linalg.generic` is in bounds in every iteration, by the
      arithmetic of intervals, and where that does not tell, by going through up to 2^20
      iterations; that slices are inside of what they are a part of, with strides from 1;
    - that each result element is written by one iteration of the parallel loops;
    - that no element is read, returned or put into an argument before it is written;
    - that an `scf.for` has a constant number of iterations, from 0 by 1, and that the slices
      which follow its index, in their first dimension and by an affine function, are
      inside in every iteration; a tensor that a loop fills slice by slice is written
      behind it where the slices join;
    - that arguments are written by `bufferization.materialize_in_destination` alone, each
      once; that those of variables have the variables' types and places;
    - that a payload computes scalars by ops that neither trap nor leave results
      undefined: integers are divided by constants other than 0 and -1, or where an
      `arith.select` avoids these, shifts are constant, and there are no flags such as
      `nsw` and `nnan`. A cast of NaN, or of what is out of range, to an integer gives
      some integer.

    A `program` has records (launches, library calls, copies, repeats) and views of buffers
    whose sizes are constants. Proved are that views lie in what they are views of, in every
    iteration of the repeats that they advance with, aligned for their elements; that records take their operands' layouts and sizes; that launches have
    the operands of their kernels; and of kernels for the CPU,
    from inequalities between the bounds of their loops, that they stay in their buffers
    however the loop's extent is cut, and write the launch's outputs alone. Kernels for a
    GPU are trusted.

    Precondition: none. Postcondition: the module is unchanged.
    Options: `form` is one of these, or `graph`: each function is what it looks like, a
    source graph or a kernel graph, as amp-run reads it.
    Failure: a violation, at the op or the function, with what was expected.

    Example: test/Forms/amp-verify-form.mlir
  }];
  let options = [
    Option<"form", "form", "::mlir::amp::Form", "::mlir::amp::Form::Graph",
           "What the module is to be">,
  ];
}

#endif // AMP_FORMS_PASSES_TD
