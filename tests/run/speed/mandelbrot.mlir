// How long each place of the plane stays small.
func.func @escape(%x: f64, %y: f64) -> i32 {
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %four = arith.constant 4.0 : f64
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %most = arith.constant 200 : i32
  %r:3 = scf.while (%a = %zero, %b = %zero, %n = %c0) : (f64, f64, i32) -> (f64, f64, i32) {
    %aa = arith.mulf %a, %a : f64
    %bb = arith.mulf %b, %b : f64
    %size = arith.addf %aa, %bb : f64
    %small = arith.cmpf olt, %size, %four : f64
    %early = arith.cmpi slt, %n, %most : i32
    %go = arith.andi %small, %early : i1
    scf.condition(%go) %a, %b, %n : f64, f64, i32
  } do {
  ^bb0(%a: f64, %b: f64, %n: i32):
    %aa = arith.mulf %a, %a : f64
    %bb = arith.mulf %b, %b : f64
    %d = arith.subf %aa, %bb : f64
    %na = arith.addf %d, %x : f64
    %ab = arith.mulf %a, %b : f64
    %t = arith.mulf %ab, %two : f64
    %nb = arith.addf %t, %y : f64
    %m = arith.addi %n, %c1 : i32
    scf.yield %na, %nb, %m : f64, f64, i32
  }
  return %r#2 : i32
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = arith.constant 900 : index
  %h = arith.constant 600 : index
  %zero = arith.constant 0 : i64
  %scale = arith.constant 0.0033 : f64
  %left = arith.constant -2.0 : f64
  %top = arith.constant -1.0 : f64
  %all = scf.for %j = %c0 to %h step %c1 iter_args(%s = %zero) -> (i64) {
    %jw = arith.index_cast %j : index to i32
    %jf = arith.sitofp %jw : i32 to f64
    %jy = arith.mulf %jf, %scale : f64
    %y = arith.addf %jy, %top : f64
    %row = scf.for %i = %c0 to %w step %c1 iter_args(%t = %s) -> (i64) {
      %iw = arith.index_cast %i : index to i32
      %if = arith.sitofp %iw : i32 to f64
      %ix = arith.mulf %if, %scale : f64
      %x = arith.addf %ix, %left : f64
      %n = func.call @escape(%x, %y) : (f64, f64) -> i32
      %e = arith.extsi %n : i32 to i64
      %u = arith.addi %t, %e : i64
      scf.yield %u : i64
    }
    scf.yield %row : i64
  }
  vector.print %all : i64
  return
}
