// Heat spreads: each place within the border becomes the mean of its four neighbours.
func.func @step(%from: memref<8x8xf64>, %to: memref<8x8xf64>) {
  %quarter = arith.constant 0.25 : f64
  affine.for %i = 1 to 7 {
    affine.for %j = 1 to 7 {
      %n = affine.load %from[%i - 1, %j] : memref<8x8xf64>
      %s = affine.load %from[%i + 1, %j] : memref<8x8xf64>
      %w = affine.load %from[%i, %j - 1] : memref<8x8xf64>
      %e = affine.load %from[%i, %j + 1] : memref<8x8xf64>
      %x = arith.addf %n, %s : f64
      %y = arith.addf %w, %e : f64
      %z = arith.addf %x, %y : f64
      %m = arith.mulf %z, %quarter : f64
      affine.store %m, %to[%i, %j] : memref<8x8xf64>
    }
  }
  return
}
