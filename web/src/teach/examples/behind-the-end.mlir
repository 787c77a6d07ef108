// A mistake: the loop goes one too far. With checks, the run ends where the load leaves the memref.
func.func @largest(%a: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xi32>
  %first = memref.load %a[%c0] : memref<?xi32>
  %end = arith.addi %n, %c1 : index
  %most = scf.for %i = %c1 to %end step %c1 iter_args(%m = %first) -> (i32) {
    %x = memref.load %a[%i] : memref<?xi32>
    %larger = arith.maxsi %m, %x : i32
    scf.yield %larger : i32
  }
  return %most : i32
}
