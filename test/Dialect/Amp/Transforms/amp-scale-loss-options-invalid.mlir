// RUN: not amp-opt %s --amp-scale-loss="mode=static" 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: not amp-opt %s --amp-scale-loss="init-scale=-1" 2>&1 | FileCheck %s --check-prefix=SCALE
// RUN: not amp-opt %s --amp-scale-loss="growth-interval=-1" 2>&1 | FileCheck %s --check-prefix=INTERVAL

// MODE: error: amp-scale-loss: mode must be dynamic, fixed, off or none, found 'static'

// Options that the scaler cannot have end with its own diagnostic.

// SCALE: error: 'amp.grad_scaler' op expects an init_scale that is positive and finite in f32, found -1
// INTERVAL: error: 'amp.grad_scaler' op expects growth_interval in [1, 2147483647], found -1
amp.grad_scaler @scaler
