// A window on a matrix: no element is copied. The view's type says
// where its first element is and how far apart its rows are.
func.func @window(%image: memref<64x64xf32>, %i: index, %j: index) -> f32 {
  %view = memref.subview %image[8, 16] [4, 4] [1, 2]
      : memref<64x64xf32> to memref<4x4xf32, strided<[64, 2], offset: 528>>
  %pixel = memref.load %view[%i, %j] : memref<4x4xf32, strided<[64, 2], offset: 528>>
  return %pixel : f32
}
