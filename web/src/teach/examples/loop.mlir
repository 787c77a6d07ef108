// Add up one row of a matrix. Follow the stages: the loop becomes
// blocks, the memref a struct, and its seven fields arguments.
func.func @sum_row(%matrix: memref<?x4xf32>, %row: index) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %columns = arith.constant 4 : index
  %start = arith.constant 0.0 : f32
  %sum = scf.for %column = %zero to %columns step %one
      iter_args(%partial = %start) -> (f32) {
    %element = memref.load %matrix[%row, %column] : memref<?x4xf32>
    %next = arith.addf %partial, %element : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
