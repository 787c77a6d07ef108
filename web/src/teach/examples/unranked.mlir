// When not even the number of dimensions is known, a memref is its
// rank and a pointer to the rest.
func.func private @print(memref<*xf32>)

func.func @main(%m: memref<3x4xf32>) -> index {
  %any = memref.cast %m : memref<3x4xf32> to memref<*xf32>
  call @print(%any) : (memref<*xf32>) -> ()
  %rank = memref.rank %any : memref<*xf32>
  return %rank : index
}
