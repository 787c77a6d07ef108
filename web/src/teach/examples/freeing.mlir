// Memory for a tensor that is needed inside only. Who owns it is found out, and the owner frees it.
func.func @largest_of_sum(%a: tensor<64xf32>, %b: tensor<64xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %lowest = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<64xf32>
  %sum = linalg.add ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%empty : tensor<64xf32>) -> tensor<64xf32>
  %c64 = arith.constant 64 : index
  %c1 = arith.constant 1 : index
  %most = scf.for %i = %c0 to %c64 step %c1 iter_args(%best = %lowest) -> (f32) {
    %x = tensor.extract %sum[%i] : tensor<64xf32>
    %better = arith.maximumf %best, %x : f32
    scf.yield %better : f32
  }
  return %most : f32
}
