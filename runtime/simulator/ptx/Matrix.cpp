//===- Matrix.cpp - Matrices of a warp ------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mma.sync and ldmatrix. How the hardware rounds a sum of products is not
// specified; here the products are exact, their sum is in f64, and it is
// rounded to f32 once.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Execution.h"
#include "Instructions.h"

#include <cstring>

namespace amp::rt::simulator::ptx {

namespace {

/// Element `half` of a register of two 16-bit values, or a tf32 register.
double element(Type type, uint32_t bits, unsigned half) {
  switch (type) {
  case Type::F16:
    return halfToFloat(uint16_t(bits >> 16 * half));
  case Type::BF16:
    return bfloatToFloat(uint16_t(bits >> 16 * half));
  default: // tf32 has no more bits than these
    return floatOf(bits & ~0x1fffu);
  }
}

/// d = a * b + c with 16 rows, 8 columns and a depth of K: operands d (4
/// registers), a, b, c (4), mask. `Pairs` elements are in a register.
template <unsigned K, unsigned Pairs>
void multiply(Machine &m, const Instruction &in, const Lanes &lanes) {
  // A register of each thread covers 8 rows (or columns) and 4 * Pairs of K.
  constexpr unsigned kChunks = K / (4 * Pairs);
  constexpr unsigned kA = 2 * kChunks, kB = kChunks;
  Type type = in.sourceType;
  forEachWarp(lanes, [&](uint32_t warp, const Lanes &part, uint32_t here) {
    if (here != ~0u) {
      m.fail(cuda::kCUDA_ERROR_LAUNCH_FAILED, in, part.first,
             "not all 32 threads of the warp are here");
      return false;
    }
    double a[16][K], b[K][8];
    for (uint32_t lane = 0; lane < 32; ++lane) {
      uint32_t i = warp * 32 + lane, group = lane / 4, column = lane % 4;
      for (unsigned r = 0; r < kA; ++r)
        for (unsigned half = 0; half < Pairs; ++half)
          a[group + (r % 2) * 8][r / 2 * 4 * Pairs + column * Pairs + half] =
              element(type, m.reg<uint32_t>(in.operands[4 + r])[i], half);
      for (unsigned r = 0; r < kB; ++r)
        for (unsigned half = 0; half < Pairs; ++half)
          b[r * 4 * Pairs + column * Pairs + half][group] =
              element(type, m.reg<uint32_t>(in.operands[4 + kA + r])[i], half);
    }
    for (uint32_t lane = 0; lane < 32; ++lane) {
      uint32_t i = warp * 32 + lane;
      for (unsigned r = 0; r < 4; ++r) {
        uint32_t row = lane / 4 + r / 2 * 8, column = lane % 4 * 2 + r % 2;
        double sum = floatOf(m.reg<uint32_t>(in.operands[4 + kA + kB + r])[i]);
        for (unsigned k = 0; k < K; ++k)
          sum += a[row][k] * b[k][column];
        m.reg<uint32_t>(in.operands[r])[i] =
            F32::round(sum, Rounding::NearestEven);
      }
    }
    m.order().exchange(warp);
    return true;
  });
  m.order().endExchange();
}

/// Matrices of 8 rows of 16 bytes, whose addresses 8 threads give for each:
/// operands the targets, the address, mask.
void loadMatrix(Machine &m, const Instruction &in, const Lanes &lanes) {
  unsigned count = in.vector;
  forEachWarp(lanes, [&](uint32_t warp, const Lanes &part, uint32_t here) {
    if (here != ~0u) {
      m.fail(cuda::kCUDA_ERROR_LAUNCH_FAILED, in, part.first,
             "not all 32 threads of the warp are here");
      return false;
    }
    Lanes rows;
    rows.first = warp * 32;
    rows.count = 8 * count;
    if (!m.resolve(in, rows, count, 16, AccessKind::Load))
      return false;
    for (unsigned r = 0; r < count; ++r) {
      uint16_t matrix[8][8];
      for (unsigned row = 0; row < 8; ++row)
        std::memcpy(matrix[row], m.pointers()[warp * 32 + 8 * r + row], 16);
      for (uint32_t lane = 0; lane < 32; ++lane) {
        uint32_t x = lane / 4, y = lane % 4 * 2;
        uint32_t low = in.flag ? matrix[y][x] : matrix[x][y];
        uint32_t high = in.flag ? matrix[y + 1][x] : matrix[x][y + 1];
        m.reg<uint32_t>(in.operands[r])[warp * 32 + lane] = low | high << 16;
      }
    }
    m.order().exchange(warp);
    return true;
  });
  m.order().endExchange();
}

bool selectMultiply(const Form &form, Instruction &in, std::string &error) {
  if (form.types[1] != form.types[2])
    error = "'mma' of two types";
  bool isTf32 = in.sourceType == Type::TF32, is16 = form.has("m16n8k16");
  in.execute = isTf32 ? multiply<8, 1>
               : is16 ? multiply<16, 2>
                      : multiply<8, 2>;
  in.control = Control::WarpSync;
  in.maskOperand = isTf32 || is16 ? 14 : 11;
  return error.empty();
}

bool selectLoadMatrix(const Form &form, Instruction &in, std::string &error) {
  int count = form.oneOf("x1 x2 x4");
  if (count < 0 || in.space != Space::Shared)
    error = "'ldmatrix' lacks '.x1', '.x2' or '.x4', or '.shared'";
  in.vector = uint8_t(1 << std::max(count, 0));
  in.flag = form.has("trans");
  in.execute = loadMatrix;
  in.control = Control::WarpSync;
  in.maskOperand = uint8_t(in.vector + 1);
  return error.empty();
}

const Row kRows[] = {
    {"mma", "d*4 a*4 a*2 a*4 all", "!sync !aligned !m16n8k16 !row !col",
     "f32/f16 bf16/f16 bf16/f32", selectMultiply},
    {"mma", "d*4 a*2 a*1 a*4 all", "!sync !aligned !m16n8k8 !row !col",
     "f32/f16 bf16/f16 bf16/f32", selectMultiply},
    {"mma", "d*4 a*4 a*2 a*4 all", "!sync !aligned !m16n8k8 !row !col",
     "f32/tf32/tf32/f32", selectMultiply},
    {"ldmatrix", "dv mem all",
     "!sync !aligned !m8n8 x1 x2 x4 trans shared shared::cta", "b16",
     selectLoadMatrix},
};

} // namespace

Rows matrixRows() { return {std::begin(kRows), std::end(kRows)}; }

} // namespace amp::rt::simulator::ptx
