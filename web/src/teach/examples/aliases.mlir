// Long types and maps can be named once. The names are spelling only:
// in the result they are there again where they save room.
#transposed = affine_map<(i, j) -> (j, i)>
#every_second = strided<[2], offset: ?>
!matrix = memref<16x16xf32, #transposed>
!strip = memref<8xf32, #every_second>

func.func @corner(%m: !matrix, %s: !strip) -> f32 attributes {rung.note = "any attribute may stand here"} {
  %zero = arith.constant 0 : index
  %a = memref.load %m[%zero, %zero] : !matrix
  %b = memref.load %s[%zero] : !strip
  %sum = arith.addf %a, %b fastmath<nnan, ninf> : f32
  return %sum : f32
}
