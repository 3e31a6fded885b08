//===- Seeds.h - Defects that tests plant -----------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A seed makes the simulated libraries behave as if the compiler or the runtime
// that uses them had a certain defect, wherever the defect could show itself. A
// test selects one at a time, by AMP_SIMULATOR_SEED or with `selectSeed`, and
// sees whether anything notices.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_SIMULATOR_SEEDS_SEEDS_H
#define AMP_RUNTIME_SIMULATOR_SEEDS_SEEDS_H

#include <cstdint>
#include <string>

namespace amp::rt::simulator {

/// Every seed: its enumerator, its name and what it does.
#define AMP_SIMULATOR_SEEDS(X)                                                 \
  /* The text of a kernel. */                                                  \
  X(BoundTooLarge, "bound-too-large",                                          \
    "setp.gt compares with a constant that is 1 too large")                    \
  X(BoundTooSmall, "bound-too-small",                                          \
    "setp.gt compares with a constant that is 1 too small")                    \
  X(GreaterOrEqual, "greater-or-equal", "setp.gt is setp.ge")                  \
  X(LessOrEqual, "less-or-equal", "setp.lt is setp.le, setp.ge is setp.gt")    \
  X(PredicateInverted, "predicate-inverted",                                   \
    "the first conditional branch of a kernel is taken where it is not")       \
  X(BranchDropped, "branch-dropped",                                           \
    "the first conditional branch of a kernel is missing")                     \
  X(UnorderedDropped, "unordered-dropped",                                     \
    "comparisons that hold for a NaN do not")                                  \
  X(SelectSwapped, "select-swapped", "selp takes the other value")             \
  X(BarrierDropped, "barrier-dropped", "bar.sync is missing")                  \
  X(FenceDropped, "fence-dropped", "membar and fence are missing")             \
  X(SqrtApproximate, "sqrt-approximate", "sqrt.rn.f32 is sqrt.approx.f32")     \
  X(DivApproximate, "div-approximate", "div.rn.f32 is div.full.f32")           \
  X(Fused, "fused", "a product and a sum in f32 are one fma")                  \
  X(FlushToZero, "flush-to-zero", "sums and products in f32 have .ftz")        \
  X(F16AsBF16, "f16-as-bf16", "cvt.f32.f16 is cvt.f32.bf16")                   \
  X(BF16AsF16, "bf16-as-f16", "cvt.f32.bf16 is cvt.f32.f16")                   \
  X(DoubleRounding, "double-rounding",                                         \
    "f32 is rounded to f16 and bf16 by way of tf32, ties away from 0")         \
  X(RoundedToZero, "rounded-to-zero", "f32 is rounded to f16 towards 0")       \
  X(SubSwapped, "sub-swapped", "the operands of sub.rn are swapped")           \
  X(DivSwapped, "div-swapped", "the operands of div.rn are swapped")           \
  X(NegDropped, "neg-dropped", "neg.f32 is mov")                               \
  X(MaxWithoutNaN, "max-without-nan", "max.NaN and min.NaN lose .NaN")         \
  X(ConstantUlp, "constant-ulp",                                               \
    "constants in f32 that are factors or summands are 1 ulp too large")       \
  X(ShiftTooLarge, "shift-too-large", "shl.b64 shifts by 1 too much")          \
  X(ElementSize, "element-size", "an index is multiplied by 2 instead of 4")   \
  X(IndexDropped, "index-dropped", "the number of the block counts as 0")      \
  X(LoadNeighbour, "load-neighbour",                                           \
    "the last load of a kernel reads the element behind")                      \
  X(LoadDropped, "load-dropped",                                               \
    "the last load of a kernel is missing: its register is not written")       \
  X(StoreDropped, "store-dropped", "the last store of a kernel is missing")    \
  X(StoreNeighbour, "store-neighbour",                                         \
    "the last store of a kernel writes to the element behind")                 \
  X(StoreHalf, "store-half", "the last st.global.b32 of a kernel is a .b16")   \
  X(ParameterWrong, "parameter-wrong",                                         \
    "the second parameter is loaded from where the first one lies")            \
  X(RegisterUnwritten, "register-unwritten",                                   \
    "the first address of a kernel is not computed")                           \
  /* A launch. */                                                              \
  X(GridShort, "grid-short", "a grid of several blocks lacks one")             \
  X(GridLong, "grid-long", "a grid has one block too many")                    \
  X(BlockHalf, "block-half", "a block has half its threads")                   \
  X(GridSwapped, "grid-swapped", "x and y of a grid are swapped")              \
  X(SharedDropped, "shared-dropped", "there is no dynamic shared memory")      \
  X(ParametersSwapped, "parameters-swapped",                                   \
    "the first two parameters are swapped")                                    \
  X(ParameterMissing, "parameter-missing", "the last parameter is 0")          \
  X(ParameterTruncated, "parameter-truncated",                                 \
    "the last parameter of 64 bits is cut to 32")                              \
  X(ParameterStale, "parameter-stale",                                         \
    "the last parameter is that of the kernel's launch before")                \
  X(LaunchDropped, "launch-dropped", "every 16th launch does nothing")         \
  X(LaunchElsewhere, "launch-elsewhere",                                       \
    "every 16th launch is on a stream of its own")                             \
  /* cuBLASLt. */                                                              \
  X(LeadingDimensionsSwapped, "leading-dimensions-swapped",                    \
    "A and B have each other's leading dimension")                             \
  X(TransposeAFlipped, "transpose-a-flipped", "A is transposed or not")        \
  X(TransposeBFlipped, "transpose-b-flipped", "B is transposed or not")        \
  X(OperandTypeWrong, "operand-type-wrong",                                    \
    "matrices of f16 are taken for bf16 and those of bf16 for f16")            \
  X(ComputeInF16, "compute-in-f16", "products of f16 are summed in f16")       \
  X(ComputeInTF32, "compute-in-tf32", "products of f32 are of tf32")           \
  X(BetaOne, "beta-one", "beta is 1 instead of 0")                             \
  X(AlphaZero, "alpha-zero", "alpha is 0")                                     \
  X(BatchStrideZero, "batch-stride-zero", "all products take the first B")     \
  X(BatchShort, "batch-short", "the batch has one product less")               \
  X(BiasShifted, "bias-shifted", "the bias begins one element later")          \
  X(BiasTypeWrong, "bias-type-wrong", "the bias is taken for f32")             \
  X(EpilogueDropped, "epilogue-dropped", "the bias is not added")              \
  X(EpilogueReLU, "epilogue-relu", "a ReLU follows the bias")                  \
  X(SchemeOutputType, "scheme-output-type",                                    \
    "partial sums are kept in the type of D, whatever the preference allows")  \
  X(OperandsSwapped, "operands-swapped", "A and B have each other's address")  \
  X(ProductShifted, "product-shifted", "D begins 16 bytes later")              \
  X(WorkspaceMissing, "workspace-missing",                                     \
    "an algorithm that needs a workspace gets none")                           \
  X(ProductElsewhere, "product-elsewhere",                                     \
    "products are on a stream of their own")                                   \
  /* Copies and order. */                                                      \
  X(UploadDropped, "upload-dropped",                                           \
    "every 4th copy to the device is missing")                                 \
  X(UploadShort, "upload-short", "copies to the device lack 4 bytes")          \
  X(UploadElsewhere, "upload-elsewhere",                                       \
    "copies to the device are on a stream of their own")                       \
  X(StagingReused, "staging-reused",                                           \
    "page-locked memory is written before the copy from it has run")           \
  X(DownloadEarly, "download-early",                                           \
    "copies to the host do not wait for the work before them")                 \
  X(SynchronizeDropped, "synchronize-dropped",                                 \
    "the host does not wait for a stream")                                     \
  X(EventRecordDropped, "event-record-dropped", "events are not recorded")     \
  X(EventWaitDropped, "event-wait-dropped",                                    \
    "a stream does not wait for an event")                                     \
  X(EventSynchronizeDropped, "event-synchronize-dropped",                      \
    "the host does not wait for an event")                                     \
  X(MemsetElsewhere, "memset-elsewhere",                                       \
    "memory is set on a stream of its own")                                    \
  X(FreedEarly, "freed-early",                                                 \
    "memory is given back behind the first copy from it that is enqueued")

enum class Seed : unsigned {
  None,
#define AMP_SIMULATOR_SEED(ENUMERATOR, NAME, TEXT) ENUMERATOR,
  AMP_SIMULATOR_SEEDS(AMP_SIMULATOR_SEED)
#undef AMP_SIMULATOR_SEED
};

/// Makes the seed of that name the only one, and none if it is empty; forgets
/// how often one was applied. False, and no change, if there is no such seed.
bool selectSeed(const std::string &name);
Seed selectedSeed();
/// One line per seed, "NAME: TEXT".
std::string listSeeds();

/// Whether the seed is selected. Whoever asks has a place where it would change
/// something, and changes it: it is counted.
bool applySeed(Seed seed);
/// As `applySeed` at every `period`-th of the places, the last of each period.
bool applySeed(Seed seed, uint64_t period);
/// Places so far.
uint64_t countSeedApplications();

/// PTX with the defect of the seed, if that is one of a kernel's text.
std::string seedPtx(const std::string &text);

} // namespace amp::rt::simulator

#endif // AMP_RUNTIME_SIMULATOR_SEEDS_SEEDS_H
