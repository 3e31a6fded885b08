//===- ValidateTest.cpp - Diagnostics of program descriptions -------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Validate.h"
#include "TestSupport.h"

#include <cstring>
#include <functional>

using namespace amp::rt;
using namespace amp::rt::test;

namespace {

void noKernel(void *const *, int64_t, int64_t) {}

/// A valid program with a launch, a GEMM with bias and a copy, to be spoiled.
struct Description {
  explicit Description(amprt_device_kind kind);

  amprt_kernel_desc kernels[1] = {{"leaf", 0, noKernel}};
  uint8_t constants[512] = {};
  uint8_t image[4] = {};
  uint64_t argumentBytes[2] = {4096, 100};
  amprt_slice operands[7] = {
      {2, 0, 128, {}},   // A: 4 x 8
      {2, 128, 256, {}}, // B: 8 x 8
      {0, 256, 128, {}}, // C: 4 x 8
      {1, 256, 32, {}},  // bias: 8
      {2, 512, 100, {}}, // copied
      {3, 0, 100, {}},   {0, 0, 64, {}},
  };
  /// Of an attention, in argument 0.
  amprt_slice attentionOperands[11] = {
      {2, 0, 48, {}},   // query: 2 heads of 3 x 2
      {2, 64, 32, {}},  // key: 4 x 2
      {2, 128, 32, {}}, // value
      {2, 192, 48, {}}, // result
      {2, 256, 24, {}}, // logsumexp
      {2, 320, 48, {}}, // gradient
      {2, 384, 48, {}}, // gradient of query
      {2, 448, 32, {}}, // of key
      {2, 512, 32, {}}, // of value
      {2, 576, 12, {}}, // mask: 3 x 4
      {2, 640, 16, {}}, // state
  };
  amprt_record records[3] = {};
  amprt_module_desc module = {};
  amprt_program_desc desc = {};

  amprt_launch &launch() { return records[0].as.launch; }
  amprt_gemm &gemm() { return records[1].as.gemm; }
  /// Makes the launch a repeat of the copy and the product.
  amprt_repeat &repeat() {
    records[0].kind = AMPRT_RECORD_REPEAT;
    records[0].num_operands = 0;
    records[0].as.repeat = {4, 2};
    return records[0].as.repeat;
  }
  /// Makes the launch and the product repeats, of each other and of the copy.
  void repeatTwice() {
    repeat();
    records[1].kind = AMPRT_RECORD_REPEAT;
    records[1].num_operands = 0;
    records[1].as.repeat = {3, 1};
  }
  /// Leaves the derivative of an attention alone, with a mask and dropout.
  amprt_attention &attention() {
    records[0].kind = AMPRT_RECORD_ATTENTION;
    records[0].name = "attend";
    records[0].first_operand = 0;
    records[0].num_operands = 11;
    desc.num_records = 1;
    desc.num_operands = 11;
    desc.operands = attentionOperands;
    amprt_attention &attention = records[0].as.attention;
    attention = {};
    attention.batch = attention.key_heads = 1;
    attention.heads = attention.size = attention.value_size = 2;
    attention.rows = 3;
    attention.keys = 4;
    for (amprt_attention_strides &strides : attention.strides)
      strides = {12, 6, 2};
    attention.mask_strides[2] = 4;
    attention.mask_strides[3] = 1;
    attention.type = attention.type_result = AMPRT_F32;
    attention.type_mask = AMPRT_I1;
    attention.flags = AMPRT_ATTENTION_BACKWARD | AMPRT_ATTENTION_MASK |
                      AMPRT_ATTENTION_DROPOUT;
    attention.dropout_limit = 1u << 23;
    attention.scale = 1;
    attention.kept_scale = 2;
    return attention;
  }
  /// Makes the product a convolution with the same operands: of 4 samples with
  /// 8 channels of one element.
  amprt_convolution &convolution() {
    records[1].kind = AMPRT_RECORD_CONVOLUTION;
    amprt_convolution &convolution = records[1].as.convolution;
    convolution = {};
    convolution.num_spatial = 1;
    convolution.batch = 4;
    convolution.groups = 1;
    convolution.input_channels = convolution.output_channels = 8;
    convolution.windows[0] = {1, 1, 1, 1, 0, 1};
    convolution.type_operands = convolution.type_result = AMPRT_F32;
    convolution.type_bias = AMPRT_F32;
    convolution.epilogue = AMPRT_EPILOGUE_BIAS;
    return convolution;
  }
  /// Makes the copy a fill of what was copied.
  amprt_fill &fill() {
    records[2].kind = AMPRT_RECORD_FILL;
    records[2].num_operands = 1;
    records[2].as.fill = {4, 0x3f800000};
    return records[2].as.fill;
  }
};

/// What backends have checked and loaded, without code.
struct LoadedModule : Module {
  explicit LoadedModule(ModuleInfo info)
      : Module(std::move(info), DeviceMemory()) {}
};

/// Checks the module, then the program.
Status validate(const Description &description, amprt_device_kind kind,
                ProgramInfo &info) {
  ModuleInfo module;
  AMPRT_RETURN_IF_ERROR(validateModule(description.module, kind, module));
  return validateProgram(description.desc, kind,
                         std::make_shared<LoadedModule>(std::move(module)),
                         info);
}

Description::Description(amprt_device_kind kind) {
  for (amprt_record &record : records)
    record.location = "net.mlir:3:1";
  records[0].kind = AMPRT_RECORD_LAUNCH;
  records[0].name = "scale";
  records[0].first_operand = 6;
  records[0].num_operands = 1;
  launch().extent = 10;
  launch().grain = 1;
  for (int d = 0; d < 3; ++d)
    launch().grid[d] = launch().block[d] = 1;
  records[1].kind = AMPRT_RECORD_GEMM;
  records[1].name = "fc1";
  records[1].num_operands = 4;
  gemm().m = 4;
  gemm().n = gemm().k = 8;
  gemm().batch = 1;
  gemm().lda = gemm().ldb = gemm().ldc = 8;
  gemm().type_a = gemm().type_b = gemm().type_c = AMPRT_F32;
  gemm().type_bias = AMPRT_F32;
  gemm().epilogue = AMPRT_EPILOGUE_BIAS;
  records[2].kind = AMPRT_RECORD_COPY;
  records[2].name = "keep";
  records[2].first_operand = 4;
  records[2].num_operands = 2;

  module.abi_version = desc.abi_version = AMPRT_ABI_VERSION;
  module.device_kind = desc.device_kind = kind;
  module.name = "net";
  module.num_kernels = 1;
  module.kernels = kernels;
  module.constants = constants;
  module.constant_bytes = sizeof(constants);
  desc.name = "step";
  desc.arena_bytes = 512;
  desc.num_arguments = 2;
  desc.argument_bytes = argumentBytes;
  desc.num_operands = 7;
  desc.operands = operands;
  desc.num_records = 3;
  desc.records = records;
  if (kind == AMPRT_CUDA) {
    kernels[0].cpu = nullptr;
    module.image = image;
    module.image_bytes = sizeof(image);
  }
}

/// Stores what may be no enumerator.
template <typename Enum>
void setRaw(Enum &target, uint32_t value) {
  static_assert(sizeof(target) == sizeof(value), "C enums are ints");
  std::memcpy(&target, &value, sizeof(value));
}

enum On { Both, Cpu, Cuda };

struct Case {
  const char *name;
  On on;
  std::function<void(Description &)> spoil;
  const char *message;
};

#define AMP_TEXT_OF(x) #x
#define AMP_TEXT(x) AMP_TEXT_OF(x)

/// Every diagnostic of Validate.cpp.
const Case kCases[] = {
    {"AbiVersion", Both, [](Description &d) { d.desc.abi_version = 0; },
     "program 'step': made for ABI version 0, but this runtime has "
     "version " AMP_TEXT(AMPRT_ABI_VERSION) "; compile it again"},
    {"NoName", Both, [](Description &d) { d.desc.name = nullptr; },
     "the name is NULL"},
    {"CudaProgramOnCpu", Cpu,
     [](Description &d) { d.desc.device_kind = AMPRT_CUDA; },
     "made for a CUDA device, but the device is the CPU"},
    {"CpuProgramOnCuda", Cuda,
     [](Description &d) { d.desc.device_kind = AMPRT_CPU; },
     "made for a CPU device, but the device is a CUDA device"},
    {"UnknownDeviceKind", Both,
     [](Description &d) { setRaw(d.desc.device_kind, 2); },
     "made for an unknown kind of device"},
    {"KernelsNull", Both, [](Description &d) { d.module.kernels = nullptr; },
     "module 'net': kernels is NULL, but has 1 entries"},
    {"ConstantsNull", Both,
     [](Description &d) { d.module.constants = nullptr; },
     "constants is NULL, but has 512 entries"},
    {"ModuleAbiVersion", Both, [](Description &d) { d.module.abi_version = 0; },
     "module 'net': made for ABI version 0"},
    {"ModuleOfAnotherKind", Cuda,
     [](Description &d) { d.module.device_kind = AMPRT_CPU; },
     "module 'net': made for a CPU device, but the device is a CUDA device"},
    {"ModuleNoName", Both, [](Description &d) { d.module.name = nullptr; },
     "module '': the name is NULL"},
    {"KernelNameNull", Both,
     [](Description &d) { d.kernels[0].name = nullptr; },
     "kernel 0 has no name"},
    {"KernelNameEmpty", Both, [](Description &d) { d.kernels[0].name = ""; },
     "kernel 0 has no name"},
    {"KernelWithoutEntry", Cpu,
     [](Description &d) { d.kernels[0].cpu = nullptr; },
     "kernel 0 'leaf' has no CPU entry point"},
    {"KernelWithTwoEntries", Cpu,
     [](Description &d) {
       d.module.image = d.image;
       d.module.image_bytes = 4;
     },
     "kernel 0 'leaf' has an entry point besides that in the image"},
    {"KernelBehindTheImage", Cpu,
     [](Description &d) {
       d.module.image = d.image;
       d.module.image_bytes = 4;
       d.kernels[0] = {"leaf", 4, nullptr};
     },
     "kernel 0 'leaf' begins at byte 4 of an image of 4 bytes"},
    {"KernelWithCpuEntry", Cuda,
     [](Description &d) { d.kernels[0].cpu = noKernel; },
     "kernel 0 'leaf' has a CPU entry point in a CUDA module"},
    {"ImageWithoutSize", Both,
     [](Description &d) {
       d.module.image = d.image;
       d.module.image_bytes = 0;
     },
     "an image has an address and a size, or neither"},
    {"FallbackImageOnCpu", Cpu,
     [](Description &d) {
       d.module.fallback_image = d.image;
       d.module.fallback_image_bytes = 4;
     },
     "an image for the CPU has no fallback"},
    {"FallbackImageWithoutSize", Cuda,
     [](Description &d) { d.module.fallback_image = d.image; },
     "a fallback image has an address and a size, or neither"},
    {"CpuFeaturesOnCuda", Cuda,
     [](Description &d) { d.module.cpu_features = "avx2"; },
     "code for CUDA uses no instruction sets of a CPU"},
    {"NoImageOnCuda", Cuda,
     [](Description &d) {
       d.module.image = nullptr;
       d.module.image_bytes = 0;
     },
     "there are 1 kernels, but no image"},
    {"ArgumentsNull", Both,
     [](Description &d) { d.desc.argument_bytes = nullptr; },
     "argument_bytes is NULL, but has 2 entries"},
    {"OperandsNull", Both, [](Description &d) { d.desc.operands = nullptr; },
     "operands is NULL, but has 7 entries"},
    {"RecordsNull", Both, [](Description &d) { d.desc.records = nullptr; },
     "records is NULL, but has 3 entries"},
    {"TooManyArguments", Both,
     [](Description &d) { d.desc.num_arguments = UINT32_MAX; },
     "too many arguments: 4294967295"},
    {"BindingOutOfRange", Both,
     [](Description &d) { d.operands[5].binding = 4; },
     "operand table entry 5 is in binding 4, but there are 4 bindings"},
    {"SliceTooLong", Both, [](Description &d) { d.operands[5].bytes = 101; },
     "operand table entry 5: 101 bytes from offset 0 are not inside argument 1 "
     "of 100 bytes"},
    {"SliceWraps", Both,
     [](Description &d) {
       d.operands[5].offset = 64;
       d.operands[5].bytes = UINT64_MAX - 63;
     },
     "operand table entry 5: 18446744073709551552 bytes from offset 64 are not "
     "inside argument 1"},
    {"SliceAfterConstants", Both,
     [](Description &d) { d.operands[3].offset = 513; },
     "are not inside the constants of 512 bytes"},
    {"SliceAfterArena", Both, [](Description &d) { d.desc.arena_bytes = 383; },
     "operand table entry 2: 128 bytes from offset 256 are not inside the "
     "arena of 383 bytes"},
    {"RecordNameNull", Both,
     [](Description &d) { d.records[1].name = nullptr; },
     "record 1: the name is NULL"},
    {"RecordLocationNull", Both,
     [](Description &d) { d.records[1].location = nullptr; },
     "record 1: the location is NULL"},
    {"RecordOperandsOutside", Both,
     [](Description &d) { d.records[2].first_operand = 6; },
     "record 2 'keep' (net.mlir:3:1): 2 operands from entry 6 are not inside "
     "the operand table of 7"},
    {"RecordOperandsWrap", Both,
     [](Description &d) { d.records[2].first_operand = UINT32_MAX; },
     "2 operands from entry 4294967295 are not inside"},
    {"RecordKind", Both,
     [](Description &d) { setRaw(d.records[2].kind, 1000); },
     "record 2 'keep' (net.mlir:3:1): unknown kind 1000"},
    {"LaunchKernel", Both, [](Description &d) { d.launch().kernel = 1; },
     "record 0 'scale' (net.mlir:3:1): launches kernel 1, but there are 1"},
    {"LaunchExtent", Cpu, [](Description &d) { d.launch().extent = -1; },
     "extent -1 is negative"},
    {"LaunchGrain", Cpu, [](Description &d) { d.launch().grain = 0; },
     "grain 0 is not positive"},
    {"LaunchGridZero", Cuda, [](Description &d) { d.launch().grid[0] = 0; },
     "grid[0] is 0, expected 1 to 2147483647"},
    {"LaunchGridLarge", Cuda,
     [](Description &d) { d.launch().grid[1] = 65536; },
     "grid[1] is 65536, expected 1 to 65535"},
    {"LaunchBlockZero", Cuda, [](Description &d) { d.launch().block[1] = 0; },
     "block[1] is 0, expected 1 to 1024"},
    {"LaunchBlockDeep", Cuda, [](Description &d) { d.launch().block[2] = 65; },
     "block[2] is 65, expected 1 to 64"},
    {"LaunchBlockThreads", Cuda,
     [](Description &d) { d.launch().block[0] = d.launch().block[1] = 33; },
     "a block has 1089 threads, expected at most 1024"},
    {"CopyOperands", Both,
     [](Description &d) { d.records[2].num_operands = 1; },
     "a copy has 2 operands, found 1"},
    {"CopySizes", Both, [](Description &d) { d.operands[4].bytes = 99; },
     "copies 99 bytes to 100 bytes"},
    {"CopyToConstants", Both,
     [](Description &d) { d.operands[5] = {1, 256, 100, {}}; },
     "copies to the constants"},
    {"CopyOverlaps", Both,
     [](Description &d) { d.operands[5] = {2, 611, 100, {}}; },
     "the source overlaps the target in argument 0"},
    {"RepeatOperands", Both,
     [](Description &d) {
       d.repeat();
       d.records[0].num_operands = 1;
     },
     "record 0 'scale' (net.mlir:3:1): a repeat has no operands, found 1"},
    {"RepeatCount", Both, [](Description &d) { d.repeat().count = 0; },
     "repeats 0 times, expected 1 to 2147483647"},
    {"RepeatCountIsBounded", Both,
     [](Description &d) { d.repeat().count = UINT64_C(1) << 31; },
     "repeats 2147483648 times, expected 1 to 2147483647"},
    {"RepeatOfNothing", Both,
     [](Description &d) { d.repeat().num_records = 0; },
     "repeats the next 0 records, expected 1 to the 2 that follow it in the "
     "program"},
    {"RepeatBeyondTheEnd", Both,
     [](Description &d) { d.repeat().num_records = 3; },
     "repeats the next 3 records, expected 1 to the 2 that follow it in the "
     "program"},
    {"RepeatBeyondTheOuter", Both,
     [](Description &d) {
       d.repeatTwice();
       d.records[0].as.repeat.num_records = 1;
     },
     "record 1 'fc1' (net.mlir:3:1): repeats the next 1 records, expected 1 to "
     "the 0 that follow it in the repeat around it"},
    {"RepeatsTooDeep", Both,
     [](Description &d) {
       d.repeatTwice();
       d.records[2] = d.records[1];
       static amprt_record records[4];
       std::copy_n(d.records, 3, records);
       records[3] = records[2];
       records[0].as.repeat.num_records = 3;
       records[1].as.repeat.num_records = 2;
       d.desc.records = records;
       d.desc.num_records = 4;
     },
     "record 2 'fc1' (net.mlir:3:1): is in 2 repeats, expected at most 1"},
    {"StepWithoutRepeat", Both,
     [](Description &d) { d.operands[4].steps[0] = 4; },
     "record 2 'keep' (net.mlir:3:1): operand 0 moves by 4 bytes in each "
     "iteration of repeat 0 around it, but 0 are around it"},
    {"StepAfterTheRepeat", Both,
     [](Description &d) {
       d.repeat().num_records = 1;
       d.operands[4].steps[0] = 4;
     },
     "record 2 'keep' (net.mlir:3:1): operand 0 moves by 4 bytes in each "
     "iteration of repeat 0 around it, but 0 are around it"},
    {"StepOfTheInner", Both,
     [](Description &d) {
       d.repeat();
       d.operands[4].steps[1] = -4;
     },
     "operand 0 moves by -4 bytes in each iteration of repeat 1 around it, but "
     "1 are around it"},
    {"StepsForward", Both,
     [](Description &d) {
       d.repeat();
       d.operands[4].steps[0] = 1162; // to byte 4098 in iteration 3
     },
     "record 2 'keep' (net.mlir:3:1): operand 0: 100 bytes from offset 512 "
     "leave argument 0 of 4096 bytes in an iteration"},
    {"StepsBackward", Both,
     [](Description &d) {
       d.repeat();
       d.operands[4].steps[0] = -171; // to byte -1 in iteration 3
     },
     "operand 0: 100 bytes from offset 512 leave argument 0 of 4096 bytes in "
     "an iteration"},
    {"StepsOfBoth", Both,
     [](Description &d) {
       d.repeatTwice();
       d.operands[4].steps[0] = 1160; // the last byte of all in the outer
       d.operands[4].steps[1] = 4;
     },
     "operand 0: 100 bytes from offset 512 leave argument 0 of 4096 bytes in "
     "an iteration"},
    {"StepsOverflow", Both,
     [](Description &d) {
       d.repeat();
       d.operands[4].steps[0] = INT64_MAX;
     },
     "operand 0: 100 bytes from offset 512 leave argument 0 of 4096 bytes in "
     "an iteration"},
    {"StepsAlignment", Both,
     [](Description &d) {
       d.repeat();
       d.operands[0].steps[0] = 6;
     },
     "operand 0 (A) is at offset 0 in steps of 6 bytes, which does not suit "
     "f32"},
    {"StepsAlignmentOfAFill", Both,
     [](Description &d) {
       d.repeat();
       d.fill();
       d.operands[4].steps[0] = 2;
     },
     "fills 100 bytes at offset 512 in steps of 2 bytes with elements of 4 "
     "bytes"},
    {"StepsMeet", Both,
     [](Description &d) {
       d.repeat();
       // The source comes from 512 down to the target at 256 in iteration 2.
       d.operands[4].steps[0] = -128;
       d.operands[5] = {2, 256, 100, {}};
     },
     "record 2 'keep' (net.mlir:3:1): the source overlaps the target in "
     "argument 0"},
    {"AttentionOnCuda", Cuda, [](Description &d) { d.attention(); },
     "record 0 'attend' (net.mlir:3:1): attention is for CPU devices"},
    {"AttentionFlags", Cpu, [](Description &d) { d.attention().flags |= 16; },
     "unknown flags in 29"},
    {"AttentionCausalAndMasked", Cpu,
     [](Description &d) { d.attention().flags |= AMPRT_ATTENTION_CAUSAL; },
     "is causal and has a mask"},
    {"AttentionNoRows", Cpu, [](Description &d) { d.attention().rows = 0; },
     "rows is 0, expected at least 1"},
    {"AttentionNegativeBatch", Cpu,
     [](Description &d) { d.attention().batch = -1; },
     "batch is -1, expected at least 1"},
    {"AttentionHeads", Cpu, [](Description &d) { d.attention().key_heads = 3; },
     "2 heads are no multiple of 3 of keys"},
    {"AttentionScores", Cpu,
     [](Description &d) { d.attention().batch = INT64_MAX / 16; },
     "the number of scores overflows"},
    {"AttentionDimension", Cpu,
     [](Description &d) { d.attention().size = int64_t(1) << 32; },
     "a dimension is 4294967296, expected at most 2147483647"},
    {"AttentionType", Cpu,
     [](Description &d) { setRaw(d.attention().type, AMPRT_F64); },
     "has type 0, expected f32, f16 or bf16"},
    {"AttentionUnknownType", Cpu,
     [](Description &d) { setRaw(d.attention().type, 77); },
     "has type 77, expected f32, f16 or bf16"},
    {"AttentionResultType", Cpu,
     [](Description &d) { setRaw(d.attention().type_result, AMPRT_F16); },
     "the result has type 2, expected f32 or f32"},
    {"AttentionMaskType", Cpu,
     [](Description &d) { setRaw(d.attention().type_mask, AMPRT_I64); },
     "the mask has type 4, expected f32, f16, bf16 or i1"},
    {"AttentionDropoutLimit", Cpu,
     [](Description &d) { d.attention().dropout_limit = (1u << 24) + 1; },
     "the limit of dropout is 16777217"},
    {"AttentionDropoutWithoutFlag", Cpu,
     [](Description &d) {
       d.attention().flags &= ~uint32_t(AMPRT_ATTENTION_DROPOUT);
     },
     "the limit of dropout is 8388608"},
    {"AttentionOperands", Cpu,
     [](Description &d) {
       d.attention();
       d.records[0].num_operands = 10;
     },
     "has 10 operands, expected 11"},
    {"AttentionForwardOperands", Cpu,
     [](Description &d) {
       d.attention().flags &= ~uint32_t(AMPRT_ATTENTION_BACKWARD);
     },
     "has 11 operands, expected 7"},
    {"AttentionNegativeStride", Cpu,
     [](Description &d) {
       d.attention().strides[AMPRT_ATTENTION_VALUE].row = -1;
     },
     "a stride of value is negative"},
    {"AttentionStrideOverflow", Cpu,
     [](Description &d) {
       d.attention().strides[AMPRT_ATTENTION_KEY].row = INT64_MAX / 2;
     },
     "the size of key overflows"},
    {"AttentionRowsOverlap", Cpu,
     [](Description &d) {
       d.attention().strides[AMPRT_ATTENTION_QUERY_GRADIENT].head = 4;
     },
     "rows of gradient of query overlap: strides 12, 4 and 2"},
    {"AttentionSize", Cpu,
     [](Description &d) { d.attention().strides[0].row = 3; },
     "operand 0 (query) has 48 bytes, expected at least 56"},
    {"AttentionOfKeys", Cpu, [](Description &d) { d.attention().keys = 5; },
     "operand 1 (key) has 32 bytes, expected at least 40"},
    {"AttentionAlignment", Cpu,
     [](Description &d) {
       d.attention();
       d.attentionOperands[5].offset = 322;
     },
     "operand 5 (gradient) is at offset 322, which does not suit f32"},
    {"AttentionLogarithms", Cpu,
     [](Description &d) {
       d.attention();
       d.attentionOperands[4].bytes = 20;
     },
     "operand 4 (logsumexp) has 20 bytes, expected at least 24"},
    {"AttentionMaskNegative", Cpu,
     [](Description &d) { d.attention().mask_strides[0] = -1; },
     "a stride of mask is negative"},
    {"AttentionMaskOverflow", Cpu,
     [](Description &d) { d.attention().mask_strides[1] = INT64_MAX; },
     "the size of mask overflows"},
    {"AttentionMaskSize", Cpu,
     [](Description &d) { d.attention().mask_strides[1] = 1; },
     "operand 9 (mask) has 12 bytes, expected at least 13"},
    {"AttentionState", Cpu,
     [](Description &d) {
       d.attention();
       d.attentionOperands[10].bytes = 8;
     },
     "operand 10 (state) has 8 bytes, expected at least 16"},
    {"AttentionIntoConstants", Cpu,
     [](Description &d) {
       d.attention();
       d.attentionOperands[8].binding = AMPRT_BINDING_CONSTANTS;
       d.attentionOperands[8].offset = 0;
     },
     "operand 8 is written, and in the constants"},
    {"AttentionOverItself", Cpu,
     [](Description &d) {
       d.attention();
       d.attentionOperands[6].offset = 448;
     },
     "operand 6 overlaps operand 7 in argument 0"},
    {"AttentionOverItsInput", Cpu,
     [](Description &d) {
       d.attention();
       d.attentionOperands[7].offset = 88;
     },
     "operand 7 overlaps operand 1 in argument 0"},
    {"FillOperands", Both,
     [](Description &d) {
       d.fill();
       d.records[2].num_operands = 2;
     },
     "a fill has 1 operand, found 2"},
    {"FillWidth", Both, [](Description &d) { d.fill().width = 8; },
     "fills elements of 8 bytes, expected 1, 2 or 4"},
    {"FillValue", Both, [](Description &d) { d.fill() = {2, 0x10000}; },
     "the value 65536 has more than 2 bytes"},
    {"FillOfConstants", Both,
     [](Description &d) {
       d.fill();
       d.operands[4] = {1, 256, 100, {}};
     },
     "fills the constants"},
    {"FillSize", Both,
     [](Description &d) {
       d.fill();
       d.operands[4].bytes = 98;
     },
     "fills 98 bytes at offset 512 with elements of 4 bytes"},
    {"FillAlignment", Both,
     [](Description &d) {
       d.fill();
       d.operands[4].offset = 511;
     },
     "fills 100 bytes at offset 511 with elements of 4 bytes"},
    {"GemmTypeA", Both, [](Description &d) { d.gemm().type_a = AMPRT_I8; },
     "record 1 'fc1' (net.mlir:3:1): A is i8, expected f64, f32, f16 or bf16"},
    {"GemmTypeUnknown", Both,
     [](Description &d) { setRaw(d.gemm().type_a, 16); },
     "A has unknown type 16"},
    {"GemmBiasTypeUnknown", Both,
     [](Description &d) { setRaw(d.gemm().type_bias, 10); },
     "the bias has unknown type 10"},
    {"GemmTypeB", Both, [](Description &d) { d.gemm().type_b = AMPRT_F16; },
     "A is f32, but B is f16"},
    {"GemmTypeC", Both, [](Description &d) { d.gemm().type_c = AMPRT_F16; },
     "C is f16, expected f32 for operands of f32"},
    {"GemmTypeCOfHalves", Both,
     [](Description &d) {
       d.gemm().type_a = d.gemm().type_b = AMPRT_F16;
       d.gemm().type_c = AMPRT_F64;
     },
     "C is f64, expected f32, f16 or bf16 for operands of f16"},
    {"GemmCompute", Both,
     [](Description &d) { setRaw(d.gemm().compute, UINT32_MAX); },
     "unknown compute type 4294967295"},
    {"GemmComputeF64", Both,
     [](Description &d) { d.gemm().compute = AMPRT_COMPUTE_F64; },
     "compute type f64 is for, and only for, operands of f64; found f32"},
    {"GemmF64InF32", Both,
     [](Description &d) {
       d.gemm().type_a = d.gemm().type_b = d.gemm().type_c = AMPRT_F64;
     },
     "compute type f64 is for, and only for, operands of f64; found f64"},
    {"GemmTF32", Both,
     [](Description &d) {
       d.gemm().type_a = d.gemm().type_b = AMPRT_BF16;
       d.gemm().compute = AMPRT_COMPUTE_TF32;
     },
     "compute type tf32 is for operands of f32; found bf16"},
    {"GemmEpilogue", Both, [](Description &d) { d.gemm().epilogue = 5; },
     "unknown epilogue bits in 5"},
    {"GemmBiasType", Both,
     [](Description &d) { d.gemm().type_bias = AMPRT_BF16; },
     "the bias is bf16, expected f32"},
    {"GemmBiasTypeOfHalves", Both,
     [](Description &d) {
       d.gemm().type_a = d.gemm().type_b = d.gemm().type_c = AMPRT_F16;
       d.gemm().type_bias = AMPRT_BF16;
     },
     "the bias is bf16, expected f32 or f16"},
    {"GemmBiasTypeOfF64", Both,
     [](Description &d) {
       d.gemm().type_a = d.gemm().type_b = d.gemm().type_c = AMPRT_F64;
       d.gemm().compute = AMPRT_COMPUTE_F64;
     },
     "the bias is f32, expected f64"},
    {"GemmOperands", Both,
     [](Description &d) { d.records[1].num_operands = 3; },
     "a GEMM with bias has 4 operands, found 3"},
    {"GemmOperandsWithoutBias", Both,
     [](Description &d) { d.gemm().epilogue = 0; },
     "a GEMM without bias has 3 operands, found 4"},
    {"GemmM", Both, [](Description &d) { d.gemm().m = 0; },
     "m is 0, expected 1 to"},
    {"GemmN", Both, [](Description &d) { d.gemm().n = -1; },
     "n is -1, expected 1 to"},
    {"GemmK", Both, [](Description &d) { d.gemm().k = 0; },
     "k is 0, expected 1 to"},
    {"GemmBatch", Both, [](Description &d) { d.gemm().batch = 0; },
     "batch is 0, expected 1 to"},
    {"GemmHuge", Both, [](Description &d) { d.gemm().m = INT64_MAX; },
     "m is 9223372036854775807, expected 1 to"},
    {"GemmTransposeA", Both, [](Description &d) { d.gemm().transpose_a = 2; },
     "transpose_a is 2, expected 0 or 1"},
    {"GemmTransposeB", Both, [](Description &d) { d.gemm().transpose_b = -1; },
     "transpose_b is -1, expected 0 or 1"},
    {"GemmLdA", Both, [](Description &d) { d.gemm().lda = 7; },
     "ld of A is 7, expected at least 8, the length of a stored row"},
    {"GemmLdTransposedB", Both,
     [](Description &d) {
       d.gemm().transpose_b = 1;
       d.gemm().ldb = 7;
     },
     "ld of B is 7, expected at least 8"},
    {"GemmLdC", Both, [](Description &d) { d.gemm().ldc = -8; },
     "ld of C is -8, expected at least 8"},
    {"GemmStride", Both, [](Description &d) { d.gemm().stride_b = -1; },
     "stride of B is -1, expected at least 0"},
    {"GemmRowsOverflow", Both,
     [](Description &d) { d.gemm().lda = INT64_MAX / 2; },
     "the size of A overflows"},
    {"GemmBatchOverflows", Both,
     [](Description &d) {
       d.gemm().batch = INT64_MAX / 16;
       d.gemm().stride_a = 1 << 20;
     },
     "the size of A overflows"},
    {"GemmSizeA", Both, [](Description &d) { d.operands[0].bytes = 124; },
     "operand 0 (A) has 124 bytes, expected at least 128"},
    {"GemmSizeB", Both, [](Description &d) { d.gemm().ldb = 9; },
     "operand 1 (B) has 256 bytes, expected at least 284"},
    {"GemmSizeC", Both, [](Description &d) { d.operands[2].bytes = 0; },
     "operand 2 (C) has 0 bytes, expected at least 128"},
    {"GemmSizeBias", Both, [](Description &d) { d.operands[3].bytes = 28; },
     "operand 3 (bias) has 28 bytes, expected at least 32"},
    {"GemmSizeBatch", Both,
     [](Description &d) {
       d.gemm().batch = 2;
       d.gemm().stride_c = 32;
     },
     "operand 2 (C) has 128 bytes, expected at least 256"},
    {"GemmAlignment", Both, [](Description &d) { d.operands[0].offset = 1022; },
     "operand 0 (A) is at offset 1022, which does not suit f32"},
    {"GemmTargetConstant", Both,
     [](Description &d) { d.operands[2] = {1, 0, 128, {}}; },
     "operand 2 (C) is in the constants"},
    {"GemmOverlap", Both,
     [](Description &d) { d.operands[2] = {2, 380, 128, {}}; },
     "operand 2 (C) overlaps operand 1 in argument 0"},
    {"GemmBatchRepeatsC", Both,
     [](Description &d) {
       d.gemm().batch = 2;
       d.gemm().stride_c = 0;
     },
     "matrices of C overlap: stride 0, ld 8, 2 matrices of 4 x 8"},
    {"ConvolutionOnCuda", Cuda, [](Description &d) { d.convolution(); },
     "convolutions are for the CPU"},
    {"ConvolutionDirection", Cpu,
     [](Description &d) { setRaw(d.convolution().direction, 3); },
     "unknown direction 3"},
    {"ConvolutionInputLayout", Cpu,
     [](Description &d) { setRaw(d.convolution().input_layout, 2); },
     "unknown layout of the input 2"},
    {"ConvolutionWeightLayout", Cpu,
     [](Description &d) { setRaw(d.convolution().weight_layout, 2); },
     "unknown layout of the weight 2"},
    {"ConvolutionOutputLayout", Cpu,
     [](Description &d) { setRaw(d.convolution().output_layout, 7); },
     "unknown layout of the output 7"},
    {"ConvolutionTypeUnknown", Cpu,
     [](Description &d) { setRaw(d.convolution().type_operands, 10); },
     "unknown type of the operands 10"},
    {"ConvolutionResultUnknown", Cpu,
     [](Description &d) { setRaw(d.convolution().type_result, 99); },
     "unknown type of the result 99"},
    {"ConvolutionBiasUnknown", Cpu,
     [](Description &d) { setRaw(d.convolution().type_bias, 99); },
     "unknown type of the bias 99"},
    {"ConvolutionComputeUnknown", Cpu,
     [](Description &d) { setRaw(d.convolution().compute, 3); },
     "unknown compute type 3"},
    {"ConvolutionType", Cpu,
     [](Description &d) { d.convolution().type_operands = AMPRT_F64; },
     "the operands are f64, expected f32, f16 or bf16"},
    {"ConvolutionResultType", Cpu,
     [](Description &d) { d.convolution().type_result = AMPRT_F16; },
     "the result is f16, expected f32"},
    {"ConvolutionResultTypeOfHalves", Cpu,
     [](Description &d) {
       d.convolution().type_operands = AMPRT_F16;
       d.records[1].as.convolution.type_result = AMPRT_BF16;
     },
     "the result is bf16, expected f32 or f16"},
    {"ConvolutionComputeF64", Cpu,
     [](Description &d) { d.convolution().compute = AMPRT_COMPUTE_F64; },
     "compute type f64 is not for operands of f32"},
    {"ConvolutionTF32", Cpu,
     [](Description &d) {
       d.convolution().compute = AMPRT_COMPUTE_TF32;
       d.records[1].as.convolution.type_operands = AMPRT_BF16;
     },
     "compute type tf32 is not for operands of bf16"},
    {"ConvolutionEpilogue", Cpu,
     [](Description &d) { d.convolution().epilogue = 4; },
     "unknown epilogue bits in 4"},
    {"ConvolutionEpilogueOfDerivative", Cpu,
     [](Description &d) { d.convolution().direction = AMPRT_BACKWARD_INPUT; },
     "a derivative has no epilogue, found 1"},
    {"ConvolutionBiasType", Cpu,
     [](Description &d) { d.convolution().type_bias = AMPRT_F16; },
     "the bias is f16, expected f32"},
    {"ConvolutionDimensions", Cpu,
     [](Description &d) { d.convolution().num_spatial = 4; },
     "has 4 spatial dimensions, expected 1 to 3"},
    {"ConvolutionWithoutDimensions", Cpu,
     [](Description &d) { d.convolution().num_spatial = 0; },
     "has 0 spatial dimensions, expected 1 to 3"},
    {"ConvolutionBatch", Cpu, [](Description &d) { d.convolution().batch = 0; },
     "batch is 0, expected 1 to 2147483647"},
    {"ConvolutionGroups", Cpu,
     [](Description &d) { d.convolution().groups = -1; },
     "groups is -1, expected 1 to 2147483647"},
    {"ConvolutionInputChannels", Cpu,
     [](Description &d) { d.convolution().input_channels = INT64_MIN; },
     "input_channels is -9223372036854775808, expected 1 to 2147483647"},
    {"ConvolutionOutputChannels", Cpu,
     [](Description &d) { d.convolution().output_channels = int64_t(1) << 31; },
     "output_channels is 2147483648, expected 1 to 2147483647"},
    {"ConvolutionGroupsOfChannels", Cpu,
     [](Description &d) { d.convolution().groups = 3; },
     "8 and 8 channels are not in 3 equal groups"},
    {"ConvolutionWindowInput", Cpu,
     [](Description &d) { d.convolution().windows[0].input = 0; },
     "windows[0].input is 0, expected 1 to 2147483647"},
    {"ConvolutionWindowKernel", Cpu,
     [](Description &d) { d.convolution().windows[0].kernel = 0; },
     "windows[0].kernel is 0, expected 1 to 2147483647"},
    {"ConvolutionWindowOutput", Cpu,
     [](Description &d) { d.convolution().windows[0].output = 0; },
     "windows[0].output is 0, expected 1 to 2147483647"},
    {"ConvolutionWindowStride", Cpu,
     [](Description &d) { d.convolution().windows[0].stride = 0; },
     "windows[0].stride is 0, expected 1 to 2147483647"},
    {"ConvolutionWindowPadding", Cpu,
     [](Description &d) { d.convolution().windows[0].padding = -1; },
     "windows[0].padding is -1, expected 0 to 2147483647"},
    {"ConvolutionWindowDilation", Cpu,
     [](Description &d) { d.convolution().windows[0].dilation = 0; },
     "windows[0].dilation is 0, expected 1 to 2147483647"},
    {"ConvolutionWindowMost", Cpu,
     [](Description &d) { d.convolution().windows[0].dilation = INT64_MAX; },
     "windows[0].dilation is 9223372036854775807, expected 1 to 2147483647"},
    {"ConvolutionWindowFits", Cpu,
     [](Description &d) { d.convolution().windows[0].padding = 1; },
     "windows[0].output is 1, expected 3"},
    {"ConvolutionWindowReaches", Cpu,
     [](Description &d) { d.convolution().windows[0].kernel = INT32_MAX; },
     "windows[0].output is 1, expected 0"},
    {"ConvolutionOverflow", Cpu,
     [](Description &d) {
       amprt_convolution &convolution = d.convolution();
       convolution.batch = convolution.input_channels = INT32_MAX;
       convolution.windows[0].input = convolution.windows[0].output = INT32_MAX;
     },
     "the size of a tensor overflows"},
    {"ConvolutionOperands", Cpu,
     [](Description &d) {
       d.convolution();
       d.records[1].num_operands = 3;
     },
     "a convolution with bias has 4 operands, found 3"},
    {"ConvolutionOperandsWithoutBias", Cpu,
     [](Description &d) { d.convolution().epilogue = 0; },
     "a convolution without bias has 3 operands, found 4"},
    {"ConvolutionBytes", Cpu,
     [](Description &d) {
       d.convolution();
       d.operands[1].bytes = 252;
     },
     "operand 1 (weight) has 252 bytes, expected 256"},
    {"ConvolutionAlignment", Cpu,
     [](Description &d) {
       d.convolution();
       d.operands[0].offset = 1022;
     },
     "operand 0 (input) is at offset 1022, which does not suit f32"},
    {"ConvolutionTargetConstant", Cpu,
     [](Description &d) {
       d.convolution();
       d.operands[2] = {1, 0, 128, {}};
     },
     "operand 2 (output) is in the constants"},
    {"ConvolutionOverlap", Cpu,
     [](Description &d) {
       d.convolution();
       d.operands[2] = {2, 380, 128, {}};
     },
     "operand 2 (output) overlaps operand 1 in argument 0"},
};

class ValidateTest : public testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Diagnostic, ValidateTest, testing::ValuesIn(kCases),
                         [](const testing::TestParamInfo<Case> &info) {
                           return std::string(info.param.name);
                         });

TEST_P(ValidateTest, IsReported) {
  for (amprt_device_kind kind : {AMPRT_CPU, AMPRT_CUDA}) {
    if (GetParam().on == (kind == AMPRT_CPU ? Cuda : Cpu))
      continue;
    Description description(kind);
    GetParam().spoil(description);
    ProgramInfo info;
    EXPECT_TRUE(failed(validate(description, kind, info).release(),
                       AMPRT_INVALID_ARGUMENT, GetParam().message));
  }
}

TEST(ValidateTest, AcceptsAndCopiesTheWhole) {
  for (amprt_device_kind kind : {AMPRT_CPU, AMPRT_CUDA}) {
    Description description(kind);
    ProgramInfo info;
    ASSERT_TRUE(succeeded(validate(description, kind, info).release()));
    EXPECT_EQ(info.name, "step");
    ASSERT_EQ(info.module->getInfo().kernels.size(), 1u);
    EXPECT_EQ(info.module->getInfo().name, "net");
    EXPECT_EQ(info.module->getInfo().kernels[0].name, "leaf");
    EXPECT_EQ(info.module->getInfo().constantBytes, 512u);
    EXPECT_EQ(info.arenaBytes, 512u);
    EXPECT_EQ(info.argumentBytes, (std::vector<uint64_t>{4096, 100}));
    ASSERT_EQ(info.operands.size(), 7u);
    EXPECT_EQ(info.operands[4].offset, 512u);
    ASSERT_EQ(info.records.size(), 3u);
    EXPECT_EQ(info.records[0].as.launch.extent, 10);
    EXPECT_EQ(info.records[1].as.gemm.k, 8);
    EXPECT_EQ(info.describeRecord(1), "record 1 'fc1' (net.mlir:3:1)");
  }
}

TEST(ValidateTest, AcceptsConvolutionsOfEveryDirection) {
  for (amprt_direction direction :
       {AMPRT_FORWARD, AMPRT_BACKWARD_INPUT, AMPRT_BACKWARD_WEIGHT}) {
    Description description(AMPRT_CPU);
    amprt_convolution &convolution = description.convolution();
    convolution.direction = direction;
    if (direction != AMPRT_FORWARD) {
      convolution.epilogue = AMPRT_EPILOGUE_NONE;
      description.records[1].num_operands = 3;
    }
    // As many bytes as what each operand is now.
    if (direction == AMPRT_BACKWARD_WEIGHT) {
      description.operands[1] = {2, 128, 128, {}};
      description.operands[2] = {0, 256, 256, {}};
    }
    ProgramInfo info;
    ASSERT_TRUE(succeeded(validate(description, AMPRT_CPU, info).release()));
    EXPECT_EQ(info.records[1].as.convolution.direction, direction);
  }
}

TEST(ValidateTest, AcceptsSlicesThatMove) {
  Description description(AMPRT_CPU);
  description.repeatTwice();
  // From 512 to 512 + 3 * 1150 + 2 * 17 + 100, which is the end; and down to 0.
  description.operands[4].steps[0] = 1150;
  description.operands[4].steps[1] = 17;
  description.operands[5] = {0, 412, 100, {-130, -11}};
  ProgramInfo info;
  EXPECT_TRUE(succeeded(validate(description, AMPRT_CPU, info).release()));
  EXPECT_EQ(info.records[0].as.repeat.count, 4u);
  EXPECT_EQ(info.operands[5].steps[1], -11);
}

// Source and target change their order, and never meet: they are in the same
// place of their rows in each iteration.
TEST(ValidateTest, AcceptsSlicesThatMoveTogether) {
  Description description(AMPRT_CPU);
  description.repeat();
  description.operands[4].steps[0] = 128;
  description.operands[5] = {2, 640, 100, {128, 0}};
  ProgramInfo info;
  EXPECT_TRUE(succeeded(validate(description, AMPRT_CPU, info).release()));
}

// Heads behind rows, and rows with others between them.
TEST(ValidateTest, AcceptsAttention) {
  for (bool isBackward : {false, true}) {
    Description description(AMPRT_CPU);
    amprt_attention &attention = description.attention();
    attention.strides[AMPRT_ATTENTION_QUERY_GRADIENT] = {12, 2, 4};
    attention.strides[AMPRT_ATTENTION_RESULT] = {12, 2, 4};
    if (!isBackward) {
      attention.flags = 0;
      attention.dropout_limit = 0;
      description.records[0].num_operands = 5;
    }
    ProgramInfo info;
    EXPECT_TRUE(succeeded(validate(description, AMPRT_CPU, info).release()));
  }
}

TEST(ValidateTest, AcceptsInterleavedMatricesOfC) {
  Description description(AMPRT_CPU);
  // Two 4 x 4 matrices side by side in rows of 8.
  description.gemm().n = 4;
  description.gemm().batch = 2;
  description.gemm().stride_c = 4;
  ProgramInfo info;
  EXPECT_TRUE(succeeded(validate(description, AMPRT_CPU, info).release()));
}

TEST(ValidateTest, IsDoneWhenAProgramIsCreated) {
  DevicePtr device = openDevice("cpu");
  Description description(AMPRT_CPU);
  ModulePtr module = makeModule(device.get(), description.module);
  description.desc.module = module.get();
  amprt_program *program = nullptr;
  ASSERT_TRUE(succeeded(
      amprt_program_create(device.get(), &description.desc, &program)));
  amprt_program_destroy(program);
  description.gemm().m = 5;
  program = reinterpret_cast<amprt_program *>(1);
  EXPECT_TRUE(
      failed(amprt_program_create(device.get(), &description.desc, &program),
             AMPRT_INVALID_ARGUMENT, "operand 0 (A) has 128 bytes"));
  EXPECT_EQ(program, nullptr);
  module.reset();
  EXPECT_EQ(amprt_device_memory_in_use(device.get()), 0u);
  EXPECT_TRUE(failed(amprt_program_create(device.get(), nullptr, &program),
                     AMPRT_INVALID_ARGUMENT, "desc is NULL"));
  description.module.num_kernels = 2;
  description.module.kernels = nullptr;
  amprt_module *none = reinterpret_cast<amprt_module *>(1);
  EXPECT_TRUE(
      failed(amprt_module_create(device.get(), &description.module, &none),
             AMPRT_INVALID_ARGUMENT, "kernels is NULL, but has 2 entries"));
  EXPECT_EQ(none, nullptr);
}

} // namespace
