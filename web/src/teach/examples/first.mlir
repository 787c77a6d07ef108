func.func @scale(%a: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  scf.for %i = %zero to %n step %one {
    %old = memref.load %a[%i] : memref<?xf32>
    %new = arith.mulf %old, %two : f32
    memref.store %new, %a[%i] : memref<?xf32>
  }
  return
}
