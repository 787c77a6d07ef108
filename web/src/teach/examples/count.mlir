// How many steps a number takes to become one: halved when it is even, else three times it and one more.
func.func @steps(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %r:2 = scf.while (%x = %n, %count = %zero) : (i64, i64) -> (i64, i64) {
    %more = arith.cmpi sgt, %x, %one : i64
    scf.condition(%more) %x, %count : i64, i64
  } do {
  ^bb0(%x: i64, %count: i64):
    %bit = arith.andi %x, %one : i64
    %even = arith.cmpi eq, %bit, %zero : i64
    %half = arith.shrsi %x, %one : i64
    %triple = arith.muli %x, %three : i64
    %odd = arith.addi %triple, %one : i64
    %next = arith.select %even, %half, %odd : i64
    %after = arith.addi %count, %one : i64
    scf.yield %next, %after : i64, i64
  }
  return %r#1 : i64
}

func.func @main() {
  %c1 = arith.constant 1 : index
  %end = arith.constant 11 : index
  scf.for %i = %c1 to %end step %c1 {
    %n = arith.index_cast %i : index to i64
    %s = func.call @steps(%n) : (i64) -> i64
    vector.print %s : i64
  }
  return
}
