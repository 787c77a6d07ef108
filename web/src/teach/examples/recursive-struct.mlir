// An identified struct has a name, so its body may mention the name
// again: a tree node keeps a value and its children.
!tree = !llvm.struct<"tree", (i32, array<0 x struct<"tree">>)>

// Through a pointer no mention is needed: a pointer is just !llvm.ptr.
!list = !llvm.struct<"list", (i32, ptr)>

llvm.func @sum(%first: !llvm.ptr) -> i32 {
  %null = llvm.mlir.zero : !llvm.ptr
  %zero = llvm.mlir.constant(0 : i32) : i32
  llvm.br ^head(%first, %zero : !llvm.ptr, i32)
^head(%node: !llvm.ptr, %sum: i32):
  %at_end = llvm.icmp "eq" %node, %null : !llvm.ptr
  llvm.cond_br %at_end, ^done, ^body
^body:
  %value_at = llvm.getelementptr %node[0, 0] : (!llvm.ptr) -> !llvm.ptr, !list
  %value = llvm.load %value_at : !llvm.ptr -> i32
  %next_at = llvm.getelementptr %node[0, 1] : (!llvm.ptr) -> !llvm.ptr, !list
  %next = llvm.load %next_at : !llvm.ptr -> !llvm.ptr
  %next_sum = llvm.add %sum, %value : i32
  llvm.br ^head(%next, %next_sum : !llvm.ptr, i32)
^done:
  llvm.return %sum : i32
}

llvm.func @first_child(%node: !llvm.ptr) -> !llvm.ptr {
  %child = llvm.getelementptr %node[0, 1, 0] : (!llvm.ptr) -> !llvm.ptr, !tree
  llvm.return %child : !llvm.ptr
}
