// As a tutorial of 2020 has it: no prefixes, `func`, `load`, `dim`. It
// reads all the same, and can be brought up to date with one click.
func @scale(%m: memref<?xf32>, %factor: f32) {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %n = dim %m, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = load %m[%i] : memref<?xf32>
    %y = mulf %x, %factor : f32
    store %y, %m[%i] : memref<?xf32>
  }
  return
}
