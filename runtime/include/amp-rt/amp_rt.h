/*===- amp_rt.h - C interface of the amp runtime ------------------*- C -*-===*
 *
 * Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * The runtime executes compiled programs. A program is a flat launch list:
 * records of kernel launches and library calls whose operands are slices of
 * bindings (the arena, the constants, and the program's arguments), and records
 * that repeat those after them. The runtime walks the list; it knows nothing of
 * MLIR.
 *
 * Conventions
 *  - A function that can fail returns `amprt_status *`: NULL is success; what
 *    is not NULL describes the failure and is released by `amprt_status_free`.
 *    The runtime throws nothing, never exits and prints nothing.
 *  - Work on a device is ordered: it runs on one stream, in the order of calls.
 *    `amprt_program_run` may return before the work is done; reading a buffer
 *    waits for the work before it.
 *  - Objects belong to the device they were created on and must be destroyed
 *    before it. A device and its objects are used by one thread at a time.
 *  - Matrices are row-major. Sizes and offsets are bytes unless said otherwise.
 *
 *===----------------------------------------------------------------------===*/

#ifndef AMP_RT_AMP_RT_H
#define AMP_RT_AMP_RT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised whenever a struct or the meaning of a field below changes. A program
   description carries the version it was made for. */
#define AMPRT_ABI_VERSION 8

/* Alignment in bytes of every buffer. Slices are aligned to their elements. */
#define AMPRT_ALIGNMENT 256

/*===----------------------------------------------------------------------===*
 * Status
 *===----------------------------------------------------------------------===*/

typedef enum amprt_code {
  AMPRT_OK = 0,
  AMPRT_INVALID_ARGUMENT,   /* the caller's fault */
  AMPRT_RESOURCE_EXHAUSTED, /* memory, or the limit given at creation */
  AMPRT_UNAVAILABLE,        /* no such device, or a library is missing or old */
  AMPRT_DEVICE_ERROR,       /* the device or a library reported a failure */
  AMPRT_INTERNAL,           /* a bug in the runtime */
  AMPRT_INVALID_DATA        /* a file is damaged, or is something else */
} amprt_code;

typedef struct amprt_status amprt_status;

amprt_code amprt_status_code(const amprt_status *status);
/* A sentence that names what failed, and the remedy where there is one. */
const char *amprt_status_message(const amprt_status *status);
/* The library that reported the failure ("oneDNN", "CUDA driver", "amp-rt"). */
const char *amprt_status_library(const amprt_status *status);
/* Source file and line in the runtime where the failure was noticed. */
const char *amprt_status_file(const amprt_status *status);
int amprt_status_line(const amprt_status *status);
void amprt_status_free(amprt_status *status);

/*===----------------------------------------------------------------------===*
 * Devices
 *===----------------------------------------------------------------------===*/

typedef enum amprt_device_kind {
  AMPRT_CPU = 0,
  AMPRT_CUDA = 1
} amprt_device_kind;

typedef struct amprt_device amprt_device;

/* Most threads of a CPU device. */
#define AMPRT_MAX_THREADS 1024

typedef struct amprt_device_options {
  uint32_t num_threads;  /* CPU: threads of the pool, at most AMPRT_MAX_THREADS;
                            0 is as many as OMP_NUM_THREADS says, or else one
                            per core, within the control groups' quota */
  uint64_t memory_limit; /* most bytes of buffers and scratch; 0 is no limit */
} amprt_device_options;

typedef struct amprt_device_info {
  amprt_device_kind kind;
  uint32_t ordinal;
  char name[128];        /* the product, as the machine reports it */
  char arch[32];         /* CUDA: "sm_90"; CPU: "x86-64" */
  uint32_t num_threads;  /* CPU: threads in use; CUDA: multiprocessors */
  uint64_t memory_bytes; /* physical memory of the device */
  int native_bf16;       /* 1 if GEMMs run on bf16 hardware */
  int native_f16;        /* 1 if GEMMs run on f16 hardware */
  char libraries[128];   /* versions in use, for logs */
  char threading[160];   /* CPU: why so many threads, and how they wait; CUDA:
                            "" */
} amprt_device_info;

/* The CPU's backend is a module, libamp-rt-cpu.so, that is loaded when the CPU
   is first opened or described. OMP_WAIT_POLICY (active or passive) and
   OMP_NUM_THREADS are read whenever a CPU device is opened. Without the former
   a thread that waits spins for as long as that is enough, then sleeps. All CPU
   devices of a process share their threads; those of a process that is forked
   are its parent's, and only the parent may use the device. A program that has
   an OpenMP library in its global scope keeps it: the runtime then runs on that
   one, which waits as it was told when it was loaded. */
/* Opens a device. `spec` is "cpu", "cuda" (the same as "cuda:0"), "cuda:N", or
   "auto" (the first CUDA device if there is one, else the CPU). `options` may
   be NULL. */
amprt_status *amprt_device_create(const char *spec,
                                  const amprt_device_options *options,
                                  amprt_device **device);
void amprt_device_destroy(amprt_device *device);
void amprt_device_get_info(const amprt_device *device, amprt_device_info *info);
/* Bytes held by buffers and by programs' own memory, now and at most so far. */
uint64_t amprt_device_memory_in_use(const amprt_device *device);
uint64_t amprt_device_memory_peak(const amprt_device *device);
void amprt_device_reset_memory_peak(amprt_device *device);
/* Waits for all work given to the device and reports a failure of that work. */
amprt_status *amprt_device_synchronize(amprt_device *device);

/* Number of devices that can be opened; the CPU is number 0. */
uint32_t amprt_device_count(void);
/* Describes device `index`; does not open it. */
amprt_status *amprt_device_describe(uint32_t index, amprt_device_info *info);
/* Why there is no CUDA device, in one line, or NULL if there is one. */
const char *amprt_cuda_unavailable_reason(void);

/*===----------------------------------------------------------------------===*
 * Buffers
 *===----------------------------------------------------------------------===*/

typedef struct amprt_buffer amprt_buffer;

/* Memory on the device, aligned to AMPRT_ALIGNMENT; its contents are undefined.
   Zero bytes are allowed. */
amprt_status *amprt_buffer_create(amprt_device *device, uint64_t bytes,
                                  amprt_buffer **buffer);
/* A part of a buffer as a buffer of its own: results of several runs that lie
   side by side are read at once. `offset` is a multiple of AMPRT_ALIGNMENT. The
   memory lives as long as one of its buffers does. */
amprt_status *amprt_buffer_create_slice(amprt_buffer *buffer, uint64_t offset,
                                        uint64_t bytes, amprt_buffer **slice);
void amprt_buffer_destroy(amprt_buffer *buffer);
uint64_t amprt_buffer_size(const amprt_buffer *buffer);
/* Copies from and to host memory. The host memory may be reused on return. */
amprt_status *amprt_buffer_write(amprt_buffer *buffer, uint64_t offset,
                                 const void *source, uint64_t bytes);
amprt_status *amprt_buffer_read(const amprt_buffer *buffer, uint64_t offset,
                                void *target, uint64_t bytes);

/*===----------------------------------------------------------------------===*
 * Types
 *===----------------------------------------------------------------------===*/

typedef enum amprt_type {
  AMPRT_F64 = 0,
  AMPRT_F32,
  AMPRT_F16,
  AMPRT_BF16,
  AMPRT_I64,
  AMPRT_I32,
  AMPRT_I16,
  AMPRT_I8,
  AMPRT_UI8,
  AMPRT_I1 /* one byte, 0 or 1 */
} amprt_type;

/* Bytes of one element. */
uint32_t amprt_type_size(amprt_type type);
/* "bf16"; "an unknown type" for another number. */
const char *amprt_type_name(amprt_type type);

/*===----------------------------------------------------------------------===*
 * Modules
 *===----------------------------------------------------------------------===*/

/* A CPU kernel computes the iterations [begin, end) of its partitioned loop.
   `operands[i]` is the address of operand i. Disjoint ranges may run at the
   same time on several threads. */
typedef void (*amprt_cpu_kernel)(void *const *operands, int64_t begin,
                                 int64_t end);

/* Bytes before a CPU image, in which the runtime puts the addresses of the
   functions that the image calls: those of CpuHelpers.def, in that order. */
#define AMPRT_CPU_HELPER_BYTES 4096

typedef struct amprt_kernel_desc {
  const char *name;     /* for messages; CUDA: the symbol in the image, too */
  uint64_t offset;      /* CPU: bytes of the image before the entry point */
  amprt_cpu_kernel cpu; /* CPU without an image: the entry point, code of the
                           caller's that outlives the module; else NULL */
} amprt_kernel_desc;

/* Kernels and constants, which programs share.

   The image of a CPU is position-independent machine code with its constants:
   it is put behind AMPRT_CPU_HELPER_BYTES into memory of its own that can be
   read and executed, and is not changed for that. An image is native code and
   is not checked: whoever loads one trusts its maker. */
typedef struct amprt_module_desc {
  uint32_t abi_version; /* AMPRT_ABI_VERSION */
  amprt_device_kind device_kind;
  const char *name;

  uint32_t num_kernels;
  const amprt_kernel_desc *kernels;
  /* CPU: code for x86-64, or NULL; CUDA: cubin or NUL-terminated PTX with every
     kernel */
  const void *image;
  uint64_t image_bytes;
  /* CUDA: NUL-terminated PTX with every kernel, for a driver that does not
     load `image`; or NULL */
  const void *fallback_image;
  uint64_t fallback_image_bytes;
  /* CPU: the instruction sets that the image may use beyond those of every
     x86-64, names of CpuFeatures.def with commas between them; or NULL */
  const char *cpu_features;

  const void *constants; /* copied to the device at creation */
  uint64_t constant_bytes;
} amprt_module_desc;

typedef struct amprt_module amprt_module;

/* Checks the whole description, loads the kernels and copies what it needs: the
   description may be released afterwards. UNAVAILABLE if the CPU lacks an
   instruction set. */
amprt_status *amprt_module_create(amprt_device *device,
                                  const amprt_module_desc *desc,
                                  amprt_module **module);
/* Programs that were made from it keep what they need. */
void amprt_module_destroy(amprt_module *module);

/*===----------------------------------------------------------------------===*
 * Programs
 *===----------------------------------------------------------------------===*/

/* Bindings of a program: what a slice points into. */
#define AMPRT_BINDING_ARENA 0
#define AMPRT_BINDING_CONSTANTS 1
#define AMPRT_BINDING_FIRST_ARGUMENT 2

/* Most repeats around a record. */
#define AMPRT_MOST_REPEATS 2

typedef struct amprt_slice {
  uint32_t binding;
  uint64_t offset; /* in the first iteration of every repeat around its record */
  uint64_t bytes;
  /* Bytes by which each iteration moves it: of the outermost repeat around its
     record, then of the one inside that. 0 where there is none. */
  int64_t steps[AMPRT_MOST_REPEATS];
} amprt_slice;

typedef enum amprt_record_kind {
  AMPRT_RECORD_LAUNCH = 0, /* a leaf kernel */
  AMPRT_RECORD_GEMM,       /* matrix product by the device's library */
  AMPRT_RECORD_COPY,       /* operand 0 to operand 1, same number of bytes */
  AMPRT_RECORD_FILL,       /* every element of operand 0 gets one value */
  AMPRT_RECORD_REPEAT,     /* the records after it, several times; no operands */
  AMPRT_RECORD_CONVOLUTION, /* a convolution, or its derivative */
  AMPRT_RECORD_ATTENTION    /* attention, or its derivative */
} amprt_record_kind;

typedef struct amprt_launch {
  uint32_t kernel; /* index into the module's kernels */
  int64_t extent;  /* CPU: iterations of the partitioned loop; 1 if it cannot be
                      split */
  int64_t grain; /* CPU: fewest iterations worth a thread of their own, at least
                    1 */
  uint32_t grid[3];  /* CUDA: blocks */
  uint32_t block[3]; /* CUDA: threads of a block */
} amprt_launch;

typedef enum amprt_compute {
  AMPRT_COMPUTE_F32 = 0, /* accumulate in f32 */
  AMPRT_COMPUTE_TF32, /* f32 operands may be read as tf32; accumulate in f32 */
  AMPRT_COMPUTE_F64
} amprt_compute;

typedef enum amprt_epilogue {
  AMPRT_EPILOGUE_NONE = 0,
  AMPRT_EPILOGUE_BIAS =
      1, /* adds operand 3, a vector of n elements, to each row */
  AMPRT_EPILOGUE_RELU =
      2 /* max(x, 0), NaN kept; after the bias; bits may be combined; on a CPU
           only */
} amprt_epilogue;

/* C = epilogue(op(A) op(B)), for each of `batch` matrices.
   op(A) is m x k, op(B) is k x n, C is m x n. A is stored k x m if transpose_a,
   B is stored n x k if transpose_b. Operands: A, B, C and, with a bias, the
   bias. Operands are exact, products and sums are in the compute type, the
   epilogue works on the accumulated value, and there is one rounding, to the
   type of C, which is not read. */
typedef struct amprt_gemm {
  int64_t m, n, k, batch;
  int64_t lda, ldb, ldc; /* elements between rows as stored */
  int64_t stride_a, stride_b,
      stride_c; /* elements between matrices; 0 repeats */
  int32_t transpose_a, transpose_b;
  amprt_type type_a, type_b, type_c, type_bias;
  amprt_compute compute;
  uint32_t epilogue; /* bits of amprt_epilogue */
} amprt_gemm;

typedef struct amprt_fill {
  uint32_t width; /* bytes of an element: 1, 2 or 4 */
  uint32_t bits;  /* of the value, in the lowest bytes; the others are 0 */
} amprt_fill;

/* Runs the next `num_records` records, its body, `count` times, one iteration
   after the other. A repeat in the body and the whole of its own body count as
   records of the outer one; at most AMPRT_MOST_REPEATS are nested. */
typedef struct amprt_repeat {
  uint64_t count;       /* 1 to INT32_MAX */
  uint32_t num_records; /* at least 1 */
} amprt_repeat;

/* Most spatial dimensions of a convolution. */
#define AMPRT_MOST_SPATIAL 3

typedef enum amprt_direction {
  AMPRT_FORWARD = 0,    /* operands: input, weight, output */
  AMPRT_BACKWARD_INPUT, /* operands: output, weight, input */
  AMPRT_BACKWARD_WEIGHT /* operands: input, output, weight */
} amprt_direction;

typedef enum amprt_layout {
  AMPRT_CHANNELS_FIRST = 0, /* N, C, spatial; a weight: O, C / groups, kernel */
  AMPRT_CHANNELS_LAST       /* N, spatial, C; a weight: O, kernel, C / groups */
} amprt_layout;

/* A spatial dimension of a convolution, in elements. */
typedef struct amprt_window {
  int64_t input, kernel, output;
  /* Output i reads, of the input, stride i + dilation j - padding for each j of
     the kernel; 0 where that is outside. `output` is how many windows lie in
     the input with `padding` elements at both ends. */
  int64_t stride, padding, dilation;
} amprt_window;

/* One of the products of an input [N, C, spatial], a weight
   [O, C / groups, kernel] and an output [N, O, spatial]: two are given, or what
   their gradients are, and the last operand of the three is written, and not
   read. Operand 3 of a forward one with a bias is the bias, [O]. All are dense.
   Operands are exact, products and sums are in the compute type, the epilogue
   (`AMPRT_FORWARD` only) works on the accumulated value, and there is one
   rounding, to `type_result`. */
typedef struct amprt_convolution {
  amprt_direction direction;
  uint32_t num_spatial; /* 1 to AMPRT_MOST_SPATIAL */
  int64_t batch, groups;
  int64_t input_channels, output_channels;  /* of all groups */
  amprt_window windows[AMPRT_MOST_SPATIAL]; /* the outermost first */
  amprt_layout input_layout, weight_layout, output_layout;
  amprt_type type_operands, type_result, type_bias;
  amprt_compute compute;
  uint32_t epilogue; /* bits of amprt_epilogue */
} amprt_convolution;

typedef enum amprt_attention_flags {
  AMPRT_ATTENTION_BACKWARD = 1, /* the derivative */
  AMPRT_ATTENTION_CAUSAL = 2,   /* row i sees the keys up to i */
  AMPRT_ATTENTION_MASK = 4,     /* adds a mask, or where it is i1, says which
                                   keys a row sees; not with CAUSAL */
  AMPRT_ATTENTION_DROPOUT = 8   /* drops probabilities */
} amprt_attention_flags;

/* Matrices of an attention, by their place in `strides`. */
typedef enum amprt_attention_matrix {
  AMPRT_ATTENTION_QUERY = 0,
  AMPRT_ATTENTION_KEY,
  AMPRT_ATTENTION_VALUE,
  AMPRT_ATTENTION_RESULT,
  AMPRT_ATTENTION_GRADIENT,
  AMPRT_ATTENTION_QUERY_GRADIENT,
  AMPRT_ATTENTION_KEY_GRADIENT,
  AMPRT_ATTENTION_VALUE_GRADIENT
} amprt_attention_matrix;
#define AMPRT_ATTENTION_MATRICES 8

/* Elements between matrices, heads and rows; a row is contiguous. */
typedef struct amprt_attention_strides {
  int64_t batch, head, row;
} amprt_attention_strides;

/* result = dropout(softmax(query keyT scale + mask)) value, for each of `batch`
   and of `heads`; `heads` / `key_heads` successive heads share keys and values.
   `logsumexp`, dense f32 [batch, heads, rows], is the logarithm of the sum of
   each row's exponentials. A row that sees no key is 0, its logarithm -inf, its
   gradients 0.
   Operands: query, key, value, result, logsumexp; of the derivative, which
   reads all of these, the gradient of the result and those of query, key and
   value, which it writes; then the mask, then the state of the random numbers,
   as flags say. Operands are exact, products and sums f32, and there is one
   rounding, to the type of what is written.
   An element of the scores, of which number i in row-major order has word
   i mod 4 of Philox block first + i / 4 of the state (seed, first), is dropped
   if the top 24 bits are below `dropout_limit`, else its probability is
   multiplied by `kept_scale`. */
typedef struct amprt_attention {
  int64_t batch, heads, key_heads, rows, keys;
  int64_t size, value_size; /* elements of a row of queries and of values */
  amprt_attention_strides strides[AMPRT_ATTENTION_MATRICES];
  int64_t mask_strides[4]; /* batch, head, row, key; 0 repeats */
  amprt_type type;         /* f32, f16 or bf16: query, key, value, gradients */
  amprt_type type_result;  /* of the result and its gradient: `type` or f32 */
  amprt_type type_mask;    /* f32, f16, bf16 or i1 */
  uint32_t flags;          /* bits of amprt_attention_flags */
  uint32_t dropout_limit;  /* at most 2^24; 0 without dropout */
  float scale, kept_scale;
} amprt_attention;

typedef struct amprt_record {
  amprt_record_kind kind;
  const char *name;     /* what it computes, for errors and profiles */
  const char *location; /* where in the source graph it comes from; may be "" */
  uint32_t first_operand, num_operands; /* range of the operand table */
  union {
    amprt_launch launch;
    amprt_gemm gemm;
    amprt_fill fill;
    amprt_repeat repeat;
    amprt_convolution convolution;
    amprt_attention attention;
  } as; /* a copy has no fields */
} amprt_record;

typedef struct amprt_program_desc {
  uint32_t abi_version; /* AMPRT_ABI_VERSION */
  amprt_device_kind device_kind;
  const char *name;

  /* Its kernels and constants; NULL if it uses none. */
  amprt_module *module;
  uint64_t arena_bytes;

  uint32_t num_arguments;
  const uint64_t *argument_bytes; /* exact size of each argument */

  uint32_t num_operands;
  const amprt_slice *operands;

  uint32_t num_records;
  const amprt_record *records;
} amprt_program_desc;

typedef struct amprt_program amprt_program;

/* Checks the whole description (every index, range and type), prepares the
   library calls and copies what it needs: the description may be released
   afterwards. */
amprt_status *amprt_program_create(amprt_device *device,
                                   const amprt_program_desc *desc,
                                   amprt_program **program);
void amprt_program_destroy(amprt_program *program);

/* Runs the launch list once. `arena` holds at least `arena_bytes` and may be
   shared by programs of the device; `arguments` are `num_arguments` buffers of
   exactly the described sizes. Distinct arguments must not be the same buffer,
   nor a buffer and a slice of it, nor slices that overlap.
 */
amprt_status *amprt_program_run(amprt_program *program, amprt_buffer *arena,
                                amprt_buffer *const *arguments,
                                uint32_t num_arguments);

/* With profiling on, a run measures each record (and is slower for it). */
void amprt_program_set_profiling(amprt_program *program, int enabled);
/* Nanoseconds spent in record `index` over all profiled runs, in all iterations
   of the repeats around it, and the number of runs. Of a repeat it is what its
   body does not account for. */
amprt_status *amprt_program_get_profile(const amprt_program *program,
                                        uint32_t index, uint64_t *nanoseconds,
                                        uint64_t *runs);

/* One line per thing of which a user should know once, such as an emulated
   type; NULL past the last. Some are known only after a run. */
const char *amprt_program_remark(const amprt_program *program, uint32_t index);

/*===----------------------------------------------------------------------===*
 * Executables
 *===----------------------------------------------------------------------===*/

/* Raised whenever what a file means changes. */
#define AMPRT_EXECUTABLE_VERSION 3

/* How the file of an executable begins; numbers are little-endian. Sections
   follow, and at the end the tables of Executable.fbs. */
typedef struct amprt_executable_header {
  uint8_t magic[8];     /* AMPRT_EXECUTABLE_MAGIC */
  uint32_t version;     /* AMPRT_EXECUTABLE_VERSION */
  uint32_t abi_version; /* AMPRT_ABI_VERSION, which the launch lists are for */
  uint64_t file_bytes;
  uint64_t table_offset; /* a multiple of AMPRT_SECTION_ALIGNMENT */
  uint8_t sha256[32];    /* of the file without this field */
} amprt_executable_header;

#define AMPRT_EXECUTABLE_MAGIC                                                 \
  "\x89"                                                                       \
  "AMPX\r\n\x1a"

/* Of the offsets of sections and tables. */
#define AMPRT_SECTION_ALIGNMENT 64

typedef struct amprt_executable amprt_executable;

/* Reads the file of an executable, of which `data` has all `bytes`, aligned to
   8: INVALID_DATA if it is damaged (by its digest), of another version, or if
   any index or range in it is wrong. That is no defence against somebody who
   made it on purpose: an executable is native code, and whoever loads one
   trusts its maker. The memory must stay until `amprt_executable_destroy`, and
   nobody may change it: a file that is mapped can be changed by others.
   `has_known_digest` is 1 for bytes that were opened before, or were made in
   this process: the digest, which takes longest, is not computed again. */
amprt_status *amprt_executable_open(const void *data, uint64_t bytes,
                                    int has_known_digest,
                                    amprt_executable **executable);
/* The root table of Executable.fbs, whose offsets were checked. */
const void *amprt_executable_tables(const amprt_executable *executable);
/* Creates its kernels and its programs on a device of its kind, or else
   UNAVAILABLE; once. */
amprt_status *amprt_executable_load(amprt_executable *executable,
                                    amprt_device *device);
uint32_t amprt_executable_num_programs(const amprt_executable *executable);
/* The program of function `index`; NULL before it is loaded. */
amprt_program *amprt_executable_program(const amprt_executable *executable,
                                        uint32_t index);
/* Destroys its programs, too. */
void amprt_executable_destroy(amprt_executable *executable);

#ifdef __cplusplus
}
#endif

#endif /* AMP_RT_AMP_RT_H */
