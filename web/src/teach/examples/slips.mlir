// Slips of the pen: each of the three has a repair, and "Fix" makes
// those that are beyond doubt.
func.func @mean(%a: f32, %b: f32) -> f32 {
  %half = arith.constnat 0.5 : f32
  %sum = arith.addf %a, %bb : f32
  %mean = arith.mulf %sum, %half : f32
  retrun %mean : f32
}
