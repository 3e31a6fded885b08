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
