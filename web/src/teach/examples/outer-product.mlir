// The heart of a matrix product: a column times a row, added to a
// matrix held in registers. In LLVM it is an array of vectors.
func.func @step(%column: vector<4xf32>, %row: vector<8xf32>, %sum: vector<4x8xf32>) -> vector<4x8xf32> {
  %next = vector.outerproduct %column, %row, %sum {kind = #vector.kind<add>} : vector<4xf32>, vector<8xf32>
  return %next : vector<4x8xf32>
}

func.func @corner(%sum: vector<4x8xf32>) -> f32 {
  %corner = vector.extract %sum[3, 7] : f32 from vector<4x8xf32>
  return %corner : f32
}
