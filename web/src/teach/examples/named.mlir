// A weighted sum of rows: what linalg.vecmat stands for is written out by the first rung.
func.func @weighted(%weights: tensor<4xf32>, %rows: tensor<4x8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %sum = linalg.vecmat ins(%weights, %rows : tensor<4xf32>, tensor<4x8xf32>)
                       outs(%start : tensor<8xf32>) -> tensor<8xf32>
  return %sum : tensor<8xf32>
}
