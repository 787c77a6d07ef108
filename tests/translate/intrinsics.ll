; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

@tls = thread_local global i32 3

define float @sin(float %0) {
  %2 = call float @llvm.sin.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @sin_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.sin.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @cos(float %0) {
  %2 = call float @llvm.cos.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @cos_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.cos.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @tan(float %0) {
  %2 = call float @llvm.tan.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @tan_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.tan.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @asin(float %0) {
  %2 = call float @llvm.asin.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @asin_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.asin.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @acos(float %0) {
  %2 = call float @llvm.acos.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @acos_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.acos.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @atan(float %0) {
  %2 = call float @llvm.atan.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @atan_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.atan.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @sinh(float %0) {
  %2 = call float @llvm.sinh.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @sinh_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.sinh.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @cosh(float %0) {
  %2 = call float @llvm.cosh.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @cosh_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.cosh.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @tanh(float %0) {
  %2 = call float @llvm.tanh.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @tanh_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.tanh.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @exp(float %0) {
  %2 = call float @llvm.exp.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @exp_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.exp.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @exp2(float %0) {
  %2 = call float @llvm.exp2.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @exp2_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.exp2.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @exp10(float %0) {
  %2 = call float @llvm.exp10.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @exp10_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.exp10.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @log(float %0) {
  %2 = call float @llvm.log.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @log_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.log.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @log2(float %0) {
  %2 = call float @llvm.log2.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @log2_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.log2.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @log10(float %0) {
  %2 = call float @llvm.log10.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @log10_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.log10.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @sqrt(float %0) {
  %2 = call float @llvm.sqrt.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @sqrt_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.sqrt.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @fabs(float %0) {
  %2 = call float @llvm.fabs.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @fabs_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.fabs.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @floor(float %0) {
  %2 = call float @llvm.floor.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @floor_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.floor.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @ceil(float %0) {
  %2 = call float @llvm.ceil.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @ceil_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.ceil.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @trunc(float %0) {
  %2 = call float @llvm.trunc.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @trunc_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.trunc.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @rint(float %0) {
  %2 = call float @llvm.rint.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @rint_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.rint.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @nearbyint(float %0) {
  %2 = call float @llvm.nearbyint.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @nearbyint_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.nearbyint.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @round(float %0) {
  %2 = call float @llvm.round.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @round_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.round.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @roundeven(float %0) {
  %2 = call float @llvm.roundeven.f32(float %0)
  ret float %2
}

define <vscale x 4 x double> @roundeven_2(<vscale x 4 x double> %0) {
  %2 = call <vscale x 4 x double> @llvm.roundeven.nxv4f64(<vscale x 4 x double> %0)
  ret <vscale x 4 x double> %2
}

define float @pow(float %0, float %1) {
  %3 = call float @llvm.pow.f32(float %0, float %1)
  ret float %3
}

define <4 x float> @pow_2(<4 x float> %0, <4 x float> %1) {
  %3 = call nnan ninf <4 x float> @llvm.pow.v4f32(<4 x float> %0, <4 x float> %1)
  ret <4 x float> %3
}

define float @copysign(float %0, float %1) {
  %3 = call float @llvm.copysign.f32(float %0, float %1)
  ret float %3
}

define <4 x float> @copysign_2(<4 x float> %0, <4 x float> %1) {
  %3 = call nnan ninf <4 x float> @llvm.copysign.v4f32(<4 x float> %0, <4 x float> %1)
  ret <4 x float> %3
}

define float @maxnum(float %0, float %1) {
  %3 = call float @llvm.maxnum.f32(float %0, float %1)
  ret float %3
}

define <4 x float> @maxnum_2(<4 x float> %0, <4 x float> %1) {
  %3 = call nnan ninf <4 x float> @llvm.maxnum.v4f32(<4 x float> %0, <4 x float> %1)
  ret <4 x float> %3
}

define float @minnum(float %0, float %1) {
  %3 = call float @llvm.minnum.f32(float %0, float %1)
  ret float %3
}

define <4 x float> @minnum_2(<4 x float> %0, <4 x float> %1) {
  %3 = call nnan ninf <4 x float> @llvm.minnum.v4f32(<4 x float> %0, <4 x float> %1)
  ret <4 x float> %3
}

define float @maximum(float %0, float %1) {
  %3 = call float @llvm.maximum.f32(float %0, float %1)
  ret float %3
}

define <4 x float> @maximum_2(<4 x float> %0, <4 x float> %1) {
  %3 = call nnan ninf <4 x float> @llvm.maximum.v4f32(<4 x float> %0, <4 x float> %1)
  ret <4 x float> %3
}

define float @minimum(float %0, float %1) {
  %3 = call float @llvm.minimum.f32(float %0, float %1)
  ret float %3
}

define <4 x float> @minimum_2(<4 x float> %0, <4 x float> %1) {
  %3 = call nnan ninf <4 x float> @llvm.minimum.v4f32(<4 x float> %0, <4 x float> %1)
  ret <4 x float> %3
}

define float @atan2(float %0, float %1) {
  %3 = call float @llvm.atan2.f32(float %0, float %1)
  ret float %3
}

define <4 x float> @atan2_2(<4 x float> %0, <4 x float> %1) {
  %3 = call nnan ninf <4 x float> @llvm.atan2.v4f32(<4 x float> %0, <4 x float> %1)
  ret <4 x float> %3
}

define float @fma(float %0, float %1, float %2) {
  %4 = call float @llvm.fma.f32(float %0, float %1, float %2)
  ret float %4
}

define float @fmuladd(float %0, float %1, float %2) {
  %4 = call float @llvm.fmuladd.f32(float %0, float %1, float %2)
  ret float %4
}

define float @powi(float %0, i32 %1) {
  %3 = call float @llvm.powi.f32.i32(float %0, i32 %1)
  ret float %3
}

define float @ldexp(float %0, i32 %1) {
  %3 = call float @llvm.ldexp.f32.i32(float %0, i32 %1)
  ret float %3
}

define { float, i32 } @frexp(float %0) {
  %2 = call { float, i32 } @llvm.frexp.f32.i32(float %0)
  ret { float, i32 } %2
}

define { float, float } @sincos(float %0) {
  %2 = call { float, float } @llvm.sincos.f32(float %0)
  ret { float, float } %2
}

define i64 @lround(float %0) {
  %2 = call i64 @llvm.lround.i64.f32(float %0)
  ret i64 %2
}

define i64 @llround(float %0) {
  %2 = call i64 @llvm.llround.i64.f32(float %0)
  ret i64 %2
}

define i64 @lrint(float %0) {
  %2 = call i64 @llvm.lrint.i64.f32(float %0)
  ret i64 %2
}

define i64 @llrint(float %0) {
  %2 = call i64 @llvm.llrint.i64.f32(float %0)
  ret i64 %2
}

define i1 @is_fpclass(float %0) {
  %2 = call i1 @llvm.is.fpclass.f32(float %0, i32 3)
  ret i1 %2
}

define i32 @abs(i32 %0) {
  %2 = call i32 @llvm.abs.i32(i32 %0, i1 false)
  ret i32 %2
}

define i32 @ctlz(i32 %0) {
  %2 = call i32 @llvm.ctlz.i32(i32 %0, i1 true)
  ret i32 %2
}

define <4 x i32> @cttz(<4 x i32> %0) {
  %2 = call <4 x i32> @llvm.cttz.v4i32(<4 x i32> %0, i1 false)
  ret <4 x i32> %2
}

define i32 @bitreverse(i32 %0) {
  %2 = call i32 @llvm.bitreverse.i32(i32 %0)
  ret i32 %2
}

define i32 @bswap(i32 %0) {
  %2 = call i32 @llvm.bswap.i32(i32 %0)
  ret i32 %2
}

define i32 @ctpop(i32 %0) {
  %2 = call i32 @llvm.ctpop.i32(i32 %0)
  ret i32 %2
}

define i32 @fshl(i32 %0, i32 %1, i32 %2) {
  %4 = call i32 @llvm.fshl.i32(i32 %0, i32 %1, i32 %2)
  ret i32 %4
}

define i32 @fshr(i32 %0, i32 %1, i32 %2) {
  %4 = call i32 @llvm.fshr.i32(i32 %0, i32 %1, i32 %2)
  ret i32 %4
}

define i32 @smax(i32 %0, i32 %1) {
  %3 = call i32 @llvm.smax.i32(i32 %0, i32 %1)
  ret i32 %3
}

define i32 @smin(i32 %0, i32 %1) {
  %3 = call i32 @llvm.smin.i32(i32 %0, i32 %1)
  ret i32 %3
}

define i32 @umax(i32 %0, i32 %1) {
  %3 = call i32 @llvm.umax.i32(i32 %0, i32 %1)
  ret i32 %3
}

define i32 @umin(i32 %0, i32 %1) {
  %3 = call i32 @llvm.umin.i32(i32 %0, i32 %1)
  ret i32 %3
}

define i32 @sadd_sat(i32 %0, i32 %1) {
  %3 = call i32 @llvm.sadd.sat.i32(i32 %0, i32 %1)
  ret i32 %3
}

define i32 @uadd_sat(i32 %0, i32 %1) {
  %3 = call i32 @llvm.uadd.sat.i32(i32 %0, i32 %1)
  ret i32 %3
}

define i32 @ssub_sat(i32 %0, i32 %1) {
  %3 = call i32 @llvm.ssub.sat.i32(i32 %0, i32 %1)
  ret i32 %3
}

define i32 @usub_sat(i32 %0, i32 %1) {
  %3 = call i32 @llvm.usub.sat.i32(i32 %0, i32 %1)
  ret i32 %3
}

define i32 @sshl_sat(i32 %0, i32 %1) {
  %3 = call i32 @llvm.sshl.sat.i32(i32 %0, i32 %1)
  ret i32 %3
}

define i32 @ushl_sat(i32 %0, i32 %1) {
  %3 = call i32 @llvm.ushl.sat.i32(i32 %0, i32 %1)
  ret i32 %3
}

define i8 @scmp(i32 %0, i32 %1) {
  %3 = call i8 @llvm.scmp.i8.i32(i32 %0, i32 %1)
  ret i8 %3
}

define <4 x i8> @ucmp(<4 x i32> %0, <4 x i32> %1) {
  %3 = call <4 x i8> @llvm.ucmp.v4i8.v4i32(<4 x i32> %0, <4 x i32> %1)
  ret <4 x i8> %3
}

define { i32, i1 } @sadd_with_overflow(i32 %0, i32 %1) {
  %3 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %0, i32 %1)
  ret { i32, i1 } %3
}

define { <4 x i32>, <4 x i1> } @sadd_with_overflow_2(<4 x i32> %0, <4 x i32> %1) {
  %3 = call { <4 x i32>, <4 x i1> } @llvm.sadd.with.overflow.v4i32(<4 x i32> %0, <4 x i32> %1)
  ret { <4 x i32>, <4 x i1> } %3
}

define { i32, i1 } @uadd_with_overflow(i32 %0, i32 %1) {
  %3 = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %0, i32 %1)
  ret { i32, i1 } %3
}

define { <4 x i32>, <4 x i1> } @uadd_with_overflow_2(<4 x i32> %0, <4 x i32> %1) {
  %3 = call { <4 x i32>, <4 x i1> } @llvm.uadd.with.overflow.v4i32(<4 x i32> %0, <4 x i32> %1)
  ret { <4 x i32>, <4 x i1> } %3
}

define { i32, i1 } @ssub_with_overflow(i32 %0, i32 %1) {
  %3 = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %0, i32 %1)
  ret { i32, i1 } %3
}

define { <4 x i32>, <4 x i1> } @ssub_with_overflow_2(<4 x i32> %0, <4 x i32> %1) {
  %3 = call { <4 x i32>, <4 x i1> } @llvm.ssub.with.overflow.v4i32(<4 x i32> %0, <4 x i32> %1)
  ret { <4 x i32>, <4 x i1> } %3
}

define { i32, i1 } @usub_with_overflow(i32 %0, i32 %1) {
  %3 = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %0, i32 %1)
  ret { i32, i1 } %3
}

define { <4 x i32>, <4 x i1> } @usub_with_overflow_2(<4 x i32> %0, <4 x i32> %1) {
  %3 = call { <4 x i32>, <4 x i1> } @llvm.usub.with.overflow.v4i32(<4 x i32> %0, <4 x i32> %1)
  ret { <4 x i32>, <4 x i1> } %3
}

define { i32, i1 } @smul_with_overflow(i32 %0, i32 %1) {
  %3 = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %0, i32 %1)
  ret { i32, i1 } %3
}

define { <4 x i32>, <4 x i1> } @smul_with_overflow_2(<4 x i32> %0, <4 x i32> %1) {
  %3 = call { <4 x i32>, <4 x i1> } @llvm.smul.with.overflow.v4i32(<4 x i32> %0, <4 x i32> %1)
  ret { <4 x i32>, <4 x i1> } %3
}

define { i32, i1 } @umul_with_overflow(i32 %0, i32 %1) {
  %3 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %0, i32 %1)
  ret { i32, i1 } %3
}

define { <4 x i32>, <4 x i1> } @umul_with_overflow_2(<4 x i32> %0, <4 x i32> %1) {
  %3 = call { <4 x i32>, <4 x i1> } @llvm.umul.with.overflow.v4i32(<4 x i32> %0, <4 x i32> %1)
  ret { <4 x i32>, <4 x i1> } %3
}

define i32 @vector_reduce_add(<4 x i32> %0) {
  %2 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %0)
  ret i32 %2
}

define i32 @vector_reduce_mul(<4 x i32> %0) {
  %2 = call i32 @llvm.vector.reduce.mul.v4i32(<4 x i32> %0)
  ret i32 %2
}

define i32 @vector_reduce_and(<4 x i32> %0) {
  %2 = call i32 @llvm.vector.reduce.and.v4i32(<4 x i32> %0)
  ret i32 %2
}

define i32 @vector_reduce_or(<4 x i32> %0) {
  %2 = call i32 @llvm.vector.reduce.or.v4i32(<4 x i32> %0)
  ret i32 %2
}

define i32 @vector_reduce_xor(<4 x i32> %0) {
  %2 = call i32 @llvm.vector.reduce.xor.v4i32(<4 x i32> %0)
  ret i32 %2
}

define i32 @vector_reduce_smax(<4 x i32> %0) {
  %2 = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %0)
  ret i32 %2
}

define i32 @vector_reduce_smin(<4 x i32> %0) {
  %2 = call i32 @llvm.vector.reduce.smin.v4i32(<4 x i32> %0)
  ret i32 %2
}

define i32 @vector_reduce_umax(<4 x i32> %0) {
  %2 = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %0)
  ret i32 %2
}

define i32 @vector_reduce_umin(<4 x i32> %0) {
  %2 = call i32 @llvm.vector.reduce.umin.v4i32(<4 x i32> %0)
  ret i32 %2
}

define float @vector_reduce_fmax(<4 x float> %0) {
  %2 = call float @llvm.vector.reduce.fmax.v4f32(<4 x float> %0)
  ret float %2
}

define float @vector_reduce_fmin(<4 x float> %0) {
  %2 = call float @llvm.vector.reduce.fmin.v4f32(<4 x float> %0)
  ret float %2
}

define float @vector_reduce_fmaximum(<4 x float> %0) {
  %2 = call float @llvm.vector.reduce.fmaximum.v4f32(<4 x float> %0)
  ret float %2
}

define float @vector_reduce_fminimum(<4 x float> %0) {
  %2 = call float @llvm.vector.reduce.fminimum.v4f32(<4 x float> %0)
  ret float %2
}

define float @vector_reduce_fadd(float %0, <4 x float> %1) {
  %3 = call float @llvm.vector.reduce.fadd.v4f32(float %0, <4 x float> %1)
  ret float %3
}

define float @vector_reduce_fadd_2(float %0, <4 x float> %1) {
  %3 = call reassoc float @llvm.vector.reduce.fadd.v4f32(float %0, <4 x float> %1)
  ret float %3
}

define float @vector_reduce_fmul(float %0, <4 x float> %1) {
  %3 = call float @llvm.vector.reduce.fmul.v4f32(float %0, <4 x float> %1)
  ret float %3
}

define float @vector_reduce_fmul_2(float %0, <4 x float> %1) {
  %3 = call reassoc float @llvm.vector.reduce.fmul.v4f32(float %0, <4 x float> %1)
  ret float %3
}

define i32 @annotation(i32 %0, ptr %1, ptr %2, i32 %3) {
  %5 = call i32 @llvm.annotation.i32.p0(i32 %0, ptr %1, ptr %2, i32 %3)
  ret i32 %5
}

define ptr @ptr_annotation(ptr %0, ptr %1, ptr %2, i32 %3, ptr %4) {
  %6 = call ptr @llvm.ptr.annotation.p0.p0(ptr %0, ptr %1, ptr %2, i32 %3, ptr %4)
  ret ptr %6
}

define void @var_annotation(ptr %0, ptr %1, ptr %2, i32 %3, ptr %4) {
  call void @llvm.var.annotation.p0.p0(ptr %0, ptr %1, ptr %2, i32 %3, ptr %4)
  ret void
}

define void @assume(i1 %0) {
  call void @llvm.assume(i1 %0)
  ret void
}

define i64 @coro_align() {
  %1 = call i64 @llvm.coro.align.i64()
  ret i64 %1
}

define i32 @coro_size() {
  %1 = call i32 @llvm.coro.size.i32()
  ret i32 %1
}

define ptr @coro_free(i32 %0, ptr %1) {
  %3 = call token @llvm.coro.id(i32 8, ptr null, ptr null, ptr null)
  %4 = call ptr @llvm.coro.begin(token %3, ptr %1)
  %5 = call token @llvm.coro.save(ptr %4)
  %6 = call i8 @llvm.coro.suspend(token %5, i1 false)
  call void @llvm.coro.end(ptr %4, i1 false, token none)
  %7 = call ptr @llvm.coro.promise(ptr %4, i32 8, i1 false)
  call void @llvm.coro.resume(ptr %4)
  %8 = call ptr @llvm.coro.free(token %3, ptr %4)
  ret ptr %8
}

define void @debugtrap() {
  call void @llvm.debugtrap()
  ret void
}

define void @trap() {
  call void @llvm.trap()
  ret void
}

define void @ubsantrap() {
  call void @llvm.ubsantrap(i8 2)
  ret void
}

define i32 @eh_typeid_for() {
  %1 = call i32 @llvm.eh.typeid.for.p0(ptr null)
  ret i32 %1
}

define i32 @expect(i32 %0, i32 %1) {
  %3 = call i32 @llvm.expect.i32(i32 %0, i32 %1)
  ret i32 %3
}

define i32 @expect_with_probability(i32 %0, i32 %1) {
  %3 = call i32 @llvm.expect.with.probability.i32(i32 %0, i32 %1, double 5.000000e-01)
  ret i32 %3
}

define double @experimental_constrained_fpext(float %0) {
  %2 = call double @llvm.experimental.constrained.fpext.f64.f32(float %0, metadata !"fpexcept.ignore") #22
  ret double %2
}

define float @experimental_constrained_fptrunc(double %0) {
  %2 = call float @llvm.experimental.constrained.fptrunc.f32.f64(double %0, metadata !"round.towardzero", metadata !"fpexcept.strict") #22
  ret float %2
}

define float @experimental_constrained_sitofp(i64 %0) {
  %2 = call float @llvm.experimental.constrained.sitofp.f32.i64(i64 %0, metadata !"round.dynamic", metadata !"fpexcept.maytrap") #22
  ret float %2
}

define float @experimental_constrained_uitofp(i64 %0) {
  %2 = call float @llvm.experimental.constrained.uitofp.f32.i64(i64 %0, metadata !"round.tonearest", metadata !"fpexcept.ignore") #22
  ret float %2
}

define void @experimental_noalias_scope_decl(ptr %0) {
  call void @llvm.experimental.noalias.scope.decl(metadata !1)
  ret void
}

define <7 x i1> @get_active_lane_mask(i64 %0, i64 %1) {
  %3 = call <7 x i1> @llvm.get.active.lane.mask.v7i1.i64(i64 %0, i64 %1)
  ret <7 x i1> %3
}

define void @invariant_end(ptr %0) {
  %2 = call ptr @llvm.invariant.start.p0(i64 4, ptr %0)
  call void @llvm.invariant.end.p0(ptr %2, i64 4, ptr %0)
  ret void
}

define i1 @is_constant(i32 %0) {
  %2 = call i1 @llvm.is.constant.i32(i32 %0)
  ret i1 %2
}

define ptr @launder_invariant_group(ptr %0) {
  %2 = call ptr @llvm.launder.invariant.group.p0(ptr %0)
  ret ptr %2
}

define ptr @strip_invariant_group(ptr %0) {
  %2 = call ptr @llvm.strip.invariant.group.p0(ptr %0)
  ret ptr %2
}

define void @lifetime_end() {
  %1 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %1)
  call void @llvm.lifetime.end.p0(ptr %1)
  ret void
}

define void @masked_compressstore(<4 x float> %0, ptr %1, <4 x i1> %2) {
  call void @llvm.masked.compressstore.v4f32(<4 x float> %0, ptr %1, <4 x i1> %2)
  ret void
}

define <4 x float> @masked_expandload(ptr %0, <4 x i1> %1, <4 x float> %2) {
  %4 = call <4 x float> @llvm.masked.expandload.v4f32(ptr %0, <4 x i1> %1, <4 x float> %2)
  ret <4 x float> %4
}

define void @masked_compressstore_2(<4 x float> %0, ptr %1, <4 x i1> %2) {
  call void @llvm.masked.compressstore.v4f32(<4 x float> %0, ptr align 8 %1, <4 x i1> %2)
  ret void
}

define <4 x float> @masked_expandload_2(ptr %0, <4 x i1> %1, <4 x float> %2) {
  %4 = call <4 x float> @llvm.masked.expandload.v4f32(ptr align 8 %0, <4 x i1> %1, <4 x float> %2)
  ret <4 x float> %4
}

define <4 x float> @masked_gather(<4 x ptr> %0, <4 x i1> %1, <4 x float> %2) {
  %4 = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 1 %0, <4 x i1> %1, <4 x float> %2)
  ret <4 x float> %4
}

define <4 x float> @masked_gather_2(<4 x ptr> %0, <4 x i1> %1) {
  %3 = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %0, <4 x i1> %1, <4 x float> poison)
  ret <4 x float> %3
}

define void @masked_scatter(<4 x float> %0, <4 x ptr> %1, <4 x i1> %2) {
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %0, <4 x ptr> align 4 %1, <4 x i1> %2)
  ret void
}

define <4 x float> @masked_load(ptr %0, <4 x i1> %1, <4 x float> %2) {
  %4 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 1 %0, <4 x i1> %1, <4 x float> %2)
  ret <4 x float> %4
}

define <4 x float> @masked_load_2(ptr %0, <4 x i1> %1) {
  %3 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %0, <4 x i1> %1, <4 x float> poison)
  ret <4 x float> %3
}

define <4 x float> @masked_load_3(ptr %0, <4 x i1> %1) {
  %3 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %0, <4 x i1> %1, <4 x float> poison), !nontemporal !4
  ret <4 x float> %3
}

define void @masked_store(<4 x float> %0, ptr %1, <4 x i1> %2) {
  call void @llvm.masked.store.v4f32.p0(<4 x float> %0, ptr align 4 %1, <4 x i1> %2)
  ret void
}

define <48 x float> @matrix_column_major_load(ptr %0, i64 %1) {
  %3 = call <48 x float> @llvm.matrix.column.major.load.v48f32.i64(ptr align 4 %0, i64 %1, i1 false, i32 3, i32 16)
  ret <48 x float> %3
}

define void @matrix_column_major_store(<48 x float> %0, ptr %1, i64 %2) {
  call void @llvm.matrix.column.major.store.v48f32.i64(<48 x float> %0, ptr align 4 %1, i64 %2, i1 true, i32 3, i32 16)
  ret void
}

define <12 x float> @matrix_multiply(<64 x float> %0, <48 x float> %1) {
  %3 = call <12 x float> @llvm.matrix.multiply.v12f32.v64f32.v48f32(<64 x float> %0, <48 x float> %1, i32 4, i32 16, i32 3)
  ret <12 x float> %3
}

define <48 x float> @matrix_transpose(<48 x float> %0) {
  %2 = call <48 x float> @llvm.matrix.transpose.v48f32(<48 x float> %0, i32 3, i32 16)
  ret <48 x float> %2
}

define void @memcpy(ptr %0, ptr %1, i64 %2) {
  call void @llvm.memcpy.p0.p0.i64(ptr %0, ptr %1, i64 %2, i1 false)
  ret void
}

define void @memcpy_2(ptr %0, ptr addrspace(3) %1, i32 %2) {
  call void @llvm.memcpy.p0.p3.i32(ptr %0, ptr addrspace(3) %1, i32 %2, i1 true)
  ret void
}

define void @memmove(ptr %0, ptr %1, i64 %2) {
  call void @llvm.memmove.p0.p0.i64(ptr %0, ptr %1, i64 %2, i1 false)
  ret void
}

define void @memmove_2(ptr %0, ptr addrspace(3) %1, i32 %2) {
  call void @llvm.memmove.p0.p3.i32(ptr %0, ptr addrspace(3) %1, i32 %2, i1 true)
  ret void
}

define void @memcpy_inline(ptr %0, ptr %1) {
  call void @llvm.memcpy.inline.p0.p0.i32(ptr %0, ptr %1, i32 10, i1 false)
  ret void
}

define void @memset(ptr %0, i8 %1, i64 %2) {
  call void @llvm.memset.p0.i64(ptr %0, i8 %1, i64 %2, i1 false)
  ret void
}

define void @memset_inline(ptr %0, i8 %1) {
  call void @llvm.memset.inline.p0.i64(ptr %0, i8 %1, i64 10, i1 false)
  ret void
}

define void @memcpy_3(ptr %0, ptr %1, i64 %2) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %0, ptr noalias align 4 %1, i64 %2, i1 false)
  ret void
}

define void @prefetch(ptr %0) {
  call void @llvm.prefetch.p0(ptr %0, i32 0, i32 3, i32 1)
  ret void
}

define ptr @ptrmask(ptr %0, i64 %1) {
  %3 = call ptr @llvm.ptrmask.p0.i64(ptr %0, i64 %1)
  ret ptr %3
}

define float @ssa_copy(float %0) {
  %2 = call float @llvm.ssa.copy.f32(float %0)
  ret float %2
}

define void @stackrestore() {
  %1 = call ptr @llvm.stacksave.p0()
  call void @llvm.stackrestore.p0(ptr %1)
  ret void
}

define <4 x i32> @stepvector() {
  %1 = call <4 x i32> @llvm.stepvector.v4i32()
  ret <4 x i32> %1
}

define ptr @threadlocal_address() {
  %1 = call ptr @llvm.threadlocal.address.p0(ptr @tls)
  ret ptr %1
}

define void @vaend(ptr %0, ptr %1) {
  call void @llvm.va_copy.p0(ptr %0, ptr %1)
  call void @llvm.va_end.p0(ptr %0)
  ret void
}

define void @va(ptr %0, ...) {
  call void @llvm.va_start.p0(ptr %0)
  %2 = va_arg ptr %0, i32
  ret void
}

define { <4 x float>, <4 x float> } @vector_deinterleave2(<8 x float> %0) {
  %2 = call { <4 x float>, <4 x float> } @llvm.vector.deinterleave2.v8f32(<8 x float> %0)
  ret { <4 x float>, <4 x float> } %2
}

define <8 x float> @vector_interleave2(<4 x float> %0, <4 x float> %1) {
  %3 = call <8 x float> @llvm.vector.interleave2.v8f32(<4 x float> %0, <4 x float> %1)
  ret <8 x float> %3
}

define <4 x float> @vector_extract(<8 x float> %0) {
  %2 = call <4 x float> @llvm.vector.extract.v4f32.v8f32(<8 x float> %0, i64 4)
  ret <4 x float> %2
}

define <8 x float> @vector_insert(<8 x float> %0, <4 x float> %1) {
  %3 = call <8 x float> @llvm.vector.insert.v8f32.v4f32(<8 x float> %0, <4 x float> %1, i64 4)
  ret <8 x float> %3
}

define i64 @vscale() {
  %1 = call i64 @llvm.vscale.i64()
  ret i64 %1
}

define <4 x i32> @experimental_vp_strided_load(ptr %0, i32 %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.experimental.vp.strided.load.v4i32.p0.i32(ptr %0, i32 %1, <4 x i1> %2, i32 %3)
  ret <4 x i32> %5
}

define void @experimental_vp_strided_store(<4 x i32> %0, ptr %1, i32 %2, <4 x i1> %3, i32 %4) {
  call void @llvm.experimental.vp.strided.store.v4i32.p0.i32(<4 x i32> %0, ptr %1, i32 %2, <4 x i1> %3, i32 %4)
  ret void
}

define <4 x i32> @vp_load(ptr %0, <4 x i1> %1, i32 %2) {
  %4 = call <4 x i32> @llvm.vp.load.v4i32.p0(ptr %0, <4 x i1> %1, i32 %2)
  ret <4 x i32> %4
}

define void @vp_store(<4 x i32> %0, ptr %1, <4 x i1> %2, i32 %3) {
  call void @llvm.vp.store.v4i32.p0(<4 x i32> %0, ptr %1, <4 x i1> %2, i32 %3)
  ret void
}

define <4 x i32> @vp_add(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.vp.add.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret <4 x i32> %5
}

define <4 x i32> @vp_and(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.vp.and.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret <4 x i32> %5
}

define <4 x i32> @vp_ashr(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.vp.ashr.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret <4 x i32> %5
}

define <4 x i32> @vp_lshr(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.vp.lshr.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret <4 x i32> %5
}

define <4 x i32> @vp_mul(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.vp.mul.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret <4 x i32> %5
}

define <4 x i32> @vp_or(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.vp.or.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret <4 x i32> %5
}

define <4 x i32> @vp_sdiv(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.vp.sdiv.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret <4 x i32> %5
}

define <4 x i32> @vp_shl(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.vp.shl.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret <4 x i32> %5
}

define <4 x i32> @vp_smax(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.vp.smax.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret <4 x i32> %5
}

define <4 x i32> @vp_smin(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.vp.smin.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret <4 x i32> %5
}

define <4 x i32> @vp_srem(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.vp.srem.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret <4 x i32> %5
}

define <4 x i32> @vp_sub(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.vp.sub.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret <4 x i32> %5
}

define <4 x i32> @vp_udiv(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.vp.udiv.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret <4 x i32> %5
}

define <4 x i32> @vp_umax(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.vp.umax.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret <4 x i32> %5
}

define <4 x i32> @vp_umin(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.vp.umin.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret <4 x i32> %5
}

define <4 x i32> @vp_urem(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.vp.urem.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret <4 x i32> %5
}

define <4 x i32> @vp_xor(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.vp.xor.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret <4 x i32> %5
}

define <4 x float> @vp_fadd(<4 x float> %0, <4 x float> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x float> @llvm.vp.fadd.v4f32(<4 x float> %0, <4 x float> %1, <4 x i1> %2, i32 %3)
  ret <4 x float> %5
}

define <4 x float> @vp_fdiv(<4 x float> %0, <4 x float> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x float> @llvm.vp.fdiv.v4f32(<4 x float> %0, <4 x float> %1, <4 x i1> %2, i32 %3)
  ret <4 x float> %5
}

define <4 x float> @vp_fmul(<4 x float> %0, <4 x float> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x float> @llvm.vp.fmul.v4f32(<4 x float> %0, <4 x float> %1, <4 x i1> %2, i32 %3)
  ret <4 x float> %5
}

define <4 x float> @vp_frem(<4 x float> %0, <4 x float> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x float> @llvm.vp.frem.v4f32(<4 x float> %0, <4 x float> %1, <4 x i1> %2, i32 %3)
  ret <4 x float> %5
}

define <4 x float> @vp_fsub(<4 x float> %0, <4 x float> %1, <4 x i1> %2, i32 %3) {
  %5 = call <4 x float> @llvm.vp.fsub.v4f32(<4 x float> %0, <4 x float> %1, <4 x i1> %2, i32 %3)
  ret <4 x float> %5
}

define <4 x float> @vp_fma(<4 x float> %0, <4 x float> %1, <4 x float> %2, <4 x i1> %3, i32 %4) {
  %6 = call <4 x float> @llvm.vp.fma.v4f32(<4 x float> %0, <4 x float> %1, <4 x float> %2, <4 x i1> %3, i32 %4)
  ret <4 x float> %6
}

define <4 x float> @vp_fmuladd(<4 x float> %0, <4 x float> %1, <4 x float> %2, <4 x i1> %3, i32 %4) {
  %6 = call <4 x float> @llvm.vp.fmuladd.v4f32(<4 x float> %0, <4 x float> %1, <4 x float> %2, <4 x i1> %3, i32 %4)
  ret <4 x float> %6
}

define <4 x float> @vp_fneg(<4 x float> %0, <4 x i1> %1, i32 %2) {
  %4 = call <4 x float> @llvm.vp.fneg.v4f32(<4 x float> %0, <4 x i1> %1, i32 %2)
  ret <4 x float> %4
}

define <4 x i32> @vp_merge(<4 x i1> %0, <4 x i32> %1, <4 x i32> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.vp.merge.v4i32(<4 x i1> %0, <4 x i32> %1, <4 x i32> %2, i32 %3)
  ret <4 x i32> %5
}

define <4 x i32> @vp_select(<4 x i1> %0, <4 x i32> %1, <4 x i32> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.vp.select.v4i32(<4 x i1> %0, <4 x i32> %1, <4 x i32> %2, i32 %3)
  ret <4 x i32> %5
}

define <4 x double> @vp_fpext(<4 x float> %0, <4 x i1> %1, i32 %2) {
  %4 = call <4 x double> @llvm.vp.fpext.v4f64.v4f32(<4 x float> %0, <4 x i1> %1, i32 %2)
  ret <4 x double> %4
}

define <4 x i64> @vp_fptosi(<4 x double> %0, <4 x i1> %1, i32 %2) {
  %4 = call <4 x i64> @llvm.vp.fptosi.v4i64.v4f64(<4 x double> %0, <4 x i1> %1, i32 %2)
  ret <4 x i64> %4
}

define <4 x i64> @vp_fptoui(<4 x double> %0, <4 x i1> %1, i32 %2) {
  %4 = call <4 x i64> @llvm.vp.fptoui.v4i64.v4f64(<4 x double> %0, <4 x i1> %1, i32 %2)
  ret <4 x i64> %4
}

define <4 x float> @vp_fptrunc(<4 x double> %0, <4 x i1> %1, i32 %2) {
  %4 = call <4 x float> @llvm.vp.fptrunc.v4f32.v4f64(<4 x double> %0, <4 x i1> %1, i32 %2)
  ret <4 x float> %4
}

define <4 x ptr> @vp_inttoptr(<4 x i64> %0, <4 x i1> %1, i32 %2) {
  %4 = call <4 x ptr> @llvm.vp.inttoptr.v4p0.v4i64(<4 x i64> %0, <4 x i1> %1, i32 %2)
  ret <4 x ptr> %4
}

define <4 x i64> @vp_ptrtoint(<4 x ptr> %0, <4 x i1> %1, i32 %2) {
  %4 = call <4 x i64> @llvm.vp.ptrtoint.v4i64.v4p0(<4 x ptr> %0, <4 x i1> %1, i32 %2)
  ret <4 x i64> %4
}

define <4 x i64> @vp_sext(<4 x i32> %0, <4 x i1> %1, i32 %2) {
  %4 = call <4 x i64> @llvm.vp.sext.v4i64.v4i32(<4 x i32> %0, <4 x i1> %1, i32 %2)
  ret <4 x i64> %4
}

define <4 x double> @vp_sitofp(<4 x i64> %0, <4 x i1> %1, i32 %2) {
  %4 = call <4 x double> @llvm.vp.sitofp.v4f64.v4i64(<4 x i64> %0, <4 x i1> %1, i32 %2)
  ret <4 x double> %4
}

define <4 x i32> @vp_trunc(<4 x i64> %0, <4 x i1> %1, i32 %2) {
  %4 = call <4 x i32> @llvm.vp.trunc.v4i32.v4i64(<4 x i64> %0, <4 x i1> %1, i32 %2)
  ret <4 x i32> %4
}

define <4 x double> @vp_uitofp(<4 x i64> %0, <4 x i1> %1, i32 %2) {
  %4 = call <4 x double> @llvm.vp.uitofp.v4f64.v4i64(<4 x i64> %0, <4 x i1> %1, i32 %2)
  ret <4 x double> %4
}

define <4 x i64> @vp_zext(<4 x i32> %0, <4 x i1> %1, i32 %2) {
  %4 = call <4 x i64> @llvm.vp.zext.v4i64.v4i32(<4 x i32> %0, <4 x i1> %1, i32 %2)
  ret <4 x i64> %4
}

define i32 @vp_reduce_add(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call i32 @llvm.vp.reduce.add.v4i32(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret i32 %5
}

define i32 @vp_reduce_and(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call i32 @llvm.vp.reduce.and.v4i32(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret i32 %5
}

define i32 @vp_reduce_mul(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call i32 @llvm.vp.reduce.mul.v4i32(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret i32 %5
}

define i32 @vp_reduce_or(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call i32 @llvm.vp.reduce.or.v4i32(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret i32 %5
}

define i32 @vp_reduce_smax(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call i32 @llvm.vp.reduce.smax.v4i32(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret i32 %5
}

define i32 @vp_reduce_smin(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call i32 @llvm.vp.reduce.smin.v4i32(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret i32 %5
}

define i32 @vp_reduce_umax(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call i32 @llvm.vp.reduce.umax.v4i32(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret i32 %5
}

define i32 @vp_reduce_umin(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call i32 @llvm.vp.reduce.umin.v4i32(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret i32 %5
}

define i32 @vp_reduce_xor(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
  %5 = call i32 @llvm.vp.reduce.xor.v4i32(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
  ret i32 %5
}

define float @vp_reduce_fadd(float %0, <4 x float> %1, <4 x i1> %2, i32 %3) {
  %5 = call float @llvm.vp.reduce.fadd.v4f32(float %0, <4 x float> %1, <4 x i1> %2, i32 %3)
  ret float %5
}

define float @vp_reduce_fmax(float %0, <4 x float> %1, <4 x i1> %2, i32 %3) {
  %5 = call float @llvm.vp.reduce.fmax.v4f32(float %0, <4 x float> %1, <4 x i1> %2, i32 %3)
  ret float %5
}

define float @vp_reduce_fmin(float %0, <4 x float> %1, <4 x i1> %2, i32 %3) {
  %5 = call float @llvm.vp.reduce.fmin.v4f32(float %0, <4 x float> %1, <4 x i1> %2, i32 %3)
  ret float %5
}

define float @vp_reduce_fmul(float %0, <4 x float> %1, <4 x i1> %2, i32 %3) {
  %5 = call float @llvm.vp.reduce.fmul.v4f32(float %0, <4 x float> %1, <4 x i1> %2, i32 %3)
  ret float %5
}

define void @assume_with_bundle(ptr %0, i64 %1) {
  call void @llvm.assume(i1 true) [ "align"(ptr %0, i64 %1) ]
  ret void
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sin.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.sin.nxv4f64(<vscale x 4 x double>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.cos.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.cos.nxv4f64(<vscale x 4 x double>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.tan.f32(float) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.tan.nxv4f64(<vscale x 4 x double>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.asin.f32(float) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.asin.nxv4f64(<vscale x 4 x double>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.acos.f32(float) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.acos.nxv4f64(<vscale x 4 x double>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.atan.f32(float) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.atan.nxv4f64(<vscale x 4 x double>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sinh.f32(float) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.sinh.nxv4f64(<vscale x 4 x double>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.cosh.f32(float) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.cosh.nxv4f64(<vscale x 4 x double>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.tanh.f32(float) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.tanh.nxv4f64(<vscale x 4 x double>) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.exp.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.exp.nxv4f64(<vscale x 4 x double>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.exp2.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.exp2.nxv4f64(<vscale x 4 x double>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.exp10.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.exp10.nxv4f64(<vscale x 4 x double>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.log.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.log.nxv4f64(<vscale x 4 x double>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.log2.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.log2.nxv4f64(<vscale x 4 x double>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.log10.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.log10.nxv4f64(<vscale x 4 x double>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.sqrt.nxv4f64(<vscale x 4 x double>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.fabs.nxv4f64(<vscale x 4 x double>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.floor.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.floor.nxv4f64(<vscale x 4 x double>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.ceil.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.ceil.nxv4f64(<vscale x 4 x double>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.trunc.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.trunc.nxv4f64(<vscale x 4 x double>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.rint.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.rint.nxv4f64(<vscale x 4 x double>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nearbyint.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.nearbyint.nxv4f64(<vscale x 4 x double>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.round.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.round.nxv4f64(<vscale x 4 x double>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.roundeven.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x double> @llvm.roundeven.nxv4f64(<vscale x 4 x double>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.pow.f32(float, float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.pow.v4f32(<4 x float>, <4 x float>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.copysign.f32(float, float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.copysign.v4f32(<4 x float>, <4 x float>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.maxnum.v4f32(<4 x float>, <4 x float>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.minnum.f32(float, float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.minnum.v4f32(<4 x float>, <4 x float>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maximum.f32(float, float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.maximum.v4f32(<4 x float>, <4 x float>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.minimum.f32(float, float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.minimum.v4f32(<4 x float>, <4 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.atan2.f32(float, float) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.atan2.v4f32(<4 x float>, <4 x float>) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fma.f32(float, float, float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fmuladd.f32(float, float, float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.powi.f32.i32(float, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.ldexp.f32.i32(float, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { float, i32 } @llvm.frexp.f32.i32(float) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { float, float } @llvm.sincos.f32(float) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.lround.i64.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.llround.i64.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.lrint.i64.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.llrint.i64.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i1 @llvm.is.fpclass.f32(float, i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.abs.i32(i32, i1 immarg) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.cttz.v4i32(<4 x i32>, i1 immarg) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.bitreverse.i32(i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.bswap.i32(i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctpop.i32(i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fshl.i32(i32, i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fshr.i32(i32, i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.sadd.sat.i32(i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.uadd.sat.i32(i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ssub.sat.i32(i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.usub.sat.i32(i32, i32) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.sshl.sat.i32(i32, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ushl.sat.i32(i32, i32) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare range(i8 -1, 2) i8 @llvm.scmp.i8.i32(i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare range(i8 -1, 2) <4 x i8> @llvm.ucmp.v4i8.v4i32(<4 x i32>, <4 x i32>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { <4 x i32>, <4 x i1> } @llvm.sadd.with.overflow.v4i32(<4 x i32>, <4 x i32>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { <4 x i32>, <4 x i1> } @llvm.uadd.with.overflow.v4i32(<4 x i32>, <4 x i32>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { <4 x i32>, <4 x i1> } @llvm.ssub.with.overflow.v4i32(<4 x i32>, <4 x i32>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.usub.with.overflow.i32(i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { <4 x i32>, <4 x i1> } @llvm.usub.with.overflow.v4i32(<4 x i32>, <4 x i32>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { <4 x i32>, <4 x i1> } @llvm.smul.with.overflow.v4i32(<4 x i32>, <4 x i32>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { <4 x i32>, <4 x i1> } @llvm.umul.with.overflow.v4i32(<4 x i32>, <4 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.mul.v4i32(<4 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.and.v4i32(<4 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.or.v4i32(<4 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.xor.v4i32(<4 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.smin.v4i32(<4 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.umax.v4i32(<4 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.umin.v4i32(<4 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.vector.reduce.fmax.v4f32(<4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.vector.reduce.fmin.v4f32(<4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.vector.reduce.fmaximum.v4f32(<4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.vector.reduce.fminimum.v4f32(<4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.vector.reduce.fmul.v4f32(float, <4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare i32 @llvm.annotation.i32.p0(i32, ptr, ptr, i32) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #3

; Function Attrs: nounwind memory(none)
declare i64 @llvm.coro.align.i64() #4

; Function Attrs: nounwind memory(none)
declare i32 @llvm.coro.size.i32() #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare token @llvm.coro.id(i32, ptr readnone, ptr readonly captures(none), ptr) #5

; Function Attrs: nounwind
declare ptr @llvm.coro.begin(token, ptr writeonly) #6

; Function Attrs: nomerge nounwind
declare token @llvm.coro.save(ptr) #7

; Function Attrs: nounwind
declare i8 @llvm.coro.suspend(token, i1) #6

; Function Attrs: nounwind
declare void @llvm.coro.end(ptr, i1, token) #6

; Function Attrs: nounwind memory(none)
declare ptr @llvm.coro.promise(ptr captures(none), i32, i1) #4

declare void @llvm.coro.resume(ptr)

; Function Attrs: nounwind memory(argmem: read)
declare ptr @llvm.coro.free(token, ptr readonly captures(none)) #8

; Function Attrs: nounwind
declare void @llvm.debugtrap() #6

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() #9

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.ubsantrap(i8 immarg) #9

; Function Attrs: nounwind memory(none)
declare i32 @llvm.eh.typeid.for.p0(ptr) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.expect.i32(i32, i32) #10

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.expect.with.probability.i32(i32, i32, double immarg) #10

; Function Attrs: nocallback nofree nosync nounwind strictfp willreturn memory(inaccessiblemem: readwrite)
declare double @llvm.experimental.constrained.fpext.f64.f32(float, metadata) #11

; Function Attrs: nocallback nofree nosync nounwind strictfp willreturn memory(inaccessiblemem: readwrite)
declare float @llvm.experimental.constrained.fptrunc.f32.f64(double, metadata, metadata) #11

; Function Attrs: nocallback nofree nosync nounwind strictfp willreturn memory(inaccessiblemem: readwrite)
declare float @llvm.experimental.constrained.sitofp.f32.i64(i64, metadata, metadata) #11

; Function Attrs: nocallback nofree nosync nounwind strictfp willreturn memory(inaccessiblemem: readwrite)
declare float @llvm.experimental.constrained.uitofp.f32.i64(i64, metadata, metadata) #11

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <7 x i1> @llvm.get.active.lane.mask.v7i1.i64(i64, i64) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare ptr @llvm.invariant.start.p0(i64 immarg, ptr captures(none)) #12

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.invariant.end.p0(ptr, i64 immarg, ptr captures(none)) #12

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare i1 @llvm.is.constant.i32(i32) #13

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(inaccessiblemem: readwrite)
declare ptr @llvm.launder.invariant.group.p0(ptr) #14

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare ptr @llvm.strip.invariant.group.p0(ptr) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #12

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #12

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.masked.compressstore.v4f32(<4 x float>, ptr captures(none), <4 x i1>) #15

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare <4 x float> @llvm.masked.expandload.v4f32(ptr captures(none), <4 x i1>, <4 x float>) #16

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, <4 x i1>, <4 x float>) #16

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(write)
declare void @llvm.masked.scatter.v4f32.v4p0(<4 x float>, <4 x ptr>, <4 x i1>) #17

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr captures(none), <4 x i1>, <4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr captures(none), <4 x i1>) #15

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <48 x float> @llvm.matrix.column.major.load.v48f32.i64(ptr captures(none), i64, i1 immarg, i32 immarg, i32 immarg) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.matrix.column.major.store.v48f32.i64(<48 x float>, ptr writeonly captures(none), i64, i1 immarg, i32 immarg, i32 immarg) #15

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <12 x float> @llvm.matrix.multiply.v12f32.v64f32.v48f32(<64 x float>, <48 x float>, i32 immarg, i32 immarg, i32 immarg) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <48 x float> @llvm.matrix.transpose.v48f32(<48 x float>, i32 immarg, i32 immarg) #1

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #18

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p3.i32(ptr noalias writeonly captures(none), ptr addrspace(3) noalias readonly captures(none), i32, i1 immarg) #18

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.p0.p0.i64(ptr writeonly captures(none), ptr readonly captures(none), i64, i1 immarg) #18

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.p0.p3.i32(ptr writeonly captures(none), ptr addrspace(3) readonly captures(none), i32, i1 immarg) #18

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.inline.p0.p0.i32(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i32, i1 immarg) #18

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #19

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.inline.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #19

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.prefetch.p0(ptr readonly captures(none), i32 immarg, i32 immarg, i32 immarg) #20

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.ssa.copy.f32(float returned) #10

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave.p0() #21

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore.p0(ptr) #21

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.stepvector.v4i32() #10

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_copy.p0(ptr, ptr) #21

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #21

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #21

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { <4 x float>, <4 x float> } @llvm.vector.deinterleave2.v8f32(<8 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <8 x float> @llvm.vector.interleave2.v8f32(<4 x float>, <4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.vector.extract.v4f32.v8f32(<8 x float>, i64 immarg) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <8 x float> @llvm.vector.insert.v8f32.v4f32(<8 x float>, <4 x float>, i64 immarg) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.vscale.i64() #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <4 x i32> @llvm.experimental.vp.strided.load.v4i32.p0.i32(ptr captures(none), i32, <4 x i1>, i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.experimental.vp.strided.store.v4i32.p0.i32(<4 x i32>, ptr captures(none), i32, <4 x i1>, i32) #15

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <4 x i32> @llvm.vp.load.v4i32.p0(ptr captures(none), <4 x i1>, i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.vp.store.v4i32.p0(<4 x i32>, ptr captures(none), <4 x i1>, i32) #15

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vp.add.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vp.and.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vp.ashr.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vp.lshr.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vp.mul.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vp.or.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.vp.sdiv.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32) #10

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vp.shl.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vp.smax.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vp.smin.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.vp.srem.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32) #10

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vp.sub.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.vp.udiv.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32) #10

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vp.umax.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vp.umin.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.vp.urem.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32) #10

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vp.xor.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.vp.fadd.v4f32(<4 x float>, <4 x float>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.vp.fdiv.v4f32(<4 x float>, <4 x float>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.vp.fmul.v4f32(<4 x float>, <4 x float>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.vp.frem.v4f32(<4 x float>, <4 x float>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.vp.fsub.v4f32(<4 x float>, <4 x float>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.vp.fma.v4f32(<4 x float>, <4 x float>, <4 x float>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.vp.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.vp.fneg.v4f32(<4 x float>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vp.merge.v4i32(<4 x i1>, <4 x i32>, <4 x i32>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vp.select.v4i32(<4 x i1>, <4 x i32>, <4 x i32>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x double> @llvm.vp.fpext.v4f64.v4f32(<4 x float>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i64> @llvm.vp.fptosi.v4i64.v4f64(<4 x double>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i64> @llvm.vp.fptoui.v4i64.v4f64(<4 x double>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.vp.fptrunc.v4f32.v4f64(<4 x double>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x ptr> @llvm.vp.inttoptr.v4p0.v4i64(<4 x i64>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i64> @llvm.vp.ptrtoint.v4i64.v4p0(<4 x ptr>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i64> @llvm.vp.sext.v4i64.v4i32(<4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x double> @llvm.vp.sitofp.v4f64.v4i64(<4 x i64>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.vp.trunc.v4i32.v4i64(<4 x i64>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x double> @llvm.vp.uitofp.v4f64.v4i64(<4 x i64>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i64> @llvm.vp.zext.v4i64.v4i32(<4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vp.reduce.add.v4i32(i32, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vp.reduce.and.v4i32(i32, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vp.reduce.mul.v4i32(i32, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vp.reduce.or.v4i32(i32, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vp.reduce.smax.v4i32(i32, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vp.reduce.smin.v4i32(i32, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vp.reduce.umax.v4i32(i32, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vp.reduce.umin.v4i32(i32, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vp.reduce.xor.v4i32(i32, <4 x i32>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.vp.reduce.fadd.v4f32(float, <4 x float>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.vp.reduce.fmax.v4f32(float, <4 x float>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.vp.reduce.fmin.v4f32(float, <4 x float>, <4 x i1>, i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.vp.reduce.fmul.v4f32(float, <4 x float>, <4 x i1>, i32) #1

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #4 = { nounwind memory(none) }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #6 = { nounwind }
attributes #7 = { nomerge nounwind }
attributes #8 = { nounwind memory(argmem: read) }
attributes #9 = { cold noreturn nounwind memory(inaccessiblemem: write) }
attributes #10 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #11 = { nocallback nofree nosync nounwind strictfp willreturn memory(inaccessiblemem: readwrite) }
attributes #12 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #13 = { convergent nocallback nofree nosync nounwind willreturn memory(none) }
attributes #14 = { nocallback nofree nosync nounwind speculatable willreturn memory(inaccessiblemem: readwrite) }
attributes #15 = { nocallback nofree nosync nounwind willreturn memory(argmem: write) }
attributes #16 = { nocallback nofree nosync nounwind willreturn memory(read) }
attributes #17 = { nocallback nofree nosync nounwind willreturn memory(write) }
attributes #18 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #19 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #20 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #21 = { nocallback nofree nosync nounwind willreturn }
attributes #22 = { strictfp }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{!2}
!2 = distinct !{!2, !3}
!3 = distinct !{!3, !"d"}
!4 = !{i32 1}
