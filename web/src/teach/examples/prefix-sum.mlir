// Each number becomes the sum of all up to it; the last one is given back.
func.func @scan(%a: memref<?xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %n = memref.dim %a, %c0 : memref<?xi64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i64) {
    %x = memref.load %a[%i] : memref<?xi64>
    %t = arith.addi %s, %x : i64
    memref.store %t, %a[%i] : memref<?xi64>
    scf.yield %t : i64
  }
  return %sum : i64
}
