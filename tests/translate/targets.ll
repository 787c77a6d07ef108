; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

define void @arm_neon_intr_bfmmla(<4 x float> %0, <8 x bfloat> %1, <8 x bfloat> %2) {
  %4 = call <4 x float> @llvm.aarch64.neon.bfmmla(<4 x float> %0, <8 x bfloat> %1, <8 x bfloat> %2)
  ret void
}

define void @arm_neon_intr_sdot(<4 x i32> %0, <16 x i8> %1, <16 x i8> %2) {
  %4 = call <4 x i32> @llvm.aarch64.neon.sdot.v4i32.v16i8(<4 x i32> %0, <16 x i8> %1, <16 x i8> %2)
  ret void
}

define void @arm_neon_intr_smmla(<4 x i32> %0, <16 x i8> %1, <16 x i8> %2) {
  %4 = call <4 x i32> @llvm.aarch64.neon.smmla.v4i32.v16i8(<4 x i32> %0, <16 x i8> %1, <16 x i8> %2)
  ret void
}

define void @arm_neon_intr_smull(<8 x i8> %0, <8 x i8> %1) {
  %3 = call <8 x i16> @llvm.aarch64.neon.smull.v8i16(<8 x i8> %0, <8 x i8> %1)
  ret void
}

define void @arm_neon_intr_ummla(<4 x i32> %0, <16 x i8> %1, <16 x i8> %2) {
  %4 = call <4 x i32> @llvm.aarch64.neon.ummla.v4i32.v16i8(<4 x i32> %0, <16 x i8> %1, <16 x i8> %2)
  ret void
}

define void @arm_neon_intr_usmmla(<4 x i32> %0, <16 x i8> %1, <16 x i8> %2) {
  %4 = call <4 x i32> @llvm.aarch64.neon.usmmla.v4i32.v16i8(<4 x i32> %0, <16 x i8> %1, <16 x i8> %2)
  ret void
}

define void @arm_sve_intr_bfmmla(<vscale x 4 x float> %0, <vscale x 8 x bfloat> %1, <vscale x 8 x bfloat> %2) {
  %4 = call <vscale x 4 x float> @llvm.aarch64.sve.bfmmla(<vscale x 4 x float> %0, <vscale x 8 x bfloat> %1, <vscale x 8 x bfloat> %2)
  ret void
}

define void @arm_sve_intr_dupq_lane(<vscale x 4 x float> %0) {
  %2 = call <vscale x 4 x float> @llvm.aarch64.sve.dupq.lane.nxv4f32(<vscale x 4 x float> %0, i64 1)
  ret void
}

define void @arm_sve_intr_zip_x2(<vscale x 4 x float> %0, <vscale x 4 x float> %1) {
  %3 = call { <vscale x 4 x float>, <vscale x 4 x float> } @llvm.aarch64.sve.zip.x2.nxv4f32(<vscale x 4 x float> %0, <vscale x 4 x float> %1)
  ret void
}

define void @arm_sve_intr_zip_x4(<vscale x 4 x float> %0, <vscale x 4 x float> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3) {
  %5 = call { <vscale x 4 x float>, <vscale x 4 x float>, <vscale x 4 x float>, <vscale x 4 x float> } @llvm.aarch64.sve.zip.x4.nxv4f32(<vscale x 4 x float> %0, <vscale x 4 x float> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3)
  ret void
}

define void @rocdl_ballot(i1 %0) {
  %2 = call i32 @llvm.amdgcn.ballot.i32(i1 %0)
  ret void
}

define void @rocdl_barrier() {
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  ret void
}

define void @rocdl_cluster_id_x() {
  %1 = call i32 @llvm.amdgcn.cluster.id.x()
  ret void
}

define void @rocdl_cluster_id_y() {
  %1 = call i32 @llvm.amdgcn.cluster.id.y()
  ret void
}

define void @rocdl_cluster_id_z() {
  %1 = call i32 @llvm.amdgcn.cluster.id.z()
  ret void
}

define void @rocdl_cluster_load_async_to_lds_b128(ptr addrspace(1) %0, ptr addrspace(3) %1, i32 %2) {
  call void @llvm.amdgcn.cluster.load.async.to.lds.b128(ptr addrspace(1) %0, ptr addrspace(3) %1, i32 1, i32 2, i32 %2)
  ret void
}

define void @rocdl_cluster_load_async_to_lds_b32(ptr addrspace(1) %0, ptr addrspace(3) %1, i32 %2) {
  call void @llvm.amdgcn.cluster.load.async.to.lds.b32(ptr addrspace(1) %0, ptr addrspace(3) %1, i32 1, i32 2, i32 %2)
  ret void
}

define void @rocdl_cluster_load_async_to_lds_b64(ptr addrspace(1) %0, ptr addrspace(3) %1, i32 %2) {
  call void @llvm.amdgcn.cluster.load.async.to.lds.b64(ptr addrspace(1) %0, ptr addrspace(3) %1, i32 1, i32 2, i32 %2)
  ret void
}

define void @rocdl_cluster_load_async_to_lds_b8(ptr addrspace(1) %0, ptr addrspace(3) %1, i32 %2) {
  call void @llvm.amdgcn.cluster.load.async.to.lds.b8(ptr addrspace(1) %0, ptr addrspace(3) %1, i32 1, i32 2, i32 %2)
  ret void
}

define void @rocdl_cos(float %0) {
  %2 = call float @llvm.amdgcn.cos.f32(float %0)
  ret void
}

define void @rocdl_cvt_f32_bf8(i32 %0) {
  %2 = call float @llvm.amdgcn.cvt.f32.bf8(i32 %0, i32 1)
  ret void
}

define void @rocdl_cvt_f32_fp8(i32 %0) {
  %2 = call float @llvm.amdgcn.cvt.f32.fp8(i32 %0, i32 1)
  ret void
}

define void @rocdl_cvt_pk_bf8_f32(float %0, float %1, i32 %2) {
  %4 = call i32 @llvm.amdgcn.cvt.pk.bf8.f32(float %0, float %1, i32 %2, i1 true)
  ret void
}

define void @rocdl_cvt_pk_f32_bf8(i32 %0) {
  %2 = call <2 x float> @llvm.amdgcn.cvt.pk.f32.bf8(i32 %0, i1 true)
  ret void
}

define void @rocdl_cvt_pk_f32_fp8(i32 %0) {
  %2 = call <2 x float> @llvm.amdgcn.cvt.pk.f32.fp8(i32 %0, i1 true)
  ret void
}

define void @rocdl_cvt_pk_fp8_f32(float %0, float %1, i32 %2) {
  %4 = call i32 @llvm.amdgcn.cvt.pk.fp8.f32(float %0, float %1, i32 %2, i1 true)
  ret void
}

define void @rocdl_cvt_pkrtz(float %0, float %1) {
  %3 = call <2 x half> @llvm.amdgcn.cvt.pkrtz(float %0, float %1)
  ret void
}

define void @rocdl_cvt_scale_pk16_bf16_bf6(<3 x i32> %0, i32 %1) {
  %3 = call <16 x bfloat> @llvm.amdgcn.cvt.scale.pk16.bf16.bf6(<3 x i32> %0, i32 %1, i32 1)
  ret void
}

define void @rocdl_cvt_scale_pk16_bf16_fp6(<3 x i32> %0, i32 %1) {
  %3 = call <16 x bfloat> @llvm.amdgcn.cvt.scale.pk16.bf16.fp6(<3 x i32> %0, i32 %1, i32 1)
  ret void
}

define void @rocdl_cvt_scale_pk16_f16_bf6(<3 x i32> %0, i32 %1) {
  %3 = call <16 x half> @llvm.amdgcn.cvt.scale.pk16.f16.bf6(<3 x i32> %0, i32 %1, i32 1)
  ret void
}

define void @rocdl_cvt_scale_pk16_f16_fp6(<3 x i32> %0, i32 %1) {
  %3 = call <16 x half> @llvm.amdgcn.cvt.scale.pk16.f16.fp6(<3 x i32> %0, i32 %1, i32 1)
  ret void
}

define void @rocdl_cvt_scale_pk16_f32_bf6(<3 x i32> %0, i32 %1) {
  %3 = call <16 x float> @llvm.amdgcn.cvt.scale.pk16.f32.bf6(<3 x i32> %0, i32 %1, i32 1)
  ret void
}

define void @rocdl_cvt_scale_pk16_f32_fp6(<3 x i32> %0, i32 %1) {
  %3 = call <16 x float> @llvm.amdgcn.cvt.scale.pk16.f32.fp6(<3 x i32> %0, i32 %1, i32 1)
  ret void
}

define void @rocdl_cvt_scale_pk8_bf16_bf8(<2 x i32> %0, i32 %1) {
  %3 = call <8 x bfloat> @llvm.amdgcn.cvt.scale.pk8.bf16.bf8(<2 x i32> %0, i32 %1, i32 1)
  ret void
}

define void @rocdl_cvt_scale_pk8_bf16_fp4(i32 %0, i32 %1) {
  %3 = call <8 x bfloat> @llvm.amdgcn.cvt.scale.pk8.bf16.fp4(i32 %0, i32 %1, i32 1)
  ret void
}

define void @rocdl_cvt_scale_pk8_bf16_fp8(<2 x i32> %0, i32 %1) {
  %3 = call <8 x bfloat> @llvm.amdgcn.cvt.scale.pk8.bf16.fp8(<2 x i32> %0, i32 %1, i32 1)
  ret void
}

define void @rocdl_cvt_scale_pk8_f16_bf8(<2 x i32> %0, i32 %1) {
  %3 = call <8 x half> @llvm.amdgcn.cvt.scale.pk8.f16.bf8(<2 x i32> %0, i32 %1, i32 1)
  ret void
}

define void @rocdl_cvt_scale_pk8_f16_fp4(i32 %0, i32 %1) {
  %3 = call <8 x half> @llvm.amdgcn.cvt.scale.pk8.f16.fp4(i32 %0, i32 %1, i32 1)
  ret void
}

define void @rocdl_cvt_scale_pk8_f16_fp8(<2 x i32> %0, i32 %1) {
  %3 = call <8 x half> @llvm.amdgcn.cvt.scale.pk8.f16.fp8(<2 x i32> %0, i32 %1, i32 1)
  ret void
}

define void @rocdl_cvt_scale_pk8_f32_bf8(<2 x i32> %0, i32 %1) {
  %3 = call <8 x float> @llvm.amdgcn.cvt.scale.pk8.f32.bf8(<2 x i32> %0, i32 %1, i32 1)
  ret void
}

define void @rocdl_cvt_scale_pk8_f32_fp4(i32 %0, i32 %1) {
  %3 = call <8 x float> @llvm.amdgcn.cvt.scale.pk8.f32.fp4(i32 %0, i32 %1, i32 1)
  ret void
}

define void @rocdl_cvt_scale_pk8_f32_fp8(<2 x i32> %0, i32 %1) {
  %3 = call <8 x float> @llvm.amdgcn.cvt.scale.pk8.f32.fp8(<2 x i32> %0, i32 %1, i32 1)
  ret void
}

define void @rocdl_cvt_scalef32_2xpk16_bf6_f32(<16 x float> %0, <16 x float> %1, float %2) {
  %4 = call <6 x i32> @llvm.amdgcn.cvt.scalef32.2xpk16.bf6.f32(<16 x float> %0, <16 x float> %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_2xpk16_fp6_f32(<16 x float> %0, <16 x float> %1, float %2) {
  %4 = call <6 x i32> @llvm.amdgcn.cvt.scalef32.2xpk16.fp6.f32(<16 x float> %0, <16 x float> %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_f16_bf8(<2 x half> %0, i32 %1, float %2) {
  %4 = call <2 x half> @llvm.amdgcn.cvt.scalef32.f16.bf8(<2 x half> %0, i32 %1, float %2, i32 1, i1 false)
  ret void
}

define void @rocdl_cvt_scalef32_f16_fp8(<2 x half> %0, i32 %1, float %2) {
  %4 = call <2 x half> @llvm.amdgcn.cvt.scalef32.f16.fp8(<2 x half> %0, i32 %1, float %2, i32 1, i1 false)
  ret void
}

define void @rocdl_cvt_scalef32_f32_bf8(i32 %0, float %1) {
  %3 = call float @llvm.amdgcn.cvt.scalef32.f32.bf8(i32 %0, float %1, i32 1)
  ret void
}

define void @rocdl_cvt_scalef32_f32_fp8(i32 %0, float %1) {
  %3 = call float @llvm.amdgcn.cvt.scalef32.f32.fp8(i32 %0, float %1, i32 1)
  ret void
}

define void @rocdl_cvt_scalef32_pk_bf16_bf8(i32 %0, float %1) {
  %3 = call <2 x bfloat> @llvm.amdgcn.cvt.scalef32.pk.bf16.bf8(i32 %0, float %1, i1 true)
  ret void
}

define void @rocdl_cvt_scalef32_pk_bf16_fp4(i32 %0, float %1) {
  %3 = call <2 x bfloat> @llvm.amdgcn.cvt.scalef32.pk.bf16.fp4(i32 %0, float %1, i32 1)
  ret void
}

define void @rocdl_cvt_scalef32_pk_bf16_fp8(i32 %0, float %1) {
  %3 = call <2 x bfloat> @llvm.amdgcn.cvt.scalef32.pk.bf16.fp8(i32 %0, float %1, i1 true)
  ret void
}

define void @rocdl_cvt_scalef32_pk_bf8_bf16(<2 x i16> %0, <2 x bfloat> %1, float %2) {
  %4 = call <2 x i16> @llvm.amdgcn.cvt.scalef32.pk.bf8.bf16(<2 x i16> %0, <2 x bfloat> %1, float %2, i1 true)
  ret void
}

define void @rocdl_cvt_scalef32_pk_bf8_f16(<2 x i16> %0, <2 x half> %1, float %2) {
  %4 = call <2 x i16> @llvm.amdgcn.cvt.scalef32.pk.bf8.f16(<2 x i16> %0, <2 x half> %1, float %2, i1 true)
  ret void
}

define void @rocdl_cvt_scalef32_pk_bf8_f32(<2 x i16> %0, float %1, float %2, float %3) {
  %5 = call <2 x i16> @llvm.amdgcn.cvt.scalef32.pk.bf8.f32(<2 x i16> %0, float %1, float %2, float %3, i1 true)
  ret void
}

define void @rocdl_cvt_scalef32_pk_f16_bf8(i32 %0, float %1) {
  %3 = call <2 x half> @llvm.amdgcn.cvt.scalef32.pk.f16.bf8(i32 %0, float %1, i1 true)
  ret void
}

define void @rocdl_cvt_scalef32_pk_f16_fp4(i32 %0, float %1) {
  %3 = call <2 x half> @llvm.amdgcn.cvt.scalef32.pk.f16.fp4(i32 %0, float %1, i32 1)
  ret void
}

define void @rocdl_cvt_scalef32_pk_f16_fp8(i32 %0, float %1) {
  %3 = call <2 x half> @llvm.amdgcn.cvt.scalef32.pk.f16.fp8(i32 %0, float %1, i1 true)
  ret void
}

define void @rocdl_cvt_scalef32_pk_f32_bf8(i32 %0, float %1) {
  %3 = call <2 x float> @llvm.amdgcn.cvt.scalef32.pk.f32.bf8(i32 %0, float %1, i1 true)
  ret void
}

define void @rocdl_cvt_scalef32_pk_f32_fp4(i32 %0, float %1) {
  %3 = call <2 x float> @llvm.amdgcn.cvt.scalef32.pk.f32.fp4(i32 %0, float %1, i32 1)
  ret void
}

define void @rocdl_cvt_scalef32_pk_f32_fp8(i32 %0, float %1) {
  %3 = call <2 x float> @llvm.amdgcn.cvt.scalef32.pk.f32.fp8(i32 %0, float %1, i1 true)
  ret void
}

define void @rocdl_cvt_scalef32_pk_fp4_bf16(i32 %0, <2 x bfloat> %1, float %2) {
  %4 = call i32 @llvm.amdgcn.cvt.scalef32.pk.fp4.bf16(i32 %0, <2 x bfloat> %1, float %2, i32 1)
  ret void
}

define void @rocdl_cvt_scalef32_pk_fp4_f16(i32 %0, <2 x half> %1, float %2) {
  %4 = call i32 @llvm.amdgcn.cvt.scalef32.pk.fp4.f16(i32 %0, <2 x half> %1, float %2, i32 1)
  ret void
}

define void @rocdl_cvt_scalef32_pk_fp4_f32(i32 %0, float %1, float %2, float %3) {
  %5 = call i32 @llvm.amdgcn.cvt.scalef32.pk.fp4.f32(i32 %0, float %1, float %2, float %3, i32 1)
  ret void
}

define void @rocdl_cvt_scalef32_pk_fp8_bf16(<2 x i16> %0, <2 x bfloat> %1, float %2) {
  %4 = call <2 x i16> @llvm.amdgcn.cvt.scalef32.pk.fp8.bf16(<2 x i16> %0, <2 x bfloat> %1, float %2, i1 true)
  ret void
}

define void @rocdl_cvt_scalef32_pk_fp8_f16(<2 x i16> %0, <2 x half> %1, float %2) {
  %4 = call <2 x i16> @llvm.amdgcn.cvt.scalef32.pk.fp8.f16(<2 x i16> %0, <2 x half> %1, float %2, i1 true)
  ret void
}

define void @rocdl_cvt_scalef32_pk_fp8_f32(<2 x i16> %0, float %1, float %2, float %3) {
  %5 = call <2 x i16> @llvm.amdgcn.cvt.scalef32.pk.fp8.f32(<2 x i16> %0, float %1, float %2, float %3, i1 true)
  ret void
}

define void @rocdl_cvt_scalef32_pk16_bf6_bf16(<16 x bfloat> %0, float %1) {
  %3 = call <3 x i32> @llvm.amdgcn.cvt.scalef32.pk16.bf6.bf16(<16 x bfloat> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk16_bf6_f16(<16 x half> %0, float %1) {
  %3 = call <3 x i32> @llvm.amdgcn.cvt.scalef32.pk16.bf6.f16(<16 x half> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk16_bf6_f32(<16 x float> %0, float %1) {
  %3 = call <3 x i32> @llvm.amdgcn.cvt.scalef32.pk16.bf6.f32(<16 x float> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk16_fp6_bf16(<16 x bfloat> %0, float %1) {
  %3 = call <3 x i32> @llvm.amdgcn.cvt.scalef32.pk16.fp6.bf16(<16 x bfloat> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk16_fp6_f16(<16 x half> %0, float %1) {
  %3 = call <3 x i32> @llvm.amdgcn.cvt.scalef32.pk16.fp6.f16(<16 x half> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk16_fp6_f32(<16 x float> %0, float %1) {
  %3 = call <3 x i32> @llvm.amdgcn.cvt.scalef32.pk16.fp6.f32(<16 x float> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk32_bf16_bf6(<6 x i32> %0, float %1) {
  %3 = call <32 x bfloat> @llvm.amdgcn.cvt.scalef32.pk32.bf16.bf6(<6 x i32> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk32_bf16_fp6(<6 x i32> %0, float %1) {
  %3 = call <32 x bfloat> @llvm.amdgcn.cvt.scalef32.pk32.bf16.fp6(<6 x i32> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk32_bf6_bf16(<32 x bfloat> %0, float %1) {
  %3 = call <6 x i32> @llvm.amdgcn.cvt.scalef32.pk32.bf6.bf16(<32 x bfloat> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk32_bf6_f16(<32 x half> %0, float %1) {
  %3 = call <6 x i32> @llvm.amdgcn.cvt.scalef32.pk32.bf6.f16(<32 x half> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk32_f16_bf6(<6 x i32> %0, float %1) {
  %3 = call <32 x half> @llvm.amdgcn.cvt.scalef32.pk32.f16.bf6(<6 x i32> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk32_f16_fp6(<6 x i32> %0, float %1) {
  %3 = call <32 x half> @llvm.amdgcn.cvt.scalef32.pk32.f16.fp6(<6 x i32> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk32_f32_bf6(<6 x i32> %0, float %1) {
  %3 = call <32 x float> @llvm.amdgcn.cvt.scalef32.pk32.f32.bf6(<6 x i32> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk32_f32_fp6(<6 x i32> %0, float %1) {
  %3 = call <32 x float> @llvm.amdgcn.cvt.scalef32.pk32.f32.fp6(<6 x i32> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk32_fp6_bf16(<32 x bfloat> %0, float %1) {
  %3 = call <6 x i32> @llvm.amdgcn.cvt.scalef32.pk32.fp6.bf16(<32 x bfloat> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk32_fp6_f16(<32 x half> %0, float %1) {
  %3 = call <6 x i32> @llvm.amdgcn.cvt.scalef32.pk32.fp6.f16(<32 x half> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk8_bf8_bf16(<8 x bfloat> %0, float %1) {
  %3 = call <2 x i32> @llvm.amdgcn.cvt.scalef32.pk8.bf8.bf16(<8 x bfloat> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk8_bf8_f16(<8 x half> %0, float %1) {
  %3 = call <2 x i32> @llvm.amdgcn.cvt.scalef32.pk8.bf8.f16(<8 x half> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk8_bf8_f32(<8 x float> %0, float %1) {
  %3 = call <2 x i32> @llvm.amdgcn.cvt.scalef32.pk8.bf8.f32(<8 x float> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk8_fp4_bf16(<8 x bfloat> %0, float %1) {
  %3 = call i32 @llvm.amdgcn.cvt.scalef32.pk8.fp4.bf16(<8 x bfloat> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk8_fp4_f16(<8 x half> %0, float %1) {
  %3 = call i32 @llvm.amdgcn.cvt.scalef32.pk8.fp4.f16(<8 x half> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk8_fp4_f32(<8 x float> %0, float %1) {
  %3 = call i32 @llvm.amdgcn.cvt.scalef32.pk8.fp4.f32(<8 x float> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk8_fp8_bf16(<8 x bfloat> %0, float %1) {
  %3 = call <2 x i32> @llvm.amdgcn.cvt.scalef32.pk8.fp8.bf16(<8 x bfloat> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk8_fp8_f16(<8 x half> %0, float %1) {
  %3 = call <2 x i32> @llvm.amdgcn.cvt.scalef32.pk8.fp8.f16(<8 x half> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_pk8_fp8_f32(<8 x float> %0, float %1) {
  %3 = call <2 x i32> @llvm.amdgcn.cvt.scalef32.pk8.fp8.f32(<8 x float> %0, float %1)
  ret void
}

define void @rocdl_cvt_scalef32_sr_bf8_bf16(i32 %0, bfloat %1, i32 %2, float %3) {
  %5 = call i32 @llvm.amdgcn.cvt.scalef32.sr.bf8.bf16(i32 %0, bfloat %1, i32 %2, float %3, i32 1)
  ret void
}

define void @rocdl_cvt_scalef32_sr_bf8_f16(i32 %0, half %1, i32 %2, float %3) {
  %5 = call i32 @llvm.amdgcn.cvt.scalef32.sr.bf8.f16(i32 %0, half %1, i32 %2, float %3, i32 1)
  ret void
}

define void @rocdl_cvt_scalef32_sr_bf8_f32(i32 %0, float %1, i32 %2, float %3) {
  %5 = call i32 @llvm.amdgcn.cvt.scalef32.sr.bf8.f32(i32 %0, float %1, i32 %2, float %3, i32 1)
  ret void
}

define void @rocdl_cvt_scalef32_sr_fp8_bf16(i32 %0, bfloat %1, i32 %2, float %3) {
  %5 = call i32 @llvm.amdgcn.cvt.scalef32.sr.fp8.bf16(i32 %0, bfloat %1, i32 %2, float %3, i32 1)
  ret void
}

define void @rocdl_cvt_scalef32_sr_fp8_f16(i32 %0, half %1, i32 %2, float %3) {
  %5 = call i32 @llvm.amdgcn.cvt.scalef32.sr.fp8.f16(i32 %0, half %1, i32 %2, float %3, i32 1)
  ret void
}

define void @rocdl_cvt_scalef32_sr_fp8_f32(i32 %0, float %1, i32 %2, float %3) {
  %5 = call i32 @llvm.amdgcn.cvt.scalef32.sr.fp8.f32(i32 %0, float %1, i32 %2, float %3, i32 1)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk_fp4_bf16(i32 %0, <2 x bfloat> %1, i32 %2, float %3) {
  %5 = call i32 @llvm.amdgcn.cvt.scalef32.sr.pk.fp4.bf16(i32 %0, <2 x bfloat> %1, i32 %2, float %3, i32 1)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk_fp4_f16(i32 %0, <2 x half> %1, i32 %2, float %3) {
  %5 = call i32 @llvm.amdgcn.cvt.scalef32.sr.pk.fp4.f16(i32 %0, <2 x half> %1, i32 %2, float %3, i32 1)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk_fp4_f32(i32 %0, <2 x float> %1, i32 %2, float %3) {
  %5 = call i32 @llvm.amdgcn.cvt.scalef32.sr.pk.fp4.f32(i32 %0, <2 x float> %1, i32 %2, float %3, i32 1)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk16_bf6_bf16(<16 x bfloat> %0, i32 %1, float %2) {
  %4 = call <3 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk16.bf6.bf16(<16 x bfloat> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk16_bf6_f16(<16 x half> %0, i32 %1, float %2) {
  %4 = call <3 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk16.bf6.f16(<16 x half> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk16_bf6_f32(<16 x float> %0, i32 %1, float %2) {
  %4 = call <3 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk16.bf6.f32(<16 x float> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk16_fp6_bf16(<16 x bfloat> %0, i32 %1, float %2) {
  %4 = call <3 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk16.fp6.bf16(<16 x bfloat> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk16_fp6_f16(<16 x half> %0, i32 %1, float %2) {
  %4 = call <3 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk16.fp6.f16(<16 x half> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk16_fp6_f32(<16 x float> %0, i32 %1, float %2) {
  %4 = call <3 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk16.fp6.f32(<16 x float> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk32_bf6_bf16(<32 x bfloat> %0, i32 %1, float %2) {
  %4 = call <6 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk32.bf6.bf16(<32 x bfloat> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk32_bf6_f16(<32 x half> %0, i32 %1, float %2) {
  %4 = call <6 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk32.bf6.f16(<32 x half> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk32_bf6_f32(<32 x float> %0, i32 %1, float %2) {
  %4 = call <6 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk32.bf6.f32(<32 x float> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk32_fp6_bf16(<32 x bfloat> %0, i32 %1, float %2) {
  %4 = call <6 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk32.fp6.bf16(<32 x bfloat> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk32_fp6_f16(<32 x half> %0, i32 %1, float %2) {
  %4 = call <6 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk32.fp6.f16(<32 x half> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk32_fp6_f32(<32 x float> %0, i32 %1, float %2) {
  %4 = call <6 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk32.fp6.f32(<32 x float> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk8_bf8_bf16(<8 x bfloat> %0, i32 %1, float %2) {
  %4 = call <2 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk8.bf8.bf16(<8 x bfloat> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk8_bf8_f16(<8 x half> %0, i32 %1, float %2) {
  %4 = call <2 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk8.bf8.f16(<8 x half> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk8_bf8_f32(<8 x float> %0, i32 %1, float %2) {
  %4 = call <2 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk8.bf8.f32(<8 x float> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk8_fp4_bf16(<8 x bfloat> %0, i32 %1, float %2) {
  %4 = call i32 @llvm.amdgcn.cvt.scalef32.sr.pk8.fp4.bf16(<8 x bfloat> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk8_fp4_f16(<8 x half> %0, i32 %1, float %2) {
  %4 = call i32 @llvm.amdgcn.cvt.scalef32.sr.pk8.fp4.f16(<8 x half> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk8_fp4_f32(<8 x float> %0, i32 %1, float %2) {
  %4 = call i32 @llvm.amdgcn.cvt.scalef32.sr.pk8.fp4.f32(<8 x float> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk8_fp8_bf16(<8 x bfloat> %0, i32 %1, float %2) {
  %4 = call <2 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk8.fp8.bf16(<8 x bfloat> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk8_fp8_f16(<8 x half> %0, i32 %1, float %2) {
  %4 = call <2 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk8.fp8.f16(<8 x half> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_scalef32_sr_pk8_fp8_f32(<8 x float> %0, i32 %1, float %2) {
  %4 = call <2 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk8.fp8.f32(<8 x float> %0, i32 %1, float %2)
  ret void
}

define void @rocdl_cvt_sr_bf8_f32(float %0, i32 %1, i32 %2) {
  %4 = call i32 @llvm.amdgcn.cvt.sr.bf8.f32(float %0, i32 %1, i32 %2, i32 1)
  ret void
}

define void @rocdl_cvt_sr_fp8_f32(float %0, i32 %1, i32 %2) {
  %4 = call i32 @llvm.amdgcn.cvt.sr.fp8.f32(float %0, i32 %1, i32 %2, i32 1)
  ret void
}

define void @rocdl_ds_atomic_async_barrier_arrive_b64(ptr addrspace(3) %0) {
  call void @llvm.amdgcn.ds.atomic.async.barrier.arrive.b64(ptr addrspace(3) %0)
  ret void
}

define void @rocdl_ds_atomic_barrier_arrive_rtn_b64(ptr addrspace(3) %0, i64 %1) {
  %3 = call i64 @llvm.amdgcn.ds.atomic.barrier.arrive.rtn.b64(ptr addrspace(3) %0, i64 %1)
  ret void
}

define void @rocdl_ds_load_tr16_b128(ptr addrspace(3) %0) {
  %2 = call i32 @llvm.amdgcn.ds.load.tr16.b128.i32(ptr addrspace(3) %0)
  ret void
}

define void @rocdl_ds_load_tr4_b64(ptr addrspace(3) %0) {
  %2 = call i32 @llvm.amdgcn.ds.load.tr4.b64.i32(ptr addrspace(3) %0)
  ret void
}

define void @rocdl_ds_load_tr6_b96(ptr addrspace(3) %0) {
  %2 = call i32 @llvm.amdgcn.ds.load.tr6.b96.i32(ptr addrspace(3) %0)
  ret void
}

define void @rocdl_ds_load_tr8_b64(ptr addrspace(3) %0) {
  %2 = call i32 @llvm.amdgcn.ds.load.tr8.b64.i32(ptr addrspace(3) %0)
  ret void
}

define void @rocdl_ds_read_tr16_b64(ptr addrspace(3) %0) {
  %2 = call i32 @llvm.amdgcn.ds.read.tr16.b64.i32(ptr addrspace(3) %0)
  ret void
}

define void @rocdl_ds_read_tr4_b64(ptr addrspace(3) %0) {
  %2 = call i32 @llvm.amdgcn.ds.read.tr4.b64.i32(ptr addrspace(3) %0)
  ret void
}

define void @rocdl_ds_read_tr6_b96(ptr addrspace(3) %0) {
  %2 = call i32 @llvm.amdgcn.ds.read.tr6.b96.i32(ptr addrspace(3) %0)
  ret void
}

define void @rocdl_ds_read_tr8_b64(ptr addrspace(3) %0) {
  %2 = call i32 @llvm.amdgcn.ds.read.tr8.b64.i32(ptr addrspace(3) %0)
  ret void
}

define void @rocdl_ds_bpermute(i32 %0, i32 %1) {
  %3 = call i32 @llvm.amdgcn.ds.bpermute(i32 %0, i32 %1)
  ret void
}

define void @rocdl_ds_swizzle(i32 %0) {
  %2 = call i32 @llvm.amdgcn.ds.swizzle(i32 %0, i32 2)
  ret void
}

define void @rocdl_exp2(float %0) {
  %2 = call float @llvm.amdgcn.exp2.f32(float %0)
  ret void
}

define void @rocdl_flat_prefetch(ptr %0) {
  call void @llvm.amdgcn.flat.prefetch(ptr %0, i32 1)
  ret void
}

define void @rocdl_fmed3(float %0, float %1, float %2) {
  %4 = call float @llvm.amdgcn.fmed3.f32(float %0, float %1, float %2)
  ret void
}

define void @rocdl_global_load_async_to_lds_b128(ptr addrspace(1) %0, ptr addrspace(3) %1) {
  call void @llvm.amdgcn.global.load.async.to.lds.b128(ptr addrspace(1) %0, ptr addrspace(3) %1, i32 1, i32 2)
  ret void
}

define void @rocdl_global_load_async_to_lds_b32(ptr addrspace(1) %0, ptr addrspace(3) %1) {
  call void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1) %0, ptr addrspace(3) %1, i32 1, i32 2)
  ret void
}

define void @rocdl_global_load_async_to_lds_b64(ptr addrspace(1) %0, ptr addrspace(3) %1) {
  call void @llvm.amdgcn.global.load.async.to.lds.b64(ptr addrspace(1) %0, ptr addrspace(3) %1, i32 1, i32 2)
  ret void
}

define void @rocdl_global_load_async_to_lds_b8(ptr addrspace(1) %0, ptr addrspace(3) %1) {
  call void @llvm.amdgcn.global.load.async.to.lds.b8(ptr addrspace(1) %0, ptr addrspace(3) %1, i32 1, i32 2)
  ret void
}

define void @rocdl_global_load_lds(ptr addrspace(1) %0, ptr addrspace(3) %1) {
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %0, ptr addrspace(3) %1, i32 1, i32 2, i32 3)
  ret void
}

define void @rocdl_global_load_tr_b128(ptr addrspace(1) %0) {
  %2 = call i32 @llvm.amdgcn.global.load.tr.b128.i32(ptr addrspace(1) %0)
  ret void
}

define void @rocdl_global_load_tr_b64(ptr addrspace(1) %0) {
  %2 = call i32 @llvm.amdgcn.global.load.tr.b64.i32(ptr addrspace(1) %0)
  ret void
}

define void @rocdl_global_load_tr4_b64(ptr addrspace(1) %0) {
  %2 = call i32 @llvm.amdgcn.global.load.tr4.b64.i32(ptr addrspace(1) %0)
  ret void
}

define void @rocdl_global_load_tr6_b96(ptr addrspace(1) %0) {
  %2 = call i32 @llvm.amdgcn.global.load.tr6.b96.i32(ptr addrspace(1) %0)
  ret void
}

define void @rocdl_global_prefetch(ptr addrspace(1) %0) {
  call void @llvm.amdgcn.global.prefetch(ptr addrspace(1) %0, i32 1)
  ret void
}

define void @rocdl_grid_dim_x() {
  %1 = call i64 @__ockl_get_num_groups(i32 0)
  ret void
}

define void @rocdl_grid_dim_y() {
  %1 = call i64 @__ockl_get_num_groups(i32 1)
  ret void
}

define void @rocdl_grid_dim_z() {
  %1 = call i64 @__ockl_get_num_groups(i32 2)
  ret void
}

define void @rocdl_iglp_opt() {
  call void @llvm.amdgcn.iglp.opt(i32 1)
  ret void
}

define void @rocdl_load_to_lds(ptr %0, ptr addrspace(3) %1) {
  call void @llvm.amdgcn.load.to.lds.p0(ptr %0, ptr addrspace(3) %1, i32 1, i32 2, i32 3)
  ret void
}

define void @rocdl_log(float %0) {
  %2 = call float @llvm.amdgcn.log.f32(float %0)
  ret void
}

define void @rocdl_make_buffer_rsrc(ptr %0, i16 %1, i64 %2, i32 %3) {
  %5 = call ptr @llvm.amdgcn.make.buffer.rsrc.p0.p0(ptr %0, i16 %1, i64 %2, i32 %3)
  ret void
}

define void @rocdl_mbcnt_hi(i32 %0, i32 %1) {
  %3 = call i32 @llvm.amdgcn.mbcnt.hi(i32 %0, i32 %1)
  ret void
}

define void @rocdl_mbcnt_lo(i32 %0, i32 %1) {
  %3 = call i32 @llvm.amdgcn.mbcnt.lo(i32 %0, i32 %1)
  ret void
}

define void @rocdl_mfma_f32_16x16x16bf16_1k(<4 x i16> %0, <4 x i16> %1, <4 x float> %2) {
  %4 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16bf16.1k(<4 x i16> %0, <4 x i16> %1, <4 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_16x16x16f16(<4 x half> %0, <4 x half> %1, <4 x float> %2) {
  %4 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half> %0, <4 x half> %1, <4 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_16x16x1f32(float %0, float %1, <16 x float> %2) {
  %4 = call <16 x float> @llvm.amdgcn.mfma.f32.16x16x1f32(float %0, float %1, <16 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_16x16x2bf16(<2 x i16> %0, <2 x i16> %1, <16 x float> %2) {
  %4 = call <16 x float> @llvm.amdgcn.mfma.f32.16x16x2bf16(<2 x i16> %0, <2 x i16> %1, <16 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_16x16x32_bf16(<8 x bfloat> %0, <8 x bfloat> %1, <4 x float> %2) {
  %4 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.bf16(<8 x bfloat> %0, <8 x bfloat> %1, <4 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_16x16x32_bf8_bf8(i64 %0, i64 %1, <4 x float> %2) {
  %4 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.bf8.bf8(i64 %0, i64 %1, <4 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_16x16x32_bf8_fp8(i64 %0, i64 %1, <4 x float> %2) {
  %4 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.bf8.fp8(i64 %0, i64 %1, <4 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_16x16x32_f16(<8 x half> %0, <8 x half> %1, <4 x float> %2) {
  %4 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half> %0, <8 x half> %1, <4 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_16x16x32_fp8_bf8(i64 %0, i64 %1, <4 x float> %2) {
  %4 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.fp8.bf8(i64 %0, i64 %1, <4 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_16x16x32_fp8_fp8(i64 %0, i64 %1, <4 x float> %2) {
  %4 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.fp8.fp8(i64 %0, i64 %1, <4 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_16x16x4bf16_1k(<4 x i16> %0, <4 x i16> %1, <16 x float> %2) {
  %4 = call <16 x float> @llvm.amdgcn.mfma.f32.16x16x4bf16.1k(<4 x i16> %0, <4 x i16> %1, <16 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_16x16x4f16(<4 x half> %0, <4 x half> %1, <16 x float> %2) {
  %4 = call <16 x float> @llvm.amdgcn.mfma.f32.16x16x4f16(<4 x half> %0, <4 x half> %1, <16 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_16x16x4f32(float %0, float %1, <4 x float> %2) {
  %4 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %0, float %1, <4 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_16x16x8_xf32(<2 x float> %0, <2 x float> %1, <4 x float> %2) {
  %4 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float> %0, <2 x float> %1, <4 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_16x16x8bf16(<2 x i16> %0, <2 x i16> %1, <4 x float> %2) {
  %4 = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x8bf16(<2 x i16> %0, <2 x i16> %1, <4 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_32x32x16_bf16(<8 x bfloat> %0, <8 x bfloat> %1, <16 x float> %2) {
  %4 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %0, <8 x bfloat> %1, <16 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_32x32x16_bf8_bf8(i64 %0, i64 %1, <16 x float> %2) {
  %4 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf8.bf8(i64 %0, i64 %1, <16 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_32x32x16_bf8_fp8(i64 %0, i64 %1, <16 x float> %2) {
  %4 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf8.fp8(i64 %0, i64 %1, <16 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_32x32x16_f16(<8 x half> %0, <8 x half> %1, <16 x float> %2) {
  %4 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %0, <8 x half> %1, <16 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_32x32x16_fp8_bf8(i64 %0, i64 %1, <16 x float> %2) {
  %4 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.fp8.bf8(i64 %0, i64 %1, <16 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_32x32x16_fp8_fp8(i64 %0, i64 %1, <16 x float> %2) {
  %4 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.fp8.fp8(i64 %0, i64 %1, <16 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_32x32x1f32(float %0, float %1, <32 x float> %2) {
  %4 = call <32 x float> @llvm.amdgcn.mfma.f32.32x32x1f32(float %0, float %1, <32 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_32x32x2bf16(<2 x i16> %0, <2 x i16> %1, <32 x float> %2) {
  %4 = call <32 x float> @llvm.amdgcn.mfma.f32.32x32x2bf16(<2 x i16> %0, <2 x i16> %1, <32 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_32x32x2f32(float %0, float %1, <16 x float> %2) {
  %4 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x2f32(float %0, float %1, <16 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_32x32x4_xf32(<2 x float> %0, <2 x float> %1, <16 x float> %2) {
  %4 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x4.xf32(<2 x float> %0, <2 x float> %1, <16 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_32x32x4bf16(<2 x i16> %0, <2 x i16> %1, <16 x float> %2) {
  %4 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x4bf16(<2 x i16> %0, <2 x i16> %1, <16 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_32x32x4bf16_1k(<4 x i16> %0, <4 x i16> %1, <32 x float> %2) {
  %4 = call <32 x float> @llvm.amdgcn.mfma.f32.32x32x4bf16.1k(<4 x i16> %0, <4 x i16> %1, <32 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_32x32x4f16(<4 x half> %0, <4 x half> %1, <32 x float> %2) {
  %4 = call <32 x float> @llvm.amdgcn.mfma.f32.32x32x4f16(<4 x half> %0, <4 x half> %1, <32 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_32x32x8bf16_1k(<4 x i16> %0, <4 x i16> %1, <16 x float> %2) {
  %4 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %0, <4 x i16> %1, <16 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_32x32x8f16(<4 x half> %0, <4 x half> %1, <16 x float> %2) {
  %4 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %0, <4 x half> %1, <16 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_4x4x1f32(float %0, float %1, <4 x float> %2) {
  %4 = call <4 x float> @llvm.amdgcn.mfma.f32.4x4x1f32(float %0, float %1, <4 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_4x4x2bf16(<2 x i16> %0, <2 x i16> %1, <4 x float> %2) {
  %4 = call <4 x float> @llvm.amdgcn.mfma.f32.4x4x2bf16(<2 x i16> %0, <2 x i16> %1, <4 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_4x4x4bf16_1k(<4 x i16> %0, <4 x i16> %1, <4 x float> %2) {
  %4 = call <4 x float> @llvm.amdgcn.mfma.f32.4x4x4bf16.1k(<4 x i16> %0, <4 x i16> %1, <4 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f32_4x4x4f16(<4 x half> %0, <4 x half> %1, <4 x float> %2) {
  %4 = call <4 x float> @llvm.amdgcn.mfma.f32.4x4x4f16(<4 x half> %0, <4 x half> %1, <4 x float> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f64_16x16x4f64(double %0, double %1, <4 x double> %2) {
  %4 = call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double %0, double %1, <4 x double> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_f64_4x4x4f64(double %0, double %1, double %2) {
  %4 = call double @llvm.amdgcn.mfma.f64.4x4x4f64(double %0, double %1, double %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_i32_16x16x16i8(i32 %0, i32 %1, <4 x i32> %2) {
  %4 = call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x16i8(i32 %0, i32 %1, <4 x i32> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_i32_16x16x32_i8(i64 %0, i64 %1, <4 x i32> %2) {
  %4 = call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64 %0, i64 %1, <4 x i32> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_i32_16x16x4i8(i32 %0, i32 %1, <16 x i32> %2) {
  %4 = call <16 x i32> @llvm.amdgcn.mfma.i32.16x16x4i8(i32 %0, i32 %1, <16 x i32> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_i32_16x16x64_i8(<4 x i32> %0, <4 x i32> %1, <4 x i32> %2) {
  %4 = call <4 x i32> @llvm.amdgcn.mfma.i32.16x16x64.i8(<4 x i32> %0, <4 x i32> %1, <4 x i32> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_i32_32x32x16_i8(i64 %0, i64 %1, <16 x i32> %2) {
  %4 = call <16 x i32> @llvm.amdgcn.mfma.i32.32x32x16.i8(i64 %0, i64 %1, <16 x i32> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_i32_32x32x32_i8(<4 x i32> %0, <4 x i32> %1, <16 x i32> %2) {
  %4 = call <16 x i32> @llvm.amdgcn.mfma.i32.32x32x32.i8(<4 x i32> %0, <4 x i32> %1, <16 x i32> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_i32_32x32x4i8(i32 %0, i32 %1, <32 x i32> %2) {
  %4 = call <32 x i32> @llvm.amdgcn.mfma.i32.32x32x4i8(i32 %0, i32 %1, <32 x i32> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_i32_32x32x8i8(i32 %0, i32 %1, <16 x i32> %2) {
  %4 = call <16 x i32> @llvm.amdgcn.mfma.i32.32x32x8i8(i32 %0, i32 %1, <16 x i32> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_mfma_i32_4x4x4i8(i32 %0, i32 %1, <4 x i32> %2) {
  %4 = call <4 x i32> @llvm.amdgcn.mfma.i32.4x4x4i8(i32 %0, i32 %1, <4 x i32> %2, i32 4, i32 5, i32 6)
  ret void
}

define void @rocdl_permlane16_swap(i32 %0, i32 %1) {
  %3 = call { i32, i32 } @llvm.amdgcn.permlane16.swap(i32 %0, i32 %1, i1 true, i1 false)
  ret void
}

define void @rocdl_permlane32_swap(i32 %0, i32 %1) {
  %3 = call { i32, i32 } @llvm.amdgcn.permlane32.swap(i32 %0, i32 %1, i1 true, i1 false)
  ret void
}

define void @rocdl_permlanex16(i32 %0, i32 %1, i32 %2, i32 %3) {
  %5 = call i32 @llvm.amdgcn.permlanex16.i32(i32 %0, i32 %1, i32 %2, i32 %3, i1 true, i1 false)
  ret void
}

define void @rocdl_raw_buffer_atomic_cmpswap(i32 %0, i32 %1, <4 x i32> %2, i32 %3, i32 %4) {
  %6 = call i32 @llvm.amdgcn.raw.buffer.atomic.cmpswap.i32(i32 %0, i32 %1, <4 x i32> %2, i32 %3, i32 %4, i32 6)
  ret void
}

define void @rocdl_raw_buffer_atomic_smax(i32 %0, <4 x i32> %1, i32 %2, i32 %3) {
  %5 = call i32 @llvm.amdgcn.raw.buffer.atomic.smax.i32(i32 %0, <4 x i32> %1, i32 %2, i32 %3, i32 5)
  ret void
}

define void @rocdl_raw_buffer_atomic_umin(i32 %0, <4 x i32> %1, i32 %2, i32 %3) {
  %5 = call i32 @llvm.amdgcn.raw.buffer.atomic.umin.i32(i32 %0, <4 x i32> %1, i32 %2, i32 %3, i32 5)
  ret void
}

define void @rocdl_raw_buffer_load(<4 x i32> %0, i32 %1, i32 %2) {
  %4 = call i32 @llvm.amdgcn.raw.buffer.load.i32(<4 x i32> %0, i32 %1, i32 %2, i32 4)
  ret void
}

define void @rocdl_raw_buffer_store(i32 %0, <4 x i32> %1, i32 %2, i32 %3) {
  call void @llvm.amdgcn.raw.buffer.store.i32(i32 %0, <4 x i32> %1, i32 %2, i32 %3, i32 5)
  ret void
}

define void @rocdl_raw_ptr_buffer_atomic_cmpswap(i32 %0, i32 %1, ptr addrspace(8) %2, i32 %3, i32 %4) {
  %6 = call i32 @llvm.amdgcn.raw.ptr.buffer.atomic.cmpswap.i32(i32 %0, i32 %1, ptr addrspace(8) %2, i32 %3, i32 %4, i32 6)
  ret void
}

define void @rocdl_raw_ptr_buffer_atomic_smax(i32 %0, ptr addrspace(8) %1, i32 %2, i32 %3) {
  %5 = call i32 @llvm.amdgcn.raw.ptr.buffer.atomic.smax.i32(i32 %0, ptr addrspace(8) %1, i32 %2, i32 %3, i32 5)
  ret void
}

define void @rocdl_raw_ptr_buffer_atomic_umin(i32 %0, ptr addrspace(8) %1, i32 %2, i32 %3) {
  %5 = call i32 @llvm.amdgcn.raw.ptr.buffer.atomic.umin.i32(i32 %0, ptr addrspace(8) %1, i32 %2, i32 %3, i32 5)
  ret void
}

define void @rocdl_raw_ptr_buffer_load(ptr addrspace(8) %0, i32 %1, i32 %2) {
  %4 = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %0, i32 %1, i32 %2, i32 4)
  ret void
}

define void @rocdl_raw_ptr_buffer_load_lds(ptr addrspace(8) %0, ptr addrspace(3) %1, i32 %2, i32 %3) {
  call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %0, ptr addrspace(3) %1, i32 3, i32 %2, i32 %3, i32 6, i32 7)
  ret void
}

define void @rocdl_raw_ptr_buffer_store(i32 %0, ptr addrspace(8) %1, i32 %2, i32 %3) {
  call void @llvm.amdgcn.raw.ptr.buffer.store.i32(i32 %0, ptr addrspace(8) %1, i32 %2, i32 %3, i32 5)
  ret void
}

define void @rocdl_rcp(float %0) {
  %2 = call float @llvm.amdgcn.rcp.f32(float %0)
  ret void
}

define void @rocdl_readfirstlane(i32 %0) {
  %2 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %0)
  ret void
}

define void @rocdl_readlane(i32 %0, i32 %1) {
  %3 = call i32 @llvm.amdgcn.readlane.i32(i32 %0, i32 %1)
  ret void
}

define void @rocdl_s_barrier() {
  call void @llvm.amdgcn.s.barrier()
  ret void
}

define void @rocdl_s_barrier_init(ptr addrspace(3) %0) {
  call void @llvm.amdgcn.s.barrier.init(ptr addrspace(3) %0, i32 1)
  ret void
}

define void @rocdl_s_barrier_join(ptr addrspace(3) %0) {
  call void @llvm.amdgcn.s.barrier.join(ptr addrspace(3) %0)
  ret void
}

define void @rocdl_s_barrier_leave() {
  call void @llvm.amdgcn.s.barrier.leave(i16 1)
  ret void
}

define void @rocdl_s_barrier_signal() {
  call void @llvm.amdgcn.s.barrier.signal(i32 1)
  ret void
}

define void @rocdl_s_barrier_signal_isfirst() {
  %1 = call i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32 1)
  ret void
}

define void @rocdl_s_barrier_signal_var(ptr addrspace(3) %0) {
  call void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3) %0, i32 1)
  ret void
}

define void @rocdl_s_barrier_wait() {
  call void @llvm.amdgcn.s.barrier.wait(i16 1)
  ret void
}

define void @rocdl_s_get_barrier_state() {
  %1 = call i32 @llvm.amdgcn.s.get.barrier.state(i32 1)
  ret void
}

define void @rocdl_s_get_named_barrier_state(ptr addrspace(3) %0) {
  %2 = call i32 @llvm.amdgcn.s.get.named.barrier.state(ptr addrspace(3) %0)
  ret void
}

define void @rocdl_s_nop() {
  call void @llvm.amdgcn.s.nop(i16 1)
  ret void
}

define void @rocdl_s_setprio() {
  call void @llvm.amdgcn.s.setprio(i16 1)
  ret void
}

define void @rocdl_s_sleep() {
  call void @llvm.amdgcn.s.sleep(i32 1)
  ret void
}

define void @rocdl_s_wait_asynccnt() {
  call void @llvm.amdgcn.s.wait.asynccnt(i16 1)
  ret void
}

define void @rocdl_s_wait_dscnt() {
  call void @llvm.amdgcn.s.wait.dscnt(i16 1)
  ret void
}

define void @rocdl_s_wait_expcnt() {
  call void @llvm.amdgcn.s.wait.expcnt(i16 1)
  ret void
}

define void @rocdl_s_wait_loadcnt() {
  call void @llvm.amdgcn.s.wait.loadcnt(i16 1)
  ret void
}

define void @rocdl_s_wait_storecnt() {
  call void @llvm.amdgcn.s.wait.storecnt(i16 1)
  ret void
}

define void @rocdl_s_wait_tensorcnt() {
  call void @llvm.amdgcn.s.wait.tensorcnt(i16 1)
  ret void
}

define void @rocdl_s_waitcnt() {
  call void @llvm.amdgcn.s.waitcnt(i32 1)
  ret void
}

define void @rocdl_s_wakeup_barrier(ptr addrspace(3) %0) {
  call void @llvm.amdgcn.s.wakeup.barrier(ptr addrspace(3) %0)
  ret void
}

define void @rocdl_sched_barrier() {
  call void @llvm.amdgcn.sched.barrier(i32 1)
  ret void
}

define void @rocdl_sched_group_barrier() {
  call void @llvm.amdgcn.sched.group.barrier(i32 1, i32 2, i32 3)
  ret void
}

define void @rocdl_sin(float %0) {
  %2 = call float @llvm.amdgcn.sin.f32(float %0)
  ret void
}

define void @rocdl_smfmac_f32_16x16x128_bf8_bf8(<4 x i32> %0, <8 x i32> %1, <4 x float> %2, i32 %3) {
  %5 = call <4 x float> @llvm.amdgcn.smfmac.f32.16x16x128.bf8.bf8(<4 x i32> %0, <8 x i32> %1, <4 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_16x16x128_bf8_fp8(<4 x i32> %0, <8 x i32> %1, <4 x float> %2, i32 %3) {
  %5 = call <4 x float> @llvm.amdgcn.smfmac.f32.16x16x128.bf8.fp8(<4 x i32> %0, <8 x i32> %1, <4 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_16x16x128_fp8_bf8(<4 x i32> %0, <8 x i32> %1, <4 x float> %2, i32 %3) {
  %5 = call <4 x float> @llvm.amdgcn.smfmac.f32.16x16x128.fp8.bf8(<4 x i32> %0, <8 x i32> %1, <4 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_16x16x128_fp8_fp8(<4 x i32> %0, <8 x i32> %1, <4 x float> %2, i32 %3) {
  %5 = call <4 x float> @llvm.amdgcn.smfmac.f32.16x16x128.fp8.fp8(<4 x i32> %0, <8 x i32> %1, <4 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_16x16x32_bf16(<4 x i16> %0, <8 x i16> %1, <4 x float> %2, i32 %3) {
  %5 = call <4 x float> @llvm.amdgcn.smfmac.f32.16x16x32.bf16(<4 x i16> %0, <8 x i16> %1, <4 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_16x16x32_f16(<4 x half> %0, <8 x half> %1, <4 x float> %2, i32 %3) {
  %5 = call <4 x float> @llvm.amdgcn.smfmac.f32.16x16x32.f16(<4 x half> %0, <8 x half> %1, <4 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_16x16x64_bf16(<8 x bfloat> %0, <16 x bfloat> %1, <4 x float> %2, i32 %3) {
  %5 = call <4 x float> @llvm.amdgcn.smfmac.f32.16x16x64.bf16(<8 x bfloat> %0, <16 x bfloat> %1, <4 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_16x16x64_bf8_bf8(<2 x i32> %0, <4 x i32> %1, <4 x float> %2, i32 %3) {
  %5 = call <4 x float> @llvm.amdgcn.smfmac.f32.16x16x64.bf8.bf8(<2 x i32> %0, <4 x i32> %1, <4 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_16x16x64_bf8_fp8(<2 x i32> %0, <4 x i32> %1, <4 x float> %2, i32 %3) {
  %5 = call <4 x float> @llvm.amdgcn.smfmac.f32.16x16x64.bf8.fp8(<2 x i32> %0, <4 x i32> %1, <4 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_16x16x64_f16(<8 x half> %0, <16 x half> %1, <4 x float> %2, i32 %3) {
  %5 = call <4 x float> @llvm.amdgcn.smfmac.f32.16x16x64.f16(<8 x half> %0, <16 x half> %1, <4 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_16x16x64_fp8_bf8(<2 x i32> %0, <4 x i32> %1, <4 x float> %2, i32 %3) {
  %5 = call <4 x float> @llvm.amdgcn.smfmac.f32.16x16x64.fp8.bf8(<2 x i32> %0, <4 x i32> %1, <4 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_16x16x64_fp8_fp8(<2 x i32> %0, <4 x i32> %1, <4 x float> %2, i32 %3) {
  %5 = call <4 x float> @llvm.amdgcn.smfmac.f32.16x16x64.fp8.fp8(<2 x i32> %0, <4 x i32> %1, <4 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_32x32x16_bf16(<4 x i16> %0, <8 x i16> %1, <16 x float> %2, i32 %3) {
  %5 = call <16 x float> @llvm.amdgcn.smfmac.f32.32x32x16.bf16(<4 x i16> %0, <8 x i16> %1, <16 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_32x32x16_f16(<4 x half> %0, <8 x half> %1, <16 x float> %2, i32 %3) {
  %5 = call <16 x float> @llvm.amdgcn.smfmac.f32.32x32x16.f16(<4 x half> %0, <8 x half> %1, <16 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_32x32x32_bf16(<8 x bfloat> %0, <16 x bfloat> %1, <16 x float> %2, i32 %3) {
  %5 = call <16 x float> @llvm.amdgcn.smfmac.f32.32x32x32.bf16(<8 x bfloat> %0, <16 x bfloat> %1, <16 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_32x32x32_bf8_bf8(<2 x i32> %0, <4 x i32> %1, <16 x float> %2, i32 %3) {
  %5 = call <16 x float> @llvm.amdgcn.smfmac.f32.32x32x32.bf8.bf8(<2 x i32> %0, <4 x i32> %1, <16 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_32x32x32_bf8_fp8(<2 x i32> %0, <4 x i32> %1, <16 x float> %2, i32 %3) {
  %5 = call <16 x float> @llvm.amdgcn.smfmac.f32.32x32x32.bf8.fp8(<2 x i32> %0, <4 x i32> %1, <16 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_32x32x32_f16(<8 x half> %0, <16 x half> %1, <16 x float> %2, i32 %3) {
  %5 = call <16 x float> @llvm.amdgcn.smfmac.f32.32x32x32.f16(<8 x half> %0, <16 x half> %1, <16 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_32x32x32_fp8_bf8(<2 x i32> %0, <4 x i32> %1, <16 x float> %2, i32 %3) {
  %5 = call <16 x float> @llvm.amdgcn.smfmac.f32.32x32x32.fp8.bf8(<2 x i32> %0, <4 x i32> %1, <16 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_32x32x32_fp8_fp8(<2 x i32> %0, <4 x i32> %1, <16 x float> %2, i32 %3) {
  %5 = call <16 x float> @llvm.amdgcn.smfmac.f32.32x32x32.fp8.fp8(<2 x i32> %0, <4 x i32> %1, <16 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_32x32x64_bf8_bf8(<4 x i32> %0, <8 x i32> %1, <16 x float> %2, i32 %3) {
  %5 = call <16 x float> @llvm.amdgcn.smfmac.f32.32x32x64.bf8.bf8(<4 x i32> %0, <8 x i32> %1, <16 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_32x32x64_bf8_fp8(<4 x i32> %0, <8 x i32> %1, <16 x float> %2, i32 %3) {
  %5 = call <16 x float> @llvm.amdgcn.smfmac.f32.32x32x64.bf8.fp8(<4 x i32> %0, <8 x i32> %1, <16 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_32x32x64_fp8_bf8(<4 x i32> %0, <8 x i32> %1, <16 x float> %2, i32 %3) {
  %5 = call <16 x float> @llvm.amdgcn.smfmac.f32.32x32x64.fp8.bf8(<4 x i32> %0, <8 x i32> %1, <16 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_f32_32x32x64_fp8_fp8(<4 x i32> %0, <8 x i32> %1, <16 x float> %2, i32 %3) {
  %5 = call <16 x float> @llvm.amdgcn.smfmac.f32.32x32x64.fp8.fp8(<4 x i32> %0, <8 x i32> %1, <16 x float> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_i32_16x16x128_i8(<4 x i32> %0, <8 x i32> %1, <4 x i32> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.amdgcn.smfmac.i32.16x16x128.i8(<4 x i32> %0, <8 x i32> %1, <4 x i32> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_i32_16x16x64_i8(<2 x i32> %0, <4 x i32> %1, <4 x i32> %2, i32 %3) {
  %5 = call <4 x i32> @llvm.amdgcn.smfmac.i32.16x16x64.i8(<2 x i32> %0, <4 x i32> %1, <4 x i32> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_i32_32x32x32_i8(<2 x i32> %0, <4 x i32> %1, <16 x i32> %2, i32 %3) {
  %5 = call <16 x i32> @llvm.amdgcn.smfmac.i32.32x32x32.i8(<2 x i32> %0, <4 x i32> %1, <16 x i32> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_smfmac_i32_32x32x64_i8(<4 x i32> %0, <8 x i32> %1, <16 x i32> %2, i32 %3) {
  %5 = call <16 x i32> @llvm.amdgcn.smfmac.i32.32x32x64.i8(<4 x i32> %0, <8 x i32> %1, <16 x i32> %2, i32 %3, i32 5, i32 6)
  ret void
}

define void @rocdl_sqrt(float %0) {
  %2 = call float @llvm.amdgcn.sqrt.f32(float %0)
  ret void
}

define void @rocdl_tanh(float %0) {
  %2 = call float @llvm.amdgcn.tanh.f32(float %0)
  ret void
}

define void @rocdl_tensor_load_to_lds(<4 x i32> %0, <8 x i32> %1, <4 x i32> %2, <4 x i32> %3) {
  call void @llvm.amdgcn.tensor.load.to.lds(<4 x i32> %0, <8 x i32> %1, <4 x i32> %2, <4 x i32> %3, i32 1)
  ret void
}

define void @rocdl_tensor_load_to_lds_d2(<4 x i32> %0, <8 x i32> %1) {
  call void @llvm.amdgcn.tensor.load.to.lds.d2(<4 x i32> %0, <8 x i32> %1, i32 1)
  ret void
}

define void @rocdl_tensor_store_from_lds(<4 x i32> %0, <8 x i32> %1, <4 x i32> %2, <4 x i32> %3) {
  call void @llvm.amdgcn.tensor.store.from.lds(<4 x i32> %0, <8 x i32> %1, <4 x i32> %2, <4 x i32> %3, i32 1)
  ret void
}

define void @rocdl_tensor_store_from_lds_d2(<4 x i32> %0, <8 x i32> %1) {
  call void @llvm.amdgcn.tensor.store.from.lds.d2(<4 x i32> %0, <8 x i32> %1, i32 1)
  ret void
}

define void @rocdl_update_dpp(i32 %0, i32 %1) {
  %3 = call i32 @llvm.amdgcn.update.dpp.i32(i32 %0, i32 %1, i32 1, i32 2, i32 3, i1 false)
  ret void
}

define void @rocdl_wavefrontsize() {
  %1 = call i32 @llvm.amdgcn.wavefrontsize()
  ret void
}

define void @rocdl_wmma_bf16_16x16x16_bf16(i32 %0, i32 %1, i32 %2) {
  %4 = call i32 @llvm.amdgcn.wmma.bf16.16x16x16.bf16.i32.i32(i32 %0, i32 %1, i32 %2, i1 true)
  ret void
}

define void @rocdl_wmma_bf16_16x16x32_bf16(bfloat %0, bfloat %1, bfloat %2) {
  %4 = call bfloat @llvm.amdgcn.wmma.bf16.16x16x32.bf16.bf16.bf16(i1 true, bfloat %0, i1 false, bfloat %1, i16 3, bfloat %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_bf16f32_16x16x32_bf16(bfloat %0, bfloat %1, float %2) {
  %4 = call bfloat @llvm.amdgcn.wmma.bf16f32.16x16x32.bf16.bf16.bf16.f32(i1 true, bfloat %0, i1 false, bfloat %1, i16 3, float %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_f16_16x16x128_bf8_bf8(i32 %0, i32 %1, half %2) {
  %4 = call half @llvm.amdgcn.wmma.f16.16x16x128.bf8.bf8.f16.i32(i32 %0, i32 %1, i16 1, half %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_f16_16x16x128_bf8_fp8(i32 %0, i32 %1, half %2) {
  %4 = call half @llvm.amdgcn.wmma.f16.16x16x128.bf8.fp8.f16.i32(i32 %0, i32 %1, i16 1, half %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_f16_16x16x128_fp8_bf8(i32 %0, i32 %1, half %2) {
  %4 = call half @llvm.amdgcn.wmma.f16.16x16x128.fp8.bf8.f16.i32(i32 %0, i32 %1, i16 1, half %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_f16_16x16x128_fp8_fp8(i32 %0, i32 %1, half %2) {
  %4 = call half @llvm.amdgcn.wmma.f16.16x16x128.fp8.fp8.f16.i32(i32 %0, i32 %1, i16 1, half %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_f16_16x16x16_f16(half %0, half %1, half %2) {
  %4 = call half @llvm.amdgcn.wmma.f16.16x16x16.f16.f16.f16(half %0, half %1, half %2, i1 true)
  ret void
}

define void @rocdl_wmma_f16_16x16x32_f16(half %0, half %1, half %2) {
  %4 = call half @llvm.amdgcn.wmma.f16.16x16x32.f16.f16.f16(i1 true, half %0, i1 false, half %1, i16 3, half %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_f16_16x16x64_bf8_bf8(i32 %0, i32 %1, half %2) {
  %4 = call half @llvm.amdgcn.wmma.f16.16x16x64.bf8.bf8.f16.i32(i32 %0, i32 %1, i16 1, half %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_f16_16x16x64_bf8_fp8(i32 %0, i32 %1, half %2) {
  %4 = call half @llvm.amdgcn.wmma.f16.16x16x64.bf8.fp8.f16.i32(i32 %0, i32 %1, i16 1, half %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_f16_16x16x64_fp8_bf8(i32 %0, i32 %1, half %2) {
  %4 = call half @llvm.amdgcn.wmma.f16.16x16x64.fp8.bf8.f16.i32(i32 %0, i32 %1, i16 1, half %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_f16_16x16x64_fp8_fp8(i32 %0, i32 %1, half %2) {
  %4 = call half @llvm.amdgcn.wmma.f16.16x16x64.fp8.fp8.f16.i32(i32 %0, i32 %1, i16 1, half %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_f32_16x16x128_bf8_bf8(i32 %0, i32 %1, float %2) {
  %4 = call float @llvm.amdgcn.wmma.f32.16x16x128.bf8.bf8.f32.i32(i32 %0, i32 %1, i16 1, float %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_f32_16x16x128_bf8_fp8(i32 %0, i32 %1, float %2) {
  %4 = call float @llvm.amdgcn.wmma.f32.16x16x128.bf8.fp8.f32.i32(i32 %0, i32 %1, i16 1, float %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_f32_16x16x128_fp8_bf8(i32 %0, i32 %1, float %2) {
  %4 = call float @llvm.amdgcn.wmma.f32.16x16x128.fp8.bf8.f32.i32(i32 %0, i32 %1, i16 1, float %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_f32_16x16x128_fp8_fp8(i32 %0, i32 %1, float %2) {
  %4 = call float @llvm.amdgcn.wmma.f32.16x16x128.fp8.fp8.f32.i32(i32 %0, i32 %1, i16 1, float %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_f32_16x16x16_bf16(i32 %0, i32 %1, float %2) {
  %4 = call float @llvm.amdgcn.wmma.f32.16x16x16.bf16.f32.i32(i32 %0, i32 %1, float %2)
  ret void
}

define void @rocdl_wmma_f32_16x16x16_bf8_bf8(i32 %0, i32 %1, float %2) {
  %4 = call float @llvm.amdgcn.wmma.f32.16x16x16.bf8.bf8.f32.i32(i32 %0, i32 %1, float %2)
  ret void
}

define void @rocdl_wmma_f32_16x16x16_bf8_fp8(i32 %0, i32 %1, float %2) {
  %4 = call float @llvm.amdgcn.wmma.f32.16x16x16.bf8.fp8.f32.i32(i32 %0, i32 %1, float %2)
  ret void
}

define void @rocdl_wmma_f32_16x16x16_f16(half %0, half %1, float %2) {
  %4 = call float @llvm.amdgcn.wmma.f32.16x16x16.f16.f32.f16(half %0, half %1, float %2)
  ret void
}

define void @rocdl_wmma_f32_16x16x16_fp8_bf8(i32 %0, i32 %1, float %2) {
  %4 = call float @llvm.amdgcn.wmma.f32.16x16x16.fp8.bf8.f32.i32(i32 %0, i32 %1, float %2)
  ret void
}

define void @rocdl_wmma_f32_16x16x16_fp8_fp8(i32 %0, i32 %1, float %2) {
  %4 = call float @llvm.amdgcn.wmma.f32.16x16x16.fp8.fp8.f32.i32(i32 %0, i32 %1, float %2)
  ret void
}

define void @rocdl_wmma_f32_16x16x32_bf16(bfloat %0, bfloat %1, float %2) {
  %4 = call float @llvm.amdgcn.wmma.f32.16x16x32.bf16.f32.bf16(i1 true, bfloat %0, i1 false, bfloat %1, i16 3, float %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_f32_16x16x32_f16(half %0, half %1, float %2) {
  %4 = call float @llvm.amdgcn.wmma.f32.16x16x32.f16.f32.f16(i1 true, half %0, i1 false, half %1, i16 3, float %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_f32_16x16x4_f32(float %0, float %1, float %2) {
  %4 = call float @llvm.amdgcn.wmma.f32.16x16x4.f32.f32.f32(i1 true, float %0, i1 false, float %1, i16 3, float %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_f32_16x16x64_bf8_bf8(i32 %0, i32 %1, float %2) {
  %4 = call float @llvm.amdgcn.wmma.f32.16x16x64.bf8.bf8.f32.i32(i32 %0, i32 %1, i16 1, float %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_f32_16x16x64_bf8_fp8(i32 %0, i32 %1, float %2) {
  %4 = call float @llvm.amdgcn.wmma.f32.16x16x64.bf8.fp8.f32.i32(i32 %0, i32 %1, i16 1, float %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_f32_16x16x64_fp8_bf8(i32 %0, i32 %1, float %2) {
  %4 = call float @llvm.amdgcn.wmma.f32.16x16x64.fp8.bf8.f32.i32(i32 %0, i32 %1, i16 1, float %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_f32_16x16x64_fp8_fp8(i32 %0, i32 %1, float %2) {
  %4 = call float @llvm.amdgcn.wmma.f32.16x16x64.fp8.fp8.f32.i32(i32 %0, i32 %1, i16 1, float %2, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_i32_16x16x16_iu4(i32 %0, i32 %1, i32 %2) {
  %4 = call i32 @llvm.amdgcn.wmma.i32.16x16x16.iu4.i32.i32(i1 true, i32 %0, i1 false, i32 %1, i32 %2, i1 true)
  ret void
}

define void @rocdl_wmma_i32_16x16x16_iu8(i32 %0, i32 %1, i32 %2) {
  %4 = call i32 @llvm.amdgcn.wmma.i32.16x16x16.iu8.i32.i32(i1 true, i32 %0, i1 false, i32 %1, i32 %2, i1 true)
  ret void
}

define void @rocdl_wmma_i32_16x16x32_iu4(i32 %0, i32 %1, i32 %2) {
  %4 = call i32 @llvm.amdgcn.wmma.i32.16x16x32.iu4.i32.i32(i1 true, i32 %0, i1 false, i32 %1, i32 %2, i1 true)
  ret void
}

define void @rocdl_wmma_i32_16x16x64_iu8(i32 %0, i32 %1, i32 %2) {
  %4 = call i32 @llvm.amdgcn.wmma.i32.16x16x64.iu8.i32.i32(i1 true, i32 %0, i1 false, i32 %1, i32 %2, i1 true, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_scale_f32_32x16x128_f4(i32 %0, i32 %1, float %2, i32 %3, i32 %4) {
  %6 = call float @llvm.amdgcn.wmma.scale.f32.32x16x128.f4.f32.i32.i32(i32 %0, i32 %1, i16 1, float %2, i32 2, i32 3, i32 %3, i32 4, i32 5, i32 %4, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_scale16_f32_32x16x128_f4(i32 %0, i32 %1, float %2, i64 %3, i64 %4) {
  %6 = call float @llvm.amdgcn.wmma.scale16.f32.32x16x128.f4.f32.i32.i32(i32 %0, i32 %1, i16 1, float %2, i32 2, i32 3, i64 %3, i32 4, i32 5, i64 %4, i1 false, i1 true)
  ret void
}

define void @rocdl_workgroup_dim_x() {
  %1 = call i64 @__ockl_get_local_size(i32 0)
  ret void
}

define void @rocdl_workgroup_dim_y() {
  %1 = call i64 @__ockl_get_local_size(i32 1)
  ret void
}

define void @rocdl_workgroup_dim_z() {
  %1 = call i64 @__ockl_get_local_size(i32 2)
  ret void
}

define void @rocdl_workgroup_id_x() {
  %1 = call i32 @llvm.amdgcn.workgroup.id.x()
  ret void
}

define void @rocdl_workgroup_id_y() {
  %1 = call i32 @llvm.amdgcn.workgroup.id.y()
  ret void
}

define void @rocdl_workgroup_id_z() {
  %1 = call i32 @llvm.amdgcn.workgroup.id.z()
  ret void
}

define void @rocdl_workitem_id_x() {
  %1 = call i32 @llvm.amdgcn.workitem.id.x()
  ret void
}

define void @rocdl_workitem_id_y() {
  %1 = call i32 @llvm.amdgcn.workitem.id.y()
  ret void
}

define void @rocdl_workitem_id_z() {
  %1 = call i32 @llvm.amdgcn.workitem.id.z()
  ret void
}

define void @arm_sve_intr_add(<vscale x 4 x i1> %0, <vscale x 4 x i32> %1, <vscale x 4 x i32> %2) {
  %4 = call <vscale x 4 x i32> @llvm.aarch64.sve.add.nxv4i32(<vscale x 4 x i1> %0, <vscale x 4 x i32> %1, <vscale x 4 x i32> %2)
  ret void
}

define void @arm_sve_intr_mul(<vscale x 4 x i1> %0, <vscale x 4 x i32> %1, <vscale x 4 x i32> %2) {
  %4 = call <vscale x 4 x i32> @llvm.aarch64.sve.mul.nxv4i32(<vscale x 4 x i1> %0, <vscale x 4 x i32> %1, <vscale x 4 x i32> %2)
  ret void
}

define void @arm_sve_intr_sub(<vscale x 4 x i1> %0, <vscale x 4 x i32> %1, <vscale x 4 x i32> %2) {
  %4 = call <vscale x 4 x i32> @llvm.aarch64.sve.sub.nxv4i32(<vscale x 4 x i1> %0, <vscale x 4 x i32> %1, <vscale x 4 x i32> %2)
  ret void
}

define void @arm_sve_intr_sdiv(<vscale x 4 x i1> %0, <vscale x 4 x i32> %1, <vscale x 4 x i32> %2) {
  %4 = call <vscale x 4 x i32> @llvm.aarch64.sve.sdiv.nxv4i32(<vscale x 4 x i1> %0, <vscale x 4 x i32> %1, <vscale x 4 x i32> %2)
  ret void
}

define void @arm_sve_intr_udiv(<vscale x 4 x i1> %0, <vscale x 4 x i32> %1, <vscale x 4 x i32> %2) {
  %4 = call <vscale x 4 x i32> @llvm.aarch64.sve.udiv.nxv4i32(<vscale x 4 x i1> %0, <vscale x 4 x i32> %1, <vscale x 4 x i32> %2)
  ret void
}

define void @arm_sve_intr_fadd(<vscale x 4 x i1> %0, <vscale x 4 x float> %1, <vscale x 4 x float> %2) {
  %4 = call <vscale x 4 x float> @llvm.aarch64.sve.fadd.nxv4f32(<vscale x 4 x i1> %0, <vscale x 4 x float> %1, <vscale x 4 x float> %2)
  ret void
}

define void @arm_sve_intr_fmul(<vscale x 4 x i1> %0, <vscale x 4 x float> %1, <vscale x 4 x float> %2) {
  %4 = call <vscale x 4 x float> @llvm.aarch64.sve.fmul.nxv4f32(<vscale x 4 x i1> %0, <vscale x 4 x float> %1, <vscale x 4 x float> %2)
  ret void
}

define void @arm_sve_intr_fsub(<vscale x 4 x i1> %0, <vscale x 4 x float> %1, <vscale x 4 x float> %2) {
  %4 = call <vscale x 4 x float> @llvm.aarch64.sve.fsub.nxv4f32(<vscale x 4 x i1> %0, <vscale x 4 x float> %1, <vscale x 4 x float> %2)
  ret void
}

define void @arm_sve_intr_fdiv(<vscale x 4 x i1> %0, <vscale x 4 x float> %1, <vscale x 4 x float> %2) {
  %4 = call <vscale x 4 x float> @llvm.aarch64.sve.fdiv.nxv4f32(<vscale x 4 x i1> %0, <vscale x 4 x float> %1, <vscale x 4 x float> %2)
  ret void
}

define void @arm_sve_intr_sdot(<vscale x 4 x i32> %0, <vscale x 16 x i8> %1, <vscale x 16 x i8> %2) {
  %4 = call <vscale x 4 x i32> @llvm.aarch64.sve.sdot.nxv4i32(<vscale x 4 x i32> %0, <vscale x 16 x i8> %1, <vscale x 16 x i8> %2)
  ret void
}

define void @arm_sve_intr_udot(<vscale x 4 x i32> %0, <vscale x 16 x i8> %1, <vscale x 16 x i8> %2) {
  %4 = call <vscale x 4 x i32> @llvm.aarch64.sve.udot.nxv4i32(<vscale x 4 x i32> %0, <vscale x 16 x i8> %1, <vscale x 16 x i8> %2)
  ret void
}

define void @arm_sve_intr_smmla(<vscale x 4 x i32> %0, <vscale x 16 x i8> %1, <vscale x 16 x i8> %2) {
  %4 = call <vscale x 4 x i32> @llvm.aarch64.sve.smmla.nxv4i32(<vscale x 4 x i32> %0, <vscale x 16 x i8> %1, <vscale x 16 x i8> %2)
  ret void
}

define void @arm_sve_intr_ummla(<vscale x 4 x i32> %0, <vscale x 16 x i8> %1, <vscale x 16 x i8> %2) {
  %4 = call <vscale x 4 x i32> @llvm.aarch64.sve.ummla.nxv4i32(<vscale x 4 x i32> %0, <vscale x 16 x i8> %1, <vscale x 16 x i8> %2)
  ret void
}

define void @arm_sve_intr_usmmla(<vscale x 4 x i32> %0, <vscale x 16 x i8> %1, <vscale x 16 x i8> %2) {
  %4 = call <vscale x 4 x i32> @llvm.aarch64.sve.usmmla.nxv4i32(<vscale x 4 x i32> %0, <vscale x 16 x i8> %1, <vscale x 16 x i8> %2)
  ret void
}

define void @arm_sve_intr_convert_from_svbool(<vscale x 16 x i1> %0) {
  %2 = call <vscale x 4 x i1> @llvm.aarch64.sve.convert.from.svbool.nxv4i1(<vscale x 16 x i1> %0)
  ret void
}

define void @arm_sve_intr_convert_to_svbool(<vscale x 4 x i1> %0) {
  %2 = call <vscale x 16 x i1> @llvm.aarch64.sve.convert.to.svbool.nxv4i1(<vscale x 4 x i1> %0)
  ret void
}

define void @arm_sve_intr_psel(<vscale x 16 x i1> %0, <vscale x 4 x i1> %1, i32 %2) {
  %4 = call <vscale x 16 x i1> @llvm.aarch64.sve.psel.nxv4i1(<vscale x 16 x i1> %0, <vscale x 4 x i1> %1, i32 %2)
  ret void
}

define void @arm_sve_intr_whilelt(i64 %0, i64 %1) {
  %3 = call <vscale x 4 x i1> @llvm.aarch64.sve.whilelt.nxv4i1.i64(i64 %0, i64 %1)
  ret void
}

define void @rocdl_raw_buffer_atomic_fadd(float %0, <4 x i32> %1, i32 %2, i32 %3) {
  %5 = call float @llvm.amdgcn.raw.buffer.atomic.fadd.f32(float %0, <4 x i32> %1, i32 %2, i32 %3, i32 5)
  ret void
}

define void @rocdl_raw_buffer_atomic_fmax(float %0, <4 x i32> %1, i32 %2, i32 %3) {
  %5 = call float @llvm.amdgcn.raw.buffer.atomic.fmax.f32(float %0, <4 x i32> %1, i32 %2, i32 %3, i32 5)
  ret void
}

define void @rocdl_raw_ptr_buffer_atomic_fadd(float %0, ptr addrspace(8) %1, i32 %2, i32 %3) {
  %5 = call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float %0, ptr addrspace(8) %1, i32 %2, i32 %3, i32 5)
  ret void
}

define void @rocdl_raw_ptr_buffer_atomic_fmax(float %0, ptr addrspace(8) %1, i32 %2, i32 %3) {
  %5 = call float @llvm.amdgcn.raw.ptr.buffer.atomic.fmax.f32(float %0, ptr addrspace(8) %1, i32 %2, i32 %3, i32 5)
  ret void
}

define void @rocdl_mfma_scale_f32_16x16x128_f8f6f4(<8 x i32> %0, <8 x i32> %1, <4 x float> %2, i32 %3, i32 %4) {
  %6 = call <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v8i32.v8i32(<8 x i32> %0, <8 x i32> %1, <4 x float> %2, i32 1, i32 2, i32 3, i32 %3, i32 5, i32 %4)
  ret void
}

define void @rocdl_mfma_scale_f32_32x32x64_f8f6f4(<8 x i32> %0, <8 x i32> %1, <16 x float> %2, i32 %3, i32 %4) {
  %6 = call <16 x float> @llvm.amdgcn.mfma.scale.f32.32x32x64.f8f6f4.v8i32.v8i32(<8 x i32> %0, <8 x i32> %1, <16 x float> %2, i32 1, i32 2, i32 3, i32 %3, i32 5, i32 %4)
  ret void
}

define void @rocdl_wmma_scale_f32_16x16x128_f8f6f4(<16 x i32> %0, <16 x i32> %1, <8 x float> %2, i32 %3, i32 %4) {
  %6 = call <8 x float> @llvm.amdgcn.wmma.scale.f32.16x16x128.f8f6f4.v8f32.v16i32.v16i32(i32 1, <16 x i32> %0, i32 2, <16 x i32> %1, i16 3, <8 x float> %2, i32 4, i32 5, i32 %3, i32 6, i32 7, i32 %4, i1 false, i1 true)
  ret void
}

define void @rocdl_wmma_scale16_f32_16x16x128_f8f6f4(<16 x i32> %0, <16 x i32> %1, <8 x float> %2, i64 %3, i64 %4) {
  %6 = call <8 x float> @llvm.amdgcn.wmma.scale16.f32.16x16x128.f8f6f4.v8f32.v16i32.v16i32(i32 1, <16 x i32> %0, i32 2, <16 x i32> %1, i16 3, <8 x float> %2, i32 4, i32 5, i64 %3, i32 6, i32 7, i64 %4, i1 false, i1 true)
  ret void
}

define void @x86_avx512_mask_rndscale_ps_512(<16 x float> %0, <16 x float> %1, i16 %2) {
  %4 = call <16 x float> @llvm.x86.avx512.mask.rndscale.ps.512(<16 x float> %0, i32 4, <16 x float> %1, i16 %2, i32 4)
  ret void
}

define void @x86_avx512_mask_rndscale_pd_512(<8 x double> %0, <8 x double> %1, i8 %2) {
  %4 = call <8 x double> @llvm.x86.avx512.mask.rndscale.pd.512(<8 x double> %0, i32 4, <8 x double> %1, i8 %2, i32 4)
  ret void
}

define void @x86_avx512_mask_scalef_ps_512(<16 x float> %0, <16 x float> %1, <16 x float> %2, i16 %3) {
  %5 = call <16 x float> @llvm.x86.avx512.mask.scalef.ps.512(<16 x float> %0, <16 x float> %1, <16 x float> %2, i16 %3, i32 4)
  ret void
}

define void @x86_avx512_mask_scalef_pd_512(<8 x double> %0, <8 x double> %1, <8 x double> %2, i8 %3) {
  %5 = call <8 x double> @llvm.x86.avx512.mask.scalef.pd.512(<8 x double> %0, <8 x double> %1, <8 x double> %2, i8 %3, i32 4)
  ret void
}

define void @x86_avx512_vp2intersect_d_512(<16 x i32> %0, <16 x i32> %1) {
  %3 = call { <16 x i1>, <16 x i1> } @llvm.x86.avx512.vp2intersect.d.512(<16 x i32> %0, <16 x i32> %1)
  ret void
}

define void @x86_avx512_vp2intersect_q_512(<8 x i64> %0, <8 x i64> %1) {
  %3 = call { <8 x i1>, <8 x i1> } @llvm.x86.avx512.vp2intersect.q.512(<8 x i64> %0, <8 x i64> %1)
  ret void
}

define void @x86_avx512_mask_compress(<16 x float> %0, <16 x float> %1, <16 x i1> %2) {
  %4 = call <16 x float> @llvm.x86.avx512.mask.compress.v16f32(<16 x float> %0, <16 x float> %1, <16 x i1> %2)
  ret void
}

define void @x86_avx_rsqrt_ps_256(<8 x float> %0) {
  %2 = call <8 x float> @llvm.x86.avx.rsqrt.ps.256(<8 x float> %0)
  ret void
}

define void @x86_avx_dp_ps_256(<8 x float> %0, <8 x float> %1) {
  %3 = call <8 x float> @llvm.x86.avx.dp.ps.256(<8 x float> %0, <8 x float> %1, i8 4)
  ret void
}

define void @x86_avx2_vpdpbssd_128(<4 x i32> %0, <16 x i8> %1, <16 x i8> %2) {
  %4 = call <4 x i32> @llvm.x86.avx2.vpdpbssd.128(<4 x i32> %0, <16 x i8> %1, <16 x i8> %2)
  ret void
}

define void @x86_avx2_vpdpbssd_256(<8 x i32> %0, <32 x i8> %1, <32 x i8> %2) {
  %4 = call <8 x i32> @llvm.x86.avx2.vpdpbssd.256(<8 x i32> %0, <32 x i8> %1, <32 x i8> %2)
  ret void
}

define void @x86_avx512bf16_dpbf16ps_128(<4 x float> %0, <8 x bfloat> %1, <8 x bfloat> %2) {
  %4 = call <4 x float> @llvm.x86.avx512bf16.dpbf16ps.128(<4 x float> %0, <8 x bfloat> %1, <8 x bfloat> %2)
  ret void
}

define void @x86_avx512bf16_dpbf16ps_256(<8 x float> %0, <16 x bfloat> %1, <16 x bfloat> %2) {
  %4 = call <8 x float> @llvm.x86.avx512bf16.dpbf16ps.256(<8 x float> %0, <16 x bfloat> %1, <16 x bfloat> %2)
  ret void
}

define void @x86_avx512bf16_dpbf16ps_512(<16 x float> %0, <32 x bfloat> %1, <32 x bfloat> %2) {
  %4 = call <16 x float> @llvm.x86.avx512bf16.dpbf16ps.512(<16 x float> %0, <32 x bfloat> %1, <32 x bfloat> %2)
  ret void
}

define void @x86_avx512bf16_cvtneps2bf16_256(<8 x float> %0) {
  %2 = call <8 x bfloat> @llvm.x86.avx512bf16.cvtneps2bf16.256(<8 x float> %0)
  ret void
}

define void @x86_avx512bf16_cvtneps2bf16_512(<16 x float> %0) {
  %2 = call <16 x bfloat> @llvm.x86.avx512bf16.cvtneps2bf16.512(<16 x float> %0)
  ret void
}

define void @x86_vcvtneebf162ps128(ptr %0) {
  %2 = call <4 x float> @llvm.x86.vcvtneebf162ps128(ptr %0)
  ret void
}

define void @x86_vcvtneebf162ps256(ptr %0) {
  %2 = call <8 x float> @llvm.x86.vcvtneebf162ps256(ptr %0)
  ret void
}

define void @x86_vcvtneeph2ps128(ptr %0) {
  %2 = call <4 x float> @llvm.x86.vcvtneeph2ps128(ptr %0)
  ret void
}

define void @x86_vcvtneeph2ps256(ptr %0) {
  %2 = call <8 x float> @llvm.x86.vcvtneeph2ps256(ptr %0)
  ret void
}

define void @x86_vcvtneobf162ps128(ptr %0) {
  %2 = call <4 x float> @llvm.x86.vcvtneobf162ps128(ptr %0)
  ret void
}

define void @x86_vcvtneobf162ps256(ptr %0) {
  %2 = call <8 x float> @llvm.x86.vcvtneobf162ps256(ptr %0)
  ret void
}

define void @x86_vcvtneoph2ps128(ptr %0) {
  %2 = call <4 x float> @llvm.x86.vcvtneoph2ps128(ptr %0)
  ret void
}

define void @x86_vcvtneoph2ps256(ptr %0) {
  %2 = call <8 x float> @llvm.x86.vcvtneoph2ps256(ptr %0)
  ret void
}

define void @x86_vbcstnebf162ps256(ptr %0) {
  %2 = call <8 x float> @llvm.x86.vbcstnebf162ps256(ptr %0)
  ret void
}

define void @x86_vbcstnebf162ps128(ptr %0) {
  %2 = call <4 x float> @llvm.x86.vbcstnebf162ps128(ptr %0)
  ret void
}

define void @x86_vbcstnesh2ps256(ptr %0) {
  %2 = call <8 x float> @llvm.x86.vbcstnesh2ps256(ptr %0)
  ret void
}

define void @x86_vbcstnesh2ps128(ptr %0) {
  %2 = call <4 x float> @llvm.x86.vbcstnesh2ps128(ptr %0)
  ret void
}

define void @tiles(ptr %0, i64 %1, i16 %2, i16 %3) {
  %5 = call x86_amx @llvm.x86.tilezero.internal(i16 %2, i16 %3)
  %6 = call x86_amx @llvm.x86.tileloadd64.internal(i16 %2, i16 %3, ptr %0, i64 %1)
  %7 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 %2, i16 %2, i16 %3, x86_amx %5, x86_amx %6, x86_amx %6)
  %8 = call x86_amx @llvm.x86.tdpfp16ps.internal(i16 %2, i16 %2, i16 %3, x86_amx %7, x86_amx %6, x86_amx %6)
  %9 = call x86_amx @llvm.x86.tdpbssd.internal(i16 %2, i16 %2, i16 %3, x86_amx %8, x86_amx %6, x86_amx %6)
  %10 = call x86_amx @llvm.x86.tdpbusd.internal(i16 %2, i16 %2, i16 %3, x86_amx %9, x86_amx %6, x86_amx %6)
  %11 = call x86_amx @llvm.x86.tdpbsud.internal(i16 %2, i16 %2, i16 %3, x86_amx %10, x86_amx %6, x86_amx %6)
  %12 = call x86_amx @llvm.x86.tdpbuud.internal(i16 %2, i16 %2, i16 %3, x86_amx %11, x86_amx %6, x86_amx %6)
  call void @llvm.x86.tilestored64.internal(i16 %2, i16 %3, ptr %0, i64 %1, x86_amx %12)
  ret void
}

define i64 @ranges() {
  %1 = call range(i32 0, 64) i32 @llvm.amdgcn.workitem.id.x()
  %2 = call range(i64 3, 9) i64 @__ockl_get_num_groups(i32 1)
  ret i64 %2
}

define i32 @by_name(i32 %0, i32 %1) {
  %3 = call i32 @llvm.amdgcn.readlane.i32(i32 %0, i32 %1)
  %4 = call i32 @llvm.ctlz.i32(i32 %3, i1 true)
  ret i32 %4
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.aarch64.neon.bfmmla(<4 x float>, <8 x bfloat>, <8 x bfloat>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.aarch64.neon.sdot.v4i32.v16i8(<4 x i32>, <16 x i8>, <16 x i8>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.aarch64.neon.smmla.v4i32.v16i8(<4 x i32>, <16 x i8>, <16 x i8>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <8 x i16> @llvm.aarch64.neon.smull.v8i16(<8 x i8>, <8 x i8>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.aarch64.neon.ummla.v4i32.v16i8(<4 x i32>, <16 x i8>, <16 x i8>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.aarch64.neon.usmmla.v4i32.v16i8(<4 x i32>, <16 x i8>, <16 x i8>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <vscale x 4 x float> @llvm.aarch64.sve.bfmmla(<vscale x 4 x float>, <vscale x 8 x bfloat>, <vscale x 8 x bfloat>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x float> @llvm.aarch64.sve.dupq.lane.nxv4f32(<vscale x 4 x float>, i64) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare { <vscale x 4 x float>, <vscale x 4 x float> } @llvm.aarch64.sve.zip.x2.nxv4f32(<vscale x 4 x float>, <vscale x 4 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare { <vscale x 4 x float>, <vscale x 4 x float>, <vscale x 4 x float>, <vscale x 4 x float> } @llvm.aarch64.sve.zip.x4.nxv4f32(<vscale x 4 x float>, <vscale x 4 x float>, <vscale x 4 x float>, <vscale x 4 x float>) #0

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.ballot.i32(i1) #2

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.cluster.id.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.cluster.id.y() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.cluster.id.z() #1

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.amdgcn.cluster.load.async.to.lds.b128(ptr addrspace(1) readonly captures(none), ptr addrspace(3) writeonly captures(none), i32 immarg, i32 immarg, i32) #4

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.amdgcn.cluster.load.async.to.lds.b32(ptr addrspace(1) readonly captures(none), ptr addrspace(3) writeonly captures(none), i32 immarg, i32 immarg, i32) #4

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.amdgcn.cluster.load.async.to.lds.b64(ptr addrspace(1) readonly captures(none), ptr addrspace(3) writeonly captures(none), i32 immarg, i32 immarg, i32) #4

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.amdgcn.cluster.load.async.to.lds.b8(ptr addrspace(1) readonly captures(none), ptr addrspace(3) writeonly captures(none), i32 immarg, i32 immarg, i32) #4

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.amdgcn.cos.f32(float) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.amdgcn.cvt.f32.bf8(i32, i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.amdgcn.cvt.f32.fp8(i32, i32 immarg) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.pk.bf8.f32(float, float, i32, i1 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.amdgcn.cvt.pk.f32.bf8(i32, i1 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.amdgcn.cvt.pk.f32.fp8(i32, i1 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.pk.fp8.f32(float, float, i32, i1 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x half> @llvm.amdgcn.cvt.pkrtz(float, float) #5

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x bfloat> @llvm.amdgcn.cvt.scale.pk16.bf16.bf6(<3 x i32>, i32, i32 immarg range(i32 0, 16)) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x bfloat> @llvm.amdgcn.cvt.scale.pk16.bf16.fp6(<3 x i32>, i32, i32 immarg range(i32 0, 16)) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x half> @llvm.amdgcn.cvt.scale.pk16.f16.bf6(<3 x i32>, i32, i32 immarg range(i32 0, 16)) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x half> @llvm.amdgcn.cvt.scale.pk16.f16.fp6(<3 x i32>, i32, i32 immarg range(i32 0, 16)) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.cvt.scale.pk16.f32.bf6(<3 x i32>, i32, i32 immarg range(i32 0, 16)) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.cvt.scale.pk16.f32.fp6(<3 x i32>, i32, i32 immarg range(i32 0, 16)) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <8 x bfloat> @llvm.amdgcn.cvt.scale.pk8.bf16.bf8(<2 x i32>, i32, i32 immarg range(i32 0, 16)) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <8 x bfloat> @llvm.amdgcn.cvt.scale.pk8.bf16.fp4(i32, i32, i32 immarg range(i32 0, 16)) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <8 x bfloat> @llvm.amdgcn.cvt.scale.pk8.bf16.fp8(<2 x i32>, i32, i32 immarg range(i32 0, 16)) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <8 x half> @llvm.amdgcn.cvt.scale.pk8.f16.bf8(<2 x i32>, i32, i32 immarg range(i32 0, 16)) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <8 x half> @llvm.amdgcn.cvt.scale.pk8.f16.fp4(i32, i32, i32 immarg range(i32 0, 16)) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <8 x half> @llvm.amdgcn.cvt.scale.pk8.f16.fp8(<2 x i32>, i32, i32 immarg range(i32 0, 16)) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <8 x float> @llvm.amdgcn.cvt.scale.pk8.f32.bf8(<2 x i32>, i32, i32 immarg range(i32 0, 16)) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <8 x float> @llvm.amdgcn.cvt.scale.pk8.f32.fp4(i32, i32, i32 immarg range(i32 0, 16)) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <8 x float> @llvm.amdgcn.cvt.scale.pk8.f32.fp8(<2 x i32>, i32, i32 immarg range(i32 0, 16)) #6

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <6 x i32> @llvm.amdgcn.cvt.scalef32.2xpk16.bf6.f32(<16 x float>, <16 x float>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <6 x i32> @llvm.amdgcn.cvt.scalef32.2xpk16.fp6.f32(<16 x float>, <16 x float>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x half> @llvm.amdgcn.cvt.scalef32.f16.bf8(<2 x half>, i32, float, i32 immarg range(i32 0, 4), i1 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x half> @llvm.amdgcn.cvt.scalef32.f16.fp8(<2 x half>, i32, float, i32 immarg range(i32 0, 4), i1 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.amdgcn.cvt.scalef32.f32.bf8(i32, float, i32 immarg range(i32 0, 4)) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.amdgcn.cvt.scalef32.f32.fp8(i32, float, i32 immarg range(i32 0, 4)) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x bfloat> @llvm.amdgcn.cvt.scalef32.pk.bf16.bf8(i32, float, i1 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x bfloat> @llvm.amdgcn.cvt.scalef32.pk.bf16.fp4(i32, float, i32 immarg range(i32 0, 4)) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x bfloat> @llvm.amdgcn.cvt.scalef32.pk.bf16.fp8(i32, float, i1 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i16> @llvm.amdgcn.cvt.scalef32.pk.bf8.bf16(<2 x i16>, <2 x bfloat>, float, i1 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i16> @llvm.amdgcn.cvt.scalef32.pk.bf8.f16(<2 x i16>, <2 x half>, float, i1 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i16> @llvm.amdgcn.cvt.scalef32.pk.bf8.f32(<2 x i16>, float, float, float, i1 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x half> @llvm.amdgcn.cvt.scalef32.pk.f16.bf8(i32, float, i1 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x half> @llvm.amdgcn.cvt.scalef32.pk.f16.fp4(i32, float, i32 immarg range(i32 0, 4)) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x half> @llvm.amdgcn.cvt.scalef32.pk.f16.fp8(i32, float, i1 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.amdgcn.cvt.scalef32.pk.f32.bf8(i32, float, i1 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.amdgcn.cvt.scalef32.pk.f32.fp4(i32, float, i32 immarg range(i32 0, 4)) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.amdgcn.cvt.scalef32.pk.f32.fp8(i32, float, i1 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.scalef32.pk.fp4.bf16(i32, <2 x bfloat>, float, i32 immarg range(i32 0, 4)) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.scalef32.pk.fp4.f16(i32, <2 x half>, float, i32 immarg range(i32 0, 4)) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.scalef32.pk.fp4.f32(i32, float, float, float, i32 immarg range(i32 0, 4)) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i16> @llvm.amdgcn.cvt.scalef32.pk.fp8.bf16(<2 x i16>, <2 x bfloat>, float, i1 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i16> @llvm.amdgcn.cvt.scalef32.pk.fp8.f16(<2 x i16>, <2 x half>, float, i1 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i16> @llvm.amdgcn.cvt.scalef32.pk.fp8.f32(<2 x i16>, float, float, float, i1 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <3 x i32> @llvm.amdgcn.cvt.scalef32.pk16.bf6.bf16(<16 x bfloat>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <3 x i32> @llvm.amdgcn.cvt.scalef32.pk16.bf6.f16(<16 x half>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <3 x i32> @llvm.amdgcn.cvt.scalef32.pk16.bf6.f32(<16 x float>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <3 x i32> @llvm.amdgcn.cvt.scalef32.pk16.fp6.bf16(<16 x bfloat>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <3 x i32> @llvm.amdgcn.cvt.scalef32.pk16.fp6.f16(<16 x half>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <3 x i32> @llvm.amdgcn.cvt.scalef32.pk16.fp6.f32(<16 x float>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <32 x bfloat> @llvm.amdgcn.cvt.scalef32.pk32.bf16.bf6(<6 x i32>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <32 x bfloat> @llvm.amdgcn.cvt.scalef32.pk32.bf16.fp6(<6 x i32>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <6 x i32> @llvm.amdgcn.cvt.scalef32.pk32.bf6.bf16(<32 x bfloat>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <6 x i32> @llvm.amdgcn.cvt.scalef32.pk32.bf6.f16(<32 x half>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <32 x half> @llvm.amdgcn.cvt.scalef32.pk32.f16.bf6(<6 x i32>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <32 x half> @llvm.amdgcn.cvt.scalef32.pk32.f16.fp6(<6 x i32>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <32 x float> @llvm.amdgcn.cvt.scalef32.pk32.f32.bf6(<6 x i32>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <32 x float> @llvm.amdgcn.cvt.scalef32.pk32.f32.fp6(<6 x i32>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <6 x i32> @llvm.amdgcn.cvt.scalef32.pk32.fp6.bf16(<32 x bfloat>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <6 x i32> @llvm.amdgcn.cvt.scalef32.pk32.fp6.f16(<32 x half>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i32> @llvm.amdgcn.cvt.scalef32.pk8.bf8.bf16(<8 x bfloat>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i32> @llvm.amdgcn.cvt.scalef32.pk8.bf8.f16(<8 x half>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i32> @llvm.amdgcn.cvt.scalef32.pk8.bf8.f32(<8 x float>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.scalef32.pk8.fp4.bf16(<8 x bfloat>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.scalef32.pk8.fp4.f16(<8 x half>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.scalef32.pk8.fp4.f32(<8 x float>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i32> @llvm.amdgcn.cvt.scalef32.pk8.fp8.bf16(<8 x bfloat>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i32> @llvm.amdgcn.cvt.scalef32.pk8.fp8.f16(<8 x half>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i32> @llvm.amdgcn.cvt.scalef32.pk8.fp8.f32(<8 x float>, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.scalef32.sr.bf8.bf16(i32, bfloat, i32, float, i32 immarg range(i32 0, 4)) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.scalef32.sr.bf8.f16(i32, half, i32, float, i32 immarg range(i32 0, 4)) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.scalef32.sr.bf8.f32(i32, float, i32, float, i32 immarg range(i32 0, 4)) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.scalef32.sr.fp8.bf16(i32, bfloat, i32, float, i32 immarg range(i32 0, 4)) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.scalef32.sr.fp8.f16(i32, half, i32, float, i32 immarg range(i32 0, 4)) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.scalef32.sr.fp8.f32(i32, float, i32, float, i32 immarg range(i32 0, 4)) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.scalef32.sr.pk.fp4.bf16(i32, <2 x bfloat>, i32, float, i32 immarg range(i32 0, 4)) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.scalef32.sr.pk.fp4.f16(i32, <2 x half>, i32, float, i32 immarg range(i32 0, 4)) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.scalef32.sr.pk.fp4.f32(i32, <2 x float>, i32, float, i32 immarg range(i32 0, 4)) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <3 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk16.bf6.bf16(<16 x bfloat>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <3 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk16.bf6.f16(<16 x half>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <3 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk16.bf6.f32(<16 x float>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <3 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk16.fp6.bf16(<16 x bfloat>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <3 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk16.fp6.f16(<16 x half>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <3 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk16.fp6.f32(<16 x float>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <6 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk32.bf6.bf16(<32 x bfloat>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <6 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk32.bf6.f16(<32 x half>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <6 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk32.bf6.f32(<32 x float>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <6 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk32.fp6.bf16(<32 x bfloat>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <6 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk32.fp6.f16(<32 x half>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <6 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk32.fp6.f32(<32 x float>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk8.bf8.bf16(<8 x bfloat>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk8.bf8.f16(<8 x half>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk8.bf8.f32(<8 x float>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.scalef32.sr.pk8.fp4.bf16(<8 x bfloat>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.scalef32.sr.pk8.fp4.f16(<8 x half>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.scalef32.sr.pk8.fp4.f32(<8 x float>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk8.fp8.bf16(<8 x bfloat>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk8.fp8.f16(<8 x half>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i32> @llvm.amdgcn.cvt.scalef32.sr.pk8.fp8.f32(<8 x float>, i32, float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.sr.bf8.f32(float, i32, i32, i32 immarg) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.cvt.sr.fp8.f32(float, i32, i32, i32 immarg) #5

; Function Attrs: convergent nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.amdgcn.ds.atomic.async.barrier.arrive.b64(ptr addrspace(3)) #7

; Function Attrs: convergent nounwind willreturn memory(argmem: readwrite)
declare i64 @llvm.amdgcn.ds.atomic.barrier.arrive.rtn.b64(ptr addrspace(3) captures(none), i64) #8

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @llvm.amdgcn.ds.load.tr16.b128.i32(ptr addrspace(3) captures(none)) #9

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @llvm.amdgcn.ds.load.tr4.b64.i32(ptr addrspace(3) captures(none)) #9

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @llvm.amdgcn.ds.load.tr6.b96.i32(ptr addrspace(3) captures(none)) #9

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @llvm.amdgcn.ds.load.tr8.b64.i32(ptr addrspace(3) captures(none)) #9

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @llvm.amdgcn.ds.read.tr16.b64.i32(ptr addrspace(3) captures(none)) #9

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @llvm.amdgcn.ds.read.tr4.b64.i32(ptr addrspace(3) captures(none)) #9

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @llvm.amdgcn.ds.read.tr6.b96.i32(ptr addrspace(3) captures(none)) #9

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @llvm.amdgcn.ds.read.tr8.b64.i32(ptr addrspace(3) captures(none)) #9

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.ds.bpermute(i32, i32) #10

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.ds.swizzle(i32, i32 immarg) #10

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.amdgcn.exp2.f32(float) #5

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.amdgcn.flat.prefetch(ptr captures(none), i32 immarg) #4

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.amdgcn.fmed3.f32(float, float, float) #5

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.amdgcn.global.load.async.to.lds.b128(ptr addrspace(1) readonly captures(none), ptr addrspace(3) writeonly captures(none), i32 immarg, i32 immarg) #4

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1) readonly captures(none), ptr addrspace(3) writeonly captures(none), i32 immarg, i32 immarg) #4

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.amdgcn.global.load.async.to.lds.b64(ptr addrspace(1) readonly captures(none), ptr addrspace(3) writeonly captures(none), i32 immarg, i32 immarg) #4

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.amdgcn.global.load.async.to.lds.b8(ptr addrspace(1) readonly captures(none), ptr addrspace(3) writeonly captures(none), i32 immarg, i32 immarg) #4

; Function Attrs: nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.global.load.lds(ptr addrspace(1) captures(none), ptr addrspace(3) captures(none), i32 immarg, i32 immarg, i32 immarg) #11

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @llvm.amdgcn.global.load.tr.b128.i32(ptr addrspace(1) captures(none)) #9

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @llvm.amdgcn.global.load.tr.b64.i32(ptr addrspace(1) captures(none)) #9

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @llvm.amdgcn.global.load.tr4.b64.i32(ptr addrspace(1) captures(none)) #9

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @llvm.amdgcn.global.load.tr6.b96.i32(ptr addrspace(1) captures(none)) #9

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.amdgcn.global.prefetch(ptr addrspace(1) captures(none), i32 immarg) #4

declare i64 @__ockl_get_num_groups(i32)

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.iglp.opt(i32 immarg) #3

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.amdgcn.load.to.lds.p0(ptr readonly captures(none), ptr addrspace(3) writeonly captures(none), i32 immarg, i32 immarg, i32 immarg) #12

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.amdgcn.log.f32(float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare ptr @llvm.amdgcn.make.buffer.rsrc.p0.p0(ptr readnone, i16, i64, i32) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.mbcnt.hi(i32, i32) #13

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32) #13

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x16bf16.1k(<4 x i16>, <4 x i16>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half>, <4 x half>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.mfma.f32.16x16x1f32(float, float, <16 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.mfma.f32.16x16x2bf16(<2 x i16>, <2 x i16>, <16 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.bf16(<8 x bfloat>, <8 x bfloat>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.bf8.bf8(i64, i64, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.bf8.fp8(i64, i64, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.f16(<8 x half>, <8 x half>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.fp8.bf8(i64, i64, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.fp8.fp8(i64, i64, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.mfma.f32.16x16x4bf16.1k(<4 x i16>, <4 x i16>, <16 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.mfma.f32.16x16x4f16(<4 x half>, <4 x half>, <16 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float, float, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x8.xf32(<2 x float>, <2 x float>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x8bf16(<2 x i16>, <2 x i16>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat>, <8 x bfloat>, <16 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf8.bf8(i64, i64, <16 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf8.fp8(i64, i64, <16 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half>, <8 x half>, <16 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.fp8.bf8(i64, i64, <16 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.fp8.fp8(i64, i64, <16 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <32 x float> @llvm.amdgcn.mfma.f32.32x32x1f32(float, float, <32 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <32 x float> @llvm.amdgcn.mfma.f32.32x32x2bf16(<2 x i16>, <2 x i16>, <32 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x2f32(float, float, <16 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x4.xf32(<2 x float>, <2 x float>, <16 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x4bf16(<2 x i16>, <2 x i16>, <16 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <32 x float> @llvm.amdgcn.mfma.f32.32x32x4bf16.1k(<4 x i16>, <4 x i16>, <32 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <32 x float> @llvm.amdgcn.mfma.f32.32x32x4f16(<4 x half>, <4 x half>, <32 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16>, <4 x i16>, <16 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half>, <4 x half>, <16 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.4x4x1f32(float, float, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.4x4x2bf16(<2 x i16>, <2 x i16>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.4x4x4bf16.1k(<4 x i16>, <4 x i16>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.f32.4x4x4f16(<4 x half>, <4 x half>, <4 x float>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double, double, <4 x double>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare double @llvm.amdgcn.mfma.f64.4x4x4f64(double, double, double, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.amdgcn.mfma.i32.16x16x16i8(i32, i32, <4 x i32>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.amdgcn.mfma.i32.16x16x32.i8(i64, i64, <4 x i32>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x i32> @llvm.amdgcn.mfma.i32.16x16x4i8(i32, i32, <16 x i32>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.amdgcn.mfma.i32.16x16x64.i8(<4 x i32>, <4 x i32>, <4 x i32>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x i32> @llvm.amdgcn.mfma.i32.32x32x16.i8(i64, i64, <16 x i32>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x i32> @llvm.amdgcn.mfma.i32.32x32x32.i8(<4 x i32>, <4 x i32>, <16 x i32>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <32 x i32> @llvm.amdgcn.mfma.i32.32x32x4i8(i32, i32, <32 x i32>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x i32> @llvm.amdgcn.mfma.i32.32x32x8i8(i32, i32, <16 x i32>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.amdgcn.mfma.i32.4x4x4i8(i32, i32, <4 x i32>, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(none)
declare { i32, i32 } @llvm.amdgcn.permlane16.swap(i32, i32, i1 immarg, i1 immarg) #10

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(none)
declare { i32, i32 } @llvm.amdgcn.permlane32.swap(i32, i32, i1 immarg, i1 immarg) #10

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.permlanex16.i32(i32, i32, i32, i32, i1 immarg, i1 immarg) #10

; Function Attrs: nocallback nofree nounwind willreturn
declare i32 @llvm.amdgcn.raw.buffer.atomic.cmpswap.i32(i32, i32, <4 x i32>, i32, i32, i32 immarg) #11

; Function Attrs: nocallback nofree nounwind willreturn
declare i32 @llvm.amdgcn.raw.buffer.atomic.smax.i32(i32, <4 x i32>, i32, i32, i32 immarg) #11

; Function Attrs: nocallback nofree nounwind willreturn
declare i32 @llvm.amdgcn.raw.buffer.atomic.umin.i32(i32, <4 x i32>, i32, i32, i32 immarg) #11

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare i32 @llvm.amdgcn.raw.buffer.load.i32(<4 x i32>, i32, i32, i32 immarg) #14

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(write)
declare void @llvm.amdgcn.raw.buffer.store.i32(i32, <4 x i32>, i32, i32, i32 immarg) #15

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare i32 @llvm.amdgcn.raw.ptr.buffer.atomic.cmpswap.i32(i32, i32, ptr addrspace(8) captures(none), i32, i32, i32 immarg) #12

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare i32 @llvm.amdgcn.raw.ptr.buffer.atomic.smax.i32(i32, ptr addrspace(8) captures(none), i32, i32, i32 immarg) #12

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare i32 @llvm.amdgcn.raw.ptr.buffer.atomic.umin.i32(i32, ptr addrspace(8) captures(none), i32, i32, i32 immarg) #12

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) readonly captures(none), i32, i32, i32 immarg) #16

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) readonly captures(none), ptr addrspace(3) writeonly captures(none), i32 immarg, i32, i32, i32 immarg, i32 immarg) #12

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.amdgcn.raw.ptr.buffer.store.i32(i32, ptr addrspace(8) writeonly captures(none), i32, i32, i32 immarg) #17

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.amdgcn.rcp.f32(float) #5

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32) #2

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.readlane.i32(i32, i32) #10

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier.init(ptr addrspace(3), i32) #3

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier.join(ptr addrspace(3)) #3

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier.leave(i16 immarg) #3

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier.signal(i32 immarg) #3

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32 immarg) #3

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier.signal.var(ptr addrspace(3), i32) #3

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier.wait(i16 immarg) #3

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare i32 @llvm.amdgcn.s.get.barrier.state(i32) #3

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare i32 @llvm.amdgcn.s.get.named.barrier.state(ptr addrspace(3)) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.amdgcn.s.nop(i16 immarg) #18

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.amdgcn.s.setprio(i16 immarg) #18

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.amdgcn.s.sleep(i32 immarg) #18

; Function Attrs: nocallback nofree nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.amdgcn.s.wait.asynccnt(i16 immarg) #19

; Function Attrs: nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.wait.dscnt(i16 immarg) #11

; Function Attrs: nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.wait.expcnt(i16 immarg) #11

; Function Attrs: nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.wait.loadcnt(i16 immarg) #11

; Function Attrs: nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.wait.storecnt(i16 immarg) #11

; Function Attrs: nocallback nofree nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.amdgcn.s.wait.tensorcnt(i16 immarg) #19

; Function Attrs: nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.waitcnt(i32 immarg) #11

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.wakeup.barrier(ptr addrspace(3)) #3

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.sched.barrier(i32 immarg) #3

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.sched.group.barrier(i32 immarg, i32 immarg, i32 immarg) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.amdgcn.sin.f32(float) #5

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.smfmac.f32.16x16x128.bf8.bf8(<4 x i32>, <8 x i32>, <4 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.smfmac.f32.16x16x128.bf8.fp8(<4 x i32>, <8 x i32>, <4 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.smfmac.f32.16x16x128.fp8.bf8(<4 x i32>, <8 x i32>, <4 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.smfmac.f32.16x16x128.fp8.fp8(<4 x i32>, <8 x i32>, <4 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.smfmac.f32.16x16x32.bf16(<4 x i16>, <8 x i16>, <4 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.smfmac.f32.16x16x32.f16(<4 x half>, <8 x half>, <4 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.smfmac.f32.16x16x64.bf16(<8 x bfloat>, <16 x bfloat>, <4 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.smfmac.f32.16x16x64.bf8.bf8(<2 x i32>, <4 x i32>, <4 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.smfmac.f32.16x16x64.bf8.fp8(<2 x i32>, <4 x i32>, <4 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.smfmac.f32.16x16x64.f16(<8 x half>, <16 x half>, <4 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.smfmac.f32.16x16x64.fp8.bf8(<2 x i32>, <4 x i32>, <4 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.smfmac.f32.16x16x64.fp8.fp8(<2 x i32>, <4 x i32>, <4 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.smfmac.f32.32x32x16.bf16(<4 x i16>, <8 x i16>, <16 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.smfmac.f32.32x32x16.f16(<4 x half>, <8 x half>, <16 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.smfmac.f32.32x32x32.bf16(<8 x bfloat>, <16 x bfloat>, <16 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.smfmac.f32.32x32x32.bf8.bf8(<2 x i32>, <4 x i32>, <16 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.smfmac.f32.32x32x32.bf8.fp8(<2 x i32>, <4 x i32>, <16 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.smfmac.f32.32x32x32.f16(<8 x half>, <16 x half>, <16 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.smfmac.f32.32x32x32.fp8.bf8(<2 x i32>, <4 x i32>, <16 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.smfmac.f32.32x32x32.fp8.fp8(<2 x i32>, <4 x i32>, <16 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.smfmac.f32.32x32x64.bf8.bf8(<4 x i32>, <8 x i32>, <16 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.smfmac.f32.32x32x64.bf8.fp8(<4 x i32>, <8 x i32>, <16 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.smfmac.f32.32x32x64.fp8.bf8(<4 x i32>, <8 x i32>, <16 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.smfmac.f32.32x32x64.fp8.fp8(<4 x i32>, <8 x i32>, <16 x float>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.amdgcn.smfmac.i32.16x16x128.i8(<4 x i32>, <8 x i32>, <4 x i32>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.amdgcn.smfmac.i32.16x16x64.i8(<2 x i32>, <4 x i32>, <4 x i32>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x i32> @llvm.amdgcn.smfmac.i32.32x32x32.i8(<2 x i32>, <4 x i32>, <16 x i32>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x i32> @llvm.amdgcn.smfmac.i32.32x32x64.i8(<4 x i32>, <8 x i32>, <16 x i32>, i32, i32 immarg, i32 immarg) #6

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.amdgcn.sqrt.f32(float) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.amdgcn.tanh.f32(float) #5

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.amdgcn.tensor.load.to.lds(<4 x i32>, <8 x i32>, <4 x i32>, <4 x i32>, i32 immarg) #20

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.amdgcn.tensor.load.to.lds.d2(<4 x i32>, <8 x i32>, i32 immarg) #20

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.amdgcn.tensor.store.from.lds(<4 x i32>, <8 x i32>, <4 x i32>, <4 x i32>, i32 immarg) #20

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.amdgcn.tensor.store.from.lds.d2(<4 x i32>, <8 x i32>, i32 immarg) #20

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32 immarg, i32 immarg, i32 immarg, i1 immarg) #10

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 32, 65) i32 @llvm.amdgcn.wavefrontsize() #1

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.wmma.bf16.16x16x16.bf16.i32.i32(i32, i32, i32, i1 immarg) #2

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(none)
declare bfloat @llvm.amdgcn.wmma.bf16.16x16x32.bf16.bf16.bf16(i1 immarg, bfloat, i1 immarg, bfloat, i16 immarg, bfloat, i1 immarg, i1 immarg) #10

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(none)
declare bfloat @llvm.amdgcn.wmma.bf16f32.16x16x32.bf16.bf16.bf16.f32(i1 immarg, bfloat, i1 immarg, bfloat, i16 immarg, float, i1 immarg, i1 immarg) #10

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare half @llvm.amdgcn.wmma.f16.16x16x128.bf8.bf8.f16.i32(i32, i32, i16 immarg, half, i1 immarg, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare half @llvm.amdgcn.wmma.f16.16x16x128.bf8.fp8.f16.i32(i32, i32, i16 immarg, half, i1 immarg, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare half @llvm.amdgcn.wmma.f16.16x16x128.fp8.bf8.f16.i32(i32, i32, i16 immarg, half, i1 immarg, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare half @llvm.amdgcn.wmma.f16.16x16x128.fp8.fp8.f16.i32(i32, i32, i16 immarg, half, i1 immarg, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare half @llvm.amdgcn.wmma.f16.16x16x16.f16.f16.f16(half, half, half, i1 immarg) #2

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(none)
declare half @llvm.amdgcn.wmma.f16.16x16x32.f16.f16.f16(i1 immarg, half, i1 immarg, half, i16 immarg, half, i1 immarg, i1 immarg) #10

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare half @llvm.amdgcn.wmma.f16.16x16x64.bf8.bf8.f16.i32(i32, i32, i16 immarg, half, i1 immarg, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare half @llvm.amdgcn.wmma.f16.16x16x64.bf8.fp8.f16.i32(i32, i32, i16 immarg, half, i1 immarg, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare half @llvm.amdgcn.wmma.f16.16x16x64.fp8.bf8.f16.i32(i32, i32, i16 immarg, half, i1 immarg, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare half @llvm.amdgcn.wmma.f16.16x16x64.fp8.fp8.f16.i32(i32, i32, i16 immarg, half, i1 immarg, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.wmma.f32.16x16x128.bf8.bf8.f32.i32(i32, i32, i16 immarg, float, i1 immarg, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.wmma.f32.16x16x128.bf8.fp8.f32.i32(i32, i32, i16 immarg, float, i1 immarg, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.wmma.f32.16x16x128.fp8.bf8.f32.i32(i32, i32, i16 immarg, float, i1 immarg, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.wmma.f32.16x16x128.fp8.fp8.f32.i32(i32, i32, i16 immarg, float, i1 immarg, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.wmma.f32.16x16x16.bf16.f32.i32(i32, i32, float) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.wmma.f32.16x16x16.bf8.bf8.f32.i32(i32, i32, float) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.wmma.f32.16x16x16.bf8.fp8.f32.i32(i32, i32, float) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.wmma.f32.16x16x16.f16.f32.f16(half, half, float) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.wmma.f32.16x16x16.fp8.bf8.f32.i32(i32, i32, float) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.wmma.f32.16x16x16.fp8.fp8.f32.i32(i32, i32, float) #2

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.wmma.f32.16x16x32.bf16.f32.bf16(i1 immarg, bfloat, i1 immarg, bfloat, i16 immarg, float, i1 immarg, i1 immarg) #10

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.wmma.f32.16x16x32.f16.f32.f16(i1 immarg, half, i1 immarg, half, i16 immarg, float, i1 immarg, i1 immarg) #10

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.wmma.f32.16x16x4.f32.f32.f32(i1 immarg, float, i1 immarg, float, i16 immarg, float, i1 immarg, i1 immarg) #10

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.wmma.f32.16x16x64.bf8.bf8.f32.i32(i32, i32, i16 immarg, float, i1 immarg, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.wmma.f32.16x16x64.bf8.fp8.f32.i32(i32, i32, i16 immarg, float, i1 immarg, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.wmma.f32.16x16x64.fp8.bf8.f32.i32(i32, i32, i16 immarg, float, i1 immarg, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.wmma.f32.16x16x64.fp8.fp8.f32.i32(i32, i32, i16 immarg, float, i1 immarg, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.wmma.i32.16x16x16.iu4.i32.i32(i1 immarg, i32, i1 immarg, i32, i32, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.wmma.i32.16x16x16.iu8.i32.i32(i1 immarg, i32, i1 immarg, i32, i32, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.wmma.i32.16x16x32.iu4.i32.i32(i1 immarg, i32, i1 immarg, i32, i32, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.wmma.i32.16x16x64.iu8.i32.i32(i1 immarg, i32, i1 immarg, i32, i32, i1 immarg, i1 immarg, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.wmma.scale.f32.32x16x128.f4.f32.i32.i32(i32, i32, i16 immarg, float, i32 immarg, i32 immarg, i32, i32 immarg, i32 immarg, i32, i1 immarg, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare float @llvm.amdgcn.wmma.scale16.f32.32x16x128.f4.f32.i32.i32(i32, i32, i16 immarg, float, i32 immarg, i32 immarg, i64, i32 immarg, i32 immarg, i64, i1 immarg, i1 immarg) #2

declare i64 @__ockl_get_local_size(i32)

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.y() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.z() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.y() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.z() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x i32> @llvm.aarch64.sve.add.nxv4i32(<vscale x 4 x i1>, <vscale x 4 x i32>, <vscale x 4 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x i32> @llvm.aarch64.sve.mul.nxv4i32(<vscale x 4 x i1>, <vscale x 4 x i32>, <vscale x 4 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x i32> @llvm.aarch64.sve.sub.nxv4i32(<vscale x 4 x i1>, <vscale x 4 x i32>, <vscale x 4 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x i32> @llvm.aarch64.sve.sdiv.nxv4i32(<vscale x 4 x i1>, <vscale x 4 x i32>, <vscale x 4 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x i32> @llvm.aarch64.sve.udiv.nxv4i32(<vscale x 4 x i1>, <vscale x 4 x i32>, <vscale x 4 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <vscale x 4 x float> @llvm.aarch64.sve.fadd.nxv4f32(<vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <vscale x 4 x float> @llvm.aarch64.sve.fmul.nxv4f32(<vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <vscale x 4 x float> @llvm.aarch64.sve.fsub.nxv4f32(<vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <vscale x 4 x float> @llvm.aarch64.sve.fdiv.nxv4f32(<vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x i32> @llvm.aarch64.sve.sdot.nxv4i32(<vscale x 4 x i32>, <vscale x 16 x i8>, <vscale x 16 x i8>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x i32> @llvm.aarch64.sve.udot.nxv4i32(<vscale x 4 x i32>, <vscale x 16 x i8>, <vscale x 16 x i8>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x i32> @llvm.aarch64.sve.smmla.nxv4i32(<vscale x 4 x i32>, <vscale x 16 x i8>, <vscale x 16 x i8>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x i32> @llvm.aarch64.sve.ummla.nxv4i32(<vscale x 4 x i32>, <vscale x 16 x i8>, <vscale x 16 x i8>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x i32> @llvm.aarch64.sve.usmmla.nxv4i32(<vscale x 4 x i32>, <vscale x 16 x i8>, <vscale x 16 x i8>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x i1> @llvm.aarch64.sve.convert.from.svbool.nxv4i1(<vscale x 16 x i1>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 16 x i1> @llvm.aarch64.sve.convert.to.svbool.nxv4i1(<vscale x 4 x i1>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <vscale x 16 x i1> @llvm.aarch64.sve.psel.nxv4i1(<vscale x 16 x i1>, <vscale x 4 x i1>, i32) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <vscale x 4 x i1> @llvm.aarch64.sve.whilelt.nxv4i1.i64(i64, i64) #1

; Function Attrs: nocallback nofree nounwind willreturn
declare float @llvm.amdgcn.raw.buffer.atomic.fadd.f32(float, <4 x i32>, i32, i32, i32 immarg) #11

; Function Attrs: nocallback nofree nounwind willreturn
declare float @llvm.amdgcn.raw.buffer.atomic.fmax.f32(float, <4 x i32>, i32, i32, i32 immarg) #11

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float, ptr addrspace(8) captures(none), i32, i32, i32 immarg) #12

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare float @llvm.amdgcn.raw.ptr.buffer.atomic.fmax.f32(float, ptr addrspace(8) captures(none), i32, i32, i32 immarg) #12

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v8i32.v8i32(<8 x i32>, <8 x i32>, <4 x float>, i32 immarg, i32 immarg, i32 immarg, i32, i32 immarg, i32) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.amdgcn.mfma.scale.f32.32x32x64.f8f6f4.v8i32.v8i32(<8 x i32>, <8 x i32>, <16 x float>, i32 immarg, i32 immarg, i32 immarg, i32, i32 immarg, i32) #6

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare <8 x float> @llvm.amdgcn.wmma.scale.f32.16x16x128.f8f6f4.v8f32.v16i32.v16i32(i32 immarg, <16 x i32>, i32 immarg, <16 x i32>, i16 immarg, <8 x float>, i32 immarg, i32 immarg, i32, i32 immarg, i32 immarg, i32, i1 immarg, i1 immarg) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare <8 x float> @llvm.amdgcn.wmma.scale16.f32.16x16x128.f8f6f4.v8f32.v16i32.v16i32(i32 immarg, <16 x i32>, i32 immarg, <16 x i32>, i16 immarg, <8 x float>, i32 immarg, i32 immarg, i64, i32 immarg, i32 immarg, i64, i1 immarg, i1 immarg) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.x86.avx512.mask.rndscale.ps.512(<16 x float>, i32 immarg, <16 x float>, i16, i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <8 x double> @llvm.x86.avx512.mask.rndscale.pd.512(<8 x double>, i32 immarg, <8 x double>, i8, i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.x86.avx512.mask.scalef.ps.512(<16 x float>, <16 x float>, <16 x float>, i16, i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <8 x double> @llvm.x86.avx512.mask.scalef.pd.512(<8 x double>, <8 x double>, <8 x double>, i8, i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare { <16 x i1>, <16 x i1> } @llvm.x86.avx512.vp2intersect.d.512(<16 x i32>, <16 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare { <8 x i1>, <8 x i1> } @llvm.x86.avx512.vp2intersect.q.512(<8 x i64>, <8 x i64>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.x86.avx512.mask.compress.v16f32(<16 x float>, <16 x float>, <16 x i1>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <8 x float> @llvm.x86.avx.rsqrt.ps.256(<8 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <8 x float> @llvm.x86.avx.dp.ps.256(<8 x float>, <8 x float>, i8 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.x86.avx2.vpdpbssd.128(<4 x i32>, <16 x i8>, <16 x i8>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <8 x i32> @llvm.x86.avx2.vpdpbssd.256(<8 x i32>, <32 x i8>, <32 x i8>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.x86.avx512bf16.dpbf16ps.128(<4 x float>, <8 x bfloat>, <8 x bfloat>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <8 x float> @llvm.x86.avx512bf16.dpbf16ps.256(<8 x float>, <16 x bfloat>, <16 x bfloat>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <16 x float> @llvm.x86.avx512bf16.dpbf16ps.512(<16 x float>, <32 x bfloat>, <32 x bfloat>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <8 x bfloat> @llvm.x86.avx512bf16.cvtneps2bf16.256(<8 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <16 x bfloat> @llvm.x86.avx512bf16.cvtneps2bf16.512(<16 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <4 x float> @llvm.x86.vcvtneebf162ps128(ptr) #16

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <8 x float> @llvm.x86.vcvtneebf162ps256(ptr) #16

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <4 x float> @llvm.x86.vcvtneeph2ps128(ptr) #16

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <8 x float> @llvm.x86.vcvtneeph2ps256(ptr) #16

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <4 x float> @llvm.x86.vcvtneobf162ps128(ptr) #16

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <8 x float> @llvm.x86.vcvtneobf162ps256(ptr) #16

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <4 x float> @llvm.x86.vcvtneoph2ps128(ptr) #16

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <8 x float> @llvm.x86.vcvtneoph2ps256(ptr) #16

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <8 x float> @llvm.x86.vbcstnebf162ps256(ptr) #16

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <4 x float> @llvm.x86.vbcstnebf162ps128(ptr) #16

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <8 x float> @llvm.x86.vbcstnesh2ps256(ptr) #16

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <4 x float> @llvm.x86.vbcstnesh2ps128(ptr) #16

; Function Attrs: nounwind
declare x86_amx @llvm.x86.tilezero.internal(i16, i16) #21

; Function Attrs: nounwind
declare x86_amx @llvm.x86.tileloadd64.internal(i16, i16, ptr, i64) #21

; Function Attrs: nounwind
declare x86_amx @llvm.x86.tdpbf16ps.internal(i16, i16, i16, x86_amx, x86_amx, x86_amx) #21

; Function Attrs: nounwind
declare x86_amx @llvm.x86.tdpfp16ps.internal(i16, i16, i16, x86_amx, x86_amx, x86_amx) #21

; Function Attrs: nounwind
declare x86_amx @llvm.x86.tdpbssd.internal(i16, i16, i16, x86_amx, x86_amx, x86_amx) #21

; Function Attrs: nounwind
declare x86_amx @llvm.x86.tdpbusd.internal(i16, i16, i16, x86_amx, x86_amx, x86_amx) #21

; Function Attrs: nounwind
declare x86_amx @llvm.x86.tdpbsud.internal(i16, i16, i16, x86_amx, x86_amx, x86_amx) #21

; Function Attrs: nounwind
declare x86_amx @llvm.x86.tdpbuud.internal(i16, i16, i16, x86_amx, x86_amx, x86_amx) #21

; Function Attrs: nounwind
declare void @llvm.x86.tilestored64.internal(i16, i16, ptr, i64, x86_amx) #21

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #1

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #3 = { convergent nocallback nofree nounwind willreturn }
attributes #4 = { nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #5 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none) }
attributes #7 = { convergent nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #8 = { convergent nounwind willreturn memory(argmem: readwrite) }
attributes #9 = { convergent nocallback nofree nounwind willreturn memory(argmem: read) }
attributes #10 = { convergent nocallback nofree nounwind willreturn memory(none) }
attributes #11 = { nocallback nofree nounwind willreturn }
attributes #12 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #13 = { nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none) }
attributes #14 = { nocallback nofree nosync nounwind willreturn memory(read) }
attributes #15 = { nocallback nofree nosync nounwind willreturn memory(write) }
attributes #16 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #17 = { nocallback nofree nosync nounwind willreturn memory(argmem: write) }
attributes #18 = { nocallback nofree nosync nounwind willreturn }
attributes #19 = { nocallback nofree nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #20 = { convergent nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #21 = { nounwind }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
