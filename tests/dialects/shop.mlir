// What tests/dialects/shop.ops reads.
func.func @numbers(%a: i32, %b: i32, %v: vector<4xf32>) -> i32 {
  %0 = shop.add %a, %b : i32
  %1 = shop.add %0, %b at <5 "EUR" taxes[1, 2]> {checked} : i32
  %2 = shop.add %v, %v {price = #shop.price<7 "CHF">} : vector<4xf32>
  %3 = shop.constant 5 : i8
  %4 = shop.constant dense<1.0> : vector<2xf64>
  return %1 : i32
}

func.func @boxes(%a: i32, %f: f32, %i: index, %b: !shop.box<i32 x 4>, %p: !shop.pair<first = i32, second = "x">) {
  %0 = shop.make(%a, %f) : (i32, f32) -> !shop.box<i32 x 2, blue>
  %1 = shop.make() : () -> !shop.box<!shop.key x 0, red>
  %2 = shop.open %b, %b[1, %i, 3] : !shop.box<i32 x 4> -> i32
  %3 = shop.open %b, %b[] with %f : f32 slowly : !shop.box<i32 x 4> -> !shop.pair<first = f32>
  %4:2, %5 = shop.list %a, %f last %i : i32, f32 and index -> i32, i64 and i1
  shop.list
  return
}

func.func @branches(%a: i32, %b: i32) {
  %0 = shop.choose %a -> i32 {
    shop.case red {
    }
    shop.case "dark grey" attributes {last} {
      shop.yield %b : i32
    }
  }
  shop.group {
    shop.case blue {
    }
  }, {
  }
  shop.group
  shop.goto ^bb1(%a, %b : i32, i32)
^bb1(%c: i32, %d: i32):
  shop.goto ^bb2
^bb2:
  return
}

shop.label
shop.label tag [1, -2, 3] options(fast) {names = ["a", "b"], small = 3 : i32}
shop.label options("fast|safe") {colour = #shop.colour<blue>}
"shop.label"() <{mode = 3 : i8, options = 0 : i32}> : () -> ()
