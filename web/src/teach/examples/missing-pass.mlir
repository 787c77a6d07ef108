// The pipeline forgets one dialect: math. All around it is converted,
// and what is left says which pass would help.
func.func @length(%x: f32, %y: f32) -> f32 {
  %xx = arith.mulf %x, %x : f32
  %yy = arith.mulf %y, %y : f32
  %sum = arith.addf %xx, %yy : f32
  %length = math.sqrt %sum : f32
  return %length : f32
}
