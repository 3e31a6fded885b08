/*===- Session.h - C interface of trainings -----------------------*- C -*-===*
 *
 * Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * A session is a graph's variables on a device, and the programs that work on
 * them:
 *
 *   amp_session_create          of a graph and a configuration
 *   amp_session_bind            arrays to the arguments of entry points
 *   amp_session_run             steps of an entry point
 *   amp_session_get_value       what they gave: "loss"
 *   amp_session_evaluate, amp_session_predict
 *
 * Programs are compiled when they are first needed: for all entry points whose
 * arguments are all bound, together, since they share the variables. One that
 * is bound later, or data of other sizes, are compiled when they are first
 * needed; the variables keep their values. To compile once, bind everything
 * before the first step. Common.h has the conventions.
 *
 *===----------------------------------------------------------------------===*/

#ifndef AMP_C_SESSION_H
#define AMP_C_SESSION_H

#include "amp-c/Checkpoint.h"
#include "amp-c/Common.h"
#include "amp-c/Compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct amp_session amp_session;

/*===----------------------------------------------------------------------===*
 * Sessions
 *===----------------------------------------------------------------------===*/

/* Who watches. All functions may be NULL. */
typedef struct amp_observer {
  size_t struct_size;
  void *context;
  /* What the compiler, and a training, have to say. */
  void (*message)(void *context, const amp_message *message);
  /* `step` of `steps` steps of the call are done: amp_session_run and
     amp_session_train. Values may come later, and together. */
  void (*progress)(void *context, int64_t step, int64_t steps);
  /* The scalar results of a step: of each one of amp_session_run, counted as
     amp_session_get_step does; of those that "print-every" names in
     amp_session_train. */
  void (*step)(void *context, int64_t step, const amp_value *values,
               size_t num_values);
  /* amp_session_train ended an epoch, from 1: its means, and those of the
     evaluation if there was one. */
  void (*epoch)(void *context, int64_t epoch, const amp_value *values,
                size_t num_values, const amp_value *evaluation,
                size_t num_evaluation);
  /* Asked after each step of every call that runs some: what is not 0 ends it
     as amp_session_cancel does. */
  int32_t (*should_stop)(void *context);
} amp_observer;

typedef struct amp_session_options {
  size_t struct_size;
  /* Copied; NULL: nobody watches. */
  const amp_observer *observer;
  /* Copied; memory of arrays that are bound with AMP_COPY. NULL: the C++
     library's. It is used until the session is destroyed. */
  const amp_allocator *allocator;
} amp_session_options;

/* Opens the device that "device" names, with "threads" and "max-memory".
   `config` and `options` may be NULL. "compare", "profile" and
   "validation-split" are not for sessions. "entry", "eval-entry", "eval-every",
   "epochs", "steps", "checkpoint-dir", "save-every", "keep", "resume",
   "print-every", "output" and "save-program" are for amp_session_train. */
AMP_C_API amp_status *amp_session_create(const amp_graph *graph,
                                         const amp_config *config,
                                         const amp_session_options *options,
                                         amp_session **session);
AMP_C_API void amp_session_destroy(amp_session *session);

/* "cpu" or "cuda:0". */
AMP_C_API const char *amp_session_device(const amp_session *session);

/* Ends the call that runs steps in another thread, after its present step, with
   AMP_CANCELLED; the variables are as that step left them, and the session goes
   on with the next one. If no such call is running, the next one ends before
   its first step. Compiling is not interrupted. Any thread, and a signal
   handler. */
AMP_C_API void amp_session_cancel(amp_session *session);

/*===----------------------------------------------------------------------===*
 * Data
 *===----------------------------------------------------------------------===*/

typedef enum amp_bind_mode {
  /* The data are copied before the call returns. */
  AMP_COPY = 0,
  /* The data are read where they are and must stay as they are until another
     array is bound in their place or the session is destroyed. They are copied
     if they are not aligned for their type, or of another type than the
     argument's. */
  AMP_BORROW = 1
} amp_bind_mode;

/* Binds an array to the argument `argument` of `entry`, in place of the one
   before; NULL for `entry`: of every entry point that has one of this name.
   Where the argument's first dimension counts samples, the array has any number
   of them, the same for all such arguments of an entry; else it is the same in
   every step. Another type is converted: floats are rounded, integers must fit.
   Shapes and values are checked when the entry is used next. Arguments without
   an array take what the settings "data" and "input" say. */
AMP_C_API amp_status *amp_session_bind(amp_session *session, const char *entry,
                                       const char *argument,
                                       const amp_array *array,
                                       amp_bind_mode mode);

/* Samples of a step of `entry`, where its arguments leave that open; 0: as
   "batch-size" says, or 32, or of a saved executable the largest that it has.
   At most as many as there are. */
AMP_C_API amp_status *amp_session_set_batch_size(amp_session *session,
                                                 const char *entry,
                                                 int64_t batch_size);

/* Compiles what is needed to use `entry`, with all others that are bound, and
   gives the variables their first values, if that was not done; NULL: all that
   are bound. What follows does it by itself. */
AMP_C_API amp_status *amp_session_prepare(amp_session *session,
                                          const char *entry);

/* What was compiled last; an error if nothing was. */
AMP_C_API amp_status *amp_session_get_executable(const amp_session *session,
                                                 amp_executable **executable);

/*===----------------------------------------------------------------------===*
 * Steps
 *===----------------------------------------------------------------------===*/

/* Runs `steps` steps of `entry`. They go on through the data where the last
   call ended: in the order of the samples, or with "shuffle" in the engine's
   order, another one in each epoch. A new epoch begins after the last sample;
   its last batch may be smaller ("drop-last"). AMP_TRAINING_FAILED if a loss
   scaler has skipped as many steps in a row as "skip-limit" says. Whether
   results are finite is for the caller to see. */
AMP_C_API amp_status *amp_session_run(amp_session *session, const char *entry,
                                      int64_t steps);
/* Steps of `entry` so far, and where the next one begins. */
AMP_C_API amp_status *amp_session_get_step(const amp_session *session,
                                           const char *entry, int64_t *step);
AMP_C_API amp_status *amp_session_set_step(amp_session *session,
                                           const char *entry, int64_t step);

/* Runs `entry` once over all its data, in their order; one step if it has no
   data set. */
AMP_C_API amp_status *amp_session_evaluate(amp_session *session,
                                           const char *entry);

/* The same, and gives `result`, which has a row for each sample, of all samples
   in their order: `bytes` is the size of `data`, which must be that of the
   rows. Other such results can be read afterwards. With NULL for `result`
   nothing is copied. */
AMP_C_API amp_status *amp_session_predict(amp_session *session,
                                          const char *entry, const char *result,
                                          void *data, uint64_t bytes);

typedef enum amp_reduce {
  /* As the result's "amp.reduction" says, over the steps of the last call that
     ran the entry: "mean" is weighted by the samples of each step, "sum" is
     added, of any other the last step's value. Where parameters are trained,
     values that are not finite are left out, unless the last one is and its
     step was not skipped. */
  AMP_TOTAL = 0,
  AMP_LAST = 1 /* of the last step */
} amp_reduce;

/* A scalar result of the last call that ran `entry`: "loss". */
AMP_C_API amp_status *amp_session_get_value(const amp_session *session,
                                            const char *entry,
                                            const char *result,
                                            amp_reduce reduce, double *value);

/* Type and shape of a result of the last call that ran `entry`: after
   amp_session_predict of all samples where it has a row for each, else of the
   last step. The shape is valid until the next call of this function for the
   entry. What runs another entry may compile: results are gone then. */
AMP_C_API amp_status *amp_session_get_result(amp_session *session,
                                             const char *entry,
                                             const char *result,
                                             amp_array *info);
/* Its data: `bytes` is the size of `data`, which must be the result's. */
AMP_C_API amp_status *amp_session_read_result(amp_session *session,
                                              const char *entry,
                                              const char *result, void *data,
                                              uint64_t bytes);

/* A whole training of `entry` (NULL: of what "entry" says) by the
   configuration, as amp-run does it: "epochs" or "steps", evaluations of
   `eval_entry` (NULL: of what "eval-entry" says, if anything) at the end and as
   "eval-every" says, checkpoints, "output". It begins with the graph's first
   values, those of "init-from", or at the checkpoint of "resume", whatever the
   session's variables are; afterwards they are as its last step left them, also
   after AMP_TRAINING_FAILED, whose message names the step and the op, and
   AMP_CANCELLED. amp_session_get_value then has the last epoch's results, and
   those of the last evaluation. The device needs memory for it beside the
   session's own. */
AMP_C_API amp_status *amp_session_train(amp_session *session, const char *entry,
                                        const char *eval_entry);

typedef struct amp_train_options {
  size_t struct_size;
  /* What is set here holds for this training in place of the session's. It is
     an error if it says how programs are compiled, or on which device. */
  const amp_config *config;
  /* Not 0: begins with the session's variables. Steps and epochs are counted
     from 1, but the order of the samples goes on as if the steps so far and
     these were one training. The session's "lr" and "init-from" are not
     looked at. With "resume" the checkpoint's values hold nevertheless. */
  int32_t goes_on;
} amp_train_options;

/* The same; `options` may be NULL. */
AMP_C_API amp_status *amp_session_train_with(amp_session *session,
                                             const char *entry,
                                             const char *eval_entry,
                                             const amp_train_options *options);

/*===----------------------------------------------------------------------===*
 * Variables
 *===----------------------------------------------------------------------===*/

/* These compile what is bound, if nothing was; where nothing is bound, all entry
   points for one sample, as the variables are the same for all sizes. It is an
   error if that is none of the sizes that the graph can have. */

typedef struct amp_variable {
  const char *name;
  const char *role;    /* "parameter", "buffer", "optimizer_state", "scaler" */
  const char *copy_of; /* "", or the variable that this one holds, rounded */
  int32_t type;        /* an amp_element_type */
  uint32_t rank;
  const int64_t *shape; /* all pointers are valid until the next compilation */
  uint64_t bytes;
} amp_variable;

AMP_C_API amp_status *amp_session_num_variables(amp_session *session,
                                                size_t *count);
/* By index below the number, and by name. */
AMP_C_API amp_status *amp_session_get_variable(amp_session *session,
                                               size_t index,
                                               amp_variable *variable);
AMP_C_API amp_status *amp_session_find_variable(amp_session *session,
                                                const char *name,
                                                amp_variable *variable);
/* Its present value: `bytes` is the size of `data`, which must be the
   variable's. Waits for the device. */
AMP_C_API amp_status *amp_session_read_variable(amp_session *session,
                                                const char *name, void *data,
                                                uint64_t bytes);
/* Gives it, and its copies, a value of its shape, in its type or, of floats, in
   any other, which is rounded. A copy cannot be written. */
AMP_C_API amp_status *amp_session_write_variable(amp_session *session,
                                                 const char *name,
                                                 const amp_array *array);

/*===----------------------------------------------------------------------===*
 * Checkpoints
 *===----------------------------------------------------------------------===*/

/* All variables but copies, the scalers, and where each entry is in its data,
   to be written by amp_checkpoint_write or amp_checkpoint_folder_write. Its
   step is that of the entry point that changes parameters, of the one with the
   most steps if there are several. */
AMP_C_API amp_status *amp_session_save_state(amp_session *session,
                                             amp_checkpoint **checkpoint);
/* The inverse; what amp-run saved is taken, too. AMP_INVALID_CHECKPOINT, with
   the difference, if it is of another graph. A scaler that it lacks stays as it
   is, which is said by a message. */
AMP_C_API amp_status *
amp_session_restore_state(amp_session *session,
                          const amp_checkpoint *checkpoint);

#ifdef __cplusplus
}
#endif

#endif /* AMP_C_SESSION_H */
