// What canonicalize makes of this: constants are worked out, x + 0 and
// x * 1 are x, a branch that is never taken is gone. cse merges the rest.
func.func @simple(%x: i32, %y: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.addi %one, %two : i32
  %same = arith.muli %x, %one : i32
  %still = arith.addi %same, %zero : i32
  %never = arith.cmpi slt, %three, %two : i32
  %a = scf.if %never -> (i32) {
    scf.yield %zero : i32
  } else {
    %p = arith.muli %still, %y : i32
    scf.yield %p : i32
  }
  %b = arith.muli %x, %y : i32
  %sum = arith.addi %a, %b : i32
  return %sum : i32
}
