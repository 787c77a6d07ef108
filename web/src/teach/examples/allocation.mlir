// Memory is taken and given back: malloc and free, with the size in
// bytes worked out from a number that is known only at run time.
func.func @zeros(%rows: index) -> memref<?x8xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %columns = arith.constant 8 : index
  %nothing = arith.constant 0.0 : f32
  %m = memref.alloc(%rows) : memref<?x8xf32>
  scf.for %i = %zero to %rows step %one {
    scf.for %j = %zero to %columns step %one {
      memref.store %nothing, %m[%i, %j] : memref<?x8xf32>
    }
  }
  return %m : memref<?x8xf32>
}

func.func @drop(%m: memref<?x8xf32>) {
  memref.dealloc %m : memref<?x8xf32>
  return
}
