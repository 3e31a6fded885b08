// RUN: amp-opt %s --amp-materialize-state | FileCheck %s
// RUN: amp-opt %s --amp-materialize-state --amp-materialize-state | FileCheck %s

// Each piece of state becomes a variable under its documented name; running the pass
// again adds none.

// CHECK-COUNT-1: amp.variable scaler @scaler.scale : tensor<f32> = #amp.init<constant(1.024000e+03)> {statistic = "loss scale"}
// CHECK-COUNT-1: amp.variable scaler @scaler.growth_tracker : tensor<i32> = #amp.init<zeros>
// CHECK-COUNT-1: amp.variable scaler @scaler.skipped : tensor<i64> = #amp.init<zeros> {statistic = "skipped steps"}
// CHECK-COUNT-1: amp.variable scaler @scaler.consecutive_skips : tensor<i64> = #amp.init<zeros>
// CHECK-NEXT: amp.grad_scaler @scaler
amp.grad_scaler @scaler {init_scale = 1024.0 : f64}

amp.variable parameter @w : tensor<4x8xf32> = #amp.init<zeros>
amp.variable parameter @h : tensor<8xf16> = #amp.init<zeros>
amp.variable parameter @v : tensor<2xf64> = #amp.init<zeros>

// Without momentum there is the learning rate only.
// CHECK: amp.variable optimizer_state @plain.lr : tensor<f64> = #amp.init<constant(1.000000e-01)>
// CHECK-NEXT: amp.optimizer sgd @plain
amp.optimizer sgd @plain [@w] {lr = 0.1 : f64}

// A buffer per parameter, in f32 for 16-bit ones.
// CHECK: amp.variable optimizer_state @momentum.lr : tensor<f64>
// CHECK-NEXT: amp.variable optimizer_state @momentum.momentum.w : tensor<4x8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @momentum.momentum.h : tensor<8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.optimizer sgd @momentum
amp.optimizer sgd @momentum [@w, @h] {lr = 0.0 : f64, momentum = 0.9 : f64}

// With dampening the first step differs from the others: steps are counted.
// CHECK: amp.variable optimizer_state @dampened.steps : tensor<i64> = #amp.init<zeros>
amp.optimizer sgd @dampened [@w] {lr = 0.1 : f64, momentum = 0.9 : f64, dampening = 0.1 : f64}

// Averages per parameter, and the number of steps that corrects them.
// CHECK: amp.variable optimizer_state @adam.lr : tensor<f64>
// CHECK-NEXT: amp.variable optimizer_state @adam.steps : tensor<i64> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @adam.exp_avg.w : tensor<4x8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @adam.exp_avg_sq.w : tensor<4x8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @adam.exp_avg.h : tensor<8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @adam.exp_avg_sq.h : tensor<8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.optimizer adam @adam
amp.optimizer adam @adam [@w, @h] {lr = 0.1 : f64}

// What RMSprop keeps follows from its settings; it counts no steps.
// CHECK: amp.variable optimizer_state @rmsprop.lr : tensor<f64>
// CHECK-NEXT: amp.variable optimizer_state @rmsprop.square_avg.w : tensor<4x8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @rmsprop.grad_avg.w : tensor<4x8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @rmsprop.momentum.w : tensor<4x8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.optimizer rmsprop @rmsprop
amp.optimizer rmsprop @rmsprop [@w] {lr = 0.1 : f64, centered, momentum = 0.5 : f64}

// Adagrad's sums begin where it says, and a rate that decays counts steps.
// CHECK: amp.variable optimizer_state @adagrad.lr : tensor<f64>
// CHECK-NEXT: amp.variable optimizer_state @adagrad.steps : tensor<i64> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @adagrad.sum.h : tensor<8xf32> = #amp.init<constant(5.000000e-01)>
// CHECK-NEXT: amp.optimizer adagrad @adagrad
amp.optimizer adagrad @adagrad [@h] {lr = 0.1 : f64, initial_accumulator = 0.5 : f64, lr_decay = 0.1 : f64}

// NAdam's product of momenta is from 1 on, and one of its own where a group's momentum is;
// a group that has only a rate of its own shares it.
// CHECK: amp.variable optimizer_state @nadam.lr : tensor<f64>
// CHECK-NEXT: amp.variable optimizer_state @nadam.steps : tensor<i64> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @nadam.mu_product : tensor<f64> = #amp.init<constant(1.000000e+00)>
// CHECK-NEXT: amp.variable optimizer_state @nadam.exp_avg.w : tensor<4x8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @nadam.exp_avg_sq.w : tensor<4x8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @nadam.mu_product.1 : tensor<f64> = #amp.init<constant(1.000000e+00)>
// CHECK-NEXT: amp.variable optimizer_state @nadam.exp_avg.h : tensor<8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @nadam.exp_avg_sq.h : tensor<8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @nadam.lr.0 : tensor<f64>
// CHECK-NEXT: amp.variable optimizer_state @nadam.exp_avg.v : tensor<2xf64> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @nadam.exp_avg_sq.v : tensor<2xf64> = #amp.init<zeros>
// CHECK-NEXT: amp.optimizer nadam @nadam
amp.optimizer nadam @nadam [@w, @h, @v] {lr = 0.1 : f64,
  groups = [{parameters = [@v], lr = 0.2 : f64}, {parameters = [@h], momentum_decay = 0.5 : f64}]}

// RAdam's, Adamax's and Adadelta's averages; the last needs no number of steps.
// CHECK: amp.variable optimizer_state @radam.lr : tensor<f64>
// CHECK-NEXT: amp.variable optimizer_state @radam.steps : tensor<i64> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @radam.exp_avg.h : tensor<8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @radam.exp_avg_sq.h : tensor<8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.optimizer radam @radam
amp.optimizer radam @radam [@h] {lr = 0.1 : f64}
// CHECK: amp.variable optimizer_state @adamax.lr : tensor<f64>
// CHECK-NEXT: amp.variable optimizer_state @adamax.steps : tensor<i64> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @adamax.exp_avg.h : tensor<8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @adamax.exp_inf.h : tensor<8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.optimizer adamax @adamax
amp.optimizer adamax @adamax [@h] {lr = 0.1 : f64}
// CHECK: amp.variable optimizer_state @adadelta.lr : tensor<f64>
// CHECK-NEXT: amp.variable optimizer_state @adadelta.square_avg.h : tensor<8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @adadelta.acc_delta.h : tensor<8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.optimizer adadelta @adadelta
amp.optimizer adadelta @adadelta [@h] {lr = 1.0 : f64}

// A plateau schedule keeps what it has seen, and by how much each rate is reduced.
// CHECK: amp.variable optimizer_state @plateau.rate : tensor<f64> = #amp.init<zeros> {statistic = "learning rate"}
// CHECK-NEXT: amp.variable optimizer_state @plateau.metric_sum : tensor<f64> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @plateau.metric_count : tensor<i64> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @plateau.best : tensor<f64> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @plateau.bad_intervals : tensor<i64> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @plateau.cooldown : tensor<i64> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @plateau.factor : tensor<f64> = #amp.init<constant(1.000000e+00)>
// CHECK-NEXT: amp.variable optimizer_state @plateau.factor.0 : tensor<f64> = #amp.init<constant(1.000000e+00)>
// CHECK-NEXT: amp.variable optimizer_state @plateau.lr.0 : tensor<f64> = #amp.init<constant(2.500000e-01)>
// CHECK-NEXT: amp.optimizer sgd @plateau
amp.optimizer sgd @plateau [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], lr = 0.25 : f64}],
  schedule = #amp.schedule<plateau, {interval = 5}>}

// A schedule counts iterations and shows the rate; a group has its own rate, once for
// all of its parameters, and its own choice of state.
// CHECK: amp.variable optimizer_state @groups.lr : tensor<f64> = #amp.init<constant(1.000000e-01)>
// CHECK-NEXT: amp.variable optimizer_state @groups.iterations : tensor<i64> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @groups.rate : tensor<f64> = #amp.init<zeros> {statistic = "learning rate"}
// CHECK-NEXT: amp.variable optimizer_state @groups.steps : tensor<i64> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @groups.exp_avg.w
// CHECK-NEXT: amp.variable optimizer_state @groups.exp_avg_sq.w
// CHECK-NEXT: amp.variable optimizer_state @groups.lr.1 : tensor<f64> = #amp.init<constant(2.500000e-01)>
// CHECK-NEXT: amp.variable optimizer_state @groups.exp_avg.h
// CHECK-NEXT: amp.variable optimizer_state @groups.exp_avg_sq.h
// CHECK-NEXT: amp.variable optimizer_state @groups.max_exp_avg_sq.h : tensor<8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @groups.exp_avg.v
// CHECK-NEXT: amp.variable optimizer_state @groups.exp_avg_sq.v
// CHECK-NEXT: amp.variable optimizer_state @groups.max_exp_avg_sq.v : tensor<2xf64> = #amp.init<zeros>
// CHECK-NEXT: amp.optimizer adamw @groups
amp.optimizer adamw @groups [@w, @h, @v] {lr = 0.1 : f64,
  groups = [{parameters = [@w], weight_decay = 0.0 : f64},
            {parameters = [@h, @v], lr = 0.25 : f64, amsgrad}],
  schedule = #amp.schedule<constant, {warmup = 10}>}

// One group with dampening is enough for the steps to be counted.
// CHECK: amp.variable optimizer_state @one.lr : tensor<f64>
// CHECK-NEXT: amp.variable optimizer_state @one.steps : tensor<i64> = #amp.init<zeros>
// CHECK-NEXT: amp.variable optimizer_state @one.momentum.h : tensor<8xf32> = #amp.init<zeros>
// CHECK-NEXT: amp.optimizer sgd @one
amp.optimizer sgd @one [@w, @h] {lr = 0.1 : f64,
  groups = [{parameters = [@h], momentum = 0.9 : f64, dampening = 0.1 : f64}]}
