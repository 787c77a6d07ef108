// What malloc is asked for is a number.
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @allocate() -> !llvm.ptr {
  %count = llvm.mlir.constant(10 : index) : i64
  %null = llvm.mlir.zero : !llvm.ptr
  %end = llvm.getelementptr %null[%count] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %size = llvm.ptrtoint %end : !llvm.ptr to i64
  %p = llvm.call @malloc(%size) : (i64) -> !llvm.ptr
  llvm.return %p : !llvm.ptr
}
