// Multiply and add on four lanes at once. Where each operation was
// written is kept: turn on "Print locations" in the options.
#strip = affine_map<(d0) -> (d0 * 4)>

func.func @axpy(%a: f32, %x: memref<64xf32>, %y: memref<64xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %strips = arith.constant 16 : index
  %factor = vector.broadcast %a : f32 to vector<4xf32>
  scf.for %strip = %zero to %strips step %one {
    %i = affine.apply #strip(%strip)
    %xs = vector.load %x[%i] : memref<64xf32>, vector<4xf32>
    %ys = vector.load %y[%i] : memref<64xf32>, vector<4xf32>
    %sum = vector.fma %factor, %xs, %ys : vector<4xf32>
    vector.store %sum, %y[%i] : memref<64xf32>, vector<4xf32>
  }
  return
}
