// Options of a pipeline reach the passes that use them, and what is left out stays so.

// RUN: amp-opt %s --amp-training-pipeline="entry=main batch=4 level=O2 dtype=bf16 preset=apex assigner=eager tf32=all wgrad-type=as-forward loss-scale=fixed init-scale=8 accumulate=2 accumulate-reduction=sum phase=inner activation-memory=4096 keep-f32=fc1 unused-policy=ignore" --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s
// RUN: amp-opt %s --amp-training-pipeline --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEFAULT

// CHECK: amp-select-entry{entry=main}
// CHECK: amp-specialize-shapes{batch=4 entry=main
// CHECK: amp-assign-precision{assigner=eager dtype=bf16 fail-on-unlisted=false implicit-region=true keep-batchnorm-f32=none keep-f32=fc1 keep-normalizations=true level=O2 low-after-deny=false policy= preset=apex tf32=all unused=ignore}
// CHECK: amp-differentiate{wgrad-type=as-forward}
// CHECK: amp-accumulate-gradients{k=2 phase=inner reduction=sum}
// CHECK: amp-scale-loss{growth-interval=none init-scale=8.000000e+00 max-scale=none min-scale=none mode=fixed skip-limit=none}
// CHECK: amp-recompute{budget=4096 kind=off}

// DEFAULT: amp-select-entry{entry=}
// DEFAULT: amp-specialize-shapes{batch=none entry=
// DEFAULT: implicit-region=false
// DEFAULT: mode=none
// DEFAULT-NOT: amp-recompute

// RUN: not amp-opt %s --amp-pipeline="level=O5" 2>&1 | FileCheck %s --check-prefix=LEVEL
// LEVEL: for the --level option: expected O0, O1, O2 or O3, found 'O5'
// RUN: not amp-opt %s --amp-pipeline="levle=O1" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: no such option levle
// RUN: not amp-opt %s --amp-pipeline="level=O1 level=O2" 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: option 'level' is given twice; give one value
// RUN: not amp-opt %s --amp-pipeline="batch=0" 2>&1 | FileCheck %s --check-prefix=BATCH
// BATCH: error: amp-specialize-shapes: batch must be at least 1, found 0

func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}
