func.func @f(%a: i32, %b: i32, %x: f32, %y: f32, %v: vector<4xi32>, %i: index) -> (i32, f32, i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %f = arith.constant 5.0e-01 : f32
  %s = arith.constant dense<3> : vector<4xi32>
  %0 = arith.addi %a, %c1 overflow<nsw> : i32
  %1 = arith.addi %0, %c2 overflow<nsw, nuw> : i32
  %2 = arith.muli %1, %c2 : i32
  %3 = arith.subi %2, %b : i32
  %4 = arith.xori %3, %c0 : i32
  %5 = arith.addi %v, %s : vector<4xi32>
  %6 = arith.extsi %4 : i32 to i64
  %7 = arith.trunci %6 : i64 to i32
  %8, %9 = arith.mulsi_extended %7, %b : i32
  %10 = arith.cmpi slt, %8, %a : i32
  %11 = arith.select %10, %8, %b : i32
  %12 = arith.negf %x fastmath<fast> : f32
  %13 = arith.mulf %12, %y : f32
  %14 = arith.mulf %13, %f fastmath<nnan> : f32
  %15 = arith.addf %14, %14 : f32
  %16 = math.sqrt %15 : f32
  %17 = index.add %i, %i
  %18 = scf.if %10 -> (i32) {
    %19 = arith.subi %11, %11 : i32
    scf.yield %19 : i32
  } else {
    scf.yield %11 : i32
  }
  return %18, %16, %10 : i32, f32, i1
}
