// c += a * b: a loop for the rows, one for the columns, one for the sum.
func.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = memref.dim %c, %zero : memref<?x?xf32>
  %columns = memref.dim %c, %one : memref<?x?xf32>
  %depth = memref.dim %a, %one : memref<?x?xf32>
  scf.for %i = %zero to %rows step %one {
    scf.for %j = %zero to %columns step %one {
      scf.for %k = %zero to %depth step %one {
        %x = memref.load %a[%i, %k] : memref<?x?xf32>
        %y = memref.load %b[%k, %j] : memref<?x?xf32>
        %old = memref.load %c[%i, %j] : memref<?x?xf32>
        %xy = arith.mulf %x, %y : f32
        %new = arith.addf %old, %xy : f32
        memref.store %new, %c[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
