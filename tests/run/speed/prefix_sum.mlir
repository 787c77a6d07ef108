// Prefix sums, in place, many times over.
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
func.func @main() {
  %n = arith.constant 100000 : index
  %times = arith.constant 2000 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %a = memref.alloc(%n) : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %a[%i] : memref<?xi64>
  }
  %all = scf.for %i = %c0 to %times step %c1 iter_args(%s = %zero) -> (i64) {
    %x = func.call @scan(%a) : (memref<?xi64>) -> i64
    %t = arith.xori %s, %x : i64
    scf.yield %t : i64
  }
  vector.print %all : i64
  memref.dealloc %a : memref<?xi64>
  return
}
