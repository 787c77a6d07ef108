#mirror = affine_map<(d0, d1) -> (d1, d0)>
#rows = affine_set<(d0)[s0] : (d0 >= 0, s0 - d0 - 1 >= 0)>
module @values attributes {
  foreign.numbers = [1 : i8, -2 : i16, 3, 4.5 : f16, 1.0e100, 7 : index, 170141183460469231731687303715884105727 : i128],
  foreign.words = {"a name" = "text", plain = unit, symbol = @values::@one, kind = tuple<i1, none>},
  foreign.maps = [#mirror, #rows, affine_map<() -> ()>],
  foreign.elements = [dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>, dense<true> : vector<3xi1>, dense<(1.0, 2.0)> : tensor<complex<f32>>,
              sparse<[[0, 1]], 5.0> : tensor<2x2xf32>, dense<["a", "bc"]> : tensor<2x!foreign.string>, array<i8: 1, -1>, array<f64: 0.5>],
  foreign.data = dense_resource<weights> : tensor<4xi8>,
  foreign.types = [memref<?x4xf32, strided<[?, 1], offset: 2>>, memref<*xi1>, tensor<*xbf16>, vector<[4]x2xi8>, (i1, index) -> f80, si5, ui6,
           memref<2xi32, 3 : i64>, tensor<2xf32, "encoding">],
  foreign.foreign = #foreign.thing<1, "x">
} {
  func.func private @one(i32 {foreign.hint}, !foreign.type<2>) -> (f32 {foreign.unit = 1 : i64})
  func.func @two(%flag: i1 loc("flag"), %value: i32 loc(fused["here", "lib.mlir":2:3])) -> i32 {
    %sum = arith.addi %value, %value overflow<nsw> : i32 loc(callsite("add"("lib.mlir":4:5) at "main.mlir":6:7))
    cf.cond_br %flag, ^left(%sum : i32), ^right
  ^left(%x: i32 loc(unknown)):
    return %x : i32
  ^right:
    %pair:2 = "foreign.make"(%sum) <{size = 2 : i64}> ({
      "foreign.inner"() {nested} : () -> ()
    }) {discardable} : (i32) -> (i32, i32) loc(fused<"pass">["a.mlir":1:1])
    return %pair#1 : i32
  }
}

{-#
  dialect_resources: {builtin: {weights: "0x0400000001020304"}},
  external_resources: {tool: {count: "0x04000000AABBCCDD", flag: true, label: "x"}}
#-}
