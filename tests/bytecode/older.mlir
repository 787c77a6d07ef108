module @older attributes {foreign.data = [dense<[1, 2]> : tensor<2xi32>, array<i64: 1>, 2.0 : f32]} {
  func.func @loop(%n: index, %buffer: memref<?xf32, strided<[1], offset: ?>>) -> f32 {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
      %x = memref.load %buffer[%i] : memref<?xf32, strided<[1], offset: ?>>
      %t = arith.addf %s, %x fastmath<nnan> : f32
      scf.yield %t : f32
    }
    return %sum : f32
  }
  llvm.func @take(%p: !llvm.ptr, %n: i64) -> !llvm.struct<(ptr, i64)> attributes {passthrough = ["noinline"]} {
    %u = llvm.mlir.undef : !llvm.struct<(ptr, i64)>
    %a = llvm.insertvalue %p, %u[0] : !llvm.struct<(ptr, i64)>
    %g = llvm.getelementptr %p[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %g {alignment = 4 : i64} : !llvm.ptr -> vector<[4]xf32>
    llvm.return %a : !llvm.struct<(ptr, i64)>
  }
  gpu.module @kernels {
    gpu.func @k() kernel { gpu.return }
  }
}
