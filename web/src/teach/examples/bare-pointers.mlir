// All sizes are in the type, so the functions can take plain pointers:
// void scale(float *m, float factor) in C.
func.func @scale(%m: memref<4x8xf32>, %factor: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %x = affine.load %m[%i, %j] : memref<4x8xf32>
      %y = arith.mulf %x, %factor : f32
      affine.store %y, %m[%i, %j] : memref<4x8xf32>
    }
  }
  return
}
