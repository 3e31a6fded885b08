// RUN: amp-opt %s --split-input-file --verify-diagnostics --amp-verify-form

// What no form has, and what a kernel graph may not hold, one case per message.

func.func @control(%x: tensor<4xf32>) -> tensor<4xf32> {
// expected-error@-1 {{'func.func' op has 2 blocks; a graph has no control flow}}
  cf.br ^bb1
^bb1:
  return %x : tensor<4xf32>
}

// -----

// expected-error@+1 {{'func.func' op has no body; external functions are not allowed}}
func.func private @external(tensor<4xf32>)

// -----

// expected-error@+1 {{argument 0 is of type 'memref<4xf32>'; a graph is on ranked tensors}}
func.func @buffer(%x: memref<4xf32>) { return }

// -----

// expected-error@+1 {{argument 0 is of type 'tensor<4xf32, "sparse">'; a graph is on tensors without an encoding}}
func.func @encoding(%x: tensor<4xf32, "sparse">) { return }

// -----

// expected-error@+1 {{argument 1 is of type 'tensor<4xi37>', whose elements the tools do not know}}
func.func @elements(%x: tensor<4xf32>, %y: tensor<4xi37>) { return }

// -----

// expected-error@+1 {{argument 0 is of type 'tensor<4294967296x4294967296xf32>': tensor: the number of elements of shape [4294967296, 4294967296] does not fit in 64 bits}}
func.func @huge(%x: tensor<4294967296x4294967296xf32>) { return }

// -----

// expected-error@+1 {{argument 0 has the attribute 'bufferization.access'; a graph has attributes of the amp dialect alone}}
func.func @foreign(%x: tensor<4xf32> {bufferization.access = "none"}) { return }

// -----

func.func @resource() -> tensor<1xf32> {
  // expected-error@+1 {{has a dense_resource in attribute 'value'; write the values out as dense}}
  %c = arith.constant dense_resource<blob> : tensor<1xf32>
  return %c : tensor<1xf32>
}

// -----

func.func @sparse() -> tensor<4xf32> {
  // expected-error@+1 {{has a constant that is not dense in attribute 'value'; write the values out as dense}}
  %c = arith.constant sparse<0, 1.0> : tensor<4xf32>
  return %c : tensor<4xf32>
}

// -----

func.func @constant() -> tensor<134217728xf32> {
  // expected-error@+1 {{has a constant of 134217728 elements; at most 256 MiB are allowed}}
  %c = amp.constant dense<1.0> : tensor<134217728xf32>
  return %c : tensor<134217728xf32>
}

// -----

// expected-error@+1 {{is not an op beside the functions of a graph}}
memref.global @g : memref<4xf32>

// -----

func.func @mixture(%x: tensor<4xf32>, %o: tensor<4xf32> {amp.output = ""}) -> tensor<4xf32> {
  // expected-error@+1 {{'amp.exp' op is an op of a training graph, of which a kernel graph has none; run the whole of amp-lowering-pipeline}}
  %e = amp.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %d = bufferization.materialize_in_destination %e in %o : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %d : tensor<4xf32>
}

// -----

// expected-error@+1 {{argument 0 has the attribute 'amp.output', which only kernel graphs have}}
func.func @output(%x: tensor<4xf32> {amp.output = ""}) { return }

// -----

func.func @foreign(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{is not an op of a training graph}}
  %e = math.exp %x : tensor<4xf32>
  return %e : tensor<4xf32>
}

// -----

func.func @gather(%x: tensor<4xf32>, %o: tensor<f32> {amp.output = ""}) {
  %i = arith.constant 5 : index
  // expected-error@+1 {{is not an op of a kernel graph, which has what convert-amp-to-linalg makes}}
  %v = tensor.extract %x[%i] : tensor<4xf32>
  return
}

// -----

// expected-error@+1 {{argument 0 is of type 'tensor<?xf32>'; a kernel graph is on static shapes}}
func.func @dynamic(%x: tensor<?xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  return
}

// -----

// expected-error@+1 {{argument 0 of type 'tensor<4xi16>' cannot hold elements of 'ui8'}}
func.func @width(%x: tensor<4xi16> {amp.element_type = ui8}) {
  %e = tensor.empty() : tensor<4xf32>
  return
}

// -----

// expected-error@+1 {{argument 0 is the value of unknown variable @w}}
func.func @variable(%x: tensor<4xf32> {amp.variable = @w}) {
  %e = tensor.empty() : tensor<4xf32>
  return
}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error@+1 {{argument 0 is of type 'tensor<4xf16>', but variable @w is 'tensor<4xf32>'}}
func.func @variable(%x: tensor<4xf16> {amp.variable = @w}) {
  %e = tensor.empty() : tensor<4xf32>
  return
}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error@+1 {{argument 1 is the value of variable @w, which argument 0 is already}}
func.func @twice(%x: tensor<4xf32> {amp.variable = @w}, %y: tensor<4xf32> {amp.variable = @w}) {
  %e = tensor.empty() : tensor<4xf32>
  return
}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error@+1 {{argument 0 is the value of variable @w and a result's destination}}
func.func @both(%x: tensor<4xf32> {amp.variable = @w, amp.output = ""}) {
  %e = tensor.empty() : tensor<4xf32>
  return
}

// -----

// expected-error@+1 {{argument 0 has a place in a flat buffer without all of 'amp.variable', 'amp.flat_buffer', 'amp.flat_buffer_offset' and 'amp.flat_buffer_bytes'}}
func.func @place(%x: tensor<4xf32> {amp.flat_buffer = @s}) {
  %e = tensor.empty() : tensor<4xf32>
  return
}

// -----

amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
// expected-error@+1 {{argument 0 lies in unknown flat buffer @s}}
func.func @flat_buffer(%x: tensor<4xf32> {amp.variable = @w, amp.flat_buffer = @s, amp.flat_buffer_offset = 0 : i64, amp.flat_buffer_bytes = 16 : i64}) {
  %e = tensor.empty() : tensor<4xf32>
  return
}

// -----

amp.variable parameter @v : tensor<4xf32> = #amp.init<zeros>
amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.flat_buffer @s [@v]
// expected-error@+1 {{argument 0 lies in flat buffer @s, which has no place for @w}}
func.func @stranger(%x: tensor<4xf32> {amp.variable = @w, amp.flat_buffer = @s, amp.flat_buffer_offset = 0 : i64, amp.flat_buffer_bytes = 16 : i64}) {
  %e = tensor.empty() : tensor<4xf32>
  return
}

// -----

amp.variable parameter @v : tensor<4xf32> = #amp.init<zeros>
amp.variable parameter @w : tensor<4xf32> = #amp.init<zeros>
amp.flat_buffer @s [@v, @w]
// expected-error@+1 {{argument 0 lies at byte 8 of 32 in flat buffer @s, where variable @w lies at byte 16 of 32}}
func.func @astray(%x: tensor<4xf32> {amp.variable = @w, amp.flat_buffer = @s, amp.flat_buffer_offset = 8 : i64, amp.flat_buffer_bytes = 32 : i64}) {
  %e = tensor.empty() : tensor<4xf32>
  return
}

// -----

func.func @types() {
  // expected-error@+1 {{works on 'tensor<4xui8>'; a kernel graph is on static shapes}}
  %e = tensor.empty() : tensor<4xui8>
  return
}

// -----

// The verifier of linalg looks at iterations 0 and 2.
func.func @periodic(%v: tensor<3xf32>) {
  %e = tensor.empty() : tensor<2xf32>
  // expected-error@+1 {{'linalg.generic' op operand 1 is indexed by affine_map<(d0) -> ((d0 * 64) mod 128)>, whose result 0 is 64 at iteration (1), outside of a dimension of size 2}}
  %w = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ((d0 * 64) mod 128)>], iterator_types = ["parallel"]}
      ins(%v : tensor<3xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2xf32>
  return
}

// -----

func.func @unknown(%v: tensor<2048x1024xf32>, %x: tensor<1048576xf32>) {
  %e = tensor.empty() : tensor<2048x1024xf32>
  // expected-error@+1 {{'linalg.generic' op operand 1 is indexed by affine_map<(d0, d1) -> ((d0 * 1024 + d1) mod 1048577)>, whose result 0 cannot be shown to stay in a dimension of size 1048576}}
  %w = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ((d0 * 1024 + d1) mod 1048577)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%v, %x : tensor<2048x1024xf32>, tensor<1048576xf32>) outs(%e : tensor<2048x1024xf32>) {
  ^bb0(%in: f32, %y: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2048x1024xf32>
  return
}

// -----

// Indices that are not monotone, and in bounds all the same.
func.func @folded(%v: tensor<6xf32>, %x: tensor<3xf32>, %o: tensor<6xf32> {amp.output = ""}) -> tensor<6xf32> {
  %e = tensor.empty() : tensor<6xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(d0) -> ((d0 floordiv 3) * 3 + d0 mod 3)>, affine_map<(d0) -> (2 - d0 mod 3)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%v, %x : tensor<6xf32>, tensor<3xf32>) outs(%e : tensor<6xf32>) {
  ^bb0(%in: f32, %y: f32, %out: f32):
    %s = arith.addf %in, %y : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  %d = bufferization.materialize_in_destination %w in %o : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return %d : tensor<6xf32>
}

// -----

func.func @sum(%v: tensor<3x4xf32>) {
  %e = tensor.empty() : tensor<6xf32>
  // expected-error@+1 {{writes result 0 by the indexing map affine_map<(d0, d1) -> (d0 + d1)>; expected a loop of its own, or a constant, for each dimension}}
  %w = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0 + d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%v : tensor<3x4xf32>) outs(%e : tensor<6xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<6xf32>
  return
}

// -----

func.func @race(%v: tensor<3x4xf32>) {
  %e = tensor.empty() : tensor<3xf32>
  // expected-error@+1 {{in which the parallel loop 1 does not occur: its iterations would write one element at the same time}}
  %w = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "parallel"]}
      ins(%v : tensor<3x4xf32>) outs(%e : tensor<3xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<3xf32>
  return
}

// -----

func.func @scan(%v: tensor<3xf32>) {
  %e = tensor.empty() : tensor<3xf32>
  // expected-error@+1 {{in which the reduction loop 0 occurs}}
  %w = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["reduction"]}
      ins(%v : tensor<3xf32>) outs(%e : tensor<3xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<3xf32>
  return
}

// -----

func.func @iterations(%a: tensor<4294967296xi8>, %o: tensor<i8>) {
  %c = arith.constant 0 : i8
  %e = tensor.empty() : tensor<i8>
  %z = linalg.fill ins(%c : i8) outs(%e : tensor<i8>) -> tensor<i8>
  // expected-error@+1 {{'linalg.generic' op has loops of more iterations than 64 bits count}}
  %w = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%a, %a : tensor<4294967296xi8>, tensor<4294967296xi8>) outs(%z : tensor<i8>) {
  ^bb0(%x: i8, %y: i8, %out: i8):
    linalg.yield %x : i8
  } -> tensor<i8>
  return
}

// -----

func.func @argument(%v: tensor<3xf32>) {
  // expected-error@+1 {{would write argument 0; expected a tensor of its own}}
  %w = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%v : tensor<3xf32>) {
  ^bb0(%out: f32):
    linalg.yield %out : f32
  } -> tensor<3xf32>
  return
}

// -----

func.func @accumulator() {
  // expected-note@+1 {{of this tensor of type 'tensor<3xf32>'}}
  %e = tensor.empty() : tensor<3xf32>
  // expected-error@+1 {{'linalg.generic' op reads elements that nothing has written}}
  %w = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<3xf32>) {
  ^bb0(%out: f32):
    linalg.yield %out : f32
  } -> tensor<3xf32>
  return
}

// -----

// Two of three parts are there.
func.func @parts(%v: tensor<2xf32>, %o: tensor<6xf32> {amp.output = ""}) -> tensor<6xf32> {
  %e = tensor.empty() : tensor<6xf32>
  %a = tensor.insert_slice %v into %e[0] [2] [1] : tensor<2xf32> into tensor<6xf32>
  // expected-note@+1 {{of this tensor}}
  %b = tensor.insert_slice %v into %a[4] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %whole = tensor.extract_slice %b[4] [2] [1] : tensor<6xf32> to tensor<2xf32>
  %c = tensor.insert_slice %whole into %b[2] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %d = bufferization.materialize_in_destination %c in %o : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  // expected-error@+1 {{'tensor.insert_slice' op reads elements that nothing has written}}
  %f = tensor.insert_slice %b into %c[0] [6] [1] : tensor<6xf32> into tensor<6xf32>
  return %d : tensor<6xf32>
}

// -----

// Every second element stays as it was.
func.func @holes(%v: tensor<2xf32>, %o: tensor<4xf32> {amp.output = ""}) -> tensor<4xf32> {
  %e = bufferization.alloc_tensor() : tensor<4xf32>
  // expected-note@+1 {{of this tensor}}
  %a = tensor.insert_slice %v into %e[0] [2] [2] : tensor<2xf32> into tensor<4xf32>
  // expected-error@+1 {{'bufferization.materialize_in_destination' op reads elements that nothing has written}}
  %d = bufferization.materialize_in_destination %a in %o : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %d : tensor<4xf32>
}

// -----

func.func @backwards(%x: tensor<8xf32>) {
  // expected-error@+1 {{'tensor.extract_slice' op has offset 4, size 4 and stride -100 in dimension 0; expected offset and size from 0 and stride from 1}}
  %r = tensor.extract_slice %x[4] [4] [-100] : tensor<8xf32> to tensor<4xf32>
  return
}

// -----

func.func @computed(%x: tensor<8xf32>) {
  %i = arith.constant 100 : index
  // expected-error@+1 {{has a computed size or offset; a kernel graph's are constants}}
  %s = tensor.extract_slice %x[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return
}

// -----

func.func @product(%x: tensor<0x4xf32>, %y: tensor<4x2xf32>) {
  %e = tensor.empty() : tensor<0x2xf32>
  // expected-error@+1 {{'amprt.gemm' op multiplies 1 times 0x4 by 4x2; expected sizes from 1}}
  %r = amprt.gemm ins(%x, %y : tensor<0x4xf32>, tensor<4x2xf32>) outs(%e : tensor<0x2xf32>) -> tensor<0x2xf32>
  return
}

// -----

func.func @alloc() {
  // expected-error@+1 {{'bufferization.alloc_tensor' op has a memory space; a kernel graph has none}}
  %e = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  return
}

// -----

func.func @input(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{writes argument 1, which is neither the value of a variable ('amp.variable') nor a result's destination ('amp.output')}}
  %d = bufferization.materialize_in_destination %x in %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %d : tensor<4xf32>
}

// -----

func.func @elsewhere(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error@+1 {{'bufferization.materialize_in_destination' op expects an argument of the function as its destination, and tensors}}
  %d = bufferization.materialize_in_destination %x in %e : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %d : tensor<4xf32>
}

// -----

func.func @again(%x: tensor<4xf32>, %o: tensor<4xf32> {amp.output = ""}) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-note@+1 {{the first time is here}}
  %d = bufferization.materialize_in_destination %x in %o : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{writes argument 1 a second time}}
  %f = bufferization.materialize_in_destination %x in %o : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %d, %f : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @returned(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error@+1 {{'func.return' op returns, as result 0, what no bufferization.materialize_in_destination made}}
  return %x : tensor<4xf32>
}

// -----

func.func @repeated(%x: tensor<4xf32>, %o: tensor<4xf32> {amp.output = ""}) -> (tensor<4xf32>, tensor<4xf32>) {
  %d = bufferization.materialize_in_destination %x in %o : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{'func.return' op returns result 1 a second time}}
  return %d, %d : tensor<4xf32>, tensor<4xf32>
}

// -----

// expected-error@+1 {{argument 0 is a result's destination, but nothing is written to it}}
func.func @nothing(%o: tensor<4xf32> {amp.output = ""}) {
  %e = tensor.empty() : tensor<4xf32>
  return
}

// -----

func.func @kept(%x: tensor<4xf32>, %o: tensor<4xf32> {amp.output = ""}) {
  // expected-error@+1 {{'bufferization.materialize_in_destination' op is not returned; what is written into an argument is a result of the function}}
  %d = bufferization.materialize_in_destination %x in %o : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @payload0(%a: tensor<i32>, %b: tensor<i32>) {
  %e = tensor.empty() : tensor<i32>
  %w = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%a, %b : tensor<i32>, tensor<i32>) outs(%e : tensor<i32>) {
  ^bb0(%x: i32, %y: i32, %out: i32):
    // expected-error@+1 {{is not an op of a kernel's payload}}
    %r = vector.broadcast %x : i32 to vector<4xi32>
    %q = arith.addi %x, %x : i32
    linalg.yield %q : i32
  } -> tensor<i32>
  return
}

// -----

func.func @payload1(%a: tensor<i32>, %b: tensor<i32>) {
  %e = tensor.empty() : tensor<i32>
  %w = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%a, %b : tensor<i32>, tensor<i32>) outs(%e : tensor<i32>) {
  ^bb0(%x: i32, %y: i32, %out: i32):
    // expected-error@+1 {{'arith.divsi' op divides by what may be 0 or -1; expected a constant, or an arith.select that takes a constant instead}}
    %q = arith.divsi %x, %y : i32
    linalg.yield %q : i32
  } -> tensor<i32>
  return
}

// -----

func.func @payload2(%a: tensor<i32>, %b: tensor<i32>) {
  %e = tensor.empty() : tensor<i32>
  %w = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%a, %b : tensor<i32>, tensor<i32>) outs(%e : tensor<i32>) {
  ^bb0(%x: i32, %y: i32, %out: i32):
    // expected-error@+1 {{'arith.remui' op divides by what may be 0; expected a constant}}
    %q = arith.remui %x, %y : i32
    linalg.yield %q : i32
  } -> tensor<i32>
  return
}

// -----

func.func @payload3(%a: tensor<i32>, %b: tensor<i32>) {
  %e = tensor.empty() : tensor<i32>
  %w = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%a, %b : tensor<i32>, tensor<i32>) outs(%e : tensor<i32>) {
  ^bb0(%x: i32, %y: i32, %out: i32):
    // expected-error@+1 {{'arith.shli' op shifts by what is not a constant below 32; the result would be undefined}}
    %q = arith.shli %x, %y : i32
    linalg.yield %q : i32
  } -> tensor<i32>
  return
}

// -----

func.func @payload4(%a: tensor<i32>, %b: tensor<i32>) {
  %e = tensor.empty() : tensor<i32>
  %w = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%a, %b : tensor<i32>, tensor<i32>) outs(%e : tensor<i32>) {
  ^bb0(%x: i32, %y: i32, %out: i32):
    // expected-error@+1 {{'arith.addi' op has the flag 'nsw', which leaves results undefined; leave it out}}
    %q = arith.addi %x, %y overflow<nsw> : i32
    linalg.yield %q : i32
  } -> tensor<i32>
  return
}

// -----

func.func @payload5(%a: tensor<i32>, %b: tensor<i32>) {
  %e = tensor.empty() : tensor<i32>
  %w = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%a, %b : tensor<i32>, tensor<i32>) outs(%e : tensor<i32>) {
  ^bb0(%x: i32, %y: i32, %out: i32):
    // expected-error@+1 {{has the flag 'nuw'}}
    %q = arith.addi %x, %y overflow<nuw> : i32
    linalg.yield %q : i32
  } -> tensor<i32>
  return
}

// -----

func.func @payload6(%a: tensor<i32>, %b: tensor<i32>) {
  %e = tensor.empty() : tensor<i32>
  %w = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%a, %b : tensor<i32>, tensor<i32>) outs(%e : tensor<i32>) {
  ^bb0(%x: i32, %y: i32, %out: i32):
    %three = arith.constant 3 : i32
    // expected-error@+1 {{has the flag 'isExact'}}
    %q = arith.shrui %x, %three exact : i32
    linalg.yield %q : i32
  } -> tensor<i32>
  return
}

// -----

func.func @payload7(%a: tensor<i32>, %b: tensor<i32>) {
  %e = tensor.empty() : tensor<i32>
  %w = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%a, %b : tensor<i32>, tensor<i32>) outs(%e : tensor<i32>) {
  ^bb0(%x: i32, %y: i32, %out: i32):
    // expected-error@+1 {{has the flag}}
    %t = arith.trunci %x overflow<nsw> : i32 to i8
    %q = arith.addi %x, %y : i32
    linalg.yield %q : i32
  } -> tensor<i32>
  return
}

// -----

func.func @payload8(%a: tensor<f32>, %b: tensor<f32>) {
  %e = tensor.empty() : tensor<f32>
  %w = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%a, %b : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    // expected-error@+1 {{has the flag 'nnan'}}
    %q = arith.addf %x, %y fastmath<nnan> : f32
    linalg.yield %q : f32
  } -> tensor<f32>
  return
}

// -----

func.func @payload9(%a: tensor<f32>, %b: tensor<f32>) {
  %e = tensor.empty() : tensor<f32>
  %w = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%a, %b : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    // expected-error@+1 {{has the flag 'ninf'}}
    %q = arith.addf %x, %y fastmath<ninf> : f32
    linalg.yield %q : f32
  } -> tensor<f32>
  return
}

// -----

func.func @payload10(%a: tensor<bf16>, %b: tensor<bf16>) {
  %e = tensor.empty() : tensor<bf16>
  %w = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%a, %b : tensor<bf16>, tensor<bf16>) outs(%e : tensor<bf16>) {
  ^bb0(%x: bf16, %y: bf16, %out: bf16):
    // expected-error@+1 {{'math.erf' op computes with 'bf16'; expected f32 or f64}}
    %q = math.erf %x : bf16
    linalg.yield %q : bf16
  } -> tensor<bf16>
  return
}

// -----

func.func @payload11(%a: tensor<f32>, %b: tensor<f32>) {
  %e = tensor.empty() : tensor<f32>
  %w = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%a, %b : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    // expected-error@+1 {{'arith.extf' op computes with 'f80'; expected f64, f32, f16, bf16, i64, i32, i16, i8, i1 or index}}
    %t = arith.extf %x : f32 to f80
    %q = arith.truncf %t : f80 to f32
    linalg.yield %q : f32
  } -> tensor<f32>
  return
}

// -----

// Divisors that are known: a constant, and one that is taken instead of 0 and -1.
func.func @divisors(%a: tensor<i32>, %b: tensor<i32>, %o: tensor<i32> {amp.output = ""}) -> tensor<i32> {
  %e = tensor.empty() : tensor<i32>
  %w = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%a, %b : tensor<i32>, tensor<i32>) outs(%e : tensor<i32>) {
  ^bb0(%x: i32, %y: i32, %out: i32):
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %minus = arith.constant -1 : i32
    %isZero = arith.cmpi eq, %y, %zero : i32
    %isMinus = arith.cmpi eq, %y, %minus : i32
    %isBad = arith.ori %isZero, %isMinus : i1
    %good = arith.select %isBad, %one, %y : i32
    %p = arith.divsi %x, %good : i32
    %q = arith.remsi %p, %one : i32
    linalg.yield %q : i32
  } -> tensor<i32>
  %d = bufferization.materialize_in_destination %w in %o : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %d : tensor<i32>
}

// -----

func.func @rounding(%a: tensor<f32>) {
  %e = tensor.empty() : tensor<bf16>
  %w = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%a : tensor<f32>) outs(%e : tensor<bf16>) {
  ^bb0(%x: f32, %out: bf16):
    // expected-error@+1 {{'arith.truncf' op has a rounding mode; kernels round to nearest, ties to even, without saying so}}
    %q = arith.truncf %x downward : f32 to bf16
    linalg.yield %q : bf16
  } -> tensor<bf16>
  return
}

// -----

// What a loop fills, slice by slice and backwards, is written behind it.
func.func @loop(%x: tensor<3x4xf32>, %o: tensor<3x4xf32> {amp.output = ""}) -> tensor<3x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<3x4xf32>
  %l = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %e) -> tensor<3x4xf32> {
    %p = affine.apply affine_map<(d0) -> (2 - d0)>(%i)
    %s = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<4xf32>
    %n = tensor.insert_slice %s into %a[%p, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<3x4xf32>
    scf.yield %n : tensor<3x4xf32>
  }
  %d = bufferization.materialize_in_destination %l in %o : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %d : tensor<3x4xf32>
}

// -----

func.func @loop_leaves_gaps(%x: tensor<6x4xf32>, %o: tensor<6x4xf32> {amp.output = ""}) -> tensor<6x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<6x4xf32>
  // expected-note@+1 {{of this tensor of type 'tensor<6x4xf32>'}}
  %l = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %e) -> tensor<6x4xf32> {
    %p = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %s = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<6x4xf32> to tensor<4xf32>
    %n = tensor.insert_slice %s into %a[%p, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<6x4xf32>
    scf.yield %n : tensor<6x4xf32>
  }
  // expected-error@+1 {{reads elements that nothing has written}}
  %d = bufferization.materialize_in_destination %l in %o : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xf32>
  return %d : tensor<6x4xf32>
}

// -----

func.func @loop_leaves_its_tensor(%x: tensor<3x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = bufferization.alloc_tensor() copy(%x) : tensor<3x4xf32>
  %l = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %e) -> tensor<3x4xf32> {
    %p = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    // expected-error@+1 {{takes 1 elements from offset 3 by stride 1 in dimension 0, which has 3}}
    %s = tensor.extract_slice %x[%p, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<4xf32>
    scf.yield %a : tensor<3x4xf32>
  }
  return
}

// -----

func.func @sums_into_argument(%x: tensor<1x6x4xf32>, %o: tensor<1x6x1xi32>, %s: tensor<1x10x1xi32>, %y: tensor<1x9x4xf32>) {
  // expected-error@+1 {{'amprt.sum_groups' op would write argument 3; expected a tensor of its own}}
  %0 = amprt.sum_groups ins(%x, %o, %s : tensor<1x6x4xf32>, tensor<1x6x1xi32>, tensor<1x10x1xi32>) outs(%y : tensor<1x9x4xf32>) {accumulate} -> tensor<1x9x4xf32>
  return
}

// -----

func.func @loop_counts_elsewhere(%x: tensor<3x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = bufferization.alloc_tensor() copy(%x) : tensor<3x4xf32>
  %l = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %e) -> tensor<3x4xf32> {
    // expected-error@+1 {{has a computed size or offset; a kernel graph's are constants, but for the offset in the first dimension, which may follow a loop}}
    %s = tensor.extract_slice %x[0, %i] [3, 1] [1, 1] : tensor<3x4xf32> to tensor<3xf32>
    scf.yield %a : tensor<3x4xf32>
  }
  return
}

// -----

func.func @loop_of_two(%x: tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %e = bufferization.alloc_tensor() copy(%x) : tensor<4xf32>
  // expected-error@+1 {{'scf.for' op expects a constant number of iterations, one or more, counted from 0 by 1}}
  %l = scf.for %i = %c0 to %c3 step %c2 iter_args(%a = %e) -> tensor<4xf32> {
    scf.yield %a : tensor<4xf32>
  }
  return
}

// -----

func.func @loop_over_argument(%x: tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %s = tensor.extract_slice %x[0] [4] [1] : tensor<4xf32> to tensor<4xf32>
  // expected-error@+1 {{'scf.for' op would write argument 0}}
  %l = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %s) -> tensor<4xf32> {
    scf.yield %a : tensor<4xf32>
  }
  return
}

// -----

func.func @loop_reads_too_early(%x: tensor<3x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<3x4xf32>
  %l = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %e) -> tensor<3x4xf32> {
    // expected-note@+1 {{of this tensor of type 'tensor<4xf32>'}}
    %s = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<4xf32>
    // expected-error@+1 {{reads elements that nothing has written}}
    %n = tensor.insert_slice %s into %a[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<3x4xf32>
    scf.yield %n : tensor<3x4xf32>
  }
  return
}

// -----

func.func @loop_forgets(%x: tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = bufferization.alloc_tensor() copy(%x) : tensor<4xf32>
  %l = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %e) -> tensor<4xf32> {
    // expected-note@+1 {{of this tensor of type 'tensor<4xf32>'}}
    %n = tensor.empty() : tensor<4xf32>
    // expected-error@+1 {{'scf.yield' op reads elements that nothing has written}}
    scf.yield %n : tensor<4xf32>
  }
  return
}

// -----

func.func @loop_stores(%x: tensor<4xf32>, %o: tensor<4xf32> {amp.output = ""}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = bufferization.alloc_tensor() copy(%x) : tensor<4xf32>
  %l = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %e) -> tensor<4xf32> {
    // expected-error@+1 {{writes an argument in a loop; expected it behind all loops}}
    %d = bufferization.materialize_in_destination %a in %o : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %d : tensor<4xf32>
  }
  return
}

// -----

func.func @sums_onto_nothing(%x: tensor<1x6x4xf32>, %o: tensor<1x6x1xi32>, %s: tensor<1x10x1xi32>) {
  // expected-note@+1 {{of this tensor of type 'tensor<1x9x4xf32>'}}
  %e = tensor.empty() : tensor<1x9x4xf32>
  // expected-error@+1 {{'amprt.sum_groups' op reads elements that nothing has written}}
  %0 = amprt.sum_groups ins(%x, %o, %s : tensor<1x6x4xf32>, tensor<1x6x1xi32>, tensor<1x10x1xi32>) outs(%e : tensor<1x9x4xf32>) {accumulate} -> tensor<1x9x4xf32>
  return
}
