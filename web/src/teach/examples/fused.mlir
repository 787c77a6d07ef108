// Two loop nests over the same elements, one for the product and one for the square root, become one.
#each = affine_map<(i) -> (i)>
func.func @root_of_product(%a: tensor<64xf32>, %b: tensor<64xf32>, %out: tensor<64xf32>) -> tensor<64xf32> {
  %empty = tensor.empty() : tensor<64xf32>
  %product = linalg.generic {indexing_maps = [#each, #each, #each], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%empty : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %z = arith.mulf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<64xf32>
  %root = linalg.generic {indexing_maps = [#each, #each], iterator_types = ["parallel"]}
      ins(%product : tensor<64xf32>) outs(%out : tensor<64xf32>) {
  ^bb0(%x: f32, %old: f32):
    %z = math.sqrt %x : f32
    linalg.yield %z : f32
  } -> tensor<64xf32>
  return %root : tensor<64xf32>
}
