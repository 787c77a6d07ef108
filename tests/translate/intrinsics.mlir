// Every intrinsic that has an operation: its name, its declaration and the attributes of it.
#dom = #llvm.alias_scope_domain<id = distinct[0]<>, description = "d">
#sc = #llvm.alias_scope<id = distinct[1]<>, domain = #dom>
llvm.mlir.global external thread_local @tls(3 : i32) : i32
llvm.func @sin(%a0: f32) -> f32 {
  %r = "llvm.intr.sin"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @sin_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.sin"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @cos(%a0: f32) -> f32 {
  %r = "llvm.intr.cos"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @cos_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.cos"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @tan(%a0: f32) -> f32 {
  %r = "llvm.intr.tan"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @tan_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.tan"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @asin(%a0: f32) -> f32 {
  %r = "llvm.intr.asin"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @asin_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.asin"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @acos(%a0: f32) -> f32 {
  %r = "llvm.intr.acos"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @acos_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.acos"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @atan(%a0: f32) -> f32 {
  %r = "llvm.intr.atan"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @atan_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.atan"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @sinh(%a0: f32) -> f32 {
  %r = "llvm.intr.sinh"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @sinh_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.sinh"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @cosh(%a0: f32) -> f32 {
  %r = "llvm.intr.cosh"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @cosh_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.cosh"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @tanh(%a0: f32) -> f32 {
  %r = "llvm.intr.tanh"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @tanh_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.tanh"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @exp(%a0: f32) -> f32 {
  %r = "llvm.intr.exp"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @exp_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.exp"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @exp2(%a0: f32) -> f32 {
  %r = "llvm.intr.exp2"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @exp2_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.exp2"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @exp10(%a0: f32) -> f32 {
  %r = "llvm.intr.exp10"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @exp10_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.exp10"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @log(%a0: f32) -> f32 {
  %r = "llvm.intr.log"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @log_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.log"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @log2(%a0: f32) -> f32 {
  %r = "llvm.intr.log2"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @log2_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.log2"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @log10(%a0: f32) -> f32 {
  %r = "llvm.intr.log10"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @log10_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.log10"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @sqrt(%a0: f32) -> f32 {
  %r = "llvm.intr.sqrt"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @sqrt_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.sqrt"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @fabs(%a0: f32) -> f32 {
  %r = "llvm.intr.fabs"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @fabs_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.fabs"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @floor(%a0: f32) -> f32 {
  %r = "llvm.intr.floor"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @floor_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.floor"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @ceil(%a0: f32) -> f32 {
  %r = "llvm.intr.ceil"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @ceil_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.ceil"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @trunc(%a0: f32) -> f32 {
  %r = "llvm.intr.trunc"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @trunc_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.trunc"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @rint(%a0: f32) -> f32 {
  %r = "llvm.intr.rint"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @rint_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.rint"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @nearbyint(%a0: f32) -> f32 {
  %r = "llvm.intr.nearbyint"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @nearbyint_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.nearbyint"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @round(%a0: f32) -> f32 {
  %r = "llvm.intr.round"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @round_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.round"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @roundeven(%a0: f32) -> f32 {
  %r = "llvm.intr.roundeven"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @roundeven_2(%a0: vector<[4]xf64>) -> vector<[4]xf64> {
  %r = "llvm.intr.roundeven"(%a0) : (vector<[4]xf64>) -> vector<[4]xf64>
  llvm.return %r : vector<[4]xf64>
}
llvm.func @pow(%a0: f32, %a1: f32) -> f32 {
  %r = "llvm.intr.pow"(%a0, %a1) : (f32, f32) -> f32
  llvm.return %r : f32
}
llvm.func @pow_2(%a0: vector<4xf32>, %a1: vector<4xf32>) -> vector<4xf32> {
  %r = "llvm.intr.pow"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<nnan, ninf>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @copysign(%a0: f32, %a1: f32) -> f32 {
  %r = "llvm.intr.copysign"(%a0, %a1) : (f32, f32) -> f32
  llvm.return %r : f32
}
llvm.func @copysign_2(%a0: vector<4xf32>, %a1: vector<4xf32>) -> vector<4xf32> {
  %r = "llvm.intr.copysign"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<nnan, ninf>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @maxnum(%a0: f32, %a1: f32) -> f32 {
  %r = "llvm.intr.maxnum"(%a0, %a1) : (f32, f32) -> f32
  llvm.return %r : f32
}
llvm.func @maxnum_2(%a0: vector<4xf32>, %a1: vector<4xf32>) -> vector<4xf32> {
  %r = "llvm.intr.maxnum"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<nnan, ninf>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @minnum(%a0: f32, %a1: f32) -> f32 {
  %r = "llvm.intr.minnum"(%a0, %a1) : (f32, f32) -> f32
  llvm.return %r : f32
}
llvm.func @minnum_2(%a0: vector<4xf32>, %a1: vector<4xf32>) -> vector<4xf32> {
  %r = "llvm.intr.minnum"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<nnan, ninf>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @maximum(%a0: f32, %a1: f32) -> f32 {
  %r = "llvm.intr.maximum"(%a0, %a1) : (f32, f32) -> f32
  llvm.return %r : f32
}
llvm.func @maximum_2(%a0: vector<4xf32>, %a1: vector<4xf32>) -> vector<4xf32> {
  %r = "llvm.intr.maximum"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<nnan, ninf>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @minimum(%a0: f32, %a1: f32) -> f32 {
  %r = "llvm.intr.minimum"(%a0, %a1) : (f32, f32) -> f32
  llvm.return %r : f32
}
llvm.func @minimum_2(%a0: vector<4xf32>, %a1: vector<4xf32>) -> vector<4xf32> {
  %r = "llvm.intr.minimum"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<nnan, ninf>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @atan2(%a0: f32, %a1: f32) -> f32 {
  %r = "llvm.intr.atan2"(%a0, %a1) : (f32, f32) -> f32
  llvm.return %r : f32
}
llvm.func @atan2_2(%a0: vector<4xf32>, %a1: vector<4xf32>) -> vector<4xf32> {
  %r = "llvm.intr.atan2"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<nnan, ninf>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @fma(%a0: f32, %a1: f32, %a2: f32) -> f32 {
  %r = "llvm.intr.fma"(%a0, %a1, %a2) : (f32, f32, f32) -> f32
  llvm.return %r : f32
}
llvm.func @fmuladd(%a0: f32, %a1: f32, %a2: f32) -> f32 {
  %r = "llvm.intr.fmuladd"(%a0, %a1, %a2) : (f32, f32, f32) -> f32
  llvm.return %r : f32
}
llvm.func @powi(%a0: f32, %a1: i32) -> f32 {
  %r = "llvm.intr.powi"(%a0, %a1) : (f32, i32) -> f32
  llvm.return %r : f32
}
llvm.func @ldexp(%a0: f32, %a1: i32) -> f32 {
  %r = "llvm.intr.ldexp"(%a0, %a1) : (f32, i32) -> f32
  llvm.return %r : f32
}
llvm.func @frexp(%a0: f32) -> !llvm.struct<(f32, i32)> {
  %r = "llvm.intr.frexp"(%a0) : (f32) -> !llvm.struct<(f32, i32)>
  llvm.return %r : !llvm.struct<(f32, i32)>
}
llvm.func @sincos(%a0: f32) -> !llvm.struct<(f32, f32)> {
  %r = "llvm.intr.sincos"(%a0) : (f32) -> !llvm.struct<(f32, f32)>
  llvm.return %r : !llvm.struct<(f32, f32)>
}
llvm.func @lround(%a0: f32) -> i64 {
  %r = "llvm.intr.lround"(%a0) : (f32) -> i64
  llvm.return %r : i64
}
llvm.func @llround(%a0: f32) -> i64 {
  %r = "llvm.intr.llround"(%a0) : (f32) -> i64
  llvm.return %r : i64
}
llvm.func @lrint(%a0: f32) -> i64 {
  %r = "llvm.intr.lrint"(%a0) : (f32) -> i64
  llvm.return %r : i64
}
llvm.func @llrint(%a0: f32) -> i64 {
  %r = "llvm.intr.llrint"(%a0) : (f32) -> i64
  llvm.return %r : i64
}
llvm.func @is_fpclass(%a0: f32) -> i1 {
  %r = "llvm.intr.is.fpclass"(%a0) <{bit = 3 : i32}> : (f32) -> i1
  llvm.return %r : i1
}
llvm.func @abs(%a0: i32) -> i32 {
  %r = "llvm.intr.abs"(%a0) <{is_int_min_poison = false}> : (i32) -> i32
  llvm.return %r : i32
}
llvm.func @ctlz(%a0: i32) -> i32 {
  %r = "llvm.intr.ctlz"(%a0) <{is_zero_poison = true}> : (i32) -> i32
  llvm.return %r : i32
}
llvm.func @cttz(%a0: vector<4xi32>) -> vector<4xi32> {
  %r = "llvm.intr.cttz"(%a0) <{is_zero_poison = false}> : (vector<4xi32>) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @bitreverse(%a0: i32) -> i32 {
  %r = "llvm.intr.bitreverse"(%a0) : (i32) -> i32
  llvm.return %r : i32
}
llvm.func @bswap(%a0: i32) -> i32 {
  %r = "llvm.intr.bswap"(%a0) : (i32) -> i32
  llvm.return %r : i32
}
llvm.func @ctpop(%a0: i32) -> i32 {
  %r = "llvm.intr.ctpop"(%a0) : (i32) -> i32
  llvm.return %r : i32
}
llvm.func @fshl(%a0: i32, %a1: i32, %a2: i32) -> i32 {
  %r = "llvm.intr.fshl"(%a0, %a1, %a2) : (i32, i32, i32) -> i32
  llvm.return %r : i32
}
llvm.func @fshr(%a0: i32, %a1: i32, %a2: i32) -> i32 {
  %r = "llvm.intr.fshr"(%a0, %a1, %a2) : (i32, i32, i32) -> i32
  llvm.return %r : i32
}
llvm.func @smax(%a0: i32, %a1: i32) -> i32 {
  %r = "llvm.intr.smax"(%a0, %a1) : (i32, i32) -> i32
  llvm.return %r : i32
}
llvm.func @smin(%a0: i32, %a1: i32) -> i32 {
  %r = "llvm.intr.smin"(%a0, %a1) : (i32, i32) -> i32
  llvm.return %r : i32
}
llvm.func @umax(%a0: i32, %a1: i32) -> i32 {
  %r = "llvm.intr.umax"(%a0, %a1) : (i32, i32) -> i32
  llvm.return %r : i32
}
llvm.func @umin(%a0: i32, %a1: i32) -> i32 {
  %r = "llvm.intr.umin"(%a0, %a1) : (i32, i32) -> i32
  llvm.return %r : i32
}
llvm.func @sadd_sat(%a0: i32, %a1: i32) -> i32 {
  %r = "llvm.intr.sadd.sat"(%a0, %a1) : (i32, i32) -> i32
  llvm.return %r : i32
}
llvm.func @uadd_sat(%a0: i32, %a1: i32) -> i32 {
  %r = "llvm.intr.uadd.sat"(%a0, %a1) : (i32, i32) -> i32
  llvm.return %r : i32
}
llvm.func @ssub_sat(%a0: i32, %a1: i32) -> i32 {
  %r = "llvm.intr.ssub.sat"(%a0, %a1) : (i32, i32) -> i32
  llvm.return %r : i32
}
llvm.func @usub_sat(%a0: i32, %a1: i32) -> i32 {
  %r = "llvm.intr.usub.sat"(%a0, %a1) : (i32, i32) -> i32
  llvm.return %r : i32
}
llvm.func @sshl_sat(%a0: i32, %a1: i32) -> i32 {
  %r = "llvm.intr.sshl.sat"(%a0, %a1) : (i32, i32) -> i32
  llvm.return %r : i32
}
llvm.func @ushl_sat(%a0: i32, %a1: i32) -> i32 {
  %r = "llvm.intr.ushl.sat"(%a0, %a1) : (i32, i32) -> i32
  llvm.return %r : i32
}
llvm.func @scmp(%a0: i32, %a1: i32) -> i8 {
  %r = "llvm.intr.scmp"(%a0, %a1) : (i32, i32) -> i8
  llvm.return %r : i8
}
llvm.func @ucmp(%a0: vector<4xi32>, %a1: vector<4xi32>) -> vector<4xi8> {
  %r = "llvm.intr.ucmp"(%a0, %a1) : (vector<4xi32>, vector<4xi32>) -> vector<4xi8>
  llvm.return %r : vector<4xi8>
}
llvm.func @sadd_with_overflow(%a0: i32, %a1: i32) -> !llvm.struct<(i32, i1)> {
  %r = "llvm.intr.sadd.with.overflow"(%a0, %a1) : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.return %r : !llvm.struct<(i32, i1)>
}
llvm.func @sadd_with_overflow_2(%a0: vector<4xi32>, %a1: vector<4xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi1>)> {
  %r = "llvm.intr.sadd.with.overflow"(%a0, %a1) : (vector<4xi32>, vector<4xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi1>)>
  llvm.return %r : !llvm.struct<(vector<4xi32>, vector<4xi1>)>
}
llvm.func @uadd_with_overflow(%a0: i32, %a1: i32) -> !llvm.struct<(i32, i1)> {
  %r = "llvm.intr.uadd.with.overflow"(%a0, %a1) : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.return %r : !llvm.struct<(i32, i1)>
}
llvm.func @uadd_with_overflow_2(%a0: vector<4xi32>, %a1: vector<4xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi1>)> {
  %r = "llvm.intr.uadd.with.overflow"(%a0, %a1) : (vector<4xi32>, vector<4xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi1>)>
  llvm.return %r : !llvm.struct<(vector<4xi32>, vector<4xi1>)>
}
llvm.func @ssub_with_overflow(%a0: i32, %a1: i32) -> !llvm.struct<(i32, i1)> {
  %r = "llvm.intr.ssub.with.overflow"(%a0, %a1) : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.return %r : !llvm.struct<(i32, i1)>
}
llvm.func @ssub_with_overflow_2(%a0: vector<4xi32>, %a1: vector<4xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi1>)> {
  %r = "llvm.intr.ssub.with.overflow"(%a0, %a1) : (vector<4xi32>, vector<4xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi1>)>
  llvm.return %r : !llvm.struct<(vector<4xi32>, vector<4xi1>)>
}
llvm.func @usub_with_overflow(%a0: i32, %a1: i32) -> !llvm.struct<(i32, i1)> {
  %r = "llvm.intr.usub.with.overflow"(%a0, %a1) : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.return %r : !llvm.struct<(i32, i1)>
}
llvm.func @usub_with_overflow_2(%a0: vector<4xi32>, %a1: vector<4xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi1>)> {
  %r = "llvm.intr.usub.with.overflow"(%a0, %a1) : (vector<4xi32>, vector<4xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi1>)>
  llvm.return %r : !llvm.struct<(vector<4xi32>, vector<4xi1>)>
}
llvm.func @smul_with_overflow(%a0: i32, %a1: i32) -> !llvm.struct<(i32, i1)> {
  %r = "llvm.intr.smul.with.overflow"(%a0, %a1) : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.return %r : !llvm.struct<(i32, i1)>
}
llvm.func @smul_with_overflow_2(%a0: vector<4xi32>, %a1: vector<4xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi1>)> {
  %r = "llvm.intr.smul.with.overflow"(%a0, %a1) : (vector<4xi32>, vector<4xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi1>)>
  llvm.return %r : !llvm.struct<(vector<4xi32>, vector<4xi1>)>
}
llvm.func @umul_with_overflow(%a0: i32, %a1: i32) -> !llvm.struct<(i32, i1)> {
  %r = "llvm.intr.umul.with.overflow"(%a0, %a1) : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.return %r : !llvm.struct<(i32, i1)>
}
llvm.func @umul_with_overflow_2(%a0: vector<4xi32>, %a1: vector<4xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi1>)> {
  %r = "llvm.intr.umul.with.overflow"(%a0, %a1) : (vector<4xi32>, vector<4xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi1>)>
  llvm.return %r : !llvm.struct<(vector<4xi32>, vector<4xi1>)>
}
llvm.func @vector_reduce_add(%a0: vector<4xi32>) -> i32 {
  %r = "llvm.intr.vector.reduce.add"(%a0) : (vector<4xi32>) -> i32
  llvm.return %r : i32
}
llvm.func @vector_reduce_mul(%a0: vector<4xi32>) -> i32 {
  %r = "llvm.intr.vector.reduce.mul"(%a0) : (vector<4xi32>) -> i32
  llvm.return %r : i32
}
llvm.func @vector_reduce_and(%a0: vector<4xi32>) -> i32 {
  %r = "llvm.intr.vector.reduce.and"(%a0) : (vector<4xi32>) -> i32
  llvm.return %r : i32
}
llvm.func @vector_reduce_or(%a0: vector<4xi32>) -> i32 {
  %r = "llvm.intr.vector.reduce.or"(%a0) : (vector<4xi32>) -> i32
  llvm.return %r : i32
}
llvm.func @vector_reduce_xor(%a0: vector<4xi32>) -> i32 {
  %r = "llvm.intr.vector.reduce.xor"(%a0) : (vector<4xi32>) -> i32
  llvm.return %r : i32
}
llvm.func @vector_reduce_smax(%a0: vector<4xi32>) -> i32 {
  %r = "llvm.intr.vector.reduce.smax"(%a0) : (vector<4xi32>) -> i32
  llvm.return %r : i32
}
llvm.func @vector_reduce_smin(%a0: vector<4xi32>) -> i32 {
  %r = "llvm.intr.vector.reduce.smin"(%a0) : (vector<4xi32>) -> i32
  llvm.return %r : i32
}
llvm.func @vector_reduce_umax(%a0: vector<4xi32>) -> i32 {
  %r = "llvm.intr.vector.reduce.umax"(%a0) : (vector<4xi32>) -> i32
  llvm.return %r : i32
}
llvm.func @vector_reduce_umin(%a0: vector<4xi32>) -> i32 {
  %r = "llvm.intr.vector.reduce.umin"(%a0) : (vector<4xi32>) -> i32
  llvm.return %r : i32
}
llvm.func @vector_reduce_fmax(%a0: vector<4xf32>) -> f32 {
  %r = "llvm.intr.vector.reduce.fmax"(%a0) : (vector<4xf32>) -> f32
  llvm.return %r : f32
}
llvm.func @vector_reduce_fmin(%a0: vector<4xf32>) -> f32 {
  %r = "llvm.intr.vector.reduce.fmin"(%a0) : (vector<4xf32>) -> f32
  llvm.return %r : f32
}
llvm.func @vector_reduce_fmaximum(%a0: vector<4xf32>) -> f32 {
  %r = "llvm.intr.vector.reduce.fmaximum"(%a0) : (vector<4xf32>) -> f32
  llvm.return %r : f32
}
llvm.func @vector_reduce_fminimum(%a0: vector<4xf32>) -> f32 {
  %r = "llvm.intr.vector.reduce.fminimum"(%a0) : (vector<4xf32>) -> f32
  llvm.return %r : f32
}
llvm.func @vector_reduce_fadd(%a0: f32, %a1: vector<4xf32>) -> f32 {
  %r = "llvm.intr.vector.reduce.fadd"(%a0, %a1) : (f32, vector<4xf32>) -> f32
  llvm.return %r : f32
}
llvm.func @vector_reduce_fadd_2(%a0: f32, %a1: vector<4xf32>) -> f32 {
  %r = "llvm.intr.vector.reduce.fadd"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
  llvm.return %r : f32
}
llvm.func @vector_reduce_fmul(%a0: f32, %a1: vector<4xf32>) -> f32 {
  %r = "llvm.intr.vector.reduce.fmul"(%a0, %a1) : (f32, vector<4xf32>) -> f32
  llvm.return %r : f32
}
llvm.func @vector_reduce_fmul_2(%a0: f32, %a1: vector<4xf32>) -> f32 {
  %r = "llvm.intr.vector.reduce.fmul"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
  llvm.return %r : f32
}
llvm.func @annotation(%a0: i32, %a1: !llvm.ptr, %a2: !llvm.ptr, %a3: i32) -> i32 {
  %r = "llvm.intr.annotation"(%a0, %a1, %a2, %a3) : (i32, !llvm.ptr, !llvm.ptr, i32) -> i32
  llvm.return %r : i32
}
llvm.func @ptr_annotation(%a0: !llvm.ptr, %a1: !llvm.ptr, %a2: !llvm.ptr, %a3: i32, %a4: !llvm.ptr) -> !llvm.ptr {
  %r = "llvm.intr.ptr.annotation"(%a0, %a1, %a2, %a3, %a4) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> !llvm.ptr
  llvm.return %r : !llvm.ptr
}
llvm.func @var_annotation(%a0: !llvm.ptr, %a1: !llvm.ptr, %a2: !llvm.ptr, %a3: i32, %a4: !llvm.ptr) {
  "llvm.intr.var.annotation"(%a0, %a1, %a2, %a3, %a4) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @assume(%a0: i1) {
  llvm.intr.assume %a0 : i1
  llvm.return
}
llvm.func @coro_align() -> i64 {
  %r = "llvm.intr.coro.align"() : () -> i64
  llvm.return %r : i64
}
llvm.func @coro_size() -> i32 {
  %r = "llvm.intr.coro.size"() : () -> i32
  llvm.return %r : i32
}
llvm.func @coro_free(%a0: i32, %a1: !llvm.ptr) -> !llvm.ptr {
  %n = llvm.mlir.zero : !llvm.ptr
  %z = llvm.mlir.constant(8 : i32) : i32
  %f = llvm.mlir.constant(false) : i1
  %id = llvm.intr.coro.id %z, %n, %n, %n : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %h = llvm.intr.coro.begin %id, %a1 : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %s = llvm.intr.coro.save %h : (!llvm.ptr) -> !llvm.token
  %u = llvm.intr.coro.suspend %s, %f : i8
  %no = llvm.mlir.none : !llvm.token
  %e = llvm.intr.coro.end %h, %f, %no : (!llvm.ptr, i1, !llvm.token) -> i1
  %pr = llvm.intr.coro.promise %h, %z, %f : (!llvm.ptr, i32, i1) -> !llvm.ptr
  llvm.intr.coro.resume %h : !llvm.ptr
  %r = llvm.intr.coro.free %id, %h : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.return %r : !llvm.ptr
}
llvm.func @debugtrap() {
  "llvm.intr.debugtrap"() : () -> ()
  llvm.return
}
llvm.func @trap() {
  "llvm.intr.trap"() : () -> ()
  llvm.return
}
llvm.func @ubsantrap() {
  "llvm.intr.ubsantrap"() <{failureKind = 2 : i8}> : () -> ()
  llvm.return
}
llvm.func @eh_typeid_for() -> i32 {
  %g = llvm.mlir.zero : !llvm.ptr
  %r = llvm.intr.eh.typeid.for %g : (!llvm.ptr) -> i32
  llvm.return %r : i32
}
llvm.func @expect(%a0: i32, %a1: i32) -> i32 {
  %r = "llvm.intr.expect"(%a0, %a1) : (i32, i32) -> i32
  llvm.return %r : i32
}
llvm.func @expect_with_probability(%a0: i32, %a1: i32) -> i32 {
  %r = "llvm.intr.expect.with.probability"(%a0, %a1) <{prob = 5.0e-01 : f64}> : (i32, i32) -> i32
  llvm.return %r : i32
}
llvm.func @experimental_constrained_fpext(%a0: f32) -> f64 {
  %r = llvm.intr.experimental.constrained.fpext %a0 ignore : f32 to f64
  llvm.return %r : f64
}
llvm.func @experimental_constrained_fptrunc(%a0: f64) -> f32 {
  %r = llvm.intr.experimental.constrained.fptrunc %a0 towardzero strict : f64 to f32
  llvm.return %r : f32
}
llvm.func @experimental_constrained_sitofp(%a0: i64) -> f32 {
  %r = llvm.intr.experimental.constrained.sitofp %a0 dynamic maytrap : i64 to f32
  llvm.return %r : f32
}
llvm.func @experimental_constrained_uitofp(%a0: i64) -> f32 {
  %r = llvm.intr.experimental.constrained.uitofp %a0 tonearest ignore : i64 to f32
  llvm.return %r : f32
}
llvm.func @experimental_noalias_scope_decl(%a0: !llvm.ptr) {
  llvm.intr.experimental.noalias.scope.decl #sc
  llvm.return
}
llvm.func @get_active_lane_mask(%a0: i64, %a1: i64) -> vector<7xi1> {
  %r = "llvm.intr.get.active.lane.mask"(%a0, %a1) : (i64, i64) -> vector<7xi1>
  llvm.return %r : vector<7xi1>
}
llvm.func @invariant_end(%a0: !llvm.ptr) {
  %s = llvm.intr.invariant.start 4, %a0 : !llvm.ptr
  llvm.intr.invariant.end %s, 4, %a0 : !llvm.ptr
  llvm.return
}
llvm.func @is_constant(%a0: i32) -> i1 {
  %r = "llvm.intr.is.constant"(%a0) : (i32) -> i1
  llvm.return %r : i1
}
llvm.func @launder_invariant_group(%a0: !llvm.ptr) -> !llvm.ptr {
  %r = "llvm.intr.launder.invariant.group"(%a0) : (!llvm.ptr) -> !llvm.ptr
  llvm.return %r : !llvm.ptr
}
llvm.func @strip_invariant_group(%a0: !llvm.ptr) -> !llvm.ptr {
  %r = "llvm.intr.strip.invariant.group"(%a0) : (!llvm.ptr) -> !llvm.ptr
  llvm.return %r : !llvm.ptr
}
llvm.func @lifetime_end() {
  %c = llvm.mlir.constant(1 : i32) : i32
  %s = llvm.alloca %c x i32 : (i32) -> !llvm.ptr
  llvm.intr.lifetime.start %s : !llvm.ptr
  llvm.intr.lifetime.end %s : !llvm.ptr
  llvm.return
}
llvm.func @masked_compressstore(%a0: vector<4xf32>, %a1: !llvm.ptr, %a2: vector<4xi1>) {
  "llvm.intr.masked.compressstore"(%a0, %a1, %a2) : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
  llvm.return
}
llvm.func @masked_expandload(%a0: !llvm.ptr, %a1: vector<4xi1>, %a2: vector<4xf32>) -> vector<4xf32> {
  %r = "llvm.intr.masked.expandload"(%a0, %a1, %a2) : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @masked_compressstore_2(%a0: vector<4xf32>, %a1: !llvm.ptr, %a2: vector<4xi1>) {
  "llvm.intr.masked.compressstore"(%a0, %a1, %a2) <{arg_attrs = [{}, {llvm.align = 8 : i32}, {}]}> : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
  llvm.return
}
llvm.func @masked_expandload_2(%a0: !llvm.ptr, %a1: vector<4xi1>, %a2: vector<4xf32>) -> vector<4xf32> {
  %r = "llvm.intr.masked.expandload"(%a0, %a1, %a2) <{arg_attrs = [{llvm.align = 8 : i32}, {}, {}]}> : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @masked_gather(%a0: vector<4x!llvm.ptr>, %a1: vector<4xi1>, %a2: vector<4xf32>) -> vector<4xf32> {
  %r = "llvm.intr.masked.gather"(%a0, %a1, %a2) <{alignment = 1 : i32}> : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @masked_gather_2(%a0: vector<4x!llvm.ptr>, %a1: vector<4xi1>) -> vector<4xf32> {
  %r = "llvm.intr.masked.gather"(%a0, %a1) <{alignment = 4 : i32}> : (vector<4x!llvm.ptr>, vector<4xi1>) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @masked_scatter(%a0: vector<4xf32>, %a1: vector<4x!llvm.ptr>, %a2: vector<4xi1>) {
  "llvm.intr.masked.scatter"(%a0, %a1, %a2) <{alignment = 4 : i32}> : (vector<4xf32>, vector<4x!llvm.ptr>, vector<4xi1>) -> ()
  llvm.return
}
llvm.func @masked_load(%a0: !llvm.ptr, %a1: vector<4xi1>, %a2: vector<4xf32>) -> vector<4xf32> {
  %r = "llvm.intr.masked.load"(%a0, %a1, %a2) <{alignment = 1 : i32}> : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @masked_load_2(%a0: !llvm.ptr, %a1: vector<4xi1>) -> vector<4xf32> {
  %r = "llvm.intr.masked.load"(%a0, %a1) <{alignment = 4 : i32}> : (!llvm.ptr, vector<4xi1>) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @masked_load_3(%a0: !llvm.ptr, %a1: vector<4xi1>) -> vector<4xf32> {
  %r = "llvm.intr.masked.load"(%a0, %a1) <{alignment = 4 : i32, nontemporal}> : (!llvm.ptr, vector<4xi1>) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @masked_store(%a0: vector<4xf32>, %a1: !llvm.ptr, %a2: vector<4xi1>) {
  "llvm.intr.masked.store"(%a0, %a1, %a2) <{alignment = 4 : i32}> : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
  llvm.return
}
llvm.func @matrix_column_major_load(%a0: !llvm.ptr, %a1: i64) -> vector<48xf32> {
  %r = "llvm.intr.matrix.column.major.load"(%a0, %a1) <{columns = 16 : i32, isVolatile = false, rows = 3 : i32}> : (!llvm.ptr, i64) -> vector<48xf32>
  llvm.return %r : vector<48xf32>
}
llvm.func @matrix_column_major_store(%a0: vector<48xf32>, %a1: !llvm.ptr, %a2: i64) {
  "llvm.intr.matrix.column.major.store"(%a0, %a1, %a2) <{columns = 16 : i32, isVolatile = true, rows = 3 : i32}> : (vector<48xf32>, !llvm.ptr, i64) -> ()
  llvm.return
}
llvm.func @matrix_multiply(%a0: vector<64xf32>, %a1: vector<48xf32>) -> vector<12xf32> {
  %r = "llvm.intr.matrix.multiply"(%a0, %a1) <{lhs_rows = 4 : i32, lhs_columns = 16 : i32, rhs_columns = 3 : i32}> : (vector<64xf32>, vector<48xf32>) -> vector<12xf32>
  llvm.return %r : vector<12xf32>
}
llvm.func @matrix_transpose(%a0: vector<48xf32>) -> vector<48xf32> {
  %r = "llvm.intr.matrix.transpose"(%a0) <{rows = 3 : i32, columns = 16 : i32}> : (vector<48xf32>) -> vector<48xf32>
  llvm.return %r : vector<48xf32>
}
llvm.func @memcpy(%a0: !llvm.ptr, %a1: !llvm.ptr, %a2: i64) {
  "llvm.intr.memcpy"(%a0, %a1, %a2) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}
llvm.func @memcpy_2(%a0: !llvm.ptr, %a1: !llvm.ptr<3>, %a2: i32) {
  "llvm.intr.memcpy"(%a0, %a1, %a2) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr<3>, i32) -> ()
  llvm.return
}
llvm.func @memmove(%a0: !llvm.ptr, %a1: !llvm.ptr, %a2: i64) {
  "llvm.intr.memmove"(%a0, %a1, %a2) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}
llvm.func @memmove_2(%a0: !llvm.ptr, %a1: !llvm.ptr<3>, %a2: i32) {
  "llvm.intr.memmove"(%a0, %a1, %a2) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr<3>, i32) -> ()
  llvm.return
}
llvm.func @memcpy_inline(%a0: !llvm.ptr, %a1: !llvm.ptr) {
  "llvm.intr.memcpy.inline"(%a0, %a1) <{isVolatile = false, len = 10 : i32}> : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @memset(%a0: !llvm.ptr, %a1: i8, %a2: i64) {
  "llvm.intr.memset"(%a0, %a1, %a2) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  llvm.return
}
llvm.func @memset_inline(%a0: !llvm.ptr, %a1: i8) {
  "llvm.intr.memset.inline"(%a0, %a1) <{isVolatile = false, len = 10 : i64}> : (!llvm.ptr, i8) -> ()
  llvm.return
}
llvm.func @memcpy_3(%a0: !llvm.ptr, %a1: !llvm.ptr, %a2: i64) {
  "llvm.intr.memcpy"(%a0, %a1, %a2) <{isVolatile = false, arg_attrs = [{llvm.align = 4 : i64}, {llvm.align = 4 : i64, llvm.noalias}, {}]}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}
llvm.func @prefetch(%a0: !llvm.ptr) {
  "llvm.intr.prefetch"(%a0) <{rw = 0 : i32, hint = 3 : i32, cache = 1 : i32}> : (!llvm.ptr) -> ()
  llvm.return
}
llvm.func @ptrmask(%a0: !llvm.ptr, %a1: i64) -> !llvm.ptr {
  %r = "llvm.intr.ptrmask"(%a0, %a1) : (!llvm.ptr, i64) -> !llvm.ptr
  llvm.return %r : !llvm.ptr
}
llvm.func @ssa_copy(%a0: f32) -> f32 {
  %r = "llvm.intr.ssa.copy"(%a0) : (f32) -> f32
  llvm.return %r : f32
}
llvm.func @stackrestore() {
  %s = llvm.intr.stacksave : !llvm.ptr
  llvm.intr.stackrestore %s : !llvm.ptr
  llvm.return
}
llvm.func @stepvector() -> vector<4xi32> {
  %r = llvm.intr.stepvector : vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @threadlocal_address() -> !llvm.ptr {
  %g = llvm.mlir.addressof @tls : !llvm.ptr
  %r = "llvm.intr.threadlocal.address"(%g) : (!llvm.ptr) -> !llvm.ptr
  llvm.return %r : !llvm.ptr
}
llvm.func @vaend(%a0: !llvm.ptr, %a1: !llvm.ptr) {
  llvm.intr.vacopy %a1 to %a0 : !llvm.ptr, !llvm.ptr
  llvm.intr.vaend %a0 : !llvm.ptr
  llvm.return
}
llvm.func @va(%a0: !llvm.ptr, ...) {
  llvm.intr.vastart %a0 : !llvm.ptr
 %x = llvm.va_arg %a0 : (!llvm.ptr) -> i32
 llvm.return
}
llvm.func @vector_deinterleave2(%a0: vector<8xf32>) -> !llvm.struct<(vector<4xf32>, vector<4xf32>)> {
  %r = "llvm.intr.vector.deinterleave2"(%a0) : (vector<8xf32>) -> !llvm.struct<(vector<4xf32>, vector<4xf32>)>
  llvm.return %r : !llvm.struct<(vector<4xf32>, vector<4xf32>)>
}
llvm.func @vector_interleave2(%a0: vector<4xf32>, %a1: vector<4xf32>) -> vector<8xf32> {
  %r = "llvm.intr.vector.interleave2"(%a0, %a1) : (vector<4xf32>, vector<4xf32>) -> vector<8xf32>
  llvm.return %r : vector<8xf32>
}
llvm.func @vector_extract(%a0: vector<8xf32>) -> vector<4xf32> {
  %r = llvm.intr.vector.extract %a0[4] : vector<4xf32> from vector<8xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @vector_insert(%a0: vector<8xf32>, %a1: vector<4xf32>) -> vector<8xf32> {
  %r = llvm.intr.vector.insert %a1, %a0[4] : vector<4xf32> into vector<8xf32>
  llvm.return %r : vector<8xf32>
}
llvm.func @vscale() -> i64 {
  %r = "llvm.intr.vscale"() : () -> i64
  llvm.return %r : i64
}
llvm.func @experimental_vp_strided_load(%a0: !llvm.ptr, %a1: i32, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.experimental.vp.strided.load"(%a0, %a1, %a2, %a3) : (!llvm.ptr, i32, vector<4xi1>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @experimental_vp_strided_store(%a0: vector<4xi32>, %a1: !llvm.ptr, %a2: i32, %a3: vector<4xi1>, %a4: i32) {
  "llvm.intr.experimental.vp.strided.store"(%a0, %a1, %a2, %a3, %a4) : (vector<4xi32>, !llvm.ptr, i32, vector<4xi1>, i32) -> ()
  llvm.return
}
llvm.func @vp_load(%a0: !llvm.ptr, %a1: vector<4xi1>, %a2: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.load"(%a0, %a1, %a2) : (!llvm.ptr, vector<4xi1>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_store(%a0: vector<4xi32>, %a1: !llvm.ptr, %a2: vector<4xi1>, %a3: i32) {
  "llvm.intr.vp.store"(%a0, %a1, %a2, %a3) : (vector<4xi32>, !llvm.ptr, vector<4xi1>, i32) -> ()
  llvm.return
}
llvm.func @vp_add(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.add"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_and(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.and"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_ashr(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.ashr"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_lshr(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.lshr"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_mul(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.mul"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_or(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.or"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_sdiv(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.sdiv"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_shl(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.shl"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_smax(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.smax"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_smin(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.smin"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_srem(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.srem"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_sub(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.sub"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_udiv(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.udiv"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_umax(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.umax"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_umin(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.umin"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_urem(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.urem"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_xor(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.xor"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_fadd(%a0: vector<4xf32>, %a1: vector<4xf32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xf32> {
  %r = "llvm.intr.vp.fadd"(%a0, %a1, %a2, %a3) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @vp_fdiv(%a0: vector<4xf32>, %a1: vector<4xf32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xf32> {
  %r = "llvm.intr.vp.fdiv"(%a0, %a1, %a2, %a3) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @vp_fmul(%a0: vector<4xf32>, %a1: vector<4xf32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xf32> {
  %r = "llvm.intr.vp.fmul"(%a0, %a1, %a2, %a3) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @vp_frem(%a0: vector<4xf32>, %a1: vector<4xf32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xf32> {
  %r = "llvm.intr.vp.frem"(%a0, %a1, %a2, %a3) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @vp_fsub(%a0: vector<4xf32>, %a1: vector<4xf32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xf32> {
  %r = "llvm.intr.vp.fsub"(%a0, %a1, %a2, %a3) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @vp_fma(%a0: vector<4xf32>, %a1: vector<4xf32>, %a2: vector<4xf32>, %a3: vector<4xi1>, %a4: i32) -> vector<4xf32> {
  %r = "llvm.intr.vp.fma"(%a0, %a1, %a2, %a3, %a4) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @vp_fmuladd(%a0: vector<4xf32>, %a1: vector<4xf32>, %a2: vector<4xf32>, %a3: vector<4xi1>, %a4: i32) -> vector<4xf32> {
  %r = "llvm.intr.vp.fmuladd"(%a0, %a1, %a2, %a3, %a4) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @vp_fneg(%a0: vector<4xf32>, %a1: vector<4xi1>, %a2: i32) -> vector<4xf32> {
  %r = "llvm.intr.vp.fneg"(%a0, %a1, %a2) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @vp_merge(%a0: vector<4xi1>, %a1: vector<4xi32>, %a2: vector<4xi32>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.merge"(%a0, %a1, %a2, %a3) : (vector<4xi1>, vector<4xi32>, vector<4xi32>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_select(%a0: vector<4xi1>, %a1: vector<4xi32>, %a2: vector<4xi32>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.select"(%a0, %a1, %a2, %a3) : (vector<4xi1>, vector<4xi32>, vector<4xi32>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_fpext(%a0: vector<4xf32>, %a1: vector<4xi1>, %a2: i32) -> vector<4xf64> {
  %r = "llvm.intr.vp.fpext"(%a0, %a1, %a2) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf64>
  llvm.return %r : vector<4xf64>
}
llvm.func @vp_fptosi(%a0: vector<4xf64>, %a1: vector<4xi1>, %a2: i32) -> vector<4xi64> {
  %r = "llvm.intr.vp.fptosi"(%a0, %a1, %a2) : (vector<4xf64>, vector<4xi1>, i32) -> vector<4xi64>
  llvm.return %r : vector<4xi64>
}
llvm.func @vp_fptoui(%a0: vector<4xf64>, %a1: vector<4xi1>, %a2: i32) -> vector<4xi64> {
  %r = "llvm.intr.vp.fptoui"(%a0, %a1, %a2) : (vector<4xf64>, vector<4xi1>, i32) -> vector<4xi64>
  llvm.return %r : vector<4xi64>
}
llvm.func @vp_fptrunc(%a0: vector<4xf64>, %a1: vector<4xi1>, %a2: i32) -> vector<4xf32> {
  %r = "llvm.intr.vp.fptrunc"(%a0, %a1, %a2) : (vector<4xf64>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}
llvm.func @vp_inttoptr(%a0: vector<4xi64>, %a1: vector<4xi1>, %a2: i32) -> vector<4x!llvm.ptr> {
  %r = "llvm.intr.vp.inttoptr"(%a0, %a1, %a2) : (vector<4xi64>, vector<4xi1>, i32) -> vector<4x!llvm.ptr>
  llvm.return %r : vector<4x!llvm.ptr>
}
llvm.func @vp_ptrtoint(%a0: vector<4x!llvm.ptr>, %a1: vector<4xi1>, %a2: i32) -> vector<4xi64> {
  %r = "llvm.intr.vp.ptrtoint"(%a0, %a1, %a2) : (vector<4x!llvm.ptr>, vector<4xi1>, i32) -> vector<4xi64>
  llvm.return %r : vector<4xi64>
}
llvm.func @vp_sext(%a0: vector<4xi32>, %a1: vector<4xi1>, %a2: i32) -> vector<4xi64> {
  %r = "llvm.intr.vp.sext"(%a0, %a1, %a2) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi64>
  llvm.return %r : vector<4xi64>
}
llvm.func @vp_sitofp(%a0: vector<4xi64>, %a1: vector<4xi1>, %a2: i32) -> vector<4xf64> {
  %r = "llvm.intr.vp.sitofp"(%a0, %a1, %a2) : (vector<4xi64>, vector<4xi1>, i32) -> vector<4xf64>
  llvm.return %r : vector<4xf64>
}
llvm.func @vp_trunc(%a0: vector<4xi64>, %a1: vector<4xi1>, %a2: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.trunc"(%a0, %a1, %a2) : (vector<4xi64>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_uitofp(%a0: vector<4xi64>, %a1: vector<4xi1>, %a2: i32) -> vector<4xf64> {
  %r = "llvm.intr.vp.uitofp"(%a0, %a1, %a2) : (vector<4xi64>, vector<4xi1>, i32) -> vector<4xf64>
  llvm.return %r : vector<4xf64>
}
llvm.func @vp_zext(%a0: vector<4xi32>, %a1: vector<4xi1>, %a2: i32) -> vector<4xi64> {
  %r = "llvm.intr.vp.zext"(%a0, %a1, %a2) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi64>
  llvm.return %r : vector<4xi64>
}
llvm.func @vp_reduce_add(%a0: i32, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> i32 {
  %r = "llvm.intr.vp.reduce.add"(%a0, %a1, %a2, %a3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  llvm.return %r : i32
}
llvm.func @vp_reduce_and(%a0: i32, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> i32 {
  %r = "llvm.intr.vp.reduce.and"(%a0, %a1, %a2, %a3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  llvm.return %r : i32
}
llvm.func @vp_reduce_mul(%a0: i32, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> i32 {
  %r = "llvm.intr.vp.reduce.mul"(%a0, %a1, %a2, %a3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  llvm.return %r : i32
}
llvm.func @vp_reduce_or(%a0: i32, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> i32 {
  %r = "llvm.intr.vp.reduce.or"(%a0, %a1, %a2, %a3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  llvm.return %r : i32
}
llvm.func @vp_reduce_smax(%a0: i32, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> i32 {
  %r = "llvm.intr.vp.reduce.smax"(%a0, %a1, %a2, %a3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  llvm.return %r : i32
}
llvm.func @vp_reduce_smin(%a0: i32, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> i32 {
  %r = "llvm.intr.vp.reduce.smin"(%a0, %a1, %a2, %a3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  llvm.return %r : i32
}
llvm.func @vp_reduce_umax(%a0: i32, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> i32 {
  %r = "llvm.intr.vp.reduce.umax"(%a0, %a1, %a2, %a3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  llvm.return %r : i32
}
llvm.func @vp_reduce_umin(%a0: i32, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> i32 {
  %r = "llvm.intr.vp.reduce.umin"(%a0, %a1, %a2, %a3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  llvm.return %r : i32
}
llvm.func @vp_reduce_xor(%a0: i32, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> i32 {
  %r = "llvm.intr.vp.reduce.xor"(%a0, %a1, %a2, %a3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  llvm.return %r : i32
}
llvm.func @vp_reduce_fadd(%a0: f32, %a1: vector<4xf32>, %a2: vector<4xi1>, %a3: i32) -> f32 {
  %r = "llvm.intr.vp.reduce.fadd"(%a0, %a1, %a2, %a3) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  llvm.return %r : f32
}
llvm.func @vp_reduce_fmax(%a0: f32, %a1: vector<4xf32>, %a2: vector<4xi1>, %a3: i32) -> f32 {
  %r = "llvm.intr.vp.reduce.fmax"(%a0, %a1, %a2, %a3) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  llvm.return %r : f32
}
llvm.func @vp_reduce_fmin(%a0: f32, %a1: vector<4xf32>, %a2: vector<4xi1>, %a3: i32) -> f32 {
  %r = "llvm.intr.vp.reduce.fmin"(%a0, %a1, %a2, %a3) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  llvm.return %r : f32
}
llvm.func @vp_reduce_fmul(%a0: f32, %a1: vector<4xf32>, %a2: vector<4xi1>, %a3: i32) -> f32 {
  %r = "llvm.intr.vp.reduce.fmul"(%a0, %a1, %a2, %a3) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  llvm.return %r : f32
}
llvm.func @assume_with_bundle(%p: !llvm.ptr, %n: i64) {
  %true = llvm.mlir.constant(true) : i1
  llvm.intr.assume %true ["align"(%p, %n : !llvm.ptr, i64)] : i1
  llvm.return
}
