//===- DnnlConvolution.cpp - Convolutions by oneDNN -----------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DnnlConvolution.h"

#include "Parallel.h"

#include <algorithm>
#include <optional>

using namespace amp::rt;
using namespace amp::rt::cpu;
using dnnl::memory;

static memory::data_type getDnnlType(amprt_type type) {
  return type == AMPRT_BF16 ? memory::data_type::bf16 : memory::data_type::f32;
}

namespace {
/// The layouts of a convolution's tensors.
struct Tensors {
  memory::desc input, weight, output, bias;
};
} // namespace

/// The strides of a dense tensor: of the dimensions before the channels, of
/// which there is one at `channels`, and of those after it.
static memory::desc describe(const memory::dims &dims, memory::data_type type,
                             size_t channels, amprt_layout layout) {
  std::vector<size_t> order;
  for (size_t i = 0; i < dims.size(); ++i)
    if (i != channels || layout == AMPRT_CHANNELS_FIRST)
      order.push_back(i);
  if (layout == AMPRT_CHANNELS_LAST)
    order.push_back(channels);
  memory::dims strides(dims.size());
  int64_t stride = 1;
  for (size_t i = order.size(); i-- > 0;) {
    strides[order[i]] = stride;
    stride *= dims[order[i]];
  }
  return memory::desc(dims, type, strides);
}

/// The tensors as they are stored.
static Tensors describeTensors(const amprt_convolution &c) {
  memory::dims input = {c.batch, c.input_channels};
  memory::dims output = {c.batch, c.output_channels};
  memory::dims weight = {c.output_channels / c.groups,
                         c.input_channels / c.groups};
  if (c.groups > 1)
    weight.insert(weight.begin(), c.groups);
  const size_t channels = weight.size() - 1;
  for (uint32_t i = 0; i < c.num_spatial; ++i) {
    input.push_back(c.windows[i].input);
    weight.push_back(c.windows[i].kernel);
    output.push_back(c.windows[i].output);
  }
  auto getType = [&](amprt_direction writer) {
    return getDnnlType(c.direction == writer ? c.type_result : c.type_operands);
  };
  Tensors tensors;
  tensors.input =
      describe(input, getType(AMPRT_BACKWARD_INPUT), 1, c.input_layout);
  tensors.weight = describe(weight, getType(AMPRT_BACKWARD_WEIGHT), channels,
                            c.weight_layout);
  tensors.output = describe(output, getType(AMPRT_FORWARD), 1, c.output_layout);
  if (c.epilogue & AMPRT_EPILOGUE_BIAS)
    tensors.bias = memory::desc({c.output_channels}, getDnnlType(c.type_bias),
                                memory::format_tag::a);
  return tensors;
}

/// The same tensor in whatever layout oneDNN likes best.
static memory::desc inAnyLayout(const memory::desc &desc) {
  return memory::desc(desc.dims(), desc.data_type(), memory::format_tag::any);
}

/// The same input or output with its channels where `layout` says.
static memory::desc inLayout(const memory::desc &desc, amprt_layout layout) {
  return describe(desc.dims(), desc.data_type(), /*channels=*/1, layout);
}

namespace {
/// Strides, dilations and paddings as oneDNN counts them.
struct Geometry {
  explicit Geometry(const amprt_convolution &c) {
    for (uint32_t i = 0; i < c.num_spatial; ++i) {
      const amprt_window &w = c.windows[i];
      stride.push_back(w.stride);
      dilation.push_back(w.dilation - 1);
      before.push_back(w.padding);
      // What the last window reaches beyond the input; less than nothing where
      // the input has elements that none reads.
      after.push_back((w.output - 1) * w.stride + (w.kernel - 1) * w.dilation +
                      1 - w.input - w.padding);
    }
  }

  memory::dims stride, dilation, before, after;
};
} // namespace

static dnnl::primitive_attr getAttributes() {
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  // Not to be lowered by the environment.
  attributes.set_fpmath_mode(dnnl::fpmath_mode::strict);
  return attributes;
}

/// The forward primitive; also what others are derived from.
static dnnl::convolution_forward::primitive_desc
describeForward(const dnnl::engine &engine, const Tensors &tensors,
                const Geometry &geometry) {
  using Forward = dnnl::convolution_forward;
  const auto kind = dnnl::prop_kind::forward_training;
  const auto algorithm = dnnl::algorithm::convolution_direct;
  const Forward::desc desc =
      tensors.bias.is_zero()
          ? Forward::desc(kind, algorithm, tensors.input, tensors.weight,
                          tensors.output, geometry.stride, geometry.dilation,
                          geometry.before, geometry.after)
          : Forward::desc(kind, algorithm, tensors.input, tensors.weight,
                          tensors.bias, tensors.output, geometry.stride,
                          geometry.dilation, geometry.before, geometry.after);
  return {desc, getAttributes(), engine};
}

/// Tells in which layout oneDNN computes fastest, if not in one of its own,
/// whose channels are in blocks of 16, to and from which tensors are then
/// reordered. Measured with oneDNN 2.6.3 on AVX-512
/// (benchmarks/OneDnnConvolution.cpp): with channels last where a tensor has
/// them there; with channels first where a kernel of one element makes a
/// product of matrices of them, and where few channels would mostly fill a
/// block with zeros that the gradient of the input is then computed of.
static std::optional<amprt_layout> findLayout(const amprt_convolution &c) {
  constexpr int64_t block = 16;
  if (c.input_layout == AMPRT_CHANNELS_LAST ||
      c.output_layout == AMPRT_CHANNELS_LAST) {
    // Where bf16 channels fill no block, its derivatives are wrong
    // (ConvolutionRandomTest finds it).
    const bool isDepthwise = c.groups == c.input_channels;
    const int64_t parts = isDepthwise ? 1 : c.groups;
    if (c.type_operands == AMPRT_BF16 && c.direction != AMPRT_FORWARD &&
        (c.input_channels / parts % block != 0 ||
         c.output_channels / parts % block != 0))
      return std::nullopt;
    return AMPRT_CHANNELS_LAST;
  }
  if (c.groups > 1)
    return std::nullopt;
  bool isPointwise = true;
  for (uint32_t i = 0; i < c.num_spatial; ++i)
    isPointwise &= c.windows[i].kernel == 1 && c.windows[i].padding == 0;
  if (isPointwise ||
      (c.direction == AMPRT_BACKWARD_INPUT && c.input_channels < block))
    return AMPRT_CHANNELS_FIRST;
  return std::nullopt;
}

/// Multiplications that are worth waking a thread for: some 10 us of one core.
static constexpr double kWorkPerThread = 1 << 20;

static int getThreads(const CpuContext &context, const amprt_convolution &c) {
  double work = static_cast<double>(countOutput(c)) *
                static_cast<double>(c.input_channels / c.groups);
  for (uint32_t i = 0; i < c.num_spatial; ++i)
    work *= static_cast<double>(c.windows[i].kernel);
  return work < 2 * kWorkPerThread ? 1 : context.numThreads;
}

DnnlConvolution::DnnlConvolution(const CpuContext &context,
                                 const amprt_convolution &convolution)
    : context(context), threads(getThreads(context, convolution)) {
  // oneDNN divides the work when the primitive is made.
  const ThreadScope scope(threads);
  const Tensors stored = describeTensors(convolution);
  const Geometry geometry(convolution);
  const dnnl::engine &engine = context.engine;
  const auto algorithm = dnnl::algorithm::convolution_direct;
  Tensors any = {inAnyLayout(stored.input), inAnyLayout(stored.weight),
                 inAnyLayout(stored.output), stored.bias};
  if (const std::optional<amprt_layout> layout = findLayout(convolution)) {
    any.input = inLayout(stored.input, *layout);
    any.output = inLayout(stored.output, *layout);
  }
  // In which type gradients are written does not matter to the forward one.
  Tensors uniform = any;
  for (memory::desc *desc : {&uniform.input, &uniform.weight, &uniform.output})
    desc->data.data_type =
        memory::convert_to_c(getDnnlType(convolution.type_operands));
  switch (convolution.direction) {
  case AMPRT_FORWARD: {
    const auto desc = describeForward(engine, any, geometry);
    const Place input = bringTo(0, stored.input, desc.src_desc());
    const Place weight = bringTo(1, stored.weight, desc.weights_desc());
    const bool isStored = desc.dst_desc() == stored.output;
    const Place output = isStored ? Place{2} : reserve(desc.dst_desc());
    addStep(dnnl::convolution_forward(desc), desc.scratchpad_desc());
    addArgument(DNNL_ARG_SRC, desc.src_desc(), input);
    addArgument(DNNL_ARG_WEIGHTS, desc.weights_desc(), weight);
    if (!stored.bias.is_zero())
      addArgument(DNNL_ARG_BIAS, stored.bias, Place{3});
    addArgument(DNNL_ARG_DST, desc.dst_desc(), output);
    if (!isStored)
      addReorder(desc.dst_desc(), output, stored.output, Place{2});
    break;
  }
  case AMPRT_BACKWARD_INPUT: {
    using Backward = dnnl::convolution_backward_data;
    const Backward::primitive_desc desc(
        Backward::desc(algorithm, any.input, any.weight, any.output,
                       geometry.stride, geometry.dilation, geometry.before,
                       geometry.after),
        getAttributes(), engine, describeForward(engine, uniform, geometry));
    const Place output = bringTo(0, stored.output, desc.diff_dst_desc());
    const Place weight = bringTo(1, stored.weight, desc.weights_desc());
    const bool isStored = desc.diff_src_desc() == stored.input;
    const Place input = isStored ? Place{2} : reserve(desc.diff_src_desc());
    addStep(Backward(desc), desc.scratchpad_desc());
    addArgument(DNNL_ARG_DIFF_DST, desc.diff_dst_desc(), output);
    addArgument(DNNL_ARG_WEIGHTS, desc.weights_desc(), weight);
    addArgument(DNNL_ARG_DIFF_SRC, desc.diff_src_desc(), input);
    if (!isStored)
      addReorder(desc.diff_src_desc(), input, stored.input, Place{2});
    break;
  }
  case AMPRT_BACKWARD_WEIGHT: {
    using Backward = dnnl::convolution_backward_weights;
    const Backward::primitive_desc desc(
        Backward::desc(algorithm, any.input, any.weight, any.output,
                       geometry.stride, geometry.dilation, geometry.before,
                       geometry.after),
        getAttributes(), engine, describeForward(engine, uniform, geometry));
    const Place input = bringTo(0, stored.input, desc.src_desc());
    const Place output = bringTo(1, stored.output, desc.diff_dst_desc());
    const bool isStored = desc.diff_weights_desc() == stored.weight;
    const Place weight =
        isStored ? Place{2} : reserve(desc.diff_weights_desc());
    addStep(Backward(desc), desc.scratchpad_desc());
    addArgument(DNNL_ARG_SRC, desc.src_desc(), input);
    addArgument(DNNL_ARG_DIFF_DST, desc.diff_dst_desc(), output);
    addArgument(DNNL_ARG_DIFF_WEIGHTS, desc.diff_weights_desc(), weight);
    if (!isStored)
      addReorder(desc.diff_weights_desc(), weight, stored.weight, Place{2});
    break;
  }
  }
  // What primitives want is behind what is reserved, of which all is known now.
  for (Step &step : steps)
    for (size_t i = 0; i < step.places.size(); ++i)
      if (step.arguments[i].arg == DNNL_ARG_SCRATCHPAD)
        step.places[i].offset = reservedBytes;
  scratchBytes += reservedBytes;
}

DnnlConvolution::Place DnnlConvolution::reserve(const memory::desc &desc) {
  Place place;
  place.offset = reservedBytes;
  reservedBytes += (desc.get_size() + AMPRT_ALIGNMENT - 1) / AMPRT_ALIGNMENT *
                   AMPRT_ALIGNMENT;
  return place;
}

DnnlConvolution::Place DnnlConvolution::bringTo(int operand,
                                                const memory::desc &stored,
                                                const memory::desc &wanted) {
  if (stored == wanted)
    return Place{operand};
  const Place place = reserve(wanted);
  addReorder(stored, Place{operand}, wanted, place);
  return place;
}

void DnnlConvolution::addStep(dnnl::primitive primitive,
                              const memory::desc &scratchpad) {
  steps.push_back({std::move(primitive), {}, {}, {}});
  addArgument(DNNL_ARG_SCRATCHPAD, scratchpad, Place());
  scratchBytes = std::max<uint64_t>(scratchBytes, scratchpad.get_size());
}

void DnnlConvolution::addArgument(int index, const memory::desc &desc,
                                  Place place) {
  Step &step = steps.back();
  step.memories.emplace_back(desc, context.engine, nullptr);
  step.arguments.push_back({index, step.memories.back().get()});
  step.places.push_back(place);
}

void DnnlConvolution::addReorder(const memory::desc &from, Place source,
                                 const memory::desc &to, Place target) {
  const dnnl::reorder::primitive_desc desc(context.engine, from, context.engine,
                                           to, getAttributes());
  addStep(dnnl::reorder(desc), desc.scratchpad_desc());
  addArgument(DNNL_ARG_FROM, from, source);
  addArgument(DNNL_ARG_TO, to, target);
}

void DnnlConvolution::run(const ConvolutionOperands &operands, void *scratch) {
  const ThreadScope scope(threads);
  // oneDNN's handles are not const, but it does not write to sources.
  void *const addresses[] = {const_cast<void *>(operands.lhs),
                             const_cast<void *>(operands.rhs), operands.out,
                             const_cast<void *>(operands.bias)};
  for (Step &step : steps) {
    for (size_t i = 0; i < step.memories.size(); ++i) {
      const Place &place = step.places[i];
      step.memories[i].set_data_handle(
          place.operand >= 0 ? addresses[place.operand]
                             : static_cast<char *>(scratch) + place.offset);
    }
    dnnl::error::wrap_c_api(
        dnnl_primitive_execute(step.primitive.get(), context.stream.get(),
                               static_cast<int>(step.arguments.size()),
                               step.arguments.data()),
        "could not execute a convolution");
  }
}
