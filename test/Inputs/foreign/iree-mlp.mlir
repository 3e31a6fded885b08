// Recorded by record.py from iree-base-compiler 3.13.0.
module @jit_mlp_loss {
  func.func public @main(%arg0: tensor<16xf32>, %arg1: tensor<4xf32>, %arg2: tensor<8x16xf32>, %arg3: tensor<16x4xf32>, %arg4: tensor<32x8xf32>, %arg5: tensor<32x4xf32>) -> (tensor<f32>, tensor<16xf32>, tensor<4xf32>, tensor<8x16xf32>, tensor<16x4xf32>) {
    %cst = arith.constant 3.125000e-02 : f32 loc(unknown)
    %cst_0 = arith.constant 3.200000e+01 : f32 loc(unknown)
    %cst_1 = arith.constant 0xFF800000 : f32 loc(unknown)
    %cst_2 = arith.constant 0.000000e+00 : f32 loc(unknown)
    %0 = tensor.empty() : tensor<32x16xf32> loc("<stdin>":3:10)
    %1 = linalg.fill ins(%cst_2 : f32) outs(%0 : tensor<32x16xf32>) -> tensor<32x16xf32> loc("<stdin>":3:10)
    %2 = linalg.matmul ins(%arg4, %arg2 : tensor<32x8xf32>, tensor<8x16xf32>) outs(%1 : tensor<32x16xf32>) -> tensor<32x16xf32> loc("<stdin>":3:10)
    %3 = tensor.empty() : tensor<32x16xf32> loc("<stdin>":5:10)
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<16xf32>) outs(%3 : tensor<32x16xf32>) {
    ^bb0(%in: f32 loc("<stdin>":2:26), %out: f32 loc("<stdin>":5:10)):
      linalg.yield %in : f32 loc("<stdin>":5:10)
    } -> tensor<32x16xf32> loc("<stdin>":5:10)
    %5 = tensor.empty() : tensor<32x16xf32> loc("<stdin>":6:10)
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2, %4 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%5 : tensor<32x16xf32>) {
    ^bb0(%in: f32 loc("<stdin>":3:10), %in_6: f32 loc("<stdin>":5:10), %out: f32 loc("<stdin>":6:10)):
      %102 = arith.addf %in, %in_6 : f32 loc("<stdin>":6:10)
      linalg.yield %102 : f32 loc("<stdin>":6:10)
    } -> tensor<32x16xf32> loc("<stdin>":6:10)
    %7 = tensor.empty() : tensor<32x16xf32> loc(callsite("<stdin>":52:10 at "<stdin>":7:10))
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<32x16xf32>) outs(%7 : tensor<32x16xf32>) {
    ^bb0(%in: f32 loc("<stdin>":6:10), %out: f32 loc(callsite("<stdin>":52:10 at "<stdin>":7:10))):
      %102 = arith.maximumf %in, %cst_2 : f32 loc(callsite("<stdin>":52:10 at "<stdin>":7:10))
      linalg.yield %102 : f32 loc(callsite("<stdin>":52:10 at "<stdin>":7:10))
    } -> tensor<32x16xf32> loc(callsite("<stdin>":52:10 at "<stdin>":7:10))
    %9 = tensor.empty() : tensor<32x16xi1> loc("<stdin>":10:10)
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<32x16xf32>) outs(%9 : tensor<32x16xi1>) {
    ^bb0(%in: f32 loc("<stdin>":6:10), %out: i1 loc("<stdin>":10:10)):
      %102 = arith.cmpf ogt, %in, %cst_2 : f32 loc("<stdin>":10:10)
      linalg.yield %102 : i1 loc("<stdin>":10:10)
    } -> tensor<32x16xi1> loc("<stdin>":10:10)
    %11 = tensor.empty() : tensor<32x4xf32> loc("<stdin>":11:10)
    %12 = linalg.fill ins(%cst_2 : f32) outs(%11 : tensor<32x4xf32>) -> tensor<32x4xf32> loc("<stdin>":11:10)
    %13 = linalg.matmul ins(%8, %arg3 : tensor<32x16xf32>, tensor<16x4xf32>) outs(%12 : tensor<32x4xf32>) -> tensor<32x4xf32> loc("<stdin>":11:10)
    %14 = tensor.empty() : tensor<32x4xf32> loc("<stdin>":13:10)
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<4xf32>) outs(%14 : tensor<32x4xf32>) {
    ^bb0(%in: f32 loc("<stdin>":2:49), %out: f32 loc("<stdin>":13:10)):
      linalg.yield %in : f32 loc("<stdin>":13:10)
    } -> tensor<32x4xf32> loc("<stdin>":13:10)
    %16 = tensor.empty() : tensor<32x4xf32> loc("<stdin>":14:11)
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%13, %15 : tensor<32x4xf32>, tensor<32x4xf32>) outs(%16 : tensor<32x4xf32>) {
    ^bb0(%in: f32 loc("<stdin>":11:10), %in_6: f32 loc("<stdin>":13:10), %out: f32 loc("<stdin>":14:11)):
      %102 = arith.addf %in, %in_6 : f32 loc("<stdin>":14:11)
      linalg.yield %102 : f32 loc("<stdin>":14:11)
    } -> tensor<32x4xf32> loc("<stdin>":14:11)
    %18 = tensor.empty() : tensor<32xf32> loc(callsite("<stdin>":57:26 at "<stdin>":15:13))
    %19 = linalg.fill ins(%cst_1 : f32) outs(%18 : tensor<32xf32>) -> tensor<32xf32> loc(callsite("<stdin>":57:26 at "<stdin>":15:13))
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%17 : tensor<32x4xf32>) outs(%19 : tensor<32xf32>) {
    ^bb0(%in: f32 loc(callsite("<stdin>":57:26 at "<stdin>":15:13)), %out: f32 loc(callsite("<stdin>":57:26 at "<stdin>":15:13))):
      %102 = arith.maximumf %out, %in : f32 loc(callsite("<stdin>":57:26 at "<stdin>":15:13))
      linalg.yield %102 : f32 loc(callsite("<stdin>":57:26 at "<stdin>":15:13))
    } -> tensor<32xf32> loc(callsite("<stdin>":57:26 at "<stdin>":15:13))
    %21 = tensor.empty() : tensor<32x4xf32> loc(callsite("<stdin>":62:10 at "<stdin>":15:13))
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<32xf32>) outs(%21 : tensor<32x4xf32>) {
    ^bb0(%in: f32 loc(callsite("<stdin>":60:10 at "<stdin>":15:13)), %out: f32 loc(callsite("<stdin>":62:10 at "<stdin>":15:13))):
      linalg.yield %in : f32 loc(callsite("<stdin>":62:10 at "<stdin>":15:13))
    } -> tensor<32x4xf32> loc(callsite("<stdin>":62:10 at "<stdin>":15:13))
    %23 = tensor.empty() : tensor<32x4xf32> loc(callsite("<stdin>":63:10 at "<stdin>":15:13))
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%17, %22 : tensor<32x4xf32>, tensor<32x4xf32>) outs(%23 : tensor<32x4xf32>) {
    ^bb0(%in: f32 loc("<stdin>":14:11), %in_6: f32 loc(callsite("<stdin>":62:10 at "<stdin>":15:13)), %out: f32 loc(callsite("<stdin>":63:10 at "<stdin>":15:13))):
      %102 = arith.subf %in, %in_6 : f32 loc(callsite("<stdin>":63:10 at "<stdin>":15:13))
      linalg.yield %102 : f32 loc(callsite("<stdin>":63:10 at "<stdin>":15:13))
    } -> tensor<32x4xf32> loc(callsite("<stdin>":63:10 at "<stdin>":15:13))
    %25 = tensor.empty() : tensor<32x4xf32> loc(callsite("<stdin>":64:10 at "<stdin>":15:13))
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%24 : tensor<32x4xf32>) outs(%25 : tensor<32x4xf32>) {
    ^bb0(%in: f32 loc(callsite("<stdin>":63:10 at "<stdin>":15:13)), %out: f32 loc(callsite("<stdin>":64:10 at "<stdin>":15:13))):
      %102 = math.exp %in : f32 loc(callsite("<stdin>":64:10 at "<stdin>":15:13))
      linalg.yield %102 : f32 loc(callsite("<stdin>":64:10 at "<stdin>":15:13))
    } -> tensor<32x4xf32> loc(callsite("<stdin>":64:10 at "<stdin>":15:13))
    %27 = tensor.empty() : tensor<32xf32> loc(callsite("<stdin>":66:26 at "<stdin>":15:13))
    %28 = linalg.fill ins(%cst_2 : f32) outs(%27 : tensor<32xf32>) -> tensor<32xf32> loc(callsite("<stdin>":66:26 at "<stdin>":15:13))
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%26 : tensor<32x4xf32>) outs(%28 : tensor<32xf32>) {
    ^bb0(%in: f32 loc(callsite("<stdin>":66:26 at "<stdin>":15:13)), %out: f32 loc(callsite("<stdin>":66:26 at "<stdin>":15:13))):
      %102 = arith.addf %out, %in : f32 loc(callsite("<stdin>":66:26 at "<stdin>":15:13))
      linalg.yield %102 : f32 loc(callsite("<stdin>":66:26 at "<stdin>":15:13))
    } -> tensor<32xf32> loc(callsite("<stdin>":66:26 at "<stdin>":15:13))
    %expanded = tensor.expand_shape %29 [[0, 1]] output_shape [32, 1] : tensor<32xf32> into tensor<32x1xf32> loc(callsite("<stdin>":67:10 at "<stdin>":15:13))
    %30 = tensor.empty() : tensor<32x1xf32> loc(callsite("<stdin>":68:10 at "<stdin>":15:13))
    %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<32x1xf32>) outs(%30 : tensor<32x1xf32>) {
    ^bb0(%in: f32 loc(callsite("<stdin>":67:10 at "<stdin>":15:13)), %out: f32 loc(callsite("<stdin>":68:10 at "<stdin>":15:13))):
      %102 = math.log %in : f32 loc(callsite("<stdin>":68:10 at "<stdin>":15:13))
      linalg.yield %102 : f32 loc(callsite("<stdin>":68:10 at "<stdin>":15:13))
    } -> tensor<32x1xf32> loc(callsite("<stdin>":68:10 at "<stdin>":15:13))
    %32 = tensor.empty() : tensor<32x4xf32> loc(callsite("<stdin>":69:11 at "<stdin>":15:13))
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%31 : tensor<32x1xf32>) outs(%32 : tensor<32x4xf32>) {
    ^bb0(%in: f32 loc(callsite("<stdin>":68:10 at "<stdin>":15:13)), %out: f32 loc(callsite("<stdin>":69:11 at "<stdin>":15:13))):
      linalg.yield %in : f32 loc(callsite("<stdin>":69:11 at "<stdin>":15:13))
    } -> tensor<32x4xf32> loc(callsite("<stdin>":69:11 at "<stdin>":15:13))
    %34 = tensor.empty() : tensor<32x4xf32> loc(callsite("<stdin>":70:11 at "<stdin>":15:13))
    %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%24, %33 : tensor<32x4xf32>, tensor<32x4xf32>) outs(%34 : tensor<32x4xf32>) {
    ^bb0(%in: f32 loc(callsite("<stdin>":63:10 at "<stdin>":15:13)), %in_6: f32 loc(callsite("<stdin>":69:11 at "<stdin>":15:13)), %out: f32 loc(callsite("<stdin>":70:11 at "<stdin>":15:13))):
      %102 = arith.subf %in, %in_6 : f32 loc(callsite("<stdin>":70:11 at "<stdin>":15:13))
      linalg.yield %102 : f32 loc(callsite("<stdin>":70:11 at "<stdin>":15:13))
    } -> tensor<32x4xf32> loc(callsite("<stdin>":70:11 at "<stdin>":15:13))
    %36 = tensor.empty() : tensor<32x4xf32> loc("<stdin>":16:11)
    %37 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%35, %arg5 : tensor<32x4xf32>, tensor<32x4xf32>) outs(%36 : tensor<32x4xf32>) {
    ^bb0(%in: f32 loc(callsite("<stdin>":70:11 at "<stdin>":15:13)), %in_6: f32 loc("<stdin>":2:146), %out: f32 loc("<stdin>":16:11)):
      %102 = arith.mulf %in, %in_6 : f32 loc("<stdin>":16:11)
      linalg.yield %102 : f32 loc("<stdin>":16:11)
    } -> tensor<32x4xf32> loc("<stdin>":16:11)
    %38 = tensor.empty() : tensor<f32> loc("<stdin>":18:27)
    %39 = linalg.fill ins(%cst_2 : f32) outs(%38 : tensor<f32>) -> tensor<f32> loc("<stdin>":18:27)
    %40 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%37 : tensor<32x4xf32>) outs(%39 : tensor<f32>) {
    ^bb0(%in: f32 loc("<stdin>":18:27), %out: f32 loc("<stdin>":18:27)):
      %102 = arith.addf %out, %in : f32 loc("<stdin>":18:27)
      linalg.yield %102 : f32 loc("<stdin>":18:27)
    } -> tensor<f32> loc("<stdin>":18:27)
    %41 = tensor.empty() : tensor<f32> loc("<stdin>":19:11)
    %42 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%40 : tensor<f32>) outs(%41 : tensor<f32>) {
    ^bb0(%in: f32 loc("<stdin>":18:27), %out: f32 loc("<stdin>":19:11)):
      %102 = arith.negf %in : f32 loc("<stdin>":19:11)
      linalg.yield %102 : f32 loc("<stdin>":19:11)
    } -> tensor<f32> loc("<stdin>":19:11)
    %43 = tensor.empty() : tensor<f32> loc("<stdin>":21:11)
    %44 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%42 : tensor<f32>) outs(%43 : tensor<f32>) {
    ^bb0(%in: f32 loc("<stdin>":19:11), %out: f32 loc("<stdin>":21:11)):
      %102 = arith.divf %in, %cst_0 : f32 loc("<stdin>":21:11)
      linalg.yield %102 : f32 loc("<stdin>":21:11)
    } -> tensor<f32> loc("<stdin>":21:11)
    %45 = tensor.empty() : tensor<f32> loc("<stdin>":24:11)
    %46 = linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%45 : tensor<f32>) {
    ^bb0(%out: f32 loc("<stdin>":24:11)):
      linalg.yield %cst : f32 loc("<stdin>":24:11)
    } -> tensor<f32> loc("<stdin>":24:11)
    %47 = tensor.empty() : tensor<f32> loc("<stdin>":25:11)
    %48 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%46 : tensor<f32>) outs(%47 : tensor<f32>) {
    ^bb0(%in: f32 loc("<stdin>":24:11), %out: f32 loc("<stdin>":25:11)):
      %102 = arith.negf %in : f32 loc("<stdin>":25:11)
      linalg.yield %102 : f32 loc("<stdin>":25:11)
    } -> tensor<f32> loc("<stdin>":25:11)
    %49 = tensor.empty() : tensor<32x4xf32> loc("<stdin>":26:11)
    %50 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%48 : tensor<f32>) outs(%49 : tensor<32x4xf32>) {
    ^bb0(%in: f32 loc("<stdin>":25:11), %out: f32 loc("<stdin>":26:11)):
      linalg.yield %in : f32 loc("<stdin>":26:11)
    } -> tensor<32x4xf32> loc("<stdin>":26:11)
    %51 = tensor.empty() : tensor<32x4xf32> loc("<stdin>":27:11)
    %52 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%50, %arg5 : tensor<32x4xf32>, tensor<32x4xf32>) outs(%51 : tensor<32x4xf32>) {
    ^bb0(%in: f32 loc("<stdin>":26:11), %in_6: f32 loc("<stdin>":2:146), %out: f32 loc("<stdin>":27:11)):
      %102 = arith.mulf %in, %in_6 : f32 loc("<stdin>":27:11)
      linalg.yield %102 : f32 loc("<stdin>":27:11)
    } -> tensor<32x4xf32> loc("<stdin>":27:11)
    %53 = tensor.empty() : tensor<32x4xf32> loc(callsite("<stdin>":74:10 at "<stdin>":28:11))
    %54 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%52 : tensor<32x4xf32>) outs(%53 : tensor<32x4xf32>) {
    ^bb0(%in: f32 loc("<stdin>":27:11), %out: f32 loc(callsite("<stdin>":74:10 at "<stdin>":28:11))):
      %102 = arith.negf %in : f32 loc(callsite("<stdin>":74:10 at "<stdin>":28:11))
      linalg.yield %102 : f32 loc(callsite("<stdin>":74:10 at "<stdin>":28:11))
    } -> tensor<32x4xf32> loc(callsite("<stdin>":74:10 at "<stdin>":28:11))
    %55 = tensor.empty() : tensor<32xf32> loc(callsite("<stdin>":76:26 at "<stdin>":28:11))
    %56 = linalg.fill ins(%cst_2 : f32) outs(%55 : tensor<32xf32>) -> tensor<32xf32> loc(callsite("<stdin>":76:26 at "<stdin>":28:11))
    %57 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%54 : tensor<32x4xf32>) outs(%56 : tensor<32xf32>) {
    ^bb0(%in: f32 loc(callsite("<stdin>":76:26 at "<stdin>":28:11)), %out: f32 loc(callsite("<stdin>":76:26 at "<stdin>":28:11))):
      %102 = arith.addf %out, %in : f32 loc(callsite("<stdin>":76:26 at "<stdin>":28:11))
      linalg.yield %102 : f32 loc(callsite("<stdin>":76:26 at "<stdin>":28:11))
    } -> tensor<32xf32> loc(callsite("<stdin>":76:26 at "<stdin>":28:11))
    %expanded_3 = tensor.expand_shape %57 [[0, 1]] output_shape [32, 1] : tensor<32xf32> into tensor<32x1xf32> loc(callsite("<stdin>":77:10 at "<stdin>":28:11))
    %58 = tensor.empty() : tensor<32x1xf32> loc(callsite("<stdin>":78:10 at "<stdin>":28:11))
    %59 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%expanded_3, %expanded : tensor<32x1xf32>, tensor<32x1xf32>) outs(%58 : tensor<32x1xf32>) {
    ^bb0(%in: f32 loc(callsite("<stdin>":77:10 at "<stdin>":28:11)), %in_6: f32 loc(callsite("<stdin>":67:10 at "<stdin>":15:13)), %out: f32 loc(callsite("<stdin>":78:10 at "<stdin>":28:11))):
      %102 = arith.divf %in, %in_6 : f32 loc(callsite("<stdin>":78:10 at "<stdin>":28:11))
      linalg.yield %102 : f32 loc(callsite("<stdin>":78:10 at "<stdin>":28:11))
    } -> tensor<32x1xf32> loc(callsite("<stdin>":78:10 at "<stdin>":28:11))
    %60 = tensor.empty() : tensor<32xf32> loc(callsite("<stdin>":80:26 at "<stdin>":28:11))
    %61 = linalg.fill ins(%cst_2 : f32) outs(%60 : tensor<32xf32>) -> tensor<32xf32> loc(callsite("<stdin>":80:26 at "<stdin>":28:11))
    %62 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%59 : tensor<32x1xf32>) outs(%61 : tensor<32xf32>) {
    ^bb0(%in: f32 loc(callsite("<stdin>":80:26 at "<stdin>":28:11)), %out: f32 loc(callsite("<stdin>":80:26 at "<stdin>":28:11))):
      %102 = arith.addf %out, %in : f32 loc(callsite("<stdin>":80:26 at "<stdin>":28:11))
      linalg.yield %102 : f32 loc(callsite("<stdin>":80:26 at "<stdin>":28:11))
    } -> tensor<32xf32> loc(callsite("<stdin>":80:26 at "<stdin>":28:11))
    %63 = tensor.empty() : tensor<32x4xf32> loc(callsite("<stdin>":81:10 at "<stdin>":28:11))
    %64 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%62 : tensor<32xf32>) outs(%63 : tensor<32x4xf32>) {
    ^bb0(%in: f32 loc(callsite("<stdin>":80:26 at "<stdin>":28:11)), %out: f32 loc(callsite("<stdin>":81:10 at "<stdin>":28:11))):
      linalg.yield %in : f32 loc(callsite("<stdin>":81:10 at "<stdin>":28:11))
    } -> tensor<32x4xf32> loc(callsite("<stdin>":81:10 at "<stdin>":28:11))
    %65 = tensor.empty() : tensor<32x4xf32> loc(callsite("<stdin>":82:10 at "<stdin>":28:11))
    %66 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%64, %26 : tensor<32x4xf32>, tensor<32x4xf32>) outs(%65 : tensor<32x4xf32>) {
    ^bb0(%in: f32 loc(callsite("<stdin>":81:10 at "<stdin>":28:11)), %in_6: f32 loc(callsite("<stdin>":64:10 at "<stdin>":15:13)), %out: f32 loc(callsite("<stdin>":82:10 at "<stdin>":28:11))):
      %102 = arith.mulf %in, %in_6 : f32 loc(callsite("<stdin>":82:10 at "<stdin>":28:11))
      linalg.yield %102 : f32 loc(callsite("<stdin>":82:10 at "<stdin>":28:11))
    } -> tensor<32x4xf32> loc(callsite("<stdin>":82:10 at "<stdin>":28:11))
    %67 = tensor.empty() : tensor<32x4xf32> loc(callsite("<stdin>":83:10 at "<stdin>":28:11))
    %68 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%52, %66 : tensor<32x4xf32>, tensor<32x4xf32>) outs(%67 : tensor<32x4xf32>) {
    ^bb0(%in: f32 loc("<stdin>":27:11), %in_6: f32 loc(callsite("<stdin>":82:10 at "<stdin>":28:11)), %out: f32 loc(callsite("<stdin>":83:10 at "<stdin>":28:11))):
      %102 = arith.addf %in, %in_6 : f32 loc(callsite("<stdin>":83:10 at "<stdin>":28:11))
      linalg.yield %102 : f32 loc(callsite("<stdin>":83:10 at "<stdin>":28:11))
    } -> tensor<32x4xf32> loc(callsite("<stdin>":83:10 at "<stdin>":28:11))
    %69 = tensor.empty() : tensor<4xf32> loc("<stdin>":30:27)
    %70 = linalg.fill ins(%cst_2 : f32) outs(%69 : tensor<4xf32>) -> tensor<4xf32> loc("<stdin>":30:27)
    %71 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%68 : tensor<32x4xf32>) outs(%70 : tensor<4xf32>) {
    ^bb0(%in: f32 loc("<stdin>":30:27), %out: f32 loc("<stdin>":30:27)):
      %102 = arith.addf %out, %in : f32 loc("<stdin>":30:27)
      linalg.yield %102 : f32 loc("<stdin>":30:27)
    } -> tensor<4xf32> loc("<stdin>":30:27)
    %expanded_4 = tensor.expand_shape %71 [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32> loc("<stdin>":31:11)
    %72 = tensor.empty() : tensor<4xf32> loc("<stdin>":33:27)
    %73 = linalg.fill ins(%cst_2 : f32) outs(%72 : tensor<4xf32>) -> tensor<4xf32> loc("<stdin>":33:27)
    %74 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%expanded_4 : tensor<1x4xf32>) outs(%73 : tensor<4xf32>) {
    ^bb0(%in: f32 loc("<stdin>":33:27), %out: f32 loc("<stdin>":33:27)):
      %102 = arith.addf %out, %in : f32 loc("<stdin>":33:27)
      linalg.yield %102 : f32 loc("<stdin>":33:27)
    } -> tensor<4xf32> loc("<stdin>":33:27)
    %75 = tensor.empty() : tensor<4x32xf32> loc("<stdin>":34:11)
    %76 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%68 : tensor<32x4xf32>) outs(%75 : tensor<4x32xf32>) {
    ^bb0(%in: f32 loc(callsite("<stdin>":83:10 at "<stdin>":28:11)), %out: f32 loc("<stdin>":34:11)):
      linalg.yield %in : f32 loc("<stdin>":34:11)
    } -> tensor<4x32xf32> loc("<stdin>":34:11)
    %77 = tensor.empty() : tensor<4x16xf32> loc("<stdin>":34:11)
    %78 = linalg.fill ins(%cst_2 : f32) outs(%77 : tensor<4x16xf32>) -> tensor<4x16xf32> loc("<stdin>":34:11)
    %79 = linalg.matmul ins(%76, %8 : tensor<4x32xf32>, tensor<32x16xf32>) outs(%78 : tensor<4x16xf32>) -> tensor<4x16xf32> loc("<stdin>":34:11)
    %80 = tensor.empty() : tensor<16x4xf32> loc("<stdin>":35:11)
    %81 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%79 : tensor<4x16xf32>) outs(%80 : tensor<16x4xf32>) {
    ^bb0(%in: f32 loc("<stdin>":34:11), %out: f32 loc("<stdin>":35:11)):
      linalg.yield %in : f32 loc("<stdin>":35:11)
    } -> tensor<16x4xf32> loc("<stdin>":35:11)
    %82 = tensor.empty() : tensor<4x16xf32> loc("<stdin>":36:11)
    %83 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<16x4xf32>) outs(%82 : tensor<4x16xf32>) {
    ^bb0(%in: f32 loc("<stdin>":2:96), %out: f32 loc("<stdin>":36:11)):
      linalg.yield %in : f32 loc("<stdin>":36:11)
    } -> tensor<4x16xf32> loc("<stdin>":36:11)
    %84 = tensor.empty() : tensor<32x16xf32> loc("<stdin>":36:11)
    %85 = linalg.fill ins(%cst_2 : f32) outs(%84 : tensor<32x16xf32>) -> tensor<32x16xf32> loc("<stdin>":36:11)
    %86 = linalg.matmul ins(%68, %83 : tensor<32x4xf32>, tensor<4x16xf32>) outs(%85 : tensor<32x16xf32>) -> tensor<32x16xf32> loc("<stdin>":36:11)
    %87 = tensor.empty() : tensor<32x16xf32> loc("<stdin>":39:11)
    %88 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%10, %86 : tensor<32x16xi1>, tensor<32x16xf32>) outs(%87 : tensor<32x16xf32>) {
    ^bb0(%in: i1 loc("<stdin>":10:10), %in_6: f32 loc("<stdin>":36:11), %out: f32 loc("<stdin>":39:11)):
      %102 = arith.select %in, %in_6, %cst_2 : f32 loc("<stdin>":39:11)
      linalg.yield %102 : f32 loc("<stdin>":39:11)
    } -> tensor<32x16xf32> loc("<stdin>":39:11)
    %89 = tensor.empty() : tensor<16xf32> loc("<stdin>":41:27)
    %90 = linalg.fill ins(%cst_2 : f32) outs(%89 : tensor<16xf32>) -> tensor<16xf32> loc("<stdin>":41:27)
    %91 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%88 : tensor<32x16xf32>) outs(%90 : tensor<16xf32>) {
    ^bb0(%in: f32 loc("<stdin>":41:27), %out: f32 loc("<stdin>":41:27)):
      %102 = arith.addf %out, %in : f32 loc("<stdin>":41:27)
      linalg.yield %102 : f32 loc("<stdin>":41:27)
    } -> tensor<16xf32> loc("<stdin>":41:27)
    %expanded_5 = tensor.expand_shape %91 [[0, 1]] output_shape [1, 16] : tensor<16xf32> into tensor<1x16xf32> loc("<stdin>":42:11)
    %92 = tensor.empty() : tensor<16xf32> loc("<stdin>":44:27)
    %93 = linalg.fill ins(%cst_2 : f32) outs(%92 : tensor<16xf32>) -> tensor<16xf32> loc("<stdin>":44:27)
    %94 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%expanded_5 : tensor<1x16xf32>) outs(%93 : tensor<16xf32>) {
    ^bb0(%in: f32 loc("<stdin>":44:27), %out: f32 loc("<stdin>":44:27)):
      %102 = arith.addf %out, %in : f32 loc("<stdin>":44:27)
      linalg.yield %102 : f32 loc("<stdin>":44:27)
    } -> tensor<16xf32> loc("<stdin>":44:27)
    %95 = tensor.empty() : tensor<16x32xf32> loc("<stdin>":45:11)
    %96 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%88 : tensor<32x16xf32>) outs(%95 : tensor<16x32xf32>) {
    ^bb0(%in: f32 loc("<stdin>":39:11), %out: f32 loc("<stdin>":45:11)):
      linalg.yield %in : f32 loc("<stdin>":45:11)
    } -> tensor<16x32xf32> loc("<stdin>":45:11)
    %97 = tensor.empty() : tensor<16x8xf32> loc("<stdin>":45:11)
    %98 = linalg.fill ins(%cst_2 : f32) outs(%97 : tensor<16x8xf32>) -> tensor<16x8xf32> loc("<stdin>":45:11)
    %99 = linalg.matmul ins(%96, %arg4 : tensor<16x32xf32>, tensor<32x8xf32>) outs(%98 : tensor<16x8xf32>) -> tensor<16x8xf32> loc("<stdin>":45:11)
    %100 = tensor.empty() : tensor<8x16xf32> loc("<stdin>":46:11)
    %101 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%99 : tensor<16x8xf32>) outs(%100 : tensor<8x16xf32>) {
    ^bb0(%in: f32 loc("<stdin>":45:11), %out: f32 loc("<stdin>":46:11)):
      linalg.yield %in : f32 loc("<stdin>":46:11)
    } -> tensor<8x16xf32> loc("<stdin>":46:11)
    func.return %44, %94, %74, %101, %81 : tensor<f32>, tensor<16xf32>, tensor<4xf32>, tensor<8x16xf32>, tensor<16x4xf32> loc("<stdin>":47:5)
  } loc("<stdin>":2:3)
} loc("<stdin>":1:1)