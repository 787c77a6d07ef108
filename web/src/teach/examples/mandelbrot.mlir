// The Mandelbrot set, drawn into memory: for each place, after how many rounds it is far away.
func.func @rounds(%x: f64, %y: f64) -> i32 {
  %zero = arith.constant 0.0 : f64
  %four = arith.constant 4.0 : f64
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %most = arith.constant 30 : i32
  %r:3 = scf.while (%a = %zero, %b = %zero, %n = %c0) : (f64, f64, i32) -> (f64, f64, i32) {
    %aa = arith.mulf %a, %a : f64
    %bb = arith.mulf %b, %b : f64
    %size = arith.addf %aa, %bb : f64
    %near = arith.cmpf olt, %size, %four : f64
    %early = arith.cmpi slt, %n, %most : i32
    %go = arith.andi %near, %early : i1
    scf.condition(%go) %a, %b, %n : f64, f64, i32
  } do {
  ^bb0(%a: f64, %b: f64, %n: i32):
    %aa = arith.mulf %a, %a : f64
    %bb = arith.mulf %b, %b : f64
    %d = arith.subf %aa, %bb : f64
    %na = arith.addf %d, %x : f64
    %ab = arith.mulf %a, %b : f64
    %ab2 = arith.addf %ab, %ab : f64
    %nb = arith.addf %ab2, %y : f64
    %m = arith.addi %n, %c1 : i32
    scf.yield %na, %nb, %m : f64, f64, i32
  }
  return %r#2 : i32
}

func.func @draw(%picture: memref<20x24xi32>) {
  %width = arith.constant 0.125 : f64
  %height = arith.constant 0.125 : f64
  %left = arith.constant -2.1 : f64
  %top = arith.constant -1.2 : f64
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 24 {
      %jw = arith.index_cast %j : index to i32
      %jf = arith.sitofp %jw : i32 to f64
      %dx = arith.mulf %jf, %width : f64
      %x = arith.addf %left, %dx : f64
      %iw = arith.index_cast %i : index to i32
      %if = arith.sitofp %iw : i32 to f64
      %dy = arith.mulf %if, %height : f64
      %y = arith.addf %top, %dy : f64
      %n = func.call @rounds(%x, %y) : (f64, f64) -> i32
      affine.store %n, %picture[%i, %j] : memref<20x24xi32>
    }
  }
  return
}
