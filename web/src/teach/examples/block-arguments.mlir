// Where paths meet, LLVM IR picks a value with a phi node:
//
//   join:
//     %larger = phi i32 [ %a, %entry ], [ %b, %else ]
//
// MLIR hands the value over, as an argument of the block.
func.func @larger_of(%a: i32, %b: i32) -> i32 {
  %is_larger = arith.cmpi sgt, %a, %b : i32
  cf.cond_br %is_larger, ^join(%a : i32), ^else
^else:
  cf.br ^join(%b : i32)
^join(%larger: i32):
  return %larger : i32
}

// A loop needs no more than that: the counter is an argument of ^head.
func.func @factorial(%n: i64) -> i64 {
  %one = arith.constant 1 : i64
  cf.br ^head(%n, %one : i64, i64)
^head(%left: i64, %product: i64):
  %more = arith.cmpi sgt, %left, %one : i64
  cf.cond_br %more, ^body, ^done
^body:
  %next_product = arith.muli %product, %left : i64
  %next_left = arith.subi %left, %one : i64
  cf.br ^head(%next_left, %next_product : i64, i64)
^done:
  return %product : i64
}
