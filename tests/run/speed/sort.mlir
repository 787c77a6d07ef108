// Heap sort of numbers from a small generator.
func.func @sift(%a: memref<?xi32>, %first: index, %end: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %value = memref.load %a[%first] : memref<?xi32>
  %hole = scf.while (%at = %first) : (index) -> index {
    %twice = arith.muli %at, %c2 : index
    %left = arith.addi %twice, %c1 : index
    %inside = arith.cmpi slt, %left, %end : index
    %go, %next = scf.if %inside -> (i1, index) {
      %right = arith.addi %left, %c1 : index
      %two = arith.cmpi slt, %right, %end : index
      %child = scf.if %two -> (index) {
        %l = memref.load %a[%left] : memref<?xi32>
        %r = memref.load %a[%right] : memref<?xi32>
        %less = arith.cmpi slt, %l, %r : i32
        %larger = arith.select %less, %right, %left : index
        scf.yield %larger : index
      } else {
        scf.yield %left : index
      }
      %there = memref.load %a[%child] : memref<?xi32>
      %down = arith.cmpi slt, %value, %there : i32
      scf.if %down {
        memref.store %there, %a[%at] : memref<?xi32>
      }
      %to = arith.select %down, %child, %at : index
      scf.yield %down, %to : i1, index
    } else {
      %no = arith.constant false
      scf.yield %no, %at : i1, index
    }
    scf.condition(%go) %next : index
  } do {
  ^bb0(%at: index):
    scf.yield %at : index
  }
  memref.store %value, %a[%hole] : memref<?xi32>
  return
}

func.func @main() {
  %n = arith.constant 1000000 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.alloc(%n) : memref<?xi32>
  %seed = arith.constant 12345 : i32
  %factor = arith.constant 1103515245 : i32
  %more = arith.constant 12345 : i32
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%x = %seed) -> (i32) {
    %y = arith.muli %x, %factor : i32
    %z = arith.addi %y, %more : i32
    memref.store %z, %a[%i] : memref<?xi32>
    scf.yield %z : i32
  }
  %half = arith.divui %n, %c2 : index
  scf.for %i = %c0 to %half step %c1 {
    %d = arith.subi %half, %i : index
    %first = arith.subi %d, %c1 : index
    func.call @sift(%a, %first, %n) : (memref<?xi32>, index, index) -> ()
  }
  %rest = arith.subi %n, %c1 : index
  scf.for %i = %c0 to %rest step %c1 {
    %end = arith.subi %rest, %i : index
    %top = memref.load %a[%c0] : memref<?xi32>
    %bottom = memref.load %a[%end] : memref<?xi32>
    memref.store %bottom, %a[%c0] : memref<?xi32>
    memref.store %top, %a[%end] : memref<?xi32>
    func.call @sift(%a, %c0, %end) : (memref<?xi32>, index, index) -> ()
  }
  %middle = memref.load %a[%half] : memref<?xi32>
  vector.print %middle : i32
  memref.dealloc %a : memref<?xi32>
  return
}
