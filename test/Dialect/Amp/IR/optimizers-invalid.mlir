// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has no attribute 'learning_rate'; known are alpha, amsgrad, beta1, beta2, centered, dampening, decoupled_weight_decay, eps, groups, initial_accumulator, kind, lr, lr_decay, momentum, momentum_decay, nesterov, parameters, rho, schedule, schedule_on_step, sym_name, sym_visibility, weight_decay; did you mean 'lr'?}}
amp.optimizer sgd @unknown_attribute [@w] {lr = 0.1 : f64, learning_rate = 0.1 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op requires attribute 'lr'}}
amp.optimizer sgd @no_learning_rate [@w]

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects lr >= 0, found -1.000000e-01}}
amp.optimizer sgd @negative_learning_rate [@w] {lr = -0.1 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects momentum >= 0, found -5.000000e-01}}
amp.optimizer sgd @negative_momentum [@w] {lr = 0.1 : f64, momentum = -0.5 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects dampening >= 0, found -5.000000e-01}}
amp.optimizer sgd @negative_dampening [@w] {lr = 0.1 : f64, dampening = -0.5 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects weight_decay >= 0, found -5.000000e-01}}
amp.optimizer sgd @negative_weight_decay [@w] {lr = 0.1 : f64, weight_decay = -0.5 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects a momentum and no dampening with nesterov}}
amp.optimizer sgd @nesterov_without_momentum [@w] {lr = 0.1 : f64, nesterov}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects a momentum and no dampening with nesterov}}
amp.optimizer sgd @nesterov_with_dampening [@w] {lr = 0.1 : f64, momentum = 0.5 : f64, dampening = 0.5 : f64, nesterov}

// -----

// expected-error @+1 {{'amp.optimizer' op expects at least one parameter}}
amp.optimizer sgd @no_parameters [] {lr = 0.1 : f64}

// -----

// expected-error @+1 {{'amp.optimizer' op refers to unknown symbol @w}}
amp.optimizer sgd @unknown_parameter [@w] {lr = 0.1 : f64}

// -----

amp.variable parameter @w : tensor<4xi32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects parameters of floating-point type, but @w is 'tensor<4xi32>'}}
amp.optimizer sgd @parameter_of_integers [@w] {lr = 0.1 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op lists parameter @w twice}}
amp.optimizer sgd @parameter_listed_twice [@w, @w] {lr = 0.1 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{expected one of sgd, adam, adamw, rmsprop, adagrad, nadam, radam, adamax, adadelta, found 'rprop'}}
amp.optimizer rprop @unknown_kind [@w] {lr = 0.1 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects eps >= 0, found INF}}
amp.optimizer adam @infinite_eps [@w] {lr = 0.1 : f64, eps = 0x7FF0000000000000 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects beta1 in [0, 1), found 1.000000e+00}}
amp.optimizer adam @beta_of_one [@w] {lr = 0.1 : f64, beta1 = 1.0 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects beta2 in [0, 1), found -1.000000e-01}}
amp.optimizer adamw @negative_beta [@w] {lr = 0.1 : f64, beta2 = -0.1 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'momentum', which adam does not use}}
amp.optimizer adam @momentum_of_adam [@w] {lr = 0.1 : f64, momentum = 0.9 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'dampening', which adamw does not use}}
amp.optimizer adamw @dampening_of_adamw [@w] {lr = 0.1 : f64, dampening = 0.9 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'nesterov', which adam does not use}}
amp.optimizer adam @nesterov_of_adam [@w] {lr = 0.1 : f64, nesterov}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'beta2', which sgd does not use}}
amp.optimizer sgd @beta_of_sgd [@w] {lr = 0.1 : f64, beta2 = 0.99 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'eps', which sgd does not use}}
amp.optimizer sgd @eps_of_sgd [@w] {lr = 0.1 : f64, eps = 0.0 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'amsgrad', which sgd does not use}}
amp.optimizer sgd @amsgrad_of_sgd [@w] {lr = 0.1 : f64, amsgrad}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'centered', which adagrad does not use}}
amp.optimizer adagrad @centered_of_adagrad [@w] {lr = 0.1 : f64, centered}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'lr_decay', which rmsprop does not use}}
amp.optimizer rmsprop @decay_of_rmsprop [@w] {lr = 0.1 : f64, lr_decay = 0.1 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'alpha', which adam does not use}}
amp.optimizer adam @alpha_of_adam [@w] {lr = 0.1 : f64, alpha = 0.9 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects alpha in [0, 1), found 1.000000e+00}}
amp.optimizer rmsprop @all_of_alpha [@w] {lr = 0.1 : f64, alpha = 1.0 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'momentum_decay', which radam does not use}}
amp.optimizer radam @momentum_decay_of_radam [@w] {lr = 0.1 : f64, momentum_decay = 0.1 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'decoupled_weight_decay', which adam does not use}}
amp.optimizer adam @decoupled_decay_of_adam [@w] {lr = 0.1 : f64, decoupled_weight_decay}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'decoupled_weight_decay', which adamax does not use}}
amp.optimizer adamax @decoupled_decay_of_adamax [@w] {lr = 0.1 : f64, decoupled_weight_decay}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'amsgrad', which nadam does not use}}
amp.optimizer nadam @amsgrad_of_nadam [@w] {lr = 0.1 : f64, amsgrad}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'beta1', which adadelta does not use}}
amp.optimizer adadelta @beta_of_adadelta [@w] {lr = 1.0 : f64, beta1 = 0.5 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op has 'rho', which rmsprop does not use}}
amp.optimizer rmsprop @rho_of_rmsprop [@w] {lr = 0.1 : f64, rho = 0.5 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op group 0 has 'momentum_decay', which adamax does not use}}
amp.optimizer adamax @momentum_decay_in_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], momentum_decay = 0.1 : f64}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects momentum_decay >= 0, found -1.000000e-01}}
amp.optimizer nadam @negative_momentum_decay [@w] {lr = 0.1 : f64, momentum_decay = -0.1 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects rho in [0, 1], found 1.500000e+00}}
amp.optimizer adadelta @more_than_all_of_rho [@w] {lr = 1.0 : f64, rho = 1.5 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects rho in [0, 1] in group 0, found -5.000000e-01}}
amp.optimizer adadelta @negative_rho_in_group [@w] {lr = 1.0 : f64, groups = [{parameters = [@w], rho = -0.5 : f64}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects beta2 in [0, 1), found 1.000000e+00}}
amp.optimizer radam @beta_of_radam [@w] {lr = 0.1 : f64, beta2 = 1.0 : f64}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op group 0 has an unknown key 'rate'; known are parameters, lr, weight_decay, beta1, beta2, eps, momentum_decay, decoupled_weight_decay}}
amp.optimizer nadam @unknown_key_of_nadam_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], rate = 0.1 : f64}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op group 0 has an unknown key 'rate'; known are parameters, lr, weight_decay, momentum, eps, alpha, centered}}
amp.optimizer rmsprop @unknown_key_of_rmsprop_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], rate = 0.1 : f64}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects a schedule with schedule_on_step}}
amp.optimizer adamw @schedule_on_step_alone [@w] {lr = 0.1 : f64, schedule_on_step}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects group 0 to name its parameters, as in parameters = [@w]}}
amp.optimizer adamw @group_without_parameters [@w] {lr = 0.1 : f64, groups = [{lr = 0.1 : f64}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects group 1 to name its parameters, as in parameters = [@w]}}
amp.optimizer adamw @group_of_no_parameters [@w] {lr = 0.1 : f64, groups = [{parameters = [@w]}, {parameters = []}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.variable parameter @v : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op group 0 names @v, which is no parameter of the optimizer}}
amp.optimizer adamw @group_of_other_parameter [@w] {lr = 0.1 : f64, groups = [{parameters = [@v]}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op group 0 names "w", which is no parameter of the optimizer}}
amp.optimizer adamw @group_of_string [@w] {lr = 0.1 : f64, groups = [{parameters = ["w"]}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.variable parameter @v : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op group 1 names @w, which a group has named already}}
amp.optimizer adamw @parameter_in_two_groups [@w, @v] {lr = 0.1 : f64, groups = [{parameters = [@w]}, {parameters = [@v, @w]}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op group 0 has an unknown key 'rate'; known are parameters, lr, weight_decay, beta1, beta2, eps, amsgrad}}
amp.optimizer adamw @unknown_key_of_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], rate = 0.1 : f64}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op group 0 has an unknown key 'rate'; known are parameters, lr, weight_decay, momentum, dampening, nesterov}}
amp.optimizer sgd @unknown_key_of_sgd_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], rate = 0.1 : f64}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op group 0 has 'momentum', which adamw does not use}}
amp.optimizer adamw @momentum_of_adam_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], momentum = 0.5 : f64}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects 'lr' of group 0 to be an f64, found 1 : i64}}
amp.optimizer adamw @integer_in_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], lr = 1}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects 'eps' of group 0 to be an f64, found}}
amp.optimizer adamw @f32_in_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], eps = 0.5 : f32}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects 'amsgrad' of group 0 to be true or false, found 1 : i64}}
amp.optimizer adamw @number_as_flag_of_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], amsgrad = 1}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects weight_decay >= 0 in group 0, found -1.000000e+00}}
amp.optimizer adamw @negative_in_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], weight_decay = -1.0 : f64}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects beta1 in [0, 1) in group 0, found 1.000000e+00}}
amp.optimizer adamw @beta_in_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], beta1 = 1.0 : f64}]}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'amp.optimizer' op expects a momentum and no dampening with nesterov in group 0}}
amp.optimizer sgd @nesterov_in_group [@w] {lr = 0.1 : f64, groups = [{parameters = [@w], momentum = 0.0 : f64}], momentum = 0.5 : f64, nesterov}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule 'cosine' needs 'iterations'}}
amp.optimizer sgd @schedule_without_iterations [@w] {lr = 0.1 : f64, schedule = #amp.schedule<cosine>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule 'step' needs 'step_size'}}
amp.optimizer sgd @schedule_without_step_size [@w] {lr = 0.1 : f64, schedule = #amp.schedule<step, {gamma = 0.5}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule 'step' has no 'iterations'; known are step_size, gamma, warmup}}
amp.optimizer sgd @schedule_with_unknown_key [@w] {lr = 0.1 : f64, schedule = #amp.schedule<step, {step_size = 3, iterations = 5}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule 'constant' has no 'gamma'; known are warmup}}
amp.optimizer sgd @constant_schedule_with_key [@w] {lr = 0.1 : f64, schedule = #amp.schedule<constant, {gamma = 0.5}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule expects 'iterations' to be an i64 >= 1, found 0 : i64}}
amp.optimizer sgd @schedule_of_no_iterations [@w] {lr = 0.1 : f64, schedule = #amp.schedule<linear, {iterations = 0}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule expects 'warmup' to be an i64 >= 1, found 5.000000e-01 : f64}}
amp.optimizer sgd @schedule_of_half_an_iteration [@w] {lr = 0.1 : f64, schedule = #amp.schedule<constant, {warmup = 0.5}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule expects 'iterations' to be an i64 >= 1, found 5 : i8}}
amp.optimizer sgd @schedule_of_narrow_integer [@w] {lr = 0.1 : f64, schedule = #amp.schedule<linear, {iterations = 5 : i8}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule expects 'eta_min' to be an f64, found true}}
amp.optimizer sgd @schedule_of_flag [@w] {lr = 0.1 : f64, schedule = #amp.schedule<cosine, {iterations = 5, eta_min = true}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule expects 'gamma' to be finite and not negative, found -5.000000e-01 : f64}}
amp.optimizer sgd @schedule_below_zero [@w] {lr = 0.1 : f64, schedule = #amp.schedule<step, {step_size = 5, gamma = -0.5}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule expects 'div_factor' to be positive, found 0.000000e+00 : f64}}
amp.optimizer sgd @schedule_divided_by_zero [@w] {lr = 0.1 : f64, schedule = #amp.schedule<one_cycle, {iterations = 5, div_factor = 0.0}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{expected one of constant, linear, step, cosine, one_cycle, exponential, polynomial, multi_step, cosine_restarts, plateau, found 'cyclic'}}
amp.optimizer sgd @unknown_schedule [@w] {lr = 0.1 : f64, schedule = #amp.schedule<cyclic>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{'schedule' failed to satisfy constraint: How a learning rate changes, as #amp.schedule<cosine, {iterations = 1000}>}}
amp.optimizer sgd @schedule_as_string [@w] {lr = 0.1 : f64, schedule = "cosine"}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule 'exponential' needs 'gamma'}}
amp.optimizer sgd @exponential_without_gamma [@w] {lr = 0.1 : f64, schedule = #amp.schedule<exponential>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule 'plateau' needs 'interval'}}
amp.optimizer sgd @plateau_without_interval [@w] {lr = 0.1 : f64, schedule = #amp.schedule<plateau>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule 'plateau' has no 'paticence'; known are interval, mode, factor, patience, threshold, threshold_mode, cooldown, min_lr, eps, warmup}}
amp.optimizer sgd @plateau_with_unknown_key [@w] {lr = 0.1 : f64, schedule = #amp.schedule<plateau, {interval = 5, paticence = 3}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule expects 'patience' to be an i64 >= 0, found -1 : i64}}
amp.optimizer sgd @negative_patience [@w] {lr = 0.1 : f64, schedule = #amp.schedule<plateau, {interval = 5, patience = -1}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule expects 'factor' to be in [0, 1), found 1.000000e+00 : f64}}
amp.optimizer sgd @factor_of_one [@w] {lr = 0.1 : f64, schedule = #amp.schedule<plateau, {interval = 5, factor = 1.0}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule expects 'mode' to be "min" or "max", found "down"}}
amp.optimizer sgd @unknown_mode [@w] {lr = 0.1 : f64, schedule = #amp.schedule<plateau, {interval = 5, mode = "down"}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule expects 'threshold_mode' to be "rel" or "abs", found 1 : i64}}
amp.optimizer sgd @unknown_threshold_mode [@w] {lr = 0.1 : f64, schedule = #amp.schedule<plateau, {interval = 5, threshold_mode = 1}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule expects 'milestones' to be an ascending list of i64 >= 1, as [300, 600], found [30, 20]}}
amp.optimizer sgd @descending_milestones [@w] {lr = 0.1 : f64, schedule = #amp.schedule<multi_step, {milestones = [30, 20]}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule expects 'milestones' to be an ascending list of i64 >= 1, as [300, 600], found []}}
amp.optimizer sgd @no_milestones [@w] {lr = 0.1 : f64, schedule = #amp.schedule<multi_step, {milestones = []}>}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error @+1 {{schedule expects 'pct_start' to be in [0, 1], found 1.500000e+00 : f64}}
amp.optimizer sgd @schedule_share [@w] {lr = 0.1 : f64, schedule = #amp.schedule<one_cycle, {iterations = 5, pct_start = 1.5}>}

// -----

func.func @step_of_unknown_optimizer(%g: tensor<4xf32>) {
  // expected-error @+1 {{'amp.step' op refers to unknown symbol @opt}}
  amp.step @opt(%g) : tensor<4xf32>
  return
}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @step_with_too_many_gradients(%g: tensor<4xf32>) {
  // expected-error @+1 {{'amp.step' op expects one gradient per parameter of @opt, 1, found 2}}
  amp.step @opt(%g, %g) : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @step_with_gradient_of_other_type(%g: tensor<4xf16>) {
  // expected-error @+1 {{'amp.step' op expects a gradient of type 'tensor<4xf32>' for @w, found 'tensor<4xf16>'}}
  amp.step @opt(%g) : tensor<4xf16>
  return
}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @step_with_flag_per_element(%g: tensor<4xf32>, %f: tensor<4xi1>) {
  // expected-error @+1 {{'amp.step' op expects flags of type tensor<i1>, found 'tensor<4xi1>'}}
  amp.step @opt(%g) skip_if(%f) : tensor<4xf32>, tensor<4xi1>
  return
}

// -----

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64}
func.func @step(%g: tensor<8xf32>, %w: tensor<2xi1>) {
  // expected-error @+1 {{'amp.step' op expects flags of type tensor<i1>, found 'tensor<2xi1>'}}
  amp.step @opt(%g) when(%w) : tensor<8xf32>, tensor<2xi1>
  return
}

// -----

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64, schedule = #amp.schedule<plateau, {interval = 5}>}
func.func @plateau_without_metric(%g: tensor<8xf32>) {
  // expected-error @+1 {{'amp.step' op expects a metric for the plateau schedule of @opt, as in metric(%loss)}}
  amp.step @opt(%g) : tensor<8xf32>
  return
}

// -----

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64, schedule = #amp.schedule<constant>}
func.func @metric_without_plateau(%g: tensor<8xf32>, %loss: tensor<f32>) {
  // expected-error @+1 {{'amp.step' op has a metric, which only a plateau schedule watches; give one to @opt or leave the metric out}}
  amp.step @opt(%g) metric(%loss) : tensor<8xf32>, tensor<f32>
  return
}

// -----

amp.variable parameter @w : tensor<8xf32> = #amp.init<zeros>
amp.optimizer sgd @opt [@w] {lr = 0.1 : f64, schedule = #amp.schedule<plateau, {interval = 5}>}
func.func @metric_of_many_numbers(%g: tensor<8xf32>) {
  // expected-error @+1 {{'amp.step' op expects a metric of one number, of type 'tensor<f32>', found 'tensor<8xf32>'}}
  amp.step @opt(%g) metric(%g) : tensor<8xf32>, tensor<8xf32>
  return
}
