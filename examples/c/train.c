/*===- train.c - Training from C ------------------------------------------===*
 *
 * Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * Trains a classifier in mixed precision, saves what was compiled and what was
 * learned, loads both in another session, where no compiler is needed, and
 * predicts. docs/HowTo/EmbedInC.md says how to build it.
 *
 *===----------------------------------------------------------------------===*/

#include "amp-c/Amp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUM_SAMPLES 256
#define NUM_INPUTS 2

/* Points within a circle, and around it. */
static const char graph_text[] =
    "amp.variable parameter @w1 : tensor<32x2xf32> = #amp.init<kaiming_uniform>\n"
    "amp.variable parameter @b1 : tensor<32xf32> = #amp.init<zeros>\n"
    "amp.variable parameter @w2 : tensor<2x32xf32> = #amp.init<kaiming_uniform>\n"
    "amp.variable parameter @b2 : tensor<2xf32> = #amp.init<zeros>\n"
    "amp.optimizer adam @adam [@w1, @b1, @w2, @b2] {lr = 0.02 : f64}\n"
    "func.func @train(%x: tensor<?x2xf32> {amp.name = \"points\"},\n"
    "                 %y: tensor<?xi64> {amp.name = \"inside\"})\n"
    "    -> (tensor<f32> {amp.name = \"loss\", amp.reduction = \"mean\"}) {\n"
    "  %w1 = amp.read @w1 : tensor<32x2xf32>\n"
    "  %b1 = amp.read @b1 : tensor<32xf32>\n"
    "  %w2 = amp.read @w2 : tensor<2x32xf32>\n"
    "  %b2 = amp.read @b2 : tensor<2xf32>\n"
    "  %h = amp.linear %x, %w1, %b1 : (tensor<?x2xf32>, tensor<32x2xf32>,\n"
    "    tensor<32xf32>) -> tensor<?x32xf32>\n"
    "  %a = amp.relu %h : (tensor<?x32xf32>) -> tensor<?x32xf32>\n"
    "  %z = amp.linear %a, %w2, %b2 : (tensor<?x32xf32>, tensor<2x32xf32>,\n"
    "    tensor<2xf32>) -> tensor<?x2xf32>\n"
    "  %loss = amp.cross_entropy %z, %y :\n"
    "    (tensor<?x2xf32>, tensor<?xi64>) -> tensor<f32>\n"
    "  %g:4 = amp.backward %loss wrt(%w1, %b1, %w2, %b2) : (tensor<f32>,\n"
    "    tensor<32x2xf32>, tensor<32xf32>, tensor<2x32xf32>, tensor<2xf32>)\n"
    "    -> (tensor<32x2xf32>, tensor<32xf32>, tensor<2x32xf32>, tensor<2xf32>)\n"
    "  amp.step @adam(%g#0, %g#1, %g#2, %g#3) : tensor<32x2xf32>,\n"
    "    tensor<32xf32>, tensor<2x32xf32>, tensor<2xf32>\n"
    "  return %loss : tensor<f32>\n"
    "}\n"
    "func.func @predict(%x: tensor<?x2xf32> {amp.name = \"points\"})\n"
    "    -> (tensor<?xi64> {amp.name = \"class\"}) {\n"
    "  %w1 = amp.read @w1 : tensor<32x2xf32>\n"
    "  %b1 = amp.read @b1 : tensor<32xf32>\n"
    "  %w2 = amp.read @w2 : tensor<2x32xf32>\n"
    "  %b2 = amp.read @b2 : tensor<2xf32>\n"
    "  %h = amp.linear %x, %w1, %b1 : (tensor<?x2xf32>, tensor<32x2xf32>,\n"
    "    tensor<32xf32>) -> tensor<?x32xf32>\n"
    "  %a = amp.relu %h : (tensor<?x32xf32>) -> tensor<?x32xf32>\n"
    "  %z = amp.linear %a, %w2, %b2 : (tensor<?x32xf32>, tensor<2x32xf32>,\n"
    "    tensor<2xf32>) -> tensor<?x2xf32>\n"
    "  %c = amp.argmax %z {dim = 1 : i64} : (tensor<?x2xf32>) -> tensor<?xi64>\n"
    "  return %c : tensor<?xi64>\n"
    "}\n";

/* Ends the program where something failed. */
static void check(amp_status *status) {
  if (!status)
    return;
  fprintf(stderr, "error %d: %s %s\n", (int)amp_status_code(status),
          amp_status_place(status), amp_status_message(status));
  amp_status_free(status);
  exit(1);
}

static void make_data(float *points, int64_t *inside) {
  unsigned state = 1;
  for (int i = 0; i < NUM_SAMPLES; ++i) {
    for (int j = 0; j < NUM_INPUTS; ++j) {
      state = state * 1664525u + 1013904223u;
      points[i * NUM_INPUTS + j] = (float)(state >> 8) / 8388608.0f - 1.0f;
    }
    float x = points[i * NUM_INPUTS], y = points[i * NUM_INPUTS + 1];
    inside[i] = x * x + y * y < 0.6f;
  }
}

int main(int argc, char **argv) {
  static float points[NUM_SAMPLES * NUM_INPUTS];
  static int64_t inside[NUM_SAMPLES], before[NUM_SAMPLES], after[NUM_SAMPLES];
  const int64_t shape[2] = {NUM_SAMPLES, NUM_INPUTS};
  const amp_array x = {AMP_F32, 2, shape, points, sizeof(points)};
  const amp_array y = {AMP_I64, 1, shape, inside, sizeof(inside)};
  const char *folder = argc > 1 ? argv[1] : ".";
  char program[1024], state[1024];
  snprintf(program, sizeof(program), "%s/circle.amp", folder);
  snprintf(state, sizeof(state), "%s/circle.safetensors", folder);
  make_data(points, inside);

  /* Train. */
  amp_graph *graph = NULL;
  amp_config *config = NULL;
  amp_session *session = NULL;
  double first = 0, last = 0;
  check(amp_graph_open_text(graph_text, strlen(graph_text), "circle.mlir", NULL,
                            &graph));
  check(amp_config_create(&config));
  check(amp_config_set(config, "precision", "f16"));
  check(amp_config_set(config, "batch-size", "32"));
  check(amp_config_set(config, "shuffle", NULL));
  check(amp_session_create(graph, config, NULL, &session));
  check(amp_session_bind(session, NULL, "points", &x, AMP_BORROW));
  check(amp_session_bind(session, NULL, "inside", &y, AMP_BORROW));
  check(amp_session_run(session, "train", NUM_SAMPLES / 32));
  check(amp_session_get_value(session, "train", "loss", AMP_TOTAL, &first));
  for (int epoch = 1; epoch < 60; ++epoch)
    check(amp_session_run(session, "train", NUM_SAMPLES / 32));
  check(amp_session_get_value(session, "train", "loss", AMP_TOTAL, &last));
  check(amp_session_predict(session, "predict", "class", before,
                            sizeof(before)));
  printf("loss %.3f, then %.3f\n", first, last);

  /* Save. */
  amp_executable *executable = NULL;
  amp_checkpoint *checkpoint = NULL;
  check(amp_session_get_executable(session, &executable));
  check(amp_executable_save(executable, program));
  check(amp_session_save_state(session, &checkpoint));
  check(amp_checkpoint_write(checkpoint, state));
  amp_executable_destroy(executable);
  amp_checkpoint_destroy(checkpoint);
  amp_session_destroy(session);
  amp_config_destroy(config);
  amp_graph_destroy(graph);

  /* Load: the executable is our own, and so trusted. */
  check(amp_executable_load(program, 1, &executable));
  check(amp_graph_of_executable(executable, &graph));
  check(amp_session_create(graph, NULL, NULL, &session));
  check(amp_session_bind(session, NULL, "points", &x, AMP_BORROW));
  check(amp_checkpoint_read(state, &checkpoint));
  check(amp_session_restore_state(session, checkpoint));
  check(amp_session_predict(session, "predict", "class", after, sizeof(after)));
  amp_checkpoint_destroy(checkpoint);
  amp_session_destroy(session);
  amp_graph_destroy(graph);
  amp_executable_destroy(executable);

  int right = 0;
  for (int i = 0; i < NUM_SAMPLES; ++i)
    right += after[i] == inside[i];
  printf("%d of %d right, the same as before: %s\n", right, NUM_SAMPLES,
         memcmp(before, after, sizeof(after)) == 0 ? "yes" : "no");
  return last < first && memcmp(before, after, sizeof(after)) == 0 ? 0 : 1;
}
