// Recorded by record.py from jax 0.10.2.
"builtin.module"() <{sym_name = "jit_step"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}, {}, {}, {}, {}, {}], function_type = (tensor<16xf32>, tensor<4xf32>, tensor<8x16xf32>, tensor<16x4xf32>, tensor<16xf32>, tensor<4xf32>, tensor<8x16xf32>, tensor<16x4xf32>, tensor<32x8xf32>, tensor<32x4xf32>) -> (tensor<16xf32>, tensor<4xf32>, tensor<8x16xf32>, tensor<16x4xf32>, tensor<16xf32>, tensor<4xf32>, tensor<8x16xf32>, tensor<16x4xf32>, tensor<f32>), res_attrs = [{jax.result_info = "result[0]['b1']"}, {jax.result_info = "result[0]['b2']"}, {jax.result_info = "result[0]['w1']"}, {jax.result_info = "result[0]['w2']"}, {jax.result_info = "result[1]['b1']"}, {jax.result_info = "result[1]['b2']"}, {jax.result_info = "result[1]['w1']"}, {jax.result_info = "result[1]['w2']"}, {jax.result_info = "result[2]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg13: tensor<16xf32>, %arg14: tensor<4xf32>, %arg15: tensor<8x16xf32>, %arg16: tensor<16x4xf32>, %arg17: tensor<16xf32>, %arg18: tensor<4xf32>, %arg19: tensor<8x16xf32>, %arg20: tensor<16x4xf32>, %arg21: tensor<32x8xf32>, %arg22: tensor<32x4xf32>):
    %32 = "stablehlo.dot_general"(%arg21, %arg15) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x8xf32>, tensor<8x16xf32>) -> tensor<32x16xf32> loc("jit(step)/jvp()/dot_general")
    %33 = "stablehlo.broadcast_in_dim"(%arg13) <{broadcast_dimensions = array<i64: 1>}> : (tensor<16xf32>) -> tensor<1x16xf32> loc("jit(step)/jvp()/broadcast_in_dim")
    %34 = "stablehlo.broadcast_in_dim"(%33) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x16xf32>) -> tensor<32x16xf32> loc("jit(step)/jvp()/add")
    %35 = "stablehlo.add"(%32, %34) : (tensor<32x16xf32>, tensor<32x16xf32>) -> tensor<32x16xf32> loc("jit(step)/jvp()/add")
    %36 = "func.call"(%35) <{callee = @relu}> : (tensor<32x16xf32>) -> tensor<32x16xf32> loc("jit(step)/jvp()/jit(relu)")
    %37 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %38 = "stablehlo.broadcast_in_dim"(%37) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x16xf32> loc("jit(step)/jvp()/gt")
    %39 = "stablehlo.compare"(%35, %38) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<32x16xf32>, tensor<32x16xf32>) -> tensor<32x16xi1> loc("jit(step)/jvp()/gt")
    %40 = "stablehlo.dot_general"(%36, %arg16) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x16xf32>, tensor<16x4xf32>) -> tensor<32x4xf32> loc("jit(step)/jvp()/dot_general")
    %41 = "stablehlo.broadcast_in_dim"(%arg14) <{broadcast_dimensions = array<i64: 1>}> : (tensor<4xf32>) -> tensor<1x4xf32> loc("jit(step)/jvp()/broadcast_in_dim")
    %42 = "stablehlo.broadcast_in_dim"(%41) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x4xf32>) -> tensor<32x4xf32> loc("jit(step)/jvp()/add")
    %43 = "stablehlo.add"(%40, %42) : (tensor<32x4xf32>, tensor<32x4xf32>) -> tensor<32x4xf32> loc("jit(step)/jvp()/add")
    %44:3 = "func.call"(%43) <{callee = @log_softmax}> : (tensor<32x4xf32>) -> (tensor<32x4xf32>, tensor<32x4xf32>, tensor<32x1xf32>) loc("jit(step)/jvp(loss)/jit(log_softmax)")
    %45 = "stablehlo.multiply"(%44#0, %arg22) : (tensor<32x4xf32>, tensor<32x4xf32>) -> tensor<32x4xf32> loc("jit(step)/jvp(loss)/mul")
    %46 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)/jvp(loss)/reduce_sum")
    %47 = "stablehlo.reduce"(%45, %46) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg31: tensor<f32> loc("reduce_sum:"), %arg32: tensor<f32> loc("reduce_sum:")):
      %124 = "stablehlo.add"(%arg31, %arg32) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(step)/jvp(loss)/reduce_sum")
      "stablehlo.return"(%124) : (tensor<f32>) -> () loc("jit(step)/jvp(loss)/reduce_sum")
    }) : (tensor<32x4xf32>, tensor<f32>) -> tensor<f32> loc("jit(step)/jvp(loss)/reduce_sum")
    %48 = "stablehlo.negate"(%47) : (tensor<f32>) -> tensor<f32> loc("jit(step)/jvp(loss)/neg")
    %49 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %50 = "stablehlo.divide"(%48, %49) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(step)/jvp(loss)/div")
    %51 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %52 = "stablehlo.constant"() <{value = dense<3.200000e+01> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %53 = "stablehlo.divide"(%51, %52) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(step)/transpose(jvp(loss))/div")
    %54 = "stablehlo.negate"(%53) : (tensor<f32>) -> tensor<f32> loc("jit(step)/transpose(jvp(loss))/neg")
    %55 = "stablehlo.broadcast_in_dim"(%54) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x4xf32> loc("jit(step)/transpose(jvp(loss))/broadcast_in_dim")
    %56 = "stablehlo.multiply"(%55, %arg22) : (tensor<32x4xf32>, tensor<32x4xf32>) -> tensor<32x4xf32> loc("jit(step)/transpose(jvp(loss))/mul")
    %57 = "func.call"(%44#1, %44#2, %56) <{callee = @log_softmax_0}> : (tensor<32x4xf32>, tensor<32x1xf32>, tensor<32x4xf32>) -> tensor<32x4xf32> loc("jit(step)/transpose(jvp(loss))/jit(log_softmax)")
    %58 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)/transpose(jvp())/reduce_sum")
    %59 = "stablehlo.reduce"(%57, %58) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg29: tensor<f32> loc("reduce_sum:"), %arg30: tensor<f32> loc("reduce_sum:")):
      %123 = "stablehlo.add"(%arg29, %arg30) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(step)/transpose(jvp())/reduce_sum")
      "stablehlo.return"(%123) : (tensor<f32>) -> () loc("jit(step)/transpose(jvp())/reduce_sum")
    }) : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32> loc("jit(step)/transpose(jvp())/reduce_sum")
    %60 = "stablehlo.reshape"(%59) : (tensor<4xf32>) -> tensor<1x4xf32> loc("jit(step)/transpose(jvp())/reshape")
    %61 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)/transpose(jvp())/reduce_sum")
    %62 = "stablehlo.reduce"(%60, %61) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg27: tensor<f32> loc("reduce_sum:"), %arg28: tensor<f32> loc("reduce_sum:")):
      %122 = "stablehlo.add"(%arg27, %arg28) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(step)/transpose(jvp())/reduce_sum")
      "stablehlo.return"(%122) : (tensor<f32>) -> () loc("jit(step)/transpose(jvp())/reduce_sum")
    }) : (tensor<1x4xf32>, tensor<f32>) -> tensor<4xf32> loc("jit(step)/transpose(jvp())/reduce_sum")
    %63 = "stablehlo.dot_general"(%57, %36) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x4xf32>, tensor<32x16xf32>) -> tensor<4x16xf32> loc("jit(step)/transpose(jvp())/dot_general")
    %64 = "stablehlo.transpose"(%63) <{permutation = array<i64: 1, 0>}> : (tensor<4x16xf32>) -> tensor<16x4xf32> loc("jit(step)/transpose(jvp())/transpose")
    %65 = "stablehlo.dot_general"(%57, %arg16) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x4xf32>, tensor<16x4xf32>) -> tensor<32x16xf32> loc("jit(step)/transpose(jvp())/dot_general")
    %66 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %67 = "stablehlo.broadcast_in_dim"(%66) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x16xf32> loc("jit(step)/transpose(jvp())/broadcast_in_dim")
    %68 = "stablehlo.select"(%39, %65, %67) : (tensor<32x16xi1>, tensor<32x16xf32>, tensor<32x16xf32>) -> tensor<32x16xf32> loc("jit(step)/transpose(jvp())/select_n")
    %69 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)/transpose(jvp())/reduce_sum")
    %70 = "stablehlo.reduce"(%68, %69) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg25: tensor<f32> loc("reduce_sum:"), %arg26: tensor<f32> loc("reduce_sum:")):
      %121 = "stablehlo.add"(%arg25, %arg26) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(step)/transpose(jvp())/reduce_sum")
      "stablehlo.return"(%121) : (tensor<f32>) -> () loc("jit(step)/transpose(jvp())/reduce_sum")
    }) : (tensor<32x16xf32>, tensor<f32>) -> tensor<16xf32> loc("jit(step)/transpose(jvp())/reduce_sum")
    %71 = "stablehlo.reshape"(%70) : (tensor<16xf32>) -> tensor<1x16xf32> loc("jit(step)/transpose(jvp())/reshape")
    %72 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)/transpose(jvp())/reduce_sum")
    %73 = "stablehlo.reduce"(%71, %72) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg23: tensor<f32> loc("reduce_sum:"), %arg24: tensor<f32> loc("reduce_sum:")):
      %120 = "stablehlo.add"(%arg23, %arg24) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(step)/transpose(jvp())/reduce_sum")
      "stablehlo.return"(%120) : (tensor<f32>) -> () loc("jit(step)/transpose(jvp())/reduce_sum")
    }) : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32> loc("jit(step)/transpose(jvp())/reduce_sum")
    %74 = "stablehlo.dot_general"(%68, %arg21) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x16xf32>, tensor<32x8xf32>) -> tensor<16x8xf32> loc("jit(step)/transpose(jvp())/dot_general")
    %75 = "stablehlo.transpose"(%74) <{permutation = array<i64: 1, 0>}> : (tensor<16x8xf32>) -> tensor<8x16xf32> loc("jit(step)/transpose(jvp())/transpose")
    %76 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %77 = "stablehlo.broadcast_in_dim"(%76) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32> loc("jit(step)/gradients/mul")
    %78 = "stablehlo.multiply"(%73, %77) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> loc("jit(step)/gradients/mul")
    %79 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %80 = "stablehlo.broadcast_in_dim"(%79) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32> loc("jit(step)/gradients/mul")
    %81 = "stablehlo.multiply"(%62, %80) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("jit(step)/gradients/mul")
    %82 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %83 = "stablehlo.broadcast_in_dim"(%82) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x16xf32> loc("jit(step)/gradients/mul")
    %84 = "stablehlo.multiply"(%75, %83) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32> loc("jit(step)/gradients/mul")
    %85 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %86 = "stablehlo.broadcast_in_dim"(%85) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16x4xf32> loc("jit(step)/gradients/mul")
    %87 = "stablehlo.multiply"(%64, %86) : (tensor<16x4xf32>, tensor<16x4xf32>) -> tensor<16x4xf32> loc("jit(step)/gradients/mul")
    %88 = "stablehlo.constant"() <{value = dense<0.899999976> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %89 = "stablehlo.broadcast_in_dim"(%88) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32> loc("jit(step)/mul")
    %90 = "stablehlo.multiply"(%89, %arg17) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> loc("jit(step)/mul")
    %91 = "stablehlo.add"(%90, %78) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> loc("jit(step)/add")
    %92 = "stablehlo.constant"() <{value = dense<0.899999976> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %93 = "stablehlo.broadcast_in_dim"(%92) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32> loc("jit(step)/mul")
    %94 = "stablehlo.multiply"(%93, %arg18) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("jit(step)/mul")
    %95 = "stablehlo.add"(%94, %81) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("jit(step)/add")
    %96 = "stablehlo.constant"() <{value = dense<0.899999976> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %97 = "stablehlo.broadcast_in_dim"(%96) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x16xf32> loc("jit(step)/mul")
    %98 = "stablehlo.multiply"(%97, %arg19) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32> loc("jit(step)/mul")
    %99 = "stablehlo.add"(%98, %84) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32> loc("jit(step)/add")
    %100 = "stablehlo.constant"() <{value = dense<0.899999976> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %101 = "stablehlo.broadcast_in_dim"(%100) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16x4xf32> loc("jit(step)/mul")
    %102 = "stablehlo.multiply"(%101, %arg20) : (tensor<16x4xf32>, tensor<16x4xf32>) -> tensor<16x4xf32> loc("jit(step)/mul")
    %103 = "stablehlo.add"(%102, %87) : (tensor<16x4xf32>, tensor<16x4xf32>) -> tensor<16x4xf32> loc("jit(step)/add")
    %104 = "stablehlo.constant"() <{value = dense<0.00999999977> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %105 = "stablehlo.broadcast_in_dim"(%104) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16xf32> loc("jit(step)/mul")
    %106 = "stablehlo.multiply"(%105, %91) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> loc("jit(step)/mul")
    %107 = "stablehlo.subtract"(%arg13, %106) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> loc("jit(step)/sub")
    %108 = "stablehlo.constant"() <{value = dense<0.00999999977> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %109 = "stablehlo.broadcast_in_dim"(%108) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32> loc("jit(step)/mul")
    %110 = "stablehlo.multiply"(%109, %95) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("jit(step)/mul")
    %111 = "stablehlo.subtract"(%arg14, %110) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("jit(step)/sub")
    %112 = "stablehlo.constant"() <{value = dense<0.00999999977> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %113 = "stablehlo.broadcast_in_dim"(%112) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x16xf32> loc("jit(step)/mul")
    %114 = "stablehlo.multiply"(%113, %99) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32> loc("jit(step)/mul")
    %115 = "stablehlo.subtract"(%arg15, %114) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32> loc("jit(step)/sub")
    %116 = "stablehlo.constant"() <{value = dense<0.00999999977> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %117 = "stablehlo.broadcast_in_dim"(%116) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16x4xf32> loc("jit(step)/mul")
    %118 = "stablehlo.multiply"(%117, %103) : (tensor<16x4xf32>, tensor<16x4xf32>) -> tensor<16x4xf32> loc("jit(step)/mul")
    %119 = "stablehlo.subtract"(%arg16, %118) : (tensor<16x4xf32>, tensor<16x4xf32>) -> tensor<16x4xf32> loc("jit(step)/sub")
    "func.return"(%107, %111, %115, %119, %91, %95, %99, %103, %50) : (tensor<16xf32>, tensor<4xf32>, tensor<8x16xf32>, tensor<16x4xf32>, tensor<16xf32>, tensor<4xf32>, tensor<8x16xf32>, tensor<16x4xf32>, tensor<f32>) -> () loc("jit(step)")
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
