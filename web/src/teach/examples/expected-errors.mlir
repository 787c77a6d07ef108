// RUN: mlir-opt --split-input-file --verify-diagnostics
// Several texts in one file, as compilers are tested: each error is
// announced where it has to come.

func.func @fine(%x: i32) -> i32 {
  return %x : i32
}

// -----

func.func @two_types(%a: i32, %b: i64) -> i32 {
  // expected-note@-1 {{prior use here}}
  // expected-error@+1 {{expects different type than prior uses: 'i32' vs 'i64'}}
  %sum = arith.addi %a, %b : i32
  return %sum : i32
}

// -----

func.func @missing() -> i32 {
  // expected-error@+1 {{op has 0 operands, but enclosing function (@missing) returns 1}}
  return
}
