// x, y and z += a * b: as loops, as affine loops, and as one operation of
// linalg. What each becomes is on the ladder; that all give the same, the run
// shows.
func.func @loops(%a: memref<3x3xi32>, %b: memref<3x3xi32>, %c: memref<3x3xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = arith.constant 3 : index
  scf.for %i = %zero to %n step %one {
    scf.for %j = %zero to %n step %one {
      scf.for %k = %zero to %n step %one {
        %p = memref.load %a[%i, %k] : memref<3x3xi32>
        %q = memref.load %b[%k, %j] : memref<3x3xi32>
        %old = memref.load %c[%i, %j] : memref<3x3xi32>
        %pq = arith.muli %p, %q : i32
        %new = arith.addi %old, %pq : i32
        memref.store %new, %c[%i, %j] : memref<3x3xi32>
      }
    }
  }
  return
}

func.func @affine(%a: memref<3x3xi32>, %b: memref<3x3xi32>, %c: memref<3x3xi32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      affine.for %k = 0 to 3 {
        %p = affine.load %a[%i, %k] : memref<3x3xi32>
        %q = affine.load %b[%k, %j] : memref<3x3xi32>
        %old = affine.load %c[%i, %j] : memref<3x3xi32>
        %pq = arith.muli %p, %q : i32
        %new = arith.addi %old, %pq : i32
        affine.store %new, %c[%i, %j] : memref<3x3xi32>
      }
    }
  }
  return
}

func.func @linalg(%a: memref<3x3xi32>, %b: memref<3x3xi32>, %c: memref<3x3xi32>) {
  linalg.matmul ins(%a, %b : memref<3x3xi32>, memref<3x3xi32>) outs(%c : memref<3x3xi32>)
  return
}

func.func @all(%a: memref<3x3xi32>, %b: memref<3x3xi32>,
               %x: memref<3x3xi32>, %y: memref<3x3xi32>, %z: memref<3x3xi32>) {
  call @loops(%a, %b, %x) : (memref<3x3xi32>, memref<3x3xi32>, memref<3x3xi32>) -> ()
  call @affine(%a, %b, %y) : (memref<3x3xi32>, memref<3x3xi32>, memref<3x3xi32>) -> ()
  call @linalg(%a, %b, %z) : (memref<3x3xi32>, memref<3x3xi32>, memref<3x3xi32>) -> ()
  return
}
