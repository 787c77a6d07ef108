// Bare pointers need all sizes in the type. Here one is missing, so the
// pipeline ends, but not its work: see what is left, and why.
func.func @scale(%m: memref<?xf32>, %n: index, %factor: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %x = memref.load %m[%i] : memref<?xf32>
    %y = arith.mulf %x, %factor : f32
    memref.store %y, %m[%i] : memref<?xf32>
  }
  return
}
