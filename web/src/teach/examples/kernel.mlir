// A kernel for a GPU, with regions inside operations nobody described:
// what is in the regions is read and checked all the same.
tt.func public @row_sum(%rows: !tt.ptr<f32>, %out: !tt.ptr<f32>) attributes {noinline = false} {
  %row = tt.get_program_id x : i32
  %lanes = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %width = arith.constant 128 : i32
  %first = arith.muli %row, %width : i32
  %from = tt.addptr %rows, %first : !tt.ptr<f32>, i32
  %all = tt.splat %from : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %each = tt.addptr %all, %lanes : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %x = tt.load %each : tensor<128x!tt.ptr<f32>>
  %sum = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %ab = arith.addf %a, %b : f32
    tt.reduce.return %ab : f32
  }) : (tensor<128xf32>) -> f32
  %to = tt.addptr %out, %row : !tt.ptr<f32>, i32
  tt.store %to, %sum : !tt.ptr<f32>
  tt.return
}
