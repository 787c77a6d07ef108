// The same product in blocks of 32 by 32, the innermost loop along rows.
func.func @matmul(%a: memref<320x320xf32>, %b: memref<320x320xf32>, %c: memref<320x320xf32>) {
  affine.for %ii = 0 to 320 step 32 {
    affine.for %kk = 0 to 320 step 32 {
      affine.for %i = 0 to 32 {
        affine.for %k = 0 to 32 {
          %x = affine.load %a[%ii + %i, %kk + %k] : memref<320x320xf32>
          affine.for %j = 0 to 320 {
            %y = affine.load %b[%kk + %k, %j] : memref<320x320xf32>
            %z = affine.load %c[%ii + %i, %j] : memref<320x320xf32>
            %p = arith.mulf %x, %y : f32
            %s = arith.addf %z, %p : f32
            affine.store %s, %c[%ii + %i, %j] : memref<320x320xf32>
          }
        }
      }
    }
  }
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<320x320xf32>
  %b = memref.alloc() : memref<320x320xf32>
  %c = memref.alloc() : memref<320x320xf32>
  affine.for %i = 0 to 320 {
    affine.for %j = 0 to 320 {
      %s = arith.addi %i, %j : index
      %r = arith.remui %s, %seven : index
      %w = arith.index_cast %r : index to i32
      %x = arith.sitofp %w : i32 to f32
      affine.store %x, %a[%i, %j] : memref<320x320xf32>
      affine.store %x, %b[%i, %j] : memref<320x320xf32>
      affine.store %zero, %c[%i, %j] : memref<320x320xf32>
    }
  }
  %times = arith.constant 8 : index
  scf.for %t = %c0 to %times step %c1 {
    func.call @matmul(%a, %b, %c) : (memref<320x320xf32>, memref<320x320xf32>, memref<320x320xf32>) -> ()
  }
  %x = affine.load %c[100, 100] : memref<320x320xf32>
  %y = arith.fptosi %x : f32 to i64
  vector.print %y : i64
  return
}
