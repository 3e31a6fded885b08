//===- Gemm.h - The products of a linear layer ------------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A linear layer has X [batch, in], W [out, in] and Y [batch, out], and three
// products, here as C = op(A) op(B) with C of m x n and k the summed dimension:
//
//   role              C   A    B      m      n    k
//   forward           Y = X    W^T    batch  out  in
//   data gradient     X = Y    W      batch  in   out
//   weight gradient   W = Y^T  X      out    in   batch
//
// With 16-bit operands the weight gradient is f32, as in the training step; the
// other results have the operands' type.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_BENCHMARKS_GEMM_H
#define AMP_BENCHMARKS_GEMM_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace amp::bench {

enum class Role { Forward, DataGradient, WeightGradient };
enum class Type { F32, BF16 };
/// Which operands lie as oneDNN likes best; the others lie row by row.
enum class AnyLayout { None, B, All };

struct Layer {
  int64_t batch, in, out;
};

/// Memory as the runtime allocates it: on huge pages where the system has them.
template <typename T>
class Array {
public:
  explicit Array(size_t count);

  T *data() const { return memory.get(); }
  size_t size() const { return count; }
  size_t bytes() const { return count * sizeof(T); }
  T &operator[](size_t i) const { return memory.get()[i]; }

private:
  struct Free {
    void operator()(T *pointer) const { std::free(pointer); }
  };
  std::unique_ptr<T, Free> memory;
  size_t count;
};

/// Bytes on huge pages; never null. Throws std::bad_alloc.
void *allocatePages(size_t bytes);

template <typename T>
Array<T>::Array(size_t count)
    : memory(static_cast<T *>(allocatePages(count * sizeof(T)))), count(count) {
}

/// A product with its operands in f32, row by row. The elements are multiples
/// of 1/64 in (-2, 2), so that bf16 holds them exactly.
struct Gemm {
  Gemm(const Layer &layer, Role role, Type type);

  Layer layer;
  Role role;
  Type type;
  int64_t m, n, k;
  Array<float> x, w, y;

  /// The arrays in the places of A and B; the other one is C.
  const Array<float> &a() const { return role == Role::Forward ? x : y; }
  const Array<float> &b() const { return role == Role::WeightGradient ? x : w; }
  bool transposesA() const { return role == Role::WeightGradient; }
  bool transposesB() const { return role == Role::Forward; }
  Type resultType() const {
    return role == Role::WeightGradient ? Type::F32 : type;
  }
};

/// One way to compute a product.
class Variant {
public:
  virtual ~Variant();
  /// Computes the product; it is done on return.
  virtual void run() = 0;
  /// C as m x n, row by row, of the last run.
  virtual std::vector<float> getResult() = 0;
};

/// The ways below; each throws std::exception if it cannot be had.
/// oneDNN's matmul.
std::unique_ptr<Variant> createMatmul(const Gemm &gemm, AnyLayout any);
/// oneDNN's inner_product or its gradients; all operands in any layout or none.
std::unique_ptr<Variant> createInnerProduct(const Gemm &gemm, bool anyLayout);
/// oneDNN's BLAS-like function; f32 only.
std::unique_ptr<Variant> createSgemm(const Gemm &gemm);
/// amp's runtime: a program of one GEMM record.
std::unique_ptr<Variant> createRuntimeGemm(const Gemm &gemm, uint32_t threads);

/// "2.6.3".
std::string getOneDnnVersion();

} // namespace amp::bench

#endif // AMP_BENCHMARKS_GEMM_H
