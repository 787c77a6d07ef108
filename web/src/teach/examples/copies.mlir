// Two insertions. The first is made in place; for the second the old elements are still needed, so a copy is made.
// Hover over them: the page says why.
func.func @insert(%t: tensor<16xf32>, %x: f32, %i: index, %j: index) -> (tensor<16xf32>, f32) {
  %a = tensor.insert %x into %t[%i] : tensor<16xf32>
  %b = tensor.insert %x into %a[%j] : tensor<16xf32>
  %before = tensor.extract %a[%j] : tensor<16xf32>
  return %b, %before : tensor<16xf32>, f32
}
