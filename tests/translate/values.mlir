// Globals, constants, casts, aggregates, memory.
llvm.mlir.global internal constant @text("say \22hi\22\0A\00") {addr_space = 0 : i32}
llvm.mlir.global external @counter(42 : i32) {alignment = 16 : i64} : i32
llvm.mlir.global external @elsewhere() : !llvm.ptr
llvm.mlir.global private constant @table(dense<[1, 2, 3]> : tensor<3xi32>) : !llvm.array<3 x i32>
llvm.mlir.global external @"needs quotes"() : f64 {
  %0 = llvm.mlir.constant(2.5 : f64) : f64
  llvm.return %0 : f64
}
llvm.func @values(%a: i32, %h: f16, %v: vector<4xf32>) {
  %n = llvm.mlir.constant(1 : i32) : i32
  %half = llvm.mlir.constant(1.5 : f16) : f16
  %splat = llvm.mlir.constant(dense<1.0> : vector<4xf32>) : vector<4xf32>
  %empty = llvm.mlir.poison : !llvm.struct<(i32, f16)>
  %slot = llvm.alloca %n x i64 : (i32) -> !llvm.ptr
  %wide = llvm.sext %a : i32 to i64
  llvm.store %wide, %slot : i64, !llvm.ptr
  %g = llvm.mlir.addressof @counter : !llvm.ptr
  llvm.store volatile %a, %g : i32, !llvm.ptr
  %s = llvm.insertvalue %a, %empty[0] : !llvm.struct<(i32, f16)>
  %b = llvm.extractvalue %s[0] : !llvm.struct<(i32, f16)>
  %f = llvm.fmul %h, %half : f16
  %w = llvm.fadd %v, %splat : vector<4xf32>
  %r = llvm.intr.sqrt(%w) : (vector<4xf32>) -> vector<4xf32>
  %m = llvm.intr.smax(%a, %b) : (i32, i32) -> i32
  llvm.return
}
