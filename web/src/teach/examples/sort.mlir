// Insertion sort, in place: run it on numbers by chance, and see memory before and after.
func.func @sort(%a: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xi32>
  scf.for %i = %c1 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xi32>
    %hole = scf.while (%j = %i) : (index) -> index {
      %inside = arith.cmpi sgt, %j, %c0 : index
      %go = scf.if %inside -> (i1) {
        %k = arith.subi %j, %c1 : index
        %y = memref.load %a[%k] : memref<?xi32>
        %larger = arith.cmpi sgt, %y, %x : i32
        scf.yield %larger : i1
      } else {
        %no = arith.constant false
        scf.yield %no : i1
      }
      scf.condition(%go) %j : index
    } do {
    ^bb0(%j: index):
      %k = arith.subi %j, %c1 : index
      %y = memref.load %a[%k] : memref<?xi32>
      memref.store %y, %a[%j] : memref<?xi32>
      scf.yield %k : index
    }
    memref.store %x, %a[%hole] : memref<?xi32>
  }
  return
}
