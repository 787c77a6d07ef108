// Values and blocks are numbered in the order of the text; block arguments become phis.
llvm.func @callee(i32, ...) -> i32
llvm.func internal @sum(%n: i64, %p: !llvm.ptr) -> f32 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %start = llvm.mlir.constant(0.1 : f32) : f32
  llvm.br ^head(%zero, %start : i64, f32)
^head(%i: i64, %acc: f32):
  %c = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %c, ^body, ^exit
^body:
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %q : !llvm.ptr -> f32
  %next = llvm.fadd %acc, %x {fastmathFlags = #llvm.fastmath<contract, nnan>} : f32
  %j = llvm.add %i, %one overflow<nsw, nuw> : i64
  llvm.br ^head(%j, %next : i64, f32)
^exit:
  llvm.return %acc : f32
}
