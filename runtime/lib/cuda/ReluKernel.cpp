//===- ReluKernel.cpp - ReLU over the result of a GEMM --------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReluKernel.h"

using namespace amp::rt;
using namespace amp::rt::cuda;

ReluBits cuda::reluBitsOf(amprt_type type) {
  switch (type) {
  case AMPRT_F64:
    return {64, 0x8000000000000000, 0xfff0000000000000};
  case AMPRT_F16:
    return {16, 0x8000, 0xfc00};
  case AMPRT_BF16:
    return {16, 0x8000, 0xff80};
  default:
    return {32, 0x80000000, 0xff800000};
  }
}

std::string cuda::reluKernelName(uint32_t width) {
  return "amp_relu_" + std::to_string(width);
}

/// Blocks count rows over the whole batch: block / rows is the matrix, the rest
/// the row in it.
static std::string kernelPtx(uint32_t width) {
  std::string load = "ld.global.u" + std::to_string(width);
  std::string store = "st.global.u" + std::to_string(width);
  std::string shift = width == 16 ? "1" : width == 32 ? "2" : "3";
  // Narrow elements are widened to 64 bits, so that one comparison fits all.
  return ".visible .entry " + reluKernelName(width) + R"((
    .param .u64 base, .param .u64 rows, .param .u64 cols, .param .u64 ld,
    .param .u64 stride, .param .u64 first, .param .u64 last)
{
  .reg .pred %done, %clear;
  .reg .b32 %index, %threads, %block;
  .reg .b64 %base, %rows, %cols, %ld, %stride, %first, %last;
  .reg .b64 %matrix, %row, %col, %step, %offset, %address, %value, %zero;
  ld.param.u64 %base, [base];
  ld.param.u64 %rows, [rows];
  ld.param.u64 %cols, [cols];
  ld.param.u64 %ld, [ld];
  ld.param.u64 %stride, [stride];
  ld.param.u64 %first, [first];
  ld.param.u64 %last, [last];
  cvta.to.global.u64 %base, %base;
  mov.u64 %zero, 0;
  mov.u32 %block, %ctaid.x;
  mov.u32 %index, %tid.x;
  mov.u32 %threads, %ntid.x;
  cvt.u64.u32 %row, %block;
  cvt.u64.u32 %col, %index;
  cvt.u64.u32 %step, %threads;
  div.u64 %matrix, %row, %rows;
  rem.u64 %row, %row, %rows;
  mul.lo.u64 %offset, %matrix, %stride;
  mad.lo.u64 %offset, %row, %ld, %offset;
loop:
  setp.ge.u64 %done, %col, %cols;
  @%done bra end;
  add.u64 %address, %offset, %col;
  shl.b64 %address, %address, )" +
         shift + R"(;
  add.u64 %address, %base, %address;
  )" + load +
         R"( %value, [%address];
  setp.ge.u64 %clear, %value, %first;
  setp.le.and.u64 %clear, %value, %last, %clear;
  @%clear )" +
         store + R"( [%address], %zero;
  add.u64 %col, %col, %step;
  bra loop;
end:
  ret;
}
)";
}

std::string cuda::reluKernelPtx() {
  return ".version 7.0\n.target sm_60\n.address_size 64\n" + kernelPtx(16) +
         kernelPtx(32) + kernelPtx(64);
}
