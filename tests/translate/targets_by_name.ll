; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

define void @arm_sme_intr_ld1b_horiz(<vscale x 16 x i1> %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.ld1b.horiz(<vscale x 16 x i1> %0, ptr %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_ld1b_vert(<vscale x 16 x i1> %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.ld1b.vert(<vscale x 16 x i1> %0, ptr %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_ld1d_horiz(<vscale x 2 x i1> %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.ld1d.horiz(<vscale x 2 x i1> %0, ptr %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_ld1d_vert(<vscale x 2 x i1> %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.ld1d.vert(<vscale x 2 x i1> %0, ptr %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_ld1h_horiz(<vscale x 8 x i1> %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.ld1h.horiz(<vscale x 8 x i1> %0, ptr %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_ld1h_vert(<vscale x 8 x i1> %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.ld1h.vert(<vscale x 8 x i1> %0, ptr %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_ld1q_horiz(<vscale x 1 x i1> %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.ld1q.horiz(<vscale x 1 x i1> %0, ptr %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_ld1q_vert(<vscale x 1 x i1> %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.ld1q.vert(<vscale x 1 x i1> %0, ptr %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_ld1w_horiz(<vscale x 4 x i1> %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.ld1w.horiz(<vscale x 4 x i1> %0, ptr %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_ld1w_vert(<vscale x 4 x i1> %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.ld1w.vert(<vscale x 4 x i1> %0, ptr %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_mopa(<vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3) {
  call void @llvm.aarch64.sme.mopa.nxv4f32(i32 1, <vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3)
  ret void
}

define void @arm_sme_intr_mopa_wide(<vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3) {
  call void @llvm.aarch64.sme.mopa.wide.nxv4f32(i32 1, <vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3)
  ret void
}

define void @arm_sme_intr_mops(<vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3) {
  call void @llvm.aarch64.sme.mops.nxv4f32(i32 1, <vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3)
  ret void
}

define void @arm_sme_intr_mops_wide(<vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3) {
  call void @llvm.aarch64.sme.mops.wide.nxv4f32(i32 1, <vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3)
  ret void
}

define void @arm_sme_intr_smopa_wide(<vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3) {
  call void @llvm.aarch64.sme.smopa.wide.nxv4f32(i32 1, <vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3)
  ret void
}

define void @arm_sme_intr_smopa_za32(<vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3) {
  call void @llvm.aarch64.sme.smopa.za32.nxv4f32(i32 1, <vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3)
  ret void
}

define void @arm_sme_intr_smops_wide(<vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3) {
  call void @llvm.aarch64.sme.smops.wide.nxv4f32(i32 1, <vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3)
  ret void
}

define void @arm_sme_intr_smops_za32(<vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3) {
  call void @llvm.aarch64.sme.smops.za32.nxv4f32(i32 1, <vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3)
  ret void
}

define void @arm_sme_intr_st1b_horiz(<vscale x 16 x i1> %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.st1b.horiz(<vscale x 16 x i1> %0, ptr %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_st1b_vert(<vscale x 16 x i1> %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.st1b.vert(<vscale x 16 x i1> %0, ptr %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_st1d_horiz(<vscale x 2 x i1> %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.st1d.horiz(<vscale x 2 x i1> %0, ptr %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_st1d_vert(<vscale x 2 x i1> %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.st1d.vert(<vscale x 2 x i1> %0, ptr %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_st1h_horiz(<vscale x 8 x i1> %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.st1h.horiz(<vscale x 8 x i1> %0, ptr %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_st1h_vert(<vscale x 8 x i1> %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.st1h.vert(<vscale x 8 x i1> %0, ptr %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_st1q_horiz(<vscale x 1 x i1> %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.st1q.horiz(<vscale x 1 x i1> %0, ptr %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_st1q_vert(<vscale x 1 x i1> %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.st1q.vert(<vscale x 1 x i1> %0, ptr %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_st1w_horiz(<vscale x 4 x i1> %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.st1w.horiz(<vscale x 4 x i1> %0, ptr %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_st1w_vert(<vscale x 4 x i1> %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.st1w.vert(<vscale x 4 x i1> %0, ptr %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_str(i32 %0, ptr %1, i32 %2) {
  call void @llvm.aarch64.sme.str(i32 %0, ptr %1, i32 %2)
  ret void
}

define void @arm_sme_intr_sumopa_wide(<vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3) {
  call void @llvm.aarch64.sme.sumopa.wide.nxv4f32(i32 1, <vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3)
  ret void
}

define void @arm_sme_intr_sumops_wide(<vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3) {
  call void @llvm.aarch64.sme.sumops.wide.nxv4f32(i32 1, <vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3)
  ret void
}

define void @arm_sme_intr_umopa_wide(<vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3) {
  call void @llvm.aarch64.sme.umopa.wide.nxv4f32(i32 1, <vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3)
  ret void
}

define void @arm_sme_intr_umopa_za32(<vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3) {
  call void @llvm.aarch64.sme.umopa.za32.nxv4f32(i32 1, <vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3)
  ret void
}

define void @arm_sme_intr_umops_wide(<vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3) {
  call void @llvm.aarch64.sme.umops.wide.nxv4f32(i32 1, <vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3)
  ret void
}

define void @arm_sme_intr_umops_za32(<vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3) {
  call void @llvm.aarch64.sme.umops.za32.nxv4f32(i32 1, <vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3)
  ret void
}

define void @arm_sme_intr_usmopa_wide(<vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3) {
  call void @llvm.aarch64.sme.usmopa.wide.nxv4f32(i32 1, <vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3)
  ret void
}

define void @arm_sme_intr_usmops_wide(<vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3) {
  call void @llvm.aarch64.sme.usmops.wide.nxv4f32(i32 1, <vscale x 4 x i1> %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2, <vscale x 4 x float> %3)
  ret void
}

define void @arm_sme_intr_write_horiz(i32 %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2) {
  call void @llvm.aarch64.sme.write.horiz.nxv4f32(i32 1, i32 %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2)
  ret void
}

define void @arm_sme_intr_write_vert(i32 %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2) {
  call void @llvm.aarch64.sme.write.vert.nxv4f32(i32 1, i32 %0, <vscale x 4 x i1> %1, <vscale x 4 x float> %2)
  ret void
}

define void @arm_sme_intr_zero() {
  call void @llvm.aarch64.sme.zero(i32 1)
  ret void
}

define void @nvvm_rcp_approx_ftz_f(float %0) {
  %2 = call float @llvm.nvvm.rcp.approx.ftz.f(float %0)
  ret void
}

define void @nvvm_read_ptx_sreg_aggr_smem_size() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.aggr_smem_size()
  ret void
}

define void @nvvm_read_ptx_sreg_clock() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.clock()
  ret void
}

define void @nvvm_read_ptx_sreg_clock64() {
  %1 = call i64 @llvm.nvvm.read.ptx.sreg.clock64()
  ret void
}

define void @nvvm_read_ptx_sreg_cluster_ctaid_x() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctaid.x()
  ret void
}

define void @nvvm_read_ptx_sreg_cluster_ctaid_y() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctaid.y()
  ret void
}

define void @nvvm_read_ptx_sreg_cluster_ctaid_z() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctaid.z()
  ret void
}

define void @nvvm_read_ptx_sreg_cluster_ctarank() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
  ret void
}

define void @nvvm_read_ptx_sreg_cluster_nctaid_x() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.cluster.nctaid.x()
  ret void
}

define void @nvvm_read_ptx_sreg_cluster_nctaid_y() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.cluster.nctaid.y()
  ret void
}

define void @nvvm_read_ptx_sreg_cluster_nctaid_z() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.cluster.nctaid.z()
  ret void
}

define void @nvvm_read_ptx_sreg_cluster_nctarank() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.cluster.nctarank()
  ret void
}

define void @nvvm_read_ptx_sreg_clusterid_x() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.clusterid.x()
  ret void
}

define void @nvvm_read_ptx_sreg_clusterid_y() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.clusterid.y()
  ret void
}

define void @nvvm_read_ptx_sreg_clusterid_z() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.clusterid.z()
  ret void
}

define void @nvvm_read_ptx_sreg_ctaid_x() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  ret void
}

define void @nvvm_read_ptx_sreg_ctaid_y() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  ret void
}

define void @nvvm_read_ptx_sreg_ctaid_z() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  ret void
}

define void @nvvm_read_ptx_sreg_dynamic_smem_size() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size()
  ret void
}

define void @nvvm_read_ptx_sreg_envreg31() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.envreg31()
  ret void
}

define void @nvvm_read_ptx_sreg_globaltimer() {
  %1 = call i64 @llvm.nvvm.read.ptx.sreg.globaltimer()
  ret void
}

define void @nvvm_read_ptx_sreg_globaltimer_lo() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.globaltimer.lo()
  ret void
}

define void @nvvm_read_ptx_sreg_gridid() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.gridid()
  ret void
}

define void @nvvm_read_ptx_sreg_laneid() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  ret void
}

define void @nvvm_read_ptx_sreg_lanemask_eq() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.eq()
  ret void
}

define void @nvvm_read_ptx_sreg_lanemask_ge() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.ge()
  ret void
}

define void @nvvm_read_ptx_sreg_lanemask_gt() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.gt()
  ret void
}

define void @nvvm_read_ptx_sreg_lanemask_le() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.le()
  ret void
}

define void @nvvm_read_ptx_sreg_lanemask_lt() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
  ret void
}

define void @nvvm_read_ptx_sreg_nclusterid_x() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.nclusterid.x()
  ret void
}

define void @nvvm_read_ptx_sreg_nclusterid_y() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.nclusterid.y()
  ret void
}

define void @nvvm_read_ptx_sreg_nclusterid_z() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.nclusterid.z()
  ret void
}

define void @nvvm_read_ptx_sreg_nctaid_x() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  ret void
}

define void @nvvm_read_ptx_sreg_nctaid_y() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
  ret void
}

define void @nvvm_read_ptx_sreg_nctaid_z() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()
  ret void
}

define void @nvvm_read_ptx_sreg_nsmid() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.nsmid()
  ret void
}

define void @nvvm_read_ptx_sreg_ntid_x() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  ret void
}

define void @nvvm_read_ptx_sreg_ntid_y() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  ret void
}

define void @nvvm_read_ptx_sreg_ntid_z() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  ret void
}

define void @nvvm_read_ptx_sreg_nwarpid() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.nwarpid()
  ret void
}

define void @nvvm_read_ptx_sreg_smid() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.smid()
  ret void
}

define void @nvvm_read_ptx_sreg_tid_x() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  ret void
}

define void @nvvm_read_ptx_sreg_tid_y() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  ret void
}

define void @nvvm_read_ptx_sreg_tid_z() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  ret void
}

define void @nvvm_read_ptx_sreg_total_smem_size() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.total_smem_size()
  ret void
}

define void @nvvm_read_ptx_sreg_warpid() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.warpid()
  ret void
}

define void @nvvm_read_ptx_sreg_warpsize() {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.warpsize()
  ret void
}

define void @vcix_v_iv(<vscale x 4 x i32> %0) {
  %2 = call <vscale x 4 x i32> @llvm.riscv.sf.vc.v.iv.se.nxv4i32.i64.nxv4i32.i64.i64(i64 3, <vscale x 4 x i32> %0, i64 5, i64 4)
  ret void
}

define void @vcix_v_sv(<vscale x 4 x i32> %0, i32 %1) {
  %3 = call <vscale x 4 x i32> @llvm.riscv.sf.vc.v.xv.se.nxv4i32.i64.nxv4i32.i32.i64(i64 3, <vscale x 4 x i32> %0, i32 %1, i64 4)
  ret void
}

define void @arm_sme_intr_cntsd() {
  %1 = call i64 @llvm.aarch64.sme.cntsd()
  ret void
}

define void @arm_sme_intr_read_horiz(<vscale x 4 x float> %0, <vscale x 4 x i1> %1, i32 %2) {
  %4 = call <vscale x 4 x float> @llvm.aarch64.sme.read.horiz.nxv4f32(<vscale x 4 x float> %0, <vscale x 4 x i1> %1, i32 1, i32 %2)
  ret void
}

define void @arm_sme_intr_read_vert(<vscale x 4 x float> %0, <vscale x 4 x i1> %1, i32 %2) {
  %4 = call <vscale x 4 x float> @llvm.aarch64.sme.read.vert.nxv4f32(<vscale x 4 x float> %0, <vscale x 4 x i1> %1, i32 1, i32 %2)
  ret void
}

define i32 @ranges() {
  %1 = call range(i32 0, 5) i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  ret i32 %1
}

define void @vcix_kinds(<vscale x 4 x i32> %0, <4 x i32> %1, i64 %2, i32 %3, float %4, <vscale x 4 x float> %5) {
  %7 = call <vscale x 4 x float> @llvm.riscv.sf.vc.v.fv.se.nxv4f32.i64.nxv4i32.f32.i64(i64 3, <vscale x 4 x i32> %0, float %4, i64 4)
  %8 = call <vscale x 4 x float> @llvm.riscv.sf.vc.v.vv.se.nxv4f32.i64.nxv4i32.nxv4i32.i64(i64 3, <vscale x 4 x i32> %0, <vscale x 4 x i32> %0, i64 4)
  %9 = call <4 x i32> @llvm.riscv.sf.vc.v.vv.se.v4i32.i64.v4i32.v4i32.i64(i64 3, <4 x i32> %1, <4 x i32> %1, i64 %2)
  %10 = call <vscale x 4 x float> @llvm.riscv.sf.vc.v.xv.se.nxv4f32.i64.nxv4i32.i64.i64(i64 3, <vscale x 4 x i32> %0, i64 %2, i64 4)
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.ld1b.horiz(<vscale x 16 x i1>, ptr, i32 immarg, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.ld1b.vert(<vscale x 16 x i1>, ptr, i32 immarg, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.ld1d.horiz(<vscale x 2 x i1>, ptr, i32 immarg, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.ld1d.vert(<vscale x 2 x i1>, ptr, i32 immarg, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.ld1h.horiz(<vscale x 8 x i1>, ptr, i32 immarg, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.ld1h.vert(<vscale x 8 x i1>, ptr, i32 immarg, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.ld1q.horiz(<vscale x 1 x i1>, ptr, i32 immarg, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.ld1q.vert(<vscale x 1 x i1>, ptr, i32 immarg, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.ld1w.horiz(<vscale x 4 x i1>, ptr, i32 immarg, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.ld1w.vert(<vscale x 4 x i1>, ptr, i32 immarg, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.mopa.nxv4f32(i32 immarg, <vscale x 4 x i1>, <vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.mopa.wide.nxv4f32(i32 immarg, <vscale x 4 x i1>, <vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.mops.nxv4f32(i32 immarg, <vscale x 4 x i1>, <vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.mops.wide.nxv4f32(i32 immarg, <vscale x 4 x i1>, <vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.smopa.wide.nxv4f32(i32 immarg, <vscale x 4 x i1>, <vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.smopa.za32.nxv4f32(i32 immarg, <vscale x 4 x i1>, <vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.smops.wide.nxv4f32(i32 immarg, <vscale x 4 x i1>, <vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.smops.za32.nxv4f32(i32 immarg, <vscale x 4 x i1>, <vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.st1b.horiz(<vscale x 16 x i1>, ptr, i32 immarg, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.st1b.vert(<vscale x 16 x i1>, ptr, i32 immarg, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.st1d.horiz(<vscale x 2 x i1>, ptr, i32 immarg, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.st1d.vert(<vscale x 2 x i1>, ptr, i32 immarg, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.st1h.horiz(<vscale x 8 x i1>, ptr, i32 immarg, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.st1h.vert(<vscale x 8 x i1>, ptr, i32 immarg, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.st1q.horiz(<vscale x 1 x i1>, ptr, i32 immarg, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.st1q.vert(<vscale x 1 x i1>, ptr, i32 immarg, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.st1w.horiz(<vscale x 4 x i1>, ptr, i32 immarg, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.st1w.vert(<vscale x 4 x i1>, ptr, i32 immarg, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.str(i32, ptr, i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.sumopa.wide.nxv4f32(i32 immarg, <vscale x 4 x i1>, <vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.sumops.wide.nxv4f32(i32 immarg, <vscale x 4 x i1>, <vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.umopa.wide.nxv4f32(i32 immarg, <vscale x 4 x i1>, <vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.umopa.za32.nxv4f32(i32 immarg, <vscale x 4 x i1>, <vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.umops.wide.nxv4f32(i32 immarg, <vscale x 4 x i1>, <vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.umops.za32.nxv4f32(i32 immarg, <vscale x 4 x i1>, <vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.usmopa.wide.nxv4f32(i32 immarg, <vscale x 4 x i1>, <vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.usmops.wide.nxv4f32(i32 immarg, <vscale x 4 x i1>, <vscale x 4 x i1>, <vscale x 4 x float>, <vscale x 4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.write.horiz.nxv4f32(i32 immarg, i32, <vscale x 4 x i1>, <vscale x 4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.aarch64.sme.write.vert.nxv4f32(i32 immarg, i32, <vscale x 4 x i1>, <vscale x 4 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.aarch64.sme.zero(i32 immarg) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.rcp.approx.ftz.f(float) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.aggr_smem_size() #4

; Function Attrs: nocallback nofree nounwind willreturn memory(inaccessiblemem: readwrite)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.clock() #5

; Function Attrs: nocallback nofree nounwind willreturn memory(inaccessiblemem: readwrite)
declare noundef i64 @llvm.nvvm.read.ptx.sreg.clock64() #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.cluster.ctaid.x() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.cluster.ctaid.y() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.cluster.ctaid.z() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.cluster.nctaid.x() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 65536) i32 @llvm.nvvm.read.ptx.sreg.cluster.nctaid.y() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 65536) i32 @llvm.nvvm.read.ptx.sreg.cluster.nctaid.z() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.cluster.nctarank() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.clusterid.x() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.clusterid.y() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.clusterid.z() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.z() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.envreg31() #4

; Function Attrs: nocallback nofree nounwind willreturn memory(inaccessiblemem: readwrite)
declare noundef i64 @llvm.nvvm.read.ptx.sreg.globaltimer() #5

; Function Attrs: nocallback nofree nounwind willreturn memory(inaccessiblemem: readwrite)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.globaltimer.lo() #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.gridid() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.lanemask.eq() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.lanemask.ge() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.lanemask.gt() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.lanemask.le() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nclusterid.x() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 65536) i32 @llvm.nvvm.read.ptx.sreg.nclusterid.y() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 65536) i32 @llvm.nvvm.read.ptx.sreg.nclusterid.z() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 65536) i32 @llvm.nvvm.read.ptx.sreg.nctaid.y() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 65536) i32 @llvm.nvvm.read.ptx.sreg.nctaid.z() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.nsmid() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.y() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 65) i32 @llvm.nvvm.read.ptx.sreg.ntid.z() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.nwarpid() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.smid() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.z() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.total_smem_size() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.warpid() #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 32, 33) i32 @llvm.nvvm.read.ptx.sreg.warpsize() #4

; Function Attrs: nounwind
declare <vscale x 4 x i32> @llvm.riscv.sf.vc.v.iv.se.nxv4i32.i64.nxv4i32.i64.i64(i64 immarg, <vscale x 4 x i32>, i64 immarg, i64) #6

; Function Attrs: nounwind
declare <vscale x 4 x i32> @llvm.riscv.sf.vc.v.xv.se.nxv4i32.i64.nxv4i32.i32.i64(i64 immarg, <vscale x 4 x i32>, i32, i64) #6

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i64 @llvm.aarch64.sme.cntsd() #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: read)
declare <vscale x 4 x float> @llvm.aarch64.sme.read.horiz.nxv4f32(<vscale x 4 x float>, <vscale x 4 x i1>, i32 immarg, i32) #7

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: read)
declare <vscale x 4 x float> @llvm.aarch64.sme.read.vert.nxv4f32(<vscale x 4 x float>, <vscale x 4 x i1>, i32 immarg, i32) #7

; Function Attrs: nounwind
declare <vscale x 4 x float> @llvm.riscv.sf.vc.v.fv.se.nxv4f32.i64.nxv4i32.f32.i64(i64 immarg, <vscale x 4 x i32>, float, i64) #6

; Function Attrs: nounwind
declare <vscale x 4 x float> @llvm.riscv.sf.vc.v.vv.se.nxv4f32.i64.nxv4i32.nxv4i32.i64(i64 immarg, <vscale x 4 x i32>, <vscale x 4 x i32>, i64) #6

; Function Attrs: nounwind
declare <4 x i32> @llvm.riscv.sf.vc.v.vv.se.v4i32.i64.v4i32.v4i32.i64(i64 immarg, <4 x i32>, <4 x i32>, i64) #6

; Function Attrs: nounwind
declare <vscale x 4 x float> @llvm.riscv.sf.vc.v.xv.se.nxv4f32.i64.nxv4i32.i64.i64(i64 immarg, <vscale x 4 x i32>, i64, i64) #6

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #4 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nocallback nofree nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #6 = { nounwind }
attributes #7 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: read) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
