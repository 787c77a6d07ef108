// In how many ways n queens stand on a board of n by n without seeing one another: each row tries the columns that are free.
func.func @place(%all: i32, %columns: i32, %left: i32, %right: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ones = arith.constant -1 : i32
  %full = arith.cmpi eq, %columns, %all : i32
  %found = scf.if %full -> (i32) {
    scf.yield %one : i32
  } else {
    %seen1 = arith.ori %columns, %left : i32
    %seen = arith.ori %seen1, %right : i32
    %unseen = arith.xori %seen, %ones : i32
    %free = arith.andi %unseen, %all : i32
    %r:2 = scf.while (%f = %free, %n = %zero) : (i32, i32) -> (i32, i32) {
      %some = arith.cmpi ne, %f, %zero : i32
      scf.condition(%some) %f, %n : i32, i32
    } do {
    ^bb0(%f: i32, %n: i32):
      %minus = arith.subi %zero, %f : i32
      %bit = arith.andi %f, %minus : i32
      %rest = arith.xori %f, %bit : i32
      %c = arith.ori %columns, %bit : i32
      %l1 = arith.ori %left, %bit : i32
      %l = arith.shli %l1, %one : i32
      %r1 = arith.ori %right, %bit : i32
      %r = arith.shrui %r1, %one : i32
      %more = func.call @place(%all, %c, %l, %r) : (i32, i32, i32, i32) -> i32
      %sum = arith.addi %n, %more : i32
      scf.yield %rest, %sum : i32, i32
    }
    scf.yield %r#1 : i32
  }
  return %found : i32
}

func.func @queens(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %top = arith.shli %one, %n : i32
  %all = arith.subi %top, %one : i32
  %ways = call @place(%all, %zero, %zero, %zero) : (i32, i32, i32, i32) -> i32
  return %ways : i32
}
