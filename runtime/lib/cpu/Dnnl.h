//===- Dnnl.h - What the CPU has of oneDNN ----------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The one way to oneDNN: only Dnnl.cpp sees its headers, so that another
// version, or another library, is one other file.

#ifndef AMP_RUNTIME_CPU_DNNL_H
#define AMP_RUNTIME_CPU_DNNL_H

#include "amp-rt/amp_rt.h"

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

namespace amp::rt::cpu {

struct ConvolutionOperands;
struct GemmOperands;

/// What oneDNN said when something failed: "oneDNN could not ... (status)".
class DnnlError : public std::runtime_error {
public:
  DnnlError(const std::string &message, bool isOutOfMemory)
      : std::runtime_error(message), isOutOfMemory(isOutOfMemory) {}

  const bool isOutOfMemory;
};

/// Its version, and the instructions that it uses, as its environment limits
/// them: "oneDNN 2.6.3 (AVX-512)".
std::string describeDnnl();
/// True if it multiplies bf16 with bf16 instructions.
bool hasNativeBF16();

/// Where oneDNN computes: this process's CPU, on the calling thread's pool.
class DnnlEngine {
public:
  /// Throws DnnlError, like all that has to do with one.
  DnnlEngine();
  ~DnnlEngine();
  struct Impl;
  Impl &get() const { return *impl; }

private:
  std::unique_ptr<Impl> impl;
};

/// C = op(A) op(B) + bias for operands of f32 or bf16, by one oneDNN primitive
/// or function with the layouts as they are. Leaves out the ReLU: oneDNN's
/// turns NaN into 0.
class DnnlMatmul {
public:
  /// `keepsB` says that B stays the same for several runs: where oneDNN would
  /// rearrange it in each of them, it is read from a packed copy. Uses up to
  /// `threads` threads.
  DnnlMatmul(const DnnlEngine &engine, int threads, const amprt_gemm &gemm,
             bool keepsB);
  ~DnnlMatmul();

  uint64_t getScratchBytes() const;
  /// See GemmPlan.
  uint64_t getPackedBytes() const;
  void pack(const void *b, void *packed, void *scratch);
  void run(const GemmOperands &operands, void *scratch);

private:
  class Impl;
  std::unique_ptr<Impl> impl;
};

/// One product of a convolution for operands of f32 or bf16, by one oneDNN
/// primitive, with reorders before and after it where the primitive wants
/// another layout than the tensors have. Leaves out the ReLU: oneDNN's turns
/// NaN into 0.
class DnnlConvolution {
public:
  /// Uses up to `threads` threads.
  DnnlConvolution(const DnnlEngine &engine, int threads,
                  const amprt_convolution &convolution);
  ~DnnlConvolution();

  /// Of reordered tensors and of primitives.
  uint64_t getScratchBytes() const;
  void run(const ConvolutionOperands &operands, void *scratch);

private:
  class Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace amp::rt::cpu

#endif // AMP_RUNTIME_CPU_DNNL_H
