// Two dialects of another project, in their own spelling. What they
// mean is not known here, but values, types and the rest are checked.
func.func @dense(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>, %b: tensor<4xf32>) -> tensor<8x4xf32> {
  %product = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  %bias = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
  %sum = stablehlo.add %product, %bias : tensor<8x4xf32>
  %result = chlo.erf %sum : tensor<8x4xf32> -> tensor<8x4xf32>
  return %result : tensor<8x4xf32>
}
