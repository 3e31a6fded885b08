//===- Dnnl.cpp - What the CPU has of oneDNN ------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dnnl.h"

#include "Convolution.h"
#include "Gemm.h"
#include "Parallel.h"

#include <oneapi/dnnl/dnnl.hpp>
#include <oneapi/dnnl/dnnl_debug.h>

#include <algorithm>
#include <optional>
#include <vector>

using namespace amp::rt;
using namespace amp::rt::cpu;
using dnnl::memory;

//===----------------------------------------------------------------------===//
// The library
//===----------------------------------------------------------------------===//

/// Calls `body`, whose errors become those of this file's users.
template <typename Body>
static auto translateErrors(Body &&body) {
  try {
    return body();
  } catch (const dnnl::error &error) {
    throw DnnlError(std::string("oneDNN ") + error.what() + " (" +
                        dnnl_status2str(error.status) + ")",
                    error.status == dnnl_out_of_memory);
  }
}

static bool hasIsa(dnnl::cpu_isa isa) {
  const auto bits = static_cast<unsigned>(isa);
  return (static_cast<unsigned>(dnnl::get_effective_cpu_isa()) & bits) == bits;
}

bool amp::rt::cpu::hasNativeBF16() {
  return hasIsa(dnnl::cpu_isa::avx512_core_bf16);
}

static const char *getIsaName() {
  if (hasIsa(dnnl::cpu_isa::avx512_core_amx))
    return "AVX-512 with AMX";
  if (hasIsa(dnnl::cpu_isa::avx512_core_bf16))
    return "AVX-512 with bf16";
  if (hasIsa(dnnl::cpu_isa::avx512_core))
    return "AVX-512";
  if (hasIsa(dnnl::cpu_isa::avx2))
    return "AVX2";
  return "baseline";
}

std::string amp::rt::cpu::describeDnnl() {
  const dnnl_version_t *version = dnnl_version();
  return "oneDNN " + std::to_string(version->major) + "." +
         std::to_string(version->minor) + "." + std::to_string(version->patch) +
         " (" + getIsaName() + ")";
}

struct DnnlEngine::Impl {
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
};

DnnlEngine::DnnlEngine()
    : impl(translateErrors([] { return std::make_unique<Impl>(); })) {}

DnnlEngine::~DnnlEngine() = default;

static memory::data_type getDnnlType(amprt_type type) {
  return type == AMPRT_BF16 ? memory::data_type::bf16 : memory::data_type::f32;
}

/// Multiplications that are worth waking a thread for: some 10 us of one core.
/// A small product on the whole pool costs more than it saves, and on a loaded
/// machine, where threads wait for their turn, a thousand times more.
static constexpr double kWorkPerThread = 1 << 20;

/// How many of `threads` threads so many multiplications are worth.
static int getThreads(int threads, double work) {
  return work < 2 * kWorkPerThread ? 1 : threads;
}

static dnnl::primitive_attr getAttributes() {
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  // Not to be lowered by the environment.
  attributes.set_fpmath_mode(dnnl::fpmath_mode::strict);
  return attributes;
}

static void execute(const dnnl::primitive &primitive,
                    const DnnlEngine::Impl &engine,
                    const std::vector<dnnl_exec_arg_t> &arguments,
                    const char *failure) {
  dnnl::error::wrap_c_api(
      dnnl_primitive_execute(primitive.get(), engine.stream.get(),
                             static_cast<int>(arguments.size()),
                             arguments.data()),
      failure);
}

//===----------------------------------------------------------------------===//
// Products of matrices
//===----------------------------------------------------------------------===//

/// True if oneDNN accepts these strides for a batch: each matrix after the one
/// before, or all matrices side by side in each row. A batch that repeats one
/// matrix has stride 0.
static bool isRegularBatch(int64_t rows, int64_t columns, int64_t ld,
                           int64_t stride, int64_t batch) {
  return stride == 0 || stride >= rows * ld ||
         (stride >= columns && ld >= batch * stride);
}

/// The description of a matrix of rows x columns as the product reads it;
/// `transposed` if it is stored as columns x rows. Three-dimensional if
/// `batch` is not 0.
static memory::desc describe(amprt_type type, int64_t rows, int64_t columns,
                             bool transposed, int64_t ld, int64_t batch,
                             int64_t stride) {
  memory::dims dims = {rows, columns};
  memory::dims strides = {transposed ? 1 : ld, transposed ? ld : 1};
  if (batch) {
    const bool repeats = stride == 0;
    dims.insert(dims.begin(), repeats ? 1 : batch);
    strides.insert(strides.begin(),
                   repeats ? (transposed ? columns : rows) * ld : stride);
  }
  return memory::desc(dims, getDnnlType(type), strides);
}

/// The description of a vector that is added to each row.
static memory::desc describeBias(amprt_type type, int64_t n, bool batched) {
  memory::dims dims = {1, n}, strides = {n, 1};
  if (batched) {
    dims.insert(dims.begin(), 1);
    strides.insert(strides.begin(), n);
  }
  return memory::desc(dims, getDnnlType(type), strides);
}

/// Products of at least this many multiplications may go to dnnl_sgemm.
static constexpr double kSgemmWork = 0x1p28;

/// True if dnnl_sgemm computes this product faster than the primitive. Measured
/// with oneDNN 2.6.3 on AVX-512, where the primitive reads B as [k, n] or A as
/// [k, m] badly: from 2^28 multiplications on, dnnl_sgemm is 2 to 23 % faster
/// while B is not transposed. It has no bias. It takes its working memory from
/// the system, so that this is not counted.
static bool prefersSgemm(const amprt_gemm &gemm) {
  const double work = static_cast<double>(gemm.m) *
                      static_cast<double>(gemm.n) * static_cast<double>(gemm.k);
  return gemm.type_a == AMPRT_F32 && gemm.type_c == AMPRT_F32 &&
         gemm.batch == 1 && !gemm.transpose_b &&
         !(gemm.epilogue & AMPRT_EPILOGUE_BIAS) && work >= kSgemmWork;
}

static double countWork(const amprt_gemm &gemm) {
  return static_cast<double>(gemm.m) * static_cast<double>(gemm.n) *
         static_cast<double>(gemm.k) * static_cast<double>(gemm.batch);
}

/// True for a layout of small blocks.
static bool isBlocked(const memory::desc &desc) {
  return desc.data.format_kind == dnnl_blocked &&
         desc.data.format_desc.blocking.inner_nblks > 0;
}

class DnnlMatmul::Impl {
public:
  Impl(const DnnlEngine::Impl &engine, int threads, const amprt_gemm &gemm,
       bool keepsB);

  void pack(const void *b, void *packed, void *scratch);
  void run(const GemmOperands &operands, void *scratch);

  uint64_t scratchBytes = 0, packedBytes = 0;

private:
  void createPrimitive(bool keepsB);
  void createPacking(const memory::desc &b, const memory::desc &packed);
  void runSgemm(const GemmOperands &operands) const;
  void addArgument(int index, const memory::desc &desc);

  const DnnlEngine::Impl &engine;
  amprt_gemm gemm;
  /// Threads of the pool that this product uses.
  int threads;
  /// True if one primitive cannot express the batch; `run` then loops over it.
  bool loopsOverBatch;
  /// True if oneDNN's BLAS-like function is used instead of the primitive.
  bool usesSgemm;
  dnnl::matmul primitive;
  std::vector<memory> memories;
  std::vector<dnnl_exec_arg_t> arguments;
  /// From B as it is stored to B as the primitive reads it.
  dnnl::reorder packing;
  std::vector<memory> packingMemories;
  std::vector<dnnl_exec_arg_t> packingArguments;
};

DnnlMatmul::Impl::Impl(const DnnlEngine::Impl &engine, int threads,
                       const amprt_gemm &gemm, bool keepsB)
    : engine(engine), gemm(gemm), threads(getThreads(threads, countWork(gemm))),
      loopsOverBatch(false), usesSgemm(prefersSgemm(gemm)) {
  // oneDNN divides the work when the primitive is made.
  const ThreadScope scope(this->threads);
  if (!usesSgemm)
    createPrimitive(keepsB);
}

void DnnlMatmul::Impl::createPrimitive(bool keepsB) {
  const int64_t rowsA = gemm.transpose_a ? gemm.k : gemm.m;
  const int64_t columnsA = gemm.transpose_a ? gemm.m : gemm.k;
  const int64_t rowsB = gemm.transpose_b ? gemm.n : gemm.k;
  const int64_t columnsB = gemm.transpose_b ? gemm.k : gemm.n;
  loopsOverBatch =
      gemm.batch > 1 &&
      ((gemm.stride_a == 0 && gemm.stride_b == 0) ||
       !isRegularBatch(rowsA, columnsA, gemm.lda, gemm.stride_a, gemm.batch) ||
       !isRegularBatch(rowsB, columnsB, gemm.ldb, gemm.stride_b, gemm.batch) ||
       !isRegularBatch(gemm.m, gemm.n, gemm.ldc, gemm.stride_c, gemm.batch));
  const int64_t batch = gemm.batch > 1 && !loopsOverBatch ? gemm.batch : 0;

  const memory::desc a = describe(gemm.type_a, gemm.m, gemm.k, gemm.transpose_a,
                                  gemm.lda, batch, gemm.stride_a);
  const memory::desc b = describe(gemm.type_b, gemm.k, gemm.n, gemm.transpose_b,
                                  gemm.ldb, batch, gemm.stride_b);
  const memory::desc c = describe(gemm.type_c, gemm.m, gemm.n, false, gemm.ldc,
                                  batch, gemm.stride_c);

  const dnnl::primitive_attr attributes = getAttributes();
  const bool hasBias = gemm.epilogue & AMPRT_EPILOGUE_BIAS;
  memory::desc bias;
  if (hasBias)
    bias = describeBias(gemm.type_bias, gemm.n, batch != 0);

  auto describeProduct = [&](const memory::desc &read) {
    return dnnl::matmul::primitive_desc(
        hasBias ? dnnl::matmul::desc(a, read, bias, c)
                : dnnl::matmul::desc(a, read, c),
        attributes, engine.engine);
  };
  // Whatever layout oneDNN likes best, if that is not only a denser one.
  bool packs = keepsB && gemm.batch == 1;
  dnnl::matmul::primitive_desc primitiveDesc = describeProduct(
      packs ? memory::desc({gemm.k, gemm.n}, getDnnlType(gemm.type_b),
                           memory::format_tag::any)
            : b);
  if (packs && !isBlocked(primitiveDesc.weights_desc())) {
    packs = false;
    primitiveDesc = describeProduct(b);
  }
  primitive = dnnl::matmul(primitiveDesc);
  const memory::desc scratch = primitiveDesc.scratchpad_desc();
  scratchBytes = scratch.get_size();

  addArgument(DNNL_ARG_SRC, a);
  addArgument(DNNL_ARG_WEIGHTS, primitiveDesc.weights_desc());
  addArgument(DNNL_ARG_DST, c);
  addArgument(DNNL_ARG_SCRATCHPAD, scratch);
  if (hasBias)
    addArgument(DNNL_ARG_BIAS, bias);
  if (packs)
    createPacking(b, primitiveDesc.weights_desc());
}

void DnnlMatmul::Impl::createPacking(const memory::desc &b,
                                     const memory::desc &packed) {
  const dnnl::reorder::primitive_desc desc(engine.engine, b, engine.engine,
                                           packed, getAttributes());
  packing = dnnl::reorder(desc);
  packedBytes = packed.get_size();
  const memory::desc scratch = desc.scratchpad_desc();
  scratchBytes = std::max<uint64_t>(scratchBytes, scratch.get_size());
  for (auto [index, described] :
       {std::pair(DNNL_ARG_FROM, b), std::pair(DNNL_ARG_TO, packed),
        std::pair(DNNL_ARG_SCRATCHPAD, scratch)}) {
    packingMemories.emplace_back(described, engine.engine, nullptr);
    packingArguments.push_back({index, packingMemories.back().get()});
  }
}

void DnnlMatmul::Impl::addArgument(int index, const memory::desc &desc) {
  memories.emplace_back(desc, engine.engine, nullptr);
  arguments.push_back({index, memories.back().get()});
}

void DnnlMatmul::Impl::pack(const void *b, void *packed, void *scratch) {
  const ThreadScope scope(threads);
  packingMemories[0].set_data_handle(const_cast<void *>(b));
  packingMemories[1].set_data_handle(packed);
  packingMemories[2].set_data_handle(scratch);
  execute(packing, engine, packingArguments, "could not rearrange a matrix");
}

void DnnlMatmul::Impl::runSgemm(const GemmOperands &operands) const {
  const dnnl_status_t status = dnnl_sgemm(
      gemm.transpose_a ? 'T' : 'N', gemm.transpose_b ? 'T' : 'N', gemm.m,
      gemm.n, gemm.k, /*alpha=*/1.0f, static_cast<const float *>(operands.a),
      gemm.lda, static_cast<const float *>(operands.b), gemm.ldb, /*beta=*/0.0f,
      static_cast<float *>(operands.c), gemm.ldc);
  dnnl::error::wrap_c_api(status, "could not execute a product in f32");
}

void DnnlMatmul::Impl::run(const GemmOperands &operands, void *scratch) {
  const ThreadScope scope(threads);
  if (usesSgemm) {
    runSgemm(operands);
    return;
  }
  const int64_t count = loopsOverBatch ? gemm.batch : 1;
  auto matrix = [](const void *base, amprt_type type, int64_t elements) {
    const int64_t bytes = elements * amprt_type_size(type);
    // oneDNN's handles are not const, but it does not write to sources.
    return const_cast<char *>(static_cast<const char *>(base) + bytes);
  };
  memories[3].set_data_handle(scratch);
  if (operands.bias)
    memories[4].set_data_handle(const_cast<void *>(operands.bias));
  for (int64_t i = 0; i < count; ++i) {
    memories[0].set_data_handle(
        matrix(operands.a, gemm.type_a, i * gemm.stride_a));
    memories[1].set_data_handle(
        matrix(operands.b, gemm.type_b, i * gemm.stride_b));
    memories[2].set_data_handle(
        matrix(operands.c, gemm.type_c, i * gemm.stride_c));
    execute(primitive, engine, arguments, "could not execute a matmul");
  }
}

DnnlMatmul::DnnlMatmul(const DnnlEngine &engine, int threads,
                       const amprt_gemm &gemm, bool keepsB)
    : impl(translateErrors([&] {
        return std::make_unique<Impl>(engine.get(), threads, gemm, keepsB);
      })) {}

DnnlMatmul::~DnnlMatmul() = default;

uint64_t DnnlMatmul::getScratchBytes() const { return impl->scratchBytes; }

uint64_t DnnlMatmul::getPackedBytes() const { return impl->packedBytes; }

void DnnlMatmul::pack(const void *b, void *packed, void *scratch) {
  translateErrors([&] { impl->pack(b, packed, scratch); });
}

void DnnlMatmul::run(const GemmOperands &operands, void *scratch) {
  translateErrors([&] { impl->run(operands, scratch); });
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

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

static double countWork(const amprt_convolution &c) {
  double work = static_cast<double>(countOutput(c)) *
                static_cast<double>(c.input_channels / c.groups);
  for (uint32_t i = 0; i < c.num_spatial; ++i)
    work *= static_cast<double>(c.windows[i].kernel);
  return work;
}

class DnnlConvolution::Impl {
public:
  Impl(const DnnlEngine::Impl &engine, int threads,
       const amprt_convolution &convolution);

  void run(const ConvolutionOperands &operands, void *scratch);

  /// Of reordered tensors, then of what primitives want, which is shared.
  uint64_t scratchBytes = 0;

private:
  /// Where a memory of a step is: an operand, or so many bytes behind the
  /// beginning of the scratch.
  struct Place {
    int operand = -1;
    uint64_t offset = 0;
  };
  /// A primitive with its memories.
  struct Step {
    dnnl::primitive primitive;
    std::vector<memory> memories;
    std::vector<dnnl_exec_arg_t> arguments;
    std::vector<Place> places;
  };

  /// An argument of a primitive: how that takes it, how it is stored, and which
  /// operand it is.
  struct Argument {
    int index;
    memory::desc wanted;
    memory::desc stored;
    int operand;
  };

  /// Adds `primitive`, the reorders of `inputs` before it and that of `result`
  /// behind it.
  void addConvolution(dnnl::primitive primitive, const memory::desc &scratchpad,
                      const std::vector<Argument> &inputs,
                      const Argument &result);
  void addStep(dnnl::primitive primitive, const memory::desc &scratchpad);
  void addArgument(int index, const memory::desc &desc, Place place);
  void addReorder(const memory::desc &from, Place source,
                  const memory::desc &to, Place target);
  Place reserve(const memory::desc &desc);

  const DnnlEngine::Impl &engine;
  /// Threads of the pool that this product uses.
  int threads;
  std::vector<Step> steps;
  /// Of reordered tensors.
  uint64_t reservedBytes = 0;
};

DnnlConvolution::Impl::Impl(const DnnlEngine::Impl &engine, int threads,
                            const amprt_convolution &convolution)
    : engine(engine), threads(getThreads(threads, countWork(convolution))) {
  // oneDNN divides the work when the primitive is made.
  const ThreadScope scope(this->threads);
  const Tensors stored = describeTensors(convolution);
  const Geometry geometry(convolution);
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
  const auto describeBackward = [&](auto derivative) {
    using Backward = decltype(derivative);
    return typename Backward::primitive_desc(
        typename Backward::desc(algorithm, any.input, any.weight, any.output,
                                geometry.stride, geometry.dilation,
                                geometry.before, geometry.after),
        getAttributes(), engine.engine,
        describeForward(engine.engine, uniform, geometry));
  };
  switch (convolution.direction) {
  case AMPRT_FORWARD: {
    const auto desc = describeForward(engine.engine, any, geometry);
    std::vector<Argument> inputs = {
        {DNNL_ARG_SRC, desc.src_desc(), stored.input, 0},
        {DNNL_ARG_WEIGHTS, desc.weights_desc(), stored.weight, 1}};
    if (!stored.bias.is_zero())
      inputs.push_back({DNNL_ARG_BIAS, stored.bias, stored.bias, 3});
    addConvolution(dnnl::convolution_forward(desc), desc.scratchpad_desc(),
                   inputs, {DNNL_ARG_DST, desc.dst_desc(), stored.output, 2});
    break;
  }
  case AMPRT_BACKWARD_INPUT: {
    const auto desc = describeBackward(dnnl::convolution_backward_data());
    addConvolution(dnnl::convolution_backward_data(desc),
                   desc.scratchpad_desc(),
                   {{DNNL_ARG_DIFF_DST, desc.diff_dst_desc(), stored.output, 0},
                    {DNNL_ARG_WEIGHTS, desc.weights_desc(), stored.weight, 1}},
                   {DNNL_ARG_DIFF_SRC, desc.diff_src_desc(), stored.input, 2});
    break;
  }
  case AMPRT_BACKWARD_WEIGHT: {
    const auto desc = describeBackward(dnnl::convolution_backward_weights());
    addConvolution(
        dnnl::convolution_backward_weights(desc), desc.scratchpad_desc(),
        {{DNNL_ARG_SRC, desc.src_desc(), stored.input, 0},
         {DNNL_ARG_DIFF_DST, desc.diff_dst_desc(), stored.output, 1}},
        {DNNL_ARG_DIFF_WEIGHTS, desc.diff_weights_desc(), stored.weight, 2});
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

DnnlConvolution::Impl::Place
DnnlConvolution::Impl::reserve(const memory::desc &desc) {
  Place place;
  place.offset = reservedBytes;
  reservedBytes += (desc.get_size() + AMPRT_ALIGNMENT - 1) / AMPRT_ALIGNMENT *
                   AMPRT_ALIGNMENT;
  return place;
}

void DnnlConvolution::Impl::addConvolution(dnnl::primitive primitive,
                                           const memory::desc &scratchpad,
                                           const std::vector<Argument> &inputs,
                                           const Argument &result) {
  // Reserves room for an argument whose layout is not the one it is stored in.
  const auto place = [&](const Argument &argument) {
    return argument.stored == argument.wanted ? Place{argument.operand}
                                              : reserve(argument.wanted);
  };
  std::vector<Place> places;
  for (const Argument &input : inputs) {
    places.push_back(place(input));
    if (places.back().operand < 0)
      addReorder(input.stored, Place{input.operand}, input.wanted,
                 places.back());
  }
  places.push_back(place(result));
  addStep(std::move(primitive), scratchpad);
  for (size_t i = 0; i < inputs.size(); ++i)
    addArgument(inputs[i].index, inputs[i].wanted, places[i]);
  addArgument(result.index, result.wanted, places.back());
  if (places.back().operand < 0)
    addReorder(result.wanted, places.back(), result.stored,
               Place{result.operand});
}

void DnnlConvolution::Impl::addStep(dnnl::primitive primitive,
                                    const memory::desc &scratchpad) {
  steps.push_back({std::move(primitive), {}, {}, {}});
  addArgument(DNNL_ARG_SCRATCHPAD, scratchpad, Place());
  scratchBytes = std::max<uint64_t>(scratchBytes, scratchpad.get_size());
}

void DnnlConvolution::Impl::addArgument(int index, const memory::desc &desc,
                                        Place place) {
  Step &step = steps.back();
  step.memories.emplace_back(desc, engine.engine, nullptr);
  step.arguments.push_back({index, step.memories.back().get()});
  step.places.push_back(place);
}

void DnnlConvolution::Impl::addReorder(const memory::desc &from, Place source,
                                       const memory::desc &to, Place target) {
  const dnnl::reorder::primitive_desc desc(engine.engine, from, engine.engine,
                                           to, getAttributes());
  addStep(dnnl::reorder(desc), desc.scratchpad_desc());
  addArgument(DNNL_ARG_FROM, from, source);
  addArgument(DNNL_ARG_TO, to, target);
}

void DnnlConvolution::Impl::run(const ConvolutionOperands &operands,
                                void *scratch) {
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
    execute(step.primitive, engine, step.arguments,
            "could not execute a convolution");
  }
}

DnnlConvolution::DnnlConvolution(const DnnlEngine &engine, int threads,
                                 const amprt_convolution &convolution)
    : impl(translateErrors([&] {
        return std::make_unique<Impl>(engine.get(), threads, convolution);
      })) {}

DnnlConvolution::~DnnlConvolution() = default;

uint64_t DnnlConvolution::getScratchBytes() const { return impl->scratchBytes; }

void DnnlConvolution::run(const ConvolutionOperands &operands, void *scratch) {
  translateErrors([&] { impl->run(operands, scratch); });
}
