// RUN: amp-opt %s --amp-plan-memory -verify-diagnostics -split-input-file --mlir-print-op-on-diagnostic=false

func.func @unknown_size(%n: index) {
  // expected-error @+1 {{cannot place a buffer of unknown size: 'memref<?xf32>'; run amp-specialize-shapes}}
  %0 = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

// expected-error @+1 {{expects a body without control flow}}
func.func @control_flow() {
  cf.br ^bb1
^bb1:
  %0 = memref.alloc() : memref<8xf32>
  return
}

// -----

// More bytes than 64 bits count.
func.func @too_large() {
  // expected-error @+1 {{cannot place a buffer of 'memref<4611686018427387904x4xf32>': the sizes are beyond 64 bits}}
  %0 = memref.alloc() : memref<4611686018427387904x4xf32>
  return
}

// -----

func.func @elements() {
  // expected-error @+1 {{cannot place a buffer of unknown size: 'memref<8xvector<4xf32>>'}}
  %0 = memref.alloc() : memref<8xvector<4xf32>>
  return
}

// -----

// expected-error @+1 {{is called, and its callers have no arena for it; run amp-inline-calls first}}
func.func @callee() { return }
func.func @caller() {
  call @callee() : () -> ()
  return
}
