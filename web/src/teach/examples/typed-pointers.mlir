// As LLVM 14 wrote it: pointers say what they point to. Today they do
// not, so the operations that use them do.
llvm.func @swap(%a: !llvm.ptr<i32>, %b: !llvm.ptr<i32>) {
  %x = llvm.load %a : !llvm.ptr<i32>
  %y = llvm.load %b : !llvm.ptr<i32>
  llvm.store %y, %a : !llvm.ptr<i32>
  llvm.store %x, %b : !llvm.ptr<i32>
  llvm.return
}
