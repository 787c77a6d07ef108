// The larger of each element and zero. Tensors are values: nothing is
// written until one-shot-bufferize decides which of them need memory.
#id = affine_map<(d0) -> (d0)>
func.func @relu(%x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %start = tensor.empty() : tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%start : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %max = arith.maximumf %in, %zero : f32
    linalg.yield %max : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}
