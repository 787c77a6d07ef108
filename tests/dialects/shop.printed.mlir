module {
  func.func @numbers(%arg0: i32, %arg1: i32, %arg2: vector<4xf32>) -> i32 {
    %0 = shop.add %arg0, %arg1 : i32
    %1 = shop.add %0, %arg1 at <5 "EUR" taxes[1, 2]> {checked} : i32
    %2 = shop.add %arg2, %arg2 at <7 "CHF"> : vector<4xf32>
    %3 = shop.constant 5 : i8
    %4 = shop.constant dense<1.000000e+00> : vector<2xf64>
    return %1 : i32
  }
  func.func @boxes(%arg0: i32, %arg1: f32, %arg2: index, %arg3: !shop.box<i32 x 4>, %arg4: !shop.pair<first = i32, second = "x">) {
    %0 = shop.make(%arg0, %arg1) : (i32, f32) -> !shop.box<i32 x 2, blue>
    %1 = shop.make() : () -> !shop.box<!shop.key x 0>
    %2 = shop.open %arg3, %arg3 [1, %arg2, 3] : !shop.box<i32 x 4> -> i32
    %3 = shop.open %arg3, %arg3 [] slowly with %arg1 : f32 : !shop.box<i32 x 4> -> !shop.pair<first = f32>
    %4:3 = shop.list %arg0, %arg1 last %arg2 : i32, f32 and index -> i32, i64 and i1
    shop.list 
    return
  }
  func.func @branches(%arg0: i32, %arg1: i32) {
    %0 = shop.choose %arg0 -> i32 {
      shop.case red {
      }
      shop.case "dark grey" attributes {last} {
        shop.yield %arg1 : i32
      }
    }
    shop.group {
      shop.case blue {
      }
    }, {
    }
    shop.group 
    shop.goto ^bb1(%arg0, %arg1 : i32, i32)
  ^bb1(%1: i32, %2: i32):  // pred: ^bb0
    shop.goto ^bb2
  ^bb2:  // pred: ^bb1
    return
  }
  shop.label
  shop.label tag [1, -2, 3] options(fast) {names = ["a", "b"], small = 3 : i32}
  shop.label options("fast|safe") {colour = #shop.colour<blue>}
  shop.label mode "cold, dry"
}

