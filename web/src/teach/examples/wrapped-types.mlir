// In 2019 the types of the LLVM dialect were LLVM IR's own, between
// quotes. The result shows what they are today.
llvm.func @get(%p: !llvm<"float*">, %i: !llvm<"i64">) -> !llvm<"float"> {
  %at = llvm.getelementptr %p[%i] : (!llvm<"float*">, !llvm<"i64">) -> !llvm<"float*">
  %x = llvm.load %at : !llvm<"float*">
  llvm.return %x : !llvm<"float">
}
