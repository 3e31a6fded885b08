//===- BlasLtSeeds.cpp - Defects of calls of cuBLASLt ---------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "seeds/BlasLtSeeds.h"

#include "Numbers.h"
#include "seeds/Seeds.h"

#include <algorithm>
#include <cstring>
#include <utility>

using namespace amp::rt::cuda;
using namespace amp::rt::simulator;

static bool is16Bit(cudaDataType_t type) {
  return type == kCUDA_R_16F || type == kCUDA_R_16BF;
}

static void flip(int32_t &operation) {
  operation = operation == int32_t(kCUBLAS_OP_N) ? int32_t(kCUBLAS_OP_T)
                                                 : int32_t(kCUBLAS_OP_N);
}

void amp::rt::simulator::seedOperands(Operands &operands) {
  DescValue &desc = operands.desc;
  LayoutValue *const layouts[] = {&operands.a, &operands.b, &operands.c,
                                  &operands.d};
  auto areAll = [&](cudaDataType_t type) {
    return std::all_of(
        std::begin(layouts), std::end(layouts),
        [&](const LayoutValue *layout) { return layout->type == type; });
  };
  const bool hasBatch = operands.d.batch > 1;

  if (operands.a.ld != operands.b.ld &&
      applySeed(Seed::LeadingDimensionsSwapped))
    std::swap(operands.a.ld, operands.b.ld);
  // A flipped operation goes with flipped rows and columns where that is what
  // the program took the matrix for; else the sizes would not fit.
  if (applySeed(Seed::TransposeAFlipped)) {
    flip(desc.opA);
    std::swap(operands.a.rows, operands.a.cols);
    operands.a.ld = std::max(operands.a.ld, int64_t(operands.a.rows));
  }
  if (applySeed(Seed::TransposeBFlipped)) {
    flip(desc.opB);
    std::swap(operands.b.rows, operands.b.cols);
    operands.b.ld = std::max(operands.b.ld, int64_t(operands.b.rows));
  }
  if (is16Bit(operands.a.type) && applySeed(Seed::OperandTypeWrong))
    for (LayoutValue *layout : layouts)
      if (is16Bit(layout->type))
        layout->type = layout->type == kCUDA_R_16F ? kCUDA_R_16BF : kCUDA_R_16F;
  if (areAll(kCUDA_R_16F) && desc.compute == kCUBLAS_COMPUTE_32F &&
      applySeed(Seed::ComputeInF16)) {
    desc.compute = kCUBLAS_COMPUTE_16F;
    desc.scaleType = kCUDA_R_16F;
  }
  if (areAll(kCUDA_R_32F) && desc.compute == kCUBLAS_COMPUTE_32F &&
      applySeed(Seed::ComputeInTF32))
    desc.compute = kCUBLAS_COMPUTE_32F_FAST_TF32;
  if (hasBatch && operands.b.stride && applySeed(Seed::BatchStrideZero))
    operands.b.stride = 0;
  if (hasBatch && applySeed(Seed::BatchShort))
    for (LayoutValue *layout : layouts)
      --layout->batch;
  if (desc.epilogue != kCUBLASLT_EPILOGUE_BIAS)
    return;
  if (applySeed(Seed::BiasShifted))
    desc.bias = static_cast<const char *>(desc.bias) +
                (is16Bit(operands.d.type) ? 2 : 4);
  if (operands.d.type != kCUDA_R_32F && applySeed(Seed::BiasTypeWrong))
    desc.biasType = int32_t(kCUDA_R_32F);
  if (applySeed(Seed::EpilogueDropped))
    desc.epilogue = kCUBLASLT_EPILOGUE_DEFAULT;
  if (applySeed(Seed::EpilogueReLU))
    desc.epilogue = kCUBLASLT_EPILOGUE_RELU_BIAS;
}

void amp::rt::simulator::seedLaunch(Launch &launch, const void *alpha) {
  const DescValue &desc = launch.problem.desc;
  if (launch.readsScalesOnDevice())
    return;
  const bool isF32 = desc.scaleType == kCUDA_R_32F;
  if (selectedSeed() == Seed::ComputeInF16 &&
      desc.compute == kCUBLAS_COMPUTE_16F) {
    // The program would give these in the type that goes with the descriptor.
    // Its beta of 0 has the same first bytes in either type.
    float value;
    std::memcpy(&value, alpha, sizeof(value));
    const uint16_t bits = bitsOfF16(value);
    std::memcpy(launch.alpha, &bits, sizeof(bits));
  }
  float beta;
  std::memcpy(&beta, launch.beta, sizeof(beta));
  if (isF32 && beta == 0 && launch.c && applySeed(Seed::BetaOne)) {
    beta = 1;
    std::memcpy(launch.beta, &beta, sizeof(beta));
  }
  if (applySeed(Seed::AlphaZero))
    std::fill(std::begin(launch.alpha), std::end(launch.alpha), 0);
  if (launch.a != launch.b && applySeed(Seed::OperandsSwapped))
    std::swap(launch.a, launch.b);
  if (applySeed(Seed::ProductShifted)) {
    launch.c += launch.c == launch.d ? 16 : 0;
    launch.d += 16;
  }
  if (launch.algorithm.workspace && applySeed(Seed::WorkspaceMissing))
    launch.workspace = launch.workspaceBytes = 0;
}

void amp::rt::simulator::seedOffer(const Problem &problem,
                                   const PreferenceValue &preference,
                                   uint32_t version,
                                   std::vector<Algorithm> &offered) {
  if (selectedSeed() != Seed::SchemeOutputType)
    return;
  PreferenceValue careless = preference;
  careless.schemes = kCUBLASLT_REDUCTION_SCHEME_MASK;
  // The algorithm whose partial sums have the type of D; see Algorithm.h.
  std::string why;
  std::vector<Algorithm> wrong = offer(problem, careless, {4}, version, why);
  if (!wrong.empty() && applySeed(Seed::SchemeOutputType))
    offered = std::move(wrong);
}
