// RUN: amp-opt %s --amp-select-entry="entry=train" -split-input-file -verify-diagnostics

// expected-error @below {{has no entry point 'train'}}
module {
  func.func @evaluate() {
    return
  }
}

// -----

// A declaration cannot be compiled.
// expected-error @below {{has no entry point 'train'}}
module {
  func.func private @train()
}

// -----

func.func @helper() {
  return
}
func.func @train() {
  // expected-error @below {{'func.call' op of @helper cannot be compiled; inline calls first}}
  call @helper() : () -> ()
  return
}
