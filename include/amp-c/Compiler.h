/*===- Compiler.h - C interface of graphs and executables ---------*- C -*-===*
 *
 * Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * A graph is a text with entry points; it is compiled, for the sizes of data
 * and as a configuration says, to an executable, which is a file that runs
 * without the compiler. libamp-compiler.so is loaded when the first graph is
 * read that no cache knows; it lies beside libamp-c.so or where the system
 * looks. Common.h has the conventions.
 *
 *===----------------------------------------------------------------------===*/

#ifndef AMP_C_COMPILER_H
#define AMP_C_COMPILER_H

#include "amp-c/Common.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct amp_config amp_config;
typedef struct amp_executable amp_executable;
typedef struct amp_graph amp_graph;

/*===----------------------------------------------------------------------===*
 * Configurations
 *===----------------------------------------------------------------------===*/

/* How graphs are compiled and run: the settings of docs/Flags.md by their names
 * without dashes, such as "precision", "loss-scale", "batch-size", "shuffle",
 * "seed", "lr", "device", "threads". Whatever is made of a configuration takes
 * a copy of it. */

/* All as if nothing were set. CUDA_HOME and CUDA_PATH are read for the CUDA
   toolkit's folder, unless "cuda-toolkit" says it. */
AMP_C_API amp_status *amp_config_create(amp_config **config);
AMP_C_API void amp_config_destroy(amp_config *config);

/* Sets one. The value of a setting that is on if it is given, such as
   "shuffle", is "on" or NULL. A setting that may be repeated, such as "data",
   gets one more. AMP_INVALID_ARGUMENT, with what is expected, leaves the
   configuration as it was. What settings say together is checked when something
   is made of them. */
AMP_C_API amp_status *amp_config_set(amp_config *config, const char *name,
                                     const char *value);
/* The text that a setting was given last; NULL if it was not, "" for one that
   is on. Valid until the configuration is changed. */
AMP_C_API const char *amp_config_get(const amp_config *config,
                                     const char *name);

/* As "policy" does with a file: YAML or JSON, at most 1 MiB, that changes which
   ops run in which type. It is kept in a file without a name (memfd). What is
   wrong with it is told when something is compiled, as a line of 'policy'. */
AMP_C_API amp_status *amp_config_set_policy_text(amp_config *config,
                                                 const char *text);

/* All settings, in the order of docs/Flags.md. Never freed; any thread. */
typedef struct amp_setting {
  const char *name;
  int32_t is_switch; /* 1: it is on if it is given */
  const char *expected;
} amp_setting;
AMP_C_API size_t amp_num_settings(void);
AMP_C_API amp_status *amp_get_setting(size_t index, amp_setting *setting);

/*===----------------------------------------------------------------------===*
 * Graphs
 *===----------------------------------------------------------------------===*/

typedef struct amp_graph_options {
  size_t struct_size;
  /* Not 0: the caller vouches for the maker of the file. An executable is
     native code, which runs with all rights of the process, and MLIR bytecode
     is read without defence against one that was made to do harm: neither is
     taken without this. Text needs no trust. */
  int32_t trusted;
  /* The folder that keeps what was compiled, for later processes, too
     (docs/Design/Executables.md): its own with mode 0700, made if need be. ""
     is the user's own, as of amp-run. NULL: nothing is kept. */
  const char *cache_dir;
  /* Gets what there is to say of the graph while it is read; may be NULL. */
  amp_message_callback on_message;
  void *context;
} amp_graph_options;

/* Reads a graph from memory: text, or with `trusted` bytecode. `name` is what
   messages call the file ("net.mlir"), `size` its bytes, at most 64 MiB.
   `options` may be NULL. AMP_INVALID_GRAPH has the place of the first error. */
AMP_C_API amp_status *amp_graph_open_text(const char *text, size_t size,
                                          const char *name,
                                          const amp_graph_options *options,
                                          amp_graph **graph);
/* The same from a file, which may with `trusted` be an executable. */
AMP_C_API amp_status *amp_graph_open_file(const char *path,
                                          const amp_graph_options *options,
                                          amp_graph **graph);
/* The graph that was compiled to `executable`, which has programs for the sizes
   that it was compiled for, and no others. */
AMP_C_API amp_status *amp_graph_of_executable(const amp_executable *executable,
                                              amp_graph **graph);
AMP_C_API void amp_graph_destroy(amp_graph *graph);

/* Entry points, in the order of the text. */
typedef struct amp_entry {
  const char *name;
  size_t num_arguments;
  size_t num_results;
  int32_t updates_parameters; /* 1: a step may change a parameter */
  int32_t updates_state;      /* 1: a step may change any variable */
} amp_entry;
AMP_C_API size_t amp_graph_num_entries(const amp_graph *graph);
AMP_C_API amp_status *amp_graph_get_entry(const amp_graph *graph, size_t index,
                                          amp_entry *entry);

/* A size that the graph leaves open. */
#define AMP_OPEN_SIZE (-1)

typedef struct amp_port {
  const char *name;
  int32_t type; /* an amp_element_type */
  uint32_t rank;
  const int64_t *shape; /* AMP_OPEN_SIZE for `?` */
  int32_t is_batched;   /* 1: the first dimension counts samples */
  /* Of results: "mean", "sum", or "" where values of several steps do not
     combine. */
  const char *reduction;
} amp_port;
/* `entry` is the index of an entry point. */
AMP_C_API amp_status *amp_graph_get_argument(const amp_graph *graph,
                                             size_t entry, size_t index,
                                             amp_port *port);
AMP_C_API amp_status *amp_graph_get_result(const amp_graph *graph, size_t entry,
                                           size_t index, amp_port *port);

/*===----------------------------------------------------------------------===*
 * Executables
 *===----------------------------------------------------------------------===*/

/* One program: an entry point for one size of its data. */
typedef struct amp_program_request {
  const char *entry;
  /* Samples of a step, for the first dimension of batched arguments; 0 if none
     is open. */
  int64_t batch_size;
  /* The other open sizes: one shape per argument between commas, such as
     "32x128,*", where * keeps what the graph says; NULL if there are none. */
  const char *shapes;
} amp_program_request;

/* Compiles several programs, which share their variables. No device is opened:
   "device" and "cuda-arch" say what for ("auto": the first CUDA device if there
   is one, else the CPU). `config` may be NULL. `on_message` gets what the
   compiler says; may be NULL. */
AMP_C_API amp_status *
amp_graph_compile(amp_graph *graph, const amp_config *config,
                  const amp_program_request *programs, size_t num_programs,
                  amp_message_callback on_message, void *context,
                  amp_executable **executable);

/* Reads an executable and checks all of it. That does not make the code in it
   safe to run: `trusted` must not be 0, see amp_graph_options. */
AMP_C_API amp_status *amp_executable_load(const char *path, int32_t trusted,
                                          amp_executable **executable);
/* The same from memory, which is copied. */
AMP_C_API amp_status *amp_executable_load_memory(const void *data, size_t size,
                                                 int32_t trusted,
                                                 amp_executable **executable);
AMP_C_API void amp_executable_destroy(amp_executable *executable);

/* Writes it to a file, under a temporary name first and under its own when all
   of it is on the disk. */
AMP_C_API amp_status *amp_executable_save(const amp_executable *executable,
                                          const char *path);
/* The bytes of that file, which are the executable's. */
AMP_C_API amp_status *amp_executable_get_bytes(const amp_executable *executable,
                                               const void **data, size_t *size);

/* "amp 0.1.0, LLVM 22.1.8", and "x86-64-v3" or "sm_90". */
AMP_C_API const char *
amp_executable_compiler(const amp_executable *executable);
AMP_C_API const char *amp_executable_target(const amp_executable *executable);

/* Its programs. */
typedef struct amp_program {
  const char *entry;
  /* As amp_program_request has them, with the batch size in it; "" where all
     sizes are as the graph says. */
  const char *shapes;
  /* The micro-batches of a step, and which of them it runs: "any", "inner" or
     "last". */
  int64_t accumulate;
  const char *phase;
} amp_program;
AMP_C_API size_t
amp_executable_num_programs(const amp_executable *executable);
AMP_C_API amp_status *
amp_executable_get_program(const amp_executable *executable, size_t index,
                           amp_program *program);

/* The options, of docs/Options.md, that were not their defaults. */
AMP_C_API size_t amp_executable_num_options(const amp_executable *executable);
AMP_C_API amp_status *
amp_executable_get_option(const amp_executable *executable, size_t index,
                          const char **name, const char **value);

/* Warnings and remarks of the compilation. */
AMP_C_API size_t
amp_executable_num_messages(const amp_executable *executable);
AMP_C_API amp_status *
amp_executable_get_message(const amp_executable *executable, size_t index,
                           amp_message *message);

/* What of the policy came to nothing: the place is the file and the line, or
   "keep-f32". */
AMP_C_API size_t amp_executable_num_unused(const amp_executable *executable);
AMP_C_API amp_status *
amp_executable_get_unused(const amp_executable *executable, size_t index,
                          amp_message *message);

/* Which op of the first program's entry point runs in which type and why, as
   JSON, as `amp-run --json --explain` has it; "" unless it was compiled with
   the setting "explain". */
AMP_C_API const char *
amp_executable_explanation(const amp_executable *executable);

#ifdef __cplusplus
}
#endif

#endif /* AMP_C_COMPILER_H */
