//===- Initializer.h - Initial values and random data -----------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Initial values of variables, with the meaning that torch.nn.init gives them,
// and random data. Element i (row-major) depends on seed, stream and i only. It
// is computed in f64 and rounded once to the tensor's type, so that the tensor
// of an f16 run is the rounded tensor of an f32 run.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_SUPPORT_INITIALIZER_H
#define AMP_SUPPORT_INITIALIZER_H

#include "amp/Support/Tensor.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace amp {

/// How a variable begins. For a weight of shape [out, in, k...], with r the
/// product of k..., fan_in = in r and fan_out = out r
/// (torch.nn.init._calculate_fan_in_and_fan_out); the kinds that need them want
/// a rank of at least 2. Sources: He et al., "Delving deep into rectifiers",
/// 2015 (Kaiming); Glorot and Bengio, "Understanding the difficulty of training
/// deep feedforward neural networks", 2010 (Xavier); Saxe et al., "Exact
/// solutions to the nonlinear dynamics of learning in deep linear neural
/// networks", 2013 (orthogonal).
struct InitializerSpec {
  enum class Kind {
    Zeros,
    /// Every element is `a`. Of all types; a value that the type does not have
    /// (not exactly, for integers; not finitely, for floats) is an error.
    Constant,
    /// a + (b - a) u with u uniform in [0, 1); by rounding, b may occur.
    Uniform,
    /// Normal with mean `a` and standard deviation `b`.
    Normal,
    /// Uniform in [-c, c) with c = sqrt(3) std,
    /// std = sqrt(2 / (1 + a^2)) / sqrt(fan_in). `a` is the slope of the leaky
    /// ReLU that follows; nn.Linear and nn.Conv2d use sqrt(5).
    KaimingUniform,
    /// Normal with mean 0 and the same std.
    KaimingNormal,
    /// Uniform in [-c, c) with c = sqrt(3) std,
    /// std = a sqrt(2 / (fan_in + fan_out)). `a` is the gain.
    XavierUniform,
    /// Normal with mean 0 and the same std.
    XavierNormal,
    /// The matrix [out, in r], times the gain `a`, has orthonormal rows if
    /// out <= in r, else columns: the Q of the QR decomposition, with a
    /// positive diagonal of R, of a normal matrix. Takes 4 m n^2 operations for
    /// sides m >= n.
    Orthogonal,
    /// The state of a graph's random numbers, two elements of i64: the
    /// variable's own seed, which is element 0 of `bits64` of its stream in the
    /// domain Graph, and 0, the number of the first block.
    Seed
  };

  Kind kind = Kind::Zeros;
  double a = 0.0;
  double b = 0.0;
  /// Tells variables with the same seed apart.
  uint64_t stream = 0;

  static InitializerSpec zeros() { return {}; }
  static InitializerSpec constant(double value) {
    return {Kind::Constant, value, 0.0, 0};
  }
  static InitializerSpec uniform(double low, double high, uint64_t stream) {
    return {Kind::Uniform, low, high, stream};
  }
  static InitializerSpec normal(double mean, double std, uint64_t stream) {
    return {Kind::Normal, mean, std, stream};
  }
  static InitializerSpec kaimingUniform(uint64_t stream,
                                        double slope = 2.23606797749979) {
    return {Kind::KaimingUniform, slope, 0.0, stream};
  }
  static InitializerSpec kaimingNormal(uint64_t stream, double slope = 0.0) {
    return {Kind::KaimingNormal, slope, 0.0, stream};
  }
  static InitializerSpec xavierUniform(uint64_t stream, double gain = 1.0) {
    return {Kind::XavierUniform, gain, 0.0, stream};
  }
  static InitializerSpec xavierNormal(uint64_t stream, double gain = 1.0) {
    return {Kind::XavierNormal, gain, 0.0, stream};
  }
  static InitializerSpec orthogonal(uint64_t stream, double gain = 1.0) {
    return {Kind::Orthogonal, gain, 0.0, stream};
  }
  static InitializerSpec seed(uint64_t stream) {
    return {Kind::Seed, 0.0, 0.0, stream};
  }
};

/// A tensor that begins as `spec` says. The random kinds are for f64, f32, f16
/// and bf16, but `Seed` is for i64 of shape [2]. It is an error if a parameter
/// is not finite, a standard deviation is negative, or low is above high.
llvm::Expected<Tensor> initialize(const InitializerSpec &spec, ElementType type,
                                  llvm::ArrayRef<int64_t> shape, uint64_t seed);

/// Random data, as `distribution` says:
///   zeros, ones, constant:V   any type
///   uniform:LO,HI             floats; as InitializerSpec's
///   normal:MEAN,STD           floats
///   randint:LO,HI             integers from LO to HI - 1, of a type that holds
///                             all of them exactly (f16 up to 2^11, bf16 2^8)
/// The numbers are independent of those of `initialize` with the same seed and
/// stream.
llvm::Expected<Tensor> generate(llvm::StringRef distribution, ElementType type,
                                llvm::ArrayRef<int64_t> shape, uint64_t seed,
                                uint64_t stream);

} // namespace amp

#endif // AMP_SUPPORT_INITIALIZER_H
