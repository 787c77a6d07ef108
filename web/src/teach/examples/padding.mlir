// The same three fields in three orders: 24, 16 and 10 bytes.
!roomy = !llvm.struct<(i8, i64, i8)>
!ordered = !llvm.struct<(i64, i8, i8)>
!packed = !llvm.struct<packed (i8, i64, i8)>

llvm.func @middle(%a: !roomy, %b: !ordered, %c: !packed) -> i64 {
  %x = llvm.extractvalue %a[1] : !roomy
  %y = llvm.extractvalue %b[0] : !ordered
  %z = llvm.extractvalue %c[1] : !packed
  %xy = llvm.add %x, %y : i64
  %sum = llvm.add %xy, %z : i64
  llvm.return %sum : i64
}
