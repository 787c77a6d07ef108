// Four elements at a time. The last ones may lie behind the end of the
// array: there the padding is read, and nothing is written.
func.func @twice(%a: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %four = arith.constant 4 : index
  %padding = arith.constant 0.0 : f32
  scf.for %i = %zero to %n step %four {
    %x = vector.transfer_read %a[%i], %padding : memref<?xf32>, vector<4xf32>
    %y = arith.addf %x, %x : vector<4xf32>
    vector.transfer_write %y, %a[%i] : vector<4xf32>, memref<?xf32>
  }
  return
}
