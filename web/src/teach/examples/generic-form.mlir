// Each operation has a short form of its own, and all of them have one
// in common: name, operands, attributes, regions, types.
func.func @clamp(%x: i32, %low: i32, %high: i32) -> i32 {
  %too_low = arith.cmpi slt, %x, %low : i32
  %a = arith.select %too_low, %low, %x : i32
  %too_high = arith.cmpi sgt, %a, %high : i32
  %b = scf.if %too_high -> (i32) {
    scf.yield %high : i32
  } else {
    scf.yield %a : i32
  }
  return %b : i32
}
