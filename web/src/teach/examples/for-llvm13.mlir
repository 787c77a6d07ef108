// The other way round: text of today, written for an older release.
func.func @average(%m: memref<8xf32>) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  %eighth = arith.constant 0.125 : f32
  %start = arith.constant 0.0 : f32
  %sum = scf.for %i = %zero to %eight step %one iter_args(%partial = %start) -> (f32) {
    %x = memref.load %m[%i] : memref<8xf32>
    %next = arith.addf %partial, %x : f32
    scf.yield %next : f32
  }
  %mean = arith.mulf %sum, %eighth : f32
  return %mean : f32
}
