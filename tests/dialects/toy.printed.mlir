module {
  toy.func private @multiply_transpose(%arg0: tensor<*xf64>, %arg1: tensor<*xf64>) -> tensor<*xf64> {
    %0 = toy.transpose(%arg0 : tensor<*xf64>) to tensor<*xf64>
    %1 = toy.transpose(%arg1 : tensor<*xf64>) to tensor<*xf64>
    %2 = toy.mul %0, %1 : tensor<*xf64>
    toy.return %2 : tensor<*xf64>
  }
  toy.func @main() {
    %0 = toy.constant dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<2x3xf64>
    %1 = toy.reshape(%0 : tensor<2x3xf64>) to tensor<3x2xf64>
    %2 = toy.constant dense<7.000000e+00> : tensor<6xf64>
    %3 = toy.reshape(%2 : tensor<6xf64>) to tensor<3x2xf64>
    %4 = toy.add %1, %3 {exact} : tensor<3x2xf64>
    %5 = toy.add %1, %3 : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<*xf64>
    %6 = toy.cast %4 : tensor<3x2xf64> to tensor<*xf64>
    %7 = toy.generic_call @multiply_transpose(%5, %6) : (tensor<*xf64>, tensor<*xf64>) -> tensor<*xf64>
    toy.print %7 : tensor<*xf64>
    toy.return
  }
  toy.func @structs(%arg0: !toy.struct<tensor<*xf64>, !toy.struct<tensor<2xf64>>>) -> tensor<*xf64> attributes {inline} {
    %0 = toy.struct_constant [dense<1.000000e+00> : tensor<2xf64>, [dense<2.000000e+00> : tensor<2xf64>]] : !toy.struct<tensor<*xf64>, !toy.struct<tensor<2xf64>>>
    toy.print %0 : !toy.struct<tensor<*xf64>, !toy.struct<tensor<2xf64>>>
    %1 = toy.struct_access %arg0[1] : !toy.struct<tensor<*xf64>, !toy.struct<tensor<2xf64>>> -> !toy.struct<tensor<2xf64>>
    %2 = toy.struct_access %1[0] : !toy.struct<tensor<2xf64>> -> tensor<2xf64>
    %3 = toy.cast %2 : tensor<2xf64> to tensor<*xf64>
    toy.return %3 : tensor<*xf64>
  }
}

