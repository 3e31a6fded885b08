/*===- Checkpoint.h - C interface of checkpoints ------------------*- C -*-===*
 *
 * Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * Reads and writes the checkpoints of docs/Design/Checkpoints.md. What amp-run
 * does by --checkpoint-dir, --save-every, --keep and --resume a program does by
 *
 *   amp_checkpoint_folder_open      before the first step
 *   amp_checkpoint_find_latest      to go on from the newest valid checkpoint
 *   amp_checkpoint_folder_write     after a step
 *   amp_checkpoint_prune            to keep the newest only
 *
 * Common.h has the conventions.
 *
 *===----------------------------------------------------------------------===*/

#ifndef AMP_C_CHECKPOINT_H
#define AMP_C_CHECKPOINT_H

#include "amp-c/Common.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*
 * What a checkpoint holds
 *===----------------------------------------------------------------------===*/

/* A dense row-major tensor. */
typedef struct amp_checkpoint_tensor {
  const char *name;
  const char *role; /* "parameter", "buffer", "optimizer_state", "scaler" */
  int32_t type;     /* an amp_element_type */
  uint32_t rank;    /* at most 16 */
  const int64_t *shape;
  const void *data;
  uint64_t bytes; /* those of the shape and the type */
} amp_checkpoint_tensor;

/* A loss scaler, as PyTorch's GradScaler.state_dict() has it. */
typedef struct amp_checkpoint_scaler {
  const char *name;
  double scale;
  double growth_factor;
  double backoff_factor;
  int64_t growth_interval;
  int64_t growth_tracker;
} amp_checkpoint_scaler;

typedef struct amp_checkpoint amp_checkpoint;

/* An empty checkpoint of the state after `step` steps, to be filled. */
AMP_C_API amp_status *amp_checkpoint_create(int64_t step,
                                            amp_checkpoint **checkpoint);
/* Reads a file and verifies all of it. */
AMP_C_API amp_status *amp_checkpoint_read(const char *path,
                                          amp_checkpoint **checkpoint);
AMP_C_API void amp_checkpoint_destroy(amp_checkpoint *checkpoint);

AMP_C_API int64_t amp_checkpoint_step(const amp_checkpoint *checkpoint);

/* Tensors, by index below the number and by name; it is an error if there is no
   such one. */
AMP_C_API size_t amp_checkpoint_num_tensors(const amp_checkpoint *checkpoint);
AMP_C_API amp_status *
amp_checkpoint_get_tensor(const amp_checkpoint *checkpoint, size_t index,
                          amp_checkpoint_tensor *tensor);
AMP_C_API amp_status *
amp_checkpoint_find_tensor(const amp_checkpoint *checkpoint, const char *name,
                           amp_checkpoint_tensor *tensor);
/* Names must be distinct, which is seen when the checkpoint is written. The
   data are not copied: they must stay as they are until the checkpoint is
   destroyed. (They are copied if they are not aligned for their type.) */
AMP_C_API amp_status *
amp_checkpoint_add_tensor(amp_checkpoint *checkpoint,
                          const amp_checkpoint_tensor *tensor);

AMP_C_API size_t amp_checkpoint_num_scalers(const amp_checkpoint *checkpoint);
AMP_C_API amp_status *
amp_checkpoint_get_scaler(const amp_checkpoint *checkpoint, size_t index,
                          amp_checkpoint_scaler *scaler);
AMP_C_API amp_status *
amp_checkpoint_add_scaler(amp_checkpoint *checkpoint,
                          const amp_checkpoint_scaler *scaler);

/* What the writer wants to find again, in the order of the keys. */
AMP_C_API size_t amp_checkpoint_num_metadata(const amp_checkpoint *checkpoint);
AMP_C_API amp_status *
amp_checkpoint_get_metadata(const amp_checkpoint *checkpoint, size_t index,
                            const char **key, const char **value);
/* The value of a key; NULL if there is no such key. */
AMP_C_API const char *
amp_checkpoint_find_metadata(const amp_checkpoint *checkpoint, const char *key);
/* Keys do not begin with "amp.". A key that is there gets the new value. */
AMP_C_API amp_status *amp_checkpoint_set_metadata(amp_checkpoint *checkpoint,
                                                  const char *key,
                                                  const char *value);

/* Writes a file: under a temporary name first, and under its own when all of it
   is on the disk. An older file of that name stays until then. */
AMP_C_API amp_status *amp_checkpoint_write(const amp_checkpoint *checkpoint,
                                           const char *path);

/*===----------------------------------------------------------------------===*
 * Folders of checkpoints
 *===----------------------------------------------------------------------===*/

typedef struct amp_checkpoint_folder amp_checkpoint_folder;

/* Opens a folder to write checkpoints to; makes it if need be. No other process
   can open it in this way meanwhile. Removes the unfinished files of writers
   that were killed. */
AMP_C_API amp_status *
amp_checkpoint_folder_open(const char *path, amp_checkpoint_folder **folder);
AMP_C_API void amp_checkpoint_folder_close(amp_checkpoint_folder *folder);

/* Writes a checkpoint under the name of its step:
 * step-000000000040.safetensors. */
AMP_C_API amp_status *
amp_checkpoint_folder_write(amp_checkpoint_folder *folder,
                            const amp_checkpoint *checkpoint);

/* Called with the reason why a newer file was passed over. */
typedef void (*amp_checkpoint_warning)(void *context, const char *reason);

/* Reads the newest valid checkpoint of a folder, which need not be open; NULL
   if no file there has the name of one. It is an error if there are some and
   none is valid. `warning` may be NULL. */
AMP_C_API amp_status *amp_checkpoint_find_latest(const char *path,
                                                 amp_checkpoint_warning warning,
                                                 void *context,
                                                 amp_checkpoint **checkpoint);

/* Removes all but the `keep` newest checkpoints up to `step`, the one just
   written, which is always kept. */
AMP_C_API amp_status *amp_checkpoint_prune(const char *path, uint64_t keep,
                                           int64_t step);

#ifdef __cplusplus
}
#endif

#endif /* AMP_C_CHECKPOINT_H */
