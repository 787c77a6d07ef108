// Four mistakes of four kinds, reported at once. F8 goes to the next.

func.func @undeclared(%a: i32) -> i32 {
  %sum = arith.addi %a, %missing : i32
  return %sum : i32
}

func.func @two_types(%a: i32, %b: i64) -> i32 {
  %sum = arith.addi %a, %b : i32
  return %sum : i32
}

func.func @syntax(%m: memref<4xf32>, %i: index) -> f32 {
  %x = memref.load %m[%i : memref<4xf32>
  return %x : f32
}

func.func @wrong_result(%a: f32) -> i32 {
  return %a : f32
}
