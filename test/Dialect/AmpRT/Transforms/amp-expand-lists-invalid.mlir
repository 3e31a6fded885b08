// RUN: amp-opt %s --amp-expand-lists -verify-diagnostics -split-input-file --mlir-print-op-on-diagnostic=false

// expected-error @+1 {{argument 0 lies in @p and must be a contiguous buffer of known size with 'amp.flat_buffer_offset' and 'amp.flat_buffer_bytes'}}
func.func @no_offset(%a: memref<4xf32> {amp.variable = @a, amp.flat_buffer = @p}) {
  return
}

// -----

// expected-error @+1 {{argument 0 is a buffer of unknown size, 'memref<?xf32>'; expected static shapes of integers or floating-point numbers}}
func.func @unknown_size(%a: memref<?xf32> {amp.flat_buffer = @p, amp.flat_buffer_offset = 0 : i64, amp.flat_buffer_bytes = 16 : i64}) {
  return
}

// -----

// expected-error @+1 {{argument 0 of 16 bytes at 8 does not fit into @p of 16 bytes}}
func.func @beyond_the_end(%a: memref<4xf32> {amp.flat_buffer = @p, amp.flat_buffer_offset = 8 : i64, amp.flat_buffer_bytes = 16 : i64}) {
  return
}

// -----

// expected-error @+1 {{argument 1 of 16 bytes at 16 does not fit into @p of 32 bytes}}
func.func @two_sizes(%a: memref<4xf32> {amp.flat_buffer = @p, amp.flat_buffer_offset = 0 : i64, amp.flat_buffer_bytes = 32 : i64},
                     %b: memref<4xf32> {amp.flat_buffer = @p, amp.flat_buffer_offset = 16 : i64, amp.flat_buffer_bytes = 48 : i64}) {
  return
}

// -----

// expected-error @+1 {{expects a body without control flow}}
func.func @control_flow() {
  cf.br ^bb1
^bb1:
  return
}

// -----

func.func @tensors(%w: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'amprt.map_list' op is on tensors; bufferize before amp-expand-lists}}
  %0 = amprt.map_list outs(%w : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%x: f32):
    amprt.yield %x : f32
  }
  return %0 : tensor<4xf32>
}
