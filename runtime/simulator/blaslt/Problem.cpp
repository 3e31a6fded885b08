//===- Problem.cpp - A product as the descriptors give it -----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Problem.h"

#include <algorithm>
#include <limits>

using namespace amp::rt::cuda;
using namespace amp::rt::simulator;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// From the documentation of cuBLAS 13, section "cublasLtMatmul()", the table
/// "When A, B, C, and D are Regular Column- or Row-major Matrices". Left out
/// are its lines of complex types and of the two computations that emulate f32
/// and f64, which `resolve` names when it refuses them.
///
/// The rounding of f32 inputs is what the FAST types allow, on a device that
/// has units for it; see `resolve`.
static constexpr SupportedTypes kSupportedTypes[] = {
    {kCUBLAS_COMPUTE_16F, kCUDA_R_16F, kCUDA_R_16F, kCUDA_R_16F, kCUDA_R_16F,
     Accumulator::F16},
    {kCUBLAS_COMPUTE_16F_PEDANTIC, kCUDA_R_16F, kCUDA_R_16F, kCUDA_R_16F,
     kCUDA_R_16F, Accumulator::F16},

    {kCUBLAS_COMPUTE_32I, kCUDA_R_32I, kCUDA_R_8I, kCUDA_R_32I, std::nullopt,
     Accumulator::I32},
    {kCUBLAS_COMPUTE_32I, kCUDA_R_32F, kCUDA_R_8I, kCUDA_R_8I, std::nullopt,
     Accumulator::I32},
    {kCUBLAS_COMPUTE_32I_PEDANTIC, kCUDA_R_32I, kCUDA_R_8I, kCUDA_R_32I,
     std::nullopt, Accumulator::I32},
    {kCUBLAS_COMPUTE_32I_PEDANTIC, kCUDA_R_32F, kCUDA_R_8I, kCUDA_R_8I,
     std::nullopt, Accumulator::I32},

    {kCUBLAS_COMPUTE_32F, kCUDA_R_32F, kCUDA_R_16BF, kCUDA_R_16BF, kCUDA_R_16BF,
     Accumulator::F32},
    {kCUBLAS_COMPUTE_32F, kCUDA_R_32F, kCUDA_R_16F, kCUDA_R_16F, kCUDA_R_16F,
     Accumulator::F32},
    {kCUBLAS_COMPUTE_32F, kCUDA_R_32F, kCUDA_R_8I, kCUDA_R_32F, std::nullopt,
     Accumulator::F32},
    {kCUBLAS_COMPUTE_32F, kCUDA_R_32F, kCUDA_R_16BF, kCUDA_R_32F, kCUDA_R_32F,
     Accumulator::F32},
    {kCUBLAS_COMPUTE_32F, kCUDA_R_32F, kCUDA_R_16F, kCUDA_R_32F, kCUDA_R_32F,
     Accumulator::F32},
    {kCUBLAS_COMPUTE_32F, kCUDA_R_32F, kCUDA_R_32F, kCUDA_R_32F, kCUDA_R_32F,
     Accumulator::F32},
    {kCUBLAS_COMPUTE_32F_PEDANTIC, kCUDA_R_32F, kCUDA_R_16BF, kCUDA_R_16BF,
     kCUDA_R_16BF, Accumulator::F32},
    {kCUBLAS_COMPUTE_32F_PEDANTIC, kCUDA_R_32F, kCUDA_R_16F, kCUDA_R_16F,
     kCUDA_R_16F, Accumulator::F32},
    {kCUBLAS_COMPUTE_32F_PEDANTIC, kCUDA_R_32F, kCUDA_R_8I, kCUDA_R_32F,
     std::nullopt, Accumulator::F32},
    {kCUBLAS_COMPUTE_32F_PEDANTIC, kCUDA_R_32F, kCUDA_R_16BF, kCUDA_R_32F,
     kCUDA_R_32F, Accumulator::F32},
    {kCUBLAS_COMPUTE_32F_PEDANTIC, kCUDA_R_32F, kCUDA_R_16F, kCUDA_R_32F,
     kCUDA_R_32F, Accumulator::F32},
    {kCUBLAS_COMPUTE_32F_PEDANTIC, kCUDA_R_32F, kCUDA_R_32F, kCUDA_R_32F,
     kCUDA_R_32F, Accumulator::F32},

    {kCUBLAS_COMPUTE_32F_FAST_16F, kCUDA_R_32F, kCUDA_R_32F, kCUDA_R_32F,
     kCUDA_R_32F, Accumulator::F32, InputRounding::F16},
    {kCUBLAS_COMPUTE_32F_FAST_16BF, kCUDA_R_32F, kCUDA_R_32F, kCUDA_R_32F,
     kCUDA_R_32F, Accumulator::F32, InputRounding::BF16},
    {kCUBLAS_COMPUTE_32F_FAST_TF32, kCUDA_R_32F, kCUDA_R_32F, kCUDA_R_32F,
     kCUDA_R_32F, Accumulator::F32, InputRounding::TF32},

    {kCUBLAS_COMPUTE_64F, kCUDA_R_64F, kCUDA_R_64F, kCUDA_R_64F, kCUDA_R_64F,
     Accumulator::F64},
    {kCUBLAS_COMPUTE_64F_PEDANTIC, kCUDA_R_64F, kCUDA_R_64F, kCUDA_R_64F,
     kCUDA_R_64F, Accumulator::F64},
};

SupportedTypesTable amp::rt::simulator::supportedTypes() {
  return {std::begin(kSupportedTypes), std::end(kSupportedTypes)};
}

const SupportedTypes *
amp::rt::simulator::findTypes(cublasComputeType_t compute, cudaDataType_t scale,
                              cudaDataType_t a, cudaDataType_t b,
                              cudaDataType_t c, cudaDataType_t d) {
  for (const SupportedTypes &types : kSupportedTypes)
    if (types.compute == compute && types.scale == scale && types.input == a &&
        types.input == b && types.output == c && types.output == d)
      return &types;
  return nullptr;
}

uint32_t amp::rt::simulator::bytesOf(cudaDataType_t type) {
  switch (type) {
  case kCUDA_R_64F:
    return 8;
  case kCUDA_R_32F:
  case kCUDA_R_32I:
    return 4;
  case kCUDA_R_16F:
  case kCUDA_R_16BF:
    return 2;
  default: // kCUDA_R_8I
    return 1;
  }
}

std::string amp::rt::simulator::nameOfType(cudaDataType_t type) {
  switch (type) {
  case kCUDA_R_64F:
    return "f64";
  case kCUDA_R_32F:
    return "f32";
  case kCUDA_R_16F:
    return "f16";
  case kCUDA_R_16BF:
    return "bf16";
  case kCUDA_R_8I:
    return "s8";
  case kCUDA_R_32I:
    return "s32";
  default:
    return "cudaDataType " + std::to_string(type);
  }
}

static bool isKnownCompute(cublasComputeType_t compute) {
  return compute == kCUBLAS_COMPUTE_32F_EMULATED_16BFX9 ||
         compute == kCUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT ||
         std::any_of(std::begin(kSupportedTypes), std::end(kSupportedTypes),
                     [&](const SupportedTypes &types) {
                       return types.compute == compute;
                     });
}

//===----------------------------------------------------------------------===//
// Problem
//===----------------------------------------------------------------------===//

bool Problem::addsBias() const {
  return desc.epilogue & kCUBLASLT_EPILOGUE_BIAS;
}
bool Problem::givesGradient() const {
  return desc.epilogue == kCUBLASLT_EPILOGUE_DRELU_BGRAD ||
         desc.epilogue == kCUBLASLT_EPILOGUE_DGELU_BGRAD ||
         desc.epilogue == kCUBLASLT_EPILOGUE_BGRADA ||
         desc.epilogue == kCUBLASLT_EPILOGUE_BGRADB;
}
bool Problem::readsAux() const {
  return desc.epilogue == kCUBLASLT_EPILOGUE_DRELU ||
         desc.epilogue == kCUBLASLT_EPILOGUE_DRELU_BGRAD ||
         desc.epilogue == kCUBLASLT_EPILOGUE_DGELU ||
         desc.epilogue == kCUBLASLT_EPILOGUE_DGELU_BGRAD;
}
bool Problem::writesAux() const { return (desc.epilogue & 128) && !readsAux(); }
bool Problem::isReLU() const {
  return (desc.epilogue & kCUBLASLT_EPILOGUE_RELU) ||
         desc.epilogue == kCUBLASLT_EPILOGUE_DRELU ||
         desc.epilogue == kCUBLASLT_EPILOGUE_DRELU_BGRAD;
}
bool Problem::isGELU() const {
  return (desc.epilogue & kCUBLASLT_EPILOGUE_GELU) ||
         desc.epilogue == kCUBLASLT_EPILOGUE_DGELU ||
         desc.epilogue == kCUBLASLT_EPILOGUE_DGELU_BGRAD;
}
uint64_t Problem::biasLength() const {
  return desc.epilogue == kCUBLASLT_EPILOGUE_BGRADB ? n : m;
}

std::string Problem::describe() const {
  return "cublasLtMatmul " + std::to_string(m) + "x" + std::to_string(n) + "x" +
         std::to_string(k) + (batch > 1 ? " x" + std::to_string(batch) : "") +
         " " + nameOfType(a.type) + " -> " + nameOfType(d.type);
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static Verdict invalid(std::string why) {
  return {kCUBLAS_STATUS_INVALID_VALUE, std::move(why)};
}
static Verdict unsupported(std::string why) {
  return {kCUBLAS_STATUS_NOT_SUPPORTED, std::move(why)};
}

/// `broadcasts`: the matrix is C of a product out of place, whose leading
/// dimension may be 0.
static Verdict checkLayout(const LayoutValue &layout, const std::string &name,
                           bool broadcasts) {
  if (layout.order < 0 || layout.order > int32_t(kCUBLASLT_ORDER_COL32_2R_4R4))
    return invalid(name + ": no order " + std::to_string(layout.order));
  if (layout.order >= int32_t(kCUBLASLT_ORDER_COL32))
    return unsupported(name + ": orders of tiles are not simulated");
  if (layout.batchMode != 0)
    return unsupported(name + ": batches by pointer are not simulated");
  if (layout.planeOffset != 0)
    return unsupported(name + ": planar complex layouts are not simulated");
  if (layout.rows == 0 || layout.cols == 0)
    return invalid(name + ": no rows or no columns");
  constexpr uint64_t kMax = std::numeric_limits<int32_t>::max();
  if (layout.rows > kMax || layout.cols > kMax)
    return unsupported(name + ": rows and columns must fit int32_t");
  if (layout.batch < 1)
    return invalid(name + ": batch count " + std::to_string(layout.batch));
  const uint64_t minor =
      layout.order == int32_t(kCUBLASLT_ORDER_COL) ? layout.rows : layout.cols;
  if (layout.ld < 0 || (static_cast<uint64_t>(layout.ld) < minor &&
                        !(broadcasts && layout.ld == 0)))
    return invalid(name + ": leading dimension " + std::to_string(layout.ld) +
                   " is less than " + std::to_string(minor));
  // Elements are counted in 64 bits later.
  constexpr int64_t kFar = int64_t(1) << 60;
  if (layout.ld > kFar / int64_t(kMax) || layout.stride > kFar / layout.batch ||
      layout.stride < -kFar / layout.batch)
    return invalid(name + ": the distances exceed the address space");
  return {};
}

/// That no two elements of an output share a place.
static bool isDisjoint(uint64_t minor, uint64_t major, int64_t ld,
                       int64_t stride, int64_t batch) {
  if (batch == 1)
    return true;
  const int64_t step = stride < 0 ? -stride : stride;
  const int64_t extent =
      (static_cast<int64_t>(major) - 1) * ld + static_cast<int64_t>(minor);
  // One matrix after the other, or a line of each in turn.
  return step >= extent ||
         (step >= static_cast<int64_t>(minor) &&
          ld >= (batch - 1) * step + static_cast<int64_t>(minor));
}

static bool isKnownEpilogue(uint32_t epilogue) {
  for (uint32_t known :
       {kCUBLASLT_EPILOGUE_DEFAULT, kCUBLASLT_EPILOGUE_RELU,
        kCUBLASLT_EPILOGUE_RELU_AUX, kCUBLASLT_EPILOGUE_BIAS,
        kCUBLASLT_EPILOGUE_RELU_BIAS, kCUBLASLT_EPILOGUE_RELU_AUX_BIAS,
        kCUBLASLT_EPILOGUE_DRELU, kCUBLASLT_EPILOGUE_DRELU_BGRAD,
        kCUBLASLT_EPILOGUE_GELU, kCUBLASLT_EPILOGUE_GELU_AUX,
        kCUBLASLT_EPILOGUE_GELU_BIAS, kCUBLASLT_EPILOGUE_GELU_AUX_BIAS,
        kCUBLASLT_EPILOGUE_DGELU, kCUBLASLT_EPILOGUE_DGELU_BGRAD,
        kCUBLASLT_EPILOGUE_BGRADA, kCUBLASLT_EPILOGUE_BGRADB})
    if (epilogue == known)
      return true;
  return false;
}

/// Enumerators of the descriptor, and what of it is not simulated.
static Verdict checkDesc(const DescValue &desc) {
  for (int32_t op : {desc.opA, desc.opB, desc.opC}) {
    if (op < 0 || op > 3)
      return invalid("no operation " + std::to_string(op));
    if (op == 3) // CUBLAS_OP_CONJG, a placeholder in the headers.
      return unsupported("CUBLAS_OP_CONJG is not supported");
  }
  if (desc.opC != int32_t(kCUBLAS_OP_N))
    return unsupported("C can only be used as it is stored");
  if (desc.fillMode < 0 || desc.fillMode > int32_t(kCUBLAS_FILL_MODE_FULL))
    return invalid("no fill mode " + std::to_string(desc.fillMode));
  if (desc.fillMode != int32_t(kCUBLAS_FILL_MODE_FULL))
    return unsupported("only CUBLAS_FILL_MODE_FULL is simulated");
  if (desc.pointerMode < 0 ||
      desc.pointerMode >
          int32_t(kCUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST))
    return invalid("no pointer mode " + std::to_string(desc.pointerMode));
  if (desc.pointerMode >= int32_t(kCUBLASLT_POINTER_MODE_DEVICE_VECTOR) ||
      desc.alphaStride != 0)
    return unsupported("vectors of alpha and beta are not simulated");
  // The documentation: set for an unsupported combination of types, they make
  // cublasLtMatmul give CUBLAS_STATUS_INVALID_VALUE. They are for fp8 and fp4.
  if (desc.scaleA || desc.scaleB || desc.scaleC || desc.scaleD ||
      desc.scaleAux || desc.scaleOutD || desc.amaxD || desc.amaxAux)
    return invalid("scales and maxima of matrices are for types of 8 bits");
  if (desc.scaleModeA || desc.scaleModeB || desc.scaleModeC ||
      desc.scaleModeD || desc.scaleModeAux || desc.scaleModeOutD)
    return invalid("scaling modes are for types of 8 bits");
  if (desc.emulation)
    return unsupported("emulation of floating point is not simulated");
  if (!isKnownEpilogue(desc.epilogue))
    return invalid("no epilogue " + std::to_string(desc.epilogue));
  return {};
}

/// What the section "cublasLtMatmul()" asks of products of s8 in regular
/// layouts. Alignment is checked where addresses are known.
static Verdict checkIntegers(const Problem &problem) {
  if (problem.desc.opA == int32_t(kCUBLAS_OP_N) ||
      problem.desc.opB != int32_t(kCUBLAS_OP_N))
    return unsupported("products of s8 need A transposed and B not");
  for (const LayoutValue *layout :
       {&problem.a, &problem.b, &problem.c, &problem.d}) {
    if (layout->order != int32_t(kCUBLASLT_ORDER_COL))
      return unsupported("products of s8 need column-major matrices");
    if (layout->ld % 4)
      return unsupported("products of s8 need leading dimensions that are "
                         "multiples of 4");
  }
  if (problem.m % 4 || problem.k % 4)
    return unsupported("products of s8 need m and k that are multiples of 4");
  return {};
}

static Verdict checkEpilogue(const Problem &problem) {
  const DescValue &desc = problem.desc;
  if (desc.epilogue == kCUBLASLT_EPILOGUE_DEFAULT)
    return {};
  const SupportedTypes &types = *problem.types;
  if (!types.bias)
    return unsupported("no epilogue is supported for " +
                       nameOfType(types.input) + " -> " +
                       nameOfType(types.output));
  // Footnote 6 of the table names the epilogues with both an activation and a
  // bias. A row-major D with BIAS alone is refused by the library as well, and
  // of the others nothing is documented: their vectors and auxiliary matrices
  // follow the rows of D, column by column.
  if (problem.d.order == int32_t(kCUBLASLT_ORDER_ROW) &&
      desc.epilogue != kCUBLASLT_EPILOGUE_RELU &&
      desc.epilogue != kCUBLASLT_EPILOGUE_GELU)
    return unsupported("epilogue " + std::to_string(desc.epilogue) +
                       " is not supported with a row-major D");
  if (problem.usesBias()) {
    if (desc.biasType != -1 &&
        static_cast<cudaDataType_t>(desc.biasType) != *types.bias)
      return unsupported(
          "a bias of " +
          nameOfType(static_cast<cudaDataType_t>(desc.biasType)) +
          " instead of " + nameOfType(*types.bias));
    const int64_t length = static_cast<int64_t>(problem.biasLength());
    if (desc.biasStride < 0 ||
        (desc.biasStride != 0 && desc.biasStride < length))
      return invalid("a bias stride of " + std::to_string(desc.biasStride) +
                     " is less than its " + std::to_string(length) +
                     " elements");
    if (problem.givesGradient() && problem.batch > 1 && desc.biasStride == 0)
      return invalid("the bias gradients of a batch need a stride");
  }
  if (!problem.readsAux() && !problem.writesAux())
    return {};
  if (problem.isGELU()) {
    if (desc.auxType != -1 &&
        static_cast<cudaDataType_t>(desc.auxType) != types.output)
      return invalid("an auxiliary matrix of " +
                     nameOfType(static_cast<cudaDataType_t>(desc.auxType)) +
                     " instead of " + nameOfType(types.output));
  } else if (desc.auxType != -1) {
    return invalid("the auxiliary matrix of ReLU is one of bits");
  }
  const int64_t unit = problem.isReLU() ? 128 : 8;
  if (desc.auxLd % unit || desc.auxLd < static_cast<int64_t>(problem.m))
    return invalid("an auxiliary leading dimension of " +
                   std::to_string(desc.auxLd) + " is no multiple of " +
                   std::to_string(unit) + " or less than " +
                   std::to_string(problem.m) + " rows");
  if (desc.auxStride % unit || desc.auxStride < 0)
    return invalid("an auxiliary batch stride of " +
                   std::to_string(desc.auxStride) + " is no multiple of " +
                   std::to_string(unit));
  if (problem.writesAux() &&
      !isDisjoint(problem.m, problem.n, desc.auxLd, desc.auxStride,
                  static_cast<int64_t>(problem.batch)))
    return invalid("the auxiliary matrices of a batch overlap");
  return {};
}

/// Features that the device lacks. The FAST types are none: they allow the
/// library to round, and a device without the units computes in f32.
static Verdict checkDevice(Problem &problem, int capability) {
  auto lacks = [&](const std::string &what) {
    return Verdict{kCUBLAS_STATUS_ARCH_MISMATCH,
                   what + " on a device of compute capability " +
                       std::to_string(capability / 10) + "." +
                       std::to_string(capability % 10)};
  };
  if (capability < 50)
    return lacks("cuBLAS");
  if (problem.types->input == kCUDA_R_16BF && capability < 80)
    return lacks("bf16");
  if (problem.types->accumulator == Accumulator::I32 && capability < 75)
    return lacks("integer products");
  problem.rounding = problem.types->rounding;
  const bool hasUnits =
      capability >= (problem.rounding == InputRounding::F16 ? 70 : 80);
  if (!hasUnits)
    problem.rounding = InputRounding::None;
  return {};
}

Verdict amp::rt::simulator::resolve(const DescValue &desc, const LayoutValue &a,
                                    const LayoutValue &b, const LayoutValue *c,
                                    const LayoutValue &d, int capability,
                                    Problem &problem) {
  problem = Problem();
  problem.desc = desc;
  problem.a = a;
  problem.b = b;
  problem.c = c ? *c : d;
  problem.d = d;
  if (Verdict verdict = checkDesc(desc))
    return verdict;
  if (!isKnownCompute(desc.compute))
    return invalid("no compute type " + std::to_string(desc.compute));

  problem.types = findTypes(desc.compute, desc.scaleType, a.type, b.type,
                            problem.c.type, d.type);
  if (!problem.types)
    return unsupported(
        "the types are not in the table of cublasLtMatmul: "
        "compute " +
        std::to_string(desc.compute) + ", scale " + nameOfType(desc.scaleType) +
        ", A " + nameOfType(a.type) + ", B " + nameOfType(b.type) + ", C " +
        nameOfType(problem.c.type) + ", D " + nameOfType(d.type));

  if (Verdict verdict = checkLayout(a, "A", false))
    return verdict;
  if (Verdict verdict = checkLayout(b, "B", false))
    return verdict;
  if (Verdict verdict = checkLayout(problem.c, "C", true))
    return verdict;
  if (Verdict verdict = checkLayout(d, "D", false))
    return verdict;

  const bool plainA = desc.opA == int32_t(kCUBLAS_OP_N);
  const bool plainB = desc.opB == int32_t(kCUBLAS_OP_N);
  problem.m = plainA ? a.rows : a.cols;
  problem.k = plainA ? a.cols : a.rows;
  problem.n = plainB ? b.cols : b.rows;
  if ((plainB ? b.rows : b.cols) != problem.k)
    return invalid("A is used with k = " + std::to_string(problem.k) +
                   " and B with " + std::to_string(plainB ? b.rows : b.cols));
  if (d.rows != problem.m || d.cols != problem.n)
    return invalid("D is " + std::to_string(d.rows) + "x" +
                   std::to_string(d.cols) + " and the product " +
                   std::to_string(problem.m) + "x" + std::to_string(problem.n));
  if (problem.c.rows != d.rows || problem.c.cols != d.cols ||
      problem.c.order != d.order)
    return invalid("C and D differ in rows, columns or order");
  if (a.batch != d.batch || b.batch != d.batch || problem.c.batch != d.batch)
    return invalid("the batch counts differ: A " + std::to_string(a.batch) +
                   ", B " + std::to_string(b.batch) + ", C " +
                   std::to_string(problem.c.batch) + ", D " +
                   std::to_string(d.batch));
  problem.batch = static_cast<uint64_t>(d.batch);
  const bool columns = d.order == int32_t(kCUBLASLT_ORDER_COL);
  if (!isDisjoint(columns ? d.rows : d.cols, columns ? d.cols : d.rows, d.ld,
                  d.stride, d.batch))
    return invalid("D: the matrices of the batch overlap");

  if (Verdict verdict = checkDevice(problem, capability))
    return verdict;
  if (problem.types->accumulator == Accumulator::I32)
    if (Verdict verdict = checkIntegers(problem))
      return verdict;
  return checkEpilogue(problem);
}
