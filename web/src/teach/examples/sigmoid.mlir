// 1 / (1 + e^-x) for a whole array. convert-math-to-llvm makes an
// intrinsic of math.exp.
func.func @sigmoid(%m: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %unit = arith.constant 1.0 : f32
  scf.for %i = %zero to %n step %one {
    %x = memref.load %m[%i] : memref<?xf32>
    %minus = arith.negf %x : f32
    %e = math.exp %minus : f32
    %below = arith.addf %unit, %e : f32
    %y = arith.divf %unit, %below : f32
    memref.store %y, %m[%i] : memref<?xf32>
  }
  return
}
