/*===- Common.h - What all of the C interface shares --------------*- C -*-===*
 *
 * Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * Conventions of amp-c/
 *
 *  - Failure. A function that can fail returns `amp_status *`: NULL is success;
 *    what is not NULL describes the failure and is released by
 *    `amp_status_free`. What a function gives through a pointer is then left as
 *    it was. The library throws nothing, never exits and prints nothing. (Where
 *    LLVM, which is part of it, gets no memory, it ends the process.)
 *  - Ownership. What `..._create`, `..._open` and the like give is the caller's
 *    and is released by the function of the same object, `..._destroy`,
 *    `..._close` or `..._free`, which take NULL, too. Objects keep what they
 *    are made of: the order in which they are destroyed is free. Strings and
 *    arrays that a function takes are copied, unless it says otherwise; those
 *    that belong to an object are valid until it is destroyed or changed.
 *  - Text. Strings end with a NUL and are UTF-8.
 *  - Threads. Graphs and executables may be used by several threads at once
 *    (what is compiled of one graph is compiled in turn), once they are made
 *    and until they are destroyed. Any other object is used by one thread at a
 *    time, but for `amp_session_cancel`, which may be called at any time;
 *    different objects by any. Callbacks are called on the thread that made the
 *    call that they belong to, before it returns. They must return, and must
 *    not use the object that called them, but for `amp_session_cancel`.
 *  - Fork. A forked process may use and destroy graphs, configurations,
 *    executables and checkpoints if no other thread was in a call of theirs
 *    when it was forked. Sessions are their parent's: the forked process may
 *    neither use nor destroy them, and may make its own only if the parent made
 *    none before, since the threads of the CPU are not forked.
 *  - Versions. A struct that begins with `struct_size` may get fields at its
 *    end: the caller sets it to sizeof of the struct that it was compiled with,
 *    and what it lacks is 0. Fields that are 0 are as if they were not there.
 *
 *===----------------------------------------------------------------------===*/

#ifndef AMP_C_COMMON_H
#define AMP_C_COMMON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(AMP_C_BUILDING) && defined(__GNUC__)
#define AMP_C_API __attribute__((visibility("default")))
#else
#define AMP_C_API
#endif

/* Raised whenever a struct without `struct_size`, or the meaning of a function,
   changes; functions, codes and fields at the end of structs with it may be
   added in between. Symbols have the version AMP_1. */
#define AMP_C_ABI_VERSION 2
/* That of the library. */
AMP_C_API uint32_t amp_c_abi_version(void);
/* "0.1.0"; never freed. */
AMP_C_API const char *amp_version(void);

/*===----------------------------------------------------------------------===*
 * Status
 *===----------------------------------------------------------------------===*/

typedef enum amp_code {
  AMP_OK = 0,
  AMP_INVALID_ARGUMENT,   /* the caller's fault */
  AMP_INVALID_CHECKPOINT, /* the file is damaged, is no checkpoint, or is one of
                             another graph */
  AMP_RESOURCE_EXHAUSTED, /* memory */
  AMP_IO_ERROR,           /* the system refused a file operation */
  AMP_INTERNAL,           /* a bug in the library */
  AMP_INVALID_GRAPH,      /* the graph, or the executable, cannot be used */
  AMP_DEVICE_ERROR,       /* the device, or one of its libraries, failed or is
                             not there */
  AMP_TRAINING_FAILED,    /* values are not finite, or steps are only skipped */
  AMP_CANCELLED           /* amp_session_cancel was called */
} amp_code;

typedef struct amp_status amp_status;

/* These take NULL: AMP_OK, "", "". Strings are the status'. Any thread. */
AMP_C_API amp_code amp_status_code(const amp_status *status);
/* A sentence that names what failed, and the remedy where there is one. */
AMP_C_API const char *amp_status_message(const amp_status *status);
/* Where in the text of a graph or a policy: "net.mlir:3:8", the first if there
   are several, or the name that the graph has there, "'scores'"; "" where the
   failure is about something else. */
AMP_C_API const char *amp_status_place(const amp_status *status);
AMP_C_API void amp_status_free(amp_status *status);

/*===----------------------------------------------------------------------===*
 * Arrays
 *===----------------------------------------------------------------------===*/

typedef enum amp_element_type {
  AMP_F64 = 0,
  AMP_F32 = 1,
  AMP_F16 = 2,
  AMP_BF16 = 3,
  AMP_I64 = 4,
  AMP_I32 = 5,
  AMP_I16 = 6,
  AMP_I8 = 7,
  AMP_UI8 = 8,
  AMP_I1 = 9,   /* one byte, 0 or 1 */
  AMP_C64 = 10, /* a complex number of two f32 */
  AMP_C128 = 11 /* a complex number of two f64; not in checkpoints */
} amp_element_type;

/* Bytes of one element; 0 for what is no amp_element_type. */
AMP_C_API size_t amp_element_size(int32_t type);

/* A dense row-major array. Where a function gives one, shape and data are the
   object's. */
typedef struct amp_array {
  int32_t type;         /* an amp_element_type */
  uint32_t rank;        /* at most 16 */
  const int64_t *shape; /* may be NULL where the rank is 0 */
  const void *data;     /* NULL where only type and shape are told */
  uint64_t bytes;       /* those of the shape and the type */
} amp_array;

/* A number with its name: a result of a step, or of several. */
typedef struct amp_value {
  const char *name;
  double value;
} amp_value;

/*===----------------------------------------------------------------------===*
 * Messages
 *===----------------------------------------------------------------------===*/

typedef enum amp_severity {
  AMP_REMARK = 0,
  AMP_WARNING = 1,
  AMP_ERROR = 2 /* the call that it was said in fails */
} amp_severity;

typedef struct amp_message {
  int32_t severity;  /* an amp_severity */
  const char *place; /* "net.mlir:3:8", or "'scores'", a name of the graph, or
                        "" */
  const char *text;
} amp_message;

/* Strings are valid until it returns. */
typedef void (*amp_message_callback)(void *context, const amp_message *message);

/*===----------------------------------------------------------------------===*
 * Memory
 *===----------------------------------------------------------------------===*/

/* Where a function takes one, the copies of arrays that it says come from here;
   all other memory is the C++ library's and, on the device, the runtime's. Both
   functions may be called by any thread that uses or destroys the object. */
typedef struct amp_allocator {
  void *context;
  /* `alignment` is a power of two; NULL if there is no memory. */
  void *(*allocate)(void *context, size_t bytes, size_t alignment);
  void (*release)(void *context, void *memory, size_t bytes);
} amp_allocator;

#ifdef __cplusplus
}
#endif

#endif /* AMP_C_COMMON_H */
