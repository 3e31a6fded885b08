/*===- checkpoint.c - A C program that trains and is stopped --------------===*
 *
 * Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

#include "amp-c/Checkpoint.h"

#include "Check.h"

static const char *save(amp_checkpoint_folder *folder, int64_t step,
                        const float *weight) {
  const int64_t shape[2] = {2, 3};
  const float scale = 1024.0f;
  amp_checkpoint *checkpoint = NULL;
  amp_checkpoint_tensor tensor;
  amp_checkpoint_scaler scaler = {"scaler", 1024.0, 2.0, 0.5, 2000, 5};
  CHECK(amp_checkpoint_create(step, &checkpoint));

  tensor.name = "w";
  tensor.role = "parameter";
  tensor.type = AMP_F32;
  tensor.rank = 2;
  tensor.shape = shape;
  tensor.data = weight;
  tensor.bytes = 6 * sizeof(float);
  CHECK(amp_checkpoint_add_tensor(checkpoint, &tensor));
  tensor.name = "scaler.scale";
  tensor.role = "scaler";
  tensor.rank = 0;
  tensor.shape = NULL;
  tensor.data = &scale;
  tensor.bytes = sizeof(scale);
  CHECK(amp_checkpoint_add_tensor(checkpoint, &tensor));
  CHECK(amp_checkpoint_add_scaler(checkpoint, &scaler));
  CHECK(amp_checkpoint_set_metadata(checkpoint, "epoch", "1"));
  CHECK(amp_checkpoint_set_metadata(checkpoint, "epoch", "2"));
  CHECK(amp_checkpoint_folder_write(folder, checkpoint));
  amp_checkpoint_destroy(checkpoint);
  return NULL;
}

static void count_warning(void *context, const char *reason) {
  if (strstr(reason, "step-000000000004"))
    ++*(int *)context;
}

const char *train_and_resume(const char *path) {
  amp_checkpoint_folder *folder = NULL, *other = NULL;
  amp_checkpoint *latest = NULL;
  amp_checkpoint_tensor tensor;
  amp_checkpoint_scaler scaler;
  amp_status *status;
  const char *key, *value, *problem;
  float weight[6] = {1, 2, 3, 4, 5, 6};
  char name[1024];
  int64_t step;
  int warnings = 0;
  FILE *file;

  EXPECT(amp_c_abi_version() == AMP_C_ABI_VERSION);
  CHECK(amp_checkpoint_folder_open(path, &folder));
  CHECK(amp_checkpoint_find_latest(path, NULL, NULL, &latest));
  EXPECT(latest == NULL);
  status = amp_checkpoint_folder_open(path, &other);
  EXPECT(amp_status_code(status) == AMP_IO_ERROR);
  EXPECT(strstr(amp_status_message(status), "another run"));
  amp_status_free(status);

  for (step = 1; step <= 3; ++step) {
    weight[0] = (float)step;
    problem = save(folder, step, weight);
    if (problem)
      return problem;
    CHECK(amp_checkpoint_prune(path, 2, step));
  }
  amp_checkpoint_folder_close(folder);

  /* One that was cut off. */
  snprintf(name, sizeof(name), "%s/step-000000000004.safetensors", path);
  file = fopen(name, "wb");
  EXPECT(file && fputs("short", file) >= 0 && fclose(file) == 0);
  status = amp_checkpoint_read(name, &latest);
  EXPECT(amp_status_code(status) == AMP_INVALID_CHECKPOINT);
  EXPECT(latest == NULL);
  amp_status_free(status);

  CHECK(amp_checkpoint_find_latest(path, count_warning, &warnings, &latest));
  EXPECT(warnings == 1);
  EXPECT(latest && amp_checkpoint_step(latest) == 3);
  EXPECT(amp_checkpoint_num_tensors(latest) == 2);
  CHECK(amp_checkpoint_get_tensor(latest, 1, &tensor));
  EXPECT(strcmp(tensor.name, "w") == 0 &&
         strcmp(tensor.role, "parameter") == 0);
  CHECK(amp_checkpoint_find_tensor(latest, "w", &tensor));
  EXPECT(tensor.type == AMP_F32 && tensor.rank == 2);
  EXPECT(tensor.shape[0] == 2 && tensor.shape[1] == 3);
  EXPECT(tensor.bytes == sizeof(weight));
  EXPECT(memcmp(tensor.data, weight, sizeof(weight)) == 0);
  EXPECT(amp_checkpoint_num_scalers(latest) == 1);
  CHECK(amp_checkpoint_get_scaler(latest, 0, &scaler));
  EXPECT(strcmp(scaler.name, "scaler") == 0 && scaler.scale == 1024.0);
  EXPECT(scaler.growth_factor == 2.0 && scaler.backoff_factor == 0.5);
  EXPECT(scaler.growth_interval == 2000 && scaler.growth_tracker == 5);
  EXPECT(amp_checkpoint_num_metadata(latest) == 1);
  CHECK(amp_checkpoint_get_metadata(latest, 0, &key, &value));
  EXPECT(strcmp(key, "epoch") == 0 && strcmp(value, "2") == 0);
  EXPECT(strcmp(amp_checkpoint_find_metadata(latest, "epoch"), "2") == 0);
  EXPECT(amp_checkpoint_find_metadata(latest, "none") == NULL);

  /* What was read can be written again. */
  snprintf(name, sizeof(name), "%s/copy", path);
  CHECK(amp_checkpoint_write(latest, name));
  amp_checkpoint_destroy(latest);
  latest = NULL;
  CHECK(amp_checkpoint_read(name, &latest));
  EXPECT(amp_checkpoint_step(latest) == 3);
  amp_checkpoint_destroy(latest);
  return NULL;
}
