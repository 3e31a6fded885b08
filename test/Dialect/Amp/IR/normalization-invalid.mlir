// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

func.func @softmax_dimension_does_not_exist(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.softmax' op expects dim in [-2, 2) of 'tensor<4x8xf32>', found 2}}
  %0 = amp.softmax %x {dim = 2 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @softmax_backward_types_differ(%x: tensor<4x8xf32>, %y: tensor<4x9xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.softmax_backward' op expects operands of one type, found 'tensor<4x8xf32>' and 'tensor<4x9xf32>'}}
  %0 = amp.softmax_backward %x, %y {dim = 1 : i64} : (tensor<4x8xf32>, tensor<4x9xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @softmax_integer_dtype(%x: tensor<8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.softmax' op expects a floating-point dtype for floating-point elements only, found 'i32' for 'tensor<8xf16>'}}
  %0 = amp.softmax %x {dim = 0 : i64, dtype = i32} : (tensor<8xf16>) -> tensor<8xf16>
  return
}

// -----

// The output type is the result's.
func.func @log_softmax_other_result(%x: tensor<8xf16>) {
  // expected-error @+2 {{'amp.log_softmax' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<8xf16>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = amp.log_softmax %x {dim = 0 : i64, dtype = f32} : (tensor<8xf16>) -> tensor<8xf16>
  return
}

// -----

func.func @softmin_along_no_dimension(%x: tensor<4x8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.softmin' op expects dim in [-2, 2) for 'tensor<4x8xf16>', found 2}}
  %0 = amp.softmin %x {dim = 2 : i64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @normalize_a_vector(%x: tensor<8xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.normalize' op expects dim in [-1, 1) for 'tensor<8xf16>', found 1}}
  %0 = amp.normalize %x : (tensor<8xf16>) -> tensor<8xf16>
  return
}

// -----

func.func @normalize_p_is_no_number(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{'amp.normalize' op expects p to be a number, found NaN}}
  %0 = amp.normalize %x {p = 0x7FF8000000000000 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @negative_eps(%x: tensor<4x8xf16>) {
  // expected-error @+1 {{'amp.normalize' op expects eps of at least 0, found -1.000000e+00}}
  %0 = amp.normalize %x {eps = -1.0 : f64} : (tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}

// -----

func.func @batch_norm_without_channels(%a: tensor<4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op expects input [N, C, ...], found 'tensor<4xf32>'}}
  %0 = amp.batch_norm %a {training = true} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @batch_norm_without_variance(%a: tensor<4x8x16x16xf32>, %b: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op expects both running_mean and running_var or neither, found running_mean only}}
  %0 = amp.batch_norm %a running_mean(%b) {training = true} : (tensor<4x8x16x16xf32>, tensor<8xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @batch_norm_without_mean(%a: tensor<4x8x16x16xf32>, %b: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op expects both running_mean and running_var or neither, found running_var only}}
  %0 = amp.batch_norm %a running_var(%b) {training = true} : (tensor<4x8x16x16xf32>, tensor<8xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @batch_norm_without_statistics(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op expects running_mean and running_var, or training = true}}
  %0 = amp.batch_norm %a : (tensor<4x8x16x16xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @batch_norm_weight_of_wrong_size(%a: tensor<4x8x16x16xf32>, %b: tensor<4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op expects weight of type 'tensor<8xf32>', found 'tensor<4xf32>'}}
  %0 = amp.batch_norm %a weight(%b) {training = true} : (tensor<4x8x16x16xf32>, tensor<4xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @batch_norm_bias_of_wrong_size(%a: tensor<4x8x16x16xf32>, %b: tensor<4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op expects bias of type 'tensor<8xf32>', found 'tensor<4xf32>'}}
  %0 = amp.batch_norm %a bias(%b) {training = true} : (tensor<4x8x16x16xf32>, tensor<4xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @batch_norm_mean_of_wrong_size(%a: tensor<4x8x16x16xf32>, %b: tensor<4xf32>, %c: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op expects running_mean of type 'tensor<8xf32>', found 'tensor<4xf32>'}}
  %0 = amp.batch_norm %a running_mean(%b) running_var(%c) : (tensor<4x8x16x16xf32>, tensor<4xf32>, tensor<8xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @batch_norm_variance_of_wrong_rank(%a: tensor<4x8x16x16xf32>, %b: tensor<8xf32>, %c: tensor<8x1xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op expects running_var of type 'tensor<8xf32>', found 'tensor<8x1xf32>'}}
  %0 = amp.batch_norm %a running_mean(%b) running_var(%c) : (tensor<4x8x16x16xf32>, tensor<8xf32>, tensor<8x1xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @batch_norm_negative_eps(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op expects eps to be finite and >= 0, found -1.000000e+00}}
  %0 = amp.batch_norm %a {training = true, eps = -1.0 : f64} : (tensor<4x8x16x16xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @batch_norm_loses_statistics(%a: tensor<4x8x16x16xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op inferred type(s) 'tensor<4x8x16x16xf32>', 'tensor<8xf32>', 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<4x8x16x16xf32>'}}
  %0 = amp.batch_norm %a running_mean(%b) running_var(%c) {training = true} : (tensor<4x8x16x16xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @batch_norm_one_statistic(%a: tensor<4x8x16x16xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op inferred type(s) 'tensor<4x8x16x16xf32>', 'tensor<8xf32>', 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<4x8x16x16xf32>', 'tensor<8xf32>'}}
  %0:2 = amp.batch_norm %a running_mean(%b) running_var(%c) {training = true} : (tensor<4x8x16x16xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8x16x16xf32>, tensor<8xf32>)
  return
}

// -----

func.func @batch_norm_updates_nothing(%a: tensor<4x8x16x16xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op inferred type(s) 'tensor<4x8x16x16xf32>' are incompatible with return type(s) of operation 'tensor<4x8x16x16xf32>', 'tensor<8xf32>', 'tensor<8xf32>'}}
  %0:3 = amp.batch_norm %a running_mean(%b) running_var(%c) : (tensor<4x8x16x16xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8x16x16xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

func.func @batch_norm_result_has_type_of_weight(%a: tensor<4x8x16x16xf16>, %b: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.batch_norm' op inferred type(s) 'tensor<4x8x16x16xf16>' are incompatible with return type(s) of operation 'tensor<4x8x16x16xf32>'}}
  %0 = amp.batch_norm %a weight(%b) {training = true} : (tensor<4x8x16x16xf16>, tensor<8xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @instance_norm_without_elements(%a: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.instance_norm' op expects input [N, C, L, ...], found 'tensor<4x8xf32>'}}
  %0 = amp.instance_norm %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @instance_norm_without_statistics(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.instance_norm' op expects running_mean and running_var, or use_input_stats = true}}
  %0 = amp.instance_norm %a {use_input_stats = false} : (tensor<4x8x16x16xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @instance_norm_loses_statistics(%a: tensor<4x8x16x16xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.instance_norm' op inferred type(s) 'tensor<4x8x16x16xf32>', 'tensor<8xf32>', 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<4x8x16x16xf32>'}}
  %0 = amp.instance_norm %a running_mean(%b) running_var(%c) : (tensor<4x8x16x16xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @layer_norm_of_other_dimensions(%a: tensor<4x16x64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.layer_norm' op expects input that ends in the dimensions normalized_shape = [16], one or more, found 'tensor<4x16x64xf32>'}}
  %0 = amp.layer_norm %a {normalized_shape = array<i64: 16>} : (tensor<4x16x64xf32>) -> tensor<4x16x64xf32>
  return
}

// -----

func.func @layer_norm_of_no_dimension(%a: tensor<4x16x64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.layer_norm' op expects input that ends in the dimensions normalized_shape = [], one or more, found 'tensor<4x16x64xf32>'}}
  %0 = amp.layer_norm %a {normalized_shape = array<i64>} : (tensor<4x16x64xf32>) -> tensor<4x16x64xf32>
  return
}

// -----

func.func @layer_norm_of_more_dimensions(%a: tensor<64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.layer_norm' op expects input that ends in the dimensions normalized_shape = [16, 64], one or more, found 'tensor<64xf32>'}}
  %0 = amp.layer_norm %a {normalized_shape = array<i64: 16, 64>} : (tensor<64xf32>) -> tensor<64xf32>
  return
}

// -----

func.func @layer_norm_of_nothing(%a: tensor<4x?xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.layer_norm' op expects normalized_shape of sizes >= 1, found [0]}}
  %0 = amp.layer_norm %a {normalized_shape = array<i64: 0>} : (tensor<4x?xf32>) -> tensor<4x0xf32>
  return
}

// -----

func.func @layer_norm_weight_of_wrong_size(%a: tensor<4x16x64xf32>, %b: tensor<16x64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.layer_norm' op expects weight of type 'tensor<64xf32>', found 'tensor<16x64xf32>'}}
  %0 = amp.layer_norm %a weight(%b) {normalized_shape = array<i64: 64>} : (tensor<4x16x64xf32>, tensor<16x64xf32>) -> tensor<4x16x64xf32>
  return
}

// -----

func.func @layer_norm_bias_of_wrong_size(%a: tensor<4x16x64xf32>, %b: tensor<16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.layer_norm' op expects bias of type 'tensor<64xf32>', found 'tensor<16xf32>'}}
  %0 = amp.layer_norm %a bias(%b) {normalized_shape = array<i64: 64>} : (tensor<4x16x64xf32>, tensor<16xf32>) -> tensor<4x16x64xf32>
  return
}

// -----

func.func @layer_norm_element_types_differ(%a: tensor<4x16x64xf32>, %b: tensor<64xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.layer_norm' op expects parameters of the input's element type 'f32', found 'f16'}}
  %0 = amp.layer_norm %a weight(%b) {normalized_shape = array<i64: 64>} : (tensor<4x16x64xf32>, tensor<64xf16>) -> tensor<4x16x64xf32>
  return
}

// -----

func.func @layer_norm_infinite_eps(%a: tensor<4x16x64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.layer_norm' op expects eps to be finite and >= 0, found INF}}
  %0 = amp.layer_norm %a {normalized_shape = array<i64: 64>, eps = 0x7FF0000000000000 : f64} : (tensor<4x16x64xf32>) -> tensor<4x16x64xf32>
  return
}

// -----

func.func @layer_norm_completes_shape(%a: tensor<4x?xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.layer_norm' op inferred type(s) 'tensor<4x64xf32>' are incompatible with return type(s) of operation 'tensor<4x32xf32>'}}
  %0 = amp.layer_norm %a {normalized_shape = array<i64: 64>} : (tensor<4x?xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @rms_norm_weight_of_wrong_size(%a: tensor<4x16x64xf32>, %b: tensor<16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.rms_norm' op expects weight of type 'tensor<64xf32>', found 'tensor<16xf32>'}}
  %0 = amp.rms_norm %a, %b {normalized_shape = array<i64: 64>} : (tensor<4x16x64xf32>, tensor<16xf32>) -> tensor<4x16x64xf32>
  return
}

// -----

func.func @rms_norm_element_types_differ(%a: tensor<4x16x64xf32>, %b: tensor<64xf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.rms_norm' op expects parameters of the input's element type 'f32', found 'f16'}}
  %0 = amp.rms_norm %a, %b {normalized_shape = array<i64: 64>} : (tensor<4x16x64xf32>, tensor<64xf16>) -> tensor<4x16x64xf32>
  return
}

// -----

func.func @rms_norm_negative_eps(%a: tensor<4x16x64xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.rms_norm' op expects eps to be finite and >= 0, found -1.000000e+00}}
  %0 = amp.rms_norm %a {normalized_shape = array<i64: 64>, eps = -1.0 : f64} : (tensor<4x16x64xf32>) -> tensor<4x16x64xf32>
  return
}

// -----

func.func @group_norm_without_channels(%a: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.group_norm' op expects input [N, C, ...], found 'tensor<8xf32>'}}
  %0 = amp.group_norm %a {num_groups = 2 : i64} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @group_norm_without_groups(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.group_norm' op expects num_groups in [1, 2147483647], found 0}}
  %0 = amp.group_norm %a {num_groups = 0 : i64} : (tensor<4x8x16x16xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @group_norm_groups_of_unequal_size(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.group_norm' op expects channels that num_groups = 3 divides, found 8 in 'tensor<4x8x16x16xf32>'}}
  %0 = amp.group_norm %a {num_groups = 3 : i64} : (tensor<4x8x16x16xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @group_norm_weight_of_wrong_size(%a: tensor<4x8x16x16xf32>, %b: tensor<2xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.group_norm' op expects weight of type 'tensor<8xf32>', found 'tensor<2xf32>'}}
  %0 = amp.group_norm %a weight(%b) {num_groups = 2 : i64} : (tensor<4x8x16x16xf32>, tensor<2xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @group_norm_bias_of_wrong_size(%a: tensor<4x8x16x16xf32>, %b: tensor<2xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.group_norm' op expects bias of type 'tensor<8xf32>', found 'tensor<2xf32>'}}
  %0 = amp.group_norm %a bias(%b) {num_groups = 2 : i64} : (tensor<4x8x16x16xf32>, tensor<2xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @group_norm_element_types_differ(%a: tensor<4x8x16x16xf32>, %b: tensor<8xbf16>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.group_norm' op expects parameters of the input's element type 'f32', found 'bf16'}}
  %0 = amp.group_norm %a bias(%b) {num_groups = 2 : i64} : (tensor<4x8x16x16xf32>, tensor<8xbf16>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @group_norm_negative_eps(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.group_norm' op expects eps to be finite and >= 0, found -1.000000e+00}}
  %0 = amp.group_norm %a {num_groups = 2 : i64, eps = -1.0 : f64} : (tensor<4x8x16x16xf32>) -> tensor<4x8x16x16xf32>
  return
}

// -----

func.func @local_response_norm_without_elements(%a: tensor<4x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.local_response_norm' op expects input [N, C, L, ...], found 'tensor<4x8xf32>'}}
  %0 = amp.local_response_norm %a {size = 5 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @local_response_norm_of_no_channel(%a: tensor<4x8x16x16xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{'amp.local_response_norm' op expects size in [1, 2147483647], found 0}}
  %0 = amp.local_response_norm %a {size = 0 : i64} : (tensor<4x8x16x16xf32>) -> tensor<4x8x16x16xf32>
  return
}
