// Addresses of blocks, told apart by tags.
llvm.mlir.global external @g() : !llvm.ptr {
  %0 = llvm.blockaddress <function = @ba, tag = <id = 1>> : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.global external @l() : !llvm.array<2 x ptr> {
  %u = llvm.mlir.undef : !llvm.array<2 x ptr>
  %0 = llvm.blockaddress <function = @ba, tag = <id = 1>> : !llvm.ptr
  %1 = llvm.blockaddress <function = @ba, tag = <id = 2>> : !llvm.ptr
  %2 = llvm.insertvalue %0, %u[0] : !llvm.array<2 x ptr>
  %3 = llvm.insertvalue %1, %2[1] : !llvm.array<2 x ptr>
  llvm.return %3 : !llvm.array<2 x ptr>
}
llvm.func @use(!llvm.ptr)
llvm.func @first() {
  %0 = llvm.blockaddress <function = @ba, tag = <id = 2>> : !llvm.ptr
  llvm.call @use(%0) : (!llvm.ptr) -> ()
  llvm.return
}
llvm.func @ba(%x: i32, %p: !llvm.ptr) -> i32 {
  %c = llvm.mlir.constant(1 : i32) : i32
  %0 = llvm.blockaddress <function = @ba, tag = <id = 1>> : !llvm.ptr
  %y = llvm.add %x, %c : i32
  llvm.indirectbr %p : !llvm.ptr, [ ^bb1(%y : i32), ^bb2 ]
^bb1(%z: i32):
  llvm.blocktag <id = 1>
  llvm.return %z : i32
^bb2:
  llvm.blocktag <id = 2>
  llvm.return %y : i32
}
llvm.func @dso() {
  %0 = llvm.dso_local_equivalent @use : !llvm.ptr
  llvm.call @use(%0) : (!llvm.ptr) -> ()
  llvm.return
}
