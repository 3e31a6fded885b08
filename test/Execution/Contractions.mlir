// RUN: amp-check %s
// RUN: amp-check %s --options="level=O1 dtype=f16"
// RUN: amp-check %s --options="level=O1 dtype=bf16"
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}

// Small integers are exact in every type, so that the values are those of every level.
func.func @matmul() {
  %a = check.input dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = check.input dense<[[5.0, 6.0], [7.0, 8.0]]> : tensor<2x2xf32>
  %c = amp.matmul %a, %b : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.equal %c, dense<[[19.0, 22.0], [43.0, 50.0]]> : tensor<2x2xf32>
  // Of the sum: the sums of b's rows, and of a's columns.
  %loss = amp.sum %c : (tensor<2x2xf32>) -> tensor<f32>
  %g:2 = amp.backward %loss wrt(%a, %b) : (tensor<f32>, tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  check.equal %g#0, dense<[[11.0, 15.0], [11.0, 15.0]]> : tensor<2x2xf32>
  check.equal %g#1, dense<[[4.0, 4.0], [6.0, 6.0]]> : tensor<2x2xf32>
  return
}

// torch.nn.functional.linear: x A^T + b.
func.func @linear() {
  %x = check.input dense<[[1.0, -1.0, 2.0]]> : tensor<1x3xf32>
  %w = check.input dense<[[1.0, 2.0, 3.0], [-4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %b = check.input dense<[10.0, -2.0]> : tensor<2xf32>
  %y = amp.linear %x, %w, %b : (tensor<1x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  check.equal %y, dense<[[15.0, 1.0]]> : tensor<1x2xf32>
  return
}

// Sums are f32: rounded to bf16 one by one they would end at 256.
func.func @accumulation() {
  %a = check.input dense<[[256.0, 1.0, 1.0]]> : tensor<1x3xbf16>
  %b = check.input dense<1.0> : tensor<3x1xbf16>
  %c = amp.matmul %a, %b : (tensor<1x3xbf16>, tensor<3x1xbf16>) -> tensor<1x1xbf16>
  check.equal %c, dense<258.0> : tensor<1x1xbf16>
  return
}

func.func @einsum() {
  %a = check.input dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = check.input dense<[1.0, 10.0]> : tensor<2xf32>
  %c = amp.einsum %a, %b {equation = "ij,j->i"} : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2xf32>
  check.equal %c, dense<[21.0, 43.0]> : tensor<2xf32>
  return
}
