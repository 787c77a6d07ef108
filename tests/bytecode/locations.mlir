// A place in an attribute that is written as text is the place that operations have.
module attributes {dlti.map = #dlti.map<"a" = loc("x.c":1:2)>, test.b = loc("x.c":1:2)} {
  func.func @f() attributes {test.c = loc(fused["x.c":1:2, "x.c":3:4 to :5])} {
    return loc("x.c":1:2)
  } loc("x.c":3:4 to :5)
} loc("x.c":7:2)
