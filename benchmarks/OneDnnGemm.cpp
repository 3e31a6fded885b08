//===- OneDnnGemm.cpp - Products by oneDNN alone --------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gemm.h"

#include <oneapi/dnnl/dnnl.hpp>

#include <unordered_map>

using namespace amp::bench;
using dnnl::memory;

using Dims = memory::dims;

static memory::data_type toDnnl(Type type) {
  return type == Type::BF16 ? memory::data_type::bf16 : memory::data_type::f32;
}

namespace {

/// One primitive on memory of its own, into which the operands were reordered
/// before anything is measured.
class PrimitiveVariant : public Variant {
public:
  explicit PrimitiveVariant(const Gemm &gemm) : gemm(gemm) {}

  void run() override {
    primitive.execute(stream, arguments);
    stream.wait();
  }

  std::vector<float> getResult() override {
    std::vector<float> values(gemm.m * gemm.n);
    memory plain({{gemm.m, gemm.n}, memory::data_type::f32, Dims{gemm.n, 1}},
                 engine, values.data());
    dnnl::reorder(result, plain).execute(stream, result, plain);
    stream.wait();
    return values;
  }

protected:
  memory allocate(const memory::desc &desc) {
    buffers.emplace_back(desc.get_size());
    return memory(desc, engine, buffers.back().data());
  }

  /// Adds an operand of the layout `desc`; `values` are its elements as f32,
  /// with the strides of the same logical matrix.
  void addOperand(int index, const memory::desc &desc,
                  const Array<float> &values, const Dims &strides) {
    memory source({desc.dims(), memory::data_type::f32, strides}, engine,
                  values.data());
    memory target = allocate(desc);
    dnnl::reorder(source, target).execute(stream, source, target);
    stream.wait();
    arguments.insert({index, target});
  }

  void addResult(int index, const memory::desc &desc) {
    result = allocate(desc);
    arguments.insert({index, result});
  }

  const Gemm &gemm;
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  dnnl::primitive primitive;
  std::unordered_map<int, memory> arguments;
  memory result;

private:
  std::vector<Array<char>> buffers;
};

class Matmul : public PrimitiveVariant {
public:
  Matmul(const Gemm &gemm, AnyLayout any) : PrimitiveVariant(gemm) {
    const Dims stridesA =
        gemm.transposesA() ? Dims{1, gemm.m} : Dims{gemm.k, 1};
    const Dims stridesB =
        gemm.transposesB() ? Dims{1, gemm.k} : Dims{gemm.n, 1};
    auto describe = [](int64_t rows, int64_t columns, Type type,
                       const Dims &strides, bool isAny) {
      const Dims dims = {rows, columns};
      return isAny ? memory::desc(dims, toDnnl(type), memory::format_tag::any)
                   : memory::desc(dims, toDnnl(type), strides);
    };
    const bool isAll = any == AnyLayout::All;
    const dnnl::matmul::primitive_desc desc(
        dnnl::matmul::desc(describe(gemm.m, gemm.k, gemm.type, stridesA, isAll),
                           describe(gemm.k, gemm.n, gemm.type, stridesB,
                                    any != AnyLayout::None),
                           describe(gemm.m, gemm.n, gemm.resultType(),
                                    Dims{gemm.n, 1}, isAll)),
        engine);
    primitive = dnnl::matmul(desc);
    addOperand(DNNL_ARG_SRC, desc.src_desc(), gemm.a(), stridesA);
    addOperand(DNNL_ARG_WEIGHTS, desc.weights_desc(), gemm.b(), stridesB);
    addResult(DNNL_ARG_DST, desc.dst_desc());
  }
};

class InnerProduct : public PrimitiveVariant {
public:
  InnerProduct(const Gemm &gemm, bool anyLayout) : PrimitiveVariant(gemm) {
    const Layer &layer = gemm.layer;
    auto describe = [&](int64_t rows, int64_t columns, Type type) {
      const Dims dims = {rows, columns};
      return anyLayout
                 ? memory::desc(dims, toDnnl(type), memory::format_tag::any)
                 : memory::desc(dims, toDnnl(type), Dims{columns, 1});
    };
    const memory::desc x = describe(layer.batch, layer.in, gemm.type);
    const memory::desc w = describe(layer.out, layer.in, gemm.type);
    const memory::desc y = describe(layer.batch, layer.out, gemm.type);
    const memory::desc gradient =
        describe(layer.out, layer.in, gemm.resultType());
    const Dims rowsOfIn = {layer.in, 1}, rowsOfOut = {layer.out, 1};

    // The gradients ask for the forward product as a hint.
    const dnnl::inner_product_forward::primitive_desc forward(
        dnnl::inner_product_forward::desc(dnnl::prop_kind::forward_training, x,
                                          w, y),
        engine);
    switch (gemm.role) {
    case Role::Forward:
      primitive = dnnl::inner_product_forward(forward);
      addOperand(DNNL_ARG_SRC, forward.src_desc(), gemm.x, rowsOfIn);
      addOperand(DNNL_ARG_WEIGHTS, forward.weights_desc(), gemm.w, rowsOfIn);
      addResult(DNNL_ARG_DST, forward.dst_desc());
      return;
    case Role::DataGradient: {
      const dnnl::inner_product_backward_data::primitive_desc desc(
          dnnl::inner_product_backward_data::desc(x, w, y), engine, forward);
      primitive = dnnl::inner_product_backward_data(desc);
      addOperand(DNNL_ARG_DIFF_DST, desc.diff_dst_desc(), gemm.y, rowsOfOut);
      addOperand(DNNL_ARG_WEIGHTS, desc.weights_desc(), gemm.w, rowsOfIn);
      addResult(DNNL_ARG_DIFF_SRC, desc.diff_src_desc());
      return;
    }
    case Role::WeightGradient: {
      const dnnl::inner_product_backward_weights::primitive_desc desc(
          dnnl::inner_product_backward_weights::desc(x, gradient, y), engine,
          forward);
      primitive = dnnl::inner_product_backward_weights(desc);
      addOperand(DNNL_ARG_DIFF_DST, desc.diff_dst_desc(), gemm.y, rowsOfOut);
      addOperand(DNNL_ARG_SRC, desc.src_desc(), gemm.x, rowsOfIn);
      addResult(DNNL_ARG_DIFF_WEIGHTS, desc.diff_weights_desc());
      return;
    }
    }
  }
};

class Sgemm : public Variant {
public:
  explicit Sgemm(const Gemm &gemm) : gemm(gemm), c(gemm.m * gemm.n) {
    if (gemm.type != Type::F32)
      throw dnnl::error(dnnl_unimplemented, "dnnl_sgemm takes f32 only");
  }

  void run() override {
    const bool ta = gemm.transposesA(), tb = gemm.transposesB();
    dnnl::error::wrap_c_api(
        dnnl_sgemm(ta ? 'T' : 'N', tb ? 'T' : 'N', gemm.m, gemm.n, gemm.k, 1.0f,
                   gemm.a().data(), ta ? gemm.m : gemm.k, gemm.b().data(),
                   tb ? gemm.k : gemm.n, 0.0f, c.data(), gemm.n),
        "could not execute dnnl_sgemm");
  }

  std::vector<float> getResult() override {
    return std::vector<float>(c.data(), c.data() + c.size());
  }

private:
  const Gemm &gemm;
  Array<float> c;
};

} // namespace

std::unique_ptr<Variant> amp::bench::createMatmul(const Gemm &gemm,
                                                  AnyLayout any) {
  return std::make_unique<Matmul>(gemm, any);
}

std::unique_ptr<Variant> amp::bench::createInnerProduct(const Gemm &gemm,
                                                        bool anyLayout) {
  return std::make_unique<InnerProduct>(gemm, anyLayout);
}

std::unique_ptr<Variant> amp::bench::createSgemm(const Gemm &gemm) {
  return std::make_unique<Sgemm>(gemm);
}

std::string amp::bench::getOneDnnVersion() {
  const dnnl_version_t *version = dnnl_version();
  return std::to_string(version->major) + "." + std::to_string(version->minor) +
         "." + std::to_string(version->patch);
}
