// Programs with what they print: each begins with a sentence, and its output stands behind `// prints` (as mlir-runner 22 prints it).
// scripts and tests lower them the way that tests/wasm/run.test.mjs says.

// A function of the llvm dialect returns through a pointer.
llvm.func @double(%a: i32) -> i32 {
  %0 = llvm.add %a, %a : i32
  llvm.return %0 : i32
}
llvm.func @printI64(i64)
llvm.func @printNewline()
llvm.func @main() {
  %f = llvm.mlir.addressof @double : !llvm.ptr
  %c = llvm.mlir.constant(21 : i32) : i32
  %r = llvm.call %f(%c) : !llvm.ptr, (i32) -> i32
  %e = llvm.sext %r : i32 to i64
  llvm.call @printI64(%e) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  llvm.return
}
// prints
// 42
// -----
// Wide integers: a product, a quotient, a remainder and shifts over both words.
func.func @main() {
  %a = arith.constant 123456789012345678901234567890 : i128
  %b = arith.constant -987654321098765432109 : i128
  %c = arith.muli %a, %b : i128
  %d = arith.divsi %a, %b : i128
  %e = arith.remsi %a, %b : i128
  %s = arith.constant 70 : i128
  %f = arith.shrsi %c, %s : i128
  %g = arith.shli %e, %s : i128
  %64 = arith.constant 64 : i128
  %c0 = arith.trunci %c : i128 to i64
  %ch = arith.shrui %c, %64 : i128
  %c1 = arith.trunci %ch : i128 to i64
  vector.print %c0 : i64
  vector.print %c1 : i64
  %d0 = arith.trunci %d : i128 to i64
  vector.print %d0 : i64
  %e0 = arith.trunci %e : i128 to i64
  vector.print %e0 : i64
  %f0 = arith.trunci %f : i128 to i64
  vector.print %f0 : i64
  %gh = arith.shrui %g, %64 : i128
  %g1 = arith.trunci %gh : i128 to i64
  vector.print %g1 : i64
  return
}
// prints
// -3242371283206267114
// -3084088675536574811
// -124999998
// 1758414694501057772
// -48188885555258982
// 1858076005810387712
// -----
// A loop with two entries, which no structured control flow has: it counts down by one from the left, by two from the right.
llvm.func @printI64(i64)
llvm.func @printNewline()
llvm.func @walk(%n: i64, %left: i1) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %two = llvm.mlir.constant(2 : i64) : i64
  %zero = llvm.mlir.constant(0 : i64) : i64
  llvm.cond_br %left, ^a(%n : i64), ^b(%n : i64)
^a(%x: i64):
  llvm.call @printI64(%x) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  %y = llvm.sub %x, %one : i64
  %m = llvm.icmp "sgt" %y, %zero : i64
  llvm.cond_br %m, ^b(%y : i64), ^end
^b(%z: i64):
  %w = llvm.sub %z, %two : i64
  %p = llvm.icmp "sgt" %w, %zero : i64
  llvm.cond_br %p, ^a(%w : i64), ^end
^end:
  llvm.return
}
llvm.func @main() {
  %n = llvm.mlir.constant(9 : i64) : i64
  %t = llvm.mlir.constant(true) : i1
  %f = llvm.mlir.constant(false) : i1
  llvm.call @walk(%n, %t) : (i64, i1) -> ()
  llvm.call @walk(%n, %f) : (i64, i1) -> ()
  llvm.return
}
// prints
// 9
// 6
// 3
// 7
// 4
// 1
// -----
// A dense switch is a table, a sparse one a row of comparisons; both pass arguments on.
llvm.func @printI64(i64)
llvm.func @printNewline()
llvm.func @show(%x: i64) {
  llvm.call @printI64(%x) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  llvm.return
}
llvm.func @dense(%x: i32, %a: i64) {
  llvm.switch %x : i32, ^other(%a : i64) [
    3: ^one,
    5: ^two(%a : i64),
    6: ^one
  ]
^one:
  %k = llvm.mlir.constant(100 : i64) : i64
  llvm.br ^other(%k : i64)
^two(%b: i64):
  %c = llvm.add %b, %b : i64
  llvm.br ^other(%c : i64)
^other(%r: i64):
  llvm.call @show(%r) : (i64) -> ()
  llvm.return
}
llvm.func @sparse(%x: i64) {
  %k = llvm.mlir.constant(1 : i64) : i64
  %l = llvm.mlir.constant(2 : i64) : i64
  %m = llvm.mlir.constant(3 : i64) : i64
  llvm.switch %x : i64, ^end(%k : i64) [
    -1: ^end(%l : i64),
    1000000000000: ^end(%m : i64)
  ]
^end(%r: i64):
  llvm.call @show(%r) : (i64) -> ()
  llvm.return
}
llvm.func @main() {
  %2 = llvm.mlir.constant(2 : i32) : i32
  %5 = llvm.mlir.constant(5 : i32) : i32
  %6 = llvm.mlir.constant(6 : i32) : i32
  %7 = llvm.mlir.constant(-7 : i32) : i32
  %a = llvm.mlir.constant(11 : i64) : i64
  llvm.call @dense(%2, %a) : (i32, i64) -> ()
  llvm.call @dense(%5, %a) : (i32, i64) -> ()
  llvm.call @dense(%6, %a) : (i32, i64) -> ()
  llvm.call @dense(%7, %a) : (i32, i64) -> ()
  %n = llvm.mlir.constant(-1 : i64) : i64
  %g = llvm.mlir.constant(1000000000000 : i64) : i64
  llvm.call @sparse(%n) : (i64) -> ()
  llvm.call @sparse(%g) : (i64) -> ()
  llvm.call @sparse(%a) : (i64) -> ()
  llvm.return
}
// prints
// 11
// 22
// 100
// 11
// 2
// 3
// 1
// -----
// Globals: a string, numbers, a region that computes an address, and a constructor that runs before main.
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.mlir.global internal constant @format("%s is %d, %5.2f and %c%%\0A\00") {addr_space = 0 : i32}
llvm.mlir.global internal constant @name("the answer\00") {addr_space = 0 : i32}
llvm.mlir.global internal @numbers(dense<[10, 20, 30]> : tensor<3xi32>) {addr_space = 0 : i32} : !llvm.array<3 x i32>
llvm.mlir.global internal @second() {addr_space = 0 : i32} : !llvm.ptr {
  %0 = llvm.mlir.addressof @numbers : !llvm.ptr
  %1 = llvm.getelementptr %0[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<3 x i32>
  llvm.return %1 : !llvm.ptr
}
llvm.mlir.global_ctors ctors = [@before], priorities = [0 : i32], data = [#llvm.zero]
llvm.func @before() {
  %0 = llvm.mlir.addressof @second : !llvm.ptr
  %1 = llvm.load %0 : !llvm.ptr -> !llvm.ptr
  %2 = llvm.load %1 : !llvm.ptr -> i32
  %3 = llvm.mlir.constant(22 : i32) : i32
  %4 = llvm.add %2, %3 : i32
  llvm.store %4, %1 : i32, !llvm.ptr
  llvm.return
}
llvm.func @main() {
  %f = llvm.mlir.addressof @format : !llvm.ptr
  %n = llvm.mlir.addressof @name : !llvm.ptr
  %a = llvm.mlir.addressof @numbers : !llvm.ptr
  %p = llvm.getelementptr %a[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<3 x i32>
  %x = llvm.load %p : !llvm.ptr -> i32
  %d = llvm.mlir.constant(2.71828 : f64) : f64
  %c = llvm.mlir.constant(33 : i32) : i32
  %r = llvm.call @printf(%f, %n, %x, %d, %c) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, !llvm.ptr, i32, f64, i32) -> i32
  llvm.return
}
// prints
// the answer is 42,  2.72 and !%
// -----
// Structs in memory have the layout of x86-64, and are values that functions take and return.
llvm.func @printI64(i64)
llvm.func @printNewline()
llvm.func @swap(%s: !llvm.struct<(i8, i64, struct<packed (i8, i32)>)>) -> !llvm.struct<(i64, i8)> {
  %0 = llvm.mlir.undef : !llvm.struct<(i64, i8)>
  %1 = llvm.extractvalue %s[1] : !llvm.struct<(i8, i64, struct<packed (i8, i32)>)>
  %2 = llvm.extractvalue %s[2, 0] : !llvm.struct<(i8, i64, struct<packed (i8, i32)>)>
  %3 = llvm.insertvalue %1, %0[0] : !llvm.struct<(i64, i8)>
  %4 = llvm.insertvalue %2, %3[1] : !llvm.struct<(i64, i8)>
  llvm.return %4 : !llvm.struct<(i64, i8)>
}
llvm.func @main() {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x !llvm.struct<(i8, i64, struct<packed (i8, i32)>)> : (i64) -> !llvm.ptr
  %q = llvm.getelementptr %p[0, 2, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, i64, struct<packed (i8, i32)>)>
  %a = llvm.ptrtoint %p : !llvm.ptr to i64
  %b = llvm.ptrtoint %q : !llvm.ptr to i64
  %d = llvm.sub %b, %a : i64
  llvm.call @printI64(%d) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  %7 = llvm.getelementptr %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, i64, struct<packed (i8, i32)>)>
  %8 = llvm.getelementptr %p[0, 2, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, i64, struct<packed (i8, i32)>)>
  %v = llvm.mlir.constant(-5 : i64) : i64
  %w = llvm.mlir.constant(77 : i8) : i8
  llvm.store %v, %7 : i64, !llvm.ptr
  llvm.store %w, %8 : i8, !llvm.ptr
  %s = llvm.load %p : !llvm.ptr -> !llvm.struct<(i8, i64, struct<packed (i8, i32)>)>
  %t = llvm.call @swap(%s) : (!llvm.struct<(i8, i64, struct<packed (i8, i32)>)>) -> !llvm.struct<(i64, i8)>
  %x = llvm.extractvalue %t[0] : !llvm.struct<(i64, i8)>
  %y = llvm.extractvalue %t[1] : !llvm.struct<(i64, i8)>
  %z = llvm.sext %y : i8 to i64
  llvm.call @printI64(%x) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  llvm.call @printI64(%z) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  llvm.return
}
// prints
// 17
// -5
// 77
// -----
// Halves are computed as floats and rounded after each step; vectors of bits share bytes in memory.
func.func @main() {
  %a = arith.constant 0.1 : f16
  %b = arith.constant 3.0 : f16
  %c = arith.mulf %a, %b : f16
  vector.print %c : f16
  %d = arith.constant 0.1 : bf16
  %e = arith.addf %d, %d : bf16
  vector.print %e : bf16
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<1xvector<12xi1>>
  %v = arith.constant dense<[1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0]> : vector<12xi1>
  memref.store %v, %m[%c0] : memref<1xvector<12xi1>>
  %w = memref.load %m[%c0] : memref<1xvector<12xi1>>
  %x = vector.extract %w[10] : i1 from vector<12xi1>
  vector.print %w : vector<12xi1>
  vector.print %x : i1
  return
}
// prints
// 0.299805
// 0.200195
// ( 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0 )
// 1
// -----
// Masked accesses touch only the lanes that are on: the last ones would be behind the end.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<3xi32>
  %v = arith.constant dense<[7, 8, 9, 10]> : vector<4xi32>
  %k = vector.create_mask %c3 : vector<4xi1>
  vector.maskedstore %m[%c0], %k, %v : memref<3xi32>, vector<4xi1>, vector<4xi32>
  %p = arith.constant dense<-1> : vector<4xi32>
  %r = vector.maskedload %m[%c0], %k, %p : memref<3xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.print %r : vector<4xi32>
  %i = arith.constant dense<[2, 0, 1, 0]> : vector<4xi32>
  %g = vector.gather %m[%c0] [%i], %k, %p : memref<3xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.print %g : vector<4xi32>
  %s = vector.reduction <add>, %r : vector<4xi32> into i32
  vector.print %s : i32
  return
}
// prints
// ( 7, 8, 9, -1 )
// ( 9, 7, 8, -1 )
// 23
// -----
// A memref is printed by the runtime, with its strides, and copied element by element where they differ.
func.func private @printMemrefI32(memref<*xi32>)
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<2x3xi32>
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %a = arith.muli %i, %c3 : index
      %b = arith.addi %a, %j : index
      %v = arith.index_cast %b : index to i32
      memref.store %v, %m[%i, %j] : memref<2x3xi32>
    }
  }
  %t = memref.transpose %m (i, j) -> (j, i) : memref<2x3xi32> to memref<3x2xi32, strided<[1, 3]>>
  %n = memref.alloc() : memref<3x2xi32>
  memref.copy %t, %n : memref<3x2xi32, strided<[1, 3]>> to memref<3x2xi32>
  scf.for %i = %c0 to %c3 step %c1 {
    %x = memref.load %n[%i, %c1] : memref<3x2xi32>
    vector.print %x : i32
  }
  return
}
// prints
// 3
// 4
// 5
// -----
// Loops that are written several times over, of lengths that are no multiple: one with a result that is used behind it, one inside another.
func.func @sum(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> (index) {
    %b = arith.addi %a, %i : index
    scf.yield %b : index
  }
  return %s : index
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 19 : index
  scf.for %i = %c0 to %n step %c1 {
    %s = func.call @sum(%i) : (index) -> index
    %t = scf.while (%x = %s) : (index) -> index {
      %c = arith.cmpi sgt, %x, %n : index
      scf.condition(%c) %x : index
    } do {
    ^bb0(%x: index):
      %y = arith.subi %x, %n : index
      scf.yield %y : index
    }
    vector.print %t : index
  }
  return
}
// prints
// 0
// 0
// 1
// 3
// 6
// 10
// 15
// 2
// 9
// 17
// 7
// 17
// 9
// 2
// 15
// 10
// 6
// 3
// 1
// -----
// A fused product and sum is rounded once: the square is half way between two floats, and a tiny addend decides.
func.func @main() {
  %a = arith.constant 1.000244140625 : f32
  %up = arith.constant 8.271806e-25 : f32
  %down = arith.constant -8.271806e-25 : f32
  %zero = arith.constant 0.0 : f32
  %x = call @fused(%a, %up) : (f32, f32) -> i32
  vector.print %x : i32
  %y = call @fused(%a, %down) : (f32, f32) -> i32
  vector.print %y : i32
  %z = call @fused(%a, %zero) : (f32, f32) -> i32
  vector.print %z : i32
  %n = arith.negf %a : f32
  %p = arith.mulf %n, %a : f32
  %w = call @fused(%a, %p) : (f32, f32) -> i32
  vector.print %w : i32
  return
}
func.func @fused(%a: f32, %b: f32) -> i32 {
  %v = vector.broadcast %a : f32 to vector<1xf32>
  %c = vector.broadcast %b : f32 to vector<1xf32>
  %r = vector.fma %v, %v, %c : vector<1xf32>
  %s = vector.extract %r[0] : f32 from vector<1xf32>
  %bits = arith.bitcast %s : f32 to i32
  return %bits : i32
}
// prints
// 1065357313
// 1065357312
// 1065357312
// 864026624
