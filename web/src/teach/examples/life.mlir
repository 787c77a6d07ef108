// Conway's Game of Life on a torus: two boards in turn. Run it with values,
// watch one of them, and step out of @step: the glider moves.
func.func @play(%a: memref<8x8xi8>, %b: memref<8x8xi8>, %steps: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %s = %c0 to %steps step %c1 iter_args(%old = %a, %new = %b)
      -> (memref<8x8xi8>, memref<8x8xi8>) {
    func.call @step(%old, %new) : (memref<8x8xi8>, memref<8x8xi8>) -> ()
    scf.yield %new, %old : memref<8x8xi8>, memref<8x8xi8>
  }
  return
}

func.func @step(%old: memref<8x8xi8>, %new: memref<8x8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant 7 : index
  %n = arith.constant 8 : index
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  %two = arith.constant 2 : i8
  %three = arith.constant 3 : i8
  scf.for %i = %c0 to %n step %c1 {
    %i0 = arith.addi %i, %last : index
    %up = arith.andi %i0, %last : index
    %i1 = arith.addi %i, %c1 : index
    %down = arith.andi %i1, %last : index
    scf.for %j = %c0 to %n step %c1 {
      %j0 = arith.addi %j, %last : index
      %left = arith.andi %j0, %last : index
      %j1 = arith.addi %j, %c1 : index
      %right = arith.andi %j1, %last : index
      %x0 = memref.load %old[%up, %left] : memref<8x8xi8>
      %x1 = memref.load %old[%up, %j] : memref<8x8xi8>
      %x2 = memref.load %old[%up, %right] : memref<8x8xi8>
      %x3 = memref.load %old[%i, %left] : memref<8x8xi8>
      %x4 = memref.load %old[%i, %right] : memref<8x8xi8>
      %x5 = memref.load %old[%down, %left] : memref<8x8xi8>
      %x6 = memref.load %old[%down, %j] : memref<8x8xi8>
      %x7 = memref.load %old[%down, %right] : memref<8x8xi8>
      %s0 = arith.addi %x0, %x1 : i8
      %s1 = arith.addi %s0, %x2 : i8
      %s2 = arith.addi %s1, %x3 : i8
      %s3 = arith.addi %s2, %x4 : i8
      %s4 = arith.addi %s3, %x5 : i8
      %s5 = arith.addi %s4, %x6 : i8
      %s = arith.addi %s5, %x7 : i8
      %me = memref.load %old[%i, %j] : memref<8x8xi8>
      %born = arith.cmpi eq, %s, %three : i8
      %stays = arith.cmpi eq, %s, %two : i8
      %kept = arith.select %stays, %me, %zero : i8
      %next = arith.select %born, %one, %kept : i8
      memref.store %next, %new[%i, %j] : memref<8x8xi8>
    }
  }
  return
}
