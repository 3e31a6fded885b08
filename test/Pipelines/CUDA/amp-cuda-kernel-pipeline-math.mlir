// RUN: amp-opt %s --amp-pipeline="entry=f32 target=cuda" --amp-cuda-kernel-pipeline="chip=sm_90 cuda-toolkit=%cuda_home" | FileCheck %s
// RUN: amp-opt %s --amp-pipeline="entry=f64 target=cuda" --amp-cuda-kernel-pipeline="chip=sm_90 cuda-toolkit=%cuda_home" | FileCheck %s

// Functions beyond the core are libdevice's, or made of what every target has: nothing is
// called that the image does not contain.
// CHECK: gpu.binary @kernels
// CHECK-SAME: assembly = "
// CHECK-NOT: .extern

func.func @f32(%x: tensor<300xf32>, %y: tensor<300xf32>) -> tensor<300xf32> {
  %0 = amp.acos %x : (tensor<300xf32>) -> tensor<300xf32>
  %1 = amp.asin %0 : (tensor<300xf32>) -> tensor<300xf32>
  %2 = amp.atan %1 : (tensor<300xf32>) -> tensor<300xf32>
  %3 = amp.sin %2 : (tensor<300xf32>) -> tensor<300xf32>
  %4 = amp.cos %3 : (tensor<300xf32>) -> tensor<300xf32>
  %5 = amp.tan %4 : (tensor<300xf32>) -> tensor<300xf32>
  %6 = amp.sinh %5 : (tensor<300xf32>) -> tensor<300xf32>
  %7 = amp.cosh %6 : (tensor<300xf32>) -> tensor<300xf32>
  %8 = amp.erfc %7 : (tensor<300xf32>) -> tensor<300xf32>
  %9 = amp.erfinv %8 : (tensor<300xf32>) -> tensor<300xf32>
  %10 = amp.expm1 %9 : (tensor<300xf32>) -> tensor<300xf32>
  %11 = amp.log1p %10 : (tensor<300xf32>) -> tensor<300xf32>
  %12 = amp.log2 %11 : (tensor<300xf32>) -> tensor<300xf32>
  %13 = amp.log10 %12 : (tensor<300xf32>) -> tensor<300xf32>
  %14 = amp.ceil %13 : (tensor<300xf32>) -> tensor<300xf32>
  %15 = amp.floor %14 : (tensor<300xf32>) -> tensor<300xf32>
  %16 = amp.round %15 : (tensor<300xf32>) -> tensor<300xf32>
  %17 = amp.sign %16 : (tensor<300xf32>) -> tensor<300xf32>
  %18 = amp.square %17 : (tensor<300xf32>) -> tensor<300xf32>
  %19 = amp.elu %18 : (tensor<300xf32>) -> tensor<300xf32>
  %20 = amp.selu %19 : (tensor<300xf32>) -> tensor<300xf32>
  %21 = amp.leaky_relu %20 : (tensor<300xf32>) -> tensor<300xf32>
  %22 = amp.relu6 %21 : (tensor<300xf32>) -> tensor<300xf32>
  %23 = amp.hardtanh %22 : (tensor<300xf32>) -> tensor<300xf32>
  %24 = amp.silu %23 : (tensor<300xf32>) -> tensor<300xf32>
  %25 = amp.softsign %24 : (tensor<300xf32>) -> tensor<300xf32>
  %26 = amp.softplus %25 : (tensor<300xf32>) -> tensor<300xf32>
  %27 = amp.atan2 %26, %y : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>
  %28 = amp.floor_divide %27, %y : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>
  %29 = amp.squared_difference %28, %y : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>
  return %29 : tensor<300xf32>
}

func.func @f64(%x: tensor<300xf64>, %y: tensor<300xf64>) -> tensor<300xf64> {
  %0 = amp.acos %x : (tensor<300xf64>) -> tensor<300xf64>
  %1 = amp.asin %0 : (tensor<300xf64>) -> tensor<300xf64>
  %2 = amp.atan %1 : (tensor<300xf64>) -> tensor<300xf64>
  %3 = amp.sin %2 : (tensor<300xf64>) -> tensor<300xf64>
  %4 = amp.cos %3 : (tensor<300xf64>) -> tensor<300xf64>
  %5 = amp.tan %4 : (tensor<300xf64>) -> tensor<300xf64>
  %6 = amp.sinh %5 : (tensor<300xf64>) -> tensor<300xf64>
  %7 = amp.cosh %6 : (tensor<300xf64>) -> tensor<300xf64>
  %8 = amp.erfc %7 : (tensor<300xf64>) -> tensor<300xf64>
  %9 = amp.erfinv %8 : (tensor<300xf64>) -> tensor<300xf64>
  %10 = amp.expm1 %9 : (tensor<300xf64>) -> tensor<300xf64>
  %11 = amp.log1p %10 : (tensor<300xf64>) -> tensor<300xf64>
  %12 = amp.log2 %11 : (tensor<300xf64>) -> tensor<300xf64>
  %13 = amp.log10 %12 : (tensor<300xf64>) -> tensor<300xf64>
  %14 = amp.ceil %13 : (tensor<300xf64>) -> tensor<300xf64>
  %15 = amp.floor %14 : (tensor<300xf64>) -> tensor<300xf64>
  %16 = amp.round %15 : (tensor<300xf64>) -> tensor<300xf64>
  %17 = amp.sign %16 : (tensor<300xf64>) -> tensor<300xf64>
  %18 = amp.square %17 : (tensor<300xf64>) -> tensor<300xf64>
  %19 = amp.elu %18 : (tensor<300xf64>) -> tensor<300xf64>
  %20 = amp.selu %19 : (tensor<300xf64>) -> tensor<300xf64>
  %21 = amp.leaky_relu %20 : (tensor<300xf64>) -> tensor<300xf64>
  %22 = amp.relu6 %21 : (tensor<300xf64>) -> tensor<300xf64>
  %23 = amp.hardtanh %22 : (tensor<300xf64>) -> tensor<300xf64>
  %24 = amp.silu %23 : (tensor<300xf64>) -> tensor<300xf64>
  %25 = amp.softsign %24 : (tensor<300xf64>) -> tensor<300xf64>
  %26 = amp.softplus %25 : (tensor<300xf64>) -> tensor<300xf64>
  %27 = amp.atan2 %26, %y : (tensor<300xf64>, tensor<300xf64>) -> tensor<300xf64>
  %28 = amp.floor_divide %27, %y : (tensor<300xf64>, tensor<300xf64>) -> tensor<300xf64>
  %29 = amp.squared_difference %28, %y : (tensor<300xf64>, tensor<300xf64>) -> tensor<300xf64>
  return %29 : tensor<300xf64>
}
