// Conway's Game of Life on a torus.
func.func @step(%a: memref<256x256xi8>, %b: memref<256x256xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 256 : index
  %last = arith.constant 255 : index
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
      %x0 = memref.load %a[%up, %left] : memref<256x256xi8>
      %x1 = memref.load %a[%up, %j] : memref<256x256xi8>
      %x2 = memref.load %a[%up, %right] : memref<256x256xi8>
      %x3 = memref.load %a[%i, %left] : memref<256x256xi8>
      %x4 = memref.load %a[%i, %right] : memref<256x256xi8>
      %x5 = memref.load %a[%down, %left] : memref<256x256xi8>
      %x6 = memref.load %a[%down, %j] : memref<256x256xi8>
      %x7 = memref.load %a[%down, %right] : memref<256x256xi8>
      %s0 = arith.addi %x0, %x1 : i8
      %s1 = arith.addi %s0, %x2 : i8
      %s2 = arith.addi %s1, %x3 : i8
      %s3 = arith.addi %s2, %x4 : i8
      %s4 = arith.addi %s3, %x5 : i8
      %s5 = arith.addi %s4, %x6 : i8
      %s = arith.addi %s5, %x7 : i8
      %me = memref.load %a[%i, %j] : memref<256x256xi8>
      %born = arith.cmpi eq, %s, %three : i8
      %stays = arith.cmpi eq, %s, %two : i8
      %kept = arith.select %stays, %me, %zero : i8
      %new = arith.select %born, %one, %kept : i8
      memref.store %new, %b[%i, %j] : memref<256x256xi8>
    }
  }
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 256 : index
  %a = memref.alloc() : memref<256x256xi8>
  %b = memref.alloc() : memref<256x256xi8>
  %seed = arith.constant 12345 : i32
  %factor = arith.constant 1103515245 : i32
  %more = arith.constant 12345 : i32
  %shift = arith.constant 20 : i32
  %low = arith.constant 1 : i32
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%x = %seed) -> (i32) {
    %row = scf.for %j = %c0 to %n step %c1 iter_args(%y = %x) -> (i32) {
      %p = arith.muli %y, %factor : i32
      %q = arith.addi %p, %more : i32
      %h = arith.shrui %q, %shift : i32
      %bit = arith.andi %h, %low : i32
      %v = arith.trunci %bit : i32 to i8
      memref.store %v, %a[%i, %j] : memref<256x256xi8>
      scf.yield %q : i32
    }
    scf.yield %row : i32
  }
  %times = arith.constant 300 : index
  scf.for %t = %c0 to %times step %c1 {
    func.call @step(%a, %b) : (memref<256x256xi8>, memref<256x256xi8>) -> ()
    func.call @step(%b, %a) : (memref<256x256xi8>, memref<256x256xi8>) -> ()
  }
  %zero = arith.constant 0 : i64
  %alive = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i64) {
    %row = scf.for %j = %c0 to %n step %c1 iter_args(%t = %s) -> (i64) {
      %v = memref.load %a[%i, %j] : memref<256x256xi8>
      %w = arith.extui %v : i8 to i64
      %u = arith.addi %t, %w : i64
      scf.yield %u : i64
    }
    scf.yield %row : i64
  }
  vector.print %alive : i64
  return
}
