// Loops whose bounds and indices are sums and products: a compiler
// can reason about them. lower-affine makes ordinary ones of them.
#last = affine_map<(i) -> (i + 2, 64)>

func.func @blur(%from: memref<64xf32>, %to: memref<64xf32>) {
  %third = arith.constant 0.333333 : f32
  %nothing = arith.constant 0.0 : f32
  affine.for %i = 1 to 63 {
    %sum = affine.for %j = affine_map<(i) -> (i - 1)>(%i) to min #last(%i)
        iter_args(%partial = %nothing) -> (f32) {
      %x = affine.load %from[%j] : memref<64xf32>
      %next = arith.addf %partial, %x : f32
      affine.yield %next : f32
    }
    %mean = arith.mulf %sum, %third : f32
    affine.store %mean, %to[%i] : memref<64xf32>
  }
  return
}
