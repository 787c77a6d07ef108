// Running sums. Each round gets a tensor and passes a new one on; in memory it is one array from beginning to end.
func.func @running_sums(%t: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %size = tensor.dim %t, %c0 : tensor<?xf32>
  %sums, %total = scf.for %i = %c0 to %size step %c1
      iter_args(%u = %t, %sum = %zero) -> (tensor<?xf32>, f32) {
    %x = tensor.extract %u[%i] : tensor<?xf32>
    %next = arith.addf %sum, %x : f32
    %v = tensor.insert %next into %u[%i] : tensor<?xf32>
    scf.yield %v, %next : tensor<?xf32>, f32
  }
  return %sums : tensor<?xf32>
}
