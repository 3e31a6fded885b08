// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

// expected-error @+1 {{'amp.name' expects a non-empty string, found 1 : i64}}
func.func @argument_name_is_no_string(%x: tensor<4xf32> {amp.name = 1 : i64}) { return }

// -----

// expected-error @+1 {{'amp.name' expects a non-empty string, found ""}}
func.func @argument_name_is_empty(%x: tensor<4xf32> {amp.name = ""}) { return }

// -----

// expected-error @+1 {{'amp.batch' expects no value, found 4 : i64}}
func.func @batch_has_a_value(%x: tensor<4xf32> {amp.batch = 4 : i64}) { return }

// -----

// expected-error @+1 {{'amp.variable' expects a symbol, found "w"}}
func.func @variable_is_no_symbol(%x: tensor<4xf32> {amp.variable = "w"}) { return }

// -----

// expected-error @+1 {{'amp.output' expects a string, found unit}}
func.func @output_is_no_string(%x: tensor<4xf32> {amp.output}) { return }

// -----

// expected-error @+1 {{'amp.element_type' expects ui8, the one unsigned type, found "ui8"}}
func.func @element_type_is_no_type(%x: tensor<4xi8> {amp.element_type = "ui8"}) { return }

// -----

// expected-error @+1 {{'amp.index_ranges' expects a list of #amp.index_range, found [0, 10]}}
func.func @f(%x: tensor<4xi64> {amp.index_ranges = [0, 10]}) {
  return
}

// -----

// expected-error @+1 {{'amp.flat_buffer_offset' expects an i64 from 0, found -1 : i64}}
func.func @bytes_are_no_number(%x: tensor<4xi8> {amp.flat_buffer_offset = -1 : i64}) { return }

// -----

// expected-error @+1 {{'amp.flat_buffer_bytes' expects an i64 from 0, found 4 : i8}}
func.func @bytes_are_no_i64(%x: tensor<4xi8> {amp.flat_buffer_bytes = 4 : i8}) { return }

// -----

// expected-error @+1 {{'amp.op_locations' is a list of dictionaries on a function, found [1]}}
func.func @places_are_no_dictionaries() attributes {amp.op_locations = [1]} { return }

// -----

// expected-error @+1 {{'amp.arena_bytes' is an i64 from 0 on a function, found 4 : i128}}
func.func @arena_is_no_i64() attributes {amp.arena_bytes = 4 : i128} { return }

// -----

// expected-error @+1 {{unknown argument attribute 'amp.reduction'; known are 'amp.name', 'amp.batch', 'amp.variable', 'amp.flat_buffer', 'amp.flat_buffer_offset', 'amp.flat_buffer_bytes', 'amp.output', 'amp.element_type' and 'amp.index_ranges'}}
func.func @unknown_argument_attribute(%x: tensor<4xf32> {amp.reduction = "mean"}) { return }

// -----

// expected-error @+1 {{'amp.name' expects a non-empty string, found ""}}
func.func @result_name_is_empty(%x: tensor<f32>) -> (tensor<f32> {amp.name = ""}) {
  return %x : tensor<f32>
}

// -----

// expected-error @+1 {{'amp.reduction' expects "mean" or "sum", found "max"}}
func.func @unknown_reduction(%x: tensor<f32>) -> (tensor<f32> {amp.reduction = "max"}) {
  return %x : tensor<f32>
}

// -----

// expected-error @+1 {{unknown result attribute 'amp.output'; known are 'amp.name', 'amp.reduction' and 'amp.batch'}}
func.func @unknown_result_attribute(%x: tensor<f32>) -> (tensor<f32> {amp.output}) {
  return %x : tensor<f32>
}

// -----

// expected-error @+1 {{'amp.batch' expects no value, found 2 : i64}}
func.func @result_batch(%x: tensor<2xf32>) -> (tensor<2xf32> {amp.batch = 2}) {
  return %x : tensor<2xf32>
}

// -----

// expected-error @+1 {{'amp.flat_buffer' expects a symbol, found "s"}}
func.func @flat_buffer_is_no_symbol(%x: tensor<4xf32> {amp.flat_buffer = "s"}) { return }

// -----

// expected-error @+1 {{'amp.flat_buffer_offset' expects an i64 from 0, found @s}}
func.func @offset_is_no_integer(%x: tensor<4xf32> {amp.flat_buffer_offset = @s}) { return }

// -----

//===----------------------------------------------------------------------===//
// Precision, and unknown attributes
//===----------------------------------------------------------------------===//

// expected-error @+1 {{'amp.autocast' is a dictionary on a function, found f16}}
func.func @decorator_is_type() attributes {amp.autocast = f16} { return }

// -----

func.func @decorator_on_op(%x: tensor<8xf32>) {
  // expected-error @+1 {{'amp.autocast' is a dictionary on a function, found {}}}
  %0 = amp.relu %x {amp.autocast = {}} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// expected-error @+1 {{'amp.autocast' expects dtype f16 or bf16, found f32}}
func.func @decorator_dtype() attributes {amp.autocast = {dtype = f32}} { return }

// -----

// expected-error @+1 {{'amp.autocast' expects true or false for enabled, found 1 : i64}}
func.func @decorator_enabled() attributes {amp.autocast = {enabled = 1}} { return }

// -----

// expected-error @+1 {{'amp.autocast' has no key 'type'; known are dtype, enabled and cache}}
func.func @decorator_key() attributes {amp.autocast = {type = f16}} { return }

// -----

// expected-error @+1 {{unknown attribute 'amp.autocats'; known are 'amp.autocast', 'amp.policy', 'amp.precision', 'amp.assigned', 'amp.exempt', 'amp.uncached', 'amp.op_locations', 'amp.recompute', 'amp.arena_bytes' and 'amp.specialization'}}
func.func @misspelt() attributes {amp.autocats = {}} { return }

// -----

func.func @misspelt_on_op(%x: tensor<8xf32>) {
  // expected-error @+1 {{unknown attribute 'amp.precison'; known are}}
  %0 = amp.relu %x {amp.precison = "deny"} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @precision_is_number(%x: tensor<8xf32>) {
  // expected-error @+1 {{'amp.precision' is a category, such as "deny", or a dictionary, found 1 : i64 on 'amp.relu'}}
  %0 = amp.relu %x {amp.precision = 1} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// expected-error @+1 {{'amp.policy' is a dictionary on a module or a function, found "apex" on 'func.func'}}
func.func @policy_is_string() attributes {amp.policy = "apex"} { return }

// -----

func.func @policy_on_op(%x: tensor<8xf32>) {
  // expected-error @+1 {{'amp.policy' is a dictionary on a module or a function, found {} on 'amp.relu'}}
  %0 = amp.relu %x {amp.policy = {}} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// expected-error @+1 {{'amp.assigned' is a dictionary on a function, found "O1" on 'func.func'}}
func.func @assigned_is_string() attributes {amp.assigned = "O1"} { return }

// -----

func.func @exempt_is_unit(%x: tensor<8xf32>) {
  // expected-error @+1 {{'amp.exempt' is a string, found unit on 'amp.relu'}}
  %0 = amp.relu %x {amp.exempt} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @uncached_is_bool(%x: tensor<8xf32>) {
  // expected-error @+1 {{'amp.uncached' is a unit attribute, found true on 'amp.cast'}}
  %0 = amp.cast %x {amp.uncached = true} : tensor<8xf32> to tensor<8xf16>
  return
}

// -----

// expected-error @+1 {{'amp.specialization' is a dictionary on a function, of entry, shapes, batch, micro_batches and phase, found {entry = "f", phase = "middle"}}}
func.func @f() attributes {amp.specialization = {entry = "f", phase = "middle"}} {
  return
}

// -----

// expected-error @+1 {{'amp.specialization' is a dictionary on a function}}
func.func @f() attributes {amp.specialization = {batch = 0, entry = "f"}} {
  return
}

// -----

// expected-error @+1 {{'amp.specialization' is a dictionary on a function}}
func.func @f() attributes {amp.specialization = {shapes = ["4"]}} {
  return
}
