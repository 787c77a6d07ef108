// A layer of a neural network, as frameworks hand it over: a product, a bias for each column, and no number below zero.
func.func @layer(%x: tensor<1x4x8xf32>, %weights: tensor<1x8x16xf32>, %bias: tensor<1x1x16xf32>) -> tensor<1x4x16xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %product = tosa.matmul %x, %weights, %zero, %zero
      : (tensor<1x4x8xf32>, tensor<1x8x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x16xf32>
  %sum = tosa.add %product, %bias : (tensor<1x4x16xf32>, tensor<1x1x16xf32>) -> tensor<1x4x16xf32>
  %y = tosa.clamp %sum {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x4x16xf32>) -> tensor<1x4x16xf32>
  return %y : tensor<1x4x16xf32>
}
