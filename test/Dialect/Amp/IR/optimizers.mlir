// RUN: amp-opt %s | not grep -E "[^ ]  "
// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --emit-bytecode | amp-opt | FileCheck %s

// Optimizers: every op comes back as it was written: pretty, generic and as bytecode.

amp.variable parameter @fc.weight : tensor<16x8xf32> = #amp.init<kaiming_uniform>
amp.variable parameter @uniform : tensor<8xf32> = #amp.init<uniform(-0.125, 0.125)>
amp.variable parameter @normal : tensor<8xf32> = #amp.init<normal(0.0, 0.02)>
amp.variable parameter @orthogonal : tensor<8x8xf32> = #amp.init<orthogonal>

// CHECK: amp.optimizer sgd @opt [@fc.weight] {lr = 1.000000e-01 : f64, momentum = 0.89999999999999991 : f64}
amp.optimizer sgd @opt [@fc.weight] {lr = 0.1 : f64, momentum = 0.89999999999999991 : f64}
// CHECK: amp.optimizer sgd @nesterov [@normal, @uniform] {lr = 1.000000e-02 : f64, momentum = 5.000000e-01 : f64, nesterov, weight_decay = 1.000000e-04 : f64}
amp.optimizer sgd @nesterov [@normal, @uniform]
  {lr = 0.01 : f64, momentum = 0.5 : f64, nesterov, weight_decay = 1.0e-4 : f64}
// CHECK: amp.optimizer sgd @dampened [@orthogonal] {dampening = 1.000000e-01 : f64, lr = 1.000000e+00 : f64, momentum = 5.000000e-01 : f64}
amp.optimizer sgd @dampened [@orthogonal] {lr = 1.0 : f64, momentum = 0.5 : f64, dampening = 0.1 : f64}
// CHECK: amp.optimizer adam @adam [@normal] {amsgrad, beta1 = 5.000000e-01 : f64, eps = 0.000000e+00 : f64, lr = 1.000000e-03 : f64}
amp.optimizer adam @adam [@normal] {lr = 1.0e-3 : f64, beta1 = 0.5 : f64, beta2 = 0.999 : f64, eps = 0.0 : f64, amsgrad}
// CHECK: amp.optimizer rmsprop @rmsprop [@normal] {alpha = 9.000000e-01 : f64, centered, lr = 1.000000e-02 : f64, momentum = 5.000000e-01 : f64}
amp.optimizer rmsprop @rmsprop [@normal] {lr = 0.01 : f64, alpha = 0.9 : f64, momentum = 0.5 : f64, centered}
// CHECK: amp.optimizer adagrad @adagrad [@normal] {eps = 1.000000e-10 : f64, initial_accumulator = 1.000000e-01 : f64, lr = 1.000000e-02 : f64, lr_decay = 5.000000e-01 : f64}
amp.optimizer adagrad @adagrad [@normal] {lr = 0.01 : f64, lr_decay = 0.5 : f64, initial_accumulator = 0.1 : f64, eps = 1.0e-10 : f64}
// CHECK: amp.optimizer nadam @nadam [@normal] {beta1 = 5.000000e-01 : f64, decoupled_weight_decay, lr = 1.000000e-02 : f64, momentum_decay = 1.000000e-02 : f64, weight_decay = 1.000000e-01 : f64}
amp.optimizer nadam @nadam [@normal] {lr = 0.01 : f64, beta1 = 0.5 : f64, momentum_decay = 0.01 : f64, weight_decay = 0.1 : f64, decoupled_weight_decay}
// CHECK: amp.optimizer nadam @nadam_groups
// CHECK-SAME: groups = [{decoupled_weight_decay = false, momentum_decay = 5.000000e-01 : f64, parameters = [@uniform]}]
amp.optimizer nadam @nadam_groups [@normal, @uniform] {lr = 0.01 : f64, decoupled_weight_decay,
  groups = [{parameters = [@uniform], momentum_decay = 0.5 : f64, decoupled_weight_decay = false}]}
// CHECK: amp.optimizer radam @radam [@normal] {beta2 = 0.98999999999999999 : f64, decoupled_weight_decay, lr = 1.000000e-02 : f64}
amp.optimizer radam @radam [@normal] {lr = 0.01 : f64, beta2 = 0.99 : f64, decoupled_weight_decay}
// CHECK: amp.optimizer adamax @adamax [@normal] {eps = 1.000000e-04 : f64, lr = 1.000000e-02 : f64}
amp.optimizer adamax @adamax [@normal] {lr = 0.01 : f64, eps = 1.0e-4 : f64}
// CHECK: amp.optimizer adadelta @adadelta [@normal] {lr = 1.000000e+00 : f64, rho = 1.000000e+00 : f64}
amp.optimizer adadelta @adadelta [@normal] {lr = 1.0 : f64, rho = 1.0 : f64}
// CHECK: amp.optimizer adamw @groups [@normal, @uniform, @orthogonal]
// CHECK-SAME: groups = [{lr = 1.000000e-02 : f64, parameters = [@uniform]}, {amsgrad = false, parameters = [@normal], weight_decay = 0.000000e+00 : f64}]
// CHECK-SAME: schedule = #amp.schedule<cosine, {iterations = 1000 : i64, warmup = 100 : i64}>
// CHECK-SAME: schedule_on_step
amp.optimizer adamw @groups [@normal, @uniform, @orthogonal] {lr = 1.0e-3 : f64,
  groups = [{parameters = [@uniform], lr = 0.01 : f64},
            {parameters = [@normal], weight_decay = 0.0 : f64, amsgrad = false}],
  schedule = #amp.schedule<cosine, {iterations = 1000, warmup = 100}>, schedule_on_step}
// CHECK: amp.optimizer sgd @scheduled [@normal] {lr = 1.000000e-01 : f64, schedule = #amp.schedule<constant>}
amp.optimizer sgd @scheduled [@normal] {lr = 0.1 : f64, schedule = #amp.schedule<constant>}
// CHECK: schedule = #amp.schedule<exponential, {gamma = 9.000000e-01 : f64}>
amp.optimizer sgd @exponential [@normal] {lr = 0.1 : f64,
  schedule = #amp.schedule<exponential, {gamma = 0.9}>}
// CHECK: schedule = #amp.schedule<polynomial, {iterations = 100 : i64, power = 2.000000e+00 : f64}>
amp.optimizer sgd @polynomial [@normal] {lr = 0.1 : f64,
  schedule = #amp.schedule<polynomial, {iterations = 100, power = 2.0}>}
// CHECK: schedule = #amp.schedule<multi_step, {milestones = [300, 600]}>
amp.optimizer sgd @multi_step [@normal] {lr = 0.1 : f64,
  schedule = #amp.schedule<multi_step, {milestones = [300, 600]}>}
// CHECK: schedule = #amp.schedule<cosine_restarts, {iterations = 10 : i64, t_mult = 2 : i64}>
amp.optimizer sgd @cosine_restarts [@normal] {lr = 0.1 : f64,
  schedule = #amp.schedule<cosine_restarts, {iterations = 10, t_mult = 2}>}
// CHECK: schedule = #amp.schedule<plateau, {interval = 500 : i64, patience = 3 : i64, threshold_mode = "abs"}>
amp.optimizer sgd @plateau [@normal] {lr = 0.1 : f64,
  schedule = #amp.schedule<plateau, {interval = 500, patience = 3, threshold_mode = "abs"}>}

// CHECK-LABEL: func.func @step
func.func @step(%g: tensor<16x8xf32>, %found: tensor<i1>) {
  // CHECK: amp.step @opt(%{{.*}}) skip_if(%{{.*}}) : tensor<16x8xf32>, tensor<i1>
  amp.step @opt(%g) skip_if(%found) : tensor<16x8xf32>, tensor<i1>
  // CHECK: amp.step @opt(%{{.*}}) : tensor<16x8xf32>
  amp.step @opt(%g) : tensor<16x8xf32>
  // CHECK: amp.step @opt(%{{.*}}) when(%{{.*}}) : tensor<16x8xf32>, tensor<i1>
  amp.step @opt(%g) when(%found) : tensor<16x8xf32>, tensor<i1>
  return
}

// CHECK-LABEL: func.func @metric
func.func @metric(%g: tensor<8xf32>, %flag: tensor<i1>, %loss: tensor<f16>) {
  // CHECK: amp.step @plateau(%{{.*}}) metric(%{{.*}}) : tensor<8xf32>, tensor<f16>
  amp.step @plateau(%g) metric(%loss) : tensor<8xf32>, tensor<f16>
  // CHECK: amp.step @plateau(%{{.*}}) skip_if(%{{.*}}) when(%{{.*}}) metric(%{{.*}}) : tensor<8xf32>, tensor<i1>, tensor<i1>, tensor<f16>
  amp.step @plateau(%g) skip_if(%flag) when(%flag) metric(%loss)
    : tensor<8xf32>, tensor<i1>, tensor<i1>, tensor<f16>
  return
}
