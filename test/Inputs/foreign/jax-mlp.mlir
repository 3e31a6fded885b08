// Recorded by record.py from jax 0.10.2.
"builtin.module"() <{sym_name = "jit_mlp_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}, {}], function_type = (tensor<16xf32>, tensor<4xf32>, tensor<8x16xf32>, tensor<16x4xf32>, tensor<32x8xf32>, tensor<32x4xf32>) -> (tensor<f32>, tensor<16xf32>, tensor<4xf32>, tensor<8x16xf32>, tensor<16x4xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]['b1']"}, {jax.result_info = "result[1]['b2']"}, {jax.result_info = "result[1]['w1']"}, {jax.result_info = "result[1]['w2']"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg13: tensor<16xf32>, %arg14: tensor<4xf32>, %arg15: tensor<8x16xf32>, %arg16: tensor<16x4xf32>, %arg17: tensor<32x8xf32>, %arg18: tensor<32x4xf32>):
    %32 = "stablehlo.dot_general"(%arg17, %arg15) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x8xf32>, tensor<8x16xf32>) -> tensor<32x16xf32> loc("jit(mlp_loss)/jvp()/dot_general")
    %33 = "stablehlo.broadcast_in_dim"(%arg13) <{broadcast_dimensions = array<i64: 1>}> : (tensor<16xf32>) -> tensor<1x16xf32> loc("jit(mlp_loss)/jvp()/broadcast_in_dim")
    %34 = "stablehlo.broadcast_in_dim"(%33) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x16xf32>) -> tensor<32x16xf32> loc("jit(mlp_loss)/jvp()/add")
    %35 = "stablehlo.add"(%32, %34) : (tensor<32x16xf32>, tensor<32x16xf32>) -> tensor<32x16xf32> loc("jit(mlp_loss)/jvp()/add")
    %36 = "func.call"(%35) <{callee = @relu}> : (tensor<32x16xf32>) -> tensor<32x16xf32> loc("jit(mlp_loss)/jvp()/jit(relu)")
    %37 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(mlp_loss)")
    %38 = "stablehlo.broadcast_in_dim"(%37) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x16xf32> loc("jit(mlp_loss)/jvp()/gt")
    %39 = "stablehlo.compare"(%35, %38) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<32x16xf32>, tensor<32x16xf32>) -> tensor<32x16xi1> loc("jit(mlp_loss)/jvp()/gt")
    %40 = "stablehlo.dot_general"(%36, %arg16) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x16xf32>, tensor<16x4xf32>) -> tensor<32x4xf32> loc("jit(mlp_loss)/jvp()/dot_general")
    %41 = "stablehlo.broadcast_in_dim"(%arg14) <{broadcast_dimensions = array<i64: 1>}> : (tensor<4xf32>) -> tensor<1x4xf32> loc("jit(mlp_loss)/jvp()/broadcast_in_dim")
    %42 = "stablehlo.broadcast_in_dim"(%41) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x4xf32>) -> tensor<32x4xf32> loc("jit(mlp_loss)/jvp()/add")
    %43 = "stablehlo.add"(%40, %42) : (tensor<32x4xf32>, tensor<32x4xf32>) -> tensor<32x4xf32> loc("jit(mlp_loss)/jvp()/add")
    %44:3 = "func.call"(%43) <{callee = @log_softmax}> : (tensor<32x4xf32>) -> (tensor<32x4xf32>, tensor<32x4xf32>, tensor<32x1xf32>) loc("jit(mlp_loss)/jvp(loss)/jit(log_softmax)")
    %45 = "stablehlo.multiply"(%44#0, %arg18) : (tensor<32x4xf32>, tensor<32x4xf32>) -> tensor<32x4xf32> loc("jit(mlp_loss)/jvp(loss)/mul")
    %46 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(mlp_loss)/jvp(loss)/reduce_sum")
    %47 = "stablehlo.reduce"(%45, %46) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg27: tensor<f32> loc("reduce_sum:"), %arg28: tensor<f32> loc("reduce_sum:")):
      %80 = "stablehlo.add"(%arg27, %arg28) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(mlp_loss)/jvp(loss)/reduce_sum")
      "stablehlo.return"(%80) : (tensor<f32>) -> () loc("jit(mlp_loss)/jvp(loss)/reduce_sum")
    }) : (tensor<32x4xf32>, tensor<f32>) -> tensor<f32> loc("jit(mlp_loss)/jvp(loss)/reduce_sum")
    %48 = "stablehlo.negate"(%47) : (tensor<f32>) -> tensor<f32> loc("jit(mlp_loss)/jvp(loss)/neg")
    %49 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32> loc("jit(mlp_loss)")
    %50 = "stablehlo.divide"(%48, %49) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(mlp_loss)/jvp(loss)/div")
    %51 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(mlp_loss)")
    %52 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32> loc("jit(mlp_loss)")
    %53 = "stablehlo.divide"(%51, %52) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(mlp_loss)/transpose(jvp(loss))/div")
    %54 = "stablehlo.negate"(%53) : (tensor<f32>) -> tensor<f32> loc("jit(mlp_loss)/transpose(jvp(loss))/neg")
    %55 = "stablehlo.broadcast_in_dim"(%54) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x4xf32> loc("jit(mlp_loss)/transpose(jvp(loss))/broadcast_in_dim")
    %56 = "stablehlo.multiply"(%55, %arg18) : (tensor<32x4xf32>, tensor<32x4xf32>) -> tensor<32x4xf32> loc("jit(mlp_loss)/transpose(jvp(loss))/mul")
    %57 = "func.call"(%44#1, %44#2, %56) <{callee = @log_softmax_0}> : (tensor<32x4xf32>, tensor<32x1xf32>, tensor<32x4xf32>) -> tensor<32x4xf32> loc("jit(mlp_loss)/transpose(jvp(loss))/jit(log_softmax)")
    %58 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(mlp_loss)/transpose(jvp())/reduce_sum")
    %59 = "stablehlo.reduce"(%57, %58) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg25: tensor<f32> loc("reduce_sum:"), %arg26: tensor<f32> loc("reduce_sum:")):
      %79 = "stablehlo.add"(%arg25, %arg26) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(mlp_loss)/transpose(jvp())/reduce_sum")
      "stablehlo.return"(%79) : (tensor<f32>) -> () loc("jit(mlp_loss)/transpose(jvp())/reduce_sum")
    }) : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32> loc("jit(mlp_loss)/transpose(jvp())/reduce_sum")
    %60 = "stablehlo.reshape"(%59) : (tensor<4xf32>) -> tensor<1x4xf32> loc("jit(mlp_loss)/transpose(jvp())/reshape")
    %61 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(mlp_loss)/transpose(jvp())/reduce_sum")
    %62 = "stablehlo.reduce"(%60, %61) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg23: tensor<f32> loc("reduce_sum:"), %arg24: tensor<f32> loc("reduce_sum:")):
      %78 = "stablehlo.add"(%arg23, %arg24) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(mlp_loss)/transpose(jvp())/reduce_sum")
      "stablehlo.return"(%78) : (tensor<f32>) -> () loc("jit(mlp_loss)/transpose(jvp())/reduce_sum")
    }) : (tensor<1x4xf32>, tensor<f32>) -> tensor<4xf32> loc("jit(mlp_loss)/transpose(jvp())/reduce_sum")
    %63 = "stablehlo.dot_general"(%57, %36) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x4xf32>, tensor<32x16xf32>) -> tensor<4x16xf32> loc("jit(mlp_loss)/transpose(jvp())/dot_general")
    %64 = "stablehlo.transpose"(%63) <{permutation = array<i64: 1, 0>}> : (tensor<4x16xf32>) -> tensor<16x4xf32> loc("jit(mlp_loss)/transpose(jvp())/transpose")
    %65 = "stablehlo.dot_general"(%57, %arg16) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x4xf32>, tensor<16x4xf32>) -> tensor<32x16xf32> loc("jit(mlp_loss)/transpose(jvp())/dot_general")
    %66 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(mlp_loss)")
    %67 = "stablehlo.broadcast_in_dim"(%66) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x16xf32> loc("jit(mlp_loss)/transpose(jvp())/broadcast_in_dim")
    %68 = "stablehlo.select"(%39, %65, %67) : (tensor<32x16xi1>, tensor<32x16xf32>, tensor<32x16xf32>) -> tensor<32x16xf32> loc("jit(mlp_loss)/transpose(jvp())/select_n")
    %69 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(mlp_loss)/transpose(jvp())/reduce_sum")
    %70 = "stablehlo.reduce"(%68, %69) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg21: tensor<f32> loc("reduce_sum:"), %arg22: tensor<f32> loc("reduce_sum:")):
      %77 = "stablehlo.add"(%arg21, %arg22) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(mlp_loss)/transpose(jvp())/reduce_sum")
      "stablehlo.return"(%77) : (tensor<f32>) -> () loc("jit(mlp_loss)/transpose(jvp())/reduce_sum")
    }) : (tensor<32x16xf32>, tensor<f32>) -> tensor<16xf32> loc("jit(mlp_loss)/transpose(jvp())/reduce_sum")
    %71 = "stablehlo.reshape"(%70) : (tensor<16xf32>) -> tensor<1x16xf32> loc("jit(mlp_loss)/transpose(jvp())/reshape")
    %72 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(mlp_loss)/transpose(jvp())/reduce_sum")
    %73 = "stablehlo.reduce"(%71, %72) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg19: tensor<f32> loc("reduce_sum:"), %arg20: tensor<f32> loc("reduce_sum:")):
      %76 = "stablehlo.add"(%arg19, %arg20) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(mlp_loss)/transpose(jvp())/reduce_sum")
      "stablehlo.return"(%76) : (tensor<f32>) -> () loc("jit(mlp_loss)/transpose(jvp())/reduce_sum")
    }) : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32> loc("jit(mlp_loss)/transpose(jvp())/reduce_sum")
    %74 = "stablehlo.dot_general"(%68, %arg17) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x16xf32>, tensor<32x8xf32>) -> tensor<16x8xf32> loc("jit(mlp_loss)/transpose(jvp())/dot_general")
    %75 = "stablehlo.transpose"(%74) <{permutation = array<i64: 1, 0>}> : (tensor<16x8xf32>) -> tensor<8x16xf32> loc("jit(mlp_loss)/transpose(jvp())/transpose")
    "func.return"(%50, %73, %62, %75, %64) : (tensor<f32>, tensor<16xf32>, tensor<4xf32>, tensor<8x16xf32>, tensor<16x4xf32>) -> () loc("jit(mlp_loss)")
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<32x16xf32>) -> tensor<32x16xf32>, res_attrs = [{}], sym_name = "relu", sym_visibility = "private"}> ({
  ^bb0(%arg12: tensor<32x16xf32>):
    %29 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %30 = "stablehlo.broadcast_in_dim"(%29) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x16xf32>
    %31 = "stablehlo.maximum"(%arg12, %30) : (tensor<32x16xf32>, tensor<32x16xf32>) -> tensor<32x16xf32>
    "func.return"(%31) : (tensor<32x16xf32>) -> ()
  }) : () -> () loc("jit:")
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<32x4xf32>) -> (tensor<32x4xf32>, tensor<32x4xf32>, tensor<32x1xf32>), res_attrs = [{}, {}, {}], sym_name = "log_softmax", sym_visibility = "private"}> ({
  ^bb0(%arg7: tensor<32x4xf32>):
    %12 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %13 = "stablehlo.reduce"(%arg7, %12) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg10: tensor<f32> loc("reduce_max:"), %arg11: tensor<f32> loc("reduce_max:")):
      %28 = "stablehlo.maximum"(%arg10, %arg11) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%28) : (tensor<f32>) -> ()
    }) : (tensor<32x4xf32>, tensor<f32>) -> tensor<32xf32>
    %14 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32xf32>
    %16 = "stablehlo.maximum"(%15, %13) : (tensor<32xf32>, tensor<32xf32>) -> tensor<32xf32>
    %17 = "stablehlo.broadcast_in_dim"(%16) <{broadcast_dimensions = array<i64: 0>}> : (tensor<32xf32>) -> tensor<32x1xf32>
    %18 = "stablehlo.broadcast_in_dim"(%17) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<32x1xf32>) -> tensor<32x4xf32>
    %19 = "stablehlo.subtract"(%arg7, %18) : (tensor<32x4xf32>, tensor<32x4xf32>) -> tensor<32x4xf32>
    %20 = "stablehlo.exponential"(%19) : (tensor<32x4xf32>) -> tensor<32x4xf32>
    %21 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %22 = "stablehlo.reduce"(%20, %21) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg8: tensor<f32> loc("reduce_sum:"), %arg9: tensor<f32> loc("reduce_sum:")):
      %27 = "stablehlo.add"(%arg8, %arg9) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%27) : (tensor<f32>) -> ()
    }) : (tensor<32x4xf32>, tensor<f32>) -> tensor<32xf32>
    %23 = "stablehlo.broadcast_in_dim"(%22) <{broadcast_dimensions = array<i64: 0>}> : (tensor<32xf32>) -> tensor<32x1xf32>
    %24 = "stablehlo.log"(%23) : (tensor<32x1xf32>) -> tensor<32x1xf32>
    %25 = "stablehlo.broadcast_in_dim"(%24) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<32x1xf32>) -> tensor<32x4xf32>
    %26 = "stablehlo.subtract"(%19, %25) : (tensor<32x4xf32>, tensor<32x4xf32>) -> tensor<32x4xf32>
    "func.return"(%26, %20, %23) : (tensor<32x4xf32>, tensor<32x4xf32>, tensor<32x1xf32>) -> ()
  }) : () -> () loc("jit:")
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<32x4xf32>, tensor<32x1xf32>, tensor<32x4xf32>) -> tensor<32x4xf32>, res_attrs = [{}], sym_name = "log_softmax_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<32x4xf32>, %arg1: tensor<32x1xf32>, %arg2: tensor<32x4xf32>):
    %0 = "stablehlo.negate"(%arg2) : (tensor<32x4xf32>) -> tensor<32x4xf32>
    %1 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %2 = "stablehlo.reduce"(%0, %1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg5: tensor<f32> loc("reduce_sum:"), %arg6: tensor<f32> loc("reduce_sum:")):
      %11 = "stablehlo.add"(%arg5, %arg6) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%11) : (tensor<f32>) -> ()
    }) : (tensor<32x4xf32>, tensor<f32>) -> tensor<32xf32>
    %3 = "stablehlo.reshape"(%2) : (tensor<32xf32>) -> tensor<32x1xf32>
    %4 = "stablehlo.divide"(%3, %arg1) : (tensor<32x1xf32>, tensor<32x1xf32>) -> tensor<32x1xf32>
    %5 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %6 = "stablehlo.reduce"(%4, %5) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg3: tensor<f32> loc("reduce_sum:"), %arg4: tensor<f32> loc("reduce_sum:")):
      %10 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%10) : (tensor<f32>) -> ()
    }) : (tensor<32x1xf32>, tensor<f32>) -> tensor<32xf32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64: 0>}> : (tensor<32xf32>) -> tensor<32x4xf32>
    %8 = "stablehlo.multiply"(%7, %arg0) : (tensor<32x4xf32>, tensor<32x4xf32>) -> tensor<32x4xf32>
    %9 = "stablehlo.add"(%arg2, %8) : (tensor<32x4xf32>, tensor<32x4xf32>) -> tensor<32x4xf32>
    "func.return"(%9) : (tensor<32x4xf32>) -> ()
  }) : () -> () loc("jit:")
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
