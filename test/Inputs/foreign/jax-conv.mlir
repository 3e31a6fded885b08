// Recorded by record.py from jax 0.10.2.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}], function_type = (tensor<8xf32>, tensor<3x3x3x8xf32>, tensor<128x4xf32>, tensor<4x8x8x3xf32>, tensor<4x4xf32>) -> (tensor<f32>, tensor<8xf32>, tensor<3x3x3x8xf32>, tensor<128x4xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]['b1']"}, {jax.result_info = "result[1]['w1']"}, {jax.result_info = "result[1]['w2']"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<8xf32>, %arg2: tensor<3x3x3x8xf32>, %arg3: tensor<128x4xf32>, %arg4: tensor<4x8x8x3xf32>, %arg5: tensor<4x4xf32>):
    %3 = "stablehlo.convolution"(%arg4, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<4x8x8x3xf32>, tensor<3x3x3x8xf32>) -> tensor<4x8x8x8xf32> loc("jit(loss)/jvp()/conv_general_dilated")
    %4 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 3>}> : (tensor<8xf32>) -> tensor<1x1x1x8xf32> loc("jit(loss)/jvp()/broadcast_in_dim")
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64: 0, 1, 2, 3>}> : (tensor<1x1x1x8xf32>) -> tensor<4x8x8x8xf32> loc("jit(loss)/jvp()/add")
    %6 = "stablehlo.add"(%3, %5) : (tensor<4x8x8x8xf32>, tensor<4x8x8x8xf32>) -> tensor<4x8x8x8xf32> loc("jit(loss)/jvp()/add")
    %7 = "func.call"(%6) <{callee = @relu}> : (tensor<4x8x8x8xf32>) -> tensor<4x8x8x8xf32> loc("jit(loss)/jvp()/jit(relu)")
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)")
    %9 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x8x8x8xf32> loc("jit(loss)/jvp()/gt")
    %10 = "stablehlo.compare"(%6, %9) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<4x8x8x8xf32>, tensor<4x8x8x8xf32>) -> tensor<4x8x8x8xi1> loc("jit(loss)/jvp()/gt")
    %11 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)/jvp()/reduce_window_max")
    %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<f32> loc("jit(loss)/jvp()/reduce_window_max")
    %13 = "stablehlo.reduce_window"(%7, %12) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg16: tensor<f32> loc("reduce_window_max:"), %arg17: tensor<f32> loc("reduce_window_max:")):
      %53 = "stablehlo.maximum"(%arg16, %arg17) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(loss)/jvp()/reduce_window_max")
      "stablehlo.return"(%53) : (tensor<f32>) -> () loc("jit(loss)/jvp()/reduce_window_max")
    }) : (tensor<4x8x8x8xf32>, tensor<f32>) -> tensor<4x4x4x8xf32> loc("jit(loss)/jvp()/reduce_window_max")
    %14 = "stablehlo.reshape"(%13) : (tensor<4x4x4x8xf32>) -> tensor<4x128xf32> loc("jit(loss)/jvp()/reshape")
    %15 = "stablehlo.dot_general"(%14, %arg3) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x128xf32>, tensor<128x4xf32>) -> tensor<4x4xf32> loc("jit(loss)/jvp()/dot_general")
    %16 = "stablehlo.subtract"(%15, %arg5) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("jit(loss)/jvp(loss)/sub")
    %17 = "stablehlo.multiply"(%16, %16) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("jit(loss)/jvp(loss)/integer_pow")
    %18 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)")
    %19 = "stablehlo.broadcast_in_dim"(%18) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x4xf32> loc("jit(loss)/jvp(loss)/mul")
    %20 = "stablehlo.multiply"(%19, %16) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("jit(loss)/jvp(loss)/mul")
    %21 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)/jvp(loss)/reduce_sum")
    %22 = "stablehlo.reduce"(%17, %21) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg14: tensor<f32> loc("reduce_sum:"), %arg15: tensor<f32> loc("reduce_sum:")):
      %52 = "stablehlo.add"(%arg14, %arg15) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(loss)/jvp(loss)/reduce_sum")
      "stablehlo.return"(%52) : (tensor<f32>) -> () loc("jit(loss)/jvp(loss)/reduce_sum")
    }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32> loc("jit(loss)/jvp(loss)/reduce_sum")
    %23 = "stablehlo.constant"() <{value = dense<1.600000e+01> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)")
    %24 = "stablehlo.divide"(%22, %23) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(loss)/jvp(loss)/div")
    %25 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)")
    %26 = "stablehlo.constant"() <{value = dense<1.600000e+01> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)")
    %27 = "stablehlo.divide"(%25, %26) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(loss)/transpose(jvp(loss))/div")
    %28 = "stablehlo.broadcast_in_dim"(%27) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x4xf32> loc("jit(loss)/transpose(jvp(loss))/broadcast_in_dim")
    %29 = "stablehlo.multiply"(%28, %20) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("jit(loss)/transpose(jvp(loss))/mul")
    %30 = "stablehlo.dot_general"(%29, %14) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x4xf32>, tensor<4x128xf32>) -> tensor<4x128xf32> loc("jit(loss)/transpose(jvp())/dot_general")
    %31 = "stablehlo.transpose"(%30) <{permutation = array<i64: 1, 0>}> : (tensor<4x128xf32>) -> tensor<128x4xf32> loc("jit(loss)/transpose(jvp())/transpose")
    %32 = "stablehlo.dot_general"(%29, %arg3) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x4xf32>, tensor<128x4xf32>) -> tensor<4x128xf32> loc("jit(loss)/transpose(jvp())/dot_general")
    %33 = "stablehlo.reshape"(%32) : (tensor<4x128xf32>) -> tensor<4x4x4x8xf32> loc("jit(loss)/transpose(jvp())/reshape")
    %34 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)/transpose(jvp())/select_and_scatter_add")
    %35 = "stablehlo.pad"(%7, %34) <{edge_padding_high = array<i64: 0, 0, 0, 0>, edge_padding_low = array<i64: 0, 0, 0, 0>, interior_padding = array<i64: 0, 0, 0, 0>}> : (tensor<4x8x8x8xf32>, tensor<f32>) -> tensor<4x8x8x8xf32> loc("jit(loss)/transpose(jvp())/pad")
    %36 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)/transpose(jvp())/select_and_scatter_add")
    %37 = "stablehlo.select_and_scatter"(%35, %33, %36) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg12: tensor<f32> loc("select_and_scatter:"), %arg13: tensor<f32> loc("select_and_scatter:")):
      %51 = "stablehlo.compare"(%arg12, %arg13) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1> loc("jit(loss)/transpose(jvp())/ge")
      "stablehlo.return"(%51) : (tensor<i1>) -> () loc("jit(loss)/transpose(jvp())/select_and_scatter")
    }, {
    ^bb0(%arg10: tensor<f32> loc("select_and_scatter:"), %arg11: tensor<f32> loc("select_and_scatter:")):
      %50 = "stablehlo.add"(%arg10, %arg11) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(loss)/transpose(jvp())/add")
      "stablehlo.return"(%50) : (tensor<f32>) -> () loc("jit(loss)/transpose(jvp())/select_and_scatter")
    }) : (tensor<4x8x8x8xf32>, tensor<4x4x4x8xf32>, tensor<f32>) -> tensor<4x8x8x8xf32> loc("jit(loss)/transpose(jvp())/select_and_scatter")
    %38 = "stablehlo.slice"(%37) <{limit_indices = array<i64: 4, 8, 8, 8>, start_indices = array<i64: 0, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1>}> : (tensor<4x8x8x8xf32>) -> tensor<4x8x8x8xf32> loc("jit(loss)/transpose(jvp())/slice")
    %39 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)")
    %40 = "stablehlo.broadcast_in_dim"(%39) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x8x8x8xf32> loc("jit(loss)/transpose(jvp())/broadcast_in_dim")
    %41 = "stablehlo.select"(%10, %38, %40) : (tensor<4x8x8x8xi1>, tensor<4x8x8x8xf32>, tensor<4x8x8x8xf32>) -> tensor<4x8x8x8xf32> loc("jit(loss)/transpose(jvp())/select_n")
    %42 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)/transpose(jvp())/reduce_sum")
    %43 = "stablehlo.reduce"(%41, %42) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg8: tensor<f32> loc("reduce_sum:"), %arg9: tensor<f32> loc("reduce_sum:")):
      %49 = "stablehlo.add"(%arg8, %arg9) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(loss)/transpose(jvp())/reduce_sum")
      "stablehlo.return"(%49) : (tensor<f32>) -> () loc("jit(loss)/transpose(jvp())/reduce_sum")
    }) : (tensor<4x8x8x8xf32>, tensor<f32>) -> tensor<8xf32> loc("jit(loss)/transpose(jvp())/reduce_sum")
    %44 = "stablehlo.reshape"(%43) : (tensor<8xf32>) -> tensor<1x1x1x8xf32> loc("jit(loss)/transpose(jvp())/reshape")
    %45 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)/transpose(jvp())/reduce_sum")
    %46 = "stablehlo.reduce"(%44, %45) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg6: tensor<f32> loc("reduce_sum:"), %arg7: tensor<f32> loc("reduce_sum:")):
      %48 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(loss)/transpose(jvp())/reduce_sum")
      "stablehlo.return"(%48) : (tensor<f32>) -> () loc("jit(loss)/transpose(jvp())/reduce_sum")
    }) : (tensor<1x1x1x8xf32>, tensor<f32>) -> tensor<8xf32> loc("jit(loss)/transpose(jvp())/reduce_sum")
    %47 = "stablehlo.convolution"(%arg4, %41) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<4x8x8x3xf32>, tensor<4x8x8x8xf32>) -> tensor<3x3x3x8xf32> loc("jit(loss)/transpose(jvp())/conv_general_dilated")
    "func.return"(%24, %46, %47, %31) : (tensor<f32>, tensor<8xf32>, tensor<3x3x3x8xf32>, tensor<128x4xf32>) -> () loc("jit(loss)")
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x8x8x8xf32>) -> tensor<4x8x8x8xf32>, res_attrs = [{}], sym_name = "relu", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x8x8x8xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x8x8x8xf32>
    %2 = "stablehlo.maximum"(%arg0, %1) : (tensor<4x8x8x8xf32>, tensor<4x8x8x8xf32>) -> tensor<4x8x8x8xf32>
    "func.return"(%2) : (tensor<4x8x8x8xf32>) -> ()
  }) : () -> () loc("jit:")
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
