//===- OneDnnConvolution.cpp - Convolutions by oneDNN alone ---------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times convolutions of known networks and some products by oneDNN in four
// ways: tensors with their channels first as they are, the same reordered to
// what oneDNN likes best and back, tensors with their channels last as they
// are, and tensors that are stored as oneDNN likes best. It needs nothing but
// oneDNN, of version 2 or 3, so that versions can be compared (README.md). The
// best of some runs counts: other work on the machine makes a run longer, and
// none shorter.
//
//===----------------------------------------------------------------------===//

#include <oneapi/dnnl/dnnl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

using namespace dnnl;
using Dims = memory::dims;

namespace {

struct Convolution {
  const char *name;
  int64_t batch, inputs, outputs, size, kernel, stride, padding, groups;
};
const Convolution kConvolutions[] = {
    {"SimpleCNN 1", 64, 3, 32, 32, 3, 1, 1, 1},
    {"SimpleCNN 2", 64, 32, 64, 16, 3, 1, 1, 1},
    {"ResNet-50 stem", 8, 3, 64, 224, 7, 2, 3, 1},
    {"ResNet-50 3x3, 56", 8, 64, 64, 56, 3, 1, 1, 1},
    {"ResNet-50 1x1, 56", 8, 64, 256, 56, 1, 1, 0, 1},
    {"ResNet-50 3x3, 14", 8, 256, 256, 14, 3, 1, 1, 1},
    {"ResNet-50 3x3 / 2", 8, 128, 128, 56, 3, 2, 1, 1},
    {"ResNet-50 1x1 / 2", 8, 256, 512, 56, 1, 2, 0, 1},
    {"ResNet-50 1x1, 7", 8, 2048, 512, 7, 1, 1, 0, 1},
    {"ResNet-50 3x3, 8", 8, 256, 256, 8, 3, 1, 1, 1},
    {"ResNet-50 3x3, 4", 8, 512, 512, 4, 3, 1, 1, 1},
    {"ResNet-50 3x3 / 2, 8", 8, 512, 512, 8, 3, 2, 1, 1},
    {"ResNet-50 1x1 / 2, 8", 8, 1024, 2048, 8, 1, 2, 0, 1},
    {"ResNeXt-50 3x3, 28", 8, 256, 256, 28, 3, 1, 1, 32},
    {"ConvNeXt 7x7, 28", 8, 192, 192, 28, 7, 1, 3, 192},
    {"MobileNet, 56", 8, 128, 128, 56, 3, 1, 1, 128},
    {"MobileNet, 14", 8, 512, 512, 14, 3, 1, 1, 512},
    {"U-Net, 64", 4, 32, 32, 64, 3, 1, 1, 1},
    {"ViT patches", 8, 3, 384, 224, 16, 16, 0, 1},
};

struct Product {
  int64_t m, n, k;
  bool transposesA, transposesB;
};
const Product kProducts[] = {{512, 4096, 1024, false, true},
                             {512, 1024, 4096, false, false},
                             {4096, 1024, 512, true, false},
                             {2048, 384, 384, false, true},
                             // What "ResNet-50 1x1, 7" is.
                             {392, 512, 2048, false, true},
                             {392, 2048, 512, false, false},
                             {512, 2048, 392, true, false},
                             // The weight's gradients of those at 8 and 4, of
                             // windows side by side, and their forward
                             // products.
                             {256, 2304, 512, true, false},
                             {512, 4608, 128, true, false},
                             {2048, 1024, 128, true, false},
                             {512, 256, 2304, false, true},
                             {128, 512, 4608, false, true},
                             {128, 2048, 1024, false, true}};

enum class Direction { Forward, BackwardInput, BackwardWeight };
enum class Way { First, Reordered, Last, Best };

/// What runs one after the other, and by which implementation.
struct Program {
  std::vector<std::function<void()>> steps;
  std::string implementation;
};

const engine kEngine(engine::kind::cpu, 0);

} // namespace

/// The description of a primitive: version 2 has one of its operation, too.
template <typename Primitive, typename... Arguments>
static typename Primitive::primitive_desc describe(const Arguments &...args) {
#if DNNL_VERSION_MAJOR >= 3
  return typename Primitive::primitive_desc(kEngine, args...);
#else
  return typename Primitive::primitive_desc(typename Primitive::desc(args...),
                                            kEngine);
#endif
}

/// The same for a derivative, which asks for the forward one as a hint.
template <typename Primitive, typename... Arguments>
static typename Primitive::primitive_desc
describeDerivative(const convolution_forward::primitive_desc &hint,
                   const Arguments &...args) {
#if DNNL_VERSION_MAJOR >= 3
  return typename Primitive::primitive_desc(kEngine, args..., hint);
#else
  return typename Primitive::primitive_desc(typename Primitive::desc(args...),
                                            kEngine, hint);
#endif
}

static memory allocate(const memory::desc &desc) {
  memory result(desc, kEngine);
  // Ordinary numbers in f32 and bf16: 0.01.
  std::memset(result.get_data_handle(), 0x3c, desc.get_size());
  return result;
}

static std::function<void()> makeReorder(stream &stream, memory from,
                                         memory to) {
  return [&stream, from, to, step = reorder(from, to)]() mutable {
    step.execute(stream, from, to);
  };
}

/// Appends a primitive whose operands are reordered before it, and its result,
/// the last one, behind it, where the layouts differ and it `reorders`.
template <typename Primitive>
static void
addPrimitive(Program &program, stream &stream,
             const typename Primitive::primitive_desc &desc,
             const std::vector<std::pair<int, memory::desc>> &stored,
             const std::vector<memory::desc> &wanted, bool reorders = true) {
  std::unordered_map<int, memory> arguments;
  std::function<void()> after;
  for (size_t i = 0; i < stored.size(); ++i) {
    const memory outer = allocate(stored[i].second);
    memory inner = outer;
    if (wanted[i] != stored[i].second) {
      inner = allocate(wanted[i]);
      if (reorders && i + 1 == stored.size())
        after = makeReorder(stream, inner, outer);
      else if (reorders)
        program.steps.push_back(makeReorder(stream, outer, inner));
    }
    arguments.insert({stored[i].first, inner});
  }
  program.steps.push_back(
      [&stream, arguments, primitive = Primitive(desc)]() mutable {
        primitive.execute(stream, arguments);
      });
  if (after)
    program.steps.push_back(after);
  program.implementation = desc.impl_info_str();
}

static Program makeConvolution(stream &stream, const Convolution &c,
                               Direction direction, memory::data_type type,
                               Way way) {
  const int64_t size = (c.size + 2 * c.padding - c.kernel) / c.stride + 1;
  const Dims input = {c.batch, c.inputs, c.size, c.size};
  const Dims output = {c.batch, c.outputs, size, size};
  Dims weight = {c.outputs / c.groups, c.inputs / c.groups, c.kernel, c.kernel};
  using Tag = memory::format_tag;
  const Tag tag = way == Way::Last ? Tag::nhwc : Tag::nchw;
  if (c.groups > 1)
    weight.insert(weight.begin(), c.groups);
  const memory::desc x(input, type, tag), y(output, type, tag),
      w(weight, type, c.groups > 1 ? Tag::goihw : Tag::oihw);
  auto want = [&](const memory::desc &desc, const Dims &dims) {
    return way == Way::Reordered || way == Way::Best
               ? memory::desc(dims, type, Tag::any)
               : desc;
  };
  const memory::desc xAny = want(x, input), yAny = want(y, output),
                     wAny(weight, type, Tag::any);
  const Dims strides = {c.stride, c.stride}, padding = {c.padding, c.padding};
  const auto algorithm = algorithm::convolution_direct;
  const auto forward = describe<convolution_forward>(
      prop_kind::forward_training, algorithm, xAny, wAny, yAny, strides,
      padding, padding);
  Program program;
  switch (direction) {
  case Direction::Forward:
    addPrimitive<convolution_forward>(
        program, stream, forward,
        {{DNNL_ARG_SRC, x}, {DNNL_ARG_WEIGHTS, w}, {DNNL_ARG_DST, y}},
        {forward.src_desc(), forward.weights_desc(), forward.dst_desc()},
        way != Way::Best);
    break;
  case Direction::BackwardInput: {
    const auto desc = describeDerivative<convolution_backward_data>(
        forward, algorithm, xAny, wAny, yAny, strides, padding, padding);
    addPrimitive<convolution_backward_data>(
        program, stream, desc,
        {{DNNL_ARG_DIFF_DST, y}, {DNNL_ARG_WEIGHTS, w}, {DNNL_ARG_DIFF_SRC, x}},
        {desc.diff_dst_desc(), desc.weights_desc(), desc.diff_src_desc()},
        way != Way::Best);
    break;
  }
  case Direction::BackwardWeight: {
    const auto desc = describeDerivative<convolution_backward_weights>(
        forward, algorithm, xAny, wAny, yAny, strides, padding, padding);
    addPrimitive<convolution_backward_weights>(
        program, stream, desc,
        {{DNNL_ARG_SRC, x}, {DNNL_ARG_DIFF_DST, y}, {DNNL_ARG_DIFF_WEIGHTS, w}},
        {desc.src_desc(), desc.diff_dst_desc(), desc.diff_weights_desc()},
        way != Way::Best);
    break;
  }
  }
  return program;
}

static Program makeProduct(stream &stream, const Product &p,
                           memory::data_type type, bool isPacked) {
  const memory::desc a({p.m, p.k}, type,
                       p.transposesA ? Dims{1, p.m} : Dims{p.k, 1});
  const memory::desc b({p.k, p.n}, type,
                       p.transposesB ? Dims{1, p.k} : Dims{p.n, 1});
  const memory::desc c({p.m, p.n}, type, Dims{p.n, 1});
  const auto desc = describe<matmul>(
      a, isPacked ? memory::desc({p.k, p.n}, type, memory::format_tag::any) : b,
      c);
  Program program;
  // What is packed is packed before.
  addPrimitive<matmul>(program, stream, desc,
                       {{DNNL_ARG_SRC, a},
                        {DNNL_ARG_WEIGHTS, desc.weights_desc()},
                        {DNNL_ARG_DST, c}},
                       {a, desc.weights_desc(), c});
  return program;
}

/// Milliseconds of the best run, and the implementation.
static void report(stream &stream, const Program &program) {
  using Clock = std::chrono::steady_clock;
  double best = 0, total = 0;
  for (int i = 0; i < 10 && (i < 4 || total < 250); ++i) {
    const Clock::time_point begin = Clock::now();
    for (const std::function<void()> &step : program.steps)
      step();
    stream.wait();
    const double time =
        std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    best = i == 0 ? time : std::min(best, time);
    total += time;
  }
  std::printf(" | %.3f | %s", best, program.implementation.c_str());
}

int main() {
  const dnnl_version_t *version = dnnl_version();
  std::printf("oneDNN %d.%d.%d\n\n", version->major, version->minor,
              version->patch);
  stream stream(kEngine);
  std::printf("| convolution | channels first, ms | by | reordered, ms | by | "
              "channels last, ms | by | as liked best, ms | by |\n"
              "|---|---|---|---|---|---|---|---|---|\n");
  const std::pair<memory::data_type, const char *> types[] = {
      {memory::data_type::f32, "f32"}, {memory::data_type::bf16, "bf16"}};
  const std::pair<Direction, const char *> directions[] = {
      {Direction::Forward, "forward"},
      {Direction::BackwardInput, "input's gradient"},
      {Direction::BackwardWeight, "weight's gradient"}};
  for (const auto &[type, typeName] : types)
    for (const Convolution &convolution : kConvolutions)
      for (const auto &[direction, name] : directions) {
        std::printf("| %s, %s, %s", convolution.name, name, typeName);
        for (Way way : {Way::First, Way::Reordered, Way::Last, Way::Best})
          report(stream,
                 makeConvolution(stream, convolution, direction, type, way));
        std::printf(" |\n");
      }
  std::printf("\n| product | as it is, ms | by | right matrix packed, ms | by "
              "|\n|---|---|---|---|---|\n");
  for (const auto &[type, typeName] : types)
    for (const Product &product : kProducts) {
      std::printf("| %dx%dx%d%s%s, %s", static_cast<int>(product.m),
                  static_cast<int>(product.n), static_cast<int>(product.k),
                  product.transposesA ? ", left transposed" : "",
                  product.transposesB ? ", right transposed" : "", typeName);
      for (bool isPacked : {false, true})
        report(stream, makeProduct(stream, product, type, isPacked));
      std::printf(" |\n");
    }
  return 0;
}
