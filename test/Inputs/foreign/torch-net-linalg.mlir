// Recorded by record.py from torch-mlir 20261001.
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (d0)>
module {
  func.func @forward(%arg0: tensor<2x1x8x8xf32>) -> tensor<2x10xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f64
    %cst_2 = arith.constant dense_resource<torch_tensor_10_torch.float32> : tensor<10xf32>
    %cst_3 = arith.constant dense_resource<torch_tensor_10_64_torch.float32> : tensor<10x64xf32>
    %cst_4 = arith.constant dense_resource<torch_tensor_64_torch.float32_1> : tensor<64xf32>
    %cst_5 = arith.constant dense_resource<torch_tensor_64_torch.float32> : tensor<64xf32>
    %cst_6 = arith.constant 1.000000e-05 : f64
    %cst_7 = arith.constant dense_resource<torch_tensor_4_1_3_3_torch.float32> : tensor<4x1x3x3xf32>
    %cst_8 = arith.constant dense_resource<torch_tensor_4_torch.float32> : tensor<4xf32>
    %cst_9 = arith.constant 6.400000e+01 : f64
    %cst_10 = arith.constant 6.400000e+01 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg1: index, %arg2: index, %arg3: index, %arg4: index):
      tensor.yield %cst : f32
    } : tensor<2x1x8x8xf32> to tensor<2x1x10x10xf32>
    %0 = tensor.empty() : tensor<2x4x8x8xf32>
    %broadcasted = linalg.broadcast ins(%cst_8 : tensor<4xf32>) outs(%0 : tensor<2x4x8x8xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %cst_7 : tensor<2x1x10x10xf32>, tensor<4x1x3x3xf32>) outs(%broadcasted : tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<2x4x8x8xf32>) outs(%0 : tensor<2x4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %45 = arith.cmpf ugt, %in, %cst : f32
      %46 = arith.select %45, %in, %cst : f32
      linalg.yield %46 : f32
    } -> tensor<2x4x8x8xf32>
    %3 = tensor.empty() : tensor<2x4x4x4xf32>
    %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
    %5 = tensor.empty() : tensor<2x2xf32>
    %6 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%2, %5 : tensor<2x4x8x8xf32>, tensor<2x2xf32>) outs(%4 : tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
    %collapsed = tensor.collapse_shape %6 [[0], [1, 2, 3]] : tensor<2x4x4x4xf32> into tensor<2x64xf32>
    %7 = tensor.empty() : tensor<2x64xf64>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<2x64xf32>) outs(%7 : tensor<2x64xf64>) {
    ^bb0(%in: f32, %out: f64):
      %45 = arith.extf %in : f32 to f64
      linalg.yield %45 : f64
    } -> tensor<2x64xf64>
    %9 = tensor.empty() : tensor<2x1xf64>
    %10 = linalg.fill ins(%cst_1 : f64) outs(%9 : tensor<2x1xf64>) -> tensor<2x1xf64>
    %11 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%8 : tensor<2x64xf64>) outs(%10 : tensor<2x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %45 = arith.addf %in, %out : f64
      linalg.yield %45 : f64
    } -> tensor<2x1xf64>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<2x1xf64>) outs(%9 : tensor<2x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %45 = arith.divf %in, %cst_9 : f64
      linalg.yield %45 : f64
    } -> tensor<2x1xf64>
    %13 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%8, %12 : tensor<2x64xf64>, tensor<2x1xf64>) outs(%7 : tensor<2x64xf64>) {
    ^bb0(%in: f64, %in_11: f64, %out: f64):
      %45 = arith.subf %in, %in_11 : f64
      linalg.yield %45 : f64
    } -> tensor<2x64xf64>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13, %13 : tensor<2x64xf64>, tensor<2x64xf64>) outs(%7 : tensor<2x64xf64>) {
    ^bb0(%in: f64, %in_11: f64, %out: f64):
      %45 = arith.mulf %in, %in_11 : f64
      linalg.yield %45 : f64
    } -> tensor<2x64xf64>
    %15 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%14 : tensor<2x64xf64>) outs(%10 : tensor<2x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %45 = arith.addf %in, %out : f64
      linalg.yield %45 : f64
    } -> tensor<2x1xf64>
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<2x1xf64>) outs(%9 : tensor<2x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %45 = arith.divf %in, %cst_9 : f64
      linalg.yield %45 : f64
    } -> tensor<2x1xf64>
    %17 = tensor.empty() : tensor<2x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<2x1xf64>) outs(%17 : tensor<2x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %45 = arith.truncf %in : f64 to f32
      linalg.yield %45 : f32
    } -> tensor<2x1xf32>
    %19 = linalg.fill ins(%cst : f32) outs(%17 : tensor<2x1xf32>) -> tensor<2x1xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%collapsed : tensor<2x64xf32>) outs(%19 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %45 = arith.addf %in, %out : f32
      linalg.yield %45 : f32
    } -> tensor<2x1xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<2x1xf32>) outs(%17 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %45 = arith.divf %in, %cst_10 : f32
      linalg.yield %45 : f32
    } -> tensor<2x1xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<2x1xf32>) outs(%17 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %45 = arith.truncf %cst_6 : f64 to f32
      %46 = arith.addf %in, %45 : f32
      linalg.yield %46 : f32
    } -> tensor<2x1xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<2x1xf32>) outs(%17 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %45 = math.rsqrt %in : f32
      linalg.yield %45 : f32
    } -> tensor<2x1xf32>
    %24 = tensor.empty() : tensor<2x64xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed, %21 : tensor<2x64xf32>, tensor<2x1xf32>) outs(%24 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %45 = arith.subf %in, %in_11 : f32
      linalg.yield %45 : f32
    } -> tensor<2x64xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%25, %23 : tensor<2x64xf32>, tensor<2x1xf32>) outs(%24 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %45 = arith.mulf %in, %in_11 : f32
      linalg.yield %45 : f32
    } -> tensor<2x64xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%26, %cst_5 : tensor<2x64xf32>, tensor<64xf32>) outs(%24 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %45 = arith.mulf %in, %in_11 : f32
      linalg.yield %45 : f32
    } -> tensor<2x64xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%27, %cst_4 : tensor<2x64xf32>, tensor<64xf32>) outs(%24 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %45 = arith.addf %in, %in_11 : f32
      linalg.yield %45 : f32
    } -> tensor<2x64xf32>
    %29 = tensor.empty() : tensor<64x10xf32>
    %transposed = linalg.transpose ins(%cst_3 : tensor<10x64xf32>) outs(%29 : tensor<64x10xf32>) permutation = [1, 0] 
    %30 = tensor.empty() : tensor<2x10xf32>
    %31 = linalg.fill ins(%cst : f32) outs(%30 : tensor<2x10xf32>) -> tensor<2x10xf32>
    %32 = linalg.matmul ins(%28, %transposed : tensor<2x64xf32>, tensor<64x10xf32>) outs(%31 : tensor<2x10xf32>) -> tensor<2x10xf32>
    %33 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<10xf32>) outs(%30 : tensor<2x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x10xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%32, %33 : tensor<2x10xf32>, tensor<2x10xf32>) outs(%30 : tensor<2x10xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %45 = arith.addf %in, %in_11 : f32
      linalg.yield %45 : f32
    } -> tensor<2x10xf32>
    %35 = tensor.empty() : tensor<2xi64>
    %36 = linalg.fill ins(%c0_i64 : i64) outs(%35 : tensor<2xi64>) -> tensor<2xi64>
    %37 = tensor.empty() : tensor<2xf32>
    %38 = linalg.fill ins(%cst_0 : f32) outs(%37 : tensor<2xf32>) -> tensor<2xf32>
    %39:2 = linalg.generic {indexing_maps = [#map1, #map4, #map4], iterator_types = ["parallel", "reduction"]} ins(%34 : tensor<2x10xf32>) outs(%38, %36 : tensor<2xf32>, tensor<2xi64>) {
    ^bb0(%in: f32, %out: f32, %out_11: i64):
      %45 = linalg.index 1 : index
      %46 = arith.index_cast %45 : index to i64
      %47 = arith.maximumf %in, %out : f32
      %48 = arith.cmpf ogt, %in, %out : f32
      %49 = arith.select %48, %46, %out_11 : i64
      linalg.yield %47, %49 : f32, i64
    } -> (tensor<2xf32>, tensor<2xi64>)
    %expanded = tensor.expand_shape %39#0 [[0, 1]] output_shape [2, 1] : tensor<2xf32> into tensor<2x1xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%34, %expanded : tensor<2x10xf32>, tensor<2x1xf32>) outs(%30 : tensor<2x10xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %45 = arith.subf %in, %in_11 : f32
      linalg.yield %45 : f32
    } -> tensor<2x10xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%40 : tensor<2x10xf32>) outs(%30 : tensor<2x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %45 = math.exp %in : f32
      linalg.yield %45 : f32
    } -> tensor<2x10xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%41 : tensor<2x10xf32>) outs(%19 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %45 = arith.addf %in, %out : f32
      linalg.yield %45 : f32
    } -> tensor<2x1xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%42 : tensor<2x1xf32>) outs(%17 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %45 = math.log %in : f32
      linalg.yield %45 : f32
    } -> tensor<2x1xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%40, %43 : tensor<2x10xf32>, tensor<2x1xf32>) outs(%30 : tensor<2x10xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %45 = arith.subf %in, %in_11 : f32
      linalg.yield %45 : f32
    } -> tensor<2x10xf32>
    return %44 : tensor<2x10xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_10_torch.float32: "0x040000000000E0BD0000A0BD0000C0BD0000803D000000800000E03D000040BD0000E0BD0000A0BD000080BD",
      torch_tensor_10_64_torch.float32: "0x04000000000080BC0000803D000000BD0000003D0000A0BD0000E0BD0000403D0000C03D0000E0BD00000000000080BD000000BE0000803D000040BD000040BD000040BD000080BC0000003D000080BD0000003D0000C03D0000E03D0000C0BD0000C03D0000E03D0000E03D0000E0BD000080BC000000BD0000E03D000080BD0000803C000080BC0000003D000000000000003D0000C03D0000403D000000800000003D0000403D0000803C000040BD0000403D0000003E0000803C000000BD000080BC000080BC0000E03D0000A03D000080BC0000403D0000403D000080BC000080BC0000003E0000E03D0000A03D0000803D0000803D0000A0BD0000003E0000403D000080BC0000803D0000E03D0000003D0000A0BD0000E03D0000C03D0000003D0000C0BD000040BD000000BE0000003D0000803D0000803D0000403D0000003D000040BD000000BD0000E03D0000803C0000403D000000BD000080BC000000BD0000A0BD0000C0BD000000BE0000003D0000803D0000803D0000003D000080BD0000C03D0000A03D000080BD0000403D0000403D0000C0BD0000803C0000C0BD0000803D000000BE0000A03D0000C0BD0000E0BD0000803C0000403D0000803D0000403D0000A0BD0000A0BD000040BD0000C0BD0000803C0000C0BD000000BD000000000000E03D000040BD000000BD0000803C0000C03D00000000000000BD0000A0BD000000000000403D0000803D0000403D000000BD0000403D0000E03D0000E03D0000A0BD0000003D0000003D0000403D000040BD000040BD0000A0BD0000C03D000000BD0000403D000000800000A03D0000E0BD000000BD0000803C000000800000803D000000BE0000C03D000080BD0000803D0000A03D0000803D0000C03D0000E03D000000BD0000803C000040BD0000803D000080BC000040BD0000E0BD00000080000000BD000000BD0000403D0000803C000040BD0000A03D000040BD0000A03D0000003D0000E03D0000803D0000A03D000040BD0000003D0000A0BD000040BD0000C0BD0000003E00000000000080BD0000A03D000080BC0000E03D000080BC000000BE0000403D0000803D000000BE00000000000000BD000000BD000040BD0000803C0000003D0000A0BD0000003D0000C0BD0000803C0000C0BD0000A0BD0000C0BD0000E03D0000803C0000A03D0000E0BD0000A03D0000E03D0000A03D000000BD0000003E0000E0BD000000BD000000800000E0BD000040BD000000BD000000BE0000003D0000C03D000040BD0000E0BD0000803C0000003D0000003E000040BD0000C03D000000BE000080BD000080BD0000A03D0000C0BD0000003D0000403D0000003D000000BE000080BD000000BD0000A0BD0000803D0000003D0000803C0000003E0000803D000000000000A03D000000BE00000000000080BD0000003E0000A03D0000A0BD000000000000003E0000003E0000803C0000E0BD0000C03D0000003D000040BD0000803D000040BD0000E0BD0000003D000000BE0000A03D000080BC0000E0BD000000BD0000A03D000040BD0000A0BD0000E03D0000E0BD0000003D0000803D0000803C0000E0BD0000C0BD0000803D000040BD000000BD0000003D000000BD0000803C000080BD000000BD000080BC000080BC000080BC0000403D0000A03D0000A03D000000BD000000BD0000803D0000803D00000000000000800000E0BD0000E0BD000080BC0000E0BD0000803D0000C03D000000BE000000BD000080BC000000BE0000A0BD0000A03D0000803D0000C03D000000800000E0BD0000803D0000E0BD0000C0BD000000000000803D000000BD0000C03D0000003D000000BD0000E0BD0000A0BD0000003D0000E0BD0000A0BD0000003E00000080000080BD000080BC000080BC0000803C000040BD000000BD0000403D0000E0BD000080BC00000080000000800000803D000000000000A03D0000E03D0000E03D000080BD000080BC000080BC0000A0BD000080BD0000A0BD0000803C0000E03D0000C03D0000803C000080BC000080BC0000803D0000C0BD0000403D0000403D0000003D000040BD0000A0BD0000E0BD000040BD000080BC0000C03D0000803C0000E03D000040BD0000003E0000403D0000E03D0000003D0000403D0000A0BD000080BC0000C03D0000A0BD0000E0BD0000A03D0000403D0000C03D0000E0BD0000E0BD000000800000003E000080BC000080BC0000A03D0000C0BD000000BD0000003D000080BD0000803D000000BD0000E0BD000000000000C0BD0000003D0000A0BD000080BC000000800000003D0000C0BD0000803D0000803C0000008000000080000080BD0000003D0000E0BD0000E0BD000000BD0000803C0000003E000080BD0000803D000000BD000080BC000080BC0000E03D000000BD0000C0BD0000003D000080BC0000A0BD000080BD0000A03D0000A0BD0000E0BD0000C03D0000803D000040BD0000803C0000803D000000BD000000BD000000BE0000E03D000080BD0000403D0000C03D0000003D000080BC0000E03D0000C0BD0000003D0000803C000080BC000080BC0000803D000080BC0000803D000040BD0000403D0000E03D0000E0BD0000C0BD0000A0BD0000803D000040BD0000403D0000403D0000E0BD0000E0BD000080BC0000A03D000000800000803C000000BD0000003D0000003D0000A03D0000C0BD0000803C0000C0BD000040BD0000403D000040BD0000003D000000BD0000003E0000403D000040BD000000BE0000C03D000040BD0000A03D0000803C000080BC0000803C0000803D0000403D0000803D0000803C000000800000803C0000003E0000C03D0000003D0000A0BD0000803C0000A0BD0000C0BD000000800000403D0000C0BD000080BC000080BC000000BD0000803D0000E03D0000803C0000803D000080BD0000A0BD00000080000080BD0000A03D0000C0BD0000803C0000403D0000E0BD0000C03D0000803C0000A0BD000080BD0000403D000000BD000000BD0000C0BD0000A03D000080BD0000803C000080BC0000803C00000080000000BD0000E03D000080BD000040BD000040BD0000803C000000800000E0BD000000BE0000A0BD0000A03D0000003E0000A03D0000803D000080BD000000BE0000A0BD000000BE000080BD0000E03D0000E03D000000800000003E000080BC0000C03D000040BD000000BE000000BE0000003E0000C03D0000003D0000803C0000E0BD000080BC0000E03D000080BC0000803C0000A0BD0000403D0000003D0000A0BD0000C0BD0000E03D0000803D0000E03D000000BD0000A0BD0000C03D000000BE0000E0BD0000803D0000003D000000BD0000A0BD0000803C0000A03D0000403D0000803C0000C0BD0000C0BD0000003D0000E0BD000080BC00000080000000BD0000A0BD0000403D0000A03D0000C03D0000803D0000E03D000000BD0000A0BD0000C0BD0000C03D0000A0BD0000A0BD0000403D0000C0BD000000000000C03D000000BD00000000000000BD000040BD000000BD0000C03D0000803C000080BD0000A0BD",
      torch_tensor_64_torch.float32_1: "0x0400000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
      torch_tensor_64_torch.float32: "0x040000000000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F",
      torch_tensor_4_1_3_3_torch.float32: "0x040000000000A03D0000A03E000000BD0000E03D0000803D0000203E0000703E000020BE000070BE000070BE0000803D000080BD000000BD0000A83E000000BD0000C0BD000050BE0000303E0000883E0000003E000000BD0000A83E000010BE0000403D000030BE0000503E0000C03D0000403D0000403E0000E0BD0000C03D0000003D000000000000983E0000503E0000A03E",
      torch_tensor_4_torch.float32: "0x040000000000003E0000803E0000003D0000A0BD"
    }
  }
#-}

