// RUN: not amp-opt %s --amp-scale-loss="mode=static" 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: not amp-opt %s --amp-scale-loss="init-scale=-1" 2>&1 | FileCheck %s --check-prefix=SCALE
// RUN: not amp-opt %s --amp-scale-loss="growth-interval=-1" 2>&1 | FileCheck %s --check-prefix=INTERVAL
// RUN: not amp-opt %s --amp-scale-loss="skip-limit=0" 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not amp-opt %s --amp-scale-loss="min-scale=inf" 2>&1 | FileCheck %s --check-prefix=FLOOR
// RUN: not amp-opt %s --amp-scale-loss="init-scale=1e39" 2>&1 | FileCheck %s --check-prefix=HUGE

// MODE: for the --mode option: expected dynamic, fixed or off, found 'static'

// What the scaler cannot have, in f32, ends with its own diagnostic.

// HUGE: error: 'amp.grad_scaler' op expects an init_scale that is positive and finite in f32

// LIMIT: error: amp-scale-loss: skip-limit must be at least 1, found 0
// FLOOR: error: amp-scale-loss: min-scale must be positive and finite, found
// SCALE: error: amp-scale-loss: init-scale must be positive and finite, found -1
// INTERVAL: error: amp-scale-loss: growth-interval must be at least 1, found -1
amp.grad_scaler @scaler
