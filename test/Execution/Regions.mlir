// RUN: amp-check %s
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}
// RUN: amp-check %s --amp-assign-precision=implicit-region=false

// 2049 is no number of f16, and neither 257 nor 2049 is one of bf16.
func.func @autocast() {
  %x = check.input dense<[[2049.0, 257.0]]> : tensor<1x2xf32>
  %w = check.input dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %f16 = amp.autocast dtype(f16) -> tensor<1x2xf32> {
    %y = amp.matmul %x, %w {check.takes = [f16, f16], check.gives = [f16]} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    amp.yield %y : tensor<1x2xf32>
  }
  check.equal %f16, dense<[[2048.0, 257.0]]> : tensor<1x2xf32>
  %bf16 = amp.autocast dtype(bf16) -> tensor<1x2xf32> {
    %y = amp.matmul %x, %w {check.takes = [bf16, bf16], check.gives = [bf16]} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    amp.yield %y : tensor<1x2xf32>
  }
  check.equal %bf16, dense<[[2048.0, 256.0]]> : tensor<1x2xf32>
  %f32 = amp.autocast dtype(f16) -> tensor<1x2xf32> {
    %outer = amp.autocast enabled(false) -> tensor<1x2xf32> {
      %y = amp.matmul %x, %w {check.takes = [f32, f32], check.gives = [f32]} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
      amp.yield %y : tensor<1x2xf32>
    }
    amp.yield %outer : tensor<1x2xf32>
  }
  check.equal %f32, dense<[[2049.0, 257.0]]> : tensor<1x2xf32>
  return
}

// A backward pass that somebody wrote: ten times the derivative.
func.func @custom_function() {
  %x = check.input dense<[1.0, -2.0]> : tensor<2xf32>
  %y = amp.custom_function(%x) : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<2xf32>):
    %b = amp.relu %a : (tensor<2xf32>) -> tensor<2xf32>
    amp.yield %b : tensor<2xf32>
  } backward {
  ^bb0(%g: tensor<2xf32>):
    %ten = amp.constant dense<10.0> : tensor<f32>
    %d = amp.mul %g, %ten : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    amp.yield %d : tensor<2xf32>
  }
  check.equal %y, dense<[1.0, 0.0]> : tensor<2xf32>
  %loss = amp.sum %y : (tensor<2xf32>) -> tensor<f32>
  %dx = amp.backward %loss wrt(%x) : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  check.equal %dx, dense<10.0> : tensor<2xf32>
  return
}

// ((h w + x₀) w + x₁) w + x₂ for h = 1 and w = 2, its derivatives, 3 h w² + 2 x₀ w + x₁ and
// 6 h w + 2 x₀ among them, and the same from the last step to the first.
func.func @scan() {
  %h = check.input dense<1.0> : tensor<1xf32>
  %w = check.input dense<2.0> : tensor<1xf32>
  %xs = check.input dense<[[1.0], [2.0], [3.0]]> : tensor<3x1xf32>
  %last, %all = amp.scan carry(%h) each(%xs) with(%w) : (tensor<1xf32>, tensor<3x1xf32>, tensor<1xf32>) -> (tensor<1xf32>, tensor<3x1xf32>) {
  ^bb0(%a: tensor<1xf32>, %x: tensor<1xf32>, %m: tensor<1xf32>):
    %p = amp.mul %a, %m : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
    %n = amp.add %p, %x : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
    amp.yield %n, %n : tensor<1xf32>, tensor<1xf32>
  }
  check.equal %last, dense<19.0> : tensor<1xf32>
  check.equal %all, dense<[[3.0], [8.0], [19.0]]> : tensor<3x1xf32>
  %loss = amp.sum %last : (tensor<1xf32>) -> tensor<f32>
  %dh, %dxs, %dw = amp.backward %loss wrt(%h, %xs, %w) : (tensor<f32>, tensor<1xf32>, tensor<3x1xf32>, tensor<1xf32>) -> (tensor<1xf32>, tensor<3x1xf32>, tensor<1xf32>)
  check.equal %dh, dense<8.0> : tensor<1xf32>
  check.equal %dxs, dense<[[4.0], [2.0], [1.0]]> : tensor<3x1xf32>
  check.equal %dw, dense<18.0> : tensor<1xf32>
  %slope = amp.sum %dw : (tensor<1xf32>) -> tensor<f32>
  %ddw = amp.backward %slope wrt(%w) : (tensor<f32>, tensor<1xf32>) -> tensor<1xf32>
  check.equal %ddw, dense<14.0> : tensor<1xf32>
  %first, %back = amp.scan carry(%h) each(%xs) with(%w) reverse : (tensor<1xf32>, tensor<3x1xf32>, tensor<1xf32>) -> (tensor<1xf32>, tensor<3x1xf32>) {
  ^bb0(%a: tensor<1xf32>, %x: tensor<1xf32>, %m: tensor<1xf32>):
    %p = amp.mul %a, %m : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
    %n = amp.add %p, %x : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
    amp.yield %n, %n : tensor<1xf32>, tensor<1xf32>
  }
  check.equal %first, dense<25.0> : tensor<1xf32>
  check.equal %back, dense<[[25.0], [12.0], [5.0]]> : tensor<3x1xf32>
  return
}

// The gradients of a weight and a bias, one product and one sum of all steps: [6, 11] and
// [31, 61] behind them, and [1, 1] and [4, 6] come back.
func.func @scan_weights() {
  %h = check.input dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %w = check.input dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = check.input dense<[1.0, -1.0]> : tensor<2xf32>
  %xs = check.input dense<[[[0.0, 1.0]], [[2.0, 0.0]]]> : tensor<2x1x2xf32>
  %last = amp.scan carry(%h) each(%xs) with(%w, %b) : (tensor<1x2xf32>, tensor<2x1x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<1x2xf32> {
  ^bb0(%a: tensor<1x2xf32>, %x: tensor<1x2xf32>, %m: tensor<2x2xf32>, %c: tensor<2xf32>):
    %p = amp.linear %a, %m : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    %s = amp.add %p, %x : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
    %n = amp.add %s, %c : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
    amp.yield %n : tensor<1x2xf32>
  }
  check.equal %last, dense<[[31.0, 61.0]]> : tensor<1x2xf32>
  %loss = amp.sum %last : (tensor<1x2xf32>) -> tensor<f32>
  %g:4 = amp.backward %loss wrt(%h, %w, %b, %xs) : (tensor<f32>, tensor<1x2xf32>, tensor<2x2xf32>, tensor<2xf32>, tensor<2x1x2xf32>) -> (tensor<1x2xf32>, tensor<2x2xf32>, tensor<2xf32>, tensor<2x1x2xf32>)
  check.equal %g#0, dense<[[22.0, 32.0]]> : tensor<1x2xf32>
  check.equal %g#1, dense<[[10.0, 19.0], [12.0, 23.0]]> : tensor<2x2xf32>
  check.equal %g#2, dense<[5.0, 7.0]> : tensor<2xf32>
  check.equal %g#3, dense<[[[4.0, 6.0]], [[1.0, 1.0]]]> : tensor<2x1x2xf32>
  return
}

// h (x₀ x₁ x₂)², by a scan in each of two steps.
func.func @scan_of_scans() {
  %h = check.input dense<2.0> : tensor<1xf32>
  %xs = check.input dense<[[1.0], [2.0], [3.0]]> : tensor<3x1xf32>
  %last = amp.scan carry(%h) with(%xs) steps(2) : (tensor<1xf32>, tensor<3x1xf32>) -> tensor<1xf32> {
  ^bb0(%a: tensor<1xf32>, %ys: tensor<3x1xf32>):
    %n = amp.scan carry(%a) each(%ys) : (tensor<1xf32>, tensor<3x1xf32>) -> tensor<1xf32> {
    ^bb0(%c: tensor<1xf32>, %y: tensor<1xf32>):
      %p = amp.mul %c, %y : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
      amp.yield %p : tensor<1xf32>
    }
    amp.yield %n : tensor<1xf32>
  }
  check.equal %last, dense<72.0> : tensor<1xf32>
  %loss = amp.sum %last : (tensor<1xf32>) -> tensor<f32>
  %dh, %dxs = amp.backward %loss wrt(%h, %xs) : (tensor<f32>, tensor<1xf32>, tensor<3x1xf32>) -> (tensor<1xf32>, tensor<3x1xf32>)
  check.equal %dh, dense<36.0> : tensor<1xf32>
  check.equal %dxs, dense<[[144.0], [72.0], [48.0]]> : tensor<3x1xf32>
  return
}

// Sequences of lengths 3 and 1: a state stays behind the end, where outputs are 0.
func.func @scan_of_lengths() {
  %h = check.input dense<0.0> : tensor<2xf32>
  %xs = check.input dense<[[1.0, 10.0], [2.0, 20.0], [3.0, 30.0]]> : tensor<3x2xf32>
  %masks = check.input dense<[[true, true], [true, false], [true, false]]> : tensor<3x2xi1>
  %zero = amp.constant dense<0.0> : tensor<2xf32>
  %last, %all = amp.scan carry(%h) each(%xs, %masks) with(%zero) : (tensor<2xf32>, tensor<3x2xf32>, tensor<3x2xi1>, tensor<2xf32>) -> (tensor<2xf32>, tensor<3x2xf32>) {
  ^bb0(%a: tensor<2xf32>, %x: tensor<2xf32>, %mask: tensor<2xi1>, %none: tensor<2xf32>):
    %s = amp.add %a, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %n = amp.where %mask, %s, %a : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %y = amp.where %mask, %s, %none : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    amp.yield %n, %y : tensor<2xf32>, tensor<2xf32>
  }
  check.equal %last, dense<[6.0, 10.0]> : tensor<2xf32>
  check.equal %all, dense<[[1.0, 10.0], [3.0, 0.0], [6.0, 0.0]]> : tensor<3x2xf32>
  %loss = amp.sum %all : (tensor<3x2xf32>) -> tensor<f32>
  %dxs = amp.backward %loss wrt(%xs) : (tensor<f32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.equal %dxs, dense<[[3.0, 1.0], [2.0, 0.0], [1.0, 0.0]]> : tensor<3x2xf32>
  return
}
