// Heat: each place becomes the mean of its neighbours, back and forth between two grids.
func.func @step(%a: memref<512x512xf64>, %b: memref<512x512xf64>) {
  %quarter = arith.constant 0.25 : f64
  affine.for %i = 1 to 511 {
    affine.for %j = 1 to 511 {
      %n = affine.load %a[%i - 1, %j] : memref<512x512xf64>
      %s = affine.load %a[%i + 1, %j] : memref<512x512xf64>
      %w = affine.load %a[%i, %j - 1] : memref<512x512xf64>
      %e = affine.load %a[%i, %j + 1] : memref<512x512xf64>
      %x = arith.addf %n, %s : f64
      %y = arith.addf %w, %e : f64
      %z = arith.addf %x, %y : f64
      %m = arith.mulf %z, %quarter : f64
      affine.store %m, %b[%i, %j] : memref<512x512xf64>
    }
  }
  return
}
func.func @main() {
  %hot = arith.constant 1000000.0 : f64
  %cold = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %times = arith.constant 100 : index
  %a = memref.alloc() : memref<512x512xf64>
  %b = memref.alloc() : memref<512x512xf64>
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 512 {
      affine.store %cold, %a[%i, %j] : memref<512x512xf64>
      affine.store %cold, %b[%i, %j] : memref<512x512xf64>
    }
  }
  affine.for %j = 0 to 512 {
    affine.store %hot, %a[0, %j] : memref<512x512xf64>
    affine.store %hot, %b[0, %j] : memref<512x512xf64>
  }
  scf.for %t = %c0 to %times step %c1 {
    func.call @step(%a, %b) : (memref<512x512xf64>, memref<512x512xf64>) -> ()
    func.call @step(%b, %a) : (memref<512x512xf64>, memref<512x512xf64>) -> ()
  }
  %x = affine.load %a[10, 10] : memref<512x512xf64>
  %y = arith.fptosi %x : f64 to i64
  vector.print %y : i64
  return
}
