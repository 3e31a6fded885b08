/*===- train.c - A C program that trains, saves, loads and predicts -------===*
 *
 * Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

#include "Check.h"
#include "amp-c/Amp.h"

#include <stdlib.h>

static char failure[1024];

const char *describe(const char *what, amp_status *status) {
  snprintf(failure, sizeof(failure), "%s: code %d: %s: %s", what,
           (int)amp_status_code(status), amp_status_place(status),
           amp_status_message(status));
  amp_status_free(status);
  return failure;
}

typedef struct watch {
  int64_t steps, progress, messages;
  double last;
} watch;

static void on_step(void *context, int64_t step, const amp_value *values,
                    size_t num_values) {
  watch *seen = (watch *)context;
  size_t i;
  seen->steps = step;
  for (i = 0; i < num_values; ++i)
    if (strcmp(values[i].name, "loss") == 0)
      seen->last = values[i].value;
}

static void on_progress(void *context, int64_t step, int64_t steps) {
  watch *seen = (watch *)context;
  if (step <= steps)
    ++seen->progress;
}

static void on_message(void *context, const amp_message *message) {
  if (message->text && message->place)
    ++((watch *)context)->messages;
}

const char *train_digits(const char *folder, const char *text,
                         const amp_array *images, const amp_array *labels,
                         const amp_array *test_images,
                         const amp_array *test_labels) {
  amp_graph *graph = NULL;
  amp_config *config = NULL;
  amp_session *session = NULL;
  amp_executable *executable = NULL;
  amp_checkpoint *checkpoint = NULL;
  amp_status *status;
  amp_observer observer;
  amp_session_options options;
  amp_entry entry;
  amp_port port;
  watch seen = {0, 0, 0, 0};
  char program[1024], state[1024];
  double first, last, value, accuracy;
  int64_t steps, step, rows = test_images->shape[0];
  size_t bytes = (size_t)rows * 10 * sizeof(float);
  float *before = (float *)malloc(bytes), *after = (float *)malloc(bytes);
  EXPECT(before && after);
  snprintf(program, sizeof(program), "%s/digits.amp", folder);
  snprintf(state, sizeof(state), "%s/digits.safetensors", folder);

  CHECK(amp_graph_open_text(text, strlen(text), "digits.mlir", NULL, &graph));
  EXPECT(amp_graph_num_entries(graph) == 3);
  CHECK(amp_graph_get_entry(graph, 0, &entry));
  EXPECT(strcmp(entry.name, "train") == 0 && entry.num_arguments == 2);
  EXPECT(entry.updates_parameters && entry.num_results == 2);
  CHECK(amp_graph_get_argument(graph, 0, 0, &port));
  EXPECT(strcmp(port.name, "images") == 0 && port.type == AMP_UI8);
  EXPECT(port.rank == 2 && port.shape[0] == AMP_OPEN_SIZE);
  EXPECT(port.shape[1] == 64 && port.is_batched);
  CHECK(amp_graph_get_result(graph, 0, 1, &port));
  EXPECT(strcmp(port.name, "accuracy") == 0 && port.rank == 0);
  EXPECT(strcmp(port.reduction, "mean") == 0);

  CHECK(amp_config_create(&config));
  CHECK(amp_config_set(config, "precision", "f16"));
  CHECK(amp_config_set(config, "batch-size", "64"));
  CHECK(amp_config_set(config, "shuffle", NULL));
  CHECK(amp_config_set(config, "device", "cpu"));
  EXPECT(strcmp(amp_config_get(config, "precision"), "f16") == 0);
  EXPECT(amp_config_get(config, "seed") == NULL);

  memset(&observer, 0, sizeof(observer));
  observer.struct_size = sizeof(observer);
  observer.context = &seen;
  observer.message = on_message;
  observer.progress = on_progress;
  observer.step = on_step;
  memset(&options, 0, sizeof(options));
  options.struct_size = sizeof(options);
  options.observer = &observer;
  CHECK(amp_session_create(graph, config, &options, &session));
  /* The session keeps what it is made of. */
  amp_graph_destroy(graph);
  amp_config_destroy(config);
  graph = NULL;
  CHECK(amp_session_bind(session, "train", "images", images, AMP_BORROW));
  CHECK(amp_session_bind(session, NULL, "labels", labels, AMP_COPY));
  CHECK(amp_session_bind(session, NULL, "test_images", test_images, AMP_COPY));
  CHECK(amp_session_bind(session, NULL, "test_labels", test_labels,
                         AMP_BORROW));

  steps = (images->shape[0] + 63) / 64;
  CHECK(amp_session_run(session, "train", steps));
  CHECK(amp_session_get_value(session, "train", "loss", AMP_TOTAL, &first));
  CHECK(amp_session_run(session, "train", 9 * steps));
  CHECK(amp_session_get_value(session, "train", "loss", AMP_LAST, &last));
  EXPECT(last == seen.last && last < first / 4);
  CHECK(amp_session_get_step(session, "train", &step));
  EXPECT(step == 10 * steps && seen.steps == step && seen.progress == step);
  CHECK(amp_session_evaluate(session, "evaluate"));
  CHECK(amp_session_get_value(session, "evaluate", "test_accuracy", AMP_TOTAL,
                              &accuracy));
  EXPECT(accuracy > 0.9);
  CHECK(amp_session_predict(session, "predict", "logits", before, bytes));

  CHECK(amp_session_get_executable(session, &executable));
  EXPECT(amp_executable_num_programs(executable) >= 3);
  CHECK(amp_executable_save(executable, program));
  CHECK(amp_session_save_state(session, &checkpoint));
  EXPECT(amp_checkpoint_step(checkpoint) == step);
  CHECK(amp_checkpoint_write(checkpoint, state));
  amp_executable_destroy(executable);
  amp_checkpoint_destroy(checkpoint);
  amp_session_destroy(session);
  session = NULL;

  /* A fresh session, of what was saved. */
  status = amp_executable_load(program, 0, &executable);
  EXPECT(amp_status_code(status) == AMP_INVALID_ARGUMENT);
  EXPECT(strstr(amp_status_message(status), "native code"));
  amp_status_free(status);
  CHECK(amp_executable_load(program, 1, &executable));
  CHECK(amp_graph_of_executable(executable, &graph));
  amp_executable_destroy(executable);
  CHECK(amp_config_create(&config));
  CHECK(amp_config_set(config, "device", "cpu"));
  CHECK(amp_session_create(graph, config, NULL, &session));
  amp_config_destroy(config);
  CHECK(amp_session_bind(session, NULL, "test_images", test_images,
                         AMP_BORROW));
  CHECK(amp_session_bind(session, NULL, "test_labels", test_labels,
                         AMP_BORROW));
  CHECK(amp_checkpoint_read(state, &checkpoint));
  CHECK(amp_session_restore_state(session, checkpoint));
  amp_checkpoint_destroy(checkpoint);
  CHECK(amp_session_get_step(session, "train", &step));
  EXPECT(step == 10 * steps);
  CHECK(amp_session_predict(session, "predict", "logits", after, bytes));
  EXPECT(memcmp(before, after, bytes) == 0);
  CHECK(amp_session_evaluate(session, "evaluate"));
  CHECK(amp_session_get_value(session, "evaluate", "test_accuracy", AMP_TOTAL,
                              &value));
  EXPECT(value == accuracy);
  amp_session_destroy(session);
  amp_graph_destroy(graph);
  free(before);
  free(after);
  return NULL;
}
