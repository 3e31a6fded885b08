// A part of a transformer, in f32 as it was written.
func.func @block(%x: tensor<8x16x64xf32>, %scale: tensor<64xf32>, %gate: tensor<256x64xf32>,
                 %up: tensor<256x64xf32>, %down: tensor<64x256xf32>) -> tensor<8x4x16x16xf32> {
  %normalized = nn.rms_norm %x, %scale {epsilon = 1.0e-6 : f64} : tensor<8x16x64xf32>, tensor<64xf32>
  %mixed = nn.gated_mlp %normalized, %gate, %up, %down
      : tensor<8x16x64xf32>, tensor<256x64xf32>, tensor<256x64xf32>, tensor<64x256xf32>
  %heads = nn.split_heads %mixed : tensor<8x16x64xf32> -> tensor<8x4x16x16xf32>
  return %heads : tensor<8x4x16x16xf32>
}
