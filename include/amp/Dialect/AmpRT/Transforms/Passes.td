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

def AmpAssignLayoutsPass : Pass<"amp-assign-layouts", "::mlir::func::FuncOp"> {
  let summary = "store the channels of images last where that moves fewer bytes";
  let description = [{
    A convolution's record computes faster on tensors with their channels last, and brings
    others there first. So this decides for every tensor around a convolution whether it is
    stored as its dimensions say or with channels last, by the bytes that are copied: what
    an op reads in another order than it computes in counts twice its bytes, once read and
    once written, and so does what a record brings to another layout. The sum is least, by a
    minimum cut ([Layouts.md](../Design/Layouts.md)).

    Elementwise ops, reductions, ops on windows, slices and reshapes follow in either
    order: their loops are interchanged. Arguments and results of the function, and
    what other ops read, stay row-major. A tensor that is stored otherwise has another type,
    `8x64x32x32` becomes `8x32x32x64`; where both are needed there is a `linalg.generic`
    that copies.

    Precondition: a kernel graph before bufferization. Postcondition: that of
    `amp-verify-layouts`. Failure: none.
    Remarks: one per function that is changed, category `amp-layouts`, with the bytes that
    are copied and those that were.

    Example: test/Dialect/AmpRT/Transforms/amp-assign-layouts.mlir
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def AmpVerifyLayoutsPass : Pass<"amp-verify-layouts", "::mlir::func::FuncOp"> {
  let summary = "fail if other layouts copy fewer bytes";
  let description = [{
    Counts what `amp-assign-layouts` counts, and fails if it would change anything.

    Precondition: a kernel graph before bufferization. Postcondition: none but that.
    Failure: fewer bytes are enough.

    Example: test/Dialect/AmpRT/Transforms/amp-verify-layouts.mlir
  }];
}

def AmpExpandReluPass : Pass<"amp-expand-relu", "::mlir::func::FuncOp"> {
  let summary = "the ReLU of a product as an op of its own, for a GPU";
  let description = [{
    Takes the ReLU of an `amprt.gemm` out of it. cuBLASLt's epilogue is not one that keeps a
    NaN, so there it is no part of the product
    ([Rationale.md](../Rationale.md#relu-is-not-in-the-libraries-gemm-epilogues)). Where only
    `linalg` ops read it, whose kernels it can become a part of, it is an elementwise op like
    others, and the bytes of a pass are saved. Where a library call reads it, too, it has to
    be stored: it is written over the product.

    Precondition: a kernel graph before bufferization. Postcondition: no `amprt.gemm` has a
    ReLU. Failure: a product that is no tensor.

    Example: test/Dialect/AmpRT/Transforms/amp-expand-relu.mlir
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

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

def AmpFormRowKernelsPass : Pass<"amp-form-row-kernels", "::mlir::func::FuncOp"> {
  let summary = "make one kernel of reductions and what is computed around them";
  let description = [{
    Makes one `amprt.row_kernel` of `linalg` ops on tensors that go over the same points:
    reductions of the same loops, what they reduce, and what is computed from it, for each
    row or again for each point. So softmax and the norms are one kernel each way, their
    rows are read once, and nothing but what others use goes to memory. Nothing is known of
    what the ops are for: members are found by data flow.

    - A member is a `linalg.generic` whose maps name loops, each once, or constants, and
      whose body is pure. It computes for each point of the cluster, for each row, or is a
      reduction of exactly the cluster's reduced loops, with one of `amprt.reduce`'s
      combiners per result. What a reduction starts from is a constant of the kernel, or
      combined after. Fills and constants of one value are constants of the body.
    - Reshapes between members are looked through: the loops are split where a dimension
      is (groups of channels), and arrays are reshaped instead, which moves nothing.
    - An op joins if no other op has to stand between. To know that, the 256 ops before
      are looked at, so that the time is linear in the number of ops; what a cluster needs
      is moved before it, and the rest of the block keeps its order.
    - A body has at most `max-ops` ops, and a kernel 128 arrays.

    What a cluster makes and others read is computed again by those that are clusters, too,
    if that takes fewer bytes: of what it is computed from, against those that are not
    written and read then. What is one value for each row and keeps a consumer from joining,
    because others read it that have to stand between, is made once more for those.

    What has no loop left beside those that are reduced, and arrays of no elements, stay
    `linalg`, the former for `amp-split-reductions`. So does what works on elements one by
    one and touches no reduction, unless `elementwise` is set: several of them, which read what
    others of them make or what is cheaper to compute again, then are a row kernel, too.

    In the body of a loop several elementwise ops are a row kernel in any case, with others
    that read the same, and with what keeps a state as it was before the iteration: a step of
    a recurrent network is a product and one kernel.

    Precondition: a kernel graph before bufferization, after `amp-fuse-elementwise`.
    Postcondition: none that a later pass needs.
    Options: `max-ops` is the bound; `elementwise` makes row kernels of elementwise ops.
    Failure: none.

    Example: test/Dialect/AmpRT/Transforms/amp-form-row-kernels.mlir
  }];
  let options = [
    Option<"maxOps", "max-ops", "unsigned", "256", "most ops of a body">,
    Option<"elementwise", "elementwise", "bool", "false",
           "make row kernels of ops that reduce nothing, too">,
  ];
  let dependentDialects = ["::mlir::amprt::AmpRTDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def AmpFuseListsPass : Pass<"amp-fuse-lists", "::mlir::func::FuncOp"> {
  let summary = "fuse ops on lists of tensors";
  let description = [{
    Lets a list op compute itself what a cheap `amprt.map_list` before it makes of its
    inputs, such as an unscaled or clipped gradient, from no more arrays than it reads now.
    An op whose inputs are made by several ops is cut in parts, one for each. Then
    `amprt.reduce_list` ops of the same lists, such as the test and the norm of all
    gradients, become one; and an op that only overwrites what another one is the last to
    read, such as the sums of micro-batches, becomes part of that. Sums of the elements that
    name a place, such as the gradient of an embedding's table, are computed by the ops on lists
    that read them, if no one else does and what is summed is no larger: by an
    `amprt.map_groups`, and for an `amprt.reduce_list`, such as the test for infinities, by an
    `amprt.sum_distinct`, a temporary as large as what is summed. A gradient as
    large as the table is neither stored nor read.

    Elementwise results stay the same to the bit; sums may be added up in another order.

    Precondition: a kernel graph before bufferization. Postcondition: none that a later
    pass needs. Failure: none.
    Remarks: one per op made of several, category `amp-lists`.

    Example: test/Dialect/AmpRT/Transforms/amp-fuse-lists.mlir
  }];
  let dependentDialects = ["::mlir::amprt::AmpRTDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::tensor::TensorDialect"];
}

def AmpCloseKernelArgumentsPass : Pass<"amp-close-kernel-arguments", "::mlir::func::FuncOp"> {
  let summary = "give buffers whose first size is open the end of the loop for it";
  let description = [{
    A kernel of the CPU does not say how many iterations its loop has, nor how large a buffer
    is along it (`memref<?x64xf32>`): the kernels of two batch sizes are one. LLVM is given
    bare pointers, for which MLIR wants to know sizes. So such an argument becomes a pointer
    to an element, and a view of it that ends where the kernel's part of the loop does.

    Precondition: a kernel of `amp-outline-kernels`. Postcondition: every argument has a
    static shape. Failure: another size than the first, a stride or an offset is open.

    Example: test/Dialect/AmpRT/Transforms/amp-close-kernel-arguments.mlir
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def AmpHoldResultsPass : Pass<"amp-hold-results", "::mlir::ModuleOp"> {
  let summary = "use results by an op instead of returning them";
  let description = [{
    What a program returns it writes into its arguments. An `amprt.live_out` takes the
    place of what is returned: One-Shot Bufferize compares everything that a function
    returns with every argument, which for state is the square of a network's depth.

    Precondition: no control flow, no callers; `amp-functionalize-state` gave every result
    a destination. Postcondition: the function returns nothing.
    Failure: control flow or a caller; a result that is no array.

    Example: test/Dialect/AmpRT/Transforms/amp-hold-results.mlir
  }];
  let dependentDialects = ["::mlir::amprt::AmpRTDialect"];
}

def AmpCarryInPlacePass : Pass<"amp-carry-in-place", "::mlir::func::FuncOp"> {
  let summary = "write what a loop carries to where it was before";
  let description = [{
    What an iteration of `scf.for` yields is written into the value that it replaces, by
    `bufferization.materialize_in_destination`, so that bufferization gives each carried
    tensor one buffer. An op that computes the new value after the last one has read the
    old one then writes it there at once; what is left is copied. Values that change
    places are kept in a buffer of their own until the others are written.

    An elementwise result that goes to several places, such as a state that is carried and
    put among those of all iterations, is computed into each of them by one op.

    Precondition: a kernel graph before bufferization. Postcondition: every tensor that a
    loop yields is its argument, or was written into it.
    Failure: none.

    Example: test/Dialect/AmpRT/Transforms/amp-carry-in-place.mlir
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::tensor::TensorDialect"];
}

def AmpRepeatLoopsPass : Pass<"amp-repeat-loops", "::mlir::func::FuncOp"> {
  let summary = "turn loops on buffers into records that repeat";
  let description = [{
    An `scf.for` becomes an `amprt.repeat`, and each slice at an offset that moves with the
    loop an `amprt.advance`: a view that moves by a constant number of bytes in each
    iteration.

    Precondition: bufferized, constant bounds; a loop carries nothing, since canonical
    forms have no carried buffer that stays the same. Postcondition: no `scf.for`.
    Failure: a loop that carries a value or has computed bounds, an offset that is not a
    constant and multiples of the numbers of iterations, another use of such a number, or
    loops nested deeper than `AMPRT_MOST_REPEATS`.

    Example: test/Dialect/AmpRT/Transforms/amp-repeat-loops.mlir
  }];
  let dependentDialects = ["::mlir::amprt::AmpRTDialect"];
}

def AmpElideCopiesPass : Pass<"amp-elide-copies", "::mlir::func::FuncOp"> {
  let summary = "write what is copied where it goes";
  let description = [{
    A buffer of its own whose elements are copied to a place goes: what computes them writes
    them there, and who reads them reads them there. That is so if nothing between touches
    the place, nothing changes it while the buffer is still read, and all ops that use the
    buffer take the place's layout; what has another shape where it goes is written there in
    the shape that it is computed in, if both lie in memory without gaps. So a kernel that computes several parts of a tensor,
    such as the gates of a recurrent cell, writes each between the others.

    Two buffers of which one begins as the other goes on, such as the states behind all
    steps and those before them, are windows of one, if what is copied is all that both have,
    in the same order, nobody has touched it in the second one before, neither changes it
    afterwards, and both windows begin where a buffer may, at a multiple of 256 bytes.

    Precondition: bufferized, static shapes, no control flow but `amprt.repeat`, and a copy
    in the block of the buffers. Postcondition: none that a later pass needs.
    Failure: a buffer of unknown size.

    Example: test/Dialect/AmpRT/Transforms/amp-elide-copies.mlir
  }];
  let dependentDialects = ["::mlir::amprt::AmpRTDialect", "::mlir::memref::MemRefDialect"];
}

def AmpRotateLoopsPass : Pass<"amp-rotate-loops", "::mlir::func::FuncOp"> {
  let summary = "have each iteration compute what fuses with what it computes";
  let description = [{
    Of `scf.for` on tensors:

    - What every iteration would compute alike, such as a bias in a wider type, is computed
      before the loop.
    - A carried sum of a product and of something else, which an iteration would end with, is
      what the next one begins with: both terms are carried, and the sum becomes part of the
      kernel that reads it. The first iteration adds -0.0, which changes no number. So the
      gradient of a recurrent state takes no kernel behind the product.

    Precondition: a kernel graph, before `amp-fuse-elementwise`. Postcondition: none that a
    later pass needs. Failure: none.

    Example: test/Dialect/AmpRT/Transforms/amp-rotate-loops.mlir
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def AmpVerifyInPlacePass : Pass<"amp-verify-in-place", "::mlir::func::FuncOp"> {
  let summary = "check that state and results were written in place";
  let description = [{
    After bufferization a program writes each result and each variable's new value into
    its argument. Checks that what `amprt.live_out` holds are arguments, and erases it.

    Precondition: bufferized. Postcondition: no `amprt.live_out`.
    Failure: a result that lives in a buffer of its own, or in another result's; a
    function that returns something.

    Example: test/Dialect/AmpRT/Transforms/amp-verify-in-place-invalid.mlir
  }];
}

def AmpExpandListsPass : Pass<"amp-expand-lists", "::mlir::func::FuncOp"> {
  let summary = "make an op of each run of a list's arrays in memory";
  let description = [{
    Makes one argument of the variables that an `amp.flat_buffer` lays one after another,
    and of a list op one `linalg.generic` for each run: arrays that are neighbours in
    every list of the op. An array that is nobody's neighbour is a run of its own.

    Temporary buffers that a list holds beside a flat buffer, gradients above all, get
    places in one buffer in the flat buffer's order. It has no padding: what is reduced is
    elements. Which arrays are a run depends on shapes and on the layout of the state
    alone.

    Precondition: bufferized, static shapes, no control flow; arguments in a flat buffer
    say so (`amp-functionalize-state`). Postcondition: no list op, and no such argument;
    an argument with the attribute `amp.flat_buffer` is the flat buffer of that name, in
    bytes.
    Failure: an argument without all of `amp.flat_buffer`, `amp.flat_buffer_offset` and
    `amp.flat_buffer_bytes`, or one that does not fit into its flat buffer; a list op on
    tensors. Remarks: one per run, category `amp-lists`.

    Example: test/Dialect/AmpRT/Transforms/amp-expand-lists.mlir
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def AmpSplitReductionsPass : Pass<"amp-split-reductions", "::mlir::func::FuncOp"> {
  let summary = "let many threads take part in a reduction to one value";
  let description = [{
    Cuts a reduction of all elements to a scalar into one to a vector, whose elements are
    independent, and one of that vector. Elements that lie one after another are cut into
    rows, one after the other for each thread. What is too short to be cut becomes one loop,
    which is vectorized with several sums. Other reductions are cut along their first loop.

    A long sum for each point of parallel loops becomes about as many sums as each then has
    terms, and the sum of those: rounding errors grow with the terms that are added one
    after another.

    A row kernel with few long rows is cut: each level of its reductions becomes a kernel of
    parts of rows and one that combines them, and what is computed from them one that reduces
    nothing.

    The partition depends on the shape alone, so that results do not depend on the number of
    threads.

    On a GPU a kernel lets threads, and blocks, take part itself. What is not possible in
    one is that a block goes on with what others have combined. So for `target=cuda` only row
    kernels are cut whose rows or columns blocks have to share to fill the GPU, and which go
    through them again: each level of reductions becomes a kernel of whole rows, and what is
    computed from them one that reduces nothing.

    Precondition: bufferized, static shapes. Postcondition: none that a later pass needs.
    Options: `target` is cpu or cuda. Failure: none.

    Example: test/Dialect/AmpRT/Transforms/amp-split-reductions.mlir
  }];
  let options = [
    Option<"target", "target", "::mlir::amp::TargetKind", "::mlir::amp::TargetKind::Cpu",
           "Kind of device that runs the program">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def AmpExpandGroupingPass : Pass<"amp-expand-grouping", "::mlir::func::FuncOp"> {
  let summary = "a sort for what a GPU groups by place";
  let description = [{
    `amprt.group_at` becomes a stable sort of the elements by the place that they name, in
    steps that are kernels: runs of 256 are sorted by counting, two runs at a time are
    merged by bisection, and where each place begins is found by bisection too. No atomic
    operation takes part, and the result does not depend on the order of threads.

    Precondition: bufferized, static shapes. Postcondition: no `amprt.group_at`.
    Failure: an op on tensors.

    Example: test/Dialect/AmpRT/Transforms/amp-expand-grouping.mlir
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
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
    dependences stay within equal parts of that loop share a kernel. Arguments that it only
    writes are `amprt.streamed` from 32 MiB on. For `target=cuda`
    a kernel is a `gpu.func`: a thread has 16 bytes of elements, a part of a warp, a warp or
    a block a row, by its length, and the threads of a block share columns
    ([Programs.md](../Design/Programs.md#kernels-on-cuda)). There ops that one block computes
    share a kernel, however far apart they are, if nothing between needs them or is needed
    by them; and a buffer that is filled for a sum alone is not filled.

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
           "let ops share a kernel">,
  ];
  let dependentDialects = ["::mlir::amprt::AmpRTDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::NVVM::NVVMDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

def AmpLowerIndexingPass : Pass<"amp-lower-indexing", "::mlir::func::FuncOp"> {
  let summary = "loops of a CPU kernel that reads or writes at places told at run time";
  let description = [{
    `amprt.read_at`, `amprt.group_at`, `amprt.cut_groups`, `amprt.sum_parts` and
    `amprt.sum_groups` on buffers become loops. Rows are copied as rows, and a row's sum is
    taken over parts of it that stay in the cache; rows of zeros, and those that are copied, go
    past the caches in an argument that is `amprt.streamed`, which is no longer said then. Whatever the places
    are, nothing out of bounds is touched: a place that does not exist is compared away, and
    what lists positions is clamped. `amprt.sum_windows`, `amprt.max_windows`, `amprt.sum_chosen`,
    `amprt.gather_windows` and `amprt.sum_gathered` become loops over rows, or over points
    where a row is no row of neighbours in memory.

    Precondition: a kernel of the CPU (`amp-outline-kernels`). Postcondition: none of these
    ops. Failure: one on tensors.

    Example: test/Dialect/AmpRT/Transforms/amp-lower-indexing.mlir
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def AmpPlanMemoryPass : Pass<"amp-plan-memory", "::mlir::ModuleOp"> {
  let summary = "give every temporary buffer a place in one arena";
  let description = [{
    Replaces `memref.alloc` by views of one arena, the function's first argument. Two
    buffers share memory if their live ranges, from the first to the last operation that
    uses them or a view of them, do not overlap; a buffer of outside that a repeat's body
    uses lives through all iterations. Buffers are placed from the largest to
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

def AmpVectorizeRowKernelsPass
    : Pass<"amp-vectorize-row-kernels", "::mlir::func::FuncOp"> {
  let summary = "make row kernels loops over vectors";
  let description = [{
    A row kernel goes through its row once for each level of its reductions. Vectors lie along
    the loop whose elements are neighbours. If that is reduced, a row is computed at a time,
    with 32 partial results; if it is not, partial results of many columns are kept side by
    side. What is dear to compute and needed again, such as the exponentials of a softmax,
    is kept on the stack if the row is short enough; the rest is computed again. The last
    elements of a row are a vector with a mask. A body with an op that has no form for
    vectors, or that minds values of no element, is computed element by element.

    Operands whose elements are apart along vectors and neighbours along another loop go by
    tiles of 64 times 64 elements on the stack, and are transposed in registers on the way.
    So do `linalg.generic` ops of parallel loops that have such an operand, which are row
    kernels here, and many rows of at most 32 elements, of which each lane then has one.

    Where most of what is read and written along vectors is bf16, a vector is of two
    registers, with the even elements in the first half and the odd ones in the second:
    `amp-prepare-cpu` then widens and rounds them where they are in memory.

    Vectors for a destination in an argument that is `amprt.streamed` go past the caches, where
    none crosses a line and the destination begins with one, which is known at run time; then
    a fence ends the kernel. `linalg.generic` ops of parallel loops with such a destination are
    row kernels here, too.

    Sums in f32 are blocked: 16 terms, or 4 across rows that are far apart, are added in f32,
    and what they add up to in f64. Their order depends on shapes alone, neither on
    `vector-bits` nor on how the kernel is cut. A sum of `(v - m)²`, or of `v - m`, whose m
    follows from the sum of v, is no level of its own where that has several blocks: the
    squares about each block's first term are added up beside the sum.

    Precondition: row kernels on buffers in a function; reduced loops have static sizes, and
    strides are static. Postcondition: no `amprt.row_kernel`.
    Options: `vector-bits` are those of the vectors.
    Failure: a row kernel on tensors.

    Example: test/Dialect/AmpRT/Transforms/amp-vectorize-row-kernels.mlir
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "int64_t", "512",
           "Bits of a vector: 128, 256 or 512">,
  ];
  let dependentDialects = ["::mlir::amprt::AmpRTDialect", "::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

def AmpApproximateMathPass : Pass<"amp-approximate-math"> {
  let summary = "replace exp, log, tanh and erf in f32 by vectorizable arithmetic";
  let description = [{
    Polynomials and exact scaling on f32 in place of library calls, so that loops over
    them vectorize and give the same bits on every target that has fused multiply-add, and
    on every one that has not (`fma=false`). Other math ops on f32 are left to the target;
    f64 goes to the C library.

    Ops that say so (`afn`) get cheaper forms: e^x as a term of a sum, erf x to be added to 1.

    Precondition: scalars or vectors of f32 (16-bit floats were widened).
    Postcondition: no `math.exp`, `math.log`, `math.tanh`, `math.erf` on f32.
    Failure: none.
    Options: `fma=false` rounds products by themselves.
    Largest errors over all f32 inputs, in units in the last place: docs/Accuracy.md.

    Example: test/Dialect/AmpRT/Transforms/amp-approximate-math.mlir
  }];
  let options = [
    Option<"hasFma", "fma", "bool", "true",
           "The target has fused multiply-add, which is a call of a library otherwise">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

def AmpExpandRandomWordsPass : Pass<"amp-expand-random-words"> {
  let summary = "random words as arithmetic on integers";
  let description = [{
    `amprt.random_word`, of numbers or vectors, becomes the 10 rounds of its block and the
    choice of a word. Where neighbours are computed together, as by a thread of a GPU, they
    have one block in common, which common subexpressions then are.

    Precondition: no tensors of words. Postcondition: no `amprt.random_word`. Failure: none.

    Example: test/Dialect/AmpRT/Transforms/amp-expand-random-words.mlir
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"];
}

def AmpPrepareCpuPass : Pass<"amp-prepare-cpu"> {
  let summary = "write what LLVM makes little of as what CPUs have";
  let description = [{
    `arith.maximumf` and `arith.minimumf` of two variables, f32 or f64, become intrinsics, of
    which a CPU's instruction does most: a comparison with NaN is left, which waits for
    nothing. arith-expand, to which others are left, compares twice, once with the result so
    far. An `arith.select` of f16 or bf16 becomes one of their bits: LLVM would widen both to
    f32, and round what was chosen. An `arith.truncf` to bf16 of what is one already (widened,
    then chosen, or the largest or the magnitude of such: a ReLU) takes the high half. Where
    the even elements of a vector of bf16 come before the odd ones, widened, or what is
    rounded comes back from there, each word of two is shifted or masked, and nothing else
    is moved.

    Precondition: scalars or vectors of rank 1. Postcondition: none of these is an op of
    arith. Failure: none.

    Example: test/Dialect/AmpRT/Transforms/amp-prepare-cpu.mlir
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
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
