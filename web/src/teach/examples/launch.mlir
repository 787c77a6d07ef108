// What runs on a GPU stands inside gpu.launch at first; then it is a function of its own, in a module for the device.
func.func @double_all(%m: memref<1024xf32>) {
  %c1 = arith.constant 1 : index
  %blocks = arith.constant 8 : index
  %threads = arith.constant 128 : index
  %two = arith.constant 2.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %threads, %sy = %c1, %sz = %c1) {
    %first = arith.muli %bx, %sx : index
    %i = arith.addi %first, %tx : index
    %x = memref.load %m[%i] : memref<1024xf32>
    %y = arith.mulf %x, %two : f32
    memref.store %y, %m[%i] : memref<1024xf32>
    gpu.terminator
  }
  return
}
