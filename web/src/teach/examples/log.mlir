$ my-compiler --emit=mlir attention.py
// -----// IR Dump After Canonicalizer (canonicalize) //----- //
func.func @attention(%q: tensor<4xf32>, %scale: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  ...
  %scaled = stablehlo.multiply %q, %scale : tensor<4xf32>
  scf.for %i = %zero to %n step %one {
    mystery.log "row", %i
  }
  return %scaled : tensor<4xf32>
}
