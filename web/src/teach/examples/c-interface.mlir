// C calls _mlir_ciface_dot with pointers to descriptors; the wrapper
// takes them apart. The other way round, @show is written in C.
func.func private @show(memref<?xf32>) attributes {llvm.emit_c_interface}

func.func @dot(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) -> f32 attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %start = arith.constant 0.0 : f32
  %dot = scf.for %i = %zero to %n step %one iter_args(%sum = %start) -> (f32) {
    %x = memref.load %a[%i] : memref<?xf32>
    %y = memref.load %b[%i] : memref<?xf32>
    %xy = arith.mulf %x, %y : f32
    %next = arith.addf %sum, %xy : f32
    scf.yield %next : f32
  }
  call @show(%a) : (memref<?xf32>) -> ()
  return %dot : f32
}
