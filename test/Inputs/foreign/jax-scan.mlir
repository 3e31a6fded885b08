// Recorded by record.py from jax 0.10.2.
"builtin.module"() <{sym_name = "jit_loss"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}], function_type = (tensor<16x16xf32>, tensor<16x4xf32>, tensor<8x16xf32>, tensor<5x4x8xf32>, tensor<5x4x4xf32>) -> (tensor<f32>, tensor<16x16xf32>, tensor<16x4xf32>, tensor<8x16xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]['u']"}, {jax.result_info = "result[1]['v']"}, {jax.result_info = "result[1]['w']"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg28: tensor<16x16xf32>, %arg29: tensor<16x4xf32>, %arg30: tensor<8x16xf32>, %arg31: tensor<5x4x8xf32>, %arg32: tensor<5x4x4xf32>):
    %43 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)")
    %44 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x16xf32> loc("jit(loss)/jvp()/broadcast_in_dim")
    %45 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)/jvp()/empty2")
    %46 = "stablehlo.broadcast_in_dim"(%45) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x4x4xf32> loc("jit(loss)/jvp()/broadcast_in_dim")
    %47 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)/jvp()/empty2")
    %48 = "stablehlo.broadcast_in_dim"(%47) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x4x16xf32> loc("jit(loss)/jvp()/broadcast_in_dim")
    %49 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)/jvp()/empty2")
    %50 = "stablehlo.broadcast_in_dim"(%49) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x4x16xf32> loc("jit(loss)/jvp()/broadcast_in_dim")
    %51 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)/jvp()/empty2")
    %52 = "stablehlo.broadcast_in_dim"(%51) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x4x16xf32> loc("jit(loss)/jvp()/broadcast_in_dim")
    %53 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32> loc("jit(loss)/jvp()/scan")
    %54:10 = "stablehlo.while"(%arg31, %arg30, %arg28, %arg29, %53, %44, %46, %48, %50, %52) ({
    ^bb0(%arg69: tensor<5x4x8xf32> loc("while:"), %arg70: tensor<8x16xf32> loc("while:"), %arg71: tensor<16x16xf32> loc("while:"), %arg72: tensor<16x4xf32> loc("while:"), %arg73: tensor<i32> loc("while:"), %arg74: tensor<4x16xf32> loc("while:"), %arg75: tensor<5x4x4xf32> loc("while:"), %arg76: tensor<5x4x16xf32> loc("while:"), %arg77: tensor<5x4x16xf32> loc("while:"), %arg78: tensor<5x4x16xf32> loc("while:")):
      %102 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32> loc("jit(loss)/jvp()/while")
      %103 = "stablehlo.compare"(%arg73, %102) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1> loc("jit(loss)/jvp()/while/cond/lt")
      "stablehlo.return"(%103) : (tensor<i1>) -> () loc("jit(loss)/jvp()/while")
    }, {
    ^bb0(%arg59: tensor<5x4x8xf32> loc("while:"), %arg60: tensor<8x16xf32> loc("while:"), %arg61: tensor<16x16xf32> loc("while:"), %arg62: tensor<16x4xf32> loc("while:"), %arg63: tensor<i32> loc("while:"), %arg64: tensor<4x16xf32> loc("while:"), %arg65: tensor<5x4x4xf32> loc("while:"), %arg66: tensor<5x4x16xf32> loc("while:"), %arg67: tensor<5x4x16xf32> loc("while:"), %arg68: tensor<5x4x16xf32> loc("while:")):
      %94 = "func.call"(%arg59, %arg63) <{callee = @dynamic_index_in_dim}> : (tensor<5x4x8xf32>, tensor<i32>) -> tensor<4x8xf32> loc("jit(loss)/jvp()/while/body/jit(dynamic_index_in_dim)")
      %95:5 = "func.call"(%arg60, %arg61, %arg62, %arg64, %94) <{callee = @closed_call}> : (tensor<8x16xf32>, tensor<16x16xf32>, tensor<16x4xf32>, tensor<4x16xf32>, tensor<4x8xf32>) -> (tensor<4x16xf32>, tensor<4x4xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) loc("jit(loss)/jvp()/while/body/closed_call")
      %96 = "func.call"(%arg65, %95#1, %arg63) <{callee = @dynamic_update_index_in_dim}> : (tensor<5x4x4xf32>, tensor<4x4xf32>, tensor<i32>) -> tensor<5x4x4xf32> loc("jit(loss)/jvp()/while/body/jit(dynamic_update_index_in_dim)")
      %97 = "func.call"(%arg66, %95#2, %arg63) <{callee = @dynamic_update_index_in_dim_0}> : (tensor<5x4x16xf32>, tensor<4x16xf32>, tensor<i32>) -> tensor<5x4x16xf32> loc("jit(loss)/jvp()/while/body/jit(dynamic_update_index_in_dim)")
      %98 = "func.call"(%arg67, %95#3, %arg63) <{callee = @dynamic_update_index_in_dim_0}> : (tensor<5x4x16xf32>, tensor<4x16xf32>, tensor<i32>) -> tensor<5x4x16xf32> loc("jit(loss)/jvp()/while/body/jit(dynamic_update_index_in_dim)")
      %99 = "func.call"(%arg68, %95#4, %arg63) <{callee = @dynamic_update_index_in_dim_0}> : (tensor<5x4x16xf32>, tensor<4x16xf32>, tensor<i32>) -> tensor<5x4x16xf32> loc("jit(loss)/jvp()/while/body/jit(dynamic_update_index_in_dim)")
      %100 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32> loc("jit(loss)/jvp()/while")
      %101 = "stablehlo.add"(%arg63, %100) : (tensor<i32>, tensor<i32>) -> tensor<i32> loc("jit(loss)/jvp()/while/body/add")
      "stablehlo.return"(%arg59, %arg60, %arg61, %arg62, %101, %95#0, %96, %97, %98, %99) : (tensor<5x4x8xf32>, tensor<8x16xf32>, tensor<16x16xf32>, tensor<16x4xf32>, tensor<i32>, tensor<4x16xf32>, tensor<5x4x4xf32>, tensor<5x4x16xf32>, tensor<5x4x16xf32>, tensor<5x4x16xf32>) -> () loc("jit(loss)/jvp()/while")
    }) : (tensor<5x4x8xf32>, tensor<8x16xf32>, tensor<16x16xf32>, tensor<16x4xf32>, tensor<i32>, tensor<4x16xf32>, tensor<5x4x4xf32>, tensor<5x4x16xf32>, tensor<5x4x16xf32>, tensor<5x4x16xf32>) -> (tensor<5x4x8xf32>, tensor<8x16xf32>, tensor<16x16xf32>, tensor<16x4xf32>, tensor<i32>, tensor<4x16xf32>, tensor<5x4x4xf32>, tensor<5x4x16xf32>, tensor<5x4x16xf32>, tensor<5x4x16xf32>) loc("jit(loss)/jvp()/while")
    %55 = "stablehlo.subtract"(%54#6, %arg32) : (tensor<5x4x4xf32>, tensor<5x4x4xf32>) -> tensor<5x4x4xf32> loc("jit(loss)/jvp(loss)/sub")
    %56 = "stablehlo.multiply"(%55, %55) : (tensor<5x4x4xf32>, tensor<5x4x4xf32>) -> tensor<5x4x4xf32> loc("jit(loss)/jvp(loss)/integer_pow")
    %57 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)")
    %58 = "stablehlo.broadcast_in_dim"(%57) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x4x4xf32> loc("jit(loss)/jvp(loss)/mul")
    %59 = "stablehlo.multiply"(%58, %55) : (tensor<5x4x4xf32>, tensor<5x4x4xf32>) -> tensor<5x4x4xf32> loc("jit(loss)/jvp(loss)/mul")
    %60 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)/jvp(loss)/reduce_sum")
    %61 = "stablehlo.reduce"(%56, %60) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg57: tensor<f32> loc("reduce_sum:"), %arg58: tensor<f32> loc("reduce_sum:")):
      %93 = "stablehlo.add"(%arg57, %arg58) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(loss)/jvp(loss)/reduce_sum")
      "stablehlo.return"(%93) : (tensor<f32>) -> () loc("jit(loss)/jvp(loss)/reduce_sum")
    }) : (tensor<5x4x4xf32>, tensor<f32>) -> tensor<f32> loc("jit(loss)/jvp(loss)/reduce_sum")
    %62 = "stablehlo.constant"() <{value = dense<8.000000e+01> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)")
    %63 = "stablehlo.divide"(%61, %62) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(loss)/jvp(loss)/div")
    %64 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)")
    %65 = "stablehlo.constant"() <{value = dense<8.000000e+01> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)")
    %66 = "stablehlo.divide"(%64, %65) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(loss)/transpose(jvp(loss))/div")
    %67 = "stablehlo.broadcast_in_dim"(%66) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x4x4xf32> loc("jit(loss)/transpose(jvp(loss))/broadcast_in_dim")
    %68 = "stablehlo.multiply"(%67, %59) : (tensor<5x4x4xf32>, tensor<5x4x4xf32>) -> tensor<5x4x4xf32> loc("jit(loss)/transpose(jvp(loss))/mul")
    %69 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)")
    %70 = "stablehlo.broadcast_in_dim"(%69) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x16xf32> loc("jit(loss)/transpose(jvp())/broadcast_in_dim")
    %71 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)")
    %72 = "stablehlo.broadcast_in_dim"(%71) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x16xf32> loc("jit(loss)/transpose(jvp())/broadcast_in_dim")
    %73 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)")
    %74 = "stablehlo.broadcast_in_dim"(%73) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16x16xf32> loc("jit(loss)/transpose(jvp())/broadcast_in_dim")
    %75 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(loss)")
    %76 = "stablehlo.broadcast_in_dim"(%75) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16x4xf32> loc("jit(loss)/transpose(jvp())/broadcast_in_dim")
    %77 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32> loc("jit(loss)/transpose(jvp())/scan")
    %78:12 = "stablehlo.while"(%68, %arg31, %54#7, %54#8, %54#9, %arg28, %arg29, %77, %72, %74, %76, %70) ({
    ^bb0(%arg45: tensor<5x4x4xf32> loc("while:"), %arg46: tensor<5x4x8xf32> loc("while:"), %arg47: tensor<5x4x16xf32> loc("while:"), %arg48: tensor<5x4x16xf32> loc("while:"), %arg49: tensor<5x4x16xf32> loc("while:"), %arg50: tensor<16x16xf32> loc("while:"), %arg51: tensor<16x4xf32> loc("while:"), %arg52: tensor<i32> loc("while:"), %arg53: tensor<8x16xf32> loc("while:"), %arg54: tensor<16x16xf32> loc("while:"), %arg55: tensor<16x4xf32> loc("while:"), %arg56: tensor<4x16xf32> loc("while:")):
      %91 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32> loc("jit(loss)/transpose(jvp())/while")
      %92 = "stablehlo.compare"(%arg52, %91) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1> loc("jit(loss)/transpose(jvp())/while/cond/lt")
      "stablehlo.return"(%92) : (tensor<i1>) -> () loc("jit(loss)/transpose(jvp())/while")
    }, {
    ^bb0(%arg33: tensor<5x4x4xf32> loc("while:"), %arg34: tensor<5x4x8xf32> loc("while:"), %arg35: tensor<5x4x16xf32> loc("while:"), %arg36: tensor<5x4x16xf32> loc("while:"), %arg37: tensor<5x4x16xf32> loc("while:"), %arg38: tensor<16x16xf32> loc("while:"), %arg39: tensor<16x4xf32> loc("while:"), %arg40: tensor<i32> loc("while:"), %arg41: tensor<8x16xf32> loc("while:"), %arg42: tensor<16x16xf32> loc("while:"), %arg43: tensor<16x4xf32> loc("while:"), %arg44: tensor<4x16xf32> loc("while:")):
      %79 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32> loc("jit(loss)/transpose(jvp())/while")
      %80 = "stablehlo.subtract"(%79, %arg40) : (tensor<i32>, tensor<i32>) -> tensor<i32> loc("jit(loss)/transpose(jvp())/while/body/sub")
      %81 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32> loc("jit(loss)/transpose(jvp())/while")
      %82 = "stablehlo.subtract"(%80, %81) : (tensor<i32>, tensor<i32>) -> tensor<i32> loc("jit(loss)/transpose(jvp())/while/body/sub")
      %83 = "func.call"(%arg33, %82) <{callee = @dynamic_index_in_dim_1}> : (tensor<5x4x4xf32>, tensor<i32>) -> tensor<4x4xf32> loc("jit(loss)/transpose(jvp())/while/body/jit(dynamic_index_in_dim)")
      %84 = "func.call"(%arg34, %82) <{callee = @dynamic_index_in_dim}> : (tensor<5x4x8xf32>, tensor<i32>) -> tensor<4x8xf32> loc("jit(loss)/transpose(jvp())/while/body/jit(dynamic_index_in_dim)")
      %85 = "func.call"(%arg35, %82) <{callee = @dynamic_index_in_dim_2}> : (tensor<5x4x16xf32>, tensor<i32>) -> tensor<4x16xf32> loc("jit(loss)/transpose(jvp())/while/body/jit(dynamic_index_in_dim)")
      %86 = "func.call"(%arg36, %82) <{callee = @dynamic_index_in_dim_2}> : (tensor<5x4x16xf32>, tensor<i32>) -> tensor<4x16xf32> loc("jit(loss)/transpose(jvp())/while/body/jit(dynamic_index_in_dim)")
      %87 = "func.call"(%arg37, %82) <{callee = @dynamic_index_in_dim_2}> : (tensor<5x4x16xf32>, tensor<i32>) -> tensor<4x16xf32> loc("jit(loss)/transpose(jvp())/while/body/jit(dynamic_index_in_dim)")
      %88:4 = "func.call"(%arg38, %arg39, %arg41, %arg42, %arg43, %arg44, %83, %84, %85, %86, %87) <{callee = @closed_call_3}> : (tensor<16x16xf32>, tensor<16x4xf32>, tensor<8x16xf32>, tensor<16x16xf32>, tensor<16x4xf32>, tensor<4x16xf32>, tensor<4x4xf32>, tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) -> (tensor<8x16xf32>, tensor<16x16xf32>, tensor<16x4xf32>, tensor<4x16xf32>) loc("jit(loss)/transpose(jvp())/while/body/closed_call")
      %89 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32> loc("jit(loss)/transpose(jvp())/while")
      %90 = "stablehlo.add"(%arg40, %89) : (tensor<i32>, tensor<i32>) -> tensor<i32> loc("jit(loss)/transpose(jvp())/while/body/add")
      "stablehlo.return"(%arg33, %arg34, %arg35, %arg36, %arg37, %arg38, %arg39, %90, %88#0, %88#1, %88#2, %88#3) : (tensor<5x4x4xf32>, tensor<5x4x8xf32>, tensor<5x4x16xf32>, tensor<5x4x16xf32>, tensor<5x4x16xf32>, tensor<16x16xf32>, tensor<16x4xf32>, tensor<i32>, tensor<8x16xf32>, tensor<16x16xf32>, tensor<16x4xf32>, tensor<4x16xf32>) -> () loc("jit(loss)/transpose(jvp())/while")
    }) : (tensor<5x4x4xf32>, tensor<5x4x8xf32>, tensor<5x4x16xf32>, tensor<5x4x16xf32>, tensor<5x4x16xf32>, tensor<16x16xf32>, tensor<16x4xf32>, tensor<i32>, tensor<8x16xf32>, tensor<16x16xf32>, tensor<16x4xf32>, tensor<4x16xf32>) -> (tensor<5x4x4xf32>, tensor<5x4x8xf32>, tensor<5x4x16xf32>, tensor<5x4x16xf32>, tensor<5x4x16xf32>, tensor<16x16xf32>, tensor<16x4xf32>, tensor<i32>, tensor<8x16xf32>, tensor<16x16xf32>, tensor<16x4xf32>, tensor<4x16xf32>) loc("jit(loss)/transpose(jvp())/while")
    "func.return"(%63, %78#9, %78#10, %78#8) : (tensor<f32>, tensor<16x16xf32>, tensor<16x4xf32>, tensor<8x16xf32>) -> () loc("jit(loss)")
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<5x4x8xf32>, tensor<i32>) -> tensor<4x8xf32>, res_attrs = [{}], sym_name = "dynamic_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg26: tensor<5x4x8xf32>, %arg27: tensor<i32>):
    %39 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %40 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %41 = "stablehlo.dynamic_slice"(%arg26, %arg27, %39, %40) <{slice_sizes = array<i64: 1, 4, 8>}> : (tensor<5x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8xf32> loc("dynamic_slice")
    %42 = "stablehlo.reshape"(%41) : (tensor<1x4x8xf32>) -> tensor<4x8xf32> loc("squeeze")
    "func.return"(%42) : (tensor<4x8xf32>) -> ()
  }) : () -> () loc("jit:")
  "func.func"() <{function_type = (tensor<8x16xf32>, tensor<16x16xf32>, tensor<16x4xf32>, tensor<4x16xf32>, tensor<4x8xf32>) -> (tensor<4x16xf32>, tensor<4x4xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>), res_attrs = [{}, {}, {}, {}, {}], sym_name = "closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg21: tensor<8x16xf32>, %arg22: tensor<16x16xf32>, %arg23: tensor<16x4xf32>, %arg24: tensor<4x16xf32>, %arg25: tensor<4x8xf32>):
    %31 = "stablehlo.dot_general"(%arg25, %arg21) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32> loc("dot_general")
    %32 = "stablehlo.dot_general"(%arg24, %arg22) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x16xf32>, tensor<16x16xf32>) -> tensor<4x16xf32> loc("dot_general")
    %33 = "stablehlo.add"(%31, %32) : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32> loc("add")
    %34 = "stablehlo.tanh"(%33) : (tensor<4x16xf32>) -> tensor<4x16xf32> loc("tanh")
    %35 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %36 = "stablehlo.broadcast_in_dim"(%35) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x16xf32> loc("sub")
    %37 = "stablehlo.subtract"(%36, %34) : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32> loc("sub")
    %38 = "stablehlo.dot_general"(%34, %arg23) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x16xf32>, tensor<16x4xf32>) -> tensor<4x4xf32> loc("dot_general")
    "func.return"(%34, %38, %arg24, %34, %37) : (tensor<4x16xf32>, tensor<4x4xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) -> ()
  }) : () -> () loc("closed_call:")
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<5x4x4xf32>, tensor<4x4xf32>, tensor<i32>) -> tensor<5x4x4xf32>, res_attrs = [{}], sym_name = "dynamic_update_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg18: tensor<5x4x4xf32>, %arg19: tensor<4x4xf32>, %arg20: tensor<i32>):
    %27 = "stablehlo.broadcast_in_dim"(%arg19) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<4x4xf32>) -> tensor<1x4x4xf32> loc("broadcast_in_dim")
    %28 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %29 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %30 = "stablehlo.dynamic_update_slice"(%arg18, %27, %arg20, %28, %29) : (tensor<5x4x4xf32>, tensor<1x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x4x4xf32> loc("dynamic_update_slice")
    "func.return"(%30) : (tensor<5x4x4xf32>) -> ()
  }) : () -> () loc("jit:")
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<5x4x16xf32>, tensor<4x16xf32>, tensor<i32>) -> tensor<5x4x16xf32>, res_attrs = [{}], sym_name = "dynamic_update_index_in_dim_0", sym_visibility = "private"}> ({
  ^bb0(%arg15: tensor<5x4x16xf32>, %arg16: tensor<4x16xf32>, %arg17: tensor<i32>):
    %23 = "stablehlo.broadcast_in_dim"(%arg16) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<4x16xf32>) -> tensor<1x4x16xf32> loc("broadcast_in_dim")
    %24 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %25 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %26 = "stablehlo.dynamic_update_slice"(%arg15, %23, %arg17, %24, %25) : (tensor<5x4x16xf32>, tensor<1x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x4x16xf32> loc("dynamic_update_slice")
    "func.return"(%26) : (tensor<5x4x16xf32>) -> ()
  }) : () -> () loc("jit:")
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<5x4x4xf32>, tensor<i32>) -> tensor<4x4xf32>, res_attrs = [{}], sym_name = "dynamic_index_in_dim_1", sym_visibility = "private"}> ({
  ^bb0(%arg13: tensor<5x4x4xf32>, %arg14: tensor<i32>):
    %19 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %20 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %21 = "stablehlo.dynamic_slice"(%arg13, %arg14, %19, %20) <{slice_sizes = array<i64: 1, 4, 4>}> : (tensor<5x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xf32> loc("dynamic_slice")
    %22 = "stablehlo.reshape"(%21) : (tensor<1x4x4xf32>) -> tensor<4x4xf32> loc("squeeze")
    "func.return"(%22) : (tensor<4x4xf32>) -> ()
  }) : () -> () loc("jit:")
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<5x4x16xf32>, tensor<i32>) -> tensor<4x16xf32>, res_attrs = [{}], sym_name = "dynamic_index_in_dim_2", sym_visibility = "private"}> ({
  ^bb0(%arg11: tensor<5x4x16xf32>, %arg12: tensor<i32>):
    %15 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %16 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %17 = "stablehlo.dynamic_slice"(%arg11, %arg12, %15, %16) <{slice_sizes = array<i64: 1, 4, 16>}> : (tensor<5x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x16xf32> loc("dynamic_slice")
    %18 = "stablehlo.reshape"(%17) : (tensor<1x4x16xf32>) -> tensor<4x16xf32> loc("squeeze")
    "func.return"(%18) : (tensor<4x16xf32>) -> ()
  }) : () -> () loc("jit:")
  "func.func"() <{function_type = (tensor<16x16xf32>, tensor<16x4xf32>, tensor<8x16xf32>, tensor<16x16xf32>, tensor<16x4xf32>, tensor<4x16xf32>, tensor<4x4xf32>, tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) -> (tensor<8x16xf32>, tensor<16x16xf32>, tensor<16x4xf32>, tensor<4x16xf32>), res_attrs = [{}, {}, {}, {}], sym_name = "closed_call_3", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<16x16xf32>, %arg1: tensor<16x4xf32>, %arg2: tensor<8x16xf32>, %arg3: tensor<16x16xf32>, %arg4: tensor<16x4xf32>, %arg5: tensor<4x16xf32>, %arg6: tensor<4x4xf32>, %arg7: tensor<4x8xf32>, %arg8: tensor<4x16xf32>, %arg9: tensor<4x16xf32>, %arg10: tensor<4x16xf32>):
    %0 = "stablehlo.dot_general"(%arg6, %arg9) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x4xf32>, tensor<4x16xf32>) -> tensor<4x16xf32> loc("dot_general")
    %1 = "stablehlo.transpose"(%0) <{permutation = array<i64: 1, 0>}> : (tensor<4x16xf32>) -> tensor<16x4xf32> loc("transpose")
    %2 = "stablehlo.add"(%arg4, %1) : (tensor<16x4xf32>, tensor<16x4xf32>) -> tensor<16x4xf32> loc("add_any")
    %3 = "stablehlo.dot_general"(%arg6, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x4xf32>, tensor<16x4xf32>) -> tensor<4x16xf32> loc("dot_general")
    %4 = "stablehlo.add"(%arg5, %3) : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32> loc("add_any")
    %5 = "stablehlo.multiply"(%4, %arg10) : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32> loc("mul")
    %6 = "stablehlo.multiply"(%5, %arg9) : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32> loc("mul")
    %7 = "stablehlo.add"(%5, %6) : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32> loc("add_any")
    %8 = "stablehlo.dot_general"(%7, %arg8) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<16x16xf32> loc("dot_general")
    %9 = "stablehlo.transpose"(%8) <{permutation = array<i64: 1, 0>}> : (tensor<16x16xf32>) -> tensor<16x16xf32> loc("transpose")
    %10 = "stablehlo.add"(%arg3, %9) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32> loc("add_any")
    %11 = "stablehlo.dot_general"(%7, %arg0) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x16xf32>, tensor<16x16xf32>) -> tensor<4x16xf32> loc("dot_general")
    %12 = "stablehlo.dot_general"(%7, %arg7) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x16xf32>, tensor<4x8xf32>) -> tensor<16x8xf32> loc("dot_general")
    %13 = "stablehlo.transpose"(%12) <{permutation = array<i64: 1, 0>}> : (tensor<16x8xf32>) -> tensor<8x16xf32> loc("transpose")
    %14 = "stablehlo.add"(%arg2, %13) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32> loc("add_any")
    "func.return"(%14, %10, %2, %11) : (tensor<8x16xf32>, tensor<16x16xf32>, tensor<16x4xf32>, tensor<4x16xf32>) -> ()
  }) : () -> () loc("closed_call:")
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
