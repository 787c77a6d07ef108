// The sum of a matrix and another one turned round: round (i, j) reads [i, j] of one and [j, i] of the other.
#plain = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>

func.func @add_turned(%a: memref<4x8xf32>, %b: memref<8x4xf32>, %sum: memref<4x8xf32>) {
  linalg.generic {
      indexing_maps = [#plain, #turned, #plain],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : memref<4x8xf32>, memref<8x4xf32>)
      outs(%sum : memref<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %z = arith.addf %x, %y : f32
    linalg.yield %z : f32
  }
  return
}
