// RUN: amp-check %s
// RUN: amp-check %s --options="level=O1 dtype=f16"
// RUN: amp-check %s --options="level=O1 dtype=bf16"
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}

// Queries that are 0 weigh all keys alike: means of the values, of those before in the
// second, and of the others than the masked one in the third.
func.func @means() {
  %q = check.input dense<0.0> : tensor<2x1xf32>
  %k = check.input dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %v = check.input dense<[[2.0, 4.0], [6.0, 12.0]]> : tensor<2x2xf32>
  %mask = check.input dense<[[true, false], [true, true]]> : tensor<2x2xi1>
  %y = amp.scaled_dot_product_attention %q, %k, %v : (tensor<2x1xf32>, tensor<2x1xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.equal %y, dense<[[4.0, 8.0], [4.0, 8.0]]> : tensor<2x2xf32>
  %causal = amp.scaled_dot_product_attention %q, %k, %v {is_causal = true} : (tensor<2x1xf32>, tensor<2x1xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.equal %causal, dense<[[2.0, 4.0], [4.0, 8.0]]> : tensor<2x2xf32>
  %masked = amp.scaled_dot_product_attention %q, %k, %v, %mask : (tensor<2x1xf32>, tensor<2x1xf32>, tensor<2x2xf32>, tensor<2x2xi1>) -> tensor<2x2xf32>
  check.equal %masked, dense<[[2.0, 4.0], [4.0, 8.0]]> : tensor<2x2xf32>
  return
}

// Two heads of the query for one of the keys: the means of its values.
func.func @grouped() {
  %q = check.input dense<0.0> : tensor<4x1x1xf32>
  %k = check.input dense<1.0> : tensor<2x2x1xf32>
  %v = check.input dense<[[[2.0], [6.0]], [[1.0], [2.0]]]> : tensor<2x2x1xf32>
  %y = amp.scaled_dot_product_attention %q, %k, %v {enable_gqa = true} : (tensor<4x1x1xf32>, tensor<2x2x1xf32>, tensor<2x2x1xf32>) -> tensor<4x1x1xf32>
  check.equal %y, dense<[[[4.0]], [[4.0]], [[1.5]], [[1.5]]]> : tensor<4x1x1xf32>
  return
}

// Of the probabilities, all 1/4, amp.dropout of the same state drops the same; what is
// kept doubles.
func.func @dropout() {
  %q = check.input dense<0.0> : tensor<2x1xf32>
  %k = check.input dense<1.0> : tensor<4x1xf32>
  %v = check.input dense<[[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]> : tensor<4x4xf32>
  %state = check.input dense<[5, 7]> : tensor<2xi64>
  %y, %next = amp.scaled_dot_product_attention %q, %k, %v random(%state) {dropout_p = 0.5 : f64} : (tensor<2x1xf32>, tensor<4x1xf32>, tensor<4x4xf32>, tensor<2xi64>) -> (tensor<2x4xf32>, tensor<2xi64>)
  check.equal %next, dense<[5, 9]> : tensor<2xi64>
  %p = check.input dense<0.25> : tensor<2x4xf32>
  %kept, %same = amp.dropout %p, %state {p = 0.5 : f64} : (tensor<2x4xf32>, tensor<2xi64>) -> (tensor<2x4xf32>, tensor<2xi64>)
  %difference = amp.sub %y, %kept : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  check.equal %difference, dense<0.0> : tensor<2x4xf32>
  %all, %unused = amp.scaled_dot_product_attention %q, %k, %v random(%state) : (tensor<2x1xf32>, tensor<4x1xf32>, tensor<4x4xf32>, tensor<2xi64>) -> (tensor<2x4xf32>, tensor<2xi64>)
  check.equal %all, dense<0.25> : tensor<2x4xf32>
  check.equal %unused, dense<[5, 7]> : tensor<2xi64>
  return
}

// A row that sees nothing is 0, whether a mask of truth values or one of numbers says so.
func.func @nothing_is_seen() {
  %q = check.input dense<1.0> : tensor<2x1xf32>
  %k = check.input dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %v = check.input dense<[[2.0, 4.0], [6.0, 12.0]]> : tensor<2x2xf32>
  %mask = check.input dense<[[false, true], [false, false]]> : tensor<2x2xi1>
  %y = amp.scaled_dot_product_attention %q, %k, %v, %mask : (tensor<2x1xf32>, tensor<2x1xf32>, tensor<2x2xf32>, tensor<2x2xi1>) -> tensor<2x2xf32>
  check.equal %y, dense<[[6.0, 12.0], [0.0, 0.0]]> : tensor<2x2xf32>
  %added = check.input dense<[[0xFF800000, 0.0], [0xFF800000, 0xFF800000]]> : tensor<2x2xf32>
  %z = amp.scaled_dot_product_attention %q, %k, %v, %added : (tensor<2x1xf32>, tensor<2x1xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.equal %z, dense<[[6.0, 12.0], [0.0, 0.0]]> : tensor<2x2xf32>
  return
}

// Heads that lie behind rows, as projections have them, without a copy.
func.func @heads_behind_rows() {
  %q = check.input dense<0.0> : tensor<1x2x3x1xf32>
  %k = check.input dense<1.0> : tensor<1x2x3x1xf32>
  %v = check.input dense<[[[[1.0], [2.0], [3.0]], [[3.0], [6.0], [9.0]]]]> : tensor<1x2x3x1xf32>
  %a = amp.transpose %q {permutation = array<i64: 0, 2, 1, 3>} : (tensor<1x2x3x1xf32>) -> tensor<1x3x2x1xf32>
  %b = amp.transpose %k {permutation = array<i64: 0, 2, 1, 3>} : (tensor<1x2x3x1xf32>) -> tensor<1x3x2x1xf32>
  %c = amp.transpose %v {permutation = array<i64: 0, 2, 1, 3>} : (tensor<1x2x3x1xf32>) -> tensor<1x3x2x1xf32>
  %y = amp.scaled_dot_product_attention %a, %b, %c {is_causal = true} : (tensor<1x3x2x1xf32>, tensor<1x3x2x1xf32>, tensor<1x3x2x1xf32>) -> tensor<1x3x2x1xf32>
  %z = amp.transpose %y {permutation = array<i64: 0, 2, 1, 3>} : (tensor<1x3x2x1xf32>) -> tensor<1x2x3x1xf32>
  check.equal %z, dense<[[[[1.0], [2.0], [3.0]], [[2.0], [4.0], [6.0]]]]> : tensor<1x2x3x1xf32>
  return
}
