// C's switch, in structure and, a rung below, as one jump with cases.
func.func @days(%month: index, %leap: i1) -> i32 {
  %february = scf.if %leap -> (i32) {
    %c29 = arith.constant 29 : i32
    scf.yield %c29 : i32
  } else {
    %c28 = arith.constant 28 : i32
    scf.yield %c28 : i32
  }
  %days = scf.index_switch %month -> i32
  case 2 {
    scf.yield %february : i32
  }
  case 4 {
    %c30 = arith.constant 30 : i32
    scf.yield %c30 : i32
  }
  default {
    %c31 = arith.constant 31 : i32
    scf.yield %c31 : i32
  }
  return %days : i32
}
