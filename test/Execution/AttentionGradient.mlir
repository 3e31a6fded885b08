// RUN: amp-check %s
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}

// Derivatives in f32, which are records on a CPU, are those of the products that f64 is made
// of: within 64 roundings of numbers below 32.

// Projections have their heads behind their rows: the record reads and writes them so.
func.func @heads_behind_rows() {
  %q = check.input dense<[[[[1.18, -0.70], [1.78, -0.18]], [[1.52, 1.78], [1.32, 0.70]], [[-1.86, 0.38], [1.96, -0.74]]]]> : tensor<1x3x2x2xf32>
  %k = check.input dense<[[[[1.32, -1.74], [-1.20, -1.44]], [[-0.10, 0.40], [-0.74, -0.06]], [[0.78, -1.48], [0.92, -0.74]]]]> : tensor<1x3x2x2xf32>
  %v = check.input dense<[[[[-1.94, 1.74, -0.90], [0.08, -0.58, -1.08]], [[1.92, -0.02, -1.20], [1.90, -1.64, -1.30]], [[1.16, 1.16, 0.26], [-1.36, -1.34, -2.00]]]]> : tensor<1x3x2x3xf32>
  %w = check.input dense<[[[[-1.98, -0.94, 1.96], [-0.90, -1.16, -1.16]], [[-0.52, -0.40, -1.00], [0.76, 1.46, 1.20]], [[-0.96, -1.08, 1.52], [-1.00, -0.04, -0.48]]]]> : tensor<1x3x2x3xf32>
  %qt = amp.transpose %q {permutation = array<i64: 0, 2, 1, 3>} : (tensor<1x3x2x2xf32>) -> tensor<1x2x3x2xf32>
  %kt = amp.transpose %k {permutation = array<i64: 0, 2, 1, 3>} : (tensor<1x3x2x2xf32>) -> tensor<1x2x3x2xf32>
  %vt = amp.transpose %v {permutation = array<i64: 0, 2, 1, 3>} : (tensor<1x3x2x3xf32>) -> tensor<1x2x3x3xf32>
  %y = amp.scaled_dot_product_attention %qt, %kt, %vt {is_causal = true} : (tensor<1x2x3x2xf32>, tensor<1x2x3x2xf32>, tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
  %yt = amp.transpose %y {permutation = array<i64: 0, 2, 1, 3>} : (tensor<1x2x3x3xf32>) -> tensor<1x3x2x3xf32>
  %yw = amp.mul %yt, %w : (tensor<1x3x2x3xf32>, tensor<1x3x2x3xf32>) -> tensor<1x3x2x3xf32>
  %loss = amp.sum %yw : (tensor<1x3x2x3xf32>) -> tensor<f32>
  %d:3 = amp.backward %loss wrt(%q, %k, %v) : (tensor<f32>, tensor<1x3x2x2xf32>, tensor<1x3x2x2xf32>, tensor<1x3x2x3xf32>) -> (tensor<1x3x2x2xf32>, tensor<1x3x2x2xf32>, tensor<1x3x2x3xf32>)
  %q_wide = amp.cast %q : tensor<1x3x2x2xf32> to tensor<1x3x2x2xf64>
  %k_wide = amp.cast %k : tensor<1x3x2x2xf32> to tensor<1x3x2x2xf64>
  %v_wide = amp.cast %v : tensor<1x3x2x3xf32> to tensor<1x3x2x3xf64>
  %w_wide = amp.cast %w : tensor<1x3x2x3xf32> to tensor<1x3x2x3xf64>
  %qt_wide = amp.transpose %q_wide {permutation = array<i64: 0, 2, 1, 3>} : (tensor<1x3x2x2xf64>) -> tensor<1x2x3x2xf64>
  %kt_wide = amp.transpose %k_wide {permutation = array<i64: 0, 2, 1, 3>} : (tensor<1x3x2x2xf64>) -> tensor<1x2x3x2xf64>
  %vt_wide = amp.transpose %v_wide {permutation = array<i64: 0, 2, 1, 3>} : (tensor<1x3x2x3xf64>) -> tensor<1x2x3x3xf64>
  %y_wide = amp.scaled_dot_product_attention %qt_wide, %kt_wide, %vt_wide {is_causal = true} : (tensor<1x2x3x2xf64>, tensor<1x2x3x2xf64>, tensor<1x2x3x3xf64>) -> tensor<1x2x3x3xf64>
  %yt_wide = amp.transpose %y_wide {permutation = array<i64: 0, 2, 1, 3>} : (tensor<1x2x3x3xf64>) -> tensor<1x3x2x3xf64>
  %yw_wide = amp.mul %yt_wide, %w_wide : (tensor<1x3x2x3xf64>, tensor<1x3x2x3xf64>) -> tensor<1x3x2x3xf64>
  %loss_wide = amp.sum %yw_wide : (tensor<1x3x2x3xf64>) -> tensor<f64>
  %d_wide:3 = amp.backward %loss_wide wrt(%q_wide, %k_wide, %v_wide) : (tensor<f64>, tensor<1x3x2x2xf64>, tensor<1x3x2x2xf64>, tensor<1x3x2x3xf64>) -> (tensor<1x3x2x2xf64>, tensor<1x3x2x2xf64>, tensor<1x3x2x3xf64>)
  %most = amp.constant dense<1.220703125e-04> : tensor<f64>
  %dq = amp.cast %d#0 : tensor<1x3x2x2xf32> to tensor<1x3x2x2xf64>
  %offq = amp.sub %dq, %d_wide#0 : (tensor<1x3x2x2xf64>, tensor<1x3x2x2xf64>) -> tensor<1x3x2x2xf64>
  %sizeq = amp.abs %offq : (tensor<1x3x2x2xf64>) -> tensor<1x3x2x2xf64>
  %nearq = amp.compare le, %sizeq, %most : (tensor<1x3x2x2xf64>, tensor<f64>) -> tensor<1x3x2x2xi1>
  check.equal %nearq, dense<true> : tensor<1x3x2x2xi1>
  %dk = amp.cast %d#1 : tensor<1x3x2x2xf32> to tensor<1x3x2x2xf64>
  %offk = amp.sub %dk, %d_wide#1 : (tensor<1x3x2x2xf64>, tensor<1x3x2x2xf64>) -> tensor<1x3x2x2xf64>
  %sizek = amp.abs %offk : (tensor<1x3x2x2xf64>) -> tensor<1x3x2x2xf64>
  %neark = amp.compare le, %sizek, %most : (tensor<1x3x2x2xf64>, tensor<f64>) -> tensor<1x3x2x2xi1>
  check.equal %neark, dense<true> : tensor<1x3x2x2xi1>
  %dv = amp.cast %d#2 : tensor<1x3x2x3xf32> to tensor<1x3x2x3xf64>
  %offv = amp.sub %dv, %d_wide#2 : (tensor<1x3x2x3xf64>, tensor<1x3x2x3xf64>) -> tensor<1x3x2x3xf64>
  %sizev = amp.abs %offv : (tensor<1x3x2x3xf64>) -> tensor<1x3x2x3xf64>
  %nearv = amp.compare le, %sizev, %most : (tensor<1x3x2x3xf64>, tensor<f64>) -> tensor<1x3x2x3xi1>
  check.equal %nearv, dense<true> : tensor<1x3x2x3xi1>
  return
}

// Two heads share keys and values; a row sees nothing; the same numbers are dropped.
func.func @shared_masked_dropped() {
  %q = check.input dense<[[[[-1.90, -0.16], [0.12, -1.16], [-1.26, -0.66]], [[-1.68, -0.32], [-0.46, 1.08], [1.00, -2.00]], [[1.04, 1.46], [1.62, -0.28], [-1.68, -0.42]], [[-0.20, -0.44], [0.46, 1.56], [-0.40, -1.06]]]]> : tensor<1x4x3x2xf32>
  %k = check.input dense<[[[[0.46, 0.40], [1.60, -1.10], [-1.72, -0.70]], [[-1.90, 1.82], [-0.18, 0.06], [-1.92, 0.80]]]]> : tensor<1x2x3x2xf32>
  %v = check.input dense<[[[[0.14], [-0.14], [-0.08]], [[0.96], [-1.96], [0.30]]]]> : tensor<1x2x3x1xf32>
  %w = check.input dense<[[[[-1.78], [1.62], [-1.08]], [[1.18], [-1.00], [-1.40]], [[1.86], [-0.76], [0.36]], [[-0.24], [0.62], [-0.20]]]]> : tensor<1x4x3x1xf32>
  %who = check.input dense<[[true, true, false], [false, false, false], [true, true, true]]> : tensor<3x3xi1>
  %state = check.input dense<[5, 7]> : tensor<2xi64>
  %y, %next = amp.scaled_dot_product_attention %q, %k, %v, %who random(%state) {dropout_p = 0.25 : f64, enable_gqa = true} : (tensor<1x4x3x2xf32>, tensor<1x2x3x2xf32>, tensor<1x2x3x1xf32>, tensor<3x3xi1>, tensor<2xi64>) -> (tensor<1x4x3x1xf32>, tensor<2xi64>)
  %yw = amp.mul %y, %w : (tensor<1x4x3x1xf32>, tensor<1x4x3x1xf32>) -> tensor<1x4x3x1xf32>
  %loss = amp.sum %yw : (tensor<1x4x3x1xf32>) -> tensor<f32>
  %d:3 = amp.backward %loss wrt(%q, %k, %v) : (tensor<f32>, tensor<1x4x3x2xf32>, tensor<1x2x3x2xf32>, tensor<1x2x3x1xf32>) -> (tensor<1x4x3x2xf32>, tensor<1x2x3x2xf32>, tensor<1x2x3x1xf32>)
  %q_wide = amp.cast %q : tensor<1x4x3x2xf32> to tensor<1x4x3x2xf64>
  %k_wide = amp.cast %k : tensor<1x2x3x2xf32> to tensor<1x2x3x2xf64>
  %v_wide = amp.cast %v : tensor<1x2x3x1xf32> to tensor<1x2x3x1xf64>
  %w_wide = amp.cast %w : tensor<1x4x3x1xf32> to tensor<1x4x3x1xf64>
  %y_wide, %next_wide = amp.scaled_dot_product_attention %q_wide, %k_wide, %v_wide, %who random(%state) {dropout_p = 0.25 : f64, enable_gqa = true} : (tensor<1x4x3x2xf64>, tensor<1x2x3x2xf64>, tensor<1x2x3x1xf64>, tensor<3x3xi1>, tensor<2xi64>) -> (tensor<1x4x3x1xf64>, tensor<2xi64>)
  %yw_wide = amp.mul %y_wide, %w_wide : (tensor<1x4x3x1xf64>, tensor<1x4x3x1xf64>) -> tensor<1x4x3x1xf64>
  %loss_wide = amp.sum %yw_wide : (tensor<1x4x3x1xf64>) -> tensor<f64>
  %d_wide:3 = amp.backward %loss_wide wrt(%q_wide, %k_wide, %v_wide) : (tensor<f64>, tensor<1x4x3x2xf64>, tensor<1x2x3x2xf64>, tensor<1x2x3x1xf64>) -> (tensor<1x4x3x2xf64>, tensor<1x2x3x2xf64>, tensor<1x2x3x1xf64>)
  %most = amp.constant dense<1.220703125e-04> : tensor<f64>
  %dq = amp.cast %d#0 : tensor<1x4x3x2xf32> to tensor<1x4x3x2xf64>
  %offq = amp.sub %dq, %d_wide#0 : (tensor<1x4x3x2xf64>, tensor<1x4x3x2xf64>) -> tensor<1x4x3x2xf64>
  %sizeq = amp.abs %offq : (tensor<1x4x3x2xf64>) -> tensor<1x4x3x2xf64>
  %nearq = amp.compare le, %sizeq, %most : (tensor<1x4x3x2xf64>, tensor<f64>) -> tensor<1x4x3x2xi1>
  check.equal %nearq, dense<true> : tensor<1x4x3x2xi1>
  %dk = amp.cast %d#1 : tensor<1x2x3x2xf32> to tensor<1x2x3x2xf64>
  %offk = amp.sub %dk, %d_wide#1 : (tensor<1x2x3x2xf64>, tensor<1x2x3x2xf64>) -> tensor<1x2x3x2xf64>
  %sizek = amp.abs %offk : (tensor<1x2x3x2xf64>) -> tensor<1x2x3x2xf64>
  %neark = amp.compare le, %sizek, %most : (tensor<1x2x3x2xf64>, tensor<f64>) -> tensor<1x2x3x2xi1>
  check.equal %neark, dense<true> : tensor<1x2x3x2xi1>
  %dv = amp.cast %d#2 : tensor<1x2x3x1xf32> to tensor<1x2x3x1xf64>
  %offv = amp.sub %dv, %d_wide#2 : (tensor<1x2x3x1xf64>, tensor<1x2x3x1xf64>) -> tensor<1x2x3x1xf64>
  %sizev = amp.abs %offv : (tensor<1x2x3x1xf64>) -> tensor<1x2x3x1xf64>
  %nearv = amp.compare le, %sizev, %most : (tensor<1x2x3x1xf64>, tensor<f64>) -> tensor<1x2x3x1xi1>
  check.equal %nearv, dense<true> : tensor<1x2x3x1xi1>
  return
}

// A mask has a gradient, for which scores are stored.
func.func @added_mask() {
  %q = check.input dense<[[[0.68, -0.72], [1.96, 0.36], [-1.46, 1.00]], [[1.82, 1.98], [-0.12, -0.50], [-1.82, 0.20]]]> : tensor<2x3x2xf32>
  %k = check.input dense<[[[-1.54, -0.94], [-0.26, 0.62], [1.12, -0.16]], [[-1.26, -0.26], [-0.60, 1.58], [0.78, -1.54]]]> : tensor<2x3x2xf32>
  %v = check.input dense<[[[-0.42, 1.50], [-0.38, -0.44], [-1.10, -1.60]], [[1.20, -1.24], [1.68, 1.52], [-0.42, 0.46]]]> : tensor<2x3x2xf32>
  %m = check.input dense<[[-1.18, 1.68, -1.76], [-1.60, 1.06, 0.72], [0.06, -1.84, -0.80]]> : tensor<3x3xf32>
  %w = check.input dense<[[[1.78, 1.04], [-0.24, -0.72], [0.32, 1.32]], [[0.14, -1.26], [-1.72, 1.26], [-1.84, 0.52]]]> : tensor<2x3x2xf32>
  %y = amp.scaled_dot_product_attention %q, %k, %v, %m {scale = 0.5 : f64} : (tensor<2x3x2xf32>, tensor<2x3x2xf32>, tensor<2x3x2xf32>, tensor<3x3xf32>) -> tensor<2x3x2xf32>
  %yw = amp.mul %y, %w : (tensor<2x3x2xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %loss = amp.sum %yw : (tensor<2x3x2xf32>) -> tensor<f32>
  %d:4 = amp.backward %loss wrt(%q, %k, %v, %m) : (tensor<f32>, tensor<2x3x2xf32>, tensor<2x3x2xf32>, tensor<2x3x2xf32>, tensor<3x3xf32>) -> (tensor<2x3x2xf32>, tensor<2x3x2xf32>, tensor<2x3x2xf32>, tensor<3x3xf32>)
  %q_wide = amp.cast %q : tensor<2x3x2xf32> to tensor<2x3x2xf64>
  %k_wide = amp.cast %k : tensor<2x3x2xf32> to tensor<2x3x2xf64>
  %v_wide = amp.cast %v : tensor<2x3x2xf32> to tensor<2x3x2xf64>
  %m_wide = amp.cast %m : tensor<3x3xf32> to tensor<3x3xf64>
  %w_wide = amp.cast %w : tensor<2x3x2xf32> to tensor<2x3x2xf64>
  %y_wide = amp.scaled_dot_product_attention %q_wide, %k_wide, %v_wide, %m_wide {scale = 0.5 : f64} : (tensor<2x3x2xf64>, tensor<2x3x2xf64>, tensor<2x3x2xf64>, tensor<3x3xf64>) -> tensor<2x3x2xf64>
  %yw_wide = amp.mul %y_wide, %w_wide : (tensor<2x3x2xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %loss_wide = amp.sum %yw_wide : (tensor<2x3x2xf64>) -> tensor<f64>
  %d_wide:4 = amp.backward %loss_wide wrt(%q_wide, %k_wide, %v_wide, %m_wide) : (tensor<f64>, tensor<2x3x2xf64>, tensor<2x3x2xf64>, tensor<2x3x2xf64>, tensor<3x3xf64>) -> (tensor<2x3x2xf64>, tensor<2x3x2xf64>, tensor<2x3x2xf64>, tensor<3x3xf64>)
  %most = amp.constant dense<1.220703125e-04> : tensor<f64>
  %dq = amp.cast %d#0 : tensor<2x3x2xf32> to tensor<2x3x2xf64>
  %offq = amp.sub %dq, %d_wide#0 : (tensor<2x3x2xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %sizeq = amp.abs %offq : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %nearq = amp.compare le, %sizeq, %most : (tensor<2x3x2xf64>, tensor<f64>) -> tensor<2x3x2xi1>
  check.equal %nearq, dense<true> : tensor<2x3x2xi1>
  %dk = amp.cast %d#1 : tensor<2x3x2xf32> to tensor<2x3x2xf64>
  %offk = amp.sub %dk, %d_wide#1 : (tensor<2x3x2xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %sizek = amp.abs %offk : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %neark = amp.compare le, %sizek, %most : (tensor<2x3x2xf64>, tensor<f64>) -> tensor<2x3x2xi1>
  check.equal %neark, dense<true> : tensor<2x3x2xi1>
  %dv = amp.cast %d#2 : tensor<2x3x2xf32> to tensor<2x3x2xf64>
  %offv = amp.sub %dv, %d_wide#2 : (tensor<2x3x2xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %sizev = amp.abs %offv : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %nearv = amp.compare le, %sizev, %most : (tensor<2x3x2xf64>, tensor<f64>) -> tensor<2x3x2xi1>
  check.equal %nearv, dense<true> : tensor<2x3x2xi1>
  %dm = amp.cast %d#3 : tensor<3x3xf32> to tensor<3x3xf64>
  %offm = amp.sub %dm, %d_wide#3 : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %sizem = amp.abs %offm : (tensor<3x3xf64>) -> tensor<3x3xf64>
  %nearm = amp.compare le, %sizem, %most : (tensor<3x3xf64>, tensor<f64>) -> tensor<3x3xi1>
  check.equal %nearm, dense<true> : tensor<3x3xi1>
  return
}
