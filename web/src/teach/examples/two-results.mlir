// A function may have several results; in LLVM it has one, as in C.
// So they come back in a struct, and the caller takes it apart.
func.func @find(%buffer: memref<?xf32>, %wanted: f32) -> (index, i1) {
  %zero = arith.constant 0 : index
  %x = memref.load %buffer[%zero] : memref<?xf32>
  %found = arith.cmpf oeq, %x, %wanted : f32
  return %zero, %found : index, i1
}

func.func @has(%buffer: memref<?xf32>, %wanted: f32) -> i1 {
  %at, %found = call @find(%buffer, %wanted) : (memref<?xf32>, f32) -> (index, i1)
  return %found : i1
}
