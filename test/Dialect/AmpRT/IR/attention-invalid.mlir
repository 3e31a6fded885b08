// RUN: amp-opt %s -verify-diagnostics -split-input-file

// One case per diagnostic, named after what is wrong.

func.func @inputs(%q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x3xf32>, %y: tensor<2x4x6x3xf32>, %l: tensor<2x4x6xf32>) {
  // expected-error @+1 {{'amprt.attention' op expects 3 inputs and 2 destinations, found 2 and 2}}
  %0:2 = amprt.attention ins(%q, %k : tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>) outs(%y, %l : tensor<2x4x6x3xf32>, tensor<2x4x6xf32>) {scale = 1.0 : f64} -> tensor<2x4x6x3xf32>, tensor<2x4x6xf32>
  return
}

// -----

func.func @mixed(%q: tensor<2x4x6x8xf32>, %k: memref<2x2x5x8xf32>, %v: tensor<2x2x5x3xf32>, %y: tensor<2x4x6x3xf32>, %l: tensor<2x4x6xf32>) {
  // expected-error @+1 {{'amprt.attention' op expects tensors or buffers, not both}}
  %0:2 = amprt.attention ins(%q, %k, %v : tensor<2x4x6x8xf32>, memref<2x2x5x8xf32>, tensor<2x2x5x3xf32>) outs(%y, %l : tensor<2x4x6x3xf32>, tensor<2x4x6xf32>) {scale = 1.0 : f64} -> tensor<2x4x6x3xf32>, tensor<2x4x6xf32>
  return
}

// -----

func.func @result_types(%q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x3xf32>, %y: tensor<2x4x6x3xf32>, %l: tensor<2x4x6xf32>) {
  // expected-error @+1 {{'amprt.attention' op has a result for each destination that is a tensor, of its type}}
  %0:2 = amprt.attention ins(%q, %k, %v : tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>) outs(%y, %l : tensor<2x4x6x3xf32>, tensor<2x4x6xf32>) {scale = 1.0 : f64} -> tensor<2x4x6x3xf16>, tensor<2x4x6xf32>
  return
}

// -----

func.func @rank(%q: tensor<2x4x6x8xf32>, %k: tensor<2x5x8xf32>, %v: tensor<2x2x5x3xf32>, %y: tensor<2x4x6x3xf32>, %l: tensor<2x4x6xf32>) {
  // expected-error @+1 {{'amprt.attention' op expects four dimensions of static size, found 'tensor<2x5x8xf32>'}}
  %0:2 = amprt.attention ins(%q, %k, %v : tensor<2x4x6x8xf32>, tensor<2x5x8xf32>, tensor<2x2x5x3xf32>) outs(%y, %l : tensor<2x4x6x3xf32>, tensor<2x4x6xf32>) {scale = 1.0 : f64} -> tensor<2x4x6x3xf32>, tensor<2x4x6xf32>
  return
}

// -----

func.func @rows_first(%q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x3xf32>, %y: tensor<2x4x6x3xf32>, %l: tensor<2x4x6xf32>) {
  // expected-error @+1 {{'amprt.attention' op expects rows_first of matrices from 0 to 3, found 4}}
  %0:2 = amprt.attention ins(%q, %k, %v : tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>) outs(%y, %l : tensor<2x4x6x3xf32>, tensor<2x4x6xf32>) {rows_first = array<i64: 4>, scale = 1.0 : f64} -> tensor<2x4x6x3xf32>, tensor<2x4x6xf32>
  return
}

// -----

func.func @sizes(%q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x4x3xf32>, %y: tensor<2x4x6x3xf32>, %l: tensor<2x4x6xf32>) {
  // expected-error @+1 {{'amprt.attention' op sizes do not fit: matrix 2 is 'tensor<2x2x4x3xf32>' beside query 'tensor<2x4x6x8xf32>', key 'tensor<2x2x5x8xf32>' and value 'tensor<2x2x4x3xf32>'}}
  %0:2 = amprt.attention ins(%q, %k, %v : tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x4x3xf32>) outs(%y, %l : tensor<2x4x6x3xf32>, tensor<2x4x6xf32>) {scale = 1.0 : f64} -> tensor<2x4x6x3xf32>, tensor<2x4x6xf32>
  return
}

// -----

func.func @order(%q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x3xf32>, %y: tensor<2x4x6x3xf32>, %l: tensor<2x4x6xf32>) {
  // expected-error @+1 {{'amprt.attention' op sizes do not fit: matrix 3}}
  %0:2 = amprt.attention ins(%q, %k, %v : tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>) outs(%y, %l : tensor<2x4x6x3xf32>, tensor<2x4x6xf32>) {rows_first = array<i64: 0>, scale = 1.0 : f64} -> tensor<2x4x6x3xf32>, tensor<2x4x6xf32>
  return
}

// -----

func.func @f64(%q: tensor<2x4x6x8xf64>, %k: tensor<2x2x5x8xf64>, %v: tensor<2x2x5x3xf64>, %y: tensor<2x4x6x3xf64>, %l: tensor<2x4x6xf32>) {
  // expected-error @+1 {{'amprt.attention' op expects elements of f32, f16 or bf16, found 'tensor<2x4x6x8xf64>'}}
  %0:2 = amprt.attention ins(%q, %k, %v : tensor<2x4x6x8xf64>, tensor<2x2x5x8xf64>, tensor<2x2x5x3xf64>) outs(%y, %l : tensor<2x4x6x3xf64>, tensor<2x4x6xf32>) {scale = 1.0 : f64} -> tensor<2x4x6x3xf64>, tensor<2x4x6xf32>
  return
}

// -----

func.func @result(%q: tensor<2x4x6x8xf16>, %k: tensor<2x2x5x8xf16>, %v: tensor<2x2x5x3xf16>, %y: tensor<2x4x6x3xbf16>, %l: tensor<2x4x6xf32>) {
  // expected-error @+1 {{'amprt.attention' op expects a result of 'f16' or f32, found 'tensor<2x4x6x3xbf16>'}}
  %0:2 = amprt.attention ins(%q, %k, %v : tensor<2x4x6x8xf16>, tensor<2x2x5x8xf16>, tensor<2x2x5x3xf16>) outs(%y, %l : tensor<2x4x6x3xbf16>, tensor<2x4x6xf32>) {scale = 1.0 : f64} -> tensor<2x4x6x3xbf16>, tensor<2x4x6xf32>
  return
}

// -----

func.func @types(%q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf16>, %v: tensor<2x2x5x3xf32>, %y: tensor<2x4x6x3xf32>, %l: tensor<2x4x6xf32>) {
  // expected-error @+1 {{'amprt.attention' op expects elements of 'f32', found 'tensor<2x2x5x8xf16>'}}
  %0:2 = amprt.attention ins(%q, %k, %v : tensor<2x4x6x8xf32>, tensor<2x2x5x8xf16>, tensor<2x2x5x3xf32>) outs(%y, %l : tensor<2x4x6x3xf32>, tensor<2x4x6xf32>) {scale = 1.0 : f64} -> tensor<2x4x6x3xf32>, tensor<2x4x6xf32>
  return
}

// -----

func.func @heads(%q: tensor<2x4x6x8xf32>, %k: tensor<2x3x5x8xf32>, %v: tensor<2x3x5x3xf32>, %y: tensor<2x4x6x3xf32>, %l: tensor<2x4x6xf32>) {
  // expected-error @+1 {{'amprt.attention' op expects a number of query heads that is a multiple of that of keys, found 4 and 3}}
  %0:2 = amprt.attention ins(%q, %k, %v : tensor<2x4x6x8xf32>, tensor<2x3x5x8xf32>, tensor<2x3x5x3xf32>) outs(%y, %l : tensor<2x4x6x3xf32>, tensor<2x4x6xf32>) {scale = 1.0 : f64} -> tensor<2x4x6x3xf32>, tensor<2x4x6xf32>
  return
}

// -----

func.func @logarithms(%q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x3xf32>, %y: tensor<2x4x6x3xf32>, %l: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'amprt.attention' op expects logarithms of f32 for each of 2x4x6 rows, found 'tensor<2x4x5xf32>'}}
  %0:2 = amprt.attention ins(%q, %k, %v : tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>) outs(%y, %l : tensor<2x4x6x3xf32>, tensor<2x4x5xf32>) {scale = 1.0 : f64} -> tensor<2x4x6x3xf32>, tensor<2x4x5xf32>
  return
}

// -----

func.func @mask(%q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x3xf32>, %y: tensor<2x4x6x3xf32>, %l: tensor<2x4x6xf32>, %m: tensor<2x2x6x5xi1>) {
  // expected-error @+1 {{'amprt.attention' op expects a mask of f32, f16, bf16 or i1 whose four dimensions are 1 or those of the scores, found 'tensor<2x2x6x5xi1>'}}
  %0:2 = amprt.attention ins(%q, %k, %v : tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>) mask(%m : tensor<2x2x6x5xi1>) outs(%y, %l : tensor<2x4x6x3xf32>, tensor<2x4x6xf32>) {scale = 1.0 : f64} -> tensor<2x4x6x3xf32>, tensor<2x4x6xf32>
  return
}

// -----

func.func @mask_and_causal(%q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x3xf32>, %y: tensor<2x4x6x3xf32>, %l: tensor<2x4x6xf32>, %m: tensor<2x1x6x5xi1>) {
  // expected-error @+1 {{'amprt.attention' op is causal and has a mask}}
  %0:2 = amprt.attention ins(%q, %k, %v : tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>) mask(%m : tensor<2x1x6x5xi1>) outs(%y, %l : tensor<2x4x6x3xf32>, tensor<2x4x6xf32>) {is_causal, scale = 1.0 : f64} -> tensor<2x4x6x3xf32>, tensor<2x4x6xf32>
  return
}

// -----

func.func @dropout(%q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x3xf32>, %y: tensor<2x4x6x3xf32>, %l: tensor<2x4x6xf32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{'amprt.attention' op expects dropout_p in [0, 1], found 2}}
  %0:2 = amprt.attention ins(%q, %k, %v : tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>) random(%s : tensor<2xi64>) outs(%y, %l : tensor<2x4x6x3xf32>, tensor<2x4x6xf32>) {dropout_p = 2.0 : f64, scale = 1.0 : f64} -> tensor<2x4x6x3xf32>, tensor<2x4x6xf32>
  return
}

// -----

func.func @no_state(%q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x3xf32>, %y: tensor<2x4x6x3xf32>, %l: tensor<2x4x6xf32>) {
  // expected-error @+1 {{'amprt.attention' op has a random state exactly if dropout_p is above 0}}
  %0:2 = amprt.attention ins(%q, %k, %v : tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>) outs(%y, %l : tensor<2x4x6x3xf32>, tensor<2x4x6xf32>) {dropout_p = 0.5 : f64, scale = 1.0 : f64} -> tensor<2x4x6x3xf32>, tensor<2x4x6xf32>
  return
}

// -----

func.func @state(%q: tensor<2x4x6x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x3xf32>, %y: tensor<2x4x6x3xf32>, %l: tensor<2x4x6xf32>, %s: tensor<3xi64>) {
  // expected-error @+1 {{'amprt.attention' op expects a random state of two elements, found 'tensor<3xi64>'}}
  %0:2 = amprt.attention ins(%q, %k, %v : tensor<2x4x6x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x3xf32>) random(%s : tensor<3xi64>) outs(%y, %l : tensor<2x4x6x3xf32>, tensor<2x4x6xf32>) {dropout_p = 0.5 : f64, scale = 1.0 : f64} -> tensor<2x4x6x3xf32>, tensor<2x4x6xf32>
  return
}
