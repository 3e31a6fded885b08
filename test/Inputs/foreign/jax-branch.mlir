// Recorded by record.py from jax 0.10.2.
"builtin.module"() <{sym_name = "jit_step"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}], function_type = (tensor<32x16xf32>, tensor<16x16xf32>, tensor<8xi32>, tensor<i1>) -> (tensor<f32>, tensor<32xi32>, tensor<32x16xf32>, tensor<16x16xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]['table']"}, {jax.result_info = "result[2]['w']"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg14: tensor<32x16xf32>, %arg15: tensor<16x16xf32>, %arg16: tensor<8xi32>, %arg17: tensor<i1>):
    %35 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32> loc("jit(step)")
    %36 = "stablehlo.broadcast_in_dim"(%35) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<8xi32> loc("jit(step)/jvp()/lt")
    %37 = "stablehlo.compare"(%arg16, %36) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1> loc("jit(step)/jvp()/lt")
    %38 = "stablehlo.constant"() <{value = dense<32> : tensor<i32>}> : () -> tensor<i32> loc("jit(step)")
    %39 = "stablehlo.broadcast_in_dim"(%38) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<8xi32> loc("jit(step)/jvp()/add")
    %40 = "stablehlo.add"(%arg16, %39) : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32> loc("jit(step)/jvp()/add")
    %41 = "stablehlo.select"(%37, %40, %arg16) : (tensor<8xi1>, tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32> loc("jit(step)/jvp()/select_n")
    %42 = "stablehlo.broadcast_in_dim"(%41) <{broadcast_dimensions = array<i64: 0>}> : (tensor<8xi32>) -> tensor<8x1xi32> loc("jit(step)/jvp()/broadcast_in_dim")
    %43 = "stablehlo.gather"(%arg14, %42) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<32x16xf32>, tensor<8x1xi32>) -> tensor<8x16xf32> loc("jit(step)/jvp()/gather")
    %44 = "stablehlo.convert"(%arg17) : (tensor<i1>) -> tensor<i32> loc("jit(step)/jvp()/convert_element_type")
    %45:3 = "stablehlo.case"(%44) ({
      %82 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)/jvp()/cond")
      %83 = "stablehlo.broadcast_in_dim"(%82) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x16xf32> loc("jit(step)/jvp()/cond/branch_0_fun/mul")
      %84 = "stablehlo.multiply"(%43, %83) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32> loc("jit(step)/jvp()/cond/branch_0_fun/mul")
      %85 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)/jvp()/cond/branch_0_fun/empty2")
      %86 = "stablehlo.broadcast_in_dim"(%85) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16x16xf32> loc("jit(step)/jvp()/cond/branch_0_fun/broadcast_in_dim")
      %87 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)/jvp()/cond/branch_0_fun/empty2")
      %88 = "stablehlo.broadcast_in_dim"(%87) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x16xf32> loc("jit(step)/jvp()/cond/branch_0_fun/broadcast_in_dim")
      "stablehlo.return"(%84, %86, %88) : (tensor<8x16xf32>, tensor<16x16xf32>, tensor<8x16xf32>) -> () loc("jit(step)/jvp()/cond")
    }, {
      %81 = "stablehlo.dot_general"(%43, %arg15) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32> loc("jit(step)/jvp()/cond/branch_1_fun/dot_general")
      "stablehlo.return"(%81, %arg15, %43) : (tensor<8x16xf32>, tensor<16x16xf32>, tensor<8x16xf32>) -> () loc("jit(step)/jvp()/cond")
    }) : (tensor<i32>) -> (tensor<8x16xf32>, tensor<16x16xf32>, tensor<8x16xf32>) loc("jit(step)/jvp()/cond")
    %46:2 = "func.call"(%45#0) <{callee = @sort}> : (tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16x1xui32>) loc("jit(step)/jvp(jit(sort))")
    %47 = "stablehlo.slice"(%46#0) <{limit_indices = array<i64: 8, 16>, start_indices = array<i64: 0, 12>, strides = array<i64: 1, 1>}> : (tensor<8x16xf32>) -> tensor<8x4xf32> loc("jit(step)/jvp()/slice")
    %48 = "stablehlo.multiply"(%47, %47) : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32> loc("jit(step)/jvp()/integer_pow")
    %49 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %50 = "stablehlo.broadcast_in_dim"(%49) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x4xf32> loc("jit(step)/jvp()/mul")
    %51 = "stablehlo.multiply"(%50, %47) : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32> loc("jit(step)/jvp()/mul")
    %52 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)/jvp()/reduce_sum")
    %53 = "stablehlo.reduce"(%48, %52) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg22: tensor<f32> loc("reduce_sum:"), %arg23: tensor<f32> loc("reduce_sum:")):
      %80 = "stablehlo.add"(%arg22, %arg23) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(step)/jvp()/reduce_sum")
      "stablehlo.return"(%80) : (tensor<f32>) -> () loc("jit(step)/jvp()/reduce_sum")
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32> loc("jit(step)/jvp()/reduce_sum")
    %54 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %55 = "stablehlo.broadcast_in_dim"(%54) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x4xf32> loc("jit(step)/transpose(jvp())/broadcast_in_dim")
    %56 = "stablehlo.multiply"(%55, %51) : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32> loc("jit(step)/transpose(jvp())/mul")
    %57 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %58 = "stablehlo.pad"(%56, %57) <{edge_padding_high = array<i64: 0, 0>, edge_padding_low = array<i64: 0, 12>, interior_padding = array<i64: 0, 0>}> : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x16xf32> loc("jit(step)/transpose(jvp())/pad")
    %59 = "func.call"(%46#1, %58) <{callee = @sort_0}> : (tensor<8x16x1xui32>, tensor<8x16xf32>) -> tensor<8x16xf32> loc("jit(step)/transpose(jvp(jit(sort)))")
    %60:2 = "stablehlo.case"(%44) ({
      %75 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)/transpose(jvp())/cond")
      %76 = "stablehlo.broadcast_in_dim"(%75) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x16xf32> loc("jit(step)/transpose(jvp())/cond/branch_0_fun/mul")
      %77 = "stablehlo.multiply"(%59, %76) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32> loc("jit(step)/transpose(jvp())/cond/branch_0_fun/mul")
      %78 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)/transpose(jvp())/cond")
      %79 = "stablehlo.broadcast_in_dim"(%78) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16x16xf32> loc("jit(step)/transpose(jvp())/cond/branch_0_fun/broadcast_in_dim")
      "stablehlo.return"(%79, %77) : (tensor<16x16xf32>, tensor<8x16xf32>) -> () loc("jit(step)/transpose(jvp())/cond")
    }, {
      %72 = "stablehlo.dot_general"(%59, %45#2) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32> loc("jit(step)/transpose(jvp())/cond/branch_1_fun/dot_general")
      %73 = "stablehlo.transpose"(%72) <{permutation = array<i64: 1, 0>}> : (tensor<16x16xf32>) -> tensor<16x16xf32> loc("jit(step)/transpose(jvp())/cond/branch_1_fun/transpose")
      %74 = "stablehlo.dot_general"(%59, %45#1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32> loc("jit(step)/transpose(jvp())/cond/branch_1_fun/dot_general")
      "stablehlo.return"(%73, %74) : (tensor<16x16xf32>, tensor<8x16xf32>) -> () loc("jit(step)/transpose(jvp())/cond")
    }) : (tensor<i32>) -> (tensor<16x16xf32>, tensor<8x16xf32>) loc("jit(step)/transpose(jvp())/cond")
    %61 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)")
    %62 = "stablehlo.broadcast_in_dim"(%61) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x16xf32> loc("jit(step)/transpose(jvp())/broadcast_in_dim")
    %63 = "stablehlo.scatter"(%62, %42, %60#1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg20: tensor<f32> loc("scatter-add:"), %arg21: tensor<f32> loc("scatter-add:")):
      %71 = "stablehlo.add"(%arg20, %arg21) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(step)/transpose(jvp())/add")
      "stablehlo.return"(%71) : (tensor<f32>) -> () loc("jit(step)/transpose(jvp())/scatter-add")
    }) : (tensor<32x16xf32>, tensor<8x1xi32>, tensor<8x16xf32>) -> tensor<32x16xf32> loc("jit(step)/transpose(jvp())/scatter-add")
    %64 = "stablehlo.while"(%53) ({
    ^bb0(%arg19: tensor<f32> loc("while:")):
      %69 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)/while")
      %70 = "stablehlo.compare"(%arg19, %69) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1> loc("jit(step)/while/cond/gt")
      "stablehlo.return"(%70) : (tensor<i1>) -> () loc("jit(step)/while")
    }, {
    ^bb0(%arg18: tensor<f32> loc("while:")):
      %67 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32> loc("jit(step)/while")
      %68 = "stablehlo.multiply"(%arg18, %67) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("jit(step)/while/body/mul")
      "stablehlo.return"(%68) : (tensor<f32>) -> () loc("jit(step)/while")
    }) : (tensor<f32>) -> tensor<f32> loc("jit(step)/while")
    %65 = "stablehlo.dot_general"(%arg14, %arg15) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<32x16xf32>, tensor<16x16xf32>) -> tensor<32x16xf32> loc("jit(step)/dot_general")
    %66 = "func.call"(%65) <{callee = @argmax}> : (tensor<32x16xf32>) -> tensor<32xi32> loc("jit(step)")
    "func.return"(%64, %66, %63, %60#0) : (tensor<f32>, tensor<32xi32>, tensor<32x16xf32>, tensor<16x16xf32>) -> () loc("jit(step)")
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16x1xui32>), res_attrs = [{}, {}], sym_name = "sort", sym_visibility = "private"}> ({
  ^bb0(%arg9: tensor<8x16xf32>):
    %17 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<8x16xui32>
    %18:2 = "stablehlo.sort"(%arg9, %17) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg10: tensor<f32> loc("sort:"), %arg11: tensor<f32> loc("sort:"), %arg12: tensor<ui32> loc("sort:"), %arg13: tensor<ui32> loc("sort:")):
      %20 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %21 = "stablehlo.compare"(%arg10, %20) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %22 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %23 = "stablehlo.select"(%21, %22, %arg10) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %24 = "stablehlo.compare"(%arg10, %arg10) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %25 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
      %26 = "stablehlo.select"(%24, %25, %23) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %27 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %28 = "stablehlo.compare"(%arg11, %27) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %29 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %30 = "stablehlo.select"(%28, %29, %arg11) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %31 = "stablehlo.compare"(%arg11, %arg11) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %32 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
      %33 = "stablehlo.select"(%31, %32, %30) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %34 = "stablehlo.compare"(%26, %33) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%34) : (tensor<i1>) -> ()
    }) : (tensor<8x16xf32>, tensor<8x16xui32>) -> (tensor<8x16xf32>, tensor<8x16xui32>)
    %19 = "stablehlo.broadcast_in_dim"(%18#1) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<8x16xui32>) -> tensor<8x16x1xui32>
    "func.return"(%18#0, %19) : (tensor<8x16xf32>, tensor<8x16x1xui32>) -> ()
  }) : () -> () loc("jit:")
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<8x16x1xui32>, tensor<8x16xf32>) -> tensor<8x16xf32>, res_attrs = [{}], sym_name = "sort_0", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<8x16x1xui32>, %arg6: tensor<8x16xf32>):
    %13 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %14 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x16xf32>
    %15 = "stablehlo.scatter"(%14, %arg5, %arg6) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32> loc("scatter-add:"), %arg8: tensor<f32> loc("scatter-add:")):
      %16 = "stablehlo.add"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("add")
      "stablehlo.return"(%16) : (tensor<f32>) -> ()
    }) : (tensor<8x16xf32>, tensor<8x16x1xui32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    "func.return"(%15) : (tensor<8x16xf32>) -> ()
  }) : () -> () loc("jit:")
  "func.func"() <{function_type = (tensor<32x16xf32>) -> tensor<32xi32>, sym_name = "argmax", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<32x16xf32> loc("jit(step)")):
    %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<32x16xi32> loc("iota")
    %1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32> loc("argmax:")
    %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32> loc("argmax:")
    %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<f32> loc("reduce:"), %arg2: tensor<i32> loc("reduce:"), %arg3: tensor<f32> loc("reduce:"), %arg4: tensor<i32> loc("reduce:")):
      %4 = "stablehlo.compare"(%arg1, %arg3) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1> loc("gt")
      %5 = "stablehlo.compare"(%arg1, %arg1) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1> loc("ne")
      %6 = "stablehlo.or"(%4, %5) : (tensor<i1>, tensor<i1>) -> tensor<i1> loc("or")
      %7 = "stablehlo.compare"(%arg1, %arg3) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1> loc("eq")
      %8 = "stablehlo.compare"(%arg2, %arg4) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1> loc("lt")
      %9 = "stablehlo.and"(%7, %8) : (tensor<i1>, tensor<i1>) -> tensor<i1> loc("and")
      %10 = "stablehlo.or"(%6, %9) : (tensor<i1>, tensor<i1>) -> tensor<i1> loc("or")
      %11 = "stablehlo.select"(%6, %arg1, %arg3) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32> loc("select_n")
      %12 = "stablehlo.select"(%10, %arg2, %arg4) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32> loc("select_n")
      "stablehlo.return"(%11, %12) : (tensor<f32>, tensor<i32>) -> () loc("reduce")
    }) : (tensor<32x16xf32>, tensor<32x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<32xf32>, tensor<32xi32>) loc("reduce")
    "func.return"(%3#1) : (tensor<32xi32>) -> () loc("jit(step)")
  }) : () -> () loc("jit(step)")
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
